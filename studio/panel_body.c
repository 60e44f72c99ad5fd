// SPDX-License-Identifier: MIT
// The active character as a creature: its joints, sizes, limbs and capabilities, edited while it
// moves.
#include "panel.h"
#include "rig.h"

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

// Which part of a person the active body is; and the pose at rest.
static void draw_rest(studio *s, const asset *a)
{
    const caper_import *import = a->loaded.import;
    const char *rests[3 + 32] = {"auto", "file", "relaxed"};
    int count = 3, at = 0;
    float seconds = 0;
    const char *now = a->loaded.map ? caper_map_rest(a->loaded.map, &seconds) : "auto";
    for (int i = 0; i < import->clip_count && count < CAPER_COUNT_OF(rests); i++) {
        rests[count++] = import->clips[i]->name;
    }
    for (int i = 0; i < count; i++) {
        at = strcmp(rests[i], now) == 0 ? i : at;
    }
    ui_width(120 * ui_scale());
    if (ui_pick("at rest", &at, rests, count)) {
        studio_do(s, "rig_rest %s", action_quote(rests[at]));
    }
    ui_tip("The pose that it is moved from: found, as in the file, that with the arms down, or as "
           "in a clip.");
    if (at >= 3) {
        ui_width(120 * ui_scale());
        if (ui_slide("seconds", &seconds, 0, import->clips[at - 3]->duration, "%.2f")) {
            studio_do(s, "rig_rest %s %.4g", action_quote(rests[at]), (double)seconds);
        }
    }
}

static void draw_rig(studio *s, const asset *a)
{
    static const char *parts[CAPER_PART_COUNT + 1] = {"no part"};
    const caper_character *c = asset_character(a);
    const doc_state *d = &s->doc.state;
    caper_person person;
    bool found = caper_person_find(c, a->loaded.map, &person, NULL);
    if (!ui_header("Rig", true)) {
        return;
    }
    draw_rest(s, a);
    if (!found) {
        ui_text_wrap(COLOR_ORANGE,
                     "No person was found in it: click bodies, and say what they are.");
    }
    int part = 0;
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        parts[i + 1] = caper_part_name((caper_part)i);
        part = found && d->body >= 0 && person.bodies[i] == d->body ? i + 1 : part;
    }
    ui_disable(d->body < 0);
    int next = part;
    ui_width(-1);
    if (ui_pick("##part", &next, parts, CAPER_PART_COUNT + 1) && d->body >= 0) {
        studio_do(s, "rig_part %s%s", parts[next > 0 ? next : part], next > 0 ? "" : " none");
    }
    ui_tip("Which part of a person the active body is.");
    ui_enable();
    ui_child_begin("parts", 0, 110 * ui_scale());
    for (int i = 0; found && i < CAPER_PART_COUNT; i++) {
        int body = person.bodies[i];
        char label[200];
        snprintf(label, sizeof label, "%s: %s##%d", parts[i + 1],
                 body >= 0 ? c->bodies[body].name : "-", i);
        if (ui_select(label, body >= 0 && body == d->body) && body >= 0) {
            studio_do(s, "active %d %s", d->member, action_quote(c->bodies[body].name));
        }
    }
    ui_child_end();
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
    if (rig_is(d->cast[d->member].body)) {
        draw_rig(s, d->cast[d->member].body);
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
