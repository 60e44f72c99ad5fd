// SPDX-License-Identifier: MIT
// What the judge takes the bodies of a character for: trunk, limbs, tips, feet, arms, and the
// hinges of a person whose file gives no limits.
#include "quality/measures.h"

#include <math.h>

#define KEEPS 0.02f // of its time by which a clip may differ from its source and still keep it

int caperi_frames_of(const caperi_subject *s, float seconds)
{
    int frames = (int)(seconds * s->footage.scale.speed * s->footage.rate + 0.5f);
    return frames < 1 ? 1 : frames;
}

static bool leads_to_foot(const caper_character *c, int body)
{
    for (int i = 0; i < c->leg_count; i++) {
        if (c->bodies[c->legs[i].foot].base == c->bodies[body].base) {
            return true;
        }
    }
    return false;
}

// Arms: limbs that end in a grasper and in no foot.
static void mark_arms(const caper_character *c, uint8_t *kinds)
{
    for (int g = 0; g < c->body_count; g++) {
        if (!(c->bodies[g].caps & CAPER_CAP_GRASPER) || c->bodies[g].base < 0 ||
            leads_to_foot(c, g)) {
            continue;
        }
        for (int b = 0; b < c->body_count; b++) {
            if (c->bodies[b].base == c->bodies[g].base) {
                kinds[b] |= CAPERI_KIND_ARM;
            }
        }
    }
}

static void mark_kinds(const caper_character *c, uint8_t *kinds)
{
    for (int b = 0; b < c->body_count; b++) {
        const caper_body *body = &c->bodies[b];
        uint8_t above = body->parent < 0 ? 0 : kinds[body->parent];
        kinds[b] |= (body->caps & CAPER_CAP_HELPER) ? CAPERI_KIND_HELPER : 0;
        kinds[b] |= (body->caps & (CAPER_CAP_SPINE | CAPER_CAP_HEAD)) ? CAPERI_KIND_TRUNK : 0;
        kinds[b] |=
            (body->caps & CAPER_CAP_FOOT) || (above & CAPERI_KIND_FOOT) ? CAPERI_KIND_FOOT : 0;
        caper_caps ends = body->parent < 0
                              ? 0
                              : c->bodies[body->parent].caps & (CAPER_CAP_FOOT | CAPER_CAP_GRASPER);
        bool goes_on = (body->caps & (CAPER_CAP_FOOT | CAPER_CAP_GRASPER)) != 0;
        kinds[b] |= (ends || (above & CAPERI_KIND_TIP)) && !goes_on ? CAPERI_KIND_TIP : 0;
        kinds[b] |= body->parent < 0 ? CAPERI_KIND_WHOLE : 0;
    }
    for (int b = c->root_body; b >= 0; b = c->bodies[b].parent) {
        kinds[b] |= CAPERI_KIND_WHOLE;
    }
    mark_arms(c, kinds);
}

// Files of captures know no limits; people's elbows and knees bend in a plane all the same.
static void find_hinges(caperi_subject *s)
{
    const caper_character *c = s->character;
    for (int i = 0; i < CAPER_LIMB_COUNT; i++) {
        const caper_limb *limb = &s->person.limbs[i];
        bool whole = limb->start >= 0 && limb->middle >= 0 && limb->tip >= 0;
        if (!whole || c->bodies[limb->middle].joint.kind != CAPER_JOINT_FREE) {
            continue;
        }
        caperi_elbow *h = &s->hinges[s->hinge_count++];
        h->upper = limb->start;
        h->body = limb->middle;
        h->tip = limb->tip;
        h->axis = limb->bend_axis;
        h->up = caper_vec3_normalize(limb->up);
        h->mirrored = i == CAPER_LIMB_RIGHT_LEG || i == CAPER_LIMB_RIGHT_ARM;
        h->arm = i >= CAPER_LIMB_LEFT_ARM;
        h->off = h->bend = 0;
    }
}

static float mean_leg(const caper_character *c)
{
    float sum = 0;
    for (int i = 0; i < c->leg_count; i++) {
        sum += c->legs[i].length / (float)c->leg_count;
    }
    return sum;
}

static float mean_hips(const caper_character *c)
{
    float sum = 0;
    for (int i = 0; i < c->leg_count; i++) {
        int base = c->bodies[c->legs[i].foot].base;
        sum += base >= 0 ? c->rest_model[base].position.y / (float)c->leg_count : 0;
    }
    return sum;
}

static bool keeps_time(const caper_check_job *job)
{
    float ours = job->clip->duration, theirs = job->source->duration;
    return fabsf(ours - theirs) <= KEEPS * theirs;
}

float caperi_tempo(const caper_check_job *job)
{
    const caper_character *ours = job->character, *theirs = job->source_character;
    if (!keeps_time(job)) {
        return 1.0f;
    }
    float legs = mean_leg(ours), source = mean_leg(theirs);
    float r = ours->size / theirs->size;
    return fminf(fminf(r, legs > 0 && source > 0 ? legs / source : r), 1.0f);
}

float caperi_pace(const caper_check_job *job)
{
    float r = job->source_character->size / job->character->size;
    return keeps_time(job) ? sqrtf(fminf(r, 1.0f)) : 1.0f;
}

bool caperi_subject_describe(caperi_subject *s, caper_arena *arena)
{
    const caper_character *c = s->character;
    s->kinds = caper_arena_alloc_zero(arena, (size_t)c->body_count + 1, 1, 16);
    if (!s->kinds) {
        return false;
    }
    mark_kinds(c, s->kinds);
    s->is_person = caper_person_find(c, NULL, &s->person, NULL);
    if (s->is_person) {
        find_hinges(s);
    }
    s->figures.is_person = s->is_person;
    s->figures.leg = mean_leg(c);
    s->figures.hips = mean_hips(c);
    s->stride = caperi_frames_of(s, CAPERI_STRIDE * s->pace);
    float natural = CAPERI_STRIDE * s->footage.scale.speed * s->pace;
    s->coarse = fmaxf(1.0f, (float)s->stride / s->footage.rate / natural);
    return true;
}
