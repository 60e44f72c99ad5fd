// SPDX-License-Identifier: MIT
// Who is on the stage: characters, their variants, their bodies; and what they stand on.
#include "panel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Names of what ships with Caper, found once.
typedef struct shipped {
    char **paths;
    char names[64][48];
    const char *list[64];
    int count;
    bool found;
} shipped;

static shipped *find_shipped(shipped *f, const char *folder, const char *ending)
{
    if (!f->found) {
        f->found = true;
        int count = cli_data_list(folder, ending, &f->paths);
        for (int i = 0; i < count && f->count < 64; i++) {
            const char *slash = strrchr(f->paths[i], '/');
            const char *name = slash ? slash + 1 : f->paths[i];
            snprintf(f->names[f->count], sizeof f->names[0], "%.*s",
                     (int)(strlen(name) - strlen(ending)), name);
            f->list[f->count] = f->names[f->count];
            f->count++;
        }
        cli_free_paths(f->paths, count);
    }
    return f;
}

static void draw_variant(studio *s, int i)
{
    const stage_member *m = &s->stage.members[i];
    if (!m->binding || m->binding->variant_count < 2) {
        return;
    }
    static char texts[64][96];
    const char *list[64];
    int count = m->binding->variant_count < 64 ? m->binding->variant_count : 64;
    for (int k = 0; k < count; k++) {
        char text[80];
        caper_binding_text(m->binding, k, text, sizeof text);
        snprintf(texts[k], sizeof texts[0], "%d: %s%s", k, text[0] ? text : "all",
                 m->binding->variants[k].mirrored ? " (mirrored)" : "");
        list[k] = texts[k];
    }
    int variant = m->variant < count ? m->variant : 0;
    ui_width(-1);
    if (ui_pick("##variant", &variant, list, count)) {
        studio_do(s, "cast_variant %d %d", i, variant);
    }
    ui_tip("The ways in which the motion can play on this body.");
}

static void draw_bodies(studio *s, int member, int body)
{
    const caper_character *c = state_character(&s->doc.state, member);
    for (int b = body; b >= 0; b = c->bodies[b].sibling) {
        const caper_body *at = &c->bodies[b];
        bool active = s->doc.state.member == member && s->doc.state.body == b;
        ui_id_push(b);
        ui_swatch(0xff000000 | caper_caps_color(at->caps));
        ui_same_line();
        bool open = ui_tree_begin(at->name, active, at->child < 0, b == body && at->parent < 0);
        ui_mouse m = ui_get_mouse();
        if (ui_item_hovered() && m.released[0]) {
            studio_do(s, "active %d %s", member, action_quote(at->name));
        }
        if (open) {
            if (at->child >= 0) {
                draw_bodies(s, member, at->child);
            }
            ui_tree_end();
        }
        ui_id_pop();
        if (at->parent < 0) {
            break;
        }
    }
}

static void draw_member(studio *s, int i)
{
    const doc_state *d = &s->doc.state;
    const caper_character *c = state_character(d, i);
    ui_id_push(i);
    bool shown = !d->cast[i].hidden;
    if (ui_check("##shown", &shown)) {
        studio_do(s, "cast_hide %d %d", i, !shown);
    }
    ui_tip("Shown on the stage.");
    ui_same_line();
    bool open = ui_tree_begin(c->name, d->member == i, false, false);
    ui_mouse m = ui_get_mouse();
    if (ui_item_hovered() && m.released[0] && d->member != i) {
        studio_do(s, "active %d", i);
    }
    const char *problem = i < s->stage.count ? s->stage.members[i].problem : "";
    if (problem[0]) {
        ui_tip(problem);
    }
    if (i < s->stage.count) {
        draw_variant(s, i);
    }
    if (problem[0]) {
        ui_text_wrap(COLOR_RED, problem);
    }
    if (open) {
        ui_text_color(COLOR_DIM, "%d bodies, %d legs, %.2f m, %.0f kg", c->body_count, c->leg_count,
                      (double)c->height, (double)c->mass);
        if (ui_button("Remove", 0)) {
            studio_do(s, "cast_remove %d", i);
        }
        draw_bodies(s, i, 0);
        ui_tree_end();
    }
    ui_id_pop();
}

static void draw(studio *s)
{
    static shipped characters, worlds;
    static char typed[256];
    shipped *names = find_shipped(&characters, "characters", ".character.json");
    ui_width(-1);
    int pick = ui_choose("##add", "add a character ...", names->list, names->count);
    if (pick >= 0) {
        studio_do(s, "cast_add %s", action_quote(names->list[pick]));
    }
    ui_tip("Put a character that comes with Caper on the stage.");
    ui_width(-1);
    if (ui_field("##file", "file, name or random:7", typed, sizeof typed) && typed[0]) {
        studio_do(s, "cast_add %s", action_quote(typed));
        typed[0] = 0;
    }
    ui_tip("A file (.glb .vrm .bvh .xml .urdf .character.json), a name, or random:SEED; or drop a "
           "file on the window.");
    ui_separator();
    for (int i = 0; i < s->doc.state.cast_count; i++) {
        draw_member(s, i);
    }
    ui_separator();
    shipped *grounds = find_shipped(&worlds, "worlds", ".world.json");
    const char *list[65] = {"flat ground"};
    int at = 0;
    for (int i = 0; i < grounds->count; i++) {
        list[i + 1] = grounds->list[i];
        at = s->doc.state.world && strcmp(s->doc.state.world->name, list[i + 1]) == 0 ? i + 1 : at;
    }
    ui_text_color(COLOR_DIM, "World");
    ui_width(-1);
    if (ui_pick("##world", &at, list, grounds->count + 1)) {
        studio_do(s, "world %s", action_quote(at == 0 ? "none" : list[at]));
    }
}

const panel panel_cast = {.name = "Cast",
                          .tip = "The characters on the stage and their bodies.",
                          .place = PANEL_LEFT,
                          .draw = draw};
