// SPDX-License-Identifier: MIT
//
// What a clip def must fulfil before anything is built from it. Everything is checked here, so that
// the builder can only fail for want of memory; and the limits are checked before anything is
// allocated for what they limit.
#include "base/json.h"
#include "base/try.h"
#include "clip/clip.h"

#include <stdio.h>
#include <string.h>

// "rotation of 'left_knee'", for messages.
typedef struct label {
    char text[80];
} label;

static const char *const kind_names[CAPER_TRACK_KIND_COUNT] = {"rotation", "position", "deform",
                                                               "root"};

static label view_label(const caper_clip_def *def, const caperi_track_view *view)
{
    label l;
    const char *kind = kind_names[view->kind];
    if (view->kind == CAPER_TRACK_ROOT)
        snprintf(l.text, sizeof l.text, "%s track", kind);
    else if (view->kind == CAPER_TRACK_DEFORM)
        snprintf(l.text, sizeof l.text, "%s '%.56s'", kind, def->deforms[view->target]);
    else
        snprintf(l.text, sizeof l.text, "%s of '%.56s'", kind, def->skeleton->names[view->target]);
    return l;
}

#define INVALID error, CAPER_ERROR_INVALID, def->source, 0, 0

static bool check_skeleton(const caper_clip_def *def, caper_arena *arena, caper_error *error)
{
    const caper_skeleton *skeleton = def->skeleton;
    CAPER_TRY(skeleton != NULL, INVALID, "the clip has no skeleton");
    CAPER_TRY(skeleton->body_count >= 1, INVALID, "the skeleton has no bodies");
    CAPER_TRY(skeleton->body_count <= CAPER_MAX_BODIES, error, CAPER_ERROR_LIMIT, def->source, 0, 0,
              "the skeleton has %d bodies, the most is %d", skeleton->body_count, CAPER_MAX_BODIES);
    CAPER_TRY(skeleton->names && skeleton->parents && skeleton->rest_local, INVALID,
              "the skeleton lacks its names, parents or rest transforms");

    caperi_name_table names;
    CAPER_TRY(caperi_name_table_init(&names, skeleton->names, skeleton->body_count, arena), error,
              CAPER_ERROR_MEMORY, def->source, 0, 0, "out of memory");
    for (int i = 0; i < skeleton->body_count; i++) {
        const char *name = skeleton->names[i];
        CAPER_TRY(name && name[0], INVALID, "body %d of the skeleton has no name", i);
        CAPER_TRY(strlen(name) <= CAPERI_NAME_MAX, INVALID,
                  "body %d of the skeleton has a name of more than %d bytes", i, CAPERI_NAME_MAX);
        CAPER_TRY(caperi_name_add(&names, i), INVALID,
                  "two bodies of the skeleton are named '%.60s'", name);
        CAPER_TRY(skeleton->parents[i] >= -1 && skeleton->parents[i] < i, INVALID,
                  "the parent of '%.60s' is %d, expected -1 or an earlier body", name,
                  skeleton->parents[i]);
        caper_transform rest = skeleton->rest_local[i];
        CAPER_TRY(caper_transform_is_valid(rest, CAPERI_ROTATION_TOLERANCE), INVALID,
                  "the rest transform of '%.60s' is not finite with a unit rotation", name);
        caper_vec3 p = caper_vec3_abs(rest.position);
        CAPER_TRY(caper_max(p.x, caper_max(p.y, p.z)) <= CAPERI_COORDINATE_MAX, INVALID,
                  "the rest position of '%.60s' is beyond 1e9 metres", name);
    }
    return true;
}

bool caperi_check_size(const char *source, double rate, double frame_count, int body_count,
                       int deform_count, caper_error *error)
{
    CAPER_TRY(rate >= 1e-3 && rate <= 1e6, error, CAPER_ERROR_INVALID, source, 0, 0,
              "the rate is %g, expected frames a second from 0.001 to 1000000", rate);
    CAPER_TRY(frame_count >= 1, error, CAPER_ERROR_INVALID, source, 0, 0,
              "the clip has %.0f frames, expected at least 1", frame_count);
    double values = frame_count * ((double)body_count + (double)deform_count);
    CAPER_TRY(values <= CAPER_CLIP_MAX_TRANSFORMS, error, CAPER_ERROR_LIMIT, source, 0, 0,
              "%.0f frames of %d bodies and %d deforms are %.0f values, the most is %d",
              frame_count, body_count, deform_count, values, CAPER_CLIP_MAX_TRANSFORMS);
    return true;
}

static bool check_arrays(const caper_clip_def *def, caper_arena *arena, caper_error *error)
{
    const char *bad = NULL;
    bad = def->track_count < 0 || (def->track_count && !def->tracks) ? "tracks" : bad;
    bad = def->deform_count < 0 || (def->deform_count && !def->deforms) ? "deforms" : bad;
    bad = def->contact_count < 0 || (def->contact_count && !def->contacts) ? "contacts" : bad;
    bad = def->key_pose_count < 0 || (def->key_pose_count && !def->key_poses) ? "key poses" : bad;
    bad = def->tag_count < 0 || (def->tag_count && !def->tags) ? "tags" : bad;
    CAPER_TRY(!bad, INVALID, "the number of %s is negative, or there are none to read", bad);
    CAPER_TRY(def->deform_count <= CAPER_CLIP_MAX_DEFORMS, error, CAPER_ERROR_LIMIT, def->source, 0,
              0, "the clip has %d deforms, the most is %d", def->deform_count,
              CAPER_CLIP_MAX_DEFORMS);
    caperi_name_table names;
    CAPER_TRY(caperi_name_table_init(&names, def->deforms, def->deform_count, arena), error,
              CAPER_ERROR_MEMORY, def->source, 0, 0, "out of memory");
    for (int i = 0; i < def->deform_count; i++) {
        CAPER_TRY(def->deforms[i] && def->deforms[i][0], INVALID, "deform %d has no name", i);
        CAPER_TRY(caperi_name_add(&names, i), INVALID, "two deforms are named '%.60s'",
                  def->deforms[i]);
    }
    for (int i = 0; i < def->tag_count; i++)
        CAPER_TRY(def->tags[i] && def->tags[i][0], INVALID, "tag %d is empty", i);
    return true;
}

static bool check_marks(const caper_clip_def *def, caper_error *error)
{
    double duration = (def->frame_count - 1) / (double)def->rate, end = caperi_marks_end(def);
    for (int i = 0; i < def->contact_count; i++) {
        caper_contact c = def->contacts[i];
        CAPER_TRY(c.body >= 0 && c.body < def->skeleton->body_count, INVALID,
                  "contact %d is of body %d, the skeleton has %d", i, c.body,
                  def->skeleton->body_count);
        CAPER_TRY(c.start >= 0 && c.start <= c.end && (double)c.end <= end, INVALID,
                  "contact %d lasts from %g to %g s, expected a span within 0 and %g", i,
                  (double)c.start, (double)c.end, duration);
    }
    for (int i = 0; i < def->key_pose_count; i++) {
        caper_key_pose k = def->key_poses[i];
        CAPER_TRY(k.time >= 0 && (double)k.time <= end, INVALID,
                  "key pose %d is at %g s, expected a time within 0 and %g", i, (double)k.time,
                  duration);
    }
    return true;
}

bool caperi_check_def(const caper_clip_def *def, caper_arena *arena, caper_error *error)
{
    CAPER_PASS(check_skeleton(def, arena, error));
    CAPER_PASS(check_arrays(def, arena, error));
    CAPER_PASS(caperi_check_size(def->source, (double)def->rate, def->frame_count,
                                 def->skeleton->body_count, def->deform_count, error));
    return check_marks(def, error);
}

// Made for a message only: printing it for every track would take longer than checking them.
#define LABEL view_label(def, view).text

static bool check_times(const caper_clip_def *def, const caperi_track_view *view,
                        caper_error *error)
{
    if (!view->times) {
        CAPER_TRY(view->key_count <= def->frame_count, INVALID,
                  "%s has %d keys without times, the clip has %d frames", LABEL, view->key_count,
                  def->frame_count);
        return true;
    }
    float duration = (float)(def->frame_count - 1) / def->rate;
    for (int i = 0; i < view->key_count; i++) {
        float t = view->times[i];
        bool inside =
            t >= 0 && (t <= duration || caperi_whole_frame(t, def->rate) == def->frame_count - 1);
        CAPER_TRY(inside, INVALID, "%s, key %d is at %g s, expected a time within 0 and %g", LABEL,
                  i, (double)t, (double)duration);
        CAPER_TRY(i == 0 || t > view->times[i - 1], INVALID,
                  "%s, key %d is at %g s, not after the key before it", LABEL, i, (double)t);
    }
    return true;
}

// Are all keys as they should be? Rotations four at a time; a unit quaternion has no component out
// of range, so one test does.
static bool all_good(const caperi_track_view *view)
{
    const float *v = view->values;
    size_t stride = view->stride, width = (size_t)caperi_track_width(view->kind);
    int i = 0;
    uint32_t bad = 0;
    if (view->kind == CAPER_TRACK_ROTATION) {
        caperi_f4 good = caperi_f4_eq(caperi_f4_zero(), caperi_f4_zero());
        for (; i + 4 <= view->key_count; i += 4, v += 4 * stride) {
            caperi_f4 q[4];
            for (size_t l = 0; l < 4; l++)
                q[l] = caperi_f4_loadu(v + l * stride);
            caperi_f4_transpose(q);
            caperi_f4 xy = caperi_f4_add(caperi_f4_mul(q[0], q[0]), caperi_f4_mul(q[1], q[1]));
            caperi_f4 zw = caperi_f4_add(caperi_f4_mul(q[2], q[2]), caperi_f4_mul(q[3], q[3]));
            caperi_f4 off = caperi_f4_sub(caperi_f4_add(xy, zw), caperi_f4_splat(1.0f));
            caperi_f4 most = caperi_f4_splat(2.0f * CAPERI_ROTATION_TOLERANCE);
            good = caperi_f4_and(good, caperi_f4_le(caperi_f4_abs(off), most));
        }
        bad = caperi_f4_mask(good) != 15;
        for (; i < view->key_count; i++, v += stride)
            bad |= !caper_quat_is_unit(caper_quat_make(v[0], v[1], v[2], v[3]),
                                       CAPERI_ROTATION_TOLERANCE);
    } else if (stride == width) {
        size_t total = width * (size_t)view->key_count;
        for (size_t k = 0; k < total; k++)
            bad |= !(fabsf(v[k]) <= CAPERI_COORDINATE_MAX);
    } else {
        for (; i < view->key_count; i++, v += stride)
            for (size_t j = 0; j < width; j++)
                bad |= !(fabsf(v[j]) <= CAPERI_COORDINATE_MAX);
    }
    return bad == 0;
}

bool caperi_check_view(const caper_clip_def *def, const caperi_track_view *view,
                       caperi_clock *clock, caper_error *error)
{
    CAPER_TRY(view->key_count >= 1 && view->values, INVALID, "%s has no keys", LABEL);
    bool known = view->times && view->times == clock->times && view->key_count == clock->key_count;
    CAPER_PASS(known || check_times(def, view, error));
    clock->times = view->times;
    clock->key_count = view->key_count;
    if (all_good(view))
        return true;
    // once more, for the message
    int width = caperi_track_width(view->kind);
    for (int i = 0; i < view->key_count; i++) {
        const float *v = view->values + (size_t)i * view->stride;
        for (int j = 0; j < width; j++)
            CAPER_TRY(fabsf(v[j]) <= CAPERI_COORDINATE_MAX, INVALID,
                      "%s, key %d holds %g, expected a number within 1e9", LABEL, i, (double)v[j]);
        if (view->kind != CAPER_TRACK_ROTATION)
            continue;
        caper_quat q = caper_quat_make(v[0], v[1], v[2], v[3]);
        CAPER_TRY(caper_quat_is_unit(q, CAPERI_ROTATION_TOLERANCE), INVALID,
                  "%s, key %d is a quaternion of length %g, expected 1", LABEL, i,
                  sqrt((double)caper_quat_dot(q, q)));
    }
    return true;
}

bool caperi_check_target(const caper_clip_def *def, int track, caper_error *error)
{
    caper_track_kind kind = def->tracks[track].kind;
    int target = def->tracks[track].body;
    CAPER_TRY((int)kind >= 0 && kind < CAPER_TRACK_KIND_COUNT, INVALID,
              "track %d is of kind %d, which does not exist", track, (int)kind);
    if (kind == CAPER_TRACK_ROOT)
        return true;
    bool deform = kind == CAPER_TRACK_DEFORM;
    int count = deform ? def->deform_count : def->skeleton->body_count;
    CAPER_TRY(target >= 0 && target < count, INVALID, "track %d is of %s %d, the clip has %d",
              track, deform ? "deform" : "body", target, count);
    return true;
}

bool caperi_refuse_second(const caper_clip_def *def, const caperi_track_view *view,
                          caper_error *error)
{
    label l = view_label(def, view);
    return caper_error_set(INVALID, "there are several tracks for the %s", l.text);
}
