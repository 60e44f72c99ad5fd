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
        caper_quat q =
            caper_quat_make(caper_rng_range(rng, -1.0f, 1.0f), caper_rng_range(rng, -1.0f, 1.0f),
                            caper_rng_range(rng, -1.0f, 1.0f), caper_rng_range(rng, -1.0f, 1.0f));
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

// The angle between two rotations from their matrices: independent of quaternion logarithms.
static inline double rotation_distance(caper_quat a, caper_quat b)
{
    caper_mat3 m = caper_quat_to_mat3(a), n = caper_quat_to_mat3(b);
    caper_vec3 x = caper_vec3_sub(m.x, n.x), y = caper_vec3_sub(m.y, n.y),
               z = caper_vec3_sub(m.z, n.z);
    // |M - N|^2 = 8 sin^2(angle / 2)
    double d =
        (double)(caper_vec3_length_sq(x) + caper_vec3_length_sq(y) + caper_vec3_length_sq(z));
    return 2.0 * asin(fmin(1.0, sqrt(d / 8.0)));
}

#endif
