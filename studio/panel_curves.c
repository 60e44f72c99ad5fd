// SPDX-License-Identifier: MIT
// The curve editor: the curves of the channel over time, in general numbers or, specialized onto
// the active body, in metres. Keys are dragged, tangents by their handles.
#include "panel.h"
#include "timeline.h"
#include "words.h"

#include <math.h>
#include <stdio.h>

#define SAMPLES 200
#define BOX_CURVES (ACTION_MAX_ARGS - 5) // of one box: what a line takes beside name and window

static const uint32_t colors[4] = {COLOR_RED, COLOR_GREEN, COLOR_SKY, COLOR_YELLOW};
static const char *const letters[] = {"x", "y", "z", "w"};

typedef struct grip {
    bool held, tangent, box;
    int component;
    float x, y, moved, raised;
} grip;

static grip g;
static unsigned shown = 1; // which curves of the channel, by bits

typedef struct scale {
    float low, high; // values that are seen
    ui_rect rect;
} scale;

static float value_y(const scale *v, float value)
{
    return v->rect.y + v->rect.h * (v->high - value) / (v->high - v->low);
}

// Special values: where the channel alone puts the active body.
static bool special_value(studio *s, float time, float out[4])
{
    static caper_goal goals[CAPER_MAX_BODIES];
    const doc_state *d = &s->doc.state;
    const stage_member *m = &s->stage.members[d->member];
    int strand = stage_strand(m, d->channel, d->body);
    caper_motion_job job = stage_job(&s->stage, m, time, goals);
    caper_place place;
    caper_transform at;
    if (strand < 0 || !caper_motion_place(&job, strand, &place, &at)) {
        return false;
    }
    out[0] = at.position.x;
    out[1] = at.position.y;
    out[2] = at.position.z;
    out[3] = 0;
    return true;
}

static bool is_special(const studio *s, const caper_curve *curve)
{
    const doc_state *d = &s->doc.state;
    return s->look.special && curve->kind == CAPER_CURVE_POSITION && d->member >= 0 &&
           d->member < s->stage.count && s->stage.members[d->member].binding;
}

static void sample(studio *s, const caper_curve *curve, float time, float out[4])
{
    if (!is_special(s, curve) || !special_value(s, time, out)) {
        caper_curve_sample(curve, time, out, NULL);
    }
}

static bool is_shown(int curve)
{
    return curve < 32 && (shown >> curve & 1);
}

// All values of the curves that are shown.
static scale find_scale(studio *s, const caper_channel *channel, ui_rect rect)
{
    const caper_motion *m = state_motion(&s->doc.state);
    scale v = {INFINITY, -INFINITY, rect};
    for (int n = 0; n < channel->curve_count; n++) {
        const caper_curve *curve = &channel->curves[n];
        for (int i = 0; is_shown(n) && i <= 60; i++) {
            float at[4];
            sample(s, curve, m->duration * (float)i / 60, at);
            for (int k = 0; k < draft_curve_width(curve->kind); k++) {
                v.low = caper_min(v.low, at[k]);
                v.high = caper_max(v.high, at[k]);
            }
        }
    }
    float margin = caper_max(0.12f * (v.high - v.low), 0.05f);
    v.low -= margin;
    v.high += margin;
    return v;
}

static void draw_grid(const scale *v, const timeline *t)
{
    float step = 0.01f;
    while ((v->high - v->low) / step > 8) {
        step *= (fabsf(log10f(step) - floorf(log10f(step) + 0.5f)) < 0.01f) ? 2.5f : 2.0f;
    }
    float first = ceilf(v->low / step);
    for (int i = 0; i <= 8 && (first + (float)i) * step < v->high; i++) {
        float at = (first + (float)i) * step;
        float y = value_y(v, at);
        char text[24];
        snprintf(text, sizeof text, "%.3g", fabsf(at) < 1e-5f ? 0.0 : (double)at);
        ui_line(t->rect.x + t->left, y, t->rect.x + t->rect.w, y,
                fabsf(at) < 1e-5f ? 0xff5a616b : COLOR_LINE, 1);
        ui_write(t->rect.x + t->left - ui_write_width(text) - 6 * ui_scale(),
                 y - ui_write_height() / 2, COLOR_DIM, text);
    }
}

static void draw_curve(studio *s, const caper_curve *curve, const scale *v, const timeline *t)
{
    int width = draft_curve_width(curve->kind);
    static float xy[4][2 * SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        float time = t->from + (t->to - t->from) * (float)i / (SAMPLES - 1);
        float at[4];
        sample(s, curve, time, at);
        for (int k = 0; k < width; k++) {
            xy[k][2 * i] = timeline_x(t, time);
            xy[k][2 * i + 1] = value_y(v, at[k]);
        }
    }
    for (int k = 0; k < width; k++) {
        ui_path(xy[k], SAMPLES, width == 1 ? COLOR_ORANGE : colors[k], 1.8f * ui_scale(), false);
    }
}

// A handle of a selected key: takes the tangent by the mouse.
static void draw_handle(studio *s, const timeline *t, const scale *v, const caper_key *key,
                        int component, float x, float y, bool hovered)
{
    float k = ui_scale(), reach = 34 * k;
    float per_x = (t->rect.w - t->left) / (t->to - t->from);
    float per_y = v->rect.h / (v->high - v->low);
    float dx = per_x, dy = -key->out[component] * per_y;
    float n = hypotf(dx, dy);
    float hx = x + reach * dx / n, hy = y + reach * dy / n;
    ui_mouse m = ui_get_mouse();
    bool near = hovered && hypotf(m.x - hx, m.y - hy) < 7 * k;
    ui_line(x, y, hx, hy, COLOR_TEXT, 1);
    ui_disc(hx, hy, (near ? 5 : 4) * k, COLOR_TEXT);
    if (near && m.pressed[0]) {
        g = (grip){.held = true, .tangent = true, .component = component, .x = x, .y = y};
    }
    if (g.held && g.tangent && g.component == component && (m.dx != 0 || m.dy != 0)) {
        float along = caper_max(m.x - x, 2 * k) / per_x;
        studio_do(s, "key_tangent %d %.6g", component, (double)(-(m.y - y) / per_y / along));
    }
}

static void draw_keys(studio *s, const caper_curve *curve, int index, const scale *v,
                      const timeline *t, bool hovered)
{
    const doc_state *d = &s->doc.state;
    int width = draft_curve_width(curve->kind);
    ui_mouse m = ui_get_mouse();
    float k = ui_scale();
    bool special = is_special(s, curve);
    for (int i = 0; i < curve->key_count; i++) {
        key_id id = {(int16_t)d->channel, (int16_t)index, i};
        bool on = state_has_key(d, id);
        float at[4];
        sample(s, curve, curve->keys[i].time, at);
        for (int c = 0; c < width; c++) {
            float x = timeline_x(t, curve->keys[i].time), y = value_y(v, at[c]);
            bool near = hovered && !g.held && hypotf(m.x - x, m.y - y) < 7 * k;
            ui_disc(x, y, (near ? 6 : 4.5f) * k, 0xff14171a);
            ui_disc(x, y, (near ? 5 : 3.5f) * k,
                    on           ? COLOR_YELLOW
                    : width == 1 ? COLOR_ORANGE
                                 : colors[c]);
            if (near && m.pressed[0]) {
                if (!on) {
                    studio_do(s, "key_pick %d %d %d %d", id.channel, id.curve, id.key, m.shift);
                }
                g = (grip){.held = true, .component = c, .x = m.x, .y = m.y};
            }
            if (on && !special && curve->kind != CAPER_CURVE_ROTATION && d->key_count == 1) {
                draw_handle(s, t, v, &curve->keys[i], c, x, y, hovered);
            }
        }
    }
}

static void drag_keys(studio *s, const scale *v, const timeline *t, bool special)
{
    ui_mouse m = ui_get_mouse();
    if (!m.down[0]) {
        g.held = false;
    }
    if (!g.held || g.tangent) {
        return;
    }
    float moved = m.x - g.x, raised = m.y - g.y;
    if (fabsf(moved - g.moved) < 0.5f && fabsf(raised - g.raised) < 0.5f) {
        return;
    }
    float seconds = (moved - g.moved) * (t->to - t->from) / (t->rect.w - t->left);
    float value = -(raised - g.raised) * (v->high - v->low) / v->rect.h;
    if (special) { // in metres: times are dragged in general numbers, or in the dope sheet
        studio_do(s, "key_reach %d %.6g", g.component, (double)value);
    } else {
        studio_do(s, "key_shift %d %.6g %.6g", g.component, (double)value,
                  m.shift ? 0.0 : (double)seconds);
    }
    g.moved = moved;
    g.raised = raised;
}

// A box over keys of all curves that are shown.
static void drag_box(studio *s, const scale *v, const timeline *t, bool special, bool free)
{
    ui_mouse m = ui_get_mouse();
    if (free) {
        g = (grip){.box = true, .x = m.x, .y = m.y};
    }
    ui_rect r = {caper_min(g.x, m.x), caper_min(g.y, m.y), fabsf(m.x - g.x), fabsf(m.y - g.y)};
    if (g.box && m.down[0]) {
        ui_fill(r, 0x3056b4e9, 0);
        ui_frame(r, COLOR_SKY, 0);
    } else if (g.box) {
        char line[256];
        bool small = r.w < 3 && r.h < 3;
        double low = (double)(v->high - (v->high - v->low) * (r.y + r.h - v->rect.y) / v->rect.h);
        double high = (double)(v->high - (v->high - v->low) * (r.y - v->rect.y) / v->rect.h);
        int used = snprintf(line, sizeof line, "keys_window %.6g %.6g %.6g %.6g",
                            (double)timeline_time(t, r.x), (double)timeline_time(t, r.x + r.w),
                            special ? -1e9 : low, special ? 1e9 : high);
        for (int i = 0, room = BOX_CURVES; i < 32 && room > 0; i++) {
            room -= is_shown(i);
            used += is_shown(i) ? snprintf(line + used, sizeof line - (size_t)used, " %d", i) : 0;
        }
        g.box = false;
        if (!small) {
            studio_do(s, "%s", line);
        } else if (s->doc.state.key_count > 0) {
            studio_do(s, "keys_none");
        }
    }
}

// The names at the left: a click shows a curve, with Ctrl or Shift one more.
static void draw_names(const caper_channel *c, const timeline *t, float top, bool hovered)
{
    ui_mouse m = ui_get_mouse();
    float k = ui_scale();
    for (int i = 0; i < c->curve_count && i < 32; i++) {
        ui_rect r = {t->rect.x + 2, t->rect.y + top + 4 * k + 17 * k * (float)i, 104 * k, 16 * k};
        char text[64];
        snprintf(text, sizeof text, "%s",
                 c->curves[i].deform ? c->curves[i].deform : word_curves[c->curves[i].kind]);
        if (is_shown(i)) {
            ui_fill(r, 0xff2f5f80, 2);
        }
        ui_write(r.x + 4 * k, r.y + 1, COLOR_TEXT, text);
        if (hovered && m.pressed[0] && ui_inside(r, m.x, m.y)) {
            unsigned bit = 1u << i;
            shown = !m.ctrl && !m.shift ? bit : shown != bit ? shown ^ bit : shown;
        }
    }
}

static void draw(studio *s)
{
    const caper_channel *c = state_channel(&s->doc.state);
    timeline_transport(s);
    if (!c || c->curve_count == 0) {
        ui_text_wrap(COLOR_DIM, "Select a channel with keys to see its curves.");
        return;
    }
    unsigned there = c->curve_count < 32 ? (1u << c->curve_count) - 1 : ~0u;
    shown = shown & there ? shown & there : 1;
    float width, height, k = ui_scale();
    ui_room(&width, &height);
    ui_canvas canvas = ui_canvas_begin("curves", width, height);
    timeline t = timeline_make(s, canvas.rect, 150 * k);
    float top = timeline_ruler(s, &t, canvas.hovered);
    ui_rect area = {t.rect.x + t.left, t.rect.y + top, t.rect.w - t.left, t.rect.h - top};
    static scale held_scale;
    scale v = g.held || g.box ? held_scale : find_scale(s, c, area); // no jump under the mouse
    v.rect = area;
    held_scale = v;
    ui_mouse m = ui_get_mouse();
    draw_names(c, &t, top, canvas.hovered);
    int parts = 0;
    bool turns = false, travels = false;
    for (int i = 0; i < c->curve_count; i++) {
        int own = draft_curve_width(c->curves[i].kind);
        parts = is_shown(i) && own > parts ? own : parts;
        turns = turns || (is_shown(i) && c->curves[i].kind == CAPER_CURVE_ROTATION);
        travels = travels || (is_shown(i) && c->curves[i].kind == CAPER_CURVE_TRAVEL);
    }
    for (int i = 0; parts > 1 && i < parts; i++) {
        const char *last = turns ? "w, yaw" : "yaw"; // the fourth of a way is where it looks
        ui_write(t.rect.x + 6 * k + 20 * k * (float)i, t.rect.y + t.rect.h - 18 * k, colors[i],
                 i == 3 && travels ? last : letters[i]);
    }
    draw_grid(&v, &t);
    ui_clip(area);
    bool special = false, over = canvas.hovered && ui_inside(area, m.x, m.y);
    for (int i = 0; i < c->curve_count; i++) {
        if (is_shown(i)) {
            draw_curve(s, &c->curves[i], &v, &t);
            draw_keys(s, &c->curves[i], i, &v, &t, over);
            special = special || is_special(s, &c->curves[i]);
        }
    }
    timeline_cursor(s, &t, top);
    drag_box(s, &v, &t, special, over && m.pressed[0] && !g.held);
    ui_unclip();
    drag_keys(s, &v, &t, special);
    timeline_navigate(s, &t, canvas.hovered);
    ui_canvas_end();
}

const panel panel_curves = {.name = "Curves",
                            .tip = "The curves of the channel; Ctrl shows several. Drag keys or a "
                                   "box, or the handle of one for its slope; Shift keeps the time.",
                            .place = PANEL_BOTTOM,
                            .draw = draw};
