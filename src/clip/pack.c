// SPDX-License-Identifier: MIT
//
// Packing with a bound that is measured, not assumed, as reducing has it (reduce.c).
//
// Each track may be off by a share of the tolerance at the farthest point that it carries; that
// gives its step, and pack_segment.c finds the bits. The clip so made is measured, by forward
// kinematics of all points at all frames and half-frames, and the shares of each segment and body
// are scaled by how far the points below are from the bound. Each segment keeps the smallest plan
// that was found good; in the end all of these together are measured once more.
//
// Tracks that stay within a small part of the tolerance are folded into constants, and these into
// rest. Tracks with keys between frames are kept as they were; if all else fails everything is, so
// the bound always holds.
#include "clip/pack.h"
#include "base/try.h"
#include "clip/measure.h"

#include <string.h>

#define ROUNDS 14         // that look for fewer bits
#define ROUNDS_SETTLE 40  // that then look for the bound
#define GIVE_WAY 0.8f     // what is left of a share beyond the bound
#define FIRST_SHARE 0.35f // of the tolerance, for each track: the error of a chain of six or so
#define AIM 0.98f         // of the tolerance: what scaling aims at
#define FOLD 0.05f        // of the tolerance: what moves less is held to stand still
#define PACE 0.2f         // of the tolerance: what mixing frames may be off, which no bits mend
#define DEFORM_STEP 1e-3f // twice the largest error of a deform, halved for rounding

typedef struct packer {
    const caper_clip *clip;
    float tolerance;
    caper_arena arena;
    const caper_track_def *tracks;
    int track_count;
    caper_track_def *kept; // tracks that are not packed
    int kept_count;
    bool *keep; // by track: found to be one of these
    bool *turn; // by body: turns too far for a reference

    caperi_measure measure;
    caperi_pack_motion motion;
    caperi_pack_constant *constants;
    int constant_count;
    float *row, *column; // of a track: all of it, and one component
    float *steps;        // of the segment at hand: rotations, then channels

    float *share;                 // [segment][body, and one for the root]
    caperi_pack_plan *now, *best; // by segment
    uint8_t *bytes;
    size_t capacity, size;
    caper_error *error;
} packer;

static bool no_memory(const packer *p)
{
    return caper_error_set(p->error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
}

static void *get(packer *p, size_t count, size_t size)
{
    return caper_arena_alloc_zero(&p->arena, count, size, 32);
}

// -- What is packed ---------------------------------------------------------------------------

static bool on_frames(const caper_track_def *track, float rate)
{
    for (int i = 0, last = -1; track->times && i < track->key_count; i++) {
        int frame = caperi_whole_frame(track->times[i], rate);
        if (frame <= last)
            return false;
        last = frame;
    }
    return true;
}

static uint32_t channel_code(const caper_track_def *track, int component)
{
    switch (track->kind) {
    case CAPER_TRACK_TRANSLATION:
        return 4 * (uint32_t)track->body + (uint32_t)component;
    case CAPER_TRACK_DEFORM:
        return CAPERI_CHANNEL_DEFORM + (uint32_t)track->body;
    default:
        return CAPERI_CHANNEL_ROOT + (uint32_t)component;
    }
}

// Metres that a unit of a channel moves the farthest point.
static float channel_lever(const packer *p, uint32_t code)
{
    if (code >= CAPERI_CHANNEL_TURN && code < CAPERI_CHANNEL_ROOT)
        return p->measure.reach[(code - CAPERI_CHANNEL_TURN) >> 2];
    return code == CAPERI_CHANNEL_ROOT + 3 ? p->measure.reach[p->clip->skeleton.body_count] : 1.0f;
}

// How far a channel may be off to be held to stand still.
static float channel_fold(const packer *p, uint32_t code)
{
    if (code >= CAPERI_CHANNEL_DEFORM)
        return FOLD * DEFORM_STEP;
    return FOLD * p->tolerance / caper_max(channel_lever(p, code), 1e-6f);
}

static float rest_of_channel(const packer *p, uint32_t code)
{
    return code < CAPERI_CHANNEL_ROOT
               ? (&p->clip->skeleton.rest_local[code >> 2].position.x)[code & 3]
               : 0.0f;
}

static void add_constant(packer *p, uint32_t target, const float *value, int count)
{
    caperi_pack_constant *k = &p->constants[p->constant_count++];
    k->target = target;
    memcpy(k->value, value, (size_t)count * sizeof *value);
}

static void take_channel(packer *p, uint32_t code, const float *values)
{
    int frames = p->clip->frame_count;
    float low = values[0], high = values[0];
    for (int i = 1; i < frames; i++) {
        low = caper_min(low, values[i]);
        high = caper_max(high, values[i]);
    }
    float fold = channel_fold(p, code), middle = low == high ? low : 0.5f * (low + high);
    if (high - middle <= fold) {
        if (!(fabsf(middle - rest_of_channel(p, code)) <= fold))
            add_constant(p, code, &middle, 1);
        return;
    }
    caperi_pack_motion *m = &p->motion;
    memcpy(m->values + (size_t)m->channel_count * (size_t)frames, values,
           (size_t)frames * sizeof *values);
    m->channels[m->channel_count++] = (uint16_t)code;
}

// Four channels, whatever they do.
static void take_turn(packer *p, int body, const caper_quat *q)
{
    caperi_pack_motion *m = &p->motion;
    for (int c = 0; c < 4; c++) {
        float *values = m->values + (size_t)m->channel_count * (size_t)m->frame_count;
        for (int f = 0; f < m->frame_count; f++)
            values[f] = (&q[f].x)[c];
        m->channels[m->channel_count++] = (uint16_t)(CAPERI_CHANNEL_TURN + 4 * body + c);
    }
}

static void take_rotation(packer *p, int body, const caper_quat *q)
{
    int frames = p->clip->frame_count;
    float fold = FOLD * p->tolerance / caper_max(p->measure.reach[body], 1e-6f), off = 0.0f;
    caper_quat middle = q[frames / 2];
    for (int i = 0; i < frames; i++)
        off = caper_max(off, caper_quat_angle(q[i], middle));
    if (off <= fold) {
        if (!(caper_quat_angle(middle, p->clip->skeleton.rest_local[body].rotation) <= fold))
            add_constant(p, CAPERI_CONSTANT_ROTATION + (uint32_t)body, &middle.x, 4);
        return;
    }
    caperi_pack_motion *m = &p->motion;
    memcpy(caperi_pack_quats(m, m->rotation_count, 0), q, (size_t)frames * sizeof *q);
    m->rotations[m->rotation_count++] = (uint16_t)body;
}

// One track at all frames: `row` has room for four floats each.
static void sample_frames(packer *p, const caper_track_def *track, float *row)
{
    const caper_clip *clip = p->clip;
    int width = caperi_track_width(track->kind);
    for (int f = 0; f < clip->frame_count; f++) {
        // a key each frame, or one for all
        const float *key = track->values + (track->key_count > 1 ? (size_t)f * (size_t)width : 0);
        if (track->key_count > 1 && track->key_count < clip->frame_count) {
            caperi_moment moment = caperi_frame_moment(clip, f);
            if (track->kind == CAPER_TRACK_ROOT) {
                caper_root root = caperi_clip_root_moment(clip, moment);
                memcpy(row + 4 * (size_t)f, &root, sizeof root);
                continue;
            }
            caper_pose *pose = &p->measure.local;
            caperi_clip_sample_moment(clip, moment, pose);
            key = track->kind == CAPER_TRACK_ROTATION      ? &pose->bodies[track->body].rotation.x
                  : track->kind == CAPER_TRACK_TRANSLATION ? &pose->bodies[track->body].position.x
                                                           : &pose->deforms[track->body];
        }
        memcpy(row + 4 * (size_t)f, key, (size_t)width * sizeof *row);
    }
    caper_quat *q = (caper_quat *)row;
    for (int f = 1; track->kind == CAPER_TRACK_ROTATION && f < clip->frame_count; f++)
        q[f] = caper_quat_toward(q[f], q[f - 1]);
}

static void take_track(packer *p, const caper_track_def *track)
{
    float *row = p->row, *column = p->column;
    sample_frames(p, track, row);
    if (track->kind == CAPER_TRACK_ROTATION && p->turn[track->body]) {
        take_turn(p, track->body, (const caper_quat *)row);
        return;
    }
    if (track->kind == CAPER_TRACK_ROTATION) {
        take_rotation(p, track->body, (const caper_quat *)row);
        return;
    }
    int width = caperi_track_width(track->kind), frames = p->clip->frame_count;
    for (int c = 0; c < width; c++) {
        for (int f = 0; f < frames; f++)
            column[f] = row[4 * (size_t)f + (size_t)c];
        take_channel(p, channel_code(track, c), column);
    }
}

// Sort out which tracks are packed, folded and kept. Channels come out in the order of their
// codes: positions, rotations that turn far, root, deforms.
static void take_tracks(packer *p)
{
    static const struct {
        caper_track_kind kind;
        bool turn;
    } order[] = {{CAPER_TRACK_TRANSLATION, false},
                 {CAPER_TRACK_ROTATION, true},
                 {CAPER_TRACK_ROOT, false},
                 {CAPER_TRACK_DEFORM, false},
                 {CAPER_TRACK_ROTATION, false}};
    p->motion.rotation_count = p->motion.channel_count = p->constant_count = 0;
    for (int k = 0; k < CAPER_COUNT_OF(order); k++)
        for (int t = 0; t < p->track_count; t++) {
            const caper_track_def *track = &p->tracks[t];
            bool turn = track->kind == CAPER_TRACK_ROTATION && p->turn[track->body];
            if (track->kind == order[k].kind && turn == order[k].turn && !p->keep[t])
                take_track(p, track);
        }
}

// Until every rotation has a reference near by, or does without.
static void choose_tracks(packer *p)
{
    p->kept_count = 0;
    for (int t = 0; t < p->track_count; t++) {
        p->keep[t] = !on_frames(&p->tracks[t], p->clip->rate);
        if (p->keep[t])
            p->kept[p->kept_count++] = p->tracks[t];
    }
    for (;;) {
        take_tracks(p);
        for (int r = 0; r < p->motion.rotation_count; r++)
            p->steps[r] =
                PACE * p->tolerance / caper_max(p->measure.reach[p->motion.rotations[r]], 1e-6f);
        int far = caperi_pack_find_ranges(&p->motion, p->steps);
        if (far < 0)
            return;
        p->turn[p->motion.rotations[far]] = true;
    }
}

static bool make_plans(packer *p, caperi_pack_plan **plans)
{
    const caperi_pack_motion *m = &p->motion;
    size_t rotations = (size_t)m->rotation_count, channels = (size_t)m->channel_count;
    *plans = get(p, (size_t)m->segment_count, sizeof **plans);
    if (!*plans)
        return false;
    for (int s = 0; s < m->segment_count; s++) {
        caperi_pack_plan *plan = &(*plans)[s];
        plan->order = get(p, rotations, sizeof *plan->order);
        plan->widths = get(p, (size_t)caperi_group_count(m->rotation_count), sizeof *plan->widths);
        plan->steps = get(p, rotations, sizeof *plan->steps);
        plan->least = get(p, channels, sizeof *plan->least);
        plan->channels = get(p, channels, sizeof *plan->channels);
        if (!plan->order || !plan->widths || !plan->steps || !plan->least || !plan->channels)
            return false;
    }
    return true;
}

// All memory whose size the clip alone decides.
static bool start(packer *p, const caper_character *character)
{
    const caper_clip *clip = p->clip;
    size_t bodies = (size_t)clip->skeleton.body_count, frames = (size_t)clip->frame_count;
    size_t channels = 7 * bodies + (size_t)clip->deform_count + 4;
    caperi_pack_motion *m = &p->motion;
    m->frame_count = clip->frame_count;
    m->segment_count = caperi_segment_count(clip->frame_count);
    size_t segments = (size_t)m->segment_count;
    p->tracks = caperi_clip_track_defs(clip, &p->arena, &p->track_count);
    if (!p->tracks || !caperi_measure_init(&p->measure, clip, character, p->tracks, p->track_count,
                                           2 * CAPERI_SEGMENT, &p->arena))
        return no_memory(p);
    int channel_tracks = 0, rotation_tracks = 0;
    for (int t = 0; t < p->track_count; t++) {
        bool turns = p->tracks[t].kind == CAPER_TRACK_ROTATION;
        rotation_tracks += turns;
        channel_tracks += caperi_track_width(p->tracks[t].kind); // rotations may turn into them
    }
    p->keep = get(p, (size_t)p->track_count, sizeof *p->keep);
    p->kept = get(p, (size_t)p->track_count, sizeof *p->kept);
    p->turn = get(p, bodies, sizeof *p->turn);
    p->constants = get(p, bodies + channels, sizeof *p->constants);
    p->steps = get(p, bodies + channels, sizeof *p->steps);
    p->share = get(p, segments * (bodies + 1), sizeof *p->share);
    m->rotations = get(p, bodies, sizeof *m->rotations);
    m->channels = get(p, channels, sizeof *m->channels);
    m->quats = get(p, (size_t)rotation_tracks * frames, sizeof *m->quats);
    m->values = get(p, (size_t)channel_tracks * frames, sizeof *m->values);
    m->ranges = get(p, (size_t)rotation_tracks * segments, sizeof *m->ranges);
    float *row = get(p, 4 * frames, sizeof *row), *column = get(p, frames, sizeof *column);
    p->measure.local.deforms = get(p, (size_t)clip->deform_count, sizeof(float));
    if (!p->keep || !p->kept || !p->turn || !p->constants || !p->steps || !p->share ||
        !m->rotations || !m->channels || !m->quats || !m->values || !m->ranges || !row || !column ||
        !p->measure.local.deforms)
        return no_memory(p);
    p->row = row;
    p->column = column;
    return true;
}

static bool begin(packer *p)
{
    p->measure.local.deform_count = p->clip->deform_count;
    choose_tracks(p);
    p->measure.local.deform_count = 0;
    size_t row = (size_t)p->clip->skeleton.body_count + 1;
    for (size_t i = 0; i < (size_t)p->motion.segment_count * row; i++)
        p->share[i] = FIRST_SHARE;
    return make_plans(p, &p->now) && make_plans(p, &p->best) ? true : no_memory(p);
}

// -- Rounds -----------------------------------------------------------------------------------

static float *share_row(const packer *p, int segment)
{
    return p->share + (size_t)segment * (size_t)(p->clip->skeleton.body_count + 1);
}

static void plan_segment(packer *p, int segment)
{
    const caperi_pack_motion *m = &p->motion;
    int bodies = p->clip->skeleton.body_count;
    const float *share = share_row(p, segment);
    float *channel_steps = p->steps + m->rotation_count;
    for (int r = 0; r < m->rotation_count; r++) {
        int body = m->rotations[r];
        p->steps[r] = share[body] * p->tolerance / caper_max(p->measure.reach[body], 1e-6f);
    }
    for (int c = 0; c < m->channel_count; c++) {
        uint32_t code = m->channels[c];
        int body = code < CAPERI_CHANNEL_ROOT ? (int)(code % CAPERI_CHANNEL_TURN >> 2) : bodies;
        channel_steps[c] =
            code >= CAPERI_CHANNEL_DEFORM
                ? DEFORM_STEP
                : share[body] * p->tolerance / caper_max(channel_lever(p, code), 1e-6f);
    }
    caperi_pack_plan_segment(m, segment, p->steps, channel_steps, &p->now[segment]);
}

static bool grow(packer *p, size_t size)
{
    if (size <= p->capacity)
        return true;
    p->capacity = size + size / 2;
    p->bytes = get(p, p->capacity + CAPERI_PACK_PAD, 1);
    return p->bytes ? true : no_memory(p);
}

static uint8_t *put(uint8_t *out, const void *part, size_t size)
{
    if (size > 0)
        memcpy(out, part, size);
    return out + caperi_up_to_four(size);
}

// The whole packing of some plans.
static bool write_packing(packer *p, const caperi_pack_plan *plans)
{
    const caperi_pack_motion *m = &p->motion;
    size_t rotations = 2 * (size_t)m->rotation_count, channels = 2 * (size_t)m->channel_count;
    size_t constants = (size_t)p->constant_count * sizeof *p->constants;
    size_t offsets = 4 * ((size_t)m->segment_count + 1);
    size_t size = sizeof(caperi_pack_head) + caperi_up_to_four(rotations) +
                  caperi_up_to_four(channels) + constants + offsets,
           first = size;
    for (int s = 0; s < m->segment_count; s++)
        size += plans[s].size;
    CAPER_TRY(size <= UINT32_MAX, p->error, CAPER_ERROR_LIMIT, p->clip->name, 0, 0,
              "the packed clip would have more than 4 GiB");
    CAPER_PASS(grow(p, size));
    memset(p->bytes, 0, size + CAPERI_PACK_PAD);
    caperi_pack_head head = {.rotation_count = (uint16_t)m->rotation_count,
                             .constant_count = (uint32_t)p->constant_count,
                             .segment_count = (uint32_t)m->segment_count};
    for (int c = 0; c < m->channel_count; c++) {
        uint32_t code = m->channels[c];
        head.position_count += code < CAPERI_CHANNEL_TURN;
        head.turn_count += code >= CAPERI_CHANNEL_TURN && code < CAPERI_CHANNEL_ROOT;
        head.root_count += code >= CAPERI_CHANNEL_ROOT && code < CAPERI_CHANNEL_DEFORM;
        head.deform_count += code >= CAPERI_CHANNEL_DEFORM;
    }
    uint8_t *out = put(p->bytes, &head, sizeof head);
    out = put(out, m->rotations, rotations);
    out = put(out, m->channels, channels);
    out = put(out, p->constants, constants);
    size_t at = first;
    for (int s = 0; s <= m->segment_count; s++) {
        uint32_t offset = (uint32_t)at;
        memcpy(out + 4 * (size_t)s, &offset, sizeof offset);
        if (s == m->segment_count)
            break;
        caperi_pack_write_segment(m, s, &plans[s], p->bytes + at);
        at += plans[s].size;
    }
    p->size = size;
    return true;
}

static caper_clip *make_clip(packer *p, const caperi_pack_plan *plans,
                             const caper_pack_options *options)
{
    if (!write_packing(p, plans))
        return NULL;
    const caper_clip *clip = p->clip;
    caperi_packed packed;
    const char *what = NULL;
    bool good = caperi_packed_open(&packed, p->bytes, p->size, clip->frame_count,
                                   clip->skeleton.body_count, clip->deform_count, &what);
    CAPER_ASSERT(good);
    if (!good) {
        caper_error_set(p->error, CAPER_ERROR_INVALID, clip->name, 0, 0, "packing went wrong: %s",
                        what);
        return NULL;
    }
    caper_clip_def def = caperi_clip_def_like(clip);
    def.tracks = p->kept;
    def.track_count = p->kept_count;
    def.allocator = options->allocator;
    return caperi_clip_create_packed(&def, &packed, options->shared, p->tolerance, clip->has_root,
                                     p->error);
}

// The largest error of a segment: of its own span or spans, and of the half-frames that it shares
// with the one before.
static float segment_error(const packer *p, int segment, int body)
{
    size_t row = (size_t)p->clip->skeleton.body_count + 1;
    int last = segment == p->motion.segment_count - 1 ? p->measure.span_count - 1 : segment;
    float worst = 0.0f;
    for (int span = segment; span <= last; span++)
        worst = caper_max(worst, p->measure.errors[(size_t)span * row + (size_t)body]);
    return worst;
}

static void copy_plan(const caperi_pack_motion *m, const caperi_pack_plan *from,
                      caperi_pack_plan *to)
{
    size_t rotations = (size_t)m->rotation_count, channels = (size_t)m->channel_count;
    to->size = from->size;
    memcpy(to->order, from->order, rotations * sizeof *to->order);
    memcpy(to->widths, from->widths,
           (size_t)caperi_group_count(m->rotation_count) * sizeof *to->widths);
    memcpy(to->steps, from->steps, rotations * sizeof *to->steps);
    memcpy(to->least, from->least, channels * sizeof *to->least);
    memcpy(to->channels, from->channels, channels * sizeof *to->channels);
}

static void scale_shares(packer *p, int segment, float damping)
{
    float *share = share_row(p, segment);
    for (int i = 0; i <= p->clip->skeleton.body_count; i++) {
        float error = segment_error(p, segment, i);
        float factor = AIM * p->tolerance / caper_max(error, 1e-3f * p->tolerance);
        share[i] *= 1.0f + damping * (caper_clamp(factor, 0.6f, 1.6f) - 1.0f);
    }
}

// After a measurement: keep what is good, and aim anew.
static void learn(packer *p, int round)
{
    // ever shorter steps: bits are whole, so a full step goes back and forth over the bound
    float damping = 1.0f / (1.0f + 0.3f * (float)round);
    int root = p->clip->skeleton.body_count;
    for (int s = 0; s < p->motion.segment_count; s++) {
        caperi_pack_plan *now = &p->now[s], *best = &p->best[s];
        bool good = segment_error(p, s, root) <= p->tolerance;
        if (good && (best->size == 0 || now->size < best->size))
            copy_plan(&p->motion, now, best);
        scale_shares(p, s, damping);
    }
}

static caper_clip *measured(packer *p, const caperi_pack_plan *plans,
                            const caper_pack_options *options, float *error)
{
    caper_clip *made = make_clip(p, plans, options);
    if (made)
        *error = caperi_measure_run(&p->measure, made, 0, p->measure.span_count - 1);
    return made;
}

// Look for plans; false when there is an error.
static bool run(packer *p, const caper_pack_options *options)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (int s = 0; s < p->motion.segment_count; s++)
            plan_segment(p, s);
        float error;
        caper_clip *made = measured(p, p->now, options, &error);
        CAPER_PASS(made != NULL);
        caper_clip_destroy(made);
        learn(p, round);
        CAPER_TRY(caper_progress_report(options->progress, (round + 1.0) / (ROUNDS + 1), "pack"),
                  p->error, CAPER_ERROR_CANCELED, NULL, 0, 0, "packing was canceled");
    }
    return true;
}

// A segment that is not good, or whose last half-frame is not: both at that edge ask for less.
static void give_way(packer *p, int segment)
{
    size_t row = (size_t)p->clip->skeleton.body_count + 1;
    for (int s = segment; s <= segment + 1 && s < p->motion.segment_count; s++) {
        p->best[s].size = 0;
        for (size_t i = 0; i < row; i++)
            share_row(p, s)[i] *= GIVE_WAY;
    }
}

// The clip of the best plans, which were measured beside other neighbours than they have now, and
// of new ones where there is none. NULL: the bound cannot be kept like this, or *good is false and
// there is an error.
static caper_clip *settle(packer *p, const caper_pack_options *options, caper_pack_report *report,
                          bool *good)
{
    int root = p->clip->skeleton.body_count;
    for (int round = 0; round < ROUNDS_SETTLE; round++) {
        for (int s = 0; s < p->motion.segment_count; s++) {
            if (p->best[s].size == 0)
                plan_segment(p, s);
            else
                copy_plan(&p->motion, &p->best[s], &p->now[s]);
        }
        caper_clip *made = measured(p, p->now, options, &report->error);
        *good = made != NULL;
        if (!made || report->error <= p->tolerance)
            return made;
        caper_clip_destroy(made);
        for (int s = 0; s < p->motion.segment_count; s++)
            if (!(segment_error(p, s, root) <= p->tolerance))
                give_way(p, s);
    }
    return NULL;
}

// Nothing packed at all: every track as it was.
static caper_clip *keep_all(packer *p, const caper_pack_options *options, caper_pack_report *report)
{
    p->motion.rotation_count = p->motion.channel_count = p->constant_count = 0;
    memcpy(p->kept, p->tracks, (size_t)p->track_count * sizeof *p->kept);
    p->kept_count = p->track_count;
    for (int s = 0; s < p->motion.segment_count; s++)
        plan_segment(p, s);
    return measured(p, p->now, options, &report->error);
}

static const char *what_is_wrong(const caper_clip *clip, const caper_pack_options *options,
                                 float tolerance)
{
    if (!(tolerance > 0.0f && tolerance < INFINITY))
        return "the tolerance must be a positive number of metres";
    if (options->character && !caper_skeleton_same(&options->character->skeleton, &clip->skeleton))
        return "the character has another skeleton than the clip";
    if (options->shared && !caperi_skeleton_equal(&options->shared->skeleton, &clip->skeleton))
        return "the shared skeleton is another one than the clip's";
    return NULL;
}

caper_clip *caper_clip_pack(const caper_clip *clip, const caper_pack_options *options,
                            caper_pack_report *report, caper_error *error)
{
    static const caper_pack_options defaults;
    options = options ? options : &defaults;
    float tolerance = options->tolerance == 0.0f ? 0.0001f : options->tolerance;
    const char *wrong = what_is_wrong(clip, options, tolerance);
    if (wrong) {
        caper_error_set(error, CAPER_ERROR_INVALID, clip->name, 0, 0, "%s", wrong);
        return NULL;
    }
    packer p = {.clip = clip, .tolerance = tolerance, .error = error};
    caper_arena_init(&p.arena, options->allocator, 0);
    caper_pack_report found = {0};
    caper_clip *made = NULL;
    bool good = start(&p, options->character);
    for (int attempt = 0; good && !made && attempt < 2; attempt++) {
        // the second time without references
        for (int i = 0; i < clip->skeleton.body_count; i++)
            p.turn[i] = attempt > 0;
        good = begin(&p) && run(&p, options);
        made = good ? settle(&p, options, &found, &good) : NULL;
    }
    if (good && !made)
        made = keep_all(&p, options, &found);
    found.size = p.size;
    found.unpacked_tracks = p.kept_count;
    if (made && report)
        *report = found;
    caper_arena_destroy(&p.arena);
    return made;
}
