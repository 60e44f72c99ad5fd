// SPDX-License-Identifier: MIT
// Room `world`: what a character meets.
//
// A world is an immutable asset: a ground plane, boxes, stairs (rows of boxes) and height fields,
// in world space. What moves (targets, platforms, other actors' bodies) is given each frame in a
// caper_world_frame, taken from the previous frame. Queries answer height, distance, ray and
// capsule; they never allocate, and their cost does not grow with the size of the terrain.
#ifndef CAPER_WORLD_H
#define CAPER_WORLD_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------
// Parts

/// A solid box.
typedef struct caper_world_box {
    caper_transform transform; ///< of its centre
    caper_vec3 half;           ///< half extents, metres, > 0
} caper_world_box;

/// A flight of stairs: `count` steps that rise towards +Z of the transform, whose origin is the
/// middle of the foot of the first step. Each step is a solid box down to the foot and back to the
/// end of the flight, so that there are no seams inside.
typedef struct caper_world_stairs {
    caper_transform transform; ///< yaw only
    int count;                 ///< of steps, 1 to 10000
    float rise, run, width;    ///< of a step, metres, > 0
    float landing;             ///< depth of a landing behind the last step, metres; 0: none
} caper_world_stairs;

/// Heights on a grid, row by row along +X, rows along +Z, two triangles a cell (split along the
/// diagonal from the cell's (0,0) to (1,1) corner). All that lies below the surface is solid; there
/// are no walls at the borders, and beyond them there is nothing.
typedef struct caper_world_field {
    float x, z;           ///< world position of the first sample
    float spacing;        ///< of samples, metres, > 0 and at least 1e-6 of the farthest coordinate
    int columns, rows;    ///< 2 to 65536 each
    const float *heights; ///< row by row
} caper_world_field;

/// What a world is made of; all is copied. Start from caper_world_def_default.
typedef struct caper_world_def {
    const char *name; ///< NULL: "world"
    bool has_ground;  ///< default true
    caper_vec3 ground_point,
        ground_normal;                ///< default y = 0, +Y; the unit normal's y must be > 0.1
    const caper_world_box *boxes;     ///< may be NULL if there are none
    int box_count;                    ///< with all steps at most 1e6
    const caper_world_stairs *stairs; ///< may be NULL if there are none
    int stairs_count;                 ///< number of flights
    const caper_world_field *fields;  ///< may be NULL if there are none
    int field_count;                  ///< all fields together hold at most 2^24 samples
    const char *source;               ///< for messages; NULL: "memory"
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;                  ///< set by the default function
} caper_world_def;

/// An immutable world; share it freely between threads.
typedef struct caper_world caper_world;

/// Flat ground at y = 0 and nothing else.
CAPER_API caper_world_def caper_world_def_default(void);
/// Build a world. Refused with a reason: numbers that are not finite or beyond 1e6 m, non-positive
/// sizes, rotations that are not unit, ground that is too steep, too many parts.
CAPER_API caper_world *caper_world_create(const caper_world_def *def, caper_error *error);
#define CAPER_WORLD_MIN_SCALE 1e-4f ///< of caper_world_scaled
#define CAPER_WORLD_MAX_SCALE 1e4f  ///< of caper_world_scaled
/// The world made `scale` times as large about its origin: pebbles instead of boulders for a small
/// body. Refused: scales outside the limits, and what would not be a world (parts beyond 1e6 m).
/// allocator may be NULL.
CAPER_API caper_world *caper_world_scaled(const caper_world *world, float scale,
                                          const caper_allocator *allocator, caper_error *error);
/// The scale by which a world made for people suits a character, by the length of its legs or,
/// without legs, by its size. Within the limits.
CAPER_API float caper_world_scale_for(const caper_character *character);
/// Free a world; NULL is fine.
CAPER_API void caper_world_destroy(caper_world *world);
/// Read a .world.json file (docs/schema/world.schema.json). options may be NULL.
CAPER_API caper_world *caper_world_load(const char *path, const caper_load_options *options,
                                        caper_error *error);
/// Read the text of such a file; source names it in messages.
CAPER_API caper_world *caper_world_parse(const char *text, size_t size, const char *source,
                                         const caper_load_options *options, caper_error *error);
/// Write the file; nothing is left behind on failure. Loading it gives the same world, bit for bit.
CAPER_API bool caper_world_save(const caper_world *world, const char *path, caper_error *error);
/// Write the world as a JSON value (so that other files may embed it).
CAPER_API void caper_world_write(const caper_world *world, caper_json_writer *writer);
/// Read a path over the ground: x and z of a point on each line, metres; '#' begins a comment; y
/// becomes 0. Returns the number of points; -1 with an error, also for more than `capacity`.
CAPER_API int caper_path_load(const char *path, caper_vec3 *points, int capacity,
                              caper_error *error);
/// Its name; never NULL.
CAPER_API const char *caper_world_name(const caper_world *world);
/// All boxes, those given first and then those of the stairs, for drawing and for physics: returns
/// their number (`boxes` may be NULL).
CAPER_API int caper_world_boxes(const caper_world *world, const caper_world_box **boxes);
/// All height fields; returns their number (`fields` may be NULL).
CAPER_API int caper_world_fields(const caper_world *world, const caper_world_field **fields);
/// The ground plane; false, with nothing written, when there is none.
CAPER_API bool caper_world_ground(const caper_world *world, caper_vec3 *point, caper_vec3 *normal);

// ---------------------------------------------------------------------------------------------------
// What moves, given each frame

/// A box that moves; its surface can be stood on.
typedef struct caper_platform {
    caper_world_box box;         ///< where it is now
    caper_vec3 velocity;         ///< of its centre, m/s
    caper_vec3 angular_velocity; ///< in the world frame, rad/s
} caper_platform;

/// All points within a radius of a segment; a sphere when a equals b.
typedef struct caper_capsule {
    caper_vec3 a, b; ///< ends of the axis
    float radius;    ///< >= 0
} caper_capsule;

/// A body of another actor.
typedef struct caper_obstacle {
    caper_capsule capsule; ///< where it is now
    caper_vec3 velocity;   ///< m/s
    int actor, body;       ///< whose it is; returned to the caller only
} caper_obstacle;

/// A thing to look at, reach for or grab.
typedef struct caper_target {
    const char *name;          ///< by which motions refer to it
    caper_transform transform; ///< where it is now
    caper_vec3 velocity;       ///< m/s
} caper_target;

/// The moving part of the world for one frame. Zero it for none; the arrays are the caller's.
typedef struct caper_world_frame {
    const caper_platform *platforms; ///< platform_count of them
    int platform_count;
    const caper_obstacle *obstacles; ///< obstacle_count of them
    int obstacle_count;
    const caper_target *targets; ///< target_count of them
    int target_count;
} caper_world_frame;

/// The first target of that name, or NULL. frame and name may be NULL.
CAPER_API const caper_target *caper_world_find_target(const caper_world_frame *frame,
                                                      const char *name);

// ---------------------------------------------------------------------------------------------------
// Queries. `world` and `frame` may be NULL (nothing there). Obstacles are met by distance, ray and
// capsule, not by height. Points that are not finite meet nothing. They never allocate and may run
// on any number of threads.

/// Kinds of surface.
typedef enum caper_surface {
    CAPER_SURFACE_NONE,     ///< nothing met
    CAPER_SURFACE_GROUND,   ///< the ground plane
    CAPER_SURFACE_BOX,      ///< a box or a step of stairs
    CAPER_SURFACE_FIELD,    ///< a height field
    CAPER_SURFACE_PLATFORM, ///< a platform of the frame
    CAPER_SURFACE_OBSTACLE, ///< an obstacle of the frame
    CAPER_SURFACE_COUNT     ///< number of kinds
} caper_surface;

/// What a query found.
typedef struct caper_hit {
    caper_surface surface; ///< CAPER_SURFACE_NONE: nothing met
    int index;             ///< of the box (in caper_world_boxes), field, platform or obstacle
    caper_vec3 point;      ///< on the surface
    caper_vec3 normal;     ///< unit, outward; for distance: its gradient
    float distance;        ///< along the ray, or signed distance (negative inside), or the drop
    caper_vec3 velocity;   ///< of the surface at the point
} caper_hit;

/// The highest surface at (x, z) that is not above `from_y` (INFINITY: the highest of all).
/// Vertical sides do not count, nor do undersides; a top above `from_y` is not seen even when
/// `from_y` is inside its solid. hit.point.y is the height, hit.distance the drop to it from
/// `from_y`. Nothing there: point.y = 0 and the normal is +Y, so that careless use stays finite.
CAPER_API caper_hit caper_world_height(const caper_world *world, const caper_world_frame *frame,
                                       float x, float z, float from_y);
/// Signed distance from a point to the nearest surface, with its gradient: the least of the
/// distances to the parts, each exact (inside overlapping parts it is thus at most the depth of
/// their union). Inside a box the nearest face counts, hidden or not. Below a field is inside;
/// beyond its borders the distance is that to its rim. `reach` (INFINITY: no limit) limits the
/// search: anything farther gives NONE with distance = reach and a zero normal. hit.point is the
/// nearest point of the surface.
CAPER_API caper_hit caper_world_distance(const caper_world *world, const caper_world_frame *frame,
                                         caper_vec3 point, float reach);
/// First surface met from `origin` along the unit `direction` within `length`. Solids are met from
/// outside: a ray that leaves a surface or only touches it does not meet it, and fields are met
/// from above. A ray that starts inside a solid meets it at distance 0, with the normal of the
/// nearest face. Nothing met: NONE with distance = length and the point at the end.
CAPER_API caper_hit caper_world_ray(const caper_world *world, const caper_world_frame *frame,
                                    caper_vec3 origin, caper_vec3 direction, float length);
/// Deepest or nearest surface to a capsule: the least signed distance of the points of its axis,
/// less the radius, within `reach` as in caper_world_distance. Exact, except where the axis itself
/// dips under a field: there the deepest of its ends and of the point lowest under the surface.
CAPER_API caper_hit caper_world_capsule(const caper_world *world, const caper_world_frame *frame,
                                        caper_capsule capsule, float reach);
/// Signed distance between the surfaces of two capsules.
CAPER_API float caper_capsule_distance(caper_capsule p, caper_capsule q);

#ifdef __cplusplus
}
#endif

#endif
