// SPDX-License-Identifier: MIT
//
// Small files that unfold to hours of work or gigabytes: refused with the limit that they passed,
// and read when the limit is raised.
#include "test.h"

#include "caper/formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A chain of bodies and animations of two keys that lie `seconds` apart.
static char *make_gltf(int bodies, int animations, float seconds, size_t *size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    float keys[12] = {0, seconds, 0, 0, 0, 1, 0, 0.6f, 0, 0.8f, 0, 0};
    unsigned char bytes[48];
    memcpy(bytes, keys, sizeof bytes);
    caper_text text = {0};
    caper_text_init(&text, NULL);
    caper_text_printf(&text, "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":"
                             "[0]}],\"nodes\":[");
    for (int i = 0; i < bodies; i++) {
        caper_text_printf(&text, "%s{\"name\":\"n%d\",\"translation\":[0,0.4,0]", i ? "," : "", i);
        if (i + 1 < bodies)
            caper_text_printf(&text, ",\"children\":[%d]", i + 1);
        caper_text_printf(&text, "}");
    }
    caper_text_printf(&text, "],\"buffers\":[{\"byteLength\":48,\"uri\":"
                             "\"data:application/octet-stream;base64,");
    for (int i = 0; i < 48; i += 3) {
        unsigned n = (unsigned)bytes[i] << 16 | (unsigned)bytes[i + 1] << 8 | bytes[i + 2];
        caper_text_printf(&text, "%c%c%c%c", digits[n >> 18], digits[n >> 12 & 63],
                          digits[n >> 6 & 63], digits[n & 63]);
    }
    caper_text_printf(&text,
                      "\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,"
                      "\"byteOffset\":8,\"byteLength\":32}],\"accessors\":[{\"bufferView\":0,"
                      "\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},{\"bufferView\":1,"
                      "\"componentType\":5126,\"count\":2,\"type\":\"VEC4\"}],\"animations\":[");
    for (int i = 0; i < animations; i++)
        caper_text_printf(&text,
                          "%s{\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":[{\"sampler\":"
                          "0,\"target\":{\"node\":1,\"path\":\"rotation\"}}]}",
                          i ? "," : "");
    caper_text_printf(&text, "]}");
    char *copy = malloc(text.size + 1);
    REQUIRE(copy && !text.failed);
    memcpy(copy, text.data, text.size + 1);
    *size = text.size;
    caper_text_free(&text);
    return copy;
}

// The status of reading it; the number of clips where it was read.
static caper_status read_gltf(int bodies, int animations, float seconds, int max_transforms,
                              int *clips, char *message)
{
    size_t size;
    char *text = make_gltf(bodies, animations, seconds, &size);
    caper_import_options options = caper_import_options_default();
    if (max_transforms > 0)
        options.max_transforms = max_transforms;
    caper_error error = {0};
    caper_import *import = caper_import_parse(text, size, "bomb.gltf", &options, &error);
    *clips = import ? import->clip_count : 0;
    snprintf(message, 200, "%s", error.message);
    caper_import_destroy(import);
    free(text);
    return error.status;
}

static void a_small_file_of_long_animations_is_refused(void)
{
    char message[200];
    int clips;
    // 60 times eight hours of three bodies in 11 kB
    CHECK_INT(read_gltf(3, 60, 30000, 0, &clips, message), CAPER_ERROR_LIMIT);
    CHECK_HAS(message, "max_transforms (4194304)");
    // six hours of 24 bodies in 2 kB
    CHECK_INT(read_gltf(24, 1, 20000, 0, &clips, message), CAPER_ERROR_LIMIT);
    CHECK_HAS(message, "max_transforms");
    // what is asked for is read
    CHECK_INT(read_gltf(3, 4, 30000, 1 << 24, &clips, message), CAPER_OK);
    CHECK_INT(clips, 4);
    // ten clips of a minute, and an hour of one body, are nothing
    CHECK_INT(read_gltf(24, 10, 60, 0, &clips, message), CAPER_OK);
    CHECK_INT(clips, 10);
    CHECK_INT(read_gltf(2, 1, 3600, 0, &clips, message), CAPER_OK);
}

TESTS(a_small_file_of_long_animations_is_refused)
