// SPDX-License-Identifier: MIT
// caper graph walk: by chance, along a path, or to a place at a time.
#include "graph_verbs.h"
#include "record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_POINTS 10000
#define MAX_TAGS 16
// Metres, mean, that count as following a path: twice what graphs of captures with little turning
// are held to on paths of 4 m.
#define WITHIN 0.5
// Degrees from a facing that count as facing that way: one of eight directions.
#define TURNED 45.0

typedef struct walk_options {
    const char *graph, *out, *on, *onto, *path, *to, *tag;
    cli_reading reading; // of onto
    double seconds, size, speed, rate, within, turned;
    int seed, width;
    bool slide, any;
} walk_options;

typedef struct route {
    caper_vec3 *points;
    int count;
} route;

// --- paths ---------------------------------------------------------------------------------------

static void add_point(route *r, float x, float z)
{
    if (r->count < MAX_POINTS) {
        r->points[r->count++] = caper_vec3_make(x, 0, z);
    }
}

// Shapes begin at the origin and lead forward, along +Z.
static bool draw_shape(route *r, const char *name, float size)
{
    enum {
        PARTS = 96
    };
    float turn = CAPER_TAU / PARTS, radius = size / 2;
    if (strcmp(name, "circle") == 0) {
        for (int i = 0; i <= PARTS; i++) {
            add_point(r, radius - radius * caper_cos(turn * (float)i),
                      radius * caper_sin(turn * (float)i));
        }
    } else if (strcmp(name, "eight") == 0) { // two circles, the second one the other way round
        for (int i = 0; i <= 2 * PARTS; i++) {
            float side = i <= PARTS ? 1.0f : -1.0f;
            add_point(r, side * (radius - radius * caper_cos(turn * (float)i)),
                      radius * caper_sin(turn * (float)i));
        }
    } else if (strcmp(name, "square") == 0) {
        const float corners[5][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}, {0, 0}};
        for (int i = 0; i < 5; i++) {
            add_point(r, size * corners[i][0], size * corners[i][1]);
        }
    } else if (strcmp(name, "straight") == 0) {
        add_point(r, 0, 0);
        add_point(r, 0, size);
    } else {
        return false;
    }
    return true;
}

static bool read_route(route *r, const char *path, caper_error *error)
{
    r->count = caper_path_load(path, r->points, MAX_POINTS, error);
    return r->count >= 2 ||
           (r->count == 1 && caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0,
                                             "found one point, expected two "
                                             "or more: x and z of each"));
}

// --- planning ------------------------------------------------------------------------------------

static bool parse_place(const char *text, caper_root *place)
{
    double v[3];
    if (cli_numbers(text, ',', v, 3) != 3) {
        return false;
    }
    *place = (caper_root){(float)v[0], 0, (float)v[1], (float)v[2] * CAPER_DEGREE};
    return true;
}

// "walk" or "walk@0:4,limp@4:9": words and the seconds in which they are wanted. The text is cut
// up.
static bool parse_tags(char *text, caper_plan_tag *tags, int *count, caper_error *error)
{
    for (char *next = text; next && *count < MAX_TAGS;) {
        caper_plan_tag *tag = &tags[(*count)++];
        char *word = next;
        next = strchr(word, ',');
        if (next) {
            *next++ = '\0';
        }
        *tag = (caper_plan_tag){word, 0, INFINITY};
        char *at = strchr(word, '@'), *colon = at ? strchr(at, ':') : NULL;
        double start = 0, end = 0;
        size_t used = 0;
        if (at &&
            (!colon || !caper_parse_double(at + 1, strlen(at + 1), &used, &start) ||
             !caper_parse_double(colon + 1, strlen(colon + 1), &used, &end) || !(end > start))) {
            return caper_error_set(error, CAPER_ERROR_INVALID, word, 0, 0,
                                   "not a tag: expected WORD or WORD@START:END, seconds");
        }
        if (at) {
            *at = '\0';
            tag->start = (float)start;
            tag->end = (float)end;
        }
    }
    return true;
}

static bool plan(caper_graph_plan_job *job, const walk_options *o, caper_error *error)
{
    caper_plan_tag tags[MAX_TAGS];
    char text[512];
    int count = 0;
    snprintf(text, sizeof text, "%s", o->tag ? o->tag : "");
    if (o->tag && !parse_tags(text, tags, &count, error)) {
        return false;
    }
    job->tags = tags;
    job->tag_count = count;
    job->start_node = CAPER_GRAPH_ANY_START;
    bool good = caper_graph_plan(job, error);
    job->tags = NULL;
    job->tag_count = 0;
    return good;
}

static float length_of(const caper_vec3 *points, int count)
{
    float length = 0;
    for (int i = 1; i < count; i++) {
        length += caper_vec3_distance(points[i - 1], points[i]);
    }
    return length;
}

static void print_plan(const caper_graph_plan_job *job, float seconds)
{
    if (job->reach) {
        printf("  %.3f m and %.1f degrees from the place at %.2f s\n", (double)job->end_distance,
               (double)(job->end_turn / CAPER_DEGREE), (double)job->seconds);
    } else {
        printf("  %s; distance from the path mean %.3f m, worst %.3f m\n",
               job->arrived ? "followed to its end" : "not followed to its end",
               (double)job->mean_distance, (double)job->max_distance);
    }
    if (job->path && job->arrived) {
        printf("  %.2f m/s along it, %.2f wanted\n",
               (double)(length_of(job->path, job->path_count) / seconds), (double)job->speed);
    }
    printf("  cost %.4g m2 s; %d states looked at\n", job->cost, job->looked);
}

// Does the plan come as near to its path or place as was asked for? If not, says so.
static bool is_followed(const caper_graph_plan_job *job, const walk_options *o)
{
    float off = job->reach ? job->end_distance : job->mean_distance;
    double turn = job->reach ? (double)(job->end_turn / CAPER_DEGREE) : 0;
    bool near = job->arrived && (double)off <= o->within;
    if (o->any || (near && turn <= o->turned)) {
        return true;
    }
    if (near) {
        fprintf(stderr, "caper graph walk: %.0f degrees from the facing, more than %g (--turned)\n",
                turn, o->turned);
    } else if (!job->arrived && !job->reach) {
        fprintf(stderr, "caper graph walk: the graph does not follow the path to its end\n");
    } else {
        fprintf(stderr, "caper graph walk: %.2f m from the %s, more than %.2f (--within)\n",
                (double)off, job->reach ? "place" : "path on average", o->within);
    }
    return false;
}

// Edges to walk, by whichever way was asked for; free with caper_graph_plan_destroy.
static bool find_edges(caper_graph_plan_job *job, const walk_options *o, route *r,
                       caper_error *error)
{
    if (o->path || o->to) {
        job->path = r->points;
        job->path_count = r->count;
        if (o->to) {
            job->path = NULL;
            job->reach = true;
            if (!parse_place(o->to, &job->place)) {
                return caper_error_set(error, CAPER_ERROR_INVALID, o->to, 0, 0,
                                       "not a place: expected x,z,degrees");
            }
        } else if (!draw_shape(r, o->path, (float)o->size) && !read_route(r, o->path, error)) {
            return false;
        }
        job->path_count = r->count;
        return plan(job, o, error);
    }
    int count = caper_graph_wander(job->graph, (uint64_t)o->seed, 0, job->seconds, NULL, 0);
    job->edges = caper_alloc(NULL, (size_t)(count + 1) * sizeof(int), _Alignof(int));
    if (!job->edges) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    }
    job->edge_room = count + 1;
    job->edge_count =
        caper_graph_wander(job->graph, (uint64_t)o->seed, 0, job->seconds, job->edges, count);
    return true;
}

// --- recording -----------------------------------------------------------------------------------

static float seconds_of(const caper_graph_plan_job *job, const walk_options *o)
{
    int frames = 0;
    for (int i = 0; i < job->edge_count; i++) {
        frames += job->graph->edges[job->edges[i]].frame_count;
    }
    float all = (float)frames / job->graph->rate;
    return o->path ? all : caper_min(all, job->seconds);
}

// As the graph has it: feet may slide a little while clips are blended.
static caper_clip *record_plain(const caper_graph_plan_job *job, const walk_options *o,
                                caper_error *error)
{
    caper_graph_clip_job record = caper_graph_clip_job_default();
    record.graph = job->graph;
    record.edges = job->edges;
    record.edge_count = job->edge_count;
    record.rate = (float)o->rate;
    record.seconds = seconds_of(job, o);
    return caper_graph_clip(&record, error);
}

// Through an actor, which holds what stands.
static caper_clip *record_actor(const caper_graph_plan_job *job, const caper_character *character,
                                const walk_options *o, caper_error *error)
{
    graph_act act = {.graph = job->graph,
                     .character = character,
                     .edges = job->edges,
                     .edge_count = job->edge_count,
                     .rate = (float)o->rate,
                     .seconds = seconds_of(job, o)};
    return graph_act_record(&act, error);
}

// The walk is known to its end, so it goes onto somebody else as any clip does.
static caper_clip *put_onto(caper_clip *walk, const cli_asset *on, const cli_asset *onto,
                            caper_error *error)
{
    caper_retarget_job job = caper_retarget_job_default();
    job.clip = walk;
    job.from = on->character;
    job.onto = onto->character;
    job.puppet.performer_map = on->map;
    job.puppet.character_map = onto->map;
    caper_clip *clip = caper_retarget(&job, error);
    caper_motion_destroy(job.motion);
    caper_clip_destroy(walk);
    return clip;
}

static bool walk(const caper_graph *graph, const walk_options *o, route *r, bool *followed,
                 caper_error *error)
{
    caper_graph_plan_job job = caper_graph_plan_job_default();
    job.graph = graph;
    job.seconds = o->seconds > 0 ? (float)o->seconds : o->to ? 5.0f : o->path ? 60.0f : 30.0f;
    job.speed = (float)o->speed;
    job.width = o->width;
    cli_asset on, onto = {0};
    bool good = graph_whose(graph, o->graph, o->on, &on, error) && find_edges(&job, o, r, error) &&
                cli_load_actor(o->onto, &o->reading, &onto, error);
    caper_clip *clip = !good      ? NULL
                       : o->slide ? record_plain(&job, o, error)
                                  : record_actor(&job, on.character, o, error);
    clip = clip && o->onto ? put_onto(clip, &on, &onto, error) : clip;
    good =
        clip && cli_write_clip(clip, o->onto ? onto.character : on.character, NULL, o->out, error);
    if (good) {
        int transitions = 0;
        for (int i = 0; i < job.edge_count; i++) {
            transitions += graph->edges[job.edges[i]].transition >= 0;
        }
        printf("%s: %.2f s, %d edges, %d transitions\n", o->out, (double)clip->duration,
               job.edge_count, transitions);
        if (o->path || o->to) {
            print_plan(&job, clip->duration);
            *followed = is_followed(&job, o);
        }
    }
    cli_unload(&on);
    cli_unload(&onto);
    caper_clip_destroy(clip);
    caper_graph_plan_destroy(&job);
    return good;
}

int graph_walk(int argc, char **argv)
{
    walk_options o = {.size = 4,
                      .speed = 1.3,
                      .rate = 60,
                      .seed = 1,
                      .width = 32,
                      .within = WITHIN,
                      .turned = TURNED};
    const cli_option options[] = {
        CLI_OUT_OPTION(o.out),
        {"seconds", "S", CLI_TO(o.seconds),
         "how long (default: 30 at random, 5 to a place; paths: at most 60)", 0, 36000},
        {"seed", "N", CLI_TO(o.seed), "of a random walk (default: 1)"},
        {"path", "F", CLI_TO(o.path),
         "follow circle, eight, square, straight, or the points x z of a file", .without = "to"},
        {"size", "METRES", CLI_TO(o.size), "of such a shape (default: 4)", 0.01, 10000},
        {"speed", "V", CLI_TO(o.speed), "m/s wanted along a path (default: 1.3)", 0.01, 100},
        {"to", "X,Z,DEG", CLI_TO(o.to), "be at a place and face a direction after --seconds"},
        {"within", "METRES", CLI_TO(o.within),
         "mean distance from a path, or the one from the place, that is accepted: beyond it, or "
         "short of the end, the clip is written and the exit code is 1 (default: 0.5)",
         0, 1000000},
        {"turned", "DEGREES", CLI_TO(o.turned),
         "how far from the facing of --to is accepted (default: 45)", 0, 180},
        {"any", NULL, CLI_TO(o.any), "accept whatever comes nearest"},
        {"tag", "WORDS", CLI_TO(o.tag),
         "on a path or to a place: prefer clips with that tag, all the time or for some seconds, "
         "such as walk@0:4,limp@4:9"},
        {"width", "N", CLI_TO(o.width), "states kept by the search (default: 32)", 1, 4096},
        {"rate", "HZ", CLI_TO(o.rate), "frames a second of the clip (default: 60)", 1, 1000},
        {"on", "CHARACTER", CLI_TO(o.on),
         "whose clips the graph is made of (default: as its file says)"},
        {"onto", "CHARACTER", CLI_TO(o.onto), "put it on another character"},
        CLI_ONTO_MAP_OPTION(o.reading),
        {"slide", NULL, CLI_TO(o.slide), "let feet slide as blends have them", .without = "onto"},
    };
    CLI_PARSE(options, "graph walk", "GRAPH --out CLIP [options]",
              "Walk a graph: at random, along a path, or to a place at a time.",
              "  caper graph walk people.graph.json --path eight --size 4 --out eight.clip.json");
    if (o.tag && !o.path && !o.to) {
        return cli_fail("--tag goes with --path or --to: a random walk takes no tags");
    }
    caper_error error = {0};
    o.graph = argv[0];
    route r = {malloc(MAX_POINTS * sizeof(caper_vec3)), 0};
    caper_graph *graph = r.points ? caper_graph_load(argv[0], NULL, &error) : NULL;
    bool followed = true, good = graph && walk(graph, &o, &r, &followed, &error);
    caper_graph_destroy(graph);
    free(r.points);
    return !good ? cli_error(&error) : followed ? CLI_GOOD : CLI_NO;
}
