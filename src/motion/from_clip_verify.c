// SPDX-License-Identifier: MIT
//
// What a motion made from a clip does to the character that it came from: its goals against the
// clip, at every frame. Nothing is taken from how it was made: the motion is bound and evaluated
// like any other.
#include "motion/from_clip.h"

#include <string.h>

typedef struct sums {
    double squares;
    long count;
    float worst;
} sums;

// In the space from which the motion starts, so that the travel is judged too.
static void compare(const caperi_from_clip *work, const caper_motion_job *job, int frame, sums *out)
{
    caper_transform way = caper_root_transform(caper_motion_travel(job->binding, 0, job->time));
    for (int g = 0; g < job->goal_count; g++) {
        const caper_goal *goal = &job->goals[g];
        for (int k = 0; k < work->effector_count; k++) {
            const caperi_clip_effector *e = &work->effectors[k];
            if (e->body != goal->body || !e->position || goal->position_weight <= 0.0f) {
                continue;
            }
            // the goal may be about another point of the body than the effector
            caper_transform t = e->track[frame];
            caper_vec3 offset = caper_vec3_sub(goal->point, e->point);
            caper_vec3 at = caper_vec3_add(t.position, caper_quat_rotate(t.rotation, offset));
            at = caper_transform_mul_point(work->roots[frame], at);
            caper_vec3 goal_at = caper_transform_mul_point(way, goal->position);
            float off = caper_vec3_distance(at, goal_at) / work->character->height;
            out->squares += (double)off * (double)off;
            out->count++;
            out->worst = caper_max(out->worst, off);
        }
    }
}

bool caperi_verify(caperi_from_clip *work, const caper_motion *motion,
                   caper_motion_from_clip_report *report)
{
    caper_binding *binding =
        caper_binding_create(motion, work->character, &work->arena.allocator, work->error);
    if (!binding) {
        return false;
    }
    caper_arena_mark_point mark = caper_arena_mark(&work->scratch);
    caper_motion_job job = caper_motion_job_default();
    job.binding = binding;
    job.goals = caper_arena_alloc_zero(&work->scratch, (size_t)binding->max_goals + 1,
                                       sizeof *job.goals, 16);
    sums total = {0};
    bool good = job.goals != NULL || caperi_from_clip_no_memory(work);
    for (int i = 0; good && i < work->frame_count; i++) {
        job.time = caperi_motion_time(work, i);
        good = caper_motion_evaluate(&job);
        if (good) {
            compare(work, &job, i, &total);
        }
    }
    report->rms = total.count ? (float)sqrt(total.squares / (double)total.count) : 0.0f;
    report->worst = total.worst;
    caper_arena_release(&work->scratch, mark);
    caper_binding_destroy(binding);
    return good;
}
