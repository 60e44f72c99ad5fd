// SPDX-License-Identifier: MIT
//
// One run of a scene: plays one thing after the other on each actor, lets events happen at their
// times, has those that lie get up, keeps fighters face to face, and counts.
#include "scene/show.h"

#include <math.h>
#include <string.h>

// A fall, by the study's measure: the root body this far off for so long; metres at size 1.8.
#define FALL_TILT (60 * CAPER_DEGREE)
#define FALL_HEIGHT 0.3f
#define FALL_SECONDS 0.5f
#define FALL_SIZE 1.8f
// Who lies gets up after so long, seconds.
#define REST_SECONDS 0.5f
// A fighter who is this much farther from the foe than its reach walks there, metres and m/s.
#define APPROACH_FROM 0.3f
#define APPROACH_SPEED 0.8f
// Half-life with which the place of a fighter's source comes back to where it is, seconds.
#define PLACE_HALF_LIFE 0.5f
// A fighter turns to the foe this fast at most, rad/s.
#define TURN_SPEED 2.0f

static bool check_events(caper_show *show, caper_error *error)
{
    for (int i = 0; i < show->scene->event_count; i++) {
        const caper_scene_event *e = &show->scene->events[i];
        const show_actor *a = e->actor >= 0 ? &show->actors[e->actor] : NULL;
        if (a && e->body && caper_character_find(a->character, e->body) < 0) {
            return caperi_show_fail(show, e->line, e->column, error, "there is no body '%s' in %s",
                                    e->body, a->character->name);
        }
        if (a && !a->def->simulated && e->kind != CAPER_SCENE_HIT && e->kind != CAPER_SCENE_LIMP) {
            return caperi_show_fail(show, e->line, e->column, error,
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
        if (!caperi_show_find(show, s->world, 0, 0, &asset, error)) {
            return false;
        }
        if (!asset.world) {
            return caperi_show_fail(show, 0, 0, error, "'%s' is not a world%s", s->world, "");
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
        good = caperi_show_cast(show, &show->actors[i], error);
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
        caperi_show_free(&show->actors[i]);
    }
    for (int i = 0; i < show->graph_count; i++) {
        caper_graph_destroy(show->graphs[i].graph);
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
    const show_play *what = &a->plays[a->next - 1];
    const caper_clip *clip = what->clip ? what->clip : what->performance;
    const caper_motion *motion = what->motion;
    double length = clip     ? (double)clip->duration
                    : motion ? (double)motion->duration
                             : (double)INFINITY;
    length = (length - (double)p->start) * (p->loops > 1 ? p->loops : 1) /
             fmax((double)what->speed, 1e-3);
    length = p->seconds > 0 ? fmin(length, (double)p->seconds) : length;
    return passed < length - (double)SHOW_FADE || caperi_show_play(show, a, SHOW_FADE, error);
}

// Lying: a clip for how it lies, on top of what it plays; then it follows its actor again.
static bool get_up(caper_show *show, int actor, const caper_doll_state *state, float dt,
                   caper_error *error)
{
    show_actor *a = &show->actors[actor];
    a->lying = state->mood == CAPER_DOLL_LYING ? a->lying + dt : 0;
    a->tries = state->mood == CAPER_DOLL_DRIVEN ? 0 : a->tries;
    if (a->lying < REST_SECONDS || !a->def->rises) {
        return true;
    }
    a->lying = 0;
    return caperi_show_rise(show, actor, state, error);
}

// Too far to hit: walk there.
static void approach(show_actor *a, caper_vec3 way, float distance)
{
    bool far = distance > a->def->reach + (a->approach ? 0 : APPROACH_FROM);
    if (!far && a->approach) {
        caper_actor_stop(a->actor, a->approach, SHOW_FADE);
        a->approach = 0;
    }
    if (far && !a->approach) {
        caper_play_def play = caper_play_def_default();
        play.gait = a->gait;
        play.layer = 2;
        play.fade_in = SHOW_FADE;
        a->approach = caper_actor_play(a->actor, &play, NULL);
    }
    if (a->approach) {
        caper_walk_command command = {
            .velocity = caper_vec3_scale(caper_vec3_normalize(way), APPROACH_SPEED),
            .heading = caper_atan2(way.x, way.z)};
        caper_actor_command(a->actor, a->approach, &command);
    }
}

static caper_vec3 head_of(const caper_show *show, const show_actor *a)
{
    int head = a->character->root_body;
    for (int i = 0; i < a->character->body_count; i++) {
        if (a->character->bodies[i].caps & CAPER_CAP_HEAD) {
            head = i;
            break;
        }
    }
    return body_place(show, a, head);
}

// The place of a fighter's source turns to the foe, and stays with the body.
static void lead(caper_show *show, show_actor *a, caper_vec3 way, float dt)
{
    caper_root is = caper_actor_root(a->actor);
    caper_root place = a->doll >= 0 ? caper_physics_place(show->physics, a->doll) : is;
    float keep = caper_exp2(-dt / PLACE_HALF_LIFE);
    place.x = caper_lerp(is.x, place.x, keep);
    place.z = caper_lerp(is.z, place.z, keep);
    float turn = caper_wrap_angle(caper_atan2(way.x, way.z) - place.yaw);
    place.yaw += caper_clamp(turn, -TURN_SPEED * dt, TURN_SPEED * dt);
    if (a->doll >= 0) {
        caper_physics_lead(show->physics, a->doll, place);
    } else {
        caper_actor_set_root(a->actor, place);
    }
}

static void face_foe(caper_show *show, show_actor *a, float dt)
{
    const show_actor *foe = &show->actors[a->def->foe];
    caper_doll_state mine;
    caper_actor_set_target(a->actor, "foe",
                           caper_transform_make(caper_quat_identity(), head_of(show, foe)));
    if (a->doll >= 0 && caper_physics_doll(show->physics, a->doll, &mine) &&
        mine.mood != CAPER_DOLL_DRIVEN) {
        if (a->approach) {
            caper_actor_stop(a->actor, a->approach, 0);
            a->approach = 0;
        }
        return;
    }
    caper_vec3 me = body_place(show, a, a->character->root_body);
    caper_vec3 there = body_place(show, foe, foe->character->root_body);
    caper_vec3 way = caper_vec3_make(there.x - me.x, 0, there.z - me.z);
    if (a->doll >= 0) {
        approach(a, way, caper_vec3_length(way));
    }
    lead(show, a, way, dt);
}

static float ground_under(const caper_show *show, const caper_transform *at)
{
    caper_hit hit = caper_world_height(show->world, NULL, at->position.x, at->position.z, INFINITY);
    return hit.surface == CAPER_SURFACE_NONE ? 0 : hit.point.y;
}

static void count(caper_show *show, show_actor *a, const caper_doll_state *s, float dt)
{
    float scale = a->character->size / FALL_SIZE;
    float drop = s->wanted_world.position.y - s->root_world.position.y;
    if (show->world) { // each against the ground that is there, where its source knows of it
        bool knows = a->def->stride || (a->next > 0 && a->def->plays[a->next - 1].walk);
        float wanted = knows ? s->wanted_world.position.y - ground_under(show, &s->wanted_world)
                             : s->wanted_world.position.y - a->wanted_start.y + a->start.y;
        drop = fmaxf(wanted - s->root_world.position.y + ground_under(show, &s->root_world), 0);
    }
    bool off = drop > FALL_HEIGHT * scale || s->tilt > FALL_TILT;
    a->off = off ? a->off + dt : 0;
    bool down = a->off > FALL_SECONDS;
    if (down && !a->down) {
        a->fell_at = a->falls == 0 ? (float)show->time : a->fell_at;
        a->falls++;
    }
    a->down = down || (a->down && off);
    a->knock_outs += s->unconscious && !a->out;
    a->out = s->unconscious;
    if (!a->down) {
        a->error_sum += (double)s->error * (double)dt;
        a->error_time += (double)dt;
    }
    a->drift = hypot_flat(caper_vec3_sub(s->root_world.position, s->wanted_world.position));
    a->highest = fmaxf(a->highest, s->center.y);
    a->last_error = s->error;
    a->hardest = fmaxf(a->hardest, s->impulse);
    a->root_lowest = fminf(a->root_lowest, s->root_world.position.y - a->start.y);
    caperi_show_keep_height(a, s->wanted_world.position.y, s->root_world.position.y);
    a->root_highest = fmaxf(a->root_highest, s->root_world.position.y - a->start.y);
    a->wanted_highest = fmaxf(a->wanted_highest, s->wanted_world.position.y - a->wanted_start.y);
    a->now = s->root_world.position;
    a->wanted = s->wanted_world.position;
}

bool caper_show_release(caper_show *show, int actor)
{
    if (actor < 0 || actor >= show->scene->actor_count) {
        return false;
    }
    show_actor *a = &show->actors[actor];
    caper_actor_stop(a->actor, a->source, SHOW_FADE);
    a->source = 0;
    a->next = 0; // of its plays none is on
    return true;
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
        caperi_show_walk(show, a, dt);
        caperi_show_perform(show, a);
        caper_actor_update(a->actor, dt, NULL);
        if (a->def->foe >= 0) {
            face_foe(show, a, dt);
        }
    }
    if (!caper_physics_update(show->physics, dt, error)) {
        return false;
    }
    show->time += (double)dt;
    caperi_show_measure(show, dt);
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
    return caperi_show_take(show, error);
}

bool caper_show_run(caper_show *show, float seconds, const caper_progress *progress,
                    caper_error *error)
{
    seconds = seconds > 0 ? seconds : show->scene->seconds;
    int frames = (int)floorf(seconds * show->scene->rate + 0.5f);
    for (int i = 0; i < frames; i++) {
        if (!caper_show_update(show, error)) {
            return false;
        }
        caper_progress_report(progress, (double)(i + 1) / frames, "frames");
    }
    return true;
}
