// SPDX-License-Identifier: MIT
//
// Vectors, quaternions, transforms, curves and filters. The conventions of the whole library:
//
//   right-handed, Y up, a character faces +Z, its left is +X, its sagittal plane is X = 0;
//   metres, seconds, radians, kilograms; quaternions are x,y,z,w and rotate column vectors, so
//   mul(a, b) applies b first; matrices are stored by columns; angular velocities are in the
//   frame the rotation maps into (the parent's), so q' = exp(velocity * dt) * q.
//
// Everything here is a plain struct passed by value; nothing allocates and there is no hidden
// state. Results are the same bits with gcc and clang, at any optimization level, and equal the
// SIMD code of the library, provided that the compiler does not contract (-ffp-contract=off) or
// reassociate. That is why sums below are parenthesized and why trigonometry is our own.
#ifndef CAPER_VECMATH_H
#define CAPER_VECMATH_H

#include "caper/base.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
#define CAPER_ALIGN16 alignas(16)
#define CAPER_STATIC_ASSERT(condition, text) static_assert(condition, text)
extern "C" {
#else
#define CAPER_ALIGN16 _Alignas(16)
#define CAPER_STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#endif

// ------------------------------------------------------------------------------------ types

/// A point, direction or rotation vector.
typedef struct caper_vec3 {
    float x, y, z;
} caper_vec3;

/// A rotation as a unit quaternion; q and -q are the same rotation.
typedef struct caper_quat {
    float x, y, z, w;
} caper_quat;

/// A rigid transform: rotate, then translate. Two aligned SIMD loads; `pad` is kept 0.
typedef struct caper_transform {
    CAPER_ALIGN16 caper_quat rotation;
    caper_vec3 position;
    float pad;
} caper_transform;

CAPER_STATIC_ASSERT(sizeof(caper_transform) == 32, "SIMD code loads a transform in two halves");

/// A 3x3 matrix by columns: `x` is the image of the X axis.
typedef struct caper_mat3 {
    caper_vec3 x, y, z;
} caper_mat3;

/// A 4x4 matrix, column-major (element of row r and column c is m[4 * c + r]), for renderers.
typedef struct caper_mat4 {
    float m[16];
} caper_mat4;

/// An axis-aligned box; empty when any min exceeds its max.
typedef struct caper_bounds {
    caper_vec3 min, max;
} caper_bounds;

/// A point of a scalar curve: value and its time derivatives.
typedef struct caper_knot {
    float value, velocity, acceleration;
} caper_knot;

/// A point of a curve in space with its time derivatives.
typedef struct caper_vec3_knot {
    caper_vec3 value, velocity, acceleration;
} caper_vec3_knot;

/// A point of a rotation curve; the velocity is angular, in the parent's frame.
typedef struct caper_quat_knot {
    caper_quat value;
    caper_vec3 velocity;
} caper_quat_knot;

// ---------------------------------------------------------------------------------- scalars

#define CAPER_PI 3.14159265358979323846f
#define CAPER_TAU 6.28318530717958647692f
#define CAPER_HALF_PI 1.57079632679489661923f
/// Radians in a degree: `30 * CAPER_DEGREE`.
#define CAPER_DEGREE 0.01745329251994329577f
/// Lengths at or below this are treated as zero by the normalizing functions.
#define CAPER_TINY 1e-15f

/// The smaller one; b when either is NaN.
static inline float caper_min(float a, float b)
{
    return a < b ? a : b;
}

/// The larger one; b when either is NaN.
static inline float caper_max(float a, float b)
{
    return a > b ? a : b;
}

/// x limited to [low, high].
static inline float caper_clamp(float x, float low, float high)
{
    return caper_min(caper_max(x, low), high);
}

/// a at t = 0, b at t = 1; exactly a whenever a == b.
static inline float caper_lerp(float a, float b, float t)
{
    return a + (b - a) * t;
}

/// 0 below edge0, 1 above edge1, a cubic with level ends in between; a step when they are equal.
static inline float caper_smoothstep(float edge0, float edge1, float x)
{
    if (!(edge0 < edge1)) {
        return x < edge1 ? 0.0f : 1.0f;
    }
    float t = caper_clamp((x - edge0) / (edge1 - edge0), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

/// Sine, within 1 ulp for every float; NaN for infinities.
CAPER_API float caper_sin(float x);
/// Cosine, within 1 ulp for every float; NaN for infinities.
CAPER_API float caper_cos(float x);
/// Both at once, the same bits as the two functions.
CAPER_API void caper_sincos(float x, float *sine, float *cosine);
/// Tangent, within 1 ulp.
CAPER_API float caper_tan(float x);
/// Arc sine in [-pi/2, pi/2]; arguments beyond [-1, 1] are clamped.
CAPER_API float caper_asin(float x);
/// Arc cosine in [0, pi]; arguments beyond [-1, 1] are clamped.
CAPER_API float caper_acos(float x);
/// Arc tangent in [-pi/2, pi/2].
CAPER_API float caper_atan(float x);
/// The angle of (x, y) in [-pi, pi], with the signs of zero respected as C does.
CAPER_API float caper_atan2(float y, float x);
/// e to the x.
CAPER_API float caper_exp(float x);
/// 2 to the x.
CAPER_API float caper_exp2(float x);
/// Natural logarithm (caper_log is the message log); -inf at 0, NaN below.
CAPER_API float caper_ln(float x);
/// x to the y, with the special values of C's pow.
CAPER_API float caper_pow(float x, float y);
/// The same angle in [-CAPER_PI, CAPER_PI].
CAPER_API float caper_wrap_angle(float angle);

// ------------------------------------------------------------------------------------- vec3

/// (x, y, z).
static inline caper_vec3 caper_vec3_make(float x, float y, float z)
{
    caper_vec3 v = {x, y, z};
    return v;
}

/// The origin.
static inline caper_vec3 caper_vec3_zero(void)
{
    return caper_vec3_make(0.0f, 0.0f, 0.0f);
}

/// a + b.
static inline caper_vec3 caper_vec3_add(caper_vec3 a, caper_vec3 b)
{
    return caper_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

/// a - b.
static inline caper_vec3 caper_vec3_sub(caper_vec3 a, caper_vec3 b)
{
    return caper_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

/// Componentwise product.
static inline caper_vec3 caper_vec3_mul(caper_vec3 a, caper_vec3 b)
{
    return caper_vec3_make(a.x * b.x, a.y * b.y, a.z * b.z);
}

/// v times a number.
static inline caper_vec3 caper_vec3_scale(caper_vec3 v, float s)
{
    return caper_vec3_make(v.x * s, v.y * s, v.z * s);
}

/// a + b * s.
static inline caper_vec3 caper_vec3_add_scaled(caper_vec3 a, caper_vec3 b, float s)
{
    return caper_vec3_make(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}

/// -v.
static inline caper_vec3 caper_vec3_neg(caper_vec3 v)
{
    return caper_vec3_make(-v.x, -v.y, -v.z);
}

/// Scalar product.
static inline float caper_vec3_dot(caper_vec3 a, caper_vec3 b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

/// Vector product: X cross Y is Z.
static inline caper_vec3 caper_vec3_cross(caper_vec3 a, caper_vec3 b)
{
    return caper_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/// Squared length.
static inline float caper_vec3_length_sq(caper_vec3 v)
{
    return caper_vec3_dot(v, v);
}

/// Length.
static inline float caper_vec3_length(caper_vec3 v)
{
    return sqrtf(caper_vec3_dot(v, v));
}

/// Distance between two points.
static inline float caper_vec3_distance(caper_vec3 a, caper_vec3 b)
{
    return caper_vec3_length(caper_vec3_sub(a, b));
}

/// v with length 1, or the fallback when v is (nearly) zero or not finite.
static inline caper_vec3 caper_vec3_normalize_or(caper_vec3 v, caper_vec3 fallback)
{
    float length = caper_vec3_length(v);
    if (!(length > CAPER_TINY && length < INFINITY)) {
        return fallback;
    }
    return caper_vec3_scale(v, 1.0f / length);
}

/// v with length 1, or zero when v is (nearly) zero.
static inline caper_vec3 caper_vec3_normalize(caper_vec3 v)
{
    return caper_vec3_normalize_or(v, caper_vec3_zero());
}

/// a at t = 0, b at t = 1.
static inline caper_vec3 caper_vec3_lerp(caper_vec3 a, caper_vec3 b, float t)
{
    return caper_vec3_make(caper_lerp(a.x, b.x, t), caper_lerp(a.y, b.y, t),
                           caper_lerp(a.z, b.z, t));
}

/// Componentwise minimum.
static inline caper_vec3 caper_vec3_min(caper_vec3 a, caper_vec3 b)
{
    return caper_vec3_make(caper_min(a.x, b.x), caper_min(a.y, b.y), caper_min(a.z, b.z));
}

/// Componentwise maximum.
static inline caper_vec3 caper_vec3_max(caper_vec3 a, caper_vec3 b)
{
    return caper_vec3_make(caper_max(a.x, b.x), caper_max(a.y, b.y), caper_max(a.z, b.z));
}

/// Componentwise absolute value.
static inline caper_vec3 caper_vec3_abs(caper_vec3 v)
{
    return caper_vec3_make(fabsf(v.x), fabsf(v.y), fabsf(v.z));
}

/// Are all components finite?
static inline bool caper_vec3_is_finite(caper_vec3 v)
{
    // x - x is 0 for finite x only; unlike isfinite it does not depend on compiler builtins
    return v.x - v.x == 0.0f && v.y - v.y == 0.0f && v.z - v.z == 0.0f;
}

/// A unit vector orthogonal to v: as upright as possible, so that half turns go about "up".
CAPER_API caper_vec3 caper_vec3_any_orthogonal(caper_vec3 v);

/// Reflection in the sagittal plane.
static inline caper_vec3 caper_vec3_mirror(caper_vec3 v)
{
    return caper_vec3_make(-v.x, v.y, v.z);
}

// ------------------------------------------------------------------------------- quaternion

/// (x, y, z, w).
static inline caper_quat caper_quat_make(float x, float y, float z, float w)
{
    caper_quat q = {x, y, z, w};
    return q;
}

/// No rotation.
static inline caper_quat caper_quat_identity(void)
{
    return caper_quat_make(0.0f, 0.0f, 0.0f, 1.0f);
}

/// Rotation by b, then by a.
static inline caper_quat caper_quat_mul(caper_quat a, caper_quat b)
{
    // grouped so that SSE needs one sign flip: (t0 - t3) +- (t1 + t2)
    return caper_quat_make((a.w * b.x - a.z * b.y) + (a.x * b.w + a.y * b.z),
                           (a.w * b.y - a.x * b.z) + (a.y * b.w + a.z * b.x),
                           (a.w * b.z - a.y * b.x) + (a.z * b.w + a.x * b.y),
                           (a.w * b.w - a.z * b.z) - (a.x * b.x + a.y * b.y));
}

/// The inverse of a unit quaternion.
static inline caper_quat caper_quat_conj(caper_quat q)
{
    return caper_quat_make(-q.x, -q.y, -q.z, q.w);
}

/// The same rotation on the other side of the sphere.
static inline caper_quat caper_quat_neg(caper_quat q)
{
    return caper_quat_make(-q.x, -q.y, -q.z, -q.w);
}

/// Scalar product: the cosine of half the angle between the rotations, up to sign.
static inline float caper_quat_dot(caper_quat a, caper_quat b)
{
    return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
}

/// q, or -q when that is nearer to the reference.
static inline caper_quat caper_quat_toward(caper_quat q, caper_quat reference)
{
    return caper_quat_dot(q, reference) < 0.0f ? caper_quat_neg(q) : q;
}

/// q with length 1; the identity when q is (nearly) zero or not finite.
static inline caper_quat caper_quat_normalize(caper_quat q)
{
    float length = sqrtf(caper_quat_dot(q, q));
    if (!(length > CAPER_TINY && length < INFINITY)) {
        return caper_quat_identity();
    }
    float s = 1.0f / length;
    return caper_quat_make(q.x * s, q.y * s, q.z * s, q.w * s);
}

/// Is the length 1 within the tolerance, and every component finite?
static inline bool caper_quat_is_unit(caper_quat q, float tolerance)
{
    return fabsf(caper_quat_dot(q, q) - 1.0f) <= 2.0f * tolerance;
}

/// v rotated by the unit quaternion q.
static inline caper_vec3 caper_quat_rotate(caper_quat q, caper_vec3 v)
{
    caper_vec3 u = caper_vec3_make(q.x, q.y, q.z);
    caper_vec3 c = caper_vec3_cross(u, v);
    caper_vec3 t = caper_vec3_add(c, c);
    return caper_vec3_add(caper_vec3_add_scaled(v, t, q.w), caper_vec3_cross(u, t));
}

/// v rotated by the inverse of q.
static inline caper_vec3 caper_quat_unrotate(caper_quat q, caper_vec3 v)
{
    return caper_quat_rotate(caper_quat_conj(q), v);
}

/// a to b by the shorter way, normalized: cheap, and at most 0.15 rad off slerp.
static inline caper_quat caper_quat_nlerp(caper_quat a, caper_quat b, float t)
{
    b = caper_quat_toward(b, a);
    return caper_quat_normalize(caper_quat_make(caper_lerp(a.x, b.x, t), caper_lerp(a.y, b.y, t),
                                                caper_lerp(a.z, b.z, t), caper_lerp(a.w, b.w, t)));
}

/// a to b by the shorter way at constant angular velocity; t beyond [0, 1] extrapolates.
CAPER_API caper_quat caper_quat_slerp(caper_quat a, caper_quat b, float t);
/// The rotation about an axis of any length; the identity for a zero axis.
CAPER_API caper_quat caper_quat_from_axis_angle(caper_vec3 axis, float angle);
/// A unit axis (+Y for no rotation) and an angle in [0, pi].
CAPER_API void caper_quat_to_axis_angle(caper_quat q, caper_vec3 *axis, float *angle);
/// The rotation by |v| about v. Inverse of the logarithm.
CAPER_API caper_quat caper_quat_exp(caper_vec3 v);
/// The rotation vector of q: axis times angle, |v| in [0, pi]. Accurate near 0 and near pi.
CAPER_API caper_vec3 caper_quat_log(caper_quat q);
/// The least rotation taking one direction to another; a half turn about any_orthogonal(from)
/// when they are opposite; the identity when either is zero.
CAPER_API caper_quat caper_quat_between(caper_vec3 from, caper_vec3 to);
/// The frame whose +Z is along forward and whose +Y is as near to up as it can be; when up is
/// parallel to forward, the frame of least rotation from +Z.
CAPER_API caper_quat caper_quat_look(caper_vec3 forward, caper_vec3 up);
/// q == mul(swing, twist): the twist about the unit axis is in [-pi, pi], the swing's own axis is
/// orthogonal to it. A half-turn swing hides the twist, which is then the identity.
CAPER_API void caper_quat_swing_twist(caper_quat q, caper_vec3 axis, caper_quat *swing,
                                      caper_quat *twist);
/// The angle of q's twist about the unit axis, in [-pi, pi].
CAPER_API float caper_quat_twist_angle(caper_quat q, caper_vec3 axis);
/// The angle of the rotation between two orientations, in [0, pi].
CAPER_API float caper_quat_angle(caper_quat a, caper_quat b);
/// The constant angular velocity that takes a to b in dt, exactly, by the shorter way.
CAPER_API caper_vec3 caper_quat_angular_velocity(caper_quat a, caper_quat b, float dt);
/// q after turning with a constant angular velocity for dt.
CAPER_API caper_quat caper_quat_integrate(caper_quat q, caper_vec3 velocity, float dt);
/// The twist about +Y, in [-pi, pi]: 0 faces +Z, positive turns left (toward +X). Unlike the
/// direction of the rotated +Z this stays defined for a character that lies on its back.
CAPER_API float caper_quat_yaw(caper_quat q);
/// The rotation about +Y.
CAPER_API caper_quat caper_quat_from_yaw(float yaw);
/// Axis rotations composed in the order written: "ZXY" is Rz(angles[0]) Rx(angles[1])
/// Ry(angles[2]), as BVH channels mean it. One to three letters of either case.
CAPER_API caper_quat caper_quat_from_euler(const char *order, const float *angles);
/// Angles that from_euler takes back to q; three letters, neighbours different. The middle angle is
/// in [-pi/2, pi/2] (in [0, pi] for orders like "ZXZ"); in gimbal lock the last angle is 0.
CAPER_API void caper_quat_to_euler(caper_quat q, const char *order, float angles[3]);
/// As to_euler, but the equivalent triple nearest to `previous`, so that a channel has no jumps.
CAPER_API void caper_quat_to_euler_near(caper_quat q, const char *order, const float previous[3],
                                        float angles[3]);

/// Reflection in the sagittal plane.
static inline caper_quat caper_quat_mirror(caper_quat q)
{
    return caper_quat_make(q.x, -q.y, -q.z, q.w);
}

// ------------------------------------------------------------------------------------- mat3

/// The identity.
static inline caper_mat3 caper_mat3_identity(void)
{
    caper_mat3 m = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    return m;
}

/// m v.
static inline caper_vec3 caper_mat3_mul_vec3(caper_mat3 m, caper_vec3 v)
{
    return caper_vec3_make((m.x.x * v.x + m.y.x * v.y) + m.z.x * v.z,
                           (m.x.y * v.x + m.y.y * v.y) + m.z.y * v.z,
                           (m.x.z * v.x + m.y.z * v.y) + m.z.z * v.z);
}

/// The matrix that applies b, then a.
static inline caper_mat3 caper_mat3_mul(caper_mat3 a, caper_mat3 b)
{
    caper_mat3 m = {caper_mat3_mul_vec3(a, b.x), caper_mat3_mul_vec3(a, b.y),
                    caper_mat3_mul_vec3(a, b.z)};
    return m;
}

/// Rows and columns exchanged.
static inline caper_mat3 caper_mat3_transpose(caper_mat3 a)
{
    caper_mat3 m = {{a.x.x, a.y.x, a.z.x}, {a.x.y, a.y.y, a.z.y}, {a.x.z, a.y.z, a.z.z}};
    return m;
}

/// The determinant.
static inline float caper_mat3_determinant(caper_mat3 m)
{
    return caper_vec3_dot(m.x, caper_vec3_cross(m.y, m.z));
}

/// The proper rotation nearest to m (its polar factor); false when m has none (rank below 2).
CAPER_API bool caper_mat3_polar_rotation(caper_mat3 m, caper_mat3 *out);
/// The rotation of an orthonormal right-handed matrix.
CAPER_API caper_quat caper_quat_from_mat3(caper_mat3 m);

/// The matrix of a unit quaternion.
static inline caper_mat3 caper_quat_to_mat3(caper_quat q)
{
    float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    float xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
    float xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
    float wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    caper_mat3 m = {{1.0f - (yy + zz), xy + wz, xz - wy},
                    {xy - wz, 1.0f - (xx + zz), yz + wx},
                    {xz + wy, yz - wx, 1.0f - (xx + yy)}};
    return m;
}

// -------------------------------------------------------------------------------- transform

/// Rotation and position.
static inline caper_transform caper_transform_make(caper_quat rotation, caper_vec3 position)
{
    caper_transform t;
    t.rotation = rotation;
    t.position = position;
    t.pad = 0.0f;
    return t;
}

/// No rotation, at the origin.
static inline caper_transform caper_transform_identity(void)
{
    return caper_transform_make(caper_quat_identity(), caper_vec3_zero());
}

/// The image of a point.
static inline caper_vec3 caper_transform_mul_point(caper_transform t, caper_vec3 p)
{
    return caper_vec3_add(caper_quat_rotate(t.rotation, p), t.position);
}

/// The image of a direction (rotated only).
static inline caper_vec3 caper_transform_mul_vector(caper_transform t, caper_vec3 v)
{
    return caper_quat_rotate(t.rotation, v);
}

/// The point whose image is p.
static inline caper_vec3 caper_transform_unmul_point(caper_transform t, caper_vec3 p)
{
    return caper_quat_unrotate(t.rotation, caper_vec3_sub(p, t.position));
}

/// The direction whose image is v.
static inline caper_vec3 caper_transform_unmul_vector(caper_transform t, caper_vec3 v)
{
    return caper_quat_unrotate(t.rotation, v);
}

/// Applies b, then a: mul(parent, local) is the model transform.
static inline caper_transform caper_transform_mul(caper_transform a, caper_transform b)
{
    return caper_transform_make(caper_quat_mul(a.rotation, b.rotation),
                                caper_transform_mul_point(a, b.position));
}

/// The inverse.
static inline caper_transform caper_transform_inverse(caper_transform t)
{
    caper_quat r = caper_quat_conj(t.rotation);
    return caper_transform_make(r, caper_quat_rotate(r, caper_vec3_neg(t.position)));
}

/// mul(inverse(a), b) in fewer operations: b as seen from a.
static inline caper_transform caper_transform_unmul(caper_transform a, caper_transform b)
{
    return caper_transform_make(caper_quat_mul(caper_quat_conj(a.rotation), b.rotation),
                                caper_transform_unmul_point(a, b.position));
}

/// a at t = 0, b at t = 1: nlerp of the rotations, lerp of the positions.
static inline caper_transform caper_transform_lerp(caper_transform a, caper_transform b, float t)
{
    return caper_transform_make(caper_quat_nlerp(a.rotation, b.rotation, t),
                                caper_vec3_lerp(a.position, b.position, t));
}

/// Reflection in the sagittal plane.
static inline caper_transform caper_transform_mirror(caper_transform t)
{
    return caper_transform_make(caper_quat_mirror(t.rotation), caper_vec3_mirror(t.position));
}

/// Is the position finite and the rotation of unit length within the tolerance?
static inline bool caper_transform_is_valid(caper_transform t, float tolerance)
{
    return caper_vec3_is_finite(t.position) && caper_quat_is_unit(t.rotation, tolerance);
}

// ------------------------------------------------------------------------------------- mat4

/// The identity.
static inline caper_mat4 caper_mat4_identity(void)
{
    caper_mat4 m = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    return m;
}

/// The matrix that applies b, then a.
static inline caper_mat4 caper_mat4_mul(caper_mat4 a, caper_mat4 b)
{
    caper_mat4 m;
    for (int c = 0; c < 4; c++) {
        for (int r = 0; r < 4; r++) {
            m.m[4 * c + r] = (a.m[r] * b.m[4 * c] + a.m[4 + r] * b.m[4 * c + 1]) +
                             (a.m[8 + r] * b.m[4 * c + 2] + a.m[12 + r] * b.m[4 * c + 3]);
        }
    }
    return m;
}

/// The image of a point under an affine matrix (the last row is taken to be 0 0 0 1).
static inline caper_vec3 caper_mat4_mul_point(caper_mat4 a, caper_vec3 p)
{
    return caper_vec3_make((a.m[0] * p.x + a.m[4] * p.y) + (a.m[8] * p.z + a.m[12]),
                           (a.m[1] * p.x + a.m[5] * p.y) + (a.m[9] * p.z + a.m[13]),
                           (a.m[2] * p.x + a.m[6] * p.y) + (a.m[10] * p.z + a.m[14]));
}

/// The matrix of a transform.
static inline caper_mat4 caper_transform_to_mat4(caper_transform t)
{
    caper_mat3 r = caper_quat_to_mat3(t.rotation);
    caper_mat4 m = {{r.x.x, r.x.y, r.x.z, 0, r.y.x, r.y.y, r.y.z, 0, r.z.x, r.z.y, r.z.z, 0,
                     t.position.x, t.position.y, t.position.z, 1}};
    return m;
}

/// The rigid part of an affine matrix: its polar rotation and its translation. When `scale` is
/// not NULL it receives the lengths of the columns (negative x for a reflection); false, with the
/// identity rotation, when the 3x3 part is degenerate.
CAPER_API bool caper_transform_from_mat4(caper_mat4 m, caper_transform *out, caper_vec3 *scale);

// ----------------------------------------------------------------------------------- bounds

/// The empty box, which any point extends.
static inline caper_bounds caper_bounds_empty(void)
{
    caper_bounds b = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    return b;
}

/// Does it contain no point?
static inline bool caper_bounds_is_empty(caper_bounds b)
{
    return !(b.min.x <= b.max.x && b.min.y <= b.max.y && b.min.z <= b.max.z);
}

/// The least box that also contains p.
static inline caper_bounds caper_bounds_add_point(caper_bounds b, caper_vec3 p)
{
    b.min = caper_vec3_min(b.min, p);
    b.max = caper_vec3_max(b.max, p);
    return b;
}

/// The least box that contains both.
static inline caper_bounds caper_bounds_union(caper_bounds a, caper_bounds b)
{
    a.min = caper_vec3_min(a.min, b.min);
    a.max = caper_vec3_max(a.max, b.max);
    return a;
}

/// The box grown by a margin on every side.
static inline caper_bounds caper_bounds_expand(caper_bounds b, float margin)
{
    caper_vec3 m = caper_vec3_make(margin, margin, margin);
    b.min = caper_vec3_sub(b.min, m);
    b.max = caper_vec3_add(b.max, m);
    return b;
}

/// The middle; meaningless for an empty box.
static inline caper_vec3 caper_bounds_center(caper_bounds b)
{
    return caper_vec3_scale(caper_vec3_add(b.min, b.max), 0.5f);
}

/// The side lengths; zero for an empty box.
static inline caper_vec3 caper_bounds_size(caper_bounds b)
{
    return caper_bounds_is_empty(b) ? caper_vec3_zero() : caper_vec3_sub(b.max, b.min);
}

/// The distance from p to the box; 0 inside.
CAPER_API float caper_bounds_distance(caper_bounds b, caper_vec3 p);
/// The bounds of a box after a transform.
CAPER_API caper_bounds caper_bounds_transform(caper_transform t, caper_bounds b);

// ---------------------------------------------------------------------------------- splines
//
// A segment runs from knot a at time 0 to knot b at time `duration` (> 0); `time` outside of
// [0, duration] extrapolates the polynomial. Velocities are per second, not per segment.

/// The cubic with the values and velocities of both ends (accelerations are not read).
CAPER_API caper_knot caper_hermite(caper_knot a, caper_knot b, float duration, float time);
/// The quintic with the values, velocities and accelerations of both ends.
CAPER_API caper_knot caper_quintic(caper_knot a, caper_knot b, float duration, float time);
/// The cubic in space.
CAPER_API caper_vec3_knot caper_vec3_hermite(caper_vec3_knot a, caper_vec3_knot b, float duration,
                                             float time);
/// The quintic in space.
CAPER_API caper_vec3_knot caper_vec3_quintic(caper_vec3_knot a, caper_vec3_knot b, float duration,
                                             float time);
/// The rotation curve with the rotations and angular velocities of both ends, by the shorter way:
/// a cubic in the rotation vector relative to a. Consecutive segments join with equal velocity.
CAPER_API caper_quat_knot caper_quat_hermite(caper_quat_knot a, caper_quat_knot b, float duration,
                                             float time);

// ---------------------------------------------------------------------------------- filters
//
// All are exact in dt: one step of 0.1 s equals ten steps of 0.01 s, so the frame rate does not
// change the motion. `half_life` (s) is the time in which an offset at rest has shrunk to half; a
// half-life of 0 or less means at once. `goal` is where the goal is at the END of the step and
// `goal_velocity` how it moved during it, so a spring follows a steady goal without lag.

/// x after approaching the goal exponentially for dt.
CAPER_API float caper_damp(float x, float goal, float half_life, float dt);
/// One step of a critically damped spring: fastest approach without overshoot from rest.
CAPER_API void caper_spring(float *x, float *velocity, float goal, float goal_velocity,
                            float half_life, float dt);
/// One step of a critically damped spring in space.
CAPER_API void caper_vec3_spring(caper_vec3 *x, caper_vec3 *velocity, caper_vec3 goal,
                                 caper_vec3 goal_velocity, float half_life, float dt);
/// One step of a critically damped spring of rotations; velocities are angular.
CAPER_API void caper_quat_spring(caper_quat *q, caper_vec3 *velocity, caper_quat goal,
                                 caper_vec3 goal_velocity, float half_life, float dt);
/// One step of a spring of any damping ratio >= 0: below 1 it overshoots and swings, at 1 it is
/// caper_spring, above 1 it creeps. The half-life keeps its meaning for every ratio.
CAPER_API void caper_spring_ratio(float *x, float *velocity, float goal, float goal_velocity,
                                  float half_life, float damping_ratio, float dt);
/// One step of a spring of any damping ratio in space.
CAPER_API void caper_vec3_spring_ratio(caper_vec3 *x, caper_vec3 *velocity, caper_vec3 goal,
                                       caper_vec3 goal_velocity, float half_life,
                                       float damping_ratio, float dt);
/// One step of a spring of any damping ratio for rotations; velocities are angular.
CAPER_API void caper_quat_spring_ratio(caper_quat *q, caper_vec3 *velocity, caper_quat goal,
                                       caper_vec3 goal_velocity, float half_life,
                                       float damping_ratio, float dt);
/// One step of a critically damped spring toward zero: fades out an offset and its velocity.
CAPER_API void caper_decay_spring(float *x, float *velocity, float half_life, float dt);
/// One step of a critically damped spring toward zero.
CAPER_API void caper_vec3_decay_spring(caper_vec3 *x, caper_vec3 *velocity, float half_life,
                                       float dt);
/// One step of a critically damped spring toward the identity.
CAPER_API void caper_quat_decay_spring(caper_quat *q, caper_vec3 *velocity, float half_life,
                                       float dt);

#ifdef __cplusplus
}
#endif

#endif
