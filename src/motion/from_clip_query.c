// SPDX-License-Identifier: MIT
//
// The smallest query for a body (paper 000, sections 3.1.1 and 3.1.2: "many different ways to
// select the same body": here a cost decides). All queries with up to four constraints are asked
// once for each cap; what singles out a body at the least cost describes it. Sides and zones of the
// set cost least because they mean the same on other characters; an extent picks one body however
// many there are, so it costs more.
//
// A body that no query singles out may still be what is left of one after bodies with channels of
// their own, which have priority. What cannot be told apart even so shares a channel, with the mean
// of its motions. Invariant: every effector that has a voice is selected by the query of that
// voice, and by no query of a voice of the same or a higher priority before it.
#include "motion/from_clip.h"

#include <stdio.h>
#include <string.h>

#define SLOTS 7 // zones, zones of the set, extent
#define WORDS (CAPER_MAX_BODIES / 64)
#define MAX_CONSTRAINTS 4
#define CHEAP 4.5f
#define ANY_COST 1e9f

typedef struct body_set {
    uint64_t words[WORDS];
} body_set;

typedef struct candidate {
    caper_query query;
    float cost;
    body_set selected;
} candidate;

typedef struct candidates {
    caper_caps kind;
    candidate *items;
    int count, capacity;
} candidates;

// ---------------------------------------------------------------------------------------- sets

static void set_add(body_set *s, int body)
{
    s->words[body / 64] |= (uint64_t)1 << (body % 64);
}

static bool set_has(const body_set *s, int body)
{
    return (s->words[body / 64] >> (body % 64)) & 1;
}

static int set_count(const body_set *s)
{
    int count = 0;
    for (int i = 0; i < WORDS; i++) {
        for (uint64_t w = s->words[i]; w; w &= w - 1) {
            count++;
        }
    }
    return count;
}

static body_set set_without(const body_set *a, const body_set *b)
{
    body_set out;
    for (int i = 0; i < WORDS; i++) {
        out.words[i] = a->words[i] & ~b->words[i];
    }
    return out;
}

static bool set_equal(const body_set *a, const body_set *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

// ---------------------------------------------------------------------------------- candidates

// Slots 0 to 2: zones; 3 to 5: zones of the set; 6: extent. Values from 1.
static int slot_values(int slot)
{
    return slot == 6 ? CAPER_EXTENT_COUNT - 1 : CAPER_ZONE_COUNT - 1;
}

static void set_slot(caper_query *query, int slot, int value)
{
    if (slot < 3) {
        query->zones[slot] = (caper_zone)value;
    } else if (slot < 6) {
        query->set_zones[slot - 3] = (caper_zone)value;
    } else {
        query->extent = (caper_extent)value;
    }
}

// Is this the direction in which bodies of that kind reach?
static bool is_natural_extent(caper_caps kind, int extent)
{
    switch (kind) {
    case CAPER_CAP_TAIL:
        return extent == CAPER_EXTENT_BACK_MOST;
    case CAPER_CAP_WING:
    case CAPER_CAP_FIN:
        return extent == CAPER_EXTENT_LEFT_MOST || extent == CAPER_EXTENT_RIGHT_MOST;
    default:
        return extent == CAPER_EXTENT_FRONT_MOST || extent == CAPER_EXTENT_BACK_MOST;
    }
}

static float slot_cost(caper_caps kind, int slot, int value)
{
    static const float costs[SLOTS] = {1.0f, 1.2f, 1.1f, 1.3f, 1.05f, 1.0f, 2.5f};
    float cost = costs[slot];
    if (slot == 6) {
        return cost - (is_natural_extent(kind, value) ? 0.3f : 0.0f);
    }
    // all feet are low: what little there is between them means nothing elsewhere
    bool height = slot == 1 || slot == 4;
    cost += height && kind == CAPER_CAP_FOOT ? 3.0f : 0.0f;
    return cost + (value == CAPER_ZONE_CENTER ? 0.3f : 0.0f);
}

static void add_candidate(const caperi_from_clip *work, candidates *all, const caper_query *query,
                          float cost)
{
    int16_t bodies[CAPER_MAX_BODIES];
    int count = caper_query_select(query, work->character, bodies);
    if (count == 0 || all->count == all->capacity) {
        return;
    }
    candidate *c = &all->items[all->count++];
    memset(c, 0, sizeof *c);
    c->query = *query;
    c->cost = cost;
    for (int i = 0; i < count; i++) {
        set_add(&c->selected, bodies[i]);
    }
}

// Queries with more constraints, in slots from `slot` on.
static void add_narrower(const caperi_from_clip *work, candidates *all, caper_query query,
                         float cost, int slot, int left)
{
    add_candidate(work, all, &query, cost);
    for (int s = slot; left > 0 && s < SLOTS; s++) {
        for (int value = 1; value <= slot_values(s); value++) {
            caper_query narrower = query;
            set_slot(&narrower, s, value);
            add_narrower(work, all, narrower, cost + slot_cost(all->kind, s, value), s + 1,
                         left - 1);
        }
    }
}

static int count_combinations(int slot, int left)
{
    int count = 1;
    for (int s = slot; left > 0 && s < SLOTS; s++) {
        count += slot_values(s) * count_combinations(s + 1, left - 1);
    }
    return count;
}

// A cap that some bodies of the kind have and others do not: 0 when there is none.
static caper_caps find_dividing_caps(const caper_character *character, caper_caps kind)
{
    caper_caps all = ~(caper_caps)0, any = 0;
    for (int i = 0; i < character->body_count; i++) {
        caper_caps caps = character->bodies[i].caps;
        if ((caps & kind) && !(caps & CAPER_CAP_HELPER)) {
            all &= caps;
            any |= caps;
        }
    }
    return any & ~all;
}

static bool has_cap(const caper_character *character, caper_caps caps)
{
    for (int i = 0; i < character->body_count; i++) {
        if (character->bodies[i].caps & caps) {
            return true;
        }
    }
    return false;
}

// Where the search for a kind starts from.
static int list_bases(const caper_character *character, caper_caps kind, caper_query *bases,
                      float *costs, int capacity)
{
    int count = 0;
    memset(bases, 0, (size_t)capacity * sizeof *bases);
    bases[count].caps = kind;
    costs[count++] = 0.5f;
    // the end of the spine is known best by what it carries
    static const caper_caps carried[] = {CAPER_CAP_HEAD, CAPER_CAP_GRASPER, CAPER_CAP_TAIL,
                                         CAPER_CAP_FOOT, CAPER_CAP_WING};
    for (int i = 0; kind == CAPER_CAP_SPINE && i < CAPER_COUNT_OF(carried); i++) {
        if (has_cap(character, carried[i])) {
            bases[count].caps = carried[i];
            bases[count].spine_segment = true;
            costs[count++] = 0.6f + 0.1f * (float)i;
        }
    }
    caper_caps dividing = find_dividing_caps(character, kind);
    for (caper_caps bit = 1; kind != CAPER_CAP_SPINE && bit < (1u << CAPER_CAP_COUNT); bit <<= 1) {
        if ((dividing & bit) && count + 2 <= capacity) {
            bases[count] = bases[0];
            bases[count].caps |= bit;
            costs[count++] = 1.4f;
            bases[count] = bases[0];
            bases[count].not_caps |= bit;
            costs[count++] = 1.5f;
        }
    }
    return count;
}

static bool list_candidates(caperi_from_clip *work, caper_caps kind, int constraints,
                            candidates *all)
{
    caper_query bases[8];
    float costs[8];
    int count = list_bases(work->character, kind, bases, costs, CAPER_COUNT_OF(bases));
    if (constraints == MAX_CONSTRAINTS && kind != CAPER_CAP_SPINE) {
        count = 1;
    }
    memset(all, 0, sizeof *all);
    all->kind = kind;
    all->capacity = count * count_combinations(0, constraints);
    all->items = caper_arena_alloc(&work->scratch, (size_t)all->capacity * sizeof *all->items, 16);
    for (int i = 0; all->items && i < count; i++) {
        add_narrower(work, all, bases[i], costs[i], 0, constraints);
    }
    return all->items != NULL;
}

// Does the query, with left and right exchanged, select exactly that body?
static bool mirror_selects(const caperi_from_clip *work, const caper_query *query, int body,
                           const body_set *taken)
{
    int16_t bodies[CAPER_MAX_BODIES];
    caper_query mirrored = caper_query_mirror(query);
    int count = caper_query_select(&mirrored, work->character, bodies), left = 0;
    bool found = false;
    for (int i = 0; i < count; i++) {
        if (!taken || !set_has(taken, bodies[i])) {
            left++;
            found = found || bodies[i] == body;
        }
    }
    return found && left == 1;
}

// The cheapest query up to a cost that selects exactly these bodies, others that are already taken
// aside; its mirror image must select `partner` alike, if there is one (-1: none).
static const candidate *find_exact(const caperi_from_clip *work, const candidates *all,
                                   const body_set *wanted, const body_set *taken, int partner,
                                   float most)
{
    const candidate *best = NULL;
    for (int i = 0; i < all->count; i++) {
        const candidate *c = &all->items[i];
        if (c->cost > most || (best && c->cost >= best->cost)) {
            continue;
        }
        body_set left = taken ? set_without(&c->selected, taken) : c->selected;
        if (set_equal(&left, wanted) &&
            (partner < 0 || mirror_selects(work, &c->query, partner, taken))) {
            best = c;
        }
    }
    return best;
}

// The query that selects the body and the fewest others, all of them wanted and none taken.
static const candidate *find_smallest(const candidates *all, int body, const body_set *wanted,
                                      const body_set *taken, body_set *found)
{
    const candidate *best = NULL;
    int best_size = 0;
    for (int i = 0; i < all->count; i++) {
        const candidate *c = &all->items[i];
        if (!set_has(&c->selected, body)) {
            continue;
        }
        body_set left = set_without(&c->selected, taken);
        body_set strangers = set_without(&left, wanted);
        int size = set_count(&left);
        if (set_count(&strangers) > 0 ||
            (best && (size > best_size || (size == best_size && c->cost >= best->cost)))) {
            continue;
        }
        best = c;
        best_size = size;
        *found = left;
    }
    return best;
}

// -------------------------------------------------------------------------------------- voices

static caperi_voice *add_voice(caperi_from_clip *work, const caper_query *query, int priority,
                               const body_set *members)
{
    caperi_voice *voice = &work->voices[work->voice_count];
    int count = set_count(members);
    int16_t *list = caper_arena_alloc(&work->arena, (size_t)count * sizeof *list, 16);
    if (!list) {
        return NULL;
    }
    memset(voice, 0, sizeof *voice);
    voice->query = *query;
    voice->priority = priority;
    voice->members = list;
    for (int k = 0; k < work->effector_count; k++) {
        if (set_has(members, work->effectors[k].body)) {
            list[voice->member_count++] = (int16_t)k;
            work->effectors[k].voice = work->voice_count;
        }
    }
    work->voice_count++;
    return voice;
}

static caper_transform general_at(const caperi_from_clip *work, const caperi_fit *fit,
                                  const caperi_clip_effector *e, int frame)
{
    caper_place place = caper_place_make(work->character, e->body);
    place.mirror = e->side < 0;
    return caperi_generalize(fit, &place, e->track[frame], CAPER_KEY_POSITION | CAPER_KEY_ROTATION);
}

// Do two bodies move as mirror images of each other, at every frame?
static bool is_mirrored(const caperi_from_clip *work, const caperi_clip_effector *a,
                        const caperi_clip_effector *b)
{
    caper_mode mode = {.position = CAPER_FRAME_REST, .rotation = CAPER_FRAME_REST};
    caperi_fit fit_a = caperi_fit_make(&mode, work->character, a->body);
    caperi_fit fit_b = caperi_fit_make(&mode, work->character, b->body);
    float way = 0.5f * work->job->tolerance * work->character->height;
    for (int i = 0; i < work->frame_count; i++) {
        caper_transform ga = general_at(work, &fit_a, a, i), gb = general_at(work, &fit_b, b, i);
        bool same = !a->position || caper_vec3_distance(ga.position, gb.position) <= way;
        same = same && (!a->rotation || caper_quat_angle(ga.rotation, gb.rotation) <=
                                            0.5f * work->job->angle_tolerance);
        if (!same) {
            return false;
        }
    }
    return true;
}

static int find_effector(const caperi_from_clip *work, int body)
{
    for (int k = 0; k < work->effector_count; k++) {
        if (work->effectors[k].body == body) {
            return k;
        }
    }
    return -1;
}

static bool wants_voice(const caperi_clip_effector *e, caper_caps kind)
{
    return e->kind == kind && e->voice < 0 && !e->spare;
}

// A symmetric pair that moves as one gets one voice.
static bool find_pairs(caperi_from_clip *work, caper_caps kind, const candidates *all)
{
    for (int k = 0; k < work->effector_count; k++) {
        caperi_clip_effector *a = &work->effectors[k];
        int partner = find_effector(work, work->character->bodies[a->body].mirror);
        if (!wants_voice(a, kind) || partner <= k || a->side == 0 || a->moves_deform ||
            !wants_voice(&work->effectors[partner], kind) ||
            work->effectors[partner].side != -a->side ||
            !is_mirrored(work, a, &work->effectors[partner])) {
            continue;
        }
        body_set both = {{0}};
        set_add(&both, a->body);
        set_add(&both, work->effectors[partner].body);
        const candidate *c = find_exact(work, all, &both, NULL, -1, ANY_COST);
        caperi_voice *voice = c ? add_voice(work, &c->query, 1, &both) : NULL;
        if (c && !voice) {
            return false;
        }
        if (voice) {
            voice->pair = true;
        }
    }
    return true;
}

// The effector on the other side that still wants a voice too, or -1.
static int find_partner(const caperi_from_clip *work, const caperi_clip_effector *e)
{
    int partner = find_effector(work, work->character->bodies[e->body].mirror);
    bool good = e->side != 0 && partner >= 0 && wants_voice(&work->effectors[partner], e->kind) &&
                work->effectors[partner].side == -e->side;
    return good ? partner : -1;
}

// Left and right by queries that mirror each other.
static bool find_twins(caperi_from_clip *work, caper_caps kind, const candidates *all,
                       const body_set *taken, int priority, float most)
{
    for (int k = 0; k < work->effector_count; k++) {
        const caperi_clip_effector *e = &work->effectors[k];
        int partner = wants_voice(e, kind) ? find_partner(work, e) : -1;
        if (partner < 0) {
            continue;
        }
        body_set one = {{0}}, other = {{0}};
        set_add(&one, e->body);
        set_add(&other, work->effectors[partner].body);
        // both are open still: the twin of a query that needs the other one out of the way is none
        const candidate *c =
            find_exact(work, all, &one, taken, work->effectors[partner].body, most);
        if (!c) {
            continue;
        }
        caper_query mirrored = caper_query_mirror(&c->query);
        if (!add_voice(work, &c->query, priority, &one) ||
            !add_voice(work, &mirrored, priority, &other)) {
            return false;
        }
    }
    return true;
}

// Singles: by a query of their own, or as what is left when others are taken.
static bool find_singles(caperi_from_clip *work, caper_caps kind, const candidates *all,
                         const body_set *taken, int priority, float most)
{
    if (!find_twins(work, kind, all, taken, priority, most)) {
        return false;
    }
    for (int k = 0; k < work->effector_count; k++) {
        const caperi_clip_effector *e = &work->effectors[k];
        if (!wants_voice(e, kind)) {
            continue;
        }
        body_set one = {{0}};
        set_add(&one, e->body);
        const candidate *c = find_exact(work, all, &one, taken, -1, most);
        if (c && !add_voice(work, &c->query, priority, &one)) {
            return false;
        }
    }
    return true;
}

static void collect(const caperi_from_clip *work, caper_caps kind, bool voiced, body_set *out)
{
    memset(out, 0, sizeof *out);
    for (int k = 0; k < work->effector_count; k++) {
        const caperi_clip_effector *e = &work->effectors[k];
        // channels own whatever body they select, of whatever kind it was taken for
        if (voiced ? e->voice >= 0 : wants_voice(e, kind)) {
            set_add(out, e->body);
        }
    }
}

static bool find_groups(caperi_from_clip *work, caper_caps kind, const candidates *all)
{
    for (int k = 0; k < work->effector_count; k++) {
        const caperi_clip_effector *e = &work->effectors[k];
        if (!wants_voice(e, kind)) {
            continue;
        }
        body_set wanted, taken, found;
        collect(work, kind, false, &wanted);
        collect(work, kind, true, &taken);
        const candidate *c = find_smallest(all, e->body, &wanted, &taken, &found);
        if (!c) {
            work->left_out_count++;
            continue;
        }
        if (!add_voice(work, &c->query, work->next_priority--, &found)) {
            return false;
        }
        int members = work->voices[work->voice_count - 1].member_count;
        work->shared_count += members > 1 ? members : 0;
    }
    return true;
}

// What is left of queries when those before them have taken theirs, again and again: each round is
// of lower priority than all before it.
static bool find_leftovers(caperi_from_clip *work, caper_caps kind, const candidates *all,
                           float most)
{
    for (int before = -1; before < work->voice_count;) {
        body_set taken;
        collect(work, kind, true, &taken);
        before = work->voice_count;
        if (!find_singles(work, kind, all, &taken, work->next_priority--, most)) {
            return false;
        }
    }
    return true;
}

// What is good enough at once: two zones, or an extent on one side; and what is left of those.
static bool find_cheap(caperi_from_clip *work, caper_caps kind, const candidates *all)
{
    return find_pairs(work, kind, all) && find_singles(work, kind, all, NULL, 1, CHEAP) &&
           find_leftovers(work, kind, all, CHEAP);
}

static bool find_rest(caperi_from_clip *work, caper_caps kind, const candidates *all)
{
    return find_singles(work, kind, all, NULL, 1, ANY_COST) &&
           find_leftovers(work, kind, all, ANY_COST) && find_groups(work, kind, all);
}

static bool find_kind(caperi_from_clip *work, caper_caps kind)
{
    bool good = true;
    // few constraints are enough for most characters; all of them are asked for where they are not
    for (int constraints = 2; good && constraints <= MAX_CONSTRAINTS; constraints += 2) {
        body_set left;
        collect(work, kind, false, &left);
        if (set_count(&left) == 0) {
            break;
        }
        candidates all;
        caper_arena_mark_point mark = caper_arena_mark(&work->scratch);
        good = list_candidates(work, kind, constraints, &all) && find_cheap(work, kind, &all) &&
               (constraints < MAX_CONSTRAINTS || find_rest(work, kind, &all));
        caper_arena_release(&work->scratch, mark);
    }
    return good;
}

// --------------------------------------------------------------------------------------- names

static void append(char *out, size_t size, const char *word)
{
    size_t used = strlen(out);
    snprintf(out + used, size - used, "%s%s", used ? " " : "", word);
}

static void name_query(const caper_query *query, char *out, size_t size)
{
    static const char *const zones[3][CAPER_ZONE_COUNT] = {{"", "left", "middle", "right"},
                                                           {"", "upper", "level", "lower"},
                                                           {"", "front", "mid", "rear"}};
    static const char *const extents[CAPER_EXTENT_COUNT] = {
        "", "leftmost", "rightmost", "topmost", "lowest", "frontmost", "rearmost"};
    static const int order[3] = {1, 2, 0};
    out[0] = '\0';
    for (int i = 0; i < 3; i++) {
        int axis = order[i];
        caper_zone zone = query->zones[axis], set_zone = query->set_zones[axis];
        if (zone != CAPER_ZONE_ANY) {
            append(out, size, zones[axis][zone]);
        }
        if (set_zone != CAPER_ZONE_ANY && set_zone != zone) {
            append(out, size, zones[axis][set_zone]);
        }
    }
    if (query->extent != CAPER_EXTENT_NONE) {
        append(out, size, extents[query->extent]);
    }
    for (caper_caps bit = 1; bit < (1u << CAPER_CAP_COUNT); bit <<= 1) {
        if (query->caps & bit) {
            append(out, size, caper_cap_name(bit));
        }
    }
    if (query->spine_segment) {
        append(out, size, "base");
    }
}

static bool is_name_used(const caperi_from_clip *work, const char *name)
{
    for (int i = 0; i < work->voice_count; i++) {
        if (work->voices[i].name && strcmp(work->voices[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool name_voices(caperi_from_clip *work)
{
    for (int i = 0; i < work->voice_count; i++) {
        char name[128], numbered[160];
        name_query(&work->voices[i].query, name, sizeof name);
        snprintf(numbered, sizeof numbered, "%s", name);
        for (int n = 2; is_name_used(work, numbered); n++) {
            snprintf(numbered, sizeof numbered, "%s %d", name, n);
        }
        char *kept = caper_arena_alloc(&work->arena, strlen(numbered) + 1, 1);
        if (!kept) {
            return false;
        }
        strcpy(kept, numbered);
        work->voices[i].name = kept;
    }
    return true;
}

bool caperi_find_queries(caperi_from_clip *work)
{
    static const caper_caps kinds[] = {
        CAPER_CAP_ROOT,  CAPER_CAP_FOOT, CAPER_CAP_GRASPER, CAPER_CAP_HEAD, CAPER_CAP_SPINE,
        CAPER_CAP_MOUTH, CAPER_CAP_WING, CAPER_CAP_TAIL,    CAPER_CAP_FIN,  CAPER_CAP_TENTACLE,
        CAPER_CAP_LIMB,  CAPER_CAP_EYE,  CAPER_CAP_EAR,     CAPER_CAP_HORN};
    work->voices = caper_arena_alloc_zero(&work->arena, (size_t)work->effector_count + 1,
                                          sizeof *work->voices, 32);
    bool good = work->voices != NULL;
    for (int i = 0; good && i < CAPER_COUNT_OF(kinds); i++) {
        good = find_kind(work, kinds[i]);
    }
    good = good && name_voices(work);
    return good || caperi_from_clip_no_memory(work);
}
