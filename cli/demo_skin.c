// SPDX-License-Identifier: MIT
// A skin for a character that has boxes alone, so that the demo can show what a rig of somebody's
// own looks like: a tube about each body, along the longest side of its box. The rings at its ends
// hang half on the body and half on its neighbor in the tree, so elbows and knees bend as skinned
// ones do.
#include "demo.h"

#include <math.h>
#include <stdlib.h>

#define RINGS 7    // along a body
#define SIDES 12   // about it
#define BULGE 2.6f // exponent of the outline: 2 is an ellipse

typedef struct tube {
    caper_vec3 along, u, v; // half axes of the box, model space
    caper_vec3 middle;
    int body, near, far; // who shares the ends
} tube;

static caper_vec3 axis_of(const caper_character *c, int body, int k, float half)
{
    caper_vec3 axis = {k == 0 ? half : 0, k == 1 ? half : 0, k == 2 ? half : 0};
    return caper_quat_rotate(c->rest_model[body].rotation, axis);
}

static int first_child(const caper_character *c, int body)
{
    int found = -1;
    for (int i = c->body_count - 1; i > body; i--) {
        bool part = !(c->bodies[i].caps & (CAPER_CAP_EYE | CAPER_CAP_EAR | CAPER_CAP_MOUTH));
        found = c->bodies[i].parent == body && part ? i : found;
    }
    return found;
}

static tube tube_of(const caper_character *c, int body)
{
    const caper_body *b = &c->bodies[body];
    float half[3] = {b->box_half.x, b->box_half.y, b->box_half.z};
    int k = half[0] >= half[1] && half[0] >= half[2] ? 0 : half[1] >= half[2] ? 1 : 2;
    tube t;
    t.body = body;
    t.middle = caper_transform_mul_point(c->rest_model[body], b->box_center);
    t.along = axis_of(c, body, k, half[k]);
    t.u = axis_of(c, body, (k + 1) % 3, half[(k + 1) % 3]);
    t.v = axis_of(c, body, (k + 2) % 3, half[(k + 2) % 3]);
    caper_vec3 way = caper_vec3_sub(t.middle, c->rest_model[body].position);
    if (caper_vec3_dot(way, t.along) < 0) { // from the joint on
        t.along = caper_vec3_neg(t.along);
        t.u = caper_vec3_neg(t.u); // the same handedness
    }
    t.near = b->parent >= 0 ? b->parent : body;
    t.far = first_child(c, body) >= 0 ? first_child(c, body) : body;
    return t;
}

static void put_vertex(caper_skin *s, int index, const tube *t, float x, float angle)
{
    caper_vec3 *p = (caper_vec3 *)s->positions + index, *n = (caper_vec3 *)s->normals + index;
    uint16_t *bodies = (uint16_t *)s->bodies + 4 * (size_t)index;
    float *weights = (float *)s->weights + 4 * (size_t)index;
    float sine, cosine, round = powf(1 - powf(fabsf(x), BULGE), 1 / BULGE);
    caper_sincos(angle, &sine, &cosine);
    caper_vec3 out = caper_vec3_add(caper_vec3_scale(t->u, cosine), caper_vec3_scale(t->v, sine));
    *p = caper_vec3_add(t->middle, caper_vec3_scale(t->along, x));
    *p = caper_vec3_add_scaled(*p, out, caper_max(round, 0.02f));
    *n = caper_vec3_normalize_or(caper_vec3_add_scaled(caper_vec3_normalize_or(out, t->along),
                                                       caper_vec3_normalize_or(t->along, out),
                                                       2 * x * x * x),
                                 out);
    float share = 0.5f * caper_smoothstep(0.55f, 1, fabsf(x));
    bodies[0] = (uint16_t)t->body;
    bodies[1] = (uint16_t)(x < 0 ? t->near : t->far);
    weights[0] = 1 - share;
    weights[1] = share;
}

static void put_tube(caper_skin *s, const tube *t)
{
    uint32_t *out = (uint32_t *)s->indices + s->index_count;
    for (int r = 0; r < RINGS; r++) {
        for (int k = 0; k < SIDES; k++) {
            float x = -1 + 2 * (float)r / (RINGS - 1);
            put_vertex(s, s->vertex_count + r * SIDES + k, t, x, CAPER_TAU * (float)k / SIDES);
        }
    }
    for (int r = 0; r + 1 < RINGS; r++) {
        for (int k = 0; k < SIDES; k++) {
            uint32_t a = (uint32_t)(s->vertex_count + r * SIDES + k);
            uint32_t b = (uint32_t)(s->vertex_count + r * SIDES + (k + 1) % SIDES);
            uint32_t corners[] = {a, b, a + SIDES, b, b + SIDES, a + SIDES};
            for (int i = 0; i < 6; i++) {
                *out++ = corners[i];
            }
        }
    }
    s->vertex_count += RINGS * SIDES;
    s->index_count += 6 * (RINGS - 1) * SIDES;
}

void demo_free_skin(caper_skin *s)
{
    if (s) {
        free((void *)s->positions);
        free((void *)s->normals);
        free((void *)s->bodies);
        free((void *)s->weights);
        free((void *)s->indices);
        free((void *)s->inverse_bind);
        free(s);
    }
}

caper_skin *demo_make_skin(const caper_character *c)
{
    size_t tubes = (size_t)c->body_count, vertices = tubes * RINGS * SIDES;
    caper_skin *s = calloc(1, sizeof *s);
    if (!s) {
        return NULL;
    }
    s->positions = calloc(vertices, sizeof *s->positions);
    s->normals = calloc(vertices, sizeof *s->normals);
    s->bodies = calloc(4 * vertices, sizeof *s->bodies);
    s->weights = calloc(4 * vertices, sizeof *s->weights);
    s->indices = calloc(6 * vertices, sizeof *s->indices);
    caper_mat4 *inverse = calloc(tubes, sizeof *inverse);
    s->inverse_bind = inverse;
    if (!s->positions || !s->normals || !s->bodies || !s->weights || !s->indices || !inverse) {
        demo_free_skin(s);
        return NULL;
    }
    for (int b = 0; b < c->body_count; b++) {
        inverse[b] = caper_transform_to_mat4(caper_transform_inverse(c->rest_model[b]));
        if (!(c->bodies[b].caps & CAPER_CAP_HELPER)) {
            tube t = tube_of(c, b);
            put_tube(s, &t);
        }
    }
    static const float color[4] = {0.55f, 0.64f, 0.78f, 1};
    for (int i = 0; i < 4; i++) {
        s->color[i] = color[i];
    }
    return s;
}
