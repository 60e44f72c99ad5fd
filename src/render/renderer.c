// SPDX-License-Identifier: MIT
//
// The renderer: the order of a frame. Shadow map first, then solids and skins from front to back as
// they come, then the ground (which the depth test keeps from being shaded under characters), then
// what of skins blends, then marks and trails over it, then markers over everything, and last the
// labels, which are written into the finished picture.
#include "render/render.h"

static const int round_steps[CAPERI_ROUND_LEVELS] = {2, 3, 4, 7};

caper_renderer_def caper_renderer_def_default(void)
{
    caper_renderer_def def = {0};
    def.samples = 4;
    def.shadow_size = 1024;
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

static bool set_rounds(caperi_gl *gl, caper_arena *arena, caper_error *error)
{
    for (int i = 0; i < CAPERI_ROUND_LEVELS; i++) {
        int m = round_steps[i];
        size_t vertex_count = CAPERI_ROUND_VERTICES((size_t)m);
        size_t index_count = CAPERI_ROUND_INDICES((size_t)m);
        caperi_round_vertex *vertices =
            caper_arena_alloc(arena, vertex_count * sizeof(*vertices), 16);
        uint16_t *indices = caper_arena_alloc(arena, index_count * sizeof(*indices), 16);
        if (!vertices || !indices) {
            return caper_error_set(error, CAPER_ERROR_MEMORY, "render", 0, 0,
                                   "out of memory for a renderer");
        }
        caperi_round_mesh(m, vertices, indices);
        caperi_gl_set_round(gl, i, vertices, (int)vertex_count, indices, (int)index_count);
    }
    return true;
}

// A window's context is current already, and stays so; what the renderer bound does not.
static bool enter(caper_renderer *r, caper_error *error)
{
    return r->window || caperi_context_enter(&r->context, error);
}

static void leave(caper_renderer *r)
{
    if (r->window) {
        caperi_gl_unbind();
    } else {
        caperi_context_leave(&r->context);
    }
}

caper_renderer *caper_renderer_create(const caper_renderer_def *def, caper_error *error)
{
    bool good = def && def->cookie == CAPER_DEF_COOKIE &&
                (def->samples == 1 || def->samples == 4 || def->samples == 16) &&
                def->shadow_size >= 64 && def->shadow_size <= 8192;
    CAPER_ASSERT(good);
    if (!good) {
        caper_error_set(error, CAPER_ERROR_INVALID, "render", 0, 0,
                        "found a bad renderer def, expected 1, 4 or 16 samples and "
                        "a shadow map of 64 to 8192");
        return NULL;
    }
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    caper_renderer *r = caper_alloc_zero(&allocator, sizeof(*r), _Alignof(caper_renderer));
    if (!r) {
        caper_error_set(error, CAPER_ERROR_MEMORY, "render", 0, 0, "out of memory for a renderer");
        return NULL;
    }
    r->allocator = allocator;
    r->samples = def->samples;
    r->window = def->window;
    caper_arena_init(&r->arena, &allocator, 1 << 18);
    if (!def->window && !caperi_context_create(&r->context, error)) {
        caper_renderer_destroy(r);
        return NULL;
    }
    bool entered = enter(r, error);
    bool made = entered && caperi_gl_create(&r->gl, def->shadow_size, def->samples > 1, error) &&
                set_rounds(&r->gl, &r->arena, error);
    if (entered) {
        leave(r);
    }
    if (!made) {
        caper_renderer_destroy(r);
        return NULL;
    }
    return r;
}

void caper_renderer_destroy(caper_renderer *renderer)
{
    if (!renderer) {
        return;
    }
    if ((renderer->window || renderer->context.context) && enter(renderer, NULL)) {
        caperi_textures_free(renderer);
        caperi_gl_destroy(&renderer->gl);
        leave(renderer);
    }
    caperi_context_destroy(&renderer->context);
    caper_arena_destroy(&renderer->arena);
    caper_allocator allocator = renderer->allocator;
    caper_free(&allocator, renderer, sizeof(*renderer));
}

const char *caper_renderer_device(const caper_renderer *renderer)
{
    return renderer ? renderer->gl.device : "none";
}

// --- a frame -----------------------------------------------------------------------------------

static bool refuse(caper_error *error, const char *why)
{
    return caper_error_set(error, CAPER_ERROR_INVALID, "render", 0, 0, "%s", why);
}

static bool check_item(const caper_render_item *item, caper_error *error)
{
    if (!item->character) {
        return refuse(error, "found an item without a character");
    }
    if (item->model &&
        (!item->model->bodies || item->model->body_count != item->character->body_count)) {
        return refuse(error, "found a pose of another number of bodies than its character's");
    }
    if (!caper_transform_is_valid(item->root, 1e-3f)) {
        return refuse(error, "found an item's root that is not a rotation and a finite place");
    }
    if (!(item->fade >= 0.0f && item->fade <= 1.0f) ||
        !(item->tint_amount >= 0.0f && item->tint_amount <= 1.0f)) {
        return refuse(error, "found a fade or tint amount outside of 0 to 1");
    }
    if (item->skin_count < 0 || item->mark_count < 0 || item->trail_count < 0 ||
        (item->skin_count > 0 && !item->skins) || (item->mark_count > 0 && !item->marks) ||
        (item->trail_count > 0 && !item->trails)) {
        return refuse(error, "found an item that counts skins, marks or trails it does not have");
    }
    for (int i = 0; i < item->trail_count; i++) {
        if (item->trails[i].point_count < 0 ||
            (item->trails[i].point_count > 0 && !item->trails[i].points)) {
            return refuse(error, "found a trail that counts points it does not have");
        }
    }
    return true;
}

static bool check_scene(const caper_render_scene *scene, int width, int height, caper_error *error)
{
    if (!scene || scene->cookie != CAPER_DEF_COOKIE) {
        return refuse(error, "found a scene that caper_render_scene_default did not start");
    }
    if (width < 1 || height < 1 || width > CAPER_PICTURE_MAX || height > CAPER_PICTURE_MAX) {
        return refuse(error, "found no picture to draw to");
    }
    if (scene->item_count < 0 || (scene->item_count > 0 && !scene->items)) {
        return refuse(error, "found a scene that counts items it does not have");
    }
    if (scene->marker_count < 0 || (scene->marker_count > 0 && !scene->markers)) {
        return refuse(error, "found a scene that counts markers it does not have");
    }
    if (!caper_vec3_is_finite(scene->light) || !isfinite(scene->grid_step) ||
        !isfinite(scene->ground_radius)) {
        return refuse(error, "found a light, grid step or ground radius that is not finite");
    }
    for (int i = 0; i < scene->item_count; i++) {
        if (!check_item(&scene->items[i], error)) {
            return false;
        }
    }
    return true;
}

static void add_to_rect(caperi_rect *rect, const caper_render_scene *scene,
                        const caper_renderer *picture, caper_vec3 point)
{
    float x, y;
    if (!caper_camera_project(&scene->camera, picture->width, picture->height, point, &x, &y,
                              NULL) ||
        !(fabsf(x) < 1e6f && fabsf(y) < 1e6f)) {
        *rect = (caperi_rect){0, 0, picture->width, picture->height};
        return;
    }
    rect->left = (int)floorf(x) - 2 < rect->left ? (int)floorf(x) - 2 : rect->left;
    rect->right = (int)ceilf(x) + 2 > rect->right ? (int)ceilf(x) + 2 : rect->right;
    rect->top = (int)floorf(y) - 2 < rect->top ? (int)floorf(y) - 2 : rect->top;
    rect->bottom = (int)ceilf(y) + 2 > rect->bottom ? (int)ceilf(y) + 2 : rect->bottom;
}

// The part of the picture that shows more than ground. Only there are samples of any use: the
// ground has soft lines and no edges.
static caperi_rect busy_part(const caperi_draw *d, const caper_render_scene *scene,
                             const caper_renderer *picture)
{
    caperi_rect whole = {0, 0, picture->width, picture->height};
    caperi_rect rect = {picture->width, picture->height, 0, 0};
    if (scene->world || caper_bounds_is_empty(d->actors)) {
        return whole;
    }
    for (int i = 0; i < 8; i++) {
        add_to_rect(&rect, scene, picture,
                    caper_vec3_make(i & 1 ? d->actors.max.x : d->actors.min.x,
                                    i & 2 ? d->actors.max.y : d->actors.min.y,
                                    i & 4 ? d->actors.max.z : d->actors.min.z));
    }
    int first = d->ground_count + d->shadow_count;
    int count = d->mark_count + d->trail_count + d->line_count;
    for (int i = first; i < first + count; i++) {
        const float *p = d->flat[i].position;
        add_to_rect(&rect, scene, picture, caper_vec3_make(p[0], p[1], p[2]));
    }
    // solids, since those of markers and targets reach beyond the bounds of the actors
    for (int i = 0; i < d->solid_count + d->overlay_count; i++) {
        const caperi_gl_solid *s = &d->solids[i];
        caper_vec3 c = caper_vec3_make(s->center[0], s->center[1], s->center[2]);
        float r = caper_vec3_length(caper_vec3_make(s->half[0], s->half[1], s->half[2]));
        add_to_rect(&rect, scene, picture, caper_vec3_add_scaled(c, d->lens.up, r));
        add_to_rect(&rect, scene, picture, caper_vec3_add_scaled(c, d->lens.up, -r));
        add_to_rect(&rect, scene, picture, caper_vec3_add_scaled(c, d->lens.right, r));
        add_to_rect(&rect, scene, picture, caper_vec3_add_scaled(c, d->lens.right, -r));
    }
    rect.left = rect.left < 0 ? 0 : rect.left;
    rect.top = rect.top < 0 ? 0 : rect.top;
    rect.right = rect.right > whole.right ? whole.right : rect.right;
    rect.bottom = rect.bottom > whole.bottom ? whole.bottom : rect.bottom;
    bool empty = rect.left >= rect.right || rect.top >= rect.bottom;
    return empty ? (caperi_rect){0, 0, 1, 1} : rect;
}

static void draw_ground(caperi_gl *gl, const caperi_draw *d)
{
    caperi_gl_draw_flat(gl, CAPERI_PROGRAM_GROUND, 0, d->ground_count);
    caperi_gl_draw_flat(gl, CAPERI_PROGRAM_GROUND_SHADOW, d->ground_count, d->shadow_count);
}

// Where alpha is more than this, a skin that blends hides what is behind it like any other: hair in
// layers would else show its back through its front.
#define SOLID_ENOUGH 0.9f

static void draw_batch(caper_renderer *r, const caperi_batch *b, bool shadow, bool blend)
{
    const caper_skin *skin = b->skin;
    if (!skin) {
        caperi_gl_draw_mesh(&r->gl, shadow ? CAPERI_PROGRAM_MESH_DEPTH : CAPERI_PROGRAM_MESH,
                            b->first, b->count);
        return;
    }
    float solid = shadow ? 0.5f : SOLID_ENOUGH;
    caperi_gl_look look = {.texture = caperi_texture_of(r, skin), .picture = b->picture};
    look.cutoff = blend                              ? 0.004f
                  : skin->alpha == CAPER_ALPHA_MASK  ? skin->alpha_cutoff
                  : skin->alpha == CAPER_ALPHA_BLEND ? solid
                                                     : 0.0f;
    look.blend = blend;
    look.one_side = skin->single_sided;
    caperi_gl_draw_skin(&r->gl, shadow ? CAPERI_PROGRAM_SKIN_DEPTH : CAPERI_PROGRAM_SKIN, &look,
                        b->first, b->count);
}

static void draw_batches(caper_renderer *r, const caperi_draw *d, bool shadow)
{
    for (int i = 0; i < d->batch_count; i++) {
        draw_batch(r, &d->batches[i], shadow, false);
    }
}

// What blends, the farthest first.
static void draw_blended(caper_renderer *r, const caperi_draw *d)
{
    float before = INFINITY;
    for (;;) {
        float next = -INFINITY;
        for (int i = 0; i < d->batch_count; i++) {
            const caperi_batch *b = &d->batches[i];
            bool blends = b->skin && b->skin->alpha == CAPER_ALPHA_BLEND && b->depth < before;
            next = blends ? caper_max(next, b->depth) : next;
        }
        if (!(next > -INFINITY)) {
            return;
        }
        for (int i = 0; i < d->batch_count; i++) {
            const caperi_batch *b = &d->batches[i];
            if (b->skin && b->skin->alpha == CAPER_ALPHA_BLEND && b->depth == next) {
                draw_batch(r, b, false, true);
            }
        }
        before = next;
    }
}

static void draw_frame(caper_renderer *r, const caperi_draw *d, caperi_rect part, bool shadows)
{
    caperi_gl *gl = &r->gl;
    caperi_gl_set_solids(gl, d->solids, d->solid_count + d->overlay_count);
    caperi_gl_set_mesh(gl, d->mesh, d->mesh_count, d->indices, d->index_count);
    int flat = d->ground_count + d->shadow_count + d->mark_count + d->trail_count + d->line_count;
    caperi_gl_set_flat(gl, d->flat, flat);

    caperi_gl_begin_shadow(gl); // cleared even when unused: everything is then in the light
    if (shadows) {
        caperi_gl_set_view(gl, &d->shadow_view);
        caperi_gl_draw_solids(gl, CAPERI_PROGRAM_SOLID_DEPTH, 0, 0, d->solid_count);
        draw_batches(r, d, true);
        caperi_gl_draw_field(gl, CAPERI_PROGRAM_MESH_DEPTH);
    }

    caperi_gl_set_view(gl, &d->view);
    bool whole = (int64_t)(part.right - part.left) * (part.bottom - part.top) * 4 >
                 (int64_t)r->width * r->height * 3;
    if (whole || !caperi_gl_begin_ground(gl, d->view.background)) {
        part = (caperi_rect){0, 0, r->width, r->height};
    } else {
        draw_ground(gl, d);
    }
    caperi_gl_begin_scene(gl, d->view.background, part);
    int first = 0;
    for (int i = 0; i < CAPERI_ROUND_LEVELS; i++) {
        caperi_gl_draw_solids(gl, CAPERI_PROGRAM_SOLID, i, first, d->level_counts[i]);
        first += d->level_counts[i];
    }
    draw_batches(r, d, false);
    caperi_gl_draw_field(gl, CAPERI_PROGRAM_MESH);
    draw_ground(gl, d);
    draw_blended(r, d);
    first = d->ground_count + d->shadow_count;
    caperi_gl_draw_flat(gl, CAPERI_PROGRAM_MARK, first, d->mark_count);
    first += d->mark_count;
    caperi_gl_draw_flat(gl, CAPERI_PROGRAM_TRAIL, first, d->trail_count);
    if (d->line_count + d->overlay_count > 0) {
        caperi_gl_begin_overlay();
        first += d->trail_count;
        caperi_gl_draw_flat(gl, CAPERI_PROGRAM_TRAIL, first, d->line_count);
        caperi_gl_draw_solids(gl, CAPERI_PROGRAM_SOLID, CAPERI_ROUND_LEVELS - 2, d->solid_count,
                              d->overlay_count);
    }
}

// What an item covers of the picture: left, right and top. False when none of it is in front of the
// viewer.
typedef struct cover {
    float left, right, top;
} cover;

static bool cover_of(const caper_render_scene *scene, const caper_render_item *item,
                     const caper_picture *picture, caper_arena *arena, cover *out)
{
    int count = caper_render_item_points(item, NULL, 0);
    caper_vec3 *points = caper_arena_alloc(arena, (size_t)(count + 1) * sizeof(*points), 4);
    *out = (cover){INFINITY, -INFINITY, INFINITY};
    if (points) {
        caper_render_item_points(item, points, count);
    }
    for (int i = 0; points && i < count; i++) {
        float x, y;
        if (caper_camera_project(&scene->camera, picture->width, picture->height, points[i], &x, &y,
                                 NULL)) {
            out->left = caper_min(out->left, x);
            out->right = caper_max(out->right, x);
            out->top = caper_min(out->top, y);
        }
    }
    return out->left <= out->right;
}

// The places that labels take.
enum {
    MOST_LABELS = 64
};
typedef struct label_list {
    cover taken[MOST_LABELS];
    int count;
} label_list;

// A label about x with its base line at y; one that would cover another moves up.
static void put_label(label_list *list, caper_picture *picture, const caper_text_style *style,
                      float x, float y, const char *text)
{
    float half = 0.5f * caper_picture_text_width(style, text) + 2.0f;
    for (int k = 0; k < list->count; k++) {
        const cover *t = &list->taken[k];
        if (x - half < t->right && x + half > t->left && fabsf(y - t->top) < 1.1f * style->size) {
            y = t->top - 1.15f * style->size;
            k = -1; // it may now cover another
        }
    }
    y = caper_max(y, style->size);
    if (list->count < MOST_LABELS) {
        list->taken[list->count++] = (cover){x - half, x + half, y};
    }
    caper_picture_text(picture, x, y, style, text);
}

// Labels of characters stand above them, those of markers at their right.
static void draw_labels(const caperi_draw *draw, const caper_render_scene *scene,
                        caper_picture *picture, caper_arena *arena)
{
    label_list list = {.count = 0};
    caper_text_style style = caper_text_style_default();
    style.size = scene->label_size;
    style.align = CAPER_TEXT_CENTER;
    style.halo = true;
    style.halo_color = scene->background;
    for (int i = 0; i < scene->item_count; i++) {
        const caper_render_item *item = &scene->items[i];
        cover c;
        if (item->label && item->label[0] && cover_of(scene, item, picture, arena, &c)) {
            put_label(&list, picture, &style, 0.5f * (c.left + c.right), c.top - 0.6f * style.size,
                      item->label);
        }
    }
    style.size *= 0.85f;
    for (int i = 0; i < scene->marker_count; i++) {
        const caper_render_marker *m = &scene->markers[i];
        caper_vec3 at = m->transform.position;
        float x, y;
        if (m->label && m->label[0] && caperi_marker_is_drawn(m) &&
            caper_camera_project(&scene->camera, picture->width, picture->height, at, &x, &y,
                                 NULL)) {
            float pixels = caperi_marker_size(draw, m) / caperi_lens_pixel_at(&draw->lens, at);
            x += pixels + 0.4f * style.size + 0.5f * caper_picture_text_width(&style, m->label);
            put_label(&list, picture, &style, x, y + 0.35f * style.size, m->label);
        }
    }
}

// Draw into the renderer's own targets; the context stays entered where it comes back with one.
static const caperi_gl_target *draw_scene(caper_renderer *r, const caper_render_scene *scene,
                                          int width, int height, caperi_draw *draw,
                                          caper_error *error)
{
    if (!caperi_lens_make(&scene->camera, width, height, &draw->lens)) {
        refuse(error, "found a camera that cannot see: eye, target, up, fov or height");
        return NULL;
    }
    caper_arena_reset(&r->arena);
    if (!caperi_draw_collect(draw, scene, &r->arena, r->gl.shadow_size, error) ||
        !enter(r, error)) {
        return NULL;
    }
    if (!caperi_gl_resize(&r->gl, width, height, r->samples, error) ||
        !caperi_field_update(&r->gl, scene->world, &r->arena, error)) {
        leave(r);
        return NULL;
    }
    r->width = width;
    r->height = height;
    r->frame++;
    draw_frame(r, draw, busy_part(draw, scene, r), scene->shadows);
    return caperi_gl_finish(&r->gl);
}

bool caper_render(caper_renderer *renderer, const caper_render_scene *scene, caper_picture *picture,
                  caper_error *error)
{
    CAPER_ASSERT(renderer);
    if (!renderer) {
        return refuse(error, "found no renderer");
    }
    bool drawable = picture && picture->pixels;
    if (!check_scene(scene, drawable ? picture->width : 0, drawable ? picture->height : 0, error)) {
        return false;
    }
    caperi_draw draw = {0};
    const caperi_gl_target *target =
        draw_scene(renderer, scene, picture->width, picture->height, &draw, error);
    if (!target) {
        return false;
    }
    bool good = caperi_gl_read(target, picture->pixels, error);
    leave(renderer);
    if (good && scene->labels) {
        draw_labels(&draw, scene, picture, &renderer->arena);
    }
    return good;
}

unsigned caper_render_texture(caper_renderer *renderer, const caper_render_scene *scene, int width,
                              int height, caper_error *error)
{
    CAPER_ASSERT(renderer);
    if (!renderer || !renderer->window) {
        refuse(error, "found a renderer without a window, expected one made for a window");
        return 0;
    }
    caperi_draw draw = {0};
    const caperi_gl_target *target = check_scene(scene, width, height, error)
                                         ? draw_scene(renderer, scene, width, height, &draw, error)
                                         : NULL;
    return target && caperi_gl_leave(error) ? target->texture : 0;
}
