// SPDX-License-Identifier: MIT
//
// caper walk as its users meet it: speeds, ways, worlds, styles, motions and outputs; what is
// refused is one sentence with its place, and leaves nothing behind.
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "menagerie.h"

#include "caper/clip.h"
#include "caper/motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER CAPER_BINARY_DIR "/test_walk_command"

static char out[8000], err[8000];

/// Runs a verb in the folder; keeps what is said.
static int run_verb(const char *verb, const char *arguments)
{
    return command_run(FOLDER, verb, arguments, out, err, sizeof out);
}

static int run(const char *arguments)
{
    return run_verb("walk", arguments);
}

static bool exists(const char *name)
{
    char path[400];
    snprintf(path, sizeof path, FOLDER "/%s", name);
    return access(path, F_OK) == 0;
}

/// Nothing was said but that the clip was written.
static bool is_quiet(void)
{
    const char *told = strstr(err, "has no legs to walk on"); // how it goes is always told
    const char *last = told ? strchr(told, '\n') + 1 : err, *end = strchr(last, '\n');
    return strncmp(last, "wrote ", 6) == 0 && end && end[1] == 0;
}

/// Walk and load what came out; destroy it.
static caper_clip *walked(const char *arguments)
{
    char line[600];
    unlink(FOLDER "/x.clip.json");
    snprintf(line, sizeof line, "%s --out x.clip.json", arguments);
    CHECK_INT(run(line), 0);
    CHECK(is_quiet());
    caper_clip *clip = caper_clip_load(FOLDER "/x.clip.json", NULL, NULL);
    REQUIRE(clip != NULL);
    return clip;
}

static caper_root root_at(const caper_clip *clip, float share)
{
    return caper_clip_sample_root(clip, share * (float)(clip->frame_count - 1) / clip->rate);
}

// Metres a second over the last half.
static float speed_of(const caper_clip *clip)
{
    caper_root a = root_at(clip, 0.5f), b = root_at(clip, 1);
    float seconds = 0.5f * (float)(clip->frame_count - 1) / clip->rate;
    return hypotf(b.x - a.x, b.z - a.z) / seconds;
}

static void speeds_are_metres_or_froude_numbers(void)
{
    caper_clip *clip = walked("dog --speed 1.2 --seconds 4 --rate 50");
    CHECK_INT(clip->frame_count, 201);
    CHECK_NEAR(clip->rate, 50, 1e-4);
    CHECK_NEAR(speed_of(clip), 1.2, 0.02);
    CHECK(clip->contact_count > 20); // who stood when is in the clip
    caper_clip_destroy(clip);
    caper_character *dog = menagerie_load("dog");
    float length = 0;
    for (int i = 0; i < dog->leg_count; i++) {
        length += dog->legs[i].length / (float)dog->leg_count;
    }
    clip = walked("dog --speed 0.3Fr --seconds 4");
    CHECK_NEAR(speed_of(clip), sqrt(0.3 * 9.81 * (double)length), 0.02);
    caper_clip_destroy(clip);
    caper_character_destroy(dog);
    clip = walked("dog --speed 0 --seconds 1");
    CHECK_NEAR(speed_of(clip), 0, 1e-3);
    caper_clip_destroy(clip);
}

static void ways_are_shapes_or_files_of_points(void)
{
    caper_clip *clip = walked("dog --speed 1 --path circle --seconds 4");
    CHECK(fabsf(root_at(clip, 1).yaw) > 0.5f);
    caper_clip_destroy(clip);
    clip = walked("dog --speed 1 --seconds 3 --at 2,3,90 --heading 90");
    CHECK_NEAR(root_at(clip, 0).x, 2, 1e-3);
    CHECK_NEAR(root_at(clip, 0).z, 3, 1e-3);
    CHECK_NEAR(root_at(clip, 1).yaw, CAPER_PI / 2, 0.02); // sideways all the way
    caper_clip_destroy(clip);
    REQUIRE(
        caper_file_write(FOLDER "/way", "# there and back\n0 2\r\n\n 1.5\t2 # left\n", 37, NULL));
    clip = walked("dog --speed 1 --path way --seconds 8");
    CHECK_NEAR(root_at(clip, 1).x, 1.5, 0.2);
    CHECK_NEAR(root_at(clip, 1).z, 2, 0.2);
    caper_clip_destroy(clip);
}

static void bad_points_are_refused_at_their_place(void)
{
    static const struct {
        const char *text, *place;
    } cases[] = {
        {"0 1\nzero 1\n", "bad:2:1: "}, {"0 1\n\n0 one\n", "bad:3:3: "}, {"0 1 2\n", "bad:1:5: "},
        {"0\n", "bad:1:2: "},           {"1e9 0\n", "bad:1:1: "},        {"nan 0\n", "bad:1:1: "},
        {"0 1x\n", "bad:1:3: "},        {"# nothing\n", "bad: "},
    };
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        mkdir(FOLDER, 0777);
        REQUIRE(caper_file_write(FOLDER "/bad", cases[i].text, strlen(cases[i].text), NULL));
        CHECK_INT(run("dog --path bad --out bad.clip.json"), 2);
        CHECK_HAS(err, cases[i].place);
        CHECK_HAS(err, "x and z");
        CHECK(!exists("bad.clip.json"));
    }
}

static void worlds_styles_and_motions_are_told_by_name(void)
{
    caper_clip *clip = walked("dog --speed 0.6 --world stairs --seconds 4");
    caper_clip_destroy(clip);
    clip = walked("dog --speed 1 --world slope --seconds 3");
    CHECK(fabsf(root_at(clip, 1).y - root_at(clip, 0).y) > 0.1f);
    caper_clip_destroy(clip);
    static const char *const styles[] = {"limp", "sneak:0.5", "limp,lumber:0.3", "prance@2,sneak@1",
                                         "prance@2:0.5"};
    for (int i = 0; i < CAPER_COUNT_OF(styles); i++) {
        char line[200];
        snprintf(line, sizeof line, "oddlegs --style %s --seconds 1", styles[i]);
        caper_clip_destroy(walked(line));
    }
    clip = walked("performer --style limp --motion wave --seconds 2");
    caper_clip_destroy(clip);
}

/// When a clip first has a key pose.
static float time_of(const caper_clip *clip, const char *name)
{
    for (int i = 0; i < clip->key_pose_count; i++) {
        if (strcmp(clip->key_poses[i].name, name) == 0) {
            return clip->key_poses[i].time;
        }
    }
    return -1;
}

static void a_paced_motion_is_as_slow_as_its_body(void)
{
    static const char motion[] =
        "{\"caper\": \"motion\", \"version\": 1, \"name\": \"nod\", \"duration\": 2,%s"
        " \"channels\": [{\"name\": \"head\", \"select\": {\"caps\": [\"head\"]},"
        " \"keys\": [{\"t\": 0, \"turn\": [0, 0, 0]}]}],"
        " \"events\": [{\"t\": 1, \"name\": \"top\"}]}";
    caper_character *c = menagerie_load("elephant");
    for (int paced = 0; paced < 2; paced++) {
        char text[600];
        snprintf(text, sizeof text, motion, paced ? " \"paced\": true," : "");
        mkdir(FOLDER, 0777);
        REQUIRE(caper_file_write(FOLDER "/nod.motion.json", text, strlen(text), NULL));
        caper_clip *clip = walked("elephant --motion nod.motion.json --seconds 3");
        double pace = paced ? (double)caper_motion_pace(c) : 1;
        CHECK(!paced || pace < 0.9);
        CHECK_NEAR(time_of(clip, "top"), 1 / pace, 1.5 / 60);
        caper_clip_destroy(clip);
    }
    caper_character_destroy(c);
}

static void what_has_no_feet_gets_about_too(void)
{
    static const char *const names[][2] = {{"snake", "it slithers"},
                                           {"inchworm", "it crawls"},
                                           {"octopus", "it crawls"},
                                           {"fish", "it swims"},
                                           {"jellyfish", "it swims"}};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        char line[200];
        snprintf(line, sizeof line, "%s --speed 0.1Fr --path curve --seconds 3", names[i][0]);
        caper_clip *clip = walked(line);
        CHECK_HAS(err, names[i][1]);
        CHECK(root_at(clip, 1).z > 0.2f);
        caper_clip_destroy(clip);
    }
}

static void clips_are_written_in_every_format(void)
{
    static const char *const names[] = {"y.clip.json", "y.bvh", "y.glb", "y.gltf"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        char line[200];
        snprintf(line, sizeof line, "dog --seconds 0.5 --out %s", names[i]);
        CHECK_INT(run(line), 0);
        struct stat info;
        snprintf(line, sizeof line, FOLDER "/%s", names[i]);
        CHECK(stat(line, &info) == 0 && info.st_size > 1000);
    }
}

// How far a hand hangs below its shoulder, of the way between them, at a time.
static float hang(const caper_clip *clip, const char *shoulder, const char *hand, float time)
{
    caper_pose pose = caper_pose_create(clip->skeleton.body_count, 0, NULL);
    REQUIRE(caper_clip_sample(clip, time, NULL, &pose));
    int top = caper_skeleton_find(&clip->skeleton, shoulder);
    int end = caper_skeleton_find(&clip->skeleton, hand);
    REQUIRE(top >= 0 && end >= 0);
    for (int i = 0; i < pose.body_count; i++) { // model space, in place
        int parent = clip->skeleton.parents[i];
        if (parent >= 0) {
            pose.bodies[i] = caper_transform_mul(pose.bodies[parent], pose.bodies[i]);
        }
    }
    caper_vec3 way = caper_vec3_sub(pose.bodies[top].position, pose.bodies[end].position);
    caper_pose_destroy(&pose, NULL);
    return way.y / caper_vec3_length(way);
}

static void nobody_walks_in_a_t(void)
{
    const char *path = test_shared_path("bvh/cmu/07_01.bvh");
    if (!path) {
        SKIP("no shared data");
    }
    char line[600];
    snprintf(line, sizeof line, "'%s' --seconds 3 --out x.clip.json", path);
    CHECK_INT(run(line), 0);
    CHECK_HAS(err, "caper render x.clip.json --on "); // nothing that ships is of that build
    char far[700];
    snprintf(far, sizeof far, "'%s' --unit 0.05 --seconds 0.2 --out y.clip.json", path);
    CHECK_INT(run(far), 0);
    CHECK_HAS(err, " --unit 0.05 --out"); // or it would not fit
    snprintf(far, sizeof far, "'%s' --seconds 0.2 --out y.bvh", path);
    CHECK_INT(run(far), 0);
    CHECK(is_quiet());
    caper_clip *clip = caper_clip_load(FOLDER "/x.clip.json", NULL, NULL);
    REQUIRE(clip != NULL);
    for (int i = 0; i <= 6; i++) {
        CHECK(hang(clip, "LeftArm", "LeftHand", 0.5f * (float)i) > 0.8f);
        CHECK(hang(clip, "RightArm", "RightHand", 0.5f * (float)i) > 0.8f);
    }
    // it is a clip of the file's own skeleton, whose pose of rest stays a T
    const caper_skeleton *s = &clip->skeleton;
    int elbow = caper_skeleton_find(s, "LeftForeArm");
    CHECK(elbow >= 0 && fabsf(s->rest_local[elbow].position.x) > 0.1f);
    caper_clip_destroy(clip);
}

static void what_walks_off_the_world_is_told(void)
{
    mkdir(FOLDER, 0777);
    static const char world[] = "{\"caper\":\"world\",\"version\":1,\"name\":\"pier\","
                                "\"boxes\":[{\"position\":[0,-0.5,0],\"half\":[2,0.5,2]}]}";
    REQUIRE(caper_file_write(FOLDER "/pier.world.json", world, strlen(world), NULL));
    CHECK_INT(run("dog --speed 1 --seconds 4 --world pier.world.json --out x.clip.json"), 0);
    const char *told = strstr(err, "no ground below from ");
    REQUIRE(told != NULL);
    CHECK_NEAR(atof(told + strlen("no ground below from ")), 2.0, 0.6); // 2 m at 1 m/s
    CHECK(!strstr(told + 1, "no ground"));                              // once
    CHECK_INT(run("dog --speed 1 --seconds 1 --world pier.world.json --out x.clip.json"), 0);
    CHECK(is_quiet());
    CHECK_INT(run("fish --speed 1 --seconds 4 --world pier.world.json --out x.clip.json"), 0);
    CHECK(is_quiet());
}

// Stairs of people are walls to a spider, which goes through them.
static void what_is_too_high_to_climb_is_told(void)
{
    CHECK_INT(run("spider --world stairs --out x.clip.json"), 0);
    CHECK_HAS(err, "warning: stairs: it goes through something higher than it can climb");
    CHECK_HAS(err, "--world-scale auto");
    CHECK(!strstr(strstr(err, "climb") + 5, "climb")); // once
    CHECK_INT(run("spider --world stairs --world-scale auto --out x.clip.json"), 0);
    CHECK(is_quiet());
    CHECK_INT(run("performer --world stairs --out x.clip.json"), 0);
    CHECK(is_quiet());
    // a roof is above it, not around it
    static const char world[] = "{\"caper\":\"world\",\"version\":1,\"name\":\"hall\","
                                "\"ground\":{\"normal\":[0,1,0]},"
                                "\"boxes\":[{\"position\":[0,1.5,9.5],\"half\":[9,0.5,9]}]}";
    REQUIRE(caper_file_write(FOLDER "/hall.world.json", world, strlen(world), NULL));
    CHECK_INT(run("spider --world hall.world.json --out x.clip.json"), 0);
    CHECK(is_quiet());
}

static void what_cannot_be_done_is_said_in_a_sentence(void)
{
    static const char *const wrong[][2] = {
        {"", "expected CHARACTER --out CLIP;"},
        {"dog", "expected CHARACTER --out CLIP;"},
        {"dog horse --out z.clip.json", "expected CHARACTER --out CLIP;"},
        {"nobody --out z.clip.json", "nobody"},
        {"dog --out z.fbx", "z.fbx"},
        {"dog --speed fast --out z.clip.json", "--speed: 'fast' is not"},
        {"dog --speed 1m --out z.clip.json", "--speed: '1m' is not"},
        {"dog --speed -1 --out z.clip.json", "--speed: '-1' is not"},
        {"dog --speed nan --out z.clip.json", "--speed: 'nan' is not"},
        {"dog --path nowhere --out z.clip.json", "nowhere: cannot be opened"},
        {"dog --world nowhere --out z.clip.json", "nowhere"},
        {"dog --motion nothing --out z.clip.json", "nothing"},
        {"dog --style grand --out z.clip.json", "grand: no such gait style"},
        {"dog --style limp:2 --out z.clip.json", "--style: 'limp:2': expected"},
        {"dog --style limp:x --out z.clip.json", "--style: 'limp:x': expected"},
        {"dog --style limp@0 --out z.clip.json", "--style: 'limp@0': expected"},
        {"dog --style limp@1.5 --out z.clip.json", "--style: 'limp@1.5': expected"},
        {"dog --style limp@7 --out z.clip.json", "form 1"},
        {"dog --style '' --out z.clip.json", "--style: '': expected"},
        {"dog --style limp,limp,limp,limp,limp,limp,limp,limp,limp --out z.clip.json",
         "more than 8 styles"},
        {"dog --at 1 --out z.clip.json", "--at: '1' is not"},
        {"dog --at 1,2,3,4 --out z.clip.json", "--at: '1,2,3,4' is not"},
        {"dog --heading north --out z.clip.json", "--heading"},
        {"dog --seconds 0 --out z.clip.json", "--seconds"},
        {"dog --rate 0 --out z.clip.json", "--rate"},
        {"dog --seconds 3600 --rate 1000 --out z.clip.json", "too many frames"},
        {"dog --unit 0.01 --out z.clip.json", "--unit does not apply"},
        {"dog --wings --out z.clip.json", "--wings"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(wrong); i++) {
        CHECK_INT(run(wrong[i][0]), 2);
        CHECK_HAS(err, wrong[i][1]);
        CHECK(!strstr(err, "memory"));
        const char *end = strchr(err, '\n');
        CHECK(end && end[1] == 0); // one line
        CHECK_STR(out, "");
    }
    CHECK(!exists("z.clip.json") && !exists("z.fbx"));
}

static void an_output_that_cannot_be_written_leaves_nothing(void)
{
    static const char *const names[] = {"nowhere/z.clip.json", "nowhere/z.glb", "nowhere/z.bvh"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        char line[200];
        snprintf(line, sizeof line, "dog --seconds 0.5 --out %s", names[i]);
        CHECK_INT(run(line), 2);
        CHECK_HAS(err, names[i]);
        CHECK(!exists("nowhere"));
    }
    // a folder is no file, and stays
    mkdir(FOLDER "/folder.clip.json", 0777);
    CHECK_INT(run("dog --seconds 0.5 --out folder.clip.json"), 2);
    CHECK_HAS(err, "folder.clip.json");
    CHECK(rmdir(FOLDER "/folder.clip.json") == 0);
    // a small limit on the size of files stands for a disk that fills up
    char line[600];
    snprintf(line, sizeof line,
             "cd '" FOLDER "' && (trap '' XFSZ; ulimit -f 8; '%s' walk dog --seconds 4 --out "
             "big.clip.json) 2>stderr",
             CAPER_COMMAND);
    unlink(FOLDER "/big.clip.json");
    CHECK(system(line) != 0);
    CHECK(!exists("big.clip.json"));
    CHECK(system("ls -A '" FOLDER "' | grep -q 'tmp$'") != 0);
}

static void help_has_an_example(void)
{
    CHECK_INT(run("--help"), 0);
    CHECK_HAS(out, "example:");
    CHECK_HAS(out, "caper walk dog --speed 1.2 --out dog.clip.json");
    CHECK_HAS(out, "--style");
    // and what it shows works
    CHECK_INT(run("dog --speed 1.2 --out dog.clip.json"), 0);
}

static void styles_are_learned_and_walked(void)
{
    REQUIRE(run("performer --style limp --speed 0.15Fr --seconds 8 --out limp.clip.json") == 0);
    CHECK_INT(run_verb("gait learn", "limp.clip.json --out mine.gait.json"), 0);
    CHECK(strstr(err, "stride") != NULL && exists("mine.gait.json"));
    CHECK_INT(run("spider --style ./mine.gait.json --seconds 2 --out s.clip.json"), 0);
    // no gait to learn: exit 1 with the reason, and nothing is written
    REQUIRE(run("hopper --speed 0.2Fr --seconds 4 --out hop.clip.json") == 0);
    CHECK_INT(run_verb("gait learn", "hop.clip.json --out hop.gait.json"), 1);
    CHECK(strstr(err, "found 1 leg, expected two or more") != NULL && !exists("hop.gait.json"));
    // bad input and usage
    CHECK_INT(run_verb("gait learn", "nobody.bvh --out x.gait.json"), 2);
    CHECK_INT(run_verb("gait learn", "limp.clip.json --out x.json"), 2);
    CHECK_INT(run_verb("gait", "teach limp.clip.json"), 2);
    CHECK_INT(run_verb("gait learn", "--help"), 0);
    CHECK(strstr(out, "zombie") != NULL);
}

TESTS(styles_are_learned_and_walked, nobody_walks_in_a_t, what_walks_off_the_world_is_told,
      what_is_too_high_to_climb_is_told, speeds_are_metres_or_froude_numbers,
      ways_are_shapes_or_files_of_points, bad_points_are_refused_at_their_place,
      worlds_styles_and_motions_are_told_by_name, a_paced_motion_is_as_slow_as_its_body,
      what_has_no_feet_gets_about_too, clips_are_written_in_every_format,
      what_cannot_be_done_is_said_in_a_sentence, an_output_that_cannot_be_written_leaves_nothing,
      help_has_an_example)
