// SPDX-License-Identifier: MIT
//
// Running a space: files and reports, what is kept, what an impossible sample leaves, and a run
// that is killed in the middle. The space is one of short hops, which are quick to find.
#define _XOPEN_SOURCE 700
#include "caper/clip.h"
#include "caper/spacetime.h"
#include "test.h"

#include <dirent.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SPACE(values, extra)                                                                       \
    "{\"caper\": \"space\", \"version\": 1, \"name\": \"hops\", \"character\": \"hopper\","        \
    "\"frames\": 8, \"duration\": 0.8, \"travel\": {\"z\": \"speed * duration\"},"                 \
    "\"contacts\": {\"foot\": [[0, 0.6]]}, " extra                                                 \
    "\"dimensions\": [{\"name\": \"speed\", \"values\": " values "}]}"

// -- A folder for each test
// -------------------------------------------------------------------------

static void clear_folder(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        char file[600];
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            remove(file);
    }
    if (folder)
        closedir(folder);
    rmdir(path);
}

static const char *fresh_folder(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/synth_%s_%d", CAPER_BINARY_DIR, name, (int)getpid());
    clear_folder(path);
    return path;
}

static bool has_file(const char *folder, const char *name)
{
    char path[700];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return stat(path, &info) == 0 && info.st_size > 0;
}

typedef struct told {
    caper_character *character;
    caper_clip *clip; // of transitions, from and to
    caper_synth_result results[16];
    int count, kept;
    char first_word[240]; // of progress
} told;

static const caper_character *find_character(void *user, const char *name, caper_error *error)
{
    told *t = user;
    if (strcmp(name, "hopper") != 0 && strcmp(name, "performer") != 0) {
        caper_error_set(error, CAPER_ERROR_INVALID, name, 0, 0, "nobody is called that");
        return NULL;
    }
    char path[64];
    snprintf(path, sizeof path, "characters/%s.character.json", name);
    if (!t->character)
        t->character = caper_character_load(test_data_path(path), NULL, error);
    return t->character;
}

static const caper_clip *find_clip(void *user, const char *name, caper_error *error)
{
    told *t = user;
    if (!t->clip)
        t->clip = caper_clip_load(name, NULL, error);
    return t->clip;
}

static bool take_result(void *user, const caper_synth_result *result)
{
    told *t = user;
    CHECK((result->clip_path != NULL) == result->report.solved);
    t->kept += result->kept;
    t->results[t->count++] = *result;
    return true;
}

static bool take_progress(void *user, double fraction, const char *what)
{
    told *t = user;
    if (!t->first_word[0])
        snprintf(t->first_word, sizeof t->first_word, "%.0f %s", fraction, what);
    return true;
}

static bool run(const char *text, const char *folder, const char *only, told *t,
                caper_synth_summary *summary, caper_error *error)
{
    memset(t, 0, sizeof *t);
    memset(error, 0, sizeof *error);
    memset(summary, 0, sizeof *summary);
    caper_space *space = caper_space_parse(text, strlen(text), "hops.space.json", NULL, error);
    REQUIRE(space != NULL);
    caper_synth_job job = caper_synth_job_default();
    job.space = space;
    job.folder = folder;
    job.character = find_character;
    job.clip = find_clip;
    job.done = take_result;
    job.user = t;
    job.jobs = 2;
    job.only = only;
    caper_progress progress = {take_progress, t};
    job.progress = &progress;
    bool good = caper_synth(&job, summary, error);
    caper_space_destroy(space);
    caper_clip_destroy(t->clip);
    caper_character_destroy(t->character);
    return good;
}

// -- Tests ----------------------------------------------------------------------------------------

static void a_run_leaves_clips_dynamics_and_reports_and_is_not_repeated(void)
{
    const char *folder = fresh_folder("run");
    caper_synth_summary summary;
    caper_error error;
    told t;
    REQUIRE(run(SPACE("[0, 0.2]", ""), folder, NULL, &t, &summary, &error));
    CHECK_INT(summary.sample_count, 2);
    CHECK_INT(summary.solved, 2);
    CHECK_INT(summary.kept, 0);
    CHECK_INT(t.count, 2);
    // before anything is solved; how long ago it began is for slow machines to say
    CHECK(strncmp(t.first_word, "0 0 of 2, ", 10) == 0 && strstr(t.first_word, " s speed0"));
    CHECK(has_file(folder, "speed0.clip.json") && has_file(folder, "speed0.2.clip.json"));
    CHECK(has_file(folder, "speed0.dynamics.json") && has_file(folder, "report.json"));
    CHECK(has_file(folder, "speed0.2.report.json") && has_file(folder, "speed0.2.start"));
    char path[600];
    snprintf(path, sizeof path, "%s/speed0.2.clip.json", folder);
    caper_clip *clip = caper_clip_load(path, NULL, &error);
    REQUIRE(clip != NULL);
    CHECK_NEAR(clip->duration, 0.8, 0.02);
    caper_root end = caper_clip_sample_root(clip, clip->duration);
    caper_root begin = caper_clip_sample_root(clip, 0);
    CHECK_NEAR(end.z - begin.z, 0.16, 5e-3); // the mean speed that was asked for
    caper_clip_destroy(clip);
    // nothing has changed
    REQUIRE(run(SPACE("[0, 0.2]", ""), folder, NULL, &t, &summary, &error));
    CHECK_INT(summary.kept, 2);
    CHECK_INT(summary.solved, 2);
    // one value more: one solve, from its neighbour
    REQUIRE(run(SPACE("[0, 0.2, 0.25]", ""), folder, NULL, &t, &summary, &error));
    CHECK_INT(summary.kept, 2);
    CHECK_INT(summary.solved, 3);
    // another friction: all of them
    REQUIRE(run(SPACE("[0, 0.2]", "\"friction\": 0.6, "), folder, "speed0", &t, &summary, &error));
    CHECK_INT(summary.kept, 0);
    CHECK_INT(summary.sample_count, 1);
    clear_folder(folder);
}

// What a report calls solved is worth nothing without its clip.
static void a_clip_that_cannot_be_read_is_solved_again(void)
{
    const char *folder = fresh_folder("damaged");
    caper_synth_summary summary;
    caper_error error;
    told t;
    char path[600];
    REQUIRE(run(SPACE("[0, 0.2]", ""), folder, NULL, &t, &summary, &error));
    REQUIRE(summary.solved == 2);
    snprintf(path, sizeof path, "%s/speed0.2.clip.json", folder);
    for (int i = 0; i < 2; i++) {
        size_t size = 0;
        char *text = caper_file_read(path, 0, NULL, &size, &error);
        REQUIRE(text != NULL);
        // empty, and cut short
        REQUIRE(caper_file_write(path, text, i * (size / 2), &error));
        caper_free(NULL, text, size + 1);
        REQUIRE(run(SPACE("[0, 0.2]", ""), folder, NULL, &t, &summary, &error));
        CHECK_INT(summary.kept, 1);
        CHECK_INT(summary.solved, 2);
        caper_clip *clip = caper_clip_load(path, NULL, &error);
        CHECK(clip != NULL);
        caper_clip_destroy(clip);
    }
    clear_folder(folder);
}

static void an_impossible_sample_is_recorded_with_its_worst_constraint(void)
{
    const char *folder = fresh_folder("impossible");
    caper_synth_summary summary;
    caper_error error;
    told t;
    REQUIRE(run(SPACE("[0]", "\"specifiers\": [\"head.y(3) >= 10 m\"], "), folder, NULL, &t,
                &summary, &error));
    CHECK_INT(summary.failed, 1);
    CHECK_INT(summary.solved, 0);
    REQUIRE(t.count == 1);
    CHECK(!t.results[0].report.solved);
    CHECK(t.results[0].report.violation > 1e-3);
    CHECK(t.results[0].report.worst[0] != 0);
    CHECK(!has_file(folder, "hops.clip.json") && has_file(folder, "hops.report.json"));
    clear_folder(folder);
}

// The highest that the head's center gets at the solver's own frames, metres.
static double highest_head(const char *folder)
{
    char path[600];
    caper_error error = {0};
    double highest = 0;
    snprintf(path, sizeof path, "%s/hops.clip.json", folder);
    caper_clip *clip = caper_clip_load(path, NULL, &error);
    caper_character *c =
        caper_character_load(test_data_path("characters/hopper.character.json"), NULL, &error);
    REQUIRE(clip && c);
    caper_pose local = caper_character_pose(c, NULL), model = caper_character_pose(c, NULL);
    int head = caper_character_find(c, "head");
    for (int i = 0; i < 8; i++) {
        float time = 0.1f * (float)i;
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        caper_clip_sample(clip, time, NULL, &local);
        caper_pose_to_model(&c->skeleton, &local, &root, &model);
        caper_vec3 center =
            caper_transform_mul_point(model.bodies[head], c->bodies[head].box_center);
        highest = fmax(highest, center.y);
    }
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&model, NULL);
    caper_character_destroy(c);
    caper_clip_destroy(clip);
    return highest;
}

static void specifiers_hold_in_the_motion(void)
{
    // a ceiling that the free hop passes
    const char *folder = fresh_folder("ceiling");
    caper_synth_summary summary;
    caper_error error;
    told t;
    char text[1024];
    REQUIRE(run(SPACE("[0]", ""), folder, NULL, &t, &summary, &error));
    REQUIRE(summary.solved == 1);
    double ceiling = highest_head(folder) - 0.05;
    snprintf(text, sizeof text, SPACE("[0]", "\"specifiers\": [\"head.y <= %.6f\"], "), ceiling);
    REQUIRE(run(text, folder, NULL, &t, &summary, &error));
    REQUIRE(summary.solved == 1 && summary.kept == 0);
    CHECK_NEAR(highest_head(folder), ceiling, 1e-3); // it is touched, and not passed
    clear_folder(folder);
}

// On a circle as tight as this the first solve, in which bodies may go through each other, leads
// one through the middle of another. From there it takes 167 iterations, from rest 81.
static void a_motion_with_buried_bodies_is_no_start(void)
{
    const char *text =
        "{\"caper\": \"space\", \"version\": 1, \"name\": \"circle\", \"character\": \"performer\","
        "\"self_contact\": true, \"frames\": 12, \"duration\": 1.288,"
        "\"travel\": {\"along\": \"speed * duration\", \"turn\": \"1.896 * duration\"},"
        "\"contacts\": {"
        "\"left_foot\": [{\"from\": 0, \"to\": 0.417, \"part\": \"heel\"},"
        "                {\"from\": 0.1, \"to\": 0.637, \"part\": \"toe\"}],"
        "\"right_foot\": [{\"from\": 0.5, \"to\": 0.917, \"part\": \"heel\"},"
        "                 {\"from\": 0.6, \"to\": 1.137, \"part\": \"toe\"}]},"
        "\"specifiers\": [\"average(root.yaw - 1.896 * duration * t / frames) = 0\"],"
        "\"dimensions\": [{\"name\": \"speed\", \"values\": [0.769]}]}";
    const char *folder = fresh_folder("buried");
    caper_synth_summary summary;
    caper_error error;
    told t;
    REQUIRE(run(text, folder, NULL, &t, &summary, &error));
    CHECK_INT(summary.solved, 1);
    CHECK(t.results[0].report.iterations < 120);
    clear_folder(folder);
}

static void mistakes_cost_no_solve(void)
{
    const char *folder = fresh_folder("mistakes");
    caper_synth_summary summary;
    caper_error error;
    told t;
    CHECK(!run(SPACE("[0, 1]", "\"specifiers\": [\"left_foot.y >= 0\"], "), folder, NULL, &t,
               &summary, &error));
    CHECK_HAS(error.message, "unknown name 'left_foot'");
    CHECK_INT(error.line, 1);
    CHECK(error.column > 1);
    CHECK_STR(error.source, "hops.space.json");
    CHECK_INT(t.count, 0);
    CHECK(!run(SPACE("[0, 1]", ""), folder, "speed7", &t, &summary, &error));
    CHECK_HAS(error.message, "no sample is called 'speed7'");
    CHECK(!run(SPACE("[0, 1]", "\"points\": [{\"speed\": 1}], "), folder, NULL, &t, &summary,
               &error));
    CHECK_HAS(error.message, "the sample 'speed1' is there twice");
    CHECK_INT(t.count, 0);
    clear_folder(folder);
}

static void a_space_is_solved_from_its_middle_outward(void)
{
    const char *folder = fresh_folder("outward");
    caper_synth_summary summary;
    caper_error error;
    told t;
    REQUIRE(run(SPACE("[0, 0.05, 0.1, 0.15, 0.2, 0.25]", ""), folder, NULL, &t, &summary, &error));
    REQUIRE(t.count == 6);
    // two processes at once: either may be the first to end
    CHECK(t.results[0].sample == 2 || t.results[0].sample == 3);
    CHECK(t.results[5].sample == 0 || t.results[5].sample == 5);
    clear_folder(folder);
}

// Gives the report of a sample another cost.
static void put_cost(const char *folder, const char *sample, const char *cost)
{
    char path[600];
    size_t size = 0;
    snprintf(path, sizeof path, "%s/%s.report.json", folder, sample);
    char *report = caper_file_read(path, 1 << 20, NULL, &size, NULL);
    REQUIRE(report != NULL);
    char *at = strstr(report, "\"cost\": ");
    REQUIRE(at != NULL);
    at += strlen("\"cost\": ");
    caper_text text;
    caper_text_init(&text, NULL);
    caper_text_append(&text, report, (size_t)(at - report));
    caper_text_append_string(&text, cost);
    caper_text_append_string(&text, at + strcspn(at, ",\n"));
    CHECK(caper_file_write(path, text.data, text.size, NULL));
    caper_text_free(&text);
    caper_free(NULL, report, size + 1);
}

// A sample that costs more than those to both of its sides is looked at once more. Here it only
// says so: its report is another's.
static void what_costs_more_than_its_sides_is_solved_again(void)
{
    const char *folder = fresh_folder("peak");
    static const char text[] = SPACE("[0, 0.1, 0.2]", "");
    caper_synth_summary summary;
    caper_error error;
    told t;
    char path[600];
    REQUIRE(run(text, folder, NULL, &t, &summary, &error));
    CHECK_INT(t.count, 3); // costs rise with the speed: nothing to look at
    put_cost(folder, "speed0.1", "9");
    snprintf(path, sizeof path, "%s/speed0.2.report.json", folder);
    remove(path);
    double right = 0;
    for (int i = 0; i < t.count; i++)
        right = t.results[i].sample == 1 ? t.results[i].report.cost : right;
    REQUIRE(run(text, folder, NULL, &t, &summary, &error));
    CHECK_INT(summary.sample_count, 3);
    CHECK_INT(summary.solved, 3);
    CHECK_INT(t.count, 4);
    CHECK_INT(t.results[3].sample, 1);
    CHECK_NEAR(t.results[3].report.cost, right, 1e-4);
    // looked at once is enough
    REQUIRE(run(text, folder, NULL, &t, &summary, &error));
    CHECK_INT(summary.kept, 3);
    CHECK_INT(t.count, 3);
    clear_folder(folder);
}

// Where an objective is below zero, too, a second look that finds nothing is the last.
static void costs_below_zero_are_looked_at_once(void)
{
    const char *folder = fresh_folder("below");
    static const char text[] =
        SPACE("[0, 0.1, 0.2]", "\"specifiers\": [{\"minimize\": \"-head.y\", \"weight\": 10}], ");
    caper_synth_summary summary;
    caper_error error;
    told t;
    char path[600];
    REQUIRE(run(text, folder, NULL, &t, &summary, &error));
    REQUIRE(summary.solved == 3);
    put_cost(folder, "speed0", "-1000");
    put_cost(folder, "speed0.2", "-1000");
    snprintf(path, sizeof path, "%s/speed0.1.report.json", folder);
    remove(path);
    REQUIRE(run(text, folder, NULL, &t, &summary, &error));
    CHECK_INT(summary.kept, 2);
    CHECK_INT(t.count, 3);
    CHECK(t.results[2].sample == 1 && t.results[2].report.cost < 0);
    clear_folder(folder);
}

static void shards_share_a_space_out(void)
{
    const char *folder = fresh_folder("shards");
    caper_error error = {0};
    const char *text = SPACE("[0, 0.1, 0.2]", "");
    caper_space *space = caper_space_parse(text, strlen(text), NULL, NULL, &error);
    int seen[3] = {0};
    for (int shard = 0; shard < 2; shard++) {
        told t = {0};
        caper_synth_summary summary;
        caper_synth_job job = caper_synth_job_default();
        job.space = space;
        job.folder = folder;
        job.character = find_character;
        job.done = take_result;
        job.user = &t;
        job.shard = shard;
        job.shard_count = 2;
        REQUIRE(caper_synth(&job, &summary, &error));
        for (int i = 0; i < t.count; i++)
            seen[t.results[i].sample]++;
        caper_character_destroy(t.character);
    }
    for (int i = 0; i < 3; i++)
        CHECK_INT(seen[i], 1);
    caper_space_destroy(space);
    clear_folder(folder);
}

static void a_search_finds_cheaper_contact_times(void)
{
    const char *folder = fresh_folder("search");
    caper_error error = {0};
    double cost[2];
    for (int k = 0; k < 2; k++) {
        const char *text = k ? SPACE("[0.2]", "\"timing\": \"search\", ") : SPACE("[0.2]", "");
        told t = {0};
        caper_synth_summary summary;
        caper_space *space = caper_space_parse(text, strlen(text), NULL, NULL, &error);
        caper_synth_job job = caper_synth_job_default();
        REQUIRE(space != NULL);
        job.space = space;
        job.folder = folder;
        job.character = find_character;
        job.done = take_result;
        job.user = &t;
        job.jobs = 2;
        job.search_count = 16;
        REQUIRE(caper_synth(&job, &summary, &error));
        REQUIRE(summary.solved == 1 && summary.kept == 0);
        cost[k] = t.results[0].report.cost;
        caper_character_destroy(t.character);
        caper_space_destroy(space);
    }
    CHECK(cost[1] < 0.95 * cost[0]);
    clear_folder(folder);
}

static void more_starts_never_cost_more(void)
{
    const char *folder = fresh_folder("starts");
    static const char *const texts[2] = {
        SPACE("[0.2]", "\"timing\": {\"kind\": \"durations\", \"starts\": 1}, "),
        SPACE("[0.2]", "\"timing\": {\"kind\": \"durations\", \"starts\": 3}, ")};
    caper_synth_summary summary;
    caper_error error;
    told one, three;
    REQUIRE(run(texts[0], folder, NULL, &one, &summary, &error));
    REQUIRE(run(texts[1], folder, NULL, &three, &summary, &error));
    REQUIRE(one.results[0].report.solved && three.results[0].report.solved);
    CHECK_INT(summary.kept, 0); // another description
    CHECK(three.results[0].report.cost <= one.results[0].report.cost + 1e-9);
    CHECK(three.results[0].report.iterations > one.results[0].report.iterations);
    clear_folder(folder);
}

static void a_sample_may_be_a_transition(void)
{
    const char *folder = fresh_folder("transition");
    caper_synth_summary summary;
    caper_error error;
    told t;
    char text[2000], path[600];
    REQUIRE(run(SPACE("[0.2]", ""), folder, NULL, &t, &summary, &error));
    REQUIRE(summary.solved == 1);
    snprintf(path, sizeof path, "%s/hops.clip.json", folder);
    snprintf(text, sizeof text,
             "{\"caper\": \"space\", \"version\": 1, \"name\": \"on\", \"character\": \"hopper\", "
             "\"frames\": 9, \"duration\": 0.6, \"leaves\": {\"clip\": \"%s\", \"at\": 0.1}, "
             "\"enters\": {\"clip\": \"%s\", \"at\": 0.7}}",
             path, path);
    REQUIRE(run(text, folder, NULL, &t, &summary, &error));
    CHECK_INT(summary.solved, 1); // the clip itself is one
    snprintf(text, sizeof text, "%s/on.clip.json", folder);
    caper_clip *on = caper_clip_load(text, NULL, &error);
    REQUIRE(on != NULL);
    CHECK_INT(on->tag_count, 1);
    CHECK_STR(on->tags[0], "transition"); // a graph can tell it from what it connects
    caper_clip_destroy(on);
    // without an end it makes no sense
    snprintf(text, sizeof text,
             "{\"caper\": \"space\", \"version\": 1, \"name\": \"on\", \"character\": \"hopper\", "
             "\"frames\": 9, \"duration\": 0.6, \"leaves\": \"%s\"}",
             path);
    CHECK(!run(text, folder, NULL, &t, &summary, &error));
    CHECK(strstr(error.message, "enters") != NULL);
    clear_folder(folder);
}

static void a_space_is_refined_where_its_clips_differ_most(void)
{
    const char *folder = fresh_folder("refine");
    const char *text = SPACE("[0, 0.05, 0.6]", "");
    caper_error error = {0};
    told t = {0};
    caper_synth_summary summary;
    caper_space *space = caper_space_parse(text, strlen(text), NULL, NULL, &error);
    caper_synth_job job = caper_synth_job_default();
    REQUIRE(space != NULL);
    job.space = space;
    job.folder = folder;
    job.character = find_character;
    job.done = take_result;
    job.user = &t;
    REQUIRE(caper_synth(&job, &summary, &error));
    REQUIRE(summary.solved == 3);
    CHECK_INT(caper_synth_refine(&job, space, 1), 1);
    CHECK_NEAR(caper_space_sample_number(space, 3, "speed"), 0.325, 1e-12);
    REQUIRE(caper_synth(&job, &summary, &error));
    CHECK_INT(summary.solved, 4);
    CHECK_INT(summary.kept, 3);
    CHECK(has_file(folder, "speed0.325.clip.json"));
    caper_space_destroy(space);
    caper_character_destroy(t.character);
    clear_folder(folder);
}

static void pause_ms(long ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

static pid_t start_command(const char *space, const char *folder, const char *jobs)
{
    pid_t pid = fork();
    if (pid == 0) {
        FILE *quiet = freopen("/dev/null", "w", stdout);
        quiet = quiet ? freopen("/dev/null", "w", stderr) : NULL;
        execl(CAPER_COMMAND, "caper", "synth", space, "--out", folder, "--jobs", jobs,
              (char *)NULL);
        _exit(127);
    }
    return pid;
}

static int finish(pid_t pid)
{
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void a_killed_run_goes_on_where_it_was(void)
{
    const char *folder = fresh_folder("killed");
    const char *text = SPACE("[0, 0.1, 0.2, 0.3]", "");
    char space[600];
    caper_error error = {0};
    snprintf(space, sizeof space, "%s/killed_%d.space.json", CAPER_BINARY_DIR, (int)getpid());
    REQUIRE(caper_file_write(space, text, strlen(text), &error));
    pid_t pid = start_command(space, folder, "1");
    REQUIRE(pid > 0);
    for (int i = 0; i < 6000 && !has_file(folder, "speed0.report.json"); i++)
        pause_ms(10);
    kill(pid, SIGKILL);
    finish(pid);
    CHECK(has_file(folder, "speed0.report.json"));
    CHECK(!has_file(folder, "speed0.3.report.json") && !has_file(folder, "report.json"));
    told t;
    caper_synth_summary summary;
    REQUIRE(run(text, folder, NULL, &t, &summary, &error));
    CHECK(summary.kept >= 1 && summary.kept < 4);
    CHECK_INT(summary.solved, 4);
    CHECK_INT(finish(start_command(space, folder, "1")), 0);
    pause_ms(10);
    clear_folder(folder);
    remove(space);
}

// Each process of a run holds an end of a pipe, which tells when the last of them is gone. A search
// has processes of processes, and takes longer than is waited here.
static void nobody_goes_on_when_a_run_is_killed(void)
{
#if !defined(__linux__)
    SKIP("only Linux ends processes with who started them");
#endif
    const char *folder = fresh_folder("orphans");
    const char *text = SPACE("[0]", "\"timing\": \"search\", ");
    char space[600];
    caper_error error = {0};
    snprintf(space, sizeof space, "%s/orphans_%d.space.json", CAPER_BINARY_DIR, (int)getpid());
    REQUIRE(caper_file_write(space, text, strlen(text), &error));
    for (int i = 0; i < 2; i++) {
        int ends[2];
        REQUIRE(pipe(ends) == 0);
        pid_t pid = start_command(space, folder, i ? "2" : "1");
        REQUIRE(pid > 0);
        close(ends[1]);
        pause_ms(500);
        struct pollfd last = {.fd = ends[0], .events = POLLIN};
        CHECK_INT(poll(&last, 1, 0), 0); // at work
        kill(pid, i ? SIGTERM : SIGKILL);
        finish(pid);
        CHECK_INT(poll(&last, 1, 2000), 1);
        CHECK(last.revents & POLLHUP);
        close(ends[0]);
        CHECK(!has_file(folder, "hops.report.json"));
    }
    clear_folder(folder);
    remove(space);
}

static void the_command_says_no_and_bad_by_its_exit_code(void)
{
    const char *folder = fresh_folder("codes");
    static const char plain[] = SPACE("[0]", "");
    static const struct {
        const char *extra;
        int code;
    } cases[] = {
        {"\"specifiers\": [\"head.y(3) >= 10 m\"], ", 1},
        {"\"specifiers\": [\"hed.y(3) >= 10 m\"], ", 2},
        {"\"specifiers\": [\"head.y(3 >= 10 m\"], ", 2},
        {"\"define\": {\"a\": \"a\"}, ", 2},
    };
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        char space[600], text[1024];
        caper_error error = {0};
        snprintf(space, sizeof space, "%s/codes_%d.space.json", CAPER_BINARY_DIR, (int)getpid());
        const char *dimensions = strstr(plain, "\"dimensions");
        snprintf(text, sizeof text, "%.*s%s%s", (int)(dimensions - plain), plain, cases[i].extra,
                 dimensions);
        REQUIRE(caper_file_write(space, text, strlen(text), &error));
        CHECK_INT(finish(start_command(space, folder, "1")), cases[i].code);
        remove(space);
    }
    CHECK_INT(finish(start_command("stepppping", folder, "1")), 2); // no such space
    clear_folder(folder);
}

TESTS(a_run_leaves_clips_dynamics_and_reports_and_is_not_repeated,
      a_clip_that_cannot_be_read_is_solved_again,
      an_impossible_sample_is_recorded_with_its_worst_constraint, specifiers_hold_in_the_motion,
      a_motion_with_buried_bodies_is_no_start, mistakes_cost_no_solve,
      a_space_is_solved_from_its_middle_outward, what_costs_more_than_its_sides_is_solved_again,
      costs_below_zero_are_looked_at_once, shards_share_a_space_out,
      a_search_finds_cheaper_contact_times, more_starts_never_cost_more,
      a_sample_may_be_a_transition, a_space_is_refined_where_its_clips_differ_most,
      a_killed_run_goes_on_where_it_was, nobody_goes_on_when_a_run_is_killed,
      the_command_says_no_and_bad_by_its_exit_code)
