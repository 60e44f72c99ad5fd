// SPDX-License-Identifier: MIT
//
// Random rotations and vectors for tests, with the awkward ones (tiny angles, half turns, axes)
// in every handful.
#ifndef CAPER_TEST_MATH_RANDOM_H
#define CAPER_TEST_MATH_RANDOM_H

#include "caper/vecmath.h"

#include <math.h>

static inline caper_vec3 random_vec3(caper_rng *rng, float size)
{
    float x = caper_rng_range(rng, -size, size), y = caper_rng_range(rng, -size, size);
    return caper_vec3_make(x, y, caper_rng_range(rng, -size, size));
}

static inline caper_vec3 random_unit(caper_rng *rng)
{
    for (;;) {
        caper_vec3 v = random_vec3(rng, 1.0f);
        float length = caper_vec3_length(v);
        if (length > 0.1f && length < 1.0f) {
            return caper_vec3_normalize(v);
        }
    }
}

// Uniform over the sphere, both hemispheres.
static inline caper_quat random_quat(caper_rng *rng)
{
    for (;;) {
        // one after the other: arguments and initializers are evaluated in any order
        float x = caper_rng_range(rng, -1.0f, 1.0f), y = caper_rng_range(rng, -1.0f, 1.0f);
        float z = caper_rng_range(rng, -1.0f, 1.0f), w = caper_rng_range(rng, -1.0f, 1.0f);
        caper_quat q = caper_quat_make(x, y, z, w);
        float length = sqrtf(caper_quat_dot(q, q));
        if (length > 0.1f && length < 1.0f) {
            return caper_quat_normalize(q);
        }
    }
}

// By turns uniform, tiny, almost a half turn, a half turn, the identity and minus the identity.
static inline caper_quat awkward_quat(caper_rng *rng, int i)
{
    caper_vec3 u = random_unit(rng);
    float small = powf(10.0f, caper_rng_range(rng, -12.0f, -2.0f));
    caper_quat q = random_quat(rng);
    switch (i % 6) {
    case 0:
        q = caper_quat_normalize(caper_quat_make(u.x * small, u.y * small, u.z * small, 1.0f));
        break;
    case 1:
        q = caper_quat_normalize(caper_quat_make(u.x, u.y, u.z, small));
        break;
    case 2:
        q = caper_quat_make(u.x, u.y, u.z, 0.0f);
        break;
    case 3:
        q = i % 12 < 6 ? caper_quat_identity() : caper_quat_neg(caper_quat_identity());
        break;
    default:
        break;
    }
    return i % 5 == 0 ? caper_quat_neg(q) : q;
}

static inline caper_transform random_transform(caper_rng *rng)
{
    caper_quat q = random_quat(rng);
    return caper_transform_make(q, random_vec3(rng, 3.0f));
}

// The matrix of a quaternion of any length, in double.
static inline void oracle_matrix(caper_quat q, double m[9])
{
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    double s = 2.0 / (x * x + y * y + z * z + w * w);
    const double r[9] = {
        1.0 - s * (y * y + z * z), s * (x * y - w * z),       s * (x * z + w * y),
        s * (x * y + w * z),       1.0 - s * (x * x + z * z), s * (y * z - w * x),
        s * (x * z - w * y),       s * (y * z + w * x),       1.0 - s * (x * x + y * y)};
    for (int i = 0; i < 9; i++) {
        m[i] = r[i];
    }
}

// The angle between two rotations from their matrices: independent of quaternion logarithms.
static inline double rotation_distance(caper_quat a, caper_quat b)
{
    double m[9], n[9], square = 0.0;
    oracle_matrix(a, m);
    oracle_matrix(b, n);
    for (int i = 0; i < 9; i++) {
        square += (m[i] - n[i]) * (m[i] - n[i]);
    }
    // |M - N|^2 = 8 sin^2(angle / 2)
    return 2.0 * asin(fmin(1.0, sqrt(square / 8.0)));
}

#endif
