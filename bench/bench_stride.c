// SPDX-License-Identifier: MIT
// Room `stride`: one frame of an actor that plays a walk up stairs, against the same actor without
// a stride. What is looked up ahead is sampling, one moment a frame; the rest is the stride's own.
#include "bench.h"
#include "caper/actor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct stride_state {
    caper_character *character;
    caper_clip *clip;
    caper_world *world;
    caper_stride *stride;
    caper_actor *actors[2]; // without a stride, and with
    int frames[2];
} stride_state;

static void teardown(void *user)
{
    stride_state *s = user;
    caper_actor_destroy(s->actors[0]);
    caper_actor_destroy(s->actors[1]);
    caper_stride_destroy(s->stride);
    caper_world_destroy(s->world);
    caper_clip_destroy(s->clip);
    caper_character_destroy(s->character);
    free(s);
}

/// A walk of ten seconds, by the creature's own gait.
static caper_clip *record_walk(const caper_character *character)
{
    caper_gait_def def = caper_gait_def_default();
    def.character = character;
    caper_gait *gait = caper_gait_create(&def, NULL);
    caper_actor_def actor_def = caper_actor_def_default();
    actor_def.character = character;
    caper_actor *actor = caper_actor_create(&actor_def, NULL);
    caper_play_def play = caper_play_def_default();
    play.gait = gait;
    play.fade_in = 0;
    caper_source source = caper_actor_play(actor, &play, NULL);
    caper_walk_command command = {.velocity = {0, 0, caper_gait_speed(gait, 0.2f)}, .heading = NAN};
    caper_actor_command(actor, source, &command);
    caper_record_job job = caper_record_job_default();
    job.actor = actor;
    job.recorder.rate = 60;
    job.seconds = 10;
    caper_clip *clip = caper_record(&job, NULL);
    caper_actor_destroy(actor);
    caper_gait_destroy(gait);
    return clip;
}

static void *setup(double *units)
{
    stride_state *s = calloc(1, sizeof *s);
    caper_creature_def creature = caper_creature_def_default();
    creature.min_size = creature.max_size = 1.8f;
    creature.difficulty = 0.2f;
    for (;; creature.seed++) {
        s->character = caper_character_random(&creature, NULL);
        if (s->character->leg_count == 2) {
            break;
        }
        caper_character_destroy(s->character);
    }
    s->clip = record_walk(s->character);
    caper_world_stairs stairs;
    memset(&stairs, 0, sizeof stairs);
    stairs.transform = caper_transform_identity();
    stairs.transform.position.z = 1;
    stairs.count = 40;
    stairs.rise = 0.15f;
    stairs.run = 0.3f;
    stairs.width = 10;
    caper_world_def world = caper_world_def_default();
    world.stairs = &stairs;
    world.stairs_count = 1;
    s->world = caper_world_create(&world, NULL);
    caper_stride_def def = caper_stride_def_default();
    def.character = s->character;
    s->stride = caper_stride_create(&def, NULL);
    for (int i = 0; i < 2; i++) {
        caper_actor_def actor = caper_actor_def_default();
        caper_jiggle_def jiggle = caper_jiggle_def_default();
        jiggle.looseness = 0;
        actor.character = s->character;
        actor.world = s->world;
        actor.jiggle = &jiggle;
        actor.latch_feet = false; // of either: the stride holds feet itself
        s->actors[i] = caper_actor_create(&actor, NULL);
    }
    caper_actor_add_stride(s->actors[1], s->stride);
    *units = 1;
    return s;
}

static void run_actor(stride_state *s, int which, int times)
{
    for (int i = 0; i < times; i++) {
        if (s->frames[which]++ % 590 == 0) { // over again from the foot of the stairs
            caper_root start = {0, 0, 0, 0};
            caper_actor_stop(s->actors[which], 0, 0);
            caper_actor_update(s->actors[which], 0, NULL);
            caper_actor_set_root(s->actors[which], start);
            caper_play_def play = caper_play_def_default();
            play.clip = s->clip;
            play.fade_in = play.fade_out = 0;
            caper_actor_play(s->actors[which], &play, NULL);
        }
        caper_actor_update(s->actors[which], 1 / 60.0f, NULL);
        bench_keep(caper_actor_model(s->actors[which]));
    }
}

static void run(void *user, int times)
{
    run_actor(user, 1, times);
}

static void run_without(void *user, int times)
{
    run_actor(user, 0, times);
}

static const bench_case cases[] = {
    {.name = "stride.stairs",
     .what = "an actor of two legs that plays a walk up stairs; baseline: without a stride",
     .unit = "frame",
     .setup = setup,
     .teardown = teardown,
     .run = run,
     .baseline = run_without,
     .max_ns = 3500,
     .reference = "2 us a leg pair on top of sampling: now, and one moment to come"},
};

const bench_suite bench_stride = {
    .name = "stride", .cases = cases, .case_count = CAPER_COUNT_OF(cases)};
