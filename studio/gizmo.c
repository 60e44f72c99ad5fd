// SPDX-License-Identifier: MIT
// The manipulator of the active body: three arrows to move it, or three rings to turn it. It is
// drawn over the picture at a size of its own, whatever the size of the body.
#include "studio.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LENGTH 78.0f  // of an arrow, pixels
#define NEAR 7.0f     // of the mouse, pixels
#define RING_STEPS 48 // of a circle

typedef struct gizmo {
    bool held;
    int part;           // 0..2 an axis, 3 the middle
    caper_vec3 axis;    // world
    caper_vec3 start;   // where it was when it was taken, world
    float along;        // of the mouse on the axis then, or its angle
    float applied;      // so far
    caper_vec3 dragged; // so far, of the middle
} gizmo;

static gizmo g;

static const uint32_t colors[3] = {COLOR_RED, COLOR_GREEN, COLOR_SKY};

static float distance_to_line(float px, float py, float x0, float y0, float x1, float y1)
{
    float dx = x1 - x0, dy = y1 - y0, n = dx * dx + dy * dy;
    float t = n > 0 ? caper_clamp(((px - x0) * dx + (py - y0) * dy) / n, 0, 1) : 0;
    return hypotf(px - x0 - t * dx, py - y0 - t * dy);
}

// Metres at a point that are as long as a pixel.
static float pixel_size(const studio *s, caper_vec3 at)
{
    const caper_camera *c = &s->camera;
    float depth = caper_vec3_dot(caper_vec3_sub(at, c->eye),
                                 caper_vec3_normalize(caper_vec3_sub(c->target, c->eye)));
    float height = c->fov > 0 ? 2 * caper_max(depth, 0.01f) * caper_tan(0.5f * c->fov) : c->height;
    return height / caper_max(s->viewport.h, 1);
}

static caper_vec3 axis_of(const studio *s, int i, caper_quat rotation, caper_quat root)
{
    caper_vec3 axis = caper_vec3_make(i == 0, i == 1, i == 2);
    return s->look.local ? caper_quat_rotate(root, caper_quat_rotate(rotation, axis)) : axis;
}

// Where on the line through `at` the mouse is nearest.
static float mouse_along(const studio *s, caper_vec3 at, caper_vec3 axis, float x, float y)
{
    caper_vec3 o, d;
    view_ray(s, x, y, &o, &d);
    caper_vec3 w = caper_vec3_sub(at, o);
    float b = caper_vec3_dot(axis, d), e = caper_vec3_dot(d, w), f = caper_vec3_dot(axis, w);
    float n = 1 - b * b;
    return n > 1e-4f ? (b * e - f) / n : 0;
}

// Angle of the mouse about a ring, as it is seen.
static float mouse_angle(const studio *s, caper_vec3 at, caper_vec3 axis, float x, float y)
{
    float cx, cy;
    view_project(s, at, &cx, &cy);
    caper_vec3 away = caper_vec3_sub(at, s->camera.eye);
    float side =
        caper_vec3_dot(axis, away) > 0 ? 1.0f : -1.0f; // from behind it turns the other way
    return side * caper_atan2(y - cy, x - cx);
}

static float snapped(const studio *s, float value, float step)
{
    return s->look.snap ? floorf(value / step + 0.5f) * step : value;
}

static void drag_arrow(studio *s, const ui_mouse *m, caper_quat root)
{
    float by = snapped(s, mouse_along(s, g.start, g.axis, m->x, m->y) - g.along, 0.05f);
    if (fabsf(by - g.applied) > 1e-5f) {
        caper_vec3 step = caper_vec3_scale(g.axis, by - g.applied);
        step = caper_quat_unrotate(root, step);
        if (studio_do(s, "pose_move %.7g %.7g %.7g", (double)step.x, (double)step.y,
                      (double)step.z)) {
            g.applied = by;
        }
    }
}

static void drag_middle(studio *s, const ui_mouse *m, caper_quat root)
{
    caper_vec3 o, d;
    view_ray(s, m->x, m->y, &o, &d);
    caper_vec3 forward = caper_vec3_normalize(caper_vec3_sub(s->camera.target, s->camera.eye));
    float t = caper_vec3_dot(caper_vec3_sub(g.start, o), forward) / caper_vec3_dot(d, forward);
    caper_vec3 to = caper_vec3_sub(caper_vec3_add_scaled(o, d, t), g.start);
    caper_vec3 step = caper_vec3_sub(to, g.dragged);
    if (caper_vec3_length(step) > 1e-5f) {
        caper_vec3 local = caper_quat_unrotate(root, step);
        if (studio_do(s, "pose_move %.7g %.7g %.7g", (double)local.x, (double)local.y,
                      (double)local.z)) {
            g.dragged = to;
        }
    }
}

static void drag_ring(studio *s, const ui_mouse *m, caper_quat root)
{
    float by = mouse_angle(s, g.start, g.axis, m->x, m->y) - g.along;
    by = caper_wrap_angle(by - g.applied) + g.applied; // goes on beyond half a turn
    by = snapped(s, by, CAPER_PI / 12);
    if (fabsf(by - g.applied) > 1e-4f) {
        caper_vec3 axis = caper_quat_unrotate(root, g.axis);
        if (studio_do(s, "pose_turn %.7g %.7g %.7g %.7g", (double)axis.x, (double)axis.y,
                      (double)axis.z, (double)((by - g.applied) * 180 / CAPER_PI))) {
            g.applied = by;
        }
    }
}

static int draw_arrows(const studio *s, caper_vec3 at, caper_quat rotation, caper_quat root,
                       const ui_mouse *m, bool hovered)
{
    float x0, y0, k = ui_scale(), size = pixel_size(s, at) * LENGTH * k;
    int found = -1;
    if (!view_project(s, at, &x0, &y0)) {
        return -1;
    }
    if (hovered && hypotf(m->x - x0, m->y - y0) < NEAR * k) {
        found = 3;
    }
    for (int i = 0; i < 3; i++) {
        float x1, y1;
        caper_vec3 axis = axis_of(s, i, rotation, root);
        if (!view_project(s, caper_vec3_add_scaled(at, axis, size), &x1, &y1) ||
            hypotf(x1 - x0, y1 - y0) < 6 * k) {
            continue;
        }
        bool near = hovered && found < 0 && distance_to_line(m->x, m->y, x0, y0, x1, y1) < NEAR * k;
        bool on = g.held ? g.part == i : near;
        found = near ? i : found;
        float n = hypotf(x1 - x0, y1 - y0), dx = (x1 - x0) / n, dy = (y1 - y0) / n;
        uint32_t color = on ? COLOR_YELLOW : colors[i];
        ui_line(x0, y0, x1, y1, color, 2.5f * k);
        ui_triangle(x1 + 9 * k * dx, y1 + 9 * k * dy, x1 - 5 * k * dy, y1 + 5 * k * dx,
                    x1 + 5 * k * dy, y1 - 5 * k * dx, color);
    }
    ui_disc(x0, y0, 5 * k, found == 3 || (g.held && g.part == 3) ? COLOR_YELLOW : COLOR_TEXT);
    return found;
}

static int draw_rings(const studio *s, caper_vec3 at, caper_quat rotation, caper_quat root,
                      const ui_mouse *m, bool hovered)
{
    float k = ui_scale(), size = pixel_size(s, at) * LENGTH * k * 0.9f;
    int found = -1;
    for (int i = 0; i < 3; i++) {
        float xy[2 * RING_STEPS];
        caper_vec3 axis = axis_of(s, i, rotation, root);
        caper_vec3 u = axis_of(s, (i + 1) % 3, rotation, root);
        caper_vec3 v = caper_vec3_cross(axis, u);
        bool near = false, seen = true;
        for (int j = 0; j < RING_STEPS; j++) {
            float sine, cosine;
            caper_sincos(CAPER_TAU * (float)j / RING_STEPS, &sine, &cosine);
            caper_vec3 p = caper_vec3_add_scaled(at, u, size * cosine);
            seen = view_project(s, caper_vec3_add_scaled(p, v, size * sine), &xy[2 * j],
                                &xy[2 * j + 1]) &&
                   seen;
            if (j > 0) {
                near = near || distance_to_line(m->x, m->y, xy[2 * j - 2], xy[2 * j - 1], xy[2 * j],
                                                xy[2 * j + 1]) < NEAR * k;
            }
        }
        near = near && hovered && found < 0 && seen;
        found = near ? i : found;
        bool on = g.held ? g.part == i : near;
        if (seen) {
            ui_path(xy, RING_STEPS, on ? COLOR_YELLOW : colors[i], 2.2f * k, true);
        }
    }
    return found;
}

bool gizmo_draw(studio *s, ui_rect rect, bool hovered)
{
    caper_place place;
    caper_transform special;
    ui_mouse m = ui_get_mouse();
    (void)rect;
    if (s->playing || s->doc.state.body < 0 || !view_active_pose(s, &place, &special)) {
        g.held = false;
        return false;
    }
    const stage_member *who = &s->stage.members[s->doc.state.member];
    caper_transform root = stage_root(who);
    caper_vec3 at = caper_transform_mul_point(root, special.position);
    int part = s->look.turn ? draw_rings(s, at, special.rotation, root.rotation, &m, hovered)
                            : draw_arrows(s, at, special.rotation, root.rotation, &m, hovered);
    if (!g.held && part >= 0 && m.pressed[0]) {
        g = (gizmo){.held = true, .part = part, .start = at};
        g.axis = axis_of(s, part % 3, special.rotation, root.rotation);
        g.along = s->look.turn ? mouse_angle(s, at, g.axis, m.x, m.y)
                               : mouse_along(s, at, g.axis, m.x, m.y);
    }
    if (g.held && !m.down[0]) {
        g.held = false;
    }
    if (g.held && s->look.turn) {
        drag_ring(s, &m, root.rotation);
    } else if (g.held && g.part == 3) {
        drag_middle(s, &m, root.rotation);
    } else if (g.held) {
        drag_arrow(s, &m, root.rotation);
    }
    return g.held || part >= 0;
}
