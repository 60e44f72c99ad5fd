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

// -- what stands stands -------------------------------------------------------------------------

static bool part_stands(const caper_spacetime_solution *s, int foot, int part, int frame)
{
    const caperi_solution_foot *f = &s->feet[foot];
    int n = s->frame_count;
    if (s->cycle == CAPER_SPACETIME_MIRRORED) {
        frame %= 2 * n;
        f = frame >= n ? &s->feet[f->mirror] : f;
    }
    return f->active[part][frame % n];
}

// The frame of the solver at or before a time of the full cycle.
static int frame_before(const caper_spacetime_solution *s, double time)
{
    int n = s->frame_count, frame = 0, last = s->cycle == CAPER_SPACETIME_MIRRORED ? 2 * n : n;
    while (frame + 1 < last) {
        int next = frame + 1;
        if (s->times[next % n] + (next / n) * s->times[n] > time + 1e-9) {
            break;
        }
        frame = next;
    }
    return frame;
}

// Largest distance, metres, by which an edge of a sole moves in the clip while the solver has it
// stand; and how far any sole point is below the ground.
static double worst_standing(const caper_spacetime_solution *s, const caper_clip *clip,
                             double *deepest)
{
    double worst = 0;
    caper_pose local = caper_character_pose(s->character, NULL);
    caper_pose world = caper_character_pose(s->character, NULL);
    *deepest = 0;
    for (int i = 0; i < s->foot_count * 2; i++) {
        const caperi_solution_foot *foot = &s->feet[i / 2];
        int part = i % 2;
        real3 stood = {0, 0, 0};
        bool on = false;
        for (int f = 0; part < foot->part_count && f < clip->frame_count; f++) {
            float time = (float)f / clip->rate;
            int frame = frame_before(s, (double)time);
            bool standing =
                part_stands(s, i / 2, part, frame) && part_stands(s, i / 2, part, frame + 1);
            caper_clip_sample(clip, time, NULL, &local);
            caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
            caper_pose_to_model(&s->character->skeleton, &local, &root, &world);
            const caperi_carried *carried = &s->model->carried[foot->body];
            real3 own =
                real4_unrotate(carried->rotation, real3_sub(foot->point[part], carried->position));
            caper_vec3 at = caper_transform_mul_point(world.bodies[foot->body],
                                                      real3_to(real3_scale(own, s->model->length)));
            *deepest = fmax(*deepest, -(double)at.y);
            if (standing && on) {
                worst = fmax(worst, real3_length(real3_sub(real3_from(at), stood)));
            } else if (standing) {
                stood = real3_from(at);
            }
            on = standing;
        }
    }
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&world, NULL);
    return worst;
}

static void check_standing(const walk *w)
{
    caper_error error;
    double deepest;
    caper_clip *clip = caper_spacetime_clip(w->solution, "walk", 60, &error);
    REQUIRE(clip != NULL);
    double worst = worst_standing(w->solution, clip, &deepest);
    CHECK(worst < 1e-4);
    CHECK(deepest < 1e-3);
    caper_clip_destroy(clip);
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

// -- free flight --------------------------------------------------------------------------------

// A box of sides 2:3:5 tumbling about its middle axis, the unstable one.
static caper_character *make_box(void)
{
    caper_body_def body = caper_body_def_default();
    body.name = "box";
    body.box_half = caper_vec3_make(0.2f, 0.3f, 0.5f);
    body.caps = CAPER_CAP_SPINE;
    body.rest_local.position = caper_vec3_make(0, 1, 0);
    caper_character_def def = caper_character_def_default();
    def.name = "box";
    def.bodies = &body;
    def.body_count = 1;
    caper_error error;
    caper_character *box = caper_character_create(&def, &error);
    REQUIRE(box != NULL);
    return box;
}

typedef struct tumble {
    real4 q;
    real3 w; ///< body axes
} tumble;

// Euler's equations for an ellipsoid of these radii, and the turning of its frame.
static tumble rate_of(tumble s)
{
    const double x = 0.2 * 0.2, y = 0.3 * 0.3, z = 0.5 * 0.5;
    real3 w = s.w;
    real4 spin = {w.x, w.y, w.z, 0};
    return (tumble){real4_scale(real4_mul(s.q, spin), 0.5),
                    {(z - y) / (y + z) * w.y * w.z, (x - z) / (x + z) * w.z * w.x,
                     (y - x) / (x + y) * w.x * w.y}};
}

static tumble along(tumble s, tumble d, double h)
{
    real4 q = {s.q.x + h * d.q.x, s.q.y + h * d.q.y, s.q.z + h * d.q.z, s.q.w + h * d.q.w};
    return (tumble){q, real3_add(s.w, real3_scale(d.w, h))};
}

// Runge and Kutta, in steps of a tenth of a millisecond.
static tumble tumbled(tumble s, double time)
{
    const double h = 1e-4;
    for (int i = 0; i < (int)(time / h + 0.5); i++) {
        tumble a = rate_of(s), b = rate_of(along(s, a, h / 2)), c = rate_of(along(s, b, h / 2));
        tumble d = rate_of(along(s, c, h));
        s = along(along(along(along(s, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
    }
    s.q = real4_unit(s.q);
    return s;
}

static const tumble THROW = {{0, 0, 0, 1}, {0.3, 6, 0.2}};

// Frames 0 and 1 are where the throw has them.
static bool throw_box(caper_spacetime_builder *b, void *user, caper_error *error)
{
    (void)user, (void)error;
    double h = b->job->duration / (b->job->frame_count - 1), length = b->model->length;
    real4 axes = b->model->rigids[0].rest_rotation;
    for (int t = 0; t < 2; t++) {
        real4 q = real4_mul(tumbled(THROW, t * h).q, axes);
        const double pose[7] = {0.5 * t * h / length,
                                (1 + 3 * t * h - 4.905 * t * h * t * h) / length,
                                0,
                                q.x,
                                q.y,
                                q.z,
                                q.w};
        for (int i = 0; i < 7; i++) {
            int v = caperi_pose_of(b, t, 0) + i;
            b->problem->lower[v] = pose[i] - 1e-9; // not fixed: else nothing is left to solve
            b->problem->upper[v] = pose[i] + 1e-9;
            b->problem->start[v] = pose[i];
        }
    }
    return true;
}

// Largest difference of the box's axes from those of the integration, at the last frame.
static double tumbling_error(const caper_character *box, int frames)
{
    caper_spacetime_job job = caper_spacetime_job_default();
    caper_spacetime_report report;
    caper_error error;
    job.character = box;
    job.cycle = CAPER_SPACETIME_ONCE;
    job.frame_count = frames;
    job.duration = 0.5;
    job.specify = throw_box;
    job.weights = (caper_spacetime_weights){0};
    job.tolerance = 1e-8;
    caper_spacetime_solution *s = caper_spacetime_solve(&job, &report, &error);
    REQUIRE(s != NULL);
    CHECK(report.solved);
    // the parabola is exact: second differences of a square are
    real3 end = s->positions[frames];
    CHECK_NEAR(end.y * s->model->length, 1 + 3 * 0.5 - 4.905 * 0.25, 1e-5);
    CHECK_NEAR(end.x * s->model->length, 0.25, 1e-5);
    real4 axes = s->model->rigids[0].rest_rotation;
    real4 found = real4_mul(s->rotations[frames], real4_conj(axes));
    real4 expected = tumbled(THROW, 0.5).q;
    double worst = 0;
    for (int k = 0; k < 3; k++) {
        real3 axis = {k == 0, k == 1, k == 2};
        real3 gap = real3_sub(real4_rotate(found, axis), real4_rotate(expected, axis));
        worst = fmax(worst, real3_length(gap));
    }
    caper_spacetime_solution_destroy(s);
    return worst;
}

static void a_thrown_box_tumbles_as_eulers_equations_say(void)
{
    caper_character *box = make_box();
    double coarse = tumbling_error(box, 26), fine = tumbling_error(box, 51);
    CHECK(fine < 0.01);
    CHECK(coarse / fine > 3); // of second order: half the step, a quarter of the error
    CHECK(coarse / fine < 5);
    caper_character_destroy(box);
}

// Angular momentum about the centre of mass from one frame to the next, in the problem's units.
static real3 momentum_of(const caper_spacetime_solution *s, int t)
{
    int rigids = s->model->rigid_count;
    double h = (s->times[t + 1] - s->times[t]) / s->model->time;
    real3 total = {0, 0, 0}, center[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int r = 0; r < rigids; r++) {
        for (int f = 0; f < 2; f++) {
            real3 p = s->positions[(t + 1 + f) * rigids + r];
            center[f] = real3_add(center[f], real3_scale(p, s->model->rigids[r].mass));
        }
    }
    for (int r = 0; r < rigids; r++) {
        const caperi_model_body *rigid = &s->model->rigids[r];
        int at = (t + 1) * rigids + r;
        real3 a = real3_sub(s->positions[at], center[0]);
        real3 b = real3_sub(s->positions[at + rigids], center[1]);
        total = real3_add(total, real3_scale(real3_cross(a, b), rigid->mass / h));
        for (int k = 0; k < 3; k++) {
            real3 axis = {k == 0, k == 1, k == 2};
            real3 u = real4_rotate(s->rotations[at], axis);
            real3 v = real4_rotate(s->rotations[at + rigids], axis);
            total = real3_add(total, real3_scale(real3_cross(u, v), rigid->spread[k] / h));
        }
    }
    return total;
}

static double identity(const void *data, const double *q, double *gradient, double *hessian)
{
    (void)data;
    if (gradient) {
        gradient[0] = 1;
    }
    if (hessian) {
        hessian[0] = 0;
    }
    return q[0];
}

// The chest turns forward at 4 rad/s at frame 1, and the knees are bent at the end.
static bool somersault(caper_spacetime_builder *b, void *user, caper_error *error)
{
    const caper_character *character = user;
    static const caperi_expression same = {1, identity, NULL};
    caperi_quantity spin, knee;
    caperi_quantity_ref ref = {CAPERI_ANGULAR_VELOCITY, caper_character_find(character, "chest"), 0,
                               1};
    caperi_quantity_ref bend = {CAPERI_JOINT_ANGLE, caper_character_find(character, "left_shin"), 0,
                                9};
    return caperi_spacetime_quantity(b, &ref, &spin, error) &&
           caperi_spacetime_quantity(b, &bend, &knee, error) &&
           caperi_spacetime_constrain(b, &same, &spin, 4, 4, 1, "spin", error) &&
           caperi_spacetime_constrain(b, &same, &knee, 1.2, 1.2, 1, "knee", error);
}

static void flight_keeps_its_angular_momentum(void)
{
    caper_character *character = load("characters/performer.character.json");
    caper_spacetime_job job = caper_spacetime_job_default();
    caper_spacetime_report report;
    caper_error error;
    job.character = character;
    job.cycle = CAPER_SPACETIME_ONCE;
    job.frame_count = 10;
    job.duration = 0.36;
    job.tolerance = 1e-8;
    job.specify = somersault;
    job.specify_user = character;
    caper_spacetime_solution *s = caper_spacetime_solve(&job, &report, &error);
    REQUIRE(s != NULL);
    CHECK(report.solved);
    real3 first = momentum_of(s, 0);
    CHECK(fabs(first.x) > 0.02); // else there is nothing to keep
    for (int t = 1; t < 9; t++) {
        CHECK(real3_length(real3_sub(momentum_of(s, t), first)) < 1e-6);
    }
    caper_spacetime_solution_destroy(s);
    caper_character_destroy(character);
}

// -- other cycles -------------------------------------------------------------------------------

static void a_full_cycle_of_a_straight_walk_is_its_mirrored_half(void)
{
    walk half, full;
    begin_walk(&half, CAPER_SPACETIME_MIRRORED, 6);
    begin_walk(&full, CAPER_SPACETIME_LOOP, 12);
    solve_walk(&half);
    solve_walk(&full);
    CHECK(half.report.solved);
    CHECK(full.report.solved);
    check_standing(&half);
    check_standing(&full);
    CHECK_NEAR(full.report.cost, half.report.cost, 1e-5);
    check_newton(&full);
    end_walk(&half);
    end_walk(&full);
}

static void turning_walkers_get_where_the_turn_leads(void)
{
    walk w;
    begin_walk(&w, CAPER_SPACETIME_LOOP, 12);
    double turn = 0.8, radius = 1.3 * w.job.duration / turn;
    w.job.travel = (caper_spacetime_travel){
        .x = radius * (1 - cos(turn)), .z = radius * sin(turn), .turn = turn};
    solve_walk(&w);
    CHECK(w.report.solved);
    check_standing(&w);
    caper_error error;
    caper_clip *clip = caper_spacetime_clip(w.solution, "turn", 60, &error);
    REQUIRE(clip != NULL);
    caper_root a = caper_clip_sample_root(clip, 0);
    caper_root b = caper_clip_sample_root(clip, clip->duration);
    caper_root move = {(float)w.job.travel.x, 0, (float)w.job.travel.z, (float)turn};
    caper_root expected = caper_root_mul(move, a);
    CHECK_NEAR(b.x, expected.x, 1e-4);
    CHECK_NEAR(b.z, expected.z, 1e-4);
    CHECK_NEAR(b.yaw, expected.yaw, 1e-4);
    caper_clip_destroy(clip);
    end_walk(&w);
}

static void durations_are_found_within_their_bounds(void)
{
    walk w;
    begin_walk(&w, CAPER_SPACETIME_MIRRORED, 8);
    w.job.duration_min = 0.7;
    w.job.duration_max = 1.6;
    solve_walk(&w);
    CHECK(w.report.solved);
    double found = caperi_spacetime_solution_duration(w.solution);
    CHECK(found > 0.75);
    CHECK(found < 1.55);
    check_standing(&w);
    CHECK(fabs(found - 1.1) > 1e-3); // it did look for it
    end_walk(&w);
}

static void bodies_stay_out_of_each_other(void)
{
    walk w;
    begin_walk(&w, CAPER_SPACETIME_MIRRORED, 8);
    w.job.self_contact = true;
    solve_walk(&w);
    CHECK(w.report.solved);
    // spheres within the shins and feet of the solution, against each other
    const caper_spacetime_solution *s = w.solution;
    int rigids = s->model->rigid_count, checked = 0;
    for (int t = 0; t < s->frame_count; t++) {
        for (int a = 0; a < rigids; a++) {
            int b = s->model->rigids[a].mirror;
            if (b <= a) {
                continue;
            }
            const double *ra = s->model->rigids[a].radii, *rb = s->model->rigids[b].radii;
            double reach = fmin(fmin(ra[0], ra[1]), ra[2]) + fmin(fmin(rb[0], rb[1]), rb[2]);
            int at = (t + 1) * rigids;
            real3 gap = real3_sub(s->positions[at + a], s->positions[at + b]);
            CHECK(real3_length(gap) > reach);
            checked++;
        }
    }
    CHECK(checked > 20);
    end_walk(&w);
}

static void creatures_walk_by_the_same_means(void)
{
    caper_character *dog = load("characters/dog.character.json");
    caper_spacetime_contact contacts[4];
    static const char *const names[4] = {"left_hind_paw", "right_front_paw", "right_hind_paw",
                                         "left_front_paw"};
    for (int i = 0; i < 4; i++) {
        contacts[i] =
            (caper_spacetime_contact){caper_character_find(dog, names[i]), CAPER_SPACETIME_WHOLE,
                                      i < 2 ? 0 : 0.5, i < 2 ? 0.5 : 1, 0};
    }
    caper_spacetime_job job = caper_spacetime_job_default();
    job.character = dog;
    job.cycle = CAPER_SPACETIME_MIRRORED;
    job.frame_count = 6;
    job.duration = 0.5;
    job.travel.z = 0.9;
    job.contacts = contacts;
    job.contact_count = 4;
    caper_spacetime_report report;
    caper_error error;
    caper_spacetime_solution *s = caper_spacetime_solve(&job, &report, &error);
    REQUIRE(s != NULL);
    CHECK(report.solved);
    caper_spacetime_solution_destroy(s);
    caper_character_destroy(dog);
}

// -- quantities ---------------------------------------------------------------------------------

// Every kind of quantity at some frame, kept until the solve is over.
typedef struct gauges {
    const caper_character *character;
    int count;
    double found[CAPERI_QUANTITY_KIND_COUNT];
    caperi_derivative_error worst;
} gauges;

static bool read_gauges(caper_spacetime_builder *b, void *user, caper_error *error)
{
    gauges *g = user;
    caper_rng rng = caper_rng_make(3);
    for (int kind = 0; kind < CAPERI_QUANTITY_KIND_COUNT; kind++) {
        caperi_quantity_ref ref = {(caperi_quantity_kind)kind,
                                   caper_character_find(g->character, "left_foot"), 1, 2};
        caperi_quantity q;
        if (!caperi_spacetime_quantity(b, &ref, &q, error)) {
            return false;
        }
        double x[256], weight = 1;
        int n = q.kind->input_count;
        for (int i = 0; i < n; i++) {
            x[i] = b->problem->start[q.variables[i]];
        }
        q.kind->evaluate(x, q.data, &g->found[kind]);
        g->found[kind] *= q.scale;
        for (int i = 0; i < n; i++) {
            x[i] += 0.1 * caper_rng_double(&rng);
        }
        caperi_derivative_error e = caperi_block_check(q.kind, q.data, x, &weight);
        g->worst.jacobian = fmax(g->worst.jacobian, e.jacobian);
        g->worst.hessian = fmax(g->worst.hessian, e.hessian);
        g->count++;
    }
    return caper_error_set(error, CAPER_ERROR_CANCELED, NULL, 0, 0, "that is all");
}

// The first guess is the rest pose carried along at a constant speed: all is known of it.
static void quantities_measure_what_they_say(void)
{
    walk w;
    gauges g = {0};
    caper_error error = {0};
    begin_walk(&w, CAPER_SPACETIME_LOOP, 11);
    g.character = w.character;
    w.job.specify = read_gauges;
    w.job.specify_user = &g;
    CHECK(caper_spacetime_solve(&w.job, NULL, &error) == NULL);
    CHECK_STR(error.message, "that is all");
    CHECK_INT(g.count, CAPERI_QUANTITY_KIND_COUNT);
    int foot = caper_character_find(w.character, "left_foot");
    caper_vec3 center = caper_transform_mul_point(w.character->rest_model[foot],
                                                  w.character->bodies[foot].box_center);
    CHECK_NEAR(g.found[CAPERI_POSITION], center.y, 1e-6);
    CHECK_NEAR(g.found[CAPERI_VELOCITY], 0, 1e-9);
    CHECK_NEAR(g.found[CAPERI_UP], 1, 1e-6);
    CHECK_NEAR(g.found[CAPERI_FORWARD], 0, 1e-6);
    CHECK_NEAR(g.found[CAPERI_CENTER_OF_MASS], w.character->center_of_mass.y, 1e-6);
    CHECK_NEAR(g.found[CAPERI_SOLE], 0, 1e-3);
    CHECK_NEAR(g.found[CAPERI_DURATION], 1.1, 1e-9);
    // it stands alone then, with heel and toe
    CHECK_NEAR(g.found[CAPERI_FORCE], (double)w.character->mass * 9.81, 1e-3);
    CHECK(g.worst.jacobian < 1e-6);
    CHECK(g.worst.hessian < 1e-6);
    caper_character_destroy(w.character);
}

// -- refusals -----------------------------------------------------------------------------------

static void check_refused(const caper_spacetime_job *job, const char *part)
{
    caper_error error = {0};
    caper_spacetime_report report;
    CHECK(caper_spacetime_solve(job, &report, &error) == NULL);
    CHECK_HAS(error.message, part);
}

static void bad_jobs_are_refused_in_words(void)
{
    walk w;
    begin_walk(&w, CAPER_SPACETIME_LOOP, 11);
    caper_spacetime_job job = w.job;
    job.frame_count = 3;
    check_refused(&job, "frames");
    job = w.job;
    job.duration = (double)NAN;
    check_refused(&job, "duration");
    job = w.job;
    job.duration_min = 2;
    job.duration_max = 1;
    check_refused(&job, "durations");
    job = w.job;
    job.travel.z = (double)INFINITY;
    check_refused(&job, "travel");
    job = w.job;
    job.cycle = CAPER_SPACETIME_MIRRORED;
    job.travel.turn = 1;
    check_refused(&job, "straight");
    w.contacts[0].body = 999;
    check_refused(&w.job, "body");
    caper_character_destroy(w.character);
}

static void an_impossible_walk_names_its_worst_constraint(void)
{
    walk w;
    begin_walk(&w, CAPER_SPACETIME_MIRRORED, 6);
    w.job.travel.z = 30; // metres in 1.1 s
    w.job.max_iterations = 60;
    solve_walk(&w);
    CHECK(!w.report.solved);
    CHECK(w.report.violation > 1e-3);
    CHECK_HAS(w.report.worst, "frame");
    end_walk(&w);
}

TESTS(a_person_walks_half_a_cycle, a_thrown_box_tumbles_as_eulers_equations_say,
      flight_keeps_its_angular_momentum, a_full_cycle_of_a_straight_walk_is_its_mirrored_half,
      turning_walkers_get_where_the_turn_leads, durations_are_found_within_their_bounds,
      bodies_stay_out_of_each_other, creatures_walk_by_the_same_means,
      quantities_measure_what_they_say, bad_jobs_are_refused_in_words,
      an_impossible_walk_names_its_worst_constraint)
