// SPDX-License-Identifier: MIT
// Where a transition leaves one clip and enters another. Half way through it soles go over from
// what the first clip does to what the second does, so the moments are those for which the two
// clips are most alike there: positions and velocities of all bodies as seen from the root, and
// which bodies stand.
#include "spacetime/sample.h"

#include <math.h>
#include <string.h>

// Moments of a clip that are tried.
enum {
    MOMENTS = 30
};
// A body that stands in one clip only counts as much as all bodies this far apart, legs^2.
static const double UNEQUAL = 0.05;
// Seconds over which velocities are measured.
static const float STEP = 0.05f;

// What a clip does at one moment.
typedef struct moment {
    double time;        ///< of the clip, where the transition would leave or enter it
    caper_vec3 *points; ///< of all bodies, then their ways in a step
    bool *stands;
} moment;

typedef struct side {
    const caper_clip *clip;
    moment moments[MOMENTS];
    int count;
} side;

// Bodies at a time as seen from the root at `origin`.
static void place(const caper_character *c, const caper_clip *clip, float time, float origin,
                  caper_pose *local, caper_pose *world)
{
    caper_transform root = caper_root_transform(
        caper_root_delta(caper_clip_sample_root(clip, origin), caper_clip_sample_root(clip, time)));
    caper_clip_sample(clip, time, NULL, local);
    caper_pose_to_model(&c->skeleton, local, &root, world);
}

// `ahead`: from the clip's moment to the middle of the transition.
static void take_moment(const caper_character *c, const caper_clip *clip, double ahead, moment *m,
                        caper_pose *local, caper_pose *world)
{
    float middle = (float)(m->time + ahead);
    int n = c->body_count;
    for (int k = 0; k < 2; k++) {
        place(c, clip, middle + (float)k * STEP, middle, local, world);
        for (int i = 0; i < n; i++) {
            caper_vec3 at = world->bodies[i].position;
            m->points[k * n + i] = k ? caper_vec3_sub(at, m->points[i]) : at;
        }
    }
    float wrapped = caper_clip_wrap(clip, middle, NULL);
    for (int i = 0; i < n; i++) {
        m->stands[i] = caper_clip_in_contact(clip, i, wrapped);
    }
}

static bool fill(const caper_character *c, side *s, double ahead, double given, caper_arena *arena)
{
    size_t n = (size_t)c->body_count;
    caper_pose local = caper_character_pose(c, NULL), world = caper_character_pose(c, NULL);
    bool good = local.bodies && world.bodies;
    s->count = isnan(given) ? MOMENTS : 1;
    for (int i = 0; good && i < s->count; i++) {
        moment *m = &s->moments[i];
        m->time = isnan(given) ? (double)s->clip->duration * i / MOMENTS : given;
        m->points = caper_arena_alloc_zero(arena, 2 * n, sizeof *m->points, 16);
        m->stands = caper_arena_alloc_zero(arena, n, sizeof *m->stands, 16);
        good = m->points && m->stands;
        if (good) {
            take_moment(c, s->clip, ahead, m, &local, &world);
        }
    }
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&world, NULL);
    return good;
}

// Does the half of the transition that is this clip's lie within it?
static bool within(const side *s, const moment *m, double ahead)
{
    double middle = m->time + ahead;
    return s->clip->loops || (middle >= 0 && middle <= (double)s->clip->duration);
}

static double apart(const caper_character *c, const moment *a, const moment *b, double leg)
{
    double sum = 0;
    for (int i = 0; i < 2 * c->body_count; i++) {
        double d = (double)caper_vec3_length(caper_vec3_sub(a->points[i], b->points[i])) / leg;
        sum += d * d / c->body_count;
    }
    for (int i = 0; i < c->body_count; i++) {
        sum += a->stands[i] != b->stands[i] ? UNEQUAL : 0;
    }
    return sum;
}

bool caperi_find_moments(const caper_character *character, const caper_clip *const clips[2],
                         double duration, double times[2])
{
    caper_arena arena;
    side from = {.clip = clips[0]}, to = {.clip = clips[1]};
    double half = 0.5 * duration, best = (double)INFINITY;
    double leg = character->leg_count ? (double)character->legs[0].length : (double)character->size;
    caper_arena_init(&arena, NULL, 1u << 16);
    bool good = fill(character, &from, half, times[0], &arena) &&
                fill(character, &to, -half, times[1], &arena);
    for (int i = 0; good && i < from.count; i++) {
        for (int k = 0; k < to.count; k++) {
            const moment *a = &from.moments[i], *b = &to.moments[k];
            bool fits = (within(&from, a, half) && within(&to, b, -half)) ||
                        (from.count == 1 && to.count == 1);
            double distance = fits ? apart(character, a, b, leg) : (double)INFINITY;
            if (distance < best) {
                best = distance;
                times[0] = a->time;
                times[1] = b->time;
            }
        }
    }
    caper_arena_destroy(&arena);
    times[0] = isnan(times[0]) ? 0 : times[0]; // clips too short for either half
    times[1] = isnan(times[1]) ? (double)clips[1]->duration : times[1];
    return good;
}
