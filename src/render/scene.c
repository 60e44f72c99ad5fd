// SPDX-License-Identifier: MIT
//
// From a scene to arrays that OpenGL takes: every body, box, platform and target becomes a rounded
// box, skins one mesh, and ground, marks and trails flat triangles. Also decides how much is shown:
// the stage (characters and what of the world is near them) sets the reach of the ground, the grid
// and the shadow map, so that a mouse and an elephant are drawn alike.
//
// Invariant: what is not finite is left out, so a broken pose shows as missing bodies and never as
// a broken picture.
#include "render/render.h"

#include <limits.h>
#include <stdlib.h>

#define WORLD_COLOR 0xdcdfe4
#define PLATFORM_COLOR 0xb9cdb4

uint32_t caperi_color_mix(uint32_t a, uint32_t b, float amount)
{
    uint32_t out = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        float x = (float)(a >> shift & 0xff), y = (float)(b >> shift & 0xff);
        out |= (uint32_t)(caper_lerp(x, y, caper_clamp(amount, 0.0f, 1.0f)) + 0.5f) << shift;
    }
    return out;
}

caper_render_item caper_render_item_default(void)
{
    caper_render_item item = {0};
    item.root = caper_transform_identity();
    return item;
}

caper_render_scene caper_render_scene_default(void)
{
    caper_render_scene scene = {0};
    caper_view view = caper_view_default();
    scene.camera = caper_camera_fit(NULL, 0, &view);
    scene.background = 0xffffff;
    scene.ground = scene.grid = scene.shadows = scene.labels = true;
    scene.label_size = 15.0f;
    scene.cookie = CAPER_DEF_COOKIE;
    return scene;
}

float caper_render_grid_step(float extent)
{
    float half = 0.5f * extent, power = 1.0f;
    if (!(half > 1e-9f) || !(half < 1e9f)) {
        return 1.0f;
    }
    while (power > half) {
        power /= 10.0f;
    }
    while (power * 10.0f <= half) {
        power *= 10.0f;
    }
    return power * (half >= 5.0f * power ? 5.0f : half >= 2.0f * power ? 2.0f : 1.0f);
}

// --- bodies ------------------------------------------------------------------------------------

static bool is_finite_transform(caper_transform t)
{
    return caper_transform_is_valid(t, 0.1f);
}

// Every n-th vertex of an item's skins.
static int skin_points(const caper_render_item *item, caper_vec3 *points, int capacity)
{
    int count = 0;
    for (int s = 0; s < item->skin_count; s++) {
        int more = caperi_skin_point_count(&item->skins[s]);
        for (int i = 0; i < more && count + i < capacity; i++) {
            points[count + i] = caperi_skin_point(item, &item->skins[s], i);
        }
        count += more;
    }
    return count;
}

int caper_render_item_points(const caper_render_item *item, caper_vec3 *points, int capacity)
{
    int count = 0;
    const caper_transform *bodies = caperi_item_bodies(item);
    if (item->skin_count > 0) {
        return skin_points(item, points, capacity);
    }
    for (int i = 0; i < item->character->body_count; i++) {
        if (!caperi_is_drawn(item->character, i) || !is_finite_transform(bodies[i])) {
            continue;
        }
        const caper_body *b = &item->character->bodies[i];
        caper_transform t = caper_transform_mul(item->root, bodies[i]);
        for (int k = 0; k < 8; k++, count++) {
            caper_vec3 h = b->box_half;
            caper_vec3 corner =
                caper_vec3_make(k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z);
            if (count < capacity) {
                points[count] = caper_transform_mul_point(t, caper_vec3_add(b->box_center, corner));
            }
        }
    }
    return count;
}

static caper_bounds box_bounds(caper_transform t, caper_vec3 center, caper_vec3 half)
{
    caper_bounds box = {caper_vec3_sub(center, half), caper_vec3_add(center, half)};
    return caper_bounds_transform(t, box);
}

static caper_bounds skin_bounds(const caper_render_item *item)
{
    caper_bounds bounds = caper_bounds_empty();
    for (int s = 0; s < item->skin_count; s++) {
        int count = caperi_skin_point_count(&item->skins[s]);
        for (int i = 0; i < count; i++) {
            caper_vec3 p = caperi_skin_point(item, &item->skins[s], i);
            if (caper_vec3_is_finite(p)) {
                bounds = caper_bounds_add_point(bounds, p);
            }
        }
    }
    return bounds;
}

caper_bounds caper_render_item_bounds(const caper_render_item *item)
{
    caper_bounds bounds = caper_bounds_empty();
    const caper_transform *bodies = caperi_item_bodies(item);
    if (item->skin_count > 0) {
        return skin_bounds(item);
    }
    for (int i = 0; i < item->character->body_count; i++) {
        if (caperi_is_drawn(item->character, i) && is_finite_transform(bodies[i])) {
            const caper_body *b = &item->character->bodies[i];
            caper_transform t = caper_transform_mul(item->root, bodies[i]);
            bounds = caper_bounds_union(bounds, box_bounds(t, b->box_center, b->box_half));
        }
    }
    return bounds;
}

// The color of a body: of its caps, or a darker one of what it hangs on.
static uint32_t body_color(const caper_character *c, int body)
{
    caper_caps caps = c->bodies[body].caps;
    if (body == c->root_body) {
        caps |= CAPER_CAP_ROOT;
    }
    bool plain = caps == 0;
    for (int up = c->bodies[body].parent; caps == 0 && up >= 0; up = c->bodies[up].parent) {
        caps = c->bodies[up].caps & ~(caper_caps)CAPER_CAP_EYE;
    }
    return caperi_color_mix(caper_caps_color(caps), 0x000000, plain ? 0.1f : 0.0f);
}

void caperi_draw_add_solid(caperi_draw *draw, caper_transform t, caper_vec3 half, float radius,
                           uint32_t color, float fade)
{
    caperi_gl_solid *s = &draw->solids[draw->solid_count++];
    *s = (caperi_gl_solid){
        .center = {t.position.x, t.position.y, t.position.z},
        .radius = radius,
        .rotation = {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w},
        .half = {half.x, half.y, half.z},
        .fade = fade,
    };
    caperi_color_bytes(color, 255, s->color);
}

// The one body that this one leads to: its only child, ends of chains among them, or -1.
static int only_child(const caper_character *c, int body)
{
    int found = -1, helpers = -1;
    for (int k = c->bodies[body].child; k >= 0; k = c->bodies[k].sibling) {
        bool helper = !caperi_is_drawn(c, k);
        if (!helper && found >= 0) {
            return -1;
        }
        *(helper ? &helpers : &found) = k;
    }
    return found >= 0 ? found : helpers;
}

static float component(caper_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// Turn a box from the axis that is nearest to the way to the child into that way, and make it as
// long. `t` is the body's transform in the world, `half` its box; false when the box is to stay.
static bool turn_to_child(const caper_render_item *item, int body, caper_transform *t,
                          caper_vec3 *half)
{
    int child = only_child(item->character, body);
    const caper_transform *bodies = caperi_item_bodies(item);
    if (child < 0 || !is_finite_transform(bodies[child])) {
        return false;
    }
    caper_vec3 way = caper_transform_unmul_point(bodies[body], bodies[child].position);
    caper_vec3 size = caper_vec3_abs(way);
    int axis = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
    float length = caper_vec3_length(way);
    // too short to have a direction, or along the axis already
    if (length < component(*half, axis) || component(size, axis) > 0.998f * length) {
        return false;
    }
    float sign = component(way, axis) < 0.0f ? -1.0f : 1.0f;
    caper_vec3 from =
        caper_vec3_make(axis == 0 ? sign : 0.0f, axis == 1 ? sign : 0.0f, axis == 2 ? sign : 0.0f);
    t->position = caper_transform_mul_point(*t, caper_vec3_scale(way, 0.5f));
    t->rotation =
        caper_quat_mul(t->rotation, caper_quat_between(from, caper_vec3_scale(way, 1.0f / length)));
    *(axis == 0 ? &half->x : axis == 1 ? &half->y : &half->z) = 0.5f * length;
    return true;
}

static void add_bodies(caperi_draw *draw, const caper_render_item *item)
{
    const caper_character *c = item->character;
    const caper_transform *bodies = caperi_item_bodies(item);
    for (int i = 0; i < c->body_count; i++) {
        if (!caperi_is_drawn(c, i) || !is_finite_transform(bodies[i])) {
            continue;
        }
        const caper_body *b = &c->bodies[i];
        caper_transform t = caper_transform_mul(item->root, bodies[i]);
        caper_vec3 half = b->box_half;
        // feet lie on the ground and not along the way from ankle to toe; heads go beyond their end
        bool limb = item->limbs && !(b->caps & (CAPER_CAP_FOOT | CAPER_CAP_HEAD));
        if (!limb || !turn_to_child(item, i, &t, &half)) {
            t.position = caper_transform_mul_point(t, b->box_center);
        }
        float least = caper_min(half.x, caper_min(half.y, half.z));
        bool ball = (b->caps & CAPER_CAP_EYE) != 0;
        uint32_t color = item->colors && item->colors[i]
                             ? item->colors[i] & 0xffffff
                             : caperi_color_mix(body_color(c, i), item->tint, item->tint_amount);
        caperi_draw_add_solid(draw, t, half, least * (ball ? 1.0f : 0.5f), color, item->fade);
    }
}

// --- world -------------------------------------------------------------------------------------

static void add_world(caperi_draw *draw, const caper_world *world, float round)
{
    int count = 0;
    const caper_world_box *boxes = NULL;
    count = caper_world_boxes(world, &boxes);
    for (int i = 0; i < count; i++) {
        caper_vec3 h = boxes[i].half;
        float least = caper_min(h.x, caper_min(h.y, h.z));
        caperi_draw_add_solid(draw, boxes[i].transform, h, caper_min(round, 0.2f * least),
                              WORLD_COLOR, 0.0f);
    }
}

static void add_frame(caperi_draw *draw, const caper_world_frame *frame, float round)
{
    for (int i = 0; i < frame->platform_count; i++) {
        const caper_world_box *box = &frame->platforms[i].box;
        float least = caper_min(box->half.x, caper_min(box->half.y, box->half.z));
        if (is_finite_transform(box->transform) && least > 0.0f) {
            caperi_draw_add_solid(draw, box->transform, box->half, caper_min(round, 0.2f * least),
                                  PLATFORM_COLOR, 0.0f);
        }
    }
    for (int i = 0; i < frame->target_count; i++) {
        if (is_finite_transform(frame->targets[i].transform)) {
            caperi_draw_target(draw, frame->targets[i].transform);
        }
    }
}

static float largest(caper_vec3 v)
{
    return caper_max(v.x, caper_max(v.y, v.z));
}

static caper_bounds clipped(caper_bounds b, caper_bounds to)
{
    b.min = caper_vec3_max(b.min, to.min);
    b.max = caper_vec3_min(b.max, to.max);
    return b;
}

static caper_bounds actor_bounds(const caper_render_scene *scene)
{
    caper_bounds all = caper_bounds_empty();
    for (int i = 0; i < scene->item_count; i++) {
        all = caper_bounds_union(all, caper_render_item_bounds(&scene->items[i]));
    }
    const caper_world_frame *frame = scene->frame;
    for (int i = 0; frame && i < frame->platform_count; i++) {
        const caper_world_box *box = &frame->platforms[i].box;
        if (is_finite_transform(box->transform) && caper_vec3_is_finite(box->half)) {
            all = caper_bounds_union(all, box_bounds(box->transform, caper_vec3_zero(), box->half));
        }
    }
    for (int i = 0; frame && i < frame->target_count; i++) {
        if (caper_vec3_is_finite(frame->targets[i].transform.position)) {
            all = caper_bounds_add_point(all, frame->targets[i].transform.position);
        }
    }
    return all;
}

// Of the world, what lies within `near_by`.
static caper_bounds world_bounds(const caper_world *world, caper_bounds near_by)
{
    caper_bounds all = caper_bounds_empty();
    int count = 0;
    const caper_world_box *boxes = NULL;
    count = caper_world_boxes(world, &boxes);
    for (int i = 0; i < count; i++) {
        caper_bounds b =
            clipped(box_bounds(boxes[i].transform, caper_vec3_zero(), boxes[i].half), near_by);
        if (!caper_bounds_is_empty(b)) {
            all = caper_bounds_union(all, b);
        }
    }
    const caper_world_field *fields = NULL;
    count = caper_world_fields(world, &fields);
    for (int i = 0; i < count; i++) {
        const caper_world_field *f = &fields[i];
        caper_bounds b = caper_bounds_empty();
        float wide = (float)(f->columns - 1) * f->spacing, deep = (float)(f->rows - 1) * f->spacing;
        for (int k = 0; k < f->columns * f->rows; k++) {
            b = caper_bounds_add_point(b, caper_vec3_make(f->x, f->heights[k], f->z));
        }
        b = caper_bounds_add_point(b, caper_vec3_make(f->x + wide, b.min.y, f->z + deep));
        b = clipped(b, near_by);
        if (!caper_bounds_is_empty(b)) {
            all = caper_bounds_union(all, b);
        }
    }
    return all;
}

caper_bounds caper_render_world_bounds(const caper_world *world)
{
    caper_bounds everywhere = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    return world ? world_bounds(world, everywhere) : caper_bounds_empty();
}

// The mean extent of the characters; 0 without any.
static float detail_of(const caper_render_scene *scene)
{
    float sum = 0.0f;
    int count = 0;
    for (int i = 0; i < scene->item_count; i++) {
        caper_bounds b = caper_render_item_bounds(&scene->items[i]);
        if (!caper_bounds_is_empty(b)) {
            sum += largest(caper_bounds_size(b));
            count++;
        }
    }
    return count > 0 ? sum / (float)count : 0.0f;
}

static void set_stage(caperi_draw *draw, const caper_render_scene *scene)
{
    draw->actors = actor_bounds(scene);
    draw->detail = detail_of(scene);
    draw->stage = draw->actors;
    if (scene->world) {
        caper_bounds near_by = {{-1e6f, -1e6f, -1e6f}, {1e6f, 1e6f, 1e6f}};
        if (!caper_bounds_is_empty(draw->actors)) {
            near_by =
                caper_bounds_expand(draw->actors, 2.0f * largest(caper_bounds_size(draw->actors)));
        }
        draw->stage = caper_bounds_union(draw->stage, world_bounds(scene->world, near_by));
    }
    if (caper_bounds_is_empty(draw->stage)) { // nothing there: show some ground
        float r = 0.25f * caper_vec3_distance(scene->camera.eye, scene->camera.target);
        caper_bounds b = {scene->camera.target, scene->camera.target};
        draw->stage = caper_bounds_expand(b, r);
    }
    if (!(draw->detail > 0.0f)) {
        draw->detail = largest(caper_bounds_size(draw->stage));
    }
}

// --- light, ground, matrices -------------------------------------------------------------------

static void set_light(caperi_draw *draw, const caper_render_scene *scene)
{
    caper_vec3 up = caper_vec3_make(0, 1, 0);
    if (caper_vec3_length(scene->light) > 1e-6f) {
        draw->light = caper_vec3_normalize(scene->light);
        return;
    }
    // over the viewer's left shoulder, however steeply he looks
    caper_vec3 right = caper_vec3_normalize_or(
        caper_vec3_make(draw->lens.right.x, 0.0f, draw->lens.right.z), caper_vec3_make(1, 0, 0));
    caper_vec3 toward = caper_vec3_cross(right, up);
    caper_vec3 light = caper_vec3_add(caper_vec3_scale(right, -0.28f), caper_vec3_scale(up, 0.85f));
    draw->light = caper_vec3_normalize(caper_vec3_add_scaled(light, toward, 0.52f));
}

static caper_vec3 stage_corner(const caperi_draw *draw, int i)
{
    return caper_vec3_make(i & 1 ? draw->stage.max.x : draw->stage.min.x,
                           i & 2 ? draw->stage.max.y : draw->stage.min.y,
                           i & 4 ? draw->stage.max.z : draw->stage.min.z);
}

static void set_ground(caperi_draw *draw, const caper_render_scene *scene)
{
    caperi_ground_mesh *g = &draw->ground;
    g->point = caper_vec3_zero();
    g->normal = caper_vec3_make(0, 1, 0);
    bool there = !scene->world || caper_world_ground(scene->world, &g->point, &g->normal);
    caper_vec3 middle = caper_bounds_center(draw->stage);
    caper_vec3 size = caper_bounds_size(draw->stage);
    float above = caper_vec3_dot(g->normal, caper_vec3_sub(middle, g->point));
    g->center = caper_vec3_add_scaled(middle, g->normal, -above);
    bool given = scene->ground_radius > 0.0f;
    float radius = given ? scene->ground_radius : 2.6f * caper_max(largest(size), 1e-3f);
    g->radius = radius;
    // whoever is high above the ground still has his shadow on it
    float down = caper_vec3_dot(draw->light, g->normal);
    for (int i = 0; i < 8 && down > 0.02f && !given; i++) {
        caper_vec3 p = stage_corner(draw, i);
        float high = caper_max(caper_vec3_dot(g->normal, caper_vec3_sub(p, g->point)), 0.0f);
        caper_vec3 hit = caper_vec3_add_scaled(p, draw->light, -high / down);
        float away = caper_min(caper_vec3_distance(hit, g->center), 10.0f * radius);
        g->radius = caper_max(g->radius, 1.3f * away);
    }
    caper_vec3 x = caper_vec3_make(1, 0, 0);
    g->u = caper_vec3_normalize(caper_vec3_add_scaled(x, g->normal, -caper_vec3_dot(x, g->normal)));
    g->v = caper_vec3_cross(g->u, g->normal);
    // from below it would hide everything
    caper_vec3 toward = caperi_lens_toward(&draw->lens, g->point);
    g->shown = scene->ground && there && caper_vec3_dot(toward, g->normal) > 0.0f;
    draw->grid_step =
        scene->grid_step > 0.0f ? scene->grid_step : caper_render_grid_step(largest(size));
}

static void put_vec3(float out[4], caper_vec3 v, float w)
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
    out[3] = w;
}

static void set_view(caperi_draw *draw, const caper_render_scene *scene)
{
    const caperi_lens *lens = &draw->lens;
    const caperi_ground_mesh *g = &draw->ground;
    float nearest = INFINITY, farthest = -INFINITY;
    for (int i = 0; i < 8; i++) {
        float depth =
            caper_vec3_dot(lens->forward, caper_vec3_sub(stage_corner(draw, i), lens->eye));
        nearest = caper_min(nearest, depth);
        farthest = caper_max(farthest, depth);
    }
    float middle = caper_vec3_dot(lens->forward, caper_vec3_sub(g->center, lens->eye));
    float reach = 1.5f * g->radius;
    float last = caper_max(farthest, middle) + reach;
    float first = lens->parallel ? caper_min(nearest, middle) - reach
                                 : caper_max(0.2f * nearest, 1e-3f * caper_max(last, 1e-3f));
    caper_mat4 matrix = caperi_lens_matrix(lens, first, caper_max(last, first * 2.0f + 1e-3f));
    caperi_view_block *view = &draw->view;
    for (int i = 0; i < 16; i++) {
        view->view_projection[i] = matrix.m[i];
    }
    put_vec3(view->eye, lens->parallel ? caper_vec3_neg(lens->forward) : lens->eye,
             lens->parallel ? 0.0f : 1.0f);
    for (int i = 0; i < 3; i++) {
        view->background[i] = (float)(scene->background >> (16 - 8 * i) & 0xff) / 255.0f;
    }
    put_vec3(view->grid_u, g->u, draw->grid_step);
    put_vec3(view->grid_v, g->v, scene->grid ? 1.0f : 0.0f);
    put_vec3(view->ground, g->center, g->radius);
}

// The shadow map looks along the light at the stage. Its size goes in steps and its place in whole
// texels, so that the soft edges of shadows do not crawl from frame to frame.
static void set_shadow(caperi_draw *draw, int map_size)
{
    caper_vec3 z = draw->light, x = caper_vec3_any_orthogonal(z), y = caper_vec3_cross(z, x);
    caper_bounds box = caper_bounds_empty();
    for (int i = 0; i < 8; i++) {
        caper_vec3 p = stage_corner(draw, i);
        box = caper_bounds_add_point(
            box, caper_vec3_make(caper_vec3_dot(x, p), caper_vec3_dot(y, p), caper_vec3_dot(z, p)));
    }
    caper_vec3 size = caper_bounds_size(box), c = caper_bounds_center(box);
    float wide = 1e-3f, need = 1.1f * caper_max(size.x, size.y);
    while (wide < need) {
        wide *= 1.1892071f; // a quarter of an octave
    }
    float texel = wide / (float)map_size;
    c.x = floorf(c.x / texel) * texel;
    c.y = floorf(c.y / texel) * texel;
    float deep = size.z + 0.1f * wide;
    float h = 0.5f * wide;
    // depth grows away from the light
    caper_mat4 m = {{x.x / h, y.x / h, -2 * z.x / deep, 0, x.y / h, y.y / h, -2 * z.y / deep, 0,
                     x.z / h, y.z / h, -2 * z.z / deep, 0, -c.x / h, -c.y / h, 2 * c.z / deep, 1}};
    caper_mat4 half = {{0.5f, 0, 0, 0, 0, 0.5f, 0, 0, 0, 0, 0.5f, 0, 0.5f, 0.5f, 0.5f, 1}};
    caper_mat4 lookup = caper_mat4_mul(half, m);
    draw->shadow_view = draw->view;
    for (int i = 0; i < 16; i++) {
        draw->shadow_view.view_projection[i] = m.m[i];
        draw->view.shadow[i] = lookup.m[i];
    }
    put_vec3(draw->view.light, draw->light, 1.5f * texel);
    draw->view.texel[0] = 1.0f / (float)map_size;
}

// The rounder an edge is on the screen, the finer its mesh: by radius in pixels.
static int level_of(const caperi_draw *draw, const caperi_gl_solid *s)
{
    static const float limits[CAPERI_ROUND_LEVELS - 1] = {3.0f, 12.0f, 40.0f};
    caper_vec3 p = caper_vec3_make(s->center[0], s->center[1], s->center[2]);
    float pixel = caperi_lens_pixel_at(&draw->lens, p);
    int level = 0;
    while (level < CAPERI_ROUND_LEVELS - 1 && s->radius > limits[level] * pixel) {
        level++;
    }
    return level;
}

typedef struct rank {
    int level;
    float depth;
    int index;
} rank;

static int compare_ranks(const void *a, const void *b)
{
    const rank *p = a, *q = b;
    if (p->level != q->level) {
        return p->level < q->level ? -1 : 1;
    }
    if (p->depth != q->depth) {
        return p->depth < q->depth ? -1 : 1;
    }
    return p->index < q->index ? -1 : p->index > q->index;
}

// By level, and within one from front to back, so that the depth test spares what is hidden.
static bool order_solids(caperi_draw *draw, int markers, caper_arena *arena)
{
    // the solids of markers follow in the same array
    size_t room = (size_t)draw->solid_count + CAPERI_MARKER_SOLIDS * (size_t)markers + 1;
    caperi_gl_solid *ordered = caper_arena_alloc(arena, room * sizeof(caperi_gl_solid), 16);
    rank *ranks = caper_arena_alloc(arena, room * sizeof(rank), 16);
    if (!ordered || !ranks) {
        return false;
    }
    for (int i = 0; i < draw->solid_count; i++) {
        const caperi_gl_solid *s = &draw->solids[i];
        caper_vec3 p = caper_vec3_make(s->center[0], s->center[1], s->center[2]);
        float depth = caper_vec3_dot(draw->lens.forward, caper_vec3_sub(p, draw->lens.eye));
        ranks[i] = (rank){level_of(draw, s), depth, i};
        draw->level_counts[ranks[i].level]++;
    }
    qsort(ranks, (size_t)draw->solid_count, sizeof(rank), compare_ranks);
    for (int i = 0; i < draw->solid_count; i++) {
        ordered[i] = draw->solids[ranks[i].index];
    }
    draw->solids = ordered;
    return true;
}

// --- all of it ---------------------------------------------------------------------------------

static bool make_room(caperi_draw *draw, const caper_render_scene *scene, caper_arena *arena,
                      caper_error *error)
{
    int64_t solids = 0, vertices = 0, indices = 0, skins = 0, flat = CAPERI_GROUND_VERTICES;
    for (int i = 0; i < scene->item_count; i++) {
        const caper_render_item *item = &scene->items[i];
        solids += item->skin_count > 0 ? 0 : item->character->body_count;
        skins += item->skin_count;
        for (int k = 0; k < item->skin_count; k++) {
            vertices += item->skins[k].vertex_count;
            indices += item->skins[k].index_count;
        }
        flat += 6 * (int64_t)item->mark_count;
        for (int k = 0; k < item->trail_count; k++) {
            flat += 6 * (int64_t)item->trails[k].point_count;
        }
    }
    if (scene->world) {
        int count = 0;
        count = caper_world_boxes(scene->world, NULL);
        solids += count;
    }
    if (scene->frame) {
        solids += (int64_t)scene->frame->platform_count +
                  CAPERI_TARGET_SOLIDS * (int64_t)scene->frame->target_count;
    }
    solids += CAPERI_MARKER_SOLIDS * (int64_t)scene->marker_count;
    flat += 12 * (int64_t)scene->marker_count;
    if (solids > INT_MAX / 256 || vertices > INT_MAX / 64 || indices > INT_MAX / 8 ||
        flat > INT_MAX / 64) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, "render", 0, 0,
                               "found a scene of %lld boxes and %lld vertices, expected fewer",
                               (long long)solids, (long long)vertices);
    }
    draw->solids = caper_arena_alloc(arena, (size_t)(solids + 1) * sizeof(caperi_gl_solid), 16);
    draw->mesh = caper_arena_alloc(arena, (size_t)(vertices + 1) * sizeof(caperi_mesh_vertex), 16);
    draw->indices = caper_arena_alloc(arena, (size_t)(indices + 1) * sizeof(uint32_t), 16);
    draw->batches = caper_arena_alloc(arena, (size_t)(skins + 1) * sizeof(caperi_batch), 16);
    draw->flat = caper_arena_alloc(arena, (size_t)flat * sizeof(caperi_flat_vertex), 16);
    draw->flat_room = (int)flat;
    return (draw->solids && draw->mesh && draw->indices && draw->batches && draw->flat) ||
           caper_error_set(error, CAPER_ERROR_MEMORY, "render", 0, 0, "out of memory for a frame");
}

bool caperi_draw_collect(caperi_draw *draw, const caper_render_scene *scene, caper_arena *arena,
                         int shadow_size, caper_error *error)
{
    set_stage(draw, scene);
    set_light(draw, scene);
    set_ground(draw, scene);
    set_view(draw, scene);
    set_shadow(draw, shadow_size);
    if (!make_room(draw, scene, arena, error)) {
        return false;
    }
    for (int i = 0; i < scene->item_count; i++) {
        const caper_render_item *item = &scene->items[i];
        if (item->skin_count == 0) {
            add_bodies(draw, item);
        } else if (!caperi_draw_skins(draw, item, arena, error)) {
            return false;
        }
    }
    float round = 0.012f * largest(caper_bounds_size(draw->stage));
    if (scene->world) {
        add_world(draw, scene->world, round);
    }
    if (scene->frame) {
        add_frame(draw, scene->frame, round);
    }
    if (!order_solids(draw, scene->marker_count, arena)) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, "render", 0, 0,
                               "out of memory for a frame");
    }
    int count = draw->solid_count;
    caperi_draw_marker_solids(draw, scene);
    draw->overlay_count = draw->solid_count - count;
    draw->solid_count = count;
    caperi_draw_ground(draw, scene->shadows);
    for (int i = 0; i < scene->item_count; i++) {
        caperi_draw_marks(draw, &scene->items[i]);
    }
    for (int i = 0; i < scene->item_count; i++) {
        caperi_draw_trails(draw, &scene->items[i]);
    }
    caperi_draw_marker_lines(draw, scene);
    return true;
}
