// SPDX-License-Identifier: MIT
// Contact detection, the only one of the library, and the floor under a clip.
//
// A stance belongs to one sole point. Detected: within 2.5 cm of the surface and slower than 0.3
// m/s for at least 0.1 s. Declared by the clip for a body: its points that carry, that is, that are
// within 2.5 cm of the surface and within 5 mm of the body's lowest point, whatever their speed, so
// that a sliding foot cannot hide behind its own speed, and the heel of a rolling foot is not
// blamed.
#include "contact/footage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CARRY_HEIGHT 0.005f

static bool may_stand(const caperi_footage *footage, int body)
{
    if (footage->character->bodies[body].caps & CAPER_CAP_FOOT) {
        return true;
    }
    for (int i = 0; i < footage->clip->contact_count; i++) {
        if (footage->clip->contacts[i].body == body) {
            return true;
        }
    }
    return false;
}

static bool add_sole(caperi_soles *soles, const caperi_footage *f, int body, int point,
                     caper_vec3 local, caper_arena *arena)
{
    caperi_sole *sole = &soles->items[soles->count++];
    size_t n = (size_t)f->frame_count;
    sole->body = body;
    sole->point = point;
    sole->local = local;
    sole->path = caper_arena_alloc_zero(arena, n, sizeof(caper_vec3), 16);
    sole->gap = caper_arena_alloc_zero(arena, n, sizeof(float), 16);
    sole->stance = caper_arena_alloc_zero(arena, n, 1, 16);
    if (!sole->path || !sole->gap || !sole->stance) {
        return false;
    }
    for (int i = 0; i < f->frame_count; i++) {
        sole->path[i] = caper_transform_mul_point(*caperi_footage_at(f, i, body), local);
    }
    return true;
}

bool caperi_soles_make(caperi_soles *soles, const caperi_footage *footage, caper_arena *arena)
{
    memset(soles, 0, sizeof(*soles));
    int bodies = 0;
    for (int b = 0; b < footage->body_count; b++) {
        bodies += may_stand(footage, b);
    }
    soles->bodies = caper_arena_alloc_zero(arena, (size_t)bodies + 1, sizeof(int), 16);
    soles->items = caper_arena_alloc_zero(arena, (size_t)bodies * CAPER_MAX_CONTACTS + 1,
                                          sizeof(caperi_sole), 16);
    if (!soles->bodies || !soles->items) {
        return false;
    }
    for (int b = 0; b < footage->body_count; b++) {
        if (!may_stand(footage, b)) {
            continue;
        }
        soles->bodies[soles->body_count++] = b;
        caper_vec3 points[CAPER_MAX_CONTACTS];
        int count = caper_body_sole_points(footage->character, b, points);
        for (int i = 0; i < count; i++) {
            if (!add_sole(soles, footage, b, i, points[i], arena)) {
                return false;
            }
        }
    }
    return true;
}

void caperi_soles_measure(caperi_soles *soles, const caperi_footage *footage,
                          const caperi_ground *ground)
{
    float lift = 0.15f * footage->scale.length;
    for (int s = 0; s < soles->count; s++) {
        for (int i = 0; i < footage->frame_count; i++) {
            caper_vec3 at = soles->items[s].path[i];
            caper_hit hit = caperi_ground_under(ground, NULL, at, at.y + lift);
            bool none = hit.surface == CAPER_SURFACE_NONE;
            soles->items[s].gap[i] = none ? INFINITY : at.y - hit.point.y;
        }
    }
}

static void detect(caperi_sole *sole, const caperi_footage *f, const caper_contacts_job *options)
{
    float height = options->height * f->scale.length;
    float speed = options->speed * f->scale.speed;
    int start = -1;
    for (int i = 0; i <= f->frame_count; i++) {
        bool stands = i < f->frame_count && sole->gap[i] <= height &&
                      caperi_path_speed(sole->path, f->frame_count, f->rate, i) < speed;
        if (stands && start < 0) {
            start = i;
        } else if (!stands && start >= 0) {
            // n frames span (n - 1) / rate; half a frame of grace against rounding
            if ((float)(i - 1 - start) + 0.5f >= options->min_time * f->rate) {
                memset(sole->stance + start, CAPERI_DETECTED, (size_t)(i - start));
            }
            start = -1;
        }
    }
}

static float lowest_gap(const caperi_soles *soles, int body, int frame)
{
    float lowest = INFINITY;
    for (int s = 0; s < soles->count; s++) {
        if (soles->items[s].body == body) {
            lowest = fminf(lowest, soles->items[s].gap[frame]);
        }
    }
    return lowest;
}

static void declare(caperi_soles *soles, const caperi_footage *f, const caper_contact *contact,
                    float height)
{
    float carry = CARRY_HEIGHT * f->scale.length;
    int from, to;
    caperi_contact_frames(f, contact, &from, &to);
    for (int i = from; i <= to; i++) {
        float time = (float)((double)i / (double)f->rate);
        if (time < contact->start - 1e-4f || time > contact->end + 1e-4f) {
            continue;
        }
        float limit = fminf(height, lowest_gap(soles, contact->body, i) + carry);
        for (int s = 0; s < soles->count; s++) {
            caperi_sole *sole = &soles->items[s];
            if (sole->body == contact->body && sole->gap[i] <= limit) {
                sole->stance[i] |= CAPERI_DECLARED;
            }
        }
    }
}

void caperi_soles_find_stances(caperi_soles *soles, const caperi_footage *footage,
                               const caper_contacts_job *options, bool use_declared,
                               bool use_detected)
{
    for (int s = 0; s < soles->count; s++) {
        memset(soles->items[s].stance, 0, (size_t)footage->frame_count);
        if (use_detected) {
            detect(&soles->items[s], footage, options);
        }
    }
    for (int i = 0; use_declared && i < footage->clip->contact_count; i++) {
        declare(soles, footage, &footage->clip->contacts[i],
                options->height * footage->scale.length);
    }
}

bool caperi_soles_body_stands(const caperi_soles *soles, int body, int frame)
{
    for (int s = 0; s < soles->count; s++) {
        if (soles->items[s].body == body && soles->items[s].stance[frame]) {
            return true;
        }
    }
    return false;
}

// --- floor -------------------------------------------------------------------------------------

// The level at which heights (sorted) are dense. Several levels may be nearly as dense as the
// densest: then the ground of the rest pose, y = 0, if it is one of them (a body that sinks into
// the floor and comes up again rests in both places), else the lowest (somebody who also stands on
// a box still stands on the floor). The median of the fullest window there; *share: how much of all
// it holds. `held` has room for count numbers.
static float densest_level(const float *heights, int count, float width, int *held, float *share)
{
    int most = 0;
    for (int i = 0, j = 0; i < count; i++) {
        while (j < count && heights[j] <= heights[i] + width) {
            j++;
        }
        held[i] = j - i; // in the window that begins here
        most = held[i] > most ? held[i] : most;
    }
    int chosen = -1;
    for (int i = 0; i < count; i++) {
        bool dense = (double)held[i] * 10.0 >= (double)most * 3.0;
        bool at_rest = heights[i] >= -width && heights[i] <= 0.25f * width;
        if (dense && at_rest) {
            chosen = i;
            break;
        }
        chosen = dense && chosen < 0 ? i : chosen;
    }
    // climb to the top of the peak
    int top = chosen;
    for (int i = chosen; i < count && heights[i] <= heights[chosen] + width; i++) {
        top = held[i] > held[top] ? i : top;
    }
    *share = (float)held[top] / (float)count;
    return heights[top + held[top] / 2];
}

bool caperi_floor_level(const caperi_footage *footage, const caperi_soles *soles,
                        caper_arena *arena, float *level, float *confidence)
{
    int n = footage->frame_count;
    size_t capacity = (size_t)n * (size_t)(soles->body_count > 0 ? soles->body_count : 1);
    float *slow = caper_arena_alloc_zero(arena, capacity, sizeof(float), 16);
    float *lowest = caper_arena_alloc_zero(arena, (size_t)n, sizeof(float), 16);
    int *held = caper_arena_alloc_zero(arena, capacity, sizeof(int), 16);
    if (!slow || !lowest || !held) {
        return false;
    }
    int slow_count = 0;
    float speed = 0.3f * footage->scale.speed;
    for (int i = 0; i < n; i++) {
        lowest[i] = INFINITY;
        for (int b = 0; b < soles->body_count; b++) {
            const caperi_sole *low = NULL;
            for (int s = 0; s < soles->count; s++) {
                const caperi_sole *sole = &soles->items[s];
                if (sole->body == soles->bodies[b] && (!low || sole->path[i].y < low->path[i].y)) {
                    low = sole;
                }
            }
            lowest[i] = fminf(lowest[i], low->path[i].y);
            if (caperi_path_speed(low->path, n, footage->rate, i) < speed) {
                slow[slow_count++] = low->path[i].y;
            }
        }
        if (soles->body_count == 0) {
            for (int b = 0; b < footage->body_count; b++) {
                const caper_body *body = &footage->character->bodies[b];
                caper_bounds box = {caper_vec3_sub(body->box_center, body->box_half),
                                    caper_vec3_add(body->box_center, body->box_half)};
                if (!(body->caps & CAPER_CAP_HELPER)) {
                    box = caper_bounds_transform(*caperi_footage_at(footage, i, b), box);
                    lowest[i] = fminf(lowest[i], box.min.y);
                }
            }
        }
    }
    if (slow_count * 10 >= n) {
        caperi_quantile(slow, slow_count, 0.5); // sorts
        float width = 0.02f * footage->scale.length;
        *level = densest_level(slow, slow_count, width, held, confidence);
    } else {
        // nothing comes to rest: the lowest that it gets, but for outliers
        *level = (float)caperi_quantile(lowest, n, 0.05);
        *confidence = 0;
    }
    return true;
}

// --- public pieces -----------------------------------------------------------------------------

caper_contacts_job caper_contacts_job_default(void)
{
    return (caper_contacts_job){.height = 0.025f,
                                .speed = 0.3f,
                                .min_time = 0.1f,
                                .floor = NAN,
                                .cookie = CAPER_DEF_COOKIE};
}

typedef struct clip_stances {
    caper_arena arena;
    caperi_footage footage;
    caperi_soles soles;
} clip_stances;

static bool open_stances(clip_stances *s, const caper_character *character, const caper_clip *clip,
                         const caper_allocator *allocator)
{
    caper_arena_init(&s->arena, allocator, 0);
    return caper_skeleton_same(&character->skeleton, &clip->skeleton) &&
           caperi_footage_make(&s->footage, character, clip, clip->rate, 0, &s->arena) &&
           caperi_soles_make(&s->soles, &s->footage, &s->arena);
}

bool caper_floor_estimate(const caper_character *character, const caper_clip *clip,
                          const caper_allocator *allocator, float *floor, float *confidence)
{
    clip_stances s;
    float level = 0, share = 0;
    bool good = open_stances(&s, character, clip, allocator) &&
                caperi_floor_level(&s.footage, &s.soles, &s.arena, &level, &share);
    caper_arena_destroy(&s.arena);
    if (good) {
        *floor = level;
    }
    if (good && confidence) {
        *confidence = share;
    }
    return good;
}

// Contacts of one body: runs of frames in which any of its points stands.
static int list_contacts(const clip_stances *s, int body, caper_contact *contacts, int capacity,
                         int count)
{
    int start = -1;
    for (int i = 0; i <= s->footage.frame_count; i++) {
        bool stands = i < s->footage.frame_count && caperi_soles_body_stands(&s->soles, body, i);
        if (stands && start < 0) {
            start = i;
        } else if (!stands && start >= 0) {
            if (count < capacity) {
                contacts[count].body = body;
                contacts[count].start = (float)((double)start / (double)s->footage.rate);
                contacts[count].end = (float)((double)(i - 1) / (double)s->footage.rate);
            }
            count++;
            start = -1;
        }
    }
    return count;
}

// By start, then body; a body starts one contact at a time.
static int compare_contacts(const void *pa, const void *pb)
{
    const caper_contact *a = pa, *b = pb;
    return a->start != b->start ? (a->start < b->start ? -1 : 1) : a->body - b->body;
}

// Stances on the ground that the options say.
static bool find_stances(clip_stances *s, const caper_contacts_job *options)
{
    float floor = options->floor, confidence;
    if (!options->world && isnan(floor) &&
        !caperi_floor_level(&s->footage, &s->soles, &s->arena, &floor, &confidence)) {
        return false;
    }
    caperi_ground ground = caperi_ground_make(options->world, floor);
    caperi_soles_measure(&s->soles, &s->footage, &ground);
    caperi_soles_find_stances(&s->soles, &s->footage, options, false, true);
    return true;
}

// How many there are; at most `capacity` are written.
static int list_all(const clip_stances *s, caper_contact *contacts, int capacity)
{
    int count = 0;
    for (int b = 0; b < s->soles.body_count; b++) {
        count = list_contacts(s, s->soles.bodies[b], contacts, capacity, count);
    }
    return count;
}

static size_t contact_bytes(int count)
{
    return (size_t)(count + 1) * sizeof(caper_contact);
}

bool caper_contacts_detect(caper_contacts_job *job, caper_error *error)
{
    bool made = job && job->cookie == CAPER_DEF_COOKIE;
    CAPER_ASSERT(made);
    if (!made || !job->character || !job->clip ||
        !caper_skeleton_same(&job->character->skeleton, &job->clip->skeleton)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "contacts", 0, 0,
                               "expected a job by caper_contacts_job_default with a character and "
                               "a clip of its skeleton");
    }
    job->contacts = NULL;
    job->contact_count = 0;
    clip_stances s;
    if (open_stances(&s, job->character, job->clip, job->allocator) && find_stances(&s, job)) {
        int count = list_all(&s, NULL, 0);
        job->contacts = caper_alloc(job->allocator, contact_bytes(count), _Alignof(caper_contact));
        job->contact_count = job->contacts ? list_all(&s, job->contacts, count) : 0;
        if (job->contact_count > 1) {
            qsort(job->contacts, (size_t)count, sizeof(*job->contacts), compare_contacts);
        }
    }
    caper_arena_destroy(&s.arena);
    return job->contacts ||
           caper_error_set(error, CAPER_ERROR_MEMORY, job->clip->name, 0, 0, "out of memory");
}

void caper_contacts_destroy(caper_contacts_job *job)
{
    if (!job) {
        return;
    }
    caper_free(job->allocator, job->contacts,
               job->contacts ? contact_bytes(job->contact_count) : 0);
    job->contacts = NULL;
    job->contact_count = 0;
}
