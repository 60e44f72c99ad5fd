// SPDX-License-Identifier: MIT
// The laws of motion by another hand: MuJoCo's inverse dynamics of the frames that the solver
// found. A body in flight needs no force at its root and the torques that the solver says; a
// walking body is held up and pushed on by what the solver has under its feet. Rates come from
// differences of frames, so both agree to the square of the step.
#include "caper/spacetime.h"
#include "spacetime/builder.h"
#include "spacetime/solution.h"
#include "test.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// -- the model as MuJoCo reads it -----------------------------------------------------------------

typedef struct text {
    char data[1 << 16];
    size_t used;
} text;

__attribute__((format(printf, 2, 3))) static void put(text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(t->data + t->used, sizeof t->data - t->used, format, arguments);
    va_end(arguments);
    REQUIRE(n >= 0 && t->used + (size_t)n < sizeof t->data);
    t->used += (size_t)n;
}

// A rigid body with all below it. Its frame is the solver's: centre of mass and principal axes.
static void put_body(text *t, const caperi_model *model, int r)
{
    const caperi_model_body *b = &model->rigids[r];
    double l = model->length, inertia = model->mass * l * l;
    real3 at = b->parent < 0 ? (real3){0, 0, 0} : real3_sub(b->joint_parent, b->joint);
    put(t, "<body name='b%d' pos='%.12g %.12g %.12g'>", r, at.x * l, at.y * l, at.z * l);
    put(t, "<inertial pos='0 0 0' mass='%.12g' diaginertia='%.12g %.12g %.12g'/>",
        b->mass * model->mass, inertia * (b->spread[1] + b->spread[2]),
        inertia * (b->spread[0] + b->spread[2]), inertia * (b->spread[0] + b->spread[1]));
    if (b->parent < 0) {
        put(t, "<freejoint/>");
    } else {
        put(t, "<joint type='ball' pos='%.12g %.12g %.12g'/>", b->joint.x * l, b->joint.y * l,
            b->joint.z * l);
    }
    for (int i = r + 1; i < model->rigid_count; i++) {
        if (model->rigids[i].parent == r) {
            put_body(t, model, i);
        }
    }
    put(t, "</body>");
}

// Bodies in MuJoCo's order, which is depth first like the text.
static void list_bodies(const caperi_model *model, int r, int *order, int *count)
{
    order[(*count)++] = r;
    for (int i = r + 1; i < model->rigid_count; i++) {
        if (model->rigids[i].parent == r) {
            list_bodies(model, i, order, count);
        }
    }
}

static mjModel *make_model(const caperi_model *model)
{
    static text t;
    static mjVFS files;
    char error[300] = "";
    t.used = 0;
    put(&t, "<mujoco><compiler balanceinertia='true'/><option gravity='0 -9.81 0'/><worldbody>");
    put_body(&t, model, 0);
    put(&t, "</worldbody></mujoco>");
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "body.xml", (int)t.used);
    memcpy(files.filedata[0], t.data, t.used);
    mjModel *m = mj_loadXML("body.xml", &files, error, sizeof error);
    if (!m) {
        fprintf(stderr, "%s\n", error);
    }
    mj_deleteVFS(&files);
    REQUIRE(m != NULL);
    return m;
}

// -- a frame of the solver's as MuJoCo's coordinates
// ------------------------------------------------

static void put_quaternion(mjtNum *out, real4 q)
{
    out[0] = q.w, out[1] = q.x, out[2] = q.y, out[3] = q.z;
}

static void coordinates(const caper_spacetime_solution *s, const int *order, int frame, mjtNum *q)
{
    int n = s->model->rigid_count;
    const real3 *p = s->positions + (frame + 1) * n;
    const real4 *r = s->rotations + (frame + 1) * n;
    double l = s->model->length;
    q[0] = p[0].x * l, q[1] = p[0].y * l, q[2] = p[0].z * l;
    put_quaternion(q + 3, r[0]);
    for (int i = 1; i < n; i++) {
        int body = order[i], parent = s->model->rigids[body].parent;
        put_quaternion(q + 7 + 4 * (i - 1), real4_mul(real4_conj(r[parent]), r[body]));
    }
}

typedef struct judge {
    mjModel *model;
    mjData *data;
    int order[CAPER_MAX_BODIES];
} judge;

static void begin_judge(judge *j, const caper_spacetime_solution *s)
{
    int count = 0;
    j->model = make_model(s->model);
    j->data = mj_makeData(j->model);
    list_bodies(s->model, 0, j->order, &count);
    REQUIRE(j->data != NULL && count == s->model->rigid_count);
    REQUIRE(j->model->nv == 3 + 3 * count);
}

static void end_judge(judge *j)
{
    mj_deleteData(j->data);
    mj_deleteModel(j->model);
}

// The generalized forces that the motion needs at a frame with neighbours on both sides.
static void needed(judge *j, const caper_spacetime_solution *s, int frame, double step)
{
    mjtNum before[7 + 4 * CAPER_MAX_BODIES], after[7 + 4 * CAPER_MAX_BODIES];
    mjtNum v0[3 + 3 * CAPER_MAX_BODIES], v1[3 + 3 * CAPER_MAX_BODIES];
    coordinates(s, j->order, frame - 1, before);
    coordinates(s, j->order, frame, j->data->qpos);
    coordinates(s, j->order, frame + 1, after);
    mj_differentiatePos(j->model, v0, step, before, j->data->qpos);
    mj_differentiatePos(j->model, v1, step, j->data->qpos, after);
    for (int i = 0; i < j->model->nv; i++) {
        j->data->qvel[i] = 0.5 * (v0[i] + v1[i]);
        j->data->qacc[i] = (v1[i] - v0[i]) / step;
    }
    mj_inverse(j->model, j->data);
}

// Largest difference between a joint's torque of the solver's (world) and MuJoCo's (own frame).
static double torque_error(const judge *j, const caper_spacetime_solution *s, int frame,
                           double *largest)
{
    int n = s->model->rigid_count;
    double worst = 0;
    for (int i = 1; i < n; i++) {
        int body = j->order[i];
        real3 own =
            real4_unrotate(s->rotations[(frame + 1) * n + body], s->torques[frame * n + body]);
        const mjtNum *other = j->data->qfrc_inverse + 6 + 3 * (i - 1);
        real3 gap = {own.x - other[0], own.y - other[1], own.z - other[2]};
        worst = fmax(worst, real3_length(gap));
        *largest = fmax(*largest, real3_length(own));
    }
    return worst;
}

// -- motions
// ----------------------------------------------------------------------------------------

static caper_character *load_person(void)
{
    caper_error error;
    caper_character *person =
        caper_character_load(test_data_path("characters/performer.character.json"), NULL, &error);
    REQUIRE(person != NULL);
    return person;
}

static double same_value(const void *data, const double *q, double *gradient, double *hessian)
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

// Spins forward and bends a knee and an arm on the way.
static bool tumble(caper_spacetime_builder *b, void *user, caper_error *error)
{
    const caper_character *person = user;
    const caperi_expression same = {1, same_value, NULL};
    const struct {
        caperi_quantity_ref ref;
        double value;
    } wishes[] = {
        {{CAPERI_ANGULAR_VELOCITY, person->root_body, 0, 1}, 3},
        {{CAPERI_JOINT_ANGLE, caper_character_find(person, "left_shin"), 0, 3}, 0.2},
        {{CAPERI_JOINT_ANGLE, caper_character_find(person, "left_shin"), 0, 8}, 1},
        {{CAPERI_JOINT_ANGLE, caper_character_find(person, "left_shin"), 0, 13}, 0.3},
        {{CAPERI_JOINT_ANGLE, caper_character_find(person, "right_upper_arm"), 0, 10}, -0.6},
    };
    for (int i = 0; i < CAPER_COUNT_OF(wishes); i++) {
        caperi_quantity q;
        if (!caperi_spacetime_quantity(b, &wishes[i].ref, &q, error) ||
            !caperi_spacetime_constrain(b, &same, &q, wishes[i].value, wishes[i].value, 1, "wish",
                                        error)) {
            return false;
        }
    }
    return true;
}

static void flight_needs_no_force_and_the_torques_that_were_found(void)
{
    caper_character *person = load_person();
    caper_spacetime_job job = caper_spacetime_job_default();
    caper_spacetime_report report;
    caper_error error;
    judge j;
    job.character = person;
    job.cycle = CAPER_SPACETIME_ONCE;
    job.frame_count = 16;
    job.duration = 0.3;
    job.weights.spin = 0;
    job.specify = tumble;
    job.specify_user = person;
    caper_spacetime_solution *s = caper_spacetime_solve(&job, &report, &error);
    REQUIRE(s != NULL);
    CHECK(report.solved);
    begin_judge(&j, s);
    double weight = s->model->weight, worst = 0, largest = 0, root = 0, twist = 0;
    for (int t = 1; t < s->frame_count - 1; t++) {
        needed(&j, s, t, s->times[1]);
        worst = fmax(worst, torque_error(&j, s, t, &largest));
        for (int i = 0; i < 3; i++) {
            root = fmax(root, fabs(j.data->qfrc_inverse[i]));
            twist = fmax(twist, fabs(j.data->qfrc_inverse[3 + i]));
        }
    }
    CHECK(largest > 5); // else there is nothing to judge
    CHECK(root < 0.01 * weight);
    CHECK(twist < 0.02 * largest);
    CHECK(worst < 0.02 * largest);
    end_judge(&j);
    caper_spacetime_solution_destroy(s);
    caper_character_destroy(person);
}

static void feet_of_a_walk_bear_what_the_motion_needs(void)
{
    caper_character *person = load_person();
    int left = caper_character_find(person, "left_foot");
    int right = caper_character_find(person, "right_foot");
    const caper_spacetime_contact contacts[] = {{left, CAPER_SPACETIME_HEEL, 0, 0.4, 0},
                                                {left, CAPER_SPACETIME_TOE, 0.1, 0.62, 0},
                                                {right, CAPER_SPACETIME_HEEL, 0.5, 0.9, 0},
                                                {right, CAPER_SPACETIME_TOE, 0.6, 1.12, 0}};
    caper_spacetime_job job = caper_spacetime_job_default();
    caper_spacetime_report report;
    caper_error error;
    judge j;
    job.character = person;
    job.cycle = CAPER_SPACETIME_MIRRORED;
    job.frame_count = 16;
    job.duration = 1.1;
    job.travel.z = 1.3 * job.duration;
    job.contacts = contacts;
    job.contact_count = 4;
    caper_spacetime_solution *s = caper_spacetime_solve(&job, &report, &error);
    REQUIRE(s != NULL);
    CHECK(report.solved);
    begin_judge(&j, s);
    double weight = s->model->weight, worst = 0;
    for (int t = 0; t < s->frame_count; t++) {
        real3 ground = {0, 0, 0};
        needed(&j, s, t, s->times[1]);
        for (int i = 0; i < s->foot_count; i++) {
            ground = real3_add(ground, s->feet[i].force[t]);
        }
        const mjtNum *other = j.data->qfrc_inverse;
        real3 gap = {ground.x - other[0], ground.y - other[1], ground.z - other[2]};
        worst = fmax(worst, real3_length(gap));
    }
    CHECK(worst < 0.02 * weight);
    end_judge(&j);
    caper_spacetime_solution_destroy(s);
    caper_character_destroy(person);
}

TESTS(flight_needs_no_force_and_the_torques_that_were_found,
      feet_of_a_walk_bear_what_the_motion_needs)
