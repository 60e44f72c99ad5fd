// SPDX-License-Identifier: MIT
//
// The double kernels behind the scalar functions of vecmath.h, for code that composes several of
// them and rounds to float once. About 1e-15 relative; the same bits everywhere.
#ifndef CAPER_MATH_SCALAR_H
#define CAPER_MATH_SCALAR_H

/// Sine and cosine; accurate for |x| < 1e6, defined (NaN for infinities) for all.
void caperi_sincos(double x, double *sine, double *cosine);
/// The sine of it alone, the same bits.
double caperi_sin(double x);
/// The angle of (x, y), both finite, in [-pi, pi].
double caperi_atan2(double y, double x);
/// e to the x; 0 below -700, infinite above 700.
double caperi_exp(double x);

#endif
