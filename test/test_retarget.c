// SPDX-License-Identifier: MIT
//
// A clip onto another body in one call, and sources that hand a character over to each other:
// walks, performers and clips.
#include "actor_fixture.h"
#include "caper/gait.h"
#include "caper/quality.h"
#include "test.h"

#include <math.h>

#define RATE 60.0f

// A walk of a character, recorded.
static caper_clip *walk_of(const caper_character *c, float froude, float seconds)
{
    caper_gait_def def = caper_gait_def_default();
    def.character = c;
    caper_gait *gait = caper_gait_create(&def, NULL);
    caper_actor *actor = actor_of(c);
    caper_play_def play = caper_play_def_default();
    play.gait = gait;
    play.fade_in = 0;
    caper_source source = caper_actor_play(actor, &play, NULL);
    caper_walk_command command = {{0, 0, caper_gait_speed(gait, froude)}, NAN};
    REQUIRE(caper_actor_command(actor, source, &command));
    caper_record_job job = caper_record_job_default();
    job.actor = actor;
    job.recorder.rate = RATE;
    job.seconds = seconds;
    caper_error error = {0};
    caper_clip *clip = caper_record(&job, &error);
    REQUIRE(clip != NULL);
    caper_actor_destroy(actor);
    caper_gait_destroy(gait);
    return clip;
}

// Frame by frame the bodies are where the puppet alone has them.
static void a_performer_in_an_actor_is_the_puppet(void)
{
    caper_character *performer = menagerie_load("performer");
    caper_clip *walk = walk_of(performer, 0.2f, 3);
    static const char *const onto[] = {"sally", "blubby", "dog", "spider"};
    for (int n = 0; n < CAPER_COUNT_OF(onto); n++) {
        caper_character *c = menagerie_load(onto[n]);
        caper_puppet_clip_job job = caper_puppet_clip_job_default();
        job.def.performer = performer;
        job.def.character = c;
        job.clip = walk;
        caper_error error = {0};
        caper_clip *alone = caper_puppet_clip(&job, &error);
        caper_retarget_job retarget = caper_retarget_job_default();
        retarget.clip = walk;
        retarget.from = performer;
        retarget.onto = c;
        retarget.stiff = true;
        caper_clip *acted = caper_retarget(&retarget, &error);
        REQUIRE(alone && acted);
        CHECK_INT(acted->frame_count, alone->frame_count);
        CHECK_INT(retarget.used, CAPER_RETARGET_IMPORTANCE);
        CHECK(acted->contact_count > 4);
        caper_pose a = caper_pose_create(c->body_count, c->deform_count, NULL);
        caper_pose b = caper_pose_create(c->body_count, c->deform_count, NULL);
        float worst = 0;
        for (int f = 0; f < acted->frame_count; f++) {
            float time = (float)f / RATE;
            caper_clip_sample(alone, time, NULL, &a);
            caper_clip_sample(acted, time, NULL, &b);
            caper_transform there = caper_root_transform(caper_clip_sample_root(alone, time));
            caper_transform here = caper_root_transform(caper_clip_sample_root(acted, time));
            caper_pose_to_model(&c->skeleton, &a, &there, &a);
            caper_pose_to_model(&c->skeleton, &b, &here, &b);
            for (int i = 0; i < c->body_count; i++) {
                float off = caper_vec3_distance(a.bodies[i].position, b.bodies[i].position);
                worst = fmaxf(worst, off);
            }
        }
        printf("%s: %.3f mm from the puppet alone\n", onto[n], (double)(1000 * worst));
        CHECK(worst < 1e-3f * c->size);
        caper_pose_destroy(&a, NULL);
        caper_pose_destroy(&b, NULL);
        caper_clip_destroy(alone);
        caper_clip_destroy(acted);
        caper_character_destroy(c);
    }
    caper_clip_destroy(walk);
    caper_character_destroy(performer);
}

TESTS(a_performer_in_an_actor_is_the_puppet)
