// SPDX-License-Identifier: MIT
// The motions of a parameter space, found in the background. caper_synth lets those at work finish
// when it is told to stop, which may take a minute: so it runs in a process of its own, the leader
// of a group that is ended as one.
#define _POSIX_C_SOURCE 200809L
#include "synth.h"

#if CAPER_SPACETIME

#include "caper/spacetime.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_ASSETS 64 // characters and clips of one space

// What the process holds.
typedef struct worker {
    cli_asset assets[MOST_ASSETS];
    char names[MOST_ASSETS][256];
    int count, out;
} worker;

static const cli_asset *find(worker *w, const char *name, caper_asset_kind kind, caper_error *error)
{
    for (int i = 0; i < w->count; i++) {
        if (strcmp(w->names[i], name) == 0) {
            return &w->assets[i];
        }
    }
    if (w->count == MOST_ASSETS) {
        caper_error_set(error, CAPER_ERROR_LIMIT, name, 0, 0, "more than %d files", MOST_ASSETS);
        return NULL;
    }
    if (!cli_load_kind(name, kind, NULL, &w->assets[w->count], error)) {
        return NULL;
    }
    snprintf(w->names[w->count], sizeof w->names[0], "%s", name);
    return &w->assets[w->count++];
}

static const caper_character *find_character(void *user, const char *name, caper_error *error)
{
    const cli_asset *a = find(user, name, CAPER_ASSET_CHARACTER, error);
    return a ? a->character : NULL;
}

static const caper_clip *find_clip(void *user, const char *name, caper_error *error)
{
    const cli_asset *a = find(user, name, CAPER_ASSET_CLIP, error);
    return a ? a->clip : NULL;
}

// A note is smaller than what a pipe takes at once.
static bool tell(worker *w, const synth_note *note)
{
    return write(w->out, note, sizeof *note) == (ssize_t)sizeof *note;
}

static bool done(void *user, const caper_synth_result *r)
{
    synth_note note = {.sample = r->sample, .solved = r->report.solved};
    if (r->report.solved) {
        snprintf(note.text, sizeof note.text, "%s: solved%s", r->name, r->kept ? " before" : "");
    } else {
        snprintf(note.text, sizeof note.text, "%.40s: %.30s, %.40s", r->name, r->report.status,
                 r->report.worst);
    }
    return tell(user, &note);
}

static void work(const synth_run *run, const char *only, int out)
{
    static worker w;
    caper_error error = {0};
    caper_synth_summary summary = {0};
    caper_synth_job job = caper_synth_job_default();
    w.out = out;
    job.space = run->space->space;
    job.folder = run->folder;
    job.character = find_character;
    job.clip = find_clip;
    job.done = done;
    job.user = &w;
    job.only = only;
    bool good = caper_synth(&job, &summary, &error);
    synth_note end = {.sample = -1, .solved = good};
    if (good) {
        snprintf(end.text, sizeof end.text, "%d of %d solved in %.1f s", summary.solved,
                 summary.sample_count, summary.seconds);
    } else {
        snprintf(end.text, sizeof end.text, "%.110s", error.message);
    }
    tell(&w, &end);
}

bool synth_start(synth_run *run, asset *space, const char *folder, const char *only,
                 caper_error *error)
{
    int ends[2];
    synth_stop(run);
    if (strlen(folder) >= sizeof run->folder || pipe(ends) != 0) {
        return caper_error_set(error, CAPER_ERROR_IO, "synth", 0, 0,
                               "found no room for a folder of that name, or for a pipe");
    }
    memset(run, 0, sizeof *run);
    snprintf(run->folder, sizeof run->folder, "%s", folder);
    run->space = asset_keep(space);
    run->total = only ? 1 : caper_space_sample_count(space->space);
    run->pipe = ends[0];
    run->pid = (int)fork();
    if (run->pid == 0) {
        setpgid(0, 0);
        signal(SIGPIPE, SIG_DFL); // when the studio is gone, so is this
        close(ends[0]);
        work(run, only, ends[1]);
        _exit(0); // a copy of the studio: nothing of its window is put away
    }
    close(ends[1]);
    if (run->pid < 0) {
        close(ends[0]);
        run->pid = 0;
        synth_stop(run);
        return caper_error_set(error, CAPER_ERROR_IO, "synth", 0, 0,
                               "no process could be started: %s", strerror(errno));
    }
    setpgid(run->pid, run->pid); // whoever comes first
    fcntl(run->pipe, F_SETFL, O_NONBLOCK);
    return true;
}

bool synth_running(const synth_run *run)
{
    return run->pid > 0;
}

bool synth_poll(synth_run *run, synth_note *note)
{
    if (run->pid <= 0) {
        return false;
    }
    ssize_t size = read(run->pipe, note, sizeof *note);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
        return false;
    }
    if (size != (ssize_t)sizeof *note) { // it ended without a word
        *note = (synth_note){.sample = -1, .text = "ended before it was done"};
    }
    if (note->sample >= 0) {
        run->done++;
        run->solved += note->solved;
        run->failed += !note->solved;
    }
    snprintf(run->text, sizeof run->text, "%s", note->text);
    if (note->sample < 0) {
        synth_stop(run);
    }
    return true;
}

void synth_stop(synth_run *run)
{
    if (run->pid > 0) {
        kill(-run->pid, SIGKILL);
        while (waitpid(run->pid, NULL, 0) < 0 && errno == EINTR) {
        }
        close(run->pipe);
    }
    run->pid = 0;
    asset_drop(run->space);
    run->space = NULL;
}

#endif
