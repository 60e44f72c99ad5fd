// SPDX-License-Identifier: MIT
//
// Caps for bodies whose shapes the file tells. Tagging looks at joints alone, and in a robot file
// the last joint of a leg is its knee or its ankle: what stands on the ground is a shape. So each
// body at the end of a limb that has a box gets a tip for the time of the tagging, at the far end
// of the box, as the end sites of BVH files are, and the pose stands on its lowest shape. What a
// tip is taken for is then its body. Invariant: a body that the file gives a mass or a shape is no
// helper because of its place, unless it is above the spine, where only helpers may be.
#include "formats/formats.h"

#include "base/try.h"

#include <stdio.h>

typedef struct tips {
    caperi_draft *draft;
    const caper_skeleton *skeleton; // without tips
    int shift;                      // of draft bodies in it
    caper_skeleton longer;          // with tips
    const char **names;
    int16_t *parents;
    caper_transform *rest_local;
    caper_caps *caps;
    float *confidence;
    caper_error *error;
} tips;

static const caperi_draft_body *body_of(const tips *t, int i)
{
    return i < t->shift ? NULL : &t->draft->bodies[i - t->shift];
}

static bool has_substance(const caperi_draft_body *body)
{
    return body && !(body->caps & CAPER_CAP_HELPER) && (body->has_box || body->mass > 0.0f);
}

// The middle of the side of the box that is farthest from the joint.
static caper_vec3 far_end(const caperi_draft_body *body)
{
    caper_vec3 c = body->box_center, h = body->box_half, a = caper_vec3_add(caper_vec3_abs(c), h);
    if (a.x >= a.y && a.x >= a.z)
        c.x += c.x < 0.0f ? -h.x : h.x;
    else if (a.y >= a.z)
        c.y += c.y > 0.0f ? h.y : -h.y;
    else
        c.z += c.z < 0.0f ? -h.z : h.z;
    return c;
}

static bool add_tips(tips *t)
{
    const caper_skeleton *s = t->skeleton;
    bool leaf[CAPER_MAX_BODIES];
    for (int i = 0; i < s->body_count; i++)
        leaf[i] = true;
    int count = s->body_count;
    for (int i = s->body_count - 1; i >= 0; i--) {
        if (s->parents[i] >= 0)
            leaf[s->parents[i]] = false;
        const caperi_draft_body *body = body_of(t, i);
        leaf[i] = leaf[i] && has_substance(body) && body->has_box && s->parents[i] >= 0;
        count += leaf[i];
    }
    if (count > CAPER_MAX_BODIES)
        count = s->body_count; // no room: joints alone must do
    size_t n = (size_t)count;
    caper_arena *arena = &t->draft->scratch;
    t->names = caperi_draft_alloc(t->draft, arena, n, sizeof *t->names, _Alignof(char *), t->error);
    t->parents =
        caperi_draft_alloc(t->draft, arena, n, sizeof *t->parents, _Alignof(int16_t), t->error);
    t->rest_local = caperi_draft_alloc(t->draft, arena, n, sizeof *t->rest_local,
                                       _Alignof(caper_transform), t->error);
    t->caps =
        caperi_draft_alloc(t->draft, arena, n, sizeof *t->caps, _Alignof(caper_caps), t->error);
    t->confidence =
        caperi_draft_alloc(t->draft, arena, n, sizeof *t->confidence, _Alignof(float), t->error);
    CAPER_PASS(t->names && t->parents && t->rest_local && t->caps && t->confidence);
    int next = s->body_count;
    for (int i = 0; i < s->body_count; i++) {
        t->names[i] = s->names[i];
        t->parents[i] = s->parents[i];
        t->rest_local[i] = s->rest_local[i];
        if (!leaf[i] || next == count)
            continue;
        t->names[next] = "";
        t->parents[next] = (int16_t)i;
        t->rest_local[next++] = caper_transform_make(caper_quat_identity(), far_end(body_of(t, i)));
    }
    caper_skeleton longer = {count, t->names, t->parents, t->rest_local};
    t->longer = longer;
    return true;
}

// Put the lowest shape on the ground: files drop their robots from above.
static bool put_down(tips *t)
{
    size_t n = (size_t)t->longer.body_count;
    caper_transform *model = caperi_draft_alloc(t->draft, &t->draft->scratch, n, sizeof *model,
                                                _Alignof(caper_transform), t->error);
    CAPER_PASS(model != NULL);
    float low = INFINITY;
    for (int i = 0; i < t->longer.body_count; i++) {
        int parent = t->parents[i];
        model[i] =
            parent < 0 ? t->rest_local[i] : caper_transform_mul(model[parent], t->rest_local[i]);
        low = caper_min(low, model[i].position.y);
        const caperi_draft_body *body = i < t->skeleton->body_count ? body_of(t, i) : NULL;
        if (!body || !body->has_box)
            continue;
        caper_bounds box = {caper_vec3_sub(body->box_center, body->box_half),
                            caper_vec3_add(body->box_center, body->box_half)};
        low = caper_min(low, caper_bounds_transform(model[i], box).min.y);
    }
    t->rest_local[0].position.y -= low;
    return true;
}

// What a tip was taken for is its body; what stands for nothing but has substance is no helper.
static void settle(tips *t, caper_caps *caps, caper_tagging *tagging)
{
    int count = t->skeleton->body_count;
    bool over[CAPER_MAX_BODIES] = {false}, under[CAPER_MAX_BODIES] = {false};
    for (int i = t->longer.body_count - 1; i >= count; i--) {
        caper_caps kept =
            t->caps[i] & ~(caper_caps)(CAPER_CAP_HELPER | CAPER_CAP_SPINE | CAPER_CAP_ROOT);
        int up = t->parents[i];
        if (!(t->caps[up] & CAPER_CAP_HELPER))
            t->caps[up] |= kept;
        if (tagging->root_body == i)
            tagging->root_body = up;
    }
    for (int i = count - 1; i > 0; i--)
        over[t->parents[i]] = over[t->parents[i]] || over[i] || (t->caps[i] & CAPER_CAP_SPINE);
    for (int i = 0; i < count; i++) {
        int up = t->parents[i];
        under[i] = up >= 0 && (under[up] || (t->caps[up] & CAPER_CAP_SPINE));
        bool helper = (t->caps[i] & CAPER_CAP_HELPER) != 0;
        if (helper && !over[i] && under[i] && has_substance(body_of(t, i)))
            t->caps[i] = 0;
        caps[i] = t->caps[i];
    }
}

// The note on the weakest decision speaks of bodies that there are.
static void name_weakest(const tips *t, caper_tagging *tagging)
{
    int weakest = 0;
    for (int i = 1; i < t->longer.body_count; i++)
        if (t->confidence[i] < t->confidence[weakest] - 1e-4f)
            weakest = i;
    if (weakest < t->skeleton->body_count)
        return;
    int up = t->parents[weakest];
    snprintf(tagging->note, sizeof tagging->note,
             "the end of body %d (%.60s) is the least certain, confidence %.2f", up, t->names[up],
             (double)tagging->confidence);
}

bool caperi_caps_infer(caperi_draft *draft, const caper_skeleton *skeleton, int shift,
                       caper_caps *caps, caper_tagging *tagging, caper_error *error)
{
    tips t = {.draft = draft, .skeleton = skeleton, .shift = shift, .error = error};
    caper_tag_options options = {draft->options.use_names, draft->source};
    bool shaped = false;
    for (int i = 0; i < draft->body_count; i++)
        shaped = shaped || has_substance(&draft->bodies[i]);
    if (!shaped)
        return caper_skeleton_tag(skeleton, &options, caps, NULL, tagging, error);
    CAPER_PASS(add_tips(&t) && put_down(&t) &&
               caper_skeleton_tag(&t.longer, &options, t.caps, t.confidence, tagging, error));
    settle(&t, caps, tagging);
    name_weakest(&t, tagging);
    return true;
}
