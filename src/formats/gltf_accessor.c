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

// The bytes of a buffer view from an offset on, which must hold `count` elements.
typedef struct span {
    const unsigned char *data;
    size_t stride;
    bool lasting;
} span;

static bool view_span(caperi_gltf *g, caperi_gltf_place place, int index, int offset,
                      size_t element, int count, bool may_stride, span *out)
{
    if (index >= g->lists.views.count)
        return caperi_gltf_fail(g, place, CAPER_ERROR_INVALID,
                                "'bufferView' is %d, the file has %d of them", index,
                                g->lists.views.count);
    const caperi_gltf_view *view = (const caperi_gltf_view *)g->lists.views.items + index;
    if (view->buffer < 0 || view->buffer >= g->buffer_count || view->length < 0)
        return caperi_gltf_fail(g, view->place, CAPER_ERROR_INVALID,
                                "buffer view %d is of buffer %d and %d bytes, the file has %d "
                                "buffers",
                                index, view->buffer, view->length, g->buffer_count);
    const caperi_gltf_buffer *bytes;
    CAPER_PASS(caperi_gltf_buffer_get(g, view->buffer, &bytes));
    size_t start = (size_t)view->start, length = (size_t)view->length;
    if (start + length > bytes->size)
        return caperi_gltf_fail(g, view->place, CAPER_ERROR_INVALID,
                                "buffer view %d ends at byte %zu, buffer %d has %zu", index,
                                start + length, view->buffer, bytes->size);
    size_t step = may_stride && view->stride > 0 ? (size_t)view->stride : element;
    if (step < element)
        return caperi_gltf_fail(g, view->place, CAPER_ERROR_INVALID,
                                "'byteStride' is %zu, less than an element of %zu bytes", step,
                                element);
    size_t need = count > 0 ? (size_t)(count - 1) * step + element : 0;
    if ((size_t)offset + need > length)
        return caperi_gltf_fail(g, place, CAPER_ERROR_INVALID,
                                "%d elements need %zu bytes of buffer view %d, which has %zu",
                                count, (size_t)offset + need, index, length);
    out->stride = step;
    out->lasting = bytes->parts ? g->bin_keys : g->draft->keep_bytes && !bytes->fleeting;
    if (bytes->parts)
        return caperi_gltf_bin_get(g, start + (size_t)offset, need, &out->data);
    out->data = bytes->data + start + (size_t)offset;
    return true;
}

bool caperi_gltf_view_copy(caperi_gltf *g, int index, caper_image *out)
{
    span s;
    CAPER_PASS(view_span(g, 0, index, 0, 1, 0, false, &s));
    const caperi_gltf_view *view = (const caperi_gltf_view *)g->lists.views.items + index;
    const caperi_gltf_buffer *bytes = &g->buffer[view->buffer];
    size_t start = (size_t)view->start, size = (size_t)view->length;
    unsigned char *copy = caperi_gltf_alloc(g, &g->draft->arena, size, 1);
    if (!copy)
        return false;
    if (bytes->parts)
        CAPER_TRY(caperi_file_read_at(g->bin_file, g->bin_offset + start, copy, size), g->error,
                  CAPER_ERROR_IO, g->draft->source, 0, 0, "cannot read %zu bytes of a picture",
                  size);
    else
        memcpy(copy, bytes->data + start, size);
    *out = (caper_image){copy, size};
    return true;
}

// `indices` or `values` of sparse elements.
static bool sparse_span(caperi_gltf *g, const caperi_json *json, const caperi_json_value *object,
                        caperi_gltf_place place, size_t element, int count, span *out)
{
    int view = 0, offset = 0;
    CAPER_PASS(
        caperi_json_get_int(json, object, "bufferView", CAPERI_REQUIRED, 0, INT32_MAX, &view));
    CAPER_PASS(
        caperi_json_get_int(json, object, "byteOffset", CAPERI_OPTIONAL, 0, INT32_MAX, &offset));
    return view_span(g, place, view, offset, element, count, false, out);
}

static bool read_sparse(caperi_gltf *g, const caperi_json *json, caperi_gltf_accessor *a)
{
    const caperi_json_value *indices, *values, *sparse = json->root;
    CAPER_PASS(caperi_json_object(json, sparse));
    CAPER_PASS(
        caperi_json_get_int(json, sparse, "count", CAPERI_REQUIRED, 1, a->count, &a->sparse_count));
    CAPER_PASS(caperi_json_get_object(json, sparse, "indices", CAPERI_REQUIRED, &indices));
    CAPER_PASS(caperi_json_get_object(json, sparse, "values", CAPERI_REQUIRED, &values));
    CAPER_PASS(caperi_json_get_int(json, indices, "componentType", CAPERI_REQUIRED, 0, INT32_MAX,
                                   &a->sparse_component));
    int type = a->sparse_component;
    if (type != UBYTE && type != USHORT && type != UINT)
        return caperi_json_fail(
            json, indices, CAPER_ERROR_INVALID,
            "sparse indices are of component type %d, expected 5121, 5123 or 5125", type);
    span s;
    CAPER_PASS(sparse_span(g, json, indices, a->place, caperi_gltf_component_size(type),
                           a->sparse_count, &s));
    a->sparse_indices = s.data;
    size_t element = caperi_gltf_component_size(a->component) * (size_t)a->width;
    CAPER_PASS(sparse_span(g, json, values, a->place, element, a->sparse_count, &s));
    a->sparse_values = s.data;
    return true;
}

bool caperi_gltf_accessor_get(caperi_gltf *g, int index, caperi_gltf_accessor *out)
{
    const caperi_gltf_entry *entry = (const caperi_gltf_entry *)g->lists.entries.items + index;
    memset(out, 0, sizeof *out);
    out->place = entry->place;
    out->index = index;
    out->count = entry->count;
    out->component = entry->component;
    out->width = entry->width;
    out->normalized = entry->normalized;
    size_t size = caperi_gltf_component_size(out->component);
    if (out->count < 1 || out->width == 0)
        return caperi_gltf_fail(g, entry->place, CAPER_ERROR_INVALID,
                                "accessor %d lacks its 'count' or 'type'", index);
    if (size == 0)
        return caperi_gltf_fail(g, entry->place, CAPER_ERROR_INVALID,
                                "accessor %d is of component type %d, which does not exist", index,
                                out->component);
    out->stride = size * (size_t)out->width;
    if (entry->view >= 0) {
        span s;
        CAPER_PASS(view_span(g, entry->place, entry->view, entry->offset, out->stride, out->count,
                             true, &s));
        out->data = s.data;
        out->stride = s.stride;
        out->lasting = s.lasting;
    }
    if (entry->sparse_size == 0)
        return true;
    caperi_json json;
    CAPER_PASS(caperi_gltf_parse_part(g, entry->sparse_place, entry->sparse_size, &json));
    bool good = read_sparse(g, &json, out);
    caperi_json_free(&json);
    return good;
}

caperi_gltf_accessor caperi_gltf_accessor_part(const caperi_gltf_accessor *a, int first, int count)
{
    CAPER_ASSERT(a->sparse_count == 0 && first + count <= a->count);
    caperi_gltf_accessor part = *a;
    part.data = a->data ? a->data + (size_t)first * a->stride : NULL;
    part.count = count;
    return part;
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

// Floats side by side need no loads of single bytes.
static bool is_copy(const caperi_gltf_accessor *a, size_t size)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return a->stride == size * (size_t)a->width;
#else
    (void)a, (void)size;
    return false;
#endif
}

static void load_elements(const caperi_gltf_accessor *a, float *out)
{
    size_t width = (size_t)a->width, size = caperi_gltf_component_size(a->component);
    if (a->component == FLOAT && is_copy(a, size)) {
        memcpy(out, a->data, (size_t)a->count * width * size);
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
        return caperi_gltf_fail(g, a->place, CAPER_ERROR_INVALID,
                                "accessor %d replaces element %u, but has %d", a->index,
                                (unsigned)index, a->count);
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

// The exponents of what is not finite are all ones. In whole numbers, which compilers may add up in
// any order.
bool caperi_gltf_all_finite(const float *values, size_t count)
{
    uint32_t found = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, values + i, sizeof bits);
        found |= (bits & 0x7F800000u) == 0x7F800000u;
    }
    return found == 0;
}

bool caperi_gltf_check_finite(caperi_gltf *g, const caperi_gltf_accessor *a, const float *values)
{
    if (a->component == FLOAT &&
        !caperi_gltf_all_finite(values, (size_t)a->count * (size_t)a->width))
        return caperi_gltf_fail(g, a->place, CAPER_ERROR_INVALID,
                                "accessor %d holds a number that is not finite", a->index);
    return true;
}

bool caperi_gltf_floats(caperi_gltf *g, const caperi_gltf_accessor *a, float *out)
{
    return load_all(g, a, out) && caperi_gltf_check_finite(g, a, out);
}

bool caperi_gltf_floats_or_zero(caperi_gltf *g, const caperi_gltf_accessor *a, float *out)
{
    CAPER_PASS(load_all(g, a, out));
    size_t total = (size_t)a->count * (size_t)a->width;
    if (a->component != FLOAT || caperi_gltf_all_finite(out, total))
        return true;
    for (size_t i = 0; i < total; i++)
        out[i] = out[i] - out[i] == 0.0f ? out[i] : 0.0f;
    return true;
}

static uint32_t load_index(const unsigned char *p, size_t size)
{
    return size == 1 ? p[0] : size == 2 ? load16(p) : load32(p);
}

static void load_indices(const caperi_gltf_accessor *a, size_t size, uint32_t *out)
{
    size_t width = (size_t)a->width, total = (size_t)a->count * width;
    if (!a->data) {
        memset(out, 0, total * sizeof *out);
    } else if (is_copy(a, size)) {
        // one loop for each size, which compilers turn into vectors
        if (size == 1)
            for (size_t i = 0; i < total; i++)
                out[i] = a->data[i];
        else if (size == 2)
            for (size_t i = 0; i < total; i++)
                out[i] = load16(a->data + 2 * i);
        else
            memcpy(out, a->data, total * sizeof *out);
    } else {
        for (size_t i = 0; i < total; i++)
            out[i] = load_index(a->data + i / width * a->stride + i % width * size, size);
    }
}

bool caperi_gltf_indices(caperi_gltf *g, const caperi_gltf_accessor *a, uint32_t *out)
{
    int type = a->component;
    if (type != UBYTE && type != USHORT && type != UINT)
        return caperi_gltf_fail(g, a->place, CAPER_ERROR_INVALID,
                                "accessor %d is of component type %d, expected 5121, 5123 or 5125",
                                a->index, type);
    size_t width = (size_t)a->width, size = caperi_gltf_component_size(type);
    load_indices(a, size, out);
    for (int i = 0; i < a->sparse_count; i++) {
        size_t index;
        CAPER_PASS(sparse_index(g, a, i, &index));
        const unsigned char *p = a->sparse_values + (size_t)i * width * size;
        for (size_t k = 0; k < width; k++)
            out[index * width + k] = load_index(p + k * size, size);
    }
    return true;
}
