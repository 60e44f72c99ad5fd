// SPDX-License-Identifier: MIT
//
// What holds in every room: jobs and defs that were never filled in are refused, zeroed memory
// included, and states are saved and loaded one way.
#include "menagerie.h"

#include "caper/caper.h"

static bool ignore(const char *condition, const char *file, int line)
{
    (void)condition, (void)file, (void)line;
    return false;
}

// One that was zeroed, and one that came from its default function: nothing to work on in either.
#define REFUSES(type, call)                                                                        \
    do {                                                                                           \
        type job_, zeroed_;                                                                        \
        memset(&zeroed_, 0, sizeof zeroed_);                                                       \
        for (int k_ = 0; k_ < 2; k_++) {                                                           \
            job_ = k_ ? type##_default() : zeroed_;                                                \
            type *job = &job_;                                                                     \
            caper_error error = {0};                                                               \
            (void)error;                                                                           \
            CHECK(!(call));                                                                        \
        }                                                                                          \
    } while (0)

static void what_was_not_filled_in_is_refused(void)
{
    caper_set_assert_hook(ignore);
    REFUSES(caper_character_def, caper_character_create(job, &error));
    REFUSES(caper_skeleton_character_def, caper_character_from_skeleton(job, NULL, &error));
    REFUSES(caper_clip_def, caper_clip_create(job, &error));
    REFUSES(caper_skinning_job, caper_skinning(job));
    REFUSES(caper_blend_job, caper_blend(job));
    REFUSES(caper_contacts_job, caper_contacts_detect(job, &error));
    REFUSES(caper_check_job, caper_check(job, &error));
    REFUSES(caper_solve_job, caper_solve(job));
    REFUSES(caper_motion_def, caper_motion_create(job, &error));
    REFUSES(caper_motion_job, caper_motion_evaluate(job));
    REFUSES(caper_motion_from_clip_job, caper_motion_from_clip(job, NULL, &error));
    REFUSES(caper_gait_def, caper_gait_create(job, &error));
    REFUSES(caper_cloud_def, caper_cloud_create(job, &error));
    REFUSES(caper_cloud_map_job, caper_cloud_map(job, &error));
    REFUSES(caper_cloud_minima_job, caper_cloud_minima(job, &error));
    REFUSES(caper_graph_def, caper_graph_create(job, &error));
    REFUSES(caper_graph_step_job, caper_graph_step(job));
    REFUSES(caper_graph_clip_job, caper_graph_clip(job, &error));
    REFUSES(caper_graph_plan_job, caper_graph_plan(job, &error));
    REFUSES(caper_graph_policy_def, caper_graph_policy_create(job, &error));
    REFUSES(caper_graph_player_def, caper_graph_player_create(job, &error));
    REFUSES(caper_match_def, caper_match_create(job, &error));
    REFUSES(caper_puppet_def, caper_puppet_create(job, &error));
    REFUSES(caper_sensors_def, caper_sensors_create(job, &error));
    REFUSES(caper_sensors_clip_job, caper_sensors_clip(job, &error));
    REFUSES(caper_actor_def, caper_actor_create(job, &error));
    REFUSES(caper_record_job, caper_record(job, &error));
    REFUSES(caper_retarget_job, caper_retarget(job, &error));
    REFUSES(caper_export_job, caper_export_save(job, "x.bvh", &error));
    caper_set_assert_hook(NULL);
}

// Every state: (NULL, 0) asks for its size, too little room leaves the bytes alone, and bytes that
// are cut, grown or not numbers are refused with a sentence.
#define KEEPS_ITS_STATE(kind, thing)                                                               \
    do {                                                                                           \
        size_t size_ = kind##_save(thing, NULL, 0);                                                \
        REQUIRE(size_ > 0);                                                                        \
        char *bytes_ = malloc(size_ + 1);                                                          \
        REQUIRE(bytes_ != NULL);                                                                   \
        memset(bytes_, 0x5a, size_ + 1);                                                           \
        CHECK_INT(kind##_save(thing, bytes_, size_ - 1), size_);                                   \
        for (size_t i_ = 0; i_ <= size_; i_++)                                                     \
            REQUIRE(bytes_[i_] == 0x5a);                                                           \
        CHECK_INT(kind##_save(thing, bytes_, size_), size_);                                       \
        CHECK(bytes_[size_] == 0x5a);                                                              \
        caper_error error_ = {0};                                                                  \
        CHECK(!kind##_load(thing, bytes_, size_ - 1, &error_) && error_.message[0]);               \
        error_ = (caper_error){0};                                                                 \
        CHECK(!kind##_load(thing, bytes_, size_ + 1, &error_) && error_.message[0]);               \
        CHECK(kind##_load(thing, bytes_, size_, NULL));                                            \
        memset(bytes_, 0xff, size_); /* not a number, and no count that could be */                \
        error_ = (caper_error){0};                                                                 \
        CHECK(!kind##_load(thing, bytes_, size_, &error_) && error_.message[0]);                   \
        free(bytes_);                                                                              \
    } while (0)

static void states_are_saved_and_loaded_one_way(void)
{
    caper_character *dog = menagerie_load("dog");
    caper_gait_def gait_def = caper_gait_def_default();
    gait_def.character = dog;
    caper_gait *gait = caper_gait_create(&gait_def, NULL);
    caper_walker *walker = caper_walker_create(gait, NULL, NULL);
    caper_jiggle *jiggle = caper_jiggle_create(dog, NULL, NULL);
    REQUIRE(walker && jiggle);
    KEEPS_ITS_STATE(caper_walker, walker);
    KEEPS_ITS_STATE(caper_jiggle, jiggle);
    caper_jiggle_destroy(jiggle);
    caper_walker_destroy(walker);
    caper_gait_destroy(gait);
    caper_character_destroy(dog);
}

TESTS(what_was_not_filled_in_is_refused, states_are_saved_and_loaded_one_way)
