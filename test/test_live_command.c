// SPDX-License-Identifier: MIT
//
// `caper puppet --listen` and `--send` by the command itself: a performer that this test plays, a
// puppet of other proportions that comes back.
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include "caper/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#ifdef CAPER_COMMAND

static void pause_ms(int ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}

static caper_character *load(const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "characters/%s.character.json", name);
    caper_character *c = caper_character_load(test_data_path(path), NULL, NULL);
    REQUIRE(c != NULL);
    return c;
}

static caper_live_receiver *open_receiver(void)
{
    caper_live_receiver_def def = caper_live_receiver_def_default();
    def.port = 0;
    caper_live_receiver *r = caper_live_receiver_create(&def, NULL);
    REQUIRE(r != NULL);
    return r;
}

static int free_port(void)
{
    caper_live_receiver *r = open_receiver();
    int port = caper_live_receiver_port(r);
    caper_live_receiver_destroy(r);
    return port;
}

static void a_live_performer_moves_a_puppet_that_is_sent_on_and_written(void)
{
    caper_character *actor = load("performer"), *puppet = load("sally");
    caper_live_receiver *audience = open_receiver();
    caper_human_map map;
    REQUIRE(caper_human_map_make(actor, &map, NULL));
    const char *out = CAPER_BINARY_DIR "/test_live_command.clip.json";
    remove(out);
    char command[1024];
    int port = free_port();
    snprintf(command, sizeof command,
             "'%s' puppet --listen vmc:%d --onto '%s' --send vmc:127.0.0.1:%d --out '%s' "
             "--seconds 1 --rate 60 2>&1",
             CAPER_COMMAND, port, test_data_path("characters/sally.character.json"),
             caper_live_receiver_port(audience), out);
    FILE *run = popen(command, "r");
    REQUIRE(run != NULL);

    caper_live_sender_def sending = caper_live_sender_def_default();
    sending.character = actor;
    sending.port = port;
    caper_live_sender *sender = caper_live_sender_create(&sending, NULL);
    REQUIRE(sender != NULL);
    caper_pose local = caper_character_pose(actor, NULL);
    double start = caper_live_now(), end = start + 60;
    uint64_t enough = 0;
    // an arm waves until the audience has seen the whole second
    for (double now = start; now < end && enough < 58; now = caper_live_now()) {
        int arm = map.bodies[CAPER_HUMAN_LEFT_UPPER_ARM];
        local.bodies[arm].rotation = caper_quat_mul(
            actor->skeleton.rest_local[arm].rotation,
            caper_quat_from_axis_angle(caper_vec3_make(0, 0, 1),
                                       0.5f * caper_sin((float)(6 * (now - start)))));
        caper_live_sender_send(sender, &local, (caper_root){0, 0, 0, 0}, now);
        pause_ms(8);
        caper_live_receiver_poll(audience, caper_live_now());
        enough = caper_live_receiver_meters(audience).frames;
    }
    char said[2048] = "";
    size_t size = fread(said, 1, sizeof said - 1, run);
    said[size] = 0;
    int status = pclose(run);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK_HAS(said, "listening at 127.0.0.1");
    CHECK_HAS(said, "frames in");
    CHECK(enough >= 58);
    CHECK_INT(caper_live_receiver_meters(audience).malformed, 0);

    caper_error error = {0};
    caper_clip *clip = caper_clip_load(out, NULL, &error);
    REQUIRE(clip != NULL);
    CHECK(caper_skeleton_same(&clip->skeleton, &puppet->skeleton));
    CHECK_INT(clip->frame_count, 60);
    CHECK_NEAR(clip->rate, 60, 0);
    // it waves too
    REQUIRE(caper_human_map_make(puppet, &map, NULL));
    caper_pose pose = caper_character_pose(puppet, NULL);
    int arm = map.bodies[CAPER_HUMAN_LEFT_UPPER_ARM];
    caper_quat first = caper_quat_identity();
    float most = 0;
    for (int n = 0; n < clip->frame_count; n++) {
        caper_clip_sample(clip, (float)n / 60, NULL, &pose);
        first = n == 0 ? pose.bodies[arm].rotation : first;
        most = caper_max(most, caper_quat_angle(first, pose.bodies[arm].rotation));
    }
    CHECK(most > 0.2f);
    caper_pose_destroy(&pose, NULL);
    caper_pose_destroy(&local, NULL);
    caper_clip_destroy(clip);
    caper_live_sender_destroy(sender);
    caper_live_receiver_destroy(audience);
    caper_character_destroy(actor);
    caper_character_destroy(puppet);
}

static void says_what_is_wrong_with_a_place(void)
{
    static const char *const bad[][2] = {
        {"--listen osc:1", "expected vmc:PORT"},
        {"--listen vmc:70000", "expected vmc:PORT"},
        {"--listen vmc:here:39539", "expected an IPv4 address"},
        {"--listen vmc --compare", "for clips"},
        {"--listen vmc clip.json", "expected a clip (or --listen)"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(bad); i++) {
        char command[1024], said[1024] = "";
        snprintf(command, sizeof command, "'%s' puppet --onto '%s' --send vmc:9 %s 2>&1",
                 CAPER_COMMAND, test_data_path("characters/sally.character.json"), bad[i][0]);
        FILE *run = popen(command, "r");
        REQUIRE(run != NULL);
        size_t size = fread(said, 1, sizeof said - 1, run);
        said[size] = 0;
        int status = pclose(run);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 2);
        CHECK_HAS(said, bad[i][1]);
    }
}

#else

static void a_live_performer_moves_a_puppet_that_is_sent_on_and_written(void)
{
    SKIP("the command was not built");
}

static void says_what_is_wrong_with_a_place(void)
{
    SKIP("the command was not built");
}

#endif

TESTS(a_live_performer_moves_a_puppet_that_is_sent_on_and_written, says_what_is_wrong_with_a_place)
