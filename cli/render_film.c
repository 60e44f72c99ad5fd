// SPDX-License-Identifier: MIT
//
// Films: the whole cast in one scene, side by side. The camera stands still where the action fits
// into a few body sizes, and follows the middle of the cast, smoothed, where it does not.
#include "render_cast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLLOW_SIZES 4.0f   // the action is as long as so many characters: follow
#define SMOOTH_SECONDS 0.5f // half the window of the smoothing

typedef struct film_view {
    bool follows;
    caper_camera camera; // still, or about the middle of the cast
    float aspect;
} film_view;

// Where the middle of the cast is, averaged over a window of time.
static caper_vec3 middle_at(const cast *c, float time)
{
    caper_vec3 sum = caper_vec3_zero();
    int count = 0;
    for (int i = 0; i < c->count; i++) {
        const cast_member *m = &c->members[i];
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

static bool plan_view(const cast *c, const render_job *job, film_view *view)
{
    caper_bounds all = caper_bounds_empty();
    float size = 0.0f;
    int samples = 0;
    for (int i = 0; i < c->count; i++) {
        const cast_member *m = &c->members[i];
        caper_bounds here = caper_bounds_empty();
        for (int k = 0; k < m->sample_count; k++) {
            here = caper_bounds_union(here, m->boxes[k]);
        }
        all = caper_bounds_union(all, here);
        size += m->character->size;
        samples += m->sample_count;
    }
    caper_vec3 extent = caper_bounds_size(all);
    view->follows = caper_max(extent.x, extent.z) > FOLLOW_SIZES * size;
    caper_vec3 *points = malloc(((size_t)samples * 8 + 1) * sizeof(caper_vec3));
    if (!points) {
        return false;
    }
    int count = 0;
    for (int i = 0; i < c->count; i++) {
        const cast_member *m = &c->members[i];
        for (int k = 0; k < m->sample_count; k++) {
            float time = (float)k / m->sample_rate;
            caper_vec3 about = view->follows ? middle_at(c, time) : caper_vec3_zero();
            count += put_corners(m->boxes[k], about, points + count);
        }
    }
    caper_view wanted = render_view(job, view->aspect);
    view->camera = caper_camera_fit(points, count, &wanted);
    render_apply_distance(job, &view->camera);
    free(points);
    return true;
}

static float frame_time(const cast_member *m, float time)
{
    float t = m->start + time;
    return t > m->end ? m->end : t; // the shorter clip holds its last pose
}

static bool draw_frame(cast *c, const render_job *job, const film_view *view, float time,
                       caper_renderer *renderer, caper_render_item *items, caper_picture *picture,
                       caper_error *error)
{
    for (int i = 0; i < c->count; i++) {
        items[i] = cast_item(&c->members[i], job, frame_time(&c->members[i], time), 1.5f);
    }
    caper_render_scene scene = caper_render_scene_default();
    scene.items = items;
    scene.item_count = c->count;
    scene.world = c->world.world;
    scene.camera = view->camera;
    if (view->follows) {
        caper_vec3 about = middle_at(c, time);
        scene.camera.eye = caper_vec3_add(scene.camera.eye, about);
        scene.camera.target = caper_vec3_add(scene.camera.target, about);
    }
    scene.grid_step = caper_render_grid_step(c->members[0].character->size);
    return caper_render(renderer, &scene, picture, error);
}

// Draws all frames into the film.
static bool draw_film(cast *c, const render_job *job, float rate, int frame_count, caper_film *film,
                      caper_renderer *renderer, caper_picture *picture, caper_error *error)
{
    film_view view = {.aspect = (float)picture->width / (float)picture->height};
    caper_render_item *items = calloc((size_t)c->count, sizeof(*items));
    cli_bar bar;
    caper_progress progress = cli_progress(&bar, "render");
    bool good = items && plan_view(c, job, &view);
    if (!good) {
        caper_error_set(error, CAPER_ERROR_MEMORY, job->out, 0, 0, "out of memory");
    }
    for (int i = 0; i < frame_count && good; i++) {
        good = draw_frame(c, job, &view, (float)i / rate, renderer, items, picture, error) &&
               caper_film_add(film, picture, error);
        caper_progress_report(&progress, (double)(i + 1) / frame_count, "frames");
    }
    free(items);
    return good && caper_film_finish(film, error);
}

int render_film(cast *c, const render_job *job)
{
    caper_error error = {0};
    bool gif = strlen(job->out) > 4 && strcmp(job->out + strlen(job->out) - 4, ".gif") == 0;
    caper_film_def def = caper_film_def_default();
    def.path = job->out;
    def.width = job->width ? job->width : gif ? 640 : 1280;
    def.height = job->height ? job->height : gif ? 360 : 720;
    def.rate = job->fps != RENDER_NOT_GIVEN ? (float)job->fps : gif ? 20.0f : 30.0f;
    if (c->count == 0) {
        return cli_fail("render", "a film needs a clip or a character");
    }
    caper_renderer_def renderer_def = caper_renderer_def_default();
    caper_renderer *renderer = caper_renderer_create(&renderer_def, &error);
    caper_picture picture = caper_picture_create(def.width, def.height, 0xffffff, NULL);
    caper_film *film = NULL;
    bool good = renderer && cast_prepare(c, job, true, &error);
    if (good && !picture.pixels) {
        good = caper_error_set(&error, CAPER_ERROR_LIMIT, job->out, 0, 0,
                               "frames of %d x %d are too large", def.width, def.height);
    }
    film = good ? caper_film_create(&def, &error) : NULL;
    // one frame more, so that the last pose is shown; a character at rest gets one second
    float seconds = cast_duration(c);
    int frames = (int)floorf((seconds > 0.0f ? seconds : 1.0f) * def.rate + 0.001f) + 1;
    good = film && draw_film(c, job, def.rate, frames, film, renderer, &picture, &error);
    if (good && caper_film_is_numbered(film)) {
        printf("ffmpeg is not installed: wrote %d numbered pictures to %s\n", frames,
               caper_film_output(film));
    }
    caper_film_destroy(film);
    caper_renderer_destroy(renderer);
    caper_picture_destroy(&picture, NULL);
    return good ? CLI_GOOD : cli_error(&error);
}
