// SPDX-License-Identifier: MIT
//
// Editing (paper 000, section 3.3): setting a key from a pose of one body, and changing a channel's
// mode under its keys. Both build a new motion from the old one's def, with one channel replaced,
// so that whatever building refuses is refused here, too. Invariant: the old motion is not touched.
#include "motion/remap.h"

#include <string.h>

#define KEY_DISTANCE 1e-3 // seconds within which a key is the same key

// --------------------------------------------------------------------------------- rebuilding

static const caper_channel *find_channel(const caper_motion *motion, int branch, int channel)
{
    if (!motion || branch < 0 || branch >= motion->branch_count || channel < 0 ||
        channel >= motion->branches[branch].channel_count)
        return NULL;
    return &motion->branches[branch].channels[channel];
}

static bool is_place(const caper_place *place)
{
    return place && place->character && place->body >= 0 &&
           place->body < place->character->body_count;
}

static void *copy_array(caper_arena *arena, const void *array, int count, size_t size)
{
    void *copy = caper_arena_alloc(arena, (size_t)(count > 0 ? count : 1) * size, 16);
    if (copy && count > 0)
        memcpy(copy, array, (size_t)count * size);
    return copy;
}

static bool out_of_memory(caper_error *error)
{
    return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
}

// The motion with another channel in place of one.
static caper_motion *rebuild(const caper_motion *motion, int branch, int channel,
                             const caper_channel *changed, caper_arena *arena, caper_error *error)
{
    caper_motion_def def = caper_motion_to_def(motion);
    caper_branch *branches =
        copy_array(arena, motion->branches, motion->branch_count, sizeof *branches);
    const caper_branch *old = &motion->branches[branch];
    caper_channel *channels =
        copy_array(arena, old->channels, old->channel_count, sizeof *channels);
    if (!branches || !channels) {
        out_of_memory(error);
        return NULL;
    }
    channels[channel] = *changed;
    branches[branch].channels = channels;
    def.branches = branches;
    return caper_motion_create(&def, error);
}

// ---------------------------------------------------------------------------------------- key

// What a key that is new between others does afterwards: a curve that steps goes on to step.
static caper_ease ease_of_new_key(const caper_curve *curve, float time)
{
    caper_ease ease = CAPER_EASE_SMOOTH;
    for (int i = 0; i < curve->key_count && curve->keys[i].time < time; i++)
        ease = curve->keys[i].ease;
    return ease == CAPER_EASE_HOLD || ease == CAPER_EASE_LINEAR ? ease : CAPER_EASE_SMOOTH;
}

// The keys with one more, in place of those that are the same key.
static bool insert_key(const caper_curve *old, caper_key key, caper_arena *arena,
                       caper_curve *curve)
{
    caper_key *keys = caper_arena_alloc_zero(arena, (size_t)old->key_count + 1, sizeof *keys, 16);
    if (!keys)
        return false;
    int count = 0;
    bool done = false;
    key.ease = ease_of_new_key(old, key.time);
    for (int i = 0; i < old->key_count; i++) {
        const caper_key *k = &old->keys[i];
        double apart = (double)k->time - (double)key.time;
        if (apart >= -KEY_DISTANCE && apart <= KEY_DISTANCE) {
            key.ease = k->ease;
            memcpy(key.in, k->in, sizeof key.in);
            memcpy(key.out, k->out, sizeof key.out);
            continue;
        }
        if (!done && k->time > key.time) {
            keys[count++] = key;
            done = true;
        }
        keys[count++] = *k;
    }
    if (!done)
        keys[count++] = key;
    *curve = *old;
    curve->keys = keys;
    curve->key_count = count;
    return true;
}

// Sets the key in the channel's curve of that kind, or in a new one; the curves are a copy with
// room for one more.
static bool set_curve_key(caper_channel *channel, caper_curve *curves, caper_curve_kind kind,
                          caper_key key, caper_arena *arena)
{
    int at = 0;
    while (at < channel->curve_count && curves[at].kind != kind)
        at++;
    if (at == channel->curve_count) {
        caper_curve none = {kind, NULL, NULL, 0};
        curves[channel->curve_count++] = none;
    }
    return insert_key(&curves[at], key, arena, &curves[at]);
}

// The body is where its position curve puts it when only its rotation is set.
static caper_transform put_in_place(const caper_channel *channel, const caperi_fit *fit,
                                    const caper_place *place, float time, caper_transform special)
{
    const caper_curve *position = caper_channel_curve(channel, CAPER_CURVE_POSITION, NULL);
    if (!position)
        return special;
    float v[4];
    caper_curve_sample(position, time, v, NULL);
    caper_transform general = caper_transform_identity();
    general.position = caper_vec3_make(v[0], v[1], v[2]);
    special.position = caperi_specialize(fit, place, general, CAPER_KEY_POSITION).position;
    return special;
}

static caper_transform general_key(const caper_channel *channel, const caper_place *place,
                                   float time, caper_transform special, int parts)
{
    caperi_fit fit = caperi_fit_make(&channel->mode, place->character, place->body);
    bool placed = parts & CAPER_KEY_POSITION ||
                  caper_channel_curve(channel, CAPER_CURVE_POSITION, NULL) != NULL;
    if (!(parts & CAPER_KEY_POSITION))
        special = put_in_place(channel, &fit, place, time, special);
    return caperi_generalize(&fit, place, special,
                             CAPER_KEY_ROTATION | (placed ? CAPER_KEY_POSITION : 0));
}

caper_motion *caper_motion_set_key(const caper_motion *motion, int branch, int channel, float time,
                                   const caper_place *place, caper_transform special, int parts,
                                   caper_error *error)
{
    const caper_channel *old = find_channel(motion, branch, channel);
    bool good = old && is_place(place) && caper_transform_is_valid(special, 1e-3f) && parts > 0 &&
                parts <= (CAPER_KEY_POSITION | CAPER_KEY_ROTATION);
    CAPER_ASSERT(good);
    if (!good) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "no such channel, place, pose or part of it to set a key of");
        return NULL;
    }
    caper_arena arena;
    caper_arena_init(&arena, &motion->allocator, 0);
    caper_transform general = general_key(old, place, time, special, parts);
    caper_vec3 p = general.position;
    caper_quat q = general.rotation;
    caper_key at = {time, {p.x, p.y, p.z, 0.0f}, {0}, {0}, CAPER_EASE_SMOOTH};
    caper_key turn = {time, {q.x, q.y, q.z, q.w}, {0}, {0}, CAPER_EASE_SMOOTH};

    caper_channel changed = *old;
    caper_curve *curves =
        caper_arena_alloc_zero(&arena, (size_t)old->curve_count + 2, sizeof *curves, 16);
    if (curves && old->curve_count > 0)
        memcpy(curves, old->curves, (size_t)old->curve_count * sizeof *curves);
    changed.curves = curves;
    bool done = curves != NULL;
    if (done && (parts & CAPER_KEY_POSITION))
        done = set_curve_key(&changed, curves, CAPER_CURVE_POSITION, at, &arena);
    if (done && (parts & CAPER_KEY_ROTATION))
        done = set_curve_key(&changed, curves, CAPER_CURVE_ROTATION, turn, &arena);
    caper_motion *result = NULL;
    if (done)
        result = rebuild(motion, branch, channel, &changed, &arena, error);
    else
        out_of_memory(error);
    caper_arena_destroy(&arena);
    return result;
}

// --------------------------------------------------------------------------------------- mode

static bool remap_curves(const caper_motion *motion, const caper_place *place,
                         const caper_channel *old, const caper_mode *mode, caper_curve *curves,
                         caper_arena *arena, caper_error *error)
{
    caperi_remap remap = {0};
    remap.before = caperi_fit_make(&old->mode, place->character, place->body);
    remap.after = caperi_fit_make(mode, place->character, place->body);
    remap.place = place;
    remap.position = caper_channel_curve(old, CAPER_CURVE_POSITION, NULL);
    remap.rotation = caper_channel_curve(old, CAPER_CURVE_ROTATION, NULL);
    remap.parts =
        (remap.position ? CAPER_KEY_POSITION : 0) | (remap.rotation ? CAPER_KEY_ROTATION : 0);
    remap.duration = motion->duration;
    remap.loops = motion->loops;
    for (int pass = 0; pass < 2; pass++) { // positions first
        caper_curve_kind kind = pass == 0 ? CAPER_CURVE_POSITION : CAPER_CURVE_ROTATION;
        for (int i = 0; i < old->curve_count; i++) {
            if (old->curves[i].kind != kind)
                continue;
            if (!caperi_remap_curve(&remap, &old->curves[i], arena, &curves[i], error))
                return false;
            remap.position_after = &curves[i];
        }
    }
    return true;
}

caper_motion *caper_motion_set_mode(const caper_motion *motion, int branch, int channel,
                                    const caper_mode *mode, const caper_place *place,
                                    caper_error *error)
{
    const caper_channel *old = find_channel(motion, branch, channel);
    bool good = old && is_place(place) && mode && caperi_mode_is_valid(mode);
    CAPER_ASSERT(good);
    if (!good) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "no such channel, mode or place to change the mode of");
        return NULL;
    }
    caper_arena arena;
    caper_arena_init(&arena, &motion->allocator, 0);
    caper_channel changed = *old;
    caper_curve *curves = copy_array(&arena, old->curves, old->curve_count, sizeof *curves);
    changed.curves = curves;
    changed.mode = *mode;
    caper_motion *result = NULL;
    if (!curves)
        out_of_memory(error);
    else if (remap_curves(motion, place, old, mode, curves, &arena, error))
        result = rebuild(motion, branch, channel, &changed, &arena, error);
    caper_arena_destroy(&arena);
    return result;
}
