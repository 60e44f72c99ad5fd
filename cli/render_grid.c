// SPDX-License-Identifier: MIT
// The film strip of a pair of the grid: five poses about the failing frame, which has a red frame.
#include "grid.h"

#include "caper/render.h"
#include "render_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 5
#define CELL 150   // pixels
#define CAPTION 16 // pixels
#define MARK 0xe5534b

static bool load_body(grid_painter *p, const char *name)
{
    if (p->body.character && strcmp(p->last, name) == 0) {
        return true;
    }
    caper_grid_finder finder = grid_finder(p->cast);
    if (p->body.character) {
        finder.release(finder.user, &p->body);
    }
    memset(&p->body, 0, sizeof p->body);
    snprintf(p->last, sizeof p->last, "%s", name);
    return finder.find(finder.user, name, &p->body, NULL);
}

// Who is drawn at a time; the pose is the caller's to free.
static caper_render_item item_at(const grid_painter *p, const caper_grid_take *take, float time,
                                 caper_pose *model)
{
    caper_render_item item = page_item(take->character, take->clip, time, model);
    const cli_asset *asset = p->body.owner;
    if (asset->import && asset->import->skin_count > 0 && !take->own_character) {
        item.skins = asset->import->skins;
        item.skin_count = asset->import->skin_count;
    } else {
        item.limbs = asset->import != NULL;
    }
    return item;
}

// A camera that sees all of the poses, each about its own root.
static bool fit_camera(const grid_painter *p, const caper_grid_take *take, const float *times,
                       caper_camera *camera)
{
    point_list list = {0};
    bool good = true;
    for (int i = 0; i < CELLS && good; i++) {
        caper_pose model;
        caper_render_item item = item_at(p, take, times[i], &model);
        good = page_add_points(&list, &item, item.root.position, true);
        caper_pose_destroy(&model, NULL);
    }
    caper_view view = caper_view_default();
    view.aspect = 1;
    view.fov = 0.36f;
    good = good && page_fit(&list, &view, CELL, CELL, 0, camera);
    free(list.points);
    return good;
}

static void draw_frame(caper_picture *page, int x)
{
    caper_picture_fill(page, x, 0, CELL, 2, MARK);
    caper_picture_fill(page, x, CELL - 2, CELL, 2, MARK);
    caper_picture_fill(page, x, 0, 2, CELL, MARK);
    caper_picture_fill(page, x + CELL - 2, 0, 2, CELL, MARK);
}

// Into `page`, which the caller frees.
static bool draw(grid_painter *p, const caper_grid_take *take, float worst, bool mark,
                 caper_picture *page)
{
    float times[CELLS], duration = take->clip->duration;
    float middle = worst >= 0 ? fminf(worst, duration) : duration / 2;
    float step = fmaxf(duration / 12, 2 / take->clip->rate);
    for (int i = 0; i < CELLS; i++) {
        times[i] = fminf(fmaxf(middle + (float)(i - CELLS / 2) * step, 0), duration);
    }
    caper_camera camera;
    *page = caper_picture_create(CELLS * CELL, CELL + CAPTION, 0xffffff, NULL);
    caper_picture cell = caper_picture_create(CELL, CELL, 0xffffff, NULL);
    bool good = page->pixels && cell.pixels && fit_camera(p, take, times, &camera);
    caper_world_frame frame = {0};
    frame.targets = take->targets;
    frame.target_count = take->target_count;
    for (int i = 0; i < CELLS && good; i++) {
        caper_pose model;
        caper_render_item item = item_at(p, take, times[i], &model);
        caper_render_scene scene = caper_render_scene_default();
        scene.items = &item;
        scene.item_count = 1;
        scene.world = take->world;
        scene.frame = &frame;
        scene.camera = camera;
        scene.camera.eye = caper_vec3_add(camera.eye, item.root.position);
        scene.camera.target = caper_vec3_add(camera.target, item.root.position);
        scene.labels = false;
        good = caper_render(p->renderer, &scene, &cell, NULL);
        caper_pose_destroy(&model, NULL);
        caper_picture_paste(page, &cell, i * CELL, 0);
        char text[32];
        snprintf(text, sizeof text, "%.2f s", (double)times[i]);
        caper_text_style style =
            page_style(12, mark && i == CELLS / 2 ? MARK : PAGE_PALE_INK, CAPER_TEXT_CENTER);
        caper_picture_text(page, ((float)i + 0.5f) * CELL, CELL + CAPTION - 4.0f, &style, text);
        if (mark && i == CELLS / 2) {
            draw_frame(page, i * CELL);
        }
    }
    caper_picture_destroy(&cell, NULL);
    return good;
}

// Make a pair again and draw it; with a mark where it fails.
static bool paint(grid_painter *p, const caper_grid_item *item, bool mark, caper_picture *page)
{
    if (!p->tried) {
        caper_renderer_def def = caper_renderer_def_default();
        p->tried = true;
        p->renderer = caper_renderer_create(&def, NULL);
    }
    const caper_grid_act *act = NULL;
    for (int i = 0; i < p->cast->act_count; i++) {
        act = strcmp(p->cast->acts[i].name, item->act) == 0 ? &p->cast->acts[i] : act;
    }
    if (!p->renderer || !act || !load_body(p, item->body)) {
        return false;
    }
    caper_grid_take take;
    bool skip = false;
    int variant = p->job->all_variants ? item->variant : -1;
    bool good =
        caper_grid_take_make(p->job, item->body, &p->body, act, variant, &take, &skip, NULL) &&
        draw(p, &take, mark ? item->worst_time : -1, mark, page);
    caper_grid_take_destroy(&take);
    return good;
}

bool grid_paint(void *user, const caper_grid_item *item, caper_text *png)
{
    caper_picture page = {0};
    bool good = paint(user, item, true, &page) && caper_picture_encode(&page, png, NULL);
    caper_picture_destroy(&page, NULL);
    return good;
}

// --- a sheet to judge by eye ---------------------------------------------------------------------

#define SHEET_ROWS 10

typedef struct sheet_draw {
    caper_grid_item *picks; // half of them passing or flawed, half failing
    int half, seen[2], count;
    caper_rng rng;
} sheet_draw;

// Every item has the same chance to be among the picks of its kind, however many there are.
static bool draw_lot(void *user, const caper_grid_item *item)
{
    sheet_draw *d = user;
    int fails = item->status == CAPER_GRID_FAIL;
    if (item->status == CAPER_GRID_SKIP || item->status == CAPER_GRID_ERROR) {
        return true;
    }
    int n = d->seen[fails]++;
    int at = n < d->half ? n : caper_rng_int(&d->rng, 0, n);
    if (at < d->half) {
        d->picks[fails * d->half + at] = *item;
    }
    return true;
}

static void shuffle(sheet_draw *d)
{
    for (int i = d->count - 1; i > 0; i--) {
        int k = caper_rng_int(&d->rng, 0, i);
        caper_grid_item swap = d->picks[i];
        d->picks[i] = d->picks[k];
        d->picks[k] = swap;
    }
}

static bool draw_sheets(grid_painter *p, const sheet_draw *d, const char *folder,
                        caper_text *answers, caper_error *error)
{
    for (int first = 0; first < d->count; first += SHEET_ROWS) {
        caper_picture page =
            caper_picture_create(CELLS * CELL, SHEET_ROWS * (CELL + 2 * CAPTION), 0xffffff, NULL);
        for (int i = first; page.pixels && i < d->count && i < first + SHEET_ROWS; i++) {
            const caper_grid_item *item = &d->picks[i];
            caper_picture strip = {0};
            int y = (i - first) * (CELL + 2 * CAPTION);
            if (paint(p, item, false, &strip)) {
                caper_picture_paste(&page, &strip, 0, y + CAPTION);
            }
            char text[256];
            snprintf(text, sizeof text, "%d  %.120s, %.100s", i + 1, item->act, item->body);
            caper_text_style style = page_style(13, PAGE_INK, CAPER_TEXT_LEFT);
            caper_picture_text(&page, 4, (float)y + 13, &style, text);
            caper_picture_destroy(&strip, NULL);
            caper_text_printf(answers, "%d\t%s\t%s\t%s\t%s\n", i + 1,
                              caper_grid_status_name(item->status), item->act, item->body,
                              item->why);
        }
        char path[1200];
        snprintf(path, sizeof path, "%s/sheet%d.png", folder, first / SHEET_ROWS + 1);
        bool good = page.pixels && caper_picture_save(&page, path, error);
        caper_picture_destroy(&page, NULL);
        if (!good) {
            return false;
        }
    }
    return true;
}

bool grid_sheet(grid_painter *p, const char *lines, int count, const char *folder,
                caper_error *error)
{
    sheet_draw d = {.half = count / 2, .rng = caper_rng_make(p->job->seed)};
    d.picks = calloc((size_t)count + 1, sizeof *d.picks);
    caper_text answers;
    caper_text_init(&answers, NULL);
    bool good = d.picks && caper_grid_read(lines, draw_lot, &d, error);
    if (good) { // fewer than asked for: close the gap between the two kinds
        int passing = d.seen[0] < d.half ? d.seen[0] : d.half;
        int failing = d.seen[1] < d.half ? d.seen[1] : d.half;
        memmove(d.picks + passing, d.picks + d.half, (size_t)failing * sizeof *d.picks);
        d.count = passing + failing;
        shuffle(&d);
        char path[1200];
        snprintf(path, sizeof path, "%s/sheet.answers.tsv", folder);
        good = draw_sheets(p, &d, folder, &answers, error) &&
               caper_file_write(path, answers.data ? answers.data : "", answers.size, error);
    }
    caper_text_free(&answers);
    free(d.picks);
    return good;
}

void grid_painter_close(grid_painter *p)
{
    caper_grid_finder finder = grid_finder(p->cast);
    if (p->body.character) {
        finder.release(finder.user, &p->body);
    }
    caper_renderer_destroy(p->renderer);
}
