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
    char path[512];
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
