// SPDX-License-Identifier: MIT
//
// Local minima of the similarity map, found tile by tile: each tile is computed with a border of
// one window on every side, so that no tile needs its neighbours and the map need not be kept. The
// map is symmetric to the bit (see map.c), so only tiles that reach the diagonal or lie above it
// are computed, and each place stands for its mirror image too. Invariant: the list depends on the
// cloud and the thresholds alone, not on tiles or threads.
#include "caper/graph.h"
#include "graph/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS (CAPERI_TILE_ROWS - 2)
#define COLUMNS (CAPERI_TILE_COLUMNS - 2)
#define MOST (1 << 24)
#define BANDS 64 // parts in which the map is looked through, for whoever waits

typedef struct list {
    caper_minimum *items;
    int count, capacity;
    bool failed;
} list;

typedef struct minima_work {
    const caper_cloud_minima_job *job;
    char *scratch;
    list *lists;     // by worker
    const int *clip; // by frame: its clip, or -1
    int first_tile;  // of the band
    int across, apart, most;
} minima_work;

static bool push(const caper_cloud_minima_job *job, list *l, caper_minimum m)
{
    if (l->count == l->capacity) {
        int capacity = l->capacity ? 2 * l->capacity : 256;
        caper_minimum *items =
            caper_alloc(job->allocator, (size_t)capacity * sizeof m, _Alignof(caper_minimum));
        if (!items)
            return false;
        if (l->count > 0)
            memcpy(items, l->items, (size_t)l->count * sizeof m);
        caper_free(job->allocator, l->items, (size_t)l->capacity * sizeof m);
        l->items = items, l->capacity = capacity;
    }
    l->items[l->count++] = m;
    return true;
}

// Is the middle of three rows at this place nearest? Of equal ones the first in reading order, of
// the map or, transposed, of its mirror image.
static bool is_least(const float *at, int stride, bool transposed)
{
    for (int a = -1; a <= 1; a++)
        for (int b = -1; b <= 1; b++) {
            float other = at[a * stride + b];
            bool before = transposed ? b < 0 || (b == 0 && a < 0) : a < 0 || (a == 0 && b < 0);
            if (other < *at || (other == *at && before))
                return false;
        }
    return true;
}

static void keep(const minima_work *w, list *l, int first, int second, float distance)
{
    caper_minimum m = {first, second, distance};
    l->failed = l->failed || l->count >= w->most || !push(w->job, l, m);
}

static void look_through(const minima_work *w, list *l, const float *d, int row, int rows,
                         int column, int columns)
{
    for (int i = 1; i <= rows; i++) {
        const float *line = d + i * CAPERI_TILE_COLUMNS;
        int first = row + i - 1;
        int begin = first - column + 1; // what lies below the diagonal is seen from above it
        for (int j = begin > 1 ? begin : 1; j <= columns; j++) {
            int second = column + j - 1;
            if (!(line[j] <= w->job->threshold) ||
                (w->clip[first] == w->clip[second] && second - first < w->apart))
                continue;
            if (is_least(line + j, CAPERI_TILE_COLUMNS, false))
                keep(w, l, first, second, line[j]);
            if (first != second && is_least(line + j, CAPERI_TILE_COLUMNS, true))
                keep(w, l, second, first, line[j]);
        }
    }
}

// A tile with its border; what lies outside of the map is infinitely far.
static void fill_tile(const caper_cloud *cloud, void *scratch, float *d, int row, int rows,
                      int column, int columns)
{
    for (int i = 0; i < CAPERI_TILE_ROWS * CAPERI_TILE_COLUMNS; i++)
        d[i] = INFINITY;
    int top = row > 0 ? 1 : 0, left = column > 0 ? 1 : 0;
    int bottom = row + rows < cloud->frame_count, right = column + columns < cloud->frame_count;
    caperi_map_tile(cloud, scratch, row - top, rows + top + bottom, column - left,
                    columns + left + right, d + (1 - top) * CAPERI_TILE_COLUMNS + (1 - left),
                    CAPERI_TILE_COLUMNS);
}

static void minima_tiles(void *user, int begin, int end, int worker)
{
    minima_work *w = user;
    const caper_cloud *cloud = w->job->cloud;
    char *scratch =
        w->scratch + (size_t)worker * (CAPERI_TILE_SCRATCH +
                                       sizeof(float) * CAPERI_TILE_ROWS * CAPERI_TILE_COLUMNS);
    float *d = (float *)(void *)(scratch + CAPERI_TILE_SCRATCH);
    for (int n = w->first_tile + begin; n < w->first_tile + end; n++) {
        int row = n / w->across * ROWS, column = n % w->across * COLUMNS;
        int rows = cloud->frame_count - row, columns = cloud->frame_count - column;
        rows = rows < ROWS ? rows : ROWS;
        columns = columns < COLUMNS ? columns : COLUMNS;
        if (column + columns <= row)
            continue; // below the diagonal
        fill_tile(cloud, scratch, d, row, rows, column, columns);
        look_through(w, &w->lists[worker], d, row, rows, column, columns);
    }
}

static int by_frames(const void *a, const void *b)
{
    const caper_minimum *p = a, *q = b;
    return p->first != q->first ? (p->first > q->first) - (p->first < q->first)
                                : (p->second > q->second) - (p->second < q->second);
}

// All lists in one, in order.
static bool gather(caper_cloud_minima_job *job, list *lists, int count)
{
    list all = {0};
    bool good = true;
    for (int i = 0; i < count; i++) {
        good = good && !lists[i].failed;
        for (int k = 0; k < lists[i].count && good; k++)
            good = push(job, &all, lists[i].items[k]);
        caper_free(job->allocator, lists[i].items,
                   (size_t)lists[i].capacity * sizeof(caper_minimum));
    }
    job->minima = all.items, job->count = all.count, job->capacity = all.capacity;
    if (all.count > 0)
        qsort(all.items, (size_t)all.count, sizeof *all.items, by_frames);
    if (!good)
        caper_cloud_minima_destroy(job);
    return good;
}

void caper_cloud_minima_destroy(caper_cloud_minima_job *job)
{
    if (!job)
        return;
    caper_free(job->allocator, job->minima, (size_t)job->capacity * sizeof(caper_minimum));
    job->minima = NULL;
    job->count = job->capacity = 0;
}

// Band by band; false when the caller has had enough.
static bool look_everywhere(minima_work *w, int down)
{
    for (int band = 0; band < BANDS; band++) {
        int first = (int)((int64_t)down * band / BANDS);
        int end = (int)((int64_t)down * (band + 1) / BANDS);
        w->first_tile = first * w->across;
        caper_parallel_for(w->job->pool, (end - first) * w->across, 1, minima_tiles, w);
        // the part of the triangle that lies above the end of the band
        double left = 1.0 - (double)end / down;
        if (!caper_progress_report(w->job->progress, 1.0 - left * left, "minima"))
            return false;
    }
    return true;
}

bool caper_cloud_minima(caper_cloud_minima_job *job, caper_error *error)
{
    const caper_cloud *cloud = job->cloud;
    job->minima = NULL, job->count = job->capacity = 0;
    if (!cloud || !(job->threshold >= 0.0f))
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "minima of no cloud, or below no threshold");
    int threads = caper_job_pool_thread_count(job->pool), frames = cloud->frame_count;
    size_t each = CAPERI_TILE_SCRATCH + sizeof(float) * CAPERI_TILE_ROWS * CAPERI_TILE_COLUMNS;
    caper_arena arena;
    caper_arena_init(&arena, job->allocator, 0);
    int *clip = caper_arena_alloc(&arena, (size_t)frames * sizeof *clip, _Alignof(int));
    minima_work w = {
        .job = job,
        .scratch = caper_arena_alloc(&arena, (size_t)threads * each, 32),
        .lists = caper_arena_alloc_zero(&arena, (size_t)threads, sizeof(list), _Alignof(list)),
        .clip = clip,
        .across = (frames + COLUMNS - 1) / COLUMNS,
        .apart = job->apart > 0 ? job->apart : cloud->window,
        .most = job->most > 0 ? job->most : MOST};
    bool good = clip && w.scratch && w.lists, going = true;
    if (good) {
        for (int f = 0; f < frames; f++)
            clip[f] = -1;
        for (int c = 0; c < cloud->clip_count; c++)
            for (int f = 0; f < cloud->clips[c].frame_count; f++)
                clip[cloud->clips[c].first + f] = c;
        going = look_everywhere(&w, (frames + ROWS - 1) / ROWS);
        good = gather(job, w.lists, threads);
    }
    caper_arena_destroy(&arena);
    if (!good)
        return caper_error_set(error, CAPER_ERROR_LIMIT, NULL, 0, 0,
                               "more minima than %d, or no memory for them: lower the threshold",
                               w.most);
    if (!going) {
        caper_cloud_minima_destroy(job);
        return caper_error_set(error, CAPER_ERROR_CANCELED, NULL, 0, 0, "canceled");
    }
    return true;
}
