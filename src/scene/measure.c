// SPDX-License-Identifier: MIT
//
// Visible faults of a fight that is only played (paper 002, figure 8): feet that float or sink,
// bodies in each other; and how far a jump lags behind its source (figure 6).
#include "scene/show.h"

#include <string.h>

// A foot stands when it is slower than this, m/s of a body of size 1.8: the contact detector's.
#define STAND_SPEED 0.3f
#define STAND_SIZE 1.8f
// Bodies that are less than this in each other, metres at size 1.8, touch.
#define TOUCH 0.01f
// Bodies lighter than this share of the whole do not count: fingers, eyes.
#define LIGHT 0.005f
// Lags are searched for up to so many seconds.
#define LONGEST_LAG 0.5f

// --- feet ----------------------------------------------------------------------------------------

static caper_transform body_in_world(const show_actor *a, int body)
{
    caper_transform root = caper_root_transform(caper_actor_root(a->actor));
    return caper_transform_mul(root, caper_actor_model(a->actor)->bodies[body]);
}

static float ground_under(const caper_show *show, caper_vec3 at)
{
    if (!show->world) {
        return 0;
    }
    caper_hit hit = caper_world_height(show->world, NULL, at.x, at.z, INFINITY);
    return hit.surface == CAPER_SURFACE_NONE ? 0 : hit.point.y;
}

// The sole of a foot below its joint: as fitted to the clip, else the lowest of its sole points.
static caper_vec3 sole_point(const show_actor *a, int foot, caper_transform at)
{
    for (int i = 0; i < a->sole_count; i++) {
        if (a->soles[i].body == foot) {
            return caper_transform_mul_point(
                at, caper_vec3_scale(a->soles[i].up, -a->soles[i].clearance));
        }
    }
    caper_vec3 points[CAPER_MAX_CONTACTS], lowest = at.position;
    int count = caper_body_sole_points(a->character, foot, points);
    for (int i = 0; i < count; i++) {
        caper_vec3 p = caper_transform_mul_point(at, points[i]);
        lowest = i == 0 || p.y < lowest.y ? p : lowest;
    }
    return lowest;
}

// On its feet, as one that is only played always is.
static bool is_up(const caper_show *show, const show_actor *a)
{
    caper_doll_state state;
    return a->doll < 0 ||
           (caper_physics_doll(show->physics, a->doll, &state) && state.mood == CAPER_DOLL_DRIVEN);
}

static void measure_feet(caper_show *show, show_actor *a, float dt)
{
    const caper_character *c = a->character;
    float limit = STAND_SPEED * sqrtf(c->size / STAND_SIZE) * dt;
    int legs = c->leg_count < SHOW_MAX_SOLES ? c->leg_count : SHOW_MAX_SOLES;
    bool alone = a->def->foe < 0 || is_up(show, &show->actors[a->def->foe]);
    if (!is_up(show, a) || !alone) {
        a->foot_count = 0; // who lies or gets up does not stand, and others may stand on him
        return;
    }
    for (int l = 0; l < legs; l++) {
        caper_transform at = body_in_world(a, c->legs[l].foot);
        bool known = l < a->foot_count;
        if (known && caper_vec3_distance(at.position, a->feet[l]) < limit) {
            caper_vec3 sole = sole_point(a, c->legs[l].foot, at);
            float gap = sole.y - ground_under(show, sole);
            a->sums.stance += (double)dt;
            a->sums.gap += (double)(dt * fmaxf(gap, 0));
            a->sums.sunk += (double)(dt * fmaxf(-gap, 0));
        }
        a->feet[l] = at.position;
    }
    a->foot_count = legs;
}

// --- bodies in each other ------------------------------------------------------------------------

typedef struct capsule {
    caper_vec3 a, b;
    float radius;
} capsule;

static int find_capsules(const show_actor *a, capsule out[SHOW_MAX_CAPSULES])
{
    int count = 0;
    for (int i = 0; i < a->character->body_count && count < SHOW_MAX_CAPSULES; i++) {
        const caper_body *b = &a->character->bodies[i];
        if (b->mass < LIGHT * a->character->mass) {
            continue;
        }
        capsule *c = &out[count++];
        caper_transform at = body_in_world(a, i);
        caper_body_capsule(b, &c->a, &c->b, &c->radius);
        c->a = caper_transform_mul_point(at, c->a);
        c->b = caper_transform_mul_point(at, c->b);
    }
    return count;
}

// The nearest points of two segments: one is clamped, the other follows, and back.
static float segment_distance(const capsule *p, const capsule *q)
{
    caper_vec3 d1 = caper_vec3_sub(p->b, p->a), d2 = caper_vec3_sub(q->b, q->a);
    caper_vec3 r = caper_vec3_sub(p->a, q->a);
    float a = caper_vec3_dot(d1, d1), e = caper_vec3_dot(d2, d2), f = caper_vec3_dot(d2, r);
    float c = caper_vec3_dot(d1, r), b = caper_vec3_dot(d1, d2), det = a * e - b * b;
    float s = det > 1e-9f ? caper_clamp((b * f - c * e) / det, 0, 1) : 0;
    float t = e > 1e-9f ? caper_clamp((b * s + f) / e, 0, 1) : 0;
    s = a > 1e-9f ? caper_clamp((b * t - c) / a, 0, 1) : 0;
    return caper_vec3_distance(caper_vec3_add_scaled(p->a, d1, s),
                               caper_vec3_add_scaled(q->a, d2, t));
}

static void measure_overlap(show_actor *a, show_actor *b, float dt)
{
    capsule mine[SHOW_MAX_CAPSULES], theirs[SHOW_MAX_CAPSULES];
    int m = find_capsules(a, mine), n = find_capsules(b, theirs);
    float deepest = 0;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            float depth =
                mine[i].radius + theirs[j].radius - segment_distance(&mine[i], &theirs[j]);
            deepest = fmaxf(deepest, depth);
        }
    }
    show_actor *const pair[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        pair[i]->sums.together += (double)dt;
        float touch = TOUCH * pair[i]->character->size / STAND_SIZE;
        pair[i]->sums.overlap += (double)(dt * deepest);
        pair[i]->sums.overlapping += deepest > touch ? (double)dt : 0;
    }
}

void caperi_show_measure(caper_show *show, float dt)
{
    for (int i = 0; i < show->scene->actor_count; i++) {
        show_actor *a = &show->actors[i];
        measure_feet(show, a, dt);
        for (int k = 0; k < i; k++) { // fighters; crowds would cost too much
            bool foes = a->def->foe == k || show->actors[k].def->foe == i;
            if (foes && is_up(show, a) && is_up(show, &show->actors[k])) {
                measure_overlap(a, &show->actors[k], dt);
            }
        }
    }
}

// --- lag -----------------------------------------------------------------------------------------

void caperi_show_keep_height(show_actor *a, float wanted, float is)
{
    if (a->height_count == a->height_capacity) {
        int capacity = a->height_capacity ? 2 * a->height_capacity : 1024;
        float *heights = caper_alloc(NULL, (size_t)capacity * 2 * sizeof *heights, 16);
        if (!heights) {
            return; // the lag is of what was kept
        }
        if (a->heights) {
            memcpy(heights, a->heights, (size_t)a->height_count * 2 * sizeof *heights);
        }
        caper_free(NULL, a->heights, (size_t)a->height_capacity * 2 * sizeof *heights);
        a->heights = heights;
        a->height_capacity = capacity;
    }
    a->heights[2 * a->height_count] = wanted;
    a->heights[2 * a->height_count + 1] = is;
    a->height_count++;
}

// The delay for which the two curves are most alike: least variance of their difference.
float caperi_show_lag(const show_actor *a, float rate)
{
    int most = (int)(LONGEST_LAG * rate), best = 0;
    double least = (double)INFINITY;
    for (int lag = 0; lag <= most; lag++) {
        double sum = 0, squares = 0;
        int count = a->height_count - most;
        for (int i = 0; i < count; i++) {
            double d = (double)a->heights[2 * (i + lag) + 1] - (double)a->heights[2 * i];
            sum += d;
            squares += d * d;
        }
        if (count > 0 && squares - sum * sum / count < least) {
            least = squares - sum * sum / count;
            best = lag;
        }
    }
    return (float)best / rate;
}
