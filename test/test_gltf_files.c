// SPDX-License-Identifier: MIT
//
// Real glTF files of the optional data set: each one loads (or is refused, where it is there for
// that), and bodies and skinned vertices stand where the naive evaluation of the file puts them, at
// rest and at many times of every clip. The table that is printed says what was found.
#include "caper/formats.h"
#include "gltf_oracle.h"
#include "test.h"

#include <time.h>

#define FILES_MAX 256

typedef struct entry {
    char path[256];
    bool negative;
} entry;

// The rows of the manifest that are glTF files and no companions.
static int read_manifest(entry *entries)
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

static double now_ms(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static bool warned(const caper_import *import, const char *part)
{
    for (int i = 0; i < import->warnings.count; i++)
        if (strstr(import->warnings.items[i].message, part))
            return true;
    return false;
}

static void every_file_loads_or_is_refused_by_name(void)
{
    static entry entries[FILES_MAX];
    int count = read_manifest(entries), loaded = 0, refused = 0;
    printf("%-52s %6s %5s %5s %5s %4s %4s %4s %5s %8s\n", "file", "bodies", "clips", "skins",
           "legs", "hand", "head", "tail", "conf", "ms");
    for (int i = 0; i < count; i++) {
        const char *path = test_shared_path(entries[i].path);
        caper_error error = {0};
        double start = now_ms();
        caper_import *import = caper_import_load(path, NULL, &error);
        double spent = now_ms() - start;
        if (!import) {
            printf("%-52.52s refused: %s\n", entries[i].path + 5, error.message);
            refused++;
            CHECK(entries[i].negative);
            CHECK_HAS(error.message, "KHR_draco_mesh_compression");
            continue;
        }
        CHECK(!entries[i].negative);
        loaded++;
        printf("%-52.52s %6d %5d %5d %5d %4d %4d %4d %5.2f %8.2f\n", entries[i].path + 5,
               import->character->body_count, import->clip_count, import->skin_count,
               import->character->leg_count, import->tagging.grasper_count,
               import->tagging.head_count, import->tagging.tail_count,
               (double)import->tagging.confidence, spent);
        caper_import_destroy(import);
    }
    printf("%d loaded, %d refused\n", loaded, refused);
    CHECK(loaded > 50);
    CHECK(refused > 0);
}

// -- Against the oracle -----------------------------------------------------------------------

typedef struct measure {
    double bodies, vertices; // worst distance as a share of the size
    int compared_bodies, compared_vertices;
} measure;

static caper_vec3 skinned(const caper_skin *skin, const caper_pose *model, int vertex)
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

static double distance(caper_vec3 a, const double b[3], double floor, bool turned)
{
    double s = turned ? -1 : 1;
    double x = (double)a.x - s * b[0], y = (double)a.y + floor - b[1], z = (double)a.z - s * b[2];
    return sqrt(x * x + y * y + z * z);
}

static void compare_vertices(oracle *o, int skin, const oracle_json *attributes,
                             const caper_skin *own, const caper_pose *model,
                             const caper_import *import, int animation, double time, measure *m)
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

static void compare_pose(oracle *o, const caper_import *import, const caper_pose *model,
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

static bool all_skins_are_bound(const oracle *o)
{
    const oracle_json *skins = caperi_json_find(o->json.root, "skins");
    for (uint32_t i = 0; skins && i < skins->count; i++)
        if (!caperi_json_find(&skins->as.items[i], "inverseBindMatrices"))
            return false;
    return true;
}

// At rest a skin stands as it was bound.
static void check_rest(const caper_import *import, caper_pose *pose)
{
    const caper_character *c = import->character;
    caper_pose rest = caper_character_rest_local(c);
    double worst = 0;
    rest.deform_count = 0;
    caper_pose_to_model(&c->skeleton, &rest, NULL, pose);
    for (int s = 0; s < import->skin_count; s++) {
        const caper_skin *skin = &import->skins[s];
        for (int v = 0; v < skin->vertex_count; v++) {
            caper_vec3 p = skinned(skin, pose, v);
            p.y += import->floor;
            worst = fmax(worst, (double)caper_vec3_distance(p, skin->positions[v]));
        }
    }
    // two skins of a file that share joints agree on their bind pose to some 2e-4
    CHECK(worst < 5e-4 * (double)c->size || warned(import, "scaled against their bind"));
}

static void compare_file(const char *path, measure *total, int *exact)
{
    const char *full = test_shared_path(path);
    caper_error error = {0};
    caper_import *import = caper_import_load(full, NULL, &error);
    oracle o;
    if (!import)
        return;
    REQUIRE(oracle_open(&o, full));
    measure at_keys = {0}, between = {0};
    const caper_character *c = import->character;
    caper_pose pose = caper_pose_create(c->body_count, 0, NULL);
    for (int k = 0; k < import->clip_count; k++) {
        const caper_clip *clip = import->clips[k];
        int step = 1 + clip->frame_count / 8;
        for (int f = 0; f < clip->frame_count; f += step) {
            // on a frame, where most keys are, and at an odd place after it
            float times[2] = {(float)f / clip->rate, ((float)f + 0.37f) / clip->rate};
            for (int i = 0; i < 2; i++) {
                float at = caper_min(times[i], clip->duration);
                REQUIRE(caper_clip_sample(clip, at, NULL, &pose));
                caper_pose_to_model(&c->skeleton, &pose, NULL, &pose);
                compare_pose(&o, import, &pose, k, (double)at, i == 0 ? &at_keys : &between);
            }
        }
    }
    // where scale is animated or uneven the import is an approximation, and says so
    bool approximate = warned(import, "animate a scale") || warned(import, "scaled unevenly");
    if (!approximate) {
        // nlerp within 0.1 degrees (1.7e-3 rad) of slerp, splines within 2e-5 of the size
        CHECK(between.bodies < 1.7e-3 && between.vertices < 1.7e-3);
        CHECK(at_keys.bodies < 1.7e-3 && at_keys.vertices < 1.7e-3);
        *exact += between.compared_bodies > 0;
        total->bodies = fmax(total->bodies, between.bodies);
        total->vertices = fmax(total->vertices, between.vertices);
    }
    total->compared_bodies += at_keys.compared_bodies + between.compared_bodies;
    total->compared_vertices += at_keys.compared_vertices + between.compared_vertices;
    if (at_keys.compared_bodies > 0)
        printf("%-52.52s on frames: bodies %.1e vertices %.1e; between: %.1e %.1e%s\n", path + 5,
               at_keys.bodies, at_keys.vertices, between.bodies, between.vertices,
               approximate ? "  (approximate, as warned)" : "");
    if (all_skins_are_bound(&o))
        check_rest(import, &pose);
    caper_pose_destroy(&pose, NULL);
    oracle_close(&o);
    caper_import_destroy(import);
}

static void bodies_and_vertices_move_as_the_file_says(void)
{
    static entry entries[FILES_MAX];
    int count = read_manifest(entries), exact = 0;
    measure total = {0};
    for (int i = 0; i < count; i++)
        if (!entries[i].negative)
            compare_file(entries[i].path, &total, &exact);
    printf("%d files without approximation: bodies within %.1e, vertices within %.1e of the size\n",
           exact, total.bodies, total.vertices);
    CHECK(exact > 30);
    CHECK(total.compared_bodies > 10000);
    CHECK(total.compared_vertices > 10000);
}

TESTS(every_file_loads_or_is_refused_by_name, bodies_and_vertices_move_as_the_file_says)
