// SPDX-License-Identifier: MIT
// What the dope sheet and the curve editor share: the ruler, and where times are on the screen.
#ifndef CAPER_STUDIO_TIMELINE_H
#define CAPER_STUDIO_TIMELINE_H

#include "studio.h"

typedef struct timeline {
    ui_rect rect;   // of the whole
    float left;     // width of the names at its left
    float from, to; // seconds that are seen
} timeline;

timeline timeline_make(const studio *s, ui_rect rect, float left);
float timeline_x(const timeline *t, float seconds);
float timeline_time(const timeline *t, float x);
// The ruler at the top, with the time that is shown; returns its height. Drags go to times.
float timeline_ruler(studio *s, const timeline *t, bool hovered);
// The line of the time over the rest.
void timeline_cursor(const studio *s, const timeline *t, float top);
// Wheel and middle button: zoom and scroll in time.
void timeline_navigate(studio *s, const timeline *t, bool hovered);
// Play, step, loop and so on.
void timeline_transport(studio *s);

#endif
