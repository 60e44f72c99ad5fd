// SPDX-License-Identifier: MIT
// Stride: a clip goes by its feet over the world of the stage, up and down stairs, on every body of
// the cast. Whose skeleton is another gets it retargeted first.
#include "live_panels.h"
#include "panel.h"
#include "wardrobe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PASSES 1000000 // of a clip that does not loop by itself

typedef struct going {
    caper_stride *stride;
    caper_source source;
} going;

static going goings[DOC_MAX_CAST];
static asset *clip;    // of the document, kept while it is worn; NULL: none yet
static live_setup now; // what they go by
static wardrobe clothes;

static bool start(void *self, stage *on_stage, int member, caper_error *error)
{
    (void)self;
    stage_member *m = &on_stage->members[member];
    going *g = &goings[member];
    *g = (going){0};
    if (!clip) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "stride", 0, 0,
                               "found no clip: choose one in the panel Stride");
    }
    const caper_clip *own = wardrobe_fit(&clothes, clip, m->body, error);
    caper_stride_def def = caper_stride_def_default();
    def.drive = now.stride_drive;
    def.rule = now.stride_rule;
    def.climb = now.climb;
    def.keep_stride = now.keep_stride;
    def.keep_pace = now.keep_pace;
    def.character = asset_character(m->body);
    g->stride = own ? caper_stride_create(&def, error) : NULL;
    if (!g->stride) {
        return false;
    }
    if (!caper_actor_add_stride(m->actor, g->stride)) {
        caper_stride_destroy(g->stride);
        g->stride = NULL;
        return caper_error_set(error, CAPER_ERROR_LIMIT, "stride", 0, 0,
                               "the actor takes no further stage");
    }
    caper_root root = m->home;
    root.yaw += now.away ? CAPER_PI : 0;
    caper_actor_set_root(m->actor, root);
    caper_play_def play = caper_play_def_default();
    play.clip = own;
    play.fade_in = play.fade_out = 0;
    play.loops = own->loops ? 0 : PASSES;
    g->source = caper_actor_play(m->actor, &play, error);
    return g->source != 0;
}

static void stop(void *self, stage *on_stage, int member)
{
    (void)self;
    caper_actor *actor = on_stage->members[member].actor;
    caper_actor_stop(actor, 0, 0);
    caper_actor_update(actor, 0, NULL);
    caper_actor_remove_stage(actor, "stride");
    caper_stride_destroy(goings[member].stride);
    goings[member] = (going){0};
}

// Steps that climb take longer.
static void drive(void *self, stage *on_stage, float dt)
{
    (void)self;
    (void)dt;
    for (int i = 0; i < on_stage->count; i++) {
        const going *g = &goings[i];
        if (g->source) {
            caper_actor_adjust(on_stage->members[i].actor, g->source, caper_stride_pace(g->stride),
                               -1, -1);
        }
    }
}

static const stage_driver driver = {
    .name = "stride", .update = drive, .start = start, .stop = stop};

const stage_driver *stride_driver(void)
{
    return &driver;
}

// Clip and choices are the document's; those who go by others begin anew.
static void update(studio *s, float dt)
{
    (void)dt;
    const live_setup *set = &s->doc.state.setup;
    bool same = clip == s->doc.state.stride && now.stride_drive == set->stride_drive &&
                now.stride_rule == set->stride_rule && now.climb == set->climb &&
                now.keep_stride == set->keep_stride && now.keep_pace == set->keep_pace &&
                now.away == set->away;
    if (same) {
        return;
    }
    bool on = s->stage.driver == &driver;
    if (on) {
        stage_drive(&s->stage, NULL);
    }
    if (clip != s->doc.state.stride) {
        wardrobe_clear(&clothes);
        asset_drop(clip);
        clip = asset_keep(s->doc.state.stride);
    }
    now = *set;
    if (on) {
        stage_drive(&s->stage, &driver);
    }
}

static void check_choice(studio *s, const char *label, const char *field, bool value)
{
    if (ui_check(label, &value)) {
        studio_do(s, "stride_set %s %d", field, value);
    }
}

static void draw_choices(studio *s)
{
    const live_setup *set = &s->doc.state.setup;
    static const char *drives[CAPER_STRIDE_DRIVE_COUNT], *rules[CAPER_STRIDE_RULE_COUNT];
    for (int i = 0; i < CAPER_STRIDE_DRIVE_COUNT; i++) {
        drives[i] = caper_stride_drive_name((caper_stride_drive)i);
    }
    for (int i = 0; i < CAPER_STRIDE_RULE_COUNT; i++) {
        rules[i] = caper_stride_rule_name((caper_stride_rule)i);
    }
    int by = (int)set->stride_drive, rule = (int)set->stride_rule;
    float k = ui_scale(), climb = set->climb;
    ui_width(150 * k);
    if (ui_pick("feet move the root", &by, drives, CAPER_STRIDE_DRIVE_COUNT)) {
        studio_do(s, "stride_set drive %s", drives[by]);
    }
    ui_tip("auto: where the clip stays on the spot.");
    ui_width(150 * k);
    if (ui_pick("by the rule", &rule, rules, CAPER_STRIDE_RULE_COUNT)) {
        studio_do(s, "stride_set rule %s", rules[rule]);
    }
    ui_width(150 * k);
    if (ui_slide("highest step, legs", &climb, 0.05f, 0.6f, "%.2f")) {
        studio_do(s, "stride_set climb %.4g", (double)climb);
    }
    ui_tip("Steps that would climb more are made shorter.");
    check_choice(s, "keep the length of steps", "keep_stride", set->keep_stride);
    check_choice(s, "keep the pace", "keep_pace", set->keep_pace);
    check_choice(s, "away from the viewer", "away", set->away);
}

static void draw(studio *s)
{
    bool on = s->stage.driver == &driver;
    float k = ui_scale();
    ui_text_wrap(COLOR_DIM, "A clip goes by its feet over the world: up and down stairs, over "
                            "hills. Stairs are built in the panel Stairs.");
    if (ui_button("Choose a clip ...", 0)) {
        studio_do(s, "ask stride");
    }
    if (clip) {
        ui_text_color(COLOR_SKY, "%s, %.2f s", clip->loaded.clip->name,
                      (double)clip->loaded.clip->duration);
    }
    ui_disable(!clip && !on);
    if (ui_toggle(on ? "Stop" : "Go", on, 120 * k)) {
        studio_do(s, "drive %s", on ? "none" : "stride");
    }
    ui_enable();
    draw_choices(s);
    ui_separator();
    for (int i = 0; on && i < s->stage.count; i++) {
        if (goings[i].stride) {
            caper_stride_report r = caper_stride_report_of(goings[i].stride);
            ui_text_color(COLOR_DIM, "%s: %d steps, %.2f m up, %.2f m down, went %.1f m",
                          asset_character(s->stage.members[i].body)->name, r.steps,
                          (double)r.highest, (double)r.deepest, (double)r.way);
        }
    }
}

static void close(studio *s)
{
    (void)s;
    wardrobe_clear(&clothes);
    asset_drop(clip);
    clip = NULL;
}

const panel panel_stride = {.name = "Stride",
                            .tip = "A clip goes by its feet over the world.",
                            .place = PANEL_RIGHT,
                            .draw = draw,
                            .update = update,
                            .close = close};
