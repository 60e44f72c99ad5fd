// SPDX-License-Identifier: MIT
//
// The clips that a graph is made of: files with all their clips, and stores, searched by tag and by
// parameter. Clips on the spot can be made to travel by their feet first.
#include "graph_verbs.h"

#include "caper/actor.h"

#include <math.h>
#include <string.h>

#if CAPER_STORE
#include "store_query.h"
#endif

// Passes of a cycle that is made to travel: what one pass leads into is then in it, too.
#define PASSES 3
// A clip whose feet push it less fast than this, as a share of the square root of gravity times the
// height of the hips (a slow walk is 0.3), is meant to stay where it is.
#define GOES 0.25f
#define GRAVITY 9.81f
// Of the body's size: bones that differ by more are another person's (two people of a capture
// differ by 2 % and more).
#define OTHER_BODY 0.01f

static bool no_memory(caper_error *error)
{
    return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
}

// Room for one more.
static bool grow(void **items, int count, int *room, size_t size, caper_error *error)
{
    if (count < *room) {
        return true;
    }
    int more = *room ? 2 * *room : 32;
    void *grown = caper_alloc_zero(NULL, (size_t)more * size, 16);
    if (!grown) {
        return no_memory(error);
    }
    if (count > 0) {
        memcpy(grown, *items, (size_t)count * size);
    }
    caper_free(NULL, *items, (size_t)*room * size);
    *items = grown;
    *room = more;
    return true;
}

// How much longer or shorter a bone of a clip is than the character's, at most.
static float other_length(const caper_skeleton *a, const caper_skeleton *b)
{
    float most = 0;
    for (int i = 0; i < a->body_count; i++) {
        float off = a->parents[i] < 0 ? 0
                                      : caper_vec3_length(a->rest_local[i].position) -
                                            caper_vec3_length(b->rest_local[i].position);
        most = caper_max(most, fabsf(off));
    }
    return most;
}

// Are its bones those of the character, in name and length?
static bool is_of(const caper_clip *clip, const caper_character *character)
{
    return caper_skeleton_same(&clip->skeleton, &character->skeleton) &&
           other_length(&clip->skeleton, &character->skeleton) <= OTHER_BODY * character->size;
}

static bool check_body(const graph_heap *heap, const caper_clip *clip, const char *name,
                       caper_error *error)
{
    if (is_of(clip, heap->character)) {
        return true;
    }
    bool names = caper_skeleton_same(&clip->skeleton, &heap->character->skeleton);
    return caper_error_set(error, CAPER_ERROR_INVALID, name, 0, 0,
                           "%s '%.40s': put all clips on one character with --onto, as in --onto "
                           "performer",
                           names ? "its bones have other lengths than those of" : "not a clip of",
                           heap->character->name);
}

// The clip of another body, on the heap's character.
static caper_clip *put_on(const graph_heap *heap, const caper_clip *clip,
                          const caper_character *from, const caper_map *map, caper_error *error)
{
    caper_retarget_job job = caper_retarget_job_default();
    job.clip = clip;
    job.from = from;
    job.onto = heap->character;
    job.puppet.performer_map = map;
    job.puppet.character_map = heap->on.map;
    job.stiff = true; // captured motion has its own looseness
    return caper_retarget(&job, error);
}

// `from` and `map` say whose clip it is.
static bool add_clip(graph_heap *heap, const caper_clip *clip, bool owned,
                     const caper_character *from, const caper_map *map, const char *name,
                     caper_error *error)
{
    if (heap->retargets && !is_of(clip, heap->character)) {
        caper_clip *made = put_on(heap, clip, from, map, error);
        if (owned) {
            caper_clip_destroy((caper_clip *)(uintptr_t)clip);
        }
        if (!made) {
            return false;
        }
        printf("  clip %s is put on %s\n", made->name, heap->character->name);
        clip = made;
        owned = true;
    }
    void *clips = heap->clips;
    bool good = grow(&clips, heap->count, &heap->room, sizeof *heap->clips, error);
    heap->clips = clips;
    if (good) {
        heap->clips[heap->count++] = (graph_heap_clip){clip, owned, {NULL, 0}};
    } else if (owned) {
        caper_clip_destroy((caper_clip *)(uintptr_t)clip);
    }
    return good && check_body(heap, clip, name, error);
}

static bool load_file(graph_heap *heap, const graph_heap_query *query, const char *name,
                      caper_error *error)
{
    void *assets = heap->assets;
    bool good = grow(&assets, heap->asset_count, &heap->asset_room, sizeof *heap->assets, error);
    heap->assets = assets;
    if (!good) {
        return false;
    }
    cli_asset *asset = &heap->assets[heap->asset_count];
    if (!cli_load_kind(name, CAPER_ASSET_CLIP, &query->reading, asset, error)) {
        return false;
    }
    heap->asset_count++;
    if (!heap->character) {
        heap->character = asset->character;
        heap->file = asset->import ? name : NULL; // a clip of ours has no body
    }
    bool one = query->reading.clip || asset->clip_count < 2;
    for (int i = 0; i < (one ? 1 : asset->clip_count) && good; i++) {
        good = add_clip(heap, one ? asset->clip : asset->clips[i], false, asset->character,
                        asset->map, name, error);
    }
    return good;
}

#if CAPER_STORE
typedef struct store_search {
    graph_heap *heap;
    caper_store *names; // loads while the other one searches
    caper_error *error;
    bool good;
    int found;
} store_search;

// The store's words outlive its search only as copies.
static bool copy_tags(graph_heap *heap, const caper_store_item *item, caper_graph_tags *tags)
{
    const char **list =
        caper_arena_alloc_zero(&heap->words, (size_t)item->tag_count + 1, sizeof *list, 16);
    for (int i = 0; i < item->tag_count && list; i++) {
        size_t size = strlen(item->tags[i]) + 1;
        char *word = caper_arena_alloc(&heap->words, size, 1);
        if (!word) {
            return false;
        }
        list[i] = memcpy(word, item->tags[i], size);
    }
    *tags = (caper_graph_tags){list, item->tag_count};
    return list != NULL;
}

static bool load_item(void *user, const caper_store_item *item)
{
    store_search *s = user;
    s->found++;
    if (!s->heap->character) {
        s->heap->own = item->character[0]
                           ? caper_store_load_character(s->names, item->character, s->error)
                           : NULL;
        s->heap->character = s->heap->own;
        if (!s->heap->character) {
            s->good = caper_error_set(s->error, CAPER_ERROR_INVALID, item->name, 0, 0,
                                      "the store does not say whose clip it is: give --on");
            return false;
        }
    }
    caper_clip *clip = caper_store_load(s->names, item->name, s->error);
    bool others = s->heap->retargets && item->character[0];
    caper_character *from =
        others ? caper_store_load_character(s->names, item->character, s->error) : NULL;
    if (others && !from) {
        caper_clip_destroy(clip);
        clip = NULL;
    }
    s->good = clip && add_clip(s->heap, clip, true, from ? from : s->heap->character, NULL,
                               item->name, s->error);
    caper_character_destroy(from);
    if (s->good && !copy_tags(s->heap, item, &s->heap->clips[s->heap->count - 1].tags)) {
        s->good = no_memory(s->error);
    }
    return s->good;
}

static bool load_store(graph_heap *heap, const graph_heap_query *query, const char *path,
                       caper_error *error)
{
    caper_store_options options = {.read_only = true, .must_exist = true};
    cli_store_search search;
    memset(&search, 0, sizeof search);
    cli_store_asked asked = {query->tag, query->name, NULL, query->where};
    if (!cli_store_query(&search, &asked)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, query->where, 0, 0,
                               "not a range: expected NAME=LEAST:MOST");
    }
    store_search s = {heap, caper_store_open(path, &options, error), error, true, 0};
    caper_store *store = s.names ? caper_store_open(path, &options, error) : NULL;
    bool good = store && caper_store_find(store, &search.query, load_item, &s, error) && s.good;
    caper_store_destroy(store);
    caper_store_destroy(s.names);
    if (good && s.found == 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0,
                               "no clip in it is of that tag, name and range");
    }
    return good;
}
#else
static bool load_store(graph_heap *heap, const graph_heap_query *query, const char *path,
                       caper_error *error)
{
    (void)heap;
    (void)query;
    return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                           "this build has no stores: SQLite was missing");
}
#endif

// --- clips on the spot ---------------------------------------------------------------------------

// How far the joint turns that turns most from one pose to the other, radians.
static float most_turned(const caper_pose *a, const caper_pose *b)
{
    float least = 1;
    for (int i = 0; i < a->body_count; i++) {
        least =
            caper_min(least, fabsf(caper_quat_dot(a->bodies[i].rotation, b->bodies[i].rotation)));
    }
    return 2 * caper_acos(least);
}

// Does the first pose follow the last one as any pose follows the one before?
static bool is_cycle(const caper_clip *clip, const caper_character *character)
{
    caper_pose poses[3];
    bool good = true;
    for (int i = 0; i < 3; i++) {
        poses[i] = caper_character_pose(character, NULL);
        good = good && poses[i].bodies && caper_clip_sample(clip, 0, NULL, &poses[i]);
    }
    float step = 0, gap = 0;
    for (int f = 1; f < clip->frame_count && good; f++) {
        caper_pose *now = &poses[1 + f % 2], *before = &poses[2 - f % 2];
        good = caper_clip_sample(clip, (float)f / clip->rate, NULL, now);
        step = caper_max(step, most_turned(before, now));
        gap = most_turned(now, &poses[0]);
    }
    for (int i = 0; i < 3; i++) {
        caper_pose_destroy(&poses[i], NULL);
    }
    return good && gap <= step;
}

static float way_of(const caper_clip *clip)
{
    caper_root end = caper_root_delta(caper_clip_sample_root(clip, 0),
                                      caper_clip_sample_root(clip, clip->duration));
    return hypotf(end.x, end.z);
}

// Metres a second below which a body stays where it is.
static float slowest(const caper_character *c)
{
    return GOES * sqrtf(GRAVITY * c->rest_model[c->root_body].position.y);
}

// What stands on the spot by its nature (no steps, or none that lead anywhere) stays as it is.
static void make_travel(graph_heap *heap, graph_heap_clip *one)
{
    caper_stride_clip_job job = caper_stride_clip_job_default();
    job.clip = one->clip;
    job.character = heap->character;
    job.loops = is_cycle(one->clip, heap->character) ? PASSES : 1;
    caper_clip *made = caper_stride_clip(&job, NULL);
    if (!made || way_of(made) < slowest(heap->character) * made->duration) {
        caper_clip_destroy(made);
        return;
    }
    printf("  clip %s goes %.2f m in %.2f s by its feet\n", one->clip->name, (double)way_of(made),
           (double)made->duration);
    if (one->owned) {
        caper_clip_destroy((caper_clip *)(uintptr_t)one->clip);
    }
    one->clip = made;
    one->owned = true;
}

// Does anything that the graph kept of a clip lead somewhere?
static bool keeps_going(const caper_graph *graph, int clip, float speed)
{
    float way = 0, seconds = 0;
    for (int e = 0; e < graph->edge_count; e++) {
        const caper_graph_edge *edge = &graph->edges[e];
        const caper_graph_node *from = &graph->nodes[edge->from], *to = &graph->nodes[edge->to];
        if (edge->transition < 0 && from->clip == clip) {
            caper_root step = caper_root_delta(
                caper_clip_sample_root(graph->clips[clip], (float)from->frame / graph->rate),
                caper_clip_sample_root(graph->clips[clip], (float)to->frame / graph->rate));
            way += hypotf(step.x, step.z);
            seconds += (float)edge->frame_count / graph->rate;
        }
    }
    return seconds > 0 && way >= speed * seconds;
}

bool graph_heap_is_stuck(const graph_heap *heap, const caper_graph *graph)
{
    float speed = slowest(heap->character);
    bool goes = false;
    for (int i = 0; i < heap->count && !goes; i++) {
        goes = way_of(heap->list[i]) >= speed * heap->list[i]->duration;
    }
    for (int c = 0; c < graph->clip_count && goes; c++) {
        if (keeps_going(graph, c, speed)) {
            return false;
        }
    }
    return goes;
}

// --- all -----------------------------------------------------------------------------------------

static bool is_store(const char *name)
{
    return cli_ends_with(name, ".db");
}

bool graph_heap_load(graph_heap *heap, const graph_heap_query *query, char **names, int count,
                     caper_error *error)
{
    memset(heap, 0, sizeof *heap);
    caper_arena_init(&heap->words, NULL, 0);
    bool good = true;
    if (query->on && query->onto) {
        good = caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "--on says whose clips they are, --onto on whom to put them: give "
                               "one of them");
    } else if (query->on || query->onto) {
        const char *who = query->on ? query->on : query->onto;
        good = cli_load_kind(who, CAPER_ASSET_CHARACTER, NULL, &heap->on, error);
        heap->character = heap->on.character;
        heap->file = who;
        heap->retargets = query->onto != NULL;
    }
    for (int i = 0; i < count && good; i++) {
        good = is_store(names[i]) ? load_store(heap, query, names[i], error)
                                  : load_file(heap, query, names[i], error);
    }
    if (good && heap->file && cli_is_shipped(&heap->character->skeleton)) {
        heap->file = NULL;
    }
    for (int i = 0; i < heap->count && good && query->travel; i++) {
        make_travel(heap, &heap->clips[i]);
    }
    heap->list =
        caper_arena_alloc_zero(&heap->words, (size_t)heap->count + 1, sizeof *heap->list, 16);
    heap->tags =
        caper_arena_alloc_zero(&heap->words, (size_t)heap->count + 1, sizeof *heap->tags, 16);
    for (int i = 0; i < heap->count && heap->list && heap->tags; i++) {
        heap->list[i] = heap->clips[i].clip;
        heap->tags[i] = heap->clips[i].tags;
    }
    return good && ((heap->list && heap->tags) || no_memory(error));
}

void graph_heap_unload(graph_heap *heap)
{
    for (int i = 0; i < heap->count; i++) {
        if (heap->clips[i].owned) {
            caper_clip_destroy((caper_clip *)(uintptr_t)heap->clips[i].clip);
        }
    }
    for (int i = 0; i < heap->asset_count; i++) {
        cli_unload(&heap->assets[i]);
    }
    cli_unload(&heap->on);
    caper_character_destroy(heap->own);
    caper_arena_destroy(&heap->words);
    caper_free(NULL, heap->assets, (size_t)heap->asset_room * sizeof *heap->assets);
    caper_free(NULL, heap->clips, (size_t)heap->room * sizeof *heap->clips);
}
