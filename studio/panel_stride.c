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
static asset *clip; // kept; NULL: none yet
static wardrobe clothes;
static caper_stride_def choices;
static bool chosen, away = true; // choices were made; they walk away from the viewer

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
    caper_stride_def def = chosen ? choices : caper_stride_def_default();
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
    root.yaw += away ? CAPER_PI : 0;
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

static void again(studio *s)
{
    if (s->stage.driver == &driver) {
        stage_drive(&s->stage, NULL);
        stage_drive(&s->stage, &driver);
    }
}

bool stride_clip(studio *s, const char *path, caper_error *error)
{
    asset *loaded = asset_load(path, CLI_ASSET_CLIP, error);
    if (!loaded) {
        return false;
    }
    if (!loaded->loaded.character) {
        asset_drop(loaded);
        return caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0,
                               "found no skeleton in it, expected that of who moves");
    }
    bool on = s->stage.driver == &driver;
    if (on) {
        stage_drive(&s->stage, NULL);
    }
    wardrobe_clear(&clothes);
    asset_drop(clip);
    clip = loaded;
    if (on) {
        stage_drive(&s->stage, &driver);
    }
    session_note_recent(s, path);
    return true;
}

static void draw_choices(studio *s)
{
    bool changed = false;
    if (!chosen) {
        chosen = true;
        choices = caper_stride_def_default();
    }
    static const char *drives[CAPER_STRIDE_DRIVE_COUNT], *rules[CAPER_STRIDE_RULE_COUNT];
    for (int i = 0; i < CAPER_STRIDE_DRIVE_COUNT; i++) {
        drives[i] = caper_stride_drive_name((caper_stride_drive)i);
    }
    for (int i = 0; i < CAPER_STRIDE_RULE_COUNT; i++) {
        rules[i] = caper_stride_rule_name((caper_stride_rule)i);
    }
    int by = (int)choices.drive, rule = (int)choices.rule;
    float k = ui_scale();
    ui_width(150 * k);
    changed = ui_pick("feet move the root", &by, drives, CAPER_STRIDE_DRIVE_COUNT) || changed;
    ui_tip("auto: where the clip stays on the spot.");
    ui_width(150 * k);
    changed = ui_pick("by the rule", &rule, rules, CAPER_STRIDE_RULE_COUNT) || changed;
    choices.drive = (caper_stride_drive)by;
    choices.rule = (caper_stride_rule)rule;
    ui_width(150 * k);
    changed = ui_slide("highest step, legs", &choices.climb, 0.05f, 0.6f, "%.2f") || changed;
    ui_tip("Steps that would climb more are made shorter.");
    changed = ui_check("keep the length of steps", &choices.keep_stride) || changed;
    changed = ui_check("keep the pace", &choices.keep_pace) || changed;
    changed = ui_check("away from the viewer", &away) || changed;
    if (changed) {
        again(s);
    }
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
            caper_stride_report r = caper_stride_get_report(goings[i].stride);
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
                            .close = close};
