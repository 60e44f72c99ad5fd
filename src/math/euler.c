// SPDX-License-Identifier: MIT
//
// Euler angles of every order, as products of axis rotations in the order written. The inverse is
// the direct method of Bernardes and Viollet (2022), "Quaternion to Euler angles conversion: a
// direct, general and computationally efficient method", stated for rotations about fixed axes;
// ours are about moving axes, which is the same product read from its other end.
#include "caper/vecmath.h"

#include "math/rotvec.h"
#include "math/scalar.h"

#define PI 3.14159265358979323846

// 0, 1, 2 for X, Y, Z of either case; -1 for anything else.
static int axis_of(char letter)
{
    switch (letter) {
    case 'x':
    case 'X':
        return 0;
    case 'y':
    case 'Y':
        return 1;
    case 'z':
    case 'Z':
        return 2;
    default:
        return -1;
    }
}

caper_quat caper_quat_from_euler(const char *order, const float *angles)
{
    caperi_dquat q = caperi_dquat_make(0.0, 0.0, 0.0, 1.0);
    for (int i = 0; i < 3 && order[i] != '\0'; i++) {
        int axis = axis_of(order[i]);
        CAPER_ASSERT(axis >= 0);
        double s, c;
        caperi_sincos(0.5 * (double)angles[i], &s, &c);
        caperi_dquat r =
            caperi_dquat_make(axis == 0 ? s : 0.0, axis == 1 ? s : 0.0, axis == 2 ? s : 0.0, c);
        q = caperi_dquat_mul(q, r);
    }
    return caperi_dquat_to_float(q);
}

static double wrap(double angle)
{
    return angle > PI ? angle - 2.0 * PI : angle < -PI ? angle + 2.0 * PI : angle;
}

// The order as axes; false for orders that cannot reach every rotation.
static bool parse_order(const char *order, int axis[3])
{
    for (int i = 0; i < 3; i++) {
        axis[i] = axis_of(order[i]);
        if (axis[i] < 0) {
            return false;
        }
    }
    return axis[0] != axis[1] && axis[1] != axis[2];
}

// Returns whether the rotation is in gimbal lock, where only a sum or difference of the outer
// angles is determined; the last angle is then 0.
static bool to_euler(caper_quat rotation, const int axis[3], double angles[3])
{
    caperi_dquat d = caperi_dquat_from(rotation);
    const double q[3] = {d.x, d.y, d.z};
    int i = axis[2], j = axis[1], k = axis[0];
    bool proper = i == k;
    if (proper) {
        k = 3 - i - j;
    }
    double sign = (double)((i - j) * (j - k) * (k - i) / 2);
    double a = d.w, b = q[i], c = q[j], e = q[k] * sign;
    if (!proper) {
        a = d.w - q[j];
        b = q[i] + q[k] * sign;
        c = q[j] + d.w;
        e = q[k] * sign - q[i];
    }
    double ab = sqrt(a * a + b * b), ce = sqrt(c * c + e * e);
    double middle = 2.0 * caperi_atan2(ce, ab);
    double half_sum = caperi_atan2(b, a), half_difference = caperi_atan2(e, c);
    double first, last;
    // a float rotation fixes a, b, c, e to 6e-8
    bool locked = ab < 1e-6 || ce < 1e-6;
    if (locked) {
        last = 0.0;
        first = ce < 1e-6 ? 2.0 * half_sum : 2.0 * half_difference;
    } else {
        last = half_sum - half_difference;
        first = half_sum + half_difference;
    }
    if (!proper) {
        first *= sign;
        middle -= 0.5 * PI;
    }
    angles[0] = wrap(first);
    angles[1] = wrap(middle);
    angles[2] = wrap(last);
    return locked;
}

void caper_quat_to_euler(caper_quat q, const char *order, float angles[3])
{
    int axis[3];
    double d[3] = {0.0, 0.0, 0.0};
    bool good = parse_order(order, axis);
    CAPER_ASSERT(good);
    if (good) {
        to_euler(q, axis, d);
    }
    for (int i = 0; i < 3; i++) {
        angles[i] = (float)d[i];
    }
}

// The angle plus whole turns, nearest to the reference.
static double unwrap(double angle, double reference)
{
    double turns = (reference - angle) / (2.0 * PI);
    if (!(fabs(turns) < 1e6)) {
        return angle;
    }
    int k = (int)(turns + (turns < 0.0 ? -0.5 : 0.5));
    return angle + k * (2.0 * PI);
}

static double move_near(double d[3], const float previous[3])
{
    double total = 0.0;
    for (int i = 0; i < 3; i++) {
        d[i] = unwrap(d[i], (double)previous[i]);
        total += fabs(d[i] - (double)previous[i]);
    }
    return total;
}

void caper_quat_to_euler_near(caper_quat q, const char *order, const float previous[3],
                              float angles[3])
{
    int axis[3];
    double d[3] = {0.0, 0.0, 0.0};
    bool good = parse_order(order, axis);
    CAPER_ASSERT(good);
    if (good && to_euler(q, axis, d)) {
        // locked: keep the last angle of before and let the first take up the rest
        double keep = (double)previous[2];
        bool proper = axis[0] == axis[2];
        bool same_way = proper ? d[1] < 0.5 * PI : false;
        if (!proper) {
            int k = axis[2], i = axis[0], j = axis[1];
            double sign = (double)((i - j) * (j - k) * (k - i) / 2);
            same_way = d[1] * sign > 0.0;
        }
        d[0] = d[0] + (same_way ? -keep : keep);
        d[2] = keep;
        move_near(d, previous);
    } else if (good) {
        // the same rotation with the middle angle reflected
        bool proper = axis[0] == axis[2];
        double other[3] = {d[0] + PI, proper ? -d[1] : PI - d[1], d[2] + PI};
        double cost = move_near(d, previous);
        if (move_near(other, previous) < cost) {
            d[0] = other[0];
            d[1] = other[1];
            d[2] = other[2];
        }
    }
    for (int i = 0; i < 3; i++) {
        angles[i] = (float)d[i];
    }
}
