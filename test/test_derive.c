// SPDX-License-Identifier: MIT
//
// Everything that room `body` derives from the bodies of a character, on small characters whose
// values are computed by hand in the comments.
#include "body_plan.h"

#include <math.h>

// -- Derived values -----------------------------------------------------------------------------

static void a_biped_has_the_values_computed_by_hand(void)
{
    caper_character *c = build(biped());
    CHECK_INT(c->root_body, 0);
    CHECK_INT(c->bodies[0].caps, SPINE | CAPER_CAP_ROOT);
    REQUIRE(c->spine_count == 2);
    CHECK_INT(c->spine[0], 0);
    CHECK_INT(c->spine[1], 1);
    CHECK_NEAR(c->height, 1.7, 1e-6); // head: 1 + 0.3 + 0.25 + 0.05 + 0.1
    CHECK_NEAR(c->size, 1.7, 1e-6);   // soles at 1 - 0.05 - 0.45 - 0.4 - 0.1 = 0
    CHECK_NEAR(c->bounds.min.y, 0, 1e-6);
    CHECK_NEAR(c->bounds.max.x, 0.5, 1e-6); // hand: 0.3 + 0.1 + 0.1
    CHECK_NEAR(c->bounds.min.x, -0.5, 1e-6);

    // legs: 0.45 + 0.4 and 0.1 down to the sole
    REQUIRE(c->leg_count == 2);
    CHECK_STR(c->bodies[c->legs[0].foot].name, "foot_a");
    CHECK_STR(c->bodies[c->legs[0].hip].name, "thigh_a");
    CHECK_INT(c->legs[0].body_count, 3);
    CHECK_NEAR(c->legs[0].length, 0.95, 1e-6);
    CHECK_STR(c->bodies[c->legs[1].foot].name, "foot_b");

    // limb lengths: the hip is nearest to the pelvis end of the spine, (0.1, 0.05) away; the chest
    // ends the spine, so its segment runs from its joint through its box to 0.2 above, and the hand
    // is beside it at 0.3; the head is 0.05 above its end
    int thigh = caper_character_find(c, "thigh_a"), shin = caper_character_find(c, "shin_a");
    int foot = caper_character_find(c, "foot_a"), hand = caper_character_find(c, "hand_b");
    CHECK_NEAR(c->bodies[thigh].limb_length, sqrt(0.0125), 1e-6);
    CHECK_NEAR(c->bodies[shin].limb_length, sqrt(0.0125) + 0.45, 1e-6);
    CHECK_NEAR(c->bodies[foot].limb_length, sqrt(0.0125) + 0.85, 1e-6);
    CHECK_NEAR(c->bodies[hand].limb_length, 0.3, 1e-6);
    CHECK_NEAR(c->bodies[2].limb_length, 0.05, 1e-6);
    CHECK_NEAR(c->bodies[0].limb_length, 0, 0);
    CHECK_INT(c->bodies[foot].spine, 0);
    CHECK_INT(c->bodies[foot].base, thigh);
    CHECK_INT(c->bodies[hand].spine, 1);
    CHECK_INT(c->bodies[hand].base, hand);
    CHECK_INT(c->bodies[1].spine, 1);
    CHECK_INT(c->bodies[1].base, -1);

    // the hand: 0.2 x 0.04 x 0.08 m of water is 0.64 kg
    CHECK_NEAR(c->bodies[hand].mass, 0.64, 1e-6);
    CHECK_NEAR(c->bodies[hand].inertia.x, 0.64 / 12 * (0.04 * 0.04 + 0.08 * 0.08), 1e-8);
    CHECK_NEAR(c->bodies[hand].inertia.y, 0.64 / 12 * (0.2 * 0.2 + 0.08 * 0.08), 1e-8);
    CHECK_NEAR(c->bodies[hand].inertia.z, 0.64 / 12 * (0.2 * 0.2 + 0.04 * 0.04), 1e-8);

    // masses: pelvis 12, chest 16, head 8; of each side thigh 5.76, shin 4, foot 2.4, hand 0.64
    double total = 36 + 2 * (5.76 + 4 + 2.4 + 0.64);
    double y = 12 * 1.1 + 16 * 1.4 + 8 * 1.6 +
               2 * (5.76 * (0.95 - 0.22) + 4 * (0.5 - 0.2) + 2.4 * 0.05 + 0.64 * 1.45);
    CHECK_NEAR(c->mass, total, 1e-4);
    CHECK_NEAR(c->center_of_mass.x, 0, 1e-6);
    CHECK_NEAR(c->center_of_mass.y, y / total, 1e-6);
    CHECK_NEAR(c->center_of_mass.z, 2 * 2.4 * 0.05 / total, 1e-6);
    caper_character_destroy(c);
}

static void masses_given_are_kept_and_density_is_for_the_others(void)
{
    plan *p = biped();
    p->def.density = 500.0f;
    p->bodies[2].mass = 3.25f;
    caper_character *c = build(p);
    CHECK_NEAR(c->bodies[2].mass, 3.25, 0);
    CHECK_NEAR(c->bodies[0].mass, 6, 1e-6);
    caper_character_destroy(c);
}

static void links_lead_to_every_child_in_order(void)
{
    caper_character *c = build(biped());
    int seen = 0;
    for (int i = 0; i < c->body_count; i++) {
        int last = -1;
        for (int k = c->bodies[i].child; k >= 0; k = c->bodies[k].sibling) {
            CHECK_INT(c->bodies[k].parent, i);
            CHECK(k > last);
            last = k;
            seen++;
        }
        CHECK_INT(c->skeleton.parents[i], c->bodies[i].parent);
        CHECK(c->skeleton.names[i] == c->bodies[i].name);
    }
    CHECK_INT(seen, c->body_count - 1);
    caper_character_destroy(c);
}

static void of_two_pairs_of_legs_the_rear_one_carries_the_root(void)
{
    caper_character *c = build(quadruped());
    CHECK_STR(c->bodies[c->root_body].name, "rear");
    REQUIRE(c->spine_count == 3); // rear, middle, front: the tree starts in the middle
    CHECK_STR(c->bodies[c->spine[0]].name, "rear");
    CHECK_STR(c->bodies[c->spine[1]].name, "middle");
    CHECK_STR(c->bodies[c->spine[2]].name, "front");
    CHECK_INT(c->leg_count, 4);
    CHECK_INT(c->legs[0].hip, c->legs[0].foot); // a foot right on the spine
    CHECK_INT(c->legs[0].body_count, 1);
    CHECK_NEAR(c->legs[0].length, 0.05, 1e-6);
    caper_character_destroy(c);

    // a third leg in front outweighs the place
    plan *p = quadruped();
    add(p, "fm", 1, 0, -0.75f, 0.2f, FOOT);
    c = build(p);
    CHECK_STR(c->bodies[c->root_body].name, "front");
    caper_character_destroy(c);

    // three toes of one limb are one leg more, not three
    p = quadruped();
    int limb = add(p, "limb", 1, 0.3f, -0.3f, 0, LIMB);
    int a = add(p, "toe_a", limb, 0, -0.45f, 0.1f, FOOT);
    add(p, "toe_b", limb, 0, -0.45f, -0.1f, FOOT);
    int limb2 = add(p, "limb2", 2, 0.3f, -0.3f, 0, LIMB);
    add(p, "toe_d", limb2, 0, -0.45f, 0, FOOT);
    c = build(p);
    CHECK_STR(c->bodies[c->root_body].name, "rear");
    CHECK_INT(c->leg_count, 7);
    CHECK_INT(c->legs[4].foot, a);
    CHECK_INT(c->legs[4].hip, limb);
    CHECK_INT(c->legs[5].hip, limb);
    CHECK_NEAR(c->legs[4].length, sqrt(0.45 * 0.45 + 0.01) + 0.05, 1e-6);
    caper_character_destroy(c);

    p = quadruped();
    p->bodies[0].caps |= CAPER_CAP_ROOT; // marked: nothing is chosen
    c = build(p);
    CHECK_INT(c->root_body, 0);
    caper_character_destroy(c);
    p->def.root_body = 1; // and the def overrides the mark
    c = build(p);
    CHECK_INT(c->root_body, 1);
    CHECK_INT(c->bodies[0].caps, SPINE);
    CHECK_INT(c->bodies[1].caps, SPINE | CAPER_CAP_ROOT);
    caper_character_destroy(c);
}

static void without_legs_the_middle_of_the_spine_is_the_root(void)
{
    // the snake's first body is in front: 0 at z = 0, the last at z = -0.8
    caper_character *c = build(snake(5));
    CHECK_INT(c->root_body, 2);
    for (int k = 0; k < 5; k++)
        CHECK_INT(c->spine[k], 4 - k);
    CHECK_INT(c->leg_count, 0);
    CHECK_NEAR(c->size, 0.9, 1e-6);
    caper_character_destroy(c);
    c = build(snake(6)); // two are nearest: the lower index
    CHECK_INT(c->root_body, 2);
    caper_character_destroy(c);
    c = build(snake(1));
    CHECK_INT(c->root_body, 0);
    CHECK_INT(c->spine_count, 1);
    caper_character_destroy(c);
}

static void a_head_tells_which_end_of_the_spine_leads(void)
{
    plan *p = snake(4);
    add(p, "head", 3, 0, 0.1f, -0.1f, HEAD); // at what would be the rear
    caper_character *c = build(p);
    CHECK_INT(c->spine[3], 3);
    CHECK_INT(c->spine[0], 0);
    caper_character_destroy(c);

    p = snake(5); // not at an end, but nearer to that one
    int neck = add(p, "neck", 3, 0, 0.1f, 0, LIMB);
    add(p, "head", neck, 0, 0.1f, 0, HEAD);
    c = build(p);
    CHECK_INT(c->spine[4], 4);
    caper_character_destroy(c);

    p = snake(4); // one at either end: forward decides again
    add(p, "head", 3, 0, 0.1f, -0.1f, HEAD);
    add(p, "other", 0, 0, 0.1f, 0.1f, HEAD);
    c = build(p);
    CHECK_INT(c->spine[3], 0);
    caper_character_destroy(c);

    p = begin(); // upright, leaning back a little, no head: up decides
    int low = add(p, "low", -1, 0, 1, 0, SPINE);
    add(p, "high", low, 0, 0.5f, -0.05f, SPINE);
    c = build(p);
    CHECK_INT(c->spine[0], 0);
    CHECK_INT(c->spine[1], 1);
    caper_character_destroy(c);
}

static void limbs_are_measured_to_the_nearest_spine_segment(void)
{
    plan *p = quadruped();
    int wing = add(p, "wing", 0, 0.3f, 0.4f, 0.25f, LIMB); // halfway along middle - front
    int tail = add(p, "tail", 0, 0, 0, -0.4f, LIMB);       // on the segment middle - rear
    int horn = add(p, "horn", 1, 0, 0.35f, 0, CAPER_CAP_HORN);
    caper_character *c = build(p);
    CHECK_NEAR(c->bodies[wing].limb_length, 0.5, 1e-6);
    CHECK_NEAR(c->bodies[tail].limb_length, 0, 1e-6);
    // the joint of `front` is amid its cubic box, so its segment is the box's first axis: X
    CHECK_NEAR(c->bodies[horn].limb_length, 0.35, 1e-6);
    CHECK_NEAR(c->bodies[5].limb_length, sqrt(0.15 * 0.15 + 0.75 * 0.75), 1e-6);
    caper_character_destroy(c);
}

static void a_potato_with_eyes_is_a_character(void)
{
    plan *p = begin();
    int body = add(p, "potato", -1, 0, 0.3f, 0, SPINE);
    box(p, body, caper_vec3_zero(), caper_vec3_make(0.1f, 0.15f, 0.3f));
    int eye = add(p, "eye", body, 0.1f, 0.1f, 0.2f, CAPER_CAP_EYE);
    caper_character *c = build(p);
    // the spine is the longest axis of the box, -0.3 to 0.3 in z
    CHECK_NEAR(c->bodies[eye].limb_length, sqrt(0.02), 1e-6);
    CHECK_INT(c->root_body, 0);
    caper_character_destroy(c);
}

static void helpers_may_stand_above_and_beside_the_spine(void)
{
    plan *p = begin();
    int top = add(p, "armature", -1, 5, 5, 5, HELPER);
    int hips = add(p, "hips", top, -5, -4, -5, SPINE);
    add(p, "control", top, 9, 9, 9, HELPER);
    int twist = add(p, "twist", hips, 0.2f, 0, 0, HELPER);
    add(p, "foot", twist, 0, -0.9f, 0, FOOT);
    caper_character *c = build(p);
    CHECK_INT(c->root_body, 1);
    CHECK_INT(c->bodies[0].spine, -1);
    CHECK_INT(c->bodies[0].base, -1);
    CHECK_INT(c->bodies[2].spine, -1);
    CHECK_NEAR(c->bodies[0].limb_length, 0, 0);
    CHECK_INT(c->bodies[3].base, 3);
    CHECK_INT(c->legs[0].hip, 3);
    CHECK_NEAR(c->bodies[3].mass, 0, 0); // no physical part
    CHECK_NEAR(c->mass, 2, 1e-6);
    CHECK_NEAR(c->bounds.max.x, 0.25, 1e-6);
    CHECK_NEAR(c->bounds.max.y, 1.05, 1e-6);
    caper_character_destroy(c);
}

static void a_foot_may_be_spine(void)
{
    plan *p = begin();
    int top = add(p, "top", -1, 0, 1, 0, SPINE);
    add(p, "stub", top, 0, -0.9f, 0, SPINE | FOOT);
    caper_character *c = build(p);
    CHECK_INT(c->legs[0].foot, 1);
    CHECK_INT(c->legs[0].hip, 1);
    CHECK_NEAR(c->legs[0].length, 0.05, 1e-6);
    CHECK_INT(c->root_body, 1);
    caper_character_destroy(c);
}

// -- Order --------------------------------------------------------------------------------------

static void parents_are_moved_before_their_children_and_nothing_else(void)
{
    plan *p = begin(); // foot, tip, root, hip, eye
    add(p, "foot", 3, 0, -0.4f, 0, FOOT);
    add(p, "tip", 2, 0, 0.2f, 0, 0);
    add(p, "root", -1, 0, 1, 0, SPINE);
    add(p, "hip", 2, 0.1f, -0.1f, 0, LIMB);
    add(p, "eye", 1, 0, 0, 0.1f, CAPER_CAP_EYE);
    p->def.root_body = 2;
    caper_character *c = build(p);
    static const char *const expected[] = {"root", "hip", "foot", "tip", "eye"};
    static const int parents[] = {-1, 0, 1, 0, 3};
    for (int i = 0; i < 5; i++) {
        CHECK_STR(c->bodies[i].name, expected[i]);
        CHECK_INT(c->bodies[i].parent, parents[i]);
    }
    CHECK_INT(c->root_body, 0);
    CHECK_NEAR(c->rest_model[2].position.y, 0.5, 1e-6);
    CHECK_NEAR(c->rest_model[4].position.z, 0.1, 1e-6);
    caper_character_destroy(c);
}

static void a_reversed_chain_of_1024_bodies_is_sorted(void)
{
    plan *p = begin();
    for (int i = 0; i < CAPER_MAX_BODIES; i++) {
        snprintf(plan_names[i], sizeof plan_names[i], "s%d", CAPER_MAX_BODIES - 1 - i);
        int parent = i + 1 < CAPER_MAX_BODIES ? i + 1 : -1;
        add(p, plan_names[i], parent, 0, 0, 0.01f, SPINE);
    }
    caper_character *c = build(p);
    for (int i = 0; i < c->body_count; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        CHECK_STR(c->bodies[i].name, name);
        CHECK_INT(c->bodies[i].parent, i - 1);
        CHECK_INT(c->spine[i], i);
        CHECK_INT(c->bodies[i].mirror, i);
    }
    CHECK_INT(c->root_body, 511);
    CHECK_NEAR(c->rest_model[1023].position.z, 10.24, 1e-3);
    caper_character_destroy(c);
}

// -- Mirror -------------------------------------------------------------------------------------

static void sides_are_paired_by_place(void)
{
    caper_character *c = build(biped());
    static const char *const pairs[][2] = {
        {"pelvis", "pelvis"}, {"chest", "chest"},   {"head", "head"},     {"thigh_a", "thigh_b"},
        {"shin_a", "shin_b"}, {"foot_a", "foot_b"}, {"hand_a", "hand_b"},
    };
    for (int k = 0; k < CAPER_COUNT_OF(pairs); k++) {
        int a = caper_character_find(c, pairs[k][0]), b = caper_character_find(c, pairs[k][1]);
        CHECK_INT(c->bodies[a].mirror, b);
        CHECK_INT(c->bodies[b].mirror, a);
    }
    caper_character_destroy(c);
}

static void what_has_no_partner_is_left_alone(void)
{
    plan *p = biped();
    int hook = add(p, "hook", 9, -0.2f, 0, 0, 0);      // on hand_b alone
    int ear = add(p, "ear", 2, 0.1f, 0.1f, 0, 0);      // one ear only
    int lump = add(p, "lump_a", 1, 0.3f, 0, -0.1f, 0); // and lumps of unlike size
    int other = add(p, "lump_b", 1, -0.3f, 0, -0.1f, 0);
    p->bodies[other].box_half.y = 0.06f;
    int near = add(p, "near_a", 1, 0.2f, 0, 0.2f, 0); // and a pair that is apart by 0.03 < 2 %
    int apart = add(p, "near_b", 1, -0.2f, 0.03f, 0.2f, 0);
    int far_a = add(p, "far_a", 1, 0.2f, 0, -0.3f, 0); // and one by 0.04 > 2 %
    int far_b = add(p, "far_b", 1, -0.2f, 0.04f, -0.3f, 0);
    caper_character *c = build(p);
    CHECK_NEAR(c->size, 1.7, 1e-6);
    CHECK_INT(c->bodies[hook].mirror, -1);
    CHECK_INT(c->bodies[ear].mirror, -1);
    CHECK_INT(c->bodies[lump].mirror, -1);
    CHECK_INT(c->bodies[other].mirror, -1);
    CHECK_INT(c->bodies[near].mirror, apart);
    CHECK_INT(c->bodies[apart].mirror, near);
    CHECK_INT(c->bodies[far_a].mirror, -1);
    CHECK_INT(c->bodies[far_b].mirror, -1);
    caper_character_destroy(c);
}

static void close_pairs_are_not_mixed_up(void)
{
    // eyes within the tolerance of the plane, a nose between them, two coincident pairs
    plan *p = biped();
    int eye_a = add(p, "eye_a", 2, 0.012f, 0.1f, 0.1f, 0);
    int nose = add(p, "nose", 2, 0, 0.1f, 0.1f, 0);
    int eye_b = add(p, "eye_b", 2, -0.012f, 0.1f, 0.1f, 0);
    int one_a = add(p, "one_a", 2, 0.1f, 0, 0, 0), two_a = add(p, "two_a", 2, 0.1f, 0, 0, 0);
    int two_b = add(p, "two_b", 2, -0.1f, 0, 0, 0), one_b = add(p, "one_b", 2, -0.1f, 0, 0, 0);
    caper_character *c = build(p);
    CHECK_INT(c->bodies[eye_a].mirror, eye_b);
    CHECK_INT(c->bodies[eye_b].mirror, eye_a);
    CHECK_INT(c->bodies[nose].mirror, nose);
    CHECK_INT(c->bodies[one_a].mirror, two_b); // by index
    CHECK_INT(c->bodies[two_a].mirror, one_b);
    caper_character_destroy(c);
}

static void the_nearest_of_several_is_the_partner(void)
{
    // both on the left are within reach of the one on the right; the second is nearer
    plan *p = biped();
    int off = add(p, "off", 2, 0.1f, 0.02f, 0, 0), exact = add(p, "exact", 2, 0.1f, 0, 0, 0);
    int other = add(p, "other", 2, -0.1f, 0, 0, 0);
    // joints in the same place do not make partners of bodies that point elsewhere
    int up = add(p, "up", 1, 0.2f, 0, 0, 0), down = add(p, "down", 1, -0.2f, 0, 0, 0);
    box(p, up, caper_vec3_make(0, 0.1f, 0), caper_vec3_make(0.02f, 0.1f, 0.02f));
    box(p, down, caper_vec3_make(0, -0.1f, 0), caper_vec3_make(0.02f, 0.1f, 0.02f));
    // what coincides on the plane stays by itself
    int one = add(p, "one", 1, 0, 0.1f, 0.2f, 0), two = add(p, "two", 1, 0, 0.1f, 0.2f, 0);
    caper_character *c = build(p);
    CHECK_INT(c->bodies[off].mirror, -1);
    CHECK_INT(c->bodies[exact].mirror, other);
    CHECK_INT(c->bodies[other].mirror, exact);
    CHECK_INT(c->bodies[up].mirror, -1);
    CHECK_INT(c->bodies[down].mirror, -1);
    CHECK_INT(c->bodies[one].mirror, one);
    CHECK_INT(c->bodies[two].mirror, two);
    caper_character_destroy(c);
}

static void partners_may_turn_their_frames_differently(void)
{
    plan *p = biped();
    int a = add(p, "arm_a", 1, 0.2f, 0.1f, 0, LIMB), b = add(p, "arm_b", 1, -0.2f, 0.1f, 0, LIMB);
    box(p, a, caper_vec3_make(0.2f, 0, 0), caper_vec3_make(0.2f, 0.03f, 0.04f));
    // turned by 90 degrees about Z: its own Y points to -X of the character
    p->bodies[b].rest_local.rotation = caper_quat_make(0, 0, sqrtf(0.5f), sqrtf(0.5f));
    box(p, b, caper_vec3_make(0, 0.2f, 0), caper_vec3_make(0.03f, 0.2f, 0.04f));
    caper_character *c = build(p);
    CHECK_INT(c->bodies[a].mirror, b);
    caper_character_destroy(c);
}

static void partnership_is_mutual_on_random_heaps(void)
{
    caper_rng rng = caper_rng_make(77);
    for (int round = 0; round < 100; round++) {
        plan *p = snake(1);
        for (int i = 1; i < 60; i++) {
            snprintf(plan_names[i], sizeof plan_names[i], "s%d", i);
            float x = 0.1f * (float)caper_rng_int(&rng, -2, 2);
            add(p, plan_names[i], caper_rng_int(&rng, 0, i - 1), x, 0, 0, 0);
        }
        caper_character *c = build(p);
        for (int i = 0; i < c->body_count; i++) {
            int j = c->bodies[i].mirror;
            if (j < 0)
                continue;
            CHECK_INT(c->bodies[j].mirror, i);
            caper_vec3 d = caper_vec3_sub(caper_vec3_mirror(c->rest_model[i].position),
                                          c->rest_model[j].position);
            CHECK(caper_vec3_length(d) <= 0.02f * c->size + 1e-6f);
            int up = c->bodies[i].parent, other = c->bodies[j].parent;
            CHECK(up == other || (up >= 0 && c->bodies[up].mirror == other));
        }
        caper_character_destroy(c);
    }
}

// The whole of a character in one number: floats of every derived value.
static void every_build_derives_the_same_bits(void)
{
    plan *p = quadruped();
    for (int i = 1; i < p->def.body_count; i++) {
        caper_vec3 axis = caper_vec3_make((float)i, 1, 2);
        caper_quat q = caper_quat_make(axis.x, axis.y, axis.z, 12);
        p->bodies[i].rest_local.rotation = caper_quat_normalize(q);
    }
    caper_character *c = build(p);
    uint64_t hash = caper_hash64(c->rest_model, sizeof(caper_transform) * (size_t)c->body_count, 0);
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *b = &c->bodies[i];
        float values[] = {b->mass, b->inertia.x, b->inertia.y, b->inertia.z, b->limb_length};
        hash = caper_hash64(values, sizeof values, hash);
    }
    for (int k = 0; k < c->leg_count; k++)
        hash = caper_hash64(&c->legs[k].length, sizeof c->legs[k].length, hash);
    hash = caper_hash64(&c->bounds, sizeof c->bounds, hash);
    hash = caper_hash64(&c->center_of_mass, sizeof c->center_of_mass, hash);
    TELL_BITS("derive", hash);
    caper_character_destroy(c);
}

TESTS(a_biped_has_the_values_computed_by_hand, masses_given_are_kept_and_density_is_for_the_others,
      links_lead_to_every_child_in_order, of_two_pairs_of_legs_the_rear_one_carries_the_root,
      without_legs_the_middle_of_the_spine_is_the_root, a_head_tells_which_end_of_the_spine_leads,
      limbs_are_measured_to_the_nearest_spine_segment, a_potato_with_eyes_is_a_character,
      helpers_may_stand_above_and_beside_the_spine, a_foot_may_be_spine,
      parents_are_moved_before_their_children_and_nothing_else,
      a_reversed_chain_of_1024_bodies_is_sorted, sides_are_paired_by_place,
      what_has_no_partner_is_left_alone, close_pairs_are_not_mixed_up,
      the_nearest_of_several_is_the_partner, partners_may_turn_their_frames_differently,
      partnership_is_mutual_on_random_heaps, every_build_derives_the_same_bits)
