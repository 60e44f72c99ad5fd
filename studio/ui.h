// SPDX-License-Identifier: MIT
// The window and its widgets: all that the studio knows of SDL, OpenGL and Dear ImGui, which
// ui.cpp alone includes. One window, one thread. Sizes are in pixels; multiply lengths that people
// see by ui_scale(). Colors are 0xAARRGGBB.
//
// Input goes one way: events of SDL, real ones or those that ui_push_* makes, so that a script
// presses the same buttons as a hand.
#ifndef CAPER_STUDIO_UI_H
#define CAPER_STUDIO_UI_H

#include "caper/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- window --------------------------------------------------------------------------------------

typedef struct ui_def {
    const char *title;
    int width, height;
    float scale; // of text and widgets; 0: as the display says
    bool hidden; // no window on the screen
    double step; // seconds of a frame; 0: as the clock says
} ui_def;

bool ui_open(const ui_def *def, caper_error *error);
void ui_close(void);
void ui_title(const char *title);
float ui_scale(void);
void ui_size(int *width, int *height);

typedef enum ui_event_kind {
    UI_EVENT_NONE,
    UI_EVENT_QUIT, // the window is asked to close
    UI_EVENT_DROP, // of a file; `path` holds until the next call
} ui_event_kind;
typedef struct ui_event {
    ui_event_kind kind;
    const char *path;
} ui_event;
// Take the next event that is not the widgets'; false when there is none.
bool ui_poll(ui_event *event);
// Start a frame; returns the seconds since the last one.
double ui_begin(void);
// Draw it. `show` false: leave it where ui_read can fetch it.
void ui_end(bool show);
// The last frame as RGBA, top row first; `pixels` has room for ui_size.
void ui_read(uint8_t *pixels);

// Keys by name, as SDL spells them: "A", "F1", "Space", "Left", "Delete". 0: unknown.
int ui_key(const char *name);
const char *ui_key_name(int key);
enum {
    UI_CTRL = 1,
    UI_SHIFT = 2,
    UI_ALT = 4
};
void ui_push_mouse(float x, float y);
void ui_push_button(int button, bool down); // 0 left, 1 right, 2 middle
void ui_push_wheel(float steps);
void ui_push_key(int key, int modifiers, bool down);
void ui_push_text(const char *text);
void ui_push_drop(const char *path);
void ui_push_quit(void);
// The sticks of a pad that is made for it. False where SDL has no such pads.
bool ui_push_pad(float left_x, float left_y, float right_x, float right_y);

// --- input ---------------------------------------------------------------------------------------

typedef struct ui_mouse {
    float x, y, dx, dy, wheel;
    bool down[3], pressed[3], released[3], twice; // twice: the left button, double click
    bool ctrl, shift, alt;
} ui_mouse;
ui_mouse ui_get_mouse(void);
bool ui_key_pressed(int key); // this frame, repeats included; false while text is typed
bool ui_key_down(int key);
bool ui_typing(void);  // a text field has the keyboard
bool ui_blocked(void); // a menu, popup or modal is open
// Which pads (game controllers) there are: sticks -1..1. False without one.
bool ui_gamepad(float *left_x, float *left_y, float *right_x, float *right_y);

// --- containers ----------------------------------------------------------------------------------

typedef struct ui_rect {
    float x, y, w, h;
} ui_rect;
static inline bool ui_inside(ui_rect r, float x, float y)
{
    return x >= r.x && y >= r.y && x < r.x + r.w && y < r.y + r.h;
}

void ui_window_begin(const char *id, ui_rect rect, bool padded);
// A note over the other windows, as high as it needs to be.
void ui_note_begin(const char *id, float x, float y, float width);
void ui_window_end(void);
void ui_child_begin(const char *id, float width, float height); // 0: what is left
void ui_child_end(void);
bool ui_tabs_begin(const char *id);
// `select`: bring it to the front now.
bool ui_tab_begin(const char *label, bool select);
void ui_tab_end(void);
void ui_tabs_end(void);
bool ui_bar_begin(void); // the menu bar of the window
void ui_bar_end(void);
bool ui_menu_begin(const char *label);
void ui_menu_end(void);
bool ui_menu_item(const char *label, const char *keys, bool checked, bool enabled);
void ui_popup_open(const char *id);
bool ui_popup_begin(const char *id);
bool ui_modal_begin(const char *title, float width);
void ui_popup_close(void);
void ui_popup_end(void);
bool ui_table_begin(const char *id, int columns, bool lines);
void ui_table_column(const char *label, float width); // 0: shares what is left
void ui_table_head(void);
void ui_table_cell(void); // the next one
void ui_table_end(void);
bool ui_header(const char *label, bool open);
bool ui_tree_begin(const char *label, bool selected, bool leaf, bool open);
void ui_tree_end(void);
void ui_id_push(int id);
void ui_id_pop(void);
void ui_disable(bool disabled); // nested with ui_enable
void ui_enable(void);

// --- layout --------------------------------------------------------------------------------------

void ui_same_line(void);
void ui_line_at(float x); // the same line, from x of the window's content
void ui_separator(void);
void ui_space(void);
void ui_indent(void);
void ui_unindent(void);
void ui_align(void);        // text that follows stands as high as a widget's
void ui_width(float width); // of the next item; negative: up to so far from the right
void ui_room(float *width, float *height);
float ui_row(void); // height of a line of widgets with its gap
void ui_scroll_here(void);

// --- widgets -------------------------------------------------------------------------------------

void ui_text(const char *format, ...) CAPER_PRINTF(1, 2);
void ui_text_color(uint32_t color, const char *format, ...) CAPER_PRINTF(2, 3);
void ui_text_wrap(uint32_t color, const char *text);
bool ui_button(const char *label, float width);          // 0: as the label needs
bool ui_toggle(const char *label, bool on, float width); // a button that shows a state
bool ui_check(const char *label, bool *value);
bool ui_radio(const char *label, bool on);
bool ui_pick(const char *label, int *value, const char *const *names, int count);
// The same to do something with what is picked: always shows the prompt.
int ui_choose(const char *id, const char *prompt, const char *const *names, int count);
bool ui_select(const char *label, bool on);
bool ui_slide(const char *label, float *value, float low, float high, const char *format);
bool ui_drag(const char *label, float *value, float speed, float low, float high,
             const char *format);
bool ui_drag3(const char *label, float value[3], float speed);
bool ui_number(const char *label, int *value, int low, int high);
// True when Enter was pressed or the field was left with a change.
bool ui_field(const char *label, const char *hint, char *text, int size);
bool ui_entered(void); // the last field was left by Enter
void ui_focus(void);   // the next field has the keyboard
void ui_progress(float fraction, const char *label);
void ui_tip(const char *text); // of the last item
void ui_swatch(uint32_t color);
bool ui_item_active(void);
bool ui_item_done(void); // the last item was changed and is let go now
bool ui_item_hovered(void);

// --- canvas --------------------------------------------------------------------------------------

// An area that takes the mouse: hovered, or held since a press inside.
typedef struct ui_canvas {
    ui_rect rect;
    bool hovered, held;
} ui_canvas;
ui_canvas ui_canvas_begin(const char *id, float width, float height);
void ui_canvas_end(void); // ends the clipping to it
void ui_image(unsigned texture, ui_rect rect);
void ui_line(float x0, float y0, float x1, float y1, uint32_t color, float width);
void ui_path(const float *xy, int points, uint32_t color, float width, bool closed);
void ui_fill(ui_rect rect, uint32_t color, float round);
void ui_frame(ui_rect rect, uint32_t color, float round);
void ui_disc(float x, float y, float radius, uint32_t color);
void ui_ring(float x, float y, float radius, uint32_t color, float width);
void ui_triangle(float x0, float y0, float x1, float y1, float x2, float y2, uint32_t color);
void ui_quad(const float xy[8], uint32_t color);
void ui_write(float x, float y, uint32_t color, const char *text);
float ui_write_width(const char *text);
float ui_write_height(void);
void ui_clip(ui_rect rect);
void ui_unclip(void);
// Draw over all windows from here on, or again in the current one.
void ui_over(bool over);

#ifdef __cplusplus
}
#endif

#endif
