// SPDX-License-Identifier: MIT
//
// Motions as assets: what is built is what was asked for, everything else is refused with a reason,
// times wrap, events are reported once each however time is cut into frames.
#include "motion_random.h"
#include "motion/motion.h"

#include <limits.h>

// -- Building -------------------------------------------------------------------------------------

// The smallest motion, for tests that change one thing of it.
typedef struct small {
    caper_key keys[3];
    caper_curve curves[2];
    caper_channel channels[2];
    caper_pair pair;
    caper_branch branches[2];
    caper_event event;
    caper_target_default targets[2];
    caper_curve travel;
    caper_motion_def def;
} small;

static void make_small(small *s)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < 3; i++)
        s->keys[i].time = 0.5f * (float)i;
    s->curves[0] = (caper_curve){CAPER_CURVE_POSITION, NULL, s->keys, 3};
    s->curves[1] = (caper_curve){CAPER_CURVE_DEFORM, "open", s->keys, 2};
    s->channels[0] =
        (caper_channel){.name = "a", .group = "g", .curves = s->curves, .curve_count = 2};
    s->channels[1] = (caper_channel){.name = "b", .group = "h"};
    s->pair = (caper_pair){"g", "h", CAPER_SIDE_OPPOSITE};
    for (int i = 0; i < 2; i++)
        s->branches[i] = (caper_branch){.name = i ? "two" : "one",
                                        .channels = s->channels,
                                        .channel_count = 2,
                                        .pairs = &s->pair,
                                        .pair_count = 1};
    s->event = (caper_event){0.25f, "hit", "b", 1};
    s->targets[0].name = "friend";
    s->targets[1].name = "enemy";
    s->travel = (caper_curve){CAPER_CURVE_TRAVEL, NULL, s->keys, 3};
    s->def = caper_motion_def_default();
    s->def.name = "small";
    s->def.branches = s->branches;
    s->def.branch_count = 2;
    s->def.events = &s->event;
    s->def.event_count = 1;
    s->def.targets = s->targets;
    s->def.target_count = 2;
    s->def.travel = &s->travel;
}

static void a_motion_is_a_copy_of_its_def(void)
{
    small s;
    make_small(&s);
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    s.def.allocator = &allocator;
    caper_error error = {0};
    caper_motion *motion = caper_motion_create(&s.def, &error);
    CHECK_STR(error.message, "");
    REQUIRE(motion != NULL);
    CHECK_INT(memory.alloc_count, 1);
    CHECK_INT(memory.live_size, (long)motion->memory_size);
    memset(&s, 0x55, sizeof s);
    CHECK_STR(motion->name, "small");
    CHECK_STR(motion->about, "");
    CHECK_STR(motion->branches[1].name, "two");
    CHECK_STR(motion->branches[1].channels[1].group, "h");
    CHECK_STR(motion->branches[0].pairs[0].a, "g");
    CHECK_STR(motion->branches[0].channels[0].curves[1].deform, "open");
    CHECK_STR(motion->events[0].channel, "b");
    CHECK_STR(motion->targets[1].name, "enemy");
    CHECK_INT(motion->travel->key_count, 3);
    const caper_channel *channel = &motion->branches[0].channels[0];
    CHECK(caper_channel_curve(channel, CAPER_CURVE_POSITION, NULL) == &channel->curves[0]);
    CHECK(caper_channel_curve(channel, CAPER_CURVE_DEFORM, "open") == &channel->curves[1]);
    CHECK(caper_channel_curve(channel, CAPER_CURVE_DEFORM, "blink") == NULL);
    CHECK(caper_channel_curve(channel, CAPER_CURVE_DEFORM, NULL) == NULL);
    CHECK(caper_channel_curve(channel, CAPER_CURVE_ROTATION, NULL) == NULL);
    caper_motion_destroy(motion);
    caper_motion_destroy(NULL);
    CHECK_MEMORY_EMPTY(&memory);
}

static void a_motion_builds_itself_again(void)
{
    for (int round = 0; round < 200; round++) {
        caper_motion *motion = random_motion((uint64_t)round);
        caper_motion_def def = caper_motion_to_def(motion);
        caper_error error = {0};
        caper_motion *again = caper_motion_create(&def, &error);
        CHECK_STR(error.message, "");
        REQUIRE(again != NULL);
        CHECK(same_motion(motion, again));
        caper_motion_destroy(again);
        caper_motion_destroy(motion);
    }
}

static void events_are_sorted_and_keep_their_order_at_one_time(void)
{
    small s;
    make_small(&s);
    caper_event events[40];
    char names[40][8];
    caper_rng rng = caper_rng_make(1);
    for (int i = 0; i < 40; i++) {
        snprintf(names[i], sizeof names[i], "%d", i);
        events[i] = (caper_event){0.25f * (float)caper_rng_int(&rng, 0, 4), names[i], NULL, 0};
    }
    s.def.events = events;
    s.def.event_count = 40;
    caper_motion *motion = caper_motion_create(&s.def, NULL);
    REQUIRE(motion != NULL);
    for (int i = 1; i < 40; i++) {
        const caper_event *a = &motion->events[i - 1], *b = &motion->events[i];
        CHECK(a->time < b->time || (a->time == b->time && atoi(a->name) < atoi(b->name)));
    }
    caper_motion_destroy(motion);
}

static void memory_that_runs_out_is_an_error(void)
{
    small s;
    make_small(&s);
    test_memory memory = {.fail_at = 1};
    caper_allocator allocator = test_memory_allocator(&memory);
    s.def.allocator = &allocator;
    caper_error error = {0};
    CHECK(caper_motion_create(&s.def, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_MEMORY);
    CHECK_MEMORY_EMPTY(&memory);
}

// -- Refusals -------------------------------------------------------------------------------------

static void check_refused(const small *s, const char *words)
{
    caper_error error = {0};
    caper_motion *motion = caper_motion_create(&s->def, &error);
    CHECK(motion == NULL);
    CHECK(error.status == CAPER_ERROR_INVALID || error.status == CAPER_ERROR_LIMIT);
    CHECK_STR(error.source, "memory");
    CHECK_INT(error.line, 0);
    CHECK_HAS(error.message, words);
    caper_motion_destroy(motion);
}

#define REFUSED(change, words)                                                                     \
    do {                                                                                           \
        small s;                                                                                   \
        make_small(&s);                                                                            \
        change;                                                                                    \
        check_refused(&s, words);                                                                  \
    } while (0)

static void defs_that_make_no_sense_are_refused(void)
{
    REFUSED(s.def.name = NULL, "no name");
    REFUSED(s.def.duration = 0, "duration is 0");
    REFUSED(s.def.duration = -1, "duration is -1");
    REFUSED(s.def.duration = nanf(""), "duration is");
    REFUSED(s.def.duration = HUGE_VALF, "duration is inf");
    REFUSED(s.def.branch_count = 0, "no branches");
    REFUSED(s.def.branch_count = -1, "branches is -1");
    REFUSED(s.def.branches = NULL, "none to read");
    REFUSED(s.branches[1].channel_count = 0, "'two' has no channels");
    REFUSED(s.branches[1].channel_count = 65, "65 channels, the most is 64");
    REFUSED(s.branches[1].name = "one", "an earlier branch has the same name");
    REFUSED(s.channels[0].name = NULL, "has no name");
    REFUSED(s.channels[1].name = "a", "an earlier channel has the same name");
    REFUSED(s.channels[1].group = "", "variant group has no name");
    REFUSED(s.channels[1].blend = "", "blend group has no name");
    REFUSED(s.channels[1].priority = INT_MAX, "priority");
    REFUSED(s.channels[1].query.caps = 1u << 20, "caps that do not exist");
    REFUSED(s.channels[1].query.zones[2] = CAPER_ZONE_COUNT, "zone that does not exist");
    REFUSED(s.channels[1].mode.position = CAPER_FRAME_LOOK, "for rotations only");
    REFUSED(s.channels[1].mode.scale = (caper_scale)9, "does not exist");
    REFUSED(s.channels[1].mode.position = CAPER_FRAME_SECONDARY, "has no aim");
    REFUSED(s.channels[1].mode.position = CAPER_FRAME_SURFACE, "has no aim");
    REFUSED(s.channels[1].mode.rotation = CAPER_FRAME_SURFACE, "for positions only");
    REFUSED(s.channels[1].mode.rotation = CAPER_FRAME_LOOK, "has no aim");
    REFUSED(s.channels[1].aim.kind = CAPER_AIM_TARGET, "target has no name");
    REFUSED((s.channels[1].aim.kind = CAPER_AIM_GROUP, s.channels[1].aim.group = "x"),
            "which no channel is in");
    REFUSED((s.channels[1].aim.kind = CAPER_AIM_GROUP, s.channels[1].aim.group = "h"),
            "in a circle");
    REFUSED(s.pair.b = "x", "which no channel is in");
    REFUSED(s.pair.b = "g", "twice");
    REFUSED(s.branches[0].needs.min_legs = -1, "legs");
    REFUSED(s.branches[0].needs.max_graspers = 5000, "than a character can have");
    REFUSED(s.curves[0].key_count = 0, "position curve has no keys");
    REFUSED(s.curves[0].keys = NULL, "none to read");
    REFUSED(s.curves[0].kind = CAPER_CURVE_TRAVEL, "which a channel cannot have");
    REFUSED(s.curves[1].deform = NULL, "deform has no name");
    REFUSED(s.curves[1].kind = CAPER_CURVE_POSITION, "two curves of the same position");
    REFUSED(s.keys[1].time = 0, "not after the one before it");
    REFUSED(s.keys[2].time = 1.01f, "within 0 and 1");
    REFUSED(s.keys[1].time = nanf(""), "position key is at");
    REFUSED(s.keys[1].value[1] = HUGE_VALF, "holds inf");
    REFUSED((s.keys[1].ease = CAPER_EASE_MANUAL, s.keys[1].in[2] = nanf("")), "holds");
    REFUSED(s.keys[1].ease = CAPER_EASE_COUNT, "an ease that does not exist");
    REFUSED(s.curves[0].kind = CAPER_CURVE_ROTATION, "quaternion of length 0");
    REFUSED((s.curves[0].kind = CAPER_CURVE_POSITION_WEIGHT, s.keys[0].value[0] = 2),
            "from 0 to 1");
    REFUSED(s.event.time = 2, "'hit' is at 2 s");
    REFUSED(s.event.name = "", "event has no name");
    REFUSED(s.event.channel = "c", "which does not exist");
    REFUSED(s.event.value = nanf(""), "not finite");
    REFUSED(s.targets[1].name = "friend", "two targets are named 'friend'");
    REFUSED(s.targets[1].at.y = HUGE_VALF, "'enemy' is not at");
    REFUSED(s.travel.kind = CAPER_CURVE_POSITION, "of another kind");
}

static void aims_that_lead_to_an_end_are_fine(void)
{
    small s;
    make_small(&s);
    s.channels[1].aim = (caper_aim){.kind = CAPER_AIM_GROUP, .group = "g"};
    s.channels[1].mode.position = CAPER_FRAME_SECONDARY;
    caper_error error = {0};
    caper_motion *motion = caper_motion_create(&s.def, &error);
    CHECK_STR(error.message, "");
    caper_motion_destroy(motion);
}

static void a_longer_circle_is_found(void)
{
    small s;
    make_small(&s);
    caper_channel channels[4];
    static const char *const names[] = {"w", "x", "y", "z"};
    for (int i = 0; i < 4; i++)
        channels[i] =
            (caper_channel){.name = names[i],
                            .group = names[i],
                            .aim = {.kind = CAPER_AIM_GROUP, .group = names[i == 3 ? 1 : i + 1]}};
    s.branches[0] = (caper_branch){.name = "", .channels = channels, .channel_count = 4};
    s.def.branch_count = 1;
    s.def.event_count = 0;
    check_refused(&s, "in a circle");
    channels[3].aim.kind = CAPER_AIM_NONE;
    caper_motion *motion = caper_motion_create(&s.def, NULL);
    CHECK(motion != NULL);
    caper_motion_destroy(motion);
}

// -- Time -----------------------------------------------------------------------------------------

static caper_motion *timed(bool loops, float duration, const caper_event *events, int count)
{
    small s;
    make_small(&s);
    s.keys[2].time = duration;
    s.keys[1].time = 0.5f * duration;
    s.def.duration = duration;
    s.def.loops = loops;
    s.def.events = events;
    s.def.event_count = count;
    caper_motion *motion = caper_motion_create(&s.def, NULL);
    REQUIRE(motion != NULL);
    return motion;
}

static void times_wrap_or_clamp(void)
{
    caper_motion *once = timed(false, 2, NULL, 0), *loop = timed(true, 2, NULL, 0);
    CHECK(caperi_motion_wrap(once, -1) == 0 && caperi_motion_wrap(once, 1.5f) == 1.5f);
    CHECK(caperi_motion_wrap(once, 2) == 2 && caperi_motion_wrap(once, 3) == 2);
    CHECK(caperi_motion_wrap(loop, 2) == 0 && caperi_motion_wrap(loop, 5) == 1);
    CHECK(caperi_motion_wrap(loop, -0.5f) == 1.5f && caperi_motion_wrap(loop, -2) == 0);
    CHECK(caperi_motion_wrap(loop, nextafterf(0, -1)) < 2);
    CHECK(caperi_motion_wrap(loop, nanf("")) == 0 && caperi_motion_wrap(once, nanf("")) == 0);
    CHECK(caperi_motion_wrap(loop, HUGE_VALF) == 0 && caperi_motion_wrap(once, HUGE_VALF) == 2);
    caper_rng rng = caper_rng_make(2);
    for (int i = 0; i < 1000; i++) {
        float time = caper_rng_range(&rng, -100, 100), wrapped = caperi_motion_wrap(loop, time);
        CHECK(wrapped >= 0 && wrapped < 2);
        double turns = ((double)time - (double)wrapped) / 2;
        CHECK_NEAR(turns, round(turns), 1e-5);
    }
    caper_motion_destroy(once);
    caper_motion_destroy(loop);
}

static void events_are_reported_between_two_times(void)
{
    const caper_event events[] = {
        {0, "start", NULL, 0}, {1, "one", NULL, 0}, {1, "uno", NULL, 0}, {2, "end", NULL, 0}};
    caper_motion *once = timed(false, 2, events, 4), *loop = timed(true, 2, events, 4);
    const caper_event *found[16];
    CHECK_INT(caper_motion_events(once, -1, 0, found, 16), 1);
    CHECK_STR(found[0]->name, "start");
    CHECK_INT(caper_motion_events(once, 0, 1, found, 16), 2);
    CHECK_STR(found[0]->name, "one");
    CHECK_STR(found[1]->name, "uno");
    CHECK_INT(caper_motion_events(once, 1, 1, found, 16), 0);
    CHECK_INT(caper_motion_events(once, 1, 0, found, 16), 0);
    CHECK_INT(caper_motion_events(once, -1, 100, found, 16), 4);
    CHECK_INT(caper_motion_events(once, 2, 100, found, 16), 0);
    // the end of a pass comes before the start of the next one
    CHECK_INT(caper_motion_events(loop, 1, 3, found, 16), 4);
    CHECK_STR(found[0]->name, "end");
    CHECK_STR(found[1]->name, "start");
    CHECK_STR(found[2]->name, "one");
    CHECK_STR(found[3]->name, "uno");
    CHECK_INT(caper_motion_events(loop, -1, 6, found, 2), 13);
    CHECK_STR(found[1]->name, "one");
    CHECK_INT(caper_motion_events(loop, -1, 6, NULL, 0), 13);
    CHECK_INT(caper_motion_events(loop, -1, HUGE_VALF, found, 16), INT_MAX);
    CHECK_INT(caper_motion_events(loop, nanf(""), nanf(""), found, 16), 0);
    caper_motion_destroy(once);
    caper_motion_destroy(loop);
}

// A pass of 0.3 s is no whole number of frames, and both are rounded.
static void no_frame_rate_loses_or_repeats_an_event(void)
{
    const caper_event events[] = {{0, "a", NULL, 0}, {0.1f, "b", NULL, 0}, {0.3f, "c", NULL, 0}};
    caper_motion *motion = timed(true, 0.3f, events, 3);
    const float steps[] = {1 / 60.0f, 0.1f, 0.3f, 1 / 7.0f, 0.9f, 2.3f};
    for (int n = 0; n < CAPER_COUNT_OF(steps); n++) {
        int counts[3] = {0}, total = 0;
        float time = -1;
        for (float next = 0; next < 30; next += steps[n]) {
            const caper_event *found[64];
            int count = caper_motion_events(motion, time, next, found, 64);
            REQUIRE(count <= 64);
            for (int i = 0; i < count; i++)
                counts[found[i]->name[0] - 'a']++;
            total += count;
            time = next;
        }
        CHECK_INT(total, caper_motion_events(motion, -1, time, NULL, 0));
        CHECK_INT(total, counts[0] + counts[1] + counts[2]);
        // by rounding one more or less at the very end
        for (int i = 0; i < 3; i++)
            CHECK(abs(counts[i] - (int)(time / 0.3f)) <= 1);
    }
    caper_motion_destroy(motion);
}

TESTS(a_motion_is_a_copy_of_its_def, a_motion_builds_itself_again,
      events_are_sorted_and_keep_their_order_at_one_time, memory_that_runs_out_is_an_error,
      defs_that_make_no_sense_are_refused, aims_that_lead_to_an_end_are_fine,
      a_longer_circle_is_found, times_wrap_or_clamp, events_are_reported_between_two_times,
      no_frame_rate_loses_or_repeats_an_event)
