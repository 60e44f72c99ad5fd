// SPDX-License-Identifier: MIT
//
// The variant product (paper 000, section 4.1.2): in how many ways can a motion play? Each variant
// group takes one of its bodies, all of them different, and rules between pairs of groups keep
// those on the same or on opposite sides. Bodies on the sagittal plane are on both sides, so that
// they meet either rule.
//
// The ways come out in lexicographic order of the groups' bodies, as the lists have them. The
// search goes deep first and looks ahead: a choice that leaves a later group without any body is
// dropped at once, so that rules which nothing meets do not cost the whole product. What looking
// ahead cannot see (three groups that fight for two bodies) is bounded by a budget of comparisons.
// Invariant: a tuple is written once, and `truncated` tells whether any may be missing.
#include "motion/bind.h"

// Some tens of milliseconds; a product of 4,096 variants of eight groups takes a hundredth of it.
#define BUDGET (1 << 24)

typedef struct search {
    caperi_product *product;
    int64_t budget;
    int choice[CAPER_MAX_CHANNELS];     // index among the bodies of each group
    int16_t chosen[CAPER_MAX_CHANNELS]; // the body itself
} search;

static bool are_compatible(const caperi_product *p, int group_a, int16_t a, int group_b, int16_t b)
{
    if (a == b)
        return false;
    unsigned rule = p->rules[group_a][group_b];
    int product = p->sides[a] * p->sides[b]; // 0: one of them is on the plane
    return !((rule & CAPERI_RULE_SAME) && product < 0) &&
           !((rule & CAPERI_RULE_OPPOSITE) && product > 0);
}

// Does a body of a group go with the choices of the first `depth` groups?
static bool fits(search *s, int group, int16_t body, int depth)
{
    s->budget -= depth;
    for (int g = 0; g < depth; g++)
        if (!are_compatible(s->product, g, s->chosen[g], group, body))
            return false;
    return true;
}

// Is there a body left for every group after the first `depth`?
static bool leaves_room(search *s, int depth)
{
    const caperi_product *p = s->product;
    for (int group = depth; group < p->group_count; group++) {
        bool any = false;
        for (int i = 0; i < p->counts[group] && !any; i++)
            any = fits(s, group, p->bodies[group][i], depth);
        if (!any)
            return false;
    }
    return true;
}

// The next choice at a depth that fits; false when there is none.
static bool advance(search *s, int depth)
{
    const caperi_product *p = s->product;
    while (++s->choice[depth] < p->counts[depth] && s->budget > 0) {
        s->chosen[depth] = p->bodies[depth][s->choice[depth]];
        if (fits(s, depth, s->chosen[depth], depth) && leaves_room(s, depth + 1))
            return true;
    }
    return false;
}

static void write_tuple(search *s)
{
    caperi_product *p = s->product;
    if (p->count == p->capacity) {
        p->truncated = true;
        return;
    }
    for (int g = 0; g < p->group_count; g++)
        p->tuples[p->count * p->group_count + g] = s->chosen[g];
    p->count++;
}

void caperi_variant_product(caperi_product *product)
{
    product->count = 0;
    product->truncated = false;
    if (product->group_count == 0)
        return;
    search s;
    s.product = product;
    s.budget = BUDGET;
    int depth = 0;
    s.choice[0] = -1;
    while (depth >= 0 && !product->truncated) {
        if (!advance(&s, depth)) {
            depth--;
        } else if (depth + 1 == product->group_count) {
            write_tuple(&s);
        } else {
            s.choice[++depth] = -1;
        }
    }
    if (s.budget <= 0)
        product->truncated = true;
}
