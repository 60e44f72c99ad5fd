// SPDX-License-Identifier: MIT
//
// Feet: when they leave the ground and how they stand on it. A foot leaves when its stance is over,
// or before that when its leg would be torn or its joints would break. landing.c says where it
// lands, flight.c how it gets there. Invariant: between landing and lift-off a foot's anchor does
// not change, but with the platform it stands on.
#include "gait/foot.h"

#include <string.h>

// Shares of a stance or flight between which a foot is taken over: one that is about to land or to
// leave is given a moment for it. Set by hand: a tenth of a person's flight is 0.04 s, two or three
// frames; the other keeps off the very start.
#define EARLIEST 0.02f
#define LATEST 0.9f
#define ALMOST 0.99999994f // phase of a foot that waits to land: the last before 1
// Of tau: how long a hip still turns on after its foot has left, so that it leaves that much before
// its joints end. Set by hand: with 0.1 as many walks pass, but more of them pop.
#define TURNS_ON 0.2f
#define BRIEF 1e-4f // seconds: differences over less are rounding more than motion

// ----------------------------------------------------------------------------------------- stance

float caperi_own_duty(const caperi_step *step, int leg)
{
    float duty = step->params[step->gait->legs[leg].group].duty;
    return duty * (1.0f - CAPERI_WEAK * step->gait->plans[leg].weak);
}

// A standing foot rolls over its sole.
static void pose_standing(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    foot->tip = caperi_roll_at(&foot->roll, foot->phase / caper_max(foot->duty, 0.05f)).value;
    caper_transform pose =
        caperi_roll_pose(plan, foot->anchor, foot->anchor_rotation, foot->tip, 0.0f);
    foot->position = pose.position;
    foot->rotation = pose.rotation;
}

static void land(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    float yaw = 0.0f;
    if (!foot->decided) {
        float phase = foot->phase;
        foot->phase = 1.0f; // it lands now, not a cycle from now
        caper_vec3 aim = caperi_landing_aim(step, leg, &yaw);
        foot->phase = phase;
        caperi_landing_choose(step, leg, aim, yaw);
        if (foot->hovers) {
            foot->phase = ALMOST; // there is nothing to stand on: the next frame flies on
            return;
        }
    }
    foot->stands = 1;
    foot->anchor = foot->target;
    foot->anchor_rotation = foot->goal_rotation;
    foot->duty = caperi_own_duty(step, leg);
    pose_standing(step, leg);
    const caper_transform *box = caperi_platform_at(step, foot->platform);
    if (box) {
        foot->local = caper_transform_unmul_point(*box, foot->anchor);
        foot->local_rotation =
            caper_quat_mul(caper_quat_conj(box->rotation), foot->anchor_rotation);
    }
}

static void ride(caperi_step *step, caperi_foot *foot)
{
    const caper_transform *box = caperi_platform_at(step, foot->platform);
    if (box) {
        foot->anchor = caper_transform_mul_point(*box, foot->local);
        foot->anchor_rotation = caper_quat_mul(box->rotation, foot->local_rotation);
    }
}

// Distance of a standing foot from where it would stand at rest, share of leg length.
static float astray(const caperi_step *step, int leg)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    caper_vec3 home = caperi_home_in(step, leg, step->root);
    home.y = foot->anchor.y;
    return caper_vec3_distance(home, foot->anchor) / step->gait->legs[leg].length;
}

// The hip has gone so far that the leg cannot follow.
static bool overstretched(const caperi_step *step, int leg)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    caper_vec3 hip =
        caper_transform_mul_point(step->root, caperi_bent(step->walker, leg, plan->hip));
    caper_vec3 ankle =
        caper_vec3_add(foot->anchor, caper_quat_rotate(foot->anchor_rotation, plan->ankle));
    caper_vec3 d = caper_vec3_sub(ankle, hip);
    if (plan->peg) {
        float limit = 0.45f * step->gait->legs[leg].length;
        return d.x * d.x + d.z * d.z > limit * limit;
    }
    // the torso sinks as far as it can before a foot is torn off, but sinking takes time
    caper_vec3 sunk_hip = d;
    sunk_hip.y *= 0.7f;
    caper_vec3 now = caper_vec3_sub(
        caper_vec3_add(foot->position, caper_quat_rotate(foot->rotation, plan->ankle)),
        caper_transform_mul_point(step->place, caperi_bent(step->walker, leg, plan->hip)));
    // a foot that lifts now is still there in the next frame
    caper_vec3 parts = caper_vec3_sub(foot->velocity, step->walker->state.velocity);
    now = caper_vec3_add_scaled(now, parts, step->dt);
    float reach = caperi_leg_reach(plan);
    return caper_vec3_length(sunk_hip) > reach || caper_vec3_length(now) > CAPERI_TORN * reach;
}

// The hip has gone so far that joints of the leg would break: its trunk lies up or down hill.
static bool overbent(const caperi_step *step, int leg)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    if (plan->peg || foot->phase < 0.5f * foot->duty) {
        return false;
    }
    caper_vec3 hip =
        caper_transform_mul_point(step->place, caperi_bent(step->walker, leg, plan->hip));
    caper_vec3 off = caperi_off_home(step, leg, step->place.rotation, hip, foot->anchor);
    float room = caperi_fold_room(step->gait, leg, off.z, off.y);
    float on = off.z - TURNS_ON * step->gait->tau * foot->going.z;
    return off.z * foot->going.z < 0.0f && fabsf(on) > room;
}

// Feet of one thigh leave together when one of them must.
static bool must_leave(const caperi_step *step, int leg)
{
    const caper_gait *gait = step->gait;
    for (int i = 0; i < gait->leg_count; i++) {
        bool twin = gait->plans[i].twin == gait->plans[leg].twin;
        if (twin && (overstretched(step, i) || overbent(step, i))) {
            return true;
        }
    }
    return false;
}

// A foot of the same thigh has gone so far that the fork would tear; the one that stood longer
// goes.
static bool torn_apart(const caperi_step *step, int leg)
{
    const caper_gait *gait = step->gait;
    const caper_leg *legs = gait->character->legs;
    const caperi_foot *foot = &step->walker->feet[leg];
    for (int i = 0; gait->plans[leg].fork > 0.0f && i < gait->leg_count; i++) {
        const caperi_foot *other = &step->walker->feet[i];
        if (i != leg && legs[i].hip == legs[leg].hip && foot->phase >= other->phase) {
            float most = gait->plans[i].reach - gait->plans[i].fork + gait->plans[leg].reach -
                         gait->plans[leg].fork;
            if (caper_vec3_distance(foot->anchor, other->position) > 0.95f * most) {
                return true;
            }
        }
    }
    return false;
}

// What the body does changes how a foot will leave, not at once, and not how it landed.
static void follow_roll(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    caperi_roll wanted = caperi_roll_wanted(step, leg);
    foot->roll.rise = caper_lerp(wanted.rise, foot->roll.rise, step->slow_left);
    foot->roll.off = caper_lerp(wanted.off, foot->roll.off, step->slow_left);
    foot->roll.slows = caper_lerp(wanted.slows, foot->roll.slows, step->slow_left);
    foot->roll.strike *= step->moves ? 1.0f : step->slow_left;
    pose_standing(step, leg);
}

static void stand(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    int group = step->gait->legs[leg].group;
    foot->duty = caper_lerp(caperi_own_duty(step, leg), foot->duty, step->slow_left);
    float duty = foot->duty;
    caper_vec3 before = foot->anchor;
    ride(step, foot);
    foot->velocity =
        caper_vec3_scale(caper_vec3_sub(foot->anchor, before), 1.0f / caper_max(step->dt, BRIEF));
    if (foot->phase >= 1.0f) {
        foot->phase -= 1.0f;
    }
    follow_roll(step, leg);
    bool turn = foot->phase >= duty && foot->phase < duty + 0.7f * (1.0f - duty);
    bool needed = step->walker->state.activity > 0.3f || astray(step, leg) > 0.05f;
    bool torn = must_leave(step, leg) || torn_apart(step, leg);
    if ((turn && needed && step->frequency[group] > 0.0f) || torn) {
        foot->phase = torn && foot->phase < duty ? duty : foot->phase;
        caperi_lift_off(step, leg, caper_transform_make(foot->anchor_rotation, foot->anchor));
    }
}

// -------------------------------------------------------------------------------------------- all

static void bear(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    float duty = foot->duty, phase = foot->phase, activity = step->walker->state.activity;
    float ramp = caper_min(0.14f, 0.4f * duty);
    float shape =
        caper_smoothstep(0.0f, ramp, phase) * (1.0f - caper_smoothstep(duty - ramp, duty, phase));
    float goal = foot->stands ? caper_lerp(1.0f, shape, activity) : 0.0f;
    goal *= 1.0f - 0.6f * step->gait->plans[leg].weak;
    foot->load = caper_lerp(goal, foot->load, step->quick_left);
    float share = caperi_flight(foot);
    foot->ground = caper_lerp(foot->anchor.y, foot->target.y, caper_smoothstep(0.0f, 1.0f, share));
}

void caperi_feet_place(caperi_step *step)
{
    caperi_walker_state *s = &step->walker->state;
    for (int i = 0; i < step->gait->leg_count; i++) {
        caperi_foot *foot = &step->walker->feet[i];
        float phase = foot->phase;
        memset(foot, 0, sizeof *foot);
        foot->phase = phase;
        caper_vec3 home = caperi_home_in(step, i, step->root);
        foot->anchor = home;
        caperi_landing_place(step, i, home, s->root.yaw);
        foot->anchor = foot->position = foot->target;
        foot->decided = 1;
        foot->replans = 0;
        land(step, i);
        foot->load = 1.0f;
        foot->ground = foot->anchor.y;
    }
}

void caperi_feet_enter(caperi_step *step, const caperi_entry *entry)
{
    const caper_gait *gait = step->gait;
    caper_vec3 ahead = caper_vec3_normalize_or(entry->velocity, caper_vec3_zero());
    for (int i = 0; i < gait->leg_count; i++) {
        caperi_foot *foot = &step->walker->feet[i];
        const caper_transform *at = &entry->feet[i];
        float duty = caperi_own_duty(step, i),
              way = caper_max(duty * step->walker->state.stride, 1e-6f);
        caper_vec3 home = caperi_home_in(step, i, step->root);
        foot->position = caper_transform_mul_point(*at, gait->legs[i].sole);
        foot->rotation = at->rotation;
        foot->duty = duty;
        float along = caper_vec3_dot(caper_vec3_sub(foot->position, home), ahead) / way;
        memset(&foot->roll, 0, sizeof foot->roll);
        foot->tip = 0.0f;
        if (entry->stands[i]) {
            foot->anchor = foot->target = foot->position;
            foot->anchor_rotation = foot->goal_rotation = foot->rotation;
            foot->platform = -1;
            foot->phase = duty * caper_clamp(0.5f - along, EARLIEST, LATEST);
        } else {
            foot->phase = duty + (1.0f - duty) * caper_clamp(0.5f + along, EARLIEST, LATEST);
            foot->velocity = entry->velocity;
            caperi_lift_off(step, i, caper_transform_make(foot->rotation, foot->position));
        }
    }
}

void caperi_feet_update(caperi_step *step)
{
    bool settling = false;
    for (int i = 0; i < step->gait->leg_count; i++) {
        caperi_foot *foot = &step->walker->feet[i];
        if (foot->stands) {
            stand(step, i);
        } else if (foot->phase >= 1.0f && caperi_flight_waits(step, i)) {
            foot->phase = caper_min(foot->phase, ALMOST);
        } else if (foot->phase >= 1.0f) {
            foot->phase -= 1.0f;
            land(step, i);
        }
        if (!foot->stands) {
            caperi_flight_update(step, i);
        }
        bear(step, i);
        settling = settling || !foot->stands || astray(step, i) > 0.05f;
    }
    step->walker->state.idle = !settling && !step->moves && step->walker->state.activity < 0.3f;
}
