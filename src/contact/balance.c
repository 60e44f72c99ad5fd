// SPDX-License-Identifier: MIT
#include "contact/balance.h"

float caperi_balance_outside(const caper_vec3 *feet, const float *stands, int count,
                             caper_vec3 mass, caperi_flat *nearest)
{
    caperi_flat points[CAPERI_MOST_FLAT], middle = {0, 0};
    float sum = 0, most = 0;
    for (int i = 0; i < count; i++) {
        middle.x += stands[i] * feet[i].x;
        middle.z += stands[i] * feet[i].z;
        sum += stands[i];
        most = caper_max(most, stands[i]);
    }
    // a foot that is light has its place ever nearer to the others
    for (int i = 0; i < count; i++) {
        float share = stands[i] / most;
        points[i].x = caper_lerp(middle.x / sum, feet[i].x, share);
        points[i].z = caper_lerp(middle.z / sum, feet[i].z, share);
    }
    return caperi_flat_outside(points, count, (caperi_flat){mass.x, mass.z}, nearest);
}

// A leg that stands goes along by half, as the middle of a rod does of which one end stays.
float caperi_balance_share(const caper_character *c)
{
    bool counted[CAPER_MAX_BODIES] = {false}; // what carries several feet is one leg's
    float legs = 0;
    for (int k = 0; k < c->leg_count; k++) {
        for (int b = c->legs[k].foot;
             b >= 0 && !(c->bodies[b].caps & CAPER_CAP_SPINE) && !counted[b];
             b = c->bodies[b].parent) {
            counted[b] = true;
            legs += c->bodies[b].mass;
        }
    }
    return c->mass > 0 ? 1 / (1 - 0.5f * caper_min(legs / c->mass, 1)) : 1;
}
