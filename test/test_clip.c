// SPDX-License-Identifier: MIT
// Long, because it is one idea: building, sampling and blending share one set of clips and oracles.
//
// Building clips and sampling them: against closed forms and a naive oracle in double, at every
// kind of time; sequential against random access; dense, keyed and free keys; loops and roots; and
// every def that must be refused.
#include "test.h"

#include "clip_fixture.h"

// Changes only when sampling is meant to change: the same in every build, so any preset tells it.
#define GOLDEN_HASH (-2446372729483203752)

static bool same_pose(const caper_pose *a, const caper_pose *b)
{
    return a->body_count == b->body_count &&
           memcmp(a->bodies, b->bodies, (size_t)a->body_count * sizeof *a->bodies) == 0 &&
           (a->deform_count == 0 ||
            memcmp(a->deforms, b->deforms, (size_t)a->deform_count * sizeof *a->deforms) == 0);
}

// A skeleton of one body at rest, for clips of single tracks.
static const char *const one_name[] = {"hinge"};
static const int16_t one_parent[] = {-1};
static const caper_transform one_rest[] = {{{0, 0, 0, 1}, {0, 0, 0}, 0}};
static const caper_skeleton one_body = {1, one_name, one_parent, one_rest};

static caper_clip *one_track(caper_track_kind kind, int frames, int keys, const float *times,
                             const float *values)
{
    caper_track_def track = {kind, 0, keys, times, values};
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = &one_body;
    def.frame_count = frames;
    def.tracks = &track;
    def.track_count = 1;
    caper_error error = {0};
    caper_clip *clip = caper_clip_create(&def, &error);
    REQUIRE(clip != NULL);
    return clip;
}

static caper_transform sample_one(const caper_clip *clip, float time)
{
    caper_transform body = caper_transform_identity();
    caper_pose pose = {&body, NULL, 1, 0};
    CHECK(caper_clip_sample(clip, time, NULL, &pose));
    return body;
}

// -- Sampling ---------------------------------------------------------------------------------

static void every_sample_is_the_nlerp_of_the_frames_around_it(void)
{
    clip_fixture f = fixture_make(1, 37, 50, false);
    REQUIRE(f.clip != NULL);
    CHECK(!f.clip->keyed);
    caper_pose pose = caper_pose_create(37, 0, NULL);
    caper_rng rng = caper_rng_make(5);
    double worst_angle = 0, worst_place = 0;
    for (int n = 0; n < 400; n++) {
        double at = n < 99 ? n * 0.5 : (double)caper_rng_range(&rng, 0, 49);
        REQUIRE(caper_clip_sample(f.clip, (float)(at / 30), NULL, &pose));
        at = (double)(float)(at / 30) * 30;
        int k = (int)at > 48 ? 48 : (int)at;
        double t = at - k;
        for (int i = 0; i < 37; i++) {
            caper_transform a = f.frames[k * 37 + i], b = f.frames[(k + 1) * 37 + i];
            oracle_quat q = oracle_nlerp(oracle_from(a.rotation), oracle_from(b.rotation), t);
            double angle = oracle_angle(q, oracle_from(pose.bodies[i].rotation));
            worst_angle = fmax(worst_angle, angle);
            double y = (double)a.position.y + t * ((double)b.position.y - (double)a.position.y);
            worst_place = fmax(worst_place, fabs(y - (double)pose.bodies[i].position.y));
            CHECK(pose.bodies[i].pad == 0);
        }
    }
    // a few roundings of components near 1
    CHECK_NEAR(worst_angle, 0, 2e-6);
    CHECK_NEAR(worst_place, 0, 5e-7);
    caper_pose_destroy(&pose, NULL);
    fixture_free(&f);
}

static void the_time_of_a_frame_gives_that_frame(void)
{
    const float rates[] = {24, 30, 60, 29.97f, 120, 119.88f};
    for (int r = 0; r < CAPER_COUNT_OF(rates); r++) {
        enum {
            FRAMES = 1000
        };
        static float values[3 * FRAMES];
        for (int i = 0; i < FRAMES; i++)
            values[3 * i] = (float)(i * i % 977);
        caper_track_def track = {CAPER_TRACK_TRANSLATION, 0, FRAMES, NULL, values};
        caper_clip_def def = caper_clip_def_default();
        def.skeleton = &one_body;
        def.rate = rates[r];
        def.frame_count = FRAMES;
        def.tracks = &track;
        def.track_count = 1;
        caper_clip *clip = caper_clip_create(&def, NULL);
        REQUIRE(clip != NULL);
        int wrong = 0;
        for (int i = 0; i < FRAMES; i++)
            wrong += sample_one(clip, (float)i / rates[r]).position.x != values[3 * i];
        CHECK_INT(wrong, 0);
        caper_clip_destroy(clip);
    }
}

static void frames_are_told_apart_in_the_longest_clips_too(void)
{
    // above two million frames the time of a frame is known to half a frame only
    enum {
        FRAMES = 6000001
    };
    const float rate = 1000.0f;
    float times[2] = {0.0f, (float)(FRAMES - 1) / rate}, values[6] = {0, 0, 0, FRAMES - 1, 0, 0};
    caper_track_def track = {CAPER_TRACK_TRANSLATION, 0, 2, times, values};
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = &one_body;
    def.rate = rate;
    def.frame_count = FRAMES;
    def.tracks = &track;
    def.track_count = 1;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    for (int frame = 500000; frame < FRAMES; frame += 500000)
        CHECK_NEAR(sample_one(clip, (float)frame / rate).position.x, frame, 0.5);
    caper_clip_destroy(clip);
}

static void a_last_key_after_half_a_year_is_held_like_any_other(void)
{
    float times[3] = {0.0f, 500.25f, 50000500.0f}, values[9] = {0, 0, 0, 1, 0, 0, 2, 0, 0};
    caper_track_def track = {CAPER_TRACK_TRANSLATION, 0, 3, times, values};
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = &one_body;
    def.rate = 0.001f;
    def.frame_count = 100001;
    def.tracks = &track;
    def.track_count = 1;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    CHECK_NEAR(sample_one(clip, 500.25f).position.x, 1, 0);
    CHECK_NEAR(sample_one(clip, 50000500.0f).position.x, 2, 0);
    CHECK_NEAR(sample_one(clip, 90000000.0f).position.x, 2, 0);
    caper_clip_destroy(clip);
}

static void a_steady_spin_and_a_steady_move_come_out_in_closed_form(void)
{
    // 3 rad/s about a slanted axis, 2 m/s along x; keys each 1/30 s
    enum {
        FRAMES = 61
    };
    caper_transform frames[FRAMES];
    caper_vec3 axis = caper_vec3_normalize(caper_vec3_make(1, 2, -0.5f));
    for (int i = 0; i < FRAMES; i++) {
        float s = (float)i / 30.0f;
        frames[i] = caper_transform_make(caper_quat_from_axis_angle(axis, 3 * s),
                                         caper_vec3_make(2 * s, 0, 0));
    }
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = &one_body;
    def.frame_count = FRAMES;
    def.frames = frames;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    CHECK_NEAR(clip->duration, 2, 1e-7);
    for (int n = 0; n <= 777; n++) {
        float time = 2.0f * (float)n / 777;
        caper_transform t = sample_one(clip, time);
        caper_quat exact = caper_quat_from_axis_angle(axis, 3 * time);
        CHECK_NEAR(oracle_angle(oracle_from(t.rotation), oracle_from(exact)), 0, 5e-6);
        CHECK_NEAR(t.position.x, 2 * time, 1e-6);
    }
    caper_clip_destroy(clip);
}

static void sparse_keys_turn_evenly_even_when_far_apart(void)
{
    // one turn of each size, with few and with many frames between the keys, on frames and off
    for (int degrees = 10; degrees < 180; degrees += 10) {
        for (int kind = 0; kind < 3; kind++) {
            const int gaps[] = {30, 7, 11};
            int gap = gaps[kind];
            float times[3] = {0, (float)gap / 30, (float)(2 * gap) / 30};
            if (kind == 2)
                times[1] += 0.0123f;
            float a = (float)degrees * CAPER_DEGREE;
            caper_quat q[3] = {caper_quat_identity(),
                               caper_quat_from_axis_angle(caper_vec3_make(1, 1, 0), a),
                               caper_quat_from_axis_angle(caper_vec3_make(0, 1, 1), -a)};
            // the same rotations from the other side of the sphere
            q[1] = degrees % 20 ? caper_quat_neg(q[1]) : q[1];
            caper_clip *clip = one_track(CAPER_TRACK_ROTATION, 2 * gap + 1, 3, times, &q[0].x);
            double worst = 0;
            for (int n = 0; n <= 500; n++) {
                double t = (double)times[2] * n / 500;
                int k = t < (double)times[1] ? 0 : 1;
                double u = (t - (double)times[k]) / ((double)times[k + 1] - (double)times[k]);
                oracle_quat exact = oracle_slerp(oracle_from(q[k]), oracle_from(q[k + 1]), u);
                caper_transform s = sample_one(clip, (float)t);
                worst = fmax(worst, oracle_angle(exact, oracle_from(s.rotation)));
            }
            CHECK_NEAR(worst, 0, 0.1 * (double)CAPER_DEGREE);
            caper_clip_destroy(clip);
        }
    }
}

// Random keys of all kinds of tracks, some on frames, some not, some with several in one frame.
typedef struct key_soup {
    caper_track_def tracks[40];
    float times[40][200];
    float values[40][800];
    int count;
} key_soup;

static void make_soup(key_soup *soup, uint64_t seed, int frames, int bodies, bool off_frames)
{
    caper_rng rng = caper_rng_make(seed);
    soup->count = 0;
    for (int i = 0; i < 40 && i < 2 * bodies; i++) {
        int body = i / 2, n = 0;
        caper_track_def *track = &soup->tracks[soup->count];
        track->kind = i % 2 ? CAPER_TRACK_TRANSLATION : CAPER_TRACK_ROTATION;
        track->body = body;
        bool free_times = off_frames && i % 3 == 0;
        float at = (float)caper_rng_int(&rng, 0, 3), end = (float)(frames - 1);
        while (at <= end && n < 200) {
            soup->times[i][n] = at / 30.0f;
            float *v = soup->values[i] + n * (i % 2 ? 3 : 4);
            if (i % 2) {
                v[0] = caper_rng_range(&rng, -1, 1);
                v[1] = caper_rng_range(&rng, -1, 1);
                v[2] = (float)n;
            } else {
                caper_quat q = fixture_rotation(&rng, caper_rng_range(&rng, -0.3f, 0.3f));
                if (caper_rng_bool(&rng, 0.5f))
                    q = caper_quat_neg(q);
                memcpy(v, &q, sizeof q);
            }
            n++;
            at += free_times ? caper_rng_range(&rng, 0.01f, i % 2 ? 12.0f : 1.5f)
                             : (float)caper_rng_int(&rng, 1, 1 + i);
        }
        track->key_count = n;
        track->times = soup->times[i];
        track->values = soup->values[i];
        soup->count++;
    }
}

static void oracle_soup(const caper_track_def *track, double time, double out[4])
{
    int k = 0;
    while (k + 1 < track->key_count && (double)track->times[k + 1] <= time)
        k++;
    int next = k + 1 < track->key_count ? k + 1 : k;
    double t0 = (double)track->times[k], t1 = (double)track->times[next];
    double t = next == k || time < t0 ? 0 : (time - t0) / (t1 - t0);
    if (track->kind == CAPER_TRACK_ROTATION) {
        const float *a = track->values + 4 * k, *b = track->values + 4 * next;
        oracle_quat q = oracle_nlerp(oracle_from(caper_quat_make(a[0], a[1], a[2], a[3])),
                                     oracle_from(caper_quat_make(b[0], b[1], b[2], b[3])), t);
        memcpy(out, q.v, sizeof q.v);
        return;
    }
    for (int i = 0; i < 3; i++) {
        double a = (double)track->values[3 * k + i], b = (double)track->values[3 * next + i];
        out[i] = a + (b - a) * t;
    }
}

static void keyed_and_free_tracks_agree_with_a_search_through_all_keys(void)
{
    static key_soup soup;
    for (int round = 0; round < 6; round++) {
        const int frame_counts[] = {100, 97, 8, 9, 1000, 17};
        int frames = frame_counts[round];
        clip_fixture f = {0};
        caper_rng rng = caper_rng_make((uint64_t)round);
        fixture_skeleton(&f, &rng, 20);
        make_soup(&soup, (uint64_t)(round + 10), frames, 20, round % 2 == 1);
        caper_clip_def def = caper_clip_def_default();
        def.skeleton = &f.skeleton;
        def.frame_count = frames;
        def.tracks = soup.tracks;
        def.track_count = soup.count;
        caper_error error = {0};
        f.clip = caper_clip_create(&def, &error);
        CHECK_STR(error.message, "");
        REQUIRE(f.clip != NULL);
        CHECK(f.clip->keyed);
        caper_pose pose = caper_pose_create(20, 0, NULL);
        double worst_angle = 0, worst_place = 0;
        for (int n = 0; n < 600; n++) {
            float time = n % 3 == 0 ? (float)(n / 3 % frames) / 30.0f
                                    : caper_rng_range(&rng, 0, f.clip->duration);
            REQUIRE(caper_clip_sample(f.clip, time, NULL, &pose));
            for (int i = 0; i < soup.count; i++) {
                double exact[4];
                oracle_soup(&soup.tracks[i], (double)time, exact);
                const caper_transform *t = &pose.bodies[soup.tracks[i].body];
                if (soup.tracks[i].kind == CAPER_TRACK_ROTATION) {
                    oracle_quat q;
                    memcpy(q.v, exact, sizeof q.v);
                    double angle = oracle_angle(q, oracle_from(t->rotation));
                    worst_angle = fmax(worst_angle, angle);
                } else {
                    worst_place = fmax(worst_place, fabs(exact[0] - (double)t->position.x));
                    worst_place = fmax(worst_place, fabs(exact[2] - (double)t->position.z));
                }
            }
        }
        // time itself is a float: 33 s have a resolution of 4e-6 s, and the shortest span between
        // two free keys is 0.01 / 30 s, over which a position may change by 2 and a turn by 0.6
        double time_error = (double)f.clip->duration * 1.2e-7;
        double steepest = round % 2 ? 2 / (0.01 / 30) : 2 * 30;
        CHECK_NEAR(worst_angle, 0, 2e-6 + time_error * steepest);
        CHECK_NEAR(worst_place, 0, 2e-6 + time_error * steepest);
        caper_pose_destroy(&pose, NULL);
        fixture_free(&f);
    }
}

static void a_seek_gives_the_bits_of_a_step_with_and_without_a_cursor(void)
{
    static key_soup soup;
    for (int kind = 0; kind < 2; kind++) {
        clip_fixture f = fixture_make(3, 20, 120, true);
        if (kind == 1) {
            make_soup(&soup, 77, 120, 20, true);
            caper_clip_def def = fixture_def(&f);
            def.frames = NULL;
            def.tracks = soup.tracks;
            def.track_count = soup.count;
            def.loops = true;
            caper_clip_destroy(f.clip);
            f.clip = caper_clip_create(&def, NULL);
        }
        REQUIRE(f.clip != NULL);
        enum {
            STEPS = 500
        };
        caper_pose forward[STEPS], pose = caper_pose_create(20, 0, NULL);
        caper_clip_cursor cursor = {0};
        for (int i = 0; i < STEPS; i++) {
            forward[i] = caper_pose_create(20, 0, NULL);
            caper_clip_sample(f.clip, (float)i * 0.0117f, &cursor, &forward[i]);
        }
        caper_rng rng = caper_rng_make(9);
        int wrong = 0;
        for (int n = 0; n < 2000; n++) {
            int i = caper_rng_int(&rng, 0, STEPS - 1);
            cursor.frame = caper_rng_int(&rng, -1000000, 1000000);
            cursor.hint = caper_rng_u32(&rng);
            caper_clip_sample(f.clip, (float)i * 0.0117f, n % 2 ? &cursor : NULL, &pose);
            wrong += !same_pose(&pose, &forward[i]);
        }
        CHECK_INT(wrong, 0);
        for (int i = 0; i < STEPS; i++)
            caper_pose_destroy(&forward[i], NULL);
        caper_pose_destroy(&pose, NULL);
        fixture_free(&f);
    }
}

static void what_does_not_move_stays_at_rest_or_at_its_constant(void)
{
    float rotation[4] = {0, 1, 0, 0}, deform[3] = {0.5f, 0.5f, 0.5f};
    float deform_keys[2] = {0, 1}, deform_times[2] = {0, 2 / 30.0f};
    static const char *const deforms[] = {"smile", "blink", "frown"};
    caper_track_def tracks[] = {{CAPER_TRACK_ROTATION, 1, 1, NULL, rotation},
                                {CAPER_TRACK_DEFORM, 0, 3, NULL, deform},
                                {CAPER_TRACK_DEFORM, 2, 2, deform_times, deform_keys}};
    clip_fixture f = {0};
    caper_rng rng = caper_rng_make(1);
    fixture_skeleton(&f, &rng, 3);
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = &f.skeleton;
    def.frame_count = 3;
    def.tracks = tracks;
    def.track_count = 3;
    def.deforms = deforms;
    def.deform_count = 3;
    f.clip = caper_clip_create(&def, NULL);
    REQUIRE(f.clip != NULL);
    caper_pose pose = caper_pose_create(3, 3, NULL);
    pose.deforms[1] = 9;
    REQUIRE(caper_clip_sample(f.clip, 1 / 30.0f, NULL, &pose));
    CHECK(memcmp(&pose.bodies[0], &f.rest[0], sizeof pose.bodies[0]) == 0);
    CHECK(memcmp(&pose.bodies[2], &f.rest[2], sizeof pose.bodies[0]) == 0);
    CHECK(memcmp(&pose.bodies[1].rotation, rotation, sizeof rotation) == 0);
    CHECK(memcmp(&pose.bodies[1].position, &f.rest[1].position, sizeof(caper_vec3)) == 0);
    CHECK_NEAR(pose.deforms[0], 0.5, 0);
    CHECK_NEAR(pose.deforms[1], 0, 0);
    CHECK_NEAR(pose.deforms[2], 0.5, 1e-7);
    // a pose without deforms takes none
    caper_pose plain = caper_pose_create(3, 0, NULL);
    CHECK(caper_clip_sample(f.clip, 0, NULL, &plain));
    caper_pose_destroy(&plain, NULL);
    caper_pose_destroy(&pose, NULL);
    fixture_free(&f);
}

static void a_clip_of_one_frame_is_a_pose(void)
{
    clip_fixture f = fixture_make(4, 9, 1, false);
    REQUIRE(f.clip != NULL);
    CHECK_NEAR(f.clip->duration, 0, 0);
    caper_pose pose = caper_pose_create(9, 0, NULL);
    const float times[] = {0, -3, 5, INFINITY, -INFINITY, NAN};
    for (int n = 0; n < CAPER_COUNT_OF(times); n++) {
        REQUIRE(caper_clip_sample(f.clip, times[n], NULL, &pose));
        for (int i = 0; i < 9; i++)
            CHECK_NEAR(oracle_angle(oracle_from(f.frames[i].rotation),
                                    oracle_from(pose.bodies[i].rotation)),
                       0, 1e-6);
    }
    caper_pose_destroy(&pose, NULL);
    fixture_free(&f);
}

static void memory_follows_the_keys(void)
{
    // beside keyed tracks a dense one does not take a block of four for itself
    enum {
        FRAMES = 1000
    };
    static caper_quat dense[FRAMES], few[2];
    static const float times[2] = {0, 10};
    for (int i = 0; i < FRAMES; i++)
        dense[i] = caper_quat_from_yaw(0.1f * caper_sin((float)i));
    few[0] = caper_quat_identity();
    few[1] = caper_quat_from_yaw(0.5f);
    clip_fixture f = {0};
    caper_rng rng = caper_rng_make(1);
    fixture_skeleton(&f, &rng, 9);
    caper_track_def tracks[9];
    for (int i = 0; i < 9; i++)
        tracks[i] = (caper_track_def){CAPER_TRACK_ROTATION, i, FRAMES, NULL, &dense[0].x};
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = &f.skeleton;
    def.frame_count = FRAMES;
    def.tracks = tracks;
    for (int keyed = 0; keyed <= 8; keyed++) {
        for (int i = 0; i < keyed; i++)
            tracks[8 - i] = (caper_track_def){CAPER_TRACK_ROTATION, 8 - i, 2, times, &few[0].x};
        def.track_count = 9;
        caper_clip *clip = caper_clip_create(&def, NULL);
        REQUIRE(clip != NULL);
        int blocks = keyed == 0 ? 12 : (9 - keyed) / 4 * 4, rest = keyed == 0 ? 0 : (9 - keyed) % 4;
        // 16 bytes a key and lane, 20 a key of a keyed track, 4 for each cell of 8 frames
        size_t cells = keyed == 0 ? 0 : (size_t)((keyed + rest + 3) / 4 * 4) * 125 * 4;
        size_t keys = (size_t)rest * 20 * FRAMES + (size_t)keyed * 20 * 2;
        size_t expected = (size_t)blocks * 16 * FRAMES + keys + cells;
        CHECK(clip->memory_size > expected && clip->memory_size < expected + 4000);
        caper_clip_destroy(clip);
    }
    fixture_free(&f);
}

// -- Time -------------------------------------------------------------------------------------

static void wrapping_is_modulo_when_it_loops_and_clamping_when_not(void)
{
    clip_fixture loop = fixture_make(1, 2, 46, true), once = fixture_make(1, 2, 46, false);
    REQUIRE(loop.clip && once.clip);
    double duration = (double)loop.clip->duration;
    caper_rng rng = caper_rng_make(3);
    for (int n = 0; n < 3000; n++) {
        float time =
            n < 100 ? (float)(n - 50) * loop.clip->duration : caper_rng_range(&rng, -100, 100);
        int cycles = 99;
        float wrapped = caper_clip_wrap(loop.clip, time, &cycles);
        CHECK(wrapped >= 0 && wrapped < loop.clip->duration);
        CHECK_NEAR(cycles * duration + (double)wrapped, time, 1e-6);
        float clamped = caper_clip_wrap(once.clip, time, &cycles);
        CHECK_INT(cycles, 0);
        CHECK(clamped == caper_clamp(time, 0, once.clip->duration));
    }
    // the smallest step below a whole number of loops may not land on the end
    float below = nextafterf(0, -1);
    CHECK(caper_clip_wrap(loop.clip, below, NULL) < loop.clip->duration);
    int cycles;
    CHECK_NEAR(caper_clip_wrap(loop.clip, NAN, &cycles), 0, 0);
    CHECK(caper_clip_wrap(loop.clip, INFINITY, &cycles) <= loop.clip->duration);
    caper_clip_wrap(loop.clip, 1e30f, &cycles);
    CHECK(cycles > 0);
    fixture_free(&loop);
    fixture_free(&once);
}

static void a_loop_has_no_seam(void)
{
    clip_fixture f = fixture_make(2, 15, 61, true);
    REQUIRE(f.clip != NULL);
    caper_pose before = caper_pose_create(15, 0, NULL), after = caper_pose_create(15, 0, NULL);
    caper_clip_sample(f.clip, f.clip->duration - 1e-4f, NULL, &before);
    caper_clip_sample(f.clip, f.clip->duration + 1e-4f, NULL, &after);
    for (int i = 0; i < 15; i++)
        CHECK_NEAR(oracle_angle(oracle_from(before.bodies[i].rotation),
                                oracle_from(after.bodies[i].rotation)),
                   0, 2e-3);
    caper_clip_sample(f.clip, 0.7f, NULL, &before);
    caper_clip_sample(f.clip, 0.7f + 3 * f.clip->duration, NULL, &after);
    for (int i = 0; i < 15; i++)
        CHECK_NEAR(oracle_angle(oracle_from(before.bodies[i].rotation),
                                oracle_from(after.bodies[i].rotation)),
                   0, 1e-5);
    caper_pose_destroy(&before, NULL);
    caper_pose_destroy(&after, NULL);
    fixture_free(&f);
}

// -- Roots ------------------------------------------------------------------------------------

static void roots_compose_as_transforms_do(void)
{
    caper_rng rng = caper_rng_make(11);
    for (int n = 0; n < 300; n++) {
        caper_root r[2];
        for (int i = 0; i < 2; i++) {
            caper_vec3 p = caper_vec3_scale(fixture_vec3(&rng), 5);
            r[i] = (caper_root){p.x, p.y, p.z, caper_rng_range(&rng, -9, 9)};
        }
        caper_transform exact =
            caper_transform_mul(caper_root_transform(r[0]), caper_root_transform(r[1]));
        caper_root product = caper_root_mul(r[0], r[1]);
        caper_transform found = caper_root_transform(product);
        CHECK_NEAR(caper_vec3_distance(exact.position, found.position), 0, 1e-5);
        CHECK_NEAR(caper_quat_angle(exact.rotation, found.rotation), 0, 1e-5);
        caper_root back = caper_root_delta(r[0], product);
        CHECK_NEAR(back.x, r[1].x, 1e-5);
        CHECK_NEAR(back.y, r[1].y, 1e-5);
        CHECK_NEAR(back.z, r[1].z, 1e-5);
        CHECK_NEAR(back.yaw, r[1].yaw, 1e-5);
    }
}

// A loop of a second whose root goes from one key to the other.
static caper_clip *looping_root(const caper_root keys[2])
{
    float times[2] = {0, 1};
    caper_track_def track = {CAPER_TRACK_ROOT, 0, 2, times, &keys[0].x};
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = &one_body;
    def.frame_count = 31;
    def.tracks = &track;
    def.track_count = 1;
    def.loops = true;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    return clip;
}

static void loops_add_up_as_if_walked_one_by_one(void)
{
    // yaw per loop: none, tiny, some, half a turn, more than a turn, backwards
    const float yaws[] = {0, 1e-7f, 0.3f, CAPER_PI, 7.5f, -2.1f};
    for (int y = 0; y < CAPER_COUNT_OF(yaws); y++) {
        caper_root keys[2] = {{1, 0, 2, 0.5f}, {1.2f, 0.3f, 3.1f, 0.5f + yaws[y]}};
        caper_clip *clip = looping_root(keys);
        CHECK(clip->has_root);
        // the reference is a product of transforms in double, one loop after the other
        double angle = (double)keys[1].yaw - (double)keys[0].yaw;
        double c = cos(angle), s = sin(angle);
        double px = (double)keys[1].x - (c * 1 + s * 2), pz = (double)keys[1].z - (c * 2 - s * 1);
        double x = 0, z = 0, turn = 0;
        for (int n = 0; n <= 1000; n++) {
            if (n < 50 || n % 100 == 0) {
                caper_root r = caper_clip_sample_root(clip, (float)n + 0.25f);
                double lx = 1 + 0.25 * 0.2, lz = 2 + 0.25 * 1.1;
                double ex = x + cos(turn) * lx + sin(turn) * lz;
                double ez = z + cos(turn) * lz - sin(turn) * lx;
                double scale = 1 + fabs(x) + fabs(z);
                CHECK_NEAR(r.x, ex, 2e-6 * scale);
                CHECK_NEAR(r.z, ez, 2e-6 * scale);
                CHECK_NEAR(r.y, n * 0.3 + 0.075, 1e-6 * (n + 1));
                CHECK_NEAR(r.yaw, turn + 0.5 + 0.25 * angle, 1e-6 * (1 + fabs(turn)));
            }
            // M^(n+1) = M^n x M
            double nx = x + cos(turn) * px + sin(turn) * pz,
                   nz = z + cos(turn) * pz - sin(turn) * px;
            x = nx;
            z = nz;
            turn += angle;
        }
        // and backwards: one loop back, then one forward
        caper_root back = caper_clip_sample_root(clip, -0.75f);
        caper_root here = caper_clip_sample_root(clip, 0.25f);
        caper_root first = keys[0], last = keys[1];
        caper_root m = caper_root_mul(last, caper_root_delta(first, back));
        CHECK_NEAR(m.x, here.x, 2e-6);
        CHECK_NEAR(m.z, here.z, 2e-6);
        caper_clip_destroy(clip);
    }
}

static void a_million_loops_lose_nothing(void)
{
    // a third of a turn each loop: after any multiple of three loops it is back
    caper_root keys[2] = {{0, 0, 0, 0}, {1, 0, 0.5f, CAPER_TAU / 3}};
    caper_clip *clip = looping_root(keys);
    caper_root r = caper_clip_sample_root(clip, 999999.0f);
    // the float nearest to a third of a turn is 8.7e-8 rad off, a million times over: 0.09 rad
    CHECK_NEAR(r.x, 0, 0.1);
    CHECK_NEAR(r.z, 0, 0.1);
    caper_clip_destroy(clip);
}

static void without_a_root_track_the_root_stays(void)
{
    float p[3] = {0};
    caper_clip *clip = one_track(CAPER_TRACK_TRANSLATION, 2, 1, NULL, p);
    caper_root r = caper_clip_sample_root(clip, 7);
    CHECK(!clip->has_root && r.x == 0 && r.y == 0 && r.z == 0 && r.yaw == 0);
    caper_clip_destroy(clip);
    float constant[4] = {1, 2, 3, 4};
    clip = one_track(CAPER_TRACK_ROOT, 5, 1, NULL, constant);
    r = caper_clip_sample_root(clip, 7);
    CHECK(clip->has_root && r.x == 1 && r.y == 2 && r.z == 3 && r.yaw == 4);
    caper_clip_destroy(clip);
}

// -- Marks ------------------------------------------------------------------------------------

static void marks_are_kept_in_order(void)
{
    caper_contact contacts[] = {{1, 0.5f, 0.9f}, {0, 0.1f, 0.3f}, {0, 0.5f, 1.0f}};
    caper_key_pose poses[] = {{0.8f, "late"}, {0.2f, NULL}, {0.8f, "later"}};
    static const char *const tags[] = {"walk", "slow"};
    clip_fixture f = fixture_make(1, 3, 31, true);
    caper_clip_def def = fixture_def(&f);
    def.contacts = contacts;
    def.contact_count = 3;
    def.key_poses = poses;
    def.key_pose_count = 3;
    def.tags = tags;
    def.tag_count = 2;
    def.loops = true;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    CHECK_INT(clip->contacts[0].body, 0);
    CHECK_INT(clip->contacts[1].body, 0);
    CHECK_NEAR(clip->contacts[1].start, 0.5, 0);
    CHECK_INT(clip->contacts[2].body, 1);
    CHECK_STR(clip->key_poses[0].name, "");
    CHECK_STR(clip->key_poses[1].name, "late");
    CHECK_STR(clip->key_poses[2].name, "later");
    CHECK_STR(clip->tags[1], "slow");
    CHECK(caper_clip_in_contact(clip, 0, 0.2f));
    CHECK(caper_clip_in_contact(clip, 0, 0.2f + 5 * clip->duration));
    CHECK(!caper_clip_in_contact(clip, 0, 0.4f));
    CHECK(!caper_clip_in_contact(clip, 1, 0.2f));
    CHECK(caper_clip_in_contact(clip, 1, 0.5f));
    CHECK(!caper_clip_in_contact(clip, 2, 0.5f));
    caper_clip_destroy(clip);
    fixture_free(&f);
}

// -- Determinism and memory -------------------------------------------------------------------

static void samples_hash_to_the_same_number_in_every_build(void)
{
    static key_soup soup;
    uint64_t hash = 0;
    for (int kind = 0; kind < 2; kind++) {
        clip_fixture f = fixture_make(42, 20, 90, true);
        if (kind == 1) {
            make_soup(&soup, 7, 90, 20, true);
            caper_clip_def def = fixture_def(&f);
            def.frames = NULL;
            def.tracks = soup.tracks;
            def.track_count = soup.count;
            caper_clip_destroy(f.clip);
            f.clip = caper_clip_create(&def, NULL);
        }
        REQUIRE(f.clip != NULL);
        caper_pose pose = caper_pose_create(20, 0, NULL);
        for (int n = 0; n < 300; n++) {
            caper_clip_sample(f.clip, (float)n * 0.0213f, NULL, &pose);
            hash = caper_hash64(pose.bodies, 20 * sizeof *pose.bodies, hash);
            caper_root root = caper_clip_sample_root(f.clip, (float)n * 0.37f);
            hash = caper_hash64(&root, sizeof root, hash);
        }
        caper_pose_destroy(&pose, NULL);
        fixture_free(&f);
    }
    CHECK_INT((int64_t)hash, GOLDEN_HASH);
}

static void sampling_and_blending_never_allocate(void)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_set_default_allocator(&allocator);
    clip_fixture f = fixture_make(1, 67, 100, true);
    REQUIRE(f.clip != NULL);
    caper_pose a = caper_pose_create(67, 0, NULL), b = caper_pose_create(67, 0, NULL);
    caper_pose mixed = caper_pose_create(67, 0, NULL), model = caper_pose_create(67, 0, NULL);
    caper_clip_cursor cursor = {0};
    long before = memory.alloc_count;
    for (int n = 0; n < 1000; n++) {
        caper_clip_sample(f.clip, (float)n / 60, &cursor, &a);
        caper_clip_sample(f.clip, (float)n / 50, &cursor, &b);
        caper_clip_sample_root(f.clip, (float)n / 60);
        caper_blend_layer layers[] = {{&a, 0.4f, NULL}, {&b, 0.6f, NULL}};
        caper_blend_job job = {.layers = layers, .layer_count = 2, .out = &mixed};
        REQUIRE(caper_blend(&job));
        caper_pose_to_model(&f.clip->skeleton, &mixed, NULL, &model);
    }
    CHECK_INT(memory.alloc_count, before);
    caper_pose_destroy(&a, NULL);
    caper_pose_destroy(&b, NULL);
    caper_pose_destroy(&mixed, NULL);
    caper_pose_destroy(&model, NULL);
    fixture_free(&f);
    caper_set_default_allocator(NULL);
    CHECK_MEMORY_EMPTY(&memory);
}

static void a_clip_without_memory_is_refused_and_leaks_nothing(void)
{
    static key_soup soup;
    make_soup(&soup, 7, 90, 20, true);
    clip_fixture f = {0};
    caper_rng rng = caper_rng_make(1);
    fixture_skeleton(&f, &rng, 20);
    bool built = false;
    for (long n = 1; n < 200 && !built; n++) {
        test_memory memory = {.fail_at = n};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_clip_def def = caper_clip_def_default();
        def.skeleton = &f.skeleton;
        def.frame_count = 90;
        def.tracks = soup.tracks;
        def.track_count = soup.count;
        def.allocator = &allocator;
        caper_error error = {0};
        caper_clip *clip = caper_clip_create(&def, &error);
        built = clip != NULL;
        CHECK(built || error.status == CAPER_ERROR_MEMORY);
        CHECK(!built || memory.live_count == 1);
        caper_clip_destroy(clip);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(built);
    fixture_free(&f);
}

// -- Refusals ---------------------------------------------------------------------------------

static void refuse(const caper_clip_def *def, caper_status status, const char *part)
{
    caper_error error = {0};
    caper_clip *clip = caper_clip_create(def, &error);
    if (!CHECK(clip == NULL))
        caper_clip_destroy(clip);
    CHECK_INT(error.status, status);
    CHECK_HAS(error.message, part);
}

static void bad_defs_are_refused_with_a_reason(void)
{
    clip_fixture f = fixture_make(1, 4, 5, false);
    caper_clip_def good = fixture_def(&f), def = good;
    caper_clip *clip = caper_clip_create(&good, NULL);
    REQUIRE(clip != NULL);
    caper_clip_destroy(clip);

    def.skeleton = NULL;
    refuse(&def, CAPER_ERROR_INVALID, "no skeleton");
    def = good;
    def.frame_count = 0;
    refuse(&def, CAPER_ERROR_INVALID, "frames");
    def.frame_count = 1 << 23;
    refuse(&def, CAPER_ERROR_LIMIT, "values");
    const float rates[] = {0, -30, NAN, INFINITY, 1e7f};
    for (int i = 0; i < CAPER_COUNT_OF(rates); i++) {
        def = good;
        def.rate = rates[i];
        refuse(&def, CAPER_ERROR_INVALID, "rate");
    }
    def = good;
    def.track_count = 1;
    refuse(&def, CAPER_ERROR_INVALID, "tracks");
    def = good;
    def.deform_count = -1;
    refuse(&def, CAPER_ERROR_INVALID, "deforms");
    def.deform_count = 100000;
    def.deforms = f.names;
    refuse(&def, CAPER_ERROR_LIMIT, "deforms");
    fixture_free(&f);
}

static void bad_skeletons_are_refused_with_a_reason(void)
{
    clip_fixture f = fixture_make(1, 4, 5, false);
    caper_clip_def def = fixture_def(&f);
    f.skeleton.body_count = 0;
    refuse(&def, CAPER_ERROR_INVALID, "no bodies");
    f.skeleton.body_count = CAPER_MAX_BODIES + 1;
    refuse(&def, CAPER_ERROR_LIMIT, "bodies");
    f.skeleton.body_count = 4;
    f.skeleton.names = NULL;
    refuse(&def, CAPER_ERROR_INVALID, "names");
    f.skeleton.names = f.names;
    f.names[2] = "body_1";
    refuse(&def, CAPER_ERROR_INVALID, "two bodies");
    f.names[2] = "";
    refuse(&def, CAPER_ERROR_INVALID, "no name");
    f.names[2] = "body_2";
    f.parents[2] = 2;
    refuse(&def, CAPER_ERROR_INVALID, "parent of 'body_2'");
    f.parents[2] = -2;
    refuse(&def, CAPER_ERROR_INVALID, "parent of 'body_2'");
    f.parents[2] = 1;
    f.rest[3].rotation.x += 0.1f;
    refuse(&def, CAPER_ERROR_INVALID, "rest transform of 'body_3'");
    f.rest[3] = f.rest[2];
    f.rest[3].position.x = NAN;
    refuse(&def, CAPER_ERROR_INVALID, "rest transform of 'body_3'");
    f.rest[3].position.x = 1e10f;
    refuse(&def, CAPER_ERROR_INVALID, "body_3");
    fixture_free(&f);
}

static void bad_keys_are_refused_with_a_reason(void)
{
    clip_fixture f = fixture_make(1, 4, 5, false);
    caper_clip_def def = fixture_def(&f);
    f.frames[2 * 4 + 1].rotation = caper_quat_make(0, 0, 0, 0.5f);
    refuse(&def, CAPER_ERROR_INVALID, "rotation of 'body_1', key 2 is a quaternion of length 0.5");
    f.frames[2 * 4 + 1] = f.rest[1];
    f.frames[4 * 4 + 3].position.z = INFINITY;
    refuse(&def, CAPER_ERROR_INVALID, "position of 'body_3', key 4");
    f.frames[4 * 4 + 3] = f.rest[3];

    float values[5 * 4] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    float times[5] = {0, 0.01f, 0.02f, 0.03f, 0.04f};
    caper_track_def tracks[2] = {{CAPER_TRACK_ROTATION, 0, 5, NULL, values},
                                 {CAPER_TRACK_ROTATION, 0, 5, NULL, values}};
    def.tracks = tracks;
    def.track_count = 1;
    refuse(&def, CAPER_ERROR_INVALID, "several tracks for the rotation of 'body_0'");
    def.frames = NULL;
    def.track_count = 2;
    refuse(&def, CAPER_ERROR_INVALID, "several tracks");
    def.track_count = 1;
    tracks[0].kind = CAPER_TRACK_KIND_COUNT;
    refuse(&def, CAPER_ERROR_INVALID, "kind");
    tracks[0].kind = CAPER_TRACK_ROTATION;
    tracks[0].body = 4;
    refuse(&def, CAPER_ERROR_INVALID, "body 4");
    tracks[0].body = -1;
    refuse(&def, CAPER_ERROR_INVALID, "body -1");
    tracks[0] = (caper_track_def){CAPER_TRACK_DEFORM, 0, 5, NULL, values};
    refuse(&def, CAPER_ERROR_INVALID, "deform 0");
    tracks[0] = (caper_track_def){CAPER_TRACK_ROTATION, 0, 0, NULL, values};
    refuse(&def, CAPER_ERROR_INVALID, "no keys");
    tracks[0] = (caper_track_def){CAPER_TRACK_ROTATION, 0, 2, NULL, NULL};
    refuse(&def, CAPER_ERROR_INVALID, "no keys");
    tracks[0] = (caper_track_def){CAPER_TRACK_TRANSLATION, 0, 6, NULL, values};
    refuse(&def, CAPER_ERROR_INVALID, "6 keys without times");
    tracks[0] = (caper_track_def){CAPER_TRACK_ROTATION, 0, 5, times, values};
    times[2] = 0.01f;
    refuse(&def, CAPER_ERROR_INVALID, "key 2 is at 0.01 s, not after");
    times[2] = NAN;
    refuse(&def, CAPER_ERROR_INVALID, "key 2");
    times[2] = 0.02f;
    times[4] = 0.2f;
    refuse(&def, CAPER_ERROR_INVALID, "key 4 is at 0.2 s");
    times[4] = 0.04f;
    times[0] = -0.01f;
    refuse(&def, CAPER_ERROR_INVALID, "key 0 is at -0.01 s");
    fixture_free(&f);
}

static void bad_marks_are_refused_with_a_reason(void)
{
    clip_fixture f = fixture_make(1, 4, 5, false);
    caper_clip_def def = fixture_def(&f);
    caper_contact contact = {9, 0, 0.1f};
    def.contacts = &contact;
    def.contact_count = 1;
    refuse(&def, CAPER_ERROR_INVALID, "body 9");
    contact = (caper_contact){0, 0.1f, 0.05f};
    refuse(&def, CAPER_ERROR_INVALID, "contact 0");
    contact = (caper_contact){0, 0.1f, 0.5f};
    refuse(&def, CAPER_ERROR_INVALID, "contact 0");
    contact = (caper_contact){0, NAN, 0.1f};
    refuse(&def, CAPER_ERROR_INVALID, "contact 0");
    def.contact_count = 0;
    caper_key_pose pose = {0.2f, "x"};
    def.key_poses = &pose;
    def.key_pose_count = 1;
    refuse(&def, CAPER_ERROR_INVALID, "key pose 0");
    fixture_free(&f);
}

static bool quiet(const char *condition, const char *file, int line)
{
    (void)condition, (void)file, (void)line;
    return false;
}

static void misuse_is_answered_with_false_and_touches_nothing(void)
{
    caper_set_assert_hook(quiet);
    caper_clip_def def = {0};
    CHECK(caper_clip_create(&def, NULL) == NULL);
    CHECK(caper_clip_create(NULL, NULL) == NULL);
    clip_fixture f = fixture_make(1, 4, 5, false);
    caper_pose pose = caper_pose_create(3, 0, NULL);
    CHECK(!caper_clip_sample(f.clip, 0, NULL, &pose));
    CHECK(pose.bodies[0].rotation.w == 1);
    caper_pose_destroy(&pose, NULL);
    fixture_free(&f);
    caper_clip_destroy(NULL);
    caper_set_assert_hook(NULL);
}

TESTS(every_sample_is_the_nlerp_of_the_frames_around_it, the_time_of_a_frame_gives_that_frame,
      frames_are_told_apart_in_the_longest_clips_too,
      a_last_key_after_half_a_year_is_held_like_any_other,
      a_steady_spin_and_a_steady_move_come_out_in_closed_form,
      sparse_keys_turn_evenly_even_when_far_apart,
      keyed_and_free_tracks_agree_with_a_search_through_all_keys,
      a_seek_gives_the_bits_of_a_step_with_and_without_a_cursor,
      what_does_not_move_stays_at_rest_or_at_its_constant, a_clip_of_one_frame_is_a_pose,
      memory_follows_the_keys, wrapping_is_modulo_when_it_loops_and_clamping_when_not,
      a_loop_has_no_seam, roots_compose_as_transforms_do, loops_add_up_as_if_walked_one_by_one,
      a_million_loops_lose_nothing, without_a_root_track_the_root_stays, marks_are_kept_in_order,
      samples_hash_to_the_same_number_in_every_build, sampling_and_blending_never_allocate,
      a_clip_without_memory_is_refused_and_leaks_nothing, bad_defs_are_refused_with_a_reason,
      bad_skeletons_are_refused_with_a_reason, bad_keys_are_refused_with_a_reason,
      bad_marks_are_refused_with_a_reason, misuse_is_answered_with_false_and_touches_nothing)
