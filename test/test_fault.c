// SPDX-License-Identifier: MIT
//
// Every verb of the command while memory, the disk or a rename fails, once, at each place in turn
// (a sample of them; CAPER_FAULT_ALL=1: at each, =N: at N of each kind, evenly spread;
// CAPER_FAULT_VERB=NAME: of one). After each run: no
// signal, the old output as it was or the new one as it should be, an exit code that tells which,
// and nothing left behind. Runs that can be resumed must be whole after the next one. The table of
// verbs and faults is printed. Where a job prints its answer, what it says with exit code 0 is its
// output.
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include "caper/live.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(CAPER_COMMAND) && defined(CAPER_FAULT_SHIM)

#define PORT "39641" // where the performer of the live job is heard
#define FOLDER CAPER_BINARY_DIR "/test_fault"
#define KINDS 5
#define FIRST 4  // places of a kind that are always tried
#define SAMPLE 6 // and so many of the others
#define READS 20 // places of a kind in which a grid reads a motion and writes its head

static const char *const kinds[KINDS] = {"alloc", "open", "write", "sync", "rename"};

// A studio without a window: a shipped motion is made longer and saved.
#define KEEP_SCRIPT "open nod\ncast_add dog\nmotion_duration 3\nsave out.motion.json\nquit force\n"

// The other output of a job that has two.
#define SECOND "out.motion.json"
#define SECOND_GOOD "good.motion.json" // what it should be

// How a job leaves its output when it fails.
typedef enum style {
    KEEPS,   // as it was
    RESUMES, // begun; the same command without a fault ends it
    NEW,     // there is none before: an old one is not touched
    STORE,   // a database: what was in it is there
    LIVE,    // what came of a performance: never twice the same bytes
    PAIR,    // as it was, and so is a second one, SECOND
    FILLS,   // one of several that are new: it is whole or not there
} style;

// "in" stands for a second of a walk. `prepare` is run by the shell before each try.
static const struct {
    const char *verb, *arguments, *output;
    style style;
    int slow; // 1: one place of a kind will do; 2: only when all are tried; 3: the first, where it
              // reads its files
    const char *prepare;
} jobs[] = {
    {"info", "info in.clip.json --json", NULL, 0, 0, 0},
    {"info --map", "info sally --map out.map.json", "out.map.json", NEW, 0, "rm -f out.map.json"},
    {"check", "check in.clip.json --on sally --json", NULL, 0, 0, 0},
    {"check with a source", "check in.clip.json --on sally --source in.clip.json", NULL, 0, 0, 0},
    {"convert to GLB", "convert in.clip.json out.glb --on sally", "out.glb", 0, 0, 0},
    {"convert to BVH", "convert in.clip.json out.bvh", "out.bvh", 0, 0, 0},
    {"convert from GLB", "convert in.glb out.clip.json", "out.clip.json", 0, 0, 0},
    {"convert to packed", "convert in.clip.json out.clip.bin", "out.clip.bin", 0, 0, 0},
    {"play", "play nod --on dog --out out.clip.json", "out.clip.json", 0, 0, 0},
    {"walk", "walk sally --seconds 0.5 --out out.clip.json", "out.clip.json", 0, 0, 0},
    {"stride", "stride in.clip.json --world stairs --out out.clip.json", "out.clip.json", 0, 0, 0},
    {"retarget", "retarget in.clip.json --onto blubby --out out.clip.json", "out.clip.json", 0, 0,
     0},
    {"retarget, motion kept",
     "retarget in.clip.json --onto dog --motion out.motion.json --out out.clip.json",
     "out.clip.json", PAIR, 0, 0},
    {"generalize", "generalize in.clip.json --out out.motion.json", "out.motion.json", 0, 0, 0},
    {"puppet", "puppet in.clip.json --onto blubby --out out.clip.json", "out.clip.json", 0, 0, 0},
    {"graph build", "graph build loop.clip.json --out out.graph.json", "out.graph.json", 0, 0, 0},
    {"gait learn", "gait learn loop.clip.json --out out.gait.json", "out.gait.json", 0, 0, 0},
    {"walk in a style", "walk dog --style learned.gait.json --seconds 0.5 --out out.clip.json",
     "out.clip.json", 0, 0, 0},
    {"graph info", "graph info loop.graph.json", NULL, 0, 0, 0},
    {"graph map", "graph map loop.clip.json --out out.png", "out.png", 0, 0, 0},
    {"graph drive", "graph drive loop.graph.json --keys 'w 1 d 1' --out out.clip.json",
     "out.clip.json", 0, 0, 0},
    {"graph walk", "graph walk loop.graph.json --seconds 3 --out out.clip.json", "out.clip.json", 0,
     0, 0},
    {"simulate", "simulate standing --seconds 0.2 --out out.clip.json", "out.clip.json", 0, 0, 0},
    {"simulate to JSON", "simulate standing --seconds 0.2 --json", NULL, 0, 0, 0},
    {"grid", "grid --motions nods --characters dog,spider --jobs 1 --pictures 0 --out pairs",
     "pairs/grid.jsonl", RESUMES, 3, "rm -rf pairs"},
    {"grid again", "grid --motions nods --characters dog,spider --jobs 1 --pictures 0 --out half",
     "half/grid.jsonl", RESUMES, 1,
     "rm -rf half && mkdir half && head -n 2 whole/grid.jsonl >half/grid.jsonl"},
    {"grid merge", "grid merge whole/grid.jsonl --pictures 0 --out merged", "merged/grid.jsonl",
     RESUMES, 1, "rm -rf merged"},
    {"store import", "store import out.db more", "out.db", STORE, 0, "cp base.db out.db"},
    {"store export", "store export base.db sent", "sent/in.clip.bin", FILLS, 0,
     "rm -rf sent && mkdir sent"},
    {"store list", "store list base.db", NULL, 0, 0, 0},
    {"store check", "store check base.db", NULL, 0, 0, 0},
    {"store salvage", "store salvage base.db out.db", "out.db", STORE, 0, "rm -f out.db"},
    {"synth", "synth hop --only 0 --jobs 1 --out clips", "clips/speed0_left.clip.json", RESUMES, 2,
     "rm -rf clips"},
    {"render", "render nod --on dog --size 80x80 --out out.png", "out.png", 0, 1, 0},
    {"render a film", "render in.clip.json --on sally --size 64x64 --fps 4 --out out.mp4",
     "out.mp4", 0, 1, 0},
    {"simulate to a strip", "simulate standing --seconds 0.2 --cells 2 --out out.png", "out.png", 0,
     1, 0},
    {"studio", "studio --script keep.script --folder kept", "out.motion.json", 0, 1,
     "rm -rf kept && mkdir kept"},
    {"demo", "demo --out page", "page/index.html", NEW, 2, "rm -rf page"},
    {"puppet, live", "puppet --listen vmc:" PORT " --onto sally --seconds 0.3 --out out.clip.json",
     "out.clip.json", LIVE, 1, 0},
};

// Exit code of a command of the shell in the folder, or minus the signal.
static int shell(const char *command)
{
    char line[1400];
    snprintf(line, sizeof line, "cd '%s' && { %s; } >said 2>log", FOLDER, command);
    int status = system(line);
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return code > 128 ? 128 - code : code; // the shell's way to tell a signal
}

static int run(const char *environment, const char *arguments)
{
    char line[1200];
    snprintf(line, sizeof line, "%s exec '%s' %s", environment, CAPER_COMMAND, arguments);
    return shell(line);
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

// Files that a run should have taken away, in the folder and those of the outputs.
static int count_strays(void)
{
    static const char *const folders[] = {"", "/pairs", "/half", "/merged", "/sent", "/clips"};
    int count = 0;
    for (int i = 0; i < CAPER_COUNT_OF(folders); i++) {
        char path[600];
        snprintf(path, sizeof path, FOLDER "%s", folders[i]);
        DIR *dir = opendir(path);
        for (struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir)) {
            size_t size = strlen(e->d_name);
            count += strncmp(e->d_name, ".caper-", 7) == 0 ||
                     (size > 4 && strcmp(e->d_name + size - 4, ".new") == 0);
        }
        if (dir)
            closedir(dir);
    }
    return count;
}

// --- a performer
// -----------------------------------------------------------------------------------

static pid_t performer;

// One who stands there and is heard, until he is told to go.
static void start_performer(void)
{
    fflush(NULL);
    performer = fork();
    REQUIRE(performer >= 0);
    if (performer > 0)
        return;
    caper_character *who =
        caper_character_load(test_data_path("characters/performer.character.json"), NULL, NULL);
    caper_live_sender_def def = caper_live_sender_def_default();
    def.character = who;
    def.port = atoi(PORT);
    caper_live_sender *sender = who ? caper_live_sender_create(&def, NULL) : NULL;
    caper_pose local = who ? caper_character_pose(who, NULL) : (caper_pose){0};
    while (sender && local.bodies) {
        caper_live_sender_send(sender, &local, (caper_root){0, 0, 0, 0}, caper_clock_now());
        struct timespec wait = {0, 10000000};
        nanosleep(&wait, NULL);
    }
    _exit(1);
}

static void stop_performer(void)
{
    if (performer > 0) {
        kill(performer, SIGKILL);
        waitpid(performer, NULL, 0);
    }
    performer = 0;
}

// --- one fault
// -------------------------------------------------------------------------------------

typedef struct tally {
    long runs, crashes, lost, lies, strays, refused;
} tally;

// What is in the output now.
typedef struct outcome {
    bool old, whole;
} outcome;

static void prepare(int job)
{
    if (jobs[job].prepare)
        REQUIRE(shell(jobs[job].prepare) == 0);
    if (jobs[job].output && jobs[job].style != RESUMES && jobs[job].style != NEW &&
        jobs[job].style != STORE && jobs[job].style != FILLS)
        put_old(jobs[job].output);
    if (jobs[job].style == PAIR)
        put_old(SECOND);
    if (jobs[job].style == LIVE)
        shell("rm -f out.clip.json.*"); // journals of earlier tries, and what was made of them
}

// Items of a store by name, one a line; empty where it cannot be read.
static void list_store(const char *name, char *out, size_t size)
{
    char command[300];
    snprintf(command, sizeof command,
             "'%s' store check %s && '%s' store list %s | cut -d' ' -f1 | sort >items || : >items",
             CAPER_COMMAND, name, CAPER_COMMAND, name);
    shell(command);
    size_t length = 0;
    char *text = read_output("items", &length);
    snprintf(out, size, "%.*s", (int)length, text ? text : "");
    caper_free(NULL, text, length + 1);
}

// The file that a job writes, or what it says.
static const char *output_of(int job)
{
    return jobs[job].output ? jobs[job].output : "said";
}

static outcome look(int job, const char *good, size_t good_size)
{
    size_t size = 0;
    const char *output = output_of(job);
    char *now = read_output(output, &size);
    outcome o = {now && size == 3 && memcmp(now, "old", 3) == 0,
                 now && size == good_size && memcmp(now, good, size) == 0};
    caper_free(NULL, now, size + 1);
    if (jobs[job].style == PAIR) {
        size_t whole = 0;
        char *other = read_output(SECOND, &size), *should = read_output(SECOND_GOOD, &whole);
        bool same = other && should && size == whole && memcmp(other, should, size) == 0;
        o = (outcome){o.old && other && size == 3 && memcmp(other, "old", 3) == 0, o.whole && same};
        caper_free(NULL, other, size + 1);
        caper_free(NULL, should, whole + 1);
    }
    if ((jobs[job].style == NEW || jobs[job].style == FILLS) && !now)
        o.old = true;
    o.old = o.old || (jobs[job].style == FILLS && o.whole);
    if (jobs[job].style == LIVE && !o.old)
        o.whole = run("", "info out.clip.json") == 0;
    if (jobs[job].style == RESUMES) {
        // begun is fine as long as the next run ends it
        o.old = run("", jobs[job].arguments) == 0;
        now = read_output(output, &size);
        o.old = o.old && now && size == good_size && memcmp(now, good, size) == 0;
        caper_free(NULL, now, size + 1);
    }
    if (jobs[job].style == STORE) {
        char items[2000], before[2000] = "";
        list_store(output, items, sizeof items);
        if (strstr(jobs[job].prepare, "base.db"))
            list_store("base.db", before, sizeof before);
        o.whole = strcmp(items, good) == 0;
        o.old = strcmp(items, before) == 0 || o.whole;
    }
    return o;
}

// One run with one fault.
static void try_fault(int job, const char *kind, long at, const char *good, size_t good_size,
                      tally *t)
{
    char environment[400];
    prepare(job);
    snprintf(environment, sizeof environment, "LD_PRELOAD='%s' CAPER_FAULT=%s:%ld",
             CAPER_FAULT_SHIM, kind, at);
    int code = run(environment, jobs[job].arguments);
    outcome o = look(job, good, good_size);
    long before = t->crashes + t->lost + t->lies + t->strays;
    t->runs++;
    t->crashes += code < 0;
    t->refused += code > 0;
    bool keeps = jobs[job].output != NULL;
    t->lost += keeps && !o.old && !o.whole;
    t->lies += code == 0 ? !o.whole : keeps && !o.old;
    t->strays += count_strays();
    if (t->crashes + t->lost + t->lies + t->strays > before)
        printf("%s, %s %ld: exit %d, output %s\n", jobs[job].verb, kind, at, code,
               o.old     ? "old"
               : o.whole ? "new"
                         : "neither");
}

// The job without a fault: how many places there are, and what it should give. False: this build
// has no such verb.
static bool run_good(int job, long counts[KINDS], char **good, size_t *size)
{
    prepare(job);
    // exit 1 of a check is an answer, too
    int code =
        run("LD_PRELOAD='" CAPER_FAULT_SHIM "' CAPER_FAULT_COUNT=counts", jobs[job].arguments);
    if (!CHECK(code == 0 || (code == 1 && !jobs[job].output))) {
        printf("%s: exit %d\n", jobs[job].verb, code);
        shell("cat log >&2");
        return false;
    }
    FILE *f = fopen(FOLDER "/counts", "r");
    for (int k = 0; k < KINDS; k++)
        REQUIRE(f && fscanf(f, "%ld", &counts[k]) == 1);
    fclose(f);
    *good = NULL;
    *size = 0;
    if (jobs[job].style == STORE) {
        *size = 2000;
        *good = caper_alloc(NULL, *size + 1, 16);
        list_store(jobs[job].output, *good, *size);
        CHECK(*good[0] != 0);
    } else {
        *good = read_output(output_of(job), size);
        REQUIRE(*good != NULL);
        CHECK(*size > 3 || memcmp(*good, "old", 3) != 0);
    }
    if (jobs[job].style == PAIR)
        CHECK(shell("! grep -qx old " SECOND " && cp " SECOND " " SECOND_GOOD) == 0);
    CHECK(counts[0] > 0 && (!jobs[job].output || jobs[job].style == STORE || counts[1] > 0));
    return true;
}

static void print_row(const char *verb, const char *kind, long places, const tally *t)
{
    printf("%-20s %8s %8ld %8ld %8ld %8ld %8ld %8ld\n", verb, kind, places, t->runs, t->refused,
           t->crashes, t->lost, t->lies);
    fflush(stdout);
}

static void add(tally *sum, const tally *t)
{
    sum->runs += t->runs;
    sum->crashes += t->crashes;
    sum->lost += t->lost;
    sum->lies += t->lies;
    sum->strays += t->strays;
    sum->refused += t->refused;
}

// From one place that is tried to the next.
static long step_after(int job, long at, long places)
{
    const char *all = getenv("CAPER_FAULT_ALL");
    long most = all ? atol(all) : 0;
    if (most > 0)
        return most == 1 || places <= most ? 1 : (places + most - 1) / most;
    if (jobs[job].slow == 3)
        return at < READS ? 1 : places;
    if (jobs[job].slow)
        return places; // the middle one will do
    return at < FIRST || places <= FIRST + SAMPLE ? 1 : places / SAMPLE;
}

static void try_job(int job, tally *sum)
{
    bool middle = jobs[job].slow && jobs[job].slow < 3 && !getenv("CAPER_FAULT_ALL");
    long counts[KINDS] = {0};
    size_t good_size = 0;
    char *good = NULL;
    if (jobs[job].style == LIVE)
        start_performer();
    if (run_good(job, counts, &good, &good_size)) {
        for (int k = 0; k < KINDS; k++) {
            tally t = {0};
            for (long at = middle ? counts[k] / 2 + 1 : 1; at <= counts[k];
                 at += step_after(job, at, counts[k]))
                try_fault(job, kinds[k], at, good, good_size, &t);
            if (counts[k] > 0)
                print_row(jobs[job].verb, kinds[k], counts[k], &t);
            add(sum, &t);
        }
    }
    stop_performer();
    caper_free(NULL, good, good_size + 1);
}

// What the jobs read.
static void make_inputs(void)
{
    CHECK_INT(system("rm -rf '" FOLDER "' && mkdir '" FOLDER "'"), 0);
    REQUIRE(run("", "walk sally --seconds 1 --out in.clip.json") == 0);
    REQUIRE(run("", "convert in.clip.json in.glb --on sally") == 0);
    REQUIRE(run("", "walk dog --seconds 6 --out loop.clip.json") == 0);
    REQUIRE(run("", "graph build loop.clip.json --out loop.graph.json") == 0);
    REQUIRE(run("", "gait learn loop.clip.json --out learned.gait.json") == 0);
    FILE *script = fopen(FOLDER "/keep.script", "w");
    REQUIRE(script && fputs(KEEP_SCRIPT, script) > 0 && fclose(script) == 0);
    REQUIRE(shell("mkdir first more nods && cp in.clip.json first && cp loop.clip.json more && "
                  "cp '" CAPER_SOURCE_DIR "/data/motions/nod.motion.json' nods") == 0);
    REQUIRE(run("", "store import base.db first") == 0);
    REQUIRE(run("", "grid --motions nods --characters dog,spider --jobs 1 --pictures 0 "
                    "--out whole") == 0);
}

static void no_fault_loses_anything(void)
{
    make_inputs();
    const char *one = getenv("CAPER_FAULT_VERB");
    tally sum = {0};
    printf("%-20s %8s %8s %8s %8s %8s %8s %8s\n", "verb", "fault", "places", "runs", "refused",
           "crashes", "lost", "lies");
    for (int j = 0; j < CAPER_COUNT_OF(jobs); j++)
        if (one ? strstr(jobs[j].verb, one) != NULL
                : jobs[j].slow != 2 || getenv("CAPER_FAULT_ALL"))
            try_job(j, &sum);
    printf("%ld faults: %ld crashes, %ld lost files, %ld false successes, %ld strays\n", sum.runs,
           sum.crashes, sum.lost, sum.lies, sum.strays);
    CHECK(one || (sum.runs > 200 && sum.refused > 100));
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
