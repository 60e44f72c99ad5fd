// SPDX-License-Identifier: MIT
//
// Height fields as meshes. They do not move, so their buffers are kept and known by a hash of what
// they were made of: a world that was freed and another that took its address cannot be mistaken
// for one another. Fields beyond a million samples are drawn from every second sample, or third ...
#include "render/render.h"

#define MAX_SAMPLES (1 << 20)
#define FIELD_COLOR 0xccd6c3

static uint64_t hash_fields(const caper_world_field *fields, int count)
{
    uint64_t hash = 1;
    for (int i = 0; i < count; i++) {
        const caper_world_field *f = &fields[i];
        float place[3] = {f->x, f->z, f->spacing};
        int size[2] = {f->columns, f->rows};
        hash = caper_hash64(place, sizeof(place), hash);
        hash = caper_hash64(size, sizeof(size), hash);
        hash = caper_hash64(f->heights, (size_t)f->columns * (size_t)f->rows * sizeof(float), hash);
    }
    return hash ? hash : 1;
}

static int stride_of(const caper_world_field *f)
{
    int stride = 1;
    while ((int64_t)((f->columns - 1) / stride + 1) * ((f->rows - 1) / stride + 1) > MAX_SAMPLES) {
        stride++;
    }
    return stride;
}

static float height_at(const caper_world_field *f, int column, int row)
{
    column = column < 0 ? 0 : column >= f->columns ? f->columns - 1 : column;
    row = row < 0 ? 0 : row >= f->rows ? f->rows - 1 : row;
    return f->heights[(size_t)row * (size_t)f->columns + (size_t)column];
}

static void put_sample(caperi_mesh_vertex *out, const caper_world_field *f, int column, int row)
{
    // slopes over two cells: smooth shading of what has flat facets
    float dx = (height_at(f, column + 1, row) - height_at(f, column - 1, row)) / (2 * f->spacing);
    float dz = (height_at(f, column, row + 1) - height_at(f, column, row - 1)) / (2 * f->spacing);
    caper_vec3 n = caper_vec3_normalize(caper_vec3_make(-dx, 1.0f, -dz));
    *out = (caperi_mesh_vertex){
        .position = {f->x + (float)column * f->spacing, height_at(f, column, row),
                     f->z + (float)row * f->spacing},
        .normal = {n.x, n.y, n.z},
    };
    caperi_color_bytes(FIELD_COLOR, 0, out->color);
}

// Adds one field to the arrays; the cells are split as caper_world_field says.
static void add_field(const caper_world_field *f, caperi_mesh_vertex *vertices, int *vertex_count,
                      uint32_t *indices, int *index_count)
{
    int stride = stride_of(f), wide = (f->columns - 1) / stride + 1,
        deep = (f->rows - 1) / stride + 1;
    uint32_t base = (uint32_t)*vertex_count;
    for (int row = 0; row < deep; row++) {
        for (int column = 0; column < wide; column++) {
            put_sample(&vertices[(*vertex_count)++], f, column * stride, row * stride);
        }
    }
    for (int row = 0; row + 1 < deep; row++) {
        for (int column = 0; column + 1 < wide; column++) {
            uint32_t a = base + (uint32_t)(row * wide + column), b = a + (uint32_t)wide;
            const uint32_t cell[6] = {a, b, b + 1, a, b + 1, a + 1};
            for (int k = 0; k < 6; k++) {
                indices[(*index_count)++] = cell[k];
            }
        }
    }
}

bool caperi_field_update(caperi_gl *gl, const caper_world *world, caper_arena *arena,
                         caper_error *error)
{
    int count = 0;
    const caper_world_field *fields = NULL;
    count = world ? caper_world_fields(world, &fields) : 0;
    uint64_t hash = count > 0 ? hash_fields(fields, count) : 0;
    if (hash == gl->field_hash) {
        return true;
    }
    size_t samples = 0;
    for (int i = 0; i < count; i++) {
        int stride = stride_of(&fields[i]);
        samples += (size_t)((fields[i].columns - 1) / stride + 1) *
                   (size_t)((fields[i].rows - 1) / stride + 1);
    }
    if (samples > 16 * (size_t)MAX_SAMPLES) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, "render", 0, 0,
                               "found %zu samples of height fields, expected at most %d", samples,
                               16 * MAX_SAMPLES);
    }
    caperi_mesh_vertex *vertices =
        caper_arena_alloc(arena, (samples + 1) * sizeof(caperi_mesh_vertex), 16);
    uint32_t *indices = caper_arena_alloc(arena, (6 * samples + 1) * sizeof(uint32_t), 16);
    if (!vertices || !indices) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, "render", 0, 0,
                               "out of memory for a height field");
    }
    int vertex_count = 0, index_count = 0;
    for (int i = 0; i < count; i++) {
        add_field(&fields[i], vertices, &vertex_count, indices, &index_count);
    }
    caperi_gl_set_field(gl, vertices, vertex_count, indices, index_count);
    gl->field_hash = hash;
    return true;
}
