// SPDX-License-Identifier: MIT
//
// Still pictures: one scene, or a contact sheet of characters, each scaled to its cell. Clips
// become film strips (render_strip.c) unless one picture of them is asked for.
#include "render_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEGEND 34

// --- one scene -----------------------------------------------------------------------------------

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
    caper_renderer *renderer = items ? page_open_renderer(&error) : NULL;
    if (!renderer || !cast_prepare(c, job, true, &error)) {
        free(items);
        return page_fail(renderer, &page, &error);
    }
    int width = job->width ? job->width : 1280, height = job->height ? job->height : 720;
    page = caper_picture_create(width, height, 0xffffff, NULL);
    bool good = page.pixels != NULL;
    for (int i = 0; i < c->count && good; i++) {
        cast_member *m = &c->members[i];
        items[i] = cast_item(m, job, m->start, 0.0f);
        if (job->trails && m->clip) { // a single picture shows the whole way
            items[i].trail_count = cast_whole_trails(m, m->trails);
        }
        good = page_add_points(&list, &items[i], caper_vec3_zero(), true);
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
    return good ? page_finish(renderer, &page, job) : page_fail(renderer, &page, &error);
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
    int title = job->title ? PAGE_TITLE : 0;
    if (job->width) {
        g.width = job->width;
        g.height = job->height;
        float best = 0.0f;
        for (int columns = 1; columns <= count; columns++) {
            int rows = (count + columns - 1) / columns;
            float w = (float)g.width / (float)columns;
            float h = (float)(g.height - title - LEGEND) / (float)rows - PAGE_CAPTION;
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
    caper_text_style small = page_style(10.5f, PAGE_PALE_INK, CAPER_TEXT_LEFT);
    caper_picture_text(page, (float)x, (float)y + 14.0f, &small, text);
    int wide = (int)caper_picture_text_width(&small, text);
    return x + (wide > length ? wide : length);
}

// In the middle of the cell, or of what the scale bar leaves of it, or smaller.
static void draw_name(caper_picture *page, const char *name, int left, int taken, int right, int y)
{
    caper_text_style style = page_style(14.0f, PAGE_INK, CAPER_TEXT_CENTER);
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
        if (!m->character) {
            continue;
        }
        bodies |= m->skin_count == 0;
        for (int b = 0; b < m->character->body_count && m->skin_count == 0; b++) {
            seen |= m->character->bodies[b].caps;
        }
    }
    const caper_cap_color *palette = NULL;
    int count = caper_cap_palette(&palette);
    float x = 14.0f;
    caper_text_style style = page_style(12.0f, PAGE_INK, CAPER_TEXT_LEFT);
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
    if (!m->character) {
        page_draw_empty(page, x, y, width, height - PAGE_CAPTION);
        draw_name(page, m->label, x, x, x + width, y + height - PAGE_CAPTION + 14);
        return true;
    }
    caper_picture cell = caper_picture_create(width, height, 0xffffff, NULL);
    point_list list = {0};
    caper_render_item item = cast_item(m, job, m->start, 0.0f);
    item.label = NULL;
    int taken = x;
    bool good = cell.pixels && page_add_points(&list, &item, caper_vec3_zero(), true);
    caper_render_scene scene = caper_render_scene_default();
    caper_view view = render_view(job, 1.0f);
    view.margin = 0.05f;
    if (good && page_fit(&list, &view, width, height, PAGE_CAPTION, &scene.camera)) {
        scene.items = &item;
        scene.item_count = 1;
        scene.ground_radius = page_ground_radius(&scene.camera, view.aspect);
        render_apply_distance(job, &scene.camera);
        good = caper_render(renderer, &scene, &cell, error);
        caper_picture_paste(page, &cell, x, y);
        taken = draw_scale_bar(page, x + 12, y + height - PAGE_CAPTION + 2, width, height,
                               &scene.camera);
    }
    draw_name(page, m->label, x, taken, x + width, y + height - PAGE_CAPTION + 14);
    free(list.points);
    caper_picture_destroy(&cell, NULL);
    return good;
}

static int draw_contact_sheet(cast *c, const render_job *job)
{
    caper_error error = {0};
    caper_picture page = {0};
    const caper_progress *progress = cli_progress();
    caper_renderer *renderer = page_open_renderer(&error);
    if (!renderer || !cast_prepare(c, job, false, &error)) {
        return page_fail(renderer, &page, &error);
    }
    grid g = plan_grid(c->count, job);
    page = caper_picture_create(g.width, g.height, 0xffffff, NULL);
    if (!page.pixels || g.cell_width < 32 || g.cell_height < 32 + PAGE_CAPTION) {
        caper_error_set(&error, CAPER_ERROR_LIMIT, job->out, 0, 0,
                        "%d characters do not fit into %d x %d pixels", c->count, g.width,
                        g.height);
        return page_fail(renderer, &page, &error);
    }
    for (int i = 0; i < c->count; i++) {
        if (c->count > 12) {
            caper_progress_report(progress, (double)i / c->count, c->members[i].label);
        }
        if (!draw_cell(renderer, &c->members[i], job, &g, i, &page, &error)) {
            return page_fail(renderer, &page, &error);
        }
    }
    if (c->count > 12) {
        caper_progress_report(progress, 1.0, "done");
    }
    page_draw_title(&page, job);
    draw_legend(&page, c, g.bottom);
    return page_finish(renderer, &page, job);
}

bool render_is_strips(const cast *c, const render_job *job)
{
    bool clips = false;
    for (int i = 0; i < c->count; i++) {
        clips |= c->members[i].clip != NULL;
    }
    return clips && job->sheet != 1 && !job->together;
}

bool render_is_one(const cast *c, const render_job *job)
{
    return c->count <= 1 || job->together || c->world.world;
}

int render_sheet(cast *c, const render_job *job)
{
    return render_is_strips(c, job) ? render_strips(c, job)
           : render_is_one(c, job)  ? draw_one(c, job)
                                    : draw_contact_sheet(c, job);
}
