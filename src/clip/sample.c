// SPDX-License-Identifier: MIT
//
// Sampling: normalized linear interpolation between the keys around a time (paper 003, sections 3.1
// and 4.1). Signs were made continuous when the clip was built, so each rotation is a lerp and one
// division by a length; eight at a time. Square root and division are exact, never estimates, so
// that all builds give the same bits.
//
// Invariant: the result depends on the clip and the time alone, not on earlier samples.
#include "clip/packed.h"
#include "math/simd_quat.h"

#include <string.h>

// Below this many loops the quotient and the product of two floats are exact enough in double that
// the remainder is exact; times beyond are as good as infinite.
#define CYCLES_MAX 5e8

float caper_clip_wrap(const caper_clip *clip, float time, int *cycles)
{
    double duration = (double)clip->duration, t = (double)time, whole = 0;
    if (clip->loops && duration > 0 && t - t == 0) {
        whole = floor(t / duration);
        t -= whole * duration;
        if (fabs(whole) > CYCLES_MAX) {
            whole = whole > 0 ? CYCLES_MAX : -CYCLES_MAX;
            t = 0;
        } else if ((float)t >= clip->duration) {
            // so little before a whole number of loops that a float cannot tell
            whole += 1;
            t = 0;
        }
    }
    if (cycles)
        *cycles = (int)whole;
    // written so that NaN becomes 0
    return t > 0 ? (t < duration ? (float)t : clip->duration) : 0.0f;
}

caperi_moment caperi_clip_moment(const caper_clip *clip, float seconds)
{
    int last = clip->frame_count - 1;
    float at = caper_clamp(seconds * clip->rate, 0.0f, (float)last);
    int frame = (int)at;
    float fraction = at - (float)frame;
    // frame / rate * rate is off by two roundings at most; millions of frames on, that is more than
    // half a frame, and the nearest one is the best guess
    float near = caper_min(at * 2.4e-7f, 0.5f);
    if (fraction > 1.0f - near) {
        frame++;
        fraction = 0.0f;
    } else if (fraction <= near) {
        fraction = 0.0f;
    }
    caperi_moment m;
    m.frame = frame < last ? frame : last;
    m.next = frame < last ? frame + 1 : last;
    m.fraction = fraction;
    m.seconds = seconds;
    return m;
}

static inline float moment_frames(caperi_moment m)
{
    return (float)m.frame + m.fraction;
}

// -- Finding keys -----------------------------------------------------------------------------

// Bits set in a byte. The baseline of x86-64 has no instruction for it.
#define ONES2(n) n, n + 1, n + 1, n + 2
#define ONES4(n) ONES2(n), ONES2(n + 1), ONES2(n + 1), ONES2(n + 2)
#define ONES6(n) ONES4(n), ONES4(n + 1), ONES4(n + 1), ONES4(n + 2)
static const uint8_t ones[256] = {ONES6(0), ONES6(1), ONES6(1), ONES6(2)};

// The keys that a cell holds up to a frame, as bits of an entry.
static inline uint32_t cell_bits(int frame)
{
    return (2u << (frame & CAPERI_CELL_MASK)) - 1u;
}

static inline const uint32_t *cell_row(const caperi_tracks *tracks, int frame)
{
    return tracks->cells + (size_t)(frame >> CAPERI_CELL_SHIFT) * (size_t)tracks->lane_count;
}

static inline uint32_t keyed_find(uint32_t entry, uint32_t bits)
{
    return (entry >> 8) + ones[entry & bits];
}

// The last key at or before the moment, among those of this cell and the next.
static inline uint32_t free_find(const caperi_tracks *tracks, const uint32_t *row, int lane,
                                 float seconds)
{
    uint32_t low = row[lane], high = row[2 * tracks->lane_count + lane] + 1;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (tracks->times[middle] <= seconds)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static inline float share_between(const float *times, float now)
{
    return (now - times[0]) / (times[1] - times[0]);
}

void caperi_sample_track(const caperi_tracks *tracks, caperi_storage storage, int width, int track,
                         caperi_moment moment, float *out)
{
    const float *a, *b;
    float t;
    if (storage == CAPERI_DENSE) {
        size_t stride = (size_t)tracks->track_count * (size_t)width;
        a = tracks->values + (size_t)moment.frame * stride + (size_t)track * (size_t)width;
        b = tracks->values + (size_t)moment.next * stride + (size_t)track * (size_t)width;
        t = moment.fraction;
    } else {
        const uint32_t *row = cell_row(tracks, moment.frame);
        bool keyed = storage == CAPERI_KEYED;
        uint32_t key = keyed ? keyed_find(row[track], cell_bits(moment.frame))
                             : free_find(tracks, row, track, moment.seconds);
        a = tracks->values + (size_t)key * (size_t)width;
        b = a + width;
        t = share_between(tracks->times + key, keyed ? moment_frames(moment) : moment.seconds);
    }
    for (int i = 0; i < width; i++)
        out[i] = caper_lerp(a[i], b[i], t);
}

// -- Rotations --------------------------------------------------------------------------------

// Normalize eight quaternions given by component and write each to its body.
static inline void put_eight(caperi_f8 q[4], const uint32_t *offsets, float *out)
{
    caperi_f8 xy = caperi_f8_add(caperi_f8_mul(q[0], q[0]), caperi_f8_mul(q[1], q[1]));
    caperi_f8 zw = caperi_f8_add(caperi_f8_mul(q[2], q[2]), caperi_f8_mul(q[3], q[3]));
    caperi_f8 scale = caperi_f8_div(caperi_f8_splat(1.0f), caperi_f8_sqrt(caperi_f8_add(xy, zw)));
    for (int i = 0; i < 4; i++)
        q[i] = caperi_f8_mul(q[i], scale);
    caperi_f8_transpose(q);
    for (int i = 0; i < 4; i++) {
        caperi_f4_store(out + offsets[i], caperi_f8_low(q[i]));
        caperi_f4_store(out + offsets[i + 4], caperi_f8_high(q[i]));
    }
}

// Normalize four quaternions, each in a register of its own, and write each to its body.
static inline void put_four(caperi_f4 q[4], const uint32_t *offsets, float *out)
{
    caperi_f4 p[4];
    for (int i = 0; i < 4; i++)
        p[i] = caperi_f4_mul(q[i], q[i]);
    caperi_f4_transpose(p);
    caperi_f4 sum = caperi_f4_add(caperi_f4_add(p[0], p[1]), caperi_f4_add(p[2], p[3]));
    caperi_f4 scale = caperi_f4_div(caperi_f4_splat(1.0f), caperi_f4_sqrt(sum));
    caperi_f4_store(out + offsets[0], caperi_f4_mul(q[0], caperi_f4_broadcast(scale, 0)));
    caperi_f4_store(out + offsets[1], caperi_f4_mul(q[1], caperi_f4_broadcast(scale, 1)));
    caperi_f4_store(out + offsets[2], caperi_f4_mul(q[2], caperi_f4_broadcast(scale, 2)));
    caperi_f4_store(out + offsets[3], caperi_f4_mul(q[3], caperi_f4_broadcast(scale, 3)));
}

static void sample_dense_rotations(const caperi_tracks *tracks, caperi_moment moment, float *out)
{
    size_t row = (size_t)tracks->lane_count * 4;
    const float *a = tracks->values + (size_t)moment.frame * row;
    const float *b = tracks->values + (size_t)moment.next * row;
    caperi_f8 t = caperi_f8_splat(moment.fraction);
    int lane = 0;
    for (; lane + 8 <= tracks->lane_count; lane += 8, a += 32, b += 32) {
        caperi_f8 q[4];
        for (int i = 0; i < 4; i++)
            q[i] = caperi_f8_lerp(caperi_f8_load(a + 8 * i), caperi_f8_load(b + 8 * i), t);
        put_eight(q, tracks->offsets + lane, out);
    }
    if (lane < tracks->lane_count) {
        caperi_f4 q[4];
        for (int i = 0; i < 4; i++)
            q[i] = caperi_f4_lerp(caperi_f4_load(a + 4 * i), caperi_f4_load(b + 4 * i),
                                  caperi_f8_low(t));
        put_four(q, tracks->offsets + lane, out);
    }
}

// Four rotations from their keys, each with its own share of the way to the next.
static inline void put_keys(const caperi_tracks *tracks, const uint32_t k[4], float now, int lane,
                            float *out)
{
    const float *times = tracks->times, *after = tracks->times + 1;
    caperi_f4 start = caperi_f4_set(times[k[0]], times[k[1]], times[k[2]], times[k[3]]);
    caperi_f4 end = caperi_f4_set(after[k[0]], after[k[1]], after[k[2]], after[k[3]]);
    caperi_f4 t =
        caperi_f4_div(caperi_f4_sub(caperi_f4_splat(now), start), caperi_f4_sub(end, start));
    const float *v[4];
    for (int i = 0; i < 4; i++)
        v[i] = tracks->values + (size_t)k[i] * 4;
#define ROW(i)                                                                                     \
    caperi_f4_lerp(caperi_f4_load(v[i]), caperi_f4_load(v[i] + 4), caperi_f4_broadcast(t, i))
    caperi_f4 q[4] = {ROW(0), ROW(1), ROW(2), ROW(3)};
#undef ROW
    put_four(q, tracks->offsets + lane, out);
}

static void sample_keyed_rotations(const caperi_tracks *tracks, caperi_moment moment, float *out)
{
    const uint32_t *row = cell_row(tracks, moment.frame);
    uint32_t bits = cell_bits(moment.frame);
    for (int lane = 0; lane < tracks->lane_count; lane += 4) {
        uint32_t key[4];
        for (int i = 0; i < 4; i++)
            key[i] = keyed_find(row[lane + i], bits);
        put_keys(tracks, key, moment_frames(moment), lane, out);
    }
}

static void sample_free_rotations(const caperi_tracks *tracks, caperi_moment moment, float *out)
{
    const uint32_t *row = cell_row(tracks, moment.frame);
    for (int lane = 0; lane < tracks->lane_count; lane += 4) {
        uint32_t key[4];
        for (int i = 0; i < 4; i++)
            key[i] = free_find(tracks, row, lane + i, moment.seconds);
        put_keys(tracks, key, moment.seconds, lane, out);
    }
}

// -- The whole pose ---------------------------------------------------------------------------

static void sample_tracks(const caperi_tracks *tracks, caperi_storage storage, int width,
                          caperi_moment moment, float *out)
{
    for (int i = 0; i < tracks->track_count; i++)
        caperi_sample_track(tracks, storage, width, i, moment, out + tracks->offsets[i]);
}

void caperi_clip_sample_moment(const caper_clip *clip, caperi_moment moment, caper_pose *local)
{
    const struct caper_clip_data *data = clip->data;
    memcpy(local->bodies, data->base, (size_t)local->body_count * sizeof *local->bodies);
    float *out = &local->bodies->rotation.x;
    bool deforms = local->deform_count > 0 && clip->deform_count > 0;
    if (deforms)
        memcpy(local->deforms, data->base_deforms, (size_t)local->deform_count * sizeof(float));
    if (data->packed)
        caperi_packed_sample(data->packed, moment, local->bodies, deforms ? local->deforms : NULL);
    if (!data->tracks)
        return;
    const caperi_tracks *rotations = data->tracks[CAPER_TRACK_ROTATION];
    if (rotations[CAPERI_DENSE].track_count > 0)
        sample_dense_rotations(&rotations[CAPERI_DENSE], moment, out);
    if (rotations[CAPERI_KEYED].track_count > 0)
        sample_keyed_rotations(&rotations[CAPERI_KEYED], moment, out);
    if (rotations[CAPERI_FREE].track_count > 0)
        sample_free_rotations(&rotations[CAPERI_FREE], moment, out);
    for (int storage = 0; storage < CAPERI_STORAGE_COUNT; storage++)
        sample_tracks(&data->tracks[CAPER_TRACK_TRANSLATION][storage], (caperi_storage)storage, 4,
                      moment, out);
    if (!deforms)
        return;
    for (int storage = 0; storage < CAPERI_STORAGE_COUNT; storage++)
        sample_tracks(&data->tracks[CAPER_TRACK_DEFORM][storage], (caperi_storage)storage, 1,
                      moment, local->deforms);
}

bool caper_clip_sample(const caper_clip *clip, float time, caper_clip_cursor *cursor,
                       caper_pose *local)
{
    // a pose without deforms takes none, a clip without deforms leaves the pose's as they are
    bool good = local->body_count == clip->skeleton.body_count &&
                (local->deform_count == clip->deform_count || local->deform_count == 0 ||
                 clip->deform_count == 0);
    CAPER_ASSERT(good);
    if (!good)
        return false;
    caperi_moment moment = caperi_clip_moment(clip, caper_clip_wrap(clip, time, NULL));
    if (cursor)
        cursor->frame = moment.frame;
    caperi_clip_sample_moment(clip, moment, local);
    return true;
}

bool caper_clip_in_contact(const caper_clip *clip, int body, float time)
{
    float now = caper_clip_wrap(clip, time, NULL);
    // contacts are sorted by start
    for (int i = 0; i < clip->contact_count && clip->contacts[i].start <= now; i++)
        if (clip->contacts[i].body == body && now <= clip->contacts[i].end)
            return true;
    return false;
}
