// SPDX-License-Identifier: MIT
//
// Which way a robot faces. Files use +X by convention, but not all do; the names of their bodies
// are more reliable. Two bodies whose names differ only in "left" and "right" (or in one letter, L
// and R) vote for the way from right to left, "front" and "back" (or "hind", "rear") for the way
// from back to front. Invariant: a direction is told only when a majority of the pairs of each kind
// agrees, and both kinds do.
#include "formats/robot.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST_NAME 64 // longer names have no pairs

// Names in order, for the search of partners.
typedef struct name_entry {
    const char *name;
    int body;
} name_entry;

typedef struct voters {
    caperi_draft *draft;
    caper_vec3 up, ahead, aside; // the candidates are +-ahead and +-aside
    caper_vec3 *positions;
    name_entry *names;
    int name_count;
    float least; // a shorter way between partners says nothing
    int left_votes[4], front_votes[4];
} voters;

static int compare_entries(const void *a, const void *b)
{
    return strcmp(((const name_entry *)a)->name, ((const name_entry *)b)->name);
}

static int find_body(const voters *v, const char *name)
{
    name_entry key = {name, 0};
    const name_entry *entry =
        bsearch(&key, v->names, (size_t)v->name_count, sizeof key, compare_entries);
    return entry ? entry->body : -1;
}

// Ahead, aside, back, other side.
static caper_vec3 candidate(const voters *v, int quarter)
{
    caper_vec3 way = quarter % 2 ? v->aside : v->ahead;
    return quarter >= 2 ? caper_vec3_neg(way) : way;
}

static void vote(const voters *v, int *votes, int from, int to)
{
    caper_vec3 way = caper_vec3_sub(v->positions[to], v->positions[from]);
    float most = v->least;
    int best = -1;
    for (int i = 0; i < 4; i++) {
        float cosine = caper_vec3_dot(way, candidate(v, i));
        if (cosine > most) {
            most = cosine;
            best = i;
        }
    }
    if (best >= 0)
        votes[best]++;
}

static char fold(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

// Does the word stand at this place, in any case?
static bool stands_at(const char *name, const char *word)
{
    while (*word && fold(*name) == *word)
        name++, word++;
    return !*word;
}

// The body whose name has `other` where this one has `word`, in the same case.
static int partner(const voters *v, const char *name, size_t at, const char *word,
                   const char *other)
{
    char text[LONGEST_NAME + 8];
    size_t length = strlen(word), size = at;
    if (!stands_at(name + at, word))
        return -1;
    bool capital = name[at] != fold(name[at]),
         capitals = name[at + length - 1] != fold(name[at + length - 1]);
    memcpy(text, name, at);
    for (size_t i = 0; other[i]; i++) {
        bool upper = i == 0 ? capital : capitals;
        text[size++] = upper ? (char)(other[i] - 'a' + 'A') : other[i];
    }
    memcpy(text + size, name + at + length, strlen(name + at + length) + 1);
    return find_body(v, text);
}

static void ask(voters *v, int body)
{
    static const struct {
        const char *word, *other;
        bool front;
    } pairs[] = {{"left", "right", false}, {"l", "r", false},       {"front", "back", true},
                 {"front", "hind", true},  {"front", "rear", true}, {"fore", "hind", true}};
    const char *name = v->draft->bodies[body].name;
    if (!name || strlen(name) > LONGEST_NAME)
        return;
    for (size_t at = 0; name[at]; at++) {
        for (int k = 0; k < CAPER_COUNT_OF(pairs); k++) {
            int other = partner(v, name, at, pairs[k].word, pairs[k].other);
            if (other >= 0)
                vote(v, pairs[k].front ? v->front_votes : v->left_votes, other, body);
        }
    }
}

// The quarter that more than half of the votes are for, or -1.
static int majority(const int *votes)
{
    int sum = votes[0] + votes[1] + votes[2] + votes[3];
    for (int i = 0; i < 4; i++)
        if (2 * votes[i] > sum)
            return i;
    return -1;
}

static bool gather(voters *v)
{
    caperi_draft *draft = v->draft;
    size_t count = (size_t)draft->body_count;
    caper_transform *model = caperi_draft_alloc(draft, &draft->scratch, count, sizeof *model,
                                                _Alignof(caper_transform), NULL);
    v->positions = caperi_draft_alloc(draft, &draft->scratch, count, sizeof *v->positions,
                                      _Alignof(caper_vec3), NULL);
    v->names = caperi_draft_alloc(draft, &draft->scratch, count, sizeof *v->names,
                                  _Alignof(name_entry), NULL);
    if (!model || !v->positions || !v->names)
        return false;
    caper_bounds bounds = caper_bounds_empty();
    for (int i = 0; i < draft->body_count; i++) {
        const caperi_draft_body *body = &draft->bodies[i];
        model[i] = body->parent < 0 ? body->rest_local
                                    : caper_transform_mul(model[body->parent], body->rest_local);
        v->positions[i] = model[i].position;
        bounds = caper_bounds_add_point(bounds, model[i].position);
        if (body->name) {
            name_entry entry = {body->name, i};
            v->names[v->name_count++] = entry;
        }
    }
    qsort(v->names, (size_t)v->name_count, sizeof *v->names, compare_entries);
    v->least = 0.01f * caper_vec3_length(caper_bounds_size(bounds));
    return true;
}

bool caperi_robot_forward(caperi_draft *draft, caper_vec3 up, caper_vec3 *forward)
{
    voters v = {.draft = draft, .up = up};
    v.ahead =
        fabsf(up.x) > 0.5f ? caper_vec3_make(0.0f, 1.0f, 0.0f) : caper_vec3_make(1.0f, 0.0f, 0.0f);
    v.aside = caper_vec3_cross(up, v.ahead);
    if (!gather(&v))
        return false;
    for (int i = 0; i < draft->body_count; i++)
        ask(&v, i);
    int left = majority(v.left_votes), front = majority(v.front_votes);
    // forward is left x up: a quarter before the left
    int by_left = left >= 0 ? (left + 3) % 4 : -1;
    if (by_left >= 0 && front >= 0 && by_left != front) {
        caperi_draft_warn(draft, 0, 0,
                          "the names of left and right and of front and back do not agree: both "
                          "were ignored");
        return false;
    }
    int told = by_left >= 0 ? by_left : front;
    if (told >= 0)
        *forward = candidate(&v, told);
    return told >= 0;
}
