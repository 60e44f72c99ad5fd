// SPDX-License-Identifier: MIT
//
// A clip as a graph needs it: travel in the root track, contacts declared, and no more frames than
// a display shows. Feet that stand are found by the one detector; a clip that declares contacts is
// believed.
#include "graph/graph.h"

#include "caper/contact.h"

#include <math.h>
#include <string.h>

// Frames a second that are kept: what displays show; between them motion is blended.
#define KEPT_RATE 60.0f

int caperi_graph_frames(const caper_clip *clip, float rate)
{
    return 1 + (int)floor((double)clip->duration * (double)rate + 1e-4);
}

static bool has_tag(const caper_graph_tags *tags, const char *tag)
{
    for (int i = 0; i < tags->count; i++)
        if (strcmp(tags->tags[i], tag) == 0)
            return true;
    return false;
}

// The tags of a clip and others, each once. NULL: no memory.
static caper_graph_tags all_tags(const caper_clip *clip, const caper_graph_tags *more,
                                 caper_arena *arena)
{
    int most = clip->tag_count + (more ? more->count : 0);
    const char **list = caper_arena_alloc_zero(arena, (size_t)most + 1, sizeof *list, 16);
    caper_graph_tags all = {list, 0};
    for (int i = 0; i < most && list; i++) {
        const char *tag = i < clip->tag_count ? clip->tags[i] : more->tags[i - clip->tag_count];
        if (!has_tag(&all, tag))
            list[all.count++] = tag;
    }
    return all;
}

// The same clip with other contacts and more tags and, if it is to be slowed down for display,
// fewer frames.
static caper_clip *with_contacts(const caper_clip *clip, const caper_contact *contacts, int count,
                                 const caper_graph_tags *more, const caper_allocator *allocator,
                                 caper_error *error)
{
    size_t n = (size_t)clip->frame_count, bodies = (size_t)clip->skeleton.body_count;
    caper_arena arena;
    caper_arena_init(&arena, allocator, 0);
    caper_transform *frames = caper_arena_alloc_zero(&arena, n * bodies, sizeof *frames, 32);
    caper_root *roots = caper_arena_alloc_zero(&arena, n, sizeof *roots, _Alignof(caper_root));
    caper_graph_tags tags = all_tags(clip, more, &arena);
    caper_clip *made = NULL;
    if (frames && roots && tags.tags) {
        for (size_t f = 0; f < n; f++) {
            float time = (float)f / clip->rate;
            caper_pose pose = {frames + f * bodies, NULL, (int)bodies, 0};
            caper_clip_sample(clip, time, NULL, &pose);
            roots[f] = caper_clip_sample_root(clip, f + 1 == n ? clip->duration : time);
        }
        caper_clip_def def = caper_clip_def_default();
        def.name = clip->name;
        def.skeleton = &clip->skeleton;
        def.rate = clip->rate;
        def.frame_count = clip->frame_count;
        def.frames = frames;
        def.roots = roots;
        def.contacts = contacts;
        def.contact_count = count;
        def.tags = tags.tags;
        def.tag_count = tags.count;
        def.loops = clip->loops;
        def.allocator = allocator;
        made = caper_clip_create(&def, error);
    } else {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    }
    caper_arena_destroy(&arena);
    return made;
}

static caper_clip *find_contacts(const caper_clip *clip, const caper_character *character,
                                 const caper_graph_tags *tags, const caper_allocator *allocator,
                                 caper_error *error)
{
    if (clip->contact_count > 0)
        return with_contacts(clip, clip->contacts, clip->contact_count, tags, allocator, error);
    caper_contacts_job job = caper_contacts_job_default();
    job.character = character;
    job.clip = clip;
    job.allocator = allocator;
    if (!caper_contacts_detect(&job, error))
        return NULL;
    caper_clip *made = with_contacts(clip, job.contacts, job.contact_count, tags, allocator, error);
    caper_contacts_destroy(&job);
    return made;
}

// What a step makes takes the place of what it was made from.
static caper_clip *replace(caper_clip *from, caper_clip *by)
{
    caper_clip_destroy(from);
    return by;
}

caper_clip *caperi_graph_prepare(const caper_clip *clip, const caper_character *character,
                                 bool mirrored, const caper_graph_tags *tags,
                                 const caper_allocator *allocator, caper_error *error)
{
    caper_clip *made = caper_clip_extract_root(clip, character->root_body, allocator, error);
    if (made)
        made = replace(made, find_contacts(made, character, tags, allocator, error));
    if (made && made->rate > KEPT_RATE * 1.01f)
        made = replace(made, caper_clip_resample(made, KEPT_RATE, NULL, allocator, error));
    if (made && mirrored)
        made = replace(made, caper_clip_mirror(made, character, allocator, error));
    return made;
}
