// SPDX-License-Identifier: MIT
// The list of suites: one line a room.
#include "bench.h"

extern const bench_suite bench_body, bench_clip, bench_world, bench_contact, bench_formats,
    bench_ik, bench_quality, bench_motion, bench_actor, bench_source, bench_puppet, bench_gait,
    bench_graph, bench_stride;
#if defined(CAPER_RENDER)
extern const bench_suite bench_render;
#endif
#if defined(CAPER_STORE)
extern const bench_suite bench_store;
#endif
#if defined(CAPER_SPACETIME)
extern const bench_suite bench_spacetime;
#endif
#if defined(CAPER_PHYSICS)
extern const bench_suite bench_physics;
#endif

const bench_suite *const bench_suites[] = {
    &bench_body,      &bench_clip,    &bench_world,  &bench_contact, &bench_formats,
    &bench_ik,        &bench_quality, &bench_motion, &bench_actor,   &bench_source,
    &bench_puppet,    &bench_gait,    &bench_graph,  &bench_stride,
#if defined(CAPER_RENDER)
    &bench_render,
#endif
#if defined(CAPER_STORE)
    &bench_store,
#endif
#if defined(CAPER_SPACETIME)
    &bench_spacetime,
#endif
#if defined(CAPER_PHYSICS)
    &bench_physics,
#endif
};
const int bench_suite_count = CAPER_COUNT_OF(bench_suites);

void bench_keep(const void *result)
{
    __asm__ volatile("" : : "r"(result) : "memory");
}
