// SPDX-License-Identifier: MIT
//
// Skins: caper_skinning on the CPU, where a software driver would do it too. Weights of morph
// targets are the pose's deforms of the same name.
#include "render/render.h"

#include <string.h>

// Screen color (sRGB) of a linear one.
static uint8_t screen_byte(float linear)
{
    float x = caper_clamp(linear, 0.0f, 1.0f);
    float y = x <= 0.0031308f ? 12.92f * x : 1.055f * caper_pow(x, 1.0f / 2.4f) - 0.055f;
    return (uint8_t)(255.0f * y + 0.5f);
}

// Plain white is what materials say whose color was not read: those are shown as if of clay.
static bool is_clay(const caper_skin *skin)
{
    return skin->color[0] >= 1.0f && skin->color[1] >= 1.0f && skin->color[2] >= 1.0f &&
           !skin->colors && !(skin->image && skin->uvs);
}

static uint32_t screen_color(const float linear[3])
{
    return (uint32_t)screen_byte(linear[0]) << 16 | (uint32_t)screen_byte(linear[1]) << 8 |
           (uint32_t)screen_byte(linear[2]);
}

// The color of a vertex, and how much of what is behind it covers.
static uint32_t vertex_color(const caper_skin *skin, int vertex, float *cover)
{
    const float *own = skin->colors + 4 * (size_t)vertex;
    float color[3];
    for (int i = 0; i < 3; i++) {
        color[i] = skin->color[i] * own[i];
    }
    *cover = skin->color[3] * own[3];
    return screen_color(color);
}

static bool is_plain(const caper_skin *skin)
{
    return !(skin->image && skin->uvs) && skin->alpha == CAPER_ALPHA_OPAQUE && !skin->single_sided;
}

// How far away the last vertices of the mesh are, by some of them.
static float mean_depth(const caperi_draw *draw, int count)
{
    float sum = 0.0f;
    int taken = 0;
    for (int i = draw->mesh_count - count; i < draw->mesh_count; i += count / 16 + 1, taken++) {
        const float *p = draw->mesh[i].position;
        caper_vec3 at = caper_vec3_make(p[0], p[1], p[2]);
        sum += caper_vec3_dot(draw->lens.forward, caper_vec3_sub(at, draw->lens.eye));
    }
    return taken > 0 && isfinite(sum) ? sum / (float)taken : 0.0f;
}

// Plain skins are one batch; others one each.
static void end_batch(caperi_draw *draw, const caper_render_item *item, const caper_skin *skin,
                      int first)
{
    bool plain = is_plain(skin);
    caperi_batch *last = draw->batch_count > 0 ? &draw->batches[draw->batch_count - 1] : NULL;
    if (last && plain && !last->skin) {
        last->count += draw->index_count - first;
        return;
    }
    draw->batches[draw->batch_count++] =
        (caperi_batch){first, draw->index_count - first, plain ? NULL : skin,
                       1.0f - item->tint_amount, mean_depth(draw, skin->vertex_count)};
}

// The weight of a morph target: the deform "body.name" or "name" of the pose; 0 without.
static float morph_weight(const caper_render_item *item, const char *name)
{
    const caper_character *c = item->character;
    if (!item->model || !item->model->deforms) {
        return 0.0f;
    }
    for (int i = 0; i < c->deform_count && i < item->model->deform_count; i++) {
        const char *dot = strchr(c->deforms[i], '.');
        if (strcmp(c->deforms[i], name) == 0 || (dot && strcmp(dot + 1, name) == 0)) {
            return item->model->deforms[i];
        }
    }
    return 0.0f;
}

#define MOST_POINTS 2048

static int point_stride(const caper_skin *skin)
{
    return (skin->vertex_count + MOST_POINTS - 1) / MOST_POINTS;
}

int caperi_skin_point_count(const caper_skin *skin)
{
    int stride = point_stride(skin);
    return stride > 0 ? (skin->vertex_count + stride - 1) / stride : 0;
}

caper_vec3 caperi_skin_point(const caper_render_item *item, const caper_skin *skin, int index)
{
    int vertex = index * point_stride(skin);
    const caper_transform *poses = caperi_item_bodies(item);
    caper_vec3 sum = caper_vec3_zero();
    for (int k = 4 * vertex; k < 4 * vertex + 4; k++) {
        if (skin->weights[k] != 0.0f) {
            int body = skin->bodies[k];
            caper_vec3 p = caper_mat4_mul_point(skin->inverse_bind[body], skin->positions[vertex]);
            p = caper_transform_mul_point(poses[body], p);
            sum = caper_vec3_add_scaled(sum, p, skin->weights[k]);
        }
    }
    return caper_transform_mul_point(item->root, sum);
}

static bool is_finite_vertex(const caperi_mesh_vertex *v)
{
    return isfinite(v->position[0]) && isfinite(v->position[1]) && isfinite(v->position[2]);
}

// The color of a vertex whose bodies have colors of their own: by how much it hangs on them.
static void color_vertex(const caper_render_item *item, const caper_skin *skin, int vertex,
                         uint8_t color[4])
{
    for (int k = 4 * vertex; item->colors && k < 4 * vertex + 4; k++) {
        uint32_t lit = item->colors[skin->bodies[k]];
        for (int i = 0; lit && i < 3; i++) {
            float to = (float)(lit >> (16 - 8 * i) & 255);
            color[i] = (uint8_t)caper_lerp(color[i], to, caper_clamp(skin->weights[k], 0, 1));
        }
    }
}

static void add_skin(caperi_draw *draw, const caper_render_item *item, const caper_skin *skin,
                     const caper_mat4 *bodies, const float *morphs, caper_vec3 *moved)
{
    uint8_t color[4];
    uint32_t base = is_clay(skin) ? 0xe2d9cb : screen_color(skin->color);
    uint8_t fade = (uint8_t)(255.0f * item->fade);
    caperi_color_bytes(caperi_color_mix(base, item->tint, item->tint_amount), fade, color);
    caper_skinning_job job = {.skin = skin,
                              .palette = bodies,
                              .morphs = morphs,
                              .positions = moved,
                              .normals = moved + skin->vertex_count};
    caper_skinning(&job);
    caperi_mesh_vertex *out = draw->mesh + draw->mesh_count;
    for (int i = 0; i < skin->vertex_count; i++, out++) {
        memcpy(out->position, &job.positions[i], sizeof out->position);
        memcpy(out->normal, &job.normals[i], sizeof out->normal);
        memcpy(out->color, color, 4);
        out->cover = skin->color[3];
        out->uv[0] = skin->uvs ? skin->uvs[2 * i] : 0.0f;
        out->uv[1] = skin->uvs ? skin->uvs[2 * i + 1] : 0.0f;
        if (skin->colors) {
            base = vertex_color(skin, i, &out->cover);
            caperi_color_bytes(caperi_color_mix(base, item->tint, item->tint_amount), fade,
                               out->color);
        }
        color_vertex(item, skin, i, out->color);
    }
    int first = draw->index_count;
    const caperi_mesh_vertex *vertices = draw->mesh + draw->mesh_count;
    for (int i = 0; i + 2 < skin->index_count; i += 3) {
        const uint32_t *corner = skin->indices + i;
        // a triangle of a broken body is left out, as the body would be
        if (is_finite_vertex(&vertices[corner[0]]) && is_finite_vertex(&vertices[corner[1]]) &&
            is_finite_vertex(&vertices[corner[2]])) {
            for (int k = 0; k < 3; k++) {
                draw->indices[draw->index_count++] = corner[k] + (uint32_t)draw->mesh_count;
            }
        }
    }
    draw->mesh_count += skin->vertex_count;
    end_batch(draw, item, skin, first);
}

bool caperi_draw_skins(caperi_draw *draw, const caper_render_item *item, caper_arena *arena,
                       caper_error *error)
{
    const caper_character *c = item->character;
    const caper_transform *poses = caperi_item_bodies(item);
    caper_mat4 *bodies = caper_arena_alloc(arena, (size_t)c->body_count * sizeof(caper_mat4), 16);
    bool good = bodies != NULL;
    for (int s = 0; good && s < item->skin_count; s++) {
        const caper_skin *skin = &item->skins[s];
        for (int i = 0; i < c->body_count; i++) {
            caper_transform t = caper_transform_mul(item->root, poses[i]);
            if (!caper_transform_is_valid(t, 0.1f)) {
                t.position.x = NAN; // leaves out what hangs on it
            }
            bodies[i] = caper_mat4_mul(caper_transform_to_mat4(t), skin->inverse_bind[i]);
        }
        float *morphs = NULL;
        if (skin->morph_count > 0 && skin->morph_offsets) {
            morphs = caper_arena_alloc(arena, (size_t)skin->morph_count * sizeof(float), 4);
            for (int m = 0; morphs && m < skin->morph_count; m++) {
                morphs[m] = morph_weight(item, skin->morphs[m]);
            }
        }
        caper_arena_mark_point mark = caper_arena_mark(arena);
        caper_vec3 *moved =
            caper_arena_alloc(arena, 2 * (size_t)skin->vertex_count * sizeof(caper_vec3) + 1, 16);
        good = good && moved;
        if (moved) {
            add_skin(draw, item, skin, bodies, morphs, moved);
        }
        caper_arena_release(arena, mark);
    }
    return good ||
           caper_error_set(error, CAPER_ERROR_MEMORY, "render", 0, 0, "out of memory for a frame");
}
