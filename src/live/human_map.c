// SPDX-License-Identifier: MIT
//
// Which bodies of a character are a humanoid's. Where every necessary place has a body of its very
// name, names decide. Otherwise the shape does: two legs and two hands on the spine, one head; of a
// limb's way from the spine to its end the two longest stretches are its upper and lower part.
// Names then only tell fingers apart. The T-pose is made from the rest pose by turning arms level
// and legs upright, the shortest way; feet and trunk count as they rest.
#include "live/human.h"

#include "base/try.h"

#include <string.h>

#define MAX_WAY 64

typedef struct map_maker {
    const caper_character *character;
    caper_human_map *map;
    caper_error *error;
} map_maker;

static const char *source_of(const map_maker *m)
{
    return m->character->name && m->character->name[0] ? m->character->name : "character";
}

#define REFUSE_UNLESS(condition, m, ...)                                                           \
    CAPER_TRY(condition, (m)->error, CAPER_ERROR_UNSUPPORTED, source_of(m), 0, 0, __VA_ARGS__)

// -- By name ----------------------------------------------------------------------------------

static bool map_by_name(map_maker *m)
{
    uint64_t found = 0;
    for (int i = 0; i < m->character->body_count; i++) {
        const char *name = m->character->bodies[i].name;
        caper_human human = caper_human_from_name(name, strlen(name));
        if (human == CAPER_HUMAN_COUNT || found & CAPERI_HUMAN_BIT(human))
            continue;
        m->map->bodies[human] = (int16_t)i;
        found |= CAPERI_HUMAN_BIT(human);
    }
    // what is above a place must be above it in the tree too
    bool good = (found & CAPERI_HUMAN_NECESSARY) == CAPERI_HUMAN_NECESSARY;
    for (int i = 1; good && i < CAPER_HUMAN_COUNT; i++) {
        if (!(found & CAPERI_HUMAN_BIT(i)))
            continue;
        int above = m->map->bodies[caperi_human_above((caper_human)i, found)];
        int up = m->map->bodies[i];
        while (up >= 0 && up != above)
            up = m->character->bodies[up].parent;
        good = up == above;
    }
    return good;
}

// -- By shape ---------------------------------------------------------------------------------

/// The bodies from below `top` down to `body`, top first; 0 when top is not above it.
static int way_down(const caper_character *c, int top, int body, int way[MAX_WAY])
{
    int count = 0;
    for (int up = body; up != top; up = c->bodies[up].parent) {
        if (up < 0 || count == MAX_WAY)
            return 0;
        way[count++] = up;
    }
    for (int i = 0; i < count / 2; i++) {
        int swap = way[i];
        way[i] = way[count - 1 - i];
        way[count - 1 - i] = swap;
    }
    return count;
}

static float stretch(const caper_character *c, int a, int b)
{
    return caper_vec3_distance(c->rest_model[a].position, c->rest_model[b].position);
}

/// Upper, lower and end of a limb into map[first .. first + 2]; the body before the upper part, or
/// -1, is returned in before, the one after the end in after.
static bool map_limb(map_maker *m, const int *way, int count, int first, int *before, int *after)
{
    if (count < 3)
        return false;
    int longest = 0, second = -1;
    for (int i = 1; i + 1 < count; i++) {
        float length = stretch(m->character, way[i], way[i + 1]);
        if (length > stretch(m->character, way[longest], way[longest + 1])) {
            second = longest;
            longest = i;
        } else if (second < 0 || length > stretch(m->character, way[second], way[second + 1])) {
            second = i;
        }
    }
    int upper = longest < second ? longest : second, lower = longest < second ? second : longest;
    m->map->bodies[first] = (int16_t)way[upper];
    m->map->bodies[first + 1] = (int16_t)way[lower];
    m->map->bodies[first + 2] = (int16_t)way[lower + 1];
    *before = upper > 0 ? way[upper - 1] : -1;
    *after = lower + 2 < count ? way[lower + 2] : -1;
    return true;
}

static bool map_legs(map_maker *m)
{
    const caper_character *c = m->character;
    REFUSE_UNLESS(c->leg_count == 2, m, "it has %d legs, expected the 2 of a humanoid",
                  c->leg_count);
    int hips = c->bodies[c->legs[0].hip].parent;
    REFUSE_UNLESS(hips >= 0 && hips == c->bodies[c->legs[1].hip].parent, m,
                  "its legs hang on different bodies, expected the hips of a humanoid");
    m->map->bodies[CAPER_HUMAN_HIPS] = (int16_t)hips;
    float x0 = c->rest_model[c->legs[0].foot].position.x;
    float x1 = c->rest_model[c->legs[1].foot].position.x;
    for (int i = 0; i < 2; i++) {
        bool left = (x0 >= x1) == (i == 0);
        int first = left ? CAPER_HUMAN_LEFT_UPPER_LEG : CAPER_HUMAN_RIGHT_UPPER_LEG;
        int way[MAX_WAY], before, toes;
        int count = way_down(c, hips, c->legs[i].foot, way);
        REFUSE_UNLESS(map_limb(m, way, count, first, &before, &toes), m,
                      "a leg has %d bodies, expected upper leg, lower leg and foot", count);
        int foot = m->map->bodies[first + 2];
        for (int k = c->bodies[foot].child; toes < 0 && k >= 0; k = c->bodies[k].sibling) {
            if (!(c->bodies[k].caps & CAPER_CAP_HELPER))
                toes = k;
        }
        m->map->bodies[first + 3] = (int16_t)toes;
    }
    return true;
}

static bool map_trunk(map_maker *m, int head, int arms)
{
    const caper_character *c = m->character;
    int hips = m->map->bodies[CAPER_HUMAN_HIPS], way[MAX_WAY];
    int count = way_down(c, hips, head, way);
    REFUSE_UNLESS(count > 0, m, "its head is not above its hips in the tree");
    int last = -1; // the body that carries the arms
    for (int i = 0; i + 1 < count; i++)
        last = way[i] == arms ? i : last;
    REFUSE_UNLESS(last >= 0, m, "its arms do not hang between hips and head");
    int16_t *bodies = m->map->bodies;
    bodies[CAPER_HUMAN_HEAD] = (int16_t)head;
    bodies[CAPER_HUMAN_SPINE] = (int16_t)way[0];
    if (last == 1)
        bodies[CAPER_HUMAN_CHEST] = (int16_t)way[1];
    if (last >= 2) {
        bodies[CAPER_HUMAN_CHEST] = (int16_t)way[last / 2];
        bodies[CAPER_HUMAN_UPPER_CHEST] = (int16_t)way[last];
    }
    if (last + 2 < count)
        bodies[CAPER_HUMAN_NECK] = (int16_t)way[last + 1];
    return true;
}

/// Does the name hold the word, in any case?
static bool name_has(const char *name, const char *word)
{
    size_t size = strlen(word), left = strlen(name);
    for (; left >= size; name++, left--) {
        caper_slice part = {name, size};
        if (caper_slice_equal_nocase(part, word))
            return true;
    }
    return false;
}

static void map_fingers(map_maker *m, int hand, int thumb)
{
    static const char *const words[5][2] = {
        {"thumb", "thumb"}, {"index", "index"},  {"middle", "mid"},
        {"ring", "ring"},   {"pinky", "little"},
    };
    const caper_character *c = m->character;
    for (int k = c->bodies[hand].child; k >= 0; k = c->bodies[k].sibling) {
        for (int f = 0; f < 5; f++) {
            const char *name = c->bodies[k].name;
            if (!name_has(name, words[f][0]) && !name_has(name, words[f][1]))
                continue;
            int body = k;
            for (int n = 0; n < 3 && body >= 0; n++) {
                if (!(c->bodies[body].caps & CAPER_CAP_HELPER))
                    m->map->bodies[thumb + 3 * f + n] = (int16_t)body;
                body = c->bodies[body].child;
            }
            break;
        }
    }
}

static bool map_arms(map_maker *m, const int hands[2], int arms)
{
    const caper_character *c = m->character;
    float x0 = c->rest_model[hands[0]].position.x, x1 = c->rest_model[hands[1]].position.x;
    for (int i = 0; i < 2; i++) {
        bool left = (x0 >= x1) == (i == 0);
        int first = left ? CAPER_HUMAN_LEFT_SHOULDER : CAPER_HUMAN_RIGHT_SHOULDER;
        int way[MAX_WAY], shoulder, after;
        int count = way_down(c, arms, hands[i], way);
        REFUSE_UNLESS(map_limb(m, way, count, first + 1, &shoulder, &after), m,
                      "an arm has %d bodies, expected upper arm, lower arm and hand", count);
        m->map->bodies[first] = (int16_t)shoulder;
        map_fingers(m, m->map->bodies[first + 3], first + 4);
    }
    return true;
}

static int find_caps(const caper_character *c, caper_caps caps, int out[2])
{
    int count = 0;
    for (int i = 0; i < c->body_count; i++) {
        if (!(c->bodies[i].caps & caps))
            continue;
        if (count < 2)
            out[count] = i;
        count++;
    }
    return count;
}

static void map_face(map_maker *m)
{
    const caper_character *c = m->character;
    int found[2], head = m->map->bodies[CAPER_HUMAN_HEAD], way[MAX_WAY];
    if (find_caps(c, CAPER_CAP_EYE, found) == 2 && way_down(c, head, found[0], way) > 0 &&
        way_down(c, head, found[1], way) > 0) {
        bool left = c->rest_model[found[0]].position.x >= c->rest_model[found[1]].position.x;
        m->map->bodies[CAPER_HUMAN_LEFT_EYE] = (int16_t)found[left ? 0 : 1];
        m->map->bodies[CAPER_HUMAN_RIGHT_EYE] = (int16_t)found[left ? 1 : 0];
    }
    if (find_caps(c, CAPER_CAP_MOUTH, found) == 1 && way_down(c, head, found[0], way) > 0)
        m->map->bodies[CAPER_HUMAN_JAW] = (int16_t)found[0];
}

static bool map_by_shape(map_maker *m)
{
    const caper_character *c = m->character;
    int hands[2] = {-1, -1}, heads[2] = {-1, -1};
    CAPER_PASS(map_legs(m));
    int count = find_caps(c, CAPER_CAP_GRASPER, hands);
    REFUSE_UNLESS(count == 2, m, "it has %d hands, expected the 2 of a humanoid", count);
    count = find_caps(c, CAPER_CAP_HEAD, heads);
    REFUSE_UNLESS(count == 1, m, "it has %d heads, expected the 1 of a humanoid", count);
    int base = c->bodies[hands[0]].base, other = c->bodies[hands[1]].base;
    int arms = base >= 0 && other >= 0 ? c->bodies[base].parent : -1;
    REFUSE_UNLESS(arms >= 0 && arms == c->bodies[other].parent, m,
                  "its arms hang on different bodies, expected one chest");
    CAPER_PASS(map_trunk(m, heads[0], arms));
    CAPER_PASS(map_arms(m, hands, arms));
    map_face(m);
    return true;
}

// -- T-pose -----------------------------------------------------------------------------------

static caper_vec3 rest_way(const map_maker *m, int from, int to)
{
    const caper_transform *rest = m->character->rest_model;
    return caper_vec3_sub(rest[m->map->bodies[to]].position, rest[m->map->bodies[from]].position);
}

/// How a place turns from rest to the T-pose; `above` is how the place above it does.
static caper_quat tpose_turn(const map_maker *m, int human, caper_quat above)
{
    caper_vec3 goal = caper_vec3_make(0, -1, 0);
    switch (human) {
    case CAPER_HUMAN_LEFT_UPPER_ARM:
    case CAPER_HUMAN_LEFT_LOWER_ARM:
        goal = caper_vec3_make(1, 0, 0);
        break;
    case CAPER_HUMAN_RIGHT_UPPER_ARM:
    case CAPER_HUMAN_RIGHT_LOWER_ARM:
        goal = caper_vec3_make(-1, 0, 0);
        break;
    case CAPER_HUMAN_LEFT_UPPER_LEG:
    case CAPER_HUMAN_LEFT_LOWER_LEG:
    case CAPER_HUMAN_RIGHT_UPPER_LEG:
    case CAPER_HUMAN_RIGHT_LOWER_LEG:
        break;
    case CAPER_HUMAN_LEFT_FOOT:
    case CAPER_HUMAN_RIGHT_FOOT:
        return caper_quat_identity(); // stands flat at rest
    default:
        return above;
    }
    caper_vec3 way = caper_quat_rotate(above, rest_way(m, human, human + 1));
    caper_vec3 from = caper_vec3_normalize_or(way, goal);
    return caper_quat_normalize(caper_quat_mul(caper_quat_between(from, goal), above));
}

static void make_tpose(map_maker *m)
{
    const caper_character *c = m->character;
    caper_quat turns[CAPER_HUMAN_COUNT + 1];
    turns[CAPER_HUMAN_COUNT] = caper_quat_identity();
    uint64_t present = 0;
    for (int i = 0; i < CAPER_HUMAN_COUNT; i++) {
        caper_quat above = turns[caper_human_parent((caper_human)i)];
        turns[i] = above;
        m->map->tpose_model[i] = caper_quat_identity();
        m->map->tpose_offset[i] = caper_vec3_zero();
        if (m->map->bodies[i] < 0)
            continue;
        caper_human from = caperi_human_above((caper_human)i, present);
        present |= CAPERI_HUMAN_BIT(i);
        caper_transform rest = c->rest_model[m->map->bodies[i]];
        if (from == CAPER_HUMAN_COUNT)
            m->map->tpose_offset[i] = rest.position;
        else
            m->map->tpose_offset[i] = caper_quat_rotate(above, rest_way(m, (int)from, i));
        turns[i] = tpose_turn(m, i, above);
        m->map->tpose_model[i] = caper_quat_normalize(caper_quat_mul(turns[i], rest.rotation));
    }
    for (int i = CAPER_HUMAN_LEFT_UPPER_LEG; i <= CAPER_HUMAN_LEFT_FOOT; i++)
        m->map->leg_height -= m->map->tpose_offset[i].y;
}

static void hash_deforms(map_maker *m)
{
    const caper_character *c = m->character;
    int count = c->deform_count;
    m->map->deform_count = count < CAPER_LIVE_MAX_DEFORMS ? count : CAPER_LIVE_MAX_DEFORMS;
    for (int i = 0; i < m->map->deform_count; i++) {
        const char *name = caperi_deform_name(c, i);
        m->map->deforms[i] = caperi_deform_hash(name, strlen(name));
    }
}

bool caper_human_map_make(const caper_character *character, caper_human_map *map,
                          caper_error *error)
{
    CAPER_ASSERT(character && map);
    if (!character || !map)
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "no character, expected one");
    map_maker m = {character, map, error};
    memset(map, 0, sizeof *map);
    map->character = character;
    memset(map->bodies, 0xff, sizeof map->bodies);
    if (!map_by_name(&m)) {
        memset(map->bodies, 0xff, sizeof map->bodies);
        CAPER_PASS(map_by_shape(&m));
    }
    make_tpose(&m);
    hash_deforms(&m);
    REFUSE_UNLESS(map->leg_height > 0, &m, "its hips are not above its feet in the T-pose");
    return true;
}
