// SPDX-License-Identifier: MIT
// caper graph map: the similarity map as a picture. Dark is alike; a white dot marks each local
// minimum below the threshold, as in figure 4.3 of the thesis.
#include "graph_verbs.h"

#if CAPER_RENDER

#include "caper/render.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LIGHTEST 0.5f // m: distances from here on are all white
#define SIDE 800      // pixels: as large as a few clips are drawn, unless told otherwise
#define CLOSEST 8     // pixels a frame, at most so many of themselves

static uint32_t shade(float distance)
{
    // the root spreads out what is nearly alike
    float t = sqrtf(caper_clamp(distance / LIGHTEST, 0.0f, 1.0f));
    uint32_t r = (uint32_t)(20 + 235 * t), g = (uint32_t)(24 + 226 * t);
    uint32_t b = (uint32_t)(70 + 175 * t);
    return distance < INFINITY ? r << 16 | g << 8 | b : 0xd8d4cc;
}

static void put(caper_picture *p, int x, int y, uint32_t color)
{
    caper_picture_fill(p, x, y, 1, 1, color);
}

static void draw_map(caper_picture *p, const caper_cloud *cloud, const float *map, int zoom)
{
    int n = cloud->frame_count;
    for (int y = 0; y < n; y++) {
        for (int x = 0; x < n; x++) {
            caper_picture_fill(p, x * zoom, y * zoom, zoom, zoom,
                               shade(map[(size_t)y * (size_t)n + (size_t)x]));
        }
    }
    for (int c = 1; c < cloud->clip_count; c++) { // lines between clips
        int at = (cloud->clips[c].first - 1) * zoom;
        caper_picture_fill(p, at, 0, 1, n * zoom, 0x8a6d3b);
        caper_picture_fill(p, 0, at, n * zoom, 1, 0x8a6d3b);
    }
}

static void draw_minima(caper_picture *p, const caper_cloud_minima_job *job, int zoom)
{
    for (int i = 0; i < job->count; i++) {
        int x = job->minima[i].second * zoom + zoom / 2, y = job->minima[i].first * zoom + zoom / 2;
        put(p, x, y, 0xffffff);
        if (zoom > 1) {
            caper_picture_fill(p, x - 1, y - 1, 3, 3, 0xe0482c);
            put(p, x, y, 0xffffff);
        }
    }
}

static bool draw(const caper_cloud *cloud, float threshold, int zoom, const char *out, int *minima,
                 caper_error *error)
{
    size_t n = (size_t)cloud->frame_count;
    if (zoom == 0) {
        size_t most = SIDE / n > CLOSEST ? CLOSEST : SIDE / n;
        zoom = most > 1 ? (int)most : 1;
    }
    if (n * (size_t)zoom > CAPER_PICTURE_MAX) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, out, 0, 0,
                               "%zu frames are more than a picture holds (%d): give fewer clips, a "
                               "lower --rate or --zoom",
                               n, CAPER_PICTURE_MAX / zoom);
    }
    caper_job_pool *pool = caper_job_pool_create(NULL);
    float *map = malloc(n * n * sizeof *map);
    caper_cloud_map_job job = {
        .cloud = cloud, .row_count = (int)n, .column_count = (int)n, .pool = pool, .out = map};
    caper_cloud_minima_job least = {.cloud = cloud, .threshold = threshold, .pool = pool};
    bool good = map ? caper_cloud_map(&job, error) && caper_cloud_minima(&least, error)
                    : caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    if (good) {
        caper_picture picture = caper_picture_create((int)n * zoom, (int)n * zoom, 0xffffff, NULL);
        if (picture.pixels) {
            draw_map(&picture, cloud, map, zoom);
            draw_minima(&picture, &least, zoom);
            good = caper_picture_save(&picture, out, error);
            if (good) {
                cli_wrote(out, "%d frames against each other", (int)n);
            }
        } else {
            good = caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        }
        caper_picture_destroy(&picture, NULL);
    }
    *minima = least.count;
    caper_cloud_minima_destroy(&least);
    free(map);
    caper_job_pool_destroy(pool);
    return good;
}

int graph_map(int argc, char **argv)
{
    const char *out = NULL;
    graph_heap_query query;
    memset(&query, 0, sizeof query);
    caper_cloud_def def = caper_cloud_def_default();
    double threshold = 0.15, rate = 30;
    int zoom = 0;
    const cli_option options[] = {
        {"out", "PNG", CLI_TO(out), "the picture to write"},
        GRAPH_HEAP_OPTIONS(query),
        {"window", "FRAMES", CLI_TO(def.window), "frames compared (default: 10)", 1, 1000},
        {"rate", "HZ", CLI_TO(rate), "frames a second (default: 30)", 1, 1000},
        {"threshold", "METRES", CLI_TO(threshold), "minima up to here (default: 0.15)", 0, 1000},
        {"zoom", "N", CLI_TO(zoom),
         "pixels a frame (default: so many that the picture has about 800)", 1, 64},
    };
    CLI_PARSE(options, "graph map", "CLIP|STORE... --out PNG [options]",
              "Draw how alike the frames of clips are: dark where one can pass into the other,\n"
              "a dot on each local minimum.",
              "  caper graph map walk.clip.json run.clip.json --out map.png");
    graph_heap heap;
    caper_error error = {0};
    caper_cloud *cloud = NULL;
    int minima = 0;
    bool good = graph_heap_load(&heap, &query, argv, argc, &error);
    if (good) {
        def.character = heap.character;
        def.clips = heap.list;
        def.clip_count = heap.count;
        def.rate = (float)rate;
        cloud = caper_cloud_create(&def, &error);
        good = cloud && draw(cloud, (float)threshold, zoom, out, &minima, &error);
    }
    if (good) {
        printf("%s: %d frames of %d clips, window %d; %d minima up to %g m\n", out,
               cloud->frame_count, cloud->clip_count, cloud->window, minima, threshold);
    }
    caper_cloud_destroy(cloud);
    graph_heap_unload(&heap);
    return good ? CLI_GOOD : cli_error(&error);
}

#endif
