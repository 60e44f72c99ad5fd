// SPDX-License-Identifier: MIT
// Recording an actor into a clip.
#include "record.h"
#include "render_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- targets -------------------------------------------------------------------------------------

static bool parse_point(const char *text, size_t size, caper_vec3 *point)
{
    char copy[96];
    double v[3];
    if (size >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, size);
    copy[size] = 0;
    if (cli_numbers(copy, ',', v, 3) != 3) {
        return false;
    }
    *point = caper_vec3_make((float)v[0], (float)v[1], (float)v[2]);
    return true;
}

typedef struct aims {
    caper_target targets[CAPER_MAX_TARGETS];
    int count;
    bool full;
} aims;

static void set_aim(aims *a, const char *name, caper_vec3 at)
{
    int i = 0;
    while (i < a->count && strcmp(a->targets[i].name, name) != 0) {
        i++;
    }
    a->full = a->full || i == CAPER_MAX_TARGETS;
    if (i < CAPER_MAX_TARGETS) {
        a->targets[i] = (caper_target){name, caper_transform_make(caper_quat_identity(), at), {0}};
        a->count += i == a->count;
    }
}

// The target of that name, or every one that some channel of the motion aims at; false when there
// is none.
static bool set_aims(aims *a, const caper_motion *motion, const char *name, caper_vec3 at)
{
    int count = 0;
    for (int b = 0; b < motion->branch_count; b++) {
        for (int c = 0; c < motion->branches[b].channel_count; c++) {
            const caper_aim *aim = &motion->branches[b].channels[c].aim;
            if (aim->kind == CAPER_AIM_TARGET && (!name || strcmp(name, aim->target) == 0)) {
                set_aim(a, aim->target, at);
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

static bool read_targets(aims *a, const cli_take *take, caper_error *error)
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
        if (!set_aims(a, take->motion, named ? name : NULL, point)) {
            return fail_target(take->motion, name, error);
        }
        if (a->full) {
            return caper_error_set(error, CAPER_ERROR_LIMIT, "--target", 0, 0, "too many targets");
        }
        at += size + (end != NULL);
    }
    return true;
}

// --- recording -----------------------------------------------------------------------------------

float cli_pace(const caper_motion *motion, const caper_character *character, int variant,
               caper_error *error)
{
    caper_binding *binding = caper_binding_create(motion, character, NULL, error);
    if (!binding) {
        return 0;
    }
    // who plays a variant that is not there says so
    int which = variant < 0 ? 0 : variant;
    float pace = which < binding->variant_count ? caper_binding_pace(binding, which) : 1;
    caper_binding_destroy(binding);
    if (!(pace > 0)) {
        caper_error_set(error, CAPER_ERROR_MEMORY, motion->name, 0, 0, "no memory to pose it");
    }
    return pace;
}

caper_clip *cli_record(const cli_take *take, caper_error *error)
{
    aims a = {.count = 0};
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    caper_play_clip_job job = caper_play_clip_job_default();
    jiggle.looseness = take->stiff ? 0 : jiggle.looseness;
    job.actor.character = take->character;
    job.actor.world = take->world;
    job.actor.root = take->root;
    job.actor.jiggle = &jiggle;
    job.play.motion = take->motion;
    job.play.variant = take->variant;
    job.play.speed = (take->speed > 0 ? take->speed : 1) *
                     cli_pace(take->motion, take->character, take->variant, error);
    job.record.recorder.name = take->motion->name;
    job.record.recorder.rate = take->rate;
    job.record.recorder.loops = take->motion->loops && take->seconds <= 0;
    job.record.seconds = take->seconds;
    job.record.progress = take->progress;
    if (!(job.play.speed > 0) || !read_targets(&a, take, error)) {
        return NULL;
    }
    job.targets = a.targets;
    job.target_count = a.count;
    return caper_play_clip(&job, error);
}

void cli_retarget_between(caper_retarget_job *job, const cli_asset *from, const cli_asset *onto,
                          const caper_world *world, const caper_puppet_setup *setup, bool filters)
{
    static caper_filter_def plain; // the same for all
    plain = caper_filter_def_default();
    job->puppet = setup ? setup->def : job->puppet;
    job->targets = setup ? setup->targets : NULL;
    job->target_count = setup ? setup->target_count : 0;
    job->filter = setup && setup->filter ? setup->filter : filters ? &plain : NULL;
    job->from = from->character;
    job->onto = onto->character;
    job->world = world;
    job->puppet.performer_map = from->map;
    job->puppet.character_map = onto->map;
}

typedef enum out_kind {
    OUT_NONE,
    OUT_OWN,
    OUT_PACKED,
    OUT_BVH,
    OUT_GLTF,
    OUT_JOINTS,
    OUT_PICTURE
} out_kind;

static out_kind kind_of_out(const char *path)
{
    static const struct {
        const char *ending;
        out_kind kind;
    } kinds[] = {{".clip.json", OUT_OWN}, {".clip.bin", OUT_PACKED}, {".bvh", OUT_BVH},
                 {".glb", OUT_GLTF},      {".gltf", OUT_GLTF},       {".vrm", OUT_GLTF},
                 {".csv", OUT_JOINTS},    {".npy", OUT_JOINTS},      {".png", OUT_PICTURE},
                 {".mp4", OUT_PICTURE},   {".gif", OUT_PICTURE},     {".webm", OUT_PICTURE},
                 {".mkv", OUT_PICTURE}};
    for (int i = 0; i < CAPER_COUNT_OF(kinds); i++) {
        if (cli_ends_with(path, kinds[i].ending)) {
            return kinds[i].kind;
        }
    }
    return OUT_NONE;
}

bool cli_clip_path(const char *path, caper_error *error)
{
    return kind_of_out(path) != OUT_NONE ||
           caper_error_set(
               error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
               "expected an output that ends in .clip.json .clip.bin .bvh .glb .gltf .vrm, "
               ".png .mp4 .gif .webm .mkv for a picture, .csv .npy for joint angles");
}

bool cli_is_picture(const char *path)
{
    return kind_of_out(path) == OUT_PICTURE;
}

bool cli_holds_several(const char *path)
{
    out_kind kind = kind_of_out(path);
    return kind == OUT_GLTF || kind == OUT_PICTURE;
}

#define AT_LIMIT 0.0017f // radians, a tenth of a degree: this near to a limit is at it
#define MOST_TOLD 5

typedef struct limit_count {
    const caper_hinge *hinge;
    int frames, body;
} limit_count;

// How often each hinge of a body is at a limit.
static void count_limits(const caper_character *c, const caper_clip *clip, int body,
                         caper_pose *pose, limit_count *counts)
{
    for (int f = 0; f < clip->frame_count; f++) {
        float angles[CAPER_MAX_HINGES];
        caper_clip_sample(clip, (float)f / clip->rate, NULL, pose);
        caper_body_angles(c, body, pose->bodies[body].rotation, angles);
        for (int k = 0; k < c->bodies[body].hinge_count; k++) {
            const caper_hinge *h = &c->bodies[body].hinges[k];
            counts[k].frames += angles[k] < h->min + AT_LIMIT || angles[k] > h->max - AT_LIMIT;
        }
    }
}

// Where a motion cannot be done: the joints that are at their limits most of the time.
static void tell_limits(const caper_character *c, const caper_clip *clip)
{
    limit_count most[MOST_TOLD] = {{NULL, 0, 0}};
    caper_pose pose = caper_pose_create(c->body_count, 0, NULL);
    int at_limits = 0;
    for (int i = 0; pose.bodies && i < c->body_count; i++) {
        limit_count counts[CAPER_MAX_HINGES] = {{NULL, 0, 0}};
        if (c->bodies[i].parent >= 0) {
            count_limits(c, clip, i, &pose, counts);
        }
        for (int k = 0; k < c->bodies[i].hinge_count; k++) {
            limit_count now = {&c->bodies[i].hinges[k], counts[k].frames, i};
            at_limits += now.frames > 0;
            for (int n = 0; n < MOST_TOLD; n++) {
                if (now.frames > most[n].frames) {
                    limit_count other = most[n];
                    most[n] = now;
                    now = other;
                }
            }
        }
    }
    caper_pose_destroy(&pose, NULL);
    if (at_limits > 0) {
        fprintf(stderr, "%d of %d joints reach their limits; most often:\n", at_limits,
                c->hinge_count);
    }
    for (int n = 0; n < MOST_TOLD && most[n].frames > 0; n++) {
        const caper_hinge *h = most[n].hinge;
        fprintf(stderr, "  %s of %s: in %d of %d frames (%.1f to %.1f degrees)\n", h->name,
                c->bodies[most[n].body].name, most[n].frames, clip->frame_count,
                (double)h->min * 180 / (double)CAPER_PI, (double)h->max * 180 / (double)CAPER_PI);
    }
}

// Packed as far as a tenth of a millimetre allows, unless it is already.
static bool save_packed(const caper_clip *clip, const caper_character *character, const char *path,
                        caper_error *error)
{
    if (clip->packed) {
        return caper_clip_save_packed(clip, path, error);
    }
    caper_pack_options options = {.character = character};
    caper_clip *packed = caper_clip_pack(clip, &options, NULL, error);
    bool good = packed && caper_clip_save_packed(packed, path, error);
    caper_clip_destroy(packed);
    return good;
}

bool cli_save_clips(const cli_output *output, caper_error *error)
{
    const char *path = output->path;
    out_kind kind = kind_of_out(path);
    if (!cli_clip_path(path, error)) {
        return false;
    }
    if (kind == OUT_PICTURE) {
        return cli_draw_clips(output, error);
    }
    if (output->clip_count > 1 && !cli_holds_several(path)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0,
                               "there are %d clips, and it holds one: write .glb or .gltf",
                               output->clip_count);
    }
    if (kind == OUT_OWN) {
        return caper_clip_save(output->clips[0], path, error);
    }
    if (kind == OUT_PACKED) {
        return save_packed(output->clips[0], output->character, path, error);
    }
    if (kind == OUT_JOINTS) {
        const caper_import *robot = cli_import_of(output->character);
        bool good = caper_robot_save(robot, output->clips[0], path, error);
        if (good) {
            tell_limits(output->character, output->clips[0]);
        }
        return good;
    }
    caper_export_job job = caper_export_job_default();
    job.character = output->character;
    job.clips = output->clips;
    job.clip_count = output->clip_count;
    job.like = cli_import_of(output->character);
    if (job.like && kind == OUT_BVH && job.like->format != CAPER_FORMAT_BVH) {
        job.like = NULL;
    } else if (job.like) {
        job.skins = job.like->skins;
        job.skin_count = job.like->skin_count;
    }
    return cli_export(&job, path, error);
}

bool cli_save_clip(const caper_clip *clip, const caper_character *character, const char *path,
                   caper_error *error)
{
    cli_output output = {&clip, 1, character, NULL, path};
    return cli_save_clips(&output, error);
}

bool cli_write_clips(const cli_output *output, caper_error *error)
{
    int frames = 0;
    char several[32] = "";
    if (!cli_save_clips(output, error)) {
        return false;
    }
    for (int i = 0; i < output->clip_count; i++) {
        frames += output->clips[i]->frame_count;
    }
    if (output->clip_count != 1) {
        snprintf(several, sizeof several, "%d clips, ", output->clip_count);
    }
    cli_wrote(output->path, "%s%d frames, %d bodies", several, frames,
              output->character->body_count);
    return true;
}

bool cli_write_clip(const caper_clip *clip, const caper_character *character,
                    const caper_world *world, const char *path, caper_error *error)
{
    cli_output output = {&clip, 1, character, world, path};
    return cli_write_clips(&output, error);
}

bool cli_write_made(caper_clip *clip, const caper_character *character, const caper_world *world,
                    const char *path, caper_error *error)
{
    bool good = clip && cli_write_clip(clip, character, world, path, error);
    caper_clip_destroy(clip);
    return good;
}

#if !defined(CAPER_RENDER)
static bool fail_drawing(const char *path, caper_error *error)
{
    return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                           "this build has no renderer: it needs libepoxy, EGL and stb");
}

bool cli_draw_clips(const cli_output *output, caper_error *error)
{
    return fail_drawing(output->path, error);
}

bool check_draw(const check_picture *p, const char *path, caper_error *error)
{
    (void)p;
    return fail_drawing(path, error);
}

bool cli_draw_rig(const cli_asset *asset, const char *path, caper_error *error)
{
    (void)asset;
    return fail_drawing(path, error);
}
#endif

// A clip holds nobody's mesh: it needs the file, read in the same way, to be drawn. A GLB has its
// mesh in it, a BVH has end sites that the file has not, and both are drawn by themselves.
void cli_say_render(const char *out, const char *on, const cli_reading *reading, const char *world,
                    const char *scale)
{
    if (!cli_ends_with(out, ".clip.json")) {
        return;
    }
    fprintf(stderr, "to see it: caper render %s", out);
    const struct {
        const char *option, *value;
    } words[] = {{"on", on},
                 {"up", on && reading->up ? cli_up_word(reading->up) : NULL},
                 {"floor", on ? reading->floor : NULL},
                 {"world", world},
                 {"world-scale", world ? scale : NULL}};
    for (int i = 0; i < CAPER_COUNT_OF(words); i++) {
        if (words[i].value) {
            fprintf(stderr, " --%s %s", words[i].option, words[i].value);
        }
    }
    if (on && reading->unit != 0) {
        fprintf(stderr, " --unit %g", reading->unit);
    }
    fprintf(stderr, " --out FILE.png\n");
}
