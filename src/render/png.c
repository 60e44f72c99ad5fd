// SPDX-License-Identifier: MIT
//
// PNG files, by stb_image_write: into memory first, then to disk in one piece, so that a path never
// holds half a picture.
#include "caper/render.h"

#include <stdlib.h>
#include <string.h>

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
    int png_size = 0;
    unsigned char *bytes = rgb ? stbi_write_png_to_mem(rgb, 3 * picture->width, picture->width,
                                                       picture->height, 3, &png_size)
                               : NULL;
    caper_free(NULL, rgb, size);
    good = bytes && caper_text_append(png, (const char *)bytes, (size_t)png_size);
    free(bytes); // stb_image_write takes it from malloc
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
