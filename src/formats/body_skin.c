// SPDX-License-Identifier: MIT
//
// Skins for characters that have none: a rounded box for each body with a physical part, rigidly
// bound to it, one skin for each color of capabilities. A limb narrows towards the body that it
// leads to, and leads there: where its box ends elsewhere (boxes of captures lie along the axes of
// the file) it is turned to the joint. Invariant: what is not turned stays within its box, and
// fills it where it does not narrow.
#include "formats/body_skin.h"

#include <string.h>

#define GRID 4 // points of a side, edge to edge: the inner two are where the rounding begins
#define SIDE (GRID * GRID)
#define VERTICES (6 * SIDE)
#define INDICES (6 * 6 * (GRID - 1) * (GRID - 1))
#define LEAST_TAPER 0.6f
#define TIP_TAPER 0.45f // of tails, horns and the like, where nothing follows

// A rounded box that narrows along one axis.
typedef struct shape {
    caper_transform place; // of its middle, model space at rest
    caper_vec3 half;
    float round; // radius of the edges
    int axis;    // along which it narrows
    float near_scale, far_scale;
} shape;

static float get(caper_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static void set(caper_vec3 *v, int axis, float value)
{
    *(axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z) = value;
}

static int only_child(const caper_character *c, int body)
{
    int found = -1;
    for (int k = c->bodies[body].child; k >= 0; k = c->bodies[k].sibling) {
        if (c->bodies[k].caps & CAPER_CAP_HELPER)
            continue;
        if (found >= 0)
            return -1;
        found = k;
    }
    return found;
}

// Mean half width across its longest side.
static float width_of(const caper_body *b)
{
    caper_vec3 h = b->box_half;
    return 0.5f * (h.x + h.y + h.z - caper_max(h.x, caper_max(h.y, h.z)));
}

static int main_axis(caper_vec3 v)
{
    caper_vec3 a = caper_vec3_abs(v);
    return a.x > a.y && a.x > a.z ? 0 : a.y > a.z ? 1 : 2;
}

static bool outside(const caper_body *b, caper_vec3 point)
{
    caper_vec3 d = caper_vec3_abs(caper_vec3_sub(point, b->box_center));
    float grace = 1.2f;
    return d.x > grace * b->box_half.x || d.y > grace * b->box_half.y ||
           d.z > grace * b->box_half.z;
}

// Turn the shape of a limb to the way to its child, and make it as long.
static void turn_to(shape *s, caper_transform body, caper_vec3 way)
{
    float length = caper_vec3_length(way);
    caper_vec3 from = caper_vec3_zero();
    set(&from, s->axis, get(way, s->axis) < 0.0f ? -1.0f : 1.0f);
    s->place.position = caper_transform_mul_point(body, caper_vec3_scale(way, 0.5f));
    s->place.rotation = caper_quat_mul(
        body.rotation, caper_quat_between(from, caper_vec3_scale(way, 1.0f / length)));
    set(&s->half, s->axis, 0.5f * length);
}

static shape shape_of(const caper_character *c, int body)
{
    const caper_body *b = &c->bodies[body];
    shape s = {.half = b->box_half, .near_scale = 1.0f, .far_scale = 1.0f};
    s.place.rotation = c->rest_model[body].rotation;
    s.place.position = caper_transform_mul_point(c->rest_model[body], b->box_center);
    float least = caper_min(s.half.x, caper_min(s.half.y, s.half.z));
    s.round = least * (b->caps & CAPER_CAP_EYE ? 0.95f : 0.5f); // as they are drawn elsewhere
    int child = only_child(c, body);
    bool limb = (b->caps & CAPER_CAP_LIMB) && !(b->caps & (CAPER_CAP_FOOT | CAPER_CAP_HEAD));
    bool tip = child < 0 && b->child < 0 &&
               (b->caps & (CAPER_CAP_TAIL | CAPER_CAP_HORN | CAPER_CAP_TENTACLE));
    bool chain = child >= 0 && (limb || (b->caps & (CAPER_CAP_TAIL | CAPER_CAP_TENTACLE)));
    if (!tip && !chain)
        return s;
    caper_vec3 way = chain ? c->skeleton.rest_local[child].position : b->box_center;
    s.axis = main_axis(way);
    if (!(caper_vec3_length(way) > least)) // leads nowhere
        return s;
    float taper = chain ? width_of(&c->bodies[child]) / caper_max(width_of(b), 1e-9f) : TIP_TAPER;
    taper = caper_clamp(taper, tip ? TIP_TAPER : LEAST_TAPER, 1.0f);
    *(get(way, s.axis) < 0.0f ? &s.near_scale : &s.far_scale) = taper;
    if (chain && limb && outside(b, way))
        turn_to(&s, c->rest_model[body], way);
    return s;
}

// The point of the rounded box over a point of the plain one, and its normal, narrowed.
static void put_vertex(const shape *s, caper_vec3 plain, caper_vec3 *position, caper_vec3 *normal)
{
    caper_vec3 round = caper_vec3_make(s->round, s->round, s->round);
    caper_vec3 inner = caper_vec3_sub(s->half, round);
    caper_vec3 core = caper_vec3_max(caper_vec3_min(plain, inner), caper_vec3_scale(inner, -1.0f));
    caper_vec3 n = caper_vec3_normalize(caper_vec3_sub(plain, core));
    caper_vec3 p = caper_vec3_add_scaled(core, n, s->round);
    float long_half = get(s->half, s->axis), along = get(p, s->axis);
    float slope = 0.5f * (s->far_scale - s->near_scale) / long_half;
    float scale = 0.5f * (s->near_scale + s->far_scale) + slope * along;
    float lean = 0.0f;
    for (int k = 1; k < 3; k++) {
        int across = (s->axis + k) % 3;
        lean += get(p, across) * get(n, across);
        set(&p, across, get(p, across) * scale);
        set(&n, across, get(n, across) / scale);
    }
    set(&n, s->axis, get(n, s->axis) - lean * slope / scale);
    *position = caper_transform_mul_point(s->place, p);
    *normal = caper_quat_rotate(s->place.rotation, caper_vec3_normalize(n));
}

// One side of the box: a grid whose outer rows lie on its edges.
static void put_side(const shape *s, int side, caper_vec3 *positions, caper_vec3 *normals,
                     uint32_t *indices, uint32_t first)
{
    int axis = side / 2, u_axis = (axis + 1) % 3, v_axis = (axis + 2) % 3;
    float sign = side % 2 ? -1.0f : 1.0f;
    for (int v = 0; v < GRID; v++) {
        for (int u = 0; u < GRID; u++) {
            caper_vec3 p = caper_vec3_zero();
            const int at[2] = {u, v}, axes[2] = {u_axis, v_axis};
            set(&p, axis, sign * get(s->half, axis));
            for (int k = 0; k < 2; k++) {
                float half = get(s->half, axes[k]);
                float reach = at[k] == 0 || at[k] == GRID - 1 ? half : half - s->round;
                set(&p, axes[k], at[k] < GRID / 2 ? -reach : reach);
            }
            put_vertex(s, p, &positions[v * GRID + u], &normals[v * GRID + u]);
        }
    }
    int made = 0;
    for (uint32_t v = 0; v + 1 < GRID; v++) {
        for (uint32_t u = 0; u + 1 < GRID; u++) {
            uint32_t a = first + v * GRID + u;
            uint32_t corners[4] = {a, a + 1, a + GRID + 1, a + GRID};
            // counterclockwise seen from outside
            static const int around[2][6] = {{0, 1, 2, 0, 2, 3}, {0, 2, 1, 0, 3, 2}};
            for (int k = 0; k < 6; k++)
                indices[made++] = corners[around[side % 2][k]];
        }
    }
}

// Fingers and toes have no capability of their own: they are of what they hang on.
static uint32_t color_of(const caper_character *c, int body)
{
    caper_caps caps = c->bodies[body].caps | (body == c->root_body ? CAPER_CAP_ROOT : 0);
    for (int up = c->bodies[body].parent; caps == 0 && up >= 0; up = c->bodies[up].parent)
        caps = c->bodies[up].caps & ~(caper_caps)CAPER_CAP_EYE;
    return caper_caps_color(caps);
}

static bool make_skin(const caper_character *c, uint32_t color, int count, caper_arena *arena,
                      caper_skin *skin)
{
    size_t n = (size_t)count;
    caper_vec3 *positions = caper_arena_alloc_zero(arena, n * VERTICES, sizeof *positions, 16);
    caper_vec3 *normals = caper_arena_alloc_zero(arena, n * VERTICES, sizeof *normals, 16);
    uint16_t *bodies = caper_arena_alloc_zero(arena, n * VERTICES * 4, sizeof *bodies, 16);
    float *weights = caper_arena_alloc_zero(arena, n * VERTICES * 4, sizeof *weights, 16);
    uint32_t *indices = caper_arena_alloc_zero(arena, n * INDICES, sizeof *indices, 16);
    if (!positions || !normals || !bodies || !weights || !indices)
        return false;
    size_t made = 0;
    for (int i = 0; i < c->body_count; i++) {
        if ((c->bodies[i].caps & CAPER_CAP_HELPER) || color_of(c, i) != color)
            continue;
        shape s = shape_of(c, i);
        for (int side = 0; side < 6; side++) {
            size_t first = made * VERTICES + (size_t)(side * SIDE);
            put_side(&s, side, positions + first, normals + first,
                     indices + made * INDICES + (size_t)(side * INDICES / 6), (uint32_t)first);
        }
        for (size_t v = made * VERTICES; v < (made + 1) * VERTICES; v++) {
            bodies[4 * v] = (uint16_t)i;
            weights[4 * v] = 1.0f;
        }
        made++;
    }
    skin->vertex_count = count * VERTICES;
    skin->positions = positions;
    skin->normals = normals;
    skin->bodies = bodies;
    skin->weights = weights;
    skin->index_count = count * INDICES;
    skin->indices = indices;
    return true;
}

// sRGB to linear, to 0.002.
static void set_color(caper_skin *skin, uint32_t color)
{
    for (int k = 0; k < 3; k++) {
        float s = (float)(color >> (16 - 8 * k) & 0xFF) / 255.0f;
        skin->color[k] = s * (s * (s * 0.305306011f + 0.682171111f) + 0.012522878f);
    }
    skin->color[3] = 1.0f;
}

bool caperi_body_skins(const caper_character *character, caper_arena *arena, caper_skin *skins,
                       int *skin_count)
{
    const caper_cap_color *palette = NULL;
    int colors = caper_cap_palette(&palette);
    *skin_count = 0;
    for (int k = 0; k <= colors; k++) { // the last: bodies without any of them
        uint32_t color = k < colors ? palette[k].color : caper_caps_color(0);
        int count = 0;
        for (int i = 0; i < character->body_count; i++)
            count +=
                !(character->bodies[i].caps & CAPER_CAP_HELPER) && color_of(character, i) == color;
        if (count == 0)
            continue;
        caper_skin *skin = &skins[(*skin_count)++];
        memset(skin, 0, sizeof *skin);
        skin->name = k < colors ? caper_cap_name(palette[k].cap) : "body";
        set_color(skin, color);
        if (!make_skin(character, color, count, arena, skin))
            return false;
    }
    return true;
}
