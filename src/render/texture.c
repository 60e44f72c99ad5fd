// SPDX-License-Identifier: MIT
//
// Pictures of skins as textures, kept from frame to frame. They are told apart by the address and
// the content of their bytes, because another file may be loaded to the same address. The size and
// a sum over the end (where a PNG has its checksum) and over bytes from all of it stand for the
// whole, which would be dear to read in every frame.
#include "render/render.h"

#include <string.h>

#define SAMPLES 256 // bytes of the whole
#define TAIL 64     // bytes at the end

static uint64_t sum_of(const caper_image *image, const caper_skin *skin)
{
    const unsigned char *bytes = image->bytes;
    uint64_t sum = 14695981039346656037u; // FNV-1a
    size_t step = image->size / SAMPLES + 1, tail = image->size > TAIL ? image->size - TAIL : 0;
    for (size_t i = 0; i < image->size; i += i < tail ? step : 1) {
        sum = (sum ^ bytes[i]) * 1099511628211u;
    }
    sum = (sum ^ (uint64_t)image->size) * 1099511628211u;
    return (sum ^ (uint64_t)(4 * skin->wrap_u + skin->wrap_v)) * 1099511628211u;
}

// The slot of a sum, else the one that was used least lately.
static caperi_texture *find_slot(caper_renderer *r, uint64_t sum)
{
    caperi_texture *oldest = &r->textures[0];
    for (int i = 0; i < CAPERI_TEXTURES; i++) {
        caperi_texture *t = &r->textures[i];
        if (t->used && t->sum == sum) {
            return t;
        }
        oldest = t->used < oldest->used ? t : oldest;
    }
    return oldest;
}

unsigned caperi_texture_of(caper_renderer *renderer, const caper_skin *skin)
{
    if (!skin->image || !skin->uvs || skin->image->size == 0) {
        return 0;
    }
    uint64_t sum = sum_of(skin->image, skin);
    caperi_texture *t = find_slot(renderer, sum);
    if (!t->used || t->sum != sum) {
        caperi_gl_free_texture(t->name);
        t->name = 0; // also where the picture cannot be read: it is tried once
        t->sum = sum;
        caper_picture picture = {0};
        if (caper_picture_decode(skin->image->bytes, skin->image->size, &renderer->allocator,
                                 &picture, NULL)) {
            t->name = caperi_gl_make_texture(picture.pixels, picture.width, picture.height,
                                             (int)skin->wrap_u, (int)skin->wrap_v);
        }
        caper_picture_destroy(&picture, &renderer->allocator);
    }
    t->used = renderer->frame;
    return t->name;
}

void caperi_textures_free(caper_renderer *renderer)
{
    for (int i = 0; i < CAPERI_TEXTURES; i++) {
        caperi_gl_free_texture(renderer->textures[i].name);
    }
}
