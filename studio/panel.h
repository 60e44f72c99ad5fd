// SPDX-License-Identifier: MIT
// Panels. One panel is one file: fill in a `panel`, add its name to the list in panel.c, done.
//
// A panel draws its own part of the window by ui.h, and changes anything only by studio_do (lines
// of actions), so that what it does can be undone and scripted. State of its own is static in its
// file. It may also draw over the viewport, act in every frame, and, if it is live, drive the
// actors (stage_driver).
#ifndef CAPER_STUDIO_PANEL_H
#define CAPER_STUDIO_PANEL_H

#include "studio.h"

typedef enum panel_place {
    PANEL_LEFT,   // 250 wide
    PANEL_RIGHT,  // 350 wide
    PANEL_BOTTOM, // all of the width, 220 high
    PANEL_PLACE_COUNT
} panel_place;

typedef struct panel {
    const char *name; // of its tab
    const char *tip;  // what it is for, a sentence
    panel_place place;
    // The tab is in front: draw into the window, which scrolls if `draw` is higher than it.
    void (*draw)(studio *s);
    // In every frame, in front or not; may be NULL.
    void (*update)(studio *s, float dt);
    // Over the viewport, while the tab is in front; `hovered`: the mouse is free for it. May be
    // NULL.
    void (*overlay)(studio *s, ui_rect rect, bool hovered);
    // At the end, before the studio goes; may be NULL.
    void (*close)(studio *s);
} panel;

extern const panel panel_cast, panel_motion, panel_body, panel_channel, panel_gait, panel_physics,
    panel_puppet, panel_stairs, panel_stride, panel_space, panel_graph, panel_dope, panel_curves,
    panel_judge, panel_grid;

// All of them; returns how many.
int panel_list(const panel *const **panels);
bool panel_front(studio *s, const char *name);
// Tabs of one place, and the panel in front.
void panel_tabs(studio *s, panel_place place);
void panel_updates(studio *s, float dt);
void panel_overlays(studio *s, ui_rect rect, bool hovered);
void panel_closes(studio *s);
// Is it in front?
bool panel_is_front(const char *name);

#endif
