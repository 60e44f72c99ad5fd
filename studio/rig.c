// SPDX-License-Identifier: MIT
// What is corrected about an imported rig.
#define _POSIX_C_SOURCE 200809L
#include "rig.h"

#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool rig_is(const asset *a)
{
    return a && a->loaded.import && a->loaded.character;
}

void rig_free(rig *r)
{
    if (r) {
        free(r->caps);
        free(r);
    }
}

rig *rig_read(const asset *a)
{
    const caper_character *c = asset_character(a);
    rig *r = calloc(1, sizeof *r);
    caper_caps *caps = calloc((size_t)c->body_count + 1, sizeof *caps);
    if (!r || !caps) {
        free(r);
        free(caps);
        return NULL;
    }
    r->caps = caps;
    r->body_count = c->body_count;
    for (int i = 0; i < c->body_count; i++) {
        caps[i] = c->bodies[i].caps;
    }
    const caper_map *map = a->loaded.map;
    snprintf(r->rest, sizeof r->rest, "%s", map ? caper_map_rest(map, &r->seconds) : "auto");
    for (int i = 0; map && i < CAPER_PART_COUNT; i++) {
        const char *name = NULL;
        if (caper_map_part(map, (caper_part)i, &name)) {
            snprintf(r->parts[i], sizeof r->parts[0], "%s", name ? name : RIG_NOBODY);
        }
    }
    r->said = a->rig ? a->rig->said : a->loaded.own_map ? ~(caper_caps)0 : 0;
    return r;
}

// --- files ---------------------------------------------------------------------------------------

static void write_rest(const rig *r, caper_json_writer *w)
{
    static const char *const plain[] = {"auto", "file", "relaxed"};
    caper_json_key(w, "rest");
    for (int i = 0; i < CAPER_COUNT_OF(plain); i++) {
        if (strcmp(plain[i], r->rest) == 0) {
            caper_json_string(w, r->rest);
            return;
        }
    }
    caper_json_begin_object_inline(w);
    caper_json_string(caper_json_key(w, "clip"), r->rest);
    caper_json_float(caper_json_key(w, "seconds"), r->seconds);
    caper_json_end_object(w);
}

// The root and helpers are found by the tree alone: nobody says them.
static bool is_said(const rig *r, int cap)
{
    caper_caps bit = (caper_caps)1 << cap;
    const char *name = caper_cap_name(bit);
    return (r->said & bit) && bit != CAPER_CAP_ROOT && bit != CAPER_CAP_HELPER && name;
}

void rig_write(const rig *r, const asset *a, caper_json_writer *w)
{
    const caper_character *c = asset_character(a);
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "caper"), "map");
    caper_json_int(caper_json_key(w, "version"), 1);
    write_rest(r, w);
    caper_json_begin_object(caper_json_key(w, "parts"));
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (strcmp(r->parts[i], RIG_NOBODY) == 0) {
            caper_json_null(caper_json_key(w, caper_part_name((caper_part)i)));
        } else if (r->parts[i][0]) {
            caper_json_string(caper_json_key(w, caper_part_name((caper_part)i)), r->parts[i]);
        }
    }
    caper_json_end_object(w);
    caper_json_begin_object(caper_json_key(w, "caps"));
    for (int cap = 0; cap < CAPER_CAP_COUNT; cap++) {
        if (is_said(r, cap)) {
            caper_json_begin_array(caper_json_key(w, caper_cap_name((caper_caps)1 << cap)));
            for (int i = 0; i < c->body_count && i < r->body_count; i++) {
                if (r->caps[i] & ((caper_caps)1 << cap)) {
                    caper_json_string(w, c->bodies[i].name);
                }
            }
            caper_json_end_array(w);
        }
    }
    caper_json_end_object(w);
    caper_json_end_object(w);
}

bool rig_save(const rig *r, const asset *a, const char *path, caper_error *error)
{
    caper_json_writer w;
    size_t size = 0;
    caper_json_writer_init(&w, NULL, 2);
    rig_write(r, a, &w);
    const char *text = caper_json_writer_finish(&w, &size, error);
    bool good = text && caper_file_write(path, text, size, error);
    caper_json_writer_free(&w);
    return good;
}

asset *rig_load(const char *name, const char *map_path, caper_error *error)
{
    cli_reading reading = {.map = map_path};
    asset *a = asset_load_as(name, CAPER_ASSET_CHARACTER, &reading, error);
    if (a && !rig_is(a)) {
        asset_drop(a);
        caper_error_set(error, CAPER_ERROR_INVALID, name, 0, 0,
                        "found a body of Caper's own, expected a rig of another program");
        return NULL;
    }
    rig *r = a ? rig_read(a) : NULL;
    if (a && !r) {
        asset_drop(a);
        caper_error_set(error, CAPER_ERROR_MEMORY, name, 0, 0, "no memory for its rig");
        return NULL;
    }
    if (a) {
        a->rig = r;
        a->made = true;
    }
    return a;
}

// --- edits ---------------------------------------------------------------------------------------

static void put_rig(studio *s, asset *made)
{
    cast_member *m = &s->doc.state.cast[s->doc.state.member];
    const caper_character *old = asset_character(m->body);
    char name[128] = "";
    if (s->doc.state.body >= 0) {
        snprintf(name, sizeof name, "%s", old->bodies[s->doc.state.body].name);
    }
    asset_drop(m->body);
    m->body = made;
    s->doc.state.body = name[0] ? caper_character_find(asset_character(made), name) : -1;
}

bool rig_apply(studio *s, rig *r, caper_error *error)
{
    asset *old = s->doc.state.cast[s->doc.state.member].body;
    if (!r) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, "rig", 0, 0, "no memory for its map");
    }
    const char *folder = getenv("TMPDIR");
    folder = folder && folder[0] ? folder : "/tmp";
    char path[1024];
    bool fits = snprintf(path, sizeof path, "%s/caper_rig_XXXXXX", folder) < (int)sizeof path;
    int file = fits ? mkstemp(path) : -1;
    if (file < 0) {
        rig_free(r);
        return caper_error_set(error, CAPER_ERROR_IO, "rig", 0, 0,
                               "found no room for its map in %.200s", folder);
    }
    close(file);
    asset *made = rig_save(r, old, path, error) ? rig_load(old->name, path, error) : NULL;
    unlink(path);
    if (made && made->rig) {
        made->rig->said = r->said; // what is listed, not all that follows
    }
    rig_free(r);
    if (!made) {
        return false;
    }
    put_rig(s, made);
    return true;
}

bool rig_set_caps(studio *s, int body, caper_caps caps, caper_error *error)
{
    rig *r = rig_read(s->doc.state.cast[s->doc.state.member].body);
    if (r) {
        r->said |= caps ^ r->caps[body];
        r->caps[body] = caps;
    }
    return rig_apply(s, r, error);
}

static asset *active_rig(const studio *s, caper_error *error)
{
    const doc_state *d = &s->doc.state;
    asset *a = d->member >= 0 && d->member < d->cast_count ? d->cast[d->member].body : NULL;
    if (!rig_is(a)) {
        caper_error_set(
            error, CAPER_ERROR_INVALID, "rig", 0, 0,
            "found no rig: the active character is not of a file of another program, or "
            "was edited as a creature");
        return NULL;
    }
    return a;
}

// Which part the active body, or the one that is named, is.
static bool rig_part(studio *s, const action_args *a, caper_error *error)
{
    asset *body = active_rig(s, error);
    if (!body) {
        return false;
    }
    const caper_character *c = asset_character(body);
    caper_part part = caper_part_from_name(a->text[0], strlen(a->text[0]));
    if (part == CAPER_PART_COUNT) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "rig_part", 0, 0,
                               "found '%.40s', expected a part such as left_hand", a->text[0]);
    }
    bool none = a->count > 1 && strcmp(a->text[1], "none") == 0;
    int index = a->count > 1 ? caper_character_find(c, a->text[1]) : s->doc.state.body;
    if (!none && index < 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "rig_part", 0, 0,
                               "found no such body: click one, or name it");
    }
    rig *r = rig_read(body);
    for (int i = 0; r && !none && i < CAPER_PART_COUNT; i++) { // one body, one part
        if (strcmp(r->parts[i], c->bodies[index].name) == 0) {
            r->parts[i][0] = 0;
        }
    }
    if (r) {
        snprintf(r->parts[part], sizeof r->parts[0], "%s",
                 none ? RIG_NOBODY : c->bodies[index].name);
    }
    return rig_apply(s, r, error);
}

static bool rig_rest(studio *s, const action_args *a, caper_error *error)
{
    asset *body = active_rig(s, error);
    rig *r = body ? rig_read(body) : NULL;
    if (!body) {
        return false;
    }
    if (r) {
        snprintf(r->rest, sizeof r->rest, "%s", a->text[0]);
        r->seconds = a->count > 1 ? caper_clamp((float)a->number[1], 0, 1e6f) : 0;
    }
    return rig_apply(s, r, error);
}

static bool rig_map(studio *s, const action_args *a, caper_error *error)
{
    asset *body = active_rig(s, error);
    asset *made = body ? rig_load(body->name, a->text[0], error) : NULL;
    if (made) {
        put_rig(s, made);
    }
    return made != NULL;
}

const action actions_rig[] = {
    {"rig_part", "part:s body:s?", "the active body, or that one, is this part; none: nobody is",
     ACTION_EDIT, rig_part},
    {"rig_rest", "pose:s seconds:f?", "it rests: auto, as in the file, relaxed, or as in a clip",
     ACTION_EDIT, rig_rest},
    {"rig_map", "path:s", "the map of the active rig: NAME.map.json", ACTION_EDIT, rig_map},
    {0},
};
