// SPDX-License-Identifier: MIT
//
// Markers: what lies over a picture rather than in it. They are solids and ribbons like everything
// else, but are drawn last, over a cleared depth buffer, so that a goal inside a body is seen; and
// they cast no shadow. Targets of a world's frame are things and stand in the scene: each a fruit,
// whose stem shows how it is turned.
#include "render/render.h"

#define TARGET_COLOR 0xe0475b
#define STEM_COLOR 0x7a5a3c
#define LEAF_COLOR 0x6aa84f
#define LINE_WIDTH 2.2f

caper_render_marker caper_render_marker_default(void)
{
    caper_render_marker marker = {0};
    marker.transform = caper_transform_identity();
    marker.color = 0x1fa187;
    return marker;
}

int caper_render_goal_markers(const caper_render_item *item, const caper_goal *goals,
                              int goal_count, caper_render_marker *markers)
{
    int count = 0;
    const caper_transform *bodies = caperi_item_bodies(item);
    for (int i = 0; i < goal_count; i++) {
        const caper_goal *g = &goals[i];
        bool place = g->position_weight > 0.0f, turn = g->rotation_weight > 0.0f;
        if (g->body < 0 || g->body >= item->character->body_count || (!place && !turn)) {
            continue;
        }
        caper_render_marker *m = &markers[count++];
        *m = caper_render_marker_default();
        caper_vec3 is = caper_transform_mul_point(bodies[g->body], g->point);
        m->transform.position = caper_transform_mul_point(item->root, place ? g->position : is);
        m->transform.rotation =
            turn ? caper_quat_mul(item->root.rotation, g->rotation) : item->root.rotation;
        m->axes = turn;
        m->line = place;
        m->from = caper_transform_mul_point(item->root, is);
        uint32_t color = caper_caps_color(item->character->bodies[g->body].caps);
        m->color = caperi_color_mix(color, 0x000000, 0.3f); // to be told from the body
    }
    return count;
}

bool caperi_marker_is_drawn(const caper_render_marker *marker)
{
    return caper_transform_is_valid(marker->transform, 0.1f);
}

float caperi_marker_size(const caperi_draw *draw, const caper_render_marker *marker)
{
    const caperi_lens *lens = &draw->lens;
    float pixel = caperi_lens_pixel_at(lens, marker->transform.position);
    float high = 2.0f * lens->slope_y * pixel / lens->pixel; // of the picture, there
    return marker->size > 0.0f ? marker->size : 0.008f * high;
}

// A bar along one axis of a transform, from `begin` to `end`.
static void add_bar(caperi_draw *draw, caper_transform t, int axis, float begin, float end,
                    float thick, uint32_t color)
{
    float middle = 0.5f * (begin + end), half = 0.5f * (end - begin) + thick;
    caper_vec3 at = {axis == 0 ? middle : 0, axis == 1 ? middle : 0, axis == 2 ? middle : 0};
    caper_vec3 size = {axis == 0 ? half : thick, axis == 1 ? half : thick,
                       axis == 2 ? half : thick};
    t.position = caper_transform_mul_point(t, at);
    caperi_draw_add_solid(draw, t, size, 0.5f * thick, color, 0.0f);
}

void caperi_draw_marker_solids(caperi_draw *draw, const caper_render_scene *scene)
{
    static const uint32_t axis_colors[3] = {0xd9413d, 0x3f9c46, 0x3b6fd6};
    for (int i = 0; i < scene->marker_count; i++) {
        const caper_render_marker *m = &scene->markers[i];
        float r = caperi_marker_size(draw, m);
        if (!caperi_marker_is_drawn(m)) {
            continue;
        }
        for (int k = 0; k < 3 && m->axes; k++) {
            add_bar(draw, m->transform, k, 0.0f, 3.2f * r, 0.16f * r, axis_colors[k]);
        }
        for (int k = 0; k < 3 && m->shape == CAPER_MARKER_CROSS; k++) {
            add_bar(draw, m->transform, k, -r, r, 0.2f * r, m->color);
        }
        if (m->shape == CAPER_MARKER_BALL) {
            caperi_draw_add_solid(draw, m->transform, caper_vec3_make(r, r, r), r, m->color, 0.0f);
        }
    }
}

void caperi_draw_marker_lines(caperi_draw *draw, const caper_render_scene *scene)
{
    int before = draw->trail_count;
    for (int i = 0; i < scene->marker_count; i++) {
        const caper_render_marker *m = &scene->markers[i];
        if (m->line && caperi_marker_is_drawn(m)) {
            caper_vec3 ends[2] = {m->from, m->transform.position};
            caper_render_trail rim = {ends, 2, scene->background, LINE_WIDTH + 2.4f, true};
            caper_render_trail line = {ends, 2, m->color, LINE_WIDTH, true};
            caperi_draw_trail(draw, &rim, 0.3f); // sets it off from whatever is behind
            caperi_draw_trail(draw, &line, 0.0f);
        }
    }
    draw->line_count = draw->trail_count - before;
    draw->trail_count = before;
}

void caperi_draw_target(caperi_draw *draw, caper_transform t)
{
    float r = 0.03f * draw->detail;
    caperi_draw_add_solid(draw, t, caper_vec3_make(r, 0.94f * r, r), 0.94f * r, TARGET_COLOR, 0.0f);
    add_bar(draw, t, 1, 0.8f * r, 1.35f * r, 0.1f * r, STEM_COLOR);
    t.position = caper_transform_mul_point(t, caper_vec3_make(0.4f * r, 1.2f * r, 0.0f));
    caperi_draw_add_solid(draw, t, caper_vec3_make(0.42f * r, 0.08f * r, 0.22f * r), 0.08f * r,
                          LEAF_COLOR, 0.0f);
}
