// SPDX-License-Identifier: MIT
// Every shipped body with legs, or random ones, over every shipped ground at its own measure and at
// several Froude numbers, judged by the gates that bear on legs. Everybody goes the same way,
// counted in legs: up the stairs and down again. A line for each walk that fails, with its worst
// places; then what passes by ground and by body, and what fails most.
#include "gait_tables.h"

#include "caper/actor.h"
#include "caper/formats.h"
#include "caper/gait.h"
#include "caper/quality.h"
#include "caper/world.h"
#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PERSON_LEG 0.92f // metres: what the shipped worlds are made for
#define WAY 9.0f         // metres of a person: over the stairs and down
#define LONGEST 60.0f    // seconds of a person: who is not there by then is stuck
#define RATE 60.0f       // frames a second
#define SHOWN 6          // metrics that fail most, in a line

static const char *const grounds[] = {"flat",   "slope",           "hills",
                                      "rubble", "stepping_stones", "stairs"};
static const float speeds[] = {0.05f, 0.2f, 0.6f}; // Froude numbers: a stroll, a brisk walk, a run
#define GROUNDS CAPER_COUNT_OF(grounds)
#define SPEEDS CAPER_COUNT_OF(speeds)

// What is to pass: falls, flights, slips, skating, feet in the ground, torn limbs, joints.
static const caper_metric gates[] = {CAPER_METRIC_FALL,
                                     CAPER_METRIC_HANG,
                                     CAPER_METRIC_FLIGHT,
                                     CAPER_METRIC_SLIP_MEDIAN,
                                     CAPER_METRIC_SLIP_MAX,
                                     CAPER_METRIC_SKATE,
                                     CAPER_METRIC_FLOAT_P95,
                                     CAPER_METRIC_STRETCH_MIN,
                                     CAPER_METRIC_STRETCH_MAX,
                                     CAPER_METRIC_LIMITS,
                                     CAPER_METRIC_LIMITS_MAX,
                                     CAPER_METRIC_PENETRATION_P95,
                                     CAPER_METRIC_PENETRATION_MAX,
                                     CAPER_METRIC_PENETRATION_BODY};

typedef struct tally {
    int runs, passed, fails[CAPER_METRIC_COUNT];
} tally;

typedef struct route {
    caper_play_clip_job play;
    float speed, way;
    bool there;
} route;

static bool go_on(void *user, caper_actor *actor, int frame, float time)
{
    route *r = user;
    caper_walk_command command = {.heading = NAN, .velocity = {0, 0, r->speed}};
    (void)frame;
    (void)time;
    r->there = caper_actor_root(actor).z > r->way;
    return !r->there && caper_actor_command(actor, r->play.source, &command);
}

static caper_clip *walk(const caper_character *c, const caper_world *world, float froude,
                        float scale, route *r, caper_error *error)
{
    caper_gait_def gait_def = caper_gait_def_default();
    gait_def.character = c;
    caper_gait *gait = caper_gait_create(&gait_def, error);
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    r->speed = gait ? caper_gait_speed(gait, froude) : 0;
    r->way = WAY * scale;
    r->play = caper_play_clip_job_default();
    caper_actor_def *actor = &r->play.actor;
    actor->character = c;
    actor->world = world;
    actor->jiggle = &jiggle;
    actor->root.y = world ? caper_world_height(world, NULL, 0, 0, INFINITY).point.y : 0;
    r->play.play.gait = gait;
    r->play.record.recorder.rate = RATE;
    r->play.record.seconds = LONGEST * sqrtf(scale);
    r->play.record.before = go_on;
    r->play.record.user = r;
    caper_clip *clip = gait ? caper_play_clip(&r->play, error) : NULL;
    caper_gait_destroy(gait);
    return clip;
}

static void print_failure(const caper_report *report, const caper_character *c, caper_metric metric)
{
    printf("  %s %.3g", caper_metric_name(metric), report->measures[metric].value);
    for (int i = 0; i < report->worst_count; i++) {
        const caper_worst *worst = &report->worst[i];
        if (worst->metric == metric) {
            printf(" (%s %.2f s)", worst->body >= 0 ? c->bodies[worst->body].name : "-",
                   (double)((float)worst->frame / RATE));
        }
    }
}

// Count what a report says; a line where it fails.
static void note(const caper_report *report, const caper_character *c, bool there,
                 const char *title, tally *const tallies[3])
{
    bool failed[CAPER_METRIC_COUNT] = {false}, passes = there;
    for (int i = 0; i < CAPER_COUNT_OF(gates); i++) {
        failed[gates[i]] = !report->measures[gates[i]].pass;
        passes = passes && !failed[gates[i]];
    }
    for (int k = 0; k < 3; k++) {
        tallies[k]->runs++;
        tallies[k]->passed += passes;
        for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
            tallies[k]->fails[m] += failed[m];
        }
    }
    if (!passes) {
        printf("%-32s%s", title, there ? "" : "  is not there");
        for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
            if (failed[m]) {
                print_failure(report, c, (caper_metric)m);
            }
        }
        printf("\n");
    }
}

static void print_tally(const char *name, const tally *t)
{
    int fails[CAPER_METRIC_COUNT];
    memcpy(fails, t->fails, sizeof fails);
    printf("%-18s %5.1f %% of %4d ", name, 100.0 * t->passed / (t->runs > 0 ? t->runs : 1),
           t->runs);
    for (int i = 0; i < SHOWN; i++) {
        int most = 0;
        for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
            most = fails[m] > fails[most] ? m : most;
        }
        if (fails[most] > 0) {
            printf("  %s %d", caper_metric_name((caper_metric)most), fails[most]);
        }
        fails[most] = 0;
    }
    printf("\n");
}

// Walk and judge once; false with an error.
static bool walk_once(const caper_character *c, const caper_world *world, const char *ground,
                      float froude, float scale, tally *const tallies[3], caper_error *error)
{
    char title[160];
    route r = {0};
    caper_clip *clip = walk(c, world, froude, scale, &r, error);
    caper_check_job job = caper_check_job_default();
    job.character = c;
    job.clip = clip;
    job.world = world;
    job.floor = 0;
    caper_report *report = clip ? caper_check(&job, error) : NULL;
    bool good = report != NULL;
    snprintf(title, sizeof title, "%.40s, %s, %.2f", c->name, ground, (double)froude);
    if (good) {
        note(report, c, r.there, title, tallies);
    }
    caper_report_destroy(report);
    caper_clip_destroy(clip);
    return good;
}

// Over one ground, at each speed. No world: flat ground.
static bool walk_ground(const caper_character *c, const caper_world *world, const char *ground,
                        int speed_count, float scale, tally *const tallies[3], caper_error *error)
{
    caper_world *scaled = world ? caper_world_scaled(world, scale, NULL, error) : NULL;
    bool good = scaled || !world;
    for (int v = 0; good && v < speed_count; v++) {
        float froude = speed_count == 1 ? speeds[1] : speeds[v];
        good = walk_once(c, scaled, ground, froude, scale, tallies, error);
    }
    caper_world_destroy(scaled);
    return good;
}

static bool walk_body(const caper_character *c, int speed_count, caper_world *const *worlds,
                      tally *by_ground, tally *all)
{
    tally own = {0};
    float scale = 0;
    bool good = true;
    for (int i = 0; i < c->leg_count; i++) {
        scale += c->legs[i].length / (PERSON_LEG * (float)c->leg_count);
    }
    for (int g = 0; g < GROUNDS && scale > 0; g++) {
        caper_error error = {0};
        if (!walk_ground(c, worlds[g], grounds[g], speed_count, scale,
                         (tally *const[]){&by_ground[g], &own, all}, &error)) {
            fprintf(stderr, "%s, %s: no walk: %s\n", c->name, grounds[g], error.message);
            good = false;
        }
    }
    if (own.runs > 0) {
        print_tally(c->name, &own);
        fflush(stdout);
    }
    return good;
}

// Walk one body, if it is there; whoever fails is told, and the others go on.
static bool walk_next(caper_character *c, const caper_error *error, int speed_count,
                      caper_world *const *worlds, tally *by_ground, tally *all)
{
    if (!c) {
        cli_error(error);
        return false;
    }
    bool good = walk_body(c, speed_count, worlds, by_ground, all);
    caper_character_destroy(c);
    return good;
}

static bool walk_shipped(caper_world *const *worlds, tally *by_ground, tally *all)
{
    char **paths = NULL;
    int count = cli_data_list("characters", ".character.json", &paths);
    bool good = count > 0;
    for (int i = 0; i < count; i++) {
        caper_error error = {0};
        caper_character *c = caper_character_load(paths[i], NULL, &error);
        good = walk_next(c, &error, SPEEDS, worlds, by_ground, all) && good;
        free(paths[i]);
    }
    free(paths);
    return good;
}

static bool walk_random(int count, caper_world *const *worlds, tally *by_ground, tally *all)
{
    bool good = true;
    caper_creature_def def = caper_creature_def_default();
    for (int i = 0; i < count; i++) {
        caper_error error = {0};
        def.seed = (uint64_t)i + 1;
        caper_character *c = caper_character_random(&def, &error);
        good = walk_next(c, &error, 1, worlds, by_ground, all) && good;
    }
    return good;
}

// All but the first, which is flat; false where one is missing.
static bool load_worlds(caper_world *worlds[GROUNDS])
{
    bool good = true;
    for (int g = 1; g < GROUNDS && good; g++) {
        char name[80], path[1200];
        caper_error error = {0};
        snprintf(name, sizeof name, "worlds/%s.world.json", grounds[g]);
        if (!cli_data_path(name, path, sizeof path)) {
            caper_error_set(&error, CAPER_ERROR_IO, name, 0, 0, "not found");
        } else {
            worlds[g] = caper_world_load(path, NULL, &error);
        }
        good = worlds[g] || cli_error(&error) == CLI_GOOD;
    }
    return good;
}

static bool walk_all(int random, caper_world *const *worlds)
{
    tally by_ground[GROUNDS] = {0}, all = {0};
    bool good = random > 0 ? walk_random(random, worlds, by_ground, &all)
                           : walk_shipped(worlds, by_ground, &all);
    printf("\n");
    for (int g = 0; g < GROUNDS; g++) {
        print_tally(grounds[g], &by_ground[g]);
    }
    print_tally("all", &all);
    return good;
}

int bench_gait_tables(int random)
{
    caper_world *worlds[GROUNDS] = {NULL};
    bool good = load_worlds(worlds) && walk_all(random, worlds);
    for (int g = 0; g < GROUNDS; g++) {
        caper_world_destroy(worlds[g]);
    }
    return good ? CLI_GOOD : CLI_BAD;
}
