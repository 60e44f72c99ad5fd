// SPDX-License-Identifier: MIT
//
// Runs a space: each sample in a process of its own, several at once, each started from the
// nearest sample that is already solved. The files in the folder are the only memory of a run: a
// run that was killed goes on where its reports end.
#define _POSIX_C_SOURCE 200809L
#include "spacetime/work.h"

#include "base/json.h"
#include "base/try.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Exit code of a process that had no disk or memory for its sample.
#define STARVED 2

#define JOBS_MAX 256
#define POLL_NS                                                                                    \
    20000000 // nanoseconds between looks at whether a process has ended: 20 ms of a solve
#define SIGN_SECONDS 1.0 // seconds between signs of life: who waits longer thinks that it hangs

typedef struct worker {
    pid_t pid; // 0: idle
    int task;
} worker;

typedef struct runner {
    const caper_synth_job *job;
    caperi_task *tasks;
    int task_count, jobs;
    worker workers[JOBS_MAX];
    int running, finished, solved, failed, kept;
    double began, told; // when the run began, and when it was last heard of
    caper_error *error;
} runner;

caper_synth_job caper_synth_job_default(void)
{
    return (caper_synth_job){
        .shard_count = 1, .rate = 60, .search_count = 160, .cookie = CAPER_DEF_COOKIE};
}

// -- Preparing ------------------------------------------------------------------------------------

static bool wanted(const caper_synth_job *job, int sample, const char *name)
{
    char number[16];
    snprintf(number, sizeof number, "%d", sample);
    if (job->only) {
        return strcmp(job->only, name) == 0 || strcmp(job->only, number) == 0;
    }
    return sample % job->shard_count == job->shard;
}

// Jobs of one shape have the same variables: a solution of one is a start for the other.
static uint64_t shape_of(const caperi_sample *s, uint64_t own)
{
    const caper_spacetime_job *j = &s->job;
    const double numbers[] = {j->frame_count, j->cycle, j->duration_max > 0, j->self_contact,
                              s->description.specifier_count};
    uint64_t h = caper_hash64(numbers, sizeof numbers, 2);
    h = caper_hash64(j->character->name, strlen(j->character->name), h);
    if (j->from.clip || j->to.clip) { // which soles stand when is up to the clips
        h = caper_hash64(&own, sizeof own, h);
    }
    for (int i = 0; i < j->contact_count; i++) {
        const double c[] = {j->contacts[i].body, j->contacts[i].part, j->contacts[i].start,
                            j->contacts[i].end};
        h = caper_hash64(c, sizeof c, h);
    }
    return h;
}

// The character is loaded and every name looked up now, so that a mistake costs no solve.
static bool prepare(runner *r, int sample, const char *name)
{
    const caper_synth_job *job = r->job;
    caperi_task *task = &r->tasks[r->task_count];
    caperi_sample s;
    bool good = caperi_work_sample(job, sample, &s, r->error);
    if (good) {
        task->character = job->character(job->user, s.description.character, r->error);
        if (!task->character && r->error && r->error->line == 0) {
            caperi_text_place at = s.description.character_place;
            caper_error why = *r->error;
            caper_error_set(r->error, why.status, at.source, at.line, at.column, "%s: %s",
                            why.source, why.message);
        }
        good = task->character && caperi_sample_make(&s, task->character, r->error);
    }
    if (good && !caperi_sample_hash(&s, &task->hash)) {
        good = caper_error_set(r->error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a sample");
    }
    if (good) {
        task->sample = sample;
        task->from = -1;
        snprintf(task->name, sizeof task->name, "%s", name);
        task->shape = shape_of(&s, task->hash);
        task->starts = s.description.timing != CAPERI_TIMING_SEARCH &&
                       s.description.timing != CAPERI_TIMING_IMPLICIT;
        r->task_count++;
    }
    caperi_sample_free(&s);
    return good;
}

// Files of a sample go by its name: of two that are alike each would write over the other's.
static bool find_spread(const runner *r, caperi_task *task)
{
    const caper_space *space = r->job->space;
    for (int i = 0; i < r->task_count; i++) {
        double d = caperi_space_distance(space, r->tasks[i].sample, task->sample);
        CAPER_TRY(d > 0 || &r->tasks[i] == task, r->error, CAPER_ERROR_INVALID, space->json.source,
                  0, 0, "the sample '%.60s' is there twice", task->name);
        bool near = r->tasks[i].shape == task->shape && d < CAPERI_SPACE_FAR;
        task->spread += near ? d : 0;
    }
    return true;
}

static bool prepare_all(runner *r)
{
    const caper_space *space = r->job->space;
    int count = caper_space_sample_count(space);
    for (int i = 0; i < count; i++) {
        char name[128];
        caper_space_sample_name(space, i, name, sizeof name);
        if (wanted(r->job, i, name)) {
            CAPER_PASS(prepare(r, i, name));
        }
    }
    CAPER_TRY(r->task_count > 0 || !r->job->only, r->error, CAPER_ERROR_INVALID, space->json.source,
              0, 0, "no sample is called '%.60s' or has that number", r->job->only);
    for (int i = 0; i < r->task_count; i++) {
        CAPER_PASS(find_spread(r, &r->tasks[i]));
    }
    return true;
}

// -- Results --------------------------------------------------------------------------------------

static bool tell(runner *r, int index, bool kept)
{
    caperi_task *task = &r->tasks[index];
    char path[CAPERI_PATH_MAX], clip[CAPERI_PATH_MAX];
    caper_synth_result result = {
        .sample = task->sample, .kept = kept, .character = task->character};
    caperi_work_path(r->job, task->name, "report.json", path);
    caperi_work_path(r->job, task->name, "clip.json", clip);
    if (!caperi_work_read_report(path, task->hash, &result.report)) {
        snprintf(result.report.status, sizeof result.report.status, "no report");
    }
    snprintf(result.name, sizeof result.name, "%s", task->name);
    result.clip_path = result.report.solved ? clip : NULL;
    if (!task->done) { // else it has been looked at once more, and was found cheaper
        r->finished++;
        r->solved += result.report.solved;
        r->failed += !result.report.solved;
        r->kept += kept;
    }
    task->done = true;
    task->solved = result.report.solved;
    task->cost = result.report.cost;
    task->kept = kept;
    return !r->job->done || r->job->done(r->job->user, &result);
}

// A clip may be cut short by what came after its report: a disk that lost power, a copy.
static bool is_clip(const char *path)
{
    caper_clip *clip = caper_clip_load(path, NULL, NULL);
    caper_clip_destroy(clip);
    return clip != NULL;
}

// What earlier runs in this folder did, of samples that are still the same.
static bool keep_earlier(runner *r)
{
    for (int i = 0; i < r->task_count && !r->job->again; i++) {
        char path[CAPERI_PATH_MAX], clip[CAPERI_PATH_MAX];
        caper_spacetime_report report;
        caperi_work_path(r->job, r->tasks[i].name, "report.json", path);
        caperi_work_path(r->job, r->tasks[i].name, "clip.json", clip);
        if (caperi_work_read_report(path, r->tasks[i].hash, &report) &&
            (!report.solved || is_clip(clip))) {
            CAPER_TRY(tell(r, i, true), r->error, CAPER_ERROR_CANCELED, NULL, 0, 0, "stopped");
        }
    }
    return true;
}

// A sample at work: until the first is done its name is all there is to tell.
static const char *name_at_work(const runner *r)
{
    for (int i = 0; i < r->jobs; i++) {
        if (r->workers[i].pid) {
            return r->tasks[r->workers[i].task].name;
        }
    }
    return "";
}

static bool show_progress(runner *r)
{
    char text[240];
    int fresh = r->finished - r->kept, left = r->task_count - r->finished;
    double spent = caper_clock_now() - r->began;
    r->told = caper_clock_now();
    if (fresh > 0 && left > 0) {
        snprintf(text, sizeof text, "%d of %d, %.0f s, about %.0f s left", r->finished,
                 r->task_count, spent, spent / fresh * left);
    } else {
        snprintf(text, sizeof text, "%d of %d, %.0f s %s", r->finished, r->task_count, spent,
                 name_at_work(r));
    }
    return caper_progress_report(r->job->progress, (double)r->finished / r->task_count, text) ||
           caper_error_set(r->error, CAPER_ERROR_CANCELED, NULL, 0, 0, "stopped");
}

// -- Scheduling -----------------------------------------------------------------------------------

static bool is_running(const runner *r, int task)
{
    for (int i = 0; i < r->jobs; i++) {
        if (r->workers[i].pid && r->workers[i].task == task) {
            return true;
        }
    }
    return false;
}

// The solved task of the same shape that is nearest, and how near; -1. One with a value of another
// name is no neighbour: from a step ahead a step to the left takes 47 iterations, from rest 28.
static int nearest_solved(const runner *r, int task, double *distance)
{
    int best = -1;
    *distance = 1e30;
    for (int i = 0; i < r->task_count; i++) {
        if (!r->tasks[i].solved || r->tasks[i].shape != r->tasks[task].shape) {
            continue;
        }
        double d = caperi_space_distance(r->job->space, r->tasks[i].sample, r->tasks[task].sample);
        if (d < *distance && d < CAPERI_SPACE_FAR) {
            *distance = d;
            best = i;
        }
    }
    return best;
}

// The task that has a solved neighbour nearest. Where none has, the one in the middle of its
// shape: starts go outward from it, to where motions are harder (from the tightest circle inward
// half of the walks ended in worse minima than those on circles to the other side).
static int next_task(const runner *r, int *neighbor)
{
    int best = -1;
    double best_distance = 2e30;
    *neighbor = -1;
    for (int i = 0; i < r->task_count; i++) {
        double distance;
        if (r->tasks[i].done || is_running(r, i)) {
            continue;
        }
        int near = nearest_solved(r, i, &distance);
        bool inner = best >= 0 && near < 0 && distance == best_distance &&
                     r->tasks[i].spread < r->tasks[best].spread;
        if (distance < best_distance || inner) {
            best = i;
            best_distance = distance;
            *neighbor = near;
        }
    }
    return best;
}

// No further away than a step of the space, and cheaper; and not at work, when its files come and
// go.
static bool is_lower(const runner *r, const caperi_task *task, const caperi_task *other)
{
    return other->solved && other->shape == task->shape && other->cost < task->cost &&
           caperi_space_distance(r->job->space, task->sample, other->sample) <= 1 &&
           !is_running(r, (int)(other - r->tasks));
}

static bool is_between(const runner *r, const caperi_task *t, const caperi_task *a,
                       const caperi_task *b)
{
    const caper_space *space = r->job->space;
    return caperi_space_distance(space, a->sample, b->sample) ==
           caperi_space_distance(space, a->sample, t->sample) +
               caperi_space_distance(space, t->sample, b->sample);
}

// A task that costs more than two others that it lies between was left in a worse minimum than
// theirs: costs rise to the ends of a space. It is solved once more, from the cheaper of both that
// it was not solved from.
static int find_peak(const runner *r, int *neighbor)
{
    for (int i = 0; i < r->task_count; i++) {
        const caperi_task *all = r->tasks, *t = &all[i];
        for (int a = 0; a < r->task_count && t->solved && t->starts && !t->looked; a++) {
            for (int b = is_lower(r, t, &all[a]) ? 0 : a; b < a; b++) {
                bool fresh = !t->kept || !all[a].kept || !all[b].kept; // else looked at before
                if (fresh && is_lower(r, t, &all[b]) && is_between(r, t, &all[a], &all[b])) {
                    bool first = t->from == b || (t->from != a && all[a].cost < all[b].cost);
                    *neighbor = first ? a : b;
                    return i;
                }
            }
        }
    }
    return -1;
}

static bool start_one(runner *r, worker *w)
{
    int neighbor, task = next_task(r, &neighbor);
    if (task < 0 && r->finished == r->task_count) {
        task = find_peak(r, &neighbor);
    }
    if (task < 0) {
        return true;
    }
    bool again = r->tasks[task].done;
    r->tasks[task].looked = again;
    r->tasks[task].from = neighbor;
    int left = r->task_count - r->finished - r->running;
    caperi_work work = {.job = r->job,
                        .task = &r->tasks[task],
                        .neighbor = neighbor >= 0 ? &r->tasks[neighbor] : NULL,
                        .jobs = left >= r->jobs ? 1 : r->jobs - r->running,
                        .bound = again ? r->tasks[task].cost : (double)INFINITY,
                        .parent = getpid()};
    pid_t pid = caperi_process_start();
    CAPER_TRY(pid >= 0, r->error, CAPER_ERROR_IO, NULL, 0, 0, "no process could be started: %s",
              strerror(errno));
    if (pid == 0) {
        caper_error error = {0};
        bool good = caperi_work_run(&work, &error);
        // a full disk says nothing of the sample: it is not kept as one that failed
        bool starved =
            !good && (error.status == CAPER_ERROR_IO || error.status == CAPER_ERROR_MEMORY);
        if (!good && !starved && !again && caperi_process_attended(work.parent)) {
            caperi_work_write_failure(r->job, work.task,
                                      error.message[0] ? error.message : "failed", NULL);
        }
        // a copy of somebody else's process: nothing of theirs may be flushed or cleaned up twice
        _exit(starved ? STARVED : good ? 0 : 1);
    }
    *w = (worker){pid, task};
    r->running++;
    return true;
}

// The next process that ends. Meanwhile who waits hears every second that there is work, and can
// stop it.
static bool wait_any(runner *r, pid_t *pid, int *status)
{
    while ((*pid = waitpid(-1, status, WNOHANG)) == 0 || (*pid < 0 && errno == EINTR)) {
        const struct timespec pause = {0, POLL_NS};
        nanosleep(&pause, NULL);
        if (caper_clock_now() - r->told >= SIGN_SECONDS) {
            CAPER_PASS(show_progress(r));
        }
    }
    return true;
}

// Has a second look found something?
static bool is_cheaper(const runner *r, int task)
{
    char path[CAPERI_PATH_MAX];
    caper_spacetime_report report;
    caperi_work_path(r->job, r->tasks[task].name, "report.json", path);
    return caperi_work_read_report(path, r->tasks[task].hash, &report) && report.solved &&
           report.cost < r->tasks[task].cost;
}

static bool wait_one(runner *r)
{
    int status = 0;
    pid_t pid;
    CAPER_PASS(wait_any(r, &pid, &status));
    CAPER_TRY(pid > 0, r->error, CAPER_ERROR_IO, NULL, 0, 0, "a process was lost: %s",
              strerror(errno));
    for (int i = 0; i < r->jobs; i++) {
        if (r->workers[i].pid != pid) {
            continue;
        }
        int task = r->workers[i].task;
        r->workers[i].pid = 0;
        r->running--;
        CAPER_TRY(!WIFEXITED(status) || WEXITSTATUS(status) != STARVED, r->error, CAPER_ERROR_IO,
                  r->job->folder, 0, 0,
                  "no room on the disk or no memory for '%.60s': the next run goes on here",
                  r->tasks[task].name);
        if (WIFSIGNALED(status) && !r->tasks[task].done) {
            char text[40];
            snprintf(text, sizeof text, "ended by signal %d", WTERMSIG(status));
            CAPER_PASS(caperi_work_write_failure(r->job, &r->tasks[task], text, r->error));
        }
        if (r->tasks[task].done && !is_cheaper(r, task)) {
            return true;
        }
        CAPER_TRY(tell(r, task, false), r->error, CAPER_ERROR_CANCELED, NULL, 0, 0, "stopped");
        return show_progress(r);
    }
    return true; // a child of somebody else
}

// After an error: those at work finish their sample, so that nothing is half done.
static void wait_rest(runner *r)
{
    for (int i = 0; i < r->jobs; i++) {
        if (r->workers[i].pid) {
            waitpid(r->workers[i].pid, NULL, 0);
        }
    }
}

static bool run_all(runner *r)
{
    for (;;) {
        for (int i = 0; i < r->jobs; i++) {
            if (!r->workers[i].pid) {
                CAPER_PASS(start_one(r, &r->workers[i]));
            }
        }
        if (r->running == 0) {
            return true;
        }
        CAPER_PASS(r->finished > r->kept || show_progress(r));
        CAPER_PASS(wait_one(r));
    }
}

// -- The whole ------------------------------------------------------------------------------------

static bool write_summary(runner *r)
{
    char path[CAPERI_PATH_MAX];
    caper_json_writer w;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/report.json", r->job->folder);
    caper_json_writer_init(&w, NULL, 2);
    caper_json_begin_object(&w);
    caper_json_string(caper_json_key(&w, "space"), caper_space_name(r->job->space));
    caper_json_begin_array(caper_json_key(&w, "samples"));
    for (int i = 0; i < r->task_count; i++) {
        caper_spacetime_report report;
        char part[CAPERI_PATH_MAX];
        caperi_work_path(r->job, r->tasks[i].name, "report.json", part);
        caperi_work_read_report(part, 0, &report);
        caper_json_begin_object_inline(&w);
        caper_json_string(caper_json_key(&w, "name"), r->tasks[i].name);
        caper_json_bool(caper_json_key(&w, "solved"), report.solved);
        caper_json_string(caper_json_key(&w, "status"), report.status);
        caper_json_double(caper_json_key(&w, "cost"), report.cost);
        caper_json_double(caper_json_key(&w, "violation"), report.violation);
        caper_json_string(caper_json_key(&w, "worst"), report.worst);
        caper_json_int(caper_json_key(&w, "iterations"), report.iterations);
        caper_json_double(caper_json_key(&w, "seconds"), report.seconds);
        caper_json_end_object(&w);
    }
    caper_json_end_array(&w);
    caper_json_end_object(&w);
    const char *text = caper_json_writer_finish(&w, &size, r->error);
    bool good = text && caper_file_write(path, text, size, r->error);
    caper_json_writer_free(&w);
    return good;
}

static bool check_job(const caper_synth_job *job, caper_error *error)
{
    bool good = job && job->cookie == CAPER_DEF_COOKIE && job->space && job->folder &&
                job->character && job->shard_count >= 1 && job->shard >= 0 &&
                job->shard < job->shard_count && job->rate > 0 && job->search_count > 0 &&
                job->timing >= 0 && job->timing < CAPER_SYNTH_TIMING_COUNT;
    CAPER_TRY(good, error, CAPER_ERROR_INVALID, NULL, 0, 0,
              "a synth job needs a space, a folder, characters and a valid shard");
    CAPER_TRY(strlen(job->folder) < CAPERI_PATH_MAX - 200, error, CAPER_ERROR_LIMIT, NULL, 0, 0,
              "the folder's name is too long");
    return true;
}

static int core_count(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > JOBS_MAX ? JOBS_MAX : (int)cores;
}

bool caper_synth(const caper_synth_job *job, caper_synth_summary *summary, caper_error *error)
{
    caper_error own = {0};
    error = error ? error : &own;
    if (!check_job(job, error)) {
        return false;
    }
    size_t size = ((size_t)caper_space_sample_count(job->space) + 1) * sizeof(caperi_task);
    runner r = {.job = job,
                .tasks = caper_alloc_zero(NULL, size, 16),
                .jobs = job->jobs < 1          ? core_count()
                        : job->jobs > JOBS_MAX ? JOBS_MAX
                                               : job->jobs,
                .began = caper_clock_now(),
                .error = error};
    CAPER_TRY(r.tasks, error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for the samples");
    bool good =
        prepare_all(&r) && caper_folder_make(job->folder, error) && keep_earlier(&r) && run_all(&r);
    wait_rest(&r);
    good = good && write_summary(&r);
    if (summary) {
        *summary = (caper_synth_summary){.sample_count = r.task_count,
                                         .solved = r.solved,
                                         .failed = r.failed,
                                         .kept = r.kept,
                                         .seconds = caper_clock_now() - r.began};
    }
    caper_free(NULL, r.tasks, size);
    return good;
}
