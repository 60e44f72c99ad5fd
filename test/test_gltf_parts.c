// SPDX-License-Identifier: MIT
//
// A file that is read in parts (a GLB, a buffer beside a document) gives what the same bytes give
// when they are all in memory: the same skins and clips to the bit, the same warnings, the same
// errors. On files made here, with everything that makes reading in parts hard, and on the real
// ones of the data set.
#define _POSIX_C_SOURCE 200809L
#include "gltf_fixture.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *made(const char *name)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s/gltf_parts", CAPER_BINARY_DIR);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/gltf_parts/%s", CAPER_BINARY_DIR, name);
    return path;
}

static void check_skins(const caper_import *a, const caper_import *b)
{
    REQUIRE(a->skin_count == b->skin_count);
    for (int i = 0; i < a->skin_count; i++) {
        const caper_skin *p = &a->skins[i], *q = &b->skins[i];
        REQUIRE(p->vertex_count == q->vertex_count && p->index_count == q->index_count &&
                p->morph_count == q->morph_count);
        size_t n = (size_t)p->vertex_count, morphs = n * (size_t)p->morph_count;
        CHECK(memcmp(p->positions, q->positions, n * sizeof *p->positions) == 0);
        CHECK(memcmp(p->normals, q->normals, n * sizeof *p->normals) == 0);
        CHECK(memcmp(p->bodies, q->bodies, 4 * n * sizeof *p->bodies) == 0);
        CHECK(memcmp(p->weights, q->weights, 4 * n * sizeof *p->weights) == 0);
        CHECK(memcmp(p->indices, q->indices, (size_t)p->index_count * sizeof *p->indices) == 0);
        if (morphs > 0)
            CHECK(memcmp(p->morph_offsets, q->morph_offsets, morphs * sizeof *p->morph_offsets) ==
                  0);
    }
}

static void check_clips(const caper_import *a, const caper_import *b)
{
    static caper_transform pose_a[CAPER_MAX_BODIES], pose_b[CAPER_MAX_BODIES];
    REQUIRE(a->clip_count == b->clip_count);
    size_t n = (size_t)a->character->body_count;
    for (int i = 0; i < a->clip_count; i++) {
        REQUIRE(a->clips[i]->frame_count == b->clips[i]->frame_count);
        float duration = (float)(a->clips[i]->frame_count - 1) / a->clips[i]->rate;
        for (int k = 0; k <= 7; k++) {
            caper_pose p = {pose_a, NULL, (int)n, 0}, q = {pose_b, NULL, (int)n, 0};
            REQUIRE(caper_clip_sample(a->clips[i], duration * (float)k / 7.0f, NULL, &p));
            REQUIRE(caper_clip_sample(b->clips[i], duration * (float)k / 7.0f, NULL, &q));
            CHECK(memcmp(pose_a, pose_b, n * sizeof *pose_a) == 0);
        }
    }
}

// Reads a file both ways and compares; true when it is good.
static bool check_same(const char *path)
{
    size_t size;
    caper_error of_file = {0}, of_memory = {0};
    void *bytes = caper_file_read(path, 0, NULL, &size, NULL);
    REQUIRE(bytes != NULL);
    caper_import *a = caper_import_load(path, NULL, &of_file);
    caper_import *b = caper_import_parse(bytes, size, path, NULL, &of_memory);
    CHECK(!a == !b);
    if (a && b) {
        REQUIRE(a->character->body_count == b->character->body_count);
        CHECK_INT(a->format, b->format);
        CHECK_INT(a->warnings.count, b->warnings.count);
        check_skins(a, b);
        check_clips(a, b);
    } else {
        CHECK_STR(of_file.message, of_memory.message);
        CHECK_INT(of_file.line, of_memory.line);
        CHECK_INT(of_file.column, of_memory.column);
    }
    bool good = a != NULL;
    caper_import_destroy(a);
    caper_import_destroy(b);
    caper_free(NULL, bytes, size + 1);
    return good;
}

// -- Files made here --------------------------------------------------------------------------

// Vertices with sparse weights, pictures in the way, keys that are vertices too, keys far behind.
static char *hard_json(blob *b, const char *uri)
{
    static const unsigned char picture[3000] = {1, 2, 3};
    static const uint8_t joints[12] = {0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    static const uint8_t replaced[4] = {1};
    float share[4] = {0.25f, 0.75f, 0, 0};
    int positions = FLOATS(b, "VEC3", 3, 0, 0, 0, 1, 0, 0, 0, 1, 0);
    blob_add(b, picture, sizeof picture, 1, 5121, "SCALAR", "");
    int bound = blob_add(b, joints, 12, 3, 5121, "VEC4", "");
    int weights = FLOATS(b, "VEC4", 4, 1, 0, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0);
    int which = blob_add(b, replaced, 1, 1, 5121, "SCALAR", "");
    int with = blob_add(b, share, sizeof share, 1, 5126, "VEC4", "");
    blob_add(b, picture, sizeof picture, 1, 5121, "SCALAR", "");
    int times = FLOATS(b, "SCALAR", 1, 0, 0.5f, 1);
    int turns = FLOATS(b, "VEC4", 4, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1);
    // the weights become sparse: their entry ends the list of accessors
    size_t n = strlen(b->accessors);
    snprintf(b->accessors + n, sizeof b->accessors - n,
             ",{'bufferView':%d,'componentType':5126,'count':3,'type':'VEC4','sparse':{'count':1,"
             "'indices':{'bufferView':%d,'componentType':5121},'values':{'bufferView':%d}}}",
             weights, which, with);
    size_t room = 32768;
    char *out = malloc(room);
    snprintf(out, room,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%zu%s}],'bufferViews':[%s],"
             "'accessors':[%s],'nodes':[{'name':'a','children':[1]},{'name':'b','translation':"
             "[0,1,0]},{'mesh':0,'skin':0}],'skins':[{'joints':[0,1]}],'meshes':[{'primitives':"
             "[{'attributes':{'POSITION':%d,'JOINTS_0':%d,'WEIGHTS_0':%d}}]}],'animations':["
             "{'samplers':[{'input':%d,'output':%d},{'input':%d,'output':%d}],'channels':["
             "{'sampler':0,'target':{'node':1,'path':'rotation'}},"
             "{'sampler':1,'target':{'node':0,'path':'translation'}}]}]}",
             b->size, uri, b->views, b->accessors, positions, bound, b->count, times, turns, times,
             positions);
    for (char *c = out; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    return out;
}

static void put32(unsigned char *p, size_t value)
{
    for (int i = 0; i < 4; i++)
        p[i] = (unsigned char)(value >> (8 * i) & 255);
}

static size_t make_glb(unsigned char *out, const char *json, const blob *b)
{
    size_t text = strlen(json), padded = (text + 3) / 4 * 4;
    memcpy(out, "glTF", 4);
    put32(out + 4, 2);
    put32(out + 12, padded);
    memcpy(out + 16, "JSON", 4);
    memcpy(out + 20, json, text);
    memset(out + 20 + text, ' ', padded - text);
    put32(out + 20 + padded, b->size);
    memcpy(out + 24 + padded, "BIN\0", 4);
    memcpy(out + 28 + padded, b->data, b->size);
    put32(out + 8, 28 + padded + b->size);
    return 28 + padded + b->size;
}

static void a_hard_glb_reads_the_same_from_its_file(void)
{
    blob b = {0};
    char *json = hard_json(&b, "");
    static unsigned char glb[65536];
    size_t size = make_glb(glb, json, &b);
    const char *path = made("hard.glb");
    REQUIRE(caper_file_write(path, glb, size, NULL));
    CHECK(check_same(path));
    caper_import *import = caper_import_load(path, NULL, NULL);
    REQUIRE(import && import->skin_count == 1);
    CHECK_NEAR(import->skins[0].weights[4], 0.75, 1e-6); // the sparse one
    caper_import_destroy(import);
    free(json);
}

static void cut_and_changed_files_are_refused_in_the_same_words(void)
{
    blob b = {0};
    char *json = hard_json(&b, "");
    static unsigned char glb[65536], bad[65536];
    size_t size = make_glb(glb, json, &b);
    const char *path = made("bad.glb");
    int refused = 0;
    for (size_t cut = 0; cut < size; cut += cut < 64 ? 1 : 97) {
        memcpy(bad, glb, cut);
        if (cut >= 12)
            put32(bad + 8, cut);
        REQUIRE(caper_file_write(path, bad, cut, NULL));
        refused += !check_same(path);
    }
    CHECK(refused > 60);
    caper_rng rng = caper_rng_make(5);
    for (int i = 0; i < 200; i++) {
        memcpy(bad, glb, size);
        size_t at = 12 + caper_rng_u32(&rng) % (28 + strlen(json));
        bad[at] = (unsigned char)(caper_rng_u32(&rng) & 255);
        REQUIRE(caper_file_write(path, bad, size, NULL));
        check_same(path);
    }
    free(json);
}

// Keys may be read where they lie, in a file of which they are most, or be copied: a number that is
// not finite is refused all the same, also in a scale, which nothing is made of.
static void a_key_that_is_not_finite_is_refused_in_parts_too(void)
{
    static const char *const paths[] = {"translation", "rotation", "scale"};
    static const char *const ways[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    const float odd[] = {NAN, INFINITY, -INFINITY};
    static unsigned char glb[65536];
    for (int i = 0; i < 27; i++) {
        bool turns = i % 3 == 1, cubic = i / 3 % 3 == 2;
        int width = turns ? 4 : 3, count = cubic ? 18 : 6;
        float times[6], values[72];
        for (int k = 0; k < 6; k++)
            times[k] = (float)k;
        for (int k = 0; k < width * count; k++)
            values[k] = turns ? (float)(k % 4 == 3) : 1.0f;
        values[width * (cubic ? 4 : 2) + 1] = odd[i / 9];
        blob b = {0};
        int input = blob_floats(&b, "SCALAR", 1, 6, times);
        int output = blob_floats(&b, turns ? "VEC4" : "VEC3", width, count, values);
        char json[4096];
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%zu}],'bufferViews':[%s],"
                 "'accessors':[%s],'nodes':[{'name':'a','children':[1]},{'name':'b','translation':"
                 "[0,1,0]}],'animations':[{'samplers':[{'input':%d,'output':%d,'interpolation':"
                 "'%s'}],'channels':[{'sampler':0,'target':{'node':1,'path':'%s'}}]}]}",
                 b.size, b.views, b.accessors, input, output, ways[i / 3 % 3], paths[i % 3]);
        for (char *c = json; *c; c++)
            *c = *c == '\'' ? '"' : *c;
        REQUIRE(caper_file_write(made("odd.glb"), glb, make_glb(glb, json, &b), NULL));
        CHECK(!check_same(made("odd.glb")));
        caper_error error = {0};
        CHECK(!caper_import_load(made("odd.glb"), NULL, &error));
        CHECK(strstr(error.message, "not finite") != NULL);
    }
}

static void a_buffer_beside_reads_as_one_inside(void)
{
    blob b = {0}, again = {0};
    char *json = hard_json(&b, ",'uri':'hard.bin'");
    char *inside = hard_json(&again, "");
    static unsigned char glb[65536];
    size_t size = make_glb(glb, inside, &again);
    REQUIRE(caper_file_write(made("hard.bin"), b.data, b.size, NULL));
    REQUIRE(caper_file_write(made("hard.gltf"), json, strlen(json), NULL));
    caper_import *beside = caper_import_load(made("hard.gltf"), NULL, NULL);
    caper_import *whole = caper_import_parse(glb, size, NULL, NULL, NULL);
    REQUIRE(beside && whole);
    check_skins(beside, whole);
    check_clips(beside, whole);
    caper_import_destroy(beside);
    caper_import_destroy(whole);
    // too short, and not there
    caper_error error = {0};
    REQUIRE(caper_file_write(made("hard.bin"), b.data, b.size - 8, NULL));
    CHECK(!caper_import_load(made("hard.gltf"), NULL, &error));
    CHECK(strstr(error.message, "less than its 'byteLength'") != NULL);
    remove(made("hard.bin"));
    CHECK(!caper_import_load(made("hard.gltf"), NULL, &error));
    CHECK(strstr(error.message, "the file 'hard.bin' of the buffer: cannot open: no such file"));
    free(json);
    free(inside);
}

// A data URI is decoded over its own text: lines behind it are still counted right.
static void errors_behind_a_decoded_buffer_have_their_line(void)
{
    char zeros[1200] = "";
    float times[200];
    for (int i = 0; i < 200; i++)
        times[i] = 0.0f;             // do not rise
    memset(times + 1, '\n', 4 * 64); // line ends, once decoded
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *raw = (const unsigned char *)times;
    size_t n = 0;
    for (size_t i = 0; i < 798; i += 3) {
        unsigned x = (unsigned)raw[i] << 16 | (unsigned)raw[i + 1] << 8 | raw[i + 2];
        for (int k = 18; k >= 0; k -= 6)
            zeros[n++] = digits[x >> k & 63];
    }
    zeros[n] = '\0';
    char text[4096];
    int size = snprintf(text, sizeof text,
                        "{\"asset\":{\"version\":\"2.0\"},\n\"buffers\":[{\"byteLength\":796,"
                        "\"uri\":\"data:;base64,%s\"}],\n\"bufferViews\":[{\"buffer\":0,"
                        "\"byteLength\":796}],\n\"nodes\":[{\"name\":\"a\"}],\n\"accessors\":[\n"
                        "{\"bufferView\":0,\"componentType\":5126,\"count\":100,\"type\":"
                        "\"SCALAR\"}],\n\"animations\":[{\"samplers\":[{\"input\":0,\"output\":0}],"
                        "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":"
                        "\"translation\"}}]}]}",
                        zeros);
    const char *path = made("lines.gltf");
    REQUIRE(caper_file_write(path, text, (size_t)size, NULL));
    caper_error error = {0};
    CHECK(!caper_import_load(path, NULL, &error));
    CHECK_INT(error.line, 6);
    check_same(path);
}

// -- Real files -------------------------------------------------------------------------------

static int check_folder(const char *folder, int depth)
{
    DIR *dir = opendir(folder);
    int count = 0;
    for (struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir)) {
        char path[2048];
        struct stat info;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] == '.' || stat(path, &info) != 0)
            continue;
        const char *dot = strrchr(e->d_name, '.');
        if (S_ISDIR(info.st_mode) && depth > 0) {
            count += check_folder(path, depth - 1);
        } else if (dot && (strcmp(dot, ".glb") == 0 || strcmp(dot, ".gltf") == 0 ||
                           strcmp(dot, ".vrm") == 0)) {
            check_same(path);
            count++;
        }
    }
    if (dir)
        closedir(dir);
    return count;
}

static void real_files_read_the_same_in_parts(void)
{
    const char *folder = test_shared_path("gltf");
    if (!folder)
        SKIP("the data set is not here");
    int count = check_folder(folder, 4);
    printf("%d files\n", count);
    CHECK(count > 50);
}

TESTS(a_hard_glb_reads_the_same_from_its_file, cut_and_changed_files_are_refused_in_the_same_words,
      a_key_that_is_not_finite_is_refused_in_parts_too, a_buffer_beside_reads_as_one_inside,
      errors_behind_a_decoded_buffer_have_their_line, real_files_read_the_same_in_parts)
