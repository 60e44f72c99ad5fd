// SPDX-License-Identifier: MIT
// Files, the past, and playing.
#define _POSIX_C_SOURCE 200809L
#include "dialog.h"
#include "panel.h"
#include "record.h"
#include "studio.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void start_over(studio *s, asset *motion, const char *path)
{
    if (s->doc.state.motion && document_is_changed(&s->doc)) {
        asset_drop(s->doc.left);
        s->doc.left = asset_keep(s->doc.state.motion);
    }
    asset_drop(s->doc.state.motion);
    asset_drop(s->doc.state.pending);
    asset_drop(s->doc.saved);
    s->doc.state.motion = motion;
    s->doc.state.pending = NULL;
    s->doc.saved = asset_keep(motion);
    s->doc.state.branch = 0;
    s->doc.state.channel = 0;
    s->doc.state.key_count = 0;
    s->doc.state.time = 0;
    snprintf(s->doc.state.path, sizeof s->doc.state.path, "%s", path);
}

static bool make_new(studio *s, const action_args *a, caper_error *error)
{
    caper_motion *motion = studio_empty_motion(a->count > 0 ? a->text[0] : "motion", error);
    asset *made = asset_of_motion(motion, "new");
    if (made) {
        start_over(s, made, "");
    }
    return made != NULL;
}

static bool is_own_file(const char *name)
{
    return strchr(name, '/') || strchr(name, '.');
}

// By what is in it: a motion takes the place of the one that is edited, a body joins the cast, a
// world is put under their feet.
static bool open_file(studio *s, const action_args *a, caper_error *error)
{
    const char *name = a->text[0];
    asset *opened = asset_load(name, CAPER_ASSET_NONE, error);
    if (!opened) {
        return false;
    }
    doc_state *d = &s->doc.state;
    if (opened->loaded.motion) {
        start_over(s, opened, is_own_file(name) ? name : "");
    } else if (opened->loaded.world) {
        asset_drop(d->world);
        d->world = opened;
    } else if (d->cast_count < DOC_MAX_CAST) {
        asset_drop(opened);
        opened = asset_load(name, CAPER_ASSET_CHARACTER, error); // in a natural rest pose
        if (!opened) {
            return false;
        }
        d->cast[d->cast_count] = (cast_member){.body = opened, .variant = -1};
        d->member = d->cast_count++;
        d->body = -1;
    } else {
        asset_drop(opened);
        return caper_error_set(error, CAPER_ERROR_LIMIT, "open", 0, 0, "the stage is full");
    }
    if (is_own_file(name)) { // what ships is always at hand
        session_note_recent(s, name);
    }
    return true;
}

static bool generalize(studio *s, const action_args *a, caper_error *error)
{
    asset *opened = asset_load(a->text[0], CAPER_ASSET_NONE, error);
    const cli_asset *in = opened ? &opened->loaded : NULL;
    const caper_clip *clip = in ? in->clip : NULL;
    caper_motion_from_clip_job job = caper_motion_from_clip_job_default();
    if (opened && (!clip || !in->character)) {
        caper_error_set(error, CAPER_ERROR_INVALID, a->text[0], 0, 0, "found no clip in it");
    }
    job.character = in ? in->character : NULL;
    job.clip = clip;
    caper_motion *motion = clip && in->character ? caper_motion_from_clip(&job, NULL, error) : NULL;
    asset_drop(opened);
    asset *made = asset_of_motion(motion, "generalized");
    if (made) {
        start_over(s, made, "");
    }
    return made != NULL;
}

static bool save(studio *s, const action_args *a, caper_error *error)
{
    const char *path = a->count > 0 ? a->text[0] : s->doc.state.path;
    if (!path[0] && s->renderer) { // there is a window to ask in
        return dialog_ask(s, "save", error);
    }
    if (!path[0]) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "save", 0, 0,
                               "found no path, expected NAME.motion.json");
    }
    if (!cli_motion_path(path, error) ||
        !caper_motion_save(state_motion(&s->doc.state), path, error)) {
        return false;
    }
    if (path != s->doc.state.path) {
        snprintf(s->doc.state.path, sizeof s->doc.state.path, "%s", path);
    }
    asset_drop(s->doc.saved);
    s->doc.saved = asset_keep(s->doc.state.motion);
    if (s->doc.left == s->doc.state.motion) { // it was come back to
        asset_drop(s->doc.left);
        s->doc.left = NULL;
    }
    session_note_recent(s, path);
    studio_say(s, false, "saved %s", path);
    return true;
}

// "wave.glb" of the crab: "wave_crab.glb".
static void path_of(const char *path, const char *body, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strchr(slash ? slash : path, '.');
    int stem = dot ? (int)(dot - path) : (int)strlen(path);
    snprintf(out, size, "%.*s_%s%s", stem, path, body, dot ? dot : "");
    for (char *c = out + stem + 1; *c && c < out + size; c++) {
        *c = *c == ' ' || *c == ':' || *c == '/' || *c == ',' ? '_' : *c;
    }
}

// Of one member of the cast; the second of a name is "wave_crab_2.glb".
static void path_of_member(const doc_state *d, int member, const char *path, char *out, size_t size)
{
    char other[1200], name[300];
    const char *own = state_character(d, member)->name;
    path_of(path, own, out, size);
    int same = 1;
    for (int i = 0; i < member; i++) {
        path_of(path, state_character(d, i)->name, other, sizeof other);
        same += strcmp(out, other) == 0;
    }
    if (same > 1) {
        snprintf(name, sizeof name, "%.256s_%d", own, same);
        path_of(path, name, out, size);
    }
}

bool export_is_there(const studio *s, const char *path)
{
    bool there = false;
    for (int i = 0; i < s->doc.state.cast_count; i++) {
        char each[1200];
        path_of_member(&s->doc.state, i, path, each, sizeof each);
        there = there || access(each, F_OK) == 0;
    }
    return there;
}

static bool export_one(studio *s, int member, const char *path, caper_error *error)
{
    const cast_member *m = &s->doc.state.cast[member];
    cli_take take;
    memset(&take, 0, sizeof take);
    take.character = asset_character(m->body);
    take.motion = state_motion(&s->doc.state);
    take.world = s->doc.state.world ? s->doc.state.world->loaded.world : NULL;
    take.variant = m->variant < 0 ? 0 : m->variant;
    take.rate = s->look.rate;
    caper_clip *clip = cli_record(&take, error);
    const caper_clip *made = clip;
    cli_output output = {&made, 1, take.character, take.world, path};
    bool good = clip && cli_save_clips(&output, error);
    caper_clip_destroy(clip);
    return good;
}

static bool export_file(studio *s, const action_args *a, caper_error *error)
{
    const char *path = a->text[0];
    if (!cli_clip_path(path, error)) {
        return false;
    }
    bool all = a->count > 1 && strcmp(a->text[1], "all") == 0;
    int count = 0;
    for (int i = 0; i < s->doc.state.cast_count; i++) {
        if (!all && i != s->doc.state.member) {
            continue;
        }
        char each[1200];
        path_of_member(&s->doc.state, i, path, each, sizeof each);
        caper_error why = {0};
        if (export_one(s, i, all ? each : path, &why)) {
            count++;
        } else if (all && why.status != CAPER_ERROR_IO) {
            studio_say(s, true, "%s: %s", asset_character(s->doc.state.cast[i].body)->name,
                       why.message);
        } else {
            if (error) {
                *error = why;
            }
            return false;
        }
    }
    studio_say(s, false, "exported %d clip%s: %s", count, count == 1 ? "" : "s", path);
    return count > 0 || caper_error_set(error, CAPER_ERROR_INVALID, "export", 0, 0,
                                        "nobody of the cast can play this motion");
}

static bool ask(studio *s, const action_args *a, caper_error *error)
{
    return dialog_ask(s, a->text[0], error);
}

static bool undo(studio *s, const action_args *a, caper_error *error)
{
    (void)a;
    return document_undo(&s->doc) ||
           caper_error_set(error, CAPER_ERROR_INVALID, "undo", 0, 0, "there is nothing to undo");
}

static bool redo(studio *s, const action_args *a, caper_error *error)
{
    (void)a;
    return document_redo(&s->doc) ||
           caper_error_set(error, CAPER_ERROR_INVALID, "redo", 0, 0, "there is nothing to redo");
}

static bool look_undo(studio *s, const action_args *a, caper_error *error)
{
    (void)a;
    if (s->look_past_count == 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "look_undo", 0, 0,
                               "there is nothing to undo");
    }
    s->look_future[s->look_future_count++ % LOOK_STEPS] = s->look;
    s->look = s->look_past[--s->look_past_count];
    return true;
}

static bool look_redo(studio *s, const action_args *a, caper_error *error)
{
    (void)a;
    if (s->look_future_count == 0 || s->look_past_count == LOOK_STEPS) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "look_redo", 0, 0,
                               "there is nothing to redo");
    }
    s->look_past[s->look_past_count++] = s->look;
    s->look = s->look_future[--s->look_future_count % LOOK_STEPS];
    return true;
}

static bool play(studio *s, const action_args *a, caper_error *error)
{
    (void)error;
    bool on = a->count > 0 ? a->number[0] != 0 : !s->playing;
    if (on && !s->playing) {
        const caper_motion *m = state_motion(&s->doc.state);
        if (s->doc.state.time >= m->duration - 1e-3f) {
            s->doc.state.time = 0;
        }
        studio_follow(s);
        stage_seek(&s->stage, s->doc.state.time);
    }
    s->playing = on;
    return true;
}

static bool step(studio *s, const action_args *a, caper_error *error)
{
    (void)error;
    s->playing = false;
    float frame = floorf(s->doc.state.time * s->look.rate + 0.5f) + (float)a->number[0];
    return studio_do(s, "time %.9g", (double)(frame / s->look.rate));
}

static bool quit(studio *s, const action_args *a, caper_error *error)
{
    (void)error;
    bool force = a->count > 0 && strcmp(a->text[0], "force") == 0;
    s->quit = force || !document_is_unsaved(&s->doc);
    s->asking = !s->quit;
    return true;
}

static bool front_panel(studio *s, const action_args *a, caper_error *error)
{
    return panel_front(s, a->text[0]) ||
           caper_error_set(error, CAPER_ERROR_INVALID, "panel", 0, 0,
                           "found '%.30s', expected the name of a panel", a->text[0]);
}

static bool bind_key(studio *s, const action_args *a, caper_error *error)
{
    (void)s;
    return keys_set(a->text[0], a->text[1], error);
}

static bool tour_start(studio *s, const action_args *a, caper_error *error)
{
    (void)error;
    s->touring = a->count > 0 ? (int)caper_clamp((float)a->number[0], 0, 99) : 1;
    return true;
}

const action actions_file[] = {
    {"new", "name:s?", "an empty motion", ACTION_EDIT, make_new},
    {"open", "path:s", "open a motion, a body or a world", ACTION_EDIT, open_file},
    {"generalize", "path:s", "make a motion of a clip", ACTION_EDIT, generalize},
    {"save", "path:s?", "save the motion", ACTION_FILE, save},
    {"export", "path:s who:s?", "write clips of the active body, or of \"all\": .glb .bvh ..",
     ACTION_FILE, export_file},
    {"ask", "action:s", "choose a file for open, save, export ...", ACTION_FILE, ask},
    {"undo", "", "take the last change back", ACTION_FILE, undo},
    {"redo", "", "make it again", ACTION_FILE, redo},
    {"look_undo", "", "the camera and display as before", ACTION_FILE, look_undo},
    {"look_redo", "", "and after again", ACTION_FILE, look_redo},
    {"play", "on:i?", "play or stop", ACTION_FILE, play},
    {"step", "frames:i", "go by frames", ACTION_FILE, step},
    {"panel", "name:s", "bring a panel to the front", ACTION_FILE, front_panel},
    {"bind", "action:s keys:s", "give an action other keys: \"Ctrl+S\"", ACTION_FILE, bind_key},
    {"tour", "page:i?", "the guided tour", ACTION_FILE, tour_start},
    {"quit", "force:s?", "end; with \"force\" even if something is not saved", ACTION_FILE, quit},
    {0},
};
