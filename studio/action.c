// SPDX-License-Identifier: MIT
// Actions: found by name, their arguments checked, noted for undo, run.
#include "studio.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ACTIONS 192

int action_list(const action **actions)
{
    static action all[MAX_ACTIONS];
    static int count;
    static const action *const tables[] = {
        actions_file, actions_cast, actions_motion, actions_channel, actions_key, actions_pose,
        actions_look, actions_body, actions_live,   actions_space,   actions_rig};
    if (count > 0) {
        *actions = all;
        return count;
    }
    for (int t = 0; t < CAPER_COUNT_OF(tables); t++) {
        for (const action *a = tables[t]; a->name && count < MAX_ACTIONS; a++) {
            all[count++] = *a;
        }
    }
    *actions = all;
    return count;
}

const action *action_find(const char *name)
{
    const action *all;
    int count = action_list(&all);
    for (int i = 0; i < count; i++) {
        if (strcmp(all[i].name, name) == 0) {
            return &all[i];
        }
    }
    return NULL;
}

// --- a line --------------------------------------------------------------------------------------

// Split in place: words, or texts in quotes with \" and \\ and \n inside.
static bool split(char *line, action_args *args, caper_error *error)
{
    char *at = line;
    args->count = 0;
    for (;;) {
        while (*at == ' ' || *at == '\t') {
            at++;
        }
        if (!*at) {
            return true;
        }
        if (args->count == ACTION_MAX_ARGS) {
            return caper_error_set(error, CAPER_ERROR_LIMIT, "action", 0, 0,
                                   "found more than %d arguments", ACTION_MAX_ARGS - 1);
        }
        bool quoted = *at == '"';
        at += quoted;
        args->text[args->count++] = at;
        char *out = at;
        while (*at && (quoted ? *at != '"' : *at != ' ' && *at != '\t')) {
            bool escaped = quoted && *at == '\\' && at[1];
            at += escaped;
            *out++ = escaped && *at == 'n' ? '\n' : *at;
            at++;
        }
        if (quoted && !*at) {
            return caper_error_set(error, CAPER_ERROR_SYNTAX, "action", 0, 0,
                                   "found the end of the line inside of \"quotes\"");
        }
        bool more = *at != 0;
        *out = 0;
        at += more;
    }
}

const char *action_quote(const char *text)
{
    static char ring[8][ACTION_MAX_LINE];
    static int turn;
    char *out = ring[turn++ % CAPER_COUNT_OF(ring)];
    size_t n = 0;
    out[n++] = '"';
    for (const char *c = text; *c && n + 4 < sizeof ring[0]; c++) {
        if (*c == '"' || *c == '\\' || *c == '\n') {
            out[n++] = '\\';
        }
        out[n++] = *c == '\n' ? 'n' : *c;
    }
    out[n++] = '"';
    out[n] = 0;
    return out;
}

// The next "name:kind" of a list; false at its end.
static bool next_arg(const char **spec, char *name, size_t size, char *kind, char *mark)
{
    while (**spec == ' ') {
        ++*spec;
    }
    if (!**spec) {
        return false;
    }
    size_t n = strcspn(*spec, ":");
    snprintf(name, size, "%.*s", (int)n, *spec);
    *kind = (*spec)[n + 1];
    *mark = (*spec)[n + 2];
    *spec += n + (*mark && *mark != ' ' ? 3 : 2);
    return true;
}

static bool check_arg(const action *a, const char *name, char kind, action_args *args, int i,
                      caper_error *error)
{
    const char *text = args->text[i];
    args->number[i] = 0;
    if (kind == 's') {
        return true;
    }
    size_t used = 0;
    double value = 0;
    bool number = caper_parse_double(text, strlen(text), &used, &value) && !text[used] &&
                  isfinite(value) && fabs(value) <= 1e9;
    if (!number || (kind == 'i' && value != floor(value))) {
        return caper_error_set(error, CAPER_ERROR_INVALID, a->name, 0, 0,
                               "%s is '%.40s', expected a %snumber", name, text,
                               kind == 'i' ? "whole " : "");
    }
    args->number[i] = value;
    return true;
}

static bool check_args(const action *a, action_args *args, caper_error *error)
{
    const char *spec = a->args;
    char name[32], kind, mark;
    int i = 0;
    while (next_arg(&spec, name, sizeof name, &kind, &mark)) {
        if (mark == '*') {
            for (; i < args->count; i++) {
                if (!check_arg(a, name, kind, args, i, error)) {
                    return false;
                }
            }
            return true;
        }
        if (i >= args->count) {
            return mark == '?' ||
                   caper_error_set(error, CAPER_ERROR_INVALID, a->name, 0, 0,
                                   "found no %s, expected: %s %s", name, a->name, a->args);
        }
        if (!check_arg(a, name, kind, args, i++, error)) {
            return false;
        }
    }
    return i == args->count || caper_error_set(error, CAPER_ERROR_INVALID, a->name, 0, 0,
                                               "found '%.40s' too much, expected: %s %s",
                                               args->text[i], a->name, a->args);
}

// --- running -------------------------------------------------------------------------------------

static bool run_edit(studio *s, const action *a, const action_args *args, caper_error *error)
{
    bool same =
        s->gesture != 0 && s->gesture == s->last_gesture && strcmp(s->last_action, a->name) == 0;
    doc_state before;
    state_copy(&before, &s->doc.state);
    bool good = a->run(s, args, error);
    if (good) {
        state_settle(&s->doc.state);
        s->last_gesture = s->gesture;
        snprintf(s->last_action, sizeof s->last_action, "%s", a->name);
        s->doc.version++;
        if (!same) {
            document_note(&s->doc, &before, a->name);
        }
        state_free(&before);
        return true;
    }
    state_free(&s->doc.state); // whatever it did is undone
    s->doc.state = before;
    return false;
}

static bool run_look(studio *s, const action *a, const action_args *args, caper_error *error)
{
    look before = s->look;
    if (!a->run(s, args, error)) {
        s->look = before;
        return false;
    }
    bool same =
        s->gesture != 0 && s->gesture == s->last_gesture && strcmp(s->last_action, a->name) == 0;
    s->last_gesture = s->gesture;
    snprintf(s->last_action, sizeof s->last_action, "%s", a->name);
    if (!same && memcmp(&before, &s->look, sizeof before) != 0) {
        if (s->look_past_count == LOOK_STEPS) {
            memmove(&s->look_past[0], &s->look_past[1], (LOOK_STEPS - 1) * sizeof(look));
            s->look_past_count--;
        }
        s->look_past[s->look_past_count++] = before;
        s->look_future_count = 0;
    }
    return true;
}

bool studio_run(studio *s, const char *line, caper_error *error)
{
    char copy[ACTION_MAX_LINE];
    action_args args;
    if (strlen(line) >= sizeof copy) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, "action", 0, 0, "found a line too long");
    }
    strcpy(copy, line);
    if (!split(copy, &args, error)) {
        return false;
    }
    if (args.count == 0) {
        return true;
    }
    const action *a = action_find(args.text[0]);
    if (!a) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "action", 0, 0,
                               "found '%.60s', expected the name of an action", args.text[0]);
    }
    args.count--;
    memmove(&args.text[0], &args.text[1], sizeof args.text[0] * (size_t)args.count);
    if (!check_args(a, &args, error)) {
        return false;
    }
    if (s->echo) {
        fprintf(stderr, "%s\n", line);
    }
    switch (a->kind) {
    case ACTION_EDIT:
        return run_edit(s, a, &args, error);
    case ACTION_LOOK:
        return run_look(s, a, &args, error);
    default:
        s->last_action[0] = 0;
        return a->run(s, &args, error);
    }
}

static bool run_line(studio *s, const char *line)
{
    caper_error error = {0};
    if (studio_run(s, line, &error)) {
        return true;
    }
    char text[320];
    studio_say(s, true, "%s", caper_error_text(&error, text, sizeof text));
    return false;
}

bool studio_do(studio *s, const char *format, ...)
{
    char line[ACTION_MAX_LINE];
    va_list list;
    va_start(list, format);
    int size = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (size < 0 || size >= (int)sizeof line) { // half of a name is another name
        studio_say(s, true, "found a line too long: %.60s ...", line);
        return false;
    }
    if (!s->drawing) {
        return run_line(s, line);
    }
    if (s->queue_count < CAPER_COUNT_OF(s->queue)) {
        strcpy(s->queue[s->queue_count++], line);
    }
    return true;
}

void studio_flush(studio *s)
{
    s->drawing = false;
    for (int i = 0; i < s->queue_count; i++) {
        run_line(s, s->queue[i]);
    }
    s->queue_count = 0;
}

void studio_say(studio *s, bool bad, const char *format, ...)
{
    message *m = &s->messages[s->message_count++ % CAPER_COUNT_OF(s->messages)];
    va_list list;
    va_start(list, format);
    vsnprintf(m->text, sizeof m->text, format, list);
    va_end(list);
    m->bad = bad;
    m->time = s->clock;
    if (s->echo) {
        fprintf(stderr, "%s%s\n", bad ? "error: " : "", m->text);
    }
}
