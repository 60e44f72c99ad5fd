// SPDX-License-Identifier: MIT
//
// How a sole rolls over the ground: it lands on the heel with its toes up, lies flat, and the heel
// rises about the toes until it leaves; in flight it swings through to the next landing. One angle,
// the tip, says it all: toes down against the flat sole. A foot's pose is a base, where the flat
// sole is, turned by the tip about a pivot that wanders from the front end to the heel in flight.
// Figures are those of captured walks (CMU 07_01, 16_15, 35_01; table in docs/guide/gait.md); feet
// without a sole to roll on, hooves and claws, have a tip of 0 always. Invariant: while a foot
// stands, the point that it rolls about does not move.
#include "gait/gait.h"

#define STRIKE (21.5f * CAPER_DEGREE)   // toes up at landing
#define FLAT 0.24f                      // share of the stance after which the sole is flat
#define FAST_RISE (9.0f * CAPER_DEGREE) // more of that in strides beyond LONG
#define LONG 1.7f                       // leg lengths
#define SHORT 1.6f                      // leg lengths: in shorter strides the heel rises less
// The heel rises earlier in long strides; this is what makes knees right at all speeds.
#define OFF 0.49f
#define OFF_STRIDE 1.57f // leg lengths at which OFF holds
#define OFF_SLOPE 0.45f  // earlier by so much for a leg length more
#define OFF_LEAST 0.40f
#define OFF_MOST 0.70f
#define FLICK 2.8f // radians in one flight: how fast a sole turns as it leaves; 35 degrees go on
// Radians in one flight, squared: how a sole that is about to land gathers speed at most (running
// people have 43).
#define SLAP 45.0f
#define FASTEST 4.5f // radians in tau: of a sole that leaves; running people have that
// Of the strike: what runs land flatter by (CMU 09_01, 16_35: 9 to 13 degrees).
#define RUN_FLAT 0.5f
// How much more the heels of runners rise, to 60 degrees as they leave, and what share of FLICK
// they lack, as their soles do not turn on (the same captures).
#define RUN_RISE (7.5f * CAPER_DEGREE)
#define RUN_FLICK 0.6f
#define SOFT 0.012f // of leg length: over which the lowest end of a sole changes
// How far paws and hooves fold back in flight, which have no sole to roll on: hand-keyed walks of a
// fox and a horse fold what is below the wrist by up to 69 degrees.
#define FOLD (62.0f * CAPER_DEGREE)
#define FOLDED (75.0f * CAPER_DEGREE) // with what is left of a roll

// ------------------------------------------------------------------------------------------ plan

void caperi_roll_plan(caper_gait *gait, int leg)
{
    caperi_leg_plan *plan = &gait->plans[leg];
    float length = gait->legs[leg].length;
    caper_vec3 up = caper_quat_unrotate(plan->rest_rotation, caper_vec3_make(0, 1, 0));
    caper_vec3 toe = caper_vec3_normalize_or(plan->toe, caper_vec3_zero());
    plan->axis = caper_vec3_normalize_or(caper_vec3_cross(up, plan->toe), caper_vec3_make(1, 0, 0));
    plan->along = toe;
    plan->aside = caper_vec3_scale(plan->axis, caper_vec3_dot(plan->ankle, plan->axis));
    plan->ankle_ahead = caper_vec3_dot(plan->ankle, toe);
    plan->ankle_up = caper_vec3_dot(plan->ankle, up);
    plan->pivot_ahead = caper_vec3_dot(plan->pivot, toe);
    plan->pivot_up = caper_vec3_dot(plan->pivot, up);
    plan->front = caper_vec3_length(plan->toe);
    plan->rear = caper_vec3_length(plan->heel);
    for (int i = 0; i < plan->corner_count; i++) {
        plan->front = caper_max(plan->front, caper_vec3_dot(plan->corners[i], toe));
    }
    // A heel that rises far lifts a short leg's ankle to its hip: such legs roll less.
    float arm = caper_vec3_distance(plan->pivot, plan->ankle);
    float most = caper_lerp(0.1f, 0.165f, plan->straight) * plan->reach / caper_max(arm, 1e-6f);
    plan->roll = most < 1.0f ? caper_min(plan->roll, caper_asin(most)) : plan->roll;
    // nor is there a knee to make up for it
    plan->roll = plan->least > 0.0f ? 0.0f : plan->roll;
    // what stands on its heel has its ankle over it: paws land flat
    float behind = -caper_vec3_dot(plan->ankle, toe) / caper_max(plan->toe_length, 1e-6f * length);
    plan->strike = plan->roll * (STRIKE / CAPERI_RISE) * caper_smoothstep(0.1f, 0.4f, behind);
    // claws of sprawling legs and legs without a knee have nothing to fold, feet of one thigh no
    // room for it
    bool folds = !(plan->least > 0.0f) && !plan->peg && !plan->shares;
    plan->folds = folds ? FOLD * (1.0f - plan->sprawl) : 0.0f;
    plan->roll *= plan->shares ? 0.5f : 1.0f;
    plan->folds *= 1.0f - caper_smoothstep(0.1f, 0.4f, behind);
    // a sole that rolls has turned by then, and goes on for a while
    plan->folds = caper_clamp(FOLDED - 1.6f * plan->roll, 0.0f, plan->folds);
    caper_transform left =
        caperi_roll_pose(plan, caper_vec3_zero(), plan->rest_rotation, plan->roll, 0.0f);
    caper_vec3 ankle = caper_vec3_sub(caper_transform_mul_point(left, plan->ankle),
                                      caper_quat_rotate(plan->rest_rotation, plan->ankle));
    plan->risen = ankle.y;
    plan->forward = ankle.z;
    caper_transform lands =
        caperi_roll_pose(plan, caper_vec3_zero(), plan->rest_rotation, -plan->strike, 0.0f);
    ankle = caper_vec3_sub(caper_transform_mul_point(lands, plan->ankle),
                           caper_quat_rotate(plan->rest_rotation, plan->ankle));
    plan->landing_up = ankle.y;
    plan->landing_back = -ankle.z;
}

// ---------------------------------------------------------------------------------------- stance

// Shares of a stance that go by in one flight.
static float stances_of(const caperi_step *step, int leg)
{
    float duty = step->params[step->gait->legs[leg].group].duty;
    return (1.0f - duty) / caper_max(duty, 0.05f);
}

// How fast a sole may turn as it leaves, radians in one flight: long feet turn less, and those of
// legs that are bent at rest have little room for it.
static float flick_of(const caperi_step *step, const caperi_leg_plan *plan)
{
    float runs = 1.0f - RUN_FLICK * step->walker->state.run * plan->straight;
    return FLICK * runs * plan->roll / CAPERI_RISE * caper_lerp(0.2f, 1.0f, plan->straight);
}

caperi_roll caperi_roll_wanted(const caperi_step *step, int leg)
{
    const caperi_walker_state *s = &step->walker->state;
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    const caperi_foot *foot = &step->walker->feet[leg];
    float speed = caper_vec3_length(foot->going);
    float ahead = speed > 1e-6f ? caper_max(foot->going.z / speed, 0.0f) : 0.0f;
    float stride = s->stride / step->gait->length, much = ahead * s->activity;
    caperi_roll roll;
    roll.strike = plan->strike * much * caper_smoothstep(0.3f, 1.25f, stride);
    roll.rise = plan->roll * much * caper_smoothstep(0.0f, SHORT, stride);
    roll.rise *=
        1.0f + (FAST_RISE / CAPERI_RISE) * caper_smoothstep(LONG - 0.1f, LONG + 0.1f, stride);
    roll.rise *= 1.0f + (RUN_RISE / CAPERI_RISE) * s->run * plan->straight;
    // toes would go into the step, and a foot on a tread comes down on its ball
    roll.rise *= foot->cramped ? 0.85f : 1.0f;
    roll.strike *= 1.0f - 0.8f * s->uneven;
    roll.strike *= 1.0f - RUN_FLAT * s->run;
    roll.rise *= 1.0f - 0.7f * s->uneven * (1.0f - plan->straight); // a paw needs no push-off
    roll.off = caper_clamp(OFF - OFF_SLOPE * (stride - OFF_STRIDE), OFF_LEAST, OFF_MOST);
    // a stance of little time has none for a roll; who ends it slowly turned faster before
    float runs = 1.0f + RUN_FLICK * s->run * plan->straight;
    int group = step->gait->legs[leg].group;
    float time = step->params[group].duty / caper_max(step->frequency[group], 1e-3f);
    float most = FASTEST * runs * (1.0f - roll.off) * time / (3.0f * step->gait->tau);
    roll.rise = caper_min(roll.rise, most);
    roll.strike = caper_min(roll.strike, most);
    // short stances would throw the foot over: their roll slows down before it leaves
    float quickest = 3.0f * roll.rise / (1.0f - roll.off) * stances_of(step, leg);
    float flick = flick_of(step, plan);
    roll.slows = quickest > flick ? 1.0f - flick / quickest : 0.0f;
    return roll;
}

caper_knot caperi_roll_at(const caperi_roll *roll, float share)
{
    caper_knot knot = {0.0f, 0.0f, 0.0f};
    if (share < FLAT) {
        float t = 1.0f - caper_max(share, 0.0f) / FLAT;
        knot.value = -roll->strike * t * t * (2.0f - t);
        knot.velocity = roll->strike * t * (4.0f - 3.0f * t) / FLAT;
        knot.acceleration = -roll->strike * (4.0f - 6.0f * t) / (FLAT * FLAT);
    } else if (share > roll->off) {
        float span = 1.0f - roll->off, x = caper_min((share - roll->off) / span, 1.0f);
        float a = roll->rise * (1.0f + 3.0f * roll->slows), b = 3.0f * roll->rise * roll->slows;
        knot.value = x * x * x * (a - b * x);
        knot.velocity = x * x * (3.0f * a - 4.0f * b * x) / span;
        knot.acceleration = x * (6.0f * a - 12.0f * b * x) / (span * span);
    }
    return knot;
}

// ---------------------------------------------------------------------------------------- flight

void caperi_roll_leave(const caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    float ratio = stances_of(step, leg), flick = flick_of(step, &step->gait->plans[leg]);
    caper_knot now = caperi_roll_at(&foot->roll, foot->phase / caper_max(foot->duty, 0.05f));
    foot->left.value = foot->tip;
    foot->left.velocity = caper_clamp(now.velocity * ratio, -flick, flick);
    foot->left.acceleration = caper_clamp(now.acceleration * ratio * ratio, -flick, 2.0f * flick);
    foot->roll = caperi_roll_wanted(step, leg);
}

float caperi_midflight(float share)
{
    float rest = 1.0f - share;
    return 119.15f * share * share * share * rest * rest * rest * rest;
}

// What paws and hooves add.
static float folded(const caperi_step *step, int leg, float share)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    const caperi_walker_state *s = &step->walker->state;
    float speed = caper_vec3_length(foot->going);
    float ahead = speed > 1e-6f ? caper_max(foot->going.z / speed, 0.0f) : 0.0f;
    float much = ahead * s->activity * caper_smoothstep(0.1f, 1.1f, s->stride / step->gait->length);
    much *= 1.0f - 0.7f * s->uneven; // hooves that fold back meet the step behind them
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    much *= caperi_fold_share(step, plan->fold_share);
    return plan->folds * much * caperi_midflight(share);
}

float caperi_roll_flight(const caperi_step *step, int leg, float share)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    float ratio = stances_of(step, leg);
    caper_knot end = caperi_roll_at(&foot->roll, 0.0f);
    // a short stance would have the sole swing far up first
    end.velocity = caper_min(end.velocity * ratio, FLICK);
    end.acceleration = caper_min(end.acceleration * ratio * ratio, SLAP);
    return caper_quintic(foot->left, end, 1.0f, share).value + folded(step, leg, share);
}

// ------------------------------------------------------------------------------------------ pose

// How much of the pivot is the heel.
static float heel_share(float tip, float share)
{
    return share > 0.0f ? caperi_least_jerk(2.0f * share - 0.5f) : tip < 0.0f ? 1.0f : 0.0f;
}

caper_transform caperi_roll_pose(const caperi_leg_plan *plan, caper_vec3 base, caper_quat flat,
                                 float tip, float share)
{
    caper_vec3 pivot = caper_vec3_lerp(plan->pivot, plan->heel, heel_share(tip, share));
    caper_quat turn = caper_quat_from_axis_angle(plan->axis, tip);
    caper_vec3 off = caper_vec3_sub(pivot, caper_quat_rotate(turn, pivot));
    return caper_transform_make(caper_quat_mul(flat, turn),
                                caper_vec3_add(base, caper_quat_rotate(flat, off)));
}

float caperi_roll_low(const caperi_leg_plan *plan, float tip, float share)
{
    float heel = heel_share(tip, share), sine = caper_sin(tip);
    float at = caper_lerp(caper_vec3_length(plan->pivot), -plan->rear, heel);
    // toes stay curled until they have left
    float front =
        caper_lerp(caper_vec3_length(plan->toe), plan->front, caperi_least_jerk(2.0f * share));
    float a = (at - front) * sine, b = (at + plan->rear) * sine;
    float soft = SOFT * plan->reach, off = a - b;
    return 0.5f * (a + b - sqrtf(off * off + soft * soft) + soft);
}
