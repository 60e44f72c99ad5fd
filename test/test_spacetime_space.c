// SPDX-License-Identifier: MIT
//
// Files of parameter spaces: how many samples there are, what a sample says, names of parts on
// several bodies, errors with their places, resampling, and the way back into a file.
#include "schema.h"
#include "spacetime/sample.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEAD "{\"caper\": \"space\", \"version\": 1, \"name\": \"test\", "
#define BODY                                                                                       \
    "\"character\": \"performer\", \"frames\": 12, \"duration\": 1.2, "                            \
    "\"contacts\": {\"left_foot\": [[0, 0.6]], \"right_foot\": [[0.5, 1.1]]}"

static caper_space *parse(const char *text, caper_error *error)
{
    memset(error, 0, sizeof *error);
    return caper_space_parse(text, strlen(text), "t.space.json", NULL, error);
}

static caper_space *must_parse(const char *text)
{
    caper_error error;
    caper_space *s = parse(text, &error);
    char out[320];
    if (!s)
        print_error("%s\n", caper_error_text(&error, out, sizeof out));
    REQUIRE(s != NULL);
    return s;
}

static caper_character *load_character(const char *name)
{
    char path[256];
    caper_error error = {0};
    snprintf(path, sizeof path, "characters/%s.character.json", name);
    caper_character *c = caper_character_load(test_data_path(path), NULL, &error);
    REQUIRE(c != NULL);
    return c;
}

// -- Counting -------------------------------------------------------------------------------------

static void the_thesis_counts_of_samples_come_out(void)
{
    // section 3.4.1: 3 characters, 3 speeds, 7 turns, 2 loads
    caper_space *s =
        must_parse(HEAD "\"dimensions\": ["
                        "{\"name\": \"character\", \"values\": [\"knight\", \"ogre\", \"dragon\"]},"
                        "{\"name\": \"speed\", \"values\": [1.4, 3, 6]},"
                        "{\"name\": \"turn\", \"from\": -90, \"to\": 90, \"step\": 30},"
                        "{\"name\": \"load\", \"values\": [\"chest\", \"nothing\"]}]}");
    CHECK_INT(caper_space_factorial_count(s), 126);
    CHECK_INT(caper_space_sample_count(s), 126);
    char name[128];
    CHECK(caper_space_sample_name(s, 0, name, sizeof name));
    CHECK_STR(name, "knight_speed1.4_turn-90_chest");
    CHECK(caper_space_sample_name(s, 125, name, sizeof name));
    CHECK_STR(name, "dragon_speed6_turn90_nothing");
    CHECK_NEAR(caper_space_sample_number(s, 125, "turn"), 90, 0);
    CHECK(isnan(caper_space_sample_number(s, 125, "load")));
    CHECK_INT(caper_space_dimension_count(s), 4);
    CHECK_STR(caper_space_dimension_name(s, 2), "turn");
    CHECK_STR(caper_space_sample_value(s, 125, 3), "nothing");
    CHECK_STR(caper_space_sample_value(s, 125, 2), NULL);
    CHECK_STR(caper_space_dimension_name(s, 4), NULL);
    CHECK(!caper_space_sample_name(s, 126, name, sizeof name));
    caper_space_destroy(s);
    // section 4.2.3: 3 x 1 x 49 x 1 x 1
    s = must_parse(HEAD "\"dimensions\": ["
                        "{\"name\": \"character\", \"values\": [\"a\", \"b\", \"c\"]},"
                        "{\"name\": \"begin\", \"values\": [\"origin\"]},"
                        "{\"name\": \"x\", \"from\": -3, \"to\": 3, \"step\": 1},"
                        "{\"name\": \"z\", \"from\": -3, \"to\": 3, \"step\": 1},"
                        "{\"name\": \"length\", \"values\": [1]},"
                        "{\"name\": \"timing\", \"values\": [\"given\"]}]}");
    CHECK_INT(caper_space_factorial_count(s), 147);
    caper_space_destroy(s);
}

static void the_excluded_region_of_figure_3_8_is_left_out(void)
{
    caper_space *s =
        must_parse(HEAD "\"dimensions\": ["
                        "{\"name\": \"speed\", \"from\": 0.5, \"to\": 3, \"step\": 0.5},"
                        "{\"name\": \"crouching\", \"values\": [\"on\", \"off\"]}],"
                        "\"exclude\": [\"speed >= 2 and crouching = on\"]}");
    CHECK_INT(caper_space_factorial_count(s), 12);
    CHECK_INT(caper_space_sample_count(s), 9);
    for (int i = 0; i < caper_space_sample_count(s); i++) {
        char name[64];
        caper_space_sample_name(s, i, name, sizeof name);
        CHECK(!(caper_space_sample_number(s, i, "speed") >= 2 && strstr(name, "_on")));
    }
    caper_space_destroy(s);
    s = must_parse(HEAD "\"dimensions\": [{\"name\": \"a\", \"from\": 1, \"to\": 4, \"step\": 1},"
                        "{\"name\": \"b\", \"from\": 1, \"to\": 4, \"step\": 1}],"
                        "\"exclude\": [\"a * b > 8 or not (a != b)\"]}");
    int expected = 0;
    for (int a = 1; a <= 4; a++)
        for (int b = 1; b <= 4; b++)
            expected += !(a * b > 8 || a == b);
    CHECK_INT(caper_space_sample_count(s), expected);
    caper_space_destroy(s);
}

// -- A sample -------------------------------------------------------------------------------------

static uint64_t hash_of(const caperi_sample *sample)
{
    uint64_t hash = 0;
    CHECK(caperi_sample_hash(sample, &hash));
    return hash;
}

static void values_lay_their_words_over_those_of_the_space(void)
{
    caper_character *c = load_character("performer");
    caper_error error = {0};
    caper_space *s = must_parse(
        HEAD BODY ", \"friction\": 0.7, \"define\": {\"pace\": \"speed * 2\"},"
                  "\"travel\": {\"along\": \"speed * duration\", \"turn\": \"0.5 * duration\"},"
                  "\"specifiers\": [\"head.y >= 1\"],"
                  "\"dimensions\": [{\"name\": \"speed\", \"values\": [1, 2]},"
                  "{\"name\": \"way\", \"values\": [\"arc\", {\"name\": \"line\","
                  "  \"travel\": {\"x\": 0.1, \"z\": \"pace\"}, \"friction\": 0.4, \"frames\": 20,"
                  "  \"cycle\": \"once\", \"weights\": {\"torque\": 3},"
                  "  \"specifiers\": [{\"minimize\": \"com.y ^ 2\", \"weight\": 0.5}]}]}]}");
    caperi_sample sample;
    REQUIRE(caperi_sample_init(&sample, s, 2, &error)); // speed 2, arc
    REQUIRE(caperi_sample_make(&sample, c, &error));
    double turn = 0.6, along = 2.4;
    CHECK_NEAR(sample.job.travel.turn, turn, 1e-12);
    CHECK_NEAR(sample.job.travel.x, along / turn * (1 - cos(turn)), 1e-12);
    CHECK_NEAR(sample.job.travel.z, along / turn * sin(turn), 1e-12);
    CHECK_NEAR(sample.job.friction, 0.7, 0);
    CHECK_INT(sample.job.frame_count, 12);
    CHECK_INT(sample.job.contact_count, 2);
    CHECK_INT(sample.job.contacts[1].body, caper_character_find(c, "right_foot"));
    CHECK_NEAR(sample.job.contacts[1].end, 1.1, 0);
    CHECK_INT(sample.description.specifier_count, 1);
    uint64_t hash = hash_of(&sample);
    caperi_sample_free(&sample);
    REQUIRE(caperi_sample_init(&sample, s, 3, &error)); // speed 2, line
    REQUIRE(caperi_sample_make(&sample, c, &error));
    CHECK_NEAR(sample.job.travel.turn, 0, 0);
    CHECK_NEAR(sample.job.travel.x, 0.1, 0);
    CHECK_NEAR(sample.job.travel.z, 4, 0);
    CHECK_NEAR(sample.job.friction, 0.4, 0);
    CHECK_NEAR(sample.job.weights.torque, 3, 0);
    CHECK_INT(sample.job.frame_count, 20);
    CHECK_INT(sample.job.cycle, CAPER_SPACETIME_ONCE);
    CHECK_INT(sample.description.specifier_count, 2);
    CHECK(hash_of(&sample) != hash);
    caperi_sample_free(&sample);
    REQUIRE(caperi_sample_init(&sample, s, 2, &error));
    REQUIRE(caperi_sample_make(&sample, c, &error));
    CHECK(hash_of(&sample) == hash);
    caperi_sample_free(&sample);
    caper_space_destroy(s);
    caper_character_destroy(c);
}

static void a_dimension_more_changes_only_the_samples_that_it_touches(void)
{
    // section 5.2: a limp is added; what was solved before is still good
    caper_character *c = load_character("performer");
    caper_error error = {0};
    caper_space *before =
        must_parse(HEAD BODY ", \"dimensions\": [{\"name\": \"speed\", \"values\": [1, 2]}]}");
    caper_space *after = must_parse(
        HEAD BODY ", \"dimensions\": [{\"name\": \"speed\", \"values\": [1, 2]},"
                  "{\"name\": \"limp\", \"values\": [\"healthy\", {\"name\": \"limping\","
                  "\"specifiers\": [\"right_foot.force.y <= 0.6 * weight\"]}]}]}");
    CHECK_INT(caper_space_sample_count(after), 4);
    caperi_sample a, b, limping;
    REQUIRE(caperi_sample_init(&a, before, 1, &error) && caperi_sample_make(&a, c, &error));
    REQUIRE(caperi_sample_init(&b, after, 2, &error) && caperi_sample_make(&b, c, &error));
    REQUIRE(caperi_sample_init(&limping, after, 3, &error) &&
            caperi_sample_make(&limping, c, &error));
    CHECK(hash_of(&a) == hash_of(&b));
    CHECK(hash_of(&a) != hash_of(&limping));
    caperi_sample_free(&a);
    caperi_sample_free(&b);
    caperi_sample_free(&limping);
    caper_space_destroy(before);
    caper_space_destroy(after);
    caper_character_destroy(c);
}

static void loads_weigh_on_their_bodies(void)
{
    caper_character *c = load_character("performer");
    caper_error error = {0};
    caper_space *s = must_parse(HEAD BODY ", \"loads\": {\"left_hand\": \"0.1 masses\"}}");
    caperi_sample sample;
    REQUIRE(caperi_sample_init(&sample, s, 0, &error) && caperi_sample_make(&sample, c, &error));
    int hand = caper_character_find(c, "left_hand");
    CHECK_NEAR(sample.job.character->bodies[hand].mass, c->bodies[hand].mass + 0.1f * c->mass,
               1e-3);
    CHECK_NEAR(sample.job.character->mass, 1.1f * c->mass, 1e-3);
    CHECK_NEAR(sample.weight, c->mass * 9.81, 1e-2);
    caperi_sample_free(&sample);
    caper_space_destroy(s);
    caper_character_destroy(c);
}

static void durations_that_are_found_bind_the_travel(void)
{
    caper_character *c = load_character("performer");
    caper_error error = {0};
    caper_space *s =
        must_parse(HEAD BODY ", \"timing\": {\"kind\": \"durations\", \"longest\": 1.5},"
                             "\"travel\": {\"z\": \"1.3 * duration\", \"x\": 0.2}}");
    caperi_sample sample;
    REQUIRE(caperi_sample_init(&sample, s, 0, &error) && caperi_sample_make(&sample, c, &error));
    CHECK(sample.job.travel.free_z && !sample.job.travel.free_x && !sample.job.travel.free_turn);
    CHECK_INT(sample.travel_row_count, 1);
    CHECK_NEAR(sample.job.duration_max, 1.5, 0);
    CHECK(sample.job.duration_min > 0 && sample.job.duration_min < 1.2);
    caperi_sample_free(&sample);
    caper_space_destroy(s);
    caper_character_destroy(c);
}

// -- Names ----------------------------------------------------------------------------------------

static void generic_names_find_their_bodies(void)
{
    static const struct {
        const char *character, *name, *body;
    } cases[] = {
        {"performer", "left_foot", "left_foot"},
        {"performer", "R_foot", "right_foot"},
        {"performer", "root", "pelvis"},
        {"performer", "torso", "chest"},
        {"performer", "head", "head"},
        {"performer", "left_lower_arm", "left_forearm"}, // a part of a person
        {"performer", "left_hand", "left_hand"},
        {"dog", "left_front_foot", "left_front_paw"},
        {"dog", "right_hind_foot", "right_hind_paw"},
        {"dog", "tail", "tail_5"},
        {"beetle", "left_mid_foot", "left_mid_foot"},
        {"hopper", "foot", "foot"},
        {"performer", "left_hind_foot", NULL},
        {"dog", "left_foot", NULL}, // which one?
        {"dog", "wheel", NULL},
    };
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        caper_character *c = load_character(cases[i].character);
        int body =
            caperi_find_body(c, NULL, 0, (caper_slice){cases[i].name, strlen(cases[i].name)});
        CHECK_STR(body < 0 ? NULL : c->bodies[body].name, cases[i].body);
        caper_character_destroy(c);
    }
}

// -- Errors ---------------------------------------------------------------------------------------

static void files_that_make_no_sense_are_refused_with_their_place(void)
{
    static const struct {
        const char *text; // behind the head, on a second line
        int column;
        const char *message;
    } cases[] = {
        {"\"dimension\": []}", 1, "unknown member 'dimension'; did you mean 'dimensions'?"},
        {"\"specifiers\": [\"head.y >= \"]}", 27, "found the end"},
        {"\"specifiers\": [4]}", 16, "a specifier must be a string, found a number"},
        {"\"define\": {\"a\": \"b + 1\", \"b\": \"2 * a\"}}", 36, "'a' is defined by itself"},
        {"\"define\": {\"a b\": 1}}", 12, "'a b' is not a name"},
        {"\"cycle\": \"lop\"}", 10, "did you mean 'loop'?"},
        {"\"contacts\": {\"left_foot\": [[0]]}}", 28, "2"},
        {"\"travel\": {\"along\": 1, \"x\": 2}}", 11, "not both"},
        {"\"timing\": \"guess\"}", 11, "unknown"},
        {"\"dimensions\": [{\"name\": \"a\", \"values\": [1, 1]}]}", 44, "is there twice"},
        {"\"dimensions\": [{\"name\": \"a\", \"from\": 1, \"to\": 0, \"step\": 1}]}", 16,
         "1 to 1000"},
        {"\"dimensions\": [{\"name\": \"a\", \"values\": [\"x/y\"]}]}", 41,
         "part of a file's name"},
        {"\"dimensions\": [{\"name\": \"a\", \"values\": [1]}], \"exclude\": [\"b > 2\"]}", 60,
         "unknown name 'b'"},
        {"\"dimensions\": [{\"name\": \"a\", \"values\": [\"on\"]}], \"exclude\": [\"a = of\"]}",
         67, "'of' is not a value of 'a'"},
        {"\"weights\": {\"torque\": true}}", 23, "must be a number or an expression, found"},
        {"\"frames\": \"1 +\"}", 15, "found the end"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        char text[512];
        caper_error error;
        snprintf(text, sizeof text, "%s\n%s", HEAD, cases[i].text);
        caper_space *s = parse(text, &error);
        CHECK(s == NULL);
        CHECK_HAS(error.message, cases[i].message);
        CHECK_INT(error.line, 2);
        if (error.column != cases[i].column)
            print_error("%s: column %d\n", cases[i].text, error.column);
        CHECK_INT(error.column, cases[i].column);
        CHECK_STR(error.source, "t.space.json");
        caper_space_destroy(s);
    }
}

static void names_that_a_character_lacks_are_found_before_solving(void)
{
    static const struct {
        const char *text;
        int column;
        const char *message;
    } cases[] = {
        {"\"specifiers\": [\"left_hnd.y >= 0\"]}", 17, "did you mean 'left_hand'?"},
        {"\"specifiers\": [\"head.y >= 0\", \"head.y(13) = 1\"]}", 39, "frame 13 is not there"},
        {"\"contacts\": {\"left_feet\": [[0, 1]]}}", 15, "did you mean 'left_foot'?"},
        {"\"contacts\": {\"left_foot\": [[0.5, 0.5]]}}", 34, "lasts no time"},
        {"\"friction\": \"speed\"}", 14, "unknown name 'speed'"},
        {"\"friction\": -1}", 13, "is not within"},
        {"\"travel\": {\"z\": \"head.y\"}}", 23, "a quantity of a body where a number is expected"},
        {"\"loads\": {\"wheel\": 3}}", 12, "unknown name 'wheel'"},
    };
    caper_character *c = load_character("performer");
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        char text[512];
        caper_error error = {0};
        snprintf(text, sizeof text,
                 HEAD "\"character\": \"performer\", \"frames\": 12, \"duration\": 1.2,\n%s",
                 cases[i].text);
        caper_space *s = must_parse(text);
        caperi_sample sample;
        REQUIRE(caperi_sample_init(&sample, s, 0, &error));
        CHECK(!caperi_sample_make(&sample, c, &error));
        CHECK_HAS(error.message, cases[i].message);
        CHECK_INT(error.line, 2);
        if (error.column != cases[i].column)
            print_error("%s: column %d\n", cases[i].text, error.column);
        CHECK_INT(error.column, cases[i].column);
        caperi_sample_free(&sample);
        caper_space_destroy(s);
    }
    caper_character_destroy(c);
}

static void memory_that_runs_out_is_reported_and_given_back(void)
{
    static const char text[] =
        HEAD BODY ", \"specifiers\": [\"head.y >= 1\"], \"define\": {\"a\": \"1 + 2\"},"
                  "\"dimensions\": [{\"name\": \"speed\", \"from\": 1, \"to\": 90, \"step\": 1}]}";
    for (long i = 0; i < 40; i++) {
        test_memory memory = {.fail_at = i};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_load_options options = {.allocator = &allocator};
        caper_error error = {0};
        caper_space *s = caper_space_parse(text, sizeof text - 1, NULL, &options, &error);
        CHECK(i == 0 ? s != NULL : s != NULL || error.status == CAPER_ERROR_MEMORY);
        caper_space_destroy(s);
        CHECK_MEMORY_EMPTY(&memory);
    }
}

// -- Resampling, writing
// ----------------------------------------------------------------------------

static double jump_at_two(void *user, int a, int b)
{
    const caper_space *s = user;
    double x = caper_space_sample_number(s, a, "speed"),
           y = caper_space_sample_number(s, b, "speed");
    CHECK_NEAR(y - x, 0.5, 1e-12); // neighbours alone are compared
    return x < 2.2 && y > 2.2 ? 5 : 0.1;
}

// Written and read, twice, a drawn space has the samples that it had; with other values it has a
// grid again.
static void drawn_samples_come_back(const caper_space *drawn)
{
    int count = caper_space_sample_count(drawn);
    const caper_space *last = drawn;
    caper_space *read[2];
    for (int round = 0; round < 2; round++) {
        caper_json_writer w;
        size_t size;
        caper_json_writer_init(&w, NULL, 2);
        caper_space_write(last, &w);
        const char *text = caper_json_writer_finish(&w, &size, NULL);
        REQUIRE(text != NULL);
        last = read[round] = must_parse(text);
        caper_json_writer_free(&w);
        REQUIRE(caper_space_sample_count(last) == count);
        for (int i = 0; i < count; i++) {
            char before[100], after[100];
            CHECK(caper_space_sample_name(drawn, i, before, sizeof before) &&
                  caper_space_sample_name(last, i, after, sizeof after));
            CHECK_STR(after, before);
        }
    }
    const char *name = caper_space_dimension_name(last, 0);
    const char *values[] = {caper_space_value_name(last, 0, 0)};
    caper_space *one = caper_space_with(last, name, values, 1, NULL);
    REQUIRE(one != NULL);
    int others = caper_space_factorial_count(last) / caper_space_value_count(last, 0);
    CHECK_INT(caper_space_sample_count(one), others);
    caper_space_destroy(one);
    caper_space_destroy(read[0]);
    caper_space_destroy(read[1]);
}

static void random_samples_lie_between_the_values(void)
{
    static const char text[] = HEAD "\"dimensions\": ["
                                    "{\"name\": \"speed\", \"from\": 1, \"to\": 3, \"step\": 0.5},"
                                    "{\"name\": \"gait\", \"values\": [\"walk\", \"run\"]}],"
                                    "\"exclude\": [\"speed >= 2 and gait = walk\"]}";
    caper_space *s = must_parse(text), *other = must_parse(text);
    enum {
        COUNT = 200
    };
    CHECK(caper_space_draw(s, COUNT, 7) && caper_space_draw(other, COUNT, 7));
    REQUIRE(caper_space_sample_count(s) == COUNT);
    double low = 9, high = 0, middle = 0;
    int walks = 0, between = 0;
    for (int i = 0; i < COUNT; i++) {
        double speed = caper_space_sample_number(s, i, "speed");
        bool walk = strcmp(caper_space_sample_value(s, i, 1), "walk") == 0;
        low = fmin(low, speed), high = fmax(high, speed);
        walks += walk;
        middle += speed / COUNT;
        between += fmod(speed, 0.5) != 0;
        CHECK(speed >= 1 && speed <= 3 && !(walk && speed >= 2));
        CHECK_NEAR(speed, caper_space_sample_number(other, i, "speed"), 0); // by the seed alone
    }
    CHECK(low < 1.1 && high > 2.9 && between > 190);
    // a third of what is left are walks, whose mean is 1.5; of runs it is 2
    CHECK(walks > COUNT / 5 && walks < COUNT / 2);
    CHECK_NEAR(middle, 11.0 / 6, 0.15);
    CHECK(!caper_space_draw(s, 0, 1) && !caper_space_draw(s, 1 << 30, 1));
    CHECK_INT(caper_space_sample_count(s), COUNT);
    drawn_samples_come_back(s);
    caper_space_destroy(s);
    caper_space_destroy(other);
    // no two are alike, so there are no more than two of two values
    s = must_parse(HEAD "\"dimensions\": [{\"name\": \"a\", \"values\": [\"x\", \"y\"]}]}");
    CHECK(!caper_space_draw(s, 3, 1));
    REQUIRE(caper_space_draw(s, 2, 1));
    CHECK(strcmp(caper_space_sample_value(s, 0, 0), caper_space_sample_value(s, 1, 0)) != 0);
    drawn_samples_come_back(s);
    caper_space_destroy(s);
    // nothing is left
    s = must_parse(HEAD "\"dimensions\": [{\"name\": \"a\", \"values\": [1, 2]}], "
                        "\"exclude\": [\"a >= 1\"]}");
    CHECK(!caper_space_draw(s, 3, 1));
    caper_space_destroy(s);
}

static void new_samples_lie_where_neighbours_differ_most(void)
{
    static const char text[] = HEAD "\"dimensions\": ["
                                    "{\"name\": \"speed\", \"from\": 1, \"to\": 3, \"step\": 0.5},"
                                    "{\"name\": \"gait\", \"values\": [\"walk\", \"run\"]}],"
                                    "\"exclude\": [\"speed = 3 and gait = walk\"]}";
    caper_space *s = must_parse(text);
    CHECK_INT(caper_space_sample_count(s), 9);
    CHECK_INT(caper_space_refine(s, 2, jump_at_two, s), 2);
    CHECK_INT(caper_space_sample_count(s), 11);
    CHECK_NEAR(caper_space_sample_number(s, 9, "speed"), 2.25, 0);
    CHECK_NEAR(caper_space_sample_number(s, 10, "speed"), 2.25, 0);
    char name[64], path[256];
    caper_space_sample_name(s, 10, name, sizeof name);
    CHECK_STR(name, "speed2.25_run");
    CHECK_NEAR(caperi_space_distance(s, 9, 10), 100, 1e-9);
    // and back from a file
    caper_error error = {0};
    snprintf(path, sizeof path, "%s/refined.space.json", CAPER_BINARY_DIR);
    REQUIRE(caper_space_save(s, path, &error));
    caper_space *again = caper_space_load(path, NULL, &error);
    REQUIRE(again != NULL);
    CHECK_INT(caper_space_sample_count(again), 11);
    for (int i = 0; i < 11; i++) {
        char other[64];
        caper_space_sample_name(s, i, name, sizeof name);
        caper_space_sample_name(again, i, other, sizeof other);
        CHECK_STR(name, other);
    }
    caper_space_destroy(again);
    caper_space_destroy(s);
    remove(path);
}

// -- What ships
// -------------------------------------------------------------------------------------

static const struct {
    const char *name;
    int factorial, samples;
} shipped[] = {
    {"walk_run_turn", 34, 34}, // the counts of section 5.1, and twice as many with a limp
    {"walk_spin", 4, 4},
    {"stepping", 8, 8},
    {"walk_run_turn_limping", 68, 68},
    {"walk_spin_limping", 8, 8},
    {"stepping_limping", 16, 16},
    {"crouch_walk", 10, 8},
    {"carry", 8, 8},
    {"jump", 3, 3},
    {"hop", 6, 6},
    {"skip", 3, 3},
    {"dog", 6, 6},
    {"beetle", 2, 2},
    {"hopper", 2, 2},
};

static void shipped_spaces_fit_their_characters_and_the_schema(void)
{
    caperi_json schema;
    caper_error error = {0};
    REQUIRE(caperi_json_parse_file(&schema, test_source_path("docs/schema/space.schema.json"), NULL,
                                   NULL, &error));
    for (int i = 0; i < CAPER_COUNT_OF(shipped); i++) {
        char path[128];
        caperi_json json;
        snprintf(path, sizeof path, "spaces/%s.space.json", shipped[i].name);
        REQUIRE(caperi_json_parse_file(&json, test_data_path(path), NULL, NULL, &error));
        CHECK(schema_accepts(schema.root, schema.root, json.root));
        caperi_json_free(&json);
        caper_space *s = caper_space_load(test_data_path(path), NULL, &error);
        REQUIRE(s != NULL);
        CHECK_INT(caper_space_factorial_count(s), shipped[i].factorial);
        CHECK_INT(caper_space_sample_count(s), shipped[i].samples);
        for (int k = 0; k < s->sample_count; k++) {
            caperi_sample sample;
            REQUIRE(caperi_sample_init(&sample, s, k, &error));
            caper_character *c = load_character(sample.description.character);
            if (!CHECK(caperi_sample_make(&sample, c, &error)))
                print_error("%s: %s\n", shipped[i].name, error.message);
            caperi_sample_free(&sample);
            caper_character_destroy(c);
        }
        caper_space_destroy(s);
    }
    caperi_json_free(&schema);
}

static void the_schema_refuses_what_the_reader_refuses(void)
{
    static const struct {
        const char *text;
        bool good;
    } cases[] = {
        {"\"frames\": 12}", true},
        {"\"frames\": true}", false},
        {"\"cycle\": \"never\"}", false},
        {"\"timing\": {\"kind\": \"search\", \"longest\": \"2 s\"}}", true},
        {"\"timing\": {\"longest\": 2}}", false},
        {"\"contacts\": {\"foot\": [[0, 1]]}}", true},
        {"\"contacts\": {\"foot\": [[0]]}}", false},
        {"\"contacts\": {\"foot\": [{\"from\": 0, \"to\": 1, \"part\": \"sole\"}]}}", false},
        {"\"specifiers\": [{\"minimize\": \"com.y\", \"weight\": 2}, \"com.y >= 1\"]}", true},
        {"\"specifiers\": [{\"weight\": 2}]}", false},
        {"\"dimensions\": [{\"name\": \"a\", \"values\": [1, \"b\", {\"name\": \"c\"}]}]}", true},
        {"\"dimensions\": [{\"name\": \"a\", \"values\": []}]}", false},
        {"\"dimensions\": [{\"values\": [1]}]}", false},
        {"\"weights\": {\"speed\": 1}}", false},
        {"\"wheels\": 4}", false},
    };
    caperi_json schema;
    caper_error error = {0};
    REQUIRE(caperi_json_parse_file(&schema, test_source_path("docs/schema/space.schema.json"), NULL,
                                   NULL, &error));
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        char text[512];
        caperi_json json;
        snprintf(text, sizeof text, "%s%s", HEAD, cases[i].text);
        caper_space *s = parse(text, &error);
        CHECK_INT(s != NULL, cases[i].good);
        caper_space_destroy(s);
        REQUIRE(caperi_json_parse(&json, text, strlen(text), NULL, NULL, NULL, &error));
        CHECK_INT(schema_accepts(schema.root, schema.root, json.root), cases[i].good);
        caperi_json_free(&json);
    }
    caperi_json_free(&schema);
}

// Numbers and names of values come and go; what the file says of a value that stays, stays.
static void a_dimension_gets_other_values(void)
{
    static const char text[] =
        "{\"caper\": \"space\", \"version\": 1, \"name\": \"S\", \"character\": \"hopper\","
        "\"frames\": 8, \"duration\": 1, \"dimensions\": ["
        "{\"name\": \"pace\", \"about\": \"how fast\", \"from\": 0, \"to\": 1, \"step\": 0.5},"
        "{\"name\": \"gait\", \"values\": [\"off\", {\"name\": \"on\", \"frames\": 12}]}]}";
    static const char *const paces[] = {"0.25", "0.5", "2", "3"}, *const on[] = {"on"},
                             *const bad[] = {"fast"};
    caper_error error = {0};
    caper_space *a = caper_space_parse(text, sizeof text - 1, NULL, NULL, &error);
    REQUIRE(a != NULL);
    CHECK_INT(caper_space_value_count(a, 0), 3);
    CHECK_STR(caper_space_value_name(a, 0, 1), "0.5");
    CHECK_NEAR(caper_space_value_number(a, 0, 2), 1, 1e-12);
    CHECK(isnan(caper_space_value_number(a, 1, 0)) && caper_space_value_name(a, 1, 2) == NULL);
    caper_space *b = caper_space_with(a, "pace", paces, 4, &error);
    REQUIRE(b != NULL);
    CHECK_INT(caper_space_sample_count(b), 8);
    CHECK_NEAR(caper_space_value_number(b, 0, 3), 3, 1e-12);
    caper_space *c = caper_space_with(b, "gait", on, 1, &error);
    REQUIRE(c != NULL);
    CHECK_INT(caper_space_sample_count(c), 4);
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, 0);
    caper_space_write(c, &w);
    const char *written = caper_json_writer_finish(&w, NULL, NULL);
    CHECK_HAS(written, "12"); // of the value "on"
    CHECK_HAS(written, "how fast");
    caper_json_writer_free(&w);
    caper_space *d = caper_space_with(c, "pace", NULL, 0, &error);
    REQUIRE(d != NULL);
    CHECK_INT(caper_space_dimension_count(d), 1);
    caper_space *e = caper_space_with(d, "mood", paces, 2, &error);
    REQUIRE(e != NULL);
    CHECK_STR(caper_space_dimension_name(e, 1), "mood");
    CHECK(!caper_space_with(e, "pace", NULL, 0, &error)); // is gone already
    CHECK(!caper_space_with(e, "mood", bad, 1, &error));
    CHECK_HAS(error.message, "'fast'");
    caper_space_destroy(a);
    caper_space_destroy(b);
    caper_space_destroy(c);
    caper_space_destroy(d);
    caper_space_destroy(e);
}

TESTS(a_dimension_gets_other_values, the_thesis_counts_of_samples_come_out,
      the_excluded_region_of_figure_3_8_is_left_out, values_lay_their_words_over_those_of_the_space,
      a_dimension_more_changes_only_the_samples_that_it_touches, loads_weigh_on_their_bodies,
      durations_that_are_found_bind_the_travel, generic_names_find_their_bodies,
      files_that_make_no_sense_are_refused_with_their_place,
      names_that_a_character_lacks_are_found_before_solving,
      memory_that_runs_out_is_reported_and_given_back, new_samples_lie_where_neighbours_differ_most,
      random_samples_lie_between_the_values, shipped_spaces_fit_their_characters_and_the_schema,
      the_schema_refuses_what_the_reader_refuses)
