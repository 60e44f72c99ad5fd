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
// That energy is a sum of squares: at most four of limbs that are out of reach and nine of the
// prior. Gauss-Newton steps with the prior's diagonal inverted leave a system of as many equations
// as there are such limbs (Woodbury), which takes fewer and cheaper steps than the conjugate
// gradients of the paper. Lengths are in units of the puppet's leg. Where the balls have no point
// in common the paper drops those that miss the most important one; as importance passes from a
// foot to a hand that is a jump, so here the minimization starts from the place nearest to all
// instead.
#include "puppet/balls.h"
#include "puppet/puppet.h"

#include "math/linalg.h"

#include <math.h>
#include <string.h>

#define OFFSET_HALF_LIFE 0.04f // seconds
#define PULL_HALF_LIFE 0.06f
#define EASE 0.99f // of a limb's length: the root keeps limbs from locking
#define SLACK 5e-4 // legs beyond its reach from which on a limb asks for the posture
#define PROJECTIONS 24
#define MAX_ITERATIONS 12
#define STEP_END 1e-3       // legs or radians: smaller steps change nothing to be seen
#define ROOT_STIFFNESS 2.0  // beta_0 of equation 20, the position's gamma being 1
#define WAIST_STIFFNESS 1.0 // beta_1

static float reach_of(const caper_puppet *puppet, int limb)
{
    const caperi_limb *l = &puppet->person.limbs[limb];
    float w = puppet->sights[limb].importance;
    return w > 1e-6f ? (l->upper + l->lower) / w : HUGE_VALF;
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
        if (puppet->effectors & CAPER_EFFECTOR_BIT(i)) {
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
    state->pull = caper_vec3_scale(state->pull, caper_exp2(-dt / PULL_HALF_LIFE));
    *offset = caper_vec3_add(state->offset, state->pull);
    caperi_ball balls[CAPERI_PUPPET_LIMBS];
    int count = 0;
    bool inside = true;
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        caper_vec3 start = puppet->captured[puppet->person.limbs[i].start].position;
        caperi_ball *ball = &balls[count];
        ball->center = caper_vec3_sub(puppet->sights[i].goal, start);
        ball->radius = EASE * reach_of(puppet, i);
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
} posture;

static caper_quat turn_of(const double *x)
{
    return caper_quat_exp(caper_vec3_make((float)x[0], (float)x[1], (float)x[2]));
}

/// Where a joint of the trunk is with the posture.
static caper_vec3 moved(const posture *p, caper_vec3 at, bool upper, float leg)
{
    caper_quat root = turn_of(&p->x[3]);
    caper_vec3 shift =
        caper_vec3_scale(caper_vec3_make((float)p->x[0], (float)p->x[1], (float)p->x[2]), leg);
    if (upper) {
        caper_vec3 way = caper_quat_rotate(turn_of(&p->x[6]), caper_vec3_sub(at, p->waist));
        at = caper_vec3_add(p->waist, way);
    }
    caper_vec3 way = caper_quat_rotate(root, caper_vec3_sub(at, p->root));
    return caper_vec3_add(caper_vec3_add(p->root, shift), way);
}

/// Residuals of the limbs that are out of reach and their derivatives; returns how many.
static int measure(const caper_puppet *puppet, const posture *p, double residual[],
                   double rows[][VARIABLES])
{
    int count = 0;
    float leg = puppet->person.leg;
    caper_vec3 root = moved(p, p->root, false, leg), waist = moved(p, p->waist, false, leg);
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        int start = puppet->person.limbs[i].start;
        bool upper = puppet->group[start] != 0;
        caper_vec3 at = moved(p, puppet->posed[start].position, upper, leg);
        caper_vec3 way = caper_vec3_sub(at, puppet->sights[i].goal);
        float distance = caper_vec3_length(way), reach = reach_of(puppet, i);
        if (!(distance > reach)) {
            continue;
        }
        residual[count] = (double)((distance - reach) / leg);
        caper_vec3 n = caper_vec3_scale(way, 1 / distance);
        caper_vec3 about_root = caper_vec3_cross(caper_vec3_sub(at, root), n);
        caper_vec3 about_waist = caper_vec3_cross(caper_vec3_sub(at, waist), n);
        about_waist = caper_quat_unrotate(turn_of(&p->x[3]), about_waist);
        const float row[VARIABLES] = {n.x,
                                      n.y,
                                      n.z,
                                      about_root.x / leg,
                                      about_root.y / leg,
                                      about_root.z / leg,
                                      upper ? about_waist.x / leg : 0,
                                      upper ? about_waist.y / leg : 0,
                                      upper ? about_waist.z / leg : 0};
        for (int k = 0; k < VARIABLES; k++) {
            rows[count][k] = (double)row[k];
        }
        count++;
    }
    return count;
}

/// One Gauss-Newton step: x = A^-1 J^T (J A^-1 J^T + 1)^-1 (J x - r). Returns its length.
static double step(posture *p, int count, const double residual[], double rows[][VARIABLES])
{
    double system[CAPERI_PUPPET_LIMBS * CAPERI_PUPPET_LIMBS], right[CAPERI_PUPPET_LIMBS];
    for (int i = 0; i < count; i++) {
        right[i] = -residual[i];
        for (int k = 0; k < VARIABLES; k++) {
            right[i] += rows[i][k] * p->x[k];
        }
        for (int j = 0; j < count; j++) {
            double sum = i == j;
            for (int k = 0; k < VARIABLES; k++) {
                sum += rows[i][k] * rows[j][k] / p->stiffness[k];
            }
            system[i * count + j] = sum;
        }
    }
    if (!caperi_cholesky_factor(system, count)) {
        return 0;
    }
    caperi_cholesky_solve(system, count, right);
    double length = 0;
    for (int k = 0; k < VARIABLES; k++) {
        double x = 0;
        for (int i = 0; i < count; i++) {
            x += rows[i][k] * right[i] / p->stiffness[k];
        }
        length += (x - p->x[k]) * (x - p->x[k]);
        p->x[k] = x;
    }
    return sqrt(length);
}

/// Put the posture into the bodies.
static void apply(caper_puppet *puppet, const posture *p)
{
    caper_quat root = turn_of(&p->x[3]);
    caper_quat upper = caper_quat_mul(root, turn_of(&p->x[6]));
    for (int i = 0; i < puppet->moving_count; i++) {
        int b = puppet->moving[i];
        caper_transform *t = &puppet->posed[b];
        bool above = puppet->group[b] != 0;
        t->position = moved(p, t->position, above, puppet->person.leg);
        t->rotation = caper_quat_normalize(caper_quat_mul(above ? upper : root, t->rotation));
    }
}

int caperi_puppet_posture(caper_puppet *puppet)
{
    posture p;
    memset(&p, 0, sizeof p);
    p.root = puppet->posed[puppet->person.root].position;
    p.waist = puppet->posed[puppet->waist].position;
    for (int k = 0; k < VARIABLES; k++) {
        double beta = k < 3 ? 1 : k < 6 ? ROOT_STIFFNESS : WAIST_STIFFNESS;
        p.stiffness[k] = (double)puppet->def.posture * beta;
    }
    double residual[CAPERI_PUPPET_LIMBS], rows[CAPERI_PUPPET_LIMBS][VARIABLES];
    int iterations = 0, count = measure(puppet, &p, residual, rows);
    bool needed = false;
    for (int i = 0; i < count; i++) {
        needed = needed || residual[i] > SLACK;
    }
    if (!needed) {
        return 0;
    }
    for (; iterations < MAX_ITERATIONS && count > 0; iterations++) {
        if (step(&p, count, residual, rows) < STEP_END) {
            iterations++;
            break;
        }
        count = measure(puppet, &p, residual, rows);
    }
    apply(puppet, &p);
    return iterations;
}
