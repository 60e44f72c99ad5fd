// SPDX-License-Identifier: MIT
//
// Puppet setups: .puppet.json. What a caper_puppet_def says beside the two characters, the targets
// that importance looks at, and the filter, as a file for people. The setup is one block of memory
// of fixed size, with the names in it.
#include "caper/puppet.h"

#include "base/json.h"
#include "base/try.h"

#include <stddef.h>
#include <string.h>

#define MOST_INFLUENCES 64
#define MOST_TARGETS 16 // as many as an actor takes
#define NAME_ROOM 48

typedef struct setup_block {
    caper_puppet_setup setup;
    caper_allocator allocator;
    caper_filter_def filter;
    caper_influence influences[MOST_INFLUENCES];
    char influence_targets[MOST_INFLUENCES][NAME_ROOM];
    caper_target targets[MOST_TARGETS];
    char target_names[MOST_TARGETS][NAME_ROOM];
    caper_puppet_pair pairs[MOST_TARGETS];
} setup_block;

/// A number of a def: where it is and what it may be.
typedef struct setup_number {
    const char *name;
    size_t at;
    float low, high;
} setup_number;

static const setup_number numbers[] = {
    {"scale", offsetof(caper_puppet_def, scale), 0, 1e4f},
    {"look_ahead", offsetof(caper_puppet_def, look_ahead), 0, 10},
    {"influence", offsetof(caper_puppet_def, influence), 1e-4f, 1e4f},
    {"touch", offsetof(caper_puppet_def, touch), 0, 1e4f},
    {"prior", offsetof(caper_puppet_def, prior), 0, 1e3f},
    {"posture", offsetof(caper_puppet_def, posture), 1e-6f, 1e3f},
    {"stance", offsetof(caper_puppet_def, stance), 0, 1},
};
static const setup_number filter_numbers[] = {
    {"position_drive", offsetof(caper_filter_def, position_drive), 1e-9f, 1e9f},
    {"rotation_drive", offsetof(caper_filter_def, rotation_drive), 1e-9f, 1e9f},
    {"gate", offsetof(caper_filter_def, gate), 0, 1e6f},
    {"patience", offsetof(caper_filter_def, patience), 0, 1e6f},
    {"max_gap", offsetof(caper_filter_def, max_gap), 0, 1e6f},
};

static bool read_number(const caperi_json *json, const caperi_json_value *object,
                        const setup_number *n, void *out)
{
    float value;
    memcpy(&value, (char *)out + n->at, sizeof value);
    CAPER_PASS(caperi_json_get_float(json, object, n->name, CAPERI_OPTIONAL, &value));
    const caperi_json_value *found = caperi_json_find(object, n->name);
    if (found && !(value >= n->low && value <= n->high))
        return caperi_json_fail(json, found, CAPER_ERROR_INVALID, "%s is %g, expected %g to %g",
                                n->name, (double)value, (double)n->low, (double)n->high);
    memcpy((char *)out + n->at, &value, sizeof value);
    return true;
}

/// A list of parts, all of them effectors.
static bool read_effectors(const caperi_json *json, const caperi_json_value *object,
                           caper_parts *out)
{
    const caperi_json_value *list = caperi_json_find(object, "effectors");
    if (!list)
        return true;
    const char *names[CAPER_PART_COUNT];
    int count = 0;
    caper_part parts[CAPER_PART_COUNT];
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (CAPER_EFFECTORS_ALL & CAPER_PART_BIT(i)) {
            parts[count] = (caper_part)i;
            names[count++] = caper_part_name((caper_part)i);
        }
    }
    CAPER_PASS(caperi_json_array(json, list, 0, CAPER_EFFECTOR_COUNT));
    for (uint32_t i = 0; i < list->count; i++) {
        int found = 0;
        CAPER_PASS(caperi_json_enum(json, caperi_json_at(list, i), names, count, &found));
        *out |= CAPER_PART_BIT(parts[found]);
    }
    return true;
}

static bool read_name(const caperi_json *json, const caperi_json_value *object, const char *key,
                      caperi_json_need need, char out[NAME_ROOM])
{
    const char *name = "";
    CAPER_PASS(caperi_json_get_name(json, object, key, need, &name));
    if (strlen(name) >= NAME_ROOM || (need == CAPERI_REQUIRED && !name[0]))
        return caperi_json_fail(json, caperi_json_find(object, key), CAPER_ERROR_INVALID,
                                "%s has %zu bytes, expected 1 to %d", key, strlen(name),
                                NAME_ROOM - 1);
    memcpy(out, name, strlen(name) + 1);
    return true;
}

static bool has_target(const setup_block *b, const char *name)
{
    for (int i = 0; i < b->setup.target_count; i++)
        if (strcmp(b->target_names[i], name) == 0)
            return true;
    return false;
}

/// After the targets, which it names.
static bool read_influence(const caperi_json *json, const caperi_json_value *object, setup_block *b)
{
    static const char *const keys[] = {"effectors", "target", "surface", "index", "distance"};
    static const char *const surfaces[CAPER_SURFACE_COUNT] = {"any",   "ground",   "box",
                                                              "field", "platform", "obstacle"};
    static const setup_number distance = {"distance", offsetof(caper_influence, distance), 0, 1e4f};
    int n = b->setup.def.influence_count, surface = CAPER_SURFACE_NONE;
    caper_influence *f = &b->influences[n];
    *f = (caper_influence){.index = -1};
    CAPER_PASS(caperi_json_object(json, object) &&
               caperi_json_check_keys(json, object, keys, CAPER_COUNT_OF(keys)) &&
               read_effectors(json, object, &f->effectors) &&
               read_name(json, object, "target", CAPERI_OPTIONAL, b->influence_targets[n]) &&
               caperi_json_get_enum(json, object, "surface", CAPERI_OPTIONAL, surfaces,
                                    CAPER_SURFACE_COUNT, &surface) &&
               caperi_json_get_int(json, object, "index", CAPERI_OPTIONAL, 0, 1 << 24, &f->index));
    const caperi_json_value *found = NULL;
    CAPER_PASS(caperi_json_get(json, object, "distance", CAPERI_REQUIRED, &found) &&
               read_number(json, object, &distance, f));
    f->surface = (caper_surface)surface;
    f->target = b->influence_targets[n][0] ? b->influence_targets[n] : NULL;
    if (f->target && (f->surface != CAPER_SURFACE_NONE || f->index >= 0))
        return caperi_json_fail(json, object, CAPER_ERROR_INVALID,
                                "an influence is of a target or of a surface, not of both");
    if (f->target && !has_target(b, f->target))
        return caperi_json_fail(json, caperi_json_find(object, "target"), CAPER_ERROR_INVALID,
                                "there is no target '%s', expected one of \"targets\"", f->target);
    b->setup.def.influence_count++;
    return true;
}

static bool read_place(const caperi_json *json, const caperi_json_value *value, caper_vec3 *out)
{
    CAPER_PASS(caperi_json_floats(json, value, &out->x, 3));
    if (!(caper_vec3_length(*out) < 1e6f))
        return caperi_json_fail(json, value, CAPER_ERROR_INVALID,
                                "the target is more than 1000 km away");
    return true;
}

static bool read_target(const caperi_json *json, const caperi_json_value *object, setup_block *b)
{
    static const char *const keys[] = {"name", "position", "real"};
    int n = b->setup.target_count;
    caper_target *t = &b->targets[n];
    const caperi_json_value *position = NULL;
    caper_vec3 at;
    CAPER_PASS(caperi_json_object(json, object) &&
               caperi_json_check_keys(json, object, keys, CAPER_COUNT_OF(keys)) &&
               read_name(json, object, "name", CAPERI_REQUIRED, b->target_names[n]) &&
               caperi_json_get(json, object, "position", CAPERI_REQUIRED, &position) &&
               read_place(json, position, &at));
    if (has_target(b, b->target_names[n]))
        return caperi_json_fail(json, object, CAPER_ERROR_INVALID, "'%s' is there twice",
                                b->target_names[n]);
    t->name = b->target_names[n];
    t->transform = caper_transform_make(caper_quat_identity(), at);
    t->velocity = caper_vec3_zero();
    b->setup.target_count++;
    const caperi_json_value *real = caperi_json_find(object, "real");
    if (real) {
        caper_puppet_pair *pair = &b->pairs[b->setup.def.pair_count++];
        pair->target = t->name;
        return read_place(json, real, &pair->real);
    }
    return true;
}

typedef bool read_fn(const caperi_json *json, const caperi_json_value *object, setup_block *b);

static bool read_list(const caperi_json *json, const char *key, int most, read_fn *read,
                      setup_block *b)
{
    const caperi_json_value *list = caperi_json_find(json->root, key);
    CAPER_PASS(!list || caperi_json_array(json, list, 0, most));
    for (uint32_t i = 0; list && i < list->count; i++)
        CAPER_PASS(read(json, caperi_json_at(list, i), b));
    return true;
}

/// An object with the numbers of a filter, or true for the defaults.
static bool read_filter(const caperi_json *json, setup_block *b)
{
    static const char *const keys[] = {"position_noise", "rotation_noise", "position_drive",
                                       "rotation_drive", "gate",           "patience",
                                       "max_gap",        "adapt"};
    const caperi_json_value *value = caperi_json_find(json->root, "filter");
    b->filter = caper_filter_def_default();
    if (!value || caperi_json_is(value, CAPERI_JSON_FALSE))
        return true;
    b->setup.filter = &b->filter;
    if (caperi_json_is(value, CAPERI_JSON_TRUE))
        return true;
    CAPER_PASS(caperi_json_object(json, value) &&
               caperi_json_check_keys(json, value, keys, CAPER_COUNT_OF(keys)));
    float noise[2] = {b->filter.position_noise.x, b->filter.rotation_noise.x};
    const setup_number noises[2] = {{"position_noise", 0, 1e-7f, 1e3f},
                                    {"rotation_noise", sizeof(float), 1e-7f, 3}};
    for (int i = 0; i < 2; i++)
        CAPER_PASS(read_number(json, value, &noises[i], noise));
    b->filter.position_noise = caper_vec3_make(noise[0], noise[0], noise[0]);
    b->filter.rotation_noise = caper_vec3_make(noise[1], noise[1], noise[1]);
    for (int i = 0; i < CAPER_COUNT_OF(filter_numbers); i++)
        CAPER_PASS(read_number(json, value, &filter_numbers[i], &b->filter));
    return caperi_json_get_bool(json, value, "adapt", CAPERI_OPTIONAL, &b->filter.adapt);
}

static bool read_setup(const caperi_json *json, setup_block *b)
{
    static const char *const keys[] = {
        "$schema",    "caper",         "version",   "name",       "method",  "scale",
        "look_ahead", "influence",     "touch",     "prior",      "posture", "stance",
        "plant",      "estimate_root", "effectors", "influences", "targets", "filter"};
    const char *methods[CAPER_PUPPET_METHOD_COUNT], *name = "";
    caper_puppet_def *def = &b->setup.def;
    int method = (int)def->method;
    for (int i = 0; i < CAPER_PUPPET_METHOD_COUNT; i++)
        methods[i] = caper_puppet_method_name((caper_puppet_method)i);
    CAPER_PASS(caperi_json_head(json, json->root, "puppet", 1) &&
               caperi_json_check_keys(json, json->root, keys, CAPER_COUNT_OF(keys)) &&
               caperi_json_get_name(json, json->root, "name", CAPERI_OPTIONAL, &name) &&
               caperi_json_get_enum(json, json->root, "method", CAPERI_OPTIONAL, methods,
                                    CAPER_PUPPET_METHOD_COUNT, &method));
    def->method = (caper_puppet_method)method;
    for (int i = 0; i < CAPER_COUNT_OF(numbers); i++)
        CAPER_PASS(read_number(json, json->root, &numbers[i], def));
    CAPER_PASS(caperi_json_get_bool(json, json->root, "plant", CAPERI_OPTIONAL, &def->plant) &&
               caperi_json_get_bool(json, json->root, "estimate_root", CAPERI_OPTIONAL,
                                    &def->estimate_root) &&
               read_effectors(json, json->root, &def->effectors) &&
               read_list(json, "targets", MOST_TARGETS, read_target, b) &&
               read_list(json, "influences", MOST_INFLUENCES, read_influence, b));
    return read_filter(json, b);
}

static caper_puppet_setup *take(caperi_json *json, bool good, const caper_load_options *options,
                                caper_error *error)
{
    caper_allocator own = caper_allocator_resolve(options ? options->allocator : NULL);
    setup_block *b = good ? caper_alloc_zero(&own, sizeof *b, 16) : NULL;
    if (good && !b)
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a setup");
    if (b) {
        b->allocator = own;
        b->setup.def = caper_puppet_def_default();
        b->setup.def.influences = b->influences;
        b->setup.def.pairs = b->pairs;
        b->setup.targets = b->targets;
    }
    good = b && read_setup(json, b);
    caperi_json_free(json);
    if (b && !good) {
        caper_free(&own, b, sizeof *b);
        b = NULL;
    }
    return b ? &b->setup : NULL;
}

caper_puppet_setup *caper_puppet_setup_parse(const char *text, size_t size, const char *source,
                                             const caper_load_options *options, caper_error *error)
{
    caperi_json json;
    memset(&json, 0, sizeof json);
    return take(&json, caperi_json_open_text(&json, text, size, source, options, error), options,
                error);
}

caper_puppet_setup *caper_puppet_setup_load(const char *path, const caper_load_options *options,
                                            caper_error *error)
{
    caperi_json json;
    memset(&json, 0, sizeof json);
    return take(&json, caperi_json_open_file(&json, path, options, error), options, error);
}

void caper_puppet_setup_destroy(caper_puppet_setup *setup)
{
    if (setup) {
        setup_block *b = (setup_block *)(void *)setup;
        caper_allocator allocator = b->allocator;
        caper_free(&allocator, b, sizeof *b);
    }
}
