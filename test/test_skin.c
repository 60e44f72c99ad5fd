// SPDX-License-Identifier: MIT
//
// Skinning: vertices stand where the definition puts them, to the bit where the order of additions
// is promised, and where a transform alone puts them.
#include "caper/character.h"
#include "test.h"

#include <string.h>

#define BODIES 7
#define VERTICES 101 // odd, so that the last one is not part of a pair

typedef struct mesh {
    caper_skin skin;
    caper_vec3 positions[VERTICES], normals[VERTICES], offsets[2 * VERTICES];
    uint16_t bodies[4 * VERTICES];
    float weights[4 * VERTICES];
    caper_mat4 binds[BODIES], palette[BODIES];
    caper_transform model[BODIES];
} mesh;

static caper_vec3 random_vector(caper_rng *rng)
{
    float x = caper_rng_range(rng, -1, 1), y = caper_rng_range(rng, -1, 1);
    return caper_vec3_make(x, y, caper_rng_range(rng, -1, 1));
}

static caper_transform random_transform(caper_rng *rng)
{
    caper_vec3 axis =
        caper_vec3_normalize_or(random_vector(rng), caper_vec3_make(0.0f, 1.0f, 0.0f));
    caper_transform t = caper_transform_identity();
    t.rotation = caper_quat_from_axis_angle(axis, caper_rng_range(rng, -3, 3));
    t.position = random_vector(rng);
    return t;
}

static void make_mesh(mesh *m)
{
    memset(m, 0, sizeof *m);
    caper_rng rng = caper_rng_make(3);
    for (int i = 0; i < VERTICES; i++) {
        m->positions[i] = random_vector(&rng);
        m->normals[i] = caper_vec3_normalize_or(random_vector(&rng), caper_vec3_make(1, 0, 0));
        m->offsets[i] = random_vector(&rng);
        m->offsets[VERTICES + i] = random_vector(&rng);
        float left = 1;
        for (int k = 0; k < 4; k++) {
            m->bodies[4 * i + k] = (uint16_t)caper_rng_int(&rng, 0, BODIES - 1);
            m->weights[4 * i + k] = k == 3 ? left : left * caper_rng_float(&rng);
            left -= m->weights[4 * i + k];
        }
    }
    for (int b = 0; b < BODIES; b++) {
        m->model[b] = random_transform(&rng);
        m->binds[b] = caper_transform_to_mat4(random_transform(&rng));
    }
    caper_skin skin = {.name = "mesh",
                       .vertex_count = VERTICES,
                       .positions = m->positions,
                       .normals = m->normals,
                       .bodies = m->bodies,
                       .weights = m->weights,
                       .inverse_bind = m->binds,
                       .morph_count = 2,
                       .morph_offsets = m->offsets};
    m->skin = skin;
}

// The definition, in double.
static void place(const mesh *m, int v, caper_vec3 from, bool point, double out[3])
{
    memset(out, 0, 3 * sizeof *out);
    for (int k = 4 * v; k < 4 * v + 4; k++) {
        const caper_transform *t = &m->model[m->bodies[k]];
        caper_vec3 at = caper_mat4_mul_point(m->binds[m->bodies[k]], from);
        caper_vec3 zero = caper_mat4_mul_point(m->binds[m->bodies[k]], caper_vec3_zero());
        at = point ? caper_transform_mul_point(*t, at)
                   : caper_quat_rotate(t->rotation, caper_vec3_sub(at, zero));
        out[0] += (double)m->weights[k] * (double)at.x;
        out[1] += (double)m->weights[k] * (double)at.y;
        out[2] += (double)m->weights[k] * (double)at.z;
    }
}

static caper_pose pose_of(mesh *m)
{
    caper_pose pose = {m->model, NULL, BODIES, 0};
    return pose;
}

static void vertices_are_the_weighted_sum_of_where_their_bodies_take_them(void)
{
    static mesh m;
    make_mesh(&m);
    caper_pose model = pose_of(&m);
    caper_skinning_palette(&m.skin, &model, NULL, m.palette);
    caper_vec3 at[VERTICES], normals[VERTICES];
    caper_skinning_job job = {
        .skin = &m.skin, .palette = m.palette, .positions = at, .normals = normals};
    REQUIRE(caper_skinning(&job));
    for (int v = 0; v < VERTICES; v++) {
        double p[3], n[3];
        place(&m, v, m.positions[v], true, p);
        place(&m, v, m.normals[v], false, n);
        double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        CHECK_NEAR(at[v].x, p[0], 2e-6);
        CHECK_NEAR(at[v].y, p[1], 2e-6);
        CHECK_NEAR(at[v].z, p[2], 2e-6);
        CHECK_NEAR(normals[v].x, n[0] / length, 2e-5);
        CHECK_NEAR(normals[v].y, n[1] / length, 2e-5);
        CHECK_NEAR(normals[v].z, n[2] / length, 2e-5);
    }
}

// The order of additions that the source promises, one number at a time.
static void every_build_gives_the_same_bits(void)
{
    static mesh m;
    make_mesh(&m);
    caper_pose model = pose_of(&m);
    caper_skinning_palette(&m.skin, &model, NULL, m.palette);
    caper_vec3 at[VERTICES], together[VERTICES], normals[VERTICES];
    caper_skinning_job job = {.skin = &m.skin, .palette = m.palette, .positions = at};
    REQUIRE(caper_skinning(&job));
    job.positions = together;
    job.normals = normals;
    REQUIRE(caper_skinning(&job));
    CHECK(memcmp(at, together, sizeof at) == 0);
    for (int v = 0; v < VERTICES; v++) {
        const float *w = &m.weights[4 * v];
        float c[12], out[3];
        for (int i = 0; i < 16; i++) {
            if (i % 4 == 3)
                continue;
            float a[4];
            for (int k = 0; k < 4; k++)
                a[k] = w[k] * m.palette[m.bodies[4 * v + k]].m[i];
            c[i / 4 * 3 + i % 4] = (a[0] + a[1]) + (a[2] + a[3]);
        }
        caper_vec3 p = m.positions[v];
        for (int r = 0; r < 3; r++)
            out[r] = (c[r] * p.x + c[6 + r] * p.z) + (c[3 + r] * p.y + c[9 + r]);
        CHECK(memcmp(out, &at[v], sizeof out) == 0);
    }
}

static void a_root_places_the_whole(void)
{
    static mesh m;
    make_mesh(&m);
    caper_rng rng = caper_rng_make(9);
    caper_transform root = random_transform(&rng);
    caper_pose model = pose_of(&m);
    caper_vec3 here[VERTICES], there[VERTICES];
    caper_skinning_job job = {.skin = &m.skin, .palette = m.palette, .positions = here};
    caper_skinning_palette(&m.skin, &model, NULL, m.palette);
    REQUIRE(caper_skinning(&job));
    job.positions = there;
    caper_skinning_palette(&m.skin, &model, &root, m.palette);
    REQUIRE(caper_skinning(&job));
    for (int v = 0; v < VERTICES; v++)
        CHECK_NEAR(caper_vec3_distance(caper_transform_mul_point(root, here[v]), there[v]), 0,
                   3e-6);
}

static void morph_targets_move_vertices_before_bodies_do(void)
{
    static mesh m, moved;
    make_mesh(&m);
    make_mesh(&moved);
    const float weights[2] = {0.25f, -1.5f};
    for (int v = 0; v < VERTICES; v++)
        for (int t = 0; t < 2; t++)
            moved.positions[v] =
                caper_vec3_add_scaled(moved.positions[v], m.offsets[t * VERTICES + v], weights[t]);
    caper_pose model = pose_of(&m);
    caper_skinning_palette(&m.skin, &model, NULL, m.palette);
    caper_vec3 a[VERTICES], b[VERTICES];
    caper_skinning_job job = {
        .skin = &m.skin, .palette = m.palette, .morphs = weights, .positions = a};
    REQUIRE(caper_skinning(&job));
    caper_skinning_job plain = {.skin = &moved.skin, .palette = m.palette, .positions = b};
    REQUIRE(caper_skinning(&plain));
    CHECK(memcmp(a, b, sizeof a) == 0);
}

// One float too many is stored for all vertices but the last.
static void nothing_is_written_behind_the_last_vertex(void)
{
    static mesh m;
    make_mesh(&m);
    caper_pose model = pose_of(&m);
    caper_skinning_palette(&m.skin, &model, NULL, m.palette);
    for (int count = 1; count < 5; count++) {
        caper_vec3 out[6];
        memset(out, 0x7f, sizeof out);
        m.skin.vertex_count = count;
        caper_skinning_job job = {.skin = &m.skin, .palette = m.palette, .positions = out};
        REQUIRE(caper_skinning(&job));
        unsigned char untouched[sizeof(caper_vec3)];
        memset(untouched, 0x7f, sizeof untouched);
        CHECK(memcmp(&out[count], untouched, sizeof untouched) == 0);
    }
    m.skin.vertex_count = 0;
    caper_vec3 none;
    caper_skinning_job job = {.skin = &m.skin, .palette = m.palette, .positions = &none};
    CHECK(caper_skinning(&job));
}

TESTS(vertices_are_the_weighted_sum_of_where_their_bodies_take_them,
      every_build_gives_the_same_bits, a_root_places_the_whole,
      morph_targets_move_vertices_before_bodies_do, nothing_is_written_behind_the_last_vertex)
