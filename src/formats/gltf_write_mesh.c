// SPDX-License-Identifier: MIT
//
// Meshes of a glTF file: the skins as given, or those made of the bodies (body_skin.c). Weights are
// brought to what validators accept: they sum to 1 to the last bit, no joint occurs twice in a
// vertex, and what weighs nothing names joint 0.
#include "formats/gltf_write.h"

#include "formats/body_skin.h"

#include <string.h>

#define FLOAT 5126
#define USHORT 5123
#define UINT 5125

static bool no_memory(caperi_gltf_out *out)
{
    return caper_error_set(out->error, CAPER_ERROR_MEMORY, out->path, 0, 0, "out of memory");
}

static void *take(caperi_gltf_out *out, size_t count, size_t size)
{
    void *memory = caper_arena_alloc_zero(&out->arena, count + 1, size, 16);
    if (!memory)
        no_memory(out);
    return memory;
}

// -- Skins ------------------------------------------------------------------------------------

static int add_matrices(caperi_gltf_out *out, const caper_mat4 *matrices)
{
    size_t size = (size_t)out->skeleton->body_count * sizeof *matrices;
    return caperi_gltf_out_add(out, CAPERI_GLTF_MATRICES, matrices, size, out->skeleton->body_count,
                               FLOAT, "MAT4", 0);
}

static bool add_rest_skin(caperi_gltf_out *out)
{
    int count = out->skeleton->body_count;
    caper_mat4 *inverse = take(out, (size_t)count, sizeof *inverse);
    caperi_rigid *model = take(out, (size_t)count, sizeof *model);
    if (!inverse || !model)
        return false;
    for (int i = 0; i < count; i++) {
        caper_transform t = out->skeleton->rest_local[i];
        caperi_rigid local = {{(double)t.rotation.x, (double)t.rotation.y, (double)t.rotation.z,
                               (double)t.rotation.w},
                              {(double)t.position.x, (double)t.position.y, (double)t.position.z}};
        int parent = out->skeleton->parents[i];
        model[i] = parent < 0 ? local : caperi_rigid_mul(&model[parent], &local);
        caperi_affine back = caperi_rigid_inverse_affine(&model[i]);
        inverse[i] = caperi_affine_to_mat4(&back);
    }
    out->skins[out->skin_count++] = add_matrices(out, inverse);
    return true;
}

static bool check_skin(caperi_gltf_out *out, const caper_skin *skin, int index)
{
    bool arrays = skin->positions && skin->bodies && skin->weights && skin->inverse_bind &&
                  skin->indices && skin->vertex_count > 0 && skin->index_count >= 3;
    CAPER_TRY(arrays, out->error, CAPER_ERROR_INVALID, out->path, 0, 0,
              "skin %d has no vertices, weights, triangles or matrices", index);
    for (size_t i = 0; i < 4 * (size_t)skin->vertex_count; i++)
        CAPER_TRY(skin->bodies[i] < out->skeleton->body_count, out->error, CAPER_ERROR_INVALID,
                  out->path, 0, 0, "skin %d follows body %d, the character has %d", index,
                  skin->bodies[i], out->skeleton->body_count);
    for (int i = 0; i < skin->index_count; i++)
        CAPER_TRY(skin->indices[i] < (uint32_t)skin->vertex_count, out->error, CAPER_ERROR_INVALID,
                  out->path, 0, 0, "skin %d has index %u, but %d vertices", index,
                  (unsigned)skin->indices[i], skin->vertex_count);
    return true;
}

// -- Vertices ---------------------------------------------------------------------------------

static void tidy_influences(const uint16_t *bodies, const float *weights, uint16_t out_bodies[4],
                            float out_weights[4])
{
    int used = 0;
    memset(out_bodies, 0, 4 * sizeof *out_bodies);
    memset(out_weights, 0, 4 * sizeof *out_weights);
    float sum = 0.0f;
    for (int k = 0; k < 4; k++) {
        if (!(weights[k] > 0.0f))
            continue;
        int at = 0;
        while (at < used && out_bodies[at] != bodies[k])
            at++;
        used += at == used;
        out_bodies[at] = bodies[k];
        out_weights[at] += weights[k];
        sum += weights[k];
    }
    if (!(sum > 0.0f)) {
        out_bodies[0] = bodies[0];
        out_weights[0] = 1.0f;
        return;
    }
    int most = 0;
    for (int k = 0; k < used; k++) {
        out_weights[k] /= sum;
        most = out_weights[k] > out_weights[most] ? k : most;
    }
    float others = 0.0f;
    for (int k = 0; k < used; k++)
        others += k == most ? 0.0f : out_weights[k];
    out_weights[most] = 1.0f - others;
}

static bool add_influences(caperi_gltf_out *out, const caper_skin *skin, caperi_gltf_out_mesh *mesh)
{
    size_t count = (size_t)skin->vertex_count;
    caper_arena_mark_point mark = caper_arena_mark(&out->arena);
    uint16_t *bodies = take(out, 4 * count, sizeof *bodies);
    float *weights = take(out, 4 * count, sizeof *weights);
    if (!bodies || !weights)
        return false;
    for (size_t i = 0; i < 4 * count; i += 4)
        tidy_influences(skin->bodies + i, skin->weights + i, bodies + i, weights + i);
    mesh->joints = caperi_gltf_out_add(out, CAPERI_GLTF_VERTICES, bodies,
                                       4 * count * sizeof *bodies, (int)count, USHORT, "VEC4", 0);
    mesh->weights = caperi_gltf_out_add(out, CAPERI_GLTF_VERTICES, weights,
                                        4 * count * sizeof *weights, (int)count, FLOAT, "VEC4", 0);
    caper_arena_release(&out->arena, mark);
    return true;
}

static bool add_normals(caperi_gltf_out *out, const caper_skin *skin, caperi_gltf_out_mesh *mesh)
{
    size_t count = (size_t)skin->vertex_count;
    mesh->normal = -1;
    if (!skin->normals)
        return true;
    caper_arena_mark_point mark = caper_arena_mark(&out->arena);
    caper_vec3 *normals = take(out, count, sizeof *normals);
    if (!normals)
        return false;
    for (size_t i = 0; i < count; i++) {
        float off = fabsf(caper_vec3_length_sq(skin->normals[i]) - 1.0f);
        normals[i] = off <= 1e-5f ? skin->normals[i]
                                  : caper_vec3_normalize_or(skin->normals[i],
                                                            caper_vec3_make(0.0f, 1.0f, 0.0f));
    }
    mesh->normal = caperi_gltf_out_add(out, CAPERI_GLTF_VERTICES, normals, count * sizeof *normals,
                                       (int)count, FLOAT, "VEC3", 0);
    caper_arena_release(&out->arena, mark);
    return true;
}

static bool add_indices(caperi_gltf_out *out, const caper_skin *skin, caperi_gltf_out_mesh *mesh)
{
    size_t count = (size_t)(skin->index_count / 3 * 3);
    if (skin->vertex_count >= 65535) {
        mesh->indices =
            caperi_gltf_out_add(out, CAPERI_GLTF_TRIANGLES, skin->indices,
                                count * sizeof *skin->indices, (int)count, UINT, "SCALAR", 0);
        return true;
    }
    caper_arena_mark_point mark = caper_arena_mark(&out->arena);
    uint16_t *small = take(out, count, sizeof *small);
    if (!small)
        return false;
    for (size_t i = 0; i < count; i++)
        small[i] = (uint16_t)skin->indices[i];
    mesh->indices = caperi_gltf_out_add(out, CAPERI_GLTF_TRIANGLES, small, count * sizeof *small,
                                        (int)count, USHORT, "SCALAR", 0);
    caper_arena_release(&out->arena, mark);
    return true;
}

static bool add_skin_mesh(caperi_gltf_out *out, const caper_skin *skin, int file_skin)
{
    caperi_gltf_out_mesh *mesh = &out->meshes[out->mesh_count];
    size_t count = (size_t)skin->vertex_count;
    memset(mesh, 0, sizeof *mesh);
    if (out->mesh_count > 0 && mesh[-1].vertices == skin->positions && skin->morph_count == 0 &&
        mesh[-1].target_count == 0 && mesh[-1].skin == file_skin)
        *mesh = mesh[-1]; // primitives of one vertex buffer
    else {
        mesh->vertices = skin->positions;
        mesh->position =
            caperi_gltf_out_add(out, CAPERI_GLTF_VERTICES, skin->positions,
                                count * sizeof *skin->positions, (int)count, FLOAT, "VEC3", 3);
        CAPER_PASS(add_normals(out, skin, mesh) && add_influences(out, skin, mesh));
    }
    mesh->name = skin->name && skin->name[0] ? skin->name : "mesh";
    mesh->skin = file_skin;
    memcpy(mesh->color, skin->color, sizeof mesh->color);
    mesh->target_count = skin->morph_offsets ? skin->morph_count : 0;
    mesh->morphs = skin->morphs;
    for (int t = 0; t < mesh->target_count; t++) {
        int target =
            caperi_gltf_out_add(out, CAPERI_GLTF_VERTICES, skin->morph_offsets + (size_t)t * count,
                                count * sizeof *skin->morph_offsets, (int)count, FLOAT, "VEC3", 3);
        mesh->first_target = t == 0 ? target : mesh->first_target;
    }
    CAPER_PASS(add_indices(out, skin, mesh));
    out->mesh_count++;
    return true;
}

// -- Bodies -----------------------------------------------------------------------------------

static bool add_bodies(caperi_gltf_out *out, int file_skin)
{
    caper_skin skins[CAPERI_BODY_SKINS];
    int count;
    if (!caperi_body_skins(out->character, &out->arena, skins, &count))
        return no_memory(out);
    for (int s = 0; s < count; s++)
        CAPER_PASS(add_skin_mesh(out, &skins[s], file_skin));
    return true;
}

bool caperi_gltf_out_meshes(caperi_gltf_out *out)
{
    const caper_export_job *job = out->job;
    size_t count = (size_t)job->skin_count;
    out->meshes = take(out, count + CAPERI_BODY_SKINS, sizeof *out->meshes);
    out->skins = take(out, count + 1, sizeof *out->skins);
    if (!out->meshes || !out->skins)
        return false;
    if (count == 0) {
        CAPER_PASS(add_rest_skin(out));
        return !(job->bodies && out->character) || add_bodies(out, 0);
    }
    int *file_skins = take(out, count, sizeof *file_skins);
    if (!file_skins)
        return false;
    for (int s = 0; s < job->skin_count; s++) {
        const caper_skin *skin = &job->skins[s];
        CAPER_PASS(check_skin(out, skin, s));
        // skins of one source share their matrices
        int same = 0;
        while (same < s && job->skins[same].inverse_bind != skin->inverse_bind)
            same++;
        if (same < s) {
            file_skins[s] = file_skins[same];
        } else {
            file_skins[s] = out->skin_count;
            out->skins[out->skin_count++] = add_matrices(out, skin->inverse_bind);
        }
        CAPER_PASS(add_skin_mesh(out, skin, file_skins[s]));
    }
    return true;
}
