// SPDX-License-Identifier: MIT
// Tear: mesh edges that are pulled longer than skin is.
//
// Each edge is compared with the longer of its lengths at rest and as modelled. Edges between
// triangles count once. The ratio that one edge in a thousand exceeds comes from a histogram of
// squared ratios by their bits: the exponent and five bits after it, steps of about 1.5 %.
#include "quality/measures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TORN 2.0f // times as long
#define BITS 18   // of a float that a bin of the histogram leaves out
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

static int compare_edges(const void *pa, const void *pb)
{
    const edge *x = pa, *y = pb;
    return x->a != y->a ? (x->a < y->a ? -1 : 1) : (x->b > y->b) - (x->b < y->b);
}

static int list_edges(const caper_skin *skin, edge *edges)
{
    int count = 0;
    for (int i = 0; i + 2 < skin->index_count; i += 3) {
        for (int k = 0; k < 3; k++) {
            uint32_t a = skin->indices[i + k], b = skin->indices[i + (k + 1) % 3];
            if (a != b) {
                edges[count++] = (edge){a < b ? a : b, a < b ? b : a, 0};
            }
        }
    }
    qsort(edges, (size_t)count, sizeof(edge), compare_edges);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (kept == 0 || compare_edges(&edges[kept - 1], &edges[i]) != 0) {
            edges[kept++] = edges[i];
        }
    }
    return kept;
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
    m->edges = caper_arena_alloc(arena, ((size_t)skin->index_count + 3) * sizeof(edge), 16);
    m->positions =
        caper_arena_alloc(arena, ((size_t)skin->vertex_count + 1) * sizeof(caper_vec3), 16);
    m->palette = caper_arena_alloc(arena, ((size_t)c->body_count + 1) * sizeof(caper_mat4), 32);
    caper_transform *rest =
        caper_arena_alloc(arena, ((size_t)c->body_count + 1) * sizeof(caper_transform), 32);
    if (!m->edges || !m->positions || !m->palette || !rest) {
        return false;
    }
    m->edge_count = list_edges(skin, m->edges);
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
    float most = 0;
    for (int i = 0; i < m->edge_count; i++) {
        edge e = m->edges[i];
        caper_vec3 d = caper_vec3_sub(m->positions[e.a], m->positions[e.b]);
        float ratio = caper_vec3_dot(d, d) * e.unit;
        uint32_t bits;
        memcpy(&bits, &ratio, sizeof(bits));
        bins[(bits & 0x7fffffffu) >> BITS]++;
        count += ratio > torn;
        if (ratio > most) {
            most = ratio;
            *worst = e.a;
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

static double quantile_of_bins(const uint32_t *bins, double share)
{
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
    uint32_t *bins = caper_arena_alloc_zero(arena, BINS, sizeof(uint32_t), 16);
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
