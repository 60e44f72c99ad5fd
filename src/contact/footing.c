// SPDX-License-Identifier: MIT
//
// Where a sole fits (paper 000, section 4.2: feet are planted on the ground that is there). A sole
// is its corners, those of its toes, and points along its middle: it lies on the plane of the
// ground under them, no point of it below the surface. Where that plane leaves corners in the air
// or has an edge in the middle, the ground is scanned along the foot, also a little outside, for
// the nearest stretch that carries all of the sole: the whole of a tread, the top of a stone. Where
// none does, the one that carries most, and the sole lies level on it. Invariant: no point of a
// sole that stands is below the surface.
#include "contact/footing.h"

#include "math/simd_quat.h"

#include <math.h>

#define MAX_SLOPE 0.9f // cosine of the steepest tilt of a sole: 26 degrees
#define GOOD_GAP 0.02f // of leg length: corners may hang that far in the air
#define SOFT 0.008f    // of leg length: the middle of a sole gives way by that
#define BRIDGE 0.2f    // of leg length: how ill a sole is that leans across an edge at its steepest
#define MIDDLE 3       // points along the middle of a sole
#define CRAMPED 0.05f  // of leg length: the room that toes want in front of them to roll
#define FAR 0.3f       // of leg length: the farthest that a landing moves
#define SCAN 12        // samples of the ground to either side of the aim
#define CELLS 6        // samples along a sole

// Ground under a sole.
typedef struct footing {
    float height;      // of the sole's center
    caper_vec3 normal; // of the sole
    float gap;         // how far its worst corner hangs in the air
    float lift;        // how far its best one does: an edge or a stone carries the middle
    float void_below;  // how far the ground under its center is below it
    float across;      // sine of the angle between it and the ground under its center: it bridges
    int platform;
} footing;

// The points of a sole that faces a way, level, and the ground under each as it lies on a plane.
typedef struct imprint {
    caper_vec3 point[CAPERI_CORNERS + MIDDLE];
    float ground[CAPERI_CORNERS + MIDDLE];
    int corner_count, count;
} imprint;

// Turn a sole the way that it faces.
static void turn_sole(const caperi_footing_job *job, imprint *out)
{
    caper_transform turn = caper_transform_make(
        caper_quat_mul(caper_quat_from_yaw(job->yaw), job->rest_rotation), caper_vec3_zero());
    int corners = out->corner_count = job->corner_count;
    caper_vec3 toe = caper_quat_rotate(turn.rotation, job->toe),
               heel = caper_quat_rotate(turn.rotation, job->heel);
    caperi_transform_points(&turn, job->corners, corners, out->point);
    for (int i = 0; i < MIDDLE; i++) {
        out->point[corners + i] = caper_vec3_lerp(heel, toe, 0.25f + 0.25f * (float)i);
    }
    out->count = corners + MIDDLE;
}

static void take_imprint(const caperi_footing_job *job, caper_vec3 at, caper_vec3 lies,
                         imprint *out)
{
    caper_transform tilt = caper_transform_make(
        caper_quat_between(caper_vec3_make(0.0f, 1.0f, 0.0f), lies), caper_vec3_zero());
    caper_vec3 points[CAPERI_CORNERS + MIDDLE];
    caperi_transform_points(&tilt, out->point, out->count, points);
    for (int i = 0; i < out->count; i++) {
        caper_vec3 p = caper_vec3_add(at, points[i]), normal;
        int platform;
        p.y = at.y;
        out->ground[i] = caperi_footing_height(job, p, &normal, &platform);
    }
}

// The plane under the points by least squares, tilted as far as an ankle looks right, no farther.
static caper_vec3 fit_plane(const imprint *in, float height)
{
    float xx = 1e-12f, xz = 0, zz = 1e-12f, xy = 0, zy = 0;
    for (int i = 0; i < in->count; i++) {
        caper_vec3 p = in->point[i];
        float y = in->ground[i] - height;
        xx += p.x * p.x;
        xz += p.x * p.z;
        zz += p.z * p.z;
        xy += p.x * y;
        zy += p.z * y;
    }
    float det = caper_max(xx * zz - xz * xz, 1e-12f * (xx + zz) * (xx + zz));
    caper_vec3 fit = caper_vec3_normalize(
        caper_vec3_make((zy * xz - xy * zz) / det, 1.0f, (xy * xz - zy * xx) / det));
    if (fit.y < MAX_SLOPE) {
        float flat = sqrtf(fit.x * fit.x + fit.z * fit.z),
              keep = sqrtf(1.0f - MAX_SLOPE * MAX_SLOPE);
        fit = caper_vec3_make(fit.x * keep / flat, MAX_SLOPE, fit.z * keep / flat);
    }
    return fit;
}

// Lay the sole onto a plane and lift it until no point is below the surface. Returns how many of
// the points are then near the ground.
static int lay(const imprint *in, caper_vec3 normal, float length, footing *out)
{
    caper_quat tilt = caper_quat_between(caper_vec3_make(0.0f, 1.0f, 0.0f), normal);
    float raised[CAPERI_CORNERS + MIDDLE], over = -1e30f, under = 1e30f, middle = -1e30f;
    for (int i = 0; i < in->count; i++) {
        raised[i] = in->ground[i] - caper_quat_rotate(tilt, in->point[i]).y;
        if (i < in->corner_count) {
            over = caper_max(over, raised[i]);
            under = caper_min(under, raised[i]);
        } else {
            middle = caper_max(middle, raised[i]);
        }
    }
    out->normal = normal;
    out->lift = caper_max(middle - SOFT * length - over, 0.0f);
    out->height = over + out->lift;
    out->gap = caper_max(out->height - under, 0.0f);
    out->void_below = out->height - raised[in->corner_count + MIDDLE / 2];
    int carried = 0;
    for (int i = 0; i < in->count; i++) {
        carried += out->height - raised[i] < GOOD_GAP * length;
    }
    return carried;
}

static footing find_footing(const caperi_footing_job *job, caper_vec3 at, imprint *in)
{
    float length = job->length;
    footing tilted, level;
    caper_vec3 normal, up = caper_vec3_make(0.0f, 1.0f, 0.0f);
    float height = caperi_footing_height(job, at, &normal, &tilted.platform);
    take_imprint(job, at, up, in);
    lay(in, fit_plane(in, height), length, &tilted);
    float even = caper_vec3_dot(tilted.normal, normal);
    tilted.across = sqrtf(caper_max(1.0f - even * even, 0.0f));
    if (tilted.gap >= GOOD_GAP * length) {
        // over an edge a foot stays level on what carries it
        level.platform = tilted.platform;
        level.across = 0.0f;
        int carried = lay(in, up, length, &level);
        if (2 * carried >= in->count || level.gap < tilted.gap) {
            return level;
        }
    }
    if (tilted.normal.y < 1) { // corners of a sole that tilts are elsewhere
        take_imprint(job, at, tilted.normal, in);
        lay(in, tilted.normal, length, &tilted);
    }
    return tilted;
}

// ---------------------------------------------------------------------------------------- search

// A line of the ground along the foot, looked at in cells.
typedef struct line {
    float back, front, half; // of the sole, from its center; half of its width
    float cell;              // metres
    caper_vec3 along, aside; // unit
    int behind, ahead;       // cells of a sole
    int first, last;         // where its center may be
    float heights[2 * SCAN + 1];
    float best_along, best_cost; // where most of it is carried, without what is aside
} line;

static line line_of(const caperi_footing_job *job)
{
    line l = {.best_cost = 1e30f};
    for (int i = 0; i < job->corner_count; i++) {
        caper_vec3 p = caper_quat_rotate(job->rest_rotation, job->corners[i]);
        l.back = caper_min(l.back, p.z);
        l.front = caper_max(l.front, p.z);
        l.half = caper_max(l.half, fabsf(p.x));
    }
    float sine, cosine;
    caper_sincos(job->yaw, &sine, &cosine);
    l.along = caper_vec3_make(sine, 0, cosine);
    l.aside = caper_vec3_make(cosine, 0, -sine);
    l.cell = caper_max((l.front - l.back) / (float)CELLS, 0.02f * job->length);
    l.behind = (int)(-l.back / l.cell + 0.5f), l.ahead = (int)(l.front / l.cell + 0.5f);
    // what is too far off is not looked at
    int far = (int)caper_min(FAR * job->length / l.cell + 1.0f, (float)SCAN);
    l.first = l.behind > SCAN - far ? l.behind : SCAN - far;
    l.last = SCAN + far < 2 * SCAN - l.ahead ? SCAN + far : 2 * SCAN - l.ahead;
    return l;
}

// The best place along a line, `aside` of the aim: that which carries most of the sole, not far
// off, and not too high to climb. Most lines are over the same ground as the one before.
static caper_vec3 scan_line(const caperi_footing_job *job, line *l, float aside)
{
    caper_vec3 from = caper_vec3_add_scaled(job->aim, l->aside, aside);
    bool same = l->best_cost < 1e30f;
    for (int i = l->first - l->behind; i <= l->last + l->ahead; i++) {
        caper_vec3 p = caper_vec3_add_scaled(from, l->along, (float)(i - SCAN) * l->cell), normal;
        int platform;
        float height = caperi_footing_height(job, p, &normal, &platform);
        same = same && height == l->heights[i];
        l->heights[i] = height;
    }
    float coming = job->coming, length = caper_max(l->front - l->back, l->cell);
    if (!same) {
        l->best_cost = 1e30f;
        l->best_along = 0.0f;
    }
    for (int k = l->first; k <= l->last && !same; k++) {
        float along = (float)(k - SCAN) * l->cell, top = -1e30f, carried = 0.0f;
        if (0.15f * fabsf(along) >= l->best_cost || !(fabsf(along) < FAR * job->length) ||
            along > job->ahead) {
            continue;
        }
        for (int i = k - l->behind; i <= k + l->ahead; i++) {
            top = caper_max(top, l->heights[i]);
        }
        for (int i = k - l->behind; i <= k + l->ahead; i++) {
            carried += top - l->heights[i] < GOOD_GAP * job->length ? 1.0f : 0.0f;
        }
        float hangs = 1.0f - carried / (float)(l->ahead + l->behind + 1);
        float climb = caper_max(fabsf(top - coming) - 0.35f * job->length, 0.0f);
        bool carries = top - l->heights[k] < GOOD_GAP * job->length;
        float cost = (carries ? 0.6f : 1.0f) * hangs * caper_max(length, 0.1f * job->length) +
                     0.15f * fabsf(along) + climb;
        if (cost < l->best_cost) {
            l->best_cost = cost;
            l->best_along = along;
        }
    }
    return caper_vec3_add_scaled(from, l->along, l->best_along);
}

// What is wrong with a footing, metres.
static float footing_cost(const caperi_footing_job *job, const footing *f, float off)
{
    float climb = fabsf(f->height - job->coming) - 0.35f * job->length;
    return f->gap + f->void_below + 2.0f * f->lift + BRIDGE * job->length * f->across +
           0.15f * off + caper_max(climb, 0.0f);
}

float caperi_footing_top(const caperi_footing_job *job, caper_vec3 at, const caper_vec3 *points,
                         int count)
{
    caper_vec3 normal;
    int platform;
    float top = caperi_footing_height(job, at, &normal, &platform);
    for (int i = 0; i < count; i++) {
        caper_vec3 p = caper_vec3_make(at.x + points[i].x, at.y, at.z + points[i].z);
        // an end of a sole that lies on a slope is as high as the slope is there
        top = caper_max(top, caperi_footing_height(job, p, &normal, &platform) - points[i].y);
    }
    return top;
}

void caperi_footing_choose(caperi_footing_job *job)
{
    // outward before inward, where the other feet are
    static const float lines[] = {0.0f, 1.0f, -0.5f, 2.0f};
    caper_vec3 aim = job->aim, at = aim, normal;
    imprint in;
    turn_sole(job, &in);
    footing best = find_footing(job, aim, &in);
    float cost = footing_cost(job, &best, 0.0f);
    line l = line_of(job);
    float unit = caper_clamp(l.half, 0.03f * job->length, 0.08f * job->length);
    unit = job->side < 0 ? -unit : unit;
    for (int i = 0; cost > GOOD_GAP * job->length && i < CAPER_COUNT_OF(lines); i++) {
        float aside = lines[i] * unit;
        caper_vec3 there = scan_line(job, &l, aside);
        footing f = find_footing(job, there, &in);
        float worth = footing_cost(job, &f, sqrtf(aside * aside + l.best_along * l.best_along));
        if (worth < cost) {
            cost = worth;
            best = f;
            at = there;
        }
    }
    int platform;
    caper_vec3 ahead = caper_vec3_add_scaled(at, l.along, l.front + CRAMPED * job->length);
    job->cramped = caperi_footing_height(job, ahead, &normal, &platform) >
                   best.height + GOOD_GAP * job->length;
    job->moved = at.x != aim.x || at.z != aim.z;
    job->place = caper_vec3_make(at.x, best.height, at.z);
    job->normal = best.normal;
    job->platform = best.platform;
}
