// SPDX-License-Identifier: MIT
// Stairs: a flight to the measure that is asked for, which the cast walks up and down (panel Gait),
// or under physics falls down.
#include "panel.h"

static int steps = 8;
static float rise = 0.17f, run = 0.29f, landing = 2.0f;

static void draw(studio *s)
{
    bool changed = false;
    float k = ui_scale();
    ui_text_wrap(COLOR_DIM, "A flight behind the cast. Walk it in the panel Gait.");
    ui_width(150 * k);
    changed = ui_number("steps", &steps, 1, 60) || changed;
    ui_width(150 * k);
    changed = ui_slide("rise, m", &rise, 0.02f, 0.5f, "%.3f") || changed;
    ui_width(150 * k);
    changed = ui_slide("run, m", &run, 0.1f, 1.0f, "%.3f") || changed;
    ui_width(150 * k);
    changed = ui_slide("landing, m", &landing, 0, 6, "%.1f") || changed;
    if (ui_button("Build", 0) || changed) {
        studio_do(s, "stairs %d %.5g %.5g %.5g", steps, (double)rise, (double)run, (double)landing);
    }
    ui_same_line();
    if (ui_button("To the measure of the active body", 0)) {
        const caper_character *c = state_character(&s->doc.state, s->doc.state.member);
        float leg = c && c->leg_count > 0 ? c->legs[0].length : c ? c->height : 1;
        rise = 0.18f * leg; // of a person's leg, a common flight
        run = 0.31f * leg;
        studio_do(s, "stairs %d %.5g %.5g %.5g", steps, (double)rise, (double)run, (double)landing);
    }
    if (ui_button("Flat ground", 0)) {
        studio_do(s, "world none");
    }
    ui_same_line();
    ui_disable(!s->doc.state.world);
    if (ui_button("Save the world ...", 0)) {
        studio_do(s, "ask world_save");
    }
    ui_enable();
    ui_space();
    if (ui_button("Walk it", 120 * k)) {
        studio_do(s, "drive gait");
        studio_do(s, "panel Gait");
    }
}

const panel panel_stairs = {
    .name = "Stairs", .tip = "A flight of stairs to walk on.", .place = PANEL_RIGHT, .draw = draw};
