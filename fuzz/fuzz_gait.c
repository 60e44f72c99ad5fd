// SPDX-License-Identifier: MIT
//
// Any bytes as a gait style: refused, or a style that comes back from its own text.
#include "caper/gait.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_gait_style style, back;
    if (!caper_gait_style_parse((const char *)data, size, "fuzz", NULL, &style, NULL)) {
        return 0;
    }
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 0);
    caper_gait_style_write(&style, &writer);
    size_t length;
    const char *text = caper_json_writer_finish(&writer, &length, NULL);
    if (text && (!caper_gait_style_parse(text, length, "again", NULL, &back, NULL) ||
                 memcmp(&style, &back, sizeof style) != 0)) {
        abort();
    }
    caper_json_writer_free(&writer);
    return 0;
}
