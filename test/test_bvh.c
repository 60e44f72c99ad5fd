// SPDX-License-Identifier: MIT
// Long, because it is one idea: every dialect and quirk of one format; they share the files written
// here.
//
// BVH in and out: every quirk that files in the wild have, every refusal, and the positions of all
// joints against a naive evaluator. Real files are taken from the optional data set.
#define _GNU_SOURCE
#include "bvh_oracle.h"
#include "import_fixture.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

// -- Help -------------------------------------------------------------------------------------

static caper_import *parse_with(const char *text, const caper_import_options *options,
                                caper_error *error)
{
    return caper_import_parse(text, strlen(text), "test.bvh", options, error);
}

static caper_import *parse(const char *text)
{
    caper_error error = {0};
    caper_import *import = parse_with(text, NULL, &error);
    return given_import(import, &error);
}

// The text is refused at the place with the words.
#define CHECK_REFUSED(text, at_line, at_column, words)                                             \
    do {                                                                                           \
        caper_error error_ = {0};                                                                  \
        caper_import *import_ = parse_with((text), NULL, &error_);                                 \
        CHECK(import_ == NULL);                                                                    \
        CHECK_HAS(error_.message, (words));                                                        \
        CHECK_INT(error_.line, (at_line));                                                         \
        CHECK_INT(error_.column, (at_column));                                                     \
        caper_import_destroy(import_);                                                             \
    } while (0)

// The largest distance between the import's bodies and the oracle's joints, metres. Bodies and
// joints are numbered alike.
static double worst_distance(const caper_import *import, const oracle_bvh *oracle, bool added)
{
    static double positions[ORACLE_JOINTS][3];
    double worst = 0;
    int step = oracle->frame_count > 40 ? oracle->frame_count / 40 : 1;
    for (int f = 0; f < oracle->frame_count; f += step) {
        oracle_pose(oracle, f, added, positions);
        caper_pose pose = model_at(import, f);
        for (int i = 0; i < oracle->joint_count; i++) {
            double unit = (double)import->unit;
            double x = positions[i][0] * unit, y = positions[i][1] * unit,
                   z = positions[i][2] * unit;
            if (import->up == CAPER_UP_Z) {
                double swap = y;
                y = z;
                z = -swap;
            }
            y -= (double)import->floor;
            caper_vec3 p = pose.bodies[i].position;
            double d =
                sqrt(pow((double)p.x - x, 2) + pow((double)p.y - y, 2) + pow((double)p.z - z, 2));
            worst = d > worst ? d : worst;
        }
        caper_pose_destroy(&pose, NULL);
    }
    return worst;
}

static double distance_from_text(const caper_import *import, const char *text)
{
    static oracle_bvh oracle;
    char *copy = strdup(text);
    REQUIRE(oracle_read(&oracle, copy));
    CHECK_INT(oracle.joint_count, import->clips[0]->skeleton.body_count);
    CHECK_INT(oracle.frame_count, import->clips[0]->frame_count);
    double worst = worst_distance(import, &oracle, false);
    oracle_free(&oracle);
    free(copy);
    return worst;
}

// -- A small person ---------------------------------------------------------------------------

// A person in centimetres, with every kind of channel order that one file may have.
static const char person[] =
    "HIERARCHY\n"
    "ROOT Hips\n"
    "{\n"
    "  OFFSET 0 0 0\n"
    "  CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n"
    "  JOINT LeftUpLeg\n"
    "  {\n"
    "    OFFSET 9 -6 0\n"
    "    CHANNELS 3 Zrotation Xrotation Yrotation\n"
    "    JOINT LeftLeg\n"
    "    {\n"
    "      OFFSET 0 -42 0\n"
    "      CHANNELS 3 Xrotation Yrotation Zrotation\n"
    "      JOINT LeftFoot\n"
    "      {\n"
    "        OFFSET 0 -41 0\n"
    "        CHANNELS 3 Yrotation Xrotation Zrotation\n"
    "        End Site\n"
    "        {\n"
    "          OFFSET 0 -6 14\n"
    "        }\n"
    "      }\n"
    "    }\n"
    "  }\n"
    "  JOINT RightUpLeg\n"
    "  {\n"
    "    OFFSET -9 -6 0\n"
    "    CHANNELS 3 Yrotation Zrotation Xrotation\n"
    "    JOINT RightLeg\n"
    "    {\n"
    "      OFFSET 0 -42 0\n"
    "      CHANNELS 3 Xrotation Zrotation Yrotation\n"
    "      JOINT RightFoot\n"
    "      {\n"
    "        OFFSET 0 -41 0\n"
    "        CHANNELS 3 Zrotation Yrotation Xrotation\n"
    "        End Site\n"
    "        {\n"
    "          OFFSET 0 -6 14\n"
    "        }\n"
    "      }\n"
    "    }\n"
    "  }\n"
    "  JOINT Spine\n"
    "  {\n"
    "    OFFSET 0 12 0\n"
    "    CHANNELS 3 Zrotation Yrotation Xrotation\n"
    "    JOINT Neck\n"
    "    {\n"
    "      OFFSET 0 40 0\n"
    "      CHANNELS 3 Zrotation Yrotation Xrotation\n"
    "      JOINT Head\n"
    "      {\n"
    "        OFFSET 0 10 1\n"
    "        CHANNELS 3 Zrotation Yrotation Xrotation\n"
    "        End Site\n"
    "        {\n"
    "          OFFSET 0 18 0\n"
    "        }\n"
    "      }\n"
    "    }\n"
    "    JOINT LeftArm\n"
    "    {\n"
    "      OFFSET 18 36 0\n"
    "      CHANNELS 3 Zrotation Yrotation Xrotation\n"
    "      JOINT LeftHand\n"
    "      {\n"
    "        OFFSET 55 0 0\n"
    "        CHANNELS 3 Zrotation Yrotation Xrotation\n"
    "        End Site\n"
    "        {\n"
    "          OFFSET 10 0 0\n"
    "        }\n"
    "      }\n"
    "    }\n"
    "    JOINT RightArm\n"
    "    {\n"
    "      OFFSET -18 36 0\n"
    "      CHANNELS 3 Zrotation Yrotation Xrotation\n"
    "      JOINT RightHand\n"
    "      {\n"
    "        OFFSET -55 0 0\n"
    "        CHANNELS 3 Zrotation Yrotation Xrotation\n"
    "        End Site\n"
    "        {\n"
    "          OFFSET -10 0 0\n"
    "        }\n"
    "      }\n"
    "    }\n"
    "  }\n"
    "}\n"
    "MOTION\n";

#define PERSON_COLUMNS 45 // of 14 joints

// The person with frames of numbers that follow no pattern. To be freed.
static char *person_with_frames(int frame_count)
{
    caper_text text;
    caper_text_init(&text, NULL);
    caper_text_append_string(&text, person);
    caper_text_printf(&text, "Frames: %d\nFrame Time: 0.0083333\n", frame_count);
    caper_rng rng = caper_rng_make(7);
    double angles[PERSON_COLUMNS] = {0};
    for (int f = 0; f < frame_count; f++) {
        for (int k = 0; k < PERSON_COLUMNS; k++) {
            angles[k] += (double)caper_rng_range(&rng, -6.0f, 6.0f);
            double value = k == 1 ? 95.0 + sin(f * 0.1) : k < 3 ? f * 0.7 : angles[k];
            caper_text_printf(&text, "%s%.4f", k ? " " : "", value);
        }
        caper_text_append_string(&text, "\n");
    }
    char *copy = strdup(text.data);
    caper_text_free(&text);
    return copy;
}

static void joints_are_where_the_numbers_say(void)
{
    char *text = person_with_frames(50);
    caper_import *import = parse(text);
    CHECK_INT(import->format, CAPER_FORMAT_BVH);
    CHECK_STR(import->unit_name, "centimetres");
    CHECK(import->unit_detected);
    CHECK_INT(import->up, CAPER_UP_Y);
    CHECK_INT(import->warnings.count, 0);
    CHECK_INT(import->clip_count, 1);
    CHECK_NEAR(import->clips[0]->rate, 1.0 / 0.0083333, 1e-4);
    CHECK_NEAR(distance_from_text(import, text), 0, 2e-6);
    CHECK_INT(import->tagging.foot_count, 2);
    CHECK_INT(import->tagging.head_count, 1);
    // from the ends of the feet, which this motion leaves a little above its floor, to the head's
    CHECK_NEAR(import->character->height, 1.75, 0.04);
    caper_import_destroy(import);
    free(text);
}

static void end_sites_are_helpers_named_after_what_they_end(void)
{
    char *text = person_with_frames(2);
    caper_import *import = parse(text);
    const caper_character *c = import->character;
    int end = caper_character_find(c, "LeftFoot_end");
    REQUIRE(end >= 0);
    CHECK_INT(c->bodies[end].caps, CAPER_CAP_HELPER);
    CHECK_STR(c->bodies[c->bodies[end].parent].name, "LeftFoot");
    CHECK(c->bodies[c->bodies[end].parent].caps & CAPER_CAP_FOOT);
    CHECK_NEAR(c->skeleton.rest_local[end].position.z, 0.14, 1e-6);
    CHECK(import->bvh[end].channels == NULL);
    CHECK_STR(import->bvh[0].channels, "XYZzyx");
    CHECK_STR(import->bvh[1].channels, "zxy");
    caper_import_destroy(import);
    free(text);
}

// -- Quirks -----------------------------------------------------------------------------------

// All variants of a text must give the same clip.
static void check_same(const char *a_text, const char *b_text)
{
    caper_import *a = parse(a_text), *b = parse(b_text);
    REQUIRE(a->clip_count == b->clip_count);
    CHECK(caper_skeleton_same(&a->character->skeleton, &b->character->skeleton));
    REQUIRE(a->clips[0]->frame_count == b->clips[0]->frame_count);
    for (int f = 0; f < a->clips[0]->frame_count; f++) {
        caper_pose p = model_at(a, f), q = model_at(b, f);
        CHECK(memcmp(p.bodies, q.bodies, (size_t)p.body_count * sizeof *p.bodies) == 0);
        caper_pose_destroy(&p, NULL);
        caper_pose_destroy(&q, NULL);
    }
    caper_import_destroy(a);
    caper_import_destroy(b);
}

static void line_ends_and_blanks_do_not_matter(void)
{
    char *plain = person_with_frames(5);
    static const char *const changes[][2] = {
        {"\n", "\r\n"}, {"\n", "\r"},  {"\n", "\n\n"},    {"  ", "\t"},
        {" ", "   "},   {" ", " \t "}, {"\n", "   \r\n"}, {"{\n", "{ "},
    };
    for (int i = 0; i < CAPER_COUNT_OF(changes); i++) {
        char *changed = replaced(plain, changes[i][0], changes[i][1]);
        check_same(plain, changed);
        free(changed);
    }
    char *mixed = replaced(plain, "}\n", "}\r\n"); // two kinds in one file
    check_same(plain, mixed);
    free(mixed);
    char *one_line = replaced(plain, "\n{\n", " { ");
    check_same(plain, one_line);
    free(one_line);
    plain[strlen(plain) - 1] = '\0'; // no last line end
    char *whole = person_with_frames(5);
    check_same(whole, plain);
    free(whole);
    free(plain);
}

static void keywords_come_in_any_case(void)
{
    char *plain = person_with_frames(3);
    static const char *const changes[][2] = {
        {"HIERARCHY", "Hierarchy"},
        {"ROOT", "root"},
        {"JOINT", "Joint"},
        {"OFFSET", "Offset"},
        {"CHANNELS", "channels"},
        {"End Site", "END SITE"},
        {"End Site", "end site"},
        {"Xrotation", "XROTATION"},
        {"Yposition", "yPosition"},
        {"MOTION", "motion"},
        {"Frames:", "FRAMES:"},
        {"Frame Time:", "frame time:"},
        {"Frame Time:", "FrameTime:"},
        {"Frames:", "Frames :"},
        {"Frames: ", "Frames:"},
        {"HIERARCHY", "\xEF\xBB\xBFHIERARCHY"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(changes); i++) {
        char *changed = replaced(plain, changes[i][0], changes[i][1]);
        check_same(plain, changed);
        free(changed);
    }
    free(plain);
}

static void text_behind_end_site_is_no_name(void)
{
    char *plain = person_with_frames(3);
    char *changed = replaced(plain, "End Site\n", "End Site of the limb 12\n");
    check_same(plain, changed);
    free(changed);
    free(plain);
}

static void names_hold_spaces_and_repeat(void)
{
    caper_import *import =
        parse("HIERARCHY\nROOT The Hips \n{\nOFFSET 0 90 0\nCHANNELS 6 Xposition "
              "Yposition Zposition Zrotation Xrotation Yrotation\n"
              "JOINT leg of wood\t\n{\nOFFSET 10 -90 0\nCHANNELS 0\n}\n"
              "JOINT leg of wood\n{\nOFFSET -10 -90 0\nCHANNELS 0\n}\n"
              "JOINT leg of wood {\nOFFSET 0 -90 10\nCHANNELS 0\n}\n"
              "}\nMOTION\nFrames: 1\nFrame Time: .1\n0 90 0 0 0 0\n");
    const caper_skeleton *s = &import->character->skeleton;
    CHECK_STR(s->names[0], "The Hips");
    CHECK_STR(s->names[1], "leg of wood");
    CHECK_STR(s->names[2], "leg of wood.1");
    CHECK_STR(s->names[3], "leg of wood.2");
    CHECK(warns(import, "2 bodies have the name of another"));
    CHECK_NEAR(import->clips[0]->rate, 10, 1e-5);
    caper_import_destroy(import);
}

#define STICK_HEAD                                                                                 \
    "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"               \
    "JOINT b\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"                         \
    "End Site\n{\nOFFSET 0 1 0\n}\n}\n}\nMOTION\n"

// Options under which numbers come out as they stand in the file.
static caper_import_options plain_options(void)
{
    caper_import_options options = caper_import_options_default();
    options.unit = 1.0f;
    options.up = CAPER_UP_Y;
    options.floor = 0.0f;
    return options;
}

static void numbers_are_read_as_the_c_library_reads_them(void)
{
    static const char *const odd[] = {"0",
                                      "-0",
                                      "1",
                                      "12",
                                      "+3",
                                      "-7.",
                                      ".5",
                                      "-.25",
                                      "+.125",
                                      "1e2",
                                      "-2.5E-3",
                                      "6.3e-015",
                                      "0.1",
                                      "123456.7",
                                      "-99999.999999",
                                      "1.123456789012345678901",
                                      "0.00001",
                                      "-0.0000",
                                      "12345678",
                                      "1234567.8",
                                      "0.12345678",
                                      "-0.1234567",
                                      "360000.25",
                                      "1E+1",
                                      "00012.50",
                                      "3.14159265"};
    caper_import_options options = plain_options();
    caper_rng rng = caper_rng_make(3);
    for (int round = 0; round < 40; round++) {
        caper_text text;
        caper_text_init(&text, NULL);
        caper_text_append_string(&text, STICK_HEAD "Frames: 60\nFrame Time: 0.01\n");
        double expected[60][3];
        for (int f = 0; f < 60; f++) {
            for (int k = 0; k < 6; k++) {
                char word[64];
                if (caper_rng_bool(&rng, 0.2f)) {
                    strcpy(word, odd[caper_rng_int(&rng, 0, CAPER_COUNT_OF(odd) - 1)]);
                } else {
                    double scale = pow(10, caper_rng_int(&rng, -3, 5));
                    snprintf(word, sizeof word, "%.*f", caper_rng_int(&rng, 0, 10),
                             ((double)caper_rng_float(&rng) - 0.5) * scale);
                }
                if (k < 3)
                    expected[f][k] = strtod(word, NULL);
                caper_text_printf(&text, "%s%s", word, k < 5 ? " " : "\n");
            }
        }
        caper_error error = {0};
        caper_import *import = parse_with(text.data, &options, &error);
        REQUIRE(import != NULL);
        for (int f = 0; f < 60; f++) {
            caper_pose pose = model_at(import, f);
            const float *p = &pose.bodies[0].position.x;
            for (int k = 0; k < 3; k++)
                CHECK_NEAR(p[k], expected[f][k], 6e-8 * fabs(expected[f][k]) + 1e-30);
            caper_pose_destroy(&pose, NULL);
        }
        caper_import_destroy(import);
        caper_text_free(&text);
    }
}

static void angles_of_any_size_are_rotations(void)
{
    static const double angles[] = {0,   1e-6, 45,  90,   135, 179.9999, 180,     180.0001, -180,
                                    270, 359,  360, -360, 540, 719.5,    3600.25, -1e5,     720};
    for (int i = 0; i < CAPER_COUNT_OF(angles); i++) {
        for (int k = 0; k < 3; k++) {
            char text[400];
            snprintf(text, sizeof text,
                     "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition "
                     "Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0.3 1 0.2\n}\n}\n"
                     "MOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0 0 0 0\n0 0 0 %.6f %.6f %.6f\n",
                     k == 0 ? angles[i] : 10, k == 1 ? angles[i] : 20, k == 2 ? angles[i] : 30);
            caper_import_options options = plain_options();
            caper_error error = {0};
            caper_import *import = parse_with(text, &options, &error);
            REQUIRE(import != NULL);
            CHECK_NEAR(distance_from_text(import, text), 0, 1e-6);
            caper_import_destroy(import);
        }
    }
}

static void any_channels_in_any_order(void)
{
    static const char *const channels[] = {
        "0",
        "1 Xrotation",
        "1 Yposition",
        "2 Yrotation Xrotation",
        "2 Zposition Xrotation",
        "3 Xrotation Zrotation Yrotation",
        "3 Zposition Xposition Yposition",
        "3 Zrotation Xrotation Zrotation",
        "4 Xrotation Yposition Zrotation Yrotation",
        "6 Zrotation Xrotation Yrotation Xposition Yposition Zposition",
        "6 Xposition Xrotation Yposition Yrotation Zposition Zrotation",
    };
    caper_import_options options = plain_options();
    for (int i = 0; i < CAPER_COUNT_OF(channels); i++) {
        for (int j = 0; j < CAPER_COUNT_OF(channels); j++) {
            char text[800], *at = text;
            at +=
                sprintf(at,
                        "HIERARCHY\nROOT a\n{\nOFFSET 1 2 3\nCHANNELS %s\nJOINT b\n{\nOFFSET 0.5 1 "
                        "0.25\nCHANNELS %s\nEnd Site\n{\nOFFSET 0.5 1 2\n}\n}\n}\nMOTION\n"
                        "Frames: 2\nFrame Time: 0.1\n",
                        channels[i], channels[j]);
            int columns = atoi(channels[i]) + atoi(channels[j]);
            for (int k = 0; k < 2 * columns; k++)
                at += sprintf(at, "%.1f%s", 0.7 + 1.3 * k, k % columns == columns - 1 ? "\n" : " ");
            caper_error error = {0};
            caper_import *import = parse_with(text, &options, &error);
            REQUIRE(import != NULL);
            if (columns == 0) {
                CHECK(warns(import, "no joint has channels"));
                CHECK_INT(import->clip_count, 0);
            } else {
                CHECK_NEAR(distance_from_text(import, text), 0, 2e-5);
            }
            caper_import_destroy(import);
        }
    }
}

static void positions_near_zero_are_added_to_the_offset(void)
{
    const char *text =
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"
        "JOINT b\n{\nOFFSET 3 10 0\nCHANNELS 3 Xposition Yposition Zposition\n"
        "End Site\n{\nOFFSET 0 1 0\n}\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n"
        "0 0 0 0.1 0 0\n0 0 0 0 0.2 0\n";
    caper_import_options options = plain_options();
    caper_import *import = parse_with(text, &options, NULL);
    REQUIRE(import != NULL);
    CHECK(warns(import, "added to OFFSET"));
    caper_pose pose = model_at(import, 1);
    CHECK_NEAR(pose.bodies[1].position.x, 3.0, 1e-6);
    CHECK_NEAR(pose.bodies[1].position.y, 10.2, 1e-6);
    caper_pose_destroy(&pose, NULL);
    caper_import_destroy(import);
}

static void several_roots_are_joined_under_a_helper(void)
{
    const char *text =
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"
        "End Site\n{\nOFFSET 0 1 0\n}\n}\nROOT b\n{\nOFFSET 1 0 0\n"
        "CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n"
        "MOTION\nFrames: 2\nFrame Time: 0.1\n5 6 7 90 0 0\n8 9 10 0 90 0\n";
    caper_import_options options = plain_options();
    caper_import *import = parse_with(text, &options, NULL);
    REQUIRE(import != NULL);
    CHECK(warns(import, "2 roots"));
    const caper_skeleton *s = &import->character->skeleton;
    CHECK_INT(s->body_count, 5);
    CHECK_STR(s->names[0], "root");
    CHECK_INT(s->parents[1], 0);
    CHECK_INT(s->parents[3], 0);
    CHECK(import->character->bodies[0].caps & CAPER_CAP_HELPER);
    caper_pose pose = model_at(import, 0);
    CHECK_NEAR(pose.bodies[1].position.z, 7, 1e-6);
    CHECK_NEAR(pose.bodies[3].position.x, 1, 1e-6);
    CHECK_NEAR(pose.bodies[4].position.x, 0, 1e-6); // turned by 90 degrees about Z
    caper_pose_destroy(&pose, NULL);
    caper_import_destroy(import);
}

static void frames_that_are_there_count(void)
{
    char *text = person_with_frames(6);
    char *more = replaced(text, "Frames: 6", "Frames: 4");
    caper_import *import = parse(more);
    CHECK_INT(import->clips[0]->frame_count, 6);
    CHECK(warns(import, "4 frames are declared, but 6 are there"));
    CHECK_NEAR(distance_from_text(import, text), 0, 2e-6);
    caper_import_destroy(import);
    free(more);

    char *fewer = replaced(text, "Frames: 6", "Frames: 600");
    import = parse(fewer);
    CHECK_INT(import->clips[0]->frame_count, 6);
    CHECK(warns(import, "600 frames are declared, but 6 are there"));
    caper_import_destroy(import);
    free(fewer);

    char *none = replaced(text, "Frames: 6", "Frames: 0");
    import = parse(none);
    CHECK_INT(import->clips[0]->frame_count, 6);
    caper_import_destroy(import);
    free(none);
    free(text);
}

static void a_frame_that_is_cut_off_is_left_out(void)
{
    char *text = person_with_frames(6);
    char *cut = strrchr(text, ' ');
    *cut = '\0'; // within the last frame
    caper_import *import = parse(text);
    CHECK_INT(import->clips[0]->frame_count, 5);
    CHECK(warns(import, "the last frame has 44 of 45 numbers"));
    CHECK(warns(import, "6 frames are declared, but 5 are there"));
    caper_import_destroy(import);
    free(text);
}

static void lines_may_be_wrapped_when_all_numbers_are_there(void)
{
    const char *rows = STICK_HEAD "Frames: 2\nFrame Time: 0.1\n1 2 3 4 5 6\n7 8 9 10 11 12\n";
    const char *wrapped = STICK_HEAD "Frames: 2\nFrame Time: 0.1\n1 2 3\n4 5 6\n7 8 9\n10 11 12\n";
    const char *joined = STICK_HEAD "Frames: 2\nFrame Time: 0.1\n1 2 3 4 5 6 7 8 9 10 11 12\n";
    check_same(rows, wrapped);
    check_same(rows, joined);
    // one number lost: which one is anybody's guess
    CHECK_REFUSED(STICK_HEAD "Frames: 3\nFrame Time: 0.1\n1 2 3 4 5 6\n7 8 9 10 11\n1 2 3 4 5 6\n",
                  20, 12, "do not match the 6 channels");
    CHECK_REFUSED(STICK_HEAD "Frames: 2\nFrame Time: 0.1\n1 2 3 4 5 6 7\n7 8 9 10 11 12\n", 19, 13,
                  "do not match the 6 channels");
}

static void odd_ends_and_heads_are_survived(void)
{
    const char *rows = STICK_HEAD "Frames: 2\nFrame Time: 0.1\n1 2 3 4 5 6\n7 8 9 10 11 12\n";
    caper_import *import =
        parse(STICK_HEAD "Frames: 2\nFrame Time: 0.1\n1 2 3 4 5 6\n7 8 9 10 11 12\n"
                         "made with love\n");
    CHECK(warns(import, "text after the last frame"));
    CHECK_INT(import->clips[0]->frame_count, 2);
    caper_import_destroy(import);
    import = caper_import_parse(rows, strlen(rows) + 1, "test.bvh", NULL, NULL); // ends with a NUL
    REQUIRE(import != NULL);
    CHECK_INT(import->clips[0]->frame_count, 2);
    caper_import_destroy(import);
    import = parse(STICK_HEAD "Frames: 1\nFrame Time: 0\n1 2 3 4 5 6\n");
    CHECK(warns(import, "frame time is not a time"));
    CHECK_NEAR(import->clips[0]->rate, 30, 0);
    caper_import_destroy(import);
    import = parse(STICK_HEAD "Frames: 0\nFrame Time: 0.1\n");
    CHECK_INT(import->clip_count, 0);
    caper_import_destroy(import);
    import = parse("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\n");
    CHECK(warns(import, "no MOTION"));
    CHECK(warns(import, "no CHANNELS"));
    CHECK_INT(import->clip_count, 0);
    caper_import_destroy(import);
    import =
        parse("HIERARCHY\nROOT a\n{\nCHANNELS 3 Xscale Yscale Xrotation\nOFFSET 0 1 0\nOFFSET 0 2 "
              "0\nJOINT\n{\n}\n}\nMOTION\nFrames: 1\nFrame Time: 1\n1 1 90\n");
    CHECK(warns(import, "scale channel"));
    CHECK(warns(import, "a second OFFSET"));
    CHECK(warns(import, "has no OFFSET"));
    CHECK(warns(import, "a joint has no name"));
    CHECK_STR(import->character->skeleton.names[1], "body1");
    caper_import_destroy(import);
}

static void channels_that_never_move_are_constants(void)
{
    // the second joint begins to move late, the third never: the same motion as the oracle's
    const char *text =
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition "
        "Zrotation Xrotation Yrotation\nJOINT b\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation "
        "Xrotation Yrotation\nJOINT c\n{\nOFFSET 1 1 0\nCHANNELS 6 Xposition Yposition "
        "Zposition Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 1 0 0\n}\n}\n}\n}\n"
        "MOTION\nFrames: 5\nFrame Time: 0.1\n"
        "1 2 3 4 5 6 10 20 30 1 1 0.5 40 50 60\n"
        "1 2 4 4 5 6 10 20 30 1 1 0.5 40 50 60\n"
        "1 2 5 4 5 6 10 20 30 1 1 0.5 40 50 60\n"
        "1 2 6 4 5 6 10 21 30 1 1 0.5 40 50 60\n"
        "1 2 7 4 5 6 10 20 30 1 1 0.5 40 50 60\n";
    caper_import_options options = plain_options();
    caper_import *import = parse_with(text, &options, NULL);
    REQUIRE(import != NULL);
    CHECK_NEAR(distance_from_text(import, text), 0, 2e-6);
    caper_import_destroy(import);
}

// -- Refusals ---------------------------------------------------------------------------------

static void what_is_no_hierarchy_is_refused_with_its_place(void)
{
    CHECK_REFUSED("", 1, 1, "expected 'HIERARCHY', found the end of the file");
    CHECK_REFUSED("HIERARCHY", 1, 10, "expected ROOT");
    CHECK_REFUSED("HIERARCHY\nJOINT a\n", 2, 1, "expected ROOT, found 'JOINT'");
    CHECK_REFUSED("HIERARCHY\nMOTION\n", 2, 1, "expected ROOT, found 'MOTION'");
    CHECK_REFUSED("HIERARCHY\nROOT a\nOFFSET 0 0 0\n", 3, 1, "expected '{', found 'OFFSET'");
    CHECK_REFUSED("HIERARCHY\nROOT a\n{\n  OFFSET 0 x 0\n", 4, 12, "expected a number, found 'x'");
    CHECK_REFUSED("HIERARCHY\nROOT a\n{\n  OFFSET 0 nan 0\n", 4, 12,
                  "expected a number, found 'nan'");
    CHECK_REFUSED("HIERARCHY\nROOT a\n{\n  OFFSET 0 1e999 0\n", 4, 12, "out of range");
    CHECK_REFUSED("HIERARCHY\nROOT a\n{\n  OFFSET 0 0\n}\n", 5, 1, "expected a number, found '}'");
    CHECK_REFUSED("HIERARCHY\nROOT a\n{\nCHANNELS 3 Xrotation up\n", 4, 22,
                  "expected 3 channels such as 'Xrotation', found 'up' as number 2");
    CHECK_REFUSED("HIERARCHY\nROOT a\n{\nCHANNELS -1\n", 4, 10, "expected 0 to 16 channels");
    CHECK_REFUSED("HIERARCHY\nROOT a\n{\nCHANNELS 2.5\n", 4, 10, "expected 0 to 16 channels");
    CHECK_REFUSED("HIERARCHY\nROOT a\n{\nCHANNELS 17\n", 4, 10, "expected 0 to 16 channels");
    CHECK_REFUSED("HIERARCHY\nROOT a\n{\nCHANNELS 2 Xposition Xposition\n", 4, 22, "stands twice");
    CHECK_REFUSED("HIERARCHY\nROOT a\n{\nCHANNELS 1 Xrotation\nCHANNELS 1 Yrotation\n", 5, 1,
                  "found a second");
    CHECK_REFUSED("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n", 5, 1, "the file ends within joint 'a'");
    CHECK_REFUSED("HIERARCHY\nROOT a\n{\nEnd Site\n{\nJOINT b\n", 6, 1, "found 'JOINT'");
    CHECK_REFUSED("HIERARCHY\nROOT a\n{\nBONE b\n", 4, 1, "expected OFFSET, CHANNELS, JOINT");
    CHECK_REFUSED("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\nfin\n", 6, 1, "expected ROOT or MOTION");
    CHECK_REFUSED("HIERARCHY\r\nROOT a\r\n{\r\n  OFFSET 0 x 0\r\n", 4, 12, "found 'x'");
    CHECK_REFUSED("HIERARCHY\rROOT a\r{\r  OFFSET 0 x 0\r", 4, 12, "found 'x'");
}

static void what_is_no_motion_is_refused_with_its_place(void)
{
    CHECK_REFUSED(STICK_HEAD "Rows: 2\n", 17, 1, "expected 'Frames:', found 'Rows:'");
    CHECK_REFUSED(STICK_HEAD "Frames: many\n", 17, 9, "expected a whole number");
    CHECK_REFUSED(STICK_HEAD "Frames: -3\n", 17, 11, "expected a number of frames, found -3");
    CHECK_REFUSED(STICK_HEAD "Frames: 3\nTime: 1\n", 18, 1, "expected 'Frame Time:'");
    CHECK_REFUSED(STICK_HEAD "Frames: 3\nFrame Time: soon\n", 18, 13, "expected a number");
    CHECK_REFUSED(STICK_HEAD "Frames: 2\nFrame Time: 0.1\n1 2 3 4 5 6\n7 8 nine 10 11 12\n", 20, 5,
                  "expected a number (channel 3 of 6 in frame 2), found 'nine'");
    CHECK_REFUSED(STICK_HEAD "Frames: 1\nFrame Time: 0.1\n1 2 3 4 1.#QNAN 6\n", 19, 9, "1.#QNAN");
    CHECK_REFUSED(STICK_HEAD "Frames: 1\nFrame Time: 0.1\n1 2 3 4 nan 6\n", 19, 9, "found 'nan'");
    CHECK_REFUSED(STICK_HEAD "Frames: 1\nFrame Time: 0.1\n1 2 3 4 12:5 6\n", 19, 9, "found '12:5'");
    CHECK_REFUSED(STICK_HEAD "Frames: 1\nFrame Time: 0.1\n1 2 3 4 1.2.3 6\n", 19, 9,
                  "found '1.2.3'");
    CHECK_REFUSED(STICK_HEAD "Frames: 1\nFrame Time: 0.1\n1 2 3 4 1e400 6\n", 19, 9,
                  "found '1e400'");
    CHECK_REFUSED(STICK_HEAD "Frames: 1\nFrame Time: 0.1\n1 2 3 4 - 6\n", 19, 9, "found '-'");
    CHECK_REFUSED(STICK_HEAD "Frames: 1\nFrame Time: 0.1\n1 2 3 4 . 6\n", 19, 9, "found '.'");
}

// A bad word is found wherever it stands, also behind many good ones that are read fast.
static void a_bad_number_is_found_anywhere(void)
{
    static const char *const bad[] = {"1:.5000",
                                      "12.34;6",
                                      "1.2.345",
                                      "12,3456",
                                      "--1.200",
                                      "1.23e",
                                      "0x1.000",
                                      "1-2.345",
                                      ("4.5\xA0"
                                       "12")};
    char *good = person_with_frames(4);
    const char *motion = strstr(good, "0.0083333\n") + 10;
    for (int i = 0; i < CAPER_COUNT_OF(bad); i++) {
        for (int word = 0; word < 4 * PERSON_COLUMNS; word += 5) {
            const char *at = motion;
            for (int k = 0; k < word; k++)
                at = at + strcspn(at, " \n") + 1;
            caper_text text;
            caper_text_init(&text, NULL);
            caper_text_append(&text, good, (size_t)(at - good));
            caper_text_append_string(&text, bad[i]);
            caper_text_append_string(&text, at + strcspn(at, " \n"));
            caper_error error = {0};
            caper_import *import = parse_with(text.data, NULL, &error);
            CHECK(import == NULL);
            CHECK_INT(error.status, CAPER_ERROR_SYNTAX);
            char place[64];
            snprintf(place, sizeof place, "channel %d of %d in frame %d", word % PERSON_COLUMNS + 1,
                     PERSON_COLUMNS, word / PERSON_COLUMNS + 1);
            CHECK_HAS(error.message, place);
            caper_import_destroy(import);
            caper_text_free(&text);
        }
    }
    free(good);
}

static void limits_hold_before_memory_is_taken(void)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_import_options options = caper_import_options_default();
    options.allocator = &allocator;
    caper_error error = {0};
    // a promise of many frames costs nothing
    caper_import *import =
        parse_with(STICK_HEAD "Frames: 900000\nFrame Time: 0.1\n1 2 3 4 5 6\n", &options, &error);
    REQUIRE(import != NULL);
    CHECK(memory.live_size < 400000);
    caper_import_destroy(import);
    CHECK_MEMORY_EMPTY(&memory);

    CHECK(!parse_with(STICK_HEAD "Frames: 1000001\nFrame Time: 0.1\n1 2 3 4 5 6\n", &options,
                      &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    CHECK_HAS(error.message, "1000001 frames, more than 1000000");
    options.max_frames = 1;
    CHECK(!parse_with(STICK_HEAD "Frames: 1\nFrame Time: 0.1\n1 2 3 4 5 6\n1 2 3 4 5 6\n", &options,
                      &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    options = caper_import_options_default();
    options.max_bytes = 10;
    CHECK(!parse_with(STICK_HEAD, &options, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);

    caper_text text;
    caper_text_init(&text, NULL);
    caper_text_append_string(&text, "HIERARCHY\nROOT a\n{\n");
    for (int i = 0; i < 300; i++)
        caper_text_append_string(&text, "JOINT b\n{\n");
    options = caper_import_options_default();
    CHECK(!parse_with(text.data, &options, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    CHECK_HAS(error.message, "nested deeper than 256");
    caper_text_free(&text);

    caper_text_append_string(&text, "HIERARCHY\nROOT a\n{\n");
    for (int i = 0; i < 1100; i++)
        caper_text_append_string(&text, "JOINT b\n{\n}\n");
    CHECK(!parse_with(text.data, &options, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    CHECK_HAS(error.message, "more than 1024 joints");
    caper_text_free(&text);
}

// Cut anywhere, the file is refused or read with a warning; never read as if it were whole, but
// for a cut within its very last number.
static void every_truncation_is_refused_or_noticed(void)
{
    char *text = person_with_frames(3);
    size_t size = strlen(text), last = size - strlen(strrchr(text, ' '));
    int read = 0, refused = 0;
    for (size_t n = 0; n <= last; n++) {
        char *cut = malloc(n > 0 ? n : 1); // so that AddressSanitizer knows its end
        memcpy(cut, text, n);
        caper_error error = {0};
        caper_import *import = caper_import_parse(cut, n, "test.bvh", NULL, &error);
        if (import)
            CHECK(import->warnings.count > 0);
        else
            CHECK(error.status != CAPER_OK && error.message[0]);
        read += import != NULL;
        refused += import == NULL;
        caper_import_destroy(import);
        free(cut);
    }
    CHECK(read > 100 && refused > 100);
    free(text);
}

static void any_flipped_bit_is_survived(void)
{
    char *text = person_with_frames(2);
    size_t size = strlen(text);
    for (size_t i = 0; i < size; i++) {
        for (int bit = 0; bit < 8; bit += 1 + (int)(i % 3)) {
            text[i] ^= (char)(1 << bit);
            caper_error error = {0};
            caper_import *import = caper_import_parse(text, size, "test.bvh", NULL, &error);
            CHECK((import == NULL) == (error.status != CAPER_OK));
            caper_import_destroy(import);
            text[i] ^= (char)(1 << bit);
        }
    }
    free(text);
}

static void without_memory_nothing_leaks(void)
{
    char *text = person_with_frames(20);
    for (long at = 1; at < 200; at++) {
        test_memory memory = {.fail_at = at};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_import_options options = caper_import_options_default();
        options.allocator = &allocator;
        caper_error error = {0};
        caper_import *import = parse_with(text, &options, &error);
        bool all = import != NULL;
        if (!import)
            CHECK_INT(error.status, CAPER_ERROR_MEMORY);
        caper_import_destroy(import);
        CHECK_MEMORY_EMPTY(&memory);
        if (all)
            break;
        CHECK(at < 199);
    }
    free(text);
}

// -- Sense ------------------------------------------------------------------------------------

// The person with all lengths times a factor, at rest at a height of the hips.
static caper_import *scaled_person(double factor, bool z_up, double turn)
{
    static oracle_bvh oracle;
    char *text = person_with_frames(1);
    REQUIRE(oracle_read(&oracle, text));
    caper_text out;
    caper_text_init(&out, NULL);
    caper_text_append_string(&out, "HIERARCHY\n");
    int open = 0;
    for (int i = 0; i < oracle.joint_count; i++) {
        const oracle_joint *j = &oracle.joints[i];
        int depth = 0;
        for (int p = j->parent; p >= 0; p = oracle.joints[p].parent)
            depth++;
        for (; open > depth; open--)
            caper_text_append_string(&out, "}\n");
        double c = cos(turn), s = sin(turn);
        double x = c * j->offset[0] + s * j->offset[2], z = c * j->offset[2] - s * j->offset[0];
        double y = j->offset[1];
        caper_text_printf(&out, "%s %s\n{\nOFFSET %.6f %.6f %.6f\n",
                          j->end          ? "End"
                          : j->parent < 0 ? "ROOT"
                                          : "JOINT",
                          j->end ? "Site" : j->name, factor * x, factor * (z_up ? -z : y),
                          factor * (z_up ? y : z));
        if (!j->end)
            caper_text_append_string(&out, i == 0 ? "CHANNELS 6 Xposition Yposition Zposition "
                                                    "Zrotation Xrotation Yrotation\n"
                                                  : "CHANNELS 3 Zrotation Xrotation Yrotation\n");
        open = depth + 1;
    }
    for (; open > 0; open--)
        caper_text_append_string(&out, "}\n");
    caper_text_append_string(&out, "MOTION\nFrames: 1\nFrame Time: 0.1\n");
    double hips = 96 * factor;
    caper_text_printf(&out, "1 %.6f %.6f", z_up ? 0 : hips, z_up ? hips : 0);
    for (int k = 3; k < PERSON_COLUMNS; k++)
        caper_text_append_string(&out, " 0");
    caper_text_append_string(&out, "\n");
    caper_import *import = parse(out.data);
    caper_text_free(&out);
    oracle_free(&oracle);
    free(text);
    return import;
}

static void units_are_told_by_the_height_of_the_hips(void)
{
    static const struct {
        double factor;
        const char *name;
        double metres;
    } cases[] = {{1, "centimetres", 0.01},     {0.01, "metres", 1},
                 {0.1, "decimetres", 0.1},     {10, "millimetres", 0.001},
                 {1 / 2.54, "inches", 0.0254}, {0.45 / 2.54, "CMU units", 0.0254 / 0.45}};
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        caper_import *import = scaled_person(cases[i].factor, false, 0);
        CHECK_STR(import->unit_name, cases[i].name);
        CHECK_NEAR(import->unit, cases[i].metres, 1e-7);
        CHECK(import->unit_detected);
        CHECK_NEAR(import->character->height, 1.72, 0.06);
        caper_import_destroy(import);
    }
    char *text = person_with_frames(1);
    caper_import_options options = caper_import_options_default();
    options.unit = 0.02f;
    caper_import *import = parse_with(text, &options, NULL);
    REQUIRE(import != NULL);
    CHECK(!import->unit_detected);
    CHECK_NEAR(import->unit, 0.02, 1e-8);
    CHECK_NEAR(import->character->height, 3.44, 0.12);
    caper_import_destroy(import);
    free(text);
}

static void upright_and_facing_forward_whatever_the_axes(void)
{
    for (int z_up = 0; z_up < 2; z_up++) {
        for (int quarter = 0; quarter < 4; quarter++) {
            caper_import *import = scaled_person(1, z_up, quarter * acos(-1.0) / 2);
            CHECK_INT(import->up, z_up ? CAPER_UP_Z : CAPER_UP_Y);
            CHECK_HAS(import->axes, z_up ? "Z up" : "Y up");
            const caper_character *c = import->character;
            caper_vec3 head = c->rest_model[caper_character_find(c, "Head")].position;
            caper_vec3 hand = c->rest_model[caper_character_find(c, "LeftHand")].position;
            caper_vec3 toe = c->rest_model[caper_character_find(c, "LeftFoot_end")].position;
            CHECK_NEAR(head.y, 1.57, 0.03);
            CHECK_NEAR(hand.x, 0.73, 1e-4);
            CHECK_NEAR(toe.z, 0.14, 1e-4);
            CHECK_NEAR(toe.y, 0, 0.03);
            CHECK(warns(import, "turned to face") == (quarter != 0));
            caper_import_destroy(import);
        }
    }
}

static void a_frame_stands_in_for_offsets_that_do_not_stand(void)
{
    // all bones along X, as exporters with joint frames write them; the frame folds them up
    const char *text =
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation "
        "Xrotation Yrotation\nJOINT Spine\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation "
        "Yrotation\n"
        "JOINT Head\n{\nOFFSET 60 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd "
        "Site\n{\nOFFSET 20 "
        "0 0\n}\n}\n}\nJOINT LeftLeg\n{\nOFFSET 0 0 10\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        "JOINT LeftFoot\n{\nOFFSET 90 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd "
        "Site\n{\nOFFSET "
        "10 0 0\n}\n}\n}\nJOINT RightLeg\n{\nOFFSET 0 0 -10\nCHANNELS 3 Zrotation Xrotation "
        "Yrotation\n"
        "JOINT RightFoot\n{\nOFFSET 90 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd "
        "Site\n{\nOFFSET "
        "10 0 0\n}\n}\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n"
        "300 95 -20 0 0 30 90 0 0 0 0 0 -90 0 0 0 0 90 -90 0 0 0 0 90\n";
    caper_import *import = parse(text);
    CHECK(warns(import, "frame 0 is the rest pose"));
    CHECK_NEAR(distance_from_text(import, text), 0, 2e-6);
    const caper_character *c = import->character;
    caper_vec3 head = c->rest_model[caper_character_find(c, "Head")].position;
    caper_vec3 left = c->rest_model[caper_character_find(c, "LeftFoot")].position;
    CHECK_NEAR(head.y, 1.5, 0.06);
    CHECK_NEAR(head.x, 0, 1e-5);
    CHECK_NEAR(left.x, 0.1, 1e-4); // turned to face +Z although the frame does not
    CHECK_NEAR(left.y, 0, 0.06);
    caper_import_destroy(import);
}

static void the_floor_of_the_motion_becomes_zero(void)
{
    for (int k = 0; k < 3; k++) {
        double lift = k == 0 ? 0 : k == 1 ? 37 : -120; // centimetres
        caper_text text;
        caper_text_init(&text, NULL);
        caper_text_append_string(&text, person);
        caper_text_append_string(&text, "Frames: 21\nFrame Time: 0.1\n");
        for (int f = 0; f < 21; f++) {
            // a T-pose at the origin in front, as converters put there, and a jump
            double y = f == 0 ? 0 : 95 + lift + (f > 10 && f < 15 ? 40 : 0);
            caper_text_printf(&text, "0 %.4f 0", y);
            for (int i = 3; i < PERSON_COLUMNS; i++)
                caper_text_append_string(&text, " 0");
            caper_text_append_string(&text, "\n");
        }
        caper_import *import = parse(text.data);
        caper_pose pose = model_at(import, 5);
        int toe = caper_character_find(import->character, "LeftFoot_end");
        CHECK_NEAR(pose.bodies[toe].position.y, 0, 0.05);
        CHECK_NEAR(import->floor, lift * 0.01, 0.05);
        // motion and rest stand on the same floor
        CHECK_NEAR(pose.bodies[toe].position.y, import->character->rest_model[toe].position.y,
                   1e-5);
        CHECK_NEAR(distance_from_text(import, text.data), 0, 2e-6);
        caper_pose_destroy(&pose, NULL);
        caper_import_destroy(import);
        caper_text_free(&text);
    }
    char *text = person_with_frames(2);
    caper_import_options options = caper_import_options_default();
    options.floor = 0.5f;
    caper_import *import = parse_with(text, &options, NULL);
    REQUIRE(import != NULL);
    CHECK_NEAR(import->floor, 0.5, 0);
    CHECK_NEAR(distance_from_text(import, text), 0, 2e-6);
    caper_import_destroy(import);
    free(text);
}

// -- Writing ----------------------------------------------------------------------------------

static const char *temporary(const char *name)
{
    static char path[400];
    snprintf(path, sizeof path, "%s/test_bvh_%d_%s", CAPER_BINARY_DIR, (int)getpid(), name);
    return path;
}

static char *write_text(const caper_export_job *job)
{
    const char *path = temporary("out.bvh");
    caper_error error = {0};
    char words[400];
    if (!caper_export_save(job, path, &error))
        printf("%s\n", caper_error_text(&error, words, sizeof words));
    REQUIRE(error.status == CAPER_OK);
    char *text = read_text(path);
    remove(path);
    return text;
}

static caper_export_job job_of(const caper_import *import)
{
    caper_export_job job = caper_export_job_default();
    job.character = import->character;
    job.clips = (const caper_clip *const *)import->clips;
    job.clip_count = import->clip_count;
    return job;
}

// The numbers of the motion, and where they differ by more than a digit's worth: only where the
// same rotation has other angles.
static void a_file_comes_back_to_the_precision_of_its_digits(void)
{
    char *text = person_with_frames(60);
    caper_import *import = parse(text);
    caper_export_job job = job_of(import);
    job.like = import;
    char *again = write_text(&job);
    static oracle_bvh a, b;
    char *text_copy = strdup(text), *again_copy = strdup(again);
    REQUIRE(oracle_read(&a, text_copy) && oracle_read(&b, again_copy));
    CHECK_INT(a.joint_count, b.joint_count);
    CHECK_INT(a.frame_count, b.frame_count);
    CHECK_NEAR(a.frame_time, b.frame_time, 1e-9);
    for (int i = 0; i < a.joint_count; i++) {
        CHECK_STR(a.joints[i].name, b.joints[i].name);
        CHECK_INT(a.joints[i].channel_count, b.joints[i].channel_count);
        for (int k = 0; k < a.joints[i].channel_count; k++)
            CHECK_STR(a.joints[i].channels[k], b.joints[i].channels[k]);
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(a.joints[i].offset[k], b.joints[i].offset[k], 5e-6);
    }
    int flips = 0;
    for (int f = 0; f < a.frame_count; f++) {
        for (int k = 0; k < a.column_count; k++) {
            int at = f * a.column_count + k;
            flips += fabs(a.values[at] - b.values[at]) > 5e-5;
        }
    }
    CHECK(flips < a.frame_count * a.column_count / 20);
    CHECK_NEAR(worst_distance(import, &b, false), 0, 3e-6);
    oracle_free(&a);
    oracle_free(&b);
    free(text_copy);
    free(again_copy);
    free(again);
    caper_import_destroy(import);
    free(text);
}

static void written_afresh_the_joints_are_in_the_same_places(void)
{
    char *text = person_with_frames(30);
    caper_import *import = parse(text);
    static const char *const orders[] = {"ZXY", "XYZ", "yzx", "ZYX", "YXZ", "XZY"};
    for (int i = 0; i < CAPER_COUNT_OF(orders); i++) {
        caper_export_job job = job_of(import);
        job.rotation_order = orders[i];
        job.unit = i == 0 ? 0.01f : i == 1 ? 1.0f : 0.0254f;
        char *again = write_text(&job);
        caper_import_options options = caper_import_options_default();
        options.unit = job.unit;
        options.floor = 0.0f;
        caper_import *second = parse_with(again, &options, NULL);
        REQUIRE(second != NULL);
        CHECK_INT(second->warnings.count, 0);
        CHECK(caper_skeleton_same(&import->character->skeleton, &second->character->skeleton));
        double worst = 0;
        for (int f = 0; f < 30; f++) {
            caper_pose p = model_at(import, f), q = model_at(second, f);
            for (int k = 0; k < p.body_count; k++) {
                double d = (double)caper_vec3_distance(p.bodies[k].position, q.bodies[k].position);
                worst = d > worst ? d : worst;
            }
            caper_pose_destroy(&p, NULL);
            caper_pose_destroy(&q, NULL);
        }
        CHECK_NEAR(worst, 0, 5e-6);
        caper_import_destroy(second);
        free(again);
    }
    caper_import_destroy(import);
    free(text);
}

static void written_angles_do_not_jump(void)
{
    // a root that turns round and round
    caper_text text;
    caper_text_init(&text, NULL);
    caper_text_append_string(&text, person);
    caper_text_append_string(&text, "Frames: 200\nFrame Time: 0.01\n");
    for (int f = 0; f < 200; f++) {
        caper_text_printf(&text, "0 95 0 0 %.4f 0", fmod(f * 7.0, 360.0));
        for (int i = 6; i < PERSON_COLUMNS; i++)
            caper_text_append_string(&text, " 0");
        caper_text_append_string(&text, "\n");
    }
    caper_import *import = parse(text.data);
    caper_export_job job = job_of(import);
    char *again = write_text(&job);
    static oracle_bvh b;
    REQUIRE(oracle_read(&b, again));
    for (int f = 1; f < b.frame_count; f++)
        for (int k = 3; k < b.column_count; k++)
            CHECK(fabs(b.values[f * b.column_count + k] - b.values[(f - 1) * b.column_count + k]) <
                  15);
    oracle_free(&b);
    free(again);
    caper_import_destroy(import);
    caper_text_free(&text);
}

// A chain whose middle joint bends by `bend` degrees a frame about X, in the order of the file.
static caper_import *bending(const char *channels, double bend, int frames)
{
    caper_text text;
    caper_text_init(&text, NULL);
    caper_text_printf(&text,
                      "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition "
                      "Zposition Zrotation Xrotation Yrotation\nJOINT Knee\n{\nOFFSET 0 -40 0\n"
                      "CHANNELS 3 %s\nJOINT Foot\n{\nOFFSET 0 -40 0\nCHANNELS 3 Zrotation "
                      "Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 0 15\n}\n}\n}\n}\n"
                      "MOTION\nFrames: %d\nFrame Time: 0.01\n",
                      channels, frames);
    bool first = strncmp(channels, "Xrotation", 9) == 0;
    for (int f = 0; f < frames; f++)
        caper_text_printf(&text,
                          first ? "0 85 0 0 0 0 %.4f 3 7 0 0 0\n" : "0 85 0 0 0 0 3 %.4f 7 0 0 0\n",
                          bend * f);
    caper_import *import = parse(text.data);
    caper_text_free(&text);
    return import;
}

static const char *channels_of(const oracle_bvh *b, int joint)
{
    static char order[4];
    for (int k = 0; k < 3; k++)
        order[k] = b->joints[joint].channels[k][0];
    return order;
}

static void a_joint_that_locks_gets_another_order(void)
{
    static oracle_bvh b;
    caper_import *import = bending("Zrotation Xrotation Yrotation", 2, 80); // through 90 degrees
    for (int like = 0; like < 2; like++) {
        caper_export_job job = job_of(import);
        job.like = like ? import : NULL;
        char *text = write_text(&job);
        REQUIRE(oracle_read(&b, text));
        CHECK(channels_of(&b, 1)[1] != 'X');
        CHECK_STR(channels_of(&b, 2), "ZXY");
        if (like) // what is written afresh stands on another floor; test_roundtrip judges it
            CHECK_NEAR(worst_distance(import, &b, false), 0, 3e-6);
        for (int f = 1; f < b.frame_count; f++) {
            const double *now = b.values + f * b.column_count, *before = now - b.column_count;
            for (int k = 3; k < b.column_count; k++)
                CHECK_NEAR(now[k] - before[k], 0, 2.2); // as fast as the joint turns
        }
        oracle_free(&b);
        free(text);
    }
    caper_import_destroy(import);
}

static void the_order_of_a_file_stays_where_it_does_no_harm(void)
{
    static oracle_bvh b;
    caper_import *import = bending("Zrotation Xrotation Yrotation", 2, 45); // to 88 degrees
    caper_export_job job = job_of(import);
    job.like = import;
    char *text = write_text(&job);
    REQUIRE(oracle_read(&b, text));
    CHECK_STR(channels_of(&b, 1), "ZXY");
    oracle_free(&b);
    free(text);
    job.like = NULL;
    text = write_text(&job);
    REQUIRE(oracle_read(&b, text));
    CHECK(channels_of(&b, 1)[1] != 'X');
    oracle_free(&b);
    free(text);
    caper_import_destroy(import);
}

// Whatever its unit is: who gave it once need not give it again for what was made of the file.
static void a_file_of_ours_carries_its_unit(void)
{
    static const float units[] = {1, 0.0254f, 0.0254f / 0.45f, 0.3048f, 1e-3f};
    caper_import *import = bending("Zrotation Xrotation Yrotation", 1, 5);
    for (int i = 0; i < CAPER_COUNT_OF(units); i++) {
        caper_export_job job = job_of(import);
        job.unit = units[i];
        char *text = write_text(&job);
        caper_import *back = parse(text);
        CHECK(!back->unit_detected);
        CHECK_NEAR(back->unit, units[i], 0);
        CHECK_NEAR(back->character->size, import->character->size,
                   1e-4 * (double)import->character->size);
        // and so does what is written like it
        job = job_of(back);
        job.like = back;
        char *again = write_text(&job);
        caper_import *third = parse(again);
        CHECK_NEAR(third->unit, units[i], 0);
        // 31 blanks are no unit
        char *mark = strstr(again, " \t ");
        REQUIRE(mark != NULL);
        memmove(mark + 3, mark + 4, strlen(mark + 4) + 1);
        caper_import *broken = parse(again);
        CHECK(broken->unit_detected);
        caper_import_destroy(broken);
        caper_import_destroy(third);
        caper_import_destroy(back);
        free(again);
        free(text);
    }
    caper_import_destroy(import);
}

// Blanks at the end of one line are all that tells a file of ours from another.
static void a_file_of_ours_says_what_it_is(void)
{
    caper_import *import = bending("Zrotation Xrotation Yrotation", 1, 5);
    caper_export_job job = job_of(import);
    char *text = write_text(&job);
    caper_import *back = parse(text);
    CHECK(!back->unit_detected);
    CHECK_NEAR(back->unit, 0.01, 1e-9);
    CHECK_NEAR(back->floor, 0, 0);
    caper_import_options options =
        caper_import_options_default(); // who asks gets what they ask for
    options.unit = 0.5f;
    options.floor = 0.25f;
    caper_import *asked = parse_with(text, &options, NULL);
    REQUIRE(asked != NULL);
    CHECK_NEAR(asked->unit, 0.5, 0);
    CHECK_NEAR(asked->floor, 0.25, 0);
    caper_import_destroy(asked);
    job = job_of(back);
    job.like = back;
    char *again = write_text(&job);
    CHECK(strstr(again, " \t \n") != NULL);
    job = job_of(back);
    job.unit = 1.0f;
    char *metres = write_text(&job);
    CHECK(strstr(metres, " \t \n") == NULL);
    caper_import_destroy(back);
    caper_import_destroy(import);
    free(text);
    free(again);
    free(metres);
}

static void a_root_track_is_baked_into_the_root(void)
{
    char *text = person_with_frames(10);
    caper_import *import = parse(text);
    caper_error error = {0};
    caper_clip *extracted = caper_clip_extract_root(import->clips[0], 0, NULL, &error);
    REQUIRE(extracted && extracted->has_root);
    caper_export_job job = job_of(import);
    const caper_clip *clips[] = {extracted};
    job.clips = clips;
    char *again = write_text(&job);
    caper_import_options options = caper_import_options_default();
    options.unit = 0.01f;
    options.floor = 0.0f;
    caper_import *second = parse_with(again, &options, NULL);
    REQUIRE(second != NULL);
    for (int f = 0; f < 10; f++) {
        caper_pose p = model_at(import, f), q = model_at(second, f);
        for (int k = 0; k < p.body_count; k++)
            CHECK_NEAR(caper_vec3_distance(p.bodies[k].position, q.bodies[k].position), 0, 2e-5);
        caper_pose_destroy(&p, NULL);
        caper_pose_destroy(&q, NULL);
    }
    caper_import_destroy(second);
    caper_clip_destroy(extracted);
    free(again);
    caper_import_destroy(import);
    free(text);
}

// A body that leaves its place is written with six channels, a rest pose with rotations becomes the
// zero pose of the file, and a leaf without an end gets one.
static void stretched_and_turned_bodies_are_written_truly(void)
{
    const char *names[] = {"hips", "chest {x}", "arm"};
    const int16_t parents[] = {-1, 0, 1};
    caper_transform rest[3] = {
        caper_transform_make(caper_quat_from_yaw(0.5f), caper_vec3_make(0, 1, 0)),
        caper_transform_make(caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), 0.7f),
                             caper_vec3_make(0, 0.3f, 0.1f)),
        caper_transform_make(caper_quat_from_axis_angle(caper_vec3_make(0, 0, 1), -1.1f),
                             caper_vec3_make(0.4f, 0, 0))};
    caper_skeleton skeleton = {3, names, parents, rest};
    caper_transform frames[2][3];
    memcpy(frames[0], rest, sizeof rest);
    memcpy(frames[1], rest, sizeof rest);
    frames[1][1].position.y += 0.05f;
    frames[1][2].rotation = caper_quat_from_yaw(1.0f);
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = &skeleton;
    def.frame_count = 2;
    def.frames = frames[0];
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    caper_export_job job = caper_export_job_default();
    const caper_clip *clips[] = {clip};
    job.clips = clips;
    job.clip_count = 1;
    job.unit = 1.0f;
    char *text = write_text(&job), *copy = strdup(text);
    static oracle_bvh b;
    REQUIRE(oracle_read(&b, copy));
    CHECK_INT(b.joint_count, 4);
    CHECK(b.joints[3].end);
    CHECK_STR(b.joints[1].name, "chest"); // the oracle stops at the space
    CHECK_HAS(text, "chest _x_");
    CHECK_INT(b.joints[0].channel_count, 6);
    CHECK_INT(b.joints[1].channel_count, 6);
    CHECK_INT(b.joints[2].channel_count, 3);
    static double positions[ORACLE_JOINTS][3];
    for (int f = 0; f < 2; f++) {
        caper_pose pose = {frames[f], NULL, 3, 0};
        caper_pose_to_model(&skeleton, &pose, NULL, &pose);
        oracle_pose(&b, f, false, positions);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                CHECK_NEAR(positions[i][k], (&frames[f][i].position.x)[k], 2e-6);
    }
    for (int k = 3; k < b.column_count; k++) // the zero pose is the rest pose
        CHECK_NEAR(b.values[k],
                   k == 7   ? (double)(b.joints[1].offset[1])
                   : k == 6 ? b.joints[1].offset[0]
                   : k == 8 ? b.joints[1].offset[2]
                            : 0,
                   1e-4);
    oracle_free(&b);
    free(copy);
    free(text);
    caper_clip_destroy(clip);
}

static void several_roots_come_back(void)
{
    const char *text =
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"
        "End Site\n{\nOFFSET 0 1 0\n}\n}\nROOT b\n{\nOFFSET 1 0 0\n"
        "CHANNELS 2 Zrotation Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n"
        "MOTION\nFrames: 2\nFrame Time: 0.1\n5 6 7 90 10\n8 9 10 0 20\n";
    caper_import_options options = plain_options();
    caper_import *import = parse_with(text, &options, NULL);
    REQUIRE(import != NULL);
    caper_export_job job = job_of(import);
    job.like = import;
    char *again = write_text(&job);
    static oracle_bvh b;
    REQUIRE(oracle_read(&b, again));
    CHECK_INT(b.joint_count, 4);
    CHECK_INT(b.joints[2].parent, -1);
    CHECK_INT(b.column_count, 5);
    static const double expected[] = {5, 6, 7, 90, 10, 8, 9, 10, 0, 20};
    for (int k = 0; k < 10; k++)
        CHECK_NEAR(b.values[k], expected[k], 2e-5);
    oracle_free(&b);
    free(again);
    caper_import_destroy(import);
}

static void jobs_that_make_no_sense_are_refused(void)
{
    char *text = person_with_frames(2);
    caper_import *import = parse(text);
    caper_error error = {0};
    const char *path = temporary("refused.bvh");
    caper_export_job job = job_of(import);
    job.clip_count = 0;
    CHECK(!caper_export_save(&job, path, &error));
    CHECK_HAS(error.message, "holds one clip");
    job = job_of(import);
    job.unit = 0;
    CHECK(!caper_export_save(&job, path, &error));
    static const char *const orders[] = {"ZXZ", "ZX", "ZXYZ", "abc", ""};
    for (int i = 0; i < CAPER_COUNT_OF(orders); i++) {
        job = job_of(import);
        job.rotation_order = orders[i];
        CHECK(!caper_export_save(&job, path, &error));
        CHECK_HAS(error.message, "rotation order");
    }
    job = job_of(import);
    CHECK(!caper_export_save(&job, temporary("refused.txt"), &error));
    CHECK_INT(error.status, CAPER_ERROR_UNSUPPORTED);
    CHECK(!caper_export_save(&job, "/nonexistent/folder/x.bvh", &error));
    CHECK_INT(error.status, CAPER_ERROR_IO);
    CHECK(access(path, F_OK) != 0);
    caper_import_destroy(import);
    free(text);
}

// -- Real files -------------------------------------------------------------------------------

typedef struct tally {
    int files;
    double worst;
} tally;

static void check_real_file(const char *path, tally *t)
{
    caper_import *import = load_import(path, NULL);
    char *text = read_text(path);
    static oracle_bvh oracle;
    REQUIRE(oracle_read(&oracle, text));
    CHECK_INT(oracle.joint_count, import->character->body_count);
    CHECK_INT(oracle.frame_count, import->clips[0]->frame_count);
    bool added = warns(import, "added to OFFSET");
    double worst = worst_distance(import, &oracle, added) / (double)import->character->size;
    CHECK_NEAR(worst, 0, 3e-6); // of its size: 5 micrometres of a person
    t->worst = worst > t->worst ? worst : t->worst;
    t->files++;
    const caper_tagging *tags = &import->tagging;
    printf(
        "%-28.28s %3d bodies %5d frames %6.2f Hz  %-11s %s  floor %+.3f  feet %d graspers %d heads "
        "%d (%.2f)\n",
        strrchr(path, '/') + 1, import->character->body_count, import->clips[0]->frame_count,
        (double)import->clips[0]->rate, import->unit_name, import->axes, (double)import->floor,
        tags->foot_count, tags->grasper_count, tags->head_count, (double)tags->confidence);

    // and back: by itself, within a tenth of a millimetre of a person
    caper_export_job job = job_of(import);
    job.like = import;
    char *again = write_text(&job);
    static oracle_bvh second;
    REQUIRE(oracle_read(&second, again));
    CHECK_NEAR(worst_distance(import, &second, false) / (double)import->character->size, 0, 1e-5);
    oracle_free(&second);
    free(again);
    oracle_free(&oracle);
    free(text);
    caper_import_destroy(import);
}

static void check_folder(const char *folder, tally *t)
{
    const char *path = test_shared_path(folder);
    if (!path)
        SKIP("the real BVH files are not here");
    char place[400];
    snprintf(place, sizeof place, "%s", path);
    struct dirent **entries;
    int count = scandir(place, &entries, NULL, alphasort);
    REQUIRE(count > 2);
    for (int i = 0; i < count; i++) {
        size_t size = strlen(entries[i]->d_name);
        if (size > 4 && strcmp(entries[i]->d_name + size - 4, ".bvh") == 0) {
            char file[800];
            snprintf(file, sizeof file, "%s/%s", place, entries[i]->d_name);
            check_real_file(file, t);
        }
        free(entries[i]);
    }
    free(entries);
}

static void real_dialects_are_read(void)
{
    tally t = {0};
    check_folder("bvh/dialects", &t);
    CHECK(t.files >= 20);
}

static void real_captures_are_read(void)
{
    tally t = {0};
    check_folder("bvh/cmu", &t);
    CHECK(t.files >= 60);
    printf("%d files, worst distance %.2g of the size\n", t.files, t.worst);
}

static void line_ends_of_real_files_do_not_matter(void)
{
    const char *lf = test_shared_path("bvh/dialects/mocapbank_olaf.bvh");
    const char *crlf = test_shared_path("bvh/dialects/mocapbank_20tab_crlf.bvh");
    if (!lf || !crlf)
        SKIP("the real BVH files are not here");
    char *a = read_text(lf), *b = read_text(crlf);
    check_same(a, b);
    free(a);
    free(b);
}

TESTS(joints_are_where_the_numbers_say, end_sites_are_helpers_named_after_what_they_end,
      line_ends_and_blanks_do_not_matter, keywords_come_in_any_case,
      text_behind_end_site_is_no_name, names_hold_spaces_and_repeat,
      numbers_are_read_as_the_c_library_reads_them, angles_of_any_size_are_rotations,
      any_channels_in_any_order, positions_near_zero_are_added_to_the_offset,
      several_roots_are_joined_under_a_helper, frames_that_are_there_count,
      a_frame_that_is_cut_off_is_left_out, lines_may_be_wrapped_when_all_numbers_are_there,
      odd_ends_and_heads_are_survived, channels_that_never_move_are_constants,
      what_is_no_hierarchy_is_refused_with_its_place, what_is_no_motion_is_refused_with_its_place,
      a_bad_number_is_found_anywhere, limits_hold_before_memory_is_taken,
      every_truncation_is_refused_or_noticed, any_flipped_bit_is_survived,
      without_memory_nothing_leaks, units_are_told_by_the_height_of_the_hips,
      upright_and_facing_forward_whatever_the_axes, a_frame_stands_in_for_offsets_that_do_not_stand,
      the_floor_of_the_motion_becomes_zero, a_file_comes_back_to_the_precision_of_its_digits,
      written_afresh_the_joints_are_in_the_same_places, written_angles_do_not_jump,
      a_joint_that_locks_gets_another_order, the_order_of_a_file_stays_where_it_does_no_harm,
      a_file_of_ours_says_what_it_is, a_file_of_ours_carries_its_unit,
      a_root_track_is_baked_into_the_root, stretched_and_turned_bodies_are_written_truly,
      several_roots_come_back, jobs_that_make_no_sense_are_refused, real_dialects_are_read,
      real_captures_are_read, line_ends_of_real_files_do_not_matter)
