// SPDX-License-Identifier: MIT
//
// Physics in the demo: a scene is run, and what came of it becomes a take: its actors, and its
// balls and boxes as bodies of their own.
#include "demo.h"

#if !defined(CAPER_PHYSICS)

bool demo_add_scene(demo_page *page, const char *take, const char *scene, float begin,
                    float seconds, caper_error *error)
{
    (void)page, (void)take, (void)begin, (void)seconds;
    return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, scene, 0, 0,
                           "this build has no physics");
}

#else

#include "simulate.h"

#include <stdlib.h>

#define BALL_COLOR 0xe8743b // as strips and films of scenes have them
#define BOX_COLOR 0xb9c9b4

typedef struct demo_run {
    simulate_store *store;
    caper_scene *scene;
    caper_show *show;
    caper_show_tape tape;
    int first; // frame of the tape that is shown
} demo_run;

// A body of the shape of a thing; eyes are drawn round.
static caper_character *make_body(const caper_thing_def *thing)
{
    bool ball = thing->shape == CAPER_THING_BALL;
    caper_body_def body = caper_body_def_default();
    caper_character_def def = caper_character_def_default();
    body.name = def.name = "thing";
    body.box_half =
        ball ? caper_vec3_make(thing->half.x, thing->half.x, thing->half.x) : thing->half;
    body.caps = CAPER_CAP_SPINE | CAPER_CAP_ROOT | (ball ? CAPER_CAP_EYE : 0);
    def.bodies = &body;
    def.body_count = 1;
    return caper_character_create(&def, NULL);
}

static void put_take(demo_page *page, const demo_run *r)
{
    const caper_transform *place = r->tape.places + (size_t)r->first * r->tape.place_count;
    demo_tape tape = {place, r->tape.place_count, r->tape.frame_count - r->first, r->scene->rate,
                      true};
    for (int i = 0; i < r->scene->actor_count; i++) {
        const caper_character *c = caper_actor_character(caper_show_actor(r->show, i));
        demo_actor actor = {.name = r->scene->actors[i].name, .character = c, .tape = &tape};
        tape.places = place;
        demo_add_actor(page, &actor);
        place += 1 + c->body_count;
    }
    caper_physics *physics = caper_show_physics(r->show);
    tape.rooted = false;
    for (int i = 0; i < caper_physics_thing_count(physics); i++) {
        caper_thing_def def;
        caper_transform now;
        caper_physics_thing(physics, i, &now, &def);
        caper_character *body = make_body(&def);
        demo_actor thing = {.name = "",
                            .character = body,
                            .tape = &tape,
                            .thing = true,
                            .color = def.shape == CAPER_THING_BALL ? BALL_COLOR : BOX_COLOR};
        tape.places = place++;
        if (body) {
            demo_add_actor(page, &thing);
        }
        caper_character_destroy(body);
    }
}

bool demo_add_scene(demo_page *page, const char *take, const char *scene, float begin,
                    float seconds, caper_error *error)
{
    demo_run r = {.store = calloc(1, sizeof *r.store)};
    bool good = r.store ? simulate_load_scene(scene, r.store, &r.scene, error)
                        : caper_error_set(error, CAPER_ERROR_MEMORY, scene, 0, 0, "no memory");
    if (good) {
        caper_scene_finder finder = simulate_finder(r.store);
        r.show = caper_show_create(r.scene, &finder, error);
    }
    if (r.show) {
        caper_show_keep(r.show, NULL, &r.tape);
    }
    good = r.show && caper_show_run(r.show, begin + seconds, NULL, error);
    if (good) {
        r.first = (int)(begin * r.scene->rate);
        demo_add_take(page, take);
        put_take(page, &r);
    }
    caper_show_tape_destroy(&r.tape);
    caper_show_destroy(r.show);
    caper_scene_destroy(r.scene);
    if (r.store) {
        simulate_close_store(r.store);
    }
    free(r.store);
    return good;
}

#endif
