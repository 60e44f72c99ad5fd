// SPDX-License-Identifier: MIT
//
// Robots keep to their axes and limits, whatever they are asked to do: hinges against the angles
// that they were made from, and every model of the data set, and one written here, through walks,
// motions and captures.
#include "import_fixture.h"

#include "caper/actor.h"
#include "caper/gait.h"
#include "caper/motion.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LIMIT (0.1f * CAPER_PI / 180.0f)

static const char urdf[] =
    "<robot name='walker'><link name='base'><collision><geometry><box size='.3 .2 .1'/></geometry>"
    "</collision></link>"
#define LEG(s, y)                                                                                  \
    "<link name='" s "_hip'/><link name='" s                                                       \
    "_thigh'><collision><origin xyz='0 0 -.15'/><geometry><box size='.05 .05 .3'/></geometry>"     \
    "</collision></link><link name='" s                                                            \
    "_shin'><collision><origin xyz='0 0 -.15'/><geometry><box size='.04 .04 .3'/></geometry>"      \
    "</collision></link><link name='" s                                                            \
    "_foot'><collision><origin xyz='.05 0 -.02'/><geometry><box size='.2 .08 .04'/></geometry>"    \
    "</collision></link><joint name='" s "_roll' type='revolute'><parent link='base'/><child "     \
    "link='" s "_hip'/><origin xyz='0 " y " -.05'/><axis xyz='1 0 0'/><limit lower='-.3' "         \
    "upper='.3'/></joint><joint name='" s "_pitch' type='revolute'><parent link='" s               \
    "_hip'/><child link='" s "_thigh'/><axis xyz='0 1 0'/><limit lower='-.9' upper='.6'/></joint>" \
    "<joint name='" s "_knee' type='revolute'><parent link='" s "_thigh'/><child link='" s         \
    "_shin'/><origin xyz='0 0 -.3'/><axis xyz='0 1 0'/><limit lower='0' upper='1.6'/></joint>"     \
    "<joint name='" s "_ankle' type='revolute'><parent link='" s "_shin'/><child link='" s         \
    "_foot'/><origin xyz='0 0 -.3'/><axis xyz='0 1 0'/><limit lower='-.6' upper='.6'/></joint>"
    LEG("left", ".1") LEG("right", "-.1") "</robot>";

static caper_import *make_walker(void)
{
    caper_error error = {0};
    caper_import *import = caper_import_parse(urdf, strlen(urdf), "walker.urdf", NULL, &error);
    if (!import && error.status == CAPER_ERROR_UNSUPPORTED)
        SKIP("built without a reader of XML");
    REQUIRE(import != NULL);
    return import;
}

// The most that a frame of a clip is off axes and limits, radians.
static float worst_excess(const caper_character *c, const caper_clip *clip, int *hinges)
{
    caper_pose pose = caper_pose_create(c->body_count, 0, NULL);
    float worst = 0;
    for (int f = 0; f < clip->frame_count; f++) {
        REQUIRE(caper_clip_sample(clip, (float)f / clip->rate, NULL, &pose));
        for (int i = 0; i < c->body_count; i++) {
            const caper_body *b = &c->bodies[i];
            caper_quat rest = c->skeleton.rest_local[i].rotation, q = pose.bodies[i].rotation;
            if (b->parent < 0)
                continue;
            worst = caper_max(worst, caper_joint_measure(&b->joint, rest, q).excess);
            if (b->hinge_count == 0)
                continue;
            float angles[CAPER_MAX_HINGES];
            caper_body_angles(c, i, q, angles);
            for (int k = 0; k < b->hinge_count; k++)
                CHECK(angles[k] >= b->hinges[k].min && angles[k] <= b->hinges[k].max);
            worst = caper_max(worst, caper_quat_angle(q, caper_body_turned(c, i, angles)));
            CHECK(caper_vec3_distance(pose.bodies[i].position, c->skeleton.rest_local[i].position) <
                  1e-5f * c->size);
            *hinges += b->hinge_count;
        }
    }
    caper_pose_destroy(&pose, NULL);
    return worst;
}

static caper_clip *play(const caper_character *c, const caper_play_def *def, bool walks)
{
    caper_actor_def actor_def = caper_actor_def_default();
    actor_def.character = c;
    caper_actor *actor = caper_actor_create(&actor_def, NULL);
    caper_source source = actor ? caper_actor_play(actor, def, NULL) : 0;
    caper_clip *clip = NULL;
    if (source) {
        if (walks) {
            caper_walk_command command = {0};
            command.velocity = caper_vec3_make(0, 0, 0.5f * c->size);
            caper_actor_command(actor, source, &command);
        }
        caper_record_job job = caper_record_job_default();
        job.actor = actor;
        job.recorder.name = "test";
        job.recorder.rate = 30;
        job.seconds = 2;
        clip = caper_record(&job, NULL);
    }
    caper_actor_destroy(actor);
    return clip;
}

// Walks, waves, crouches and does a capture; how many of them it could.
static int try_all(const char *name, const caper_character *c, const caper_import *capture,
                   int *hinges)
{
    static const char *const motions[] = {"wave", "crouch", "stretch", "jig"};
    float worst = 0;
    int done = 0;
    caper_gait_def gait_def = caper_gait_def_default();
    gait_def.character = c;
    caper_gait *gait = caper_gait_create(&gait_def, NULL);
    caper_play_def def = caper_play_def_default();
    def.gait = gait;
    for (int i = -1; i <= CAPER_COUNT_OF(motions); i++) {
        caper_clip *clip = NULL;
        caper_motion *motion = NULL;
        if (i < 0) {
            clip = gait ? play(c, &def, true) : NULL;
        } else if (i < CAPER_COUNT_OF(motions)) {
            char path[64];
            snprintf(path, sizeof path, "motions/%s.motion.json", motions[i]);
            motion = caper_motion_load(test_data_path(path), NULL, NULL);
            REQUIRE(motion != NULL);
            caper_play_def plays = caper_play_def_default();
            plays.motion = motion;
            clip = play(c, &plays, false);
        } else if (capture) {
            caper_retarget_job job = caper_retarget_job_default();
            job.clip = capture->clips[0];
            job.from = capture->character;
            job.onto = c;
            job.rate = 30;
            clip = caper_retarget(&job, NULL);
            caper_motion_destroy(job.motion);
        }
        if (clip) {
            worst = caper_max(worst, worst_excess(c, clip, hinges));
            done++;
        }
        caper_clip_destroy(clip);
        caper_motion_destroy(motion);
    }
    caper_gait_destroy(gait);
    printf("%-24.24s %d of 6 clips, %.4f degrees beyond its joints at most\n", name, done,
           (double)worst * 180 / (double)CAPER_PI);
    CHECK(worst <= LIMIT);
    return done;
}

static void angles_come_back_from_what_they_make(void)
{
    caper_rng rng = caper_rng_make(3);
    int found = 0;
    for (int round = 0; round < 300; round++) {
        int count = 1 + round % 3;
        caper_hinge hinges[3];
        caper_body_def bodies[2] = {caper_body_def_default(), caper_body_def_default()};
        // axes that are not all in one plane, limits on both sides of rest
        for (int i = 0; i < count; i++) {
            caper_vec3 axis = caper_vec3_make(i == 0 ? 1.0f : 0.2f * caper_rng_float(&rng),
                                              i == 1 ? 1.0f : 0.2f * caper_rng_float(&rng),
                                              i == 2 ? 1.0f : 0.2f * caper_rng_float(&rng));
            float rest = 0.4f * caper_rng_float(&rng) - 0.2f;
            hinges[i] = (caper_hinge){"h",
                                      caper_vec3_normalize(axis),
                                      rest - 0.2f - caper_rng_float(&rng),
                                      rest + 0.2f + caper_rng_float(&rng),
                                      rest,
                                      0.3f * caper_rng_float(&rng)};
        }
        bodies[0].name = "a";
        bodies[0].caps = CAPER_CAP_SPINE;
        bodies[1].name = "b";
        bodies[1].parent = 0;
        bodies[1].hinges = hinges;
        bodies[1].hinge_count = count;
        bodies[1].rest_local.rotation = caper_quat_normalize(caper_quat_make(
            caper_rng_float(&rng), caper_rng_float(&rng), caper_rng_float(&rng), 1));
        caper_character_def def = caper_character_def_default();
        def.bodies = bodies;
        def.body_count = 2;
        caper_character *c = caper_character_create(&def, NULL);
        REQUIRE(c && c->hinge_count == count);
        float wish[3], rest[3], angles[3];
        for (int i = 0; i < count; i++) {
            rest[i] = hinges[i].rest;
            wish[i] = caper_lerp(hinges[i].min, hinges[i].max, caper_rng_float(&rng));
        }
        CHECK_NEAR(
            caper_quat_angle(caper_body_turned(c, 1, rest), c->skeleton.rest_local[1].rotation), 0,
            1e-3);
        caper_quat q = caper_body_turned(c, 1, wish);
        caper_body_angles(c, 1, q, angles);
        for (int i = 0; i < count; i++)
            CHECK_NEAR(angles[i], wish[i], 2e-3);
        // what cannot be done is done as far as it goes
        wish[0] = hinges[0].max + 0.3f;
        caper_body_angles(c, 1, caper_body_turned(c, 1, wish), angles);
        CHECK(angles[0] <= hinges[0].max);
        found += count == 1 ? angles[0] > hinges[0].max - 1e-4f : 1;
        caper_character_destroy(c);
    }
    CHECK_INT(found, 300);
}

static void a_robot_written_here_obeys(void)
{
    caper_import *import = make_walker();
    int hinges = 0;
    CHECK_INT(import->character->hinge_count, 8);
    CHECK_STR(import->character->bodies[caper_character_find(import->character, "left_shin")]
                  .hinges[0]
                  .name,
              "left_knee");
    CHECK(try_all("walker.urdf", import->character, NULL, &hinges) >= 4);
    CHECK(hinges > 0);
    caper_import_destroy(import);
}

// A foot is wished where a pose within all limits has it, with the rest of the leg as it stands:
// the hinges of the leg bring it there.
static void a_limb_brings_its_end_where_its_hinges_can(void)
{
    caper_import *import = make_walker();
    const caper_character *c = import->character;
    int foot = caper_character_find(c, "left_foot"), shin = caper_character_find(c, "left_shin");
    caper_rng rng = caper_rng_make(17);
    caper_pose local = caper_character_pose(c, NULL), model = caper_character_pose(c, NULL);
    float worst = 0, worst_turn = 0;
    for (int round = 0; round < 400; round++) {
        caper_pose rest = caper_character_rest_local(c);
        memcpy(local.bodies, rest.bodies, (size_t)c->body_count * sizeof *local.bodies);
        for (int i = foot; i != c->bodies[foot].base; i = c->bodies[i].parent) {
            const caper_hinge *h = c->bodies[i].hinges;
            float angle = caper_lerp(h->min, h->max, 0.15f + 0.7f * caper_rng_float(&rng));
            local.bodies[i].rotation = caper_body_turned(c, i, &angle);
        }
        caper_pose_to_model(&c->skeleton, &local, NULL, &model);
        caper_transform wish = model.bodies[foot];
        caper_pose_to_model(&c->skeleton, &rest, NULL, &model);
        memcpy(local.bodies, rest.bodies, (size_t)c->body_count * sizeof *local.bodies);
        local.bodies[foot] = caper_transform_unmul(model.bodies[shin], wish);
        caper_character_obey(c, &local);
        caper_pose_to_model(&c->skeleton, &local, NULL, &model);
        worst = caper_max(worst, caper_vec3_distance(model.bodies[foot].position, wish.position));
        worst_turn =
            caper_max(worst_turn, caper_quat_angle(model.bodies[foot].rotation, wish.rotation));
    }
    printf("foot %.2f mm and %.2f degrees off at most\n", (double)worst * 1000,
           (double)worst_turn * 57.2957795);
    CHECK(worst < 0.01f * c->size);
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&model, NULL);
    caper_import_destroy(import);
}

// It stands on the lowest points of its shapes, and its feet stay on the ground when it walks,
// although knees and ankles do not do all that a walk wishes.
static void a_robot_walks_on_the_ground(void)
{
    caper_import *import = make_walker();
    const caper_character *c = import->character;
    int foot = caper_character_find(c, "left_foot");
    REQUIRE(c->bodies[foot].contact_count == 4); // the lower corners of its box
    for (int i = 0; i < 4; i++) {
        caper_vec3 p = caper_transform_mul_point(c->rest_model[foot], c->bodies[foot].contacts[i]);
        CHECK_NEAR(p.y, 0, 1e-4);
    }
    caper_gait_def gait_def = caper_gait_def_default();
    gait_def.character = c;
    caper_gait *gait = caper_gait_create(&gait_def, NULL);
    caper_play_def def = caper_play_def_default();
    def.gait = gait;
    caper_clip *clip = play(c, &def, true);
    REQUIRE(clip != NULL);
    caper_pose pose = caper_character_pose(c, NULL);
    float lowest = 0;
    for (int f = 0; f < clip->frame_count; f++) {
        REQUIRE(caper_clip_sample(clip, (float)f / clip->rate, NULL, &pose));
        caper_pose_to_model(&c->skeleton, &pose, NULL, &pose);
        for (int i = 0; i < c->leg_count; i++) {
            caper_vec3 points[CAPER_MAX_CONTACTS];
            int count = caper_body_sole_points(c, c->legs[i].foot, points);
            for (int k = 0; k < count; k++)
                lowest = caper_min(
                    lowest, caper_transform_mul_point(pose.bodies[c->legs[i].foot], points[k]).y);
        }
    }
    printf("lowest %.2f mm\n", (double)lowest * 1000);
    CHECK(lowest > -0.01f * c->size);
    caper_pose_destroy(&pose, NULL);
    caper_clip_destroy(clip);
    caper_gait_destroy(gait);
    caper_import_destroy(import);
}

static void the_models_of_the_data_set_obey(void)
{
    static const char *const models[] = {"mujoco/humanoid.xml",
                                         "menagerie/agility_cassie/cassie.xml",
                                         "menagerie/robotis_op3/op3.xml",
                                         "menagerie/unitree_h1/h1.xml",
                                         "menagerie/unitree_go1/go1.xml",
                                         "menagerie/boston_dynamics_spot/spot.xml",
                                         "menagerie/shadow_hand/right_hand.xml",
                                         "dm_control/suite/dog.xml",
                                         "dm_control/suite/humanoid.xml",
                                         "dm_control/suite/quadruped.xml",
                                         "dm_control/suite/fish.xml",
                                         "dm_control/suite/hopper.xml",
                                         "dm_control/suite/humanoid_CMU.xml",
                                         "dm_control/suite/walker.xml",
                                         "dm_control/ant.xml",
                                         "dm_control/fruitfly_v2.xml",
                                         "gymnasium/half_cheetah.xml",
                                         "gymnasium/swimmer.xml",
                                         "gymnasium/ant.xml",
                                         "ostrich/ostrich.xml"};
    caper_import *capture = load_shared_import("bvh/cmu/07_01.bvh");
    int hinges = 0, robots = 0;
    for (int i = 0; i < CAPER_COUNT_OF(models); i++) {
        char path[128];
        snprintf(path, sizeof path, "mjcf/%s", models[i]);
        const char *full = test_shared_path(path);
        caper_import *import = full ? caper_import_load(full, NULL, NULL) : NULL;
        if (!import)
            continue;
        robots += try_all(models[i], import->character, capture, &hinges) > 0;
        caper_import_destroy(import);
    }
    caper_import_destroy(capture);
    CHECK(robots >= 18);
    CHECK(hinges > 10000);
}

static const char *made(const char *name)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s/robot_%s", CAPER_BINARY_DIR, name);
    return path;
}

static void check_same_clip(const caper_character *c, const caper_clip *a, const caper_clip *b)
{
    caper_pose p = caper_pose_create(c->body_count, 0, NULL);
    caper_pose q = caper_pose_create(c->body_count, 0, NULL);
    CHECK_INT(a->frame_count, b->frame_count);
    for (int f = 0; f < a->frame_count; f++) {
        REQUIRE(caper_clip_sample(a, (float)f / a->rate, NULL, &p));
        REQUIRE(caper_clip_sample(b, (float)f / b->rate, NULL, &q));
        caper_transform root[2] = {
            caper_root_transform(caper_clip_sample_root(a, (float)f / a->rate)),
            caper_root_transform(caper_clip_sample_root(b, (float)f / b->rate))};
        caper_pose_to_model(&c->skeleton, &p, &root[0], &p);
        caper_pose_to_model(&c->skeleton, &q, &root[1], &q);
        for (int i = 0; i < c->body_count; i++) {
            CHECK(caper_vec3_distance(p.bodies[i].position, q.bodies[i].position) <
                  1e-3f * c->size);
            CHECK(caper_quat_angle(p.bodies[i].rotation, q.bodies[i].rotation) < 3e-3f);
        }
    }
    caper_pose_destroy(&p, NULL);
    caper_pose_destroy(&q, NULL);
}

static void a_walk_comes_back_from_its_numbers(void)
{
    caper_import *import = make_walker();
    const caper_character *c = import->character;
    CHECK_INT(import->robot->column_count, 15);
    CHECK_STR(import->robot->columns[0].name, "base_x");
    CHECK_STR(import->robot->columns[9].name, "left_knee");
    caper_gait_def gait_def = caper_gait_def_default();
    gait_def.character = c;
    caper_gait *gait = caper_gait_create(&gait_def, NULL);
    caper_play_def def = caper_play_def_default();
    def.gait = gait;
    caper_clip *clip = play(c, &def, true);
    REQUIRE(clip != NULL);
    static const char *const names[] = {"walk.csv", "walk.npy"};
    for (int i = 0; i < 2; i++) {
        caper_error error = {0};
        REQUIRE(caper_robot_save(import, clip, made(names[i]), &error));
        caper_clip *back = caper_robot_load(import, made(names[i]), 30, NULL, &error);
        REQUIRE(back != NULL);
        CHECK_NEAR(back->rate, 30, 1e-3);
        check_same_clip(c, clip, back);
        caper_clip_destroy(back);
        remove(made(names[i]));
    }
    caper_clip_destroy(clip);
    caper_gait_destroy(gait);
    caper_import_destroy(import);
}

static void refuse(const caper_import *robot, const char *name, const char *text, size_t size,
                   const char *words)
{
    caper_error error = {0};
    REQUIRE(caper_file_write(made(name), text, size, NULL));
    CHECK(!caper_robot_load(robot, made(name), 0, NULL, &error));
    CHECK_HAS(error.message, words);
    remove(made(name));
}

static void numbers_that_are_none_of_the_robots_are_refused(void)
{
    caper_import *walker = make_walker();
    static const char head[] = "base_x,base_y,base_z,base_qw,base_qx,base_qy,base_qz,";
    char text[600];
#define REFUSE(name, words, ...)                                                                   \
    refuse(walker, name, text, (size_t)snprintf(text, sizeof text, __VA_ARGS__), words)
    REFUSE("a.csv", "has no joint 'tail'", "time,tail\n0,1\n");
    REFUSE("a.csv", "there is no column 'left_roll'", "%s\n1\n",
           "time,base_x,base_y,base_z,base_qw,base_qx,base_qy,base_qz");
    REFUSE("a.csv", "has no joint ''", "%s\n", head);
    REFUSE("a.csv", "found 3 numbers in a row, expected the 15", "1,2,3\n");
    REFUSE("a.csv", "found 'x', expected a number", "1,x\n");
    REFUSE("a.npy", "is not a .npy file", "\x93NUMPX");
    REFUSE("a.npy", "is not a .npy file", "%s", "");
    REFUSE("a.npy", "expected floats",
           "\x93NUMPY\x01%c\x30%c{'descr': '<i4', 'fortran_order': False, 'shape': (1, 2)}", 0, 0);
    CHECK(!caper_robot_load(walker, "x.txt", 0, NULL, NULL));
    caper_import_destroy(walker);
}

// The captures of a real ostrich, 56 numbers a frame: every joint comes back but for those that the
// capture itself has beyond the model's limits.
static void captures_of_an_ostrich_become_clips(void)
{
    caper_import *ostrich = load_shared_import("mjcf/ostrich/ostrich.xml");
    char path[1024];
    snprintf(path, sizeof path, "%s", test_shared_path("mjcf/ostrich/mocap/qpos_0005.npy"));
    size_t size = 0, again_size = 0;
    caper_error error = {0};
    caper_clip *clip = caper_robot_load(ostrich, path, 100, NULL, &error);
    REQUIRE(clip != NULL);
    CHECK_INT(clip->frame_count, 72);
    REQUIRE(caper_robot_save(ostrich, clip, made("ostrich.npy"), &error));
    unsigned char *a = caper_file_read(path, 0, NULL, &size, NULL);
    unsigned char *b = caper_file_read(made("ostrich.npy"), 0, NULL, &again_size, NULL);
    REQUIRE(a && b && size == again_size && size == 128 + 72 * 56 * 8);
    int compared = 0;
    for (int i = 0; i < 72 * 56; i++) {
        double x, y;
        memcpy(&x, a + 128 + 8 * i, sizeof x);
        memcpy(&y, b + 128 + 8 * i, sizeof y);
        const caper_robot_column *c = &ostrich->robot->columns[i % 56];
        if (c->kind == CAPER_ROBOT_HINGE && c->body == 0)
            continue; // three angles of a turn in space are not the only ones that make it
        if (c->kind == CAPER_ROBOT_HINGE) {
            const caper_hinge *h = &ostrich->character->bodies[c->body].hinges[c->index];
            if (x < (double)h->min || x > (double)h->max)
                continue;
        }
        compared++;
        CHECK_NEAR(y, x, 5e-3);
    }
    CHECK(compared > 72 * 45);
    caper_free(NULL, a, size + 1);
    caper_free(NULL, b, again_size + 1);
    remove(made("ostrich.npy"));
    caper_clip_destroy(clip);
    caper_import_destroy(ostrich);
}

TESTS(angles_come_back_from_what_they_make, a_robot_written_here_obeys,
      a_limb_brings_its_end_where_its_hinges_can, a_robot_walks_on_the_ground,
      the_models_of_the_data_set_obey, a_walk_comes_back_from_its_numbers,
      numbers_that_are_none_of_the_robots_are_refused, captures_of_an_ostrich_become_clips)
