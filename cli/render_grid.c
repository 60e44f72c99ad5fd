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
    caper_render_item item = caper_render_item_default();
    *model = caper_character_pose(take->character, NULL);
    item.character = take->character;
    if (model->bodies) {
        caper_clip_sample(take->clip, time, NULL, model);
        caper_pose_to_model(&take->character->skeleton, model, NULL, model);
        item.model = model;
    }
    item.root = caper_root_transform(caper_clip_sample_root(take->clip, time));
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

static bool draw(grid_painter *p, const caper_grid_take *take, float worst, caper_text *png)
{
    float times[CELLS], duration = take->clip->duration;
    float middle = worst >= 0 ? fminf(worst, duration) : duration / 2;
    float step = fmaxf(duration / 12, 2 / take->clip->rate);
    for (int i = 0; i < CELLS; i++) {
        times[i] = fminf(fmaxf(middle + (float)(i - CELLS / 2) * step, 0), duration);
    }
    caper_camera camera;
    caper_picture page = caper_picture_create(CELLS * CELL, CELL + CAPTION, 0xffffff, NULL);
    caper_picture cell = caper_picture_create(CELL, CELL, 0xffffff, NULL);
    bool good = page.pixels && cell.pixels && fit_camera(p, take, times, &camera);
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
        caper_picture_paste(&page, &cell, i * CELL, 0);
        char text[32];
        snprintf(text, sizeof text, "%.2f s", (double)times[i]);
        caper_text_style style =
            page_style(12, i == CELLS / 2 ? MARK : PAGE_PALE_INK, CAPER_TEXT_CENTER);
        caper_picture_text(&page, ((float)i + 0.5f) * CELL, CELL + CAPTION - 4.0f, &style, text);
        if (i == CELLS / 2) {
            draw_frame(&page, i * CELL);
        }
    }
    good = good && caper_picture_encode(&page, png, NULL);
    caper_picture_destroy(&page, NULL);
    caper_picture_destroy(&cell, NULL);
    return good;
}

bool grid_paint(void *user, const caper_grid_item *item, caper_text *png)
{
    grid_painter *p = user;
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
    bool good =
        caper_grid_take_make(p->job, item->body, &p->body, act,
                             p->job->all_variants ? item->variant : -1, &take, &skip, NULL) &&
        draw(p, &take, item->worst_time, png);
    caper_grid_take_destroy(&take);
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
