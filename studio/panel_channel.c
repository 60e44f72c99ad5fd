// SPDX-License-Identifier: MIT
// Channels: which bodies, what matters about the movement, who shares them. The bodies that the
// query selects light up on all characters while it is edited.
#include "panel.h"
#include "words.h"

#include <stdio.h>
#include <string.h>

static void draw_list(studio *s)
{
    const caper_branch *b = state_branch(&s->doc.state);
    float room, high;
    ui_room(&room, &high);
    int rows = b->channel_count < 2 ? 2 : b->channel_count > 6 ? 6 : b->channel_count;
    ui_child_begin("channels", 0, (float)rows * (ui_write_height() + 5 * ui_scale()) + 4);
    for (int i = 0; i < b->channel_count; i++) {
        int bodies = 0;
        char label[160];
        for (int k = 0; k < s->stage.count; k++) {
            int16_t list[CAPER_MAX_BODIES];
            const caper_character *c = state_character(&s->doc.state, k);
            bodies += c ? caper_query_select(&b->channels[i].query, c, list) : 0;
        }
        snprintf(label, sizeof label, "%s  (%d)##%d", b->channels[i].name, bodies, i);
        if (ui_select(label, i == s->doc.state.channel)) {
            studio_do(s, "channel %d", i == s->doc.state.channel ? -1 : i);
        }
    }
    ui_child_end();
    if (ui_button("Add", 0)) {
        studio_do(s, "channel_add \"channel %d\"", b->channel_count + 1);
    }
    ui_tip("A new channel: it moves the bodies that its query selects.");
    ui_same_line();
    ui_disable(s->doc.state.channel < 0);
    if (ui_button("Copy", 0)) {
        char name[256];
        snprintf(name, sizeof name, "%s copy", state_channel(&s->doc.state)->name);
        studio_do(s, "channel_copy %s", action_quote(name));
    }
    ui_same_line();
    if (ui_button("Remove", 0)) {
        studio_do(s, "channel_remove");
    }
    ui_same_line();
    if (ui_button("Up", 0)) {
        studio_do(s, "channel_order -1");
    }
    ui_same_line();
    if (ui_button("Down", 0)) {
        studio_do(s, "channel_order 1");
    }
    ui_tip("Where two channels select a body, the first one owns it.");
    ui_enable();
}

// Buttons for capabilities: those of `set` are on. The action's words are written anew.
static void draw_caps(studio *s, const char *field, caper_caps set)
{
    static const char *const names[] = {"grasper", "foot", "head", "mouth",   "eye",
                                        "spine",   "root", "limb", "tail",    "wing",
                                        "ear",     "fin",  "horn", "tentacle"};
    float room, high, used = 0;
    ui_room(&room, &high);
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        caper_caps bit = caper_cap_from_name(names[i], strlen(names[i]));
        float width = ui_write_width(names[i]) + 12 * ui_scale();
        if (i > 0 && used + width + 6 * ui_scale() < room) {
            ui_same_line();
        } else {
            used = 0;
        }
        used += width + 6 * ui_scale();
        ui_id_push(i);
        if (ui_toggle(names[i], (set & bit) != 0, width)) {
            caper_caps next = set ^ bit;
            char words[256] = "";
            for (int k = 0; k < CAPER_CAP_COUNT; k++) {
                if (next & (1u << k)) {
                    strcat(words, " ");
                    strcat(words, caper_cap_name(1u << k));
                }
            }
            studio_do(s, "query %s%s", field, words[0] ? words : " none");
        }
        ui_id_pop();
    }
}

static void draw_zones(studio *s, const caper_query *q)
{
    static const char *const axes[] = {"x", "y", "z"};
    static const char *const labels[] = {"side", "height", "depth"};
    float room, high;
    ui_room(&room, &high);
    float first = 52 * ui_scale(), width = (room - first - 6 * ui_scale()) / 2;
    ui_text_color(COLOR_DIM, " ");
    ui_line_at(first);
    ui_text_color(COLOR_DIM, "of the body");
    ui_tip("Relative to the bounds of the whole character.");
    ui_line_at(first + width + 6 * ui_scale());
    ui_text_color(COLOR_DIM, "of the set");
    ui_tip("Relative to the bounds of the bodies with these capabilities.");
    for (int i = 0; i < 3; i++) {
        int zone = (int)q->zones[i], set = (int)q->set_zones[i];
        ui_id_push(i);
        ui_align();
        ui_text("%s", labels[i]);
        ui_line_at(first);
        ui_width(width);
        if (ui_pick("##zone", &zone, word_zones[i], CAPER_ZONE_COUNT)) {
            studio_do(s, "query %s %s", axes[i], word_zones[i][zone]);
        }
        ui_line_at(first + width + 6 * ui_scale());
        ui_width(width);
        if (ui_pick("##set", &set, word_zones[i], CAPER_ZONE_COUNT)) {
            studio_do(s, "query set_%s %s", axes[i], word_zones[i][set]);
        }
        ui_id_pop();
    }
}

static void draw_query(studio *s, const caper_channel *c)
{
    if (!ui_header("Which bodies", true)) {
        return;
    }
    for (int i = 0; i < s->stage.count; i++) {
        const stage_member *m = &s->stage.members[i];
        ui_text_color(m->lit_count ? COLOR_ORANGE : COLOR_DIM, "%s %d%s",
                      asset_character(m->body)->name, m->lit_count,
                      i + 1 < s->stage.count ? "," : "");
        if (i + 1 < s->stage.count && (i + 1) % 4) {
            ui_same_line();
        }
    }
    ui_id_push(1);
    draw_caps(s, "caps", c->query.caps);
    ui_id_pop();
    if (ui_tree_begin("but not", false, false, c->query.not_caps != 0)) {
        draw_caps(s, "not", c->query.not_caps);
        ui_tree_end();
    }
    draw_zones(s, &c->query);
    int extent = (int)c->query.extent;
    ui_width(150 * ui_scale());
    if (ui_pick("only the", &extent, word_extents, CAPER_EXTENT_COUNT)) {
        studio_do(s, "query extent %s", word_extents[extent]);
    }
    ui_tip("Of what is left, the one body that lies farthest that way.");
    bool segment = c->query.spine_segment;
    if (ui_check("go up to the spine", &segment)) {
        studio_do(s, "query spine_segment %d", segment);
    }
    ui_tip("Shoulders instead of hands, hips instead of feet.");
    ui_same_line();
    if (ui_button("Mirror", 0)) {
        studio_do(s, "query_mirror");
    }
    ui_tip("Exchange left and right.");
}

static void pick_mode(studio *s, const char *label, const char *field, int value,
                      const char *const *words, const char *const *about, int count)
{
    ui_width(150 * ui_scale());
    if (ui_pick(label, &value, words, count)) {
        studio_do(s, "mode %s %s", field, words[value]);
    }
    if (about) {
        ui_text_wrap(COLOR_DIM, about[value]);
    }
}

static void check_mode(studio *s, const char *label, const char *field, bool value, const char *tip)
{
    if (ui_check(label, &value)) {
        studio_do(s, "mode %s %d", field, value);
    }
    ui_tip(tip);
}

static void draw_mode(studio *s, const caper_channel *c)
{
    if (!ui_header("What matters", true)) {
        return;
    }
    pick_mode(s, "position", "position", (int)c->mode.position, word_frames, word_frames_about,
              CAPER_FRAME_COUNT);
    pick_mode(s, "rotation", "rotation", (int)c->mode.rotation, word_frames, word_frames_about,
              CAPER_FRAME_COUNT);
    pick_mode(s, "scale", "scale", (int)c->mode.scale, word_scales, word_scales_about,
              CAPER_SCALE_COUNT);
    check_mode(s, "ground", "ground", c->mode.ground,
               "Heights go from rest (0) to the ground (1): a pound hits it on every body.");
    ui_same_line();
    check_mode(s, "sagittal", "sagittal", c->mode.sagittal,
               "Sides go from rest (0) to the middle plane (1): a clap meets on every body.");
    ui_same_line();
    check_mode(s, "direction", "direction", c->mode.direction,
               "Turn toward the target, but do not stretch to it: a punch.");
    pick_mode(s, "point", "point", (int)c->mode.point, word_points, NULL, CAPER_POINT_COUNT);
    ui_tip("Which point of the body the position is about.");
}

static void draw_aim(studio *s, const caper_channel *c)
{
    int kind = (int)c->aim.kind;
    ui_width(150 * ui_scale());
    if (ui_pick("aims at", &kind, word_aims, CAPER_AIM_COUNT)) {
        if (kind == CAPER_AIM_BODIES) {
            studio_do(s, "aim bodies mouth");
        } else if (kind == CAPER_AIM_GROUP) {
            studio_do(s, "aim group %s", action_quote(c->group ? c->group : "group"));
        } else {
            studio_do(s, "aim %s", word_aims[kind]);
        }
        return;
    }
    ui_tip("For the frames secondary, look, surface and reach.");
    static char name[64];
    if (c->aim.kind == CAPER_AIM_TARGET || c->aim.kind == CAPER_AIM_GROUP) {
        const char *now = c->aim.kind == CAPER_AIM_TARGET ? c->aim.target : c->aim.group;
        snprintf(name, sizeof name, "%s", now ? now : "");
        ui_width(150 * ui_scale());
        if (ui_field("name##aim", "name", name, sizeof name) && name[0]) {
            studio_do(s, "aim %s %s", word_aims[c->aim.kind], action_quote(name));
        }
    }
}

static void draw_sharing(studio *s, const caper_channel *c)
{
    if (!ui_header("Who plays it", true)) {
        return;
    }
    static char group[64], blend[64];
    int mirroring = (int)c->mirroring, priority = c->priority;
    ui_width(150 * ui_scale());
    if (ui_pick("mirrored on", &mirroring, word_mirrorings, CAPER_MIRROR_COUNT)) {
        studio_do(s, "channel_set mirroring %s", word_mirrorings[mirroring]);
    }
    ui_tip("sides: bodies on the right play the mirror image. none: all play the same.");
    snprintf(group, sizeof group, "%s", c->group ? c->group : "");
    ui_width(150 * ui_scale());
    if (ui_field("variants", "all bodies at once", group, sizeof group)) {
        studio_do(s, "channel_set group %s", action_quote(group));
    }
    ui_tip("A name here makes it play on one body at a time: each choice is a variant. Channels of "
           "one name vary together.");
    snprintf(blend, sizeof blend, "%s", c->blend ? c->blend : "");
    ui_width(150 * ui_scale());
    if (ui_field("blend group", "owns alone", blend, sizeof blend)) {
        studio_do(s, "channel_set blend %s", action_quote(blend));
    }
    ui_tip("Channels of one blend group share bodies, mixed by their weights.");
    ui_width(150 * ui_scale());
    if (ui_number("priority", &priority, -100, 100) && priority != c->priority) {
        studio_do(s, "channel_set priority %d", priority);
    }
    ui_tip("Higher is asked first.");
}

static void draw_curves(studio *s, const caper_channel *c)
{
    if (!ui_header("Curves", true)) {
        return;
    }
    for (int i = 0; i < c->curve_count; i++) {
        ui_id_push(i);
        if (ui_button("x", 0)) {
            studio_do(s, "curve_remove %d", i);
        }
        ui_same_line();
        ui_text("%s%s%s, %d keys", word_curves[c->curves[i].kind], c->curves[i].deform ? " " : "",
                c->curves[i].deform ? c->curves[i].deform : "", c->curves[i].key_count);
        ui_id_pop();
    }
    static const char *const more[] = {"position",        "rotation",    "position_weight",
                                       "rotation_weight", "deform open", "deform close",
                                       "deform curl"};
    ui_width(150 * ui_scale());
    int pick = ui_choose("##more", "add a curve ...", more, CAPER_COUNT_OF(more));
    if (pick >= 0) {
        studio_do(s, "curve_add %s", more[pick]);
    }
}

static void draw(studio *s)
{
    if (!state_branch(&s->doc.state)) {
        return;
    }
    draw_list(s);
    const caper_channel *c = state_channel(&s->doc.state);
    if (!c) {
        ui_text_wrap(COLOR_DIM, "Select a channel to edit it.");
        return;
    }
    static char name[64];
    snprintf(name, sizeof name, "%s", c->name);
    ui_width(150 * ui_scale());
    if (ui_field("name", "name", name, sizeof name) && name[0] && strcmp(name, c->name) != 0) {
        studio_do(s, "channel_name %s", action_quote(name));
    }
    draw_query(s, c);
    draw_mode(s, c);
    draw_aim(s, c);
    draw_sharing(s, c);
    draw_curves(s, c);
}

const panel panel_channel = {.name = "Channel",
                             .tip = "Which bodies a channel moves, and what matters about it.",
                             .place = PANEL_RIGHT,
                             .draw = draw};
