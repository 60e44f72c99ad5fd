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

// -- Blends of walks
// --------------------------------------------------------------------------------------------------

static bool walk_on(void *user, caper_actor *actor, int frame, float time)
{
    const caper_walk_command *command = user;
    const caper_source walk = 1; // the first that an actor plays
    (void)frame;
    (void)time;
    return caper_actor_command(actor, walk, command);
}

static caper_clip *record_walk(const caper_character *c, const caper_gait *gait, float speed)
{
    caper_actor_def def = caper_actor_def_default();
    def.character = c;
    caper_actor *actor = caper_actor_create(&def, NULL);
    caper_play_def play = caper_play_def_default();
    play.gait = gait;
    play.fade_in = 0;
    REQUIRE(actor && caper_actor_play(actor, &play, NULL) == 1);
    caper_walk_command command = {{0, 0, speed}, NAN};
    caper_record_job job = caper_record_job_default();
    job.actor = actor;
    job.recorder.rate = 60;
    job.settle = 1;
    job.seconds = 4;
    job.before = walk_on;
    job.user = &command;
    caper_clip *clip = caper_record(&job, NULL);
    REQUIRE(clip != NULL);
    caper_actor_destroy(actor);
    return clip;
}

// Where a point of a foot is, seen from where an edge or a clip begins.
static caper_vec3 point_at(const caper_skeleton *skeleton, const caper_pose *local, caper_root root,
                           int foot, caper_vec3 point)
{
    caper_transform t = local->bodies[foot];
    for (int b = skeleton->parents[foot]; b >= 0; b = skeleton->parents[b])
        t = caper_transform_mul(local->bodies[b], t);
    return caper_transform_mul_point(caper_transform_mul(caper_root_transform(root), t), point);
}

static float over_ground(caper_vec3 a, caper_vec3 b)
{
    return hypotf(b.x - a.x, b.z - a.z);
}

// Soles near the ground go hardly farther in a blend than they do in one of its clips: nobody
// skates from one walk into another, whatever detectors say of their feet.
static void low_soles_do_not_slide_in_blends(void)
{
    caper_character *c = menagerie_load("performer");
    caper_gait_def gait_def = caper_gait_def_default();
    gait_def.character = c;
    caper_gait *gait = caper_gait_create(&gait_def, NULL);
    REQUIRE(gait != NULL);
    caper_clip *clips[3] = {record_walk(c, gait, 0.9f), record_walk(c, gait, 1.4f),
                            record_walk(c, gait, 2.6f)};
    caper_graph_def def = caper_graph_def_default();
    def.character = c;
    def.clips = (const caper_clip *const *)clips;
    def.clip_count = 3;
    def.threshold = 0.4f; // far more than by default
    caper_graph *g = caper_graph_create(&def, NULL);
    REQUIRE(g != NULL);
    caper_pose local = caper_pose_create(c->body_count, 0, NULL);
    caper_pose spare = caper_pose_create(c->body_count, 0, NULL);
    int asked = 0, across = 0;
    for (int e = 0; e < g->edge_count; e++) {
        if (g->edges[e].transition < 0)
            continue;
        const caper_transition *t = &g->transitions[g->edges[e].transition];
        across += t->from_clip != t->to_clip;
        for (int leg = 0; leg < c->leg_count; leg++) {
            caper_vec3 points[CAPER_MAX_CONTACTS], last[3][CAPER_MAX_CONTACTS];
            int foot = c->legs[leg].foot, count = caper_body_sole_points(c, foot, points);
            float slide = 0;
            for (int s = 0; s < g->window; s++) {
                float least = INFINITY;
                caper_graph_step_job job = {
                    .graph = g, .edge = e, .step = (float)s, .local = &local, .spare = &spare};
                REQUIRE(caper_graph_step(&job));
                for (int i = 0; i < count; i++) {
                    caper_vec3 now[3] = {point_at(&c->skeleton, &local, job.root, foot, points[i])};
                    bool low = true;
                    for (int k = 0; k < 2; k++) {
                        const caper_clip *clip = g->clips[k ? t->to_clip : t->from_clip];
                        float time = (float)((k ? t->to_frame : t->from_frame) + s) / g->rate;
                        caper_clip_sample(clip, time, NULL, &spare);
                        now[1 + k] = point_at(&c->skeleton, &spare,
                                              caper_clip_sample_root(clip, time), foot, points[i]);
                        low = low && now[1 + k].y < 0.03f && (s == 0 || last[1 + k][i].y < 0.03f);
                    }
                    if (s > 0 && low)
                        least = caper_min(least, over_ground(last[0][i], now[0]) -
                                                     caper_max(over_ground(last[1][i], now[1]),
                                                               over_ground(last[2][i], now[2])));
                    for (int k = 0; k < 3; k++)
                        last[k][i] = now[k];
                }
                slide += least < INFINITY ? caper_max(least, 0) : 0;
                asked += least < INFINITY;
            }
            CHECK(slide < 0.011f * c->size + 0.006f);
        }
    }
    CHECK(asked > 100);
    CHECK(across > 2);
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&spare, NULL);
    caper_graph_destroy(g);
    for (int i = 0; i < 3; i++)
        caper_clip_destroy(clips[i]);
    caper_gait_destroy(gait);
    caper_character_destroy(c);
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
      what_plays_fades_into_another_clip, low_soles_do_not_slide_in_blends,
      an_actor_is_driven_by_matching, states_of_a_drive_come_back)
