// SPDX-License-Identifier: MIT
//
// PNG and JPEG files as pictures, by stb_image. Sizes are read first, so that a small file does not
// ask for much memory.
#include "caper/render.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// stb_image does not say why it failed, and takes as much memory as a chunk says that it is long.
static _Thread_local bool starved;
static _Thread_local size_t most; // bytes of a block

static void *take(void *old, size_t size)
{
    if (size > most)
        return NULL;
    void *block = realloc(old, size);
    starved = starved || !block;
    return block;
}

#define STBI_MALLOC(size) take(NULL, (size))
#define STBI_REALLOC(old, size) take((old), (size))
#define STBI_FREE(block) free(block)
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_NO_FAILURE_STRINGS
#define STBI_MAX_DIMENSIONS CAPER_PICTURE_MAX
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#pragma GCC diagnostic ignored "-Wunused-function" // of formats that are left out
#include <stb_image.h>

static bool no_memory(int width, int height, caper_error *error)
{
    return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0,
                           "out of memory for a picture of %d x %d", width, height);
}

#define MOST_PIXELS ((int64_t)1 << 26) // 64 megapixels, 256 MB
// Of a byte of the file: pixels of one bit, deflated by 1032 to 1, which is all that it does.
#define MOST_PIXELS_OF_BYTE 8256
#define ROOM 65536 // bytes: of tables and buffers, whatever the picture

bool caper_picture_decode(const void *bytes, size_t size, const caper_allocator *allocator,
                          caper_picture *picture, caper_error *error)
{
    bool good = bytes && picture && size <= INT_MAX;
    CAPER_ASSERT(good);
    int width = 0, height = 0, channels = 0;
    starved = false;
    most = 2 * size + ROOM;
    if (!good || !stbi_info_from_memory(bytes, (int)size, &width, &height, &channels))
        return starved ? no_memory(width, height, error)
                       : caper_error_set(error, CAPER_ERROR_SYNTAX, NULL, 0, 0,
                                         "found no picture, expected a PNG or JPEG file");
    if ((int64_t)width * height > MOST_PIXELS)
        return caper_error_set(error, CAPER_ERROR_LIMIT, NULL, 0, 0,
                               "found a picture of %d x %d, expected at most 64 megapixels", width,
                               height);
    if (width * (int64_t)height > MOST_PIXELS_OF_BYTE * (int64_t)size)
        return caper_error_set(error, CAPER_ERROR_SYNTAX, NULL, 0, 0,
                               "found a picture of %d x %d in %zu bytes, which cannot hold it",
                               width, height, size);
    // 16 bits of 4 channels at most; inflating doubles its buffer
    most += 16 * ((size_t)width + 1) * (size_t)height;
    stbi_uc *pixels = stbi_load_from_memory(bytes, (int)size, &width, &height, &channels, 4);
    if (!pixels)
        return starved ? no_memory(width, height, error)
                       : caper_error_set(error, CAPER_ERROR_SYNTAX, NULL, 0, 0,
                                         "found a broken picture of %d x %d", width, height);
    *picture = caper_picture_create(width, height, 0, allocator);
    if (picture->pixels)
        memcpy(picture->pixels, pixels, 4 * (size_t)width * (size_t)height);
    stbi_image_free(pixels);
    return picture->pixels || no_memory(width, height, error);
}
