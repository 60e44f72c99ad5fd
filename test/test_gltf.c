// SPDX-License-Identifier: MIT
// Long, because it is one idea: documents worked out by hand, one for each rule of the format.
//
// The glTF reader on documents small enough to work out by hand: what becomes a body, where it
// rests, how it moves under each interpolation, how every kind of accessor is read, and what is
// refused and in which words.
#include "gltf_fixture.h"

#include <math.h>

#define PI 3.14159265358979323846

// -- Bodies and rest pose ---------------------------------------------------------------------

// Three joints, bound one above the other; the node in the middle stands bent by a quarter turn.
static const uint8_t three_joints[12] = {0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0};

static caper_import *bent(bool bind, const char *more)
{
    blob b = {0};
    int positions = FLOATS(&b, "VEC3", 3, 0, 1, 0, 0.5f, 3, 0, 0, 3, 0);
    int joints = blob_add(&b, three_joints, 12, 3, 5121, "VEC4", "");
    int weights = FLOATS(&b, "VEC4", 4, 0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    int inverse = FLOATS(&b, "MAT4", 16, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1, //
                         1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 0, 1,                 //
                         1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -3, 0, 1);
    char skin[64] = "";
    if (bind)
        snprintf(skin, sizeof skin, ",'inverseBindMatrices':%d", inverse);
    return read_good(
        document(&b,
                 "'nodes':[{'name':'low','translation':[0,1,0],'children':[1]},"
                 "{'name':'middle','translation':[0,1,0],'children':[2],"
                 "'rotation':[0,0,0.70710678118,0.70710678118]},"
                 "{'name':'high','translation':[0,1,0]},{'name':'skin','mesh':0,'skin':0}],"
                 "'meshes':[{'primitives':[{'attributes':{'POSITION':%d,'JOINTS_0':%d,"
                 "'WEIGHTS_0':%d}}]}],'skins':[{'joints':[0,1,2]%s}]%s",
                 positions, joints, weights, skin, more));
}

static void the_rest_pose_is_the_bind_pose(void)
{
    caper_import *import = bent(true, "");
    CHECK_INT(import->character->body_count, 3);
    const caper_transform *rest = stand(import, -1, 0);
    CHECK_AT(rest[1].position, 0, 2, 0, 1e-6);
    CHECK_AT(rest[2].position, 0, 3, 0, 1e-6); // the nodes have it at -1 2 0
    CHECK_NEAR(caper_quat_angle(rest[1].rotation, caper_quat_identity()), 0, 1e-6);
    REQUIRE(import->skin_count == 1);
    CHECK_AT(import->skins[0].positions[1], 0.5, 3, 0, 1e-6);
    caper_import_destroy(import);
}

static void what_a_clip_leaves_alone_stays_at_its_nodes_pose(void)
{
    caper_import *import =
        bent(true, ",'animations':[{'name':'still','channels':[],'samplers':[]}]");
    REQUIRE(import->clip_count == 1);
    const caper_transform *pose = stand(import, 0, 0);
    CHECK_AT(pose[1].position, 0, 2, 0, 1e-6);
    CHECK_AT(pose[2].position, -1, 2, 0, 1e-6);
    caper_import_destroy(import);
}

static void without_bind_matrices_the_nodes_give_the_rest_pose(void)
{
    caper_import *import = bent(false, "");
    const caper_transform *rest = stand(import, -1, 0);
    CHECK_AT(rest[2].position, -1, 2, 0, 1e-6);
    // a vertex is then in the space of its joints: 0.5 3 0 follows `high` alone
    const caper_skin *skin = &import->skins[0];
    CHECK_INT(skin->bodies[4], 2);
    caper_vec3 p = caper_transform_mul_point(
        rest[2], caper_mat4_mul_point(skin->inverse_bind[2], skin->positions[1]));
    CHECK_AT(p, -4, 2.5, 0, 1e-5);
    caper_import_destroy(import);
}

static void matrices_and_scales_above_are_baked(void)
{
    // a root that is a hundred times too large and lies on its back, as a matrix; below it
    // centimetres
    caper_import *import = read_good(document(
        NULL,
        "'nodes':[{'name':'world','matrix':[100,0,0,0, 0,0,-100,0, 0,100,0,0, 5,0,0,1],"
        "'children':[1,3]},{'name':'a','translation':[0,0.01,0.02],'children':[2]},"
        "{'name':'b','translation':[0.01,0,0],'rotation':[0,0,0.70710678118,0.70710678118]},"
        "{'name':'c','scale':[2,2,2],'children':[4]},{'name':'d','translation':[0.01,0,0]}]"));
    const caper_transform *rest = stand(import, -1, 0);
    CHECK_AT(rest[body(import, "a")].position, 5, 2, -1, 1e-5);
    CHECK_AT(rest[body(import, "b")].position, 6, 2, -1, 1e-5);
    CHECK_AT(rest[body(import, "d")].position, 7, 0, 0, 1e-5);
    caper_vec3 x = caper_transform_mul_vector(rest[body(import, "b")], caper_vec3_make(1, 0, 0));
    CHECK_AT(x, 0, 0, -1, 1e-6); // turned onto its own y, which lies along -z
    caper_import_destroy(import);
}

static void mirrored_nodes_keep_their_places(void)
{
    caper_import *import = read_good(
        document(NULL, "'nodes':[{'name':'a','scale':[-1,1,1],'children':[1]},"
                       "{'name':'b','translation':[1,0,0],'rotation':[0,0,0.38268343,0.92387953],"
                       "'children':[2]},{'name':'c','translation':[1,0,0]}]"));
    const caper_transform *rest = stand(import, -1, 0);
    double h = sqrt(0.5);
    CHECK_AT(rest[body(import, "b")].position, -1, 0, 0, 1e-6);
    CHECK_AT(rest[body(import, "c")].position, -1 - h, h, 0, 1e-6);
    caper_import_destroy(import);
}

static void the_tree_of_bodies_is_that_of_the_joints(void)
{
    // a still node above, one between two joints, a second root, and a stray node
    caper_import *import = read_good(document(
        NULL, "'nodes':[{'name':'armature','translation':[0,0,3],'children':[1,4]},"
              "{'name':'hips','children':[2],'translation':[0,1,0]},"
              "{'name':'between','children':[3],'translation':[0,1,0]},"
              "{'name':'chest','translation':[0,1,0]},{'name':'control'},{'name':'stray'}],"
              "'skins':[{'joints':[3,1,4]},{'joints':[1,3]}]"));
    const caper_character *c = import->character;
    REQUIRE(c->body_count == 5);
    static const char *const names[] = {"root", "hips", "between", "chest", "control"};
    static const int parents[] = {-1, 0, 1, 2, 0};
    for (int i = 0; i < 5; i++) {
        CHECK_STR(c->bodies[i].name, names[i]);
        CHECK_INT(c->bodies[i].parent, parents[i]);
    }
    CHECK_AT(stand(import, -1, 0)[3].position, 0, 3, 3, 1e-6);
    caper_import_destroy(import);
}

static void bodies_have_names_and_no_two_the_same(void)
{
    caper_import *import =
        read_good(document(NULL, "'nodes':[{'children':[1,2,3]},{'name':'x'},{'name':'x'},{}],"
                                 "'skins':[{'joints':[0,1,2,3]}]"));
    static const char *const names[] = {"joint_0", "x", "x.1", "joint_3"};
    for (int i = 0; i < 4; i++)
        CHECK_STR(import->character->bodies[i].name, names[i]);
    caper_import_destroy(import);
}

static void children_may_stand_before_their_parents(void)
{
    caper_import *import =
        read_good(document(NULL, "'nodes':[{'name':'tip'},{'name':'leg','children':[0]},"
                                 "{'name':'hips','children':[1,3]},{'name':'tail'}],"
                                 "'skins':[{'joints':[2,1,0,3]}]"));
    static const char *const names[] = {"hips", "leg", "tip", "tail"};
    for (int i = 0; i < 4; i++)
        CHECK_STR(import->character->bodies[i].name, names[i]);
    caper_import_destroy(import);
}

static void units_and_axes_can_be_overruled(void)
{
    char *text = document(NULL, "'nodes':[{'name':'a','children':[1]},"
                                "{'name':'b','translation':[1,2,3]}]");
    caper_import_options options = caper_import_options_default();
    options.unit = 0.01f;
    options.up = CAPER_UP_Z;
    options.floor = 0.0f;
    caper_import *import = caper_import_parse(text, strlen(text), NULL, &options, NULL);
    free(text);
    REQUIRE(import != NULL);
    CHECK_AT(stand(import, -1, 0)[1].position, 0.01, 0.03, -0.02, 1e-7);
    CHECK_STR(import->unit_name, "centimetres");
    CHECK_INT(import->up, CAPER_UP_Z);
    caper_import_destroy(import);
}

// -- Interpolation ----------------------------------------------------------------------------

static void linear_rotations_turn_evenly(void)
{
    blob b = {0};
    int times = FLOATS(&b, "SCALAR", 1, 0, 1);
    // a half turn about z and the other sign: the shorter way is the given one
    int values = FLOATS(&b, "VEC4", 4, 0, 0, 0, 1, 0, 0, -0.70710678f, -0.70710678f);
    caper_import *import = read_good(moving_node(&b, "rotation", "LINEAR", times, values));
    REQUIRE(import->clip_count == 1);
    for (int i = 0; i <= 50; i++) {
        double angle = 0.5 * PI * i / 50;
        caper_vec3 p = stand(import, 0, (float)i / 50)[1].position;
        CHECK_AT(p, -sin(angle), cos(angle), 0, 0.1 * PI / 180);
    }
    caper_import_destroy(import);
}

static void steps_hold_until_the_next_key(void)
{
    blob b = {0};
    int times = FLOATS(&b, "SCALAR", 1, 0, 0.5f, 1);
    int values = FLOATS(&b, "VEC3", 3, 1, 0, 0, 2, 0, 0, 2, 0, 0);
    caper_import *import = read_good(moving_node(&b, "translation", "STEP", times, values));
    for (int i = 0; i <= 100; i++) {
        float t = (float)i / 100;
        CHECK_NEAR(stand(import, 0, t)[0].position.x, t < 0.5f ? 1 : 2, 1e-6);
    }
    CHECK_NEAR(stand(import, 0, 0.4998f)[0].position.x, 1, 1e-6);
    caper_import_destroy(import);
}

static double hermite(double p0, double m0, double p1, double m1, double u)
{
    return (2 * u * u * u - 3 * u * u + 1) * p0 + (u * u * u - 2 * u * u + u) * m0 +
           (3 * u * u - 2 * u * u * u) * p1 + (u * u * u - u * u) * m1;
}

static void splines_of_positions_are_within_their_bound(void)
{
    blob b = {0};
    int times = FLOATS(&b, "SCALAR", 1, 0.5f, 2.5f);
    // in-tangent, value, out-tangent
    int values = FLOATS(&b, "VEC3", 3, 9, 9, 9, 0, 1, 0, 3, 0, -2, // key 0
                        1, 4, 0, 2, -1, 0.5f, 9, 9, 9);            // key 1
    caper_import *import = read_good(moving_node(&b, "translation", "CUBICSPLINE", times, values));
    double worst = 0;
    for (int i = 0; i <= 1000; i++) {
        double t = 2.5 * i / 1000, u = t < 0.5 ? 0 : (t - 0.5) / 2;
        caper_vec3 p = stand(import, 0, (float)t)[0].position;
        double x = hermite(0, 6, 2, 2, u), y = hermite(1, 0, -1, 8, u),
               z = hermite(0, -4, 0.5, 0, u);
        worst = fmax(worst, fabs((double)p.x - x));
        worst = fmax(worst, fabs((double)p.y - y));
        worst = fmax(worst, fabs((double)p.z - z));
    }
    CHECK(worst < 2e-5); // of a size of 1
    caper_import_destroy(import);
}

static void splines_of_rotations_are_within_a_twentieth_of_a_degree(void)
{
    blob b = {0};
    int times = FLOATS(&b, "SCALAR", 1, 0, 1);
    int values = FLOATS(&b, "VEC4", 4, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 0, 0, // key 0
                        0, -1, 2, 0, 0, 0.6f, 0, 0.8f, 0, 0, 0, 0);
    caper_import *import = read_good(moving_node(&b, "rotation", "CUBICSPLINE", times, values));
    double worst = 0;
    for (int i = 0; i <= 500; i++) {
        double u = i / 500.0;
        double q[4] = {hermite(0, 1, 0, 0, u), hermite(0, 2, 0.6, -1, u), hermite(0, 0, 0, 2, u),
                       hermite(1, 0, 0.8, 0, u)};
        double l = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        caper_quat got = stand(import, 0, (float)u)[0].rotation;
        double g[4] = {got.x, got.y, got.z, got.w}, same = 0, other = 0;
        for (int k = 0; k < 4; k++) {
            same += (g[k] - q[k] / l) * (g[k] - q[k] / l);
            other += (g[k] + q[k] / l) * (g[k] + q[k] / l);
        }
        worst = fmax(worst, 4 * asin(0.5 * sqrt(fmin(same, other)))); // from the chord
    }
    CHECK(worst < 0.05 * PI / 180);
    CHECK(worst > 0.001 * PI / 180); // it was resampled: an exact answer would be no test
    caper_import_destroy(import);
}

static void times_beyond_the_keys_hold_them(void)
{
    blob b = {0};
    int times = FLOATS(&b, "SCALAR", 1, 1, 2), once = FLOATS(&b, "SCALAR", 1, 0.25f);
    int values = FLOATS(&b, "VEC3", 3, 5, 0, 0, 7, 0, 0), one = FLOATS(&b, "VEC3", 3, 0, 4, 0);
    caper_import *import = read_good(
        document(&b,
                 "'nodes':[{'name':'a','children':[1]},{'name':'b'}],"
                 "'animations':[{'samplers':[{'input':%d,'output':%d},{'input':%d,'output':%d}],"
                 "'channels':[{'sampler':0,'target':{'node':0,'path':'translation'}},"
                 "{'sampler':1,'target':{'node':1,'path':'translation'}},"
                 "{'sampler':1,'target':{'path':'translation'}},"
                 "{'sampler':1,'target':{'node':1,'path':'visibility'}}]}]",
                 times, values, once, one));
    const caper_clip *clip = import->clips[0];
    CHECK_NEAR(clip->duration, 2, 1e-6);
    CHECK_NEAR(stand(import, 0, 0)[0].position.x, 5, 1e-6);
    CHECK_NEAR(stand(import, 0, 1.5f)[0].position.x, 6, 1e-6);
    CHECK_NEAR(stand(import, 0, 0)[1].position.y, 4, 1e-6);
    CHECK_NEAR(stand(import, 0, 2)[1].position.y, 4, 1e-6);
    caper_import_destroy(import);
}

static void a_start_before_zero_is_moved_to_zero(void)
{
    blob b = {0};
    int times = FLOATS(&b, "SCALAR", 1, -1, 1);
    int values = FLOATS(&b, "VEC3", 3, 0, 0, 0, 4, 0, 0);
    caper_import *import = read_good(moving_node(&b, "translation", "LINEAR", times, values));
    CHECK_NEAR(import->clips[0]->duration, 2, 1e-6);
    CHECK_NEAR(stand(import, 0, 0.5f)[0].position.x, 1, 1e-6);
    REQUIRE(import->warnings.count == 1);
    CHECK_HAS(import->warnings.items[0].message, "starts at -1 s");
    caper_import_destroy(import);
}

static void fast_turns_get_keys_between_frames(void)
{
    blob b = {0};
    float times[25], values[100];
    for (int i = 0; i < 25; i++) {
        times[i] = (float)i / 24.0f;
        double half = 0.5 * 2.6 * i; // 149 degrees a frame
        values[4 * i] = values[4 * i + 1] = 0;
        values[4 * i + 2] = (float)sin(half);
        values[4 * i + 3] = (float)cos(half);
    }
    int input = blob_floats(&b, "SCALAR", 1, 25, times);
    int output = blob_floats(&b, "VEC4", 4, 25, values);
    caper_import *import = read_good(moving_node(&b, "rotation", "LINEAR", input, output));
    CHECK_NEAR(import->clips[0]->rate, 24, 1e-6);
    for (int i = 0; i < 24 * 8; i++) {
        double angle = 2.6 * i / 8;
        caper_vec3 p = stand(import, 0, (float)i / (24.0f * 8.0f))[1].position;
        CHECK_AT(p, -sin(angle), cos(angle), 0, 0.1 * PI / 180);
    }
    caper_import_destroy(import);
}

static void fast_turns_between_frames_are_even_too(void)
{
    blob b = {0};
    float times[25], values[100];
    for (int i = 0; i < 25; i++) {
        times[i] = (float)i / 24.0f + 0.003f * (float)(i % 3); // at no rate
        double half = 0.5 * 2.6 * i;
        values[4 * i] = values[4 * i + 1] = 0;
        values[4 * i + 2] = (float)sin(half);
        values[4 * i + 3] = (float)cos(half);
    }
    int input = blob_floats(&b, "SCALAR", 1, 25, times);
    int output = blob_floats(&b, "VEC4", 4, 25, values);
    caper_import *import = read_good(moving_node(&b, "rotation", "LINEAR", input, output));
    for (int i = 0; i < 24 * 8; i++) {
        int key = i / 8;
        float share = (float)(i % 8) / 8.0f;
        double angle = 2.6 * i / 8;
        float time = times[key] + (times[key + 1] - times[key]) * share;
        CHECK_AT(stand(import, 0, time)[1].position, -sin(angle), cos(angle), 0, 0.1 * PI / 180);
    }
    caper_import_destroy(import);
}

static void animated_scale_is_dropped_with_a_word(void)
{
    blob b = {0};
    int times = FLOATS(&b, "SCALAR", 1, 0, 1), values = FLOATS(&b, "VEC3", 3, 1, 1, 1, 2, 2, 2);
    caper_import *import = read_good(moving_node(&b, "scale", "LINEAR", times, values));
    CHECK_NEAR(stand(import, 0, 1)[1].position.y, 1, 1e-6);
    REQUIRE(import->warnings.count == 1);
    CHECK_HAS(import->warnings.items[0].message, "1 channels animate a scale");
    caper_import_destroy(import);
}

// -- Accessors --------------------------------------------------------------------------------

// The translation that three keys of an accessor of any kind give.
static void check_keys(blob *b, int values, const double expected[9], double tolerance)
{
    int times = FLOATS(b, "SCALAR", 1, 0, 1, 2);
    caper_import *import = read_good(moving_node(b, "translation", "LINEAR", times, values));
    for (int k = 0; k < 3; k++)
        CHECK_AT(stand(import, 0, (float)k)[0].position, expected[3 * k], expected[3 * k + 1],
                 expected[3 * k + 2], tolerance);
    caper_import_destroy(import);
}

static void integers_count_as_such_or_as_fractions(void)
{
    const int8_t bytes[12] = {-128, -127, 127, 0, 64, -64, 1, -1, 100, 0, 0, 0};
    const uint8_t ubytes[12] = {0, 255, 128, 51, 1, 2, 3, 4, 5, 0, 0, 0};
    const int16_t shorts[9] = {-32768, 32767, -32767, 0, 16384, 1, 2, 3, 4};
    const uint16_t ushorts[9] = {0, 65535, 13107, 1, 2, 3, 4, 5, 6};
    double expected[9];
    for (int normalized = 0; normalized < 2; normalized++) {
        const char *more = normalized ? ",'normalized':true" : "";
        blob b = {0};
        for (int i = 0; i < 9; i++)
            expected[i] = normalized ? fmax(bytes[i] / 127.0, -1) : bytes[i];
        check_keys(&b, blob_add(&b, bytes, 9, 3, 5120, "VEC3", more), expected, 1e-6);
        memset(&b, 0, sizeof b);
        for (int i = 0; i < 9; i++)
            expected[i] = normalized ? ubytes[i] / 255.0 : ubytes[i];
        check_keys(&b, blob_add(&b, ubytes, 9, 3, 5121, "VEC3", more), expected, 1e-6);
        memset(&b, 0, sizeof b);
        for (int i = 0; i < 9; i++)
            expected[i] = normalized ? fmax(shorts[i] / 32767.0, -1) : shorts[i];
        check_keys(&b, blob_add(&b, shorts, 18, 3, 5122, "VEC3", more), expected, 1e-6);
        memset(&b, 0, sizeof b);
        for (int i = 0; i < 9; i++)
            expected[i] = normalized ? ushorts[i] / 65535.0 : ushorts[i];
        check_keys(&b, blob_add(&b, ushorts, 18, 3, 5123, "VEC3", more), expected, 1e-6);
    }
}

// A document whose output accessor is given in words; views 0 (times), 1 and 2 are in the blob.
static caper_import *keys_by(const blob *b, const char *accessor)
{
    blob copy = *b;
    size_t n = strlen(copy.accessors);
    snprintf(copy.accessors + n, sizeof copy.accessors - n, ",%s", accessor);
    int index = copy.count;
    copy.count = index + 1;
    return read_good(moving_node(&copy, "translation", "LINEAR", 0, index));
}

static void strides_and_offsets_are_kept(void)
{
    blob b = {0};
    FLOATS(&b, "SCALAR", 1, 0, 1, 2);
    // one float before, and one between the vectors
    FLOATS(&b, "SCALAR", 1, 99, 1, 2, 3, 99, 4, 5, 6, 99, 7, 8, 9);
    char *at = strstr(b.views, "'byteLength':48");
    REQUIRE(at != NULL);
    memcpy(at + 15, ",'byteStride':16}", 18);
    caper_import *import =
        keys_by(&b, "{'bufferView':1,'byteOffset':4,'componentType':5126,'count':3,'type':'VEC3'}");
    CHECK_AT(stand(import, 0, 1)[0].position, 4, 5, 6, 1e-6);
    CHECK_AT(stand(import, 0, 2)[0].position, 7, 8, 9, 1e-6);
    caper_import_destroy(import);
}

static void sparse_accessors_replace_elements(void)
{
    blob b = {0};
    FLOATS(&b, "SCALAR", 1, 0, 1, 2);
    FLOATS(&b, "VEC3", 3, 1, 1, 1, 2, 2, 2, 3, 3, 3);
    const uint16_t indices[2] = {1, 2};
    blob_add(&b, indices, 4, 2, 5123, "SCALAR", "");
    FLOATS(&b, "VEC3", 3, 7, 8, 9, -1, -2, -3);
    const char *sparse = "'componentType':5126,'count':3,'type':'VEC3','sparse':{'count':2,"
                         "'indices':{'bufferView':2,'componentType':5123},"
                         "'values':{'bufferView':3}}}";
    for (int zero = 0; zero < 2; zero++) {
        char accessor[400];
        snprintf(accessor, sizeof accessor, "{%s%s", zero ? "" : "'bufferView':1,", sparse);
        caper_import *import = keys_by(&b, accessor);
        double first = zero ? 0 : 1;
        CHECK_AT(stand(import, 0, 0)[0].position, first, first, first, 1e-6);
        CHECK_AT(stand(import, 0, 1)[0].position, 7, 8, 9, 1e-6);
        CHECK_AT(stand(import, 0, 2)[0].position, -1, -2, -3, 1e-6);
        caper_import_destroy(import);
    }
}

// -- Skins and morphs -------------------------------------------------------------------------

static void eight_influences_become_the_four_strongest(void)
{
    blob b = {0};
    const uint8_t set0[4] = {0, 1, 2, 3}, set1[4] = {4, 5, 0, 0};
    int position = FLOATS(&b, "VEC3", 3, 0, 0, 0);
    int j0 = blob_add(&b, set0, 4, 1, 5121, "VEC4", "");
    int j1 = blob_add(&b, set1, 4, 1, 5121, "VEC4", "");
    const uint8_t w0[4] = {26, 51, 10, 64}, w1[4] = {77, 5, 22, 0};
    int a0 = blob_add(&b, w0, 4, 1, 5121, "VEC4", ",'normalized':true");
    int a1 = blob_add(&b, w1, 4, 1, 5121, "VEC4", ",'normalized':true");
    caper_import *import = read_good(
        document(&b,
                 "'nodes':[{'children':[1,2,3,4,5]},{},{},{},{},{},{'mesh':0,'skin':0}],"
                 "'skins':[{'joints':[0,1,2,3,4,5]}],'meshes':[{'primitives':[{'attributes':{"
                 "'POSITION':%d,'JOINTS_0':%d,'JOINTS_1':%d,'WEIGHTS_0':%d,'WEIGHTS_1':%d}}]}]",
                 position, j0, j1, a0, a1));
    const caper_skin *skin = &import->skins[0];
    // joint 0 occurs twice: 26 + 22 = 48
    static const int bodies[4] = {4, 3, 1, 0};
    static const double weights[4] = {77, 64, 51, 48};
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        CHECK_INT(skin->bodies[k], bodies[k]);
        CHECK_NEAR(skin->weights[k], weights[k] / 240, 1e-6);
        sum += (double)skin->weights[k];
    }
    CHECK_NEAR(sum, 1, 1e-7);
    caper_import_destroy(import);
}

static void a_mesh_without_a_skin_follows_its_node(void)
{
    blob b = {0};
    int position = FLOATS(&b, "VEC3", 3, 1, 0, 0, 2, 0, 0, 1, 1, 0);
    caper_import *import = read_good(
        document(&b,
                 "'nodes':[{'name':'a','children':[1]},{'name':'hand','translation':[0,2,0],"
                 "'children':[2]},{'name':'sword','mesh':0,'translation':[0,0,1]}],"
                 "'skins':[{'joints':[0,1]}],"
                 "'meshes':[{'primitives':[{'attributes':{'POSITION':%d}}]}]",
                 position));
    CHECK_INT(import->character->body_count, 2);
    REQUIRE(import->skin_count == 1);
    const caper_skin *skin = &import->skins[0];
    CHECK_STR(skin->name, "sword");
    CHECK_INT(skin->bodies[0], 1);
    CHECK_AT(skin->positions[0], 1, 2, 1, 1e-6);
    CHECK_AT(skin->normals[0], 0, 0, 1, 1e-6);
    caper_import_destroy(import);
}

static void strips_and_fans_become_triangles(void)
{
    static const uint32_t expected[2][6] = {{0, 1, 2, 2, 1, 3}, {0, 1, 2, 0, 2, 3}};
    for (int mode = 5; mode <= 6; mode++) {
        blob b = {0};
        int position = FLOATS(&b, "VEC3", 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
        caper_import *import = read_good(
            document(&b,
                     "'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'mode':%d,'attributes':"
                     "{'POSITION':%d}}]}]",
                     mode, position));
        REQUIRE(import->skin_count == 1 && import->skins[0].index_count == 6);
        for (int i = 0; i < 6; i++)
            CHECK_INT(import->skins[0].indices[i], expected[mode - 5][i]);
        caper_import_destroy(import);
    }
}

static void morph_targets_are_deforms_of_the_body_they_move(void)
{
    blob b = {0};
    int position = FLOATS(&b, "VEC3", 3, 0, 0, 0, 1, 0, 0, 0, 1, 0);
    const uint8_t followed[12] = {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
    int joints = blob_add(&b, followed, 12, 3, 5121, "VEC4", "");
    int weights = FLOATS(&b, "VEC4", 4, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    int smile = FLOATS(&b, "VEC3", 3, 0, 0, 0, 0, 0, 2, 0, 0, 0); // vertex 1: joint 1
    int times = FLOATS(&b, "SCALAR", 1, 0, 1);
    int values = FLOATS(&b, "SCALAR", 1, 0, 1, 0.5f, 0);
    caper_import *import = read_good(document(
        &b,
        "'nodes':[{'name':'spine','children':[1]},{'name':'head','translation':[0,1,0]},"
        "{'name':'face','mesh':0,'skin':0,'weights':[0,0.25]}],'skins':[{'joints':[0,1]}],"
        "'meshes':[{'extras':{'targetNames':['smile','eye.close']},'primitives':[{'attributes':{"
        "'POSITION':%d,'JOINTS_0':%d,'WEIGHTS_0':%d},'targets':[{'POSITION':%d},{}]}]}],"
        "'animations':[{'samplers':[{'input':%d,'output':%d}],'channels':[{'sampler':0,"
        "'target':{'node':2,'path':'weights'}}]},{'samplers':[],'channels':[]}]",
        position, joints, weights, smile, times, values));
    const caper_character *c = import->character;
    REQUIRE(c->deform_count == 2 && import->clip_count == 2);
    CHECK_STR(c->deforms[0], "head.smile");
    CHECK_STR(c->deforms[1], "head.eye_close");
    CHECK_STR(import->skins[0].morphs[0], "head.smile");
    CHECK_AT(import->skins[0].morph_offsets[1], 0, 0, 2, 1e-6);
    caper_pose pose = caper_character_pose(c, NULL);
    REQUIRE(caper_clip_sample(import->clips[0], 0.5f, NULL, &pose));
    CHECK_NEAR(pose.deforms[0], 0.25, 1e-6);
    CHECK_NEAR(pose.deforms[1], 0.5, 1e-6);
    REQUIRE(caper_clip_sample(import->clips[1], 0.0f, NULL, &pose));
    CHECK_NEAR(pose.deforms[1], 0.25, 1e-6); // the weight that the node has
    caper_pose_destroy(&pose, NULL);
    caper_import_destroy(import);
}

// -- Humanoids --------------------------------------------------------------------------------

#define HUMAN_NODES                                                                                \
    "'nodes':[{'name':'n0','translation':[0,1,0],'children':[1,4,6]},"                             \
    "{'name':'n1','translation':[0,0.3,0],'children':[2]},"                                        \
    "{'name':'n2','translation':[0,0.2,0],'children':[3]},"                                        \
    "{'name':'n3','translation':[0,0.2,0.1]},"                                                     \
    "{'name':'n4','translation':[0.1,-0.5,0],'children':[5]},"                                     \
    "{'name':'n5','translation':[0,-0.5,0]},"                                                      \
    "{'name':'n6','translation':[-0.1,-0.5,0],'children':[7]},"                                    \
    "{'name':'n7','translation':[0,-0.5,0]}]"

static void check_human(caper_import *import, float facing)
{
    const caper_character *c = import->character;
    REQUIRE(c->body_count == 8);
    CHECK_STR(import->tagging.note, "given by the file");
    CHECK_INT(c->root_body, 0);
    CHECK_INT(c->spine_count, 4); // with n2, which has no name in the map
    CHECK_INT(c->leg_count, 2);
    CHECK_INT(c->bodies[5].caps, CAPER_CAP_LIMB | CAPER_CAP_FOOT);
    CHECK_INT(c->bodies[3].caps, CAPER_CAP_SPINE | CAPER_CAP_HEAD);
    caper_vec3 head = stand(import, -1, 0)[3].position;
    CHECK_NEAR(head.z, 0.1 * facing, 1e-6);
    caper_import_destroy(import);
}

static void humanoid_maps_give_the_caps(void)
{
    check_human(read_good(document(NULL, HUMAN_NODES
                                   ",'extensions':{'VRMC_vrm':{'humanoid':{'humanBones':{"
                                   "'hips':{'node':0},'spine':{'node':1},'head':{'node':3},"
                                   "'leftUpperLeg':{'node':4},'leftFoot':{'node':5},"
                                   "'rightUpperLeg':{'node':6},'rightFoot':{'node':7}}}}}")),
                1);
    check_human(read_good(document(NULL, HUMAN_NODES
                                   ",'extensions':{'VRMC_vrm_animation':{'humanoid':{'humanBones':{"
                                   "'hips':{'node':0},'spine':{'node':1},'head':{'node':3},"
                                   "'leftUpperLeg':{'node':4},'leftFoot':{'node':5},"
                                   "'rightUpperLeg':{'node':6},'rightFoot':{'node':7}}}}}")),
                1);
    // the first version of VRM faces the other way
    check_human(read_good(document(NULL, HUMAN_NODES
                                   ",'extensions':{'VRM':{'humanoid':{'humanBones':["
                                   "{'bone':'hips','node':0},{'bone':'spine','node':1},"
                                   "{'bone':'head','node':3},{'bone':'leftUpperLeg','node':4},"
                                   "{'bone':'leftFoot','node':5},{'bone':'rightUpperLeg','node':6},"
                                   "{'bone':'rightFoot','node':7},{'bone':'jaw','node':-1}]}}}")),
                -1);
}

// -- Refusals ---------------------------------------------------------------------------------

static void check_refusal(char *text, caper_status status, const char *part)
{
    caper_error error;
    caper_import *import = read_text(text, &error);
    CHECK(import == NULL);
    CHECK_HAS(error.message, part);
    CHECK_INT(error.status, status);
    CHECK(error.line > 0 || status == CAPER_ERROR_LIMIT);
    caper_import_destroy(import);
}

static void faults_are_refused_with_their_place(void)
{
    static const struct {
        const char *json, *part;
        caper_status status;
    } faults[] = {
        {"'nodes':[]", "no nodes", CAPER_ERROR_INVALID},
        {"'nodes':{}", "'nodes' must be an array", CAPER_ERROR_INVALID},
        {"'nodes':[{'children':[0]}]", "descendant of itself", CAPER_ERROR_INVALID},
        {"'nodes':[{'children':[1]},{'children':[2]},{'children':[1]}]", "two parents",
         CAPER_ERROR_INVALID},
        {"'nodes':[{},{'children':[2]},{'children':[1]}]", "node 1 is a descendant of itself",
         CAPER_ERROR_INVALID},
        {"'nodes':[{'children':[7]}]", "from 0 to 0, found 7", CAPER_ERROR_INVALID},
        {"'nodes':[{'rotation':[0,0,0,0]}]", "unit quaternion", CAPER_ERROR_INVALID},
        {"'nodes':[{'translation':[0,0]}]", "'translation' must be an array of 3 numbers",
         CAPER_ERROR_INVALID},
        {"'nodes':[{'mesh':0}]", "'mesh' is 0, the file has 0", CAPER_ERROR_INVALID},
        {"'nodes':[{}],'skins':[{'joints':[]}]", "'joints' must", CAPER_ERROR_INVALID},
        {"'nodes':[{}],'skins':[{'joints':[1]}]", "from 0 to 0, found 1", CAPER_ERROR_INVALID},
        {"'nodes':[{}],'extensionsRequired':['KHR_draco_mesh_compression']",
         "requires the extension KHR_draco_mesh_compression", CAPER_ERROR_UNSUPPORTED},
        {"'nodes':[{}],'extensionsRequired':['ACME_teapots']", "ACME_teapots",
         CAPER_ERROR_UNSUPPORTED},
        {"'nodes':[{}],'skins':[{'joints':[0],'inverseBindMatrices':0}],'accessors':[{'count':1,"
         "'componentType':5126,'type':'VEC3'}]",
         "expected 1 matrices of 16", CAPER_ERROR_INVALID},
        {"'nodes':[{'mesh':0}],'meshes':[{'primitives':[]}]", "'primitives' must",
         CAPER_ERROR_INVALID},
        {"'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
         "'accessors':[{'count':2147483647,'componentType':5126,'type':'VEC3'}]",
         "unpacks to more data", CAPER_ERROR_LIMIT},
        {"'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
         "'accessors':[{'count':3,'componentType':5126,'type':'VEC3','bufferView':0}],"
         "'bufferViews':[{'buffer':0,'byteLength':36}],'buffers':[{'byteLength':36}]",
         "no 'uri', and there is no binary chunk", CAPER_ERROR_INVALID},
        {"'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
         "'accessors':[{'count':3,'componentType':5126,'type':'VEC3','bufferView':0}],"
         "'bufferViews':[{'buffer':0,'byteLength':36}],'buffers':[{'byteLength':36,"
         "'uri':'data:;base64,AAAA'}]",
         "has 3 bytes, less than its 'byteLength' 36", CAPER_ERROR_INVALID},
        {"'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
         "'accessors':[{'count':3,'componentType':5126,'type':'VEC3','bufferView':0}],"
         "'bufferViews':[{'buffer':0,'byteLength':36}],'buffers':[{'byteLength':3,"
         "'uri':'data:;base64,A!AA'}]",
         "not base64", CAPER_ERROR_SYNTAX},
        {"'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
         "'accessors':[{'count':3,'componentType':5126,'type':'VEC3','bufferView':0}],"
         "'bufferViews':[{'buffer':0,'byteOffset':4,'byteLength':3}],'buffers':[{'byteLength':3,"
         "'uri':'data:;base64,AAAA'}]",
         "ends at byte 7, buffer 0 has 3", CAPER_ERROR_INVALID},
        {"'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
         "'accessors':[{'count':3,'componentType':5126,'type':'VEC3','bufferView':0}],"
         "'bufferViews':[{'buffer':0,'byteLength':3}],'buffers':[{'byteLength':3,"
         "'uri':'data:;base64,AAAA'}]",
         "3 elements need 36 bytes of buffer view 0, which has 3", CAPER_ERROR_INVALID},
        {"'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
         "'accessors':[{'count':1,'componentType':5127,'type':'VEC3'}]",
         "component type 5127", CAPER_ERROR_INVALID},
        {"'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
         "'accessors':[{'count':1,'componentType':5126,'type':'VEC5'}]",
         "'VEC5'", CAPER_ERROR_INVALID},
        {"'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]"
         "}],'accessors':[{'count':3,'componentType':5126,'type':'VEC3'},{'count':3,"
         "'componentType':5126,'type':'SCALAR'}]",
         "expected 5121, 5123 or 5125", CAPER_ERROR_INVALID},
        {"'nodes':[{}],'extensions':{'VRMC_vrm':{'humanoid':{'humanBones':{'hips':{'node':3}}}}}",
         "'node' is 3", CAPER_ERROR_INVALID},
    };
    for (int i = 0; i < CAPER_COUNT_OF(faults); i++)
        check_refusal(document(NULL, "%s", faults[i].json), faults[i].status, faults[i].part);
    caper_error error;
    const char *old = "{\"asset\":{\"version\":\"1.0\"},\"nodes\":[{}]}";
    CHECK(caper_import_parse(old, strlen(old), NULL, NULL, &error) == NULL);
    CHECK_HAS(error.message, "glTF 1.0");
    CHECK_INT(error.status, CAPER_ERROR_UNSUPPORTED);
}

static void bad_motion_is_refused(void)
{
    blob b = {0};
    int times = FLOATS(&b, "SCALAR", 1, 0, 1), falling = FLOATS(&b, "SCALAR", 1, 1, 0.5f);
    int nan = FLOATS(&b, "SCALAR", 1, 0, NAN), three = FLOATS(&b, "VEC3", 3, 0, 0, 0);
    int zero = FLOATS(&b, "VEC4", 4, 0, 0, 0, 1, 0, 0, 0, 0),
        two = FLOATS(&b, "VEC3", 3, 0, 0, 0, 0, 0, 0);
    int late = FLOATS(&b, "SCALAR", 1, 0, 1e7f);
    check_refusal(moving_node(&b, "translation", "LINEAR", falling, two), CAPER_ERROR_INVALID,
                  "time 1 is 0.5 s, not after the one before");
    check_refusal(moving_node(&b, "translation", "LINEAR", nan, two), CAPER_ERROR_INVALID,
                  "not finite");
    check_refusal(moving_node(&b, "translation", "LINEAR", times, three), CAPER_ERROR_INVALID,
                  "holds 1 x 3 numbers, expected 2 x 3 for 2 keys");
    check_refusal(moving_node(&b, "translation", "CUBICSPLINE", times, two), CAPER_ERROR_INVALID,
                  "expected 6 x 3");
    check_refusal(moving_node(&b, "rotation", "LINEAR", times, two), CAPER_ERROR_INVALID,
                  "expected 2 x 4");
    check_refusal(moving_node(&b, "rotation", "LINEAR", times, zero), CAPER_ERROR_INVALID,
                  "quaternion of length 0");
    check_refusal(moving_node(&b, "translation", "BEZIER", times, two), CAPER_ERROR_INVALID,
                  "'interpolation' is 'BEZIER'");
    check_refusal(moving_node(&b, "translation", "LINEAR", late, two), CAPER_ERROR_LIMIT,
                  "lasts 1e+07 s");
    check_refusal(moving_node(&b, "translation", "LINEAR", times, 77), CAPER_ERROR_INVALID,
                  "'output' is 77");
}

static void extensions_that_change_no_body_are_accepted(void)
{
    caper_import_destroy(read_good(document(
        NULL, "'nodes':[{}],'extensionsRequired':['KHR_texture_transform','KHR_materials_unlit',"
              "'KHR_mesh_quantization','KHR_lights_punctual','EXT_texture_webp',"
              "'VRMC_materials_mtoon']")));
}

static void buffers_stay_in_their_folder(void)
{
    static const char *const bad[] = {"../x.bin",
                                      "/etc/passwd",
                                      "http://a/b",
                                      "c:\\\\x.bin",
                                      "a/../../x.bin",
                                      "%2e%2e/x.bin",
                                      "file:x.bin",
                                      "a%00b",
                                      "a\\\\..\\\\x.bin",
                                      "",
                                      "%"};
    for (int i = 0; i < CAPER_COUNT_OF(bad); i++) {
        caper_error error;
        char *text = document(
            NULL,
            "'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
            "'accessors':[{'count':3,'componentType':5126,'type':'VEC3','bufferView':0}],"
            "'bufferViews':[{'buffer':0,'byteLength':36}],'buffers':[{'byteLength':36,'uri':'%s'}]",
            bad[i]);
        caper_import *import =
            caper_import_parse(text, strlen(text), "folder/x.gltf", NULL, &error);
        CHECK(import == NULL);
        CHECK_HAS(error.message, "expected a file in the folder of this one");
        free(text);
    }
}

static void a_buffer_beside_the_file_is_read(void)
{
    char path[512], gltf[512];
    snprintf(path, sizeof path, "%s/gltf buffer.bin", CAPER_BINARY_DIR);
    snprintf(gltf, sizeof gltf, "%s/gltf_beside.gltf", CAPER_BINARY_DIR);
    const float points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    REQUIRE(caper_file_write(path, points, sizeof points, NULL));
    char *text = document(
        NULL, "'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
              "'accessors':[{'count':3,'componentType':5126,'type':'VEC3','bufferView':0}],"
              "'bufferViews':[{'buffer':0,'byteLength':36}],"
              "'buffers':[{'byteLength':36,'uri':'gltf%%20buffer.bin'}]");
    caper_error error = {0};
    caper_import *import = caper_import_parse(text, strlen(text), gltf, NULL, &error);
    CHECK(import && import->skin_count == 1);
    caper_import_destroy(import);
    REQUIRE(remove(path) == 0);
    import = caper_import_parse(text, strlen(text), gltf, NULL, &error);
    CHECK(import == NULL);
    CHECK_INT(error.status, CAPER_ERROR_IO);
    CHECK_HAS(error.message, "gltf buffer.bin");
    import = caper_import_parse(text, strlen(text), NULL, NULL, &error);
    CHECK(import == NULL);
    CHECK_HAS(error.message, "no folder is known");
    free(text);
}

// -- GLB --------------------------------------------------------------------------------------

static size_t make_glb(unsigned char *out, const char *json, size_t json_size, char pad,
                       size_t bin_size, size_t extra)
{
    size_t padded = (json_size + 3) / 4 * 4;
    uint32_t head[5] = {0x46546C67, 2, (uint32_t)(20 + padded + 8 + bin_size), (uint32_t)padded,
                        0x4E4F534A};
    uint32_t chunk[2] = {(uint32_t)bin_size, 0x004E4942};
    memcpy(out, head, 20);
    memcpy(out + 20, json, json_size);
    memset(out + 20 + json_size, pad, padded - json_size);
    memcpy(out + 20 + padded, chunk, 8);
    memset(out + 28 + padded, 0, bin_size + extra);
    return 28 + padded + bin_size + extra;
}

static void chunks_are_checked(void)
{
    const char *json = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{"
                       "\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{"
                       "\"count\":3,\"componentType\":5126,\"type\":\"VEC3\",\"bufferView\":0}],"
                       "\"bufferViews\":[{\"buffer\":0,\"byteLength\":33}],\"buffers\":[{"
                       "\"byteLength\":33}]}";
    unsigned char file[1024];
    caper_error error = {0};
    // 36 bytes are needed, 33 are there: the padding of the chunk does not count as data
    size_t size = make_glb(file, json, strlen(json), ' ', 36, 0);
    CHECK(caper_import_parse(file, size, NULL, NULL, &error) == NULL);
    CHECK_HAS(error.message, "3 elements need 36 bytes");
    char good[512];
    snprintf(good, sizeof good, "%s", json);
    for (char *at = good; (at = strstr(at, ":33")) != NULL;)
        at[2] = '6';
    const char pads[2] = {' ', '\0'};
    for (int i = 0; i < 2; i++) {
        size = make_glb(file, good, strlen(good), pads[i], 36, 4);
        caper_import *import = caper_import_parse(file, size, NULL, NULL, &error);
        REQUIRE(import != NULL);
        CHECK_INT(import->format, CAPER_FORMAT_GLB);
        REQUIRE(import->warnings.count >= 1);
        CHECK_HAS(import->warnings.items[0].message, "4 bytes after the end");
        caper_import_destroy(import);
    }
    size = make_glb(file, good, strlen(good), ' ', 36, 0);
    file[4] = 1;
    CHECK(caper_import_parse(file, size, NULL, NULL, &error) == NULL);
    CHECK_HAS(error.message, "GLB version 1");
    file[4] = 2;
    file[12] += 4; // the JSON chunk now reaches into the next one
    CHECK(caper_import_parse(file, size, NULL, NULL, &error) == NULL);
    file[12] -= 4;
    for (size_t cut = 4; cut < size; cut++)
        CHECK(caper_import_parse(file, cut, NULL, NULL, &error) == NULL);
}

// -- Size -------------------------------------------------------------------------------------

typedef struct growing {
    char *text;
    size_t size, room;
} growing;

static void append(growing *g, const char *format, ...)
{
    if (g->size + 512 > g->room) {
        g->room = g->room ? 2 * g->room : 1 << 16;
        g->text = realloc(g->text, g->room);
    }
    va_list args;
    va_start(args, format);
    g->size += (size_t)vsnprintf(g->text + g->size, g->room - g->size, format, args);
    va_end(args);
}

static void a_hundred_thousand_nodes_are_no_trouble(void)
{
    // a chain of which two nodes are joints, and as many stray nodes; then all of them bodies
    const int count = 100000;
    for (int skinned = 0; skinned < 2; skinned++) {
        growing g = {0};
        append(&g, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
        for (int i = 0; i < count / 2; i++)
            append(&g, "{\"children\":[%d],\"mesh\":0},", i + 1);
        for (int i = count / 2; i < count; i++)
            append(&g, "%s{\"name\":\"n\"}", i > count / 2 ? "," : "");
        append(&g, "],\"meshes\":[{\"primitives\":[{\"attributes\":{}}]}]%s}",
               skinned ? ",\"skins\":[{\"joints\":[49990,50000]}]" : "");
        caper_error error = {0};
        caper_import *import = caper_import_parse(g.text, g.size, NULL, NULL, &error);
        if (skinned) {
            REQUIRE(import != NULL);
            CHECK_INT(import->character->body_count, 11);
        } else {
            CHECK(import == NULL);
            CHECK_INT(error.status, CAPER_ERROR_LIMIT);
            CHECK_HAS(error.message, "100000 nodes");
        }
        caper_import_destroy(import);
        free(g.text);
    }
}

static void many_channels_ask_for_the_rate_of_their_keys_once(void)
{
    // 60,000 channels that share 60,000 keys, the last one off every frame: 4e10 questions, or few
    const int count = 60000;
    growing g = {0};
    append(&g, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{},{}],\"skins\":[{\"joints\":[0]}],"
               "\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1},"
               "{\"input\":2,\"output\":1}],\"channels\":[");
    for (int i = 0; i < count; i++)
        append(&g, "%s{\"sampler\":%d,\"target\":{\"node\":1,\"path\":\"rotation\"}}", i ? "," : "",
               i % 2);
    append(&g,
           "]}],\"accessors\":[{\"count\":%d,\"componentType\":5126,\"type\":\"SCALAR\","
           "\"bufferView\":0},{\"count\":1,\"componentType\":5126,\"type\":\"VEC4\"},{\"count\":%d,"
           "\"componentType\":5126,\"type\":\"SCALAR\",\"bufferView\":0}],\"bufferViews\":[{"
           "\"buffer\":0,\"byteLength\":%d}],\"buffers\":[{\"byteLength\":%d,\"uri\":\""
           "gltf_rates.bin\"}]}",
           count, count, 4 * count, 4 * count);
    char path[512], gltf[512];
    snprintf(path, sizeof path, "%s/gltf_rates.bin", CAPER_BINARY_DIR);
    snprintf(gltf, sizeof gltf, "%s/gltf_rates.gltf", CAPER_BINARY_DIR);
    float *times = malloc((size_t)count * sizeof *times);
    for (int i = 0; i < count; i++)
        times[i] = (float)i;
    times[count - 1] += 0.3137f;
    REQUIRE(caper_file_write(path, times, (size_t)count * sizeof *times, NULL));
    free(times);
    caper_error error = {0};
    caper_import_options options = caper_import_options_default();
    options.max_frames = 10000000;
    caper_import *import = caper_import_parse(g.text, g.size, gltf, &options, &error);
    REQUIRE(import != NULL);
    CHECK_INT(import->clip_count, 1);
    caper_import_destroy(import);
    free(g.text);
    remove(path);
}

// The most that was held at once.
typedef struct mostly {
    size_t live, peak;
} mostly;

static void *mostly_alloc(void *user, size_t size, size_t align)
{
    mostly *m = user;
    m->live += size;
    m->peak = m->live > m->peak ? m->live : m->peak;
    return aligned_alloc(align, (size + align - 1) / align * align);
}

static void mostly_free(void *user, void *memory, size_t size)
{
    mostly *m = user;
    m->live -= size;
    free(memory);
}

static void a_file_beside_is_held_once(void)
{
    // 300 buffers of one file, named in ways that all mean it
    char path[512], gltf[512];
    snprintf(path, sizeof path, "%s/gltf_once.bin", CAPER_BINARY_DIR);
    snprintf(gltf, sizeof gltf, "%s/gltf_once.gltf", CAPER_BINARY_DIR);
    enum {
        SIZE = 1 << 20,
        COUNT = 300
    };
    char *zeros = calloc(1, SIZE);
    REQUIRE(caper_file_write(path, zeros, SIZE, NULL));
    free(zeros);
    growing g = {0};
    append(&g, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{"
               "\"primitives\":[");
    for (int i = 0; i < COUNT; i++)
        append(&g, "%s{\"attributes\":{\"POSITION\":%d}}", i ? "," : "", i);
    append(&g, "]}],\"accessors\":[");
    for (int i = 0; i < COUNT; i++)
        append(&g, "%s{\"count\":3,\"componentType\":5126,\"type\":\"VEC3\",\"bufferView\":%d}",
               i ? "," : "", i);
    append(&g, "],\"bufferViews\":[");
    for (int i = 0; i < COUNT; i++)
        append(&g, "%s{\"buffer\":%d,\"byteLength\":36}", i ? "," : "", i);
    append(&g, "],\"buffers\":[");
    for (int i = 0; i < COUNT; i++)
        append(&g, "%s{\"byteLength\":36,\"uri\":\"%s%s\"}", i ? "," : "",
               i % 3 == 0   ? ""
               : i % 3 == 1 ? "./"
                            : ".//",
               i % 2 ? "gltf_once.bin" : "gltf%5fonce.bin");
    append(&g, "]}");
    mostly m = {0};
    caper_allocator allocator = {mostly_alloc, mostly_free, &m};
    caper_import_options options = caper_import_options_default();
    options.allocator = &allocator;
    caper_error error = {0};
    caper_import *import = caper_import_parse(g.text, g.size, gltf, &options, &error);
    CHECK(import && import->skin_count == COUNT);
    CHECK(m.peak < 8 * SIZE);
    caper_import_destroy(import);
    CHECK_INT(m.live, 0);
    // all files together are limited as one is
    options.max_bytes = SIZE - 1;
    CHECK(caper_import_parse(g.text, g.size, gltf, &options, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    free(g.text);
    remove(path);
}

static void one_mesh_in_many_places_stops_at_a_limit(void)
{
    // 4000 nodes that all wear a mesh of 30,000 vertices, none of which is in the file
    growing g = {0};
    append(&g, "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"count\":30000,"
               "\"componentType\":5126,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{"
               "\"attributes\":{\"POSITION\":0}}]}],\"skins\":[{\"joints\":[0]}],"
               "\"nodes\":[{\"children\":[1");
    for (int i = 2; i <= 4000; i++)
        append(&g, ",%d", i);
    append(&g, "]}");
    for (int i = 1; i <= 4000; i++)
        append(&g, ",{\"mesh\":0}");
    append(&g, "]}");
    caper_error error = {0};
    CHECK(caper_import_parse(g.text, g.size, NULL, NULL, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    free(g.text);
}

static void running_out_of_memory_is_an_error_and_leaks_nothing(void)
{
    blob b = {0};
    int times = FLOATS(&b, "SCALAR", 1, 0, 1, 2);
    int values = FLOATS(&b, "VEC4", 4, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 0, 0, 0, -1, 2, 0, 0, 0.6f, 0,
                        0.8f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0);
    char *text = moving_node(&b, "rotation", "CUBICSPLINE", times, values);
    for (long fail = 0; fail < 200; fail++) {
        test_memory memory = {.fail_at = fail};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_import_options options = caper_import_options_default();
        options.allocator = &allocator;
        caper_error error = {0};
        caper_import *import = caper_import_parse(text, strlen(text), NULL, &options, &error);
        CHECK(import || error.status == CAPER_ERROR_MEMORY);
        bool done = fail > 0 && import && memory.alloc_count < fail;
        CHECK(import || fail > 0);
        caper_import_destroy(import);
        CHECK_MEMORY_EMPTY(&memory);
        if (done)
            break;
    }
    free(text);
}

TESTS(the_rest_pose_is_the_bind_pose, what_a_clip_leaves_alone_stays_at_its_nodes_pose,
      without_bind_matrices_the_nodes_give_the_rest_pose, matrices_and_scales_above_are_baked,
      mirrored_nodes_keep_their_places, the_tree_of_bodies_is_that_of_the_joints,
      bodies_have_names_and_no_two_the_same, children_may_stand_before_their_parents,
      units_and_axes_can_be_overruled, linear_rotations_turn_evenly, steps_hold_until_the_next_key,
      splines_of_positions_are_within_their_bound,
      splines_of_rotations_are_within_a_twentieth_of_a_degree, times_beyond_the_keys_hold_them,
      a_start_before_zero_is_moved_to_zero, fast_turns_get_keys_between_frames,
      fast_turns_between_frames_are_even_too, animated_scale_is_dropped_with_a_word,
      integers_count_as_such_or_as_fractions, strides_and_offsets_are_kept,
      sparse_accessors_replace_elements, eight_influences_become_the_four_strongest,
      a_mesh_without_a_skin_follows_its_node, strips_and_fans_become_triangles,
      morph_targets_are_deforms_of_the_body_they_move, humanoid_maps_give_the_caps,
      faults_are_refused_with_their_place, bad_motion_is_refused,
      extensions_that_change_no_body_are_accepted, buffers_stay_in_their_folder,
      a_buffer_beside_the_file_is_read, chunks_are_checked, a_hundred_thousand_nodes_are_no_trouble,
      a_file_beside_is_held_once, many_channels_ask_for_the_rate_of_their_keys_once,
      one_mesh_in_many_places_stops_at_a_limit, running_out_of_memory_is_an_error_and_leaks_nothing)
