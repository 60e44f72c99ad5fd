// SPDX-License-Identifier: MIT
//
// Matching: the tree gives the answers of a comparison with every frame, for frames themselves,
// wishes near them and wishes far from all; features are what the clips say.
#include "test.h"

#include "caper/graph.h"
#include "graph_fixture.h"
#include "menagerie.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CLIPS 12
static caper_character *character;
static caper_clip *clips[CLIPS];

static caper_match_def heap(void)
{
    if (!character) {
        character = menagerie_load("performer");
        for (int i = 0; i < CLIPS; i++)
            clips[i] = graph_clip(character, (uint64_t)i, 60 + 11 * i);
    }
    caper_match_def def = caper_match_def_default();
    def.character = character;
    def.clips = (const caper_clip *const *)clips;
    def.clip_count = CLIPS;
    return def;
}

static void the_tree_finds_what_brute_force_finds(void)
{
    for (int round = 0; round < 3; round++) {
        caper_match_def def = heap();
        def.mirror = round == 1;
        def.clip_count = round == 2 ? 1 : CLIPS;
        caper_match *match = caper_match_create(&def, NULL);
        REQUIRE(match != NULL);
        CHECK_INT(caper_match_feature_count(match), 27);
        int frames = caper_match_frame_count(match), opened = 0, all = 0;
        CHECK(frames > (round == 2 ? 60 : 1000));
        caper_rng rng = caper_rng_make(4);
        float features[CAPER_MATCH_MAX_FEATURES], other[CAPER_MATCH_MAX_FEATURES];
        for (int n = 0; n < 400; n++) {
            REQUIRE(caper_match_features_of(match, caper_rng_int(&rng, 0, frames - 1), features));
            REQUIRE(caper_match_features_of(match, caper_rng_int(&rng, 0, frames - 1), other));
            for (int d = 12; d < 27 && n % 2; d++) // the way of another frame
                features[d] = other[d];
            for (int d = 0; d < 27 && n % 4 == 3; d++) // and far from all
                features[d] += caper_rng_range(&rng, -3, 3);
            caper_match_job tree = {.features = features, .hint = n % 3 - 1};
            caper_match_job brute = {.features = features};
            REQUIRE(caper_match_search(match, &tree));
            REQUIRE(caper_match_search_all(match, &brute));
            CHECK_INT(tree.frame, brute.frame);
            CHECK(tree.distance == brute.distance);
            opened += tree.opened, all += brute.opened;
        }
        if (round < 2)
            CHECK(opened * 2 < all); // it is not brute force itself
        caper_match_destroy(match);
    }
}

static bool is_every_seventh(void *user, int frame)
{
    (void)user;
    return frame % 7 == 3;
}

static bool is_none(void *user, int frame)
{
    (void)user;
    (void)frame;
    return false;
}

static void only_what_is_accepted_is_found(void)
{
    caper_match_def def = heap();
    caper_match *match = caper_match_create(&def, NULL);
    REQUIRE(match != NULL);
    float features[CAPER_MATCH_MAX_FEATURES];
    for (int frame = 0; frame < caper_match_frame_count(match); frame += 37) {
        REQUIRE(caper_match_features_of(match, frame, features));
        caper_match_job tree = {.features = features, .hint = -1, .accept = is_every_seventh};
        caper_match_job brute = tree;
        REQUIRE(caper_match_search(match, &tree) && caper_match_search_all(match, &brute));
        CHECK_INT(tree.frame, brute.frame);
        CHECK_INT(tree.frame % 7, 3);
        tree.accept = is_none;
        CHECK(!caper_match_search(match, &tree));
    }
    caper_match_destroy(match);
}

static void a_frame_is_nearest_to_itself(void)
{
    caper_match_def def = heap();
    caper_match *match = caper_match_create(&def, NULL);
    REQUIRE(match != NULL);
    float features[CAPER_MATCH_MAX_FEATURES];
    int behind = 0;
    for (int frame = 0; frame < caper_match_frame_count(match); frame += 37) {
        REQUIRE(caper_match_features_of(match, frame, features));
        caper_match_job job = {.features = features, .hint = -1};
        REQUIRE(caper_match_search(match, &job));
        CHECK_NEAR(job.distance, 0, 1e-4);
        const caper_clip *const *list;
        CHECK(job.clip < caper_match_clips(match, &list));
        CHECK(job.time <= list[job.clip]->duration);
        // the features are those of the clip: the way ahead by its root track
        const caper_clip *clip = list[job.clip];
        float ahead = job.time + def.ahead[2], over = ahead - clip->duration;
        caper_root now = caper_clip_sample_root(clip, job.time);
        caper_root to = caper_root_delta(now, caper_clip_sample_root(clip, ahead));
        if (over > 0) { // behind the end it goes on as fast as it was
            caper_root end = caper_root_delta(now, caper_clip_sample_root(clip, clip->duration));
            caper_root last =
                caper_root_delta(now, caper_clip_sample_root(clip, clip->duration - 0.2f));
            float speed = hypotf(end.x - last.x, end.z - last.z) / 0.2f;
            float way = hypotf(features[15 + 4] - end.x, features[15 + 5] - end.z);
            CHECK_NEAR(way, speed * over, 0.03f * speed);
            behind++;
            continue;
        }
        CHECK_NEAR(features[15 + 4], to.x, 1e-3);
        CHECK_NEAR(features[15 + 5], to.z, 1e-3);
        CHECK_NEAR(features[21 + 4], sin((double)to.yaw), 1e-3);
        CHECK_NEAR(features[21 + 5], cos((double)to.yaw), 1e-3);
    }
    CHECK(behind > 3);
    features[3] = NAN;
    caper_match_job bad = {.features = features, .hint = -1};
    CHECK(!caper_match_search(match, &bad));
    caper_match_destroy(match);
}

static void bad_defs_are_refused(void)
{
    caper_match_def def = heap();
    caper_error error = {0};
    def.cookie = 0;
    CHECK(caper_match_create(&def, &error) == NULL && error.message[0]);
    def = heap();
    def.rate = 0;
    CHECK(caper_match_create(&def, NULL) == NULL);
    def = heap();
    def.face_weight = NAN;
    CHECK(caper_match_create(&def, NULL) == NULL);
    caper_clip *little = graph_clip(character, 1, 5);
    def = heap();
    def.clips = (const caper_clip *const *)&little;
    def.clip_count = 1;
    CHECK(caper_match_create(&def, &error) == NULL);
    CHECK_HAS(error.message, "shorter");
    caper_clip_destroy(little);
    for (long fail = 1; fail < 40; fail += 3) {
        test_memory memory = {.fail_at = fail};
        caper_allocator allocator = test_memory_allocator(&memory);
        def = heap();
        def.clip_count = 1;
        def.allocator = &allocator;
        caper_match_destroy(caper_match_create(&def, NULL));
        CHECK_MEMORY_EMPTY(&memory);
    }
    for (int i = 0; i < CLIPS; i++)
        caper_clip_destroy(clips[i]);
    caper_character_destroy(character);
    character = NULL;
}

TESTS(the_tree_finds_what_brute_force_finds, only_what_is_accepted_is_found,
      a_frame_is_nearest_to_itself, bad_defs_are_refused)
