// SPDX-License-Identifier: MIT
//
// A clip of one skeleton on another that has bodies of the same names: files that hold only an
// animation, made for a rig that has more or fewer bones. Local transforms go over as they are, as
// engines do it; names are compared without case, name space and the path that some tools put
// before them. Invariant: a body that both have stands against its parent as in the clip; where a
// parent is missing on one side, its bodies keep their place in model space at the frames.
#include "clip/clip.h"

#include <string.h>

// Of the bodies that the clip moves, this share must be found: with fewer it is another rig that
// happens to have a "Head".
#define SHARE 0.6

static char plain(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

// The part of a name behind the last ':' or '|'.
static const char *last_part(const char *name)
{
    const char *start = name;
    for (const char *c = name; *c; c++)
        if ((*c == ':' || *c == '|') && c[1])
            start = c + 1;
    return start;
}

static bool same_name(const char *a, const char *b)
{
    a = last_part(a);
    b = last_part(b);
    while (*a && plain(*a) == plain(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

static int find(const caper_skeleton *skeleton, const char *name)
{
    int exact = caper_skeleton_find(skeleton, name);
    for (int i = 0; i < skeleton->body_count && exact < 0; i++)
        exact = same_name(skeleton->names[i], name) ? i : -1;
    return exact;
}

typedef struct fitting {
    const caper_clip *clip;
    const caper_skeleton *onto;
    int *from; // by body of `onto`: body of the clip, or -1
} fitting;

// Does every matched body hang on the partner of what its partner hangs on?
static bool hangs_alike(const fitting *f, int body)
{
    int above = f->clip->skeleton.parents[f->from[body]];
    int own = f->onto->parents[body];
    return above < 0 ? own < 0 || f->from[own] < 0 : own >= 0 && f->from[own] == above;
}

static void match(fitting *f, caper_clip_fit_report *report)
{
    for (int i = 0; i < f->onto->body_count; i++) {
        f->from[i] = find(&f->clip->skeleton, f->onto->names[i]);
        report->matched += f->from[i] >= 0;
    }
    report->missing = f->clip->skeleton.body_count;
    report->left_at_rest = f->onto->body_count - report->matched;
    for (int k = 0; k < f->clip->skeleton.body_count; k++)
        report->missing -= find(f->onto, f->clip->skeleton.names[k]) >= 0;
}

// One frame: matched bodies as in the clip, others at rest. A body whose parent differs is put
// where it is in the clip's model space.
static void fill_frame(const fitting *f, const caper_pose *local, const caper_pose *model,
                       caper_transform *out, caper_transform *out_model)
{
    for (int i = 0; i < f->onto->body_count; i++) {
        int from = f->from[i], up = f->onto->parents[i];
        out[i] = from >= 0 ? local->bodies[from] : f->onto->rest_local[i];
        if (from >= 0 && !hangs_alike(f, i)) {
            out[i] = model->bodies[from];
            if (up >= 0)
                out[i] = caper_transform_mul(caper_transform_inverse(out_model[up]), out[i]);
        }
        out_model[i] = up >= 0 ? caper_transform_mul(out_model[up], out[i]) : out[i];
    }
}

static caper_clip *build(const fitting *f, const caper_transform *frames, const caper_root *roots,
                         const caper_allocator *allocator, caper_error *error)
{
    const caper_clip *clip = f->clip;
    caper_clip_def def = caper_clip_def_default();
    def.name = clip->name;
    def.skeleton = f->onto;
    def.rate = clip->rate;
    def.frame_count = clip->frame_count;
    def.frames = frames;
    def.roots = clip->has_root ? roots : NULL;
    def.key_poses = clip->key_poses;
    def.key_pose_count = clip->key_pose_count;
    def.tags = clip->tags;
    def.tag_count = clip->tag_count;
    def.loops = clip->loops;
    def.allocator = allocator;
    return caper_clip_create(&def, error);
}

static caper_clip *fit(fitting *f, caper_arena *arena, const caper_allocator *allocator,
                       caper_error *error)
{
    const caper_clip *clip = f->clip;
    size_t bodies = (size_t)f->onto->body_count, count = (size_t)clip->frame_count;
    size_t old = (size_t)clip->skeleton.body_count;
    caper_transform *frames = caper_arena_alloc_zero(arena, count * bodies, sizeof *frames, 16);
    caper_transform *scratch = caper_arena_alloc_zero(arena, bodies + 2 * old, sizeof *scratch, 16);
    caper_root *roots = caper_arena_alloc_zero(arena, count, sizeof *roots, 16);
    if (!frames || !scratch || !roots) {
        caper_error_set(error, CAPER_ERROR_MEMORY, clip->name, 0, 0, "out of memory");
        return NULL;
    }
    caper_pose local = {scratch + bodies, NULL, (int)old, 0};
    caper_pose model = {scratch + bodies + old, NULL, (int)old, 0};
    for (int k = 0; k < clip->frame_count; k++) {
        caperi_moment moment = caperi_frame_moment(clip, k);
        caperi_clip_sample_moment(clip, moment, &local);
        caper_pose_to_model(&clip->skeleton, &local, NULL, &model);
        fill_frame(f, &local, &model, frames + (size_t)k * bodies, scratch);
        roots[k] = caperi_clip_root_moment(clip, moment);
    }
    return build(f, frames, roots, allocator, error);
}

caper_clip *caper_clip_fit(const caper_clip *clip, const caper_skeleton *skeleton,
                           const caper_allocator *allocator, caper_clip_fit_report *report,
                           caper_error *error)
{
    caper_clip_fit_report own = {0, 0, 0};
    CAPER_ASSERT(clip && skeleton);
    if (!clip || !skeleton)
        return NULL;
    caper_arena arena;
    caper_arena_init(&arena, allocator, 0);
    fitting f = {.clip = clip, .onto = skeleton};
    f.from = caper_arena_alloc_zero(&arena, (size_t)skeleton->body_count, sizeof *f.from, 16);
    caper_clip *made = NULL;
    if (!f.from) {
        caper_error_set(error, CAPER_ERROR_MEMORY, clip->name, 0, 0, "out of memory");
    } else {
        match(&f, &own);
        double found = clip->skeleton.body_count - own.missing;
        if (found >= SHARE * clip->skeleton.body_count)
            made = fit(&f, &arena, allocator, error);
        else
            caper_error_set(error, CAPER_ERROR_INVALID, clip->name, 0, 0,
                            "only %.0f of the clip's %d bodies are found by name", found,
                            clip->skeleton.body_count);
    }
    caper_arena_destroy(&arena);
    if (report)
        *report = own;
    return made;
}
