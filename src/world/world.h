// SPDX-License-Identifier: MIT
//
// What the files of room `world` share: the layout of a world, and the questions that one part (a
// box, a field, a capsule) answers. A question carries its best answer so far in a caperi_probe,
// and each part improves on it, so that pruning works across kinds of parts.
#ifndef CAPER_SRC_WORLD_WORLD_H
#define CAPER_SRC_WORLD_WORLD_H

#include "caper/world.h"

#include <math.h>

// Limits against files that would exhaust memory or the precision of a float.
#define CAPERI_WORLD_MAX_BOXES 1000000
#define CAPERI_WORLD_MAX_SAMPLES (16 * 1024 * 1024)
#define CAPERI_WORLD_MAX_SIDE 65536 // samples along a side of a field: exact as floats
#define CAPERI_WORLD_MAX_FIELDS 4096
#define CAPERI_WORLD_MAX_STAIRS 100000
#define CAPERI_WORLD_MAX_STEPS 10000 // of one flight
#define CAPERI_WORLD_MAX_COORDINATE 1e6f

// ------------------------------------------------------------------------------------ layout

/// Boxes in a leaf of the tree. One costs a third more memory than four and saves 40 % of the work.
#define CAPERI_TREE_LEAF 1
/// Deep enough for any number of boxes: each level divides their number by four.
#define CAPERI_TREE_DEPTH 16
/// Count of a child that is not there.
#define CAPERI_TREE_UNUSED (-1)
#define CAPERI_TREE_STACK (3 * CAPERI_TREE_DEPTH + 4)

/// Four children side by side. A child with count 0 is the node `first`; otherwise it is the boxes
/// order[first] .. order[first + count - 1].
typedef struct caperi_tree_node {
    _Alignas(16) float min_x[4];
    float min_y[4], min_z[4], max_x[4], max_y[4], max_z[4];
    int32_t first[4];
    int32_t count[4];
} caperi_tree_node;

/// A tree of boxes with four-way nodes; node 0 is its root. Empty when node_count is 0.
typedef struct caperi_tree {
    caperi_tree_node *nodes;
    int32_t *order;
    int node_count;
} caperi_tree;

/// Cells on a side of a leaf block of a field.
#define CAPERI_FIELD_BLOCK 4
/// Levels of the pyramid over 2^16 cells.
#define CAPERI_FIELD_LEVELS 16

typedef struct caperi_range {
    float low, high;
} caperi_range;

/// The pyramid over a field: the range of heights of each block of cells, then of each 2x2 of
/// those, up to a single block.
typedef struct caperi_pyramid {
    caperi_range *level[CAPERI_FIELD_LEVELS];
    int columns[CAPERI_FIELD_LEVELS], rows[CAPERI_FIELD_LEVELS]; // in blocks of that level
    int level_count;
    caper_bounds bounds; // of the surface, in world space
} caperi_pyramid;

struct caper_world {
    caper_allocator allocator;
    size_t size; // of the whole block
    char *name;
    bool has_ground;
    caper_vec3 ground_point, ground_normal;
    caper_world_box *boxes; // own_box_count as given, then those of the stairs
    int box_count, own_box_count;
    caper_world_stairs *stairs;
    int stairs_count;
    caper_world_field *fields;
    caperi_pyramid *pyramids; // one a field
    int field_count;
    caperi_tree tree;
};

// ------------------------------------------------------------------------------------- parts

/// The reason why a part is refused, or NULL when it is good. Rotations and normals that are nearly
/// unit are made so; what is unit keeps its bits, so that saving and loading changes nothing.
const char *caperi_box_problem(caper_world_box *box);
const char *caperi_stairs_problem(caper_world_stairs *stairs);
const char *caperi_ground_problem(caper_vec3 *point, caper_vec3 *normal);
/// Of everything but the heights.
const char *caperi_field_problem(const caper_world_field *field);
/// Of one height.
bool caperi_height_is_good(float height);
/// Box `step` of a flight.
caper_world_box caperi_stairs_box(const caper_world_stairs *stairs, int step);

/// Nodes of a tree over this many boxes.
int caperi_tree_node_count(int box_count);
/// Build the tree into memory of that size (nodes, order); false: no memory for scratch.
bool caperi_tree_build(caperi_tree *tree, const caper_world_box *boxes, int box_count,
                       const caper_allocator *allocator);

/// Blocks of all levels of the pyramid of a field; fills its shape.
size_t caperi_pyramid_shape(caperi_pyramid *pyramid, const caper_world_field *field);
/// Fill the ranges, whose memory is `ranges`.
void caperi_pyramid_build(caperi_pyramid *pyramid, const caper_world_field *field,
                          caperi_range *ranges);

// ----------------------------------------------------------------------------------- queries

/// A query under way: the best hit so far and how many nodes, cells and parts were looked at.
typedef struct caperi_probe {
    caper_hit hit; // hit.distance (for height: hit.point.y) is what there is to beat
    int visits;
} caperi_probe;

/// The public queries, with their cost.
caperi_probe caperi_world_height(const caper_world *world, const caper_world_frame *frame, float x,
                                 float z, float from_y);
caperi_probe caperi_world_distance(const caper_world *world, const caper_world_frame *frame,
                                   caper_vec3 point, float reach);
caperi_probe caperi_world_ray(const caper_world *world, const caper_world_frame *frame,
                              caper_vec3 origin, caper_vec3 direction, float length);
caperi_probe caperi_world_capsule(const caper_world *world, const caper_world_frame *frame,
                                  caper_capsule capsule, float reach);

#define CAPERI_FOCUS_BOXES 24

#define CAPERI_FOCUS_ANSWERS 4 // the treads that a sole is over

/// Where an answer of a focus holds: for these places, asked from `least` or more, and from less
/// than `below`.
typedef struct caperi_focus_answer {
    float min_x, max_x, min_z, max_z;
    float least, below;
    float top;
    int box;
} caperi_focus_answer;

/// A part of a world that is asked for heights again and again: its boxes, taken out of the tree
/// once, the highest first. Answers are the same bits as those of the world.
typedef struct caperi_focus {
    float min_x, max_x, min_z, max_z;
    int count;   // of boxes; -1: there are too many, and the tree is asked
    bool plain;  // nothing but boxes that are not turned, above level ground or none
    float slack; // by which edges of boxes may be off as they are rounded
    int asked;   // how often it had to look
    caperi_focus_answer answers[CAPERI_FOCUS_ANSWERS];
    struct {
        float min_x, max_x, min_z, max_z, min_y, max_y;
        float x, z, half_x, half_z, top; // of the box itself
        int index;
    } boxes[CAPERI_FOCUS_BOXES];
} caperi_focus;
/// Take out what is within `reach` of a place along x and z.
void caperi_world_focus(const caper_world *world, caper_vec3 center, float reach,
                        caperi_focus *out);
/// Is a place in a focus that is plain, with nothing that moves?
static inline bool caperi_focus_is_plain(const caperi_focus *focus, const caper_world_frame *frame,
                                         float x, float z)
{
    bool inside = focus->count >= 0 && x >= focus->min_x && x <= focus->max_x &&
                  z >= focus->min_z && z <= focus->max_z;
    return inside && focus->plain && !(frame && frame->platform_count > 0);
}

/// An answer of a focus that holds: who asks for points of a sole mostly asks for few treads. NULL:
/// none does.
static inline const caperi_focus_answer *caperi_focus_knows(const caperi_focus *focus,
                                                            const caper_world_frame *frame, float x,
                                                            float z, float from_y)
{
    for (int i = 0; i < CAPERI_FOCUS_ANSWERS; i++) {
        const caperi_focus_answer *a = &focus->answers[i];
        if (z > a->min_z && z < a->max_z && x > a->min_x && x < a->max_x && from_y >= a->least &&
            from_y < a->below) {
            return frame && frame->platform_count > 0 ? NULL : a;
        }
    }
    return NULL;
}

/// The highest top at a place of a plain focus that is not above `from_y`, and of which box; -1: of
/// the ground. -INFINITY where there is none.
float caperi_focus_top(caperi_focus *focus, const caper_world *world, float x, float z,
                       float from_y, int *box);

/// caper_world_height, by a focus of the world where the place is in it.
caper_hit caperi_focus_height(caperi_focus *focus, const caper_world *world,
                              const caper_world_frame *frame, float x, float z, float from_y);

/// A better answer of one part.
typedef struct caperi_touch {
    float distance;
    caper_vec3 point, normal;
} caperi_touch;

/// Top of a box on the vertical line through (x, z); false when the line misses it.
bool caperi_box_height(const caper_world_box *box, float x, float z, caperi_touch *touch);
/// Signed distance of a point.
caperi_touch caperi_box_distance(const caper_world_box *box, caper_vec3 point);
/// First entry of a ray before `length`; 0 from the inside.
bool caperi_box_ray(const caper_world_box *box, caper_vec3 origin, caper_vec3 direction,
                    float length, caperi_touch *touch);
/// The least signed distance of the points of a segment.
caperi_touch caperi_box_segment(const caper_world_box *box, caper_vec3 a, caper_vec3 b);

/// Height of a field; false beyond its borders.
bool caperi_field_height(const caper_world_field *field, float x, float z, caperi_touch *touch);
/// Signed distance of a point when below `reach`; false otherwise.
bool caperi_field_distance(const caper_world_field *field, const caperi_pyramid *pyramid,
                           caper_vec3 point, float reach, caperi_touch *touch, int *visits);
/// First crossing from above before `length`; 0 from below the surface.
bool caperi_field_ray(const caper_world_field *field, const caperi_pyramid *pyramid,
                      caper_vec3 origin, caper_vec3 direction, float length, caperi_touch *touch,
                      int *visits);
/// Signed distance of a segment when below `reach`; false otherwise.
bool caperi_field_segment(const caper_world_field *field, const caperi_pyramid *pyramid,
                          caper_vec3 a, caper_vec3 b, float reach, caperi_touch *touch,
                          int *visits);

/// The point of the segment a-b nearest to p.
caper_vec3 caperi_segment_nearest(caper_vec3 a, caper_vec3 b, caper_vec3 p);
/// Distance of two segments and its points.
float caperi_segments_distance(caper_vec3 a, caper_vec3 b, caper_vec3 c, caper_vec3 d,
                               caper_vec3 *on_ab, caper_vec3 *on_cd);
/// Distance of a point to a capsule; of a segment to it; a ray against it.
caperi_touch caperi_capsule_distance(const caper_capsule *capsule, caper_vec3 point);
caperi_touch caperi_capsule_segment(const caper_capsule *capsule, caper_vec3 a, caper_vec3 b);
bool caperi_capsule_ray(const caper_capsule *capsule, caper_vec3 origin, caper_vec3 direction,
                        float length, caperi_touch *touch);

/// caper_path_load from the text of such a file; source names it in messages.
int caperi_path_parse(const char *text, size_t size, const char *source, caper_vec3 *points,
                      int capacity, caper_error *error);

#endif
