// SPDX-License-Identifier: MIT
//
// BVH -> GLB -> BVH: the joints of the last file are where those of the first were, at every frame.
// Both files are judged as text by the naive evaluator of bvh_oracle.h, so that no reader of ours
// has a say in the comparison; what a file's numbers mean in metres is the first import's word. For
// motions of our own the first file is also held against the clip that it was written from.
#define _POSIX_C_SOURCE 200809L
#include "bvh_oracle.h"
#include "import_fixture.h"
#include "motion_fixture.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#define FILE_STEP (UNDER_SANITIZER ? 8 : 1)
#define MOST_FRAMES (UNDER_SANITIZER ? 25 : 1000000)

#define PERSON 1.8
#define LIMIT 1e-4        // metres of a person
#define WRITTEN_UNIT 0.01 // of BVH files, when nothing else is asked for

typedef struct tally {
    int files;
    long long frames;
    double worst; // metres of a person
    char where[160];
} tally;

static void note(tally *t, double off, const char *file, const char *joint, int frame)
{
    if (!(off <= t->worst)) { // a NaN is no small distance
        t->worst = off;
        snprintf(t->where, sizeof t->where, "%s, %s at frame %d", file, joint, frame);
    }
}

static void print_tally(const char *what, const tally *t)
{
    printf("%s: %d files, %lld frames, worst %.5f mm of a %.1f m body (%s)\n", what, t->files,
           t->frames, 1e3 * t->worst, PERSON, t->where);
}

static const char *written(const char *name)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s/roundtrip", CAPER_BINARY_DIR);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/roundtrip/%s", CAPER_BINARY_DIR, name);
    return path;
}

static bool save(const caper_character *character, const caper_clip *clip, const char *name)
{
    caper_export_job job = caper_export_job_default();
    job.character = character;
    job.clips = &clip;
    job.clip_count = 1;
    caper_error error = {0};
    bool good = caper_export_save(&job, written(name), &error);
    if (!good)
        printf("%s: %s\n", name, error.message);
    return good;
}

static caper_import *load(const char *path, const caper_import_options *options)
{
    caper_import *import = load_import(path, options);
    REQUIRE(import->clip_count == 1);
    return import;
}

static void read_oracle(oracle_bvh *oracle, const char *path)
{
    size_t size = 0;
    char *text = caper_file_read(path, 0, NULL, &size, NULL);
    REQUIRE(text != NULL);
    CHECK(oracle_read(oracle, text));
    caper_free(NULL, text, size + 1);
}

// What the numbers of a file are in metres, Y up, over the floor.
typedef struct measure {
    double unit, floor;
} measure;

static void place(measure m, const double file[3], double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = file[k] * m.unit - (k == 1 ? m.floor : 0.0);
}

static double distance(const double a[3], const double b[3])
{
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return sqrt(x * x + y * y + z * z);
}

static int frame_step(int frame_count)
{
    return 1 + (frame_count - 1) / MOST_FRAMES;
}

// Two files of the same joints, the ends of limbs included.
static void compare_files(const oracle_bvh *a, measure am, const oracle_bvh *b, measure bm,
                          double size, const char *name, tally *t)
{
    static double first[ORACLE_JOINTS][3], last[ORACLE_JOINTS][3];
    CHECK_INT(b->frame_count, a->frame_count);
    REQUIRE(b->joint_count == a->joint_count && b->frame_count == a->frame_count);
    CHECK_NEAR(b->frame_time / a->frame_time, 1.0, 1e-5);
    for (int i = 0; i < a->joint_count; i++) {
        CHECK_INT(b->joints[i].parent, a->joints[i].parent);
        CHECK_STR(b->joints[i].name, a->joints[i].name);
    }
    double worst = 0;
    for (int f = 0; f < a->frame_count; f += frame_step(a->frame_count)) {
        oracle_pose(a, f, false, first);
        oracle_pose(b, f, false, last);
        for (int i = 0; i < a->joint_count; i++) {
            double p[3], q[3];
            place(am, first[i], p);
            place(bm, last[i], q);
            double off = distance(p, q) * PERSON / size;
            note(t, off, name, a->joints[i].name, f);
            worst = off <= worst ? worst : off;
        }
        t->frames++;
    }
    CHECK_NEAR(worst, 0, LIMIT);
    t->files++;
}

// From a BVH file through GLB to "last.bvh".
static caper_import *there_and_back(const char *path, const caper_import_options *options)
{
    caper_import *first = load(path, options);
    REQUIRE(save(first->character, first->clips[0], "between.glb"));
    caper_import *between = load(written("between.glb"), NULL);
    REQUIRE(save(between->character, between->clips[0], "last.bvh"));
    caper_import_destroy(between);
    return first;
}

// -- Captures ---------------------------------------------------------------------------------

static void round_capture(const char *path, const char *name, tally *t)
{
    static oracle_bvh source, last;
    caper_import *first = there_and_back(path, NULL);
    read_oracle(&source, path);
    read_oracle(&last, written("last.bvh"));
    CHECK_INT(first->up, CAPER_UP_Y);
    compare_files(&source, (measure){(double)first->unit, (double)first->floor}, &last,
                  (measure){WRITTEN_UNIT, 0.0}, (double)first->character->size, name, t);
    oracle_free(&source);
    oracle_free(&last);
    caper_import_destroy(first);
}

static void captures_come_back_within_a_tenth_of_a_millimetre(void)
{
    const char *found = test_shared_path("bvh/cmu");
    if (!found)
        SKIP("the captures are not here");
    char folder[512];
    snprintf(folder, sizeof folder, "%s", found);
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort), seen = 0;
    REQUIRE(count > 0);
    tally t = {0};
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        size_t size = strlen(name);
        if (size > 4 && strcmp(name + size - 4, ".bvh") == 0 && seen++ % FILE_STEP == 0) {
            char path[1024];
            snprintf(path, sizeof path, "%s/%.255s", folder, name);
            round_capture(path, name, &t);
        }
        free(entries[i]);
    }
    free(entries);
    print_tally("captures", &t);
    CHECK(t.files >= 60 / FILE_STEP);
}

// -- Motions of our own -----------------------------------------------------------------------

static int oracle_find(const oracle_bvh *b, const char *name)
{
    for (int i = 0; i < b->joint_count; i++)
        if (!b->joints[i].end && strcmp(b->joints[i].name, name) == 0)
            return i;
    return -1;
}

// The file against the clip that it was written from.
static void compare_with_clip(const oracle_bvh *b, const caper_character *c, const caper_clip *clip,
                              const char *name, tally *t)
{
    static double file[ORACLE_JOINTS][3];
    caper_pose pose = caper_character_pose(c, NULL);
    REQUIRE(pose.bodies != NULL);
    CHECK_INT(b->frame_count, clip->frame_count);
    double worst = 0;
    for (int f = 0; f < b->frame_count; f += frame_step(b->frame_count)) {
        oracle_pose(b, f, false, file);
        float time = (float)f / clip->rate;
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        CHECK(caper_clip_sample(clip, time, NULL, &pose));
        caper_pose_to_model(&c->skeleton, &pose, &root, &pose);
        for (int i = 0; i < c->body_count; i++) {
            int joint = oracle_find(b, c->bodies[i].name);
            if (!CHECK(joint >= 0))
                continue;
            caper_vec3 v = pose.bodies[i].position;
            double p[3] = {(double)v.x, (double)v.y, (double)v.z}, q[3];
            place((measure){WRITTEN_UNIT, 0.0}, file[joint], q);
            double off = distance(p, q) * PERSON / (double)c->size;
            note(t, off, name, c->bodies[i].name, f);
            worst = off <= worst ? worst : off;
        }
        t->frames++;
    }
    CHECK_NEAR(worst, 0, LIMIT);
    t->files++;
    caper_pose_destroy(&pose, NULL);
}

static void round_motion(const caper_character *c, bool lively, tally *to_bvh, tally *around)
{
    static oracle_bvh source, last;
    caper_error error = {0};
    caper_clip *clip = motion_make(c, lively, &error);
    REQUIRE(clip != NULL);
    REQUIRE(save(c, clip, "first.bvh"));
    // a BVH file does not say what its unit and its floor are, and these bodies are no people
    caper_import_options options = caper_import_options_default();
    options.unit = (float)WRITTEN_UNIT;
    options.up = CAPER_UP_Y;
    options.floor = 0.0f;
    caper_import *first = there_and_back(written("first.bvh"), &options);
    read_oracle(&source, written("first.bvh"));
    read_oracle(&last, written("last.bvh"));
    compare_with_clip(&source, c, clip, c->name, to_bvh);
    measure m = {WRITTEN_UNIT, 0.0};
    compare_files(&source, m, &last, m, (double)c->size, c->name, around);
    oracle_free(&source);
    oracle_free(&last);
    caper_import_destroy(first);
    caper_clip_destroy(clip);
}

static void the_menagerie_comes_back_within_a_tenth_of_a_millimetre(void)
{
    char folder[512];
    snprintf(folder, sizeof folder, "%s", test_data_path("characters"));
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort), seen = 0;
    REQUIRE(count > 0);
    tally to_bvh = {0}, around = {0};
    for (int i = 0; i < count; i++) {
        if (strstr(entries[i]->d_name, ".character.json")) {
            char path[1024];
            snprintf(path, sizeof path, "%s/%.255s", folder, entries[i]->d_name);
            caper_character *c = caper_character_load(path, NULL, NULL);
            REQUIRE(c != NULL);
            round_motion(c, false, &to_bvh, &around);
            round_motion(c, true, &to_bvh, &around);
            caper_character_destroy(c);
            seen++;
        }
        free(entries[i]);
    }
    free(entries);
    print_tally("menagerie to BVH", &to_bvh);
    print_tally("menagerie BVH to GLB to BVH", &around);
    CHECK(seen >= 20);
}

static void random_creatures_come_back_within_a_tenth_of_a_millimetre(void)
{
    tally to_bvh = {0}, around = {0};
    for (int seed = 0; seed < 24; seed++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)seed;
        def.difficulty = (float)(seed % 3) * 0.5f;
        caper_character *c = caper_character_random(&def, NULL);
        REQUIRE(c != NULL);
        round_motion(c, seed % 2 == 0, &to_bvh, &around);
        caper_character_destroy(c);
    }
    print_tally("random creatures to BVH", &to_bvh);
    print_tally("random creatures BVH to GLB to BVH", &around);
}

// -- Read back by ourselves -------------------------------------------------------------------

// A BVH file that we wrote, read with no options: nothing about it is guessed.
static void read_back(const caper_character *c, const caper_clip *clip, const char *name, tally *t)
{
    caper_import *back = load(written("back.bvh"), NULL);
    CHECK_STR(back->axes, "Y up, +Z forward");
    CHECK_NEAR(back->unit, WRITTEN_UNIT, 1e-9);
    CHECK(!back->unit_detected);
    CHECK_NEAR(back->floor, 0, 0);
    const caper_character *d = back->character;
    caper_pose a = caper_character_pose(c, NULL), b = caper_character_pose(d, NULL);
    REQUIRE(a.bodies && b.bodies);
    REQUIRE(back->clips[0]->frame_count == clip->frame_count);
    double worst = 0;
    for (int f = 0; f < clip->frame_count; f += frame_step(clip->frame_count)) {
        float time = (float)f / clip->rate;
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        caper_clip_sample(clip, time, NULL, &a);
        caper_pose_to_model(&c->skeleton, &a, &root, &a);
        caper_clip_sample(back->clips[0], (float)f / back->clips[0]->rate, NULL, &b);
        caper_pose_to_model(&d->skeleton, &b, NULL, &b);
        for (int i = 0; i < c->body_count; i++) {
            int k = caper_character_find(d, c->bodies[i].name);
            if (!CHECK(k >= 0))
                continue;
            double off = (double)caper_vec3_distance(a.bodies[i].position, b.bodies[k].position) *
                         PERSON / (double)c->size;
            note(t, off, name, c->bodies[i].name, f);
            worst = off <= worst ? worst : off;
        }
        t->frames++;
    }
    CHECK_NEAR(worst, 0, LIMIT);
    t->files++;
    caper_pose_destroy(&a, NULL);
    caper_pose_destroy(&b, NULL);
    caper_import_destroy(back);
}

static void our_bvh_of_the_menagerie_is_read_without_guessing(void)
{
    char folder[512];
    snprintf(folder, sizeof folder, "%s", test_data_path("characters"));
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    REQUIRE(count > 0);
    tally t = {0};
    for (int i = 0; i < count; i++) {
        if (strstr(entries[i]->d_name, ".character.json")) {
            char path[1024];
            snprintf(path, sizeof path, "%s/%.255s", folder, entries[i]->d_name);
            caper_character *c = caper_character_load(path, NULL, NULL);
            REQUIRE(c != NULL);
            caper_clip *clip = motion_make(c, true, NULL);
            REQUIRE(clip != NULL);
            REQUIRE(save(c, clip, "back.bvh"));
            read_back(c, clip, c->name, &t);
            caper_clip_destroy(clip);
            caper_character_destroy(c);
        }
        free(entries[i]);
    }
    free(entries);
    print_tally("menagerie read back", &t);
    CHECK(t.files >= 20);
}

static const char *const animals[] = {
    "khronos/Fox.glb",
    "quaternius/animals_pack/Alpaca.glb",
    "quaternius/animals_pack/Cow.glb",
    "quaternius/animals_pack/Horse.glb",
    "quaternius/animals_pack/Wolf.glb",
    "quaternius/cute_fish_pack/Koi.glb",
    "quaternius/dinosaurs_pack/Apatosaurus.glb",
    "quaternius/dinosaurs_pack/Trex.glb",
    "quaternius/dinosaurs_pack/Triceratops.glb",
    "quaternius/easy_enemies_pack/Frog.glb",
    "quaternius/easy_enemies_pack/Snake.glb",
    "quaternius/easy_enemies_pack/Spider.glb",
    "quaternius/fish_pack/Dolphin.glb",
    "quaternius/fish_pack/Shark.glb",
    "quaternius/fish_pack/Whale.glb",
    "quaternius/platformer_game_pack/Bee.glb",
    "quaternius_farm/Pig.gltf",
    "quaternius_farm/Zebra.gltf",
    "quaternius_monsters/Bat.glb",
    "luanti/gltf_spider_animated.gltf",
    "sketchfab/hummingbird/scene.gltf",
    "sketchfab/phoenix_bird.glb",
};

// The same file from a program that drops the blanks: an animal that looks ahead is still upright.
static void check_upright_without_the_mark(const char *name)
{
    size_t size = 0;
    char *text = caper_file_read(written("back.bvh"), 0, NULL, &size, NULL);
    REQUIRE(text != NULL);
    char *mark = strstr(text, " \t \n");
    if (CHECK(mark != NULL))
        memmove(mark, mark + 3, strlen(mark + 3) + 1);
    caper_import *import = caper_import_parse(text, strlen(text), "animal.bvh", NULL, NULL);
    REQUIRE(import != NULL);
    if (!CHECK_INT(import->up, CAPER_UP_Y))
        printf("%s is taken for %s\n", name, import->axes);
    caper_import_destroy(import);
    caper_free(NULL, text, size + 1);
}

static void our_bvh_of_animals_is_read_without_guessing(void)
{
    tally t = {0};
    for (int i = 0; i<CAPER_COUNT_OF(animals); i += FILE_STEP> 1 ? 4 : 1) {
        char relative[256];
        snprintf(relative, sizeof relative, "gltf/%s", animals[i]);
        const char *path = test_shared_path(relative);
        if (!path)
            continue;
        caper_import *import = caper_import_load(path, NULL, NULL);
        REQUIRE(import != NULL);
        for (int k = 0; k < import->clip_count && k < 3; k++) {
            REQUIRE(save(import->character, import->clips[k], "back.bvh"));
            read_back(import->character, import->clips[k], animals[i], &t);
            check_upright_without_the_mark(animals[i]);
        }
        caper_import_destroy(import);
    }
    if (t.files == 0)
        SKIP("the animals are not here");
    print_tally("animals read back", &t);
}

TESTS(captures_come_back_within_a_tenth_of_a_millimetre,
      the_menagerie_comes_back_within_a_tenth_of_a_millimetre,
      random_creatures_come_back_within_a_tenth_of_a_millimetre,
      our_bvh_of_the_menagerie_is_read_without_guessing,
      our_bvh_of_animals_is_read_without_guessing)
