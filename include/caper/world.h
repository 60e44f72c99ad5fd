// SPDX-License-Identifier: MIT
// Room `world`: what a character meets.
//
// A world is an immutable asset: a ground plane, boxes, stairs (rows of boxes) and height fields,
// in world space. What moves is given each frame in a caper_world_frame, taken from the previous
// frame: targets, platforms and other actors' bodies. Queries answer height, distance, ray and
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

typedef struct caper_world_box {
    caper_transform transform; ///< of its centre
    caper_vec3 half;           ///< > 0
} caper_world_box;

/// A flight of stairs: `count` steps that rise towards +Z of the transform, whose origin is the
/// middle of the foot of the first step. Each step is a solid box down to the foot.
typedef struct caper_world_stairs {
    caper_transform transform; ///< yaw only
    int count;
    float rise, run, width;
    float landing; ///< depth of a landing behind the last step; 0: none
} caper_world_stairs;

/// Heights on a grid, row by row along +X, rows along +Z, two triangles a cell (split along the
/// diagonal from the cell's (0,0) to (1,1) corner).
typedef struct caper_world_field {
    float x, z; ///< world position of the first sample
    float spacing;
    int columns, rows; ///< >= 2 each
    const float *heights;
} caper_world_field;

typedef struct caper_world_def {
    const char *name;
    bool has_ground;
    caper_vec3 ground_point, ground_normal; ///< default y = 0, +Y; the normal's y must be > 0.1
    const caper_world_box *boxes;
    int box_count;
    const caper_world_stairs *stairs;
    int stairs_count;
    const caper_world_field *fields;
    int field_count;
    const char *source;
    const caper_allocator *allocator;
    uint32_t cookie;
} caper_world_def;

typedef struct caper_world caper_world;

CAPER_API caper_world_def caper_world_def_default(void);
/// Build a world. Refused with a reason: non-finite numbers, non-positive sizes, bad quaternions.
CAPER_API caper_world *caper_world_create(const caper_world_def *def, caper_error *error);
CAPER_API void caper_world_destroy(caper_world *world);
CAPER_API caper_world *caper_world_load(const char *path, const caper_load_options *options,
                                        caper_error *error);
CAPER_API caper_world *caper_world_parse(const char *text, size_t size, const char *source,
                                         const caper_load_options *options, caper_error *error);
CAPER_API bool caper_world_save(const caper_world *world, const char *path, caper_error *error);
CAPER_API void caper_world_write(const caper_world *world, caper_json_writer *writer);
CAPER_API const char *caper_world_name(const caper_world *world);
/// All boxes, those of the stairs included, for drawing and for physics.
CAPER_API const caper_world_box *caper_world_boxes(const caper_world *world, int *count);
CAPER_API const caper_world_field *caper_world_fields(const caper_world *world, int *count);
CAPER_API bool caper_world_ground(const caper_world *world, caper_vec3 *point, caper_vec3 *normal);

// ---------------------------------------------------------------------------------------------------
// What moves, given each frame

typedef struct caper_platform {
    caper_world_box box;
    caper_vec3 velocity, angular_velocity;
} caper_platform;

typedef struct caper_capsule {
    caper_vec3 a, b;
    float radius;
} caper_capsule;

/// A body of another actor.
typedef struct caper_obstacle {
    caper_capsule capsule;
    caper_vec3 velocity;
    int actor, body; ///< whose; for the caller
} caper_obstacle;

/// A thing to look at, reach for or grab.
typedef struct caper_target {
    const char *name;
    caper_transform transform;
    caper_vec3 velocity;
} caper_target;

/// The moving part of the world for one frame. Zero it for none; the arrays are the caller's.
typedef struct caper_world_frame {
    const caper_platform *platforms;
    int platform_count;
    const caper_obstacle *obstacles;
    int obstacle_count;
    const caper_target *targets;
    int target_count;
} caper_world_frame;

CAPER_API const caper_target *caper_world_find_target(const caper_world_frame *frame,
                                                      const char *name);

// ---------------------------------------------------------------------------------------------------
// Queries. `frame` may be NULL. Obstacles are met by distance, ray and capsule, not by height.

typedef enum caper_surface {
    CAPER_SURFACE_NONE,
    CAPER_SURFACE_GROUND,
    CAPER_SURFACE_BOX,
    CAPER_SURFACE_FIELD,
    CAPER_SURFACE_PLATFORM,
    CAPER_SURFACE_OBSTACLE,
    CAPER_SURFACE_COUNT
} caper_surface;

typedef struct caper_hit {
    caper_surface surface; ///< CAPER_SURFACE_NONE: nothing met
    int index;             ///< of the box, field, platform or obstacle
    caper_vec3 point;
    caper_vec3 normal;   ///< unit, outward; for distance: its gradient
    float distance;      ///< along the ray, or signed distance (negative inside)
    caper_vec3 velocity; ///< of the surface at the point
} caper_hit;

/// The highest surface at (x, z) that is not above `from_y` (INFINITY: the highest of all).
/// Vertical sides do not count. hit.point.y is the height.
CAPER_API caper_hit caper_world_height(const caper_world *world, const caper_world_frame *frame,
                                       float x, float z, float from_y);
/// Signed distance from a point to the nearest surface, with its gradient; exact for planes and
/// boxes, and for fields within one spacing of their surface (beyond, a lower bound). `reach`
/// limits the search: farther is NONE with distance = reach.
CAPER_API caper_hit caper_world_distance(const caper_world *world, const caper_world_frame *frame,
                                         caper_vec3 point, float reach);
/// First surface met from `origin` along the unit `direction` within `length`.
CAPER_API caper_hit caper_world_ray(const caper_world *world, const caper_world_frame *frame,
                                    caper_vec3 origin, caper_vec3 direction, float length);
/// Deepest or nearest surface to a capsule: signed distance of its skin, within `reach`.
CAPER_API caper_hit caper_world_capsule(const caper_world *world, const caper_world_frame *frame,
                                        caper_capsule capsule, float reach);
/// Signed distance of two capsules' skins.
CAPER_API float caper_capsule_distance(caper_capsule p, caper_capsule q);

#ifdef __cplusplus
}
#endif

#endif
