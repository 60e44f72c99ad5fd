// SPDX-License-Identifier: MIT
//
// The actor: what plays when and with what weight against hand calculation, goals that are met, the
// same bits on any thread and after any rewind, no allocation, and bytes that are not a state.
#define _POSIX_C_SOURCE 200809L
#include "actor_fixture.h"

#include "actor/actor.h"
#include "caper/formats.h"
#include "motion/motion.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ------------------------------------------------------------------------------------ playing

static void a_new_actor_is_at_rest(void)
{
    caper_character *c = menagerie_load("performer");
    caper_actor *actor = actor_of(c);
    for (int frame = 0; frame < 3; frame++) {
        CHECK(caper_actor_update(actor, 1 / 60.0f, NULL));
        for (int i = 0; i < c->body_count; i++) {
            CHECK(memcmp(&caper_actor_local(actor)->bodies[i], &c->skeleton.rest_local[i],
                         sizeof(caper_transform)) == 0);
        }
    }
    CHECK(!caper_actor_update(actor, -1, NULL));
    CHECK(!caper_actor_update(actor, NAN, NULL));
    caper_actor_destroy(actor);
    caper_character_destroy(c);
}

static void a_motion_fades_in_plays_and_ends(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *wave = motion_of(wave_text);
    caper_actor *actor = actor_of(c);
    caper_source source = play(actor, wave, 0, 0.5f);
    caper_source_state state;
    bool ended = false;
    int tops = 0, begins = 0;
    for (int frame = 1; frame <= 66; frame++) {
        CHECK(caper_actor_update(actor, 1 / 32.0f, NULL));
        float time = (float)frame / 32;
        bool lives = caper_actor_source(actor, source, &state);
        const caper_actor_event *events;
        int count = caper_actor_events(actor, &events);
        for (int i = 0; i < count; i++) {
            CHECK_INT(events[i].source, source);
            if (events[i].kind > CAPER_EVENT_ENDED) {
                continue;
            }
            const char *name = events[i].event ? events[i].event->name : "end";
            ended = ended || !events[i].event;
            begins += strcmp(name, "begin") == 0;
            if (strcmp(name, "top") == 0) {
                tops++;
                CHECK_NEAR(time, 1, 1e-6);
                CHECK(events[i].body >= 0 && (c->bodies[events[i].body].caps & CAPER_CAP_GRASPER));
            }
        }
        CHECK(lives == (frame < 64));
        if (lives) {
            float in = caper_smoothstep(0, 1, time / 0.5f);
            float out = caper_smoothstep(0, 1, (2 - time) / 0.5f);
            CHECK_NEAR(state.weight, time < 1 ? in : out, 1e-5);
            CHECK_NEAR(state.time, time, 1e-6);
            const caper_goal *goals;
            CHECK_INT(caper_actor_goals(actor, &goals), 1);
            CHECK_NEAR(goals[0].position_weight, state.weight, 1e-5);
        }
    }
    CHECK(ended);
    CHECK_INT(tops, 1);
    CHECK_INT(begins, 1);
    caper_actor_destroy(actor);
    caper_motion_destroy(wave);
    caper_character_destroy(c);
}

static void a_goal_of_full_weight_is_met_within_reach(void)
{
    const char *names[] = {"performer", "sally", "four_armed", "centaur", "octopus"};
    caper_motion *wave = motion_of(wave_text);
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        caper_character *c = menagerie_load(names[n]);
        caper_actor *actor = actor_of(c);
        caper_error error = {0};
        caper_play_def def = caper_play_def_default();
        def.motion = wave;
        def.fade_in = 0;
        CHECK(caper_actor_play(actor, &def, &error) != 0);
        CHECK(caper_actor_update(actor, 1, NULL));
        const caper_goal *goals;
        CHECK_INT(caper_actor_goals(actor, &goals), 1);
        caper_vec3 there = caper_transform_mul_point(
            caper_actor_model(actor)->bodies[goals[0].body], goals[0].point);
        float off = caper_vec3_distance(there, goals[0].position) / c->height;
        // out of reach: as near as the limb is long
        caper_vec3 rest_joint;
        float reach = caperi_limb_reach(c, goals[0].body, goals[0].point, &rest_joint);
        caper_vec3 joint = caper_actor_model(actor)->bodies[c->bodies[goals[0].body].base].position;
        CHECK(off <= 0.01f || caper_vec3_distance(there, joint) >= 0.97f * reach);
        caper_actor_destroy(actor);
        caper_character_destroy(c);
    }
    caper_motion_destroy(wave);
}

static void a_queue_waits_for_the_end_of_the_pass(void)
{
    caper_character *c = menagerie_load("dog");
    caper_motion *sway = motion_of(sway_text);
    caper_clip *still = still_clip(c, 0.1f, "still");
    caper_actor *actor = actor_of(c);
    caper_source first = play(actor, sway, 0, 0);
    caper_play_def def = caper_play_def_default();
    def.clip = still;
    def.queue = true;
    def.fade_in = def.fade_out = 0;
    caper_source second = caper_actor_play(actor, &def, NULL);
    REQUIRE(second != 0);
    caper_source_state state;
    for (int frame = 1; frame <= 40; frame++) {
        CHECK(caper_actor_source(actor, second, &state));
        CHECK(state.waiting == (frame <= 32));
        CHECK(caper_actor_update(actor, 1 / 32.0f, NULL));
        CHECK(caper_actor_source(actor, first, &state) == (frame < 32));
    }
    caper_actor_destroy(actor);
    caper_clip_destroy(still);
    caper_motion_destroy(sway);
    caper_character_destroy(c);
}

// ------------------------------------------------------------------------------------ mixing

static void clips_mix_by_weight_within_and_across_layers(void)
{
    caper_character *c = menagerie_load("snake"); // no feet: nothing but the clips
    caper_clip *a = still_clip(c, 0.2f, "a"), *b = still_clip(c, 0.6f, "b");
    caper_actor *actor = actor_of(c);
    caper_play_def def = caper_play_def_default();
    def.clip = a;
    def.fade_in = 0;
    REQUIRE(caper_actor_play(actor, &def, NULL) != 0);
    def.clip = b;
    def.fade_in = 1;
    REQUIRE(caper_actor_play(actor, &def, NULL) != 0);
    int body = c->spine[0] == c->root_body ? c->spine[1] : c->spine[0];
    for (int frame = 1; frame <= 8; frame++) {
        CHECK(caper_actor_update(actor, 0.125f, NULL));
        float w = caper_smoothstep(0, 1, (float)frame / 8);
        caper_quat q = caper_actor_local(actor)->bodies[body].rotation;
        float angle = caper_quat_angle(q, c->skeleton.rest_local[body].rotation);
        CHECK_NEAR(angle, 0.2f * (1 - w) + 0.6f * w, 0.005);
    }
    def.clip = a;
    def.layer = 3;
    def.fade_in = 0;
    def.weight = 0.25f;
    REQUIRE(caper_actor_play(actor, &def, NULL) != 0);
    CHECK(caper_actor_update(actor, 0.125f, NULL));
    caper_quat q = caper_actor_local(actor)->bodies[body].rotation;
    float angle = caper_quat_angle(q, c->skeleton.rest_local[body].rotation);
    CHECK_NEAR(angle, 0.6f * 0.75f + 0.2f * 0.25f, 0.005);
    // Masked to nothing, and added.
    float *mask = calloc((size_t)c->body_count, sizeof(float));
    def.layer = 4;
    def.weight = 1;
    def.mask = mask;
    REQUIRE(caper_actor_play(actor, &def, NULL) != 0);
    def.layer = 5;
    def.mask = NULL;
    def.additive = true;
    def.weight = 0.5f;
    REQUIRE(caper_actor_play(actor, &def, NULL) != 0);
    CHECK(caper_actor_update(actor, 0.125f, NULL));
    q = caper_actor_local(actor)->bodies[body].rotation;
    float added = caper_quat_angle(q, c->skeleton.rest_local[body].rotation);
    CHECK(added > angle + 0.03f && added < angle + 0.11f);
    free(mask);
    caper_actor_destroy(actor);
    caper_clip_destroy(a);
    caper_clip_destroy(b);
    caper_character_destroy(c);
}

static void travel_moves_the_root_and_feet_hold(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *sway = motion_of(sway_text);
    caper_actor *actor = actor_of(c);
    caper_source source = play(actor, sway, 0, 0);
    for (int frame = 1; frame <= 64; frame++) {
        CHECK(caper_actor_update(actor, 1 / 32.0f, NULL));
        float expected = 0.5f * caper_travel_unit(c) * (float)frame / 32;
        CHECK_NEAR(caper_actor_root(actor).z, expected, 1e-3);
    }
    caper_actor_adjust(actor, source, 0, -1, -1); // stand still
    caper_root before = caper_actor_root(actor);
    CHECK(caper_actor_update(actor, 1, NULL));
    CHECK_NEAR(caper_actor_root(actor).z, before.z, 0);
    caper_actor_destroy(actor);
    caper_motion_destroy(sway);
    caper_character_destroy(c);
}

// ------------------------------------------------------------------------------------ manners

static void a_saved_state_goes_on_with_the_same_bits(void)
{
    caper_character *c = menagerie_load("centaur");
    caper_motion *motions[3] = {motion_of(wave_text), motion_of(sway_text), NULL};
    caper_actor *a = actor_of(c), *b = actor_of(c);
    caper_source_finder finder = {find_source, motions};
    play(a, motions[1], 0, 0.3f);
    play(a, motions[0], 2, 0.4f);
    CHECK(caper_actor_set_target(a, "fruit", caper_transform_identity()));
    // farther than products of numbers reach
    caper_transform far = caper_transform_identity();
    far.position.x = 1e30f;
    CHECK(!caper_actor_set_target(a, "fruit", far));
    for (int i = 0; i < 23; i++) {
        CHECK(caper_actor_update(a, 1 / 60.0f, NULL));
    }
    size_t size = caper_actor_save(a, NULL, 0);
    char *state = malloc(size);
    memset(state, 0x55, size);
    CHECK_INT(caper_actor_save(a, state, size - 1), size);
    CHECK(state[0] == 0x55 && state[size - 2] == 0x55); // nothing is written where it does not fit
    CHECK_INT(caper_actor_save(a, state, size), size);
    caper_error error = {0};
    CHECK(caper_actor_load(b, state, size, &finder, &error));
    CHECK(same_pose(a, b));
    for (int i = 0; i < 90; i++) {
        CHECK(caper_actor_update(a, 1 / 60.0f, NULL) && caper_actor_update(b, 1 / 60.0f, NULL));
        CHECK(same_pose(a, b));
    }
    // Bytes that are not a state change nothing.
    caper_rng rng = caper_rng_make(1);
    char *before = malloc(caper_actor_save(b, NULL, 0)),
         *after = malloc(caper_actor_save(b, NULL, 0));
    size_t kept = caper_actor_save(b, before, caper_actor_save(b, NULL, 0));
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
        char *bad = malloc(size);
        memcpy(bad, state, size);
        size_t cut = i % 3 == 0 ? (size_t)caper_rng_int(&rng, 0, (int)size - 1) : size;
        int at = caper_rng_int(&rng, 0, (int)size - 1);
        int bit = caper_rng_int(&rng, 0, 7);
        bad[at] = (char)(bad[at] ^ (1 << bit));
        if (!caper_actor_load(b, bad, cut, &finder, &error)) {
            refused++;
            CHECK_INT(caper_actor_save(b, NULL, 0), kept);
            CHECK_INT(caper_actor_save(b, after, kept), kept);
            CHECK(memcmp(before, after, kept) == 0);
        } else {
            CHECK(caper_actor_update(b, 1 / 60.0f, NULL));
            for (int k = 0; k < c->body_count; k++) {
                CHECK(caper_transform_is_valid(caper_actor_local(b)->bodies[k], 1e-2f));
            }
            CHECK(caper_actor_load(b, before, kept, &finder, &error));
        }
        free(bad);
    }
    CHECK(refused > 700);
    free(before);
    free(after);
    free(state);
    caper_actor_destroy(a);
    caper_actor_destroy(b);
    caper_motion_destroy(motions[0]);
    caper_motion_destroy(motions[1]);
    caper_character_destroy(c);
}

static void updating_takes_no_memory(void)
{
    caper_character *c = menagerie_load("centaur");
    caper_motion *wave = motion_of(wave_text), *sway = motion_of(sway_text);
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_actor_def def = caper_actor_def_default();
    def.character = c;
    def.allocator = &allocator;
    caper_actor *actor = caper_actor_create(&def, NULL);
    REQUIRE(actor != NULL);
    caper_set_default_allocator(&allocator);
    play(actor, sway, 0, 0.2f);
    play(actor, wave, 1, 0.2f);
    long before = memory.alloc_count;
    for (int i = 0; i < 1000; i++) {
        CHECK(caper_actor_update(actor, 1 / 60.0f, NULL));
    }
    CHECK_INT(memory.alloc_count, before);
    caper_set_default_allocator(NULL);
    caper_actor_destroy(actor);
    CHECK_MEMORY_EMPTY(&memory);
    for (int n = 1; n < 20; n++) {
        test_memory scarce = {0};
        caper_allocator few = test_memory_allocator(&scarce);
        scarce.fail_at = n;
        def.allocator = &few;
        caper_actor *maybe = caper_actor_create(&def, NULL);
        caper_actor_destroy(maybe);
        CHECK_MEMORY_EMPTY(&scarce);
    }
    caper_motion_destroy(wave);
    caper_motion_destroy(sway);
    caper_character_destroy(c);
}

static uint64_t crowd_hash(int threads)
{
    enum {
        COUNT = 60
    };
    caper_motion *wave = motion_of(wave_text), *sway = motion_of(sway_text);
    caper_character *characters[COUNT];
    caper_actor *actors[COUNT];
    caper_bindings *bindings = caper_bindings_create(NULL);
    for (int i = 0; i < COUNT; i++) {
        caper_creature_def creature = caper_creature_def_default();
        creature.seed = (uint64_t)i;
        creature.difficulty = 0.3f;
        characters[i] = caper_character_random(&creature, NULL);
        caper_actor_def def = caper_actor_def_default();
        def.character = characters[i];
        def.bindings = bindings;
        actors[i] = caper_actor_create(&def, NULL);
        REQUIRE(actors[i] != NULL);
        caper_play_def p = caper_play_def_default();
        p.motion = i % 2 ? wave : sway;
        caper_actor_play(actors[i], &p, NULL); // not all have graspers
    }
    caper_job_pool_def pool_def = caper_job_pool_def_default();
    pool_def.thread_count = threads;
    caper_job_pool *pool = threads > 1 ? caper_job_pool_create(&pool_def) : NULL;
    for (int frame = 0; frame < 30; frame++) {
        caper_actors_update(actors, COUNT, 1 / 60.0f, NULL, pool);
    }
    uint64_t hash = 0;
    for (int i = 0; i < COUNT; i++) {
        const caper_pose *pose = caper_actor_local(actors[i]);
        hash = caper_hash64(pose->bodies, (size_t)pose->body_count * sizeof *pose->bodies, hash);
        caper_actor_destroy(actors[i]);
    }
    caper_job_pool_destroy(pool);
    caper_bindings_destroy(bindings);
    for (int i = 0; i < COUNT; i++) {
        caper_character_destroy(characters[i]);
    }
    caper_motion_destroy(wave);
    caper_motion_destroy(sway);
    return hash;
}

static void the_same_bits_on_any_number_of_threads(void)
{
    uint64_t one = crowd_hash(1);
    for (int threads = 2; threads <= 5; threads++) {
        CHECK(crowd_hash(threads) == one);
    }
}

typedef struct count_stage {
    int calls[CAPER_STAGE_COUNT];
    caper_stage_order order;
} count_stage;

static bool count_call(void *state, const caper_stage_frame *frame)
{
    count_stage *s = state;
    s->calls[s->order]++;
    if (s->order == CAPER_STAGE_GOALS) {
        caper_goal *goal = &frame->goals[(*frame->goal_count)++];
        memset(goal, 0, sizeof *goal);
        goal->body = frame->character->root_body;
        goal->position = frame->character->rest_model[goal->body].position;
        goal->position.y -= 0.05f * frame->character->height;
        goal->rotation = caper_quat_identity();
        goal->position_weight = 1;
        frame->root->x += 0.5f * frame->dt;
    }
    return true;
}

static void stages_add_goals_and_move_the_root(void)
{
    caper_character *c = menagerie_load("performer");
    caper_actor *actor = actor_of(c);
    count_stage states[3] = {
        {{0}, CAPER_STAGE_LAST}, {{0}, CAPER_STAGE_GOALS}, {{0}, CAPER_STAGE_POSE}};
    for (int i = 0; i < 3; i++) {
        caper_actor_stage stage = {
            .name = "count", .order = states[i].order, .run = count_call, .state = &states[i]};
        CHECK(caper_actor_add_stage(actor, &stage));
    }
    for (int i = 0; i < 10; i++) {
        CHECK(caper_actor_update(actor, 0.1f, NULL));
    }
    for (int i = 0; i < 3; i++) {
        CHECK_INT(states[i].calls[states[i].order], 10);
    }
    CHECK_NEAR(caper_actor_root(actor).x, 0.5, 1e-5);
    float y = caper_actor_model(actor)->bodies[c->root_body].position.y;
    CHECK_NEAR(y, c->rest_model[c->root_body].position.y - 0.05f * c->height, 1e-3);
    caper_actor_remove_stage(actor, "count");
    CHECK(caper_actor_update(actor, 0.1f, NULL));
    CHECK_INT(states[0].calls[CAPER_STAGE_LAST], 10);
    caper_actor_destroy(actor);
    caper_character_destroy(c);
}

static void a_library_reads_in_the_background(void)
{
    caper_library *library = caper_library_create(NULL, NULL);
    REQUIRE(library != NULL);
    char path[512];
    snprintf(path, sizeof path, "%s", test_source_path("build-nothing-here.motion.json"));
    int missing = caper_library_request(library, path);
    caper_error error = {0};
    CHECK(caper_library_wait(library, missing, &error) == NULL);
    CHECK_INT(caper_library_poll(library, missing, NULL, &error), CAPER_LOAD_FAILED);
    CHECK(error.message[0] != 0);
    CHECK_INT(caper_library_poll(library, 99, NULL, NULL), CAPER_LOAD_FAILED);
    char temp[] = "/tmp/caper-library-XXXXXX";
    int fd = mkstemp(temp);
    REQUIRE(fd >= 0);
    FILE *file = fdopen(fd, "w");
    fputs(wave_text, file);
    fclose(file);
    int found = caper_library_request(library, temp);
    CHECK_INT(caper_library_request(library, temp), found);
    const caper_asset *asset = caper_library_wait(library, found, &error);
    REQUIRE(asset != NULL && asset->motion != NULL);
    CHECK_STR(asset->motion->name, "wave");
    const caper_asset *again = NULL;
    CHECK_INT(caper_library_poll(library, found, &again, NULL), CAPER_LOAD_READY);
    CHECK(again == asset);
    remove(temp);
    caper_library_destroy(library);
    caper_asset_destroy(NULL);
}

// What is in a file counts; its name, where that says nothing.
static void files_are_told_by_content_then_by_name(void)
{
    static const char clip[] = "{\n \"caper\" :\t\"clip\", \"version\": 1}";
    static const char odd[] = "{\"caper\": \"lunch\"}";
    CHECK_INT(caper_asset_kind_of("a.motion.json", clip, sizeof clip - 1), CAPER_ASSET_CLIP);
    CHECK_INT(caper_asset_kind_of("a", wave_text, strlen(wave_text)), CAPER_ASSET_MOTION);
    CHECK_INT(caper_asset_kind_of("a.map.json", odd, sizeof odd - 1), CAPER_ASSET_MAP);
    CHECK_INT(caper_asset_kind_of("a.graph.json", NULL, 0), CAPER_ASSET_GRAPH);
    CHECK_INT(caper_asset_kind_of("a.clip.bin", "", 0), CAPER_ASSET_CLIP);
    CHECK_INT(caper_asset_kind_of("a.bvh", "HIERARCHY", 9), CAPER_ASSET_IMPORT);
    for (size_t n = 0; n < sizeof clip; n++) { // cut off anywhere
        caper_asset_kind kind = caper_asset_kind_of("a", clip, n);
        CHECK(kind == CAPER_ASSET_IMPORT || (kind == CAPER_ASSET_CLIP && n > 15));
    }
}

// A loop that travels has run whole passes when it is recorded, and is where it was asked to be.
static void a_loop_runs_up_to_where_it_is_recorded(void)
{
    caper_character *c = menagerie_load("dog");
    caper_motion *sway = motion_of(sway_text), *wave = motion_of(wave_text);
    caper_actor_def def = caper_actor_def_default();
    def.character = c;
    caper_actor *actor = caper_actor_create(&def, NULL);
    REQUIRE(actor != NULL);
    caper_play_def play = caper_play_def_default();
    play.motion = sway;
    play.fade_in = 0;
    play.speed = 2;
    caper_source source = caper_actor_play(actor, &play, NULL);
    REQUIRE(source != 0);
    caper_root at = {1, 0, -2, 0.7f};
    float seconds = caperi_record_run_up(actor, source, sway, at);
    CHECK_NEAR(fmod((double)seconds + 1e-4, 0.5), 0, 1e-3); // passes of half a second
    CHECK(seconds >= 4);
    for (int i = 0; i < (int)(seconds * 60 + 0.5f); i++) {
        caper_actor_update(actor, 1 / 60.0f, NULL);
    }
    caper_root is = caper_actor_root(actor);
    CHECK_NEAR(is.x, at.x, 1e-3);
    CHECK_NEAR(is.z, at.z, 1e-3);
    CHECK_NEAR(is.yaw, at.yaw, 1e-4);
    CHECK_NEAR(caperi_record_run_up(actor, source, wave, at), 0, 0); // does not loop
    caper_actor_destroy(actor);
    caper_motion_destroy(sway);
    caper_motion_destroy(wave);
    caper_character_destroy(c);
}

// As an actor that is made, told and recorded by hand.
static void a_motion_is_a_clip_in_one_call(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *sway = motion_of(sway_text), *wave = motion_of(wave_text);
    caper_root at = {1, 0, -2, 0.7f};
    caper_actor_def def = caper_actor_def_default();
    def.character = c;
    def.root = at;
    caper_actor *actor = caper_actor_create(&def, NULL);
    REQUIRE(actor != NULL);
    caper_play_def play_def = caper_play_def_default();
    play_def.motion = sway;
    play_def.speed = 2;
    play_def.fade_in = play_def.fade_out = 0;
    play_def.hold = true;
    caper_source source = caper_actor_play(actor, &play_def, NULL);
    caper_record_job record = caper_record_job_default();
    record.actor = actor;
    record.seconds = 0.5f;
    record.settle = caperi_record_run_up(actor, source, sway, at);
    caper_clip *want = caper_record(&record, NULL);

    caper_play_clip_job job = caper_play_clip_job_default();
    job.actor = def;
    job.play.motion = sway;
    job.play.speed = 2; // 0 seconds: the motion's at that speed
    caper_clip *clip = caper_play_clip(&job, NULL);
    REQUIRE(want && clip);
    CHECK_INT(clip->frame_count, want->frame_count);
    CHECK(job.source != 0 && job.variant >= 0);
    caper_pose a = caper_character_pose(c, NULL), b = caper_character_pose(c, NULL);
    size_t size = (size_t)c->body_count * sizeof *a.bodies;
    for (int i = 0; i < clip->frame_count; i++) {
        caper_clip_sample(want, (float)i / want->rate, NULL, &a);
        caper_clip_sample(clip, (float)i / clip->rate, NULL, &b);
        CHECK(memcmp(a.bodies, b.bodies, size) == 0);
    }
    CHECK_NEAR(caper_clip_sample_root(clip, 0).x, at.x, 1e-3);
    caper_clip_destroy(clip);

    // a target farther than any is refused
    caper_error error = {0};
    caper_target far = {"far", caper_transform_identity(), {0, 0, 0}};
    far.transform.position.x = 1e12f;
    job.targets = &far;
    job.target_count = 1;
    CHECK(!caper_play_clip(&job, &error) && error.status == CAPER_ERROR_INVALID);
    caper_pose_destroy(&a, NULL);
    caper_pose_destroy(&b, NULL);
    caper_clip_destroy(want);
    caper_actor_destroy(actor);
    caper_motion_destroy(sway);
    caper_motion_destroy(wave);
    caper_character_destroy(c);
}

static const char nod_text[] =
    "{\"caper\": \"motion\", \"version\": 1, \"name\": \"nod\", \"duration\": 1, \"channels\": ["
    "{\"select\": {\"caps\": [\"head\"]}, \"name\": \"head\", \"keys\": [{\"t\": 0, \"turn\": [0, "
    "0, 0]}, "
    "{\"t\": 0.49, \"turn\": [0, 0, 0]}, {\"t\": 0.5, \"turn\": [60, 0, 0]}, "
    "{\"t\": 1, \"turn\": [60, 0, 0]}]}]}";

// How far the turn of a body is from the mean of those before and after, radians, at most.
static float worst_jerk(const caper_clip *clip, int body)
{
    caper_pose pose[3];
    float most = 0;
    for (int i = 0; i < 3; i++) {
        pose[i] = caper_pose_create(clip->skeleton.body_count, 0, NULL);
    }
    for (int f = 0; f + 2 < clip->frame_count; f++) {
        for (int i = 0; i < 3; i++) {
            caper_clip_sample(clip, (float)(f + i) / clip->rate, NULL, &pose[i]);
        }
        caper_quat mean =
            caper_quat_nlerp(pose[0].bodies[body].rotation, pose[2].bodies[body].rotation, 0.5f);
        most = caper_max(most, caper_quat_angle(mean, pose[1].bodies[body].rotation));
    }
    for (int i = 0; i < 3; i++) {
        caper_pose_destroy(&pose[i], NULL);
    }
    return most;
}

// Who records knows what comes: a turn within a frame is spread over those around it.
static void jumps_of_a_motion_are_spread(void)
{
    caper_character *c = menagerie_load("dog");
    caper_motion *nod = motion_of(nod_text);
    float worst[2];
    for (int eases = 0; eases < 2; eases++) {
        caper_play_clip_job job = caper_play_clip_job_default();
        CHECK(job.eases);
        job.actor.character = c;
        job.play.motion = nod;
        job.eases = eases;
        caper_clip *clip = caper_play_clip(&job, NULL);
        REQUIRE(clip != NULL);
        worst[eases] = worst_jerk(clip, c->spine[c->spine_count - 1]);
        caper_clip_destroy(clip);
    }
    printf("a turn within a frame: %.3f rad off its neighbors, %.3f eased\n", (double)worst[0],
           (double)worst[1]);
    CHECK(worst[0] > 0.1f && worst[1] < 0.5f * worst[0]);
    caper_motion_destroy(nod);
    caper_character_destroy(c);
}

typedef struct leader {
    int calls, first;
} leader;

static bool lead(void *user, caper_actor *actor, int frame, float time)
{
    leader *l = user;
    (void)actor;
    (void)time;
    l->first = l->calls++ == 0 ? frame : l->first;
    return true;
}

// What the caller says of the recording stays as he says it.
static void a_recording_is_as_it_is_asked_for(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *sway = motion_of(sway_text), *wave = motion_of(wave_text);
    leader l = {0, 0};
    caper_play_clip_job job = caper_play_clip_job_default();
    job.actor.character = c;
    job.play.motion = wave;
    job.record.settle = 1;
    job.record.before = lead;
    job.record.user = &l;
    caper_clip_destroy(caper_play_clip(&job, NULL)); // does not loop, and settles all the same
    CHECK_INT(l.first, -30);

    // who is led is not run up, and begins at the beginning
    job.play.motion = sway;
    job.record.settle = 0;
    l.calls = 0;
    caper_clip *clip = caper_play_clip(&job, NULL);
    REQUIRE(clip != NULL);
    CHECK_INT(l.first, 0);
    CHECK_NEAR(caper_clip_sample_root(clip, 0).z, 0, 1e-6);
    caper_clip_destroy(clip);

    // what stands still has no length of its own; negative ones are none
    caper_error error = {0};
    job.record.before = NULL;
    job.play.speed = 0;
    CHECK(!caper_play_clip(&job, &error) && error.status == CAPER_ERROR_INVALID);
    CHECK_HAS(error.message, "speed 0");
    job.record.seconds = 0.5f;
    clip = caper_play_clip(&job, &error);
    REQUIRE(clip != NULL);
    CHECK_INT(clip->frame_count, 16);
    caper_clip_destroy(clip);
    job.play.speed = 1;
    job.record.seconds = -1;
    CHECK(!caper_play_clip(&job, &error) && error.status == CAPER_ERROR_INVALID);
    caper_motion_destroy(sway);
    caper_motion_destroy(wave);
    caper_character_destroy(c);
}

// One file of each kind, as the library tells them.
static void a_library_reads_assets_of_every_kind(void)
{
    static const char *const paths[] = {"motions/wave.motion.json", "characters/dog.character.json",
                                        "worlds/stairs.world.json"};
    caper_library *library = caper_library_create(NULL, NULL);
    REQUIRE(library != NULL);
    char folder[] = "/tmp/caper-assets-XXXXXX", clip_path[64], bvh_path[64];
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(clip_path, sizeof clip_path, "%s/a.clip.json", folder);
    snprintf(bvh_path, sizeof bvh_path, "%s/a.bvh", folder);
    caper_character *c = menagerie_load("dog");
    caper_clip *clip = still_clip(c, 0.0f, "rest");
    caper_error error = {0};
    REQUIRE(caper_clip_save(clip, clip_path, &error));
    caper_export_job job = caper_export_job_default();
    job.character = c;
    job.clips = (const caper_clip *const[]){clip};
    job.clip_count = 1;
    REQUIRE(caper_export_save(&job, bvh_path, &error));
    int requests[5];
    for (int i = 0; i < 3; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s", test_data_path(paths[i]));
        requests[i] = caper_library_request(library, path);
    }
    requests[3] = caper_library_request(library, clip_path);
    caper_import_options options = caper_import_options_default();
    options.no_clips = true;
    requests[4] = caper_library_request_import(library, bvh_path, &options);
    const caper_asset *assets[5];
    for (int i = 0; i < 5; i++) {
        assets[i] = caper_library_wait(library, requests[i], &error);
        REQUIRE(assets[i] != NULL);
    }
    CHECK(assets[0]->kind == CAPER_ASSET_MOTION && assets[0]->motion && !assets[0]->clip);
    CHECK(assets[1]->kind == CAPER_ASSET_CHARACTER && assets[1]->character->leg_count == 4);
    CHECK(assets[2]->kind == CAPER_ASSET_WORLD && assets[2]->world);
    CHECK(assets[3]->kind == CAPER_ASSET_CLIP && assets[3]->clip->frame_count == clip->frame_count);
    CHECK(assets[4]->kind == CAPER_ASSET_IMPORT && assets[4]->import->clip_count == 0);
    caper_library_destroy(library);
    remove(clip_path);
    remove(bvh_path);
    rmdir(folder);
    caper_clip_destroy(clip);
    caper_character_destroy(c);
}

// A clip of three seconds that walks a metre a second and has a key pose at each: a game hears
// them.
static void clips_tell_their_key_poses_and_their_way(void)
{
    enum {
        FRAMES = 31
    };
    caper_character *c = menagerie_load("dog");
    caper_clip_def def = caper_clip_def_default();
    caper_root roots[FRAMES];
    for (int i = 0; i < FRAMES; i++)
        roots[i] = (caper_root){0, 0, 0.1f * (float)i, 0};
    caper_key_pose keys[3] = {{0.5f, "left"}, {1.5f, "right"}, {3.0f, "left"}};
    caper_transform *frames = malloc((size_t)(FRAMES * c->body_count) * sizeof *frames);
    for (int i = 0; i < FRAMES; i++)
        memcpy(frames + i * c->body_count, c->skeleton.rest_local,
               (size_t)c->body_count * sizeof *frames);
    def.name = "stroll";
    def.skeleton = &c->skeleton;
    def.rate = 10;
    def.frame_count = FRAMES;
    def.frames = frames;
    def.roots = roots;
    def.key_poses = keys;
    def.key_pose_count = 3;
    def.loops = true;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    CHECK_NEAR(caper_clip_root_delta(clip, 0.5f, 2.0f).z, 1.5, 1e-5);
    CHECK_NEAR(caper_clip_root_delta(clip, 2.5f, 4.0f).z, 1.5, 1e-5); // over the seam
    caper_actor *actor = actor_of(c);
    caper_root turned = {5, 0, 1, CAPER_PI / 2}; // it goes along +X
    caper_actor_set_root(actor, turned);
    caper_play_def play_def = caper_play_def_default();
    play_def.clip = clip;
    play_def.fade_in = 0;
    caper_source source = caper_actor_play(actor, &play_def, NULL);
    REQUIRE(source != 0);
    int heard = 0;
    char order[8] = "";
    for (int frame = 1; frame <= 64; frame++) {
        caper_root before = caper_actor_root(actor);
        CHECK(caper_actor_update(actor, 1 / 16.0f, NULL));
        caper_root delta = caper_actor_root_delta(actor);
        CHECK_NEAR(delta.z, 1 / 16.0, 1e-4);
        CHECK_NEAR(delta.x, 0, 1e-4);
        caper_root after = caper_root_mul(before, delta), is = caper_actor_root(actor);
        CHECK_NEAR(after.x, is.x, 1e-5);
        CHECK_NEAR(after.z, is.z, 1e-5);
        const caper_actor_event *events;
        int count = caper_actor_events(actor, &events);
        for (int i = 0; i < count; i++) {
            if (events[i].kind == CAPER_EVENT_CLIP) {
                CHECK(events[i].source == source && events[i].key && heard < 7);
                order[heard++] = events[i].key->name[0];
            }
        }
    }
    CHECK_STR(order, "lrll"); // 0.5, 1.5, 3, and 3.5 of four seconds
    caper_actor_set_root(actor, turned);
    CHECK_NEAR(caper_actor_root_delta(actor).z, 0, 0);
    free(frames);
    caper_actor_destroy(actor);
    caper_clip_destroy(clip);
    caper_character_destroy(c);
}

typedef struct customer {
    caper_library *library;
    char paths[2][512];
    int wrong;
} customer;

static void *ask_for_motions(void *user)
{
    customer *c = user;
    for (int i = 0; i < 40; i++) {
        int request = caper_library_request(c->library, c->paths[i % 2]);
        const caper_asset *asset = NULL;
        caper_load_state state = caper_library_poll(c->library, request, &asset, NULL);
        c->wrong += request < 0 || state == CAPER_LOAD_FAILED ||
                    (asset != NULL) != (state == CAPER_LOAD_READY);
    }
    return NULL;
}

static void a_library_serves_threads_and_goes_while_it_reads(void)
{
    for (int round = 0; round < 10; round++) {
        customer customers[3] = {{0}};
        pthread_t threads[3];
        caper_library *library = caper_library_create(NULL, NULL);
        REQUIRE(library != NULL);
        for (int i = 0; i < 3; i++) {
            customer *c = &customers[i];
            c->library = library;
            snprintf(c->paths[0], sizeof c->paths[0], "%s",
                     test_data_path("motions/wave.motion.json"));
            snprintf(c->paths[1], sizeof c->paths[1], "%s",
                     test_data_path("motions/bow.motion.json"));
            REQUIRE(pthread_create(&threads[i], NULL, ask_for_motions, c) == 0);
        }
        for (int i = 0; i < 3; i++) {
            pthread_join(threads[i], NULL);
            CHECK_INT(customers[i].wrong, 0);
        }
        // a hundred more that nobody waits for
        for (int i = 0; i < 100; i++) {
            char path[64];
            snprintf(path, sizeof path, "no-such-%d.motion.json", i);
            CHECK_INT(caper_library_request(library, path), 2 + i);
        }
        caper_library_destroy(library);
    }
}

TESTS(files_are_told_by_content_then_by_name, a_loop_runs_up_to_where_it_is_recorded,
      a_motion_is_a_clip_in_one_call, jumps_of_a_motion_are_spread,
      a_recording_is_as_it_is_asked_for, a_new_actor_is_at_rest, a_motion_fades_in_plays_and_ends,
      a_goal_of_full_weight_is_met_within_reach, a_queue_waits_for_the_end_of_the_pass,
      clips_mix_by_weight_within_and_across_layers, travel_moves_the_root_and_feet_hold,
      a_saved_state_goes_on_with_the_same_bits, updating_takes_no_memory,
      the_same_bits_on_any_number_of_threads, stages_add_goals_and_move_the_root,
      a_library_reads_in_the_background, a_library_reads_assets_of_every_kind,
      clips_tell_their_key_poses_and_their_way, a_library_serves_threads_and_goes_while_it_reads)
