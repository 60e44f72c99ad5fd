// SPDX-License-Identifier: MIT
//
// From a reader's draft to an import, the same way for every format: names made unique, several
// roots joined under one helper, caps inferred, boxes made, the floor found and put at y = 0, and
// the clips built on the character's skeleton. Invariant: bodies keep the order of the file; the
// only body ever added is a joining root, at index 0.
#include "base/try.h"
#include "body/body.h"
#include "formats/formats.h"
#include "person/person.h"

#include <stdio.h>
#include <string.h>

// A floor within this share of the height of y = 0 is y = 0: a file that was put on the floor once
// must not move again for the rounding of its boxes.
#define FLOOR_DEAD_ZONE 0.005f
// What a helper cannot have: these caps move up to the body that it stands on.
#define PHYSICAL_CAPS (~(caper_caps)(CAPER_CAP_HELPER | CAPER_CAP_LIMB))

// An import with what only this room knows of it.
typedef struct import_block {
    caper_import import; // first, so that a pointer to it is a pointer to the block
    caper_arena arena;
} import_block;

// The character to be, while it is put together.
typedef struct assembly {
    caperi_draft *draft;
    int shift; // 1 when a joining root was added: assembly index = draft index + shift
    int count;
    const char **names;
    int16_t *parents;
    caper_transform *rest_local;
    caper_skeleton skeleton;
    caper_caps *caps;
    caper_body_def *defs;
    caper_tagging tagging;
    float floor;
    caper_error *error;
} assembly;

static void *take(assembly *a, size_t count, size_t size, size_t align)
{
    return caperi_draft_alloc(a->draft, &a->draft->scratch, count, size, align, a->error);
}

// -- Names ------------------------------------------------------------------------------------

// Open addressing by name; the body that holds a name, and the last number tried after it.
typedef struct name_table {
    int16_t *slots;
    unsigned mask; // slots, a power of two, less 1
    int *tried;
} name_table;

static int16_t *find_name(name_table *table, const char *const *names, const char *name)
{
    unsigned slot = (unsigned)caper_hash64(name, strlen(name), 0) & table->mask;
    while (table->slots[slot] >= 0 && strcmp(names[table->slots[slot]], name) != 0)
        slot = (slot + 1) & table->mask;
    return &table->slots[slot];
}

// "name.1", "name.2" ... the first that nobody has.
static bool number_name(assembly *a, name_table *table, int i)
{
    const char *base = a->names[i];
    int first = *find_name(table, a->names, base);
    size_t size = strlen(base) + 16;
    char *name = take(a, size, 1, 1);
    if (!name)
        return false;
    int16_t *slot;
    do {
        snprintf(name, size, "%s.%d", base, ++table->tried[first]);
        slot = find_name(table, a->names, name);
    } while (*slot >= 0);
    a->names[i] = name;
    *slot = (int16_t)i;
    return true;
}

// Everybody keeps the name that the file gives, as long as nobody before has it.
static bool make_names_unique(assembly *a)
{
    name_table made = {.mask = 7}, *table = &made;
    while (table->mask < 2 * (unsigned)a->count)
        table->mask = 2 * table->mask + 1;
    table->slots = take(a, table->mask + 1u, sizeof *table->slots, _Alignof(int16_t));
    if (!table->slots)
        return false;
    memset(table->slots, -1, (table->mask + 1u) * sizeof *table->slots);
    bool again[CAPER_MAX_BODIES];
    int repeated = 0, first = -1;
    for (int i = 0; i < a->count; i++) {
        int16_t *slot = find_name(table, a->names, a->names[i]);
        again[i] = *slot >= 0;
        if (again[i]) {
            first = first < 0 ? i : first;
            repeated++;
        } else {
            *slot = (int16_t)i;
        }
    }
    if (repeated > 0) {
        const caperi_draft_body *body = &a->draft->bodies[first - a->shift];
        caperi_draft_warn(a->draft, body->line, body->column,
                          "%d bodies have the name of another ('%.40s' for one): numbers were "
                          "added",
                          repeated, a->names[first]);
        table->tried = take(a, (size_t)a->count, sizeof *table->tried, _Alignof(int));
    }
    for (int i = 0; i < a->count && repeated > 0; i++)
        if (again[i])
            CAPER_PASS(table->tried && number_name(a, table, i));
    return true;
}

// -- Skeleton ---------------------------------------------------------------------------------

static int root_count(const caperi_draft *draft)
{
    int count = 0;
    for (int i = 0; i < draft->body_count; i++)
        count += draft->bodies[i].parent < 0;
    return count;
}

static bool start(assembly *a)
{
    caperi_draft *draft = a->draft;
    CAPER_TRY(draft->body_count > 0, a->error, CAPER_ERROR_INVALID, draft->source, 0, 0,
              "the file has no bodies");
    a->shift = root_count(draft) > 1 ? 1 : 0;
    a->count = draft->body_count + a->shift;
    CAPER_TRY(a->count <= CAPER_MAX_BODIES, a->error, CAPER_ERROR_LIMIT, draft->source, 0, 0,
              "the file has %d bodies, more than %d", a->count, CAPER_MAX_BODIES);
    size_t n = (size_t)a->count;
    a->names = take(a, n, sizeof *a->names, _Alignof(char *));
    a->parents = take(a, n, sizeof *a->parents, _Alignof(int16_t));
    a->rest_local = take(a, n, sizeof *a->rest_local, _Alignof(caper_transform));
    a->caps = take(a, n, sizeof *a->caps, _Alignof(caper_caps));
    a->defs = take(a, n, sizeof *a->defs, _Alignof(caper_body_def));
    return a->names && a->parents && a->rest_local && a->caps && a->defs;
}

static bool fill_skeleton(assembly *a)
{
    if (a->shift) {
        a->names[0] = "root";
        a->parents[0] = -1;
        a->rest_local[0] = caper_transform_identity();
        caperi_draft_warn(a->draft, 0, 0, "the file has %d roots: a helper was added above them",
                          root_count(a->draft));
    }
    for (int i = 0; i < a->draft->body_count; i++) {
        const caperi_draft_body *body = &a->draft->bodies[i];
        int at = i + a->shift;
        a->names[at] = body->name;
        if (!body->name || !body->name[0]) {
            char *name = take(a, 24, 1, 1);
            if (!name)
                return false;
            snprintf(name, 24, "body%d", i);
            a->names[at] = name;
        }
        CAPER_ASSERT(body->parent < i);
        a->parents[at] = (int16_t)(body->parent < 0 ? a->shift - 1 : body->parent + a->shift);
        a->rest_local[at] = body->rest_local;
    }
    CAPER_PASS(make_names_unique(a));
    caper_skeleton skeleton = {a->count, a->names, a->parents, a->rest_local};
    a->skeleton = skeleton;
    return true;
}

// -- Caps -------------------------------------------------------------------------------------

// What the reader knows to be a helper is one, whatever its place suggests; what it was taken for
// is then the body that it stands on (an end site is the tip of a foot, not the foot).
static void settle_helpers(assembly *a)
{
    for (int i = a->count - 1; i >= 0; i--) {
        bool helper = i < a->shift || (a->draft->bodies[i - a->shift].caps & CAPER_CAP_HELPER);
        if (!helper)
            continue;
        caper_caps moved = a->caps[i] & PHYSICAL_CAPS & ~(caper_caps)CAPER_CAP_ROOT;
        int up = a->parents[i];
        if (up >= 0 && a->tagging.root_body == i)
            a->tagging.root_body = up;
        a->caps[i] = CAPER_CAP_HELPER;
        if (up >= 0 && !(a->caps[up] & CAPER_CAP_HELPER))
            a->caps[up] |= moved & ~(caper_caps)CAPER_CAP_SPINE;
    }
}

// Where bodies are at rest; NULL without memory.
static caper_transform *rest_model(assembly *a)
{
    caper_transform *model = take(a, (size_t)a->count, sizeof *model, _Alignof(caper_transform));
    if (model) {
        caper_pose rest = {a->rest_local, NULL, a->count, 0}, out = {model, NULL, a->count, 0};
        caper_pose_to_model(&a->skeleton, &rest, NULL, &out);
    }
    return model;
}

// A fish has no limb that shows it, but its clips are called so: who swims and has no legs does it
// with the end of its tail.
static bool mark_swimmer(assembly *a)
{
    bool swims = false;
    for (int i = 0; i < a->draft->clip_count; i++)
        swims =
            swims || (a->draft->clips[i].name && caperi_has_word(a->draft->clips[i].name, "swim"));
    if (!swims || a->tagging.foot_count > 0)
        return true;
    const caper_transform *model = rest_model(a);
    if (!model)
        return false;
    int rear = a->tagging.root_body;
    for (int i = 0; i < a->count; i++)
        if ((a->caps[i] & (CAPER_CAP_SPINE | CAPER_CAP_TAIL)) &&
            model[i].position.z < model[rear].position.z)
            rear = i;
    a->caps[rear] |= CAPER_CAP_FIN;
    return true;
}

static bool infer_caps(assembly *a)
{
    CAPER_PASS(caperi_caps_infer(a->draft, &a->skeleton, a->shift, a->caps, &a->tagging, a->error));
    settle_helpers(a);
    return mark_swimmer(a);
}

// -- Bodies -----------------------------------------------------------------------------------

static bool fill_defs(assembly *a)
{
    for (int i = 0; i < a->count; i++) {
        caper_body_def *def = &a->defs[i];
        *def = caper_body_def_default();
        def->name = a->names[i];
        def->parent = a->parents[i];
        def->rest_local = a->rest_local[i];
        def->caps = a->caps[i] & ~(caper_caps)CAPER_CAP_ROOT;
        if (i < a->shift)
            continue;
        const caperi_draft_body *body = &a->draft->bodies[i - a->shift];
        def->mass = body->mass;
        def->line = body->line;
        def->column = body->column;
        def->deforms = body->deforms;
        def->deform_count = body->deform_count;
        if (body->has_joint)
            def->joint = body->joint;
        def->hinges = body->hinges;
        def->hinge_count = body->hinge_count;
    }
    caperi_weld_links(a->defs, a->count);
    CAPER_PASS(caperi_boxes_make(a->draft, &a->skeleton, a->shift, a->defs, a->error));
    for (int i = a->shift; i < a->count; i++) {
        const caperi_draft_body *body = &a->draft->bodies[i - a->shift];
        if (body->contact_count == 0)
            continue;
        a->defs[i].contacts = body->contacts;
        a->defs[i].contact_count = body->contact_count;
    }
    return true;
}

// The caps as the file gives them, where it gives them all.
static bool take_caps(assembly *a)
{
    caper_tagging tagging = {.root_body = -1, .confidence = 1.0f, .note = "given by the file"};
    for (int i = 0; i < a->count; i++) {
        bool added = i < a->shift;
        caper_caps caps = added ? CAPER_CAP_HELPER : a->draft->bodies[i - a->shift].caps;
        a->caps[i] = caps;
        if (caps & CAPER_CAP_ROOT)
            tagging.root_body = i;
        tagging.foot_count += (caps & CAPER_CAP_FOOT) != 0;
        tagging.grasper_count += (caps & CAPER_CAP_GRASPER) != 0;
        tagging.head_count += (caps & CAPER_CAP_HEAD) != 0;
        tagging.tail_count += (caps & CAPER_CAP_TAIL) &&
                              !(a->parents[i] >= 0 && a->caps[a->parents[i]] & CAPER_CAP_TAIL);
        tagging.wing_count += (caps & CAPER_CAP_WING) &&
                              !(a->parents[i] >= 0 && a->caps[a->parents[i]] & CAPER_CAP_WING);
    }
    a->tagging = tagging;
    return fill_defs(a);
}

static caper_character_def character_def(const assembly *a)
{
    caper_character_def def = caper_character_def_default();
    def.name = a->draft->name;
    def.bodies = a->defs;
    def.body_count = a->count;
    def.root_body = a->tagging.root_body;
    def.source = a->draft->source;
    def.allocator = &a->draft->allocator;
    return def;
}

// Caps and boxes: as told where that makes a character, else inferred.
static bool settle_caps(assembly *a)
{
    if (a->draft->caps_known) {
        CAPER_PASS(take_caps(a));
        caper_character_def def = character_def(a);
        caper_error why = {0};
        caper_character *character = caper_character_create(&def, &why);
        caper_character_destroy(character);
        if (character)
            return true;
        caperi_draft_warn(a->draft, why.line, why.column,
                          "the caps that the file gives make no character (%.80s): inferred",
                          why.message);
        for (int i = 0; i < a->draft->body_count; i++)
            a->draft->bodies[i].caps &= CAPER_CAP_HELPER;
    }
    return infer_caps(a) && fill_defs(a);
}

// -- Floor ------------------------------------------------------------------------------------

// The bounds at rest of the boxes that have one of these caps and none of those.
static caper_bounds rest_bounds(const assembly *a, const caper_transform *model, caper_caps with,
                                caper_caps without)
{
    caper_bounds bounds = caper_bounds_empty();
    for (int i = 0; i < a->count; i++) {
        const caper_body_def *def = &a->defs[i];
        if ((with && !(def->caps & with)) || (def->caps & without))
            continue;
        caper_bounds box = {caper_vec3_sub(def->box_center, def->box_half),
                            caper_vec3_add(def->box_center, def->box_half)};
        bool shaped = a->draft->robot || a->draft->skin_count > 0;
        if (shaped && (with & CAPER_CAP_FOOT) && def->contact_count > 0) {
            // its shapes say where it stands; boxes of bare skeletons are as good as their soles
            for (int k = 0; k < def->contact_count; k++)
                bounds = caper_bounds_add_point(
                    bounds, caper_transform_mul_point(model[i], def->contacts[k]));
            continue;
        }
        bounds = caper_bounds_union(bounds, caper_bounds_transform(model[i], box));
    }
    return bounds;
}

// Skins hold at rest what boxes may miss: rigs give the sole of a foot to a control that is no part
// of the leg.
static float lowest_vertex(const caperi_draft *draft)
{
    float low = INFINITY;
    for (int s = 0; s < draft->skin_count; s++)
        for (int i = 0; i < draft->skins[s].vertex_count; i++)
            low = caper_min(draft->skins[s].positions[i].y, low);
    return low;
}

static bool find_floor(assembly *a)
{
    const caper_import_options *options = &a->draft->options;
    if (!isnan(options->floor) || a->draft->rest_on_floor) {
        a->floor = isnan(options->floor) ? 0.0f : options->floor;
        return true;
    }
    const caper_transform *model = rest_model(a);
    if (!model)
        return false;
    caper_bounds all = rest_bounds(a, model, 0, CAPER_CAP_HELPER);
    caper_bounds feet = rest_bounds(a, model, CAPER_CAP_FOOT, CAPER_CAP_HELPER);
    a->floor = caper_bounds_is_empty(feet) ? all.min.y : feet.min.y;
    a->floor = caper_min(lowest_vertex(a->draft), a->floor);
    if (!(fabsf(a->floor) < INFINITY) ||
        fabsf(a->floor) <= FLOOR_DEAD_ZONE * caper_bounds_size(all).y)
        a->floor = 0.0f;
    return true;
}

// Lower everything that stands on the ground by itself: the roots, at rest and in every clip.
static void apply_floor(assembly *a)
{
    caperi_draft *draft = a->draft;
    for (int i = 0; i < draft->body_count && a->floor != 0.0f; i++) {
        if (draft->bodies[i].parent >= 0)
            continue;
        a->rest_local[i + a->shift].position.y -= a->floor;
        a->defs[i + a->shift].rest_local.position.y -= a->floor;
        for (int c = 0; c < draft->clip_count; c++) {
            const caper_clip_def *clip = &draft->clips[c];
            for (int t = 0; t < clip->track_count; t++) {
                const caper_track_def *track = &clip->tracks[t];
                if (track->kind != CAPER_TRACK_TRANSLATION || track->body != i)
                    continue;
                float *values = (float *)track->values;
                for (int k = 0; k < track->key_count; k++)
                    values[3 * k + 1] -= a->floor;
            }
            caper_transform *frames = (caper_transform *)clip->frames;
            for (int f = 0; frames && f < clip->frame_count; f++)
                frames[(size_t)f * (size_t)draft->body_count + (size_t)i].position.y -= a->floor;
        }
    }
}

// -- The import -------------------------------------------------------------------------------

// What the file says about caps is added where the builder agrees.
static caper_character *build_character(assembly *a)
{
    caper_character_def def = character_def(a);
    bool told = false;
    for (int i = a->shift; i < a->count; i++) {
        caper_caps more = a->draft->bodies[i - a->shift].caps & ~(caper_caps)CAPER_CAP_ROOT;
        told = told || (more & ~a->caps[i]);
        a->defs[i].caps |= more;
    }
    if (told) {
        caper_character *character = caper_character_create(&def, NULL);
        if (character)
            return character;
        caperi_draft_warn(a->draft, 0, 0,
                          "what the file says about its bodies makes no character: ignored");
        for (int i = 0; i < a->count; i++)
            a->defs[i].caps = a->caps[i] & ~(caper_caps)CAPER_CAP_ROOT;
    }
    return caper_character_create(&def, a->error);
}

// Frames with a column at rest for the joining root.
static const caper_transform *widen_frames(assembly *a, const caper_clip_def *clip)
{
    size_t wide = (size_t)a->count, narrow = (size_t)a->draft->body_count;
    caper_transform *frames =
        take(a, (size_t)clip->frame_count * wide, sizeof *frames, _Alignof(caper_transform));
    for (size_t f = 0; frames && f < (size_t)clip->frame_count; f++) {
        frames[f * wide] = caper_transform_identity();
        memcpy(frames + f * wide + 1, clip->frames + f * narrow, narrow * sizeof *frames);
    }
    return frames;
}

static caper_clip *build_clip(assembly *a, const caper_character *character, caper_clip_def *clip)
{
    clip->skeleton = &character->skeleton;
    if (a->shift) {
        caper_track_def *tracks = (caper_track_def *)clip->tracks;
        for (int t = 0; t < clip->track_count; t++)
            if (tracks[t].kind != CAPER_TRACK_DEFORM && tracks[t].kind != CAPER_TRACK_ROOT)
                tracks[t].body += a->shift;
        caper_contact *contacts = (caper_contact *)clip->contacts;
        for (int k = 0; k < clip->contact_count; k++)
            contacts[k].body += a->shift;
        if (clip->frames && !(clip->frames = widen_frames(a, clip)))
            return NULL;
    }
    return caper_clip_create(clip, a->error);
}

static bool build_clips(assembly *a, caper_import *import)
{
    caperi_draft *draft = a->draft;
    if (draft->options.no_clips || draft->clip_count == 0)
        return true;
    caper_clip **clips = caperi_draft_alloc(draft, &draft->arena, (size_t)draft->clip_count,
                                            sizeof *clips, _Alignof(caper_clip *), a->error);
    if (!clips)
        return false;
    import->clips = clips;
    for (int i = 0; i < draft->clip_count; i++) {
        clips[i] = build_clip(a, import->character, &draft->clips[i]);
        if (!clips[i])
            return false;
        import->clip_count++;
        import->memory_size += clips[i]->memory_size;
    }
    return true;
}

// Skins speak of bodies by index: one further when a root was added.
static bool shift_skins(assembly *a)
{
    caperi_draft *draft = a->draft;
    for (int s = 0; s < draft->skin_count && a->shift; s++) {
        caper_skin *skin = &draft->skins[s];
        caper_mat4 *bind = caperi_draft_alloc(draft, &draft->arena, (size_t)a->count, sizeof *bind,
                                              _Alignof(caper_mat4), a->error);
        if (!bind)
            return false;
        bind[0] = caper_mat4_identity();
        memcpy(bind + 1, skin->inverse_bind, (size_t)draft->body_count * sizeof *bind);
        skin->inverse_bind = bind;
        // parts of one mesh share their vertices
        bool shared = s > 0 && skin->bodies == skin[-1].bodies;
        uint16_t *bodies = (uint16_t *)skin->bodies;
        for (size_t i = 0; i < 4 * (size_t)skin->vertex_count && !shared; i++)
            bodies[i]++;
    }
    return true;
}

static bool keep_bvh(assembly *a, caper_import *import)
{
    if (a->draft->format != CAPER_FORMAT_BVH)
        return true;
    caper_bvh_body *bvh = caperi_draft_alloc(a->draft, &a->draft->arena, (size_t)a->count,
                                             sizeof *bvh, _Alignof(caper_bvh_body), a->error);
    if (!bvh)
        return false;
    for (int i = a->shift; i < a->count; i++)
        bvh[i] = a->draft->bodies[i - a->shift].bvh;
    import->bvh = bvh;
    return true;
}

static bool keep_parts(assembly *a, caper_import *import)
{
    int16_t bodies[CAPER_PART_COUNT];
    if (!a->draft->parts)
        return true;
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        int body = a->draft->parts[i];
        bodies[i] = (int16_t)(body < 0 ? -1 : body + a->shift);
    }
    import->map = caperi_map_of_parts(import->character, bodies, a->draft->source,
                                      &import->allocator, a->error);
    if (!import->map)
        return false;
    import->memory_size += import->map->memory_size;
    return true;
}

static bool fill_import(assembly *a, caper_import *import)
{
    caperi_draft *draft = a->draft;
    CAPER_PASS(start(a) && fill_skeleton(a) && settle_caps(a) && find_floor(a));
    apply_floor(a);
    import->character = build_character(a);
    if (!import->character)
        return false;
    CAPER_PASS(build_clips(a, import) && shift_skins(a) && keep_bvh(a, import) &&
               keep_parts(a, import));
    import->format = draft->format;
    import->name = draft->name;
    import->skins = draft->skins;
    import->skin_count = draft->skin_count;
    import->tagging = a->tagging;
    import->tagging.root_body = import->character->root_body;
    import->unit = draft->unit;
    import->unit_name = draft->unit_name;
    import->unit_detected = draft->unit_detected;
    import->up = draft->up;
    import->axes = draft->axes;
    import->floor = a->floor;
    import->robot = draft->robot;
    return true;
}

caper_import *caperi_import_finish(caperi_draft *draft, caper_error *error)
{
    import_block *block =
        caper_alloc_zero(&draft->allocator, sizeof *block, _Alignof(import_block));
    if (!block) {
        caper_error_set(error, CAPER_ERROR_MEMORY, draft->source, 0, 0, "out of memory");
        return NULL;
    }
    block->import.allocator = draft->allocator;
    caper_arena_init(&block->arena, &draft->allocator, 0);
    caper_warnings_init(&block->import.warnings, &draft->allocator, 0);
    assembly a = {.draft = draft, .error = error};
    if (!fill_import(&a, &block->import)) {
        caper_import_destroy(&block->import);
        return NULL;
    }
    if (draft->document) {
        CAPER_ASSERT(a.shift == 0); // the reader joins roots itself
        caperi_document_set_floor(draft->document, a.floor);
        block->import.memory_size += caperi_document_size(draft->document);
        block->import.document = draft->document;
        draft->document = NULL;
    }
    // the draft gives away what it gathered, and keeps empty ones to free
    block->arena = draft->arena;
    caper_arena_init(&draft->arena, &draft->allocator, 0);
    block->import.warnings = draft->warnings;
    caper_warnings_init(&draft->warnings, &draft->allocator, 0);
    block->import.memory_size +=
        sizeof *block + block->arena.reserved + block->import.character->memory_size;
    return &block->import;
}

void caper_import_destroy(caper_import *import)
{
    if (!import)
        return;
    import_block *block = (import_block *)import;
    caper_allocator allocator = import->allocator;
    for (int i = 0; i < import->clip_count; i++)
        caper_clip_destroy(import->clips[i]);
    caper_character_destroy(import->character);
    caper_map_destroy((caper_map *)import->map);
    caperi_document_free((caper_document *)import->document);
    caper_warnings_free(&import->warnings);
    caper_arena_destroy(&block->arena);
    caper_free(&allocator, block, sizeof *block);
}
