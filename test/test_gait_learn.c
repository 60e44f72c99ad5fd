// SPDX-License-Identifier: MIT
//
// Learning gaits from clips. The oracles: our own default walk teaches nothing; a style that a walk
// was made with is learned back, and walks made with what was learned measure like the first; a
// capture that is known to limp on its right leg says so.
#include "import_fixture.h"
#include "menagerie.h"
#include "test.h"

#include "caper/gait.h"
#include "caper/ik.h"

#include <math.h>
#include <stdlib.h>

// A walk straight on as a clip; frames of 1/60 s for legs of 0.9 m. `quick` plays it faster.
static caper_clip *walk(const caper_character *c, const caper_gait_style *style, float froude,
                        float quick)
{
    enum {
        SETTLE = 240,
        FRAMES = 480
    };
    caper_gait_def def = caper_gait_def_default();
    caper_gait_layer layer = {style, 1, -1};
    def.character = c;
    def.layers = &layer;
    def.layer_count = style != NULL;
    caper_gait *gait = caper_gait_create(&def, NULL);
    caper_walker *walker = caper_walker_create(gait, NULL, NULL);
    caper_solver *solver = caper_solver_create(c, NULL, NULL);
    caper_solver_params params = caper_solver_params_default();
    void *scratch = aligned_alloc(64, (caper_solver_scratch_size(solver) + 63) / 64 * 64);
    caper_pose local = caper_character_pose(c, NULL), model = caper_character_pose(c, NULL);
    caper_transform *frames = calloc(FRAMES * (size_t)c->body_count, sizeof *frames);
    caper_root *roots = calloc(FRAMES, sizeof *roots), root = {0, 0, 0, 0};
    static caper_goal goals[CAPER_MAX_BODIES];
    float dt = sqrtf(caper_gait_length(gait) / 0.9f) / 60;
    for (int f = 0; f < SETTLE + FRAMES; f++) {
        int count = 0;
        caper_walk_job job = caper_walk_job_default();
        job.command.velocity.z = caper_gait_speed(gait, froude);
        job.dt = dt;
        job.root = &root;
        job.goals = goals;
        job.goal_count = &count;
        job.goal_capacity = CAPER_MAX_BODIES;
        REQUIRE(caper_walker_update(walker, &job));
        caper_solve_job solve = caper_solve_job_default();
        solve.solver = solver;
        solve.params = &params;
        solve.goals = goals;
        solve.goal_count = count;
        solve.scratch = scratch;
        solve.local_out = &local;
        solve.model_out = &model;
        REQUIRE(caper_solve(&solve));
        if (f >= SETTLE) {
            roots[f - SETTLE] = root;
            memcpy(frames + (size_t)(f - SETTLE) * (size_t)c->body_count, local.bodies,
                   (size_t)c->body_count * sizeof *frames);
        }
    }
    caper_clip_def made = caper_clip_def_default();
    made.name = "walk";
    made.skeleton = &c->skeleton;
    made.rate = quick / dt;
    made.frame_count = FRAMES;
    made.frames = frames;
    made.roots = roots;
    caper_clip *clip = caper_clip_create(&made, NULL);
    REQUIRE(clip != NULL);
    free(scratch);
    free(frames);
    free(roots);
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&model, NULL);
    caper_solver_destroy(solver);
    caper_walker_destroy(walker);
    caper_gait_destroy(gait);
    return clip;
}

static caper_gait_style shipped_style(const char *name)
{
    char path[64];
    caper_gait_style style;
    snprintf(path, sizeof path, "gaits/%s.gait.json", name);
    REQUIRE(caper_gait_style_load(test_data_path(path), NULL, &style, NULL));
    return style;
}

// So many frames of a clip from a first one on, or before it with a step of -1, with a root that
// goes so many times as far.
static caper_clip *some_frames(const caper_character *c, const caper_clip *clip, int first,
                               int step, int count, float farther)
{
    caper_transform *frames = calloc((size_t)count * (size_t)c->body_count, sizeof *frames);
    caper_root *roots = calloc((size_t)count, sizeof *roots);
    REQUIRE(frames && roots);
    for (int f = 0; f < count; f++) {
        float time = (float)(first + step * f) / clip->rate;
        caper_pose local = {.bodies = frames + (size_t)f * (size_t)c->body_count,
                            .body_count = c->body_count};
        REQUIRE(caper_clip_sample(clip, time, NULL, &local));
        roots[f] = caper_clip_sample_root(clip, time);
        roots[f].z *= farther;
    }
    caper_clip_def made = caper_clip_def_default();
    made.name = "some";
    made.skeleton = &c->skeleton;
    made.rate = clip->rate;
    made.frame_count = count;
    made.frames = frames;
    made.roots = roots;
    caper_clip *some = caper_clip_create(&made, NULL);
    REQUIRE(some != NULL);
    free(frames);
    free(roots);
    return some;
}

// Learn from one walk; what was measured of it.
static caper_gait_figures learn(const caper_character *c, const caper_clip *clip,
                                caper_gait_style *style)
{
    caper_gait_example example = {c, clip, "walk"};
    caper_gait_figures figures;
    caper_error error = {0};
    bool good = caper_gait_learn(&example, 1, "learned", style, &figures, &error);
    CHECK_STR(error.message, "");
    REQUIRE(good);
    return figures;
}

static float largest_wave(const caper_gait_style *style, int from, int to)
{
    float most = 0;
    for (int n = from; n < to; n++) {
        for (int h = 0; h < CAPER_GAIT_HARMONICS; h++) {
            const float *x = style->curves[0].channels[n][h];
            most = fmaxf(most, hypotf(x[0], x[1]));
        }
    }
    return most;
}

static void our_own_walk_teaches_nothing(void)
{
    static const char *const names[] = {"performer", "dog", "horse", "beetle", "spider"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n += CASE_STEP) {
        caper_character *c = menagerie_load(names[n]);
        caper_clip *clip = walk(c, NULL, 0.2f, 1);
        caper_gait_style style;
        caper_gait_figures f = learn(c, clip, &style);
        const caper_gait_adjust *a = &style.adjust;
        CHECK_NEAR(f.froude, 0.2, 0.02);
        CHECK(f.cycle_count >= 4);
        CHECK_NEAR(a->stride, 1, 0.03);
        CHECK_NEAR(a->duty, 0, 0.03);
        CHECK_NEAR(a->lift, 1, 0.06);
        CHECK_NEAR(a->width, 1, 0.06);
        CHECK_NEAR(a->crouch, 0, 0.02);
        CHECK_NEAR(a->lean_deg, 0, 1);
        CHECK(a->weak_left < 0.1f && a->weak_right < 0.1f);
        CHECK_INT(style.curve_count, 1);
        // 1 % of a leg and a degree: what the solver adds
        CHECK(largest_wave(&style, CAPER_GAIT_SWAY, CAPER_GAIT_PITCH) < 0.01f);
        CHECK(largest_wave(&style, CAPER_GAIT_PITCH, CAPER_GAIT_CHANNELS) < 1.0f);
        caper_clip_destroy(clip);
        caper_character_destroy(c);
    }
}

static void a_style_is_learned_back(void)
{
    static const char *const names[] = {"performer", "dog"};
    static const char *const styles[] = {"limp", "sneak", "prance", "lumber"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        caper_character *c = menagerie_load(names[n]);
        for (int k = 0; k < CAPER_COUNT_OF(styles); k += CASE_STEP) {
            caper_gait_style taught = shipped_style(styles[k]), learned, again;
            caper_clip *first = walk(c, &taught, 0.15f, 1);
            caper_gait_figures theirs = learn(c, first, &learned);
            caper_clip *second = walk(c, &learned, 0.15f, 1);
            caper_gait_figures ours = learn(c, second, &again);
            printf("%s %s: speed %.2f %.2f, cycle %.2f %.2f stride %.2f %.2f, duty %.2f %.2f, lift "
                   "%.2f %.2f, extension %.3f %.3f, "
                   "uneven %.2f %.2f, lean %.1f %.1f\n",
                   names[n], styles[k], (double)theirs.speed, (double)ours.speed,
                   (double)theirs.cycle, (double)ours.cycle, (double)theirs.stride,
                   (double)ours.stride, (double)theirs.duty, (double)ours.duty, (double)theirs.lift,
                   (double)ours.lift, (double)theirs.extension, (double)ours.extension,
                   (double)theirs.uneven, (double)ours.uneven,
                   (double)theirs.means[CAPER_GAIT_PITCH], (double)ours.means[CAPER_GAIT_PITCH]);
            CHECK_NEAR(ours.stride / theirs.stride, 1, 0.1);
            CHECK_NEAR(ours.duty, theirs.duty, 0.05);
            CHECK_NEAR(ours.lift / theirs.lift, 1, 0.2);
            CHECK_NEAR(ours.extension, theirs.extension, 0.03);
            // most of a limp comes back
            CHECK_NEAR(ours.uneven, theirs.uneven, 0.02f + 0.5f * fabsf(theirs.uneven));
            CHECK_NEAR(ours.means[CAPER_GAIT_PITCH], theirs.means[CAPER_GAIT_PITCH], 2);
            caper_clip_destroy(first);
            caper_clip_destroy(second);
        }
        caper_character_destroy(c);
    }
}

// A person who limps on the left teaches a spider to do so.
static void styles_go_onto_other_bodies(void)
{
    caper_gait_style taught = shipped_style("limp"), learned;
    caper_character *person = menagerie_load("performer"), *spider = menagerie_load("spider");
    caper_clip *limp = walk(person, &taught, 0.15f, 1);
    learn(person, limp, &learned);
    caper_clip *plain = walk(spider, NULL, 0.05f, 1), *shambles = walk(spider, &learned, 0.05f, 1);
    caper_gait_example before = {spider, plain, "plain"}, after = {spider, shambles, "limps"};
    caper_gait_figures a, b;
    REQUIRE(caper_gait_measure(&before, &a, NULL) && caper_gait_measure(&after, &b, NULL));
    CHECK(fabsf(a.uneven) < 0.03f);
    CHECK(b.uneven < -0.08f);
    caper_clip_destroy(limp);
    caper_clip_destroy(plain);
    caper_clip_destroy(shambles);
    caper_character_destroy(person);
    caper_character_destroy(spider);
}

static void refuse(const caper_character *c, const caper_clip *clip, const char *reason)
{
    caper_gait_example example = {c, clip, "clip"};
    caper_gait_style style = caper_gait_style_default(), before = style;
    caper_error error = {0};
    CHECK(!caper_gait_learn(&example, 1, "none", &style, NULL, &error));
    CHECK_INT(error.status, CAPER_ERROR_INVALID);
    if (!strstr(error.message, reason)) {
        printf("found '%s', expected '%s'\n", error.message, reason);
    }
    CHECK(strstr(error.message, reason) != NULL);
    CHECK(memcmp(&style, &before, sizeof style) == 0);
}

static void what_shows_no_gait_is_refused(void)
{
    caper_character *c = menagerie_load("performer"), *hopper = menagerie_load("hopper");
    caper_character *snake = menagerie_load("snake");
    caper_clip *stands = walk(c, NULL, 0, 1), *hops = walk(hopper, NULL, 0.2f, 1);
    caper_clip *hurries = walk(c, NULL, 0.2f, 20), *creeps = walk(c, NULL, 0.2f, 0.02f);
    caper_clip *slides = walk(snake, NULL, 0.2f, 1);
    // ten times as large (millimetres for centimetres) is as fast as this to a body of its own size
    caper_clip *looms = walk(c, NULL, 0.2f, 3.1623f);
    refuse(c, stands, "no steps");
    refuse(hopper, hops, "found 1 leg, expected two or more");
    refuse(snake, slides, "found 0 legs");
    refuse(c, hurries, "faster than any legs of that length");
    refuse(c, creeps, "slower than any legs of that length");
    refuse(c, looms, "is too fast for legs of");
    refuse(hopper, stands, "not one of the character's skeleton");
    caper_clip *clips[] = {stands, hops, hurries, creeps, slides, looms};
    for (int i = 0; i < CAPER_COUNT_OF(clips); i++) {
        caper_clip_destroy(clips[i]);
    }
    caper_character_destroy(c);
    caper_character_destroy(hopper);
    caper_character_destroy(snake);
}

static void who_walks_backward_or_stands_teaches_nothing(void)
{
    static const char *const names[] = {"performer", "dog", "spider"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        caper_character *c = menagerie_load(names[i]);
        caper_clip *clip = walk(c, NULL, 0.15f, 1),
                   *back = some_frames(c, clip, clip->frame_count - 1, -1, clip->frame_count, 1);
        refuse(c, back, "walks backward");
        caper_clip_destroy(back);
        caper_clip_destroy(clip);
        caper_character_destroy(c);
    }
    static const struct {
        const char *path, *reason;
    } captures[] = {{"bvh/cmu/143_39.bvh", "walks backward"},
                    {"bvh/cmu/77_02.bvh", "its feet do not rise"},
                    {"bvh/cmu/75_17.bvh", "its feet do not rise"}};
    for (int i = 0; i < CAPER_COUNT_OF(captures); i++) {
        caper_import *import = load_shared_import(captures[i].path);
        refuse(import->character, import->clips[0], captures[i].reason);
        caper_import_destroy(import);
    }
}

static void captures_teach_what_they_show(void)
{
    // CMU 77_19, by its index: limping, hurt right leg
    caper_import *import = load_shared_import("bvh/cmu/77_19.bvh");
    caper_gait_style style;
    learn(import->character, import->clips[0], &style);
    CHECK(style.adjust.weak_right > 0.3f && style.adjust.weak_left == 0);
    CHECK(style.adjust.crouch > 0.03f && style.adjust.stride < 0.9f);
    caper_import_destroy(import);
    // CMU 35_01: a plain walk at 1.27 m/s by gaitlab
    import = load_shared_import("bvh/cmu/35_01.bvh");
    caper_gait_figures plain = learn(import->character, import->clips[0], &style);
    CHECK_NEAR(plain.speed, 1.27, 0.1);
    CHECK_NEAR(plain.cycle, 1.13, 0.05);
    CHECK(style.adjust.weak_left < 0.3f && style.adjust.weak_right < 0.3f);
    caper_import_destroy(import);
}

static void loops_go_as_fast_as_their_roots(void)
{
    caper_character *c = menagerie_load("performer");
    caper_clip *whole = walk(c, NULL, 0.2f, 1);
    caper_gait_example example = {c, whole, "walk"};
    caper_gait_figures f;
    REQUIRE(caper_gait_measure(&example, &f, NULL));
    float speed = f.speed, cycle = f.cycle * whole->rate;
    for (int cycles = 1; cycles <= 4; cycles++) {
        for (float farther = 1; farther < 1.5f; farther += 0.25f) { // than feet say
            int count = (int)(cycle * (float)cycles + 0.5f) + 1;
            caper_clip *loop = some_frames(c, whole, 0, 1, count, farther);
            example.clip = loop;
            REQUIRE(caper_gait_measure(&example, &f, NULL));
            printf("%d cycles, root x %.2f: %.3f m/s of %.3f\n", cycles, (double)farther,
                   (double)f.speed, (double)(farther * speed));
            CHECK_NEAR(f.speed, farther * speed, 0.01 * (double)speed);
            caper_clip_destroy(loop);
        }
    }
    caper_clip_destroy(whole);
    caper_character_destroy(c);
}

static void animators_loops_teach(void)
{
    const char *path = test_shared_path("gltf/khronos/Fox.glb");
    if (!path) {
        SKIP("no shared data");
    }
    // on the spot, one cycle, in centimetres
    caper_import *large = load_import(path, NULL);
    for (int i = 0; i < large->clip_count; i++) {
        const char *reason = strcmp(large->clips[i]->name, "Survey") == 0 ? "steps" : "--unit";
        refuse(large->character, large->clips[i], reason);
    }
    caper_import_destroy(large);
    caper_import_options options = caper_import_options_default();
    options.unit = 0.01f;
    caper_import *fox = load_import(path, &options);
    int walks = 0;
    for (int i = 0; i < fox->clip_count; i++) {
        if (strcmp(fox->clips[i]->name, "Walk") == 0) {
            walks++;
            caper_gait_style style;
            caper_gait_figures f = learn(fox->character, fox->clips[i], &style);
            CHECK_NEAR(f.cycle, 0.708, 0.01);
            CHECK(f.stride > 1.2f && f.stride < 1.7f);
            CHECK(f.duty > 0.5f && f.duty < 0.75f);
        }
    }
    CHECK_INT(walks, 1);
    caper_import_destroy(fox);
}

TESTS(our_own_walk_teaches_nothing, a_style_is_learned_back, styles_go_onto_other_bodies,
      what_shows_no_gait_is_refused, who_walks_backward_or_stands_teaches_nothing,
      captures_teach_what_they_show, loops_go_as_fast_as_their_roots, animators_loops_teach)
