// SPDX-License-Identifier: MIT
//
// A graph player as a source of an actor: it goes where the player goes, obeys in the world
// whatever else turns the actor, fades like any source, and its state comes back with the actor's.
#include "test.h"

#include "caper/actor.h"
#include "graph_fixture.h"
#include "menagerie.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct stage {
    caper_character *character;
    graph_fixture fixture;
    caper_graph_policy *policy;
    caper_actor *actor;
    caper_graph_source self;
    caper_source source;
} stage;

static stage open_stage(bool latch)
{
    stage s = {.character = menagerie_load("performer")};
    REQUIRE(s.character != NULL);
    s.fixture = graph_fixture_make(s.character);
    REQUIRE(s.fixture.graph != NULL);
    caper_graph_policy_def policy = caper_graph_policy_def_default();
    policy.graph = s.fixture.graph;
    s.policy = caper_graph_policy_create(&policy, NULL);
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = 0;
    caper_actor_def def = caper_actor_def_default();
    def.character = s.character;
    def.jiggle = &jiggle;
    def.latch_feet = latch;
    s.actor = caper_actor_create(&def, NULL);
    REQUIRE(s.policy && s.actor);
    return s;
}

static void play(stage *s)
{
    caper_graph_player_def player = caper_graph_player_def_default();
    player.graph = s->fixture.graph;
    player.policy = s->policy;
    s->self.player = caper_graph_player_create(&player, NULL);
    REQUIRE(s->self.player != NULL);
    caper_play_def def = caper_play_def_default();
    def.kind = caper_graph_kind();
    def.self = &s->self;
    def.fade_in = 0;
    s->source = caper_actor_play(s->actor, &def, NULL);
    REQUIRE(s->source != 0);
}

static void close_stage(stage *s)
{
    caper_actor_destroy(s->actor);
    caper_graph_player_destroy(s->self.player);
    caper_graph_policy_destroy(s->policy);
    graph_fixture_free(&s->fixture);
    caper_character_destroy(s->character);
}

static void an_actor_goes_and_looks_as_its_player(void)
{
    stage s = open_stage(false);
    play(&s);
    caper_pose pose = caper_character_pose(s.character, NULL);
    for (int f = 0; f < 300; f++) {
        REQUIRE(caper_actor_update(s.actor, 1 / 60.0f, NULL));
        caper_root root = caper_actor_root(s.actor);
        CHECK_NEAR(root.x, s.self.frame.root.x, 2e-3);
        CHECK_NEAR(root.z, s.self.frame.root.z, 2e-3);
        REQUIRE(caper_graph_player_pose(s.self.player, &pose));
        const caper_pose *local = caper_actor_local(s.actor);
        float worst = 0;
        for (int i = 0; i < s.character->body_count; i++)
            worst = caper_max(worst, 1 - fabsf(caper_quat_dot(pose.bodies[i].rotation,
                                                              local->bodies[i].rotation)));
        CHECK_NEAR(worst, 0, 1e-5);
    }
    caper_pose_destroy(&pose, NULL);
    close_stage(&s);
}

static void commands_are_those_of_the_world(void)
{
    stage s = open_stage(true);
    caper_actor_set_root(s.actor, (caper_root){5, 0, 5, 2.0f}); // turned before it starts
    play(&s);
    s.self.commanded = true;
    s.self.command = (caper_graph_command){{-1, 0, 0}, NAN};
    caper_root middle = {0};
    for (int f = 0; f < 60 * 16; f++) {
        REQUIRE(caper_actor_update(s.actor, 1 / 60.0f, NULL));
        if (f == 60 * 8)
            middle = caper_actor_root(s.actor);
    }
    caper_root end = caper_actor_root(s.actor);
    CHECK(end.x - middle.x < -5.0f);
    CHECK(fabsf(end.z - middle.z) < 2.0f);
    close_stage(&s);
}

static bool find(void *user, const char *kind, const char *name, caper_play_def *def)
{
    (void)name;
    def->kind = caper_graph_kind();
    def->self = user;
    return strcmp(kind, "graph") == 0;
}

static void states_come_back(void)
{
    stage a = open_stage(true), b = open_stage(true);
    play(&a);
    a.self.commanded = true;
    a.self.command = (caper_graph_command){{0.5f, 0, 1}, NAN};
    for (int f = 0; f < 200; f++)
        CHECK(caper_actor_update(a.actor, 1 / 60.0f, NULL));
    size_t size = caper_actor_save(a.actor, NULL, 0);
    void *bytes = malloc(size);
    CHECK_INT(caper_actor_save(a.actor, bytes, size), size);
    caper_graph_player_def player = caper_graph_player_def_default();
    player.graph = b.fixture.graph;
    player.policy = b.policy;
    b.self.player = caper_graph_player_create(&player, NULL);
    b.self.commanded = true;
    caper_source_finder finder = {find, &b.self};
    REQUIRE(caper_actor_load(b.actor, bytes, size, &finder, NULL));
    for (int f = 0; f < 200; f++) {
        CHECK(caper_actor_update(a.actor, 1 / 60.0f, NULL));
        CHECK(caper_actor_update(b.actor, 1 / 60.0f, NULL));
        CHECK(memcmp(caper_actor_local(a.actor)->bodies, caper_actor_local(b.actor)->bodies,
                     (size_t)a.character->body_count * sizeof(caper_transform)) == 0);
    }
    free(bytes);
    close_stage(&a);
    close_stage(&b);
}

static void what_plays_fades_into_another_clip(void)
{
    stage s = open_stage(true);
    play(&s);
    for (int f = 0; f < 60; f++)
        CHECK(caper_actor_update(s.actor, 1 / 60.0f, NULL));
    caper_play_def def = caper_play_def_default();
    def.clip = s.fixture.clips[3];
    def.fade_in = 0.3f;
    REQUIRE(caper_actor_play(s.actor, &def, NULL) != 0);
    caper_root last = caper_actor_root(s.actor);
    for (int f = 0; f < 60; f++) {
        CHECK(caper_actor_update(s.actor, 1 / 60.0f, NULL));
        caper_root root = caper_actor_root(s.actor);
        CHECK(hypotf(root.x - last.x, root.z - last.z) * 60 < 2.5f);
        last = root;
    }
    caper_source_state state;
    CHECK(!caper_actor_source(s.actor, s.source, &state)); // it has ended
    close_stage(&s);
}

// -- By matching
// --------------------------------------------------------------------------------------------------

typedef struct drive {
    caper_match *match;
    caper_match_source self;
} drive;

static drive begin_drive(stage *s)
{
    drive d = {0};
    caper_match_def def = caper_match_def_default();
    def.character = s->character;
    def.clips = (const caper_clip *const *)s->fixture.clips;
    def.clip_count = 4;
    d.match = caper_match_create(&def, NULL);
    caper_match_player_def player = caper_match_player_def_default();
    player.match = d.match;
    d.self.player = d.match ? caper_match_player_create(&player, NULL) : NULL;
    REQUIRE(d.self.player != NULL);
    return d;
}

static void play_drive(stage *s, drive *d)
{
    caper_play_def def = caper_play_def_default();
    def.kind = caper_match_kind();
    def.self = &d->self;
    def.fade_in = 0;
    REQUIRE(caper_actor_play(s->actor, &def, NULL) != 0);
}

static void end_drive(drive *d)
{
    caper_match_player_destroy(d->self.player);
    caper_match_destroy(d->match);
}

static void an_actor_is_driven_by_matching(void)
{
    stage s = open_stage(false);
    drive d = begin_drive(&s);
    caper_actor_set_root(s.actor, (caper_root){5, 0, 5, 2.0f});
    play_drive(&s, &d);
    d.self.command = (caper_graph_command){{-1, 0, 0}, NAN}; // of the world, however it is turned
    caper_pose pose = caper_character_pose(s.character, NULL);
    caper_root middle = {0};
    for (int f = 0; f < 60 * 16; f++) {
        REQUIRE(caper_actor_update(s.actor, 1 / 60.0f, NULL));
        middle = f == 60 * 8 ? caper_actor_root(s.actor) : middle;
        REQUIRE(caper_match_player_pose(d.self.player, &pose));
        const caper_pose *local = caper_actor_local(s.actor);
        for (int i = 0; i < s.character->body_count; i++)
            CHECK(fabsf(caper_quat_dot(pose.bodies[i].rotation, local->bodies[i].rotation)) >
                  1 - 1e-5f);
    }
    caper_root end = caper_actor_root(s.actor);
    CHECK(end.x - middle.x < -5.0f);
    CHECK(fabsf(end.z - middle.z) < 2.0f);
    caper_pose_destroy(&pose, NULL);
    close_stage(&s);
    end_drive(&d);
}

static bool find_drive(void *user, const char *kind, const char *name, caper_play_def *def)
{
    (void)name;
    def->kind = caper_match_kind();
    def->self = user;
    return strcmp(kind, "match") == 0;
}

static void states_of_a_drive_come_back(void)
{
    stage a = open_stage(true), b = open_stage(true);
    drive da = begin_drive(&a), db = begin_drive(&b);
    play_drive(&a, &da);
    for (int f = 0; f < 200; f++) {
        da.self.command = (caper_graph_command){{f % 50 < 25 ? 1 : -1, 0, 1}, NAN};
        CHECK(caper_actor_update(a.actor, 1 / 60.0f, NULL));
    }
    size_t size = caper_actor_save(a.actor, NULL, 0);
    void *bytes = malloc(size);
    CHECK_INT(caper_actor_save(a.actor, bytes, size), size);
    caper_source_finder finder = {find_drive, &db.self};
    REQUIRE(caper_actor_load(b.actor, bytes, size, &finder, NULL));
    for (int f = 0; f < 200; f++) {
        CHECK(caper_actor_update(a.actor, 1 / 60.0f, NULL));
        CHECK(caper_actor_update(b.actor, 1 / 60.0f, NULL));
        CHECK(memcmp(caper_actor_local(a.actor)->bodies, caper_actor_local(b.actor)->bodies,
                     (size_t)a.character->body_count * sizeof(caper_transform)) == 0);
    }
    free(bytes);
    close_stage(&a);
    close_stage(&b);
    end_drive(&da);
    end_drive(&db);
}

TESTS(an_actor_goes_and_looks_as_its_player, commands_are_those_of_the_world, states_come_back,
      what_plays_fades_into_another_clip, an_actor_is_driven_by_matching,
      states_of_a_drive_come_back)
