// SPDX-License-Identifier: MIT
//
// PNG files, by stb_image_write: into memory first, then to disk in one piece, so that a path never
// holds half a picture.
#include "caper/render.h"

#include <setjmp.h>
#include <string.h>

// stb_image_write does not look at what malloc returns. It is given memory of an arena, and where
// there is none it is left by a jump: what it had goes with the arena.
typedef struct encoder {
    caper_arena arena;
    jmp_buf starved;
} encoder;
static _Thread_local encoder *encoding;

static void *take(size_t size)
{
    void *block = caper_arena_alloc(&encoding->arena, size, 16);
    if (!block) {
        longjmp(encoding->starved, 1);
    }
    return block;
}

static void *take_more(void *old, size_t old_size, size_t size)
{
    void *block = take(size);
    if (old) {
        memcpy(block, old, old_size < size ? old_size : size);
    }
    return block;
}

#define STBIW_MALLOC(size) take(size)
#define STBIW_REALLOC_SIZED(old, old_size, size) take_more((old), (old_size), (size))
#define STBIW_FREE(block) ((void)(block))
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

// Pictures are opaque: a quarter less to compress and to store.
static uint8_t *without_alpha(const caper_picture *picture, size_t *size)
{
    size_t count = (size_t)picture->width * (size_t)picture->height;
    uint8_t *out = caper_alloc(NULL, 3 * count, 16);
    for (size_t i = 0; out && i < count; i++) {
        memcpy(out + 3 * i, picture->pixels + 4 * i, 3);
    }
    *size = 3 * count;
    return out;
}

// False without memory. The encoder is the caller's: after a jump only what is not local here is
// sure to be as it was left.
static bool encode(encoder *e, const uint8_t *rgb, const caper_picture *picture, caper_text *png)
{
    encoding = e;
    volatile bool good = false;
    if (setjmp(e->starved) == 0) {
        int size = 0;
        const unsigned char *bytes = stbi_write_png_to_mem(rgb, 3 * picture->width, picture->width,
                                                           picture->height, 3, &size);
        good = bytes && caper_text_append(png, (const char *)bytes, (size_t)size);
    }
    encoding = NULL;
    return good;
}

bool caper_picture_encode(const caper_picture *picture, caper_text *png, caper_error *error)
{
    bool good = picture && picture->pixels && picture->width > 0 && picture->height > 0 && png;
    CAPER_ASSERT(good);
    if (!good) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "found no picture, expected one to write");
    }
    size_t size = 0;
    uint8_t *rgb = without_alpha(picture, &size);
    encoder e;
    caper_arena_init(&e.arena, NULL, 1 << 20);
    good = rgb && encode(&e, rgb, picture, png);
    caper_arena_destroy(&e.arena);
    caper_free(NULL, rgb, size);
    return good || caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0,
                                   "out of memory for a picture of %d x %d", picture->width,
                                   picture->height);
}

bool caper_picture_save(const caper_picture *picture, const char *path, caper_error *error)
{
    caper_text png;
    caper_text_init(&png, NULL);
    bool good = caper_picture_encode(picture, &png, error) &&
                caper_file_write(path, png.data, png.size, error);
    caper_text_free(&png);
    return good;
}
