// SPDX-License-Identifier: MIT
//
// An actor that is moved by a player, recorded as a clip. The player walks a graph or goes by
// matching; the actor is the graph's own character, or anybody else: then the player's pose is
// performed on it, frame by frame, as a live performer's is.
#include "graph_verbs.h"

#include "caper/actor.h"
#include "caper/person.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What plays while an act is recorded.
typedef struct stage {
    graph_act *act;
    caper_graph_policy *policy;
    caper_match *match;
    caper_graph_source walker;
    caper_match_source driven;
    caper_source performer; // 0: the actor is the graph's own character
    caper_pose pose;        // of the player, where it is performed
} stage;

static bool make_player(stage *s, caper_error *error)
{
    const graph_act *a = s->act;
    if (a->matching) {
        caper_match_def def = caper_match_def_default();
        def.character = a->character;
        def.clips = a->graph->clips; // mirrored ones are among them
        def.clip_count = a->graph->clip_count;
        def.loose = caper_graph_is_loose(a->graph, a->character);
        s->match = caper_match_create(&def, error);
        caper_match_player_def who = caper_match_player_def_default();
        who.match = s->match;
        s->driven.player = s->match ? caper_match_player_create(&who, error) : NULL;
        return s->driven.player != NULL;
    }
    caper_graph_player_def who = caper_graph_player_def_default();
    who.graph = a->graph;
    who.edges = a->edges;
    who.edge_count = a->edge_count;
    if (a->command) {
        caper_graph_policy_def def = caper_graph_policy_def_default();
        def.graph = a->graph;
        who.policy = s->policy = caper_graph_policy_create(&def, error);
        if (!s->policy) {
            return false;
        }
    }
    s->walker.commanded = a->command != NULL;
    s->walker.player = caper_graph_player_create(&who, error);
    return s->walker.player != NULL;
}

// The next pose of the player, performed by the actor.
static bool perform(stage *s, caper_actor *actor, float dt)
{
    caper_root root;
    bool good;
    if (s->act->matching) {
        good =
            caper_match_player_update(s->driven.player, dt, &s->driven.command, &s->driven.frame) &&
            caper_match_player_pose(s->driven.player, &s->pose);
        root = s->driven.frame.root;
    } else {
        good = caper_graph_player_update(s->walker.player, dt,
                                         s->walker.commanded ? &s->walker.command : NULL,
                                         &s->walker.frame) &&
               caper_graph_player_pose(s->walker.player, &s->pose);
        root = s->walker.frame.root;
    }
    caper_transform at = caper_root_transform(root);
    caper_performance performance = {&s->pose, &at, NULL};
    return good && caper_actor_perform(actor, s->performer, &performance);
}

static bool before(void *user, caper_actor *actor, int frame, float time)
{
    stage *s = user;
    graph_act *a = s->act;
    uint32_t events = a->matching ? s->driven.frame.events : s->walker.frame.events;
    a->transitions += (events & CAPER_GRAPH_TRANSITION) != 0;
    if (a->command) {
        caper_graph_command command = {{0, 0, 0}, NAN};
        if (!a->command(a->user, actor, time, &command)) {
            return false;
        }
        s->walker.command = s->driven.command = command;
    }
    return !s->performer || perform(s, actor, frame > 0 ? 1 / a->rate : 0);
}

static bool begin(stage *s, caper_actor *actor, caper_error *error)
{
    caper_play_def play = caper_play_def_default();
    caper_puppet_def puppet = caper_puppet_def_default();
    play.fade_in = 0;
    if (s->act->onto) {
        caper_person person;
        if (!caper_person_find(s->act->character, NULL, &person, NULL)) {
            return caper_error_set(error, CAPER_ERROR_INVALID, s->act->character->name, 0, 0,
                                   "--onto goes live, and only people perform live: use caper "
                                   "graph walk --onto, or retarget a recorded ride");
        }
        puppet.performer = s->act->character;
        puppet.character_map = s->act->onto->map;
        play.puppet = &puppet;
        s->pose = caper_character_pose(s->act->character, NULL);
        if (!s->pose.bodies) {
            return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        }
    } else if (s->act->matching) {
        play.kind = caper_match_kind();
        play.self = &s->driven;
    } else {
        play.kind = caper_graph_kind();
        play.self = &s->walker;
    }
    caper_source source = caper_actor_play(actor, &play, error);
    s->performer = s->act->onto ? source : 0;
    return source != 0;
}

// A ride on another body is recorded as `caper retarget` does: what jumps is spread over frames.
// A person's limbs are as the performer's, and as smooth.
static float eased_size(const graph_act *act)
{
    caper_person person;
    bool creature =
        act->onto && !caper_person_find(act->onto->character, act->onto->map, &person, NULL);
    return creature ? caper_min(act->character->size, act->onto->character->size) : 0;
}

caper_clip *graph_act_record(graph_act *act, caper_error *error)
{
    stage s;
    memset(&s, 0, sizeof s);
    s.act = act;
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = 0; // captured motion has its own
    caper_actor_def def = caper_actor_def_default();
    def.character = act->onto ? act->onto->character : act->character;
    def.jiggle = act->onto ? NULL : &jiggle;
    caper_actor *actor = caper_actor_create(&def, error);
    caper_clip *clip = NULL;
    if (actor && make_player(&s, error) && begin(&s, actor, error)) {
        caper_record_job record = caper_record_job_default();
        record.actor = actor;
        record.recorder.name = "walk";
        record.recorder.rate = act->rate;
        record.recorder.eased = eased_size(act);
        record.recorder.eases_steps = true;
        record.seconds = act->seconds;
        record.before = before;
        record.user = &s;
        clip = caper_record(&record, error);
    }
    caper_actor_destroy(actor);
    caper_graph_player_destroy(s.walker.player);
    caper_match_player_destroy(s.driven.player);
    caper_graph_policy_destroy(s.policy);
    caper_match_destroy(s.match);
    caper_pose_destroy(&s.pose, NULL);
    return clip;
}
