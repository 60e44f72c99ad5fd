// SPDX-License-Identifier: MIT
//
// A glTF file that is read, moved and written again: what is not motion is the same, member by
// member and number by number, and the motion on the file's own nodes is that of the bodies. The
// judge is the naive evaluation of gltf_oracle.h, which knows nothing of bodies.
#include "gltf_compare.h"
#include "gltf_fixture.h"

#include <sys/stat.h>

// A path of a test's own in the folder that tests write to.
static void test_temp_path(const char *name, char *out, size_t size)
{
    snprintf(out, size, "%s/gltf_carried", CAPER_BINARY_DIR);
    mkdir(out, 0777);
    snprintf(out, size, "%s/gltf_carried/%s", CAPER_BINARY_DIR, name);
}

// -- Comparing documents ----------------------------------------------------------------------

static bool same_json(const oracle_json *a, const oracle_json *b)
{
    if (!a || !b || a->type != b->type || a->count != b->count)
        return !a && !b;
    if (a->type == CAPERI_JSON_NUMBER)
        return a->as.number == b->as.number;
    if (a->type == CAPERI_JSON_STRING)
        return memcmp(a->as.string, b->as.string, a->count) == 0;
    uint32_t items = a->type == CAPERI_JSON_ARRAY    ? a->count
                     : a->type == CAPERI_JSON_OBJECT ? 2 * a->count
                                                     : 0;
    for (uint32_t i = 0; i < items; i++)
        if (!same_json(&a->as.items[i], &b->as.items[i]))
            return false;
    return true;
}

// The first items of a longer list are those of the shorter, numbers of accessors included.
static void check_kept(const oracle *a, const oracle *b)
{
    static const char *const lists[] = {"animations", "accessors", "bufferViews", "buffers",
                                        "images"};
    for (uint32_t i = 0; i < a->json.root->count; i++) {
        const char *key = caperi_json_member_key(a->json.root, i)->as.string;
        bool grows = false;
        for (int k = 0; k < CAPER_COUNT_OF(lists); k++)
            grows = grows || strcmp(key, lists[k]) == 0;
        if (grows)
            continue;
        bool same = same_json(caperi_json_member_value(a->json.root, i),
                              caperi_json_find(b->json.root, key));
        if (!same)
            printf("'%s' is not what it was\n", key);
        CHECK(same);
    }
    const oracle_json *accessors = caperi_json_find(a->json.root, "accessors");
    int compared = 0;
    for (uint32_t i = 0; accessors && i < accessors->count; i++) {
        CHECK(same_json(&accessors->as.items[i], oracle_item(b, "accessors", (int)i)));
        int count = oracle_count(a, (int)i), step = 1 + count / 50;
        for (int k = 0; k < count; k += step, compared++) {
            double x = oracle_component(a, (int)i, (size_t)k);
            double y = oracle_component(b, (int)i, (size_t)k);
            CHECK(memcmp(&x, &y, sizeof x) == 0); // files have NaN too
        }
    }
    CHECK(!accessors || compared > 0);
}

// -- A motion of everything -------------------------------------------------------------------

#define FRAMES 9
#define RATE 10.0f

// Every body turns about its own axis and shifts a little; the whole walks a curve.
static caper_clip *make_motion(const caper_character *c, bool with_root)
{
    size_t bodies = (size_t)c->body_count;
    caper_transform *frames = malloc(FRAMES * bodies * sizeof *frames);
    caper_root roots[FRAMES];
    caper_rng rng = caper_rng_make(7);
    for (size_t b = 0; b < bodies; b++) {
        caper_vec3 axis = caper_vec3_normalize_or(caper_vec3_make(caper_rng_range(&rng, -1, 1),
                                                                  caper_rng_range(&rng, -1, 1),
                                                                  caper_rng_range(&rng, -1, 1)),
                                                  caper_vec3_make(1, 0, 0));
        float way = 0.01f * c->size;
        for (int f = 0; f < FRAMES; f++) {
            float turn = 0.6f * sinf((float)f + (float)b);
            caper_transform t = c->skeleton.rest_local[b];
            t.rotation = caper_quat_mul(t.rotation, caper_quat_from_axis_angle(axis, turn));
            t.position = caper_vec3_add_scaled(t.position, axis, way * cosf((float)f));
            frames[(size_t)f * bodies + b] = t;
        }
    }
    for (int f = 0; f < FRAMES; f++) {
        caper_root root = {0.1f * c->size * (float)f, 0.05f * c->size, 0.02f * (float)(f * f),
                           0.2f * (float)f};
        roots[f] = root;
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "made";
    def.skeleton = &c->skeleton;
    def.rate = RATE;
    def.frame_count = FRAMES;
    def.frames = frames;
    def.roots = with_root ? roots : NULL;
    // the tip stands for a while
    caper_contact stands = {.body = c->body_count - 1, .start = 0, .end = 1 / RATE};
    def.contacts = &stands;
    def.contact_count = 1;
    caper_error error = {0};
    caper_clip *clip = caper_clip_create(&def, &error);
    REQUIRE(clip != NULL);
    free(frames);
    return clip;
}

// Our own bodies and vertices at every frame beside those of the file; the worst, as shares of the
// size.
static measure compare_motion(oracle *o, const caper_import *import, const caper_clip *clip,
                              int animation)
{
    const caper_character *c = import->character;
    caper_pose pose = caper_pose_create(c->body_count, 0, NULL);
    measure m = {0};
    for (int f = 0; f < clip->frame_count; f++) {
        float at = (float)f / clip->rate;
        REQUIRE(caper_clip_sample(clip, at, NULL, &pose));
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, at));
        caper_pose_to_model(&c->skeleton, &pose, &root, &pose);
        compare_pose(o, import, &pose, animation, (double)at, &m);
    }
    caper_pose_destroy(&pose, NULL);
    return m;
}

static caper_import *read_carried(char *text)
{
    caper_import_options options = caper_import_options_default();
    caper_error error = {0};
    options.carry = true;
    caper_import *import = caper_import_parse(text, strlen(text), NULL, &options, &error);
    if (!import)
        printf("%s\n", error.message);
    REQUIRE(import != NULL && import->document != NULL);
    return import;
}

static bool save(const caper_import *import, const caper_clip *const *clips, int count,
                 const char *path, caper_warnings *warnings)
{
    caper_export_job job = caper_export_job_default();
    caper_error error = {0};
    job.character = import->character;
    job.clips = clips;
    job.clip_count = count;
    job.like = import;
    job.warnings = warnings;
    bool good = caper_export_save(&job, path, &error);
    if (!good)
        printf("%s\n", error.message);
    return good;
}

// -- Made documents ---------------------------------------------------------------------------

// A strip of skin over three joints. Above them: a turn, a scale of 2.5 and a mirror; the second
// joint has a scale of its own, the third stands on a matrix, and the nodes are not in the bind
// pose. Nobody else's business is kept too: cameras, extras, unknown extensions.
static char *odd_document(void)
{
    blob b = {.size = 0};
    int position = FLOATS(&b, "VEC3", 3, -1, 0, 0, 1, 0, 0, -1, 2, 0, 1, 2, 0, -1, 4, 0, 1, 4, 0);
    static const unsigned char joints[24] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0,
                                             0, 1, 0, 0, 1, 2, 0, 0, 2, 0, 0, 0};
    int joint = blob_add(&b, joints, sizeof joints, 6, 5121, "VEC4", "");
    int weight = FLOATS(&b, "VEC4", 4, 1, 0, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0, 0.25f, 0.75f, 0, 0,
                        0.5f, 0.5f, 0, 0, 1, 0, 0, 0);
    int uv = FLOATS(&b, "VEC2", 2, 0, 0, 1, 0, 0, 0.5f, 1, 0.5f, 0, 1, 1, 1);
    static const unsigned short triangles[12] = {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5};
    int index = blob_add(&b, triangles, sizeof triangles, 12, 5123, "SCALAR", "");
    int bind = FLOATS(&b, "MAT4", 16, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, //
                      1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 0, 1,                //
                      1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -4, 0, 1);
    int times = FLOATS(&b, "SCALAR", 1, 0, 1);
    int turns = FLOATS(&b, "VEC4", 4, 0, 0, 0, 1, 0, 0, 0.6f, 0.8f);
    return document(
        &b,
        "'scene':0,'scenes':[{'nodes':[0,5,6]}],'nodes':["
        "{'name':'above','rotation':[0,0.6,0,0.8],'scale':[2.5,2.5,-2.5],'translation':[1,2,3],"
        "'children':[1]},"
        "{'name':'a','rotation':[0.6,0,0,0.8],'children':[2]},"
        "{'name':'b','translation':[0,2,0],'scale':[0.5,0.5,0.5],'children':[3]},"
        "{'name':'c','matrix':[0,2,0,0,-2,0,0,0,0,0,2,0,0,4,0,1],'children':[4]},"
        "{'name':'ornament','translation':[0,1,0]},"
        "{'name':'skin','mesh':0,'skin':0},{'name':'eye','camera':0}],"
        "'cameras':[{'type':'perspective','perspective':{'yfov':0.7,'znear':0.01}}],"
        "'skins':[{'joints':[1,2,3],'inverseBindMatrices':%d}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':%d,'JOINTS_0':%d,'WEIGHTS_0':%d,"
        "'TEXCOORD_0':%d},'indices':%d,'material':0}]}],"
        "'materials':[{'name':'cloth','emissiveFactor':[0.1,0.2,0.3],'extras':{'k':[1,{'v':null}]}}"
        "],"
        "'extensionsUsed':['ACME_thing'],'extensions':{'ACME_thing':{'deep':[1,2,{'x':'}]'}]}},"
        "'animations':[{'name':'own','samplers':[{'input':%d,'output':%d}],"
        "'channels':[{'sampler':0,'target':{'node':2,'path':'rotation'}}]}]",
        bind, position, joint, weight, uv, index, times, turns);
}

static void write_text(const char *path, const char *text)
{
    REQUIRE(caper_file_write(path, text, strlen(text), NULL));
}

static void a_clip_moves_the_nodes_of_the_file_as_it_moves_the_bodies(void)
{
    char *text = odd_document();
    char in[512], out[512];
    test_temp_path("odd.gltf", in, sizeof in);
    write_text(in, text);
    caper_import *import = read_carried(text);
    static const char *const names[] = {"odd_out.glb", "odd_out.gltf"};
    for (int k = 0; k < 4; k++) {
        caper_clip *clip = make_motion(import->character, k >= 2);
        const caper_clip *clips[] = {clip};
        test_temp_path(names[k % 2], out, sizeof out);
        REQUIRE(save(import, clips, 1, out, NULL));
        oracle o;
        REQUIRE(oracle_open(&o, out));
        measure m = compare_motion(&o, import, clip, 0);
        CHECK(m.compared_bodies >= 3 * FRAMES && m.compared_vertices >= 6 * FRAMES);
        CHECK_NEAR(m.bodies, 0, 2e-6);
        CHECK_NEAR(m.vertices, 0, 2e-6);
        CHECK(!caperi_json_find(&o.nodes->as.items[3], "matrix")); // it is animated now
        oracle_close(&o);
        remove(out);
        caper_clip_destroy(clip);
    }
    caper_import_destroy(import);
    free(text);
    remove(in);
}

static void what_is_not_motion_stays_as_it_was(void)
{
    char *text = odd_document();
    char in[512], out[512];
    test_temp_path("kept.gltf", in, sizeof in);
    test_temp_path("kept_out.glb", out, sizeof out);
    write_text(in, text);
    caper_import *import = read_carried(text);
    // the file's own clip, which needs no node taken apart
    REQUIRE(import->clip_count == 1);
    REQUIRE(save(import, (const caper_clip *const *)import->clips, 1, out, NULL));
    oracle a, b;
    REQUIRE(oracle_open(&a, in) && oracle_open(&b, out));
    check_kept(&a, &b);
    CHECK(same_json(caperi_json_find(a.json.root, "animations"),
                    caperi_json_find(b.json.root, "animations")));
    oracle_close(&a);
    oracle_close(&b);
    caper_import_destroy(import);
    free(text);
    remove(in);
    remove(out);
}

static void clips_are_added_behind_those_of_the_file(void)
{
    char *text = odd_document(), out[512];
    test_temp_path("added.glb", out, sizeof out);
    caper_import *import = read_carried(text);
    caper_clip *made = make_motion(import->character, true);
    const caper_clip *clips[] = {import->clips[0], made};
    REQUIRE(save(import, clips, 2, out, NULL));
    caper_import *again = caper_import_load(out, NULL, NULL);
    REQUIRE(again != NULL);
    CHECK_INT(again->clip_count, 2);
    CHECK_STR(again->clips[0]->name, "own");
    CHECK_STR(again->clips[1]->name, "made");
    // what stands is the same body, whatever the number of its node
    REQUIRE(made->contact_count == 1 && again->clips[1]->contact_count == 1);
    CHECK_STR(again->character->bodies[again->clips[1]->contacts[0].body].name,
              import->character->bodies[made->contacts[0].body].name);
    // without any clip the file has no animations, not an empty list, which the format forbids
    REQUIRE(save(import, NULL, 0, out, NULL));
    oracle o;
    REQUIRE(oracle_open(&o, out));
    CHECK(!caperi_json_find(o.json.root, "animations"));
    oracle_close(&o);
    caper_import_destroy(again);
    caper_clip_destroy(made);
    caper_import_destroy(import);
    free(text);
    remove(out);
}

// -- Files beside it --------------------------------------------------------------------------

// Two buffers and two pictures in files of their own, one of which is not there.
static void buffers_and_pictures_beside_the_file_come_along(void)
{
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"a\",\"mesh\":0}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1}}]}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
        "{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":\"VEC2\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},"
        "{\"buffer\":1,\"byteOffset\":4,\"byteLength\":24,\"name\":\"uv\"}],"
        "\"buffers\":[{\"uri\":\"carry%20a.bin\",\"byteLength\":37},"
        "{\"uri\":\"carry_b.bin\",\"byteLength\":28}],"
        "\"images\":[{\"uri\":\"carry_gone.png\"},{\"name\":\"face\",\"uri\":\"carry_p.png\"}]}";
    static const unsigned char png[] = "\x89PNG\r\n\x1a\n and more that nobody decodes";
    float numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    char in[512], a[512], b[512], p[512], out[512];
    test_temp_path("carry.gltf", in, sizeof in);
    test_temp_path("carry a.bin", a, sizeof a);
    test_temp_path("carry_b.bin", b, sizeof b);
    test_temp_path("carry_p.png", p, sizeof p);
    test_temp_path("carry_out.glb", out, sizeof out);
    write_text(in, text);
    REQUIRE(caper_file_write(a, numbers, 37, NULL));
    REQUIRE(caper_file_write(b, numbers + 1, 28, NULL));
    REQUIRE(caper_file_write(p, png, sizeof png - 1, NULL));
    caper_import_options options = caper_import_options_default();
    options.carry = true;
    caper_error error = {0};
    caper_import *import = caper_import_load(in, &options, &error);
    REQUIRE(import != NULL && import->document != NULL);
    caper_warnings warnings;
    caper_warnings_init(&warnings, NULL, 0);
    REQUIRE(save(import, NULL, 0, out, &warnings));
    REQUIRE(warnings.count == 1);
    CHECK_HAS(warnings.items[0].message, "carry_gone.png");
    caper_warnings_free(&warnings);

    oracle o;
    REQUIRE(oracle_open(&o, out));
    for (size_t i = 0; i < 9; i++)
        CHECK_NEAR(oracle_component(&o, 0, i), i, 0);
    for (size_t i = 0; i < 6; i++)
        CHECK_NEAR(oracle_component(&o, 1, i), i + 2, 0);
    const oracle_json *uv = oracle_item(&o, "bufferViews", 1);
    CHECK_STR(caperi_json_find(uv, "name")->as.string, "uv");
    const oracle_json *gone = oracle_item(&o, "images", 0), *face = oracle_item(&o, "images", 1);
    CHECK_STR(caperi_json_find(gone, "uri")->as.string, "carry_gone.png");
    CHECK_STR(caperi_json_find(face, "mimeType")->as.string, "image/png");
    CHECK(!caperi_json_find(face, "uri"));
    const oracle_json *view =
        oracle_item(&o, "bufferViews", (int)oracle_number(face, "bufferView", 0));
    REQUIRE(oracle_number(view, "byteLength", 0) == sizeof png - 1);
    CHECK(memcmp(o.buffers[0] + (size_t)oracle_number(view, "byteOffset", 0), png,
                 sizeof png - 1) == 0);
    oracle_close(&o);
    caper_import_destroy(import);
    const char *files[] = {in, a, b, p, out};
    for (int i = 0; i < CAPER_COUNT_OF(files); i++)
        remove(files[i]);
}

static void a_file_that_is_not_carried_is_not_kept(void)
{
    caper_error error = {0};
    char *text = odd_document();
    caper_import *import = caper_import_parse(text, strlen(text), NULL, NULL, &error);
    REQUIRE(import != NULL);
    CHECK(import->document == NULL);
    caper_import_destroy(import);
    free(text);
}

static void only_a_vrm_is_written_as_one(void)
{
    char *text = odd_document(), out[512];
    test_temp_path("no.vrm", out, sizeof out);
    caper_import *import = read_carried(text);
    caper_export_job job = caper_export_job_default();
    caper_error error = {0};
    job.character = import->character;
    job.like = import;
    CHECK(!caper_export_save(&job, out, &error));
    CHECK_HAS(error.message, "VRM");
    caper_import_destroy(import);
    free(text);
}

// Every allocation of reading refused once: an error, and nothing left behind.
static void reading_for_keeps_survives_without_memory(void)
{
    char *text = odd_document();
    bool through = false;
    for (long n = 1; n < 2000 && !through; n++) {
        test_memory memory = {.fail_at = n};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_import_options options = caper_import_options_default();
        options.carry = true;
        options.allocator = &allocator;
        caper_error error = {0};
        caper_import *import = caper_import_parse(text, strlen(text), NULL, &options, &error);
        through = import && memory.alloc_count < n;
        CHECK(import || error.status == CAPER_ERROR_MEMORY);
        caper_import_destroy(import);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(through);
    free(text);
}

// -- Real files -------------------------------------------------------------------------------

static void check_file(const char *path, int *files, double *worst)
{
    caper_import_options options = caper_import_options_default();
    options.carry = true;
    caper_error error = {0};
    const char *full = test_shared_path(path);
    caper_import *import = caper_import_load(full, &options, &error);
    if (!import || import->skin_count == 0 || import->clip_count > 40) {
        caper_import_destroy(import);
        return;
    }
    char out[512];
    test_temp_path("real.glb", out, sizeof out);
    caper_clip *clip = make_motion(import->character, true);
    const caper_clip *clips[] = {clip};
    REQUIRE(save(import, clips, 1, out, NULL));
    oracle a, b;
    REQUIRE(oracle_open(&a, full) && oracle_open(&b, out));
    measure m = compare_motion(&b, import, clip, 0);
    // a scale that is not even turns with the body in the file, and not in a rigid body
    bool approximate = false;
    for (int i = 0; i < import->warnings.count; i++)
        approximate = approximate || strstr(import->warnings.items[i].message, "scaled unevenly");
    if (m.vertices > 1e-5 || m.bodies > 1e-5)
        printf("%s: bodies off by %.1e, vertices by %.1e%s\n", path, m.bodies, m.vertices,
               approximate ? " (uneven scale)" : "");
    // floats through a chain of joints: 1e-7 each; the issue asks for 1e-3
    CHECK(approximate || (m.bodies < 2e-5 && m.vertices < 2e-5));
    *worst = approximate ? *worst : fmax(*worst, m.vertices);
    *files += 1;
    const oracle_json *nodes = caperi_json_find(a.json.root, "nodes");
    bool matrices = false;
    for (uint32_t i = 0; i < nodes->count; i++)
        matrices = matrices || caperi_json_find(&nodes->as.items[i], "matrix");
    if (!matrices)
        check_kept(&a, &b);
    oracle_close(&a);
    oracle_close(&b);
    caper_clip_destroy(clip);
    caper_import_destroy(import);
    remove(out);
}

static void real_files_move_as_their_bodies_do(void)
{
    static entry entries[FILES_MAX];
    int count = read_manifest(entries), files = 0;
    double worst = 0;
    for (int i = 0; i < count; i++)
        if (!entries[i].negative)
            check_file(entries[i].path, &files, &worst);
    printf("%d files, vertices within %.1e of the size\n", files, worst);
    CHECK(files > 30);
}

TESTS(a_clip_moves_the_nodes_of_the_file_as_it_moves_the_bodies, what_is_not_motion_stays_as_it_was,
      clips_are_added_behind_those_of_the_file, buffers_and_pictures_beside_the_file_come_along,
      a_file_that_is_not_carried_is_not_kept, only_a_vrm_is_written_as_one,
      reading_for_keeps_survives_without_memory, real_files_move_as_their_bodies_do)
