// SPDX-License-Identifier: MIT
//
// Scene files (.scene.json, docs/schema/scene.schema.json). One pass over the JSON tree; names of
// actors and things are resolved to indices, names of assets are left to the show. Invariant: a
// refusal names the line and column of what is wrong, and any bytes are safe to read.
#include "base/json.h"
#include "base/try.h"
#include "caper/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VERSION 1
#define MAX_SECONDS 36000.0f // ten hours
#define MAX_PLACE 1e5f       // metres

typedef struct reader {
    const caperi_json *json;
    caper_scene *scene;
    caper_scene_actor *actors;
    caper_scene_thing *things;
    caper_scene_event *events;
} reader;

#define FAIL(value, ...) caperi_json_fail(r->json, value, CAPER_ERROR_INVALID, __VA_ARGS__)

// --- values --------------------------------------------------------------------------------------

static bool copy_text(reader *r, const caperi_json_value *value, const char *text, const char **out)
{
    size_t size = strlen(text) + 1;
    char *copy = caper_arena_alloc(r->scene->memory, size, 1);
    if (!copy) {
        return FAIL(value, "no memory");
    }
    memcpy(copy, text, size);
    *out = copy;
    return true;
}

static bool read_text(reader *r, const caperi_json_value *object, const char *name,
                      caperi_json_need need, const char **out)
{
    const char *text = NULL;
    CAPER_PASS(caperi_json_get_name(r->json, object, name, need, &text));
    return !text || copy_text(r, object, text, out);
}

static bool read_range(reader *r, const caperi_json_value *object, const char *name, float low,
                       float high, float *out)
{
    CAPER_PASS(caperi_json_get_float(r->json, object, name, CAPERI_OPTIONAL, out));
    const caperi_json_value *value = caperi_json_find(object, name);
    if (value && (!(*out >= low) || !(*out <= high))) {
        return FAIL(value, "%s is %g, expected %g to %g", name, (double)*out, (double)low,
                    (double)high);
    }
    return true;
}

static bool read_vec3(reader *r, const caperi_json_value *object, const char *name,
                      caperi_json_need need, float most, caper_vec3 *out)
{
    float v[3] = {out->x, out->y, out->z};
    CAPER_PASS(caperi_json_get_floats(r->json, object, name, need, v, 3));
    for (int i = 0; caperi_json_find(object, name) && i < 3; i++) {
        if (fabsf(v[i]) > most) {
            return FAIL(caperi_json_find(object, name), "%s holds %g, expected at most %g", name,
                        (double)v[i], (double)most);
        }
    }
    *out = caper_vec3_make(v[0], v[1], v[2]);
    return true;
}

static bool read_yaw(reader *r, const caperi_json_value *object, const char *name, float *out)
{
    float degrees = 0;
    CAPER_PASS(read_range(r, object, name, -3600, 3600, &degrees));
    *out = degrees * CAPER_DEGREE;
    return true;
}

static int find_actor(const reader *r, const char *name)
{
    for (int i = 0; i < r->scene->actor_count; i++) {
        if (strcmp(r->actors[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static bool read_actor_name(reader *r, const caperi_json_value *object, const char *name,
                            caperi_json_need need, int *out)
{
    const char *text = NULL;
    CAPER_PASS(caperi_json_get_name(r->json, object, name, need, &text));
    *out = text ? find_actor(r, text) : -1;
    return !text || *out >= 0 ||
           FAIL(caperi_json_find(object, name), "there is no actor '%s' in this scene", text);
}

// --- actors --------------------------------------------------------------------------------------

// "0.2Fr" or metres a second.
static bool read_walk(reader *r, const caperi_json_value *walk, caper_scene_play *play)
{
    play->walk = true;
    if (!caperi_json_is(walk, CAPERI_JSON_STRING)) {
        CAPER_PASS(caperi_json_float(r->json, walk, &play->speed));
        return fabsf(play->speed) <= 100 || FAIL(walk, "walk is faster than 100 m/s");
    }
    const char *text = walk->as.string;
    return (caper_speed_parse(text, &play->speed, &play->froude) && play->froude &&
            play->speed <= 100) ||
           FAIL(walk, "walk is '%s', expected metres a second or a Froude number like \"0.2Fr\"",
                text);
}

static bool read_moves(reader *r, const caperi_json_value *value, caper_scene_play *play)
{
    const caperi_json_value *list = NULL;
    CAPER_PASS(caperi_json_get_array(r->json, value, "graph", CAPERI_OPTIONAL, 1,
                                     CAPER_SCENE_MAX_MOVES, &list));
    if (!list) {
        return true;
    }
    const char **moves = caper_arena_alloc_zero(r->scene->memory, list->count, sizeof *moves, 16);
    CAPER_PASS(moves || FAIL(list, "no memory"));
    for (uint32_t i = 0; i < list->count; i++) {
        const caperi_json_value *item = caperi_json_at(list, i);
        CAPER_PASS(caperi_json_is(item, CAPERI_JSON_STRING) ||
                   FAIL(item, "expected the name of a clip or motion"));
        CAPER_PASS(copy_text(r, item, item->as.string, &moves[i]));
    }
    play->moves = moves;
    play->move_count = (int)list->count;
    return true;
}

static bool read_play(reader *r, const caperi_json_value *value, caper_scene_play *play)
{
    static const char *const keys[] = {"clip", "motion",      "walk",  "graph", "perform", "by",
                                       "pace", "heading_deg", "start", "loops", "seconds"};
    const caperi_json *json = r->json;
    CAPER_PASS(caperi_json_object(json, value));
    CAPER_PASS(caperi_json_check_keys(json, value, keys, CAPER_COUNT_OF(keys)));
    *play = (caper_scene_play){.pace = 1, .line = (int)value->line, .column = (int)value->column};
    CAPER_PASS(read_text(r, value, "clip", CAPERI_OPTIONAL, &play->clip));
    CAPER_PASS(read_text(r, value, "motion", CAPERI_OPTIONAL, &play->motion));
    CAPER_PASS(read_text(r, value, "perform", CAPERI_OPTIONAL, &play->perform));
    CAPER_PASS(read_text(r, value, "by", CAPERI_OPTIONAL, &play->by));
    CAPER_PASS(read_moves(r, value, play));
    const caperi_json_value *walk = caperi_json_find(value, "walk");
    if ((play->clip != NULL) + (play->motion != NULL) + (play->perform != NULL) +
            (play->moves != NULL) + (walk != NULL) !=
        1) {
        return FAIL(value, "expected exactly one of clip, motion, walk, graph and perform");
    }
    CAPER_PASS(play->perform || !play->by || FAIL(value, "'by' goes with 'perform'"));
    CAPER_PASS(!walk || read_walk(r, walk, play));
    CAPER_PASS(read_yaw(r, value, "heading_deg", &play->heading));
    CAPER_PASS(read_range(r, value, "pace", 0, 100, &play->pace));
    CAPER_PASS(read_range(r, value, "start", 0, MAX_SECONDS, &play->start));
    CAPER_PASS(read_range(r, value, "seconds", 0, MAX_SECONDS, &play->seconds));
    return caperi_json_get_int(json, value, "loops", CAPERI_OPTIONAL, 0, 1000000, &play->loops);
}

static bool read_plays(reader *r, const caperi_json_value *value, caper_scene_actor *actor)
{
    const caperi_json_value *list = NULL;
    CAPER_PASS(caperi_json_get_array(r->json, value, "play", CAPERI_OPTIONAL, 0,
                                     CAPER_SCENE_MAX_PLAYS, &list));
    if (!list || list->count == 0) {
        return true;
    }
    caper_scene_play *plays =
        caper_arena_alloc_zero(r->scene->memory, list->count, sizeof *plays, 16);
    CAPER_PASS(plays || FAIL(list, "no memory"));
    for (uint32_t i = 0; i < list->count; i++) {
        CAPER_PASS(read_play(r, caperi_json_at(list, i), &plays[i]));
    }
    actor->plays = plays;
    actor->play_count = (int)list->count;
    return true;
}

static bool read_get_up(reader *r, const caperi_json_value *value, caper_scene_actor *actor)
{
    static const char *const keys[] = {"from_back", "from_front", "back_start", "front_start"};
    const caperi_json_value *object = NULL;
    CAPER_PASS(caperi_json_get_object(r->json, value, "get_up", CAPERI_OPTIONAL, &object));
    if (!object) {
        return true;
    }
    CAPER_PASS(caperi_json_check_keys(r->json, object, keys, CAPER_COUNT_OF(keys)));
    actor->rises = true;
    for (int i = 0; i < 2; i++) {
        CAPER_PASS(read_text(r, object, keys[i], CAPERI_OPTIONAL, &actor->get_up[i]));
        CAPER_PASS(read_range(r, object, keys[2 + i], 0, MAX_SECONDS, &actor->get_up_start[i]));
    }
    return true;
}

static bool read_doll(reader *r, const caperi_json_value *value, caper_scene_actor *actor)
{
    static const char *const servos[] = {"world", "absolute", "parent", "none", "plain"};
    static const char *const balances[] = {"spring", "none", "hook"};
    static const char *const reactions[] = {"root", "parent"};
    const caperi_json *json = r->json;
    caper_doll_def *d = &actor->doll;
    int servo = 0, balance = 0, reaction = 0;
    CAPER_PASS(caperi_json_get_enum(json, value, "servo", CAPERI_OPTIONAL, servos, 5, &servo));
    CAPER_PASS(
        caperi_json_get_enum(json, value, "balance", CAPERI_OPTIONAL, balances, 3, &balance));
    CAPER_PASS(
        caperi_json_get_enum(json, value, "reaction", CAPERI_OPTIONAL, reactions, 2, &reaction));
    actor->simulated = servo < 3;
    actor->plain = servo == 4;
    d->servo = servo < 3 ? (caper_servo)servo : CAPER_SERVO_WORLD;
    d->balance = (caper_balance)balance;
    d->reaction = (caper_reaction)reaction;
    CAPER_PASS(read_range(r, value, "external", 0, 1, &d->external));
    CAPER_PASS(read_range(r, value, "gain", 0.01f, 100, &d->gain));
    CAPER_PASS(read_range(r, value, "damping", 0.01f, 100, &d->damping));
    CAPER_PASS(read_range(r, value, "balance_limit", 0, 100, &d->balance_limit));
    CAPER_PASS(read_range(r, value, "balance_break", 0.01f, 100, &d->balance_break));
    CAPER_PASS(read_range(r, value, "guide", 0, 100, &d->guide));
    CAPER_PASS(caperi_json_get_bool(json, value, "literal", CAPERI_OPTIONAL, &d->literal));
    CAPER_PASS(caperi_json_get_bool(json, value, "stun", CAPERI_OPTIONAL, &d->stun));
    return caperi_json_get_bool(json, value, "faint", CAPERI_OPTIONAL, &d->faint);
}

static bool read_actor(reader *r, const caperi_json_value *value, int index)
{
    static const char *const keys[] = {
        "name",    "character", "at",       "yaw_deg",       "play",          "get_up",
        "servo",   "balance",   "reaction", "external",      "gain",          "guide",
        "literal", "stun",      "faint",    "balance_limit", "balance_break", "foe",
        "reach",   "expect",    "drift",    "error_mm",      "damping",       "stride"};
    static const char *const expects[] = {"nothing", "stands", "falls", "rises", "out"};
    const caperi_json *json = r->json;
    caper_scene_actor *actor = &r->actors[index];
    CAPER_PASS(caperi_json_object(json, value));
    CAPER_PASS(caperi_json_check_keys(json, value, keys, CAPER_COUNT_OF(keys)));
    actor->doll = caper_doll_def_default();
    actor->foe = -1;
    actor->line = (int)value->line;
    actor->column = (int)value->column;
    CAPER_PASS(read_text(r, value, "name", CAPERI_REQUIRED, &actor->name));
    CAPER_PASS(find_actor(r, actor->name) < 0 ||
               FAIL(value, "there are two actors '%s'", actor->name));
    r->scene->actor_count = index + 1;
    CAPER_PASS(read_text(r, value, "character", CAPERI_OPTIONAL, &actor->character));
    caper_vec3 at = caper_vec3_zero();
    CAPER_PASS(read_vec3(r, value, "at", CAPERI_OPTIONAL, MAX_PLACE, &at));
    actor->root = (caper_root){at.x, at.y, at.z, 0};
    CAPER_PASS(read_yaw(r, value, "yaw_deg", &actor->root.yaw));
    CAPER_PASS(read_plays(r, value, actor));
    CAPER_PASS(caperi_json_get_bool(json, value, "stride", CAPERI_OPTIONAL, &actor->stride));
    CAPER_PASS(read_get_up(r, value, actor));
    CAPER_PASS(read_doll(r, value, actor));
    CAPER_PASS(read_range(r, value, "reach", 0, 1000, &actor->reach));
    CAPER_PASS(read_range(r, value, "drift", 0, 1000, &actor->drift));
    CAPER_PASS(read_range(r, value, "error_mm", 0, 1e5f, &actor->error));
    actor->error *= 0.001f;
    int expect = 0;
    CAPER_PASS(caperi_json_get_enum(json, value, "expect", CAPERI_OPTIONAL, expects,
                                    CAPER_SCENE_EXPECT_COUNT, &expect));
    actor->expect = (caper_scene_expect)expect;
    return actor->character || (actor->play_count > 0 && actor->plays[0].clip) ||
           FAIL(value, "actor '%s' has neither a character nor a clip to take it from",
                actor->name);
}

// --- things and events ---------------------------------------------------------------------------

static bool read_thing(reader *r, const caperi_json_value *value, caper_scene_thing *thing)
{
    static const char *const keys[] = {"name",     "shape",   "half",      "radius",   "mass",
                                       "at",       "yaw_deg", "pitch_deg", "velocity", "turning",
                                       "friction", "bounce",  "hook"};
    static const char *const shapes[] = {"box", "ball"};
    const caperi_json *json = r->json;
    caper_thing_def *d = &thing->def;
    int shape = 0;
    float yaw = 0, pitch = 0;
    CAPER_PASS(caperi_json_object(json, value));
    CAPER_PASS(caperi_json_check_keys(json, value, keys, CAPER_COUNT_OF(keys)));
    *d = caper_thing_def_default();
    thing->name = "";
    CAPER_PASS(read_text(r, value, "name", CAPERI_OPTIONAL, &thing->name));
    CAPER_PASS(caperi_json_get_enum(json, value, "shape", CAPERI_OPTIONAL, shapes, 2, &shape));
    d->shape = (caper_thing_shape)shape;
    CAPER_PASS(read_vec3(r, value, "half", CAPERI_OPTIONAL, 1000, &d->half));
    CAPER_PASS(read_range(r, value, "radius", 1e-3f, 1000, &d->half.x));
    CAPER_PASS(d->half.x >= 1e-3f && d->half.y >= 1e-3f && d->half.z >= 1e-3f
                   ? true
                   : FAIL(value, "a thing is at least a millimetre thick"));
    CAPER_PASS(read_range(r, value, "mass", 0, 1e6f, &d->mass));
    CAPER_PASS(d->mass == 0 || d->mass >= 1e-4f || FAIL(value, "mass is below 0.0001 kg"));
    CAPER_PASS(read_vec3(r, value, "at", CAPERI_REQUIRED, MAX_PLACE, &d->transform.position));
    CAPER_PASS(read_yaw(r, value, "yaw_deg", &yaw));
    CAPER_PASS(read_yaw(r, value, "pitch_deg", &pitch));
    d->transform.rotation = caper_quat_mul(
        caper_quat_from_yaw(yaw), caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), pitch));
    CAPER_PASS(read_vec3(r, value, "velocity", CAPERI_OPTIONAL, 100, &d->velocity));
    CAPER_PASS(read_vec3(r, value, "turning", CAPERI_OPTIONAL, 100, &d->turning));
    CAPER_PASS(read_range(r, value, "friction", 0, 100, &d->friction));
    CAPER_PASS(read_range(r, value, "bounce", 0, 1, &d->bounce));
    d->hangs = caperi_json_find(value, "hook") != NULL;
    return read_vec3(r, value, "hook", CAPERI_OPTIONAL, MAX_PLACE, &d->hook);
}

static bool find_thing(reader *r, const caperi_json_value *object, int *out)
{
    const char *name = NULL;
    CAPER_PASS(caperi_json_get_name(r->json, object, "thing", CAPERI_OPTIONAL, &name));
    *out = -1;
    for (int i = 0; name && i < r->scene->thing_count; i++) {
        if (strcmp(r->things[i].name, name) == 0 && r->things[i].def.mass > 0) {
            *out = i;
        }
    }
    return !name || *out >= 0 ||
           FAIL(caperi_json_find(object, "thing"), "there is no loose thing '%s' in this scene",
                name);
}

static bool read_event(reader *r, const caperi_json_value *value, caper_scene_event *e)
{
    static const char *const keys[] = {"time",    "do",       "actor", "thing",   "body",  "at",
                                       "impulse", "velocity", "aim",   "seconds", "amount"};
    static const char *const kinds[] = {"push", "hit",   "drag", "release", "knock_out",
                                        "limp", "place", "gain", "throw"};
    const caperi_json *json = r->json;
    int kind = 0;
    CAPER_PASS(caperi_json_object(json, value));
    CAPER_PASS(caperi_json_check_keys(json, value, keys, CAPER_COUNT_OF(keys)));
    e->line = (int)value->line;
    e->column = (int)value->column;
    CAPER_PASS(caperi_json_get_float(json, value, "time", CAPERI_REQUIRED, &e->time));
    CAPER_PASS(read_range(r, value, "time", 0, MAX_SECONDS, &e->time));
    CAPER_PASS(caperi_json_get_enum(json, value, "do", CAPERI_REQUIRED, kinds,
                                    CAPER_SCENE_EVENT_KIND_COUNT, &kind));
    e->kind = (caper_scene_event_kind)kind;
    bool throws = e->kind == CAPER_SCENE_THROW;
    CAPER_PASS(
        read_actor_name(r, value, "actor", throws ? CAPERI_OPTIONAL : CAPERI_REQUIRED, &e->actor));
    CAPER_PASS(find_thing(r, value, &e->thing));
    CAPER_PASS(!throws || e->thing >= 0 || FAIL(value, "a throw needs a thing"));
    CAPER_PASS(read_text(r, value, "body", CAPERI_OPTIONAL, &e->body));
    CAPER_PASS(read_vec3(r, value, "at", CAPERI_OPTIONAL, MAX_PLACE, &e->place));
    CAPER_PASS(read_vec3(r, value, "impulse", CAPERI_OPTIONAL, 1e6f, &e->vector));
    CAPER_PASS(read_vec3(r, value, "velocity", CAPERI_OPTIONAL, 100, &e->vector));
    CAPER_PASS(read_actor_name(r, value, "aim", CAPERI_OPTIONAL, &e->aim));
    e->seconds = kind == CAPER_SCENE_KNOCK_OUT ? 3 : 0.2f;
    CAPER_PASS(read_range(r, value, "seconds", 0, MAX_SECONDS, &e->seconds));
    return read_range(r, value, "amount", 0, 100, &e->amount);
}

static int by_time(const void *a, const void *b)
{
    const caper_scene_event *x = a, *y = b;
    if (x->time != y->time) {
        return x->time < y->time ? -1 : 1;
    }
    return x->line != y->line ? (x->line > y->line) - (x->line < y->line)
                              : (x->column > y->column) - (x->column < y->column);
}

// --- the file ------------------------------------------------------------------------------------

static bool read_lists(reader *r)
{
    const caperi_json *json = r->json;
    const caperi_json_value *root = json->root, *actors, *things, *events;
    caper_scene *s = r->scene;
    CAPER_PASS(caperi_json_get_array(json, root, "actors", CAPERI_REQUIRED, 0,
                                     CAPER_SCENE_MAX_ACTORS, &actors));
    CAPER_PASS(caperi_json_get_array(json, root, "things", CAPERI_OPTIONAL, 0,
                                     CAPER_SCENE_MAX_THINGS, &things));
    CAPER_PASS(caperi_json_get_array(json, root, "events", CAPERI_OPTIONAL, 0,
                                     CAPER_SCENE_MAX_EVENTS, &events));
    uint32_t thing_count = things ? things->count : 0, event_count = events ? events->count : 0;
    r->actors = caper_arena_alloc_zero(s->memory, actors->count + 1u, sizeof *r->actors, 16);
    r->things = caper_arena_alloc_zero(s->memory, thing_count + 1u, sizeof *r->things, 16);
    r->events = caper_arena_alloc_zero(s->memory, event_count + 1u, sizeof *r->events, 16);
    CAPER_PASS((r->actors && r->things && r->events) || FAIL(root, "no memory"));
    s->actors = r->actors;
    s->things = r->things;
    s->events = r->events;
    for (uint32_t i = 0; i < actors->count; i++) {
        CAPER_PASS(read_actor(r, caperi_json_at(actors, i), (int)i));
    }
    for (uint32_t i = 0; i < actors->count; i++) {
        CAPER_PASS(read_actor_name(r, caperi_json_at(actors, i), "foe", CAPERI_OPTIONAL,
                                   &r->actors[i].foe));
        CAPER_PASS(r->actors[i].foe != (int)i ||
                   FAIL(caperi_json_at(actors, i), "an actor cannot be its own foe"));
    }
    for (uint32_t i = 0; i < thing_count; i++) {
        CAPER_PASS(read_thing(r, caperi_json_at(things, i), &r->things[i]));
        s->thing_count = (int)i + 1;
    }
    for (uint32_t i = 0; i < event_count; i++) {
        CAPER_PASS(read_event(r, caperi_json_at(events, i), &r->events[i]));
    }
    s->event_count = (int)event_count;
    qsort(r->events, event_count, sizeof *r->events, by_time);
    return true;
}

static bool read_scene(reader *r)
{
    static const char *const keys[] = {"caper",   "version",    "name",   "about",  "world",
                                       "seconds", "rate",       "actors", "things", "events",
                                       "gravity", "iterations", "$schema"};
    const caperi_json *json = r->json;
    const caperi_json_value *root = json->root;
    caper_scene *s = r->scene;
    CAPER_PASS(caperi_json_head(json, root, "scene", VERSION));
    CAPER_PASS(caperi_json_check_keys(json, root, keys, CAPER_COUNT_OF(keys)));
    s->name = "scene";
    s->about = "";
    s->seconds = 10;
    s->rate = 60;
    s->gravity = 9.81f;
    s->iterations = 30;
    CAPER_PASS(read_text(r, root, "name", CAPERI_OPTIONAL, &s->name));
    CAPER_PASS(read_text(r, root, "about", CAPERI_OPTIONAL, &s->about));
    CAPER_PASS(read_text(r, root, "world", CAPERI_OPTIONAL, &s->world));
    CAPER_PASS(read_range(r, root, "seconds", 0.01f, MAX_SECONDS, &s->seconds));
    CAPER_PASS(read_range(r, root, "rate", 1, 1000, &s->rate));
    CAPER_PASS(read_range(r, root, "gravity", 0, 100, &s->gravity));
    CAPER_PASS(
        caperi_json_get_int(json, root, "iterations", CAPERI_OPTIONAL, 1, 1000, &s->iterations));
    return read_lists(r);
}

static caper_scene *finish(caperi_json *json, const char *source, const caper_load_options *options,
                           caper_error *error)
{
    caper_allocator memory = caper_allocator_resolve(options ? options->allocator : NULL);
    caper_scene *scene = caper_alloc_zero(&memory, sizeof *scene, 16);
    caper_arena *arena = caper_alloc_zero(&memory, sizeof *arena, 16);
    bool good = scene && arena;
    if (good) {
        caper_arena_init(arena, &memory, 4096);
        scene->memory = arena;
        size_t size = strlen(source) + 1;
        char *copy = caper_arena_alloc(arena, size, 1);
        good = copy != NULL;
        if (good) {
            memcpy(copy, source, size);
            scene->source = copy;
            reader r = {.json = json, .scene = scene};
            good = read_scene(&r);
        }
    }
    if (!good) {
        if (error && error->status == CAPER_OK) {
            caper_error_set(error, CAPER_ERROR_MEMORY, source, 0, 0, "no memory for a scene");
        }
        if (scene && scene->memory) {
            caper_scene_destroy(scene);
        } else {
            caper_free(&memory, scene, sizeof *scene);
            caper_free(&memory, arena, sizeof *arena);
        }
        scene = NULL;
    }
    caperi_json_free(json);
    return scene;
}

caper_scene *caper_scene_load(const char *path, const caper_load_options *options,
                              caper_error *error)
{
    caperi_json json;
    caper_error own = {0};
    error = error ? error : &own;
    return caperi_json_open_file(&json, path, options, error) ? finish(&json, path, options, error)
                                                              : NULL;
}

caper_scene *caper_scene_parse(const char *text, size_t size, const char *source,
                               const caper_load_options *options, caper_error *error)
{
    caperi_json json;
    caper_error own = {0};
    error = error ? error : &own;
    source = source ? source : "memory";
    return caperi_json_open_text(&json, text, size, source, options, error)
               ? finish(&json, source, options, error)
               : NULL;
}

void caper_scene_destroy(caper_scene *scene)
{
    if (scene) {
        caper_arena *arena = scene->memory;
        caper_allocator memory = arena->allocator;
        caper_arena_destroy(arena);
        caper_free(&memory, arena, sizeof *arena);
        caper_free(&memory, scene, sizeof *scene);
    }
}
