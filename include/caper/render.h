// SPDX-License-Identifier: MIT
// Room `render`: pictures and films of characters, without a window.
//
// A renderer draws a scene (characters in poses, a world, a camera) into a picture through OpenGL
// 3.3 in an EGL context of its own that has no surface, so it runs on a machine without a display.
// Pictures are plain memory; films are written by ffmpeg, or as numbered files where there is none.
// This room is a library of its own, caper_render.
//
// Thread rule: a renderer, a picture and a film each belong to one thread at a time. Rendering
// leaves the OpenGL context of the calling thread as it was.
#ifndef CAPER_RENDER_H
#define CAPER_RENDER_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/formats.h"
#include "caper/ik.h"
#include "caper/vecmath.h"
#include "caper/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Largest width and height of a picture, pixels.
#define CAPER_PICTURE_MAX 16384

// ---------------------------------------------------------------------------------------------------
// Colors are 0xRRGGBB as seen on a screen (sRGB)

// The colors of capabilities are in character.h.

// ---------------------------------------------------------------------------------------------------
// Pictures

/// An image in memory: RGBA, 8 bits each, as on a screen (sRGB); the top row first, rows without
/// gaps.
typedef struct caper_picture {
    int width, height; ///< 1 to CAPER_PICTURE_MAX
    uint8_t *pixels;   ///< 4 x width x height bytes
} caper_picture;

/// A picture of one color, opaque. Without memory, or with a size out of range: no pixels and a
/// size of 0. Free with caper_picture_destroy and the same allocator (NULL: the default one).
CAPER_API caper_picture caper_picture_create(int width, int height, uint32_t color,
                                             const caper_allocator *allocator);
/// Free the pixels and make it empty; NULL is fine.
CAPER_API void caper_picture_destroy(caper_picture *picture, const caper_allocator *allocator);
/// Fill a rectangle, clipped to the picture.
CAPER_API void caper_picture_fill(caper_picture *picture, int x, int y, int width, int height,
                                  uint32_t color);
/// Copy a picture into another one with its top left corner at (x, y), clipped to it.
CAPER_API void caper_picture_paste(caper_picture *to, const caper_picture *from, int x, int y);

/// Where the x of a text is.
typedef enum caper_text_align {
    CAPER_TEXT_LEFT,   ///< x is its left end
    CAPER_TEXT_CENTER, ///< x is its middle
    CAPER_TEXT_RIGHT,  ///< x is its right end
    CAPER_TEXT_ALIGN_COUNT
} caper_text_align;

/// How text looks. Start from caper_text_style_default().
typedef struct caper_text_style {
    float size;             ///< of the letters, pixels; capitals are 0.7 of it high; default 14
    uint32_t color;         ///< default near black
    bool halo;              ///< a rim around the letters, for text over a drawing; default false
    uint32_t halo_color;    ///< default white
    caper_text_align align; ///< default left
} caper_text_style;
/// Text of 14 pixels, dark, from the left.
CAPER_API caper_text_style caper_text_style_default(void);
/// Draw one line of text with its base line at y. Letters are ASCII; any other character of UTF-8
/// is drawn as a small box.
CAPER_API void caper_picture_text(caper_picture *picture, float x, float y,
                                  const caper_text_style *style, const char *text);
/// How wide that line is, pixels.
CAPER_API float caper_picture_text_width(const caper_text_style *style, const char *text);

/// A picture from the bytes of a PNG or JPEG file, of at most CAPER_PICTURE_MAX each way. Free with
/// caper_picture_destroy and the same allocator (NULL: the default one). False with an error.
CAPER_API bool caper_picture_decode(const void *bytes, size_t size,
                                    const caper_allocator *allocator, caper_picture *picture,
                                    caper_error *error);
/// Append the bytes of a PNG file.
CAPER_API bool caper_picture_encode(const caper_picture *picture, caper_text *png,
                                    caper_error *error);
/// Write a PNG file; the path then holds all of it, or on failure what it held before.
CAPER_API bool caper_picture_save(const caper_picture *picture, const char *path,
                                  caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Cameras

/// From where and how a scene is seen.
typedef struct caper_camera {
    caper_vec3 eye;    ///< where the viewer is
    caper_vec3 target; ///< the point in the middle of the picture; not the eye
    caper_vec3 up;     ///< what is up in the picture; not along the view
    float fov;         ///< angle from bottom to top, radians, up to 3; 0: parallel (orthographic)
    float height;      ///< parallel: metres from bottom to top of the picture
} caper_camera;

/// How to look at something. Start from caper_view_default().
typedef struct caper_view {
    float yaw;    ///< where the viewer stands: 0 in front (+Z), positive toward the left side (+X),
                  ///< radians
    float pitch;  ///< above the horizon, radians, within -pi/2 .. pi/2
    float fov;    ///< radians; 0: parallel; default 0.45
    float aspect; ///< width / height of the picture; default 16 / 9
    float margin; ///< share of the picture left free on each side; default 0.06
} caper_view;
/// From the front left and a little above, as contact sheets show characters.
CAPER_API caper_view caper_view_default(void);
/// The nearest camera in that direction that sees all the points, but no nearer to any of them than
/// a twentieth of their extent. Without points: one that looks at the origin.
CAPER_API caper_camera caper_camera_fit(const caper_vec3 *points, int count,
                                        const caper_view *view);
/// The nearest camera in that direction that sees all of a box.
CAPER_API caper_camera caper_camera_frame(caper_bounds bounds, const caper_view *view);
/// Where a point lands in a picture, in pixels from its top left corner; `depth` (may be NULL)
/// receives its distance along the view. False when it lies behind the viewer.
CAPER_API bool caper_camera_project(const caper_camera *camera, int width, int height,
                                    caper_vec3 point, float *x, float *y, float *depth);

// ---------------------------------------------------------------------------------------------------
// Scenes

/// A disc on a surface: where a foot stands.
typedef struct caper_render_mark {
    caper_vec3 point;  ///< world
    caper_vec3 normal; ///< unit
    float radius;      ///< metres
    uint32_t color;
} caper_render_mark;

/// A line through points in world space, the older end fading.
typedef struct caper_render_trail {
    const caper_vec3 *points; ///< oldest first
    int point_count;
    uint32_t color;
    float width; ///< pixels; 0: 2
    bool even;   ///< the older end does not fade
} caper_render_trail;

/// One character in a scene. Bodies are drawn as their boxes, rounded by half of the least half
/// size (eyes by all of it). Start from caper_render_item_default().
typedef struct caper_render_item {
    const caper_character *character;
    const caper_pose
        *model;           ///< model space; NULL: at rest. Bodies that are not finite are left out
    caper_transform root; ///< places model space in the world
    const caper_skin *skins; ///< drawn instead of the bodies; NULL: the bodies
    int skin_count;
    bool limbs; ///< draw a body that has a single child along the line to it, whatever its box: for
                ///< skeletons with guessed boxes that their frames lie askew in
    uint32_t tint;     ///< a color to tell characters apart
    float tint_amount; ///< 0 (default): colors by capability, or of the skin; 1: the tint alone
    float fade;        ///< 0 (default) .. 1: how far it fades into the background
    const uint32_t *colors; ///< per body: 0 as usual, else 0xFFRRGGBB; NULL (default): as usual
    const char *label;      ///< above it; NULL: none
    const caper_render_mark *marks;
    int mark_count;
    const caper_render_trail *trails;
    int trail_count;
} caper_render_item;

/// What a marker looks like.
typedef enum caper_marker_shape {
    CAPER_MARKER_BALL,
    CAPER_MARKER_CROSS, ///< three bars along its axes
    CAPER_MARKER_NONE,  ///< only its axes, line or label
    CAPER_MARKER_COUNT
} caper_marker_shape;

/// A mark at a place, such as a goal. Drawn over everything, so that it shows inside bodies, and
/// without a shadow. Start from caper_render_marker_default().
typedef struct caper_render_marker {
    caper_transform transform; ///< world; one that is not finite is left out
    caper_marker_shape shape;  ///< default a ball
    float size;        ///< its radius, metres; 0 (default): 1/125 of the height of the picture
    uint32_t color;    ///< default green
    bool axes;         ///< its X, Y and Z in red, green and blue
    bool line;         ///< draw a line to it from `from`
    caper_vec3 from;   ///< world, such as where the body is that should be there
    const char *label; ///< beside it; NULL: none
} caper_render_marker;

/// What to draw. Start from caper_render_scene_default().
typedef struct caper_render_scene {
    const caper_render_item *items;
    int item_count;
    const caper_world *world;       ///< NULL: flat ground at y = 0
    const caper_world_frame *frame; ///< its platforms and targets (fruits) are drawn; may be NULL
    const caper_render_marker *markers; ///< over everything
    int marker_count;
    caper_camera camera;
    caper_vec3 light;    ///< toward the light; zero (default): over the viewer's left shoulder
    uint32_t background; ///< default white
    bool ground;         ///< draw the ground plane; default true
    float ground_radius; ///< how far it reaches, metres; 0 (default): fits the characters
    bool grid;           ///< lines on it; default true
    float grid_step;     ///< metres; 0 (default): fits the characters, see caper_render_grid_step
    bool shadows;        ///< default true
    bool labels;         ///< default true
    float label_size;    ///< pixels; default 15
    uint32_t cookie;
} caper_render_scene;

/// No character yet.
CAPER_API caper_render_item caper_render_item_default(void);
/// No items; white, with ground, grid, shadows and labels.
CAPER_API caper_render_scene caper_render_scene_default(void);
/// A ball without axes, line or label at the origin.
CAPER_API caper_render_marker caper_render_marker_default(void);
/// Markers for the goals of an item (model space), each with a line from where its body is, in the
/// darkened color of that body, and with axes where the goal has a rotation. Goals without weight
/// give none. Writes at most goal_count and returns how many.
CAPER_API int caper_render_goal_markers(const caper_render_item *item, const caper_goal *goals,
                                        int goal_count, caper_render_marker *markers);
/// Points that enclose an item in the world: the corners of its bodies' boxes, or enough vertices
/// of its skins. Writes at most `capacity` and returns how many there are. Points are not finite
/// where the pose is not.
CAPER_API int caper_render_item_points(const caper_render_item *item, caper_vec3 *points,
                                       int capacity);
/// The box around those points; empty when no body is drawn.
CAPER_API caper_bounds caper_render_item_bounds(const caper_render_item *item);
/// The box around the boxes and height fields of a world; empty when it has none, or is NULL.
CAPER_API caper_bounds caper_render_world_bounds(const caper_world *world);
/// The step of the grid for things of that extent: 1, 2 or 5 times a power of ten, about half of
/// it.
CAPER_API float caper_render_grid_step(float extent);

// ---------------------------------------------------------------------------------------------------
// Renderer

/// Draws scenes; reuses its buffers from frame to frame.
typedef struct caper_renderer caper_renderer;

/// How to make a renderer. Start from caper_renderer_def_default().
typedef struct caper_renderer_def {
    int samples;     ///< per pixel: 1 (fastest), 4 or 16 (for stills); default 4
    int shadow_size; ///< width of the shadow map, 64 to 8192; default 1024
    bool window; ///< draw in the OpenGL context (3.3 core) that is current whenever this renderer
                 ///< is made, used and destroyed: that of your window; framebuffer 0 is bound after
                 ///< each call, even a failed one; default false
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_renderer_def;

/// Four samples a pixel.
CAPER_API caper_renderer_def caper_renderer_def_default(void);
/// Start OpenGL. NULL with CAPER_ERROR_UNSUPPORTED when the machine has no EGL that works without a
/// display, or no OpenGL 3.3.
CAPER_API caper_renderer *caper_renderer_create(const caper_renderer_def *def, caper_error *error);
/// Free everything; NULL is fine.
CAPER_API void caper_renderer_destroy(caper_renderer *renderer);
/// The device that draws, as named by the driver ("llvmpipe (LLVM 15.0.6, 256 bits)").
CAPER_API const char *caper_renderer_device(const caper_renderer *renderer);
/// Draw a scene over the whole picture. The same scene gives the same bytes on one machine. Stops
/// allocating once it has seen its largest scene. False with an error for a bad scene (the picture
/// is then untouched) or when the driver fails.
CAPER_API bool caper_render(caper_renderer *renderer, const caper_render_scene *scene,
                            caper_picture *picture, caper_error *error);
/// Draw a scene into a texture of the window's context, top row first, without labels. The texture
/// is the renderer's and valid until it draws again. 0 with an error as from caper_render, or when
/// `window` of the renderer's def was false.
CAPER_API unsigned caper_render_texture(caper_renderer *renderer, const caper_render_scene *scene,
                                        int width, int height, caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Films

/// A film while it is written.
typedef struct caper_film caper_film;

/// A film to be written. Start from caper_film_def_default().
typedef struct caper_film_def {
    const char *path;  ///< .mp4, .gif, .webm or .mkv
    int width, height; ///< of every frame; .mp4 and .webm need even numbers, so odd ones lose a row
                       ///< or column
    float rate;        ///< frames a second; default 30
    const char *ffmpeg; ///< the program; default "ffmpeg", found in PATH; NULL: numbered files
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_film_def;

/// No path yet; 30 frames a second, the ffmpeg in PATH.
CAPER_API caper_film_def caper_film_def_default(void);
/// Begin a film. Where ffmpeg is not installed the frames become numbered PNG files in a folder
/// beside it: walk.mp4 gives walk.frames/00000.png and so on. NULL with an error.
CAPER_API caper_film *caper_film_create(const caper_film_def *def, caper_error *error);
/// Add a frame of the film's size.
CAPER_API bool caper_film_add(caper_film *film, const caper_picture *picture, caper_error *error);
/// Finish the film; only now is it at its path (or in its folder). False when ffmpeg failed.
CAPER_API bool caper_film_finish(caper_film *film, caper_error *error);
/// Where the film goes: the path of the def, or the folder of numbered pictures.
CAPER_API const char *caper_film_output(const caper_film *film);
/// Is it a folder of numbered pictures, for lack of ffmpeg?
CAPER_API bool caper_film_is_numbered(const caper_film *film);
/// Free it; a film that was not finished leaves nothing behind. NULL is fine.
CAPER_API void caper_film_destroy(caper_film *film);

#ifdef __cplusplus
}
#endif

#endif
