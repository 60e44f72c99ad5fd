// SPDX-License-Identifier: MIT
//
// Reads .clip.json (docs/schema/clip.schema.json): JSON values to a def, which the builder then
// takes like any other. Unknown members are refused. The builder has no line numbers, so whatever
// it would refuse in a file is checked here as well, at its line and column. Invariant: any bytes
// give a clip or an error, never a crash, and the memory used is bounded by the size of the text
// and by frames x (bodies + deforms), which is checked before it is taken.
#include "base/json.h"
#include "base/try.h"
#include "clip/clip.h"
#include "clip/read.h"

#include <string.h>

#define VERSION 1
#define COUNT_MAX (1 << 24) // of anything in a list: more than fits in the largest file

const char *const caperi_track_keys[CAPER_TRACK_KIND_COUNT] = {"rotation", "position", "value",
                                                               "root"};

static const char *const clip_keys[] = {"caper",    "version", "name",      "rate",     "frames",
                                        "loop",     "tags",    "key_poses", "contacts", "deforms",
                                        "skeleton", "tracks",  "$schema"};
static const char *const skeleton_keys[] = {"bodies"};
static const char *const body_keys[] = {"name", "parent", "position", "rotation"};
static const char *const contact_keys[] = {"body", "start", "end"};
static const char *const key_pose_keys[] = {"time", "name"};
static const char *const track_keys[] = {"body",     "deform",   "keys",  "times",
                                         "rotation", "position", "value", "root"};
#define CHECK_KEYS(r, value, list)                                                                 \
    CAPER_PASS(caperi_json_check_keys((r)->json, value, list, CAPER_COUNT_OF(list)))

typedef struct reader {
    const caperi_json *json;
    caper_arena arena;
    caper_clip_def def;
    caper_skeleton skeleton;
    caperi_name_table bodies, deforms;
    float duration;
    bool *seen; // by what a track can be of: see slot_of
} reader;

static void *grab(reader *r, size_t count, size_t size, size_t align)
{
    void *memory = caper_arena_alloc_zero(&r->arena, count, size, align);
    if (!memory)
        caperi_json_fail(r->json, NULL, CAPER_ERROR_MEMORY, "out of memory");
    return memory;
}
#define GRAB(r, count, type) grab((r), (size_t)(count), sizeof(type), _Alignof(type))

#define FAIL(r, value, ...) caperi_json_fail((r)->json, value, CAPER_ERROR_INVALID, __VA_ARGS__)

static bool check_coordinates(reader *r, const caperi_json_value *value, const float *v, int count)
{
    for (int i = 0; i < count; i++)
        if (!(fabsf(v[i]) <= CAPERI_COORDINATE_MAX))
            return FAIL(r, value, "found %g, expected a number within 1e9", (double)v[i]);
    return true;
}

static bool check_unit(reader *r, const caperi_json_value *value, const float v[4])
{
    CAPER_PASS(check_coordinates(r, value, v, 4));
    caper_quat q = caper_quat_make(v[0], v[1], v[2], v[3]);
    if (!caper_quat_is_unit(q, CAPERI_ROTATION_TOLERANCE))
        return FAIL(r, value, "found a quaternion of length %g, expected 1",
                    sqrt((double)caper_quat_dot(q, q)));
    return true;
}

// -- Skeleton ---------------------------------------------------------------------------------

static bool read_body(reader *r, const caperi_json_value *value, int i, const char **names,
                      int16_t *parents, caper_transform *rest)
{
    const caperi_json *json = r->json;
    CAPER_PASS(caperi_json_object(json, value));
    CHECK_KEYS(r, value, body_keys);
    CAPER_PASS(caperi_json_get_name(json, value, "name", CAPERI_REQUIRED, &names[i]));
    if (!names[i][0])
        return FAIL(r, caperi_json_find(value, "name"), "the body has no name");
    if (!caperi_name_add(&r->bodies, i))
        return FAIL(r, caperi_json_find(value, "name"), "two bodies are named '%.60s'", names[i]);
    const char *parent = NULL;
    CAPER_PASS(caperi_json_get_name(json, value, "parent", CAPERI_OPTIONAL, &parent));
    parents[i] = -1;
    if (parent) {
        int found = caperi_name_find(&r->bodies, parent);
        if (found < 0 || found == i)
            return FAIL(r, caperi_json_find(value, "parent"),
                        "'%.60s' is not the name of a body before '%.60s'", parent, names[i]);
        parents[i] = (int16_t)found;
    }
    float p[3] = {0.0f, 0.0f, 0.0f}, q[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    CAPER_PASS(caperi_json_get_floats(json, value, "position", CAPERI_OPTIONAL, p, 3));
    CAPER_PASS(check_coordinates(r, caperi_json_find(value, "position"), p, 3));
    CAPER_PASS(caperi_json_get_floats(json, value, "rotation", CAPERI_OPTIONAL, q, 4));
    CAPER_PASS(check_unit(r, caperi_json_find(value, "rotation"), q));
    rest[i] = caper_transform_make(caper_quat_make(q[0], q[1], q[2], q[3]),
                                   caper_vec3_make(p[0], p[1], p[2]));
    return true;
}

static bool read_skeleton(reader *r, const caperi_json_value *root)
{
    const caperi_json_value *value, *list;
    CAPER_PASS(caperi_json_get_object(r->json, root, "skeleton", CAPERI_REQUIRED, &value));
    CHECK_KEYS(r, value, skeleton_keys);
    CAPER_PASS(caperi_json_get_array(r->json, value, "bodies", CAPERI_REQUIRED, 1, CAPER_MAX_BODIES,
                                     &list));
    int count = (int)list->count;
    const char **names = GRAB(r, count, char *);
    int16_t *parents = GRAB(r, count, int16_t);
    caper_transform *rest = GRAB(r, count, caper_transform);
    CAPER_PASS(names && parents && rest);
    if (!caperi_name_table_init(&r->bodies, names, count, &r->arena))
        return caperi_json_fail(r->json, NULL, CAPER_ERROR_MEMORY, "out of memory");
    for (int i = 0; i < count; i++)
        CAPER_PASS(read_body(r, &list->as.items[i], i, names, parents, rest));
    r->skeleton = (caper_skeleton){count, names, parents, rest};
    r->def.skeleton = &r->skeleton;
    return true;
}

// -- Marks ------------------------------------------------------------------------------------

static bool read_words(reader *r, const caperi_json_value *root, const char *key, int most,
                       const char *const **words, int *count)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(r->json, root, key, CAPERI_OPTIONAL, 0, most, &list));
    if (!list || list->count == 0)
        return true;
    const char **made = GRAB(r, list->count, char *);
    CAPER_PASS(made != NULL);
    for (uint32_t i = 0; i < list->count; i++) {
        CAPER_PASS(caperi_json_string(r->json, &list->as.items[i], &made[i]));
        if (!made[i][0])
            return FAIL(r, &list->as.items[i], "found an empty name");
    }
    *words = made;
    *count = (int)list->count;
    return true;
}

static bool read_deforms(reader *r, const caperi_json_value *root)
{
    caper_clip_def *def = &r->def;
    CAPER_PASS(
        read_words(r, root, "deforms", CAPER_CLIP_MAX_DEFORMS, &def->deforms, &def->deform_count));
    if (!caperi_name_table_init(&r->deforms, def->deforms, def->deform_count, &r->arena))
        return caperi_json_fail(r->json, NULL, CAPER_ERROR_MEMORY, "out of memory");
    for (int i = 0; i < def->deform_count; i++)
        if (!caperi_name_add(&r->deforms, i))
            return FAIL(r, &caperi_json_find(root, "deforms")->as.items[i],
                        "two deforms are named '%.60s'", def->deforms[i]);
    return true;
}

// A mark at the end may have been rounded past it.
static bool read_mark(reader *r, const caperi_json_value *value, const char *key, float *time)
{
    CAPER_PASS(caperi_json_get_float(r->json, value, key, CAPERI_REQUIRED, time));
    if (!(*time >= 0.0f && (double)*time <= caperi_marks_end(&r->def)))
        return FAIL(r, caperi_json_find(value, key), "%s is %g s, expected a time within 0 and %g",
                    key, (double)*time, (double)r->duration);
    return true;
}

static bool find_body(reader *r, const caperi_json_value *value, int *body)
{
    const char *name;
    CAPER_PASS(caperi_json_get_string(r->json, value, "body", CAPERI_REQUIRED, &name));
    *body = caperi_name_find(&r->bodies, name);
    if (*body < 0)
        return FAIL(r, caperi_json_find(value, "body"), "the skeleton has no body '%.60s'", name);
    return true;
}

static bool read_contacts(reader *r, const caperi_json_value *root)
{
    const caperi_json_value *list;
    CAPER_PASS(
        caperi_json_get_array(r->json, root, "contacts", CAPERI_OPTIONAL, 0, COUNT_MAX, &list));
    if (!list)
        return true;
    caper_contact *contacts = GRAB(r, list->count, caper_contact);
    CAPER_PASS(contacts != NULL);
    for (uint32_t i = 0; i < list->count; i++) {
        const caperi_json_value *value = &list->as.items[i];
        CAPER_PASS(caperi_json_object(r->json, value));
        CHECK_KEYS(r, value, contact_keys);
        CAPER_PASS(find_body(r, value, &contacts[i].body));
        CAPER_PASS(read_mark(r, value, "start", &contacts[i].start));
        CAPER_PASS(read_mark(r, value, "end", &contacts[i].end));
        if (contacts[i].start > contacts[i].end)
            return FAIL(r, value, "the contact ends before it starts");
    }
    r->def.contacts = contacts;
    r->def.contact_count = (int)list->count;
    return true;
}

static bool read_key_poses(reader *r, const caperi_json_value *root)
{
    const caperi_json_value *list;
    CAPER_PASS(
        caperi_json_get_array(r->json, root, "key_poses", CAPERI_OPTIONAL, 0, COUNT_MAX, &list));
    if (!list)
        return true;
    caper_key_pose *key_poses = GRAB(r, list->count, caper_key_pose);
    CAPER_PASS(key_poses != NULL);
    for (uint32_t i = 0; i < list->count; i++) {
        const caperi_json_value *value = &list->as.items[i];
        CAPER_PASS(caperi_json_object(r->json, value));
        CHECK_KEYS(r, value, key_pose_keys);
        CAPER_PASS(read_mark(r, value, "time", &key_poses[i].time));
        CAPER_PASS(
            caperi_json_get_string(r->json, value, "name", CAPERI_OPTIONAL, &key_poses[i].name));
    }
    r->def.key_poses = key_poses;
    r->def.key_pose_count = (int)list->count;
    return true;
}

// -- Tracks -----------------------------------------------------------------------------------

static int slot_of(const reader *r, const caper_track_def *track)
{
    int bodies = r->skeleton.body_count;
    switch (track->kind) {
    case CAPER_TRACK_ROTATION:
        return track->body;
    case CAPER_TRACK_TRANSLATION:
        return bodies + track->body;
    case CAPER_TRACK_DEFORM:
        return 2 * bodies + track->body;
    default:
        return 2 * bodies + r->def.deform_count;
    }
}

// Which of the members with values is there, and what the track is of.
static bool read_target(reader *r, const caperi_json_value *value, caper_track_def *track,
                        const caperi_json_value **keys)
{
    int kinds = 0;
    for (int kind = 0; kind < CAPER_TRACK_KIND_COUNT; kind++) {
        const caperi_json_value *found = caperi_json_find(value, caperi_track_keys[kind]);
        if (!found)
            continue;
        kinds++;
        track->kind = (caper_track_kind)kind;
        *keys = found;
    }
    if (kinds != 1)
        return FAIL(r, value, "the track has %d of rotation, position, value and root, expected 1",
                    kinds);
    bool of_body = caperi_json_find(value, "body"), of_deform = caperi_json_find(value, "deform");
    bool body = track->kind == CAPER_TRACK_ROTATION || track->kind == CAPER_TRACK_TRANSLATION;
    bool deform = track->kind == CAPER_TRACK_DEFORM;
    if (of_body != body || of_deform != deform)
        return FAIL(r, value, "a track with %s must name %s", caperi_track_keys[track->kind],
                    body     ? "a body, and no deform"
                    : deform ? "a deform, and no body"
                             : "neither a body nor a deform");
    if (body)
        CAPER_PASS(find_body(r, value, &track->body));
    if (deform) {
        const char *name;
        CAPER_PASS(caperi_json_get_string(r->json, value, "deform", CAPERI_REQUIRED, &name));
        track->body = caperi_name_find(&r->deforms, name);
        if (track->body < 0)
            return FAIL(r, caperi_json_find(value, "deform"), "the clip has no deform '%.60s'",
                        name);
    }
    bool *seen = &r->seen[slot_of(r, track)];
    if (*seen)
        return FAIL(r, value, "this is the second track of its kind for the same target");
    *seen = true;
    return true;
}

static bool read_times(reader *r, const caperi_json_value *value, caper_track_def *track)
{
    const caperi_json_value *keys = caperi_json_find(value, "keys");
    const caperi_json_value *seconds = caperi_json_find(value, "times"), *list;
    if (keys && seconds)
        return FAIL(r, seconds, "the track has both keys and times, expected one");
    if (!keys && !seconds)
        return true;
    const char *name = keys ? "keys" : "times";
    CAPER_PASS(caperi_json_get_array(r->json, value, name, CAPERI_REQUIRED, track->key_count,
                                     track->key_count, &list));
    float *times = GRAB(r, track->key_count, float);
    CAPER_PASS(times != NULL);
    int last = -1;
    for (int i = 0; i < track->key_count; i++) {
        const caperi_json_value *item = &list->as.items[i];
        if (keys) {
            int frame;
            CAPER_PASS(caperi_json_int(r->json, item, 0, r->def.frame_count - 1, &frame));
            if (frame <= last)
                return FAIL(r, item, "key %d is at frame %d, not after the key before it", i,
                            frame);
            last = frame;
            times[i] = (float)frame / r->def.rate;
            continue;
        }
        CAPER_PASS(caperi_json_float(r->json, item, &times[i]));
        bool inside = times[i] >= 0.0f &&
                      (times[i] <= r->duration ||
                       caperi_whole_frame(times[i], r->def.rate) == r->def.frame_count - 1);
        if (!inside)
            return FAIL(r, item, "key %d is at %g s, expected a time within 0 and %g", i,
                        (double)times[i], (double)r->duration);
        if (i > 0 && !(times[i] > times[i - 1]))
            return FAIL(r, item, "key %d is at %g s, not after the key before it", i,
                        (double)times[i]);
    }
    track->times = times;
    return true;
}

static bool read_values(reader *r, const caperi_json_value *list, caper_track_def *track)
{
    int width = caperi_track_width(track->kind);
    float *values = GRAB(r, (size_t)track->key_count * (size_t)width, float);
    CAPER_PASS(values != NULL);
    track->values = values;
    for (int i = 0; i < track->key_count; i++) {
        const caperi_json_value *item = &list->as.items[i];
        float *v = values + (size_t)i * (size_t)width;
        if (width == 1)
            CAPER_PASS(caperi_json_float(r->json, item, v));
        else
            CAPER_PASS(caperi_json_floats(r->json, item, v, width));
        CAPER_PASS(track->kind == CAPER_TRACK_ROTATION ? check_unit(r, item, v)
                                                       : check_coordinates(r, item, v, width));
    }
    return true;
}

static bool read_track(reader *r, const caperi_json_value *value, caper_track_def *track)
{
    const caperi_json_value *list = NULL;
    CAPER_PASS(caperi_json_object(r->json, value));
    CHECK_KEYS(r, value, track_keys);
    CAPER_PASS(read_target(r, value, track, &list));
    bool timed = caperi_json_find(value, "keys") || caperi_json_find(value, "times");
    CAPER_PASS(caperi_json_array(r->json, list, 1, timed ? COUNT_MAX : r->def.frame_count));
    track->key_count = (int)list->count;
    CAPER_PASS(read_times(r, value, track));
    return read_values(r, list, track);
}

static bool read_tracks(reader *r, const caperi_json_value *root)
{
    int most = 2 * r->skeleton.body_count + r->def.deform_count + 1;
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(r->json, root, "tracks", CAPERI_OPTIONAL, 0, most, &list));
    if (!list || list->count == 0)
        return true;
    caper_track_def *tracks = GRAB(r, list->count, caper_track_def);
    r->seen = GRAB(r, most, bool);
    CAPER_PASS(tracks && r->seen);
    for (uint32_t i = 0; i < list->count; i++)
        CAPER_PASS(read_track(r, &list->as.items[i], &tracks[i]));
    r->def.tracks = tracks;
    r->def.track_count = (int)list->count;
    return true;
}

// -- The whole --------------------------------------------------------------------------------

static bool read_head(reader *r, const caperi_json_value *root)
{
    const caperi_json *json = r->json;
    caper_clip_def *def = &r->def;
    CAPER_PASS(caperi_json_head(json, root, "clip", VERSION));
    CHECK_KEYS(r, root, clip_keys);
    CAPER_PASS(caperi_json_get_string(json, root, "name", CAPERI_OPTIONAL, &def->name));
    CAPER_PASS(caperi_json_get_float(json, root, "rate", CAPERI_OPTIONAL, &def->rate));
    CAPER_PASS(caperi_json_get_int(json, root, "frames", CAPERI_REQUIRED, 1,
                                   CAPER_CLIP_MAX_TRANSFORMS, &def->frame_count));
    return caperi_json_get_bool(json, root, "loop", CAPERI_OPTIONAL, &def->loops);
}

static bool read_size(reader *r, const caperi_json_value *root)
{
    caper_error error = {0};
    if (!caperi_check_size(NULL, (double)r->def.rate, r->def.frame_count, r->skeleton.body_count,
                           r->def.deform_count, &error)) {
        const char *key = error.status == CAPER_ERROR_LIMIT ? "frames" : "rate";
        return caperi_json_fail(r->json, caperi_json_find(root, key), error.status, "%s",
                                error.message);
    }
    r->duration = (float)(r->def.frame_count - 1) / r->def.rate;
    return true;
}

static bool read_clip(reader *r, const caperi_json_value *root)
{
    CAPER_PASS(read_head(r, root));
    CAPER_PASS(read_skeleton(r, root));
    CAPER_PASS(read_deforms(r, root));
    CAPER_PASS(read_size(r, root));
    CAPER_PASS(read_words(r, root, "tags", COUNT_MAX, &r->def.tags, &r->def.tag_count));
    CAPER_PASS(read_key_poses(r, root));
    CAPER_PASS(read_contacts(r, root));
    return read_tracks(r, root);
}

caper_clip *caperi_clip_read(const caperi_json *json, const caperi_json_value *root,
                             const caper_allocator *allocator)
{
    reader r;
    memset(&r, 0, sizeof r);
    r.json = json;
    r.def = caper_clip_def_default();
    r.def.allocator = allocator;
    r.def.source = json->source;
    caper_arena_init(&r.arena, r.def.allocator, 0);
    caper_clip *clip = read_clip(&r, root) ? caper_clip_create(&r.def, json->error) : NULL;
    caper_arena_destroy(&r.arena);
    return clip;
}

static caper_clip *read_document(caperi_json *json, const caper_load_options *options)
{
    caper_clip *clip = caperi_clip_read(json, json->root, options ? options->allocator : NULL);
    caperi_json_free(json);
    return clip;
}

caper_clip *caper_clip_parse(const char *text, size_t size, const char *source,
                             const caper_load_options *options, caper_error *error)
{
    if (caper_clip_is_encoded(text, size))
        return caper_clip_decode(text, size, source, NULL, options, error);
    caperi_json json;
    return caperi_json_open_text(&json, text, size, source, options, error)
               ? read_document(&json, options)
               : NULL;
}

caper_clip *caper_clip_load(const char *path, const caper_load_options *options, caper_error *error)
{
    const caper_allocator *allocator = options ? options->allocator : NULL;
    size_t limit = options && options->max_bytes > 0 ? options->max_bytes : CAPERI_OWN_FILE_BYTES;
    size_t size;
    char *text = caper_file_read(path, limit, allocator, &size, error);
    if (!text)
        return NULL;
    caper_clip *clip = caper_clip_parse(text, size, path, options, error);
    caper_free(allocator, text, size + 1);
    return clip;
}
