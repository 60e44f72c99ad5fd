// SPDX-License-Identifier: MIT
// How deep bodies other than feet are in the ground: the corners of their boxes. On flat ground the
// vertices of those that carry some tell more (measure_skin.c).
#include "quality/measures.h"

#include <math.h>

float caperi_ground_depth(const caperi_ground *ground, caper_vec3 point)
{
    caper_hit hit = caperi_ground_near(ground, NULL, point, 1e-4f);
    return hit.surface == CAPER_SURFACE_NONE ? 0.0f : fmaxf(0.0f, -hit.distance);
}

static float body_depth(const caperi_subject *s, int frame, int body)
{
    if (s->boxes_guessed) { // by rule of thumb: the joint alone is known
        return caperi_ground_depth(&s->ground,
                                   caperi_footage_at(&s->footage, frame, body)->position);
    }
    if (s->ground.flat) {
        return fmaxf(0.0f, -caperi_body_height(s, frame, body));
    }
    const caper_body *b = &s->character->bodies[body];
    const caper_transform *t = caperi_footage_at(&s->footage, frame, body);
    float depth = 0;
    for (int c = 0; c < 8; c++) {
        caper_vec3 corner = {b->box_center.x + (c & 1 ? b->box_half.x : -b->box_half.x),
                             b->box_center.y + (c & 2 ? b->box_half.y : -b->box_half.y),
                             b->box_center.z + (c & 4 ? b->box_half.z : -b->box_half.z)};
        depth =
            fmaxf(depth, caperi_ground_depth(&s->ground, caper_transform_mul_point(*t, corner)));
    }
    return depth;
}

// Farthest corner of a box from its body's origin.
static float box_reach(const caper_body *b)
{
    caper_vec3 far = caper_vec3_make(fabsf(b->box_center.x) + b->box_half.x,
                                     fabsf(b->box_center.y) + b->box_half.y,
                                     fabsf(b->box_center.z) + b->box_half.z);
    return caper_vec3_length(far);
}

// How deep a box is in the ground at rest already: then it is larger than what it stands for.
static float rest_depth(const caperi_subject *s, int body)
{
    const caper_body *b = &s->character->bodies[body];
    caper_transform rest = s->character->rest_model[body];
    caper_vec3 up = caper_quat_unrotate(rest.rotation, caper_vec3_make(0, 1, 0));
    float middle = caper_transform_mul_point(rest, b->box_center).y;
    return fmaxf(0.0f, caper_vec3_dot(caper_vec3_abs(up), b->box_half) - middle);
}

// Hands of captures rest on what was not captured.
bool caperi_depth_counts(const caperi_subject *s, int body)
{
    bool found = caperi_is_found(CAPER_METRIC_PENETRATION_BODY, s->origin);
    return !(s->kinds[body] & CAPERI_KIND_HELPER) &&
           !(s->character->bodies[body].caps & CAPER_CAP_FOOT) &&
           !(found && (s->kinds[body] & (CAPERI_KIND_ARM | CAPERI_KIND_FOOT)));
}

static bool is_asked(const caperi_subject *s, int body)
{
    bool told_by_skin = s->ground.flat && s->kinds[body] & CAPERI_KIND_SKIN;
    return caperi_depth_counts(s, body) && !told_by_skin;
}

bool caperi_measure_ground(caperi_subject *s, caper_arena *arena)
{
    const caperi_footage *f = &s->footage;
    float *reaches = caper_arena_alloc_zero(arena, (size_t)f->body_count + 1, sizeof(float), 16);
    float *under = caper_arena_alloc_zero(arena, (size_t)f->body_count + 1, sizeof(float), 16);
    int *bodies = caper_arena_alloc_zero(arena, (size_t)f->body_count + 1, sizeof(int), 16);
    if (!reaches || !under || !bodies) {
        return false;
    }
    int count = 0;
    for (int b = 0; b < f->body_count; b++) {
        if (is_asked(s, b)) {
            bodies[count] = b;
            under[count] = s->boxes_guessed ? 0.0f : rest_depth(s, b);
            reaches[count++] = box_reach(&s->character->bodies[b]);
        }
    }
    float deepest = 0;
    for (int i = 0; i < f->frame_count; i++) {
        const caper_transform *frame = caperi_footage_at(f, i, 0);
        for (int k = 0; k < count; k++) {
            caper_vec3 p = frame[bodies[k]].position;
            if (s->ground.flat &&
                caper_vec3_dot(s->ground.normal, caper_vec3_sub(p, s->ground.point)) > reaches[k]) {
                continue;
            }
            float depth = body_depth(s, i, bodies[k]) - under[k];
            if (depth > deepest) {
                deepest = depth;
                caperi_note_worst(&s->figures, CAPER_METRIC_PENETRATION_BODY, i, bodies[k],
                                  (double)depth * 1000.0);
            }
        }
    }
    s->figures.value[CAPER_METRIC_PENETRATION_BODY] = (double)deepest * 1000.0;
    return true;
}
