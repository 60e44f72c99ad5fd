// SPDX-License-Identifier: MIT
//
// Random creatures: every one is valid and plausible by measures taken here from its boxes and
// joints alone, the lot covers the space of morphologies, and the bytes are the same everywhere.
#include "test.h"

#include "caper/character.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CREATURES 3000

static caper_character *creature(uint64_t seed, float difficulty)
{
    caper_creature_def def = caper_creature_def_default();
    def.seed = seed;
    def.difficulty = difficulty;
    caper_error error = {0};
    caper_character *c = caper_character_random(&def, &error);
    if (!c) {
        fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, error.message);
    }
    return c;
}

/// The sample of the long tests: seeds in order, eleven difficulties in turn.
static float difficulty_of(int i)
{
    return (float)(i % 11) / 10.0f;
}

static caper_vec3 corner(const caper_character *c, int body, int k)
{
    const caper_body *b = &c->bodies[body];
    caper_vec3 p = b->box_center;
    p.x += k & 1 ? b->box_half.x : -b->box_half.x;
    p.y += k & 2 ? b->box_half.y : -b->box_half.y;
    p.z += k & 4 ? b->box_half.z : -b->box_half.z;
    return caper_transform_mul_point(c->rest_model[body], p);
}

static float lowest_corner(const caper_character *c, int body)
{
    float low = INFINITY;
    for (int k = 0; k < 8; k++) {
        low = fminf(low, corner(c, body, k).y);
    }
    return low;
}

/// How far a model-space point is outside of a body's box, by its worst axis; <= 0 inside.
static float outside(const caper_character *c, int body, caper_vec3 point)
{
    const caper_body *b = &c->bodies[body];
    caper_vec3 p = caper_transform_unmul_point(c->rest_model[body], point);
    caper_vec3 d = caper_vec3_abs(caper_vec3_sub(p, b->box_center));
    return fmaxf(d.x - b->box_half.x, fmaxf(d.y - b->box_half.y, d.z - b->box_half.z));
}

static bool has(const caper_character *c, int body, caper_caps cap)
{
    return (c->bodies[body].caps & cap) != 0;
}

// ---------------------------------------------------------------------------------------------------

/// Sides of a box in ascending order.
static void sides(const caper_body *b, float s[3])
{
    s[0] = fminf(b->box_half.x, fminf(b->box_half.y, b->box_half.z));
    s[2] = fmaxf(b->box_half.x, fmaxf(b->box_half.y, b->box_half.z));
    s[1] = b->box_half.x + b->box_half.y + b->box_half.z - s[0] - s[2];
}

static bool check_boxes(const caper_character *c)
{
    bool good = true;
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *b = &c->bodies[i];
        float s[3];
        sides(b, s);
        good &= CHECK(s[2] <= 8.0f * s[1]);  // no needles
        good &= CHECK(s[2] <= 30.0f * s[0]); // no paper
        if (b->parent >= 0) {
            caper_vec3 joint = c->rest_model[i].position;
            // no gaps: both boxes hold the joint
            good &= CHECK(outside(c, i, joint) <= 1e-4f * c->size);
            good &= CHECK(outside(c, b->parent, joint) <= 1e-4f * c->size);
        }
    }
    return good;
}

/// Heads are drawn with round corners: an eye has its middle in the superellipsoid of degree 4 that
/// fills the box, and stands out of it. Eyes on stalks are at their ends.
static bool check_eyes(const caper_character *c)
{
    bool good = true;
    for (int i = 0; i < c->body_count; i++) {
        int host = c->bodies[i].parent;
        if (!has(c, i, CAPER_CAP_EYE) || strncmp(c->bodies[host].name, "stalk", 5) == 0) {
            continue;
        }
        caper_vec3 middle = caper_transform_mul_point(c->rest_model[i], c->bodies[i].box_center);
        caper_vec3 p = caper_transform_unmul_point(c->rest_model[host], middle);
        caper_vec3 d = caper_vec3_sub(p, c->bodies[host].box_center);
        caper_vec3 half = c->bodies[host].box_half;
        double share = pow((double)(d.x / half.x), 4) + pow((double)(d.y / half.y), 4) +
                       pow((double)(d.z / half.z), 4);
        good &= CHECK_NEAR(share, 1, 1e-3);
    }
    return good;
}

static bool check_ground(const caper_character *c)
{
    bool good = true;
    float lowest = INFINITY;
    for (int i = 0; i < c->body_count; i++) {
        float low = lowest_corner(c, i);
        lowest = fminf(lowest, low);
        if (has(c, i, CAPER_CAP_FOOT)) {
            good &= CHECK_NEAR(low, 0.0f, 1e-5f * c->size);
            int level = 0;
            for (int k = 0; k < 8; k++) {
                level += fabsf(corner(c, i, k).y) <= 1e-4f * c->size;
            }
            good &= CHECK_INT(level, 4); // the whole sole
        } else {
            good &= CHECK(low >= -1e-3f * c->size);
        }
    }
    if (c->leg_count == 0) {
        bool lies = fabsf(lowest) <= 1e-3f * c->size;
        bool floats = lowest >= 0.01f * c->size;
        good &= CHECK(lies || floats);
    }
    return good;
}

static bool check_joints(const caper_character *c)
{
    bool good = true;
    for (int i = 0; i < c->body_count; i++) {
        const caper_joint *j = &c->bodies[i].joint;
        good &= CHECK((c->bodies[i].parent < 0) == (j->kind == CAPER_JOINT_FREE));
        if (j->kind == CAPER_JOINT_HINGE) {
            // opens and closes by something, and not around the circle
            good &= CHECK(j->max - j->min >= 0.3f && j->max - j->min <= 160 * CAPER_DEGREE);
        } else if (j->kind == CAPER_JOINT_BALL) {
            good &= CHECK(j->swing >= 0.2f && j->swing <= 2.3f);
        }
    }
    return good;
}

/// Between hip and ankle a leg of two and more segments is longer than the straight line, and not
/// folded up. (Behind a fork the branches spread, which may straighten one of them.)
static bool check_bent(const caper_character *c)
{
    bool good = true;
    for (int i = 0; i < c->leg_count; i++) {
        const caper_leg *leg = &c->legs[i];
        bool forked = false;
        for (int k = 0; k < c->leg_count; k++) {
            forked |= k != i && c->legs[k].hip == leg->hip;
        }
        if (leg->body_count < 3 || forked) {
            continue;
        }
        float path = 0.0f;
        for (int b = leg->foot; b != leg->hip; b = c->bodies[b].parent) {
            path += caper_vec3_length(c->skeleton.rest_local[b].position);
        }
        float straight = caper_vec3_distance(c->rest_model[leg->hip].position,
                                             c->rest_model[leg->foot].position);
        good &= CHECK(path >= 1.001f * straight && path <= 1.9f * straight);
    }
    return good;
}

static bool check_creature(const caper_character *c, const caper_creature_def *def)
{
    bool good = CHECK(c->body_count <= def->max_bodies);
    good &= CHECK_INT(c->root_body, 0);
    good &= CHECK(has(c, 0, CAPER_CAP_SPINE | CAPER_CAP_ROOT));
    good &= CHECK(c->size >= def->min_size * 0.999f && c->size <= def->max_size * 1.001f);
    good &= check_boxes(c);
    good &= check_eyes(c);
    good &= check_ground(c);
    good &= check_joints(c);
    good &= check_bent(c);
    return good;
}

static void creatures_are_valid_and_plausible(void)
{
    for (int i = 0; i < CREATURES; i++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)i;
        def.difficulty = difficulty_of(i);
        caper_character *c = creature(def.seed, def.difficulty);
        REQUIRE(c != NULL);
        if (!check_creature(c, &def)) {
            fprintf(stderr, "in creature %d of difficulty %g\n", i, (double)def.difficulty);
        }
        caper_character_destroy(c);
    }
}

/// The builder, asked to choose the root by itself, must agree with the generator.
static void the_first_body_is_the_root_that_the_builder_chooses(void)
{
    for (int i = 0; i < CREATURES; i += 3) {
        caper_character *c = creature((uint64_t)i, difficulty_of(i));
        REQUIRE(c != NULL);
        caper_body_def bodies[80];
        for (int k = 0; k < c->body_count; k++) {
            bodies[k] = caper_body_def_default();
            bodies[k].name = c->bodies[k].name;
            bodies[k].parent = c->bodies[k].parent;
            bodies[k].rest_local = c->skeleton.rest_local[k];
            bodies[k].box_center = c->bodies[k].box_center;
            bodies[k].box_half = c->bodies[k].box_half;
            bodies[k].joint = c->bodies[k].joint;
            bodies[k].caps = c->bodies[k].caps & ~(caper_caps)CAPER_CAP_ROOT;
        }
        caper_character_def def = caper_character_def_default();
        def.bodies = bodies;
        def.body_count = c->body_count;
        caper_character *again = caper_character_create(&def, NULL);
        REQUIRE(again != NULL);
        if (!CHECK_INT(again->root_body, 0)) {
            fprintf(stderr, "in creature %d\n", i);
        }
        caper_character_destroy(again);
        caper_character_destroy(c);
    }
}

static bool is_symmetric(const caper_character *c)
{
    for (int i = 0; i < c->body_count; i++) {
        if (c->bodies[i].mirror < 0) {
            return false;
        }
    }
    return true;
}

static int count_caps(const caper_character *c, caper_caps cap)
{
    int n = 0;
    for (int i = 0; i < c->body_count; i++) {
        n += has(c, i, cap);
    }
    return n;
}

static void tame_creatures_are_mirrored_with_two_or_four_legs_and_one_head(void)
{
    for (int i = 0; i < 400; i++) {
        caper_character *c = creature(70000u + (uint64_t)i, 0.0f);
        REQUIRE(c != NULL);
        CHECK(is_symmetric(c));
        CHECK(c->leg_count == 2 || c->leg_count == 4);
        CHECK_INT(count_caps(c, CAPER_CAP_HEAD), 1);
        for (int k = 0; k < c->body_count; k++) {
            int m = c->bodies[k].mirror;
            if (m < 0) {
                continue;
            }
            caper_vec3 there = caper_vec3_mirror(c->rest_model[m].position);
            CHECK(caper_vec3_distance(there, c->rest_model[k].position) <= 1e-5f * c->size);
            CHECK_INT(c->bodies[m].caps, c->bodies[k].caps);
            CHECK(c->bodies[m].joint.kind == c->bodies[k].joint.kind);
        }
        caper_character_destroy(c);
    }
}

/// Turn a hinge of a left limb and its partner to the right by the same angle: the pose must be a
/// mirror image. So the axes are mirrored as axes are, not as arrows.
static void mirrored_hinges_turn_as_mirror_images(void)
{
    int turned = 0;
    for (int i = 0; i < 50; i++) {
        caper_character *c = creature(80000u + (uint64_t)i, 0.3f);
        REQUIRE(c != NULL);
        caper_pose local = caper_character_pose(c, NULL);
        caper_pose model = caper_character_pose(c, NULL);
        for (int k = 0; is_symmetric(c) && k < c->body_count; k++) {
            const caper_joint *j = &c->bodies[k].joint;
            if (j->kind == CAPER_JOINT_HINGE && c->bodies[k].mirror != k) {
                CHECK_NEAR(j->max, c->bodies[c->bodies[k].mirror].joint.max, 1e-5f);
                caper_quat turn = caper_quat_from_axis_angle(j->axis, 0.5f * j->max);
                local.bodies[k].rotation = caper_quat_mul(local.bodies[k].rotation, turn);
                turned++;
            }
        }
        caper_pose_to_model(&c->skeleton, &local, NULL, &model);
        for (int k = 0; is_symmetric(c) && k < c->body_count; k++) {
            caper_vec3 there = caper_vec3_mirror(model.bodies[c->bodies[k].mirror].position);
            CHECK(caper_vec3_distance(there, model.bodies[k].position) <= 1e-4f * c->size);
        }
        caper_pose_destroy(&local, NULL);
        caper_pose_destroy(&model, NULL);
        caper_character_destroy(c);
    }
    CHECK(turned > 100);
}

/// Who reaches out is straight: a tentacle that curls at rest has joints that let it open.
static void tentacles_can_be_straight(void)
{
    int bent = 0;
    for (int i = 0; i < 200; i++) {
        caper_character *c = creature(90000u + (uint64_t)i, difficulty_of(i));
        REQUIRE(c != NULL);
        for (int k = 0; k < c->body_count; k++) {
            int parent = c->bodies[k].parent;
            if (!(c->bodies[k].caps & CAPER_CAP_TENTACLE) ||
                !(c->bodies[parent].caps & CAPER_CAP_TENTACLE)) {
                continue;
            }
            // along its bone, as its parent's bone goes on
            const caper_body *b = &c->bodies[k], *above = &c->bodies[parent];
            caper_vec3 on = caper_quat_rotate(c->rest_model[parent].rotation, above->joint.axis);
            caper_vec3 way = caper_quat_rotate(c->rest_model[k].rotation, b->joint.axis);
            float bend = caper_acos(caper_clamp(caper_vec3_dot(on, way), -1, 1));
            CHECK(b->joint.kind == CAPER_JOINT_BALL && b->joint.swing >= fminf(bend, 2.2f) - 0.02f);
            bent += bend > 0.75f;
        }
        caper_character_destroy(c);
    }
    CHECK(bent > 10);
}

static void creatures_cover_the_space(void)
{
    int caps[CAPER_CAP_COUNT] = {0};
    int legs[64] = {0}, heads[8] = {0};
    int symmetric_tame = 0, tame = 0, asymmetric_wild = 0, wild = 0, forked = 0, head_on_limb = 0;
    int small = 0, middling = 0, large = 0, lie = 0, floating = 0, usual = 0, half_wild = 0;
    int uneven = 0, upright = 0, turned = 0;
    for (int i = 0; i < CREATURES; i++) {
        float difficulty = difficulty_of(i);
        caper_character *c = creature((uint64_t)i, difficulty);
        REQUIRE(c != NULL);
        for (int k = 0; k < CAPER_CAP_COUNT; k++) {
            caps[k] += count_caps(c, 1u << k) > 0;
        }
        legs[c->leg_count < 63 ? c->leg_count : 63]++;
        int head_count = count_caps(c, CAPER_CAP_HEAD);
        heads[head_count < 7 ? head_count : 7]++;
        tame += difficulty == 0.0f;
        symmetric_tame += difficulty == 0.0f && is_symmetric(c);
        wild += difficulty >= 0.9f;
        asymmetric_wild += difficulty >= 0.9f && !is_symmetric(c);
        half_wild += difficulty == 0.5f;
        usual += difficulty == 0.5f && c->body_count >= 20 && c->body_count <= 80;
        small += c->size < 0.3f;
        middling += c->size >= 0.8f && c->size < 1.3f;
        large += c->size > 3.0f;
        lie += c->leg_count == 0 && c->bounds.min.y < 0.01f * c->size;
        floating += c->leg_count == 0 && c->bounds.min.y >= 0.01f * c->size;
        float shortest = INFINITY, longest = 0.0f;
        for (int k = 0; k < c->leg_count; k++) {
            shortest = fminf(shortest, c->legs[k].length);
            longest = fmaxf(longest, c->legs[k].length);
            for (int m = 0; m < k; m++) {
                forked += c->legs[k].hip == c->legs[m].hip;
            }
        }
        uneven += c->leg_count > 1 && longest > 1.3f * shortest;
        for (int k = 0; k < c->body_count; k++) {
            head_on_limb += has(c, k, CAPER_CAP_HEAD) && has(c, k, CAPER_CAP_LIMB);
            turned += fabsf(c->rest_model[k].rotation.w) < 0.6f;
        }
        caper_vec3 along = caper_vec3_sub(c->rest_model[c->spine[c->spine_count - 1]].position,
                                          c->rest_model[c->spine[0]].position);
        upright += along.y > 1.5f * fabsf(along.z);
        caper_character_destroy(c);
    }
    for (int k = 0; k < CAPER_CAP_COUNT; k++) {
        if (1u << k != CAPER_CAP_HELPER && !CHECK(caps[k] >= 30)) {
            fprintf(stderr, "cap %s occurs %d times\n", caper_cap_name(1u << k), caps[k]);
        }
    }
    int many = 0;
    for (int k = 12; k < 64; k++) {
        many += legs[k];
    }
    for (int k = 0; k <= 8; k++) {
        CHECK(legs[k] > 0);
    }
    CHECK(many >= 50);
    CHECK(heads[0] >= 30 && heads[1] >= 1000 && heads[2] >= 50 && heads[3] >= 30);
    CHECK_INT(heads[4] + heads[5] + heads[6] + heads[7], 0);
    CHECK_INT(symmetric_tame, tame);
    CHECK(asymmetric_wild * 2 > wild && asymmetric_wild < wild);
    CHECK(usual * 10 >= half_wild * 9);
    CHECK(small >= CREATURES / 6 && middling >= CREATURES / 20 && large >= CREATURES / 6);
    CHECK(lie >= 50 && floating >= 50);
    CHECK(forked >= 20 && head_on_limb >= 50 && uneven >= 200 && upright >= 200 && turned >= 1000);
}

// ---------------------------------------------------------------------------------------------------

static void small_budgets_are_kept(void)
{
    for (int i = 0; i < 1200; i++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)i;
        def.difficulty = difficulty_of(i);
        def.max_bodies = 8 + i % 40;
        caper_error error = {0};
        caper_character *c = caper_character_random(&def, &error);
        REQUIRE(c != NULL);
        CHECK(c->body_count <= def.max_bodies);
        if (!check_creature(c, &def)) {
            fprintf(stderr, "in creature %d with %d bodies\n", i, def.max_bodies);
        }
        caper_character_destroy(c);
    }
}

static void sizes_stay_in_the_range_asked_for(void)
{
    caper_creature_def def = caper_creature_def_default();
    def.min_size = def.max_size = 2.5f;
    for (def.seed = 0; def.seed < 50; def.seed++) {
        caper_character *c = caper_character_random(&def, NULL);
        REQUIRE(c != NULL);
        CHECK_NEAR(c->size, 2.5f, 1e-4f);
        caper_character_destroy(c);
    }
}

static bool ignore_assert(const char *condition, const char *file, int line)
{
    (void)condition;
    (void)file;
    (void)line;
    return false;
}

static void refused(caper_creature_def def, const char *part)
{
    caper_error error = {0};
    CHECK(caper_character_random(&def, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_INVALID);
    CHECK_HAS(error.message, part);
    CHECK(caper_character_random(&def, NULL) == NULL);
}

static void bad_defs_are_refused_with_the_reason(void)
{
    const caper_creature_def good = caper_creature_def_default();
    caper_creature_def def = good;
    def.difficulty = -0.1f;
    refused(def, "difficulty is -0.1");
    def.difficulty = 1.5f;
    refused(def, "difficulty");
    def.difficulty = NAN;
    refused(def, "difficulty");
    def = good;
    def.min_size = 0.0f;
    refused(def, "min_size");
    def.min_size = NAN;
    refused(def, "min_size");
    def = good;
    def.max_size = INFINITY;
    refused(def, "max_size");
    def = good;
    def.min_size = 2.0f;
    def.max_size = 1.0f;
    refused(def, "2 to 1");
    def = good;
    def.max_bodies = 7;
    refused(def, "max_bodies is 7");
    def.max_bodies = CAPER_MAX_BODIES + 1;
    refused(def, "max_bodies");

    caper_set_assert_hook(ignore_assert);
    def = good;
    def.cookie = 0;
    refused(def, "caper_creature_def_default");
    CHECK(caper_character_random(NULL, NULL) == NULL);
    caper_set_assert_hook(NULL);
}

static void memory_comes_from_the_def_and_may_run_out(void)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_creature_def def = caper_creature_def_default();
    def.allocator = &allocator;
    caper_character *c = caper_character_random(&def, NULL);
    REQUIRE(c != NULL);
    CHECK_INT(memory.live_count, 1);
    caper_character_destroy(c);
    CHECK_MEMORY_EMPTY(&memory);
    long needed = memory.alloc_count;
    for (long k = 1; k <= needed; k++) {
        test_memory short_of = {.fail_at = k};
        allocator = test_memory_allocator(&short_of);
        caper_error error = {0};
        CHECK(caper_character_random(&def, &error) == NULL);
        CHECK_INT(error.status, CAPER_ERROR_MEMORY);
        CHECK_MEMORY_EMPTY(&short_of);
    }
}

static uint64_t hash_of(uint64_t seed, float difficulty)
{
    caper_character *c = creature(seed, difficulty);
    REQUIRE(c != NULL);
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 2);
    caper_character_write(c, &writer);
    size_t size = 0;
    const char *text = caper_json_writer_finish(&writer, &size, NULL);
    REQUIRE(text != NULL);
    uint64_t hash = caper_hash64(text, size, 0);
    caper_json_writer_free(&writer);
    caper_character_destroy(c);
    return hash;
}

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/// A seed names one creature: the same bytes whenever it is asked for, and others than every other
/// seed and difficulty.
static void a_seed_names_one_creature(void)
{
    enum {
        COUNT = 500
    };
    static uint64_t hashes[COUNT];
    for (int i = 0; i < COUNT; i++) {
        hashes[i] = hash_of((uint64_t)i, difficulty_of(i));
    }
    for (int i = COUNT - 1; i >= 0; i -= 7) { // in another order, after others
        CHECK(hash_of((uint64_t)i, difficulty_of(i)) == hashes[i]);
    }
    qsort(hashes, COUNT, sizeof *hashes, compare_hashes);
    for (int i = 1; i < COUNT; i++) {
        CHECK(hashes[i] != hashes[i - 1]);
    }
    CHECK(hash_of(UINT64_MAX, 0.5f) != hash_of(UINT64_MAX, 1.0f));
}

/// One number over many creatures, as the generator promises on every platform: it changes with
/// the generator, the builder or the writer.
static void a_thousand_creatures_have_the_same_bytes_everywhere(void)
{
    uint64_t all = 0;
    for (int i = 0; i < 1000; i++) {
        uint64_t hash = hash_of((uint64_t)i, difficulty_of(i));
        all = caper_hash64(&hash, sizeof hash, all);
    }
    if (!CHECK(all == 0x5e03c725d6912934)) {
        fprintf(stderr, "all: 0x%016llx\n", (unsigned long long)all);
    }
}

/// A creature is its file: what is written and read again writes the same bytes.
static void a_creature_comes_back_from_its_file(void)
{
    for (int i = 0; i < 60; i++) {
        caper_character *c = creature((uint64_t)(1000 + i), difficulty_of(i));
        REQUIRE(c != NULL);
        caper_json_writer first, second;
        caper_json_writer_init(&first, NULL, 2);
        caper_json_writer_init(&second, NULL, 2);
        caper_character_write(c, &first);
        size_t size = 0, size_again = 0;
        const char *text = caper_json_writer_finish(&first, &size, NULL);
        REQUIRE(text != NULL);
        caper_character *read = caper_character_parse(text, size, "creature", NULL, NULL);
        REQUIRE(read != NULL);
        caper_character_write(read, &second);
        const char *again = caper_json_writer_finish(&second, &size_again, NULL);
        CHECK(again && size == size_again && memcmp(text, again, size) == 0);
        caper_json_writer_free(&first);
        caper_json_writer_free(&second);
        caper_character_destroy(read);
        caper_character_destroy(c);
    }
}

TESTS(creatures_are_valid_and_plausible, the_first_body_is_the_root_that_the_builder_chooses,
      tame_creatures_are_mirrored_with_two_or_four_legs_and_one_head,
      mirrored_hinges_turn_as_mirror_images, tentacles_can_be_straight, creatures_cover_the_space,
      small_budgets_are_kept, sizes_stay_in_the_range_asked_for,
      bad_defs_are_refused_with_the_reason, memory_comes_from_the_def_and_may_run_out,
      a_seed_names_one_creature, a_thousand_creatures_have_the_same_bytes_everywhere,
      a_creature_comes_back_from_its_file)
