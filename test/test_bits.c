// SPDX-License-Identifier: MIT
//
// Bits that every build of the same sources must agree on: gcc and clang, any optimization, scalar,
// SSE2 and AVX2. Told here and compared by tools/test; nothing is compared with a number of the
// past.
#include "actor_fixture.h"
#include "caper/gait.h"
#include "menagerie.h"
#include "solver_bench.h"
#include "test.h"

static void walks_have_the_same_bits_in_every_build(void)
{
    static const char *const names[] = {"spider", "performer", "oddlegs", "inchworm"};
    static caper_goal goals[CAPER_MAX_BODIES];
    caper_world *world = caper_world_load(test_data_path("worlds/rubble.world.json"), NULL, NULL);
    REQUIRE(world != NULL);
    uint64_t hash = 0;
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        caper_character *character = menagerie_load(names[n]);
        caper_gait_def def = caper_gait_def_default();
        def.character = character;
        caper_gait *gait = caper_gait_create(&def, NULL);
        caper_walker *walker = caper_walker_create(gait, NULL, NULL);
        caper_rng rng = caper_rng_make(4);
        caper_root root = {0, 0, 0, 0};
        caper_vec3 velocity = caper_vec3_zero();
        for (int f = 0; f < 400; f++) {
            if (f % 70 == 0) {
                velocity.x = caper_rng_range(&rng, -1, 1);
                velocity.z = caper_rng_range(&rng, -1, 2);
            }
            int count = 0;
            caper_walk_job job = caper_walk_job_default();
            job.command.velocity = velocity;
            job.command.heading = NAN;
            job.world = world;
            job.dt = 1 / 60.0f;
            job.root = &root;
            job.goals = goals;
            job.goal_count = &count;
            job.goal_capacity = CAPER_COUNT_OF(goals);
            CHECK(caper_walker_update(walker, &job));
            hash = caper_hash64(goals, (size_t)count * sizeof *goals, hash);
        }
        caper_walker_destroy(walker);
        caper_gait_destroy(gait);
        caper_character_destroy(character);
    }
    caper_world_destroy(world);
    TELL_BITS("walk", hash);
}

static void answers_have_the_same_bits_in_every_build(void)
{
    uint64_t hash = 0;
    for (int i = 0; i < 200; i++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)i + 5000;
        caper_character *character = caper_character_random(&def, NULL);
        REQUIRE(character);
        bench b = bench_make(character);
        caper_rng rng = caper_rng_make((uint64_t)i);
        random_truth(&b, &rng, 0.8f);
        random_goals(&b, &rng);
        CHECK(solve(&b));
        hash = caper_hash64(b.local.bodies, (size_t)character->body_count * sizeof(caper_transform),
                            hash);
        bench_free(&b);
        caper_character_destroy(character);
    }
    TELL_BITS("solver", hash);
}

// A person's walk on others, through performer, latch, solver and recorder.
static void retargets_have_the_same_bits_in_every_build(void)
{
    static const char *const onto[] = {"sally", "blubby", "dog", "spider", "octopus"};
    caper_character *performer = menagerie_load("performer");
    caper_gait_def def = caper_gait_def_default();
    def.character = performer;
    caper_gait *gait = caper_gait_create(&def, NULL);
    caper_actor *actor = actor_of(performer);
    caper_play_def play_def = caper_play_def_default();
    play_def.gait = gait;
    play_def.fade_in = 0;
    caper_source source = caper_actor_play(actor, &play_def, NULL);
    caper_walk_command command = {{0.2f, 0, 1.2f}, NAN};
    REQUIRE(caper_actor_command(actor, source, &command));
    caper_record_job record = caper_record_job_default();
    record.actor = actor;
    record.recorder.rate = 60;
    record.seconds = 2;
    caper_clip *walk = caper_record(&record, NULL);
    REQUIRE(walk != NULL);
    uint64_t hash = 0;
    for (int n = 0; n < 2 * CAPER_COUNT_OF(onto); n++) {
        caper_character *c = menagerie_load(onto[n / 2]);
        caper_retarget_job job = caper_retarget_job_default();
        job.clip = walk;
        job.from = performer;
        job.onto = c;
        job.method = n % 2 ? CAPER_RETARGET_MOTION : CAPER_RETARGET_IMPORTANCE;
        caper_clip *clip = caper_retarget(&job, NULL);
        REQUIRE(clip != NULL);
        caper_pose pose = caper_character_pose(c, NULL);
        for (int f = 0; f < clip->frame_count; f++) {
            caper_root root = caper_clip_sample_root(clip, (float)f / clip->rate);
            caper_clip_sample(clip, (float)f / clip->rate, NULL, &pose);
            hash = caper_hash64(pose.bodies, (size_t)c->body_count * sizeof *pose.bodies, hash);
            hash = caper_hash64(&root, sizeof root, hash);
        }
        caper_pose_destroy(&pose, NULL);
        caper_clip_destroy(clip);
        caper_motion_destroy(job.motion);
        caper_character_destroy(c);
    }
    TELL_BITS("retarget", hash);
    caper_clip_destroy(walk);
    caper_actor_destroy(actor);
    caper_gait_destroy(gait);
    caper_character_destroy(performer);
}

TESTS(walks_have_the_same_bits_in_every_build, answers_have_the_same_bits_in_every_build,
      retargets_have_the_same_bits_in_every_build)
