// SPDX-License-Identifier: MIT
//
// Writes glTF 2.0: a node for each body, in the order of the bodies, a node of its own for root
// tracks, and one for each mesh; all as GLB, or as JSON with the buffer in a data URI. What glTF
// has no word for (caps, boxes, masses, limits, contacts, key poses, tags) stands in the extras, so
// that the file reads back as the same character and clips. Invariant: nothing of the file is
// written before all of it is made.
#include "formats/gltf_write.h"

#include "body/body.h"

#include <string.h>

#define ARRAY_BUFFER 34962
#define ELEMENT_ARRAY_BUFFER 34963

// -- Data -------------------------------------------------------------------------------------

static void pad_to(caper_text *text, size_t align, char with)
{
    while (text->size % align != 0 && caper_text_append(text, &with, 1))
        continue;
}

int caperi_gltf_out_add(caperi_gltf_out *out, caperi_gltf_section section, const void *data,
                        size_t size, int count, int component, const char *type, int bounds)
{
    caper_text *bytes = &out->sections[section];
    caperi_gltf_out_accessor a = {.section = section,
                                  .offset = bytes->size,
                                  .size = size,
                                  .count = count,
                                  .component = component,
                                  .type = type,
                                  .bounds = bounds};
    const float *values = data;
    for (int c = 0; c < bounds; c++) {
        a.min[c] = INFINITY;
        a.max[c] = -INFINITY;
        for (int i = 0; i < count; i++) {
            float v = values[(size_t)i * (size_t)bounds + (size_t)c] + 0.0f;
            a.min[c] = caper_min(v, a.min[c]);
            a.max[c] = caper_max(v, a.max[c]);
        }
    }
    caper_text_append(bytes, data, size);
    pad_to(bytes, 4, 0);
    caper_text_append(&out->accessors, (const char *)&a, sizeof a);
    return out->accessor_count++;
}

void caperi_gltf_out_get(const caper_text *array, int index, void *element, size_t size)
{
    memset(element, 0, size);
    if (!array->failed && array->data)
        memcpy(element, array->data + (size_t)index * size, size);
}

static bool is_vertex_data(caperi_gltf_section section)
{
    return section == CAPERI_GLTF_VERTICES || section == CAPERI_GLTF_TRIANGLES;
}

// Where a section starts in the buffer.
static size_t section_start(const caperi_gltf_out *out, int section)
{
    size_t start = 0;
    for (int s = 0; s < section; s++)
        start += out->sections[s].size;
    return start;
}

// -- Nodes ------------------------------------------------------------------------------------

static void write_joint(caper_json_writer *w, const caper_joint *joint)
{
    caper_json_begin_object_inline(caper_json_key(w, "joint"));
    caper_json_string(caper_json_key(w, "kind"), caperi_joint_kind_names[joint->kind]);
    if (joint->kind == CAPER_JOINT_HINGE || joint->kind == CAPER_JOINT_BALL) {
        caper_json_floats(caper_json_key(w, "axis"), &joint->axis.x, 3);
        if (joint->kind == CAPER_JOINT_BALL) {
            caper_json_float(caper_json_key(w, "swing"), joint->swing);
        }
        caper_json_float(caper_json_key(w, "min"), joint->min);
        caper_json_float(caper_json_key(w, "max"), joint->max);
    }
    caper_json_end_object(w);
}

static void write_strings(caper_json_writer *w, const char *key, const char *const *strings,
                          int count, size_t skip)
{
    if (count == 0)
        return;
    caper_json_begin_array(caper_json_key(w, key));
    for (int i = 0; i < count; i++)
        caper_json_string(w, strings[i] + skip);
    caper_json_end_array(w);
}

// What the character knows of a body and glTF does not.
static void write_body_extras(const caperi_gltf_out *out, caper_json_writer *w, int i)
{
    const caper_character *character = out->character;
    const caper_body *body = &character->bodies[i];
    caper_json_begin_object(caper_json_key(w, "extras"));
    caper_json_begin_object(caper_json_key(w, CAPERI_GLTF_BODY));
    caper_json_begin_array(caper_json_key(w, "caps"));
    for (int bit = 0; bit < CAPER_CAP_COUNT; bit++)
        if (body->caps & (1u << bit))
            caper_json_string(w, caperi_cap_names[bit]);
    caper_json_end_array(w);
    caper_json_begin_object_inline(caper_json_key(w, "box"));
    caper_json_floats(caper_json_key(w, "center"), &body->box_center.x, 3);
    caper_json_floats(caper_json_key(w, "half"), &body->box_half.x, 3);
    caper_json_end_object(w);
    caper_json_float(caper_json_key(w, "mass"), body->mass);
    write_joint(w, &body->joint);
    write_strings(w, "deforms", character->deforms + body->deform, body->deform_count,
                  strlen(body->name) + 1);
    if (body->contact_count > 0) {
        caper_json_begin_array(caper_json_key(w, "contacts"));
        for (int k = 0; k < body->contact_count; k++)
            caper_json_floats(w, &body->contacts[k].x, 3);
        caper_json_end_array(w);
    }
    caper_json_end_object(w);
    caper_json_end_object(w);
}

// First child and next sibling of each body, so that writing is linear.
typedef struct family {
    int16_t *first, *next;
} family;

static bool make_family(caperi_gltf_out *out, family *f)
{
    int count = out->skeleton->body_count;
    f->first = caper_arena_alloc(&out->arena, (size_t)count * sizeof *f->first, 2);
    f->next = caper_arena_alloc(&out->arena, (size_t)count * sizeof *f->next, 2);
    CAPER_TRY(f->first && f->next, out->error, CAPER_ERROR_MEMORY, out->path, 0, 0,
              "out of memory");
    for (int i = 0; i < count; i++)
        f->first[i] = f->next[i] = -1;
    for (int i = count - 1; i >= 0; i--) {
        int parent = out->skeleton->parents[i];
        if (parent < 0)
            continue;
        f->next[i] = f->first[parent];
        f->first[parent] = (int16_t)i;
    }
    return true;
}

static void write_body_node(const caperi_gltf_out *out, caper_json_writer *w, const family *f,
                            int i)
{
    caper_transform rest = out->skeleton->rest_local[i];
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "name"), out->skeleton->names[i]);
    if (rest.position.x != 0.0f || rest.position.y != 0.0f || rest.position.z != 0.0f)
        caper_json_floats(caper_json_key(w, "translation"), &rest.position.x, 3);
    caper_quat identity = caper_quat_identity();
    if (memcmp(&rest.rotation, &identity, sizeof identity) != 0) {
        caper_json_floats(caper_json_key(w, "rotation"), &rest.rotation.x, 4);
    }
    if (f->first[i] >= 0) {
        caper_json_begin_array(caper_json_key(w, "children"));
        for (int c = f->first[i]; c >= 0; c = f->next[c])
            caper_json_int(w, c);
        caper_json_end_array(w);
    }
    if (out->character)
        write_body_extras(out, w, i);
    caper_json_end_object(w);
}

static void write_roots(const caperi_gltf_out *out, caper_json_writer *w)
{
    for (int i = 0; i < out->skeleton->body_count; i++)
        if (out->skeleton->parents[i] < 0)
            caper_json_int(w, i);
}

static bool write_nodes(caperi_gltf_out *out, caper_json_writer *w)
{
    family f;
    CAPER_PASS(make_family(out, &f));
    caper_json_begin_array(caper_json_key(w, "nodes"));
    for (int i = 0; i < out->skeleton->body_count; i++)
        write_body_node(out, w, &f, i);
    if (out->root_node >= 0) {
        caper_json_begin_object(w);
        caper_json_string(caper_json_key(w, "name"), "root track");
        caper_json_begin_array(caper_json_key(w, "children"));
        write_roots(out, w);
        caper_json_end_array(w);
        caper_json_begin_object_inline(caper_json_key(w, "extras"));
        caper_json_bool(caper_json_key(w, CAPERI_GLTF_ROOT), true);
        caper_json_end_object(w);
        caper_json_end_object(w);
    }
    for (int m = 0; m < out->mesh_count; m++) {
        caper_json_begin_object_inline(w);
        caper_json_string(caper_json_key(w, "name"), out->meshes[m].name);
        caper_json_int(caper_json_key(w, "mesh"), m);
        caper_json_int(caper_json_key(w, "skin"), out->meshes[m].skin);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
    return true;
}

// -- Meshes, skins, animations ----------------------------------------------------------------

static void write_mesh(caper_json_writer *w, const caperi_gltf_out_mesh *mesh, int index)
{
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "name"), mesh->name);
    caper_json_begin_array(caper_json_key(w, "primitives"));
    caper_json_begin_object(w);
    caper_json_begin_object_inline(caper_json_key(w, "attributes"));
    caper_json_int(caper_json_key(w, "POSITION"), mesh->position);
    if (mesh->normal >= 0)
        caper_json_int(caper_json_key(w, "NORMAL"), mesh->normal);
    caper_json_int(caper_json_key(w, "JOINTS_0"), mesh->joints);
    caper_json_int(caper_json_key(w, "WEIGHTS_0"), mesh->weights);
    caper_json_end_object(w);
    caper_json_int(caper_json_key(w, "indices"), mesh->indices);
    caper_json_int(caper_json_key(w, "material"), index);
    if (mesh->target_count > 0) {
        caper_json_begin_array(caper_json_key(w, "targets"));
        for (int t = 0; t < mesh->target_count; t++) {
            caper_json_begin_object_inline(w);
            caper_json_int(caper_json_key(w, "POSITION"), mesh->first_target + t);
            caper_json_end_object(w);
        }
        caper_json_end_array(w);
    }
    caper_json_end_object(w);
    caper_json_end_array(w);
    if (mesh->target_count > 0 && mesh->morphs) {
        caper_json_begin_object(caper_json_key(w, "extras"));
        caper_json_begin_array(caper_json_key(w, "targetNames"));
        for (int t = 0; t < mesh->target_count; t++)
            caper_json_string(w, mesh->morphs[t] ? mesh->morphs[t] : "");
        caper_json_end_array(w);
        caper_json_end_object(w);
    }
    caper_json_end_object(w);
}

static void write_meshes(const caperi_gltf_out *out, caper_json_writer *w)
{
    if (out->mesh_count == 0)
        return;
    caper_json_begin_array(caper_json_key(w, "meshes"));
    for (int m = 0; m < out->mesh_count; m++)
        write_mesh(w, &out->meshes[m], m);
    caper_json_end_array(w);
    caper_json_begin_array(caper_json_key(w, "materials"));
    for (int m = 0; m < out->mesh_count; m++) {
        float color[4];
        for (int i = 0; i < 4; i++)
            color[i] = caper_clamp(out->meshes[m].color[i], 0.0f, 1.0f);
        caper_json_begin_object(w);
        caper_json_begin_object(caper_json_key(w, "pbrMetallicRoughness"));
        caper_json_floats(caper_json_key(w, "baseColorFactor"), color, 4);
        caper_json_int(caper_json_key(w, "metallicFactor"), 0);
        caper_json_end_object(w);
        if (color[3] < 1.0f) {
            caper_json_string(caper_json_key(w, "alphaMode"), "BLEND");
        }
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

static void write_skins(const caperi_gltf_out *out, caper_json_writer *w)
{
    caper_json_begin_array(caper_json_key(w, "skins"));
    for (int s = 0; s < out->skin_count; s++) {
        caper_json_begin_object(w);
        caper_json_int(caper_json_key(w, "inverseBindMatrices"), out->skins[s]);
        caper_json_begin_array(caper_json_key(w, "joints"));
        for (int i = 0; i < out->skeleton->body_count; i++)
            caper_json_int(w, i);
        caper_json_end_array(w);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

void caperi_gltf_out_animation(const caperi_gltf_out *out, caper_json_writer *w, int index)
{
    const caperi_gltf_out_clip *clip = &out->clips[index];
    caper_json_begin_object(w);
    if (out->job->clips[index]->name[0]) {
        caper_json_string(caper_json_key(w, "name"), out->job->clips[index]->name);
    }
    for (int part = 0; part < 2; part++) {
        caper_json_begin_array(caper_json_key(w, part == 0 ? "channels" : "samplers"));
        for (int i = 0; i < clip->channel_count; i++) {
            caperi_gltf_out_channel c;
            caperi_gltf_out_get(&out->channels, clip->first_channel + i, &c, sizeof c);
            caper_json_begin_object_inline(w);
            if (part == 0) {
                caper_json_int(caper_json_key(w, "sampler"), i);
                caper_json_begin_object_inline(caper_json_key(w, "target"));
                caper_json_int(caper_json_key(w, "node"), c.node);
                caper_json_string(caper_json_key(w, "path"), c.path ? c.path : "");
                caper_json_end_object(w);
            } else {
                caper_json_int(caper_json_key(w, "input"), out->accessor_base + c.input);
                caper_json_int(caper_json_key(w, "output"), out->accessor_base + c.output);
            }
            caper_json_end_object(w);
        }
        caper_json_end_array(w);
    }
    caperi_gltf_out_clip_extras(out, w, index);
    caper_json_end_object(w);
}

static void write_animations(const caperi_gltf_out *out, caper_json_writer *w)
{
    if (out->job->clip_count == 0)
        return;
    caper_json_begin_array(caper_json_key(w, "animations"));
    for (int i = 0; i < out->job->clip_count; i++)
        caperi_gltf_out_animation(out, w, i);
    caper_json_end_array(w);
}

// -- Accessors and buffers --------------------------------------------------------------------

void caperi_gltf_out_accessor_write(caper_json_writer *w, const caperi_gltf_out_accessor *a,
                                    int view, bool own_view)
{
    caper_json_begin_object_inline(w);
    caper_json_int(caper_json_key(w, "bufferView"), view);
    if (!own_view && a->offset > 0) {
        caper_json_int(caper_json_key(w, "byteOffset"), (int64_t)a->offset);
    }
    caper_json_int(caper_json_key(w, "componentType"), a->component);
    caper_json_int(caper_json_key(w, "count"), a->count);
    caper_json_string(caper_json_key(w, "type"), a->type ? a->type : "");
    if (a->bounds > 0) {
        caper_json_floats(caper_json_key(w, "min"), a->min, a->bounds);
        caper_json_floats(caper_json_key(w, "max"), a->max, a->bounds);
    }
    caper_json_end_object(w);
}

static void write_accessors(const caperi_gltf_out *out, caper_json_writer *w)
{
    caper_json_begin_array(caper_json_key(w, "accessors"));
    int view = 0;
    for (int s = 0; s < CAPERI_GLTF_VERTICES; s++)
        view += out->sections[s].size > 0;
    for (int i = 0; i < out->accessor_count; i++) {
        caperi_gltf_out_accessor a;
        caperi_gltf_out_get(&out->accessors, i, &a, sizeof a);
        bool own_view = is_vertex_data(a.section);
        bool second =
            a.section == CAPERI_GLTF_MOTION && out->sections[CAPERI_GLTF_MATRICES].size > 0;
        caperi_gltf_out_accessor_write(w, &a, own_view ? view++ : second, own_view);
    }
    caper_json_end_array(w);
}

static void write_view(caper_json_writer *w, size_t offset, size_t size, int target)
{
    caper_json_begin_object_inline(w);
    caper_json_int(caper_json_key(w, "buffer"), 0);
    caper_json_int(caper_json_key(w, "byteOffset"), (int64_t)offset);
    caper_json_int(caper_json_key(w, "byteLength"), (int64_t)size);
    if (target)
        caper_json_int(caper_json_key(w, "target"), target);
    caper_json_end_object(w);
}

static void write_views(const caperi_gltf_out *out, caper_json_writer *w)
{
    caper_json_begin_array(caper_json_key(w, "bufferViews"));
    for (int s = 0; s < CAPERI_GLTF_VERTICES; s++)
        if (out->sections[s].size > 0)
            write_view(w, section_start(out, s), out->sections[s].size, 0);
    for (int i = 0; i < out->accessor_count; i++) {
        caperi_gltf_out_accessor a;
        caperi_gltf_out_get(&out->accessors, i, &a, sizeof a);
        if (is_vertex_data(a.section))
            write_view(w, section_start(out, (int)a.section) + a.offset, a.size,
                       a.section == CAPERI_GLTF_VERTICES ? ARRAY_BUFFER : ELEMENT_ARRAY_BUFFER);
    }
    caper_json_end_array(w);
}

static void write_buffer(caper_json_writer *w, const caper_text *buffer, bool embedded)
{
    caper_json_begin_array(caper_json_key(w, "buffers"));
    caper_json_begin_object(w);
    caper_json_int(caper_json_key(w, "byteLength"), (int64_t)buffer->size);
    if (embedded) {
        caper_text uri;
        caper_text_init(&uri, &buffer->allocator);
        caper_text_append_string(&uri, "data:application/octet-stream;base64,");
        if (caper_text_base64(&uri, buffer->data, buffer->size)) {
            caper_json_string(caper_json_key(w, "uri"), uri.data);
        } else {
            w->status = CAPER_ERROR_MEMORY;
            w->problem = "out of memory";
        }
        caper_text_free(&uri);
    }
    caper_json_end_object(w);
    caper_json_end_array(w);
}

// The mean place of the bodies at rest: whoever moves the file, gives it away.
static bool write_middle(caperi_gltf_out *out, caper_json_writer *w)
{
    int count = out->skeleton->body_count;
    caper_transform *model =
        caper_arena_alloc(&out->arena, (size_t)count * sizeof *model, _Alignof(caper_transform));
    CAPER_TRY(model != NULL, out->error, CAPER_ERROR_MEMORY, out->path, 0, 0, "out of memory");
    caper_pose rest = {(caper_transform *)out->skeleton->rest_local, NULL, count, 0};
    caper_pose at = {model, NULL, count, 0};
    caper_pose_to_model(out->skeleton, &rest, NULL, &at);
    caper_vec3 middle = caper_vec3_zero();
    for (int i = 0; i < count; i++)
        middle = caper_vec3_add(middle, caper_vec3_scale(model[i].position, 1.0f / (float)count));
    caper_json_floats(caper_json_key(w, "middle"), &middle.x, 3);
    return true;
}

static bool write_asset(caperi_gltf_out *out, caper_json_writer *w)
{
    caper_json_begin_object(caper_json_key(w, "asset"));
    caper_json_string(caper_json_key(w, "version"), "2.0");
    caper_json_key(w, "generator");
    char generator[64] = "caper ";
    size_t at = strlen(generator);
    const char *version = caper_version();
    for (size_t i = 0; version[i] && at < sizeof generator - 1; i++)
        generator[at++] = version[i];
    generator[at] = '\0';
    caper_json_string(w, generator);
    caper_json_begin_object_inline(caper_json_key(w, "extras"));
    caper_json_begin_object_inline(caper_json_key(w, CAPERI_GLTF_FILE));
    caper_json_int(caper_json_key(w, "version"), 1);
    CAPER_PASS(write_middle(out, w));
    caper_json_end_object(w);
    caper_json_end_object(w);
    caper_json_end_object(w);
    return true;
}

static bool write_document(caperi_gltf_out *out, caper_json_writer *w, const caper_text *buffer,
                           bool embedded)
{
    caper_json_begin_object(w);
    CAPER_PASS(write_asset(out, w));
    caper_json_int(caper_json_key(w, "scene"), 0);
    caper_json_begin_array(caper_json_key(w, "scenes"));
    caper_json_begin_object(w);
    if (out->character && out->character->name[0]) {
        caper_json_string(caper_json_key(w, "name"), out->character->name);
    }
    caper_json_begin_array(caper_json_key(w, "nodes"));
    if (out->root_node >= 0)
        caper_json_int(w, out->root_node);
    else
        write_roots(out, w);
    for (int m = 0; m < out->mesh_count; m++)
        caper_json_int(w, out->first_mesh + m);
    caper_json_end_array(w);
    caper_json_end_object(w);
    caper_json_end_array(w);
    CAPER_PASS(write_nodes(out, w));
    write_skins(out, w);
    write_meshes(out, w);
    write_animations(out, w);
    write_accessors(out, w);
    write_views(out, w);
    write_buffer(w, buffer, embedded);
    caper_json_end_object(w);
    return true;
}

// -- Files ------------------------------------------------------------------------------------

static void append_u32(caper_text *text, size_t value)
{
    char bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (char)(value >> (8 * i) & 255);
    caper_text_append(text, bytes, 4);
}

static bool save_glb(caperi_gltf_out *out, const char *json, size_t size, const caper_text *buffer)
{
    size_t padded = (size + 3) / 4 * 4, total = 12 + 8 + padded + 8 + buffer->size;
    CAPER_TRY(total < UINT32_MAX, out->error, CAPER_ERROR_LIMIT, out->path, 0, 0,
              "the file would have %zu bytes, a GLB has less than 4 GiB", total);
    caper_text file;
    caper_text_init(&file, &buffer->allocator);
    caper_text_append(&file, "glTF", 4);
    append_u32(&file, 2);
    append_u32(&file, total);
    append_u32(&file, padded);
    caper_text_append(&file, "JSON", 4);
    caper_text_append(&file, json, size);
    pad_to(&file, 4, ' ');
    append_u32(&file, buffer->size);
    caper_text_append(&file, "BIN\0", 4);
    caper_text_append(&file, buffer->data, buffer->size);
    bool good = !file.failed;
    if (!good)
        caper_error_set(out->error, CAPER_ERROR_MEMORY, out->path, 0, 0, "out of memory");
    good = good && caper_file_write(out->path, file.data, file.size, out->error);
    caper_text_free(&file);
    return good;
}

static bool gather_buffer(caperi_gltf_out *out, caper_text *buffer)
{
    bool failed =
        out->accessors.failed || out->channels.failed || out->deforms.failed || out->numbers.failed;
    for (int s = 0; s < CAPERI_GLTF_SECTION_COUNT; s++) {
        failed = failed || out->sections[s].failed;
        if (out->sections[s].size > 0)
            caper_text_append(buffer, out->sections[s].data, out->sections[s].size);
    }
    CAPER_TRY(!failed && !buffer->failed, out->error, CAPER_ERROR_MEMORY, out->path, 0, 0,
              "out of memory");
    return true;
}

static bool save(caperi_gltf_out *out)
{
    size_t length = strlen(out->path);
    bool embedded = length >= 5 && (out->path[length - 1] | 0x20) == 'f';
    caper_text buffer;
    caper_text_init(&buffer, NULL);
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, embedded ? 1 : 0);
    const char *json = NULL;
    size_t size = 0;
    if (gather_buffer(out, &buffer) && write_document(out, &w, &buffer, embedded))
        json = caper_json_writer_finish(&w, &size, out->error);
    bool good = json && (embedded ? caper_file_write(out->path, json, size, out->error)
                                  : save_glb(out, json, size, &buffer));
    caper_json_writer_free(&w);
    caper_text_free(&buffer);
    return good;
}

static bool check_job(caperi_gltf_out *out)
{
    const caper_export_job *job = out->job;
    CAPER_TRY(job->character || job->clip_count > 0, out->error, CAPER_ERROR_INVALID, out->path, 0,
              0, "there is nothing to write: expected a character or a clip");
    out->character = job->character;
    out->skeleton = job->character ? &job->character->skeleton : &job->clips[0]->skeleton;
    for (int i = 0; i < job->clip_count; i++) {
        CAPER_TRY(caper_skeleton_same(out->skeleton, &job->clips[i]->skeleton), out->error,
                  CAPER_ERROR_INVALID, out->path, 0, 0,
                  "clip '%.60s' is of another skeleton than the character", job->clips[i]->name);
        if (job->clips[i]->has_root)
            out->root_node = out->skeleton->body_count;
    }
    if (out->document) {
        CAPER_TRY(caper_skeleton_same(out->skeleton, &job->like->character->skeleton), out->error,
                  CAPER_ERROR_INVALID, out->path, 0, 0,
                  "the character is of another skeleton than the file that is to be kept");
    }
    out->first_mesh = out->skeleton->body_count + (out->root_node >= 0);
    return true;
}

bool caperi_write_gltf(const caper_export_job *job, const char *path, caper_error *error)
{
    caperi_gltf_out out;
    memset(&out, 0, sizeof out);
    out.job = job;
    out.path = path;
    out.error = error;
    out.root_node = -1;
    caper_arena_init(&out.arena, NULL, 0);
    for (int s = 0; s < CAPERI_GLTF_SECTION_COUNT; s++)
        caper_text_init(&out.sections[s], NULL);
    caper_text_init(&out.accessors, NULL);
    caper_text_init(&out.channels, NULL);
    caper_text_init(&out.deforms, NULL);
    caper_text_init(&out.numbers, NULL);
    // a file without a mesh is no character to be seen: its bodies are written
    if (job->like && job->like->document &&
        (job->like->skin_count > 0 || job->like->format == CAPER_FORMAT_VRM))
        out.document = job->like->document;
    bool good = check_job(&out);
    if (good && out.document)
        good = caperi_gltf_carry(&out);
    else if (good)
        good = caperi_gltf_out_meshes(&out) && caperi_gltf_out_clips(&out) && save(&out);
    for (int s = 0; s < CAPERI_GLTF_SECTION_COUNT; s++)
        caper_text_free(&out.sections[s]);
    caper_text_free(&out.accessors);
    caper_text_free(&out.channels);
    caper_text_free(&out.deforms);
    caper_text_free(&out.numbers);
    caper_arena_destroy(&out.arena);
    return good;
}
