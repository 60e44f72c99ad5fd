// SPDX-License-Identifier: MIT
//
// Lay out one memory block that holds a header struct and several arrays. Assets are built as such
// blocks: one allocation, one free, neighbours in memory. Usage: add every part, allocate
// block.size bytes at block.align, then turn the offsets into pointers with caperi_block_at.
#ifndef CAPER_SRC_BASE_BLOCK_H
#define CAPER_SRC_BASE_BLOCK_H

#include "caper/base.h"

/// The size so far. Zero-initialize.
typedef struct caperi_block {
    size_t size;   // bytes
    size_t align;  // largest alignment asked for
    bool overflow; // the size does not fit: do not allocate
} caperi_block;

/// Add count elements; returns their offset. Overflow sticks and is checked once at the end.
static inline size_t caperi_block_add(caperi_block *block, size_t count, size_t element_size,
                                      size_t align)
{
    if (align > block->align)
        block->align = align;
    // PTRDIFF_MAX, so that offsets and pointer differences stay representable
    size_t limit = (size_t)PTRDIFF_MAX;
    size_t offset = (block->size + (align - 1)) & ~(align - 1);
    if (block->overflow || offset > limit ||
        (element_size != 0 && count > (limit - offset) / element_size)) {
        block->overflow = true;
        return 0;
    }
    block->size = offset + count * element_size;
    return offset;
}

/// Add count elements of a type; returns their offset.
#define CAPERI_BLOCK_ADD(block, count, type)                                                       \
    caperi_block_add((block), (size_t)(count), sizeof(type), _Alignof(type))

/// The part at an offset.
static inline void *caperi_block_at(void *base, size_t offset)
{
    return (char *)base + offset;
}

/// Allocate the block, zeroed; NULL on overflow or when there is no memory.
static inline void *caperi_block_alloc(const caperi_block *block, const caper_allocator *allocator)
{
    if (block->overflow)
        return NULL;
    return caper_alloc_zero(allocator, block->size, block->align ? block->align : 1);
}

#endif
