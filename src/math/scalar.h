// SPDX-License-Identifier: MIT
//
// The double kernels behind the scalar functions of vecmath.h, for code that composes several of
// them and rounds to float once. About 1e-15 relative; the same bits everywhere.
#ifndef CAPER_MATH_SCALAR_H
#define CAPER_MATH_SCALAR_H

#include "caper/vecmath.h"

/// caper_sincos to 2e-7, by a series for angles of up to 1: for joints that turn by a little.
static inline void caperi_sincos_near(float x, float *sine, float *cosine)
{
    if (!(x <= 1.0f && x >= -1.0f)) {
        caper_sincos(x, sine, cosine);
        return;
    }
    float z = x * x, s = 1.0f / 120.0f - z * (1.0f / 5040.0f - z * (1.0f / 362880.0f));
    float c = 1.0f / 720.0f - z * (1.0f / 40320.0f - z * (1.0f / 3628800.0f));
    *sine = x - x * z * (1.0f / 6.0f - z * s);
    *cosine = 1.0f - z * (0.5f - z * (1.0f / 24.0f - z * c));
}

/// Sine and cosine; accurate for |x| < 1e6, defined (NaN for infinities) for all.
void caperi_sincos(double x, double *sine, double *cosine);
/// The sine of it alone, the same bits.
double caperi_sin(double x);
/// The angle of (x, y), both finite, in [-pi, pi].
double caperi_atan2(double y, double x);
/// e to the x; 0 below -700, infinite above 700.
double caperi_exp(double x);

#endif
