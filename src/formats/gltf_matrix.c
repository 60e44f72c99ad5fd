// SPDX-License-Identifier: MIT
//
// Small matrices in double. The rotation of a matrix is its polar factor, found by Newton's
// iteration X <- (X + X^-T) / 2, which converges quadratically from any regular matrix (Higham,
// "Computing the polar decomposition", 1986).
#include "formats/gltf_matrix.h"

#include <string.h>

caperi_mat3d caperi_mat3d_scale(double x, double y, double z)
{
    caperi_mat3d s = {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}};
    return s;
}

caperi_mat3d caperi_mat3d_mul(const caperi_mat3d *a, const caperi_mat3d *b)
{
    caperi_mat3d out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] =
                (a->m[r][0] * b->m[0][c] + a->m[r][1] * b->m[1][c]) + a->m[r][2] * b->m[2][c];
    return out;
}

void caperi_mat3d_apply(const caperi_mat3d *a, const double in[3], double out[3])
{
    double v[3];
    for (int r = 0; r < 3; r++)
        v[r] = (a->m[r][0] * in[0] + a->m[r][1] * in[1]) + a->m[r][2] * in[2];
    memcpy(out, v, sizeof v);
}

static caperi_mat3d cofactors(const caperi_mat3d *a)
{
    caperi_mat3d c;
    for (int r = 0; r < 3; r++) {
        int r1 = (r + 1) % 3, r2 = (r + 2) % 3;
        for (int k = 0; k < 3; k++) {
            int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            c.m[r][k] = a->m[r1][k1] * a->m[r2][k2] - a->m[r1][k2] * a->m[r2][k1];
        }
    }
    return c;
}

static double det_by(const caperi_mat3d *a, const caperi_mat3d *c)
{
    return (a->m[0][0] * c->m[0][0] + a->m[0][1] * c->m[0][1]) + a->m[0][2] * c->m[0][2];
}

double caperi_mat3d_det(const caperi_mat3d *a)
{
    caperi_mat3d c = cofactors(a);
    return det_by(a, &c);
}

static double largest(const caperi_mat3d *a)
{
    double most = 0;
    for (int i = 0; i < 9; i++) {
        double v = fabs(a->m[i / 3][i % 3]);
        most = v > most || v != v ? v : most;
    }
    return most;
}

bool caperi_mat3d_inverse(const caperi_mat3d *a, caperi_mat3d *out)
{
    double most = largest(a);
    if (!(most > 1e-100 && most < 1e100))
        return false;
    caperi_mat3d c = cofactors(a);
    double det = det_by(a, &c);
    if (!(fabs(det) > 1e-12 * most * most * most))
        return false;
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++)
            out->m[r][k] = c.m[k][r] / det;
    return true;
}

bool caperi_mat3d_is_uniform(const caperi_mat3d *a, double *s)
{
    double mean = ((a->m[0][0] + a->m[1][1]) + a->m[2][2]) / 3;
    double most = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            double off = fabs(a->m[r][c] - (r == c ? mean : 0));
            most = off > most ? off : most;
        }
    *s = mean;
    return most <= 1e-5 * fabs(mean);
}

// Shepperd's method: divide by the largest component.
static void quat_of(const caperi_mat3d *a, double q[4])
{
    double trace = (a->m[0][0] + a->m[1][1]) + a->m[2][2];
    if (trace > 0) {
        double s = 2 * sqrt(trace + 1);
        q[3] = 0.25 * s;
        q[0] = (a->m[2][1] - a->m[1][2]) / s;
        q[1] = (a->m[0][2] - a->m[2][0]) / s;
        q[2] = (a->m[1][0] - a->m[0][1]) / s;
        return;
    }
    int i = a->m[1][1] > a->m[0][0] ? 1 : 0;
    i = a->m[2][2] > a->m[i][i] ? 2 : i;
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double s = 2 * sqrt(1 + (a->m[i][i] - a->m[j][j] - a->m[k][k]));
    q[i] = 0.25 * s;
    q[j] = (a->m[j][i] + a->m[i][j]) / s;
    q[k] = (a->m[k][i] + a->m[i][k]) / s;
    q[3] = (a->m[k][j] - a->m[j][k]) / s;
}

bool caperi_mat3d_rotation(const caperi_mat3d *a, double rotation[4])
{
    double most = largest(a);
    if (!(most > 1e-100 && most < 1e100))
        return false;
    double det = caperi_mat3d_det(a);
    if (!(fabs(det) > 1e-12 * most * most * most))
        return false;
    double scale = (det < 0 ? -1 : 1) / most;
    caperi_mat3d x = *a, inverse;
    for (int i = 0; i < 9; i++)
        x.m[i / 3][i % 3] *= scale;
    for (int step = 0; step < 60; step++) {
        if (!caperi_mat3d_inverse(&x, &inverse))
            return false;
        double change = 0;
        caperi_mat3d y;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                y.m[r][c] = 0.5 * (x.m[r][c] + inverse.m[c][r]);
                double d = fabs(y.m[r][c] - x.m[r][c]);
                change = d > change ? d : change;
            }
        x = y;
        if (change < 1e-14)
            break;
    }
    quat_of(&x, rotation);
    return caperi_quatd_normalize(rotation);
}

caperi_mat3d caperi_mat3d_from_quat(const double q[4])
{
    double x = q[0], y = q[1], z = q[2], w = q[3];
    caperi_mat3d a = {{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                       {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                       {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}}};
    return a;
}

void caperi_quatd_mul(const double a[4], const double b[4], double out[4])
{
    double q[4] = {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
                   a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
                   a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
                   a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
    memcpy(out, q, sizeof q);
}

void caperi_quatd_rotate(const double q[4], const double v[3], double out[3])
{
    caperi_mat3d a = caperi_mat3d_from_quat(q);
    caperi_mat3d_apply(&a, v, out);
}

bool caperi_quatd_normalize(double q[4])
{
    double square = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
    if (!(square > 1e-30 && square < 1e30))
        return false;
    double s = 1 / sqrt(square);
    for (int i = 0; i < 4; i++)
        q[i] *= s;
    return true;
}

bool caperi_quatd_settle(double q[4])
{
    double square = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
    return fabs(square - 1) <= 1e-6 || caperi_quatd_normalize(q);
}

caperi_affine caperi_affine_identity(void)
{
    caperi_affine a = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0}};
    return a;
}

void caperi_affine_apply(const caperi_affine *a, const double in[3], double out[3])
{
    double v[3];
    caperi_mat3d_apply(&a->linear, in, v);
    for (int i = 0; i < 3; i++)
        out[i] = v[i] + a->at[i];
}

caperi_affine caperi_affine_mul(const caperi_affine *a, const caperi_affine *b)
{
    caperi_affine out;
    out.linear = caperi_mat3d_mul(&a->linear, &b->linear);
    caperi_affine_apply(a, b->at, out.at);
    return out;
}

bool caperi_affine_inverse(const caperi_affine *a, caperi_affine *out)
{
    caperi_mat3d inverse;
    if (!caperi_mat3d_inverse(&a->linear, &inverse))
        return false;
    double at[3];
    caperi_mat3d_apply(&inverse, a->at, at);
    out->linear = inverse;
    for (int i = 0; i < 3; i++)
        out->at[i] = -at[i];
    return true;
}

bool caperi_affine_is_finite(const caperi_affine *a)
{
    double sum = largest(&a->linear) + fabs(a->at[0]) + fabs(a->at[1]) + fabs(a->at[2]);
    return sum < 1e100;
}

caper_mat4 caperi_affine_to_mat4(const caperi_affine *a)
{
    caper_mat4 out = caper_mat4_identity();
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++)
            out.m[4 * c + r] = (float)a->linear.m[r][c];
        out.m[12 + r] = (float)a->at[r];
    }
    return out;
}

caperi_rigid caperi_rigid_identity(void)
{
    caperi_rigid a = {{0, 0, 0, 1}, {0, 0, 0}};
    return a;
}

caperi_rigid caperi_rigid_mul(const caperi_rigid *a, const caperi_rigid *b)
{
    caperi_rigid out;
    caperi_quatd_mul(a->rotation, b->rotation, out.rotation);
    caperi_quatd_normalize(out.rotation);
    caperi_quatd_rotate(a->rotation, b->at, out.at);
    for (int i = 0; i < 3; i++)
        out.at[i] += a->at[i];
    return out;
}

caperi_rigid caperi_rigid_unmul(const caperi_rigid *a, const caperi_rigid *b)
{
    double back[4] = {-a->rotation[0], -a->rotation[1], -a->rotation[2], a->rotation[3]};
    double way[3] = {b->at[0] - a->at[0], b->at[1] - a->at[1], b->at[2] - a->at[2]};
    caperi_rigid out;
    caperi_quatd_mul(back, b->rotation, out.rotation);
    caperi_quatd_normalize(out.rotation);
    caperi_quatd_rotate(back, way, out.at);
    return out;
}

caperi_affine caperi_rigid_to_affine(const caperi_rigid *a)
{
    caperi_affine out;
    out.linear = caperi_mat3d_from_quat(a->rotation);
    memcpy(out.at, a->at, sizeof out.at);
    return out;
}

caperi_affine caperi_rigid_inverse_affine(const caperi_rigid *a)
{
    caperi_rigid none = caperi_rigid_identity();
    caperi_rigid back = caperi_rigid_unmul(a, &none);
    return caperi_rigid_to_affine(&back);
}

caper_transform caperi_rigid_to_transform(const caperi_rigid *a)
{
    caper_quat q = caper_quat_make((float)a->rotation[0], (float)a->rotation[1],
                                   (float)a->rotation[2], (float)a->rotation[3]);
    return caper_transform_make(q,
                                caper_vec3_make((float)a->at[0], (float)a->at[1], (float)a->at[2]));
}
