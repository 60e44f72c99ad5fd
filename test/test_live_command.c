// SPDX-License-Identifier: MIT
//
// `caper puppet --listen` and `--send` by the command itself: a performer that this test plays, a
// puppet of other proportions that comes back.
#define _POSIX_C_SOURCE 200809L
#include "live_packets.h"
#include "test.h"

#include "caper/live.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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

static caper_live_sender *open_sender(const caper_character *actor, int port)
{
    caper_live_sender_def def = caper_live_sender_def_default();
    def.character = actor;
    def.port = port;
    caper_live_sender *sender = caper_live_sender_create(&def, NULL);
    REQUIRE(sender != NULL);
    return sender;
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
    caper_live_person who;
    REQUIRE(caper_live_person_make(actor, NULL, &who, NULL));
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

    caper_live_sender *sender = open_sender(actor, port);
    caper_pose local = caper_character_pose(actor, NULL);
    double start = caper_clock_now(), end = start + 60;
    uint64_t enough = 0;
    // an arm waves until the audience has seen the whole second
    for (double now = start; now < end && enough < 58; now = caper_clock_now()) {
        int arm = who.person.bodies[CAPER_PART_LEFT_UPPER_ARM];
        local.bodies[arm].rotation = caper_quat_mul(
            actor->skeleton.rest_local[arm].rotation,
            caper_quat_from_axis_angle(caper_vec3_make(0, 0, 1),
                                       0.5f * caper_sin((float)(6 * (now - start)))));
        for (int i = 0; i < local.deform_count; i++)
            local.deforms[i] = 0.1f * (float)(i + 1);
        caper_live_sender_send(sender, &local, (caper_root){0, 0, 0, 0}, now);
        pause_ms(8);
        caper_live_receiver_poll(audience, caper_clock_now());
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
    REQUIRE(caper_live_person_make(puppet, NULL, &who, NULL));
    caper_pose pose = caper_character_pose(puppet, NULL);
    int arm = who.person.bodies[CAPER_PART_LEFT_UPPER_ARM];
    caper_quat first = caper_quat_identity();
    float most = 0;
    for (int n = 0; n < clip->frame_count; n++) {
        caper_clip_sample(clip, (float)n / 60, NULL, &pose);
        first = n == 0 ? pose.bodies[arm].rotation : first;
        most = caper_max(most, caper_quat_angle(first, pose.bodies[arm].rotation));
    }
    CHECK(most > 0.2f);
    // and has the same face, in the clip as well as on the wire
    caper_performer seen[CAPER_LIVE_MAX_PERFORMERS];
    caper_live_performer_info info;
    REQUIRE(caper_live_receiver_performers(audience, seen) == 1);
    REQUIRE(caper_live_receiver_info(audience, seen[0], &info));
    CHECK_INT(info.deform_count, puppet->deform_count);
    CHECK(puppet->deform_count > 4 && puppet->deform_count == actor->deform_count);
    for (int i = 0; i < puppet->deform_count; i++) {
        int k = 0;
        while (k < actor->deform_count && strcmp(actor->deforms[k], puppet->deforms[i]) != 0)
            k++;
        CHECK_NEAR(pose.deforms[i], 0.1 * (k + 1), 1e-5);
    }
    caper_pose_destroy(&pose, NULL);
    caper_pose_destroy(&local, NULL);
    caper_clip_destroy(clip);
    caper_live_sender_destroy(sender);
    caper_live_receiver_destroy(audience);
    caper_character_destroy(actor);
    caper_character_destroy(puppet);
}

// Run the command with a performer of so many frames at 100 Hz, until it has said all it has to
// say. Returns its exit code.
static int run_with_performer(const char *command, int port, int frames,
                              void (*meanwhile)(int frame), char *said, size_t size)
{
    caper_character *actor = load("performer");
    FILE *run = popen(command, "r");
    REQUIRE(run != NULL);
    int pipe = fileno(run);
    fcntl(pipe, F_SETFL, O_NONBLOCK);
    caper_live_sender *sender = open_sender(actor, port);
    caper_pose local = caper_character_pose(actor, NULL);
    size_t got = 0;
    double start = caper_clock_now();
    for (int n = 0; caper_clock_now() < start + 60; n++) {
        if (n < frames)
            caper_live_sender_send(sender, &local, (caper_root){0, 0, 0.001f * (float)n, 0},
                                   caper_clock_now());
        pause_ms(10);
        if (meanwhile)
            meanwhile(n);
        ssize_t more = read(pipe, said + got, size - 1 - got);
        got += more > 0 ? (size_t)more : 0;
        if (more == 0)
            break;
    }
    said[got] = 0;
    int status = pclose(run);
    caper_pose_destroy(&local, NULL);
    caper_live_sender_destroy(sender);
    caper_character_destroy(actor);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void ctrl_c_ends_the_show_and_keeps_the_take(void)
{
    if (system("command -v timeout >/dev/null 2>&1") != 0)
        SKIP("there is no timeout command");
    const char *out = CAPER_BINARY_DIR "/test_live_interrupt.clip.json";
    remove(out);
    char command[1024], said[2048];
    int port = free_port();
    snprintf(command, sizeof command,
             "timeout --preserve-status -s INT 4 '%s' puppet --listen vmc:%d --onto '%s' --out "
             "'%s' 2>&1",
             CAPER_COMMAND, port, test_data_path("characters/sally.character.json"), out);
    CHECK_INT(run_with_performer(command, port, 100000, NULL, said, sizeof said), 0);
    CHECK_HAS(said, "performer at 127.0.0.1:");
    CHECK_HAS(said, "test_live_interrupt.clip.json");
    caper_clip *clip = caper_clip_load(out, NULL, NULL);
    REQUIRE(clip != NULL);
    CHECK(clip->frame_count > 10);
    caper_clip_destroy(clip);
}

static caper_live_sender *restarted; // a second sender takes over from the first
static caper_pose restarted_pose;

static void send_from_another_port(int frame)
{
    if (frame >= 100)
        caper_live_sender_send(restarted, &restarted_pose, (caper_root){0, 0, 5, 0},
                               caper_clock_now());
}

static void a_tracker_that_is_started_again_goes_on(void)
{
    caper_character *actor = load("performer");
    caper_live_receiver *audience = open_receiver();
    char command[1024], said[4096];
    int port = free_port();
    restarted = open_sender(actor, port);
    restarted_pose = caper_character_pose(actor, NULL);
    snprintf(command, sizeof command,
             "'%s' puppet --listen vmc:%d --onto '%s' --send vmc:%d --seconds 4 2>&1",
             CAPER_COMMAND, port, test_data_path("characters/sally.character.json"),
             caper_live_receiver_port(audience));
    CHECK_INT(run_with_performer(command, port, 100, send_from_another_port, said, sizeof said), 0);
    const char *first = strstr(said, "performer at ");
    REQUIRE(first != NULL);
    CHECK(strstr(first + 1, "performer at ") != NULL);
    caper_live_receiver_poll(audience, caper_clock_now());
    caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
    caper_live_pose pose;
    REQUIRE(caper_live_receiver_performers(audience, ids) == 1); // the audience sees one puppet
    REQUIRE(caper_live_receiver_pose(audience, ids[0], caper_clock_now() + 1, &pose, NULL));
    CHECK(pose.hips.z + pose.root.position.z > 4);
    caper_pose_destroy(&restarted_pose, NULL);
    caper_live_sender_destroy(restarted);
    caper_live_receiver_destroy(audience);
    caper_character_destroy(actor);
}

static void send_all_along(int frame)
{
    if (frame >= 60)
        caper_live_sender_send(restarted, &restarted_pose, (caper_root){0, 0, 5, 0},
                               caper_clock_now());
}

// A stranger who sent all along does not get the stage when the performer pauses.
static void a_stranger_does_not_take_over_a_silent_performer(void)
{
    caper_character *actor = load("performer");
    const char *out = CAPER_BINARY_DIR "/test_live_stranger.clip.json";
    char command[1024], said[4096];
    int port = free_port();
    remove(out);
    restarted = open_sender(actor, port);
    restarted_pose = caper_character_pose(actor, NULL);
    snprintf(command, sizeof command, "'%s' puppet --listen vmc:%d --onto '%s' --out '%s' 2>&1",
             CAPER_COMMAND, port, test_data_path("characters/sally.character.json"), out);
    CHECK_INT(run_with_performer(command, port, 150, send_all_along, said, sizeof said), 0);
    const char *first = strstr(said, "performer at ");
    REQUIRE(first != NULL);
    CHECK(strstr(first + 1, "performer at ") == NULL);
    caper_clip *clip = caper_clip_load(out, NULL, NULL);
    REQUIRE(clip != NULL);
    for (int i = 0; i < clip->frame_count; i++)
        CHECK(caper_clip_sample_root(clip, (float)i / clip->rate).z < 2);
    caper_clip_destroy(clip);
    caper_pose_destroy(&restarted_pose, NULL);
    caper_live_sender_destroy(restarted);
    caper_character_destroy(actor);
}

static void packets_of_others_are_dropped_where_an_address_is_given(void)
{
    char command[1024], said[4096];
    int port = free_port();
    snprintf(command, sizeof command,
             "timeout --preserve-status -s INT 2 '%s' puppet --listen vmc:%d --from 10.1.2.3 "
             "--onto '%s' --out '%s' 2>&1",
             CAPER_COMMAND, port, test_data_path("characters/sally.character.json"),
             CAPER_BINARY_DIR "/test_live_from.clip.json");
    CHECK_INT(run_with_performer(command, port, 100000, NULL, said, sizeof said), 2);
    CHECK_HAS(said, "for 10.1.2.3");
    CHECK_HAS(said, "stopped before a performer came");
}

static int face_socket = -1;

static void send_a_smile(int frame)
{
    (void)frame;
    packet p;
    packet_bundle(&p);
    size_t at = packet_open(&p, "/VMC/Ext/Blend/Val", ",sf");
    packet_text(&p, "smile");
    packet_float(&p, 0.75);
    packet_close(&p, at);
    packet_close(&p, packet_open(&p, "/VMC/Ext/Blend/Apply", ","));
    (void)!send(face_socket, p.bytes, p.size, 0); // before anybody listens it is refused
}

static void a_face_from_another_program_is_added(void)
{
    const char *out = CAPER_BINARY_DIR "/test_live_face.clip.json";
    remove(out);
    char command[1024], said[2048];
    int port = free_port();
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    face_socket = socket(AF_INET, SOCK_DGRAM, 0);
    REQUIRE(face_socket >= 0 && connect(face_socket, (struct sockaddr *)&to, sizeof to) == 0);
    snprintf(command, sizeof command,
             "'%s' puppet --listen vmc:%d --onto '%s' --out '%s' --seconds 1 2>&1", CAPER_COMMAND,
             port, test_data_path("characters/sally.character.json"), out);
    CHECK_INT(run_with_performer(command, port, 100000, send_a_smile, said, sizeof said), 0);
    close(face_socket);
    // whoever came first: the body performs
    CHECK_HAS(said, " m tall, 19 of 55 parts");
    caper_clip *clip = caper_clip_load(out, NULL, NULL);
    caper_character *puppet = load("sally");
    REQUIRE(clip != NULL);
    caper_pose pose = caper_character_pose(puppet, NULL);
    caper_clip_sample(clip, clip->duration, NULL, &pose);
    int smiles = 0;
    for (int i = 0; i < puppet->deform_count; i++) {
        bool smile = strcmp(puppet->deforms[i], "mouth.smile") == 0;
        CHECK_NEAR(pose.deforms[i], smile ? 0.75 : 0, 1e-6);
        smiles += smile;
    }
    CHECK_INT(smiles, 1);
    caper_pose_destroy(&pose, NULL);
    caper_character_destroy(puppet);
    caper_clip_destroy(clip);
}

#define GONE CAPER_BINARY_DIR "/test_live_gone"
#define SPARE CAPER_BINARY_DIR "/test_live_spare"

static bool taken_away;

// With the journal of the take, once there is one: the show is on then.
static void take_the_folder_away(int frame)
{
    (void)frame;
    if (!taken_away && access(GONE "/take.clip.json.take", F_OK) == 0) {
        CHECK_INT(system("rm -rf '" GONE "'"), 0);
        taken_away = true;
    }
}

static void a_take_that_cannot_be_written_is_kept_elsewhere(void)
{
    // the folder goes while the show runs, as a disk fills up
    CHECK_INT(system("rm -rf '" GONE "' '" SPARE "' && mkdir '" GONE "' '" SPARE "'"), 0);
    taken_away = false;
    char command[1024], said[2048];
    int port = free_port();
    snprintf(command, sizeof command,
             "TMPDIR='" SPARE "' '%s' puppet --listen vmc:%d --onto '%s' --out '" GONE
             "/take.clip.json' --seconds 1 2>&1",
             CAPER_COMMAND, port, test_data_path("characters/sally.character.json"));
    CHECK_INT(run_with_performer(command, port, 100000, take_the_folder_away, said, sizeof said),
              2);
    const char *kept = strstr(said, "the take is kept in ");
    REQUIRE(kept != NULL);
    char path[512] = "";
    REQUIRE(sscanf(kept, "the take is kept in %511[^\n]", path) == 1);
    CHECK_HAS(path, SPARE "/caper-");
    caper_clip *clip = caper_clip_load(path, NULL, NULL);
    REQUIRE(clip != NULL);
    CHECK_INT(clip->frame_count, 60);
    caper_clip_destroy(clip);
}

// An avatar under physics: what its performer does is sent on, until a ball of 60 kg comes.
static void a_ball_hits_a_live_performer(void)
{
    const char *scene = CAPER_BINARY_DIR "/test_live.scene.json";
    const char *text =
        "{\"caper\": \"scene\", \"version\": 1, \"seconds\": 2.5, \"actors\": "
        "[{\"name\": \"a\", \"character\": \"sally\", \"at\": [3, 0, 0], "
        "\"play\": [{\"motion\": \"idle\"}], \"expect\": \"falls\"}], "
        "\"things\": [{\"name\": \"ball\", \"shape\": \"ball\", \"radius\": 0.2, "
        "\"mass\": 60, \"at\": [0, 0.2, 3]}], \"events\": [{\"time\": 1, \"do\": "
        "\"throw\", \"thing\": \"ball\", \"at\": [3, 1, 2], \"velocity\": [0, 0, -9], "
        "\"aim\": \"a\"}]}";
    const char *out = CAPER_BINARY_DIR "/test_live_hit.clip.json";
    REQUIRE(caper_file_write(scene, text, strlen(text), NULL));
    remove(out);
    char command[1024], said[4096];
    int port = free_port();
    snprintf(command, sizeof command,
             "'%s' simulate '%s' --listen vmc:%d --seconds 2.5 --out '%s' 2>&1", CAPER_COMMAND,
             scene, port, out);
    int code = run_with_performer(command, port, 100000, NULL, said, sizeof said);
    if (strstr(said, "has no physics"))
        SKIP("the command has no physics");
    CHECK_INT(code, 0);
    CHECK_HAS(said, "performer at 127.0.0.1:");
    CHECK_HAS(said, "fell at ");
    caper_clip *clip = caper_clip_load(out, NULL, NULL);
    REQUIRE(clip != NULL);
    CHECK_INT(clip->frame_count, 150);
    // where the scene has it, and in the performer's pose, until it is hit
    caper_root before = caper_clip_sample_root(clip, 0.9f);
    CHECK_NEAR(before.x, 3, 0.1);
    caper_character *sally = load("sally");
    caper_pose pose = caper_character_pose(sally, NULL);
    float tilt[2];
    for (int i = 0; i < 2; i++) {
        float time = i == 0 ? 0.9f : 2.4f;
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        caper_clip_sample(clip, time, NULL, &pose);
        caper_pose_to_model(&sally->skeleton, &pose, &root, &pose);
        caper_vec3 up = caper_vec3_make(0, 1, 0);
        tilt[i] = caper_quat_rotate(pose.bodies[sally->root_body].rotation, up).y;
    }
    CHECK(tilt[0] > 0.9f && tilt[1] < 0.5f);
    caper_pose_destroy(&pose, NULL);
    caper_character_destroy(sally);
    caper_clip_destroy(clip);
}

static void says_what_is_wrong_with_a_place(void)
{
    caper_live_receiver *other = open_receiver();
    char taken[64];
    snprintf(taken, sizeof taken, "--listen vmc:%d", caper_live_receiver_port(other));
    const char *const bad[][2] = {
        {taken, "another program listens there"},
        {"--listen vmc:9", "would perform itself"},
        {"--listen vmc:0.0.0.0:9", "would perform itself"},
        {"--listen vmc --latency 1", "to 0.25"},
        {"--listen vmc:192.0.2.1:39539", "no such address"},
        {"--listen osc:1", "expected vmc:PORT"},
        {"--listen vmc:70000", "expected vmc:PORT"},
        {"--listen vmc:here:39539", "expected an IPv4 address"},
        {"--listen vmc --compare", "exclude each other"},
        {"--listen vmc clip.json", "expected IN --onto CHARACTER or --listen"},
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
    caper_live_receiver_destroy(other);
}

#else

static void a_live_performer_moves_a_puppet_that_is_sent_on_and_written(void)
{
    SKIP("the command was not built");
}

static void ctrl_c_ends_the_show_and_keeps_the_take(void)
{
    SKIP("the command was not built");
}

static void a_tracker_that_is_started_again_goes_on(void)
{
    SKIP("the command was not built");
}

static void a_stranger_does_not_take_over_a_silent_performer(void)
{
    SKIP("the command is not built");
}

static void packets_of_others_are_dropped_where_an_address_is_given(void)
{
    SKIP("the command is not built");
}

static void a_face_from_another_program_is_added(void)
{
    SKIP("the command was not built");
}

static void a_take_that_cannot_be_written_is_kept_elsewhere(void)
{
    SKIP("the command was not built");
}

static void a_ball_hits_a_live_performer(void)
{
    SKIP("the command was not built");
}

static void says_what_is_wrong_with_a_place(void)
{
    SKIP("the command was not built");
}

#endif

TESTS(a_stranger_does_not_take_over_a_silent_performer,
      packets_of_others_are_dropped_where_an_address_is_given,
      a_live_performer_moves_a_puppet_that_is_sent_on_and_written,
      ctrl_c_ends_the_show_and_keeps_the_take, a_tracker_that_is_started_again_goes_on,
      a_face_from_another_program_is_added, a_take_that_cannot_be_written_is_kept_elsewhere,
      a_ball_hits_a_live_performer, says_what_is_wrong_with_a_place)
