// SPDX-License-Identifier: MIT
//
// One run of a scene: makes the actors and their dolls, plays one thing after the other on each,
// lets events happen at their times, sends those who lie through their getting-up clip, keeps
// fighters face to face, and counts.
#include "scene/show.h"

#include <math.h>
#include <string.h>

// A fall, by the study's measure: the root body this far off for so long; metres at size 1.8.
#define FALL_TILT (60 * CAPER_DEGREE)
#define FALL_HEIGHT 0.3f
#define FALL_SECONDS 0.5f
#define FALL_SIZE 1.8f
// Sources follow each other over this time, seconds.
#define FADE 0.25f
// Who lies gets up after so long, seconds.
#define REST_SECONDS 0.5f
// A walk's own speed is averaged with this half-life, seconds, and it is asked for this share of
// the wanted speed more than that.
#define WALK_HALF_LIFE 0.3f
#define WALK_EXTRA 0.25f
// A fighter who is this much farther from the foe than its reach walks there, metres and m/s.
#define APPROACH_FROM 0.3f
#define APPROACH_SPEED 0.8f
// Half-life with which the place of a fighter's source comes back to where it is, seconds.
#define PLACE_HALF_LIFE 0.5f

static bool fail_at(const caper_show *show, int line, int column, caper_error *error,
                    const char *format, const char *a, const char *b)
{
    return caper_error_set(error, CAPER_ERROR_INVALID, show->scene->source, line, column, format, a,
                           b);
}

// --- making --------------------------------------------------------------------------------------

// A clip with its way in a root track, so that it starts where the actor is; kept by the show.
static const caper_clip *travel_clip(caper_show *show, const caper_clip *clip, int root_body,
                                     caper_error *error)
{
    if (clip->has_root) {
        return clip;
    }
    for (int i = 0; i < show->clip_count; i++) {
        if (show->clips[i].from == clip) {
            return show->clips[i].clip;
        }
    }
    if (show->clip_count == SHOW_MAX_CLIPS) {
        caper_error_set(error, CAPER_ERROR_LIMIT, show->scene->source, 0, 0, "more than %d clips",
                        SHOW_MAX_CLIPS);
        return NULL;
    }
    caper_clip *made = caper_clip_extract_root(clip, root_body, NULL, error);
    if (made) {
        show->clips[show->clip_count++] = (show_clip){clip, made};
    }
    return made;
}

static bool find(caper_show *show, const char *name, int line, int column, caper_scene_asset *asset,
                 caper_error *error)
{
    memset(asset, 0, sizeof *asset);
    caper_error why = {0};
    if (show->finder.find(show->finder.user, name, asset, &why)) {
        return true;
    }
    return fail_at(show, line, column, error, "'%s': %s", name, why.message);
}

static bool find_clip(caper_show *show, show_actor *a, const char *name, int line, int column,
                      const caper_clip **out, caper_error *error)
{
    caper_scene_asset asset;
    if (!find(show, name, line, column, &asset, error)) {
        return false;
    }
    if (!asset.clip) {
        return fail_at(show, line, column, error, "'%s' is no clip%s", name, "");
    }
    if (!caper_skeleton_same(&asset.clip->skeleton, &a->character->skeleton)) {
        return fail_at(show, line, column, error, "the clip '%s' is not of the skeleton of %s",
                       name, a->character->name);
    }
    *out = travel_clip(show, asset.clip, a->character->root_body, error);
    return *out != NULL;
}

static bool find_assets(caper_show *show, show_actor *a, caper_error *error)
{
    const caper_scene_actor *def = a->def;
    caper_scene_asset asset;
    const char *name = def->character ? def->character : def->plays[0].clip;
    if (!find(show, name, def->line, def->column, &asset, error)) {
        return false;
    }
    if (!asset.character) {
        return fail_at(show, def->line, def->column, error, "'%s' is no character%s", name, "");
    }
    a->character = asset.character;
    bool walks = def->foe >= 0;
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
        const caper_scene_play *p = &def->plays[i];
        if (p->clip && !find_clip(show, a, p->clip, p->line, p->column, &a->clips[i], error)) {
            return false;
        }
        if (p->motion) {
            if (!find(show, p->motion, p->line, p->column, &asset, error)) {
                return false;
            }
            if (!asset.motion) {
                return fail_at(show, p->line, p->column, error, "'%s' is no motion%s", p->motion,
                               "");
            }
            a->motions[i] = asset.motion;
        }
    }
    for (int i = 0; i < 2; i++) {
        if (def->get_up[i] &&
            !find_clip(show, a, def->get_up[i], def->line, def->column, &a->get_up[i], error)) {
            return false;
        }
    }
    return true;
}

static bool play_next(caper_show *show, show_actor *a, float fade, caper_error *error)
{
    const caper_scene_play *p = &a->def->plays[a->next];
    caper_play_def play = caper_play_def_default();
    play.clip = a->clips[a->next];
    play.motion = a->motions[a->next];
    play.gait = p->walk ? a->gait : NULL;
    play.fade_in = fade;
    play.fade_out = 0;
    play.start = p->start;
    play.speed = p->pace;
    play.loops = p->loops;
    play.hold = !p->walk;
    a->source = caper_actor_play(a->actor, &play, error);
    a->started = show->time;
    a->next++;
    a->speed = -1;
    return a->source != 0;
}

// A walk is told to go as fast as it does, and a little faster: a walker that is held back (uphill,
// by a push) would else take strides for a speed that it has not, and brake with them.
static void command_walk(caper_show *show, show_actor *a, float dt)
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

static bool make_doll(caper_show *show, show_actor *a, const caper_sole *soles, int sole_count,
                      caper_error *error)
{
    caper_doll_def doll = a->def->doll;
    doll.actor = a->actor;
    doll.soles = soles;
    doll.sole_count = sole_count;
    a->doll = caper_physics_add_actor(show->physics, &doll, error);
    caper_doll_state state;
    if (a->doll < 0 || !caper_physics_doll(show->physics, a->doll, &state)) {
        return false;
    }
    a->start = state.root_world.position;
    a->wanted_start = state.wanted_world.position;
    return true;
}

static bool make_actor(caper_show *show, show_actor *a, caper_error *error)
{
    caper_actor_def def = caper_actor_def_default();
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = 0; // loose parts are the doll's
    def.character = a->character;
    def.world = show->world;
    def.jiggle = &jiggle;
    def.latch_feet = !a->def->simulated;
    def.root = a->def->root;
    caper_sole soles[SHOW_MAX_SOLES];
    int sole_count = 0;
    if (a->def->play_count > 0 && a->clips[0]) {
        float floor = 0;
        const caper_clip *clip = a->clips[0];
        sole_count = caper_soles_fit(a->character, clip, a->def->plays[0].start, clip->duration,
                                     soles, SHOW_MAX_SOLES, &floor);
        sole_count = sole_count < 0 ? 0 : sole_count;
        def.root.y -= floor;
    }
    a->actor = caper_actor_create(&def, error);
    if (!a->actor || (a->def->play_count > 0 && !play_next(show, a, 0, error))) {
        return false;
    }
    command_walk(show, a, 0);
    if (!caper_actor_update(a->actor, 0, NULL)) {
        return false;
    }
    return !a->def->simulated || make_doll(show, a, soles, sole_count, error);
}

static bool check_events(caper_show *show, caper_error *error)
{
    for (int i = 0; i < show->scene->event_count; i++) {
        const caper_scene_event *e = &show->scene->events[i];
        const show_actor *a = e->actor >= 0 ? &show->actors[e->actor] : NULL;
        if (a && e->body && caper_character_find(a->character, e->body) < 0) {
            return fail_at(show, e->line, e->column, error, "there is no body '%s' in %s", e->body,
                           a->character->name);
        }
        if (a && !a->def->simulated && e->kind != CAPER_SCENE_HIT && e->kind != CAPER_SCENE_LIMP) {
            return fail_at(show, e->line, e->column, error,
                           "actor '%s' is not simulated: it can be hit or made limp%s",
                           a->def->name, "");
        }
    }
    return true;
}

static bool fill(caper_show *show, caper_error *error)
{
    const caper_scene *s = show->scene;
    caper_scene_asset asset;
    if (s->world) {
        if (!find(show, s->world, 0, 0, &asset, error)) {
            return false;
        }
        if (!asset.world) {
            return fail_at(show, 0, 0, error, "'%s' is no world%s", s->world, "");
        }
        show->world = asset.world;
    }
    caper_physics_def def = caper_physics_def_default();
    def.world = show->world;
    def.gravity = s->gravity;
    def.iterations = s->iterations;
    show->physics = caper_physics_create(&def, error);
    bool good = show->physics != NULL;
    for (int i = 0; good && i < s->thing_count; i++) {
        good = caper_physics_add_thing(show->physics, &s->things[i].def, error) == i;
    }
    for (int i = 0; good && i < s->actor_count; i++) {
        show->actors[i].def = &s->actors[i];
        show->actors[i].doll = -1;
        good =
            find_assets(show, &show->actors[i], error) && make_actor(show, &show->actors[i], error);
    }
    return good && check_events(show, error);
}

caper_show *caper_show_create(const caper_scene *scene, const caper_scene_finder *finder,
                              caper_error *error)
{
    caper_show *show = caper_alloc_zero(NULL, sizeof *show, 16);
    if (!show) {
        caper_error_set(error, CAPER_ERROR_MEMORY, scene->source, 0, 0, "no memory for a show");
        return NULL;
    }
    show->scene = scene;
    show->finder = *finder;
    if (!fill(show, error)) {
        caper_show_destroy(show);
        return NULL;
    }
    return show;
}

void caper_show_destroy(caper_show *show)
{
    if (!show) {
        return;
    }
    caper_physics_destroy(show->physics);
    for (int i = 0; i < show->scene->actor_count; i++) {
        caper_actor_destroy(show->actors[i].actor);
        caper_gait_destroy(show->actors[i].gait);
        caper_character_destroy(show->actors[i].relaxed);
    }
    for (int i = 0; i < show->clip_count; i++) {
        caper_clip_destroy(show->clips[i].clip);
    }
    caper_free(NULL, show, sizeof *show);
}

// --- time ----------------------------------------------------------------------------------------

static caper_vec3 body_place(const caper_show *show, const show_actor *a, int body)
{
    caper_transform at;
    if (a->doll >= 0 && caper_physics_body(show->physics, a->doll, body, &at)) {
        return at.position;
    }
    caper_transform root = caper_root_transform(caper_actor_root(a->actor));
    return caper_transform_mul_point(root, caper_actor_model(a->actor)->bodies[body].position);
}

static void throw_thing(caper_show *show, const caper_scene_event *e)
{
    caper_transform from = caper_transform_make(caper_quat_identity(), e->place);
    caper_vec3 velocity = e->vector;
    if (e->aim >= 0) { // straight at the chest, with enough rise to get there
        const show_actor *a = &show->actors[e->aim];
        caper_vec3 to = body_place(show, a, a->character->root_body);
        to.y += 0.2f * a->character->height;
        caper_vec3 way = caper_vec3_sub(to, e->place);
        float speed = caper_vec3_length(e->vector),
              time = caper_vec3_length(way) / fmaxf(speed, 0.1f);
        velocity = caper_vec3_scale(caper_vec3_normalize(way), speed);
        velocity.y += 0.5f * show->scene->gravity * time;
    }
    caper_physics_throw(show->physics, e->thing, from, velocity);
}

static void place_actor(caper_show *show, show_actor *a, caper_vec3 at)
{
    caper_root root = caper_actor_root(a->actor);
    root.x = at.x;
    root.y = at.y;
    root.z = at.z;
    caper_actor_set_root(a->actor, root);
    caper_actor_update(a->actor, 0, NULL);
    caper_physics_reset(show->physics, a->doll);
}

static bool happen(caper_show *show, const caper_scene_event *e, caper_error *error)
{
    if (e->kind == CAPER_SCENE_THROW) {
        throw_thing(show, e);
        return true;
    }
    show_actor *a = &show->actors[e->actor];
    int body = e->body ? caper_character_find(a->character, e->body) : a->character->root_body;
    caper_vec3 at = body_place(show, a, body);
    float seconds = fmaxf(e->seconds, 1.0f / 120);
    switch (e->kind) {
    case CAPER_SCENE_PUSH:
        caper_physics_push(show->physics, a->doll, body, at,
                           caper_vec3_scale(e->vector, 1 / seconds), seconds);
        return true;
    case CAPER_SCENE_HIT:
        return caper_physics_hit(show->physics, a->actor, body, at, e->vector, error);
    case CAPER_SCENE_DRAG:
        caper_physics_drag(show->physics, a->doll, body, caper_vec3_zero(), e->place);
        return true;
    case CAPER_SCENE_RELEASE:
        caper_physics_drag(show->physics, a->doll, -1, caper_vec3_zero(), caper_vec3_zero());
        return true;
    case CAPER_SCENE_KNOCK_OUT:
        caper_physics_knock_out(show->physics, a->doll, e->seconds);
        return true;
    case CAPER_SCENE_LIMP:
        return caper_physics_loosen(show->physics, a->actor, body, fminf(e->amount, 1), error);
    case CAPER_SCENE_PLACE:
        place_actor(show, a, e->place);
        return true;
    default:
        caper_physics_set_gain(show->physics, a->doll, fmaxf(e->amount, 0.01f));
        return true;
    }
}

// The next in the list when this one is over.
static bool go_on(caper_show *show, show_actor *a, caper_error *error)
{
    if (a->next >= a->def->play_count || a->next == 0) {
        return true;
    }
    const caper_scene_play *p = &a->def->plays[a->next - 1];
    double passed = show->time - a->started;
    const caper_clip *clip = a->clips[a->next - 1];
    const caper_motion *motion = a->motions[a->next - 1];
    double length = clip     ? (double)clip->duration
                    : motion ? (double)motion->duration
                             : (double)INFINITY;
    length =
        (length - (double)p->start) * (p->loops > 1 ? p->loops : 1) / fmax((double)p->pace, 1e-3);
    length = p->seconds > 0 ? fmin(length, (double)p->seconds) : length;
    return passed < length - (double)FADE || play_next(show, a, FADE, error);
}

// Lying: a clip for how it lies, on top of what it plays; then it follows its actor again.
static bool get_up(caper_show *show, int actor, const caper_doll_state *state, float dt,
                   caper_error *error)
{
    show_actor *a = &show->actors[actor];
    a->lying = state->mood == CAPER_DOLL_LYING ? a->lying + dt : 0;
    if (a->lying < REST_SECONDS || !a->def->rises) {
        return true;
    }
    a->lying = 0;
    return caperi_show_rise(show, actor, state, error);
}

// Too far to hit: walk there.
static void approach(caper_show *show, show_actor *a, caper_vec3 way, float distance)
{
    bool far = distance > a->def->reach + (a->approach ? 0 : APPROACH_FROM);
    if (!far && a->approach) {
        caper_actor_stop(a->actor, a->approach, FADE);
        a->approach = 0;
    }
    if (far && !a->approach) {
        caper_play_def play = caper_play_def_default();
        play.gait = a->gait;
        play.layer = 2;
        play.fade_in = FADE;
        a->approach = caper_actor_play(a->actor, &play, NULL);
    }
    if (a->approach) {
        caper_walk_command command = {
            .velocity = caper_vec3_scale(caper_vec3_normalize(way), APPROACH_SPEED),
            .heading = caper_atan2(way.x, way.z)};
        caper_actor_command(a->actor, a->approach, &command);
    }
    (void)show;
}

// The place of a fighter's source turns to the foe, and stays with the body.
static void face_foe(caper_show *show, show_actor *a, float dt)
{
    const show_actor *foe = &show->actors[a->def->foe];
    caper_doll_state mine;
    caper_physics_doll(show->physics, a->doll, &mine);
    if (mine.mood != CAPER_DOLL_DRIVEN) {
        if (a->approach) {
            caper_actor_stop(a->actor, a->approach, 0);
            a->approach = 0;
        }
        return;
    }
    caper_vec3 me = body_place(show, a, a->character->root_body);
    caper_vec3 there = body_place(show, foe, foe->character->root_body);
    caper_vec3 way = caper_vec3_make(there.x - me.x, 0, there.z - me.z);
    approach(show, a, way, caper_vec3_length(way));
    caper_root place = caper_physics_place(show->physics, a->doll), is = caper_actor_root(a->actor);
    float keep = caper_exp2(-dt / PLACE_HALF_LIFE);
    place.x = caper_lerp(is.x, place.x, keep);
    place.z = caper_lerp(is.z, place.z, keep);
    float turn = caper_wrap_angle(caper_atan2(way.x, way.z) - place.yaw);
    place.yaw += caper_clamp(turn, -2 * dt, 2 * dt);
    caper_physics_lead(show->physics, a->doll, place);
}

static void count(caper_show *show, show_actor *a, const caper_doll_state *s, float dt)
{
    float scale = a->character->size / FALL_SIZE;
    float drop = s->wanted_world.position.y - s->root_world.position.y;
    if (show->world) { // on slopes: against the ground that is there
        caper_hit there = caper_world_height(show->world, NULL, s->root_world.position.x,
                                             s->root_world.position.z, INFINITY);
        float ground = there.surface == CAPER_SURFACE_NONE ? 0 : there.point.y;
        float wanted = s->wanted_world.position.y - a->wanted_start.y + a->start.y;
        drop = fmaxf(wanted - (s->root_world.position.y - ground), 0);
    }
    bool off = drop > FALL_HEIGHT * scale || s->tilt > FALL_TILT;
    a->off = off ? a->off + dt : 0;
    bool down = a->off > FALL_SECONDS;
    if (down && !a->down) {
        a->fell_at = a->falls == 0 ? (float)show->time : a->fell_at;
        a->falls++;
    }
    a->down = down || (a->down && off);
    if (!a->down) {
        a->error_sum += (double)s->error * (double)dt;
        a->error_time += (double)dt;
    }
    a->drift = hypot_flat(caper_vec3_sub(s->root_world.position, s->wanted_world.position));
    a->highest = fmaxf(a->highest, s->center.y);
    a->root_highest = fmaxf(a->root_highest, s->root_world.position.y - a->start.y);
    a->wanted_highest = fmaxf(a->wanted_highest, s->wanted_world.position.y - a->wanted_start.y);
    a->now = s->root_world.position;
    a->wanted = s->wanted_world.position;
}

bool caper_show_update(caper_show *show, caper_error *error)
{
    const caper_scene *s = show->scene;
    float dt = 1 / s->rate;
    while (show->event < s->event_count && (double)s->events[show->event].time <= show->time) {
        if (!happen(show, &s->events[show->event++], error)) {
            return false;
        }
    }
    for (int i = 0; i < s->actor_count; i++) {
        show_actor *a = &show->actors[i];
        if (!go_on(show, a, error)) {
            return false;
        }
        command_walk(show, a, dt);
        caper_actor_update(a->actor, dt, NULL);
        if (a->def->foe >= 0 && a->doll >= 0) {
            face_foe(show, a, dt);
        }
    }
    if (!caper_physics_update(show->physics, dt, error)) {
        return false;
    }
    show->time += (double)dt;
    for (int i = 0; i < s->actor_count; i++) {
        show_actor *a = &show->actors[i];
        caper_doll_state state;
        if (a->doll >= 0 && caper_physics_doll(show->physics, a->doll, &state)) {
            count(show, a, &state, dt);
            if (!get_up(show, i, &state, dt, error)) {
                return false;
            }
        }
    }
    return true;
}
