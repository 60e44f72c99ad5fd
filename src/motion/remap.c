// SPDX-License-Identifier: MIT
//
// Key remapping (paper 000, section 3.3): the keys of a curve in another mode, so that one body
// moves as before. The wish is a function of time, general_new = G_new(S_old(general_old)).
//
// Where the change of mode is affine, keys map to keys, and a curve may even keep its eases: that
// is tried first. Else keys are added: from each key as far as one cubic follows the wish, then
// the next one. Cubics go through four points of the wish, which needs no derivatives and is exact
// where the wish is a cubic. Where the wish jumps (the ground does, at the edge of a step) the
// search ends at two neighboring floats, between which no time lies. Invariant: at every old key,
// and within the tolerance at every time that was looked at, the body is where it was.
#include "motion/remap.h"

#include "math/rotvec.h"
#include "motion/asset.h"

#include <string.h>

#define LOOKS 4096         // times that are looked at over the duration, at least
#define LOOKS_MIN 16       // and between two keys
#define KEYS_MAX (1 << 16) // of a remapped curve
#define SHARE 0.3          // of the tolerance, at looks; between them it may be more
#define ROUNDING 0.4       // of the tolerance, for the rounding of heights

// -------------------------------------------------------------------------------------- wish

static caper_transform sample(const caper_curve *position, const caper_curve *rotation, float time)
{
    caper_transform general = caper_transform_identity();
    float v[4];
    if (position) {
        caper_curve_sample(position, time, v, NULL);
        general.position = caper_vec3_make(v[0], v[1], v[2]);
    }
    if (rotation) {
        caper_curve_sample(rotation, time, v, NULL);
        general.rotation = caper_quat_make(v[0], v[1], v[2], v[3]);
    }
    return general;
}

// Where the body is, by the point that the new mode is about. Once its positions are remapped, it
// is where they put it: within the tolerance, but a gaze from there must take it into account.
static caper_transform special_at(const caperi_remap *r, float time)
{
    caper_transform special =
        caperi_specialize(&r->before, r->place, sample(r->position, r->rotation, time), r->parts);
    caper_vec3 shift = caper_vec3_sub(r->after.point, r->before.point);
    special.position = caper_vec3_add(special.position, caper_quat_rotate(special.rotation, shift));
    if (r->position_after) {
        caper_transform general = sample(r->position_after, NULL, time);
        special.position =
            caperi_specialize(&r->after, r->place, general, CAPER_KEY_POSITION).position;
    }
    return special;
}

static void put_value(caper_curve_kind kind, caper_transform general, float value[4])
{
    caper_vec3 p = general.position;
    caper_quat q = general.rotation;
    bool rotation = kind == CAPER_CURVE_ROTATION;
    value[0] = rotation ? q.x : p.x;
    value[1] = rotation ? q.y : p.y;
    value[2] = rotation ? q.z : p.z;
    value[3] = rotation ? q.w : 0.0f;
}

static caper_key key_at(const caperi_remap *r, caper_curve_kind kind, float time)
{
    caper_key key = {0};
    key.time = time;
    key.ease = CAPER_EASE_MANUAL;
    caper_transform special = special_at(r, time);
    put_value(kind, caperi_generalize(&r->after, r->place, special, r->parts), key.value);
    return key;
}

// How exactly a height on the ground can be told at all. Where the world is large and the character
// small, the floats of the world are coarse; on a steep face a step of one float in x, or in time,
// is a step in height that only as many keys as floats could follow.
static double grain_at(const caperi_remap *r, float time, caper_transform special)
{
    const caperi_fit *fit = r->after.mode.ground ? &r->after : &r->before;
    if (!r->place->world || !fit->mode.ground)
        return 0.0;
    caper_vec3 at = caper_transform_mul_point(r->place->root, special.position);
    float step = 1.2e-7f * caper_max(fabsf(at.x), caper_max(fabsf(at.y), fabsf(at.z)));
    caper_place beside = *r->place;
    beside.root.position.x += step;
    beside.root.position.z += step;
    caper_transform general = caperi_generalize(fit, r->place, special, CAPER_KEY_POSITION);
    caper_vec3 here = caperi_specialize(fit, r->place, general, CAPER_KEY_POSITION).position;
    caper_vec3 there = caperi_specialize(fit, &beside, general, CAPER_KEY_POSITION).position;
    caper_vec3 later = special_at(r, nextafterf(time, INFINITY)).position;
    double least = (double)step, most = ROUNDING * CAPERI_REMAP_TOLERANCE * (double)r->after.size;
    double grain = least + (double)caper_vec3_distance(here, there) +
                   (double)caper_vec3_distance(later, special.position);
    return least > most ? least : grain > most ? most : grain;
}

// Is the body where it was, when the curve has that value?
static bool is_as_before(const caperi_remap *r, caper_curve_kind kind, float time,
                         const float value[4])
{
    caper_transform special = special_at(r, time);
    caper_transform general = caperi_generalize(&r->after, r->place, special, r->parts);
    double limit = SHARE * CAPERI_REMAP_TOLERANCE;
    if (kind == CAPER_CURVE_ROTATION) {
        general.rotation = caper_quat_make(value[0], value[1], value[2], value[3]);
        caper_transform now = caperi_specialize(&r->after, r->place, general, r->parts);
        return (double)caper_quat_angle(now.rotation, special.rotation) <= limit;
    }
    general.position = caper_vec3_make(value[0], value[1], value[2]);
    caper_transform now = caperi_specialize(&r->after, r->place, general, CAPER_KEY_POSITION);
    double off = (double)caper_vec3_distance(now.position, special.position);
    limit *= (double)r->after.size;
    return off <= limit || off <= limit + grain_at(r, time, special);
}

// Does the segment between two keys do what is wished?
static bool fits(const caperi_remap *r, caper_curve_kind kind, const caper_key pair[2])
{
    caper_curve curve = {kind, NULL, pair, 2};
    double from = (double)pair[0].time, span = (double)pair[1].time - from;
    int looks = (int)(span / (double)r->duration * LOOKS) + LOOKS_MIN;
    for (int i = 0; i < looks; i++) {
        float time = (float)(from + span * ((double)i + 0.5) / (double)looks), value[4] = {0};
        if (time <= pair[0].time || time >= pair[1].time)
            continue;
        caper_curve_sample(&curve, time, value, NULL);
        if (!is_as_before(r, kind, time, value))
            return false;
    }
    return true;
}

// ----------------------------------------------------------------------------------- segment

static float limit_speed(double v)
{
    double most = (double)CAPERI_MOTION_SPEED_MAX;
    return (float)(v < -most ? -most : v > most ? most : v);
}

// Velocities at both ends of the cubic through 0, a, b, c at 0, 1/3, 2/3 and 1 of a span.
static void end_velocities(caperi_dvec3 a, caperi_dvec3 b, caperi_dvec3 c, double span,
                           caperi_dvec3 *start, caperi_dvec3 *end)
{
    *start = caperi_dvec3_combine(caperi_dvec3_combine(a, 9.0, b, -4.5), 1.0, c, 1.0);
    *end = caperi_dvec3_combine(caperi_dvec3_combine(a, 4.5, b, -9.0), 1.0, c, 5.5);
    *start = caperi_dvec3_scale(*start, 1.0 / span);
    *end = caperi_dvec3_scale(*end, 1.0 / span);
}

// A value relative to the first one: a difference, or the rotation vector between them.
static caperi_dvec3 relative(caper_curve_kind kind, const caper_key *from, const caper_key *to)
{
    const float *a = from->value, *b = to->value;
    if (kind != CAPER_CURVE_ROTATION)
        return caperi_dvec3_make((double)b[0] - (double)a[0], (double)b[1] - (double)a[1],
                                 (double)b[2] - (double)a[2]);
    caperi_dquat p = caperi_dquat_from(caper_quat_make(a[0], a[1], a[2], a[3]));
    caperi_dquat q = caperi_dquat_from(caper_quat_make(b[0], b[1], b[2], b[3]));
    return caperi_dquat_log(caperi_dquat_mul(q, caperi_dquat_conj(p)));
}

// The keys at two times, with velocities that make the cubic between them.
static void make_pair(const caperi_remap *r, caper_curve_kind kind, float from, float to,
                      caper_key pair[2])
{
    pair[0] = key_at(r, kind, from);
    pair[1] = key_at(r, kind, to);
    float span = to - from;
    if (span < 1e-6f * caper_max(to, 1e-3f))
        return; // so near that the third of it would be rounding: flat
    caper_key third = key_at(r, kind, from + span * (1.0f / 3.0f));
    caper_key two_thirds = key_at(r, kind, from + span * (2.0f / 3.0f));
    caperi_dvec3 end = relative(kind, &pair[0], &pair[1]), start_rate, end_rate;
    end_velocities(relative(kind, &pair[0], &third), relative(kind, &pair[0], &two_thirds), end,
                   (double)span, &start_rate, &end_rate);
    if (kind == CAPER_CURVE_ROTATION)
        end_rate = caperi_rotvec_to_velocity(end, end_rate);
    pair[0].out[0] = limit_speed(start_rate.x);
    pair[0].out[1] = limit_speed(start_rate.y);
    pair[0].out[2] = limit_speed(start_rate.z);
    pair[1].in[0] = limit_speed(end_rate.x);
    pair[1].in[1] = limit_speed(end_rate.y);
    pair[1].in[2] = limit_speed(end_rate.z);
}

// -------------------------------------------------------------------------------------- list

typedef struct key_list {
    caper_key *keys;
    int count, capacity;
    caper_arena *arena;
    caper_error *error;
} key_list;

static bool push(key_list *list, caper_key key)
{
    if (list->count == KEYS_MAX)
        return caper_error_set(list->error, CAPER_ERROR_LIMIT, NULL, 0, 0,
                               "a curve would need more than %d keys in this mode", KEYS_MAX);
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 64;
        caper_key *keys = caper_arena_alloc_zero(list->arena, (size_t)capacity, sizeof *keys,
                                                 _Alignof(caper_key));
        if (!keys)
            return caper_error_set(list->error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        if (list->count > 0)
            memcpy(keys, list->keys, (size_t)list->count * sizeof *keys);
        list->keys = keys;
        list->capacity = capacity;
    }
    list->keys[list->count++] = key;
    return true;
}

// The farthest time, and the cubic that follows the wish until then.
static void reach(const caperi_remap *r, caper_curve_kind kind, float from, float to,
                  caper_key pair[2])
{
    make_pair(r, kind, from, to, pair);
    if (fits(r, kind, pair))
        return;
    float good = from, bad = to;
    for (;;) {
        float middle = good + (bad - good) * 0.5f;
        if (middle <= good || middle >= bad)
            break;
        caper_key attempt[2];
        make_pair(r, kind, from, middle, attempt);
        if (fits(r, kind, attempt)) {
            good = middle;
            memcpy(pair, attempt, sizeof attempt);
        } else {
            bad = middle;
        }
    }
    if (good == from) // a jump: there is no time between
        make_pair(r, kind, from, bad, pair);
}

// Keys from the last one in the list, which is at `from`, to a later time.
static bool add_cubics(const caperi_remap *r, caper_curve_kind kind, float to, key_list *list)
{
    while (list->keys[list->count - 1].time < to) {
        caper_key pair[2], *last = &list->keys[list->count - 1];
        reach(r, kind, last->time, to, pair);
        memcpy(last->out, pair[0].out, sizeof last->out);
        last->ease = CAPER_EASE_MANUAL;
        if (!push(list, pair[1]))
            return false;
    }
    return true;
}

// ------------------------------------------------------------------------------------- curve

// Is it right that the curve holds the value of a key from one time to another?
static bool may_hold(const caperi_remap *r, caper_curve_kind kind, const caper_key *key, float from,
                     float to)
{
    caper_key pair[2] = {*key, *key};
    pair[0].time = from;
    pair[1].time = to;
    pair[0].ease = CAPER_EASE_HOLD;
    return from >= to || fits(r, kind, pair);
}

// The old keys with new values and the same eases; false when the curve would not be the same.
static bool keep_eases(const caperi_remap *r, const caper_curve *old, key_list *list)
{
    int count = old->key_count;
    for (int i = 0; i < count; i++) {
        caper_key key = key_at(r, old->kind, old->keys[i].time);
        key.ease = old->keys[i].ease;
        if (!push(list, key))
            return false;
    }
    caper_key *keys = list->keys, pair[2];
    for (int i = 0; i + 1 < count; i++) {
        make_pair(r, old->kind, keys[i].time, keys[i + 1].time, pair);
        memcpy(keys[i].out, pair[0].out, sizeof pair[0].out);
        memcpy(keys[i + 1].in, pair[1].in, sizeof pair[1].in);
    }
    caperi_curve_settle(old->kind, keys, count, r->duration, r->loops);
    for (int i = 0; i + 1 < count; i++)
        if (!fits(r, old->kind, &keys[i]))
            return false;
    return may_hold(r, old->kind, &keys[0], 0.0f, keys[0].time) &&
           may_hold(r, old->kind, &keys[count - 1], keys[count - 1].time, r->duration);
}

// A key that holds has no velocity of its own before it, so the hold begins one float after a key
// that a cubic leads to.
static bool add_hold(const caperi_remap *r, caper_curve_kind kind, float to, key_list *list)
{
    caper_key hold = list->keys[list->count - 1];
    bool led_to = list->count > 1 && list->keys[list->count - 2].ease != CAPER_EASE_HOLD;
    hold.ease = CAPER_EASE_HOLD;
    hold.time = nextafterf(hold.time, INFINITY);
    if (!led_to || hold.time >= to)
        list->keys[list->count - 1].ease = CAPER_EASE_HOLD;
    else if (!push(list, hold))
        return false;
    return push(list, key_at(r, kind, to));
}

static bool add_keys(const caperi_remap *r, const caper_curve *old, key_list *list)
{
    caper_curve_kind kind = old->kind;
    caper_key first = key_at(r, kind, old->keys[0].time);
    bool held = may_hold(r, kind, &first, 0.0f, first.time);
    if (!push(list, held ? first : key_at(r, kind, 0.0f)) || !add_cubics(r, kind, first.time, list))
        return false;
    for (int i = 0; i < old->key_count; i++) {
        bool is_last = i + 1 == old->key_count;
        float to = is_last ? r->duration : old->keys[i + 1].time;
        const caper_key *last = &list->keys[list->count - 1];
        bool holds = (is_last || old->keys[i].ease == CAPER_EASE_HOLD) &&
                     may_hold(r, kind, last, last->time, to);
        if (holds && is_last)
            return true;
        if (!(holds ? add_hold(r, kind, to, list) : add_cubics(r, kind, to, list)))
            return false;
    }
    return true;
}

bool caperi_remap_curve(const caperi_remap *r, const caper_curve *old, caper_arena *arena,
                        caper_curve *curve, caper_error *error)
{
    key_list same = {NULL, 0, 0, arena, NULL}, more = {NULL, 0, 0, arena, error};
    bool kept = keep_eases(r, old, &same);
    if (!kept && !add_keys(r, old, &more))
        return false;
    *curve = *old;
    curve->keys = kept ? same.keys : more.keys;
    curve->key_count = kept ? same.count : more.count;
    return true;
}
