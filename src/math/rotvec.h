// SPDX-License-Identifier: MIT
//
// Rotations in double: quaternions, rotation vectors and the Jacobian between the derivative of a
// rotation vector and angular velocity. Inside of the quaternion functions, the rotation splines
// and the rotation springs, which round to float once at their end.
#ifndef CAPER_MATH_ROTVEC_H
#define CAPER_MATH_ROTVEC_H

#include "caper/vecmath.h"

typedef struct caperi_dvec3 {
    double x, y, z;
} caperi_dvec3;

typedef struct caperi_dquat {
    double x, y, z, w;
} caperi_dquat;

static inline caperi_dvec3 caperi_dvec3_make(double x, double y, double z)
{
    caperi_dvec3 v = {x, y, z};
    return v;
}

static inline caperi_dvec3 caperi_dvec3_from(caper_vec3 v)
{
    return caperi_dvec3_make((double)v.x, (double)v.y, (double)v.z);
}

static inline caper_vec3 caperi_dvec3_to_float(caperi_dvec3 v)
{
    return caper_vec3_make((float)v.x, (float)v.y, (float)v.z);
}

static inline caperi_dvec3 caperi_dvec3_scale(caperi_dvec3 v, double s)
{
    return caperi_dvec3_make(v.x * s, v.y * s, v.z * s);
}

/// a * s + b * t.
static inline caperi_dvec3 caperi_dvec3_combine(caperi_dvec3 a, double s, caperi_dvec3 b, double t)
{
    return caperi_dvec3_make(a.x * s + b.x * t, a.y * s + b.y * t, a.z * s + b.z * t);
}

static inline double caperi_dvec3_dot(caperi_dvec3 a, caperi_dvec3 b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

static inline caperi_dvec3 caperi_dvec3_cross(caperi_dvec3 a, caperi_dvec3 b)
{
    return caperi_dvec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double caperi_dvec3_length(caperi_dvec3 v)
{
    return sqrt(caperi_dvec3_dot(v, v));
}

/// v with length 1; false, with v untouched, when v is zero or not finite. No float is too small
/// or too large for it.
static inline bool caperi_dvec3_normalize(caperi_dvec3 *v)
{
    double length = caperi_dvec3_length(*v);
    if (!(length > 0.0 && length < (double)INFINITY)) {
        return false;
    }
    *v = caperi_dvec3_scale(*v, 1.0 / length);
    return true;
}

static inline caperi_dquat caperi_dquat_make(double x, double y, double z, double w)
{
    caperi_dquat q = {x, y, z, w};
    return q;
}

static inline caperi_dquat caperi_dquat_conj(caperi_dquat q)
{
    return caperi_dquat_make(-q.x, -q.y, -q.z, q.w);
}

static inline caperi_dquat caperi_dquat_mul(caperi_dquat a, caperi_dquat b)
{
    return caperi_dquat_make((a.w * b.x - a.z * b.y) + (a.x * b.w + a.y * b.z),
                             (a.w * b.y - a.x * b.z) + (a.y * b.w + a.z * b.x),
                             (a.w * b.z - a.y * b.x) + (a.z * b.w + a.x * b.y),
                             (a.w * b.w - a.z * b.z) - (a.x * b.x + a.y * b.y));
}

static inline caperi_dvec3 caperi_dquat_rotate(caperi_dquat q, caperi_dvec3 v)
{
    caperi_dvec3 u = caperi_dvec3_make(q.x, q.y, q.z);
    caperi_dvec3 t = caperi_dvec3_scale(caperi_dvec3_cross(u, v), 2.0);
    caperi_dvec3 r = caperi_dvec3_combine(v, 1.0, t, q.w);
    return caperi_dvec3_combine(r, 1.0, caperi_dvec3_cross(u, t), 1.0);
}

/// Scaled to unit length; the identity for zero.
static inline caperi_dquat caperi_dquat_normalize(caperi_dquat q)
{
    double length = sqrt((q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w));
    if (!(length > 0.0 && length < (double)INFINITY)) {
        return caperi_dquat_make(0.0, 0.0, 0.0, 1.0);
    }
    double s = 1.0 / length;
    return caperi_dquat_make(q.x * s, q.y * s, q.z * s, q.w * s);
}

/// From float, scaled to unit length: what a float quaternion lacks of it would bias logarithms.
static inline caperi_dquat caperi_dquat_from(caper_quat q)
{
    return caperi_dquat_normalize(
        caperi_dquat_make((double)q.x, (double)q.y, (double)q.z, (double)q.w));
}

/// Rounded to float.
static inline caper_quat caperi_dquat_to_float(caperi_dquat q)
{
    return caper_quat_make((float)q.x, (float)q.y, (float)q.z, (float)q.w);
}

/// The rotation by |v| about v.
caperi_dquat caperi_dquat_exp(caperi_dvec3 v);
/// The shortest rotation vector of a unit quaternion.
caperi_dvec3 caperi_dquat_log(caperi_dquat q);
/// The angular velocity of exp(v) when v changes at the given rate.
caperi_dvec3 caperi_rotvec_to_velocity(caperi_dvec3 v, caperi_dvec3 rate);
/// The inverse of to_velocity, for |v| below a whole turn.
caperi_dvec3 caperi_rotvec_to_rate(caperi_dvec3 v, caperi_dvec3 velocity);

#endif
