// SPDX-License-Identifier: MIT
//
// The error of a clip at points of its bodies, by forward kinematics of both clips at all frames
// and half-frames. Invariant: nothing is estimated; what is reported was measured.
#include "clip/measure.h"

#include <string.h>

static void box_corners(const caper_body *body, caper_vec3 corners[8])
{
    for (int i = 0; i < 8; i++) {
        caper_vec3 h = body->box_half;
        caper_vec3 s = caper_vec3_make(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z);
        corners[i] = caper_vec3_add(body->box_center, s);
    }
}

static float mean_length(const caper_skeleton *skeleton)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < skeleton->body_count; i++) {
        float length = caper_vec3_length(skeleton->rest_local[i].position);
        if (skeleton->parents[i] < 0 || !(length > 0))
            continue;
        sum += (double)length;
        count++;
    }
    return count > 0 ? (float)(sum / count) : 0.1f;
}

// Without boxes: each joint, and where a chain ends a point on each axis, so that no turn of the
// last body goes unseen. It is taken to be as long as the body before it.
static int skeleton_points(const caper_skeleton *skeleton, int body, float mean,
                           caper_vec3 points[8])
{
    points[0] = caper_vec3_zero();
    for (int i = body + 1; i < skeleton->body_count; i++)
        if (skeleton->parents[i] == body)
            return 1;
    float own = caper_vec3_length(skeleton->rest_local[body].position);
    float length = skeleton->parents[body] >= 0 && own > 0.0f ? own : mean;
    points[1] = caper_vec3_make(length, 0, 0);
    points[2] = caper_vec3_make(0, length, 0);
    points[3] = caper_vec3_make(0, 0, length);
    return 4;
}

static void make_points(caperi_measure *m, const caper_character *character)
{
    const caper_skeleton *skeleton = &m->clip->skeleton;
    float mean = mean_length(skeleton);
    for (int i = 0; i < skeleton->body_count; i++) {
        caper_vec3 points[8];
        int count = 8;
        if (character)
            box_corners(&character->bodies[i], points);
        else
            count = skeleton_points(skeleton, i, mean, points);
        for (int j = 0; j < count; j++) {
            m->points[m->point_count] = points[j];
            m->point_bodies[m->point_count++] = i;
        }
    }
}

// The longest way along the bodies, whatever the pose, with the longest position each body takes.
static void make_reach(caperi_measure *m, const caper_track_def *tracks, int track_count)
{
    const caper_skeleton *skeleton = &m->clip->skeleton;
    int bodies = skeleton->body_count;
    for (int i = 0; i < m->point_count; i++) {
        float *reach = &m->reach[m->point_bodies[i]];
        *reach = caper_max(*reach, caper_vec3_length(m->points[i]));
    }
    for (int i = bodies - 1; i >= 0; i--) {
        float away = caper_vec3_length(m->clip->data->base[i].position);
        for (int t = 0; t < track_count; t++) {
            const caper_track_def *track = &tracks[t];
            if (track->kind != CAPER_TRACK_TRANSLATION || track->body != i)
                continue;
            away = 0;
            for (int k = 0; k < track->key_count; k++) {
                const float *v = track->values + 3 * (size_t)k;
                away = caper_max(away, caper_vec3_length(caper_vec3_make(v[0], v[1], v[2])));
            }
        }
        int parent = skeleton->parents[i];
        float *above = &m->reach[parent >= 0 ? parent : bodies];
        *above = caper_max(*above, away + m->reach[i]);
    }
}

bool caperi_measure_init(caperi_measure *m, const caper_clip *clip,
                         const caper_character *character, const caper_track_def *tracks,
                         int track_count, int span, caper_arena *arena)
{
    size_t bodies = (size_t)clip->skeleton.body_count;
    m->clip = clip;
    m->span = span;
    m->span_count = (2 * clip->frame_count - 2) / span + 1;
    size_t cells = (size_t)m->span_count * (bodies + 1);
    m->points = caper_arena_alloc_zero(arena, 8 * bodies, sizeof *m->points, 16);
    m->point_bodies = caper_arena_alloc_zero(arena, 8 * bodies, sizeof *m->point_bodies, 16);
    m->reach = caper_arena_alloc_zero(arena, bodies + 1, sizeof *m->reach, 16);
    m->errors = caper_arena_alloc_zero(arena, cells, sizeof *m->errors, 16);
    caper_pose *poses[] = {&m->local, &m->model, &m->other};
    bool good = m->points && m->point_bodies && m->reach && m->errors;
    for (int i = 0; i < CAPER_COUNT_OF(poses); i++) {
        poses[i]->bodies = caper_arena_alloc_zero(arena, bodies, sizeof(caper_transform), 32);
        poses[i]->body_count = clip->skeleton.body_count;
        good = good && poses[i]->bodies;
    }
    if (!good)
        return false;
    make_points(m, character);
    make_reach(m, tracks, track_count);
    return true;
}

// The errors of one moment, into those of its span.
static void measure_moment(caperi_measure *m, const caper_clip *other, caperi_moment moment,
                           float *errors)
{
    const caper_clip *clip = m->clip;
    caper_transform a = caper_root_transform(caperi_clip_root_moment(clip, moment));
    caper_transform b = caper_root_transform(caperi_clip_root_moment(other, moment));
    caperi_clip_sample_moment(clip, moment, &m->local);
    caper_pose_to_model(&clip->skeleton, &m->local, &a, &m->model);
    caperi_clip_sample_moment(other, moment, &m->local);
    caper_pose_to_model(&clip->skeleton, &m->local, &b, &m->other);
    for (int p = 0; p < m->point_count; p++) {
        int body = m->point_bodies[p];
        caper_vec3 x = caper_transform_mul_point(m->model.bodies[body], m->points[p]);
        caper_vec3 y = caper_transform_mul_point(m->other.bodies[body], m->points[p]);
        errors[body] = caper_max(caper_vec3_distance(x, y), errors[body]);
    }
}

float caperi_measure_run(caperi_measure *m, const caper_clip *other, int first, int last)
{
    size_t bodies = (size_t)m->clip->skeleton.body_count;
    int half_count = 2 * m->clip->frame_count - 1;
    float worst = 0.0f;
    for (int span = first; span <= last; span++) {
        float *errors = m->errors + (size_t)span * (bodies + 1);
        memset(errors, 0, (bodies + 1) * sizeof *errors);
        for (int i = span * m->span; i < (span + 1) * m->span && i < half_count; i++)
            measure_moment(m, other, caperi_half_moment(m->clip, i), errors);
        for (size_t i = bodies; i-- > 0;) {
            int parent = m->clip->skeleton.parents[i];
            float *above = &errors[parent >= 0 ? (size_t)parent : bodies];
            *above = caper_max(*above, errors[i]);
        }
        worst = caper_max(worst, errors[bodies]);
    }
    return worst;
}
