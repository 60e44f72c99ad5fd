// SPDX-License-Identifier: MIT
//
// Dampers and springs, exact in dt: each step applies the closed solution of the equation of
// motion, so splitting a step changes nothing but rounding. Designers set a half-life, never a
// stiffness; after Daniel Holden's "Spring-It-On: The Game Developer's Spring-Roll-Call" (2021),
// but with the half-life taken literally: an offset released at rest is halved after that time,
// for every damping ratio.
//
// With e the offset from the goal, e'' = -w^2 e - 2 z w e'. Rotations use the rotation vector of
// the offset for e, and the Jacobian of the exponential map between e' and angular velocity;
// taking one for the other, as is common, is exact only when they share an axis.
#include "caper/vecmath.h"

#include "math/rotvec.h"
#include "math/scalar.h"

#define LN2 0.69314718055994530942
// w * half_life of the critically damped spring: the root of (1 + t) exp(-t) = 1/2
#define CRITICAL_PHASE 1.6783469900166606534

// (offset, velocity) after the step = matrix * before.
typedef struct propagator {
    double xx, xv, vx, vv;
} propagator;

// The free motion of a spring of natural frequency w and damping ratio z for time t. The three
// cases differ in C and S only, which are cos(d t) and sin(d t) / d for a complex d.
static propagator propagate(double w, double z, double t)
{
    double square = (z - 1.0) * (z + 1.0) * w * w; // -d^2
    double d = sqrt(fabs(square)), decay = z * w, c, s, e;
    if (d * t < 1e-4) {
        // around critical: the series in d^2 t^2, of either sign
        double q = square * t * t;
        c = 1.0 + 0.5 * q;
        s = t * (1.0 + (1.0 / 6.0) * q);
        e = caperi_exp(-decay * t);
    } else if (square < 0.0) {
        caperi_sincos(d * t, &s, &c);
        s /= d;
        e = caperi_exp(-decay * t);
    } else {
        // cosh and sinh times the decay, by exponentials that cannot overflow; the slow one's rate
        // decay - d cancels, w^2 / (decay + d) does not
        double slow = caperi_exp(-(w * w / (decay + d)) * t), fast = caperi_exp(-(decay + d) * t);
        c = 0.5 * (slow + fast);
        s = 0.5 * (slow - fast) / d;
        e = 1.0;
    }
    propagator p = {e * (c + decay * s), e * s, -(e * (w * w) * s), e * (c - decay * s)};
    return p;
}

// The time at which a spring with w = 1, released at rest, is first half way: a polynomial fit of
// the exact root, within 6e-8 below critical; above it two Newton steps bring 3e-4 to rounding.
static double half_phase(double z)
{
    if (z == 1.0) {
        return CRITICAL_PHASE;
    }
    if (z < 1.0) {
        static const double fit[] = {
            1.047197592063312,    0.39539361007904692,   0.16207275308503923,
            0.058808097130611304, 0.026172049496157469,  -0.021037461366519153,
            0.031982217627006385, -0.029518858991356855, 0.0072769387100569207};
        double p = 0.0;
        for (int i = 8; i >= 0; i--) {
            p = p * z + fit[i];
        }
        return p;
    }
    static const double fit[] = {1.3865771417506386,  -0.020169877212266293, 0.37731286303070918,
                                 -0.8544596047942091, 1.3935724500189834,    -0.60472774324793855};
    double u = 1.0 / z, t = 0.0;
    for (int i = 5; i >= 0; i--) {
        t = t * u + fit[i];
    }
    t *= z;
    for (int i = 0; i < 2; i++) {
        propagator p = propagate(1.0, z, t);
        t -= (p.xx - 0.5) / p.vx;
    }
    return t;
}

static propagator spring_step(float half_life, double ratio, float dt)
{
    if (!(dt > 0.0f)) {
        propagator still = {1.0, 0.0, 0.0, 1.0};
        return still;
    }
    if (!(half_life > 0.0f)) {
        propagator done = {0.0, 0.0, 0.0, 0.0};
        return done;
    }
    ratio = ratio > 0.0 ? ratio : 0.0;
    return propagate(half_phase(ratio) / (double)half_life, ratio, (double)dt);
}

// The share of an offset that is left.
static double damper_step(float half_life, float dt)
{
    if (!(dt > 0.0f)) {
        return 1.0;
    }
    return half_life > 0.0f ? caperi_exp(-LN2 * (double)dt / (double)half_life) : 0.0;
}

float caper_damp(float x, float goal, float half_life, float dt)
{
    double left = damper_step(half_life, dt);
    return (float)((double)goal + ((double)x - (double)goal) * left);
}

// dt as the goal sees it: negative steps are refused as a whole.
static double forward(float dt)
{
    return dt > 0.0f ? (double)dt : 0.0;
}

static void spring(float *x, float *velocity, double goal, double goal_velocity, propagator p,
                   float dt)
{
    // relative to the goal where it was when the step began
    double e = (double)*x - (goal - goal_velocity * forward(dt));
    double v = (double)*velocity - goal_velocity;
    *x = (float)(goal + (p.xx * e + p.xv * v));
    *velocity = (float)(goal_velocity + (p.vx * e + p.vv * v));
}

static void vec3_spring(caper_vec3 *x, caper_vec3 *velocity, caper_vec3 goal,
                        caper_vec3 goal_velocity, propagator p, float dt)
{
    spring(&x->x, &velocity->x, (double)goal.x, (double)goal_velocity.x, p, dt);
    spring(&x->y, &velocity->y, (double)goal.y, (double)goal_velocity.y, p, dt);
    spring(&x->z, &velocity->z, (double)goal.z, (double)goal_velocity.z, p, dt);
}

static void quat_spring(caper_quat *q, caper_vec3 *velocity, caper_quat goal,
                        caper_vec3 goal_velocity, propagator p, float dt)
{
    caperi_dquat end = caperi_dquat_from(goal);
    caperi_dvec3 turn = caperi_dvec3_from(goal_velocity);
    caperi_dquat start =
        caperi_dquat_mul(caperi_dquat_exp(caperi_dvec3_scale(turn, -forward(dt))), end);
    // offset R = q goal^-1; its angular velocity is velocity - R goal_velocity
    caperi_dquat offset = caperi_dquat_mul(caperi_dquat_from(*q), caperi_dquat_conj(start));
    caperi_dvec3 e = caperi_dquat_log(offset);
    caperi_dvec3 relative = caperi_dvec3_combine(caperi_dvec3_from(*velocity), 1.0,
                                                 caperi_dquat_rotate(offset, turn), -1.0);
    caperi_dvec3 rate = caperi_rotvec_to_rate(e, relative);
    caperi_dvec3 e1 = caperi_dvec3_combine(e, p.xx, rate, p.xv);
    caperi_dvec3 rate1 = caperi_dvec3_combine(e, p.vx, rate, p.vv);
    offset = caperi_dquat_exp(e1);
    relative = caperi_rotvec_to_velocity(e1, rate1);
    *q = caperi_dquat_to_float(caperi_dquat_normalize(caperi_dquat_mul(offset, end)));
    *velocity = caperi_dvec3_to_float(
        caperi_dvec3_combine(relative, 1.0, caperi_dquat_rotate(offset, turn), 1.0));
}

void caper_spring(float *x, float *velocity, float goal, float goal_velocity, float half_life,
                  float dt)
{
    spring(x, velocity, (double)goal, (double)goal_velocity, spring_step(half_life, 1.0, dt), dt);
}

void caper_vec3_spring(caper_vec3 *x, caper_vec3 *velocity, caper_vec3 goal,
                       caper_vec3 goal_velocity, float half_life, float dt)
{
    vec3_spring(x, velocity, goal, goal_velocity, spring_step(half_life, 1.0, dt), dt);
}

void caper_quat_spring(caper_quat *q, caper_vec3 *velocity, caper_quat goal,
                       caper_vec3 goal_velocity, float half_life, float dt)
{
    quat_spring(q, velocity, goal, goal_velocity, spring_step(half_life, 1.0, dt), dt);
}

void caper_spring_ratio(float *x, float *velocity, float goal, float goal_velocity, float half_life,
                        float damping_ratio, float dt)
{
    spring(x, velocity, (double)goal, (double)goal_velocity,
           spring_step(half_life, (double)damping_ratio, dt), dt);
}

void caper_vec3_spring_ratio(caper_vec3 *x, caper_vec3 *velocity, caper_vec3 goal,
                             caper_vec3 goal_velocity, float half_life, float damping_ratio,
                             float dt)
{
    vec3_spring(x, velocity, goal, goal_velocity, spring_step(half_life, (double)damping_ratio, dt),
                dt);
}

void caper_quat_spring_ratio(caper_quat *q, caper_vec3 *velocity, caper_quat goal,
                             caper_vec3 goal_velocity, float half_life, float damping_ratio,
                             float dt)
{
    quat_spring(q, velocity, goal, goal_velocity, spring_step(half_life, (double)damping_ratio, dt),
                dt);
}

void caper_decay_spring(float *x, float *velocity, float half_life, float dt)
{
    caper_spring(x, velocity, 0.0f, 0.0f, half_life, dt);
}

void caper_vec3_decay_spring(caper_vec3 *x, caper_vec3 *velocity, float half_life, float dt)
{
    caper_vec3_spring(x, velocity, caper_vec3_zero(), caper_vec3_zero(), half_life, dt);
}

void caper_quat_decay_spring(caper_quat *q, caper_vec3 *velocity, float half_life, float dt)
{
    caper_quat_spring(q, velocity, caper_quat_identity(), caper_vec3_zero(), half_life, dt);
}
