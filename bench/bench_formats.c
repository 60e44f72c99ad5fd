// SPDX-License-Identifier: MIT
// Room `formats`: reading files, beside assimp where it is installed.
//
// BVH: a capture of 31 joints at 120 Hz, laid out as the conversions of the CMU library are (96
// channels with four decimals). CAPER_BENCH_BVH names another file to read instead. The baseline
// turns the numbers of the text into doubles by the C library, and does nothing with them.
//
// GLB: one that this library writes (67 bodies, a mesh of their boxes, four clips of ten seconds),
// and a small, a middle and a large one of the optional data set (../shared/data, or the folder
// that CAPER_SHARED_DATA names). Both start at the path of a file and end with everything freed.
// assimp reads nodes, meshes, skins, animations and the bytes of the pictures, and does nothing
// with them. We leave the pictures in the file; beyond reading, we find the rest pose, the caps and
// a box of each body, build the character, and pack the keys into clips that are ready to be
// sampled.
//
// The C library is told to keep memory that was freed: else the kernel's clearing of pages, which
// depends on what was allocated before, is charged now to the one and now to the other.
#define _POSIX_C_SOURCE 200809L
#include "assimp.h"
#include "bench.h"
#include "caper/formats.h"
#include "subject.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#define FRAMES 1600
#define JOINTS 31

typedef struct formats_state {
    char path[512], copy[520];
    bool made; ///< by us: remove it
    caper_allocator allocator;
    size_t live, peak;
    double sum;
} formats_state;

#define PEAK_OF_GLB "bytes of peak memory a byte of decoded vertices and motion"
static bench_fact facts[] = {
    {"formats.bvh_peak", "bytes of peak memory a byte of decoded motion", 0, 3},
    {"formats.glb_peak", PEAK_OF_GLB, 0, 3},
    {"formats.glb_small_peak", PEAK_OF_GLB, 0, 3},
    {"formats.glb_middle_peak", PEAK_OF_GLB, 0, 3},
    {"formats.glb_large_peak", PEAK_OF_GLB, 0, 3},
    {"formats.glb_copy_peak", "bytes of peak memory a byte of the file", 0, 3},
};

// --- the file ----------------------------------------------------------------------------------

// Parents and names of a person; joints without a number of their own stay where they are.
static const struct {
    int parent;
    const char *name;
    float x, y, z;
    bool still;
} joints[JOINTS] = {
    {-1, "Hips", 0, 0, 0, false},
    {0, "LHipJoint", 0, 0, 0, true},
    {1, "LeftUpLeg", 1.3f, -1.8f, 0.8f, false},
    {2, "LeftLeg", 2.4f, -6.7f, 0, false},
    {3, "LeftFoot", 2.5f, -6.9f, 0, false},
    {4, "LeftToeBase", 0.2f, -0.5f, 2.1f, false},
    {0, "RHipJoint", 0, 0, 0, true},
    {6, "RightUpLeg", -1.3f, -1.8f, 0.8f, false},
    {7, "RightLeg", -2.4f, -6.7f, 0, false},
    {8, "RightFoot", -2.5f, -6.9f, 0, false},
    {9, "RightToeBase", -0.2f, -0.5f, 2.1f, false},
    {0, "LowerBack", 0, 0, 0, false},
    {11, "Spine", 0, 2.0f, -0.2f, false},
    {12, "Spine1", 0, 2.0f, 0, false},
    {13, "Neck", 0, 0, 0, false},
    {14, "Neck1", 0, 1.6f, 0.2f, false},
    {15, "Head", 0, 1.7f, -0.2f, false},
    {13, "LeftShoulder", 0, 0, 0, false},
    {17, "LeftArm", 3.4f, 1.1f, 0, false},
    {18, "LeftForeArm", 5.0f, 0, 0, false},
    {19, "LeftHand", 3.3f, 0, 0, false},
    {20, "LeftFingerBase", 0, 0, 0, true},
    {21, "LeftHandIndex1", 0.7f, 0, 0, false},
    {20, "LThumb", 0, 0, 0, false},
    {13, "RightShoulder", 0, 0, 0, false},
    {24, "RightArm", -3.4f, 1.1f, 0, false},
    {25, "RightForeArm", -5.0f, 0, 0, false},
    {26, "RightHand", -3.3f, 0, 0, false},
    {27, "RightFingerBase", 0, 0, 0, true},
    {28, "RightHandIndex1", -0.7f, 0, 0, false},
    {27, "RThumb", 0, 0, 0, false},
};

static void put_joint(caper_text *text, int joint)
{
    caper_text_printf(text,
                      "%s %s\n{\n\tOFFSET %.5f %.5f %.5f\n\tCHANNELS %sZrotation Yrotation "
                      "Xrotation\n",
                      joint == 0 ? "ROOT" : "JOINT", joints[joint].name, (double)joints[joint].x,
                      (double)joints[joint].y, (double)joints[joint].z,
                      joint == 0 ? "6 Xposition Yposition Zposition " : "3 ");
    bool leaf = true;
    for (int i = joint + 1; i < JOINTS; i++) {
        if (joints[i].parent == joint) {
            put_joint(text, i);
            leaf = false;
        }
    }
    if (leaf) {
        caper_text_append_string(text, "End Site\n{\n\tOFFSET 0.00000 0.00000 1.00000\n}\n");
    }
    caper_text_append_string(text, "}\n");
}

static bool make_file(const char *path)
{
    caper_text text;
    caper_text_init(&text, NULL);
    caper_text_append_string(&text, "HIERARCHY\n");
    put_joint(&text, 0);
    caper_text_printf(&text, "MOTION\nFrames: %d\nFrame Time: .0083333\n", FRAMES);
    caper_rng rng = caper_rng_make(11);
    double phase[3 * JOINTS], size[3 * JOINTS];
    for (int k = 0; k < 3 * JOINTS; k++) {
        phase[k] = (double)caper_rng_range(&rng, 0, 6);
        size[k] = (double)caper_rng_range(&rng, 2, 60);
    }
    for (int f = 0; f < FRAMES; f++) {
        caper_text_printf(&text, "%.4f %.4f %.4f", 0.05 * f, 17.0 + 0.3 * sin(0.1 * f), -30.0);
        for (int k = 0; k < 3 * JOINTS; k++) {
            double angle =
                joints[k / 3].still ? 0 : size[k] * sin(phase[k] + (0.01 + 1e-4 * k) * f);
            caper_text_printf(&text, " %.4f", angle);
        }
        caper_text_append_string(&text, "\n");
    }
    bool good = !text.failed && caper_file_write(path, text.data, text.size, NULL);
    caper_text_free(&text);
    return good;
}

// --- state -------------------------------------------------------------------------------------

static void *count_alloc(void *user, size_t size, size_t align)
{
    formats_state *state = user;
    state->live += size;
    state->peak = state->live > state->peak ? state->live : state->peak;
    return caper_alloc(NULL, size, align);
}

static void count_free(void *user, void *ptr, size_t size)
{
    formats_state *state = user;
    state->live -= size;
    caper_free(NULL, ptr, size);
}

static void teardown(void *user)
{
    formats_state *state = user;
    if (state->made) {
        remove(state->path);
    }
    if (state->copy[0]) {
        remove(state->copy);
    }
    free(state);
}

// Reads the file once: how many numbers it has, and how much memory that takes at most.
static bool try_file(formats_state *state, double *units)
{
    caper_import_options options = caper_import_options_default();
    caper_allocator counting = {count_alloc, count_free, state};
    options.allocator = &counting;
    caper_import *import = caper_import_load(state->path, &options, NULL);
    if (!import || import->clip_count == 0) {
        caper_import_destroy(import);
        return false;
    }
    const caper_clip *clip = import->clips[0];
    double channels = 0;
    for (int i = 0; import->bvh && i < import->character->body_count; i++) {
        channels += import->bvh[i].channels ? (double)strlen(import->bvh[i].channels) : 0;
    }
    *units = channels * clip->frame_count;
    // decoded: a local transform for every body and frame
    facts[0].value = (double)state->peak / ((double)sizeof(caper_transform) * clip->frame_count *
                                            clip->skeleton.body_count);
    caper_import_destroy(import);
    return *units > 0;
}

static formats_state *make_state(const char *ending)
{
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_TOP_PAD, 16 << 20);
#endif
    formats_state *state = calloc(1, sizeof(*state));
    const char *folder = getenv("TMPDIR");
    if (state) {
        snprintf(state->path, sizeof(state->path), "%s/caper_bench_%ld_%p.%s",
                 folder ? folder : "/tmp", (long)getpid(), (void *)state, ending);
    }
    return state;
}

static void *setup(double *units)
{
    formats_state *state = make_state("bvh");
    const char *given = getenv("CAPER_BENCH_BVH");
    if (!state) {
        return NULL;
    }
    if (given) {
        snprintf(state->path, sizeof(state->path), "%s", given);
    } else {
        state->made = make_file(state->path);
    }
    if (!try_file(state, units)) {
        teardown(state);
        return NULL;
    }
    return state;
}

static formats_state *need_assimp(formats_state *state)
{
    if (state && !bench_assimp_read(state->path)) {
        teardown(state);
        return NULL;
    }
    return state;
}

static void *setup_assimp(double *units)
{
    return need_assimp(setup(units));
}

// --- GLB ---------------------------------------------------------------------------------------

// Vertices that several skins share count once; a frame of a clip is a transform a body.
static double decoded_bytes(const caper_import *import)
{
    double bytes = 0;
    for (int i = 0; i < import->skin_count; i++) {
        const caper_skin *skin = &import->skins[i];
        bool shared = i > 0 && skin->positions == import->skins[i - 1].positions;
        double vertex = 2 * sizeof(caper_vec3) + 4 * (sizeof(uint16_t) + sizeof(float)) +
                        (double)skin->morph_count * sizeof(caper_vec3);
        bytes += (shared ? 0 : vertex * skin->vertex_count) +
                 (double)sizeof(uint32_t) * skin->index_count;
    }
    for (int i = 0; i < import->clip_count; i++) {
        const caper_clip *clip = import->clips[i];
        bytes += (double)clip->frame_count *
                 ((double)sizeof(caper_transform) * clip->skeleton.body_count +
                  (double)sizeof(float) * clip->deform_count);
    }
    return bytes;
}

static bool make_glb(const char *path)
{
    subject s = subject_make();
    const caper_clip *clips[4] = {s.clip, s.clip, s.clip, s.clip};
    caper_export_job job = caper_export_job_default();
    job.character = s.character;
    job.clips = clips;
    job.clip_count = CAPER_COUNT_OF(clips);
    bool good = s.clip && caper_export_save(&job, path, NULL);
    subject_free(&s);
    return good;
}

// A file of the data set, or our own; `fact` receives what it takes.
static formats_state *setup_glb(const char *file, bench_fact *fact, double *units)
{
    formats_state *state = make_state("glb");
    if (!state) {
        return NULL;
    }
    if (file) {
        const char *data = getenv("CAPER_SHARED_DATA");
        snprintf(state->path, sizeof(state->path), "%s/%s", data ? data : "../shared/data", file);
    } else {
        state->made = make_glb(state->path);
    }
    caper_import_options options = caper_import_options_default();
    caper_allocator counting = {count_alloc, count_free, state};
    options.allocator = &counting;
    caper_import *import = caper_import_load(state->path, &options, NULL);
    if (!import) {
        teardown(state);
        return NULL;
    }
    fact->value = (double)state->peak / decoded_bytes(import);
    caper_import_destroy(import);
    *units = 1;
    return state;
}

#define SMALL "gltf/khronos/Fox.glb"
#define MIDDLE "gltf/quaternius/animals_pack/Wolf.glb"
#define LARGE "gltf/kaykit/Knight.glb"

static void *setup_made(double *units)
{
    return setup_glb(NULL, &facts[1], units);
}

static void *setup_small(double *units)
{
    return setup_glb(SMALL, &facts[2], units);
}

static void *setup_middle(double *units)
{
    return setup_glb(MIDDLE, &facts[3], units);
}

static void *setup_large(double *units)
{
    return setup_glb(LARGE, &facts[4], units);
}

static void *assimp_made(double *units)
{
    return need_assimp(setup_made(units));
}

static void *assimp_small(double *units)
{
    return need_assimp(setup_small(units));
}

static void *assimp_middle(double *units)
{
    return need_assimp(setup_middle(units));
}

static void *assimp_large(double *units)
{
    return need_assimp(setup_large(units));
}

// --- round trip --------------------------------------------------------------------------------

#define GRID 300 // 90,000 vertices: a file of 10 MB

#define LINKS 67
#define KEYS 300

// One buffer view and accessor; the bytes follow in `bin`.
static void put_accessor(caper_text *views, caper_text *accessors, caper_text *bin,
                         const void *data, size_t size, int count, int component, const char *type,
                         const char *more)
{
    const char *comma = views->size > 0 ? "," : "";
    int index = 0;
    for (size_t i = 0; i < views->size; i++) {
        index += views->data[i] == '{';
    }
    caper_text_printf(views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}", comma,
                      bin->size, size);
    caper_text_printf(accessors,
                      "%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"%s\"%s}",
                      comma, index, component, count, type, more);
    caper_text_append(bin, data, size);
}

// A sheet over a chain of bodies: vertices, normals, UVs, joints, weights, triangles.
static void put_sheet(caper_text *views, caper_text *accessors, caper_text *bin)
{
    static float vectors[3 * GRID * GRID], uvs[2 * GRID * GRID], weights[4 * GRID * GRID];
    static uint16_t followed[4 * GRID * GRID];
    static uint32_t indices[6 * (GRID - 1) * (GRID - 1)];
    for (int i = 0; i < GRID * GRID; i++) {
        for (int k = 0; k < 2; k++) {
            uvs[2 * i + k] = vectors[3 * i + k] = (float)(k ? i / GRID : i % GRID) / GRID;
        }
        for (int k = 0; k < 4; k++) {
            followed[4 * i + k] = (uint16_t)((i / GRID + k) % LINKS);
            weights[4 * i + k] = 0.25f;
        }
    }
    for (int i = 0; i < 6 * (GRID - 1) * (GRID - 1); i++) {
        static const int corner[6] = {0, 1, GRID, GRID, 1, GRID + 1};
        int cell = i / 6;
        indices[i] = (uint32_t)(cell / (GRID - 1) * GRID + cell % (GRID - 1) + corner[i % 6]);
    }
    int n = GRID * GRID;
    put_accessor(views, accessors, bin, vectors, sizeof vectors, n, 5126, "VEC3",
                 ",\"min\":[0,0,0],\"max\":[1,1,0]");
    put_accessor(views, accessors, bin, vectors, sizeof vectors, n, 5126, "VEC3", "");
    put_accessor(views, accessors, bin, uvs, sizeof uvs, n, 5126, "VEC2", "");
    put_accessor(views, accessors, bin, followed, sizeof followed, n, 5123, "VEC4", "");
    put_accessor(views, accessors, bin, weights, sizeof weights, n, 5126, "VEC4", "");
    put_accessor(views, accessors, bin, indices, sizeof indices, CAPER_COUNT_OF(indices), 5125,
                 "SCALAR", "");
    static float binds[16 * LINKS];
    for (int i = 0; i < LINKS; i++) {
        for (int k = 0; k < 4; k++) {
            binds[16 * i + 5 * k] = 1;
        }
        binds[16 * i + 13] = -(float)i / LINKS;
    }
    put_accessor(views, accessors, bin, binds, sizeof binds, LINKS, 5126, "MAT4", "");
}

// Every body turns in every frame.
static void put_turns(caper_text *views, caper_text *accessors, caper_text *bin, caper_text *json)
{
    static float times[KEYS], turns[4 * KEYS];
    for (int k = 0; k < KEYS; k++) {
        times[k] = (float)k / 30;
    }
    put_accessor(views, accessors, bin, times, sizeof times, KEYS, 5126, "SCALAR",
                 ",\"min\":[0],\"max\":[10]");
    caper_text_append_string(json, "\"animations\":[{\"name\":\"turn\",\"channels\":[");
    for (int i = 0; i < LINKS; i++) {
        for (int k = 0; k < KEYS; k++) {
            caper_quat q = caper_quat_from_yaw(0.3f * sinf(0.1f * (float)(i + k)));
            memcpy(turns + 4 * k, &q, sizeof q);
        }
        put_accessor(views, accessors, bin, turns, sizeof turns, KEYS, 5126, "VEC4", "");
        caper_text_printf(json, "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"rotation\"}}",
                          i ? "," : "", i, i);
    }
    caper_text_append_string(json, "],\"samplers\":[");
    for (int i = 0; i < LINKS; i++) {
        caper_text_printf(json, "%s{\"input\":7,\"output\":%d}", i ? "," : "", 8 + i);
    }
    caper_text_append_string(json, "]}],");
}

static bool save_glb(const char *path, caper_text *json, const caper_text *bin)
{
    while (json->size % 4 != 0) {
        caper_text_append(json, " ", 1);
    }
    const uint32_t head[5] = {0x46546C67u, 2, (uint32_t)(28 + json->size + bin->size),
                              (uint32_t)json->size, 0x4E4F534Au};
    const uint32_t chunk[2] = {(uint32_t)bin->size, 0x004E4942u};
    caper_text file;
    caper_text_init(&file, NULL);
    caper_text_append(&file, (const char *)head, sizeof head);
    caper_text_append(&file, json->data, json->size);
    caper_text_append(&file, (const char *)chunk, sizeof chunk);
    caper_text_append(&file, bin->data, bin->size);
    bool good = !file.failed && caper_file_write(path, file.data, file.size, NULL);
    caper_text_free(&file);
    return good;
}

// Made without our writer, whose extras assimp cannot copy.
static bool make_large(const char *path)
{
    caper_text views, accessors, bin, json;
    caper_text *all[] = {&views, &accessors, &bin, &json};
    for (int i = 0; i < CAPER_COUNT_OF(all); i++) {
        caper_text_init(all[i], NULL);
    }
    caper_text_append_string(&json, "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{"
                                    "\"nodes\":[0,67]}],\"nodes\":[");
    for (int i = 0; i < LINKS; i++) {
        caper_text_printf(&json, "{\"name\":\"link%d\",\"translation\":[0,%g,0]", i,
                          i ? 1.0 / LINKS : 0.0);
        caper_text_printf(&json, i + 1 < LINKS ? ",\"children\":[%d]}," : "},", i + 1);
    }
    caper_text_append_string(&json, "{\"name\":\"sheet\",\"mesh\":0,\"skin\":0}],\"skins\":[{"
                                    "\"inverseBindMatrices\":6,\"joints\":[0");
    for (int i = 1; i < LINKS; i++) {
        caper_text_printf(&json, ",%d", i);
    }
    caper_text_append_string(
        &json, "]}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,"
               "\"TEXCOORD_0\":2,\"JOINTS_0\":3,\"WEIGHTS_0\":4},\"indices\":5}]}],");
    put_sheet(&views, &accessors, &bin);
    put_turns(&views, &accessors, &bin, &json);
    caper_text_printf(&json,
                      "\"bufferViews\":[%s],\"accessors\":[%s],\"buffers\":[{"
                      "\"byteLength\":%zu}]}",
                      views.data ? views.data : "", accessors.data ? accessors.data : "", bin.size);
    bool good = !views.failed && !accessors.failed && !json.failed && !bin.failed &&
                save_glb(path, &json, &bin);
    for (int i = 0; i < CAPER_COUNT_OF(all); i++) {
        caper_text_free(all[i]);
    }
    return good;
}

// The file is read, with all that an import is, and written again with its clips.
static bool copy_file(const formats_state *state, const caper_allocator *allocator)
{
    caper_import_options options = caper_import_options_default();
    options.carry = true;
    options.allocator = allocator;
    caper_import *import = caper_import_load(state->path, &options, NULL);
    if (!import) {
        return false;
    }
    caper_export_job job = caper_export_job_default();
    job.character = import->character;
    job.clips = (const caper_clip *const *)import->clips;
    job.clip_count = import->clip_count;
    job.like = import;
    bool good = caper_export_save(&job, state->copy, NULL);
    caper_import_destroy(import);
    return good;
}

static void *setup_copy(double *units)
{
    formats_state *state = make_state("glb");
    if (!state) {
        return NULL;
    }
    snprintf(state->copy, sizeof(state->copy), "%s.glb", state->path);
    state->made = make_large(state->path);
    caper_allocator counting = {count_alloc, count_free, state};
    size_t size = 0;
    void *bytes = caper_file_read(state->path, 0, NULL, &size, NULL);
    caper_free(NULL, bytes, size + 1);
    if (!state->made || !copy_file(state, &counting)) {
        teardown(state);
        return NULL;
    }
    facts[5].value = (double)state->peak / (double)size;
    *units = 1;
    return state;
}

static void *assimp_copy(double *units)
{
    formats_state *state = setup_copy(units);
    if (state && !bench_assimp_copy(state->path, state->copy)) {
        teardown(state);
        state = NULL;
    }
    return state;
}

static void copy_ours(void *user, int times)
{
    for (int i = 0; i < times; i++) {
        copy_file(user, NULL);
    }
}

static void copy_with_assimp(void *user, int times)
{
    formats_state *state = user;
    for (int i = 0; i < times; i++) {
        bench_assimp_copy(state->path, state->copy);
    }
}

// --- cases -------------------------------------------------------------------------------------

static void read_ours(void *user, int times)
{
    formats_state *state = user;
    for (int i = 0; i < times; i++) {
        caper_import *import = caper_import_load(state->path, NULL, NULL);
        bench_keep(import);
        caper_import_destroy(import);
    }
}

static void read_numbers(void *user, int times)
{
    formats_state *state = user;
    for (int i = 0; i < times; i++) {
        size_t size;
        char *text = caper_file_read(state->path, 0, NULL, &size, NULL);
        char *at = text ? strstr(text, "Frame Time:") : NULL;
        at = at ? strchr(at, '\n') : NULL;
        for (char *end = at; at; at = end > at ? end : NULL) {
            state->sum += strtod(at, &end);
        }
        bench_keep(&state->sum);
        caper_free(NULL, text, size + 1);
    }
}

static void read_assimp(void *user, int times)
{
    formats_state *state = user;
    for (int i = 0; i < times; i++) {
        bench_assimp_read(state->path);
    }
}

// assimp's case of a file, and ours.
#define GLB_CASES(name_, size_, setup_, assimp_, needed_)                                          \
    {.name = name_ "_assimp",                                                                      \
     .what = "assimp reads " size_ ", without any processing after it",                            \
     .unit = "file",                                                                               \
     .setup = assimp_,                                                                             \
     .teardown = teardown,                                                                         \
     .run = read_assimp,                                                                           \
     .optional = true},                                                                            \
    {                                                                                              \
        .name = name_, .what = "read " size_ ": file, character, tags, boxes, skins, clips",       \
        .unit = "file", .setup = setup_, .teardown = teardown, .run = read_ours,                   \
        .relative_to = name_ "_assimp", .max_relative = 0.2,                                       \
        .reference = "a fifth of assimp 5.2 on the same file in the same run", .optional = needed_ \
    }

static const bench_case cases[] = {
    {.name = "formats.bvh_assimp",
     .what = "assimp reads a BVH capture, without any processing after it",
     .unit = "number",
     .setup = setup_assimp,
     .teardown = teardown,
     .run = read_assimp,
     .optional = true},
    {.name = "formats.bvh",
     .what = "read a BVH capture: file, character, tags, boxes, clip",
     .unit = "number",
     .setup = setup,
     .teardown = teardown,
     .run = read_ours,
     .baseline = read_numbers,
     .relative_to = "formats.bvh_assimp",
     .max_relative = 0.1,
     .reference = "a tenth of assimp 5.2 on the same file in the same run"},
    GLB_CASES("formats.glb", "a GLB that this library wrote", setup_made, assimp_made, false),
    {.name = "formats.glb_copy_assimp",
     .what = "assimp reads a GLB of 10 MB and writes it",
     .unit = "file",
     .setup = assimp_copy,
     .teardown = teardown,
     .run = copy_with_assimp,
     .optional = true},
    {.name = "formats.glb_copy",
     .what = "read a GLB of 10 MB and write it with all that it holds",
     .unit = "file",
     .setup = setup_copy,
     .teardown = teardown,
     .run = copy_ours,
     .relative_to = "formats.glb_copy_assimp",
     .max_relative = 0.2,
     .reference = "a fifth of assimp 5.2 on the same file in the same run"},
    GLB_CASES("formats.glb_small", "Fox.glb", setup_small, assimp_small, true),
    GLB_CASES("formats.glb_middle", "Wolf.glb", setup_middle, assimp_middle, true),
    GLB_CASES("formats.glb_large", "Knight.glb", setup_large, assimp_large, true),
};

const bench_suite bench_formats = {
    .name = "formats",
    .cases = cases,
    .case_count = CAPER_COUNT_OF(cases),
    .facts = facts,
    .fact_count = CAPER_COUNT_OF(facts),
};
