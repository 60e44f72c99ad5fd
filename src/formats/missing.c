// SPDX-License-Identifier: MIT
//
// Formats whose readers and writers do not stand yet. They answer UNSUPPORTED; whoever adds one
// takes its stub out.
#include "formats/formats.h"

static bool missing(const char *source, const char *what, caper_error *error)
{
    return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, source, 0, 0, "%s is not supported yet",
                           what);
}

bool caperi_read_gltf(caperi_draft *draft, caper_error *error)
{
    return missing(draft->source, "reading glTF", error);
}

bool caperi_write_gltf(const caper_export_job *job, const char *path, caper_error *error)
{
    (void)job;
    return missing(path, "writing glTF", error);
}

// Stands in until the tagging of skeletons does: the first body is the spine, leaves near the
// ground are feet.
__attribute__((weak)) bool caper_skeleton_tag(const caper_skeleton *skeleton,
                                              const caper_tag_options *options, caper_caps *caps,
                                              float *confidence, caper_tagging *tagging,
                                              caper_error *error)
{
    (void)options, (void)confidence, (void)error;
    float y[CAPER_MAX_BODIES], low = INFINITY, high = -INFINITY;
    bool leaf[CAPER_MAX_BODIES];
    for (int i = 0; i < skeleton->body_count; i++) {
        int parent = skeleton->parents[i];
        y[i] = skeleton->rest_local[i].position.y + (parent >= 0 ? y[parent] : 0.0f);
        low = caper_min(low, y[i]);
        high = caper_max(high, y[i]);
        leaf[i] = true;
        if (parent >= 0)
            leaf[parent] = false;
    }
    for (int i = 0; i < skeleton->body_count; i++)
        caps[i] = leaf[i] && y[i] < low + 0.1f * (high - low) ? CAPER_CAP_FOOT : CAPER_CAP_LIMB;
    caps[0] = CAPER_CAP_SPINE;
    caper_tagging empty = {0};
    *tagging = empty;
    return true;
}
