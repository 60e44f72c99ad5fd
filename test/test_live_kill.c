// SPDX-License-Identifier: MIT
//
// A take is on the disk while it is recorded: killed at any moment, the command has lost nothing
// but the last frames, and the next start makes a clip of the rest. CAPER_LIVE_KILLS=500 kills as
// often (3 times by default).
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include "caper/live.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef CAPER_COMMAND

static char out[300], take[310], log_path[310];

static void pause_ms(int ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}

static int free_port(void)
{
    caper_live_receiver_def def = caper_live_receiver_def_default();
    def.port = 0;
    caper_live_receiver *r = caper_live_receiver_create(&def, NULL);
    REQUIRE(r != NULL);
    int port = caper_live_receiver_port(r);
    caper_live_receiver_destroy(r);
    return port;
}

// The command, listening at a port; by strace where that is asked for.
static pid_t start_command(int port, bool traced)
{
    char listen[32];
    snprintf(listen, sizeof listen, "vmc:%d", port);
    const char *const plain[] = {CAPER_COMMAND, "puppet", "--listen", listen, "--onto",
                                 "sally",       "--out",  out,        NULL};
    const char *const trace[] = {"strace",      "-f",     "-qq",      "-e",   "trace=fdatasync",
                                 CAPER_COMMAND, "puppet", "--listen", listen, "--onto",
                                 "sally",       "--out",  out,        NULL};
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int log_file = open(log_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(log_file, STDERR_FILENO);
        dup2(log_file, STDOUT_FILENO);
        execvp(traced ? trace[0] : plain[0], (char *const *)(traced ? trace : plain));
        _exit(127);
    }
    REQUIRE(child > 0);
    return child;
}

// Perform until the journal has been growing for so many seconds. Returns when it began to grow.
static double perform(int port, double seconds)
{
    caper_character *actor =
        caper_character_load(test_data_path("characters/performer.character.json"), NULL, NULL);
    REQUIRE(actor != NULL);
    caper_live_sender_def def = caper_live_sender_def_default();
    def.character = actor;
    def.port = port;
    caper_live_sender *sender = caper_live_sender_create(&def, NULL);
    caper_pose local = caper_character_pose(actor, NULL);
    REQUIRE(sender && local.bodies);
    double start = caper_clock_now(), grows = 0, head = 0;
    while (caper_clock_now() < start + 60 && (grows == 0 || caper_clock_now() < grows + seconds)) {
        caper_live_sender_send(sender, &local, (caper_root){0, 0, 0, 0}, caper_clock_now());
        pause_ms(10);
        FILE *f = fopen(take, "rb");
        if (f) {
            fseek(f, 0, SEEK_END);
            head = head == 0 ? (double)ftell(f) : head;
            grows = grows == 0 && (double)ftell(f) > head ? caper_clock_now() : grows;
            fclose(f);
        }
    }
    caper_pose_destroy(&local, NULL);
    caper_live_sender_destroy(sender);
    caper_character_destroy(actor);
    return grows;
}

static void set_paths(const char *name)
{
    snprintf(out, sizeof out, CAPER_BINARY_DIR "/%s.clip.json", name);
    snprintf(take, sizeof take, "%s.take", out);
    snprintf(log_path, sizeof log_path, "%s.log", out);
    remove(out);
    remove(take);
}

static void a_kill_loses_less_than_a_second_of_a_take(void)
{
    const char *wish = getenv("CAPER_LIVE_KILLS");
    int kills = wish ? atoi(wish) : 3, recovered = 0;
    double longest = 0;
    caper_rng rng = caper_rng_make(7);
    set_paths("test_live_kill");
    for (int i = 0; i < kills; i++) {
        int port = free_port();
        pid_t child = start_command(port, false);
        double began = perform(port, 0.2 + 0.6 * caper_rng_double(&rng));
        double killed = caper_clock_now();
        CHECK_INT(kill(child, SIGKILL), 0);
        CHECK_INT(waitpid(child, NULL, 0), child);
        CHECK(access(out, F_OK) != 0);
        if (!CHECK(began > 0)) {
            continue;
        }
        caper_error error = {0};
        caper_clip *clip = caper_journal_recover(take, NULL, &error);
        if (CHECK(clip != NULL)) {
            double lost = killed - began - (double)clip->duration;
            longest = lost > longest ? lost : longest;
            recovered++;
        }
        caper_clip_destroy(clip);
        remove(take);
    }
    CHECK_INT(recovered, kills);
    CHECK(longest < 1);
    printf("%d kills, longest loss %.3f s\n", kills, longest);
}

// The next start makes a clip of what it finds, and records as if nothing had been.
static void the_next_start_offers_what_was_cut_off(void)
{
    char kept[400];
    set_paths("test_live_next");
    snprintf(kept, sizeof kept, "%s.recovered-1.clip.json", out);
    remove(kept);
    for (int run = 0; run < 2; run++) {
        int port = free_port();
        pid_t child = start_command(port, false);
        CHECK(perform(port, 0.5) > 0);
        CHECK_INT(kill(child, run ? SIGINT : SIGKILL), 0);
        CHECK_INT(waitpid(child, NULL, 0), child);
        CHECK_INT(access(take, F_OK) == 0, run == 0);
    }
    caper_clip *first = caper_clip_load(kept, NULL, NULL),
               *second = caper_clip_load(out, NULL, NULL);
    CHECK(first && first->frame_count > 10);
    CHECK(second && second->frame_count > 10);
    caper_clip_destroy(first);
    caper_clip_destroy(second);
    remove(kept);
}

// Against power cuts: the file is synced once a second, which the calls to the system show.
static void a_take_is_synced_every_second(void)
{
    if (system("strace -qq -e trace=none true >/dev/null 2>&1") != 0)
        SKIP("there is no strace, or it may not trace");
    set_paths("test_live_sync");
    int port = free_port();
    pid_t child = start_command(port, true);
    CHECK(perform(port, 4.5) > 0);
    size_t size = 0;
    char *text = caper_file_read(log_path, 0, NULL, &size, NULL);
    int syncs = 0;
    for (const char *at = text; at && (at = strstr(at, "fdatasync(")) != NULL; at++)
        syncs++;
    CHECK(syncs >= 3);
    caper_free(NULL, text, size + 1);
    kill(child, SIGTERM);
    waitpid(child, NULL, 0);
    remove(take);
}

#else

static void a_kill_loses_less_than_a_second_of_a_take(void)
{
    SKIP("the command is not built");
}

static void the_next_start_offers_what_was_cut_off(void)
{
    SKIP("the command is not built");
}

static void a_take_is_synced_every_second(void)
{
    SKIP("the command is not built");
}

#endif

TESTS(a_kill_loses_less_than_a_second_of_a_take, the_next_start_offers_what_was_cut_off,
      a_take_is_synced_every_second)
