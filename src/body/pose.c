// SPDX-License-Identifier: MIT
//
// Poses and forward kinematics. The hierarchy pass is the inner loop of everything: one forward
// walk over bodies stored parent first, one transform product each, in SIMD registers. Invariant:
// it computes caper_transform_mul of vecmath.h to the bit, in every build.
#include "base/block.h"
#include "body/body.h"
#include "math/simd_quat.h"

#include <string.h>

#define POSE_ALIGN 32

int caper_skeleton_find(const caper_skeleton *skeleton, const char *name)
{
    for (int i = 0; i < skeleton->body_count; i++)
        if (strcmp(skeleton->names[i], name) == 0)
            return i;
    return -1;
}

bool caper_skeleton_same(const caper_skeleton *a, const caper_skeleton *b)
{
    if (a->body_count != b->body_count)
        return false;
    for (int i = 0; i < a->body_count; i++)
        if (a->parents[i] != b->parents[i] || strcmp(a->names[i], b->names[i]) != 0)
            return false;
    return true;
}

static caperi_block pose_block(int body_count, int deform_count, size_t *deforms)
{
    caperi_block block = {0};
    caperi_block_add(&block, (size_t)body_count, sizeof(caper_transform), POSE_ALIGN);
    *deforms = CAPERI_BLOCK_ADD(&block, deform_count, float);
    return block;
}

caper_pose caper_pose_create(int body_count, int deform_count, const caper_allocator *allocator)
{
    caper_pose pose = {NULL, NULL, 0, 0};
    CAPER_ASSERT(body_count >= 0 && deform_count >= 0);
    if (body_count < 0 || deform_count < 0)
        return pose;
    size_t deforms;
    caperi_block block = pose_block(body_count, deform_count, &deforms);
    void *memory = caperi_block_alloc(&block, allocator);
    if (!memory)
        return pose;
    pose.bodies = memory;
    pose.deforms = deform_count > 0 ? caperi_block_at(memory, deforms) : NULL;
    pose.body_count = body_count;
    pose.deform_count = deform_count;
    for (int i = 0; i < body_count; i++)
        pose.bodies[i] = caper_transform_identity();
    return pose;
}

void caper_pose_destroy(caper_pose *pose, const caper_allocator *allocator)
{
    if (!pose || !pose->bodies)
        return;
    size_t deforms;
    caperi_block block = pose_block(pose->body_count, pose->deform_count, &deforms);
    caper_free(allocator, pose->bodies, block.size);
    memset(pose, 0, sizeof *pose);
}

// Deforms know no space: they are the same in every pose. A pose without any takes none.
static void copy_deforms(caper_pose *out, const caper_pose *in)
{
    int count = out->deform_count < in->deform_count ? out->deform_count : in->deform_count;
    if (count > 0 && out->deforms != in->deforms)
        memmove(out->deforms, in->deforms, (size_t)count * sizeof *out->deforms);
}

void caper_pose_copy(caper_pose *out, const caper_pose *in)
{
    bool same = out->body_count == in->body_count && out->deform_count == in->deform_count;
    CAPER_ASSERT(same);
    if (!same || out == in)
        return;
    if (in->body_count > 0 && out->bodies != in->bodies)
        memmove(out->bodies, in->bodies, (size_t)in->body_count * sizeof *in->bodies);
    copy_deforms(out, in);
}

void caper_pose_to_model(const caper_skeleton *skeleton, const caper_pose *local,
                         const caper_transform *root, caper_pose *model)
{
    bool same = local->body_count == skeleton->body_count && //
                model->body_count == skeleton->body_count;
    CAPER_ASSERT(same);
    if (!same)
        return;

    // Roots multiply with a base as all others do with their parent: no second kind of body.
    caper_transform base = root ? *root : caper_transform_identity();
    const int16_t *parents = skeleton->parents;
    const caper_transform *in = local->bodies;
    caper_transform *out = model->bodies;
    for (int i = 0, count = skeleton->body_count; i < count; i++) {
        int parent = parents[i];
        const caper_transform *above = parent < 0 ? &base : &out[parent];
        caperi_transform_mul(&out[i], above, &in[i]);
    }
    copy_deforms(model, local);
}

void caper_pose_to_local(const caper_skeleton *skeleton, const caper_pose *model, caper_pose *local)
{
    bool same = local->body_count == skeleton->body_count && //
                model->body_count == skeleton->body_count;
    CAPER_ASSERT(same);
    CAPER_ASSERT(local->bodies != model->bodies);
    if (!same || local->bodies == model->bodies)
        return;
    for (int i = 0; i < skeleton->body_count; i++) {
        int parent = skeleton->parents[i];
        local->bodies[i] = parent < 0
                               ? model->bodies[i]
                               : caper_transform_unmul(model->bodies[parent], model->bodies[i]);
    }
    copy_deforms(local, model);
}
