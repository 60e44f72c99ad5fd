// SPDX-License-Identifier: MIT
//
// Cameras: framing points, and projecting them. Framing is exact and in closed form: for a view of
// fixed direction each side of the picture is a plane through the eye, so each point bounds the eye
// by one linear inequality a side; the nearest eye that satisfies all of them follows from the
// extreme points of each side, and left and right (or bottom and top) then have equal margins.
#include "render/render.h"

caper_view caper_view_default(void)
{
    caper_view view = {0};
    view.yaw = 0.62f;
    view.pitch = 0.32f;
    view.fov = 0.45f;
    view.aspect = 16.0f / 9.0f;
    view.margin = 0.06f;
    return view;
}

static bool is_direction(caper_vec3 v)
{
    return caper_vec3_is_finite(v) && caper_vec3_length(v) > 1e-6f;
}

bool caperi_lens_make(const caper_camera *camera, int width, int height, caperi_lens *lens)
{
    caper_vec3 forward = caper_vec3_sub(camera->target, camera->eye);
    caper_vec3 side = caper_vec3_cross(forward, camera->up);
    bool parallel = camera->fov == 0.0f;
    if (!caper_vec3_is_finite(camera->eye) || !is_direction(forward) || !is_direction(camera->up) ||
        !(caper_vec3_length(side) >
          1e-5f * caper_vec3_length(forward) * caper_vec3_length(camera->up)) ||
        !(camera->fov >= 0.0f && camera->fov <= 3.0f) ||
        (parallel && !(camera->height > 0.0f && camera->height < 1e9f))) {
        return false;
    }
    lens->eye = camera->eye;
    lens->forward = caper_vec3_normalize(forward);
    lens->right = caper_vec3_normalize(side);
    lens->up = caper_vec3_cross(lens->right, lens->forward);
    lens->parallel = parallel;
    lens->slope_y = parallel ? 0.5f * camera->height : caper_tan(0.5f * camera->fov);
    lens->slope_x = lens->slope_y * (float)width / (float)height;
    lens->pixel = 2.0f * lens->slope_y / (float)height;
    return true;
}

caper_mat4 caperi_lens_matrix(const caperi_lens *lens, float near_depth, float far_depth)
{
    caper_vec3 r = lens->right, u = lens->up, f = lens->forward;
    caper_mat4 view = {{r.x, u.x, f.x, 0, r.y, u.y, f.y, 0, r.z, u.z, f.z, 0,
                        -caper_vec3_dot(r, lens->eye), -caper_vec3_dot(u, lens->eye),
                        -caper_vec3_dot(f, lens->eye), 1}};
    caper_mat4 projection = {{0}};
    float depth = far_depth - near_depth;
    projection.m[0] = 1.0f / lens->slope_x;
    projection.m[5] = -1.0f / lens->slope_y;
    if (lens->parallel) {
        projection.m[10] = 2.0f / depth;
        projection.m[14] = -(far_depth + near_depth) / depth;
        projection.m[15] = 1.0f;
    } else {
        projection.m[10] = (far_depth + near_depth) / depth;
        projection.m[14] = -2.0f * far_depth * near_depth / depth;
        projection.m[11] = 1.0f;
    }
    return caper_mat4_mul(projection, view);
}

float caperi_lens_pixel_at(const caperi_lens *lens, caper_vec3 point)
{
    float depth = caper_vec3_dot(lens->forward, caper_vec3_sub(point, lens->eye));
    return lens->parallel ? lens->pixel : lens->pixel * caper_max(depth, 0.0f);
}

caper_vec3 caperi_lens_toward(const caperi_lens *lens, caper_vec3 point)
{
    caper_vec3 back = caper_vec3_neg(lens->forward);
    return lens->parallel ? back : caper_vec3_normalize_or(caper_vec3_sub(lens->eye, point), back);
}

bool caper_camera_project(const caper_camera *camera, int width, int height, caper_vec3 point,
                          float *x, float *y, float *depth)
{
    caperi_lens lens;
    bool good = camera && x && y && width > 0 && height > 0 &&
                caperi_lens_make(camera, width, height, &lens);
    CAPER_ASSERT(good);
    if (!good) {
        return false;
    }
    caper_vec3 d = caper_vec3_sub(point, lens.eye);
    float along = caper_vec3_dot(lens.forward, d);
    float scale = lens.parallel ? 1.0f : along;
    if (!(scale > 0.0f)) {
        return false;
    }
    *x = (0.5f + 0.5f * caper_vec3_dot(lens.right, d) / (lens.slope_x * scale)) * (float)width;
    *y = (0.5f - 0.5f * caper_vec3_dot(lens.up, d) / (lens.slope_y * scale)) * (float)height;
    if (depth) {
        *depth = along;
    }
    return true;
}

// --- framing -----------------------------------------------------------------------------------

// Axes of a view: right, up and forward.
static caper_mat3 view_axes(const caper_view *view)
{
    float sin_yaw, cos_yaw, sin_pitch, cos_pitch;
    caper_sincos(view->yaw, &sin_yaw, &cos_yaw);
    caper_sincos(view->pitch, &sin_pitch, &cos_pitch);
    caper_mat3 axes;
    axes.x = caper_vec3_make(cos_yaw, 0.0f, -sin_yaw);
    axes.z = caper_vec3_make(-sin_yaw * cos_pitch, -sin_pitch, -cos_yaw * cos_pitch);
    axes.y = caper_vec3_cross(axes.x, axes.z);
    return axes;
}

// Most of (s * coordinate - slope * depth) over the points: how far the plane of one side is out.
typedef struct sides {
    float left, right, bottom, top;
    caper_bounds box; // in view axes
} sides;

static sides sides_of(const caper_vec3 *points, int count, const caper_mat3 *axes, float slope_x,
                      float slope_y)
{
    sides s = {-INFINITY, -INFINITY, -INFINITY, -INFINITY, caper_bounds_empty()};
    for (int i = 0; i < count; i++) {
        caper_vec3 q =
            caper_vec3_make(caper_vec3_dot(axes->x, points[i]), caper_vec3_dot(axes->y, points[i]),
                            caper_vec3_dot(axes->z, points[i]));
        if (!caper_vec3_is_finite(q)) {
            continue;
        }
        s.box = caper_bounds_add_point(s.box, q);
        s.right = caper_max(s.right, q.x - slope_x * q.z);
        s.left = caper_max(s.left, -q.x - slope_x * q.z);
        s.top = caper_max(s.top, q.y - slope_y * q.z);
        s.bottom = caper_max(s.bottom, -q.y - slope_y * q.z);
    }
    return s;
}

static caper_vec3 from_view(const caper_mat3 *axes, float x, float y, float z)
{
    return caper_mat3_mul_vec3(*axes, caper_vec3_make(x, y, z));
}

static caper_camera fit_parallel(const sides *s, const caper_mat3 *axes, const caper_view *view,
                                 float inner)
{
    caper_vec3 size = caper_bounds_size(s->box), c = caper_bounds_center(s->box);
    caper_camera camera = {.up = axes->y};
    camera.height = caper_max(caper_max(size.y, size.x / view->aspect) / inner, 1e-6f);
    camera.target = from_view(axes, c.x, c.y, c.z);
    camera.eye =
        from_view(axes, c.x, c.y, s->box.min.z - caper_max(camera.height, size.z) * 0.5f - 1e-3f);
    return camera;
}

caper_camera caper_camera_fit(const caper_vec3 *points, int count, const caper_view *given)
{
    caper_view view = given ? *given : caper_view_default();
    caper_mat3 axes = view_axes(&view);
    float inner = 1.0f - 2.0f * caper_clamp(view.margin, 0.0f, 0.45f);
    bool parallel = !(view.fov > 0.0f);
    float slope_y = parallel ? 0.0f : caper_tan(0.5f * caper_min(view.fov, 3.0f)) * inner;
    float slope_x = slope_y * view.aspect;
    sides s = sides_of(points, count, &axes, slope_x, slope_y);
    if (caper_bounds_is_empty(s.box)) {
        caper_vec3 nothing[2] = {{-1, -1, -1}, {1, 1, 1}};
        s = sides_of(nothing, 2, &axes, slope_x, slope_y);
    }
    if (parallel) {
        return fit_parallel(&s, &axes, &view, inner);
    }
    // right: right <= x - slope z, left <= -x - slope z: their sum bounds z, their difference is x
    float z =
        -caper_max((s.right + s.left) / (2.0f * slope_x), (s.top + s.bottom) / (2.0f * slope_y));
    float x = 0.5f * (s.right - s.left), y = 0.5f * (s.top - s.bottom);
    caper_vec3 c = caper_bounds_center(s.box);
    // one point alone would be reached: stay a little away from the nearest
    float reach = 0.05f * caper_vec3_length(caper_bounds_size(s.box)) + 1e-3f;
    z = caper_min(z, s.box.min.z - reach);
    caper_camera camera = {.up = axes.y, .fov = caper_min(view.fov, 3.0f)};
    camera.eye = from_view(&axes, x, y, z);
    camera.target = from_view(&axes, x, y, c.z);
    return camera;
}

caper_camera caper_camera_frame(caper_bounds bounds, const caper_view *view)
{
    caper_vec3 corners[8];
    int count = caper_bounds_is_empty(bounds) ? 0 : 8;
    for (int i = 0; i < count; i++) {
        corners[i] = caper_vec3_make(i & 1 ? bounds.max.x : bounds.min.x,
                                     i & 2 ? bounds.max.y : bounds.min.y,
                                     i & 4 ? bounds.max.z : bounds.min.z);
    }
    return caper_camera_fit(corners, count, view);
}
