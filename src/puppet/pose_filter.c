// SPDX-License-Identifier: MIT
//
// The filter of section 3 on whole poses: one for the place of the performer and one for each of
// its bodies, whose local transforms are taken as what a sensor on it would say. Bones keep their
// lengths, because only the first body and the place have positions that are filtered.
#include "caper/puppet.h"

#include "base/try.h"

#include <string.h>

struct caper_pose_filter {
    caper_allocator allocator;
    caper_filter_def def;
    int body_count;
    caper_filter filters[]; // of the place, then of the bodies
};

static size_t bytes_of(int body_count)
{
    return sizeof(caper_pose_filter) + ((size_t)body_count + 1) * sizeof(caper_filter);
}

caper_pose_filter *caper_pose_filter_create(const caper_character *character,
                                            const caper_filter_def *def,
                                            const caper_allocator *allocator, caper_error *error)
{
    CAPER_ASSERT(character && def);
    caper_allocator own = caper_allocator_resolve(allocator);
    size_t size = character && def ? bytes_of(character->body_count) : 0;
    caper_pose_filter *filter = size ? caper_alloc_zero(&own, size, 32) : NULL;
    if (!filter) {
        caper_error_set(error, size ? CAPER_ERROR_MEMORY : CAPER_ERROR_INVALID, NULL, 0, 0,
                        size ? "no memory for a filter" : "a filter needs a character and a def");
        return NULL;
    }
    filter->allocator = own;
    filter->def = *def;
    filter->body_count = character->body_count;
    return filter;
}

void caper_pose_filter_destroy(caper_pose_filter *filter)
{
    if (filter) {
        caper_allocator allocator = filter->allocator;
        caper_free(&allocator, filter, bytes_of(filter->body_count));
    }
}

void caper_pose_filter_update(caper_pose_filter *filter, double time, caper_transform *root,
                              caper_pose *local)
{
    CAPER_ASSERT(local->body_count == filter->body_count);
    for (int i = -1; i < filter->body_count && i < local->body_count; i++) {
        caper_transform *value = i < 0 ? root : &local->bodies[i];
        caper_filter *f = &filter->filters[i + 1];
        if (value) {
            caper_filter_update(f, &filter->def, value, time);
            value->rotation = f->value.rotation;
            if (i <= 0) {
                value->position = f->value.position;
            }
        }
    }
}
