// SPDX-License-Identifier: MIT
//
// Clips on skeletons that have the same names and other bodies: places are compared with forward
// kinematics by hand.
#include "caper/clip.h"
#include "test.h"

#include <string.h>

#define FRAMES 4

static caper_transform at(float x, float y, float turn)
{
    caper_transform t = caper_transform_identity();
    t.position = caper_vec3_make(x, y, 0);
    t.rotation = caper_quat_from_axis_angle(caper_vec3_make(0, 0, 1), turn);
    return t;
}

static const char *const long_names[] = {"rig:Hips", "rig:Spine", "rig:Head", "rig:LeftHand"};
static const int16_t long_parents[] = {-1, 0, 1, 1};

// Every body turns by its number times the frame.
static caper_clip *make_clip(void)
{
    static caper_transform rest[4], frames[FRAMES * 4];
    for (int i = 0; i < 4; i++) {
        rest[i] = at(0, 1, 0);
        for (int f = 0; f < FRAMES; f++)
            frames[4 * f + i] = at(0, 1, 0.1f * (float)((i + 1) * f));
    }
    caper_skeleton skeleton = {4, long_names, long_parents, rest};
    caper_clip_def def = caper_clip_def_default();
    def.name = "turn";
    def.skeleton = &skeleton;
    def.frame_count = FRAMES;
    def.frames = frames;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    return clip;
}

static caper_pose sample(const caper_clip *clip, int frame, caper_transform *bodies)
{
    caper_pose pose = {bodies, NULL, clip->skeleton.body_count, 0};
    REQUIRE(caper_clip_sample(clip, (float)frame / clip->rate, NULL, &pose));
    return pose;
}

static void bodies_of_the_same_names_move_as_in_the_clip(void)
{
    // other order and case, no name space, a prop more
    static const char *const names[] = {"hips", "spine", "lefthand", "sword", "HEAD"};
    static const int16_t parents[] = {-1, 0, 1, 2, 1};
    caper_transform rest[5];
    for (int i = 0; i < 5; i++)
        rest[i] = at(0.5f, 2, 0.3f);
    caper_skeleton onto = {5, names, parents, rest};
    caper_clip *clip = make_clip();
    caper_clip_fit_report report;
    caper_clip *made = caper_clip_fit(clip, &onto, NULL, &report, NULL);
    REQUIRE(made != NULL);
    CHECK_INT(report.matched, 4);
    CHECK_INT(report.missing, 0);
    CHECK_INT(report.left_at_rest, 1);
    CHECK_INT(made->frame_count, FRAMES);
    static const int from[5] = {0, 1, 3, -1, 2};
    for (int f = 0; f < FRAMES; f++) {
        caper_transform a[4], b[5];
        sample(clip, f, a);
        sample(made, f, b);
        for (int i = 0; i < 5; i++) {
            caper_transform expected = from[i] >= 0 ? a[from[i]] : rest[i];
            CHECK_NEAR(caper_vec3_distance(b[i].position, expected.position), 0, 1e-6);
            CHECK_NEAR(fabsf(caper_quat_dot(b[i].rotation, expected.rotation)), 1, 1e-6);
        }
    }
    caper_clip_destroy(made);
    caper_clip_destroy(clip);
}

// The skeleton lacks the spine: what hangs on it stays where it is in the clip.
static void a_missing_parent_leaves_its_bodies_in_their_places(void)
{
    static const char *const names[] = {"root", "Hips", "Head", "LeftHand"};
    static const int16_t parents[] = {-1, 0, 1, 1};
    caper_transform rest[4] = {caper_transform_identity(), at(0, 1, 0), at(0, 2, 0), at(0, 2, 0)};
    caper_skeleton onto = {4, names, parents, rest};
    caper_clip *clip = make_clip();
    caper_clip_fit_report report;
    caper_clip *made = caper_clip_fit(clip, &onto, NULL, &report, NULL);
    REQUIRE(made != NULL);
    CHECK_INT(report.missing, 1);
    for (int f = 0; f < FRAMES; f++) {
        caper_transform a[4], b[4];
        caper_pose p = sample(clip, f, a), q = sample(made, f, b);
        caper_pose_to_model(&clip->skeleton, &p, NULL, &p);
        caper_pose_to_model(&made->skeleton, &q, NULL, &q);
        static const int from[4] = {-1, 0, 2, 3};
        for (int i = 1; i < 4; i++)
            CHECK_NEAR(caper_vec3_distance(a[from[i]].position, b[i].position), 0, 2e-6);
    }
    caper_clip_destroy(made);
    caper_clip_destroy(clip);
}

static void a_skeleton_of_other_names_is_refused(void)
{
    static const char *const names[] = {"Hips", "Tail", "Fin"};
    static const int16_t parents[] = {-1, 0, 0};
    caper_transform rest[3] = {at(0, 1, 0), at(0, 1, 0), at(0, 1, 0)};
    caper_skeleton onto = {3, names, parents, rest};
    caper_clip *clip = make_clip();
    caper_error error = {0};
    CHECK(!caper_clip_fit(clip, &onto, NULL, NULL, &error));
    CHECK_HAS(error.message, "1 of the clip's 4 bodies");
    caper_clip_destroy(clip);
}

TESTS(bodies_of_the_same_names_move_as_in_the_clip,
      a_missing_parent_leaves_its_bodies_in_their_places, a_skeleton_of_other_names_is_refused)
