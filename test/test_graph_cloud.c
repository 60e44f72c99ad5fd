// SPDX-License-Identifier: MIT
//
// Distances of windows: the closed form against a numerical minimization, the map against the
// definition pair by pair, minima against a scan of the whole map.
#include "test.h"

#include "caper/graph.h"
#include "graph_fixture.h"
#include "graph/cloud.h"
#include "menagerie.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CLIPS 4
typedef struct heap {
    caper_character *character;
    caper_clip *clips[CLIPS];
    caper_cloud *cloud;
} heap;

static heap open_heap(int window, float vel_time, int frames)
{
    heap h = {.character = menagerie_load("performer")};
    REQUIRE(h.character != NULL);
    for (int i = 0; i < CLIPS; i++) {
        h.clips[i] = graph_clip(h.character, (uint64_t)i + 1, frames + 7 * i);
        REQUIRE(h.clips[i] != NULL);
    }
    caper_cloud_def def = caper_cloud_def_default();
    def.character = h.character;
    def.clips = (const caper_clip *const *)h.clips;
    def.clip_count = CLIPS;
    def.window = window;
    def.vel_time = vel_time;
    h.cloud = caper_cloud_create(&def, NULL);
    REQUIRE(h.cloud != NULL);
    return h;
}

static void close_heap(heap *h)
{
    caper_cloud_destroy(h->cloud);
    for (int i = 0; i < CLIPS; i++)
        caper_clip_destroy(h->clips[i]);
    caper_character_destroy(h->character);
}

// -- The definition, in double and without the library's cloud
// -----------------------------------------

typedef struct oracle {
    caper_character *character;
    const caper_clip *a, *b;
    caper_cloud_point points[256];
    int point_count, first, second, window;
    double vel_time, rate, weight;
} oracle;

static void points_at(const oracle *o, const caper_clip *clip, int frame, double (*out)[3])
{
    caper_pose pose = caper_character_pose(o->character, NULL);
    double time = frame / o->rate;
    caper_clip_sample(clip, (float)time, NULL, &pose);
    caper_transform root = caper_root_transform(caper_clip_sample_root(clip, (float)time));
    caper_pose_to_model(&clip->skeleton, &pose, &root, &pose);
    for (int k = 0; k < o->point_count; k++) {
        caper_vec3 p =
            caper_transform_mul_point(pose.bodies[o->points[k].body], o->points[k].offset);
        out[k][0] = (double)p.x, out[k][1] = (double)p.y, out[k][2] = (double)p.z;
    }
    caper_pose_destroy(&pose, NULL);
}

static double cost(const oracle *o, double (*p)[256][3], double (*q)[256][3], const double t[3])
{
    double c = cos(t[2]), s = sin(t[2]), sum = 0, vel = o->vel_time * o->rate;
    for (int f = 0; f < o->window; f++)
        for (int k = 0; k < o->point_count; k++) {
            double w = (double)o->points[k].weight / o->weight / o->window;
            double *a = p[f][k], *b = q[f][k], *a1 = p[f + 1][k], *b1 = q[f + 1][k];
            double x = b[0] - q[0][0][0], z = b[2] - q[0][0][2]; // the turn is about one of them
            double dx = a[0] - (x * c + z * s + t[0]), dy = a[1] - b[1];
            double dz = a[2] - (z * c - x * s + t[1]);
            double ux = b1[0] - b[0], uz = b1[2] - b[2];
            double vx = a1[0] - a[0] - (ux * c + uz * s), vz = a1[2] - a[2] - (uz * c - ux * s);
            double vy = a1[1] - a[1] - (b1[1] - b[1]);
            sum += w * (dx * dx + dy * dy + dz * dz + vel * vel * (vx * vx + vy * vy + vz * vz));
        }
    return sum;
}

// Coordinate search from many turns, halving its steps: slow, blind and sure.
static double minimize(const oracle *o, double best[3])
{
    static double p[CAPER_CLOUD_MAX_WINDOW + 1][256][3], q[CAPER_CLOUD_MAX_WINDOW + 1][256][3];
    for (int f = 0; f <= o->window; f++) {
        points_at(o, o->a, o->first + f, p[f]);
        points_at(o, o->b, o->second + f, q[f]);
    }
    double least = INFINITY;
    for (int start = 0; start < 4; start++) {
        double t[3] = {0, 0, start * 1.5707963}, at = cost(o, p, q, t);
        for (double step = 2.0; step > 1e-7; step *= 0.6)
            for (int again = 0; again < 40; again++) {
                double before = at;
                for (int d = 0; d < 6; d++) {
                    double u[3] = {t[0], t[1], t[2]};
                    u[d / 2] += d % 2 ? step : -step;
                    double there = cost(o, p, q, u);
                    if (there < at)
                        at = there, memcpy(t, u, sizeof u);
                }
                if (at >= before)
                    break;
            }
        if (at < least)
            least = at, memcpy(best, t, sizeof t);
    }
    double c = cos(best[2]), s = sin(best[2]);
    best[0] -= q[0][0][0] * c + q[0][0][2] * s;
    best[1] -= q[0][0][2] * c - q[0][0][0] * s;
    return sqrt(least);
}

static void the_closed_form_is_the_least_distance(void)
{
    heap h = open_heap(4, 0.1f, 40);
    oracle o = {.character = h.character, .window = 4, .vel_time = 0.1, .rate = 30};
    o.point_count = caper_cloud_points(h.character, o.points, 256);
    REQUIRE(o.point_count > 20 && o.point_count <= 256);
    for (int k = 0; k < o.point_count; k++)
        o.weight += (double)o.points[k].weight;
    caper_rng rng = caper_rng_make(5);
    for (int n = 0; n < 6; n++) {
        int a = caper_rng_int(&rng, 0, CLIPS - 1), b = caper_rng_int(&rng, 0, CLIPS - 1);
        o.a = h.clips[a], o.b = h.clips[b];
        o.first = caper_rng_int(&rng, 0, 30), o.second = caper_rng_int(&rng, 0, 30);
        caper_root align;
        float d = caper_cloud_distance(h.cloud, h.cloud->clips[a].first + o.first,
                                       h.cloud->clips[b].first + o.second, &align);
        double t[3] = {0}, least = minimize(&o, t);
        CHECK_NEAR(d, least, 2e-5);
        CHECK_NEAR(align.x, t[0], 2e-3);
        CHECK_NEAR(align.z, t[1], 2e-3);
        CHECK_NEAR(remainder((double)align.yaw - t[2], 6.283185307), 0, 2e-3);
    }
    close_heap(&h);
}

static void a_turned_and_moved_clip_is_at_no_distance(void)
{
    heap h = open_heap(10, 0.1f, 40);
    int first = h.cloud->clips[0].first;
    CHECK_NEAR(caper_cloud_distance(h.cloud, first + 3, first + 3, NULL), 0, 1e-6);
    caper_root align;
    CHECK(caper_cloud_distance(h.cloud, first, h.cloud->clips[1].first, &align) > 0.01f);
    // what does not fit in its clip is infinitely far
    CHECK(caper_cloud_distance(h.cloud, first + 31, first, NULL) == INFINITY);
    CHECK(caper_cloud_distance(h.cloud, first + 30, first, NULL) < INFINITY);
    CHECK(caper_cloud_distance(h.cloud, -1, first, NULL) == INFINITY);
    close_heap(&h);
}

static float *whole_map(const heap *h, caper_job_pool *pool)
{
    size_t n = (size_t)h->cloud->frame_count;
    float *out = malloc(n * n * sizeof *out);
    caper_cloud_map_job job = {
        .cloud = h->cloud, .row_count = (int)n, .column_count = (int)n, .pool = pool, .out = out};
    REQUIRE(caper_cloud_map(&job, NULL));
    return out;
}

static void the_map_holds_the_distances(void)
{
    for (int round = 0; round < 3; round++) {
        heap h = open_heap(round == 0 ? 1 : round == 1 ? 5 : 13, round == 1 ? 0.1f : 0.03f, 75);
        float *map = whole_map(&h, NULL);
        int n = h.cloud->frame_count, finite = 0;
        double worst = 0;
        for (int i = 0; i < n; i += 3)
            for (int j = 0; j < n; j++) {
                float d = caper_cloud_distance(h.cloud, i, j, NULL), m = map[i * n + j];
                CHECK((d == INFINITY) == (m == INFINITY));
                if (d < INFINITY && m < INFINITY) {
                    finite++;
                    worst = fmax(worst, fabs((double)d - (double)m));
                }
                CHECK(m == map[j * n + i]);
            }
        CHECK(finite > 1000);
        CHECK_NEAR(worst, 0, 1e-3);
        // a rectangle that shares no tile with the whole gives the same bits, on threads too
        caper_job_pool_def def = caper_job_pool_def_default();
        def.thread_count = 3;
        caper_job_pool *pool = caper_job_pool_create(&def);
        float *part = malloc((size_t)(n * n) * sizeof *part);
        caper_cloud_map_job job = {.cloud = h.cloud,
                                   .row = 17,
                                   .row_count = n - 30,
                                   .column = 5,
                                   .column_count = n - 11,
                                   .pool = pool,
                                   .out = part};
        REQUIRE(caper_cloud_map(&job, NULL));
        for (int i = 0; i < job.row_count; i++)
            CHECK(memcmp(part + i * job.column_count, map + (17 + i) * n + 5,
                         (size_t)job.column_count * sizeof *part) == 0);
        free(part);
        free(map);
        caper_job_pool_destroy(pool);
        close_heap(&h);
    }
}

static void minima_are_those_of_the_whole_map(void)
{
    heap h = open_heap(5, 0.1f, 150);
    float *map = whole_map(&h, NULL);
    int n = h.cloud->frame_count, expected = 0;
    caper_cloud_minima_job job = {.cloud = h.cloud, .threshold = 0.3f};
    REQUIRE(caper_cloud_minima(&job, NULL));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float d = map[i * n + j];
            bool least = d <= 0.3f;
            for (int a = -1; a <= 1; a++)
                for (int b = -1; b <= 1; b++)
                    if (i + a >= 0 && j + b >= 0 && i + a < n && j + b < n) {
                        float e = map[(i + a) * n + j + b];
                        least = least && !(e < d) && !(e == d && a * 3 + b < 0);
                    }
            int p, q, ci = caperi_cloud_find(h.cloud, i, &p),
                      cj = caperi_cloud_find(h.cloud, j, &q);
            if (!least || (ci == cj && abs(p - q) < 5))
                continue;
            REQUIRE(expected < job.count);
            CHECK_INT(job.minima[expected].first, i);
            CHECK_INT(job.minima[expected].second, j);
            CHECK(job.minima[expected].distance == d);
            expected++;
        }
    CHECK_INT(job.count, expected);
    CHECK(expected > 20);
    caper_cloud_minima_job few = {.cloud = h.cloud, .threshold = 0.3f, .most = 10};
    caper_error error = {0};
    CHECK(!caper_cloud_minima(&few, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    caper_cloud_minima_destroy(&job);
    free(map);
    close_heap(&h);
}

static void bad_clouds_are_refused(void)
{
    heap h = open_heap(5, 0.1f, 20);
    caper_cloud_def good = caper_cloud_def_default(), def;
    good.character = h.character;
    good.clips = (const caper_clip *const *)h.clips;
    good.clip_count = CLIPS;
    caper_cloud_point point = {99999, {0, 0, 0}, 1};
#define REFUSED(...)                                                                               \
    do {                                                                                           \
        caper_error error = {0};                                                                   \
        def = good;                                                                                \
        __VA_ARGS__;                                                                               \
        CHECK(caper_cloud_create(&def, &error) == NULL);                                           \
        CHECK(error.message[0] != 0);                                                              \
    } while (0)
    REFUSED(def.cookie = 0);
    REFUSED(def.clip_count = 0);
    REFUSED(def.window = 0);
    REFUSED(def.window = CAPER_CLOUD_MAX_WINDOW + 1);
    REFUSED(def.rate = NAN);
    REFUSED(def.vel_time = -1);
    REFUSED(def.points = &point, def.point_count = 1);
    REFUSED(point = (caper_cloud_point){0, {0, 0, 0}, 0}, def.points = &point, def.point_count = 1);
    caper_character *dog = menagerie_load("dog");
    REFUSED(def.character = dog);
    caper_character_destroy(dog);
    test_memory memory = {.fail_at = 1};
    caper_allocator allocator = test_memory_allocator(&memory);
    REFUSED(def.allocator = &allocator);
    for (memory.fail_at = 2; memory.fail_at < 5; memory.fail_at++) {
        def = good, def.allocator = &allocator;
        caper_cloud_destroy(caper_cloud_create(&def, NULL));
    }
    CHECK_MEMORY_EMPTY(&memory);
    close_heap(&h);
}

TESTS(the_closed_form_is_the_least_distance, a_turned_and_moved_clip_is_at_no_distance,
      the_map_holds_the_distances, minima_are_those_of_the_whole_map, bad_clouds_are_refused)
