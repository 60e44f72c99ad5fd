// SPDX-License-Identifier: MIT
//
// Builds clips: gathers all keys of a def as views, decides for each how it is stored (keys.c), and
// lays everything out in one memory block. Invariant: the block depends on the def alone, so the
// same def gives the same bytes, and a clip is never written to once it is handed out.
#include "base/block.h"
#include "base/try.h"
#include "clip/packed.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_ALIGN 32
#define ARENA_CHUNK 16384 // about what the tracks of a person take

CAPER_STATIC_ASSERT(sizeof(caper_root) == 4 * sizeof(float), "roots are read as four floats");

bool caper_clip_has_tag(const caper_clip *clip, const char *tag)
{
    for (int i = 0; i < clip->tag_count; i++) {
        if (strcmp(clip->tags[i], tag) == 0) {
            return true;
        }
    }
    return false;
}

caper_clip_def caper_clip_def_default(void)
{
    caper_clip_def def = {0};
    def.name = "";
    def.rate = 30.0f;
    def.source = "memory";
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

// -- Gathering --------------------------------------------------------------------------------

// Everything that a clip is being built from.
typedef struct clip_draft {
    const caper_clip_def *def;
    caper_arena arena;
    caperi_clock checked;     // times of the last track that was checked
    caperi_track_plan *plans; // in the order: kind, then target
    int plan_count;
    const caperi_packed *packed; // what is packed, or NULL
    caper_shared_skeleton *shared;
    float tolerance; // of what is packed
    caper_error *error;
} clip_draft;

static bool no_memory(const clip_draft *draft)
{
    return caper_error_set(draft->error, CAPER_ERROR_MEMORY, draft->def->source, 0, 0,
                           "out of memory");
}

// One slot for each thing that can have a track; a view fills it once.
static int slot_count(const caper_clip_def *def)
{
    return 2 * def->skeleton->body_count + def->deform_count + 1;
}

static int slot_of(const caper_clip_def *def, caper_track_kind kind, int target)
{
    int bodies = def->skeleton->body_count;
    switch (kind) {
    case CAPER_TRACK_ROTATION:
        return target;
    case CAPER_TRACK_TRANSLATION:
        return bodies + target;
    case CAPER_TRACK_DEFORM:
        return 2 * bodies + target;
    default:
        return 2 * bodies + def->deform_count;
    }
}

static bool add_view(clip_draft *draft, caperi_track_view *slots, const caperi_track_view *view)
{
    caperi_track_view *slot = &slots[slot_of(draft->def, view->kind, view->target)];
    if (slot->key_count > 0)
        return caperi_refuse_second(draft->def, view, draft->error);
    CAPER_PASS(caperi_check_view(draft->def, view, &draft->checked, draft->error));
    *slot = *view;
    return true;
}

static bool add_columns(clip_draft *draft, caperi_track_view *slots)
{
    const caper_clip_def *def = draft->def;
    int bodies = def->skeleton->body_count;
    caperi_track_view view = {.key_count = def->frame_count, .track = -1};
    for (int i = 0; def->frames && i < bodies; i++) {
        view.target = i;
        view.stride = (size_t)bodies * (sizeof *def->frames / sizeof(float));
        view.kind = CAPER_TRACK_ROTATION;
        view.values = &def->frames[i].rotation.x;
        CAPER_PASS(add_view(draft, slots, &view));
        view.kind = CAPER_TRACK_TRANSLATION;
        view.values = &def->frames[i].position.x;
        CAPER_PASS(add_view(draft, slots, &view));
    }
    for (int i = 0; def->deform_frames && i < def->deform_count; i++) {
        view.kind = CAPER_TRACK_DEFORM;
        view.target = i;
        view.stride = (size_t)def->deform_count;
        view.values = def->deform_frames + i;
        CAPER_PASS(add_view(draft, slots, &view));
    }
    if (def->roots) {
        view.kind = CAPER_TRACK_ROOT;
        view.target = 0;
        view.stride = 4;
        view.values = &def->roots->x;
        CAPER_PASS(add_view(draft, slots, &view));
    }
    return true;
}

static bool add_tracks(clip_draft *draft, caperi_track_view *slots)
{
    const caper_clip_def *def = draft->def;
    for (int i = 0; i < def->track_count; i++) {
        const caper_track_def *track = &def->tracks[i];
        CAPER_PASS(caperi_check_target(def, i, draft->error));
        caperi_track_view view = {
            .kind = track->kind,
            .target = track->kind == CAPER_TRACK_ROOT ? 0 : track->body,
            .key_count = track->key_count,
            .times = track->times,
            .values = track->values,
            .stride = (size_t)caperi_track_width(track->kind),
            .track = i,
        };
        CAPER_PASS(add_view(draft, slots, &view));
    }
    return true;
}

// A block of four lanes takes 64 bytes a frame even for one track; a keyed track takes at
// most 20.5. So where there are keyed rotations anyway, the dense ones that fill no block join
// them.
static bool fill_blocks(clip_draft *draft)
{
    int dense = 0, keyed = 0;
    for (int i = 0; i < draft->plan_count; i++) {
        const caperi_track_plan *plan = &draft->plans[i];
        bool rotation = plan->view.kind == CAPER_TRACK_ROTATION;
        dense += rotation && plan->storage == CAPERI_DENSE;
        keyed += rotation && plan->storage == CAPERI_KEYED;
    }
    int left = keyed > 0 ? dense % 4 : 0;
    for (int i = draft->plan_count - 1; i >= 0 && left > 0; i--) {
        caperi_track_plan *plan = &draft->plans[i];
        if (plan->view.kind != CAPER_TRACK_ROTATION || plan->storage != CAPERI_DENSE)
            continue;
        CAPER_PASS(caperi_plan_keyed(plan, &draft->arena));
        left--;
    }
    return true;
}

static bool plan_tracks(clip_draft *draft)
{
    const caper_clip_def *def = draft->def;
    CAPER_PASS(caperi_check_def(def, &draft->arena, draft->error));
    size_t count = (size_t)slot_count(def);
    caperi_track_view *slots =
        caper_arena_alloc_zero(&draft->arena, count, sizeof *slots, _Alignof(caperi_track_view));
    draft->plans =
        caper_arena_alloc(&draft->arena, count * sizeof *draft->plans, _Alignof(caperi_track_plan));
    if (!slots || !draft->plans)
        return no_memory(draft);
    CAPER_PASS(add_columns(draft, slots));
    CAPER_PASS(add_tracks(draft, slots));

    caperi_clock clock = {0};
    for (size_t i = 0; i < count; i++) {
        if (slots[i].key_count == 0)
            continue;
        caperi_track_plan *plan = &draft->plans[draft->plan_count++];
        if (!caperi_plan_track(plan, &slots[i], def->rate, def->frame_count, &clock, &draft->arena))
            return no_memory(draft);
    }
    if (!fill_blocks(draft))
        return no_memory(draft);
    double key_total = 0;
    for (int i = 0; i < draft->plan_count; i++) {
        const caperi_track_plan *plan = &draft->plans[i];
        key_total += plan->storage == CAPERI_DENSE ? 0 : plan->key_count + 2;
        CAPER_TRY(key_total <= CAPERI_KEYS_MAX, draft->error, CAPER_ERROR_LIMIT, def->source, 0, 0,
                  "the tracks have more than %d keys", CAPERI_KEYS_MAX);
    }
    return true;
}

// -- Layout -----------------------------------------------------------------------------------

// Offsets of the arrays of one group.
typedef struct group_layout {
    int track_count, lane_count;
    size_t key_total; // of keyed and free groups: one that is never used, then all keys
    size_t offsets, values, times, cells, ranges;
} group_layout;

// A part of the block that is written to its last byte.
typedef struct full_part {
    size_t start, end;
} full_part;

typedef struct layout {
    caperi_block block;
    full_part full[CAPER_TRACK_KIND_COUNT * CAPERI_STORAGE_COUNT]; // rising
    int full_count;
    size_t data, tracks, packed, packing, rest, base, base_deforms, names, parents, deforms,
        contacts, key_poses, tags, text;
    size_t text_size;
    group_layout groups[CAPER_TRACK_KIND_COUNT][CAPERI_STORAGE_COUNT];
} layout;

static int cell_rows(const caper_clip_def *def, caperi_storage storage)
{
    int cells = (def->frame_count + CAPERI_CELL_MASK) >> CAPERI_CELL_SHIFT;
    return storage == CAPERI_FREE ? cells + 2 : cells;
}

// Rotations are sampled in blocks: lengths are taken of four or eight at once.
static bool in_blocks(caper_track_kind kind)
{
    return kind == CAPER_TRACK_ROTATION;
}

static void lay_out_group(layout *l, group_layout *g, const caper_clip_def *def,
                          caper_track_kind kind, caperi_storage storage)
{
    caperi_block *block = &l->block;
    if (g->track_count == 0)
        return;
    int lanes = in_blocks(kind) ? 4 : 1;
    g->lane_count = (g->track_count + lanes - 1) / lanes * lanes;
    g->offsets = CAPERI_BLOCK_ADD(block, g->lane_count, uint32_t);
    size_t lane_count = (size_t)g->lane_count, width = (size_t)caperi_stored_width(kind);
    if (storage == CAPERI_DENSE) {
        g->values = caperi_block_add(block, (size_t)def->frame_count * lane_count,
                                     width * sizeof(float), BLOCK_ALIGN);
        l->full[l->full_count++] = (full_part){g->values, block->size};
        return;
    }
    g->key_total += 1;
    g->values = caperi_block_add(block, g->key_total, width * sizeof(float), BLOCK_ALIGN);
    // all but the first, which is never used
    l->full[l->full_count++] = (full_part){g->values + width * sizeof(float), block->size};
    g->times = CAPERI_BLOCK_ADD(block, g->key_total, float);
    g->cells = CAPERI_BLOCK_ADD(block, (size_t)cell_rows(def, storage) * lane_count, uint32_t);
    g->ranges = CAPERI_BLOCK_ADD(block, g->track_count, caperi_key_range);
}

static size_t text_size(const caper_clip_def *def, bool shared)
{
    size_t size = strlen(def->name ? def->name : "") + 1;
    for (int i = 0; !shared && i < def->skeleton->body_count; i++)
        size += strlen(def->skeleton->names[i]) + 1;
    for (int i = 0; i < def->deform_count; i++)
        size += strlen(def->deforms[i]) + 1;
    for (int i = 0; i < def->key_pose_count; i++)
        size += strlen(def->key_poses[i].name ? def->key_poses[i].name : "") + 1;
    for (int i = 0; i < def->tag_count; i++)
        size += strlen(def->tags[i]) + 1;
    return size;
}

static void lay_out(layout *l, const clip_draft *draft)
{
    const caper_clip_def *def = draft->def;
    caperi_block *block = &l->block;
    int bodies = def->skeleton->body_count;
    CAPERI_BLOCK_ADD(block, 1, caper_clip);
    l->data = CAPERI_BLOCK_ADD(block, 1, struct caper_clip_data);
    // the base pose of a packed clip is rest, and a shared skeleton has that
    int own = draft->shared ? 0 : bodies, based = draft->packed ? 0 : bodies;
    if (draft->packed) {
        l->packed = CAPERI_BLOCK_ADD(block, 1, caperi_packed);
        l->packing = caperi_block_add(block, draft->packed->size + CAPERI_PACK_PAD, 1, 4);
    }
    if (!draft->packed || draft->plan_count > 0)
        l->tracks =
            CAPERI_BLOCK_ADD(block, CAPER_TRACK_KIND_COUNT * CAPERI_STORAGE_COUNT, caperi_tracks);
    if (own > 0)
        l->rest = caperi_block_add(block, (size_t)own, sizeof(caper_transform), BLOCK_ALIGN);
    if (based > 0)
        l->base = caperi_block_add(block, (size_t)based, sizeof(caper_transform), BLOCK_ALIGN);
    l->base_deforms = CAPERI_BLOCK_ADD(block, def->deform_count, float);
    l->names = CAPERI_BLOCK_ADD(block, own, char *);
    l->parents = CAPERI_BLOCK_ADD(block, own, int16_t);
    l->deforms = CAPERI_BLOCK_ADD(block, def->deform_count, char *);
    l->contacts = CAPERI_BLOCK_ADD(block, def->contact_count, caper_contact);
    l->key_poses = CAPERI_BLOCK_ADD(block, def->key_pose_count, caper_key_pose);
    l->tags = CAPERI_BLOCK_ADD(block, def->tag_count, char *);
    l->text_size = text_size(def, draft->shared != NULL);
    l->text = CAPERI_BLOCK_ADD(block, l->text_size, char);

    for (int i = 0; i < draft->plan_count; i++) {
        const caperi_track_plan *plan = &draft->plans[i];
        if (plan->storage == CAPERI_CONSTANT)
            continue;
        group_layout *g = &l->groups[plan->view.kind][plan->storage];
        g->track_count++;
        g->key_total += (size_t)plan->key_count + (plan->head ? 2 : 1);
    }
    for (int kind = 0; kind < CAPER_TRACK_KIND_COUNT; kind++)
        for (int storage = 0; storage < CAPERI_STORAGE_COUNT; storage++)
            lay_out_group(l, &l->groups[kind][storage], def, (caper_track_kind)kind,
                          (caperi_storage)storage);
}

// -- Filling ----------------------------------------------------------------------------------

// Where a sample of a track goes, in floats from the start of the pose's array.
static uint32_t sample_offset(const caperi_track_view *view)
{
    uint32_t target = (uint32_t)view->target;
    uint32_t stride = sizeof(caper_transform) / sizeof(float);
    switch (view->kind) {
    case CAPER_TRACK_ROTATION:
        return target * stride;
    case CAPER_TRACK_TRANSLATION:
        return target * stride + offsetof(caper_transform, position) / sizeof(float);
    default:
        return target;
    }
}

static float *dense_slot(float *values, const caperi_tracks *tracks, caper_track_kind kind,
                         int frame, int lane, size_t *component_stride)
{
    size_t width = (size_t)caperi_stored_width(kind);
    float *row = values + (size_t)frame * (size_t)tracks->lane_count * width;
    if (!in_blocks(kind)) {
        *component_stride = 1;
        return row + (size_t)lane * width;
    }
    return row + caperi_rotation_slot(lane, tracks->lane_count, component_stride);
}

static void fill_dense(float *values, const caperi_tracks *tracks, const caperi_track_plan *plan,
                       int lane, int frame_count)
{
    caper_track_kind kind = plan->view.kind;
    int width = caperi_stored_width(kind);
    if (kind == CAPER_TRACK_TRANSLATION) { // most of them
        const float *in = plan->view.values;
        float *out = values + 4 * (size_t)lane;
        for (int frame = 0; frame < frame_count; frame++) {
            memcpy(out, in, 3 * sizeof *in);
            out[3] = 0.0f;
            in += plan->view.stride;
            out += 4 * (size_t)tracks->lane_count;
        }
        return;
    }
    float key[4], previous[4];
    for (int frame = 0; frame < frame_count; frame++) {
        caperi_view_key(&plan->view, frame, frame > 0 ? previous : NULL, key);
        memcpy(previous, key, sizeof key);
        size_t stride;
        float *slot = dense_slot(values, tracks, kind, frame, lane, &stride);
        for (int c = 0; c < width; c++)
            slot[(size_t)c * stride] = key[c];
    }
}

// Four rotations of a frame, by component. Such as need their length settled go the long way.
static void load_four(const caperi_track_plan *const plans[4], int frame, caperi_f4 out[4])
{
    for (int l = 0; l < 4; l++)
        out[l] = caperi_f4_loadu(plans[l]->view.values + (size_t)frame * plans[l]->view.stride);
    caperi_f4_transpose(out);
    caperi_f4 xy = caperi_f4_add(caperi_f4_mul(out[0], out[0]), caperi_f4_mul(out[1], out[1]));
    caperi_f4 zw = caperi_f4_add(caperi_f4_mul(out[2], out[2]), caperi_f4_mul(out[3], out[3]));
    caperi_f4 off = caperi_f4_sub(caperi_f4_add(xy, zw), caperi_f4_splat(1.0f));
    caperi_f4 settled = caperi_f4_le(caperi_f4_abs(off), caperi_f4_splat(CAPERI_SETTLED));
    if (caperi_f4_mask(settled) == 15)
        return;
    for (int l = 0; l < 4; l++) {
        float key[4];
        caperi_view_rotation(&plans[l]->view, frame, NULL, key);
        out[l] = caperi_f4_loadu(key);
    }
    caperi_f4_transpose(out);
}

// Rotations of one block (four lanes or eight), frame by frame, so that memory is written in its
// order. The bits are those of caperi_view_rotation, key by key.
static void fill_dense_block(float *values, const caperi_tracks *tracks,
                             const caperi_track_plan *const plans[CAPERI_LANES], int lane,
                             int lane_count, int frame_count)
{
    caperi_f4 previous[CAPERI_LANES / 4][4];
    for (int frame = 0; frame < frame_count; frame++) {
        for (int l = 0; l < lane_count; l += 4) {
            caperi_f4 q[4], *p = previous[l / 4];
            load_four(plans + l, frame, q);
            if (frame > 0) {
                caperi_f4 xy = caperi_f4_add(caperi_f4_mul(q[0], p[0]), caperi_f4_mul(q[1], p[1]));
                caperi_f4 zw = caperi_f4_add(caperi_f4_mul(q[2], p[2]), caperi_f4_mul(q[3], p[3]));
                caperi_f4 away = caperi_f4_lt(caperi_f4_add(xy, zw), caperi_f4_zero());
                caperi_f4 sign = caperi_f4_and(away, caperi_f4_splat(-0.0f));
                for (int c = 0; c < 4; c++)
                    q[c] = caperi_f4_xor(q[c], sign);
            }
            size_t stride;
            float *slot =
                dense_slot(values, tracks, CAPER_TRACK_ROTATION, frame, lane + l, &stride);
            memcpy(p, q, sizeof q);
            if (stride == 1) { // a half block keeps its rotations one after the other
                caperi_f4_transpose(q);
                stride = 4;
            }
            for (size_t c = 0; c < 4; c++)
                caperi_f4_storeu(slot + c * stride, q[c]);
        }
    }
}

// Write the keys of a track from index `at` on, with those that stand in at both ends.
static caperi_key_range fill_keys(float *values, float *times, size_t at,
                                  const caperi_track_plan *plan)
{
    size_t width = (size_t)caperi_stored_width(plan->view.kind), count = (size_t)plan->key_count;
    size_t first = at + (plan->head ? 1 : 0);
    caperi_key_range range = {(uint32_t)first, (uint32_t)count};
    memcpy(times + first, plan->times, count * sizeof(float));
    if (plan->values)
        memcpy(values + first * width, plan->values, count * width * sizeof(float));
    else
        caperi_view_keys(&plan->view, values + first * width);
    if (plan->head) {
        times[at] = 0.0f;
        memcpy(values + at * width, values + first * width, width * sizeof(float));
    }
    at = first + count;
    // later, however large the time: adding 1 to a time of half a year changes nothing
    times[at] = caper_max(times[at - 1] + 1.0f, 2.0f * times[at - 1]);
    memcpy(values + at * width, values + (at - 1) * width, width * sizeof(float));
    return range;
}

// The table that leads from a time to a key; `lane` is one column of it.
static void fill_cells(uint32_t *cells, const caperi_tracks *tracks, const caper_clip_def *def,
                       caperi_storage storage, const caperi_track_plan *plan,
                       caperi_key_range range, int lane)
{
    // the key that stands in at 0 is found as any other
    uint32_t first = range.first - (plan->head ? 1 : 0), end = range.first + range.count;
    uint32_t key = first;
    for (int cell = 0; cell < cell_rows(def, storage); cell++) {
        int start = cell << CAPERI_CELL_SHIFT;
        uint32_t entry;
        if (storage == CAPERI_KEYED) {
            entry = (key - 1) << 8;
            for (; key < end && (int)tracks->times[key] < start + CAPERI_CELL_MASK + 1; key++)
                entry |= 1u << ((int)tracks->times[key] - start);
        } else {
            // half a frame early, so that rounding cannot put a time before its cell's first key
            double limit = (start - 0.5) / (double)def->rate;
            while (key + 1 < end && (double)tracks->times[key + 1] <= limit)
                key++;
            entry = key;
        }
        cells[(size_t)cell * (size_t)tracks->lane_count + (size_t)lane] = entry;
    }
}

static void fill_group(char *base, const clip_draft *draft, caper_track_kind kind,
                       caperi_storage storage, const group_layout *g, caperi_tracks *tracks)
{
    if (g->track_count == 0)
        return;
    uint32_t *offsets = caperi_block_at(base, g->offsets);
    float *values = caperi_block_at(base, g->values);
    bool dense = storage == CAPERI_DENSE;
    float *times = dense ? NULL : caperi_block_at(base, g->times);
    uint32_t *cells = dense ? NULL : caperi_block_at(base, g->cells);
    caperi_key_range *ranges = dense ? NULL : caperi_block_at(base, g->ranges);
    *tracks = (caperi_tracks){g->track_count, g->lane_count, offsets, values, times, cells, ranges};

    int lane = 0;
    size_t at = 1;
    const caperi_track_plan *block[CAPERI_LANES];
    for (int i = 0; i < draft->plan_count; i++) {
        const caperi_track_plan *plan = &draft->plans[i];
        if (plan->view.kind != kind || plan->storage != storage)
            continue;
        if (!dense) {
            ranges[lane] = fill_keys(values, times, at, plan);
            at += (size_t)plan->key_count + (plan->head ? 2 : 1);
        }
        // the last track also fills the lanes that are left over
        int first = lane++, end = lane == g->track_count ? g->lane_count : lane;
        for (int l = first; l < end; l++) {
            offsets[l] = sample_offset(&plan->view);
            int within = l % CAPERI_LANES;
            block[within] = plan;
            if (dense && in_blocks(kind)) {
                // the last block may be a half
                if (within == CAPERI_LANES - 1 || l == g->lane_count - 1)
                    fill_dense_block(values, tracks, block, l - within, within + 1,
                                     draft->def->frame_count);
            } else if (dense)
                fill_dense(values, tracks, plan, l, draft->def->frame_count);
            else
                fill_cells(cells, tracks, draft->def, storage, plan, ranges[first], l);
        }
    }
}

static void fill_base(struct caper_clip_data *data, caper_transform *base, float *base_deforms,
                      const clip_draft *draft)
{
    memcpy(base, data->base, (size_t)draft->def->skeleton->body_count * sizeof *base);
    data->base = base;
    for (int i = 0; i < draft->plan_count; i++) {
        const caperi_track_plan *plan = &draft->plans[i];
        if (plan->storage != CAPERI_CONSTANT)
            continue;
        float key[4];
        caperi_view_key(&plan->view, 0, NULL, key);
        int target = plan->view.target;
        switch (plan->view.kind) {
        case CAPER_TRACK_ROTATION:
            memcpy(&base[target].rotation, key, 4 * sizeof(float));
            break;
        case CAPER_TRACK_TRANSLATION:
            memcpy(&base[target].position, key, 3 * sizeof(float));
            break;
        case CAPER_TRACK_DEFORM:
            base_deforms[target] = key[0];
            break;
        default:
            memcpy(&data->base_root, key, 4 * sizeof(float));
        }
    }
}

static int compare_contacts(const void *pa, const void *pb)
{
    const caper_contact *a = pa, *b = pb;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->body != b->body)
        return a->body < b->body ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

static int compare_key_poses(const void *pa, const void *pb)
{
    const caper_key_pose *a = pa, *b = pb;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    // names were copied in the order of the def, so their addresses keep it
    return (a->name > b->name) - (a->name < b->name);
}

static void fill_marks(caper_clip *clip, char *base, const layout *l, const caper_clip_def *def,
                       char **text)
{
    caper_contact *contacts = caperi_block_at(base, l->contacts);
    for (int i = 0; i < def->contact_count; i++) {
        contacts[i] = def->contacts[i];
        contacts[i].start = caper_min(contacts[i].start, clip->duration);
        contacts[i].end = caper_min(contacts[i].end, clip->duration);
    }
    if (def->contact_count > 0)
        qsort(contacts, (size_t)def->contact_count, sizeof *contacts, compare_contacts);
    caper_key_pose *key_poses = caperi_block_at(base, l->key_poses);
    for (int i = 0; i < def->key_pose_count; i++) {
        key_poses[i].time = caper_min(def->key_poses[i].time, clip->duration);
        key_poses[i].name =
            caperi_put_text(text, def->key_poses[i].name ? def->key_poses[i].name : "");
    }
    if (def->key_pose_count > 0)
        qsort(key_poses, (size_t)def->key_pose_count, sizeof *key_poses, compare_key_poses);
    const char **tags = caperi_block_at(base, l->tags);
    for (int i = 0; i < def->tag_count; i++)
        tags[i] = caperi_put_text(text, def->tags[i]);
    clip->contacts = contacts;
    clip->contact_count = def->contact_count;
    clip->key_poses = key_poses;
    clip->key_pose_count = def->key_pose_count;
    clip->tags = tags;
    clip->tag_count = def->tag_count;
}

static void fill_skeleton(caper_clip *clip, char *base, const layout *l, const clip_draft *draft,
                          char **text)
{
    const caper_clip_def *def = draft->def;
    if (draft->shared) {
        clip->shared = caperi_shared_skeleton_hold(draft->shared);
        clip->skeleton = draft->shared->skeleton;
    } else {
        const char **names = caperi_block_at(base, l->names);
        int16_t *parents = caperi_block_at(base, l->parents);
        caper_transform *rest = caperi_block_at(base, l->rest);
        clip->skeleton = (caper_skeleton){def->skeleton->body_count, names, parents, rest};
        caperi_skeleton_copy(def->skeleton, names, parents, rest, text);
    }
    const char **deforms = caperi_block_at(base, l->deforms);
    for (int i = 0; i < def->deform_count; i++)
        deforms[i] = caperi_put_text(text, def->deforms[i]);
    clip->deforms = deforms;
    clip->deform_count = def->deform_count;
}

static bool is_keyed(const struct caper_clip_data *data)
{
    if (data->packed)
        return false;
    for (int kind = 0; kind < CAPER_TRACK_KIND_COUNT; kind++)
        for (int storage = CAPERI_KEYED; storage < CAPERI_STORAGE_COUNT; storage++)
            if (data->tracks[kind][storage].track_count > 0)
                return true;
    return false;
}

// The block, zero where it is not filled for certain: keys are most of it.
static char *take_block(const layout *l, const caper_allocator *allocator)
{
    const caperi_block *block = &l->block;
    char *base = block->overflow ? NULL : caper_alloc(allocator, block->size, block->align);
    size_t at = 0;
    for (int i = 0; base && i < l->full_count; i++) {
        memset(base + at, 0, l->full[i].start - at);
        at = l->full[i].end;
    }
    if (base)
        memset(base + at, 0, block->size - at);
    return base;
}

static void fill_packing(caper_clip *clip, struct caper_clip_data *data, char *base,
                         const layout *l, const clip_draft *draft)
{
    caperi_packed *packed = caperi_block_at(base, l->packed);
    uint8_t *bytes = caperi_block_at(base, l->packing);
    memcpy(bytes, draft->packed->bytes, draft->packed->size);
    // the same parts, at their new place
    ptrdiff_t away = (char *)bytes - (const char *)draft->packed->bytes;
    *packed = *draft->packed;
#define MOVE(part) packed->part = (const void *)((const char *)packed->part + away)
    packed->bytes = bytes;
    MOVE(rotations);
    MOVE(channels);
    MOVE(constants);
    MOVE(offsets);
#undef MOVE
    data->packed = packed;
    clip->packed = true;
    clip->tolerance = draft->tolerance;
}

static void fill_tracks(caper_clip *clip, struct caper_clip_data *data, char *base, const layout *l,
                        const clip_draft *draft)
{
    if (draft->packed && draft->plan_count == 0)
        return;
    caperi_tracks(*tracks)[CAPERI_STORAGE_COUNT] = caperi_block_at(base, l->tracks);
    for (int kind = 0; kind < CAPER_TRACK_KIND_COUNT; kind++)
        for (int storage = 0; storage < CAPERI_STORAGE_COUNT; storage++)
            fill_group(base, draft, (caper_track_kind)kind, (caperi_storage)storage,
                       &l->groups[kind][storage], &tracks[kind][storage]);
    data->tracks = (const caperi_tracks(*)[CAPERI_STORAGE_COUNT])tracks;
    for (int i = 0; i < draft->plan_count; i++)
        clip->has_root |= draft->plans[i].view.kind == CAPER_TRACK_ROOT;
    clip->keyed = is_keyed(data);
}

static caper_clip *build(const clip_draft *draft)
{
    const caper_clip_def *def = draft->def;
    layout l = {0};
    lay_out(&l, draft);
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    char *base = take_block(&l, &allocator);
    if (!base) {
        no_memory(draft);
        return NULL;
    }

    caper_clip *clip = (void *)base;
    struct caper_clip_data *data = caperi_block_at(base, l.data);
    char *text = caperi_block_at(base, l.text);
    clip->name = caperi_put_text(&text, def->name ? def->name : "");
    clip->rate = def->rate;
    clip->frame_count = def->frame_count;
    clip->duration = (float)(def->frame_count - 1) / def->rate;
    clip->loops = def->loops;
    clip->memory_size = l.block.size;
    clip->allocator = allocator;
    clip->data = data;
    fill_skeleton(clip, base, &l, draft, &text);
    fill_marks(clip, base, &l, def, &text);
    data->base = clip->skeleton.rest_local;
    data->base_deforms = caperi_block_at(base, l.base_deforms);
    if (draft->packed)
        fill_packing(clip, data, base, &l, draft);
    else
        fill_base(data, caperi_block_at(base, l.base), caperi_block_at(base, l.base_deforms),
                  draft);
    fill_tracks(clip, data, base, &l, draft);
    return clip;
}

static caper_clip *create(clip_draft *draft)
{
    caper_arena_init(&draft->arena, draft->def->allocator, ARENA_CHUNK);
    caper_clip *clip = plan_tracks(draft) ? build(draft) : NULL;
    caper_arena_destroy(&draft->arena);
    return clip;
}

caper_clip *caper_clip_create(const caper_clip_def *def, caper_error *error)
{
    CAPER_ASSERT(def != NULL && def->cookie == CAPER_DEF_COOKIE);
    if (!def || def->cookie != CAPER_DEF_COOKIE) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "the clip def was not made by caper_clip_def_default");
        return NULL;
    }
    clip_draft draft = {.def = def, .error = error};
    return create(&draft);
}

caper_clip *caperi_clip_create_packed(const caper_clip_def *def, const caperi_packed *packed,
                                      caper_shared_skeleton *shared, float tolerance, bool has_root,
                                      caper_error *error)
{
    clip_draft draft = {
        .def = def, .packed = packed, .shared = shared, .tolerance = tolerance, .error = error};
    caper_clip *clip = create(&draft);
    if (clip)
        clip->has_root |= has_root;
    return clip;
}

void caper_clip_destroy(caper_clip *clip)
{
    if (!clip)
        return;
    caper_allocator allocator = clip->allocator;
    caper_shared_skeleton_release(clip->shared);
    caper_free(&allocator, clip, clip->memory_size);
}
