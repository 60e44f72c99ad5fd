// SPDX-License-Identifier: MIT
// The palette of the studio, as people see it who lack one kind of cone.
#include "studio.h"
#include "test.h"

#include <math.h>

// What a person without one kind of cone sees of a color (Vienot, Brettel, Mollon 1999; tritan
// after Brettel 1997), in linear light.
static void seen_without(int cone, uint32_t argb, double out[3])
{
    static const double see[3][9] = {
        {0.11238, 0.88762, 0, 0.11238, 0.88762, 0, 0.00401, -0.00401, 1},
        {0.29275, 0.70725, 0, 0.29275, 0.70725, 0, -0.02234, 0.02234, 1},
        {1.01277, 0.13548, -0.14826, -0.01243, 0.86812, 0.14431, 0.07589, 0.80500, 0.11911}};
    double in[3];
    for (int i = 0; i < 3; i++) {
        double v = (argb >> (16 - 8 * i) & 255) / 255.0;
        in[i] = v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
    }
    for (int i = 0; i < 3; i++) {
        const double *m = &see[cone][3 * i];
        double v = m[0] * in[0] + m[1] * in[1] + m[2] * in[2];
        v = v < 0 ? 0 : v > 1 ? 1 : v;
        out[i] = 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055);
    }
}

static void colors_are_told_apart_whatever_cones_one_has(void)
{
    static const uint32_t all[] = {COLOR_ORANGE, COLOR_SKY, COLOR_GREEN, COLOR_YELLOW,
                                   COLOR_BLUE,   COLOR_RED, COLOR_PINK};
    for (int cone = 0; cone < 3; cone++) {
        for (int i = 0; i < CAPER_COUNT_OF(all); i++) {
            for (int k = 0; k < i; k++) {
                double a[3], b[3], sum = 0;
                seen_without(cone, all[i], a);
                seen_without(cone, all[k], b);
                for (int n = 0; n < 3; n++) {
                    sum += (a[n] - b[n]) * (a[n] - b[n]);
                }
                if (sqrt(sum) < 25) { // levels of 255: well above what is just told apart
                    fprintf(stderr, "%06x and %06x without cone %d: %.1f\n", all[i] & 0xffffff,
                            all[k] & 0xffffff, cone, sqrt(sum));
                    CHECK(false);
                }
            }
        }
    }
}

TESTS(colors_are_told_apart_whatever_cones_one_has)
