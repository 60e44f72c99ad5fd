// SPDX-License-Identifier: MIT
//
// The points of every frame of some clips, and the distance of two windows of frames (Kovar,
// Gleicher, Pighin 2002, section 3.1), with velocities. With p and q the points of two windows,
// w their weights (sum 1 over the points of a frame, 1/W for each of W frames) and v, u velocities
// times vel_time, the squared distance is
//
//     min over turn and shift  sum w |p - (R q + t)|^2 + sum w |v - R u|^2
//   = own(p) + own(q) - 2 sum w (p.y q.y + v.y u.y) - 2 sqrt(C^2 + S^2)
//     C = sum w (p.x q.x + p.z q.z) + the same of v and u, S = sum w (p.x q.z - p.z q.x) + ...
//
// with p and q moved to the centroid of their window and own(p) = sum w |p|^2 + sum w |v|^2. The
// best turn is atan2(S, C). A velocity is the step to the next frame, and behind the last frame of
// a clip a pad continues it, so that the last window has all its velocities.
#include "graph/cloud.h"

#include "base/block.h"
#include "graph/graph.h"
#include "math/scalar.h"

#include <math.h>
#include <string.h>

int caper_cloud_points(const caper_character *character, caper_cloud_point *points, int capacity)
{
    int count = 0;
    for (int b = 0; b < character->body_count; b++) {
        const caper_body *body = &character->bodies[b];
        if (body->caps & CAPER_CAP_HELPER)
            continue;
        caper_vec3 h = body->box_half;
        float area = h.x * h.y + h.y * h.z + h.z * h.x;
        // 1/sqrt(3) of the half length: two points with the second moment of an even rod
        caper_vec3 end = {0.0f, 0.0f, 0.0f};
        if (h.x >= h.y && h.x >= h.z)
            end.x = h.x * 0.57735027f;
        else if (h.y >= h.z)
            end.y = h.y * 0.57735027f;
        else
            end.z = h.z * 0.57735027f;
        for (int side = -1; side <= 1; side += 2, count++)
            if (count < capacity)
                points[count] = (caper_cloud_point){
                    b, caper_vec3_add_scaled(body->box_center, end, (float)side), area};
    }
    return count;
}

caper_cloud_def caper_cloud_def_default(void)
{
    return (caper_cloud_def){
        .rate = 30.0f, .window = 10, .vel_time = 0.1f, .cookie = CAPER_DEF_COOKIE};
}

void caper_cloud_destroy(caper_cloud *cloud)
{
    if (cloud) {
        caper_allocator allocator = cloud->allocator;
        caper_free(&allocator, cloud, cloud->memory_size);
    }
}

int caperi_cloud_find(const caper_cloud *cloud, int frame, int *local)
{
    for (int c = 0; c < cloud->clip_count; c++) {
        int at = frame - cloud->clips[c].first;
        if (at >= 0 && at < cloud->clips[c].frame_count) {
            if (local)
                *local = at;
            return c;
        }
    }
    return -1;
}

// -- Creation
// ---------------------------------------------------------------------------------------

static bool check_points(const caper_cloud_def *def, caper_error *error)
{
    for (int i = 0; i < def->point_count; i++) {
        const caper_cloud_point *p = &def->points[i];
        if (p->body < 0 || p->body >= def->character->body_count ||
            !caper_vec3_is_finite(p->offset) || !(p->weight > 0.0f && p->weight < 1e9f))
            return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                                   "point %d has no body of the character, no place or no weight",
                                   i);
    }
    return true;
}

static bool check_def(const caper_cloud_def *def, long *frames, caper_error *error)
{
    if (!def || def->cookie != CAPER_DEF_COOKIE || !def->character || !def->clips)
        return caper_error_set(
            error, CAPER_ERROR_INVALID, NULL, 0, 0,
            "the def has no character or no clips, or is not from its default function");
    if (def->clip_count < 1 || !(def->rate >= 1.0f && def->rate <= 1000.0f) || def->window < 1 ||
        def->window > CAPER_CLOUD_MAX_WINDOW ||
        !(def->vel_time >= 0.0f && def->vel_time <= 10.0f) || def->point_count < 0 ||
        def->point_count > CAPER_CLOUD_MAX_POINTS)
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "%d clips at %g Hz with a window of %d frames: out of range",
                               def->clip_count, (double)def->rate, def->window);
    *frames = 0;
    for (int c = 0; c < def->clip_count; c++) {
        if (!caper_skeleton_same(&def->clips[c]->skeleton, &def->character->skeleton))
            return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                                   "clip '%.60s' is not of the skeleton of '%.40s'",
                                   def->clips[c]->name, def->character->name);
        *frames += caperi_graph_frames(def->clips[c], def->rate) + 1;
    }
    if (*frames > CAPER_CLIP_MAX_TRANSFORMS)
        return caper_error_set(error, CAPER_ERROR_LIMIT, NULL, 0, 0, "%ld frames are too many",
                               *frames);
    return check_points(def, error);
}

typedef struct maker {
    caper_cloud *cloud;
    caper_cloud_clip *clips;
    struct caper_cloud_data *data;
    float *weights, *x, *y, *z, *way_x, *way_z, *own;
    caper_vec3 *points, *centroids;
    const caper_cloud_point *body_points;
} maker;

// One block for everything, so that a cloud is freed at once.
static bool lay_out(maker *m, const caper_cloud_def *def, int points, int frames)
{
    int stride = (frames + CAPERI_CLOUD_SLACK + 7) & ~7;
    size_t grid = (size_t)points * (size_t)stride, ways = (size_t)def->window * (size_t)stride;
    caperi_block b = {0};
    size_t cloud = CAPERI_BLOCK_ADD(&b, 1, caper_cloud);
    size_t data = CAPERI_BLOCK_ADD(&b, 1, struct caper_cloud_data);
    size_t clips = CAPERI_BLOCK_ADD(&b, def->clip_count, caper_cloud_clip);
    size_t weights = CAPERI_BLOCK_ADD(&b, points, float);
    size_t floats = caperi_block_add(&b, 3 * grid + 2 * ways + (size_t)stride, sizeof(float), 32);
    size_t places = CAPERI_BLOCK_ADD(&b, (size_t)frames * (size_t)points, caper_vec3);
    size_t centroids = CAPERI_BLOCK_ADD(&b, frames, caper_vec3);
    void *base = caperi_block_alloc(&b, def->allocator);
    if (!base)
        return false;
    m->cloud = caperi_block_at(base, cloud);
    m->data = caperi_block_at(base, data);
    m->clips = caperi_block_at(base, clips);
    m->weights = caperi_block_at(base, weights);
    m->x = caperi_block_at(base, floats);
    m->y = m->x + grid;
    m->z = m->y + grid;
    m->way_x = m->z + grid;
    m->way_z = m->way_x + ways;
    m->own = m->way_z + ways;
    m->points = caperi_block_at(base, places);
    m->centroids = caperi_block_at(base, centroids);
    *m->data =
        (struct caper_cloud_data){stride,   m->weights,  m->x,   m->y,      m->z,        m->way_x,
                                  m->way_z, def->window, m->own, m->points, m->centroids};
    *m->cloud = (caper_cloud){.frame_count = frames,
                              .clip_count = def->clip_count,
                              .clips = m->clips,
                              .rate = def->rate,
                              .window = def->window,
                              .point_count = points,
                              .vel_time = def->vel_time,
                              .memory_size = b.size,
                              .allocator = caper_allocator_resolve(def->allocator),
                              .data = m->data};
    return true;
}

// Points of one clip in its own space, root and all, and the pad behind them.
static void sample_clip(maker *m, const caper_clip *clip, int c, caper_pose *local)
{
    int points = m->cloud->point_count, first = m->clips[c].first, count = m->clips[c].frame_count;
    caper_clip_cursor cursor = {0};
    for (int f = 0; f < count; f++) {
        float time = caper_min((float)f / m->cloud->rate, clip->duration);
        caper_clip_sample(clip, time, &cursor, local);
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        caper_pose_to_model(&clip->skeleton, local, &root, local);
        caper_vec3 *out = m->points + (size_t)(first + f) * (size_t)points;
        for (int k = 0; k < points; k++)
            out[k] = caper_transform_mul_point(local->bodies[m->body_points[k].body],
                                               m->body_points[k].offset);
    }
    caper_vec3 *pad = m->points + (size_t)(first + count) * (size_t)points;
    for (int k = 0; k < points; k++) {
        caper_vec3 last = pad[k - points], before = count > 1 ? pad[k - 2 * points] : last;
        pad[k] = caper_vec3_add(last, caper_vec3_sub(last, before));
    }
}

// Centred and weighted copies, point by point, for the map.
static void spread(maker *m)
{
    int points = m->cloud->point_count, frames = m->cloud->frame_count;
    for (int f = 0; f < frames; f++) {
        double sum[3] = {0, 0, 0};
        for (int k = 0; k < points; k++) {
            caper_vec3 p = m->points[(size_t)f * (size_t)points + (size_t)k];
            double w = (double)m->weights[k];
            sum[0] += w * (double)p.x, sum[1] += w * (double)p.y, sum[2] += w * (double)p.z;
        }
        m->centroids[f] = caper_vec3_make((float)sum[0], (float)sum[1], (float)sum[2]);
    }
    for (int k = 0; k < points; k++) {
        double height = 0.0;
        for (int f = 0; f < frames; f++)
            height += (double)m->points[(size_t)f * (size_t)points + (size_t)k].y;
        float mean = (float)(height / (double)frames), root = sqrtf(m->weights[k]);
        size_t row = (size_t)k * (size_t)m->data->stride;
        for (int f = 0; f < frames; f++) {
            caper_vec3 p = m->points[(size_t)f * (size_t)points + (size_t)k];
            m->x[row + (size_t)f] = root * (p.x - m->centroids[f].x);
            m->y[row + (size_t)f] = root * (p.y - mean);
            m->z[row + (size_t)f] = root * (p.z - m->centroids[f].z);
        }
    }
}

static double step_sq(const float *v, size_t at)
{
    double d = (double)v[at + 1] - (double)v[at];
    return d * d;
}

// own(p) of the window at a frame, without the way of its centroid.
static double own_part(const maker *m, int frame, double vel)
{
    double sum = 0.0;
    for (int k = 0; k < m->cloud->point_count; k++) {
        size_t at = (size_t)k * (size_t)m->data->stride + (size_t)frame;
        for (int s = 0; s < m->cloud->window; s++, at++) {
            double x = (double)m->x[at], y = (double)m->y[at], z = (double)m->z[at];
            sum += x * x + y * y + z * z;
            sum += vel * (step_sq(m->x, at) + step_sq(m->y, at) + step_sq(m->z, at));
        }
    }
    return sum / (double)m->cloud->window;
}

// A factor L with L L^T = Q, where d^T Q c is the centroids' part of C for their places c and d at
// the W + 1 frames of two windows: what is left of their means, and their steps. Q sends equal
// places to nothing, so L has W columns. Returns it in place of Q, row by row.
static void way_factor(double *q, int window, double vel)
{
    int n = window + 1;
    for (int i = 0; i < n * n; i++)
        q[i] = 0.0;
    for (int i = 0; i < window; i++) {
        for (int j = 0; j < window; j++)
            q[i * n + j] += ((i == j ? 1.0 : 0.0) - 1.0 / window) / window;
        q[i * n + i] += vel / window, q[(i + 1) * n + i + 1] += vel / window;
        q[i * n + i + 1] -= vel / window, q[(i + 1) * n + i] -= vel / window;
    }
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < j; k++)
            q[j * n + j] -= q[j * n + k] * q[j * n + k];
        double pivot = q[j * n + j] > 1e-12 ? sqrt(q[j * n + j]) : 0.0;
        q[j * n + j] = pivot;
        for (int i = j + 1; i < n; i++) {
            for (int k = 0; k < j; k++)
                q[i * n + j] -= q[i * n + k] * q[j * n + k];
            q[i * n + j] = pivot > 0.0 ? q[i * n + j] / pivot : 0.0;
            q[j * n + i] = 0.0;
        }
    }
}

static double fill_way(maker *m, const double *l, int frame)
{
    int window = m->cloud->window, n = window + 1;
    caper_vec3 from = m->centroids[frame];
    double sum = 0.0;
    for (int k = 0; k < window; k++) {
        double x = 0.0, z = 0.0;
        for (int s = 0; s < n; s++) {
            caper_vec3 c = m->centroids[frame + s];
            x += l[s * n + k] * ((double)c.x - (double)from.x);
            z += l[s * n + k] * ((double)c.z - (double)from.z);
        }
        size_t at = (size_t)k * (size_t)m->data->stride + (size_t)frame;
        m->way_x[at] = (float)x;
        m->way_z[at] = (float)z;
        sum += x * x + z * z;
    }
    return sum;
}

static bool fill_windows(maker *m)
{
    const caper_cloud *cloud = m->cloud;
    int n = cloud->window + 1;
    double *factor = caper_alloc(&cloud->allocator, (size_t)(n * n) * sizeof(double), 8);
    if (!factor)
        return false;
    double frames = (double)cloud->vel_time * (double)cloud->rate, vel = frames * frames;
    way_factor(factor, cloud->window, vel);
    for (int f = 0; f < m->data->stride; f++)
        m->own[f] = INFINITY;
    for (int c = 0; c < cloud->clip_count; c++)
        for (int i = 0; i < cloud->clips[c].window_count; i++) {
            int f = cloud->clips[c].first + i;
            double own = own_part(m, f, vel);
            m->own[f] = (float)(own + fill_way(m, factor, f));
        }
    caper_free(&cloud->allocator, factor, (size_t)(n * n) * sizeof(double));
    return true;
}

static bool fill(maker *m, const caper_cloud_def *def)
{
    double total = 0.0;
    for (int k = 0; k < m->cloud->point_count; k++)
        total += (double)m->body_points[k].weight;
    for (int k = 0; k < m->cloud->point_count; k++)
        m->weights[k] = (float)((double)m->body_points[k].weight / total);
    caper_pose local = caper_character_pose(def->character, def->allocator);
    if (!local.bodies)
        return false;
    for (int c = 0, first = 0; c < def->clip_count; c++) {
        int count = caperi_graph_frames(def->clips[c], def->rate);
        int windows = count >= def->window ? count - def->window + 1 : 0;
        m->clips[c] = (caper_cloud_clip){first, count, windows};
        sample_clip(m, def->clips[c], c, &local);
        first += count + 1;
    }
    caper_pose_destroy(&local, def->allocator);
    spread(m);
    return fill_windows(m);
}

static caper_cloud *make(const caper_cloud_def *def, const caper_cloud_point *points, int count,
                         int frames, caper_error *error)
{
    maker m = {.body_points = points};
    if (count < 1)
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "'%.60s' has no points to compare",
                        def->character->name);
    else if (!lay_out(&m, def, count, frames) || !fill(&m, def))
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    else
        return m.cloud;
    caper_cloud_destroy(m.cloud);
    return NULL;
}

caper_cloud *caper_cloud_create(const caper_cloud_def *def, caper_error *error)
{
    long frames = 0;
    if (!check_def(def, &frames, error))
        return NULL;
    if (def->points && def->point_count > 0)
        return make(def, def->points, def->point_count, (int)frames, error);
    int count = caper_cloud_points(def->character, NULL, 0);
    size_t size = (size_t)(count + 1) * sizeof(caper_cloud_point);
    caper_cloud_point *points = caper_alloc(def->allocator, size, _Alignof(caper_cloud_point));
    if (!points) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        return NULL;
    }
    caper_cloud_points(def->character, points, count);
    caper_cloud *cloud = make(def, points, count, (int)frames, error);
    caper_free(def->allocator, points, size);
    return cloud;
}

// -- The distance of two windows, as it is defined
// ----------------------------------------------------

typedef struct sums {
    double mean[2][3]; // of either window
    double flat;       // sum of own parts and of products of heights
    double c, s;
} sums;

static void add_pair(sums *t, double w, const double a[3], const double b[3])
{
    double dy = a[1] - b[1];
    t->flat += w * (a[0] * a[0] + a[2] * a[2] + b[0] * b[0] + b[2] * b[2] + dy * dy);
    t->c += w * (a[0] * b[0] + a[2] * b[2]);
    t->s += w * (a[0] * b[2] - a[2] * b[0]);
}

static void window_mean(const caper_cloud *cloud, int frame, double mean[3])
{
    mean[0] = mean[1] = mean[2] = 0.0;
    for (int s = 0; s < cloud->window; s++) {
        caper_vec3 c = cloud->data->centroids[frame + s];
        mean[0] += (double)c.x / cloud->window;
        mean[2] += (double)c.z / cloud->window; // heights are compared as they are
    }
}

static void add_frames(const caper_cloud *cloud, sums *t, int first, int second)
{
    int n = cloud->point_count;
    const caper_vec3 *p = cloud->data->points + (size_t)first * (size_t)n;
    const caper_vec3 *q = cloud->data->points + (size_t)second * (size_t)n;
    double vel = (double)cloud->vel_time * (double)cloud->rate;
    for (int k = 0; k < n; k++) {
        double w = (double)cloud->data->weights[k] / cloud->window;
        double a[3] = {(double)p[k].x - t->mean[0][0], (double)p[k].y,
                       (double)p[k].z - t->mean[0][2]};
        double b[3] = {(double)q[k].x - t->mean[1][0], (double)q[k].y,
                       (double)q[k].z - t->mean[1][2]};
        add_pair(t, w, a, b);
        double v[3] = {vel * ((double)p[k + n].x - (double)p[k].x),
                       vel * ((double)p[k + n].y - (double)p[k].y),
                       vel * ((double)p[k + n].z - (double)p[k].z)};
        double u[3] = {vel * ((double)q[k + n].x - (double)q[k].x),
                       vel * ((double)q[k + n].y - (double)q[k].y),
                       vel * ((double)q[k + n].z - (double)q[k].z)};
        add_pair(t, w, v, u);
    }
}

float caper_cloud_distance(const caper_cloud *cloud, int first, int second, caper_root *align)
{
    if (first < 0 || second < 0 || first >= cloud->frame_count || second >= cloud->frame_count ||
        cloud->data->own[first] == INFINITY || cloud->data->own[second] == INFINITY)
        return INFINITY;
    sums t = {0};
    window_mean(cloud, first, t.mean[0]);
    window_mean(cloud, second, t.mean[1]);
    for (int s = 0; s < cloud->window; s++)
        add_frames(cloud, &t, first + s, second + s);
    double near = sqrt(t.c * t.c + t.s * t.s), square = t.flat - 2.0 * near;
    if (align) {
        double c = near > 0.0 ? t.c / near : 1.0, s = near > 0.0 ? t.s / near : 0.0;
        const double *p = t.mean[0], *q = t.mean[1];
        *align = (caper_root){(float)(p[0] - (q[0] * c + q[2] * s)), 0.0f,
                              (float)(p[2] - (q[2] * c - q[0] * s)), (float)caperi_atan2(s, c)};
    }
    return (float)sqrt(square > 0.0 ? square : 0.0);
}

float caperi_cloud_distance_at(const caper_cloud *cloud, int first, int second, caper_root align)
{
    double sine, cosine, sum = 0.0, vel = (double)cloud->vel_time * (double)cloud->rate;
    caperi_sincos((double)align.yaw, &sine, &cosine);
    size_t n = (size_t)cloud->point_count;
    for (size_t i = 0; i < n * (size_t)cloud->window; i++) {
        const caper_vec3 *p = cloud->data->points + (size_t)first * n + i;
        const caper_vec3 *q = cloud->data->points + (size_t)second * n + i;
        double qx = (double)q->x * cosine + (double)q->z * sine + (double)align.x;
        double qz = (double)q->z * cosine - (double)q->x * sine + (double)align.z;
        double ux = (double)q[n].x - (double)q->x, uz = (double)q[n].z - (double)q->z;
        double dx = (double)p->x - qx, dy = (double)p->y - (double)q->y, dz = (double)p->z - qz;
        double vx = vel * ((double)p[n].x - (double)p->x - (ux * cosine + uz * sine));
        double vy = vel * ((double)p[n].y - (double)p->y - ((double)q[n].y - (double)q->y));
        double vz = vel * ((double)p[n].z - (double)p->z - (uz * cosine - ux * sine));
        sum += (double)cloud->data->weights[i % n] *
               (dx * dx + dy * dy + dz * dz + vx * vx + vy * vy + vz * vz);
    }
    return (float)sqrt(sum / (double)cloud->window);
}
