// SPDX-License-Identifier: MIT
//
// The variant product: the examples of paper 000 to the letter, and a brute-force oracle of any
// arity on creatures that nobody planned.
#include "bind_fixture.h"

#include <stdlib.h>

#define HAND CAPER_CAP_GRASPER
#define MOUTH CAPER_CAP_MOUTH

static char listed[8192];

// The names of the bodies of each variant, variants apart: "AB BA".
static const char *list_variants(const caper_binding *binding)
{
    size_t used = 0;
    listed[0] = '\0';
    for (int v = 0; v < binding->variant_count && used < sizeof listed - 64; v++) {
        used += (size_t)snprintf(listed + used, sizeof listed - used, "%s", v ? " " : "");
        for (int g = 0; g < binding->group_count; g++)
            used +=
                (size_t)snprintf(listed + used, sizeof listed - used, "%s",
                                 binding->character->bodies[binding->variants[v].bodies[g]].name);
    }
    return listed;
}

// The variants of a motion of varying channels, each over its caps, on figure 4.
static const char *variants_of(caper_caps letters, caper_caps numbers, const caper_caps *channels,
                               int count, caper_side side)
{
    score *s = score_begin();
    for (int i = 0; i < count; i++) {
        caper_channel *c = score_channel(s, channels[i]);
        c->group = c->name;
        score_at(s, c, 0, 0.1f, 0);
    }
    if (count == 2)
        score_pair(s, score_names[0], score_names[1], side);
    caper_motion *motion = score_build(s);
    caper_character *character = figure_four(letters, numbers);
    caper_binding *binding = score_bind(motion, character);
    list_variants(binding);
    CHECK(!binding->truncated);
    CHECK_INT(binding->group_count, count);
    caper_binding_destroy(binding);
    caper_character_destroy(character);
    caper_motion_destroy(motion);
    return listed;
}

static void one_varying_channel_plays_on_each_of_five_bodies(void)
{
    CHECK_STR(variants_of(HAND, HAND, (caper_caps[]){HAND}, 1, CAPER_SIDE_ANY), "A B 1 2 3");
}

static void a_handoff_between_two_graspers_goes_both_ways(void)
{
    CHECK_STR(variants_of(HAND, 0, (caper_caps[]){HAND, HAND}, 2, CAPER_SIDE_ANY), "AB BA");
}

static void groups_may_be_of_different_caps(void)
{
    CHECK_STR(variants_of(MOUTH, HAND, (caper_caps[]){HAND, MOUTH}, 2, CAPER_SIDE_ANY),
              "1A 1B 2A 2B 3A 3B");
}

static void sides_constrain_the_product(void)
{
    const caper_caps two[] = {HAND, HAND};
    CHECK_STR(variants_of(0, HAND, two, 2, CAPER_SIDE_SAME), "23 32");
    CHECK_STR(variants_of(0, HAND, two, 2, CAPER_SIDE_OPPOSITE), "12 13 21 31");
    CHECK_STR(variants_of(0, HAND, two, 2, CAPER_SIDE_ANY), "12 13 21 23 31 32");
}

static void a_group_without_bodies_leaves_no_variant(void)
{
    CHECK_STR(variants_of(0, HAND, (caper_caps[]){HAND, MOUTH}, 2, CAPER_SIDE_ANY), "");
    CHECK_STR(variants_of(HAND, 0, (caper_caps[]){HAND, HAND, HAND}, 3, CAPER_SIDE_ANY), "");
}

static void three_groups_give_all_permutations(void)
{
    CHECK_STR(variants_of(0, HAND, (caper_caps[]){HAND, HAND, HAND}, 3, CAPER_SIDE_ANY),
              "123 132 213 231 312 321");
}

static void bodies_on_the_plane_are_on_both_sides(void)
{
    plan *p = begin();
    int trunk = add(p, "trunk", -1, 0, 1, 0, SPINE);
    add(p, "l", trunk, 0.4f, 0, 0, LIMB | HAND);
    add(p, "m", trunk, 0, 0, 0.4f, LIMB | HAND);
    add(p, "r", trunk, -0.4f, 0, 0, LIMB | HAND);
    caper_character *character = build(p);
    static const char *const expected[] = {"lm lr ml mr rl rm", "lm ml mr rm", "lm lr ml mr rl rm"};
    for (caper_side side = CAPER_SIDE_ANY; side < CAPER_SIDE_COUNT; side++) {
        score *s = score_begin();
        for (int i = 0; i < 2; i++) {
            caper_channel *c = score_channel(s, HAND);
            c->group = c->name;
            score_at(s, c, 0, 0.1f, 0);
        }
        score_pair(s, "one", "two", side);
        caper_motion *motion = score_build(s);
        caper_binding *binding = score_bind(motion, character);
        CHECK_STR(list_variants(binding), expected[side]);
        caper_binding_destroy(binding);
        caper_motion_destroy(motion);
    }
    caper_character_destroy(character);
}

// ---------------------------------------------------------------------------- brute-force oracle

static int oracle_side(const caper_character *c, int body)
{
    float x = caper_transform_mul_point(c->rest_model[body], c->bodies[body].box_center).x;
    if (c->bodies[body].mirror == body || fabsf(x) <= 0.01f * c->size)
        return 0;
    return x > 0 ? 1 : -1;
}

static bool oracle_allows(const score *s, const caper_character *c, const int *bodies)
{
    int count = s->branch.channel_count;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (bodies[i] == bodies[j])
                return false;
    for (int i = 0; i < s->branch.pair_count; i++) {
        int at[2] = {0, 0};
        for (int g = 0; g < count; g++) {
            if (strcmp(score_names[g], s->pairs[i].a) == 0)
                at[0] = oracle_side(c, bodies[g]);
            if (strcmp(score_names[g], s->pairs[i].b) == 0)
                at[1] = oracle_side(c, bodies[g]);
        }
        if (at[0] == 0 || at[1] == 0)
            continue;
        if (s->pairs[i].side == CAPER_SIDE_SAME && at[0] != at[1])
            return false;
        if (s->pairs[i].side == CAPER_SIDE_OPPOSITE && at[0] == at[1])
            return false;
    }
    return true;
}

// Count through all tuples as an odometer does, and hold each allowed one against the binding.
static int check_product(const score *s, const caper_binding *binding)
{
    const caper_character *c = binding->character;
    int count = s->branch.channel_count, found = 0;
    int16_t selected[4][CAPER_MAX_BODIES];
    int sizes[4], at[4] = {0}, bodies[4];
    for (int g = 0; g < count; g++) {
        sizes[g] = caper_query_select(&s->channels[g].query, c, selected[g]);
        if (sizes[g] == 0)
            return 0;
    }
    for (bool more = true; more;) {
        for (int g = 0; g < count; g++)
            bodies[g] = selected[g][at[g]];
        if (oracle_allows(s, c, bodies)) {
            for (int g = 0; found < binding->variant_count && g < count; g++)
                CHECK_INT(binding->variants[found].bodies[g], bodies[g]);
            found++;
        }
        int g = count - 1;
        while (g >= 0 && ++at[g] == sizes[g])
            at[g--] = 0;
        more = g >= 0;
    }
    return found;
}

static void any_product_is_what_brute_force_finds(void)
{
    static const caper_caps kinds[] = {HAND, CAPER_CAP_FOOT, MOUTH, CAPER_CAP_EYE,
                                       HEAD, LIMB,           LIMB,  LIMB};
    caper_rng rng = caper_rng_make(11);
    int variants = 0, truncated = 0, several = 0;
    for (int round = 0; round < 150; round++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)round / 3;
        def.difficulty = (float)(round % 11) / 10;
        def.max_bodies = 120;
        caper_character *character = caper_character_random(&def, NULL);
        REQUIRE(character != NULL);
        score *s = score_begin();
        int groups = caper_rng_int(&rng, 1, 4);
        for (int g = 0; g < groups; g++) {
            caper_channel *c = score_channel(s, kinds[caper_rng_int(&rng, 0, 7)]);
            c->group = c->name;
            if (caper_rng_bool(&rng, 0.2f))
                c->query.zones[2] = CAPER_ZONE_PLUS;
            score_at(s, c, 0, 0.1f, 0);
        }
        for (int i = caper_rng_int(&rng, 0, 3); i > 0 && groups > 1; i--) {
            int a = caper_rng_int(&rng, 0, groups - 1), b = caper_rng_int(&rng, 0, groups - 1);
            caper_side side = caper_rng_int(&rng, 0, 2);
            if (a != b)
                score_pair(s, score_names[a], score_names[b], side);
        }
        caper_motion *motion = score_build(s);
        caper_binding *binding = score_bind(motion, character);
        int expected = check_product(s, binding);
        CHECK_INT(binding->variant_count,
                  expected < CAPER_MAX_VARIANTS ? expected : CAPER_MAX_VARIANTS);
        CHECK_INT(binding->truncated, expected > CAPER_MAX_VARIANTS);
        variants += binding->variant_count;
        truncated += binding->truncated;
        several += groups >= 3 && expected > 0;
        caper_binding_destroy(binding);
        caper_motion_destroy(motion);
        caper_character_destroy(character);
    }
    CHECK(variants > 1000);
    CHECK(truncated > 0);
    CHECK(several > 20);
}

static void what_nothing_meets_is_given_up_soon(void)
{
    // more groups than bodies, so that looking ahead sees nothing until late
    plan *p = begin();
    int trunk = add(p, "trunk", -1, 0, 1, 0, SPINE);
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g"};
    for (int i = 0; i < 7; i++)
        add(p, names[i], trunk, 0.1f * (float)(i - 3), 0, 0.4f, LIMB | HAND);
    caper_character *character = build(p);
    score *s = score_begin();
    for (int i = 0; i < 8; i++) {
        caper_channel *c = score_channel(s, HAND);
        c->group = c->name;
        score_at(s, c, 0, 0.1f, 0);
    }
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, character);
    CHECK_INT(binding->variant_count, 0);
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(character);
}

// -------------------------------------------------------------------------- channels of one group

static const caper_strand *strand_of(const caper_variant *v, int channel, int *count)
{
    const caper_strand *found = NULL;
    *count = 0;
    for (int i = 0; i < v->strand_count; i++)
        if (v->strands[i].channel == channel) {
            found = &v->strands[i];
            ++*count;
        }
    return found;
}

static void a_shoulder_goes_with_its_hand(void)
{
    menagerie m = menagerie_open();
    int shoulders = 0, apart = 0;
    for (int shoulder_first = 0; shoulder_first < 2; shoulder_first++) {
        score *s = score_begin();
        for (int i = 0; i < 2; i++) {
            caper_channel *c = score_channel(s, HAND);
            c->group = "hand";
            c->query.spine_segment = (i == 0) == (shoulder_first == 1);
            score_at(s, c, 0, 0.1f, 0);
        }
        caper_motion *motion = score_build(s);
        for (int i = 0; i < m.count; i++) {
            int16_t hands[CAPER_MAX_BODIES], spines[CAPER_MAX_BODIES];
            int hand_channel = shoulder_first ? 1 : 0;
            caper_query spine = s->channels[1 - hand_channel].query;
            int hand_count =
                caper_query_select(&s->channels[hand_channel].query, m.characters[i], hands);
            apart += caper_query_select(&spine, m.characters[i], spines) > 1;
            caper_binding *binding = score_bind(motion, m.characters[i]);
            CHECK_INT(binding->group_count, 1);
            CHECK_INT(binding->variant_count, hand_count);
            for (int v = 0; v < binding->variant_count; v++) {
                int n;
                const caper_strand *hand = strand_of(&binding->variants[v], hand_channel, &n);
                REQUIRE(n == 1);
                CHECK_INT(hand->body, hands[v]);
                const caper_strand *shoulder =
                    strand_of(&binding->variants[v], 1 - hand_channel, &n);
                REQUIRE(n == 1);
                CHECK_INT(shoulder->body, m.characters[i]->bodies[hands[v]].spine);
                shoulders++;
            }
            caper_binding_destroy(binding);
        }
        caper_motion_destroy(motion);
    }
    CHECK(shoulders > 20);
    CHECK(apart > 0); // somebody has hands on more than one spine body
    menagerie_close(&m);
}

static void an_arm_goes_with_its_hand(void)
{
    plan *p = begin();
    int trunk = add(p, "trunk", -1, 0, 1, 0, SPINE);
    for (int side = 1; side >= -1; side -= 2) {
        float s = (float)side;
        int arm = add(p, side > 0 ? "arm_l" : "arm_r", trunk, 0.2f * s, 0.3f, 0, LIMB);
        int elbow = add(p, side > 0 ? "elbow_l" : "elbow_r", arm, 0.2f * s, 0, 0, LIMB);
        add(p, side > 0 ? "hand_l" : "hand_r", elbow, 0.2f * s, 0, 0, LIMB | HAND);
    }
    caper_character *character = build(p);
    score *s = score_begin();
    caper_channel *hand = score_channel(s, HAND), *arm = score_channel(s, LIMB);
    hand->group = arm->group = "hand";
    arm->query.not_caps = HAND;
    score_at(s, hand, 0, 0.1f, 0);
    score_at(s, arm, 0, 0.1f, 0);
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, character);
    CHECK_STR(list_variants(binding), "hand_l hand_r");
    for (int v = 0; v < binding->variant_count; v++) {
        const caper_variant *variant = &binding->variants[v];
        REQUIRE(variant->strand_count == 3);
        const char *const names[2][3] = {{"hand_l", "arm_l", "elbow_l"},
                                         {"hand_r", "arm_r", "elbow_r"}};
        for (int i = 0; i < 3; i++)
            CHECK_STR(character->bodies[variant->strands[i].body].name, names[v][i]);
    }
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(character);
}

TESTS(one_varying_channel_plays_on_each_of_five_bodies,
      a_handoff_between_two_graspers_goes_both_ways, groups_may_be_of_different_caps,
      sides_constrain_the_product, a_group_without_bodies_leaves_no_variant,
      three_groups_give_all_permutations, bodies_on_the_plane_are_on_both_sides,
      any_product_is_what_brute_force_finds, what_nothing_meets_is_given_up_soon,
      a_shoulder_goes_with_its_hand, an_arm_goes_with_its_hand)
