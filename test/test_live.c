// SPDX-License-Identifier: MIT
#include "live_packets.h"
#include "test.h"

#include "caper/live.h"
#include "live/osc.h"
#include "live/wire.h"

#include <stdio.h>

// -- OSC --------------------------------------------------------------------------------------

typedef struct heard {
    int count;
    caperi_osc_message messages[64];
} heard;

static void hear(void *user, const caperi_osc_message *message)
{
    heard *h = user;
    if (h->count < 64)
        h->messages[h->count] = *message;
    h->count++;
}

static void reads_the_examples_of_the_specification(void)
{
    static const uint8_t oscillator[] = {0x2f, 0x6f, 0x73, 0x63, 0x69, 0x6c, 0x6c, 0x61,
                                         0x74, 0x6f, 0x72, 0x2f, 0x34, 0x2f, 0x66, 0x72,
                                         0x65, 0x71, 0x75, 0x65, 0x6e, 0x63, 0x79, 0x00,
                                         0x2c, 0x66, 0x00, 0x00, 0x43, 0xdc, 0x00, 0x00};
    heard h = {0};
    REQUIRE(caperi_osc_read(oscillator, sizeof oscillator, hear, &h));
    REQUIRE(h.count == 1);
    CHECK(caper_slice_equal(h.messages[0].address, "/oscillator/4/frequency"));
    REQUIRE(h.messages[0].arg_count == 1);
    CHECK(h.messages[0].args[0].kind == 'f');
    CHECK_NEAR(h.messages[0].args[0].f, 440.0, 0);

    static const uint8_t foo[] = {0x2f, 0x66, 0x6f, 0x6f, 0x00, 0x00, 0x00, 0x00, 0x2c, 0x69,
                                  0x69, 0x73, 0x66, 0x66, 0x00, 0x00, 0x00, 0x00, 0x03, 0xe8,
                                  0xff, 0xff, 0xff, 0xff, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x00,
                                  0x00, 0x00, 0x3f, 0x9d, 0xf3, 0xb6, 0x40, 0xb5, 0xb2, 0x2d};
    h = (heard){0};
    REQUIRE(caperi_osc_read(foo, sizeof foo, hear, &h));
    REQUIRE(h.count == 1 && h.messages[0].arg_count == 5);
    const caperi_osc_arg *a = h.messages[0].args;
    CHECK_INT(a[0].i, 1000);
    CHECK_INT(a[1].i, -1);
    CHECK(caper_slice_equal(a[2].text, "hello"));
    CHECK_NEAR(a[3].f, 1.234f, 0);
    CHECK_NEAR(a[4].f, 5.678f, 0);
}

static void writes_what_a_second_encoder_writes(void)
{
    uint8_t bytes[512];
    caperi_osc_writer w;
    caperi_osc_begin(&w, bytes, sizeof bytes);
    CHECK(caperi_osc_add(&w, "/VMC/Ext/T", "f", 1.5));
    CHECK(caperi_osc_add(&w, "/a", "isTF", -7, "abc"));
    CHECK(caperi_osc_add(&w, "/abc", "", 0));
    CHECK(caperi_osc_add(&w, "/b", "b", (size_t)5, "12345"));

    packet p;
    packet_bundle(&p);
    packet_time(&p, 1.5);
    size_t at = packet_open(&p, "/a", ",isTF");
    packet_word(&p, (uint32_t)-7);
    packet_text(&p, "abc");
    packet_close(&p, at);
    packet_close(&p, packet_open(&p, "/abc", ","));
    at = packet_open(&p, "/b", ",b");
    packet_word(&p, 5);
    packet_text(&p, "12345");
    packet_close(&p, at);
    REQUIRE(w.size == p.size);
    CHECK(memcmp(bytes, p.bytes, p.size) == 0);

    heard h = {0};
    REQUIRE(caperi_osc_read(bytes, w.size, hear, &h));
    REQUIRE(h.count == 4);
    CHECK_INT(h.messages[1].arg_count, 4);
    CHECK(h.messages[1].args[2].kind == 'T' && h.messages[1].args[3].kind == 'F');
    CHECK_INT(h.messages[2].arg_count, 0);
    CHECK_INT(h.messages[3].args[0].text.size, 5);
}

static void a_message_that_does_not_fit_leaves_no_trace(void)
{
    uint8_t bytes[64];
    caperi_osc_writer w;
    caperi_osc_begin(&w, bytes, sizeof bytes);
    CHECK(caperi_osc_add(&w, "/a", "i", 1));
    size_t size = w.size;
    CHECK(!caperi_osc_add(&w, "/abcdefghijklmnopqrstuvwxyz", "s", "0123456789"));
    CHECK_INT(w.size, size);
    CHECK(caperi_osc_add(&w, "/b", "i", 2));
    heard h = {0};
    CHECK(caperi_osc_read(bytes, w.size, hear, &h));
    CHECK_INT(h.count, 2);
}

static void refuses_what_is_not_osc(void)
{
    static const struct {
        const char *bytes;
        size_t size;
    } bad[] = {
        {"", 0},
        {"/abc", 4},                               // no end
        {"abcd\0\0\0\0", 8},                       // no slash
        {"/a\0\0,i\0", 7},                         // not a multiple of four
        {"/a\0\0i\0\0\0", 8},                      // tags without a comma
        {"/a\0\0,i\0\0", 8},                       // argument missing
        {"/a\0\0,ii\0\0\0\0\1", 12},               // one argument missing
        {"/a\0\0,s\0\0abcd", 12},                  // string without an end
        {"/a\0\0,b\0\0\xff\xff\xff\xff", 12},      // blob of minus one byte
        {"/a\0\0,b\0\0\0\0\0\5abcd", 16},          // blob longer than the packet
        {"#bundle\0\0\0\0\0\0\0\0\1\0\0\0", 19},   // torn size
        {"#bundle\0\0\0\0\0\0\0\0\1\0\0\0\4", 20}, // element beyond the end
        {"#bundle\0\0\0\0\0\0\0\0\1\xff\xff\xff\xf0", 20},
        {"#bundle\0\0\0\0\0\0\0\0\1\0\0\0\0", 20}, // empty element
        {"#bundle\0\0\0\0\0", 12},
    };
    heard h = {0};
    for (int i = 0; i < CAPER_COUNT_OF(bad); i++) {
        if (!CHECK(!caperi_osc_read(bad[i].bytes, bad[i].size, hear, &h)))
            printf("case %d\n", i);
    }
    CHECK_INT(h.count, 0);
}

static void nothing_is_believed_of_a_packet_that_is_bad_at_its_end(void)
{
    packet p;
    packet_bundle(&p);
    packet_time(&p, 1);
    packet_word(&p, 400); // an element that is not there
    heard h = {0};
    CHECK(!caperi_osc_read(p.bytes, p.size, hear, &h));
    CHECK_INT(h.count, 0);
}

static void a_torn_bundle_is_good_only_between_its_messages(void)
{
    // the bytes that are cut off are still behind it: who looks past the end finds sense there
    packet p;
    packet_bundle(&p);
    size_t whole[4] = {p.size};
    for (int i = 1; i < 4; i++) {
        packet_time(&p, i);
        whole[i] = p.size;
    }
    for (size_t size = 0; size <= p.size; size++) {
        int messages = -1;
        for (int i = 0; i < 4; i++)
            messages = size == whole[i] ? i : messages;
        heard h = {0};
        CHECK(caperi_osc_read(p.bytes, size, hear, &h) == (messages >= 0));
        CHECK_INT(h.count, messages >= 0 ? messages : 0);
    }
}

static void bundles_nest_up_to_a_limit(void)
{
    for (int depth = 1; depth <= 12; depth++) {
        packet p;
        packet_bundle(&p);
        size_t at[16];
        for (int i = 1; i < depth; i++) {
            at[i] = p.size;
            packet_word(&p, 0);
            packet_text(&p, "#bundle");
            packet_word(&p, 0);
            packet_word(&p, 1);
        }
        packet_time(&p, 1);
        for (int i = depth - 1; i >= 1; i--)
            packet_close(&p, at[i]);
        heard h = {0};
        CHECK(caperi_osc_read(p.bytes, p.size, hear, &h) == (depth <= CAPERI_OSC_MAX_DEPTH));
        CHECK_INT(h.count, depth <= CAPERI_OSC_MAX_DEPTH);
    }
}

static void surplus_and_unknown_arguments_are_passed_over(void)
{
    packet p = {.size = 0};
    packet_text(&p, "/a");
    packet_text(&p, ",fhdti?i");
    packet_float(&p, 2);
    for (int i = 0; i < 6; i++)
        packet_word(&p, 0);
    packet_word(&p, 9);
    packet_word(&p, 1);
    heard h = {0};
    REQUIRE(caperi_osc_read(p.bytes, p.size, hear, &h));
    CHECK_INT(h.messages[0].arg_count, 5);
    CHECK_INT(h.messages[0].args[4].i, 9);

    p.size = 0;
    packet_text(&p, "/many");
    packet_text(&p, ",iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii");
    for (int i = 0; i < 44; i++)
        packet_word(&p, (uint32_t)i);
    h = (heard){0};
    REQUIRE(caperi_osc_read(p.bytes, p.size, hear, &h));
    CHECK_INT(h.messages[0].arg_count, CAPERI_OSC_MAX_ARGS);
}

// -- People -----------------------------------------------------------------------------------

static void parts_have_the_names_of_vmc(void)
{
    static const struct {
        caper_part part;
        const char *name;
    } names[] = {{CAPER_PART_HIPS, "Hips"},
                 {CAPER_PART_UPPER_CHEST, "UpperChest"},
                 {CAPER_PART_RIGHT_LITTLE, "RightLittleProximal"},
                 {CAPER_PART_LEFT_THUMB + 1, "LeftThumbIntermediate"},
                 {CAPER_PART_RIGHT_TOES, "RightToes"}};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++)
        CHECK_STR(caperi_wire_name_make(names[i].part).text, names[i].name);
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        caperi_wire_name name = caperi_wire_name_make((caper_part)i);
        CHECK_INT(caper_part_from_name(name.text, strlen(name.text)), i);
    }
}

static caper_character *load(const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "characters/%s.character.json", name);
    caper_error error = {0};
    caper_character *c = caper_character_load(test_data_path(path), NULL, &error);
    if (!c)
        printf("%s\n", error.message);
    REQUIRE(c != NULL);
    return c;
}

static void says_why_a_creature_is_no_person(void)
{
    static const char *const names[][2] = {
        {"centaur", "legs"}, {"four_armed", "hands"}, {"bird", "hands"},
        {"snake", "0 legs"}, {"spider", "8 legs"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        caper_character *c = load(names[i][0]);
        caper_live_person who;
        caper_error error = {0};
        CHECK(!caper_live_person_make(c, NULL, &who, &error));
        CHECK_INT(error.status, CAPER_ERROR_UNSUPPORTED);
        CHECK_HAS(error.message, names[i][1]);
        caper_character_destroy(c);
    }
}

static caper_quat random_turn(caper_rng *rng, float most)
{
    float x = caper_rng_range(rng, -1, 1), y = caper_rng_range(rng, -1, 1);
    float z = caper_rng_range(rng, -1, 1), angle = caper_rng_range(rng, -most, most);
    caper_vec3 axis = caper_vec3_normalize_or(caper_vec3_make(x, y, z), caper_vec3_make(1, 0, 0));
    return caper_quat_from_axis_angle(axis, angle);
}

static void randomize(const caper_person *person, caper_rng *rng, caper_pose *local)
{
    const caper_character *c = person->character;
    for (int i = 0; i < c->body_count; i++)
        local->bodies[i] = c->skeleton.rest_local[i];
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        int body = person->bodies[i];
        if (body < 0)
            continue;
        caper_quat turn = random_turn(rng, 1.2f);
        local->bodies[body].rotation = caper_quat_mul(turn, local->bodies[body].rotation);
    }
    int hips = person->bodies[CAPER_PART_HIPS];
    local->bodies[hips].position.x += caper_rng_range(rng, -0.3f, 0.3f);
    local->bodies[hips].position.y += caper_rng_range(rng, -0.3f, 0.3f);
}

static void taking_a_pose_and_putting_it_back_changes_nothing(void)
{
    caper_character *c = load("performer");
    caper_live_person who;
    REQUIRE(caper_live_person_make(c, NULL, &who, NULL));
    caper_pose local = caper_character_pose(c, NULL), back = caper_character_pose(c, NULL);
    caper_rng rng = caper_rng_make(1);
    for (int n = 0; n < 100; n++) {
        randomize(&who.person, &rng, &local);
        caper_root root = {1, 0.2f, -3, caper_rng_range(&rng, -3, 3)}, got;
        caper_live_pose pose;
        caper_live_pose_take(&who.person, &local, root, &pose);
        caper_live_pose_put(&who.person, &pose, &back, &got);
        CHECK_NEAR(got.x, root.x, 1e-6);
        CHECK_NEAR(got.y, root.y, 1e-6);
        CHECK_NEAR(got.z, root.z, 1e-6);
        CHECK_NEAR(got.yaw, root.yaw, 1e-5);
        for (int i = 0; i < c->body_count; i++) {
            CHECK(fabsf(caper_quat_dot(local.bodies[i].rotation, back.bodies[i].rotation)) >
                  1 - 2e-6f);
            CHECK_NEAR(caper_vec3_distance(local.bodies[i].position, back.bodies[i].position), 0,
                       1e-5);
        }
    }
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&back, NULL);
    caper_character_destroy(c);
}

static caper_vec3 pointing(const caper_person *person, const caper_pose *local, int part)
{
    caper_pose model = caper_character_pose(person->character, NULL);
    caper_pose_to_model(&person->character->skeleton, local, NULL, &model);
    caper_vec3 a = model.bodies[person->bodies[part]].position;
    caper_vec3 b = model.bodies[person->bodies[part + 1]].position;
    caper_pose_destroy(&model, NULL);
    return caper_vec3_normalize(caper_vec3_sub(b, a));
}

static void another_body_points_its_limbs_the_same_way(void)
{
    // sally rests otherwise than the performer does; both are people
    caper_character *a = load("performer"), *b = load("sally");
    caper_live_person who_a, who_b;
    caper_error error = {0};
    REQUIRE(caper_live_person_make(a, NULL, &who_a, NULL));
    if (!caper_live_person_make(b, NULL, &who_b, &error)) {
        caper_character_destroy(a);
        caper_character_destroy(b);
        SKIP(error.message);
    }
    caper_pose local = caper_character_pose(a, NULL), other = caper_character_pose(b, NULL);
    caper_rng rng = caper_rng_make(2);
    static const int limbs[] = {CAPER_PART_LEFT_UPPER_ARM,  CAPER_PART_LEFT_LOWER_ARM,
                                CAPER_PART_RIGHT_UPPER_ARM, CAPER_PART_RIGHT_LOWER_ARM,
                                CAPER_PART_LEFT_UPPER_LEG,  CAPER_PART_LEFT_LOWER_LEG,
                                CAPER_PART_RIGHT_UPPER_LEG, CAPER_PART_RIGHT_LOWER_LEG};
    for (int n = 0; n < 50; n++) {
        randomize(&who_a.person, &rng, &local);
        caper_live_pose pose;
        caper_root root = {0}, got;
        caper_live_pose_take(&who_a.person, &local, root, &pose);
        caper_live_pose_put(&who_b.person, &pose, &other, &got);
        for (int i = 0; i < CAPER_COUNT_OF(limbs); i++) {
            caper_vec3 ways[2] = {pointing(&who_a.person, &local, limbs[i]),
                                  pointing(&who_b.person, &other, limbs[i])};
            CHECK_NEAR(caper_vec3_distance(ways[0], ways[1]), 0, 2e-3);
        }
    }
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&other, NULL);
    caper_character_destroy(a);
    caper_character_destroy(b);
}

static void the_identity_is_the_tpose(void)
{
    caper_character *c = load("performer");
    caper_live_person who;
    REQUIRE(caper_live_person_make(c, NULL, &who, NULL));
    caper_pose local = caper_character_pose(c, NULL);
    caper_live_pose pose = caper_live_pose_identity();
    pose.hips = who.person.tpose_offset[CAPER_PART_HIPS];
    caper_root root;
    caper_live_pose_put(&who.person, &pose, &local, &root);
    CHECK_NEAR(pointing(&who.person, &local, CAPER_PART_LEFT_UPPER_ARM).x, 1, 1e-5);
    CHECK_NEAR(pointing(&who.person, &local, CAPER_PART_LEFT_LOWER_ARM).x, 1, 1e-5);
    CHECK_NEAR(pointing(&who.person, &local, CAPER_PART_RIGHT_LOWER_ARM).x, -1, 1e-5);
    CHECK_NEAR(pointing(&who.person, &local, CAPER_PART_RIGHT_LOWER_LEG).y, -1, 1e-5);
    CHECK_NEAR(pointing(&who.person, &local, CAPER_PART_LEFT_UPPER_LEG).y, -1, 1e-5);
    caper_pose_destroy(&local, NULL);
    caper_character_destroy(c);
}

TESTS(reads_the_examples_of_the_specification, writes_what_a_second_encoder_writes,
      a_message_that_does_not_fit_leaves_no_trace, refuses_what_is_not_osc,
      nothing_is_believed_of_a_packet_that_is_bad_at_its_end,
      a_torn_bundle_is_good_only_between_its_messages, bundles_nest_up_to_a_limit,
      surplus_and_unknown_arguments_are_passed_over, parts_have_the_names_of_vmc,
      says_why_a_creature_is_no_person, taking_a_pose_and_putting_it_back_changes_nothing,
      another_body_points_its_limbs_the_same_way, the_identity_is_the_tpose)
