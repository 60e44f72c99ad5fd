// SPDX-License-Identifier: MIT
//
// Any bytes as a file of points: what it accepts is finite and no more than there is room for.
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

#define ROOM 64

static void require(bool good)
{
    if (!good)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    // a copy of exactly this size, so that a read past its end is seen
    char *text = malloc(size ? size : 1);
    require(text != NULL);
    if (size)
        memcpy(text, data, size);
    caper_vec3 points[ROOM];
    caper_error error = {0};
    int count = caperi_path_parse(text, size, "fuzz", points, ROOM, &error);
    require((count > 0) == (error.status == CAPER_OK) && count <= ROOM);
    for (int i = 0; i < count; i++)
        require(caper_vec3_is_finite(points[i]) && points[i].y == 0);
    free(text);
    return 0;
}
