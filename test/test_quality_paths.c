// SPDX-License-Identifier: MIT
//
// What paths are measured by: jerk, jumps and trembling.
#include "quality_fixture.h"

// --- jerk, pops and trembling -------------------------------------------------------------------

static void jerk_of_a_cubic_is_constant(void)
{
    FOR_EACH_SIZE(s)
    {
        // all bodies move as a t^3, so jerk is 6 a everywhere; t centred to keep float error small
        float a = 0.8f * s->length;
        for (int f = 0; f < FRAMES; f++) {
            float t = seconds(f) - 1.0f;
            s->roots[f].z = a * t * t * t;
        }
        const caper_report *r = judge(s);
        double jerk = 6.0 * (double)a / (double)s->size;
        CHECK_NEAR(value(r, CAPER_METRIC_JERK), jerk * jerk, 0.05 * jerk * jerk);
    }
}

static void jerk_ratio_compares_with_the_source(void)
{
    FOR_EACH_SIZE(s)
    {
        float a = 0.8f * s->length;
        for (int f = 0; f < FRAMES; f++) {
            float t = seconds(f) - 1.0f;
            s->roots[f].z = a * t * t * t;
        }
        caper_clip *source = stage_clip(s);
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].z *= 1.5f;
        }
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.source = source;
        const caper_report *r = judge_job(s, job);
        CHECK_NEAR(value(r, CAPER_METRIC_JERK_RATIO), 2.25, 0.15);
        CHECK(!r->measures[CAPER_METRIC_JERK_RATIO].pass);
        caper_clip_destroy(source);
    }
}

// A crouch has hardly any jerk, and stairs have their own: what is fitted to a world may have as
// much as a climb, and no more than the source where that has more.
static void what_is_fitted_may_have_the_jerk_of_a_climb(void)
{
    for (int calm = 0; calm < 2; calm++) {
        stage *s = stage_open(1.8f);
        s->fitted = true;
        for (int f = 0; f < FRAMES; f++) {
            float t = seconds(f) - 1.0f;
            s->roots[f].z = (calm ? 1.0f : 80.0f) * t * t * t;
        }
        caper_clip *source = stage_clip(s);
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].z *= 1.5f;
        }
        for (int o = 0; o < 2; o++) {
            caper_check_job job = caper_check_job_default();
            job.floor = 0;
            job.source = source;
            job.origin = o ? CAPER_ORIGIN_AUTO : CAPER_ORIGIN_OURS;
            const caper_report *r = judge_job(s, job);
            CHECK_INT(r->measures[CAPER_METRIC_JERK_RATIO].pass, calm && o);
        }
        caper_clip_destroy(source);
        stage_close(s);
    }
}

// A body without hands has feet that do what feet do, which is no more jerk for lack of calm hands;
// and who has legs twice as long for his size takes steps twice as large.
static void jerk_between_plans_is_that_of_what_both_have(void)
{
    stage *man = stage_open(1.8f), *other = stage_open(1.8f);
    const caper_character *body = other->character;
    caper_body *bodies = (caper_body *)(uintptr_t)body->bodies;
    caper_leg *legs = (caper_leg *)(uintptr_t)body->legs;
    ((char *)(uintptr_t)body->skeleton.names[RING])[0] ^= 1; // another skeleton
    for (int pass = 0; pass < 2; pass++) {
        stage *s = pass ? other : man;
        for (int f = 0; f < FRAMES; f++) {
            for (int b = LEFT_FOOT; b <= RIGHT_FOOT; b++) {
                at(s, f, b)->position.z += 0.05f * s->size * sinf(CAPER_TAU * 3.0f * seconds(f));
            }
        }
    }
    caper_clip *source = stage_clip(man);
    caper_check_job job = caper_check_job_default();
    job.floor = 0;
    job.source = source;
    job.source_character = man->character;
    CHECK_NEAR(value(judge_job(other, job), CAPER_METRIC_JERK_RATIO), 1, 0.02);
    bodies[LEFT_HAND].caps &= ~(caper_caps)CAPER_CAP_GRASPER;
    bodies[RIGHT_HAND].caps &= ~(caper_caps)CAPER_CAP_GRASPER;
    CHECK_NEAR(value(judge_job(other, job), CAPER_METRIC_JERK_RATIO), 1, 0.02);
    bodies[LEFT_HAND].caps |= CAPER_CAP_GRASPER;
    bodies[RIGHT_HAND].caps |= CAPER_CAP_GRASPER;
    for (int k = 0; k < body->leg_count; k++) {
        legs[k].length *= 2;
    }
    CHECK_NEAR(value(judge_job(other, job), CAPER_METRIC_JERK_RATIO), 0.25, 0.01);
    caper_clip_destroy(source);
    stage_close(other);
    stage_close(man);
}

// A foot that is held where it lands stops at once, which no foot of the source does that slides to
// its place: that is not asked. What shivers in the air is.
static void a_landing_is_not_rough_and_a_shiver_is(void)
{
    stage *man = stage_open(1.8f), *other = stage_open(1.8f);
    ((char *)(uintptr_t)other->character->skeleton.names[RING])[0] ^= 1; // another skeleton
    for (int pass = 0; pass < 2; pass++) {
        stage *s = pass ? other : man;
        for (int f = 0; f < FRAMES; f++) {
            for (int b = LEFT_HAND; b <= RIGHT_HAND; b++) {
                at(s, f, b)->position.z += 0.05f * s->size * sinf(CAPER_TAU * seconds(f));
            }
        }
    }
    caper_clip *source = stage_clip(man);
    caper_check_job job = caper_check_job_default();
    job.floor = 0;
    job.source = source;
    job.source_character = man->character;
    for (int f = 0; f < 60; f++) { // dropped from 10 cm in two frames
        at(other, f, LEFT_FOOT)->position.y += f < 59 ? 0.1f : 0.05f;
    }
    CHECK_NEAR(value(judge_job(other, job), CAPER_METRIC_JERK_RATIO), 1, 0.02);
    static const float shivers[] = {0.00008f, 0.005f}; // metres; nobody sees the first
    for (int i = 0; i < CAPER_COUNT_OF(shivers); i++) {
        for (int f = 20; f < 40; f++) {
            at(other, f, LEFT_FOOT)->position.x += f % 2 ? shivers[i] : -shivers[i];
        }
        const caper_measure *m = &judge_job(other, job)->measures[CAPER_METRIC_JERK_RATIO];
        CHECK(!m->pass && m->visible == (i == 1));
    }
    caper_clip_destroy(source);
    stage_close(other);
    stage_close(man);
}

// Who turns about his chest swings his hips, and goes nowhere.
static void a_long_body_that_turns_on_the_spot_stays(void)
{
    caper_character *dog = menagerie_load("dog");
    int chest = dog->spine[dog->spine_count / 2];
    float arm = dog->rest_model[chest].position.z;
    CHECK(fabsf(arm - dog->rest_model[dog->root_body].position.z) > 0.2f * dog->size);
    caper_root roots[FRAMES];
    for (int f = 0; f < FRAMES; f++) {
        float yaw = 1.5f * seconds(f);
        roots[f] = (caper_root){-arm * sinf(yaw), 0, arm * (1 - cosf(yaw)), yaw};
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "turn";
    def.skeleton = &dog->skeleton;
    def.rate = RATE;
    def.frame_count = FRAMES;
    def.roots = roots;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    caper_check_job job = caper_check_job_default();
    job.character = dog;
    job.clip = clip;
    job.floor = 0;
    caper_report *r = caper_check(&job, NULL);
    REQUIRE(r != NULL);
    CHECK(value(r, CAPER_METRIC_FROUDE) < 1e-6);
    caper_report_destroy(r);
    caper_clip_destroy(clip);
    caper_character_destroy(dog);
}

static void a_still_source_does_not_excuse_a_shiver(void)
{
    FOR_EACH_SIZE(s)
    {
        caper_clip *source = stage_clip(s);
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.source = source;
        const caper_report *still = judge_job(s, job);
        CHECK(value(still, CAPER_METRIC_JERK_RATIO) <= 1.0);
        CHECK(still->pass);
        for (int f = 0; f < FRAMES; f++) { // a tenth of a millimetre to and fro
            at(s, f, LEFT_HAND)->position.y += f % 2 ? 1e-4f * s->length : 0.0f;
        }
        const caper_report *r = judge_job(s, job);
        CHECK(value(r, CAPER_METRIC_JERK_RATIO) > 10.0);
        CHECK(!r->measures[CAPER_METRIC_JERK_RATIO].pass);
        caper_clip_destroy(source);
    }
}

// Far from the origin a float cannot hold a still body still: that is no shiver.
static void rounding_far_from_the_origin_is_not_a_shiver(void)
{
    FOR_EACH_SIZE(s)
    {
        caper_clip *source = stage_clip(s);
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].x = 1000.0f * s->length;
            s->roots[f].yaw = 0.3f * seconds(f); // so that every frame rounds anew
        }
        caper_check_job job = caper_check_job_default();
        job.source = source;
        CHECK(value(judge_job(s, job), CAPER_METRIC_JERK_RATIO) < 1.2);
        caper_clip_destroy(source);
    }
}

static void the_seam_of_a_loop_is_judged_for_pops(void)
{
    FOR_EACH_SIZE(s)
    {
        s->loops = true;
        for (int f = 0; f < FRAMES; f++) { // one clean turn, and a way that goes on
            float phase = 2.0f * CAPER_PI * (float)f / (float)(FRAMES - 1);
            at(s, f, LEFT_HAND)->position.y += 0.05f * s->size * caper_sin(phase);
            s->roots[f].z = 1.2f * s->speed * seconds(f);
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POPS), 0, 0);
        at(s, FRAMES - 1, LEFT_HAND)->position.y += 0.05f * s->coarse * s->size;
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_POPS), 1, 0);
        for (int i = 0; i < r->worst_count; i++) {
            CHECK(r->worst[i].metric != CAPER_METRIC_POPS || r->worst[i].frame == FRAMES - 1);
        }
        // a hand that drifts away during the clip jumps home at its end
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_HAND)->position = at(s, f, RIGHT_HAND)->position;
            at(s, f, LEFT_HAND)->position.x *= -1.0f;
            at(s, f, LEFT_HAND)->position.y +=
                0.05f * s->coarse * s->size * (float)f / (float)(FRAMES - 1);
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POPS), 1, 0);
        s->loops = false;
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POPS), 0, 0);
    }
}

static void one_displaced_frame_is_one_pop(void)
{
    FOR_EACH_SIZE(s)
    {
        float unit = s->coarse * s->size; // gates grow with the stride
        at(s, 50, LEFT_HAND)->position.y += 0.018f * unit;
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POPS), 0, 0);
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POP_LIMBS), 1.8, 1e-3); // % of size
        at(s, 50, LEFT_HAND)->position.y += 0.012f * unit;
        at(s, 90, RIGHT_HAND)->position.y += 0.04f * unit;
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_POPS), 2, 0);
        CHECK(!r->pass);

        // the source pops too: the left hand 0.03 s later (excused), the right hand 0.2 s later
        // (not)
        caper_transform saved[2] = {*at(s, 52, LEFT_HAND), *at(s, 102, RIGHT_HAND)};
        caper_clip *ours = stage_clip(s);
        *at(s, 50, LEFT_HAND) = *at(s, 0, LEFT_HAND);
        *at(s, 90, RIGHT_HAND) = *at(s, 0, RIGHT_HAND);
        at(s, 52, LEFT_HAND)->position.y += 0.04f * unit;
        at(s, 102, RIGHT_HAND)->position.y += 0.04f * unit;
        caper_clip *source = stage_clip(s);
        *at(s, 52, LEFT_HAND) = saved[0];
        *at(s, 102, RIGHT_HAND) = saved[1];
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.character = s->character;
        job.clip = ours;
        job.source = source;
        caper_report *both = caper_check(&job, NULL);
        REQUIRE(both != NULL);
        CHECK_NEAR(value(both, CAPER_METRIC_POPS), 1, 0);
        caper_report_destroy(both);
        caper_clip_destroy(ours);
        caper_clip_destroy(source);
    }
}

static void who_starts_and_stops_at_once_does_not_jump(void)
{
    FOR_EACH_SIZE(s)
    {
        float step = 0.3f * s->coarse * s->size / fmaxf(1.0f, s->speed); // a frame
        for (int f = 50; f < FRAMES; f++) {
            at(s, f, LEFT_HAND)->position.z += (float)(f < 70 ? f - 50 : 20) * step;
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POPS), 0, 0);
    }
}

// Neither along its way nor across it.
static void who_runs_is_not_excused_a_displaced_frame(void)
{
    FOR_EACH_SIZE(s)
    {
        float unit = s->coarse * s->size;
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].z = 0.037f * unit / fmaxf(1.0f, s->speed) * (float)f;
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POP_TRUNK), 0, 1e-2);
        for (int percent = 2; percent <= 3; percent++) {
            float off = 0.01f * (float)percent * unit;
            caper_root saved = s->roots[50];
            s->roots[50].z += off;
            CHECK_NEAR(value(judge(s), CAPER_METRIC_POP_TRUNK), percent, 0.05);
            s->roots[50] = saved;
            s->roots[50].x += off;
            const caper_report *r = judge(s);
            CHECK_NEAR(value(r, CAPER_METRIC_POP_TRUNK), percent, 0.05);
            CHECK(!r->measures[CAPER_METRIC_POP_TRUNK].pass);
            s->roots[50] = saved;
        }
    }
}

static void an_impact_excuses_twice_the_pop(void)
{
    FOR_EACH_SIZE(s)
    {
        float unit = s->coarse * s->size;
        at(s, 50, LEFT_HAND)->position.y += 0.03f * unit; // 3 %: the gate of limbs is 2
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POPS), 1, 0);
        const float impact = seconds(50);
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.impacts = &impact;
        job.impact_count = 1;
        CHECK_NEAR(value(judge_job(s, job), CAPER_METRIC_POPS), 0, 0);
        job.from = 0.25f; // a part of the clip knows its impacts too
        CHECK_NEAR(value(judge_job(s, job), CAPER_METRIC_POPS), 0, 0);
        at(s, 50, LEFT_HAND)->position.y += 0.02f * unit; // 5 %
        CHECK_NEAR(value(judge_job(s, job), CAPER_METRIC_POPS), 1, 0);
    }
}

static void one_pop_of_the_source_does_not_excuse_a_shiver(void)
{
    FOR_EACH_SIZE(s)
    {
        at(s, 30, LEFT_HAND)->position.y += 0.04f * s->coarse * s->size;
        caper_clip *source = stage_clip(s);
        // ours pops with the source, then goes on shivering for a second
        for (int f = 32; f < 92; f += 2) {
            at(s, f, LEFT_HAND)->position.y += 0.04f * s->coarse * s->size;
        }
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.source = source;
        const caper_report *r = judge_job(s, job);
        CHECK(value(r, CAPER_METRIC_POPS) >= 1);
        CHECK(!r->measures[CAPER_METRIC_POP_LIMBS].pass);
        // blamed is what is not excused
        for (int i = 0; i < r->worst_count; i++) {
            CHECK(r->worst[i].metric != CAPER_METRIC_POPS || r->worst[i].frame > 33);
        }
        caper_clip_destroy(source);
    }
}

static void a_cubic_is_no_pop_however_fast(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            float t = seconds(f) - 1.0f;
            s->roots[f].z = 30.0f * s->length * t * t * t;
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POPS), 0, 0);
    }
}

// The time about a landing in which a foot may stop grows as all times do, for who is in his own.
static void a_landing_of_a_giant_takes_its_time(void)
{
    stage *man = stage_open(1.8f), *giant = stage_open(7.2f);
    ((char *)(uintptr_t)giant->character->skeleton.names[RING])[0] ^= 1; // another skeleton
    man->rate = 2 * RATE;                                                // four times the size
    for (int f = 0; f < FRAMES; f++) {
        for (int b = LEFT_HAND; b <= RIGHT_HAND; b++) {
            float swing = sinf(CAPER_TAU * seconds(f));
            at(man, f, b)->position.z += 0.05f * man->size * swing;
            at(giant, f, b)->position.z += 0.05f * giant->size * swing;
        }
    }
    for (int f = 0; f < 60; f++) { // dropped in six frames, 0.05 s of a man's
        at(giant, f, LEFT_FOOT)->position.y += 0.4f * fminf((float)(60 - f) / 6.0f, 1.0f);
    }
    caper_clip *source = stage_clip(man);
    caper_check_job job = caper_check_job_default();
    job.floor = 0;
    job.source = source;
    job.source_character = man->character;
    // hands alone: squares of third derivatives in twice the time
    CHECK_NEAR(64 * value(judge_job(giant, job), CAPER_METRIC_JERK_RATIO), 1, 0.05);
    caper_clip_destroy(source);
    stage_close(giant);
    stage_close(man);
}

TESTS(who_starts_and_stops_at_once_does_not_jump, who_runs_is_not_excused_a_displaced_frame,
      an_impact_excuses_twice_the_pop, jerk_of_a_cubic_is_constant,
      jerk_ratio_compares_with_the_source, what_is_fitted_may_have_the_jerk_of_a_climb,
      jerk_between_plans_is_that_of_what_both_have, a_landing_is_not_rough_and_a_shiver_is,
      a_landing_of_a_giant_takes_its_time, a_long_body_that_turns_on_the_spot_stays,
      a_still_source_does_not_excuse_a_shiver, rounding_far_from_the_origin_is_not_a_shiver,
      the_seam_of_a_loop_is_judged_for_pops, one_displaced_frame_is_one_pop,
      one_pop_of_the_source_does_not_excuse_a_shiver, a_cubic_is_no_pop_however_fast)
