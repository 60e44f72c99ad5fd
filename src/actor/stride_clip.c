// SPDX-License-Identifier: MIT
//
// A clip put onto a world in one call: an actor plays it with a stride, and is recorded.
#include "actor/actor.h"
#include "clip/clip.h"

#include <math.h>
#include <string.h>

#define SWAY 0.15f  // of size: hips that go no farther are those of a motion on the spot
#define TURNED 0.7f // radians
// A clip is not a cycle when its bodies jump from its end to its start by more than this many
// frame-to-frame steps plus this share of size (means over bodies: captures that were cut anywhere
// jump by 12 to 57 steps, 5 to 22 % of size; cycles of rigs by 0 to 2 steps).
#define SEAM_STEPS 4.0f
#define SEAM 0.01f

caper_stride_clip_job caper_stride_clip_job_default(void)
{
    caper_stride_clip_job job;
    memset(&job, 0, sizeof job);
    job.stride = caper_stride_def_default();
    job.stride.floor = NAN;
    job.cookie = CAPER_DEF_COOKIE;
    return job;
}

static bool check_job(const caper_stride_clip_job *job, caper_error *error)
{
    if (job->cookie != CAPER_DEF_COOKIE || !job->clip || !job->character) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "a stride needs caper_stride_clip_job_default(), a clip and its "
                               "character");
    }
    if (!(job->rate >= 0 && job->rate <= 1000) || job->loops < 0 || job->loops > 100000 ||
        !caperi_is_good_root(job->root)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "the rate, loops or start of a stride is out of its range");
    }
    return true;
}

/// The clip without its way over the ground.
static caper_clip *without_way(const caper_clip *clip, const caper_allocator *allocator,
                               caper_error *error)
{
    size_t bodies = (size_t)clip->skeleton.body_count;
    size_t size = (size_t)clip->frame_count * bodies * sizeof(caper_transform);
    caper_transform *frames = caper_alloc(allocator, size, 32);
    if (!frames) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for frames");
        return NULL;
    }
    for (int i = 0; i < clip->frame_count; i++) {
        caper_pose local = {frames + (size_t)i * bodies, NULL, (int)bodies, 0};
        caper_clip_sample(clip, (float)i / clip->rate, NULL, &local);
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = clip->name;
    def.skeleton = &clip->skeleton;
    def.rate = clip->rate;
    def.frame_count = clip->frame_count;
    def.frames = frames;
    def.contacts = clip->contacts;
    def.contact_count = clip->contact_count;
    def.key_poses = clip->key_poses;
    def.key_pose_count = clip->key_pose_count;
    def.loops = clip->loops;
    def.allocator = allocator;
    caper_clip *out = caper_clip_create(&def, error);
    caper_free(allocator, frames, size);
    return out;
}

/// Does a clip with a root track stay where it is, but for some swaying?
static bool stays(const caper_clip *clip, float size)
{
    caper_root start = caper_clip_sample_root(clip, 0);
    for (int i = 0; i < clip->frame_count; i++) {
        caper_root at = caper_clip_sample_root(clip, (float)i / clip->rate);
        float dx = at.x - start.x, dz = at.z - start.z;
        if (dx * dx + dz * dz > SWAY * SWAY * size * size || fabsf(at.yaw - start.yaw) > TURNED) {
            return false;
        }
    }
    return true;
}

/// The clip with its way in the root track, or with none.
static caper_clip *prepare(const caper_stride_clip_job *job, caper_error *error)
{
    const caper_clip *clip = job->clip;
    caper_clip *own = NULL;
    if (!clip->has_root) {
        own = caper_clip_extract_root(clip, job->character->root_body, job->allocator, error);
        if (!own) {
            return NULL;
        }
        clip = own;
        if (!job->on_the_spot && stays(own, job->character->size)) {
            caper_clip_destroy(own); // its feet say where it goes
            return caper_clip_resample(job->clip, job->clip->rate, NULL, job->allocator, error);
        }
    }
    if (!job->on_the_spot) {
        return own ? own : caper_clip_resample(clip, clip->rate, NULL, job->allocator, error);
    }
    caper_clip *still = without_way(clip, job->allocator, error);
    caper_clip_destroy(own);
    return still;
}

static caper_actor *make_actor(const caper_stride_clip_job *job, caper_error *error)
{
    caper_actor_def def = caper_actor_def_default();
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = 0;
    def.character = job->character;
    def.world = job->world;
    def.jiggle = &jiggle;
    def.root = job->root;
    def.allocator = job->allocator;
    if (job->world) {
        caper_hit hit = caper_world_height(job->world, NULL, def.root.x, def.root.z, INFINITY);
        if (hit.surface == CAPER_SURFACE_NONE) {
            caper_error_set(error, CAPER_ERROR_INVALID, caper_world_name(job->world), 0, 0,
                            "there is no ground at the start, x %g, z %g", (double)def.root.x,
                            (double)def.root.z);
            return NULL;
        }
        def.root.y = hit.point.y;
    }
    return caper_actor_create(&def, error);
}

/// Fill the tags of a clip that becomes of another: those that it has, and, where nobody declared
/// its contacts, that it was found and is fitted. Returns their number.
static int tags_of(const caper_clip *clip, const char *tags[])
{
    bool fitted = clip->contact_count == 0 && !caper_clip_has_tag(clip, CAPER_TAG_FITTED);
    for (int i = 0; i < clip->tag_count; i++) {
        tags[i] = clip->tags[i];
    }
    tags[clip->tag_count] = CAPER_TAG_FITTED;
    return clip->tag_count + fitted;
}

static caper_clip *record(caper_stride_clip_job *job, const caper_clip *clip, caper_actor *actor,
                          const caper_stride *stride, float start, const char *tags[],
                          caper_error *error)
{
    caper_recorder_def def = caper_recorder_def_default();
    def.name = clip->name;
    def.rate = job->rate > 0 ? job->rate : clip->rate;
    def.tags = tags;
    def.tag_count = tags_of(job->clip, tags);
    def.allocator = job->allocator;
    caper_recorder *recorder = caper_recorder_create(actor, &def, error);
    if (!recorder) {
        return NULL;
    }
    int loops = job->loops > 0 ? job->loops : 1;
    double time = 0, end = (double)(clip->duration * (float)loops - start);
    caper_world_frame frame;
    memset(&frame, 0, sizeof frame);
    bool good = true;
    int frames = 0;
    for (;; frames++) {
        float dt = frames > 0 ? caper_stride_pace(stride) / def.rate : 0;
        // a frame that is partly after the end would stop in the middle of a step
        if (!good || time + (double)dt > end + 0.01 / (double)def.rate) {
            break;
        }
        if (job->before) {
            job->before(job->user, (float)frames / def.rate, &frame);
        }
        good = caper_actor_update(actor, dt, &frame) && caper_recorder_take(recorder, error);
        time += (double)dt;
        if (!caper_progress_report(job->progress, time / end, "frames")) {
            good = caper_error_set(error, CAPER_ERROR_CANCELED, NULL, 0, 0, "canceled");
        }
    }
    caper_clip *out = good ? caper_recorder_finish(recorder, error) : NULL;
    job->report.time = (float)(frames - 1) / def.rate;
    job->report.flat_time = (float)end;
    caper_recorder_destroy(recorder);
    return out;
}

/// Play and record, with a stride.
static caper_clip *run(caper_stride_clip_job *job, const caper_clip *clip, caper_error *error)
{
    caper_stride_def def = job->stride;
    def.character = job->character;
    def.allocator = job->allocator;
    int rest = 0;
    float jump = 0;
    bool known = fabsf(def.floor) < 1e6f;
    if (!caperi_clip_find_rest(clip, job->character->size, job->allocator, &rest, &jump) ||
        (!known && !caper_floor_estimate(job->character, clip, job->allocator, &def.floor, NULL))) {
        caper_error_set(error, CAPER_ERROR_MEMORY, clip->name, 0, 0, "no memory for a stride");
        return NULL;
    }
    size_t size = ((size_t)job->clip->tag_count + 1) * sizeof(char *);
    const char **tags = caper_alloc(job->allocator, size, _Alignof(char *));
    if (!tags) {
        caper_error_set(error, CAPER_ERROR_MEMORY, clip->name, 0, 0, "no memory for a stride");
    }
    caper_stride *stride = tags ? caper_stride_create(&def, error) : NULL;
    caper_actor *actor = stride ? make_actor(job, error) : NULL;
    caper_clip *out = NULL;
    if (actor && caper_actor_add_stride(actor, stride)) {
        caper_play_def play = caper_play_def_default();
        play.clip = clip;
        play.fade_in = play.fade_out = 0;
        play.hold = true;
        play.loops = job->loops;
        play.start = (float)rest / clip->rate;
        if (caper_actor_play(actor, &play, error)) {
            out = record(job, clip, actor, stride, play.start, tags, error);
        }
        float time = job->report.time, flat_time = job->report.flat_time;
        job->report = caper_stride_report_of(stride);
        job->report.time = time;
        job->report.flat_time = flat_time;
    }
    bool stands = job->report.steps > 0 || (out && out->contact_count > 0);
    if (out && !stands && def.method == CAPER_STRIDE_METHOD_AHEAD) {
        caper_error_set(error, CAPER_ERROR_INVALID, clip->name, 0, 0,
                        "no foot of it stands for as long as a step takes: they slide, or touch "
                        "the ground too briefly; expected feet that stand");
        caper_clip_destroy(out);
        out = NULL;
    }
    if (out && job->report.lost >= 0) {
        caper_error_set(error, CAPER_ERROR_INVALID, caper_world_name(job->world), 0, 0,
                        "there is no ground for a step at %.2f s", (double)job->report.lost);
        caper_clip_destroy(out);
        out = NULL;
    }
    caper_actor_destroy(actor);
    caper_stride_destroy(stride);
    caper_free(job->allocator, tags, size);
    return out;
}

/// How far the bodies of a clip go from its end to its start, and from one frame to the next, both
/// means. False without memory.
static bool find_seam(const caper_clip *clip, float size, const caper_allocator *allocator,
                      float *seam, float *step)
{
    int bodies = clip->skeleton.body_count, last = clip->frame_count - 1, rest = 0;
    caper_pose local = caper_pose_create(bodies, clip->deform_count, allocator);
    caper_pose start = caper_pose_create(bodies, 0, allocator),
               model[2] = {caper_pose_create(bodies, 0, allocator),
                           caper_pose_create(bodies, 0, allocator)};
    bool good = local.bodies && start.bodies && model[0].bodies && model[1].bodies &&
                caperi_clip_find_rest(clip, size, allocator, &rest, seam);
    *step = 0;
    for (int i = rest; good && i <= last; i++) {
        caper_pose *now = &model[i % 2], bare = {local.bodies, NULL, bodies, 0};
        caper_clip_sample(clip, (float)i / clip->rate, NULL, &local);
        caper_pose_to_model(&clip->skeleton, &bare, NULL, now);
        if (i == rest) {
            caper_pose_copy(&start, now);
        } else {
            *step += caperi_pose_step(&model[(i + 1) % 2], now) / (float)(last - rest);
        }
        *seam = caperi_pose_step(now, &start);
    }
    caper_pose *all[] = {&local, &start, &model[0], &model[1]};
    for (int i = 0; i < CAPER_COUNT_OF(all); i++) {
        caper_pose_destroy(all[i], allocator);
    }
    return good;
}

/// Does a clip that is to play again end as it begins?
static bool check_seam(const caper_stride_clip_job *job, const caper_clip *clip, caper_error *error)
{
    float seam, step, size = job->character->size;
    if (job->loops < 2 || clip->loops) {
        return true;
    }
    if (!find_seam(clip, size, job->allocator, &seam, &step)) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, clip->name, 0, 0, "no memory for poses");
    }
    return seam <= SEAM_STEPS * step + SEAM * size ||
           caper_error_set(
               error, CAPER_ERROR_INVALID, clip->name, 0, 0,
               "is not a cycle: its bodies jump by %.0f mm from its end to its start, by "
               "%.0f from frame to frame; expected a cycle, to play %d times",
               1000 * (double)seam, 1000 * (double)step, job->loops);
}

caper_clip *caper_stride_clip(caper_stride_clip_job *job, caper_error *error)
{
    if (!check_job(job, error)) {
        return NULL;
    }
    job->key_poses = caper_stride_keys(job->character, job->clip, NULL, 0, error);
    if (job->key_poses < 0) {
        return NULL;
    }
    if (job->key_poses < 2) {
        caper_error_set(error, CAPER_ERROR_INVALID, job->clip->name, 0, 0,
                        "has %d key poses, marked or found; expected at least 2: its feet never "
                        "leave the ground, or never touch it",
                        job->key_poses);
        return NULL;
    }
    caper_clip *clip = prepare(job, error);
    bool good = clip && check_seam(job, clip, error);
    caper_clip *out = good ? run(job, clip, error) : NULL;
    caper_clip_destroy(clip);
    return out;
}
