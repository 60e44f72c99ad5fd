// SPDX-License-Identifier: MIT
// What kinds of motion are, read off the clips that the solver's motions become: runs fly and walks
// do not, whoever does it; contacts that are found are contacts; transitions begin and end in the
// clips that they are between.
#include "caper/spacetime.h"
#include "spacetime/solution.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static caper_character *load(const char *name)
{
    char path[256];
    caper_error error;
    snprintf(path, sizeof path, "characters/%s.character.json", name);
    caper_character *character = caper_character_load(test_data_path(path), NULL, &error);
    REQUIRE(character != NULL);
    return character;
}

// -- gaits
// ------------------------------------------------------------------------------------------

// The right foot of a pair half a cycle after the left one, and pairs that follow each other the
// other way round: diagonal feet together, tripods of six legs.
static int add_contacts(const caper_character *c, double duty, caper_spacetime_contact *out)
{
    int count = 0;
    for (int i = 0; i < c->leg_count; i++) {
        int foot = c->legs[i].foot;
        caper_vec3 at = c->rest_model[foot].position;
        int ahead = 0; // legs of the same side that are further ahead
        for (int k = 0; k < c->leg_count; k++) {
            caper_vec3 other = c->rest_model[c->legs[k].foot].position;
            ahead += other.x * at.x > 0 && other.z > at.z;
        }
        bool left = (at.x > 0) != (ahead % 2 == 1);
        double start = c->leg_count == 1 || left ? 0 : 0.5;
        out[count++] =
            (caper_spacetime_contact){foot, CAPER_SPACETIME_WHOLE, start, start + duty, 0};
    }
    return count;
}

typedef struct gait {
    const char *character;
    double duty;
    double pace; ///< speed as a root of the Froude number
    double time; ///< of a cycle, in sqrt(leg / gravity)
    bool flies;
} gait;

static caper_clip *make_clip(const caper_character *c, const gait *g)
{
    caper_spacetime_contact contacts[8];
    caper_spacetime_job job = caper_spacetime_job_default();
    caper_spacetime_report report;
    caper_error error;
    double leg = 0;
    for (int i = 0; i < c->leg_count; i++) {
        leg += (double)c->legs[i].length / c->leg_count;
    }
    job.character = c;
    job.contacts = contacts;
    job.contact_count = add_contacts(c, g->duty, contacts);
    bool half = c->leg_count > 1;
    job.cycle = half ? CAPER_SPACETIME_MIRRORED : CAPER_SPACETIME_LOOP;
    // three frames of the clip are a step of the solver where something flies: see check_gait
    job.frame_count = !half ? 16 : g->flies ? 10 : 7;
    job.duration = g->time * sqrt(leg / 9.81);
    job.travel.z = g->pace * sqrt(9.81 * leg) * job.duration;
    job.lift = 0.1;
    caper_spacetime_solution *s = caper_spacetime_solve(&job, &report, &error);
    REQUIRE(s != NULL);
    if (!report.solved) {
        fprintf(stderr, "%s: %s, %s\n", g->character, report.status, report.worst);
    }
    REQUIRE(report.solved);
    caper_clip *clip = caper_spacetime_clip(s, g->character, 60, &error);
    REQUIRE(clip != NULL);
    caper_spacetime_solution_destroy(s);
    return clip;
}

static void pose_at(const caper_character *c, const caper_clip *clip, float time, caper_pose *local,
                    caper_pose *world)
{
    caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
    REQUIRE(caper_clip_sample(clip, time, NULL, local));
    caper_pose_to_model(&c->skeleton, local, &root, world);
}

static double lowest_sole(const caper_character *c, const caper_pose *world)
{
    double lowest = 1e9;
    for (int i = 0; i < c->leg_count; i++) {
        caper_vec3 points[CAPER_MAX_CONTACTS];
        int foot = c->legs[i].foot, count = caper_body_sole_points(c, foot, points);
        for (int p = 0; p < count; p++) {
            caper_vec3 at = caper_transform_mul_point(world->bodies[foot], points[p]);
            lowest = fmin(lowest, (double)at.y);
        }
    }
    return lowest;
}

static double center_height(const caper_character *c, const caper_pose *world)
{
    double sum = 0;
    for (int i = 0; i < c->body_count; i++) {
        caper_vec3 at = caper_transform_mul_point(world->bodies[i], c->bodies[i].box_center);
        sum += (double)c->bodies[i].mass * (double)at.y;
    }
    return sum / (double)c->mass;
}

// Heights of the lowest sole point and of the centre of mass, frame by frame.
static void trace(const caper_character *c, const caper_clip *clip, double *sole, double *center)
{
    caper_pose local = caper_character_pose(c, NULL), world = caper_character_pose(c, NULL);
    for (int f = 0; f < clip->frame_count; f++) {
        pose_at(c, clip, (float)f / clip->rate, &local, &world);
        sole[f] = lowest_sole(c, &world);
        center[f] = center_height(c, &world);
    }
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&world, NULL);
}

// How deep a sole may be in the ground between the solver's frames, in sizes of the character: the
// judge's gate for the deepest of 20.
static const double DEEP = 0.0028;

// How far joints may go beyond their limits between the solver's frames: half of the judge's gate.
static const double BEYOND = 5 * 3.14159265358979 / 180;

static void check_limits(const caper_character *c, const caper_clip *clip)
{
    caper_pose local = caper_character_pose(c, NULL);
    for (int f = 0; f < clip->frame_count; f++) {
        REQUIRE(caper_clip_sample(clip, (float)f / clip->rate, NULL, &local));
        for (int i = 0; i < c->body_count; i++) {
            caper_joint_angles angles = caper_joint_measure(
                &c->bodies[i].joint, c->skeleton.rest_local[i].rotation, local.bodies[i].rotation);
            if (!((double)angles.excess < BEYOND)) {
                fprintf(stderr, "%s: %s is %g rad beyond its limit at frame %d\n", c->name,
                        c->bodies[i].name, (double)angles.excess, f);
            }
            CHECK((double)angles.excess < BEYOND);
        }
    }
    caper_pose_destroy(&local, NULL);
}

// Adds one to *measured where the flight was long enough to tell how it fell.
static void check_gait(const gait *g, int *measured)
{
    enum {
        MOST = 400
    };
    double sole[MOST], center[MOST], fall = 0;
    caper_character *c = load(g->character);
    caper_clip *clip = make_clip(c, g);
    REQUIRE(clip->frame_count < MOST);
    trace(c, clip, sole, center);
    double air = 0.002 * (double)c->height;
    int flying = 0, falling = 0;
    for (int f = 0; f < clip->frame_count; f++) {
        flying += sole[f] > air;
        // deep in a flight: the curve through the solver's frames is a parabola there
        if (f > 2 && f + 3 < clip->frame_count && sole[f - 3] > air && sole[f + 3] > air) {
            double rate = (double)clip->rate;
            fall += (center[f + 2] - 2 * center[f] + center[f - 2]) * rate * rate / 4;
            falling++;
        }
    }
    double deepest = 0;
    for (int f = 0; f < clip->frame_count; f++) {
        deepest = fmax(deepest, -sole[f] / (double)c->size);
    }
    if (!(deepest < DEEP)) {
        fprintf(stderr, "%s: a sole is %g sizes in the ground\n", g->character, deepest);
    }
    CHECK(deepest < DEEP);
    check_limits(c, clip);
    if (g->flies) {
        CHECK(flying > clip->frame_count / 10);
    } else {
        CHECK_INT(flying, 0);
    }
    if (falling > 0) {
        CHECK_NEAR(fall / falling, -9.81, 0.15 * 9.81); // the judge's gate of flights
        ++*measured;
    }
    caper_clip_destroy(clip);
    caper_character_destroy(c);
}

static void runs_fly_and_walks_do_not(void)
{
    static const gait gaits[] = {
        {"performer", 0.62, 0.45, 3.6, false}, {"performer", 0.35, 0.95, 2.3, true},
        {"dog", 0.6, 0.3, 3.2, false},         {"dog", 0.4, 0.7, 2.2, true},
        {"ostrich", 0.62, 0.35, 3.6, false},   {"ostrich", 0.35, 0.9, 2.3, true},
        {"hopper", 0.5, 0.2, 2.6, true},       {"beetle", 0.58, 0.1, 4.5, false},
        {"beetle", 0.58, 0.2, 4.5, false},
    };
    int measured = 0;
    for (int i = 0; i < CAPER_COUNT_OF(gaits); i += CASE_STEP) {
        check_gait(&gaits[i], &measured);
    }
    CHECK(measured >= (UNDER_SANITIZER ? 1 : 3)); // a trotting dog flies too shortly
}

// -- contacts that are found
// ------------------------------------------------------------------------

static void contacts_of_a_hop_are_found(void)
{
    caper_character *hopper = load("hopper");
    int foot = hopper->legs[0].foot;
    caper_spacetime_contact guess = {foot, CAPER_SPACETIME_WHOLE, 0.1, 0.9, 0};
    caper_spacetime_job job = caper_spacetime_job_default();
    caper_spacetime_report report, proposed, given;
    caper_spacetime_timing timing;
    caper_error error = {0};
    job.character = hopper;
    job.frame_count = 12;
    job.duration = 2.6 * sqrt((double)hopper->legs[0].length / 9.81);
    job.contacts = &guess;
    job.contact_count = 1;
    // with a stance of 0.8 of the cycle the hop must be low and hard; a shorter one costs less
    job.weights.force_rate = 0.1;
    caper_spacetime_solution *s = caper_spacetime_solve(&job, &given, &error);
    REQUIRE(s != NULL);
    CHECK(given.solved);
    caper_spacetime_solution_destroy(s);
    REQUIRE(caper_spacetime_propose(&job, &timing, &report, &error));
    CHECK(report.iterations > 0);
    CHECK(timing.contact_count >= 1);
    for (int i = 0; i < timing.contact_count; i++) {
        double length = timing.contacts[i].end - timing.contacts[i].start;
        CHECK_INT(timing.contacts[i].body, foot);
        CHECK(length > 0.1 && length <= 1);
    }
    CHECK_NEAR(timing.duration, job.duration, 1e-9);
    job.contacts = timing.contacts;
    job.contact_count = timing.contact_count;
    s = caper_spacetime_solve(&job, &proposed, &error);
    REQUIRE(s != NULL);
    CHECK(proposed.solved);
    CHECK(proposed.cost <= given.cost * 1.0001);
    caper_spacetime_solution_destroy(s);
    caper_character_destroy(hopper);
}

// -- transitions
// --------------------------------------------------------------------------------------

// Largest distance between bodies of a motion at a time and of a clip at a time, roots aligned by a
// root.
static double apart(const caper_character *c, const caper_clip *a, float at, const caper_clip *b,
                    float bt, caper_root by)
{
    caper_pose local = caper_character_pose(c, NULL), one = caper_character_pose(c, NULL);
    caper_pose other = caper_character_pose(c, NULL);
    double worst = 0;
    pose_at(c, a, at, &local, &one);
    caper_root root = caper_root_delta(caper_clip_sample_root(b, bt), (caper_root){0, 0, 0, 0});
    caper_transform back = caper_root_transform(caper_root_mul(by, root));
    pose_at(c, b, bt, &local, &other);
    for (int i = 0; i < c->body_count; i++) {
        caper_vec3 p = caper_transform_mul_point(back, other.bodies[i].position);
        worst = fmax(worst, (double)caper_vec3_length(caper_vec3_sub(p, one.bodies[i].position)));
    }
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&one, NULL);
    caper_pose_destroy(&other, NULL);
    return worst;
}

static void a_transition_begins_and_ends_in_its_clips(void)
{
    static const gait walk = {"performer", 0.62, 0.4, 3.6, false};
    static const gait faster = {"performer", 0.6, 0.6, 3.4, false};
    caper_character *c = load("performer");
    caper_clip *a = make_clip(c, &walk), *b = make_clip(c, &faster);
    caper_spacetime_job job = caper_spacetime_job_default();
    caper_spacetime_report report;
    caper_error error = {0};
    job.character = c;
    job.cycle = CAPER_SPACETIME_ONCE;
    job.frame_count = 13;
    job.duration = 0.6;
    job.from = (caper_spacetime_state){a, 0.3};
    job.to = (caper_spacetime_state){b, 0.8};
    job.travel =
        (caper_spacetime_travel){.z = 0.6 * 1.5, .free_x = true, .free_z = true, .free_turn = true};
    caper_spacetime_solution *s = caper_spacetime_solve(&job, &report, &error);
    REQUIRE(s != NULL);
    if (!report.solved) {
        fprintf(stderr, "%s: %s by %g\n", report.status, report.worst, report.violation);
    }
    CHECK(report.solved);
    caper_spacetime_travel travel = caperi_spacetime_solution_travel(s);
    caper_root end = {(float)travel.x, 0, (float)travel.z, (float)travel.turn};
    caper_clip *clip = caper_spacetime_clip(s, "between", 60, &error);
    REQUIRE(clip != NULL);
    CHECK(!clip->loops);
    caper_root start = {0, 0, 0, 0};
    CHECK(apart(c, clip, 0, a, 0.3f, start) < 1e-4);
    CHECK(apart(c, clip, clip->duration, b, 0.8f, end) < 1e-4);
    // a step in, and a step before the end: velocities go over, too
    caper_root in =
        caper_root_delta(caper_clip_sample_root(a, 0.3f), caper_clip_sample_root(a, 0.35f));
    CHECK(apart(c, clip, 0.05f, a, 0.35f, in) < 2e-4);
    CHECK(travel.z > 0.5 && travel.z < 1.3);
    caper_clip_destroy(clip);
    caper_spacetime_solution_destroy(s);
    job.to.time = 100;
    CHECK(caper_spacetime_solve(&job, &report, &error) == NULL);
    // another body with as many parts is another body
    job.to.time = 0.8;
    const char *const *names = b->skeleton.names;
    const char *others[CAPER_MAX_BODIES];
    memcpy(others, names, (size_t)c->body_count * sizeof *others);
    others[c->body_count - 1] = "somebody's";
    b->skeleton.names = others;
    CHECK(caper_spacetime_solve(&job, &report, &error) == NULL);
    CHECK(strstr(error.message, "must be of the job's character") != NULL);
    b->skeleton.names = names;
    // and so is one with the same names and a longer arm
    caper_transform rest[CAPER_MAX_BODIES];
    const caper_transform *shorter = b->skeleton.rest_local;
    memcpy(rest, shorter, (size_t)c->body_count * sizeof *rest);
    rest[c->body_count - 1].position.x += 0.05f;
    b->skeleton.rest_local = rest;
    error.message[0] = 0;
    CHECK(caper_spacetime_solve(&job, &report, &error) == NULL);
    CHECK(strstr(error.message, "must be of the job's character") != NULL);
    b->skeleton.rest_local = shorter;
    job.lift = -1;
    CHECK(caper_spacetime_solve(&job, &report, &error) == NULL);
    CHECK(strstr(error.message, "lift") != NULL);
    caper_clip_destroy(a);
    caper_clip_destroy(b);
    caper_character_destroy(c);
}

TESTS(runs_fly_and_walks_do_not, contacts_of_a_hop_are_found,
      a_transition_begins_and_ends_in_its_clips)
