// SPDX-License-Identifier: MIT
//
// How much the motions of two samples differ, so that a space is sampled more densely where small
// changes of its parameters make large ones of its motion (paper 004, section 3.4.2): the distance
// between the bodies of two clips at the same part of their cycles, seen from their roots, in
// body heights.
#include "spacetime/work.h"

#include <math.h>
#include <string.h>

#define PHASES 12 // parts of a cycle that are compared

typedef struct comparison {
    const caper_synth_job *job;
    caper_clip **clips; // by sample; NULL: not solved
} comparison;

// Places of all bodies, seen from the clip's root.
static void places(const caper_clip *clip, int phase, caper_pose *local, caper_pose *model)
{
    caper_clip_sample(clip, clip->duration * (float)phase / PHASES, NULL, local);
    caper_pose_to_model(&clip->skeleton, local, NULL, model);
}

static double pose_distance(const caper_pose *a, const caper_pose *b)
{
    double sum = 0;
    for (int i = 0; i < a->body_count; i++) {
        caper_vec3 d = caper_vec3_sub(a->bodies[i].position, b->bodies[i].position);
        sum += (double)caper_vec3_dot(d, d);
    }
    return sum / a->body_count;
}

static double clip_distance(const caper_clip *a, const caper_clip *b)
{
    int bodies = a->skeleton.body_count, deforms = a->deform_count;
    caper_pose local = caper_pose_create(bodies, deforms, NULL);
    caper_pose first = caper_pose_create(bodies, deforms, NULL);
    caper_pose second = caper_pose_create(bodies, deforms, NULL);
    double sum = 0;
    bool good = local.bodies && first.bodies && second.bodies;
    for (int i = 0; i < PHASES && good; i++) {
        places(a, i, &local, &first);
        places(b, i, &local, &second);
        sum += pose_distance(&first, &second);
    }
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&first, NULL);
    caper_pose_destroy(&second, NULL);
    return good ? sqrt(sum / PHASES) : -1;
}

static double difference(void *user, int a, int b)
{
    const comparison *c = user;
    const caper_clip *x = c->clips[a], *y = c->clips[b];
    if (!x || !y || !caper_skeleton_same(&x->skeleton, &y->skeleton) ||
        x->deform_count != y->deform_count) {
        return -1;
    }
    return clip_distance(x, y);
}

static caper_clip *load_clip(const caper_synth_job *job, int sample)
{
    char name[128], path[CAPERI_PATH_MAX];
    caper_space_sample_name(job->space, sample, name, sizeof name);
    caperi_work_path(job, name, "clip.json", path);
    return caper_clip_load(path, NULL, NULL);
}

int caper_synth_refine(const caper_synth_job *job, caper_space *space, int count)
{
    int samples = caper_space_sample_count(space);
    size_t size = ((size_t)samples + 1) * sizeof(caper_clip *);
    comparison c = {job, caper_alloc_zero(NULL, size, 16)};
    if (!c.clips || job->space != space) {
        caper_free(NULL, c.clips, size);
        return 0;
    }
    for (int i = 0; i < samples; i++) {
        c.clips[i] = load_clip(job, i);
    }
    int added = caper_space_refine(space, count, difference, &c);
    for (int i = 0; i < samples; i++) {
        caper_clip_destroy(c.clips[i]);
    }
    caper_free(NULL, c.clips, size);
    return added;
}
