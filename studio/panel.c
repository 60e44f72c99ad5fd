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

void panel_tabs(studio *s, panel_place place)
{
    static const char *const ids[] = {"left", "right", "bottom"};
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
            in_front[place] = p;
            ui_child_begin(p->name, 0, 0);
            p->draw(s);
            ui_child_end();
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
