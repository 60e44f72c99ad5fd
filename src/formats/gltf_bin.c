// SPDX-License-Identifier: MIT
//
// A buffer that is read in parts, the binary chunk of a GLB or the only buffer beside a document:
// only what is looked at, so that pictures, often most of the file, are never read; and
// vertices and keys one after the other, so that both are not held at the same time. Neighbours are
// read together. Invariant: what was handed out stays until the next kind is loaded; keys stay
// until the import is finished.
#include "formats/gltf.h"

#include <stdlib.h>
#include <string.h>

#define GAP 4096  // fewer bytes between two spans are read along with them
#define ALIGN 16u // runs lie in memory as they lie in the file, up to this

typedef struct span {
    size_t start, end;
} span;

static int compare_spans(const void *a, const void *b)
{
    const span *p = a, *q = b;
    return p->start < q->start ? -1 : p->start > q->start;
}

// The bytes of an accessor, as far as they are in the buffer: whether they should be is found out
// by whoever reads it.
static bool span_of(const caperi_gltf *g, const caperi_gltf_entry *entry, span *out)
{
    if (entry->view < 0 || entry->view >= g->lists.views.count || entry->count < 1)
        return false;
    const caperi_gltf_view *view = (const caperi_gltf_view *)g->lists.views.items + entry->view;
    if (view->buffer != 0 || view->length < 0)
        return false;
    size_t element = caperi_gltf_component_size(entry->component) * entry->width;
    size_t step = view->stride > 0 ? (size_t)view->stride : element;
    out->start = (size_t)view->start + (size_t)entry->offset;
    out->end = out->start + (size_t)(entry->count - 1) * step + element;
    return out->start < out->end && out->end <= g->bin_size;
}

// What an accessor is for.
enum {
    OF_NOBODY,
    OF_VERTICES,
    OF_KEYS
};

static void mark(const caperi_gltf *g, const caperi_json_value *index, char *uses)
{
    double at = caperi_json_is(index, CAPERI_JSON_NUMBER) ? index->as.number : -1;
    if (at >= 0 && at < g->accessor_count)
        uses[(int)at] = OF_VERTICES;
}

// Positions, normals, joints and weights; not what only pictures need.
static void mark_attributes(const caperi_gltf *g, const caperi_json_value *attributes, char *uses)
{
    if (!caperi_json_is(attributes, CAPERI_JSON_OBJECT))
        return;
    for (uint32_t i = 0; i < attributes->count; i++)
        if (strchr("PNJW", caperi_json_member_key(attributes, i)->as.string[0]))
            mark(g, caperi_json_member_value(attributes, i), uses);
}

static void mark_vertices(const caperi_gltf *g, char *uses)
{
    for (uint32_t s = 0; g->skins_json && s < g->skins_json->count; s++)
        mark(g, caperi_json_find(&g->skins_json->as.items[s], "inverseBindMatrices"), uses);
    for (uint32_t m = 0; g->meshes && m < g->meshes->count; m++) {
        const caperi_json_value *list = caperi_json_find(&g->meshes->as.items[m], "primitives");
        const caperi_json_value *primitive, *target;
        for (uint32_t p = 0; (primitive = caperi_json_at(list, p)) != NULL; p++) {
            mark_attributes(g, caperi_json_find(primitive, "attributes"), uses);
            mark(g, caperi_json_find(primitive, "indices"), uses);
            const caperi_json_value *targets = caperi_json_find(primitive, "targets");
            for (uint32_t t = 0; (target = caperi_json_at(targets, t)) != NULL; t++)
                mark(g, caperi_json_find(target, "POSITION"), uses);
        }
    }
}

static char *mark_uses(caperi_gltf *g)
{
    size_t count = (size_t)g->accessor_count;
    char *uses = caperi_gltf_alloc(g, &g->draft->scratch, count, sizeof *uses);
    if (!uses)
        return NULL;
    memset(uses, OF_NOBODY, count * sizeof *uses);
    if (!g->bin_keys)
        mark_vertices(g, uses);
    const caperi_gltf_sampler *samplers = g->lists.samplers.items;
    for (int i = 0; i < g->lists.samplers.count; i++) {
        if (samplers[i].input >= 0 && samplers[i].input < g->accessor_count)
            uses[samplers[i].input] = OF_KEYS;
        if (samplers[i].output >= 0 && samplers[i].output < g->accessor_count)
            uses[samplers[i].output] = OF_KEYS;
    }
    return uses;
}

// Spans in their order, near ones joined. Returns how many.
static int join_spans(span *spans, int count)
{
    bool sorted = true; // as most writers put them
    for (int i = 1; i < count && sorted; i++)
        sorted = spans[i - 1].start <= spans[i].start;
    if (!sorted)
        qsort(spans, (size_t)count, sizeof *spans, compare_spans);
    int made = 0;
    for (int i = 0; i < count; i++) {
        if (made > 0 && spans[i].start <= spans[made - 1].end + GAP)
            spans[made - 1].end =
                spans[i].end > spans[made - 1].end ? spans[i].end : spans[made - 1].end;
        else
            spans[made++] = spans[i];
    }
    return made;
}

// Memory for a run: of the draft for keys, else our own, freed with its list.
static unsigned char *run_memory(caperi_gltf *g, size_t size)
{
    if (!caperi_gltf_spend(g, NULL, size))
        return NULL;
    unsigned char *data = g->bin_keys ? caper_arena_alloc(&g->draft->keys, size, ALIGN)
                                      : caper_alloc(&g->draft->allocator, size, ALIGN);
    if (!data)
        caper_error_set(g->error, CAPER_ERROR_MEMORY, g->draft->source, 0, 0, "out of memory");
    return data;
}

static bool read_run(caperi_gltf *g, span s)
{
    size_t lead = s.start % ALIGN, size = s.end - s.start;
    caperi_gltf_run *run = caperi_gltf_list_grow(g, &g->runs);
    if (!run)
        return false;
    run->start = s.start;
    run->size = size;
    run->room = size + lead;
    run->memory = run_memory(g, run->room);
    if (!run->memory) {
        g->runs.count--;
        return false;
    }
    CAPER_TRY(caperi_file_read_at(g->bin_file, g->bin_offset + s.start, run->memory + lead, size),
              g->error, CAPER_ERROR_IO, g->draft->source, 0, 0, "cannot read %zu bytes at byte %zu",
              size, g->bin_offset + s.start);
    return true;
}

void caperi_gltf_bin_free(caperi_gltf *g)
{
    caperi_gltf_run *runs = g->runs.items;
    for (int i = 0; i < g->runs.count && !g->bin_keys; i++)
        caper_free(&g->draft->allocator, runs[i].memory, runs[i].room);
    caperi_gltf_list_free(g, &g->runs);
}

bool caperi_gltf_bin_load(caperi_gltf *g, bool keys)
{
    caperi_gltf_bin_free(g);
    g->bin_keys = keys;
    if (!g->bin_file)
        return true;
    g->runs.item_size = sizeof(caperi_gltf_run);
    caper_arena_mark_point mark = caper_arena_mark(&g->draft->scratch);
    const caperi_gltf_entry *entries = g->lists.entries.items;
    span *spans =
        caperi_gltf_alloc(g, &g->draft->scratch, (size_t)g->accessor_count, sizeof *spans);
    const char *uses = mark_uses(g);
    if (!spans || !uses)
        return false;
    int count = 0;
    for (int i = 0; i < g->accessor_count; i++)
        if (uses[i] == (keys ? OF_KEYS : OF_VERTICES) && span_of(g, &entries[i], &spans[count]))
            count++;
    count = join_spans(spans, count);
    for (int i = 0; i < count; i++)
        CAPER_PASS(read_run(g, spans[i]));
    caper_arena_release(&g->draft->scratch, mark);
    return true;
}

// The run that starts last before an offset.
static const caperi_gltf_run *find_run(const caperi_gltf *g, size_t start)
{
    const caperi_gltf_run *runs = g->runs.items;
    int low = 0, high = g->runs.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (runs[middle].start <= start)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &runs[low - 1] : NULL;
}

static bool holds(const caperi_gltf_run *run, size_t start, size_t size)
{
    return run && start >= run->start && start - run->start <= run->size &&
           size <= run->size - (start - run->start);
}

bool caperi_gltf_bin_get(caperi_gltf *g, size_t start, size_t size, const unsigned char **out)
{
    const caperi_gltf_run *run = find_run(g, start);
    if (!holds(run, start, size)) {
        // sparse elements, or an accessor that serves vertices and keys: seldom, so all at once
        if (!g->bin_whole.memory) {
            caperi_gltf_run *whole = &g->bin_whole;
            whole->size = whole->room = g->bin_size;
            whole->memory = caper_arena_alloc(&g->draft->keys, g->bin_size, ALIGN);
            CAPER_TRY(whole->memory != NULL, g->error, CAPER_ERROR_MEMORY, g->draft->source, 0, 0,
                      "out of memory");
            CAPER_TRY(caperi_file_read_at(g->bin_file, g->bin_offset, whole->memory, whole->size),
                      g->error, CAPER_ERROR_IO, g->draft->source, 0, 0,
                      "cannot read %zu bytes at byte %zu", whole->size, g->bin_offset);
        }
        run = &g->bin_whole;
    }
    *out = run->memory + (run->start % ALIGN) + (start - run->start);
    return true;
}
