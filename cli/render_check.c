// SPDX-License-Identifier: MIT
// The picture of a report: what was judged as a film strip, with the worst frames in red, and the
// curves of the report over the same time below it.
#include "render_check.h"

#include "render_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 8
#define CELL (PAGE_WIDTH / CELLS)
#define CAPTION 40    // pixels under a cell: time, and what is wrong
#define HEAD 64       // the verdict
#define CURVE 84      // height of a curve with its name
#define CURVE_NAME 20 // of it
#define MARK 0xe5534b
#define LINE 0x3b6fb5
#define GATE 0xd9a441
#define GROUND 0xf4f5f7

typedef struct check_cell {
    float time;
    int worst; // in the report, or -1
} check_cell;

static caper_render_item item_at(const check_picture *p, float time, caper_pose *model)
{
    caper_render_item item = page_item(p->who->character, p->clip, time, model);
    item.skins = p->who->import ? p->who->import->skins : NULL;
    item.skin_count = p->who->import ? p->who->import->skin_count : 0;
    item.limbs = p->who->tagged;
    return item;
}

// Where the middle of a pose is over the ground: each cell follows it.
static caper_vec3 center_of(const check_picture *p, const caper_render_item *item)
{
    caper_vec3 at = item->root.position;
    if (item->model) {
        int root = p->who->character->root_body;
        at = caper_transform_mul_point(item->root, item->model->bodies[root].position);
    }
    at.y = 0;
    return at;
}

// Even times over the clip; the cell nearest to a worst frame shows that one.
static void choose_cells(const check_picture *p, check_cell cells[CELLS])
{
    const caper_report *r = p->report;
    float from = (float)r->first_frame / r->rate;
    float length = (float)(r->frame_count - 1) / r->rate;
    for (int i = 0; i < CELLS; i++) {
        cells[i] = (check_cell){from + length * (float)i / (CELLS - 1), -1};
    }
    for (int pass = 0; pass < 2; pass++) { // what a person sees first has the first choice
        for (int w = 0; w < r->worst_count; w++) {
            bool first = w == r->seen;
            if (r->measures[r->worst[w].metric].pass || first != (pass == 0)) {
                continue;
            }
            float time = (float)r->worst[w].frame / r->rate;
            int cell = length > 0 ? (int)((time - from) / length * (CELLS - 1) + 0.5f) : 0;
            cell = cell < 0 ? 0 : cell >= CELLS ? CELLS - 1 : cell;
            if (cells[cell].worst < 0) {
                cells[cell] = (check_cell){time, w};
            }
        }
    }
}

static bool fit_camera(const check_picture *p, const check_cell *cells, caper_camera *camera)
{
    point_list list = {0};
    bool good = true;
    for (int i = 0; i < CELLS && good; i++) {
        caper_pose model;
        caper_render_item item = item_at(p, cells[i].time, &model);
        good = page_add_points(&list, &item, center_of(p, &item), true);
        caper_pose_destroy(&model, NULL);
    }
    caper_view view = caper_view_default();
    view.aspect = 1;
    view.fov = 0.36f;
    good = good && page_fit(&list, &view, CELL, CELL, 0, camera);
    free(list.points);
    return good;
}

static void draw_frame(caper_picture *page, int x, int y)
{
    caper_picture_fill(page, x + 1, y, CELL - 2, 3, MARK);
    caper_picture_fill(page, x + 1, y + CELL - 3, CELL - 2, 3, MARK);
    caper_picture_fill(page, x + 1, y, 3, CELL, MARK);
    caper_picture_fill(page, x + CELL - 4, y, 3, CELL, MARK);
}

static void caption_cell(const check_picture *p, caper_picture *page, const check_cell *cell, int x,
                         int y)
{
    char text[48];
    bool bad = cell->worst >= 0;
    snprintf(text, sizeof text, "%.2f s", (double)cell->time);
    caper_text_style style = page_style(13, bad ? MARK : PAGE_PALE_INK, CAPER_TEXT_CENTER);
    caper_picture_text(page, (float)x + 0.5f * CELL, (float)y + 14, &style, text);
    if (bad) {
        const caper_worst *w = &p->report->worst[cell->worst];
        snprintf(text, sizeof text, "%s%s%.20s", caper_metric_name(w->metric),
                 w->body >= 0 ? ", " : "",
                 w->body >= 0 ? p->who->character->bodies[w->body].name : "");
        caper_picture_text(page, (float)x + 0.5f * CELL, (float)y + 32, &style, text);
    }
}

static bool draw_strip(const check_picture *p, caper_renderer *renderer, caper_picture *page,
                       caper_error *error)
{
    check_cell cells[CELLS];
    caper_camera camera;
    caper_picture cell = caper_picture_create(CELL, CELL, 0xffffff, NULL);
    choose_cells(p, cells);
    bool good = cell.pixels && fit_camera(p, cells, &camera);
    for (int i = 0; i < CELLS && good; i++) {
        caper_pose model;
        caper_render_item item = item_at(p, cells[i].time, &model);
        caper_vec3 at = center_of(p, &item);
        caper_render_scene scene = caper_render_scene_default();
        scene.items = &item;
        scene.item_count = 1;
        scene.world = p->world;
        scene.camera = camera;
        scene.camera.eye = caper_vec3_add(camera.eye, at);
        scene.camera.target = caper_vec3_add(camera.target, at);
        scene.labels = false;
        good = caper_render(renderer, &scene, &cell, error);
        caper_pose_destroy(&model, NULL);
        caper_picture_paste(page, &cell, i * CELL, HEAD);
        if (cells[i].worst >= 0) {
            draw_frame(page, i * CELL, HEAD);
        }
        caption_cell(p, page, &cells[i], i * CELL, HEAD + CELL);
    }
    caper_picture_destroy(&cell, NULL);
    return good;
}

// --- curves ------------------------------------------------------------------------------------

// A curve that says something: not all of it is missing or 0.
static bool is_told(const caper_report_curve *c, int frames)
{
    for (int i = 0; i < frames; i++) {
        if (isfinite(c->values[i]) && c->values[i] != 0) {
            return true;
        }
    }
    return false;
}

static void curve_range(const caper_report_curve *c, int frames, float *low, float *high)
{
    *low = 0;
    *high = 0;
    for (int i = 0; i < frames; i++) {
        if (isfinite(c->values[i])) {
            *low = fminf(*low, c->values[i]);
            *high = fmaxf(*high, c->values[i]);
        }
    }
    if (isfinite(c->gate_min)) {
        *low = fminf(*low, 1.2f * c->gate_min);
    }
    if (isfinite(c->gate_max)) {
        *high = fmaxf(*high, 1.2f * c->gate_max);
    }
    *high = *high > *low ? *high : *low + 1;
}

static void draw_curve(const check_picture *p, const caper_report_curve *c, caper_picture *page,
                       int top)
{
    const caper_report *r = p->report;
    int height = CURVE - CURVE_NAME - 6, y0 = top + CURVE_NAME, frames = r->frame_count;
    float low, high;
    char text[96];
    curve_range(c, frames, &low, &high);
    float scale = (float)height / (high - low);
    caper_picture_fill(page, 0, y0, PAGE_WIDTH, height, GROUND);
    caper_picture_fill(page, 0, y0 + (int)((high - 0) * scale), PAGE_WIDTH, 1, 0xc3c7cf);
    const float gates[2] = {c->gate_min, c->gate_max};
    for (int g = 0; g < 2; g++) {
        for (int x = 0; isfinite(gates[g]) && x < PAGE_WIDTH; x += 12) {
            caper_picture_fill(page, x, y0 + (int)((high - gates[g]) * scale), 7, 1, GATE);
        }
    }
    for (int x = 0; x < PAGE_WIDTH; x++) {
        int from = (int)((double)x * (frames - 1) / PAGE_WIDTH);
        int to = (int)((double)(x + 1) * (frames - 1) / PAGE_WIDTH);
        float least = INFINITY, most = -INFINITY;
        for (int i = from; i <= to && i < frames; i++) {
            if (isfinite(c->values[i])) {
                least = fminf(least, c->values[i]);
                most = fmaxf(most, c->values[i]);
            }
        }
        if (most >= least) {
            int a = y0 + (int)((high - most) * scale), b = y0 + (int)((high - least) * scale);
            caper_picture_fill(page, x, a, 1, b - a + 2, LINE);
        }
    }
    for (int w = 0; w < r->worst_count; w++) {
        if (r->worst[w].metric == c->metric && !r->measures[c->metric].pass && frames > 1) {
            int x = (r->worst[w].frame - r->first_frame) * (PAGE_WIDTH - 1) / (frames - 1);
            caper_picture_fill(page, x, y0, 2, height, MARK);
        }
    }
    snprintf(text, sizeof text, "%s, %s: %.3g to %.3g", c->name, c->unit, (double)low,
             (double)high);
    caper_text_style style =
        page_style(13, r->measures[c->metric].pass ? PAGE_PALE_INK : MARK, CAPER_TEXT_LEFT);
    caper_picture_text(page, 6, (float)(top + CURVE_NAME - 5), &style, text);
}

bool check_draw(const check_picture *p, const char *path, caper_error *error)
{
    const caper_report *r = p->report;
    int curves = 0;
    for (int i = 0; i < r->curve_count; i++) {
        curves += is_told(&r->curves[i], r->frame_count);
    }
    int height = HEAD + CELL + CAPTION + curves * CURVE;
    caper_renderer *renderer = page_open_renderer(error);
    caper_picture page = caper_picture_create(PAGE_WIDTH, height, 0xffffff, NULL);
    bool good = renderer && page.pixels;
    if (good) {
        char text[256];
        caper_text_style style = page_style(19, PAGE_INK, CAPER_TEXT_LEFT);
        snprintf(text, sizeof text, "%.90s", p->name);
        caper_picture_text(&page, 8, 24, &style, text);
        style = page_style(19, r->grade < CAPER_GRADE_FAIL ? 0x2e8b57 : MARK, CAPER_TEXT_LEFT);
        snprintf(text, sizeof text, "%s (%s): %s", caper_grade_name(r->grade),
                 caper_origin_name(r->origin), r->verdict);
        caper_picture_text(&page, 8, 50, &style, text);
        good = draw_strip(p, renderer, &page, error);
    }
    int top = HEAD + CELL + CAPTION;
    for (int i = 0; i < r->curve_count && good; i++) {
        if (is_told(&r->curves[i], r->frame_count)) {
            draw_curve(p, &r->curves[i], &page, top);
            top += CURVE;
        }
    }
    good = good && caper_picture_save(&page, path, error);
    if (good) {
        cli_wrote(path, "%d frames judged", r->frame_count);
    }
    caper_picture_destroy(&page, NULL);
    caper_renderer_destroy(renderer);
    return good;
}
