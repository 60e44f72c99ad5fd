// SPDX-License-Identifier: MIT
//
// Pictures of a show, from its tape, or from where the job lets them begin: all of that says what
// the camera must see. The camera follows the cast where it goes farther than a few body sizes; of
// a cast of beetles and dragons the job may name whom it follows.
#if defined(CAPER_PHYSICS)

#include "render_page.h"
#include "simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLLOW_SIZES 4.0f // farther apart than so many characters: follow
#define WIDE 1.8f         // as often as high: a strip in two rows of flat pictures
#define MAX_ITEMS (CAPER_SCENE_MAX_ACTORS + CAPER_SCENE_MAX_THINGS)

// Tints by how an actor is driven: as in the paper's figures.
#define TINT_ANIMATED 0x3b3f4a
#define TINT_HOOK 0x4f9d5d
#define TINT_PARENT 0x4a7fc1
#define TINT_NONE 0x9aa0aa

typedef struct stage {
    const simulate_job *job;
    caper_show *show; // whose cast and world are drawn
    const caper_show_tape *tape;
    caper_pose poses[CAPER_SCENE_MAX_ACTORS];       // of a frame, on the tape
    caper_character *balls[CAPER_SCENE_MAX_THINGS]; // made when they are seen first
    caper_render_item items[MAX_ITEMS];
    caper_platform boxes[CAPER_SCENE_MAX_THINGS];
    int item_count, box_count;
    int first, frame_count;     // of the tape, that are drawn
    int watched, watched_count; // the first of the actors that the camera looks at, how many
    caper_bounds *bounds;       // of each frame, one after the other of those
    int bounds_count;
    caper_vec3 *middles;
    float size;
    bool follows;
    caper_camera camera;
} stage;

// A body that is drawn as a ball: eyes are round.
static caper_character *make_ball(float radius)
{
    caper_body_def body = caper_body_def_default();
    body.name = "ball";
    body.box_half = caper_vec3_make(radius, radius, radius);
    body.caps = CAPER_CAP_SPINE | CAPER_CAP_ROOT | CAPER_CAP_EYE;
    caper_character_def def = caper_character_def_default();
    def.name = "ball";
    def.bodies = &body;
    def.body_count = 1;
    return caper_character_create(&def, NULL);
}

static void tint(const caper_scene_actor *a, caper_render_item *item)
{
    const caper_doll_def *d = &a->doll;
    item->tint = !a->simulated                      ? TINT_ANIMATED
                 : d->balance == CAPER_BALANCE_HOOK ? TINT_HOOK
                 : d->balance == CAPER_BALANCE_NONE ? TINT_NONE
                 : d->servo == CAPER_SERVO_PARENT   ? TINT_PARENT
                                                    : 0;
    item->tint_amount = item->tint ? 0.75f : 0;
}

static void collect_things(stage *s, const caper_transform *place)
{
    caper_physics *physics = caper_show_physics(s->show);
    for (int i = 0; i < caper_physics_thing_count(physics); i++) {
        caper_thing_def def;
        caper_transform unused, at = place[i];
        caper_physics_thing(physics, i, &unused, &def);
        if (def.shape == CAPER_THING_BALL) {
            s->balls[i] = s->balls[i] ? s->balls[i] : make_ball(def.half.x);
            if (!s->balls[i]) {
                continue;
            }
            caper_render_item *item = &s->items[s->item_count++];
            *item = caper_render_item_default();
            item->character = s->balls[i];
            item->root = at;
            item->tint = 0xe8743b;
            item->tint_amount = 1;
        } else {
            s->boxes[s->box_count++] = (caper_platform){.box = {at, def.half}};
        }
    }
}

static void collect(stage *s, int frame)
{
    const caper_scene *scene = s->job->scene;
    caper_transform *place = s->tape->places + (size_t)frame * s->tape->place_count;
    float *deforms = s->tape->deforms + (size_t)frame * s->tape->deform_count;
    s->item_count = s->box_count = 0;
    for (int i = 0; i < scene->actor_count; i++) {
        caper_actor *actor = caper_show_actor(s->show, i);
        caper_pose *pose = &s->poses[i];
        caper_render_item *item = &s->items[s->item_count++];
        const cli_asset *asset = simulate_asset_of(s->job, i);
        *item = caper_render_item_default();
        item->character = caper_actor_character(actor);
        *pose = *caper_actor_model(actor);
        pose->bodies = place + 1;
        pose->deforms = deforms;
        item->model = pose;
        item->root = *place;
        place += 1 + pose->body_count;
        deforms += pose->deform_count;
        item->limbs = asset && (asset->tagged || asset->import);
        if (asset && asset->import && asset->import->skin_count > 0) {
            item->skins = asset->import->skins;
            item->skin_count = asset->import->skin_count;
            item->limbs = false;
        }
        tint(&scene->actors[i], item);
    }
    collect_things(s, place);
}

static void measure(stage *s)
{
    for (int f = 0; f < s->frame_count; f++) {
        collect(s, s->first + f);
        caper_vec3 middle = caper_vec3_zero();
        for (int i = 0; i < s->watched_count; i++) {
            const caper_render_item *item = &s->items[s->watched + i];
            caper_bounds b = caper_render_item_bounds(item);
            s->bounds[s->bounds_count++] = b;
            middle = caper_vec3_add(middle, caper_bounds_center(b));
            s->size = fmaxf(s->size, item->character->size);
        }
        s->middles[f] =
            caper_vec3_scale(middle, 1 / (float)(s->watched_count ? s->watched_count : 1));
        s->middles[f].y = 0;
    }
}

static bool plan_camera(stage *s, float aspect)
{
    caper_bounds all = caper_bounds_empty();
    for (int i = 0; i < s->bounds_count; i++) {
        all = caper_bounds_union(all, s->bounds[i]);
    }
    caper_vec3 extent = caper_bounds_size(all);
    s->follows = fmaxf(extent.x, extent.z) >
                 FOLLOW_SIZES * s->size * fmaxf(1, 0.5f * (float)s->watched_count);
    caper_vec3 *points = malloc((size_t)(s->bounds_count + 1) * 8 * sizeof *points);
    if (!points) {
        return false;
    }
    int count = 0;
    for (int i = 0; i < s->bounds_count; i++) {
        caper_bounds b = s->bounds[i];
        caper_vec3 about = s->follows ? s->middles[i / s->watched_count] : caper_vec3_zero();
        b.min.y = fminf(b.min.y, 0);
        for (int k = 0; k < 8; k++) {
            caper_vec3 p = {k & 1 ? b.max.x : b.min.x, k & 2 ? b.max.y : b.min.y,
                            k & 4 ? b.max.z : b.min.z};
            points[count++] = caper_vec3_sub(p, about);
        }
    }
    caper_view view = caper_view_default();
    view.aspect = aspect;
    view.yaw = s->job->yaw;
    view.pitch = s->job->pitch;
    s->camera = caper_camera_fit(points, count, &view);
    free(points);
    return true;
}

static bool draw(stage *s, caper_renderer *renderer, int frame, caper_picture *picture,
                 caper_error *error)
{
    collect(s, s->first + frame);
    caper_world_frame moving = {.platforms = s->boxes, .platform_count = s->box_count};
    caper_render_scene scene = caper_render_scene_default();
    scene.items = s->items;
    scene.item_count = s->item_count;
    scene.world = caper_show_world(s->show);
    scene.frame = &moving;
    scene.camera = s->camera;
    scene.grid_step = caper_render_grid_step(s->size);
    if (s->follows) {
        scene.camera.eye = caper_vec3_add(scene.camera.eye, s->middles[frame]);
        scene.camera.target = caper_vec3_add(scene.camera.target, s->middles[frame]);
    }
    return caper_render(renderer, &scene, picture, error);
}

// Is what the camera must see at once much wider than high?
static bool is_wide(const stage *s)
{
    int actors = s->watched_count;
    caper_vec3 most = caper_vec3_zero();
    for (int f = 0; f * actors < s->bounds_count; f++) {
        caper_bounds all = caper_bounds_empty();
        for (int i = 0; i < actors; i++) {
            all = caper_bounds_union(all, s->bounds[f * actors + i]);
        }
        caper_vec3 size = caper_bounds_size(all);
        most = caper_vec3_make(fmaxf(most.x, size.x), fmaxf(most.y, size.y), fmaxf(most.z, size.z));
    }
    return fmaxf(most.x, most.z) > WIDE * most.y;
}

static bool draw_strip(stage *s, caper_renderer *renderer, caper_error *error)
{
    bool wide = is_wide(s);
    int cells = s->job->cells, columns = cells > 8 || (wide && cells > 3) ? (cells + 1) / 2 : cells;
    int rows = (cells + columns - 1) / columns, width = PAGE_WIDTH / columns;
    int height = wide ? width * 3 / 5 : width < 300 ? 300 : width * 3 / 4;
    caper_picture page =
        caper_picture_create(columns * width, rows * (height + PAGE_CAPTION), 0xffffff, NULL);
    caper_picture cell = caper_picture_create(width, height, 0xffffff, NULL);
    bool good = page.pixels && cell.pixels && plan_camera(s, (float)width / (float)height);
    for (int drawn = 0; good && drawn < cells; drawn++) {
        int last = s->frame_count - 1, f = cells > 1 ? drawn * last / (cells - 1) : 0;
        good = draw(s, renderer, f, &cell, error);
        int x = drawn % columns * width, y = drawn / columns * (height + PAGE_CAPTION);
        char text[32];
        snprintf(text, sizeof text, "%.2f s",
                 (double)((float)(s->first + f + 1) / s->job->scene->rate));
        caper_text_style style = page_style(15, PAGE_PALE_INK, CAPER_TEXT_CENTER);
        caper_picture_paste(&page, &cell, x, y);
        caper_picture_text(&page, (float)x + 0.5f * (float)width, (float)(y + height) + 18, &style,
                           text);
    }
    good = good && caper_picture_save(&page, s->job->out, error);
    caper_picture_destroy(&page, NULL);
    caper_picture_destroy(&cell, NULL);
    return good;
}

static bool draw_film(stage *s, caper_renderer *renderer, caper_error *error)
{
    bool gif = strstr(s->job->out, ".gif") != NULL;
    caper_film_def def = caper_film_def_default();
    def.path = s->job->out;
    def.width = gif ? 640 : 1280;
    def.height = gif ? 360 : 720;
    def.rate = gif ? 20 : 30;
    caper_picture picture = caper_picture_create(def.width, def.height, 0xffffff, NULL);
    bool good = picture.pixels && plan_camera(s, (float)def.width / (float)def.height);
    caper_film *film = good ? caper_film_create(&def, error) : NULL;
    good = film != NULL;
    int drawn = 0, frames = s->frame_count;
    const caper_progress *progress = cli_progress();
    for (int f = 0; good && f < frames; f++) {
        if ((float)f >= (float)drawn * s->job->scene->rate / def.rate) {
            good = draw(s, renderer, f, &picture, error) && caper_film_add(film, &picture, error);
            drawn++;
        }
        caper_progress_report(progress, (double)(f + 1) / frames, "frames");
    }
    good = good && caper_film_finish(film, error);
    if (good && caper_film_is_numbered(film)) {
        printf("ffmpeg is not installed: wrote numbered pictures to %s\n", caper_film_output(film));
    }
    caper_film_destroy(film);
    caper_picture_destroy(&picture, NULL);
    return good;
}

bool simulate_draw(const simulate_job *job, caper_show *show, const caper_show_tape *tape,
                   caper_error *error)
{
    stage *s = calloc(1, sizeof *s);
    caper_renderer *renderer = page_open_renderer(error);
    size_t frames = (size_t)tape->frame_count;
    bool good = s && renderer;
    if (good) {
        s->job = job;
        s->show = show;
        s->tape = tape;
        s->watched = job->watch >= 0 ? job->watch : 0;
        s->watched_count = job->watch >= 0 ? 1 : job->scene->actor_count;
        s->first = simulate_first_frame(job);
        s->frame_count = tape->frame_count - s->first;
        s->bounds = malloc((frames * (size_t)job->scene->actor_count + 1) * sizeof *s->bounds);
        s->middles = malloc((frames + 1) * sizeof *s->middles);
        good = (s->bounds && s->middles) ||
               caper_error_set(error, CAPER_ERROR_MEMORY, job->out, 0, 0, "no memory to draw");
    }
    if (good) {
        measure(s);
        good = strcmp(strrchr(job->out, '.'), ".png") == 0 ? draw_strip(s, renderer, error)
                                                           : draw_film(s, renderer, error);
    }
    if (s) {
        for (int i = 0; i < CAPER_SCENE_MAX_THINGS; i++) {
            caper_character_destroy(s->balls[i]);
        }
        free(s->bounds);
        free(s->middles);
    }
    free(s);
    caper_renderer_destroy(renderer);
    return good;
}

#else
typedef int caper_no_pictures_of_physics; // a source must not be empty
#endif
