// SPDX-License-Identifier: MIT
//
// Automatic tagging of bare skeletons: the entry point. Checks the topology, runs the stages
// (names, measures, spine, limbs), chooses the root body by the builder's rule and sums up.
// Invariant: what is tagged here passes the builder's checks of the spine and of the root body.
#include "body/tag.h"

#include "base/block.h"
#include "base/try.h"

#include <stdio.h>
#include <string.h>

static const char *const role_names[] = {
    "an ornament", "spine",     "the head",         "tail", "limb",
    "a foot",      "a grasper", "a head on a limb", "wing", "a helper",
};

static caper_caps caps_of(caperi_role role)
{
    static const caper_caps caps[] = {
        0,
        CAPER_CAP_SPINE,
        CAPER_CAP_SPINE | CAPER_CAP_HEAD,
        CAPER_CAP_TAIL,
        CAPER_CAP_LIMB,
        CAPER_CAP_LIMB | CAPER_CAP_FOOT,
        CAPER_CAP_LIMB | CAPER_CAP_GRASPER,
        CAPER_CAP_LIMB | CAPER_CAP_HEAD,
        CAPER_CAP_WING,
        CAPER_CAP_HELPER,
    };
    return caps[role];
}

/// What only a name can tell.
static caper_caps caps_of_hint(const caperi_tag_body *b)
{
    bool ornament = b->role == CAPERI_ROLE_NONE;
    switch (b->hint) {
    case CAPERI_HINT_MOUTH:
        return ornament ? CAPER_CAP_MOUTH : 0;
    case CAPERI_HINT_EYE:
        return ornament ? CAPER_CAP_EYE : 0;
    case CAPERI_HINT_EAR:
        return ornament ? CAPER_CAP_EAR : 0;
    case CAPERI_HINT_HORN:
        return ornament || b->role == CAPERI_ROLE_TAIL ? CAPER_CAP_HORN : 0;
    case CAPERI_HINT_FIN:
        return ornament || b->role == CAPERI_ROLE_TAIL ? CAPER_CAP_FIN : 0;
    case CAPERI_HINT_TENTACLE:
        return b->role != CAPERI_ROLE_SPINE && b->role != CAPERI_ROLE_HEAD ? CAPER_CAP_TENTACLE : 0;
    default:
        return 0;
    }
}

/// Does the limb that starts here stand?
static bool has_foot(const caperi_tagger *t, int i)
{
    if (t->bodies[i].role == CAPERI_ROLE_FOOT) {
        return true;
    }
    CAPERI_FOR_CHILDREN(t, i, c)
    {
        if (has_foot(t, c)) {
            return true;
        }
    }
    return false;
}

/// The builder's rule: most standing limbs, then the rearmost; without legs the middle.
static int choose_root(const caperi_tagger *t)
{
    int best = -1, most = 0;
    for (int k = 0; k < t->path_count; k++) {
        int legs = 0;
        CAPERI_FOR_CHILDREN(t, t->path[k], c)
        {
            caperi_role role = t->bodies[c].role;
            legs += role != CAPERI_ROLE_SPINE && role != CAPERI_ROLE_HEAD && has_foot(t, c);
        }
        if (legs > most || (legs == most && legs > 0 &&
                            t->bodies[t->path[k]].point.z < t->bodies[best].point.z - 1e-5f)) {
            most = legs;
            best = t->path[k];
        }
    }
    if (best >= 0) {
        return best;
    }
    int n = t->path_count;
    int low = t->path[(n - 1) / 2], high = t->path[n / 2];
    return low < high ? low : high;
}

static bool check_skeleton(const caper_skeleton *s, const char *source, caper_error *error)
{
    CAPER_TRY(s->body_count > 0, error, CAPER_ERROR_INVALID, source, 0, 0,
              "the skeleton has no bodies");
    CAPER_TRY(s->body_count <= CAPER_MAX_BODIES, error, CAPER_ERROR_LIMIT, source, 0, 0,
              "the skeleton has %d bodies, more than %d", s->body_count, CAPER_MAX_BODIES);
    for (int i = 0; i < s->body_count; i++) {
        int parent = s->parents[i];
        CAPER_TRY(i == 0 ? parent == -1 : parent >= 0 && parent < i, error, CAPER_ERROR_INVALID,
                  source, 0, 0, "body %d has parent %d, expected one root and parents first", i,
                  parent);
        CAPER_TRY(caper_transform_is_valid(s->rest_local[i], 1e-3f), error, CAPER_ERROR_INVALID,
                  source, 0, 0, "body %d has a rest transform that is not finite or not rigid", i);
    }
    return true;
}

/// Asymmetric skeletons are harder to read, and partners that came out alike confirm each other.
static void weigh(caperi_tagger *t)
{
    for (int i = 0; i < t->count; i++) {
        caperi_tag_body *b = &t->bodies[i];
        if (b->role == CAPERI_ROLE_HELPER) {
            continue;
        }
        b->confidence *= 0.8f + 0.2f * t->symmetry;
        if (b->mirror >= 0 && t->bodies[b->mirror].role != b->role) {
            b->confidence *= 0.6f;
        }
        b->confidence = caper_clamp(b->confidence, 0.0f, 1.0f);
    }
}

static void sum_up(const caperi_tagger *t, caper_tagging *out)
{
    memset(out, 0, sizeof *out);
    out->root_body = t->root_body;
    out->used_names = t->used_names;
    out->confidence = 1.0f;
    int weakest = t->root_body;
    for (int i = 0; i < t->count; i++) {
        const caperi_tag_body *b = &t->bodies[i];
        int parent = t->skeleton->parents[i];
        bool starts = parent < 0 || t->bodies[parent].role != b->role;
        out->foot_count += b->role == CAPERI_ROLE_FOOT;
        out->grasper_count += b->role == CAPERI_ROLE_GRASPER;
        out->head_count += b->role == CAPERI_ROLE_HEAD || b->role == CAPERI_ROLE_LIMB_HEAD;
        out->tail_count += b->role == CAPERI_ROLE_TAIL && starts;
        out->wing_count += b->role == CAPERI_ROLE_WING && starts;
        if (b->confidence < out->confidence - 1e-4f) {
            out->confidence = b->confidence;
            weakest = i;
        }
    }
    const char *name = t->skeleton->names ? t->skeleton->names[weakest] : NULL;
    snprintf(out->note, sizeof out->note, "body %d (%.60s) is taken for %s, confidence %.2f",
             weakest, name ? name : "no name", role_names[t->bodies[weakest].role],
             (double)t->bodies[weakest].confidence);
}

bool caperi_skeleton_tag(const caper_skeleton *skeleton, const caper_tag_options *options,
                         bool joined, caper_caps *caps, float *confidence, caper_tagging *tagging,
                         caper_error *error)
{
    const char *source = options ? options->source : NULL;
    CAPER_PASS(check_skeleton(skeleton, source, error));
    size_t n = (size_t)skeleton->body_count;
    caperi_block block = {0};
    size_t bodies = CAPERI_BLOCK_ADD(&block, n, caperi_tag_body);
    size_t path = CAPERI_BLOCK_ADD(&block, n, int16_t);
    void *memory = caperi_block_alloc(&block, NULL);
    CAPER_TRY(memory, error, CAPER_ERROR_MEMORY, source, 0, 0, "out of memory for %d bodies",
              skeleton->body_count);
    caperi_tagger t;
    memset(&t, 0, sizeof t);
    t.skeleton = skeleton;
    t.count = skeleton->body_count;
    t.joined = joined;
    t.bodies = caperi_block_at(memory, bodies);
    t.path = caperi_block_at(memory, path);

    if (!options || options->use_names) {
        caperi_tag_names(&t);
    }
    caperi_tag_measure(&t);
    caperi_tag_spine(&t);
    caperi_tag_limbs(&t);
    weigh(&t);
    t.root_body = choose_root(&t);
    for (int i = 0; i < t.count; i++) {
        caper_caps extra = caps_of_hint(&t.bodies[i]);
        t.used_names |= extra != 0;
        caps[i] = caps_of(t.bodies[i].role) | extra;
        if (confidence) {
            confidence[i] = t.bodies[i].confidence;
        }
    }
    caps[t.root_body] |= CAPER_CAP_ROOT;
    if (tagging) {
        sum_up(&t, tagging);
    }
    caper_free(NULL, memory, block.size);
    return true;
}

bool caper_skeleton_tag(const caper_skeleton *skeleton, const caper_tag_options *options,
                        caper_caps *caps, float *confidence, caper_tagging *tagging,
                        caper_error *error)
{
    CAPER_ASSERT(skeleton && caps);
    if (!skeleton || !caps) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "no skeleton or no caps");
    }
    return caperi_skeleton_tag(skeleton, options, false, caps, confidence, tagging, error);
}
