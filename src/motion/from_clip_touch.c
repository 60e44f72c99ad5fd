// SPDX-License-Identifier: MIT
//
// What matters about a movement, moment by moment: feet that stand are about the ground, a hand at
// the mouth is about the mouth, hands that meet are about the plane between them; all else is about
// rest. Feet by the contacts of room `quality`, hands by their distance, with hysteresis. Each
// frame belongs to one aspect, short spells are not worth one, and where two follow each other
// their weights cross smoothly (paper 000, section 3.2.3), so that they sum to 1.
#include "motion/from_clip.h"

#include "caper/contact.h"

#include <stdlib.h>
#include <string.h>

#define SOLE_HEIGHT 0.01f // share of height: a sole within this of the ground is put on it
#define SOLE_LEVEL 0.04f  // share of height: the soles of a clip stand within this of its floor
#define SPELL 0.12f       // seconds; what is shorter does not count
#define CROSS 0.1f        // seconds from the middle of a crossing to its end
#define CROSS_LANDING 0.04f
#define NEAR 0.02f      // share of height that is added to the radius of a hand
#define RESTING 0.1f    // heights a second
#define LEAVE 1.5f      // a touch ends at this multiple of the distance at which it began
#define AIM_LENGTH 0.1f // share of height
#define AIM_BEHIND 0.85f
#define MIDLINE 0.06f     // share of height: hands meet there
#define GROUND_REST 0.15f // hands that rest lower than this (of height) are always near the ground

typedef struct spells {
    uint8_t *aspects; // frame by frame
    int count;
    float rate;
} spells;

// ------------------------------------------------------------------------------------- aspects

static bool is_on_limb(const caper_character *character, int body)
{
    return character->bodies[body].limb_length > 0.02f * character->size;
}

static caper_mode free_mode(const caperi_from_clip *work, const caperi_clip_effector *e)
{
    const caper_caps limbs = CAPER_CAP_FOOT | CAPER_CAP_GRASPER | CAPER_CAP_WING | CAPER_CAP_TAIL |
                             CAPER_CAP_FIN | CAPER_CAP_TENTACLE | CAPER_CAP_LIMB;
    caper_mode mode = {.position = CAPER_FRAME_REST, .rotation = CAPER_FRAME_REST};
    bool limb = (e->kind & limbs) && is_on_limb(work->character, e->body);
    mode.scale = limb ? CAPER_SCALE_LIMB : CAPER_SCALE_CREATURE;
    if (e->kind == CAPER_CAP_ROOT) {
        // its height is that of the legs: 0 at rest, 1 on the ground
        float height = work->character->rest_model[e->body].position.y;
        mode.ground = work->character->leg_count > 0 && height > 0.1f * work->character->height;
        mode.point = CAPER_POINT_JOINT;
    }
    return mode;
}

// The aspect that is like this one, added when it is new; 0 (free) when there is no room.
static int take_aspect(caperi_clip_effector *e, caperi_aspect aspect)
{
    for (int i = 1; i < e->aspect_count; i++) {
        const caper_mode *m = &e->aspects[i].mode;
        if (e->aspects[i].aim == aspect.aim && m->ground == aspect.mode.ground &&
            m->sagittal == aspect.mode.sagittal) {
            return i;
        }
    }
    if (e->aspect_count == CAPERI_MAX_ASPECTS) {
        return 0;
    }
    e->aspects[e->aspect_count] = aspect;
    return e->aspect_count++;
}

// -------------------------------------------------------------------------------------- spells

static int frames_of(const spells *s, float seconds)
{
    int frames = (int)(seconds * s->rate + 0.5f);
    return frames > 1 ? frames : 1;
}

// What becomes of a short spell from `first` up to `end`: the same as on both sides of it, or free.
// Nothing becomes a landing that is not one.
static uint8_t without_spell(const spells *s, const caperi_clip_effector *e, int first, int end)
{
    int before = first > 0 ? s->aspects[first - 1] : -1;
    int after = end < s->count ? s->aspects[end] : -1;
    int around = before < 0 ? after : after < 0 || after == before ? before : 0;
    return around > 0 && !e->aspects[around].lands ? (uint8_t)around : 0;
}

static void drop_short_spells(spells *s, const caperi_clip_effector *e)
{
    int least = frames_of(s, SPELL);
    for (int i = 0; i < s->count;) {
        int end = i + 1;
        while (end < s->count && s->aspects[end] == s->aspects[i]) {
            end++;
        }
        if (end - i < least && end - i < s->count) {
            memset(s->aspects + i, without_spell(s, e, i, end), (size_t)(end - i));
        }
        i = end;
    }
}

// A loop ends as it began, so that weights do not jump at its seam.
static void close_loop(spells *s, const caperi_clip_effector *e)
{
    bool landing = e->aspects[s->aspects[0]].lands || e->aspects[s->aspects[s->count - 1]].lands;
    int frames = frames_of(s, 2 * (landing ? CROSS_LANDING : CROSS));
    if (s->aspects[0] != s->aspects[s->count - 1] && 4 * frames < s->count) {
        memset(s->aspects + s->count - frames, s->aspects[0], (size_t)frames);
    }
}

static bool keep_spells(caperi_from_clip *work, spells *s, caperi_clip_effector *e)
{
    drop_short_spells(s, e);
    if (work->clip->loops) {
        close_loop(s, e);
    }
    int count = 1;
    for (int i = 1; i < s->count; i++) {
        count += s->aspects[i] != s->aspects[i - 1];
    }
    caperi_stay *stays = caper_arena_alloc_zero(&work->arena, (size_t)count, sizeof *stays, 16);
    if (!stays) {
        return false;
    }
    int at = 0;
    for (int i = 0; i < s->count; i++) {
        if (i > 0 && s->aspects[i] != s->aspects[i - 1]) {
            at++;
        }
        if (i == 0 || s->aspects[i] != s->aspects[i - 1]) {
            stays[at].aspect = s->aspects[i];
            stays[at].first = i;
        }
        stays[at].last = i;
    }
    e->stays = stays;
    e->stay_count = count;
    return true;
}

// ---------------------------------------------------------------------------------------- feet

static void contact_frames(const caperi_from_clip *work, const caper_contact *contact, int *first,
                           int *last)
{
    *first = (int)(contact->start * work->clip->rate + 0.5f) - work->first_frame;
    *last = (int)(contact->end * work->clip->rate + 0.5f) - work->first_frame;
    *first = *first > 0 ? *first : 0;
    *last = *last < work->frame_count - 1 ? *last : work->frame_count - 1;
}

// A landing shrinks by its crossing, so that no weight reaches out to where the foot is in the air.
static void mark_standing(const caperi_from_clip *work, const caperi_clip_effector *e, spells *s,
                          int aspect, const caper_contact *contact)
{
    float high = SOLE_HEIGHT * work->character->height;
    int first, last;
    contact_frames(work, contact, &first, &last);
    for (int i = first; i <= last;) {
        if (fabsf(e->track[i].position.y) > high) {
            i++;
            continue;
        }
        int end = i;
        while (end <= last && fabsf(e->track[end].position.y) <= LEAVE * high) {
            end++;
        }
        int edge = frames_of(s, CROSS_LANDING);
        edge = edge > (end - i) / 4 ? (end - i) / 4 : edge;
        int from = i == 0 ? i : i + edge, to = end == s->count ? end : end - edge;
        for (int k = from; k < to; k++) {
            s->aspects[k] = (uint8_t)aspect;
        }
        i = end;
    }
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// Boxes of captures are guesses, so the middle of a sole that stands need not be on the floor. What
// counts as ground here is where the soles are when they stand: the median over all of them.
static bool level_soles(caperi_from_clip *work, const caper_contact *contacts, int contact_count)
{
    size_t count = 0, room = (size_t)work->frame_count * (size_t)(work->character->leg_count + 1);
    float *heights = caper_arena_alloc(&work->scratch, room * sizeof *heights, 16);
    for (int k = 0; heights && k < work->effector_count; k++) {
        const caperi_clip_effector *e = &work->effectors[k];
        for (int c = 0; c < contact_count && e->kind == CAPER_CAP_FOOT; c++) {
            int first, last;
            contact_frames(work, &contacts[c], &first, &last);
            for (int i = first; contacts[c].body == e->body && i <= last && count < room; i++) {
                heights[count++] = e->track[i].position.y;
            }
        }
    }
    if (!heights || count == 0) {
        return heights != NULL;
    }
    qsort(heights, count, sizeof *heights, compare_floats);
    float level = heights[count / 2];
    if (fabsf(level) > SOLE_LEVEL * work->character->height) {
        return true;
    }
    work->start.y += level;
    for (int k = 0; k < work->effector_count; k++) {
        for (int i = 0; i < work->frame_count; i++) {
            work->effectors[k].track[i].position.y -= level;
        }
    }
    return true;
}

static void mark_feet(caperi_from_clip *work, caperi_clip_effector *e, spells *s,
                      const caper_contact *contacts, int contact_count)
{
    bool stands = false;
    for (int i = 0; i < contact_count; i++) {
        stands = stands || contacts[i].body == e->body;
    }
    if (!stands) {
        return;
    }
    caperi_aspect standing = {.mode = free_mode(work, e), .aim = -1, .lands = true};
    standing.mode.ground = true;
    int aspect = take_aspect(e, standing);
    for (int i = 0; i < contact_count; i++) {
        if (contacts[i].body == e->body) {
            mark_standing(work, e, s, aspect, &contacts[i]);
        }
    }
}

// --------------------------------------------------------------------------------------- hands

static float radius_of(const caper_character *character, int body)
{
    caper_vec3 h = character->bodies[body].box_half;
    return caper_max(h.x, caper_max(h.y, h.z));
}

static float distance_to_box(const caper_body *body, caper_transform at, caper_vec3 point)
{
    caper_vec3 local = caper_transform_unmul_point(at, point);
    caper_bounds box = {caper_vec3_sub(body->box_center, body->box_half),
                        caper_vec3_add(body->box_center, body->box_half)};
    return caper_bounds_distance(box, local);
}

// Where the body's frame is, from where its point is.
static caper_transform body_at(const caperi_clip_effector *e, int frame)
{
    caper_transform t = e->track[frame];
    t.position = caper_vec3_sub(t.position, caper_quat_rotate(t.rotation, e->point));
    return t;
}

// How fast the hand moves as seen from the other body, in heights a second.
static float speed_against(const caperi_from_clip *work, const caperi_clip_effector *hand,
                           const caperi_clip_effector *other, int frame)
{
    int a = frame > 0 ? frame - 1 : 0;
    int b = frame < work->frame_count - 1 ? frame + 1 : frame;
    caper_vec3 from = caper_transform_unmul_point(other->track[a], hand->track[a].position);
    caper_vec3 to = caper_transform_unmul_point(other->track[b], hand->track[b].position);
    float way = caper_vec3_distance(from, to) / work->character->height;
    return b > a ? way * work->clip->rate / (float)(b - a) : 0.0f;
}

// The secondary frame looks from where the hand rests to what it touches: not when that is right
// there, and not straight behind, where it turns over.
static bool can_aim(const caperi_from_clip *work, const caperi_clip_effector *hand,
                    const caperi_clip_effector *other, int frame)
{
    caper_vec3 rest =
        caper_transform_mul_point(work->character->rest_model[hand->body], hand->point);
    caper_vec3 way = caper_vec3_sub(other->track[frame].position, rest);
    float length = caper_vec3_length(way);
    return length >= AIM_LENGTH * work->character->height && way.z > -AIM_BEHIND * length;
}

// Frames in which the hand is near the other body that nothing else has claimed; how many. Hands
// swing past the hips all day: to touch anything but a head or a hand they must rest there.
static int mark_near(const caperi_from_clip *work, const caperi_clip_effector *hand,
                     const caperi_clip_effector *other, float near, spells *s, int aspect)
{
    const caper_body *body = &work->character->bodies[other->body];
    bool rests = !(body->caps & (CAPER_CAP_HEAD | CAPER_CAP_MOUTH | CAPER_CAP_GRASPER));
    bool inside = false;
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        float d = distance_to_box(body, body_at(other, i), hand->track[i].position);
        float slow = inside ? LEAVE * RESTING : RESTING;
        inside = d <= (inside ? LEAVE * near : near) &&
                 (!rests || speed_against(work, hand, other, i) <= slow) &&
                 can_aim(work, hand, other, i);
        if (inside && s->aspects[i] == 0) {
            s->aspects[i] = (uint8_t)aspect;
            count++;
        }
    }
    return count;
}

static bool is_near_at_rest(const caper_character *character, int hand, int other, float near)
{
    caper_vec3 center = caperi_body_center(character, hand);
    return distance_to_box(&character->bodies[other], character->rest_model[other], center) <=
           LEAVE * near;
}

static void mark_touch(caperi_from_clip *work, caperi_clip_effector *hand, int other, spells *s)
{
    caperi_clip_effector *o = &work->effectors[other];
    const caper_character *character = work->character;
    float near = radius_of(character, hand->body) + NEAR * character->height;
    if (is_near_at_rest(character, hand->body, o->body, near) || !o->position) {
        return;
    }
    caperi_aspect touching = {.mode = free_mode(work, hand), .aim = other};
    touching.mode.position = CAPER_FRAME_SECONDARY;
    int before = hand->aspect_count, aspect = take_aspect(hand, touching);
    int frames = aspect > 0 ? mark_near(work, hand, o, near, s, aspect) : 0;
    if (frames < frames_of(s, SPELL)) {
        for (int i = 0; i < s->count; i++) {
            s->aspects[i] = s->aspects[i] == aspect ? 0 : s->aspects[i];
        }
        hand->aspect_count = before;
        return;
    }
    o->spare = false;
}

// Hands that meet at the midline: each is about the plane, neither about the other.
static void mark_meeting(caperi_from_clip *work, caperi_clip_effector *hand,
                         const caperi_clip_effector *other, spells *s)
{
    const caper_character *character = work->character;
    float near = radius_of(character, hand->body) + radius_of(character, other->body) +
                 NEAR * character->height;
    float middle = MIDLINE * character->height;
    caperi_aspect meeting = {.mode = free_mode(work, hand), .aim = -1};
    meeting.mode.sagittal = true;
    bool inside = false;
    int aspect = 0;
    for (int i = 0; i < s->count; i++) {
        caper_vec3 a = hand->track[i].position, b = other->track[i].position;
        inside = caper_vec3_distance(a, b) <= (inside ? LEAVE * near : near) &&
                 fabsf(a.x + b.x) <= 2 * middle;
        if (inside && s->aspects[i] == 0) {
            aspect = aspect ? aspect : take_aspect(hand, meeting);
            s->aspects[i] = (uint8_t)aspect;
        }
    }
}

static void mark_hand_on_ground(caperi_from_clip *work, caperi_clip_effector *hand, spells *s)
{
    const caper_character *character = work->character;
    float near = radius_of(character, hand->body) + 0.5f * NEAR * character->height;
    if (caperi_body_center(character, hand->body).y <
        caper_max(GROUND_REST * character->height, 2 * LEAVE * near)) {
        return;
    }
    caperi_aspect leaning = {.mode = free_mode(work, hand), .aim = -1};
    leaning.mode.ground = true;
    leaning.mode.point = CAPER_POINT_CENTER;
    bool inside = false;
    int aspect = 0;
    for (int i = 0; i < s->count; i++) {
        inside = hand->track[i].position.y <= (inside ? LEAVE * near : near);
        if (inside && s->aspects[i] == 0) {
            aspect = aspect ? aspect : take_aspect(hand, leaning);
            s->aspects[i] = (uint8_t)aspect;
        }
    }
}

static void mark_hand(caperi_from_clip *work, int index, spells *s)
{
    caperi_clip_effector *hand = &work->effectors[index];
    // the mouth before the head that it is on
    for (int mouth = 1; mouth >= 0; mouth--) {
        for (int i = 0; i < work->effector_count; i++) {
            caper_caps caps = work->character->bodies[work->effectors[i].body].caps;
            bool is_mouth = (caps & CAPER_CAP_MOUTH) != 0;
            if (i != index && (caps & (CAPER_CAP_MOUTH | CAPER_CAP_HEAD)) && is_mouth == mouth) {
                mark_touch(work, hand, i, s);
            }
        }
    }
    mark_hand_on_ground(work, hand, s);
    for (int i = 0; i < work->effector_count; i++) {
        const caperi_clip_effector *o = &work->effectors[i];
        if (o->kind == CAPER_CAP_GRASPER && work->character->bodies[hand->body].mirror == o->body) {
            mark_meeting(work, hand, o, s);
        }
    }
    // aims must not go in a circle: a hand aims at hands before it, and those at none after them
    for (int i = 0; i < work->effector_count; i++) {
        const caper_caps kinds = CAPER_CAP_FOOT | CAPER_CAP_ROOT | CAPER_CAP_SPINE;
        caper_caps kind = work->effectors[i].kind;
        if ((kind & kinds) || (kind == CAPER_CAP_GRASPER && i < index)) {
            mark_touch(work, hand, i, s);
        }
    }
}

// ------------------------------------------------------------------------------------- public

// Those that the clip declares, or else those that are found in it.
static bool find_contacts(caperi_from_clip *work, caper_contacts_job *job)
{
    *job = caper_contacts_job_default();
    job->character = work->character;
    job->clip = work->clip;
    job->floor = work->floor;
    job->allocator = &work->arena.allocator;
    return work->clip->contact_count > 0 || caper_contacts_detect(job, NULL);
}

bool caperi_find_aspects(caperi_from_clip *work)
{
    caper_arena_mark_point mark = caper_arena_mark(&work->scratch);
    caper_contacts_job found;
    bool good = find_contacts(work, &found), declared = work->clip->contact_count > 0;
    const caper_contact *contacts = declared ? work->clip->contacts : found.contacts;
    int contact_count = declared ? work->clip->contact_count : found.contact_count;
    spells s = {.count = work->frame_count, .rate = work->clip->rate};
    s.aspects = caper_arena_alloc(&work->scratch, (size_t)s.count, 1);
    good = good && s.aspects && level_soles(work, contacts, contact_count);
    for (int i = 0; good && i < work->effector_count; i++) {
        caperi_clip_effector *e = &work->effectors[i];
        memset(s.aspects, 0, (size_t)s.count);
        e->aspects[0].mode = free_mode(work, e);
        e->aspects[0].aim = -1;
        e->aspect_count = 1;
        if (e->kind == CAPER_CAP_FOOT) {
            mark_feet(work, e, &s, contacts, contact_count);
        } else if (e->kind == CAPER_CAP_GRASPER) {
            mark_hand(work, i, &s);
        }
        good = keep_spells(work, &s, e);
    }
    caper_contacts_destroy(&found);
    caper_arena_release(&work->scratch, mark);
    return good || caperi_from_clip_no_memory(work);
}

// ------------------------------------------------------------------------------------- weights

static float stay_seconds(const caperi_from_clip *work, const caperi_stay *stay)
{
    return (float)(stay->last + 1 - stay->first) / work->clip->rate;
}

// Half of the time in which one stay gives way to the next.
static float half_crossing(const caperi_from_clip *work, const caperi_clip_effector *e, int stay)
{
    const caperi_stay *a = &e->stays[stay], *b = a + 1;
    bool landing = e->aspects[a->aspect].lands || e->aspects[b->aspect].lands;
    float shorter = caper_min(stay_seconds(work, a), stay_seconds(work, b));
    return caper_min(landing ? CROSS_LANDING : CROSS, 0.45f * shorter);
}

static void add_weight_key(caper_curve *curve, caper_key *keys, float time, bool full)
{
    caper_key *key = &keys[curve->key_count++];
    memset(key, 0, sizeof *key);
    key->time = time;
    key->value[0] = full ? 1.0f : 0.0f;
    key->ease = CAPER_EASE_FLAT;
}

caper_curve *caperi_aspect_weight(caperi_from_clip *work, const caperi_clip_effector *e, int aspect)
{
    caper_curve *curve = caper_arena_alloc_zero(&work->arena, 1, sizeof *curve, 16);
    caper_key *keys =
        caper_arena_alloc_zero(&work->arena, 2 * (size_t)e->stay_count, sizeof *keys, 16);
    if (!curve || !keys) {
        return NULL;
    }
    curve->kind = CAPER_CURVE_POSITION_WEIGHT;
    curve->keys = keys;
    for (int i = 0; i + 1 < e->stay_count; i++) {
        bool before = e->stays[i].aspect == aspect, after = e->stays[i + 1].aspect == aspect;
        if (before == after) {
            continue;
        }
        float middle = ((float)e->stays[i + 1].first - 0.5f) / work->clip->rate;
        float half = half_crossing(work, e, i);
        add_weight_key(curve, keys, middle - half, before);
        add_weight_key(curve, keys, middle + half, after);
    }
    if (curve->key_count == 0) {
        add_weight_key(curve, keys, 0.0f, e->stays[0].aspect == aspect);
    }
    return curve;
}
