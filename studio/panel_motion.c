// SPDX-License-Identifier: MIT
// The motion as a whole: name, length, branches and what they ask for, targets, events.
#include "panel.h"
#include "words.h"

#include <stdio.h>
#include <string.h>

static void draw_head(studio *s, const caper_motion *m)
{
    static char name[128], about[256];
    snprintf(name, sizeof name, "%s", m->name);
    ui_width(-1);
    if (ui_field("##name", "name", name, sizeof name) && name[0] && strcmp(name, m->name) != 0) {
        studio_do(s, "motion_name %s", action_quote(name));
    }
    snprintf(about, sizeof about, "%s", m->about);
    ui_width(-1);
    if (ui_field("##about", "what it is, in a sentence", about, sizeof about) &&
        strcmp(about, m->about) != 0) {
        studio_do(s, "motion_about %s", action_quote(about));
    }
    static float duration;
    static bool editing;
    duration = editing ? duration : m->duration;
    ui_width(90 * ui_scale());
    ui_drag("seconds", &duration, 0.01f, 0.05f, 600, "%.2f");
    editing = ui_item_active();
    if (ui_item_done()) {
        studio_do(s, "motion_duration %.6g", (double)duration);
    }
    ui_tip("Longer leaves room at the end; shorter cuts keys off.");
    if (ui_button("slower", 0)) {
        studio_do(s, "motion_stretch %.6g", (double)(m->duration * 1.25f));
    }
    ui_tip("Slower: stretch the motion with all its keys.");
    ui_same_line();
    if (ui_button("faster", 0)) {
        studio_do(s, "motion_stretch %.6g", (double)(m->duration * 0.8f));
    }
    bool loops = m->loops, handed = m->handed;
    if (ui_check("loops", &loops)) {
        studio_do(s, "motion_loops %d", loops);
    }
    ui_same_line();
    if (ui_check("handed", &handed)) {
        studio_do(s, "motion_handed %d", handed);
    }
    ui_tip("Its mirror image is a variant of its own.");
}

static void count_need(studio *s, const char *label, const char *field, int value)
{
    int now = value;
    ui_width(56 * ui_scale());
    if (ui_number(label, &now, 0, 32) && now != value) {
        studio_do(s, "branch_need %s %d", field, now);
    }
}

static void pick_cap(studio *s, const char *label, const char *field, caper_caps caps)
{
    const char *names[CAPER_CAP_COUNT + 1] = {"any"};
    int at = 0;
    for (int i = 0; i < CAPER_CAP_COUNT - 1; i++) {
        names[i + 1] = caper_cap_name(1u << i);
        at = caps == 1u << i ? i + 1 : at;
    }
    ui_width(110 * ui_scale());
    if (ui_pick(label, &at, names, CAPER_CAP_COUNT)) {
        studio_do(s, "branch_need %s %s", field, at == 0 ? "none" : names[at]);
    }
}

static void draw_branches(studio *s, const caper_motion *m)
{
    if (!ui_header("Branches", true)) {
        return;
    }
    for (int i = 0; i < m->branch_count; i++) {
        char label[128];
        int fits = 0;
        for (int k = 0; k < s->stage.count; k++) {
            const caper_binding *b = s->stage.members[k].binding;
            fits += b && b->branch == i;
        }
        snprintf(label, sizeof label, "%d  %s  (%d play it)##%d", i,
                 m->branches[i].name[0] ? m->branches[i].name : "for all", fits, i);
        if (ui_select(label, i == s->doc.state.branch)) {
            studio_do(s, "branch %d", i);
        }
    }
    if (ui_button("Add##branch", 0)) {
        studio_do(s, "branch_add \"branch %d\"", m->branch_count + 1);
    }
    ui_tip("Copies the branch. The first branch whose needs a body meets plays on it.");
    ui_same_line();
    ui_disable(m->branch_count < 2);
    if (ui_button("Remove##branch", 0)) {
        studio_do(s, "branch_remove");
    }
    ui_enable();
    const caper_branch *b = state_branch(&s->doc.state);
    static char name[64];
    snprintf(name, sizeof name, "%s", b->name);
    ui_width(110 * ui_scale());
    if (ui_field("name##branch", "for all", name, sizeof name) && strcmp(name, b->name) != 0) {
        studio_do(s, "branch_name %s", action_quote(name));
    }
    ui_text_color(COLOR_DIM, "It plays on bodies with");
    count_need(s, "legs or more", "min_legs", b->needs.min_legs);
    count_need(s, "graspers or more", "min_graspers", b->needs.min_graspers);
    count_need(s, "that reach the ground", "min_ground_graspers", b->needs.min_ground_graspers);
    pick_cap(s, "there", "with", b->needs.with);
    pick_cap(s, "not there", "without", b->needs.without);
    int answer = (int)b->needs.upright_spine;
    ui_width(110 * ui_scale());
    if (ui_pick("upright spine", &answer, word_answers, CAPER_ANSWER_COUNT)) {
        studio_do(s, "branch_need upright_spine %s", word_answers[answer]);
    }
}

static void draw_targets(studio *s, const caper_motion *m)
{
    if (!ui_header("Targets", m->target_count > 0)) {
        return;
    }
    ui_text_wrap(COLOR_DIM, "In bounds of the body: 0 is its middle, 1 its left, top, front.");
    for (int i = 0; i < m->target_count; i++) {
        const caper_target_default *t = &m->targets[i];
        float at[3] = {t->at.x, t->at.y, t->at.z};
        ui_id_push(i);
        ui_text("%s", t->name);
        ui_width(-1);
        if (ui_drag3("##at", at, 0.01f)) {
            studio_do(s, "target %s %.6g %.6g %.6g", action_quote(t->name), (double)at[0],
                      (double)at[1], (double)at[2]);
        }
        ui_id_pop();
    }
    static char name[64];
    ui_width(-1);
    if (ui_field("##target", "name of a new target", name, sizeof name) && name[0]) {
        studio_do(s, "target %s 0 0 2", action_quote(name));
        name[0] = 0;
    }
}

static void draw_events(studio *s, const caper_motion *m)
{
    if (!ui_header("Events", m->event_count > 0)) {
        return;
    }
    for (int i = 0; i < m->event_count; i++) {
        const caper_event *e = &m->events[i];
        ui_id_push(i);
        if (ui_button("x", 0)) {
            studio_do(s, "event_remove %d", i);
        }
        ui_same_line();
        char label[128];
        snprintf(label, sizeof label, "%.2f s  %s%s%s", (double)e->time, e->name,
                 e->channel ? " of " : "", e->channel ? e->channel : "");
        if (ui_select(label, false)) {
            studio_do(s, "time %.6g", (double)e->time);
        }
        ui_id_pop();
    }
    static char name[64];
    ui_width(-1);
    if (ui_field("##event", "name of an event at this time", name, sizeof name) && name[0]) {
        studio_do(s, "event_add %s", action_quote(name));
        name[0] = 0;
    }
}

static void draw(studio *s)
{
    const caper_motion *m = state_motion(&s->doc.state);
    if (m) {
        draw_head(s, m);
        draw_branches(s, m);
        draw_targets(s, m);
        draw_events(s, m);
    }
}

const panel panel_motion = {.name = "Motion",
                            .tip = "Name, length, branches, targets and events of the motion.",
                            .place = PANEL_LEFT,
                            .draw = draw};
