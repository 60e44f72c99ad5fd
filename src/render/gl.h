// SPDX-License-Identifier: MIT
// Private to room `render`: the few things that are asked of OpenGL. A context is current wherever
// these are called.
#ifndef CAPER_SRC_RENDER_GL_H
#define CAPER_SRC_RENDER_GL_H

#include "caper/base.h"

/// A vertex of the rounded box: its place is corner x (half - radius) + normal x radius.
typedef struct caperi_round_vertex {
    float corner[3]; ///< +1 or -1 each
    float normal[3];
} caperi_round_vertex;

/// One rounded box of a scene.
typedef struct caperi_gl_solid {
    float center[3], radius;
    float rotation[4]; ///< x y z w
    float half[3], fade;
    uint8_t color[4];
} caperi_gl_solid;

/// A vertex of a skin or a height field.
typedef struct caperi_mesh_vertex {
    float position[3];
    float normal[3];
    uint8_t color[4];   ///< alpha: how far it has faded
    float uv[2], cover; ///< of skins with a picture or with alpha
} caperi_mesh_vertex;

/// How skins with a picture or with alpha are drawn.
typedef struct caperi_gl_look {
    unsigned texture; ///< 0: white
    float picture;    ///< how much of it is seen, 0 to 1
    float cutoff;     ///< nothing is drawn where alpha is less
    bool blend;       ///< alpha is how much covers what is behind
    bool one_side;
} caperi_gl_look;

/// A vertex of what is drawn without light: trails, marks and the ground.
typedef struct caperi_flat_vertex {
    float position[3];
    float uv[2]; ///< marks: -1..1 both; trails: v is -1..1 across; ground: unused
    uint8_t color[4];
} caperi_flat_vertex;

/// What all shaders know of a frame; laid out as std140 has it.
typedef struct caperi_view_block {
    float view_projection[16]; ///< with y downward, so that rows are read top first
    float shadow[16];          ///< world to the shadow map's 0..1
    float eye[4];              ///< w = 1: the viewer's place; w = 0: the direction toward him
    float light[4];            ///< toward the light; w: metres by which receivers step outward
    float background[4];
    float grid_u[4], grid_v[4]; ///< directions of the grid in its plane; w of u: step, of v: shown
    float ground[4];            ///< middle of what is shown of the ground; w: its radius
    float texel[4];             ///< x: width of a texel of the shadow map in 0..1
} caperi_view_block;

/// The programs.
typedef enum caperi_program {
    CAPERI_PROGRAM_SOLID,
    CAPERI_PROGRAM_SOLID_DEPTH,
    CAPERI_PROGRAM_MESH,
    CAPERI_PROGRAM_MESH_DEPTH,
    CAPERI_PROGRAM_SKIN,
    CAPERI_PROGRAM_SKIN_DEPTH,
    CAPERI_PROGRAM_GROUND,
    CAPERI_PROGRAM_GROUND_SHADOW, ///< as ground, where a shadow may fall
    CAPERI_PROGRAM_TRAIL,
    CAPERI_PROGRAM_MARK,
    CAPERI_PROGRAM_COUNT
} caperi_program;

/// Source of the shaders of a program, each in parts that are joined (shaders.c).
typedef struct caperi_shader_source {
    const char *vertex[4];
    const char *fragment[4];
} caperi_shader_source;
extern const caperi_shader_source caperi_shaders[CAPERI_PROGRAM_COUNT];
/// Stands in the source for the part that looks into the shadow map: fast, or fine.
#define CAPERI_SUNLIGHT ""
extern const char *const caperi_sunlight[2];

#define CAPERI_ROUND_LEVELS 4

/// A part of the picture, in its pixels: [left, right) and [top, bottom).
typedef struct caperi_rect {
    int left, top, right, bottom;
} caperi_rect;

/// A framebuffer.
typedef struct caperi_gl_target {
    unsigned framebuffer, color, depth;
    unsigned texture; ///< instead of color, with one sample a pixel
    int width, height, samples;
} caperi_gl_target;

/// All objects of OpenGL that a renderer holds. 0 is none.
typedef struct caperi_gl {
    unsigned programs[CAPERI_PROGRAM_COUNT];
    int look[CAPERI_PROGRAM_COUNT]; ///< place of the uniform of that name, or -1
    unsigned white;                 ///< a texture of one pixel
    unsigned view_block;
    unsigned solid_arrays[CAPERI_ROUND_LEVELS], round_vertices[CAPERI_ROUND_LEVELS],
        round_indices[CAPERI_ROUND_LEVELS];
    int round_index_counts[CAPERI_ROUND_LEVELS];
    unsigned solids;
    unsigned mesh_array, mesh_vertices, mesh_indices;
    unsigned field_array, field_vertices, field_indices;
    int field_index_count;
    uint64_t field_hash; ///< of what the field buffers hold; 0: nothing
    unsigned flat_array, flat_vertices;
    caperi_gl_target scene, resolve, small; ///< drawn to; one sample a pixel; at the picture's size
    int scale;                              ///< pixels of scene to one of the picture, each way
    caperi_rect part;                       ///< what of scene was drawn to
    unsigned shadow_framebuffer, shadow_map;
    int shadow_size;
    int max_samples;
    char device[96];
} caperi_gl;

/// Compile everything and make the buffers. What was made stays in gl for caperi_gl_destroy.
bool caperi_gl_create(caperi_gl *gl, int shadow_size, bool fine, caper_error *error);
/// Free all objects.
void caperi_gl_destroy(caperi_gl *gl);

/// The mesh of rounded boxes at one level of detail.
void caperi_gl_set_round(caperi_gl *gl, int level, const caperi_round_vertex *vertices,
                         int vertex_count, const uint16_t *indices, int index_count);
/// The solids of this frame.
void caperi_gl_set_solids(caperi_gl *gl, const caperi_gl_solid *solids, int count);
/// The skins of this frame, as one mesh.
void caperi_gl_set_mesh(caperi_gl *gl, const caperi_mesh_vertex *vertices, int vertex_count,
                        const uint32_t *indices, int index_count);
/// The height fields, kept until set again.
void caperi_gl_set_field(caperi_gl *gl, const caperi_mesh_vertex *vertices, int vertex_count,
                         const uint32_t *indices, int index_count);
/// Flat vertices of this frame, in triangles.
void caperi_gl_set_flat(caperi_gl *gl, const caperi_flat_vertex *vertices, int count);
/// The view of all that is drawn from here on.
void caperi_gl_set_view(caperi_gl *gl, const caperi_view_block *view);

/// Make the targets fit; samples is 1, 4 or 16.
bool caperi_gl_resize(caperi_gl *gl, int width, int height, int samples, caper_error *error);
/// From here on draw depths to the shadow map.
void caperi_gl_begin_shadow(caperi_gl *gl);
/// From here on draw to the whole picture, cleared, with one sample a pixel and without depth.
/// False where the targets have no such picture: then all is drawn by caperi_gl_begin_scene.
bool caperi_gl_begin_ground(caperi_gl *gl, const float background[4]);
/// From here on draw to a part of the picture, cleared, over what caperi_gl_begin_ground showed.
void caperi_gl_begin_scene(caperi_gl *gl, const float background[4], caperi_rect part);
/// From here on nothing drawn before hides anything.
void caperi_gl_begin_overlay(void);
/// Draw a range of the solids with the mesh of one level.
void caperi_gl_draw_solids(caperi_gl *gl, caperi_program program, int level, int first, int count);
/// Draw a range of the mesh.
void caperi_gl_draw_mesh(caperi_gl *gl, caperi_program program, int first, int count);
/// The same with CAPERI_PROGRAM_SKIN or _DEPTH.
void caperi_gl_draw_skin(caperi_gl *gl, caperi_program program, const caperi_gl_look *look,
                         int first, int count);
/// A texture of RGBA pixels with its smaller versions; wraps as caper_wrap.
unsigned caperi_gl_make_texture(const uint8_t *pixels, int width, int height, int wrap_u,
                                int wrap_v);
void caperi_gl_free_texture(unsigned name);
void caperi_gl_draw_field(caperi_gl *gl, caperi_program program);
/// Draw a range of the flat vertices; they do not hide what comes later.
void caperi_gl_draw_flat(caperi_gl *gl, caperi_program program, int first, int count);
/// What was drawn, with one sample a pixel, at the picture's size, top row first.
const caperi_gl_target *caperi_gl_finish(caperi_gl *gl);
/// Fetch its pixels. False when OpenGL reports that something went wrong.
bool caperi_gl_read(const caperi_gl_target *target, uint8_t *pixels, caper_error *error);
/// From here on draw to the window. Errors that OpenGL reports are kept for who asks next.
void caperi_gl_unbind(void);
/// The same, and ask. False as caperi_gl_read.
bool caperi_gl_leave(caper_error *error);

#endif
