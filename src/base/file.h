// SPDX-License-Identifier: MIT
//
// Files that are read in parts, by readers that need little of a large file, and written in parts,
// by writers that hold most of it already.
#ifndef CAPER_SRC_BASE_FILE_H
#define CAPER_SRC_BASE_FILE_H

#include "caper/base.h"

typedef struct caperi_file {
    int descriptor;
    size_t size;
} caperi_file;

/// Open a regular file. False for anything else (a pipe, a folder, nothing at all): left to
/// caper_file_read, which says what is wrong.
bool caperi_file_open(caperi_file *file, const char *path);
/// Read that many bytes from an offset on. False when they are not there (any more).
bool caperi_file_read_at(const caperi_file *file, size_t offset, void *out, size_t size);
void caperi_file_close(caperi_file *file);

/// Is a path one that a file may name to be read with it: a regular file (no pipe, device or
/// folder, which could hang or do harm) that lies in the folder, which is the first folder_size
/// bytes of the path, when all links are followed? False with an error: as caper_file_read's for
/// what is not there.
bool caperi_file_is_beside(const char *path, size_t folder_size, caper_error *error);

/// caper_file_write of parts that follow each other.
bool caperi_file_write_parts(const char *path, const caper_slice *parts, int count,
                             caper_error *error);

#endif
