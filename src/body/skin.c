// SPDX-License-Identifier: MIT
//
// The entry points of skinning: the palette that engines upload, and the choice between the plain
// and the wide loop of skin_blend.h, which give the same bits.
#include "body/skin_blend.h"

void caper_skinning_palette(const caper_skin *skin, const caper_pose *model,
                            const caper_transform *root, caper_mat4 *palette)
{
    CAPER_ASSERT(skin && model && palette);
    for (int i = 0; i < model->body_count; i++) {
        caper_transform t = model->bodies[i];
        if (root)
            t = caper_transform_mul(*root, t);
        palette[i] = caper_mat4_mul(caper_transform_to_mat4(t), skin->inverse_bind[i]);
    }
}

bool caper_skinning(const caper_skinning_job *job)
{
    bool good = job && job->skin && job->palette && (job->positions || job->normals) &&
                !(job->normals && !job->skin->normals);
    CAPER_ASSERT(good);
    if (!good)
        return false;
#if defined(CAPERI_SKIN_WIDE)
    if (__builtin_cpu_supports("avx2")) {
        caperi_skinning_wide(job);
        return true;
    }
#endif
    skin_vertices(job);
    return true;
}
