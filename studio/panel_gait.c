// SPDX-License-Identifier: MIT
// Gait: drive the cast with the keyboard or a pad, mix styles, bend the path of a foot and how
// parameters go with speed. What is set is the document's; here is a copy of what they walk by.
#include "live_panels.h"
#include "panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct walk {
    caper_gait *gait;
    caper_source source;
} walk;

static walk walks[DOC_MAX_CAST];
static caper_gait_style shipped[SETUP_STYLES];
static live_setup now; // what they walk by
static bool loaded;
static float forward, left;
static bool by_hand; // told by an action, not by keys

static void load_styles(void)
{
    if (loaded) {
        return;
    }
    loaded = true;
    setup_default(&now);
    for (int i = 0; i < SETUP_STYLES; i++) {
        char name[64], path[2300];
        snprintf(name, sizeof name, "gaits/%s.gait.json", setup_styles[i]);
        if (!cli_data_path(name, path, sizeof path) ||
            !caper_gait_style_load(path, NULL, &shipped[i], NULL)) {
            shipped[i] = caper_gait_style_neutral();
        }
    }
}

static bool start(void *self, stage *on_stage, int member, caper_error *error)
{
    (void)self;
    stage_member *m = &on_stage->members[member];
    load_styles();
    caper_gait_layer layers[SETUP_STYLES];
    int count = 0;
    for (int i = 0; i < SETUP_STYLES; i++) {
        if (now.styles[i] > 0.01f) {
            layers[count++] = (caper_gait_layer){&shipped[i], now.styles[i], -1};
        }
    }
    caper_gait_def def = caper_gait_def_default();
    def.character = asset_character(m->body);
    def.style = &now.gait;
    def.layers = layers;
    def.layer_count = count;
    walks[member].gait = caper_gait_create(&def, error);
    caper_play_def play = caper_play_def_default();
    play.gait = walks[member].gait;
    play.fade_in = 0;
    walks[member].source = walks[member].gait ? caper_actor_play(m->actor, &play, error) : 0;
    return walks[member].source != 0;
}

static void stop(void *self, stage *on_stage, int member)
{
    (void)self;
    stage_member *m = &on_stage->members[member];
    caper_actor_stop(m->actor, 0, 0);
    caper_actor_update(m->actor, 0, NULL); // lets go of the gait
    caper_gait_destroy(walks[member].gait);
    walks[member] = (walk){0};
}

static caper_vec3 direction; // world, length up to 1

static void drive(void *self, stage *on_stage, float dt)
{
    (void)self;
    (void)dt;
    for (int i = 0; i < on_stage->count; i++) {
        if (walks[i].source) {
            float speed = caper_gait_speed(walks[i].gait, now.froude);
            caper_walk_command command = {caper_vec3_scale(direction, speed), NAN};
            caper_actor_command(on_stage->members[i].actor, walks[i].source, &command);
        }
    }
}

static const stage_driver driver = {.name = "gait", .update = drive, .start = start, .stop = stop};

const stage_driver *gait_driver(void)
{
    return &driver;
}

void gait_walk(float to_front, float to_left)
{
    forward = caper_clamp(to_front, -1, 1);
    left = caper_clamp(to_left, -1, 1);
    by_hand = true;
}

static void read_keys(void)
{
    static const char *const names[] = {"Up", "Down", "Left", "Right"};
    bool down[4];
    for (int i = 0; i < 4; i++) {
        down[i] = ui_key_down(ui_key(names[i]));
        by_hand = by_hand && !down[i];
    }
    if (!by_hand) {
        forward = (float)down[0] - (float)down[1];
        left = (float)down[2] - (float)down[3];
    }
    float x, y, rx, ry;
    if (ui_gamepad(&x, &y, &rx, &ry) && (x != 0 || y != 0)) {
        forward = -y;
        left = -x;
    }
}

// Away from the viewer is forward.
static void update(studio *s, float dt)
{
    (void)dt;
    load_styles();
    const live_setup *set = &s->doc.state.setup;
    bool stale = memcmp(&now.gait, &set->gait, sizeof now.gait) != 0 ||
                 memcmp(now.styles, set->styles, sizeof now.styles) != 0;
    now = *set;
    if (s->stage.driver != &driver) {
        return;
    }
    read_keys();
    caper_vec3 away = caper_vec3_sub(s->camera.target, s->camera.eye);
    away.y = 0;
    away = caper_vec3_normalize_or(away, caper_vec3_make(0, 0, -1));
    caper_vec3 side = caper_vec3_make(away.z, 0, -away.x);
    direction = caper_vec3_add(caper_vec3_scale(away, forward), caper_vec3_scale(side, left));
    float n = caper_vec3_length(direction);
    direction = n > 1 ? caper_vec3_scale(direction, 1 / n) : direction;
    if (stale) { // styles are part of a gait: all walk anew
        stage_drive(&s->stage, NULL);
        stage_drive(&s->stage, &driver);
    }
}

// The path of a foot in flight, its points draggable.
static void draw_path(studio *s)
{
    static int held = -1;
    const caper_gait_style *gait = &s->doc.state.setup.gait;
    float width, height, k = ui_scale();
    ui_room(&width, &height);
    ui_text_color(COLOR_DIM, "path of a foot, lift-off to landing");
    ui_canvas c = ui_canvas_begin("path", width, 90 * k);
    ui_fill(c.rect, COLOR_DARK, 3);
    ui_mouse m = ui_get_mouse();
    float xy[2 * CAPER_GAIT_MAX_PATH];
    float left_x = c.rect.x + 10 * k, wide = c.rect.w - 20 * k;
    float low_y = c.rect.y + c.rect.h - 14 * k, high = (c.rect.h - 28 * k) / 1.25f;
    held = m.down[0] ? held : -1;
    for (int i = 0; i < gait->path_count; i++) {
        xy[2 * i] = left_x + wide * gait->path[i].forward;
        xy[2 * i + 1] = low_y - high * gait->path[i].up;
        bool ends = i == 0 || i == gait->path_count - 1;
        bool near = c.hovered && !ends && hypotf(m.x - xy[2 * i], m.y - xy[2 * i + 1]) < 8 * k;
        held = near && m.pressed[0] ? i : held;
        if (held == i && (m.dx != 0 || m.dy != 0)) {
            studio_do(s, "gait_foot %d %.4g %.4g", i, (double)((m.x - left_x) / wide),
                      (double)((low_y - m.y) / high));
        }
    }
    ui_path(xy, gait->path_count, COLOR_SKY, 2 * k, false);
    for (int i = 0; i < gait->path_count; i++) {
        ui_disc(xy[2 * i], xy[2 * i + 1], 4.5f * k, held == i ? COLOR_YELLOW : COLOR_ORANGE);
    }
    ui_canvas_end();
}

// Parameters over the speed: curves of the active character with its styles, and the points of the
// gait under them, draggable. Across is the speed, so the root of the Froude number.
static const struct {
    const char *name;
    uint32_t color;
    float most; // at the top
} drawn[] = {{"duty", COLOR_ORANGE, 1}, {"stride", COLOR_SKY, 4}, {"lift", COLOR_GREEN, 0.35f}};

#define FASTEST 3.2f // Froude number at the right: the last key of the gait of animals

static float across(ui_rect r, float froude)
{
    return r.x + r.w * sqrtf(froude / FASTEST);
}

static void draw_curves(const caper_gait *gait, ui_rect r)
{
    float xy[CAPER_COUNT_OF(drawn)][2 * 40];
    for (int i = 0; i < 40; i++) {
        float share = (float)i / 39;
        caper_gait_key key = caper_gait_params(gait, 0, FASTEST * share * share);
        for (int n = 0; n < CAPER_COUNT_OF(drawn); n++) {
            float value = *setup_param(&key, drawn[n].name) / drawn[n].most;
            xy[n][2 * i] = r.x + r.w * share;
            xy[n][2 * i + 1] = r.y + r.h * (1 - caper_clamp(value, 0, 1));
        }
    }
    for (int n = 0; n < CAPER_COUNT_OF(drawn); n++) {
        ui_path(xy[n], 40, drawn[n].color, 1.8f * ui_scale(), false);
    }
}

static void drag_points(studio *s, int feet, ui_canvas c)
{
    static int held_key = -1, held_param;
    const caper_gait_table *table = &s->doc.state.setup.gait.feet[feet - 1];
    ui_mouse m = ui_get_mouse();
    float k = ui_scale();
    held_key = m.down[0] ? held_key : -1;
    for (int i = 0; i < table->key_count; i++) {
        for (int n = 0; n < CAPER_COUNT_OF(drawn); n++) {
            caper_gait_key key = table->keys[i];
            float x = across(c.rect, key.froude);
            float value = *setup_param(&key, drawn[n].name) / drawn[n].most;
            float y = c.rect.y + c.rect.h * (1 - caper_clamp(value, 0, 1));
            if (c.hovered && m.pressed[0] && hypotf(m.x - x, m.y - y) < 6 * k) {
                held_key = i;
                held_param = n;
            }
            bool held = held_key == i && held_param == n;
            if (held && m.dy != 0) {
                float share = 1 - (m.y - c.rect.y) / c.rect.h;
                studio_do(s, "gait_param %d %d %s %.4g", feet, i, drawn[n].name,
                          (double)(caper_clamp(share, 0, 1) * drawn[n].most));
            }
            ui_disc(x, y, (held ? 5 : 3.5f) * k, held ? COLOR_YELLOW : drawn[n].color);
        }
    }
}

static void draw_params(studio *s)
{
    int member = s->doc.state.member;
    const caper_gait *gait = member >= 0 ? walks[member].gait : NULL;
    const caper_character *who = state_character(&s->doc.state, member);
    const caper_gait_group *groups = NULL;
    int feet = who ? who->leg_count : 0;
    if (gait && caper_gait_groups(gait, &groups) > 0) {
        feet = groups[0].leg_count;
    }
    feet = feet > CAPER_GAIT_MAX_FEET ? CAPER_GAIT_MAX_FEET : feet;
    if (feet < 1) {
        return;
    }
    float width, height, k = ui_scale();
    ui_room(&width, &height);
    ui_text_color(COLOR_DIM, "of %d feet, by speed:", feet);
    for (int n = 0; n < CAPER_COUNT_OF(drawn); n++) {
        ui_same_line();
        ui_text_color(drawn[n].color, "%s", drawn[n].name);
    }
    ui_tip("Drag the points. Lengths are in legs; the curves are those of the active character.");
    ui_canvas c = ui_canvas_begin("params", width, 96 * k);
    ui_fill(c.rect, COLOR_DARK, 3);
    if (gait) {
        draw_curves(gait, c.rect);
    }
    drag_points(s, feet, c);
    float x = across(c.rect, s->doc.state.setup.froude);
    ui_line(x, c.rect.y, x, c.rect.y + c.rect.h, COLOR_TEXT, 1);
    ui_canvas_end();
}

static void draw(studio *s)
{
    bool on = s->stage.driver == &driver;
    load_styles();
    if (ui_toggle(on ? "Stop walking" : "Walk", on, 120 * ui_scale())) {
        studio_do(s, "drive %s", on ? "none" : "gait");
    }
    ui_text_wrap(COLOR_DIM, "Arrow keys or a pad walk the whole cast, away from you and to the "
                            "sides. Pick stairs or hills as the world at the left.");
    ui_width(150 * ui_scale());
    float froude = s->doc.state.setup.froude;
    if (ui_slide("speed (Froude)", &froude, 0.01f, 1.2f, "%.2f")) {
        studio_do(s, "gait_speed %.4g", (double)froude);
    }
    ui_tip("v squared over g times leg length: at 0.5 a walk becomes a run, whatever the size.");
    ui_text_color(COLOR_DIM, "styles");
    for (int i = 0; i < SETUP_STYLES; i++) {
        float weight = s->doc.state.setup.styles[i];
        ui_width(150 * ui_scale());
        if (ui_slide(setup_styles[i], &weight, 0, 1, "%.2f")) {
            studio_do(s, "gait_style %s %.3g", setup_styles[i], (double)weight);
        }
    }
    draw_path(s);
    draw_params(s);
    live_record(s);
    static char path[256] = "mine.gait.json";
    ui_width(150 * ui_scale());
    ui_field("##style", "NAME.gait.json", path, sizeof path);
    ui_same_line();
    if (ui_button("Save style", 0)) {
        studio_do(s, "gait_save %s", action_quote(path));
    }
}

const panel panel_gait = {.name = "Gait",
                          .tip = "Walk the cast with the keyboard or a pad; styles.",
                          .place = PANEL_RIGHT,
                          .draw = draw,
                          .update = update};
