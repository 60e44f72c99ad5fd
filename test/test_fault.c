// SPDX-License-Identifier: MIT
//
// Every verb of the command while memory, the disk or a rename fails, once, at each place in turn
// (a sample of them; CAPER_FAULT_ALL=1: at each). After each run: no signal, the old output as it
// was or the new one as it should be, an exit code that tells which, and nothing left behind. The
// table of verbs and faults is printed.
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(CAPER_COMMAND) && defined(CAPER_FAULT_SHIM)

#define FOLDER CAPER_BINARY_DIR "/test_fault"
#define KINDS 4
#define SAMPLE 12 // places of a kind that are tried, besides the first eight

static const char *const kinds[KINDS] = {"alloc", "write", "sync", "rename"};

// %s is the output; "in" stands for a second of a walk.
static const struct {
    const char *verb, *arguments, *output;
} jobs[] = {
    {"info", "info in.clip.json --json", NULL},
    {"check", "check in.clip.json --on sally --json", NULL},
    {"convert to GLB", "convert in.clip.json out.glb --on sally", "out.glb"},
    {"convert to BVH", "convert in.clip.json out.bvh", "out.bvh"},
    {"convert from GLB", "convert in.glb out.clip.json", "out.clip.json"},
    {"convert to packed", "convert in.clip.json out.clip.bin", "out.clip.bin"},
    {"play", "play nod --on dog --out out.clip.json", "out.clip.json"},
    {"walk", "walk sally --seconds 0.5 --out out.clip.json", "out.clip.json"},
    {"retarget", "retarget in.clip.json --onto blubby --out out.clip.json", "out.clip.json"},
    {"generalize", "generalize in.clip.json --out out.motion.json", "out.motion.json"},
    {"puppet", "puppet in.clip.json --onto blubby --out out.clip.json", "out.clip.json"},
    {"graph build", "graph build loop.clip.json --out out.graph.json", "out.graph.json"},
    {"info --map", "info sally --map out.map.json", "out.map.json"},
    {"simulate", "simulate standing --seconds 0.2 --out out.clip.json", "out.clip.json"},
};

// Exit code of a command in the folder, or minus the signal.
static int run(const char *environment, const char *arguments)
{
    char line[1200];
    snprintf(line, sizeof line, "cd '%s' && %s exec '%s' %s >/dev/null 2>log", FOLDER, environment,
             CAPER_COMMAND, arguments);
    int status = system(line);
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return code > 128 ? 128 - code : code; // the shell's way to tell a signal
}

static char *read_output(const char *name, size_t *size)
{
    char path[600];
    snprintf(path, sizeof path, FOLDER "/%s", name);
    *size = 0;
    return caper_file_read(path, 0, NULL, size, NULL);
}

static void put_old(const char *name)
{
    char path[600];
    snprintf(path, sizeof path, FOLDER "/%s", name);
    REQUIRE(caper_file_write(path, "old", 3, NULL));
}

static int count_strays(void)
{
    DIR *dir = opendir(FOLDER);
    int count = 0;
    for (struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir))
        count += strncmp(e->d_name, ".caper-", 7) == 0;
    if (dir)
        closedir(dir);
    return count;
}

typedef struct tally {
    long runs, crashes, lost, lies, strays, refused;
} tally;

// One run with one fault.
static void try_fault(int job, const char *kind, long at, const char *good, size_t good_size,
                      tally *t)
{
    char environment[400];
    const char *output = jobs[job].output;
    if (output)
        put_old(output);
    snprintf(environment, sizeof environment, "LD_PRELOAD='%s' CAPER_FAULT=%s:%ld",
             CAPER_FAULT_SHIM, kind, at);
    int code = run(environment, jobs[job].arguments);
    size_t size = 0;
    char *now = output ? read_output(output, &size) : NULL;
    bool old = now && size == 3 && memcmp(now, "old", 3) == 0;
    bool whole = now && size == good_size && memcmp(now, good, size) == 0;
    long before = t->crashes + t->lost + t->lies + t->strays;
    t->runs++;
    t->crashes += code < 0;
    t->refused += code > 0;
    t->lost += output && !old && !whole;
    t->lies += output && (code == 0 ? !whole : !old);
    t->strays += count_strays();
    if (t->crashes + t->lost + t->lies + t->strays > before)
        printf("%s, %s %ld: exit %d, output %s\n", jobs[job].verb, kind, at, code,
               old     ? "old"
               : whole ? "new"
                       : "neither");
    caper_free(NULL, now, size + 1);
}

static void no_fault_loses_anything(void)
{
    bool all = getenv("CAPER_FAULT_ALL") != NULL;
    CHECK_INT(system("rm -rf '" FOLDER "' && mkdir '" FOLDER "'"), 0);
    REQUIRE(run("", "walk sally --seconds 1 --out in.clip.json") == 0);
    REQUIRE(run("", "convert in.clip.json in.glb --on sally") == 0);
    REQUIRE(run("", "walk dog --seconds 6 --out loop.clip.json") == 0);
    tally sum = {0};
    printf("%-18s %8s %8s %8s %8s %8s %8s %8s\n", "verb", "fault", "places", "runs", "refused",
           "crashes", "lost", "lies");
    for (int j = 0; j < CAPER_COUNT_OF(jobs); j++) {
        long counts[KINDS] = {0};
        size_t good_size = 0;
        // exit 1 of a check is an answer, too
        int code =
            run("LD_PRELOAD='" CAPER_FAULT_SHIM "' CAPER_FAULT_COUNT=counts", jobs[j].arguments);
        if (!CHECK(code == 0 || (code == 1 && !jobs[j].output))) {
            printf("%s: exit %d\n", jobs[j].verb, code);
            continue;
        }
        FILE *f = fopen(FOLDER "/counts", "r");
        REQUIRE(f && fscanf(f, "%ld %ld %ld %ld", &counts[0], &counts[1], &counts[2], &counts[3]) ==
                         KINDS);
        fclose(f);
        char *good = jobs[j].output ? read_output(jobs[j].output, &good_size) : NULL;
        REQUIRE(good || !jobs[j].output);
        CHECK(counts[0] > 0 && (!jobs[j].output || (counts[1] > 0 && counts[3] > 0)));
        for (int k = 0; k < KINDS; k++) {
            tally t = {0};
            long step = all || counts[k] <= 8 + SAMPLE ? 1 : counts[k] / SAMPLE;
            for (long at = 1; at <= counts[k]; at += at < 8 ? 1 : step)
                try_fault(j, kinds[k], at, good, good_size, &t);
            printf("%-18s %8s %8ld %8ld %8ld %8ld %8ld %8ld\n", jobs[j].verb, kinds[k], counts[k],
                   t.runs, t.refused, t.crashes, t.lost, t.lies);
            sum.runs += t.runs;
            sum.crashes += t.crashes;
            sum.lost += t.lost;
            sum.lies += t.lies;
            sum.strays += t.strays;
            sum.refused += t.refused;
        }
        caper_free(NULL, good, good_size + 1);
    }
    printf("%ld faults: %ld crashes, %ld lost files, %ld false successes, %ld strays\n", sum.runs,
           sum.crashes, sum.lost, sum.lies, sum.strays);
    CHECK(sum.runs > 200 && sum.refused > 100);
    CHECK_INT(sum.crashes, 0);
    CHECK_INT(sum.lost, 0);
    CHECK_INT(sum.lies, 0);
    CHECK_INT(sum.strays, 0);
}

#else

static void no_fault_loses_anything(void)
{
    SKIP("the command is not built, or sanitizers have allocators of their own");
}

#endif

TESTS(no_fault_loses_anything)
