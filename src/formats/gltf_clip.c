// SPDX-License-Identifier: MIT
//
// Animations become clips (glTF 2.0, section 3.11). A clip starts at time 0 and holds the first and
// last keys beyond them, as the format says. A node without a channel stays at the node's own pose,
// which may not be the rest pose: it then gets one constant key. Animated scale is told of and
// dropped. Keys that need no conversion are taken where they lie in the file. Invariant: a track of
// a clip holds local transforms of bodies (gltf.h says how they follow from those of nodes), and
// every clip of a file has the same deforms.
#include "formats/gltf_clip.h"
#include "formats/gltf_keys.h"

#include <stdio.h>
#include <string.h>

// Keys this near to a whole frame, in frames, are on it: writers round times to six digits. This
// library does not.
#define FRAME_TOLERANCE 1e-4
#define FRAME_TOLERANCE_OWN 1e-6
#define RATE_DEFAULT 30.0
#define TRANSFORMS_PER_BYTE 16.0 // of the file: a kilobyte of sparse keys may be eight minutes
static const double rates[] = {24, 25, 30, 48, 50, 60, 90, 100, 120, 240};
#define RATE_OWN CAPER_COUNT_OF(rates)
// Errors of resampled splines: positions as a share of the size, weights.
#define POSITION_TOLERANCE 2e-5
#define WEIGHT_TOLERANCE 2e-4
// A scale this far from the node's own, relatively, is animated.
#define SCALE_TOLERANCE 1e-3
#define COMPONENT_FLOAT 5126

static void *scratch(caperi_gltf *g, size_t count, size_t size)
{
    return caperi_gltf_alloc(g, &g->draft->scratch, count, size);
}

static caperi_gltf_line *line_at(const caperi_gltf_reel *r, int index)
{
    return (caperi_gltf_line *)r->lines.items + index;
}

// -- Channels ---------------------------------------------------------------------------------

bool caperi_gltf_mark_animated(caperi_gltf *g)
{
    const caperi_gltf_channel *channels = g->lists.channels.items;
    for (int i = 0; i < g->lists.channels.count; i++) {
        int node = channels[i].node;
        if (node >= g->node_count)
            return caperi_gltf_fail(g, channels[i].place, CAPER_ERROR_INVALID,
                                    "'node' is %d, the file has %d of them", node, g->node_count);
        if (node >= 0 && channels[i].path <= CAPERI_GLTF_ROTATION)
            g->nodes[node].animated = true;
    }
    return true;
}

// Floats that can be read where they are until the clips are built.
static bool lies_ready(const caperi_gltf_accessor *a)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return a->lasting && a->data && a->sparse_count == 0 && a->component == COMPONENT_FLOAT &&
           a->stride == 4 * (size_t)a->width && (uintptr_t)a->data % _Alignof(float) == 0;
#else
    (void)a;
    return false;
#endif
}

// The numbers of an accessor: where they lie if they can stay there, else a copy. Either way every
// one of them is finite, so that nothing hangs on how a file is read.
static bool ready_floats(caperi_gltf *g, const caperi_gltf_accessor *a, const float **out,
                         bool *shared)
{
    *shared = lies_ready(a);
    if (*shared) {
        *out = (const float *)(const void *)a->data;
        return caperi_gltf_check_finite(g, a, *out);
    }
    float *read = scratch(g, (size_t)a->count * (size_t)a->width, sizeof *read);
    *out = read;
    return read && caperi_gltf_floats(g, a, read);
}

// -- Times ------------------------------------------------------------------------------------

static bool check_times(caperi_gltf *g, const caperi_gltf_accessor *a, const float *times)
{
    for (int i = 0; i < a->count; i++) {
        if (i > 0 && !(times[i] > times[i - 1]))
            return caperi_gltf_fail(g, a->place, CAPER_ERROR_INVALID,
                                    "accessor %d: time %d is %g s, not after the one before",
                                    a->index, i, (double)times[i]);
        if (!(fabsf(times[i]) < 1e9f))
            return caperi_gltf_fail(g, a->place, CAPER_ERROR_INVALID,
                                    "accessor %d: time %d is %g s, expected less than 1e9",
                                    a->index, i, (double)times[i]);
    }
    return true;
}

static bool read_times(caperi_gltf_reel *r, int accessor, int *index)
{
    caperi_gltf *g = r->g;
    *index = r->line_of[accessor] - 1;
    if (*index >= 0)
        return true;
    caperi_gltf_accessor a;
    CAPER_PASS(caperi_gltf_accessor_get(g, accessor, &a));
    if (a.width != 1)
        return caperi_gltf_fail(g, a.place, CAPER_ERROR_INVALID,
                                "accessor %d holds times, but is not SCALAR", accessor);
    const float *times;
    bool shared;
    CAPER_PASS(ready_floats(g, &a, &times, &shared) && check_times(g, &a, times));
    caperi_gltf_line *line = caperi_gltf_list_grow(g, &r->lines);
    if (!line)
        return false;
    line->raw = times;
    line->count = a.count;
    *index = r->lines.count - 1;
    r->line_of[accessor] = r->lines.count;
    return true;
}

// Without a call where a number is one of a frame.
static double nearest_frame(double at)
{
    return at > -0.5 && at < 1e15 ? (double)(int64_t)(at + 0.5) : floor(at + 0.5);
}

static bool is_whole(const caperi_gltf_reel *r, double at)
{
    double tolerance = r->g->own ? FRAME_TOLERANCE_OWN : FRAME_TOLERANCE;
    return fabs(at - nearest_frame(at)) <= tolerance + 2.4e-7 * at;
}

static bool line_fits(const caperi_gltf_reel *r, caperi_gltf_line *line, int place, double rate)
{
    unsigned bit = 1u << place;
    if (line->asked_start != r->start)
        line->asked = line->fits = 0;
    if (place == RATE_OWN && line->asked_own != rate)
        line->asked &= ~bit;
    if (line->asked & bit)
        return line->fits & bit;
    bool fits = true;
    for (int k = 0; k < line->count && fits; k++)
        fits = is_whole(r, ((double)line->raw[k] - r->start) * rate);
    line->asked_start = r->start;
    line->asked_own = place == RATE_OWN ? rate : line->asked_own;
    line->asked |= bit;
    line->fits = fits ? line->fits | bit : line->fits & ~bit;
    return fits;
}

// Are all keys of the animation on whole frames at this rate?
static bool fits_rate(const caperi_gltf_reel *r, int place, double rate)
{
    for (int i = 0; i < r->move_count; i++)
        if (!line_fits(r, line_at(r, r->moves[i].line), place, rate))
            return false;
    return true;
}

static double least_gap(const caperi_gltf_reel *r)
{
    double least = 1e9;
    for (int i = 0; i < r->move_count; i++) {
        const caperi_gltf_line *line = line_at(r, r->moves[i].line);
        for (int k = 1; k < line->count && k < 16; k++) {
            double gap = (double)line->raw[k] - (double)line->raw[k - 1];
            least = gap < least ? gap : least;
        }
    }
    return least;
}

static void find_span(caperi_gltf_reel *r)
{
    r->start = 0;
    r->end = 0;
    for (int i = 0; i < r->move_count; i++) {
        const caperi_gltf_line *line = line_at(r, r->moves[i].line);
        double first = (double)line->raw[0], last = (double)line->raw[line->count - 1];
        r->start = first < r->start ? first : r->start;
        r->end = last > r->end ? last : r->end;
    }
    if (r->start < 0) {
        int line, column;
        caperi_gltf_locate(r->g, r->animation->place, &line, &column);
        caperi_draft_warn(r->g->draft, line, column, "animation %d starts at %g s: moved to 0",
                          r->index, r->start);
    }
}

// Frames cost time and memory whatever their keys cost in the file.
static bool spend_frames(caperi_gltf_reel *r)
{
    caperi_gltf *g = r->g;
    double bytes = (double)(g->draft->size + g->file_bytes);
    double most = (double)g->draft->options.max_transforms + TRANSFORMS_PER_BYTE * bytes;
    g->transforms += (double)r->frame_count * (double)g->body_count;
    return g->transforms <= most ||
           caperi_gltf_fail(g, r->animation->place, CAPER_ERROR_LIMIT,
                            "the clips up to animation %d have %.0f transforms, more than "
                            "max_transforms (%d) and %g for each byte",
                            r->index, g->transforms, g->draft->options.max_transforms,
                            TRANSFORMS_PER_BYTE);
}

// A common rate that all keys are on, else that of the shortest gap, else about 30 with the last
// key on the last frame.
static bool choose_rate(caperi_gltf_reel *r)
{
    caperi_gltf *g = r->g;
    find_span(r);
    double duration = r->end - r->start, rate = 0;
    for (int i = 0; i < CAPER_COUNT_OF(rates) && rate == 0; i++)
        rate = fits_rate(r, i, rates[i]) ? rates[i] : 0;
    if (rate == 0) {
        double own = floor(1 / least_gap(r) * 1000 + 0.5) / 1000;
        rate = own >= 1 && own <= 1000 && fits_rate(r, RATE_OWN, own) ? own : 0;
    }
    double most = CAPER_CLIP_MAX_TRANSFORMS / (double)g->body_count - 2;
    most = most < g->draft->options.max_frames ? most : g->draft->options.max_frames - 1;
    double frames = floor(duration * rate + 0.5);
    if (rate == 0 || frames > most) {
        frames = floor(duration * RATE_DEFAULT + 0.5);
        frames = frames < 1 ? 1 : frames;
        if (frames > most)
            return caperi_gltf_fail(g, r->animation->place, CAPER_ERROR_LIMIT,
                                    "animation %d lasts %g s, more than %.0f frames", r->index,
                                    duration, most);
        rate = duration > 0 ? frames / duration : RATE_DEFAULT;
        frames = duration > 0 ? frames : 0;
    }
    r->rate = rate;
    r->frame_count = (int)frames + 1;
    return spend_frames(r);
}

// Times from the start of the clip; what is nearly on a frame is put on it, unless two keys would
// fall on one.
static bool settle_times(caperi_gltf_reel *r, int index, const float **out)
{
    caperi_gltf_line *line = line_at(r, index);
    *out = line->seconds;
    if (line->seconds && line->rate == r->rate && line->start == r->start)
        return true;
    line->seconds = scratch(r->g, (size_t)line->count, sizeof *line->seconds);
    if (!line->seconds)
        return false;
    float end = (float)(r->frame_count - 1) / (float)r->rate;
    for (int snap = 1; snap >= 0; snap--) {
        bool rising = true;
        line->whole = true;
        for (int i = 0; i < line->count; i++) {
            double t = (double)line->raw[i] - r->start, at = t * r->rate;
            bool whole = is_whole(r, at);
            float frame = (float)nearest_frame(at);
            float time = snap && whole ? frame / (float)r->rate : (float)t;
            line->whole = line->whole && whole;
            line->seconds[i] = caper_clamp(time, 0.0f, end);
            rising = rising && (i == 0 || line->seconds[i] > line->seconds[i - 1]);
        }
        if (rising)
            break;
    }
    line->rate = r->rate;
    line->start = r->start;
    *out = line->seconds;
    return true;
}

// -- Values -----------------------------------------------------------------------------------

static bool read_values(caperi_gltf_reel *r, const caperi_gltf_move *m, int width, int columns,
                        caperi_gltf_keys *keys)
{
    caperi_gltf *g = r->g;
    caperi_gltf_accessor a;
    CAPER_PASS(caperi_gltf_accessor_get(g, m->output, &a));
    bool cubic = m->interpolation == CAPERI_GLTF_CUBIC;
    int count = line_at(r, m->line)->count;
    double expected = (double)count * (cubic ? 3 : 1) * columns;
    if (a.width != width || a.count != expected)
        return caperi_gltf_fail(g, a.place, CAPER_ERROR_INVALID,
                                "accessor %d holds %d x %d numbers, expected %.0f x %d for %d keys",
                                m->output, a.count, a.width, expected, width, count);
    memset(keys, 0, sizeof *keys);
    CAPER_PASS(ready_floats(g, &a, &keys->values, &keys->shared));
    keys->interpolation = (caperi_gltf_interpolation)m->interpolation;
    keys->count = count;
    keys->width = width;
    keys->tangent = (size_t)width * (size_t)columns;
    keys->stride = keys->tangent * (cubic ? 3 : 1);
    keys->rate = r->rate;
    CAPER_PASS(settle_times(r, m->line, &keys->times));
    keys->whole = line_at(r, m->line)->whole;
    return true;
}

// A copy of the keys of a track, to be changed.
static float *make_own(caperi_gltf *g, caper_track_def *track, int width, bool *shared)
{
    if (!*shared)
        return (float *)track->values;
    size_t count = (size_t)track->key_count * (size_t)width;
    float *values = scratch(g, count, sizeof *values);
    if (!values)
        return NULL;
    memcpy(values, track->values, count * sizeof *values);
    track->values = values;
    *shared = false;
    return values;
}

static bool convert_rotations(caperi_gltf_reel *r, const caperi_gltf_move *m,
                              const caperi_gltf_body *body, caper_track_def *track, bool shared)
{
    const float *in = track->values;
    for (int k = 0; k < track->key_count; k++, in += 4) {
        float square = (in[0] * in[0] + in[1] * in[1]) + (in[2] * in[2] + in[3] * in[3]);
        if (!body->has_pre && !body->has_fix && fabsf(square - 1.0f) <= CAPERI_GLTF_UNIT)
            continue;
        double q[4] = {(double)in[0], (double)in[1], (double)in[2], (double)in[3]};
        if (!caperi_quatd_normalize(q))
            return caperi_gltf_fail(r->g, m->place, CAPER_ERROR_INVALID,
                                    "animation %d, node %d: rotation %d is a quaternion of length "
                                    "%g",
                                    r->index, m->node, k, sqrt((double)square));
        caperi_gltf_body_rotation(body, q, q);
        float *values = make_own(r->g, track, 4, &shared);
        if (!values)
            return false;
        in = values + 4 * (size_t)k;
        for (int i = 0; i < 4; i++)
            values[4 * (size_t)k + (size_t)i] = (float)q[i];
    }
    return true;
}

static bool convert_positions(caperi_gltf_reel *r, const caperi_gltf_move *m, int b,
                              caper_track_def *track, bool shared)
{
    const caperi_gltf_body *body = &r->g->bodies[b];
    bool plain = !body->has_pre && body->uniform && body->above_scale == 1;
    // roots are moved to the floor later
    if (plain && r->g->draft->bodies[b].parent >= 0)
        return true;
    float *v = make_own(r->g, track, 3, &shared);
    for (int k = 0; v && !plain && k < track->key_count; k++, v += 3) {
        double p[3] = {(double)v[0], (double)v[1], (double)v[2]};
        caperi_gltf_body_position(body, p, p);
        for (int i = 0; i < 3; i++) {
            if (!(fabs(p[i]) < 1e9))
                return caperi_gltf_fail(r->g, m->place, CAPER_ERROR_INVALID,
                                        "animation %d, node %d: translation %d is beyond 1e9 m",
                                        r->index, m->node, k);
            v[i] = (float)p[i];
        }
    }
    return v != NULL;
}

// -- Tracks -----------------------------------------------------------------------------------

caper_track_def *caperi_gltf_next_track(caperi_gltf_reel *r, caper_track_kind kind, int body)
{
    caper_track_def *track = &r->tracks[r->track_count];
    memset(track, 0, sizeof *track);
    track->kind = kind;
    track->body = body;
    return track;
}

// The first track of anything counts; the format allows one only.
static bool take_slot(caperi_gltf_reel *r, const caperi_gltf_move *m, int slot)
{
    if (r->taken[slot]) {
        int line, column;
        caperi_gltf_locate(r->g, m->place, &line, &column);
        caperi_draft_warn(r->g->draft, line, column,
                          "animation %d moves node %d twice: the first channel counts", r->index,
                          m->node);
        return false;
    }
    r->taken[slot] = true;
    return true;
}

static bool add_rotation(caperi_gltf_reel *r, const caperi_gltf_move *m, int b)
{
    if (!take_slot(r, m, b))
        return true;
    caperi_gltf_keys keys;
    CAPER_PASS(read_values(r, m, 4, 1, &keys));
    keys.rotation = true;
    keys.tidy =
        m->interpolation == CAPERI_GLTF_LINEAR && caperi_gltf_are_tidy(keys.values, keys.count);
    caper_track_def *track = caperi_gltf_next_track(r, CAPER_TRACK_ROTATION, b);
    CAPER_PASS(caperi_gltf_make_track(r->g, &keys, track));
    r->track_count++;
    const caperi_gltf_body *body = &r->g->bodies[b];
    if (keys.tidy && !body->has_pre && !body->has_fix)
        return true;
    return convert_rotations(r, m, body, track, keys.shared && track->values == keys.values);
}

static bool add_translation(caperi_gltf_reel *r, const caperi_gltf_move *m, int b)
{
    caperi_gltf *g = r->g;
    if (!take_slot(r, m, g->body_count + b))
        return true;
    caperi_gltf_keys keys;
    CAPER_PASS(read_values(r, m, 3, 1, &keys));
    double k = 0;
    for (int i = 0; i < 9; i++)
        k += fabs(g->bodies[b].above.m[i / 3][i % 3]) / 3;
    keys.tolerance = POSITION_TOLERANCE * g->size / (k > 0 ? k : 1);
    caper_track_def *track = caperi_gltf_next_track(r, CAPER_TRACK_TRANSLATION, b);
    CAPER_PASS(caperi_gltf_make_track(g, &keys, track));
    r->track_count++;
    return convert_positions(r, m, b, track, keys.shared && track->values == keys.values);
}

static bool add_weights(caperi_gltf_reel *r, const caperi_gltf_move *m)
{
    caperi_gltf *g = r->g;
    const caperi_gltf_morphs *morphs = g->morphs ? &g->morphs[m->node] : NULL;
    if (!morphs || morphs->count == 0)
        return true;
    caperi_gltf_keys keys;
    CAPER_PASS(read_values(r, m, 1, morphs->count, &keys));
    keys.tolerance = WEIGHT_TOLERANCE;
    const float *first = keys.values;
    for (int t = 0; t < morphs->count; t++) {
        int d = morphs->deforms[t];
        bool *taken = d >= 0 ? &r->taken[2 * g->body_count + d] : NULL;
        if (!taken || *taken)
            continue; // left out, or moved by a mesh that shares it
        *taken = true;
        keys.values = first + t;
        caper_track_def *track = caperi_gltf_next_track(r, CAPER_TRACK_DEFORM, g->deforms[d].place);
        CAPER_PASS(caperi_gltf_make_track(g, &keys, track));
        r->track_count++;
    }
    return true;
}

// x of a node as the weight of an expression.
static bool add_expression(caperi_gltf_reel *r, const caperi_gltf_move *m)
{
    caperi_gltf *g = r->g;
    int d = g->expressions[g->nodes[m->node].expression - 1].deform;
    if (m->path != CAPERI_GLTF_TRANSLATION || d < 0 || !take_slot(r, m, 2 * g->body_count + d))
        return true;
    caperi_gltf_keys keys;
    CAPER_PASS(read_values(r, m, 3, 1, &keys));
    keys.width = 1;
    keys.tolerance = WEIGHT_TOLERANCE;
    caper_track_def *track = caperi_gltf_next_track(r, CAPER_TRACK_DEFORM, g->deforms[d].place);
    CAPER_PASS(caperi_gltf_make_track(g, &keys, track));
    r->track_count++;
    return true;
}

// Does a scale move away from the node's own?
static bool check_scale(caperi_gltf_reel *r, const caperi_gltf_move *m)
{
    caperi_gltf *g = r->g;
    caperi_gltf_accessor a;
    CAPER_PASS(caperi_gltf_accessor_get(g, m->output, &a));
    caper_arena_mark_point mark = caper_arena_mark(&g->draft->scratch);
    const float *values;
    bool shared;
    CAPER_PASS(ready_floats(g, &a, &values, &shared));
    bool moves = a.width != 3 || a.count < line_at(r, m->line)->count;
    bool cubic = m->interpolation == CAPERI_GLTF_CUBIC;
    const caperi_mat3d *scale = &g->nodes[m->node].scale;
    for (int k = cubic ? 1 : 0; !moves && k < a.count; k += cubic ? 3 : 1)
        for (int i = 0; i < 3; i++) {
            double own = scale->m[i][i];
            double off = fabs((double)values[3 * (size_t)k + (size_t)i] - own);
            moves = moves || !(off <= SCALE_TOLERANCE * fabs(own));
        }
    g->scaled_channels += moves;
    caper_arena_release(&g->draft->scratch, mark);
    return true;
}

// -- Root track -------------------------------------------------------------------------------

static void fill_root(const caperi_gltf_keys *moves, const caperi_gltf_keys *turns, int count,
                      float *values)
{
    float yaw = 0.0f;
    for (int k = 0; k < count; k++) {
        float *v = values + 4 * (size_t)k;
        for (size_t i = 0; i < 3; i++)
            v[i] = moves->values ? moves->values[3 * (size_t)k + i] : 0.0f;
        if (turns->values) {
            const float *q = turns->values + 4 * (size_t)k;
            float now =
                caper_quat_yaw(caper_quat_normalize(caper_quat_make(q[0], q[1], q[2], q[3])));
            yaw = k == 0 ? now : yaw + caper_wrap_angle(now - yaw);
        }
        v[3] = yaw;
    }
}

// The motion of the node that this library writes for it: x, y, z and the turn about Y.
static bool add_root(caperi_gltf_reel *r)
{
    caperi_gltf *g = r->g;
    const caperi_gltf_move *move = NULL, *turn = NULL;
    for (int i = 0; i < r->move_count; i++) {
        const caperi_gltf_move *m = &r->moves[i];
        if (!g->nodes[m->node].root_track)
            continue;
        move = m->path == CAPERI_GLTF_TRANSLATION ? m : move;
        turn = m->path == CAPERI_GLTF_ROTATION ? m : turn;
    }
    if (!move && !turn)
        return true;
    bool odd = (move && move->interpolation != CAPERI_GLTF_LINEAR) ||
               (turn && turn->interpolation != CAPERI_GLTF_LINEAR) ||
               (move && turn && move->line != turn->line);
    if (odd) {
        int line, column;
        caperi_gltf_locate(g, r->animation->place, &line, &column);
        caperi_draft_warn(g->draft, line, column,
                          "animation %d: the root track was changed by another program: ignored",
                          r->index);
        return true;
    }
    caperi_gltf_keys moves = {0}, turns = {0};
    CAPER_PASS(!move || read_values(r, move, 3, 1, &moves));
    CAPER_PASS(!turn || read_values(r, turn, 4, 1, &turns));
    int count = move ? moves.count : turns.count;
    float *values = scratch(g, 4 * (size_t)count, sizeof *values);
    if (!values)
        return false;
    fill_root(&moves, &turns, count, values);
    for (int k = 0; k < count; k++) {
        double p[3];
        for (int i = 0; i < 3; i++)
            p[i] = (double)values[4 * k + i];
        caperi_affine_apply(&g->world, p, p);
        for (int i = 0; i < 3; i++)
            values[4 * k + i] = (float)p[i];
    }
    caper_track_def *track = caperi_gltf_next_track(r, CAPER_TRACK_ROOT, 0);
    track->key_count = count;
    track->times = move ? moves.times : turns.times;
    track->values = values;
    r->track_count++;
    return true;
}

// -- Clips ------------------------------------------------------------------------------------

static bool add_constant(caperi_gltf_reel *r, caper_track_kind kind, int body, const float *value,
                         size_t width)
{
    float *copy = scratch(r->g, width, sizeof *copy);
    if (!copy)
        return false;
    memcpy(copy, value, width * sizeof *copy);
    caper_track_def *track = caperi_gltf_next_track(r, kind, body);
    track->key_count = 1;
    track->values = copy;
    r->track_count++;
    return true;
}

// What the animation leaves alone stands as its node does.
static bool add_constants(caperi_gltf_reel *r)
{
    caperi_gltf *g = r->g;
    for (int i = 0; i < g->body_count; i++) {
        const caperi_gltf_body *body = &g->bodies[i];
        if (body->at_rest)
            continue;
        caper_transform local = caperi_rigid_to_transform(&body->local);
        if (!r->taken[i])
            CAPER_PASS(add_constant(r, CAPER_TRACK_ROTATION, i, &local.rotation.x, 4));
        if (!r->taken[g->body_count + i])
            CAPER_PASS(add_constant(r, CAPER_TRACK_TRANSLATION, i, &local.position.x, 3));
    }
    for (int d = 0; d < g->deform_count; d++) {
        float rest = (float)g->deforms[d].rest;
        if (rest != 0.0f && !r->taken[2 * g->body_count + d])
            CAPER_PASS(add_constant(r, CAPER_TRACK_DEFORM, g->deforms[d].place, &rest, 1));
    }
    return true;
}

static bool check_index(caperi_gltf *g, caperi_gltf_place place, const char *name, int index,
                        int count)
{
    if (index >= 0 && index < count)
        return true;
    return caperi_gltf_fail(g, place, CAPER_ERROR_INVALID, "'%s' is %d, the file has %d of them",
                            name, index, count);
}

static bool read_moves(caperi_gltf_reel *r)
{
    caperi_gltf *g = r->g;
    const caperi_gltf_animation *a = r->animation;
    for (int i = 0; i < a->channel_count; i++) {
        const caperi_gltf_channel *c =
            (const caperi_gltf_channel *)g->lists.channels.items + a->first_channel + i;
        if (c->node < 0 || c->path == CAPERI_GLTF_OTHER)
            continue;
        CAPER_PASS(check_index(g, c->place, "sampler", c->sampler, a->sampler_count));
        const caperi_gltf_sampler *s =
            (const caperi_gltf_sampler *)g->lists.samplers.items + a->first_sampler + c->sampler;
        CAPER_PASS(check_index(g, c->place, "input", s->input, g->accessor_count));
        CAPER_PASS(check_index(g, c->place, "output", s->output, g->accessor_count));
        caperi_gltf_move *m = &r->moves[r->move_count];
        m->node = c->node;
        m->path = c->path;
        m->output = s->output;
        m->interpolation = s->interpolation;
        m->place = c->place;
        CAPER_PASS(read_times(r, s->input, &m->line));
        r->move_count++;
    }
    return true;
}

static bool add_tracks(caperi_gltf_reel *r)
{
    caperi_gltf *g = r->g;
    for (int i = 0; i < r->move_count; i++) {
        const caperi_gltf_move *m = &r->moves[i];
        int body = g->nodes[m->node].body;
        if (m->path == CAPERI_GLTF_WEIGHTS)
            CAPER_PASS(add_weights(r, m));
        else if (g->nodes[m->node].expression && body < 0)
            CAPER_PASS(add_expression(r, m));
        else if (body < 0)
            g->stray_channels += !g->nodes[m->node].root_track;
        else if (m->path == CAPERI_GLTF_ROTATION)
            CAPER_PASS(add_rotation(r, m, body));
        else if (m->path == CAPERI_GLTF_TRANSLATION)
            CAPER_PASS(add_translation(r, m, body));
        else
            CAPER_PASS(check_scale(r, m));
    }
    return add_root(r);
}

static const char *clip_name(caperi_gltf_reel *r)
{
    caperi_gltf *g = r->g;
    const char *name = NULL, *raw = g->text.data + r->animation->name_place;
    uint32_t size = r->animation->name_size;
    caperi_json json;
    if (size > 2 && raw[0] == '"' && !memchr(raw, '\\', size))
        return caperi_draft_string(g->draft, raw + 1, size - 2, g->error);
    if (size > 2) {
        if (!caperi_gltf_parse_part(g, r->animation->name_place, r->animation->name_size, &json))
            return NULL;
        if (caperi_json_is(json.root, CAPERI_JSON_STRING) && json.root->count > 0)
            name = caperi_draft_string(g->draft, json.root->as.string, json.root->count, g->error);
        bool failed = caperi_json_is(json.root, CAPERI_JSON_STRING) && !name;
        caperi_json_free(&json);
        if (name || failed)
            return name;
    }
    char made[32];
    size = (uint32_t)snprintf(made, sizeof made, "clip_%d", r->index);
    return caperi_draft_string(g->draft, made, size, g->error);
}

static bool fill_clip(caperi_gltf_reel *r, const caperi_json *own, caper_clip_def *clip)
{
    CAPER_PASS(read_moves(r));
    CAPER_PASS(choose_rate(r));
    CAPER_PASS(!own || caperi_gltf_own_rate(r, own));
    CAPER_PASS(add_tracks(r));
    CAPER_PASS(!own || caperi_gltf_own_marks(r, own, clip));
    return add_constants(r);
}

static bool read_clip(caperi_gltf_reel *r, caper_clip_def *clip)
{
    caperi_gltf *g = r->g;
    size_t slots = 2 * (size_t)g->body_count + (size_t)g->deform_count;
    r->tracks = scratch(g, slots + 1, sizeof *r->tracks);
    r->taken = scratch(g, slots, sizeof *r->taken);
    if (!r->tracks || !r->taken)
        return false;
    memset(r->taken, 0, slots * sizeof *r->taken);
    r->track_count = r->move_count = 0;
    caperi_json own;
    bool has_own = r->animation->extras_size > 0; // other programs may add to them
    if (has_own)
        CAPER_PASS(
            caperi_gltf_parse_part(g, r->animation->extras_place, r->animation->extras_size, &own));
    bool good = fill_clip(r, has_own ? &own : NULL, clip);
    if (has_own)
        caperi_json_free(&own);
    CAPER_PASS(good);
    clip->name = clip_name(r);
    clip->rate = (float)r->rate;
    clip->frame_count = r->frame_count;
    clip->tracks = r->tracks;
    clip->track_count = r->track_count;
    clip->deforms = g->deform_names;
    clip->deform_count = g->deform_count;
    return clip->name != NULL;
}

static bool read_reels(caperi_gltf_reel *r, int count)
{
    caperi_gltf *g = r->g;
    size_t accessors = (size_t)g->accessor_count, moves = 0;
    for (int i = 0; i < count; i++) {
        const caperi_gltf_animation *a =
            (const caperi_gltf_animation *)g->lists.animations.items + i;
        moves = (size_t)a->channel_count > moves ? (size_t)a->channel_count : moves;
    }
    r->moves = scratch(g, moves, sizeof *r->moves); // one animation after the other
    r->line_of = scratch(g, accessors, sizeof *r->line_of);
    if (!r->moves || !r->line_of ||
        !caperi_gltf_spend(g, NULL, (size_t)count * sizeof(caper_clip_def)))
        return false;
    memset(r->line_of, 0, accessors * sizeof *r->line_of);
    CAPER_PASS(caperi_draft_clips(g->draft, count, g->error));
    for (r->index = 0; r->index < count; r->index++) {
        r->animation = (const caperi_gltf_animation *)g->lists.animations.items + r->index;
        CAPER_PASS(read_clip(r, &g->draft->clips[r->index]));
    }
    return true;
}

// Keys are worth being read where they lie when they are much of the file; a file that is mostly
// pictures is better let go.
static bool keys_fill_the_file(const caperi_gltf *g)
{
    size_t size = 0;
    const caperi_gltf_sampler *samplers = g->lists.samplers.items;
    for (int i = 0; i < g->lists.samplers.count; i++) {
        int output = samplers[i].output;
        if (output < 0 || output >= g->accessor_count)
            continue;
        const caperi_gltf_entry *entry = (const caperi_gltf_entry *)g->lists.entries.items + output;
        size += 4 * (size_t)entry->count * entry->width;
    }
    return size > g->draft->size / 3;
}

bool caperi_gltf_read_clips(caperi_gltf *g)
{
    int count = g->lists.animations.count;
    // how bodies move tells what they belong to: without skins it need not be known
    bool needed = !g->own && g->draft->skin_count > 0;
    if ((g->draft->options.no_clips && !needed) || count == 0)
        return true;
    caperi_gltf_reel r = {.g = g, .lines = {.item_size = sizeof(caperi_gltf_line)}};
    g->draft->keep_bytes = !g->bin_file && keys_fill_the_file(g);
    bool good = caperi_gltf_bin_load(g, true) && read_reels(&r, count);
    caperi_gltf_list_free(g, &r.lines);
    CAPER_PASS(good);
    if (g->scaled_channels > 0)
        caperi_draft_warn(g->draft, 0, 0, "%d channels animate a scale: dropped",
                          g->scaled_channels);
    if (g->stray_channels > 0)
        caperi_draft_warn(g->draft, 0, 0,
                          "%d channels move nodes that are not in the skeleton: dropped",
                          g->stray_channels);
    return true;
}
