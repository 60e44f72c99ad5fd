// SPDX-License-Identifier: MIT
//
// .graph.json (docs/schema/graph.schema.json): the clips and the transitions; nodes and edges
// follow from them, so a file cannot contradict itself. Invariant: any bytes give a graph or an
// error with its place, and what is read and written again is the same text.
#include "base/json.h"
#include "base/try.h"
#include "clip/read.h"
#include "graph/graph.h"

#include <math.h>
#include <string.h>

#define VERSION 1
#define TRANSITIONS_MAX (1 << 24)
#define NUMBERS 9 // of a transition: two clips and frames, distance, slip, x, z, yaw

static const char *const graph_keys[] = {"caper",  "version", "name",        "character", "rate",
                                         "window", "clips",   "transitions", "$schema"};
static const char *const clip_keys[] = {"source", "second", "mirrored", "clip"};

typedef struct reader {
    const caperi_json *json;
    caper_arena arena;
    caperi_graph_draft draft;
} reader;

#define GRAB(r, count, type)                                                                       \
    caper_arena_alloc_zero(&(r)->arena, (size_t)(count) + 1, sizeof(type), _Alignof(type))
#define FAIL(r, value, ...) caperi_json_fail((r)->json, value, CAPER_ERROR_INVALID, __VA_ARGS__)

static bool read_clip(reader *r, const caperi_json_value *value)
{
    const caperi_json *json = r->json;
    CAPER_PASS(caperi_json_object(json, value));
    CAPER_PASS(caperi_json_check_keys(json, value, clip_keys, CAPER_COUNT_OF(clip_keys)));
    caper_graph_origin origin = {.source = 0, .second = -1};
    CAPER_PASS(caperi_json_get_int(json, value, "source", CAPERI_OPTIONAL, 0, CAPER_GRAPH_MAX_CLIPS,
                                   &origin.source));
    CAPER_PASS(caperi_json_get_int(json, value, "second", CAPERI_OPTIONAL, -1,
                                   CAPER_GRAPH_MAX_CLIPS, &origin.second));
    CAPER_PASS(caperi_json_get_bool(json, value, "mirrored", CAPERI_OPTIONAL, &origin.mirrored));
    const caperi_json_value *inner;
    CAPER_PASS(caperi_json_get_object(json, value, "clip", CAPERI_REQUIRED, &inner));
    caper_clip *clip = caperi_clip_read(json, inner, r->draft.allocator);
    CAPER_PASS(clip != NULL);
    int n = r->draft.clip_count++;
    r->draft.clips[n] = clip;
    r->draft.origins[n] = origin;
    if (!caper_skeleton_same(&clip->skeleton, &r->draft.clips[0]->skeleton))
        return FAIL(r, inner, "the clip is of another skeleton than the first");
    if (clip->deform_count > 0)
        return FAIL(r, inner, "clips of a graph have no deforms");
    return true;
}

static bool read_clips(reader *r)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(r->json, r->json->root, "clips", CAPERI_REQUIRED, 1,
                                     CAPER_GRAPH_MAX_CLIPS, &list));
    r->draft.clips = GRAB(r, list->count, caper_clip *);
    r->draft.origins = GRAB(r, list->count, caper_graph_origin);
    if (!r->draft.clips || !r->draft.origins)
        return caperi_json_fail(r->json, NULL, CAPER_ERROR_MEMORY, "out of memory");
    for (uint32_t i = 0; i < list->count; i++)
        CAPER_PASS(read_clip(r, &list->as.items[i]));
    return true;
}

static bool read_place(reader *r, const caperi_json_value *item, int *clip, int *frame)
{
    CAPER_PASS(caperi_json_int(r->json, &item[0], 0, r->draft.clip_count - 1, clip));
    int last = caperi_graph_frames(r->draft.clips[*clip], r->draft.rate) - r->draft.window;
    if (last < 0)
        return FAIL(r, &item[0], "clip %d is shorter than the window", *clip);
    return caperi_json_int(r->json, &item[1], 0, last, frame);
}

static bool read_transition(reader *r, const caperi_json_value *value, caper_transition *t)
{
    CAPER_PASS(caperi_json_array(r->json, value, NUMBERS, NUMBERS));
    const caperi_json_value *item = value->as.items;
    CAPER_PASS(read_place(r, item, &t->from_clip, &t->from_frame));
    CAPER_PASS(read_place(r, item + 2, &t->to_clip, &t->to_frame));
    float *const numbers[] = {&t->distance, &t->slip, &t->align.x, &t->align.z, &t->align.yaw};
    for (int i = 0; i < 5; i++) {
        CAPER_PASS(caperi_json_float(r->json, &item[4 + i], numbers[i]));
        if (!(fabsf(*numbers[i]) <= 1e6f) || (i < 2 && *numbers[i] < 0.0f))
            return FAIL(r, &item[4 + i], "found %g, expected a number within 1e6%s",
                        (double)*numbers[i], i < 2 ? " and not below 0" : "");
    }
    if (t->from_clip == t->to_clip && t->from_frame == t->to_frame + r->draft.window - 1)
        return FAIL(r, value, "the transition ends where it begins");
    return true;
}

static bool read_transitions(reader *r)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(r->json, r->json->root, "transitions", CAPERI_REQUIRED, 1,
                                     TRANSITIONS_MAX, &list));
    r->draft.transitions = GRAB(r, list->count, caper_transition);
    if (!r->draft.transitions)
        return caperi_json_fail(r->json, NULL, CAPER_ERROR_MEMORY, "out of memory");
    for (uint32_t i = 0; i < list->count; i++)
        CAPER_PASS(read_transition(r, &list->as.items[i], &r->draft.transitions[i]));
    r->draft.transition_count = (int)list->count;
    return true;
}

static bool read_graph(reader *r)
{
    const caperi_json *json = r->json;
    const caperi_json_value *root = json->root;
    CAPER_PASS(caperi_json_head(json, root, "graph", VERSION));
    CAPER_PASS(caperi_json_check_keys(json, root, graph_keys, CAPER_COUNT_OF(graph_keys)));
    CAPER_PASS(caperi_json_get_name(json, root, "name", CAPERI_OPTIONAL, &r->draft.name));
    CAPER_PASS(
        caperi_json_get_string(json, root, "character", CAPERI_OPTIONAL, &r->draft.character_file));
    CAPER_PASS(caperi_json_get_float(json, root, "rate", CAPERI_REQUIRED, &r->draft.rate));
    if (!(r->draft.rate >= 1.0f && r->draft.rate <= 1000.0f))
        return FAIL(r, caperi_json_find(root, "rate"), "found a rate of %g, expected 1 to 1000",
                    (double)r->draft.rate);
    CAPER_PASS(caperi_json_get_int(json, root, "window", CAPERI_REQUIRED, 2, CAPER_CLOUD_MAX_WINDOW,
                                   &r->draft.window));
    return read_clips(r) && read_transitions(r);
}

static caper_graph *read_document(caperi_json *json, const caper_load_options *options)
{
    reader r = {.json = json};
    r.draft.allocator = options ? options->allocator : NULL;
    r.draft.name = "graph";
    caper_arena_init(&r.arena, r.draft.allocator, 0);
    caper_error error = {0};
    caper_graph *graph = NULL;
    if (read_graph(&r)) {
        graph = caperi_graph_finish(&r.draft, r.draft.transition_count, &error);
        if (!graph)
            caperi_json_fail(json, caperi_json_find(json->root, "transitions"), error.status, "%s",
                             error.message);
    }
    for (int c = 0; c < r.draft.clip_count && !graph; c++)
        caper_clip_destroy(r.draft.clips[c]);
    caper_arena_destroy(&r.arena);
    caperi_json_free(json);
    return graph;
}

caper_graph *caper_graph_parse(const char *text, size_t size, const char *source,
                               const caper_load_options *options, caper_error *error)
{
    caperi_json json;
    return caperi_json_open_text(&json, text, size, source, options, error)
               ? read_document(&json, options)
               : NULL;
}

caper_graph *caper_graph_load(const char *path, const caper_load_options *options,
                              caper_error *error)
{
    caperi_json json;
    return caperi_json_open_file(&json, path, options, error) ? read_document(&json, options)
                                                              : NULL;
}

// -- Writing
// ----------------------------------------------------------------------------------------------

static void write_clip(caper_json_writer *w, const caper_graph *graph, int c)
{
    const caper_graph_origin *origin = &graph->origins[c];
    caper_json_begin_object(w);
    caper_json_int(caper_json_key(w, "source"), origin->source);
    if (origin->second >= 0) {
        caper_json_int(caper_json_key(w, "second"), origin->second);
    }
    if (origin->mirrored) {
        caper_json_bool(caper_json_key(w, "mirrored"), true);
    }
    caper_json_key(w, "clip");
    caper_clip_write(graph->clips[c], w);
    caper_json_end_object(w);
}

static void write_transition(caper_json_writer *w, const caper_transition *t)
{
    caper_json_begin_array(w);
    caper_json_int(w, t->from_clip);
    caper_json_int(w, t->from_frame);
    caper_json_int(w, t->to_clip);
    caper_json_int(w, t->to_frame);
    const float numbers[] = {t->distance, t->slip, t->align.x, t->align.z, t->align.yaw};
    for (int i = 0; i < 5; i++)
        caper_json_float(w, numbers[i]);
    caper_json_end_array(w);
}

void caper_graph_write(const caper_graph *graph, caper_json_writer *writer)
{
    caper_json_begin_object(writer);
    caper_json_string(caper_json_key(writer, "caper"), "graph");
    caper_json_int(caper_json_key(writer, "version"), VERSION);
    caper_json_string(caper_json_key(writer, "name"), graph->name);
    if (graph->character_file[0] != '\0')
        caper_json_string(caper_json_key(writer, "character"), graph->character_file);
    caper_json_float(caper_json_key(writer, "rate"), graph->rate);
    caper_json_int(caper_json_key(writer, "window"), graph->window);
    caper_json_begin_array(caper_json_key(writer, "clips"));
    for (int c = 0; c < graph->clip_count; c++)
        write_clip(writer, graph, c);
    caper_json_end_array(writer);
    caper_json_begin_array(caper_json_key(writer, "transitions"));
    for (int i = 0; i < graph->transition_count; i++)
        write_transition(writer, &graph->transitions[i]);
    caper_json_end_array(writer);
    caper_json_end_object(writer);
}

bool caper_graph_save(const caper_graph *graph, const char *path, caper_error *error)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, &graph->allocator, 1);
    caper_graph_write(graph, &writer);
    size_t size;
    const char *text = caper_json_writer_finish(&writer, &size, error);
    bool good = text && caper_file_write(path, text, size, error);
    caper_json_writer_free(&writer);
    return good;
}
