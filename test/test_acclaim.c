// SPDX-License-Identifier: MIT
//
// ASF and AMC: a stick figure against matrices in double, every refusal, and real captures against
// the same captures in BVH, which another program converted.
#define _GNU_SOURCE
#include "bvh_oracle.h"
#include "import_fixture.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

// -- Help -------------------------------------------------------------------------------------

// Position of a body in the units of the file.
static void place_of(const caper_import *import, const caper_pose *model, const char *name,
                     double out[3])
{
    int body = caper_character_find(import->character, name);
    REQUIRE(body >= 0);
    caper_vec3 p = model->bodies[body].position;
    double unit = (double)import->unit;
    out[0] = (double)p.x / unit;
    out[1] = ((double)p.y + (double)import->floor) / unit;
    out[2] = (double)p.z / unit;
}

static double distance(const double a[3], const double b[3])
{
    return sqrt(pow(a[0] - b[0], 2) + pow(a[1] - b[1], 2) + pow(a[2] - b[2], 2));
}

// -- The stick figure -------------------------------------------------------------------------

static void identity(oracle_matrix *a)
{
    oracle_matrix one = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    *a = one;
}

static void move(oracle_matrix *a, double x, double y, double z)
{
    for (int r = 0; r < 3; r++)
        a->m[r][3] += a->m[r][0] * x + a->m[r][1] * y + a->m[r][2] * z;
}

// Rotations written as a matrix product: "ZYX" of angles is Rz Ry Rx.
static void turn(oracle_matrix *a, const char *product, double p, double q, double r)
{
    double angles[3] = {p, q, r};
    for (int k = 0; product[k]; k++)
        oracle_turn(a, product[k], angles[k]);
}

// The stick figure by hand. A bone's rotation is C M C^-1, and "XYZ" is Rz Ry Rx.
static void stick_pose(const double v[13], double out[5][3])
{
    oracle_matrix root, a, c;
    identity(&root);
    move(&root, v[0], v[1], v[2]);
    turn(&root, "ZYX", v[5], v[4], v[3]);

    a = root; // thigh: at the root
    turn(&a, "Z", 20, 0, 0);
    turn(&a, "ZYX", v[8], v[7], v[6]);
    turn(&a, "Z", -20, 0, 0);
    move(&a, 0, -8, 0); // shin
    for (int r = 0; r < 3; r++)
        out[0][r] = a.m[r][3];
    turn(&a, "Z", 90, 0, 0);
    turn(&a, "X", v[9], 0, 0);
    turn(&a, "Z", -90, 0, 0);
    move(&a, 0, -7.5, 0); // foot
    for (int r = 0; r < 3; r++)
        out[1][r] = a.m[r][3];
    turn(&a, "XYZ", 30, 20, 10);     // its axis entry is 10 20 30 ZYX: about Z first
    turn(&a, "XZ", v[11], v[10], 0); // its freedoms are rz rx: about Z first
    turn(&a, "ZYX", -10, -20, -30);
    move(&a, 0, 0, 2.5); // its end
    for (int r = 0; r < 3; r++)
        out[2][r] = a.m[r][3];

    c = root; // back does not move
    move(&c, 0, 9, 0);
    for (int r = 0; r < 3; r++)
        out[3][r] = c.m[r][3];
    turn(&c, "Y", v[12], 0, 0);
    double length = sqrt(1.04);
    move(&c, 0, 3 / length, 0.6 / length);
    for (int r = 0; r < 3; r++)
        out[4][r] = c.m[r][3];
}

static void bones_turn_in_their_own_axes(void)
{
    static const double values[3][13] = {
        {1, 17, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        {1.5, 17.5, -3, 10, 20, 30, 30, -6.3e-15, 15, 45.5, -20, 12, 90},
        {0, 16, 0, -10, 170, 5, -30, 10, 20, 60, 5, -6, -45},
    };
    static const char *const names[] = {"shin", "foot", "foot_end", "head", "head_end"};
    caper_import *import = load_import(test_source_path("test/files/stick.amc"), NULL);
    CHECK_INT(import->format, CAPER_FORMAT_AMC);
    CHECK_INT(import->clips[0]->frame_count, 3);
    CHECK_NEAR(import->clips[0]->rate, 120, 0);
    CHECK(warns(import, "no frame rate"));
    CHECK_STR(import->unit_name, "CMU units");
    CHECK(!import->unit_detected);
    for (int f = 0; f < 3; f++) {
        double expected[5][3], found[3];
        stick_pose(values[f], expected);
        caper_pose pose = model_at(import, f);
        for (int k = 0; k < 5; k++) {
            place_of(import, &pose, names[k], found);
            CHECK_NEAR(distance(found, expected[k]), 0, 2e-5);
        }
        caper_pose_destroy(&pose, NULL);
    }
    caper_import_destroy(import);
}

static void a_skeleton_alone_is_a_character(void)
{
    caper_import *import = load_import(test_source_path("test/files/stick.asf"), NULL);
    CHECK_INT(import->format, CAPER_FORMAT_ASF);
    CHECK_INT(import->clip_count, 0);
    const caper_character *c = import->character;
    CHECK_INT(c->body_count, 8);
    CHECK_STR(c->skeleton.names[0], "root");
    CHECK_STR(c->skeleton.names[1], "thigh");
    CHECK(c->bodies[caper_character_find(c, "foot_end")].caps & CAPER_CAP_HELPER);
    // one freedom is a hinge about the turned axis: 90 degrees about Z takes X to Y
    const caper_joint *shin = &c->bodies[caper_character_find(c, "shin")].joint;
    CHECK_INT(shin->kind, CAPER_JOINT_HINGE);
    CHECK_NEAR(shin->axis.y, 1, 1e-6);
    CHECK_NEAR(shin->min, -10 * CAPER_DEGREE, 1e-6);
    CHECK_NEAR(shin->max, 170 * CAPER_DEGREE, 1e-6);
    CHECK_INT(c->bodies[caper_character_find(c, "back")].joint.kind, CAPER_JOINT_FIXED);
    CHECK_INT(c->bodies[caper_character_find(c, "thigh")].joint.kind, CAPER_JOINT_FREE);
    caper_import_destroy(import);
}

static void hinges_hold_what_the_file_moves(void)
{
    caper_import *import = load_import(test_source_path("test/files/stick.amc"), NULL);
    int shin = caper_character_find(import->character, "shin");
    caper_pose pose = caper_character_pose(import->character, NULL);
    CHECK(caper_clip_sample(import->clips[0], 2 / 120.0f, NULL, &pose));
    caper_joint_angles angles = caper_joint_measure(
        &import->character->bodies[shin].joint,
        import->character->skeleton.rest_local[shin].rotation, pose.bodies[shin].rotation);
    CHECK_NEAR(angles.turn, 60 * CAPER_DEGREE, 1e-5);
    CHECK_NEAR(angles.swing, 0, 1e-3);
    CHECK_NEAR(angles.excess, 0, 1e-3);
    caper_pose_destroy(&pose, NULL);
    caper_import_destroy(import);
}

// -- Variants and refusals --------------------------------------------------------------------

// A folder of our own for files that belong together.
static const char *folder(void)
{
    static char path[300];
    snprintf(path, sizeof path, "%s/test_acclaim_%d", CAPER_BINARY_DIR, (int)getpid());
    mkdir(path, 0777);
    return path;
}

static const char *put_file(const char *name, const char *text)
{
    static char path[400];
    snprintf(path, sizeof path, "%s/%s", folder(), name);
    REQUIRE(caper_file_write(path, text, strlen(text), NULL));
    return path;
}

static void remove_file(const char *name)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder(), name);
    remove(path);
}

static void check_same_pose(const caper_import *a, const caper_import *b)
{
    REQUIRE(a->clips[0]->frame_count == b->clips[0]->frame_count);
    for (int f = 0; f < a->clips[0]->frame_count; f++) {
        caper_pose p = model_at(a, f), q = model_at(b, f);
        REQUIRE(p.body_count == q.body_count);
        for (int k = 0; k < p.body_count; k++)
            CHECK_NEAR(caper_vec3_distance(p.bodies[k].position, q.bodies[k].position), 0, 2e-6);
        caper_pose_destroy(&p, NULL);
        caper_pose_destroy(&q, NULL);
    }
}

static void the_skeleton_is_found_beside_the_motion(void)
{
    char *asf = read_text(test_source_path("test/files/stick.asf"));
    char *amc = read_text(test_source_path("test/files/stick.amc"));
    caper_error error = {0};
    char path[400];
    snprintf(path, sizeof path, "%s", put_file("11_01.amc", amc));
    CHECK(!caper_import_load(path, NULL, &error));
    CHECK_HAS(error.message, "0 .asf files");
    put_file("other.ASF", asf); // the only one
    caper_import_destroy(load_import(path, NULL));
    put_file("third.asf", asf); // two strangers: which?
    CHECK(!caper_import_load(path, NULL, &error));
    CHECK_HAS(error.message, "2 .asf files");
    put_file("11.asf", asf); // but this one belongs to it
    caper_import_destroy(load_import(path, NULL));
    remove_file("11.asf");
    caper_import_options options = caper_import_options_default();
    options.skeleton = test_source_path("test/files/stick.asf");
    caper_import_destroy(load_import(path, &options));
    options.skeleton = "/nonexistent.asf";
    CHECK(!caper_import_load(path, &options, &error));
    CHECK_INT(error.status, CAPER_ERROR_IO);
    // from memory without a path there is no beside
    CHECK(!caper_import_parse(amc, strlen(amc), NULL, NULL, &error));
    CHECK_INT(error.status, CAPER_ERROR_UNSUPPORTED);
    remove_file("11_01.amc");
    remove_file("other.ASF");
    remove_file("third.asf");
    rmdir(folder());
    free(asf);
    free(amc);
}

static void radians_line_ends_and_order_do_not_matter(void)
{
    caper_import *plain = load_import(test_source_path("test/files/stick.amc"), NULL);
    char *asf = read_text(test_source_path("test/files/stick.asf"));
    char *amc = read_text(test_source_path("test/files/stick.amc"));
    caper_import_options options = caper_import_options_default();
    char path[400];
    snprintf(path, sizeof path, "%s", put_file("a.asf", asf));
    options.skeleton = path;

    char *crlf = replaced(amc, "\n", "\r\n");
    caper_import *import = load_import(put_file("b.amc", crlf), &options);
    check_same_pose(plain, import);
    caper_import_destroy(import);

    // motion in radians, skeleton in degrees
    char *radians = replaced(amc, ":DEGREES", ":RADIANS");
    caper_text text;
    caper_text_init(&text, NULL);
    for (char *line = strtok(radians, "\n"); line; line = strtok(NULL, "\n")) {
        char name[64];
        double v[6];
        int count = sscanf(line, "%63s %lf %lf %lf %lf %lf %lf", name, v, v + 1, v + 2, v + 3,
                           v + 4, v + 5) -
                    1;
        bool head = strcmp(name, "head") == 0, root = strcmp(name, "root") == 0;
        if (line[0] == '#' || line[0] == ':' || count <= 0 || (line[0] >= '0' && line[0] <= '9')) {
            caper_text_printf(&text, "%s\n", line);
            continue;
        }
        caper_text_append_string(&text, name);
        for (int k = 0; k < count; k++) {
            bool length = (root && k < 3) || (head && k == 1);
            caper_text_printf(&text, " %.12f", length ? v[k] : v[k] * acos(-1.0) / 180);
        }
        caper_text_append_string(&text, "\n");
    }
    import = load_import(put_file("b.amc", text.data), &options);
    check_same_pose(plain, import);
    caper_import_destroy(import);
    caper_text_free(&text);

    // lines of the hierarchy in any order
    char *shuffled = replaced(asf, "    root thigh back\n", "");
    char *other = replaced(shuffled, "    back head\n", "    back head\n    root thigh back\n");
    snprintf(path, sizeof path, "%s", put_file("a.asf", other));
    import = load_import(put_file("b.amc", amc), &options);
    check_same_pose(plain, import);
    caper_import_destroy(import);
    free(shuffled);
    free(other);
    free(radians);
    free(crlf);
    free(asf);
    free(amc);
    caper_import_destroy(plain);
    remove_file("a.asf");
    remove_file("b.amc");
    rmdir(folder());
}

static void refused_asf(const char *from, const char *to, caper_status status, const char *words,
                        int line)
{
    char *asf = read_text(test_source_path("test/files/stick.asf"));
    char *changed = replaced(asf, from, to);
    CHECK(strcmp(asf, changed) != 0);
    caper_error error = {0};
    caper_import *import = caper_import_parse(changed, strlen(changed), "x.asf", NULL, &error);
    CHECK(import == NULL);
    CHECK_INT(error.status, status);
    CHECK_HAS(error.message, words);
    CHECK_INT(error.line, line);
    caper_import_destroy(import);
    free(changed);
    free(asf);
}

static void what_is_no_skeleton_is_refused_with_its_place(void)
{
    refused_asf("name foot", "name shin", CAPER_ERROR_INVALID, "no other bone has", 38);
    refused_asf("    name foot\n", "", CAPER_ERROR_INVALID, "a name before the end", 43);
    refused_asf("direction 0 0 1", "direction 0 zero 1", CAPER_ERROR_SYNTAX, "found 'zero'", 39);
    refused_asf("length 2.5", "length 1e99", CAPER_ERROR_INVALID, "within 1e30", 40);
    refused_asf("10 20 30 ZYX", "10 20 30 ZYW", CAPER_ERROR_SYNTAX, "order of axes", 41);
    refused_asf("10 20 30 ZYX", "10 20 30", CAPER_ERROR_SYNTAX, "order of axes", 42);
    refused_asf("(-45 45)", "(-45 45", CAPER_ERROR_SYNTAX, "expected ')'", 44);
    refused_asf("angle deg", "angle grad", CAPER_ERROR_SYNTAX, "deg or rad", 7);
    refused_asf("position 0 0 0", "place 0 0 0", CAPER_ERROR_SYNTAX, "order, axis, position", 13);
    refused_asf("shin foot\n", "shin tail\n", CAPER_ERROR_INVALID, "found 'tail'", 66);
    refused_asf("back head\n", "back head shin\n", CAPER_ERROR_INVALID, "no parent yet", 67);
    refused_asf("back head\n", "tail head\n", CAPER_ERROR_INVALID, "found 'tail'", 67);
    refused_asf("back head\n", "back root\n", CAPER_ERROR_INVALID, "no parent yet", 67);
    refused_asf("root thigh back", "root back", CAPER_ERROR_INVALID, "do not hang on the root", 0);
    refused_asf("rz rx", "rx ry rz rx ry rz rx ry rz", CAPER_ERROR_LIMIT, "at most 8", 42);
    refused_asf(":hierarchy", ":family", CAPER_ERROR_SYNTAX, "without :hierarchy", 69);
    refused_asf(":version 1.10", "version 1.10\n:version", CAPER_ERROR_SYNTAX, "found 'version'",
                2);
}

static void refused_amc(const char *from, const char *to, const char *words, int line)
{
    char *amc = read_text(test_source_path("test/files/stick.amc"));
    char *changed = replaced(amc, from, to);
    CHECK(strcmp(amc, changed) != 0);
    caper_error error = {0};
    caper_import_options options = caper_import_options_default();
    options.skeleton = test_source_path("test/files/stick.asf");
    caper_import *import = caper_import_parse(changed, strlen(changed), "x.amc", &options, &error);
    CHECK(import == NULL);
    CHECK_HAS(error.message, words);
    CHECK_INT(error.line, line);
    caper_import_destroy(import);
    free(changed);
    free(amc);
}

static void what_is_no_motion_is_refused_with_its_place(void)
{
    refused_amc("shin 45.5", "shin", "bone 'shin' has 0 values, expected 1", 14);
    refused_amc("shin 45.5", "shin 45.5 3", "bone 'shin' has more than 1 values", 13);
    refused_amc("shin 45.5", "shin fast", "found 'fast'", 13);
    refused_amc("shin 45.5", "shin nan", "found 'nan'", 13);
    refused_amc("2 #", "2 3 #", "a line end after the frame number", 10);
    refused_amc(":DEGREES\n", ":DEGREES\nshin 3\n", "the number of the first frame", 4);
}

static void oddities_are_noted(void)
{
    char *amc = read_text(test_source_path("test/files/stick.amc"));
    caper_import_options options = caper_import_options_default();
    options.skeleton = test_source_path("test/files/stick.asf");
    options.rate = 60;
    char *changed = replaced(amc, "shin 45.5\n", "tail 45.5\n");
    caper_import *import = caper_import_parse(changed, strlen(changed), "x.amc", &options, NULL);
    REQUIRE(import != NULL);
    CHECK(warns(import, "'tail' is not a bone"));
    CHECK(warns(import, "leaves out 1 bones"));
    CHECK_NEAR(import->clips[0]->rate, 60, 0);
    caper_import_destroy(import);
    const char *empty = ":FULLY-SPECIFIED\n:DEGREES\n";
    import = caper_import_parse(empty, strlen(empty), "x.amc", &options, NULL);
    REQUIRE(import != NULL);
    CHECK(warns(import, "no frames"));
    CHECK_INT(import->clip_count, 0);
    caper_import_destroy(import);
    options.max_frames = 2;
    caper_error error = {0};
    CHECK(!caper_import_parse(amc, strlen(amc), "x.amc", &options, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    free(changed);
    char *asf = read_text(test_source_path("test/files/stick.asf"));
    changed = replaced(asf, "    back head\n", "");
    import = caper_import_parse(changed, strlen(changed), "x.asf", NULL, NULL);
    REQUIRE(import != NULL);
    CHECK(warns(import, "bone 'head' is in no hierarchy"));
    caper_import_destroy(import);
    free(changed);
    free(asf);
    free(amc);
}

static void cuts_and_flipped_bits_are_survived(void)
{
    caper_import_options options = caper_import_options_default();
    options.skeleton = test_source_path("test/files/stick.asf");
    static const char *const files[] = {"test/files/stick.asf", "test/files/stick.amc"};
    for (int k = 0; k < 2; k++) {
        char *text = read_text(test_source_path(files[k]));
        size_t size = strlen(text);
        for (size_t n = 0; n < size; n++) {
            char *cut = malloc(n > 0 ? n : 1);
            memcpy(cut, text, n);
            caper_error error = {0};
            caper_import *import = caper_import_parse(cut, n, files[k], &options, &error);
            CHECK((import == NULL) == (error.status != CAPER_OK));
            caper_import_destroy(import);
            free(cut);
            for (int bit = 0; bit < 8; bit += 2) {
                text[n] ^= (char)(1 << bit);
                error.status = CAPER_OK;
                import = caper_import_parse(text, size, files[k], &options, &error);
                CHECK((import == NULL) == (error.status != CAPER_OK));
                caper_import_destroy(import);
                text[n] ^= (char)(1 << bit);
            }
        }
        free(text);
    }
}

static void without_memory_nothing_leaks(void)
{
    for (long at = 1; at < 300; at++) {
        test_memory memory = {.fail_at = at};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_import_options options = caper_import_options_default();
        options.allocator = &allocator;
        caper_error error = {0};
        caper_import *import =
            caper_import_load(test_source_path("test/files/stick.amc"), &options, &error);
        bool all = import != NULL;
        if (!import)
            CHECK_INT(error.status, CAPER_ERROR_MEMORY);
        caper_import_destroy(import);
        CHECK_MEMORY_EMPTY(&memory);
        if (all)
            return;
    }
    CHECK(false);
}

// -- Real captures ----------------------------------------------------------------------------

// Bodies of the ASF, joints of the BVH, and which dropped bones lie between: 1 thorax, 2 and 3 the
// wrists. The converter left out the length of bones with several children.
static const struct {
    const char *bone, *joint;
    int thorax, wrist;
} pairs[] = {
    {"root", "Hips", 0, 0},
    {"lfemur", "LeftUpLeg", 0, 0},
    {"ltibia", "LeftLeg", 0, 0},
    {"lfoot", "LeftFoot", 0, 0},
    {"ltoes", "LeftToeBase", 0, 0},
    {"rfemur", "RightUpLeg", 0, 0},
    {"rtibia", "RightLeg", 0, 0},
    {"rfoot", "RightFoot", 0, 0},
    {"rtoes", "RightToeBase", 0, 0},
    {"lowerback", "LowerBack", 0, 0},
    {"upperback", "Spine", 0, 0},
    {"thorax", "Spine1", 0, 0},
    {"lowerneck", "Neck", 1, 0},
    {"upperneck", "Neck1", 1, 0},
    {"head", "Head", 1, 0},
    {"lclavicle", "LeftShoulder", 1, 0},
    {"lhumerus", "LeftArm", 1, 0},
    {"lradius", "LeftForeArm", 1, 0},
    {"lwrist", "LeftHand", 1, 0},
    {"rclavicle", "RightShoulder", 1, 0},
    {"rhumerus", "RightArm", 1, 0},
    {"rradius", "RightForeArm", 1, 0},
    {"rwrist", "RightHand", 1, 0},
    {"lfingers", "LeftHandIndex1", 1, 1},
    {"rfingers", "RightHandIndex1", 1, 2},
};

static double compare_capture(const char *amc, const char *bvh)
{
    caper_import *import = load_import(amc, NULL);
    static oracle_bvh oracle;
    char *text = read_text(bvh);
    REQUIRE(oracle_read(&oracle, text));
    // the BVH has a T-pose in front
    CHECK_INT(oracle.frame_count, import->clips[0]->frame_count + 1);
    static double positions[ORACLE_JOINTS][3];
    double worst = 0;
    for (int f = 0; f < import->clips[0]->frame_count; f++) {
        oracle_pose(&oracle, f + 1, false, positions);
        caper_pose pose = model_at(import, f);
        double thorax[3], neck[3], wrist[2][3], hand[2][3];
        place_of(import, &pose, "thorax", thorax);
        place_of(import, &pose, "lowerneck", neck);
        place_of(import, &pose, "lwrist", wrist[0]);
        place_of(import, &pose, "lhand", hand[0]);
        place_of(import, &pose, "rwrist", wrist[1]);
        place_of(import, &pose, "rhand", hand[1]);
        for (int k = 0; k < CAPER_COUNT_OF(pairs); k++) {
            double place[3];
            place_of(import, &pose, pairs[k].bone, place);
            int joint = 0;
            while (strcmp(oracle.joints[joint].name, pairs[k].joint) != 0)
                REQUIRE(++joint < oracle.joint_count);
            for (int i = 0; i < 3; i++) {
                place[i] -= pairs[k].thorax ? neck[i] - thorax[i] : 0;
                int side = pairs[k].wrist - 1;
                place[i] -= side >= 0 ? hand[side][i] - wrist[side][i] : 0;
            }
            double d = distance(place, positions[joint]);
            worst = d > worst ? d : worst;
        }
        caper_pose_destroy(&pose, NULL);
    }
    oracle_free(&oracle);
    free(text);
    caper_import_destroy(import);
    return worst;
}

static void real_captures_agree_with_their_bvh(void)
{
    static const char *const trials[] = {"11",    "11_01", "87",    "87_03", "05",
                                         "05_11", "93",    "93_04", "93",    "93_05"};
    for (int i = 0; i < CAPER_COUNT_OF(trials); i += 2) {
        char amc[64], bvh[64], path[400];
        snprintf(amc, sizeof amc, "amc/%s/%s.amc", trials[i], trials[i + 1]);
        snprintf(bvh, sizeof bvh, "bvh/cmu/%s.bvh", trials[i + 1]);
        const char *found = test_shared_path(amc);
        if (!found || !test_shared_path(bvh))
            SKIP("the real captures are not here");
        snprintf(path, sizeof path, "%s", found);
        double worst = compare_capture(path, test_shared_path(bvh));
        printf("%s: %.2g units\n", trials[i + 1], worst);
        CHECK_NEAR(worst, 0, 1e-4);
    }
}

TESTS(bones_turn_in_their_own_axes, a_skeleton_alone_is_a_character,
      hinges_hold_what_the_file_moves, the_skeleton_is_found_beside_the_motion,
      radians_line_ends_and_order_do_not_matter, what_is_no_skeleton_is_refused_with_its_place,
      what_is_no_motion_is_refused_with_its_place, oddities_are_noted,
      cuts_and_flipped_bits_are_survived, without_memory_nothing_leaks,
      real_captures_agree_with_their_bvh)
