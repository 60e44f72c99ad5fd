// SPDX-License-Identifier: MIT
//
// Film strips: poses of a clip at even times. One clip where the character stays is shown in cells
// that share one camera, so that they compare; where it travels, in one scene along its way.
// Several clips become a grid, a row each and a column for each time, so that one motion on many
// bodies is one picture: every row has a camera of its own that fits its character.
#include "render_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_POSES 64
#define TRAIL_SECONDS 0.5f // of a cell, or as long as the step between poses
#define HEAD 30            // of a grid: the times over the columns
#define RULE_COLOR 0xe3e6eb
#define EMPTY_HEIGHT 44 // of a row whose input was bad

// The poses of one clip.
typedef struct strip {
    cast_member *member;
    const caper_world *world; // may be NULL
    int count;
    caper_render_item items[MOST_POSES];
    caper_pose poses[MOST_POSES];
    caper_render_mark *marks;   // MOST_POSES x CAST_MARKS
    caper_render_trail *trails; // MOST_POSES x CAST_TRAILS
    caper_vec3 centers[MOST_POSES];
    char labels[MOST_POSES][16];
    bool path;
    int left;                                            // of the cells on the page
    int columns, rows, cell_width, cell_height, caption; // caption: within the cell's height
    caper_view view;
    caper_camera camera; // about the middle of a pose, or of the whole path
} strip;

static void free_strip(strip *s)
{
    for (int i = 0; i < s->count; i++) {
        caper_pose_destroy(&s->poses[i], NULL);
    }
    free(s->marks);
    free(s->trails);
}

// Keeps what the member holds for its last pose only.
static bool keep_pose(strip *s, int i, caper_render_item item)
{
    cast_member *m = s->member;
    s->poses[i] = caper_pose_create(m->model.body_count, m->model.deform_count, NULL);
    s->count = i + 1;
    if (!s->poses[i].bodies) {
        return false;
    }
    caper_pose_copy(&s->poses[i], &m->model);
    memcpy(s->marks + i * CAST_MARKS, m->marks, sizeof(m->marks));
    memcpy(s->trails + i * CAST_TRAILS, m->trails, sizeof(m->trails));
    item.model = &s->poses[i];
    item.marks = s->marks + i * CAST_MARKS;
    item.trails = s->trails + i * CAST_TRAILS;
    item.label = NULL;
    s->items[i] = item;
    return true;
}

static bool pose_strip(strip *s, cast_member *m, const render_job *job)
{
    int wanted = job->sheet > 0 ? job->sheet : 8;
    s->member = m;
    s->marks = malloc((size_t)MOST_POSES * CAST_MARKS * sizeof(caper_render_mark));
    s->trails = malloc((size_t)MOST_POSES * CAST_TRAILS * sizeof(caper_render_trail));
    int count = !m->character ? 0 : m->clip && m->end > m->start ? wanted : 1;
    bool whole_loop = m->clip && m->clip->loops && m->start == 0.0f && m->end == m->clip->duration;
    float step = (m->end - m->start) / (float)(whole_loop || count == 1 ? count : count - 1);
    for (int i = 0; i < count && s->marks && s->trails; i++) {
        float time = m->start + step * (float)i;
        if (!keep_pose(s, i, cast_item(m, job, time, caper_max(step, TRAIL_SECONDS)))) {
            return false;
        }
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

// How many feet of all poses nothing of the world hides from a viewer.
static int count_seen(const strip *s, float yaw, float pitch)
{
    const caper_character *c = s->member->character;
    float sine, cosine, up, flat;
    int seen = 0;
    caper_sincos(yaw, &sine, &cosine);
    caper_sincos(pitch, &up, &flat);
    caper_vec3 back = caper_vec3_make(sine * flat, up, cosine * flat);
    for (int i = 0; i < s->count; i++) {
        caper_transform root = s->items[i].root;
        for (int k = 0; k < c->leg_count; k++) {
            caper_transform foot = s->poses[i].bodies[c->legs[k].foot];
            caper_vec3 at = caper_transform_mul_point(root, foot.position);
            caper_hit hit = caper_world_ray(s->world, NULL, at, back, 10.0f * c->size);
            seen += hit.surface == CAPER_SURFACE_NONE;
        }
    }
    return seen;
}

// The yaw nearest to that of the view from which most feet are seen: stairs hide who climbs them
// from the front.
static float open_yaw(const strip *s)
{
    static const float turns[] = {0.0f, 0.95f, -0.95f, 1.5f, -1.5f, 2.2f, -2.2f};
    float best = s->view.yaw;
    int most = -1;
    for (int i = 0; i < CAPER_COUNT_OF(turns); i++) {
        float yaw = s->view.yaw + turns[i];
        int seen = count_seen(s, yaw, s->view.pitch);
        best = seen > most ? yaw : best;
        most = seen > most ? seen : most;
    }
    return best;
}

// A camera for cells of that width, and how high they are.
static bool fit_cells(strip *s, const render_job *job, int width, float low, float high)
{
    point_list list = {0};
    bool good = true;
    if (s->count == 0) {
        s->cell_width = width;
        s->cell_height = EMPTY_HEIGHT;
        return true;
    }
    for (int i = 0; i < s->count && good; i++) {
        good =
            page_add_points(&list, &s->items[i], s->path ? caper_vec3_zero() : s->centers[i], true);
    }
    s->cell_width = width;
    s->cell_height =
        (int)((float)width * caper_clamp(page_ratio(&list, s->view), low, high) + 8.5f);
    s->cell_height += s->caption;
    good = good && page_fit(&list, &s->view, s->cell_width, s->cell_height, s->caption, &s->camera);
    render_apply_distance(job, &s->camera);
    free(list.points);
    return good;
}

static bool plan_strip(strip *s, const render_job *job, int width)
{
    s->path = job->layout ? strcmp(job->layout, "path") == 0 : travels(s);
    s->path = s->path && s->count > 1;
    s->view = render_view(job, 1.0f);
    s->view.margin = 0.05f;
    if (s->path && !job->has_camera) {
        s->view.yaw = side_yaw(s);
        s->view.pitch = 0.22f;
    } else if (s->world && s->count > 0 && !job->has_camera) {
        s->view.yaw = open_yaw(s);
    }
    s->columns = s->path || s->count == 0 ? 1 : s->count;
    if (!s->path && s->count > 10) {
        int rows = (s->count + 9) / 10;
        s->columns = (s->count + rows - 1) / rows;
    }
    s->rows = s->path || s->count == 0 ? 1 : (s->count + s->columns - 1) / s->columns;
    s->caption = PAGE_CAPTION;
    int cell = width / s->columns;
    return fit_cells(s, job, cell > 420 && !s->path ? 420 : cell, s->path ? 0.1f : 0.5f, 1.8f);
}

// --- drawing -------------------------------------------------------------------------------------

static void draw_caption(caper_picture *page, float x, float y, const char *text)
{
    caper_text_style style = page_style(12.5f, PAGE_PALE_INK, CAPER_TEXT_CENTER);
    caper_picture_text(page, x, y, &style, text);
}

// Below the poses; one that would run into another moves up.
static void caption_path(const strip *s, int top, caper_picture *page)
{
    float taken[MOST_POSES][2];
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        float x, y = (float)(top + s->cell_height) - 10.0f;
        if (!caper_camera_project(&s->camera, s->cell_width, s->cell_height, s->centers[i], &x,
                                  &(float){0}, NULL)) {
            continue;
        }
        for (int k = 0; k < count; k++) {
            if (fabsf(x - taken[k][0]) < 46.0f && fabsf(y - taken[k][1]) < 13.0f) {
                y = taken[k][1] - 14.0f;
                k = -1; // it may now cover another
            }
        }
        taken[count][0] = x;
        taken[count++][1] = y;
        draw_caption(page, x, y, s->labels[i]);
    }
}

static bool draw_path(strip *s, const render_job *job, caper_renderer *renderer,
                      const caper_world *world, int top, caper_picture *page, caper_error *error)
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
        s->items[i].trail_count = 0;
    }
    if (job->trails) { // one trail, the whole way
        caper_render_item *last = &s->items[s->count - 1];
        last->trails = s->trails;
        last->trail_count = cast_whole_trails(s->member, s->trails);
    }
    bool good = cell.pixels && caper_render(renderer, &scene, &cell, error);
    if (good) {
        caper_picture_paste(page, &cell, s->left, top);
        caption_path(s, top, page);
    }
    caper_picture_destroy(&cell, NULL);
    return good;
}

static bool draw_cells(strip *s, caper_renderer *renderer, const caper_world *world, int top,
                       caper_picture *page, caper_error *error)
{
    caper_picture cell = caper_picture_create(s->cell_width, s->cell_height, 0xffffff, NULL);
    bool good = cell.pixels != NULL;
    if (s->count == 0) {
        page_draw_empty(page, s->left, top, s->columns * s->cell_width, s->cell_height);
    }
    for (int i = 0; i < s->count && good; i++) {
        int x = s->left + i % s->columns * s->cell_width;
        int y = top + i / s->columns * s->cell_height;
        caper_render_scene scene = caper_render_scene_default();
        scene.items = &s->items[i];
        scene.item_count = 1;
        scene.world = world;
        scene.camera = s->camera;
        scene.camera.eye = caper_vec3_add(scene.camera.eye, s->centers[i]);
        scene.camera.target = caper_vec3_add(scene.camera.target, s->centers[i]);
        scene.grid_step = caper_render_grid_step(s->member->character->size);
        scene.ground_radius = world ? 0.0f : page_ground_radius(&s->camera, s->view.aspect);
        good = caper_render(renderer, &scene, &cell, error);
        caper_picture_paste(page, &cell, x, y);
        if (s->member->clip && s->caption > 0) {
            draw_caption(page, (float)x + 0.5f * (float)s->cell_width,
                         (float)(y + s->cell_height) - 10.0f, s->labels[i]);
        }
    }
    caper_picture_destroy(&cell, NULL);
    return good;
}

// --- strips below each other ---------------------------------------------------------------------

static int strip_height(const strip *s)
{
    return PAGE_TITLE + s->rows * s->cell_height;
}

// The name of the clip where the file's does not say it already; "" otherwise.
static const char *clip_name(const cast_member *m)
{
    return m->clip && !strstr(m->label, m->clip->name) ? m->clip->name : "";
}

static void grid_text(const cast_member *m, char *out, size_t size)
{
    char step[32];
    if (!m->character) {
        out[0] = '\0';
        return;
    }
    render_length_text(caper_render_grid_step(m->character->size), step, sizeof(step));
    snprintf(out, size, "grid %s", step);
}

static bool draw_strip(strip *s, const render_job *job, caper_renderer *renderer,
                       const caper_world *world, int top, caper_picture *page, caper_error *error)
{
    caper_text_style style = page_style(16.0f, PAGE_INK, CAPER_TEXT_LEFT);
    caper_picture_text(page, 14.0f, (float)top + 23.0f, &style, s->member->label);
    float after = 14.0f + caper_picture_text_width(&style, s->member->label) + 14.0f;
    caper_text_style pale = page_style(14.0f, PAGE_PALE_INK, CAPER_TEXT_LEFT);
    caper_picture_text(page, after, (float)top + 23.0f, &pale, clip_name(s->member));
    char grid[48];
    grid_text(s->member, grid, sizeof(grid));
    caper_text_style right = page_style(11.5f, PAGE_PALE_INK, CAPER_TEXT_RIGHT);
    caper_picture_text(page, (float)page->width - 14.0f, (float)top + 22.0f, &right, grid);
    return s->path ? draw_path(s, job, renderer, world, top + PAGE_TITLE, page, error)
                   : draw_cells(s, renderer, world, top + PAGE_TITLE, page, error);
}

static bool plan_strips(strip *strips, int count, const render_job *job, int *width, int *height)
{
    int widest = 0;
    for (int i = 0; i < count; i++) {
        if (!plan_strip(&strips[i], job, *width)) {
            return false;
        }
        *height += strip_height(&strips[i]);
        int wide = strips[i].columns * strips[i].cell_width;
        widest = wide > widest ? wide : widest;
    }
    *width = widest;
    return true;
}

// --- a grid --------------------------------------------------------------------------------------

// Do all clips show the same times, so that these can stand over the columns?
static bool same_times(const strip *strips, int count)
{
    const strip *first = NULL;
    for (int i = 0; i < count; i++) {
        const strip *s = &strips[i];
        if (!s->member->clip) {
            continue;
        }
        first = first ? first : s;
        if (s->count != first->count ||
            memcmp(s->labels, first->labels, sizeof(s->labels[0]) * (size_t)s->count) != 0) {
            return false;
        }
    }
    return first != NULL;
}

static int name_column(const strip *strips, int count, int width)
{
    float wide = 60.0f;
    caper_text_style name = page_style(15.0f, 0, CAPER_TEXT_LEFT);
    caper_text_style small = page_style(11.5f, 0, CAPER_TEXT_LEFT);
    for (int i = 0; i < count; i++) {
        const cast_member *m = strips[i].member;
        wide = caper_max(wide, caper_picture_text_width(&name, m->label));
        wide = caper_max(wide, caper_picture_text_width(&small, clip_name(m)));
    }
    int column = (int)wide + 28;
    return column > width / 4 ? width / 4 : column;
}

static bool plan_grid(strip *strips, int count, const render_job *job, int *width, int *height)
{
    bool head = same_times(strips, count);
    int left = name_column(strips, count, *width), columns = 1;
    for (int i = 0; i < count; i++) {
        columns = strips[i].count > columns ? strips[i].count : columns;
    }
    int cell = (*width - left) / columns;
    cell = cell > 320 ? 320 : cell;
    *height += head ? HEAD : 0;
    for (int i = 0; i < count; i++) {
        strip *s = &strips[i];
        s->left = left;
        s->columns = columns;
        s->rows = 1;
        s->caption = head || !s->member->clip ? 0 : PAGE_CAPTION;
        s->view = render_view(job, 1.0f);
        s->view.margin = 0.05f;
        if (!fit_cells(s, job, cell, 0.5f, 1.25f)) {
            return false;
        }
        *height += s->cell_height;
    }
    *width = left + columns * cell;
    return true;
}

// In the name column: smaller where it would not fit.
static void draw_in_column(caper_picture *page, float y, float size, uint32_t color, int column,
                           const char *text)
{
    caper_text_style style = page_style(size, color, CAPER_TEXT_LEFT);
    float wide = caper_picture_text_width(&style, text), room = (float)column - 20.0f;
    style.size = wide > room ? caper_max(size * room / wide, 7.0f) : size;
    caper_picture_text(page, 14.0f, y, &style, text);
}

static bool draw_row(strip *s, caper_renderer *renderer, const caper_world *world, int top,
                     caper_picture *page, caper_error *error)
{
    bool good = draw_cells(s, renderer, world, top, page, error);
    float middle = (float)top + 0.5f * (float)s->cell_height;
    char grid[48];
    grid_text(s->member, grid, sizeof(grid));
    draw_in_column(page, middle - 6.0f, 15.0f, PAGE_INK, s->left, s->member->label);
    draw_in_column(page, middle + 12.0f, 11.5f, PAGE_PALE_INK, s->left, clip_name(s->member));
    draw_in_column(page, middle + (clip_name(s->member)[0] ? 29.0f : 12.0f), 11.0f, PAGE_PALE_INK,
                   s->left, grid);
    caper_picture_fill(page, 0, top, page->width, 1, RULE_COLOR);
    return good;
}

// The times, if all rows share them; how high they are.
static int draw_head(const strip *strips, int count, int top, caper_picture *page)
{
    if (!same_times(strips, count)) {
        return 0;
    }
    const strip *s = strips;
    while (!s->member->clip) {
        s++;
    }
    for (int i = 0; i < s->count; i++) {
        draw_caption(page, (float)s->left + ((float)i + 0.5f) * (float)s->cell_width,
                     (float)top + 20.0f, s->labels[i]);
    }
    return HEAD;
}

// --- all of it -----------------------------------------------------------------------------------

static bool draw_all(cast *c, const render_job *job, strip *strips, bool grid,
                     caper_renderer *renderer, caper_picture *page, caper_error *error)
{
    int top = page_draw_title(page, job);
    top += grid ? draw_head(strips, c->count, top, page) : 0;
    for (int i = 0; i < c->count; i++) {
        strip *s = &strips[i];
        if (!(grid ? draw_row(s, renderer, c->world.world, top, page, error)
                   : draw_strip(s, job, renderer, c->world.world, top, page, error))) {
            return false;
        }
        top += grid ? s->cell_height : strip_height(s);
    }
    return true;
}

int render_strips(cast *c, const render_job *job)
{
    caper_error error = {0};
    caper_picture page = {0};
    strip *strips = calloc((size_t)c->count, sizeof(strip));
    caper_renderer *renderer = strips ? page_open_renderer(&error) : NULL;
    int width = job->width ? job->width : PAGE_WIDTH, height = job->title ? PAGE_TITLE : 0;
    bool grid = job->layout ? strcmp(job->layout, "grid") == 0 : c->count > 1;
    bool good = renderer && cast_prepare(c, job, false, &error), planned = good;
    for (int i = 0; i < c->count && planned; i++) {
        strips[i].world = c->world.world;
        planned = pose_strip(&strips[i], &c->members[i], job);
    }
    planned = planned && (grid ? plan_grid : plan_strips)(strips, c->count, job, &width, &height);
    if (good && !planned) {
        good = caper_error_set(&error, CAPER_ERROR_MEMORY, job->out, 0, 0, "out of memory");
    }
    if (good) {
        page = caper_picture_create(width, height, 0xffffff, NULL);
        good = page.pixels || caper_error_set(&error, CAPER_ERROR_LIMIT, job->out, 0, 0,
                                              "a picture of %d x %d is too large", width, height);
    }
    good = good && draw_all(c, job, strips, grid, renderer, &page, &error);
    for (int i = 0; strips && i < c->count; i++) {
        free_strip(&strips[i]);
    }
    free(strips);
    return good ? page_finish(renderer, &page, job) : page_fail(renderer, &page, &error);
}
