// SPDX-License-Identifier: MIT
// What is seen of a mesh: edges that are pulled longer than skin is, and skin that is in the
// ground.
//
// Each edge is compared with the longer of its lengths at rest and as modelled. Edges between
// triangles count once. The ratio that one edge in a thousand exceeds comes from a histogram of
// squared ratios by their bits: the exponent and four bits after it, steps of about 3 %.
//
// A box is a hull: its corners are in the ground where the thigh of somebody who kneels is not. So
// on flat ground the vertices that a body carries say how deep it is, and not its box. A body that
// carries none keeps its box.
#include "quality/measures.h"

#include <math.h>
#include <string.h>

#define TORN 2.0f // times as long
#define BITS 19   // of a float that a bin of the histogram leaves out
#define BINS (1 << (31 - BITS))
#define LEAST_VERTICES 4 // fewer say nothing about a body, as for its box

typedef struct edge {
    uint32_t a, b;
    float unit; // 1 / length^2
} edge;

typedef struct mesh {
    const caper_skin *skin;
    edge *edges;
    int edge_count;
    caper_vec3 *positions;
    caper_mat4 *palette;
    int16_t *carriers; // of each vertex: the body whose depth it tells, or -1
} mesh;

// Edges from each vertex to higher ones lie together: sorted by counting, and few in each place.
static int keep_new(edge *edges, int kept, int place, uint32_t a, uint32_t b)
{
    for (int i = place; i < kept; i++) {
        if (edges[i].b == b) {
            return kept;
        }
    }
    edges[kept] = (edge){a, b, 0};
    return kept + 1;
}

static bool list_edges(mesh *m, caper_arena *arena)
{
    const caper_skin *skin = m->skin;
    size_t triangles = (size_t)(skin->index_count / 3);
    uint32_t *ends = caper_arena_alloc(arena, (3 * triangles + 1) * sizeof(uint32_t), 16);
    int *starts = caper_arena_alloc_zero(arena, (size_t)skin->vertex_count + 2, sizeof(int), 16);
    m->edges = caper_arena_alloc(arena, (3 * triangles + 1) * sizeof(edge), 16);
    if (!ends || !starts || !m->edges) {
        return false;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < 3 * triangles; i++) {
            uint32_t a = skin->indices[i], b = skin->indices[i % 3 == 2 ? i - 2 : i + 1];
            uint32_t low = a < b ? a : b, high = a < b ? b : a;
            if (low == high) {
                continue;
            }
            if (pass == 0) {
                starts[low + 1]++;
            } else {
                ends[starts[low]++] = high;
            }
        }
        for (int v = 0; pass == 0 && v < skin->vertex_count; v++) {
            starts[v + 1] += starts[v];
        }
    }
    // the starts have become the ends of their places
    for (int v = 0, from = 0; v < skin->vertex_count; from = starts[v], v++) {
        int place = m->edge_count;
        for (int i = from; i < starts[v]; i++) {
            m->edge_count = keep_new(m->edges, m->edge_count, place, (uint32_t)v, ends[i]);
        }
    }
    return true;
}

static void skin_pose(mesh *m, caper_transform *bodies, int body_count)
{
    caper_pose pose = {bodies, NULL, body_count, 0};
    caper_skinning_palette(m->skin, &pose, NULL, m->palette);
    caper_skinning_job job = {m->skin, m->palette, NULL, m->positions, NULL};
    caper_skinning(&job);
}

static int strongest_body(const caper_skin *skin, uint32_t vertex)
{
    const float *w = skin->weights + 4 * (size_t)vertex;
    int best = 0;
    for (int k = 1; k < 4; k++) {
        best = w[k] > w[best] ? k : best;
    }
    return skin->bodies[4 * (size_t)vertex + (size_t)best];
}

// Sums of what a body carries, in its frame.
typedef struct carried {
    double sum[3], squares[3];
    int count;
} carried;

static void add_vertices(const caper_skin *skin, carried *of)
{
    for (int v = 0; v < skin->vertex_count; v++) {
        int body = strongest_body(skin, (uint32_t)v);
        caper_vec3 p = caper_mat4_mul_point(skin->inverse_bind[body], skin->positions[v]);
        const double at[3] = {(double)p.x, (double)p.y, (double)p.z};
        for (int k = 0; k < 3; k++) {
            of[body].sum[k] += at[k];
            of[body].squares[k] += at[k] * at[k];
        }
        of[body].count++;
    }
}

static caperi_core core_of(const carried *c)
{
    double middle[3], far[3];
    for (int k = 0; k < 3; k++) {
        middle[k] = c->sum[k] / (double)c->count;
        far[k] = sqrt(fmax(c->squares[k] / (double)c->count - middle[k] * middle[k], 0));
    }
    return (caperi_core){
        caper_vec3_make((float)middle[0], (float)middle[1], (float)middle[2]),
        caper_vec3_make((float)far[0], (float)far[1], (float)far[2]),
    };
}

bool caperi_mark_skin(caperi_subject *s, const caper_skin *skins, int skin_count,
                      caper_arena *arena)
{
    size_t bodies = (size_t)s->footage.body_count;
    carried *of = caper_arena_alloc_zero(arena, bodies + 1, sizeof *of, 16);
    caperi_core *cores = caper_arena_alloc_zero(arena, bodies + 1, sizeof *cores, 16);
    for (int i = 0; of && i < skin_count; i++) {
        add_vertices(&skins[i], of);
    }
    for (size_t b = 0; of && cores && b < bodies; b++) {
        bool told = of[b].count >= LEAST_VERTICES;
        s->kinds[b] |= of[b].count > 0 ? CAPERI_KIND_SKIN : 0;
        cores[b].half = caper_vec3_make(-1, -1, -1);
        cores[b] = told ? core_of(&of[b]) : cores[b];
    }
    s->cores = skin_count > 0 ? cores : NULL;
    return of && cores;
}

// Whose depth the vertices tell: of those that are not left out.
static bool list_carriers(mesh *m, const caperi_subject *s, caper_arena *arena)
{
    size_t count = (size_t)m->skin->vertex_count + 1;
    m->carriers = caper_arena_alloc(arena, count * sizeof(int16_t), 16);
    for (int v = 0; m->carriers && v < m->skin->vertex_count; v++) {
        int body = strongest_body(m->skin, (uint32_t)v);
        m->carriers[v] = (int16_t)(caperi_depth_counts(s, body) ? body : -1);
    }
    return m->carriers != NULL;
}

static bool make_mesh(mesh *m, const caperi_subject *s, const caper_skin *skin, caper_arena *arena)
{
    const caper_character *c = s->character;
    m->skin = skin;
    m->positions =
        caper_arena_alloc(arena, ((size_t)skin->vertex_count + 1) * sizeof(caper_vec3), 16);
    m->palette = caper_arena_alloc(arena, ((size_t)c->body_count + 1) * sizeof(caper_mat4), 32);
    caper_transform *rest =
        caper_arena_alloc(arena, ((size_t)c->body_count + 1) * sizeof(caper_transform), 32);
    if (!m->positions || !m->palette || !rest || !list_edges(m, arena) ||
        !list_carriers(m, s, arena)) {
        return false;
    }
    memcpy(rest, c->rest_model, (size_t)c->body_count * sizeof(caper_transform));
    skin_pose(m, rest, c->body_count);
    int kept = 0;
    for (int i = 0; i < m->edge_count; i++) {
        edge e = m->edges[i];
        float rested = caper_vec3_distance(m->positions[e.a], m->positions[e.b]);
        float modelled = caper_vec3_distance(skin->positions[e.a], skin->positions[e.b]);
        float length = fmaxf(rested, modelled);
        if (length > 1e-5f * c->size) { // seams are edges of no length
            e.unit = 1.0f / (length * length);
            m->edges[kept++] = e;
        }
    }
    m->edge_count = kept;
    return true;
}

// Edges of one mesh that are torn; all go into the histogram.
static int count_torn(const mesh *m, uint32_t *bins, uint32_t *worst)
{
    const float torn = TORN * TORN;
    int count = 0;
    float most = torn;
    for (int i = 0; i < m->edge_count; i++) {
        edge e = m->edges[i];
        caper_vec3 d = caper_vec3_sub(m->positions[e.a], m->positions[e.b]);
        float ratio = caper_vec3_dot(d, d) * e.unit;
        uint32_t bits;
        memcpy(&bits, &ratio, sizeof(bits));
        // neighbours are alike: one counter for all would wait for itself
        bins[(size_t)(i & 3) * BINS + ((bits & 0x7fffffffu) >> BITS)]++;
        if (ratio > torn) {
            count++;
            *worst = ratio > most ? e.a : *worst;
            most = ratio > most ? ratio : most;
        }
    }
    return count;
}

// Height of a point of the model at rest, and above the ground in a frame.
static float height_of(const caperi_subject *s, bool rest, caper_vec3 p)
{
    return rest ? p.y : caper_vec3_dot(s->ground.normal, caper_vec3_sub(p, s->ground.point));
}

// How deep the skin of each body is in the ground; `depths` grow.
static void find_depths(const caperi_subject *s, const mesh *m, bool rest, float *depths)
{
    for (int v = 0; v < m->skin->vertex_count; v++) {
        int body = m->carriers[v];
        if (body >= 0) {
            depths[body] = fmaxf(depths[body], -height_of(s, rest, m->positions[v]));
        }
    }
}

// The deepest body of a frame, less what it is in the ground at rest.
static void note_depths(caperi_subject *s, int frame, const float *depths, const float *rests)
{
    for (int b = 0; b < s->footage.body_count; b++) {
        double mm = (double)(depths[b] - rests[b]) * 1000.0;
        if (mm > s->figures.value[CAPER_METRIC_PENETRATION_BODY]) {
            s->figures.value[CAPER_METRIC_PENETRATION_BODY] = mm;
            caperi_note_worst(&s->figures, CAPER_METRIC_PENETRATION_BODY, frame, b, mm);
        }
    }
}

static double quantile_of_bins(uint32_t *bins, double share)
{
    for (int i = BINS; i < 4 * BINS; i++) {
        bins[i % BINS] += bins[i];
    }
    double all = 0, below = 0;
    for (int i = 0; i < BINS; i++) {
        all += (double)bins[i];
    }
    for (int i = 0; i < BINS; i++) {
        below += (double)bins[i];
        if (below >= share * all) {
            uint32_t bits = ((uint32_t)i << BITS) + (1u << (BITS - 1));
            float ratio;
            memcpy(&ratio, &bits, sizeof(ratio));
            return isfinite(ratio) ? sqrt((double)ratio) : (double)INFINITY;
        }
    }
    return 0;
}

// Depths of the bodies that carry vertices, at rest and in a frame.
typedef struct sunk {
    float *rests, *depths;
} sunk;

static bool make_sunk(sunk *k, const caperi_subject *s, caper_arena *arena)
{
    size_t count = (size_t)s->footage.body_count + 1;
    k->rests = caper_arena_alloc_zero(arena, count, sizeof(float), 16);
    k->depths = caper_arena_alloc_zero(arena, count, sizeof(float), 16);
    return k->rests && k->depths;
}

static void measure_frame(caperi_subject *s, mesh *meshes, int mesh_count, int frame, long edges,
                          uint32_t *bins, const sunk *k)
{
    long torn = 0;
    int body = -1, most = 0, n = s->footage.body_count;
    memset(k->depths, 0, (size_t)n * sizeof(float));
    for (int i = 0; i < mesh_count; i++) {
        uint32_t vertex = 0;
        skin_pose(&meshes[i], s->footage.world + (size_t)frame * (size_t)n, n);
        int count = count_torn(&meshes[i], bins, &vertex);
        torn += count;
        if (count > most || body < 0) {
            most = count;
            body = strongest_body(meshes[i].skin, vertex);
        }
        if (s->ground.flat) {
            find_depths(s, &meshes[i], false, k->depths);
        }
    }
    if (s->ground.flat) {
        note_depths(s, frame, k->depths, k->rests);
    }
    double percent = 100.0 * (double)torn / (double)(edges > 0 ? edges : 1);
    if (edges > 0) {
        s->figures.value[CAPER_METRIC_TEAR] = fmax(s->figures.value[CAPER_METRIC_TEAR], percent);
        caperi_note_worst(&s->figures, CAPER_METRIC_TEAR, frame, body, percent);
    }
}

bool caperi_measure_skin(caperi_subject *s, const caper_skin *skins, int skin_count,
                         caper_arena *arena)
{
    mesh *meshes = caper_arena_alloc_zero(arena, (size_t)skin_count + 1, sizeof(mesh), 16);
    uint32_t *bins = caper_arena_alloc_zero(arena, 4 * (size_t)BINS, sizeof(uint32_t), 16);
    sunk k;
    if (!meshes || !bins || !make_sunk(&k, s, arena)) {
        return false;
    }
    long edges = 0;
    for (int i = 0; i < skin_count; i++) {
        if (!make_mesh(&meshes[i], s, &skins[i], arena)) {
            return false;
        }
        find_depths(s, &meshes[i], true, k.rests);
        edges += meshes[i].edge_count;
    }
    s->figures.value[CAPER_METRIC_TEAR] = edges > 0 ? 0 : (double)NAN;
    for (int i = 0; i < s->footage.frame_count; i++) {
        measure_frame(s, meshes, skin_count, i, edges, bins, &k);
    }
    if (edges == 0) {
        return true;
    }
    s->figures.value[CAPER_METRIC_TEAR_P999] = quantile_of_bins(bins, 0.999);
    s->figures.worst[CAPER_METRIC_TEAR_P999] = s->figures.worst[CAPER_METRIC_TEAR];
    s->figures.worst[CAPER_METRIC_TEAR_P999].metric = CAPER_METRIC_TEAR_P999;
    s->figures.worst[CAPER_METRIC_TEAR_P999].value = s->figures.value[CAPER_METRIC_TEAR_P999];
    return true;
}
