// SPDX-License-Identifier: MIT
//
// Writes a carried document again. The text of every member of its root goes out as it came in; the
// lists of animations, accessors, buffer views and buffers get further items at their ends, so that
// no index changes, and four things are edited where they stand: views into a second buffer (all
// buffers become one), images in files beside the document (their bytes come along in a view),
// nodes with a matrix that are animated now (the format wants them taken apart), and the list of
// animations itself. Invariant: bytes that the input's buffers hold are written from where they
// lie, never copied.
#include "base/file.h"
#include "formats/gltf_cut.h"
#include "formats/gltf_document.h"
#include "formats/gltf_write.h"

#include <string.h>

#define ALIGN 4 // of everything in the buffer: the widest component of an accessor

typedef struct picture {
    void *data;
    size_t size, room;
    size_t start; // in the buffer
} picture;

typedef struct copier {
    caperi_gltf_out *out;
    const caper_document *document;
    caper_text json;
    bool embedded;     // the buffer in the text
    size_t *starts;    // of the document's buffers in the one that is written
    size_t motion;     // where the new animations start
    size_t size;       // of the buffer
    int view_base;     // views of the document
    picture *pictures; // that were beside it
    int picture_count;
    int lost_pictures, lost_matrices;
    const char *lost; // name of the first of them
    size_t lost_size;
} copier;

static bool no_memory(const copier *c)
{
    return caper_error_set(c->out->error, CAPER_ERROR_MEMORY, c->out->path, 0, 0, "out of memory");
}

static void *take(copier *c, size_t count, size_t size)
{
    void *memory = caper_arena_alloc_zero(&c->out->arena, count + 1, size, 16);
    if (!memory)
        no_memory(c);
    return memory;
}

static void put(copier *c, const char *text)
{
    caper_text_append_string(&c->json, text);
}

static void put_slice(copier *c, caper_slice slice)
{
    caper_text_append(&c->json, slice.data, slice.size);
}

static void put_comma(copier *c, bool *first)
{
    if (!*first)
        put(c, ",");
    *first = false;
}

// One value that the JSON writer has made.
static bool put_written(copier *c, caper_json_writer *w)
{
    size_t size = 0;
    const char *text = caper_json_writer_finish(w, &size, c->out->error);
    while (text && size > 0 && text[size - 1] == '\n')
        size--;
    if (text)
        caper_text_append(&c->json, text, size);
    caper_json_writer_free(w);
    return text != NULL;
}

static void put_key(copier *c, const char *name, bool *first)
{
    put_comma(c, first);
    caper_text_printf(&c->json, "\"%s\":", name);
}

// -- Buffer -----------------------------------------------------------------------------------

static size_t aligned(size_t size)
{
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

static bool lay_out(copier *c)
{
    const caper_document *d = c->document;
    c->starts = take(c, (size_t)d->buffer_count, sizeof *c->starts);
    if (!c->starts)
        return false;
    size_t at = 0;
    for (int i = 0; i < d->buffer_count; i++) {
        c->starts[i] = at;
        at += aligned(d->buffers[i].size);
    }
    c->motion = at;
    at += aligned(c->out->sections[CAPERI_GLTF_MOTION].size);
    for (int i = 0; i < c->picture_count; i++) {
        c->pictures[i].start = at;
        at += aligned(c->pictures[i].size);
    }
    c->size = at;
    return true;
}

// -- Pictures beside the document -------------------------------------------------------------

// Must the bytes of a picture be put into the buffer? A picture in the text may stay there, but not
// in a GLB.
static bool moves_in(const copier *c, caper_slice uri)
{
    bool inside = uri.size >= 6 && memcmp(uri.data, "\"data:", 6) == 0;
    return uri.data && !(inside && c->embedded);
}

static const char *mime_of(const unsigned char *data, size_t size)
{
    if (size >= 8 && memcmp(data, "\x89PNG\r\n\x1a\n", 8) == 0)
        return "image/png";
    if (size >= 3 && memcmp(data, "\xff\xd8\xff", 3) == 0)
        return "image/jpeg";
    if (size >= 12 && memcmp(data, "RIFF", 4) == 0 && memcmp(data + 8, "WEBP", 4) == 0)
        return "image/webp";
    if (size >= 12 && memcmp(data + 1, "KTX 20", 6) == 0)
        return "image/ktx2";
    return NULL;
}

// The bytes of a data URI.
static void decode_picture(const char *uri, size_t size, picture *out)
{
    const char *comma = memchr(uri, ',', size);
    if (!comma || comma - uri < 7 || memcmp(comma - 7, ";base64", 7) != 0)
        return;
    size_t digits = size - (size_t)(comma + 1 - uri), made = 0;
    unsigned char *data = caper_alloc(NULL, digits / 4 * 3 + 5, 16);
    bool good = data && caperi_gltf_base64(comma + 1, digits, data, &made);
    out->data = good ? data : NULL;
    out->size = made;
    out->room = digits / 4 * 3 + 5;
    if (data && !good)
        caper_free(NULL, data, out->room);
}

// The bytes of the file that a path names.
static void load_picture(const char *path, size_t folder, picture *out)
{
    if (caperi_file_is_beside(path, folder, NULL))
        out->data = caper_file_read(path, 0, NULL, &out->size, NULL);
    out->room = out->size + 1;
}

// The bytes that a URI (with quotes) stands for. No data: they cannot be read, or are of no
// kind that the format knows.
static bool read_picture(copier *c, caper_slice uri, picture *out)
{
    caperi_json json;
    out->data = NULL;
    if (!caperi_json_parse(&json, uri.data, uri.size, NULL, NULL, NULL, NULL))
        return true;
    const char *base = c->document->path ? c->document->path : "", *slash = strrchr(base, '/');
    size_t folder = slash ? (size_t)(slash - base) + 1 : 0;
    size_t length = caperi_json_is(json.root, CAPERI_JSON_STRING) ? json.root->count : 0;
    char *path = take(c, folder + length + 1, 1);
    if (path && length >= 5 && memcmp(json.root->as.string, "data:", 5) == 0) {
        decode_picture(json.root->as.string, length, out);
    } else if (path && length > 0 && c->document->path) {
        memcpy(path, base, folder);
        if (caperi_gltf_name_beside(json.root->as.string, length, path + folder))
            load_picture(path, folder, out);
    }
    if (out->data && !mime_of(out->data, out->size)) {
        caper_free(NULL, out->data, out->room);
        out->data = NULL;
    }
    caperi_json_free(&json);
    return path != NULL;
}

static bool read_pictures(copier *c)
{
    caper_slice images = caperi_document_find(c->document, "images"), image;
    c->pictures = take(c, (size_t)caperi_cut_count(images), sizeof *c->pictures);
    if (!c->pictures)
        return false;
    for (size_t at = 0; caperi_cut_item(images, &at, &image);) {
        caper_slice uri = caperi_cut_find(image, "uri");
        if (!moves_in(c, uri))
            continue;
        picture *p = &c->pictures[c->picture_count++];
        CAPER_PASS(read_picture(c, uri, p));
        if (!p->data && c->lost_pictures++ == 0) {
            c->lost = uri.data;
            c->lost_size = uri.size;
        }
    }
    return true;
}

static void put_images(copier *c, caper_slice images)
{
    caper_slice image, key, value;
    bool first = true;
    int next = 0, view = c->view_base + (c->out->accessor_count > 0);
    put(c, "[");
    for (size_t at = 0; caperi_cut_item(images, &at, &image);) {
        put_comma(c, &first);
        const picture *p = moves_in(c, caperi_cut_find(image, "uri")) ? &c->pictures[next++] : NULL;
        if (!p || !p->data) {
            put_slice(c, image);
            continue;
        }
        bool inner = true;
        put(c, "{");
        for (size_t in = 0; caperi_cut_member(image, &in, &key, &value);) {
            if (caperi_cut_is(key, "uri") || caperi_cut_is(key, "mimeType"))
                continue;
            put_comma(c, &inner);
            put_slice(c, key);
            put(c, ":");
            put_slice(c, value);
        }
        put_comma(c, &inner);
        caper_text_printf(&c->json, "\"mimeType\":\"%s\",\"bufferView\":%d}",
                          mime_of(p->data, p->size), view++);
    }
    put(c, "]");
}

// -- Views, accessors, nodes, animations ------------------------------------------------------

// A view of another buffer than the first: it is part of the first now.
static void put_moved_view(copier *c, caper_slice view, int buffer)
{
    caper_slice key, value, offset = caperi_cut_find(view, "byteOffset");
    double start = 0;
    size_t used = 0;
    if (offset.data)
        caper_parse_double(offset.data, offset.size, &used, &start);
    bool first = true;
    put(c, "{");
    for (size_t at = 0; caperi_cut_member(view, &at, &key, &value);) {
        if (caperi_cut_is(key, "buffer") || caperi_cut_is(key, "byteOffset"))
            continue;
        put_comma(c, &first);
        put_slice(c, key);
        put(c, ":");
        put_slice(c, value);
    }
    put_comma(c, &first);
    caper_text_printf(&c->json, "\"buffer\":0,\"byteOffset\":%zu}",
                      c->starts[buffer] + (size_t)start);
}

static void put_view(copier *c, size_t start, size_t size, bool *first)
{
    put_comma(c, first);
    caper_text_printf(&c->json, "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}", start,
                      size);
}

static void put_views(copier *c, caper_slice views)
{
    caper_slice view;
    bool first = true;
    put(c, "[");
    for (size_t at = 0; caperi_cut_item(views, &at, &view);) {
        caper_slice of = caperi_cut_find(view, "buffer");
        double buffer = 0;
        size_t used = 0;
        if (of.data)
            caper_parse_double(of.data, of.size, &used, &buffer);
        put_comma(c, &first);
        if (buffer >= 1 && buffer < c->document->buffer_count)
            put_moved_view(c, view, (int)buffer);
        else
            put_slice(c, view);
    }
    if (c->out->accessor_count > 0)
        put_view(c, c->motion, c->out->sections[CAPERI_GLTF_MOTION].size, &first);
    for (int i = 0; i < c->picture_count; i++)
        if (c->pictures[i].data)
            put_view(c, c->pictures[i].start, c->pictures[i].size, &first);
    put(c, "]");
}

// All items of a list, left open for more.
static bool put_items(copier *c, caper_slice list)
{
    caper_slice item;
    bool first = true;
    put(c, "[");
    for (size_t at = 0; caperi_cut_item(list, &at, &item);) {
        put_comma(c, &first);
        put_slice(c, item);
    }
    return first;
}

static bool put_accessors(copier *c, caper_slice accessors)
{
    bool first = put_items(c, accessors);
    for (int i = 0; i < c->out->accessor_count; i++) {
        caperi_gltf_out_accessor a;
        caperi_gltf_out_get(&c->out->accessors, i, &a, sizeof a);
        caper_json_writer w;
        caper_json_writer_init(&w, NULL, 0);
        caperi_gltf_out_accessor_write(&w, &a, c->view_base, false);
        put_comma(c, &first);
        CAPER_PASS(put_written(c, &w));
    }
    put(c, "]");
    return true;
}

static caper_slice item_at(caper_slice list, int index)
{
    caper_slice item = {NULL, 0};
    size_t at = 0;
    for (int i = 0; i <= index; i++)
        if (!caperi_cut_item(list, &at, &item))
            break;
    return item;
}

static bool put_animations(copier *c, caper_slice animations)
{
    const caper_export_job *job = c->out->job;
    bool first = true;
    put(c, "[");
    for (int i = 0; i < job->clip_count; i++) {
        put_comma(c, &first);
        if (c->out->clips[i].carried) {
            put_slice(c, item_at(animations, c->out->clips[i].carried - 1));
            continue;
        }
        caper_json_writer w;
        caper_json_writer_init(&w, NULL, 0);
        caperi_gltf_out_animation(c->out, &w, i);
        CAPER_PASS(put_written(c, &w));
    }
    put(c, "]");
    return true;
}

// The body whose node this is, if that has a matrix and is animated now; NULL: none.
static const caperi_doc_body *taken_apart(const copier *c, int node)
{
    for (int b = 0; b < c->document->body_count; b++) {
        const caperi_doc_body *body = &c->document->bodies[b];
        if (body->map.node == node && body->matrix && c->out->animated[b])
            return body;
    }
    return NULL;
}

static void put_numbers(copier *c, const char *name, const double *values, int count)
{
    caper_text_printf(&c->json, "\"%s\":[", name);
    for (int i = 0; i < count; i++) {
        put(c, i > 0 ? "," : "");
        caper_text_float(&c->json, (float)values[i]);
    }
    put(c, "]");
}

static void put_apart(copier *c, caper_slice node, const caperi_doc_body *body)
{
    caper_slice key, value;
    const double(*m)[3] = body->scale.m;
    double scale[3] = {m[0][0], m[1][1], m[2][2]};
    put(c, "{");
    for (size_t at = 0; caperi_cut_member(node, &at, &key, &value);) {
        if (caperi_cut_is(key, "matrix"))
            continue;
        put_slice(c, key);
        put(c, ":");
        put_slice(c, value);
        put(c, ",");
    }
    put_numbers(c, "translation", body->position, 3);
    put(c, ",");
    put_numbers(c, "rotation", body->rotation, 4);
    put(c, ",");
    put_numbers(c, "scale", scale, 3);
    put(c, "}");
    double most = 0, off = 0;
    for (int i = 0; i < 9; i++) {
        double v = fabs(m[i / 3][i % 3]);
        most = v > most ? v : most;
        off = i / 3 != i % 3 && v > off ? v : off;
    }
    c->lost_matrices += off > 1e-4 * most; // as much as a float of a matrix is off
}

static void put_nodes(copier *c, caper_slice nodes)
{
    bool any = false;
    for (int b = 0; b < c->document->body_count; b++)
        any = any || (c->document->bodies[b].matrix && c->out->animated[b]);
    if (!any) {
        put_slice(c, nodes);
        return;
    }
    caper_slice node;
    bool first = true;
    int index = 0;
    put(c, "[");
    for (size_t at = 0; caperi_cut_item(nodes, &at, &node); index++) {
        const caperi_doc_body *body = taken_apart(c, index);
        put_comma(c, &first);
        if (body)
            put_apart(c, node, body);
        else
            put_slice(c, node);
    }
    put(c, "]");
}

// -- Document ---------------------------------------------------------------------------------

// The buffer's bytes, in order.
static int gather(copier *c, caper_slice *parts)
{
    static const char zeros[ALIGN];
    int count = 0;
    const caper_text *motion = &c->out->sections[CAPERI_GLTF_MOTION];
    for (int i = 0; i < c->document->buffer_count + 1 + c->picture_count; i++) {
        int p = i - c->document->buffer_count - 1;
        caper_slice s = {NULL, 0};
        if (p < -1)
            s = (caper_slice){(const char *)c->document->buffers[i].data,
                              c->document->buffers[i].size};
        else if (p == -1)
            s = (caper_slice){motion->data, motion->size};
        else if (c->pictures[p].data)
            s = (caper_slice){c->pictures[p].data, c->pictures[p].size};
        parts[count++] = s;
        parts[count++] = (caper_slice){zeros, aligned(s.size) - s.size};
    }
    return count;
}

// Base64 goes by threes, parts do not: up to two bytes wait for the next part.
static bool put_base64(copier *c, const caper_slice *parts, int count)
{
    unsigned char wait[3];
    size_t waiting = 0;
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        const unsigned char *data = (const unsigned char *)parts[i].data;
        size_t size = parts[i].size;
        while (waiting > 0 && waiting < 3 && size > 0) {
            wait[waiting++] = *data++;
            size--;
        }
        if (waiting == 3) {
            good = caper_text_base64(&c->json, wait, 3);
            waiting = 0;
        }
        size_t whole = size / 3 * 3;
        good = good && (whole == 0 || caper_text_base64(&c->json, data, whole));
        for (size_t k = whole; k < size; k++)
            wait[waiting++] = data[k];
    }
    return good && (waiting == 0 || caper_text_base64(&c->json, wait, waiting));
}

static bool put_buffers(copier *c, const caper_slice *parts, int count)
{
    caper_text_printf(&c->json, "[{\"byteLength\":%zu", c->size);
    if (c->embedded) {
        put(c, ",\"uri\":\"data:application/octet-stream;base64,");
        if (!put_base64(c, parts, count))
            return no_memory(c);
        put(c, "\"");
    }
    put(c, "}]");
    return true;
}

// The lists that get more items, whether the document has them or not.
static const char *const grown[] = {"animations", "accessors", "bufferViews", "buffers"};

static bool put_list(copier *c, int which, caper_slice old, const caper_slice *parts, int count)
{
    switch (which) {
    case 0:
        return put_animations(c, old);
    case 1:
        return put_accessors(c, old);
    case 2:
        put_views(c, old);
        return true;
    default:
        return put_buffers(c, parts, count);
    }
}

static bool is_empty(const copier *c, int which)
{
    return which == 0 ? c->out->job->clip_count == 0 : which == 3 && c->size == 0;
}

static bool put_document(copier *c, const caper_slice *parts, int count)
{
    const caper_document *d = c->document;
    bool first = true, written[CAPER_COUNT_OF(grown)] = {false};
    put(c, "{");
    for (int i = 0; i < d->member_count; i++) {
        const caperi_doc_member *m = &d->members[i];
        int which = -1;
        for (int k = 0; k < CAPER_COUNT_OF(grown); k++)
            which = caperi_cut_is(m->key, grown[k]) ? k : which;
        if (which >= 0) {
            written[which] = true;
            if (is_empty(c, which))
                continue;
        }
        put_comma(c, &first);
        put_slice(c, m->key);
        put(c, ":");
        if (which >= 0)
            CAPER_PASS(put_list(c, which, m->value, parts, count));
        else if (caperi_cut_is(m->key, "images"))
            put_images(c, m->value);
        else if (caperi_cut_is(m->key, "nodes"))
            put_nodes(c, m->value);
        else
            put_slice(c, m->value);
    }
    for (int k = 0; k < CAPER_COUNT_OF(grown); k++) {
        caper_slice none = {NULL, 0};
        if (written[k] || is_empty(c, k) || (k < 3 && c->out->accessor_count == 0))
            continue;
        put_key(c, grown[k], &first);
        CAPER_PASS(put_list(c, k, none, parts, count));
    }
    put(c, "}\n");
    return !c->json.failed || no_memory(c);
}

// -- File -------------------------------------------------------------------------------------

static void little32(char out[4], size_t value)
{
    for (int i = 0; i < 4; i++)
        out[i] = (char)(value >> (8 * i) & 255);
}

// Header, JSON, header of the binary chunk, then the parts of the buffer.
static bool save_glb(copier *c, caper_slice *parts, int count)
{
    char head[20], chunk[8];
    while (c->json.size % 4 != 0)
        if (!caper_text_append(&c->json, " ", 1))
            return no_memory(c);
    size_t total = sizeof head + c->json.size + (c->size > 0 ? sizeof chunk + c->size : 0);
    CAPER_TRY(total < UINT32_MAX, c->out->error, CAPER_ERROR_LIMIT, c->out->path, 0, 0,
              "the file would have %zu bytes, a GLB has less than 4 GiB", total);
    memcpy(head, "glTF", 4);
    little32(head + 4, 2);
    little32(head + 8, total);
    little32(head + 12, c->json.size);
    memcpy(head + 16, "JSON", 4);
    little32(chunk, c->size);
    memcpy(chunk + 4, "BIN\0", 4);
    parts[0] = (caper_slice){head, sizeof head};
    parts[1] = (caper_slice){c->json.data, c->json.size};
    parts[2] = (caper_slice){chunk, c->size > 0 ? sizeof chunk : 0};
    return caperi_file_write_parts(c->out->path, parts, 3 + count, c->out->error);
}

static void warn_of_losses(const copier *c)
{
    if (!c->out->job->warnings || c->lost_pictures + c->lost_matrices == 0)
        return;
    int shown = (int)(c->lost_size < 60 ? c->lost_size : 60);
    if (c->lost_pictures > 0)
        caper_warnings_add(c->out->job->warnings, CAPER_ERROR_IO, c->out->path, 0, 0,
                           "%d pictures could not be read and are named only (%.*s)%s",
                           c->lost_pictures, shown, c->lost,
                           c->lost_matrices ? "; nodes with sheared matrices lost the shear" : "");
    else
        caper_warnings_add(c->out->job->warnings, CAPER_ERROR_INVALID, c->out->path, 0, 0,
                           "%d animated nodes have sheared matrices, which an animation cannot "
                           "keep",
                           c->lost_matrices);
}

static bool copy(copier *c)
{
    caperi_gltf_out *out = c->out;
    out->accessor_base = caperi_cut_count(caperi_document_find(c->document, "accessors"));
    c->view_base = caperi_cut_count(caperi_document_find(c->document, "bufferViews"));
    out->animated = take(c, (size_t)c->document->body_count, sizeof *out->animated);
    size_t count = 3 + 2 * ((size_t)c->document->buffer_count + 2);
    if (!out->animated || !caperi_gltf_out_clips(out) || !read_pictures(c) || !lay_out(c))
        return false;
    CAPER_TRY(!out->sections[CAPERI_GLTF_MOTION].failed && !out->accessors.failed &&
                  !out->channels.failed && !out->deforms.failed && !out->numbers.failed,
              out->error, CAPER_ERROR_MEMORY, out->path, 0, 0, "out of memory");
    caper_slice *parts = take(c, count + 2 * (size_t)c->picture_count, sizeof *parts);
    if (!parts)
        return false;
    int made = gather(c, parts + 3);
    CAPER_PASS(put_document(c, parts + 3, made));
    caper_slice whole = {c->json.data, c->json.size};
    CAPER_PASS(c->embedded ? caperi_file_write_parts(out->path, &whole, 1, out->error)
                           : save_glb(c, parts, made));
    warn_of_losses(c);
    return true;
}

bool caperi_gltf_carry(caperi_gltf_out *out)
{
    copier c = {.out = out, .document = out->document};
    size_t length = strlen(out->path);
    c.embedded = length >= 5 && (out->path[length - 1] | 0x20) == 'f';
    caper_text_init(&c.json, NULL);
    bool good = copy(&c);
    for (int i = 0; i < c.picture_count; i++)
        if (c.pictures[i].data)
            caper_free(NULL, c.pictures[i].data, c.pictures[i].room);
    caper_text_free(&c.json);
    return good;
}
