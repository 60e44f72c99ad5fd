// SPDX-License-Identifier: MIT
//
// The files of the optional data set, and a pose of an import beside what the naive evaluation of a
// file says of it.
#ifndef CAPER_TEST_GLTF_COMPARE_H
#define CAPER_TEST_GLTF_COMPARE_H

#include "caper/formats.h"
#include "gltf_oracle.h"
#include "test.h"

#define FILES_MAX 256

typedef struct entry {
    char path[256];
    bool negative;
} entry;

// The rows of the manifest that are glTF files and no companions.
static inline int read_manifest(entry *entries)
{
    const char *manifest = test_shared_path("MANIFEST.tsv");
    FILE *f = manifest ? fopen(manifest, "r") : NULL;
    if (!f)
        SKIP("the data set is not here");
    int count = 0;
    char line[8192];
    while (fgets(line, sizeof line, f) && count < FILES_MAX) {
        char *tab = strchr(line, '\t');
        if (strncmp(line, "gltf/", 5) != 0 || !tab)
            continue;
        *tab = '\0';
        const char *dot = strrchr(line, '.');
        static const char *const endings[] = {".gltf", ".glb", ".vrm", ".vrma"};
        for (int i = 0; dot && i < CAPER_COUNT_OF(endings); i++)
            if (strcmp(dot, endings[i]) == 0) {
                snprintf(entries[count].path, sizeof entries[count].path, "%.255s", line);
                entries[count].negative = strncmp(tab + 1, "negative", 8) == 0;
                count++;
            }
    }
    fclose(f);
    return count;
}

typedef struct measure {
    double bodies, vertices; // worst distance as a share of the size
    int compared_bodies, compared_vertices;
} measure;

static inline caper_vec3 skinned(const caper_skin *skin, const caper_pose *model, int vertex)
{
    caper_vec3 sum = caper_vec3_zero();
    for (int k = 0; k < 4; k++) {
        size_t at = 4 * (size_t)vertex + (size_t)k;
        int body = skin->bodies[at];
        caper_vec3 p = caper_transform_mul_point(
            model->bodies[body],
            caper_mat4_mul_point(skin->inverse_bind[body], skin->positions[vertex]));
        sum = caper_vec3_add_scaled(sum, p, skin->weights[at]);
    }
    return sum;
}

static inline double distance(caper_vec3 a, const double b[3], double floor, bool turned)
{
    double s = turned ? -1 : 1;
    double x = (double)a.x - s * b[0], y = (double)a.y + floor - b[1], z = (double)a.z - s * b[2];
    return sqrt(x * x + y * y + z * z);
}

static inline void compare_vertices(oracle *o, int skin, const oracle_json *attributes,
                                    const caper_skin *own, const caper_pose *model,
                                    const caper_import *import, int animation, double time,
                                    measure *m)
{
    bool turned = strstr(import->axes, "VRM 0") != NULL;
    int count = oracle_count(o, (int)oracle_number(attributes, "POSITION", 0));
    CHECK_INT(own->vertex_count, count);
    for (int v = 0; v < count && own->vertex_count == count; v += 1 + count / 40) {
        double p[3];
        if (!oracle_vertex(o, skin, attributes, (size_t)v, animation, time, p))
            continue;
        double d = distance(skinned(own, model, v), p, (double)import->floor, turned);
        m->vertices = fmax(m->vertices, d / (double)import->character->size);
        m->compared_vertices++;
    }
}

static inline void compare_pose(oracle *o, const caper_import *import, const caper_pose *model,
                                int animation, double time, measure *m)
{
    const caper_character *c = import->character;
    bool turned = strstr(import->axes, "VRM 0") != NULL;
    double floor = (double)import->floor, size = (double)c->size;
    oracle_reset(o);
    for (int i = 0; i < c->body_count; i++) {
        int node = oracle_node(o, c->bodies[i].name);
        if (node < 0)
            continue;
        const double *w = oracle_world(o, node, animation, time);
        double d = distance(model->bodies[i].position, w + 12, floor, turned) / size;
        m->bodies = fmax(m->bodies, d);
        m->compared_bodies++;
    }
    // skins by name and number of vertices: the reader's own order is not the oracle's business
    for (int n = 0; n < o->node_count; n++) {
        const oracle_json *node = &o->nodes->as.items[n];
        int skin = (int)oracle_number(node, "skin", -1),
            mesh = (int)oracle_number(node, "mesh", -1);
        const oracle_json *name = caperi_json_find(node, "name");
        if (skin < 0 || mesh < 0 || !name)
            continue;
        const oracle_json *primitives =
            caperi_json_find(oracle_item(o, "meshes", mesh), "primitives");
        int first = -1, found = 0;
        for (int s = 0; s < import->skin_count; s++)
            if (strcmp(import->skins[s].name, name->as.string) == 0) {
                first = first < 0 ? s : first;
                found++;
            }
        for (uint32_t p = 0; (uint32_t)found == primitives->count && p < primitives->count; p++)
            compare_vertices(o, skin, caperi_json_find(&primitives->as.items[p], "attributes"),
                             &import->skins[first + (int)p], model, import, animation, time, m);
    }
}

#endif
