// SPDX-License-Identifier: MIT
//
// What a mesh looks like, as far as it is drawn (glTF 2.0, section 3.9): base color with its
// picture, vertex colors, alpha and sides; of extensions KHR_texture_transform, which is done to
// the coordinates here, and the diffuse color of KHR_materials_pbrSpecularGlossiness. A picture
// stays the bytes of its file: this library does not decode it. One that cannot be read is left out
// with a warning, since only drawing depends on it.
#include "formats/gltf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// An element of an array at the root that a member names; NULL when there is none.
static const caperi_json_value *named_by(const caperi_json_value *array,
                                         const caperi_json_value *object, const char *name)
{
    const caperi_json_value *index = caperi_json_find(object, name);
    bool good = caperi_json_is(index, CAPERI_JSON_NUMBER) && array && index->as.number >= 0 &&
                index->as.number < array->count;
    return good ? caperi_json_at(array, (uint32_t)index->as.number) : NULL;
}

// One that a float cannot hold is none.
static float number_of(const caperi_json_value *value, float other)
{
    float number = caperi_json_is(value, CAPERI_JSON_NUMBER) ? (float)value->as.number : other;
    return isfinite(number) ? number : other;
}

// -- Pictures ---------------------------------------------------------------------------------

static bool open_images(caperi_gltf *g)
{
    const caperi_json_value *raw = caperi_json_find(g->json.root, "images");
    if (g->images_parsed || !caperi_json_is(raw, CAPERI_JSON_RAW))
        return g->images_parsed;
    CAPER_PASS(caperi_gltf_parse_part(g, (caperi_gltf_place)(raw->as.string - g->text.data),
                                      raw->count, &g->images_json));
    g->images_parsed = true;
    g->image_count = caperi_json_is(g->images_json.root, CAPERI_JSON_ARRAY)
                         ? (int)g->images_json.root->count
                         : 0;
    g->images = caperi_draft_alloc(g->draft, &g->draft->scratch, (size_t)g->image_count + 1,
                                   sizeof *g->images, _Alignof(caper_image *), g->error);
    return g->images != NULL;
}

static bool copy_image(caperi_gltf *g, const caperi_json_value *json, caper_image *out)
{
    const caperi_json_value *uri = caperi_json_find(json, "uri");
    if (caperi_json_is(uri, CAPERI_JSON_STRING))
        return caperi_gltf_uri_copy(g, uri->as.string, uri->count, out);
    float view = number_of(caperi_json_find(json, "bufferView"), -1.0f);
    CAPER_TRY(view >= 0.0f && view < (float)g->lists.views.count, g->error, CAPER_ERROR_INVALID,
              g->draft->source, 0, 0, "a picture has neither 'uri' nor 'bufferView'");
    return caperi_gltf_view_copy(g, (int)view, out);
}

static bool take_image(caperi_gltf *g, int index, const caper_image **out)
{
    CAPER_PASS(open_images(g));
    CAPER_TRY(index < g->image_count, g->error, CAPER_ERROR_INVALID, g->draft->source, 0, 0,
              "picture %d does not exist", index);
    if (!g->images[index]) {
        caper_image *made = caperi_draft_alloc(g->draft, &g->draft->arena, 1, sizeof *made,
                                               _Alignof(caper_image), g->error);
        if (!made)
            return false;
        g->images[index] = made; // also one that cannot be had: it is tried once
        CAPER_PASS(copy_image(g, caperi_json_at(g->images_json.root, (uint32_t)index), made));
    }
    *out = g->images[index]->size > 0 ? g->images[index] : NULL;
    return true;
}

// Only memory is trouble; what else is wrong with a picture is counted.
static bool get_image(caperi_gltf *g, int index, const caper_image **out)
{
    caper_error *outer = g->error, trouble = {0};
    g->error = &trouble;
    bool good = take_image(g, index, out);
    g->error = outer;
    if (!good && trouble.status == CAPER_ERROR_MEMORY)
        return caper_error_set(outer, CAPER_ERROR_MEMORY, g->draft->source, 0, 0, "out of memory");
    g->lost_images += !good;
    return true;
}

// -- Textures ---------------------------------------------------------------------------------

static caper_wrap wrap_of(const caperi_json_value *sampler, const char *name)
{
    enum {
        CLAMP_TO_EDGE = 33071,
        MIRRORED_REPEAT = 33648
    };
    float mode = number_of(caperi_json_find(sampler, name), 0.0f);
    return mode == CLAMP_TO_EDGE     ? CAPER_WRAP_CLAMP
           : mode == MIRRORED_REPEAT ? CAPER_WRAP_MIRROR
                                     : CAPER_WRAP_REPEAT;
}

// offset + turn (scale uv), as KHR_texture_transform has it.
static void move_uvs(const caperi_json_value *transform, float *uvs, size_t count)
{
    float offset[2], scale[2], sine, cosine;
    for (uint32_t i = 0; i < 2; i++) {
        offset[i] = number_of(caperi_json_at(caperi_json_find(transform, "offset"), i), 0.0f);
        scale[i] = number_of(caperi_json_at(caperi_json_find(transform, "scale"), i), 1.0f);
    }
    float angle = number_of(caperi_json_find(transform, "rotation"), 0.0f);
    caper_sincos(caper_wrap_angle(angle), &sine, &cosine);
    for (size_t i = 0; i < count; i++, uvs += 2) {
        float u = scale[0] * uvs[0], v = scale[1] * uvs[1];
        uvs[0] = offset[0] + cosine * u + sine * v;
        uvs[1] = offset[1] - sine * u + cosine * v;
        if (!isfinite(uvs[0]) || !isfinite(uvs[1]))
            uvs[0] = uvs[1] = 0.0f; // too far for a float: any place is as good
    }
}

// One vector for each vertex; *out stays NULL when the file has none that fits.
static bool read_vectors(caperi_gltf *g, const caperi_json_value *primitive, const char *name,
                         const caper_skin *skin, int least, int most, caperi_gltf_accessor *a,
                         float **out)
{
    const caperi_json_value *attributes = caperi_json_find(primitive, "attributes");
    int index = -1;
    CAPER_PASS(caperi_gltf_index(g, attributes, name, CAPERI_OPTIONAL, g->accessor_count, &index));
    if (index < 0)
        return true;
    CAPER_PASS(caperi_gltf_accessor_get(g, index, a));
    if (a->width < least || a->width > most || a->count != skin->vertex_count)
        return true;
    size_t count = (size_t)a->count;
    *out = caperi_gltf_alloc(g, &g->draft->arena, count, (size_t)most * sizeof **out);
    return *out && caperi_gltf_floats_or_zero(g, a, *out);
}

static bool read_texture(caperi_gltf *g, const caperi_json_value *primitive,
                         const caperi_json_value *info, caper_skin *skin)
{
    const caperi_json_value *textures = caperi_json_find(g->json.root, "textures");
    const caperi_json_value *texture = named_by(textures, info, "index");
    const caperi_json_value *moved =
        caperi_json_find(caperi_json_find(info, "extensions"), "KHR_texture_transform");
    float source = number_of(caperi_json_find(texture, "source"), -1.0f);
    if (!(source >= 0.0f && source < 1e6f))
        return true;
    float set = number_of(caperi_json_find(info, "texCoord"), 0.0f);
    set = number_of(caperi_json_find(moved, "texCoord"), set);
    char name[24];
    snprintf(name, sizeof name, "TEXCOORD_%d", (int)caper_clamp(set, 0.0f, 99.0f));
    caperi_gltf_accessor a;
    float *uvs = NULL;
    CAPER_PASS(read_vectors(g, primitive, name, skin, 2, 2, &a, &uvs));
    if (!uvs)
        return true;
    if (moved)
        move_uvs(moved, uvs, (size_t)skin->vertex_count);
    const caperi_json_value *sampler =
        named_by(caperi_json_find(g->json.root, "samplers"), texture, "sampler");
    skin->uvs = uvs;
    skin->wrap_u = wrap_of(sampler, "wrapS");
    skin->wrap_v = wrap_of(sampler, "wrapT");
    return get_image(g, (int)source, &skin->image);
}

static bool read_colors(caperi_gltf *g, const caperi_json_value *primitive, caper_skin *skin)
{
    caperi_gltf_accessor a;
    float *colors = NULL;
    CAPER_PASS(read_vectors(g, primitive, "COLOR_0", skin, 3, 4, &a, &colors));
    skin->colors = colors;
    if (!colors || a.width == 4)
        return true;
    for (int i = skin->vertex_count - 1; i >= 0; i--) { // three each, so there is room behind
        memmove(colors + 4 * (size_t)i, colors + 3 * (size_t)i, 3 * sizeof *colors);
        colors[4 * (size_t)i + 3] = 1.0f;
    }
    return true;
}

// -- Materials --------------------------------------------------------------------------------

static void read_factor(const caperi_json_value *factor, caper_skin *skin)
{
    for (uint32_t i = 0; i < 4; i++)
        skin->color[i] =
            caper_clamp(number_of(caperi_json_at(factor, i), skin->color[i]), 0.0f, 1.0f);
}

static void read_alpha(const caperi_json_value *material, caper_skin *skin)
{
    const caperi_json_value *mode = caperi_json_find(material, "alphaMode");
    const caperi_json_value *both = caperi_json_find(material, "doubleSided");
    const char *word = caperi_json_is(mode, CAPERI_JSON_STRING) ? mode->as.string : "";
    skin->alpha = strcmp(word, "MASK") == 0    ? CAPER_ALPHA_MASK
                  : strcmp(word, "BLEND") == 0 ? CAPER_ALPHA_BLEND
                                               : CAPER_ALPHA_OPAQUE;
    skin->alpha_cutoff = number_of(caperi_json_find(material, "alphaCutoff"), 0.5f);
    skin->single_sided = !caperi_json_is(both, CAPERI_JSON_TRUE);
}

bool caperi_gltf_read_look(caperi_gltf *g, const caperi_json_value *primitive, caper_skin *skin)
{
    for (int i = 0; i < 4; i++)
        skin->color[i] = 1.0f;
    const caperi_json_value *material = named_by(g->materials, primitive, "material");
    const caperi_json_value *plain = caperi_json_find(material, "pbrMetallicRoughness");
    const caperi_json_value *glossy = caperi_json_find(caperi_json_find(material, "extensions"),
                                                       "KHR_materials_pbrSpecularGlossiness");
    const caperi_json_value *texture = caperi_json_find(plain, "baseColorTexture");
    read_factor(
        caperi_json_find(glossy ? glossy : plain, glossy ? "diffuseFactor" : "baseColorFactor"),
        skin);
    if (!g->draft->options.pictures)
        return true;
    if (glossy)
        texture = caperi_json_find(glossy, "diffuseTexture");
    read_alpha(material, skin);
    CAPER_PASS(read_colors(g, primitive, skin));
    return !texture || read_texture(g, primitive, texture, skin);
}
