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
    channel_span span = span_of(p->head.position_count + p->head.turn_count, p->head.root_count,
                                CAPERI_CHANNEL_ROOT, false, &root->x);
    for (uint32_t i = 0; i < p->head.constant_count; i++) {
        const caperi_pack_constant *k = &p->constants[i];
        if (k->target >= CAPERI_CHANNEL_ROOT && k->target < CAPERI_CHANNEL_DEFORM)
            *target_of(&span, k->target) = k->value[0];
    }
    sample_others(p, place_of(p, moment), span);
}
