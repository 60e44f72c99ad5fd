// SPDX-License-Identifier: MIT
// Recording an actor into a clip.
#include "record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_KEY_POSES 256
#define SETTLE_SECONDS 4.0f  // at least, before a loop is recorded
#define SETTLE_STEPS 3000.0f // at most, however long the motion

typedef struct cli_tape {
    caper_transform *frames;
    caper_root *roots;
    float *deforms;
    int frame_count;
    caper_key_pose key_poses[MAX_KEY_POSES];
    int key_pose_count;
} cli_tape;

// --- targets -------------------------------------------------------------------------------------

static bool parse_point(const char *text, size_t size, caper_vec3 *point)
{
    char copy[96];
    float v[3];
    char rest;
    if (size >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, size);
    copy[size] = 0;
    if (sscanf(copy, "%f,%f,%f%c", &v[0], &v[1], &v[2], &rest) != 3) {
        return false;
    }
    *point = caper_vec3_make(v[0], v[1], v[2]);
    return caper_vec3_is_finite(*point);
}

static bool set_target(caper_actor *actor, const char *name, caper_vec3 at)
{
    return caper_actor_set_target(actor, name, caper_transform_make(caper_quat_identity(), at));
}

// The target of that name, or every one that some channel of the motion aims at; false when there
// is none. `full` tells that the actor takes no more.
static bool set_aims(caper_actor *actor, const caper_motion *motion, const char *name,
                     caper_vec3 at, bool *full)
{
    int count = 0;
    for (int b = 0; b < motion->branch_count; b++) {
        for (int c = 0; c < motion->branches[b].channel_count; c++) {
            const caper_aim *aim = &motion->branches[b].channels[c].aim;
            if (aim->kind == CAPER_AIM_TARGET && (!name || strcmp(name, aim->target) == 0)) {
                *full = !set_target(actor, aim->target, at) || *full;
                count++;
            }
        }
    }
    return count > 0;
}

// Some target that the motion aims at, to name it; NULL without any.
static const char *first_target(const caper_motion *motion)
{
    for (int b = 0; b < motion->branch_count; b++) {
        for (int c = 0; c < motion->branches[b].channel_count; c++) {
            const caper_aim *aim = &motion->branches[b].channels[c].aim;
            if (aim->kind == CAPER_AIM_TARGET) {
                return aim->target;
            }
        }
    }
    return NULL;
}

static bool fail_target(const caper_motion *motion, const char *name, caper_error *error)
{
    const char *other = first_target(motion);
    return other ? caper_error_set(error, CAPER_ERROR_INVALID, "--target", 0, 0,
                                   "'%s' aims at no '%s', but at '%s'", motion->name, name, other)
                 : caper_error_set(error, CAPER_ERROR_INVALID, "--target", 0, 0,
                                   "'%s' aims at no target: it has no use", motion->name);
}

static bool set_targets(caper_actor *actor, const cli_take *take, caper_error *error)
{
    for (const char *at = take->targets; at && *at;) {
        const char *end = strchr(at, ';'), *equal = strchr(at, '=');
        size_t size = end ? (size_t)(end - at) : strlen(at);
        bool named = equal && equal < at + size;
        const char *number = named ? equal + 1 : at;
        char name[48] = "";
        caper_vec3 point;
        bool good = parse_point(number, size - (size_t)(number - at), &point);
        if (named && (size_t)(equal - at) < sizeof name) {
            memcpy(name, at, (size_t)(equal - at));
        }
        if (!good || (named && !name[0])) {
            return caper_error_set(error, CAPER_ERROR_INVALID, "--target", 0, 0,
                                   "'%s' is not x,y,z or name=x,y,z;name=x,y,z in metres",
                                   take->targets);
        }
        bool full = false;
        if (!set_aims(actor, take->motion, named ? name : NULL, point, &full)) {
            return fail_target(take->motion, name, error);
        }
        if (full) {
            return caper_error_set(error, CAPER_ERROR_LIMIT, "--target", 0, 0, "too many targets");
        }
        at += size + (end != NULL);
    }
    return true;
}

// --- recording -----------------------------------------------------------------------------------

static void note_events(cli_tape *tape, const caper_actor *actor, float time)
{
    const caper_actor_event *events;
    int count = caper_actor_events(actor, &events);
    for (int i = 0; i < count && tape->key_pose_count < MAX_KEY_POSES; i++) {
        if (events[i].event) {
            caper_key_pose *key = &tape->key_poses[tape->key_pose_count++];
            key->time = time;
            key->name = events[i].event->name;
        }
    }
}

static void keep_frame(cli_tape *tape, const caper_actor *actor, int frame)
{
    const caper_pose *local = caper_actor_local(actor);
    size_t bodies = (size_t)local->body_count, deforms = (size_t)local->deform_count;
    memcpy(&tape->frames[(size_t)frame * bodies], local->bodies, bodies * sizeof(caper_transform));
    if (deforms > 0) {
        memcpy(&tape->deforms[(size_t)frame * deforms], local->deforms, deforms * sizeof(float));
    }
    tape->roots[frame] = caper_actor_root(actor);
}

// Whole passes of a looping motion, so that loose parts have settled, ending where the clip begins.
static void settle(caper_actor *actor, const cli_take *take, caper_source source)
{
    float pass = take->motion->duration / take->speed;
    int passes = (int)ceilf(caper_clamp(SETTLE_SECONDS / pass, 1, 100));
    int steps = (int)ceilf(caper_min((float)passes * pass * take->rate, SETTLE_STEPS));
    caper_source_state state;
    caper_binding *binding = caper_binding_create(take->motion, take->character, NULL, NULL);
    if (binding && caper_actor_source(actor, source, &state)) {
        caper_root none = {0, 0, 0, 0};
        float time = (float)passes * take->motion->duration;
        caper_root way = caper_motion_travel(binding, state.variant, time);
        caper_actor_set_root(actor, caper_root_mul(take->root, caper_root_delta(way, none)));
    }
    caper_binding_destroy(binding);
    for (int i = 0; i < steps; i++) {
        caper_actor_update(actor, (float)passes * pass / (float)steps, NULL);
    }
}

// Frame 0 is the motion at its start, every other one a step later. A loop is recorded in whole
// steps, so that its last frame is its first one again.
static bool run(cli_tape *tape, caper_actor *actor, const cli_take *take, caper_source source,
                caper_error *error)
{
    float dt = 1 / take->rate;
    if (take->motion->loops) {
        settle(actor, take, source);
        if (take->seconds <= 0 && tape->frame_count > 1) {
            dt = take->motion->duration / take->speed / (float)(tape->frame_count - 1);
        }
    }
    bool good = true;
    for (int frame = 0; frame < tape->frame_count && good; frame++) {
        good = caper_actor_update(actor, frame == 0 ? 0 : dt, NULL);
        keep_frame(tape, actor, frame);
        note_events(tape, actor, (float)frame / take->rate);
        double share = (double)(frame + 1) / tape->frame_count;
        if (good && !caper_progress_report(take->progress, share, "frames")) {
            return caper_error_set(error, CAPER_ERROR_CANCELED, take->motion->name, 0, 0,
                                   "stopped");
        }
    }
    return good || caper_error_set(error, CAPER_ERROR_INVALID, take->motion->name, 0, 0,
                                   "cannot be solved on '%s'", take->character->name);
}

static caper_clip *make_clip(const cli_tape *tape, const cli_take *take, caper_error *error)
{
    const caper_character *c = take->character;
    caper_clip_def def = caper_clip_def_default();
    bool travels = false;
    for (int i = 0; i < tape->frame_count; i++) {
        travels = travels || memcmp(&tape->roots[i], &tape->roots[0], sizeof(caper_root)) != 0;
    }
    const caper_root *start = &tape->roots[0];
    bool placed = start->x != 0 || start->y != 0 || start->z != 0 || start->yaw != 0;
    def.name = take->motion->name;
    def.skeleton = &c->skeleton;
    def.rate = take->rate;
    def.frame_count = tape->frame_count;
    def.frames = tape->frames;
    def.roots = travels || placed ? tape->roots : NULL;
    def.deforms = c->deforms;
    def.deform_count = c->deform_count;
    def.deform_frames = c->deform_count > 0 ? tape->deforms : NULL;
    def.key_poses = tape->key_poses;
    def.key_pose_count = tape->key_pose_count;
    def.loops = take->motion->loops && take->seconds <= 0;
    return caper_clip_create(&def, error);
}

static caper_actor *make_actor(const cli_take *take, caper_source *source, caper_error *error)
{
    caper_actor_def def = caper_actor_def_default();
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = take->stiff ? 0 : jiggle.looseness;
    def.character = take->character;
    def.world = take->world;
    def.root = take->root;
    def.jiggle = &jiggle;
    caper_actor *actor = caper_actor_create(&def, error);
    caper_play_def play = caper_play_def_default();
    play.motion = take->motion;
    play.variant = take->variant;
    play.speed = take->speed;
    play.fade_in = play.fade_out = 0;
    play.hold = true; // the last frame shows the end of the motion
    bool good = actor && set_targets(actor, take, error);
    *source = good ? caper_actor_play(actor, &play, error) : 0;
    if (*source == 0) {
        caper_actor_destroy(actor);
        actor = NULL;
    }
    return actor;
}

caper_clip *cli_record(const cli_take *given, caper_error *error)
{
    cli_take take = *given;
    take.speed = take.speed > 0 ? take.speed : 1;
    float seconds = take.seconds > 0 ? take.seconds : take.motion->duration / take.speed;
    double frames = floor((double)seconds * (double)take.rate + 0.5) + 1;
    const caper_character *c = take.character;
    if (!(frames * (c->body_count + c->deform_count) < CAPER_CLIP_MAX_TRANSFORMS)) {
        caper_error_set(error, CAPER_ERROR_LIMIT, take.motion->name, 0, 0, "%g frames are too many",
                        frames);
        return NULL;
    }
    cli_tape *t = calloc(1, sizeof *t);
    caper_actor *actor = NULL;
    caper_clip *clip = NULL;
    if (t) {
        t->frame_count = (int)frames;
        t->frames = calloc((size_t)t->frame_count * (size_t)c->body_count, sizeof *t->frames);
        t->roots = calloc((size_t)t->frame_count, sizeof *t->roots);
        t->deforms = calloc((size_t)t->frame_count * (size_t)c->deform_count + 1, sizeof(float));
    }
    if (!t || !t->frames || !t->roots || !t->deforms) {
        caper_error_set(error, CAPER_ERROR_MEMORY, take.motion->name, 0, 0,
                        "no memory for %g frames", frames);
    } else {
        caper_source source;
        actor = make_actor(&take, &source, error);
        clip = actor && run(t, actor, &take, source, error) ? make_clip(t, &take, error) : NULL;
    }
    caper_actor_destroy(actor);
    if (t) {
        free(t->frames);
        free(t->roots);
        free(t->deforms);
    }
    free(t);
    return clip;
}

// Index of the ending of a path: 0 our own, 1 and more foreign, -1 none that is known.
static int clip_ending(const char *path)
{
    static const char *const endings[] = {".clip.json", ".bvh", ".glb", ".gltf"};
    size_t length = strlen(path);
    for (int i = 0; i < CAPER_COUNT_OF(endings); i++) {
        size_t size = strlen(endings[i]);
        if (length > size && strcmp(path + length - size, endings[i]) == 0) {
            return i;
        }
    }
    return -1;
}

bool cli_clip_path(const char *path, caper_error *error)
{
    return clip_ending(path) >= 0 ||
           caper_error_set(error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                           "expected an output that ends in .clip.json, .bvh, .glb or .gltf");
}

bool cli_save_clip(const caper_clip *clip, const caper_character *character, const char *path,
                   caper_error *error)
{
    if (!cli_clip_path(path, error)) {
        return false;
    }
    if (clip_ending(path) == 0) {
        return caper_clip_save(clip, path, error);
    }
    caper_export_job job = caper_export_job_default();
    job.character = character;
    job.clips = &clip;
    job.clip_count = 1;
    return caper_export_save(&job, path, error);
}
