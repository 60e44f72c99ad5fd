// SPDX-License-Identifier: MIT
//
// Any bytes through the reader of PNG and JPEG pictures. What it accepts has pixels that can all be
// read, and comes back to the bit when it is written and read again, but for what shows through.
#include "caper/render.h"

#include <stdlib.h>

static void require(bool good)
{
    if (!good)
        abort();
}

static void comes_back(const caper_picture *picture)
{
    caper_text png;
    caper_picture back = {0};
    caper_text_init(&png, NULL);
    require(caper_picture_encode(picture, &png, NULL));
    require(caper_picture_decode(png.data, png.size, NULL, &back, NULL));
    require(back.width == picture->width && back.height == picture->height);
    for (size_t i = 0; i < 4 * (size_t)back.width * (size_t)back.height; i++)
        require(back.pixels[i] == (i % 4 == 3 ? 255 : picture->pixels[i]));
    caper_picture_destroy(&back, NULL);
    caper_text_free(&png);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_error error = {0};
    caper_picture picture = {0};
    bool good = size > 0 && caper_picture_decode(data, size, NULL, &picture, &error);
    require(good || size == 0 || (error.status != CAPER_OK && error.message[0]));
    if (!good)
        return 0;
    require(picture.width > 0 && picture.height > 0 && picture.pixels);
    // a few bytes can ask for megapixels; their writing takes too long
    if ((int64_t)picture.width * picture.height < 1 << 16)
        comes_back(&picture);
    caper_picture_destroy(&picture, NULL);
    return 0;
}
