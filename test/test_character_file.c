// SPDX-License-Identifier: MIT
//
// Files of room `body`: what .character.json means, what the reader refuses and where, twins across
// the sagittal plane, round trips to the bit, memory that runs out, and the schema.
#define _POSIX_C_SOURCE 200809L

#include "body_plan.h"
#include "file_fixture.h"
#include "menagerie.h"

#include "body/body.h"

#include <math.h>
#include <unistd.h>

static caper_character *parse(const char *text)
{
    caper_error error = {0};
    char line[320];
    caper_character *c = caper_character_parse(text, strlen(text), "text", NULL, &error);
    if (!c)
        fprintf(stderr, "%s\n", caper_error_text(&error, line, sizeof line));
    REQUIRE(c != NULL);
    return c;
}

static caper_character *load_biped(void)
{
    caper_error error = {0};
    caper_character *c =
        caper_character_load(test_source_path("fuzz/corpus/character/biped.json"), NULL, &error);
    REQUIRE(c != NULL);
    return c;
}

// -- Meaning ------------------------------------------------------------------------------------

static void a_file_gives_the_character_it_describes(void)
{
    caper_character *c = load_biped();
    CHECK_STR(c->name, "biped");
    CHECK_INT(c->body_count, 13);
    CHECK_INT(c->root_body, 0);
    int head = caper_character_find(c, "head"), shin = caper_character_find(c, "left_shin");
    int arm = caper_character_find(c, "left_arm"), foot = caper_character_find(c, "left_foot");
    REQUIRE(head >= 0 && shin >= 0 && arm >= 0 && foot >= 0);
    CHECK_STR(c->bodies[c->bodies[head].parent].name, "chest");
    CHECK_INT(c->bodies[head].caps, CAPER_CAP_HEAD | CAPER_CAP_MOUTH);
    CHECK(c->bodies[head].box_center.z == 0.02f && c->bodies[head].box_half.y == 0.12f);
    CHECK_STR(c->deforms[1], "head.smile");
    const caper_joint *neck = &c->bodies[head].joint, *knee = &c->bodies[shin].joint;
    CHECK_INT(neck->kind, CAPER_JOINT_BALL);
    CHECK_NEAR(neck->swing, CAPER_PI / 4, 0);
    CHECK_NEAR(neck->max, 70 * 0.017453292519943295, 1e-7);
    CHECK_INT(knee->kind, CAPER_JOINT_HINGE);
    CHECK_NEAR(knee->min, 0, 0);
    CHECK_NEAR(knee->max, 150 * 0.017453292519943295, 1e-7);
    // -80 degrees about Z
    CHECK_NEAR(c->skeleton.rest_local[arm].rotation.z, -sin(40 * 0.017453292519943295), 1e-7);
    CHECK_NEAR(c->skeleton.rest_local[arm].rotation.w, cos(40 * 0.017453292519943295), 1e-7);
    CHECK_INT(c->bodies[foot].contact_count, 3);
    CHECK(c->bodies[foot].contacts[2].z == 0.19f);
    CHECK_NEAR(c->bodies[caper_character_find(c, "left_hand")].mass, 2.5, 0);
    caper_character_destroy(c);
}

static void what_is_left_out_has_its_default(void)
{
    caper_character *c =
        parse("{\"caper\":\"character\",\"version\":1,\"bodies\":["
              "{\"name\":\"a\",\"parent\":\"b\",\"caps\":[\"helper\"]},"
              "{\"name\":\"b\",\"caps\":[\"spine\"],\"box\":{\"half\":[1,1,1]}}]}");
    CHECK_STR(c->name, "character");
    CHECK_STR(c->bodies[0].name, "b"); // parents first
    CHECK_NEAR(c->bodies[0].mass, 8000, 0);
    CHECK_INT(c->bodies[0].joint.kind, CAPER_JOINT_FREE);
    CHECK_INT(c->bodies[0].caps, SPINE | CAPER_CAP_ROOT);
    caper_transform identity = caper_transform_identity();
    CHECK(memcmp(&c->skeleton.rest_local[1], &identity, sizeof identity) == 0);
    caper_character_destroy(c);
    c = parse("{\"caper\":\"character\",\"version\":1,\"density\":500,\"bodies\":["
              "{\"name\":\"b\",\"caps\":[\"spine\"],\"rotation_deg\":[0,90,90],"
              "\"box\":{\"half\":[1,1,1]}}]}");
    CHECK_NEAR(c->bodies[0].mass, 4000, 0);
    // about the own Y, then the own Z: X goes to Y, which stays; Y goes to -X, which goes to +Z
    caper_quat q = c->skeleton.rest_local[0].rotation;
    CHECK_NEAR(caper_quat_rotate(q, caper_vec3_make(1, 0, 0)).y, 1, 1e-6);
    CHECK_NEAR(caper_quat_rotate(q, caper_vec3_make(0, 1, 0)).z, 1, 1e-6);
    caper_character_destroy(c);
}

// -- Refusals -----------------------------------------------------------------------------------

#define HEAD_LINE "{\"caper\": \"character\", \"version\": 1, \"bodies\": [\n"
#define ROOT_LINE "{\"name\": \"r\", \"caps\": [\"spine\"], \"box\": {\"half\": [1, 1, 1]}}"
#define CHILD(rest) HEAD_LINE ROOT_LINE ",\n{\"name\": \"c\", \"parent\": \"r\", " rest "}]}"
#define BOX "\"box\": {\"half\": [1, 1, 1]}"

static const refusal refusals[] = {
    {"",
     "text:1:1: expected a value (object, array, string, number, true, false or null), found the "
     "end of the text",
     SCHEMA_TOO},
    {"[]", "text:1:1: this must be an object, found an array", SCHEMA_TOO},
    {"{\"version\": 1, \"bodies\": []}",
     "text:1:1: the member 'caper' is missing, expected \"caper\": \"character\"", SCHEMA_TOO},
    {"{\"caper\": \"clip\", \"version\": 1, \"bodies\": []}",
     "text:1:11: expected \"caper\": \"character\", found \"clip\"", SCHEMA_TOO},
    {"{\"caper\": \"character\", \"version\": 2, \"later\": 0}",
     "text:1:35: the file has version 2, and this library reads up to 1", SCHEMA_TOO},
    {"{\"caper\": \"character\", \"version\": 1, \"bodies\": []}",
     "text:1:48: 'bodies' must be an array of 1 to 1024 elements, found 0", SCHEMA_TOO},
    {"{\"caper\": \"character\", \"version\": 1, \"bodis\": []}",
     "text:1:38: unknown member 'bodis'; did you mean 'bodies'?", SCHEMA_TOO},
    {HEAD_LINE "7]}", "text:2:1: this must be an object, found a number", SCHEMA_TOO},
    {HEAD_LINE "{\"caps\": []}]}", "text:2:1: the member 'name' is missing", SCHEMA_TOO},
    {HEAD_LINE "{\"name\": \"r\", \"caps\": [\"spine\"]}]}",
     "text:2:1: the member 'box' is missing", SCHEMA_TOO},
    {CHILD(BOX ", \"bone\": 1"),
     "text:3:58: unknown member 'bone'; expected one of 'name', 'parent', 'position', 'rotation', "
     "'rotation_deg', 'box', 'mass', ...",
     SCHEMA_TOO},
    {CHILD(BOX ", \"position\": [1, 2]"),
     "text:3:70: 'position' must be an array of 3 numbers, found 2 elements", SCHEMA_TOO},
    {CHILD(BOX ", \"position\": [1, 2, 1e6]"),
     "text:3:1: body 'c' has a position that is beyond 1e5 m", SCHEMA_TOO},
    {CHILD(BOX ", \"rotation\": [0, 0, 0, 1.1]"),
     "text:3:1: body 'c' has a rotation that is not a unit quaternion", READER_ONLY},
    {CHILD(BOX ", \"rotation\": [0, 0, 0, 1], \"rotation_deg\": [0, 0, 0]"),
     "text:3:100: a body has both rotation and rotation_deg: expected one", SCHEMA_TOO},
    {CHILD("\"box\": {\"half\": [1, -1, 1]}"),
     "text:3:1: body 'c' has a box half size of -1, expected more than 0", SCHEMA_TOO},
    {CHILD("\"box\": {\"half\": [1, 1, 1], \"size\": 2}"),
     "text:3:57: unknown member 'size'; expected one of 'center', 'half'", SCHEMA_TOO},
    {CHILD(BOX ", \"mass\": -1"),
     "text:3:1: body 'c' has a mass of -1 kg, expected 1e-15 to 1e20 (or 0: from the density)",
     SCHEMA_TOO},
    {CHILD(BOX ", \"mass\": \"heavy\""), "text:3:66: 'mass' must be a number, found a string",
     SCHEMA_TOO},
    {CHILD(BOX ", \"caps\": [\"lim\"]"), "text:3:67: unknown word 'lim'; did you mean 'limb'?",
     SCHEMA_TOO},
    {CHILD(BOX ", \"joint\": {\"kind\": \"slider\"}"),
     "text:3:76: unknown word 'slider'; expected one of 'fixed', 'hinge', 'ball', 'free'",
     SCHEMA_TOO},
    {CHILD(BOX ", \"joint\": {\"kind\": \"free\", \"axis\": [1, 0, 0]}"),
     "text:3:84: unknown member 'axis'; expected one of 'kind'", SCHEMA_TOO},
    {CHILD(BOX ", \"joint\": {\"kind\": \"hinge\", \"axis\": [1, 0, 0]}"),
     "text:3:67: the member 'range_deg' is missing", SCHEMA_TOO},
    {CHILD(BOX ", \"joint\": {\"kind\": \"hinge\", \"axis\": [1, 0, 0], \"range_deg\": [5, 9]}"),
     "text:3:1: body 'c' has hinge limits outside -180 <= min <= 0 <= max <= 180 degrees",
     READER_ONLY},
    {CHILD(BOX ", \"joint\": {\"kind\": \"hinge\", \"axis\": [1, 1, 0], \"range_deg\": [0, 9]}"),
     "text:3:1: body 'c' has a joint axis that is not of length 1", READER_ONLY},
    {CHILD(BOX ", \"deforms\": [\"a\", \"a\"]"), "text:3:1: body 'c' has the deform 'a' twice",
     READER_ONLY},
    {CHILD(BOX ", \"deforms\": [1]"), "text:3:70: this must be a string, found a number",
     SCHEMA_TOO},
    {CHILD(BOX ", \"contacts\": [[1, 2]]"),
     "text:3:71: this must be an array of 3 numbers, found 2 elements", SCHEMA_TOO},
    {CHILD(BOX ", \"mirror\": 1"), "text:3:68: 'mirror' must be true or false, found a number",
     SCHEMA_TOO},
    {CHILD(BOX ", \"mirror\": true"),
     "text:3:1: body 'c' is mirrored, so its name must begin with 'left_'", READER_ONLY},
    {HEAD_LINE ROOT_LINE ",\n{\"name\": \"c\", \"parent\": \"q\", " BOX "}]}",
     "text:3:25: no body has the name 'q', the parent of body 'c'", READER_ONLY},
    {HEAD_LINE ROOT_LINE ",\n{\"name\": \"c\", \"parent\": 1, " BOX "}]}",
     "text:3:25: 'parent' must be a string, found a number", SCHEMA_TOO},
    {HEAD_LINE ROOT_LINE ",\n{\"name\": \"r\", \"parent\": \"r\", " BOX "}]}",
     "text:3:1: body 'r' has the name of another body", READER_ONLY},
    {HEAD_LINE ROOT_LINE ",\n{\"name\": \"\", \"parent\": \"r\", " BOX "}]}",
     "text:3:1: body 1 has no name", SCHEMA_TOO},
    {HEAD_LINE "{\"name\": \"left_r\", \"caps\": [\"spine\"], \"mirror\": true, " BOX "}]}",
     "text:2:1: body 'left_r' has no parent, so it cannot be mirrored", READER_ONLY},
    {HEAD_LINE ROOT_LINE ",\n{\"name\": \"left_a\", \"parent\": \"r\", \"mirror\": true, " BOX
                         "},\n{\"name\": \"left_b\", \"parent\": \"left_a\", \"mirror\": true, " BOX
                         "}]}",
     "text:4:50: body 'left_b' is already mirrored along with 'left_a'", READER_ONLY},
    {HEAD_LINE ROOT_LINE ",\n{\"name\": \"left_a\", \"parent\": \"r\", \"mirror\": true, " BOX
                         "},\n{\"name\": \"tip\", \"parent\": \"left_a\", " BOX "}]}",
     "text:4:1: body 'tip' is mirrored, so its name must begin with 'left_'", READER_ONLY},
    {HEAD_LINE ROOT_LINE ",\n{\"name\": \"left_a\", \"parent\": \"r\", \"mirror\": true, " BOX
                         "},\n{\"name\": \"right_a\", \"parent\": \"r\", " BOX "}]}",
     "text:3:1: 'right_a' is in the file, and is the mirrored twin of another body", READER_ONLY},
    {HEAD_LINE ROOT_LINE ",\n{\"name\": \"x\", \"parent\": \"r\", \"position\": [0.1, 0, 0], " BOX
                         "},\n{\"name\": \"left_a\", \"parent\": \"x\", \"mirror\": true, " BOX
                         "}]}",
     "text:4:1: body 'left_a' cannot be mirrored: its parent is not on the plane X = 0",
     READER_ONLY},
    // a cycle below a mirrored body must end the walks up
    {HEAD_LINE ROOT_LINE ",\n{\"name\": \"left_a\", \"parent\": \"left_b\", \"mirror\": true, " BOX
                         "},\n{\"name\": \"left_b\", \"parent\": \"left_a\", " BOX "}]}",
     "text:3:1: body 'left_a' is its own ancestor", READER_ONLY},
};

static bool reads(const char *text, size_t size, const caper_load_options *options,
                  caper_error *error)
{
    caper_character *c = caper_character_parse(text, size, "text", options, error);
    caper_character_destroy(c);
    return c != NULL;
}

static void every_bad_file_is_refused_at_its_place(void)
{
    check_refusals("character", refusals, CAPER_COUNT_OF(refusals), reads);
}

static void limits_on_size_and_count_hold(void)
{
    check_limit_on_bytes(CHILD(BOX), reads);
    caper_error error = {0};
    caper_load_options options = {NULL, 100, NULL};
    const char *path = test_source_path("fuzz/corpus/character/biped.json");
    CHECK(caper_character_load(path, &options, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);

    // 512 mirrored bodies on one root are one too many
    caper_text many;
    caper_text_init(&many, NULL);
    caper_text_append_string(&many, HEAD_LINE ROOT_LINE);
    for (int i = 0; i < 512; i++)
        caper_text_printf(
            &many, ",\n{\"name\": \"left_%d\", \"parent\": \"r\", %s, \"mirror\": true}", i, BOX);
    caper_text_append_string(&many, "]}");
    CHECK(caper_character_parse(many.data, many.size, NULL, NULL, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    CHECK_INT(error.line, 514);
    caper_text_free(&many);
}

static void every_truncation_is_an_error(void)
{
    size_t size = 0;
    char *text =
        caper_file_read(test_source_path("fuzz/corpus/character/biped.json"), 0, NULL, &size, NULL);
    REQUIRE(text != NULL);
    size_t end = size;
    while (text[end - 1] != '}')
        end--;
    for (size_t cut = 0; cut < end; cut++) {
        caper_error error = {0};
        CHECK(caper_character_parse(text, cut, NULL, NULL, &error) == NULL);
        CHECK(error.status != CAPER_OK && error.message[0]);
    }
    caper_free(NULL, text, size + 1);
}

static void a_missing_file_is_named(void)
{
    caper_error error = {0};
    CHECK(caper_character_load("no/such.character.json", NULL, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_IO);
    CHECK_STR(error.source, "no/such.character.json");
}

// -- Twins --------------------------------------------------------------------------------------

// How far two rotations are apart as rotations, without regard to sign.
static double turn_apart(caper_quat a, caper_quat b)
{
    return (double)caper_quat_angle(a, b);
}

static void twins_stand_across_the_plane(void)
{
    caper_character *c = load_biped();
    int pairs = 0;
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *left = &c->bodies[i];
        if (strncmp(left->name, "left_", 5) != 0)
            continue;
        char name[64];
        snprintf(name, sizeof name, "right_%s", left->name + 5);
        int j = caper_character_find(c, name);
        REQUIRE(j >= 0);
        const caper_body *right = &c->bodies[j];
        pairs++;
        CHECK_INT(left->mirror, j);
        caper_transform expected = caper_transform_mirror(c->rest_model[i]);
        CHECK_NEAR(caper_vec3_distance(c->rest_model[j].position, expected.position), 0, 1e-6);
        CHECK_NEAR(turn_apart(c->rest_model[j].rotation, expected.rotation), 0, 1e-6);
        CHECK(right->box_center.x == -left->box_center.x);
        CHECK(right->box_center.y == left->box_center.y);
        CHECK(memcmp(&right->box_half, &left->box_half, sizeof left->box_half) == 0);
        CHECK(right->mass == left->mass && right->caps == left->caps);
        REQUIRE(right->contact_count == left->contact_count);
        for (int k = 0; k < left->contact_count; k++)
            CHECK(right->contacts[k].x == -left->contacts[k].x &&
                  right->contacts[k].z == left->contacts[k].z);
    }
    CHECK_INT(pairs, 5);
    CHECK_NEAR(c->center_of_mass.x, 0, 1e-7);
    caper_character_destroy(c);
}

// Turn a left body any way, its twin the reflected way: both break their limits by the same angle.
static void twins_have_mirrored_limits(void)
{
    caper_character *c = load_biped();
    caper_rng rng = caper_rng_make(5);
    for (int i = 0; i < c->body_count; i++) {
        int j = c->bodies[i].mirror;
        if (strncmp(c->bodies[i].name, "left_", 5) != 0)
            continue;
        caper_quat rest_i = c->skeleton.rest_local[i].rotation;
        caper_quat rest_j = c->skeleton.rest_local[j].rotation;
        for (int k = 0; k < 200; k++) {
            caper_quat turn;
            turn.x = caper_rng_range(&rng, -1, 1);
            turn.y = caper_rng_range(&rng, -1, 1);
            turn.z = caper_rng_range(&rng, -1, 1);
            turn.w = caper_rng_range(&rng, 0.1f, 2);
            turn = caper_quat_normalize(turn);
            caper_joint_angles a =
                caper_joint_measure(&c->bodies[i].joint, rest_i, caper_quat_mul(rest_i, turn));
            caper_joint_angles b = caper_joint_measure(
                &c->bodies[j].joint, rest_j, caper_quat_mul(rest_j, caper_quat_mirror(turn)));
            bool ball = c->bodies[i].joint.kind == CAPER_JOINT_BALL;
            CHECK_NEAR(a.excess, b.excess, 1e-5);
            CHECK_NEAR(a.swing, b.swing, 1e-5);
            CHECK_NEAR(a.turn, ball ? -b.turn : b.turn, 1e-5);
        }
    }
    caper_character_destroy(c);
}

// The parent's frame may lie in the plane any way: here its own X axis points up.
static void twins_are_reflected_in_the_plane_of_the_character(void)
{
    caper_character *c =
        parse("{\"caper\":\"character\",\"version\":1,\"bodies\":["
              "{\"name\":\"r\",\"caps\":[\"spine\"],\"position\":[0,1,0.2],"
              "\"rotation_deg\":[20,0,90],\"box\":{\"half\":[0.2,0.1,0.1]}},"
              "{\"name\":\"left_a\",\"parent\":\"r\",\"position\":[0.3,-0.2,0.1],\"mirror\":true,"
              "\"rotation_deg\":[10,20,30],\"box\":{\"center\":[0.05,0.02,0],"
              "\"half\":[0.1,0.05,0.02]}},"
              "{\"name\":\"left_b\",\"parent\":\"left_a\",\"position\":[0.1,0.02,0.3],"
              "\"rotation_deg\":[-40,50,60],\"box\":{\"half\":[0.01,0.02,0.03]}}]}");
    for (int i = 1; i <= 2; i++) {
        caper_transform expected = caper_transform_mirror(c->rest_model[i]);
        caper_transform found = c->rest_model[i + 2];
        CHECK_NEAR(caper_vec3_distance(found.position, expected.position), 0, 1e-6);
        CHECK_NEAR(turn_apart(found.rotation, expected.rotation), 0, 1e-6);
        CHECK_INT(c->bodies[i].mirror, i + 2);
    }
    CHECK(c->rest_model[1].position.x > 0.15f); // really beside the plane
    caper_character_destroy(c);
}

// -- Round trip ---------------------------------------------------------------------------------

static bool same_bits(const void *a, const void *b, size_t size)
{
    return size == 0 || memcmp(a, b, size) == 0;
}

static void check_same(const caper_character *a, const caper_character *b)
{
    CHECK_STR(a->name, b->name);
    REQUIRE(a->body_count == b->body_count && a->deform_count == b->deform_count);
    size_t n = (size_t)a->body_count;
    CHECK(caper_skeleton_same(&a->skeleton, &b->skeleton));
    CHECK(same_bits(a->skeleton.rest_local, b->skeleton.rest_local, n * sizeof(caper_transform)));
    CHECK(same_bits(a->rest_model, b->rest_model, n * sizeof(caper_transform)));
    for (size_t i = 0; i < n; i++) {
        caper_body x = a->bodies[i], y = b->bodies[i];
        REQUIRE(x.contact_count == y.contact_count);
        CHECK(same_bits(x.contacts, y.contacts, (size_t)x.contact_count * sizeof(caper_vec3)));
        CHECK(same_bits(&x.joint, &y.joint, sizeof x.joint));
        CHECK(same_bits(&x.box_center, &y.box_center, sizeof x.box_center));
        CHECK(same_bits(&x.box_half, &y.box_half, sizeof x.box_half));
        CHECK(same_bits(&x.inertia, &y.inertia, sizeof x.inertia));
        CHECK(x.mass == y.mass && x.caps == y.caps && x.limb_length == y.limb_length);
        CHECK(x.mirror == y.mirror && x.spine == y.spine && x.base == y.base);
    }
    for (int k = 0; k < a->deform_count; k++)
        CHECK_STR(a->deforms[k], b->deforms[k]);
    CHECK(a->root_body == b->root_body && a->spine_count == b->spine_count);
    CHECK(same_bits(a->spine, b->spine, (size_t)a->spine_count * sizeof *a->spine));
    CHECK(same_bits(a->legs, b->legs, (size_t)a->leg_count * sizeof *a->legs));
    CHECK(same_bits(&a->bounds, &b->bounds, sizeof a->bounds));
    CHECK(same_bits(&a->center_of_mass, &b->center_of_mass, sizeof a->center_of_mass));
    CHECK(a->mass == b->mass && a->size == b->size && a->memory_size == b->memory_size);
}

// Write, judge by the schema, read, compare, write again: the same text.
static void check_round_trip(const caper_character *c, const caperi_json *schema)
{
    caper_error error = {0};
    caper_json_writer writer, again;
    caper_json_writer_init(&writer, NULL, 2);
    caper_json_writer_init(&again, NULL, 2);
    caper_character_write(c, &writer);
    size_t size = 0, size_again = 0;
    const char *text = caper_json_writer_finish(&writer, &size, &error);
    REQUIRE(text != NULL);
    caperi_json json;
    REQUIRE(caperi_json_parse(&json, text, size, NULL, NULL, NULL, &error));
    CHECK(schema_accepts(schema->root, schema->root, json.root));
    caperi_json_free(&json);
    caper_character *d = caper_character_parse(text, size, NULL, NULL, &error);
    if (!d)
        fprintf(stderr, "%s\n%s", error.message, text);
    REQUIRE(d != NULL);
    check_same(c, d);
    caper_character_write(d, &again);
    const char *text_again = caper_json_writer_finish(&again, &size_again, &error);
    CHECK_STR(text_again, text);
    caper_character_destroy(d);
    caper_json_writer_free(&writer);
    caper_json_writer_free(&again);
}

static caper_vec3 random_vec3(caper_rng *rng, float scale)
{
    caper_vec3 v;
    v.x = caper_rng_range(rng, -scale, scale);
    v.y = caper_rng_range(rng, -scale, scale);
    v.z = caper_rng_range(rng, -scale, scale);
    return v;
}

static plan *random_plan(caper_rng *rng)
{
    static const char *const deforms[] = {"open", "smile \"wide\"", "b\xc3\xb6se"};
    static caper_vec3 contacts[64][3];
    plan *p = snake(caper_rng_int(rng, 1, 6));
    int spine = p->def.body_count, count = spine + caper_rng_int(rng, 0, 30);
    for (int i = 0; i < count; i++) {
        if (i >= spine) {
            snprintf(plan_names[i], sizeof plan_names[i], "b\"\\\n%d", i);
            add(p, plan_names[i], caper_rng_int(rng, 0, i - 1), 0, 0, 0,
                caper_rng_u32(rng) & ((1u << CAPER_CAP_COUNT) - 1) & ~3u);
        }
        caper_body_def *b = &p->bodies[i];
        if (b->caps & HELPER)
            b->caps &= ~(caper_caps)CAPER_CAP_FOOT;
        b->rest_local.position = random_vec3(rng, 1);
        caper_vec3 q = random_vec3(rng, 1);
        b->rest_local.rotation =
            caper_quat_normalize(caper_quat_make(q.x, q.y, q.z, caper_rng_range(rng, -1, 1)));
        b->box_center = random_vec3(rng, 0.1f);
        b->box_half = caper_vec3_add(caper_vec3_abs(random_vec3(rng, 0.2f)),
                                     caper_vec3_make(1e-4f, 1e-4f, 1e-4f));
        b->mass = caper_rng_bool(rng, 0.5f) ? caper_rng_range(rng, 0.01f, 10) : 0;
        b->joint.kind = (caper_joint_kind)caper_rng_int(rng, 0, 3);
        b->joint.axis = caper_vec3_normalize(random_vec3(rng, 1));
        b->joint.swing = caper_rng_range(rng, 0, CAPER_PI);
        b->joint.min = caper_rng_range(rng, -CAPER_PI, 0);
        b->joint.max = caper_rng_range(rng, 0, CAPER_PI);
        b->deforms = deforms;
        b->deform_count = caper_rng_bool(rng, 0.2f) ? caper_rng_int(rng, 1, 3) : 0;
        b->contacts = contacts[i];
        b->contact_count = caper_rng_bool(rng, 0.2f) ? caper_rng_int(rng, 1, 3) : 0;
        for (int k = 0; k < 3; k++)
            contacts[i][k] = random_vec3(rng, 0.1f);
    }
    return p;
}

static void what_is_written_reads_back_to_the_bit(void)
{
    caperi_json schema = schema_load("character");
    caper_character *c = load_biped();
    check_round_trip(c, &schema);
    caper_character_destroy(c);
    caper_rng rng = caper_rng_make(99);
    for (int round = 0; round < 200; round++) {
        c = build(random_plan(&rng));
        check_round_trip(c, &schema);
        caper_character_destroy(c);
    }
    caperi_json_free(&schema);
}

static void degrees_are_written_round(void)
{
    caper_character *c = load_biped();
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 2);
    caper_character_write(c, &writer);
    const char *text = caper_json_writer_finish(&writer, NULL, NULL);
    CHECK_HAS(text, "\"swing_deg\": 40, \"twist_deg\": [-35, 35]");
    CHECK_HAS(text, "\"range_deg\": [-140, 0]");
    CHECK_HAS(text, "\"name\": \"right_hand\"");
    CHECK(strstr(text, "mirror") == NULL);
    CHECK(strstr(text, "-0,") == NULL && strstr(text, "-0]") == NULL);
    caper_json_writer_free(&writer);
    caper_character_destroy(c);
}

static void a_saved_file_loads_and_a_failed_save_leaves_nothing(void)
{
    char path[512], missing[600];
    snprintf(path, sizeof path, "%s/saved.%ld.character.json", CAPER_BINARY_DIR, (long)getpid());
    snprintf(missing, sizeof missing, "%s.no/folder.json", path);
    caper_error error = {0};
    caper_character *c = load_biped();
    REQUIRE(caper_character_save(c, path, &error));
    caper_character *d = caper_character_load(path, NULL, &error);
    REQUIRE(d != NULL);
    check_same(c, d);
    unlink(path);
    CHECK(!caper_character_save(c, missing, &error));
    CHECK_INT(error.status, CAPER_ERROR_IO);
    CHECK(access(missing, F_OK) != 0);
    caper_character_destroy(c);
    caper_character_destroy(d);
}

// -- Memory, warnings ---------------------------------------------------------------------------

static void whenever_memory_runs_out_the_reader_fails_cleanly(void)
{
    const char *path = test_source_path("fuzz/corpus/character/biped.json");
    bool loaded = false;
    long fail_at = 1;
    for (; !loaded && fail_at < 200; fail_at++) {
        test_memory memory = {0};
        memory.fail_at = fail_at;
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_load_options options = {&allocator, 0, NULL};
        caper_error error = {0};
        caper_character *c = caper_character_load(path, &options, &error);
        loaded = c != NULL;
        CHECK_INT(error.status, loaded ? CAPER_OK : CAPER_ERROR_MEMORY);
        caper_character_destroy(c);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(loaded && fail_at > 3); // several allocations were refused in turn
}

static void feet_off_the_ground_are_warned_about(void)
{
    caper_warnings warnings;
    caper_warnings_init(&warnings, NULL, 0);
    caper_load_options options = {NULL, 0, &warnings};
    const char *text = CHILD("\"caps\": [\"foot\"], \"position\": [0, 2.5, 0], " BOX);
    caper_character *c = caper_character_parse(text, strlen(text), "high", &options, NULL);
    CHECK(c != NULL);
    REQUIRE(warnings.count == 1);
    CHECK_STR(warnings.items[0].message,
              "the lowest sole is at y = 1.5 m at rest, expected the ground at 0");
    CHECK_STR(warnings.items[0].source, "high");
    caper_character_destroy(c);
    text = CHILD("\"caps\": [\"foot\"], \"position\": [0, 1, 0], " BOX);
    c = caper_character_parse(text, strlen(text), "low", &options, NULL);
    CHECK(c != NULL);
    REQUIRE(warnings.count == 2); // the sole is right, the box of the root is not
    CHECK_HAS(warnings.items[1].message, "the box of body 'r' reaches down to y = -1 m");
    caper_character_destroy(c);
    caper_warnings_free(&warnings);
}

static void warned(const char *text, const char *part)
{
    caper_warnings warnings;
    caper_warnings_init(&warnings, NULL, 0);
    caper_load_options options = {NULL, 0, &warnings};
    caper_character *c = caper_character_parse(text, strlen(text), "text", &options, NULL);
    REQUIRE(c != NULL);
    CHECK_INT(warnings.count, part ? 1 : 0);
    if (part && warnings.count == 1) {
        CHECK_HAS(warnings.items[0].message, part);
        CHECK_INT(warnings.items[0].line, 1);
    }
    caper_character_destroy(c);
    caper_warnings_free(&warnings);
}

#define CUBE(y, half)                                                                              \
    HEAD_LINE "{\"name\": \"cube\", \"caps\": [\"spine\"], \"position\": [0, " y                   \
              ", 0], \"box\": {\"half\": [" half ", " half ", " half "]}}]}"

static void boxes_below_the_ground_are_warned_about(void)
{
    warned(CUBE("1", "1"), NULL);
    warned(CUBE("0.99", "1"), NULL); // a two-hundredth of its size
    warned(CUBE("0.9", "1"), "the box of body 'cube' reaches down to y = -0.1");
}

static void sizes_in_other_units_are_warned_about(void)
{
    warned(CUBE("20", "20"), NULL);
    warned(CUBE("90", "90"), "check the units");
    warned(CUBE("0.001", "0.001"), NULL);
    warned(CUBE("0.0004", "0.0004"), "check the units");
}

static void names_have_a_longest_length(void)
{
    char text[512], name[300];
    for (int size = 255; size <= 256; size++) {
        memset(name, 'n', sizeof name);
        name[size] = '\0';
        snprintf(text, sizeof text,
                 HEAD_LINE "{\"name\": \"%s\", \"caps\": [\"spine\"], \"box\": {\"half\": "
                           "[1, 1, 1]}}]}",
                 name);
        caper_error error = {0};
        caper_character *c = caper_character_parse(text, strlen(text), "text", NULL, &error);
        CHECK((c != NULL) == (size == 255));
        if (size == 256) {
            CHECK_STR(error.message, "'name' must be a name of at most 255 bytes, found 256");
            CHECK_INT(error.line, 2);
            CHECK_INT(error.column, 10);
        }
        caper_character_destroy(c);
    }
}

// -- Schema -------------------------------------------------------------------------------------

// The members of a schema's object are exactly these names.
static void check_members(const caperi_json_value *schema, const char *const *keys, int count)
{
    const caperi_json_value *properties = caperi_json_find(schema, "properties");
    REQUIRE(properties != NULL);
    CHECK_INT(properties->count, count);
    for (int i = 0; i < count; i++)
        if (!CHECK(caperi_json_find(properties, keys[i]) != NULL))
            fprintf(stderr, "the schema lacks %s\n", keys[i]);
    CHECK(caperi_json_is(caperi_json_find(schema, "additionalProperties"), CAPERI_JSON_FALSE));
}

static void the_schema_names_what_the_reader_knows(void)
{
    caperi_json schema = schema_load("character");
    const caperi_json_value *defs = caperi_json_find(schema.root, "$defs");
    check_members(schema.root, caperi_character_keys, caperi_character_key_count);
    check_members(caperi_json_find(defs, "body"), caperi_character_body_keys,
                  caperi_character_body_key_count);
    check_members(caperi_json_find(defs, "box"), caperi_character_box_keys,
                  caperi_character_box_key_count);
    const caperi_json_value *kinds = caperi_json_find(caperi_json_find(defs, "joint"), "oneOf");
    REQUIRE(kinds && kinds->count == CAPER_JOINT_KIND_COUNT);
    for (int k = 0; k < CAPER_JOINT_KIND_COUNT; k++) {
        const caperi_json_value *kind = &kinds->as.items[k];
        caperi_joint_keys keys = caperi_character_joint_keys[k];
        check_members(kind, keys.names, keys.count);
        const caperi_json_value *name = caperi_json_find(
            caperi_json_find(caperi_json_find(kind, "properties"), "kind"), "const");
        REQUIRE(name != NULL);
        CHECK_STR(name->as.string, caperi_joint_kind_names[k]);
    }
    const caperi_json_value *caps = caperi_json_find(caperi_json_find(defs, "cap"), "enum");
    REQUIRE(caps && caps->count == CAPER_CAP_COUNT);
    for (int i = 0; i < CAPER_CAP_COUNT; i++)
        CHECK_STR(caps->as.items[i].as.string, caper_cap_name(1u << i));
    caperi_json_free(&schema);
}

// Every file of a folder that ends in .json passes the schema, loads and survives a round trip.
static int check_folder(const char *folder, const caperi_json *schema)
{
    char *files[MENAGERIE_MAX];
    int count = menagerie_list(folder, ".json", files);
    for (int i = 0; i < count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        caper_error error = {0};
        caperi_json json;
        REQUIRE(caperi_json_parse_file(&json, path, NULL, NULL, &error));
        if (!CHECK(schema_accepts(schema->root, schema->root, json.root)))
            fprintf(stderr, "the schema refuses %s\n", path);
        caperi_json_free(&json);
        caper_character *c = caper_character_load(path, NULL, &error);
        if (c)
            check_round_trip(c, schema);
        else
            CHECK(strstr(files[i], "refused") != NULL);
        caper_character_destroy(c);
        free(files[i]);
    }
    return count;
}

static void the_schema_accepts_files_as_people_write_them(void)
{
    caperi_json schema = schema_load("character");
    CHECK(check_folder(test_source_path("fuzz/corpus/character"), &schema) >= 4);
    CHECK(check_folder(test_data_path("characters"), &schema) >= 10);
    caperi_json_free(&schema);
}

static void the_file_in_the_guide_is_a_good_one(void)
{
    char *text = guide_text("docs/guide/body.md");
    caper_error error = {0};
    caper_warnings warnings;
    caper_warnings_init(&warnings, NULL, 0);
    caper_load_options options = {NULL, 0, &warnings};
    caper_character *c = caper_character_parse(text, strlen(text), "guide", &options, &error);
    CHECK(c != NULL);
    CHECK_INT(warnings.count, 0);
    CHECK_INT(c ? c->leg_count : 0, 2);
    caper_character_destroy(c);
    caper_warnings_free(&warnings);
    free(text);
}

static void a_character_is_told_in_words_and_as_json(void)
{
    caper_character *c = menagerie_load("spider");
    CHECK_INT(caper_character_count(c, CAPER_CAP_FOOT), 8);
    caper_text brief, whole;
    caper_text_init(&brief, NULL);
    caper_text_init(&whole, NULL);
    caper_character_describe(c, false, &brief);
    caper_character_describe(c, true, &whole);
    CHECK_HAS(brief.data, "feet 8,");
    for (int i = 0; i < c->body_count; i++)
        CHECK_HAS(whole.data, c->bodies[i].name);
    caper_json_writer w;
    size_t size = 0;
    caper_error error = {0};
    caper_json_writer_init(&w, NULL, 2);
    caper_json_begin_object(&w);
    caper_character_summarize(c, true, &w);
    caper_json_end_object(&w);
    const char *text = caper_json_writer_finish(&w, &size, &error);
    REQUIRE(text != NULL);
    for (int i = 0; i < c->leg_count; i++)
        CHECK_HAS(text, c->bodies[c->legs[i].foot].name);
    CHECK_HAS(text, "\"limbs\": ");
    caper_json_writer_free(&w);
    caper_text_free(&whole);
    caper_text_free(&brief);
    caper_character_destroy(c);
}

TESTS(a_character_is_told_in_words_and_as_json, a_file_gives_the_character_it_describes,
      what_is_left_out_has_its_default, every_bad_file_is_refused_at_its_place,
      limits_on_size_and_count_hold, every_truncation_is_an_error, a_missing_file_is_named,
      twins_stand_across_the_plane, twins_have_mirrored_limits,
      twins_are_reflected_in_the_plane_of_the_character, what_is_written_reads_back_to_the_bit,
      degrees_are_written_round, a_saved_file_loads_and_a_failed_save_leaves_nothing,
      whenever_memory_runs_out_the_reader_fails_cleanly, feet_off_the_ground_are_warned_about,
      boxes_below_the_ground_are_warned_about, sizes_in_other_units_are_warned_about,
      names_have_a_longest_length, the_schema_names_what_the_reader_knows,
      the_schema_accepts_files_as_people_write_them, the_file_in_the_guide_is_a_good_one)
