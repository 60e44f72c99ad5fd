// SPDX-License-Identifier: MIT
//
// The loop of skin_blend.h once more, compiled for AVX2 (cmake/wide.cmake); empty where the whole
// library is, or where there is no such thing.
#include "body/skin_blend.h"

#if defined(CAPERI_SKIN_WIDE)
void caperi_skinning_wide(const caper_skinning_job *job)
{
    skin_vertices(job);
}
#endif
