// SPDX-License-Identifier: MIT
//
// Keeps a glTF file with its import. The bytes of the file are taken over from the draft, not
// copied; buffers that had to be decoded or read beside it are taken from the reader. Invariant: a
// document is complete or it is not there: a file that lacks a buffer is read, but not carried.
#include "formats/gltf_document.h"

#include "formats/gltf_cut.h"

#include <string.h>

static void *take(caperi_gltf *g, size_t count, size_t size)
{
    void *memory = caper_arena_alloc_zero(&g->draft->document->arena, count + 1, size, 16);
    if (!memory)
        caper_error_set(g->error, CAPER_ERROR_MEMORY, g->draft->source, 0, 0, "out of memory");
    return memory;
}

// -- Text -------------------------------------------------------------------------------------

// Bytes that are the caller's are copied once, before anything points into them.
static bool own_bytes(caperi_gltf *g)
{
    caperi_draft *draft = g->draft;
    if (draft->owned_bytes)
        return true;
    char *copy = caper_alloc(&draft->allocator, draft->size + 1, 16);
    CAPER_TRY(copy != NULL, g->error, CAPER_ERROR_MEMORY, draft->source, 0, 0, "out of memory");
    memcpy(copy, draft->bytes, draft->size);
    copy[draft->size] = '\0';
    draft->owned_bytes = copy;
    draft->bytes = (const unsigned char *)copy;
    return true;
}

bool caperi_document_start(caperi_gltf *g)
{
    caperi_draft *draft = g->draft;
    CAPER_PASS(own_bytes(g));
    caper_document *d = caper_alloc_zero(&draft->allocator, sizeof *d, _Alignof(caper_document));
    CAPER_TRY(d != NULL, g->error, CAPER_ERROR_MEMORY, draft->source, 0, 0, "out of memory");
    d->allocator = draft->allocator;
    d->format = draft->format;
    d->root_node = -1;
    caper_arena_init(&d->arena, &draft->allocator, 0);
    draft->document = d;
    return true;
}

bool caperi_document_cut(caperi_gltf *g)
{
    caper_document *d = g->draft->document;
    caper_slice key, value;
    int count = 0;
    for (size_t at = 0; caperi_cut_member(g->text, &at, &key, &value);)
        count++;
    d->members = take(g, (size_t)count, sizeof *d->members);
    if (!d->members)
        return false;
    for (size_t at = 0; caperi_cut_member(g->text, &at, &key, &value);)
        d->members[d->member_count++] = (caperi_doc_member){key, value};
    return true;
}

caper_slice caperi_document_find(const caper_document *document, const char *name)
{
    caper_slice none = {NULL, 0};
    for (int i = 0; i < document->member_count; i++)
        if (caperi_cut_is(document->members[i].key, name))
            return document->members[i].value;
    return none;
}

// -- Buffers ----------------------------------------------------------------------------------

static bool keep_buffers(caperi_gltf *g)
{
    caper_document *d = g->draft->document;
    d->buffers = take(g, (size_t)g->buffer_count, sizeof *d->buffers);
    if (!d->buffers)
        return false;
    caper_error *error = g->error, why = {0};
    bool good = true;
    for (int i = 0; i < g->buffer_count && good; i++) {
        const caperi_gltf_buffer *buffer;
        g->error = g->json.error = &why;
        good = caperi_gltf_buffer_get(g, i, &buffer);
        g->error = g->json.error = error;
        if (!good)
            break;
        caperi_gltf_buffer *from = &g->buffer[i];
        d->buffers[d->buffer_count++] =
            (caperi_doc_buffer){from->data, from->size, from->owned, from->owned_size};
        from->owned = NULL;
    }
    if (good)
        return true;
    caperi_draft_warn(g->draft, why.line, why.column,
                      "the file cannot be written again with its meshes: %.100s", why.message);
    return false;
}

// -- Bodies -----------------------------------------------------------------------------------

static bool keep_bodies(caperi_gltf *g)
{
    caper_document *d = g->draft->document;
    d->bodies = take(g, (size_t)g->body_count, sizeof *d->bodies);
    if (!d->bodies)
        return false;
    d->body_count = g->body_count;
    for (int i = 0; i < g->body_count; i++) {
        caperi_doc_body *body = &d->bodies[i];
        body->map = g->bodies[i];
        body->up = -1;
        body->below = caperi_mat3d_scale(1, 1, 1);
        if (body->map.node < 0)
            continue;
        const caperi_gltf_node *node = &g->nodes[body->map.node];
        body->up = node->parent >= 0 ? g->nodes[node->parent].body : -1;
        body->matrix = caperi_json_find(node->json, "matrix") != NULL;
        body->scale = node->scale;
        memcpy(body->position, node->position, sizeof body->position);
        memcpy(body->rotation, node->rotation, sizeof body->rotation);
        caperi_mat3d_inverse(&body->map.above, &body->below);
    }
    return true;
}

static bool keep_morphs(caperi_gltf *g)
{
    caper_document *d = g->draft->document;
    d->morphs = take(g, (size_t)g->node_count, sizeof *d->morphs);
    if (!d->morphs)
        return false;
    for (int n = 0; g->morphs && n < g->node_count; n++) {
        const caperi_gltf_morphs *from = &g->morphs[n];
        if (from->count == 0)
            continue;
        caperi_doc_morph *to = &d->morphs[d->morph_count++];
        to->node = n;
        to->count = from->count;
        to->deforms = take(g, (size_t)from->count, sizeof *to->deforms);
        to->rest = take(g, (size_t)from->count, sizeof *to->rest);
        if (!to->deforms || !to->rest)
            return false;
        for (int t = 0; t < from->count; t++) {
            int deform = from->deforms[t];
            to->deforms[t] = deform >= 0 ? g->deforms[deform].place : -1;
            to->rest[t] = deform >= 0 ? (float)g->deforms[deform].rest : 0.0f;
        }
    }
    return true;
}

bool caperi_document_fill(caperi_gltf *g)
{
    caperi_draft *draft = g->draft;
    caper_document *d = draft->document;
    if (!keep_buffers(g)) {
        caperi_document_free(d);
        draft->document = NULL;
        return true;
    }
    d->bytes = draft->owned_bytes;
    d->bytes_size = draft->loaded + 1;
    draft->owned_bytes = NULL;
    d->world = g->world;
    d->size = g->size;
    for (int n = 0; n < g->node_count; n++)
        if (g->nodes[n].root_track)
            d->root_node = n;
    if (draft->path) {
        size_t size = strlen(draft->path) + 1;
        char *path = take(g, size, 1);
        if (!path)
            return false;
        memcpy(path, draft->path, size);
        d->path = path;
    }
    return keep_bodies(g) && keep_morphs(g);
}

void caperi_document_free(caper_document *document)
{
    if (!document)
        return;
    caper_allocator allocator = document->allocator;
    for (int i = 0; i < document->buffer_count; i++)
        if (document->buffers[i].owned)
            caper_free(&allocator, document->buffers[i].owned, document->buffers[i].owned_size);
    if (document->bytes)
        caper_free(&allocator, document->bytes, document->bytes_size);
    caper_arena_destroy(&document->arena);
    caper_free(&allocator, document, sizeof *document);
}

bool caperi_document_sort(caperi_gltf *g, const caperi_grafting *grafting)
{
    caper_document *d = g->draft->document;
    caperi_doc_body *sorted = take(g, (size_t)d->body_count, sizeof *sorted);
    if (!sorted)
        return false;
    for (int i = 0; i < d->body_count; i++) {
        caperi_doc_body *body = &sorted[grafting->place[i]];
        *body = d->bodies[i];
        body->up = body->up >= 0 ? grafting->place[body->up] : -1;
    }
    d->bodies = sorted;
    for (int m = 0; m < d->morph_count; m++)
        for (int t = 0; t < d->morphs[m].count; t++)
            if (d->morphs[m].deforms[t] >= 0)
                d->morphs[m].deforms[t] = grafting->deforms[d->morphs[m].deforms[t]];
    return true;
}

void caperi_document_set_floor(caper_document *document, float floor)
{
    document->floor = (double)floor;
}

size_t caperi_document_size(const caper_document *document)
{
    size_t size = sizeof *document + document->bytes_size + document->arena.reserved;
    for (int i = 0; i < document->buffer_count; i++)
        size += document->buffers[i].owned_size;
    return size;
}

// -- From bodies to nodes ---------------------------------------------------------------------

void caperi_document_position(const caperi_doc_body *body, const double in[3], double out[3])
{
    double v[3] = {in[0], in[1], in[2]};
    if (body->map.has_pre) {
        const double *q = body->map.pre.rotation;
        double back[4] = {-q[0], -q[1], -q[2], q[3]};
        for (int i = 0; i < 3; i++)
            v[i] -= body->map.pre.at[i];
        caperi_quatd_rotate(back, v, v);
    }
    if (body->map.uniform)
        for (int i = 0; i < 3; i++)
            out[i] = v[i] / body->map.above_scale;
    else
        caperi_mat3d_apply(&body->below, v, out);
}

void caperi_document_rotation(const caperi_doc_body *body, const double in[4], double out[4])
{
    double q[4] = {in[0], in[1], in[2], in[3]};
    if (body->map.has_pre) {
        const double *p = body->map.pre.rotation;
        double back[4] = {-p[0], -p[1], -p[2], p[3]};
        caperi_quatd_mul(back, q, q);
    }
    if (body->map.has_fix) {
        const double *f = body->map.fix;
        double back[4] = {-f[0], -f[1], -f[2], f[3]};
        caperi_quatd_mul(q, back, q);
    }
    memcpy(out, q, sizeof q);
}
