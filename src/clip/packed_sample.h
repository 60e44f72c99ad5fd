// SPDX-License-Identifier: MIT
//
// Sampling packed clips. Where both frames around a time lie in one segment, which is nearly
// always, they share references and steps: the numbers of both are unpacked, their real parts
// found, mixed, turned by the reference and brought to length 1, a group of tracks at a time.
// Between two segments the last frame of one is written first and the first frame of the next mixed
// into it.
//
// Invariant: as in sample.c, the result depends on clip and time alone, to the bit in all builds.
//
// A header, because it is compiled twice: for the processor that the library is built for
// (packed.c), and for AVX2 (packed_wide.c), which takes a group in one register.
#ifndef CAPER_SRC_CLIP_PACKED_SAMPLE_H
#define CAPER_SRC_CLIP_PACKED_SAMPLE_H

#include "clip/packed.h"
#include "math/simd_quat.h"

// Sampling is written once and made three times, by constants that only show when all is inlined.
#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

// Where in a segment a time lies.
typedef struct place {
    int segment;
    int frame, next; // within the segment
    float fraction;
} place;

// -- Groups -----------------------------------------------------------------------------------

// By width: the largest number, as a mask; and the middle of the range. Counts of bits to shift by.
// A row for all tracks of a group each: they are operands as they lie in memory.
#define ROW(n)                                                                                     \
    {                                                                                              \
        n, n, n, n, n, n, n, n                                                                     \
    }
#define COUNT(n) ROW(n)
#define MOST(w) ROW((int32_t)((1u << (w)) - 1u))
#define MIDDLE(w) ROW(0.5f * (float)((1u << (w)) - 1u))
#define EACH_WIDTH(F)                                                                              \
    {                                                                                              \
        F(0), F(1), F(2), F(3), F(4), F(5), F(6), F(7), F(8), F(9), F(10), F(11), F(12), F(13),    \
            F(14), F(15), F(16), F(17), F(18), F(19), F(20)                                        \
    }
#define EACH_COUNT(F)                                                                              \
    {                                                                                              \
        F(0), F(1), F(2), F(3), F(4), F(5), F(6), F(7), F(8), F(9), F(10), F(11), F(12), F(13),    \
            F(14), F(15), F(16), F(17), F(18), F(19), F(20), F(21), F(22), F(23), F(24), F(25),    \
            F(26), F(27), F(28), F(29), F(30), F(31), F(32)                                        \
    }
static const _Alignas(32) int32_t counts[33][CAPERI_PACK_LANES] = EACH_COUNT(COUNT);
static const _Alignas(32) int32_t masks[][CAPERI_PACK_LANES] = EACH_WIDTH(MOST);
static const _Alignas(32) float middles[][CAPERI_PACK_LANES] = EACH_WIDTH(MIDDLE);

// One group of a segment: where it is, how many tracks it has, the bits of x, y, z.
typedef struct group_part {
    const int32_t *at;
    size_t lanes;
    int width[3];
} group_part;

INLINE group_part open_group(const uint32_t *codes, int group, size_t lanes)
{
    uint32_t code = codes[group];
    group_part g = {(const int32_t *)(const void *)(codes + (code >> CAPERI_GROUP_AT)),
                    lanes,
                    {(int)(code & 31), (int)(code >> 5 & 31), (int)(code >> 10 & 31)}};
    return g;
}

// The 32 bits of each track, from a bit on. Words of the tracks alternate.
INLINE caperi_i8 window(const group_part *g, uint32_t bit)
{
    const int32_t *at = g->at + (2 + (size_t)(bit >> 5)) * g->lanes;
    caperi_i8 word = caperi_i8_loadu(at), next = caperi_i8_loadu(at + g->lanes);
    uint32_t shift = bit & 31;
    return caperi_i8_or(caperi_i8_shr_by(word, caperi_i8_load(counts[shift])),
                        caperi_i8_shl_by(next, caperi_i8_load(counts[32 - shift])));
}

// The numbers of a frame, from the middle of their range on.
INLINE void read_group(const group_part *g, int frame, caperi_f8 n[3])
{
    const int *w = g->width, both = w[0] + w[1], row = both + w[2];
    uint32_t bit = (uint32_t)frame * (uint32_t)row;
    caperi_i8 bits[3];
    bits[0] = window(g, bit);
    if (row <= 32) {
        bits[1] = caperi_i8_shr_by(bits[0], caperi_i8_load(counts[w[0]]));
        bits[2] = caperi_i8_shr_by(bits[0], caperi_i8_load(counts[both]));
    } else {
        bits[1] = window(g, bit + (uint32_t)w[0]);
        bits[2] = window(g, bit + (uint32_t)both);
    }
    for (int i = 0; i < 3; i++) {
        caperi_i8 number = caperi_i8_and(bits[i], caperi_i8_load(masks[w[i]]));
        n[i] = caperi_f8_sub(caperi_f8_from_int(number), caperi_f8_load(middles[w[i]]));
    }
}

INLINE caperi_f8 square_of(const caperi_f8 v[3])
{
    caperi_f8 xy = caperi_f8_add(caperi_f8_mul(v[0], v[0]), caperi_f8_mul(v[1], v[1]));
    return caperi_f8_add(xy, caperi_f8_mul(v[2], v[2]));
}

// The real part by the sum of squares, less 1.
INLINE caperi_f8 real_part(caperi_f8 square)
{
    // at most 1, so that the real part is positive whatever the bits, and no mix of two is zero
    square = caperi_f8_min(square, caperi_f8_splat(1.0f));
    caperi_f8 r = caperi_f8_add(caperi_f8_mul(square, caperi_f8_splat(CAPERI_PACK_REAL_C)),
                                caperi_f8_splat(CAPERI_PACK_REAL_B));
    r = caperi_f8_add(caperi_f8_mul(square, r), caperi_f8_splat(CAPERI_PACK_REAL_A));
    return caperi_f8_mul(r, square);
}

// A group on its way: v, then the real part, not yet of length 1.
typedef struct stage {
    caperi_f8 v[4];
    caperi_f8 square, next; // sums of squares of v of both frames
} stage;

// The numbers of both frames, scaled and mixed.
INLINE void unpack_group(const group_part *g, place at, bool two, stage *s)
{
    caperi_i8 first = caperi_i8_loadu(g->at);
    caperi_f8 step = caperi_i8_as_float(
        caperi_i8_add(caperi_i8_shl(caperi_i8_shr(first, 24), 20), caperi_i8_splat(96 << 23)));
    caperi_f8 area = caperi_f8_mul(step, step), v[3], next[3];
    read_group(g, at.frame, v);
    s->square = caperi_f8_mul(square_of(v), area);
    if (two) {
        read_group(g, at.next, next);
        s->next = caperi_f8_mul(square_of(next), area);
        for (int i = 0; i < 3; i++)
            v[i] = caperi_f8_lerp(v[i], next[i], caperi_f8_splat(at.fraction));
    }
    for (int i = 0; i < 3; i++)
        s->v[i] = caperi_f8_mul(v[i], step);
}

// The real part of a mix is the mix of real parts.
INLINE void complete_group(place at, bool two, stage *s)
{
    caperi_f8 real = real_part(s->square);
    if (two)
        real = caperi_f8_lerp(real, real_part(s->next), caperi_f8_splat(at.fraction));
    s->v[3] = caperi_f8_add(real, caperi_f8_splat(1.0f));
}

// 12 bits of a word as a component of a reference: the low ones, and those above.
INLINE caperi_f8 component(caperi_i8 bits)
{
    return caperi_f8_sub(caperi_f8_from_int(caperi_i8_and(bits, caperi_i8_splat(0xfff))),
                         caperi_f8_splat(CAPERI_REFERENCE_ZERO));
}

// reference x v.
INLINE void turn_group(const group_part *g, stage *s)
{
#define MUL caperi_f8_mul
    const caperi_f8 *v = s->v;
    caperi_i8 first = caperi_i8_loadu(g->at), second = caperi_i8_loadu(g->at + g->lanes);
    caperi_f8 a = component(first), b = component(caperi_i8_shr(first, 12));
    caperi_f8 c = component(second), d = component(caperi_i8_shr(second, 12));
    caperi_f8 x = caperi_f8_add(caperi_f8_add(MUL(d, v[0]), MUL(a, v[3])),
                                caperi_f8_sub(MUL(b, v[2]), MUL(c, v[1])));
    caperi_f8 y = caperi_f8_add(caperi_f8_add(MUL(d, v[1]), MUL(b, v[3])),
                                caperi_f8_sub(MUL(c, v[0]), MUL(a, v[2])));
    caperi_f8 z = caperi_f8_add(caperi_f8_add(MUL(d, v[2]), MUL(c, v[3])),
                                caperi_f8_sub(MUL(a, v[1]), MUL(b, v[0])));
    caperi_f8 w = caperi_f8_sub(caperi_f8_sub(MUL(d, v[3]), MUL(a, v[0])),
                                caperi_f8_add(MUL(b, v[1]), MUL(c, v[2])));
    s->v[0] = x;
    s->v[1] = y;
    s->v[2] = z;
    s->v[3] = w;
#undef MUL
}

// Lengths of 1, and two rotations in each register: the first with the fifth, and so on.
INLINE void finish_group(const stage *s, caperi_f8 q[4])
{
    const caperi_f8 *v = s->v;
    caperi_f8 xy = caperi_f8_add(caperi_f8_mul(v[0], v[0]), caperi_f8_mul(v[1], v[1]));
    caperi_f8 zw = caperi_f8_add(caperi_f8_mul(v[2], v[2]), caperi_f8_mul(v[3], v[3]));
    caperi_f8 scale = caperi_f8_div(caperi_f8_splat(1.0f), caperi_f8_sqrt(caperi_f8_add(xy, zw)));
    for (int i = 0; i < 4; i++)
        q[i] = caperi_f8_mul(v[i], scale);
    caperi_f8_transpose(q);
}

// What is there, turned towards q by a share of the way.
INLINE caperi_f4 mix(caperi_f4 there, caperi_f4 q, caperi_f4 share)
{
    caperi_f4 away = caperi_f4_lt(caperi_f4_dot4(there, q), caperi_f4_zero());
    q = caperi_f4_xor(q, caperi_f4_and(away, caperi_f4_splat(-0.0f)));
    q = caperi_f4_lerp(there, q, share);
    caperi_f4 length = caperi_f4_sqrt(caperi_f4_dot4(q, q));
    return caperi_f4_mul(q, caperi_f4_div(caperi_f4_splat(1.0f), length));
}

// How a segment is sampled.
typedef enum passage {
    ALONE,  // one frame of it
    WITHIN, // two of its frames
    INTO    // one frame, mixed into what is there
} passage;

// Write the rotations of a group. Called with constants, so that nothing is decided within.
INLINE void put_group(const group_part *g, const stage *s, const uint16_t *bank, place at,
                      passage how, caper_transform *bodies)
{
    caperi_f8 q[4];
    finish_group(s, q);
    const caperi_f4 each[CAPERI_PACK_LANES] = {
        caperi_f8_low(q[0]),  caperi_f8_low(q[1]),  caperi_f8_low(q[2]),  caperi_f8_low(q[3]),
        caperi_f8_high(q[0]), caperi_f8_high(q[1]), caperi_f8_high(q[2]), caperi_f8_high(q[3])};
    caperi_f4 share = caperi_f4_splat(at.fraction);
    // the fourth byte of the second word of each track says which it is
    const uint8_t *track = (const uint8_t *)(const void *)(g->at + g->lanes) + 3;
    for (size_t i = 0; i < g->lanes; i++) {
        float *out = &bodies[bank[track[4 * i]]].rotation.x;
        caperi_f4_store(out, how == INTO ? mix(caperi_f4_load(out), each[i], share) : each[i]);
    }
}

INLINE int frames_of(const caperi_packed *p, int segment)
{
    return caperi_segment_frames((int)p->head.segment_count, p->frame_count, segment);
}

INLINE const uint32_t *codes_of(const caperi_packed *p, int segment)
{
    return (const uint32_t *)(const void *)(p->bytes + p->offsets[segment]);
}

#define TOGETHER 4 // groups; divides CAPERI_PACK_BANK

// All rotations of a segment.
INLINE void sample_groups(const caperi_packed *p, place at, passage how, caper_transform *bodies)
{
    int whole = p->head.rotation_count / CAPERI_PACK_LANES;
    size_t rest = (size_t)(p->head.rotation_count % CAPERI_PACK_LANES);
    const uint32_t *codes = codes_of(p, at.segment);
    // in passes over a few groups at a time: each is short enough that the processor works at
    // several of them at once
    for (int first = 0; first < whole + (rest > 0); first += TOGETHER) {
        int end = whole - first < TOGETHER ? whole - first : TOGETHER;
        bool last = rest > 0 && end < TOGETHER;
        group_part part;
        stage stages[TOGETHER];
        for (int i = 0; i < end; i++) {
            part = open_group(codes, first + i, CAPERI_PACK_LANES);
            unpack_group(&part, at, how == WITHIN, &stages[i]);
        }
        if (last) {
            part = open_group(codes, first + end, rest);
            unpack_group(&part, at, how == WITHIN, &stages[end]);
        }
        for (int i = 0; i < end + last; i++) {
            part = open_group(codes, first + i, i < end ? CAPERI_PACK_LANES : rest);
            complete_group(at, how == WITHIN, &stages[i]);
            turn_group(&part, &stages[i]);
        }
        const uint16_t *bank = p->rotations + first / CAPERI_PACK_BANK * 256;
        for (int i = 0; i < end; i++) {
            part = open_group(codes, first + i, CAPERI_PACK_LANES);
            put_group(&part, &stages[i], bank, at, how, bodies);
        }
        if (last) {
            part = open_group(codes, first + end, rest);
            put_group(&part, &stages[end], bank, at, how, bodies);
        }
    }
}

// -- Channels ---------------------------------------------------------------------------------

// The channels of a segment: where their numbers are, and how many bits a frame takes.
typedef struct channel_part {
    const float *least;
    const uint16_t *codes;
    const uint8_t *bits;
} channel_part;

INLINE channel_part open_channels(const caperi_packed *p, int segment)
{
    size_t count = (size_t)caperi_channel_count(&p->head);
    int groups = caperi_group_count(p->head.rotation_count);
    const uint32_t *at = codes_of(p, segment);
    at += groups > 0 ? at[groups] >> CAPERI_GROUP_AT : 0;
    channel_part part;
    part.least = (const float *)(const void *)at;
    part.codes = (const uint16_t *)(const void *)(at + count);
    part.bits = (const uint8_t *)part.codes + caperi_up_to_four(2 * (count + 1));
    return part;
}

INLINE float channel_number(uint32_t code, const uint8_t *bits, uint32_t bit)
{
    uint64_t word;
    memcpy(&word, bits + (bit >> 3), sizeof word);
    return (float)(int32_t)((uint32_t)(word >> (bit & 7)) & ((1u << (code >> 8)) - 1u));
}

// Channels in a row, and what they move: numbers from `out` on, or of bodies.
typedef struct channel_span {
    int first, end;
    uint32_t zero; // the code of the first number
    bool of_bodies;
    float *out;
} channel_span;

INLINE float *target_of(const channel_span *s, uint32_t code)
{
    const size_t body = sizeof(caper_transform) / sizeof(float);
    code -= s->zero;
    return s->out + (s->of_bodies ? body * (code >> 2) + (code & 3) : code);
}

// The channels of a span at a frame, their bits from `bit` on: alone, mixed with the next frame, or
// mixed into what is there.
INLINE void sample_span(const uint16_t *channels, channel_part part, uint32_t bit, uint32_t row,
                        float fraction, passage how, const channel_span *span)
{
    for (int i = span->first; i < span->end; i++) {
        uint32_t code = part.codes[i];
        float *out = target_of(span, channels[i]);
        float v = channel_number(code, part.bits, bit);
        if (how == WITHIN)
            v = caper_lerp(v, channel_number(code, part.bits, bit + row), fraction);
        v = part.least[i] + v * caperi_step_value(code & 255u);
        *out = how == INTO ? caper_lerp(*out, v, fraction) : v;
        bit += code >> 8;
    }
}

// Spans in rising order at a frame of a segment.
INLINE void sample_spans(const caperi_packed *p, place at, passage how, const channel_span *spans,
                         int count)
{
    channel_part part = open_channels(p, at.segment);
    uint32_t row = part.codes[caperi_channel_count(&p->head)], bit = (uint32_t)at.frame * row;
    for (int k = 0, i = 0; k < count; k++) {
        for (; i < spans[k].first; i++)
            bit += (uint32_t)(part.codes[i] >> 8);
        if (spans[k].end > spans[k].first)
            sample_span(p->channels, part, bit, row, at.fraction, how, &spans[k]);
    }
}

// -- The whole ----------------------------------------------------------------------------------

static place place_of(const caperi_packed *p, caperi_moment moment)
{
    place at;
    at.segment = caperi_segment_of((int)p->head.segment_count, moment.frame);
    at.frame = moment.frame - (at.segment << CAPERI_SEGMENT_SHIFT);
    at.next = moment.fraction > 0.0f ? at.frame + moment.next - moment.frame : at.frame;
    at.fraction = moment.fraction;
    return at;
}

// Does the next frame lie in the next segment?
INLINE bool crosses(const caperi_packed *p, place at)
{
    return at.next >= frames_of(p, at.segment);
}

// The place in the segment after that of a moment between both.
INLINE place place_after(place at)
{
    place after = {at.segment + 1, 0, 0, at.fraction};
    return after;
}

INLINE channel_span span_of(int first, int count, uint32_t zero, bool of_bodies, float *out)
{
    channel_span span = {first, first + count, zero, of_bodies, out};
    return span;
}

// Channels of bodies: their positions, and rotations that no reference is near to.
INLINE void sample_bodies(const caperi_packed *p, place at, passage how, caper_transform *bodies)
{
    int positions = p->head.position_count, turns = p->head.turn_count;
    const channel_span spans[] = {
        span_of(0, positions, 0, true, &bodies->position.x),
        span_of(positions, turns, CAPERI_CHANNEL_TURN, true, &bodies->rotation.x)};
    if (positions + turns > 0)
        sample_spans(p, at, how, spans, 2);
}

// Channels that are not of bodies.
static void sample_others(const caperi_packed *p, place at, channel_span span)
{
    if (span.first == span.end)
        return;
    if (at.next == at.frame) {
        sample_spans(p, at, ALONE, &span, 1);
    } else if (!crosses(p, at)) {
        sample_spans(p, at, WITHIN, &span, 1);
    } else {
        sample_spans(p, at, ALONE, &span, 1);
        sample_spans(p, place_after(at), INTO, &span, 1);
    }
}

static void apply_constants(const caperi_packed *p, caper_transform *bodies, float *deforms)
{
    for (uint32_t i = 0; i < p->head.constant_count; i++) {
        const caperi_pack_constant *k = &p->constants[i];
        if (k->target >= CAPERI_CONSTANT_ROTATION)
            memcpy(&bodies[k->target - CAPERI_CONSTANT_ROTATION].rotation, k->value,
                   sizeof k->value);
        else if (k->target < CAPERI_CHANNEL_TURN)
            (&bodies[k->target >> 2].position.x)[k->target & 3] = k->value[0];
        else if (k->target >= CAPERI_CHANNEL_DEFORM && deforms)
            deforms[k->target - CAPERI_CHANNEL_DEFORM] = k->value[0];
    }
}

INLINE void sample_segment(const caperi_packed *p, place at, passage how, caper_transform *bodies)
{
    sample_groups(p, at, how, bodies);
    sample_bodies(p, at, how, bodies);
}

static void sample_all(const caperi_packed *p, caperi_moment moment, caper_transform *bodies,
                       float *deforms)
{
    apply_constants(p, bodies, deforms);
    place at = place_of(p, moment);
    if (at.next == at.frame) {
        sample_segment(p, at, ALONE, bodies);
    } else if (!crosses(p, at)) {
        sample_segment(p, at, WITHIN, bodies);
    } else {
        sample_segment(p, at, ALONE, bodies);
        sample_segment(p, place_after(at), INTO, bodies);
    }
    int positions = p->head.position_count, turns = positions + p->head.turn_count;
    for (int i = positions; i < turns; i += 4) {
        caper_quat *q = &bodies[(p->channels[i] - CAPERI_CHANNEL_TURN) >> 2].rotation;
        *q = caper_quat_normalize(*q);
    }
    if (deforms)
        sample_others(p, at,
                      span_of(turns + p->head.root_count, p->head.deform_count,
                              CAPERI_CHANNEL_DEFORM, false, deforms));
}

#endif
