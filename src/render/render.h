// SPDX-License-Identifier: MIT
// Private to room `render`: the way from a scene to what OpenGL is given.
#ifndef CAPER_SRC_RENDER_RENDER_H
#define CAPER_SRC_RENDER_RENDER_H

#include "caper/render.h"
#include "render/context.h"
#include "render/gl.h"

/// A camera as three unit vectors, and how large a pixel is.
typedef struct caperi_lens {
    caper_vec3 eye, right, up, forward;
    bool parallel;
    float slope_x, slope_y; ///< half width and half height: per metre of depth, or in metres
    float pixel;            ///< size of a pixel: per metre of depth, or in metres
} caperi_lens;

/// False when the camera makes no sense: not finite, eye on target, up along the view ...
bool caperi_lens_make(const caper_camera *camera, int width, int height, caperi_lens *lens);
/// World to clip space, y downward.
caper_mat4 caperi_lens_matrix(const caperi_lens *lens, float near_depth, float far_depth);
/// Size of a pixel at a point, metres.
float caperi_lens_pixel_at(const caperi_lens *lens, caper_vec3 point);
/// From a point to the viewer, unit.
caper_vec3 caperi_lens_toward(const caperi_lens *lens, caper_vec3 point);

/// Where the ground is and how much of it is shown.
typedef struct caperi_ground_mesh {
    bool shown;
    caper_vec3 point, normal;
    caper_vec3 u, v; ///< unit, in the plane, along the grid
    caper_vec3 center;
    float radius;
} caperi_ground_mesh;

/// Triangles of a mesh that are drawn alike.
typedef struct caperi_batch {
    int first, count;       ///< indices
    const caper_skin *skin; ///< NULL: plain, in the colors of its vertices
    float picture;          ///< how much of its picture is seen: 1, less where it is tinted
    float depth;            ///< of its middle, along the view
} caperi_batch;

/// A scene, made ready.
typedef struct caperi_draw {
    caperi_gl_solid *solids;
    int solid_count;
    int level_counts[CAPERI_ROUND_LEVELS]; ///< solids are ordered by level of detail
    caperi_mesh_vertex *mesh;
    int mesh_count;
    uint32_t *indices;
    int index_count;
    caperi_batch *batches; ///< of the mesh, in order
    int batch_count;
    int overlay_count;        ///< solids of markers, after the others
    caperi_flat_vertex *flat; ///< ground, ground in shadow, marks, trails, lines of markers
    int ground_count, shadow_count, mark_count, trail_count, line_count;
    int flat_room;
    caper_bounds actors; ///< characters, platforms and targets
    caper_bounds stage;  ///< these and what of the world is near
    float detail;        ///< mean extent of the characters, or of the stage: sizes targets
    caper_vec3 light;
    caperi_ground_mesh ground;
    float grid_step;
    caperi_lens lens;
    caperi_view_block view, shadow_view;
} caperi_draw;

/// A picture that OpenGL holds.
typedef struct caperi_texture {
    uint64_t sum;
    uint64_t used; ///< frame; 0: never
    unsigned name; ///< 0: could not be read
} caperi_texture;
#define CAPERI_TEXTURES 64

struct caper_renderer {
    caper_allocator allocator;
    caperi_context context;
    caperi_gl gl;
    caper_arena arena; ///< what a frame needs, given back at its end
    int samples;
    bool window;       ///< draws in the caller's context
    int width, height; ///< of the picture
    caperi_texture textures[CAPERI_TEXTURES];
    uint64_t frame; ///< counts from 1
};

/// A byte color from 0xRRGGBB.
static inline void caperi_color_bytes(uint32_t color, uint8_t alpha, uint8_t out[4])
{
    out[0] = (uint8_t)(color >> 16);
    out[1] = (uint8_t)(color >> 8);
    out[2] = (uint8_t)color;
    out[3] = alpha;
}

/// a and b mixed, channel by channel.
uint32_t caperi_color_mix(uint32_t a, uint32_t b, float amount);

/// (2m)^2 x 6 vertices and (2m-1)^2 x 36 indices of the rounded box (round.c).
void caperi_round_mesh(int m, caperi_round_vertex *vertices, uint16_t *indices);
#define CAPERI_ROUND_VERTICES(m) (24 * (m) * (m))
#define CAPERI_ROUND_INDICES(m) (36 * (2 * (m)-1) * (2 * (m)-1))

/// Collect all of a scene into memory of the arena (scene.c). False without memory.
bool caperi_draw_collect(caperi_draw *draw, const caper_render_scene *scene, caper_arena *arena,
                         int shadow_size, caper_error *error);
/// Add an item's skins to the mesh (skin.c). There is room.
bool caperi_draw_skins(caperi_draw *draw, const caper_render_item *item, caper_arena *arena,
                       caper_error *error);
/// The texture of a skin (texture.c); 0 for none. A context is current.
unsigned caperi_texture_of(caper_renderer *renderer, const caper_skin *skin);
void caperi_textures_free(caper_renderer *renderer);
/// How many points stand for a skin, and where they are in the world (skin.c): every n-th vertex.
int caperi_skin_point_count(const caper_skin *skin);
caper_vec3 caperi_skin_point(const caper_render_item *item, const caper_skin *skin, int index);
/// Ground, marks and trails (flat.c). There is room.
void caperi_draw_ground(caperi_draw *draw, bool shadows);
void caperi_draw_marks(caperi_draw *draw, const caper_render_item *item);
void caperi_draw_trails(caperi_draw *draw, const caper_render_item *item);
void caperi_draw_trail(caperi_draw *draw, const caper_render_trail *trail, float fade);
/// Add a rounded box (scene.c). There is room.
void caperi_draw_add_solid(caperi_draw *draw, caper_transform t, caper_vec3 half, float radius,
                           uint32_t color, float fade);
/// Markers and targets (marker.c), of at most so many solids each. There is room.
#define CAPERI_MARKER_SOLIDS 6
#define CAPERI_TARGET_SOLIDS 3
void caperi_draw_marker_solids(caperi_draw *draw, const caper_render_scene *scene);
void caperi_draw_marker_lines(caperi_draw *draw, const caper_render_scene *scene);
void caperi_draw_target(caperi_draw *draw, caper_transform t);
bool caperi_marker_is_drawn(const caper_render_marker *marker);
/// Radius of a marker, metres.
float caperi_marker_size(const caperi_draw *draw, const caper_render_marker *marker);
/// Most flat vertices that the ground takes.
#define CAPERI_GROUND_VERTICES 30

/// Height fields of a world to buffers, unless they hold them already (field.c).
bool caperi_field_update(caperi_gl *gl, const caper_world *world, caper_arena *arena,
                         caper_error *error);

/// The pose of an item: its model pose, or rest.
static inline const caper_transform *caperi_item_bodies(const caper_render_item *item)
{
    return item->model ? item->model->bodies : item->character->rest_model;
}

/// Does the body have a part to draw?
static inline bool caperi_is_drawn(const caper_character *character, int body)
{
    return (character->bodies[body].caps & CAPER_CAP_HELPER) == 0;
}

#endif
