// SPDX-License-Identifier: MIT
//
// The glTF writer by round trips: what was written reads back as the same bodies to the bit and the
// same motion. Files that the tests write stay in gltf_written/ of the build folder, where
// tools/validate_gltf.mjs can judge them. Also: what the writer refuses, and every cut and many
// damaged versions of a file through the reader.
#define _POSIX_C_SOURCE 200809L
#include "gltf_fixture.h"
#include "menagerie.h"

#include <dirent.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *written(const char *name)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s/gltf_written", CAPER_BINARY_DIR);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/gltf_written/%s", CAPER_BINARY_DIR, name);
    return path;
}

// -- Motion to write --------------------------------------------------------------------------

// Every body swings at its own pace, the first ones walk; deforms open and close; the root turns
// several times about itself.
static caper_clip *make_clip(const caper_character *c, const char *name, bool root, int frame_count)
{
    size_t n = (size_t)c->body_count, d = (size_t)c->deform_count, frames = (size_t)frame_count;
    caper_transform *poses = aligned_alloc(32, frames * n * sizeof *poses);
    caper_root *roots = calloc(frames, sizeof *roots);
    float *deforms = calloc(frames * d + 1, sizeof *deforms);
    for (size_t f = 0; f < frames; f++) {
        float t = (float)f / 30.0f;
        for (size_t i = 0; i < n; i++) {
            caper_transform rest = c->skeleton.rest_local[i];
            caper_vec3 axis = caper_vec3_make(1.0f, (float)(i % 3), (float)(i % 2));
            float angle = i % 4 == 3 ? 0.0f : 0.6f * caper_sin(3.0f * t + (float)i);
            rest.rotation = caper_quat_mul(rest.rotation, caper_quat_from_axis_angle(axis, angle));
            if (i % 5 == 0)
                rest.position.y += 0.05f * c->size * caper_sin(2.0f * t);
            poses[f * n + i] = rest;
        }
        for (size_t k = 0; k < d; k++)
            deforms[f * d + k] = k % 3 == 2 ? 0.0f : 0.5f + 0.5f * caper_sin(t + (float)k);
        roots[f].x = 0.3f * t * c->size;
        roots[f].z = c->size * caper_sin(t);
        roots[f].y = 0.1f * c->size;
        roots[f].yaw = 4.0f * t;
    }
    float end = (float)(frame_count - 1) / 30.0f;
    caper_contact contacts[2] = {{.body = c->body_count - 1, .start = 0.1f * end, .end = end},
                                 {.body = 0, .start = 0.2f * end, .end = 0.3f * end}};
    caper_key_pose keys[2] = {{0.0f, "start"}, {0.5f * end, ""}};
    const char *tags[2] = {"walk", "h\xc3\xbcpfen \"high\""};
    caper_clip_def def = caper_clip_def_default();
    def.name = name;
    def.skeleton = &c->skeleton;
    def.frame_count = frame_count;
    def.frames = poses;
    def.roots = root ? roots : NULL;
    def.deforms = c->deforms;
    def.deform_count = c->deform_count;
    def.deform_frames = d > 0 ? deforms : NULL;
    def.contacts = contacts;
    def.contact_count = 2;
    def.key_poses = keys;
    def.key_pose_count = 2;
    def.tags = tags;
    def.tag_count = 2;
    def.loops = root;
    caper_error error = {0};
    caper_clip *clip = caper_clip_create(&def, &error);
    if (!clip)
        printf("%s\n", error.message);
    free(poses);
    free(roots);
    free(deforms);
    REQUIRE(clip != NULL);
    return clip;
}

// -- Comparing --------------------------------------------------------------------------------

static void compare_characters(const caper_character *a, const caper_character *b)
{
    REQUIRE(caper_skeleton_same(&a->skeleton, &b->skeleton));
    size_t bytes = (size_t)a->body_count * sizeof(caper_transform);
    CHECK(memcmp(a->skeleton.rest_local, b->skeleton.rest_local, bytes) == 0);
    CHECK_INT(a->root_body, b->root_body);
    CHECK_INT(a->leg_count, b->leg_count);
    CHECK_INT(a->spine_count, b->spine_count);
    REQUIRE(a->deform_count == b->deform_count);
    for (int i = 0; i < a->deform_count; i++)
        CHECK_STR(a->deforms[i], b->deforms[i]);
    for (int i = 0; i < a->body_count; i++) {
        const caper_body *x = &a->bodies[i], *y = &b->bodies[i];
        CHECK_INT(x->caps, y->caps);
        CHECK(memcmp(&x->box_center, &y->box_center, sizeof x->box_center) == 0);
        CHECK(memcmp(&x->box_half, &y->box_half, sizeof x->box_half) == 0);
        CHECK(memcmp(&x->joint, &y->joint, sizeof x->joint) == 0);
        CHECK(x->mass == y->mass);
        REQUIRE(x->contact_count == y->contact_count);
        CHECK(x->contact_count == 0 || memcmp(x->contacts, y->contacts,
                                              (size_t)x->contact_count * sizeof *x->contacts) == 0);
    }
}

static void compare_clips(const caper_character *c, const caper_clip *a, const caper_clip *b)
{
    CHECK_STR(a->name, b->name);
    CHECK_INT(a->frame_count, b->frame_count);
    CHECK(a->rate == b->rate);
    CHECK_INT(a->loops, b->loops);
    CHECK_INT(a->has_root, b->has_root);
    REQUIRE(a->deform_count == b->deform_count);
    REQUIRE(a->contact_count == b->contact_count && a->key_pose_count == b->key_pose_count &&
            a->tag_count == b->tag_count);
    for (int i = 0; i < a->contact_count; i++)
        CHECK(memcmp(&a->contacts[i], &b->contacts[i], sizeof a->contacts[i]) == 0);
    for (int i = 0; i < a->key_pose_count; i++) {
        CHECK(a->key_poses[i].time == b->key_poses[i].time);
        CHECK_STR(a->key_poses[i].name, b->key_poses[i].name);
    }
    for (int i = 0; i < a->tag_count; i++)
        CHECK_STR(a->tags[i], b->tags[i]);

    caper_pose p = caper_pose_create(c->body_count, a->deform_count, NULL);
    caper_pose q = caper_pose_create(c->body_count, a->deform_count, NULL);
    float worst = 0, worst_deform = 0, worst_yaw = 0;
    for (int k = 0; k <= 3 * (a->frame_count - 1); k++) {
        float t = (float)k / (3.0f * a->rate);
        REQUIRE(caper_clip_sample(a, t, NULL, &p) && caper_clip_sample(b, t, NULL, &q));
        caper_root r = caper_clip_sample_root(a, t), s = caper_clip_sample_root(b, t);
        caper_transform pr = caper_root_transform(r), qr = caper_root_transform(s);
        caper_pose_to_model(&c->skeleton, &p, &pr, &p);
        caper_pose_to_model(&c->skeleton, &q, &qr, &q);
        for (int i = 0; i < c->body_count; i++)
            worst =
                caper_max(worst, caper_vec3_distance(p.bodies[i].position, q.bodies[i].position));
        for (int i = 0; i < a->deform_count; i++)
            worst_deform = caper_max(worst_deform, fabsf(p.deforms[i] - q.deforms[i]));
        worst_yaw = caper_max(worst_yaw, fabsf(r.yaw - s.yaw));
    }
    CHECK(worst < 1e-5f * c->size);
    CHECK(worst_deform < 1e-6f);
    CHECK(worst_yaw < 1e-5f);
    caper_pose_destroy(&p, NULL);
    caper_pose_destroy(&q, NULL);
}

static caper_import *there_and_back(const caper_export_job *job, const char *name)
{
    caper_error error = {0};
    const char *path = written(name);
    bool saved = caper_export_save(job, path, &error);
    if (!saved)
        printf("%s: %s\n", name, error.message);
    REQUIRE(saved);
    caper_import *import = caper_import_load(path, NULL, &error);
    if (!import)
        printf("%s: %s\n", name, error.message);
    REQUIRE(import != NULL);
    return import;
}

// The meshes that stand for bodies: one for each color, every body in one of them, within its box
// and filling it unless it narrows, or is a limb, which leads to the next joint.
static void check_bodies(const caper_character *c, const caper_import *import)
{
    static caper_bounds bounds[CAPER_MAX_BODIES];
    for (int i = 0; i < c->body_count; i++)
        bounds[i] = caper_bounds_empty();
    CHECK(import->skin_count >= 1 && import->skin_count <= CAPER_CAP_COUNT + 1);
    for (int s = 0; s < import->skin_count; s++) {
        const caper_skin *skin = &import->skins[s];
        CHECK(skin->name && skin->name[0]);
        for (int k = 0; k < s; k++)
            CHECK(memcmp(import->skins[k].color, skin->color, sizeof skin->color) != 0);
        for (int v = 0; v < skin->vertex_count; v++) {
            int body = skin->bodies[4 * v];
            CHECK_NEAR(skin->weights[4 * v], 1, 0);
            CHECK_NEAR(caper_vec3_length(skin->normals[v]), 1, 1e-4);
            caper_vec3 p = caper_mat4_mul_point(skin->inverse_bind[body], skin->positions[v]);
            bounds[body] = caper_bounds_add_point(bounds[body], p);
        }
        int inside_out = 0;
        for (int t = 0; t + 2 < skin->index_count; t += 3) {
            const uint32_t *corner = skin->indices + t;
            caper_vec3 a = skin->positions[corner[0]];
            caper_vec3 side = caper_vec3_cross(caper_vec3_sub(skin->positions[corner[1]], a),
                                               caper_vec3_sub(skin->positions[corner[2]], a));
            inside_out += caper_vec3_dot(side, skin->normals[corner[0]]) < 0.0f;
        }
        CHECK_INT(inside_out, 0);
    }
    float least = 1e-3f * c->size;
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *b = &c->bodies[i];
        CHECK(caper_bounds_is_empty(bounds[i]) == ((b->caps & CAPER_CAP_HELPER) != 0));
        if (b->caps & (CAPER_CAP_HELPER | CAPER_CAP_LIMB))
            continue;
        caper_vec3 low = caper_vec3_sub(b->box_center, b->box_half);
        caper_vec3 high = caper_vec3_add(b->box_center, b->box_half);
        caper_vec3 under = caper_vec3_sub(low, bounds[i].min);
        caper_vec3 over = caper_vec3_sub(bounds[i].max, high);
        CHECK(caper_max(under.x, caper_max(under.y, under.z)) < least);
        CHECK(caper_max(over.x, caper_max(over.y, over.z)) < least);
        if (b->caps & (CAPER_CAP_TAIL | CAPER_CAP_TENTACLE | CAPER_CAP_HORN))
            continue; // these narrow
        CHECK(caper_vec3_distance(low, bounds[i].min) < least);
        CHECK(caper_vec3_distance(high, bounds[i].max) < least);
    }
}

static void round_trip(const caper_character *c, const char *name)
{
    const caper_clip *clips[2] = {make_clip(c, "still standing", false, 12),
                                  make_clip(c, "round", true, 50)};
    caper_export_job job = caper_export_job_default();
    job.character = c;
    job.clips = clips;
    job.clip_count = 2;
    for (int k = 0; k < 2; k++) {
        char file[256];
        snprintf(file, sizeof file, "%s.%s", name, k == 0 ? "glb" : "gltf");
        caper_import *import = there_and_back(&job, file);
        CHECK_INT(import->warnings.count, 0);
        check_bodies(c, import);
        CHECK(import->floor == 0.0f);
        compare_characters(c, import->character);
        REQUIRE(import->clip_count == 2);
        for (int i = 0; i < 2; i++)
            compare_clips(c, clips[i], import->clips[i]);
        caper_import_destroy(import);
    }
    caper_clip_destroy((caper_clip *)clips[0]);
    caper_clip_destroy((caper_clip *)clips[1]);
}

static void the_menagerie_comes_back_as_it_went(void)
{
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++)
        round_trip(m.characters[i], m.characters[i]->name);
    menagerie_close(&m);
}

static void random_creatures_come_back_as_they_went(void)
{
    for (int seed = 1; seed <= 24; seed++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)seed;
        def.difficulty = (float)(seed % 5) / 4.0f;
        caper_character *c = caper_character_random(&def, NULL);
        REQUIRE(c != NULL);
        char name[64];
        snprintf(name, sizeof name, "creature_%d", seed);
        round_trip(c, name);
        caper_character_destroy(c);
    }
}

static void a_reduced_clip_keeps_its_keys(void)
{
    caper_creature_def def = caper_creature_def_default();
    caper_character *c = caper_character_random(&def, NULL);
    REQUIRE(c != NULL);
    caper_clip *dense = make_clip(c, "dense", true, 90);
    caper_reduce_options options = {.tolerance = 0.002f * c->size, .character = c};
    caper_error error = {0};
    caper_clip *reduced = caper_clip_reduce(dense, &options, NULL, &error);
    REQUIRE(reduced != NULL);
    const caper_clip *clips[1] = {reduced};
    caper_export_job job = caper_export_job_default();
    job.character = c;
    job.clips = clips;
    job.clip_count = 1;
    job.bodies = false;
    caper_import *import = there_and_back(&job, "reduced.glb");
    REQUIRE(import->clip_count == 1);
    CHECK_INT(import->skin_count, 0);
    CHECK_INT(import->clips[0]->keyed, reduced->keyed);
    compare_clips(c, reduced, import->clips[0]);
    caper_import_destroy(import);
    caper_clip_destroy(reduced);
    caper_clip_destroy(dense);
    caper_character_destroy(c);
}

static void a_clip_alone_is_written_on_its_skeleton(void)
{
    caper_creature_def def = caper_creature_def_default();
    def.seed = 7;
    caper_character *c = caper_character_random(&def, NULL);
    REQUIRE(c != NULL);
    const caper_clip *clips[1] = {make_clip(c, "alone", false, 10)};
    caper_export_job job = caper_export_job_default();
    job.clips = clips;
    job.clip_count = 1;
    caper_import *import = there_and_back(&job, "alone.glb");
    CHECK_INT(import->skin_count, 0);
    REQUIRE(caper_skeleton_same(&c->skeleton, &import->character->skeleton));
    caper_import_destroy(import);
    caper_clip_destroy((caper_clip *)clips[0]);
    caper_character_destroy(c);
}

// -- Skins ------------------------------------------------------------------------------------

static caper_import *face(void)
{
    blob b = {0};
    const uint8_t joints_of[16] = {0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0};
    int position = FLOATS(&b, "VEC3", 3, 0, 0, 0, 1, 0.1f, 0, 0, 1, 0.2f, 1, 1, 0);
    int joints = blob_add(&b, joints_of, 16, 4, 5121, "VEC4", "");
    int weights = FLOATS(&b, "VEC4", 4, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.3f, 0.7f, 0, 0);
    int smile = FLOATS(&b, "VEC3", 3, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0);
    int frown = FLOATS(&b, "VEC3", 3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
    int times = FLOATS(&b, "SCALAR", 1, 0, 0.5f, 1);
    int values = FLOATS(&b, "SCALAR", 1, 0, 1, 0.5f, 0, 1, 1);
    int inverse = FLOATS(&b, "MAT4", 16, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0,
                         0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1);
    return read_good(document(
        &b,
        "'nodes':[{'name':'spine','children':[1]},{'name':'head','translation':[0,1,0]},"
        "{'name':'face','mesh':0,'skin':0}],'skins':[{'joints':[0,1],'inverseBindMatrices':%d}],"
        "'materials':[{'pbrMetallicRoughness':{'baseColorFactor':[0.5,0.25,1,0.5]}}],"
        "'meshes':[{'extras':{'targetNames':['smile','frown']},'primitives':[{'material':0,"
        "'attributes':{'POSITION':%d,'JOINTS_0':%d,'WEIGHTS_0':%d},"
        "'targets':[{'POSITION':%d},{'POSITION':%d}]}]}],"
        "'animations':[{'name':'laugh','samplers':[{'input':%d,'output':%d}],'channels':[{"
        "'sampler':0,'target':{'node':2,'path':'weights'}}]}]",
        inverse, position, joints, weights, smile, frown, times, values));
}

static void skins_and_morphs_come_back(void)
{
    caper_import *import = face();
    caper_export_job job = caper_export_job_default();
    job.character = import->character;
    job.clips = (const caper_clip *const *)import->clips;
    job.clip_count = import->clip_count;
    job.skins = import->skins;
    job.skin_count = import->skin_count;
    caper_import *back = there_and_back(&job, "face.glb");
    compare_characters(import->character, back->character);
    REQUIRE(back->clip_count == 1 && back->skin_count == 1);
    compare_clips(import->character, import->clips[0], back->clips[0]);
    const caper_skin *a = &import->skins[0], *b = &back->skins[0];
    REQUIRE(a->vertex_count == b->vertex_count && a->index_count == b->index_count &&
            a->morph_count == b->morph_count);
    CHECK_STR(a->name, b->name);
    for (int i = 0; i < a->morph_count; i++)
        CHECK_STR(a->morphs[i], b->morphs[i]);
    size_t n = (size_t)a->vertex_count;
    CHECK(memcmp(a->positions, b->positions, n * sizeof *a->positions) == 0);
    CHECK(memcmp(a->morph_offsets, b->morph_offsets, 2 * n * sizeof *a->morph_offsets) == 0);
    CHECK(memcmp(a->indices, b->indices, (size_t)a->index_count * sizeof *a->indices) == 0);
    CHECK(memcmp(a->color, b->color, sizeof a->color) == 0);
    for (size_t i = 0; i < 4 * n; i++) {
        CHECK_NEAR(a->weights[i], b->weights[i], 1e-6);
        CHECK(a->weights[i] == 0.0f || a->bodies[i] == b->bodies[i]);
    }
    caper_import_destroy(back);
    caper_import_destroy(import);
}

// -- Refusals ---------------------------------------------------------------------------------

static void jobs_that_make_no_file_are_refused(void)
{
    caper_creature_def def = caper_creature_def_default();
    caper_character *c = caper_character_random(&def, NULL);
    def.seed = 99;
    caper_character *other = caper_character_random(&def, NULL);
    REQUIRE(c && other);
    const caper_clip *clips[1] = {make_clip(other, "other", false, 3)};
    caper_export_job job = caper_export_job_default();
    caper_error error = {0};
    CHECK(!caper_export_save(&job, written("nothing.glb"), &error));
    CHECK_HAS(error.message, "nothing to write");
    job.character = c;
    job.clips = clips;
    job.clip_count = 1;
    CHECK(!caper_export_save(&job, written("other.glb"), &error));
    CHECK_HAS(error.message, "'other' is of another skeleton");
    CHECK(access(written("other.glb"), F_OK) != 0);
    job.clip_count = 0;
    caper_skin empty = {0};
    job.skins = &empty;
    job.skin_count = 1;
    CHECK(!caper_export_save(&job, written("empty.glb"), &error));
    CHECK_HAS(error.message, "skin 0 has no vertices");
    job.skin_count = 0;
    CHECK(!caper_export_save(&job, "/nowhere/at/all.glb", &error));
    CHECK_INT(error.status, CAPER_ERROR_IO);
    caper_clip_destroy((caper_clip *)clips[0]);
    caper_character_destroy(c);
    caper_character_destroy(other);
}

// -- Damage -----------------------------------------------------------------------------------

static void damaged_files_are_refused_or_read(void)
{
    caper_creature_def def = caper_creature_def_default();
    def.max_bodies = 8;
    caper_character *c = caper_character_random(&def, NULL);
    REQUIRE(c != NULL);
    const caper_clip *clips[1] = {make_clip(c, "short", true, 4)};
    caper_export_job job = caper_export_job_default();
    job.character = c;
    job.clips = clips;
    job.clip_count = 1;
    caper_error error = {0};
    REQUIRE(caper_export_save(&job, written("small.glb"), &error));
    size_t size;
    unsigned char *data = caper_file_read(written("small.glb"), 0, NULL, &size, &error);
    REQUIRE(data != NULL);
    for (size_t cut = 0; cut < size; cut += cut < 64 ? 1 : 97) {
        CHECK(caper_import_parse(data, cut, NULL, NULL, &error) == NULL);
        CHECK(error.message[0] != '\0');
    }
    caper_rng rng = caper_rng_make(5);
    int read = 0, refused = 0;
    for (int i = 0; i < 3000; i++) {
        size_t at = (size_t)caper_rng_int(&rng, 0, (int)size - 1);
        unsigned char bit = (unsigned char)(1u << caper_rng_int(&rng, 0, 7));
        data[at] ^= bit;
        caper_import *import = caper_import_parse(data, size, NULL, NULL, &error);
        data[at] ^= bit;
        read += import != NULL;
        refused += import == NULL;
        caper_import_destroy(import);
    }
    CHECK(read > 100);
    CHECK(refused > 100);
    caper_free(NULL, data, size + 1);
    caper_clip_destroy((caper_clip *)clips[0]);
    caper_character_destroy(c);
}

// -- BVH through GLB --------------------------------------------------------------------------

static void bvh_through_glb_and_back_stays_within_a_tenth_of_a_millimetre(void)
{
    const char *folder = test_shared_path("bvh/cmu");
    if (!folder)
        SKIP("the data set is not here");
    char from[512];
    snprintf(from, sizeof from, "%s", folder);
    DIR *dir = opendir(from);
    REQUIRE(dir != NULL);
    int files = 0;
    double worst = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!strstr(entry->d_name, ".bvh"))
            continue;
        char path[1024];
        snprintf(path, sizeof path, "%s/%.255s", from, entry->d_name);
        caper_error error = {0};
        caper_import *first = caper_import_load(path, NULL, &error);
        REQUIRE(first != NULL);
        caper_export_job job = caper_export_job_default();
        job.character = first->character;
        job.clips = (const caper_clip *const *)first->clips;
        job.clip_count = 1;
        caper_import *glb = there_and_back(&job, "from_bvh.glb");
        job.character = glb->character;
        job.clips = (const caper_clip *const *)glb->clips;
        caper_import *last = there_and_back(&job, "from_glb.bvh");

        // by name and against each one's own floor: a BVH file says nothing of floors
        const caper_character *a = first->character, *b = last->character;
        caper_pose p = caper_pose_create(a->body_count, 0, NULL);
        caper_pose q = caper_pose_create(b->body_count, 0, NULL);
        double scale = 1.8 / (double)a->height, off = 0;
        int step = 1 + first->clips[0]->frame_count / 200, compared = 0;
        for (int f = 0; f < first->clips[0]->frame_count; f += step) {
            REQUIRE(caper_clip_sample(first->clips[0], (float)f / first->clips[0]->rate, NULL, &p));
            REQUIRE(caper_clip_sample(last->clips[0], (float)f / last->clips[0]->rate, NULL, &q));
            caper_pose_to_model(&a->skeleton, &p, NULL, &p);
            caper_pose_to_model(&b->skeleton, &q, NULL, &q);
            for (int i = 0; i < a->body_count; i++) {
                int k = caper_character_find(b, a->bodies[i].name);
                if (k < 0)
                    continue;
                caper_vec3 d = caper_vec3_sub(p.bodies[i].position, q.bodies[k].position);
                d.y -= last->floor;
                off = fmax(off, (double)caper_vec3_length(d) * scale);
                compared++;
            }
        }
        CHECK(compared > 0);
        CHECK(off < 1e-4);
        if (off >= 1e-4)
            printf("%s: %.3g mm of a 1.8 m body\n", entry->d_name, 1e3 * off);
        worst = fmax(worst, off);
        caper_pose_destroy(&p, NULL);
        caper_pose_destroy(&q, NULL);
        caper_import_destroy(last);
        caper_import_destroy(glb);
        caper_import_destroy(first);
        files++;
    }
    closedir(dir);
    printf("%d BVH files through GLB: within %.4f mm\n", files, 1e3 * worst);
    CHECK(files > 20);
}

TESTS(the_menagerie_comes_back_as_it_went, random_creatures_come_back_as_they_went,
      a_reduced_clip_keeps_its_keys, a_clip_alone_is_written_on_its_skeleton,
      skins_and_morphs_come_back, jobs_that_make_no_file_are_refused,
      damaged_files_are_refused_or_read,
      bvh_through_glb_and_back_stays_within_a_tenth_of_a_millimetre)
