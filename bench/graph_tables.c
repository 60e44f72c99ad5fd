// SPDX-License-Identifier: MIT
// Motion graphs of all captures of the CMU set that go over flat ground, put on one character and
// mirrored: with and without interpolation, and with a walker's turns. For each what was kept, how
// far paths are followed, what ten minutes by chance are like beside the clips that they are made
// of, and how long a player takes to answer a command.
#define _POSIX_C_SOURCE 200809L
#include "graph_tables.h"

#include "caper/actor.h"
#include "caper/formats.h"
#include "caper/quality.h"
#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_CLIPS 64
#define WALK_SECONDS 600.0f
#define SEEDS 4          // walks by chance
#define SLICE 0.5f       // seconds of a clip that are judged apart: about a step
#define COMMANDS 3200    // with 400 the 95th percentile depends on the seed by 0.08 s
#define MADE_FRAMES 2000 // of interpolation
#define TICK (1 / 60.0f)
#define LOOK 15 // ticks over which the way that a body goes is told: about half a step

// Walks, runs, turns, sidesteps, backward, standing, marching, limping, crouched, a leap.
static const char *const captures[] = {"07_01",  "07_12", "35_01",  "37_01",  "16_15",  "16_17",
                                       "69_16",  "09_01", "16_35",  "127_03", "127_04", "16_57",
                                       "16_41",  "16_43", "83_55",  "141_32", "143_39", "77_02",
                                       "138_01", "77_19", "136_09", "49_04"};

typedef struct heap {
    caper_character *character;
    caper_clip *clips[MAX_CLIPS];
    int count;
} heap;

// --- clips ---------------------------------------------------------------------------------------

static void add_capture(heap *h, const char *folder, const char *name)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/bvh/cmu/%s.bvh", folder, name);
    caper_import *import = caper_import_load(path, NULL, NULL);
    if (import && import->clip_count > 0) {
        caper_retarget_job job = caper_retarget_job_default();
        job.clip = import->clips[0];
        job.from = import->character;
        job.onto = h->character;
        job.stiff = true;
        caper_clip *clip = caper_retarget(&job, NULL);
        if (clip) {
            h->clips[h->count++] = clip;
        }
    }
    caper_import_destroy(import);
}

static bool turn(void *user, caper_actor *actor, int frame, float time)
{
    const float *way = user; // m/s, radians a second, and the source
    caper_walk_command command = {.heading = NAN};
    (void)frame;
    command.velocity =
        caper_vec3_make(way[0] * caper_sin(way[1] * time), 0, way[0] * caper_cos(way[1] * time));
    return caper_actor_command(actor, (caper_source)way[2], &command);
}

// A walk round a circle by the gait of the same character.
static void add_turn(heap *h, const caper_gait *gait, float speed, float rate)
{
    caper_actor_def def = caper_actor_def_default();
    def.character = h->character;
    caper_actor *actor = caper_actor_create(&def, NULL);
    caper_play_def play = caper_play_def_default();
    play.gait = gait;
    play.fade_in = 0;
    float way[3] = {speed, rate, 0};
    way[2] = actor ? (float)caper_actor_play(actor, &play, NULL) : 0;
    caper_record_job job = caper_record_job_default();
    job.actor = actor;
    job.recorder.rate = 60;
    job.recorder.name = "turn";
    job.settle = 2;
    job.seconds = 5;
    job.before = turn;
    job.user = way;
    caper_clip *clip = way[2] > 0 ? caper_record(&job, NULL) : NULL;
    if (clip) {
        h->clips[h->count++] = clip;
    }
    caper_actor_destroy(actor);
}

static void add_turns(heap *h)
{
    caper_gait_def def = caper_gait_def_default();
    def.character = h->character;
    caper_gait *gait = caper_gait_create(&def, NULL);
    for (int i = 0; gait && i < 4; i++) {
        add_turn(h, gait, 1.3f, 0.3f + 0.2f * (float)i); // mirrored ones turn the other way
    }
    caper_gait_destroy(gait);
}

// --- figures -------------------------------------------------------------------------------------

typedef struct row {
    const char *name;
    int made_frames;
    int clip_count;
    float paths[3];  // mean distance from circle, eight and square
    float speeds[3]; // m/s along them
    bool clean;      // without the stretches of clips that are faulty
} row;

// What a walk by chance is like, and the clips that it goes through.
typedef struct chance {
    float skate, source_skate, slip, slip_most;
    int pops, source_pops;
} chance;

static float follow(const caper_graph *graph, int shape, float *speed)
{
    caper_vec3 points[200];
    float length = 0;
    int count = 0, frames = 0;
    for (int i = 0; shape < 2 && i <= 96 * (shape + 1); i++) {
        float angle = (float)i * CAPER_TAU / 96, side = i <= 96 ? 2.0f : -2.0f;
        points[count++] = caper_vec3_make(side - side * caper_cos(angle), 0, 2 * caper_sin(angle));
    }
    const float corners[5][2] = {{0, 0}, {0, 4}, {4, 4}, {4, 0}, {0, 0}};
    for (int i = 0; shape == 2 && i < 5; i++) {
        points[count++] = caper_vec3_make(corners[i][0], 0, corners[i][1]);
    }
    for (int i = 1; i < count; i++) {
        length += caper_vec3_distance(points[i - 1], points[i]);
    }
    caper_graph_plan_job job = caper_graph_plan_job_default();
    job.graph = graph;
    job.start_node = CAPER_GRAPH_ANY_START;
    job.path = points;
    job.path_count = count;
    bool good = caper_graph_plan(&job, NULL) && job.arrived;
    float mean = good ? job.mean_distance : INFINITY;
    for (int i = 0; i < job.edge_count; i++) {
        frames += graph->edges[job.edges[i]].frame_count;
    }
    *speed = good ? length * graph->rate / (float)frames : 0;
    caper_graph_plan_destroy(&job);
    return mean;
}

typedef struct judged {
    float skate, slip, slip_most, floor;
    int pops;
} judged;

// From a time to another, on a floor; NAN: estimated.
static judged judge_part(const caper_character *character, const caper_clip *clip, float from,
                         float to, float floor)
{
    caper_check_job job = caper_check_job_default();
    job.character = character;
    job.clip = clip;
    job.from = from;
    job.to = to;
    job.floor = floor;
    caper_report *r = caper_check(&job, NULL);
    judged j = {0};
    if (r) {
        j.skate = (float)r->measures[CAPER_METRIC_SKATE].value;
        j.slip = (float)r->measures[CAPER_METRIC_SLIP_MEDIAN].value;
        j.slip_most = (float)r->measures[CAPER_METRIC_SLIP_MAX].value;
        j.pops = (int)r->measures[CAPER_METRIC_POPS].value;
        j.floor = r->floor;
    }
    caper_report_destroy(r);
    return j;
}

static judged judge(const caper_character *character, const caper_clip *clip)
{
    return judge_part(character, clip, 0, INFINITY, NAN);
}

static caper_clip *record(const caper_graph *graph, const caper_character *character, uint64_t seed)
{
    caper_graph_player_def who = caper_graph_player_def_default();
    who.graph = graph;
    who.seed = seed;
    caper_graph_source source;
    memset(&source, 0, sizeof source);
    source.player = caper_graph_player_create(&who, NULL);
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = 0;
    caper_actor_def def = caper_actor_def_default();
    def.character = character;
    def.jiggle = &jiggle;
    caper_actor *actor = caper_actor_create(&def, NULL);
    caper_play_def play = caper_play_def_default();
    play.kind = caper_graph_kind();
    play.self = &source;
    play.fade_in = 0;
    caper_record_job job = caper_record_job_default();
    job.actor = actor;
    job.recorder.rate = 60;
    job.seconds = WALK_SECONDS;
    caper_clip *clip = source.player && actor && caper_actor_play(actor, &play, NULL)
                           ? caper_record(&job, NULL)
                           : NULL;
    caper_actor_destroy(actor);
    caper_graph_player_destroy(source.player);
    return clip;
}

// The clips of a graph, slice by slice: what they skate and pop, and how often a walk comes by.
typedef struct sources {
    const caper_graph *graph;
    int *first; // slice of each clip
    int count;
    double *skate, *pops, *visits;
} sources;

static sources measure_sources(const caper_graph *graph, const caper_character *character)
{
    sources s = {.graph = graph, .first = calloc((size_t)graph->clip_count, sizeof(int))};
    for (int c = 0; c < graph->clip_count; c++) {
        s.first[c] = s.count;
        s.count += 1 + (int)(graph->clips[c]->duration / SLICE);
    }
    s.skate = calloc((size_t)s.count, sizeof(double));
    s.pops = calloc((size_t)s.count, sizeof(double));
    s.visits = calloc((size_t)s.count, sizeof(double));
    for (int c = 0; c < graph->clip_count; c++) {
        const caper_clip *clip = graph->clips[c];
        judged all = judge(character, clip);
        int end = c + 1 < graph->clip_count ? s.first[c + 1] : s.count;
        for (int i = s.first[c]; i < end; i++) {
            float from = (float)(i - s.first[c]) * SLICE;
            judged part = judge_part(character, clip, from, from + SLICE, all.floor);
            s.skate[i] = (double)part.skate;
            s.pops[i] = (double)part.pops / (double)SLICE;
        }
    }
    return s;
}

static void free_sources(sources *s)
{
    free(s->first);
    free(s->skate);
    free(s->pops);
    free(s->visits);
}

static void visit(sources *s, int clip, float frame)
{
    float time = caper_min(frame / s->graph->rate, s->graph->clips[clip]->duration);
    s->visits[s->first[clip] + (int)(time / SLICE)] += 0.5;
}

// Where the same walk goes through its clips; blends count for both halves.
static void count_visits(sources *s, uint64_t seed)
{
    const caper_graph *graph = s->graph;
    caper_graph_player_def who = caper_graph_player_def_default();
    who.graph = graph;
    who.seed = seed;
    caper_graph_player *player = caper_graph_player_create(&who, NULL);
    caper_graph_frame frame;
    memset(s->visits, 0, (size_t)s->count * sizeof *s->visits);
    for (int f = 0; f < (int)(WALK_SECONDS / TICK); f++) {
        caper_graph_player_update(player, TICK, NULL, &frame);
        const caper_graph_edge *e = &graph->edges[frame.edge];
        const caper_graph_node *from = &graph->nodes[e->from], *to = &graph->nodes[e->to];
        float left = (float)e->frame_count - frame.step;
        visit(s, from->clip, (float)from->frame + frame.step);
        visit(s, to->clip, caper_max((float)to->frame - left, 0));
    }
    caper_graph_player_destroy(player);
}

static chance measure_walk(sources *s, const caper_character *character, uint64_t seed)
{
    chance r = {0};
    caper_clip *clip = record(s->graph, character, seed);
    if (!clip) {
        return r;
    }
    judged walk = judge(character, clip);
    r.skate = walk.skate;
    r.slip = walk.slip;
    r.slip_most = walk.slip_most;
    r.pops = walk.pops;
    caper_clip_destroy(clip);
    double skate = 0, pops = 0, all = 0;
    count_visits(s, seed);
    for (int i = 0; i < s->count; i++) {
        skate += s->visits[i] * s->skate[i];
        pops += s->visits[i] * s->pops[i];
        all += s->visits[i];
    }
    r.source_skate = (float)(skate / all);
    r.source_pops = (int)(pops / all * (double)WALK_SECONDS);
    return r;
}

// --- answers -------------------------------------------------------------------------------------

// A player of either kind.
typedef struct player {
    caper_graph_player *walker;
    caper_match_player *driven;
} player;

// Where it is: an edge, or a clip and a time.
typedef struct moment {
    int place;
    float time;
    uint32_t events;
    caper_root root;
} moment;

static moment step(player *p, const caper_graph_command *command)
{
    if (p->driven) {
        caper_match_frame frame = {0};
        caper_match_player_update(p->driven, TICK, command, &frame);
        return (moment){frame.clip, frame.time, frame.events, frame.root};
    }
    caper_graph_frame frame = {0};
    caper_graph_player_update(p->walker, TICK, command, &frame);
    return (moment){frame.edge, 0, frame.events, frame.root};
}

static size_t keep(const player *p, void *bytes, size_t size)
{
    return p->driven ? caper_match_player_save(p->driven, bytes, size)
                     : caper_graph_player_save(p->walker, bytes, size);
}

static bool restore(player *p, const void *bytes, size_t size)
{
    return p->driven ? caper_match_player_load(p->driven, bytes, size, NULL)
                     : caper_graph_player_load(p->walker, bytes, size, NULL);
}

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// When does a player do what it would not have done under the old command? In seconds; 0: never
// within three.
static float answer_of(player *p, const caper_graph_command *old, const caper_graph_command *new)
{
    enum {
        FRAMES = 180
    };
    static char bytes[1 << 16];
    static moment olds[FRAMES];
    size_t size = keep(p, bytes, sizeof bytes);
    float answer = 0;
    for (int f = 0; f < FRAMES; f++) {
        olds[f] = step(p, old);
    }
    restore(p, bytes, size);
    for (int f = 0; f < FRAMES && answer == 0; f++) {
        moment now = step(p, new);
        if (now.place != olds[f].place || fabsf(now.time - olds[f].time) > 1e-3f) {
            answer = (float)(f + 1) * TICK;
        }
    }
    restore(p, bytes, size);
    return answer;
}

typedef struct times {
    float list[COMMANDS];
    int count;
} times;

static void add_time(times *t, float seconds)
{
    t->list[t->count++] = seconds;
}

static void print_times(times *t)
{
    qsort(t->list, (size_t)t->count, sizeof *t->list, by_value);
    printf(" %11.2f %6.2f", (double)t->list[t->count / 2], (double)t->list[t->count * 95 / 100]);
}

// Does the body go within 45 degrees of where it is told to go?
static bool goes_there(const caper_root *roots, int frame, const caper_graph_command *command)
{
    caper_root a = roots[(frame + 1) % (LOOK + 1)], b = roots[frame % (LOOK + 1)];
    caper_vec3 way = caper_vec3_make(b.x - a.x, 0, b.z - a.z);
    return caper_vec3_dot(way, command->velocity) >
           caper_cos(CAPER_PI / 4) * caper_vec3_length(way) * caper_vec3_length(command->velocity);
}

// A command is held for some seconds: when the first blend begins, and when the body goes there.
static void obey(player *p, const caper_graph_command *command, int frames, times *blends,
                 times *turns)
{
    caper_root roots[LOOK + 1];
    bool blended = false, turned = !(caper_vec3_length(command->velocity) > 0);
    for (int f = 0; f < frames; f++) {
        moment now = step(p, command);
        float seconds = (float)(f + 1) * TICK;
        roots[f % (LOOK + 1)] = now.root;
        if (!blended && now.events & CAPER_GRAPH_TRANSITION) {
            add_time(blends, seconds);
            blended = true;
        }
        if (!turned && f >= LOOK && goes_there(roots, f, command)) {
            add_time(turns, seconds);
            turned = true;
        }
    }
    if (!turned) {
        add_time(turns, (float)frames * TICK); // or later
    }
}

static void print_answers(const char *name, player p)
{
    static const float speeds[] = {0, 1.3f, 1.3f, 2.8f};
    static times answers, blends, turns;
    answers.count = blends.count = turns.count = 0;
    caper_rng rng = caper_rng_make(5);
    caper_graph_command last = {{0, 0, 1.3f}, NAN};
    for (int k = 0; k < COMMANDS; k++) {
        float speed = speeds[caper_rng_int(&rng, 0, 3)];
        float yaw = (float)caper_rng_int(&rng, 0, 7) * CAPER_TAU / 8;
        caper_graph_command now = {{speed * caper_sin(yaw), 0, speed * caper_cos(yaw)},
                                   speed > 0 ? NAN : yaw};
        float answer = answer_of(&p, &last, &now);
        if (answer > 0) {
            add_time(&answers, answer);
        }
        obey(&p, &now, caper_rng_int(&rng, 120, 240), &blends, &turns);
        last = now;
    }
    printf("%-28s %4d", name, answers.count);
    print_times(&answers);
    print_times(&blends);
    print_times(&turns);
    printf("\n");
}

static void answer_by_graph(const caper_graph *graph, const char *name)
{
    caper_graph_policy_def def = caper_graph_policy_def_default();
    def.graph = graph;
    caper_graph_policy *policy = caper_graph_policy_create(&def, NULL);
    caper_graph_player_def who = caper_graph_player_def_default();
    who.graph = graph;
    who.policy = policy;
    player p = {caper_graph_player_create(&who, NULL), NULL};
    if (p.walker) {
        print_answers(name, p);
    }
    caper_graph_player_destroy(p.walker);
    caper_graph_policy_destroy(policy);
}

static void answer_by_matching(const heap *h)
{
    caper_match_def def = caper_match_def_default();
    def.character = h->character;
    def.clips = (const caper_clip *const *)h->clips;
    def.clip_count = h->count;
    def.mirror = true;
    caper_match *match = caper_match_create(&def, NULL);
    caper_match_player_def who = caper_match_player_def_default();
    who.match = match;
    player p = {NULL, match ? caper_match_player_create(&who, NULL) : NULL};
    if (p.driven) {
        print_answers("matching", p);
    }
    caper_match_player_destroy(p.driven);
    caper_match_destroy(match);
}

// --- all pairs -----------------------------------------------------------------------------------

static double clock_of(clockid_t which)
{
    struct timespec t = {0};
    clock_gettime(which, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Minima of the map of so many frames, tile by tile: thirty points, windows of five.
static void print_tiles(const heap *h, int frames, caper_job_pool *pool)
{
    const caper_clip **clips = calloc((size_t)frames, sizeof *clips);
    caper_cloud_point points[30];
    int found = caper_cloud_points(h->character, points, 30), count = 0, sum = 0;
    while (sum < frames) { // the captures over and over, to the end
        clips[count] = h->clips[count % h->count];
        sum += (int)(clips[count]->duration * 30) + 2;
        count++;
    }
    caper_cloud_def def = caper_cloud_def_default();
    def.character = h->character;
    def.clips = clips;
    def.clip_count = count;
    def.points = points;
    def.point_count = found < 30 ? found : 30;
    def.window = 5;
    caper_cloud *cloud = caper_cloud_create(&def, NULL);
    double wall = clock_of(CLOCK_MONOTONIC), cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    caper_cloud_minima_job job = caper_cloud_minima_job_default();
    job.cloud = cloud;
    job.threshold = 0.02f;
    job.pool = pool;
    if (cloud && caper_cloud_minima(&job, NULL)) {
        wall = clock_of(CLOCK_MONOTONIC) - wall, cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        printf("%7d frames, %2d points: %8.2f s of processor, %8.2f s on %d threads, %d minima; "
               "%.1f MB of points instead of a map of %.0f MB\n",
               cloud->frame_count, cloud->point_count, cpu, wall, caper_job_pool_thread_count(pool),
               job.count, (double)cloud->memory_size / 1e6,
               4e-6 * cloud->frame_count * (double)cloud->frame_count);
    }
    caper_cloud_minima_destroy(&job);
    caper_cloud_destroy(cloud);
    free(clips);
    fflush(stdout);
}

// --- tables --------------------------------------------------------------------------------------

static caper_graph *build(const heap *h, const row *r, caper_job_pool *pool)
{
    caper_graph_def def = caper_graph_def_default();
    def.character = h->character;
    def.clips = (const caper_clip *const *)h->clips;
    def.clip_count = r->clip_count;
    def.mirror = true;
    def.made_frames = r->made_frames;
    def.clean = r->clean;
    def.pool = pool;
    return caper_graph_create(&def, NULL);
}

static void print_graph(const caper_graph *g, const row *r)
{
    const caper_graph_report *p = &g->report;
    printf("%-28s %6d %6d %5.1f%% %3d of %3d %6.0f %6.0f mm %7.2f %6.2f %6.2f m "
           "%5.2f %5.2f %5.2f m/s\n",
           r->name, g->node_count, g->edge_count, 100.0 * p->kept_frames / p->frame_count,
           p->kept_clips, p->clip_count, 1e3 * (double)p->mean_distance,
           1e3 * (double)p->max_distance, (double)r->paths[0], (double)r->paths[1],
           (double)r->paths[2], (double)r->speeds[0], (double)r->speeds[1], (double)r->speeds[2]);
    fflush(stdout);
}

static void print_walk(const row *r, uint64_t seed, chance c)
{
    printf("%-28s %4d %8.2f %6.1f mm %9.3f %8.3f %6.2f %9d %7d\n", r->name, (int)seed,
           (double)c.slip, (double)c.slip_most, (double)c.skate, (double)c.source_skate,
           (double)(c.source_skate > 0 ? c.skate / c.source_skate : 0), c.pops, c.source_pops);
    fflush(stdout);
}

static bool load(heap *h)
{
    char path[1200];
    const char *folder = getenv("CAPER_SHARED_DATA");
    if (!cli_data_path("characters/performer.character.json", path, sizeof path)) {
        return false;
    }
    h->character = caper_character_load(path, NULL, NULL);
    for (int i = 0; h->character && i < CAPER_COUNT_OF(captures); i++) {
        add_capture(h, folder ? folder : "../shared/data", captures[i]);
    }
    return h->count > 0;
}

int bench_graph_tables(void)
{
    heap h = {0};
    if (!load(&h)) {
        fprintf(stderr,
                "graph-tables: no captures; CAPER_SHARED_DATA names the folder of bvh/cmu\n");
        caper_character_destroy(h.character);
        return 2;
    }
    int captured = h.count;
    add_turns(&h);
    row rows[] = {{.name = "captures", .clip_count = captured},
                  {.name = "captures, clean", .clip_count = captured, .clean = true},
                  {.name = "with bridges", .made_frames = MADE_FRAMES, .clip_count = captured},
                  {.name = "with a walker's turns", .clip_count = h.count},
                  {.name = "with both", .made_frames = MADE_FRAMES, .clip_count = h.count}};
    caper_job_pool *pool = caper_job_pool_create(NULL);
    caper_graph *graphs[CAPER_COUNT_OF(rows)];
    printf("%-28s %6s %6s %6s %10s %6s %9s %8s %6s %6s\n", "graph", "nodes", "edges", "frames",
           "clips", "mean", "worst", "circle", "eight", "square");
    for (int i = 0; i < CAPER_COUNT_OF(rows); i++) {
        graphs[i] = build(&h, &rows[i], pool);
        for (int s = 0; graphs[i] && s < 3; s++) {
            rows[i].paths[s] = follow(graphs[i], s, &rows[i].speeds[s]);
        }
        if (graphs[i]) {
            print_graph(graphs[i], &rows[i]);
        }
    }
    printf("\n%-28s %4s %8s %9s %9s %8s %6s %9s %7s\n", "ten minutes by chance", "seed", "slip",
           "worst", "skate %", "sources", "ratio", "pops", "sources");
    for (int i = 0; i < CAPER_COUNT_OF(rows); i++) {
        if (graphs[i]) {
            sources s = measure_sources(graphs[i], h.character);
            for (uint64_t seed = 1; seed <= SEEDS; seed++) {
                print_walk(&rows[i], seed, measure_walk(&s, h.character, seed));
            }
            free_sources(&s);
        }
    }
    printf("\n%-28s %4s %11s %6s %11s %6s %11s %6s\n", "seconds to an answer", "n", "median", "p95",
           "first blend", "p95", "goes there", "p95");
    for (int i = 0; i < CAPER_COUNT_OF(rows); i++) {
        if (graphs[i]) {
            answer_by_graph(graphs[i], rows[i].name);
        }
        caper_graph_destroy(graphs[i]);
    }
    answer_by_matching(&h);
    printf("\nminima of all pairs of windows, tile by tile\n");
    print_tiles(&h, 10000, pool);
    print_tiles(&h, 100000, pool);
    caper_job_pool_destroy(pool);
    for (int i = 0; i < h.count; i++) {
        caper_clip_destroy(h.clips[i]);
    }
    caper_character_destroy(h.character);
    return 0;
}
