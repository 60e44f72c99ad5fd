// SPDX-License-Identifier: MIT
//
// Corners of the glTF reader: joints listed twice, weights without measure, names that are no
// names, splines that unfold without end, expressions of VRM animations; and files of our own that
// are read in another unit, or were moved by another program.
#define _POSIX_C_SOURCE 200809L
#include "gltf_fixture.h"
#include "menagerie.h"

#include <float.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

static bool warned(const caper_import *import, const char *part)
{
    for (int i = 0; i < import->warnings.count; i++)
        if (strstr(import->warnings.items[i].message, part))
            return true;
    return false;
}

// -- Skins ------------------------------------------------------------------------------------

// A skin of joints 0, 1 and 1 again, whose matrices stand at heights 0, 1 and `last`.
static char *twice(blob *b, float last)
{
    static const uint8_t joints[4] = {2, 0, 0, 0};
    int position = FLOATS(b, "VEC3", 3, 0, 1, 0);
    int bound = blob_add(b, joints, 4, 1, 5121, "VEC4", "");
    int weights = FLOATS(b, "VEC4", 4, 1, 0, 0, 0);
    int inverse = FLOATS(b, "MAT4", 16, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, //
                         1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1,               //
                         1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -last, 0, 1);
    return document(
        b,
        "'nodes':[{'children':[1]},{'translation':[0,1,0]},{'mesh':0,'skin':0}],"
        "'skins':[{'joints':[0,1,1],'inverseBindMatrices':%d}],'meshes':[{'primitives':["
        "{'attributes':{'POSITION':%d,'JOINTS_0':%d,'WEIGHTS_0':%d}}]}]",
        inverse, position, bound, weights);
}

static void a_joint_listed_twice_has_one_bind_matrix(void)
{
    blob b = {0}, c = {0};
    caper_import *import = read_good(twice(&b, 1));
    CHECK(warned(import, "lists 1 joints more than once"));
    CHECK_INT(import->skins[0].bodies[0], 1);
    caper_import_destroy(import);
    caper_error error;
    CHECK(read_text(twice(&c, 2), &error) == NULL);
    CHECK_HAS(error.message, "lists node 1 twice, with different bind matrices");
    CHECK(error.line > 0);
}

static void weights_without_measure_still_sum_to_one(void)
{
    blob b = {0};
    static const uint8_t joints[12] = {0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 0};
    int position = FLOATS(&b, "VEC3", 3, 0, 0, 0, 1, 0, 0, 0, 1, 0);
    int bound = blob_add(&b, joints, 12, 3, 5121, "VEC4", "");
    int weights = FLOATS(&b, "VEC4", 4, FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX, //
                         INFINITY, 1, NAN, -FLT_MAX, 1e-40f, 0, 0, 0);
    caper_import *import = read_good(
        document(&b,
                 "'nodes':[{'children':[1]},{},{'mesh':0,'skin':0}],'skins':[{'joints':[0,1]}],"
                 "'meshes':[{'primitives':[{'attributes':{'POSITION':%d,'JOINTS_0':%d,"
                 "'WEIGHTS_0':%d}}]}]",
                 position, bound, weights));
    const float *w = import->skins[0].weights;
    for (int v = 0; v < 3; v++) {
        float sum = 0.0f;
        for (int k = 0; k < 4; k++) {
            CHECK(w[4 * v + k] >= 0.0f && w[4 * v + k] <= 1.0f);
            sum += w[4 * v + k];
        }
        CHECK_NEAR(sum, 1, 1e-6);
    }
    CHECK_NEAR(w[0], 0.5, 1e-6);
    CHECK_INT(import->skins[0].bodies[4], 1); // the only number that is one
    CHECK_INT(import->skins[0].bodies[8], 1);
    caper_import_destroy(import);
}

static void names_of_morphs_lose_what_no_name_may_hold(void)
{
    blob b = {0};
    char longer[400];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    int position = FLOATS(&b, "VEC3", 3, 0, 0, 0, 1, 0, 0, 0, 1, 0);
    caper_import *import = read_good(
        document(&b,
                 "'nodes':[{'name':'a','mesh':0}],'meshes':[{'extras':{'targetNames':["
                 "'a\\u0001b.c','%s']},'primitives':[{'attributes':{'POSITION':%d},'targets':["
                 "{},{}]}]}]",
                 longer, position));
    REQUIRE(import->character->deform_count == 2);
    CHECK_STR(import->character->deforms[0], "a.a_b_c");
    CHECK_INT((int)strlen(import->character->deforms[1]), 2 + 255);
    caper_import_destroy(import);
}

// -- Splines ----------------------------------------------------------------------------------

// Tangents so steep that every key asks for all the pieces it can get, in many channels.
static void splines_without_end_stop_at_a_limit(void)
{
    blob b = {0};
    float times[100], keys[100 * 9];
    for (int k = 0; k < 100; k++) {
        times[k] = (float)k;
        for (int i = 0; i < 9; i++)
            keys[9 * k + i] = i < 3 || i >= 6 ? 1e6f : 0.5f;
    }
    int input = blob_floats(&b, "SCALAR", 1, 100, times);
    int output = blob_floats(&b, "VEC3", 3, 300, keys);
    char nodes[4096] = "{}", channels[8192] = "";
    for (int i = 0; i < 64; i++) {
        snprintf(nodes + strlen(nodes), sizeof nodes - strlen(nodes), ",{}");
        snprintf(channels + strlen(channels), sizeof channels - strlen(channels),
                 "%s{'sampler':0,'target':{'node':%d,'path':'translation'}}", i ? "," : "", i);
    }
    caper_error error;
    CHECK(read_text(document(&b,
                             "'nodes':[%s],'animations':[{'samplers':[{'input':%d,'output':%d,"
                             "'interpolation':'CUBICSPLINE'}],'channels':[%s]}]",
                             nodes, input, output, channels),
                    &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
}

// -- Expressions ------------------------------------------------------------------------------

static void expressions_are_deforms_of_the_head(void)
{
    blob b = {0};
    int times = FLOATS(&b, "SCALAR", 1, 0, 1);
    int smile = FLOATS(&b, "VEC3", 3, 0, 0, 0, 1, 0, 0);
    int blink = FLOATS(&b, "VEC3", 3, 0.25f, 9, 9, 0.25f, 9, 9);
    caper_import *import = read_good(document(
        &b,
        "'nodes':[{'name':'hips','translation':[0,1,0],'children':[1]},{'name':'spine',"
        "'translation':[0,0.3,0],'children':[2]},{'name':'head','translation':[0,0.3,0]},"
        "{'name':'s'},{'name':'b'},{'name':'eyes'}],'extensions':{'VRMC_vrm_animation':{"
        "'humanoid':{'humanBones':{'hips':{'node':0},'spine':{'node':1},'head':{'node':2}}},"
        "'expressions':{'preset':{'happy':{'node':3}},'custom':{'wink.left':{'node':4}}},"
        "'lookAt':{'node':5}}},'animations':[{'samplers':[{'input':%d,'output':%d},{'input':%d,"
        "'output':%d}],'channels':[{'sampler':0,'target':{'node':3,'path':'translation'}},"
        "{'sampler':1,'target':{'node':4,'path':'translation'}}]}]",
        times, smile, times, blink));
    const caper_character *c = import->character;
    CHECK_INT(c->body_count, 3);
    REQUIRE(c->deform_count == 2 && import->clip_count == 1);
    CHECK_STR(c->deforms[0], "head.happy");
    CHECK_STR(c->deforms[1], "head.wink_left");
    CHECK(warned(import, "lookAt"));
    CHECK(!warned(import, "not in the skeleton"));
    caper_pose pose = caper_character_pose(c, NULL);
    REQUIRE(caper_clip_sample(import->clips[0], 0.5f, NULL, &pose));
    CHECK_NEAR(pose.deforms[0], 0.5, 1e-6);
    CHECK_NEAR(pose.deforms[1], 0.25, 1e-6);
    caper_pose_destroy(&pose, NULL);
    caper_import_destroy(import);
}

// -- Files of our own -------------------------------------------------------------------------

static const char *written(const char *name)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s/gltf_written", CAPER_BINARY_DIR);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/gltf_written/%s", CAPER_BINARY_DIR, name);
    return path;
}

static caper_import *load_with(const char *path, float unit)
{
    caper_import_options options = caper_import_options_default();
    options.unit = unit;
    caper_error error = {0};
    caper_import *import = caper_import_load(path, &options, &error);
    if (!import)
        printf("%s\n", error.message);
    REQUIRE(import != NULL);
    return import;
}

#define CHECK_SCALED(a, b, unit)                                                                   \
    CHECK_AT(b, (double)(a).x *(unit), (double)(a).y *(unit), (double)(a).z *(unit), 1e-5)

static void check_scaled(const caper_import *a, const caper_import *b, double unit)
{
    REQUIRE(a->character->body_count == b->character->body_count);
    for (int i = 0; i < a->character->body_count; i++) {
        const caper_body *x = &a->character->bodies[i], *y = &b->character->bodies[i];
        CHECK_SCALED(x->box_center, y->box_center, unit);
        CHECK_SCALED(x->box_half, y->box_half, unit);
        CHECK_SCALED(a->character->skeleton.rest_local[i].position,
                     b->character->skeleton.rest_local[i].position, unit);
        CHECK_NEAR((double)y->mass, (double)x->mass * unit * unit * unit, 1e-4 * (double)x->mass);
        REQUIRE(x->contact_count == y->contact_count);
        for (int k = 0; k < x->contact_count; k++)
            CHECK_SCALED(x->contacts[k], y->contacts[k], unit);
    }
    REQUIRE(a->skin_count == b->skin_count);
    for (int s = 0; s < a->skin_count; s++) {
        const caper_skin *p = &a->skins[s], *q = &b->skins[s];
        for (int v = 0; v < p->vertex_count; v++) {
            CHECK_SCALED(p->positions[v], q->positions[v], unit);
            int i = p->bodies[4 * (size_t)v];
            caper_vec3 in_a = caper_mat4_mul_point(p->inverse_bind[i], p->positions[v]);
            caper_vec3 in_b = caper_mat4_mul_point(q->inverse_bind[i], q->positions[v]);
            CHECK_SCALED(in_a, in_b, unit);
        }
    }
}

static void a_unit_scales_all_of_our_own_file(void)
{
    caper_character *dog = menagerie_load("dog");
    size_t n = (size_t)dog->body_count;
    caper_transform *frames = malloc(2 * n * sizeof *frames);
    for (size_t i = 0; i < 2 * n; i++)
        frames[i] = dog->skeleton.rest_local[i % n];
    frames[n].position.y += 0.5f;
    caper_root roots[2] = {{0}};
    roots[1].x = 2.0f;
    roots[1].z = -1.0f;
    caper_clip_def def = caper_clip_def_default();
    def.name = "hop";
    def.skeleton = &dog->skeleton;
    def.frame_count = 2;
    def.frames = frames;
    def.roots = roots;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    caper_export_job job = caper_export_job_default();
    job.character = dog;
    job.clips = (const caper_clip *const[]){clip};
    job.clip_count = 1;
    const char *path = written("dog_hop.glb");
    REQUIRE(caper_export_save(&job, path, NULL));
    caper_import *plain = load_with(path, 0), *half = load_with(path, 0.5f);
    check_scaled(plain, half, 0.5);
    float end = 1.0f / clip->rate;
    caper_vec3 high = stand(plain, 0, end)[0].position, low = stand(half, 0, end)[0].position;
    CHECK_SCALED(high, low, 0.5);
    caper_root a = caper_clip_sample_root(plain->clips[0], end),
               b = caper_clip_sample_root(half->clips[0], end);
    CHECK_NEAR(a.x, 2, 1e-6);
    CHECK_NEAR(b.x, 1, 1e-6);
    CHECK_NEAR(b.z, -0.5, 1e-6);
    caper_import_destroy(plain);
    caper_import_destroy(half);
    caper_clip_destroy(clip);
    caper_character_destroy(dog);
    free(frames);
}

// A balloon that hovers stays up in its own file; when another program moved it, nobody knows where
// the floor was.
static void the_floor_of_our_own_file_is_believed_until_it_was_moved(void)
{
    caper_body_def body = caper_body_def_default();
    body.name = "balloon";
    body.rest_local.position = caper_vec3_make(0, 3, 0);
    body.box_half = caper_vec3_make(0.25f, 0.25f, 0.25f);
    body.caps = CAPER_CAP_SPINE;
    caper_character_def def = caper_character_def_default();
    def.name = "balloon";
    def.bodies = &body;
    def.body_count = 1;
    caper_error error = {0};
    caper_character *balloon = caper_character_create(&def, &error);
    if (!balloon)
        printf("%s\n", error.message);
    REQUIRE(balloon != NULL);
    caper_export_job job = caper_export_job_default();
    job.character = balloon;
    const char *path = written("balloon.gltf");
    REQUIRE(caper_export_save(&job, path, NULL));
    caper_import *import = load_with(path, 0);
    CHECK_NEAR(import->character->skeleton.rest_local[0].position.y, 3, 1e-6);
    caper_import_destroy(import);

    size_t size;
    char *text = caper_file_read(path, 0, NULL, &size, NULL);
    REQUIRE(text != NULL);
    char *node = strstr(text, "\"translation\"");
    char *three = node ? strchr(node, '3') : NULL;
    REQUIRE(three != NULL);
    *three = '7';
    import = caper_import_parse(text, size, NULL, NULL, NULL);
    REQUIRE(import != NULL);
    CHECK_NEAR(import->character->skeleton.rest_local[0].position.y, 0.25, 1e-4);
    caper_import_destroy(import);
    caper_free(NULL, text, size + 1);
    caper_character_destroy(balloon);
}

TESTS(a_joint_listed_twice_has_one_bind_matrix, weights_without_measure_still_sum_to_one,
      names_of_morphs_lose_what_no_name_may_hold, splines_without_end_stop_at_a_limit,
      expressions_are_deforms_of_the_head, a_unit_scales_all_of_our_own_file,
      the_floor_of_our_own_file_is_believed_until_it_was_moved)
