// SPDX-License-Identifier: MIT
// Vectors and quaternions in double: the room computes in double, characters and clips are float.
#ifndef CAPER_SPACETIME_REAL_H
#define CAPER_SPACETIME_REAL_H

#include "caper/vecmath.h"

#include <math.h>

typedef struct real3 {
    double x, y, z;
} real3;

typedef struct real4 {
    double x, y, z, w; ///< a quaternion
} real4;

static inline real3 real3_from(caper_vec3 v)
{
    return (real3){(double)v.x, (double)v.y, (double)v.z};
}

static inline caper_vec3 real3_to(real3 v)
{
    return caper_vec3_make((float)v.x, (float)v.y, (float)v.z);
}

static inline real3 real3_add(real3 a, real3 b)
{
    return (real3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline real3 real3_sub(real3 a, real3 b)
{
    return (real3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline real3 real3_scale(real3 a, double s)
{
    return (real3){a.x * s, a.y * s, a.z * s};
}

static inline double real3_dot(real3 a, real3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline real3 real3_cross(real3 a, real3 b)
{
    return (real3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double real3_length(real3 a)
{
    return sqrt(real3_dot(a, a));
}

static inline real3 real3_unit(real3 a)
{
    double length = real3_length(a);
    return length > 0 ? real3_scale(a, 1 / length) : (real3){1, 0, 0};
}

static inline real4 real4_scale(real4 a, double s)
{
    return (real4){a.x * s, a.y * s, a.z * s, a.w * s};
}

static inline double real4_dot(real4 a, real4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

static inline real4 real4_unit(real4 a)
{
    return real4_scale(a, 1 / sqrt(real4_dot(a, a)));
}

static inline real4 real4_from(caper_quat q)
{
    return real4_unit((real4){(double)q.x, (double)q.y, (double)q.z, (double)q.w});
}

static inline caper_quat real4_to(real4 q)
{
    return caper_quat_make((float)q.x, (float)q.y, (float)q.z, (float)q.w);
}

static inline real4 real4_mul(real4 a, real4 b)
{
    return (real4){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                   a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static inline real4 real4_conj(real4 q)
{
    return (real4){-q.x, -q.y, -q.z, q.w};
}

/// The rotation seen in a mirror at x = 0.
static inline real4 real4_mirror(real4 q)
{
    return (real4){q.x, -q.y, -q.z, q.w};
}

static inline real4 real4_yaw(double angle)
{
    return (real4){0, sin(0.5 * angle), 0, cos(0.5 * angle)};
}

static inline real3 real4_rotate(real4 q, real3 v)
{
    real3 u = {q.x, q.y, q.z};
    real3 t = real3_scale(real3_cross(u, v), 2);
    return real3_add(real3_add(v, real3_scale(t, q.w)), real3_cross(u, t));
}

static inline real3 real4_unrotate(real4 q, real3 v)
{
    return real4_rotate(real4_conj(q), v);
}

#endif
