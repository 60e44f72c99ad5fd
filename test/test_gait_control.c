// SPDX-License-Identifier: MIT
//
// What a player does to a walker: commands that jump, turn back, go sideways, turn on the spot and
// stop from a run. Speeds settle within a stride, headings are reached, no foot is left behind, and
// bodies lean into what is to come before they move.
#include "caper/gait.h"
#include "menagerie.h"
#include "test.h"

#include <math.h>

typedef struct ride {
    caper_gait *gait;
    caper_walker *walker;
    caper_root root;
    caper_goal goals[CAPER_MAX_BODIES];
    int goal_count;
    float dt, tau, unit; // a frame, the time of a leg, the speed of Froude number 1
} ride;

static ride *mount(const caper_character *c)
{
    ride *r = calloc(1, sizeof *r);
    REQUIRE(r != NULL);
    caper_gait_def def = caper_gait_def_default();
    def.character = c;
    r->gait = caper_gait_create(&def, NULL);
    r->walker = caper_walker_create(r->gait, NULL, NULL);
    REQUIRE(r->walker != NULL);
    r->tau = sqrtf(caper_gait_length(r->gait) / 9.81f);
    r->dt = 0.055f * r->tau; // 60 Hz for legs of 0.9 m
    r->unit = caper_gait_speed(r->gait, 1);
    return r;
}

static void dismount(ride *r)
{
    caper_walker_destroy(r->walker);
    caper_gait_destroy(r->gait);
    free(r);
}

static void go(ride *r, float x, float z, float heading)
{
    r->goal_count = 0;
    caper_walk_job job = caper_walk_job_default();
    job.command.velocity = caper_vec3_make(x * r->unit, 0, z * r->unit);
    job.command.heading = heading;
    job.dt = r->dt;
    job.root = &r->root;
    job.goals = r->goals;
    job.goal_count = &r->goal_count;
    job.goal_capacity = CAPER_COUNT_OF(r->goals);
    REQUIRE(caper_walker_update(r->walker, &job));
}

static double cycles(const ride *r)
{
    double now;
    caper_walker_cycle(r->walker, &now, NULL);
    return now;
}

// How far the worst of the feet that stand is from where it stands at rest, in leg lengths.
static float worst_stray(const ride *r, bool *all_stand)
{
    const caper_gait_leg *legs;
    int count = caper_gait_legs(r->gait, &legs);
    float worst = 0;
    *all_stand = true;
    for (int i = 0; i < count; i++) {
        caper_foot_state foot;
        caper_walker_foot(r->walker, i, &foot);
        caper_vec3 at = caper_transform_unmul_point(caper_root_transform(r->root), foot.position);
        float x = at.x - legs[i].home.x, z = at.z - legs[i].home.z;
        worst = foot.stands ? fmaxf(worst, sqrtf(x * x + z * z) / legs[i].length) : worst;
        *all_stand = *all_stand && foot.stands;
    }
    return worst;
}

// Legs that stand farther from their hip, as the spine is told to go, than the solver may stretch
// them.
static int torn_legs(const ride *r, const caper_character *c, int *standing)
{
    const caper_gait_leg *legs;
    int count = caper_gait_legs(r->gait, &legs);
    int torn = 0;
    for (int i = 0; i < count; i++) {
        caper_foot_state foot;
        caper_walker_foot(r->walker, i, &foot);
        int spine = c->bodies[legs[i].foot].spine, hip = c->legs[i].hip;
        for (int k = 0; k < r->goal_count && foot.stands; k++) {
            if (r->goals[k].body == spine) {
                caper_vec3 at =
                    caper_transform_unmul_point(c->rest_model[spine], c->rest_model[hip].position);
                at = caper_transform_mul_point(
                    caper_transform_make(r->goals[k].rotation, r->goals[k].position), at);
                at = caper_transform_mul_point(caper_root_transform(r->root), at);
                float length = caper_vec3_distance(at, foot.position);
                torn += length > 1.2f * legs[i].length;
                *standing += 1;
            }
        }
    }
    return torn;
}

// Soles that do not slip push with 0.6 of the weight at most (dry ground); what comes to rest takes
// a little longer, by the time of a leg's swing.
#define FRICTION 0.6f
#define SETTLES 1.2f   // tau
#define LAST_STEP 6.0f // tau after the stop: 1.8 s for a person

// A change of speed takes as long as weight says: at most a stride, or what friction leaves it, and
// nobody is pushed harder than that.
static void a_new_speed_takes_as_long_as_weight_says(void)
{
    // from and to: x and z, where it faces; in speeds of Froude number 1
    static const float changes[][5] = {
        {0, 0.5f, 0, 1, NAN},  {0, 1, 0, 0.4f, NAN}, {0, 0.5f, 0, -0.3f, 0},
        {0, 0.5f, 0.5f, 0, 0}, {0, 1, 0, 0, NAN},    {0, 0, 0, 0.45f, NAN},
    };
    menagerie m = menagerie_open();
    int checked = 0;
    for (int n = 0; n < m.count; n++) {
        for (int k = 0; k < CAPER_COUNT_OF(changes) && m.characters[n]->leg_count > 0; k++) {
            const float *c = changes[k];
            ride *r = mount(m.characters[n]);
            for (int f = 0; f < 300; f++) {
                go(r, c[0], c[1], c[4]);
            }
            double start = cycles(r);
            float change = hypotf(c[2] - c[0], c[3] - c[1]), hardest = 0;
            float weight = (change / FRICTION + SETTLES) * r->tau;
            // a stride at the slower of the two paces; standing ends the count
            for (int f = 0; f < 400 && (cycles(r) < start + 1 || (float)f * r->dt < weight); f++) {
                caper_vec3 before = caper_walker_velocity(r->walker);
                go(r, c[2], c[3], c[4]);
                float by = caper_vec3_distance(caper_walker_velocity(r->walker), before);
                hardest = fmaxf(hardest, by / (9.81f * r->dt));
            }
            caper_vec3 v = caper_walker_velocity(r->walker);
            float off = hypotf(v.x / r->unit - c[2], v.z / r->unit - c[3]);
            if (off > 0.05f * change || hardest > 1.02f * FRICTION) {
                printf("%s change %d: %.0f %% left, %.2f g\n", m.characters[n]->name, k,
                       (double)(100 * off / change), (double)hardest);
            }
            CHECK(off <= 0.05f * change);
            CHECK(hardest <= 1.02f * FRICTION);
            checked++;
            dismount(r);
        }
    }
    CHECK(checked >= 100);
    menagerie_close(&m);
}

// Told to stop from a walk, a body comes to stand with a last step that is placed, every foot under
// it, and takes no step after that.
static void who_has_stopped_takes_no_stray_step(void)
{
    menagerie m = menagerie_open();
    int checked = 0;
    for (int n = 0; n < m.count; n++) {
        for (int k = 0; k < 3 && m.characters[n]->leg_count > 0; k++) {
            ride *r = mount(m.characters[n]);
            for (int f = 0; f < 150 + 17 * k; f++) { // other feet are up each time
                go(r, 0, 0.45f, NAN);
            }
            int last = 0;
            bool stand = false;
            for (int f = 0; f < 300; f++) {
                go(r, 0, 0, NAN);
                worst_stray(r, &stand);
                last = stand ? last : f;
            }
            // 0.45 / 0.6 tau to stop, two strides of a brisk walk for all feet to come home
            float seconds = (float)last * r->dt / r->tau;
            float stray = worst_stray(r, &stand);
            if (!stand || stray >= 0.06f || seconds > LAST_STEP) {
                printf("%s: %s, %.2f legs from home, last step %.1f tau after the stop\n",
                       m.characters[n]->name, stand ? "all stand" : "a foot is up", (double)stray,
                       (double)seconds);
            }
            CHECK(stand && stray < 0.06f);
            CHECK(seconds <= LAST_STEP);
            checked++;
            dismount(r);
        }
    }
    CHECK(checked >= 60);
    menagerie_close(&m);
}

// Turning about on the spot: no faster than legs step, and by the square root of size.
static void a_turn_on_the_spot_takes_its_time(void)
{
    static const char *const names[] = {"performer", "dog", "elephant", "beetle"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        caper_character *c = menagerie_load(names[n]);
        ride *r = mount(c);
        go(r, 0, 0, 0);
        int frames = 0;
        for (; frames < 600 && fabsf(caper_wrap_angle(r->root.yaw - 3.0f)) > 0.1f; frames++) {
            go(r, 0, 0, 3.0f);
        }
        float taus = (float)frames * r->dt / r->tau;
        printf("%s turns by 172 degrees in %.1f tau\n", names[n], (double)taus);
        CHECK(taus > 4 && taus < 14); // 1.2 to 4.2 s for a person
        dismount(r);
        caper_character_destroy(c);
    }
}

static void headings_are_reached_on_the_spot_and_sideways(void)
{
    menagerie m = menagerie_open();
    for (int n = 0; n < m.count; n++) {
        ride *r = mount(m.characters[n]);
        for (int f = 0; f < 600; f++) {
            go(r, 0, 0, 2);
        }
        CHECK_NEAR(caper_wrap_angle(r->root.yaw - 2), 0, 0.02);
        CHECK(hypotf(r->root.x, r->root.z) < 1e-3f * caper_gait_length(r->gait)); // on the spot
        bool stand;
        if (m.characters[n]->leg_count > 0) {
            CHECK(worst_stray(r, &stand) < 0.06f);
            CHECK(stand);
        }
        for (int f = 0; f < 300; f++) {
            go(r, 0.3f, 0, 2);
        }
        CHECK_NEAR(caper_wrap_angle(r->root.yaw - 2), 0, 0.02);
        CHECK_NEAR(caper_walker_velocity(r->walker).x / r->unit, 0.3, 0.01);
        dismount(r);
    }
    menagerie_close(&m);
}

// A new velocity and heading with every frame, then a stop: feet are not farther from their hip
// than the solver may stretch a leg (one that lands so leaves at once: at most 1 % of all that
// stand), and in the end all stand under the body.
static void wild_commands_leave_no_foot_behind(void)
{
    menagerie m = menagerie_open();
    for (int n = 0; n < m.count; n++) {
        if (m.characters[n]->leg_count == 0) {
            continue;
        }
        ride *r = mount(m.characters[n]);
        uint64_t seed = 0; // of the body, whoever else is there
        for (const char *letter = m.characters[n]->name; *letter; letter++) {
            seed = seed * 31 + (uint64_t)*letter;
        }
        caper_rng rng = caper_rng_make(seed);
        int torn = 0, standing = 0;
        bool stand;
        for (int f = 0; f < 600; f++) {
            float x = caper_rng_range(&rng, -1, 1), z = caper_rng_range(&rng, -1, 1);
            float heading = caper_rng_range(&rng, -3, 3);
            // single frames at first, then for some time each
            if (f < 300 || f % 30 == 0) {
                go(r, x, z, f % 2 ? heading : NAN);
            } else {
                caper_vec3 v = caper_walker_velocity(r->walker);
                go(r, 1.2f * v.x / r->unit, 1.2f * v.z / r->unit, NAN);
            }
            torn += torn_legs(r, m.characters[n], &standing);
        }
        if (torn > 0) {
            printf("%s: %d of %d too far from its hip\n", m.characters[n]->name, torn, standing);
        }
        CHECK(standing > 100 && torn * 100 <= standing);
        for (int f = 0; f < 300; f++) {
            go(r, 0, 0, NAN);
        }
        float stray = worst_stray(r, &stand);
        if (!stand || stray >= 0.06f) {
            printf("%s: %s, %.2f leg lengths from home\n", m.characters[n]->name,
                   stand ? "all stand" : "a foot is up", (double)stray);
        }
        CHECK(stray < 0.06f);
        CHECK(stand);
        dismount(r);
    }
    menagerie_close(&m);
}

// The root body's goal: how far it leans forward (radians), and how far it is below rest (legs).
static void posture(const ride *r, const caper_character *c, float *lean, float *drop)
{
    for (int i = 0; i < r->goal_count; i++) {
        if (r->goals[i].body == c->root_body) {
            caper_transform rest = c->rest_model[c->root_body];
            caper_quat off = caper_quat_mul(r->goals[i].rotation, caper_quat_conj(rest.rotation));
            *lean = -asinf(caper_quat_rotate(off, caper_vec3_make(0, 0, 1)).y);
            *drop = (rest.position.y - r->goals[i].position.y) / caper_gait_length(r->gait);
        }
    }
}

static void bodies_lean_into_starts_stops_and_turns_back(void)
{
    static const char *const names[] = {"performer", "ostrich", "dog", "horse"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        caper_character *c = menagerie_load(names[n]);
        ride *r = mount(c);
        float lean = 0, drop = 0, before = 0, high = 0, legs = caper_gait_length(r->gait);
        go(r, 0, 0, 0);
        posture(r, c, &before, &high);
        // start: the lean comes before the way
        float early = 0, sunk = 0;
        for (int f = 0; f < 60; f++) {
            go(r, 0, 1, 0);
            posture(r, c, &lean, &drop);
            early = r->root.z < 0.1f * legs ? fmaxf(early, lean - before) : early;
            sunk = r->root.z < 0.3f * legs ? fmaxf(sunk, drop - high) : sunk;
        }
        for (int f = 0; f < 200; f++) {
            go(r, 0, 1, 0);
        }
        // stop: back, while it still runs; the stride swings too, so against its mean
        float running = 0, back = 10, turn = 10;
        for (int f = 0; f < 200; f++) {
            go(r, 0, 1, 0);
            posture(r, c, &lean, &drop);
            running += lean / 200;
        }
        for (int f = 0; f < 60; f++) {
            go(r, 0, 0, 0);
            posture(r, c, &lean, &drop);
            bool fast = caper_walker_velocity(r->walker).z > 0.3f * r->unit;
            back = fast ? fminf(back, lean) : back;
        }
        for (int f = 0; f < 200; f++) {
            go(r, 0, 1, 0);
        }
        for (int f = 0; f < 60; f++) {
            go(r, 0, -0.5f, 0);
            posture(r, c, &lean, &drop);
            turn = caper_walker_velocity(r->walker).z > 0 ? fminf(turn, lean) : turn;
        }
        printf("%s: %.1f degrees forward and %.1f %% of a leg down before it starts, %.1f back "
               "before it stops, %.1f before it turns back\n",
               names[n], (double)(early / CAPER_DEGREE), (double)(100 * sunk),
               (double)((running - back) / CAPER_DEGREE),
               (double)((running - turn) / CAPER_DEGREE));
        CHECK(early > 1.5f * CAPER_DEGREE);
        // the root of four-legged bodies is their pelvis, which rises as they lean
        CHECK(sunk > 0.01f || c->leg_count > 2);
        CHECK(running - back > 2 * CAPER_DEGREE);
        CHECK(running - turn > running - back);
        dismount(r);
        caper_character_destroy(c);
    }
}

TESTS(a_new_speed_takes_as_long_as_weight_says, who_has_stopped_takes_no_stray_step,
      a_turn_on_the_spot_takes_its_time, headings_are_reached_on_the_spot_and_sideways,
      wild_commands_leave_no_foot_behind, bodies_lean_into_starts_stops_and_turns_back)
