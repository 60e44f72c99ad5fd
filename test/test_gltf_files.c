// SPDX-License-Identifier: MIT
//
// Real glTF files of the optional data set: each one loads (or is refused, where it is there for
// that), and bodies and skinned vertices stand where the naive evaluation of the file puts them, at
// rest and at many times of every clip. The table that is printed says what was found.
#include "caper/formats.h"
#include "gltf_compare.h"
#include "test.h"

#include <time.h>

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
        int step = 1 + clip->frame_count / (UNDER_SANITIZER ? 2 : 8);
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
