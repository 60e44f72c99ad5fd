// SPDX-License-Identifier: MIT
//
// A player by matching: it goes where it is told, answers in the frame in which it is told, jumps
// without a jolt, never ends and never allocates; its state comes back to the bit.
#include "test.h"

#include "graph_fixture.h"
#include "menagerie.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct ride {
    caper_character *character;
    graph_fixture fixture;
    caper_match *match;
    caper_match_player *player;
    caper_pose pose;
} ride;

static caper_match_player *new_player(const caper_match *match, const caper_allocator *allocator)
{
    caper_match_player_def def = caper_match_player_def_default();
    def.match = match;
    def.allocator = allocator;
    return caper_match_player_create(&def, NULL);
}

// Clips that swing all alike, or each its own way.
static ride begin_with(const caper_allocator *allocator, bool alike)
{
    ride r = {.character = menagerie_load("performer")};
    REQUIRE(r.character != NULL);
    caper_match_def def = caper_match_def_default();
    if (alike)
        graph_fixture_def(&r.fixture, r.character);
    for (int i = 0; i < 4 && !alike; i++)
        r.fixture.clips[i] = graph_clip(r.character, (uint64_t)i + 7, 100 + 10 * i);
    def.character = r.character;
    def.clips = (const caper_clip *const *)r.fixture.clips;
    def.clip_count = 4;
    r.match = caper_match_create(&def, NULL);
    REQUIRE(r.match != NULL);
    r.player = new_player(r.match, allocator);
    r.pose = caper_character_pose(r.character, NULL);
    REQUIRE(r.player && r.pose.bodies);
    return r;
}

static ride begin(const caper_allocator *allocator)
{
    return begin_with(allocator, true);
}

static void end(ride *r)
{
    caper_pose_destroy(&r->pose, NULL);
    caper_match_player_destroy(r->player);
    caper_match_destroy(r->match);
    graph_fixture_free(&r->fixture);
    caper_character_destroy(r->character);
}

static void it_goes_where_it_is_told(void)
{
    ride r = begin(NULL);
    const float yaws[] = {1.2f, -0.9f, 3.0f};
    for (int k = 0; k < 3; k++) {
        caper_graph_command command = {{sinf(yaws[k]), 0, cosf(yaws[k])}, NAN};
        caper_match_frame frame, from = {0};
        for (int f = 0; f < 60 * 12; f++) {
            REQUIRE(caper_match_player_update(r.player, 1 / 60.0f, &command, &frame));
            if (f == 60 * 8)
                from = frame;
        }
        float x = frame.root.x - from.root.x, z = frame.root.z - from.root.z;
        float along = x * sinf(yaws[k]) + z * cosf(yaws[k]);
        CHECK(along > 2.4f); // of four metres
        CHECK(fabsf(x * cosf(yaws[k]) - z * sinf(yaws[k])) < 0.5f * along);
    }
    end(&r);
}

static void a_command_is_answered_in_its_frame(void)
{
    ride r = begin(NULL);
    caper_rng rng = caper_rng_make(3);
    int jumps = 0;
    for (int k = 0; k < 40; k++) {
        float yaw = (float)k * 1.1f, speed = k % 2 ? 1.0f : 1.6f;
        caper_graph_command command = {{speed * sinf(yaw), 0, speed * cosf(yaw)}, NAN};
        caper_match_frame frame;
        REQUIRE(caper_match_player_update(r.player, 1 / 60.0f, &command, &frame));
        CHECK(frame.events & CAPER_GRAPH_CHOSE);
        for (int f = caper_rng_int(&rng, 20, 80); f > 0; f--) {
            REQUIRE(caper_match_player_update(r.player, 1 / 60.0f, &command, &frame));
            jumps += (frame.events & CAPER_GRAPH_TRANSITION) != 0;
        }
    }
    CHECK(jumps > 10);
    end(&r);
}

static bool is_in_leg(const caper_character *c, int body)
{
    for (int leg = 0; leg < c->leg_count; leg++)
        for (int b = c->legs[leg].foot; b >= 0 && b != c->root_body; b = c->skeleton.parents[b])
            if (b == body)
                return true;
    return false;
}

// What a hand or the head does from one frame to the next changes no more at a jump than it does
// without one: speeds are continuous. (Legs are bent to where feet are: knees that are straight
// turn fast then.)
static void jumps_are_smooth(void)
{
    ride r = begin_with(NULL, false);
    caper_rng rng = caper_rng_make(8);
    int n = r.character->body_count, jumps = 0, since = 0;
    caper_quat *last = calloc((size_t)n, sizeof *last);
    caper_vec3 *rate = calloc((size_t)n, sizeof *rate);
    float plain = 0, jumping = 0;
    caper_graph_command command = {{0, 0, 1}, NAN};
    for (int f = 0; f < 60 * 60; f++) {
        if (f % 50 == 0) {
            float yaw = caper_rng_range(&rng, -3, 3);
            command.velocity = caper_vec3_make(sinf(yaw), 0, cosf(yaw));
        }
        caper_match_frame frame;
        REQUIRE(caper_match_player_update(r.player, 1 / 60.0f, &command, &frame));
        REQUIRE(caper_match_player_pose(r.player, &r.pose));
        since = frame.events & CAPER_GRAPH_TRANSITION ? 0 : since + 1;
        jumps += since == 0;
        bool jumped = since < 2; // what a frame begins shows in the next one, too
        for (int b = 0; b < n; b++) {
            caper_quat q = r.pose.bodies[b].rotation;
            CHECK(caper_quat_is_unit(q, 1e-4f));
            caper_quat step = caper_quat_mul(q, caper_quat_conj(last[b]));
            caper_vec3 now = caper_quat_log(caper_quat_toward(step, caper_quat_identity()));
            if (f > 2 && !is_in_leg(r.character, b)) {
                float change = caper_vec3_distance(now, rate[b]);
                jumping = jumped ? caper_max(jumping, change) : jumping;
                plain = jumped ? plain : caper_max(plain, change);
            }
            last[b] = q;
            rate[b] = now;
        }
    }
    CHECK(jumps > 20);
    CHECK(jumping < plain + 0.02f); // radians a frame
    free(last);
    free(rate);
    end(&r);
}

// Where feet stand when the player goes elsewhere they stay, to what turns of the trunk make of
// them in that frame, and the root that is told does not jump.
static void feet_that_stand_stay_at_jumps(void)
{
    ride r = begin(NULL);
    const int16_t *feet;
    int foot_count = caper_match_feet(r.match, &feet), jumps = 0, stood = 0;
    caper_pose model = caper_character_pose(r.character, NULL);
    caper_vec3 last[CAPER_MATCH_MAX_FEET];
    caper_rng rng = caper_rng_make(8);
    caper_graph_command command = {{0, 0, 1}, NAN};
    caper_match_frame frame, before = {0};
    REQUIRE(foot_count == 2);
    for (int f = 0; f < 60 * 60; f++, before = frame) {
        if (f % 15 == 0) {
            float yaw = caper_rng_range(&rng, -3, 3);
            command.velocity = caper_vec3_make(sinf(yaw), 0, cosf(yaw));
        }
        // no time goes by: what moves is moved by the jump
        bool jump = f % 2 == 1;
        REQUIRE(caper_match_player_update(r.player, jump ? 0 : 1 / 30.0f, &command, &frame));
        REQUIRE(caper_match_player_pose(r.player, &r.pose));
        caper_transform root = caper_root_transform(frame.root);
        caper_pose_to_model(&r.character->skeleton, &r.pose, &root, &model);
        bool jumped = jump && frame.events & CAPER_GRAPH_TRANSITION;
        jumps += jumped;
        CHECK(!jumped || hypotf(frame.delta.x, frame.delta.z) < 1e-4f);
        for (int k = 0; k < foot_count; k++) {
            caper_vec3 at = model.bodies[feet[k]].position;
            if (jumped && before.stands >> k & 1) {
                CHECK(frame.stands >> k & 1); // the same feet stand
                CHECK_NEAR(caper_vec3_distance(at, last[k]), 0, 1e-3);
                stood++;
            }
            last[k] = at;
        }
    }
    CHECK(jumps > 5 && stood > 5);
    caper_pose_destroy(&model, NULL);
    end(&r);
}

static void states_come_back_and_nothing_is_allocated(void)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    ride r = begin(&allocator);
    caper_match_player *other = new_player(r.match, NULL);
    caper_pose pose = caper_character_pose(r.character, NULL);
    size_t size = caper_match_player_save(r.player, NULL, 0);
    char *bytes = malloc(size);
    caper_graph_command command = {{0.5f, 0, 0.9f}, NAN};
    caper_match_frame a, b;
    long before = memory.alloc_count;
    for (int f = 0; f < 500; f++)
        REQUIRE(caper_match_player_update(r.player, 1 / 60.0f, &command, &a));
    command.velocity = caper_vec3_make(-1, 0, 0);
    REQUIRE(caper_match_player_update(r.player, 1 / 60.0f, &command, &a)); // offsets are there
    CHECK_INT(caper_match_player_save(r.player, bytes, size), size);
    REQUIRE(caper_match_player_load(other, bytes, size, NULL));
    for (int f = 0; f < 300; f++) {
        REQUIRE(caper_match_player_update(r.player, 1 / 60.0f, &command, &a));
        REQUIRE(caper_match_player_update(other, 1 / 60.0f, &command, &b));
        CHECK(memcmp(&a, &b, sizeof a) == 0);
        REQUIRE(caper_match_player_pose(r.player, &r.pose) &&
                caper_match_player_pose(other, &pose));
        CHECK(memcmp(r.pose.bodies, pose.bodies, (size_t)pose.body_count * sizeof *pose.bodies) ==
              0);
    }
    CHECK_INT(memory.alloc_count, before);
    // the wildest command that is taken leaves a state that is taken, too
    char *wild = malloc(size);
    caper_graph_command fast = {{9e5f, 0, -9e5f}, 3e7f};
    for (int f = 0; f < 40; f++) {
        fast.velocity.x = -fast.velocity.x;
        REQUIRE(caper_match_player_update(r.player, 1 / 60.0f, &fast, &a));
        CHECK_INT(caper_match_player_save(r.player, wild, size), size);
        CHECK(caper_match_player_load(other, wild, size, NULL));
    }
    free(wild);
    fast.velocity.x = 1e6f;
    CHECK(!caper_match_player_update(r.player, 1 / 60.0f, &fast, &a));
    // what is damaged is refused, or harmless
    CHECK(!caper_match_player_load(other, bytes, size - 1, NULL));
    caper_rng rng = caper_rng_make(1);
    for (int i = 0; i < 3000; i++) {
        char *damaged = malloc(size);
        memcpy(damaged, bytes, size);
        int at = caper_rng_int(&rng, 0, i % 2 ? (int)size - 1 : 200);
        damaged[at] = (char)caper_rng_int(&rng, 0, 255);
        if (caper_match_player_load(other, damaged, size, NULL)) {
            CHECK(caper_match_player_update(other, 1 / 60.0f, &command, &b));
            CHECK(caper_match_player_pose(other, &pose));
            CHECK(b.root.x - b.root.x == 0);
        }
        free(damaged);
    }
    free(bytes);
    caper_pose_destroy(&pose, NULL);
    caper_match_player_destroy(other);
    end(&r);
    CHECK_MEMORY_EMPTY(&memory);
}

static void bad_defs_and_commands_are_refused(void)
{
    ride r = begin(NULL);
    caper_match_player_def good = caper_match_player_def_default(), def;
    good.match = r.match;
#define REFUSED(...)                                                                               \
    do {                                                                                           \
        def = good;                                                                                \
        __VA_ARGS__;                                                                               \
        caper_error error = {0};                                                                   \
        CHECK(caper_match_player_create(&def, &error) == NULL);                                    \
        CHECK(error.message[0] != 0);                                                              \
    } while (0)
    REFUSED(def.cookie = 0);
    REFUSED(def.match = NULL);
    REFUSED(def.start_frame = -1);
    REFUSED(def.start_frame = caper_match_frame_count(r.match));
    REFUSED(def.search_time = 0);
    REFUSED(def.blend_half_life = NAN);
    REFUSED(def.eager = 1);
    REFUSED(def.start.x = INFINITY);
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    for (long fail = 1; fail < 7; fail++) {
        memory.alloc_count = 0;
        memory.fail_at = fail;
        REFUSED(def.allocator = &allocator);
    }
    CHECK_MEMORY_EMPTY(&memory);
    caper_match_frame frame;
    caper_graph_command bad = {{NAN, 0, 0}, NAN};
    CHECK(!caper_match_player_update(r.player, 1 / 60.0f, &bad, &frame));
    CHECK(!caper_match_player_update(r.player, -1, NULL, &frame));
    CHECK(caper_match_player_update(r.player, 0, NULL, &frame));
    end(&r);
}

TESTS(it_goes_where_it_is_told, a_command_is_answered_in_its_frame, jumps_are_smooth,
      feet_that_stand_stay_at_jumps, states_come_back_and_nothing_is_allocated,
      bad_defs_and_commands_are_refused)
