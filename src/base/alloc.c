// SPDX-License-Identifier: MIT
//
// The allocator interface and its default over malloc. Invariant: every block is freed with the
// size it was asked for, so an allocator needs no header of its own.
#include "caper/base.h"

#include <stdlib.h>
#include <string.h>

static void *malloc_alloc(void *user, size_t size, size_t align)
{
    (void)user;
    if (align <= _Alignof(max_align_t))
        return malloc(size);
    if (size > SIZE_MAX - align)
        return NULL;
    // aligned_alloc wants a multiple of the alignment
    return aligned_alloc(align, (size + align - 1) & ~(align - 1));
}

static void malloc_free(void *user, void *ptr, size_t size)
{
    (void)user;
    (void)size;
    free(ptr);
}

static const caper_allocator malloc_allocator = {malloc_alloc, malloc_free, NULL};
static caper_allocator default_allocator = {malloc_alloc, malloc_free, NULL};

caper_allocator caper_allocator_default(void)
{
    return default_allocator;
}

void caper_set_default_allocator(const caper_allocator *allocator)
{
    default_allocator = allocator ? *allocator : malloc_allocator;
}

caper_allocator caper_allocator_resolve(const caper_allocator *allocator)
{
    return allocator && allocator->alloc ? *allocator : default_allocator;
}

void *caper_alloc(const caper_allocator *allocator, size_t size, size_t align)
{
    CAPER_ASSERT(align != 0 && (align & (align - 1)) == 0);
    caper_allocator from = caper_allocator_resolve(allocator);
    return from.alloc(from.user, size ? size : 1, align);
}

void *caper_alloc_zero(const caper_allocator *allocator, size_t size, size_t align)
{
    void *ptr = caper_alloc(allocator, size, align);
    if (ptr)
        memset(ptr, 0, size ? size : 1);
    return ptr;
}

void caper_free(const caper_allocator *allocator, void *ptr, size_t size)
{
    if (!ptr)
        return;
    caper_allocator to = caper_allocator_resolve(allocator);
    to.free(to.user, ptr, size ? size : 1);
}
