// SPDX-License-Identifier: MIT
//
// Skeletons as clips keep them: names, parents and rest transforms in one block with whatever they
// belong to, or in a block that many clips share. Invariant: the count of references is the only
// thing here that ever changes, and it changes atomically.
#include "base/block.h"
#include "clip/clip.h"

#include <stdatomic.h>
#include <string.h>

struct caper_shared_count {
    atomic_int holders;
};

const char *caperi_put_text(char **text, const char *string)
{
    size_t size = strlen(string) + 1;
    char *out = *text;
    memcpy(out, string, size);
    *text += size;
    return out;
}

void caperi_skeleton_copy(const caper_skeleton *in, const char **names, int16_t *parents,
                          caper_transform *rest, char **text)
{
    memcpy(parents, in->parents, (size_t)in->body_count * sizeof *parents);
    for (int i = 0; i < in->body_count; i++) {
        names[i] = caperi_put_text(text, in->names[i]);
        caperi_track_view view = {.kind = CAPER_TRACK_ROTATION,
                                  .values = &in->rest_local[i].rotation.x};
        float rotation[4];
        caperi_view_key(&view, 0, NULL, rotation);
        rest[i] = caper_transform_make(
            caper_quat_make(rotation[0], rotation[1], rotation[2], rotation[3]),
            in->rest_local[i].position);
    }
}

bool caperi_skeleton_equal(const caper_skeleton *a, const caper_skeleton *b)
{
    if (!caper_skeleton_same(a, b))
        return false;
    for (int i = 0; i < a->body_count; i++)
        if (memcmp(&a->rest_local[i].rotation, &b->rest_local[i].rotation, sizeof(caper_quat)) ||
            memcmp(&a->rest_local[i].position, &b->rest_local[i].position, 3 * sizeof(float)))
            return false;
    return true;
}

// The checks of a def, on a clip of one frame that has nothing else.
static bool check(const caper_skeleton *skeleton, const caper_allocator *allocator,
                  caper_error *error)
{
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = skeleton;
    def.frame_count = 1;
    def.source = "skeleton";
    caper_arena arena;
    caper_arena_init(&arena, allocator, 0);
    bool good = caperi_check_def(&def, &arena, error);
    caper_arena_destroy(&arena);
    return good;
}

caper_shared_skeleton *caper_shared_skeleton_create(const caper_skeleton *skeleton,
                                                    const caper_allocator *allocator,
                                                    caper_error *error)
{
    if (!check(skeleton, allocator, error))
        return NULL;
    caperi_block block = {0};
    size_t text_size = 0;
    for (int i = 0; i < skeleton->body_count; i++)
        text_size += strlen(skeleton->names[i]) + 1;
    CAPERI_BLOCK_ADD(&block, 1, caper_shared_skeleton);
    size_t count = CAPERI_BLOCK_ADD(&block, 1, struct caper_shared_count);
    size_t rest =
        caperi_block_add(&block, (size_t)skeleton->body_count, sizeof(caper_transform), 32);
    size_t names = CAPERI_BLOCK_ADD(&block, skeleton->body_count, char *);
    size_t parents = CAPERI_BLOCK_ADD(&block, skeleton->body_count, int16_t);
    size_t text = CAPERI_BLOCK_ADD(&block, text_size, char);
    caper_allocator resolved = caper_allocator_resolve(allocator);
    char *base = caperi_block_alloc(&block, &resolved);
    if (!base) {
        caper_error_set(error, CAPER_ERROR_MEMORY, "skeleton", 0, 0, "out of memory");
        return NULL;
    }
    caper_shared_skeleton *shared = (void *)base;
    shared->skeleton =
        (caper_skeleton){skeleton->body_count, caperi_block_at(base, names),
                         caperi_block_at(base, parents), caperi_block_at(base, rest)};
    char *at = caperi_block_at(base, text);
    caperi_skeleton_copy(skeleton, caperi_block_at(base, names), caperi_block_at(base, parents),
                         caperi_block_at(base, rest), &at);
    shared->memory_size = block.size;
    shared->allocator = resolved;
    shared->count = caperi_block_at(base, count);
    atomic_init(&shared->count->holders, 1);
    return shared;
}

caper_shared_skeleton *caperi_shared_skeleton_hold(caper_shared_skeleton *shared)
{
    atomic_fetch_add(&shared->count->holders, 1);
    return shared;
}

void caper_shared_skeleton_release(caper_shared_skeleton *shared)
{
    if (!shared || atomic_fetch_sub(&shared->count->holders, 1) > 1)
        return;
    caper_allocator allocator = shared->allocator;
    caper_free(&allocator, shared, shared->memory_size);
}
