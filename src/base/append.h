// SPDX-License-Identifier: MIT
//
// A file that grows while something lasts: what was appended survives the death of the process at
// once, and a power cut a second later.
#ifndef CAPER_SRC_BASE_APPEND_H
#define CAPER_SRC_BASE_APPEND_H

#include "caper/base.h"

typedef struct caperi_append caperi_append;

/// Start a file that is not there yet, and hold it against other processes. NULL with an error.
caperi_append *caperi_append_open(const char *path, const caper_allocator *allocator,
                                  caper_error *error);
/// Add bytes; never waits for the disk. False when it cannot (the disk is full): then nothing more
/// is added, and what was stays.
bool caperi_append_put(caperi_append *append, const void *bytes, size_t size);
/// Sync and close; the file stays, or goes.
void caperi_append_close(caperi_append *append, bool keep);

/// Does another process hold this file open as such a file?
bool caperi_append_is_held(const char *path);

#endif
