// SPDX-License-Identifier: MIT
//
// How the character of a file stands at rest. Skeletons are bound in whatever pose suited the
// making of the skin: arms stretched out, legs astride, a spider on its hind end. The clips of the
// file are a better guide: the mean pose of one in which the character stands, made even on both
// sides (a body and its partner turn alike), is the rest pose here. Without such a clip arms hang
// down (caper_character_relax), a little bent. Elbows and knees of people get the limits that
// people have (person/hinges.c).
//
// Invariant: bodies, their order, names, boxes and the lengths between them are the same, so clips
// and skins of either fit the other. Characters with joint limits keep their rest pose: limits are
// measured from it.
#include "formats/formats.h"

#include "base/try.h"
#include "body/body.h"
#include "person/person.h"

#include <string.h>

// Poses of a clip that are looked at.
#define SAMPLES 24
// A clip that nobody calls idle is one in which the character stands if no body moves faster on
// average than this, in sizes a second: between idle clips and walks of the rigs that it was tried
// on.
#define STILL_SPEED 0.12f
// Radians, of any body: closer, a pose is that of the file.
#define SAME_POSE 0.1f
// Feet that stand are this near to the lowest point, as a share of the size.
#define ON_GROUND 0.08f
// Who lies or sits is lower than this share of the height in the file's own pose.
#define LOW 0.6f

// Words of names that say how a character stands, the best first, and those that deny it.
static const char *const standing[] = {"idle", "stand", "breath", "rest"};
static const char *const otherwise[] = {"attack", "combat", "death", "down",  "eat", "fly",
                                        "gun",    "hit",    "hold",  "jump",  "lie", "run",
                                        "shot",   "sit",    "sleep", "sword", "up",  "walk"};

typedef struct stance {
    const caper_character *character;
    const caper_clip *clip;
    caper_transform *local, *model; // of one sample
    float *sums;                    // 4 per body: turns from the file's pose, model space
    caper_vec3 *last;               // places of bodies in the sample before
    caper_transform *rest;          // local, what comes of it
} stance;

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool caperi_has_word(const char *text, const char *word)
{
    for (; *text; text++) {
        size_t n = 0;
        while (word[n] && small(text[n]) == word[n])
            n++;
        if (!word[n])
            return true;
    }
    return false;
}

// The part of a clip's name behind the character's: "Armature|Idle", "Fox_Idle".
static const char *last_part(const char *name)
{
    const char *bar = strrchr(name, '|');
    return bar ? bar + 1 : name;
}

// How well a name says that somebody stands: 0 best; CAPER_COUNT_OF(standing): not at all.
static int name_rank(const char *name)
{
    int rank = 0;
    while (rank < CAPER_COUNT_OF(standing) && !caperi_has_word(name, standing[rank]))
        rank++;
    for (int i = 0; i < CAPER_COUNT_OF(otherwise); i++)
        rank = caperi_has_word(name, otherwise[i]) ? CAPER_COUNT_OF(standing) : rank;
    return rank;
}

// -- A clip -----------------------------------------------------------------------------------

static caper_quat mirror_turn(caper_quat q)
{
    return caper_quat_make(q.x, -q.y, -q.z, q.w);
}

// Sums up the turns of all samples and says how fast the fastest body is, in sizes a second.
static float look_at(stance *s)
{
    const caper_character *c = s->character;
    int count = c->body_count;
    memset(s->sums, 0, 4 * (size_t)count * sizeof *s->sums);
    float fastest = 0.0f, step = s->clip->duration / (SAMPLES - 1);
    caper_pose local = {s->local, NULL, count, 0}, model = {s->model, NULL, count, 0};
    for (int n = 0; n < SAMPLES; n++) {
        float sum = 0.0f;
        caper_clip_sample(s->clip, (float)n * step, NULL, &local);
        caper_pose_to_model(&c->skeleton, &local, NULL, &model);
        for (int i = 0; i < count; i++) {
            caper_quat rest = c->rest_model[i].rotation;
            caper_quat q = caper_quat_mul(s->model[i].rotation, caper_quat_conj(rest));
            float *to = s->sums + 4 * i;
            float sign =
                to[0] * q.x + to[1] * q.y + to[2] * q.z + to[3] * q.w < 0.0f ? -1.0f : 1.0f;
            to[0] += sign * q.x;
            to[1] += sign * q.y;
            to[2] += sign * q.z;
            to[3] += sign * q.w;
            float way = n > 0 ? caper_vec3_distance(s->last[i], s->model[i].position) : 0.0f;
            sum = caper_max(sum, way);
            s->last[i] = s->model[i].position;
        }
        fastest += sum;
    }
    return s->clip->duration > 0.0f ? fastest / (s->clip->duration * c->size) : 0.0f;
}

static caper_quat mean_turn(const stance *s, int body)
{
    const float *v = s->sums + 4 * body;
    return caper_quat_normalize(caper_quat_make(v[0], v[1], v[2], v[3]));
}

// The mean pose with both sides alike, as the rest pose to be.
static void settle(stance *s)
{
    const caper_character *c = s->character;
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *b = &c->bodies[i];
        caper_quat turn = mean_turn(s, i);
        if (b->mirror >= 0)
            turn = caper_quat_nlerp(turn, mirror_turn(mean_turn(s, b->mirror)), 0.5f);
        caper_quat model = caper_quat_mul(turn, c->rest_model[i].rotation);
        s->rest[i] = c->skeleton.rest_local[i];
        s->rest[i].rotation =
            b->parent < 0 ? model
                          : caper_quat_mul(caper_quat_conj(s->model[b->parent].rotation), model);
        s->rest[i].rotation = caper_quat_normalize(s->rest[i].rotation);
        s->model[i] =
            b->parent < 0 ? s->rest[i] : caper_transform_mul(s->model[b->parent], s->rest[i]);
    }
}

static float lowest_point(const stance *s, int body)
{
    const caper_body *b = &s->character->bodies[body];
    caper_bounds box = {caper_vec3_sub(b->box_center, b->box_half),
                        caper_vec3_add(b->box_center, b->box_half)};
    return caper_bounds_transform(s->model[body], box).min.y;
}

// Put it on the ground; false when it does not stand there on its feet.
static bool put_down(stance *s)
{
    const caper_character *c = s->character;
    float low = INFINITY, foot = INFINITY;
    for (int i = 0; i < c->body_count; i++)
        if (!(c->bodies[i].caps & CAPER_CAP_HELPER))
            low = caper_min(low, lowest_point(s, i));
    for (int i = 0; i < c->leg_count; i++)
        foot = caper_min(foot, lowest_point(s, c->legs[i].foot));
    float up = c->bounds.min.y - low;
    for (int i = 0; i < c->leg_count; i++)
        if (lowest_point(s, c->legs[i].foot) - low > ON_GROUND * c->size)
            return false;
    float height = s->model[c->root_body].position.y - low;
    if (c->leg_count > 0 &&
        height < LOW * (c->rest_model[c->root_body].position.y - c->bounds.min.y))
        return false;
    s->rest[0].position.y += up;
    return true;
}

// A clip that holds the pose in which the file was bound, a T mostly, says nothing about how it
// stands.
static bool is_as_bound(const stance *s)
{
    float most = 0.0f;
    for (int i = 0; i < s->character->body_count; i++) {
        int up = s->character->bodies[i].parent;
        if (up >= 0)
            most = caper_max(most, caper_quat_angle(mean_turn(s, i), mean_turn(s, up)));
    }
    return most < SAME_POSE;
}

static bool stands_in(stance *s, const caper_clip *clip, bool called)
{
    s->clip = clip;
    float speed = look_at(s);
    if (!called && (speed > STILL_SPEED || is_as_bound(s)))
        return false;
    settle(s);
    return put_down(s);
}

// -- Which clip -------------------------------------------------------------------------------

// Clips by how well their names say it, the shortest name first; then those that are still.
static bool find_stance(stance *s, const caper_import *import)
{
    for (int rank = 0; rank <= CAPER_COUNT_OF(standing); rank++) {
        for (size_t length = 0, next = 1; next != 0; length = next) {
            next = 0;
            for (int i = 0; i < import->clip_count; i++) {
                const char *name = last_part(import->clips[i]->name);
                size_t size = strlen(name) + 1;
                if (name_rank(name) != rank)
                    continue;
                bool called = rank < CAPER_COUNT_OF(standing);
                if (size == length && stands_in(s, import->clips[i], called))
                    return true;
                if (size > length && (next == 0 || size < next))
                    next = size;
            }
        }
    }
    return false;
}

// The clip that a map names, at its time.
static bool find_named(stance *s, const caper_import *import, const caper_map *map,
                       caper_error *error)
{
    const caper_character *c = s->character;
    for (int i = 0; i < import->clip_count; i++) {
        const char *name = import->clips[i]->name;
        if (strcmp(name, map->rest_clip) != 0 && strcmp(last_part(name), map->rest_clip) != 0)
            continue;
        s->clip = import->clips[i];
        caper_pose local = {s->local, NULL, c->body_count, 0};
        caper_pose model = {s->model, NULL, c->body_count, 0};
        caper_clip_sample(s->clip, map->rest_seconds, NULL, &local);
        caper_pose_to_model(&c->skeleton, &local, NULL, &model);
        for (int k = 0; k < c->body_count; k++) {
            caper_quat turn =
                caper_quat_mul(s->model[k].rotation, caper_quat_conj(c->rest_model[k].rotation));
            memcpy(s->sums + 4 * k, &turn, 4 * sizeof *s->sums);
        }
        settle(s);
        put_down(s);
        return true;
    }
    return caper_error_set(error, CAPER_ERROR_INVALID, map->source, map->rest_line, 0,
                           "the file of the character has no clip '%.60s' to rest in",
                           map->rest_clip);
}

static bool has_limits(const caper_character *c)
{
    for (int i = 0; i < c->body_count; i++)
        if (c->bodies[i].joint.kind != CAPER_JOINT_FREE &&
            c->bodies[i].joint.kind != CAPER_JOINT_FIXED)
            return true;
    return false;
}

static caper_character *rest_in_clip(const caper_import *import, const caper_map *map, bool *found,
                                     const caper_allocator *allocator, caper_error *error)
{
    const caper_character *c = import->character;
    size_t count = (size_t)c->body_count;
    caper_arena arena;
    caper_arena_init(&arena, allocator, 0);
    stance s = {.character = c};
    s.local = caper_arena_alloc_zero(&arena, 3 * count, sizeof *s.local, 32);
    s.sums = caper_arena_alloc_zero(&arena, 4 * count, sizeof *s.sums, 16);
    s.last = caper_arena_alloc_zero(&arena, count, sizeof *s.last, 16);
    caper_character *made = NULL;
    *found = false;
    if (!s.local || !s.sums || !s.last) {
        caper_error_set(error, CAPER_ERROR_MEMORY, c->name, 0, 0, "out of memory");
        *found = true;
    } else {
        s.model = s.local + count;
        s.rest = s.model + count;
        bool named = map && map->rest == CAPERI_REST_CLIP;
        *found = named || find_stance(&s, import);
        caperi_rebuild rebuild = {c, s.rest, NULL, NULL, allocator, NULL};
        if (*found && (!named || find_named(&s, import, map, error)))
            made = caperi_character_rebuild(&rebuild, error);
    }
    caper_arena_destroy(&arena);
    return made;
}

static caper_character *choose_rest(const caper_import *import, const caper_map *map, bool *relaxed,
                                    const caper_allocator *allocator, caper_error *error)
{
    const caper_character *c = import->character;
    *relaxed = false;
    if (map && map->rest == CAPERI_REST_FILE) {
        caperi_rebuild rebuild = {c, NULL, NULL, NULL, allocator, NULL};
        return caperi_character_rebuild(&rebuild, error);
    }
    bool named = map && map->rest == CAPERI_REST_CLIP, found = false;
    if (named || (!(map && map->rest == CAPERI_REST_RELAXED) && !has_limits(c))) {
        caper_character *made = rest_in_clip(import, map, &found, allocator, error);
        if (found)
            return made;
    }
    *relaxed = true;
    return caper_character_relax(c, allocator, error);
}

// A person's elbows and knees bend as people's do, where the file says nothing of it.
static caper_character *limit_person(caper_character *made, const caper_map *map, bool relaxed,
                                     const caper_allocator *allocator, caper_error *error)
{
    caper_person person;
    caperi_limb_hinge hinges[CAPER_LIMB_COUNT];
    caper_joint joints[CAPER_MAX_BODIES];
    caper_transform rest[CAPER_MAX_BODIES];
    if (!made || !caper_person_find(made, map, &person, NULL) ||
        !caperi_person_hinges(&person, relaxed, hinges))
        return made;
    for (int i = 0; i < made->body_count; i++) {
        joints[i] = made->bodies[i].joint;
        rest[i] = made->skeleton.rest_local[i];
    }
    for (int i = 0; i < CAPER_LIMB_COUNT; i++) {
        int body = person.limbs[i].middle;
        if (hinges[i].joint.kind != CAPER_JOINT_HINGE)
            continue;
        joints[body] = hinges[i].joint;
        caper_quat bend = caper_quat_from_axis_angle(joints[body].axis, hinges[i].more);
        rest[body].rotation = caper_quat_normalize(caper_quat_mul(rest[body].rotation, bend));
    }
    caperi_rebuild rebuild = {made, rest, NULL, NULL, allocator, joints};
    caper_character *limited = caperi_character_rebuild(&rebuild, error);
    caper_character_destroy(made);
    return limited;
}

caper_character *caper_import_rest(const caper_import *import, const caper_map *map,
                                   const caper_allocator *allocator, caper_error *error)
{
    CAPER_ASSERT(import);
    if (!import)
        return NULL;
    bool relaxed;
    caper_character *made = choose_rest(import, map, &relaxed, allocator, error);
    return limit_person(made, map, relaxed, allocator, error);
}
