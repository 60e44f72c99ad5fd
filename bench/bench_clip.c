// SPDX-License-Identifier: MIT
// Room `clip`: sampling, seeking, blending, crowds. Targets are 0.8 of what ozz-animation 0.16
// takes for the same work on this class of machine (gcc -O3, SSE2, 67 joints, dense 30 Hz keys):
// 266 instructions and 17 to 20 ns a joint; 603 instructions for a three-way blend; 7.9 KB of
// context.
#include "bench.h"
#include "subject.h"

#include <stdlib.h>

#define OZZ "0.8 of ozz-animation 0.16"
#define ACL "0.3 of the 13 ns that ACL 2.1 takes on captures of 38 joints"
#define CROWD 1000
#define SEEKS 1024

typedef struct clip_state {
    subject s;
    caper_clip *reduced;
    caper_pose local[3];
    caper_pose *model; ///< one, or one a member of the crowd
    caper_clip_cursor *cursor;
    int members;
    float seeks[SEEKS];
} clip_state;

static void teardown(void *user)
{
    clip_state *state = user;
    for (int i = 0; i < 3; i++) {
        caper_pose_destroy(&state->local[i], NULL);
    }
    for (int i = 0; i < state->members; i++) {
        caper_pose_destroy(&state->model[i], NULL);
    }
    free(state->model);
    free(state->cursor);
    caper_clip_destroy(state->reduced);
    subject_free(&state->s);
    free(state);
}

static clip_state *make_state(int members)
{
    clip_state *state = calloc(1, sizeof(*state));
    if (!state) {
        return NULL;
    }
    state->s = subject_make();
    state->model = calloc((size_t)members, sizeof(caper_pose));
    state->cursor = calloc((size_t)members, sizeof(caper_clip_cursor));
    if (!state->s.clip || !state->model || !state->cursor) {
        teardown(state);
        return NULL;
    }
    for (int i = 0; i < 3; i++) {
        state->local[i] = caper_character_pose(state->s.character, NULL);
    }
    for (state->members = 0; state->members < members; state->members++) {
        state->model[state->members] = caper_character_pose(state->s.character, NULL);
    }
    caper_rng rng = caper_rng_make(5);
    for (int i = 0; i < SEEKS; i++) {
        state->seeks[i] = caper_rng_range(&rng, 0, state->s.clip->duration);
    }
    return state;
}

static void *setup_one(double *units)
{
    *units = SUBJECT_BODIES;
    return make_state(1);
}

static void *setup_crowd(double *units)
{
    *units = SUBJECT_BODIES * CROWD;
    return make_state(CROWD);
}

static void *setup_reduced(double *units)
{
    clip_state *state = setup_one(units);
    if (state) {
        caper_reduce_options options = {0};
        options.tolerance = 0.001f;
        state->reduced = caper_clip_reduce(state->s.clip, &options, NULL, NULL);
    }
    return state && state->reduced ? state : NULL;
}

static void *setup_packed(double *units)
{
    clip_state *state = setup_one(units);
    if (state) {
        state->reduced = caper_clip_pack(state->s.clip, NULL, NULL, NULL);
    }
    return state && state->reduced ? state : NULL;
}

static void play(clip_state *state, const caper_clip *clip, float time, int member)
{
    caper_clip_sample(clip, time, &state->cursor[member], &state->local[0]);
    caper_pose_to_model(&state->s.character->skeleton, &state->local[0], NULL,
                        &state->model[member]);
    bench_keep(state->model[member].bodies);
}

// 60 frames a second, over and over.
static float playback_time(const clip_state *state, int i)
{
    int frames = (int)(state->s.clip->duration * 60.0f);
    return (float)(i % frames) / 60.0f;
}

static void run_forward(void *user, int times)
{
    clip_state *state = user;
    for (int i = 0; i < times; i++) {
        play(state, state->s.clip, playback_time(state, i), 0);
    }
}

static void run_plainly(void *user, int times)
{
    clip_state *state = user;
    for (int i = 0; i < times; i++) {
        subject_sample_plainly(&state->s, playback_time(state, i), state->local[0].bodies);
        subject_fk_plainly(&state->s.character->skeleton, state->local[0].bodies,
                           state->model[0].bodies);
        bench_keep(state->model[0].bodies);
    }
}

static void run_seek(void *user, int times)
{
    clip_state *state = user;
    for (int i = 0; i < times; i++) {
        play(state, state->s.clip, state->seeks[i % SEEKS], 0);
    }
}

static void run_keyed(void *user, int times)
{
    clip_state *state = user;
    for (int i = 0; i < times; i++) {
        play(state, state->reduced, playback_time(state, i), 0);
    }
}

static void run_keyed_seek(void *user, int times)
{
    clip_state *state = user;
    for (int i = 0; i < times; i++) {
        play(state, state->reduced, state->seeks[i % SEEKS], 0);
    }
}

static void run_packed(void *user, int times)
{
    clip_state *state = user;
    for (int i = 0; i < times; i++) {
        caper_clip_sample(state->reduced, playback_time(state, i), NULL, &state->local[0]);
        bench_keep(state->local[0].bodies);
    }
}

static void run_packed_seek(void *user, int times)
{
    clip_state *state = user;
    for (int i = 0; i < times; i++) {
        caper_clip_sample(state->reduced, state->seeks[i % SEEKS], NULL, &state->local[0]);
        bench_keep(state->local[0].bodies);
    }
}

static void run_dense_alone(void *user, int times)
{
    clip_state *state = user;
    for (int i = 0; i < times; i++) {
        caper_clip_sample(state->s.clip, playback_time(state, i), NULL, &state->local[0]);
        bench_keep(state->local[0].bodies);
    }
}

static void run_pack(void *user, int times)
{
    clip_state *state = user;
    for (int i = 0; i < times; i++) {
        caper_clip *packed = caper_clip_pack(state->s.clip, NULL, NULL, NULL);
        bench_keep(packed);
        caper_clip_destroy(packed);
    }
}

static void *setup_pack(double *units)
{
    *units = SUBJECT_FRAMES;
    return make_state(1);
}

static void run_blend(void *user, int times)
{
    clip_state *state = user;
    caper_pose rest = caper_character_rest_local(state->s.character);
    for (int i = 0; i < times; i++) {
        caper_blend_layer layers[3];
        for (int k = 0; k < 3; k++) {
            caper_clip_sample(state->s.clip, playback_time(state, i + 100 * k), NULL,
                              &state->local[k]);
            layers[k].pose = &state->local[k];
            layers[k].weight = 0.2f + 0.2f * (float)k;
            layers[k].mask = NULL;
        }
        caper_blend_job job = {layers, 3, NULL, 0, &rest, 0, &state->local[0]};
        caper_blend(&job);
        caper_pose_to_model(&state->s.character->skeleton, &state->local[0], NULL,
                            &state->model[0]);
        bench_keep(state->model[0].bodies);
    }
}

static void run_blend_plainly(void *user, int times)
{
    clip_state *state = user;
    for (int i = 0; i < times; i++) {
        for (int k = 0; k < 3; k++) {
            subject_sample_plainly(&state->s, playback_time(state, i + 100 * k),
                                   state->local[k].bodies);
        }
        caper_transform *a = state->local[0].bodies;
        for (int b = 0; b < SUBJECT_BODIES; b++) {
            caper_transform first =
                caper_transform_lerp(a[b], state->local[1].bodies[b], 0.4f / 0.6f);
            a[b] = caper_transform_lerp(first, state->local[2].bodies[b], 0.5f);
        }
        subject_fk_plainly(&state->s.character->skeleton, a, state->model[0].bodies);
        bench_keep(state->model[0].bodies);
    }
}

static void run_crowd(void *user, int times)
{
    clip_state *state = user;
    for (int i = 0; i < times; i++) {
        for (int m = 0; m < CROWD; m++) {
            play(state, state->s.clip, playback_time(state, i + m * 7), m);
        }
    }
}

static const bench_case cases[] = {
    {.name = "clip.sample",
     .what = "sample and local to model, played forward at 60 Hz",
     .unit = "body",
     .setup = setup_one,
     .teardown = teardown,
     .run = run_forward,
     .baseline = run_plainly,
     .max_ns = 0.8 * 17,
     .max_instructions = 0.8 * 266,
     .reference = OZZ},
    {.name = "clip.seek",
     .what = "the same at random times",
     .unit = "body",
     .setup = setup_one,
     .teardown = teardown,
     .run = run_seek,
     .relative_to = "clip.sample",
     .max_relative = 1.5},
    {.name = "clip.keyed",
     .what = "the same of a clip reduced to 1 mm, forward",
     .unit = "body",
     .setup = setup_reduced,
     .teardown = teardown,
     .run = run_keyed,
     .max_ns = 0.8 * 17,
     .max_instructions = 0.8 * 266,
     .reference = OZZ},
    {.name = "clip.keyed_seek",
     .what = "the reduced clip at random times",
     .unit = "body",
     .setup = setup_reduced,
     .teardown = teardown,
     .run = run_keyed_seek,
     .relative_to = "clip.keyed",
     .max_relative = 1.5},
    {.name = "clip.packed",
     .what = "sample alone, of a clip packed to 0.1 mm, forward; baseline: of the dense clip",
     .unit = "body",
     .setup = setup_packed,
     .teardown = teardown,
     .run = run_packed,
     .baseline = run_dense_alone,
     .max_ns = 4,
     .reference = ACL},
    {.name = "clip.packed_seek",
     .what = "the same at random times",
     .unit = "body",
     .setup = setup_packed,
     .teardown = teardown,
     .run = run_packed_seek,
     .max_ns = 4,
     .reference = ACL},
    {.name = "clip.pack",
     .what = "packing itself, to 0.1 mm",
     .unit = "frame",
     .setup = setup_pack,
     .teardown = teardown,
     .run = run_pack},
    {.name = "clip.blend3",
     .what = "three samples, blend, local to model",
     .unit = "body",
     .setup = setup_one,
     .teardown = teardown,
     .run = run_blend,
     .baseline = run_blend_plainly,
     .max_instructions = 0.8 * 603,
     .reference = OZZ},
    {.name = "clip.crowd",
     .what = "1,000 characters, each with its own pose",
     .unit = "body",
     .setup = setup_crowd,
     .teardown = teardown,
     .run = run_crowd,
     .relative_to = "clip.sample",
     .max_relative = 1.25},
};

static const bench_fact facts[] = {
    {"clip.context", "bytes a clip and character", (double)sizeof(caper_clip_cursor), 0.8 * 7900},
};

const bench_suite bench_clip = {"clip", cases, CAPER_COUNT_OF(cases), facts, CAPER_COUNT_OF(facts)};
