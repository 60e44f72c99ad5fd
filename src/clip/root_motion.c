// SPDX-License-Identifier: MIT
//
// Moving travel over the ground between the bodies and the root track.
//
// Extraction measures how a body has moved from its rest transform in model space: the twist of
// that about Y is the yaw of the root, and the root stands where the turned rest transform has the
// x and z of the body. So a character at rest has its root at the origin, whatever the axes of its
// hips. All bodies without a parent take up what is left. Invariant: root x model transform of
// every body stays what it was, at every frame.
#include "clip/clip.h"

#include <string.h>

// The twist about Y is hidden when the body hangs upside down; then the last yaw stands.
#define TWIST_MIN 1e-3f

// A clip being remade: frames of the bodies without a parent, and of the root.
typedef struct remake {
    const caper_clip *clip;
    caper_arena arena;
    caper_track_def *tracks; // of the clip, then what replaces some of them
    int track_count;
    caper_root *roots;
    caper_quat **rotations; // by body; NULL for bodies with a parent
    caper_vec3 **positions;
    caper_pose pose;
    caper_error *error;
} remake;

static bool no_memory(caper_error *error)
{
    return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
}

static void *get(remake *r, size_t count, size_t size)
{
    return caper_arena_alloc_zero(&r->arena, count, size, 32);
}

static bool start(remake *r, const caper_clip *clip, const caper_allocator *allocator,
                  caper_error *error)
{
    memset(r, 0, sizeof *r);
    r->clip = clip;
    r->error = error;
    caper_arena_init(&r->arena, allocator, 0);
    size_t bodies = (size_t)clip->skeleton.body_count, frames = (size_t)clip->frame_count;
    caper_track_def *old = caperi_clip_track_defs(clip, &r->arena, &r->track_count);
    r->tracks = get(r, (size_t)r->track_count + 2 * bodies + 1, sizeof *r->tracks);
    r->roots = get(r, frames, sizeof *r->roots);
    r->rotations = get(r, bodies, sizeof *r->rotations);
    r->positions = get(r, bodies, sizeof *r->positions);
    r->pose.bodies = get(r, bodies, sizeof *r->pose.bodies);
    r->pose.body_count = clip->skeleton.body_count;
    if (!old || !r->tracks || !r->roots || !r->rotations || !r->positions || !r->pose.bodies)
        return no_memory(error);
    memcpy(r->tracks, old, (size_t)r->track_count * sizeof *old);
    for (size_t i = 0; i < bodies; i++) {
        if (clip->skeleton.parents[i] >= 0)
            continue;
        r->rotations[i] = get(r, frames, sizeof(caper_quat));
        r->positions[i] = get(r, frames, sizeof(caper_vec3));
        if (!r->rotations[i] || !r->positions[i])
            return no_memory(error);
    }
    return true;
}

// Leave out what is replaced, then add the new tracks.
static caper_clip *finish(remake *r, bool with_root, bool loops, const caper_allocator *allocator)
{
    int kept = 0, frames = r->clip->frame_count;
    for (int i = 0; i < r->track_count; i++) {
        caper_track_def t = r->tracks[i];
        bool of_body = t.kind == CAPER_TRACK_ROTATION || t.kind == CAPER_TRACK_TRANSLATION;
        if (t.kind != CAPER_TRACK_ROOT && !(of_body && r->rotations[t.body]))
            r->tracks[kept++] = t;
    }
    for (int i = 0; i < r->clip->skeleton.body_count; i++) {
        if (!r->rotations[i])
            continue;
        r->tracks[kept++] =
            (caper_track_def){CAPER_TRACK_ROTATION, i, frames, NULL, &r->rotations[i]->x};
        r->tracks[kept++] =
            (caper_track_def){CAPER_TRACK_TRANSLATION, i, frames, NULL, &r->positions[i]->x};
    }
    caper_clip_def def = caperi_clip_def_like(r->clip);
    def.tracks = r->tracks;
    def.track_count = kept;
    def.roots = with_root ? r->roots : NULL;
    def.loops = loops;
    def.allocator = allocator;
    return caper_clip_create(&def, r->error);
}

static caper_transform model_transform(const caper_skeleton *skeleton, const caper_transform *local,
                                       int body)
{
    caper_transform t = local[body];
    for (int i = skeleton->parents[body]; i >= 0; i = skeleton->parents[i])
        t = caper_transform_mul(local[i], t);
    return t;
}

caper_root caperi_root_under(caper_transform rest, caper_transform world, float support,
                             caper_root last)
{
    caper_quat moved = caper_quat_mul(world.rotation, caper_quat_conj(rest.rotation));
    caper_root root = last;
    if (fabsf(moved.y) + fabsf(moved.w) > TWIST_MIN) {
        float yaw = caper_quat_yaw(moved);
        // whole turns are counted on from the last frame
        root.yaw = yaw + CAPER_TAU * floorf((last.yaw - yaw) / CAPER_TAU + 0.5f);
    }
    caper_vec3 foot = caper_quat_rotate(caper_quat_from_yaw(root.yaw), rest.position);
    root.x = world.position.x - foot.x;
    root.y = support;
    root.z = world.position.z - foot.z;
    return root;
}

static void store_tops(remake *r, int frame, caper_transform outer, caper_root root)
{
    for (int i = 0; i < r->clip->skeleton.body_count; i++) {
        if (!r->rotations[i])
            continue;
        caper_transform world = caper_transform_mul(outer, r->pose.bodies[i]);
        caper_transform local = caper_transform_unmul(caper_root_transform(root), world);
        r->rotations[i][frame] = caper_quat_normalize(local.rotation);
        r->positions[i][frame] = local.position;
    }
}

caper_clip *caper_clip_extract_root(const caper_clip *clip, int body,
                                    const caper_allocator *allocator, caper_error *error)
{
    bool good = body >= 0 && body < clip->skeleton.body_count;
    CAPER_ASSERT(good);
    if (!good) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "the clip has no body %d", body);
        return NULL;
    }
    remake r;
    caper_clip *made = NULL;
    if (start(&r, clip, allocator, error)) {
        caper_transform rest = model_transform(&clip->skeleton, clip->skeleton.rest_local, body);
        caper_root root = caperi_clip_root_moment(clip, caperi_frame_moment(clip, 0));
        for (int frame = 0; frame < clip->frame_count; frame++) {
            caperi_moment moment = caperi_frame_moment(clip, frame);
            caperi_clip_sample_moment(clip, moment, &r.pose);
            caper_root old = caperi_clip_root_moment(clip, moment);
            caper_transform outer = caper_root_transform(old);
            caper_transform world =
                caper_transform_mul(outer, model_transform(&clip->skeleton, r.pose.bodies, body));
            root = caperi_root_under(rest, world, old.y, root);
            r.roots[frame] = root;
            store_tops(&r, frame, outer, root);
        }
        made = finish(&r, true, clip->loops, allocator);
    }
    caper_arena_destroy(&r.arena);
    return made;
}

caper_clip *caper_clip_bake_root(const caper_clip *clip, const caper_allocator *allocator,
                                 caper_error *error)
{
    remake r;
    caper_clip *made = NULL;
    if (start(&r, clip, allocator, error)) {
        caper_root identity = {0.0f, 0.0f, 0.0f, 0.0f};
        for (int frame = 0; frame < clip->frame_count; frame++) {
            caperi_moment moment = caperi_frame_moment(clip, frame);
            caperi_clip_sample_moment(clip, moment, &r.pose);
            caper_root root = caperi_clip_root_moment(clip, moment);
            store_tops(&r, frame, caper_root_transform(root), identity);
        }
        // a clip that has gone somewhere does not end where it began
        caper_root a = caperi_clip_root_moment(clip, caperi_frame_moment(clip, 0));
        caper_root b =
            caperi_clip_root_moment(clip, caperi_frame_moment(clip, clip->frame_count - 1));
        caper_root d = caper_root_delta(a, b);
        bool stays = fabsf(d.x) + fabsf(d.y) + fabsf(d.z) + fabsf(caper_wrap_angle(d.yaw)) < 1e-4f;
        made = finish(&r, false, clip->loops && stays, allocator);
    }
    caper_arena_destroy(&r.arena);
    return made;
}
