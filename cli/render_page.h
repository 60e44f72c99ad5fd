// SPDX-License-Identifier: MIT
// What the pages of `caper render` share: measures, inks, and cameras that fit a cell.
#ifndef CAPER_RENDER_PAGE_H
#define CAPER_RENDER_PAGE_H

#include "render_cast.h"

#define PAGE_WIDTH 1680
#define PAGE_CAPTION 26
#define PAGE_TITLE 36
#define PAGE_INK 0x1f2430
#define PAGE_PALE_INK 0x6b7280

// Sixteen samples a pixel.
caper_renderer *page_open_renderer(caper_error *error);
// Free both and say why; CLI_BAD.
int page_fail(caper_renderer *renderer, caper_picture *page, const caper_error *error);
// Write the page and free both.
int page_finish(caper_renderer *renderer, caper_picture *page, const render_job *job);
caper_text_style page_style(float size, uint32_t color, caper_text_align align);
// The job's title at the top of the page, if it has one; how high it is.
int page_draw_title(caper_picture *page, const render_job *job);

// The place of an input that was bad: a frame that says so.
void page_draw_empty(caper_picture *page, int x, int y, int width, int height);

// A character at a time of a clip, without its skins; the pose is the caller's to free.
caper_render_item page_item(const caper_character *character, const caper_clip *clip, float time,
                            caper_pose *model);

// Points that a camera must see.
typedef struct point_list {
    caper_vec3 *points;
    int count;
} point_list;
// The corners of an item, and the ground below them, which shows how high it stands; all relative
// to `about`.
bool page_add_points(point_list *list, const caper_render_item *item, caper_vec3 about,
                     bool ground);
// Height over width of what a view shows of points.
float page_ratio(const point_list *list, caper_view view);
// A camera that sees all the points above the caption at the bottom of a picture. Adds points to
// the list.
bool page_fit(point_list *list, caper_view *view, int width, int height, int caption,
              caper_camera *camera);
// How much ground a cell shows: it fades within, so that cells have no borders.
float page_ground_radius(const caper_camera *camera, float aspect);

// Clips as film strips, below each other or as rows of a grid (render_strip.c).
int render_strips(cast *c, const render_job *job);

#endif
