// SPDX-License-Identifier: MIT
//
// Root position estimation and body posture (paper 001, sections 5.1 and 5.2).
//
// The root first moves by the mean of what the effectors need, weighted by importance, with the
// last offset as one more voice of small weight: in flight, where nobody speaks, it stays as it
// is. A spring takes the jitter of capture out of it, which knees that are nearly straight would
// show tenfold; feet are placed after it and do not lag. Then into the balls from where every limb
// reaches. Only if there is no such place is the energy of equation 18 minimized over the position
// and rotation of the root and the rotation of the upper body against it.
//
// That energy has nine variables and a Hessian at hand: Newton's method with a halving of steps
// takes fewer of them than the conjugate gradients of the paper. Lengths are in units of the
// puppet's leg. Where the balls have no point in common the paper drops those that miss the most
// important one; as importance passes from a foot to a hand that is a jump, so here the
// minimization starts from the place nearest to all instead.
#include "puppet/balls.h"
#include "puppet/puppet.h"

#include "math/linalg.h"

#include <math.h>
#include <string.h>

// Tuned numbers; found by trial on the nine captures of test_puppet_clips.c, where no other
// origin is named.
#define OFFSET_HALF_LIFE 0.15f // seconds: takes the jitter of captures out of the root
#define PULL_HALF_LIFE 0.06f   // seconds in which what the balls asked for fades when they let go
#define SLACK 5e-4f            // legs beyond its reach from which on a limb asks for the posture
#define PROJECTIONS 12         // onto all balls at once: nearer than can be seen
#define MAX_ITERATIONS 8 // of Newton's method; the paper's conjugate gradients take 8 too (Table I)
#define STEP_END 2e-3    // legs or radians: smaller steps change nothing to be seen
#define ROOT_STIFFNESS 2.0  // beta_0 of equation 20 (position: 1); the paper gives none
#define WAIST_STIFFNESS 1.0 // beta_1 of equation 20

/// A little less than its length, unless the limb is straight by joint angles: the root keeps limbs
/// from locking, but does not bend what was straight. Farther where it matters less (equation 17).
static float reach_of(const caper_puppet *puppet, int limb)
{
    const caper_limb *l = &puppet->person.limbs[limb];
    float w = puppet->sights[limb].importance;
    float length = (1 - caperi_puppet_slack(puppet, limb)) * (l->upper + l->lower);
    return w > 1e-6f ? length / w : HUGE_VALF;
}

/// Where balls have no point in common: the point from which the squared distances to them are
/// least, by projections onto all of them at once.
static caper_vec3 between_balls(const caperi_ball *balls, int count, caper_vec3 point)
{
    for (int step = 0; step < PROJECTIONS; step++) {
        caper_vec3 move = caper_vec3_zero();
        float active = 0;
        for (int i = 0; i < count; i++) {
            caper_vec3 way = caper_vec3_sub(balls[i].center, point);
            float distance = caper_vec3_length(way);
            if (distance > balls[i].radius) {
                float w = balls[i].importance;
                move = caper_vec3_add_scaled(move, way, w * (1 - balls[i].radius / distance));
                active += w;
            }
        }
        point = caper_vec3_add_scaled(point, move, active > 0 ? 1 / active : 0);
    }
    return point;
}

bool caperi_puppet_root(caper_puppet *puppet, float dt, caper_vec3 *offset)
{
    caper_vec3 sum = caper_vec3_scale(puppet->state.offset, puppet->def.prior);
    float weight = puppet->def.prior;
    for (int i = 0; i < CAPER_EFFECTOR_COUNT; i++) {
        if (puppet->effectors & CAPERI_EFFECTOR_BIT(i)) {
            const caperi_sight *s = &puppet->sights[i];
            caper_vec3 need =
                caper_vec3_sub(s->goal, puppet->captured[puppet->contacts[i].tip].position);
            sum = caper_vec3_add_scaled(sum, need, s->importance);
            weight += s->importance;
        }
    }
    caper_vec3 mean = weight > 0 ? caper_vec3_scale(sum, 1 / weight) : puppet->state.offset;
    caperi_puppet_state *state = &puppet->state;
    if (!state->started) {
        state->offset = mean;
        state->offset_velocity = caper_vec3_zero();
    }
    caper_vec3_spring(&state->offset, &state->offset_velocity, mean, caper_vec3_zero(),
                      OFFSET_HALF_LIFE, dt);
    // what the balls asked for fades when they let go
    if (caper_vec3_length_sq(state->pull) > 0) {
        state->pull = caper_vec3_scale(state->pull, caper_exp2(-dt / PULL_HALF_LIFE));
    }
    *offset = caper_vec3_add(state->offset, state->pull);
    caperi_ball balls[CAPERI_PUPPET_LIMBS];
    int count = 0;
    bool inside = true;
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        caper_vec3 start = puppet->captured[puppet->person.limbs[i].start].position;
        caperi_ball *ball = &balls[count];
        ball->center = caper_vec3_sub(puppet->sights[i].goal, start);
        ball->radius = reach_of(puppet, i);
        ball->importance = puppet->sights[i].importance;
        inside = inside && !(caper_vec3_distance(ball->center, *offset) > ball->radius);
        count += ball->radius < HUGE_VALF;
    }
    if (inside) {
        return true;
    }
    caperi_balls_result result = caperi_balls_closest(balls, count, *offset);
    *offset = result.dropped ? between_balls(balls, count, *offset) : result.point;
    state->pull = caper_vec3_sub(*offset, state->offset);
    return !result.dropped;
}

// ------------------------------------------------------------------------------------ posture

/// Position of the root, rotation of the root, rotation of the upper body: offsets from captured.
#define VARIABLES 9

typedef struct posture {
    double x[VARIABLES];
    double stiffness[VARIABLES];
    caper_vec3 root, waist; // captured joints
    caper_quat turns[2];    // of root and upper body, from x
} posture;

static caper_quat turn_of(const double *x)
{
    return caper_quat_exp(caper_vec3_make((float)x[0], (float)x[1], (float)x[2]));
}

/// Where a joint of the trunk is with the posture.
static caper_vec3 moved(const posture *p, caper_vec3 at, bool upper, float leg)
{
    caper_vec3 shift =
        caper_vec3_scale(caper_vec3_make((float)p->x[0], (float)p->x[1], (float)p->x[2]), leg);
    if (upper) {
        caper_vec3 way = caper_quat_rotate(p->turns[1], caper_vec3_sub(at, p->waist));
        at = caper_vec3_add(p->waist, way);
    }
    caper_vec3 way = caper_quat_rotate(p->turns[0], caper_vec3_sub(at, p->root));
    return caper_vec3_add(caper_vec3_add(p->root, shift), way);
}

/// The energy of equation 18 and, unless they are NULL, its gradient and Hessian (halved, lower
/// triangle): (d - r)^2 of a distance d bends across the limb, too, by (d - r) / d, without which
/// Newton's steps overshoot. Rotations are taken to first order.
static double measure(const caper_puppet *puppet, posture *p, double *gradient, double *hessian)
{
    p->turns[0] = turn_of(&p->x[3]);
    p->turns[1] = turn_of(&p->x[6]);
    float leg = puppet->person.leg;
    double energy = 0;
    for (int k = 0; k < VARIABLES; k++) {
        energy += p->stiffness[k] * p->x[k] * p->x[k];
        if (gradient) {
            gradient[k] = p->stiffness[k] * p->x[k];
            memset(&hessian[k * VARIABLES], 0, VARIABLES * sizeof *hessian);
            hessian[k * VARIABLES + k] = p->stiffness[k];
        }
    }
    caper_vec3 root = moved(p, p->root, false, leg), waist = moved(p, p->waist, false, leg);
    caper_mat3 turn = caper_quat_to_mat3(p->turns[0]);
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        int start = puppet->person.limbs[i].start;
        bool upper = puppet->group[start] != 0;
        caper_vec3 at = moved(p, puppet->posed[start].position, upper, leg);
        caper_vec3 way = caper_vec3_sub(at, puppet->sights[i].goal);
        float distance = caper_vec3_length(way), reach = reach_of(puppet, i);
        if (!(distance > reach)) {
            continue;
        }
        double residual = (double)((distance - reach) / leg);
        double across = (double)((distance - reach) / distance);
        energy += residual * residual;
        if (!gradient) {
            continue;
        }
        // how the joint moves with each variable, in legs
        caper_vec3 n = caper_vec3_scale(way, 1 / distance), j[VARIABLES];
        caper_mat3 axes = caper_mat3_identity();
        const caper_vec3 *unit = &axes.x, *turned = &turn.x;
        for (int k = 0; k < 3; k++) {
            j[k] = unit[k];
            j[3 + k] =
                caper_vec3_scale(caper_vec3_cross(unit[k], caper_vec3_sub(at, root)), 1 / leg);
            j[6 + k] = caper_vec3_scale(caper_vec3_cross(turned[k], caper_vec3_sub(at, waist)),
                                        upper ? 1 / leg : 0);
        }
        for (int k = 0; k < VARIABLES; k++) {
            double along = (double)caper_vec3_dot(n, j[k]);
            gradient[k] += along * residual;
            for (int l = 0; l <= k; l++) {
                double both = along * (double)caper_vec3_dot(n, j[l]);
                double all = (double)caper_vec3_dot(j[k], j[l]);
                hessian[k * VARIABLES + l] += both + across * (all - both);
            }
        }
    }
    return energy;
}

/// One step of Newton's method, halved until the energy falls. Returns its length.
static double step(const caper_puppet *puppet, posture *p)
{
    double gradient[VARIABLES], hessian[VARIABLES * VARIABLES];
    double energy = measure(puppet, p, gradient, hessian);
    if (!caperi_cholesky_factor(hessian, VARIABLES)) {
        return 0;
    }
    caperi_cholesky_solve(hessian, VARIABLES, gradient);
    posture before = *p;
    for (double share = 1; share > 0.05; share *= 0.5) {
        double length = 0;
        for (int k = 0; k < VARIABLES; k++) {
            p->x[k] = before.x[k] - share * gradient[k];
            length += share * share * gradient[k] * gradient[k];
        }
        if (measure(puppet, p, NULL, NULL) < energy) {
            return sqrt(length);
        }
    }
    *p = before;
    return 0;
}

/// Put the posture into the bodies.
static void apply(caper_puppet *puppet, const posture *p)
{
    caper_quat root = p->turns[0], upper = caper_quat_mul(root, p->turns[1]);
    for (int i = 0; i < puppet->moving_count; i++) {
        int b = puppet->moving[i];
        caper_transform *t = &puppet->posed[b];
        bool above = puppet->group[b] != 0;
        t->position = moved(p, t->position, above, puppet->person.leg);
        t->rotation = caper_quat_normalize(caper_quat_mul(above ? upper : root, t->rotation));
    }
}

/// Is a limb out of reach by more than can be seen?
static bool is_needed(const caper_puppet *puppet)
{
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        caper_vec3 start = puppet->posed[puppet->person.limbs[i].start].position;
        float beyond = caper_vec3_distance(start, puppet->sights[i].goal) - reach_of(puppet, i);
        if (beyond > SLACK * puppet->person.leg) {
            return true;
        }
    }
    return false;
}

int caperi_puppet_posture(caper_puppet *puppet)
{
    if (!is_needed(puppet)) {
        return 0;
    }
    posture p;
    memset(&p, 0, sizeof p);
    p.root = puppet->posed[puppet->person.bodies[CAPER_PART_HIPS]].position;
    p.waist = puppet->posed[puppet->waist].position;
    for (int k = 0; k < VARIABLES; k++) {
        double beta = k < 3 ? 1 : k < 6 ? ROOT_STIFFNESS : WAIST_STIFFNESS;
        p.stiffness[k] = (double)puppet->def.posture * beta;
    }
    int iterations = 0;
    for (double length = 1; length > STEP_END && iterations < MAX_ITERATIONS; iterations++) {
        length = step(puppet, &p);
    }
    apply(puppet, &p);
    return iterations;
}
