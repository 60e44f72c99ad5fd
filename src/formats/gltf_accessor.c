// SPDX-License-Identifier: MIT
//
// Accessors (glTF 2.0, section 3.6): typed views of buffers, with strides, normalized integers and
// sparse replacements. Invariant: an accessor that was handed out lies within its buffer, first to
// last byte, so that reading it needs no further checks.
#include "formats/gltf.h"

#include <string.h>

enum {
    BYTE = 5120,
    UBYTE = 5121,
    SHORT = 5122,
    USHORT = 5123,
    UINT = 5125,
    FLOAT = 5126
};

static const struct {
    const char *name;
    int width;
} types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4},
             {"MAT2", 4},   {"MAT3", 9}, {"MAT4", 16}};

size_t caperi_gltf_component_size(int component)
{
    switch (component) {
    case BYTE:
    case UBYTE:
        return 1;
    case SHORT:
    case USHORT:
        return 2;
    case UINT:
    case FLOAT:
        return 4;
    default:
        return 0;
    }
}

// The bytes of a buffer view from `offset` on, which must hold `count` elements.
typedef struct span {
    const unsigned char *data;
    size_t stride;
} span;

static bool view_span(caperi_gltf *g, const caperi_json_value *owner, size_t element, int count,
                      bool may_stride, span *out)
{
    int view = -1, buffer = -1, start = 0, length = 0, stride = 0, offset = 0;
    int view_count = g->views ? (int)g->views->count : 0;
    CAPER_PASS(caperi_gltf_index(g, owner, "bufferView", CAPERI_REQUIRED, view_count, &view));
    const caperi_json_value *json = &g->views->as.items[view];
    int buffer_count = g->buffers ? (int)g->buffers->count : 0;
    CAPER_PASS(caperi_json_object(&g->json, json));
    CAPER_PASS(caperi_gltf_index(g, json, "buffer", CAPERI_REQUIRED, buffer_count, &buffer));
    CAPER_PASS(
        caperi_json_get_int(&g->json, json, "byteOffset", CAPERI_OPTIONAL, 0, INT32_MAX, &start));
    CAPER_PASS(
        caperi_json_get_int(&g->json, json, "byteLength", CAPERI_REQUIRED, 0, INT32_MAX, &length));
    CAPER_PASS(
        caperi_json_get_int(&g->json, json, "byteStride", CAPERI_OPTIONAL, 0, 65535, &stride));
    CAPER_PASS(
        caperi_json_get_int(&g->json, owner, "byteOffset", CAPERI_OPTIONAL, 0, INT32_MAX, &offset));
    const caperi_gltf_buffer *bytes;
    CAPER_PASS(caperi_gltf_buffer_get(g, buffer, &bytes));
    if ((size_t)start + (size_t)length > bytes->size)
        CAPERI_GLTF_FAIL(g, json, CAPER_ERROR_INVALID,
                         "buffer view %d ends at byte %zu, buffer %d has %zu", view,
                         (size_t)start + (size_t)length, buffer, bytes->size);
    size_t step = may_stride && stride > 0 ? (size_t)stride : element;
    if (step < element)
        CAPERI_GLTF_FAIL(g, json, CAPER_ERROR_INVALID,
                         "'byteStride' is %zu, less than an element of %zu bytes", step, element);
    size_t need = count > 0 ? (size_t)(count - 1) * step + element : 0;
    if ((size_t)offset + need > (size_t)length)
        CAPERI_GLTF_FAIL(g, owner, CAPER_ERROR_INVALID,
                         "%d elements need %zu bytes of buffer view %d, which has %d", count,
                         (size_t)offset + need, view, length);
    out->data = bytes->data + (size_t)start + (size_t)offset;
    out->stride = step;
    return true;
}

static bool read_sparse(caperi_gltf *g, const caperi_json_value *sparse, caperi_gltf_accessor *a)
{
    const caperi_json_value *indices, *values;
    CAPER_PASS(caperi_json_object(&g->json, sparse));
    CAPER_PASS(caperi_json_get_int(&g->json, sparse, "count", CAPERI_REQUIRED, 1, a->count,
                                   &a->sparse_count));
    CAPER_PASS(caperi_json_get_object(&g->json, sparse, "indices", CAPERI_REQUIRED, &indices));
    CAPER_PASS(caperi_json_get_object(&g->json, sparse, "values", CAPERI_REQUIRED, &values));
    CAPER_PASS(caperi_json_get_int(&g->json, indices, "componentType", CAPERI_REQUIRED, 0,
                                   INT32_MAX, &a->sparse_component));
    int type = a->sparse_component;
    if (type != UBYTE && type != USHORT && type != UINT)
        CAPERI_GLTF_FAIL(g, indices, CAPER_ERROR_INVALID,
                         "sparse indices are of component type %d, expected 5121, 5123 or 5125",
                         type);
    span s;
    CAPER_PASS(view_span(g, indices, caperi_gltf_component_size(type), a->sparse_count, false, &s));
    a->sparse_indices = s.data;
    size_t element = caperi_gltf_component_size(a->component) * (size_t)a->width;
    CAPER_PASS(view_span(g, values, element, a->sparse_count, false, &s));
    a->sparse_values = s.data;
    return true;
}

bool caperi_gltf_accessor_get(caperi_gltf *g, int index, caperi_gltf_accessor *out)
{
    const caperi_json_value *json = &g->accessors->as.items[index];
    memset(out, 0, sizeof *out);
    out->json = json;
    out->index = index;
    CAPER_PASS(caperi_json_object(&g->json, json));
    CAPER_PASS(
        caperi_json_get_int(&g->json, json, "count", CAPERI_REQUIRED, 1, INT32_MAX, &out->count));
    CAPER_PASS(caperi_json_get_int(&g->json, json, "componentType", CAPERI_REQUIRED, 0, INT32_MAX,
                                   &out->component));
    const char *type = NULL;
    CAPER_PASS(caperi_json_get_string(&g->json, json, "type", CAPERI_REQUIRED, &type));
    CAPER_PASS(
        caperi_json_get_bool(&g->json, json, "normalized", CAPERI_OPTIONAL, &out->normalized));
    for (int i = 0; i < CAPER_COUNT_OF(types); i++)
        if (strcmp(type, types[i].name) == 0)
            out->width = types[i].width;
    if (out->width == 0)
        CAPERI_GLTF_FAIL(g, json, CAPER_ERROR_INVALID,
                         "accessor %d is of type '%.20s', which does not exist", index, type);
    size_t size = caperi_gltf_component_size(out->component);
    if (size == 0)
        CAPERI_GLTF_FAIL(g, json, CAPER_ERROR_INVALID,
                         "accessor %d is of component type %d, which does not exist", index,
                         out->component);
    out->stride = size * (size_t)out->width;
    if (caperi_json_find(json, "bufferView")) {
        span s;
        CAPER_PASS(view_span(g, json, out->stride, out->count, true, &s));
        out->data = s.data;
        out->stride = s.stride;
    }
    const caperi_json_value *sparse = caperi_json_find(json, "sparse");
    return !sparse || read_sparse(g, sparse, out);
}

// -- Reading ----------------------------------------------------------------------------------

// Loads byte by byte: nothing is said about alignment, and compilers make one load of it.
static inline uint32_t load16(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t load32(const unsigned char *p)
{
    return load16(p) | load16(p + 2) << 16;
}

static inline float load_float(const unsigned char *p)
{
    uint32_t bits = load32(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Section 3.6.2.2: signed normalized integers are clamped, because -128 / 127 is below -1.
static float load_component(const unsigned char *p, int component, bool normalized)
{
    float value;
    switch (component) {
    case BYTE:
        value = (float)(signed char)p[0];
        return normalized ? caper_max(value / 127.0f, -1.0f) : value;
    case UBYTE:
        value = (float)p[0];
        return normalized ? value / 255.0f : value;
    case SHORT:
        value = (float)(int16_t)load16(p);
        return normalized ? caper_max(value / 32767.0f, -1.0f) : value;
    case USHORT:
        value = (float)load16(p);
        return normalized ? value / 65535.0f : value;
    case UINT:
        return normalized ? (float)((double)load32(p) / 4294967295.0) : (float)load32(p);
    default:
        return load_float(p);
    }
}

static void load_elements(const caperi_gltf_accessor *a, float *out)
{
    size_t width = (size_t)a->width, size = caperi_gltf_component_size(a->component);
    if (a->component == FLOAT) {
        for (size_t i = 0; i < (size_t)a->count; i++) {
            const unsigned char *p = a->data + i * a->stride;
            for (size_t k = 0; k < width; k++)
                out[i * width + k] = load_float(p + 4 * k);
        }
        return;
    }
    for (size_t i = 0; i < (size_t)a->count; i++) {
        const unsigned char *p = a->data + i * a->stride;
        for (size_t k = 0; k < width; k++)
            out[i * width + k] = load_component(p + k * size, a->component, a->normalized);
    }
}

static bool sparse_index(caperi_gltf *g, const caperi_gltf_accessor *a, int i, size_t *out)
{
    size_t size = caperi_gltf_component_size(a->sparse_component);
    const unsigned char *p = a->sparse_indices + (size_t)i * size;
    uint32_t index = size == 1 ? p[0] : size == 2 ? load16(p) : load32(p);
    if (index >= (uint32_t)a->count)
        CAPERI_GLTF_FAIL(g, a->json, CAPER_ERROR_INVALID,
                         "accessor %d replaces element %u, but has %d", a->index, (unsigned)index,
                         a->count);
    *out = index;
    return true;
}

static bool load_all(caperi_gltf *g, const caperi_gltf_accessor *a, float *out)
{
    size_t width = (size_t)a->width, size = caperi_gltf_component_size(a->component);
    if (a->data)
        load_elements(a, out);
    else
        memset(out, 0, (size_t)a->count * width * sizeof *out);
    for (int i = 0; i < a->sparse_count; i++) {
        size_t index;
        CAPER_PASS(sparse_index(g, a, i, &index));
        const unsigned char *p = a->sparse_values + (size_t)i * width * size;
        for (size_t k = 0; k < width; k++)
            out[index * width + k] = load_component(p + k * size, a->component, a->normalized);
    }
    return true;
}

// x - x is 0 for finite x only, so one sum tells about all.
static bool all_finite(const float *values, size_t count)
{
    float sum = 0.0f;
    for (size_t i = 0; i < count; i++)
        sum += values[i] - values[i];
    return sum == 0.0f;
}

bool caperi_gltf_floats(caperi_gltf *g, const caperi_gltf_accessor *a, float *out)
{
    CAPER_PASS(load_all(g, a, out));
    if (a->component == FLOAT && !all_finite(out, (size_t)a->count * (size_t)a->width))
        CAPERI_GLTF_FAIL(g, a->json, CAPER_ERROR_INVALID,
                         "accessor %d holds a number that is not finite", a->index);
    return true;
}

bool caperi_gltf_floats_or_zero(caperi_gltf *g, const caperi_gltf_accessor *a, float *out)
{
    CAPER_PASS(load_all(g, a, out));
    size_t total = (size_t)a->count * (size_t)a->width;
    if (a->component != FLOAT || all_finite(out, total))
        return true;
    for (size_t i = 0; i < total; i++)
        out[i] = out[i] - out[i] == 0.0f ? out[i] : 0.0f;
    return true;
}

static uint32_t load_index(const unsigned char *p, size_t size)
{
    return size == 1 ? p[0] : size == 2 ? load16(p) : load32(p);
}

bool caperi_gltf_indices(caperi_gltf *g, const caperi_gltf_accessor *a, uint32_t *out)
{
    int type = a->component;
    if (type != UBYTE && type != USHORT && type != UINT)
        CAPERI_GLTF_FAIL(g, a->json, CAPER_ERROR_INVALID,
                         "accessor %d is of component type %d, expected 5121, 5123 or 5125",
                         a->index, type);
    size_t width = (size_t)a->width, size = caperi_gltf_component_size(type);
    for (size_t i = 0; i < (size_t)a->count; i++)
        for (size_t k = 0; k < width; k++)
            out[i * width + k] = a->data ? load_index(a->data + i * a->stride + k * size, size) : 0;
    for (int i = 0; i < a->sparse_count; i++) {
        size_t index;
        CAPER_PASS(sparse_index(g, a, i, &index));
        const unsigned char *p = a->sparse_values + (size_t)i * width * size;
        for (size_t k = 0; k < width; k++)
            out[index * width + k] = load_index(p + k * size, size);
    }
    return true;
}
