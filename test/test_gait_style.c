// SPDX-License-Identifier: MIT
//
// Gait styles: parameters by speed, layers, files to the bit, refusals with line and column that
// the schema shares.
#include "caper/gait.h"
#include "schema.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

static char *text_of(const caper_gait_style *style, size_t *size)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 2);
    caper_gait_style_write(style, &writer);
    const char *text = caper_json_writer_finish(&writer, size, NULL);
    REQUIRE(text != NULL);
    char *copy = malloc(*size + 1);
    REQUIRE(copy != NULL);
    memcpy(copy, text, *size + 1);
    caper_json_writer_free(&writer);
    return copy;
}

static caperi_json load_schema(void)
{
    caperi_json schema;
    REQUIRE(caperi_json_parse_file(&schema, test_source_path("docs/schema/gait.schema.json"), NULL,
                                   NULL, NULL));
    return schema;
}

static bool schema_says(const caperi_json *schema, const char *text)
{
    caperi_json json;
    if (!caperi_json_parse(&json, text, strlen(text), "text", NULL, NULL, NULL)) {
        return false;
    }
    bool good = schema_accepts(schema->root, schema->root, json.root);
    caperi_json_free(&json);
    return good;
}

static void a_style_comes_back_from_its_text_to_the_bit(void)
{
    caperi_json schema = load_schema();
    caper_rng rng = caper_rng_make(3);
    for (int round = 0; round < 50; round++) {
        caper_gait_style style = caper_gait_style_default(), back;
        for (int i = 0; round > 0 && i < CAPER_GAIT_MAX_FEET; i++) {
            for (int k = 0; k < style.feet[i].key_count; k++) {
                style.feet[i].keys[k].lift = caper_rng_float(&rng);
                style.feet[i].keys[k].triggers[i] = caper_rng_range(&rng, -1, 2);
            }
            style.feet[i].key_count = caper_rng_bool(&rng, 0.3f) ? 0 : style.feet[i].key_count;
            if (style.feet[i].key_count == 0) {
                memset(&style.feet[i], 0, sizeof style.feet[i]);
            }
        }
        style.adjust.lean_deg = round > 0 ? caper_rng_range(&rng, -20, 20) : 0;
        size_t size;
        char *text = text_of(&style, &size);
        caper_error error = {0};
        CHECK(caper_gait_style_parse(text, size, "text", NULL, &back, &error));
        CHECK_STR(error.message, "");
        CHECK(memcmp(&style, &back, sizeof style) == 0);
        CHECK(schema_says(&schema, text));
        free(text);
    }
    caperi_json_free(&schema);
}

static void the_shipped_styles_load_and_animal_is_the_default(void)
{
    static const char *const names[] = {"animal", "limp", "lumber", "sneak", "prance", "hop"};
    caperi_json schema = load_schema();
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        char path[64];
        snprintf(path, sizeof path, "gaits/%s.gait.json", names[i]);
        caper_gait_style style;
        caper_error error = {0};
        CHECK(caper_gait_style_load(test_data_path(path), NULL, &style, &error));
        CHECK_STR(error.message, "");
        CHECK_STR(style.name, names[i]);
        size_t size;
        char *text = text_of(&style, &size);
        CHECK(schema_says(&schema, text));
        free(text);
        caper_gait_style usual = caper_gait_style_default();
        CHECK(i > 0 || memcmp(&style, &usual, sizeof style) == 0);
    }
    caperi_json_free(&schema);
}

static void bad_files_are_refused_at_the_place(void)
{
    static const struct {
        const char *text, *message;
        int line, column;
        bool schema_blind; // a rule between values, which the schema cannot say
    } cases[] = {
        {"{}", "caper", 1, 1, false},
        {"{\"caper\": \"gait\", \"version\": 1}", "name", 1, 1, false},
        {"{\"caper\": \"gait\", \"version\": 1, \"name\": \"x\",\n\"speed\": 1}", "speed", 2, 1,
         false},
        {"{\"caper\": \"gait\", \"version\": 1, \"name\": \"x\",\n\"wave_rows\": 0.5}", "wave_rows",
         2, 14, true},
        {"{\"caper\": \"gait\", \"version\": 1, \"name\": \"x\",\n\"adjust\": {\"pace\": 0}}",
         "pace", 2, 20, false},
        {"{\"caper\": \"gait\", \"version\": 1, \"name\": \"x\",\n\"feet\": {\"7\": []}}", "7", 2,
         10, false},
        {"{\"caper\": \"gait\", \"version\": 1, \"name\": \"x\",\n\"feet\": {\"2\": [{\"froude\": "
         "0, "
         "\"duty\": 0.5, \"stride\": 1, \"triggers\": [0]}]}}",
         "triggers", 2, 68, false},
        {"{\"caper\": \"gait\", \"version\": 1, \"name\": \"x\",\n\"feet\": {\"1\": [{\"froude\": "
         "1, "
         "\"duty\": 0.5, \"stride\": 1, \"triggers\": [0]},\n{\"froude\": 1, \"duty\": 0.5, "
         "\"stride\": 1, \"triggers\": [0]}]}}",
         "rising", 3, 1, true},
        {"{\"caper\": \"gait\", \"version\": 1, \"name\": \"x\",\n\"path\": [{\"time\": 0, "
         "\"forward\": 0, "
         "\"up\": 0}, {\"time\": 0.5, \"forward\": 1, \"up\": 0}]}",
         "a path runs", 2, 46, true},
    };
    caperi_json schema = load_schema();
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        caper_gait_style style = caper_gait_style_default(), before = style;
        caper_error error = {0};
        CHECK(!caper_gait_style_parse(cases[i].text, strlen(cases[i].text), "text", NULL, &style,
                                      &error));
        CHECK_HAS(error.message, cases[i].message);
        CHECK_INT(error.line, cases[i].line);
        CHECK_INT(error.column, cases[i].column);
        CHECK(memcmp(&style, &before, sizeof style) == 0);
        CHECK(schema_says(&schema, cases[i].text) == cases[i].schema_blind);
    }
    caperi_json_free(&schema);
}

static caper_character *load(const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "characters/%s.character.json", name);
    caper_character *character = caper_character_load(test_data_path(path), NULL, NULL);
    REQUIRE(character != NULL);
    return character;
}

static caper_gait *plan(const caper_character *character, const caper_gait_layer *layers, int count)
{
    caper_gait_def def = caper_gait_def_default();
    def.character = character;
    def.layers = layers;
    def.layer_count = count;
    caper_gait *gait = caper_gait_create(&def, NULL);
    REQUIRE(gait != NULL);
    return gait;
}

// Walks have feet down for more than half of the time, runs for less, and the change is near a
// Froude number of 0.5 (docs/guide/quality.md). Alexander 1976: u = 0.25 g^0.5 d^1.67 h^-1.17.
static void bipeds_run_from_a_froude_number_of_half(void)
{
    caper_character *performer = load("performer");
    caper_gait *gait = plan(performer, NULL, 0);
    CHECK(caper_gait_params(gait, 0, 0.4f).duty > 0.5f);
    CHECK(caper_gait_params(gait, 0, 0.6f).duty < 0.5f);
    float last = 1;
    for (float froude = 0.01f; froude < 3; froude *= 1.1f) {
        caper_gait_key key = caper_gait_params(gait, 0, froude);
        CHECK(key.duty <= last);
        last = key.duty;
        CHECK_NEAR(key.stride / powf(4 * sqrtf(froude), 1 / 1.67f), 1, 0.12);
    }
    caper_gait_destroy(gait);
    caper_character_destroy(performer);
}

static void parameters_move_without_steps_as_speed_rises(void)
{
    static const char *const names[] = {"hopper", "performer", "tripod", "dog", "beetle", "spider"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        caper_character *character = load(names[n]);
        caper_gait *gait = plan(character, NULL, 0);
        const caper_gait_leg *legs;
        int count = caper_gait_legs(gait, &legs);
        for (float speed = 0; speed < 1.8f; speed += 0.002f) {
            float a = speed * speed, b = (speed + 0.002f) * (speed + 0.002f);
            caper_gait_key p = caper_gait_params(gait, 0, a), q = caper_gait_params(gait, 0, b);
            CHECK(fabsf(p.duty - q.duty) < 0.01f && fabsf(p.stride - q.stride) < 0.02f);
            for (int i = 0; i < count; i++) {
                CHECK(fabsf(caper_gait_trigger(gait, i, a) - caper_gait_trigger(gait, i, b)) <
                      0.03f);
            }
        }
        caper_gait_destroy(gait);
        caper_character_destroy(character);
    }
}

// Trot: diagonal feet together; walk: hind, front of the same side, the other hind, its front, a
// quarter of a cycle apart; tripod: front and hind of one side with the middle of the other.
static void feet_land_in_the_order_of_animals(void)
{
    caper_character *dog = load("dog"), *beetle = load("beetle");
    caper_gait *four = plan(dog, NULL, 0), *six = plan(beetle, NULL, 0);
    const caper_gait_leg *legs;
    int count = caper_gait_legs(four, &legs);
    float walk[4], trot[4];
    for (int i = 0; i < count; i++) {
        int place = legs[i].row * 2 + (legs[i].side < 0); // hind left, hind right, front left ...
        walk[place] = caper_gait_trigger(four, i, 0.1f);
        trot[place] = fmodf(caper_gait_trigger(four, i, 0.8f), 1);
    }
    CHECK_NEAR(walk[2] - walk[0], 0.25, 0.01);
    CHECK_NEAR(walk[1] - walk[0], 0.5, 0.01);
    CHECK_NEAR(walk[3] - walk[0], 0.75, 0.01);
    CHECK_NEAR(trot[0], trot[3], 0.01);
    CHECK_NEAR(trot[1], trot[2], 0.01);
    CHECK_NEAR(fabsf(trot[0] - trot[1]), 0.5, 0.01);
    count = caper_gait_legs(six, &legs);
    CHECK_INT(count, 6);
    for (int i = 0; i < count; i++) {
        bool first = (legs[i].row + (legs[i].side < 0)) % 2 == 0;
        CHECK_NEAR(fmodf(caper_gait_trigger(six, i, 1), 1), first ? 0 : 0.5, 0.01);
    }
    caper_gait_destroy(four);
    caper_gait_destroy(six);
    caper_character_destroy(dog);
    caper_character_destroy(beetle);
}

static void layers_mix_by_weight_and_by_group(void)
{
    caper_character *odd = load("oddlegs");
    caper_gait_style style = caper_gait_style_neutral();
    style.adjust.lift = 3;
    style.adjust.duty = -0.1f;
    caper_gait_layer layer = {&style, 0.5f, 1};
    caper_gait *plain = plan(odd, NULL, 0), *mixed = plan(odd, &layer, 1);
    const caper_gait_group *groups;
    REQUIRE(caper_gait_groups(plain, &groups) == 3);
    for (int g = 0; g < 3; g++) {
        caper_gait_key a = caper_gait_params(plain, g, 0.2f), b = caper_gait_params(mixed, g, 0.2f);
        CHECK_NEAR(b.lift / a.lift, g == 1 ? 2 : 1, 1e-5);
        CHECK_NEAR(b.duty - a.duty, g == 1 ? -0.05 : 0, 1e-5);
    }
    caper_gait_destroy(plain);
    caper_gait_destroy(mixed);
    caper_character_destroy(odd);
}

TESTS(a_style_comes_back_from_its_text_to_the_bit,
      the_shipped_styles_load_and_animal_is_the_default, bad_files_are_refused_at_the_place,
      bipeds_run_from_a_froude_number_of_half, parameters_move_without_steps_as_speed_rises,
      feet_land_in_the_order_of_animals, layers_mix_by_weight_and_by_group)
