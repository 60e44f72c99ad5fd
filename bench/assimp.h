// SPDX-License-Identifier: MIT
// assimp, where it is installed, as the other program that reads the same files.
#ifndef CAPER_BENCH_ASSIMP_H
#define CAPER_BENCH_ASSIMP_H

#include <stdbool.h>

/// Read a file without any processing after it, and throw it away. False when it cannot.
bool bench_assimp_read(const char *path);
/// Read a file in the same way and write it as a GLB. False when it cannot.
bool bench_assimp_copy(const char *path, const char *out);

#endif
