// SPDX-License-Identifier: MIT
//
// One segment of a packed clip: references, widths, groups, bits.
//
// Given the largest step that each track may have, a component needs as many bits as its extent
// has steps. Tracks of like needs are put into groups of eight: sorted first, then exchanged
// between groups while that saves words. A group has the widths of its neediest track; the others
// use them up with a finer step than they asked for.
//
// Invariant: what is planned for a step has a step at most as large.
#include "clip/pack.h"

#include <string.h>

#define SWAP_PASSES 4 // over all tracks, at most; set by hand: it ends where nothing is saved

// -- References -------------------------------------------------------------------------------

static caper_quat reference_quat(const int16_t r[4])
{
    return caper_quat_normalize(
        caper_quat_make((float)r[0], (float)r[1], (float)r[2], (float)r[3]));
}

// As integers: the largest component takes the whole range, because the length does not matter.
static void round_reference(caper_quat q, int16_t out[4])
{
    const float v[4] = {q.x, q.y, q.z, q.w};
    float most = 0.0f;
    for (int i = 0; i < 4; i++)
        most = caper_max(most, fabsf(v[i]));
    for (int i = 0; i < 4; i++)
        out[i] = (int16_t)floorf(v[i] / most * (CAPERI_REFERENCE_ZERO - 1) + 0.5f);
}

// Three components of v, of such a length that with their real part (packed.h) they point along
// conj(reference) x q. Newton's method; the first guess is within 1e-3.
static caper_vec3 from_reference(caper_quat back, caper_quat q, float *real)
{
    caper_quat v = caper_quat_mul(back, q);
    float square = v.x * v.x + v.y * v.y + v.z * v.z, scale = 1.0f;
    *real = v.w;
    for (int i = 0; i < 2 && v.w > 0.5f; i++) {
        float s = scale * scale * square;
        const float a = CAPERI_PACK_REAL_A, b = CAPERI_PACK_REAL_B, c = CAPERI_PACK_REAL_C;
        float f = 1.0f + s * (a + s * (b + s * c)) - scale * v.w;
        float slope = 2.0f * scale * square * (a + s * (2.0f * b + s * 3.0f * c)) - v.w;
        scale -= f / slope;
    }
    return caper_vec3_scale(caper_vec3_make(v.x, v.y, v.z), scale);
}

typedef struct box {
    caper_vec3 low, high;
    float real; // the smallest real part
    float pace; // radians that mixing two frames is off by half way, at most
} box;

// The box of the motion as seen from a reference.
static box box_around(const caper_quat *q, int count, caper_quat reference)
{
    caper_quat back = caper_quat_conj(reference);
    box b = {.low = {2, 2, 2}, .high = {-2, -2, -2}, .real = 2};
    float last = 1.0f;
    for (int i = 0; i < count; i++) {
        float real;
        caper_vec3 v = from_reference(back, q[i], &real);
        // v and its real part are the true ones times this
        float length = sqrtf(caper_vec3_dot(v, v) / caper_max(1.0f - real * real, 1e-12f));
        if (i > 0 && real < 0.999f)
            b.pace =
                caper_max(b.pace, 0.25f * fabsf(length - last) * caper_quat_angle(q[i - 1], q[i]));
        last = real < 0.999f ? length : 1.0f;
        b.low = caper_vec3_min(b.low, v);
        b.high = caper_vec3_max(b.high, v);
        b.real = caper_min(b.real, real);
    }
    return b;
}

// A reference with the motion around it: the mean at first, then to the middle of the box.
static caper_quat choose_reference(const caper_quat *q, int count)
{
    caper_quat sum = caper_quat_make(0, 0, 0, 0);
    for (int i = 0; i < count; i++) {
        sum.x += q[i].x;
        sum.y += q[i].y;
        sum.z += q[i].z;
        sum.w += q[i].w;
    }
    caper_quat reference = caper_quat_normalize(sum);
    for (int round = 0; round < 3; round++) {
        box b = box_around(q, count, reference);
        caper_vec3 c = caper_vec3_scale(caper_vec3_add(b.low, b.high), 0.5f);
        float square = caper_vec3_dot(c, c);
        if (square > 0.5f)
            break; // it turns too far for a middle
        caper_quat move = caper_quat_make(c.x, c.y, c.z, sqrtf(1.0f - square));
        reference = caper_quat_normalize(caper_quat_mul(reference, move));
    }
    return reference;
}

int caperi_pack_find_ranges(caperi_pack_motion *m, const float *paces)
{
    for (int s = 0; s < m->segment_count; s++) {
        int count = caperi_segment_frames(m->segment_count, m->frame_count, s);
        for (int r = 0; r < m->rotation_count; r++) {
            const caper_quat *q = caperi_pack_quats(m, r, s << CAPERI_SEGMENT_SHIFT);
            caperi_pack_range *range =
                &m->ranges[(size_t)s * (size_t)m->rotation_count + (size_t)r];
            round_reference(choose_reference(q, count), range->reference);
            box b = box_around(q, count, reference_quat(range->reference));
            range->extent[0] = caper_max(b.high.x, -b.low.x);
            range->extent[1] = caper_max(b.high.y, -b.low.y);
            range->extent[2] = caper_max(b.high.z, -b.low.z);
            if (!(b.real > CAPERI_PACK_REAL_MIN && b.pace <= paces[r]))
                return r;
        }
    }
    return -1;
}

// -- Widths -----------------------------------------------------------------------------------

// The largest code whose step is at most this.
static uint32_t code_below(float step)
{
    if (!(step > 0.0f))
        return 0; // also of a zero with a sign
    uint32_t bits;
    memcpy(&bits, &step, sizeof bits);
    int64_t code = ((int64_t)bits - ((int64_t)96 << 23)) >> 20;
    return code < 0 ? 0 : code > 255 ? 255 : (uint32_t)code;
}

// The smallest code whose step is at least this.
static uint32_t code_above(float step)
{
    uint32_t code = code_below(step);
    return code < 255 && caperi_step_value(code) < step ? code + 1 : code;
}

static inline float half_range(int width)
{
    return 0.5f * (float)((1u << width) - 1u);
}

// Bits for a component: enough steps to reach the extent, none if half a step does.
static int width_for(float extent, float step)
{
    if (extent <= 0.5f * step)
        return 0;
    int width = 1;
    while (width < CAPERI_ROTATION_WIDTH_MAX && half_range(width) * step < extent)
        width++;
    return width;
}

typedef struct need {
    uint8_t w[3];
} need;

// The widths that a group needs; returns the words of each of its tracks.
static size_t group_need(const need *needs, const uint16_t *order, int lanes, int frames,
                         int widths[3])
{
    widths[0] = widths[1] = widths[2] = 0;
    for (int i = 0; i < lanes; i++)
        for (int k = 0; k < 3; k++)
            if (needs[order[i]].w[k] > widths[k])
                widths[k] = needs[order[i]].w[k];
    return caperi_group_words(widths[0] + widths[1] + widths[2], frames);
}

static int total(need n)
{
    return n.w[0] + n.w[1] + n.w[2];
}

static void sort_by_need(uint16_t *order, int count, const need *needs)
{
    for (int i = 1; i < count; i++) {
        uint16_t moved = order[i];
        int k = i;
        for (; k > 0 && total(needs[order[k - 1]]) < total(needs[moved]); k--)
            order[k] = order[k - 1];
        order[k] = moved;
    }
}

// Exchange tracks between groups while that saves words.
static void improve_groups(uint16_t *order, int count, const need *needs, int frames)
{
    int widths[3];
    bool better = true;
    for (int pass = 0; pass < SWAP_PASSES && better; pass++) {
        better = false;
        for (int i = 0; i < count; i++) {
            int a = i / CAPERI_PACK_LANES * CAPERI_PACK_LANES;
            int a_lanes = count - a < CAPERI_PACK_LANES ? count - a : CAPERI_PACK_LANES;
            for (int k = a + CAPERI_PACK_LANES; k < count; k++) {
                int b = k / CAPERI_PACK_LANES * CAPERI_PACK_LANES;
                int b_lanes = count - b < CAPERI_PACK_LANES ? count - b : CAPERI_PACK_LANES;
                size_t before =
                    (size_t)a_lanes * group_need(needs, order + a, a_lanes, frames, widths) +
                    (size_t)b_lanes * group_need(needs, order + b, b_lanes, frames, widths);
                uint16_t swap = order[i];
                order[i] = order[k];
                order[k] = swap;
                size_t after =
                    (size_t)a_lanes * group_need(needs, order + a, a_lanes, frames, widths) +
                    (size_t)b_lanes * group_need(needs, order + b, b_lanes, frames, widths);
                if (after < before) {
                    better = true;
                    continue;
                }
                order[k] = order[i];
                order[i] = swap;
            }
        }
    }
}

// The step with which widths reach over an extent.
static float step_for(const float extent[3], const int widths[3])
{
    float step = 0.0f;
    for (int k = 0; k < 3; k++)
        if (widths[k] > 0)
            step = caper_max(step, extent[k] / half_range(widths[k]));
    return step;
}

// Bits that the words of a group have left go to the component that they help most.
static void use_spare_bits(const caperi_pack_range *ranges, const float *steps,
                           const uint16_t *order, int lanes, int frames, size_t words,
                           int widths[3])
{
    while ((size_t)(widths[0] + widths[1] + widths[2] + 1) * (size_t)frames <= words * 32) {
        int best = -1;
        float least = 0.0f;
        for (int k = 0; k < 3; k++) {
            if (widths[k] >= CAPERI_ROTATION_WIDTH_MAX)
                continue;
            widths[k]++;
            float sum = 0.0f; // of the steps against those allowed
            for (int i = 0; i < lanes; i++)
                sum += step_for(ranges[order[i]].extent, widths) / steps[order[i]];
            widths[k]--;
            if (best < 0 || sum < least) {
                best = k;
                least = sum;
            }
        }
        if (best < 0)
            return;
        widths[best]++;
    }
}

static size_t plan_rotations(const caperi_pack_motion *m, int segment, const float *steps,
                             caperi_pack_plan *plan)
{
    int frames = caperi_segment_frames(m->segment_count, m->frame_count, segment);
    int groups = caperi_group_count(m->rotation_count);
    const caperi_pack_range *ranges = m->ranges + (size_t)segment * (size_t)m->rotation_count;
    need needs[CAPER_MAX_BODIES];
    for (int r = 0; r < m->rotation_count; r++) {
        plan->order[r] = (uint16_t)r;
        float step = caperi_step_value(code_below(steps[r]));
        for (int k = 0; k < 3; k++)
            needs[r].w[k] = (uint8_t)width_for(ranges[r].extent[k], step);
    }
    const int bank = CAPERI_PACK_BANK * CAPERI_PACK_LANES;
    for (int first = 0; first < m->rotation_count; first += bank) {
        int count = m->rotation_count - first < bank ? m->rotation_count - first : bank;
        sort_by_need(plan->order + first, count, needs);
        improve_groups(plan->order + first, count, needs, frames);
    }
    size_t size = 4 * caperi_code_words(m->rotation_count);
    for (int g = 0; g < groups; g++) {
        const uint16_t *order = plan->order + g * CAPERI_PACK_LANES;
        int left = m->rotation_count - g * CAPERI_PACK_LANES, widths[3];
        int lanes = left < CAPERI_PACK_LANES ? left : CAPERI_PACK_LANES;
        size_t words = group_need(needs, order, lanes, frames, widths);
        use_spare_bits(ranges, steps, order, lanes, frames, words, widths);
        plan->widths[g] = (uint16_t)(widths[0] | widths[1] << 5 | widths[2] << 10);
        for (int i = 0; i < lanes; i++)
            plan->steps[order[i]] = (uint8_t)code_above(step_for(ranges[order[i]].extent, widths));
        size += (size_t)lanes * 4 * (2 + words);
    }
    return size;
}

static size_t plan_channels(const caperi_pack_motion *m, int segment, const float *steps,
                            caperi_pack_plan *plan)
{
    int frames = caperi_segment_frames(m->segment_count, m->frame_count, segment);
    size_t row = 0, count = (size_t)m->channel_count;
    for (int c = 0; c < m->channel_count; c++) {
        const float *v = m->values + (size_t)c * (size_t)m->frame_count +
                         ((size_t)segment << CAPERI_SEGMENT_SHIFT);
        float low = v[0], high = v[0];
        for (int i = 1; i < frames; i++) {
            low = caper_min(low, v[i]);
            high = caper_max(high, v[i]);
        }
        float step = caperi_step_value(code_below(steps[c]));
        int width = 0;
        while (width < CAPERI_CHANNEL_WIDTH_MAX && 2.0f * half_range(width) * step < high - low)
            width++;
        if (width == 1 && high - low <= step)
            width = 0;
        plan->least[c] = width > 0 ? low : 0.5f * (low + high);
        uint32_t code = width > 0 ? code_above((high - low) / (2.0f * half_range(width))) : 0;
        plan->channels[c] = (uint16_t)(code | (uint32_t)width << 8);
        row += (size_t)width;
    }
    return count * 4 + caperi_up_to_four(2 * (count + 1)) +
           caperi_up_to_four((row * (size_t)frames + 7) / 8);
}

void caperi_pack_plan_segment(const caperi_pack_motion *m, int segment, const float *steps,
                              const float *channel_steps, caperi_pack_plan *plan)
{
    plan->size =
        plan_rotations(m, segment, steps, plan) + plan_channels(m, segment, channel_steps, plan);
}

// -- Writing ----------------------------------------------------------------------------------

static void put_u16(uint8_t *out, uint32_t v)
{
    uint16_t half = (uint16_t)v;
    memcpy(out, &half, sizeof half);
}

static void put_u32(uint8_t *out, uint32_t v)
{
    memcpy(out, &v, sizeof v);
}

// Set bits of a word stream; `stride` words lie between two of the same track.
static void put_bits(uint8_t *words, size_t stride, size_t bit, int width, uint32_t number)
{
    for (int i = 0; i < width; i++, bit++) {
        if (!(number >> i & 1))
            continue;
        uint8_t *at = words + (bit >> 5) * stride * 4;
        uint32_t word;
        memcpy(&word, at, sizeof word);
        put_u32(at, word | 1u << (bit & 31));
    }
}

// The nearest number that a width has.
static uint32_t nearest(float at, int width)
{
    float most = (float)((1u << width) - 1u);
    return (uint32_t)caper_clamp(floorf(at + 0.5f), 0.0f, most);
}

static void write_track(const caperi_pack_motion *m, int segment, const caperi_pack_plan *plan,
                        int track, uint8_t *words, size_t lanes, const int widths[3])
{
    int frames = caperi_segment_frames(m->segment_count, m->frame_count, segment);
    const caperi_pack_range *range =
        &m->ranges[(size_t)segment * (size_t)m->rotation_count + (size_t)track];
    caper_quat back = caper_quat_conj(reference_quat(range->reference));
    float step = caperi_step_value(plan->steps[track]);
    size_t bit = 0;
    for (int f = 0; f < frames; f++) {
        float real;
        caper_vec3 v = from_reference(
            back, *caperi_pack_quats(m, track, (segment << CAPERI_SEGMENT_SHIFT) + f), &real);
        const float c[3] = {v.x, v.y, v.z};
        for (int k = 0; k < 3; k++) {
            put_bits(words, lanes, bit, widths[k],
                     nearest(c[k] / step + half_range(widths[k]), widths[k]));
            bit += (size_t)widths[k];
        }
    }
}

static uint8_t *write_group(const caperi_pack_motion *m, int segment, const caperi_pack_plan *plan,
                            int group, uint8_t *out)
{
    int frames = caperi_segment_frames(m->segment_count, m->frame_count, segment);
    const uint16_t *order = plan->order + group * CAPERI_PACK_LANES;
    int left = m->rotation_count - group * CAPERI_PACK_LANES;
    size_t lanes = left < CAPERI_PACK_LANES ? (size_t)left : CAPERI_PACK_LANES;
    uint32_t code = plan->widths[group];
    const int widths[3] = {(int)(code & 31), (int)(code >> 5 & 31), (int)(code >> 10 & 31)};
    for (size_t i = 0; i < lanes; i++) {
        int track = order[i];
        const int16_t *r =
            m->ranges[(size_t)segment * (size_t)m->rotation_count + (size_t)track].reference;
        uint32_t c[4];
        for (int k = 0; k < 4; k++)
            c[k] = (uint32_t)(r[k] + CAPERI_REFERENCE_ZERO);
        put_u32(out + 4 * i, c[0] | c[1] << 12 | (uint32_t)plan->steps[track] << 24);
        put_u32(out + 4 * (lanes + i), c[2] | c[3] << 12 | (uint32_t)(track & 255) << 24);
        write_track(m, segment, plan, track, out + 4 * (2 * lanes + i), lanes, widths);
    }
    return out + 4 * lanes * (2 + caperi_group_words(widths[0] + widths[1] + widths[2], frames));
}

static void write_channels(const caperi_pack_motion *m, int segment, const caperi_pack_plan *plan,
                           uint8_t *out)
{
    int frames = caperi_segment_frames(m->segment_count, m->frame_count, segment);
    size_t count = (size_t)m->channel_count, row = 0, start = 0;
    uint8_t *codes = out + 4 * count, *bits = codes + caperi_up_to_four(2 * (count + 1));
    for (size_t c = 0; c < count; c++)
        row += (size_t)(plan->channels[c] >> 8);
    put_u16(codes + 2 * count, (uint32_t)row);
    for (size_t c = 0; c < count; c++) {
        int width = plan->channels[c] >> 8;
        float step = caperi_step_value(plan->channels[c] & 255u);
        memcpy(out + 4 * c, &plan->least[c], sizeof(float));
        put_u16(codes + 2 * c, plan->channels[c]);
        const float *v =
            m->values + c * (size_t)m->frame_count + ((size_t)segment << CAPERI_SEGMENT_SHIFT);
        for (int f = 0; f < frames; f++)
            put_bits(bits, 1, (size_t)f * row + start, width,
                     nearest((v[f] - plan->least[c]) / step, width));
        start += (size_t)width;
    }
}

void caperi_pack_write_segment(const caperi_pack_motion *m, int segment,
                               const caperi_pack_plan *plan, uint8_t *out)
{
    int groups = caperi_group_count(m->rotation_count);
    uint8_t *codes = out;
    out += 4 * caperi_code_words(m->rotation_count);
    for (int g = 0; g < groups; g++) {
        put_u32(codes + 4 * g, plan->widths[g] | (uint32_t)(out - codes) / 4 << CAPERI_GROUP_AT);
        out = write_group(m, segment, plan, g, out);
    }
    if (groups > 0)
        put_u32(codes + 4 * groups, (uint32_t)(out - codes) / 4 << CAPERI_GROUP_AT);
    write_channels(m, segment, plan, out);
}
