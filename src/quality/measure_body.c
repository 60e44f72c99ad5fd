// SPDX-License-Identifier: MIT
// The measures of the body alone: joint limits, stretch, jerk, pops and self-penetration.
#include "quality/measures.h"

#include <float.h>
#include <math.h>

// --- joints ------------------------------------------------------------------------------------

// Bodies at and above the root carry the way of the whole, not a constraint.
static bool carries_whole(const caper_character *c, int body)
{
    for (int b = c->root_body; b >= 0; b = c->bodies[b].parent) {
        if (b == body) {
            return true;
        }
    }
    return c->bodies[body].parent < 0;
}

void caperi_measure_joints(caperi_figures *figures, const caperi_footage *footage)
{
    const caper_character *c = footage->character;
    const float grace = CAPER_PI / 180.0f;
    int beyond = 0;
    bool limited = false; // bodies inferred from a skeleton have no limits to be beyond
    double longest = -1, shortest = -1;
    for (int i = 0; i < footage->frame_count; i++) {
        const caper_transform *local = footage->local + (size_t)i * (size_t)footage->body_count;
        bool any = false;
        for (int b = 0; b < footage->body_count; b++) {
            caper_transform rest = c->skeleton.rest_local[b];
            if (carries_whole(c, b) || (c->bodies[b].caps & CAPER_CAP_HELPER)) {
                continue;
            }
            limited = limited || c->bodies[b].joint.kind != CAPER_JOINT_FREE;
            float excess =
                caper_joint_measure(&c->bodies[b].joint, rest.rotation, local[b].rotation).excess;
            if (excess > grace) {
                any = true;
                caperi_note_worst(figures, CAPER_METRIC_LIMITS, i, b,
                                  (double)(excess * 180.0f / CAPER_PI));
            }
            float length = caper_vec3_length(rest.position);
            if (length > 1e-4f * c->size) {
                double ratio = (double)(caper_vec3_length(local[b].position) / length);
                longest = longest < 0 || ratio > longest ? ratio : longest;
                shortest = shortest < 0 || ratio < shortest ? ratio : shortest;
                caperi_note_worst(figures, CAPER_METRIC_STRETCH_MAX, i, b, ratio);
                caperi_note_worst(figures, CAPER_METRIC_STRETCH_MIN, i, b, -ratio);
            }
        }
        beyond += any;
    }
    if (limited) {
        figures->value[CAPER_METRIC_LIMITS] = (double)beyond;
    }
    if (longest >= 0) {
        figures->value[CAPER_METRIC_STRETCH_MAX] = longest;
        figures->value[CAPER_METRIC_STRETCH_MIN] = shortest;
        figures->worst[CAPER_METRIC_STRETCH_MIN].value = shortest;
    }
}

// --- smoothness --------------------------------------------------------------------------------

void caperi_measure_jerk(caperi_figures *figures, const caperi_footage *footage)
{
    double sum = 0;
    long samples = 0;
    double rate = (double)footage->rate, rate3 = rate * rate * rate;
    for (int i = 0; i + 3 < footage->frame_count; i++) {
        for (int b = 0; b < footage->body_count; b++) {
            if (footage->character->bodies[b].caps & CAPER_CAP_HELPER) {
                continue;
            }
            caper_vec3 p0 = caperi_footage_at(footage, i, b)->position;
            caper_vec3 p1 = caperi_footage_at(footage, i + 1, b)->position;
            caper_vec3 p2 = caperi_footage_at(footage, i + 2, b)->position;
            caper_vec3 p3 = caperi_footage_at(footage, i + 3, b)->position;
            double x = ((double)p3.x - 3.0 * (double)p2.x + 3.0 * (double)p1.x - (double)p0.x);
            double y = ((double)p3.y - 3.0 * (double)p2.y + 3.0 * (double)p1.y - (double)p0.y);
            double z = ((double)p3.z - 3.0 * (double)p2.z + 3.0 * (double)p1.z - (double)p0.z);
            double jerk = (x * x + y * y + z * z) * rate3 * rate3;
            sum += jerk;
            samples++;
            caperi_note_worst(figures, CAPER_METRIC_JERK, i + 1, b, jerk);
        }
    }
    if (samples > 0) {
        double size = (double)footage->character->size;
        figures->value[CAPER_METRIC_JERK] = sum / (double)samples / (size * size);
        figures->worst[CAPER_METRIC_JERK].value /= size * size;
    }
}

double caperi_jerk_noise(const caperi_footage *f, float rate)
{
    float reach = f->character->size;
    size_t count = (size_t)f->frame_count * (size_t)f->body_count;
    for (size_t i = 0; i < count; i++) {
        caper_vec3 p = f->world[i].position;
        reach = fmaxf(reach, fmaxf(fabsf(p.x), fmaxf(fabsf(p.y), fabsf(p.z))));
    }
    // some roundings along a chain of bodies; a third difference is 1, 3, 3, 1 of three coordinates
    double off = 4.0 * (double)FLT_EPSILON * (double)reach / (double)f->character->size;
    double rate3 = (double)rate * (double)rate * (double)rate;
    return 3.0 * (1.0 + 9.0 + 9.0 + 1.0) * off * off * rate3 * rate3;
}

// Distance of a position from what its two neighbours on either side say it should be.
static float pop_size(const caperi_footage *f, int frame, int body)
{
    caper_vec3 a = caperi_footage_at(f, frame - 2, body)->position;
    caper_vec3 b = caperi_footage_at(f, frame - 1, body)->position;
    caper_vec3 p = caperi_footage_at(f, frame, body)->position;
    caper_vec3 c = caperi_footage_at(f, frame + 1, body)->position;
    caper_vec3 d = caperi_footage_at(f, frame + 2, body)->position;
    caper_vec3 e = caper_vec3_sub(caper_vec3_scale(caper_vec3_add(b, c), 4.0f / 6.0f),
                                  caper_vec3_scale(caper_vec3_add(a, d), 1.0f / 6.0f));
    return caper_vec3_distance(e, p);
}

void caperi_count_pops(caperi_figures *figures, float clip_rate)
{
    const float echo = 0.0501f; // seconds: one displaced frame is off its path for five
    int count = 0;
    figures->worst[CAPER_METRIC_POPS].frame = -1;
    for (int i = 0; i < figures->pop_count; i++) {
        const caperi_pop *pop = &figures->pops[i];
        count += i == 0 || pop[-1].body != pop->body || pop->time - pop[-1].time > echo;
        caperi_note_worst(figures, CAPER_METRIC_POPS, (int)(pop->time * clip_rate + 0.5f),
                          pop->body, (double)(pop->size * 1000.0f));
    }
    figures->value[CAPER_METRIC_POPS] = (double)count;
}

bool caperi_measure_pops(caperi_figures *figures, const caperi_footage *f, caper_arena *arena)
{
    float limit = 0.01f * f->character->size;
    for (int pass = 0; pass < 2; pass++) {
        int count = 0;
        for (int b = 0; b < f->body_count; b++) {
            for (int i = 2; i + 2 < f->frame_count; i++) {
                float size = pop_size(f, i, b);
                if (!(size > limit)) {
                    continue;
                }
                if (pass == 1) {
                    // past the end of a loop is its seam
                    float time = fminf((float)i / f->rate, f->clip->duration);
                    figures->pops[count] = (caperi_pop){time, b, size};
                }
                count++;
            }
        }
        if (pass == 0) {
            figures->pops =
                caper_arena_alloc_zero(arena, (size_t)count + 1, sizeof(caperi_pop), 16);
            if (!figures->pops) {
                return false;
            }
        }
        figures->pop_count = count;
    }
    caperi_count_pops(figures, f->clip->rate);
    return true;
}

// --- self-penetration --------------------------------------------------------------------------

typedef struct pair {
    int16_t a, b;
} pair;

static caper_capsule world_capsule(const caper_body *body, const caper_transform *t)
{
    caper_capsule capsule;
    caper_body_capsule(body, &capsule.a, &capsule.b, &capsule.radius);
    capsule.a = caper_transform_mul_point(*t, capsule.a);
    capsule.b = caper_transform_mul_point(*t, capsule.b);
    return capsule;
}

static float capsule_reach(caper_capsule c)
{
    return 0.5f * caper_vec3_distance(c.a, c.b) + c.radius;
}

static float pair_distance(caper_capsule a, caper_capsule b)
{
    // the midpoints tell most pairs apart at a fraction of the cost
    caper_vec3 p = caper_vec3_scale(caper_vec3_add(a.a, a.b), 0.5f);
    caper_vec3 q = caper_vec3_scale(caper_vec3_add(b.a, b.b), 0.5f);
    float apart = caper_vec3_distance(p, q) - capsule_reach(a) - capsule_reach(b);
    return apart > 0 ? apart : caper_capsule_distance(a, b);
}

// Pairs that may overlap: not parent and child, no helpers, apart at rest.
static int list_pairs(const caper_character *c, pair *pairs)
{
    int count = 0;
    for (int a = 0; a < c->body_count; a++) {
        for (int b = a + 1; b < c->body_count; b++) {
            if (((c->bodies[a].caps | c->bodies[b].caps) & CAPER_CAP_HELPER) ||
                c->bodies[b].parent == a || c->bodies[a].parent == b) {
                continue;
            }
            float rest = pair_distance(world_capsule(&c->bodies[a], &c->rest_model[a]),
                                       world_capsule(&c->bodies[b], &c->rest_model[b]));
            if (rest < 0) {
                continue;
            }
            if (pairs) {
                pairs[count].a = (int16_t)a;
                pairs[count].b = (int16_t)b;
            }
            count++;
        }
    }
    return count;
}

bool caperi_measure_self(caperi_figures *figures, const caperi_footage *f, caper_arena *arena)
{
    const caper_character *c = f->character;
    int count = list_pairs(c, NULL);
    pair *pairs = caper_arena_alloc_zero(arena, (size_t)count + 1, sizeof(pair), 16);
    caper_capsule *capsules =
        caper_arena_alloc_zero(arena, (size_t)c->body_count + 1, sizeof(caper_capsule), 16);
    if (!pairs || !capsules) {
        return false;
    }
    list_pairs(c, pairs);
    float limit = 0.01f * f->scale.length;
    int overlapping = 0;
    for (int i = 0; i < f->frame_count; i++) {
        for (int b = 0; b < c->body_count; b++) {
            capsules[b] = world_capsule(&c->bodies[b], caperi_footage_at(f, i, b));
        }
        bool any = false;
        for (int p = 0; p < count; p++) {
            float depth = -pair_distance(capsules[pairs[p].a], capsules[pairs[p].b]);
            if (depth > limit) {
                any = true;
                caperi_note_worst(figures, CAPER_METRIC_SELF_PENETRATION, i, pairs[p].b,
                                  (double)(depth * 1000.0f));
            }
        }
        overlapping += any;
    }
    figures->value[CAPER_METRIC_SELF_PENETRATION] =
        100.0 * (double)overlapping / (double)(f->frame_count > 0 ? f->frame_count : 1);
    return true;
}
