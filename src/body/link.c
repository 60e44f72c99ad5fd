// SPDX-License-Identifier: MIT
//
// Links between pelvis and hip. Some skeletons (CMU and other Acclaim captures) give both legs a
// first body that starts where the pelvis does and leads out to the hip: LHipJoint and RHipJoint.
// Two legs cannot start at one point: these bodies are part of the pelvis, and a leg that bends
// there instead of at the hip walks with stiff knees. Where nothing is known of their joints they
// are welded to the spine, and the limb begins below them.
#include "body/body.h"

#define SAME_PLACE 0.2f // of the link's length: how far apart the starts of two links may be
#define SHORT 0.6f      // of the thigh's length: a longer one is a segment of its own

// The only body below that is no helper, or -1.
static int only_below(const caper_body_def *defs, int count, int body)
{
    int found = -1;
    for (int i = body + 1; i < count; i++) {
        if (defs[i].parent != body || (defs[i].caps & CAPER_CAP_HELPER))
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

// How long a link that leg begins with, 0 where it begins with none: hip, knee and foot must
// follow.
static float link_length(const caper_body_def *defs, int count, int body)
{
    int up = defs[body].parent;
    if (!(defs[body].caps & CAPER_CAP_LIMB) || up < 0 || !(defs[up].caps & CAPER_CAP_SPINE) ||
        defs[body].joint.kind != CAPER_JOINT_FREE || defs[body].hinge_count > 0)
        return 0.0f;
    int hip = only_below(defs, count, body), knee = hip < 0 ? -1 : only_below(defs, count, hip);
    int end = knee;
    while (end >= 0 && !(defs[end].caps & CAPER_CAP_FOOT))
        end = only_below(defs, count, end);
    if (end < 0 || end == knee)
        return 0.0f;
    float length = caper_vec3_length(defs[hip].rest_local.position);
    return length < SHORT * caper_vec3_length(defs[knee].rest_local.position) ? length : 0.0f;
}

void caperi_weld_links(caper_body_def *defs, int count)
{
    for (int i = 0; i < count; i++) {
        float length = link_length(defs, count, i);
        for (int k = i + 1; k < count && length > 0.0f; k++) {
            float apart =
                caper_vec3_distance(defs[i].rest_local.position, defs[k].rest_local.position);
            if (defs[k].parent != defs[i].parent || apart > SAME_PLACE * length ||
                !(link_length(defs, count, k) > 0.0f))
                continue;
            defs[i].joint.kind = defs[k].joint.kind = CAPER_JOINT_FIXED;
        }
    }
}
