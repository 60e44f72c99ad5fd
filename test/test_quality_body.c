// SPDX-License-Identifier: MIT
//
// What bodies are measured by: overlaps, joints, lengths, weight, skins.
#include "quality_fixture.h"

// --- body --------------------------------------------------------------------------------------

static void overlapping_hands_count_by_frames(void)
{
    FOR_EACH_SIZE(s)
    {
        // hands are cubes, of which the core counts, of half size r: what is in by r, or by 2 cm,
        // is in with its middle; 1 cm more is an offence, half a centimetre less is none
        float r = 0.7f * s->character->bodies[LEFT_HAND].box_half.x;
        float limit = caper_max(r / s->length, 0.02f);
        for (int f = 0; f < 30; f++) {
            for (int b = LEFT_HAND; b <= RIGHT_HAND; b++) {
                float overlap = f < 20 ? limit + 0.01f : limit - 0.005f;
                float x = r - 0.5f * overlap * s->length;
                at(s, f, b)->position = caper_vec3_make(b == LEFT_HAND ? x : -x, s->length, 0);
            }
        }
        const caper_report *rep = judge(s);
        CHECK_NEAR(value(rep, CAPER_METRIC_SELF_PENETRATION), 100.0 * 20.0 / FRAMES, 1e-6);
        CHECK(!rep->measures[CAPER_METRIC_SELF_PENETRATION].pass);
        CHECK(!rep->measures[CAPER_METRIC_SELF_PENETRATION].visible); // less than a hand is wide
    }
}

static void overlaps_count_from_half_of_the_thinner_core(void)
{
    FOR_EACH_SIZE(s)
    {
        caper_body *bodies = (caper_body *)(uintptr_t)s->character->bodies;
        float r = 0.25f * s->length, centimetre = 0.01f * s->length, limit = 0.7f * r;
        for (int b = LEFT_HAND; b <= RIGHT_HAND; b++) {
            bodies[b].box_half = caper_vec3_make(r, r, r);
        }
        for (int pass = 0; pass < 2; pass++) {
            float depth = limit + (pass ? -0.5f : 1.0f) * centimetre;
            for (int f = 0; f < 30; f++) {
                float x = 0.7f * r - 0.5f * depth;
                at(s, f, LEFT_HAND)->position = caper_vec3_make(x, s->length, 0);
                at(s, f, RIGHT_HAND)->position = caper_vec3_make(-x, s->length, 0);
            }
            double share = pass ? 0.0 : 100.0 * 30.0 / FRAMES;
            const caper_report *rep = judge(s);
            CHECK_NEAR(value(rep, CAPER_METRIC_SELF_PENETRATION), share, 1e-6);
            CHECK(rep->measures[CAPER_METRIC_SELF_PENETRATION].visible == !pass); // 18 cm
        }
    }
}

#define LIMITED 8 // joints of the bench that have limits

static void limits_count_joint_frames_beyond_two_degrees(void)
{
    FOR_EACH_SIZE(s)
    {
        caper_vec3 x = caper_vec3_make(1, 0, 0);
        float degree = CAPER_PI / 180.0f;
        for (int f = 0; f < FRAMES; f++) {
            float angle = f < 40 ? 0.49f : f < 70 ? 0.5f + 1.5f * degree : 0.5f + 3.0f * degree;
            at(s, f, LIMB)->rotation = caper_quat_from_axis_angle(x, angle);
        }
        const caper_report *r = judge(s);
        double share = 100.0 * (FRAMES - 70) / (FRAMES * LIMITED);
        CHECK_NEAR(value(r, CAPER_METRIC_LIMITS), share, 1e-6);
        CHECK_NEAR(value(r, CAPER_METRIC_LIMITS_MAX), 3.0, 1e-3);
        CHECK(!r->measures[CAPER_METRIC_LIMITS].pass);
        CHECK(r->measures[CAPER_METRIC_LIMITS_MAX].pass);
    }
}

static void a_hinge_may_leave_its_plane_by_ten_degrees(void)
{
    FOR_EACH_SIZE(s)
    {
        float degree = CAPER_PI / 180.0f;
        for (int f = 0; f < FRAMES; f++) {
            float angle = f < 60 ? 9.0f : 31.0f;
            at(s, f, LIMB)->rotation =
                caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), angle * degree);
        }
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_LIMITS), 100.0 * 61 / (FRAMES * LIMITED), 1e-6);
        CHECK_NEAR(value(r, CAPER_METRIC_LIMITS_MAX), 21.0, 1e-2);
        CHECK(!r->measures[CAPER_METRIC_LIMITS_MAX].pass);
    }
}

// The source has half of the frames: half as many may be beyond.
// Two ways over a ball arrive turned against each other by the area between them, which for ways at
// a right angle is 90 degrees x (1 - cos swing): half of it to either side is nobody's fault.
static void a_ball_may_twist_more_the_farther_it_swings(void)
{
    static const struct {
        float swing, beyond, judged; // degrees
    } cases[] = {{0, 20, 20}, {60, 22, 0}, {60, 30, 7.5f}, {90, 44, 0}, {90, 60, 15}};
    twists = 0.5f;
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        stage *s = stage_open(1.8f);
        float degree = CAPER_PI / 180.0f;
        caper_quat swing =
            caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), cases[i].swing * degree);
        caper_quat twist =
            caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), twists + cases[i].beyond * degree);
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_HAND)->rotation = caper_quat_mul(swing, twist);
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_LIMITS_MAX), cases[i].judged, 0.05);
        stage_close(s);
    }
    twists = CAPER_PI;
}

static void limits_against_a_source_compare_shares_of_frames(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            float angle = f < 60 ? 0.6f : 0.4f;
            at(s, f, LIMB)->rotation = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), angle);
        }
        caper_clip *full = stage_clip(s);
        caper_clip *source = caper_clip_resample(full, 30.0f, NULL, NULL, NULL);
        REQUIRE(source != NULL);
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.source = source;
        const caper_report *r = judge_job(s, job);
        CHECK_NEAR(value(r, CAPER_METRIC_LIMITS), 100.0 * 60 / (FRAMES * LIMITED), 1e-6);
        CHECK_NEAR(r->measures[CAPER_METRIC_LIMITS].source, 100.0 * 30 / (61 * LIMITED), 1e-6);
        CHECK_NEAR(r->measures[CAPER_METRIC_LIMITS].gate, r->measures[CAPER_METRIC_LIMITS].source,
                   1e-9);
        CHECK(r->measures[CAPER_METRIC_LIMITS].pass);
        caper_clip_destroy(source);
        caper_clip_destroy(full);
    }
}

static void stretch_is_the_ratio_of_lengths(void)
{
    FOR_EACH_SIZE(s)
    {
        at(s, 30, LEFT_HAND)->position = caper_vec3_scale(at(s, 30, LEFT_HAND)->position, 1.3f);
        at(s, 60, LEFT_HAND)->position = caper_vec3_scale(at(s, 60, LEFT_HAND)->position, 0.8f);
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_STRETCH_MAX), 1.3, 1e-5);
        CHECK_NEAR(value(r, CAPER_METRIC_STRETCH_MIN), 0.8, 1e-5);
        CHECK(!r->measures[CAPER_METRIC_STRETCH_MAX].pass);
        CHECK(!r->measures[CAPER_METRIC_STRETCH_MIN].pass);
    }
}

// --- weight ------------------------------------------------------------------------------------

static void a_flight_falls_as_everything_does(void)
{
    FOR_EACH_SIZE(s)
    {
        throw_up(s, 1.2f, 1.0f);
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_FLIGHT), 0, 0.02);
        CHECK_NEAR(value(r, CAPER_METRIC_FALL), 1.0, 0.02);
        CHECK_NEAR(value(r, CAPER_METRIC_HANG), 0, 0);
        CHECK(r->measures[CAPER_METRIC_FLIGHT].pass && r->measures[CAPER_METRIC_FALL].pass);
        // a clip that is played too fast
        throw_up(s, 1.2f, 2.0f);
        r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_FLIGHT), 1.0, 0.03);
        CHECK_NEAR(value(r, CAPER_METRIC_FALL), 2.0, 0.03);
        CHECK(!r->measures[CAPER_METRIC_FLIGHT].pass && !r->measures[CAPER_METRIC_FALL].pass);
    }
}

// A body of a tenth of the size that keeps its source's time falls with a tenth of the gravity: to
// 15 % of that, as the source to 15 % of its own.
static void who_keeps_the_time_of_a_larger_one_falls_as_much_less(void)
{
    stage *source = stage_open(1.8f), *small = stage_open(0.18f);
    throw_up(source, 1.2f, 1.0f);
    caper_clip *clip = stage_clip(source);
    caper_check_job job = caper_check_job_default();
    job.floor = 0;
    job.source = clip;
    job.source_character = source->character;
    static const float shares[] = {0.7f, 0.9f, 1.0f};
    for (int i = 0; i < CAPER_COUNT_OF(shares); i++) {
        throw_up(small, 1.2f, 0.1f * shares[i]);
        const caper_report *r = judge_job(small, job);
        CHECK_NEAR(value(r, CAPER_METRIC_FLIGHT), 1 - 0.1 * (double)shares[i], 0.01);
        CHECK(r->measures[CAPER_METRIC_FLIGHT].pass == (shares[i] > 0.85f));
        CHECK(!r->measures[CAPER_METRIC_FLIGHT].visible); // from half of its gravity on
    }
    throw_up(small, 1.2f, 0.04f);
    CHECK(judge_job(small, job)->measures[CAPER_METRIC_FLIGHT].visible);
    // and what is too short for a flight of the source is too short for it: 0.2 s
    for (int frames = 10; frames < 20; frames += 5) {
        for (int f = 0; f < FRAMES; f++) {
            small->roots[f].y = f < 30 || f >= 30 + frames ? 0 : 0.1f;
        }
        CHECK(judge_job(small, job)->measures[CAPER_METRIC_FLIGHT].measured == (frames > 12));
    }
    // in a time of its own it flies for as long as its size asks
    source->rate = RATE * sqrtf(0.1f);
    job.source = stage_clip(source);
    for (int f = 40; f < FRAMES; f++) {
        small->roots[f].y = 0;
    }
    CHECK(judge_job(small, job)->measures[CAPER_METRIC_FLIGHT].measured);
    caper_clip_destroy((caper_clip *)(uintptr_t)job.source);
    caper_clip_destroy(clip);
    stage_close(small);
    stage_close(source);
}

static void who_hangs_in_the_air_does_not_fall(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 30; f < 91; f++) {
            s->roots[f].y = 0.5f * s->length;
        }
        const caper_report *r = judge(s);
        // 61 frames, but for 0.05 s at either end
        float h = floorf(0.05f * s->speed * RATE + 0.5f);
        CHECK_NEAR(value(r, CAPER_METRIC_HANG), 100.0f * (61.0f - 2.0f * fmaxf(h, 1)) / FRAMES,
                   1e-4);
        CHECK(!r->measures[CAPER_METRIC_HANG].pass);
    }
}

// The source stands on a stair that nobody told of: who does as it did has nothing to stand on. Who
// is up there while the source stands on the floor hangs.
static void who_has_no_stair_to_stand_on_does_not_hang(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int stair = 0; stair < 2; stair++) {
            for (int f = 30; f < 91; f++) {
                s->roots[f] = (caper_root){0, stair ? 0.3f * s->length : 0, 0, 0};
            }
            caper_clip *source = stage_clip(s);
            for (int f = 30; f < 91; f++) { // too fast to be seen as standing
                s->roots[f].y = 0.3f * s->length;
                s->roots[f].z = 1.0f * s->speed * seconds(f - 30);
            }
            caper_check_job job = caper_check_job_default();
            job.floor = job.source_floor = 0;
            job.source = source;
            const caper_report *r = judge_job(s, job);
            CHECK(r->measures[CAPER_METRIC_HANG].pass == (stair == 1));
            CHECK((value(r, CAPER_METRIC_HANG) > 10) == (stair == 0));
            caper_clip_destroy(source);
        }
    }
}

// What is smooth is smooth at any size, when the time is that of the source; at strides of its own
// a giant would jump.
static void a_giant_in_the_time_of_its_source_is_as_smooth(void)
{
    double pops[2], jitters[2];
    static const float giants[] = {1.8f, 40.0f};
    stage *man = stage_open(1.8f);
    for (int n = 0; n < 2; n++) {
        stage *s = n ? stage_open(giants[n]) : man;
        for (int f = 0; f < FRAMES; f++) {
            float swing = sinf(CAPER_TAU * 4.0f * seconds(f));
            at(s, f, LEFT_HAND)->position.y += 0.02f * s->size * swing;
            at(s, f, PELVIS)->position.y += 0.002f * s->size * swing;
        }
        caper_clip *source = stage_clip(man);
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.source = source;
        job.source_character = man->character;
        const caper_report *r = judge_job(s, job);
        pops[n] = value(r, CAPER_METRIC_POP_LIMBS);
        jitters[n] = value(r, CAPER_METRIC_JITTER);
        CHECK(r->measures[CAPER_METRIC_POP_LIMBS].pass);
        caper_clip_destroy(source);
        if (n) {
            job.source = NULL;
            CHECK(value(judge_job(s, job), CAPER_METRIC_POP_LIMBS) > 2 * pops[0]);
            stage_close(s);
        }
    }
    CHECK_NEAR(pops[1], pops[0], 0.01 * pops[0]);
    CHECK_NEAR(jitters[1], jitters[0], 0.02 * jitters[0]); // places of giants are rounded more
    stage_close(man);
}

static void a_quiet_body_is_over_its_feet(void)
{
    FOR_EACH_SIZE(s)
    {
        CHECK_NEAR(value(judge(s), CAPER_METRIC_BALANCE), 100, 0);
        // all but the feet a long way to the left of them
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].x = 0.6f * s->length;
            at(s, f, LEFT_FOOT)->position.x -= 0.6f * s->length;
            at(s, f, RIGHT_FOOT)->position.x -= 0.6f * s->length;
        }
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_BALANCE), 0, 0);
        CHECK(!r->measures[CAPER_METRIC_BALANCE].pass);
        // who sees where a bench has its mass?
        CHECK(!r->measures[CAPER_METRIC_BALANCE].visible);
    }
}

// A step is no pose: who steps in the time of a larger source is as little asked to stand over each
// foot as that one is, though by his own size he creeps.
static void who_keeps_a_larger_ones_time_does_not_stand_still(void)
{
    stage *stages[] = {stage_open(1.8f), stage_open(0.2f)};
    caper_clip *source = NULL;
    for (int n = 0; n < 2; n++) {
        stage *s = stages[n];
        for (int f = 0; f < FRAMES; f++) { // five short legs a second, beside his feet
            s->roots[f].z = 0.1f * s->length * seconds(f);
            s->roots[f].x = 0.6f * s->length;
            at(s, f, LEFT_FOOT)->position.x -= 0.6f * s->length;
            at(s, f, RIGHT_FOOT)->position.x -= 0.6f * s->length;
        }
        bool quiet = judge(s)->measures[CAPER_METRIC_BALANCE].measured;
        CHECK(quiet == (n == 1));
        source = n ? source : stage_clip(s);
    }
    caper_check_job job = caper_check_job_default();
    job.floor = job.source_floor = 0;
    job.source = source;
    job.source_character = stages[0]->character;
    CHECK(!judge_job(stages[1], job)->measures[CAPER_METRIC_BALANCE].measured);
    caper_clip_destroy(source);
    stage_close(stages[1]);
    stage_close(stages[0]);
}

// Who stands beside his feet in his own file has masses that were guessed wrong, and is not
// falling; who goes farther is.
static void who_rests_beside_his_feet_may_stand_so(void)
{
    feet_at = 0.6f;
    FOR_EACH_SIZE(s)
    {
        CHECK_NEAR(value(judge(s), CAPER_METRIC_BALANCE), 100, 0);
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].z = -0.3f * s->length;
            at(s, f, LEFT_FOOT)->position.z += 0.3f * s->length;
            at(s, f, RIGHT_FOOT)->position.z += 0.3f * s->length;
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_BALANCE), 0, 0);
    }
    feet_at = 0;
}

// --- joints and frames -------------------------------------------------------------------------

static void a_joint_that_turns_over_in_a_frame_flips(void)
{
    FOR_EACH_SIZE(s)
    {
        // frames of a small body are long for it: it may turn farther within one
        float degree = CAPER_PI / 180.0f, wide = fminf(60.0f * s->coarse, 150.0f);
        caper_vec3 x = caper_vec3_make(1, 0, 0);
        at(s, 50, LEFT_ARM)->rotation = caper_quat_from_axis_angle(x, (wide - 2) * degree);
        CHECK_NEAR(value(judge(s), CAPER_METRIC_FLIPS), 0, 0);
        at(s, 50, LEFT_ARM)->rotation = caper_quat_from_axis_angle(x, (wide + 2) * degree);
        const caper_report *r = judge(s); // there and back
        CHECK_NEAR(value(r, CAPER_METRIC_FLIPS), 2, 0);
        CHECK(!r->measures[CAPER_METRIC_FLIPS].pass);
        CHECK_HAS(r->verdict, "left");
    }
}

static void jitter_is_the_median_of_the_root(void)
{
    FOR_EACH_SIZE(s)
    {
        // up and down by a from frame to frame: (4 (-2 a) - 2 a) / 6 - a is 8/3 a off
        float a = 0.001f * s->size;
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].x = f % 2 ? -a : a;
        }
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_JITTER), 0.1 * 8.0 / 3.0 / (double)s->coarse, 1e-3);
        CHECK(!r->measures[CAPER_METRIC_JITTER].pass);
        // two strides up and two down are (4 (a - a) + 2 a) / 6 - a, 2/3 a off
        int stride = (int)fmaxf(1.0f, s->speed);
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].x = f / stride / 2 % 2 ? -5.0f * a : 5.0f * a;
        }
        r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_JITTER), 0.5 * 2.0 / 3.0 / (double)s->coarse, 1e-3);
        CHECK(!r->measures[CAPER_METRIC_JITTER].pass);
        // to and fro as fast as eight strides show it is a dance
        for (int f = 0; f < FRAMES; f++) {
            float phase = 0.25f * CAPER_PI * (float)f / (float)stride;
            s->roots[f].x = 0.1f * s->size * caper_sin(phase);
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_JITTER), 0, 0.001);
        for (int f = 0; f < FRAMES; f++) { // and a jig of six
            float phase = CAPER_PI / 3.0f * (float)f / (float)stride;
            s->roots[f].x = 0.01f * s->size * caper_sin(phase + 0.5f);
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_JITTER), 0, 0.001);
    }
}

static void frames_that_repeat_while_moving_are_counted(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].z = 1.0f * s->speed * seconds(f);
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_REPEATS), 0, 0);
        s->roots[61] = s->roots[62] = s->roots[60];
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_REPEATS), 2, 0);
        CHECK(!r->measures[CAPER_METRIC_REPEATS].pass);
        // a pause is none
        for (int f = 60; f < FRAMES; f++) {
            s->roots[f] = s->roots[60];
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_REPEATS), 0, 0);
        // nor is a frame that swallows 0.15 % of size; two of them are not overlooked
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].z = 0.0015f * s->size * (float)f;
        }
        s->roots[61] = s->roots[60];
        CHECK_NEAR(value(judge(s), CAPER_METRIC_REPEATS), 0, 0);
        s->roots[62] = s->roots[60];
        CHECK_NEAR(value(judge(s), CAPER_METRIC_REPEATS), 2, 0);
    }
}

// Two triangles on the pelvis, of which one corner hangs on a hand: 2 of 5 edges are pulled.
static void edges_that_are_pulled_to_twice_their_length_are_torn(void)
{
    FOR_EACH_SIZE(s)
    {
        const caper_character *c = s->character;
        float k = s->length;
        caper_vec3 positions[4] = {
            {0, k, 0}, {0.1f * k, k, 0}, {0, 1.1f * k, 0}, {0.1f * k, 1.1f * k, 0}};
        caper_vec3 normals[4] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
        uint16_t bodies[16] = {[12] = LEFT_HAND};
        float weights[16] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
        uint32_t indices[6] = {0, 1, 2, 2, 1, 3};
        caper_mat4 binds[BODIES];
        for (int b = 0; b < BODIES; b++) {
            binds[b] = caper_transform_to_mat4(caper_transform_inverse(c->rest_model[b]));
        }
        caper_skin skin = {.name = "skin",
                           .vertex_count = 4,
                           .positions = positions,
                           .normals = normals,
                           .bodies = bodies,
                           .weights = weights,
                           .inverse_bind = binds,
                           .index_count = 6,
                           .indices = indices};
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.skins = &skin;
        job.skin_count = 1;
        const caper_report *r = judge_job(s, job);
        CHECK_NEAR(value(r, CAPER_METRIC_TEAR), 0, 0);
        CHECK_NEAR(value(r, CAPER_METRIC_TEAR_P999), 1, 0.02);
        at(s, 40, LEFT_HAND)->position.x += 0.5f * k;
        r = judge_job(s, job);
        CHECK_NEAR(value(r, CAPER_METRIC_TEAR), 40, 1e-6);
        // of 605 edges two are longer: one in a thousand is beyond 5 lengths
        CHECK(value(r, CAPER_METRIC_TEAR_P999) > 4.9);
        CHECK(!r->measures[CAPER_METRIC_TEAR].pass && !r->measures[CAPER_METRIC_TEAR_P999].pass);
    }
}

// The box of the limb goes through the ground, the skin that it carries ends higher up.
static void skin_and_not_its_box_is_in_the_ground(void)
{
    FOR_EACH_SIZE(s)
    {
        const caper_character *c = s->character;
        const caper_body *limb = &c->bodies[LIMB];
        float k = s->length, low = 0.5f * limb->box_half.y;
        caper_vec3 joint = c->rest_model[LIMB].position;
        caper_vec3 positions[3] = {joint, {joint.x + 0.1f * k, joint.y, joint.z}, joint};
        positions[2].y -= low;
        caper_vec3 normals[3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
        uint16_t bodies[12] = {LIMB, 0, 0, 0, LIMB, 0, 0, 0, LIMB, 0, 0, 0};
        float weights[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
        uint32_t indices[3] = {0, 1, 2};
        caper_mat4 binds[BODIES];
        for (int b = 0; b < BODIES; b++) {
            binds[b] = caper_transform_to_mat4(caper_transform_inverse(c->rest_model[b]));
        }
        caper_skin skin = {.name = "skin",
                           .vertex_count = 3,
                           .positions = positions,
                           .normals = normals,
                           .bodies = bodies,
                           .weights = weights,
                           .inverse_bind = binds,
                           .index_count = 3,
                           .indices = indices};
        // its lowest vertex comes to lie on the ground, its box farther down; then both in it
        for (int deep = 0; deep < 2; deep++) {
            float more = deep ? 0.06f * k : 0;
            at(s, 40, LIMB)->position.y -= deep ? more : joint.y - low;
            caper_check_job job = caper_check_job_default();
            job.floor = 0;
            double box = value(judge_job(s, job), CAPER_METRIC_PENETRATION_BODY);
            CHECK_NEAR(box, 1000 * (limb->box_half.y - low + more), 0.2f * k);
            job.skins = &skin;
            job.skin_count = 1;
            const caper_report *r = judge_job(s, job);
            CHECK_NEAR(value(r, CAPER_METRIC_PENETRATION_BODY), 1000 * more, 0.2f * k);
            CHECK(r->measures[CAPER_METRIC_PENETRATION_BODY].pass == !deep);
        }
        // a limb that carries no skin keeps its box: half a metre in the ground
        at(s, 40, RING)->position.y -= c->rest_model[RING].position.y + 0.5f * k;
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.skins = &skin;
        job.skin_count = 1;
        const caper_report *r = judge_job(s, job);
        float ring = 0.5f * k + c->bodies[RING].box_half.y;
        CHECK_NEAR(value(r, CAPER_METRIC_PENETRATION_BODY), 1000 * ring, 0.2f * k);
        CHECK(!r->measures[CAPER_METRIC_PENETRATION_BODY].pass);
    }
}

TESTS(overlaps_count_from_half_of_the_thinner_core, a_flight_falls_as_everything_does,
      who_keeps_the_time_of_a_larger_one_falls_as_much_less, who_hangs_in_the_air_does_not_fall,
      who_has_no_stair_to_stand_on_does_not_hang, a_giant_in_the_time_of_its_source_is_as_smooth,
      a_quiet_body_is_over_its_feet, who_keeps_a_larger_ones_time_does_not_stand_still,
      who_rests_beside_his_feet_may_stand_so, a_joint_that_turns_over_in_a_frame_flips,
      jitter_is_the_median_of_the_root, frames_that_repeat_while_moving_are_counted,
      edges_that_are_pulled_to_twice_their_length_are_torn, skin_and_not_its_box_is_in_the_ground,
      overlapping_hands_count_by_frames, limits_count_joint_frames_beyond_two_degrees,
      a_ball_may_twist_more_the_farther_it_swings, a_hinge_may_leave_its_plane_by_ten_degrees,
      stretch_is_the_ratio_of_lengths, limits_against_a_source_compare_shares_of_frames)
