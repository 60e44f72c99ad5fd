// SPDX-License-Identifier: MIT
//
// Sources of an actor where they meet: queues behind stops and holds, fades within fades, passes,
// first and last events, states taken in the middle of all that, clips over motions, deforms.
// Oracles: sums that must not change, counts by hand, and an actor that was never interrupted.
#define _POSIX_C_SOURCE 200809L
#include "actor_fixture.h"

#include <limits.h>
#include <math.h>

/// Goes half a leg ahead and a quarter turn to the left, once; made for one side.
static const char turn_text[] =
    "{\"caper\": \"motion\", \"version\": 1, \"name\": \"turn\", \"duration\": 1, \"handed\": true,"
    " \"channels\": [{\"name\": \"root\", \"select\": {\"caps\": [\"root\"]},"
    " \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}]}],"
    "\"travel\": [{\"t\": 0, \"at\": [0, 0, 0]}, {\"t\": 1, \"at\": [0.25, 0, 0.5], \"yaw\": 90}],"
    "\"events\": [{\"t\": 0, \"name\": \"first\"}, {\"t\": 1, \"name\": \"last\"}]}";

/// Opens every mouth.
static const char gape_text[] =
    "{\"caper\": \"motion\", \"version\": 1, \"name\": \"gape\", \"duration\": 1, \"loops\": true,"
    " \"channels\": [{\"name\": \"mouth\", \"select\": {\"caps\": [\"mouth\"]},"
    " \"keys\": [{\"t\": 0, \"deforms\": {\"open\": 0.8}}]}]}";

static caper_source start(caper_actor *actor, caper_play_def def)
{
    caper_error error = {0};
    caper_source source = caper_actor_play(actor, &def, &error);
    if (!source) {
        fprintf(stderr, "%s\n", error.message);
    }
    REQUIRE(source != 0);
    return source;
}

static caper_play_def motion_def(const caper_motion *motion, float fade)
{
    caper_play_def def = caper_play_def_default();
    def.motion = motion;
    def.fade_in = def.fade_out = fade;
    return def;
}

static float weight_of(const caper_actor *actor, caper_source source)
{
    caper_source_state state;
    return caper_actor_source(actor, source, &state) ? state.weight : -1;
}

static int count_events(const caper_actor *actor, const char *name)
{
    const caper_actor_event *events;
    int count = caper_actor_events(actor, &events), found = 0;
    for (int i = 0; i < count; i++) {
        found += name ? events[i].event && strcmp(events[i].event->name, name) == 0
                      : events[i].kind == CAPER_EVENT_ENDED;
    }
    return found;
}

/// The same state in another actor, which then goes on with the same bits.
static void check_goes_on(caper_actor *a, caper_actor *b, const caper_source_finder *finder,
                          int frames)
{
    size_t size = caper_actor_save(a, NULL, 0);
    char *state = malloc(size);
    CHECK_INT(caper_actor_save(a, state, size), size);
    caper_error error = {0};
    CHECK(caper_actor_load(b, state, size, finder, &error));
    CHECK_STR(error.message, "");
    for (int i = 0; i < frames; i++) {
        CHECK(caper_actor_update(a, 1 / 60.0f, NULL) && caper_actor_update(b, 1 / 60.0f, NULL));
        CHECK(same_pose(a, b));
    }
    CHECK_INT(caper_actor_save(b, NULL, 0), caper_actor_save(a, NULL, 0));
    free(state);
}

// ------------------------------------------------------------------------------------ states

static void a_state_is_taken_whatever_ended_before(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *motions[] = {motion_of(wave_text), motion_of(sway_text), NULL};
    caper_actor *a = actor_of(c), *b = actor_of(c);
    caper_source_finder finder = {find_source, motions};
    play(a, motions[0], 0, 0);
    for (int i = 0; i < 70; i++) {
        CHECK(caper_actor_update(a, 1 / 32.0f, NULL));
    }
    caper_source second = play(a, motions[1], 1, 0.5f), third = play(a, motions[0], 2, 0.5f);
    CHECK(caper_actor_update(a, 0.1f, NULL));
    check_goes_on(a, b, &finder, 30);
    CHECK_NEAR(weight_of(b, second), weight_of(a, second), 0);
    CHECK_NEAR(weight_of(b, third), weight_of(a, third), 0);
    CHECK(weight_of(a, third) > 0);
    caper_actor_destroy(a);
    caper_actor_destroy(b);
    caper_motion_destroy(motions[0]);
    caper_motion_destroy(motions[1]);
    caper_character_destroy(c);
}

static void a_state_is_taken_in_the_middle_of_a_fade(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *motions[] = {motion_of(wave_text), motion_of(sway_text), NULL};
    caper_actor *a = actor_of(c), *b = actor_of(c);
    caper_source_finder finder = {find_source, motions};
    caper_source first = play(a, motions[1], 0, 0);
    CHECK(caper_actor_update(a, 0.3f, NULL));
    play(a, motions[0], 0, 1.5f);
    caper_play_def waits = motion_def(motions[1], 0.4f);
    waits.queue = true;
    start(a, waits);
    CHECK(caper_actor_update(a, 0.3f, NULL));
    check_goes_on(a, b, &finder, 30);
    CHECK(weight_of(a, first) > 0);
    CHECK_NEAR(weight_of(b, first), weight_of(a, first), 0);
    check_goes_on(a, b, &finder, 120);
    caper_actor_destroy(a);
    caper_actor_destroy(b);
    caper_motion_destroy(motions[0]);
    caper_motion_destroy(motions[1]);
    caper_character_destroy(c);
}

// ------------------------------------------------------------------------------------ queues

static void what_waits_begins_when_the_one_before_is_stopped(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *wave = motion_of(wave_text), *sway = motion_of(sway_text);
    for (int fade = 0; fade < 2; fade++) {
        caper_actor *actor = actor_of(c);
        caper_source first = play(actor, sway, 0, 0);
        caper_play_def def = motion_def(wave, 0.25f);
        def.queue = true;
        caper_source second = start(actor, def), third = start(actor, def);
        CHECK(caper_actor_update(actor, 0.125f, NULL));
        caper_actor_stop(actor, first, 0.5f * (float)fade);
        caper_source_state state;
        for (int i = 1; i <= 4; i++) {
            CHECK(caper_actor_update(actor, 0.125f, NULL));
            CHECK(caper_actor_source(actor, second, &state) && !state.waiting);
            CHECK_NEAR(state.weight, fade ? caper_smoothstep(0, 1, (float)i / 4) : 1, 1e-6);
            CHECK(caper_actor_source(actor, third, &state) && state.waiting);
        }
        CHECK(!caper_actor_source(actor, first, &state));
        caper_actor_stop(actor, 0, 0);
        CHECK(caper_actor_update(actor, 0.125f, NULL));
        CHECK(!caper_actor_source(actor, second, &state) &&
              !caper_actor_source(actor, third, &state));
        caper_actor_destroy(actor);
    }
    caper_motion_destroy(wave);
    caper_motion_destroy(sway);
    caper_character_destroy(c);
}

static void what_follows_a_held_source_fades_in(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *wave = motion_of(wave_text);
    caper_actor *actor = actor_of(c);
    caper_play_def def = motion_def(wave, 0.5f);
    def.hold = true;
    caper_source held = start(actor, def);
    for (int i = 0; i < 40; i++) {
        CHECK(caper_actor_update(actor, 0.125f, NULL));
    }
    CHECK_NEAR(weight_of(actor, held), 1, 0);
    def.queue = true;
    caper_source next = start(actor, def);
    for (int i = 1; i <= 5; i++) {
        CHECK(caper_actor_update(actor, 0.125f, NULL));
        float late = weight_of(actor, next), early = weight_of(actor, held);
        CHECK_NEAR(late, caper_smoothstep(0, 1, 0.25f * (float)(i - 1)), 1e-6);
        CHECK_NEAR(late + caper_max(early, 0), 1, 1e-6);
    }
    caper_actor_destroy(actor);
    caper_motion_destroy(wave);
    caper_character_destroy(c);
}

/// A chain of hard cuts takes the time of its parts, whatever the steps.
static void a_chain_loses_no_time(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *turn = motion_of(turn_text);
    for (int rate = 7; rate < 60; rate += 13) {
        caper_actor *actor = actor_of(c);
        caper_play_def def = motion_def(turn, 0);
        def.queue = true;
        def.variant = 0;
        caper_source sources[4];
        for (int i = 0; i < 4; i++) {
            sources[i] = start(actor, def);
        }
        int firsts = 0, lasts = 0, ends = 0;
        for (int frame = 1; frame <= 5 * rate; frame++) {
            CHECK(caper_actor_update(actor, 1 / (float)rate, NULL));
            float time = (float)frame / (float)rate;
            caper_source_state state;
            int playing = (int)(time + 1e-4f);
            if (playing < 4 && time - (float)playing > 1e-3f) {
                CHECK(caper_actor_source(actor, sources[playing], &state) && !state.waiting);
                CHECK_NEAR(state.time, time - (float)playing, 1e-5);
            }
            firsts += count_events(actor, "first");
            lasts += count_events(actor, "last");
            ends += count_events(actor, NULL);
        }
        CHECK_INT(firsts, 4);
        CHECK_INT(lasts, 4);
        CHECK_INT(ends, 4);
        CHECK_NEAR(caper_actor_root(actor).yaw, 2 * CAPER_PI, 1e-4);
        caper_actor_destroy(actor);
    }
    caper_motion_destroy(turn);
    caper_character_destroy(c);
}

static void an_interrupted_fade_does_not_show_rest(void)
{
    caper_character *c = menagerie_load("snake");
    caper_clip *clips[4];
    for (int i = 0; i < 4; i++) {
        clips[i] = still_clip(c, 0.4f, "still");
    }
    caper_actor *actor = actor_of(c);
    int body = c->spine[0] == c->root_body ? c->spine[1] : c->spine[0];
    for (int frame = 0; frame < 40; frame++) {
        if (frame % 3 == 0) {
            caper_play_def def = caper_play_def_default();
            def.clip = clips[frame / 3 % 4];
            def.fade_in = frame == 0 ? 0 : 0.25f + 0.5f * (float)(frame % 2);
            start(actor, def);
        }
        CHECK(caper_actor_update(actor, 1 / 24.0f, NULL));
        caper_quat q = caper_actor_local(actor)->bodies[body].rotation;
        CHECK_NEAR(caper_quat_angle(q, c->skeleton.rest_local[body].rotation), 0.4, 0.02);
    }
    caper_actor_destroy(actor);
    for (int i = 0; i < 4; i++) {
        caper_clip_destroy(clips[i]);
    }
    caper_character_destroy(c);
}

// ------------------------------------------------------------------------------------ passes

static void every_pass_has_its_events_and_its_way(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *turn = motion_of(turn_text);
    float unit = caper_travel_unit(c);
    for (int variant = 0; variant < 2; variant++) {
        caper_actor *actor = actor_of(c);
        caper_play_def def = motion_def(turn, 0);
        def.loops = 4;
        def.hold = true;
        def.variant = variant;
        start(actor, def);
        int firsts = 0, lasts = 0;
        float side = variant ? -1.0f : 1.0f;
        for (int i = 1; i <= 50; i++) { // 2.5 seconds; then the rest in one step
            CHECK(caper_actor_update(actor, i < 50 ? 0.05f : 10, NULL));
            firsts += count_events(actor, "first");
            lasts += count_events(actor, "last");
            if (i == 30) { // a pass and a half: two more quarter legs, seen from the turned frame
                caper_root pass = {side * 0.25f * unit, 0, 0.5f * unit, side * CAPER_PI / 2};
                CHECK(caper_actor_root(actor).yaw * side > CAPER_PI / 2 + 0.3f);
                CHECK(side * (caper_actor_root(actor).x - pass.x) > 0.1f * unit);
            }
        }
        CHECK_INT(firsts, 4);
        CHECK_INT(lasts, 4);
        caper_root end = caper_actor_root(actor); // four quarter turns: back at the start
        CHECK_NEAR(end.x, 0, 1e-4);
        CHECK_NEAR(end.z, 0, 1e-4);
        CHECK_NEAR(end.yaw, side * 2 * CAPER_PI, 1e-4);
        caper_actor_destroy(actor);
    }
    caper_motion_destroy(turn);
    caper_character_destroy(c);
}

static void time_zero_happens_once(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *wave = motion_of(wave_text);
    caper_actor *actor = actor_of(c);
    caper_source source = play(actor, wave, 0, 0);
    int begins = 0;
    for (int i = 0; i < 3; i++) {
        CHECK(caper_actor_update(actor, 0, NULL));
        begins += count_events(actor, "begin");
    }
    CHECK(caper_actor_adjust(actor, source, 0, -1, -1));
    for (int i = 0; i < 3; i++) {
        CHECK(caper_actor_update(actor, 0.1f, NULL));
        begins += count_events(actor, "begin");
    }
    CHECK_INT(begins, 1);
    caper_actor_destroy(actor);
    caper_motion_destroy(wave);
    caper_character_destroy(c);
}

static void a_loop_that_is_held_stays_at_its_end(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *sway = motion_of(sway_text);
    caper_actor *actor = actor_of(c);
    caper_play_def def = motion_def(sway, 0);
    def.loops = 2;
    def.hold = true;
    start(actor, def);
    int ticks = 0;
    for (int i = 0; i < 100; i++) {
        CHECK(caper_actor_update(actor, 0.0625f, NULL));
        ticks += count_events(actor, "tick");
    }
    CHECK_INT(ticks, 2);
    CHECK_NEAR(caper_actor_root(actor).z, 2 * 0.5f * caper_travel_unit(c), 1e-3);
    caper_actor_destroy(actor);
    caper_motion_destroy(sway);
    caper_character_destroy(c);
}

static void an_end_is_heard_however_much_happens(void)
{
    char text[8192];
    int used = snprintf(text, sizeof text,
                        "{\"caper\": \"motion\", \"version\": 1, \"name\": \"busy\", \"channels\": "
                        "[{\"name\": \"root\", \"select\": {\"caps\": [\"root\"]}, \"keys\": "
                        "[{\"t\": 0, \"position\": [0, 0, 0]}]}], \"duration\": 1, \"events\": [");
    for (int i = 0; i < 100; i++) {
        used += snprintf(text + used, sizeof text - (size_t)used, "%s{\"t\": 0.5, \"name\": \"e\"}",
                         i ? ", " : "");
    }
    snprintf(text + used, sizeof text - (size_t)used, "]}");
    caper_character *c = menagerie_load("performer");
    caper_motion *busy = motion_of(text);
    caper_actor *actor = actor_of(c);
    for (int i = 0; i < 8; i++) {
        play(actor, busy, i, 0);
    }
    CHECK(caper_actor_update(actor, 2, NULL));
    CHECK_INT(count_events(actor, NULL), 8);
    CHECK(count_events(actor, "e") >= 64);
    caper_actor_destroy(actor);
    caper_motion_destroy(busy);
    caper_character_destroy(c);
}

static void what_plays_for_days_stays_smooth(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *sway = motion_of(sway_text);
    caper_actor *young = actor_of(c), *old = actor_of(c);
    caper_play_def def = motion_def(sway, 0);
    start(young, def);
    def.start = 900000; // whole passes
    start(old, def);
    for (int i = 0; i < 150; i++) {
        CHECK(caper_actor_update(young, 1 / 60.0f, NULL) &&
              caper_actor_update(old, 1 / 60.0f, NULL));
        const caper_goal *a, *b;
        int count = caper_actor_goals(young, &a);
        CHECK_INT(caper_actor_goals(old, &b), count);
        for (int k = 0; k < count; k++) {
            CHECK_NEAR(caper_vec3_distance(a[k].position, b[k].position), 0, 1e-5);
        }
        CHECK_NEAR(caper_actor_root(old).z, caper_actor_root(young).z, 1e-4);
    }
    caper_actor_destroy(young);
    caper_actor_destroy(old);
    caper_motion_destroy(sway);
    caper_character_destroy(c);
}

/// Passes shorter than any frame, and shorter than the last bit of the time.
static void the_shortest_motions_end_every_update(void)
{
    const char *durations[] = {"1e-3", "1e-9", "1e-38", "1e-44"};
    caper_character *c = menagerie_load("performer");
    for (size_t n = 0; n < sizeof durations / sizeof durations[0]; n++) {
        char text[512];
        snprintf(text, sizeof text,
                 "{\"caper\": \"motion\", \"version\": 1, \"name\": \"blink\", \"duration\": %s,"
                 " \"loops\": true, \"channels\": [{\"name\": \"root\", \"select\": {\"caps\": "
                 "[\"root\"]}, \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}]}], \"travel\": "
                 "[{\"t\": 0, \"at\": [0, 0, 0]}, {\"t\": %s, \"at\": [0, 0, 1e-3]}],"
                 "\"events\": [{\"t\": 0, \"name\": \"e\"}]}",
                 durations[n], durations[n]);
        caper_motion *blink = motion_of(text);
        for (int loops = 0; loops < 3; loops++) {
            caper_actor *actor = actor_of(c);
            caper_play_def def = motion_def(blink, 0.1f);
            def.speed = 1000;
            def.loops = loops == 2 ? INT_MAX : loops;
            start(actor, def);
            for (int i = 0; i < 20; i++) {
                CHECK(caper_actor_update(actor, i == 10 ? 1e6f : 0.01f, NULL));
                CHECK(count_events(actor, "e") <= 64);
                CHECK(isfinite(caper_actor_root(actor).z));
            }
            caper_actor_destroy(actor);
        }
        caper_motion_destroy(blink);
    }
    caper_character_destroy(c);
}

// ------------------------------------------------------------------------------------ layers

static void a_clip_covers_the_motions_below_it(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *wave = motion_of(wave_text);
    caper_clip *still = still_clip(c, 0, "still");
    float *mask = calloc((size_t)c->body_count, sizeof(float));
    caper_actor_def actor_def = caper_actor_def_default();
    actor_def.character = c;
    actor_def.latch_feet = false;
    for (int layer = 0; layer < 3; layer += 2) { // under and over the motion
        for (int masked = 0; masked < 2; masked++) {
            caper_actor *actor = caper_actor_create(&actor_def, NULL);
            REQUIRE(actor != NULL);
            play(actor, wave, 1, 0);
            caper_play_def def = caper_play_def_default();
            def.clip = still;
            def.layer = layer;
            def.fade_in = 0;
            def.weight = 0.75f;
            def.mask = masked ? mask : NULL;
            start(actor, def);
            CHECK(caper_actor_update(actor, 1, NULL));
            const caper_goal *goals;
            REQUIRE(caper_actor_goals(actor, &goals) == 1);
            CHECK_NEAR(goals[0].position_weight, layer == 0 || masked ? 1 : 0.25f, 1e-6);
            caper_actor_destroy(actor);
        }
    }
    free(mask);
    caper_clip_destroy(still);
    caper_motion_destroy(wave);
    caper_character_destroy(c);
}

static int deform_of(const caper_character *c, const char *end)
{
    for (int i = 0; i < c->deform_count; i++) {
        size_t length = strlen(c->deforms[i]);
        if (length > strlen(end) && strcmp(c->deforms[i] + length - strlen(end), end) == 0) {
            return i;
        }
    }
    return -1;
}

static void deforms_are_averaged_like_the_rest(void)
{
    caper_character *c = menagerie_load("bird");
    caper_motion *gape = motion_of(gape_text);
    int open = deform_of(c, ".open");
    REQUIRE(open >= 0);
    // A clip that knows a lot of deforms, few of them ours.
    enum {
        DEFORMS = 40
    };
    const char *names[DEFORMS];
    char text[DEFORMS][16];
    float values[DEFORMS];
    for (int i = 0; i < DEFORMS; i++) {
        snprintf(text[i], sizeof text[i], "face.%d", i);
        names[i] = text[i];
        values[i] = -5;
    }
    REQUIRE(c->deform_count < DEFORMS);
    names[30] = c->deforms[open];
    values[30] = 0.8f;
    caper_clip_def clip_def = caper_clip_def_default();
    clip_def.name = "face";
    clip_def.skeleton = &c->skeleton;
    clip_def.frame_count = 1;
    clip_def.frames = c->skeleton.rest_local;
    clip_def.deforms = names;
    clip_def.deform_count = DEFORMS;
    clip_def.deform_frames = values;
    clip_def.loops = true;
    caper_clip *face = caper_clip_create(&clip_def, NULL);
    REQUIRE(face != NULL);
    caper_actor *actor = actor_of(c);
    play(actor, gape, 0, 0);
    CHECK(caper_actor_update(actor, 0.1f, NULL));
    CHECK_NEAR(caper_actor_local(actor)->deforms[open], 0.8, 1e-6);
    for (int k = 0; k < 9; k++) { // motion to motion, to clip, to motion
        if (k % 3 == 0) {
            caper_play_def def = motion_def(k == 3 ? NULL : gape, 0.5f);
            def.clip = k == 3 ? face : NULL;
            start(actor, def);
        }
        CHECK(caper_actor_update(actor, 0.1f, NULL));
        CHECK_NEAR(caper_actor_local(actor)->deforms[open], 0.8, 1e-5);
    }
    caper_actor_stop(actor, 0, 0);
    CHECK(caper_actor_update(actor, 0.1f, NULL));
    caper_play_def def = caper_play_def_default();
    def.clip = face;
    def.fade_in = 0;
    def.weight = 0.5f;
    def.additive = true;
    start(actor, def);
    def.layer = 1;
    start(actor, def);
    CHECK(caper_actor_update(actor, 0.1f, NULL));
    CHECK_NEAR(caper_actor_local(actor)->deforms[open], 0.8, 1e-6);
    caper_actor_destroy(actor);
    caper_clip_destroy(face);
    caper_motion_destroy(gape);
    caper_character_destroy(c);
}

/// Loose parts stop smoothly when a clip takes over, and go on under one that has a mask.
static void a_clip_takes_loose_parts_over_without_a_jolt(void)
{
    caper_character *c = menagerie_load("dog");
    caper_motion *sway = motion_of(sway_text);
    caper_clip *still = still_clip(c, 0, "still");
    float *mask = calloc((size_t)c->body_count, sizeof(float));
    for (int masked = 0; masked < 2; masked++) {
        caper_actor *actor = actor_of(c);
        caper_play_def fast = motion_def(sway, 0);
        fast.speed = 3;
        start(actor, fast);
        for (int i = 0; i < 40; i++) {
            CHECK(caper_actor_update(actor, 1 / 60.0f, NULL));
        }
        caper_play_def def = caper_play_def_default();
        def.clip = still;
        def.layer = 1;
        def.fade_in = 1;
        def.mask = masked ? mask : NULL;
        start(actor, def);
        float bent = 0, jolt = 0;
        caper_quat *last = malloc((size_t)c->body_count * sizeof *last);
        for (int i = 0; i < 90; i++) {
            for (int k = 0; k < c->body_count; k++) {
                last[k] = caper_actor_local(actor)->bodies[k].rotation;
            }
            CHECK(caper_actor_update(actor, 1 / 60.0f, NULL));
            for (int k = 0; k < c->body_count; k++) {
                if (c->bodies[k].caps & CAPER_CAP_TAIL) {
                    caper_quat now = caper_actor_local(actor)->bodies[k].rotation;
                    caper_quat rest = c->skeleton.rest_local[k].rotation;
                    jolt = caper_max(jolt, caper_quat_angle(now, last[k]));
                    bent = i < 80 ? bent : caper_max(bent, caper_quat_angle(now, rest));
                }
            }
        }
        CHECK(jolt < 0.02f);
        CHECK(masked ? bent > 0.005f : bent < 1e-3f);
        free(last);
        caper_actor_destroy(actor);
    }
    free(mask);
    caper_clip_destroy(still);
    caper_motion_destroy(sway);
    caper_character_destroy(c);
}

// ------------------------------------------------------------------------------------ refusals

static bool refuse(void *state, const caper_stage_frame *frame)
{
    (void)frame;
    return *(const bool *)state;
}

static void what_is_refused_changes_nothing(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *wave = motion_of(wave_text);
    caper_clip *bent = still_clip(c, 0.3f, "bent");
    caper_actor *actor = actor_of(c);
    caper_error error = {0};
    caper_play_def def = motion_def(wave, 0);
    def.additive = true;
    CHECK(caper_actor_play(actor, &def, &error) == 0);
    CHECK_HAS(error.message, "only a clip");
    caper_root nowhere = {NAN, 0, 0, 0};
    CHECK(!caper_actor_accept(actor, caper_actor_local(actor), nowhere));
    CHECK_NEAR(caper_actor_root(actor).x, 0, 0);
    // After a stage that fails the two poses still tell the same.
    bool good = false;
    caper_actor_stage stage = {
        .name = "refuse", .order = CAPER_STAGE_GOALS, .run = refuse, .state = &good};
    CHECK(caper_actor_add_stage(actor, &stage));
    def = motion_def(NULL, 0);
    def.clip = bent;
    start(actor, def);
    CHECK(!caper_actor_update(actor, 0.1f, NULL));
    for (int i = 0; i < c->body_count; i++) {
        CHECK(memcmp(&caper_actor_model(actor)->bodies[i], &c->rest_model[i],
                     sizeof(caper_transform)) == 0);
    }
    caper_actor_destroy(actor);
    caper_clip_destroy(bent);
    caper_motion_destroy(wave);
    caper_character_destroy(c);
}

// Down to weights whose inverse is no number: the pose comes near to rest, and never breaks.
static void the_faintest_weights_leave_the_pose_at_rest(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *wave = motion_of(wave_text);
    for (float weight = 1e-3f; weight > 0; weight *= 0.1f) {
        caper_actor *actor = actor_of(c);
        caper_play_def def = motion_def(wave, 0);
        def.weight = weight;
        start(actor, def);
        for (int frame = 0; frame < 3; frame++) {
            CHECK(caper_actor_update(actor, 0.3f, NULL));
            for (int i = 0; i < c->body_count; i++) {
                caper_transform at = caper_actor_local(actor)->bodies[i];
                CHECK(caper_transform_is_valid(at, 1e-3f));
                float angle = caper_quat_angle(at.rotation, c->skeleton.rest_local[i].rotation);
                CHECK(weight > 1e-6f || angle < 1e-3f);
            }
        }
        caper_actor_destroy(actor);
    }
    caper_motion_destroy(wave);
    caper_character_destroy(c);
}

// Two clips with masks of their own, one after the other on a layer: no body jumps when the first
// is gone.
static void masks_fade_into_each_other(void)
{
    caper_character *c = menagerie_load("performer");
    caper_clip *bent = still_clip(c, 0.3f, "bent"), *other = still_clip(c, -0.3f, "other");
    caper_actor_def actor_def = caper_actor_def_default();
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = 0;
    actor_def.character = c;
    actor_def.jiggle = &jiggle;
    // The poses alone: this clip twists shins about their length, and a leg that is solved, because
    // its foot is held, has no such twist.
    actor_def.latch_feet = false;
    caper_actor *actor = caper_actor_create(&actor_def, NULL);
    float even[CAPER_MAX_BODIES] = {0}, odd[CAPER_MAX_BODIES] = {0};
    for (int i = 0; i < c->body_count; i++) {
        *(i % 2 ? &odd[i] : &even[i]) = 1;
    }
    caper_play_def def = caper_play_def_default();
    def.clip = bent;
    def.mask = even;
    def.fade_in = 0;
    REQUIRE(caper_actor_play(actor, &def, NULL) != 0);
    CHECK(caper_actor_update(actor, 1 / 60.0f, NULL));
    def.clip = other;
    def.mask = odd;
    def.fade_in = 0.5f;
    REQUIRE(caper_actor_play(actor, &def, NULL) != 0);
    caper_transform before[CAPER_MAX_BODIES];
    float most = 0, way = 0;
    for (int f = 0; f < 40; f++) {
        memcpy(before, caper_actor_local(actor)->bodies, (size_t)c->body_count * sizeof *before);
        CHECK(caper_actor_update(actor, 1 / 60.0f, NULL));
        for (int i = 0; i < c->body_count; i++) {
            float step =
                caper_quat_angle(before[i].rotation, caper_actor_local(actor)->bodies[i].rotation);
            most = fmaxf(most, step);
            way += step;
        }
    }
    CHECK(way > 0.3f);   // both did fade
    CHECK(most < 0.05f); // 0.3 rad in half a second: 0.015 a frame, and half as much again at most
    caper_actor_destroy(actor);
    caper_clip_destroy(bent);
    caper_clip_destroy(other);
    caper_character_destroy(c);
}

TESTS(masks_fade_into_each_other, the_faintest_weights_leave_the_pose_at_rest,
      a_state_is_taken_whatever_ended_before, a_state_is_taken_in_the_middle_of_a_fade,
      what_waits_begins_when_the_one_before_is_stopped, what_follows_a_held_source_fades_in,
      a_chain_loses_no_time, an_interrupted_fade_does_not_show_rest,
      every_pass_has_its_events_and_its_way, time_zero_happens_once,
      a_loop_that_is_held_stays_at_its_end, an_end_is_heard_however_much_happens,
      what_plays_for_days_stays_smooth, the_shortest_motions_end_every_update,
      a_clip_covers_the_motions_below_it, deforms_are_averaged_like_the_rest,
      a_clip_takes_loose_parts_over_without_a_jolt, what_is_refused_changes_nothing)
