// SPDX-License-Identifier: MIT
// The dope sheet: a row for each channel, a diamond for each key. Keys are picked, boxed, dragged
// in time, and scaled by the ends of their selection.
#include "panel.h"
#include "timeline.h"

#include <math.h>
#include <stdio.h>

typedef struct grip {
    int what;     // 0 nothing, 1 a box, 2 keys, 3 the end of the selection
    float x, y;   // where it was taken
    float time;   // of the mouse then
    float done;   // by how much keys were moved or scaled so far
    float pivot;  // of scaling
    float length; // of the selection then
} grip;

static grip g;

static void diamond(float x, float y, float r, uint32_t color)
{
    float xy[8] = {x, y - r, x + r, y, x, y + r, x - r, y};
    ui_quad(xy, color);
}

// Draw the keys of a channel; the one under the mouse is found.
static bool draw_row(const studio *s, const timeline *t, int channel, float y, float height,
                     bool hovered, key_id *found)
{
    const doc_state *d = &s->doc.state;
    const caper_channel *c = &state_branch(d)->channels[channel];
    ui_mouse m = ui_get_mouse();
    bool any = false;
    float k = ui_scale(), middle = y + height / 2;
    for (int i = 0; i < c->curve_count; i++) {
        const caper_curve *curve = &c->curves[i];
        for (int j = 0; j < curve->key_count; j++) {
            key_id id = {(int16_t)channel, (int16_t)i, j};
            float x = timeline_x(t, curve->keys[j].time);
            bool on = state_has_key(d, id);
            bool near = hovered && fabsf(m.x - x) < 6 * k && fabsf(m.y - middle) < height / 2;
            diamond(x, middle, (near ? 6 : 5) * k, 0xff14171a);
            diamond(x, middle, (near ? 5 : 4) * k,
                    on                                       ? COLOR_YELLOW
                    : curve->keys[j].ease == CAPER_EASE_HOLD ? COLOR_PINK
                    : channel == d->channel                  ? COLOR_ORANGE
                                                             : COLOR_DIM);
            if (near) {
                any = true;
                *found = id;
            }
        }
    }
    return any;
}

// First and last time of the selection.
static bool selection_range(const doc_state *d, float *first, float *last)
{
    *first = INFINITY;
    *last = -INFINITY;
    for (int i = 0; i < d->key_count; i++) {
        const caper_curve *curve = state_curve(d, d->keys[i].channel, d->keys[i].curve);
        *first = caper_min(*first, curve->keys[d->keys[i].key].time);
        *last = caper_max(*last, curve->keys[d->keys[i].key].time);
    }
    return d->key_count > 1 && *last - *first > 1e-3f;
}

static void take(studio *s, const timeline *t, float top, float row, bool on_key, key_id key)
{
    const doc_state *d = &s->doc.state;
    ui_mouse m = ui_get_mouse();
    float first, last, k = ui_scale();
    bool several = selection_range(d, &first, &last);
    bool at_first = several && fabsf(m.x - timeline_x(t, first)) < 4 * k && m.ctrl;
    bool at_last = several && fabsf(m.x - timeline_x(t, last)) < 4 * k && m.ctrl;
    g = (grip){.x = m.x, .y = m.y, .time = timeline_time(t, m.x)};
    if (at_first || at_last) {
        g.what = 3;
        g.pivot = at_first ? last : first;
        g.length = at_first ? first - last : last - first;
        g.done = 1;
    } else if (on_key) {
        g.what = 2;
        if (!state_has_key(d, key)) {
            studio_do(s, "key_pick %d %d %d %d", key.channel, key.curve, key.key, m.shift);
        }
        if (key.channel != d->channel) {
            studio_do(s, "channel %d", key.channel);
        }
    } else {
        g.what = 1;
    }
    (void)top;
    (void)row;
}

static void let_go(studio *s, const timeline *t, float top, float row)
{
    ui_mouse m = ui_get_mouse();
    if (g.what == 1 && (fabsf(m.x - g.x) > 3 || fabsf(m.y - g.y) > 3)) {
        float a = timeline_time(t, caper_min(m.x, g.x)), b = timeline_time(t, caper_max(m.x, g.x));
        int first = (int)floorf((caper_min(m.y, g.y) - top) / row);
        int last = (int)floorf((caper_max(m.y, g.y) - top) / row);
        studio_do(s, "keys_box %.6g %.6g %d %d %d", (double)a, (double)b, first < 0 ? 0 : first,
                  last, m.shift);
    } else if (g.what == 1) {
        int at = (int)floorf((m.y - top) / row);
        if (s->doc.state.key_count > 0) {
            studio_do(s, "keys_none");
        } else if (at >= 0 && at < state_branch(&s->doc.state)->channel_count) {
            studio_do(s, "channel %d", at);
        }
    }
    g.what = 0;
}

static void pull(studio *s, const timeline *t)
{
    ui_mouse m = ui_get_mouse();
    float now = timeline_time(t, m.x);
    if (g.what == 2) {
        float by = now - g.time;
        by = s->look.snap ? floorf(by * s->look.rate + 0.5f) / s->look.rate : by;
        if (fabsf(by - g.done) > 1e-4f && fabsf(m.x - g.x) > 2) {
            studio_do(s, "key_move %.6g", (double)(by - g.done));
            g.done = by;
        }
    } else if (g.what == 3) {
        float factor = (now - g.pivot) / g.length;
        factor = caper_clamp(factor, 0.05f, 20);
        if (fabsf(factor / g.done - 1) > 1e-3f) {
            studio_do(s, "key_scale %.6g %.6g", (double)g.pivot, (double)(factor / g.done));
            g.done = factor;
        }
    }
}

static void draw_box(void)
{
    ui_mouse m = ui_get_mouse();
    if (g.what == 1) {
        ui_rect r = {caper_min(g.x, m.x), caper_min(g.y, m.y), fabsf(m.x - g.x), fabsf(m.y - g.y)};
        ui_fill(r, 0x3056b4e9, 0);
        ui_frame(r, COLOR_SKY, 0);
    }
}

static void draw(studio *s)
{
    const doc_state *d = &s->doc.state;
    const caper_branch *b = state_branch(d);
    if (!b) {
        return;
    }
    timeline_transport(s);
    float width, height, k = ui_scale();
    float row = 19 * k;
    ui_child_begin("rows", 0, 0);
    ui_room(&width, &height); // beside the bar that scrolls it
    float need = 22 * k + row * (float)b->channel_count;
    ui_canvas canvas = ui_canvas_begin("dope", width, caper_max(height, need));
    timeline t = timeline_make(s, canvas.rect, 130 * k);
    float top = timeline_ruler(s, &t, canvas.hovered);
    ui_mouse m = ui_get_mouse();
    bool below = m.y > t.rect.y + top && m.x > t.rect.x + t.left;
    bool on_key = false;
    key_id key = {0};
    for (int i = 0; i < b->channel_count; i++) {
        float y = t.rect.y + top + row * (float)i;
        ui_rect line = {t.rect.x, y, t.rect.w, row - 1};
        ui_fill(line, i == d->channel ? 0xff2d3a45 : i % 2 ? 0xff272a30 : 0xff2a2e34, 0);
        ui_clip((ui_rect){t.rect.x, y, t.left - 6 * k, row});
        ui_write(t.rect.x + 6 * k, y + 2 * k, i == d->channel ? COLOR_TEXT : COLOR_DIM,
                 b->channels[i].name);
        ui_unclip();
        ui_clip((ui_rect){t.rect.x + t.left, y, t.rect.w - t.left, row});
        key_id found;
        if (draw_row(s, &t, i, y, row, canvas.hovered && below, &found)) {
            on_key = true;
            key = found;
        }
        ui_unclip();
    }
    timeline_cursor(s, &t, top);
    float rows = t.rect.y + top;
    if (canvas.hovered && m.pressed[0] && m.y > rows) {
        if (below) {
            take(s, &t, rows, row, on_key, key);
        } else {
            int at = (int)((m.y - rows) / row);
            if (at >= 0 && at < b->channel_count) {
                studio_do(s, "channel %d", at);
            }
        }
    }
    if (g.what && m.down[0]) {
        pull(s, &t);
        draw_box();
    } else if (g.what) {
        let_go(s, &t, rows, row);
    }
    timeline_navigate(s, &t, canvas.hovered);
    ui_canvas_end();
    ui_child_end();
}

const panel panel_dope = {.name = "Dope sheet",
                          .tip = "Keys of all channels over time. Drag to move, drag a box to "
                                 "select, Ctrl+drag an end of the selection to scale.",
                          .place = PANEL_BOTTOM,
                          .draw = draw};
