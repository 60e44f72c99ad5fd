// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
//
// Maps: files there and back, what is refused and where, parts that override the finder, caps that
// override the tagger.
#include "file_fixture.h"

#include "caper/formats.h"
#include "caper/person.h"
#include "person/person.h"

#include <unistd.h>

#define HEAD "{\"caper\":\"map\",\"version\":1,\n"

static caper_map *must_parse(const char *text)
{
    caper_error error = {0};
    caper_map *map = caper_map_parse(text, strlen(text), "x.map.json", NULL, &error);
    if (!map)
        printf("%d:%d: %s\n", error.line, error.column, error.message);
    REQUIRE(map != NULL);
    return map;
}

static caper_character *load(const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "characters/%s.character.json", name);
    caper_character *c = caper_character_load(test_data_path(path), NULL, NULL);
    REQUIRE(c != NULL);
    return c;
}

static bool read_map(const char *text, size_t size, const caper_load_options *options,
                     caper_error *error)
{
    caper_map *map = caper_map_parse(text, size, "x.map.json", options, error);
    bool good = map != NULL;
    caper_map_destroy(map);
    return good;
}

// -- Files ------------------------------------------------------------------------------------

static void a_file_says_where_it_is_wrong(void)
{
    static const refusal rows[] = {
        {"{\"caper\":\"mop\",\"version\":1}",
         "x.map.json:1:10: expected \"caper\": \"map\", found \"mop\"", SCHEMA_TOO},
        {HEAD "\"part\":{}}", "x.map.json:2:1: unknown member 'part'; did you mean 'parts'?",
         SCHEMA_TOO},
        {HEAD "\"parts\":[]}", "x.map.json:2:9: 'parts' must be an object, found an array",
         SCHEMA_TOO},
        {HEAD "\"parts\":{\"hipz\":\"a\"}}",
         "x.map.json:2:10: unknown word 'hipz'; did you mean 'hips'?", SCHEMA_TOO},
        {HEAD "\"parts\":{\"hips\":3}}", "x.map.json:2:17: this must be a string, found a number",
         SCHEMA_TOO},
        {HEAD "\"parts\":{\"hips\":\"\"}}",
         "x.map.json:2:17: the name is empty, expected that of a body, or null", SCHEMA_TOO},
        {HEAD "\"parts\":{\"hips\":\"a\",\"head\":\"a\"}}",
         "x.map.json:2:28: 'a' is the hips already, expected another body", READER_ONLY},
        {HEAD "\"parts\":{\"hips\":\"a\",\"Hips\":\"b\"}}", "x.map.json:2:21: hips is there twice",
         SCHEMA_TOO},
        {HEAD "\"rest\":\"fil\"}", "x.map.json:2:8: unknown word 'fil'; did you mean 'file'?",
         SCHEMA_TOO},
        {HEAD "\"rest\":{\"seconds\":1}}", "x.map.json:2:8: the member 'clip' is missing",
         SCHEMA_TOO},
        {HEAD "\"rest\":{\"clip\":\"a\",\"seconds\":-1}}",
         "x.map.json:2:8: 'seconds' is -1, expected 0 to 1e6", SCHEMA_TOO},
        {HEAD "\"caps\":{\"foo\":[]}}", "x.map.json:2:9: unknown word 'foo'; did you mean 'foot'?",
         SCHEMA_TOO},
        {HEAD "\"caps\":{\"foot\":\"a\"}}",
         "x.map.json:2:16: this must be an array, found a string", SCHEMA_TOO},
        {HEAD "\"caps\":{\"foot\":[\"a\",1]}}",
         "x.map.json:2:21: this must be a string, found a number", SCHEMA_TOO},
    };
    check_refusals("map", rows, CAPER_COUNT_OF(rows), read_map);
    check_limit_on_bytes(HEAD "\"parts\":{\"hips\":null}}", read_map);
}

static void the_schema_knows_what_the_reader_knows(void)
{
    caperi_json schema = schema_load("map");
    const caperi_json_value *properties = caperi_json_find(schema.root, "properties");
    CHECK_INT(properties->count, caperi_map_key_count);
    for (int i = 0; i < caperi_map_key_count; i++)
        CHECK(caperi_json_find(properties, caperi_map_keys[i]) != NULL);
    const caperi_json_value *parts =
        caperi_json_find(caperi_json_find(properties, "parts"), "properties");
    CHECK_INT(parts->count, CAPER_PART_COUNT);
    for (int i = 0; i < CAPER_PART_COUNT; i++)
        CHECK(caperi_json_find(parts, caper_part_name((caper_part)i)) != NULL);
    const caperi_json_value *rest = caperi_json_find(
        caperi_json_at(caperi_json_find(caperi_json_find(properties, "rest"), "oneOf"), 1),
        "properties");
    CHECK_INT(rest->count, caperi_map_rest_key_count);
    for (int i = 0; i < caperi_map_rest_key_count; i++)
        CHECK(caperi_json_find(rest, caperi_map_rest_keys[i]) != NULL);
    const caperi_json_value *caps =
        caperi_json_find(caperi_json_find(properties, "caps"), "properties");
    CHECK_INT(caps->count, CAPER_CAP_COUNT);
    for (int i = 0; i < CAPER_CAP_COUNT; i++)
        CHECK(caperi_json_find(caps, caper_cap_name(1u << i)) != NULL);
    caperi_json_free(&schema);
}

static char *text_of(const caper_map *map, size_t *size)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 2);
    caper_map_write(map, &writer);
    return written_text(&writer, size);
}

static void a_map_comes_back_from_its_file(void)
{
    caper_character *c = load("sally");
    caper_person person;
    REQUIRE(caper_person_find(c, NULL, &person, NULL));
    caper_map *map = caper_map_make(c, &person, NULL, NULL);
    char path[] = "/tmp/caper_map_XXXXXX";
    int file = mkstemp(path);
    REQUIRE(file >= 0);
    close(file);
    caper_error error = {0};
    CHECK(caper_map_save(map, path, &error));
    caper_map *again = caper_map_load(path, NULL, &error);
    REQUIRE(again != NULL);
    size_t size = 0, again_size = 0;
    char *a = text_of(map, &size), *b = text_of(again, &again_size);
    CHECK_STR(a, b);
    caperi_json schema = schema_load("map");
    CHECK(schema_says(&schema, a));
    caperi_json_free(&schema);
    remove(path);
    free(a);
    free(b);
    caper_map_destroy(map);
    caper_map_destroy(again);
    caper_character_destroy(c);
}

static void the_guides_map_is_read(void)
{
    char *text = guide_text("docs/guide/person.md");
    caper_map *map = must_parse(text);
    const char *name = "";
    CHECK(caper_map_part(map, CAPER_PART_LEFT_INDEX, &name));
    CHECK(name && name[0]);
    CHECK(!caper_map_part(map, CAPER_PART_LEFT_EYE, &name));
    caper_map_destroy(map);
    free(text);
}

// -- Parts ------------------------------------------------------------------------------------

static void a_map_overrides_what_was_found_and_the_rest_stays(void)
{
    caper_character *c = load("performer");
    caper_person found, mapped;
    REQUIRE(caper_person_find(c, NULL, &found, NULL));
    caper_map *map = must_parse(HEAD "\"parts\":{\"chest\":null,\"leftEye\":null}}");
    REQUIRE(caper_person_find(c, map, &mapped, NULL));
    CHECK_INT(mapped.by, CAPER_PERSON_BY_MAP);
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        bool taken = i == CAPER_PART_CHEST || i == CAPER_PART_LEFT_EYE;
        CHECK_INT(mapped.bodies[i], taken ? -1 : found.bodies[i]);
    }
    CHECK_INT(mapped.chest, found.bodies[CAPER_PART_SPINE]);
    caper_map_destroy(map);
    // a map without parts leaves it to the finder
    map = must_parse(HEAD "\"parts\":{}}");
    REQUIRE(caper_person_find(c, map, &mapped, NULL));
    CHECK_INT(mapped.by, CAPER_PERSON_BY_SHAPE);
    caper_map_destroy(map);
    caper_character_destroy(c);
}

static void a_body_that_a_map_gives_is_nobody_elses(void)
{
    // from the forearm on everything is one further up: the collar bone is not the upper arm's
    const char *path = test_shared_path("bvh/cmu/03_01.bvh");
    if (!path)
        SKIP("no shared data");
    caper_import *import = caper_import_load(path, NULL, NULL);
    REQUIRE(import != NULL);
    caper_map *map = must_parse(HEAD "\"parts\":{\"left_upper_arm\":\"LeftShoulder\","
                                     "\"left_lower_arm\":\"LeftArm\","
                                     "\"left_hand\":\"LeftForeArm\"}}");
    caper_person person;
    caper_error error = {0};
    REQUIRE(caper_person_find(import->character, map, &person, &error));
    CHECK_INT(person.bodies[CAPER_PART_LEFT_SHOULDER], -1);
    CHECK_STR(import->character->bodies[person.limbs[CAPER_LIMB_LEFT_ARM].tip].name, "LeftForeArm");
    CHECK_STR(import->character->bodies[person.limbs[CAPER_LIMB_RIGHT_ARM].tip].name, "RightHand");
    caper_map_destroy(map);
    caper_import_destroy(import);
}

static void a_map_makes_a_person_of_whom_nobody_found(void)
{
    // four hands are no person's, but two of them can be
    caper_character *c = load("four_armed");
    caper_person person;
    caper_error error = {0};
    CHECK(!caper_person_find(c, NULL, &person, NULL));
    caper_map *map = caper_map_make(c, NULL, NULL, NULL);
    CHECK(!caper_person_find(c, map, &person, &error)); // to be filled in
    CHECK_HAS(error.message, "no hips");
    caper_map_destroy(map);
    char text[2000];
    int size = snprintf(text, sizeof text, HEAD "\"parts\":{\"hips\":\"%s\",\"spine\":\"%s\"",
                        c->bodies[c->spine[0]].name, c->bodies[c->spine[1]].name);
    int hands[2] = {-1, -1};
    for (int i = 0; i < c->body_count && hands[0] < 0; i++) {
        if (c->bodies[i].caps & CAPER_CAP_GRASPER) {
            hands[0] = i;
            hands[1] = c->bodies[i].mirror;
        }
    }
    REQUIRE(hands[0] >= 0 && hands[1] >= 0 && c->leg_count == 2);
    for (int i = 0; i < 4; i++) {
        int tip = i < 2 ? c->legs[i].foot : hands[i - 2];
        bool left = c->rest_model[tip].position.x > 0;
        int first = i < 2 ? CAPER_PART_LEFT_UPPER_LEG : CAPER_PART_LEFT_UPPER_ARM;
        int step = i < 2 ? CAPER_PART_RIGHT_UPPER_LEG - CAPER_PART_LEFT_UPPER_LEG
                         : CAPER_PART_RIGHT_UPPER_ARM - CAPER_PART_LEFT_UPPER_ARM;
        for (int k = 2; k >= 0; k--, tip = c->bodies[tip].parent)
            size += snprintf(text + size, sizeof text - (size_t)size, ",\"%s\":\"%s\"",
                             caper_part_name((caper_part)(first + k + (left ? 0 : step))),
                             c->bodies[tip].name);
    }
    snprintf(text + size, sizeof text - (size_t)size, "}}");
    map = must_parse(text);
    if (!CHECK(caper_person_find(c, map, &person, &error)))
        printf("%s\n%s\n", error.message, text);
    CHECK_INT(person.limbs[CAPER_LIMB_LEFT_ARM].tip, person.bodies[CAPER_PART_LEFT_HAND]);
    caper_map_destroy(map);
    caper_character_destroy(c);
}

static void a_map_that_does_not_fit_says_so_where_it_stands(void)
{
    static const struct {
        const char *text, *message;
        int line, column;
    } rows[] = {
        {HEAD "\"parts\":{\n\"head\":\"heda\"}}", "no body 'heda'", 3, 8},
        {HEAD "\"parts\":{\"hips\":null}}", "no hips", 0, 0},
        {HEAD "\"parts\":{\"left_hand\":\"right_hand\"}}", "right_hand", 0, 0},
    };
    caper_character *c = load("performer");
    for (int i = 0; i < CAPER_COUNT_OF(rows); i++) {
        caper_map *map = must_parse(rows[i].text);
        caper_person person;
        caper_error error = {0};
        CHECK(!caper_person_find(c, map, &person, &error));
        CHECK_HAS(error.message, rows[i].message);
        CHECK_INT(error.line, rows[i].line);
        CHECK_INT(error.column, rows[i].column);
        caper_map_destroy(map);
    }
    caper_character_destroy(c);
}

// -- Caps -------------------------------------------------------------------------------------

static void a_map_of_what_is_known_changes_nothing(void)
{
    static const char *const names[] = {"performer", "sally", "dog", "spider", "dragon", "octopus"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        caper_character *c = load(names[n]);
        caper_person person;
        bool found = caper_person_find(c, NULL, &person, NULL);
        caper_map *map = caper_map_make(c, found ? &person : NULL, NULL, NULL);
        caper_error error = {0};
        caper_character *same = caper_map_apply(map, c, NULL, &error);
        if (!same)
            printf("%s: %s\n", names[n], error.message);
        REQUIRE(same != NULL);
        CHECK(caper_skeleton_same(&c->skeleton, &same->skeleton));
        CHECK_INT(same->root_body, c->root_body);
        CHECK_INT(same->leg_count, c->leg_count);
        for (int i = 0; i < c->body_count; i++) {
            CHECK_INT(same->bodies[i].caps, c->bodies[i].caps);
            CHECK(memcmp(&same->bodies[i].box_half, &c->bodies[i].box_half, sizeof(caper_vec3)) ==
                  0);
        }
        caper_character_destroy(same);
        caper_map_destroy(map);
        caper_character_destroy(c);
    }
}

static void a_cap_belongs_to_the_bodies_that_the_map_lists(void)
{
    caper_character *c = load("centaur");
    CHECK_INT(c->leg_count, 4);
    char text[400];
    const char *a = c->bodies[c->legs[0].foot].name, *b = c->bodies[c->legs[1].foot].name;
    snprintf(text, sizeof text, HEAD "\"caps\":{\"foot\":[\"%s\",\"%s\"],\"horn\":[\"%s\"]}}", a, b,
             a);
    caper_map *map = must_parse(text);
    caper_character *two = caper_map_apply(map, c, NULL, NULL);
    REQUIRE(two != NULL);
    CHECK_INT(two->leg_count, 2);
    for (int i = 0; i < c->body_count; i++) {
        bool foot = i == c->legs[0].foot || i == c->legs[1].foot;
        caper_caps others = ~(caper_caps)(CAPER_CAP_FOOT | CAPER_CAP_HORN);
        CHECK_INT((two->bodies[i].caps & CAPER_CAP_FOOT) != 0, foot);
        CHECK_INT((two->bodies[i].caps & CAPER_CAP_HORN) != 0, i == c->legs[0].foot);
        CHECK_INT(two->bodies[i].caps & others, c->bodies[i].caps & others);
    }
    caper_character_destroy(two);
    caper_map_destroy(map);
    caper_character_destroy(c);
}

static void caps_follow_from_parts(void)
{
    // the tagger was told nothing and knows nothing: a person of whom only the parts are known
    caper_character *c = load("performer");
    caper_person person;
    REQUIRE(caper_person_find(c, NULL, &person, NULL));
    caper_map *all = caper_map_make(c, &person, NULL, NULL);
    caper_map *none = must_parse(HEAD "\"caps\":{\"foot\":[],\"grasper\":[],\"eye\":[]}}");
    caper_character *lame = caper_map_apply(none, c, NULL, NULL);
    REQUIRE(lame != NULL);
    CHECK_INT(lame->leg_count, 0);
    // the parts alone
    size_t size = 0;
    char *text = text_of(all, &size);
    char *caps = strstr(text, "\"caps\"");
    REQUIRE(caps != NULL);
    while (*--caps != ',')
        ;
    strcpy(caps, "}");
    caper_map *parts = must_parse(text);
    caper_character *healed = caper_map_apply(parts, lame, NULL, NULL);
    REQUIRE(healed != NULL);
    CHECK_INT(healed->leg_count, 2);
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (person.bodies[i] >= 0)
            CHECK_INT(healed->bodies[person.bodies[i]].caps, caper_part_caps((caper_part)i));
    }
    CHECK_INT(healed->root_body, person.bodies[CAPER_PART_HIPS]);
    free(text);
    caper_character_destroy(healed);
    caper_character_destroy(lame);
    caper_map_destroy(parts);
    caper_map_destroy(none);
    caper_map_destroy(all);
    caper_character_destroy(c);
}

static void caps_that_no_character_can_have_are_refused(void)
{
    static const struct {
        const char *text, *message;
        int line, column;
    } rows[] = {
        {HEAD "\"caps\":{\"tail\":[\"nobody\"]}}", "no body 'nobody'", 2, 17},
        {HEAD "\"caps\":{\"spine\":[]}}", "spine", 0, 0},
        {HEAD "\"caps\":{\"spine\":[\"pelvis\",\"left_hand\"]}}", "spine", 0, 0},
    };
    caper_character *c = load("performer");
    for (int i = 0; i < CAPER_COUNT_OF(rows); i++) {
        caper_map *map = must_parse(rows[i].text);
        caper_error error = {0};
        CHECK(caper_map_apply(map, c, NULL, &error) == NULL);
        CHECK_HAS(error.message, rows[i].message);
        CHECK_STR(error.source, "x.map.json");
        CHECK_INT(error.line, rows[i].line);
        CHECK_INT(error.column, rows[i].column);
        caper_map_destroy(map);
    }
    caper_character_destroy(c);
}

static void no_memory_is_no_map(void)
{
    const char *text = HEAD "\"parts\":{\"hips\":\"a\"},\"caps\":{\"foot\":[\"b\"]}}";
    for (long n = 1;; n++) {
        test_memory memory = {.fail_at = n};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_load_options options = {&allocator, 0, NULL};
        caper_error error = {0};
        caper_map *map = caper_map_parse(text, strlen(text), NULL, &options, &error);
        bool good = map != NULL;
        CHECK(good || error.status == CAPER_ERROR_MEMORY);
        caper_map_destroy(map);
        CHECK_MEMORY_EMPTY(&memory);
        if (good)
            break;
        REQUIRE(n < 100);
    }
}

TESTS(a_file_says_where_it_is_wrong, the_schema_knows_what_the_reader_knows,
      a_map_comes_back_from_its_file, the_guides_map_is_read,
      a_map_overrides_what_was_found_and_the_rest_stays, a_body_that_a_map_gives_is_nobody_elses,
      a_map_makes_a_person_of_whom_nobody_found, a_map_that_does_not_fit_says_so_where_it_stands,
      a_map_of_what_is_known_changes_nothing, a_cap_belongs_to_the_bodies_that_the_map_lists,
      caps_follow_from_parts, caps_that_no_character_can_have_are_refused, no_memory_is_no_map)
