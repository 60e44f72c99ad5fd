// SPDX-License-Identifier: MIT
//
// Rotations: axis and angle, exponential and logarithm, slerp, least rotations, swing and twist.
// Everything is computed in double from renormalized input and rounded once, so the functions
// keep their accuracy at the places where the float formulas lose it: tiny angles, half turns and
// nearly opposite directions.
#include "caper/vecmath.h"

#include "math/rotvec.h"
#include "math/scalar.h"

caper_vec3 caper_vec3_any_orthogonal(caper_vec3 v)
{
    caperi_dvec3 d = caperi_dvec3_from(v);
    if (!caperi_dvec3_normalize(&d)) {
        return caper_vec3_make(0.0f, 1.0f, 0.0f);
    }
    // +Y made orthogonal to v, unless v is within 8 degrees of vertical: then +X
    caperi_dvec3 up =
        d.y * d.y < 0.98 ? caperi_dvec3_make(0.0, 1.0, 0.0) : caperi_dvec3_make(1.0, 0.0, 0.0);
    caperi_dvec3 r = caperi_dvec3_combine(up, 1.0, d, -caperi_dvec3_dot(up, d));
    caperi_dvec3_normalize(&r);
    return caperi_dvec3_to_float(r);
}

caper_quat caper_quat_slerp(caper_quat a, caper_quat b, float t)
{
    caperi_dquat p = caperi_dquat_from(a), q = caperi_dquat_from(caper_quat_toward(b, a));
    // the angle between p and q from the chord of their sum and difference: accurate for all
    double dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, dw = p.w - q.w;
    double sx = p.x + q.x, sy = p.y + q.y, sz = p.z + q.z, sw = p.w + q.w;
    double difference = sqrt((dx * dx + dy * dy) + (dz * dz + dw * dw));
    double sum = sqrt((sx * sx + sy * sy) + (sz * sz + sw * sw));
    double angle = 2.0 * caperi_atan2(difference, sum);
    double u = 1.0 - (double)t, v = (double)t;
    if (angle > 1e-8) {
        double sine = caperi_sin(angle);
        u = caperi_sin(angle * u) / sine;
        v = caperi_sin(angle * v) / sine;
    }
    return caperi_dquat_to_float(caperi_dquat_normalize(caperi_dquat_make(
        p.x * u + q.x * v, p.y * u + q.y * v, p.z * u + q.z * v, p.w * u + q.w * v)));
}

caper_quat caper_quat_from_axis_angle(caper_vec3 axis, float angle)
{
    caperi_dvec3 d = caperi_dvec3_from(axis);
    if (!caperi_dvec3_normalize(&d)) {
        return caper_quat_identity();
    }
    double s, c;
    caperi_sincos(0.5 * (double)angle, &s, &c);
    return caperi_dquat_to_float(caperi_dquat_make(d.x * s, d.y * s, d.z * s, c));
}

void caper_quat_to_axis_angle(caper_quat q, caper_vec3 *axis, float *angle)
{
    caperi_dvec3 v = caperi_dquat_log(caperi_dquat_from(q));
    *angle = (float)caperi_dvec3_length(v);
    *axis =
        caperi_dvec3_normalize(&v) ? caperi_dvec3_to_float(v) : caper_vec3_make(0.0f, 1.0f, 0.0f);
}

caper_quat caper_quat_exp(caper_vec3 v)
{
    return caperi_dquat_to_float(caperi_dquat_exp(caperi_dvec3_from(v)));
}

caper_vec3 caper_quat_log(caper_quat q)
{
    return caperi_dvec3_to_float(caperi_dquat_log(caperi_dquat_from(q)));
}

static caperi_dquat between(caperi_dvec3 a, caperi_dvec3 b)
{
    // q ~ (a x b, 1 + a.b). The second part cancels near half turns, where |a + b|^2 / 2 does not
    caperi_dvec3 c = caperi_dvec3_cross(a, b);
    caperi_dvec3 sum = caperi_dvec3_combine(a, 1.0, b, 1.0);
    double w = 0.5 * caperi_dvec3_dot(sum, sum);
    if (w < 1e-24) {
        caperi_dvec3 o = caperi_dvec3_from(caper_vec3_any_orthogonal(caperi_dvec3_to_float(a)));
        return caperi_dquat_normalize(caperi_dquat_make(o.x, o.y, o.z, 0.0));
    }
    return caperi_dquat_normalize(caperi_dquat_make(c.x, c.y, c.z, w));
}

caper_quat caper_quat_between(caper_vec3 from, caper_vec3 to)
{
    caperi_dvec3 a = caperi_dvec3_from(from), b = caperi_dvec3_from(to);
    if (!caperi_dvec3_normalize(&a) || !caperi_dvec3_normalize(&b)) {
        return caper_quat_identity();
    }
    return caperi_dquat_to_float(between(a, b));
}

// Shepperd's method: divide by the largest of the four components.
static caperi_dquat quat_from_columns(caperi_dvec3 x, caperi_dvec3 y, caperi_dvec3 z)
{
    double trace = x.x + y.y + z.z;
    caperi_dquat q;
    if (trace >= x.x && trace >= y.y && trace >= z.z) {
        q = caperi_dquat_make(y.z - z.y, z.x - x.z, x.y - y.x, 1.0 + trace);
    } else if (x.x >= y.y && x.x >= z.z) {
        q = caperi_dquat_make(1.0 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y);
    } else if (y.y >= z.z) {
        q = caperi_dquat_make(x.y + y.x, 1.0 + y.y - x.x - z.z, y.z + z.y, z.x - x.z);
    } else {
        q = caperi_dquat_make(z.x + x.z, y.z + z.y, 1.0 + z.z - x.x - y.y, x.y - y.x);
    }
    return caperi_dquat_normalize(q);
}

caper_quat caper_quat_from_mat3(caper_mat3 m)
{
    return caperi_dquat_to_float(
        quat_from_columns(caperi_dvec3_from(m.x), caperi_dvec3_from(m.y), caperi_dvec3_from(m.z)));
}

caper_quat caper_quat_look(caper_vec3 forward, caper_vec3 up)
{
    caperi_dvec3 z = caperi_dvec3_from(forward), y = caperi_dvec3_from(up);
    if (!caperi_dvec3_normalize(&z)) {
        return caper_quat_identity();
    }
    // below 1e-6 the direction of the cross product is float noise
    caperi_dvec3 x = caperi_dvec3_make(0.0, 0.0, 0.0);
    if (caperi_dvec3_normalize(&y)) {
        x = caperi_dvec3_cross(y, z);
    }
    if (!(caperi_dvec3_length(x) > 1e-6) || !caperi_dvec3_normalize(&x)) {
        return caperi_dquat_to_float(between(caperi_dvec3_make(0.0, 0.0, 1.0), z));
    }
    return caperi_dquat_to_float(quat_from_columns(x, caperi_dvec3_cross(z, x), z));
}

// The twist as a double quaternion with w >= 0.
static caperi_dquat twist_about(caperi_dquat q, caperi_dvec3 axis)
{
    double p = (q.x * axis.x + q.y * axis.y) + q.z * axis.z;
    double length = sqrt(p * p + q.w * q.w);
    // a float quaternion knows its components to 6e-8: less than that is not a twist
    if (length < 1e-7) {
        return caperi_dquat_make(0.0, 0.0, 0.0, 1.0);
    }
    double s = (q.w < 0.0 ? -1.0 : 1.0) / length;
    return caperi_dquat_make(axis.x * p * s, axis.y * p * s, axis.z * p * s, q.w * s);
}

void caper_quat_swing_twist(caper_quat q, caper_vec3 axis, caper_quat *swing, caper_quat *twist)
{
    caperi_dquat d = caperi_dquat_from(q);
    caperi_dvec3 a = caperi_dvec3_from(axis);
    caperi_dvec3_normalize(&a);
    caperi_dquat t = twist_about(d, a);
    *swing = caperi_dquat_to_float(caperi_dquat_mul(d, caperi_dquat_conj(t)));
    *twist = caperi_dquat_to_float(t);
}

float caper_quat_twist_angle(caper_quat q, caper_vec3 axis)
{
    caperi_dvec3 a = caperi_dvec3_from(axis);
    caperi_dvec3_normalize(&a);
    caperi_dquat t = twist_about(caperi_dquat_from(q), a);
    return (float)(2.0 * caperi_atan2((t.x * a.x + t.y * a.y) + t.z * a.z, t.w));
}

float caper_quat_yaw(caper_quat q)
{
    return caper_quat_twist_angle(q, caper_vec3_make(0.0f, 1.0f, 0.0f));
}

caper_quat caper_quat_from_yaw(float yaw)
{
    return caper_quat_from_axis_angle(caper_vec3_make(0.0f, 1.0f, 0.0f), yaw);
}

static caperi_dvec3 rotation_vector(caper_quat a, caper_quat b)
{
    return caperi_dquat_log(
        caperi_dquat_mul(caperi_dquat_from(b), caperi_dquat_conj(caperi_dquat_from(a))));
}

float caper_quat_angle(caper_quat a, caper_quat b)
{
    return (float)caperi_dvec3_length(rotation_vector(a, b));
}

caper_vec3 caper_quat_angular_velocity(caper_quat a, caper_quat b, float dt)
{
    if (!(dt > 0.0f)) {
        return caper_vec3_zero();
    }
    return caperi_dvec3_to_float(caperi_dvec3_scale(rotation_vector(a, b), 1.0 / (double)dt));
}

caper_quat caper_quat_integrate(caper_quat q, caper_vec3 velocity, float dt)
{
    caperi_dquat turn =
        caperi_dquat_exp(caperi_dvec3_scale(caperi_dvec3_from(velocity), (double)dt));
    return caperi_dquat_to_float(caperi_dquat_mul(turn, caperi_dquat_from(q)));
}
