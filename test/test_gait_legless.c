// SPDX-License-Identifier: MIT
//
// Bodies without feet: arms that creep stand while they stand, snakes and worms do not slide
// sideways, swimmers beat. Judged by goals in the world.
#include "caper/gait.h"
#include "import_fixture.h"
#include "menagerie.h"
#include "test.h"

#include <math.h>

typedef struct trip {
    caper_character *character;
    caper_gait *gait;
    caper_walker *walker;
    caper_root root;
    caper_goal goals[CAPER_MAX_BODIES * 2];
    int goal_count;
    float dt, speed;
} trip;

static trip *embark_as(caper_character *character, float froude)
{
    trip *t = calloc(1, sizeof *t);
    REQUIRE(t != NULL);
    t->character = character;
    caper_gait_def def = caper_gait_def_default();
    def.character = t->character;
    t->gait = caper_gait_create(&def, NULL);
    t->walker = caper_walker_create(t->gait, NULL, NULL);
    REQUIRE(t->walker != NULL);
    t->dt = 0.055f * sqrtf(caper_gait_length(t->gait) / 9.81f);
    t->speed = caper_gait_speed(t->gait, froude);
    return t;
}

static trip *embark(const char *name, float froude)
{
    return embark_as(menagerie_load(name), froude);
}

static void land(trip *t)
{
    caper_walker_destroy(t->walker);
    caper_gait_destroy(t->gait);
    caper_character_destroy(t->character);
    free(t);
}

static void go(trip *t, float angle, float speed, float heading)
{
    t->goal_count = 0;
    caper_walk_job job = caper_walk_job_default();
    job.command.velocity = caper_vec3_make(speed * sinf(angle), 0, speed * cosf(angle));
    job.command.heading = heading;
    job.dt = t->dt;
    job.root = &t->root;
    job.goals = t->goals;
    job.goal_count = &t->goal_count;
    job.goal_capacity = CAPER_COUNT_OF(t->goals);
    REQUIRE(caper_walker_update(t->walker, &job));
    CHECK(t->goal_count <= caper_gait_goal_count(t->gait));
}

// The world place of the goal of a body's point, in sizes.
static bool goal_of(const trip *t, int body, caper_vec3 *out)
{
    for (int i = 0; i < t->goal_count; i++) {
        if (t->goals[i].body == body && t->goals[i].position_weight > 0) {
            *out = caper_transform_mul_point(caper_root_transform(t->root), t->goals[i].position);
            *out = caper_vec3_scale(*out, 1 / t->character->size);
            return true;
        }
    }
    return false;
}

// Over straight and curved ways and on the spot: each arm stands still or goes, some stand at any
// time, all of them stand about half of it, and in the end all do.
static void an_octopus_walks_on_its_arms(void)
{
    trip *t = embark("octopus", 0.05f);
    const caper_character *c = t->character;
    caper_vec3 last[CAPER_MAX_BODIES];
    int tips[CAPER_MAX_BODIES], tip_count = 0, still[CAPER_MAX_BODIES] = {0}, frames = 0;
    go(t, 0, 0, NAN);
    for (int b = 0; b < c->body_count; b++) {
        if (c->bodies[b].child < 0 && c->bodies[b].base >= 0 && goal_of(t, b, &last[tip_count])) {
            tips[tip_count++] = b;
        }
    }
    CHECK_INT(tip_count, 8);
    int fewest = tip_count;
    float quickest = 0;
    for (int f = 0; f < 1500; f++) {
        float time = (float)f * t->dt, angle = f < 400 ? 0 : 0.4f * t->speed * time / c->size;
        float heading = f < 800 ? NAN : f < 1000 ? 0 : 2;
        float speed = f < 1000 ? t->speed : 0;
        go(t, angle, speed, heading);
        int standing = 0;
        for (int i = 0; i < tip_count; i++) {
            caper_vec3 now = last[i];
            REQUIRE(goal_of(t, tips[i], &now));
            float way = caper_vec3_distance(now, last[i]);
            bool stands = way < 1e-5f;
            quickest = fmaxf(quickest, way);
            still[i] += stands && f < 800;
            standing += stands;
            last[i] = now;
        }
        frames += f < 800;
        fewest = f < 800 && standing < fewest ? standing : fewest;
        CHECK(f < 1400 || standing == tip_count);
    }
    printf("octopus: at least %d of %d arms stand, none goes %.1f %% of its size a frame\n", fewest,
           tip_count, (double)(100 * quickest));
    CHECK(quickest < 0.12f); // as it turns round; a jump would be more
    CHECK(fewest >= 1);
    for (int i = 0; i < tip_count; i++) {
        CHECK(still[i] > 0.45f * (float)frames && still[i] < 0.9f * (float)frames);
    }
    land(t);
}

// How fast links go across themselves, against along: what lies on its own track does not.
static void what_slithers_does_not_slide_sideways(void)
{
    static const float turns[] = {0, 0.15f};
    for (int k = 0; k < CAPER_COUNT_OF(turns); k++) {
        trip *t = embark("snake", 0.05f);
        const caper_character *c = t->character;
        caper_vec3 last[CAPER_MAX_BODIES];
        double across = 0, along = 0;
        for (int f = 0; f < 1200; f++) {
            go(t, turns[k] * t->speed * (float)f * t->dt / c->size * 6.28f, t->speed, NAN);
            for (int i = 0; i < c->spine_count; i++) {
                caper_vec3 now, next;
                REQUIRE(goal_of(t, c->spine[i], &now));
                bool inner = i > 0 && i < c->spine_count - 1;
                if (f > 600 && inner && goal_of(t, c->spine[i + 1], &next)) {
                    caper_vec3 behind;
                    goal_of(t, c->spine[i - 1], &behind);
                    caper_vec3 d = caper_vec3_normalize(caper_vec3_sub(next, behind));
                    caper_vec3 v = caper_vec3_sub(now, last[i]);
                    across += fabs((double)(v.x * d.z - v.z * d.x));
                    along += fabs((double)caper_vec3_dot(v, d));
                }
                last[i] = now;
            }
        }
        printf("snake, %s: %.1f %% of its way is sideways\n", k ? "in a circle" : "straight",
               100 * across / along);
        CHECK(across < 0.12 * along);
        land(t);
    }
}

// Tentacles go in and out by more than a tenth, and hang behind where it goes.
static void a_jellyfish_beats(void)
{
    trip *t = embark("jellyfish", 0.05f);
    const caper_character *c = t->character;
    float least[CAPER_MAX_BODIES], most[CAPER_MAX_BODIES] = {0};
    for (int b = 0; b < c->body_count; b++) {
        least[b] = 1e9f;
    }
    int beating = 0, behind = 0, tentacles = 0;
    for (int f = 0; f < 900; f++) {
        go(t, 0, t->speed, NAN);
        for (int b = 0; b < c->body_count && f > 300; b++) {
            caper_vec3 at;
            if (goal_of(t, b, &at) && c->bodies[b].base >= 0) {
                caper_vec3 middle =
                    caper_transform_mul_point(caper_root_transform(t->root), c->center_of_mass);
                float x = at.x - middle.x / c->size, z = at.z - middle.z / c->size;
                least[b] = fminf(least[b], hypotf(x, z));
                most[b] = fmaxf(most[b], hypotf(x, z));
                if (f == 899 && (c->bodies[b].caps & CAPER_CAP_TENTACLE)) {
                    tentacles++;
                    behind += z < c->rest_model[b].position.z / c->size;
                }
            }
        }
    }
    for (int b = 0; b < c->body_count; b++) {
        beating += most[b] > 1.1f * least[b];
    }
    CHECK(tentacles >= 4);
    CHECK(4 * beating >= 3 * tentacles); // but those about the mouth
    CHECK_INT(behind, tentacles);
    land(t);
}

// Fish swim, bees and birds fly, snakes wave their tails: with rigs that say so by the names of
// clips, by wings, by tails.
static void rigs_without_legs_go_as_they_are_made(void)
{
    static const struct {
        const char *file;
        caper_gait_mode mode;
        caper_caps moving; // bodies that must be turned or moved sideways or up by it
    } rigs[] = {{"gltf/quaternius/cute_fish_pack/Koi.glb", CAPER_GAIT_SWIM, CAPER_CAP_SPINE},
                {"gltf/quaternius/fish_pack/Shark.glb", CAPER_GAIT_SWIM, CAPER_CAP_SPINE},
                {"gltf/quaternius/platformer_game_pack/Bee.glb", CAPER_GAIT_FLOAT, CAPER_CAP_WING},
                {"gltf/quaternius/easy_enemies_pack/Snake.glb", CAPER_GAIT_CRAWL, CAPER_CAP_TAIL}};
    for (int n = 0; n < CAPER_COUNT_OF(rigs); n++) {
        caper_import *import = load_shared_import(rigs[n].file);
        trip *t = embark_as(caper_import_rest(import, NULL, NULL, NULL), 0.2f);
        const caper_character *c = t->character;
        CHECK_INT(caper_gait_mode_of(t->gait), rigs[n].mode);
        float least[CAPER_MAX_BODIES], most[CAPER_MAX_BODIES], lowest = 1e30f, swing = 0;
        for (int f = 0; f < 400; f++) {
            go(t, 0, t->speed, NAN);
            for (int i = 0; i < t->goal_count && f >= 200; i++) {
                // against where the body as a whole is
                const caper_goal *g = &t->goals[i];
                caper_vec3 at = caper_vec3_sub(g->position, t->goals[0].position);
                float value = at.x + (rigs[n].moving == CAPER_CAP_WING ? at.y : 0);
                least[g->body] = f == 200 ? value : fminf(least[g->body], value);
                most[g->body] = f == 200 ? value : fmaxf(most[g->body], value);
                float rest = c->rest_model[g->body].position.y;
                lowest = i == 0 ? fminf(lowest, g->position.y - rest) : lowest;
                bool counts = (c->bodies[g->body].caps & rigs[n].moving) != 0;
                swing = fmaxf(swing, counts ? most[g->body] - least[g->body] : 0);
            }
        }
        CHECK(swing > 0.03f * c->size);
        // what flies or swims leaves the ground that it rests on
        CHECK(rigs[n].mode == CAPER_GAIT_CRAWL || lowest > 0.03f * c->size);
        land(t);
        caper_import_destroy(import);
    }
}

TESTS(an_octopus_walks_on_its_arms, what_slithers_does_not_slide_sideways, a_jellyfish_beats,
      rigs_without_legs_go_as_they_are_made)
