// SPDX-License-Identifier: MIT
//
// Long runs of room physics, too long for the tests: random creatures that stand and are pushed
// about for an hour of their time. Nothing may explode or leave the world, parts may not sink into
// the ground, and what is not pushed comes to rest.
//   soak_physics [SECONDS [CREATURES [FIRST]]]   3600 of simulated time each, 20, from seed 0
#include "caper/physics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define FRAME (1.0f / 60)
#define PUSH_SECONDS 5 // between pushes

typedef struct figures {
    float farthest; // from the start, sizes
    float deepest;  // into the ground, sizes
    float energy;   // J a kilogram, most after the first second
    float least_time;
} figures;

static bool run_creature(uint64_t seed, float seconds, figures *f)
{
    caper_error error = {0};
    caper_creature_def creature = caper_creature_def_default();
    creature.seed = seed;
    caper_character *c = caper_character_random(&creature, &error);
    caper_actor_def body = caper_actor_def_default();
    body.character = c;
    body.latch_feet = false;
    caper_actor *actor = c ? caper_actor_create(&body, &error) : NULL;
    caper_physics_def world = caper_physics_def_default();
    caper_physics *physics = caper_physics_create(&world, &error);
    caper_doll_def doll = caper_doll_def_default();
    doll.actor = actor;
    bool good = actor && physics && caper_physics_add_actor(physics, &doll, &error) == 0;
    caper_rng rng = caper_rng_make(seed);
    float next = 1;
    *f = (figures){0};
    for (int i = 0; good && (float)i * FRAME < seconds; i++) {
        float time = (float)i * FRAME;
        caper_doll_state s;
        good = caper_actor_update(actor, FRAME, NULL) &&
               caper_physics_update(physics, FRAME, &error) && caper_physics_doll(physics, 0, &s);
        if (good && time >= next) {
            // up to what moves the whole, or what it hit, at the speed of a fall from its own
            // height
            int hit = caper_rng_bool(&rng, 0.5f) ? c->root_body
                                                 : caper_rng_int(&rng, 0, c->body_count - 1);
            float mass = hit == c->root_body ? c->mass : c->bodies[hit].mass;
            float impulse = caper_rng_float(&rng) * mass * sqrtf(2 * 9.81f * c->size);
            float yaw = caper_rng_range(&rng, -3.14f, 3.14f);
            caper_vec3 force = {sinf(yaw) * impulse / 0.2f, 0, cosf(yaw) * impulse / 0.2f};
            caper_transform at;
            caper_physics_body(physics, 0, hit, &at);
            caper_physics_push(physics, 0, hit, at.position, force, 0.2f);
            next += PUSH_SECONDS;
            if (s.mood == CAPER_DOLL_LYING) {
                caper_physics_rise(physics, 0, 0.6f);
            }
        }
        if (good) {
            caper_physics_stats stats = caper_physics_stats_of(physics);
            f->deepest = fmaxf(f->deepest, time > 1 ? stats.deepest / c->size : 0);
            f->energy = fmaxf(f->energy, time > 1 ? stats.kinetic_energy / c->mass : 0);
            f->farthest = fmaxf(f->farthest, caper_vec3_length(s.center) / c->size);
            good = isfinite(f->energy) && s.center.y > -c->size && s.center.y < 20 * c->size;
            if (!good) {
                caper_error_set(&error, CAPER_ERROR_INVALID, NULL, 0, 0, "it left the world");
            }
        }
    }
    printf("creature %llu: %s; deepest %.3f of its size, energy %.3g J/kg, went %.0f sizes\n",
           (unsigned long long)seed, good ? "good" : error.message, (double)f->deepest,
           (double)f->energy, (double)f->farthest);
    fflush(stdout);
    caper_physics_destroy(physics);
    caper_actor_destroy(actor);
    caper_character_destroy(c);
    return good;
}

int main(int argc, char **argv)
{
    float seconds = argc > 1 ? strtof(argv[1], NULL) : 3600;
    int count = argc > 2 ? atoi(argv[2]) : 20, first = argc > 3 ? atoi(argv[3]) : 0, failed = 0;
    for (int i = 0; i < count; i++) {
        figures f;
        failed += !run_creature((uint64_t)(first + i), seconds, &f);
    }
    printf("%d passed, %d failed\n", count - failed, failed);
    return failed > 0;
}
