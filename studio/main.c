// SPDX-License-Identifier: MIT
// caper-studio: author once, watch it on every body.
#define _POSIX_C_SOURCE 200809L
#include "panel.h"
#include "studio.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct options {
    const char *script;
    const char *folder;
    int width, height;
    double scale;
    bool hidden, echo, list, measure;
} options;

static bool frame(studio *s)
{
    return shell_frame(s);
}

static void find_folder(studio *s, const options *o)
{
    const char *home = getenv("HOME"), *state = getenv("XDG_STATE_HOME");
    if (o->folder) {
        snprintf(s->folder, sizeof s->folder, "%s", o->folder);
    } else if (o->script) { // a script leaves nothing behind
        s->folder[0] = 0;
    } else if (state && state[0]) {
        snprintf(s->folder, sizeof s->folder, "%s/caper", state);
    } else if (home && home[0]) {
        snprintf(s->folder, sizeof s->folder, "%s/.local/state/caper", home);
    }
}

static int fail(const caper_error *error)
{
    char text[320];
    fprintf(stderr, "caper studio: %s\n", caper_error_text(error, text, sizeof text));
    return CLI_BAD;
}

// What could not be read is put aside, and the studio is as it was.
static void put_aside(studio *s, const char *path, doc_state *before, const char *why)
{
    char aside[1300];
    snprintf(aside, sizeof aside, "%s.failed", path);
    bool moved = rename(path, aside) == 0;
    studio_say(s, true, "could not recover the last session, it is kept in %s: %s",
               moved ? aside : path, why);
    state_free(&s->doc.state);
    s->doc.state = *before;
    s->doc.version++;
}

// The script of a session that was cut off is run. It goes only when all of it is kept anew.
static void recover(studio *s)
{
    char path[1200];
    if (!session_find(s, path, sizeof path)) {
        return;
    }
    static doc_state before;
    asset *saved = asset_keep(s->doc.saved);
    state_copy(&before, &s->doc.state);
    caper_error error = {0};
    bool good = script_run(s, path, frame, &error);
    asset_drop(s->doc.saved);
    s->doc.saved = NULL; // what was recovered is on no disk
    if (!good) {
        put_aside(s, path, &before, error.message);
        s->doc.saved = saved;
        return;
    }
    asset_drop(saved);
    state_free(&before);
    session_adopt(s);
    session_keep(s, true);
    if (s->saved_version == s->doc.version) {
        session_drop(path);
    }
    studio_say(s, false, "recovered what the last session left unsaved");
}

// The processor's time of all threads, milliseconds.
static double work_ms(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return 1e3 * (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-3 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Frames as fast as they go; the cast on this thread alone, so that what it costs is counted.
static void measure(studio *s, double started)
{
    enum {
        FRAMES = 150
    };
    double total = 0, outside = 0, times[FRAMES] = {0}, work = 0, own = 0;
    int frames = FRAMES, first = 10;
    caper_job_pool_destroy(s->stage.pool);
    s->stage.pool = NULL;
    studio_do(s, "play 1");
    for (int i = 0; i < first + frames && shell_frame(s); i++) {
        if (i == first - 1) {
            work = work_ms();
            own = 1e3 * caper_clock_work();
        } else if (i >= first) {
            total += s->frame_ms;
            outside += s->outside_ms;
            times[i - first] = s->frame_ms;
        }
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double all = (work_ms() - work) / frames, mine = (1e3 * caper_clock_work() - own) / frames;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    // this thread's work, then that of the driver's threads: what a frame takes at most where
    // nothing else runs
    double alone = mine + (all - mine) / (cores > 1 ? (double)cores : 1);
    qsort(times, FRAMES, sizeof times[0], by_value);
    printf("characters %d\nstart_ms %.0f\nframes %d\nframe_ms %.2f\nframe_95_ms %.2f\nworst_ms "
           "%.2f\n"
           "cpu_ms %.2f\nown_cpu_ms %.2f\nalone_ms %.2f\noutside_cpu_ms %.2f\nmemory_mb %.1f\n",
           s->doc.state.cast_count, started, frames, total / frames, times[FRAMES * 95 / 100],
           times[FRAMES - 1], all, mine, alone, outside / frames, (double)usage.ru_maxrss / 1024.0);
}

static int run(studio *s, const options *o, int argc, char **argv, double begin)
{
    caper_error error = {0};
    ui_def def = {.title = "Caper studio",
                  .width = o->width,
                  .height = o->height,
                  .scale = (float)o->scale,
                  .hidden = o->hidden,
                  .step = o->script ? 1 / 60.0 : 0};
    if (!ui_open(&def, &error)) {
        return fail(&error);
    }
    bool good = view_open(s, &error) && studio_welcome(s, &error);
    for (int i = 0; good && i < argc; i++) {
        char line[ACTION_MAX_LINE];
        snprintf(line, sizeof line, "open %s", action_quote(argv[i]));
        good = studio_run(s, line, &error);
    }
    document_start(&s->doc);
    if (good && !o->script) {
        session_settings_load(s);
        recover(s);
    }
    if (good) {
        good = shell_frame(s) || s->quit;
    }
    double started = 1e3 * caper_clock_now() - begin;
    if (good && o->script) {
        good = script_run(s, o->script, frame, &error);
        if (good && o->measure) {
            measure(s, started);
        }
    } else if (good) {
        s->playing = true;
        while (shell_frame(s)) {
        }
    }
    if (good && !o->script) {
        session_settings_save(s);
    }
    session_end(s);
    return good ? CLI_GOOD : fail(&error);
}

static void list_actions(void)
{
    const action *actions;
    int count = action_list(&actions);
    for (int i = 0; i < count; i++) {
        printf("%s %s\n    %s\n", actions[i].name, actions[i].args, actions[i].about);
    }
}

int main(int argc, char **argv)
{
    double begin = 1e3 * caper_clock_now();
    options o = {.width = 1280, .height = 720};
    const cli_option table[] = {
        {"script", "FILE", CLI_TO(o.script),
         "run the lines of a file, without a window on the screen"},
        {"folder", "DIR", CLI_TO(o.folder), "where settings and sessions are kept"},
        {"width", "N", CLI_TO(o.width), "of the window (default: 1280)", 320, 16384},
        {"height", "N", CLI_TO(o.height), "of the window (default: 720)", 240, 16384},
        {"scale", "S", CLI_TO(o.scale), "of text and widgets (default: as the display says)", 0, 8},
        {"echo", NULL, CLI_TO(o.echo), "print every action, as a script would have it"},
        {"measure", NULL, CLI_TO(o.measure), "after the script, print times of frames and memory"},
        {"list-actions", NULL, CLI_TO(o.list), "print all actions, and stop"},
    };
    argc--;
    argv++;
    CLI_PARSE(table, "studio", "[FILE...] [options]",
              "The desktop studio: edit one motion and watch it on many bodies.",
              "  caper studio\n"
              "  caper studio wave crab spider fox.glb\n"
              "  caper studio --script make_wave.script");
    if (o.list) {
        list_actions();
        return CLI_GOOD;
    }
    o.hidden = o.script != NULL;
    static studio s;
    caper_error error = {0};
    int result = studio_open(&s, &error) ? CLI_GOOD : fail(&error);
    s.echo = o.echo;
    s.scripted = o.script != NULL;
    find_folder(&s, &o);
    if (result == CLI_GOOD) {
        result = run(&s, &o, argc, argv, begin);
    }
    panel_closes(&s);
    studio_close(&s);
    ui_close();
    return result;
}
