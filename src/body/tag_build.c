// SPDX-License-Identifier: MIT
//
// Characters from bare skeletons: one root, a name for every body, caps from tagging, boxes from
// bone lengths, feet on the ground.
#include "body/body.h"
#include "body/tag.h"

#include "base/block.h"
#include "base/try.h"

#include <stdio.h>
#include <string.h>

caper_skeleton_character_def caper_skeleton_character_def_default(void)
{
    caper_skeleton_character_def def;
    memset(&def, 0, sizeof def);
    def.use_names = true;
    def.ground = true;
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

// -- Names and roots ---------------------------------------------------------------------------

#define NAME_SIZE 96

static const char *given_name(const caper_skeleton *in, bool joined, int i)
{
    const char *name = i < joined ? "joined" : in->names ? in->names[i - joined] : NULL;
    return name && name[0] ? name : "body";
}

static bool is_taken(char (*names)[NAME_SIZE], int count, const char *name)
{
    for (int k = 0; k < count; k++) {
        if (strcmp(names[k], name) == 0) {
            return true;
        }
    }
    return false;
}

/// Files repeat names and leave them out; a character does neither: head, head_2, head_3.
static void make_names(const caper_skeleton *in, bool joined, char (*names)[NAME_SIZE],
                       const char **out)
{
    for (int i = 0; i < in->body_count + joined; i++) {
        const char *given = given_name(in, joined, i);
        int copy = 1;
        for (int k = 0; k < i; k++) {
            copy += strcmp(given_name(in, joined, k), given) == 0;
        }
        int size = (int)strlen(given);
        if (size > NAME_SIZE - 12) {
            size = NAME_SIZE - 12;
            while (size > 0 && ((unsigned char)given[size] & 0xC0) == 0x80) {
                size--; // not within a UTF-8 sequence
            }
        }
        snprintf(names[i], NAME_SIZE, "%.*s", size, given);
        for (; copy > 1 || is_taken(names, i, names[i]); copy++) {
            copy = copy > 1 ? copy : 2;
            snprintf(names[i] + size, NAME_SIZE - (size_t)size, "_%d", copy);
            if (!is_taken(names, i, names[i])) {
                break;
            }
        }
        out[i] = names[i];
    }
}

static int count_roots(const caper_skeleton *s)
{
    int roots = 0;
    for (int i = 0; i < s->body_count; i++) {
        roots += s->parents[i] < 0;
    }
    return roots;
}

static bool check(const caper_skeleton_character_def *def, caper_error *error)
{
    const caper_skeleton *s = def->skeleton;
    CAPER_TRY(s && s->body_count > 0, error, CAPER_ERROR_INVALID, def->name, 0, 0,
              "the skeleton has no bodies");
    CAPER_TRY(s->body_count <= CAPER_MAX_BODIES, error, CAPER_ERROR_LIMIT, def->name, 0, 0,
              "the skeleton has %d bodies, more than %d", s->body_count, CAPER_MAX_BODIES);
    for (int i = 0; i < s->body_count; i++) {
        CAPER_TRY(s->parents[i] >= -1 && s->parents[i] < i, error, CAPER_ERROR_INVALID, def->name,
                  0, 0, "body %d has parent %d, expected parents first", i, s->parents[i]);
    }
    CAPER_TRY(s->body_count < CAPER_MAX_BODIES || count_roots(s) <= 1, error, CAPER_ERROR_LIMIT,
              def->name, 0, 0,
              "the skeleton has %d bodies and %d roots: joined there are more "
              "than %d bodies",
              s->body_count, count_roots(s), CAPER_MAX_BODIES);
    return true;
}

/// The memory of all that lives while a character is made.
typedef struct workplace {
    caper_skeleton skeleton; // with the added root, where there is one
    caper_body_def *defs;
    bool joined;
    caper_caps *caps;
    int16_t *parents;
    caper_transform *rest;
    char (*names)[NAME_SIZE];
    const char **name_list;
    void *memory;
    size_t memory_size;
} workplace;

static bool open_workplace(workplace *w, const caper_skeleton_character_def *def,
                           caper_error *error)
{
    w->joined = count_roots(def->skeleton) > 1;
    size_t n = (size_t)(def->skeleton->body_count + w->joined);
    caperi_block block = {0};
    size_t caps = CAPERI_BLOCK_ADD(&block, n, caper_caps);
    size_t parents = CAPERI_BLOCK_ADD(&block, n, int16_t);
    size_t rest = CAPERI_BLOCK_ADD(&block, n, caper_transform);
    size_t defs = CAPERI_BLOCK_ADD(&block, n, caper_body_def);
    size_t names = CAPERI_BLOCK_ADD(&block, n, char[NAME_SIZE]);
    size_t list = CAPERI_BLOCK_ADD(&block, n, const char *);
    w->memory = caperi_block_alloc(&block, def->allocator);
    w->memory_size = block.size;
    CAPER_TRY(w->memory, error, CAPER_ERROR_MEMORY, def->name, 0, 0, "out of memory for %d bodies",
              (int)n);
    w->caps = caperi_block_at(w->memory, caps);
    w->parents = caperi_block_at(w->memory, parents);
    w->rest = caperi_block_at(w->memory, rest);
    w->names = caperi_block_at(w->memory, names);
    w->name_list = caperi_block_at(w->memory, list);
    w->defs = caperi_block_at(w->memory, defs);
    return true;
}

/// The skeleton under one root.
static void join_roots(workplace *w, const caper_skeleton *in)
{
    int j = w->joined;
    if (j) {
        w->parents[0] = -1;
        w->rest[0] = caper_transform_identity();
    }
    for (int i = 0; i < in->body_count; i++) {
        w->parents[i + j] = (int16_t)(in->parents[i] + j);
        w->rest[i + j] = in->rest_local[i];
        w->rest[i + j].rotation = caper_quat_normalize(in->rest_local[i].rotation);
    }
    make_names(in, w->joined, w->names, w->name_list);
    w->skeleton = (caper_skeleton){in->body_count + j, w->name_list, w->parents, w->rest};
}

static caper_character *create(workplace *w, const caper_skeleton_character_def *def, int root,
                               caper_error *error)
{
    caper_character_def character = caper_character_def_default();
    character.name = def->name ? def->name : "skeleton";
    character.bodies = w->defs;
    character.body_count = w->skeleton.body_count;
    character.root_body = root;
    character.source = def->name;
    character.allocator = def->allocator;
    return caper_character_create(&character, error);
}

static caper_character *build(workplace *w, const caper_skeleton_character_def *def, int root,
                              caper_error *error)
{
    int n = w->skeleton.body_count;
    for (int i = 0; i < n; i++) {
        caper_body_def *body = &w->defs[i];
        *body = caper_body_def_default();
        body->name = w->name_list[i];
        body->parent = w->parents[i];
        body->caps = w->caps[i];
        body->joint.kind = CAPER_JOINT_FREE; // limits nobody knows
    }
    caper_arena arena;
    caper_arena_init(&arena, def->allocator, 0);
    float lowest = 0.0f;
    caper_character *character = NULL;
    if (caperi_skeleton_boxes(&w->skeleton, w->caps, w->defs, &arena, &lowest)) {
        w->rest[0].position.y -= def->ground ? lowest : 0.0f;
        for (int i = 0; i < n; i++) {
            w->defs[i].rest_local = w->rest[i];
        }
        caperi_weld_links(w->defs, n);
        character = create(w, def, root, error);
    } else {
        caper_error_set(error, CAPER_ERROR_MEMORY, def->name, 0, 0, "out of memory for boxes");
    }
    caper_arena_destroy(&arena);
    return character;
}

caper_character *caper_character_from_skeleton(const caper_skeleton_character_def *def,
                                               caper_tagging *tagging, caper_error *error)
{
    CAPER_ASSERT(def && def->cookie == CAPER_DEF_COOKIE);
    if (!def || def->cookie != CAPER_DEF_COOKIE) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "the def was not made by caper_skeleton_character_def_default");
        return NULL;
    }
    workplace w;
    memset(&w, 0, sizeof w);
    if (!check(def, error) || !open_workplace(&w, def, error)) {
        return NULL;
    }
    join_roots(&w, def->skeleton);
    caper_tag_options options = {def->use_names, def->name};
    caper_tagging found;
    caper_character *character = NULL;
    if (caperi_skeleton_tag(&w.skeleton, &options, w.joined, w.caps, NULL, &found, error)) {
        character = build(&w, def, found.root_body, error);
        if (tagging) {
            *tagging = found;
        }
    }
    caper_free(def->allocator, w.memory, w.memory_size);
    return character;
}
