// SPDX-License-Identifier: MIT
//
// The judge of quality as a whole: jobs and reports, the verdict and its words.
#include "quality_fixture.h"

// --- standing still ----------------------------------------------------------------------------

static void a_body_at_rest_passes_everything(void)
{
    FOR_EACH_SIZE(s)
    {
        const caper_report *r = judge(s);
        CHECK(r->pass);
        for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
            CHECK(r->measures[m].pass);
        }
        CHECK_NEAR(value(r, CAPER_METRIC_SLIP_MAX), 0, 1e-3 * s->length);
        CHECK_NEAR(value(r, CAPER_METRIC_PENETRATION_MAX), 0, 1e-2 * s->length);
        CHECK_NEAR(value(r, CAPER_METRIC_DUTY), 1, 1e-9);
        CHECK_INT(r->stance_count, 2);
        CHECK_NEAR(r->stances[0].end, seconds(FRAMES - 1), 1e-5);
    }
}

// --- the report --------------------------------------------------------------------------------

// No clip can be built with a NaN in it, so the test plants one in memory: a value that stands
// nowhere else is found in the clip's block and overwritten.
static void a_motion_with_a_nan_fails_as_not_finite(void)
{
    FOR_EACH_SIZE(s)
    {
        const float marker = 123.4567f;
        at(s, 7, LEFT_HAND)->position.x = marker;
        caper_clip *clip = stage_clip(s);
        float *words = (float *)(void *)clip;
        int planted = 0;
        for (size_t i = 0; i < clip->memory_size / sizeof(float); i++) {
            if (memcmp(&words[i], &marker, sizeof(marker)) == 0) {
                words[i] = NAN;
                planted++;
            }
        }
        REQUIRE(planted == 1);
        caper_check_job job = caper_check_job_default();
        job.character = s->character;
        job.clip = clip;
        caper_report *r = caper_check(&job, NULL);
        REQUIRE(r != NULL);
        CHECK(value(r, CAPER_METRIC_FINITE) >= 1);
        CHECK(!r->pass);
        REQUIRE(r->worst_count >= 1);
        CHECK(r->worst[0].frame >= 6 && r->worst[0].frame <= 8);
        CHECK_INT(r->worst[0].body, LEFT_HAND);
        caper_report_destroy(r);
        // as a source it is no measure for anybody
        *at(s, 7, LEFT_HAND) = *at(s, 6, LEFT_HAND);
        job.source = clip;
        r = (caper_report *)judge_job(s, job);
        CHECK(r->pass);
        CHECK(!r->measures[CAPER_METRIC_JERK_RATIO].measured);
        CHECK_HAS(r->warning, "the source has values that are not finite");
        caper_clip_destroy(clip);
    }
}

// What a capture does with its arms it did before its feet were fitted to the ground, and how its
// feet stand now is ours.
static void what_was_fitted_is_judged_by_its_feet(void)
{
    stage *s = stage_open(1.8f);
    s->fitted = true;
    s->contacts[s->contact_count++] = (caper_contact){LEFT_FOOT, 0, 1.9f};
    for (int slides = 0; slides < 2; slides++) {
        at(s, FRAMES / 2, LEFT_HAND)->position.y += 0.03f * s->size * (float)!slides;
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.z += 0.012f * (float)slides * (float)f / FRAMES;
        }
        static const caper_origin origins[] = {CAPER_ORIGIN_OURS, CAPER_ORIGIN_FOUND,
                                               CAPER_ORIGIN_AUTO};
        for (int o = 0; o < 3; o++) {
            caper_check_job job = caper_check_job_default();
            job.floor = 0;
            job.origin = origins[o];
            const caper_report *r = judge_job(s, job);
            CHECK_INT(r->measures[CAPER_METRIC_POP_LIMBS].pass, o > 0);
            CHECK_INT(r->measures[CAPER_METRIC_SLIP_MEDIAN].pass, !slides || o == 1);
            CHECK(o < 2 || r->origin == CAPER_ORIGIN_FITTED);
        }
    }
    stage_close(s);
}

// What declares contacts, or has a source, Caper made; nothing else is known of it.
static void the_origin_of_a_clip_is_seen_where_it_is_not_given(void)
{
    stage *s = stage_open(1.8f);
    s->clip = stage_clip(s);
    caper_check_job job = caper_check_job_default();
    job.character = s->character;
    job.clip = s->clip;
    job.origin = CAPER_ORIGIN_AUTO;
    caper_report *alone = caper_check(&job, NULL);
    job.source = s->clip;
    caper_report *compared = caper_check(&job, NULL);
    REQUIRE(alone && compared);
    CHECK_INT(alone->origin, CAPER_ORIGIN_FOUND);
    CHECK_INT(compared->origin, CAPER_ORIGIN_OURS);
    caper_text text;
    caper_text_init(&text, NULL);
    caper_report_describe(alone, s->character, "somebody", NULL, &text);
    CHECK_HAS(text.data, "on somebody (size 1.8");
    CHECK_HAS(text.data, "judged as found");
    caper_text_free(&text);
    caper_report_destroy(compared);
    caper_report_destroy(alone);
    stage_close(s);
}

static void write_text(const char *path, const char *text)
{
    CHECK(caper_file_write(path, text, strlen(text), NULL));
}

static void bodies_of_a_source_are_named_by_lines(void)
{
    stage *s = stage_open(1.8f);
    const caper_skeleton *k = &s->character->skeleton;
    int16_t map[BODIES];
    caper_error error = {0};
    char text[200];
    const char *path = "quality.pairs";
    snprintf(text, sizeof text, "# left and right\r\n %s = %s\n%s=\n", k->names[LEFT_FOOT],
             k->names[RIGHT_FOOT], k->names[RING]);
    write_text(path, text);
    REQUIRE(caper_check_bodies_load(path, k, k, map, &error));
    CHECK_INT(map[LEFT_FOOT], RIGHT_FOOT);
    CHECK_INT(map[RING], -1);
    CHECK_INT(map[PELVIS], PELVIS);
    write_text(path, "# one\nnobody=x\n");
    CHECK(!caper_check_bodies_load(path, k, k, map, &error));
    CHECK_HAS(error.message, "no body of the clip is named 'nobody'");
    CHECK_INT(error.line, 2);
    write_text(path, "what\n");
    CHECK(!caper_check_bodies_load(path, k, k, map, &error));
    CHECK_HAS(error.message, "expected body=source body");
    remove(path);
    stage_close(s);
}

static void bad_jobs_are_refused_with_a_reason(void)
{
    stage *s = stage_open(1.8f), *other = stage_open(0.1f);
    caper_error error = {0};
    caper_check_job job = caper_check_job_default();
    CHECK(caper_check(&job, &error) == NULL);
    CHECK_HAS(error.message, "character");
    job.character = s->character;
    s->clip = stage_clip(s);
    job.clip = s->clip;
    job.cookie = 0;
    CHECK(caper_check(&job, &error) == NULL);
    job.cookie = caper_check_job_default().cookie;
    caper_skeleton small = s->character->skeleton;
    small.body_count = 3;
    caper_clip_def def = caper_clip_def_default();
    def.name = "other";
    def.skeleton = &small;
    def.frame_count = 1;
    caper_clip *foreign = caper_clip_create(&def, &error);
    REQUIRE(foreign != NULL);
    job.clip = foreign;
    CHECK(caper_check(&job, &error) == NULL);
    CHECK_HAS(error.message, "skeleton");
    caper_clip_destroy(foreign);
    // a few bytes that last for three years
    def.skeleton = &s->character->skeleton;
    def.rate = 0.001f;
    def.frame_count = 100001;
    caper_clip *endless = caper_clip_create(&def, &error);
    REQUIRE(endless != NULL);
    job.clip = s->clip;
    job.reference = endless; // is laid out at the rate of the clip
    CHECK(caper_check(&job, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    CHECK_HAS(error.message, "transforms");
    caper_clip_destroy(endless);
    stage_close(s);
    stage_close(other);
}

static void one_frame_and_no_feet_are_judged_too(void)
{
    stage *s = stage_open(1.8f);
    caper_clip_def def = caper_clip_def_default();
    def.name = "one";
    def.skeleton = &s->character->skeleton;
    def.frame_count = 1;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    caper_check_job job = caper_check_job_default();
    job.character = s->character;
    job.clip = clip;
    caper_report *r = caper_check(&job, NULL);
    REQUIRE(r != NULL);
    CHECK(r->pass);
    caper_report_destroy(r);
    caper_clip_destroy(clip);

    caper_body_def fish = part("fish", -1, 0, 1, 0, 0.1f, 0.1f, 0.4f, CAPER_CAP_SPINE);
    caper_character_def body = caper_character_def_default();
    body.name = "fish";
    body.bodies = &fish;
    body.body_count = 1;
    caper_character *c = caper_character_create(&body, NULL);
    REQUIRE(c != NULL);
    def.skeleton = &c->skeleton;
    clip = caper_clip_create(&def, NULL);
    job.character = c;
    job.clip = clip;
    r = caper_check(&job, NULL);
    REQUIRE(r != NULL);
    CHECK(r->pass);
    CHECK(!r->measures[CAPER_METRIC_SLIP_MAX].measured);
    caper_report_destroy(r);
    caper_clip_destroy(clip);
    caper_character_destroy(c);
    stage_close(s);
}

static void the_json_report_has_every_promised_member(void)
{
    stage *s = stage_open(1.8f);
    const caper_report *r = judge(s);
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, 2);
    caper_report_write(r, s->character, &w);
    caper_error error = {0};
    const char *text = caper_json_writer_finish(&w, NULL, &error);
    REQUIRE(text != NULL);
    CHECK_HAS(text, "\"verdict\": \"pass\"");
    CHECK_HAS(text, "\"seen\": 60");
    CHECK_HAS(text, "\"contacts\"");
    CHECK_HAS(text, "\"slip_mm\"");
    CHECK_HAS(text, "\"worst\"");
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        if (r->measures[m].measured) {
            CHECK_HAS(text, caper_metric_name((caper_metric)m));
        }
    }
    caper_json_writer_free(&w);
    stage_close(s);
}

// Who has walked off the end of the world hangs over nothing: that is told in numbers, too.
static void beyond_the_world_the_report_is_finite(void)
{
    stage *s = stage_open(1.8f);
    caper_world_box box = {
        caper_transform_make(caper_quat_identity(), caper_vec3_make(0, -0.5f, 0)),
        caper_vec3_make(0.5f, 0.5f, 0.5f)};
    caper_world_def def = caper_world_def_default();
    def.has_ground = false;
    def.boxes = &box;
    def.box_count = 1;
    caper_world *world = caper_world_create(&def, NULL);
    REQUIRE(world != NULL);
    for (int f = 0; f < FRAMES; f++) {
        at(s, f, PELVIS)->position.z += 5.0f * seconds(f);
    }
    caper_check_job job = caper_check_job_default();
    job.world = world;
    const caper_report *r = judge_job(s, job);
    CHECK(value(r, CAPER_METRIC_HANG) > 50.0);
    bool told = false;
    for (int i = 0; i < r->worst_count; i++) {
        CHECK(isfinite(r->worst[i].value));
        told = told || r->worst[i].metric == CAPER_METRIC_HANG;
    }
    CHECK(told);
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, 2);
    caper_report_write(r, s->character, &w);
    CHECK(caper_json_writer_finish(&w, NULL, NULL) != NULL);
    caper_json_writer_free(&w);
    stage_close(s);
    caper_world_destroy(world);
}

static void running_out_of_memory_is_an_error_not_a_crash(void)
{
    stage *s = stage_open(1.8f);
    s->clip = stage_clip(s);
    caper_check_job job = caper_check_job_default();
    job.character = s->character;
    job.clip = s->clip;
    long attempts = 1;
    for (bool done = false; !done && attempts < 1000; attempts++) {
        test_memory memory = {0};
        memory.fail_at = attempts;
        caper_allocator allocator = test_memory_allocator(&memory);
        job.allocator = &allocator;
        caper_error error = {0};
        caper_report *r = caper_check(&job, &error);
        done = r != NULL;
        CHECK(r || error.status == CAPER_ERROR_MEMORY);
        caper_report_destroy(r);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(attempts > 2 && attempts < 1000);
    stage_close(s);
}

static void the_pieces_tell_failure_from_nothing_found(void)
{
    stage *s = stage_open(1.8f);
    caper_clip *clip = stage_clip(s);
    caper_skeleton fewer = s->character->skeleton;
    fewer.body_count = 3;
    caper_clip_def def = caper_clip_def_default();
    def.name = "foreign";
    def.skeleton = &fewer;
    def.frame_count = 1;
    caper_clip *foreign = caper_clip_create(&def, NULL);
    REQUIRE(foreign != NULL);
    float level = 7, confidence = 7;
    caper_contacts_job job = caper_contacts_job_default();
    job.character = s->character;
    job.clip = foreign;
    caper_error error = {0};
    CHECK(!caper_contacts_detect(&job, &error) && job.contacts == NULL);
    CHECK_HAS(error.message, "skeleton");
    job.clip = clip;
    CHECK(!caper_floor_estimate(s->character, foreign, NULL, &level, &confidence));
    caper_clip_destroy(foreign);
    for (int fail_at = 1; fail_at <= 2; fail_at++) {
        test_memory memory = {0};
        memory.fail_at = fail_at % 2; // first refused, then not
        caper_allocator allocator = test_memory_allocator(&memory);
        job.allocator = &allocator;
        bool good = fail_at == 2;
        CHECK(caper_contacts_detect(&job, NULL) == good);
        CHECK_INT(job.contact_count, good ? 2 : 0);
        caper_contacts_destroy(&job);
        CHECK_INT(caper_floor_estimate(s->character, clip, &allocator, &level, &confidence), good);
        CHECK(good || (level == 7 && confidence == 7)); // nothing written
        CHECK(memory.alloc_count > 0);
        CHECK_MEMORY_EMPTY(&memory);
    }
    caper_clip_destroy(clip);
    stage_close(s);
}

// A rest pose at the origin in front of a motion elsewhere, as converters of captures put it there.
static void put_rest_in_front(stage *s, int count)
{
    for (int f = 0; f < FRAMES; f++) {
        for (int b = 0; b < BODIES; b++)
            *at(s, f, b) = s->character->skeleton.rest_local[b];
        if (f >= count) {
            at(s, f, PELVIS)->position.x += (1.0f + 0.001f * (float)f) * s->length;
            at(s, f, LEFT_HAND)->rotation = caper_quat_from_yaw(1.0f);
        }
    }
}

static void a_rest_pose_in_front_of_the_motion_is_left_out(void)
{
    for (int k = 0; k < CAPER_COUNT_OF(sizes); k++) {
        stage *s = stage_open(sizes[k]);
        for (int count = 0; count < 4; count++) {
            put_rest_in_front(s, count);
            const caper_report *r = judge(s);
            CHECK_INT(r->rest_frames, count);
            CHECK_INT(r->first_frame, count);
            CHECK_INT(r->frame_count, FRAMES - count);
            CHECK_NEAR(r->measures[CAPER_METRIC_POPS].value, 0, 0);
            if (count > 0)
                CHECK_NEAR(r->rest_jump, (1.0 + 0.001 * count) * (double)s->length,
                           0.02 * (double)s->length);
        }
        stage_close(s);
    }
}

// Only rest poses: a motion that jumps from somewhere else is to blame for it.
static void a_jump_from_a_pose_is_still_a_pop(void)
{
    stage *s = stage_open(1.8f);
    put_rest_in_front(s, 1);
    for (int b = LEFT_FOOT; b < BODIES; b++)
        at(s, 0, b)->rotation = caper_quat_from_yaw(0.5f);
    const caper_report *r = judge(s);
    CHECK_INT(r->rest_frames, 0);
    CHECK(r->measures[CAPER_METRIC_POPS].value > 0);
    // and one that keeps going at that pace did not jump
    put_rest_in_front(s, 0);
    for (int f = 0; f < FRAMES; f++)
        at(s, f, PELVIS)->position.x = 0.2f * (float)f;
    CHECK_INT(judge(s)->rest_frames, 0);
    stage_close(s);
}

static void a_part_is_judged_by_the_time_of_the_whole(void)
{
    stage *s = stage_open(1.8f);
    at(s, 20, LEFT_HAND)->position.y += 0.5f; // a pop in each half
    at(s, 90, RIGHT_HAND)->position.y += 0.7f;
    judge(s);
    caper_check_job job = caper_check_job_default();
    job.character = s->character;
    job.clip = s->clip;
    job.floor = 0;
    job.from = 1.0f;
    caper_report *late = caper_check(&job, NULL);
    REQUIRE(late != NULL);
    CHECK_INT(late->first_frame, 60);
    CHECK_INT(late->frame_count, 61);
    CHECK_NEAR(late->measures[CAPER_METRIC_POPS].value, 1, 0);
    for (int i = 0; i < late->worst_count; i++)
        if (late->worst[i].metric == CAPER_METRIC_POPS) {
            CHECK_INT(late->worst[i].frame, 90);
            CHECK_INT(late->worst[i].body, RIGHT_HAND);
        }
    REQUIRE(late->stance_count > 0);
    CHECK_NEAR(late->stances[0].start, 1.0, 1e-5);
    CHECK_NEAR(late->stances[0].end, 2.0, 1e-5);
    caper_report_destroy(late);
    job.from = 0;
    job.to = 1.0f;
    caper_report *early = caper_check(&job, NULL);
    REQUIRE(early != NULL);
    CHECK_INT(early->frame_count, 61);
    CHECK_NEAR(early->measures[CAPER_METRIC_POPS].value, 1, 0);
    caper_report_destroy(early);
    caper_error error = {0};
    job.from = 2.5f;
    job.to = 3.0f;
    CHECK(caper_check(&job, &error) == NULL);
    CHECK_HAS(error.message, "not within a clip");
    job.from = 1.0f;
    job.to = 0.5f;
    CHECK(caper_check(&job, &error) == NULL);
    stage_close(s);
}

static void guessed_boxes_are_reported_and_not_gated(void)
{
    stage *s = stage_open(1.8f);
    for (int f = 0; f < FRAMES; f++) // the hands in each other
        at(s, f, LEFT_HAND)->position = at(s, f, RIGHT_HAND)->position;
    judge(s);
    caper_check_job job = caper_check_job_default();
    job.character = s->character;
    job.clip = s->clip;
    job.floor = 0;
    for (int guessed = 0; guessed < 2; guessed++) {
        job.boxes_guessed = guessed == 1;
        caper_report *r = caper_check(&job, NULL);
        REQUIRE(r != NULL);
        const caper_measure *m = &r->measures[CAPER_METRIC_SELF_PENETRATION];
        CHECK_NEAR(m->value, 100, 0);
        CHECK(m->guessed == (guessed == 1));
        CHECK(m->gated == (guessed == 0));
        CHECK(m->pass == (guessed == 1));
        caper_report_destroy(r);
    }
    stage_close(s);
}

// --- what is said ------------------------------------------------------------------------------

static void the_verdict_names_what_is_seen_first(void)
{
    stage *s = stage_open(1.8f);
    CHECK_STR(judge(s)->verdict, "good");
    CHECK_INT(judge(s)->seen, -1);
    // a foot slides, but a hand that has left its arm is seen first
    for (int f = 0; f < FRAMES; f++) {
        at(s, f, LEFT_FOOT)->position.x += 0.0005f * (float)f;
    }
    at(s, 72, LEFT_HAND)->position.x += 0.3f;
    const caper_report *r = judge(s);
    REQUIRE(r->seen >= 0);
    CHECK(r->worst[r->seen].metric == CAPER_METRIC_STRETCH_MAX);
    CHECK_HAS(r->verdict, "left hand leaves left arm");
    CHECK_HAS(r->verdict, "at 1.20 s");
    stage_close(s);
}

// One of four stances slides, by so much.
static const caper_report *slide_once(stage *s, float way)
{
    s->contacts[0] = (caper_contact){LEFT_FOOT, seconds(0), seconds(30)};
    s->contacts[1] = (caper_contact){LEFT_FOOT, seconds(40), seconds(70)};
    s->contacts[2] = (caper_contact){LEFT_FOOT, seconds(80), seconds(110)};
    s->contacts[3] = (caper_contact){RIGHT_FOOT, 0, seconds(FRAMES - 1)};
    s->contact_count = 4;
    float rest = at(s, 0, LEFT_FOOT)->position.z;
    for (int f = 40; f < FRAMES; f++) {
        at(s, f, LEFT_FOOT)->position.z = rest + way * fminf((float)(f - 40) / 30.0f, 1.0f);
    }
    return judge(s);
}

static void a_fault_may_be_too_small_to_be_seen(void)
{
    FOR_EACH_SIZE(s)
    {
        const caper_report *r = slide_once(s, 0.03f * s->length);
        const caper_measure *slip = &r->measures[CAPER_METRIC_SLIP_MAX];
        CHECK_NEAR(slip->value, 30.0 * s->length, 0.05 * s->length);
        CHECK_NEAR(slip->seen, 60.0 * s->length, 1e-3 * s->length);
        CHECK(!r->pass && !slip->pass && !slip->visible && r->grade == CAPER_GRADE_FLAWED);
        CHECK_HAS(r->verdict, "left foot slides");
        CHECK_HAS(r->verdict, "; few would see it");
        r = slide_once(s, 0.1f * s->length);
        CHECK(!r->pass && r->grade == CAPER_GRADE_FAIL &&
              r->measures[CAPER_METRIC_SLIP_MAX].visible);
        CHECK(strstr(r->verdict, "few") == NULL);
    }
}

// Numbers as people write them: no exponents, metres where millimetres are too many.
static void numbers_are_told_in_plain_units(void)
{
    stage *s = stage_open(1.8f);
    for (int f = 0; f < FRAMES; f++) {
        at(s, f, 0)->position.y -= 27.9f;
    }
    const caper_report *r = judge(s);
    CHECK(!r->pass);
    CHECK_HAS(r->verdict, " m in the ground");
    CHECK(strstr(r->verdict, "e+") == NULL && strstr(r->verdict, "mm") == NULL);
    stage_close(s);
}

static void curves_follow_the_frames(void)
{
    stage *s = stage_open(1.8f);
    throw_up(s, 1.2f, 1.0f);
    CHECK_INT(judge(s)->curve_count, 0);
    caper_check_job job = caper_check_job_default();
    job.floor = 0;
    job.curves = true;
    const caper_report *r = judge_job(s, job);
    int found = 0;
    for (int i = 0; i < r->curve_count; i++) {
        const caper_report_curve *c = &r->curves[i];
        if (c->metric == CAPER_METRIC_FALL) {
            CHECK_NEAR(c->values[66], -1, 0.01); // the top of the flight
            CHECK_NEAR(c->values[10], 0, 1e-3);
            CHECK_NEAR(c->gate_min, -1.2, 1e-6);
            found++;
        } else if (c->metric == CAPER_METRIC_PENETRATION_P95) {
            CHECK_NEAR(c->values[66], 1000.0 * 0.125 * 9.81 * 1.44, 1.0);
            found++;
        }
    }
    CHECK_INT(found, 2);
    stage_close(s);
}

static void what_was_found_is_judged_by_wider_gates(void)
{
    FOR_EACH_SIZE(s)
    {
        // both feet drift by 15 mm: too much for us, little for a capture
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.z += 0.015f * s->length * seconds(f) / 2;
            at(s, f, RIGHT_FOOT)->position.z += 0.015f * s->length * seconds(f) / 2;
        }
        CHECK(!judge(s)->pass);
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.origin = CAPER_ORIGIN_FOUND;
        const caper_report *r = judge_job(s, job);
        CHECK(r->pass);
        CHECK_NEAR(r->measures[CAPER_METRIC_SLIP_MEDIAN].gate, 25.0 * s->length, 1e-3 * s->length);
        CHECK(r->origin == CAPER_ORIGIN_FOUND);
    }
}

TESTS(a_fault_may_be_too_small_to_be_seen, the_verdict_names_what_is_seen_first,
      numbers_are_told_in_plain_units, curves_follow_the_frames,
      what_was_found_is_judged_by_wider_gates, a_rest_pose_in_front_of_the_motion_is_left_out,
      a_jump_from_a_pose_is_still_a_pop, a_part_is_judged_by_the_time_of_the_whole,
      guessed_boxes_are_reported_and_not_gated, a_body_at_rest_passes_everything,
      a_motion_with_a_nan_fails_as_not_finite, the_origin_of_a_clip_is_seen_where_it_is_not_given,
      what_was_fitted_is_judged_by_its_feet, bodies_of_a_source_are_named_by_lines,
      bad_jobs_are_refused_with_a_reason, one_frame_and_no_feet_are_judged_too,
      the_json_report_has_every_promised_member, beyond_the_world_the_report_is_finite,
      running_out_of_memory_is_an_error_not_a_crash, the_pieces_tell_failure_from_nothing_found)
