// SPDX-License-Identifier: MIT
// Physics: the cast plays the motion as rag dolls that are driven by it. Push them, drag a body
// with the mouse, throw balls, make them weak.
#include "live_panels.h"
#include "panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#if CAPER_PHYSICS

static caper_physics *world;
static int dolls[DOC_MAX_CAST];
static float gain = 1, strength = 300;
static int balls[8], ball_count;
static struct {
    bool held;
    int member, body;
    caper_vec3 point, target;
    float depth;
    int pulls; // the member that the world pulls at, or -1
} grab = {.pulls = -1};

static bool start(void *self, stage *on_stage, int member, caper_error *error)
{
    (void)self;
    stage_member *m = &on_stage->members[member];
    caper_play_def play = caper_play_def_default();
    play.motion = on_stage->motion->loaded.motion;
    play.variant = m->variant;
    play.fade_in = play.fade_out = 0;
    play.loops = 100000;
    dolls[member] = -1;
    if (m->binding && !caper_actor_play(m->actor, &play, error)) {
        return false;
    }
    return true;
}

static void drop_world(void)
{
    caper_physics_destroy(world);
    world = NULL;
    grab.held = false;
    grab.pulls = -1;
    ball_count = 0;
}

// Dolls cannot leave a world: it is built anew for those who are left.
static void stop(void *self, stage *on_stage, int member)
{
    (void)self;
    drop_world();
    caper_actor *actor = on_stage->members[member].actor;
    caper_actor_stop(actor, 0, 0);
    caper_actor_update(actor, 0, NULL);
}

static void build(stage *on_stage)
{
    caper_physics_def def = caper_physics_def_default();
    def.world = on_stage->world ? on_stage->world->loaded.world : NULL;
    world = caper_physics_create(&def, NULL);
    for (int i = 0; world && i < on_stage->count; i++) {
        stage_member *m = &on_stage->members[i];
        caper_doll_def doll = caper_doll_def_default();
        caper_error error = {0};
        doll.actor = m->actor;
        doll.gain = gain;
        dolls[i] = m->actor ? caper_physics_add_actor(world, &doll, &error) : -1;
        if (dolls[i] < 0) {
            snprintf(m->problem, sizeof m->problem, "%s", error.message);
        }
    }
}

static void drive(void *self, stage *on_stage, float dt)
{
    (void)self;
    (void)dt;
    if (!world) {
        build(on_stage);
    }
    bool pull = world && grab.held && dolls[grab.member] >= 0;
    if (world && grab.pulls >= 0 && !(pull && grab.pulls == grab.member)) {
        caper_physics_drag(world, dolls[grab.pulls], -1, grab.point, grab.target); // let go
    }
    grab.pulls = pull ? grab.member : -1;
    if (pull) {
        caper_physics_drag(world, dolls[grab.member], grab.body, grab.point, grab.target);
    }
}

static void after(void *self, stage *on_stage, float dt)
{
    (void)self;
    if (world) {
        caper_physics_update(world, dt, NULL);
    }
    for (int i = 0; world && i < on_stage->count; i++) {
        caper_doll_state state;
        if (dolls[i] >= 0 && caper_physics_doll(world, dolls[i], &state) &&
            state.mood == CAPER_DOLL_LYING) {
            caper_physics_rise(world, dolls[i], 1);
        }
    }
}

static const stage_driver driver = {
    .name = "physics", .update = drive, .after = after, .start = start, .stop = stop};

const stage_driver *physics_driver(void)
{
    return &driver;
}

bool physics_push(studio *s, int member, const char *body, caper_vec3 force, caper_error *error)
{
    const caper_character *c = state_character(&s->doc.state, member);
    int index = c ? caper_character_find(c, body) : -1;
    if (!world || index < 0 || dolls[member] < 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "push", 0, 0,
                               "found no such body under physics: drive physics first");
    }
    return caper_physics_push(world, dolls[member], index, caper_vec3_zero(), force, 0.1f) ||
           caper_error_set(error, CAPER_ERROR_INVALID, "push", 0, 0, "the push is not finite");
}

static bool no_world(caper_error *error)
{
    return caper_error_set(error, CAPER_ERROR_INVALID, "physics", 0, 0,
                           "found nobody under physics: drive physics first");
}

static int active_doll(const studio *s)
{
    int member = s->doc.state.member;
    return world && member >= 0 && member < s->stage.count ? dolls[member] : -1;
}

bool physics_knock_out(studio *s, float seconds, caper_error *error)
{
    int doll = active_doll(s);
    return doll < 0 ? no_world(error)
                    : caper_physics_knock_out(world, doll, caper_clamp(seconds, 0, 60)) ||
                          caper_error_set(error, CAPER_ERROR_INVALID, "knock_out", 0, 0,
                                          "it cannot be knocked out");
}

// The gain of dolls is the document's.
static void follow_gain(const studio *s)
{
    if (gain == s->doc.state.setup.gain) {
        return;
    }
    gain = s->doc.state.setup.gain;
    for (int i = 0; world && i < s->stage.count; i++) {
        if (dolls[i] >= 0) {
            caper_physics_set_gain(world, dolls[i], gain);
        }
    }
}

int physics_balls(void)
{
    return world ? ball_count : 0;
}

bool physics_place(int member, int body, caper_transform *place)
{
    return world && dolls[member] >= 0 && caper_physics_body(world, dolls[member], body, place);
}

bool physics_throw(studio *s, caper_error *error)
{
    const stage_member *m =
        s->doc.state.member >= 0 ? &s->stage.members[s->doc.state.member] : NULL;
    if (!world || !m || !m->actor) {
        return no_world(error);
    }
    const caper_character *c = asset_character(m->body);
    caper_vec3 at = caper_vec3_add(stage_root(m).position, caper_vec3_make(0, 0.6f * c->height, 0));
    caper_vec3 from = caper_vec3_add_scaled(
        at, caper_vec3_normalize(caper_vec3_sub(s->camera.eye, at)), 2 * c->size);
    float flight = 0.35f;
    caper_vec3 velocity = caper_vec3_scale(caper_vec3_sub(at, from), 1 / flight);
    velocity.y += 0.5f * 9.81f * flight;
    caper_transform place = caper_transform_make(caper_quat_identity(), from);
    if (ball_count == CAPER_COUNT_OF(balls)) {
        static int next;
        return caper_physics_throw(world, balls[next++ % CAPER_COUNT_OF(balls)], place, velocity);
    }
    caper_thing_def def = caper_thing_def_default();
    def.shape = CAPER_THING_BALL;
    def.half = caper_vec3_make(0.08f * c->size, 0, 0);
    def.mass = 0.05f * c->mass;
    def.transform = place;
    def.velocity = velocity;
    def.bounce = 0.3f;
    int thing = caper_physics_add_thing(world, &def, error);
    if (thing >= 0) {
        balls[ball_count++] = thing;
    }
    return thing >= 0;
}

static const char *mood_of(int doll)
{
    static const char *const moods[] = {"driven", "limp", "lying", "getting up"};
    caper_doll_state state;
    return doll >= 0 && caper_physics_doll(world, doll, &state) ? moods[state.mood] : "";
}

static void draw(studio *s)
{
    bool on = s->stage.driver == &driver;
    if (ui_toggle(on ? "Stop physics" : "Physics", on, 120 * ui_scale())) {
        studio_do(s, "drive %s", on ? "none" : "physics");
    }
    ui_text_wrap(COLOR_DIM, "The cast plays the motion as bodies with weight. Drag a body in the "
                            "viewport with the left button; push the active one here.");
    ui_width(150 * ui_scale());
    float now = s->doc.state.setup.gain;
    if (ui_slide("strength", &now, 0, 2, "%.2f")) {
        studio_do(s, "gain %.4g", (double)now);
    }
    ui_tip("Times all gains: weak dolls sag and fall.");
    ui_disable(!on);
    ui_width(150 * ui_scale());
    ui_slide("push, N", &strength, 10, 3000, "%.0f");
    int member = s->doc.state.member;
    const caper_character *c = state_character(&s->doc.state, member);
    int body = s->doc.state.body >= 0 ? s->doc.state.body : c ? c->root_body : 0;
    static const char *const ways[] = {"Push left", "Push right", "Push back", "Push forward"};
    static const float xs[] = {1, -1, 0, 0}, zs[] = {0, 0, -1, 1};
    for (int i = 0; c && i < 4; i++) {
        if (ui_button(ways[i], 110 * ui_scale())) {
            studio_do(s, "push %d %s %g 0 %g", member, action_quote(c->bodies[body].name),
                      (double)(xs[i] * strength), (double)(zs[i] * strength));
        }
        if (i % 2 == 0) {
            ui_same_line();
        }
    }
    if (ui_button("Throw a ball", 110 * ui_scale())) {
        studio_do(s, "ball");
    }
    ui_same_line();
    if (ui_button("Knock out", 110 * ui_scale())) {
        studio_do(s, "knock_out 2");
    }
    if (ui_button("Start over", 110 * ui_scale())) {
        studio_do(s, "drive none");
        studio_do(s, "drive physics");
    }
    ui_enable();
    live_record(s);
    for (int i = 0; on && world && i < s->stage.count; i++) {
        ui_text_color(COLOR_DIM, "%s: %s", asset_character(s->stage.members[i].body)->name,
                      mood_of(dolls[i]));
    }
}

// Take a body under the mouse, and pull it in the plane of the picture.
static void overlay(studio *s, ui_rect rect, bool hovered)
{
    ui_mouse m = ui_get_mouse();
    (void)rect;
    if (s->stage.driver != &driver || !world) {
        return;
    }
    caper_vec3 o, d,
        forward = caper_vec3_normalize(caper_vec3_sub(s->camera.target, s->camera.eye));
    view_ray(s, m.x, m.y, &o, &d);
    if (hovered && m.pressed[0] && !m.alt && view_pick(s, m.x, m.y, &grab.member, &grab.body) &&
        dolls[grab.member] >= 0) {
        caper_transform at;
        grab.held = caper_physics_body(world, dolls[grab.member], grab.body, &at);
        grab.depth = caper_vec3_dot(caper_vec3_sub(at.position, o), forward);
        grab.point = caper_vec3_zero();
    }
    grab.held = grab.held && m.down[0];
    if (grab.held) {
        grab.target = caper_vec3_add_scaled(o, d, grab.depth / caper_vec3_dot(d, forward));
        float x, y;
        caper_transform at;
        if (caper_physics_body(world, dolls[grab.member], grab.body, &at) &&
            view_project(s, at.position, &x, &y)) {
            ui_line(x, y, m.x, m.y, COLOR_YELLOW, 2 * ui_scale());
        }
    }
    for (int i = 0; i < ball_count; i++) { // where balls are
        caper_transform at;
        caper_thing_def def;
        float x, y, x1, y1;
        if (caper_physics_thing(world, balls[i], &at, &def) &&
            view_project(s, at.position, &x, &y) &&
            view_project(s, caper_vec3_add(at.position, caper_vec3_make(0, def.half.x, 0)), &x1,
                         &y1)) {
            ui_disc(x, y, caper_max(3, hypotf(x1 - x, y1 - y)), COLOR_PINK);
        }
    }
}

static void update(studio *s, float dt)
{
    (void)dt;
    follow_gain(s);
}

static void close(studio *s)
{
    (void)s;
    drop_world();
}

const panel panel_physics = {.name = "Physics",
                             .tip = "Push, drag and knock over the cast.",
                             .place = PANEL_RIGHT,
                             .draw = draw,
                             .update = update,
                             .overlay = overlay,
                             .close = close};

#else

const stage_driver *physics_driver(void)
{
    return NULL;
}

bool physics_push(studio *s, int member, const char *body, caper_vec3 force, caper_error *error)
{
    (void)s;
    (void)member;
    (void)body;
    (void)force;
    return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, "push", 0, 0,
                           "this build has no physics");
}

static bool no_physics(caper_error *error)
{
    return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, "physics", 0, 0,
                           "this build has no physics");
}

bool physics_throw(studio *s, caper_error *error)
{
    (void)s;
    return no_physics(error);
}

bool physics_knock_out(studio *s, float seconds, caper_error *error)
{
    (void)s;
    (void)seconds;
    return no_physics(error);
}

int physics_balls(void)
{
    return 0;
}

bool physics_place(int member, int body, caper_transform *place)
{
    (void)member;
    (void)body;
    (void)place;
    return false;
}

static void draw(studio *s)
{
    (void)s;
    ui_text_wrap(COLOR_DIM, "This build has no physics: it needs ODE.");
}

const panel panel_physics = {
    .name = "Physics", .tip = "Not in this build.", .place = PANEL_RIGHT, .draw = draw};

#endif
