// SPDX-License-Identifier: MIT
//
// Frames out of messages. VMC has no mark for the end of a frame, and a frame is several packets,
// so: a frame ends when a part comes that it already has, or with a new time stamp; it counts as
// complete (and is seen) as soon as it has every part that the two frames before it had. What comes
// after that and before the next frame (deforms, a stamp at the end) still belongs to it. Parts
// that a frame lacks stay as they were. Invariant: every rotation in the ring is unit, every number
// finite.
#include "live/performer.h"

#include <string.h>

// Seconds: packets of one frame are closer than that, as long as the time between frames is
// unknown.
#define DEFAULT_GAP 0.003

#define WARM_UP 60 // frames until the time between them is believed

bool caperi_live_bucket_take(caperi_live_bucket *bucket, double rate, double now)
{
    double passed = now > bucket->time ? now - bucket->time : 0;
    bucket->time = now;
    bucket->tokens += passed * rate;
    if (bucket->tokens > rate / 4)
        bucket->tokens = rate / 4;
    if (bucket->tokens < 1)
        return false;
    bucket->tokens -= 1;
    return true;
}

void caperi_performer_start(caperi_performer *p, caper_performer id, uint64_t source, double now)
{
    memset(p, 0, sizeof *p);
    p->id = id;
    p->source = source;
    p->first = p->last = now;
    p->bucket.time = now;
    p->bucket.tokens = 1e9; // cut to a full bucket at the first packet
    p->rate.start = now;
    p->loaded = true;
    p->calibration = -1;
    p->tracking = -1;
}

static caperi_live_frame *open_frame(caperi_performer *p)
{
    return p->frame_count > 0 ? &p->frames[(p->frame_count - 1) % CAPERI_LIVE_RING] : NULL;
}

static void close_frame(caperi_performer *p, caperi_live_frame *frame)
{
    bool partial = p->frame_count > 2 && (p->expected & ~frame->fresh) != 0;
    p->meters.partial += partial;
    frame->complete = true;
    p->expected = frame->fresh | p->fresh_before;
    p->fresh_before = frame->fresh;
}

static caperi_live_frame *begin_frame(caperi_performer *p, double arrival)
{
    caperi_live_frame *before = open_frame(p);
    if (before) {
        close_frame(p, before);
        if (!p->clock.started) { // no stamps: our own time is all there is
            double passed = arrival - before->time;
            p->period += p->period > 0 ? (passed - p->period) / 16 : passed;
            double off = passed > p->period ? passed - p->period : p->period - passed;
            p->clock.jitter += (off - p->clock.jitter) / 16;
        }
    }
    p->frame_count++;
    p->meters.frames++;
    caperi_live_frame *frame = open_frame(p);
    if (before) {
        *frame = *before;
    } else {
        memset(frame, 0, sizeof *frame);
        frame->root = caper_transform_identity();
        for (int i = 0; i < CAPER_PART_COUNT; i++)
            frame->rotations[i] = caper_quat_identity();
    }
    frame->time = frame->arrival = arrival;
    frame->stamped = frame->complete = false;
    frame->fresh = 0;
    p->seen_count = 0;
    return frame;
}

static double frame_gap(const caperi_performer *p)
{
    return p->period > 0 ? 0.3 * p->period : DEFAULT_GAP;
}

// Networks deliver some packets twice, and the second would begin a frame. Without stamps, or later
// on, it is a performer who holds still.
bool caperi_performer_is_repeated(const caperi_performer *p, uint64_t hash, double arrival)
{
    if (p->frame_count == 0 || !p->clock.started ||
        arrival - p->frames[(p->frame_count - 1) % CAPERI_LIVE_RING].arrival >= frame_gap(p))
        return false;
    for (int i = 0; i < p->seen_count; i++) {
        if (p->packets_seen[i] == hash)
            return true;
    }
    return false;
}

void caperi_performer_place(caperi_performer *p, int part, caper_transform place, double arrival)
{
    caperi_live_frame *frame = open_frame(p);
    if (!frame || frame->fresh & CAPER_PART_BIT(part))
        frame = begin_frame(p, arrival);
    frame->fresh |= CAPER_PART_BIT(part);
    frame->arrival = arrival;
    if (part == CAPER_PART_COUNT) {
        frame->root = place;
    } else {
        frame->rotations[part] = place.rotation;
        p->offsets[part] = place.position;
        p->present |= CAPER_PART_BIT(part);
        if (part == CAPER_PART_HIPS)
            frame->hips = place.position;
    }
    if (p->expected != 0 && (p->expected & ~frame->fresh) == 0)
        frame->complete = true;
}

void caperi_performer_apply(caperi_performer *p, double arrival)
{
    caperi_live_frame *frame = open_frame(p);
    bool faces_only = p->present == 0; // some senders have nothing but a face
    if (!frame && !faces_only)
        return;
    if (!frame || (faces_only && frame->complete))
        frame = begin_frame(p, arrival);
    frame->complete |= faces_only;
    memcpy(frame->deforms, p->deforms, sizeof frame->deforms);
}

/// By the sender's clock: how long a frame is (their median, which a few hasty or missing frames do
/// not move), and how many are missing.
static void measure_period(caperi_performer *p, double passed)
{
    if (passed <= 0 || passed > 1)
        return;
    bool known = p->frame_count > WARM_UP;
    if (known && passed > 1.5 * p->period)
        p->meters.missed += (uint64_t)(passed / p->period + 0.5) - 1;
    double step = known ? 1.0 / 256 : 1.0 / 8;
    if (p->period <= 0)
        p->period = passed;
    else
        p->period *= passed > p->period ? 1 + step : 1 - step;
}

/// Frames of another clock have no place on the new one; the last pose stays.
static void forget_times(caperi_performer *p, double arrival)
{
    p->period = 0;
    caperi_live_frame *last = open_frame(p);
    if (!last)
        return;
    if (last != &p->frames[0])
        p->frames[0] = *last;
    p->frames[0].time = arrival;
    p->frames[0].stamped = false;
    p->frame_count = 1;
}

void caperi_performer_stamp(caperi_performer *p, double stamp, double arrival, float latency)
{
    double before = p->clock.last_sender;
    bool first = !p->clock.started;
    caperi_clock_result result = caperi_clock_take(&p->clock, stamp, arrival);
    if (result == CAPERI_CLOCK_SAME || result == CAPERI_CLOCK_OLD)
        return;
    p->seen_count = 0; // what follows is another frame's
    if (result == CAPERI_CLOCK_RESTART) {
        p->meters.restarts++;
        forget_times(p, arrival);
    } else if (first) {
        p->period = 0;
    } else {
        measure_period(p, stamp - before);
    }

    caperi_live_frame *frame = open_frame(p);
    // a stamp of its own shortly after the rest of the frame ends it, any other begins one
    bool ends = frame && result != CAPERI_CLOCK_RESTART && !frame->stamped &&
                arrival - frame->arrival < frame_gap(p);
    bool empty = frame && frame->fresh == 0;
    if (!ends && !empty)
        frame = begin_frame(p, arrival);
    frame->time = stamp;
    frame->stamped = true;
    frame->arrival = arrival;
    p->meters.late += latency > 0 && arrival > stamp + p->clock.offset + (double)latency;
}

// -- Sampling ---------------------------------------------------------------------------------

bool caperi_performer_ready(const caperi_performer *p)
{
    return p->frame_count > 1 || (p->frame_count == 1 && p->frames[0].complete);
}

static double own_time(const caperi_performer *p, const caperi_live_frame *frame)
{
    return frame->stamped ? frame->time + p->clock.offset : frame->time;
}

static const caperi_live_frame *frame_at(const caperi_performer *p, uint64_t number)
{
    return &p->frames[number % CAPERI_LIVE_RING];
}

/// The frames before and after a time, and how far it is between them.
static const caperi_live_frame *find_frames(const caperi_performer *p, double time,
                                            const caperi_live_frame **after, float *share)
{
    uint64_t end = p->frame_count;
    if (!frame_at(p, end - 1)->complete)
        end--;
    uint64_t first = p->frame_count > CAPERI_LIVE_RING ? p->frame_count - CAPERI_LIVE_RING : 0;
    uint64_t n = end - 1;
    while (n > first && own_time(p, frame_at(p, n)) > time)
        n--;
    const caperi_live_frame *a = frame_at(p, n);
    const caperi_live_frame *b = n + 1 < end ? frame_at(p, n + 1) : a;
    double from = own_time(p, a), to = own_time(p, b);
    double s = to > from ? (time - from) / (to - from) : 0;
    *share = s < 0 ? 0 : s > 1 ? 1 : (float)s;
    *after = b;
    return a;
}

bool caperi_performer_pose(const caperi_performer *p, double time, float latency,
                           caper_live_pose *pose, float *deforms)
{
    if (!caperi_performer_ready(p))
        return false;
    float t;
    const caperi_live_frame *b, *a = find_frames(p, time - (double)latency, &b, &t);
    pose->root = caper_transform_lerp(a->root, b->root, t);
    pose->hips = caper_vec3_lerp(a->hips, b->hips, t);
    pose->leg_height = caperi_performer_leg_height(p);
    pose->present = p->present;
    for (int i = 0; i < CAPER_PART_COUNT; i++)
        pose->rotations[i] = caper_quat_nlerp(a->rotations[i], b->rotations[i], t);
    for (int i = 0; deforms && i < p->deform_count; i++)
        deforms[i] = caper_lerp(a->deforms[i], b->deforms[i], t);
    return true;
}
