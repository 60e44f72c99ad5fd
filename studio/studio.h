// SPDX-License-Identifier: MIT
// The studio as a whole: document, stage, view, and the one way to change them, actions by name.
// Menus, keys, gizmos, panels and scripts all write lines such as "key_move 0.1"; so whatever a
// hand can do a script can do, and all of it is undone the same way.
#ifndef CAPER_STUDIO_STUDIO_H
#define CAPER_STUDIO_STUDIO_H

#include "document.h"
#include "draft.h"
#include "stage.h"
#include "ui.h"

// Colors that people with any kind of color vision tell apart (Okabe and Ito), and greys.
#define COLOR_ORANGE 0xffe69f00
#define COLOR_SKY 0xff56b4e9
#define COLOR_GREEN 0xff009e73
#define COLOR_YELLOW 0xfff0e442
#define COLOR_BLUE 0xff0072b2
#define COLOR_RED 0xffd55e00
#define COLOR_PINK 0xffcc79a7
#define COLOR_TEXT 0xffe4e6e9
#define COLOR_DIM 0xff8a9099
#define COLOR_LINE 0xff3b4048
#define COLOR_DARK 0xff1d2024

// The longest line of an action, with its end.
#define ACTION_MAX_LINE 4096

// What is shown, and from where. Not part of the document; has an undo of its own.
typedef struct look {
    float yaw, pitch, distance; // of the camera about its target
    caper_vec3 target;
    bool flat; // parallel instead of perspective
    bool ghosts, trails, goals, contacts, skins, grid, labels, shadows, bodies;
    bool turn;    // the gizmo turns instead of moving
    bool local;   // along the axes of the body
    bool snap;    // to 5 cm and 15 degrees, times to frames
    bool autokey; // a pose becomes a key at once
    bool loop;
    bool special;   // curves of the active body in metres instead of general ones
    bool blender;   // navigate as in Blender; else as in Maya
    float speed;    // 0.1 .. 4
    float rate;     // frames a second of the time line
    float from, to; // seconds that the time line shows; to <= from: all
} look;

#define LOOK_STEPS 64
// The time line shows no less than this, seconds, and nothing beyond that: a float tells
// frames of a thousandth apart there.
#define LOOK_MIN_SPAN 0.05f
#define LOOK_MAX_TIME 2000.0f

typedef struct message {
    char text[320];
    bool bad;
    double time;
} message;

typedef struct studio {
    document doc;
    stage stage;
    look look;
    look look_past[LOOK_STEPS], look_future[LOOK_STEPS];
    int look_past_count, look_future_count;
    caper_renderer *renderer; // NULL in a test without a window
    bool playing;
    bool quit, asking; // to end; asked whether to lose what is not saved
    unsigned gesture;  // a drag of the mouse: actions of one gesture are one step of undo
    unsigned last_gesture;
    char last_action[48];
    message messages[64]; // the last ones, a ring
    int message_count;
    double clock;      // seconds since the start
    caper_key *copied; // keys that were copied, with times from the first one
    key_id *copied_ids;
    caper_curve_kind *copied_kinds; // of their curves
    int copied_count;
    char recent[8][512];
    int recent_count;
    const char *front[3]; // panels to bring to the front now: left, right, bottom
    char folder[1024];    // where settings and sessions are kept; "": nowhere
    double saved_clock;   // when the session was last written
    unsigned saved_version;
    ui_rect viewport; // where it is on the screen
    caper_camera camera;
    double frame_ms;      // of the last frame
    double outside_ms;    // of it, this thread's work outside of OpenGL
    double gl_ms;         // this thread's work in OpenGL, of this frame so far
    double render_failed; // when that was last said
    int drag_target;      // which target is dragged, from 1
    bool framed;          // the first picture was framed
    bool echo;            // actions are printed
    bool scripted;        // nobody watches: how long frames take is not shown
    bool drawing;         // actions wait in the queue until the frame is drawn
    char queue[32][ACTION_MAX_LINE];
    int queue_count;
    int touring; // page of the guided tour; 0: none
} studio;

// --- actions (action.c) --------------------------------------------------------------------------

typedef enum action_kind {
    ACTION_EDIT, // changes the state: undone by "undo"
    ACTION_LOOK, // changes the look: undone by "look_undo"
    ACTION_FILE, // reads and writes files, or moves through the past
    ACTION_KIND_COUNT
} action_kind;

#define ACTION_MAX_ARGS 24
typedef struct action_args {
    const char *text[ACTION_MAX_ARGS];
    double number[ACTION_MAX_ARGS]; // of arguments that are numbers
    int count;
} action_args;

typedef struct action {
    const char *name;
    // "time:f name:s": each a name and a kind: i whole number, f number, s text; ? may be missing,
    // * any number of them.
    const char *args;
    const char *about;
    action_kind kind;
    bool (*run)(studio *s, const action_args *args, caper_error *error);
} action;

int action_list(const action **actions);
const action *action_find(const char *name);
// Run a line: a name and its arguments, texts with spaces in "quotes". False with an error, the
// state as it was.
bool studio_run(studio *s, const char *line, caper_error *error);
// The same of a formatted line, with a message where it fails: what panels call. While a frame is
// drawn it waits until that is done, so that nothing changes under the hands of who draws.
bool studio_do(studio *s, const char *format, ...) CAPER_PRINTF(2, 3);
// A text as one argument of a line, in quotes, whatever letters it has. Holds until eight calls
// later.
const char *action_quote(const char *text);
// Run what waits.
void studio_flush(studio *s);
void studio_say(studio *s, bool bad, const char *format, ...) CAPER_PRINTF(3, 4);

// Tables of the files that have actions, ended by a NULL name.
extern const action actions_file[], actions_cast[], actions_motion[], actions_channel[],
    actions_key[], actions_pose[], actions_look[], actions_body[], actions_live[], actions_space[],
    actions_rig[];

// Is there already a file of those that exporting all of the cast would write?
bool export_is_there(const studio *s, const char *path);

// --- studio (studio.c) ---------------------------------------------------------------------------

bool studio_open(studio *s, caper_error *error);
// A draft of the motion that is edited, and the way back: built and put in its place.
draft studio_draft(const studio *s);
bool studio_take_draft(studio *s, draft *d, caper_error *error);
void studio_close(studio *s);
// Three bodies and one motion, never an empty page.
bool studio_welcome(studio *s, caper_error *error);
// A motion with one channel and nothing in it yet.
caper_motion *studio_empty_motion(const char *name, caper_error *error);
// Time goes on.
void studio_update(studio *s, float dt);
// Put the stage where the document is.
void studio_follow(studio *s);
caper_view studio_view(const look *l, float aspect);
caper_camera studio_camera(const look *l);
// The height of what is seen at the distance of the target, metres.
float studio_height(const look *l);

// --- session (session.c) -------------------------------------------------------------------------

// The state as lines of actions; the motion as text of its file.
bool session_write(const studio *s, const char *motion_path, caper_text *lines);
bool session_motion(const studio *s, caper_text *text);
// Write it where a crash leaves it; at most once a second unless `now`.
void session_keep(studio *s, bool now);
// After a good end.
void session_end(studio *s);
// The script of a session that was cut off; false without one.
bool session_find(const studio *s, char *path, size_t size);
void session_drop(const char *script_path);
// What was read from a session is of no file of its own: it is kept anew from now on.
void session_adopt(studio *s);
void session_settings_load(studio *s);
void session_settings_save(const studio *s);
void session_note_recent(studio *s, const char *path);

// --- keys (keys.c) -------------------------------------------------------------------------------

typedef struct key_bind {
    char action[64]; // a line
    int key, modifiers;
} key_bind;
int keys_list(key_bind **binds);
void keys_reset(bool blender);
bool keys_set(const char *line, const char *keys, caper_error *error);
const char *keys_text(const char *line); // "Ctrl+S"; "" without
void keys_handle(studio *s);

// --- script (script.c) ---------------------------------------------------------------------------

// Run the lines of a file, a frame between them. False at the first that fails, with its line.
bool script_run(studio *s, const char *path, bool (*frame)(studio *s), caper_error *error);

// --- shell (shell.c) -----------------------------------------------------------------------------

// One frame of the whole window: menus, panels, viewport. False: the end.
bool shell_frame(studio *s);
bool shell_screenshot(studio *s, const char *path, caper_error *error);

// --- view (view.c) -------------------------------------------------------------------------------

// Make the renderer, in the window's context.
bool view_open(studio *s, caper_error *error);
void view_draw(studio *s, ui_rect rect);
// What is under a point of the window: the body of a member. False: nothing.
bool view_pick(const studio *s, float x, float y, int *member, int *body);
// Where a point of the world is in the window; false behind the viewer.
bool view_project(const studio *s, caper_vec3 point, float *x, float *y);
// The ray under a point of the window.
void view_ray(const studio *s, float x, float y, caper_vec3 *origin, caper_vec3 *direction);
// The pose of the active body by the channel that is edited: where its point is, and how it is
// turned, in model space.
bool view_active_pose(studio *s, caper_place *place, caper_transform *special);
// The same at another time.
bool view_pose_at(studio *s, float time, caper_place *place, caper_transform *special);

// --- gizmo (gizmo.c) -----------------------------------------------------------------------------

// Draw it and let it be dragged; true while it has the mouse.
bool gizmo_draw(studio *s, ui_rect rect, bool hovered);

// --- trails (trails.c) ---------------------------------------------------------------------------

// The keys on the trajectory of the active body, draggable; true while one is held.
bool trails_draw(studio *s, bool hovered);

#endif
