// SPDX-License-Identifier: MIT
//
// The journal of a take: what was added comes back, wherever the file was cut off and whatever
// bytes stand in it.
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include "caper/character.h"
#include "caper/clip.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char path[] = CAPER_BINARY_DIR "/test_journal.take";

static caper_journal_def def_of(const caper_character *c)
{
    caper_journal_def def = caper_journal_def_default();
    def.path = path;
    def.name = "some take";
    def.rate = 50;
    def.skeleton = &c->skeleton;
    def.deforms = c->deforms;
    def.deform_count = c->deform_count;
    return def;
}

static void fill(const caper_character *c, int frame, caper_pose *pose, caper_root *root)
{
    caper_rng rng = caper_rng_make((uint64_t)frame + 1);
    for (int i = 0; i < c->body_count; i++) {
        caper_vec3 axis = {1, 0.2f, caper_rng_float(&rng)};
        pose->bodies[i] = c->skeleton.rest_local[i];
        pose->bodies[i].rotation = caper_quat_from_axis_angle(caper_vec3_normalize(axis), 0.3f);
    }
    for (int i = 0; i < c->deform_count; i++)
        pose->deforms[i] = caper_rng_float(&rng);
    *root = (caper_root){caper_rng_float(&rng), 0, 1, 3 + 0.2f * (float)frame};
}

static void add_frames(const caper_character *c, int count, bool keep)
{
    caper_journal_def def = def_of(c);
    unlink(path);
    caper_journal *journal = caper_journal_create(&def, NULL);
    REQUIRE(journal != NULL);
    CHECK(caper_journal_create(&def, NULL) == NULL); // one at a time
    caper_error error = {0};
    CHECK(caper_journal_recover(path, NULL, &error) == NULL); // not while it is recorded
    CHECK_HAS(error.message, "still being recorded");
    caper_pose pose = caper_character_pose(c, NULL);
    for (int i = 0; i < count; i++) {
        caper_root root;
        fill(c, i, &pose, &root);
        CHECK(caper_journal_add(journal, &pose, root));
    }
    CHECK_INT(caper_journal_frame_count(journal), count);
    caper_pose_destroy(&pose, NULL);
    caper_journal_destroy(journal, keep);
}

static caper_character *load(void)
{
    caper_character *c =
        caper_character_load(test_data_path("characters/performer.character.json"), NULL, NULL);
    REQUIRE(c != NULL);
    return c;
}

static void what_was_added_comes_back(void)
{
    caper_character *c = load();
    add_frames(c, 20, true);
    caper_clip *clip = caper_journal_recover(path, NULL, NULL);
    REQUIRE(clip != NULL);
    CHECK_STR(clip->name, "some take");
    CHECK_INT(clip->frame_count, 20);
    CHECK_NEAR(clip->rate, 50, 0);
    CHECK(caper_skeleton_same(&clip->skeleton, &c->skeleton));
    caper_pose pose = caper_character_pose(c, NULL), seen = caper_character_pose(c, NULL);
    for (int f = 0; f < 20; f++) {
        caper_root root, at = caper_clip_sample_root(clip, (float)f / 50);
        fill(c, f, &pose, &root);
        caper_clip_sample(clip, (float)f / 50, NULL, &seen);
        for (int i = 0; i < c->body_count; i++)
            CHECK_NEAR(caper_quat_angle(pose.bodies[i].rotation, seen.bodies[i].rotation), 0, 2e-3);
        CHECK_NEAR(at.x, root.x, 1e-5);
        CHECK_NEAR(caper_wrap_angle(at.yaw - root.yaw), 0, 1e-4);
    }
    caper_pose_destroy(&pose, NULL);
    caper_pose_destroy(&seen, NULL);
    caper_clip_destroy(clip);
    add_frames(c, 3, false);
    CHECK(access(path, F_OK) != 0); // it was saved elsewhere
    caper_character_destroy(c);
}

// Cut off at any byte: all frames that are whole, and not one more.
static void a_take_that_was_cut_off_gives_its_whole_frames(void)
{
    caper_character *c = load();
    add_frames(c, 6, true);
    size_t size = 0;
    char *bytes = caper_file_read(path, 0, NULL, &size, NULL);
    REQUIRE(bytes != NULL);
    size_t frame = (size_t)(7 * c->body_count + c->deform_count + 4) * sizeof(float) + 16;
    size_t head = size - 6 * frame;
    for (size_t cut = 0; cut < size; cut += cut < head - 200 ? 97 : 61) {
        REQUIRE(caper_file_write(path, bytes, cut, NULL));
        caper_clip *clip = caper_journal_recover(path, NULL, NULL);
        int whole = cut < head ? 0 : (int)((cut - head) / frame);
        CHECK_INT(clip ? clip->frame_count : 0, whole);
        caper_clip_destroy(clip);
    }
    // a byte that changed ends the take before its frame
    caper_rng rng = caper_rng_make(3);
    for (int i = 0; i < 100; i++) {
        size_t at = (size_t)(caper_rng_u64(&rng) % size);
        bytes[at] ^= 0x40;
        REQUIRE(caper_file_write(path, bytes, size, NULL));
        caper_clip *clip = caper_journal_recover(path, NULL, NULL);
        CHECK_INT(clip ? clip->frame_count : 0, at < head ? 0 : (int)((at - head) / frame));
        caper_clip_destroy(clip);
        bytes[at] ^= 0x40;
    }
    caper_free(NULL, bytes, size + 1);
    unlink(path);
    caper_character_destroy(c);
}

TESTS(what_was_added_comes_back, a_take_that_was_cut_off_gives_its_whole_frames)
