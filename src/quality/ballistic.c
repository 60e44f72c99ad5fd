// SPDX-License-Identifier: MIT
// Checks the sampling rate. A body in the air falls with 9.81 m/s2, whatever its limbs do: its
// center of mass follows a parabola. A clip that is labeled twice as fast as it was captured falls
// four times as hard. So flights are found (nothing is near the level on which the body stands), a
// parabola is fitted to the height of the center of mass in each, and the median of clean fits is
// taken.
//
// Only "too fast" is reported: a body that hangs, leans or climbs off the ground seems to fall
// slowly, but none falls faster than free.
#include "quality/measures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define GRAVITY 9.81
#define STANDS_BELOW 0.25 // quantile of the lowest points that is the level of standing
#define CLEARANCE 0.048f  // metres above it at size 1.8 that are in the air
#define SHORTEST 0.07f    // seconds at size 1.8
#define LEAST_FRAMES 8    // of a flight
#define TRIM 8            // one part in so many is left out at either end: feet roll off
#define LEAST_ARC 0.012   // metres at size 1.8: height of the parabola
#define WORST_FIT 0.06    // residual as a share of the arc
#define LEAST_FALL 0.4    // of gravity: below this it is no flight
#define TOO_HARD 2.0      // of gravity: above this something is wrong

// The parabola through the heights of frames from..to, by least squares about the middle.
typedef struct parabola {
    double acceleration;
    double arc;      // how high it rises over its ends
    double residual; // root mean square
    bool apex;       // its top lies within
} parabola;

static parabola fit(const float *heights, int from, int to, double rate)
{
    double s0 = 0, s2 = 0, s4 = 0, y0 = 0, y1 = 0, y2 = 0, middle = 0.5 * (from + to);
    for (int i = from; i <= to; i++) {
        double t = (i - middle) / rate, y = (double)heights[i];
        s0 += 1;
        s2 += t * t;
        s4 += t * t * t * t;
        y0 += y;
        y1 += t * y;
        y2 += t * t * y;
    }
    double det = s0 * s4 - s2 * s2;
    double c2 = (s0 * y2 - s2 * y0) / det, c1 = y1 / s2, c0 = (s4 * y0 - s2 * y2) / det;
    double squares = 0, half = 0.5 * (to - from) / rate;
    for (int i = from; i <= to; i++) {
        double t = (i - middle) / rate, off = (double)heights[i] - (c0 + t * (c1 + t * c2));
        squares += off * off;
    }
    parabola p = {2 * c2, fabs(c2) * half * half, sqrt(squares / s0),
                  fabs(c1) < 2 * fabs(c2) * half};
    return p;
}

// Per frame: the lowest joint or end of a bone, and the height of the center of mass.
static void measure_heights(const caperi_footage *f, const caper_vec3 *given, float *lowest,
                            float *centers)
{
    for (int i = 0; i < f->frame_count; i++) {
        caper_pose pose = {f->world + (size_t)i * (size_t)f->body_count, NULL, f->body_count, 0};
        float low = INFINITY;
        for (int b = 0; b < f->body_count; b++) {
            float y = pose.bodies[b].position.y;
            low = y < low ? y : low;
        }
        lowest[i] = low;
        centers[i] = given ? given[i].y : caper_character_center_of_mass(f->character, &pose).y;
    }
}

// Does the flight of frames from..to tell how hard the body falls?
static bool read_fall(const caperi_footage *f, const float *centers, int from, int to, float *fall)
{
    double rate = (double)f->rate, length = (double)f->scale.length;
    int count = to - from + 1, trim = count / TRIM;
    if (count < LEAST_FRAMES || (float)count / f->rate < SHORTEST * f->scale.speed) {
        return false;
    }
    parabola p = fit(centers, from + trim, to - trim, rate);
    *fall = (float)p.acceleration;
    return p.apex && p.arc >= LEAST_ARC * length && p.residual <= WORST_FIT * p.arc &&
           p.acceleration <= -LEAST_FALL * GRAVITY;
}

static void describe(caper_rate_sense *sense, float rate)
{
    double times = sqrt((double)sense->fall / -GRAVITY);
    double whole = floor(times + 0.5);
    if (fabs(times - whole) < 0.15 * whole) {
        times = whole; // rates are mistaken by whole factors
    }
    sense->rate = (float)((double)rate / times);
    sense->too_fast = true;
    snprintf(sense->text, sizeof(sense->text),
             "free fall reads %.1f m/s2: the clip looks labelled %.2gx too fast (true rate about "
             "%.3g Hz)",
             (double)sense->fall, times, (double)sense->rate);
}

bool caperi_sense_rate(const caperi_footage *f, const caper_vec3 *given, caper_arena *arena,
                       caper_rate_sense *sense)
{
    memset(sense, 0, sizeof(*sense));
    sense->rate = f->rate;
    size_t n = (size_t)f->frame_count;
    float *lowest = caper_arena_alloc_zero(arena, n + 1, sizeof(float), 16);
    float *sorted = caper_arena_alloc_zero(arena, n + 1, sizeof(float), 16);
    float *centers = caper_arena_alloc_zero(arena, n + 1, sizeof(float), 16);
    float *falls = caper_arena_alloc_zero(arena, n + 1, sizeof(float), 16);
    if (!lowest || !sorted || !centers || !falls) {
        return false;
    }
    if (f->broken || f->frame_count < LEAST_FRAMES || !(f->character->mass > 0)) {
        return true;
    }
    measure_heights(f, given, lowest, centers);
    memcpy(sorted, lowest, n * sizeof(float));
    float level =
        (float)caperi_quantile(sorted, f->frame_count, STANDS_BELOW) + CLEARANCE * f->scale.length;
    // a flight that begins or ends outside of the clip is not known to be one
    for (int i = 1; i < f->frame_count; i++) {
        if (lowest[i] <= level || lowest[i - 1] > level) {
            continue;
        }
        int end = i;
        while (end < f->frame_count && lowest[end] > level) {
            end++;
        }
        if (end < f->frame_count &&
            read_fall(f, centers, i, end - 1, &falls[sense->flight_count])) {
            sense->flight_count++;
        }
    }
    if (sense->flight_count > 0) {
        sense->fall = (float)caperi_quantile(falls, sense->flight_count, 0.5);
        if ((double)sense->fall < -TOO_HARD * GRAVITY) {
            describe(sense, f->rate);
        }
    }
    return true;
}

bool caper_rate_detect(const caper_character *character, const caper_clip *clip,
                       caper_rate_sense *sense)
{
    CAPER_ASSERT(character && clip && sense);
    if (!character || !clip || !sense ||
        !caper_skeleton_same(&character->skeleton, &clip->skeleton)) {
        return false;
    }
    caper_arena arena;
    caper_arena_init(&arena, NULL, 1 << 20);
    caperi_footage footage;
    bool good = caperi_footage_make(&footage, character, clip, clip->rate, 0, &arena) &&
                caperi_sense_rate(&footage, NULL, &arena, sense);
    caper_arena_destroy(&arena);
    return good;
}
