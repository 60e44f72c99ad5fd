// SPDX-License-Identifier: MIT
//
// The tree over the boxes of a world: four-way nodes, built top down by halving twice at the median
// of the widest axis of the box centres. Three index lists, sorted once and divided stably, make
// the build O(n log n) for any input, hostile ones included, and the halving bounds the depth, so
// that queries walk it with a small fixed stack. Invariant: the tree depends on the boxes alone
// (ties go by index), and the bounds of a node contain its boxes with a margin for rounding.
#include "base/block.h"
#include "world/world.h"

#include <string.h>

typedef struct build {
    caperi_tree *tree;
    caper_bounds *bounds; // of each box
    float *centers[3];    // of each box, by axis
    int32_t *sorted[3];   // boxes in the order of their centres, by axis
    int32_t *scratch;
    uint8_t *in_first_half; // by box
} build;

// The bounds of a turned box, grown by what rounding may do in its own frame.
static caper_bounds box_bounds(const caper_world_box *box)
{
    caper_mat3 m = caper_quat_to_mat3(box->transform.rotation);
    caper_vec3 c = box->transform.position, h = box->half;
    caper_vec3 e = caper_vec3_add(caper_vec3_add(caper_vec3_scale(caper_vec3_abs(m.x), h.x),
                                                 caper_vec3_scale(caper_vec3_abs(m.y), h.y)),
                                  caper_vec3_scale(caper_vec3_abs(m.z), h.z));
    float size = caper_max(caper_max(h.x, h.y), h.z);
    float far = caper_max(caper_max(fabsf(c.x), fabsf(c.y)), fabsf(c.z));
    caper_bounds bounds = {caper_vec3_sub(c, e), caper_vec3_add(c, e)};
    return caper_bounds_expand(bounds, 4e-6f * size + 1e-6f * far);
}

// Sort by key, then by index: a stable merge sort from the bottom up.
static void sort_by(int32_t *list, int32_t *scratch, int count, const float *keys)
{
    for (int width = 1; width < count; width *= 2) {
        for (int start = 0; start < count; start += 2 * width) {
            int middle = start + width < count ? start + width : count;
            int end = start + 2 * width < count ? start + 2 * width : count;
            int i = start, j = middle;
            for (int k = start; k < end; k++) {
                bool left = i < middle && (j >= end || keys[list[i]] <= keys[list[j]]);
                scratch[k] = left ? list[i++] : list[j++];
            }
        }
        memcpy(list, scratch, (size_t)count * sizeof *list);
    }
}

// Divide the boxes at [first, first + count) of the lists at the median of their widest axis; the
// first half gets count / 2 of them. Both halves stay sorted along all axes.
static void halve(build *b, int first, int count)
{
    int half = count / 2, axis = 0;
    float widest = -1.0f;
    for (int i = 0; i < 3; i++) {
        const int32_t *list = b->sorted[i] + first;
        float width = b->centers[i][list[count - 1]] - b->centers[i][list[0]];
        if (width > widest) {
            widest = width;
            axis = i;
        }
    }
    for (int k = 0; k < count; k++)
        b->in_first_half[b->sorted[axis][first + k]] = k < half;
    for (int i = 0; i < 3; i++) {
        int32_t *list = b->sorted[i] + first;
        int front = 0, back = 0;
        for (int k = 0; k < count; k++) {
            if (b->in_first_half[list[k]])
                list[front++] = list[k]; // never ahead of the reader
            else
                b->scratch[back++] = list[k];
        }
        memcpy(list + front, b->scratch, (size_t)back * sizeof *list);
    }
}

static void set_child(caperi_tree_node *node, int child, caper_bounds bounds, int first, int count)
{
    node->min_x[child] = bounds.min.x, node->max_x[child] = bounds.max.x;
    node->min_y[child] = bounds.min.y, node->max_y[child] = bounds.max.y;
    node->min_z[child] = bounds.min.z, node->max_z[child] = bounds.max.z;
    node->first[child] = first, node->count[child] = count;
}

// How build_node shares out boxes: where its four children start.
static void share_out(int count, int starts[5])
{
    int half = count > CAPERI_TREE_LEAF ? count / 2 : 0;
    starts[0] = 0;
    starts[1] = half > CAPERI_TREE_LEAF ? half / 2 : 0;
    starts[2] = half;
    starts[3] = half + (count - half > CAPERI_TREE_LEAF ? (count - half) / 2 : 0);
    starts[4] = count;
}

int caperi_tree_node_count(int box_count)
{
    int starts[5], total = box_count > 0 ? 1 : 0;
    share_out(box_count, starts);
    for (int child = 0; child < 4; child++) {
        int inside = starts[child + 1] - starts[child];
        total += inside > CAPERI_TREE_LEAF ? caperi_tree_node_count(inside) : 0;
    }
    return total;
}

// The node of the boxes at [first, first + count); returns their bounds. Recursion is as deep as
// the tree: a dozen levels.
static caper_bounds build_node(build *b, int index, int first, int count)
{
    int starts[5];
    share_out(count, starts);
    if (starts[2] > 0)
        halve(b, first, count);
    if (starts[1] > 0)
        halve(b, first, starts[2]);
    if (starts[3] > starts[2])
        halve(b, first + starts[2], count - starts[2]);

    caper_bounds all = caper_bounds_empty();
    for (int child = 0; child < 4; child++) {
        int from = first + starts[child], inside = starts[child + 1] - starts[child];
        caper_bounds bounds = caper_bounds_empty();
        int target = from, leaf = inside > 0 ? inside : CAPERI_TREE_UNUSED;
        if (inside > CAPERI_TREE_LEAF) {
            target = b->tree->node_count++;
            leaf = 0;
            bounds = build_node(b, target, from, inside);
        } else {
            for (int k = 0; k < inside; k++)
                bounds = caper_bounds_union(bounds, b->bounds[b->sorted[0][from + k]]);
        }
        set_child(&b->tree->nodes[index], child, bounds, target, leaf);
        all = caper_bounds_union(all, bounds);
    }
    return all;
}

bool caperi_tree_build(caperi_tree *tree, const caper_world_box *boxes, int box_count,
                       const caper_allocator *allocator)
{
    tree->node_count = 0;
    if (box_count == 0)
        return true;
    caperi_block block = {0};
    size_t bounds = CAPERI_BLOCK_ADD(&block, box_count, caper_bounds);
    size_t centers = CAPERI_BLOCK_ADD(&block, 3 * (size_t)box_count, float);
    size_t lists = CAPERI_BLOCK_ADD(&block, 4 * (size_t)box_count, int32_t);
    size_t flags = CAPERI_BLOCK_ADD(&block, box_count, uint8_t);
    char *memory = caperi_block_alloc(&block, allocator);
    if (!memory)
        return false;

    build b = {.tree = tree};
    b.bounds = caperi_block_at(memory, bounds);
    b.in_first_half = caperi_block_at(memory, flags);
    int32_t *list = caperi_block_at(memory, lists);
    b.scratch = list + 3 * (size_t)box_count;
    for (int i = 0; i < 3; i++) {
        b.centers[i] = (float *)caperi_block_at(memory, centers) + (size_t)i * (size_t)box_count;
        b.sorted[i] = list + (size_t)i * (size_t)box_count;
    }
    for (int k = 0; k < box_count; k++) {
        b.bounds[k] = box_bounds(&boxes[k]);
        b.centers[0][k] = boxes[k].transform.position.x;
        b.centers[1][k] = boxes[k].transform.position.y;
        b.centers[2][k] = boxes[k].transform.position.z;
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < box_count; k++)
            b.sorted[i][k] = k;
        sort_by(b.sorted[i], b.scratch, box_count, b.centers[i]);
    }
    tree->node_count = 1;
    build_node(&b, 0, 0, box_count);
    memcpy(tree->order, b.sorted[0], (size_t)box_count * sizeof *tree->order);
    caper_free(allocator, memory, block.size);
    return true;
}
