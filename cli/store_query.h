// SPDX-License-Identifier: MIT
// What --tag, --name, --character and --where look for in a store.
#ifndef CAPER_CLI_STORE_QUERY_H
#define CAPER_CLI_STORE_QUERY_H

#if CAPER_STORE

#include "caper/store.h"

#define CLI_STORE_TAGS 16 // of one command

// What was asked for; NULL: anything.
typedef struct cli_store_asked {
    const char *tag; // "a,b": all of them
    const char *name, *character;
    const char *where; // "speed=1:2"; an open end leaves that side free
} cli_store_asked;

// The query and the words that it points to. Zero it first.
typedef struct cli_store_search {
    caper_store_query query;
    const char *tags[CLI_STORE_TAGS];
    char text[512], range_name[128];
    caper_store_range range;
} cli_store_search;

// False: `where` is no range.
bool cli_store_query(cli_store_search *search, const cli_store_asked *asked);

#endif
#endif
