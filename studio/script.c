// SPDX-License-Identifier: MIT
// Scripts: lines of actions, and a few words more that only a script needs. A frame passes after
// each line, so that what a line did is seen.
#include "studio.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
    studio *s;
    bool (*frame)(studio *s);
    caper_error *error;
    float x, y; // of the mouse
} run;

static bool frames(run *r, int count)
{
    for (int i = 0; i < count; i++) {
        if (!r->frame(r->s)) {
            return false;
        }
    }
    return true;
}

static bool fail(run *r, const char *what, const char *found)
{
    return caper_error_set(r->error, CAPER_ERROR_INVALID, "script", 0, 0, "%s%s%.80s", what,
                           found ? ": found " : "", found ? found : "");
}

// --- expect --------------------------------------------------------------------------------------

static double measure(const studio *s, const char *what, bool *known)
{
    const doc_state *d = &s->doc.state;
    const caper_motion *m = state_motion(d);
    const caper_branch *b = state_branch(d);
    int keys = 0, playing = 0, lit = 0;
    for (int c = 0; b && c < b->channel_count; c++) {
        for (int k = 0; k < b->channels[c].curve_count; k++) {
            keys += b->channels[c].curves[k].key_count;
        }
    }
    for (int i = 0; i < s->stage.count; i++) {
        playing += s->stage.members[i].source != 0;
        lit += s->stage.members[i].lit_count > 0;
    }
    const struct {
        const char *name;
        double value;
    } all[] = {{"cast", d->cast_count},
               {"channels", b ? b->channel_count : 0},
               {"branches", m ? m->branch_count : 0},
               {"keys", keys},
               {"selected", d->key_count},
               {"time", (double)d->time},
               {"duration", m ? (double)m->duration : 0},
               {"playing", s->playing},
               {"changed", document_is_changed(&s->doc)},
               {"past", s->doc.past_count},
               {"members_playing", playing},
               {"members_lit", lit},
               {"events", m ? m->event_count : 0},
               {"member", d->member},
               {"body", d->body},
               {"channel", d->channel},
               {"frame_ms", s->frame_ms},
               {"outside_ms", s->outside_ms}};
    for (int i = 0; i < CAPER_COUNT_OF(all); i++) {
        if (strcmp(all[i].name, what) == 0) {
            *known = true;
            return all[i].value;
        }
    }
    *known = false;
    return 0;
}

// expect WHAT = | < | > NUMBER
static bool expect(run *r, const char *line)
{
    char what[40], sign[4], number[40];
    bool known = false;
    size_t used;
    double wanted = 0;
    if (sscanf(line, "%39s %3s %39s", what, sign, number) != 3 ||
        !caper_parse_double(number, strlen(number), &used, &wanted)) {
        return fail(r, "expected: expect WHAT = NUMBER, with = < or >", line);
    }
    double value = measure(r->s, what, &known);
    if (!known) {
        return fail(r, "expected the name of a count or time", what);
    }
    bool good = sign[0] == '='   ? fabs(value - wanted) < 1e-4
                : sign[0] == '<' ? value < wanted
                                 : value > wanted;
    if (!good) {
        return caper_error_set(r->error, CAPER_ERROR_INVALID, "script", 0, 0,
                               "%s is %g, expected %s %g", what, value, sign, wanted);
    }
    return true;
}

// --- mouse and keyboard --------------------------------------------------------------------------

static int button_of(const char *name)
{
    return strcmp(name, "right") == 0 ? 1 : strcmp(name, "middle") == 0 ? 2 : 0;
}

static int modifiers_of(const char *text)
{
    return (strstr(text, "ctrl") ? UI_CTRL : 0) | (strstr(text, "shift") ? UI_SHIFT : 0) |
           (strstr(text, "alt") ? UI_ALT : 0);
}

static bool hold_modifiers(run *r, int modifiers, bool down)
{
    static const struct {
        int bit;
        const char *key;
    } keys[] = {{UI_CTRL, "Left Ctrl"}, {UI_SHIFT, "Left Shift"}, {UI_ALT, "Left Alt"}};
    for (int i = 0; i < 3; i++) {
        if (modifiers & keys[i].bit) {
            ui_push_key(ui_key(keys[i].key), down ? modifiers : 0, down);
        }
    }
    return frames(r, 1);
}

static bool mouse_to(run *r, float x, float y)
{
    r->x = x;
    r->y = y;
    ui_push_mouse(x, y);
    return frames(r, 1);
}

// drag X0 Y0 X1 Y1 [button] [modifiers]
static bool drag(run *r, const char *line)
{
    float x0, y0, x1, y1;
    char button[16] = "left", modifiers[32] = "";
    if (sscanf(line, "%f %f %f %f %15s %31s", &x0, &y0, &x1, &y1, button, modifiers) < 4) {
        return fail(r, "expected: drag X0 Y0 X1 Y1 [left|right|middle] [alt+shift]", line);
    }
    int held = modifiers_of(modifiers);
    if ((held && !hold_modifiers(r, held, true)) || !mouse_to(r, x0, y0)) {
        return false;
    }
    ui_push_button(button_of(button), true);
    bool good = frames(r, 1);
    for (int i = 1; good && i <= 8; i++) {
        float t = (float)i / 8;
        good = mouse_to(r, x0 + (x1 - x0) * t, y0 + (y1 - y0) * t);
    }
    ui_push_button(button_of(button), false);
    return good && frames(r, 2) && (!held || hold_modifiers(r, held, false));
}

static bool click(run *r, const char *line)
{
    float x, y;
    char button[16] = "left", modifiers[32] = "";
    if (sscanf(line, "%f %f %15s %31s", &x, &y, button, modifiers) < 2) {
        return fail(r, "expected: click X Y [left|right|middle] [alt+shift]", line);
    }
    int held = modifiers_of(modifiers);
    if ((held && !hold_modifiers(r, held, true)) || !mouse_to(r, x, y)) {
        return false;
    }
    ui_push_button(button_of(button), true);
    bool good = frames(r, 1);
    ui_push_button(button_of(button), false);
    return good && frames(r, 2) && (!held || hold_modifiers(r, held, false));
}

// Where the active character's body of that name is, and a click on it.
static bool click_body(run *r, const char *line)
{
    int member = 0, used = 0;
    if (sscanf(line, "%d %n", &member, &used) != 1 || used == 0 || !line[used] || member < 0 ||
        member >= r->s->stage.count) {
        return fail(r, "expected: click_body MEMBER BODY", line);
    }
    const char *name = line + used; // to the end of the line, spaces and all
    const stage_member *m = &r->s->stage.members[member];
    const caper_character *c = asset_character(m->body);
    int body = caper_character_find(c, name);
    if (body < 0 || !m->actor) {
        return fail(r, "expected a body of that character", name);
    }
    caper_vec3 at = caper_transform_mul_point(
        stage_root(m), caper_transform_mul_point(caper_actor_model(m->actor)->bodies[body],
                                                 c->bodies[body].box_center));
    float x, y;
    char text[64];
    if (!view_project(r->s, at, &x, &y)) {
        return fail(r, "the body is not to be seen", name);
    }
    snprintf(text, sizeof text, "%g %g", (double)x, (double)y);
    return click(r, text);
}

static bool press(run *r, const char *line)
{
    char name[48];
    int modifiers = 0;
    snprintf(name, sizeof name, "%s", line);
    char *key = strrchr(name, '+');
    if (key && key > name) {
        *key++ = 0;
        for (char *c = name; *c; c++) {
            *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
        }
        modifiers = modifiers_of(name);
    } else {
        key = name;
    }
    if (!ui_key(key)) {
        return fail(r, "expected the name of a key", key);
    }
    ui_push_key(ui_key(key), modifiers, true);
    bool good = frames(r, 1);
    ui_push_key(ui_key(key), 0, false);
    return good && frames(r, 1);
}

// --- lines ---------------------------------------------------------------------------------------

static bool word(run *r, const char *name, const char *rest)
{
    studio *s = r->s;
    if (strcmp(name, "expect") == 0) {
        return expect(r, rest);
    }
    if (strcmp(name, "expect_error") == 0) { // the line must fail, and change nothing
        return !studio_run(s, rest, NULL) || fail(r, "expected this to fail", rest);
    }
    if (strcmp(name, "screenshot") == 0) {
        return frames(r, 2) && shell_screenshot(s, rest, r->error);
    }
    if (strcmp(name, "frames") == 0) {
        return frames(r, atoi(rest) > 0 ? atoi(rest) : 1);
    }
    if (strcmp(name, "click") == 0) {
        return click(r, rest);
    }
    if (strcmp(name, "click_body") == 0) {
        return click_body(r, rest);
    }
    if (strcmp(name, "drag") == 0) {
        return drag(r, rest);
    }
    if (strcmp(name, "wheel") == 0) {
        ui_push_wheel((float)atof(rest));
        return frames(r, 1);
    }
    if (strcmp(name, "press") == 0) {
        return press(r, rest);
    }
    if (strcmp(name, "type") == 0) {
        ui_push_text(rest);
        return frames(r, 1);
    }
    if (strcmp(name, "drop") == 0) {
        ui_push_drop(rest);
        return frames(r, 2);
    }
    if (strcmp(name, "pad") == 0) { // X Y: the left stick of a pad
        float x, y;
        if (sscanf(rest, "%f %f", &x, &y) != 2) {
            return fail(r, "expected: pad X Y, -1 to 1 each", rest);
        }
        return (ui_push_pad(x, y, 0, 0) && frames(r, 1)) || fail(r, "SDL can make no pad", NULL);
    }
    if (strcmp(name, "mouse") == 0) {
        float x, y;
        return sscanf(rest, "%f %f", &x, &y) == 2 ? mouse_to(r, x, y)
                                                  : fail(r, "expected: mouse X Y", rest);
    }
    char line[ACTION_MAX_LINE];
    snprintf(line, sizeof line, "%s%s%s", name, rest[0] ? " " : "", rest);
    return studio_run(s, line, r->error);
}

static bool run_line(run *r, const char *text)
{
    char line[ACTION_MAX_LINE], name[64] = "";
    snprintf(line, sizeof line, "%s", text);
    int used = 0;
    if (sscanf(line, "%63s %n", name, &used) != 1 || name[0] == '#') {
        return true;
    }
    const char *rest = used > 0 ? line + used : "";
    if (strchr(name, '"')) { // a text is the first thing
        rest = "";
    }
    return word(r, name, rest) && frames(r, 1);
}

bool script_run(studio *s, const char *path, bool (*frame)(studio *s), caper_error *error)
{
    size_t size = 0;
    char *text = caper_file_read(path, 16 << 20, NULL, &size, error);
    if (!text) {
        return false;
    }
    run r = {.s = s, .frame = frame, .error = error};
    caper_error why = {0};
    r.error = &why;
    bool good = true;
    int line = 1;
    for (char *at = text; good && at < text + size; line++) {
        char *end = strchr(at, '\n');
        if (end) {
            *end = 0;
        }
        size_t n = strlen(at);
        if (n > 0 && at[n - 1] == '\r') {
            at[n - 1] = 0;
        }
        good = run_line(&r, at);
        if (!good && !s->quit) {
            char reason[160];
            snprintf(reason, sizeof reason, "%s", why.message[0] ? why.message : "it failed");
            caper_error_set(error, why.status ? why.status : CAPER_ERROR_INVALID, path, line, 1,
                            "%s", reason);
        }
        good = good || s->quit;
        at = end ? end + 1 : text + size;
        if (s->quit) {
            break;
        }
    }
    caper_free(NULL, text, size + 1);
    return good;
}
