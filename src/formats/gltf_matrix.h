// SPDX-License-Identifier: MIT
//
// Matrices and rigid transforms in double, for the chains of nodes above and between bodies: a
// chain of thirty float products would already be off by more than a rest pose may be.
#ifndef CAPER_SRC_FORMATS_GLTF_MATRIX_H
#define CAPER_SRC_FORMATS_GLTF_MATRIX_H

#include "caper/vecmath.h"

/// Element of row r and column c is m[r][c].
typedef struct caperi_mat3d {
    double m[3][3];
} caperi_mat3d;

/// x -> linear x + at.
typedef struct caperi_affine {
    caperi_mat3d linear;
    double at[3];
} caperi_affine;

/// Rotate by the unit quaternion, then move.
typedef struct caperi_rigid {
    double rotation[4];
    double at[3];
} caperi_rigid;

caperi_mat3d caperi_mat3d_scale(double x, double y, double z);
caperi_mat3d caperi_mat3d_mul(const caperi_mat3d *a, const caperi_mat3d *b);
void caperi_mat3d_apply(const caperi_mat3d *a, const double in[3], double out[3]);
double caperi_mat3d_det(const caperi_mat3d *a);
/// False, with `out` untouched, when it has no inverse worth the name.
bool caperi_mat3d_inverse(const caperi_mat3d *a, caperi_mat3d *out);
/// The rotation nearest to a, or to -a when a mirrors; false when a is degenerate.
bool caperi_mat3d_rotation(const caperi_mat3d *a, double rotation[4]);
caperi_mat3d caperi_mat3d_from_quat(const double q[4]);
/// Is it s times the identity, within a relative 1e-5?
bool caperi_mat3d_is_uniform(const caperi_mat3d *a, double *s);

void caperi_quatd_mul(const double a[4], const double b[4], double out[4]);
void caperi_quatd_rotate(const double q[4], const double v[3], double out[3]);
/// False when its length is 0 or not finite.
bool caperi_quatd_normalize(double q[4]);
/// The same, but a quaternion whose length is 1 as far as floats can tell keeps its very numbers.
bool caperi_quatd_settle(double q[4]);

caperi_affine caperi_affine_identity(void);
caperi_affine caperi_affine_mul(const caperi_affine *a, const caperi_affine *b);
void caperi_affine_apply(const caperi_affine *a, const double in[3], double out[3]);
bool caperi_affine_inverse(const caperi_affine *a, caperi_affine *out);
bool caperi_affine_is_finite(const caperi_affine *a);
caper_mat4 caperi_affine_to_mat4(const caperi_affine *a);

caperi_rigid caperi_rigid_identity(void);
caperi_rigid caperi_rigid_mul(const caperi_rigid *a, const caperi_rigid *b);
/// b as seen from a.
caperi_rigid caperi_rigid_unmul(const caperi_rigid *a, const caperi_rigid *b);
caperi_affine caperi_rigid_to_affine(const caperi_rigid *a);
caperi_affine caperi_rigid_inverse_affine(const caperi_rigid *a);
caper_transform caperi_rigid_to_transform(const caperi_rigid *a);

#endif
