// SPDX-License-Identifier: MIT
// The active character as a creature: its joints, sizes, limbs and capabilities, edited while it
// moves.
#include "panel.h"

#include <stdio.h>
#include <string.h>

static void draw_caps(studio *s, caper_caps caps)
{
    float room, high, used = 0, k = ui_scale();
    ui_room(&room, &high);
    for (int i = 0; i < CAPER_CAP_COUNT; i++) {
        const char *name = caper_cap_name(1u << i);
        if ((1u << i) == CAPER_CAP_ROOT || !name) {
            continue;
        }
        float width = ui_write_width(name) + 12 * k;
        if (used > 0 && used + width + 6 * k < room) {
            ui_same_line();
        } else {
            used = 0;
        }
        used += width + 6 * k;
        if (ui_toggle(name, (caps & (1u << i)) != 0, width)) {
            caper_caps next = caps ^ (1u << i);
            char words[256] = "";
            for (int n = 0; n < CAPER_CAP_COUNT; n++) {
                if (next & (1u << n)) {
                    strcat(words, " ");
                    strcat(words, caper_cap_name(1u << n));
                }
            }
            studio_do(s, "body_caps%s", words[0] ? words : " none");
        }
    }
}

static void draw_files(studio *s)
{
    ui_separator();
    if (ui_button("Save the body ...", 0)) {
        studio_do(s, "ask body_save");
    }
    ui_same_line();
    if (ui_button("Save the map ...", 0)) {
        studio_do(s, "ask map_save");
    }
    ui_tip("For a rig: what its bodies are taken for, and how it stands. Beside NAME.glb it is "
           "found by itself.");
}

static void draw(studio *s)
{
    const doc_state *d = &s->doc.state;
    const caper_character *c = state_character(d, d->member);
    float k = ui_scale();
    if (!c) {
        return;
    }
    ui_text("%s", c->name);
    ui_text_color(COLOR_DIM, "%d bodies, %d legs, %.2f m high", c->body_count, c->leg_count,
                  (double)c->height);
    if (ui_button("larger", 0)) {
        studio_do(s, "body_scale 1.1");
    }
    ui_same_line();
    if (ui_button("smaller", 0)) {
        studio_do(s, "body_scale 0.9091");
    }
    ui_separator();
    if (d->body < 0) {
        ui_text_wrap(COLOR_DIM, "Click a body in the viewport to edit it.");
        draw_files(s);
        return;
    }
    const caper_body *b = &c->bodies[d->body];
    ui_text_color(COLOR_SKY, "%s", b->name);
    ui_text_color(COLOR_DIM, "mirror: %s",
                  b->mirror < 0          ? "none"
                  : b->mirror == d->body ? "itself"
                                         : c->bodies[b->mirror].name);
    float at[3] = {c->rest_model[d->body].position.x, c->rest_model[d->body].position.y,
                   c->rest_model[d->body].position.z};
    float to[3] = {at[0], at[1], at[2]};
    ui_text_color(COLOR_DIM, "joint at rest, metres");
    ui_width(-1);
    if (ui_drag3("##joint", to, 0.002f)) {
        studio_do(s, "body_move %.6g %.6g %.6g", (double)(to[0] - at[0]), (double)(to[1] - at[1]),
                  (double)(to[2] - at[2]));
    }
    ui_tip("Drag a number: the joint moves, and its mirror image with it.");
    float factor = 1;
    ui_width(90 * k);
    if (ui_drag("length", &factor, 0.004f, 0.5f, 2, "x %.2f")) {
        studio_do(s, "body_stretch %.6g", (double)factor);
    }
    ui_tip("Drag to stretch the body with what hangs on it.");
    if (ui_button("Limb pair ahead", 0)) {
        studio_do(s, "limb_copy 0.2");
    }
    ui_tip("Another pair of legs or arms like this one, in front of it.");
    ui_same_line();
    if (ui_button("behind", 0)) {
        studio_do(s, "limb_copy -0.2");
    }
    if (ui_button("Remove the limb pair", 0)) {
        studio_do(s, "limb_remove");
    }
    ui_text_color(COLOR_DIM, "what it is for");
    draw_caps(s, b->caps);
    draw_files(s);
}

const panel panel_body = {.name = "Body",
                          .tip = "Edit the active character: joints, lengths, limbs, capabilities.",
                          .place = PANEL_LEFT,
                          .draw = draw};
