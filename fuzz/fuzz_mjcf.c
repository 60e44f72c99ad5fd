// SPDX-License-Identifier: MIT
//
// Any bytes through the reader of MJCF files.
#include "import_promises.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_import(data, size, caperi_read_mjcf);
    return 0;
}
