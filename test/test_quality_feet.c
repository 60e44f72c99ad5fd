// SPDX-License-Identifier: MIT
//
// What feet and ground are measured by: slip, skating, depth, floating, steps, the floor.
#include "quality_fixture.h"

// --- slip and skating --------------------------------------------------------------------------

static void slip_is_the_diagonal_of_the_horizontal_extent(void)
{
    FOR_EACH_SIZE(s)
    {
        // both feet drift 9 mm sideways and 12 mm forward: 15 mm
        for (int f = 0; f < FRAMES; f++) {
            float t = (float)f / (float)(FRAMES - 1);
            for (int b = LEFT_FOOT; b <= RIGHT_FOOT; b++) {
                at(s, f, b)->position.x += 0.009f * s->length * t;
                at(s, f, b)->position.z += 0.012f * s->length * t;
            }
        }
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_SLIP_MEDIAN), 15.0 * s->length, 0.01 * s->length);
        CHECK_NEAR(value(r, CAPER_METRIC_SLIP_MAX), 15.0 * s->length, 0.01 * s->length);
        // in two seconds
        CHECK_NEAR(value(r, CAPER_METRIC_STANCE_SPEED), 0.0075 * (double)s->length,
                   1e-5 * (double)s->length);
        CHECK_NEAR(r->measures[CAPER_METRIC_SLIP_MEDIAN].gate, 5.0 * s->length, 1e-4 * s->length);
        CHECK(!r->measures[CAPER_METRIC_SLIP_MEDIAN].pass);
        CHECK(r->measures[CAPER_METRIC_SLIP_MAX].pass); // 20 mm
        CHECK(!r->pass);
    }
}

static void a_declared_stance_cannot_hide_a_fast_slide(void)
{
    FOR_EACH_SIZE(s)
    {
        // at 0.8 m/s no stance would be detected; the clip says that it stands
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.z += 0.8f * s->speed * seconds(f);
        }
        double way = 0.8 * (double)s->speed * 2.0 * 1000.0;
        const caper_report *quiet = judge(s);
        CHECK(value(quiet, CAPER_METRIC_SLIP_MAX) < 0.1 * way);
        s->contacts[0] = (caper_contact){LEFT_FOOT, 0, seconds(FRAMES - 1)};
        s->contact_count = 1;
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_SLIP_MAX), way, 1e-3 * way);
        CHECK(!r->pass);
    }
}

static void a_rolling_heel_is_not_slip(void)
{
    FOR_EACH_SIZE(s)
    {
        // the foot turns about its front lower edge, heel up to 30 degrees: the toe corners stand
        // still
        caper_vec3 edge = caper_vec3_make(0, -0.02f * s->length, 0.1f * s->length);
        float k = s->character->bodies[LEFT_FOOT].box_half.y / (0.02f * s->length);
        edge = caper_vec3_scale(edge, k);
        for (int f = 0; f < FRAMES; f++) {
            caper_transform *t = at(s, f, LEFT_FOOT);
            caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0),
                                                         0.52f * (float)f / (float)(FRAMES - 1));
            t->rotation = turn;
            t->position =
                caper_vec3_add(t->position, caper_vec3_sub(edge, caper_quat_rotate(turn, edge)));
        }
        s->contacts[0] = (caper_contact){LEFT_FOOT, 0, seconds(FRAMES - 1)};
        s->contact_count = 1;
        const caper_report *r = judge(s);
        for (int i = 0; i < r->stance_count; i++) {
            const caper_report_stance *st = &r->stances[i];
            if (st->body == LEFT_FOOT && st->end > 1.9f) {
                CHECK_NEAR(st->slip * 1000.0f, 0, 0.05 * s->length); // the toe
            }
        }
        CHECK(value(r, CAPER_METRIC_SLIP_MEDIAN) < 5.0 * s->length);
    }
}

static void skating_is_counted_by_frames(void)
{
    FOR_EACH_SIZE(s)
    {
        // still for one second, then 1 m/s along the floor while the other foot is off it
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y += 0.2f * s->length;
        }
        for (int f = 61; f < FRAMES; f++) {
            at(s, f, RIGHT_FOOT)->position.z += 1.0f * s->speed * seconds(f - 60);
        }
        const caper_report *r = judge(s);
        // half of the frames, but for those whose neighbours are outside
        CHECK_NEAR(value(r, CAPER_METRIC_SKATE), 50.0, 2.0);
        CHECK(!r->measures[CAPER_METRIC_SKATE].pass);
        // beside a foot that is planted it is a step that drags
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y -= 0.2f * s->length;
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_SKATE), 0, 0);
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y += 0.2f * s->length;
        }
        // the same 6 cm above the floor is a swing
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, RIGHT_FOOT)->position.y += 0.06f * s->length;
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_SKATE), 0, 0);
    }
}

static void slow_sliding_is_not_skating(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y += 0.2f * s->length;
            at(s, f, RIGHT_FOOT)->position.z += 0.35f * s->speed * seconds(f);
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_SKATE), 0, 0);
    }
}

// --- ground ------------------------------------------------------------------------------------

static void penetration_is_the_depth_of_the_deepest_corner(void)
{
    FOR_EACH_SIZE(s)
    {
        // 12 of 121 frames are 8 mm under, 3 are 30 mm under
        for (int f = 20; f < 32; f++) {
            at(s, f, LEFT_FOOT)->position.y -= 0.008f * s->length;
        }
        for (int f = 60; f < 63; f++) {
            at(s, f, LEFT_FOOT)->position.y -= 0.030f * s->length;
        }
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_PENETRATION_P95), 8.0 * s->length, 0.05 * s->length);
        CHECK_NEAR(value(r, CAPER_METRIC_PENETRATION_MAX), 30.0 * s->length, 0.05 * s->length);
        CHECK(!r->measures[CAPER_METRIC_PENETRATION_P95].pass);
        CHECK(!r->measures[CAPER_METRIC_PENETRATION_MAX].pass);
        bool found = false;
        for (int i = 0; i < r->worst_count; i++) {
            if (r->worst[i].metric == CAPER_METRIC_PENETRATION_MAX) {
                found = true;
                CHECK(r->worst[i].frame >= 60 && r->worst[i].frame < 63);
                CHECK_INT(r->worst[i].body, LEFT_FOOT);
            }
        }
        CHECK(found);
    }
}

static void floating_is_measured_in_declared_stances_only(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y += 0.009f * s->length;
        }
        CHECK(!judge(s)->measures[CAPER_METRIC_FLOAT_P95].measured);
        s->contacts[0] = (caper_contact){LEFT_FOOT, 0.5f, 1.5f};
        s->contact_count = 1;
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_FLOAT_P95), 9.0 * s->length, 0.05 * s->length);
        CHECK(!r->measures[CAPER_METRIC_FLOAT_P95].pass);
    }
}

// When it lands and leaves is known to a frame; of a short one all is asked.
static void ends_of_a_long_stance_may_float(void)
{
    FOR_EACH_SIZE(s)
    {
        at(s, 30, LEFT_FOOT)->position.y += 0.009f * s->length;
        at(s, 34, LEFT_FOOT)->position.y += 0.009f * s->length;
        s->contacts[0] = (caper_contact){LEFT_FOOT, seconds(30), seconds(34)};
        s->contact_count = 1;
        CHECK_NEAR(value(judge(s), CAPER_METRIC_FLOAT_P95), 0, 0.05 * s->length);
        s->contacts[0].end = seconds(33);
        CHECK(value(judge(s), CAPER_METRIC_FLOAT_P95) > 5.0 * s->length);
    }
}

// A foot that is modelled above the ground cannot touch it unless the others sink.
static void who_rests_with_a_foot_in_the_air_may_stand_so(void)
{
    left_up = 0.03f;
    FOR_EACH_SIZE(s)
    {
        s->contacts[0] = (caper_contact){LEFT_FOOT, 0.5f, 1.5f};
        s->contact_count = 1;
        CHECK_NEAR(value(judge(s), CAPER_METRIC_FLOAT_P95), 0, 0.05 * s->length);
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y += 0.009f * s->length;
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_FLOAT_P95), 9.0 * s->length, 0.05 * s->length);
    }
    left_up = 0;
}

// A sole that lies across a ridge touches it between its corners.
static void a_sole_stands_on_its_middle(void)
{
    FOR_EACH_SIZE(s)
    {
        caper_world_box box = {
            caper_transform_make(caper_quat_identity(), caper_vec3_make(0, 0.1f * s->length, 0)),
            caper_vec3_make(0.5f * s->length, 0.1f * s->length, 0.02f * s->length)};
        caper_world_def def = caper_world_def_default();
        def.name = "ridge";
        def.has_ground = true;
        def.boxes = &box;
        def.box_count = 1;
        caper_world *world = caper_world_create(&def, NULL);
        REQUIRE(world != NULL);
        caper_vec3 corners[CAPER_MAX_CONTACTS];
        int count = caper_body_sole_points(s->character, LEFT_FOOT, corners);
        float middle = 0;
        for (int k = 0; k < count; k++) {
            middle += corners[k].z / (float)count;
        }
        for (int f = 0; f < FRAMES; f++) {
            caper_vec3 *p = &at(s, f, LEFT_FOOT)->position;
            p->y += 0.2f * s->length;
            p->z -= middle;
        }
        s->contacts[0] = (caper_contact){LEFT_FOOT, 0, seconds(FRAMES - 1)};
        s->contact_count = 1;
        caper_check_job job = caper_check_job_default();
        job.world = world;
        CHECK_NEAR(value(judge_job(s, job), CAPER_METRIC_FLOAT_P95), 0, 0.05 * s->length);
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y += 0.009f * s->length;
        }
        double above = value(judge_job(s, job), CAPER_METRIC_FLOAT_P95);
        CHECK_NEAR(above, 9.0 * s->length, 0.05 * s->length);
        caper_world_destroy(world);
    }
}

static void stairs_are_ground_too(void)
{
    FOR_EACH_SIZE(s)
    {
        // the left foot stands on a step of 0.2 m: right in its world, floating over a floor
        caper_world_box box = {
            caper_transform_make(caper_quat_identity(),
                                 caper_vec3_make(0.2f * s->length, 0.1f * s->length, 0)),
            caper_vec3_make(0.15f * s->length, 0.1f * s->length, 0.3f * s->length)};
        caper_world_def def = caper_world_def_default();
        def.name = "step";
        def.has_ground = true;
        def.boxes = &box;
        def.box_count = 1;
        caper_world *world = caper_world_create(&def, NULL);
        REQUIRE(world != NULL);
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y += 0.2f * s->length;
        }
        s->contacts[0] = (caper_contact){LEFT_FOOT, 0, seconds(FRAMES - 1)};
        s->contact_count = 1;
        caper_check_job job = caper_check_job_default();
        job.world = world;
        const caper_report *r = judge_job(s, job);
        CHECK_NEAR(value(r, CAPER_METRIC_FLOAT_P95), 0, 0.05 * s->length);
        CHECK_NEAR(value(r, CAPER_METRIC_PENETRATION_MAX), 0, 0.05 * s->length);
        CHECK_NEAR(value(judge(s), CAPER_METRIC_FLOAT_P95), 200.0 * s->length, 0.1 * s->length);
        caper_world_destroy(world);
    }
}

// --- gait --------------------------------------------------------------------------------------

static void duty_and_froude_of_a_known_walk(void)
{
    FOR_EACH_SIZE(s)
    {
        // each foot: down for 24 frames, up for 16, again and again; the root goes at v
        float v = 1.2f * s->speed;
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].z = v * seconds(f);
            for (int b = LEFT_FOOT; b <= RIGHT_FOOT; b++) {
                int phase = (f + (b == LEFT_FOOT ? 0 : 20)) % 40;
                int stride = (f + (b == LEFT_FOOT ? 0 : 20)) / 40;
                caper_transform *t = at(s, f, b);
                float rest = s->character->skeleton.rest_local[b].position.y;
                if (phase < 24) {
                    // planted in the world
                    t->position.z = (float)stride * v * 40.0f / RATE - s->roots[f].z;
                    t->position.y = rest;
                } else {
                    float u = (float)(phase - 24) / 16.0f;
                    t->position.z = ((float)stride + u) * v * 40.0f / RATE - s->roots[f].z;
                    t->position.y = rest + 0.1f * s->length;
                }
            }
        }
        const caper_report *r = judge(s);
        // the speed is a central difference, so the frames beside a lift do not count: 22 of 40
        CHECK_NEAR(value(r, CAPER_METRIC_DUTY), 22.0 / 40.0, 1.01 / 40.0);
        double leg = (double)s->character->legs[0].length;
        CHECK_NEAR(value(r, CAPER_METRIC_FROUDE), (double)v * (double)v / (9.81 * leg),
                   1e-3 * (double)v * (double)v / (9.81 * leg));
        CHECK_NEAR(value(r, CAPER_METRIC_SLIP_MAX), 0, 0.02 * s->length);
    }
}

// --- floor -------------------------------------------------------------------------------------

static void the_floor_is_found_where_the_feet_rest(void)
{
    static const float levels[] = {-0.04f, 0.0f, 0.21f};
    FOR_EACH_SIZE(s)
    {
        for (int i = 0; i < 3; i++) {
            float level = levels[i] * s->length;
            for (int f = 0; f < FRAMES; f++) {
                s->roots[f].y = level;
            }
            lift(s, LEFT_FOOT, 10, 60);
            caper_clip *clip = stage_clip(s);
            float confidence = 0, found = -1;
            CHECK(caper_floor_estimate(s->character, clip, NULL, &found, &confidence));
            CHECK_NEAR(found, level, 1e-4 * s->length);
            CHECK(confidence > 0.7f);
            caper_clip_destroy(clip);
            caper_check_job job = caper_check_job_default();
            const caper_report *r = judge_job(s, job);
            CHECK(r->floor_estimated);
            CHECK_NEAR(r->floor, level, 1e-4 * s->length);
        }
    }
}

static void standing_on_a_box_for_a_while_does_not_raise_the_floor(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 60; f < FRAMES; f++) { // half of the time half a metre up
            s->roots[f].y = 0.5f * s->length;
        }
        caper_clip *clip = stage_clip(s);
        float found = -1;
        CHECK(caper_floor_estimate(s->character, clip, NULL, &found, NULL));
        CHECK_NEAR(found, 0, 1e-4 * s->length);
        caper_clip_destroy(clip);
    }
}

// The level to which a body sinks is one at which its feet come to rest, but the ground is where
// the rest pose stands.
static void sinking_through_the_floor_does_not_move_the_floor(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            float wave = 0.5f * (1.0f - caper_cos(2.0f * CAPER_PI * (float)f / 60.0f));
            s->roots[f].y = -0.1f * s->length * wave;
        }
        caper_check_job job = caper_check_job_default();
        const caper_report *r = judge_job(s, job);
        CHECK(r->floor_estimated);
        CHECK_NEAR(r->floor, 0, 0.021 * s->length);
        CHECK(!r->pass);
        CHECK(!r->measures[CAPER_METRIC_PENETRATION_MAX].pass);
    }
}

static void a_body_in_the_air_is_warned_about(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].y = s->length;
        }
        CHECK_HAS(judge(s)->warning, "no foot ever stands");
    }
}

static void contacts_are_listed_by_start_then_body(void)
{
    FOR_EACH_SIZE(s)
    {
        lift(s, LEFT_FOOT, 30, 59);
        caper_clip *clip = stage_clip(s);
        caper_contacts_job job = caper_contacts_job_default();
        job.character = s->character;
        job.clip = clip;
        REQUIRE(caper_contacts_detect(&job, NULL) && job.contact_count == 3);
        const caper_contact *found = job.contacts;
        CHECK_INT(found[0].body, LEFT_FOOT);
        CHECK_INT(found[1].body, RIGHT_FOOT);
        CHECK_INT(found[2].body, LEFT_FOOT);
        CHECK_NEAR(found[1].end, 2.0, 1e-4);
        CHECK_NEAR(found[0].end, 29.0 / 60.0, 1.1 / 60.0);
        CHECK_NEAR(found[2].start, 60.0 / 60.0, 1.1 / 60.0);
        caper_contacts_destroy(&job);
        caper_clip_destroy(clip);
    }
}

static void a_touch_of_less_than_a_tenth_of_a_second_is_no_stance(void)
{
    FOR_EACH_SIZE(s)
    {
        lift(s, LEFT_FOOT, 0, 57);
        lift(s, LEFT_FOOT, 64, 120); // 6 frames down, 4 of them slow: 50 ms
        lift(s, RIGHT_FOOT, 0, 50);
        lift(s, RIGHT_FOOT, 61, 120); // 10 frames down, 8 slow: 117 ms
        caper_clip *clip = stage_clip(s);
        caper_contacts_job job = caper_contacts_job_default();
        job.character = s->character;
        job.clip = clip;
        job.floor = 0;
        REQUIRE(caper_contacts_detect(&job, NULL) && job.contact_count == 1);
        CHECK_INT(job.contacts[0].body, RIGHT_FOOT);
        caper_contacts_destroy(&job);
        caper_clip_destroy(clip);
    }
}

TESTS(who_rests_with_a_foot_in_the_air_may_stand_so, slip_is_the_diagonal_of_the_horizontal_extent,
      a_declared_stance_cannot_hide_a_fast_slide, a_rolling_heel_is_not_slip,
      skating_is_counted_by_frames, slow_sliding_is_not_skating,
      penetration_is_the_depth_of_the_deepest_corner, floating_is_measured_in_declared_stances_only,
      ends_of_a_long_stance_may_float, a_sole_stands_on_its_middle, stairs_are_ground_too,
      duty_and_froude_of_a_known_walk, the_floor_is_found_where_the_feet_rest,
      standing_on_a_box_for_a_while_does_not_raise_the_floor,
      sinking_through_the_floor_does_not_move_the_floor, a_body_in_the_air_is_warned_about,
      contacts_are_listed_by_start_then_body, a_touch_of_less_than_a_tenth_of_a_second_is_no_stance)
