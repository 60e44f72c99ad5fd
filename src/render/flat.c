// SPDX-License-Identifier: MIT
//
// What is drawn without light: the ground, marks on it and trails. The ground is one rectangle, cut
// where a shadow may fall: only the inner part reads the shadow map, which is most of the cost of a
// pixel of ground. Trails are ribbons that face the viewer, so that they are equally wide in pixels
// everywhere.
#include "render/render.h"

static caperi_flat_vertex *next_vertex(caperi_draw *draw)
{
    int used = draw->ground_count + draw->shadow_count + draw->mark_count + draw->trail_count;
    CAPER_ASSERT(used < draw->flat_room);
    return &draw->flat[used];
}

static void put_vertex(caperi_flat_vertex *out, caper_vec3 p, float u, float v,
                       const uint8_t color[4])
{
    out->position[0] = p.x;
    out->position[1] = p.y;
    out->position[2] = p.z;
    out->uv[0] = u;
    out->uv[1] = v;
    for (int i = 0; i < 4; i++) {
        out->color[i] = color[i];
    }
}

static const int quad_corners[6] = {0, 1, 2, 2, 1, 3};

// --- ground ------------------------------------------------------------------------------------

// A rectangle of the ground in its own coordinates about its middle; empty ones give nothing.
static int put_rectangle(caperi_draw *draw, float u0, float u1, float v0, float v1)
{
    static const uint8_t color[4] = {255, 255, 255, 255};
    const caperi_ground_mesh *g = &draw->ground;
    if (!(u1 > u0) || !(v1 > v0)) {
        return 0;
    }
    caperi_flat_vertex *out = next_vertex(draw);
    for (int k = 0; k < 6; k++) {
        int corner = quad_corners[k];
        caper_vec3 p = caper_vec3_add_scaled(g->center, g->u, corner & 1 ? u1 : u0);
        p = caper_vec3_add_scaled(p, g->v, corner & 2 ? v1 : v0);
        put_vertex(out++, p, 0.0f, 0.0f, color);
    }
    return 6;
}

// Where the shadow of the stage falls on the ground, in the ground's coordinates.
static bool shadow_extent(const caperi_draw *draw, float low[2], float high[2])
{
    const caperi_ground_mesh *g = &draw->ground;
    float down = caper_vec3_dot(draw->light, g->normal);
    if (!(down > 0.02f) || caper_bounds_is_empty(draw->stage)) {
        return false;
    }
    low[0] = low[1] = INFINITY;
    high[0] = high[1] = -INFINITY;
    for (int i = 0; i < 8; i++) {
        caper_vec3 p = caper_vec3_make(i & 1 ? draw->stage.max.x : draw->stage.min.x,
                                       i & 2 ? draw->stage.max.y : draw->stage.min.y,
                                       i & 4 ? draw->stage.max.z : draw->stage.min.z);
        float above = caper_vec3_dot(g->normal, caper_vec3_sub(p, g->point));
        // what is below the ground casts nothing on it, but is where it is
        caper_vec3 hit = caper_vec3_add_scaled(p, draw->light, -caper_max(above, 0.0f) / down);
        caper_vec3 d = caper_vec3_sub(hit, g->center);
        float at[2] = {caper_vec3_dot(d, g->u), caper_vec3_dot(d, g->v)};
        for (int k = 0; k < 2; k++) {
            low[k] = caper_min(low[k], at[k]);
            high[k] = caper_max(high[k], at[k]);
        }
    }
    for (int k = 0; k < 2; k++) {
        float soft = 0.02f * (high[k] - low[k]); // room for soft edges
        low[k] = caper_clamp(low[k] - soft, -g->radius, g->radius);
        high[k] = caper_clamp(high[k] + soft, -g->radius, g->radius);
    }
    return true;
}

void caperi_draw_ground(caperi_draw *draw, bool shadows)
{
    float r = draw->ground.radius, low[2], high[2];
    if (!draw->ground.shown) {
        return;
    }
    if (!shadows || !shadow_extent(draw, low, high)) {
        draw->ground_count += put_rectangle(draw, -r, r, -r, r);
        return;
    }
    draw->ground_count += put_rectangle(draw, -r, r, -r, low[1]);
    draw->ground_count += put_rectangle(draw, -r, r, high[1], r);
    draw->ground_count += put_rectangle(draw, -r, low[0], low[1], high[1]);
    draw->ground_count += put_rectangle(draw, high[0], r, low[1], high[1]);
    draw->shadow_count += put_rectangle(draw, low[0], high[0], low[1], high[1]);
}

// --- marks -------------------------------------------------------------------------------------

void caperi_draw_marks(caperi_draw *draw, const caper_render_item *item)
{
    for (int i = 0; i < item->mark_count; i++) {
        const caper_render_mark *m = &item->marks[i];
        if (!caper_vec3_is_finite(m->point) || !caper_vec3_is_finite(m->normal) ||
            !(m->radius > 0.0f)) {
            continue;
        }
        uint8_t color[4];
        caperi_color_bytes(m->color, (uint8_t)(255.0f * (1.0f - item->fade)), color);
        caper_vec3 n = caper_vec3_normalize_or(m->normal, caper_vec3_make(0, 1, 0));
        caper_vec3 u = caper_vec3_scale(caper_vec3_any_orthogonal(n), m->radius);
        caper_vec3 v = caper_vec3_cross(n, u);
        // clear of the surface that it lies on
        caper_vec3 c = caper_vec3_add_scaled(m->point, n, 0.04f * m->radius);
        caperi_flat_vertex *out = next_vertex(draw);
        for (int k = 0; k < 6; k++) {
            float a = quad_corners[k] & 1 ? 1.0f : -1.0f, b = quad_corners[k] & 2 ? 1.0f : -1.0f;
            caper_vec3 p = caper_vec3_add_scaled(caper_vec3_add_scaled(c, u, a), v, b);
            put_vertex(out++, p, a, b, color);
        }
        draw->mark_count += 6;
    }
}

// --- trails ------------------------------------------------------------------------------------

// Half the width of the ribbon at point i, across its path and the view.
static caper_vec3 ribbon_side(const caperi_draw *draw, const caper_render_trail *t, int i)
{
    int before = i > 0 ? i - 1 : i, after = i + 1 < t->point_count ? i + 1 : i;
    caper_vec3 along = caper_vec3_sub(t->points[after], t->points[before]);
    caper_vec3 toward = caperi_lens_toward(&draw->lens, t->points[i]);
    caper_vec3 side = caper_vec3_normalize_or(caper_vec3_cross(along, toward), draw->lens.up);
    // half a pixel more on either side for the soft edge
    float pixels = 0.5f * (t->width > 0.0f ? t->width : 2.0f) + 0.5f;
    return caper_vec3_scale(side, pixels * caperi_lens_pixel_at(&draw->lens, t->points[i]));
}

static void put_segment(caperi_draw *draw, const caper_render_trail *t, int i, float fade)
{
    caper_vec3 a = t->points[i], b = t->points[i + 1];
    if (!caper_vec3_is_finite(a) || !caper_vec3_is_finite(b)) {
        return;
    }
    caper_vec3 sides[2] = {ribbon_side(draw, t, i), ribbon_side(draw, t, i + 1)};
    caperi_flat_vertex *out = next_vertex(draw);
    for (int k = 0; k < 6; k++) {
        int end = quad_corners[k] & 1;
        float across = quad_corners[k] & 2 ? 1.0f : -1.0f;
        float age = (float)(i + end) / (float)(t->point_count - 1);
        uint8_t color[4];
        float seen = t->even ? 0.95f : 0.12f + 0.83f * age;
        caperi_color_bytes(t->color, (uint8_t)(255.0f * seen * (1.0f - fade)), color);
        put_vertex(out++, caper_vec3_add_scaled(end ? b : a, sides[end], across), age, across,
                   color);
    }
    draw->trail_count += 6;
}

void caperi_draw_trail(caperi_draw *draw, const caper_render_trail *trail, float fade)
{
    for (int k = 0; k + 1 < trail->point_count; k++) {
        put_segment(draw, trail, k, fade);
    }
}

void caperi_draw_trails(caperi_draw *draw, const caper_render_item *item)
{
    for (int i = 0; i < item->trail_count; i++) {
        caperi_draw_trail(draw, &item->trails[i], item->fade);
    }
}
