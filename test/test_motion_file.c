// SPDX-License-Identifier: MIT
//
// Motions in files: round trips to the bit, each bad file refused at its line and column and judged
// alike by the schema, what people may leave out, damaged text, memory that runs out.
#define _POSIX_C_SOURCE 200809L
#include "file_fixture.h"
#include "menagerie.h"
#include "motion_random.h"

// -- Round trips ----------------------------------------------------------------------------------

static char *text_of(const caper_motion *motion, int indent, size_t *size)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, indent);
    caper_motion_write(motion, &writer);
    return written_text(&writer, size);
}

static caper_motion *parse(const char *text, caper_error *error)
{
    return caper_motion_parse(text, strlen(text), "text", NULL, error);
}

static void a_motion_comes_back_from_its_text_to_the_bit(void)
{
    caperi_json schema = schema_load("motion");
    for (int round = 0; round < 300; round++) {
        caper_motion *motion = random_motion((uint64_t)round);
        size_t size, again_size;
        char *text = text_of(motion, round % 3 ? 2 : 0, &size);
        caper_error error = {0};
        caper_motion *back = caper_motion_parse(text, size, "text", NULL, &error);
        CHECK_STR(error.message, "");
        REQUIRE(back != NULL);
        CHECK(same_motion(motion, back));
        char *again = text_of(back, round % 3 ? 2 : 0, &again_size);
        CHECK_STR(again, text);
        if (round < 60)
            CHECK(schema_says(&schema, text));
        free(again);
        free(text);
        caper_motion_destroy(back);
        caper_motion_destroy(motion);
    }
    caperi_json_free(&schema);
}

static void a_motion_goes_through_a_file(void)
{
    const char *path = CAPER_BINARY_DIR "/test_motion_file.motion.json";
    caper_motion *motion = random_motion(7);
    caper_error error = {0};
    CHECK(caper_motion_save(motion, path, &error));
    caper_motion *back = caper_motion_load(path, NULL, &error);
    CHECK_STR(error.message, "");
    REQUIRE(back != NULL);
    CHECK(same_motion(motion, back));
    caper_motion_destroy(back);
    caper_motion_destroy(motion);
    remove(path);
    CHECK(caper_motion_load("/no/such.motion.json", NULL, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_IO);
}

// What a person writes comes out as it was written.
static void a_file_for_people_is_written_as_people_write(void)
{
    static const char text[] =
        "{\n"
        "  \"caper\": \"motion\",\n"
        "  \"version\": 1,\n"
        "  \"name\": \"wave\",\n"
        "  \"about\": \"Raises a hand and waves it at a friend.\",\n"
        "  \"duration\": 2,\n"
        "  \"loops\": true,\n"
        "  \"targets\": {\n"
        "    \"friend\": [0, 0.5, 3]\n"
        "  },\n"
        "  \"branches\": [\n"
        "    {\n"
        "      \"name\": \"with hands\",\n"
        "      \"needs\": {\"upright_spine\": true, \"with\": [\"mouth\"], \"legs\": 2, "
        "\"graspers\": {\"min\": 1}},\n"
        "      \"channels\": [\n"
        "        {\n"
        "          \"name\": \"hand\",\n"
        "          \"select\": {\"caps\": [\"grasper\"], \"not\": [\"foot\"], \"where\": [\"top\", "
        "\"front\"]},\n"
        "          \"group\": \"hand\",\n"
        "          \"mode\": {\"rotation\": \"identity\", \"scale\": \"limb\"},\n"
        "          \"keys\": [\n"
        "            {\"t\": 0, \"position\": [0, 0.4, 0.2], \"turn\": [0, 20, 0], \"weight\": "
        "1},\n"
        "            {\"t\": 1, \"turn\": [-90, -35.5, 10], \"ease\": \"flat\"},\n"
        "            {\"t\": 1.5, \"position\": [0, 0.45, 0.2], \"out\": [0, 1, 0]},\n"
        "            {\"t\": 2, \"position\": [0, 0.4, 0.2], \"turn\": [0, 20, 0]}\n"
        "          ]\n"
        "        },\n"
        "        {\n"
        "          \"name\": \"look\",\n"
        "          \"select\": {\"caps\": [\"head\"], \"most\": \"top\"},\n"
        "          \"priority\": 2,\n"
        "          \"mode\": {\"rotation\": \"look\"},\n"
        "          \"aim\": {\"target\": \"friend\"},\n"
        "          \"keys\": [\n"
        "            {\"t\": 0, \"rotation\": [0, 0, 0, 1], \"deforms\": {\"open\": 1}, \"ease\": "
        "\"hold\"}\n"
        "          ]\n"
        "        }\n"
        "      ]\n"
        "    },\n"
        "    {\n"
        "      \"channels\": [\n"
        "        {\n"
        "          \"name\": \"nod\"\n"
        "        }\n"
        "      ]\n"
        "    }\n"
        "  ],\n"
        "  \"travel\": [\n"
        "    {\"t\": 0, \"at\": [0, 0, 0]},\n"
        "    {\"t\": 2, \"at\": [0, 0, 1], \"yaw\": 45}\n"
        "  ],\n"
        "  \"events\": [\n"
        "    {\"t\": 0.5, \"name\": \"hello\", \"channel\": \"hand\", \"value\": 1}\n"
        "  ]\n"
        "}\n";
    caper_error error = {0};
    caper_motion *motion = parse(text, &error);
    CHECK_STR(error.message, "");
    REQUIRE(motion != NULL);
    size_t size;
    char *back = text_of(motion, 2, &size);
    // the identity is a turn of nothing
    char *expected = malloc(sizeof text);
    REQUIRE(expected != NULL);
    memcpy(expected, text, sizeof text);
    char *at = strstr(expected, "\"rotation\": [0, 0, 0, 1]");
    memcpy(at, "\"turn\": [0, 0, 0]", 17);
    memmove(at + 17, at + 24, strlen(at + 24) + 1);
    CHECK_STR(back, expected);
    free(expected);
    free(back);
    caper_motion_destroy(motion);
}

static void every_whole_turn_is_written_as_it_was_read(void)
{
    caper_rng rng = caper_rng_make(9);
    int turns = 0, rounds = 400;
    for (int round = 0; round < rounds; round++) {
        int x = caper_rng_int(&rng, -36, 36) * 5, y = caper_rng_int(&rng, -17, 17) * 5;
        int z = caper_rng_int(&rng, -36, 36) * 5;
        char text[300];
        snprintf(text, sizeof text,
                 "{\"caper\": \"motion\", \"version\": 1, \"duration\": 1, \"channels\": "
                 "[{\"name\": \"a\", \"keys\": [{\"t\": 0, \"turn\": [%d, %d, %d]}]}]}",
                 x, y, z);
        caper_motion *motion = parse(text, NULL);
        REQUIRE(motion != NULL);
        size_t size;
        char *back = text_of(motion, 0, &size);
        turns += strstr(back, "\"turn\"") != NULL;
        free(back);
        caper_motion_destroy(motion);
    }
    printf("%d of %d turns stay turns\n", turns, rounds);
    CHECK(turns > rounds * 9 / 10);
}

static void what_people_may_leave_out_has_defaults(void)
{
    caper_error error = {0};
    caper_motion *motion =
        parse("{\"caper\": \"motion\", \"version\": 1, \"duration\": 0.5,\n"
              "\"channels\": [{\"name\": \"a\", \"keys\": [{\"t\": 0.1, \"weight\": 0.5}]}]}",
              &error);
    CHECK_STR(error.message, "");
    REQUIRE(motion != NULL);
    CHECK_STR(motion->name, "");
    CHECK_STR(motion->about, "");
    CHECK(!motion->loops && !motion->handed && !motion->paced && !motion->travel);
    REQUIRE(motion->branch_count == 1 && motion->branches[0].channel_count == 1);
    const caper_channel *channel = &motion->branches[0].channels[0];
    CHECK_INT(channel->mode.position, CAPER_FRAME_REST);
    CHECK_INT(channel->mode.rotation, CAPER_FRAME_REST);
    CHECK_INT(channel->mode.scale, CAPER_SCALE_CREATURE);
    CHECK_INT(channel->mirroring, CAPER_MIRROR_SIDES);
    CHECK_INT(channel->aim.kind, CAPER_AIM_NONE);
    CHECK(!channel->group && !channel->blend && channel->query.caps == 0);
    REQUIRE(channel->curve_count == 2);
    CHECK_INT(channel->curves[0].kind, CAPER_CURVE_POSITION_WEIGHT);
    CHECK_INT(channel->curves[1].kind, CAPER_CURVE_ROTATION_WEIGHT);
    CHECK_INT(channel->curves[0].keys[0].ease, CAPER_EASE_SMOOTH);
    caper_motion_destroy(motion);
}

static void degrees_mean_what_the_guide_says(void)
{
    caper_motion *motion =
        parse("{\"caper\": \"motion\", \"version\": 1, \"duration\": 1, \"channels\": [\n"
              "{\"name\": \"a\", \"keys\": [\n"
              "{\"t\": 0, \"turn\": [90, 0, 90]},\n"
              "{\"t\": 1, \"rotation\": [0, 0, 0, 1], \"in\": [0, 180, 0]}]}],\n"
              "\"travel\": [{\"t\": 0, \"at\": [0, 0, 0], \"yaw\": 90}]}",
              NULL);
    REQUIRE(motion != NULL);
    const caper_curve *curve = &motion->branches[0].channels[0].curves[0];
    const float *v = curve->keys[0].value;
    // about Z first: X goes to Y; then about X: Y goes to Z
    caper_vec3 x =
        caper_quat_rotate(caper_quat_make(v[0], v[1], v[2], v[3]), caper_vec3_make(1, 0, 0));
    CHECK_NEAR(caper_vec3_distance(x, caper_vec3_make(0, 0, 1)), 0, 1e-6);
    CHECK_NEAR(curve->keys[1].in[1], CAPER_PI, 1e-6);
    CHECK_NEAR(curve->keys[1].out[1], CAPER_PI, 1e-6);
    CHECK_NEAR(motion->travel->keys[0].value[3], CAPER_HALF_PI, 1e-6);
    caper_motion_destroy(motion);
}

// The first file in the guide, and each that ships: good, and as Caper itself would write it.
static void check_written_as_caper_does(const char *text, size_t size, const char *name)
{
    caper_error error = {0};
    caper_motion *motion = caper_motion_parse(text, size, name, NULL, &error);
    CHECK_STR(error.message, "");
    REQUIRE(motion != NULL);
    size_t back_size;
    char *back = text_of(motion, 2, &back_size);
    CHECK(back_size == size && memcmp(back, text, size) == 0);
    caperi_json schema = schema_load("motion");
    CHECK(schema_says(&schema, back));
    caperi_json_free(&schema);
    free(back);
    caper_motion_destroy(motion);
}

static void the_file_in_the_guide_is_a_good_one(void)
{
    char *text = guide_text("docs/guide/motion.md");
    check_written_as_caper_does(text, strlen(text), "guide");
    free(text);
}

static void motions_that_ship_are_good_ones(void)
{
    char *files[MENAGERIE_MAX];
    int count = menagerie_list(test_data_path("motions"), ".motion.json", files);
    CHECK(count > 20);
    for (int i = 0; i < count; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s", test_data_path("motions"), files[i]);
        size_t size = 0;
        char *text = caper_file_read(path, 0, NULL, &size, NULL);
        REQUIRE(text != NULL);
        check_written_as_caper_does(text, size, files[i]);
        caper_free(NULL, text, size + 1);
        free(files[i]);
    }
}

// -- Refusals -------------------------------------------------------------------------------------

#define TOP "{\"caper\": \"motion\", \"version\": 1, \"duration\": 2,\n"
#define WITH(rest) TOP "\"channels\": [{\"name\": \"a\"}],\n" rest "}"
#define CHANNEL(rest) TOP "\"channels\": [{\"name\": \"a\",\n" rest "}]}"
#define KEYS(rest) CHANNEL("\"keys\": [" rest "]")
#define TWO(a, b) TOP "\"channels\": [\n{\"name\": \"a\", " a "},\n{\"name\": \"b\", " b "}]"

static const refusal refusals[] = {
    {"[]", "text:1:1: this must be an object, found an array", SCHEMA_TOO},
    {"{\"caper\": \"clip\", \"version\": 1}",
     "text:1:11: expected \"caper\": \"motion\", found \"clip\"", SCHEMA_TOO},
    {"{\"caper\": \"motion\", \"version\": 1, \"channels\": [{\"name\": \"a\"}]}",
     "text:1:1: the member 'duration' is missing", SCHEMA_TOO},
    {"{\"caper\": \"motion\", \"version\": 1, \"duration\": 1}",
     "text:1:1: the member 'channels' is missing", SCHEMA_TOO},
    {"{\"caper\": \"motion\", \"version\": 1, \"duration\": 0, \"channels\": [{\"name\": \"a\"}]}",
     "text:1:47: the duration is 0 s, expected more than 0 and at most 1e+06", SCHEMA_TOO},
    {WITH("\"loop\": true"), "text:3:1: unknown member 'loop'; did you mean 'loops'?", SCHEMA_TOO},
    {WITH("\"branches\": [{\"channels\": [{\"name\": \"a\"}]}]"),
     "text:3:13: the motion has both channels and branches, expected one", SCHEMA_TOO},
    {TOP "\"branches\": []}", "text:2:13: 'branches' must be an array of 1 to 64 elements, found 0",
     SCHEMA_TOO},
    {TOP "\"channels\": []}", "text:2:13: 'channels' must be an array of 1 to 64 elements, found 0",
     SCHEMA_TOO},
    {TOP "\"branches\": [{\"name\": \"x\", \"channels\": [{\"name\": \"a\"}]},\n"
         "{\"name\": \"x\", \"channels\": [{\"name\": \"a\"}]}]}",
     "text:3:1: branch 'x', an earlier branch has the same name", READER_ONLY},
    {CHANNEL("\"key\": []"), "text:3:1: unknown member 'key'; did you mean 'keys'?", SCHEMA_TOO},
    {TOP "\"channels\": [{\"name\": \"\"}]}", "text:2:14: channel '': the channel has no name",
     SCHEMA_TOO},
    {TOP "\"channels\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}",
     "text:2:38: channel 'a': an earlier channel has the same name", READER_ONLY},
    {CHANNEL("\"priority\": 1.5"), "text:3:13: 'priority' must be a whole number, found 1.5",
     SCHEMA_TOO},
    {CHANNEL("\"mirror\": \"side\""), "text:3:11: unknown word 'side'; did you mean 'sides'?",
     SCHEMA_TOO},
    {CHANNEL("\"select\": {\"caps\": [\"graspr\"]}"),
     "text:3:21: unknown word 'graspr'; did you mean 'grasper'?", SCHEMA_TOO},
    {CHANNEL("\"select\": {\"where\": [\"left\", \"right\"]}"),
     "text:3:30: 'right' is along the same axis as a word before it", READER_ONLY},
    {CHANNEL("\"select\": {\"most\": \"none\"}"),
     "text:3:20: unknown word 'none'; expected one of 'left', 'right', 'top', 'bottom', 'front', "
     "'back'",
     SCHEMA_TOO},
    {CHANNEL("\"mode\": {\"position\": \"look\"}, \"aim\": {\"target\": \"x\"}"),
     "text:3:22: unknown word 'look'; expected one of 'identity', 'rest', 'secondary', "
     "'surface', 'reach'",
     SCHEMA_TOO},
    {CHANNEL("\"mode\": {\"position\": \"secondary\"}"),
     "text:2:14: channel 'a': the mode is relative to a target, but the channel has no aim",
     READER_ONLY},
    {CHANNEL("\"mode\": {\"rotation\": \"look\"}"),
     "text:2:14: channel 'a': the mode is relative to a target, but the channel has no aim",
     READER_ONLY},
    {CHANNEL("\"aim\": {}"), "text:3:8: the aim has 0 of target, bodies and group, expected 1",
     SCHEMA_TOO},
    {CHANNEL("\"aim\": {\"target\": \"x\", \"group\": \"y\"}"),
     "text:3:8: the aim has 2 of target, bodies and group, expected 1", SCHEMA_TOO},
    {CHANNEL("\"aim\": {\"group\": \"y\"}"),
     "text:3:18: channel 'a': the aim is at the group 'y', which no channel is in", READER_ONLY},
    {CHANNEL("\"group\": \"g\", \"aim\": {\"group\": \"g\"}"),
     "text:3:32: channel 'a': the aim at the group 'g' leads in a circle", READER_ONLY},
    {TWO("\"group\": \"g\", \"aim\": {\"group\": \"h\"}",
         "\"group\": \"h\", \"aim\": {\"group\": \"g\"}") "}",
     "text:3:46: channel 'a': the aim at the group 'h' leads in a circle", READER_ONLY},
    {WITH("\"pairs\": [{\"groups\": [\"g\", \"h\"], \"side\": \"same\"}]"),
     "text:3:23: a pair is of the group 'g', which no channel is in", READER_ONLY},
    {TWO("\"group\": \"g\"",
         "\"group\": \"h\"") ",\n\"pairs\": [{\"groups\": [\"g\", \"g\"], \"side\": \"same\"}]}",
     "text:5:11: a pair is of the group 'g' twice", READER_ONLY},
    {TWO("\"group\": \"g\"",
         "\"group\": \"h\"") ",\n\"pairs\": [{\"groups\": [\"g\"], \"side\": \"same\"}]}",
     "text:5:22: 'groups' must be an array of 2 elements, found 1", SCHEMA_TOO},
    {WITH("\"needs\": {\"legs\": 0}"), "text:3:19: 'legs' must be from 1 to 1024, found 0",
     SCHEMA_TOO},
    {WITH("\"needs\": {\"legs\": {\"min\": 3, \"max\": 2}}"),
     "text:3:10: the needs ask for more legs or graspers at least than at most", READER_ONLY},
    {WITH("\"needs\": {\"with\": [\"tail\"], \"without\": [\"tail\"]}"),
     "text:3:10: the needs ask for a body with and for none with the same cap", READER_ONLY},
    {WITH("\"needs\": {\"hands\": 2}"),
     "text:3:11: unknown member 'hands'; expected one of 'upright_spine', 'with', 'without', "
     "'legs', 'graspers', 'ground_graspers'",
     SCHEMA_TOO},
    {KEYS("{\"t\": 0}"),
     "text:3:10: the key moves nothing: expected a position, a turn, a rotation, a weight or "
     "deforms",
     SCHEMA_TOO},
    {KEYS("{\"position\": [0, 0, 0]}"), "text:3:10: the member 't' is missing", SCHEMA_TOO},
    {KEYS("{\"t\": 3, \"position\": [0, 0, 0]}"),
     "text:3:10: channel 'a': a position key is at 3 s, expected a time within 0 and 2",
     READER_ONLY},
    {KEYS("{\"t\": 1, \"position\": [0, 0, 0]},\n{\"t\": 1, \"position\": [0, 0, 0]}"),
     "text:4:1: channel 'a': the position key at 1 s is not after the one before it, at 1 s",
     READER_ONLY},
    {KEYS("{\"t\": 1, \"position\": [0, 0]}"),
     "text:3:31: 'position' must be an array of 3 numbers, found 2 elements", SCHEMA_TOO},
    {KEYS("{\"t\": 1, \"position\": [0, 2e6, 0]}"),
     "text:3:10: channel 'a': the position key at 1 s holds 2e+06, expected a number within 1e+06",
     SCHEMA_TOO},
    {KEYS("{\"t\": 1, \"rotation\": [0, 0, 0, 1.1]}"),
     "text:3:10: channel 'a': the rotation key at 1 s is a quaternion of length 1.1, expected 1",
     SCHEMA_TOO},
    {KEYS("{\"t\": 1, \"rotation\": [0, 0, 0, 1], \"turn\": [0, 0, 0]}"),
     "text:3:53: the key has both rotation and turn, expected one", SCHEMA_TOO},
    {KEYS("{\"t\": 1, \"turn\": [0, 1e9, 0]}"),
     "text:3:27: found 1e+09 degrees, expected a number within 1e+08", SCHEMA_TOO},
    {KEYS("{\"t\": 1, \"weight\": 1.5}"),
     "text:3:10: channel 'a': the position_weight key at 1 s is 1.5, expected a weight from 0 to 1",
     SCHEMA_TOO},
    {KEYS("{\"t\": 1, \"weight\": 1, \"position_weight\": 1}"),
     "text:3:29: the key has both position_weight and weight, expected one", SCHEMA_TOO},
    {KEYS("{\"t\": 1, \"weight\": 1, \"ease\": \"slow\"}"),
     "text:3:40: unknown word 'slow'; expected one of 'smooth', 'flat', 'linear', 'hold'",
     SCHEMA_TOO},
    {KEYS("{\"t\": 1, \"weight\": 1, \"out\": 1}"),
     "text:3:39: the key has velocities and moves 2 curves, expected 1", READER_ONLY},
    {KEYS("{\"t\": 1, \"position_weight\": 1, \"ease\": \"flat\", \"out\": 1}"),
     "text:3:64: the key has both ease and out, expected one", SCHEMA_TOO},
    {KEYS("{\"t\": 1, \"position\": [0, 0, 0], \"in\": 1}"),
     "text:3:48: this must be an array of 3 numbers, found a number", READER_ONLY},
    {KEYS("{\"t\": 1, \"position\": [0, 0, 0], \"in\": [0, 0, 1e10]}"),
     "text:3:10: channel 'a': the position key at 1 s holds 1e+10, expected a number within 1e+09",
     READER_ONLY},
    {KEYS("{\"t\": 1, \"deforms\": {\"\": 1}}"), "text:3:31: channel 'a': the deform has no name",
     READER_ONLY},
    {KEYS("{\"t\": 1, \"deforms\": {\"open\": true}}"),
     "text:3:39: 'open' must be a number, found true", SCHEMA_TOO},
    {WITH("\"travel\": [{\"t\": 0}]"), "text:3:12: the member 'at' is missing", SCHEMA_TOO},
    {WITH("\"travel\": [{\"t\": 9, \"at\": [0, 0, 0]}]"),
     "text:3:12: a travel key is at 9 s, expected a time within 0 and 2", READER_ONLY},
    {WITH("\"targets\": {\"x\": [0, 0]}"),
     "text:3:18: this must be an array of 3 numbers, found 2 elements", SCHEMA_TOO},
    {WITH("\"targets\": {\"x\": [0, 0, 1e7]}"),
     "text:3:13: the target 'x' is not at numbers within 1e+06", SCHEMA_TOO},
    {WITH("\"events\": [{\"t\": 1}]"), "text:3:12: the member 'name' is missing", SCHEMA_TOO},
    {WITH("\"events\": [{\"t\": 3, \"name\": \"hit\"}]"),
     "text:3:12: the event 'hit' is at 3 s, expected a time within 0 and 2", READER_ONLY},
    {WITH("\"events\": [{\"t\": 1, \"name\": \"hit\", \"channel\": \"b\"}]"),
     "text:3:47: the event 'hit' is about the channel 'b', which does not exist", READER_ONLY},
};

static bool reads(const char *text, size_t size, const caper_load_options *options,
                  caper_error *error)
{
    caper_motion *motion = caper_motion_parse(text, size, "text", options, error);
    caper_motion_destroy(motion);
    return motion != NULL;
}

static void bad_files_are_refused_where_they_are_bad(void)
{
    check_refusals("motion", refusals, CAPER_COUNT_OF(refusals), reads);
}

// -- Hard times -----------------------------------------------------------------------------------

static void damaged_text_is_refused_or_read_never_worse(void)
{
    caper_motion *motion = random_motion(3);
    size_t size;
    char *text = text_of(motion, 2, &size);
    caper_rng rng = caper_rng_make(4);
    int refused = 0;
    for (int round = 0; round < 1500; round++) {
        char *copy = malloc(size);
        REQUIRE(copy != NULL);
        memcpy(copy, text, size);
        size_t end = round % 3 ? size : (size_t)caper_rng_int(&rng, 0, (int)size - 1);
        for (int n = 0; n < round % 4; n++)
            copy[caper_rng_int(&rng, 0, (int)size - 1)] = (char)caper_rng_int(&rng, 0, 255);
        caper_error error = {0};
        caper_motion *back = caper_motion_parse(copy, end, "text", NULL, &error);
        CHECK((back == NULL) == (error.status != CAPER_OK));
        CHECK(back || error.line > 0);
        refused += back == NULL;
        caper_motion_destroy(back);
        free(copy);
    }
    CHECK(refused > 500);
    free(text);
    caper_motion_destroy(motion);
}

static void memory_that_runs_out_is_an_error_and_leaves_nothing(void)
{
    caper_motion *motion = random_motion(5);
    size_t size;
    char *text = text_of(motion, 2, &size);
    bool done = false;
    for (long at = 1; at < 200 && !done; at++) {
        test_memory memory = {.fail_at = at};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_load_options options = {.allocator = &allocator};
        caper_error error = {0};
        caper_motion *back = caper_motion_parse(text, size, "text", &options, &error);
        done = back != NULL;
        CHECK(done || error.status == CAPER_ERROR_MEMORY);
        caper_motion_destroy(back);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(done);
    free(text);
    caper_motion_destroy(motion);
}

TESTS(a_motion_comes_back_from_its_text_to_the_bit, a_motion_goes_through_a_file,
      a_file_for_people_is_written_as_people_write, every_whole_turn_is_written_as_it_was_read,
      what_people_may_leave_out_has_defaults, degrees_mean_what_the_guide_says,
      the_file_in_the_guide_is_a_good_one, motions_that_ship_are_good_ones,
      bad_files_are_refused_where_they_are_bad, damaged_text_is_refused_or_read_never_worse,
      memory_that_runs_out_is_an_error_and_leaves_nothing)
