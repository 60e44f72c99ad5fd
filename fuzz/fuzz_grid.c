// SPDX-License-Identifier: MIT
//
// Any bytes as a line of results: refused, or an item that comes back from its own line.
#include "caper/grid.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static caper_grid_item item, back;
    if (!caper_grid_parse((const char *)data, size, "fuzz", 1, &item, NULL)) {
        return 0;
    }
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 0);
    caper_grid_write(&item, &writer);
    size_t length;
    const char *text = caper_json_writer_finish(&writer, &length, NULL);
    // numbers beyond a float are no results, and the writer refuses them
    if (text && (!caper_grid_parse(text, length, "again", 1, &back, NULL) ||
                 strcmp(item.body, back.body) != 0 || strcmp(item.act, back.act) != 0 ||
                 item.status != back.status || item.variant != back.variant)) {
        abort();
    }
    caper_json_writer_free(&writer);
    return 0;
}
