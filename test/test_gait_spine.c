// SPDX-License-Identifier: MIT
//
// The bend of the spine: nothing on the straight and level, rear hips on the track of the front
// ones, up in front first, heads early, and never a jerk. Judged by the goals of the spine alone.
#include "caper/gait.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    caper_character *character;
    caper_gait *gait;
    caper_walker *walker;
    caper_goal goals[CAPER_MAX_BODIES];
    int goal_count;
    caper_root root;
    float dt, speed;
} fixture;

static fixture *start(const char *name, uint64_t seed, float froude)
{
    fixture *f = calloc(1, sizeof *f);
    REQUIRE(f != NULL);
    char path[96];
    snprintf(path, sizeof path, "characters/%s.character.json", name ? name : "");
    caper_creature_def creature = caper_creature_def_default();
    creature.seed = seed;
    f->character = name ? caper_character_load(test_data_path(path), NULL, NULL)
                        : caper_character_random(&creature, NULL);
    REQUIRE(f->character != NULL);
    caper_gait_def def = caper_gait_def_default();
    def.character = f->character;
    f->gait = caper_gait_create(&def, NULL);
    f->walker = caper_walker_create(f->gait, NULL, NULL);
    REQUIRE(f->walker != NULL);
    f->dt = sqrtf(caper_gait_length(f->gait) / 0.9f) / 60;
    f->speed = caper_gait_speed(f->gait, froude);
    return f;
}

static void finish(fixture *f)
{
    caper_walker_destroy(f->walker);
    caper_gait_destroy(f->gait);
    caper_character_destroy(f->character);
    free(f);
}

static void go(fixture *f, float angle, float speed, const caper_world *world)
{
    f->goal_count = 0;
    caper_walk_job job = caper_walk_job_default();
    job.command.velocity = caper_vec3_make(speed * sinf(angle), 0, speed * cosf(angle));
    job.command.heading = NAN;
    job.world = world;
    job.dt = f->dt;
    job.root = &f->root;
    job.goals = f->goals;
    job.goal_count = &f->goal_count;
    job.goal_capacity = CAPER_COUNT_OF(f->goals);
    REQUIRE(caper_walker_update(f->walker, &job));
}

// Where a body's goal is, in the world; false when it has none.
static bool goal_of(const fixture *f, int body, caper_transform *out)
{
    for (int i = 0; i < f->goal_count; i++) {
        if (f->goals[i].body == body && f->goals[i].position_weight > 0) {
            *out = caper_transform_mul(
                caper_root_transform(f->root),
                caper_transform_make(f->goals[i].rotation, f->goals[i].position));
            return true;
        }
    }
    return false;
}

// The rearmost and the foremost body of the spine that carry legs.
static void hips_of(const fixture *f, int *rear, int *front)
{
    const caper_character *c = f->character;
    *rear = *front = -1;
    for (int i = 0; i < c->spine_count; i++) {
        for (int k = 0; k < c->leg_count; k++) {
            if (c->bodies[c->legs[k].foot].spine == c->spine[i]) {
                *rear = *rear < 0 ? c->spine[i] : *rear;
                *front = c->spine[i];
            }
        }
    }
}

// Angle by which the way from one body's frame to another's differs from rest.
static float bend_between(const fixture *f, int a, int b)
{
    caper_transform x, y;
    REQUIRE(goal_of(f, a, &x) && goal_of(f, b, &y));
    caper_quat rest = caper_quat_mul(caper_quat_conj(f->character->rest_model[a].rotation),
                                     f->character->rest_model[b].rotation);
    caper_quat now = caper_quat_mul(caper_quat_conj(x.rotation), y.rotation);
    caper_quat off = caper_quat_mul(caper_quat_conj(rest), now);
    return 2 * asinf(fminf(sqrtf(off.x * off.x + off.y * off.y + off.z * off.z), 1));
}

static float yaw_of(const fixture *f, int body)
{
    caper_transform at;
    REQUIRE(goal_of(f, body, &at));
    return caper_quat_yaw(
        caper_quat_mul(at.rotation, caper_quat_conj(f->character->rest_model[body].rotation)));
}

// The angle of a body's own axis over the horizon, against rest.
static float pitch_of(const fixture *f, int body)
{
    caper_transform at;
    REQUIRE(goal_of(f, body, &at));
    caper_quat off =
        caper_quat_mul(at.rotation, caper_quat_conj(f->character->rest_model[body].rotation));
    return asinf(caper_quat_rotate(off, caper_vec3_make(0, 0, 1)).y);
}

// Ranges over some strides straight on, radians: how hips turn against shoulders, the head to the
// sides, and how the back arches.
typedef struct waves {
    float turn, middle, head, arch;
} waves;

static waves waves_of(const char *name, float froude)
{
    fixture *f = start(name, 0, froude);
    const caper_character *c = f->character;
    int rear, front, head = c->spine[c->spine_count - 1];
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double sum = 0;
    hips_of(f, &rear, &front);
    for (int i = 0; i < 60; i++) {
        go(f, 0, 0, NULL);
        CHECK(bend_between(f, rear, front) < 1e-5f); // who stands is at rest
        CHECK(bend_between(f, front, head) < 1e-5f);
    }
    for (int i = 0; i < 800; i++) {
        go(f, 0, f->speed, NULL);
        const float now[3] = {yaw_of(f, rear) - yaw_of(f, front), yaw_of(f, head),
                              pitch_of(f, rear) - pitch_of(f, front)};
        for (int k = 0; k < 3 && i >= 300; k++) {
            low[k] = fminf(low[k], now[k]);
            high[k] = fmaxf(high[k], now[k]);
        }
        sum += i >= 300 ? (double)now[0] / 500 : 0;
    }
    waves out = {high[0] - low[0], (float)sum, high[1] - low[1], high[2] - low[2]};
    printf("%-10s Fr %.2f: hips %.1f degrees against shoulders, head %.1f, arch %.1f\n", name,
           (double)froude, (double)(out.turn / CAPER_DEGREE), (double)(out.head / CAPER_DEGREE),
           (double)(out.arch / CAPER_DEGREE));
    finish(f);
    return out;
}

// Hand-keyed walks of a fox and a horse turn hips against shoulders by 7 degrees in all.
static void backs_go_with_the_legs(void)
{
    waves dog = waves_of("dog", 0.2f), horse = waves_of("horse", 0.2f);
    waves elephant = waves_of("elephant", 0.2f), spider = waves_of("spider", 0.2f);
    CHECK(dog.turn > 5 * CAPER_DEGREE && dog.turn < 12 * CAPER_DEGREE);
    CHECK(horse.turn > 3 * CAPER_DEGREE && horse.turn < 9 * CAPER_DEGREE);
    // an elephant is no dog, and what has its legs in one place does not bend
    CHECK(elephant.turn < 0.6f * dog.turn && spider.turn < 1e-5f);
    CHECK(fabsf(dog.middle) < 0.05f * dog.turn && fabsf(horse.middle) < 0.05f * horse.turn);
    // heads go straight on
    CHECK(dog.head < 0.5f * dog.turn && horse.head < 0.7f * horse.turn);
    // walks and trots are level; where both hind feet come forward at once, the back arches
    waves trot = waves_of("dog", 1), gallop = waves_of("dog", 3.4f);
    CHECK(trot.turn > dog.turn && trot.arch < 3 * CAPER_DEGREE);
    CHECK(gallop.arch > 8 * CAPER_DEGREE && gallop.arch > 3 * trot.arch);
}

// On a way that winds, the rear hips pass where the front ones did; a stiff body would swing out.
static void rear_hips_follow_the_front_ones(void)
{
    static const char *const names[] = {"centipede", "dog", "horse", "dragon"};
    enum {
        FRAMES = 900
    };
    static caper_vec3 track[FRAMES];
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        fixture *f = start(names[n], 0, 0.3f);
        int rear, front;
        hips_of(f, &rear, &front);
        const caper_transform *rest = f->character->rest_model;
        float length = rest[front].position.z - rest[rear].position.z;
        float turn = fmaxf(1.5f * length, 2.5f * caper_gait_length(f->gait));
        double bent = 0, stiff = 0;
        int count = 0;
        for (int i = 0; i < FRAMES; i++) {
            float time = (float)i * f->dt;
            go(f, 0.9f * sinf(f->speed * time / turn), f->speed, NULL);
            caper_transform head, tail;
            REQUIRE(goal_of(f, front, &head) && goal_of(f, rear, &tail));
            track[i] = head.position;
            caper_vec3 rigid =
                caper_transform_mul_point(caper_root_transform(f->root), rest[rear].position);
            float near = 1e9f, rigid_near = 1e9f;
            for (int k = i / 2; k < i; k++) {
                float x = tail.position.x - track[k].x, z = tail.position.z - track[k].z;
                near = fminf(near, sqrtf(x * x + z * z));
                x = rigid.x - track[k].x;
                z = rigid.z - track[k].z;
                rigid_near = fminf(rigid_near, sqrtf(x * x + z * z));
            }
            if (i > 300) {
                bent += (double)(near * near);
                stiff += (double)(rigid_near * rigid_near);
                count++;
            }
        }
        double off = sqrt(bent / count) / (double)length;
        printf("%s: rear hips %.1f %% of the trunk off the track (stiff: %.1f %%)\n", names[n],
               100 * off, 100 * sqrt(stiff / count) / (double)length);
        CHECK(off < 0.06);
        CHECK(bent < 0.5 * stiff);
        finish(f);
    }
}

static void legs_in_one_place_are_not_bent(void)
{
    static const char *const names[] = {"spider", "crab", "performer", "hopper"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        fixture *f = start(names[n], 0, 0.5f);
        int rear, front;
        hips_of(f, &rear, &front);
        for (int i = 0; i < 300; i++) {
            go(f, 0.05f * (float)i, f->speed, NULL);
            CHECK(bend_between(f, rear, front) < 1e-5f);
        }
        finish(f);
    }
}

static caper_world *ridge(float scale)
{
    enum {
        SIDE = 161
    };
    static float heights[SIDE * SIDE];
    caper_world_field field = {0, 0, 0, SIDE, SIDE, heights};
    field.spacing = 0.1f * scale;
    field.x = field.z = -0.5f * (SIDE - 1) * field.spacing;
    for (int r = 0; r < SIDE; r++) {
        for (int c = 0; c < SIDE; c++) {
            float z = ((float)r - 80) * 0.1f - 3; // up from 1, over the top at 3, down by 5
            heights[r * SIDE + c] = scale * 0.3f * fmaxf(1 - fabsf(z) / 2, 0);
        }
    }
    caper_world_def def = caper_world_def_default();
    def.has_ground = false;
    def.fields = &field;
    def.field_count = 1;
    return caper_world_create(&def, NULL);
}

static void spines_go_up_in_front_first_and_over_the_top(void)
{
    static const char *const names[] = {"dog", "horse", "centipede", "dragon"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        fixture *f = start(names[n], 0, 0.1f);
        int rear, front;
        hips_of(f, &rear, &front);
        float length =
            f->character->rest_model[front].position.z - f->character->rest_model[rear].position.z;
        caper_world *world = ridge(1.2f * length);
        float sag = 0, arch = 0;
        for (int i = 0; i < 6000 && f->root.z < 7 * 1.2f * length; i++) {
            go(f, 0, f->speed, world);
            float more = pitch_of(f, front) - pitch_of(f, rear); // up in front: > 0
            float z = f->root.z / (1.2f * length);
            sag = z < 2 ? fmaxf(sag, more) : sag;
            arch = z > 2 && z < 4 ? fminf(arch, more) : arch;
        }
        printf("%s: front up by %.1f degrees against the rear at the foot, down by %.1f at the "
               "top\n",
               names[n], (double)(sag / CAPER_DEGREE), (double)(-arch / CAPER_DEGREE));
        CHECK(sag > 2 * CAPER_DEGREE);
        CHECK(arch < -2 * CAPER_DEGREE);
        caper_world_destroy(world);
        finish(f);
    }
}

static void heads_turn_before_bodies(void)
{
    static const char *const names[] = {"dog", "horse", "performer", "giraffe", "centaur"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        fixture *f = start(names[n], 0, 0.2f);
        int rear, front, head = f->character->spine[f->character->spine_count - 1];
        hips_of(f, &rear, &front);
        float first = -1, second = -1;
        for (int i = 0; i < 300; i++) {
            go(f, i < 100 ? 0 : 1.2f, f->speed, NULL);
            first = first < 0 && yaw_of(f, head) > 0.6f ? (float)i * f->dt : first;
            second = second < 0 && yaw_of(f, front) > 0.6f ? (float)i * f->dt : second;
        }
        float tau = sqrtf(caper_gait_length(f->gait) / 9.81f);
        CHECK(first > 0 && second > first + 0.1f * tau && second < first + 3 * tau);
        // and straight again, but for hips and shoulders that turn below steady heads
        CHECK_NEAR(yaw_of(f, head), yaw_of(f, front), 0.1);
        finish(f);
    }
}

// Whatever is asked for: neighbors turn no farther than joints do, and nothing jumps. The root
// turns by 1.8 / tau at most, so neighbors by no more than twice as much against each other.
static void bends_are_small_and_smooth(void)
{
    int walkers = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        static const char *const names[] = {"dog", "centipede", "dragon", "horse"};
        fixture *f = start(seed < 4 ? names[seed] : NULL, seed, 1);
        const caper_character *c = f->character;
        caper_rng rng = caper_rng_make(seed);
        float angle = 0, speed = 0, last[CAPER_MAX_BODIES] = {0};
        float tau = sqrtf(caper_gait_length(f->gait) / 9.81f);
        int rear = 0, front = 0;
        if (c->leg_count > 0) {
            hips_of(f, &rear, &front);
            walkers++;
        }
        for (int i = 0; i < 600 && c->leg_count > 0; i++) {
            if (i % 25 == 0) {
                angle = caper_rng_range(&rng, -3.1f, 3.1f);
                speed = f->speed * caper_rng_float(&rng);
            }
            go(f, angle, speed, NULL);
            for (int k = 1, inside = 0; k < c->spine_count; k++) {
                inside = c->spine[k - 1] == rear ? 1 : c->spine[k - 1] == front ? 0 : inside;
                if (!inside) {
                    continue;
                }
                float bend = bend_between(f, c->spine[k - 1], c->spine[k]);
                CHECK(bend < 0.62f);
                CHECK(i == 0 || fabsf(bend - last[k]) < 3.6f * f->dt / tau);
                last[k] = bend;
            }
        }
        finish(f);
    }
    CHECK(walkers > 30);
}

TESTS(backs_go_with_the_legs, rear_hips_follow_the_front_ones, legs_in_one_place_are_not_bent,
      spines_go_up_in_front_first_and_over_the_top, heads_turn_before_bodies,
      bends_are_small_and_smooth)
