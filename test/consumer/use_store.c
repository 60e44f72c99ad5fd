// SPDX-License-Identifier: MIT
//
// Room store from outside: an empty store.
#include <caper/store.h>

#include <stdio.h>

int main(void)
{
    remove("use_store.db");
    caper_error error;
    caper_store *store = caper_store_open("use_store.db", NULL, &error);
    bool good = store && caper_store_count(store, NULL) == 0;
    caper_store_destroy(store);
    remove("use_store.db");
    puts(good ? "store good" : "store bad");
    return good ? 0 : 1;
}
