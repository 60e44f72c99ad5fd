// SPDX-License-Identifier: MIT
//
// The cast of a show: names are turned into characters, clips, motions, motion graphs and
// performers; actors are made, their dolls are put into the world, and their plays are started.
#include "scene/show.h"

#include "caper/contact.h"

#include <string.h>

// Frames a second of motions that are put on a character for a graph.
#define MOVE_RATE 60.0f
// A walk's own speed is averaged with this half-life, seconds, and it is asked for this share of
// the wanted speed more than that.
#define WALK_HALF_LIFE 0.3f
#define WALK_EXTRA 0.25f
// Transitions of a graph that is driven by physics may differ by this, metres: feet are held by the
// ground, and joints are as soft as the servo is.
#define GRAPH_THRESHOLD 0.3f

bool caperi_show_fail(const caper_show *show, int line, int column, caper_error *error,
                      const char *format, const char *a, const char *b)
{
    return caper_error_set(error, CAPER_ERROR_INVALID, show->scene->source, line, column, format, a,
                           b);
}

bool caperi_show_find(caper_show *show, const char *name, int line, int column,
                      caper_scene_asset *asset, caper_error *error)
{
    memset(asset, 0, sizeof *asset);
    caper_error why = {0};
    if (show->finder.find(show->finder.user, name, asset, &why)) {
        return true;
    }
    return caperi_show_fail(show, line, column, error, "'%s': %s", name, why.message);
}

// --- clips that the show makes -------------------------------------------------------------------

static caper_clip *made_before(const caper_show *show, const void *from, const caper_character *c)
{
    for (int i = 0; i < show->clip_count; i++) {
        if (show->clips[i].from == from && show->clips[i].character == c) {
            return show->clips[i].clip;
        }
    }
    return NULL;
}

static const caper_clip *keep_clip(caper_show *show, const void *from, const caper_character *c,
                                   caper_clip *clip, caper_error *error)
{
    if (clip && show->clip_count == SHOW_MAX_CLIPS) {
        caper_error_set(error, CAPER_ERROR_LIMIT, show->scene->source, 0, 0, "more than %d clips",
                        SHOW_MAX_CLIPS);
        caper_clip_destroy(clip);
        return NULL;
    }
    if (clip) {
        show->clips[show->clip_count++] = (show_clip){from, c, clip};
    }
    return clip;
}

// A clip with its way in a root track, so that it starts where the actor is.
static const caper_clip *travel_clip(caper_show *show, const caper_clip *clip,
                                     const caper_character *c, caper_error *error)
{
    if (clip->has_root) {
        return clip;
    }
    const caper_clip *made = made_before(show, clip, c);
    return made ? made
                : keep_clip(show, clip, c, caper_clip_extract_root(clip, c->root_body, NULL, error),
                            error);
}

// How fast a motion plays on a body; 0 with an error where it cannot.
static float find_pace(const caper_motion *motion, const caper_character *c, caper_error *error)
{
    caper_binding *binding = caper_binding_create(motion, c, NULL, error);
    if (!binding) {
        return 0;
    }
    // who has no body for it says so as it plays
    float pace = binding->variant_count > 0 ? caper_binding_pace(binding, 0) : 1;
    caper_binding_destroy(binding);
    if (!(pace > 0)) {
        caper_error_set(error, CAPER_ERROR_MEMORY, motion->name, 0, 0, "no memory to pose it");
    }
    return pace;
}

// A motion as a clip of a character; its foe stands where a fighter has it.
static const caper_clip *motion_clip(caper_show *show, const caper_motion *motion,
                                     const caper_character *c, float reach, caper_error *error)
{
    const caper_clip *before = made_before(show, motion, c);
    if (before) {
        return before;
    }
    caper_play_clip_job play = caper_play_clip_job_default();
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = 0;
    caper_target foe = {"foe", caper_transform_identity(), {0, 0, 0}};
    foe.transform.position = caper_vec3_make(0, c->height, reach);
    for (int i = 0; i < c->body_count; i++) {
        bool head = c->bodies[i].caps & CAPER_CAP_HEAD;
        foe.transform.position.y = head ? c->rest_model[i].position.y : foe.transform.position.y;
    }
    play.actor.character = c;
    play.actor.jiggle = &jiggle;
    play.targets = &foe;
    play.target_count = reach > 0 ? 1 : 0;
    play.play.motion = motion;
    play.play.loops = 1;
    play.play.speed = find_pace(motion, c, error);
    play.record.recorder.name = motion->name;
    play.record.recorder.rate = MOVE_RATE;
    play.runs_up = false;
    caper_clip *made = play.play.speed > 0 ? caper_play_clip(&play, error) : NULL;
    return keep_clip(show, motion, c, made, error);
}

static bool find_clip(caper_show *show, const show_actor *a, const char *name, int line, int column,
                      const caper_clip **out, caper_error *error)
{
    caper_scene_asset asset;
    if (!caperi_show_find(show, name, line, column, &asset, error)) {
        return false;
    }
    if (!asset.clip) {
        return caperi_show_fail(show, line, column, error, "'%s' is not a clip%s", name, "");
    }
    if (!caper_skeleton_same(&asset.clip->skeleton, &a->character->skeleton)) {
        return caperi_show_fail(show, line, column, error,
                                "the clip '%s' is not of the skeleton of %s", name,
                                a->character->name);
    }
    *out = travel_clip(show, asset.clip, a->character, error);
    return *out != NULL;
}

// A clip of a character, or a motion put on it.
static bool find_move(caper_show *show, const show_actor *a, const caper_character *c,
                      const char *name, const caper_scene_play *p, const caper_clip **out,
                      caper_error *error)
{
    caper_scene_asset asset;
    if (!caperi_show_find(show, name, p->line, p->column, &asset, error)) {
        return false;
    }
    if (asset.motion) {
        *out = motion_clip(show, asset.motion, c, a->def->foe >= 0 ? a->def->reach : 0, error);
        return *out != NULL;
    }
    if (!asset.clip || !caper_skeleton_same(&asset.clip->skeleton, &c->skeleton)) {
        return caperi_show_fail(show, p->line, p->column, error,
                                "'%s' is neither a motion nor a clip of the skeleton of %s", name,
                                c->name);
    }
    *out = travel_clip(show, asset.clip, c, error);
    return *out != NULL;
}

// --- what a play stands for ----------------------------------------------------------------------

static bool same_moves(const caper_scene_play *a, const caper_scene_play *b)
{
    bool same = a->move_count == b->move_count;
    for (int i = 0; same && i < a->move_count; i++) {
        same = strcmp(a->moves[i], b->moves[i]) == 0;
    }
    return same;
}

static bool find_graph(caper_show *show, const show_actor *a, const caper_scene_play *p,
                       show_play *out, caper_error *error)
{
    for (int i = 0; i < show->graph_count; i++) {
        // clips are kept by character, so that two of the same file share theirs
        if (show->graphs[i].character == a->character && same_moves(show->graphs[i].play, p)) {
            out->graph = show->graphs[i].graph;
            return true;
        }
    }
    const caper_clip *clips[CAPER_SCENE_MAX_MOVES];
    for (int i = 0; i < p->move_count; i++) {
        if (!find_move(show, a, a->character, p->moves[i], p, &clips[i], error)) {
            return false;
        }
    }
    caper_graph_def def = caper_graph_def_default();
    def.name = a->def->name;
    def.character = a->character;
    def.clips = clips;
    def.clip_count = p->move_count;
    def.mirror = true;
    def.max_threshold = GRAPH_THRESHOLD;
    if (show->graph_count == SHOW_MAX_GRAPHS) {
        return caperi_show_fail(show, p->line, p->column, error, "too many graphs%s%s", "", "");
    }
    caper_error why = {0};
    caper_graph *graph = caper_graph_create(&def, &why);
    if (!graph) {
        return caperi_show_fail(show, p->line, p->column, error, "graph: %s%s", why.message, "");
    }
    show->graphs[show->graph_count++] = (show_graph){p, a->character, graph};
    out->graph = graph;
    return true;
}

static bool find_performance(caper_show *show, show_actor *a, const caper_scene_play *p,
                             show_play *out, caper_error *error)
{
    caper_scene_asset asset;
    const char *who = p->by ? p->by : p->perform;
    if (!caperi_show_find(show, who, p->line, p->column, &asset, error)) {
        return false;
    }
    if (!asset.character) {
        return caperi_show_fail(show, p->line, p->column, error,
                                "'%s' is not a character: 'by' names the performer%s", who, "");
    }
    out->performer = asset.character;
    caper_pose_destroy(&a->performance, NULL);
    a->performance = caper_character_pose(asset.character, NULL);
    return a->performance.bodies &&
           find_move(show, a, asset.character, p->perform, p, &out->performance, error);
}

static bool find_play(caper_show *show, show_actor *a, int i, caper_error *error)
{
    const caper_scene_play *p = &a->def->plays[i];
    show_play *out = &a->plays[i];
    out->speed = p->pace;
    if (p->clip) {
        return find_clip(show, a, p->clip, p->line, p->column, &out->clip, error);
    }
    if (p->moves) {
        return find_graph(show, a, p, out, error);
    }
    if (p->perform) {
        return find_performance(show, a, p, out, error);
    }
    if (p->motion) {
        caper_scene_asset asset;
        if (!caperi_show_find(show, p->motion, p->line, p->column, &asset, error)) {
            return false;
        }
        out->motion = asset.motion;
        if (!asset.motion) {
            return caperi_show_fail(show, p->line, p->column, error, "'%s' is not a motion%s",
                                    p->motion, "");
        }
        float pace = find_pace(asset.motion, a->character, error);
        out->speed = p->pace * pace;
        return pace > 0;
    }
    return true;
}

static bool find_assets(caper_show *show, show_actor *a, caper_error *error)
{
    const caper_scene_actor *def = a->def;
    caper_scene_asset asset;
    const char *name = def->character ? def->character : def->plays[0].clip;
    if (!caperi_show_find(show, name, def->line, def->column, &asset, error)) {
        return false;
    }
    if (!asset.character) {
        return caperi_show_fail(show, def->line, def->column, error, "'%s' is not a character%s",
                                name, "");
    }
    a->character = asset.character;
    bool walks = def->foe >= 0 && def->simulated;
    for (int i = 0; i < def->play_count; i++) {
        walks |= def->plays[i].walk;
    }
    if (walks) { // nobody walks in a T
        a->relaxed = caper_character_relax(asset.character, NULL, error);
        caper_gait_def gait = caper_gait_def_default();
        gait.character = a->character = a->relaxed;
        a->gait = a->relaxed ? caper_gait_create(&gait, error) : NULL;
        if (!a->gait) {
            return false;
        }
    }
    for (int i = 0; i < def->play_count; i++) {
        if (!find_play(show, a, i, error)) {
            return false;
        }
    }
    for (int i = 0; i < 2; i++) {
        if (def->get_up[i] &&
            !find_clip(show, a, def->get_up[i], def->line, def->column, &a->get_up[i], error)) {
            return false;
        }
    }
    if (def->rises && def->simulated && !a->get_up[0] && !a->get_up[1]) {
        a->rise = caper_rise_create(a->character, NULL, error);
        return a->rise != NULL;
    }
    return true;
}

// --- playing -------------------------------------------------------------------------------------

static bool start_graph(caper_show *show, show_actor *a, const caper_graph *graph,
                        caper_play_def *play, caper_error *error)
{
    caper_graph_player_def def = caper_graph_player_def_default();
    def.graph = graph;
    def.seed = (uint64_t)(a - show->actors) + 1;
    caper_rng rng = caper_rng_make(def.seed);
    def.start_node = caper_rng_int(&rng, 0, graph->node_count - 1);
    caper_graph_player_destroy(a->walker.player);
    a->walker = (caper_graph_source){.player = caper_graph_player_create(&def, error)};
    play->kind = caper_graph_kind();
    play->self = &a->walker;
    return a->walker.player != NULL;
}

bool caperi_show_play(caper_show *show, show_actor *a, float fade, caper_error *error)
{
    const caper_scene_play *p = &a->def->plays[a->next];
    const show_play *what = &a->plays[a->next];
    caper_play_def play = caper_play_def_default();
    caper_puppet_def puppet = caper_puppet_def_default();
    if (what->performer) {
        puppet.performer = what->performer;
        play.puppet = &puppet;
        if (!caper_floor_estimate(what->performer, what->performance, NULL, &puppet.floor, NULL)) {
            return caper_error_set(error, CAPER_ERROR_MEMORY, show->scene->source, p->line,
                                   p->column, "no memory for a performer");
        }
    }
    if (what->graph) {
        if (a->source) { // the player that is replaced is gone at once
            caper_actor_stop(a->actor, a->source, 0);
        }
        if (!start_graph(show, a, what->graph, &play, error)) {
            return false;
        }
    }
    play.clip = what->clip;
    play.motion = what->motion;
    play.gait = p->walk ? a->gait : NULL;
    play.fade_in = fade;
    play.fade_out = 0;
    play.start = what->performer || what->graph ? 0 : p->start;
    play.speed = what->performer ? 1 : what->speed;
    play.loops = p->loops;
    play.hold = what->clip || what->motion;
    a->source = caper_actor_play(a->actor, &play, error);
    a->started = show->time;
    a->next++;
    a->speed = -1;
    caperi_show_perform(show, a);
    return a->source != 0;
}

// What he does at this time of the show: as a live performer would be told, frame by frame.
void caperi_show_perform(caper_show *show, show_actor *a)
{
    const show_play *what = a->next > 0 ? &a->plays[a->next - 1] : NULL;
    if (!what || !what->performer) {
        return;
    }
    const caper_scene_play *p = &a->def->plays[a->next - 1];
    const caper_clip *clip = what->performance;
    double time = (double)p->start + (show->time - a->started) * (double)p->pace;
    double length = (double)clip->duration - (double)p->start;
    if (p->loops > 1 && length > 0) {
        time = (double)p->start + fmod(time - (double)p->start, length);
    }
    caper_clip_sample(clip, (float)time, NULL, &a->performance);
    caper_transform root = caper_root_transform(caper_clip_sample_root(clip, (float)time));
    caper_performance performance = {&a->performance, &root, NULL};
    caper_actor_perform(a->actor, a->source, &performance);
}

// A walk is told to go as fast as it does, and a little faster: a walker that is held back (uphill,
// by a push) would else take strides for a speed that it has not, and brake with them.
void caperi_show_walk(caper_show *show, show_actor *a, float dt)
{
    const caper_scene_play *p = a->next > 0 ? &a->def->plays[a->next - 1] : NULL;
    if (!p || !p->walk) {
        return;
    }
    float speed = p->froude ? caper_gait_speed(a->gait, p->speed) : p->speed;
    float yaw = a->def->root.yaw + p->heading;
    caper_vec3 ahead = caper_vec3_make(caper_sin(yaw), 0, caper_cos(yaw));
    caper_doll_state state;
    if (a->doll >= 0 && caper_physics_doll(show->physics, a->doll, &state)) {
        float is = caper_vec3_dot(state.velocity, ahead);
        a->speed = a->speed < 0 ? speed : caper_damp(a->speed, is, WALK_HALF_LIFE, dt);
        speed = fminf(speed, fmaxf(a->speed, 0) + WALK_EXTRA * speed);
    }
    caper_walk_command command = {.velocity = caper_vec3_scale(ahead, speed), .heading = yaw};
    caper_actor_command(a->actor, a->source, &command);
}

// --- making --------------------------------------------------------------------------------------

static bool make_doll(caper_show *show, show_actor *a, caper_error *error)
{
    caper_doll_def doll = a->def->doll;
    doll.actor = a->actor;
    doll.soles = a->soles;
    doll.sole_count = a->sole_count;
    a->doll = caper_physics_add_actor(show->physics, &doll, error);
    caper_doll_state state;
    if (a->doll < 0 || !caper_physics_doll(show->physics, a->doll, &state)) {
        return false;
    }
    a->start = state.root_world.position;
    a->wanted_start = state.wanted_world.position;
    return true;
}

// How the feet stand in what is played first.
static float fit_soles(show_actor *a)
{
    if (a->def->play_count == 0) {
        return 0;
    }
    const caper_clip *clip = a->plays[0].clip;
    float start = a->def->plays[0].start, floor = 0;
    if (a->plays[0].graph) {
        clip = a->plays[0].graph->clips[0];
        start = 0;
    }
    if (clip) {
        a->sole_count = caper_soles_fit(a->character, clip, start, clip->duration, a->soles,
                                        SHOW_MAX_SOLES, &floor);
        a->sole_count = a->sole_count < 0 ? 0 : a->sole_count;
    }
    return floor;
}

bool caperi_show_cast(caper_show *show, show_actor *a, caper_error *error)
{
    if (!find_assets(show, a, error)) {
        return false;
    }
    caper_actor_def def = caper_actor_def_default();
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = 0; // loose parts are the doll's
    def.character = a->character;
    def.world = a->def->plain ? NULL : show->world;
    def.jiggle = &jiggle;
    def.latch_feet = !a->def->simulated && !a->def->plain;
    def.root = a->def->root;
    def.root.y -= fit_soles(a);
    a->actor = caper_actor_create(&def, error);
    if (a->actor && a->def->stride) {
        caper_stride_def stride = caper_stride_def_default();
        stride.character = a->character;
        stride.floor = def.root.y < a->def->root.y ? a->def->root.y - def.root.y : 0;
        a->stride = caper_stride_create(&stride, error);
        if (!a->stride || !caper_actor_add_stride(a->actor, a->stride)) {
            return false;
        }
    }
    if (!a->actor || (a->def->play_count > 0 && !caperi_show_play(show, a, 0, error))) {
        return false;
    }
    caperi_show_walk(show, a, 0);
    if (!caper_actor_update(a->actor, 0, NULL)) {
        return false;
    }
    return !a->def->simulated || make_doll(show, a, error);
}

void caperi_show_free(show_actor *a)
{
    caper_actor_destroy(a->actor);
    caper_stride_destroy(a->stride);
    caper_graph_player_destroy(a->walker.player);
    caper_pose_destroy(&a->performance, NULL);
    caper_gait_destroy(a->gait);
    caper_rise_destroy(a->rise);
    caper_character_destroy(a->relaxed);
    caper_free(NULL, a->heights, (size_t)a->height_capacity * 2 * sizeof *a->heights);
}
