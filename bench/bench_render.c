// SPDX-License-Identifier: MIT
// Room `render`: whole frames, picture in memory. What a film costs a frame, and a still.
#include "bench.h"
#include "caper/render.h"
#include "subject.h"

#include <stdlib.h>

typedef struct render_state {
    subject s;
    caper_pose model;
    caper_renderer *renderer;
    caper_picture picture;
    caper_render_scene scene;
    caper_render_item item;
} render_state;

static void teardown_render(void *user)
{
    render_state *state = user;
    caper_renderer_destroy(state->renderer);
    caper_picture_destroy(&state->picture, NULL);
    caper_pose_destroy(&state->model, NULL);
    subject_free(&state->s);
    free(state);
}

static void *setup_samples(double *units, int samples)
{
    render_state *state = calloc(1, sizeof(*state));
    if (!state) {
        return NULL;
    }
    *units = 1;
    state->s = subject_make();
    caper_renderer_def def = caper_renderer_def_default();
    def.samples = samples;
    state->renderer = caper_renderer_create(&def, NULL);
    state->picture = caper_picture_create(1280, 720, 0, NULL);
    if (!state->s.character || !state->renderer || !state->picture.pixels) {
        teardown_render(state);
        return NULL;
    }
    state->model = caper_character_pose(state->s.character, NULL);
    state->item = caper_render_item_default();
    state->item.character = state->s.character;
    state->scene = caper_render_scene_default();
    caper_view view = caper_view_default();
    state->scene.camera = caper_camera_frame(caper_render_item_bounds(&state->item), &view);
    state->item.model = &state->model;
    return state;
}

static void *setup_frame(double *units)
{
    return setup_samples(units, 1);
}

static void *setup_still(double *units)
{
    return setup_samples(units, 4);
}

static void run_render(void *user, int times)
{
    render_state *state = user;
    state->scene.items = &state->item;
    state->scene.item_count = 1;
    for (int i = 0; i < times; i++) {
        caper_pose local = {state->s.frames + (i % SUBJECT_FRAMES) * SUBJECT_BODIES, NULL,
                            SUBJECT_BODIES, 0};
        caper_pose_to_model(&state->s.character->skeleton, &local, NULL, &state->model);
        caper_render(state->renderer, &state->scene, &state->picture, NULL);
        bench_keep(state->picture.pixels);
    }
}

static const bench_case cases[] = {
    {.name = "render.frame",
     .what = "67 bodies at 1280 x 720, one sample a pixel",
     .unit = "frame",
     .setup = setup_frame,
     .teardown = teardown_render,
     .run = run_render,
     .threads = true,
     .optional = true,
     .max_ns = 1e9 / 60,
     .reference = "60 frames a second on one core and no graphics card"},
    {.name = "render.still",
     .what = "the same with four samples a pixel",
     .unit = "frame",
     .setup = setup_still,
     .teardown = teardown_render,
     .run = run_render,
     .threads = true,
     .optional = true},
};

const bench_suite bench_render = {"render", cases, CAPER_COUNT_OF(cases), NULL, 0};
