// SPDX-License-Identifier: MIT
// Motions of characters by spacetime optimization: what must hold of them is computed anew from the
// solution, the clip or the variables, not taken from the problem's own rows.
#include "caper/spacetime.h"
#include "spacetime/blocks.h"
#include "spacetime/builder.h"
#include "spacetime/solution.h"
#include "test.h"

#include <math.h>
#include <string.h>

static caper_character *load(const char *name)
{
    caper_error error;
    caper_character *character = caper_character_load(test_data_path(name), NULL, &error);
    REQUIRE(character != NULL);
    return character;
}

// Left then right, heel before toe, each standing for 0.6 of the cycle.
static int walk_contacts(const caper_character *character, caper_spacetime_contact *out)
{
    int left = caper_character_find(character, "left_foot");
    int right = caper_character_find(character, "right_foot");
    out[0] = (caper_spacetime_contact){left, CAPER_SPACETIME_HEEL, 0, 0.4, 0};
    out[1] = (caper_spacetime_contact){left, CAPER_SPACETIME_TOE, 0.1, 0.62, 0};
    out[2] = (caper_spacetime_contact){right, CAPER_SPACETIME_HEEL, 0.5, 0.9, 0};
    out[3] = (caper_spacetime_contact){right, CAPER_SPACETIME_TOE, 0.6, 1.12, 0};
    return 4;
}

typedef struct walk {
    caper_character *character;
    caper_spacetime_contact contacts[4];
    caper_spacetime_job job;
    caper_spacetime_solution *solution;
    caper_spacetime_report report;
} walk;

static void begin_walk(walk *w, caper_spacetime_cycle cycle, int frames)
{
    w->character = load("characters/performer.character.json");
    w->job = caper_spacetime_job_default();
    w->job.character = w->character;
    w->job.contact_count = walk_contacts(w->character, w->contacts);
    w->job.contacts = w->contacts;
    w->job.cycle = cycle;
    w->job.frame_count = frames;
    w->job.duration = 1.1;
    w->job.travel.z = 1.3 * w->job.duration;
}

static void solve_walk(walk *w)
{
    caper_error error;
    w->solution = caper_spacetime_solve(&w->job, &w->report, &error);
    REQUIRE(w->solution != NULL);
}

static void end_walk(walk *w)
{
    caper_spacetime_solution_destroy(w->solution);
    caper_character_destroy(w->character);
}

// Sum over the rigid bodies of a solved cycle, by hand: mass x acceleration of the centre must be
// the ground's forces less the weight.
static void check_newton(const walk *w)
{
    const caper_spacetime_solution *s = w->solution;
    int rigids = s->model->rigid_count;
    double length = s->model->length, h = s->times[1];
    for (int t = 0; t < s->frame_count; t++) {
        double force[3] = {0, -s->model->mass * 9.81, 0}, push[3] = {0, 0, 0};
        for (int i = 0; i < s->foot_count; i++) {
            force[0] += s->feet[i].force[t].x;
            force[1] += s->feet[i].force[t].y;
            force[2] += s->feet[i].force[t].z;
            CHECK(s->feet[i].force[t].y >= -1e-6);
            double side = hypot(s->feet[i].force[t].x, s->feet[i].force[t].z);
            CHECK(side <= w->job.friction * s->feet[i].force[t].y + 1);
        }
        for (int r = 0; r < rigids; r++) {
            const real3 *p = &s->positions[(t + 1) * rigids + r];
            real3 before = p[-rigids], after = p[rigids];
            double m = s->model->rigids[r].mass * s->model->mass * length / (h * h);
            push[0] += m * (after.x - 2 * p->x + before.x);
            push[1] += m * (after.y - 2 * p->y + before.y);
            push[2] += m * (after.z - 2 * p->z + before.z);
        }
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(push[i], force[i], 0.02); // newtons; the body weighs 706
        }
    }
}

// Soles of the clip, where it declares contacts: neither through the ground nor away from where
// they stood. Heel and toe are told apart by their height.
static void check_soles(const walk *w, const caper_clip *clip)
{
    caper_pose local = caper_character_pose(w->character, NULL);
    caper_pose world = caper_character_pose(w->character, NULL);
    int held = 0;
    for (int c = 0; c < clip->contact_count; c++) {
        caper_contact contact = clip->contacts[c];
        caper_vec3 points[CAPER_MAX_CONTACTS], stood[CAPER_MAX_CONTACTS];
        bool on[CAPER_MAX_CONTACTS] = {false};
        int count = caper_body_sole_points(w->character, contact.body, points);
        for (int i = 0; i < clip->frame_count; i++) {
            float time = (float)i / clip->rate;
            if (time < contact.start || time > contact.end) {
                continue;
            }
            caper_clip_sample(clip, time, NULL, &local);
            caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
            caper_pose_to_model(&w->character->skeleton, &local, &root, &world);
            for (int p = 0; p < count; p++) {
                caper_vec3 at = caper_transform_mul_point(world.bodies[contact.body], points[p]);
                CHECK(at.y > -1e-3f);
                bool low = at.y < 1e-4f;
                if (low && on[p]) {
                    caper_vec3 moved = caper_vec3_sub(at, stood[p]);
                    CHECK(hypot(moved.x, moved.z) < 1e-4);
                    held++;
                }
                on[p] = low;
                stood[p] = at;
            }
        }
    }
    CHECK(held > 50);
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&world, NULL);
}

static void a_person_walks_half_a_cycle(void)
{
    walk w;
    begin_walk(&w, CAPER_SPACETIME_MIRRORED, 11);
    solve_walk(&w);
    CHECK(w.report.solved);
    CHECK_STR(w.report.status, "solved");
    CHECK(w.report.violation < 1e-6);
    CHECK(w.report.iterations < 60);
    check_newton(&w);
    caper_error error;
    caper_clip *clip = caper_spacetime_clip(w.solution, "walk", 60, &error);
    REQUIRE(clip != NULL);
    CHECK(clip->loops);
    CHECK_INT(clip->frame_count, 67);
    caper_root begin = caper_clip_sample_root(clip, 0);
    caper_root end = caper_clip_sample_root(clip, clip->duration * 3);
    CHECK_NEAR(end.z - begin.z, 3 * 1.3 * 1.1, 1e-4); // the mean speed is exact, cycle after cycle
    check_soles(&w, clip);
    caper_clip_destroy(clip);
    // the neighbour starts from this one
    walk next = w;
    next.job.travel.z = 1.35 * next.job.duration;
    next.job.start = w.solution;
    solve_walk(&next);
    CHECK(next.report.solved);
    CHECK(next.report.iterations < w.report.iterations);
    caper_spacetime_solution_destroy(next.solution);
    end_walk(&w);
}

TESTS(a_person_walks_half_a_cycle)
