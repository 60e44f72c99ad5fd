// SPDX-License-Identifier: MIT
//
// Feet that a file hangs beside the leg: found by how they move and where the mesh goes over, hung
// on the shank, and written back where they were. The judge of places is the naive evaluation of
// the file.
#include "gltf_compare.h"
#include "gltf_fixture.h"

#include <sys/stat.h>

static void written(const char *name, char *out, size_t size)
{
    snprintf(out, size, "%s/gltf_grafted", CAPER_BINARY_DIR);
    mkdir(out, 0777);
    snprintf(out, size, "%s/gltf_grafted/%s", CAPER_BINARY_DIR, name);
}

#define KEYS 9

// What a rig of one body and two legs is like: thigh, shank, and a foot below the root, listed
// before the leg.
typedef struct rig {
    bool follows;  // the foot goes where the shank ends; else its own way
    bool meets;    // the mesh of the foot begins where that of the shank ends
    bool one_side; // only the left leg moves
    bool clips;
} rig;

// The leg swings by this at a key.
static float swing(int key)
{
    return 0.5f * sinf(0.8f * (float)key);
}

// The end of a leg of 1 + 1 m from a hip at height 2, both joints turned by the same angle about X.
static caper_vec3 ankle(float x, float a)
{
    return caper_vec3_make(x, 2.0f - cosf(a) - cosf(2 * a), -sinf(a) - sinf(2 * a));
}

// A triangle strip of bands, each vertex row on its bone; rows at one height join.
static char *legs_document(rig r)
{
    // nodes: 0 armature, 1 root, 2 body, 3 foot.L, 4 foot.R, 5 thigh.L, 6 shank.L, 7 thigh.R,
    // 8 shank.R, 9 skin, 10 head
    static const float heights[5] = {0, 0.2f, 1.2f, 2.0f, 3.0f};
    blob b = {.size = 0};
    float positions[64 * 3], weights[64 * 4];
    unsigned char joints[64 * 4] = {0};
    unsigned short indices[128];
    memset(weights, 0, sizeof weights);
    int vertices = 0, corners = 0;
    for (int side = 0; side < 2; side++) {
        float x = side == 0 ? 0.3f : -0.3f;
        int first = vertices;
        // joints of the skin: body 0, foot 1 or 2, thigh 3 or 5, shank 4 or 6
        const int owner[5] = {1 + side, 4 + 2 * side, 4 + 2 * side, 3 + 2 * side, 0};
        for (int row = 0; row < 5; row++)
            for (int k = 0; k < 2; k++, vertices++) {
                positions[3 * vertices] = x + (k ? 0.1f : -0.1f);
                positions[3 * vertices + 1] = heights[row];
                positions[3 * vertices + 2] = 0;
                joints[4 * vertices] = (unsigned char)owner[row];
                weights[4 * vertices] = 1;
            }
        // without a seam between foot and shank the foot's row is a piece of its own
        for (int row = r.meets ? 0 : 1; row < 4; row++) {
            const int at = first + 2 * row;
            const int corner[6] = {at, at + 1, at + 2, at + 2, at + 1, at + 3};
            for (int k = 0; k < 6; k++)
                indices[corners++] = (unsigned short)corner[k];
        }
    }
    // a broad body, so that feet are a small part
    for (int k = 0; k < 16; k++, vertices++) {
        positions[3 * vertices] = 0.5f * (float)(k % 4) - 0.75f;
        positions[3 * vertices + 1] = 2.5f + 0.2f * (float)(k / 4);
        positions[3 * vertices + 2] = 0.1f * (float)(k % 3);
        weights[4 * vertices] = 1;
    }
    int position = blob_floats(&b, "VEC3", 3, vertices, positions);
    int joint = blob_add(&b, joints, 4 * (size_t)vertices, vertices, 5121, "VEC4", "");
    int weight = blob_floats(&b, "VEC4", 4, vertices, weights);
    int index = blob_add(&b, indices, 2 * (size_t)corners, corners, 5123, "SCALAR", "");
    static const float bound[7][3] = {{0, 2.4f, 0}, {0.3f, 0, 0},  {-0.3f, 0, 0}, {0.3f, 2, 0},
                                      {0.3f, 1, 0}, {-0.3f, 2, 0}, {-0.3f, 1, 0}};
    float binds[7 * 16] = {0};
    for (int i = 0; i < 7; i++) {
        for (int k = 0; k < 4; k++)
            binds[16 * i + 5 * k] = 1;
        for (int k = 0; k < 3; k++)
            binds[16 * i + 12 + k] = -bound[i][k];
    }
    int bind = blob_floats(&b, "MAT4", 16, 7, binds);
    char *animations = calloc(1, 4096);
    if (r.clips) {
        float times[KEYS], feet[2][3 * KEYS], turns[2][4 * KEYS];
        for (int k = 0; k < KEYS; k++) {
            times[k] = 0.1f * (float)k;
            for (int side = 0; side < 2; side++) {
                float a = side == 1 && r.one_side ? 0 : swing(k + 2 * side);
                caper_vec3 at = ankle(side == 0 ? 0.3f : -0.3f, a);
                if (!r.follows)
                    at = caper_vec3_make(at.x, 0, 0.4f * cosf(0.9f * (float)k));
                memcpy(feet[side] + 3 * k, &at, sizeof at);
                float q[4] = {sinf(0.5f * a), 0, 0, cosf(0.5f * a)};
                memcpy(turns[side] + 4 * k, q, sizeof q);
            }
        }
        int input = blob_floats(&b, "SCALAR", 1, KEYS, times);
        int output[6];
        for (int side = 0; side < 2; side++) {
            output[3 * side] = blob_floats(&b, "VEC3", 3, KEYS, feet[side]);
            output[3 * side + 1] = output[3 * side + 2] =
                blob_floats(&b, "VEC4", 4, KEYS, turns[side]);
        }
        static const int node[6] = {3, 5, 6, 4, 7, 8};
        size_t n = (size_t)sprintf(animations, ",'animations':[{'name':'step','samplers':[");
        for (int i = 0; i < 6; i++)
            n += (size_t)sprintf(animations + n, "%s{'input':%d,'output':%d}", i ? "," : "", input,
                                 output[i]);
        n += (size_t)sprintf(animations + n, "],'channels':[");
        for (int i = 0; i < 6; i++)
            n +=
                (size_t)sprintf(animations + n, "%s{'sampler':%d,'target':{'node':%d,'path':'%s'}}",
                                i ? "," : "", i, node[i], i % 3 == 0 ? "translation" : "rotation");
        sprintf(animations + n, "]}]");
    }
    char *text = document(
        &b,
        "'scene':0,'scenes':[{'nodes':[0,9]}],'nodes':[{'name':'armature','scale':[2,2,2],"
        "'children':[1]},{'name':'root','children':[3,4,2]},"
        "{'name':'body','translation':[0,2.4,0],'children':[5,7,10]},"
        "{'name':'foot.L','translation':[0.3,0,0]},{'name':'foot.R','translation':[-0.3,0,0]},"
        "{'name':'thigh.L','translation':[0.3,-0.4,0],'children':[6]},"
        "{'name':'shank.L','translation':[0,-1,0]},"
        "{'name':'thigh.R','translation':[-0.3,-0.4,0],'children':[8]},"
        "{'name':'shank.R','translation':[0,-1,0]},"
        "{'name':'skin','mesh':0,'skin':0},{'name':'head','translation':[0,1,0]}],"
        "'skins':[{'joints':[2,3,4,5,6,7,8],'inverseBindMatrices':%d}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':%d,'JOINTS_0':%d,'WEIGHTS_0':%d},"
        "'indices':%d}]}]%s",
        bind, position, joint, weight, index, animations);
    free(animations);
    return text;
}

static caper_import *read_rig(const char *path, rig r, bool no_clips)
{
    char *text = legs_document(r);
    REQUIRE(caper_file_write(path, text, strlen(text), NULL));
    free(text);
    caper_import_options options = caper_import_options_default();
    options.carry = true;
    options.no_clips = no_clips;
    caper_error error = {0};
    caper_import *import = caper_import_load(path, &options, &error);
    if (!import)
        printf("%s\n", error.message);
    REQUIRE(import != NULL);
    return import;
}

static const char *parent_name(const caper_import *import, const char *name)
{
    int parent = import->character->bodies[body(import, name)].parent;
    return parent >= 0 ? import->character->bodies[parent].name : "";
}

static const rig good = {.follows = true, .meets = true, .clips = true};

static void feet_beside_the_leg_are_part_of_it(void)
{
    char path[512];
    written("legs.gltf", path, sizeof path);
    caper_import *import = read_rig(path, good, false);
    CHECK_STR(parent_name(import, "foot.L"), "shank.L");
    CHECK_STR(parent_name(import, "foot.R"), "shank.R");
    CHECK_STR(parent_name(import, "shank.L"), "thigh.L");
    CHECK_INT(import->character->leg_count, 2);
    for (int i = 0; i < import->character->leg_count; i++)
        CHECK_INT(import->character->legs[i].body_count, 3);
    oracle o;
    REQUIRE(oracle_open(&o, path));
    caper_pose pose = caper_character_pose(import->character, NULL);
    measure m = {0};
    for (int f = 0; f < KEYS; f++) {
        float at = (float)f * 0.1f;
        REQUIRE(caper_clip_sample(import->clips[0], at, NULL, &pose));
        caper_pose_to_model(&import->character->skeleton, &pose, NULL, &pose);
        compare_pose(&o, import, &pose, 0, (double)at, &m);
    }
    CHECK(m.compared_bodies > 0 && m.compared_vertices > 0);
    CHECK_NEAR(m.bodies, 0, 1e-5);
    CHECK_NEAR(m.vertices, 0, 1e-5);
    oracle_close(&o);
    caper_pose_destroy(&pose, NULL);
    caper_import_destroy(import);
    remove(path);
}

// The thigh alone turns: in the file the foot must go along, by keys of its own.
static void a_leg_that_is_posed_takes_its_foot_along_in_the_file(void)
{
    char path[512], out[512];
    written("posed.gltf", path, sizeof path);
    written("posed.glb", out, sizeof out);
    caper_import *import = read_rig(path, good, false);
    const caper_character *c = import->character;
    caper_transform *frames = calloc(2 * (size_t)c->body_count, sizeof *frames);
    for (int i = 0; i < 2 * c->body_count; i++)
        frames[i] = c->skeleton.rest_local[i % c->body_count];
    int thigh = c->body_count + body(import, "thigh.L");
    frames[thigh].rotation = caper_quat_mul(
        frames[thigh].rotation, caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), 0.7f));
    caper_clip_def def = caper_clip_def_default();
    def.name = "kick";
    def.skeleton = &c->skeleton;
    def.frame_count = 2;
    def.frames = frames;
    caper_clip *clip = caper_clip_create(&def, NULL);
    const caper_clip *clips[] = {clip};
    caper_export_job job = caper_export_job_default();
    job.character = c;
    job.clips = clips;
    job.clip_count = 1;
    job.like = import;
    REQUIRE(clip && caper_export_save(&job, out, NULL));
    oracle o;
    REQUIRE(oracle_open(&o, out));
    double at = 1.0 / (double)clip->rate;
    const double *w = oracle_world(&o, 3, 0, at);
    // a straight leg of 2 m about the hip, twice as large in the scene
    CHECK_NEAR(w[12], 0.6, 1e-5);
    CHECK_NEAR(w[13], 4 - 4 * cos(0.7), 1e-5);
    CHECK_NEAR(w[14], -4 * sin(0.7), 1e-5);
    CHECK_INT(o.parents[3], 1); // where it was
    oracle_close(&o);
    free(frames);
    caper_clip_destroy(clip);
    caper_import_destroy(import);
    remove(path);
    remove(out);
}

static void what_goes_its_own_way_stays_where_it_hangs(void)
{
    char path[512];
    written("own_way.gltf", path, sizeof path);
    caper_import *import = read_rig(path, (rig){.meets = true, .clips = true}, false);
    CHECK_STR(parent_name(import, "foot.L"), "root");
    caper_import_destroy(import);
    remove(path);
}

static void a_clip_of_one_leg_tells_about_both(void)
{
    char path[512];
    written("one_side.gltf", path, sizeof path);
    rig r = good;
    r.one_side = true;
    caper_import *import = read_rig(path, r, false);
    CHECK_STR(parent_name(import, "foot.L"), "shank.L");
    CHECK_STR(parent_name(import, "foot.R"), "shank.R");
    caper_import_destroy(import);
    remove(path);
}

static void parts_without_a_seam_are_told_by_their_motion(void)
{
    char path[512];
    written("plates.gltf", path, sizeof path);
    rig r = good;
    r.meets = false;
    caper_import *import = read_rig(path, r, false);
    CHECK_STR(parent_name(import, "foot.L"), "shank.L");
    caper_import_destroy(import);
    remove(path);
}

static void without_clips_the_mesh_tells(void)
{
    char path[512];
    written("mesh.gltf", path, sizeof path);
    caper_import *import = read_rig(path, (rig){.meets = true}, false);
    CHECK_STR(parent_name(import, "foot.L"), "shank.L");
    caper_import_destroy(import);
    import = read_rig(path, (rig){.meets = false}, false);
    CHECK_STR(parent_name(import, "foot.L"), "root");
    caper_import_destroy(import);
    remove(path);
}

static void the_character_is_the_same_where_nobody_asks_for_clips(void)
{
    char path[512];
    written("bare.gltf", path, sizeof path);
    rig r = good;
    r.meets = false; // so that only the clips tell
    caper_import *bare = read_rig(path, r, true), *whole = read_rig(path, r, false);
    CHECK_INT(bare->clip_count, 0);
    CHECK(caper_skeleton_same(&bare->character->skeleton, &whole->character->skeleton));
    caper_import_destroy(bare);
    caper_import_destroy(whole);
    remove(path);
}

// An arm on each side: three bones and a thumb at the end of the forearm, which is this long. Two
// vertices a joint, but five for the middle bone.
static caper_import *read_hands(float forearm)
{
    // nodes: 0 hips, 1 spine, 2 head; a side: upper, lower, palm1, palm2, palm3, thumb
    static const char *const bones[6] = {"upper", "lower", "palm1", "palm2", "palm3", "thumb"};
    char nodes[4096], joints_json[256] = "0,1,2";
    size_t n = (size_t)sprintf(nodes, "{'name':'hips','translation':[0,1,0],'children':[1]},"
                                      "{'name':'spine','translation':[0,0.4,0],'children':[2,3,9]},"
                                      "{'name':'head','translation':[0,0.3,0]}");
    float positions[64 * 3], weights[64 * 4] = {0}, binds[15 * 16] = {0};
    unsigned char joints[64 * 4] = {0};
    unsigned short indices[64];
    int vertices = 0;
    for (int side = 0; side < 2; side++) {
        float s = side == 0 ? 1.0f : -1.0f;
        for (int b = 0; b < 6; b++) {
            int node = 3 + 6 * side + b;
            float x = s * (b == 0 ? 0.2f : b == 1 ? 0.3f : b == 5 ? 0.9f * forearm : forearm);
            float z = b < 2 ? 0.0f : b == 5 ? 0.05f : 0.03f * (float)(b - 3);
            n += (size_t)sprintf(nodes + n, ",{'name':'%s.%c','translation':[%g,0,%g]", bones[b],
                                 side ? 'R' : 'L', (double)x, (double)z);
            if (b < 2)
                n += (size_t)sprintf(nodes + n,
                                     b == 0 ? ",'children':[%d]" : ",'children':[%d,%d,%d,%d]",
                                     node + 1, node + 2, node + 3, node + 4);
            n += (size_t)sprintf(nodes + n, "}");
            sprintf(joints_json + strlen(joints_json), ",%d", node);
        }
    }
    for (int i = 0; i < 15; i++) {
        int b = (i - 3) % 6;
        float s = i < 9 ? 1.0f : -1.0f;
        float at[3] = {0, i == 0 ? 1.0f : i == 2 ? 1.7f : 1.4f, 0};
        if (i >= 3) {
            at[0] = s * (b == 0 ? 0.2f : 0.5f + (b == 1 ? 0 : b == 5 ? 0.9f * forearm : forearm));
            at[2] = b < 2 ? 0.0f : b == 5 ? 0.05f : 0.03f * (float)(b - 3);
        }
        for (int k = 0; k < 4; k++)
            binds[16 * i + 5 * k] = 1;
        for (int k = 0; k < 3; k++)
            binds[16 * i + 12 + k] = -at[k];
        for (int k = 0; k < (i >= 3 && b == 3 ? 5 : 2); k++, vertices++) {
            for (int c = 0; c < 3; c++)
                positions[3 * vertices + c] = at[c] + 0.01f * (float)(k == c);
            joints[4 * vertices] = (unsigned char)i;
            weights[4 * vertices] = 1;
            indices[vertices] = (unsigned short)vertices;
        }
    }
    blob b = {.size = 0};
    int position = blob_floats(&b, "VEC3", 3, vertices, positions);
    int joint = blob_add(&b, joints, 4 * (size_t)vertices, vertices, 5121, "VEC4", "");
    int weight = blob_floats(&b, "VEC4", 4, vertices, weights);
    int corners = vertices / 3 * 3;
    int index = blob_add(&b, indices, 2 * (size_t)corners, corners, 5123, "SCALAR", "");
    int bind = blob_floats(&b, "MAT4", 16, 15, binds);
    return read_good(document(
        &b,
        "'scene':0,'scenes':[{'nodes':[0,15]}],'nodes':[%s,{'name':'skin','mesh':0,'skin':0}],"
        "'skins':[{'joints':[%s],'inverseBindMatrices':%d}],'meshes':[{'primitives':[{'attributes':"
        "{'POSITION':%d,'JOINTS_0':%d,'WEIGHTS_0':%d},'indices':%d}]}]",
        nodes, joints_json, bind, position, joint, weight, index));
}

static void bones_of_a_palm_side_by_side_are_one_hand(void)
{
    static const char *const others[] = {"palm1.L", "palm3.L", "thumb.L",
                                         "palm1.R", "palm3.R", "thumb.R"};
    caper_import *import = read_hands(0.25f);
    const caper_character *c = import->character;
    for (int i = 0; i < 6; i++) {
        CHECK_STR(parent_name(import, others[i]), i < 3 ? "palm2.L" : "palm2.R");
        CHECK(!(c->bodies[body(import, others[i])].caps & CAPER_CAP_GRASPER));
    }
    CHECK_STR(parent_name(import, "palm2.L"), "lower.L");
    CHECK(c->bodies[body(import, "palm2.L")].caps & CAPER_CAP_GRASPER);
    CHECK(c->bodies[body(import, "palm2.R")].caps & CAPER_CAP_GRASPER);
    CHECK_AT(c->rest_model[body(import, "palm1.R")].position, -0.75, 1.4, -0.03, 1e-5);
    caper_import_destroy(import);
    // where what they hang on is a hand itself, they are its fingers
    import = read_hands(0.1f);
    for (int i = 0; i < 6; i++)
        CHECK_STR(parent_name(import, others[i]), i < 3 ? "lower.L" : "lower.R");
    caper_import_destroy(import);
}

TESTS(feet_beside_the_leg_are_part_of_it, a_leg_that_is_posed_takes_its_foot_along_in_the_file,
      what_goes_its_own_way_stays_where_it_hangs, a_clip_of_one_leg_tells_about_both,
      parts_without_a_seam_are_told_by_their_motion, without_clips_the_mesh_tells,
      the_character_is_the_same_where_nobody_asks_for_clips,
      bones_of_a_palm_side_by_side_are_one_hand)
