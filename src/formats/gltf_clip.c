// SPDX-License-Identifier: MIT
//
// Animations become clips (glTF 2.0, section 3.11). A clip starts at time 0 and holds the first and
// last keys beyond them, as the format says. A node without a channel stays at the node's own pose,
// which may not be the rest pose: it then gets one constant key. Animated scale is told of and
// dropped. Invariant: a track of a clip holds local transforms of bodies (gltf.h says how they
// follow from those of nodes), and every clip of a file has the same deforms.
#include "formats/gltf.h"
#include "formats/gltf_keys.h"

#include <stdio.h>
#include <string.h>

// Keys this near to a whole frame, in frames, are on it: writers round times to six digits. This
// library does not.
#define FRAME_TOLERANCE 1e-4
#define FRAME_TOLERANCE_OWN 1e-6
#define RATE_DEFAULT 30.0
// Errors of resampled splines: positions as a share of the size, weights.
#define POSITION_TOLERANCE 2e-5
#define WEIGHT_TOLERANCE 2e-4
// A scale this far from the node's own, relatively, is animated.
#define SCALE_TOLERANCE 1e-3

enum {
    PATH_TRANSLATION,
    PATH_ROTATION,
    PATH_SCALE,
    PATH_WEIGHTS,
    PATH_OTHER
};

typedef struct channel {
    const caperi_json_value *json;
    int node, path;
    int input, output; // accessors
    caperi_gltf_interpolation interpolation;
} channel;

// The times of an input accessor.
typedef struct time_line {
    float *raw;
    int count;
    float *seconds; // from the start of the clip, on whole frames where they nearly are
    double rate, start;
    // what fits_rate found out, so that many channels and animations ask once
    double asked_start, asked_own;
    unsigned asked, fits; // bits by place in `rates`; the last for asked_own
} time_line;

static const double rates[] = {24, 25, 30, 48, 50, 60, 90, 100, 120, 240};
#define RATE_OWN CAPER_COUNT_OF(rates)

// One animation on its way to a clip.
typedef struct reel {
    caperi_gltf *g;
    int index;
    const caperi_json_value *json;
    channel *channels;
    int channel_count;
    time_line *lines; // by accessor
    double start, end, rate;
    int frame_count;
    caper_track_def *tracks;
    int track_count;
    bool *taken; // rotations, translations, then deforms: has its track
} reel;

static void *scratch(caperi_gltf *g, size_t count, size_t size)
{
    return caperi_gltf_alloc(g, &g->draft->scratch, count, size);
}

// -- Channels ---------------------------------------------------------------------------------

static int path_of(const caperi_json_value *path)
{
    static const char *const names[] = {"translation", "rotation", "scale", "weights"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++)
        if (caperi_json_is(path, CAPERI_JSON_STRING) && strcmp(path->as.string, names[i]) == 0)
            return i;
    return PATH_OTHER;
}

// False with *out untouched and no error for a channel that moves no node.
static bool read_target(caperi_gltf *g, const caperi_json_value *json, channel *out, bool *used)
{
    const caperi_json_value *target;
    *used = false;
    CAPER_PASS(caperi_json_object(&g->json, json));
    CAPER_PASS(caperi_json_get_object(&g->json, json, "target", CAPERI_REQUIRED, &target));
    out->json = json;
    out->node = -1;
    CAPER_PASS(caperi_gltf_index(g, target, "node", CAPERI_OPTIONAL, g->node_count, &out->node));
    out->path = path_of(caperi_json_find(target, "path"));
    *used = out->node >= 0 && out->path != PATH_OTHER;
    return true;
}

static bool read_sampler(caperi_gltf *g, const caperi_json_value *samplers, channel *out)
{
    static const char *const names[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    int sampler = -1, kind = 0, accessors = g->accessors ? (int)g->accessors->count : 0;
    CAPER_PASS(caperi_gltf_index(g, out->json, "sampler", CAPERI_REQUIRED,
                                 samplers ? (int)samplers->count : 0, &sampler));
    const caperi_json_value *json = &samplers->as.items[sampler];
    CAPER_PASS(caperi_json_object(&g->json, json));
    CAPER_PASS(caperi_gltf_index(g, json, "input", CAPERI_REQUIRED, accessors, &out->input));
    CAPER_PASS(caperi_gltf_index(g, json, "output", CAPERI_REQUIRED, accessors, &out->output));
    CAPER_PASS(
        caperi_json_get_enum(&g->json, json, "interpolation", CAPERI_OPTIONAL, names, 3, &kind));
    out->interpolation = (caperi_gltf_interpolation)kind;
    return true;
}

bool caperi_gltf_mark_animated(caperi_gltf *g)
{
    for (uint32_t i = 0; g->animations && i < g->animations->count; i++) {
        const caperi_json_value *channels;
        CAPER_PASS(caperi_json_object(&g->json, &g->animations->as.items[i]));
        CAPER_PASS(caperi_gltf_array(g, &g->animations->as.items[i], "channels", &channels));
        for (uint32_t k = 0; channels && k < channels->count; k++) {
            channel c;
            bool used;
            CAPER_PASS(read_target(g, &channels->as.items[k], &c, &used));
            if (used && c.path <= PATH_ROTATION)
                g->nodes[c.node].animated = true;
        }
    }
    return true;
}

// -- Times ------------------------------------------------------------------------------------

static bool read_times(reel *r, const channel *c)
{
    caperi_gltf *g = r->g;
    time_line *line = &r->lines[c->input];
    if (line->raw)
        return true;
    caperi_gltf_accessor a;
    CAPER_PASS(caperi_gltf_accessor_get(g, c->input, &a));
    if (a.width != 1)
        CAPERI_GLTF_FAIL(g, a.json, CAPER_ERROR_INVALID,
                         "accessor %d holds times, but is not SCALAR", c->input);
    float *times = scratch(g, (size_t)a.count, sizeof *times);
    if (!times)
        return false;
    CAPER_PASS(caperi_gltf_floats(g, &a, times));
    for (int i = 0; i < a.count; i++) {
        if (i > 0 && !(times[i] > times[i - 1]))
            CAPERI_GLTF_FAIL(g, a.json, CAPER_ERROR_INVALID,
                             "accessor %d: time %d is %g s, not after the one before", c->input, i,
                             (double)times[i]);
        if (!(fabsf(times[i]) < 1e9f))
            CAPERI_GLTF_FAIL(g, a.json, CAPER_ERROR_INVALID,
                             "accessor %d: time %d is %g s, expected less than 1e9", c->input, i,
                             (double)times[i]);
    }
    line->raw = times;
    line->count = a.count;
    return true;
}

static bool is_whole(const reel *r, double at)
{
    double tolerance = r->g->own ? FRAME_TOLERANCE_OWN : FRAME_TOLERANCE;
    return fabs(at - floor(at + 0.5)) <= tolerance + 2.4e-7 * at;
}

static bool line_fits(const reel *r, time_line *line, int place, double rate)
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
static bool fits_rate(const reel *r, int place, double rate)
{
    for (int i = 0; i < r->channel_count; i++)
        if (!line_fits(r, &r->lines[r->channels[i].input], place, rate))
            return false;
    return true;
}

static double least_gap(const reel *r)
{
    double least = 1e9;
    for (int i = 0; i < r->channel_count; i++) {
        const time_line *line = &r->lines[r->channels[i].input];
        for (int k = 1; k < line->count && k < 16; k++) {
            double gap = (double)line->raw[k] - (double)line->raw[k - 1];
            least = gap < least ? gap : least;
        }
    }
    return least;
}

// A common rate that all keys are on, else that of the shortest gap, else about 30 with the last
// key on the last frame.
static bool choose_rate(reel *r)
{
    caperi_gltf *g = r->g;
    r->start = 0;
    r->end = 0;
    for (int i = 0; i < r->channel_count; i++) {
        const time_line *line = &r->lines[r->channels[i].input];
        r->start = (double)line->raw[0] < r->start ? (double)line->raw[0] : r->start;
        r->end = (double)line->raw[line->count - 1] > r->end ? (double)line->raw[line->count - 1]
                                                             : r->end;
    }
    if (r->start < 0)
        caperi_draft_warn(g->draft, (int)r->json->line, (int)r->json->column,
                          "animation %d starts at %g s: moved to 0", r->index, r->start);
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
            CAPERI_GLTF_FAIL(g, r->json, CAPER_ERROR_LIMIT,
                             "animation %d lasts %g s, more than %.0f frames", r->index, duration,
                             most);
        rate = duration > 0 ? frames / duration : RATE_DEFAULT;
        frames = duration > 0 ? frames : 0;
    }
    r->rate = rate;
    r->frame_count = (int)frames + 1;
    return true;
}

// Times from the start of the clip; what is nearly on a frame is put on it.
static bool settle_times(reel *r, int input, const float **out)
{
    time_line *line = &r->lines[input];
    if (!line->seconds || line->rate != r->rate || line->start != r->start) {
        line->seconds = scratch(r->g, (size_t)line->count, sizeof *line->seconds);
        if (!line->seconds)
            return false;
        float end = (float)(r->frame_count - 1) / (float)r->rate;
        for (int i = 0; i < line->count; i++) {
            double t = (double)line->raw[i] - r->start, at = t * r->rate;
            float frame = (float)floor(at + 0.5);
            float time = is_whole(r, at) ? frame / (float)r->rate : (float)t;
            line->seconds[i] = caper_clamp(time, 0.0f, end);
        }
        for (int i = 1; i < line->count; i++)
            if (!(line->seconds[i] > line->seconds[i - 1])) {
                // two keys within one rounding: as they are in the file
                for (int k = 0; k < line->count; k++)
                    line->seconds[k] =
                        caper_clamp((float)((double)line->raw[k] - r->start), 0.0f, end);
                break;
            }
        line->rate = r->rate;
        line->start = r->start;
    }
    *out = line->seconds;
    return true;
}

// -- Values -----------------------------------------------------------------------------------

static bool read_values(reel *r, const channel *c, int width, int columns, caperi_gltf_keys *keys)
{
    caperi_gltf *g = r->g;
    caperi_gltf_accessor a;
    CAPER_PASS(caperi_gltf_accessor_get(g, c->output, &a));
    bool cubic = c->interpolation == CAPERI_GLTF_CUBIC;
    int count = r->lines[c->input].count;
    double expected = (double)count * (cubic ? 3 : 1) * columns;
    if (a.width != width || a.count != expected)
        CAPERI_GLTF_FAIL(g, a.json, CAPER_ERROR_INVALID,
                         "accessor %d holds %d x %d numbers, expected %.0f x %d for %d keys",
                         c->output, a.count, a.width, expected, width, count);
    float *values = scratch(g, (size_t)a.count * (size_t)width, sizeof *values);
    if (!values)
        return false;
    CAPER_PASS(caperi_gltf_floats(g, &a, values));
    memset(keys, 0, sizeof *keys);
    keys->interpolation = c->interpolation;
    keys->count = count;
    keys->values = values;
    keys->width = width;
    keys->tangent = (size_t)width * (size_t)columns;
    keys->stride = keys->tangent * (cubic ? 3 : 1);
    keys->rate = r->rate;
    return settle_times(r, c->input, &keys->times);
}

static bool convert_rotations(reel *r, const channel *c, const caperi_gltf_body *body,
                              caper_track_def *track)
{
    float *v = (float *)track->values;
    for (int k = 0; k < track->key_count; k++, v += 4) {
        float square = (v[0] * v[0] + v[1] * v[1]) + (v[2] * v[2] + v[3] * v[3]);
        if (!body->has_pre && !body->has_fix && fabsf(square - 1.0f) <= 1e-6f)
            continue;
        double q[4] = {(double)v[0], (double)v[1], (double)v[2], (double)v[3]};
        if (!caperi_quatd_normalize(q))
            CAPERI_GLTF_FAIL(r->g, c->json, CAPER_ERROR_INVALID,
                             "animation %d, node %d: rotation %d is a quaternion of length 0",
                             r->index, c->node, k);
        caperi_gltf_body_rotation(body, q, q);
        for (int i = 0; i < 4; i++)
            v[i] = (float)q[i];
    }
    return true;
}

static bool convert_positions(reel *r, const channel *c, const caperi_gltf_body *body,
                              caper_track_def *track)
{
    if (!body->has_pre && body->uniform && body->above_scale == 1)
        return true;
    float *v = (float *)track->values;
    for (int k = 0; k < track->key_count; k++, v += 3) {
        double p[3] = {(double)v[0], (double)v[1], (double)v[2]};
        caperi_gltf_body_position(body, p, p);
        for (int i = 0; i < 3; i++) {
            if (!(fabs(p[i]) < 1e9))
                CAPERI_GLTF_FAIL(r->g, c->json, CAPER_ERROR_INVALID,
                                 "animation %d, node %d: translation %d is beyond 1e9 m", r->index,
                                 c->node, k);
            v[i] = (float)p[i];
        }
    }
    return true;
}

static caper_track_def *next_track(reel *r, caper_track_kind kind, int body)
{
    caper_track_def *track = &r->tracks[r->track_count];
    memset(track, 0, sizeof *track);
    track->kind = kind;
    track->body = body;
    return track;
}

// The first track of anything counts; the format allows one only.
static bool take_slot(reel *r, const channel *c, int slot)
{
    if (r->taken[slot]) {
        caperi_draft_warn(r->g->draft, (int)c->json->line, (int)c->json->column,
                          "animation %d moves node %d twice: the first channel counts", r->index,
                          c->node);
        return false;
    }
    r->taken[slot] = true;
    return true;
}

static bool add_rotation(reel *r, const channel *c, int b)
{
    if (!take_slot(r, c, b))
        return true;
    caperi_gltf_keys keys;
    CAPER_PASS(read_values(r, c, 4, 1, &keys));
    keys.rotation = true;
    caper_track_def *track = next_track(r, CAPER_TRACK_ROTATION, b);
    CAPER_PASS(caperi_gltf_make_track(r->g, &keys, track));
    r->track_count++;
    return convert_rotations(r, c, &r->g->bodies[b], track);
}

static bool add_translation(reel *r, const channel *c, int b)
{
    caperi_gltf *g = r->g;
    if (!take_slot(r, c, g->body_count + b))
        return true;
    caperi_gltf_keys keys;
    CAPER_PASS(read_values(r, c, 3, 1, &keys));
    double k = 0;
    for (int i = 0; i < 9; i++)
        k += fabs(g->bodies[b].above.m[i / 3][i % 3]) / 3;
    keys.tolerance = POSITION_TOLERANCE * g->size / (k > 0 ? k : 1);
    caper_track_def *track = next_track(r, CAPER_TRACK_TRANSLATION, b);
    CAPER_PASS(caperi_gltf_make_track(g, &keys, track));
    r->track_count++;
    return convert_positions(r, c, &g->bodies[b], track);
}

static bool add_weights(reel *r, const channel *c)
{
    caperi_gltf *g = r->g;
    const caperi_gltf_morphs *morphs = g->morphs ? &g->morphs[c->node] : NULL;
    if (!morphs || morphs->count == 0)
        return true;
    caperi_gltf_keys keys;
    CAPER_PASS(read_values(r, c, 1, morphs->count, &keys));
    keys.tolerance = WEIGHT_TOLERANCE;
    const float *first = keys.values;
    for (int t = 0; t < morphs->count; t++) {
        int d = morphs->deforms[t];
        bool *taken = d >= 0 ? &r->taken[2 * g->body_count + d] : NULL;
        if (!taken || *taken)
            continue; // left out, or moved by a mesh that shares it
        *taken = true;
        keys.values = first + t;
        caper_track_def *track = next_track(r, CAPER_TRACK_DEFORM, g->deforms[d].place);
        CAPER_PASS(caperi_gltf_make_track(g, &keys, track));
        r->track_count++;
    }
    return true;
}

static bool check_scale(reel *r, const channel *c)
{
    caperi_gltf *g = r->g;
    caper_arena_mark_point mark = caper_arena_mark(&g->draft->scratch);
    caperi_gltf_keys keys;
    int count = r->lines[c->input].count;
    caperi_gltf_accessor a;
    CAPER_PASS(caperi_gltf_accessor_get(g, c->output, &a));
    keys.values = scratch(g, (size_t)a.count * (size_t)a.width, sizeof(float));
    if (!keys.values)
        return false;
    CAPER_PASS(caperi_gltf_floats(g, &a, (float *)keys.values));
    bool moves = a.width != 3 || a.count < count;
    int first = c->interpolation == CAPERI_GLTF_CUBIC ? 1 : 0;
    int step = c->interpolation == CAPERI_GLTF_CUBIC ? 3 : 1;
    const caperi_mat3d *scale = &g->nodes[c->node].scale;
    for (int k = first; !moves && k < a.count; k += step)
        for (int i = 0; i < 3; i++) {
            double own = scale->m[i][i];
            double off = fabs((double)keys.values[3 * (size_t)k + (size_t)i] - own);
            moves = moves || !(off <= SCALE_TOLERANCE * fabs(own));
        }
    g->scaled_channels += moves;
    caper_arena_release(&g->draft->scratch, mark);
    return true;
}

// -- Root track -------------------------------------------------------------------------------

// The motion of the node that this library writes for it: x, y, z and the turn about Y.
static bool add_root(reel *r)
{
    caperi_gltf *g = r->g;
    const channel *move = NULL, *turn = NULL;
    for (int i = 0; i < r->channel_count; i++) {
        const channel *c = &r->channels[i];
        if (!g->nodes[c->node].root_track)
            continue;
        move = c->path == PATH_TRANSLATION ? c : move;
        turn = c->path == PATH_ROTATION ? c : turn;
    }
    if (!move && !turn)
        return true;
    if (move && turn &&
        (move->input != turn->input || move->interpolation != CAPERI_GLTF_LINEAR ||
         turn->interpolation != CAPERI_GLTF_LINEAR)) {
        caperi_draft_warn(g->draft, (int)r->json->line, (int)r->json->column,
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
    float yaw = 0.0f;
    for (int k = 0; k < count; k++) {
        float *v = values + 4 * (size_t)k;
        for (size_t i = 0; i < 3; i++)
            v[i] = move ? moves.values[3 * (size_t)k + i] : 0.0f;
        if (turn) {
            const float *q = turns.values + 4 * (size_t)k;
            float now =
                caper_quat_yaw(caper_quat_normalize(caper_quat_make(q[0], q[1], q[2], q[3])));
            yaw = k == 0 ? now : yaw + caper_wrap_angle(now - yaw);
        }
        v[3] = yaw;
    }
    caper_track_def *track = next_track(r, CAPER_TRACK_ROOT, 0);
    track->key_count = count;
    track->times = move ? moves.times : turns.times;
    track->values = values;
    r->track_count++;
    return true;
}

// -- Own extras -------------------------------------------------------------------------------

static bool read_contacts(reel *r, const caperi_json_value *json, caper_clip_def *clip)
{
    caperi_gltf *g = r->g;
    const caperi_json_value *list;
    CAPER_PASS(caperi_gltf_array(g, json, "contacts", &list));
    caper_contact *contacts = scratch(g, list ? list->count : 0, sizeof *contacts);
    if (!contacts)
        return false;
    clip->contacts = contacts;
    for (uint32_t i = 0; list && i < list->count; i++) {
        const caperi_json_value *item = &list->as.items[i];
        caper_contact *c = &contacts[clip->contact_count];
        int node = -1;
        CAPER_PASS(caperi_json_object(&g->json, item));
        CAPER_PASS(caperi_gltf_index(g, item, "node", CAPERI_REQUIRED, g->node_count, &node));
        CAPER_PASS(caperi_json_get_float(&g->json, item, "start", CAPERI_REQUIRED, &c->start));
        CAPER_PASS(caperi_json_get_float(&g->json, item, "end", CAPERI_REQUIRED, &c->end));
        c->body = g->nodes[node].body;
        clip->contact_count += c->body >= 0;
    }
    return true;
}

static bool read_key_poses(reel *r, const caperi_json_value *json, caper_clip_def *clip)
{
    caperi_gltf *g = r->g;
    const caperi_json_value *list;
    CAPER_PASS(caperi_gltf_array(g, json, "key_poses", &list));
    caper_key_pose *poses = scratch(g, list ? list->count : 0, sizeof *poses);
    if (!poses)
        return false;
    for (uint32_t i = 0; list && i < list->count; i++) {
        const char *name = "";
        const caperi_json_value *item = &list->as.items[i];
        CAPER_PASS(caperi_json_object(&g->json, item));
        CAPER_PASS(caperi_json_get_float(&g->json, item, "time", CAPERI_REQUIRED, &poses[i].time));
        CAPER_PASS(caperi_json_get_string(&g->json, item, "name", CAPERI_OPTIONAL, &name));
        poses[i].name = caperi_draft_string(g->draft, name, strlen(name), g->error);
        if (!poses[i].name)
            return false;
    }
    clip->key_poses = poses;
    clip->key_pose_count = list ? (int)list->count : 0;
    return true;
}

static bool read_tags(reel *r, const caperi_json_value *json, caper_clip_def *clip)
{
    caperi_gltf *g = r->g;
    const caperi_json_value *list;
    CAPER_PASS(caperi_gltf_array(g, json, "tags", &list));
    const char **tags = scratch(g, list ? list->count : 0, sizeof *tags);
    if (!tags)
        return false;
    for (uint32_t i = 0; list && i < list->count; i++) {
        const char *tag = NULL;
        CAPER_PASS(caperi_json_string(&g->json, &list->as.items[i], &tag));
        tags[i] = caperi_draft_string(g->draft, tag, strlen(tag), g->error);
        if (!tags[i])
            return false;
    }
    clip->tags = tags;
    clip->tag_count = list ? (int)list->count : 0;
    return true;
}

static bool read_numbers(caperi_gltf *g, const caperi_json_value *item, const char *name,
                         float **out, int *count)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(&g->json, item, name, CAPERI_REQUIRED, 1, INT32_MAX, &list));
    *count = (int)list->count;
    *out = scratch(g, list->count, sizeof **out);
    return *out && caperi_json_floats(&g->json, list, *out, *count);
}

// Deforms that no morph target carries.
static bool read_deforms(reel *r, const caperi_json_value *json)
{
    caperi_gltf *g = r->g;
    const caperi_json_value *list;
    CAPER_PASS(caperi_gltf_array(g, json, "deforms", &list));
    for (uint32_t i = 0; list && i < list->count; i++) {
        const caperi_json_value *item = &list->as.items[i];
        const char *name = NULL;
        float *times, *values;
        int count, value_count;
        CAPER_PASS(caperi_json_object(&g->json, item));
        CAPER_PASS(caperi_json_get_string(&g->json, item, "name", CAPERI_REQUIRED, &name));
        CAPER_PASS(read_numbers(g, item, "times", &times, &count));
        CAPER_PASS(read_numbers(g, item, "values", &values, &value_count));
        if (value_count != count)
            CAPERI_GLTF_FAIL(g, item, CAPER_ERROR_INVALID, "%d times for %d values", count,
                             value_count);
        int found = -1;
        for (int d = 0; d < g->deform_count && found < 0; d++)
            if (strcmp(g->deform_names[g->deforms[d].place], name) == 0)
                found = d;
        if (found < 0 || r->taken[2 * g->body_count + found])
            continue;
        r->taken[2 * g->body_count + found] = true;
        caper_track_def *track = next_track(r, CAPER_TRACK_DEFORM, g->deforms[found].place);
        track->key_count = count;
        track->times = times;
        track->values = values;
        r->track_count++;
    }
    return true;
}

// The frames that the clip had, unless another program made it longer.
static bool read_own_rate(reel *r, const caperi_json_value *json)
{
    caperi_gltf *g = r->g;
    float rate = (float)r->rate;
    int frames = r->frame_count;
    CAPER_PASS(caperi_json_object(&g->json, json));
    CAPER_PASS(caperi_json_get_float(&g->json, json, "rate", CAPERI_OPTIONAL, &rate));
    CAPER_PASS(caperi_json_get_int(&g->json, json, "frames", CAPERI_OPTIONAL, 1,
                                   g->draft->options.max_frames, &frames));
    if (!(rate >= 1e-3f && rate <= 1e6f) || frames > CAPER_CLIP_MAX_TRANSFORMS / g->body_count)
        return true;
    double last = floor((r->end - r->start) * (double)rate + 0.5);
    if (last > frames - 1 || r->start < 0)
        return true;
    r->rate = (double)rate;
    r->frame_count = frames;
    return true;
}

static bool read_extras(reel *r, const caperi_json_value *json, caper_clip_def *clip)
{
    CAPER_PASS(caperi_json_get_bool(&r->g->json, json, "loops", CAPERI_OPTIONAL, &clip->loops));
    return read_contacts(r, json, clip) && read_key_poses(r, json, clip) &&
           read_tags(r, json, clip) && read_deforms(r, json);
}

// -- Clips ------------------------------------------------------------------------------------

// What the animation leaves alone stands as its node does.
static bool add_constants(reel *r)
{
    caperi_gltf *g = r->g;
    for (int i = 0; i < g->body_count; i++) {
        const caperi_gltf_body *body = &g->bodies[i];
        if (body->at_rest)
            continue;
        caper_transform local = caperi_rigid_to_transform(&body->local);
        for (int kind = 0; kind < 2; kind++) {
            if (r->taken[kind * g->body_count + i])
                continue;
            float *value = scratch(g, 4, sizeof *value);
            if (!value)
                return false;
            if (kind == 0)
                memcpy(value, &local.rotation, sizeof local.rotation);
            else
                memcpy(value, &local.position, sizeof local.position);
            caper_track_def *track =
                next_track(r, kind == 0 ? CAPER_TRACK_ROTATION : CAPER_TRACK_TRANSLATION, i);
            track->key_count = 1;
            track->values = value;
            r->track_count++;
        }
    }
    for (int d = 0; d < g->deform_count; d++) {
        if (g->deforms[d].rest == 0 || r->taken[2 * g->body_count + d])
            continue;
        float *value = scratch(g, 1, sizeof *value);
        if (!value)
            return false;
        *value = (float)g->deforms[d].rest;
        caper_track_def *track = next_track(r, CAPER_TRACK_DEFORM, g->deforms[d].place);
        track->key_count = 1;
        track->values = value;
        r->track_count++;
    }
    return true;
}

static bool read_channels(reel *r)
{
    caperi_gltf *g = r->g;
    const caperi_json_value *channels, *samplers;
    CAPER_PASS(caperi_gltf_array(g, r->json, "channels", &channels));
    CAPER_PASS(caperi_gltf_array(g, r->json, "samplers", &samplers));
    size_t count = channels ? channels->count : 0;
    r->channels = scratch(g, count, sizeof *r->channels);
    if (!r->channels)
        return false;
    for (size_t i = 0; i < count; i++) {
        channel *c = &r->channels[r->channel_count];
        bool used;
        CAPER_PASS(read_target(g, &channels->as.items[i], c, &used));
        if (!used)
            continue;
        CAPER_PASS(read_sampler(g, samplers, c));
        CAPER_PASS(read_times(r, c));
        r->channel_count++;
    }
    return true;
}

static bool add_tracks(reel *r)
{
    caperi_gltf *g = r->g;
    for (int i = 0; i < r->channel_count; i++) {
        const channel *c = &r->channels[i];
        int body = g->nodes[c->node].body;
        if (c->path == PATH_WEIGHTS)
            CAPER_PASS(add_weights(r, c));
        else if (body < 0)
            g->stray_channels += !g->nodes[c->node].root_track;
        else if (c->path == PATH_ROTATION)
            CAPER_PASS(add_rotation(r, c, body));
        else if (c->path == PATH_TRANSLATION)
            CAPER_PASS(add_translation(r, c, body));
        else
            CAPER_PASS(check_scale(r, c));
    }
    return add_root(r);
}

static bool read_clip(caperi_gltf *g, int index, time_line *lines, caper_clip_def *clip)
{
    reel r = {.g = g, .index = index, .json = &g->animations->as.items[index], .lines = lines};
    size_t slots = 2 * (size_t)g->body_count + (size_t)g->deform_count;
    r.tracks = scratch(g, slots + 1, sizeof *r.tracks);
    r.taken = scratch(g, slots, sizeof *r.taken);
    if (!r.tracks || !r.taken)
        return false;
    memset(r.taken, 0, slots * sizeof *r.taken);
    CAPER_PASS(read_channels(&r));
    CAPER_PASS(choose_rate(&r));
    const caperi_json_value *own = NULL;
    if (g->own)
        own = caperi_json_find(caperi_json_find(r.json, "extras"), CAPERI_GLTF_CLIP);
    CAPER_PASS(!own || read_own_rate(&r, own));
    CAPER_PASS(add_tracks(&r));
    CAPER_PASS(!own || read_extras(&r, own, clip));
    CAPER_PASS(add_constants(&r));

    const caperi_json_value *name = caperi_json_find(r.json, "name");
    char made[32];
    int size = snprintf(made, sizeof made, "clip_%d", index);
    bool named = caperi_json_is(name, CAPERI_JSON_STRING) && name->count > 0;
    clip->name = caperi_draft_string(g->draft, named ? name->as.string : made,
                                     named ? name->count : (size_t)size, g->error);
    clip->rate = (float)r.rate;
    clip->frame_count = r.frame_count;
    clip->tracks = r.tracks;
    clip->track_count = r.track_count;
    clip->deforms = g->deform_names;
    clip->deform_count = g->deform_count;
    return clip->name != NULL;
}

bool caperi_gltf_read_clips(caperi_gltf *g)
{
    int count = g->animations ? (int)g->animations->count : 0;
    if (g->draft->options.no_clips || count == 0)
        return true;
    size_t accessors = g->accessors ? g->accessors->count : 0;
    time_line *lines = scratch(g, accessors, sizeof *lines);
    if (!lines || !caperi_gltf_spend(g, g->animations, (size_t)count * sizeof(caper_clip_def)))
        return false;
    memset(lines, 0, accessors * sizeof *lines);
    CAPER_PASS(caperi_draft_clips(g->draft, count, g->error));
    for (int i = 0; i < count; i++)
        CAPER_PASS(read_clip(g, i, lines, &g->draft->clips[i]));
    if (g->scaled_channels > 0)
        caperi_draft_warn(g->draft, 0, 0, "%d channels animate a scale: dropped",
                          g->scaled_channels);
    if (g->stray_channels > 0)
        caperi_draft_warn(g->draft, 0, 0,
                          "%d channels move nodes that are no part of the skeleton: dropped",
                          g->stray_channels);
    return true;
}
