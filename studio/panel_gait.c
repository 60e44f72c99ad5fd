// SPDX-License-Identifier: MIT
// Gait: drive the cast with the keyboard or a pad, mix styles, bend the path of a foot, and see how
// parameters go with speed.
#include "live_panels.h"
#include "panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define STYLES 5

typedef struct walk {
    caper_gait *gait;
    caper_source source;
} walk;

static walk walks[DOC_MAX_CAST];
static const char *const style_names[STYLES] = {"hop", "limp", "lumber", "prance", "sneak"};
static caper_gait_style base, styles[STYLES];
static float weights[STYLES];
static bool loaded, stale;
static float froude = 0.2f, forward, left;
static bool by_hand; // told by an action, not by keys

static void load_styles(void)
{
    if (loaded) {
        return;
    }
    loaded = true;
    base = caper_gait_style_default();
    for (int i = 0; i < STYLES; i++) {
        char name[64], path[2300];
        snprintf(name, sizeof name, "gaits/%s.gait.json", style_names[i]);
        if (!cli_data_path(name, path, sizeof path) ||
            !caper_gait_style_load(path, NULL, &styles[i], NULL)) {
            styles[i] = caper_gait_style_neutral();
        }
    }
}

static bool start(void *self, stage *on_stage, int member, caper_error *error)
{
    (void)self;
    stage_member *m = &on_stage->members[member];
    load_styles();
    caper_gait_layer layers[STYLES];
    int count = 0;
    for (int i = 0; i < STYLES; i++) {
        if (weights[i] > 0.01f) {
            layers[count++] = (caper_gait_layer){&styles[i], weights[i], -1};
        }
    }
    caper_gait_def def = caper_gait_def_default();
    def.character = asset_character(m->body);
    def.style = &base;
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
            float speed = caper_gait_speed(walks[i].gait, froude);
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

bool gait_style(const char *name, float weight, caper_error *error)
{
    for (int i = 0; i < STYLES; i++) {
        if (strcmp(style_names[i], name) == 0) {
            weights[i] = caper_clamp(weight, 0, 1);
            stale = true;
            return true;
        }
    }
    return caper_error_set(error, CAPER_ERROR_INVALID, "gait_style", 0, 0,
                           "found '%.30s', expected hop, limp, lumber, prance or sneak", name);
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
        stale = false;
        stage_drive(&s->stage, NULL);
        stage_drive(&s->stage, &driver);
    }
}

// The path of a foot in flight, its points draggable.
static void draw_path(void)
{
    static int held = -1;
    float width, height, k = ui_scale();
    ui_room(&width, &height);
    ui_text_color(COLOR_DIM, "path of a foot, lift-off to landing");
    ui_canvas c = ui_canvas_begin("path", width, 90 * k);
    ui_fill(c.rect, COLOR_DARK, 3);
    ui_mouse m = ui_get_mouse();
    float xy[2 * CAPER_GAIT_MAX_PATH];
    held = m.down[0] ? held : -1;
    for (int i = 0; i < base.path_count; i++) {
        caper_gait_path_key *key = &base.path[i];
        float x = c.rect.x + 10 * k + (c.rect.w - 20 * k) * key->forward;
        float y = c.rect.y + c.rect.h - 14 * k - (c.rect.h - 28 * k) * key->up / 1.25f;
        bool ends = i == 0 || i == base.path_count - 1;
        bool near = c.hovered && !ends && hypotf(m.x - x, m.y - y) < 8 * k;
        held = near && m.pressed[0] ? i : held;
        if (held == i && (m.dx != 0 || m.dy != 0)) {
            float low = base.path[i - 1].forward, high = base.path[i + 1].forward;
            key->forward = caper_clamp((m.x - c.rect.x - 10 * k) / (c.rect.w - 20 * k), low, high);
            key->up = caper_clamp(
                (c.rect.y + c.rect.h - 14 * k - m.y) / (c.rect.h - 28 * k) * 1.25f, 0, 1.25f);
            stale = true;
        }
        xy[2 * i] = x;
        xy[2 * i + 1] = y;
    }
    ui_path(xy, base.path_count, COLOR_SKY, 2 * k, false);
    for (int i = 0; i < base.path_count; i++) {
        ui_disc(xy[2 * i], xy[2 * i + 1], 4.5f * k, held == i ? COLOR_YELLOW : COLOR_ORANGE);
    }
    ui_canvas_end();
}

// Duty and stride of the active character over its speeds.
static void draw_params(const studio *s)
{
    int member = s->doc.state.member;
    const caper_gait *gait = member >= 0 ? walks[member].gait : NULL;
    if (!gait) {
        return;
    }
    float width, height, k = ui_scale();
    ui_room(&width, &height);
    ui_text_color(COLOR_DIM, "by speed:");
    ui_same_line();
    ui_text_color(COLOR_ORANGE, "duty");
    ui_same_line();
    ui_text_color(COLOR_SKY, "stride");
    ui_same_line();
    ui_text_color(COLOR_GREEN, "lift");
    ui_canvas c = ui_canvas_begin("params", width, 80 * k);
    ui_fill(c.rect, COLOR_DARK, 3);
    static const uint32_t colors[] = {COLOR_ORANGE, COLOR_SKY, COLOR_GREEN};
    float xy[3][2 * 40];
    for (int i = 0; i < 40; i++) {
        caper_gait_key p = caper_gait_params(gait, 0, 1.2f * (float)i / 39);
        const float v[3] = {p.duty, p.stride / 4, p.lift * 3};
        for (int n = 0; n < 3; n++) {
            xy[n][2 * i] = c.rect.x + c.rect.w * (float)i / 39;
            xy[n][2 * i + 1] = c.rect.y + c.rect.h * (1 - caper_clamp(v[n], 0, 1));
        }
    }
    for (int n = 0; n < 3; n++) {
        ui_path(xy[n], 40, colors[n], 1.8f * k, false);
    }
    float x = c.rect.x + c.rect.w * froude / 1.2f;
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
    ui_slide("speed (Froude)", &froude, 0.01f, 1.2f, "%.2f");
    ui_tip("v squared over g times leg length: at 0.5 a walk becomes a run, whatever the size.");
    ui_text_color(COLOR_DIM, "styles");
    for (int i = 0; i < STYLES; i++) {
        float weight = weights[i];
        ui_width(150 * ui_scale());
        if (ui_slide(style_names[i], &weight, 0, 1, "%.2f")) {
            studio_do(s, "gait_style %s %.3g", style_names[i], (double)weight);
        }
    }
    draw_path();
    draw_params(s);
    live_record(s);
    static char path[256] = "mine.gait.json";
    ui_width(150 * ui_scale());
    ui_field("##style", "NAME.gait.json", path, sizeof path);
    ui_same_line();
    if (ui_button("Save style", 0)) {
        caper_error error = {0};
        bool good = caper_gait_style_save(&base, path, &error);
        studio_say(s, !good, "%s%s", good ? "saved " : "", good ? path : error.message);
    }
}

const panel panel_gait = {.name = "Gait",
                          .tip = "Walk the cast with the keyboard or a pad; styles.",
                          .place = PANEL_RIGHT,
                          .draw = draw,
                          .update = update};
