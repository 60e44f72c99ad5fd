// SPDX-License-Identifier: MIT
//
// Random motions with everything in them, and a comparison that looks at every member.
#ifndef CAPER_TEST_MOTION_RANDOM_H
#define CAPER_TEST_MOTION_RANDOM_H

#include "caper/motion.h"
#include "math_random.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Memory for the parts of a random def.
typedef struct motion_parts {
    caper_arena arena;
    caper_rng rng;
} motion_parts;

#define PART(p, count, type)                                                                       \
    caper_arena_alloc_zero(&(p)->arena, (size_t)(count), sizeof(type), _Alignof(type))

static inline const char *random_name(motion_parts *p, const char *stem, int number)
{
    static const char *const tails[] = {"", " \"quoted\"", "\\\n\t", " \xC3\xA9\xE2\x82\xAC", "/"};
    char *name = PART(p, 64, char);
    snprintf(name, 64, "%s%d%s", stem, number, tails[caper_rng_int(&p->rng, 0, 4)]);
    return name;
}

// Half of them numbers that people write, half with all bits in use, some negative zeros.
static inline float random_number(caper_rng *rng, float low, float high)
{
    float x = caper_rng_range(rng, low, high);
    switch (caper_rng_int(rng, 0, 5)) {
    case 0:
        return low <= 0.0f && high >= 0.0f ? -0.0f : low;
    case 1:
    case 2:
        return caper_clamp(roundf(x * 100.0f) / 100.0f, low, high);
    default:
        return x;
    }
}

static inline caper_query random_query(caper_rng *rng)
{
    caper_query query = {0};
    caper_caps all = (1u << CAPER_CAP_COUNT) - 1;
    if (caper_rng_bool(rng, 0.8f)) {
        query.caps = caper_rng_u32(rng) & caper_rng_u32(rng) & all;
        query.not_caps = caper_rng_u32(rng) & caper_rng_u32(rng) & all;
        for (int i = 0; i < 3; i++) {
            query.zones[i] = (caper_zone)caper_rng_int(rng, 0, CAPER_ZONE_COUNT - 1);
            query.set_zones[i] = (caper_zone)caper_rng_int(rng, 0, CAPER_ZONE_COUNT - 1);
        }
        query.extent = (caper_extent)caper_rng_int(rng, 0, CAPER_EXTENT_COUNT - 1);
        query.spine_segment = caper_rng_bool(rng, 0.5f);
    }
    return query;
}

static inline caper_key random_motion_key(caper_rng *rng, caper_curve_kind kind, float time)
{
    caper_key key = {.time = time};
    bool weight = kind == CAPER_CURVE_POSITION_WEIGHT || kind == CAPER_CURVE_ROTATION_WEIGHT;
    for (int i = 0; i < 4; i++) {
        key.value[i] = weight ? random_number(rng, 0, 1) : random_number(rng, -3, 3);
        key.in[i] = random_number(rng, -9, 9);
        key.out[i] = caper_rng_bool(rng, 0.5f) ? key.in[i] : random_number(rng, -9, 9);
    }
    if (kind == CAPER_CURVE_ROTATION) {
        caper_quat q = awkward_quat(rng, caper_rng_int(rng, 0, 5));
        float angles[3];
        for (int i = 0; i < 3; i++)
            angles[i] = (float)caper_rng_int(rng, -18, 18) * 10 * CAPER_DEGREE;
        if (caper_rng_bool(rng, 0.5f))
            q = caper_quat_from_euler("XYZ", angles);
        memcpy(key.value, &q, sizeof key.value);
    }
    key.ease = (caper_ease)caper_rng_int(rng, 0, CAPER_EASE_COUNT - 1);
    return key;
}

static inline caper_curve random_curve(motion_parts *p, caper_curve_kind kind, float duration)
{
    // curves of one motion share the grid of times, so that keys meet in one line of a file
    float times[9];
    int count = 0;
    bool grid = caper_rng_bool(&p->rng, 0.7f);
    for (int i = 0; i <= 8; i++) {
        float time = grid ? duration * (float)i / 8
                          : duration * ((float)i + caper_rng_float(&p->rng)) / 9.0f;
        if (caper_rng_bool(&p->rng, 0.5f))
            times[count++] = time;
    }
    if (count == 0)
        times[count++] = duration;
    caper_key *keys = PART(p, count, caper_key);
    for (int i = 0; i < count; i++)
        keys[i] = random_motion_key(&p->rng, kind, times[i]);
    return (caper_curve){.kind = kind, .keys = keys, .key_count = count};
}

static inline caper_channel random_channel(motion_parts *p, int number, float duration)
{
    caper_rng *rng = &p->rng;
    caper_channel channel = {.name = random_name(p, "channel", number)};
    channel.query = random_query(rng);
    channel.mode.position = (caper_frame)caper_rng_int(rng, 0, CAPER_FRAME_LOOK - 1);
    channel.mode.rotation = (caper_frame)caper_rng_int(rng, 0, CAPER_FRAME_LOOK);
    channel.mode.scale = (caper_scale)caper_rng_int(rng, 0, CAPER_SCALE_COUNT - 1);
    channel.mode.point = (caper_point)caper_rng_int(rng, 0, CAPER_POINT_COUNT - 1);
    channel.mode.ground = caper_rng_bool(rng, 0.3f);
    channel.mode.sagittal = caper_rng_bool(rng, 0.3f);
    channel.mode.direction = caper_rng_bool(rng, 0.3f);
    // groups aim at groups of lower numbers, never in a circle
    channel.aim.kind =
        number > 0 ? (caper_aim_kind)caper_rng_int(rng, 1, CAPER_AIM_COUNT - 1) : CAPER_AIM_TARGET;
    channel.aim.target = random_name(p, "target", 0);
    channel.aim.bodies = random_query(rng);
    channel.aim.group = "group0";
    channel.mirroring = (caper_mirroring)caper_rng_int(rng, 0, CAPER_MIRROR_COUNT - 1);
    channel.group = number < 2 ? number ? "group1" : "group0" : NULL;
    channel.blend = caper_rng_bool(rng, 0.3f) ? "blend" : NULL;
    channel.priority = caper_rng_bool(rng, 0.3f) ? caper_rng_int(rng, -9, 9) : 0;
    caper_curve *curves = PART(p, 8, caper_curve);
    // deforms first, and in no order: the builder sorts
    static const char *const deforms[] = {"open", "blink", "droop \xC3\xA9"};
    for (int i = 0; i < 3; i++) {
        if (caper_rng_bool(rng, 0.7f))
            continue;
        curves[channel.curve_count] = random_curve(p, CAPER_CURVE_DEFORM, duration);
        curves[channel.curve_count++].deform = deforms[i];
    }
    for (int kind = 0; kind < CAPER_CURVE_DEFORM; kind++)
        if (caper_rng_bool(rng, 0.6f))
            curves[channel.curve_count++] = random_curve(p, (caper_curve_kind)kind, duration);
    channel.curves = curves;
    return channel;
}

static inline caper_branch random_branch(motion_parts *p, int number, float duration)
{
    caper_rng *rng = &p->rng;
    caper_branch branch = {.name = number ? random_name(p, "branch", number) : ""};
    branch.channel_count = caper_rng_int(rng, 2, 6);
    caper_channel *channels = PART(p, branch.channel_count, caper_channel);
    for (int i = 0; i < branch.channel_count; i++)
        channels[i] = random_channel(p, i, duration);
    branch.channels = channels;
    if (caper_rng_bool(rng, 0.5f)) {
        caper_pair *pair = PART(p, 1, caper_pair);
        *pair = (caper_pair){"group0", "group1", (caper_side)caper_rng_int(rng, 0, 2)};
        branch.pairs = pair;
        branch.pair_count = 1;
    }
    if (caper_rng_bool(rng, 0.6f)) {
        caper_caps with = caper_rng_u32(rng) & 0xff, without = caper_rng_u32(rng) & 0x7f00;
        int legs = caper_rng_int(rng, 0, 4), more = caper_rng_int(rng, 0, 3);
        branch.needs.upright_spine = (caper_answer)caper_rng_int(rng, 0, 2);
        branch.needs.with = with;
        branch.needs.without = without;
        branch.needs.min_legs = legs;
        branch.needs.max_legs = caper_rng_bool(rng, 0.5f) ? legs + more : 0;
        branch.needs.min_graspers = caper_rng_int(rng, 0, 2);
        branch.needs.min_ground_graspers = caper_rng_int(rng, 0, 2);
    }
    return branch;
}

/// A motion with everything that a motion can hold. The rng decides all of it.
static inline caper_motion *random_motion(uint64_t seed)
{
    motion_parts p;
    caper_arena_init(&p.arena, NULL, 0);
    p.rng = caper_rng_make(seed);
    caper_motion_def def = caper_motion_def_default();
    def.name = random_name(&p, "motion", (int)seed);
    def.about = caper_rng_bool(&p.rng, 0.5f) ? "About it.\nTwo lines." : NULL;
    def.duration = caper_rng_bool(&p.rng, 0.5f) ? 2.0f : caper_rng_range(&p.rng, 0.1f, 20);
    def.loops = caper_rng_bool(&p.rng, 0.5f);
    def.handed = caper_rng_bool(&p.rng, 0.3f);
    def.branch_count = caper_rng_int(&p.rng, 1, 3);
    caper_branch *branches = PART(&p, def.branch_count, caper_branch);
    for (int i = 0; i < def.branch_count; i++)
        branches[i] = random_branch(&p, i, def.duration);
    def.branches = branches;
    def.event_count = caper_rng_int(&p.rng, 0, 6);
    caper_event *events = PART(&p, 6, caper_event);
    for (int i = 0; i < def.event_count; i++) {
        events[i].time = def.duration * (float)caper_rng_int(&p.rng, 0, 4) / 4;
        events[i].name = random_name(&p, "event", i);
        events[i].channel = caper_rng_bool(&p.rng, 0.5f) ? branches[0].channels[0].name : NULL;
        events[i].value = random_number(&p.rng, -2, 2);
    }
    def.events = events;
    def.target_count = caper_rng_int(&p.rng, 0, 3);
    caper_target_default *targets = PART(&p, 3, caper_target_default);
    for (int i = 0; i < def.target_count; i++) {
        targets[i].name = random_name(&p, "target", i);
        targets[i].at = random_vec3(&p.rng, 2);
    }
    def.targets = targets;
    caper_curve travel = random_curve(&p, CAPER_CURVE_TRAVEL, def.duration);
    def.travel = caper_rng_bool(&p.rng, 0.5f) ? &travel : NULL;
    def.paced = caper_rng_bool(&p.rng, 0.3f);
    caper_error error = {0};
    caper_motion *motion = caper_motion_create(&def, &error);
    CHECK_STR(error.message, "");
    caper_arena_destroy(&p.arena);
    REQUIRE(motion != NULL);
    return motion;
}

// -- Comparing ------------------------------------------------------------------------------------

static inline bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static inline bool same_query(const caper_query *a, const caper_query *b)
{
    return a->caps == b->caps && a->not_caps == b->not_caps &&
           memcmp(a->zones, b->zones, sizeof a->zones) == 0 &&
           memcmp(a->set_zones, b->set_zones, sizeof a->set_zones) == 0 && a->extent == b->extent &&
           a->spine_segment == b->spine_segment;
}

static inline bool same_curve(const caper_curve *a, const caper_curve *b)
{
    return a->kind == b->kind && same_text(a->deform, b->deform) && a->key_count == b->key_count &&
           memcmp(a->keys, b->keys, (size_t)a->key_count * sizeof *a->keys) == 0;
}

static inline bool same_channel(const caper_channel *a, const caper_channel *b)
{
    bool same = same_text(a->name, b->name) && same_query(&a->query, &b->query) &&
                a->mode.position == b->mode.position && a->mode.rotation == b->mode.rotation &&
                a->mode.scale == b->mode.scale && a->mode.point == b->mode.point &&
                a->mode.ground == b->mode.ground && a->mode.sagittal == b->mode.sagittal &&
                a->mode.direction == b->mode.direction && a->aim.kind == b->aim.kind &&
                same_text(a->aim.target, b->aim.target) && same_text(a->aim.group, b->aim.group) &&
                same_query(&a->aim.bodies, &b->aim.bodies) && a->mirroring == b->mirroring &&
                same_text(a->group, b->group) && same_text(a->blend, b->blend) &&
                a->priority == b->priority && a->curve_count == b->curve_count;
    for (int i = 0; same && i < a->curve_count; i++)
        same = same_curve(&a->curves[i], &b->curves[i]);
    return same;
}

static inline bool same_branch(const caper_branch *a, const caper_branch *b)
{
    bool same = same_text(a->name, b->name) && a->needs.upright_spine == b->needs.upright_spine &&
                a->needs.with == b->needs.with && a->needs.without == b->needs.without &&
                a->needs.min_legs == b->needs.min_legs && a->needs.max_legs == b->needs.max_legs &&
                a->needs.min_graspers == b->needs.min_graspers &&
                a->needs.max_graspers == b->needs.max_graspers &&
                a->needs.min_ground_graspers == b->needs.min_ground_graspers &&
                a->channel_count == b->channel_count && a->pair_count == b->pair_count;
    for (int i = 0; same && i < a->channel_count; i++)
        same = same_channel(&a->channels[i], &b->channels[i]);
    for (int i = 0; same && i < a->pair_count; i++)
        same = same_text(a->pairs[i].a, b->pairs[i].a) && same_text(a->pairs[i].b, b->pairs[i].b) &&
               a->pairs[i].side == b->pairs[i].side;
    return same;
}

/// Every member of the two is the same, floats to the bit.
static inline bool same_motion(const caper_motion *a, const caper_motion *b)
{
    bool same = same_text(a->name, b->name) && same_text(a->about, b->about) &&
                memcmp(&a->duration, &b->duration, sizeof a->duration) == 0 &&
                a->loops == b->loops && a->handed == b->handed && a->paced == b->paced &&
                a->branch_count == b->branch_count && a->event_count == b->event_count &&
                a->target_count == b->target_count && !a->travel == !b->travel &&
                a->memory_size == b->memory_size;
    for (int i = 0; same && i < a->branch_count; i++)
        same = same_branch(&a->branches[i], &b->branches[i]);
    for (int i = 0; same && i < a->event_count; i++)
        same = memcmp(&a->events[i].time, &b->events[i].time, sizeof(float)) == 0 &&
               memcmp(&a->events[i].value, &b->events[i].value, sizeof(float)) == 0 &&
               same_text(a->events[i].name, b->events[i].name) &&
               same_text(a->events[i].channel, b->events[i].channel);
    for (int i = 0; same && i < a->target_count; i++)
        same = same_text(a->targets[i].name, b->targets[i].name) &&
               memcmp(&a->targets[i].at, &b->targets[i].at, sizeof a->targets[i].at) == 0;
    return same && (!a->travel || same_curve(a->travel, b->travel));
}

#endif
