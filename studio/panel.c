// SPDX-License-Identifier: MIT
// The list of panels, and their tabs.
#include "panel.h"

#include <string.h>
#include <strings.h>

static const panel *const panels[] = {&panel_cast,   &panel_motion,  &panel_body,   &panel_channel,
                                      &panel_gait,   &panel_stairs,  &panel_stride, &panel_graph,
                                      &panel_space,  &panel_physics, &panel_puppet, &panel_dope,
                                      &panel_curves, &panel_judge,   &panel_grid};
static const panel *in_front[PANEL_PLACE_COUNT];

int panel_list(const panel *const **list)
{
    *list = panels;
    return CAPER_COUNT_OF(panels);
}

bool panel_front(studio *s, const char *name)
{
    for (int i = 0; i < CAPER_COUNT_OF(panels); i++) {
        if (strcasecmp(panels[i]->name, name) == 0) {
            s->front[panels[i]->place] = panels[i]->name;
            return true;
        }
    }
    return false;
}

bool panel_is_front(const char *name)
{
    for (int i = 0; i < PANEL_PLACE_COUNT; i++) {
        if (in_front[i] && strcmp(in_front[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void draw_front(studio *s, const panel *p)
{
    in_front[p->place] = p;
    ui_child_begin(p->name, 0, 0);
    p->draw(s);
    ui_child_end();
}

// Do the names fit into one row of tabs?
static bool fits(panel_place place)
{
    float room, height, used = 0;
    ui_room(&room, &height);
    for (int i = 0; i < CAPER_COUNT_OF(panels); i++) {
        used += panels[i]->place == place ? ui_write_width(panels[i]->name) + 24 * ui_scale() : 0;
    }
    return used < room;
}

// Rows of buttons where one row of tabs would hide some.
static void draw_rows(studio *s, panel_place place)
{
    const panel *front = in_front[place];
    const char *wanted = s->front[place];
    float room, height, used = 0, k = ui_scale();
    ui_room(&room, &height);
    for (int i = 0; i < CAPER_COUNT_OF(panels); i++) {
        const panel *p = panels[i];
        if (p->place != place) {
            continue;
        }
        front = !front || (wanted && strcmp(wanted, p->name) == 0) ? p : front;
        float width = ui_write_width(p->name) + 14 * k;
        if (used > 0 && used + width + 4 * k < room) {
            ui_same_line();
        } else {
            used = 0;
        }
        used += width + 8 * k;
        if (ui_toggle(p->name, p == front, width)) {
            front = p;
        }
        ui_tip(p->tip);
    }
    s->front[place] = NULL;
    ui_separator();
    draw_front(s, front);
}

void panel_tabs(studio *s, panel_place place)
{
    static const char *const ids[] = {"left", "right", "bottom"};
    if (!fits(place)) {
        draw_rows(s, place);
        return;
    }
    if (!ui_tabs_begin(ids[place])) {
        return;
    }
    const char *wanted = s->front[place];
    for (int i = 0; i < CAPER_COUNT_OF(panels); i++) {
        const panel *p = panels[i];
        if (p->place != place) {
            continue;
        }
        bool open = ui_tab_begin(p->name, wanted && strcmp(wanted, p->name) == 0);
        ui_tip(p->tip);
        if (open) {
            draw_front(s, p);
            ui_tab_end();
        }
    }
    if (wanted && in_front[place] && strcmp(wanted, in_front[place]->name) == 0) {
        s->front[place] = NULL;
    }
    ui_tabs_end();
}

void panel_updates(studio *s, float dt)
{
    for (int i = 0; i < CAPER_COUNT_OF(panels); i++) {
        if (panels[i]->update) {
            panels[i]->update(s, dt);
        }
    }
}

void panel_overlays(studio *s, ui_rect rect, bool hovered)
{
    for (int i = 0; i < PANEL_PLACE_COUNT; i++) {
        if (in_front[i] && in_front[i]->overlay) {
            in_front[i]->overlay(s, rect, hovered);
        }
    }
}

void panel_closes(studio *s)
{
    stage_drive(&s->stage, NULL); // a driver belongs to its panel
    for (int i = 0; i < CAPER_COUNT_OF(panels); i++) {
        if (panels[i]->close) {
            panels[i]->close(s);
        }
    }
    memset(in_front, 0, sizeof in_front);
}
