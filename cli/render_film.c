// SPDX-License-Identifier: MIT
//
// Films: the whole cast in one scene, side by side. The camera stands still where the action fits
// into a few body sizes, and follows the middle of the cast, smoothed, where it does not. Where a
// spider would be lost beside an elephant, or clips of one world are in each other's way, each has
// a pane of its own instead.
#include "render_cast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLLOW_SIZES 4.0f   // the action is as long as so many characters: follow
#define FOLLOW_PANE 2.0f    // the same in a pane, which is narrow
#define SMOOTH_SECONDS 0.5f // half the window of the smoothing
#define MIXED_SIZES 3.0f    // one character is so many times as large as another: panes
#define RULE_COLOR 0xd5d9e0

// Some members of the cast in a part of the frame.
typedef struct pane {
    cast_member *members;
    int count;
    int x, y, width, height;
    bool follows;
    caper_camera camera; // still, or about the middle of the members
    float grid_step;
} pane;

// The panes, and what a frame is drawn with.
typedef struct film_stage {
    pane *panes;
    int pane_count;
    caper_render_item *items; // as many as the cast
    caper_picture part;       // of a pane, where there are several
    caper_renderer *renderer;
    const caper_world *world;
} film_stage;

// Where the middle of the members is, averaged over a window of time.
static caper_vec3 middle_at(const pane *p, float time)
{
    caper_vec3 sum = caper_vec3_zero();
    int count = 0;
    for (int i = 0; i < p->count; i++) {
        const cast_member *m = &p->members[i];
        int first = cast_sample(m, m->start + time - SMOOTH_SECONDS);
        int last = cast_sample(m, m->start + time + SMOOTH_SECONDS);
        for (int k = first; k <= last; k++, count++) {
            sum = caper_vec3_add(sum, m->centers[k]);
        }
    }
    return count > 0 ? caper_vec3_scale(sum, 1.0f / (float)count) : sum;
}

static int put_corners(caper_bounds b, caper_vec3 about, caper_vec3 *out)
{
    if (caper_bounds_is_empty(b)) {
        return 0;
    }
    for (int k = 0; k < 8; k++) {
        caper_vec3 p = {k & 1 ? b.max.x : b.min.x, k & 2 ? b.max.y : b.min.y,
                        k & 4 ? b.max.z : b.min.z};
        out[k] = caper_vec3_sub(p, about);
    }
    return 8;
}

static bool plan_pane(pane *p, const render_job *job, float follow)
{
    caper_bounds all = caper_bounds_empty();
    float size = 0.0f, largest = 0.0f;
    int samples = 0;
    for (int i = 0; i < p->count; i++) {
        const cast_member *m = &p->members[i];
        for (int k = 0; k < m->sample_count; k++) {
            all = caper_bounds_union(all, m->boxes[k]);
        }
        size += m->character->size;
        largest = caper_max(largest, m->character->size);
        samples += m->sample_count;
    }
    caper_vec3 extent = caper_bounds_size(all);
    p->follows = caper_max(extent.x, extent.z) > follow * size;
    p->grid_step = caper_render_grid_step(largest);
    caper_vec3 *points = malloc(((size_t)samples * 8 + 1) * sizeof(caper_vec3));
    if (!points) {
        return false;
    }
    int count = 0;
    for (int i = 0; i < p->count; i++) {
        const cast_member *m = &p->members[i];
        for (int k = 0; k < m->sample_count; k++) {
            float time = (float)k / m->sample_rate;
            caper_vec3 about = p->follows ? middle_at(p, time) : caper_vec3_zero();
            count += put_corners(m->boxes[k], about, points + count);
        }
    }
    caper_view wanted = render_view(job, (float)p->width / (float)p->height);
    p->camera = caper_camera_fit(points, count, &wanted);
    render_apply_distance(job, &p->camera);
    free(points);
    return true;
}

static bool has_mixed_sizes(const cast *c)
{
    float least = INFINITY, most = 0.0f;
    for (int i = 0; i < c->count; i++) {
        least = caper_min(least, c->members[i].character->size);
        most = caper_max(most, c->members[i].character->size);
    }
    return most > MIXED_SIZES * least;
}

// A pane for each? In a world nobody can step aside: the ground there is another one.
static bool has_panes(const cast *c, const render_job *job)
{
    return !job->together && (c->world.world ? cast_overlaps(c) : has_mixed_sizes(c));
}

// How many panes side by side make them largest.
static int pane_columns(int count, int width, int height)
{
    int best = 1, most = 0;
    for (int columns = 1; columns <= count; columns++) {
        int rows = (count + columns - 1) / columns;
        int w = width / columns, h = height / rows, side = w < h ? w : h;
        if (side > most) {
            most = side;
            best = columns;
        }
    }
    return best;
}

// One pane for all, or one for each.
static bool plan_panes(film_stage *stage, cast *c, const render_job *job, int width, int height)
{
    bool mixed = has_panes(c, job);
    stage->pane_count = mixed ? c->count : 1;
    stage->panes = calloc((size_t)stage->pane_count, sizeof(pane));
    stage->items = calloc((size_t)c->count, sizeof(caper_render_item));
    if (!stage->panes || !stage->items) {
        return false;
    }
    int columns = pane_columns(stage->pane_count, width, height);
    int rows = (stage->pane_count + columns - 1) / columns;
    for (int i = 0; i < stage->pane_count; i++) {
        pane *p = &stage->panes[i];
        p->members = c->members + i;
        p->count = mixed ? 1 : c->count;
        p->width = width / columns;
        p->height = height / rows;
        p->x = i % columns * p->width;
        p->y = i / columns * p->height;
        if (p->width < 16 || p->height < 16 ||
            !plan_pane(p, job, mixed ? FOLLOW_PANE : FOLLOW_SIZES)) {
            return false;
        }
    }
    if (mixed) {
        stage->part = caper_picture_create(width / columns, height / rows, 0xffffff, NULL);
    }
    return !mixed || stage->part.pixels;
}

static void free_panes(film_stage *stage)
{
    free(stage->panes);
    free(stage->items);
    caper_picture_destroy(&stage->part, NULL);
}

static float frame_time(const cast_member *m, float time)
{
    float t = m->start + time;
    return t > m->end ? m->end : t; // the shorter clip holds its last pose
}

static bool draw_pane(film_stage *stage, const pane *p, const render_job *job, float time,
                      caper_picture *picture, caper_error *error)
{
    for (int i = 0; i < p->count; i++) {
        cast_member *m = &p->members[i];
        stage->items[i] = cast_item(m, job, frame_time(m, time), 1.5f);
    }
    caper_render_scene scene = caper_render_scene_default();
    scene.items = stage->items;
    scene.item_count = p->count;
    scene.world = stage->world;
    scene.camera = p->camera;
    if (p->follows) {
        caper_vec3 about = middle_at(p, time);
        scene.camera.eye = caper_vec3_add(scene.camera.eye, about);
        scene.camera.target = caper_vec3_add(scene.camera.target, about);
    }
    scene.grid_step = p->grid_step;
    return caper_render(stage->renderer, &scene, picture, error);
}

static bool draw_frame(film_stage *stage, const render_job *job, float time, caper_picture *picture,
                       caper_error *error)
{
    bool whole = stage->pane_count == 1, good = true;
    for (int i = 0; i < stage->pane_count && good; i++) {
        const pane *p = &stage->panes[i];
        good = draw_pane(stage, p, job, time, whole ? picture : &stage->part, error);
        if (!whole) {
            caper_picture_paste(picture, &stage->part, p->x, p->y);
            caper_picture_fill(picture, p->x, p->y, p->x > 0, p->height, RULE_COLOR);
            caper_picture_fill(picture, p->x, p->y, p->width, p->y > 0, RULE_COLOR);
        }
    }
    return good;
}

// Draws all frames into the film.
static bool draw_film(film_stage *stage, const render_job *job, float rate, int frame_count,
                      caper_film *film, caper_picture *picture, caper_error *error)
{
    const caper_progress *progress = cli_progress();
    bool good = true;
    for (int i = 0; i < frame_count && good; i++) {
        good = draw_frame(stage, job, (float)i / rate, picture, error) &&
               caper_film_add(film, picture, error);
        caper_progress_report(progress, (double)(i + 1) / frame_count, "frames");
    }
    return good && caper_film_finish(film, error);
}

int render_film(cast *c, const render_job *job)
{
    caper_error error = {0};
    bool gif = cli_ends_with(job->out, ".gif");
    caper_film_def def = caper_film_def_default();
    def.path = job->out;
    def.width = job->width ? job->width : gif ? 640 : 1280;
    def.height = job->height ? job->height : gif ? 360 : 720;
    def.rate = job->fps != RENDER_NOT_GIVEN ? (float)job->fps : gif ? 20.0f : 30.0f;
    if (c->count == 0) {
        return cli_fail("a film needs a clip or a character");
    }
    caper_renderer_def renderer_def = caper_renderer_def_default();
    caper_renderer *renderer = caper_renderer_create(&renderer_def, &error);
    caper_picture picture = caper_picture_create(def.width, def.height, 0xffffff, NULL);
    caper_film *film = NULL;
    film_stage stage = {.renderer = renderer, .world = c->world.world};
    bool good =
        renderer &&
        cast_prepare(c, job, job->together || !(c->world.world || has_mixed_sizes(c)), &error);
    if (good && (!picture.pixels || !plan_panes(&stage, c, job, def.width, def.height))) {
        good = caper_error_set(&error, CAPER_ERROR_LIMIT, job->out, 0, 0,
                               "%d characters in frames of %d x %d are too much", c->count,
                               def.width, def.height);
    }
    film = good ? caper_film_create(&def, &error) : NULL;
    // one frame more, so that the last pose is shown; a character at rest gets one second
    float seconds = cast_duration(c);
    int frames = (int)floorf((seconds > 0.0f ? seconds : 1.0f) * def.rate + 0.001f) + 1;
    good = film && draw_film(&stage, job, def.rate, frames, film, &picture, &error);
    if (good && caper_film_is_numbered(film)) {
        printf("ffmpeg is not installed: wrote %d numbered pictures to %s\n", frames,
               caper_film_output(film));
    }
    caper_film_destroy(film);
    free_panes(&stage);
    caper_renderer_destroy(renderer);
    caper_picture_destroy(&picture, NULL);
    return good ? CLI_GOOD : cli_error(&error);
}
