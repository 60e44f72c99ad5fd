// SPDX-License-Identifier: MIT
//
// Sampling packed clips, by the loops of packed_sample.h: those for AVX2 where the processor has
// it. Both give the same bits.
#include "clip/packed_sample.h"

void caperi_packed_sample(const caperi_packed *p, caperi_moment moment, caper_transform *bodies,
                          float *deforms)
{
#if defined(CAPERI_PACKED_WIDE)
    if (__builtin_cpu_supports("avx2")) {
        caperi_packed_sample_wide(p, moment, bodies, deforms);
        return;
    }
#endif
    sample_all(p, moment, bodies, deforms);
}

void caperi_packed_sample_root(const caperi_packed *p, caperi_moment moment, caper_root *root)
{
    channel_target target = {NULL, &root->x, NULL};
    apply_constants(p, &target);
    int first = p->head.position_count + p->head.turn_count;
    sample_range(p, place_of(p, moment), NULL, first, first + p->head.root_count, &target);
}
