// SPDX-License-Identifier: MIT
//
// The loops of packed_sample.h once more, compiled for AVX2 (cmake/wide.cmake); empty where the
// whole library is, or where there is no such thing.
#include "clip/packed.h"

#if defined(CAPERI_PACKED_WIDE)
#include "clip/packed_sample.h"

void caperi_packed_sample_wide(const caperi_packed *packed, caperi_moment moment,
                               caper_transform *bodies, float *deforms)
{
    sample_all(packed, moment, bodies, deforms);
}
#endif
