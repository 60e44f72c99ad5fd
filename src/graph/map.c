// SPDX-License-Identifier: MIT
//
// The distances of all pairs of windows. A direct double loop costs window x points for each pair.
// Here the products of two *frames* are summed once (three small matrix products: C, S and
// heights), products of velocities follow from those of four neighbouring frame pairs,
//
//     sum w v_i u_j = G(i+1, j+1) - G(i+1, j) - G(i, j+1) + G(i, j),
//
// and a window is a sum of W of these terms along a diagonal. What the centroids do is added from
// the few numbers of the cloud's ways. Work is done in tiles that stay in the cache. Sums run over
// the points in order in every lane: the same bits with every lane width and number of threads.
#include "graph/map.h"

#include "graph/cloud.h"
#include "math/simd.h"

#include <math.h>
#include <string.h>

#define LANES 8
// Columns of the widest tile's scratch, rounded up, with room for the lanes behind the last one.
#define WIDE (CAPERI_TILE_COLUMNS + CAPER_CLOUD_MAX_WINDOW + 3 * LANES)
#define TALL (CAPERI_TILE_ROWS + CAPER_CLOUD_MAX_WINDOW + 1)

// Products of frames: [row][column] of C, S and heights.
typedef struct tile {
    float c[TALL][WIDE], s[TALL][WIDE], y[TALL][WIDE];
} tile;

_Static_assert(sizeof(tile) <= CAPERI_TILE_SCRATCH, "scratch of a tile");
_Static_assert(CAPERI_TILE_COLUMNS + CAPER_CLOUD_MAX_WINDOW + 3 * LANES <= CAPERI_CLOUD_SLACK,
               "tiles read on behind the last frame");

typedef struct points {
    const float *x, *y, *z; // of the first point, at the first frame
    size_t stride;
    int count;
} points;

static points points_at(const caper_cloud *cloud, int frame)
{
    const struct caper_cloud_data *d = cloud->data;
    return (points){d->x + frame, d->y + frame, d->z + frame, (size_t)d->stride,
                    cloud->point_count};
}

// C and S of two rows with eight columns.
static inline void turn_products(const points *row, const points *column, float *c0, float *s0,
                                 float *c1, float *s1)
{
    caperi_f8 a0 = caperi_f8_zero(), b0 = a0, a1 = a0, b1 = a0;
    for (int k = 0; k < row->count; k++) {
        size_t at = (size_t)k * row->stride;
        caperi_f8 x = caperi_f8_loadu(column->x + at), z = caperi_f8_loadu(column->z + at);
        caperi_f8 px = caperi_f8_splat(row->x[at]), pz = caperi_f8_splat(row->z[at]);
        a0 = caperi_f8_add(a0, caperi_f8_add(caperi_f8_mul(px, x), caperi_f8_mul(pz, z)));
        b0 = caperi_f8_add(b0, caperi_f8_sub(caperi_f8_mul(px, z), caperi_f8_mul(pz, x)));
        px = caperi_f8_splat(row->x[at + 1]), pz = caperi_f8_splat(row->z[at + 1]);
        a1 = caperi_f8_add(a1, caperi_f8_add(caperi_f8_mul(px, x), caperi_f8_mul(pz, z)));
        b1 = caperi_f8_add(b1, caperi_f8_sub(caperi_f8_mul(px, z), caperi_f8_mul(pz, x)));
    }
    caperi_f8_storeu(c0, a0);
    caperi_f8_storeu(s0, b0);
    caperi_f8_storeu(c1, a1);
    caperi_f8_storeu(s1, b1);
}

static inline void height_products(const points *row, const points *column, float *y0, float *y1)
{
    caperi_f8 a0 = caperi_f8_zero(), a1 = a0;
    for (int k = 0; k < row->count; k++) {
        size_t at = (size_t)k * row->stride;
        caperi_f8 y = caperi_f8_loadu(column->y + at);
        a0 = caperi_f8_add(a0, caperi_f8_mul(caperi_f8_splat(row->y[at]), y));
        a1 = caperi_f8_add(a1, caperi_f8_mul(caperi_f8_splat(row->y[at + 1]), y));
    }
    caperi_f8_storeu(y0, a0);
    caperi_f8_storeu(y1, a1);
}

// Rows in pairs; one row too many is harmless, it lies within the slack.
static void frame_products(const caper_cloud *cloud, tile *t, int row, int rows, int column,
                           int columns)
{
    for (int i = 0; i < rows; i += 2) {
        points r = points_at(cloud, row + i);
        for (int j = 0; j < columns; j += LANES) {
            points c = points_at(cloud, column + j);
            turn_products(&r, &c, &t->c[i][j], &t->s[i][j], &t->c[i + 1][j], &t->s[i + 1][j]);
            height_products(&r, &c, &t->y[i][j], &t->y[i + 1][j]);
        }
    }
}

// Add the products of velocities to those of places, in place: a row needs only itself and the
// next.
static void add_velocities(float (*g)[WIDE], int rows, int columns, float vel)
{
    caperi_f8 v = caperi_f8_splat(vel), one = caperi_f8_splat(1.0f + vel);
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j += LANES) {
            caperi_f8 here = caperi_f8_loadu(&g[i][j]), right = caperi_f8_loadu(&g[i][j + 1]);
            caperi_f8 below = caperi_f8_loadu(&g[i + 1][j]),
                      next = caperi_f8_loadu(&g[i + 1][j + 1]);
            caperi_f8 far = caperi_f8_sub(next, caperi_f8_add(right, below));
            caperi_f8_storeu(&g[i][j],
                             caperi_f8_add(caperi_f8_mul(one, here), caperi_f8_mul(v, far)));
        }
    }
}

static inline caperi_f8 along(const float *at, int window)
{
    caperi_f8 sum = caperi_f8_loadu(at);
    for (int s = 1; s < window; s++)
        sum = caperi_f8_add(sum, caperi_f8_loadu(at + (size_t)s * (WIDE + 1)));
    return sum;
}

// Distances of a window with eight others.
static inline caperi_f8 finish(const caper_cloud *cloud, const tile *t, int i, int j, int row,
                               int column)
{
    const struct caper_cloud_data *d = cloud->data;
    caperi_f8 share = caperi_f8_splat(1.0f / (float)cloud->window);
    caperi_f8 c = caperi_f8_mul(along(&t->c[i][j], cloud->window), share);
    caperi_f8 s = caperi_f8_mul(along(&t->s[i][j], cloud->window), share);
    caperi_f8 y = caperi_f8_mul(along(&t->y[i][j], cloud->window), share);
    for (int k = 0; k < d->way_count; k++) {
        size_t at = (size_t)k * (size_t)d->stride;
        caperi_f8 px = caperi_f8_splat(d->way_x[at + (size_t)(row + i)]);
        caperi_f8 pz = caperi_f8_splat(d->way_z[at + (size_t)(row + i)]);
        caperi_f8 x = caperi_f8_loadu(&d->way_x[at + (size_t)(column + j)]);
        caperi_f8 z = caperi_f8_loadu(&d->way_z[at + (size_t)(column + j)]);
        c = caperi_f8_add(c, caperi_f8_add(caperi_f8_mul(px, x), caperi_f8_mul(pz, z)));
        s = caperi_f8_add(s, caperi_f8_sub(caperi_f8_mul(px, z), caperi_f8_mul(pz, x)));
    }
    caperi_f8 turned = caperi_f8_sqrt(caperi_f8_add(caperi_f8_mul(c, c), caperi_f8_mul(s, s)));
    caperi_f8 near = caperi_f8_add(y, turned);
    caperi_f8 own =
        caperi_f8_add(caperi_f8_splat(d->own[row + i]), caperi_f8_loadu(&d->own[column + j]));
    caperi_f8 square = caperi_f8_sub(own, caperi_f8_add(near, near));
    return caperi_f8_sqrt(caperi_f8_max(square, caperi_f8_zero()));
}

void caperi_map_tile(const caper_cloud *cloud, void *scratch, int row, int rows, int column,
                     int columns, float *out, size_t stride)
{
    tile *t = scratch;
    int window = cloud->window;
    int wide = (columns + window - 1 + LANES - 1) & ~(LANES - 1);
    frame_products(cloud, t, row, rows + window, column, wide + LANES);
    float frames = cloud->vel_time * cloud->rate, vel = frames * frames;
    add_velocities(t->c, rows + window - 1, wide, vel);
    add_velocities(t->s, rows + window - 1, wide, vel);
    add_velocities(t->y, rows + window - 1, wide, vel);
    for (int i = 0; i < rows; i++) {
        float *line = out + (size_t)i * stride;
        for (int j = 0; j < columns; j += LANES) {
            caperi_f8 v = finish(cloud, t, i, j, row, column);
            if (j + LANES <= columns) {
                caperi_f8_storeu(line + j, v);
            } else {
                float lanes[LANES];
                caperi_f8_storeu(lanes, v);
                memcpy(line + j, lanes, (size_t)(columns - j) * sizeof(float));
            }
        }
    }
}

// -- A rectangle of the map
// ---------------------------------------------------------------------------

typedef struct map_work {
    const caper_cloud_map_job *job;
    char *scratch;
    int across; // tiles
    bool mirrored;
} map_work;

static void copy_over(const caper_cloud_map_job *job, int i, int rows, int j, int columns)
{
    size_t stride = (size_t)job->column_count;
    for (int a = 0; a < rows; a++)
        for (int b = 0; b < columns; b++)
            job->out[(size_t)(j + b) * stride + (size_t)(i + a)] =
                job->out[(size_t)(i + a) * stride + (size_t)(j + b)];
}

static void map_tiles(void *user, int begin, int end, int worker)
{
    map_work *w = user;
    const caper_cloud_map_job *job = w->job;
    void *scratch = w->scratch + (size_t)worker * CAPERI_TILE_SCRATCH;
    for (int n = begin; n < end; n++) {
        int i = n / w->across * CAPERI_TILE_ROWS, j = n % w->across * CAPERI_TILE_COLUMNS;
        int rows = job->row_count - i, columns = job->column_count - j;
        rows = rows < CAPERI_TILE_ROWS ? rows : CAPERI_TILE_ROWS;
        columns = columns < CAPERI_TILE_COLUMNS ? columns : CAPERI_TILE_COLUMNS;
        if (w->mirrored && i >= j + columns)
            continue; // below the diagonal: copied from above it
        caperi_map_tile(job->cloud, scratch, job->row + i, rows, job->column + j, columns,
                        job->out + (size_t)i * (size_t)job->column_count + j,
                        (size_t)job->column_count);
        if (w->mirrored && j >= i + rows)
            copy_over(job, i, rows, j, columns);
    }
}

bool caper_cloud_map(const caper_cloud_map_job *job, caper_error *error)
{
    const caper_cloud *cloud = job->cloud;
    if (!cloud || !job->out || job->row < 0 || job->column < 0 || job->row_count < 0 ||
        job->column_count < 0 || job->row_count > cloud->frame_count - job->row ||
        job->column_count > cloud->frame_count - job->column)
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "the rectangle is not within the map");
    size_t size = (size_t)caper_job_pool_thread_count(job->pool) * CAPERI_TILE_SCRATCH;
    map_work w = {job, caper_alloc(&cloud->allocator, size, 32),
                  (job->column_count + CAPERI_TILE_COLUMNS - 1) / CAPERI_TILE_COLUMNS,
                  job->row == job->column && job->row_count == job->column_count};
    if (!w.scratch)
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    int down = (job->row_count + CAPERI_TILE_ROWS - 1) / CAPERI_TILE_ROWS;
    caper_parallel_for(job->pool, down * w.across, 1, map_tiles, &w);
    bool good = caper_progress_report(job->progress, 1.0, "map") ||
                caper_error_set(error, CAPER_ERROR_CANCELED, NULL, 0, 0, "canceled");
    caper_free(&cloud->allocator, w.scratch, size);
    return good;
}
