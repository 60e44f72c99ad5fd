// SPDX-License-Identifier: MIT
//
// Still pictures: one scene, a contact sheet of characters (each scaled to its cell), or film
// strips. A strip shows poses of a clip at even times: where the character travels, in one scene
// along its way; where it stays, in cells that share one camera, so that they compare.
#include "render_cast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_WIDTH 1680
#define CAPTION 26
#define TITLE 36
#define LEGEND 34
#define MOST_POSES 64
#define INK 0x1f2430
#define PALE_INK 0x6b7280

// --- shared --------------------------------------------------------------------------------------

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

static caper_renderer *open_renderer(caper_error *error)
{
    caper_renderer_def def = caper_renderer_def_default();
    def.samples = 16;
    def.shadow_size = 2048;
    return caper_renderer_create(&def, error);
}

static int fail(caper_renderer *renderer, caper_picture *page, const caper_error *error)
{
    caper_renderer_destroy(renderer);
    caper_picture_destroy(page, NULL);
    return cli_error(error);
}

static int finish(caper_renderer *renderer, caper_picture *page, const render_job *job)
{
    caper_error error = {0};
    bool good = caper_picture_save(page, job->out, &error);
    caper_renderer_destroy(renderer);
    caper_picture_destroy(page, NULL);
    return good ? CLI_GOOD : cli_error(&error);
}

static caper_text_style style_of(float size, uint32_t color, caper_text_align align)
{
    caper_text_style style = caper_text_style_default();
    style.size = size;
    style.color = color;
    style.align = align;
    return style;
}

// The corners of an item, and the ground below them, which shows how high it stands.
typedef struct point_list {
    caper_vec3 *points;
    int count;
} point_list;

static bool add_points(point_list *list, const caper_render_item *item, caper_vec3 about,
                       bool ground)
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

// Height over width of what a view shows of points.
static float ratio_of(const point_list *list, caper_view view)
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

// --- one scene -----------------------------------------------------------------------------------

// A camera that sees all the points above the caption at the bottom of a picture: points are added
// that lie lower by as much as the caption is high.
static bool fit_above_caption(point_list *list, caper_view *view, int width, int height,
                              caper_camera *camera)
{
    view->aspect = (float)width / (float)(height - CAPTION);
    *camera = caper_camera_fit(list->points, list->count, view);
    caper_vec3 *grown = realloc(list->points, (2 * (size_t)list->count + 1) * sizeof(caper_vec3));
    if (!grown) {
        return false;
    }
    float distance = caper_vec3_distance(camera->eye, camera->target);
    float pixel = 2.0f * distance * caper_tan(0.5f * camera->fov) / (float)(height - CAPTION);
    for (int i = 0; i < list->count; i++) {
        grown[list->count + i] = caper_vec3_add_scaled(grown[i], camera->up, -pixel * CAPTION);
    }
    list->points = grown;
    list->count *= 2;
    view->aspect = (float)width / (float)height;
    *camera = caper_camera_fit(list->points, list->count, view);
    return true;
}

// The ground fades within the cell, so that cells have no borders.
static float cell_radius(const caper_camera *camera, float aspect)
{
    float distance = caper_vec3_distance(camera->eye, camera->target);
    return 1.15f * distance * caper_tan(0.5f * camera->fov) * caper_max(aspect, 1.0f);
}

// The corners of what of the world is near to the points so far, or of all of it when there are
// none.
static bool add_world(point_list *list, const cast *c)
{
    caper_bounds world = caper_render_world_bounds(c->world.world), near_by = caper_bounds_empty();
    for (int i = 0; i < list->count; i++) {
        near_by = caper_bounds_add_point(near_by, list->points[i]);
    }
    if (list->count > 0) {
        caper_vec3 size = caper_bounds_size(near_by);
        near_by = caper_bounds_expand(near_by, caper_max(size.x, caper_max(size.y, size.z)));
        world.min = caper_vec3_max(world.min, near_by.min);
        world.max = caper_vec3_min(world.max, near_by.max);
    }
    caper_vec3 *grown = realloc(list->points, ((size_t)list->count + 8) * sizeof(caper_vec3));
    if (!grown) {
        return false;
    }
    list->points = grown;
    for (int k = 0; k < 8 && !caper_bounds_is_empty(world); k++) {
        list->points[list->count++] =
            caper_vec3_make(k & 1 ? world.max.x : world.min.x, k & 2 ? world.max.y : world.min.y,
                            k & 4 ? world.max.z : world.min.z);
    }
    return true;
}

static int draw_one(cast *c, const render_job *job)
{
    caper_error error = {0};
    caper_picture page = {0};
    caper_render_item *items = calloc((size_t)c->count + 1, sizeof(*items));
    point_list list = {0};
    caper_renderer *renderer = items ? open_renderer(&error) : NULL;
    if (!renderer || !cast_prepare(c, job, true, &error)) {
        free(items);
        return fail(renderer, &page, &error);
    }
    int width = job->width ? job->width : 1280, height = job->height ? job->height : 720;
    page = caper_picture_create(width, height, 0xffffff, NULL);
    bool good = page.pixels != NULL;
    for (int i = 0; i < c->count && good; i++) {
        items[i] = cast_item(&c->members[i], job, c->members[i].start, 0.0f);
        good = add_points(&list, &items[i], caper_vec3_zero(), true);
    }
    good = good && add_world(&list, c);
    caper_render_scene scene = caper_render_scene_default();
    caper_view view = render_view(job, (float)width / (float)height);
    scene.items = items;
    scene.item_count = c->count;
    scene.world = c->world.world;
    scene.camera = caper_camera_fit(list.points, list.count, &view);
    render_apply_distance(job, &scene.camera);
    good = good && caper_render(renderer, &scene, &page, &error);
    free(items);
    free(list.points);
    return good ? finish(renderer, &page, job) : fail(renderer, &page, &error);
}

// --- contact sheet -------------------------------------------------------------------------------

typedef struct grid {
    int columns, rows;
    int cell_width, cell_height; // caption included
    int top, bottom;             // of the cells on the page
    int width, height;           // of the page
} grid;

static grid plan_grid(int count, const render_job *job)
{
    grid g = {0};
    int title = job->title ? TITLE : 0;
    if (job->width) {
        g.width = job->width;
        g.height = job->height;
        float best = 0.0f;
        for (int columns = 1; columns <= count; columns++) {
            int rows = (count + columns - 1) / columns;
            float w = (float)g.width / (float)columns;
            float h = (float)(g.height - title - LEGEND) / (float)rows - CAPTION;
            if (caper_min(w, h) > best) {
                best = caper_min(w, h);
                g.columns = columns;
            }
        }
    } else {
        g.columns = (int)ceil(sqrt((double)count * 1.7));
        g.columns = g.columns > count ? count : g.columns;
        g.width = PAGE_WIDTH;
    }
    g.columns = g.columns < 1 ? 1 : g.columns;
    g.rows = (count + g.columns - 1) / g.columns;
    if (!job->width) {
        int side = PAGE_WIDTH / g.columns;
        side = side > 480 ? 480 : side < 120 ? 120 : side;
        g.width = side * g.columns;
        g.height = title + LEGEND + g.rows * side;
    }
    g.cell_width = g.width / g.columns;
    g.cell_height = (g.height - title - LEGEND) / g.rows;
    g.top = title;
    g.bottom = g.top + g.rows * g.cell_height;
    return g;
}

// A bar of a round length, as long as that is in the middle of the picture. Returns where its text
// or itself ends.
static int draw_scale_bar(caper_picture *page, int x, int y, int width, int picture_height,
                          const caper_camera *camera)
{
    float distance = caper_vec3_distance(camera->eye, camera->target);
    float pixels = (float)picture_height / (2.0f * distance * caper_tan(0.5f * camera->fov));
    float meters = caper_render_grid_step(0.4f * (float)width / pixels);
    int length = (int)(meters * pixels + 0.5f);
    char text[32];
    render_length_text(meters, text, sizeof(text));
    caper_picture_fill(page, x, y, length, 2, 0x8b929e);
    caper_text_style small = style_of(10.5f, PALE_INK, CAPER_TEXT_LEFT);
    caper_picture_text(page, (float)x, (float)y + 14.0f, &small, text);
    int wide = (int)caper_picture_text_width(&small, text);
    return x + (wide > length ? wide : length);
}

// In the middle of the cell, or of what the scale bar leaves of it, or smaller.
static void draw_name(caper_picture *page, const char *name, int left, int taken, int right, int y)
{
    caper_text_style style = style_of(14.0f, INK, CAPER_TEXT_CENTER);
    float width = caper_picture_text_width(&style, name), middle = 0.5f * (float)(left + right);
    float room = (float)(right - taken) - 18.0f;
    if (middle - 0.5f * width < (float)taken + 10.0f) {
        middle = 0.5f * (float)(taken + right);
        style.size = width > room ? caper_max(style.size * room / width, 8.0f) : style.size;
    }
    caper_picture_text(page, middle, (float)y, &style, name);
}

static void draw_legend(caper_picture *page, const cast *c, int top)
{
    caper_caps seen = CAPER_CAP_ROOT;
    bool bodies = false;
    for (int i = 0; i < c->count; i++) {
        const cast_member *m = &c->members[i];
        bodies |= m->skin_count == 0;
        for (int b = 0; b < m->character->body_count && m->skin_count == 0; b++) {
            seen |= m->character->bodies[b].caps;
        }
    }
    int count = 0;
    const caper_cap_color *palette = caper_cap_palette(&count);
    float x = 14.0f;
    caper_text_style style = style_of(12.0f, INK, CAPER_TEXT_LEFT);
    for (int i = count - 1; i >= 0 && bodies; i--) {
        if (seen & palette[i].cap) {
            const char *name = caper_cap_name(palette[i].cap);
            caper_picture_fill(page, (int)x, top + 12, 11, 11, palette[i].color);
            caper_picture_text(page, x + 17.0f, (float)top + 22.0f, &style, name);
            x += 17.0f + caper_picture_text_width(&style, name) + 20.0f;
        }
    }
}

static bool draw_cell(caper_renderer *renderer, cast_member *m, const render_job *job,
                      const grid *g, int index, caper_picture *page, caper_error *error)
{
    int width = g->cell_width, height = g->cell_height;
    int x = index % g->columns * g->cell_width, y = g->top + index / g->columns * g->cell_height;
    caper_picture cell = caper_picture_create(width, height, 0xffffff, NULL);
    point_list list = {0};
    caper_render_item item = cast_item(m, job, m->start, 0.0f);
    item.label = NULL;
    int taken = x;
    bool good = cell.pixels && add_points(&list, &item, caper_vec3_zero(), true);
    caper_render_scene scene = caper_render_scene_default();
    caper_view view = render_view(job, 1.0f);
    view.margin = 0.05f;
    if (good && fit_above_caption(&list, &view, width, height, &scene.camera)) {
        scene.items = &item;
        scene.item_count = 1;
        scene.ground_radius = cell_radius(&scene.camera, view.aspect);
        render_apply_distance(job, &scene.camera);
        good = caper_render(renderer, &scene, &cell, error);
        caper_picture_paste(page, &cell, x, y);
        taken =
            draw_scale_bar(page, x + 12, y + height - CAPTION + 2, width, height, &scene.camera);
    }
    draw_name(page, m->label, x, taken, x + width, y + height - CAPTION + 14);
    free(list.points);
    caper_picture_destroy(&cell, NULL);
    return good;
}

static int draw_contact_sheet(cast *c, const render_job *job)
{
    caper_error error = {0};
    caper_picture page = {0};
    cli_bar bar;
    caper_progress progress = cli_progress(&bar, "render");
    caper_renderer *renderer = open_renderer(&error);
    if (!renderer || !cast_prepare(c, job, false, &error)) {
        return fail(renderer, &page, &error);
    }
    grid g = plan_grid(c->count, job);
    page = caper_picture_create(g.width, g.height, 0xffffff, NULL);
    if (!page.pixels || g.cell_width < 32 || g.cell_height < 32 + CAPTION) {
        caper_error_set(&error, CAPER_ERROR_LIMIT, job->out, 0, 0,
                        "%d characters do not fit into %d x %d pixels", c->count, g.width,
                        g.height);
        return fail(renderer, &page, &error);
    }
    for (int i = 0; i < c->count; i++) {
        if (c->count > 12) {
            caper_progress_report(&progress, (double)i / c->count, c->members[i].label);
        }
        if (!draw_cell(renderer, &c->members[i], job, &g, i, &page, &error)) {
            return fail(renderer, &page, &error);
        }
    }
    if (c->count > 12) {
        caper_progress_report(&progress, 1.0, "done");
    }
    if (job->title) {
        caper_text_style style = style_of(19.0f, INK, CAPER_TEXT_LEFT);
        caper_picture_text(&page, 14.0f, 25.0f, &style, job->title);
    }
    draw_legend(&page, c, g.bottom);
    return finish(renderer, &page, job);
}

// --- film strips ---------------------------------------------------------------------------------

// The poses of one clip.
typedef struct strip {
    cast_member *member;
    int count;
    float times[MOST_POSES];
    caper_render_item items[MOST_POSES];
    caper_pose poses[MOST_POSES];
    caper_render_mark *marks; // MOST_POSES x CAST_MARKS
    caper_vec3 centers[MOST_POSES];
    char labels[MOST_POSES][16];
    bool path;
    int columns, rows, cell_width, cell_height; // captions included
    caper_view view;
    caper_camera camera; // about the middle of a pose, or of the whole path
} strip;

static void free_strip(strip *s)
{
    for (int i = 0; i < s->count; i++) {
        caper_pose_destroy(&s->poses[i], NULL);
    }
    free(s->marks);
}

static bool pose_strip(strip *s, cast_member *m, const render_job *job)
{
    int wanted = job->sheet > 0 ? job->sheet : 8;
    s->member = m;
    s->marks = malloc((size_t)MOST_POSES * CAST_MARKS * sizeof(caper_render_mark));
    int count = m->clip && m->end > m->start ? wanted : 1;
    bool whole_loop = m->clip && m->clip->loops && m->start == 0.0f && m->end == m->clip->duration;
    for (int i = 0; i < count && s->marks; i++) {
        float share = count > 1 ? (float)i / (float)(whole_loop ? count : count - 1) : 0.0f;
        float time = m->start + share * (m->end - m->start);
        float step = (m->end - m->start) / (float)(count > 1 ? count - 1 : 1);
        caper_render_item item = cast_item(m, job, time, step);
        s->poses[i] = caper_pose_create(m->model.body_count, m->model.deform_count, NULL);
        s->count = i + 1;
        if (!s->poses[i].bodies) {
            return false;
        }
        caper_pose_copy(&s->poses[i], &m->model);
        memcpy(s->marks + i * CAST_MARKS, m->marks, sizeof(m->marks));
        item.model = &s->poses[i];
        item.marks = s->marks + i * CAST_MARKS;
        item.label = NULL;
        s->items[i] = item;
        s->times[i] = time;
        s->centers[i] = m->centers[cast_sample(m, time)];
        s->centers[i].y = 0.0f;
        snprintf(s->labels[i], sizeof(s->labels[i]), "%.2f s", (double)time);
    }
    return s->count == count;
}

// Does it travel far enough between poses that they do not cover each other?
static bool travels(const strip *s)
{
    if (s->count < 2) {
        return false;
    }
    caper_vec3 way = caper_vec3_sub(s->centers[s->count - 1], s->centers[0]);
    float length = caper_vec3_length(way);
    caper_vec3 along = caper_vec3_normalize(way);
    float wide = 0.0f;
    for (int i = 0; i < s->count; i++) {
        caper_bounds b = caper_render_item_bounds(&s->items[i]);
        caper_vec3 size = caper_bounds_size(b);
        wide = caper_max(wide, fabsf(along.x) * size.x + fabsf(along.z) * size.z);
    }
    // the way must be near to a line: what walks in a circle is better seen in cells
    float run = 0.0f;
    for (int i = 1; i < s->count; i++) {
        run += caper_vec3_distance(s->centers[i], s->centers[i - 1]);
    }
    return length > 0.75f * wide * (float)(s->count - 1) && length > 0.8f * run;
}

// Seen from the side, so that the way runs from left to right, and a little from the front.
static float side_yaw(const strip *s)
{
    caper_vec3 way = caper_vec3_sub(s->centers[s->count - 1], s->centers[0]);
    return caper_atan2(-way.z, way.x) + 0.35f;
}

static bool plan_strip(strip *s, const render_job *job, int width)
{
    point_list list = {0};
    bool good = true;
    s->path = job->layout ? strcmp(job->layout, "path") == 0 : travels(s);
    s->path = s->path && s->count > 1;
    for (int i = 0; i < s->count && good; i++) {
        good = add_points(&list, &s->items[i], s->path ? caper_vec3_zero() : s->centers[i], true);
    }
    s->view = render_view(job, 1.0f);
    s->view.margin = 0.05f;
    if (s->path && !job->has_camera) {
        s->view.yaw = side_yaw(s);
        s->view.pitch = 0.22f;
    }
    s->columns = s->path ? 1 : s->count;
    if (!s->path && s->count > 10) {
        int rows = (s->count + 9) / 10;
        s->columns = (s->count + rows - 1) / rows;
    }
    s->rows = (s->path ? 1 : s->count + s->columns - 1) / s->columns;
    s->cell_width = width / s->columns;
    if (s->cell_width > 420 && !s->path) {
        s->cell_width = 420;
    }
    float ratio = caper_clamp(ratio_of(&list, s->view), s->path ? 0.1f : 0.5f, 1.8f);
    s->cell_height = (int)((float)s->cell_width * ratio + 0.5f) + 8 + CAPTION;
    good = good && fit_above_caption(&list, &s->view, s->cell_width, s->cell_height, &s->camera);
    render_apply_distance(job, &s->camera);
    free(list.points);
    return good;
}

static int strip_height(const strip *s)
{
    return TITLE + s->rows * s->cell_height;
}

static void draw_caption(caper_picture *page, float x, float y, const char *text)
{
    caper_text_style style = style_of(12.5f, PALE_INK, CAPER_TEXT_CENTER);
    caper_picture_text(page, x, y, &style, text);
}

static bool draw_path(strip *s, caper_renderer *renderer, const caper_world *world, int top,
                      caper_picture *page, caper_error *error)
{
    caper_picture cell = caper_picture_create(s->cell_width, s->cell_height, 0xffffff, NULL);
    caper_render_scene scene = caper_render_scene_default();
    scene.items = s->items;
    scene.item_count = s->count;
    scene.world = world;
    scene.camera = s->camera;
    scene.grid_step = caper_render_grid_step(s->member->character->size);
    for (int i = 0; i < s->count; i++) {
        s->items[i].fade = 0.4f * (1.0f - (float)(i + 1) / (float)s->count);
        s->items[i].trail_count = i + 1 == s->count ? s->items[i].trail_count : 0;
    }
    bool good = cell.pixels && caper_render(renderer, &scene, &cell, error);
    if (good) {
        caper_picture_paste(page, &cell, 0, top);
    }
    for (int i = 0; i < s->count && good; i++) {
        float x, y;
        if (caper_camera_project(&s->camera, s->cell_width, s->cell_height, s->centers[i], &x, &y,
                                 NULL)) {
            draw_caption(page, x, (float)(top + s->cell_height) - 10.0f, s->labels[i]);
        }
    }
    caper_picture_destroy(&cell, NULL);
    return good;
}

static bool draw_cells(strip *s, caper_renderer *renderer, const caper_world *world, int top,
                       caper_picture *page, caper_error *error)
{
    caper_picture cell = caper_picture_create(s->cell_width, s->cell_height, 0xffffff, NULL);
    bool good = cell.pixels != NULL;
    for (int i = 0; i < s->count && good; i++) {
        int x = i % s->columns * s->cell_width;
        int y = top + i / s->columns * s->cell_height;
        caper_render_scene scene = caper_render_scene_default();
        scene.items = &s->items[i];
        scene.item_count = 1;
        scene.world = world;
        scene.camera = s->camera;
        scene.camera.eye = caper_vec3_add(scene.camera.eye, s->centers[i]);
        scene.camera.target = caper_vec3_add(scene.camera.target, s->centers[i]);
        scene.grid_step = caper_render_grid_step(s->member->character->size);
        scene.ground_radius = world ? 0.0f : cell_radius(&s->camera, s->view.aspect);
        good = caper_render(renderer, &scene, &cell, error);
        caper_picture_paste(page, &cell, x, y);
        if (s->member->clip) {
            draw_caption(page, (float)x + 0.5f * (float)s->cell_width,
                         (float)(y + s->cell_height) - 10.0f, s->labels[i]);
        }
    }
    caper_picture_destroy(&cell, NULL);
    return good;
}

static bool draw_strip(strip *s, caper_renderer *renderer, const caper_world *world, int top,
                       caper_picture *page, caper_error *error)
{
    caper_text_style style = style_of(16.0f, INK, CAPER_TEXT_LEFT);
    caper_picture_text(page, 14.0f, (float)top + 23.0f, &style, s->member->label);
    char more[96], step[32];
    render_length_text(caper_render_grid_step(s->member->character->size), step, sizeof(step));
    snprintf(more, sizeof(more), "grid %s", step);
    caper_text_style right = style_of(11.5f, PALE_INK, CAPER_TEXT_RIGHT);
    caper_picture_text(page, (float)page->width - 14.0f, (float)top + 22.0f, &right, more);
    return s->path ? draw_path(s, renderer, world, top + TITLE, page, error)
                   : draw_cells(s, renderer, world, top + TITLE, page, error);
}

static bool plan_strips(cast *c, const render_job *job, strip *strips, int *width, int *height)
{
    *height = job->title ? TITLE : 0;
    int widest = 0;
    for (int i = 0; i < c->count; i++) {
        if (!pose_strip(&strips[i], &c->members[i], job) || !plan_strip(&strips[i], job, *width)) {
            return false;
        }
        *height += strip_height(&strips[i]);
        int wide = strips[i].columns * strips[i].cell_width;
        widest = wide > widest ? wide : widest;
    }
    *width = widest;
    return true;
}

static int draw_strips(cast *c, const render_job *job)
{
    caper_error error = {0};
    caper_picture page = {0};
    strip *strips = calloc((size_t)c->count, sizeof(strip));
    caper_renderer *renderer = strips ? open_renderer(&error) : NULL;
    int width = job->width ? job->width : PAGE_WIDTH, height = 0;
    bool good = renderer && cast_prepare(c, job, false, &error);
    if (good && !plan_strips(c, job, strips, &width, &height)) {
        good = caper_error_set(&error, CAPER_ERROR_MEMORY, job->out, 0, 0, "out of memory");
    }
    if (good) {
        page = caper_picture_create(width, height, 0xffffff, NULL);
        good = page.pixels || caper_error_set(&error, CAPER_ERROR_LIMIT, job->out, 0, 0,
                                              "a picture of %d x %d is too large", width, height);
    }
    int top = 0;
    if (good && job->title) {
        caper_text_style style = style_of(19.0f, INK, CAPER_TEXT_LEFT);
        caper_picture_text(&page, 14.0f, 25.0f, &style, job->title);
        top = TITLE;
    }
    for (int i = 0; i < c->count && good; i++) {
        good = draw_strip(&strips[i], renderer, c->world.world, top, &page, &error);
        top += strip_height(&strips[i]);
    }
    for (int i = 0; strips && i < c->count; i++) {
        free_strip(&strips[i]);
    }
    free(strips);
    return good ? finish(renderer, &page, job) : fail(renderer, &page, &error);
}

int render_sheet(cast *c, const render_job *job)
{
    bool clips = false;
    for (int i = 0; i < c->count; i++) {
        clips |= c->members[i].clip != NULL;
    }
    if (clips && job->sheet != 1 && !job->together) {
        return draw_strips(c, job);
    }
    return c->count > 1 && !job->together && !c->world.world ? draw_contact_sheet(c, job)
                                                             : draw_one(c, job);
}
