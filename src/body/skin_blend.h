// SPDX-License-Identifier: MIT
//
// Linear blend skinning. A vertex is moved by the weighted sum of the matrices of its four bodies;
// the sum is made once and serves place and normal. Matrices are summed two columns at a time in
// eight lanes. Included by two files, one of which is compiled for AVX2: chosen when it runs,
// because this is the one loop of the library that wide registers make twice as fast. Invariant:
// the same bits in every build: each element is ((w0 a0 + w1 a1) + (w2 a2 + w3 a3)), a place
// ((x c0 + z c2) + (y c1 + c3)).
#ifndef CAPER_SRC_BODY_SKIN_BLEND_H
#define CAPER_SRC_BODY_SKIN_BLEND_H

#include "body/body.h"
#include "math/simd.h"

#include <string.h>

// The columns of a blended matrix: 0 and 1, 2 and 3.
typedef struct blended {
    caperi_f8 first, second;
} blended;

static inline caperi_f8 both(caperi_f4 v)
{
    return caperi_f8_join(v, v);
}

static inline blended blend(const caper_mat4 *palette, const uint16_t *bodies, const float *weights)
{
    const float *a = palette[bodies[0]].m, *b = palette[bodies[1]].m;
    const float *c = palette[bodies[2]].m, *d = palette[bodies[3]].m;
    caperi_f4 w = caperi_f4_loadu(weights);
    caperi_f8 wa = both(caperi_f4_swizzle(w, 0, 0, 0, 0)),
              wb = both(caperi_f4_swizzle(w, 1, 1, 1, 1));
    caperi_f8 wc = both(caperi_f4_swizzle(w, 2, 2, 2, 2)),
              wd = both(caperi_f4_swizzle(w, 3, 3, 3, 3));
    blended m;
    m.first = caperi_f8_add(
        caperi_f8_add(caperi_f8_mul(wa, caperi_f8_loadu(a)), caperi_f8_mul(wb, caperi_f8_loadu(b))),
        caperi_f8_add(caperi_f8_mul(wc, caperi_f8_loadu(c)),
                      caperi_f8_mul(wd, caperi_f8_loadu(d))));
    m.second = caperi_f8_add(caperi_f8_add(caperi_f8_mul(wa, caperi_f8_loadu(a + 8)),
                                           caperi_f8_mul(wb, caperi_f8_loadu(b + 8))),
                             caperi_f8_add(caperi_f8_mul(wc, caperi_f8_loadu(c + 8)),
                                           caperi_f8_mul(wd, caperi_f8_loadu(d + 8))));
    return m;
}

// x c0 + y c1 + z c2, and c3 once (w = 1) or not (w = 0).
static inline caperi_f4 apply(blended m, caperi_f4 v, caperi_f4 w)
{
    caperi_f8 xy =
        caperi_f8_join(caperi_f4_swizzle(v, 0, 0, 0, 0), caperi_f4_swizzle(v, 1, 1, 1, 1));
    caperi_f8 zw = caperi_f8_join(caperi_f4_swizzle(v, 2, 2, 2, 2), w);
    caperi_f8 sum = caperi_f8_add(caperi_f8_mul(m.first, xy), caperi_f8_mul(m.second, zw));
    return caperi_f4_add(caperi_f8_low(sum), caperi_f8_high(sum));
}

static inline caperi_f4 get(const caper_vec3 *in, bool last)
{
    return last ? caperi_f4_set(in->x, in->y, in->z, 0.0f) : caperi_f4_loadu(&in->x);
}

// Four floats into three: the fourth falls on the next vertex, which is written later.
static inline void put(caper_vec3 *out, caperi_f4 v, bool last)
{
    if (!last) {
        caperi_f4_storeu(&out->x, v);
        return;
    }
    float lanes[4];
    caperi_f4_storeu(lanes, v);
    memcpy(out, lanes, sizeof *out);
}

static inline caper_vec3 add_morphs(const caper_skinning_job *job, int vertex)
{
    const caper_skin *skin = job->skin;
    caper_vec3 p = skin->positions[vertex];
    for (int m = 0; m < skin->morph_count; m++) {
        if (job->morphs[m] == 0.0f)
            continue;
        size_t at = (size_t)m * (size_t)skin->vertex_count + (size_t)vertex;
        p = caper_vec3_add_scaled(p, skin->morph_offsets[at], job->morphs[m]);
    }
    return p;
}

// Positions alone: the loop that counts.
static inline void move_positions(const caper_skinning_job *job)
{
    const caper_skin *skin = job->skin;
    const caper_mat4 *palette = job->palette;
    const caper_vec3 *in = skin->positions;
    caper_vec3 *out = job->positions;
    const caperi_f4 one = caperi_f4_splat(1.0f);
    int last = skin->vertex_count - 1;
    for (int i = 0; i <= last; i++) {
        blended m = blend(palette, skin->bodies + 4 * (size_t)i, skin->weights + 4 * (size_t)i);
        put(&out[i], apply(m, get(&in[i], i == last), one), i == last);
    }
}

static inline void move_all(const caper_skinning_job *job, bool morphs)
{
    const caper_skin *skin = job->skin;
    const caperi_f4 one = caperi_f4_splat(1.0f), zero = caperi_f4_zero();
    int last = skin->vertex_count - 1;
    for (int i = 0; i <= last; i++) {
        blended m =
            blend(job->palette, skin->bodies + 4 * (size_t)i, skin->weights + 4 * (size_t)i);
        caper_vec3 p = morphs ? add_morphs(job, i) : skin->positions[i];
        if (job->positions)
            put(&job->positions[i], apply(m, get(&p, true), one), i == last);
        if (job->normals) {
            float lanes[4];
            caperi_f4_storeu(lanes, apply(m, get(&skin->normals[i], true), zero));
            job->normals[i] = caper_vec3_normalize_or(caper_vec3_make(lanes[0], lanes[1], lanes[2]),
                                                      skin->normals[i]);
        }
    }
}

static inline void skin_vertices(const caper_skinning_job *job)
{
    bool morphs = job->morphs && job->skin->morph_offsets && job->skin->morph_count > 0;
    if (job->normals || morphs)
        move_all(job, morphs);
    else
        move_positions(job);
}

#endif
