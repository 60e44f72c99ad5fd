// SPDX-License-Identifier: MIT
//
// Rest poses in front of a motion. Converters of captures put them there: the first frame, or two,
// is a T-pose at the origin, and the jump from there to the motion was never performed.
#include "clip/clip.h"

#define MOST_IN_FRONT 3 // frames
#define LOOK_AHEAD 5    // frames after them whose steps are compared
#define MOST_STEPS (MOST_IN_FRONT + LOOK_AHEAD)
#define JUMP 0.03f      // of the size, mean over the bodies
#define JUMP_RATIO 5.0f // times the steps that follow
#define AT_REST 0.09f   // radians, mean over the bodies: converters leave some degrees in shoulders

/// What the first frames of a clip say.
typedef struct opening {
    float steps[MOST_STEPS]; // mean way of the bodies from a frame to the next
    bool rests[MOST_IN_FRONT];
    bool good; // all of it is finite
} opening;

static bool is_at_rest(const caper_skeleton *s, const caper_transform *local)
{
    float sum = 0;
    int count = 0;
    for (int b = 0; b < s->body_count; b++) {
        if (s->parents[b] >= 0) {
            sum += caper_quat_angle(s->rest_local[b].rotation, local[b].rotation);
            count++;
        }
    }
    return count > 0 && sum <= AT_REST * (float)count;
}

float caperi_pose_step(const caper_pose *from, const caper_pose *to)
{
    float sum = 0;
    for (int b = 0; b < from->body_count; b++) {
        sum += caper_vec3_distance(from->bodies[b].position, to->bodies[b].position);
    }
    return sum / (float)(from->body_count > 0 ? from->body_count : 1);
}

static bool is_valid(const caper_pose *pose)
{
    for (int b = 0; b < pose->body_count; b++) {
        if (!caper_transform_is_valid(pose->bodies[b], CAPERI_ROTATION_TOLERANCE)) {
            return false;
        }
    }
    return true;
}

/// `poses`: a local one, and two of the model.
static opening look_at_start(const caper_clip *clip, int frames, caper_pose poses[3])
{
    opening start = {.good = true};
    caper_clip_cursor cursor = {0};
    for (int i = 0; i < frames; i++) {
        float time = (float)((double)i / (double)clip->rate);
        caper_pose *model = &poses[1 + i % 2];
        caper_clip_sample(clip, time, &cursor, &poses[0]);
        caper_pose bare = {poses[0].bodies, NULL, poses[0].body_count, 0};
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        caper_pose_to_model(&clip->skeleton, &bare, &root, model);
        start.good = start.good && is_valid(model);
        if (i < MOST_IN_FRONT) {
            start.rests[i] = is_at_rest(&clip->skeleton, poses[0].bodies);
        }
        if (i > 0) {
            start.steps[i - 1] = caperi_pose_step(&poses[1 + (i - 1) % 2], model);
        }
    }
    return start;
}

/// The median of the steps that follow: captures have a glitch now and then.
static float usual_step(const float *steps)
{
    float sorted[LOOK_AHEAD];
    for (int i = 0; i < LOOK_AHEAD; i++) {
        int j = i;
        for (; j > 0 && sorted[j - 1] > steps[i]; j--) {
            sorted[j] = sorted[j - 1];
        }
        sorted[j] = steps[i];
    }
    return sorted[LOOK_AHEAD / 2];
}

bool caperi_clip_find_rest(const caper_clip *clip, float size, const caper_allocator *allocator,
                           int *frames, float *jump)
{
    caper_pose poses[3] = {{0}};
    bool good = true;
    for (int i = 0; i < 3; i++) {
        poses[i] = caper_pose_create(clip->skeleton.body_count, i == 0 ? clip->deform_count : 0,
                                     allocator);
        good = good && poses[i].bodies;
    }
    *frames = 0;
    *jump = 0;
    int count = clip->frame_count < MOST_STEPS + 1 ? clip->frame_count : MOST_STEPS + 1;
    if (good && count > LOOK_AHEAD + 1) {
        opening start = look_at_start(clip, count, poses);
        for (int k = 0; start.good && k + 1 + LOOK_AHEAD < count && start.rests[k]; k++) {
            float step = start.steps[k], usual = usual_step(&start.steps[k + 1]);
            if (step > JUMP * size && step > JUMP_RATIO * usual) {
                *frames = k + 1;
                *jump = step;
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        caper_pose_destroy(&poses[i], allocator);
    }
    return good;
}
