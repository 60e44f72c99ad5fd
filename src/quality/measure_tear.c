// SPDX-License-Identifier: MIT
// Tear: mesh edges that are pulled longer than skin is.
//
// Each edge is compared with the longer of its lengths at rest and as modelled. Edges between
// triangles count once. The ratio that one edge in a thousand exceeds comes from a histogram of
// squared ratios by their bits: the exponent and four bits after it, steps of about 3 %.
#include "quality/measures.h"

#include <math.h>
#include <string.h>

#define TORN 2.0f // times as long
#define BITS 19   // of a float that a bin of the histogram leaves out
#define BINS (1 << (31 - BITS))

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

static bool make_mesh(mesh *m, const caperi_subject *s, const caper_skin *skin, caper_arena *arena)
{
    const caper_character *c = s->character;
    m->skin = skin;
    m->positions =
        caper_arena_alloc(arena, ((size_t)skin->vertex_count + 1) * sizeof(caper_vec3), 16);
    m->palette = caper_arena_alloc(arena, ((size_t)c->body_count + 1) * sizeof(caper_mat4), 32);
    caper_transform *rest =
        caper_arena_alloc(arena, ((size_t)c->body_count + 1) * sizeof(caper_transform), 32);
    if (!m->positions || !m->palette || !rest || !list_edges(m, arena)) {
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

static int strongest_body(const caper_skin *skin, uint32_t vertex)
{
    const float *w = skin->weights + 4 * (size_t)vertex;
    int best = 0;
    for (int k = 1; k < 4; k++) {
        best = w[k] > w[best] ? k : best;
    }
    return skin->bodies[4 * (size_t)vertex + (size_t)best];
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

bool caperi_measure_tear(caperi_subject *s, const caper_skin *skins, int skin_count,
                         caper_arena *arena)
{
    const caperi_footage *f = &s->footage;
    mesh *meshes = caper_arena_alloc_zero(arena, (size_t)skin_count + 1, sizeof(mesh), 16);
    uint32_t *bins = caper_arena_alloc_zero(arena, 4 * (size_t)BINS, sizeof(uint32_t), 16);
    if (!meshes || !bins) {
        return false;
    }
    long edges = 0;
    for (int k = 0; k < skin_count; k++) {
        if (!make_mesh(&meshes[k], s, &skins[k], arena)) {
            return false;
        }
        edges += meshes[k].edge_count;
    }
    if (edges == 0) {
        return true;
    }
    s->figures.value[CAPER_METRIC_TEAR] = 0;
    for (int i = 0; i < f->frame_count; i++) {
        long torn = 0;
        int body = -1, most = 0;
        for (int k = 0; k < skin_count; k++) {
            uint32_t vertex = 0;
            skin_pose(&meshes[k], f->world + (size_t)i * (size_t)f->body_count, f->body_count);
            int count = count_torn(&meshes[k], bins, &vertex);
            torn += count;
            if (count > most || body < 0) {
                most = count;
                body = strongest_body(&skins[k], vertex);
            }
        }
        double percent = 100.0 * (double)torn / (double)edges;
        if (percent > s->figures.value[CAPER_METRIC_TEAR]) {
            s->figures.value[CAPER_METRIC_TEAR] = percent;
        }
        caperi_note_worst(&s->figures, CAPER_METRIC_TEAR, i, body, percent);
    }
    s->figures.value[CAPER_METRIC_TEAR_P999] = quantile_of_bins(bins, 0.999);
    s->figures.worst[CAPER_METRIC_TEAR_P999] = s->figures.worst[CAPER_METRIC_TEAR];
    s->figures.worst[CAPER_METRIC_TEAR_P999].metric = CAPER_METRIC_TEAR_P999;
    s->figures.worst[CAPER_METRIC_TEAR_P999].value = s->figures.value[CAPER_METRIC_TEAR_P999];
    return true;
}
