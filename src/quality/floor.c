// SPDX-License-Identifier: MIT
// The floor of a capture may be tilted: cameras are not levelled to the millimetre. Still feet
// tell.
#include "quality/measures.h"

#include <math.h>

#define MOST_TILT 0.04    // rise over run
#define NEAR 0.06f        // metres at size 1.8 from the level floor: what stands on it
#define STILL 0.3f        // m/s at size 1.8
#define LEAST_EXTENT 1.0f // metres at size 1.8: a floor is tilted over a way
#define BETTER 0.75       // of the residual: a tilt must fit that much better

// y = level + x * slope_x + z * slope_z about a center, by least squares.
typedef struct plane_fit {
    double n, x, y, z, xx, zz, xz, xy, zy, yy;
    float min_x, max_x, min_z, max_z;
} plane_fit;

static void add_point(plane_fit *p, caper_vec3 v)
{
    double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    p->min_x = p->n > 0 ? fminf(p->min_x, v.x) : v.x;
    p->max_x = p->n > 0 ? fmaxf(p->max_x, v.x) : v.x;
    p->min_z = p->n > 0 ? fminf(p->min_z, v.z) : v.z;
    p->max_z = p->n > 0 ? fmaxf(p->max_z, v.z) : v.z;
    p->n += 1;
    p->x += x;
    p->y += y;
    p->z += z;
    p->xx += x * x;
    p->zz += z * z;
    p->xz += x * z;
    p->xy += x * y;
    p->zy += z * y;
    p->yy += y * y;
}

static void gather_still(const caperi_subject *s, plane_fit *p)
{
    const caperi_footage *f = &s->footage;
    float level = s->ground.point.y, near = NEAR * f->scale.length, still = STILL * f->scale.speed;
    for (int i = 0; i < f->frame_count; i++) {
        for (int b = 0; b < s->soles.body_count; b++) {
            const caperi_sole *low = NULL;
            for (int k = 0; k < s->soles.count; k++) {
                const caperi_sole *sole = &s->soles.items[k];
                if (sole->body == s->soles.bodies[b] &&
                    (!low || sole->path[i].y < low->path[i].y)) {
                    low = sole;
                }
            }
            if (low && fabsf(low->path[i].y - level) < near &&
                caperi_path_speed(low->path, f->frame_count, f->rate, i) < still) {
                add_point(p, low->path[i]);
            }
        }
    }
}

bool caperi_floor_tilt(caperi_subject *s, caper_arena *arena)
{
    (void)arena;
    plane_fit p = {0};
    gather_still(s, &p);
    if (p.n > 0) { // the densest level is the floor of one foot; a drifting floor is their mean
        s->ground.point.y = (float)(p.y / p.n);
    }
    float extent = fmaxf(p.max_x - p.min_x, p.max_z - p.min_z);
    if (p.n < 3 || extent < LEAST_EXTENT * s->footage.scale.length) {
        return true;
    }
    double mx = p.x / p.n, my = p.y / p.n, mz = p.z / p.n;
    // a capture along a line does not tell the tilt across it: a foot's width of doubt
    double doubt = 0.1 * (double)s->footage.scale.length;
    double xx = p.xx / p.n - mx * mx + doubt * doubt, zz = p.zz / p.n - mz * mz + doubt * doubt;
    double xz = p.xz / p.n - mx * mz, xy = p.xy / p.n - mx * my, zy = p.zy / p.n - mz * my;
    double det = xx * zz - xz * xz, yy = p.yy / p.n - my * my;
    double a = (xy * zz - zy * xz) / det, b = (zy * xx - xy * xz) / det;
    double left = yy - a * xy - b * zy, tilt = sqrt(a * a + b * b);
    if (!(left < BETTER * BETTER * yy) || tilt > MOST_TILT) {
        return true;
    }
    s->slope_x = (float)a;
    s->slope_z = (float)b;
    s->ground.point = caper_vec3_make((float)mx, (float)my, (float)mz);
    s->ground.normal = caper_vec3_normalize(caper_vec3_make(-s->slope_x, 1.0f, -s->slope_z));
    return true;
}
