// SPDX-License-Identifier: MIT
//
// Motions sit on the legs that they find: however deep a motion wants the hips, knees stay within
// their limits, legs keep their lengths and feet their places; hands stop at skin.
#include "test.h"

#include "caper/actor.h"
#include "caper/motion.h"
#include "math/flat_hull.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const bodies[] = {
    "performer", "blubby", "sally",  "dog",     "horse",    "elephant", "giraffe", "ostrich",
    "spider",    "crab",   "beetle", "centaur", "kangaroo", "dragon",   "bird",    "tripod"};

static caper_character *open(const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "characters/%s.character.json", name);
    caper_character *c = caper_character_load(test_data_path(path), NULL, NULL);
    REQUIRE(c != NULL);
    return c;
}

static caper_motion *parse(const char *text)
{
    caper_error error = {0};
    caper_motion *motion = caper_motion_parse(text, strlen(text), "test", NULL, &error);
    if (!motion) {
        printf("  %s\n", error.message);
    }
    REQUIRE(motion != NULL);
    return motion;
}

// The pose of a motion at a time, in model space; the caller destroys it.
static caper_pose play(const caper_character *c, const caper_motion *motion, float seconds)
{
    caper_actor_def def = caper_actor_def_default();
    def.character = c;
    caper_actor *actor = caper_actor_create(&def, NULL);
    caper_play_def play = caper_play_def_default();
    play.motion = motion;
    play.fade_in = play.fade_out = 0;
    play.hold = true;
    REQUIRE(actor && caper_actor_play(actor, &play, NULL));
    for (int i = 0; i < (int)(60 * seconds); i++) {
        CHECK(caper_actor_update(actor, 1 / 60.0f, NULL));
    }
    caper_pose pose = caper_character_pose(c, NULL);
    caper_pose_copy(&pose, caper_actor_model(actor));
    caper_actor_destroy(actor);
    return pose;
}

#define HIPS                                                                                       \
    "{\"caper\": \"motion\", \"version\": 1, \"name\": \"test\", \"duration\": 2, \"channels\": [" \
    "{\"name\": \"hips\", \"select\": {\"caps\": [\"foot\"], \"spine_segment\": true},"            \
    " \"mode\": {\"ground\": true}, \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]},"               \
    " {\"t\": 1, \"position\": [0, %s, 0], \"ease\": \"flat\"}]},"                                 \
    "{\"name\": \"feet\", \"select\": {\"caps\": [\"foot\"]}, \"priority\": -10,"                  \
    " \"mode\": {\"scale\": \"limb\", \"ground\": true},"                                          \
    " \"keys\": [{\"t\": 0, \"position\": [0, 1, 0], \"turn\": [0, 0, 0]}]}]}"

// How far a foot has left its place, and how far its leg is off its length.
static void measure_legs(const caper_character *c, const caper_pose *pose, float *off,
                         float *stretch)
{
    *off = *stretch = 0;
    for (int k = 0; k < c->leg_count; k++) {
        int foot = c->legs[k].foot;
        *off = caper_max(
            *off, caper_vec3_distance(pose->bodies[foot].position, c->rest_model[foot].position));
        for (int b = foot; b != c->legs[k].hip; b = c->bodies[b].parent) {
            int up = c->bodies[b].parent;
            float rest = caper_vec3_distance(c->rest_model[b].position, c->rest_model[up].position);
            float now = caper_vec3_distance(pose->bodies[b].position, pose->bodies[up].position);
            if (rest > 0.02f * c->size) {
                *stretch = caper_max(*stretch, fabsf(now / rest - 1));
            }
        }
    }
}

// How far the worst joint is beyond its limits, degrees; a hinge may leave its plane by 10.
static float worst_joint(const caper_character *c, const caper_pose *pose, int *which)
{
    float most = 0;
    for (int b = 0; b < c->body_count; b++) {
        int up = c->bodies[b].parent;
        caper_joint joint = c->bodies[b].joint;
        if (up < 0) {
            continue;
        }
        if (joint.kind == CAPER_JOINT_HINGE) {
            joint.kind = CAPER_JOINT_BALL;
            joint.swing = 10 * CAPER_DEGREE;
        }
        caper_quat local =
            caper_quat_mul(caper_quat_conj(pose->bodies[up].rotation), pose->bodies[b].rotation);
        caper_quat rest = c->skeleton.rest_local[b].rotation;
        float excess = caper_joint_measure(&joint, rest, local).excess / CAPER_DEGREE;
        *which = excess > most ? b : *which;
        most = caper_max(most, excess);
    }
    return most;
}

static void check_hips(const char *height)
{
    char text[1200];
    snprintf(text, sizeof text, HIPS, height);
    caper_motion *motion = parse(text);
    for (int i = 0; i < CAPER_COUNT_OF(bodies); i++) {
        caper_character *c = open(bodies[i]);
        caper_pose pose = play(c, motion, 1.5f);
        float off, stretch;
        measure_legs(c, &pose, &off, &stretch);
        if (!CHECK(off < 0.02f * c->size) || !CHECK(stretch < 0.03f)) {
            printf("  %s, hips %s: a foot off by %.3f of size, a leg by %.3f of length\n",
                   bodies[i], height, (double)(off / c->size), (double)stretch);
        }
        int which = 0;
        float beyond = worst_joint(c, &pose, &which);
        if (!CHECK(beyond < 4)) { // METRICS lets 2 pass; legs ease into their bounds
            printf("  %s, hips %s: %s bends %.1f degrees too far\n", bodies[i], height,
                   c->bodies[which].name, (double)beyond);
        }
        // and bellies are above the ground
        for (int b = 0; b < c->body_count; b++) {
            if (c->bodies[b].caps & CAPER_CAP_SPINE) {
                CHECK(pose.bodies[b].position.y > -0.01f * c->size);
            }
        }
        caper_pose_destroy(&pose, NULL);
        caper_character_destroy(c);
    }
    caper_motion_destroy(motion);
}

static void hips_go_no_lower_than_legs_fold(void)
{
    check_hips("0.95");
}

static void hips_go_no_higher_than_legs_are_long(void)
{
    check_hips("-0.5");
}

// A trunk that legs carry anyway is where the motion says: knees of a person are bent at 6 % down.
static void what_legs_carry_is_left_alone(void)
{
    char text[1200];
    snprintf(text, sizeof text, HIPS, "0.06");
    caper_motion *motion = parse(text);
    caper_character *c = open("performer");
    caper_pose pose = play(c, motion, 1.5f);
    caper_binding *binding = caper_binding_create(motion, c, NULL, NULL);
    caper_goal goals[16];
    caper_motion_job job = caper_motion_job_default();
    job.binding = binding;
    job.time = 1.5f;
    job.goals = goals;
    REQUIRE(binding && binding->max_goals <= 16 && caper_motion_evaluate(&job));
    for (int i = 0; i < job.goal_count; i++) {
        caper_vec3 at = caper_transform_mul_point(pose.bodies[goals[i].body], goals[i].point);
        CHECK_NEAR(caper_vec3_distance(at, goals[i].position), 0, 2e-4f);
    }
    caper_binding_destroy(binding);
    caper_pose_destroy(&pose, NULL);
    caper_character_destroy(c);
    caper_motion_destroy(motion);
}

// Hands that a motion wants at the middle of the chest come no nearer than its skin.
static void hands_stop_at_skin(void)
{
    caper_motion *motion = parse(
        "{\"caper\": \"motion\", \"version\": 1, \"name\": \"test\", \"duration\": 2, "
        "\"channels\": ["
        "{\"name\": \"hand\", \"select\": {\"caps\": [\"grasper\"], \"most\": \"left\"},"
        " \"mode\": {\"position\": \"secondary\"}, \"aim\": {\"bodies\": {\"caps\": [\"head\"]}},"
        " \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}, {\"t\": 1, \"position\": [1, 0, 0]}]}]}");
    static const char *const who[] = {"performer", "sally", "four_armed", "centaur"};
    for (int i = 0; i < CAPER_COUNT_OF(who); i++) {
        caper_character *c = open(who[i]);
        caper_pose pose = play(c, motion, 1.5f);
        int head = caper_character_find(c, "head"), hand = -1;
        for (int b = 0; b < c->body_count; b++) {
            bool left = (c->bodies[b].caps & CAPER_CAP_GRASPER) &&
                        (hand < 0 || c->rest_model[b].position.x > c->rest_model[hand].position.x);
            hand = left ? b : hand;
        }
        REQUIRE(head >= 0 && hand >= 0);
        caper_vec3 at = caper_transform_mul_point(pose.bodies[hand], c->bodies[hand].box_center);
        caper_vec3 in = caper_transform_unmul_point(pose.bodies[head], at);
        in = caper_vec3_abs(caper_vec3_sub(in, c->bodies[head].box_center));
        caper_vec3 half = c->bodies[head].box_half;
        float out = caper_max(caper_max(in.x - half.x, in.y - half.y), in.z - half.z);
        if (!CHECK(out > -0.02f * c->size)) {
            printf("  %s: a hand is %.3f m inside the head\n", who[i], (double)-out);
        }
        caper_pose_destroy(&pose, NULL);
        caper_character_destroy(c);
    }
    caper_motion_destroy(motion);
}

// How far a place is outside of a hull, by brute force: along the worst of many directions.
static float outside_by_force(const caperi_flat *points, int count, caperi_flat p)
{
    float most = 0;
    for (int k = 0; k < 3600; k++) {
        float angle = 2 * CAPER_PI * (float)k / 3600, x = cosf(angle), z = sinf(angle);
        float reach = -INFINITY;
        for (int i = 0; i < count; i++) {
            reach = caper_max(reach, points[i].x * x + points[i].z * z);
        }
        most = caper_max(most, p.x * x + p.z * z - reach);
    }
    return most;
}

static void what_is_beside_a_hull_is_told_as_by_force(void)
{
    caper_rng rng = caper_rng_make(5);
    for (int i = 0; i < 60; i++) {
        caperi_flat points[12], copy[12];
        int count = 1 + i % 12;
        for (int k = 0; k < count; k++) {
            points[k].x = copy[k].x = caper_rng_range(&rng, -1, 1);
            points[k].z = copy[k].z = i % 5 ? caper_rng_range(&rng, -1, 1) : 0.5f; // a line as well
        }
        caperi_flat p = {caper_rng_range(&rng, -2, 2), caper_rng_range(&rng, -2, 2)}, nearest;
        float off = caperi_flat_outside(points, count, p, &nearest);
        CHECK_NEAR(off, outside_by_force(copy, count, p), 2e-3f); // edges between directions
        if (off > 0) {
            CHECK_NEAR(hypotf(nearest.x - p.x, nearest.z - p.z), off, 1e-4f);
        }
    }
}

#define LIFT                                                                                       \
    "{\"caper\": \"motion\", \"version\": 1, \"name\": \"test\", \"duration\": 3, \"channels\": [" \
    "{\"name\": \"foot\", \"select\": {\"caps\": [\"foot\"]}, \"group\": \"foot\", \"priority\": " \
    "2,"                                                                                           \
    " \"mode\": {\"scale\": \"limb\"}, \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]},"            \
    " {\"t\": 1, \"position\": [0, 0, 0]}, {\"t\": 2, \"position\": [0, 0.3, 0]}]},"               \
    "{\"name\": \"feet\", \"select\": {\"caps\": [\"foot\"]}, \"priority\": -10,"                  \
    " \"mode\": {\"scale\": \"limb\", \"ground\": true},"                                          \
    " \"keys\": [{\"t\": 0, \"position\": [0, 1, 0], \"turn\": [0, 0, 0]}]}]}"

// Who lifts a foot has gone over the others: nearer to them than he was at rest.
static void weight_goes_over_the_feet_that_stay(void)
{
    static const char *const who[] = {"performer", "sally", "ostrich", "dog"};
    caper_motion *motion = parse(LIFT);
    for (int i = 0; i < CAPER_COUNT_OF(who); i++) {
        caper_character *c = open(who[i]);
        caper_pose pose = play(c, motion, 2.8f);
        caperi_flat points[64];
        int count = 0;
        for (int k = 0; k < c->leg_count; k++) {
            int foot = c->legs[k].foot;
            bool stands = pose.bodies[foot].position.y < c->rest_model[foot].position.y + 0.01f;
            caper_vec3 soles[CAPER_MAX_CONTACTS];
            int more = stands ? caper_body_sole_points(c, foot, soles) : 0;
            for (int n = 0; n < more && count < 64; n++, count++) {
                caper_vec3 at = caper_transform_mul_point(pose.bodies[foot], soles[n]);
                points[count] = (caperi_flat){at.x, at.z};
            }
        }
        REQUIRE(count > 0);
        caper_vec3 mass = caper_character_center_of_mass(c, &pose), rest = c->center_of_mass;
        float before = caperi_flat_outside(points, count, (caperi_flat){rest.x, rest.z}, NULL);
        float off = caperi_flat_outside(points, count, (caperi_flat){mass.x, mass.z}, NULL);
        // METRICS lets 6 cm of a person pass
        if (!CHECK(off <= caper_max(0.06f / 1.8f * c->size, 0)) || !CHECK(off <= before)) {
            printf("  %s: %.3f m beside its feet, %.3f at rest\n", who[i], (double)off,
                   (double)before);
        }
        caper_pose_destroy(&pose, NULL);
        caper_character_destroy(c);
    }
    caper_motion_destroy(motion);
}

TESTS(what_is_beside_a_hull_is_told_as_by_force, weight_goes_over_the_feet_that_stay,
      hips_go_no_lower_than_legs_fold, hips_go_no_higher_than_legs_are_long,
      what_legs_carry_is_left_alone, hands_stop_at_skin)
