// SPDX-License-Identifier: MIT
//
// Reads .motion.json (docs/schema/motion.schema.json): JSON values to a def, which the builder then
// checks like any other. Unknown members are refused. It notes the place of each part of the def in
// the file, so that the checks of the builder have a line and column as well. Invariant: any bytes
// give a motion or an error, never a crash, and the memory used is bounded by the size of the text.
#include "base/json.h"
#include "base/try.h"
#include "body/body.h"
#include "motion/asset.h"
#include "motion/motion_read.h"

#include <string.h>

#define VERSION 1

const char *const caperi_frame_names[CAPER_FRAME_COUNT] = {"identity", "rest",    "secondary",
                                                           "look",     "surface", "reach"};
const char *const caperi_scale_names[CAPER_SCALE_COUNT] = {"none", "creature", "limb"};
const char *const caperi_point_names[CAPER_POINT_COUNT] = {"auto", "joint", "center", "sole"};
const char *const caperi_mirroring_names[CAPER_MIRROR_COUNT] = {"sides", "none"};
const char *const caperi_expect_names[CAPER_EXPECT_KIND_COUNT] = {
    "reach", "touch", "meet", "ground", "face", "stretch", "plant", "move"};
const char *const caperi_side_names[CAPER_SIDE_COUNT] = {"any", "same", "opposite"};
const char *const caperi_extent_names[CAPER_EXTENT_COUNT] = {"none",   "left",  "right", "top",
                                                             "bottom", "front", "back"};
const char *const caperi_zone_names[CAPERI_ZONE_WORDS] = {
    "left", "center_x", "right", "top", "center_y", "bottom", "front", "center_z", "back"};

// what a position may be: no look
static const char *const position_names[] = {"identity", "rest", "secondary", "surface", "reach"};
static const char *const motion_keys[] = {
    "caper", "version",  "name",  "about",    "duration", "loops",  "handed", "paced",  "targets",
    "needs", "channels", "pairs", "branches", "travel",   "events", "expect", "$schema"};
static const char *const branch_keys[] = {"name", "needs", "channels", "pairs"};
static const char *const needs_keys[] = {"upright_spine", "with",     "without",
                                         "legs",          "graspers", "ground_graspers"};
static const char *const range_keys[] = {"min", "max"};
static const char *const channel_keys[] = {"name",   "select", "group", "blend", "priority",
                                           "mirror", "mode",   "aim",   "keys"};
static const char *const query_keys[] = {"caps",         "not",  "where",
                                         "where_in_set", "most", "spine_segment"};
static const char *const mode_keys[] = {"position", "rotation",  "scale", "ground",
                                        "sagittal", "direction", "point"};
static const char *const aim_keys[] = {"target", "bodies", "group"};
static const char *const pair_keys[] = {"groups", "side"};
static const char *const expect_keys[] = {"channel", "does", "branch", "with",  "target",
                                          "bodies",  "from", "to",     "within"};
static const char *const event_keys[] = {"t", "name", "channel", "value"};

typedef caperi_motion_reader reader;

void *caperi_motion_grab(reader *r, size_t count, size_t size, size_t align)
{
    void *memory = caper_arena_alloc_zero(&r->arena, count ? count : 1, size, align);
    if (!memory)
        caperi_json_fail(r->json, NULL, CAPER_ERROR_MEMORY, "out of memory");
    return memory;
}

bool caperi_motion_note(reader *r, const void *item, const caperi_json_value *value)
{
    if (r->place_count == r->place_room) {
        size_t room = r->place_room ? 2 * r->place_room : 64;
        caperi_motion_place *more = CAPERI_GRAB(r, room, caperi_motion_place);
        CAPER_PASS(more != NULL);
        if (r->place_count > 0)
            memcpy(more, r->places, sizeof *more * r->place_count);
        r->places = more;
        r->place_room = room;
    }
    caperi_motion_place place = {item, (int)value->line, (int)value->column};
    r->places[r->place_count++] = place;
    return true;
}

// A name that the builder may find at fault.
static bool read_name(reader *r, const caperi_json_value *object, const char *key,
                      caperi_json_need need, const char **name)
{
    CAPER_PASS(caperi_json_get_name(r->json, object, key, need, name));
    const caperi_json_value *value = caperi_json_find(object, key);
    return !value || caperi_motion_note(r, *name, value);
}

// -- Queries, modes, aims -------------------------------------------------------------------------

static bool read_caps(reader *r, const caperi_json_value *object, const char *key, caper_caps *caps)
{
    const caperi_json_value *list;
    CAPER_PASS(
        caperi_json_get_array(r->json, object, key, CAPERI_OPTIONAL, 0, CAPER_CAP_COUNT, &list));
    for (uint32_t i = 0; list && i < list->count; i++) {
        int bit;
        CAPER_PASS(
            caperi_json_enum(r->json, &list->as.items[i], caperi_cap_names, CAPER_CAP_COUNT, &bit));
        *caps |= 1u << bit;
    }
    return true;
}

static bool read_zones(reader *r, const caperi_json_value *object, const char *key,
                       caper_zone zones[3])
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(r->json, object, key, CAPERI_OPTIONAL, 0, 3, &list));
    for (uint32_t i = 0; list && i < list->count; i++) {
        const caperi_json_value *item = &list->as.items[i];
        int word;
        CAPER_PASS(caperi_json_enum(r->json, item, caperi_zone_names, CAPERI_ZONE_WORDS, &word));
        caper_zone *zone = &zones[word / 3];
        if (*zone != CAPER_ZONE_ANY)
            return CAPERI_REFUSE(r, item, "'%s' is along the same axis as a word before it",
                                 caperi_zone_names[word]);
        *zone = (caper_zone)(CAPER_ZONE_PLUS + word % 3);
    }
    return true;
}

static bool read_query(reader *r, const caperi_json_value *value, caper_query *query)
{
    CAPER_PASS(caperi_json_object(r->json, value));
    CAPERI_CHECK_KEYS(r, value, query_keys);
    CAPER_PASS(read_caps(r, value, "caps", &query->caps));
    CAPER_PASS(read_caps(r, value, "not", &query->not_caps));
    CAPER_PASS(read_zones(r, value, "where", query->zones));
    CAPER_PASS(read_zones(r, value, "where_in_set", query->set_zones));
    int extent = -1;
    CAPER_PASS(caperi_json_get_enum(r->json, value, "most", CAPERI_OPTIONAL,
                                    caperi_extent_names + 1, CAPER_EXTENT_COUNT - 1, &extent));
    query->extent = (caper_extent)(extent + 1);
    return caperi_json_get_bool(r->json, value, "spine_segment", CAPERI_OPTIONAL,
                                &query->spine_segment);
}

static bool read_mode(reader *r, const caperi_json_value *channel, caper_mode *mode)
{
    const caperi_json_value *value;
    CAPER_PASS(caperi_json_get_object(r->json, channel, "mode", CAPERI_OPTIONAL, &value));
    if (!value)
        return true;
    CAPERI_CHECK_KEYS(r, value, mode_keys);
    int position = (int)mode->position, rotation = (int)mode->rotation;
    int scale = (int)mode->scale, point = (int)mode->point;
    CAPER_PASS(caperi_json_get_enum(r->json, value, "position", CAPERI_OPTIONAL, position_names,
                                    CAPER_COUNT_OF(position_names), &position));
    position += position >= CAPER_FRAME_LOOK; // no look among them
    CAPER_PASS(caperi_json_get_enum(r->json, value, "rotation", CAPERI_OPTIONAL, caperi_frame_names,
                                    CAPER_FRAME_SURFACE, &rotation));
    CAPER_PASS(caperi_json_get_enum(r->json, value, "scale", CAPERI_OPTIONAL, caperi_scale_names,
                                    CAPER_SCALE_COUNT, &scale));
    CAPER_PASS(caperi_json_get_enum(r->json, value, "point", CAPERI_OPTIONAL, caperi_point_names,
                                    CAPER_POINT_COUNT, &point));
    CAPER_PASS(caperi_json_get_bool(r->json, value, "ground", CAPERI_OPTIONAL, &mode->ground));
    CAPER_PASS(caperi_json_get_bool(r->json, value, "sagittal", CAPERI_OPTIONAL, &mode->sagittal));
    CAPER_PASS(
        caperi_json_get_bool(r->json, value, "direction", CAPERI_OPTIONAL, &mode->direction));
    mode->position = (caper_frame)position;
    mode->rotation = (caper_frame)rotation;
    mode->scale = (caper_scale)scale;
    mode->point = (caper_point)point;
    return caperi_motion_note(r, mode, value);
}

static bool read_aim(reader *r, const caperi_json_value *channel, caper_aim *aim)
{
    const caperi_json_value *value;
    CAPER_PASS(caperi_json_get_object(r->json, channel, "aim", CAPERI_OPTIONAL, &value));
    if (!value)
        return true;
    CAPERI_CHECK_KEYS(r, value, aim_keys);
    if (value->count != 1)
        return CAPERI_REFUSE(r, value, "the aim has %u of target, bodies and group, expected 1",
                             (unsigned)value->count);
    CAPER_PASS(read_name(r, value, "target", CAPERI_OPTIONAL, &aim->target));
    CAPER_PASS(read_name(r, value, "group", CAPERI_OPTIONAL, &aim->group));
    const caperi_json_value *bodies = caperi_json_find(value, "bodies");
    if (bodies)
        CAPER_PASS(read_query(r, bodies, &aim->bodies));
    aim->kind = bodies ? CAPER_AIM_BODIES : aim->target ? CAPER_AIM_TARGET : CAPER_AIM_GROUP;
    return caperi_motion_note(r, aim, value);
}

// -- Branches -------------------------------------------------------------------------------------

static bool read_channel(reader *r, const caperi_json_value *value, caper_channel *channel)
{
    const caperi_json *json = r->json;
    CAPER_PASS(caperi_json_object(json, value));
    CAPERI_CHECK_KEYS(r, value, channel_keys);
    CAPER_PASS(caperi_motion_note(r, channel, value));
    CAPER_PASS(read_name(r, value, "name", CAPERI_REQUIRED, &channel->name));
    CAPER_PASS(read_name(r, value, "group", CAPERI_OPTIONAL, &channel->group));
    CAPER_PASS(read_name(r, value, "blend", CAPERI_OPTIONAL, &channel->blend));
    CAPER_PASS(caperi_json_get_int(json, value, "priority", CAPERI_OPTIONAL,
                                   -CAPERI_MOTION_PRIORITY_MAX, CAPERI_MOTION_PRIORITY_MAX,
                                   &channel->priority));
    int mirroring = CAPER_MIRROR_SIDES;
    CAPER_PASS(caperi_json_get_enum(json, value, "mirror", CAPERI_OPTIONAL, caperi_mirroring_names,
                                    CAPER_MIRROR_COUNT, &mirroring));
    channel->mirroring = (caper_mirroring)mirroring;
    const caperi_json_value *select = caperi_json_find(value, "select");
    if (select)
        CAPER_PASS(read_query(r, select, &channel->query));
    channel->mode = caperi_mode_default();
    CAPER_PASS(read_mode(r, value, &channel->mode));
    CAPER_PASS(read_aim(r, value, &channel->aim));
    return caperi_motion_read_keys(r, value, channel);
}

static bool read_channels(reader *r, const caperi_json_value *object, caper_branch *branch)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(r->json, object, "channels", CAPERI_REQUIRED, 1,
                                     CAPER_MAX_CHANNELS, &list));
    caper_channel *channels = CAPERI_GRAB(r, list->count, caper_channel);
    CAPER_PASS(channels != NULL);
    for (uint32_t i = 0; i < list->count; i++)
        CAPER_PASS(read_channel(r, &list->as.items[i], &channels[i]));
    branch->channels = channels;
    branch->channel_count = (int)list->count;
    return true;
}

static bool read_pairs(reader *r, const caperi_json_value *object, caper_branch *branch)
{
    const caperi_json_value *list, *groups;
    CAPER_PASS(caperi_json_get_array(r->json, object, "pairs", CAPERI_OPTIONAL, 0,
                                     CAPERI_MOTION_PAIRS_MAX, &list));
    if (!list)
        return true;
    caper_pair *pairs = CAPERI_GRAB(r, list->count, caper_pair);
    CAPER_PASS(pairs != NULL);
    for (uint32_t i = 0; i < list->count; i++) {
        const caperi_json_value *value = &list->as.items[i];
        CAPER_PASS(caperi_json_object(r->json, value));
        CAPERI_CHECK_KEYS(r, value, pair_keys);
        CAPER_PASS(caperi_motion_note(r, &pairs[i], value));
        CAPER_PASS(caperi_json_get_array(r->json, value, "groups", CAPERI_REQUIRED, 2, 2, &groups));
        CAPER_PASS(caperi_json_name(r->json, &groups->as.items[0], &pairs[i].a));
        CAPER_PASS(caperi_json_name(r->json, &groups->as.items[1], &pairs[i].b));
        CAPER_PASS(caperi_motion_note(r, pairs[i].a, &groups->as.items[0]));
        CAPER_PASS(caperi_motion_note(r, pairs[i].b, &groups->as.items[1]));
        int side;
        CAPER_PASS(caperi_json_get_enum(r->json, value, "side", CAPERI_REQUIRED, caperi_side_names,
                                        CAPER_SIDE_COUNT, &side));
        pairs[i].side = (caper_side)side;
    }
    branch->pairs = pairs;
    branch->pair_count = (int)list->count;
    return true;
}

// A number, or an object with the least and the most.
static bool read_range(reader *r, const caperi_json_value *needs, const char *key, int *min,
                       int *max)
{
    const caperi_json_value *value = caperi_json_find(needs, key);
    if (!value)
        return true;
    if (!caperi_json_is(value, CAPERI_JSON_OBJECT)) {
        CAPER_PASS(
            caperi_json_get_int(r->json, needs, key, CAPERI_REQUIRED, 1, CAPER_MAX_BODIES, min));
        *max = *min;
        return true;
    }
    CAPERI_CHECK_KEYS(r, value, range_keys);
    CAPER_PASS(
        caperi_json_get_int(r->json, value, "min", CAPERI_OPTIONAL, 0, CAPER_MAX_BODIES, min));
    return caperi_json_get_int(r->json, value, "max", CAPERI_OPTIONAL, 1, CAPER_MAX_BODIES, max);
}

static bool read_needs(reader *r, const caperi_json_value *object, caper_needs *needs)
{
    const caperi_json_value *value;
    CAPER_PASS(caperi_json_get_object(r->json, object, "needs", CAPERI_OPTIONAL, &value));
    if (!value)
        return true;
    CAPERI_CHECK_KEYS(r, value, needs_keys);
    CAPER_PASS(caperi_motion_note(r, needs, value));
    if (caperi_json_find(value, "upright_spine")) {
        bool upright = false;
        CAPER_PASS(
            caperi_json_get_bool(r->json, value, "upright_spine", CAPERI_REQUIRED, &upright));
        needs->upright_spine = upright ? CAPER_TRUE : CAPER_FALSE;
    }
    CAPER_PASS(read_caps(r, value, "with", &needs->with));
    CAPER_PASS(read_caps(r, value, "without", &needs->without));
    CAPER_PASS(read_range(r, value, "legs", &needs->min_legs, &needs->max_legs));
    CAPER_PASS(read_range(r, value, "graspers", &needs->min_graspers, &needs->max_graspers));
    return caperi_json_get_int(r->json, value, "ground_graspers", CAPERI_OPTIONAL, 0,
                               CAPER_MAX_BODIES, &needs->min_ground_graspers);
}

static bool read_branch(reader *r, const caperi_json_value *object, caper_branch *branch)
{
    branch->name = "";
    CAPER_PASS(caperi_motion_note(r, branch, object));
    CAPER_PASS(read_needs(r, object, &branch->needs));
    CAPER_PASS(read_channels(r, object, branch));
    return read_pairs(r, object, branch);
}

// A motion with one branch may leave out the list of branches.
static bool read_branches(reader *r, const caperi_json_value *root)
{
    const caperi_json_value *list = caperi_json_find(root, "branches");
    int count = 1;
    if (list) {
        static const char *const of_a_branch[] = {"needs", "channels", "pairs"};
        for (int i = 0; i < CAPER_COUNT_OF(of_a_branch); i++)
            if (caperi_json_find(root, of_a_branch[i]))
                return CAPERI_REFUSE(r, list, "the motion has both %s and branches, expected one",
                                     of_a_branch[i]);
        CAPER_PASS(caperi_json_get_array(r->json, root, "branches", CAPERI_REQUIRED, 1,
                                         CAPERI_MOTION_BRANCHES_MAX, &list));
        count = (int)list->count;
    }
    caper_branch *branches = CAPERI_GRAB(r, count, caper_branch);
    CAPER_PASS(branches != NULL);
    r->def.branches = branches;
    r->def.branch_count = count;
    if (!list)
        return read_branch(r, root, &branches[0]);
    for (int i = 0; i < count; i++) {
        const caperi_json_value *value = &list->as.items[i];
        CAPER_PASS(caperi_json_object(r->json, value));
        CAPERI_CHECK_KEYS(r, value, branch_keys);
        CAPER_PASS(read_branch(r, value, &branches[i]));
        CAPER_PASS(
            caperi_json_get_name(r->json, value, "name", CAPERI_OPTIONAL, &branches[i].name));
    }
    return true;
}

// -- The whole ------------------------------------------------------------------------------------

static bool read_targets(reader *r, const caperi_json_value *root)
{
    const caperi_json_value *object;
    CAPER_PASS(caperi_json_get_object(r->json, root, "targets", CAPERI_OPTIONAL, &object));
    if (!object)
        return true;
    caper_target_default *targets = CAPERI_GRAB(r, object->count, caper_target_default);
    CAPER_PASS(targets != NULL);
    for (uint32_t i = 0; i < object->count; i++) {
        const caperi_json_value *key = caperi_json_member_key(object, i);
        float at[3];
        CAPER_PASS(caperi_json_name(r->json, key, &targets[i].name));
        CAPER_PASS(caperi_json_floats(r->json, caperi_json_member_value(object, i), at, 3));
        CAPER_PASS(caperi_motion_note(r, &targets[i], key));
        targets[i].at = caper_vec3_make(at[0], at[1], at[2]);
    }
    CAPER_PASS(caperi_motion_note(r, &r->def, object));
    r->def.targets = targets;
    r->def.target_count = (int)object->count;
    return true;
}

static bool read_events(reader *r, const caperi_json_value *root)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(r->json, root, "events", CAPERI_OPTIONAL, 0,
                                     CAPERI_MOTION_EVENTS_MAX, &list));
    if (!list)
        return true;
    caper_event *events = CAPERI_GRAB(r, list->count, caper_event);
    CAPER_PASS(events != NULL);
    for (uint32_t i = 0; i < list->count; i++) {
        const caperi_json_value *value = &list->as.items[i];
        CAPER_PASS(caperi_json_object(r->json, value));
        CAPERI_CHECK_KEYS(r, value, event_keys);
        CAPER_PASS(caperi_motion_note(r, &events[i], value));
        CAPER_PASS(caperi_json_get_float(r->json, value, "t", CAPERI_REQUIRED, &events[i].time));
        CAPER_PASS(read_name(r, value, "name", CAPERI_REQUIRED, &events[i].name));
        CAPER_PASS(read_name(r, value, "channel", CAPERI_OPTIONAL, &events[i].channel));
        CAPER_PASS(
            caperi_json_get_float(r->json, value, "value", CAPERI_OPTIONAL, &events[i].value));
    }
    r->def.events = events;
    r->def.event_count = (int)list->count;
    return true;
}

static bool read_expect(reader *r, const caperi_json_value *value, caper_expect *e)
{
    const caperi_json *json = r->json;
    int kind = 0;
    const caperi_json_value *bodies;
    CAPER_PASS(caperi_json_object(json, value));
    CAPERI_CHECK_KEYS(r, value, expect_keys);
    CAPER_PASS(caperi_motion_note(r, e, value));
    CAPER_PASS(read_name(r, value, "channel", CAPERI_REQUIRED, &e->channel));
    CAPER_PASS(caperi_json_get_enum(json, value, "does", CAPERI_REQUIRED, caperi_expect_names,
                                    CAPER_EXPECT_KIND_COUNT, &kind));
    e->kind = (caper_expect_kind)kind;
    CAPER_PASS(read_name(r, value, "branch", CAPERI_OPTIONAL, &e->branch));
    CAPER_PASS(read_name(r, value, "with", CAPERI_OPTIONAL, &e->with));
    CAPER_PASS(read_name(r, value, "target", CAPERI_OPTIONAL, &e->target));
    CAPER_PASS(caperi_json_get_object(json, value, "bodies", CAPERI_OPTIONAL, &bodies));
    if ((bodies != NULL) != (e->kind == CAPER_EXPECT_TOUCH))
        return CAPERI_REFUSE(r, bodies ? bodies : value, "'%s' %s", caperi_expect_names[kind],
                             bodies ? "has no use for bodies" : "needs bodies, which it touches");
    if (bodies)
        CAPER_PASS(read_query(r, bodies, &e->bodies));
    CAPER_PASS(caperi_json_get_float(json, value, "from", CAPERI_OPTIONAL, &e->from));
    CAPER_PASS(caperi_json_get_float(json, value, "to", CAPERI_OPTIONAL, &e->to));
    return caperi_json_get_float(json, value, "within", CAPERI_OPTIONAL, &e->within);
}

static bool read_expects(reader *r, const caperi_json_value *root)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(r->json, root, "expect", CAPERI_OPTIONAL, 0,
                                     CAPERI_MOTION_EXPECTS_MAX, &list));
    if (!list)
        return true;
    caper_expect *expects = CAPERI_GRAB(r, list->count, caper_expect);
    CAPER_PASS(expects != NULL);
    for (uint32_t i = 0; i < list->count; i++)
        CAPER_PASS(read_expect(r, &list->as.items[i], &expects[i]));
    r->def.expects = expects;
    r->def.expect_count = (int)list->count;
    return true;
}

static bool read_motion(reader *r, const caperi_json_value *root)
{
    const caperi_json *json = r->json;
    CAPER_PASS(caperi_json_head(json, root, "motion", VERSION));
    CAPERI_CHECK_KEYS(r, root, motion_keys);
    CAPER_PASS(caperi_json_get_name(json, root, "name", CAPERI_OPTIONAL, &r->def.name));
    CAPER_PASS(caperi_json_get_string(json, root, "about", CAPERI_OPTIONAL, &r->def.about));
    CAPER_PASS(caperi_json_get_float(json, root, "duration", CAPERI_REQUIRED, &r->def.duration));
    CAPER_PASS(caperi_motion_note(r, &r->def.duration, caperi_json_find(root, "duration")));
    CAPER_PASS(caperi_json_get_bool(json, root, "loops", CAPERI_OPTIONAL, &r->def.loops));
    CAPER_PASS(caperi_json_get_bool(json, root, "handed", CAPERI_OPTIONAL, &r->def.handed));
    CAPER_PASS(caperi_json_get_bool(json, root, "paced", CAPERI_OPTIONAL, &r->def.paced));
    CAPER_PASS(read_targets(r, root));
    CAPER_PASS(read_branches(r, root));
    CAPER_PASS(caperi_motion_read_travel(r, root));
    CAPER_PASS(read_expects(r, root));
    return read_events(r, root);
}

static caper_motion *read_document(caperi_json *json, const caper_load_options *options)
{
    reader r;
    memset(&r, 0, sizeof r);
    r.json = json;
    r.def = caper_motion_def_default();
    r.def.allocator = options ? options->allocator : NULL;
    r.def.source = json->source;
    caper_arena_init(&r.arena, r.def.allocator, 0);
    caper_motion *motion = NULL;
    if (read_motion(&r, json->root))
        motion = caperi_motion_build(&r.def, (caperi_motion_places){r.places, r.place_count},
                                     json->error);
    caper_arena_destroy(&r.arena);
    caperi_json_free(json);
    return motion;
}

caper_motion *caper_motion_parse(const char *text, size_t size, const char *source,
                                 const caper_load_options *options, caper_error *error)
{
    caperi_json json;
    return caperi_json_open_text(&json, text, size, source, options, error)
               ? read_document(&json, options)
               : NULL;
}

caper_motion *caper_motion_load(const char *path, const caper_load_options *options,
                                caper_error *error)
{
    caperi_json json;
    return caperi_json_open_file(&json, path, options, error) ? read_document(&json, options)
                                                              : NULL;
}
