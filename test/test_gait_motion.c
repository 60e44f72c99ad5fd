// SPDX-License-Identifier: MIT
//
// A gait and a motion at once, through an actor: what walks does not slip because of what waves,
// and what waves does what it does standing.
#include "actor_fixture.h"
#include "caper/gait.h"
#include "test.h"

#include <math.h>

enum {
    FRAMES = 300
};

// Goals that somebody holds while the actor walks, above the walk.
typedef struct load {
    caper_goal goals[2];
    int count;
} load;

static bool offer_load(void *self, const caper_source_input *input, caper_offer *offer)
{
    const load *l = self;
    (void)input;
    for (int i = 0; i < l->count; i++) {
        offer->goals[offer->goal_count++] = l->goals[i];
    }
    return true;
}

static void load_room(const void *self, caper_source_room *room)
{
    (void)self;
    room->goals = 2;
}

static const caper_source_kind load_kind = {.name = "load", .look = offer_load, .room = load_room};

static caper_motion *motion_named(const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "motions/%s.motion.json", name);
    caper_motion *motion = caper_motion_load(test_data_path(path), NULL, NULL);
    REQUIRE(motion != NULL);
    return motion;
}

typedef struct take {
    caper_actor *actor;
    caper_gait *gait;
    load load;
} take;

static void play_on(take *t, caper_play_def def, int layer)
{
    def.layer = layer;
    REQUIRE(caper_actor_play(t->actor, &def, NULL) != 0);
}

// An actor that walks (froude > 0) or stands, and plays a motion (may be NULL) above that.
static take *begin(const caper_character *c, float froude, const caper_motion *motion)
{
    take *t = calloc(1, sizeof *t);
    REQUIRE(t != NULL);
    caper_actor_def def = caper_actor_def_default();
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = 0;
    def.character = c;
    def.jiggle = &jiggle;
    t->actor = caper_actor_create(&def, NULL);
    caper_gait_def gait = caper_gait_def_default();
    gait.character = c;
    t->gait = caper_gait_create(&gait, NULL);
    REQUIRE(t->actor && t->gait);
    if (froude > 0) {
        caper_play_def walk = caper_play_def_default();
        walk.gait = t->gait;
        walk.fade_in = 0;
        caper_source source = caper_actor_play(t->actor, &walk, NULL);
        caper_walk_command command = {{0, 0, caper_gait_speed(t->gait, froude)}, NAN};
        REQUIRE(caper_actor_command(t->actor, source, &command));
    }
    if (motion) {
        caper_play_def play_def = caper_play_def_default();
        play_def.motion = motion;
        play_def.loops = 100;
        play_on(t, play_def, 1);
    }
    return t;
}

static void finish(take *t)
{
    caper_actor_destroy(t->actor);
    caper_gait_destroy(t->gait);
    free(t);
}

static bool stands(const take *t, int body)
{
    const caper_actor_contact *contacts;
    int count = caper_actor_contacts(t->actor, &contacts);
    for (int i = 0; i < count; i++) {
        if (contacts[i].body == body) {
            return contacts[i].holds;
        }
    }
    return false;
}

static caper_transform world_of(const take *t, int body)
{
    return caper_transform_mul(caper_root_transform(caper_actor_root(t->actor)),
                               caper_actor_model(t->actor)->bodies[body]);
}

static const char *const cast[] = {"performer", "centaur", "four_armed", "crab"};
static const char *const motions[] = {"wave", "look_around", "point", "nod"};

// The same walk with and without the motion, frame by frame: soles are in the same places.
static void planted_feet_do_not_know_of_the_motion(void)
{
    for (int n = 0; n < CAPER_COUNT_OF(cast); n++) {
        caper_character *c = menagerie_load(cast[n]);
        for (int m = 0; m < CAPER_COUNT_OF(motions); m++) {
            caper_motion *motion = motion_named(motions[m]);
            take *plain = begin(c, 0.15f, NULL), *both = begin(c, 0.15f, motion);
            const caper_gait_leg *legs;
            int count = caper_gait_legs(plain->gait, &legs);
            float worst = 0;
            for (int f = 0; f < FRAMES; f++) {
                REQUIRE(caper_actor_update(plain->actor, 1 / 60.0f, NULL));
                REQUIRE(caper_actor_update(both->actor, 1 / 60.0f, NULL));
                for (int i = 0; i < count; i++) {
                    caper_vec3 a =
                        caper_transform_mul_point(world_of(plain, legs[i].foot), legs[i].sole);
                    caper_vec3 b =
                        caper_transform_mul_point(world_of(both, legs[i].foot), legs[i].sole);
                    worst = stands(both, legs[i].foot) ? fmaxf(worst, caper_vec3_distance(a, b))
                                                       : worst;
                }
            }
            CHECK(worst < 0.002f * caper_gait_length(plain->gait));
            finish(plain);
            finish(both);
            caper_motion_destroy(motion);
        }
        caper_character_destroy(c);
    }
}

// The hand against the body of the spine that its arm hangs on, walking and standing.
static void a_hand_waves_as_it_does_standing(void)
{
    for (int n = 0; n < CAPER_COUNT_OF(cast); n++) {
        caper_character *c = menagerie_load(cast[n]);
        caper_motion *motion = motion_named("wave");
        take *still = begin(c, 0, motion), *walk = begin(c, 0.15f, motion);
        float way[CAPER_MAX_BODIES] = {0}, off[CAPER_MAX_BODIES] = {0};
        caper_vec3 last[CAPER_MAX_BODIES];
        for (int f = 0; f < FRAMES; f++) {
            REQUIRE(caper_actor_update(still->actor, 1 / 60.0f, NULL));
            REQUIRE(caper_actor_update(walk->actor, 1 / 60.0f, NULL));
            for (int b = 0; b < c->body_count; b++) {
                if (!(c->bodies[b].caps & CAPER_CAP_GRASPER)) {
                    continue;
                }
                int spine = c->bodies[b].spine;
                caper_vec3 x = caper_transform_unmul_point(world_of(still, spine),
                                                           world_of(still, b).position);
                caper_vec3 y =
                    caper_transform_unmul_point(world_of(walk, spine), world_of(walk, b).position);
                way[b] += f > 0 ? caper_vec3_distance(x, last[b]) : 0;
                off[b] = fmaxf(off[b], caper_vec3_distance(x, y));
                last[b] = x;
            }
        }
        float most = 0;
        for (int b = 0; b < c->body_count; b++) {
            float arm = c->bodies[b].limb_length;
            most = fmaxf(most, way[b] / fmaxf(arm, 1e-6f));
            if (way[b] > 0) {
                printf("%s %s: %.0f mm off a wave of %.2f m\n", cast[n], c->bodies[b].name,
                       (double)(1000 * off[b]), (double)way[b]);
                // the hand that waves; the others may swing with the walk
                CHECK(way[b] < 3 * arm || off[b] < 0.15f * arm);
            }
        }
        CHECK(most > 2); // somebody waves
        finish(still);
        finish(walk);
        caper_motion_destroy(motion);
        caper_character_destroy(c);
    }
}

// Both hands hold something before the chest: they stay there, against the torso, and apart.
static void hands_that_carry_keep_their_load(void)
{
    static const char *const names[] = {"performer", "centaur", "four_armed"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        caper_character *c = menagerie_load(names[n]);
        take *t = begin(c, 0.2f, NULL);
        int hands[2] = {-1, -1}, count = 0;
        for (int b = 0; b < c->body_count && count < 2; b++) {
            int other = c->bodies[b].mirror;
            if ((c->bodies[b].caps & CAPER_CAP_GRASPER) && other > b) {
                hands[count++] = b;
                hands[count++] = other;
            }
        }
        REQUIRE(count == 2);
        float gap = 0.25f * c->bodies[hands[0]].limb_length;
        for (int i = 0; i < 2; i++) {
            int base = c->bodies[hands[i]].base;
            caper_goal *goal = &t->load.goals[i];
            *goal = caper_goal_default();
            goal->carried = goal->turned = 1;
            goal->body = hands[i];
            goal->position = c->rest_model[base].position;
            goal->position.x = c->rest_model[hands[i]].position.x > 0 ? gap : -gap;
            goal->position.y -= 0.3f * c->bodies[hands[i]].limb_length;
            goal->position.z += 0.6f * c->bodies[hands[i]].limb_length;
            goal->rotation = c->rest_model[hands[i]].rotation;
            goal->position_weight = 1;
        }
        t->load.count = 2;
        caper_play_def holding = caper_play_def_default();
        holding.kind = &load_kind;
        holding.self = &t->load;
        holding.fade_in = 0;
        play_on(t, holding, 1);
        float off = 0, apart = 0;
        for (int f = 0; f < FRAMES; f++) {
            REQUIRE(caper_actor_update(t->actor, 1 / 60.0f, NULL));
            int chest = c->bodies[hands[0]].spine;
            caper_transform rest = c->rest_model[chest];
            for (int i = 0; i < 2; i++) {
                caper_vec3 want = caper_transform_unmul_point(rest, t->load.goals[i].position);
                caper_vec3 is =
                    caper_transform_unmul_point(world_of(t, chest), world_of(t, hands[i]).position);
                off = fmaxf(off, caper_vec3_distance(want, is));
            }
            float wide =
                caper_vec3_distance(world_of(t, hands[0]).position, world_of(t, hands[1]).position);
            apart = fmaxf(apart, fabsf(wide - 2 * gap));
        }
        float arm = c->bodies[hands[0]].limb_length;
        printf("%s: load %.0f mm off its place, %.1f mm off its width\n", names[n],
               (double)(1000 * off), (double)(1000 * apart));
        CHECK(apart < 0.01f * arm);
        CHECK(off < 0.1f * arm);
        finish(t);
        caper_character_destroy(c);
    }
}

TESTS(planted_feet_do_not_know_of_the_motion, a_hand_waves_as_it_does_standing,
      hands_that_carry_keep_their_load)
