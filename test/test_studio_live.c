// SPDX-License-Identifier: MIT
// The live panels, done as hands do them: a body dragged under physics, balls, a performer who
// sends VMC, a pad, the sliders of a parameter space, a clip up the stairs, recordings. Skipped
// where the machine cannot draw.
#define _DEFAULT_SOURCE // mkstemps
#include "studio_window.h"

#include "live_panels.h"
#include "space_player.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if CAPER_LIVE
#include "caper/live.h"
#endif
#if CAPER_SPACETIME
#include "caper/spacetime.h"
#endif

// Without drawing: what is asked for is how things move.
static void pass(float seconds)
{
    for (int i = 0; i < (int)(60 * seconds + 0.5f); i++) {
        studio_update(&s, 1 / 60.0f);
    }
}

static caper_vec3 middle_of(int member)
{
    return stage_root(&s.stage.members[member]).position;
}

// How much the joints of a clip turn, radians.
static float clip_turns(const char *path, float *duration)
{
    caper_clip *clip = caper_clip_load(path, NULL, NULL);
    float sum = 0;
    REQUIRE(clip != NULL);
    *duration = clip->duration;
    caper_pose pose = caper_pose_create(clip->skeleton.body_count, clip->deform_count, NULL);
    caper_pose last = caper_pose_create(clip->skeleton.body_count, clip->deform_count, NULL);
    for (int i = 0; i <= 20; i++) {
        caper_clip_sample(clip, clip->duration * (float)i / 20, NULL, &pose);
        for (int b = 0; i > 0 && b < clip->skeleton.body_count; b++) {
            sum += caper_quat_angle(pose.bodies[b].rotation, last.bodies[b].rotation);
        }
        caper_pose_copy(&last, &pose);
    }
    caper_pose_destroy(&pose, NULL);
    caper_pose_destroy(&last, NULL);
    caper_clip_destroy(clip);
    return sum;
}

#if CAPER_PHYSICS

static void a_body_is_dragged_by_the_mouse_under_physics(void)
{
    begin();
    CHECK(run("panel Physics") && run("cast_remove 2") && run("cast_remove 1") &&
          run("drive physics"));
    frames(2);
    const caper_character *c = state_character(&s.doc.state, 0);
    int hand = caper_character_find(c, "left_hand");
    caper_transform before, held, after;
    REQUIRE(physics_place(0, hand, &before));
    float x, y;
    REQUIRE(view_project(&s, place_of(0, "left_hand"), &x, &y));
    ui_push_mouse(x, y);
    frames(1);
    ui_push_button(0, true);
    frames(1);
    ui_push_mouse(x + 60, y - 40);
    frames(1);
    pass(0.7f);
    REQUIRE(physics_place(0, hand, &held));
    // toward where the mouse is: nearer to it on the screen than it was
    float hx, hy;
    REQUIRE(view_project(&s, held.position, &hx, &hy));
    CHECK(hypotf(hx - x - 60, hy - y + 40) < 0.6f * hypotf(60, 40));
    CHECK(caper_vec3_distance(held.position, before.position) > 0.05f);
    ui_push_button(0, false);
    frames(1);
    // let go of, it goes with its motion, at some time as far from the mouse as it was at first
    float farthest = 0;
    for (int i = 0; i < 8; i++) {
        pass(0.5f);
        REQUIRE(physics_place(0, hand, &after) && view_project(&s, after.position, &hx, &hy));
        farthest = fmaxf(farthest, hypotf(hx - x - 60, hy - y + 40));
    }
    CHECK(farthest > hypotf(60, 40));
    end();
}

static void balls_fly_pushes_push_and_the_weak_fall(void)
{
    begin();
    CHECK(run("cast_remove 2") && run("cast_remove 1") && !studio_run(&s, "ball", NULL) &&
          !studio_run(&s, "knock_out 1", NULL) && run("drive physics"));
    const caper_character *c = state_character(&s.doc.state, 0);
    CHECK(run("ball") && run("ball"));
    CHECK_INT(physics_balls(), 2);
    CHECK(run("push 0 chest 200 0 0"));
    pass(0.3f);
    CHECK(run("knock_out 5") && run("gain 0.1"));
    pass(1.5f);
    caper_transform head;
    int body = caper_character_find(c, "head");
    REQUIRE(body >= 0 && physics_place(0, body, &head));
    CHECK(head.position.y < 0.5f * c->rest_model[body].position.y);
    end();
}

#else

static void a_body_is_dragged_by_the_mouse_under_physics(void)
{
    SKIP("this build has no physics");
}

static void balls_fly_pushes_push_and_the_weak_fall(void)
{
    SKIP("this build has no physics");
}

#endif

#if CAPER_LIVE

static void pause_ms(int ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}

// A sender on this machine waves an arm; the cast does what he does, bars and meters tell of it,
// and it is recorded.
static void a_performer_who_sends_vmc_moves_the_cast(void)
{
    begin();
    char path[] = "/tmp/caper_studio_XXXXXX.clip.json", line[200];
    int file = mkstemps(path, 10);
    REQUIRE(file >= 0);
    close(file);
    caper_error error = {0};
    caper_character *actor =
        caper_character_load(test_data_path("characters/performer.character.json"), NULL, &error);
    REQUIRE(actor != NULL);
    CHECK(run("panel Puppet") && run("cast_remove 2") && run("listen 0"));
    CHECK(puppet_port() > 0 && !puppet_is_performed());
    caper_live_sender_def def = caper_live_sender_def_default();
    def.character = actor;
    def.port = puppet_port();
    caper_live_sender *sender = caper_live_sender_create(&def, &error);
    REQUIRE(sender != NULL);
    caper_live_person who;
    REQUIRE(caper_live_person_make(actor, NULL, &who, NULL));
    caper_pose local = caper_character_pose(actor, NULL);
    int arm = who.person.bodies[CAPER_PART_LEFT_UPPER_ARM], hand = -1;
    hand = caper_character_find(state_character(&s.doc.state, 0), "left_hand");
    caper_vec3 low = {1e9f, 1e9f, 1e9f}, high = {-1e9f, -1e9f, -1e9f};
    for (int i = 0; i < 240; i++) {
        local.bodies[arm].rotation =
            caper_quat_mul(actor->skeleton.rest_local[arm].rotation,
                           caper_quat_from_axis_angle(caper_vec3_make(0, 0, 1),
                                                      0.7f * caper_sin(0.1f * (float)i)));
        caper_live_sender_send(sender, &local, (caper_root){0, 0, 0, 0}, caper_clock_now());
        pause_ms(3);
        studio_update(&s, 1 / 60.0f);
        if (i == 100) {
            CHECK(puppet_is_performed());
            CHECK(run("record"));
        }
        if (i > 100) {
            caper_vec3 at = caper_actor_model(s.stage.members[0].actor)->bodies[hand].position;
            low = caper_vec3_make(fminf(low.x, at.x), fminf(low.y, at.y), fminf(low.z, at.z));
            high = caper_vec3_make(fmaxf(high.x, at.x), fmaxf(high.y, at.y), fmaxf(high.z, at.z));
        }
    }
    CHECK(caper_vec3_distance(low, high) > 0.2f);
    const caper_puppet_report *report = puppet_report(&s, 0);
    REQUIRE(report != NULL);
    float most = 0;
    for (int i = 0; i < CAPER_EFFECTOR_COUNT; i++) {
        CHECK(report->effectors[i].importance >= 0 && report->effectors[i].importance <= 1);
        most = fmaxf(most, report->effectors[i].importance);
    }
    CHECK(most > 0.05f);
    frames(2); // the panel shows it
    float duration = 0;
    snprintf(line, sizeof line, "record %s", path);
    CHECK(run(line));
    CHECK(clip_turns(path, &duration) > 1);
    CHECK_NEAR(duration, 140 / 60.0, 0.1);
    unlink(path);
    caper_live_sender_destroy(sender);
    caper_pose_destroy(&local, NULL);
    caper_character_destroy(actor);
    end();
}

#else

static void a_performer_who_sends_vmc_moves_the_cast(void)
{
    SKIP("this build has no network");
}

#endif

static void a_pad_walks_the_cast(void)
{
    begin();
    CHECK(run("cast_remove 2") && run("drive gait"));
    if (!ui_push_pad(0, -1, 0, 0)) {
        end();
        SKIP("this SDL can make no pads");
    }
    caper_vec3 before = middle_of(0), away = caper_vec3_sub(s.camera.target, s.camera.eye);
    away.y = 0;
    away = caper_vec3_normalize(away);
    frames(2); // it is found
    for (int i = 0; i < 90; i++) {
        panel_updates(&s, 1 / 60.0f);
        studio_update(&s, 1 / 60.0f);
    }
    caper_vec3 way = caper_vec3_sub(middle_of(0), before);
    CHECK(caper_vec3_dot(way, away) > 0.3f);
    ui_push_pad(0, 0, 0, 0);
    frames(2);
    end();
}

static void a_clip_goes_up_the_stairs_by_its_feet(void)
{
    const char *capture = test_shared_path("bvh/cmu/07_12.bvh");
    begin();
    CHECK(run("panel Stride") && run("cast_clear") && run("cast_add performer"));
    char path[] = "/tmp/caper_studio_XXXXXX.clip.json", line[600];
    int file = mkstemps(path, 10);
    REQUIRE(file >= 0);
    close(file);
    if (capture) {
        snprintf(line, sizeof line, "stride %s", action_quote(capture));
    } else { // a walk of its own
        float duration = 0;
        CHECK(run("drive gait") && run("walk 1 0"));
        for (int i = 0; i < 300; i++) {
            // A clip that plays over and over goes straight only if the turn to its way is not in
            // it.
            CHECK(i != 150 || run("record"));
            panel_updates(&s, 1 / 60.0f);
            studio_update(&s, 1 / 60.0f);
        }
        snprintf(line, sizeof line, "record %s", path);
        CHECK(run(line) && run("drive none"));
        CHECK(clip_turns(path, &duration) > 1);
        snprintf(line, sizeof line, "stride %s", path);
    }
    CHECK(run(line) && run("stairs 12 0.1 0.3"));
    CHECK(run("drive stride"));
    const char *head = "head";
    float before = place_of(0, head).y;
    CHECK_STR(s.stage.members[0].problem, "");
    pass(6);
    CHECK(place_of(0, head).y > before + 0.5f);
    frames(2);
    unlink(path);
    end();
}

#if CAPER_SPACETIME

// Clips of three paces, told apart by their lengths: the slider plays the nearest.
static void sliders_play_the_nearest_clip(void)
{
    begin();
    char folder[] = "/tmp/caper_studio_XXXXXX", line[300];
    REQUIRE(mkdtemp(folder) != NULL);
    CHECK(run("cast_clear") && run("cast_add hopper") && run("cast_add sally") && run("active 0") &&
          run("space hopper") && run("space_values pace 0 0.1 0.3"));
    static const char *const names[] = {"pace0", "pace0.1", "pace0.3"};
    for (int i = 0; i < 3; i++) {
        if (i != 1) { // one is not solved
            snprintf(line, sizeof line, "motion_stretch %d", i + 1);
            CHECK(run(line));
            snprintf(line, sizeof line, "export %s/%s.clip.json", folder, names[i]);
            CHECK(run(line));
        }
    }
    space_player *p = space_players();
    snprintf(p->folder, sizeof p->folder, "%s", folder);
    CHECK(run("space_values pace 0 0.1 0.3") && run("panel Space")); // looks again
    CHECK_INT(p->sample_count, 3);
    CHECK(p->states[0] == SAMPLE_SOLVED && p->states[1] == SAMPLE_NONE);
    CHECK(run("drive space") && run("space_at pace 0.05"));
    CHECK_INT(p->nearest, 0);
    pass(0.2f);
    for (int i = 0; i < 2; i++) {
        CHECK_STR(s.stage.members[i].problem, "");
    }
    CHECK(run("space_at pace 0.29"));
    CHECK_INT(p->nearest, 2);
    CHECK(!studio_run(&s, "space_at pace fast", NULL) && !studio_run(&s, "space_at tempo 1", NULL));
    pass(0.5f);
    CHECK(run("undo")); // the space before: the clips are let go of
    pass(0.1f);
    CHECK(run("drive none"));
    snprintf(line, sizeof line, "rm -r '%s'", folder);
    end();
    CHECK_INT(system(line), 0);
}

// A motion is found while the window goes on; another search is ended in the middle.
static void motions_are_found_in_the_background(void)
{
    begin();
    char folder[] = "/tmp/caper_studio_XXXXXX", line[300];
    REQUIRE(mkdtemp(folder) != NULL);
    CHECK(run("cast_clear") && run("cast_add hopper") && run("space hopper") && run("panel Space"));
    snprintf(line, sizeof line, "synth %s pace0", folder);
    CHECK(run(line));
    space_player *p = space_players();
    for (int i = 0; i < 6000 && synth_running(&p->run); i++) {
        struct timespec t = {0, 10000000L};
        nanosleep(&t, NULL);
        space_update(&s);
    }
    CHECK_INT(p->run.solved, 1);
    CHECK_INT(p->nearest, 0);
    CHECK(run("drive space") && run("space_at pace 0.05"));
    pass(0.3f);
    CHECK_STR(s.stage.members[0].problem, "");
    snprintf(line, sizeof line, "synth %s", folder);
    CHECK(run(line) && synth_running(&p->run));
    CHECK_NEAR(p->at[0], 0.05, 1e-9); // sliders stay
    CHECK(run("synth_stop") && !synth_running(&p->run));
    end();
    snprintf(line, sizeof line, "rm -r '%s'", folder);
    CHECK_INT(system(line), 0);
}

#else

static void sliders_play_the_nearest_clip(void)
{
    SKIP("this build has no spacetime optimization");
}

static void motions_are_found_in_the_background(void)
{
    SKIP("this build has no spacetime optimization");
}

#endif

TESTS(a_body_is_dragged_by_the_mouse_under_physics, balls_fly_pushes_push_and_the_weak_fall,
      a_performer_who_sends_vmc_moves_the_cast, sliders_play_the_nearest_clip,
      motions_are_found_in_the_background, a_pad_walks_the_cast,
      a_clip_goes_up_the_stairs_by_its_feet)
