// SPDX-License-Identifier: MIT
// The window as a whole: menus, where panels are, the status line, questions, the tour.
#define _POSIX_C_SOURCE 200809L
#include "dialog.h"
#include "panel.h"
#include "studio.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Sizes that the borders between panels are dragged to, at scale 1.
static float left_width = 236, right_width = 348, bottom_height = 214;
static const char *wanted_popup; // opened outside of the menu that asked for it

// --- menus ---------------------------------------------------------------------------------------

static void item(studio *s, const char *label, const char *line, bool enabled)
{
    if (ui_menu_item(label, keys_text(line), false, enabled)) {
        studio_do(s, "%s", line);
    }
}

static void flag(studio *s, const char *label, const char *name, bool on)
{
    char line[64];
    snprintf(line, sizeof line, "show %s", name);
    if (ui_menu_item(label, keys_text(line), on, true)) {
        studio_do(s, "%s", line);
    }
}

static void menu_file(studio *s)
{
    item(s, "New motion", "new", true);
    item(s, "Open ...", "ask open", true);
    if (ui_menu_begin("Open a motion of Caper's")) {
        char **paths;
        int count = cli_data_list("motions", ".motion.json", &paths);
        for (int i = 0; i < count; i++) {
            char name[64];
            const char *slash = strrchr(paths[i], '/');
            snprintf(name, sizeof name, "%.*s", (int)strcspn(slash ? slash + 1 : paths[i], "."),
                     slash ? slash + 1 : paths[i]);
            if (ui_menu_item(name, "", false, true)) {
                studio_do(s, "open %s", action_quote(name));
            }
        }
        cli_free_paths(paths, count);
        ui_menu_end();
    }
    if (ui_menu_begin("Recent")) {
        for (int i = 0; i < s->recent_count; i++) {
            if (ui_menu_item(s->recent[i], "", false, true)) {
                studio_do(s, "open %s", action_quote(s->recent[i]));
            }
        }
        if (s->recent_count == 0) {
            ui_menu_item("nothing yet", "", false, false);
        }
        ui_menu_end();
    }
    item(s, "Motion from a clip ...", "ask generalize", true);
    ui_separator();
    item(s, "Save", "save", true);
    item(s, "Save as ...", "ask save", true);
    item(s, "Export clips ...", "ask export", true);
    item(s, "Save the body ...", "ask body_save", s->doc.state.member >= 0);
    item(s, "Save the world ...", "ask world_save", s->doc.state.world != NULL);
    ui_separator();
    item(s, "Quit", "quit", true);
}

static void menu_edit(studio *s)
{
    char label[96];
    bool can = s->doc.past_count > 0;
    snprintf(label, sizeof label, "Undo %s", can ? s->doc.past[s->doc.past_count - 1].what : "");
    item(s, label, "undo", can);
    can = s->doc.future_count > 0;
    snprintf(label, sizeof label, "Redo %s",
             can ? s->doc.future[s->doc.future_count - 1].what : "");
    if (ui_menu_item(label, keys_text("redo"), false, can)) {
        studio_do(s, "redo");
    }
    ui_separator();
    bool keys = s->doc.state.key_count > 0;
    item(s, "Select all keys", "keys_all", true);
    item(s, "Copy keys", "key_copy", keys);
    item(s, "Paste keys", "key_paste", s->copied_count > 0);
    item(s, "Mirror keys", "key_mirror", keys);
    item(s, "Reverse keys", "key_reverse", keys);
    item(s, "Delete keys", "key_delete", keys);
    ui_separator();
    item(s, "Key", "key", s->doc.state.channel >= 0);
    item(s, "Pose as at rest", "pose_rest", s->doc.state.body >= 0);
    ui_separator();
    if (ui_menu_item("Keys of the keyboard ...", "", false, true)) {
        wanted_popup = "Keys";
    }
}

static void menu_view(studio *s)
{
    item(s, "Frame all", "frame", true);
    item(s, "Frame the active body", "frame active", true);
    item(s, "Front", "view front", true);
    item(s, "Left", "view left", true);
    item(s, "Top", "view top", true);
    flag(s, "Parallel", "flat", s->look.flat);
    item(s, "Camera as before", "look_undo", s->look_past_count > 0);
    ui_separator();
    flag(s, "Ghosts", "ghosts", s->look.ghosts);
    flag(s, "Trajectories", "trails", s->look.trails);
    flag(s, "Goals", "goals", s->look.goals);
    flag(s, "Contacts", "contacts", s->look.contacts);
    flag(s, "Skins", "skins", s->look.skins);
    flag(s, "Grid", "grid", s->look.grid);
    flag(s, "Names", "labels", s->look.labels);
    flag(s, "Shadows", "shadows", s->look.shadows);
    ui_separator();
    flag(s, "Turn instead of move", "turn", s->look.turn);
    flag(s, "Along the axes of the body", "local", s->look.local);
    flag(s, "Curves of the body in metres", "special", s->look.special);
    ui_separator();
    if (ui_menu_item("Mouse as in Maya", "", !s->look.blender, true)) {
        studio_do(s, "navigate maya");
    }
    if (ui_menu_item("Mouse as in Blender", "", s->look.blender, true)) {
        studio_do(s, "navigate blender");
    }
}

static void menu_panels(studio *s)
{
    const panel *const *panels;
    int count = panel_list(&panels);
    for (int i = 0; i < count; i++) {
        if (ui_menu_item(panels[i]->name, "", panel_is_front(panels[i]->name), true)) {
            studio_do(s, "panel %s", action_quote(panels[i]->name));
        }
        ui_tip(panels[i]->tip);
    }
}

static void menu_help(studio *s)
{
    item(s, "Guided tour", "tour 1", true);
    if (ui_menu_item("All actions", "", false, true)) {
        wanted_popup = "Actions";
    }
}

static float draw_menus(studio *s)
{
    if (!ui_bar_begin()) {
        return 0;
    }
    static const struct {
        const char *label;
        void (*draw)(studio *s);
    } menus[] = {{"File", menu_file},
                 {"Edit", menu_edit},
                 {"View", menu_view},
                 {"Panels", menu_panels},
                 {"Help", menu_help}};
    for (int i = 0; i < CAPER_COUNT_OF(menus); i++) {
        if (ui_menu_begin(menus[i].label)) {
            menus[i].draw(s);
            ui_menu_end();
        }
    }
    const caper_motion *m = state_motion(&s->doc.state);
    ui_text_color(COLOR_DIM, "   %s%s%s%s", m ? m->name : "",
                  document_is_changed(&s->doc) ? " *" : "", s->doc.state.path[0] ? "  -  " : "",
                  s->doc.state.path);
    ui_bar_end();
    return ui_write_height() + 6 * ui_scale();
}

// --- questions -----------------------------------------------------------------------------------

static void ask_quit(studio *s)
{
    if (!ui_modal_begin("Not saved", 380 * ui_scale())) {
        return;
    }
    bool motion = document_is_changed(&s->doc);
    ui_text_wrap(COLOR_TEXT, motion ? "The motion was changed and is not saved."
                             : s->doc.left
                                 ? "A motion was changed and left for another; \"undo\" goes back."
                                 : "A body or a world was made here and is not saved.");
    if (motion && ui_button("Save and quit", 0)) {
        studio_do(s, "save"); // asks where, if it has no place yet
        studio_do(s, "quit");
        ui_popup_close();
    }
    if (motion) {
        ui_same_line();
    }
    if (ui_button("Quit without saving", 0)) {
        studio_do(s, "quit force");
        ui_popup_close();
    }
    ui_same_line();
    if (ui_button("Cancel", 0)) {
        ui_popup_close();
    }
    ui_popup_end();
}

static void show_keys(studio *s)
{
    if (!ui_modal_begin("Keys", 420 * ui_scale())) {
        return;
    }
    static char edit[96][48];
    static int editing = -1;
    key_bind *binds;
    int count = keys_list(&binds);
    ui_text_wrap(COLOR_DIM, "Type other keys, such as Ctrl+Shift+K; empty for none.");
    ui_child_begin("binds", 0, 380 * ui_scale());
    for (int i = 0; i < count && i < 96; i++) {
        ui_id_push(i);
        if (editing != i) {
            snprintf(edit[i], sizeof edit[0], "%s", keys_text(binds[i].action));
        }
        ui_width(140 * ui_scale());
        if (ui_field("##keys", "none", edit[i], sizeof edit[0])) {
            studio_do(s, "bind %s %s", action_quote(binds[i].action), action_quote(edit[i]));
        }
        editing = ui_item_active() ? i : editing == i ? -1 : editing;
        ui_same_line();
        ui_text("%s", binds[i].action);
        ui_id_pop();
    }
    ui_child_end();
    if (ui_button("Close", 90 * ui_scale())) {
        ui_popup_close();
    }
    ui_popup_end();
}

static void show_actions(void)
{
    if (!ui_modal_begin("Actions", 620 * ui_scale())) {
        return;
    }
    ui_text_wrap(COLOR_DIM,
                 "Everything the studio does, by name. A script is a file of such lines: "
                 "caper studio --script FILE.");
    const action *actions;
    int count = action_list(&actions);
    ui_child_begin("actions", 0, 400 * ui_scale());
    for (int i = 0; i < count; i++) {
        ui_text_color(COLOR_SKY, "%s", actions[i].name);
        ui_same_line();
        ui_text_color(COLOR_DIM, "%s", actions[i].args);
        ui_text_wrap(COLOR_TEXT, actions[i].about);
    }
    ui_child_end();
    if (ui_button("Close", 90 * ui_scale())) {
        ui_popup_close();
    }
    ui_popup_end();
}

static void draw_popups(studio *s)
{
    if (s->asking) {
        wanted_popup = "Not saved";
        s->asking = false;
    }
    if (wanted_popup) {
        ui_popup_open(wanted_popup);
        wanted_popup = NULL;
    }
    dialog_draw(s);
    ask_quit(s);
    show_keys(s);
    show_actions();
}

// --- tour ----------------------------------------------------------------------------------------

static const char *const pages[][2] = {
    {"One motion, any body",
     "Three bodies play one motion. What you edit is the motion, not a body: change it on one and "
     "all follow. Press Space to play and stop."},
    {"Look around",
     "Alt and the left button turn the camera, the middle button moves it, the wheel zooms. The "
     "axes in the corner look along a side. View > Mouse as in Blender changes this."},
    {"Channels",
     "A channel says which bodies it moves: by what they are for (grasper, foot, head ...), where "
     "they are, which lies farthest. Select one at the right: its bodies light up on everybody."},
    {"What matters",
     "The mode says what about the movement matters: how far from rest, in shares of the limb, "
     "down to the ground, toward a target. Changing it keeps the motion of the active body."},
    {"Pose and key",
     "Stop, go to a time in the dope sheet, click a lit body and drag its arrows. With Autokey the "
     "pose is a key at once. W moves, E turns."},
    {"Keep it",
     "Everything can be undone (Ctrl+Z). File > Save writes the motion, File > Export writes clips "
     "of one or all characters, as GLB or BVH for other programs. Put more bodies on the stage at "
     "the left: random:7 is one that nobody planned."},
};

static void draw_tour(studio *s, ui_rect view)
{
    int count = CAPER_COUNT_OF(pages);
    if (s->touring < 1 || s->touring > count) {
        return;
    }
    float k = ui_scale(), width = 360 * k;
    // below, where feet are: heads and hands stay to be seen
    ui_note_begin("tour", view.x + 12 * k, view.y + view.h - 128 * k, width);
    ui_text_color(COLOR_ORANGE, "%d/%d  %s", s->touring, count, pages[s->touring - 1][0]);
    ui_text_wrap(COLOR_TEXT, pages[s->touring - 1][1]);
    if (s->touring > 1) {
        if (ui_button("Back", 60 * k)) {
            studio_do(s, "tour %d", s->touring - 1);
        }
        ui_same_line();
    }
    if (ui_button(s->touring < count ? "Next" : "Done", 60 * k)) {
        studio_do(s, "tour %d", s->touring < count ? s->touring + 1 : 0);
    }
    ui_same_line();
    if (s->touring < count && ui_button("Close", 60 * k)) {
        studio_do(s, "tour 0");
    }
    ui_window_end();
}

// --- the frame -----------------------------------------------------------------------------------

static void draw_status(studio *s, ui_rect r)
{
    ui_window_begin("status", r, true);
    const message *last = s->message_count > 0
                              ? &s->messages[(s->message_count - 1) % CAPER_COUNT_OF(s->messages)]
                              : NULL;
    const doc_state *d = &s->doc.state;
    const caper_character *c = state_character(d, d->member);
    if (last && s->clock - last->time < (last->bad ? 12 : 6)) {
        ui_text_color(last->bad ? COLOR_ORANGE : COLOR_GREEN, "%s", last->text);
    } else {
        const caper_channel *channel = state_channel(d);
        ui_text_color(COLOR_DIM, "%s%s%s   %s%s", c ? c->name : "", c && d->body >= 0 ? " : " : "",
                      c && d->body >= 0 ? c->bodies[d->body].name : "", channel ? "channel " : "",
                      channel ? channel->name : "");
    }
    char text[96];
    int used =
        snprintf(text, sizeof text, "%d character%s", d->cast_count, d->cast_count == 1 ? "" : "s");
    if (!s->scripted) {
        snprintf(text + used, sizeof text - (size_t)used, "   %.1f ms", s->frame_ms);
    }
    ui_line_at(r.w - ui_write_width(text) - 12 * ui_scale());
    ui_text_color(COLOR_DIM, "%s", text);
    ui_window_end();
}

// A border that is dragged: which one is held is remembered.
static void border(ui_rect r, float *size, float sign, bool upright, float low, float high)
{
    static float *held;
    ui_mouse m = ui_get_mouse();
    bool over = ui_inside(r, m.x, m.y) && !ui_blocked();
    if (over && m.pressed[0]) {
        held = size;
    }
    if (!m.down[0]) {
        held = held == size ? NULL : held;
    }
    if (held == size) {
        *size = caper_clamp(*size + sign * (upright ? m.dx : m.dy) / ui_scale(), low, high);
    }
    if (ui_blocked()) {
        return; // it would be drawn over the question
    }
    ui_over(true);
    ui_fill(r, held == size || over ? COLOR_BLUE : COLOR_DARK, 0);
    ui_over(false);
}

static void draw_all(studio *s)
{
    int pixels_w, pixels_h;
    ui_size(&pixels_w, &pixels_h);
    float k = ui_scale(), w = (float)pixels_w, h = (float)pixels_h;
    float top = draw_menus(s), status = 24 * k, gap = 4 * k;
    float left = left_width * k, right = right_width * k, bottom = bottom_height * k;
    left = caper_min(left, 0.4f * w);
    right = caper_min(right, 0.4f * w);
    bottom = caper_min(bottom, 0.6f * h);
    float middle = h - top - status - bottom - gap;
    ui_window_begin("left", (ui_rect){0, top, left, middle}, true);
    panel_tabs(s, PANEL_LEFT);
    ui_window_end();
    ui_window_begin("right", (ui_rect){w - right, top, right, middle}, true);
    panel_tabs(s, PANEL_RIGHT);
    ui_window_end();
    ui_window_begin("bottom", (ui_rect){0, top + middle + gap, w, bottom}, true);
    panel_tabs(s, PANEL_BOTTOM);
    ui_window_end();
    ui_rect view = {left + gap, top, w - left - right - 2 * gap, middle};
    ui_window_begin("view", view, false);
    view_draw(s, view);
    ui_window_end();
    draw_tour(s, view);
    border((ui_rect){left, top, gap, middle}, &left_width, 1, true, 160, 480);
    border((ui_rect){w - right - gap, top, gap, middle}, &right_width, -1, true, 220, 560);
    border((ui_rect){0, top + middle, w, gap}, &bottom_height, -1, false, 110, 520);
    draw_status(s, (ui_rect){0, h - status, w, status});
    draw_popups(s);
}

static void take_events(studio *s)
{
    ui_event event;
    while (ui_poll(&event)) {
        if (event.kind == UI_EVENT_QUIT) {
            studio_do(s, "quit");
        } else if (event.kind == UI_EVENT_DROP) {
            studio_do(s, "open %s", action_quote(event.path));
        }
    }
}

// Actions while a button is held are one step of undo.
static void take_gesture(studio *s)
{
    static unsigned next;
    ui_mouse m = ui_get_mouse();
    if (m.pressed[0] || m.pressed[1] || m.pressed[2]) {
        s->gesture = ++next;
    } else if (!m.down[0] && !m.down[1] && !m.down[2] && !m.released[0]) {
        s->gesture = 0;
    }
}

bool shell_frame(studio *s)
{
    double begin = 1e3 * caper_clock_now(), work = 1e3 * caper_clock_work();
    s->gl_ms = 0;
    take_events(s);
    float dt = (float)ui_begin();
    take_gesture(s);
    keys_handle(s);
    studio_update(s, dt);
    panel_updates(s, dt);
    s->drawing = true;
    draw_all(s);
    studio_flush(s);
    studio_follow(s);
    session_keep(s, false);
    s->outside_ms = 1e3 * caper_clock_work() - work - s->gl_ms;
    ui_end(true);
    s->frame_ms = 1e3 * caper_clock_now() - begin;
    return !s->quit;
}

bool shell_screenshot(studio *s, const char *path, caper_error *error)
{
    int width, height;
    ui_size(&width, &height);
    caper_picture picture = caper_picture_create(width, height, 0, NULL);
    if (!picture.pixels) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory");
    }
    take_events(s);
    ui_begin();
    s->drawing = true;
    draw_all(s);
    studio_flush(s);
    ui_end(false);
    ui_read(picture.pixels);
    bool good = caper_picture_save(&picture, path, error);
    caper_picture_destroy(&picture, NULL);
    return good;
}
