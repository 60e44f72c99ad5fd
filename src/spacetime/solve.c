// SPDX-License-Identifier: MIT
// From a job to a solution: derive the rigid bodies, put the problem together, solve, and take the
// motion out of the variables. Self-contact is a second stage that starts from the first one's
// solution: cold it costs three to eight times as much.
#include "spacetime/builder.h"
#include "spacetime/solution.h"

#include <stdio.h>

#include <string.h>

// A person's; spaces of other bodies say their own.
static const double FRICTION = 0.8;   // coefficient: rubber on dry asphalt has 0.6 to 0.9
static const double STRENGTH = 0.35;  // weights x legs: 220 N m of a person, as strong knees have
static const double CLEARANCE = 0.03; // legs: 3 cm; walkers clear 1 to 2, frames are coarse
static const double LIFT = 0.22;      // legs: 20 cm, where heels of walkers are after toe-off
// Factors of dimensionless squares: radians; times in sqrt(leg / gravity), forces in weights,
// torques in CAPERI_TORQUE_UNIT. Chosen by looking at walks, in the order of a study of walking
// (posture 0.01, force rate 0.02 there); nothing was fitted.
static const caper_spacetime_weights WEIGHTS = {
    .acceleration = 0.003, // the natural walk comes from it
    .torque = 0.1,         // alone it straddles
    .posture = 0.03,       // arms stay down
    .upright = 0.2,        // root and head tilt and turn little
    .spin = 100,           // arms swing against legs
    .force_rate = 0.02,    // forces do not spike
    .tempo = 0.3,          // longer cycles would always be cheaper
};
// Iterations are of one stage, seconds of all. The study capped at 150; samples that were solved
// took up to 167 in all stages. A person's cycle takes about ten iterations a second.
static const int MAX_ITERATIONS = 200;
static const double MAX_SECONDS = 120;

caper_spacetime_job caper_spacetime_job_default(void)
{
    return (caper_spacetime_job){
        .cycle = CAPER_SPACETIME_LOOP,
        .friction = FRICTION,
        .strength = STRENGTH,
        .clearance = CLEARANCE,
        .lift = LIFT,
        .weights = WEIGHTS,
        .max_iterations = MAX_ITERATIONS,
        .max_seconds = MAX_SECONDS,
        .tolerance = 1e-6, // of rows in legs and weights: a micrometre of a person
        .cookie = CAPER_DEF_COOKIE,
    };
}

static bool refuse(caper_error *error, const char *why)
{
    return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "%s", why);
}

static bool check_contacts(const caper_spacetime_job *job, caper_error *error)
{
    for (int i = 0; i < job->contact_count; i++) {
        const caper_spacetime_contact *c = &job->contacts[i];
        if (c->body < 0 || c->body >= job->character->body_count) {
            return refuse(error, "a contact of a body that the character does not have");
        }
        if (!(c->start >= 0 && c->start < 1 && c->end > c->start && c->end <= c->start + 1)) {
            return refuse(error, "a contact's start must be in [0, 1), its end up to one later");
        }
        if (!(c->friction >= 0 && c->friction < 100)) {
            return refuse(error, "friction must be a number from 0 to 100");
        }
    }
    return true;
}

static bool check_mirror(const caper_spacetime_job *job, caper_error *error)
{
    if (job->cycle != CAPER_SPACETIME_MIRRORED) {
        return true;
    }
    const caper_spacetime_travel *t = &job->travel;
    if (t->x != 0 || t->turn != 0 || t->free_x || t->free_turn) {
        return refuse(error, "a mirrored cycle goes straight on: travel x and turn must be 0");
    }
    for (int i = 0; i < job->character->body_count; i++) {
        if (job->character->bodies[i].mirror < 0 &&
            !(job->character->bodies[i].caps & CAPER_CAP_HELPER)) {
            return refuse(error, "a mirrored cycle needs a character with a mirror image");
        }
    }
    return true;
}

static bool check_state(const caper_spacetime_job *job, const caper_spacetime_state *state,
                        caper_error *error)
{
    if (!state->clip) {
        return true;
    }
    if (job->cycle != CAPER_SPACETIME_ONCE || job->frame_count < 6) {
        return refuse(error, "a transition happens once and has 6 frames or more");
    }
    if (!caperi_clip_is_of(state->clip, job->character)) {
        return refuse(error, "the clips of a transition must be of the job's character");
    }
    if (!(state->time >= 0 && state->time <= (double)state->clip->duration)) {
        return refuse(error, "the moment of a transition must lie within its clip");
    }
    return true;
}

bool caperi_check_job(const caper_spacetime_job *job, caper_error *error)
{
    if (!job || job->cookie != CAPER_DEF_COOKIE || !job->character) {
        return refuse(error, "a job starts from caper_spacetime_job_default and has a character");
    }
    if (job->frame_count < 4 || job->frame_count > 1000) {
        return refuse(error, "frames must number 4 to 1000");
    }
    if (!(job->duration > 0 && job->duration < 1e3)) {
        return refuse(error, "the duration must be above 0 and below 1000 s");
    }
    if (!(job->duration_start >= 0 && job->duration_start < 1e3) ||
        (job->duration_max != 0 &&
         !(job->duration_min > 0 && job->duration_min <= job->duration_max &&
           job->duration_max < 1e3))) {
        return refuse(error, "the range of durations must be above 0 and not empty");
    }
    const double numbers[] = {job->travel.x, job->travel.z, job->travel.turn};
    for (int i = 0; i < 3; i++) {
        if (!(fabs(numbers[i]) < 1e6)) {
            return refuse(error, "the travel must be finite");
        }
    }
    if (!(job->friction > 0 && job->strength > 0 && job->clearance >= 0 && job->lift >= 0 &&
          job->lift < 10 && job->tolerance > 0)) {
        return refuse(error, "friction, strength and tolerance must be above 0, the clearance 0 or "
                             "more, and the lift 0 or more and below 10");
    }
    return check_contacts(job, error) && check_mirror(job, error) &&
           check_state(job, &job->from, error) && check_state(job, &job->to, error);
}

// -- putting it together ------------------------------------------------------------------------

static void mark_clip(const caper_clip *clip, bool *touching)
{
    for (int i = 0; clip && i < clip->contact_count; i++) {
        touching[clip->contacts[i].body] = true;
    }
}

static void mark_touching(const caper_spacetime_job *job, bool *touching)
{
    for (int i = 0; i < job->contact_count; i++) {
        touching[job->contacts[i].body] = true;
    }
    if (job->contact_count == 0) {
        mark_clip(job->from.clip, touching);
        mark_clip(job->to.clip, touching);
    }
}

// Is it a solution of this problem, but for rows against self-contact?
static bool fits(const caper_spacetime_solution *start, const caper_spacetime_builder *b)
{
    return start && start->variable_count == b->problem->variable_count &&
           start->base_row_count == b->base_row_count;
}

// Solves that keep bodies apart, at most. Rows are written for what was near in one of the
// solutions before; where others go through each other in the new one, it is solved again with
// theirs, too. (Without the earlier ones limping walks went in circles: 244 iterations where 83
// do.)
enum {
    APART_ROUNDS = 3
};

static void build_apart(caper_spacetime_builder *b, const caperi_stage *stage)
{
    const double *points[APART_ROUNDS + 1];
    int count = 0;
    for (int i = 0; i < stage->apart_count && i <= APART_ROUNDS; i++) {
        if (fits(stage->apart[i], b)) {
            points[count++] = stage->apart[i]->point.x;
        }
    }
    if (count > 0) {
        caperi_build_self_contact(b, points, count, stage->wide);
    }
}

static bool build(caper_spacetime_builder *b, const caperi_stage *stage, caper_error *error)
{
    const caper_spacetime_job *job = stage->job;
    *b = (caper_spacetime_builder){.job = job,
                                   .frame_count = job->frame_count,
                                   .cyclic = job->cycle != CAPER_SPACETIME_ONCE,
                                   .looseness = stage->looseness};
    size_t n = (size_t)job->character->body_count;
    bool *touching = caper_alloc_zero(job->allocator, n, 1);
    if (touching) {
        mark_touching(job, touching);
    }
    b->problem = caperi_problem_create(job->allocator);
    b->model = touching ? caperi_model_create(job->character, touching, job->allocator) : NULL;
    caper_free(job->allocator, touching, n);
    bool good = b->problem && b->model && caperi_build_feet(b) && caperi_build_variables(b) &&
                caperi_build_pinned(b);
    if (good) {
        caperi_build_bodies(b);
        if (!job->legs_cross) {
            caperi_build_sides(b);
        }
        caperi_build_objective(b);
        if (job->specify && !job->specify(b, job->specify_user, error)) {
            return false;
        }
        b->base_row_count = b->problem->row_count;
        build_apart(b, stage);
        if (stage->like) {
            caperi_start_like(b, stage->like);
        }
        good = caperi_problem_finish(b->problem);
    }
    return good || caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
}

static void unbuild(caper_spacetime_builder *b)
{
    caperi_problem_destroy(b->problem);
    caperi_model_destroy(b->model);
}

// -- taking it out ------------------------------------------------------------------------------

static void *take(caper_spacetime_solution *s, size_t count, size_t size, bool *good)
{
    void *memory = caper_arena_alloc_zero(&s->arena, count, size, 16);
    *good = *good && memory;
    return memory;
}

static bool allocate(caper_spacetime_solution *s, const caper_spacetime_builder *b)
{
    bool good = true;
    size_t n = (size_t)s->frame_count, rigids = (size_t)s->model->rigid_count;
    s->times = take(s, n + 1, sizeof(double), &good);
    s->positions = take(s, (n + 2) * rigids, sizeof(real3), &good);
    s->rotations = take(s, (n + 2) * rigids, sizeof(real4), &good);
    s->torques = take(s, n * rigids, sizeof(real3), &good);
    s->feet = take(s, (size_t)b->foot_count + 1, sizeof(caperi_solution_foot), &good);
    s->foot_count = b->foot_count;
    for (int i = 0; good && i < b->foot_count; i++) {
        s->feet[i].active[0] = take(s, n, sizeof(bool), &good);
        s->feet[i].active[1] = take(s, n, sizeof(bool), &good);
        s->feet[i].force = take(s, n, sizeof(real3), &good);
    }
    s->variable_count = b->problem->variable_count;
    s->row_count = b->problem->row_count;
    s->base_row_count = b->base_row_count;
    s->point.x = take(s, (size_t)s->variable_count, sizeof(double), &good);
    s->point.rows = take(s, (size_t)s->row_count, sizeof(double), &good);
    s->point.lower = take(s, (size_t)s->variable_count, sizeof(double), &good);
    s->point.upper = take(s, (size_t)s->variable_count, sizeof(double), &good);
    return good;
}

static real3 real3_at(const double *x, int first)
{
    return (real3){x[first], x[first + 1], x[first + 2]};
}

static void take_poses(caper_spacetime_solution *s, const caper_spacetime_builder *b)
{
    const double *x = s->point.x;
    int rigids = s->model->rigid_count, first = b->cyclic ? -1 : 0;
    int last = b->cyclic ? s->frame_count : s->frame_count - 1;
    double torque = CAPERI_TORQUE_UNIT * s->model->weight * s->model->length;
    for (int t = first; t <= last; t++) {
        for (int r = 0; r < rigids; r++) {
            int pose = caperi_pose_of(b, t, r), at = (t + 1) * rigids + r;
            s->positions[at] = real3_at(x, pose);
            s->rotations[at] =
                real4_unit((real4){x[pose + 3], x[pose + 4], x[pose + 5], x[pose + 6]});
            int joint = t >= 0 && t < s->frame_count ? caperi_joint_of(b, t, r) : -1;
            if (joint >= 0) {
                s->torques[t * rigids + r] = real3_scale(real3_at(x, joint + 3), torque);
            }
        }
    }
    for (int t = 0; t < caperi_interval_count(b); t++) {
        s->times[t + 1] = s->times[t] + x[caperi_step_of(b, t)] * s->model->time;
    }
}

// Where contacts are found, a sole that bears this much stands, body weights: by the last looseness
// (force x height below 0.001) it is less than a thirtieth of a leg above the ground.
static const double TOUCHING = 0.03;

static void take_feet(caper_spacetime_solution *s, const caper_spacetime_builder *b)
{
    for (int i = 0; i < b->foot_count; i++) {
        const caperi_model_foot *foot = &b->feet[i];
        caperi_solution_foot *out = &s->feet[i];
        out->body = foot->body;
        out->rigid = foot->rigid;
        out->mirror = foot->mirror;
        out->part_count = foot->part_count;
        out->side = foot->side;
        out->half_width = foot->half_width;
        for (int part = 0; part < foot->part_count; part++) {
            out->point[part] = foot->point[part];
            for (int t = 0; t < s->frame_count; t++) {
                out->active[part][t] = foot->active[part][t];
                if (foot->force[part][t] >= 0) {
                    real3 force = real3_at(s->point.x, foot->force[part][t]);
                    if (b->looseness > 0) {
                        out->active[part][t] = force.y > TOUCHING;
                    }
                    out->force[t] = real3_add(out->force[t], real3_scale(force, s->model->weight));
                }
            }
        }
    }
}

static void take_travel(caper_spacetime_solution *s, const caper_spacetime_builder *b)
{
    const double *x = s->point.x;
    double length = s->model->length;
    double twice = s->cycle == CAPER_SPACETIME_MIRRORED ? 2 : 1;
    s->travel = (caper_spacetime_travel){.x = twice * x[b->travel[0]] * length,
                                         .z = twice * x[b->travel[1]] * length,
                                         .turn = twice * x[b->travel[2]]};
}

static void begin(caper_spacetime_solution *s, const caper_spacetime_builder *b,
                  const caper_spacetime_solution *start)
{
    const caperi_problem *p = b->problem;
    size_t variables = (size_t)p->variable_count * sizeof(double);
    memcpy(s->point.x, p->start, variables);
    if (fits(start, b)) {
        memcpy(s->point.x, start->point.x, variables);
        memcpy(s->point.lower, start->point.lower, variables);
        memcpy(s->point.upper, start->point.upper, variables);
        memcpy(s->point.rows, start->point.rows, (size_t)start->base_row_count * sizeof(double));
        for (int i = 0; i < p->variable_count; i++) {
            s->point.x[i] = fmin(fmax(s->point.x[i], p->lower[i]), p->upper[i]);
        }
    }
}

// -- reports ------------------------------------------------------------------------------------

static void name_row(const caper_spacetime_builder *b, int row, char *out, size_t size)
{
    if (row < 0) {
        out[0] = 0;
        return;
    }
    const caperi_row_name *name = &b->problem->row_names[row];
    const char *body = name->body >= 0 ? b->job->character->bodies[name->body].name : "";
    int used = snprintf(out, size, "%s%s%s", body, *body ? " " : "", name->what);
    if (name->frame >= 0 && used >= 0 && (size_t)used < size) {
        snprintf(out + used, size - (size_t)used, ", frame %d", name->frame);
    }
}

static void report_result(const caper_spacetime_builder *b, const caperi_solve_result *result,
                          caper_spacetime_report *report)
{
    report->solved = result->solved;
    snprintf(report->status, sizeof report->status, "%s", result->status);
    report->cost = result->cost;
    report->violation = result->violation;
    name_row(b, result->worst, report->worst, sizeof report->worst);
    report->iterations += result->iterations;
    report->seconds += result->seconds;
    report->variable_count = b->problem->variable_count;
    report->constraint_count = b->problem->row_count;
    report->jacobian_count = b->problem->jacobian_count;
    report->hessian_count = b->problem->hessian_count;
}

// -- the way through ----------------------------------------------------------------------------

static caper_spacetime_solution *make_solution(caper_spacetime_builder *b)
{
    caper_allocator a = caper_allocator_resolve(b->job->allocator);
    caper_spacetime_solution *s = caper_alloc_zero(&a, sizeof *s, 16);
    if (!s) {
        return NULL;
    }
    s->allocator = a;
    caper_arena_init(&s->arena, &a, 1u << 16);
    s->character = b->job->character;
    s->cycle = b->job->cycle;
    s->frame_count = b->frame_count;
    s->model = b->model;
    b->model = NULL; // the solution's now
    if (!allocate(s, b)) {
        caper_spacetime_solution_destroy(s);
        return NULL;
    }
    return s;
}

// First barrier of a start from a neighbour's solution (a study of walks found 1e-5).
static const double NEIGHBOR_BARRIER = 1e-5;
// Where a solve is only the start of the next one it need not be exact (rows are of the order of
// 1): five iterations of 27 less for a walk, and its multipliers are further from their bounds.
static const double ROUGH = 1e-3;

static caperi_solve_options options_of(const caper_spacetime_builder *b, const caperi_stage *stage,
                                       double spent)
{
    const caper_spacetime_job *job = b->job;
    bool warm = fits(stage->start, b);
    bool hasty = warm && stage->patience > 0 && stage->patience < job->max_iterations;
    return (caperi_solve_options){.max_iterations = hasty ? stage->patience : job->max_iterations,
                                  .max_seconds = job->max_seconds - spent,
                                  .tolerance =
                                      stage->rough ? fmax(ROUGH, job->tolerance) : job->tolerance,
                                  .barrier = !warm                ? 0
                                             : stage->barrier > 0 ? stage->barrier
                                                                  : NEIGHBOR_BARRIER,
                                  .near = warm && stage->apart_count > 0,
                                  .watch = job->watch,
                                  .watch_user = job->watch_user};
}

static caper_spacetime_solution *run(caper_spacetime_builder *b, const caperi_stage *stage,
                                     caper_spacetime_report *report)
{
    caperi_model *model = b->model;
    caper_spacetime_solution *s = make_solution(b);
    if (!s) {
        return NULL;
    }
    b->model = model;
    begin(s, b, stage->start);
    caperi_solve_options options = options_of(b, stage, report->seconds);
    caperi_solve_result result;
    bool good = caperi_solve(b->problem, &options, &s->point, &result);
    if (good) {
        report_result(b, &result, report);
        take_poses(s, b);
        take_feet(s, b);
        take_travel(s, b);
        s->gap = b->job->self_contact ? caperi_self_gap(b, s->point.x) : 0;
    }
    b->model = NULL;
    if (!good) {
        caper_spacetime_solution_destroy(s);
    }
    return good ? s : NULL;
}

caper_spacetime_solution *caperi_stage_solve(const caperi_stage *stage,
                                             caper_spacetime_report *report, caper_error *error)
{
    caper_spacetime_builder b;
    caper_spacetime_solution *s = NULL;
    if (build(&b, stage, error)) {
        s = run(&b, stage, report);
        if (!s) {
            caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        }
    }
    unbuild(&b);
    return s;
}

// -- bodies apart -------------------------------------------------------------------------------

// Iterations that a start with multipliers gets: where it is any good, 8 to 45 do.
static const int PATIENCE = 60;
// And that of a neighbour, where it is one: 8 to 40. From rest it is 60 to 200.
static const int NEIGHBOR_PATIENCE = 50;

// What a row may be below its bound and still count as apart: 0.1 mm of bodies 10 cm thick.
static const double TOUCH = 1e-3;
// How deep bodies may be in each other in a motion that is a start, where -1 is the middle: about
// there rows point out on any side, at one frame on another than at the next. From arms as deep as
// 0.26 it took 20 iterations; with a forearm at 0.98 and 1.02, on a spin and a tight circle, 60 of
// them led nowhere, and 63 and 47 from rest to a solution.
static const double BURIED = -0.5;

static bool is_apart(const caper_spacetime_solution *s)
{
    return s->gap >= -TOUCH;
}

// From motions in which bodies may be in each other, the last of which is the start. Where bodies
// are too deep in each other or it leads nowhere, it is a rest: there they are apart.
static caper_spacetime_solution *keep_apart(const caper_spacetime_job *job,
                                            caper_spacetime_solution *const *before, int count,
                                            caper_spacetime_report *report, caper_error *error)
{
    const caper_spacetime_solution *last = before[count - 1];
    caperi_stage stage = {.job = job,
                          .start = last->gap > BURIED ? last : NULL,
                          .apart = (const caper_spacetime_solution *const *)before,
                          .apart_count = count,
                          .patience = PATIENCE};
    caper_spacetime_solution *s = caperi_stage_solve(&stage, report, error);
    if (s && !report->solved && stage.start) {
        caper_spacetime_solution_destroy(s);
        stage.start = NULL;
        s = caperi_stage_solve(&stage, report, error);
    }
    return s;
}

// From the solution of a neighbour; a rest is a better start than one that leads nowhere soon.
// Where bodies went through each other on the way, it is gone again with more of them kept apart.
static caper_spacetime_solution *solve_near(const caper_spacetime_job *job,
                                            caper_spacetime_report *report, caper_error *error)
{
    caperi_stage stage = {.job = job,
                          .start = job->start,
                          .apart = &job->start,
                          .apart_count = job->self_contact,
                          .patience = NEIGHBOR_PATIENCE};
    caper_spacetime_solution *s = caperi_stage_solve(&stage, report, error);
    if (s && report->solved && job->self_contact && !is_apart(s)) {
        caper_spacetime_solution_destroy(s);
        stage.wide = true;
        s = caperi_stage_solve(&stage, report, error);
    }
    return s;
}

// The first solve from rest lets bodies go through each other.
static caper_spacetime_solution *solve_cold(const caper_spacetime_job *job,
                                            caper_spacetime_report *report, caper_error *error)
{
    caperi_stage stage = {.job = job, .rough = job->self_contact};
    return caperi_stage_solve(&stage, report, error);
}

// On from a first solution, until nothing goes through anything. `exact`: it is one already.
static caper_spacetime_solution *solve_on(const caper_spacetime_job *job,
                                          caper_spacetime_solution *first, bool exact,
                                          caper_spacetime_report *report, caper_error *error)
{
    caper_spacetime_solution *all[APART_ROUNDS + 1] = {first};
    int count = 1;
    while (count <= APART_ROUNDS && all[count - 1] && report->solved &&
           !(exact && is_apart(all[count - 1]))) {
        all[count] = keep_apart(job, all, count, report, error);
        count++;
        exact = true;
    }
    for (int i = 0; i < count - 1; i++) {
        caper_spacetime_solution_destroy(all[i]);
    }
    return all[count - 1];
}

caper_spacetime_solution *caper_spacetime_solve(const caper_spacetime_job *job,
                                                caper_spacetime_report *report, caper_error *error)
{
    caper_spacetime_report ignored;
    report = report ? report : &ignored;
    *report = (caper_spacetime_report){.solved = false};
    if (!caperi_check_job(job, error)) {
        return NULL;
    }
    caper_spacetime_solution *s = job->start ? solve_near(job, report, error) : NULL;
    bool warm = s && report->solved;
    if (!warm && (s || !job->start)) {
        caper_spacetime_solution_destroy(s);
        s = solve_cold(job, report, error);
    }
    return job->self_contact && s ? solve_on(job, s, warm, report, error) : s;
}

void caper_spacetime_solution_destroy(caper_spacetime_solution *s)
{
    if (s) {
        caper_allocator a = s->allocator;
        caperi_model_destroy(s->model);
        caper_arena_destroy(&s->arena);
        caper_free(&a, s, sizeof *s);
    }
}

caper_spacetime_travel caperi_spacetime_solution_travel(const caper_spacetime_solution *s)
{
    return s->travel;
}

double caperi_spacetime_solution_duration(const caper_spacetime_solution *s)
{
    double whole = s->times[s->cycle == CAPER_SPACETIME_ONCE ? s->frame_count - 1 : s->frame_count];
    return s->cycle == CAPER_SPACETIME_MIRRORED ? 2 * whole : whole;
}
