// SPDX-License-Identifier: MIT
//
// Bindings that were made before, found by the addresses of motion and character in a hash table
// with linear probing. One lock guards all, also while a binding is made: a pair is bound once even
// when several threads ask for it at the same moment, and the others find it done. Failures are not
// kept, so that each caller gets the reason.
//
// Invariant: slots between an entry's home and the entry are never empty.
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include "caper/motion.h"

#include <pthread.h>

struct caper_bindings {
    caper_allocator allocator;
    pthread_mutex_t lock;
    caper_binding **slots; // NULL: empty
    int capacity;          // a power of two, or 0
    int count;
};

// Where the search for a binding begins.
static int home_of(int capacity, const caper_motion *motion, const caper_character *character)
{
    const void *key[2] = {motion, character};
    return (int)(caper_hash64(key, sizeof key, 0) & (uint64_t)(capacity - 1));
}

// Where the binding of the two is, or the empty slot where it goes. There is an empty slot.
static int find_slot(caper_binding *const *slots, int capacity, const caper_motion *motion,
                     const caper_character *character)
{
    int at = home_of(capacity, motion, character);
    while (slots[at] && (slots[at]->motion != motion || slots[at]->character != character))
        at = (at + 1) & (capacity - 1);
    return at;
}

// Move all entries to a table of that capacity.
static bool rehash(caper_bindings *b, int capacity)
{
    size_t size = (size_t)capacity * sizeof *b->slots;
    caper_binding **slots = caper_alloc_zero(&b->allocator, size, _Alignof(caper_binding *));
    if (!slots)
        return false;
    for (int i = 0; i < b->capacity; i++)
        if (b->slots[i])
            slots[find_slot(slots, capacity, b->slots[i]->motion, b->slots[i]->character)] =
                b->slots[i];
    caper_free(&b->allocator, b->slots, (size_t)b->capacity * sizeof *b->slots);
    b->slots = slots;
    b->capacity = capacity;
    return true;
}

caper_bindings *caper_bindings_create(const caper_allocator *allocator)
{
    caper_bindings *b = caper_alloc_zero(allocator, sizeof *b, _Alignof(caper_bindings));
    if (!b)
        return NULL;
    b->allocator = caper_allocator_resolve(allocator);
    pthread_mutex_init(&b->lock, NULL);
    return b;
}

void caper_bindings_destroy(caper_bindings *bindings)
{
    if (!bindings)
        return;
    caper_allocator allocator = bindings->allocator;
    for (int i = 0; i < bindings->capacity; i++)
        caper_binding_destroy(bindings->slots[i]);
    caper_free(&allocator, bindings->slots, (size_t)bindings->capacity * sizeof *bindings->slots);
    pthread_mutex_destroy(&bindings->lock);
    caper_free(&allocator, bindings, sizeof *bindings);
}

static caper_binding *get_locked(caper_bindings *b, const caper_motion *motion,
                                 const caper_character *character, caper_error *error)
{
    // at most half full, so that probing ends soon
    if (2 * (b->count + 1) > b->capacity && !rehash(b, b->capacity ? 2 * b->capacity : 16)) {
        caper_error_set(error, CAPER_ERROR_MEMORY, motion->name, 0, 0,
                        "no memory to keep its binding");
        return NULL;
    }
    int at = find_slot(b->slots, b->capacity, motion, character);
    if (!b->slots[at]) {
        b->slots[at] = caper_binding_create(motion, character, &b->allocator, error);
        b->count += b->slots[at] != NULL;
    }
    return b->slots[at];
}

const caper_binding *caper_bindings_find(caper_bindings *bindings, const caper_motion *motion,
                                         const caper_character *character, caper_error *error)
{
    CAPER_ASSERT(bindings && motion && character);
    if (!bindings || !motion || !character)
        return NULL;
    pthread_mutex_lock(&bindings->lock);
    const caper_binding *found = get_locked(bindings, motion, character, error);
    pthread_mutex_unlock(&bindings->lock);
    return found;
}

// Destroy the entry of a slot; entries after it that may move up do (Knuth, 6.4 algorithm R).
static void drop(caper_bindings *b, int hole)
{
    int mask = b->capacity - 1;
    caper_binding_destroy(b->slots[hole]);
    for (int at = (hole + 1) & mask; b->slots[at]; at = (at + 1) & mask) {
        int home = home_of(b->capacity, b->slots[at]->motion, b->slots[at]->character);
        if (((at - home) & mask) < ((at - hole) & mask))
            continue; // it would stand before its home
        b->slots[hole] = b->slots[at];
        hole = at;
    }
    b->slots[hole] = NULL;
    b->count--;
}

void caper_bindings_forget(caper_bindings *bindings, const caper_motion *motion,
                           const caper_character *character)
{
    CAPER_ASSERT(bindings);
    if (!bindings)
        return;
    pthread_mutex_lock(&bindings->lock);
    for (int i = 0; i < bindings->capacity;) {
        const caper_binding *b = bindings->slots[i];
        if (b && ((motion && b->motion == motion) || (character && b->character == character)))
            drop(bindings, i); // and look at what has moved here
        else
            i++;
    }
    pthread_mutex_unlock(&bindings->lock);
}
