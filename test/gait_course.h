// SPDX-License-Identifier: MIT
//
// An obstacle course for gaits: walks a character through a command on a ground that is scaled to
// its legs, solves every frame, and measures what the pose (not the walker) does. The measures are
// computed here from poses alone; room quality is not asked.
#ifndef CAPER_TEST_GAIT_COURSE_H
#define CAPER_TEST_GAIT_COURSE_H

#include "caper/gait.h"
#include "caper/ik.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum course_ground {
    GROUND_FLAT,
    GROUND_SLOPE,
    GROUND_HILLS,
    GROUND_RUBBLE
} course_ground;
typedef enum course_way {
    WAY_STRAIGHT,
    WAY_CIRCLE,
    WAY_CURVE,
    WAY_RANDOM
} course_way;

typedef struct course {
    course_ground ground;
    course_way way;
    float froude;
    int frames; // of 1/60 s for legs of 0.9 m, as the square root of length for others
    uint64_t seed;
} course;

// Lengths in metres for legs of 0.9 m: divided by length / 0.9.
typedef struct course_result {
    float slip_median, slip_max; // of sole corners over a stance
    float penetration_p95;       // of the deepest foot corner of a frame
    int pops, pop_body, pop_frame;
    float pop_worst;   // share of size
    float stretched;   // share of stance frames with a leg body outside 0.9 .. 1.1
    float stiff;       // the same for legs without a knee, which cannot but stretch
    float balanced;    // share of frames with the center of mass over the feet (grown by 5 %)
    float speed_error; // share, over the last half
    float duty;        // mean
    int stances, replans;
    bool finite;
} course_result;

// ------------------------------------------------------------------------------------------ ground

#define COURSE_SIDE 321

static float course_height(course_ground ground, float x, float z, uint64_t seed)
{
    if (ground == GROUND_SLOPE) {
        return 0.176f * z; // 10 degrees up
    }
    if (ground == GROUND_HILLS) {
        return 0.18f * sinf(0.9f * x + 0.3f) * cosf(0.7f * z) + 0.12f * sinf(1.1f * z);
    }
    if (ground == GROUND_RUBBLE) {
        // plateaus of half a metre, each with a height of its own
        uint64_t cell[2] = {(uint64_t)(int64_t)floorf(x / 0.5f),
                            (uint64_t)(int64_t)floorf(z / 0.5f)};
        uint64_t h = caper_hash64(cell, sizeof cell, seed + 7);
        return 0.10f * (float)(h % 1000) / 1000.0f;
    }
    return 0;
}

static caper_world *course_world(course_ground ground, float scale, uint64_t seed)
{
    caper_world_def def = caper_world_def_default();
    static float heights[COURSE_SIDE * COURSE_SIDE];
    caper_world_field field = {0, 0, 0, COURSE_SIDE, COURSE_SIDE, heights};
    if (ground == GROUND_FLAT) {
        return caper_world_create(&def, NULL);
    }
    float spacing = 0.15f;
    field.spacing = spacing * scale;
    field.x = field.z = -0.5f * (COURSE_SIDE - 1) * field.spacing;
    for (int r = 0; r < COURSE_SIDE; r++) {
        for (int c = 0; c < COURSE_SIDE; c++) {
            float x = ((float)c - 160) * spacing, z = ((float)r - 160) * spacing;
            heights[r * COURSE_SIDE + c] = scale * course_height(ground, x, z, seed);
        }
    }
    def.has_ground = false;
    def.fields = &field;
    def.field_count = 1;
    return caper_world_create(&def, NULL);
}

static caper_vec3 course_command(const course *c, float length, float speed, float time)
{
    float unit = sqrtf(length / 0.9f), angle = 0, radius = 5 * length;
    if (c->way == WAY_CIRCLE) {
        angle = speed * time / radius;
    } else if (c->way == WAY_CURVE) {
        angle = 0.9f * sinf(speed * time / radius);
    } else if (c->way == WAY_RANDOM) {
        caper_rng rng = caper_rng_make_stream(c->seed, (uint64_t)(time / (1.3f * unit)));
        angle = caper_rng_range(&rng, -3.14f, 3.14f);
        speed *= caper_rng_float(&rng) < 0.2f ? 0 : caper_rng_float(&rng);
    }
    return caper_vec3_make(speed * sinf(angle), 0, speed * cosf(angle));
}

// ----------------------------------------------------------------------------------------- measure

static int course_compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static float course_percentile(float *values, int count, float share)
{
    if (count == 0) {
        return 0;
    }
    qsort(values, (size_t)count, sizeof *values, course_compare);
    return values[(int)(share * (float)(count - 1))];
}

// Is a point over the convex hull of others, grown by a margin? By every direction of a fan.
static bool course_over(const caper_vec3 *points, int count, caper_vec3 p, float margin)
{
    for (int i = 0; i < 48 && count > 0; i++) {
        float angle = CAPER_TAU * (float)i / 48, x = cosf(angle), z = sinf(angle), most = -1e30f;
        for (int k = 0; k < count; k++) {
            most = fmaxf(most, points[k].x * x + points[k].z * z);
        }
        if (p.x * x + p.z * z > most + margin) {
            return false;
        }
    }
    return count > 0;
}

typedef struct course_stance {
    caper_bounds corners[4];
    bool on;
} course_stance;

static course_result course_run(const caper_character *ch, const caper_gait *gait,
                                const caper_solver *solver, const course *c)
{
    course_result r;
    memset(&r, 0, sizeof r);
    r.finite = true;
    const caper_gait_leg *legs;
    int leg_count = caper_gait_legs(gait, &legs), bodies = ch->body_count;
    float length = caper_gait_length(gait), scale = length / 0.9f, dt = sqrtf(scale) / 60;
    float speed = caper_gait_speed(gait, c->froude);
    caper_world *world = course_world(c->ground, scale, c->seed);
    caper_walker *walker = caper_walker_create(gait, NULL, NULL);
    int capacity = caper_gait_goal_count(gait), goal_count;
    caper_goal *goals = calloc((size_t)capacity, sizeof *goals);
    void *scratch = aligned_alloc(64, (caper_solver_scratch_size(solver) + 63) / 64 * 64);
    caper_pose local = caper_character_pose(ch, NULL), model = caper_character_pose(ch, NULL);
    caper_vec3 *history = calloc((size_t)bodies * 5, sizeof *history);
    course_stance *stances = calloc((size_t)leg_count + 1, sizeof *stances);
    float *slips = calloc((size_t)c->frames * (size_t)(leg_count + 1), sizeof *slips);
    float *depths = calloc((size_t)c->frames, sizeof *depths);
    int slip_count = 0, stance_frames = 0, stretch_frames = 0, stiff_frames = 0,
        stiff_stretched = 0, balanced = 0, standing = 0;
    caper_solver_params params = caper_solver_params_default();
    caper_root root = {0, 0, 0, 0};
    root.y = caper_world_height(world, NULL, 0, 0, INFINITY).point.y;
    caper_vec3 half_way = caper_vec3_zero();
    float way = 0;
    for (int f = 0; f < c->frames; f++) {
        caper_walk_job job = caper_walk_job_default();
        job.command.velocity = course_command(c, length, speed, (float)f * dt);
        job.command.heading = NAN;
        job.world = world;
        job.dt = f == 0 ? 0 : dt;
        job.root = &root;
        job.goals = goals;
        goal_count = 0;
        job.goal_count = &goal_count;
        job.goal_capacity = capacity;
        r.finite = caper_walker_update(walker, &job) && r.finite;
        caper_solve_job solve = caper_solve_job_default();
        solve.solver = solver;
        solve.params = &params;
        solve.goals = goals;
        solve.goal_count = goal_count;
        solve.scratch = scratch;
        solve.local_out = &local;
        solve.model_out = &model;
        if (!caper_solve(&solve)) {
            r.finite = false;
            break;
        }
        caper_transform place = caper_root_transform(root);
        // pops
        memmove(history, history + bodies, (size_t)bodies * 4 * sizeof *history);
        for (int b = 0; b < bodies; b++) {
            caper_vec3 *p = &history[b];
            p[4 * bodies] = caper_transform_mul_point(place, model.bodies[b].position);
            r.finite = r.finite && caper_vec3_is_finite(p[4 * bodies]);
            if (f >= 4) {
                caper_vec3 near = caper_vec3_scale(caper_vec3_add(p[bodies], p[3 * bodies]), 4);
                caper_vec3 far = caper_vec3_add(p[0], p[4 * bodies]);
                caper_vec3 guess = caper_vec3_scale(caper_vec3_sub(near, far), 1 / 6.0f);
                float off = caper_vec3_distance(guess, p[2 * bodies]) / ch->size;
                bool trunk = (ch->bodies[b].caps & CAPER_CAP_SPINE) != 0;
                off *= trunk ? 1.0f : 0.5f; // the judge's gates: trunk 1 %, limbs 2 %
                r.pops += off > 0.01f;
                if (off > r.pop_worst) {
                    r.pop_worst = off;
                    r.pop_body = b;
                    r.pop_frame = f - 2;
                }
            }
        }
        // feet
        caper_vec3 support[CAPER_MAX_BODIES];
        int support_count = 0;
        float depth = 0;
        for (int i = 0; i < leg_count; i++) {
            caper_foot_state foot;
            caper_walker_foot(walker, i, &foot);
            caper_vec3 points[CAPER_MAX_CONTACTS];
            int count = caper_body_sole_points(ch, legs[i].foot, points);
            caper_transform at = caper_transform_mul(place, model.bodies[legs[i].foot]);
            standing += foot.stands;
            caper_vec3 soles[CAPER_MAX_CONTACTS];
            float gaps[CAPER_MAX_CONTACTS], lowest = INFINITY;
            for (int k = 0; k < count; k++) {
                caper_vec3 p = caper_transform_mul_point(at, points[k]);
                caper_hit hit = caper_world_height(world, NULL, p.x, p.z, INFINITY);
                depth = fmaxf(depth, hit.point.y - p.y);
                if (foot.stands && support_count < CAPER_MAX_BODIES) {
                    support[support_count++] = p;
                }
                gaps[k] = p.y - hit.point.y;
                lowest = fminf(lowest, gaps[k]);
                soles[k] = p;
            }
            float highest = lowest;
            for (int k = 0; k < count; k++) {
                highest = fmaxf(highest, gaps[k]);
            }
            for (int k = 0; k < count; k++) {
                // over the flat phase: a sole that rolls turns about its heel, its tip or the joint
                // of its toes
                caper_vec3 p = soles[k];
                bool flat = highest < lowest + 0.01f * scale;
                bool carries = foot.stands && flat && gaps[k] <= lowest + 0.005f * scale;
                if (k < 4) {
                    if (!stances[i].on) {
                        stances[i].corners[k] = caper_bounds_empty();
                    }
                    p.y = 0;
                    stances[i].corners[k] = carries
                                                ? caper_bounds_add_point(stances[i].corners[k], p)
                                                : stances[i].corners[k];
                }
            }
            if (foot.stands) {
                bool bad = false;
                for (int b = legs[i].foot; b != ch->legs[i].hip; b = ch->bodies[b].parent) {
                    float rest = caper_vec3_length(ch->skeleton.rest_local[b].position);
                    float now = caper_vec3_length(local.bodies[b].position);
                    bad = bad || now > 1.1f * rest || now < 0.9f * rest;
                }
                bool knee = ch->legs[i].body_count > 2;
                *(knee ? &stance_frames : &stiff_frames) += 1;
                *(knee ? &stretch_frames : &stiff_stretched) += bad;
            } else if (stances[i].on) {
                float slip = 0;
                for (int k = 0; k < 4 && k < count; k++) {
                    slip = fmaxf(slip, caper_vec3_length(caper_bounds_size(stances[i].corners[k])));
                }
                slips[slip_count++] = slip / scale;
            }
            stances[i].on = foot.stands;
        }
        depths[f] = depth / scale;
        caper_vec3 com =
            caper_transform_mul_point(place, caper_character_center_of_mass(ch, &model));
        float beside = fmaxf(0.05f * length, 0.06f / 1.8f * ch->size); // the latter as the judge
        balanced += course_over(support, support_count, com, beside);
        if (f == c->frames / 2) {
            half_way = caper_vec3_make(root.x, 0, root.z);
        } else if (f > c->frames / 2) {
            caper_vec3 now = caper_vec3_make(root.x, 0, root.z);
            way += caper_vec3_distance(now, half_way);
            half_way = now;
        }
    }
    r.slip_max = course_percentile(slips, slip_count, 1);
    r.slip_median = course_percentile(slips, slip_count, 0.5f);
    r.penetration_p95 = course_percentile(depths, c->frames, 0.95f);
    r.stretched = stance_frames > 0 ? (float)stretch_frames / (float)stance_frames : 0;
    r.stiff = stiff_frames > 0 ? (float)stiff_stretched / (float)stiff_frames : 0;
    r.balanced = (float)balanced / (float)c->frames;
    r.duty = (float)standing / (float)(c->frames * (leg_count > 0 ? leg_count : 1));
    float asked = speed * dt * (float)(c->frames - 1 - c->frames / 2);
    r.speed_error = asked > 0 ? fabsf(way / asked - 1) : 0;
    r.stances = slip_count;
    for (int i = 0; i < leg_count; i++) {
        caper_foot_state foot;
        caper_walker_foot(walker, i, &foot);
        r.replans += foot.replans;
    }
    free(goals);
    free(scratch);
    free(history);
    free(stances);
    free(slips);
    free(depths);
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&model, NULL);
    caper_walker_destroy(walker);
    caper_world_destroy(world);
    return r;
}

#endif
