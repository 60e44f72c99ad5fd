// SPDX-License-Identifier: MIT
//
// What a glTF file means, evaluated the slow way: every matrix in double, recursively, straight
// from the words of the specification, with libm. Shares no code with the reader but the JSON
// parser.
#ifndef CAPER_TEST_GLTF_ORACLE_H
#define CAPER_TEST_GLTF_ORACLE_H

#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef caperi_json_value oracle_json;

typedef struct oracle {
    caperi_json json;
    unsigned char *file;
    size_t file_size;
    unsigned char *buffers[16];
    int buffer_count;
    const oracle_json *nodes;
    int node_count;
    int *parents;
    double (*matrix)[16]; // by node, column-major, of the pose asked for last
    bool *known;
} oracle;

static inline double oracle_number(const oracle_json *object, const char *name, double otherwise)
{
    const oracle_json *v = caperi_json_find(object, name);
    return v ? v->as.number : otherwise;
}

static inline const oracle_json *oracle_item(const oracle *o, const char *list, int index)
{
    return caperi_json_at(caperi_json_find(o->json.root, list), (uint32_t)index);
}

static inline unsigned char *oracle_base64(const char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t size = strlen(text), made = 0;
    unsigned char *out = calloc(size + 4, 1);
    unsigned bits = 0;
    int held = 0;
    for (size_t i = 0; i < size && text[i] != '='; i++) {
        bits = bits << 6 | (unsigned)(strchr(digits, text[i]) - digits);
        held += 6;
        if (held >= 8) {
            held -= 8;
            out[made++] = (unsigned char)(bits >> held);
        }
    }
    return out;
}

static inline unsigned char *oracle_read(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    unsigned char *data = calloc(*size + 4, 1);
    size_t got = fread(data, 1, *size, f);
    fclose(f);
    if (got != *size) {
        free(data);
        return NULL;
    }
    return data;
}

static inline uint32_t oracle_u32(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline bool oracle_open(oracle *o, const char *path)
{
    memset(o, 0, sizeof *o);
    o->file = oracle_read(path, &o->file_size);
    if (!o->file)
        return false;
    const char *text = (const char *)o->file;
    size_t size = o->file_size;
    const unsigned char *bin = NULL;
    size_t bin_size = 0;
    if (memcmp(o->file, "glTF", 4) == 0) {
        size = oracle_u32(o->file + 12);
        text += 20;
        if (20 + size + 8 <= o->file_size) {
            bin = o->file + 20 + size + 8;
            bin_size = oracle_u32(o->file + 20 + size);
        }
        while (size > 0 && text[size - 1] == 0)
            size--;
    }
    caperi_json_options options = {.max_depth = 256};
    if (!caperi_json_parse(&o->json, text, size, path, &options, NULL, NULL))
        return false;
    const oracle_json *buffers = caperi_json_find(o->json.root, "buffers");
    for (uint32_t i = 0; buffers && i < buffers->count && i < 16; i++) {
        const oracle_json *uri = caperi_json_find(&buffers->as.items[i], "uri");
        if (!uri) {
            o->buffers[i] = malloc(bin_size + 1);
            memcpy(o->buffers[i], bin, bin_size);
        } else if (strncmp(uri->as.string, "data:", 5) == 0) {
            o->buffers[i] = oracle_base64(strchr(uri->as.string, ',') + 1);
        } else {
            char beside[1024];
            const char *slash = strrchr(path, '/');
            snprintf(beside, sizeof beside, "%.*s/%s", (int)(slash - path), path, uri->as.string);
            size_t unused;
            o->buffers[i] = oracle_read(beside, &unused);
        }
        o->buffer_count++;
    }
    o->nodes = caperi_json_find(o->json.root, "nodes");
    o->node_count = o->nodes ? (int)o->nodes->count : 0;
    o->parents = malloc(((size_t)o->node_count + 1) * sizeof *o->parents);
    o->matrix = malloc(((size_t)o->node_count + 1) * sizeof *o->matrix);
    o->known = calloc((size_t)o->node_count + 1, 1);
    for (int i = 0; i < o->node_count; i++)
        o->parents[i] = -1;
    for (int i = 0; i < o->node_count; i++) {
        const oracle_json *c = caperi_json_find(&o->nodes->as.items[i], "children");
        for (uint32_t k = 0; c && k < c->count; k++)
            o->parents[(int)c->as.items[k].as.number] = i;
    }
    return true;
}

static inline void oracle_close(oracle *o)
{
    caperi_json_free(&o->json);
    for (int i = 0; i < o->buffer_count; i++)
        free(o->buffers[i]);
    free(o->file);
    free(o->parents);
    free(o->matrix);
    free(o->known);
}

/// One component of an accessor, as a number; `index` counts components.
static inline double oracle_component(const oracle *o, int accessor, size_t index)
{
    static const char *const types[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT4"};
    static const int widths[] = {1, 2, 3, 4, 16};
    const oracle_json *a = oracle_item(o, "accessors", accessor);
    const char *type = caperi_json_find(a, "type")->as.string;
    size_t width = 1;
    for (int i = 0; i < 5; i++)
        if (strcmp(type, types[i]) == 0)
            width = (size_t)widths[i];
    int component = (int)oracle_number(a, "componentType", 0);
    size_t size = component <= 5121 ? 1 : component <= 5123 ? 2 : 4;
    size_t element = index / width, part = index % width;
    const oracle_json *sparse = caperi_json_find(a, "sparse");
    const unsigned char *p = NULL;
    for (int k = 0; sparse && k < (int)oracle_number(sparse, "count", 0); k++) {
        const oracle_json *si = caperi_json_find(sparse, "indices");
        const oracle_json *sv = caperi_json_find(sparse, "values");
        const oracle_json *vi =
            oracle_item(o, "bufferViews", (int)oracle_number(si, "bufferView", 0));
        const oracle_json *vv =
            oracle_item(o, "bufferViews", (int)oracle_number(sv, "bufferView", 0));
        int ct = (int)oracle_number(si, "componentType", 0);
        size_t is = ct == 5121 ? 1 : ct == 5123 ? 2 : 4;
        const unsigned char *at = o->buffers[(int)oracle_number(vi, "buffer", 0)] +
                                  (size_t)oracle_number(vi, "byteOffset", 0) +
                                  (size_t)oracle_number(si, "byteOffset", 0) + (size_t)k * is;
        size_t which = is == 1   ? at[0]
                       : is == 2 ? (size_t)(at[0] | at[1] << 8)
                                 : (size_t)oracle_u32(at);
        if (which == element)
            p = o->buffers[(int)oracle_number(vv, "buffer", 0)] +
                (size_t)oracle_number(vv, "byteOffset", 0) +
                (size_t)oracle_number(sv, "byteOffset", 0) + ((size_t)k * width + part) * size;
    }
    if (!p) {
        if (!caperi_json_find(a, "bufferView"))
            return 0;
        const oracle_json *v =
            oracle_item(o, "bufferViews", (int)oracle_number(a, "bufferView", 0));
        size_t stride = (size_t)oracle_number(v, "byteStride", (double)(width * size));
        p = o->buffers[(int)oracle_number(v, "buffer", 0)] +
            (size_t)oracle_number(v, "byteOffset", 0) + (size_t)oracle_number(a, "byteOffset", 0) +
            element * stride + part * size;
    }
    const oracle_json *n = caperi_json_find(a, "normalized");
    bool normalized = n && n->type == CAPERI_JSON_TRUE;
    float f;
    uint32_t bits;
    switch (component) {
    case 5120:
        return normalized ? fmax((signed char)p[0] / 127.0, -1.0) : (signed char)p[0];
    case 5121:
        return normalized ? p[0] / 255.0 : p[0];
    case 5122:
        return normalized ? fmax((int16_t)(p[0] | p[1] << 8) / 32767.0, -1.0)
                          : (int16_t)(p[0] | p[1] << 8);
    case 5123:
        return normalized ? (p[0] | p[1] << 8) / 65535.0 : (p[0] | p[1] << 8);
    case 5125:
        return oracle_u32(p);
    default:
        bits = oracle_u32(p);
        memcpy(&f, &bits, 4);
        return f;
    }
}

static inline int oracle_count(const oracle *o, int accessor)
{
    return (int)oracle_number(oracle_item(o, "accessors", accessor), "count", 0);
}

static inline void oracle_mul(const double a[16], const double b[16], double out[16])
{
    double m[16];
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++) {
            m[4 * c + r] = 0;
            for (int k = 0; k < 4; k++)
                m[4 * c + r] += a[4 * k + r] * b[4 * c + k];
        }
    memcpy(out, m, sizeof m);
}

static inline void oracle_point(const double m[16], const double in[3], double out[3])
{
    for (int r = 0; r < 3; r++)
        out[r] = m[r] * in[0] + m[4 + r] * in[1] + m[8 + r] * in[2] + m[12 + r];
}

/// Sample a sampler at a time: appendix C of the specification.
static inline void oracle_sample(const oracle *o, const oracle_json *sampler, double time,
                                 int width, bool rotation, double *out)
{
    int input = (int)oracle_number(sampler, "input", 0);
    int output = (int)oracle_number(sampler, "output", 0), count = oracle_count(o, input);
    const oracle_json *kind = caperi_json_find(sampler, "interpolation");
    bool step = kind && strcmp(kind->as.string, "STEP") == 0;
    bool cubic = kind && strcmp(kind->as.string, "CUBICSPLINE") == 0;
    int k = 0;
    while (k + 1 < count && oracle_component(o, input, (size_t)k + 1) <= time)
        k++;
    double t0 = oracle_component(o, input, (size_t)k);
    bool ends = time <= t0 || k + 1 == count;
    double dt = ends ? 1 : oracle_component(o, input, (size_t)k + 1) - t0;
    double u = ends ? 0 : (time - t0) / dt;
    size_t w = (size_t)width, base = (size_t)k * w * (cubic ? 3 : 1);
    double a[64], b[64];
    for (size_t i = 0; i < w; i++) {
        a[i] = oracle_component(o, output, base + (cubic ? w : 0) + i);
        b[i] = ends ? a[i] : oracle_component(o, output, base + (cubic ? 4 * w : w) + i);
    }
    if (step || ends) {
        memcpy(out, a, w * sizeof *out);
    } else if (cubic) {
        for (size_t i = 0; i < w; i++) {
            double m0 = dt * oracle_component(o, output, base + 2 * w + i);
            double m1 = dt * oracle_component(o, output, base + 3 * w + i);
            out[i] = (2 * u * u * u - 3 * u * u + 1) * a[i] + (u * u * u - 2 * u * u + u) * m0 +
                     (-2 * u * u * u + 3 * u * u) * b[i] + (u * u * u - u * u) * m1;
        }
    } else if (rotation) {
        double dot = 0, la = 0, lb = 0;
        for (int i = 0; i < 4; i++) {
            dot += a[i] * b[i];
            la += a[i] * a[i];
            lb += b[i] * b[i];
        }
        double sign = dot < 0 ? -1 : 1, angle = acos(fmin(1, fabs(dot) / sqrt(la * lb)));
        double sa = angle < 1e-6 ? 1 - u : sin((1 - u) * angle) / sin(angle);
        double sb = angle < 1e-6 ? u : sin(u * angle) / sin(angle);
        for (int i = 0; i < 4; i++)
            out[i] = sa * a[i] / sqrt(la) + sign * sb * b[i] / sqrt(lb);
    } else {
        for (size_t i = 0; i < w; i++)
            out[i] = a[i] + u * (b[i] - a[i]);
    }
    if (rotation) {
        double l = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2] + out[3] * out[3]);
        for (int i = 0; i < 4; i++)
            out[i] /= l;
    }
}

static inline void oracle_trs(const double t[3], const double q[4], const double s[3], double m[16])
{
    double x = q[0], y = q[1], z = q[2], w = q[3];
    double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y + z * w),     2 * (x * z - y * w),
                   2 * (x * y - z * w),     1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
                   2 * (x * z + y * w),     2 * (y * z - x * w),     1 - 2 * (x * x + y * y)};
    for (int c = 0; c < 3; c++) {
        for (int k = 0; k < 3; k++)
            m[4 * c + k] = r[3 * c + k] * s[c];
        m[4 * c + 3] = 0;
        m[12 + c] = t[c];
    }
    m[15] = 1;
}

/// The local matrix of a node in an animation (-1: none) at a time.
static inline void oracle_local(const oracle *o, int node, int animation, double time,
                                double out[16])
{
    const oracle_json *n = &o->nodes->as.items[node], *m = caperi_json_find(n, "matrix");
    if (m) {
        for (uint32_t i = 0; i < 16; i++)
            out[i] = m->as.items[i].as.number;
        return;
    }
    double t[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    struct {
        const char *name;
        double *v;
        int width;
    } parts[] = {{"translation", t, 3}, {"rotation", q, 4}, {"scale", s, 3}};
    for (int p = 0; p < 3; p++) {
        const oracle_json *v = caperi_json_find(n, parts[p].name);
        for (int i = 0; v && i < parts[p].width; i++)
            parts[p].v[i] = v->as.items[i].as.number;
    }
    const oracle_json *a = animation >= 0 ? oracle_item(o, "animations", animation) : NULL;
    const oracle_json *channels = caperi_json_find(a, "channels");
    const oracle_json *samplers = caperi_json_find(a, "samplers");
    for (uint32_t c = 0; channels && c < channels->count; c++) {
        const oracle_json *target = caperi_json_find(&channels->as.items[c], "target");
        const oracle_json *path = caperi_json_find(target, "path");
        if ((int)oracle_number(target, "node", -1) != node)
            continue;
        int sampler = (int)oracle_number(&channels->as.items[c], "sampler", 0);
        for (int p = 0; p < 3; p++)
            if (strcmp(path->as.string, parts[p].name) == 0)
                oracle_sample(o, &samplers->as.items[sampler], time, parts[p].width, p == 1,
                              parts[p].v);
    }
    oracle_trs(t, q, s, out);
}

/// Forget the pose, to ask for another.
static inline void oracle_reset(oracle *o)
{
    memset(o->known, 0, (size_t)o->node_count);
}

/// The matrix of a node in the scene.
static inline const double *oracle_world(oracle *o, int node, int animation, double time)
{
    if (!o->known[node]) {
        oracle_local(o, node, animation, time, o->matrix[node]);
        if (o->parents[node] >= 0) {
            double above[16];
            memcpy(above, oracle_world(o, o->parents[node], animation, time), sizeof above);
            oracle_mul(above, o->matrix[node], o->matrix[node]);
        }
        o->known[node] = true;
    }
    return o->matrix[node];
}

/// Where a skinned vertex is: the sum over all sets of weight x joint matrix x inverse bind matrix,
/// over the sum of the weights. False when the weights say nothing.
static inline bool oracle_vertex(oracle *o, int skin, const oracle_json *attributes, size_t vertex,
                                 int animation, double time, double out[3])
{
    const oracle_json *s = oracle_item(o, "skins", skin);
    const oracle_json *joints = caperi_json_find(s, "joints");
    int inverse = (int)oracle_number(s, "inverseBindMatrices", -1);
    int position = (int)oracle_number(attributes, "POSITION", 0);
    double v[3], sum[3] = {0, 0, 0}, total = 0;
    for (size_t i = 0; i < 3; i++)
        v[i] = oracle_component(o, position, 3 * vertex + i);
    for (int set = 0; set < 2; set++) {
        char jn[24], wn[24];
        snprintf(jn, sizeof jn, "JOINTS_%d", set);
        snprintf(wn, sizeof wn, "WEIGHTS_%d", set);
        int ja = (int)oracle_number(attributes, jn, -1),
            wa = (int)oracle_number(attributes, wn, -1);
        for (size_t k = 0; ja >= 0 && wa >= 0 && k < 4; k++) {
            double w = oracle_component(o, wa, 4 * vertex + k);
            if (!(w > 0))
                continue;
            size_t joint = (size_t)oracle_component(o, ja, 4 * vertex + k);
            double bind[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, m[16], p[3];
            for (size_t i = 0; inverse >= 0 && i < 16; i++)
                bind[i] = oracle_component(o, inverse, 16 * joint + i);
            int node = (int)joints->as.items[joint].as.number;
            oracle_mul(oracle_world(o, node, animation, time), bind, m);
            oracle_point(m, v, p);
            for (int i = 0; i < 3; i++)
                sum[i] += w * p[i];
            total += w;
        }
    }
    for (int i = 0; i < 3; i++)
        out[i] = sum[i] / total;
    return total > 0;
}

/// The node of that name, when there is one only; else -1.
static inline int oracle_node(const oracle *o, const char *name)
{
    int found = -1;
    for (int i = 0; i < o->node_count; i++) {
        const oracle_json *n = caperi_json_find(&o->nodes->as.items[i], "name");
        if (n && strcmp(n->as.string, name) == 0) {
            if (found >= 0)
                return -1;
            found = i;
        }
    }
    return found;
}

#endif
