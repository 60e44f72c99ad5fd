// SPDX-License-Identifier: MIT
// The judge's panels. "Judge": a strip over time for each character on the stage, with a mark where
// something is wrong; a click goes there. "Grid": the motion on every body that ships with Caper.
#include "judge.h"
#include "panel.h"
#include "timeline.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static judgement cast, grid;
static bool automatic = true;
static unsigned seen_version;
static double seen_clock;

static void judge_cast(studio *s)
{
    asset *bodies[DOC_MAX_CAST];
    int variants[DOC_MAX_CAST];
    for (int i = 0; i < s->doc.state.cast_count; i++) {
        bodies[i] = s->doc.state.cast[i].body;
        variants[i] = s->doc.state.cast[i].variant;
    }
    judge_start(&cast, s, bodies, variants, s->doc.state.cast_count);
}

// Is what was judged still what is on the stage?
static bool is_current(const studio *s)
{
    bool same = cast.motion == s->doc.state.motion && cast.world == s->doc.state.world &&
                cast.count == s->doc.state.cast_count;
    for (int i = 0; same && i < cast.count; i++) {
        same = cast.list[i].body == s->doc.state.cast[i].body &&
               cast.list[i].variant == s->doc.state.cast[i].variant;
    }
    return same;
}

// When nothing was edited for a moment.
static void update(studio *s, float dt)
{
    (void)dt;
    judge_update(&cast);
    judge_update(&grid);
    if (seen_version != s->doc.version) {
        seen_version = s->doc.version;
        seen_clock = s->clock;
    }
    if (automatic && panel_is_front("Judge") && !cast.running && s->clock - seen_clock > 0.4 &&
        s->gesture == 0 && !is_current(s)) {
        judge_cast(s);
    }
}

static uint32_t color_of(const verdict *v)
{
    return v->state == VERDICT_WAITS                                           ? COLOR_DIM
           : v->state == VERDICT_FAILED                                        ? COLOR_PINK
           : v->report && v->report->grade < CAPER_GRADE_FAIL && v->unmet == 0 ? COLOR_GREEN
                                                                               : COLOR_RED;
}

// The marks of one character; a click on one goes to its frame and body.
static void draw_strip(studio *s, const timeline *t, int index, ui_rect row, bool hovered)
{
    const verdict *v = &cast.list[index];
    ui_mouse m = ui_get_mouse();
    float k = ui_scale(), x0 = timeline_x(t, 0), x1 = timeline_x(t, v->duration);
    ui_rect bar = {x0, row.y + 3 * k, x1 - x0, row.h - 6 * k};
    ui_fill(bar, (color_of(v) & 0xffffff) | 0x50000000, 3);
    if (v->state != VERDICT_DONE) {
        ui_write(x0 + 6 * k, row.y + 2 * k, COLOR_DIM,
                 v->state == VERDICT_WAITS ? "being judged ..." : v->text);
        return;
    }
    const caper_report *r = v->report;
    int near = -1;
    for (int i = 0; i < r->worst_count; i++) {
        const caper_worst *worst = &r->worst[i];
        bool fails = r->measures[worst->metric].gated && !r->measures[worst->metric].pass;
        float x = timeline_x(t, (float)worst->frame / r->rate * v->pace);
        float wide = fails ? 3 * k : 1.5f * k;
        ui_fill((ui_rect){x - wide / 2, bar.y, wide, bar.h}, fails ? COLOR_RED : COLOR_DIM, 0);
        if (hovered && fabsf(m.x - x) < 5 * k && m.y >= row.y && m.y < row.y + row.h &&
            (near < 0 || fails)) {
            near = i;
        }
    }
    if (v->unmet) {
        ui_write(x0 + 6 * k, row.y + 2 * k, COLOR_ORANGE, v->missing);
    }
    if (near >= 0) {
        char text[200];
        const caper_character *c = asset_character(v->body);
        caper_report_text(r, c, near, text, sizeof text);
        float w = ui_write_width(text) + 12 * k;
        float x = caper_min(m.x + 12 * k, t->rect.x + t->rect.w - w);
        ui_over(true);
        ui_fill((ui_rect){x, row.y - 20 * k, w, 18 * k}, 0xf0202328, 3);
        ui_write(x + 6 * k, row.y - 19 * k, COLOR_TEXT, text);
        ui_over(false);
        if (m.pressed[0]) {
            const caper_worst *worst = &r->worst[near];
            studio_do(s, "play 0");
            studio_do(s, "time %.6g", (double)((float)worst->frame / r->rate * v->pace));
            studio_do(s, "active %d %s", index,
                      action_quote(worst->body >= 0 ? c->bodies[worst->body].name : "none"));
        }
    }
}

static void draw_names(studio *s, const timeline *t, int index, ui_rect row, bool hovered)
{
    const verdict *v = &cast.list[index];
    ui_mouse m = ui_get_mouse();
    float k = ui_scale();
    ui_disc(t->rect.x + 9 * k, row.y + row.h / 2, 4 * k, color_of(v));
    ui_clip((ui_rect){row.x, row.y, t->left - 4 * k, row.h});
    ui_write(t->rect.x + 18 * k, row.y + 2 * k, COLOR_TEXT, asset_character(v->body)->name);
    float x = t->rect.x + 18 * k + ui_write_width(asset_character(v->body)->name) + 8 * k;
    ui_write(x, row.y + 2 * k, COLOR_DIM, v->state == VERDICT_DONE ? v->text : "");
    ui_unclip();
    if (hovered && m.pressed[0] && m.x < t->rect.x + t->left && m.y >= row.y &&
        m.y < row.y + row.h && index < s->doc.state.cast_count) {
        const caper_report *r = v->report;
        studio_do(s, "active %d", index);
        if (r && r->seen >= 0) {
            studio_do(s, "time %.6g", (double)((float)r->worst[r->seen].frame / r->rate * v->pace));
        }
    }
}

static void draw(studio *s)
{
    if (ui_button("Judge now", 0)) {
        judge_cast(s);
    }
    ui_same_line();
    ui_check("when I stop editing", &automatic);
    ui_tip("Records the motion on every character of the cast and measures it in the background.");
    ui_same_line();
    ui_align();
    if (cast.count > 0) {
        ui_text_color(cast.passed == cast.done ? COLOR_GREEN : COLOR_ORANGE,
                      "%d of %d judged, %d good%s", cast.done, cast.count, cast.passed,
                      is_current(s) ? "" : "   (of an earlier state)");
    } else {
        ui_text_color(COLOR_DIM, "Marks show what is wrong and when; click one to go there.");
    }
    float width, height, k = ui_scale(), row = 20 * k;
    ui_room(&width, &height);
    ui_child_begin("strips", 0, 0);
    float need = 22 * k + row * (float)cast.count;
    ui_canvas canvas = ui_canvas_begin("judge", width, caper_max(height, need));
    timeline t = timeline_make(s, canvas.rect, 0.42f * width);
    float top = timeline_ruler(s, &t, canvas.hovered);
    for (int i = 0; i < cast.count; i++) {
        ui_rect r = {t.rect.x, t.rect.y + top + row * (float)i, t.rect.w, row - 1};
        ui_fill(r, i % 2 ? 0xff272a30 : 0xff2a2e34, 0);
        draw_names(s, &t, i, r, canvas.hovered);
        draw_strip(s, &t, i, r, canvas.hovered);
    }
    timeline_cursor(s, &t, top);
    ui_canvas_end();
    ui_child_end();
}

static void close_both(studio *s)
{
    (void)s;
    judge_clear(&cast);
    judge_clear(&grid);
}

// --- grid ----------------------------------------------------------------------------------------

// Every body that ships, and some that nobody planned.
static void judge_all(studio *s)
{
    asset *bodies[JUDGE_MAX];
    int variants[JUDGE_MAX], count = 0;
    char **paths;
    int found = cli_data_list("characters", ".character.json", &paths);
    for (int i = 0; i < found && count < JUDGE_MAX - 8; i++) {
        bodies[count] = asset_load(paths[i], CAPER_ASSET_CHARACTER, NULL);
        variants[count] = 0;
        count += bodies[count] != NULL;
    }
    cli_free_paths(paths, found);
    for (int i = 0; i < 8; i++) {
        char name[32];
        snprintf(name, sizeof name, "random:%d", 101 + i);
        bodies[count] = asset_load(name, CAPER_ASSET_CHARACTER, NULL);
        variants[count] = 0;
        count += bodies[count] != NULL;
    }
    judge_start(&grid, s, bodies, variants, count);
    for (int i = 0; i < count; i++) {
        asset_drop(bodies[i]);
    }
}

static void draw_cell(studio *s, const verdict *v, int index)
{
    char label[96];
    snprintf(label, sizeof label, "%s##%d", asset_character(v->body)->name, index);
    ui_swatch(color_of(v));
    ui_same_line();
    ui_align();
    if (ui_select(label, false)) {
        studio_do(s, "cast_add %s", action_quote(v->body->name));
        studio_do(s, "frame");
    }
    char tip[460];
    snprintf(tip, sizeof tip, "%s%s%s\nClick: put it on the stage.", v->text,
             v->missing[0] ? "\n" : "", v->missing);
    ui_tip(tip);
}

static void draw_grid(studio *s)
{
    if (ui_button("Try it on every body", 0)) {
        judge_all(s);
    }
    ui_tip("All characters that ship with Caper and eight random ones, judged in the background.");
    ui_same_line();
    ui_align();
    ui_text_color(COLOR_DIM, "%d of %d judged, %d good%s", grid.done, grid.count, grid.passed,
                  grid.count && grid.motion != s->doc.state.motion ? "   (of an earlier state)"
                                                                   : "");
    ui_child_begin("bodies", 0, 0);
    int columns = 6;
    if (grid.count > 0 && ui_table_begin("grid", columns, false)) {
        for (int i = 0; i < columns; i++) {
            ui_table_column("", 0);
        }
        for (int i = 0; i < grid.count; i++) {
            ui_table_cell();
            draw_cell(s, &grid.list[i], i);
        }
        ui_table_end();
    }
    ui_child_end();
}

const panel panel_judge = {.name = "Judge",
                           .tip = "What is wrong with the motion, on whom and when.",
                           .place = PANEL_BOTTOM,
                           .draw = draw,
                           .update = update,
                           .close = close_both};
const panel panel_grid = {.name = "Grid",
                          .tip = "The motion on every body there is.",
                          .place = PANEL_BOTTOM,
                          .draw = draw_grid};
