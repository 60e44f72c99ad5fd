// SPDX-License-Identifier: MIT
//
// Arms: limbs with a hand that hang at rest swing against the leg of their side, as they do to
// cancel the turning of the hips, wider and with bent elbows in a run (paper 000 leaves them to
// motions; people who walk with still arms look ill). Invariants: a body that stands is exactly at
// rest; an arm that a motion uses is the motion's.
#include "gait/gait.h"

#include <string.h>

// Of captured walks at 1.3 m/s (CMU 07_01, 16_15, 35_01) and of runs at 3 m/s (CMU 09, 16: 28 to 46
// degrees in all, which elbows that bend widen).
#define SWING (16.0f * CAPER_DEGREE)       // to either side of the middle of the swing
#define FORWARD 0.35f                      // of that: the middle is so far ahead of hanging
#define RUN_SWING (18.0f * CAPER_DEGREE)   // the same in a run
#define ELBOW (3.0f * CAPER_DEGREE)        // off straight with the arm back
#define ELBOW_SWING (30.0f * CAPER_DEGREE) // more of that with the arm in front
#define RUN_ELBOW (65.0f * CAPER_DEGREE)
#define RUN_ELBOW_SWING (31.0f * CAPER_DEGREE)
#define MOST_BENT (40.0f * CAPER_DEGREE) // of elbows at rest
#define LATE 0.03f     // of a cycle: an arm is farthest back before the foot of its side lands
#define BRISK 0.25f    // Froude number at which arms swing fully
#define HALF_LIFE 0.5f // of tau: in which they swing more or less

// ---------------------------------------------------------------------------------------- plan

static bool has_foot(const caper_gait *gait, int base)
{
    for (int i = 0; i < gait->leg_count; i++) {
        if (gait->character->bodies[gait->legs[i].foot].base == base) {
            return true;
        }
    }
    return false;
}

// The joint nearest to the middle of the way from the shoulder to the hand.
static int elbow_of(const caper_character *c, int base, int hand)
{
    float whole = 0.0f, way = 0.0f, best = 1e30f;
    int elbow = hand;
    for (int b = hand; b != base; b = c->bodies[b].parent) {
        whole += caper_vec3_length(c->skeleton.rest_local[b].position);
    }
    for (int b = hand; b != base; b = c->bodies[b].parent) {
        float off = fabsf(way - 0.5f * whole);
        elbow = off < best ? b : elbow;
        best = caper_min(best, off);
        way += caper_vec3_length(c->skeleton.rest_local[b].position);
    }
    return elbow;
}

// The leg of its side whose hip is nearest along the body; -1 for an arm in the middle.
static int partner_of(const caper_gait *gait, caper_vec3 shoulder)
{
    int partner = -1;
    float best = 1e30f;
    for (int i = 0; i < gait->leg_count; i++) {
        float off = fabsf(gait->plans[i].hip.z - shoulder.z);
        if ((float)gait->legs[i].side * shoulder.x > 0.0f && off < best) {
            best = off;
            partner = i;
        }
    }
    return partner;
}

void caperi_arms_plan(caper_gait *gait)
{
    const caper_character *c = gait->character;
    for (int b = 0; b < c->body_count && gait->arm_count < CAPERI_ARMS; b++) {
        const caper_body *body = &c->bodies[b];
        if (!(body->caps & CAPER_CAP_GRASPER) || body->base < 0 || body->base == b ||
            has_foot(gait, body->base)) {
            continue;
        }
        bool known = false; // hands of one arm swing with the first
        for (int k = 0; k < gait->arm_count; k++) {
            known = known || gait->arms[k].base == body->base;
        }
        caper_vec3 shoulder = c->rest_model[body->base].position, hand = c->rest_model[b].position;
        caperi_swing_arm arm;
        memset(&arm, 0, sizeof arm);
        arm.hand = b;
        arm.base = body->base;
        arm.elbow = elbow_of(c, body->base, b);
        arm.leg = partner_of(gait, shoulder);
        float length = caper_vec3_distance(shoulder, hand);
        if (known || arm.leg < 0 || shoulder.y - hand.y < 0.8f * length) {
            continue;
        }
        caper_vec3 elbow = c->rest_model[arm.elbow].position;
        if (arm.elbow != b) {
            caper_quat bend =
                caper_quat_between(caper_vec3_sub(elbow, shoulder), caper_vec3_sub(hand, elbow));
            arm.bent = caper_quat_angle(caper_quat_identity(), bend);
        }
        // bodies on many legs are not turned by one
        arm.gain = gait->leg_count <= 2 ? 1.0f : 2.0f / (float)gait->leg_count;
        gait->arms[gait->arm_count++] = arm;
        for (int k = 0; k < gait->link_count; k++) {
            gait->shoulder = gait->links[k].body == c->bodies[arm.base].spine ? k : gait->shoulder;
        }
    }
}

// --------------------------------------------------------------------------------------- update

void caperi_arms_update(caperi_step *step)
{
    const caper_gait *gait = step->gait;
    caperi_walker_state *s = &step->walker->state;
    float froude = caperi_gait_froude(gait, step->speed), half = HALF_LIFE * gait->tau;
    float walk = caper_min(sqrtf(froude / BRISK), 1.0f), run = caper_smoothstep(0.3f, 1.2f, froude);
    for (int i = 0; i < gait->arm_count; i++) {
        const caperi_swing_arm *arm = &gait->arms[i];
        float much = arm->gain * s->activity * walk;
        float back = caper_cos(CAPER_TAU * (caperi_wanted_phase(step, arm->leg) + LATE));
        float swing = caper_lerp(SWING, RUN_SWING, run);
        float elbow = caper_lerp(ELBOW, RUN_ELBOW, run) +
                      caper_lerp(ELBOW_SWING, RUN_ELBOW_SWING, run) * 0.5f * (1.0f - back);
        // what bends more than an elbow at rest is a shoulder blade: it is not straightened
        float straightens = arm->bent < MOST_BENT ? arm->bent : 0.0f;
        // how far follows in time; where in the cycle is the leg's
        caper_spring(&s->swings[i], &s->swing_velocities[i], much * swing, 0.0f, half, step->dt);
        s->backs[i] = s->swings[i] * (back - FORWARD);
        caper_spring(&s->elbows[i], &s->elbow_velocities[i],
                     much * caper_max(elbow - arm->bent, -straightens), 0.0f, 0.2f * half,
                     step->dt);
    }
}

// ---------------------------------------------------------------------------------------- goals

void caperi_arms_goals(const caper_walker *walker, const caper_walk_job *job, caper_transform torso)
{
    const caper_gait *gait = walker->gait;
    const caper_character *c = gait->character;
    for (int i = 0; i < gait->arm_count; i++) {
        const caperi_swing_arm *arm = &gait->arms[i];
        if (walker->state.swings[i] == 0.0f && walker->state.elbows[i] == 0.0f) {
            continue;
        }
        float swing = walker->state.backs[i];
        caper_vec3 shoulder = c->rest_model[arm->base].position;
        caper_vec3 elbow = c->rest_model[arm->elbow].position, side = caper_vec3_make(1, 0, 0);
        caper_vec3 below = caper_vec3_sub(c->rest_model[arm->hand].position, elbow);
        caper_quat upper = caper_quat_from_axis_angle(side, swing);
        caper_quat lower = caper_quat_from_axis_angle(side, swing - walker->state.elbows[i]);
        caper_vec3 hand = caper_quat_rotate(upper, caper_vec3_sub(elbow, shoulder));
        hand = caper_vec3_add(caper_vec3_add(shoulder, hand), caper_quat_rotate(lower, below));
        caper_transform at = caper_transform_mul(torso, caperi_body_bend(walker, arm->hand));
        caper_goal goal;
        memset(&goal, 0, sizeof goal);
        goal.body = arm->hand;
        goal.position = caper_transform_mul_point(at, hand);
        goal.rotation =
            caper_quat_mul(at.rotation, caper_quat_mul(lower, c->rest_model[arm->hand].rotation));
        goal.position_weight = goal.rotation_weight = 1.0f;
        goal.soften = CAPERI_SOFTEN_STRAIGHT; // arms that hang are nearly straight
        goal.give = CAPERI_GIVE;
        caperi_goal_add(job, goal);
    }
}
