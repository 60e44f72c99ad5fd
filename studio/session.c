// SPDX-License-Identifier: MIT
// What outlives the process: settings, recent files, and a session that a crash left behind. A
// session is a motion file and a script beside it, so that it is read the way scripts are.
#define _POSIX_C_SOURCE 200809L
#include "rig.h"
#include "studio.h"

#if CAPER_SPACETIME
#include "caper/spacetime.h"
#endif

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void append_quoted(caper_text *text, const char *value)
{
    caper_text_append_string(text, action_quote(value));
}

bool session_motion(const studio *s, caper_text *text)
{
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, 2);
    caper_motion_write(state_motion(&s->doc.state), &w);
    size_t size = 0;
    const char *json = caper_json_writer_finish(&w, &size, NULL);
    bool good = json && caper_text_append(text, json, size);
    caper_json_writer_free(&w);
    return good;
}

// Where a body or world that no file has is kept beside the motion of a session.
static void made_path(char *out, size_t size, const char *motion_path, int index, const asset *a)
{
    int stem = (int)(strlen(motion_path) - strlen(".motion.json"));
    snprintf(out, size, "%.*s-%d.%s.json", stem, motion_path, index,
             a->rig            ? "map"
             : a->space        ? "space"
             : a->loaded.world ? "world"
                               : "character");
}

static void write_space(const asset *a, caper_json_writer *w)
{
#if CAPER_SPACETIME
    caper_space_write(a->space, w);
#else
    (void)a;
    (void)w;
#endif
}

// Where its sliders stand.
static void write_sliders(const doc_state *d, caper_text *t)
{
#if CAPER_SPACETIME
    const caper_space *space = d->space->space;
    for (int i = 0; i < caper_space_dimension_count(space) && i < SETUP_SLIDERS; i++) {
        if (d->setup.at_set[i]) {
            const char *name = isnan(caper_space_value_number(space, i, 0))
                                   ? caper_space_value_name(space, i, (int)d->setup.at[i])
                                   : NULL;
            caper_text_append_string(t, "\nspace_at ");
            append_quoted(t, caper_space_dimension_name(space, i));
            caper_text_append_string(t, " ");
            if (name) {
                append_quoted(t, name);
            } else {
                caper_text_float(t, (float)d->setup.at[i]);
            }
        }
    }
#else
    (void)d;
    (void)t;
#endif
}

static bool save_space(const asset *a, const char *path)
{
#if CAPER_SPACETIME
    return caper_space_save(a->space, path, NULL);
#else
    (void)a;
    (void)path;
    return false;
#endif
}

// By its name, or its place in a session; without a session all of it, so that states can be
// compared.
static void append_asset(caper_text *t, const asset *a, const char *motion_path, int index)
{
    char path[1400];
    if (a->rig && motion_path) {
        made_path(path, sizeof path, motion_path, index, a);
        append_quoted(t, a->name);
        caper_text_append_string(t, "\nrig_map ");
        append_quoted(t, path);
    } else if (!a->made) {
        append_quoted(t, a->name);
    } else if (motion_path) {
        made_path(path, sizeof path, motion_path, index, a);
        append_quoted(t, path);
    } else {
        caper_json_writer w;
        caper_json_writer_init(&w, NULL, 0);
        if (a->rig) {
            rig_write(a->rig, a, &w);
        } else if (a->space) {
            write_space(a, &w);
        } else if (a->loaded.world) {
            caper_world_write(a->loaded.world, &w);
        } else {
            caper_character_write(a->loaded.character, &w);
        }
        const char *text = caper_json_writer_finish(&w, NULL, NULL);
        caper_text_append_string(t, text ? text : "");
        caper_json_writer_free(&w);
    }
}

// Files of what was made here.
static bool save_made(const studio *s, const char *motion_path)
{
    char path[1400];
    bool good = true;
    for (int i = 0; i < s->doc.state.cast_count; i++) {
        const asset *a = s->doc.state.cast[i].body;
        if (a->made) {
            made_path(path, sizeof path, motion_path, i, a);
            good = (a->rig ? rig_save(a->rig, a, path, NULL)
                           : caper_character_save(a->loaded.character, path, NULL)) &&
                   good;
        }
    }
    if (s->doc.state.world && s->doc.state.world->made) {
        made_path(path, sizeof path, motion_path, DOC_MAX_CAST, s->doc.state.world);
        good = caper_world_save(s->doc.state.world->loaded.world, path, NULL) && good;
    }
    if (s->doc.state.space && s->doc.state.space->made) {
        made_path(path, sizeof path, motion_path, DOC_MAX_CAST + 1, s->doc.state.space);
        good = save_space(s->doc.state.space, path) && good;
    }
    return good;
}

bool session_write(const studio *s, const char *motion_path, caper_text *t)
{
    const doc_state *d = &s->doc.state;
    if (motion_path) {
        caper_text_append_string(t, "open ");
        append_quoted(t, motion_path);
        caper_text_append_string(t, "\n");
    }
    caper_text_append_string(t, "cast_clear\n");
    for (int i = 0; i < d->cast_count; i++) {
        caper_text_append_string(t, "cast_add ");
        append_asset(t, d->cast[i].body, motion_path, i);
        caper_text_printf(t, "\ncast_variant %d %d\ncast_hide %d %d\n", i, d->cast[i].variant, i,
                          d->cast[i].hidden);
    }
    caper_text_append_string(t, "world ");
    if (d->world) {
        append_asset(t, d->world, motion_path, DOC_MAX_CAST);
    } else {
        append_quoted(t, "none");
    }
    if (d->space) {
        caper_text_append_string(t, "\nspace ");
        append_asset(t, d->space, motion_path, DOC_MAX_CAST + 1);
        write_sliders(d, t);
    }
    if (d->stride) {
        caper_text_append_string(t, "\nstride ");
        append_quoted(t, d->stride->name);
    }
    caper_text_append_string(t, "\n");
    setup_write(&d->setup, t);
    caper_text_printf(t, "branch %d\nchannel %d\n", d->branch, d->channel);
    const caper_character *c = state_character(d, d->member);
    if (c) {
        caper_text_printf(t, "active %d ", d->member);
        append_quoted(t, d->body >= 0 ? c->bodies[d->body].name : "none");
        caper_text_append_string(t, "\n");
    }
    caper_text_append_string(t, "time ");
    caper_text_float(t, d->time);
    caper_text_append_string(t, "\nkeys_none\n");
    for (int i = 0; i < d->key_count; i++) {
        caper_text_printf(t, "key_pick %d %d %d 1\n", d->keys[i].channel, d->keys[i].curve,
                          d->keys[i].key);
    }
    return !t->failed;
}

// --- where things are kept -----------------------------------------------------------------------

static bool make_folder(const char *path)
{
    char copy[1100];
    snprintf(copy, sizeof copy, "%s", path);
    for (char *c = copy + 1; *c; c++) {
        if (*c == '/') {
            *c = 0;
            mkdir(copy, 0700);
            *c = '/';
        }
    }
    return mkdir(copy, 0700) == 0 || errno == EEXIST;
}

static void paths_of(const studio *s, long process, char *motion, char *script, size_t size)
{
    snprintf(motion, size, "%s/session-%ld.motion.json", s->folder, process);
    snprintf(script, size, "%s/session-%ld.script", s->folder, process);
}

void session_keep(studio *s, bool now)
{
    if (!s->folder[0] || s->saved_version == s->doc.version ||
        (!now && s->clock - s->saved_clock < 1.0) || !make_folder(s->folder)) {
        return;
    }
    char motion[1200], script[1200];
    paths_of(s, (long)getpid(), motion, script, sizeof motion);
    caper_text text, lines;
    caper_text_init(&text, NULL);
    caper_text_init(&lines, NULL);
    bool good = session_motion(s, &text) && session_write(s, motion, &lines) &&
                save_made(s, motion) && caper_file_write(motion, text.data, text.size, NULL) &&
                caper_file_write(script, lines.data, lines.size, NULL);
    caper_text_free(&text);
    caper_text_free(&lines);
    s->saved_clock = s->clock;
    if (good) {
        s->saved_version = s->doc.version;
    } else {
        studio_say(s, true, "could not keep the session in %s", s->folder);
    }
}

void session_drop(const char *script)
{
    char motion[1300];
    unlink(script);
    snprintf(motion, sizeof motion, "%.*s.motion.json", (int)(strlen(script) - strlen(".script")),
             script);
    unlink(motion);
    static const char *const kinds[] = {"character", "map", "world", "space"};
    for (int i = 0; i <= DOC_MAX_CAST + 1; i++) { // what was made in the studio
        int stem = (int)(strlen(script) - strlen(".script"));
        for (int k = 0; k < CAPER_COUNT_OF(kinds); k++) {
            snprintf(motion, sizeof motion, "%.*s-%d.%s.json", stem, script, i, kinds[k]);
            unlink(motion);
        }
    }
}

static bool is_of_session(const studio *s, const char *path)
{
    size_t size = strlen(s->folder);
    return size > 0 && strncmp(path, s->folder, size) == 0 && path[size] == '/';
}

void session_adopt(studio *s)
{
    doc_state *d = &s->doc.state;
    for (int i = 0; i <= d->cast_count + 1; i++) {
        asset *a = i < d->cast_count ? d->cast[i].body : i == d->cast_count ? d->world : d->space;
        if (a && is_of_session(s, a->name)) {
            a->made = true;
            snprintf(a->name, sizeof a->name, "%s",
                     a->space          ? "space"
                     : a->loaded.world ? "world"
                                       : a->loaded.character->name);
        }
    }
    d->path[0] = 0;
    s->doc.version++; // so that it is written anew
}

void session_end(studio *s)
{
    char motion[1200], script[1200];
    if (s->folder[0]) {
        paths_of(s, (long)getpid(), motion, script, sizeof motion);
        session_drop(script);
    }
}

bool session_find(const studio *s, char *path, size_t size)
{
    DIR *dir = s->folder[0] ? opendir(s->folder) : NULL;
    bool found = false;
    for (struct dirent *e = dir ? readdir(dir) : NULL; e && !found; e = readdir(dir)) {
        long process = 0;
        char end[16] = "";
        if (sscanf(e->d_name, "session-%ld.%15s", &process, end) == 2 &&
            strcmp(end, "script") == 0 && process > 0 && process != (long)getpid() &&
            kill((pid_t)process, 0) != 0 && errno == ESRCH) {
            snprintf(path, size, "%s/%s", s->folder, e->d_name);
            found = true;
        }
    }
    if (dir) {
        closedir(dir);
    }
    return found;
}

// --- settings ------------------------------------------------------------------------------------

static int find_recent(const studio *s, const char *path)
{
    int at = 0;
    while (at < s->recent_count && strcmp(s->recent[at], path) != 0) {
        at++;
    }
    return at;
}

void session_note_recent(studio *s, const char *path)
{
    int at = find_recent(s, path);
    if (is_of_session(s, path)) {
        return;
    }
    if (at == s->recent_count && s->recent_count < CAPER_COUNT_OF(s->recent)) {
        s->recent_count++;
    }
    at = at < CAPER_COUNT_OF(s->recent) ? at : CAPER_COUNT_OF(s->recent) - 1;
    memmove(s->recent[1], s->recent[0], sizeof s->recent[0] * (size_t)at);
    snprintf(s->recent[0], sizeof s->recent[0], "%s", path);
}

void session_settings_load(studio *s)
{
    char path[1100];
    snprintf(path, sizeof path, "%s/settings", s->folder);
    size_t size = 0;
    char *text = s->folder[0] ? caper_file_read(path, 1 << 20, NULL, &size, NULL) : NULL;
    if (!text) {
        s->touring = 1; // the first start
        return;
    }
    for (char *at = text, *end; at; at = end ? end + 1 : NULL) {
        end = strchr(at, '\n');
        if (end) {
            *end = 0;
        }
        if (strncmp(at, "recent ", 7) == 0) {
            bool known = find_recent(s, at + 7) < s->recent_count;
            if (!known && s->recent_count < CAPER_COUNT_OF(s->recent)) {
                snprintf(s->recent[s->recent_count++], sizeof s->recent[0], "%s", at + 7);
            }
        } else if (at[0] && strlen(at) < 1000) {
            studio_run(s, at, NULL); // what it does not know any more is left out
        }
    }
    caper_free(NULL, text, size + 1);
}

void session_settings_save(const studio *s)
{
    if (!s->folder[0] || !make_folder(s->folder)) {
        return;
    }
    char path[1100];
    caper_text t;
    caper_text_init(&t, NULL);
    snprintf(path, sizeof path, "%s/settings", s->folder);
    caper_text_printf(&t, "navigate %s\n", s->look.blender ? "blender" : "maya");
    caper_text_printf(&t, "show snap %d\nshow autokey %d\nshow loop %d\nshow skins %d\n",
                      s->look.snap, s->look.autokey, s->look.loop, s->look.skins);
    key_bind *binds;
    int count = keys_list(&binds);
    for (int i = 0; i < count; i++) {
        const char *keys = keys_text(binds[i].action);
        caper_text_append_string(&t, "bind ");
        append_quoted(&t, binds[i].action);
        caper_text_printf(&t, " %s\n", action_quote(keys));
    }
    for (int i = 0; i < s->recent_count; i++) {
        caper_text_printf(&t, "recent %s\n", s->recent[i]);
    }
    caper_file_write(path, t.data, t.size, NULL);
    caper_text_free(&t);
}
