// SPDX-License-Identifier: MIT
// Words of the command as a query of a store.
#include "store_query.h"

#if CAPER_STORE

#include <stdio.h>
#include <string.h>

// "a,b" in place; returns the number of parts.
static int split(char *text, const char **parts)
{
    int count = 0;
    for (char *at = strtok(text, ","); at && count < CLI_STORE_TAGS; at = strtok(NULL, ",")) {
        parts[count++] = at;
    }
    return count;
}

static bool parse_range(const char *text, char *name, size_t size, caper_store_range *range)
{
    const char *equals = strchr(text, '='), *colon = equals ? strchr(equals, ':') : NULL;
    if (!equals || !colon || equals == text || (size_t)(equals - text) >= size) {
        return false;
    }
    memcpy(name, text, (size_t)(equals - text));
    name[equals - text] = '\0';
    *range = (caper_store_range){name, -1e300, 1e300};
    size_t used = 0, low = (size_t)(colon - equals - 1);
    bool good =
        low == 0 || (caper_parse_double(equals + 1, low, &used, &range->least) && used == low);
    size_t high = strlen(colon + 1);
    return good && (high == 0 ||
                    (caper_parse_double(colon + 1, high, &used, &range->most) && used == high));
}

bool cli_store_query(cli_store_search *s, const cli_store_asked *asked)
{
    s->query.name = asked->name;
    s->query.character = asked->character;
    if (asked->tag) {
        snprintf(s->text, sizeof(s->text), "%s", asked->tag);
        s->query.tag_count = split(s->text, s->tags);
        s->query.tags = s->tags;
    }
    if (asked->where) {
        if (!parse_range(asked->where, s->range_name, sizeof(s->range_name), &s->range)) {
            return false;
        }
        s->query.ranges = &s->range;
        s->query.range_count = 1;
    }
    return true;
}

#else
typedef int cli_store_query_is_empty; // a file of C has something in it
#endif
