// SPDX-License-Identifier: MIT
//
// Walks to take over stairs, and what tests measure of the result.
#ifndef CAPER_TEST_STRIDE_FIXTURE_H
#define CAPER_TEST_STRIDE_FIXTURE_H

#include "actor_fixture.h"

#include "caper/gait.h"

#include <math.h>

/// A walk of a character on flat ground, as its own gait makes it: the root track says how far it
/// went, and contacts when feet stand.
static inline caper_clip *walk_of(const caper_character *c, float froude, float seconds)
{
    caper_gait_def def = caper_gait_def_default();
    def.character = c;
    caper_error error = {0};
    caper_gait *gait = caper_gait_create(&def, &error);
    REQUIRE(gait != NULL);
    caper_actor *actor = actor_of(c);
    caper_play_def play = caper_play_def_default();
    play.gait = gait;
    play.fade_in = 0;
    caper_source source = caper_actor_play(actor, &play, &error);
    REQUIRE(source != 0);
    caper_walk_command command = {.velocity = {0, 0, caper_gait_speed(gait, froude)},
                                  .heading = NAN};
    REQUIRE(caper_actor_command(actor, source, &command));
    caper_record_job job = caper_record_job_default();
    job.actor = actor;
    job.recorder.rate = 60;
    job.seconds = seconds;
    job.settle = 2;
    caper_clip *clip = caper_record(&job, &error);
    REQUIRE(clip != NULL);
    caper_actor_destroy(actor);
    caper_gait_destroy(gait);
    return clip;
}

/// How far the root of a clip went, and turned.
static inline caper_root way_of(const caper_clip *clip)
{
    return caper_root_delta(caper_clip_sample_root(clip, 0),
                            caper_clip_sample_root(clip, clip->duration));
}

/// Stairs ahead, up or down: they begin at z = 1.2 m.
static inline caper_world *stairs_of(float rise, float tread, int count, bool down)
{
    caper_world_stairs stairs;
    memset(&stairs, 0, sizeof stairs);
    stairs.transform = caper_transform_identity();
    stairs.transform.position.z = 1.2f;
    stairs.count = count;
    stairs.rise = rise;
    stairs.run = tread;
    stairs.width = 40; // for the largest
    stairs.landing = 40;
    if (down) { // the flight faces the other way: its landing is where one starts
        stairs.transform.rotation = caper_quat_from_yaw(CAPER_PI);
        stairs.transform.position.z = 1.2f + (float)count * tread;
    }
    caper_world_def def = caper_world_def_default();
    def.stairs = &stairs;
    def.stairs_count = 1;
    caper_error error = {0};
    caper_world *world = caper_world_create(&def, &error);
    REQUIRE(world != NULL);
    return world;
}

#define STANDS 0.005 // metres: a point of a sole that is nearer to ground carries it

/// What became of a clip on a world.
typedef struct stride_figures {
    double slip;      ///< mm: most that the lowest points of a stance went apart
    double planted;   ///< mm: penetration of soles that stand, p95
    double floats;    ///< mm: height of soles that stand, p95
    double swing;     ///< mm: penetration of soles that swing, most
    double fall;      ///< of gravity: most downward acceleration of the center of mass, 0.1 s
    double jerk;      ///< mean squared, of all bodies, model units
    double root_jerk; ///< of the root's speed: largest step of speed in a frame, m/s
    int stances;
} stride_figures;

static inline int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double share_of(double *values, int count, double share)
{
    if (count == 0) {
        return 0;
    }
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return values[(int)(share * (count - 1) + 0.5)];
}

/// Sole points of a body and of those that it carries (toes), world; returns their number.
static inline int soles_of(const caper_character *c, int foot, const caper_pose *world,
                           caper_vec3 *out)
{
    caper_vec3 points[CAPER_MAX_CONTACTS];
    int count = 0;
    for (int b = foot; b >= 0; b = b == foot ? c->bodies[foot].child : c->bodies[b].sibling) {
        if (b != foot && (c->bodies[b].caps & CAPER_CAP_HELPER)) {
            continue;
        }
        int n = caper_body_sole_points(c, b, points);
        for (int i = 0; i < n && count < 24; i++) {
            out[count++] = caper_transform_mul_point(world->bodies[b], points[i]);
        }
    }
    return count;
}

/// Millimetres from one point to another along the ground.
static inline double flat_way(caper_vec3 a, caper_vec3 b)
{
    caper_vec3 d = caper_vec3_sub(a, b);
    return 1000 * sqrt((double)(d.x * d.x + d.z * d.z));
}

/// What carries a sole: one of its points, or, on the edge of a step, one between two of them.
typedef struct touch {
    int a, b;
    float share;
} touch;

static inline caper_vec3 touch_at(touch t, const caper_vec3 *points)
{
    return caper_vec3_lerp(points[t.a], points[t.b], t.share);
}

/// How far a sole is above the ground, metres: as `gap` of its points says, or where it lies on the
/// edge of a step between two of them; `on` is that place then.
static inline double sole_gap(const caper_world *world, const caper_vec3 *points, int count,
                              double gap, touch *on)
{
    for (int i = 0; i < count && gap > 1e-3; i++) {
        for (int k = 0; k < 7 * i; k++) {
            touch t = {i, k / 7, (float)(k % 7 + 1) / 8};
            caper_hit hit = caper_world_distance(world, NULL, touch_at(t, points), 10);
            if (hit.surface != CAPER_SURFACE_NONE && (double)hit.distance < gap) {
                gap = (double)hit.distance;
                *on = t;
            }
        }
    }
    return gap;
}

/// Measure a clip whose contacts are marked, against a world that has moved by then; `moved` may be
/// NULL.
static inline stride_figures measure_on(const caper_character *c, const caper_clip *clip,
                                        const caper_world *world, caper_vec3 (*moved)(float time))
{
    stride_figures f;
    memset(&f, 0, sizeof f);
    int frames = clip->frame_count, n = c->body_count;
    caper_pose pose = caper_pose_create(n, clip->deform_count, NULL);
    caper_pose bodies = {pose.bodies, NULL, n, 0};
    caper_vec3 *path = malloc((size_t)frames * (size_t)(n + 1) * sizeof *path);
    size_t most = (size_t)frames * (size_t)c->leg_count + 1;
    double *sinks = malloc(most * sizeof(double)), *gaps = malloc(most * sizeof(double));
    REQUIRE(pose.bodies && path && sinks && gaps);
    int planted = 0;
    caper_vec3 last[64][24], drifts[64];
    touch touched[64];
    bool stood[64] = {false};
    for (int i = 0; i < frames; i++) {
        float time = (float)i / clip->rate;
        caper_clip_sample(clip, time, NULL, &pose);
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        if (moved) {
            root.position = caper_vec3_sub(root.position, moved(time));
        }
        caper_pose_to_model(&c->skeleton, &bodies, &root, &bodies);
        for (int b = 0; b < n; b++) {
            path[i * (n + 1) + b] = bodies.bodies[b].position;
        }
        path[i * (n + 1) + n] = caper_character_center_of_mass(c, &bodies);
        for (int l = 0; l < c->leg_count; l++) {
            caper_vec3 points[24];
            int foot = c->legs[l].foot, count = soles_of(c, foot, &bodies, points), low = 0;
            double gap = 1e9, top = STANDS; // of any surface, and of one that faces up
            int stood_on = -1;
            for (int k = 0; k < count; k++) {
                caper_hit hit = caper_world_distance(world, NULL, points[k], 10);
                double g = hit.surface == CAPER_SURFACE_NONE ? 10 : (double)hit.distance;
                low = g < gap ? k : low;
                gap = g < gap ? g : gap;
                if (hit.normal.y > 0.5f && fabs(g) < top) {
                    stood_on = k;
                    top = fabs(g);
                }
            }
            low = stood_on >= 0 ? stood_on : low; // toes may touch the face of a step
            // a frame at either end of a contact is on its way
            bool stands = caper_clip_in_contact(clip, foot, time) &&
                          caper_clip_in_contact(clip, foot, time - 1.01f / clip->rate) &&
                          caper_clip_in_contact(clip, foot, time + 1.01f / clip->rate);
            if (!stands) {
                f.swing = fmax(f.swing, -1000 * gap);
                stood[l] = false;
                continue;
            }
            sinks[planted] = fmax(-1000 * gap, 0);
            touch on = {low, low, 0};
            gaps[planted++] = fmax(1000 * sole_gap(world, points, count, gap, &on), 0);
            on = stood_on >= 0 ? (touch){low, low, 0} : on;
            f.stances += !stood[l];
            // The point that stands now has not moved since the frame before. Where a foot rolls
            // from one point to another it stood on the first until the second was down: the one
            // that moved less counts. Over an edge a sole rolls on points between.
            touch was = stood[l] ? touched[l] : on;
            const caper_vec3 *before = stood[l] ? last[l] : points;
            caper_vec3 went = caper_vec3_sub(touch_at(on, points), touch_at(on, before));
            caper_vec3 other = caper_vec3_sub(touch_at(was, points), touch_at(was, before));
            bool other_point = was.a != on.a || was.b != on.b, edge = on.a != on.b;
            bool rolls = other_point && !(edge && was.a != was.b);
            went = other_point && caper_vec3_length(other) < caper_vec3_length(went) ? other : went;
            drifts[l] = stood[l] && !rolls ? caper_vec3_add(drifts[l], went) : went;
            f.slip = fmax(f.slip, flat_way(drifts[l], caper_vec3_zero()));
            for (int k = 0; k < count; k++) {
                last[l][k] = points[k];
            }
            touched[l] = on;
            stood[l] = true;
        }
    }
    f.planted = share_of(sinks, planted, 0.95);
    f.floats = share_of(gaps, planted, 0.95);
    int stride = (int)(clip->rate / 60 + 0.5f), wide = (int)(0.1f * clip->rate + 0.5f);
    stride = stride > 1 ? stride : 1;
    double dt = stride / (double)clip->rate, half = wide / (double)clip->rate;
    for (int i = 0; i + 3 * stride < frames; i++) {
        for (int b = 0; b < n; b++) {
            const caper_vec3 *p = &path[i * (n + 1) + b];
            int s = stride * (n + 1);
            caper_vec3 j = caper_vec3_sub(caper_vec3_sub(p[3 * s], p[0]),
                                          caper_vec3_scale(caper_vec3_sub(p[2 * s], p[s]), 3));
            f.jerk += (double)caper_vec3_length_sq(j) / pow(dt, 6) / n / frames;
        }
    }
    for (int i = wide; i + wide < frames; i++) {
        const caper_vec3 *p = &path[i * (n + 1) + n];
        double a = (double)(p[-wide * (n + 1)].y - 2 * p->y + p[wide * (n + 1)].y) / (half * half);
        f.fall = fmax(f.fall, -a / 9.81);
    }
    free(path);
    free(sinks);
    free(gaps);
    caper_pose_destroy(&pose, NULL);
    return f;
}

/// The same of one that stands still.
static inline stride_figures measure(const caper_character *c, const caper_clip *clip,
                                     const caper_world *world)
{
    return measure_on(c, clip, world, NULL);
}

#endif
