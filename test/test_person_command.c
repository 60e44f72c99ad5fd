// SPDX-License-Identifier: MIT
//
// Maps as users of the command meet them: info writes one, an edited one beside the file is found
// by every verb, another is given with --map, and a wrong one is refused where it is wrong.
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include "caper/character.h"
#include "caper/clip.h"
#include "caper/person.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CAPER_COMMAND
#define CAPER_COMMAND ""
#endif

#define FOLDER CAPER_BINARY_DIR "/test_person_command"

static char said[60000]; // by the last command, to either stream

static int run(const char *arguments)
{
    if (CAPER_COMMAND[0] == '\0')
        SKIP("the command is not built");
    char line[1200];
    snprintf(line, sizeof line, "cd '%s' && '%s' %s >said 2>&1", FOLDER, CAPER_COMMAND, arguments);
    int status = system(line);
    size_t size = 0;
    char *text = caper_file_read(FOLDER "/said", 0, NULL, &size, NULL);
    snprintf(said, sizeof said, "%s", text ? text : "");
    caper_free(NULL, text, text ? size + 1 : 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// A folder with a performer and nothing else.
static void start(void)
{
    static const char *const old[] = {"he.map.json",    "other.map.json", "two.map.json",
                                      "wave.clip.json", "out.clip.json",  "he2.character.json"};
    mkdir(FOLDER, 0777);
    for (int i = 0; i < CAPER_COUNT_OF(old); i++) {
        char path[1024];
        snprintf(path, sizeof path, FOLDER "/%s", old[i]);
        remove(path);
    }
    caper_character *c =
        caper_character_load(test_data_path("characters/performer.character.json"), NULL, NULL);
    REQUIRE(c != NULL);
    REQUIRE(caper_character_save(c, FOLDER "/he.character.json", NULL));
    caper_character_destroy(c);
}

static void write_file(const char *path, const char *text)
{
    REQUIRE(caper_file_write(path, text, strlen(text), NULL));
}

static void info_writes_a_map_that_changes_nothing_and_is_not_overwritten(void)
{
    start();
    CHECK_INT(run("info he.character.json --json"), 0);
    CHECK_HAS(said, "\"by\": \"shape\"");
    CHECK_HAS(said, "\"left_hand\": \"left_hand\"");
    CHECK_INT(run("info he.character.json --map he.map.json"), 0);
    caper_map *map = caper_map_load(FOLDER "/he.map.json", NULL, NULL);
    REQUIRE(map != NULL);
    const char *name = NULL;
    CHECK(caper_map_part(map, CAPER_PART_LEFT_LOWER_LEG, &name));
    CHECK_STR(name, "left_shin");
    caper_map_destroy(map);
    CHECK_INT(run("info he.character.json --json"), 0); // which lies beside it now
    CHECK_HAS(said, "\"by\": \"map\"");
    CHECK_HAS(said, "\"left_hand\": \"left_hand\"");
    CHECK_INT(run("info he.character.json --map he.map.json"), 2);
    CHECK_HAS(said, "there is a file already");
    CHECK_INT(run("info he.character.json dog --map two.map.json"), 2);
    CHECK_HAS(said, "one file");
}

static void a_map_beside_the_file_is_found_and_one_that_is_given_counts_more(void)
{
    start();
    write_file(FOLDER "/he.map.json",
               "{\"caper\":\"map\",\"version\":1,\"caps\":{\"ear\":[\"left_hand\"]}}");
    write_file(FOLDER "/other.map.json",
               "{\"caper\":\"map\",\"version\":1,\"caps\":{\"horn\":[\"left_hand\"]}}");
    CHECK_INT(run("convert he.character.json he2.character.json"), 0);
    caper_character *c = caper_character_load(FOLDER "/he2.character.json", NULL, NULL);
    REQUIRE(c != NULL);
    int hand = caper_character_find(c, "left_hand");
    CHECK(c->bodies[hand].caps & CAPER_CAP_EAR);
    caper_character_destroy(c);
    CHECK_INT(run("convert he.character.json he2.character.json --map other.map.json"), 0);
    c = caper_character_load(FOLDER "/he2.character.json", NULL, NULL);
    REQUIRE(c != NULL);
    CHECK_INT(c->bodies[hand].caps & (CAPER_CAP_EAR | CAPER_CAP_HORN), CAPER_CAP_HORN);
    caper_character_destroy(c);
}

static void a_map_that_does_not_fit_is_refused_by_every_verb_with_its_place(void)
{
    start();
    CHECK_INT(run("play wave --on he.character.json --seconds 0.2 --out wave.clip.json"), 0);
    write_file(FOLDER "/other.map.json",
               "{\"caper\":\"map\",\"version\":1,\n\"parts\":{\"head\":\"heda\"}}");
    static const char *const lines[] = {
        "check wave.clip.json --map other.map.json",
        "convert wave.clip.json out.clip.json --map other.map.json",
        "generalize wave.clip.json --out out.motion.json --map other.map.json",
        "puppet wave.clip.json --onto sally --out out.clip.json --map other.map.json",
        ("puppet wave.clip.json --onto he.character.json --out out.clip.json --onto-map "
         "other.map.json"),
        "retarget wave.clip.json --onto dog --out out.clip.json --map other.map.json",
        "retarget wave.clip.json --onto dog --out out.clip.json --onto-map other.map.json",
        "walk he.character.json --seconds 0.5 --out out.clip.json --map other.map.json",
        "play wave --on he.character.json --out out.clip.json --map other.map.json",
    };
    for (int i = 0; i < CAPER_COUNT_OF(lines); i++) {
        if (!CHECK_INT(run(lines[i]), 2))
            printf("%s\n%s\n", lines[i], said);
        CHECK_HAS(said, "other.map.json:2:17: the character has no body 'heda'");
    }
    CHECK(access(FOLDER "/out.clip.json", F_OK) != 0);
}

/// How far a body travels over a clip, relative to the chest.
static float travel(const char *path, const char *body)
{
    caper_clip *clip = caper_clip_load(path, NULL, NULL);
    REQUIRE(clip != NULL);
    int hand = caper_skeleton_find(&clip->skeleton, body);
    int chest = caper_skeleton_find(&clip->skeleton, "chest");
    caper_pose pose = caper_pose_create(clip->skeleton.body_count, 0, NULL);
    caper_vec3 before = caper_vec3_zero();
    float sum = 0;
    for (int i = 0; i < clip->frame_count; i++) {
        REQUIRE(caper_clip_sample(clip, (float)i / clip->rate, NULL, &pose));
        caper_pose_to_model(&clip->skeleton, &pose, NULL, &pose);
        caper_vec3 at = caper_transform_unmul_point(pose.bodies[chest], pose.bodies[hand].position);
        sum += i > 0 ? caper_vec3_distance(at, before) : 0;
        before = at;
    }
    caper_pose_destroy(&pose, NULL);
    caper_clip_destroy(clip);
    return sum;
}

static void a_puppet_waves_with_the_other_hand_where_a_map_exchanges_them(void)
{
    start();
    CHECK_INT(run("play wave --on he.character.json --seconds 1 --out wave.clip.json"), 0);
    const char *clip = FOLDER "/wave.clip.json";
    bool left = travel(clip, "left_hand") > travel(clip, "right_hand");
    const char *waves = left ? "left_hand" : "right_hand";
    const char *other = left ? "right_hand" : "left_hand";
    CHECK(travel(clip, waves) > 2 * travel(clip, other));
    write_file(FOLDER "/other.map.json",
               "{\"caper\":\"map\",\"version\":1,\"parts\":{"
               "\"left_upper_arm\":\"right_upper_arm\",\"left_lower_arm\":\"right_forearm\","
               "\"left_hand\":\"right_hand\",\"right_upper_arm\":\"left_upper_arm\","
               "\"right_lower_arm\":\"left_forearm\",\"right_hand\":\"left_hand\"}}");
    CHECK_INT(run("puppet wave.clip.json --onto he.character.json --out out.clip.json "
                  "--method angles --map other.map.json"),
              0);
    const char *out = FOLDER "/out.clip.json";
    CHECK(travel(out, other) > 2 * travel(out, waves));
}

TESTS(info_writes_a_map_that_changes_nothing_and_is_not_overwritten,
      a_map_beside_the_file_is_found_and_one_that_is_given_counts_more,
      a_map_that_does_not_fit_is_refused_by_every_verb_with_its_place,
      a_puppet_waves_with_the_other_hand_where_a_map_exchanges_them)
