// SPDX-License-Identifier: MIT
//
// Getting up without a clip: the plan itself, and what physics makes of it on bodies of all kinds.
#include "physics_fixture.h"

#define FRAME (1.0f / 60)

// Knocked out and pushed to one side (yaw); returns when it lies. False: it never did.
static bool knock_down(stage *s, float yaw)
{
    caper_doll_state state = stage_look(s);
    float unit = s->character->mass * sqrtf(9.81f * s->character->height);
    caper_physics_knock_out(s->physics, 0, 1);
    caper_vec3 force =
        caper_vec3_make(caper_sin(yaw) * unit / 0.2f, 0, caper_cos(yaw) * unit / 0.2f);
    caper_physics_push(s->physics, 0, s->character->root_body, state.root_world.position, force,
                       0.2f);
    for (int i = 0; i < 60 * 12 && state.mood != CAPER_DOLL_LYING; i++) {
        CHECK(stage_run(s, FRAME));
        state = stage_look(s);
    }
    return state.mood == CAPER_DOLL_LYING;
}

static void start_rise(stage *s, caper_rise *rise)
{
    caper_play_def play = caper_play_def_default();
    play.kind = caper_rise_kind();
    play.self = rise;
    play.fade_in = 0;
    play.fade_out = 0.5f;
    CHECK(caper_rise_plan(rise, s->actor));
    CHECK(caper_actor_play(s->actor, &play, NULL) != 0);
}

static caper_vec3 body_in_world(const stage *s, int body)
{
    return caper_transform_mul_point(caper_root_transform(caper_actor_root(s->actor)),
                                     caper_actor_model(s->actor)->bodies[body].position);
}

// Without physics: begins as it lies, ends as it stands, and no body jumps on the way.
static void a_plan_leads_from_lying_to_standing(void)
{
    static const char *const names[] = {"performer", "dog", "ostrich", "centaur", "beetle"};
    int lying = 0;
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        stage s = stage_with(menagerie_load(names[n]), caper_doll_def_default());
        const caper_character *c = s.character;
        caper_rise *rise = caper_rise_create(c, NULL, NULL);
        REQUIRE(rise != NULL && c->body_count < 128);
        lying += knock_down(&s, 0.4f);
        caper_vec3 was[128];
        for (int i = 0; i < c->body_count; i++) {
            was[i] = body_in_world(&s, i);
        }
        start_rise(&s, rise);
        float fastest = 0, first = 0;
        for (int f = 0; f < 60 * 8; f++) {
            CHECK(caper_actor_update(s.actor, f == 0 ? 0 : FRAME, NULL));
            for (int i = 0; i < c->body_count; i++) {
                caper_vec3 at = body_in_world(&s, i);
                float step = caper_vec3_distance(at, was[i]);
                first = f == 0 ? fmaxf(first, step) : first;
                fastest = f > 0 ? fmaxf(fastest, step) : fastest;
                was[i] = at;
            }
        }
        CHECK(first < 0.01f * c->size);
        // half a body's size in a tenth of a second would be a jump
        CHECK(fastest < 0.5f * c->size / 6);
        for (int i = 0; i < c->body_count; i++) {
            caper_vec3 at = caper_actor_model(s.actor)->bodies[i].position;
            CHECK_NEAR(caper_vec3_distance(at, c->rest_model[i].position), 0, 0.02f * c->size);
        }
        caper_actor_stop(s.actor, 0, 0);
        caper_actor_update(s.actor, 0, NULL);
        caper_rise_destroy(rise);
        stage_close(&s);
    }
    CHECK(lying >= 4); // a beetle keeps struggling: its plan begins as it is then
}

// What a hand helps with grows with each try, as in scenes.
static bool gets_up(stage *s, caper_rise *rise, int tries)
{
    for (int i = 1; i <= tries; i++) {
        start_rise(s, rise);
        CHECK(caper_physics_rise(s->physics, 0, 0.2f * (float)i));
        for (int f = 0; f < 60 * 13 && stage_look(s).mood != CAPER_DOLL_LYING; f++) {
            CHECK(stage_run(s, FRAME));
            if (stage_look(s).mood == CAPER_DOLL_DRIVEN && !stage_fell(s)) {
                break;
            }
        }
        CHECK(stage_run(s, 2));
        if (stage_look(s).mood == CAPER_DOLL_DRIVEN && !stage_fell(s)) {
            return true;
        }
        for (int f = 0; f < 60 * 5 && stage_look(s).mood != CAPER_DOLL_LYING; f++) {
            CHECK(stage_run(s, FRAME));
        }
    }
    return false;
}

static void fallen_bodies_get_up(void)
{
    static const char *const names[] = {"performer", "dog", "ostrich", "kangaroo"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        for (int way = 0; way < 3; way++) { // on the face, on a side, on the back
            stage s = stage_with(menagerie_load(names[n]), caper_doll_def_default());
            caper_rise *rise = caper_rise_create(s.character, NULL, NULL);
            REQUIRE(knock_down(&s, (float)way * CAPER_PI / 2));
            bool up = gets_up(&s, rise, 2);
            CHECK(up);
            if (!up) {
                printf("%s, way %d: does not get up\n", names[n], way);
            }
            caper_actor_stop(s.actor, 0, 0);
            stage_close(&s);
            caper_rise_destroy(rise);
        }
    }
}

static bool find_rise(void *user, const char *kind, const char *name, caper_play_def *def)
{
    (void)name;
    def->kind = caper_rise_kind();
    def->self = user;
    return strcmp(kind, "rise") == 0;
}

static bool same_model(const stage *s, const caper_actor *other)
{
    caper_root a = caper_actor_root(s->actor), b = caper_actor_root(other);
    return memcmp(&a, &b, sizeof a) == 0 &&
           memcmp(caper_actor_model(s->actor)->bodies, caper_actor_model(other)->bodies,
                  (size_t)s->character->body_count * sizeof(caper_transform)) == 0;
}

static void a_rise_goes_on_from_where_it_was_saved(void)
{
    stage s = stage_with(menagerie_load("performer"), caper_doll_def_default());
    caper_rise *rise = caper_rise_create(s.character, NULL, NULL);
    caper_rise *fresh = caper_rise_create(s.character, NULL, NULL);
    REQUIRE(rise && fresh && knock_down(&s, 0.4f));
    start_rise(&s, rise);
    for (int f = 0; f < 78; f++) {
        CHECK(caper_actor_update(s.actor, FRAME, NULL));
    }
    size_t size = caper_actor_save(s.actor, NULL, 0);
    char *bytes = malloc(size);
    REQUIRE(bytes && caper_actor_save(s.actor, bytes, size) == size);
    caper_actor *other = still_actor(s.character, caper_actor_root(s.actor));
    caper_source_finder finder = {find_rise, fresh};
    caper_error error = {0};
    REQUIRE(other && caper_actor_load(other, bytes, size, &finder, &error));
    for (int f = 0; f < 120; f++) {
        CHECK(caper_actor_update(s.actor, FRAME, NULL) && caper_actor_update(other, FRAME, NULL));
        CHECK(same_model(&s, other));
    }
    free(bytes);
    caper_actor_destroy(other);
    caper_actor_stop(s.actor, 0, 0);
    stage_close(&s);
    caper_rise_destroy(rise);
    caper_rise_destroy(fresh);
}

static void a_damaged_plan_is_refused(void)
{
    stage s = stage_with(menagerie_load("dog"), caper_doll_def_default());
    caper_rise *rise = caper_rise_create(s.character, NULL, NULL);
    const caper_source_kind *kind = caper_rise_kind();
    REQUIRE(rise && caper_rise_plan(rise, s.actor));
    size_t size = kind->save(rise, NULL, 0);
    float *bytes = malloc(size);
    REQUIRE(bytes && kind->save(rise, bytes, size) == size && kind->load(rise, bytes, size, NULL));
    CHECK(!kind->load(rise, bytes, size - 4, NULL));
    for (size_t i = 0; i < 5; i++) { // each number of the head, and one of a body
        float was = bytes[i];
        bytes[i] = NAN;
        CHECK(!kind->load(rise, bytes, size, NULL));
        bytes[i] = was;
    }
    CHECK(kind->load(rise, bytes, size, NULL));
    free(bytes);
    caper_rise_destroy(rise);
    stage_close(&s);
}

static void another_ones_actor_is_refused(void)
{
    stage s = stage_with(menagerie_load("dog"), caper_doll_def_default());
    caper_character *other = menagerie_load("performer");
    caper_rise *rise = caper_rise_create(other, NULL, NULL);
    CHECK(!caper_rise_plan(rise, s.actor));
    caper_rise_destroy(rise);
    caper_character_destroy(other);
    stage_close(&s);
}

TESTS(a_plan_leads_from_lying_to_standing, fallen_bodies_get_up,
      a_rise_goes_on_from_where_it_was_saved, a_damaged_plan_is_refused,
      another_ones_actor_is_refused)
