// SPDX-License-Identifier: MIT
// Room `graph`: distances of all pairs of windows, a frame of a player, a plan, a search by
// matching. Clips are made from seeds, so that no file is needed: swinging limbs, many speeds and
// turns.
#include "bench.h"
#include "caper/graph.h"

#include <math.h>
#include <stdlib.h>

enum {
    CLIPS = 36,
    FRAMES = 280,
    PAIRS = 256
};

typedef struct graph_state {
    caper_character *character;
    caper_clip *clips[CLIPS];
    caper_cloud *cloud;
    caper_graph *graph;
    caper_graph_policy *policy;
    caper_graph_player *player;
    caper_match *match;
    caper_match_player *driven;
    float *map;
    caper_rng rng;
    float time;
} graph_state;

static caper_clip *make_clip(const caper_character *c, int number)
{
    caper_rng style = caper_rng_make((uint64_t)(number % 3)),
              own = caper_rng_make((uint64_t)number);
    float speed = caper_rng_range(&own, 0.5f, 2.0f), turn = caper_rng_range(&own, -1.0f, 1.0f);
    float hertz = caper_rng_range(&own, 0.9f, 1.1f);
    int n = c->body_count;
    caper_transform *all = aligned_alloc(32, (size_t)(FRAMES * n) * sizeof *all);
    caper_root roots[FRAMES] = {{0, 0, 0, 0}};
    for (int b = 0; b < n; b++) {
        caper_vec3 axis = {caper_rng_range(&style, -1, 1), 0.2f, 0.3f};
        float swing = caper_rng_range(&style, 0, 0.5f), phase = caper_rng_range(&style, 0, 6);
        for (int f = 0; f < FRAMES; f++) {
            float t = (float)f / 30.0f * CAPER_TAU * hertz;
            all[f * n + b] = c->skeleton.rest_local[b];
            all[f * n + b].rotation =
                caper_quat_mul(c->skeleton.rest_local[b].rotation,
                               caper_quat_from_axis_angle(axis, swing * caper_sin(t + phase)));
        }
    }
    for (int f = 1; f < FRAMES; f++) {
        roots[f] = caper_root_mul(roots[f - 1], (caper_root){0, 0, speed / 30, turn / 30});
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "made";
    def.skeleton = &c->skeleton;
    def.frame_count = FRAMES;
    def.frames = all;
    def.roots = roots;
    caper_clip *clip = caper_clip_create(&def, NULL);
    free(all);
    return clip;
}

static graph_state *make_state(void)
{
    graph_state *s = calloc(1, sizeof *s);
    caper_creature_def creature = caper_creature_def_default();
    creature.min_size = creature.max_size = 1.8f;
    creature.difficulty = 0.2f;
    for (;; creature.seed++) {
        s->character = caper_character_random(&creature, NULL);
        if (s->character->leg_count == 2) {
            break;
        }
        caper_character_destroy(s->character);
    }
    for (int i = 0; i < CLIPS; i++) {
        s->clips[i] = make_clip(s->character, i);
    }
    s->rng = caper_rng_make(1);
    return s;
}

static void teardown(void *user)
{
    graph_state *s = user;
    caper_graph_player_destroy(s->player);
    caper_graph_policy_destroy(s->policy);
    caper_graph_destroy(s->graph);
    caper_cloud_destroy(s->cloud);
    caper_match_player_destroy(s->driven);
    caper_match_destroy(s->match);
    for (int i = 0; i < CLIPS; i++) {
        caper_clip_destroy(s->clips[i]);
    }
    caper_character_destroy(s->character);
    free(s->map);
    free(s);
}

// --- all pairs -----------------------------------------------------------------------------------

static void *setup_map(double *units)
{
    graph_state *s = make_state();
    caper_cloud_point points[30];
    int found = caper_cloud_points(s->character, points, 30);
    for (int i = found; i < 30; i++) { // thirty, whatever the creature
        points[i] = points[i % found];
        points[i].offset.x += 0.01f * (float)i;
    }
    caper_cloud_def def = caper_cloud_def_default();
    def.character = s->character;
    def.clips = (const caper_clip *const *)s->clips;
    def.clip_count = CLIPS;
    def.points = points;
    def.point_count = 30;
    def.window = 5;
    s->cloud = caper_cloud_create(&def, NULL);
    s->map = malloc((size_t)PAIRS * PAIRS * sizeof *s->map);
    *units = (double)PAIRS * PAIRS;
    return s;
}

static void run_map(void *user, int times)
{
    graph_state *s = user;
    for (int i = 0; i < times; i++) {
        // beside the diagonal, where nothing is copied
        caper_cloud_map_job job = {.cloud = s->cloud,
                                   .row = 100,
                                   .row_count = PAIRS,
                                   .column = 5000,
                                   .column_count = PAIRS,
                                   .out = s->map};
        caper_cloud_map(&job, NULL);
        bench_keep(s->map);
    }
}

static void run_pairs(void *user, int times)
{
    graph_state *s = user;
    for (int n = 0; n < times; n++) {
        for (int i = 0; i < PAIRS; i++) {
            for (int j = 0; j < PAIRS; j++) {
                s->map[i * PAIRS + j] = caper_cloud_distance(s->cloud, 100 + i, 5000 + j, NULL);
            }
        }
        bench_keep(s->map);
    }
}

// --- graphs --------------------------------------------------------------------------------------

static graph_state *make_graph(void)
{
    graph_state *s = make_state();
    caper_graph_def def = caper_graph_def_default();
    def.character = s->character;
    def.clips = (const caper_clip *const *)s->clips;
    def.clip_count = CLIPS;
    def.max_slip = 10; // nothing stands in these clips
    def.threshold = 0.1f;
    s->graph = caper_graph_create(&def, NULL);
    return s;
}

static void *setup_player(double *units)
{
    graph_state *s = make_graph();
    caper_graph_policy_def def = caper_graph_policy_def_default();
    def.graph = s->graph;
    s->policy = caper_graph_policy_create(&def, NULL);
    caper_graph_player_def player = caper_graph_player_def_default();
    player.graph = s->graph;
    player.policy = s->policy;
    s->player = caper_graph_player_create(&player, NULL);
    *units = 1;
    return s;
}

static void run_player(void *user, int times)
{
    graph_state *s = user;
    for (int i = 0; i < times; i++) {
        s->time += 1 / 60.0f;
        caper_graph_command command = {{caper_sin(0.5f * s->time), 0, caper_cos(0.5f * s->time)},
                                       NAN};
        caper_graph_frame frame;
        caper_graph_player_update(s->player, 1 / 60.0f, &command, &frame);
        bench_keep(&frame);
    }
}

static void *setup_plan(double *units)
{
    graph_state *s = make_graph();
    *units = 1;
    return s;
}

static void run_plan(void *user, int times)
{
    graph_state *s = user;
    caper_vec3 path[33];
    for (int i = 0; i < 33; i++) { // ten seconds round a circle at 1.3 m/s
        float turn = (float)i / 32 * CAPER_TAU;
        path[i] = caper_vec3_make(2.07f - 2.07f * caper_cos(turn), 0, 2.07f * caper_sin(turn));
    }
    for (int i = 0; i < times; i++) {
        caper_graph_plan_job job = caper_graph_plan_job_default();
        job.graph = s->graph;
        job.path = path;
        job.path_count = 33;
        job.seconds = 20;
        caper_graph_plan(&job, NULL);
        bench_keep(job.edges);
        caper_graph_plan_destroy(&job);
    }
}

// --- matching ------------------------------------------------------------------------------------

static void *setup_match(double *units)
{
    graph_state *s = make_state();
    caper_match_def def = caper_match_def_default();
    def.character = s->character;
    def.clips = (const caper_clip *const *)s->clips;
    def.clip_count = CLIPS;
    def.mirror = true;
    def.rate = 87; // 54,000 frames
    s->match = caper_match_create(&def, NULL);
    *units = 1;
    return s;
}

static void match(graph_state *s, int times, bool (*search)(const caper_match *, caper_match_job *))
{
    int frames = caper_match_frame_count(s->match), features = caper_match_feature_count(s->match);
    for (int i = 0; i < times; i++) {
        float wish[CAPER_MATCH_MAX_FEATURES], way[CAPER_MATCH_MAX_FEATURES];
        caper_match_features_of(s->match, caper_rng_int(&s->rng, 0, frames - 1), wish);
        caper_match_features_of(s->match, caper_rng_int(&s->rng, 0, frames - 1), way);
        for (int d = features - 12; d < features; d++) {
            wish[d] = way[d]; // the pose of one frame, the way ahead of another
        }
        caper_match_job job = {.features = wish, .hint = -1};
        search(s->match, &job);
        bench_keep(&job);
    }
}

static void run_match(void *user, int times)
{
    match(user, times, caper_match_search);
}

static void run_match_all(void *user, int times)
{
    match(user, times, caper_match_search_all);
}

static void *setup_drive(double *units)
{
    graph_state *s = setup_match(units);
    caper_match_player_def def = caper_match_player_def_default();
    def.match = s->match;
    s->driven = caper_match_player_create(&def, NULL);
    return s;
}

static void run_drive(void *user, int times)
{
    graph_state *s = user;
    for (int i = 0; i < times; i++) {
        s->time += 1 / 60.0f;
        caper_graph_command command = {{caper_sin(0.5f * s->time), 0, caper_cos(0.5f * s->time)},
                                       NAN};
        caper_match_frame frame;
        caper_match_player_update(s->driven, 1 / 60.0f, &command, &frame);
        bench_keep(&frame);
    }
}

static const bench_case cases[] = {
    {.name = "graph.map",
     .what = "distance of two windows of 5 frames x 30 points, in a map",
     .unit = "pair",
     .setup = setup_map,
     .teardown = teardown,
     .run = run_map,
     .baseline = run_pairs,
     .max_ns = 60,
     .reference = "10,000 x 10,000 in 3 s on two cores"},
    {.name = "graph.player",
     .what = "a frame of a player that obeys, without its pose",
     .unit = "frame",
     .setup = setup_player,
     .teardown = teardown,
     .run = run_player,
     .max_ns = 2000,
     .reference = "2 us a frame"},
    {.name = "graph.plan",
     .what = "ten seconds along a circle, 10,000 frames",
     .unit = "plan",
     .setup = setup_plan,
     .teardown = teardown,
     .run = run_plan,
     .max_ns = 1e8,
     .reference = "100 ms"},
    {.name = "graph.match",
     .what = "the nearest of 54,000 frames by 27 features",
     .unit = "search",
     .setup = setup_match,
     .teardown = teardown,
     .run = run_match,
     .baseline = run_match_all,
     .max_ns = 40000,
     .reference = "42 us of a public implementation with bounding boxes"},
    {.name = "graph.drive",
     .what = "a frame of a player by matching, searches among it, without its pose",
     .unit = "frame",
     .setup = setup_drive,
     .teardown = teardown,
     .run = run_drive},
};

const bench_suite bench_graph = {
    .name = "graph", .cases = cases, .case_count = CAPER_COUNT_OF(cases)};
