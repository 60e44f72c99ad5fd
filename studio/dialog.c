// SPDX-License-Identifier: MIT
// Choosing a file. One window for all actions that take a path; the folder is remembered from one
// to the next.
#define _XOPEN_SOURCE 700 // realpath
#include "dialog.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_ENTRIES 2000
#define TITLE "File"

// A kind of file: its name, and how names of such files end. The first is added to what is saved
// without any.
typedef struct kind {
    const char *label, *endings;
} kind;

typedef struct question {
    const char *action, *title;
    bool save;
    const char *second, *second_label; // another argument, on a button of its own
    kind kinds[6];
} question;

#define ALL                                                                                        \
    {                                                                                              \
        "all files", ""                                                                            \
    }

static const question questions[] = {
    {"open",
     "Open a motion, a body, a rig or a world",
     false,
     NULL,
     NULL,
     {{"all that can be opened",
       ".motion.json .character.json .world.json .glb .gltf .vrm .bvh .asf .xml .urdf"},
      {"motions", ".motion.json"},
      {"bodies and rigs", ".character.json .glb .gltf .vrm .bvh .asf .xml .urdf"},
      {"worlds", ".world.json"},
      ALL}},
    {"generalize",
     "Make a motion of a clip",
     false,
     NULL,
     NULL,
     {{"clips", ".bvh .glb .gltf .vrm .amc .clip.json"}, ALL}},
    {"save", "Save the motion", true, NULL, NULL, {{"motions", ".motion.json"}}},
    {"export",
     "Export clips",
     true,
     "all",
     "All characters",
     {{"glTF", ".glb .gltf .vrm"},
      {"BVH", ".bvh"},
      {"clips of Caper", ".clip.json"},
      {"pictures and films", ".mp4 .gif .png"},
      {"joint angles of robots", ".csv .npy"}}},
    {"body_save", "Save the body", true, NULL, NULL, {{"bodies", ".character.json"}}},
    {"map_save", "Save the map of the rig", true, NULL, NULL, {{"maps", ".map.json"}}},
    {"world_save", "Save the world", true, NULL, NULL, {{"worlds", ".world.json"}}},
    {"record",
     "Save what was recorded",
     true,
     NULL,
     NULL,
     {{"clips of Caper", ".clip.json"}, {"glTF", ".glb .gltf .vrm"}, {"BVH", ".bvh"}}},
    {"space", "Open a parameter space", false, NULL, NULL, {{"spaces", ".space.json"}, ALL}},
    {"space_save", "Save the parameter space", true, NULL, NULL, {{"spaces", ".space.json"}}},
    {"stride",
     "Choose a clip that walks",
     false,
     NULL,
     NULL,
     {{"clips", ".bvh .glb .gltf .vrm .amc .clip.json"}, ALL}},
};

typedef struct entry {
    char *name;
    bool folder;
} entry;

static struct {
    const question *asked; // NULL: closed
    bool opening, focus;
    char folder[1024], name[512];
    char listed[1024]; // the folder that was read
    int kind;
    entry entries[MOST_ENTRIES];
    int count;
    char replace[ACTION_MAX_LINE + 64]; // asked once: this line replaces what is there; "": none
    bool second;                        // it is the line of the second button
    char problem[200];
} d;

// --- the folder ----------------------------------------------------------------------------------

static int compare(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    return x->folder != y->folder ? (x->folder ? -1 : 1) : strcasecmp(x->name, y->name);
}

static void forget(void)
{
    for (int i = 0; i < d.count; i++) {
        free(d.entries[i].name);
    }
    d.count = 0;
    d.listed[0] = 0;
}

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static bool join(char *out, size_t size, const char *folder, const char *name)
{
    const char *between = folder[0] && folder[strlen(folder) - 1] == '/' ? "" : "/";
    return name[0] == '/' ? snprintf(out, size, "%s", name) < (int)size
                          : snprintf(out, size, "%s%s%s", folder, between, name) < (int)size;
}

static void list(void)
{
    if (strcmp(d.listed, d.folder) == 0) {
        return;
    }
    forget();
    snprintf(d.listed, sizeof d.listed, "%s", d.folder);
    DIR *dir = opendir(d.folder);
    if (!dir) {
        snprintf(d.problem, sizeof d.problem, "this folder cannot be read");
        return;
    }
    for (struct dirent *e = readdir(dir); e && d.count < MOST_ENTRIES; e = readdir(dir)) {
        char path[2048];
        if (e->d_name[0] != '.' && join(path, sizeof path, d.folder, e->d_name)) {
            char *name = strdup(e->d_name);
            if (name) {
                d.entries[d.count++] = (entry){name, is_folder(path)};
            }
        }
    }
    closedir(dir);
    qsort(d.entries, (size_t)d.count, sizeof d.entries[0], compare);
}

static void go(const char *folder)
{
    char path[1024];
    char *real = realpath(folder, NULL);
    snprintf(path, sizeof path, "%s", real ? real : folder);
    free(real);
    snprintf(d.folder, sizeof d.folder, "%s", path);
    d.problem[0] = 0;
    d.replace[0] = 0;
    list();
}

static void go_up(void)
{
    char *slash = strrchr(d.folder, '/');
    if (slash) {
        char above[1024];
        snprintf(above, sizeof above, "%.*s", slash == d.folder ? 1 : (int)(slash - d.folder),
                 d.folder);
        go(above);
    }
}

// Does a name end as one of the words says? "": all do.
static bool ends_so(const char *name, const char *endings)
{
    size_t size = strlen(name);
    bool found = !endings[0];
    for (const char *at = endings; *at && !found; at += strspn(at, " ")) {
        size_t n = strcspn(at, " ");
        found = size > n && strncasecmp(name + size - n, at, n) == 0;
        at += n;
    }
    return found;
}

// --- the answer ----------------------------------------------------------------------------------

bool dialog_ask(studio *s, const char *name, caper_error *error)
{
    for (int i = 0; i < CAPER_COUNT_OF(questions); i++) {
        if (strcmp(questions[i].action, name) != 0) {
            continue;
        }
        d.asked = &questions[i];
        d.opening = d.focus = true;
        d.kind = 0;
        d.replace[0] = 0;
        d.problem[0] = d.name[0] = d.listed[0] = 0;
        if (!d.folder[0] && !getcwd(d.folder, sizeof d.folder)) {
            snprintf(d.folder, sizeof d.folder, "/");
        }
        const caper_motion *m = state_motion(&s->doc.state);
        if (strcmp(name, "save") == 0 || strcmp(name, "export") == 0) {
            const char *slash = strrchr(s->doc.state.path, '/');
            bool own = d.asked->kinds[0].endings[1] == 'm' && s->doc.state.path[0];
            snprintf(d.name, sizeof d.name, "%s%s",
                     own ? (slash ? slash + 1 : s->doc.state.path) : (m ? m->name : "motion"),
                     own                                   ? ""
                     : d.asked->kinds[0].endings[1] == 'm' ? ".motion.json"
                                                           : ".glb");
        }
        return true;
    }
    return caper_error_set(error, CAPER_ERROR_INVALID, "ask", 0, 0,
                           "found '%.30s', expected an action that takes a file", name);
}

const char *dialog_folder(void)
{
    return d.folder;
}

// The path of the name that is typed, with an ending if it has none of the kinds'.
static bool answer_path(char *path, size_t size)
{
    char name[600];
    bool known = !d.asked->save;
    for (int i = 0; i < CAPER_COUNT_OF(d.asked->kinds) && d.asked->kinds[i].label; i++) {
        const char *endings = d.asked->kinds[i].endings;
        known = known || (endings[0] && ends_so(d.name, endings));
    }
    const char *endings = d.asked->kinds[d.kind].endings;
    snprintf(name, sizeof name, "%s%.*s", d.name, known ? 0 : (int)strcspn(endings, " "), endings);
    return join(path, size, d.folder, name);
}

static void answer(studio *s, bool second)
{
    char path[2048];
    if (d.name[0] && join(path, sizeof path, d.folder, d.name) && is_folder(path)) {
        d.name[0] = 0;
        go(path);
        d.focus = true;
        return;
    }
    if (!d.name[0] || !answer_path(path, sizeof path)) {
        return;
    }
    char line[sizeof d.replace];
    snprintf(line, sizeof line, "%s %s%s%s", d.asked->action, action_quote(path), second ? " " : "",
             second ? d.asked->second : "");
    bool there = second ? export_is_there(s, path) : access(path, F_OK) == 0;
    if (d.asked->save && there && strcmp(d.replace, line) != 0) {
        strcpy(d.replace, line);
        d.second = second;
        snprintf(d.problem, sizeof d.problem, "a file of %s is there: once more replaces it",
                 second ? "one of the characters" : "that name");
        return;
    }
    studio_do(s, "%s", line);
    d.asked = NULL;
    ui_popup_close();
}

// --- the window ----------------------------------------------------------------------------------

static void draw_places(const studio *s, float width, float height)
{
    const char *home = getenv("HOME");
    char path[2400];
    ui_child_begin("places", width, height);
    ui_text_color(COLOR_DIM, "places");
    if (home && ui_select("Home", false)) {
        go(home);
    }
    if (getcwd(path, sizeof path) && ui_select("Where it was started", false)) {
        go(path);
    }
    if (cli_data_path("motions", path, sizeof path) && ui_select("Caper's motions", false)) {
        go(path);
    }
    if (cli_data_path("characters", path, sizeof path) && ui_select("Caper's bodies", false)) {
        go(path);
    }
    ui_text_color(COLOR_DIM, "recent");
    for (int i = 0; i < s->recent_count; i++) {
        const char *slash = strrchr(s->recent[i], '/');
        ui_id_push(i);
        if (ui_select(slash ? slash + 1 : s->recent[i], false)) {
            snprintf(path, sizeof path, "%.*s", slash ? (int)(slash - s->recent[i]) : 1,
                     slash ? s->recent[i] : ".");
            go(path[0] ? path : "/");
            snprintf(d.name, sizeof d.name, "%s", slash ? slash + 1 : s->recent[i]);
        }
        ui_tip(s->recent[i]);
        ui_id_pop();
    }
    ui_child_end();
}

static bool draw_entries(float height)
{
    bool chosen = false;
    ui_mouse m = ui_get_mouse();
    ui_child_begin("entries", 0, height);
    for (int i = 0; i < d.count; i++) {
        const entry *e = &d.entries[i];
        char label[600];
        if (!e->folder && !ends_so(e->name, d.asked->kinds[d.kind].endings)) {
            continue;
        }
        snprintf(label, sizeof label, "%s%s##%d", e->name, e->folder ? "/" : "", i);
        ui_id_push(i);
        if (ui_select(label, strcmp(d.name, e->name) == 0)) {
            snprintf(d.name, sizeof d.name, "%s", e->name);
            d.replace[0] = 0;
            chosen = e->folder; // a folder opens at once
        }
        chosen = chosen || (ui_item_hovered() && m.twice);
        ui_id_pop();
        if (chosen) {
            break;
        }
    }
    ui_child_end();
    return chosen;
}

static int kind_count(const question *q)
{
    int count = 0;
    while (count < CAPER_COUNT_OF(q->kinds) && q->kinds[count].label) {
        count++;
    }
    return count;
}

static void draw_bottom(studio *s)
{
    float k = ui_scale();
    const char *labels[CAPER_COUNT_OF(d.asked->kinds)];
    int kinds = kind_count(d.asked);
    for (int i = 0; i < kinds; i++) {
        labels[i] = d.asked->kinds[i].label;
    }
    ui_width(-190 * k);
    if (d.focus) {
        ui_focus();
        d.focus = false;
    }
    bool entered = ui_field("##name", "name of the file", d.name, sizeof d.name);
    ui_same_line();
    ui_width(-1);
    ui_pick("##kind", &d.kind, labels, kinds);
    if (d.problem[0]) {
        ui_text_wrap(COLOR_ORANGE, d.problem);
    }
    bool enter = entered && ui_entered();
    if (ui_button(d.replace[0] && !d.second ? "Replace"
                  : d.asked->save           ? "Save"
                                            : "Open",
                  90 * k) ||
        enter) {
        answer(s, false);
    }
    if (d.asked && d.asked->second) {
        ui_same_line();
        if (ui_button(d.replace[0] && d.second ? "Replace all" : d.asked->second_label, 0)) {
            answer(s, true);
        }
    }
    ui_same_line();
    if (d.asked && (ui_button("Cancel", 90 * k) || ui_key_pressed(ui_key("Escape")))) {
        d.asked = NULL;
        ui_popup_close();
    }
}

void dialog_draw(studio *s)
{
    if (d.opening) {
        ui_popup_open(TITLE);
        d.opening = false;
        go(d.folder);
    }
    if (!d.asked) {
        forget();
        return;
    }
    if (!ui_modal_begin(TITLE, 620 * ui_scale())) {
        d.asked = NULL; // closed by another
        return;
    }
    float k = ui_scale(), height = 300 * k;
    ui_text("%s", d.asked->title);
    if (ui_button("Up", 40 * k)) {
        go_up();
    }
    ui_same_line();
    ui_width(-1);
    static char typed[1024];
    if (strcmp(typed, d.folder) != 0 && !ui_typing()) {
        snprintf(typed, sizeof typed, "%s", d.folder);
    }
    if (ui_field("##folder", "folder", typed, sizeof typed) && is_folder(typed)) {
        go(typed);
    }
    draw_places(s, 150 * k, height);
    ui_same_line();
    bool chosen = draw_entries(height);
    draw_bottom(s);
    if (chosen && d.asked) {
        answer(s, false);
    }
    ui_popup_end();
}
