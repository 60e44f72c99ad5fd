// SPDX-License-Identifier: MIT
// Which key does what. Two presets, as animators know them from Maya and Blender; any can be bound
// anew.
#include "studio.h"

#include <stdio.h>
#include <string.h>

#define MAX_BINDS 96

static key_bind binds[MAX_BINDS];
static int bind_count;

static const char *const common[][2] = {
    {"undo", "Ctrl+Z"},         {"redo", "Ctrl+Shift+Z"},   {"save", "Ctrl+S"},
    {"key_copy", "Ctrl+C"},     {"key_paste", "Ctrl+V"},    {"keys_all", "Ctrl+A"},
    {"step 1", "Right"},        {"step -1", "Left"},        {"look_undo", "["},
    {"look_redo", "]"},         {"quit", "Ctrl+Q"},         {"new", "Ctrl+N"},
    {"show ghosts", "Shift+G"}, {"show trails", "Shift+T"}, {"time 0", "Home"},
    {"show snap", "Shift+X"},   {"ask open", "Ctrl+O"},     {"ask save", "Ctrl+Shift+S"},
    {"ask export", "Ctrl+E"},
};
static const char *const maya[][2] = {
    {"play", "Alt+V"},   {"key", "S"},          {"show turn 0", "W"},     {"show turn 1", "E"},
    {"frame", "A"},      {"frame active", "F"}, {"key_delete", "Delete"}, {"view front", "F1"},
    {"view left", "F2"}, {"view top", "F3"},    {"show flat", "F4"},
};
static const char *const blender[][2] = {
    {"play", "Space"},         {"key", "I"},
    {"show turn 0", "G"},      {"show turn 1", "R"},
    {"frame", "Home"},         {"frame active", "Keypad ."},
    {"key_delete", "X"},       {"view front", "Keypad 1"},
    {"view left", "Keypad 3"}, {"view top", "Keypad 7"},
    {"show flat", "Keypad 5"},
};

int keys_list(key_bind **list)
{
    *list = binds;
    return bind_count;
}

// "Ctrl+Shift+Z"; the empty text is no key.
static bool parse(const char *text, int *key, int *modifiers)
{
    static const struct {
        const char *name;
        int bit;
    } names[] = {{"Ctrl+", UI_CTRL}, {"Shift+", UI_SHIFT}, {"Alt+", UI_ALT}};
    *modifiers = 0;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
            size_t n = strlen(names[i].name);
            if (strncmp(text, names[i].name, n) == 0 && text[n]) {
                *modifiers |= names[i].bit;
                text += n;
                more = true;
            }
        }
    }
    *key = text[0] ? ui_key(text) : 0;
    return *key != 0 || !text[0];
}

static void put(const char *line, int key, int modifiers)
{
    for (int i = 0; i < bind_count; i++) {
        if (strcmp(binds[i].action, line) == 0) {
            binds[i].key = key;
            binds[i].modifiers = modifiers;
            return;
        }
    }
    if (bind_count < MAX_BINDS) {
        snprintf(binds[bind_count].action, sizeof binds[0].action, "%s", line);
        binds[bind_count].key = key;
        binds[bind_count++].modifiers = modifiers;
    }
}

bool keys_set(const char *line, const char *keys, caper_error *error)
{
    int key, modifiers;
    if (!parse(keys, &key, &modifiers)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "bind", 0, 0,
                               "found '%.30s', expected keys such as Ctrl+S", keys);
    }
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " "), line);
    if (!action_find(name)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "bind", 0, 0,
                               "found '%.30s', expected the name of an action", name);
    }
    for (int i = 0; key && i < bind_count; i++) { // one key, one action
        if (binds[i].key == key && binds[i].modifiers == modifiers &&
            strcmp(binds[i].action, line) != 0) {
            binds[i].key = 0;
        }
    }
    put(line, key, modifiers);
    return true;
}

void keys_reset(bool as_blender)
{
    bind_count = 0;
    for (int i = 0; i < CAPER_COUNT_OF(common); i++) {
        keys_set(common[i][0], common[i][1], NULL);
    }
    const char *const(*more)[2] = as_blender ? blender : maya;
    int count = as_blender ? CAPER_COUNT_OF(blender) : CAPER_COUNT_OF(maya);
    for (int i = 0; i < count; i++) {
        keys_set(more[i][0], more[i][1], NULL);
    }
    if (!as_blender) {
        keys_set("play", "Space", NULL);
    }
}

const char *keys_text(const char *line)
{
    static char text[4][48];
    static int turn;
    for (int i = 0; i < bind_count; i++) {
        const key_bind *b = &binds[i];
        if (b->key && strcmp(b->action, line) == 0) {
            char *out = text[turn++ % 4];
            snprintf(out, sizeof text[0], "%s%s%s%s", b->modifiers & UI_CTRL ? "Ctrl+" : "",
                     b->modifiers & UI_SHIFT ? "Shift+" : "", b->modifiers & UI_ALT ? "Alt+" : "",
                     ui_key_name(b->key));
            return out;
        }
    }
    return "";
}

void keys_handle(studio *s)
{
    if (ui_typing() || ui_blocked()) {
        return;
    }
    ui_mouse m = ui_get_mouse();
    int modifiers = (m.ctrl ? UI_CTRL : 0) | (m.shift ? UI_SHIFT : 0) | (m.alt ? UI_ALT : 0);
    for (int i = 0; i < bind_count; i++) {
        if (binds[i].key && binds[i].modifiers == modifiers && ui_key_pressed(binds[i].key)) {
            studio_do(s, "%s", binds[i].action);
            return;
        }
    }
}
