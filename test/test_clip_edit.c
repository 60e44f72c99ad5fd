// SPDX-License-Identifier: MIT
//
// Clips made from clips: time warps, resampling, root extraction and its inverse, key reduction.
// The oracles are the source clip itself, measured by forward kinematics, and closed forms.
#include "test.h"

#include "clip/clip.h"
#include "clip_fixture.h"

#include <math.h>

// A fixture with marks, deforms and a first body that really walks.
static const char *const deform_names[] = {"smile", "blink"};
static const char *const tag_names[] = {"walk", "test"};

static caper_clip *marked_clip(clip_fixture *f, bool keyed_root, bool loops)
{
    static caper_contact contacts[] = {{1, 0.1f, 0.4f}, {2, 0.3f, 0.9f}};
    static caper_key_pose poses[] = {{0.25f, "pass"}, {0.75f, "strike"}};
    static float smiles[3] = {0, 1, 0}, smile_times[3] = {0, 0.5f, 1};
    static float blinks[500];
    static caper_track_def tracks[2];
    for (int i = 0; i < f->frame_count; i++)
        blinks[i] = (float)(i % 3);
    tracks[0] = (caper_track_def){CAPER_TRACK_DEFORM, 0, 3, smile_times, smiles};
    tracks[1] = (caper_track_def){CAPER_TRACK_DEFORM, 1, f->frame_count, NULL, blinks};
    caper_clip_def def = fixture_def(f);
    def.contacts = contacts;
    def.contact_count = 2;
    def.key_poses = poses;
    def.key_pose_count = 2;
    def.deforms = deform_names;
    def.deform_count = 2;
    def.tags = tag_names;
    def.tag_count = 2;
    def.tracks = tracks;
    def.track_count = 2;
    def.loops = loops;
    def.roots = keyed_root ? f->roots : NULL;
    caper_error error = {0};
    caper_clip *clip = caper_clip_create(&def, &error);
    CHECK_STR(error.message, "");
    REQUIRE(clip != NULL);
    return clip;
}

static void check_marks_same(const caper_clip *a, const caper_clip *b)
{
    CHECK_STR(a->name, b->name);
    CHECK(caper_skeleton_same(&a->skeleton, &b->skeleton));
    CHECK_INT(a->contact_count, b->contact_count);
    CHECK_INT(a->key_pose_count, b->key_pose_count);
    CHECK_INT(a->tag_count, b->tag_count);
    CHECK_INT(a->deform_count, b->deform_count);
    for (int i = 0; i < a->contact_count && i < b->contact_count; i++)
        CHECK(memcmp(&a->contacts[i], &b->contacts[i], sizeof a->contacts[i]) == 0);
    for (int i = 0; i < a->key_pose_count && i < b->key_pose_count; i++) {
        CHECK(a->key_poses[i].time == b->key_poses[i].time);
        CHECK_STR(a->key_poses[i].name, b->key_poses[i].name);
    }
    for (int i = 0; i < a->tag_count && i < b->tag_count; i++)
        CHECK_STR(a->tags[i], b->tags[i]);
}

// World transforms of all bodies at a time.
static caper_pose world_pose(const caper_clip *clip, float time)
{
    int bodies = clip->skeleton.body_count;
    caper_pose local = caper_pose_create(bodies, clip->deform_count, NULL);
    caper_pose world = caper_pose_create(bodies, clip->deform_count, NULL);
    caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
    CHECK(caper_clip_sample(clip, time, NULL, &local));
    caper_pose_to_model(&clip->skeleton, &local, &root, &world);
    caper_pose_destroy(&local, NULL);
    return world;
}

static double world_distance(const caper_clip *a, float time_a, const caper_clip *b, float time_b,
                             double *angle)
{
    caper_pose p = world_pose(a, time_a), q = world_pose(b, time_b);
    double worst = 0, worst_angle = 0;
    for (int i = 0; i < p.body_count; i++) {
        worst =
            fmax(worst, (double)caper_vec3_distance(p.bodies[i].position, q.bodies[i].position));
        worst_angle = fmax(worst_angle, oracle_angle(oracle_from(p.bodies[i].rotation),
                                                     oracle_from(q.bodies[i].rotation)));
    }
    for (int i = 0; i < p.deform_count; i++)
        worst = fmax(worst, fabs((double)p.deforms[i] - (double)q.deforms[i]));
    if (angle)
        *angle = worst_angle;
    caper_pose_destroy(&p, NULL);
    caper_pose_destroy(&q, NULL);
    return worst;
}

// -- Time warps -------------------------------------------------------------------------------

static void a_warp_and_its_inverse_cancel(void)
{
    const float warped[] = {0, 0.5f, 0.6f, 2, 2.25f}, source[] = {0.25f, 0.3f, 1, 1.5f, 3};
    caper_time_warp warp = {warped, source, 5};
    for (int n = 0; n <= 1000; n++) {
        float w = 2.25f * (float)n / 1000;
        float s = caperi_time_warp_source(&warp, w);
        // the inverse magnifies rounding by the largest slope of the warp's inverse, 10
        CHECK_NEAR(caperi_time_warp_warped(&warp, s), w, 3e-6);
    }
    for (int i = 0; i < 5; i++) {
        CHECK(caperi_time_warp_source(&warp, warped[i]) == source[i]);
        CHECK(caperi_time_warp_warped(&warp, source[i]) == warped[i]);
    }
    CHECK(caperi_time_warp_source(&warp, -1) == 0.25f);
    CHECK(caperi_time_warp_source(&warp, 9) == 3);
    CHECK(caperi_time_warp_source(&warp, NAN) == 0.25f);
}

// -- Resampling -------------------------------------------------------------------------------

static void resampling_at_its_own_rate_changes_nothing(void)
{
    clip_fixture f = fixture_make(1, 12, 40, false);
    caper_clip *clip = marked_clip(&f, true, false);
    caper_clip *same = caper_clip_resample(clip, 30, NULL, NULL, NULL);
    REQUIRE(same != NULL);
    CHECK_INT(same->frame_count, clip->frame_count);
    check_marks_same(same, clip);
    for (int i = 0; i < 40; i++) {
        double angle;
        CHECK_NEAR(world_distance(clip, (float)i / 30, same, (float)i / 30, &angle), 0, 2e-6);
        CHECK_NEAR(angle, 0, 4e-6);
    }
    caper_clip_destroy(same);
    caper_clip_destroy(clip);
    fixture_free(&f);
}

static void resampling_keeps_the_motion_at_the_new_frames(void)
{
    const float rates[] = {60, 24, 29.97f, 7};
    for (int r = 0; r < CAPER_COUNT_OF(rates); r++) {
        clip_fixture f = fixture_make(2, 12, 40, false);
        caper_clip *clip = marked_clip(&f, true, false);
        caper_clip *made = caper_clip_resample(clip, rates[r], NULL, NULL, NULL);
        REQUIRE(made != NULL);
        CHECK_NEAR(made->rate, rates[r], 0);
        // the end is in the last frame, less than a frame after it was
        CHECK(made->duration >= clip->duration - 1e-5f);
        CHECK(made->duration < clip->duration + 1 / rates[r]);
        for (int i = 0; i < made->frame_count; i++) {
            float time = (float)i / rates[r];
            CHECK_NEAR(world_distance(clip, time, made, time, NULL), 0, 1e-5);
        }
        CHECK_NEAR(made->contacts[0].end, 0.4, 1e-6);
        CHECK_STR(made->key_poses[1].name, "strike");
        caper_clip_destroy(made);
        caper_clip_destroy(clip);
        fixture_free(&f);
    }
}

static void a_resampled_loop_still_ends_on_its_first_pose(void)
{
    clip_fixture f = fixture_make(3, 10, 38, true);
    caper_clip *clip = marked_clip(&f, true, true);
    caper_clip *made = caper_clip_resample(clip, 24, NULL, NULL, NULL);
    REQUIRE(made != NULL);
    CHECK(made->loops);
    // 37 / 30 s x 24 = 29.6: 30 steps
    CHECK_INT(made->frame_count, 31);
    double scale = (double)made->duration / (double)clip->duration;
    for (int i = 0; i < made->frame_count; i++)
        CHECK_NEAR(world_distance(clip, (float)(i / 24.0 / scale), made, (float)i / 24, NULL), 0,
                   2e-5);
    CHECK_NEAR(made->contacts[1].end, 0.9 * scale, 1e-5);
    // and the next loop as well
    CHECK_NEAR(world_distance(clip, 2.5f * clip->duration, made, 2.5f * made->duration, NULL), 0,
               2e-2);
    caper_clip_destroy(made);
    caper_clip_destroy(clip);
    fixture_free(&f);
}

static void a_warp_moves_motion_and_marks_together(void)
{
    clip_fixture f = fixture_make(4, 10, 46, false);
    caper_clip *clip = marked_clip(&f, true, false);
    const float warped[] = {0, 1, 3}, source[] = {0, 0.5f, 1.5f};
    caper_time_warp warp = {warped, source, 3};
    caper_clip *made = caper_clip_resample(clip, 60, &warp, NULL, NULL);
    REQUIRE(made != NULL);
    CHECK_NEAR(made->duration, 3, 1e-6);
    for (int i = 0; i < made->frame_count; i++) {
        float time = (float)i / 60;
        CHECK_NEAR(world_distance(clip, caperi_time_warp_source(&warp, time), made, time, NULL), 0,
                   1e-5);
    }
    CHECK_NEAR(made->contacts[0].start, 0.2, 1e-6);
    CHECK_NEAR(made->contacts[0].end, 0.8, 1e-6);
    CHECK_NEAR(made->contacts[1].end, 1.8, 1e-6);
    CHECK_NEAR(made->key_poses[0].time, 0.5, 1e-6);
    caper_clip_destroy(made);
    caper_clip_destroy(clip);
    fixture_free(&f);
}

static void a_warp_may_repeat_a_loop_and_cut_out_a_part(void)
{
    clip_fixture f = fixture_make(5, 10, 31, true);
    caper_clip *clip = marked_clip(&f, true, true);
    const float warped[] = {0, 3}, source[] = {0, 3};
    caper_time_warp thrice = {warped, source, 2};
    caper_clip *made = caper_clip_resample(clip, 30, &thrice, NULL, NULL);
    REQUIRE(made != NULL);
    CHECK(made->loops);
    CHECK_INT(made->frame_count, 91);
    CHECK_INT(made->contact_count, 6);
    CHECK_INT(made->key_pose_count, 6);
    CHECK_NEAR(made->contacts[4].start, 2.1, 1e-5);
    for (int i = 0; i < made->frame_count - 1; i++)
        CHECK_NEAR(world_distance(clip, (float)i / 30, made, (float)i / 30, NULL), 0, 1e-5);
    caper_root end = caper_clip_sample_root(made, nextafterf(made->duration, 0));
    CHECK_NEAR(end.z, caper_clip_sample_root(clip, 2.99999f).z, 1e-4);
    caper_clip_destroy(made);

    const float from[] = {0, 0.4f}, part[] = {0.2f, 0.6f};
    caper_time_warp cut = {from, part, 2};
    made = caper_clip_resample(clip, 30, &cut, NULL, NULL);
    REQUIRE(made != NULL);
    CHECK(!made->loops);
    CHECK_INT(made->frame_count, 13);
    CHECK_INT(made->contact_count, 2);
    CHECK_NEAR(made->contacts[0].start, 0, 1e-6);
    CHECK_NEAR(made->contacts[0].end, 0.2, 1e-6);
    CHECK_NEAR(made->contacts[1].start, 0.1, 1e-6);
    CHECK_NEAR(made->contacts[1].end, 0.4, 1e-6);
    CHECK_INT(made->key_pose_count, 1);
    caper_clip_destroy(made);
    caper_clip_destroy(clip);
    fixture_free(&f);
}

static bool quiet(const char *condition, const char *file, int line)
{
    (void)condition, (void)file, (void)line;
    return false;
}

static void bad_rates_and_warps_are_refused(void)
{
    caper_set_assert_hook(quiet);
    clip_fixture f = fixture_make(5, 3, 31, true);
    caper_error error = {0};
    const float rates[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < CAPER_COUNT_OF(rates); i++) {
        CHECK(caper_clip_resample(f.clip, rates[i], NULL, NULL, &error) == NULL);
        CHECK_HAS(error.message, "rate");
    }
    const float flat[] = {0, 0}, rising[] = {0, 1}, huge[] = {0, 1e8f}, bad[] = {0, NAN};
    caper_time_warp warps[] = {
        {flat, rising, 2}, {rising, flat, 2}, {rising, rising, 1}, {bad, rising, 2}};
    for (int i = 0; i < CAPER_COUNT_OF(warps); i++) {
        CHECK(caper_clip_resample(f.clip, 30, &warps[i], NULL, &error) == NULL);
        CHECK_HAS(error.message, "warp");
    }
    caper_time_warp endless = {huge, huge, 2};
    CHECK(caper_clip_resample(f.clip, 30, &endless, NULL, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    fixture_free(&f);
    caper_set_assert_hook(NULL);
}

// -- Root motion ------------------------------------------------------------------------------

// The first body walks and turns; the fixture's motion lies on top of that.
static void let_it_walk(clip_fixture *f, float speed, float turn)
{
    int n = f->skeleton.body_count;
    for (int k = 0; k < f->frame_count; k++) {
        float s = (float)k / 30;
        caper_root root = {0.3f * s, 0, speed * s, turn * s};
        caper_transform *hips = &f->frames[k * n];
        *hips = caper_transform_mul(caper_root_transform(root), *hips);
        hips->position.y += 0.9f;
    }
    f->rest[0].position.y += 0.9f;
}

static void extraction_leaves_every_body_where_it_was(void)
{
    for (int round = 0; round < 8; round++) {
        clip_fixture f = fixture_make((uint64_t)round, 10, 60, round % 2);
        let_it_walk(&f, 1.4f, round < 4 ? 0.7f : 9.0f);
        caper_clip *clip = marked_clip(&f, round % 3 == 0, round % 2);
        int body = round % 4 == 3 ? 2 : 0;
        caper_error error = {0};
        caper_clip *made = caper_clip_extract_root(clip, body, NULL, &error);
        CHECK_STR(error.message, "");
        REQUIRE(made != NULL);
        CHECK(made->has_root);
        check_marks_same(made, clip);
        double size = 3; // of the creature and its way, metres
        double worst = 0, worst_angle = 0;
        for (int i = 0; i < 60; i++) {
            // half a step before the end: a loop wraps there
            float time = i == 59 ? 58.999f / 30 : (float)i / 30;
            double angle, d = world_distance(clip, time, made, time, &angle);
            if (i < 59) {
                worst = fmax(worst, d);
                worst_angle = fmax(worst_angle, angle);
            }
        }
        CHECK_NEAR(worst, 0, 1e-5 * size);
        CHECK_NEAR(worst_angle, 0, 1e-5);

        // the body itself is left without a way over the ground: yaw, x and z are at rest
        caper_pose local = caper_pose_create(10, 0, NULL), model = caper_pose_create(10, 0, NULL);
        caper_pose rest = caper_pose_create(10, 0, NULL);
        memcpy(local.bodies, f.rest, 10 * sizeof *f.rest);
        caper_pose_to_model(&made->skeleton, &local, NULL, &rest);
        for (int i = 0; i < 59; i++) {
            caper_clip_sample(made, (float)i / 30, NULL, &local);
            caper_pose_to_model(&made->skeleton, &local, NULL, &model);
            caper_transform t = model.bodies[body], r = rest.bodies[body];
            CHECK_NEAR(t.position.x, r.position.x, 3e-5);
            CHECK_NEAR(t.position.z, r.position.z, 3e-5);
            caper_quat moved = caper_quat_mul(t.rotation, caper_quat_conj(r.rotation));
            CHECK_NEAR(caper_quat_yaw(moved), 0, 1e-5);
        }
        caper_pose_destroy(&local, NULL);
        caper_pose_destroy(&model, NULL);
        caper_pose_destroy(&rest, NULL);
        caper_clip_destroy(made);
        caper_clip_destroy(clip);
        fixture_free(&f);
    }
}

static void extraction_finds_the_walk_and_counts_turns(void)
{
    // a body that only walks, turning 9 rad/s for 2 s: almost three turns
    clip_fixture f = fixture_make(1, 3, 61, false);
    for (int i = 0; i < 61 * 3; i++)
        f.frames[i] = f.rest[i % 3];
    let_it_walk(&f, 1.4f, 9);
    caper_clip *clip = marked_clip(&f, false, false);
    caper_clip *made = caper_clip_extract_root(clip, 0, NULL, NULL);
    REQUIRE(made != NULL);
    for (int i = 0; i <= 60; i++) {
        float s = (float)i / 30;
        caper_root root = caper_clip_sample_root(made, s);
        CHECK_NEAR(root.yaw, 9 * s, 2e-5);
        CHECK_NEAR(root.z, 1.4 * s, 2e-5);
        CHECK_NEAR(root.x, 0.3 * s, 2e-5);
        CHECK_NEAR(root.y, 0, 0);
    }
    caper_clip_destroy(made);
    caper_clip_destroy(clip);
    fixture_free(&f);
}

static void extraction_survives_a_somersault(void)
{
    clip_fixture f = fixture_make(1, 3, 61, false);
    for (int k = 0; k < 61; k++) {
        caper_quat flip =
            caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), CAPER_TAU * (float)k / 60);
        f.frames[3 * k].rotation = caper_quat_mul(flip, f.rest[0].rotation);
    }
    caper_clip *clip = marked_clip(&f, false, false);
    caper_clip *made = caper_clip_extract_root(clip, 0, NULL, NULL);
    REQUIRE(made != NULL);
    for (int i = 0; i < 60; i++) {
        CHECK_NEAR(world_distance(clip, (float)i / 30, made, (float)i / 30, NULL), 0, 1e-5);
        caper_root root = caper_clip_sample_root(made, (float)i / 30);
        CHECK_NEAR(caper_wrap_angle(root.yaw), 0, 1e-4);
    }
    caper_clip_destroy(made);
    caper_clip_destroy(clip);
    fixture_free(&f);
}

static void baking_puts_the_root_back(void)
{
    clip_fixture f = fixture_make(6, 10, 60, false);
    let_it_walk(&f, 1.4f, 0.7f);
    caper_clip *clip = marked_clip(&f, false, false);
    caper_clip *walk = caper_clip_extract_root(clip, 0, NULL, NULL);
    REQUIRE(walk != NULL);
    caper_clip *baked = caper_clip_bake_root(walk, NULL, NULL);
    REQUIRE(baked != NULL);
    CHECK(!baked->has_root);
    check_marks_same(baked, clip);
    for (int i = 0; i < 60; i++) {
        double angle;
        CHECK_NEAR(world_distance(clip, (float)i / 30, baked, (float)i / 30, &angle), 0, 3e-5);
        CHECK_NEAR(angle, 0, 1e-5);
    }
    caper_clip_destroy(baked);
    caper_clip_destroy(walk);
    caper_clip_destroy(clip);
    fixture_free(&f);
    // a loop that goes somewhere stops being one; a loop on the spot stays one
    f = fixture_make(6, 5, 60, true);
    baked = caper_clip_bake_root(f.clip, NULL, NULL);
    REQUIRE(baked != NULL);
    CHECK(!baked->loops);
    caper_clip_destroy(baked);
    caper_clip *still = marked_clip(&f, false, true);
    baked = caper_clip_bake_root(still, NULL, NULL);
    REQUIRE(baked != NULL);
    CHECK(baked->loops);
    caper_clip_destroy(baked);
    caper_clip_destroy(still);
    fixture_free(&f);
}

static void keyed_tracks_stay_keyed_through_extraction(void)
{
    float times[2] = {0, 1};
    caper_quat turn[2] = {caper_quat_identity(), caper_quat_from_yaw(0.5f)};
    caper_track_def track = {CAPER_TRACK_ROTATION, 2, 2, times, &turn[0].x};
    clip_fixture f = fixture_make(6, 4, 31, false);
    caper_clip_def def = fixture_def(&f);
    def.frames = NULL;
    def.tracks = &track;
    def.track_count = 1;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    caper_clip *made = caper_clip_extract_root(clip, 0, NULL, NULL);
    REQUIRE(made != NULL);
    CHECK(made->keyed);
    CHECK_NEAR(world_distance(clip, 0.37f, made, 0.37f, NULL), 0, 1e-5);
    caper_clip_destroy(made);
    caper_clip_destroy(clip);
    fixture_free(&f);
}

// -- Reduction --------------------------------------------------------------------------------

// The largest distance between two clips, at other times than the reducer looks at, and of points
// 0.1 m off each joint.
static double reduction_error(const caper_clip *a, const caper_clip *b, int steps)
{
    double worst = 0;
    for (int n = 0; n <= steps; n++) {
        float time = a->duration * (float)n / (float)steps * 0.9999f;
        caper_pose p = world_pose(a, time), q = world_pose(b, time);
        for (int i = 0; i < p.body_count; i++)
            worst = fmax(worst,
                         (double)caper_vec3_distance(p.bodies[i].position, q.bodies[i].position));
        caper_pose_destroy(&p, NULL);
        caper_pose_destroy(&q, NULL);
    }
    return worst;
}

static void a_reduced_clip_keeps_its_bound(void)
{
    const float tolerances[] = {1e-4f, 1e-3f, 5e-3f, 0.05f};
    for (int round = 0; round < 6; round++) {
        clip_fixture f = fixture_make((uint64_t)(20 + round), 8 + 3 * round, 91, round % 2);
        caper_clip *clip = marked_clip(&f, round % 3 != 0, round % 2);
        int last_keys = 1 << 30;
        for (int t = 0; t < CAPER_COUNT_OF(tolerances); t++) {
            caper_reduce_options options = {.tolerance = tolerances[t]};
            caper_reduce_report report;
            caper_error error = {0};
            caper_clip *made = caper_clip_reduce(clip, &options, &report, &error);
            CHECK_STR(error.message, "");
            REQUIRE(made != NULL);
            CHECK(report.error <= tolerances[t]);
            // every frame and half-frame, through the public functions
            double measured = reduction_error(clip, made, 2 * 90);
            CHECK(measured <= (double)tolerances[t] + 2e-5);
            // between those the error of a linear interpolation cannot be much larger
            CHECK(reduction_error(clip, made, 777) <= 1.3 * (double)tolerances[t] + 2e-5);
            CHECK(report.keys_after <= report.keys_before);
            CHECK(report.keys_after <= last_keys);
            last_keys = report.keys_after;
            check_marks_same(made, clip);
            CHECK_INT(made->loops, clip->loops);
            caper_clip_destroy(made);
        }
        CHECK(last_keys < 1000);
        caper_clip_destroy(clip);
        fixture_free(&f);
    }
}

static void hard_cases_reduce_to_what_they_are(void)
{
    // one frame; all constant; straight lines; a spin too fast for the frames
    static const char *const names[] = {"a", "b"};
    static const int16_t parents[] = {-1, 0};
    static const caper_transform rest[] = {{{0, 0, 0, 1}, {0, 1, 0}, 0},
                                           {{0, 0, 0, 1}, {0, 1, 0}, 0}};
    caper_skeleton skeleton = {2, names, parents, rest};
    for (int kind = 0; kind < 4; kind++) {
        int frames = kind == 0 ? 1 : 61;
        caper_transform values[2 * 61];
        for (int k = 0; k < frames; k++) {
            values[2 * k] = rest[0];
            values[2 * k + 1] = rest[1];
            if (kind == 2)
                values[2 * k].position.x = 0.1f * (float)k;
            if (kind == 3)
                values[2 * k].rotation =
                    caper_quat_from_axis_angle(caper_vec3_make(1, 2, 3), 1.1f * (float)k);
        }
        caper_clip_def def = caper_clip_def_default();
        def.skeleton = &skeleton;
        def.frame_count = frames;
        def.frames = values;
        caper_clip *clip = caper_clip_create(&def, NULL);
        REQUIRE(clip != NULL);
        caper_reduce_report report;
        caper_clip *made = caper_clip_reduce(clip, NULL, &report, NULL);
        REQUIRE(made != NULL);
        CHECK(report.error <= 0.001f);
        CHECK(kind == 0 || reduction_error(clip, made, 120) <= 0.001 + 1e-6);
        // nothing; nothing; both ends; all of it
        const int expected[] = {0, 0, 2, 61};
        CHECK_INT(report.keys_after, expected[kind]);
        caper_clip_destroy(made);
        caper_clip_destroy(clip);
    }
}

static void a_small_shiver_is_dropped_where_it_cannot_be_seen(void)
{
    // the finger shivers by 0.001 rad on 0.1 m, the shoulder as much on 2 m
    static const char *const names[] = {"shoulder", "hand", "finger"};
    static const int16_t parents[] = {-1, 0, 1};
    caper_transform rest[3];
    for (int i = 0; i < 3; i++)
        rest[i] = caper_transform_identity();
    rest[1].position.x = 2;
    rest[2].position.x = 0.1f;
    caper_skeleton skeleton = {3, names, parents, rest};
    caper_transform frames[3 * 61];
    for (int which = 0; which < 3; which += 2) {
        for (int k = 0; k < 61; k++) {
            for (int i = 0; i < 3; i++)
                frames[3 * k + i] = rest[i];
            frames[3 * k + which].rotation =
                caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), k % 2 ? 0.0005f : -0.0005f);
        }
        caper_clip_def def = caper_clip_def_default();
        def.skeleton = &skeleton;
        def.frame_count = 61;
        def.frames = frames;
        caper_clip *clip = caper_clip_create(&def, NULL);
        caper_reduce_report report;
        caper_clip *made = caper_clip_reduce(clip, NULL, &report, NULL);
        REQUIRE(made != NULL);
        if (which == 2)
            CHECK_INT(report.keys_after, 1);
        else
            CHECK(report.keys_after > 50);
        caper_clip_destroy(made);
        caper_clip_destroy(clip);
    }
}

static void with_a_character_its_boxes_are_what_counts(void)
{
    // one body that shivers about the long axis of a box of which the skeleton knows nothing
    caper_body_def body = caper_body_def_default();
    body.name = "plank";
    body.box_half = caper_vec3_make(3, 0.1f, 0.1f);
    body.caps = CAPER_CAP_SPINE | CAPER_CAP_ROOT;
    caper_character_def character_def = caper_character_def_default();
    character_def.bodies = &body;
    character_def.body_count = 1;
    caper_error error = {0};
    caper_character *character = caper_character_create(&character_def, &error);
    CHECK_STR(error.message, "");
    REQUIRE(character != NULL);
    caper_transform frames[31];
    for (int k = 0; k < 31; k++)
        frames[k] = caper_transform_make(caper_quat_from_yaw(0.002f * caper_sin(0.7f * (float)k)),
                                         body.rest_local.position);
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = &character->skeleton;
    def.frame_count = 31;
    def.frames = frames;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    caper_reduce_report bare, boxed;
    caper_reduce_options options = {.character = character};
    caper_clip *a = caper_clip_reduce(clip, NULL, &bare, NULL);
    caper_clip *b = caper_clip_reduce(clip, &options, &boxed, NULL);
    REQUIRE(a && b);
    CHECK_INT(bare.keys_after, 1);
    CHECK(boxed.keys_after > 10 && boxed.error <= 0.001f);
    // the corner of the plank, by hand
    double worst = 0;
    for (int n = 0; n <= 60; n++) {
        caper_pose p = world_pose(clip, (float)n / 60), q = world_pose(b, (float)n / 60);
        caper_vec3 corner = caper_vec3_make(3, 0.1f, -0.1f);
        caper_vec3 x = caper_transform_mul_point(p.bodies[0], corner);
        caper_vec3 y = caper_transform_mul_point(q.bodies[0], corner);
        worst = fmax(worst, (double)caper_vec3_distance(x, y));
        caper_pose_destroy(&p, NULL);
        caper_pose_destroy(&q, NULL);
    }
    CHECK(worst <= 0.001 + 1e-6);
    caper_clip_destroy(a);
    caper_clip_destroy(b);
    caper_clip_destroy(clip);

    clip_fixture f = fixture_make(1, 4, 10, false);
    CHECK(caper_clip_reduce(f.clip, &options, NULL, &error) == NULL);
    CHECK_HAS(error.message, "skeleton");
    const float bad[] = {-1, NAN, INFINITY};
    for (int i = 0; i < 3; i++) {
        caper_reduce_options refused = {.tolerance = bad[i]};
        CHECK(caper_clip_reduce(f.clip, &refused, NULL, &error) == NULL);
        CHECK_HAS(error.message, "tolerance");
    }
    fixture_free(&f);
    caper_character_destroy(character);
}

static void reducing_a_reduced_clip_or_a_free_one_works(void)
{
    clip_fixture f = fixture_make(33, 10, 91, false);
    caper_reduce_options loose = {.tolerance = 0.004f}, tight = {.tolerance = 0.001f};
    caper_reduce_report first, second;
    caper_clip *once = caper_clip_reduce(f.clip, &tight, &first, NULL);
    REQUIRE(once != NULL);
    caper_clip *twice = caper_clip_reduce(once, &loose, &second, NULL);
    REQUIRE(twice != NULL);
    CHECK_INT(second.keys_before, first.keys_after);
    CHECK(second.keys_after < first.keys_after);
    CHECK(reduction_error(once, twice, 180) <= 0.004 + 1e-5);
    CHECK(reduction_error(f.clip, twice, 180) <= 0.005 + 1e-5);
    caper_clip_destroy(twice);
    caper_clip_destroy(once);

    // keys between frames stay
    float times[3] = {0.011f, 0.02f, 0.9f}, values[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    caper_track_def track = {CAPER_TRACK_TRANSLATION, 1, 3, times, values};
    caper_clip_def def = fixture_def(&f);
    def.frames = NULL;
    def.tracks = &track;
    def.track_count = 1;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    once = caper_clip_reduce(clip, NULL, &first, NULL);
    REQUIRE(once != NULL);
    CHECK_INT(first.keys_after, 3);
    CHECK_NEAR(first.error, 0, 0);
    caper_clip_destroy(once);
    caper_clip_destroy(clip);

    // so do keys of one frame: a jump in less time than floats can tell from a frame
    float jump_times[4] = {0, 90.0f, nextafterf(90.0f, 100.0f), 95};
    float jump_values[12] = {0, 0, 0, 0, 0, 0, 5, 0, 0, 5, 0, 0};
    caper_track_def jump = {CAPER_TRACK_TRANSLATION, 1, 4, jump_times, jump_values};
    def.roots = NULL;
    def.tracks = &jump;
    def.rate = 1000;
    def.frame_count = 95001;
    clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    caper_error error = {0};
    once = caper_clip_reduce(clip, NULL, &first, &error);
    REQUIRE(once != NULL);
    CHECK_INT(first.keys_after, 4);
    caper_clip_destroy(once);
    caper_clip_destroy(clip);
    fixture_free(&f);
}

static bool stop_at(void *user, double fraction, const char *what)
{
    int *left = user;
    CHECK(fraction >= 0 && fraction <= 1 && what != NULL);
    return --*left > 0;
}

static void reducing_can_be_canceled(void)
{
    clip_fixture f = fixture_make(33, 10, 91, false);
    for (int n = 1; n < 4; n++) {
        test_memory memory = {0};
        caper_allocator allocator = test_memory_allocator(&memory);
        int left = n;
        caper_progress progress = {stop_at, &left};
        caper_reduce_options options = {.progress = &progress, .allocator = &allocator};
        caper_error error = {0};
        CHECK(caper_clip_reduce(f.clip, &options, NULL, &error) == NULL);
        CHECK_INT(error.status, CAPER_ERROR_CANCELED);
        CHECK_MEMORY_EMPTY(&memory);
    }
    fixture_free(&f);
}

// -- Memory -----------------------------------------------------------------------------------

static caper_clip *make_something(int what, const caper_clip *clip,
                                  const caper_allocator *allocator, caper_error *error)
{
    caper_reduce_options options = {.tolerance = 0.01f, .allocator = allocator};
    switch (what) {
    case 0:
        return caper_clip_extract_root(clip, 0, allocator, error);
    case 1:
        return caper_clip_bake_root(clip, allocator, error);
    case 2:
        return caper_clip_resample(clip, 24, NULL, allocator, error);
    default:
        return caper_clip_reduce(clip, &options, NULL, error);
    }
}

static void clips_without_memory_are_refused_and_leak_nothing(void)
{
    clip_fixture f = fixture_make(6, 10, 60, true);
    caper_clip *clip = marked_clip(&f, true, true);
    for (int what = 0; what < 4; what++) {
        bool made_one = false;
        for (long n = 1; n < 500 && !made_one; n++) {
            test_memory memory = {.fail_at = n};
            caper_allocator allocator = test_memory_allocator(&memory);
            caper_error error = {0};
            caper_clip *made = make_something(what, clip, &allocator, &error);
            made_one = made != NULL;
            CHECK(made_one == (error.status != CAPER_ERROR_MEMORY));
            caper_clip_destroy(made);
            CHECK_MEMORY_EMPTY(&memory);
        }
        CHECK(made_one);
    }
    caper_clip_destroy(clip);
    fixture_free(&f);
}

// Under a bell a sine keeps its time and loses by exp(-(w s)^2 / 2); what goes straight stays.
static void smoothing_has_the_response_of_a_bell(void)
{
    enum {
        FRAMES = 241,
        BODIES = 2
    };
    static caper_transform frames[FRAMES * BODIES];
    static caper_root roots[FRAMES];
    const char *names[BODIES] = {"a", "b"};
    int16_t parents[BODIES] = {-1, 0};
    caper_transform rest[BODIES] = {caper_transform_identity(), caper_transform_identity()};
    caper_skeleton skeleton = {0};
    skeleton.body_count = BODIES;
    skeleton.names = names;
    skeleton.parents = parents;
    skeleton.rest_local = rest;
    const float rate = 120, width = 0.02f, w = 2 * CAPER_PI * 6;
    for (int i = 0; i < FRAMES; i++) {
        float t = (float)i / rate, wave = 0.1f * sinf(w * t);
        frames[2 * i] =
            caper_transform_make(caper_quat_identity(), caper_vec3_make(wave, 2 * t, 0));
        frames[2 * i + 1] = caper_transform_make(
            caper_quat_from_axis_angle(caper_vec3_make(0, 0, 1), wave), caper_vec3_zero());
        roots[i] = (caper_root){t, 0, -t, 0.5f * t};
    }
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = &skeleton;
    def.rate = rate;
    def.frame_count = FRAMES;
    def.frames = frames;
    def.roots = roots;
    caper_error error = {0};
    caper_clip *clip = caper_clip_create(&def, &error);
    REQUIRE(clip != NULL);
    caper_transform out[BODIES], scratch[BODIES];
    caper_pose pose = {out, NULL, BODIES, 0}, other = {scratch, NULL, BODIES, 0};
    float left = expf(-0.5f * w * w * width * width);
    for (int i = 12; i < FRAMES - 12; i += 7) {
        float t = (float)i / rate, wave = 0.1f * sinf(w * t) * left;
        caper_root root;
        caperi_clip_sample_smooth(clip, t, 0, width, &other, &pose, &root);
        CHECK_NEAR(out[0].position.x, wave, 1e-3f); // the bell is cut off at 3 widths
        CHECK_NEAR(out[0].position.y, 2 * t, 1e-5f);
        CHECK_NEAR(2 * asinf(out[1].rotation.z), wave, 1e-3f);
        CHECK_NEAR(root.x, t, 1e-5f);
        CHECK_NEAR(root.yaw, 0.5f * t, 1e-5f);
    }
    caper_root root;
    caperi_clip_sample_smooth(clip, 0, 0, width, &other, &pose, &root);
    CHECK_NEAR(out[0].position.y, 0, 1e-6f); // the ends stay
    caperi_clip_sample_smooth(clip, 0.3f, 0, 0, &other, &pose, &root);
    CHECK_NEAR(out[0].position.x, 0.1f * sinf(w * 0.3f), 1e-5f); // no width: as it is
    caper_clip_destroy(clip);
}

/// Two joints at 120 frames a second: a throw at 100 rad/s that goes on, and a slow swing.
static float throw_at(int frame)
{
    return 2.5f * caper_smoothstep(40, 46, (float)frame);
}

static float swing_at(int frame)
{
    return 0.3f * caper_sin(0.05f * (float)frame);
}

static void what_nobody_has_done_is_mended(void)
{
    enum {
        FRAMES = 120
    };
    static const char *const names[] = {"arm", "hips"};
    static const int16_t parents[] = {-1, 0};
    static const caper_transform rest[] = {{{0, 0, 0, 1}, {0, 0, 0}, 0},
                                           {{0, 0, 0, 1}, {0, 0, 0}, 0}};
    static const caper_skeleton skeleton = {2, names, parents, rest};
    static caper_transform frames[FRAMES][2];
    caper_vec3 axis = caper_vec3_make(1, 0, 0);
    for (int i = 0; i < FRAMES; i++) {
        frames[i][0] = frames[i][1] = caper_transform_identity();
        frames[i][0].rotation = caper_quat_from_axis_angle(axis, throw_at(i));
        frames[i][1].rotation = caper_quat_from_axis_angle(axis, swing_at(i));
    }
    for (int i = 0; i < 4; i++) { // not found yet
        frames[i][1].rotation = caper_quat_from_axis_angle(axis, -0.8f);
    }
    for (int i = 70; i < 72; i++) { // a mistaken marker
        frames[i][1].rotation = caper_quat_from_axis_angle(axis, swing_at(i) + 0.5f);
    }
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = &skeleton;
    def.rate = 120;
    def.frame_count = FRAMES;
    def.frames = frames[0];
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    caper_clip *mended = caperi_clip_mend(clip, 1, NULL, NULL);
    REQUIRE(mended != NULL);
    for (int i = 1; i < FRAMES; i++) {
        caper_transform bodies[2];
        caper_pose pose = {bodies, NULL, 2, 0};
        caper_clip_sample(mended, (float)i / 120, NULL, &pose);
        caper_quat arm = caper_quat_from_axis_angle(axis, throw_at(i));
        caper_quat hips = caper_quat_from_axis_angle(axis, swing_at(i < 4 ? 4 : i));
        CHECK_NEAR(caper_quat_angle(bodies[0].rotation, arm), 0, 1e-3);
        CHECK_NEAR(caper_quat_angle(bodies[1].rotation, hips), 0, 2e-3);
    }
    caper_clip_destroy(mended);
    // what has nothing to mend stays as it is
    mended = caperi_clip_mend(clip, 100, NULL, NULL);
    for (int i = 0; i < FRAMES; i++) {
        caper_transform a[2], b[2];
        caper_pose left = {a, NULL, 2, 0}, right = {b, NULL, 2, 0};
        caper_clip_sample(clip, (float)i / 120, NULL, &left);
        caper_clip_sample(mended, (float)i / 120, NULL, &right);
        CHECK_NEAR(caper_quat_angle(a[0].rotation, b[0].rotation), 0, 1e-3);
        CHECK_NEAR(caper_quat_angle(a[1].rotation, b[1].rotation), 0, 1e-3);
    }
    caper_clip_destroy(mended);
    caper_clip_destroy(clip);
}

TESTS(what_nobody_has_done_is_mended, smoothing_has_the_response_of_a_bell,
      a_warp_and_its_inverse_cancel, resampling_at_its_own_rate_changes_nothing,
      resampling_keeps_the_motion_at_the_new_frames, a_resampled_loop_still_ends_on_its_first_pose,
      a_warp_moves_motion_and_marks_together, a_warp_may_repeat_a_loop_and_cut_out_a_part,
      bad_rates_and_warps_are_refused, extraction_leaves_every_body_where_it_was,
      extraction_finds_the_walk_and_counts_turns, extraction_survives_a_somersault,
      baking_puts_the_root_back, keyed_tracks_stay_keyed_through_extraction,
      a_reduced_clip_keeps_its_bound, hard_cases_reduce_to_what_they_are,
      a_small_shiver_is_dropped_where_it_cannot_be_seen, with_a_character_its_boxes_are_what_counts,
      reducing_a_reduced_clip_or_a_free_one_works, reducing_can_be_canceled,
      clips_without_memory_are_refused_and_leak_nothing)
