// SPDX-License-Identifier: MIT
//
// Sampling packed clips. Where both frames around a time lie in one segment, which is nearly
// always, they share references and steps: the numbers of both are unpacked, their real parts
// found, mixed, turned by the reference and brought to length 1, two groups of tracks at a time.
// Between two segments the last frame of one is written first and the first frame of the next mixed
// into it.
//
// Invariant: as in sample.c, the result depends on clip and time alone, to the bit in all builds.
//
// A header, because it is compiled twice: for the processor that the library is built for
// (packed.c), and for AVX2 (packed_wide.c), which takes two groups in one register.
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

// By width: the largest number, as a mask of four; and the middle of the range. Counts of bits to
// shift by.
#define ROW(n)                                                                                     \
    {                                                                                              \
        n, n, n, n                                                                                 \
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
static const _Alignas(16) int32_t counts[33][4] = EACH_COUNT(COUNT);
static const _Alignas(16) int32_t masks[CAPERI_ROTATION_WIDTH_MAX + 1][4] = EACH_WIDTH(MOST);
static const _Alignas(16) float middles[CAPERI_ROTATION_WIDTH_MAX + 1][4] = EACH_WIDTH(MIDDLE);

// One group of a segment: where it is, how many tracks it has, the bits of x, y, z.
typedef struct group_part {
    const int32_t *at;
    size_t lanes;
    int width[3];
} group_part;

INLINE group_part open_group(const int32_t *at, size_t lanes, uint32_t code)
{
    group_part g = {at, lanes, {(int)(code & 31), (int)(code >> 5 & 31), (int)(code >> 10 & 31)}};
    return g;
}

INLINE int row_bits(const group_part *g)
{
    return g->width[0] + g->width[1] + g->width[2];
}

INLINE const int32_t *after_group(const group_part *g, int frames)
{
    return g->at + g->lanes * (2 + caperi_group_words(row_bits(g), frames));
}

// The rows of a table that two groups ask for.
INLINE caperi_i8 both_rows(const int32_t table[][4], int low, int high)
{
    return caperi_i8_join(caperi_i4_load(table[low]), caperi_i4_load(table[high]));
}

// The 32 bits of eight tracks, from a bit of each group on. Words of the tracks of a group
// alternate.
INLINE caperi_i8 window(const group_part g[2], uint32_t low, uint32_t high)
{
    const int32_t *a = g[0].at + (2 + (size_t)(low >> 5)) * g[0].lanes;
    const int32_t *b = g[1].at + (2 + (size_t)(high >> 5)) * g[1].lanes;
    caperi_i8 word = caperi_i8_join(caperi_i4_loadu(a), caperi_i4_loadu(b));
    caperi_i8 next =
        caperi_i8_join(caperi_i4_loadu(a + g[0].lanes), caperi_i4_loadu(b + g[1].lanes));
    caperi_i8 shift = both_rows(counts, (int)(low & 31), (int)(high & 31));
    return caperi_i8_or(caperi_i8_shr_by(word, shift),
                        caperi_i8_shl_by(next, caperi_i8_sub(caperi_i8_splat(32), shift)));
}

// The numbers of a frame of two groups, from the middle of their range on.
INLINE void read_pair(const group_part g[2], int frame, caperi_f8 n[3])
{
    const int *a = g[0].width, *b = g[1].width;
    uint32_t low = (uint32_t)frame * (uint32_t)row_bits(&g[0]);
    uint32_t high = (uint32_t)frame * (uint32_t)row_bits(&g[1]);
    int low_both = a[0] + a[1], high_both = b[0] + b[1];
    caperi_i8 bits[3];
    bits[0] = window(g, low, high);
    if (low_both + a[2] <= 32 && high_both + b[2] <= 32) {
        bits[1] = caperi_i8_shr_by(bits[0], both_rows(counts, a[0], b[0]));
        bits[2] = caperi_i8_shr_by(bits[0], both_rows(counts, low_both, high_both));
    } else {
        bits[1] = window(g, low + (uint32_t)a[0], high + (uint32_t)b[0]);
        bits[2] = window(g, low + (uint32_t)low_both, high + (uint32_t)high_both);
    }
    for (int i = 0; i < 3; i++) {
        caperi_f8 middle =
            caperi_f8_join(caperi_f4_load(middles[a[i]]), caperi_f4_load(middles[b[i]]));
        caperi_i8 number = caperi_i8_and(bits[i], both_rows(masks, a[i], b[i]));
        n[i] = caperi_f8_sub(caperi_f8_from_int(number), middle);
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

// Two groups on their way: v, then the real part, not yet of length 1.
typedef struct stage {
    caperi_f8 v[4];
    caperi_f8 square, next; // sums of squares of v of both frames
} stage;

// The numbers of both frames, scaled and mixed.
INLINE void unpack_pair(const group_part g[2], place at, bool two, stage *s)
{
    caperi_i8 first = caperi_i8_join(caperi_i4_loadu(g[0].at), caperi_i4_loadu(g[1].at));
    caperi_f8 step = caperi_i8_as_float(
        caperi_i8_add(caperi_i8_shl(caperi_i8_shr(first, 24), 20), caperi_i8_splat(96 << 23)));
    caperi_f8 area = caperi_f8_mul(step, step), v[3], next[3];
    read_pair(g, at.frame, v);
    s->square = caperi_f8_mul(square_of(v), area);
    if (two) {
        read_pair(g, at.next, next);
        s->next = caperi_f8_mul(square_of(next), area);
        for (int i = 0; i < 3; i++)
            v[i] = caperi_f8_lerp(v[i], next[i], caperi_f8_splat(at.fraction));
    }
    for (int i = 0; i < 3; i++)
        s->v[i] = caperi_f8_mul(v[i], step);
}

// The real part of a mix is the mix of real parts.
INLINE void complete_pair(place at, bool two, stage *s)
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
INLINE void turn_pair(const group_part g[2], stage *s)
{
#define MUL caperi_f8_mul
    const caperi_f8 *v = s->v;
    caperi_i8 first = caperi_i8_join(caperi_i4_loadu(g[0].at), caperi_i4_loadu(g[1].at));
    caperi_i8 second = caperi_i8_join(caperi_i4_loadu(g[0].at + g[0].lanes),
                                      caperi_i4_loadu(g[1].at + g[1].lanes));
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

// Lengths of 1, and one rotation of each group in each register.
INLINE void finish_pair(const stage *s, caperi_f8 q[4])
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

// Write the rotations of a group.
INLINE void put_group(const group_part *g, const caperi_f4 q[4], const uint16_t *bank, place at,
                      passage how, caper_transform *bodies)
{
    caperi_f4 share = caperi_f4_splat(at.fraction);
    // the fourth byte of the second word of each track says which it is
    const uint8_t *track = (const uint8_t *)(const void *)(g->at + g->lanes) + 3;
    for (size_t i = 0; i < g->lanes; i++) {
        float *out = &bodies[bank[track[4 * i]]].rotation.x;
        caperi_f4_store(out, how == INTO ? mix(caperi_f4_load(out), q[i], share) : q[i]);
    }
}

// Called with constants, so that nothing is decided within.
INLINE void put_pair(const group_part g[2], const stage *s, const uint16_t *bank, place at,
                     passage how, caper_transform *bodies)
{
    caperi_f8 q[4];
    finish_pair(s, q);
    const caperi_f4 low[4] = {caperi_f8_low(q[0]), caperi_f8_low(q[1]), caperi_f8_low(q[2]),
                              caperi_f8_low(q[3])};
    const caperi_f4 high[4] = {caperi_f8_high(q[0]), caperi_f8_high(q[1]), caperi_f8_high(q[2]),
                               caperi_f8_high(q[3])};
    put_group(&g[0], low, bank, at, how, bodies);
    put_group(&g[1], high, bank, at, how, bodies);
}

// Two groups, known to be whole.
INLINE const group_part *whole_pair(const group_part g[2], group_part out[2])
{
    for (int k = 0; k < 2; k++) {
        out[k] = g[k];
        out[k].lanes = CAPERI_PACK_LANES;
    }
    return out;
}

INLINE int frames_of(const caperi_packed *p, int segment)
{
    return caperi_segment_frames((int)p->head.segment_count, p->frame_count, segment);
}

// One or two groups are left after the pairs of whole ones. The last may have fewer tracks; one
// alone is a pair of itself. Returns what follows.
INLINE const int32_t *open_rest(const caperi_packed *p, const int32_t *from, const uint16_t *codes,
                                int frames, group_part out[2])
{
    int count = p->head.rotation_count, groups = caperi_group_count(count);
    int whole = count / CAPERI_PACK_LANES, g = whole & ~1;
    size_t rest = (size_t)(count - whole * CAPERI_PACK_LANES);
    out[0] = open_group(from, g < whole ? CAPERI_PACK_LANES : rest, codes[g]);
    from = after_group(&out[0], frames);
    out[1] = out[0];
    out[1].lanes = 0;
    if (g + 1 == groups)
        return from;
    out[1] = open_group(from, rest, codes[g + 1]);
    return after_group(&out[1], frames);
}

#define TOGETHER 4 // pairs of groups; twice that divides CAPERI_PACK_BANK

// All rotations of a segment, two groups at a time; returns what follows.
INLINE const int32_t *sample_groups(const caperi_packed *p, place at, passage how,
                                    caper_transform *bodies)
{
    int groups = caperi_group_count(p->head.rotation_count), frames = frames_of(p, at.segment);
    int pairs = p->head.rotation_count / (2 * CAPERI_PACK_LANES);
    bool rest = groups > 2 * pairs;
    const uint8_t *bytes = p->bytes + p->offsets[at.segment];
    const uint16_t *codes = (const uint16_t *)(const void *)bytes;
    const int32_t *from =
        (const int32_t *)(const void *)(bytes + caperi_up_to_four(2 * (size_t)groups));
    // in passes over a few pairs at a time: each is short enough that the processor works at
    // several of them at once
    for (int first = 0; first < pairs + rest; first += TOGETHER) {
        int end = pairs - first < TOGETHER ? pairs - first : TOGETHER;
        bool last = rest && end < TOGETHER;
        group_part part[TOGETHER][2], both[2];
        stage stages[TOGETHER];
        for (int i = 0; i < end; i++) {
            for (int k = 0; k < 2; k++) {
                part[i][k] = open_group(from, CAPERI_PACK_LANES, codes[2 * (first + i) + k]);
                from = after_group(&part[i][k], frames);
            }
        }
        if (last)
            from = open_rest(p, from, codes, frames, part[end]);
        for (int i = 0; i < end; i++)
            unpack_pair(whole_pair(part[i], both), at, how == WITHIN, &stages[i]);
        if (last)
            unpack_pair(part[end], at, how == WITHIN, &stages[end]);
        for (int i = 0; i < end + last; i++) {
            complete_pair(at, how == WITHIN, &stages[i]);
            turn_pair(part[i], &stages[i]);
        }
        const uint16_t *bank = p->rotations + 2 * first / CAPERI_PACK_BANK * 256;
        for (int i = 0; i < end; i++)
            put_pair(whole_pair(part[i], both), &stages[i], bank, at, how, bodies);
        if (last)
            put_pair(part[end], &stages[end], bank, at, how, bodies);
    }
    return from;
}

// -- Channels ---------------------------------------------------------------------------------

// The channels of a segment: where their numbers are, and how many bits a frame takes.
typedef struct channel_part {
    const float *least;
    const uint16_t *codes;
    const uint8_t *bits;
} channel_part;

INLINE channel_part open_channels(const caperi_packed *p, const int32_t *at)
{
    size_t count = (size_t)caperi_channel_count(&p->head);
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

// Where the channels of a segment start: behind all groups.
static const int32_t *skip_groups(const caperi_packed *p, int segment)
{
    int count = p->head.rotation_count, groups = caperi_group_count(count);
    int frames = frames_of(p, segment);
    const uint8_t *bytes = p->bytes + p->offsets[segment];
    const uint16_t *codes = (const uint16_t *)(const void *)bytes;
    size_t words = caperi_up_to_four(2 * (size_t)groups) / 4;
    for (int g = 0; g < groups; g++) {
        int left = count - g * CAPERI_PACK_LANES;
        size_t stride = left < CAPERI_PACK_LANES ? (size_t)left : CAPERI_PACK_LANES;
        group_part part = open_group(NULL, stride, codes[g]);
        words += stride * (2 + caperi_group_words(row_bits(&part), frames));
    }
    return (const int32_t *)(const void *)bytes + words;
}

// Where samples of channels go.
typedef struct channel_target {
    caper_transform *bodies;
    float *root, *deforms;
} channel_target;

INLINE float *target_of(const channel_target *t, uint32_t code)
{
    if (code < CAPERI_CHANNEL_TURN)
        return &t->bodies[code >> 2].position.x + (code & 3);
    if (code < CAPERI_CHANNEL_ROOT)
        return &t->bodies[(code - CAPERI_CHANNEL_TURN) >> 2].rotation.x + (code & 3);
    if (code < CAPERI_CHANNEL_DEFORM)
        return t->root + (code - CAPERI_CHANNEL_ROOT);
    return t->deforms + (code - CAPERI_CHANNEL_DEFORM);
}

// The channels from `first` up to `end` at a frame, or mixed into what is there.
INLINE void sample_channels(const uint16_t *channels, int count, channel_part part, int frame,
                            const float *into, int first, int end, const channel_target *target)
{
    uint32_t bit = (uint32_t)frame * part.codes[count];
    for (int i = 0; i < first; i++)
        bit += (uint32_t)(part.codes[i] >> 8);
    for (int i = first; i < end; i++) {
        uint32_t code = part.codes[i];
        float *out = target_of(target, channels[i]);
        float v =
            part.least[i] + channel_number(code, part.bits, bit) * caperi_step_value(code & 255u);
        *out = into ? caper_lerp(*out, v, *into) : v;
        bit += code >> 8;
    }
}

// The same between two frames of one segment.
INLINE void sample_channels_between(const uint16_t *channels, int count, channel_part part,
                                    int frame, float fraction, int first, int end,
                                    const channel_target *target)
{
    uint32_t row = part.codes[count], bit = (uint32_t)frame * row;
    for (int i = 0; i < first; i++)
        bit += (uint32_t)(part.codes[i] >> 8);
    for (int i = first; i < end; i++) {
        uint32_t code = part.codes[i];
        float a = channel_number(code, part.bits, bit);
        float b = channel_number(code, part.bits, bit + row);
        *target_of(target, channels[i]) =
            part.least[i] + caper_lerp(a, b, fraction) * caperi_step_value(code & 255u);
        bit += code >> 8;
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

INLINE bool is_wanted(const channel_target *t, uint32_t target)
{
    if (target >= CAPERI_CONSTANT_ROTATION || target < CAPERI_CHANNEL_ROOT)
        return t->bodies != NULL;
    return target < CAPERI_CHANNEL_DEFORM ? t->root != NULL : t->deforms != NULL;
}

static void apply_constants(const caperi_packed *p, const channel_target *t)
{
    for (uint32_t i = 0; i < p->head.constant_count; i++) {
        const caperi_pack_constant *k = &p->constants[i];
        if (!is_wanted(t, k->target))
            continue;
        if (k->target >= CAPERI_CONSTANT_ROTATION)
            memcpy(&t->bodies[k->target - CAPERI_CONSTANT_ROTATION].rotation, k->value,
                   sizeof k->value);
        else
            *target_of(t, k->target) = k->value[0];
    }
}

// The channels from `first` up to `end`; `behind` is where those of the first segment are, or NULL.
static void sample_range(const caperi_packed *p, place at, const int32_t *behind, int first,
                         int end, const channel_target *target)
{
    if (first == end)
        return;
    int count = caperi_channel_count(&p->head);
    channel_part part = open_channels(p, behind ? behind : skip_groups(p, at.segment));
    if (at.next == at.frame + 1 && !crosses(p, at)) {
        sample_channels_between(p->channels, count, part, at.frame, at.fraction, first, end,
                                target);
        return;
    }
    sample_channels(p->channels, count, part, at.frame, NULL, first, end, target);
    if (at.next > at.frame) {
        part = open_channels(p, skip_groups(p, at.segment + 1));
        sample_channels(p->channels, count, part, 0, &at.fraction, first, end, target);
    }
}

static void sample_all(const caperi_packed *p, caperi_moment moment, caper_transform *bodies,
                       float *deforms)
{
    channel_target target = {bodies, NULL, deforms};
    apply_constants(p, &target);
    place at = place_of(p, moment);
    const int32_t *behind;
    if (at.next == at.frame) {
        behind = sample_groups(p, at, ALONE, bodies);
    } else if (!crosses(p, at)) {
        behind = sample_groups(p, at, WITHIN, bodies);
    } else {
        place first = {at.segment + 1, 0, 0, at.fraction};
        behind = sample_groups(p, at, ALONE, bodies);
        sample_groups(p, first, INTO, bodies);
    }
    int positions = p->head.position_count, turns = positions + p->head.turn_count;
    sample_range(p, at, behind, 0, turns, &target);
    for (int i = positions; i < turns; i += 4) {
        caper_quat *q = &bodies[(p->channels[i] - CAPERI_CHANNEL_TURN) >> 2].rotation;
        *q = caper_quat_normalize(*q);
    }
    if (deforms)
        sample_range(p, at, behind, turns + p->head.root_count, caperi_channel_count(&p->head),
                     &target);
}

#endif
