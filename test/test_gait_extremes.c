// SPDX-License-Identifier: MIT
//
// Walkers at the edge of what may be asked of them: bodies whose steps are shorter than a frame,
// legs without length, frames of no time, places far from the origin, worlds with nothing below.
// Whatever it is, goals stay finite and near the body, and the root goes on.
#include "caper/gait.h"
#include "menagerie.h"
#include "test.h"

#include <math.h>

typedef struct outing {
    const caper_character *character;
    caper_gait *gait;
    caper_walker *walker;
    caper_root root;
    caper_goal goals[2 * CAPER_MAX_BODIES];
    int goal_count;
    const caper_world *world;
    const caper_world_frame *frame;
} outing;

static outing *set_out(const caper_character *character)
{
    outing *o = calloc(1, sizeof *o);
    REQUIRE(o != NULL);
    o->character = character;
    caper_gait_def def = caper_gait_def_default();
    def.character = character;
    o->gait = caper_gait_create(&def, NULL);
    o->walker = caper_walker_create(o->gait, NULL, NULL);
    REQUIRE(o->walker != NULL);
    return o;
}

static void come_home(outing *o)
{
    caper_walker_destroy(o->walker);
    caper_gait_destroy(o->gait);
    free(o);
}

// The distance of the farthest goal from the root, in sizes; infinite for what is not finite.
static float step_on(outing *o, float speed, float heading, float dt)
{
    o->goal_count = 0;
    caper_walk_job job = caper_walk_job_default();
    job.command.velocity.z = speed;
    job.command.heading = heading;
    job.world = o->world;
    job.frame = o->frame;
    job.dt = dt;
    job.root = &o->root;
    job.goals = o->goals;
    job.goal_count = &o->goal_count;
    job.goal_capacity = CAPER_COUNT_OF(o->goals);
    REQUIRE(caper_walker_update(o->walker, &job));
    CHECK(o->goal_count <= caper_gait_goal_count(o->gait));
    float farthest = 0;
    for (int i = 0; i < o->goal_count; i++) {
        caper_quat q = o->goals[i].rotation;
        bool finite = caper_vec3_is_finite(o->goals[i].position) && isfinite(q.x + q.y + q.z + q.w);
        float length = finite ? caper_vec3_length(o->goals[i].position) : INFINITY;
        farthest = fmaxf(farthest, length / o->character->size);
    }
    return isfinite(o->root.x + o->root.y + o->root.z + o->root.yaw) ? farthest : INFINITY;
}

static void bodies_whose_steps_are_shorter_than_a_frame_walk(void)
{
    static const float frames[] = {1 / 60.0f, 1 / 30.0f, 0.1f, 1};
    int walkers = 0;
    for (int seed = 0; seed < 40; seed++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)seed;
        def.min_size = 0.005f;
        def.max_size = 0.02f;
        caper_character *c = caper_character_random(&def, NULL);
        outing *o = set_out(c);
        float speed = caper_gait_speed(o->gait, 0.5f), farthest = 0, time = 0;
        for (int f = 0; f < 80; f++) {
            float dt = frames[f / 20];
            farthest = fmaxf(farthest, step_on(o, speed, NAN, dt));
            time += dt;
        }
        if (!(farthest < 4)) {
            printf("seed %d: a goal is %g sizes away\n", seed, (double)farthest);
        }
        CHECK(farthest < 4);
        CHECK(fabsf(o->root.z - speed * time) < 0.1f * speed * time);
        walkers += c->leg_count > 0;
        come_home(o);
        caper_character_destroy(c);
    }
    CHECK(walkers > 20);
}

// A box that is foot and spine at once and has its joint on the ground, or in its middle.
static caper_character *make_box(caper_caps caps, float joint)
{
    caper_body_def body = caper_body_def_default();
    body.name = "box";
    body.caps = CAPER_CAP_SPINE | caps;
    body.rest_local.position.y = joint;
    body.box_center = caper_vec3_make(0, 0.25f - joint, 0);
    body.box_half = caper_vec3_make(0.25f, 0.25f, 0.25f);
    caper_character_def def = caper_character_def_default();
    def.name = "box";
    def.bodies = &body;
    def.body_count = 1;
    caper_character *box = caper_character_create(&def, NULL);
    REQUIRE(box != NULL);
    return box;
}

static void a_foot_without_length_goes(void)
{
    caper_character *box = make_box(CAPER_CAP_FOOT, 0);
    outing *o = set_out(box);
    CHECK(caper_gait_length(o->gait) > 0);
    for (int f = 0; f < 120; f++) {
        CHECK(step_on(o, 0.2f, NAN, 1 / 60.0f) < 4);
    }
    CHECK(o->root.z > 0.3f);
    come_home(o);
    caper_character_destroy(box);
}

// One over 1e-39 s is infinite, and feet leave the ground in such frames too: when the command
// jumps.
static void feet_leave_in_frames_of_almost_no_time(void)
{
    static const char *const names[] = {"dog", "performer", "beetle", "ostrich"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        caper_character *c = menagerie_load(names[n]);
        outing *o = set_out(c);
        caper_rng rng = caper_rng_make(3);
        float speed = 0, heading = 0, top = caper_gait_speed(o->gait, 4);
        for (int f = 0; f < 3000; f++) {
            if (f % 12 == 0) {
                speed = caper_rng_range(&rng, -top, top);
                heading = caper_rng_range(&rng, -3, 3);
            }
            CHECK(step_on(o, speed, heading, f % 2 ? 1e-39f : 1 / 60.0f) < 4);
        }
        come_home(o);
        caper_character_destroy(c);
    }
}

// Where a hundredth of a body is less than floats tell apart.
static void footless_bodies_go_on_far_from_the_origin(void)
{
    static const char *const names[] = {"snake", "inchworm", "fish"};
    for (int n = 0; n <= CAPER_COUNT_OF(names); n++) {
        caper_character *c =
            n < CAPER_COUNT_OF(names) ? menagerie_load(names[n]) : make_box(0, 0.25f);
        outing *o = set_out(c);
        o->root.z = 1e5f;
        for (int f = 0; f < 120; f++) {
            CHECK(step_on(o, 4, NAN, 1 / 15.0f) < 20);
        }
        CHECK(o->root.z > 1e5f + 1);
        come_home(o);
        caper_character_destroy(c);
    }
}

// Tails and trunks hang where there is nothing that they could touch.
static void nothing_turns_up_over_a_void(void)
{
    static const char *const names[] = {"dog", "elephant", "kangaroo", "scorpion", "ostrich"};
    caper_world_def def = caper_world_def_default();
    def.has_ground = false;
    caper_world *nothing = caper_world_create(&def, NULL);
    REQUIRE(nothing != NULL);
    int raised = 0;
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        caper_character *c = menagerie_load(names[n]);
        outing *over = set_out(c), *flat = set_out(c);
        over->world = nothing;
        for (int f = 0; f < 200; f++) {
            CHECK(step_on(over, 0, NAN, 1 / 60.0f) < 2);
            step_on(flat, 0, NAN, 1 / 60.0f);
        }
        raised += over->goal_count != flat->goal_count;
        come_home(over);
        come_home(flat);
        caper_character_destroy(c);
    }
    CHECK_INT(raised, 0);
    caper_world_destroy(nothing);
}

// Without a world the ground is at 0, also above a platform that is lower.
static void flat_ground_covers_what_is_below_it(void)
{
    caper_character *dog = menagerie_load("dog");
    outing *o = set_out(dog);
    caper_platform lift;
    memset(&lift, 0, sizeof lift);
    lift.box.transform = caper_transform_identity();
    lift.box.transform.position.y = -0.4f;
    lift.box.half = caper_vec3_make(5, 0.2f, 5);
    caper_world_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.platforms = &lift;
    frame.platform_count = 1;
    o->frame = &frame;
    for (int f = 0; f < 100; f++) {
        step_on(o, 0.5f, NAN, 1 / 60.0f);
        caper_foot_state foot;
        for (int i = 0; caper_walker_foot(o->walker, i, &foot); i++) {
            CHECK_NEAR(foot.target.y, 0, 1e-3);
        }
    }
    come_home(o);
    caper_character_destroy(dog);
}

TESTS(bodies_whose_steps_are_shorter_than_a_frame_walk, a_foot_without_length_goes,
      feet_leave_in_frames_of_almost_no_time, footless_bodies_go_on_far_from_the_origin,
      nothing_turns_up_over_a_void, flat_ground_covers_what_is_below_it)
