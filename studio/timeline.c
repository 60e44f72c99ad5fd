// SPDX-License-Identifier: MIT
#include "timeline.h"

#include "words.h"

#include <math.h>
#include <stdio.h>

timeline timeline_make(const studio *s, ui_rect rect, float left)
{
    const caper_motion *m = state_motion(&s->doc.state);
    timeline t = {.rect = rect, .left = left, .from = s->look.from, .to = s->look.to};
    if (t.to <= t.from) {
        t.from = -0.02f * m->duration;
        t.to = 1.02f * m->duration;
    }
    return t;
}

float timeline_x(const timeline *t, float seconds)
{
    float width = t->rect.w - t->left;
    return t->rect.x + t->left + width * (seconds - t->from) / (t->to - t->from);
}

float timeline_time(const timeline *t, float x)
{
    return t->from + (x - t->rect.x - t->left) / (t->rect.w - t->left) * (t->to - t->from);
}

// A step of 1, 2 or 5 times a power of ten whose marks are at least so far apart.
static float step_of(float seconds)
{
    float power = 1e-3f;
    static const float steps[] = {1, 2, 5};
    for (; power < 1e6f; power *= 10) {
        for (int i = 0; i < 3; i++) {
            if (steps[i] * power >= seconds) {
                return steps[i] * power;
            }
        }
    }
    return power;
}

static float snapped(const studio *s, float time)
{
    return s->look.snap ? floorf(time * s->look.rate + 0.5f) / s->look.rate : time;
}

// An event is taken by its mark and dragged along; true while one is held.
static bool drag_event(studio *s, const timeline *t, ui_rect ruler, bool hovered)
{
    static int held = -1;
    const caper_motion *motion = state_motion(&s->doc.state);
    ui_mouse m = ui_get_mouse();
    float k = ui_scale();
    held = m.down[0] && held < motion->event_count ? held : -1;
    for (int i = 0; i < motion->event_count && hovered && ui_inside(ruler, m.x, m.y); i++) {
        float x = timeline_x(t, motion->events[i].time);
        if (fabsf(m.x - x) < 5 * k && m.y > ruler.y + ruler.h - 9 * k) {
            held = m.pressed[0] ? i : held;
            ui_write(x + 7 * k, ruler.y + 2 * k, COLOR_PINK, motion->events[i].name);
        }
    }
    if (held >= 0 && m.dx != 0) {
        studio_do(s, "event_move %d %.6g", held, (double)snapped(s, timeline_time(t, m.x)));
    }
    return held >= 0;
}

float timeline_ruler(studio *s, const timeline *t, bool hovered)
{
    const caper_motion *motion = state_motion(&s->doc.state);
    float k = ui_scale(), height = 20 * k;
    ui_rect r = {t->rect.x + t->left, t->rect.y, t->rect.w - t->left, height};
    ui_fill((ui_rect){t->rect.x, t->rect.y, t->rect.w, height}, COLOR_DARK, 0);
    ui_clip(r);
    float x0 = timeline_x(t, 0), x1 = timeline_x(t, motion->duration);
    ui_fill((ui_rect){x0, r.y, x1 - x0, height}, 0xff2f343b, 0);
    float step = step_of(64 * k * (t->to - t->from) / r.w);
    float first = floorf(t->from / step);
    int most = (int)(r.w / (64 * k)) + 2;
    for (int i = 0; i < most && (first + (float)i) * step < t->to; i++) {
        float at = (first + (float)i) * step;
        float x = timeline_x(t, at);
        char text[32];
        snprintf(text, sizeof text, "%.*f", step < 0.1f ? 2 : 1, (double)at);
        ui_line(x, r.y + height - 6 * k, x, r.y + height, COLOR_DIM, 1);
        float wide = ui_write_width(text) + 3 * k; // the last one stands before its mark
        ui_write(x + wide > r.x + r.w ? x - wide : x + 3 * k, r.y + 2 * k, COLOR_DIM, text);
    }
    for (int i = 0; i < motion->event_count; i++) {
        float x = timeline_x(t, motion->events[i].time);
        ui_triangle(x, r.y + height, x - 5 * k, r.y + height - 8 * k, x + 5 * k,
                    r.y + height - 8 * k, COLOR_PINK);
    }
    ui_unclip();
    static bool held;
    ui_mouse m = ui_get_mouse();
    if (drag_event(s, t, r, hovered)) {
        return height;
    }
    if (hovered && m.pressed[0] && ui_inside(r, m.x, m.y)) {
        held = true;
    }
    held = held && m.down[0];
    if (held) {
        float time = snapped(s, caper_clamp(timeline_time(t, m.x), 0, motion->duration));
        if (time != s->doc.state.time || s->playing) {
            if (s->playing) {
                studio_do(s, "play 0");
            }
            studio_do(s, "time %.6g", (double)time);
        }
    }
    return height;
}

void timeline_cursor(const studio *s, const timeline *t, float top)
{
    float x = timeline_x(t, s->doc.state.time), k = ui_scale();
    if (x < t->rect.x + t->left || x > t->rect.x + t->rect.w) {
        return;
    }
    ui_line(x, t->rect.y + top, x, t->rect.y + t->rect.h, COLOR_SKY, 1.5f * k);
    ui_triangle(x - 6 * k, t->rect.y + top - 9 * k, x + 6 * k, t->rect.y + top - 9 * k, x,
                t->rect.y + top, COLOR_SKY);
    char text[32];
    snprintf(text, sizeof text, "%.2f s", (double)s->doc.state.time);
    float w = ui_write_width(text) + 8 * k;
    float left = x + 8 * k + w > t->rect.x + t->rect.w ? x - w - 8 * k : x + 8 * k;
    ui_fill((ui_rect){left, t->rect.y + 1, w, ui_write_height() + 2 * k}, COLOR_BLUE, 3);
    ui_write(left + 4 * k, t->rect.y + 2 * k, COLOR_TEXT, text);
}

// No further than the time line goes.
static void go_to(studio *s, float from, float to)
{
    if (to - from > LOOK_MIN_SPAN && from > -LOOK_MAX_TIME && to < LOOK_MAX_TIME) {
        studio_do(s, "range %.9g %.9g", (double)from, (double)to);
    }
}

void timeline_navigate(studio *s, const timeline *t, bool hovered)
{
    ui_mouse m = ui_get_mouse();
    static bool held;
    held = (held || (hovered && m.pressed[2])) && m.down[2];
    if (hovered && m.wheel != 0 && !m.shift) {
        float at = timeline_time(t, m.x), factor = expf(-0.15f * caper_clamp(m.wheel, -6, 6));
        float from = at + (t->from - at) * factor, to = at + (t->to - at) * factor;
        go_to(s, from, to);
    } else if (held && m.dx != 0) {
        float by = -m.dx * (t->to - t->from) / (t->rect.w - t->left);
        go_to(s, t->from + by, t->to + by);
    }
}

void timeline_transport(studio *s)
{
    float k = ui_scale();
    if (ui_button("|<", 26 * k)) {
        studio_do(s, "time 0");
    }
    ui_tip("To the start.");
    ui_same_line();
    if (ui_button("<", 22 * k)) {
        studio_do(s, "step -1");
    }
    ui_tip("One frame back.");
    ui_same_line();
    if (ui_toggle(s->playing ? "Stop" : "Play", s->playing, 50 * k)) {
        studio_do(s, "play");
    }
    ui_same_line();
    if (ui_button(">", 22 * k)) {
        studio_do(s, "step 1");
    }
    ui_tip("One frame on.");
    ui_same_line();
    if (ui_toggle("Loop", s->look.loop, 0)) {
        studio_do(s, "show loop");
    }
    ui_tip("Begin again at the end.");
    ui_same_line();
    float speed = s->look.speed;
    ui_width(84 * k);
    if (ui_slide("##speed", &speed, 0.1f, 4, "%.1f x")) {
        studio_do(s, "speed %.3g", (double)speed);
    }
    ui_tip("Speed of playing.");
    ui_same_line();
    if (ui_button("Key", 0)) {
        studio_do(s, "key");
    }
    ui_tip("A key at this time for all curves of the channel.");
    ui_same_line();
    if (ui_toggle("Autokey", s->look.autokey, 0)) {
        studio_do(s, "show autokey");
    }
    ui_tip("A pose becomes a key at once.");
    ui_same_line();
    if (ui_toggle("Snap", s->look.snap, 0)) {
        studio_do(s, "show snap");
    }
    ui_tip("Times to frames, moves to 5 cm, turns to 15 degrees.");
    ui_same_line();
    ui_disable(s->doc.state.key_count == 0);
    ui_width(84 * k);
    int ease = ui_choose("##ease", "ease ...", word_eases, CAPER_EASE_COUNT);
    if (ease >= 0) {
        studio_do(s, "key_ease %s", word_eases[ease]);
    }
    ui_tip("How the curves go on after the selected keys.");
    ui_same_line();
    static const struct {
        const char *label, *action, *tip;
    } buttons[] = {{"Copy", "key_copy", "Copy the selected keys."},
                   {"Mirror", "key_mirror", "Exchange left and right in the selected keys."},
                   {"Reverse", "key_reverse", "Play the selected keys backward."},
                   {"Delete", "key_delete", "Delete the selected keys."}};
    for (int i = 0; i < CAPER_COUNT_OF(buttons); i++) {
        if (ui_button(buttons[i].label, 0)) {
            studio_do(s, "%s", buttons[i].action);
        }
        ui_tip(buttons[i].tip);
        ui_same_line();
    }
    ui_enable();
    ui_disable(s->copied_count == 0);
    if (ui_button("Paste", 0)) {
        studio_do(s, "key_paste");
    }
    ui_tip("Put copied keys at this time.");
    ui_enable();
    ui_same_line();
    if (ui_button("All", 0)) {
        studio_do(s, "range 0 0");
    }
    ui_tip("See the whole motion.");
}
