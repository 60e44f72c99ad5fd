// SPDX-License-Identifier: MIT
//
// A clip onto another body in one call, and sources that hand a character over to each other:
// walks, performers and clips.
#include "actor_fixture.h"
#include "caper/formats.h"
#include "caper/gait.h"
#include "caper/quality.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RATE 60.0f
#define HEAVE 0.03f // of size: hips of runners go up and down by 0.05
#define STANDS 0.94 // of frames
#define RISES 1.05f // of hips over their height at rest in a walk

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

// A recording says what stood, and where it says so the foot is where it was.
static void what_is_recorded_as_standing_stands(void)
{
    caper_character *performer = menagerie_load("performer");
    caper_clip *walk = walk_of(performer, 0.2f, 3);
    static const char *const onto[] = {"sally", "blubby", "dog", "spider"};
    for (int n = 0; n < CAPER_COUNT_OF(onto); n++) {
        caper_character *c = menagerie_load(onto[n]);
        caper_retarget_job job = caper_retarget_job_default();
        job.clip = walk;
        job.from = performer;
        job.onto = c;
        job.stiff = true;
        caper_error error = {0};
        caper_clip *clip = caper_retarget(&job, &error);
        REQUIRE(clip != NULL);
        CHECK_INT(clip->frame_count, walk->frame_count);
        CHECK_INT(job.used, CAPER_RETARGET_IMPORTANCE);
        CHECK(clip->contact_count > 4);
        caper_pose pose = caper_character_pose(c, NULL);
        float worst = 0; // of the point of the sole that moves least
        for (int i = 0; i < clip->contact_count; i++) {
            const caper_contact *contact = &clip->contacts[i];
            caper_vec3 points[CAPER_MAX_CONTACTS];
            int count = caper_body_sole_points(c, contact->body, points);
            caper_bounds bounds[CAPER_MAX_CONTACTS];
            for (int k = 0; k < count; k++) {
                bounds[k] = caper_bounds_empty();
            }
            // in the first moments the latch comes to hold it
            for (float time = contact->start + 0.1f; time < contact->end; time += 1 / RATE) {
                caper_clip_sample(clip, time, NULL, &pose);
                caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
                caper_pose_to_model(&c->skeleton, &pose, &root, &pose);
                for (int k = 0; k < count; k++) {
                    caper_vec3 at =
                        caper_transform_mul_point(pose.bodies[contact->body], points[k]);
                    at.y = 0;
                    bounds[k] = caper_bounds_add_point(bounds[k], at);
                }
            }
            float least = HUGE_VALF;
            for (int k = 0; k < count; k++) {
                caper_vec3 size = caper_vec3_sub(bounds[k].max, bounds[k].min);
                least = caper_min(least, caper_max(size.x, 0) + caper_max(size.z, 0));
            }
            worst = count > 0 ? caper_max(worst, least) : worst;
        }
        printf("%s: what stands moves by at most %.2f mm\n", onto[n], 1000 * (double)worst);
        CHECK(worst < 0.005f * c->size / 1.8f);
        caper_pose_destroy(&pose, NULL);
        caper_clip_destroy(clip);
        caper_character_destroy(c);
    }
    caper_clip_destroy(walk);
    caper_character_destroy(performer);
}

// ------------------------------------------------------------------------------------ hand-overs

// One actor that is walked, performed and played in turn.
typedef struct relay {
    caper_gait *gait;
    const caper_character *performer;
    const caper_clip *walk; // of the performer
    const caper_clip *own;  // of the character itself, recorded
    const caper_motion *wave;
    caper_source source, performed;
    char now;           // 'w' walk, 'p' performer, 'c' clip
    const char *script; // one letter for each LEG seconds
    int leg;            // of the script
    float begun;        // when the performer began
    caper_pose pose;
} relay;

#define LEG 2.0f // seconds of each part
#define FADE 0.4f

static void begin_leg(relay *r, caper_actor *actor, char kind, float time)
{
    caper_play_def def = caper_play_def_default();
    caper_puppet_def puppet = caper_puppet_def_default();
    puppet.performer = r->performer;
    def.fade_in = time > 0 ? FADE : 0;
    def.gait = kind == 'w' ? r->gait : NULL;
    def.clip = kind == 'c' ? r->own : NULL;
    def.puppet = kind == 'p' ? &puppet : NULL;
    def.start = kind == 'c' ? 1.0f : 0;
    caper_error error = {0};
    r->source = caper_actor_play(actor, &def, &error);
    if (!r->source) {
        fprintf(stderr, "%s\n", error.message);
    }
    REQUIRE(r->source != 0);
    r->now = kind;
    if (kind == 'p') {
        r->performed = r->source;
        r->begun = time;
    }
}

static bool run_relay(void *user, caper_actor *actor, int frame, float time)
{
    relay *r = user;
    int leg = (int)(time / LEG + 1e-3f);
    if (leg != r->leg && r->script[leg] == 'v') { // and waves while it goes on
        caper_play_def def = caper_play_def_default();
        def.motion = r->wave;
        def.layer = 1;
        def.fade_in = def.fade_out = FADE;
        CHECK(caper_actor_play(actor, &def, NULL) != 0);
        r->leg = leg;
    }
    if (frame == 0 || (leg != r->leg && r->script[leg])) {
        r->leg = leg;
        begin_leg(r, actor, r->script[leg], time);
    }
    caper_source_state state;
    if (caper_actor_source(actor, r->performed, &state)) { // who hands over does not freeze
        float at = 1 + time - r->begun;
        caper_clip_sample(r->walk, at, NULL, &r->pose);
        caper_transform root = caper_root_transform(caper_clip_sample_root(r->walk, at));
        caper_performance performance = {&r->pose, &root, NULL};
        CHECK(caper_actor_perform(actor, r->performed, &performance));
    }
    caper_walk_command command = {{0, 0, caper_gait_speed(r->gait, 0.15f)}, NAN};
    return r->now != 'w' || caper_actor_command(actor, r->source, &command);
}

static caper_clip *record_relay(relay *r, const caper_character *c)
{
    caper_actor_def def = caper_actor_def_default();
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = 0;
    def.character = c;
    def.jiggle = &jiggle;
    caper_actor *actor = caper_actor_create(&def, NULL);
    caper_record_job job = caper_record_job_default();
    job.actor = actor;
    job.recorder.rate = RATE;
    job.seconds = LEG * (float)strlen(r->script) - 0.05f;
    job.before = run_relay;
    job.user = r;
    caper_error error = {0};
    caper_clip *clip = caper_record(&job, &error);
    if (!clip) {
        fprintf(stderr, "%s\n", error.message);
    }
    REQUIRE(clip != NULL);
    caper_actor_destroy(actor);
    return clip;
}

static const char *const bodies[] = {"performer", "sally", "blubby",  "dog",      "horse",
                                     "ostrich",   "crab",  "centaur", "kangaroo", "spider"};

// ------------------------------------------------------------------------------------ at once

static const char wave_of_text[] =
    "{\"caper\": \"motion\", \"version\": 1, \"name\": \"wave\", \"duration\": 2, \"channels\": ["
    "{\"name\": \"end\", \"select\": {\"caps\": [\"%s\"]},"
    " \"mode\": {\"position\": \"rest\", \"rotation\": \"rest\", \"scale\": \"limb\"},"
    " \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}, {\"t\": 1, \"position\": [0.1, 0.3, 0.2]},"
    " {\"t\": 2, \"position\": [0, 0, 0]}]}]}";

typedef struct verdict {
    double slip, pops; // slip in mm at the size of a person
} verdict;

// Hands wave; who has none waves its head.
static caper_motion *wave_of(const caper_character *c)
{
    caper_caps all = 0;
    for (int i = 0; i < c->body_count; i++) {
        all |= c->bodies[i].caps;
    }
    char text[1024];
    snprintf(text, sizeof text, wave_of_text, all & CAPER_CAP_GRASPER ? "grasper" : "head");
    caper_motion *motion = caper_motion_parse(text, strlen(text), "wave", NULL, NULL);
    REQUIRE(motion != NULL);
    return motion;
}

static verdict judge_relay(relay *r, const caper_character *c, const char *script)
{
    caper_gait_def gait = caper_gait_def_default();
    gait.character = c;
    r->script = script;
    r->gait = caper_gait_create(&gait, NULL);
    r->leg = 0;
    r->performed = 0;
    caper_clip *clip = record_relay(r, c);
    caper_check_job check = caper_check_job_default();
    check.character = c;
    check.clip = clip;
    check.floor = 0;
    caper_report *report = caper_check(&check, NULL);
    REQUIRE(report != NULL);
    verdict v = {1.8 / (double)c->size * report->measures[CAPER_METRIC_SLIP_MAX].value,
                 report->measures[CAPER_METRIC_POPS].value};
    caper_report_destroy(report);
    caper_clip_destroy(clip);
    caper_gait_destroy(r->gait);
    return v;
}

// What stands while one source hands the character over to another does not slide, and nothing
// jumps that does not jump in the performance by itself.
static void hand_overs_do_not_slide(void)
{
    caper_character *performer = menagerie_load("performer");
    caper_clip *walk = walk_of(performer, 0.15f, 5);
    static const char *const scripts[] = {"wpw", "wcw"};
    int runs = 0, still = 0, calm = 0;
    for (int n = 0; n < CAPER_COUNT_OF(bodies); n++) {
        caper_character *c = menagerie_load(bodies[n]);
        caper_clip *own = walk_of(c, 0.15f, 5);
        relay r = {.performer = performer, .walk = walk, .own = own};
        r.pose = caper_pose_create(performer->body_count, performer->deform_count, NULL);
        for (int k = 0; k < CAPER_COUNT_OF(scripts); k++) {
            verdict v = judge_relay(&r, c, scripts[k]);
            verdict alone = {0, 0};
            if (k == 0) {
                alone = judge_relay(&r, c, "p");
            }
            printf("%-9s %s: slip %.1f mm, %.0f pops; alone %.1f, %.0f\n", bodies[n], scripts[k],
                   v.slip, v.pops, alone.slip, alone.pops);
            runs++;
            still += v.slip < 5;
            calm += v.pops <= alone.pops;
            CHECK(v.slip < 5);
        }
        caper_pose_destroy(&r.pose, NULL);
        caper_clip_destroy(own);
        caper_character_destroy(c);
    }
    caper_clip_destroy(walk);
    caper_character_destroy(performer);
    CHECK(runs == 20 && still == 20 && calm >= 19);
}

// Feet of a walk do not mind a wave, and the wave adds no jump.
static void a_walk_waves(void)
{
    for (int n = 0; n < CAPER_COUNT_OF(bodies); n++) {
        caper_character *c = menagerie_load(bodies[n]);
        caper_motion *wave = wave_of(c);
        relay r = {.wave = wave};
        verdict v = judge_relay(&r, c, "wv"), alone = judge_relay(&r, c, "ww");
        printf("%-9s walks and waves: slip %.1f mm, %.0f pops, %.0f alone\n", bodies[n], v.slip,
               v.pops, alone.pops);
        CHECK(v.slip < 5);
        CHECK(v.pops <= alone.pops);
        caper_motion_destroy(wave);
        caper_character_destroy(c);
    }
}

// A run on a dog, whose front legs meet the limits of their joints in the air: no joint bends in
// another way from one frame to the next (flips of METRICS: 60 degrees). And a capture that begins
// in the middle of a step begins on its way.
static void a_run_on_a_dog_is_calm(void)
{
    const char *path = test_shared_path("bvh/cmu/09_01.bvh");
    caper_import *import = path ? caper_import_load(path, NULL, NULL) : NULL;
    if (!import) {
        SKIP("no captures");
    }
    caper_character *dog = menagerie_load("dog");
    caper_retarget_job job = caper_retarget_job_default();
    job.clip = import->clips[0];
    job.from = import->character;
    job.onto = dog;
    caper_error error = {0};
    caper_clip *clip = caper_retarget(&job, &error);
    REQUIRE(clip != NULL);
    caper_pose before = caper_character_pose(dog, NULL), now = caper_character_pose(dog, NULL);
    float most = 0, steps[3] = {0};
    for (int i = 1; i < clip->frame_count; i++) {
        float time = (float)i / clip->rate, last = (float)(i - 1) / clip->rate;
        caper_clip_sample(clip, last, NULL, &before);
        caper_clip_sample(clip, time, NULL, &now);
        for (int b = 0; b < dog->body_count; b++) {
            most = caper_max(most,
                             caper_quat_angle(before.bodies[b].rotation, now.bodies[b].rotation));
        }
        caper_root from = caper_clip_sample_root(clip, last),
                   to = caper_clip_sample_root(clip, time);
        if (i <= 3) {
            steps[i - 1] = hypotf(to.x - from.x, to.z - from.z);
        }
    }
    printf("most turn of a frame %.1f degrees; first steps %.1f %.1f %.1f mm\n",
           (double)(most * 180 / CAPER_PI), (double)(1000 * steps[0]), (double)(1000 * steps[1]),
           (double)(1000 * steps[2]));
    CHECK(most < CAPER_PI / 3);
    CHECK(steps[0] > 0.8f * steps[1] && steps[0] < 1.25f * steps[1]);
    caper_pose_destroy(&before, NULL);
    caper_pose_destroy(&now, NULL);
    caper_clip_destroy(clip);
    caper_character_destroy(dog);
    caper_import_destroy(import);
}

typedef struct showing {
    caper_import *import;
    caper_character *character;
    caper_clip *clip;
} showing;

// A capture on a body; no clip without captures.
static showing show(const char *capture, const char *body)
{
    showing s = {NULL, menagerie_load(body), NULL};
    const char *path = test_shared_path(capture);
    s.import = path ? caper_import_load(path, NULL, NULL) : NULL;
    if (s.import) {
        caper_retarget_job job = caper_retarget_job_default();
        job.clip = s.import->clips[0];
        job.from = s.import->character;
        job.onto = s.character;
        s.clip = caper_retarget(&job, NULL);
        REQUIRE(s.clip != NULL);
    }
    return s;
}

static void end_show(showing *s)
{
    caper_clip_destroy(s->clip);
    caper_character_destroy(s->character);
    caper_import_destroy(s->import);
}

// Feet that are lifted do not pull at the spine: seen from the root, no part of the trunk that
// carries legs goes up and down by more than a runner's does.
static void a_run_does_not_heave_the_trunk(void)
{
    static const char *const runners[] = {"dog", "horse", "giraffe", "elephant"};
    for (int n = 0; n < CAPER_COUNT_OF(runners); n++) {
        showing s = show("bvh/cmu/09_01.bvh", runners[n]);
        if (!s.clip) {
            end_show(&s);
            SKIP("no captures");
        }
        const caper_character *c = s.character;
        int foot = c->legs[0].foot, carrier = c->bodies[foot].spine;
        for (int i = 0; i < c->leg_count; i++) {
            int other = c->bodies[c->legs[i].foot].spine;
            carrier = other != c->root_body ? other : carrier;
        }
        caper_pose pose = caper_character_pose(c, NULL);
        float least = HUGE_VALF, most = -HUGE_VALF;
        for (int f = 2; f < s.clip->frame_count; f++) {
            caper_clip_sample(s.clip, (float)f / s.clip->rate, NULL, &pose);
            caper_pose_to_model(&c->skeleton, &pose, NULL, &pose);
            float up = pose.bodies[carrier].position.y - pose.bodies[c->root_body].position.y;
            least = caper_min(least, up);
            most = caper_max(most, up);
        }
        printf("%-8s runs: its trunk goes up and down by %.3f of its size\n", runners[n],
               (double)((most - least) / c->size));
        CHECK(most - least < HEAVE * c->size);
        caper_pose_destroy(&pose, NULL);
        end_show(&s);
    }
}

static caper_report *judge_show(const showing *s)
{
    caper_check_job job = caper_check_job_default();
    job.character = s->character;
    job.clip = s->clip;
    job.floor = 0;
    job.source = s->import->clips[0];
    job.source_character = s->import->character;
    caper_report *report = caper_check(&job, NULL);
    REQUIRE(report != NULL);
    return report;
}

// A large head on short legs: its way is that of its legs, not of its height; more and less than
// that is another way.
static void who_is_large_on_short_legs_goes_by_them(void)
{
    static const float scales[3] = {0.25f, 0, 5.0f}; // of the puppet; 0: by its legs
    char walk[512];
    const char *path = test_shared_path("bvh/cmu/35_01.bvh");
    snprintf(walk, sizeof walk, "%s", path ? path : "");
    path = test_shared_path("gltf/quaternius/platformer_game_pack/Character.glb");
    showing s = {path ? caper_import_load(walk, NULL, NULL) : NULL, NULL, NULL};
    caper_import *rig = s.import ? caper_import_load(path, NULL, NULL) : NULL;
    if (!rig) {
        caper_import_destroy(s.import);
        SKIP("no captures or no rigs");
    }
    s.character = rig->character;
    for (int i = 0; i < 3; i++) {
        caper_retarget_job job = caper_retarget_job_default();
        job.clip = s.import->clips[0];
        job.from = s.import->character;
        job.onto = rig->character;
        job.puppet.scale = scales[i];
        s.clip = caper_retarget(&job, NULL);
        REQUIRE(s.clip != NULL);
        caper_report *report = judge_show(&s);
        const caper_measure *way = &report->measures[CAPER_METRIC_TRAVEL];
        printf("by a scale of %.2f: travel %.2f\n", (double)scales[i], way->value);
        CHECK(way->pass == (i == 1));
        caper_report_destroy(report);
        caper_clip_destroy(s.clip);
    }
    caper_import_destroy(rig);
    caper_import_destroy(s.import);
}

// Feet swing higher than those of a performer, but not while he flies: they would stay up while he
// comes down.
static void a_run_does_not_hang(void)
{
    static const char *const runs[] = {"bvh/cmu/09_01.bvh", "bvh/cmu/16_35.bvh"};
    for (int n = 0; n < CAPER_COUNT_OF(runs); n++) {
        showing s = show(runs[n], "four_armed");
        if (!s.clip) {
            end_show(&s);
            SKIP("no captures");
        }
        caper_report *report = judge_show(&s);
        const caper_measure *hang = &report->measures[CAPER_METRIC_HANG];
        printf("%s: hangs in %.2f %% of the frames\n", runs[n], hang->value);
        CHECK(hang->pass);
        caper_report_destroy(report);
        end_show(&s);
    }
}

// Limbs in the air go around the own body: feet that a run throws up, and claws that hang where a
// performer's hands do.
static void limbs_in_the_air_stay_out_of_the_body(void)
{
    static const char *const shows[][2] = {
        {"bvh/cmu/09_01.bvh", "kangaroo"},
        {"bvh/cmu/09_01.bvh", "hydra"},
        {"bvh/cmu/13_11.bvh", "crab"},
    };
    for (int n = 0; n < CAPER_COUNT_OF(shows); n++) {
        showing s = show(shows[n][0], shows[n][1]);
        if (!s.clip) {
            end_show(&s);
            SKIP("no captures");
        }
        caper_report *report = judge_show(&s);
        const caper_measure *inside = &report->measures[CAPER_METRIC_SELF_PENETRATION];
        const caper_measure *sunk = &report->measures[CAPER_METRIC_PENETRATION_MAX];
        printf("%-8s in itself in %.1f %% of the frames, soles %.1f mm in the ground\n",
               shows[n][1], inside->value, sunk->value);
        CHECK(inside->pass);
        CHECK(sunk->pass);
        caper_report_destroy(report);
        end_show(&s);
    }
}

// A foot that rolls over its toes stands until they leave: whoever walks has always one foot of a
// pair on the ground, but for the frames in which it lands.
static void a_walk_always_stands(void)
{
    static const char *const walkers[] = {"dog", "horse", "ostrich", "beetle"};
    for (int n = 0; n < CAPER_COUNT_OF(walkers); n++) {
        showing s = show("bvh/cmu/07_01.bvh", walkers[n]);
        if (!s.clip) {
            end_show(&s);
            SKIP("no captures");
        }
        int stands = 0, count = 0, last = s.clip->frame_count - 20; // it ends in a step
        for (int f = 20; f < last; f++, count++) {
            float time = (float)f / s.clip->rate;
            bool any = false;
            for (int i = 0; i < s.clip->contact_count; i++) {
                const caper_contact *k = &s.clip->contacts[i];
                any = any || (k->start <= time && time <= k->end);
            }
            stands += any;
        }
        printf("%-8s walks: stands in %d of %d frames\n", walkers[n], stands, count);
        CHECK(stands >= STANDS * count);
        end_show(&s);
    }
}

// The walk of one four-legged body on others: nobody takes off.
static void a_walk_stays_on_the_ground_on_other_bodies(void)
{
    static const char *const others[] = {"elephant", "horse", "giraffe", "cat"};
    caper_character *dog = menagerie_load("dog");
    caper_clip *walk = walk_of(dog, 0.25f, 3);
    for (int n = 0; n < CAPER_COUNT_OF(others); n++) {
        caper_character *c = menagerie_load(others[n]);
        caper_retarget_job job = caper_retarget_job_default();
        job.clip = walk;
        job.from = dog;
        job.onto = c;
        caper_clip *clip = caper_retarget(&job, NULL);
        REQUIRE(clip != NULL);
        caper_pose pose = caper_character_pose(c, NULL);
        float rest = c->rest_model[c->root_body].position.y, most = 0;
        for (int f = 0; f < clip->frame_count; f++) {
            caper_clip_sample(clip, (float)f / clip->rate, NULL, &pose);
            caper_pose_to_model(&c->skeleton, &pose, NULL, &pose);
            most = caper_max(most, pose.bodies[c->root_body].position.y);
        }
        printf("a dog's walk on %-8s: hips at %.2f of their height at most\n", others[n],
               (double)(most / rest));
        CHECK(most < RISES * rest);
        caper_pose_destroy(&pose, NULL);
        caper_clip_destroy(clip);
        caper_motion_destroy(job.motion);
        caper_character_destroy(c);
    }
    caper_clip_destroy(walk);
    caper_character_destroy(dog);
}

// An arm that is elsewhere from one frame to the next is on its way there on another person, too.
static void a_jump_is_spread_on_people(void)
{
    enum {
        FRAMES = 60,
        AT = 30
    };
    caper_character *performer = menagerie_load("performer"), *sally = menagerie_load("sally");
    int arm = caper_skeleton_find(&performer->skeleton, "left_upper_arm");
    int hand = caper_skeleton_find(&sally->skeleton, "left_hand");
    REQUIRE(arm >= 0 && hand >= 0);
    size_t width = (size_t)performer->body_count, size = sizeof(caper_transform);
    caper_transform *frames = caper_alloc(NULL, FRAMES * width * size, 32);
    for (int f = 0; f < FRAMES; f++) {
        caper_transform *at = frames + (size_t)f * width;
        memcpy(at, performer->skeleton.rest_local, width * size);
        float angle = f < AT ? 0 : 0.4f;
        at[arm].rotation = caper_quat_mul(
            caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), angle), at[arm].rotation);
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "jump";
    def.skeleton = &performer->skeleton;
    def.rate = RATE;
    def.frame_count = FRAMES;
    def.frames = frames;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    caper_retarget_job job = caper_retarget_job_default();
    job.clip = clip;
    job.from = performer;
    job.onto = sally;
    job.stiff = true;
    job.smooth = 0;
    caper_clip *out = caper_retarget(&job, NULL);
    REQUIRE(out != NULL);
    caper_pose pose = caper_character_pose(sally, NULL);
    caper_vec3 last = caper_vec3_zero();
    float most = 0, all = 0;
    for (int f = 0; f < FRAMES; f++) {
        REQUIRE(caper_clip_sample(out, (float)f / RATE, NULL, &pose));
        caper_root root = caper_clip_sample_root(out, (float)f / RATE);
        caper_transform at = caper_root_transform(root);
        caper_pose_to_model(&sally->skeleton, &pose, &at, &pose);
        caper_vec3 now = pose.bodies[hand].position;
        most = f > 0 ? caper_max(most, caper_vec3_distance(now, last)) : 0;
        all += f > 0 ? caper_vec3_distance(now, last) : 0;
        last = now;
    }
    printf("of %.2f m at most %.2f in a frame\n", (double)all, (double)most);
    CHECK(all > 0.1f && most < 0.4f * all);
    caper_pose_destroy(&pose, NULL);
    caper_clip_destroy(out);
    caper_clip_destroy(clip);
    caper_free(NULL, frames, FRAMES * width * size);
    caper_character_destroy(sally);
    caper_character_destroy(performer);
}

TESTS(a_jump_is_spread_on_people, who_is_large_on_short_legs_goes_by_them, a_run_does_not_hang,
      limbs_in_the_air_stay_out_of_the_body, a_walk_stays_on_the_ground_on_other_bodies,
      a_run_does_not_heave_the_trunk, a_walk_always_stands, a_run_on_a_dog_is_calm, a_walk_waves,
      what_is_recorded_as_standing_stands, hand_overs_do_not_slide)
