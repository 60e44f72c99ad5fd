// SPDX-License-Identifier: MIT
//
// A chain of chunks filled from the front. Chunks before `current` are full, chunks after it are
// free and wait for reuse, so a loop of mark, work, release stops allocating after its largest
// round. Under AddressSanitizer all bytes that are not handed out are poisoned, and a gap follows
// every block, so overruns and uses after release are caught inside a chunk too.
#include "caper/base.h"

#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_POISONS 1
#endif
#endif

#ifdef ARENA_POISONS
#include <sanitizer/asan_interface.h>
#define POISON(ptr, size) __asan_poison_memory_region(ptr, size)
#define UNPOISON(ptr, size) __asan_unpoison_memory_region(ptr, size)
#define ARENA_GAP 16      // poisoned bytes between blocks: two granules
#define ARENA_MIN_ALIGN 8 // the sanitizer's granule
#else
#define POISON(ptr, size) ((void)(ptr), (void)(size))
#define UNPOISON(ptr, size) ((void)(ptr), (void)(size))
#define ARENA_GAP 0 // nobody looks: blocks lie side by side
#define ARENA_MIN_ALIGN 1
#endif

#define ARENA_DEFAULT_CHUNK ((size_t)64 * 1024)
#define ARENA_GROWTH 16 // chunks grow up to this many times the first

struct caper_arena_chunk {
    struct caper_arena_chunk *next;
    size_t size; // bytes of data
    size_t used;
    _Alignas(16) unsigned char data[];
};

typedef struct caper_arena_chunk chunk;

void caper_arena_init(caper_arena *arena, const caper_allocator *allocator, size_t chunk_size)
{
    memset(arena, 0, sizeof *arena);
    arena->allocator = caper_allocator_resolve(allocator);
    arena->chunk_size = chunk_size ? chunk_size : ARENA_DEFAULT_CHUNK;
}

// Offset at which a block would start in the chunk, or SIZE_MAX when it does not fit.
static size_t fit(const chunk *in, size_t used, size_t size, size_t align)
{
    uintptr_t base = (uintptr_t)in->data;
    uintptr_t start = (base + used + (align - 1)) & ~(uintptr_t)(align - 1);
    size_t offset = (size_t)(start - base);
    if (offset > in->size || size > in->size - offset)
        return SIZE_MAX;
    return offset;
}

static chunk *chunk_create(caper_arena *arena, size_t size)
{
    // chunks grow with the arena: few allocations for large work, little waste for small work
    size_t step = arena->reserved / 2;
    if (step / ARENA_GROWTH > arena->chunk_size)
        step = arena->chunk_size * ARENA_GROWTH;
    if (step < arena->chunk_size)
        step = arena->chunk_size;
    if (size < step)
        size = step;
    chunk *made = caper_alloc(&arena->allocator, sizeof(chunk) + size, _Alignof(chunk));
    if (!made)
        return NULL;
    made->next = NULL;
    made->size = size;
    made->used = 0;
    POISON(made->data, size);
    arena->reserved += sizeof(chunk) + size;
    return made;
}

// Make a chunk current in which the block fits: a free one if possible, else a new one.
static bool advance(caper_arena *arena, size_t size, size_t align)
{
    chunk **link = arena->current ? &arena->current->next : &arena->first;
    for (chunk **at = link; *at; at = &(*at)->next) {
        chunk *found = *at;
        if (fit(found, 0, size, align) == SIZE_MAX)
            continue;
        *at = found->next; // move it up: everything from link on is free
        found->next = *link;
        *link = found;
        arena->current = found;
        return true;
    }
    if (size > (size_t)PTRDIFF_MAX - align - sizeof(chunk))
        return false;
    chunk *made = chunk_create(arena, size + align - 1);
    if (!made)
        return false;
    made->next = *link;
    *link = made;
    arena->current = made;
    return true;
}

void *caper_arena_alloc(caper_arena *arena, size_t size, size_t align)
{
    CAPER_ASSERT(align != 0 && (align & (align - 1)) == 0);
    if (size > (size_t)PTRDIFF_MAX - ARENA_GAP)
        return NULL;
    if (align < ARENA_MIN_ALIGN)
        align = ARENA_MIN_ALIGN;
    size_t need = (size ? size : 1) + ARENA_GAP;
    size_t offset = SIZE_MAX;
    if (arena->current)
        offset = fit(arena->current, arena->current->used, need, align);
    if (offset == SIZE_MAX) {
        if (!advance(arena, need, align))
            return NULL;
        offset = fit(arena->current, 0, need, align);
    }
    arena->current->used = offset + need;
    void *ptr = arena->current->data + offset;
    UNPOISON(ptr, size ? size : 1);
    return ptr;
}

void *caper_arena_alloc_zero(caper_arena *arena, size_t count, size_t size, size_t align)
{
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    void *ptr = caper_arena_alloc(arena, count * size, align);
    if (ptr)
        memset(ptr, 0, count * size);
    return ptr;
}

caper_arena_mark_point caper_arena_mark(caper_arena *arena)
{
    caper_arena_mark_point mark = {
        .chunk = arena->current,
        .used = arena->current ? arena->current->used : 0,
        .depth = arena->mark_depth++,
    };
    return mark;
}

static void poison_free(caper_arena *arena)
{
#ifdef ARENA_POISONS
    chunk *at = arena->first;
    if (arena->current) {
        POISON(arena->current->data + arena->current->used,
               arena->current->size - arena->current->used);
        at = arena->current->next;
    }
    for (; at; at = at->next)
        POISON(at->data, at->size);
#else
    (void)arena;
#endif
}

void caper_arena_release(caper_arena *arena, caper_arena_mark_point mark)
{
    CAPER_ASSERT(mark.depth == arena->mark_depth - 1); // marks are released in nested order
    arena->mark_depth = mark.depth;
    arena->current = mark.chunk;
    if (mark.chunk)
        mark.chunk->used = mark.used;
    poison_free(arena);
}

void caper_arena_reset(caper_arena *arena)
{
    arena->mark_depth = 0;
    arena->current = NULL;
    poison_free(arena);
}

void caper_arena_destroy(caper_arena *arena)
{
    if (!arena)
        return;
    for (chunk *at = arena->first; at;) {
        chunk *next = at->next;
        size_t size = at->size;
        UNPOISON(at->data, size);
        caper_free(&arena->allocator, at, sizeof(chunk) + size);
        at = next;
    }
    arena->first = arena->current = NULL;
    arena->reserved = 0;
    arena->mark_depth = 0;
}
