// SPDX-License-Identifier: MIT
//
// Plans: against all walks there are, enumerated and weighed anew; along paths, measured on the
// clip.
#include "test.h"

#include "caper/graph.h"
#include "graph_fixture.h"
#include "menagerie.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static caper_character *character;
static graph_fixture fixture;

static const caper_graph *the_graph(void)
{
    if (!character) {
        character = menagerie_load("performer");
        REQUIRE(character != NULL);
        fixture = graph_fixture_make(character);
    }
    REQUIRE(fixture.graph != NULL);
    return fixture.graph;
}

// -- All walks
// ------------------------------------------------------------------------------------------

typedef struct oracle {
    const caper_graph_plan_job *job;
    double ux, uz, length, speed; // of the line to the place
    int frames;
    long walks;
    double best;
} oracle;

typedef struct moment {
    caper_root root;
    double along, cost;
    int frame;
} moment;

// The cost of an edge by its definition, step by step through caper_graph_step.
static moment walk_edge(const oracle *o, moment at, int edge)
{
    const caper_graph *g = o->job->graph;
    caper_root base = at.root;
    double dt = 1.0 / (double)g->rate, sum = 0;
    for (int s = 1; s <= g->edges[edge].frame_count && at.frame < o->frames; s++) {
        caper_graph_step_job job = {.graph = g, .edge = edge, .step = (float)s};
        caper_graph_step(&job);
        at.root = caper_root_mul(base, job.root);
        at.frame++;
        double x = (double)at.root.x, z = (double)at.root.z;
        double t = fmin(fmax(x * o->ux + z * o->uz, at.along), o->length);
        double late = (double)o->job->speed_weight * (o->speed - (t - at.along) / dt);
        double off = hypot(x - t * o->ux, z - t * o->uz);
        double facing = sin((double)at.root.yaw) * o->ux + cos((double)at.root.yaw) * o->uz;
        sum += off * off + late * late + (double)o->job->face_weight * (1 - facing);
        at.along = t;
    }
    if (g->edges[edge].transition >= 0) {
        double d = (double)g->transitions[g->edges[edge].transition].distance;
        sum += d * d * g->edges[edge].frame_count;
    }
    at.cost += sum * dt;
    return at;
}

static void try_all(oracle *o, moment at, int node)
{
    if (at.frame >= o->frames) {
        const caper_root *p = &o->job->place;
        double dx = (double)at.root.x - (double)p->x, dz = (double)at.root.z - (double)p->z;
        double turn = 1 - cos((double)at.root.yaw - (double)p->yaw);
        double cost = at.cost + (double)o->job->end_weight *
                                    (dx * dx + dz * dz + turn * (double)o->job->end_face_weight);
        o->best = fmin(o->best, cost);
        o->walks++;
        return;
    }
    const caper_graph_node *n = &o->job->graph->nodes[node];
    for (int e = n->first_edge; e < n->first_edge + n->edge_count; e++)
        try_all(o, walk_edge(o, at, e), o->job->graph->edges[e].to);
}

// A start that is chosen is as good as the best of the narrow plans from some nodes, and its plan
// is the one that it has when it is given.
static void any_start_is_a_good_one(void)
{
    const caper_vec3 path[] = {{0, 0, 0}, {0, 0, 1.5f}, {1.5f, 0, 2.5f}};
    caper_graph_plan_job job = caper_graph_plan_job_default();
    job.graph = the_graph();
    job.path = path;
    job.path_count = 3;
    job.speed = 1;
    job.start_node = CAPER_GRAPH_ANY_START;
    REQUIRE(caper_graph_plan(&job, NULL));
    REQUIRE(job.arrived && job.start_node >= 0);
    CHECK(job.bound == 0);
    caper_graph_plan_job given = job;
    REQUIRE(caper_graph_plan(&given, NULL));
    CHECK(given.cost == job.cost);
    CHECK_INT(given.edge_count, job.edge_count);
    CHECK(memcmp(given.edges, job.edges, (size_t)job.edge_count * sizeof *job.edges) == 0);
    caper_graph_plan_destroy(&given);
    int worse = 0;
    for (int i = 0; i < 24; i++) {
        given.start_node = (int)((long)i * job.graph->node_count / 24);
        given.width = 8; // as the first round of any
        REQUIRE(caper_graph_plan(&given, NULL));
        CHECK(!given.arrived || given.cost >= job.cost);
        worse += given.cost > 1.5 * job.cost;
        caper_graph_plan_destroy(&given);
    }
    CHECK(worse > 0); // else there was nothing to choose
    caper_graph_plan_destroy(&job);
}

static void wide_plans_are_the_best_of_all_walks(void)
{
    caper_rng rng = caper_rng_make(2);
    int proven = 0;
    for (int round = 0; round < 12; round++) {
        caper_graph_plan_job job = caper_graph_plan_job_default();
        job.graph = the_graph();
        job.start_node = caper_rng_int(&rng, 0, job.graph->node_count - 1);
        job.reach = true;
        job.seconds = 0.8f;
        job.place = (caper_root){caper_rng_range(&rng, -0.5f, 0.5f), 0,
                                 caper_rng_range(&rng, 0.3f, 1.2f), caper_rng_range(&rng, -1, 1)};
        job.width = 1 << 14;
        REQUIRE(caper_graph_plan(&job, NULL));
        CHECK(job.arrived);
        double length = hypot((double)job.place.x, (double)job.place.z);
        oracle o = {&job,
                    (double)job.place.x / length,
                    (double)job.place.z / length,
                    length,
                    length / (double)job.seconds,
                    (int)ceil(0.8 * (double)job.graph->rate),
                    0,
                    INFINITY};
        try_all(&o, (moment){0}, job.start_node);
        CHECK(o.walks > 1);
        // states at one place count as one: a plan may miss the best by what that changes
        CHECK(job.cost >= o.best - 1e-4);
        CHECK(job.bound <= o.best + 1e-4);
        CHECK_NEAR(job.cost, o.best, 0.02 * o.best + 1e-3);
        proven += job.bound >= job.cost;
        double wide = job.cost;
        caper_graph_plan_destroy(&job);
        job.width = 1; // any width gives a plan, no better than a wide one
        REQUIRE(caper_graph_plan(&job, NULL));
        CHECK(job.arrived);
        CHECK(job.cost >= wide - 1e-4);
        CHECK(job.bound <= o.best + 1e-4);
        caper_graph_plan_destroy(&job);
    }
    CHECK(proven > 0);
}

// -- Paths
// ----------------------------------------------------------------------------------------------

static double distance_to(const caper_vec3 *path, int count, double x, double z)
{
    double least = INFINITY;
    for (int i = 0; i + 1 < count; i++) {
        double ax = (double)path[i].x, az = (double)path[i].z;
        double bx = (double)path[i + 1].x - ax, bz = (double)path[i + 1].z - az;
        double t = ((x - ax) * bx + (z - az) * bz) / (bx * bx + bz * bz);
        t = fmin(fmax(t, 0), 1);
        least = fmin(least, hypot(x - ax - t * bx, z - az - t * bz));
    }
    return least;
}

static void a_path_is_followed(void)
{
    caper_vec3 path[25];
    for (int i = 0; i < 25; i++) {
        float turn = (float)i / 24 * CAPER_TAU;
        path[i] = caper_vec3_make(2 - 2 * caper_cos(turn), 0, 2 * caper_sin(turn));
    }
    caper_graph_plan_job job = caper_graph_plan_job_default();
    job.graph = the_graph();
    job.path = path;
    job.path_count = 25;
    job.speed = 1.0f;
    REQUIRE(caper_graph_plan(&job, NULL));
    CHECK(job.arrived);
    CHECK(job.mean_distance < 0.25f);
    caper_graph_clip_job record = caper_graph_clip_job_default();
    record.graph = job.graph;
    record.edges = job.edges;
    record.edge_count = job.edge_count;
    caper_clip *clip = caper_graph_clip(&record, NULL);
    REQUIRE(clip != NULL);
    double sum = 0;
    for (int f = 0; f < clip->frame_count; f++) {
        caper_root root = caper_clip_sample_root(clip, (float)f / clip->rate);
        sum += distance_to(path, 25, (double)root.x, (double)root.z);
    }
    // what the plan says is measured to the part of the path ahead, so it is no less
    CHECK(sum / clip->frame_count < (double)job.mean_distance + 0.05);
    caper_root end = caper_clip_sample_root(clip, clip->duration);
    CHECK(hypotf(end.x, end.z) < 0.7f);
    caper_clip_destroy(clip);
    caper_graph_plan_destroy(&job);
}

static void tags_are_preferred(void)
{
    const caper_vec3 path[2] = {{0, 0, 0}, {0, 0, 12}};
    const char *const tags[] = {"straight", "fast"};
    for (int i = 0; i < 2; i++) {
        caper_plan_tag tag = {tags[i], 0, 100};
        caper_graph_plan_job job = caper_graph_plan_job_default();
        job.graph = the_graph();
        job.path = path;
        job.path_count = 2;
        job.tags = &tag;
        job.tag_count = 1;
        REQUIRE(caper_graph_plan(&job, NULL));
        CHECK(job.arrived);
        int wanted = 0, all = 0;
        for (int k = 0; k < job.edge_count; k++) {
            const caper_graph_edge *e = &job.graph->edges[job.edges[k]];
            const caper_clip *clip = job.graph->clips[job.graph->nodes[e->to].clip];
            wanted += strcmp(clip->tags[0], tags[i]) == 0 ? e->frame_count : 0;
            all += e->frame_count;
        }
        CHECK(wanted > all * 7 / 10);
        caper_graph_plan_destroy(&job);
    }
}

static void bad_jobs_are_refused(void)
{
    const caper_vec3 path[2] = {{0, 0, 0}, {0, 0, 5}};
    caper_graph_plan_job good = caper_graph_plan_job_default(), job;
    good.graph = the_graph();
    good.path = path;
    good.path_count = 2;
#define REFUSED(change)                                                                            \
    do {                                                                                           \
        caper_error error = {0};                                                                   \
        job = good;                                                                                \
        change;                                                                                    \
        CHECK(!caper_graph_plan(&job, &error));                                                    \
        CHECK(error.message[0] != 0);                                                              \
    } while (0)
    REFUSED(job.cookie = 0);
    REFUSED(job.path_count = 1);
    REFUSED(job.reach = true);
    REFUSED(job.start_node = job.graph->node_count);
    REFUSED(job.start_node = -2);
    REFUSED(job.width = 0);
    REFUSED(job.speed = NAN);
    for (long fail = 1; fail < 12; fail++) {
        test_memory memory = {.fail_at = fail};
        caper_allocator allocator = test_memory_allocator(&memory);
        job = good;
        job.allocator = &allocator;
        caper_graph_plan(&job, NULL);
        caper_graph_plan_destroy(&job);
        CHECK_MEMORY_EMPTY(&memory);
    }
    graph_fixture_free(&fixture);
    caper_character_destroy(character);
    character = NULL;
}

TESTS(any_start_is_a_good_one, wide_plans_are_the_best_of_all_walks, a_path_is_followed,
      tags_are_preferred, bad_jobs_are_refused)
