// SPDX-License-Identifier: MIT
//
// Sampling packed clips. Where both frames around a time lie in one segment, which is nearly
// always, they share references and steps: the numbers of both are unpacked, their real parts
// found, mixed, turned by the reference and brought to length 1, four tracks at a time. Between
// two segments the last frame of one is written first and the first frame of the next mixed into
// it.
//
// Invariant: as in sample.c, the result depends on clip and time alone, to the bit in all builds.
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

// By width: the largest number, as a mask of four; and the middle of the range.
#define ROW(n)                                                                                     \
    {                                                                                              \
        n, n, n, n                                                                                 \
    }
#define MOST(w) ROW((int32_t)((1u << (w)) - 1u))
#define MIDDLE(w) ROW(0.5f * (float)((1u << (w)) - 1u))
#define EACH_WIDTH(F)                                                                              \
    {                                                                                              \
        F(0), F(1), F(2), F(3), F(4), F(5), F(6), F(7), F(8), F(9), F(10), F(11), F(12), F(13),    \
            F(14), F(15), F(16), F(17), F(18), F(19), F(20)                                        \
    }
static const _Alignas(16) int32_t masks[CAPERI_ROTATION_WIDTH_MAX + 1][4] = EACH_WIDTH(MOST);
static const _Alignas(16) float middles[CAPERI_ROTATION_WIDTH_MAX + 1][4] = EACH_WIDTH(MIDDLE);

// Bits of x, of y, of z.
typedef struct widths {
    int x, y, z;
} widths;

INLINE widths read_widths(uint32_t code)
{
    widths w = {(int)(code & 31), (int)(code >> 5 & 31), (int)(code >> 10 & 31)};
    return w;
}

// The 32 bits of four tracks from a bit on. Words of the tracks of a group alternate.
INLINE caperi_i4 window(const int32_t *words, size_t stride, uint32_t bit)
{
    const int32_t *at = words + (size_t)(bit >> 5) * stride;
    int shift = (int)(bit & 31);
    return caperi_i4_or(caperi_i4_shr(caperi_i4_loadu(at), shift),
                        caperi_i4_shl(caperi_i4_loadu(at + stride), 32 - shift));
}

INLINE caperi_f4 scaled(caperi_i4 bits, int width, caperi_f4 step)
{
    caperi_i4 number = caperi_i4_and(bits, caperi_i4_load(masks[width]));
    return caperi_f4_mul(caperi_f4_sub(caperi_f4_from_int(number), caperi_f4_load(middles[width])),
                         step);
}

// v of one frame, the real part, less 1, last.
INLINE void unpack(const int32_t *words, size_t stride, widths w, uint32_t bit, caperi_f4 step,
                   caperi_f4 v[4])
{
    caperi_i4 x = window(words, stride, bit), y, z;
    int both = w.x + w.y;
    y = both <= 32 ? caperi_i4_shr(x, w.x) : window(words, stride, bit + (uint32_t)w.x);
    z = both + w.z <= 32 ? caperi_i4_shr(x, both) : window(words, stride, bit + (uint32_t)both);
    v[0] = scaled(x, w.x, step);
    v[1] = scaled(y, w.y, step);
    v[2] = scaled(z, w.z, step);
    caperi_f4 xy = caperi_f4_add(caperi_f4_mul(v[0], v[0]), caperi_f4_mul(v[1], v[1]));
    caperi_f4 xyz = caperi_f4_add(xy, caperi_f4_mul(v[2], v[2]));
    // at most 1, so that the real part is positive whatever the bits, and no mix of two is zero
    caperi_f4 square = caperi_f4_min(xyz, caperi_f4_splat(1.0f));
    v[3] = caperi_f4_add(caperi_f4_mul(square, caperi_f4_splat(CAPERI_PACK_REAL_C)),
                         caperi_f4_splat(CAPERI_PACK_REAL_B));
    v[3] = caperi_f4_add(caperi_f4_mul(square, v[3]), caperi_f4_splat(CAPERI_PACK_REAL_A));
    v[3] = caperi_f4_mul(v[3], square); // and 1, which the mix of two has as well
}

// 12 bits of a word as a component of a reference: the low ones, and those above.
INLINE caperi_f4 component(caperi_i4 bits)
{
    return caperi_f4_sub(caperi_f4_from_int(caperi_i4_and(bits, caperi_i4_splat(0xfff))),
                         caperi_f4_splat(CAPERI_REFERENCE_ZERO));
}

// v of a group at a time, not yet of length 1. `stride` tracks of it are real.
INLINE void unpack_group(const int32_t *group, size_t stride, uint32_t code, place at, bool two,
                         caperi_f4 v[4])
{
    widths w = read_widths(code);
    caperi_i4 first = caperi_i4_loadu(group);
    caperi_f4 step = caperi_i4_as_float(
        caperi_i4_add(caperi_i4_shl(caperi_i4_shr(first, 24), 20), caperi_i4_splat(96 << 23)));
    const int32_t *words = group + 2 * stride;
    uint32_t row = (uint32_t)(w.x + w.y + w.z);
    unpack(words, stride, w, (uint32_t)at.frame * row, step, v);
    if (two) {
        caperi_f4 next[4], t = caperi_f4_splat(at.fraction);
        unpack(words, stride, w, (uint32_t)at.next * row, step, next);
        for (int i = 0; i < 4; i++)
            v[i] = caperi_f4_lerp(v[i], next[i], t);
    }
    v[3] = caperi_f4_add(v[3], caperi_f4_splat(1.0f));
}

// reference x v, brought to length 1, one rotation in each register.
INLINE void turn_group(const int32_t *group, size_t stride, const caperi_f4 v[4], caperi_f4 q[4])
{
#define MUL caperi_f4_mul
    caperi_i4 first = caperi_i4_loadu(group), second = caperi_i4_loadu(group + stride);
    caperi_f4 a = component(first), b = component(caperi_i4_shr(first, 12));
    caperi_f4 c = component(second), d = component(caperi_i4_shr(second, 12));
    q[0] = caperi_f4_add(caperi_f4_add(MUL(d, v[0]), MUL(a, v[3])),
                         caperi_f4_sub(MUL(b, v[2]), MUL(c, v[1])));
    q[1] = caperi_f4_add(caperi_f4_add(MUL(d, v[1]), MUL(b, v[3])),
                         caperi_f4_sub(MUL(c, v[0]), MUL(a, v[2])));
    q[2] = caperi_f4_add(caperi_f4_add(MUL(d, v[2]), MUL(c, v[3])),
                         caperi_f4_sub(MUL(a, v[1]), MUL(b, v[0])));
    q[3] = caperi_f4_sub(caperi_f4_sub(MUL(d, v[3]), MUL(a, v[0])),
                         caperi_f4_add(MUL(b, v[1]), MUL(c, v[2])));
    caperi_f4 sum = caperi_f4_add(caperi_f4_add(MUL(q[0], q[0]), MUL(q[1], q[1])),
                                  caperi_f4_add(MUL(q[2], q[2]), MUL(q[3], q[3])));
#undef MUL
    caperi_f4 scale = caperi_f4_div(caperi_f4_splat(1.0f), caperi_f4_sqrt(sum));
    for (int i = 0; i < 4; i++)
        q[i] = caperi_f4_mul(q[i], scale);
    caperi_f4_transpose(q);
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

#define TOGETHER 8 // groups; divides CAPERI_PACK_BANK

// How a segment is sampled.
typedef enum passage {
    ALONE,  // one frame of it
    WITHIN, // two of its frames
    INTO    // one frame, mixed into what is there
} passage;

// Turn a group and write it. Called with constants, so that nothing is decided within.
INLINE void put_group(const int32_t *group, size_t stride, const caperi_f4 v[4],
                      const uint16_t *bank, place at, passage how, caper_transform *bodies)
{
    caperi_f4 q[4], share = caperi_f4_splat(at.fraction);
    turn_group(group, stride, v, q);
    for (size_t i = 0; i < stride; i++) {
        float *out = &bodies[bank[(uint32_t)group[stride + i] >> 24]].rotation.x;
        caperi_f4_store(out, how == INTO ? mix(caperi_f4_load(out), q[i], share) : q[i]);
    }
}

INLINE const int32_t *after_group(const int32_t *group, size_t stride, uint32_t code, int frames)
{
    widths w = read_widths(code);
    return group + stride * (2 + caperi_group_words(w.x + w.y + w.z, frames));
}

INLINE int frames_of(const caperi_packed *p, int segment)
{
    return caperi_segment_frames((int)p->head.segment_count, p->frame_count, segment);
}

// All rotations of a segment; returns what follows.
INLINE const int32_t *sample_groups(const caperi_packed *p, place at, passage how,
                                    caper_transform *bodies)
{
    int count = p->head.rotation_count, groups = caperi_group_count(count);
    int whole = count / CAPERI_PACK_LANES, frames = frames_of(p, at.segment);
    const uint8_t *bytes = p->bytes + p->offsets[at.segment];
    const uint16_t *codes = (const uint16_t *)(const void *)bytes;
    const int32_t *group =
        (const int32_t *)(const void *)(bytes + caperi_up_to_four(2 * (size_t)groups));
    // in two passes over a few groups at a time: each is short enough that the processor works at
    // several groups at once
    for (int g = 0; g < whole; g += TOGETHER) {
        int end = whole - g < TOGETHER ? whole - g : TOGETHER;
        const int32_t *at_group[TOGETHER];
        caperi_f4 v[TOGETHER][4];
        for (int i = 0; i < end; i++) {
            at_group[i] = group;
            unpack_group(group, CAPERI_PACK_LANES, codes[g + i], at, how == WITHIN, v[i]);
            group = after_group(group, CAPERI_PACK_LANES, codes[g + i], frames);
        }
        const uint16_t *bank = p->rotations + g / CAPERI_PACK_BANK * 256;
        for (int i = 0; i < end; i++)
            put_group(at_group[i], CAPERI_PACK_LANES, v[i], bank, at, how, bodies);
    }
    if (whole < groups) {
        size_t stride = (size_t)(count - whole * CAPERI_PACK_LANES);
        caperi_f4 v[4];
        unpack_group(group, stride, codes[whole], at, how == WITHIN, v);
        put_group(group, stride, v, p->rotations + whole / CAPERI_PACK_BANK * 256, at, how, bodies);
        group = after_group(group, stride, codes[whole], frames);
    }
    return group;
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

INLINE float channel_value(float least, uint32_t code, const uint8_t *bits, uint32_t bit)
{
    uint64_t word;
    memcpy(&word, bits + (bit >> 3), sizeof word);
    int32_t number = (int32_t)((uint32_t)(word >> (bit & 7)) & ((1u << (code >> 8)) - 1u));
    return least + (float)number * caperi_step_value(code & 255u);
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
        widths w = read_widths(codes[g]);
        words += stride * (2 + caperi_group_words(w.x + w.y + w.z, frames));
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

// The channels from `first` up to `end`, at frames of two segments or of one.
INLINE void sample_channels(const uint16_t *channels, int count, channel_part now,
                            channel_part then, int frame, int next, float fraction, int first,
                            int end, const channel_target *target)
{
    uint32_t a = (uint32_t)frame * now.codes[count], b = (uint32_t)next * then.codes[count];
    for (int i = 0; i < first; i++) {
        a += (uint32_t)(now.codes[i] >> 8);
        b += (uint32_t)(then.codes[i] >> 8);
    }
    for (int i = first; i < end; i++) {
        float v = channel_value(now.least[i], now.codes[i], now.bits, a);
        float w = channel_value(then.least[i], then.codes[i], then.bits, b);
        *target_of(target, channels[i]) = caper_lerp(v, w, fraction);
        a += (uint32_t)(now.codes[i] >> 8);
        b += (uint32_t)(then.codes[i] >> 8);
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
    channel_part now = open_channels(p, behind ? behind : skip_groups(p, at.segment)), then = now;
    int next = at.next;
    if (crosses(p, at)) {
        then = open_channels(p, skip_groups(p, at.segment + 1));
        next = 0;
    }
    sample_channels(p->channels, caperi_channel_count(&p->head), now, then, at.frame, next,
                    at.fraction, first, end, target);
}

void caperi_packed_sample(const caperi_packed *p, caperi_moment moment, caper_transform *bodies,
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

void caperi_packed_sample_root(const caperi_packed *p, caperi_moment moment, caper_root *root)
{
    channel_target target = {NULL, &root->x, NULL};
    apply_constants(p, &target);
    int first = p->head.position_count + p->head.turn_count;
    sample_range(p, place_of(p, moment), NULL, first, first + p->head.root_count, &target);
}
