// SPDX-License-Identifier: MIT
//
// 3x3 matrices: symmetric eigenvalues (cyclic Jacobi), nearest rotation; the rigid part of a 4x4
// matrix; boxes under transforms. In double inside, so that squaring a float matrix (the nearest
// rotation needs m^T m) loses nothing.
#include "caper/vecmath.h"

#include "math/linalg.h"
#include "math/rotvec.h"

static void mat3_to_rows(caper_mat3 m, double a[3][3])
{
    const caper_vec3 column[3] = {m.x, m.y, m.z};
    for (int c = 0; c < 3; c++) {
        a[0][c] = (double)column[c].x;
        a[1][c] = (double)column[c].y;
        a[2][c] = (double)column[c].z;
    }
}

static caper_mat3 mat3_from_columns(caperi_dvec3 x, caperi_dvec3 y, caperi_dvec3 z)
{
    caper_mat3 m = {caperi_dvec3_to_float(x), caperi_dvec3_to_float(y), caperi_dvec3_to_float(z)};
    return m;
}

// One Jacobi rotation that makes a[p][q] zero, accumulated into v.
static void jacobi_rotate(double a[3][3], double v[3][3], int p, int q)
{
    if (a[p][q] == 0.0) {
        return;
    }
    double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    // the smaller root of t^2 + 2 theta t - 1 = 0; a huge theta gives t = 0 rather than NaN
    double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int i = 0; i < 3; i++) {
        double ip = a[i][p], iq = a[i][q];
        a[i][p] = c * ip - s * iq;
        a[i][q] = s * ip + c * iq;
    }
    for (int i = 0; i < 3; i++) {
        double pi = a[p][i], qi = a[q][i];
        a[p][i] = c * pi - s * qi;
        a[q][i] = s * pi + c * qi;
        double vp = v[i][p], vq = v[i][q];
        v[i][p] = c * vp - s * vq;
        v[i][q] = s * vp + c * vq;
    }
}

static void swap_columns(double values[3], double v[3][3], int p, int q)
{
    double t = values[p];
    values[p] = values[q];
    values[q] = t;
    for (int i = 0; i < 3; i++) {
        t = v[i][p];
        v[i][p] = v[i][q];
        v[i][q] = t;
    }
}

void caperi_eigen3(double a[3][3], double values[3], double vectors[3][3])
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            vectors[i][j] = i == j ? 1.0 : 0.0;
        }
        for (int j = 0; j < i; j++) {
            a[j][i] = a[i][j];
        }
    }
    // cyclic Jacobi converges quadratically: 6 to 8 sweeps reach zero off the diagonal
    for (int sweep = 0; sweep < 12; sweep++) {
        jacobi_rotate(a, vectors, 0, 1);
        jacobi_rotate(a, vectors, 0, 2);
        jacobi_rotate(a, vectors, 1, 2);
    }
    for (int i = 0; i < 3; i++) {
        values[i] = a[i][i];
    }
    for (int pass = 0; pass < 3; pass++) {
        int p = pass == 1 ? 1 : 0;
        if (values[p] > values[p + 1]) {
            swap_columns(values, vectors, p, p + 1);
        }
    }
    caperi_dvec3 x = {vectors[0][0], vectors[1][0], vectors[2][0]};
    caperi_dvec3 y = {vectors[0][1], vectors[1][1], vectors[2][1]};
    caperi_dvec3 z = {vectors[0][2], vectors[1][2], vectors[2][2]};
    if (caperi_dvec3_dot(caperi_dvec3_cross(x, y), z) < 0.0) {
        for (int i = 0; i < 3; i++) {
            vectors[i][2] = -vectors[i][2];
        }
    }
}

// With m = U S V^T the nearest rotation is U diag(1, 1, det U V) V^T. V comes from m^T m; the two
// long columns of U from m V, and the third of each from a cross product, which makes both
// right-handed and so puts a reflection, if any, into the shortest direction.
bool caper_mat3_polar_rotation(caper_mat3 m, caper_mat3 *out)
{
    double a[3][3], square[3][3], values[3], v[3][3];
    mat3_to_rows(m, a);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            square[i][j] = (a[0][i] * a[0][j] + a[1][i] * a[1][j]) + a[2][i] * a[2][j];
        }
    }
    caperi_eigen3(square, values, v);
    // ascending squares of singular values: rank 2 at least, judged at float precision
    if (!(values[1] > 1e-12 * values[2]) || !(values[2] < (double)INFINITY)) {
        return false;
    }
    caperi_dvec3 v1 = {v[0][2], v[1][2], v[2][2]}, v2 = {v[0][1], v[1][1], v[2][1]};
    caperi_dvec3 v3 = caperi_dvec3_cross(v1, v2);
    caperi_dvec3 row[3], u1, u2;
    for (int i = 0; i < 3; i++) {
        row[i] = caperi_dvec3_make(a[i][0], a[i][1], a[i][2]);
    }
    u1 = caperi_dvec3_make(caperi_dvec3_dot(row[0], v1), caperi_dvec3_dot(row[1], v1),
                           caperi_dvec3_dot(row[2], v1));
    u2 = caperi_dvec3_make(caperi_dvec3_dot(row[0], v2), caperi_dvec3_dot(row[1], v2),
                           caperi_dvec3_dot(row[2], v2));
    caperi_dvec3_normalize(&u1);
    caperi_dvec3_normalize(&u2);
    caperi_dvec3 u3 = caperi_dvec3_cross(u1, u2);
    const double p[3] = {v1.x, v1.y, v1.z}, q[3] = {v2.x, v2.y, v2.z}, r[3] = {v3.x, v3.y, v3.z};
    caperi_dvec3 column[3];
    for (int i = 0; i < 3; i++) {
        column[i] = caperi_dvec3_combine(caperi_dvec3_combine(u1, p[i], u2, q[i]), 1.0, u3, r[i]);
    }
    *out = mat3_from_columns(column[0], column[1], column[2]);
    return true;
}

bool caper_transform_from_mat4(caper_mat4 m, caper_transform *out, caper_vec3 *scale)
{
    const float *e = m.m;
    caper_mat3 linear = {{e[0], e[1], e[2]}, {e[4], e[5], e[6]}, {e[8], e[9], e[10]}};
    if (scale) {
        float sign = caper_mat3_determinant(linear) < 0.0f ? -1.0f : 1.0f;
        *scale = caper_vec3_make(sign * caper_vec3_length(linear.x), caper_vec3_length(linear.y),
                                 caper_vec3_length(linear.z));
        // a reflection is reported in x, so it must not turn the rotation
        linear.x = caper_vec3_scale(linear.x, sign);
    }
    *out = caper_transform_make(caper_quat_identity(), caper_vec3_make(e[12], e[13], e[14]));
    caper_mat3 rotation;
    if (!caper_mat3_polar_rotation(linear, &rotation)) {
        return false;
    }
    out->rotation = caper_quat_from_mat3(rotation);
    return true;
}

float caper_bounds_distance(caper_bounds b, caper_vec3 p)
{
    caper_vec3 inside = caper_vec3_min(caper_vec3_max(p, b.min), b.max);
    return caper_vec3_distance(p, inside);
}

caper_bounds caper_bounds_transform(caper_transform t, caper_bounds b)
{
    if (caper_bounds_is_empty(b)) {
        return b;
    }
    caper_mat3 m = caper_quat_to_mat3(t.rotation);
    caper_mat3 reach = {caper_vec3_abs(m.x), caper_vec3_abs(m.y), caper_vec3_abs(m.z)};
    caper_vec3 half = caper_vec3_scale(caper_vec3_sub(b.max, b.min), 0.5f);
    caper_vec3 h = caper_mat3_mul_vec3(reach, half);
    caper_vec3 c = caper_transform_mul_point(t, caper_bounds_center(b));
    caper_bounds r = {caper_vec3_sub(c, h), caper_vec3_add(c, h)};
    return r;
}
