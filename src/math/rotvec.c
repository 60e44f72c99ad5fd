// SPDX-License-Identifier: MIT
//
// Exponential, logarithm and left Jacobian of SO(3), in double. With v = angle * axis and
// R = exp(v): the angular velocity (in the frame R maps into) is J(v) v', where
//   J(v) = a I + b [v]x + c v v^T,  a = sin(t)/t, b = (1 - cos(t))/t^2, c = (1 - a)/t^2, t = |v|,
//   J(v)^-1 = g I - [v]x / 2 + d v v^T,  g = (t/2) cot(t/2), d = (1 - g)/t^2.
// (Any text on Lie groups; e.g. Sola, Deray and Atchuthan, "A micro Lie theory", eq. 145-146.)
#include "math/rotvec.h"

#include "math/scalar.h"

caperi_dquat caperi_dquat_exp(caperi_dvec3 v)
{
    double half = 0.5 * caperi_dvec3_length(v);
    if (!(half > 0.0)) {
        return caperi_dquat_make(0.5 * v.x, 0.5 * v.y, 0.5 * v.z, 1.0);
    }
    double s, c;
    caperi_sincos(half, &s, &c);
    double k = 0.5 * s / half; // cancels nothing, however small the angle
    return caperi_dquat_make(v.x * k, v.y * k, v.z * k, c);
}

caperi_dvec3 caperi_dquat_log(caperi_dquat q)
{
    if (q.w < 0.0) {
        q = caperi_dquat_make(-q.x, -q.y, -q.z, -q.w);
    }
    caperi_dvec3 v = caperi_dvec3_make(q.x, q.y, q.z);
    double s = caperi_dvec3_length(v);
    // atan2 is accurate at tiny angles and at half turns (w near 0) alike
    double k = s > 0.0 ? 2.0 * caperi_atan2(s, q.w) / s : 2.0;
    return caperi_dvec3_scale(v, k);
}

caperi_dvec3 caperi_rotvec_to_velocity(caperi_dvec3 v, caperi_dvec3 rate)
{
    double z = caperi_dvec3_dot(v, v);
    double a, b, c;
    if (z < 1e-4) {
        a = 1.0 - z * (1.0 / 6.0 - z * (1.0 / 120.0 - z * (1.0 / 5040.0)));
        b = 0.5 - z * (1.0 / 24.0 - z * (1.0 / 720.0 - z * (1.0 / 40320.0)));
        c = 1.0 / 6.0 - z * (1.0 / 120.0 - z * (1.0 / 5040.0 - z * (1.0 / 362880.0)));
    } else {
        double t = sqrt(z), sine, cosine;
        caperi_sincos(t, &sine, &cosine);
        a = sine / t;
        b = (1.0 - cosine) / z;
        c = (1.0 - a) / z;
    }
    caperi_dvec3 r = caperi_dvec3_combine(rate, a, caperi_dvec3_cross(v, rate), b);
    return caperi_dvec3_combine(r, 1.0, v, c * caperi_dvec3_dot(v, rate));
}

caperi_dvec3 caperi_rotvec_to_rate(caperi_dvec3 v, caperi_dvec3 velocity)
{
    double z = caperi_dvec3_dot(v, v);
    double g, d;
    if (z < 1e-4) {
        d = 1.0 / 12.0 + z * (1.0 / 720.0 + z * (1.0 / 30240.0));
        g = 1.0 - z * d;
    } else {
        double half = 0.5 * sqrt(z), sine, cosine;
        caperi_sincos(half, &sine, &cosine);
        g = half * cosine / sine;
        d = (1.0 - g) / z;
    }
    caperi_dvec3 r = caperi_dvec3_combine(velocity, g, caperi_dvec3_cross(v, velocity), -0.5);
    return caperi_dvec3_combine(r, 1.0, v, d * caperi_dvec3_dot(v, velocity));
}
