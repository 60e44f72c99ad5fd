// SPDX-License-Identifier: MIT
//
// The nearest frame of a matching database is found in a tree of bounding boxes. Boxes around
// slanted clouds are mostly empty: the features come turned to their principal axes, widest first.
// Frames are split at the median of the widest axis until sixteen are left, which eight lanes
// compare at once, and give up half way when all are too far already. The nearer box is entered
// first, and a box that is farther than the best frame so far is never opened. The answer is that
// of a comparison with every frame, to the bit, ties by the lower frame.
#include "base/block.h"
#include "graph/match.h"
#include "math/simd.h"

#include <math.h>
#include <stdlib.h>

#define LEAF 16 // frames: two registers
#define WIDE CAPER_MATCH_MAX_FEATURES
// A box is a sum in another order than a frame: bounds give way by more than both can round.
#define MARGIN 0.99999f
#define PAD_VALUE 1e15f  // of lanes without a frame: farther than any
#define DEPTH 64         // nodes that wait: one a level, and a tree of 2^31 frames has 27
#define MOST_SCALED 1e6f // spreads from the mean: a wish that is farther is none

static float *leaf_values(const caper_match *m, int leaf)
{
    return m->leaves + (size_t)leaf * LEAF * (size_t)m->feature_count;
}

static float *low_of(const caper_match *m, int node)
{
    return m->boxes + (size_t)node * 2 * (size_t)m->wide;
}

typedef struct grower {
    caper_match *m;
    const float *all; // scaled, [frame][WIDE]
    int *order;
} grower;

typedef struct keyed {
    float value;
    int frame;
} keyed;

static int by_value(const void *a, const void *b)
{
    const keyed *p = a, *q = b;
    if (p->value != q->value)
        return p->value < q->value ? -1 : 1;
    return (p->frame > q->frame) - (p->frame < q->frame);
}

static void fill_box(const grower *g, int node, int begin, int end)
{
    float *low = low_of(g->m, node), *high = low + g->m->wide;
    for (int d = 0; d < g->m->wide; d++) {
        low[d] = INFINITY, high[d] = -INFINITY;
        for (int i = begin; i < end; i++) {
            float v = g->all[(size_t)g->order[i] * WIDE + (size_t)d];
            low[d] = caper_min(low[d], v), high[d] = caper_max(high[d], v);
        }
        if (begin == end) // nothing: farther than any
            low[d] = high[d] = PAD_VALUE;
    }
}

static void split(grower *g, keyed *scratch, int node, int begin, int end)
{
    const float *low = low_of(g->m, node), *high = low + g->m->wide;
    int widest = 0;
    for (int d = 1; d < g->m->feature_count; d++)
        if (high[d] - low[d] > high[widest] - low[widest])
            widest = d;
    for (int i = begin; i < end; i++)
        scratch[i] = (keyed){g->all[(size_t)g->order[i] * WIDE + (size_t)widest], g->order[i]};
    qsort(scratch + begin, (size_t)(end - begin), sizeof *scratch, by_value);
    for (int i = begin; i < end; i++)
        g->order[i] = scratch[i].frame;
}

static void fill_leaf(grower *g, int leaf, int begin, int end)
{
    caper_match *m = g->m;
    float *values = leaf_values(m, leaf);
    for (int k = 0; k < LEAF; k++) {
        int frame = begin + k < end ? g->order[begin + k] : -1;
        m->members[leaf * LEAF + k] = frame;
        if (frame >= 0)
            m->leaf_of[frame] = leaf;
        for (int d = 0; d < m->feature_count; d++)
            values[d * LEAF + k] =
                frame >= 0 ? g->all[(size_t)frame * WIDE + (size_t)d] : PAD_VALUE;
    }
}

static void grow(grower *g, keyed *scratch, int node, int begin, int end)
{
    caper_match *m = g->m;
    fill_box(g, node, begin, end);
    if (node >= m->leaf_count - 1) {
        fill_leaf(g, node - (m->leaf_count - 1), begin, end);
        return;
    }
    if (end > begin)
        split(g, scratch, node, begin, end);
    int middle = begin + (end - begin + 1) / 2;
    grow(g, scratch, 2 * node + 1, begin, middle);
    grow(g, scratch, 2 * node + 2, middle, end);
}

bool caperi_match_lay_out(caper_match *m)
{
    m->leaf_count = 1;
    while (m->leaf_count * LEAF < m->frame_count)
        m->leaf_count *= 2;
    size_t leaves = (size_t)m->leaf_count, frames = (size_t)m->frame_count;
    caperi_block b = {0};
    m->wide = (m->feature_count + 7) & ~7;
    size_t boxes = caperi_block_add(&b, 4 * leaves * (size_t)m->wide, sizeof(float), 32);
    size_t values =
        caperi_block_add(&b, leaves * LEAF * (size_t)m->feature_count, sizeof(float), 32);
    size_t members = CAPERI_BLOCK_ADD(&b, leaves * LEAF, int);
    size_t maps = CAPERI_BLOCK_ADD(&b, 3 * frames, int);
    size_t stances = CAPERI_BLOCK_ADD(&b, frames, caperi_match_moment);
    size_t ends = CAPERI_BLOCK_ADD(&b, (size_t)m->clip_count, float);
    void *base = caperi_block_alloc(&b, &m->allocator);
    if (!base)
        return false;
    m->memory_size = b.size;
    m->boxes = caperi_block_at(base, boxes); // first: the block begins here
    m->leaves = caperi_block_at(base, values);
    m->members = caperi_block_at(base, members);
    m->clip_of = caperi_block_at(base, maps);
    m->frame_of = m->clip_of + frames;
    m->leaf_of = m->frame_of + frames;
    m->stances = caperi_block_at(base, stances);
    m->ends = caperi_block_at(base, ends);
    return true;
}

bool caperi_match_grow(caper_match *m, const float *all, caper_arena *arena)
{
    size_t frames = (size_t)m->frame_count;
    grower g = {m, all, caper_arena_alloc(arena, frames * sizeof(int), 16)};
    keyed *scratch = caper_arena_alloc(arena, frames * sizeof(keyed), 16);
    if (!g.order || !scratch)
        return false;
    for (int f = 0; f < m->frame_count; f++)
        g.order[f] = f;
    grow(&g, scratch, 0, 0, m->frame_count);
    return true;
}

void caperi_match_turned(const caper_match *m, int frame, float *turned)
{
    const float *leaf = leaf_values(m, m->leaf_of[frame]);
    const int *members = m->members + (size_t)m->leaf_of[frame] * LEAF;
    int lane = 0;
    while (members[lane] != frame)
        lane++;
    for (int d = 0; d < m->feature_count; d++)
        turned[d] = leaf[d * LEAF + lane];
}

// -- Searching
// ----------------------------------------------------------------------------------------------

// The least squared distance that anything in a box can have.
static float box_distance(const caper_match *m, int node, const float *q)
{
    const float *low = low_of(m, node), *high = low + m->wide;
    caperi_f8 sum = caperi_f8_zero(), zero = sum;
    for (int d = 0; d < m->wide; d += 8) {
        caperi_f8 v = caperi_f8_loadu(q + d);
        caperi_f8 below = caperi_f8_sub(caperi_f8_loadu(low + d), v);
        caperi_f8 above = caperi_f8_sub(v, caperi_f8_loadu(high + d));
        caperi_f8 off = caperi_f8_max(caperi_f8_max(below, above), zero);
        sum = caperi_f8_add(sum, caperi_f8_mul(off, off));
    }
    return caperi_f8_sum(sum);
}

typedef struct nearest {
    const caper_match_job *job;
    float square;
    int frame;
    int opened;
} nearest;

static bool all_beyond(caperi_f8 a, caperi_f8 b, caperi_f8 limit)
{
    return !(caperi_f8_mask(caperi_f8_le(a, limit)) | caperi_f8_mask(caperi_f8_le(b, limit)));
}

static void look_in_leaf(const caper_match *m, int leaf, const float *q, nearest *best)
{
    const float *values = leaf_values(m, leaf);
    caperi_f8 a = caperi_f8_zero(), b = a, limit = caperi_f8_splat(best->square);
    best->opened++;
    for (int d = 0; d < m->feature_count; d++) {
        if (d == m->feature_count / 3 && all_beyond(a, b, limit))
            return;
        caperi_f8 v = caperi_f8_splat(q[d]);
        caperi_f8 x = caperi_f8_sub(v, caperi_f8_loadu(values + d * LEAF));
        caperi_f8 y = caperi_f8_sub(v, caperi_f8_loadu(values + d * LEAF + 8));
        a = caperi_f8_add(a, caperi_f8_mul(x, x));
        b = caperi_f8_add(b, caperi_f8_mul(y, y));
    }
    if (all_beyond(a, b, limit))
        return;
    float squares[LEAF];
    caperi_f8_storeu(squares, a);
    caperi_f8_storeu(squares + 8, b);
    for (int k = 0; k < LEAF; k++) {
        int frame = m->members[leaf * LEAF + k];
        if (frame >= 0 &&
            (squares[k] < best->square || (squares[k] == best->square && frame < best->frame)) &&
            (!best->job->accept || best->job->accept(best->job->user, frame)))
            best->square = squares[k], best->frame = frame;
    }
}

// Nodes whose turn is still to come, nearest on top.
typedef struct pending {
    float square;
    int node;
} pending;

static void look(const caper_match *m, const float *q, nearest *best)
{
    pending stack[DEPTH];
    int depth = 0, first_leaf = m->leaf_count - 1;
    stack[depth++] = (pending){0.0f, 0};
    while (depth > 0) {
        pending at = stack[--depth];
        if (at.square * MARGIN > best->square)
            continue;
        if (at.node >= first_leaf) {
            look_in_leaf(m, at.node - first_leaf, q, best);
            continue;
        }
        pending a = {box_distance(m, 2 * at.node + 1, q), 2 * at.node + 1};
        pending b = {box_distance(m, 2 * at.node + 2, q), 2 * at.node + 2};
        bool a_first = a.square <= b.square;
        stack[depth++] = a_first ? b : a;
        stack[depth++] = a_first ? a : b;
    }
}

static bool scale_query(const caper_match *m, const float *features, float *q)
{
    CAPER_ASSERT(features);
    if (!features)
        return false;
    caperi_match_turn(m, features, q);
    for (int d = 0; d < m->wide; d++)
        if (!(fabsf(q[d]) < MOST_SCALED))
            return false;
    return true;
}

static bool tell(const caper_match *m, caper_match_job *job, const nearest *best)
{
    if (best->frame >= m->frame_count)
        return false;
    job->frame = best->frame;
    job->distance = sqrtf(best->square);
    job->opened = best->opened;
    job->clip = m->clip_of[best->frame];
    job->time = (float)m->frame_of[best->frame] / m->def.rate;
    return true;
}

bool caper_match_search(const caper_match *match, caper_match_job *job)
{
    float q[WIDE];
    if (!scale_query(match, job->features, q))
        return false;
    nearest best = {job, INFINITY, match->frame_count, 0};
    if (job->hint >= 0 && job->hint < match->frame_count)
        look_in_leaf(match, match->leaf_of[job->hint], q, &best);
    look(match, q, &best);
    return tell(match, job, &best);
}

bool caper_match_search_all(const caper_match *match, caper_match_job *job)
{
    float q[WIDE];
    if (!scale_query(match, job->features, q))
        return false;
    nearest best = {job, INFINITY, match->frame_count, 0};
    for (int leaf = 0; leaf < match->leaf_count; leaf++)
        look_in_leaf(match, leaf, q, &best);
    return tell(match, job, &best);
}
