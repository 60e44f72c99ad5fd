// SPDX-License-Identifier: MIT
//
// Legs: two rigid parts and a foot; those of more parts fold (fold.c). In closed form (the
// reference), or by the springs of paper 003, section 4.3: hip and ankle are fixed, each iteration
// the two springs push or pull the knee, and a third one draws it to its aim while it points
// elsewhere. The knee of the last frame is where the next one begins, so that few iterations will
// do. The two solvers that the paper tried before are here for comparison: cyclic coordinate
// descent (Lander 1998) and the gradual approach of Elias.
#include "stride/stride.h"

#include "caper/ik.h"

#include <math.h>

#define SOFTEN 0.002f // of caper_limb_job: of the reach, over which a leg eases to straight
#define SWINGS_SOFT                                                                                \
    0.06f              // the same in the middle of a swing, where nobody sees a foot that is short
#define STRAIGHT 0.03f // sine of the bend of a knee that says nothing about its axis
#define CROOKED 0.12f  // and of one that says all
#define KEPT (5 * CAPER_DEGREE) // beyond its limits: a joint of the motion that is knows none
#define DIGIT_TRIES 3           // solutions of a leg until its digit bends no further than it can
#define ITERATIONS 8            // of springs, by default
#define TOLERANCE 1e-4f         // of lengths, by default
#define POINTS_AT 0.0f   // cosine: a knee that points nearer to its aim than that is left alone
#define PULL 0.5f        // of the way to its aim that the aim's spring pulls at once
#define CCD_SWEEPS 10    // as in Lander's code
#define ELIAS_RATE 0.25f // of the gradient, a frame: "gradually approaches the target"

// -------------------------------------------------------------------------------------- springs

/// Keep a knee off the line from hip to ankle: springs in line have no side to go to.
static caper_vec3 off_line(const caper_spring_limb *l, caper_vec3 knee)
{
    caper_vec3 way = caper_vec3_sub(l->tip, l->start);
    float length = caper_vec3_length(way);
    caper_vec3 unit = caper_vec3_scale(way, 1 / caper_max(length, 1e-12f));
    caper_vec3 d = caper_vec3_sub(knee, l->start);
    caper_vec3 off = caper_vec3_add_scaled(d, unit, -caper_vec3_dot(d, unit));
    float least = 1e-3f * (l->upper + l->lower);
    return caper_vec3_length_sq(off) < least * least ? caper_vec3_add_scaled(knee, l->aim, least)
                                                     : knee;
}

/// The aim's spring: it acts while the knee points away from its aim.
static caper_vec3 pull_to_aim(const caper_spring_limb *l, caper_vec3 knee)
{
    caper_vec3 way = caper_vec3_normalize(caper_vec3_sub(l->tip, l->start));
    caper_vec3 d = caper_vec3_sub(knee, l->start);
    caper_vec3 off = caper_vec3_add_scaled(d, way, -caper_vec3_dot(d, way));
    caper_vec3 aim = caper_vec3_add_scaled(l->aim, way, -caper_vec3_dot(l->aim, way));
    aim = caper_vec3_normalize_or(aim, caper_vec3_zero());
    float size = caper_vec3_length(off);
    if (caper_vec3_dot(off, aim) > POINTS_AT * size) {
        return knee;
    }
    caper_vec3 goal = caper_vec3_add(caper_vec3_sub(knee, off), caper_vec3_scale(aim, size));
    return caper_vec3_lerp(knee, goal, PULL);
}

/// Both lengths at once: one Newton step of the two springs in the plane of the leg.
static caper_vec3 relax(const caper_spring_limb *l, caper_vec3 knee)
{
    caper_vec3 u = caper_vec3_sub(knee, l->start), v = caper_vec3_sub(knee, l->tip);
    float a = caper_max(caper_vec3_length(u), 1e-9f), b = caper_max(caper_vec3_length(v), 1e-9f);
    u = caper_vec3_scale(u, 1 / a);
    v = caper_vec3_scale(v, 1 / b);
    // pushes p, q along the springs so that both have their length: u.(pu+qv) = da, v.(pu+qv) = db
    float c = caper_vec3_dot(u, v), da = l->upper - a, db = l->lower - b;
    float det = caper_max(1 - c * c, 1e-4f);
    float p = (da - c * db) / det, q = (db - c * da) / det, most = 0.5f * (l->upper + l->lower);
    p = caper_clamp(p, -most, most);
    q = caper_clamp(q, -most, most);
    return caper_vec3_add_scaled(caper_vec3_add_scaled(knee, u, p), v, q);
}

bool caper_spring_limb_solve(caper_spring_limb *l)
{
    if (!(l->upper > 0 && l->lower > 0 && l->upper < 1e9f && l->lower < 1e9f) ||
        !caper_vec3_is_finite(l->start) || !caper_vec3_is_finite(l->tip) ||
        !caper_vec3_is_finite(l->aim) || !caper_vec3_is_finite(l->middle)) {
        return false;
    }
    int most = l->iterations > 0 ? l->iterations : ITERATIONS;
    float tolerance = l->tolerance > 0 ? l->tolerance : TOLERANCE;
    caper_spring_limb job = *l;
    caper_vec3 way = caper_vec3_sub(l->tip, l->start);
    float length = caper_vec3_length(way), reach = l->upper + l->lower;
    float nearest = fabsf(l->upper - l->lower), least = nearest + 1e-4f * reach;
    caper_vec3 unit = caper_vec3_normalize_or(way, caper_vec3_make(0, -1, 0));
    job.tip = caper_vec3_add_scaled(l->start, unit, caper_clamp(length, least, 0.9999f * reach));
    caper_vec3 knee = pull_to_aim(&job, off_line(&job, l->middle));
    l->steps = 0;
    for (;;) {
        float a = fabsf(caper_vec3_distance(knee, job.start) / l->upper - 1);
        float b = fabsf(caper_vec3_distance(knee, job.tip) / l->lower - 1);
        l->error = caper_max(a, b);
        if (l->error < tolerance || l->steps >= most) {
            break;
        }
        knee = off_line(&job, pull_to_aim(&job, relax(&job, knee)));
        l->steps++;
    }
    l->middle = knee;
    return true;
}

// -------------------------------------------------------------------------------------- compared

/// A leg as the solvers see it, model space.
typedef struct limb {
    caper_vec3 hip, knee, ankle; // as they are
    caper_vec3 target;
    caper_vec3 aim;
} limb;

static caper_vec3 turn_about(caper_vec3 point, caper_vec3 center, caper_quat turn)
{
    return caper_vec3_add(center, caper_quat_rotate(turn, caper_vec3_sub(point, center)));
}

/// Cyclic coordinate descent: the joints by turns point the ankle at its target.
static void by_ccd(limb *l)
{
    for (int i = 0; i < CCD_SWEEPS; i++) {
        caper_quat turn =
            caper_quat_between(caper_vec3_normalize(caper_vec3_sub(l->ankle, l->knee)),
                               caper_vec3_normalize(caper_vec3_sub(l->target, l->knee)));
        l->ankle = turn_about(l->ankle, l->knee, turn);
        turn = caper_quat_between(caper_vec3_normalize(caper_vec3_sub(l->ankle, l->hip)),
                                  caper_vec3_normalize(caper_vec3_sub(l->target, l->hip)));
        l->knee = turn_about(l->knee, l->hip, turn);
        l->ankle = turn_about(l->ankle, l->hip, turn);
    }
}

/// One gradual step: both joints turn by how much that brings the ankle nearer.
static void by_elias(limb *l)
{
    caper_vec3 miss = caper_vec3_sub(l->target, l->ankle);
    caper_vec3 joints[2] = {l->hip, l->knee};
    caper_vec3 turns[2];
    for (int i = 0; i < 2; i++) {
        caper_vec3 arm = caper_vec3_sub(l->ankle, joints[i]);
        caper_vec3 gradient = caper_vec3_cross(arm, miss);
        float square = caper_max(caper_vec3_length_sq(arm), 1e-9f);
        turns[i] = caper_vec3_scale(gradient, ELIAS_RATE / square);
    }
    caper_quat upper = caper_quat_exp(turns[0]), lower = caper_quat_exp(turns[1]);
    l->ankle = turn_about(l->ankle, l->knee, lower);
    l->knee = turn_about(l->knee, l->hip, upper);
    l->ankle = turn_about(l->ankle, l->hip, upper);
}

// ------------------------------------------------------------------------------------------- leg

static caper_quat between(caper_vec3 a, caper_vec3 b, caper_vec3 c, caper_vec3 d)
{
    return caper_quat_between(
        caper_vec3_normalize_or(caper_vec3_sub(b, a), caper_vec3_make(0, -1, 0)),
        caper_vec3_normalize_or(caper_vec3_sub(d, c), caper_vec3_make(0, -1, 0)));
}

/// Turn a plane by a knee that moved: the smallest turns of both parts.
static void turns_of(const limb *before, const limb *after, caper_quat *upper, caper_quat *lower)
{
    *upper = between(before->hip, before->knee, after->hip, after->knee);
    *lower = between(before->knee, before->ankle, after->knee, after->ankle);
}

/// How a knee is bent: about which axis, frame of the upper part, by the sine of how much.
static caper_vec3 bend_of(caper_quat upper, caper_vec3 hip, caper_vec3 knee, caper_vec3 ankle)
{
    caper_vec3 u = caper_vec3_normalize(caper_vec3_sub(knee, hip));
    caper_vec3 v = caper_vec3_normalize(caper_vec3_sub(ankle, knee));
    return caper_quat_unrotate(upper, caper_vec3_cross(u, v));
}

void caperi_leg_learn(caper_stride *s, int leg, const caper_pose *model)
{
    const caperi_stride_leg *plan = &s->legs[leg];
    const caper_transform *at = model->bodies;
    float *bends = s->feet[leg].bends;
    if (plan->fold_count > 0) {
        caperi_fold_learn(plan, model, bends);
    } else if (plan->middle >= 0 &&
               s->character->bodies[plan->middle].joint.kind != CAPER_JOINT_HINGE) {
        caper_vec3 bend = bend_of(at[plan->start].rotation, at[plan->start].position,
                                  at[plan->middle].position, at[plan->end].position);
        bends[0] = caperi_bend_learned(bends[0], caper_vec3_dot(bend, plan->bend_axis));
    }
}

/// Which way a knee bends: 1 as at rest, -1 the other.
static float side_of(const caper_stride *s, int leg)
{
    return s->feet[leg].bends[0] < 0 ? -1 : 1;
}

/// The axis that the knee bends about: as it is bent, or, where it is straight, as at rest or as
/// the motion mostly bends it: to `side`.
static caper_vec3 axis_of(const caperi_stride_leg *plan, caper_quat upper, const limb *l,
                          float side)
{
    caper_vec3 axis = caper_vec3_scale(plan->bend_axis, side);
    caper_vec3 now = bend_of(upper, l->hip, l->knee, l->ankle);
    float bent = caper_vec3_length(now);
    float alike = caper_vec3_dot(now, axis) / caper_max(bent, 1e-9f);
    if (alike <= 0) {
        return axis;
    }
    float share = caper_smoothstep(STRAIGHT, CROOKED, bent) * caper_smoothstep(0, 0.7f, alike);
    now = caper_vec3_scale(now, 1 / caper_max(bent, 1e-9f));
    return caper_vec3_normalize(caper_vec3_lerp(axis, now, share));
}

/// The middle of a swing, 0..1: what nobody stands on may be a little off.
static float swings(const caper_stride *s, int leg)
{
    const caperi_stride_state_foot *foot = &s->feet[leg];
    double span = foot->next.land - foot->lifted;
    if (foot->stands || !foot->has_next || !(span > 1e-6)) {
        return 0;
    }
    float share = (float)((s->state->time - foot->lifted) / span);
    return caper_smoothstep(0, 0.3f, share) * (1 - caper_smoothstep(0.7f, 1, share));
}

/// How softly a leg comes to its full length: a knee that snaps shows, a foot in the air that is a
/// little short does not. As straight as the motion has it it may always be.
static float softness(const caper_stride *s, int leg, const limb *l)
{
    float whole = caper_vec3_distance(l->hip, l->knee) + caper_vec3_distance(l->knee, l->ankle);
    float own = 1 - caper_vec3_distance(l->hip, l->ankle) / caper_max(whole, 1e-9f);
    return caper_clamp(own, SOFTEN, caper_lerp(SOFTEN, SWINGS_SOFT, swings(s, leg)));
}

/// An ankle is no nearer to its hip than a folded knee has it, or than the motion has: what would
/// be comes down to where that has it.
static caper_vec3 unfolded(const caperi_stride_leg *plan, const limb *l)
{
    caper_vec3 own = caper_vec3_sub(l->ankle, l->hip), off = caper_vec3_sub(l->target, l->hip);
    float far = caper_vec3_length(own), least = caper_min(plan->nearest, far);
    float missing = least * least - caper_vec3_length_sq(off);
    if (!(missing > 0)) {
        return l->target;
    }
    caper_vec3 down = caper_vec3_scale(own, 1 / caper_max(far, 1e-9f));
    float along = caper_vec3_dot(off, down);
    float way = sqrtf(along * along + missing) - along;
    return caper_vec3_add_scaled(l->target, down, way);
}

/// The closed form.
static void by_limb(const caper_stride *s, int leg, const caper_pose *model, const limb *l,
                    caper_quat *upper, caper_quat *lower)
{
    const caperi_stride_leg *plan = &s->legs[leg];
    caper_limb_job job = caper_limb_job_default();
    job.start = l->hip;
    job.middle = l->knee;
    job.tip = l->ankle;
    job.upper = model->bodies[plan->start].rotation;
    job.lower = model->bodies[plan->middle].rotation;
    job.target = l->target;
    job.bend_axis = axis_of(plan, job.upper, l, side_of(s, leg));
    job.soften = softness(s, leg, l);
    *upper = *lower = caper_quat_identity();
    if (caper_limb_solve(&job)) {
        *upper = caperi_quat_mul(job.upper_out, caper_quat_conj(job.upper));
        *lower = caperi_quat_mul(job.lower_out, caper_quat_conj(job.lower));
    }
}

static void by_springs(caper_stride *s, int leg, const limb *l, limb *after)
{
    caperi_stride_state_foot *foot = &s->feet[leg];
    caper_spring_limb job = {.start = l->hip, .tip = l->target, .aim = l->aim};
    job.upper = caper_vec3_distance(l->hip, l->knee);
    job.lower = caper_vec3_distance(l->knee, l->ankle);
    // the knee of the last frame, as far as that was the springs'; else that of the pose
    job.middle = foot->has_knee ? caper_vec3_add(l->hip, foot->knee) : l->knee;
    if (caper_spring_limb_solve(&job)) {
        after->knee = job.middle;
        after->ankle = l->target;
        foot->knee = caper_vec3_sub(job.middle, l->hip);
        foot->has_knee = 1;
    }
}

/// A joint brought back to its limits by a weight, as far as the motion keeps them.
static caper_quat limited(const caper_stride *s, int body, caper_quat turn, caper_quat before,
                          float weight)
{
    const caper_joint *joint = &s->character->bodies[body].joint;
    caper_quat rest = s->character->skeleton.rest_local[body].rotation;
    if (!(weight > 0) || !(caper_joint_measure(joint, rest, turn).excess > 0)) {
        return turn;
    }
    weight *= 1 - caper_smoothstep(0, KEPT, caper_joint_measure(joint, rest, before).excess);
    return caper_quat_nlerp(turn, caper_joint_clamp(joint, rest, turn), weight);
}

static caper_quat against(caper_quat carrier, caper_quat rotation)
{
    return caper_quat_normalize(caperi_quat_mul(caper_quat_conj(carrier), rotation));
}

/// A leg of more than two parts folds at all of its joints. A digit goes with its foot as far as
/// it bends, and the foot turns on it for the rest; in a swing limits of the foot come before its
/// target.
static void by_fold(const caper_stride *s, int leg, const caper_pose *model, caper_transform target,
                    caper_pose *local)
{
    const caperi_stride_leg *plan = &s->legs[leg];
    const caper_body *bodies = s->character->bodies;
    const caper_transform *at = model->bodies;
    int parent = bodies[plan->start].parent, end = plan->end, foot = plan->foot;
    caperi_folding by;
    caper_quat base = caper_quat_identity();
    base = parent >= 0 ? at[parent].rotation : base;
    caper_quat turn = caperi_quat_mul(target.rotation, caper_quat_conj(at[foot].rotation));
    caper_quat digit = caperi_quat_mul(turn, at[end].rotation), carrier = base;
    caper_vec3 below = caperi_transform_unpoint(&at[end], at[foot].position);
    float air = swings(s, leg), soften = caper_lerp(SOFTEN, SWINGS_SOFT, air);
    for (int i = 0; i < DIGIT_TRIES; i++) {
        caper_vec3 ankle = caper_vec3_sub(target.position, caperi_quat_turn(digit, below));
        caperi_fold_solve(plan, model, ankle, soften, s->feet[leg].bends, &by);
        carrier = caperi_quat_mul(by.end, at[bodies[end].parent].rotation);
        caper_quat wanted = against(carrier, digit);
        caper_quat can = limited(s, end, wanted, local->bodies[end].rotation, end != foot);
        if (caper_quat_dot(can, wanted) > 1 - 1e-6f || i + 1 == DIGIT_TRIES) {
            break;
        }
        digit = caperi_quat_mul(carrier, can);
    }
    local->bodies[plan->start].rotation =
        against(base, caperi_quat_mul(by.aim, at[plan->start].rotation));
    for (int i = 0; i < plan->fold_count && by.folds; i++) {
        caper_quat *joint = &local->bodies[plan->folds[i].body].rotation;
        *joint = caperi_quat_mul(*joint, by.joints[i]);
    }
    if (end != foot) {
        local->bodies[end].rotation = against(carrier, digit);
        carrier = digit;
    }
    local->bodies[foot].rotation =
        limited(s, foot, against(carrier, target.rotation), local->bodies[foot].rotation, air);
}

void caperi_leg_solve(caper_stride *s, int leg, const caper_pose *model, caper_transform target,
                      caper_pose *local)
{
    const caperi_stride_leg *plan = &s->legs[leg];
    const caper_body *bodies = s->character->bodies;
    const caper_transform *at = model->bodies;
    if (plan->fold_count > 0 && s->def.solver == CAPER_STRIDE_SOLVER_LIMB) {
        by_fold(s, leg, model, target, local);
        return;
    }
    int parent = bodies[plan->start].parent, above = bodies[plan->end].parent;
    caper_quat upper = caper_quat_identity(), lower = upper;
    limb l = {at[plan->start].position,
              {0, 0, 0},
              at[plan->end].position,
              caperi_transform_point(&target, caperi_ankle(plan, model)),
              {0, 0, 1}};
    target.rotation =
        caperi_quat_mul(target.rotation, caperi_quat_mul(caper_quat_conj(at[plan->foot].rotation),
                                                         at[plan->end].rotation));
    if (plan->middle < 0) {
        // no knee: it points at its target
        if (plan->start != plan->foot) {
            upper = lower = between(l.hip, l.ankle, l.hip, l.target);
        }
    } else {
        l.knee = at[plan->middle].position;
        l.target = unfolded(plan, &l);
        l.aim = parent >= 0 ? caper_quat_rotate(at[parent].rotation, plan->aim) : plan->aim;
        l.aim = caper_vec3_scale(l.aim, side_of(s, leg));
        limb after = l;
        switch (s->def.solver) {
        case CAPER_STRIDE_SOLVER_SPRING:
            by_springs(s, leg, &l, &after);
            turns_of(&l, &after, &upper, &lower);
            break;
        case CAPER_STRIDE_SOLVER_CCD:
            by_ccd(&after);
            turns_of(&l, &after, &upper, &lower);
            break;
        case CAPER_STRIDE_SOLVER_ELIAS:
            if (s->feet[leg].has_knee) {
                // it goes on from where it was in the last frame
                caper_vec3 knee = caper_vec3_add(l.hip, s->feet[leg].knee);
                caper_quat turn = between(l.hip, l.knee, l.hip, knee);
                after.knee = turn_about(l.knee, l.hip, turn);
                after.ankle = turn_about(l.ankle, l.hip, turn);
            }
            by_elias(&after);
            s->feet[leg].knee = caper_vec3_sub(after.knee, l.hip);
            s->feet[leg].has_knee = 1;
            turns_of(&l, &after, &upper, &lower);
            break;
        default:
            by_limb(s, leg, model, &l, &upper, &lower);
            break;
        }
    }
    // upper part, lower part, foot: each against what carries it now
    if (plan->start != plan->end) {
        caper_quat base = parent >= 0 ? at[parent].rotation : caper_quat_identity();
        local->bodies[plan->start].rotation = caper_quat_normalize(caperi_quat_mul(
            caper_quat_conj(base), caperi_quat_mul(upper, at[plan->start].rotation)));
    }
    if (plan->middle >= 0) {
        caper_quat carrier = caperi_quat_mul(upper, at[bodies[plan->middle].parent].rotation);
        local->bodies[plan->middle].rotation = caper_quat_normalize(caperi_quat_mul(
            caper_quat_conj(carrier), caperi_quat_mul(lower, at[plan->middle].rotation)));
    }
    if (above >= 0) {
        caper_quat carrier = plan->start == plan->end ? at[above].rotation
                                                      : caperi_quat_mul(lower, at[above].rotation);
        caper_quat *end = &local->bodies[plan->end].rotation;
        *end = limited(s, plan->end, against(carrier, target.rotation), *end, swings(s, leg));
    }
}
