// SPDX-License-Identifier: MIT
//
// How an imported character stands: a person of sticks in a T, written to a file with clips, is
// read again and stands as its idle does; the real rigs of the data set stand on their feet. How
// its elbows and knees bend: where hands and feet go when the joint is turned by hand.
#include "import_fixture.h"
#include "sticks.h"

#include "caper/clip.h"
#include "caper/person.h"
#include "person/person.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FRAMES 31
#define MOST 16 // bodies of a person of sticks

// Arms at these angles below the horizontal, left and right, swinging about them; the whole turned
// about the vertical and a step away from the origin, as nobody idles where he was bound.
static caper_clip *make_clip(const caper_character *c, const char *name, float left, float right,
                             float swing)
{
    static caper_transform frames[FRAMES * MOST];
    caper_vec3 z = caper_vec3_make(0, 0, 1), y = caper_vec3_make(0, 1, 0);
    int arms[2] = {caper_character_find(c, "LeftArm"), caper_character_find(c, "RightArm")};
    for (int f = 0; f < FRAMES; f++) {
        caper_transform *pose = frames + f * c->body_count;
        memcpy(pose, c->skeleton.rest_local, (size_t)c->body_count * sizeof *pose);
        float off = swing * sinf(2 * CAPER_PI * (float)f / (FRAMES - 1));
        pose[arms[0]].rotation = caper_quat_from_axis_angle(z, -left - off);
        pose[arms[1]].rotation = caper_quat_from_axis_angle(z, right + off);
        pose[0].rotation = caper_quat_from_axis_angle(y, 0.3f);
        pose[0].position.x += 0.4f;
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = name;
    def.skeleton = &c->skeleton;
    def.frame_count = FRAMES;
    def.frames = frames;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    return clip;
}

// A file of the person with these clips, read again.
static caper_import *make_file(caper_clip **clips, int count)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/stance.glb", CAPER_BINARY_DIR);
    caper_character *c = sticks_person(0);
    caper_export_job job = caper_export_job_default();
    job.character = c;
    job.clips = (const caper_clip *const *)clips;
    job.clip_count = count;
    REQUIRE(caper_export_save(&job, path, NULL));
    caper_import *import = caper_import_load(path, NULL, NULL);
    REQUIRE(import != NULL);
    for (int i = 0; i < count; i++)
        caper_clip_destroy(clips[i]);
    caper_character_destroy(c);
    remove(path);
    return import;
}

static caper_import *import_with(const char *first, const char *second)
{
    caper_character *c = sticks_person(0);
    caper_clip *clips[2] = {make_clip(c, first, 0.2f, 0.2f, 0.8f),
                            make_clip(c, second, 1.3f, 1.1f, 0.02f)};
    caper_character_destroy(c);
    return make_file(clips, 2);
}

// Angle of an arm below the horizontal.
static float arm_angle(const caper_character *c, const char *side)
{
    char arm[24], hand[24];
    snprintf(arm, sizeof arm, "%sArm", side);
    snprintf(hand, sizeof hand, "%sHand", side);
    caper_vec3 way = caper_vec3_sub(c->rest_model[caper_character_find(c, hand)].position,
                                    c->rest_model[caper_character_find(c, arm)].position);
    return atan2f(-way.y, fabsf(way.x));
}

static void it_stands_as_its_idle_does_alike_on_both_sides(void)
{
    static const char *const names[][2] = {
        {"Armature|Run_Jump", "Armature|Idle"}, // by name
        {"clip_0", "clip_1"},                   // by standing still
        {"Idle_Attack_Long", "Survey"},         // a name that denies it, and stillness
    };
    for (int i = 0; i < 3; i++) {
        caper_import *import = import_with(names[i][0], names[i][1]);
        const caper_character *stiff = import->character;
        caper_character *c = caper_import_rest(import, NULL, NULL, NULL);
        REQUIRE(c != NULL);
        CHECK(caper_skeleton_same(&c->skeleton, &stiff->skeleton));
        // the mean of both sides, straight ahead, in its place, on the ground
        CHECK_NEAR(arm_angle(c, "Left"), 1.2, 0.01);
        CHECK_NEAR(arm_angle(c, "Right"), 1.2, 0.01);
        CHECK_NEAR(caper_quat_yaw(c->rest_model[c->root_body].rotation), 0, 1e-3);
        CHECK_NEAR(c->rest_model[c->root_body].position.x, 0, 1e-4);
        CHECK_NEAR(c->bounds.min.y, stiff->bounds.min.y, 1e-4);
        for (int k = 0; k < c->body_count; k++) {
            CHECK_INT(c->bodies[k].mirror, stiff->bodies[k].mirror);
            CHECK_INT(c->bodies[k].caps, stiff->bodies[k].caps);
        }
        caper_character_destroy(c);
        caper_import_destroy(import);
    }
}

static void without_a_clip_that_stands_arms_hang(void)
{
    caper_character *person = sticks_person(0);
    caper_clip *clips[3] = {make_clip(person, "wild", 0.2f, 0.2f, 0.8f),
                            make_clip(person, "Idle_Walk", 0.9f, 0.9f, 0.8f),
                            make_clip(person, "Reference", 0.0f, 0.0f, 0.0f)}; // the bound T
    caper_import *import = make_file(clips, 3);
    caper_character *c = caper_import_rest(import, NULL, NULL, NULL);
    caper_character *relaxed = caper_character_relax(import->character, NULL, NULL);
    REQUIRE(c && relaxed);
    CHECK(arm_angle(c, "Left") > 1.3f);
    int upper = caper_character_find(c, "LeftArm"), lower = caper_character_find(c, "LeftForeArm");
    CHECK_NEAR(caper_quat_angle(c->rest_model[upper].rotation, relaxed->rest_model[upper].rotation),
               0, 1e-3);
    // and are a little bent, to the front
    CHECK_NEAR(caper_quat_angle(c->rest_model[lower].rotation, relaxed->rest_model[lower].rotation),
               20 * CAPER_DEGREE, 1e-3);
    int hand = caper_character_find(c, "LeftHand");
    CHECK(c->rest_model[hand].position.z > relaxed->rest_model[hand].position.z + 0.05f);
    caper_character_destroy(c);
    caper_character_destroy(relaxed);
    caper_character_destroy(person);
    caper_import_destroy(import);
}

static caper_character *rest_with(const caper_import *import, const char *rest, caper_error *error)
{
    char text[256];
    int size = snprintf(text, sizeof text,
                        "{\"caper\": \"map\", \"version\": 1,\n\"rest\": %s, \"parts\": {}}", rest);
    caper_map *map = caper_map_parse(text, (size_t)size, "my.map.json", NULL, error);
    caper_character *c = map ? caper_import_rest(import, map, NULL, error) : NULL;
    caper_map_destroy(map);
    return c;
}

static void a_map_has_the_last_word(void)
{
    caper_error error = {0};
    caper_import *import = import_with("Armature|Fight", "Idle");
    caper_character *file = rest_with(import, "\"file\"", &error);
    caper_character *relaxed = rest_with(import, "\"relaxed\"", &error);
    caper_character *chosen = rest_with(import, "\"auto\"", &error);
    // at a quarter of the second 1: the swing is at its most
    caper_character *fight = rest_with(import, "{\"clip\": \"Fight\", \"seconds\": 0.25}", &error);
    REQUIRE(file && relaxed && chosen && fight);
    CHECK_NEAR(arm_angle(file, "Left"), 0, 1e-4);
    CHECK(arm_angle(relaxed, "Left") > 1.3f);
    CHECK_NEAR(arm_angle(chosen, "Left"), 1.2, 0.01);
    CHECK_NEAR(arm_angle(fight, "Left"), 1.0, 0.02);
    CHECK(!rest_with(import, "{\"clip\": \"Nap\"}", &error));
    CHECK_STR(error.source, "my.map.json");
    CHECK_INT(error.line, 2);
    CHECK(strstr(error.message, "no clip 'Nap'") != NULL);
    CHECK(!rest_with(import, "\"asleep\"", &error));
    CHECK_INT(error.line, 2);
    CHECK(!rest_with(import, "{\"clip\": \"Idle\", \"seconds\": -1}", &error));
    caper_character_destroy(file);
    caper_character_destroy(relaxed);
    caper_character_destroy(chosen);
    caper_character_destroy(fight);
    caper_import_destroy(import);
}

// Limits are measured from rest, so robots keep theirs.
static void what_has_limits_rests_as_in_its_file(void)
{
    caper_import *import = load_shared_import("mjcf/mujoco/humanoid.xml");
    caper_character *c = caper_import_rest(import, NULL, NULL, NULL);
    REQUIRE(c != NULL);
    for (int i = 0; i < c->body_count; i++)
        if (import->character->bodies[i].joint.kind == CAPER_JOINT_HINGE)
            CHECK_NEAR(caper_quat_angle(c->skeleton.rest_local[i].rotation,
                                        import->character->skeleton.rest_local[i].rotation),
                       0, 1e-4);
    caper_character_destroy(c);
    caper_import_destroy(import);
}

static void without_memory_nobody_stands(void)
{
    caper_import *import = import_with("a", "Idle");
    bool done = false;
    for (long at = 1; at < 60 && !done; at++) {
        test_memory memory = {.fail_at = at};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_error error = {0};
        caper_character *c = caper_import_rest(import, NULL, &allocator, &error);
        done = c != NULL;
        CHECK(done || error.status == CAPER_ERROR_MEMORY);
        caper_character_destroy(c);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(done);
    caper_import_destroy(import);
}

// Bones of feet point anywhere; what stands on the ground is the skin. Oracle: the lowest vertex.
static void feet_stand_on_their_skin(void)
{
    static const char *const files[] = {"gltf/kaykit/Knight.glb", "gltf/khronos/CesiumMan.glb",
                                        "gltf/quaternius/modular_men/Farmer.glb"};
    for (int f = 0; f < CAPER_COUNT_OF(files); f++) {
        caper_import *import = load_shared_import(files[f]);
        if (!import) {
            SKIP("no shared data");
        }
        const caper_character *c = import->character;
        float lowest = INFINITY;
        for (int s = 0; s < import->skin_count; s++) {
            for (int v = 0; v < import->skins[s].vertex_count; v++) {
                lowest = caper_min(lowest, import->skins[s].positions[v].y);
            }
        }
        CHECK(c->leg_count == 2);
        for (int i = 0; i < c->leg_count; i++) {
            caper_vec3 points[CAPER_MAX_CONTACTS];
            int foot = c->legs[i].foot, count = caper_body_sole_points(c, foot, points);
            for (int k = 0; k < count; k++) {
                float y = caper_transform_mul_point(c->rest_model[foot], points[k]).y;
                CHECK_NEAR(y, 0, 2e-3 * (double)c->size);
                CHECK_NEAR(y, lowest, 2e-3 * (double)c->size);
            }
        }
        caper_import_destroy(import);
    }
}

// An arm that begins at the collar bone pulls the shoulder into the neck.
static void arms_begin_at_the_shoulder(void)
{
    static const char *const rigs[][3] = {
        {"gltf/quaternius/modular_men/Farmer.glb", "LowerArm.L", "UpperArm.L"},
        {"gltf/quaternius/modular_men/Farmer.glb", "LowerArm.R", "UpperArm.R"},
        {"gltf/vrm/Godette_vrm_v4.vrm", "lowerarm.l_Armature", "upper_arm.l_Armature"},
        {"gltf/kaykit/Knight.glb", "lowerarm.l", "upperarm.l"}};
    for (int f = 0; f < CAPER_COUNT_OF(rigs); f++) {
        caper_import *import = load_shared_import(rigs[f][0]);
        if (!import) {
            SKIP("no shared data");
        }
        const caper_character *c = import->character;
        int arm = caper_skeleton_find(&c->skeleton, rigs[f][1]);
        REQUIRE(arm >= 0);
        CHECK_STR(c->bodies[c->bodies[arm].base].name, rigs[f][2]);
        caper_import_destroy(import);
    }
}

// -- Elbows and knees -------------------------------------------------------------------------

// The way of a limb's end, in limb lengths, when its middle joint turns by that about its axis.
static caper_vec3 bend_limb(const caper_character *c, const caper_limb *limb, float angle)
{
    const caper_transform *rest = c->rest_model;
    caper_vec3 axis =
        caper_quat_rotate(rest[limb->middle].rotation, c->bodies[limb->middle].joint.axis);
    caper_vec3 low = caper_vec3_sub(rest[limb->tip].position, rest[limb->middle].position);
    caper_vec3 now = caper_quat_rotate(caper_quat_from_axis_angle(axis, angle), low);
    return caper_vec3_scale(caper_vec3_sub(now, low), 1.0f / caper_vec3_length(low));
}

// Elbows and knees of a character that rests: hinges within whose limits it rests, that fold the
// limb to the side to which people fold it, and hardly to the other.
static void check_people_bend(const char *what, const caper_character *c, caper_vec3 arms)
{
    caper_person person;
    REQUIRE(caper_person_find(c, NULL, &person, NULL));
    for (int i = 0; i < CAPER_LIMB_COUNT; i++) {
        const caper_limb *limb = &person.limbs[i];
        const caper_joint *joint = &c->bodies[limb->middle].joint;
        caper_vec3 side = i < CAPER_LIMB_LEFT_ARM ? caper_vec3_make(0, 0, -1) : arms;
        caper_vec3 way = bend_limb(c, limb, 0.5f);
        if (joint->kind != CAPER_JOINT_HINGE || caper_vec3_dot(way, side) < 0.25f) {
            fprintf(stderr, "at %s, limb %d: kind %d, way %g %g %g\n", what, i, joint->kind,
                    (double)way.x, (double)way.y, (double)way.z);
        }
        CHECK_INT(joint->kind, CAPER_JOINT_HINGE);
        CHECK(joint->min <= 0 && joint->max >= 10 * CAPER_DEGREE);
        CHECK(caper_vec3_dot(way, side) > 0.25f);
        // the straightest that it can be: hardly beyond
        caper_vec3 up = caper_quat_rotate(c->rest_model[limb->start].rotation, limb->up);
        caper_vec3 low = caper_quat_rotate(c->rest_model[limb->middle].rotation, limb->low);
        float bend = caper_acos(caper_clamp(
            caper_vec3_dot(caper_vec3_normalize(up), caper_vec3_normalize(low)), -1, 1));
        CHECK(joint->min >= -bend - 0.1f);
        CHECK(joint->max + bend <= 170 * CAPER_DEGREE);
    }
}

// A T, an A, arms that hang and arms held out to the front: bound poses that people have.
static void elbows_fold_to_the_front_and_knees_to_the_back_from_any_pose(void)
{
    static const float poses[][2] = {{0, 0}, {0.8f, 0}, {1.5f, 0}, {0, 1.4f}}; // down, forward
    for (int i = 0; i < CAPER_COUNT_OF(poses); i++) {
        caper_character *c = sticks_person(0);
        caper_transform *rest = (caper_transform *)c->skeleton.rest_local;
        for (int side = -1; side <= 1; side += 2) {
            int arm = caper_character_find(c, side > 0 ? "LeftArm" : "RightArm");
            caper_quat down =
                caper_quat_from_axis_angle(caper_vec3_make(0, 0, 1), -poses[i][0] * (float)side);
            caper_quat ahead =
                caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), -poses[i][1] * (float)side);
            rest[arm].rotation = caper_quat_mul(ahead, down);
        }
        char path[1024];
        snprintf(path, sizeof path, "%s/elbows.glb", CAPER_BINARY_DIR);
        caper_export_job job = caper_export_job_default();
        job.character = c;
        REQUIRE(caper_export_save(&job, path, NULL));
        caper_import *import = caper_import_load(path, NULL, NULL);
        REQUIRE(import != NULL);
        remove(path);
        caper_character *file = rest_with(import, "\"file\"", NULL);
        caper_character *rested = caper_import_rest(import, NULL, NULL, NULL);
        REQUIRE(file && rested);
        bool ahead = poses[i][1] > 1;
        check_people_bend("sticks", file, caper_vec3_make(0, ahead ? 1 : 0, ahead ? 0 : 1));
        if (!ahead) {
            check_people_bend("sticks at rest", rested, caper_vec3_make(0, 0, 1));
        }
        caper_character_destroy(file);
        caper_character_destroy(rested);
        caper_import_destroy(import);
        caper_character_destroy(c);
    }
}

// The same without the names of the file: shape alone.
static void check_nameless(const char *file, const caper_character *rested)
{
    caper_skeleton bare = rested->skeleton;
    bare.names = NULL;
    caper_skeleton_character_def def = caper_skeleton_character_def_default();
    def.skeleton = &bare;
    def.use_names = false;
    caper_character *c = caper_character_from_skeleton(&def, NULL, NULL);
    caper_person person;
    caperi_limb_hinge hinges[CAPER_LIMB_COUNT];
    REQUIRE(c != NULL);
    if (caper_person_find(c, NULL, &person, NULL) && caperi_person_hinges(&person, false, hinges)) {
        for (int i = 0; i < CAPER_LIMB_COUNT; i++) {
            if (hinges[i].joint.kind != CAPER_JOINT_HINGE) {
                continue;
            }
            caper_body *body = (caper_body *)&c->bodies[person.limbs[i].middle];
            body->joint = hinges[i].joint;
            caper_vec3 way = bend_limb(c, &person.limbs[i], 0.5f);
            CHECK((i < CAPER_LIMB_LEFT_ARM ? -way.z : way.z) > 0.25f);
        }
    } else {
        printf("  %s without names is no person\n", file);
    }
    caper_character_destroy(c);
}

static void every_avatar_bends_as_people_do(void)
{
    static const char *const files[] = {"gltf/kaykit/Knight.glb",
                                        "gltf/kaykit/manny_med_mod.gltf",
                                        "gltf/khronos/CesiumMan.glb",
                                        "gltf/quaternius/RobotExpressive.glb",
                                        "gltf/quaternius/modular_men/Farmer.glb",
                                        "gltf/quaternius/platformer_game_pack/Character.glb",
                                        "gltf/quaternius/single_knight_pack/KnightCharacter.glb",
                                        "gltf/vrm/100Avatars_013_Mint.vrm",
                                        "gltf/vrm/Godette_vrm_v4.vrm",
                                        "gltf/vrm/basic_armature_vrm1.vrm"};
    for (int f = 0; f < CAPER_COUNT_OF(files); f++) {
        caper_import *import = load_shared_import(files[f]);
        if (!import) {
            SKIP("no shared data");
        }
        caper_character *c = caper_import_rest(import, import->map, NULL, NULL);
        REQUIRE(c != NULL);
        check_people_bend(files[f], c, caper_vec3_make(0, 0, 1));
        check_nameless(files[f], c);
        caper_character_destroy(c);
        caper_import_destroy(import);
    }
}

TESTS(arms_begin_at_the_shoulder, feet_stand_on_their_skin,
      it_stands_as_its_idle_does_alike_on_both_sides, without_a_clip_that_stands_arms_hang,
      a_map_has_the_last_word, what_has_limits_rests_as_in_its_file, without_memory_nobody_stands,
      elbows_fold_to_the_front_and_knees_to_the_back_from_any_pose, every_avatar_bends_as_people_do)
