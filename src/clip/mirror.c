// SPDX-License-Identifier: MIT
//
// A clip reflected in the sagittal plane of its character. Rotations are reflected in model space,
// where left and right have one meaning whatever axes a rig gave its bones: a body is turned from
// rest as its partner is, seen in the mirror. Positions along bones stay the body's own, so that a
// rig that is not quite symmetric does not stretch; what a position moves from rest is reflected.
#include "clip/clip.h"

#include <string.h>

typedef struct mirrorer {
    const caper_clip *clip;
    const caper_character *character;
    caper_transform *frames;
    caper_root *roots;
    caper_contact *contacts;
    float *deforms;
    caper_pose local, model;
    bool *above; // the root body and what it hangs on
} mirrorer;

static int partner(const caper_character *character, int body)
{
    int mirror = character->bodies[body].mirror;
    return mirror >= 0 ? mirror : body;
}

// How a body is turned in the mirror: its partner's turn from rest, reflected, on its own rest.
static caper_quat reflect_turn(const mirrorer *m, int body)
{
    int other = partner(m->character, body);
    caper_quat rest = m->character->rest_model[other].rotation;
    caper_quat turn = caper_quat_mul(m->model.bodies[other].rotation, caper_quat_conj(rest));
    return caper_quat_normalize(
        caper_quat_mul(caper_quat_mirror(turn), m->character->rest_model[body].rotation));
}

static caper_vec3 reflect_place(const mirrorer *m, int body, caper_quat parent_rotation)
{
    const caper_skeleton *s = &m->clip->skeleton;
    int other = partner(m->character, body);
    caper_vec3 moved =
        caper_vec3_sub(m->local.bodies[other].position, s->rest_local[other].position);
    if (!m->above[body] && caper_vec3_length_sq(moved) == 0.0f)
        return s->rest_local[body].position;
    // the move from rest in model space, reflected, and back into the new parent
    caper_quat parent = s->parents[other] >= 0 ? m->model.bodies[s->parents[other]].rotation
                                               : caper_quat_identity();
    caper_vec3 way = caper_vec3_mirror(caper_quat_rotate(parent, moved));
    return caper_vec3_add(s->rest_local[body].position, caper_quat_unrotate(parent_rotation, way));
}

static void reflect_frame(mirrorer *m, int frame, caper_pose *turned)
{
    const caper_skeleton *s = &m->clip->skeleton;
    caper_transform *out = m->frames + (size_t)frame * (size_t)s->body_count;
    for (int b = 0; b < s->body_count; b++) {
        caper_quat parent =
            s->parents[b] >= 0 ? turned->bodies[s->parents[b]].rotation : caper_quat_identity();
        turned->bodies[b].rotation = reflect_turn(m, b);
        out[b] = caper_transform_make(caper_quat_normalize(caper_quat_mul(
                                          caper_quat_conj(parent), turned->bodies[b].rotation)),
                                      reflect_place(m, b, parent));
    }
}

static void reflect_all(mirrorer *m, caper_pose *turned)
{
    const caper_clip *clip = m->clip;
    for (int f = 0; f < clip->frame_count; f++) {
        float time = (float)f / clip->rate;
        caper_clip_sample(clip, time, NULL, &m->local);
        caper_pose_to_model(&clip->skeleton, &m->local, NULL, &m->model);
        reflect_frame(m, f, turned);
        for (int d = 0; d < clip->deform_count; d++)
            m->deforms[f * clip->deform_count + d] = m->local.deforms[d];
        if (clip->has_root) {
            caper_root root =
                caper_clip_sample_root(clip, f == clip->frame_count - 1 ? clip->duration : time);
            m->roots[f] = (caper_root){-root.x, root.y, root.z, -root.yaw};
        }
    }
    for (int i = 0; i < clip->contact_count; i++) {
        m->contacts[i] = clip->contacts[i];
        m->contacts[i].body = partner(m->character, clip->contacts[i].body);
    }
}

static caper_clip *build(const mirrorer *m, const caper_allocator *allocator, caper_error *error)
{
    const caper_clip *clip = m->clip;
    caper_clip_def def = caper_clip_def_default();
    def.name = clip->name;
    def.skeleton = &clip->skeleton;
    def.rate = clip->rate;
    def.frame_count = clip->frame_count;
    def.frames = m->frames;
    def.roots = clip->has_root ? m->roots : NULL;
    def.deforms = clip->deforms;
    def.deform_count = clip->deform_count;
    def.deform_frames = clip->deform_count > 0 ? m->deforms : NULL;
    def.contacts = m->contacts;
    def.contact_count = clip->contact_count;
    def.key_poses = clip->key_poses;
    def.key_pose_count = clip->key_pose_count;
    def.tags = clip->tags;
    def.tag_count = clip->tag_count;
    def.loops = clip->loops;
    def.allocator = allocator;
    return caper_clip_create(&def, error);
}

#define GRAB(arena, count, type)                                                                   \
    caper_arena_alloc_zero(arena, (size_t)(count), sizeof(type), _Alignof(type))

caper_clip *caper_clip_mirror(const caper_clip *clip, const caper_character *character,
                              const caper_allocator *allocator, caper_error *error)
{
    if (!caper_skeleton_same(&clip->skeleton, &character->skeleton)) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "clip '%.60s' is not of the skeleton of '%.40s'", clip->name,
                        character->name);
        return NULL;
    }
    int bodies = clip->skeleton.body_count;
    caper_arena arena;
    caper_arena_init(&arena, allocator, 0);
    mirrorer m = {.clip = clip, .character = character};
    m.frames = GRAB(&arena, (size_t)clip->frame_count * (size_t)bodies, caper_transform);
    m.roots = GRAB(&arena, clip->frame_count, caper_root);
    m.contacts = GRAB(&arena, clip->contact_count + 1, caper_contact);
    m.deforms = GRAB(&arena, (size_t)clip->frame_count * (size_t)clip->deform_count + 1, float);
    m.above = GRAB(&arena, bodies, bool);
    m.local = caper_pose_create(bodies, clip->deform_count, allocator);
    m.model = caper_pose_create(bodies, clip->deform_count, allocator);
    caper_pose turned = caper_pose_create(bodies, 0, allocator);
    caper_clip *made = NULL;
    if (m.frames && m.roots && m.contacts && m.deforms && m.above && m.local.bodies &&
        m.model.bodies && turned.bodies) {
        for (int b = character->root_body; b >= 0; b = clip->skeleton.parents[b])
            m.above[b] = true;
        reflect_all(&m, &turned);
        made = build(&m, allocator, error);
    } else {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    }
    caper_pose_destroy(&m.local, allocator);
    caper_pose_destroy(&m.model, allocator);
    caper_pose_destroy(&turned, allocator);
    caper_arena_destroy(&arena);
    return made;
}
