// SPDX-License-Identifier: MIT
// What sheets and strips share: the renderer for stills, text styles, and cameras that fit a cell.
#include "render_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

caper_view render_view(const render_job *job, float aspect)
{
    caper_view view = caper_view_default();
    view.aspect = aspect;
    view.fov = 0.36f;
    if (job->has_camera) {
        view.yaw = job->yaw;
        view.pitch = job->pitch;
    }
    return view;
}

void render_apply_distance(const render_job *job, caper_camera *camera)
{
    if (job->has_distance) {
        caper_vec3 back = caper_vec3_normalize(caper_vec3_sub(camera->eye, camera->target));
        camera->eye = caper_vec3_add_scaled(camera->target, back, job->distance);
    }
}

void render_length_text(float meters, char *out, size_t size)
{
    const char *unit = meters < 0.0095f ? "mm" : meters < 0.95f ? "cm" : "m";
    double number = (double)meters * (meters < 0.0095f ? 1000 : meters < 0.95f ? 100 : 1);
    snprintf(out, size, "%.3g %s", number, unit);
}

caper_renderer *page_open_renderer(caper_error *error)
{
    caper_renderer_def def = caper_renderer_def_default();
    def.samples = 16;
    def.shadow_size = 2048;
    return caper_renderer_create(&def, error);
}

int page_fail(caper_renderer *renderer, caper_picture *page, const caper_error *error)
{
    caper_renderer_destroy(renderer);
    caper_picture_destroy(page, NULL);
    return cli_error(error);
}

int page_finish(caper_renderer *renderer, caper_picture *page, const render_job *job)
{
    caper_error error = {0};
    bool good = caper_picture_save(page, job->out, &error);
    caper_renderer_destroy(renderer);
    caper_picture_destroy(page, NULL);
    return good ? CLI_GOOD : cli_error(&error);
}

caper_text_style page_style(float size, uint32_t color, caper_text_align align)
{
    caper_text_style style = caper_text_style_default();
    style.size = size;
    style.color = color;
    style.align = align;
    return style;
}

int page_draw_title(caper_picture *page, const render_job *job)
{
    if (!job->title) {
        return 0;
    }
    caper_text_style style = page_style(19.0f, PAGE_INK, CAPER_TEXT_LEFT);
    caper_picture_text(page, 14.0f, 25.0f, &style, job->title);
    return PAGE_TITLE;
}

void page_draw_empty(caper_picture *page, int x, int y, int width, int height)
{
    const int gap = 6;
    caper_picture_fill(page, x + gap, y + gap, width - 2 * gap, height - 2 * gap, 0xe3b7b2);
    caper_picture_fill(page, x + gap + 1, y + gap + 1, width - 2 * gap - 2, height - 2 * gap - 2,
                       0xfdf4f3);
    caper_text_style style = page_style(12.5f, 0xa33a2e, CAPER_TEXT_CENTER);
    caper_picture_text(page, (float)x + 0.5f * (float)width, (float)y + 0.5f * (float)height + 4.0f,
                       &style, "not drawn");
}

caper_render_item page_item(const caper_character *character, const caper_clip *clip, float time,
                            caper_pose *model)
{
    caper_render_item item = caper_render_item_default();
    *model = caper_character_pose(character, NULL);
    item.character = character;
    if (model->bodies) {
        caper_clip_sample(clip, time, NULL, model);
        caper_pose_to_model(&character->skeleton, model, NULL, model);
        item.model = model;
    }
    item.root = caper_root_transform(caper_clip_sample_root(clip, time));
    return item;
}

bool page_add_points(point_list *list, const caper_render_item *item, caper_vec3 about, bool ground)
{
    int more = caper_render_item_points(item, NULL, 0);
    size_t room = (size_t)(list->count + 2 * more + 1);
    caper_vec3 *grown = realloc(list->points, room * sizeof(caper_vec3));
    if (!grown) {
        return false;
    }
    list->points = grown;
    caper_vec3 *first = grown + list->count;
    caper_render_item_points(item, first, more);
    for (int i = 0; i < more; i++) {
        first[more + i] = caper_vec3_make(first[i].x, 0.0f, first[i].z);
    }
    int count = ground ? 2 * more : more;
    for (int i = 0; i < count; i++) {
        first[i] = caper_vec3_sub(first[i], about);
    }
    list->count += count;
    return true;
}

float page_ratio(const point_list *list, caper_view view)
{
    view.aspect = 1.0f;
    caper_camera camera = caper_camera_fit(list->points, list->count, &view);
    float left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
    for (int i = 0; i < list->count; i++) {
        float x, y;
        if (caper_camera_project(&camera, 1000, 1000, list->points[i], &x, &y, NULL)) {
            left = caper_min(left, x);
            right = caper_max(right, x);
            top = caper_min(top, y);
            bottom = caper_max(bottom, y);
        }
    }
    return left < right && top < bottom ? (bottom - top) / (right - left) : 1.0f;
}

// Points are added that lie lower by as much as the caption is high.
bool page_fit(point_list *list, caper_view *view, int width, int height, int caption,
              caper_camera *camera)
{
    view->aspect = (float)width / (float)(height - caption);
    *camera = caper_camera_fit(list->points, list->count, view);
    caper_vec3 *grown = realloc(list->points, (2 * (size_t)list->count + 1) * sizeof(caper_vec3));
    if (!grown) {
        return false;
    }
    float distance = caper_vec3_distance(camera->eye, camera->target);
    float pixel = 2.0f * distance * caper_tan(0.5f * camera->fov) / (float)(height - caption);
    for (int i = 0; i < list->count; i++) {
        grown[list->count + i] =
            caper_vec3_add_scaled(grown[i], camera->up, -pixel * (float)caption);
    }
    list->points = grown;
    list->count *= 2;
    view->aspect = (float)width / (float)height;
    *camera = caper_camera_fit(list->points, list->count, view);
    return true;
}

float page_ground_radius(const caper_camera *camera, float aspect)
{
    float distance = caper_vec3_distance(camera->eye, camera->target);
    return 1.15f * distance * caper_tan(0.5f * camera->fov) * caper_max(aspect, 1.0f);
}
