// SPDX-License-Identifier: MIT
// Transitions (thesis 6.1.3): motions between a moment of one clip and a moment of another. Two
// frames at each end are the clips' own, so that positions and velocities go over into them. The
// first ones are constants; the last ones are constants moved by the travel, which may be found:
// where the second clip goes on is then up to the solver. Everything is seen from the first clip's
// root at its moment.
#include "spacetime/blocks.h"
#include "spacetime/builder.h"

// A sole part lower than this stands where its clip declares a contact, lengths: 1.5 cm of a
// person.
static const double LOW = 0.017;

// Rest positions may differ by this share of the character's size: a clip's file has rounded
// numbers.
static const double SAME_LENGTH = 1e-3;

bool caperi_clip_is_of(const caper_clip *clip, const caper_character *character)
{
    const caper_skeleton *own = &character->skeleton;
    if (!caper_skeleton_same(&clip->skeleton, own)) {
        return false;
    }
    double apart = SAME_LENGTH * (double)character->size;
    for (int i = 0; i < own->body_count; i++) {
        caper_vec3 d =
            caper_vec3_sub(clip->skeleton.rest_local[i].position, own->rest_local[i].position);
        if (own->parents[i] >= 0 && !((double)caper_vec3_length(d) <= apart)) {
            return false;
        }
    }
    return true;
}

// -- poses of a clip ------------------------------------------------------------------------------

// Bodies of a clip at a time as seen from its root at its moment.
static bool sample_bodies(const caper_spacetime_builder *b, const caper_spacetime_state *state,
                          double time, caper_pose *local, caper_pose *world)
{
    caper_root at = caper_root_delta(caper_clip_sample_root(state->clip, (float)state->time),
                                     caper_clip_sample_root(state->clip, (float)time));
    caper_transform root = caper_root_transform(at);
    if (!caper_clip_sample(state->clip, (float)time, NULL, local)) {
        return false;
    }
    caper_pose_to_model(&b->job->character->skeleton, local, &root, world);
    return true;
}

// Signs of the quaternions: a joint turns by less than half a turn.
static void align(const caper_spacetime_builder *b, real4 *rotations)
{
    const caperi_model_body *rigids = b->model->rigids;
    for (int r = 1; r < b->model->rigid_count; r++) {
        const caperi_model_body *parent = &rigids[rigids[r].parent];
        real4 rest = real4_mul(real4_conj(parent->rest_rotation), rigids[r].rest_rotation);
        real4 now = real4_mul(real4_conj(rotations[rigids[r].parent]), rotations[r]);
        rotations[r] = real4_scale(rotations[r], real4_dot(rest, now) < 0 ? -1 : 1);
    }
}

static void take_rigids(const caper_spacetime_builder *b, const caper_pose *world, real3 *positions,
                        real4 *rotations)
{
    const caperi_model *model = b->model;
    for (int r = 0; r < model->rigid_count; r++) {
        const caperi_model_body *rigid = &model->rigids[r];
        const caperi_carried *carried = &model->carried[rigid->body];
        caper_transform at = world->bodies[rigid->body];
        rotations[r] = real4_mul(real4_from(at.rotation), real4_conj(carried->rotation));
        if (rigid->parent >= 0) { // by the joint: a clip's positions are floats
            real3 joint = real4_rotate(rotations[rigid->parent], rigid->joint_parent);
            joint = real3_add(positions[rigid->parent], joint);
            positions[r] = real3_sub(joint, real4_rotate(rotations[r], rigid->joint));
        } else {
            real3 origin = real3_scale(real3_from(at.position), 1 / model->length);
            positions[r] = real3_sub(origin, real4_rotate(rotations[r], carried->position));
        }
    }
    rotations[0] = real4_scale(
        rotations[0], real4_dot(rotations[0], model->rigids[0].rest_rotation) < 0 ? -1 : 1);
    align(b, rotations);
}

// Both frames of one end: `time` of the clip at the first, `step` later at the second.
static bool take_pinned(caper_spacetime_builder *b, const caper_spacetime_state *state, double time,
                        double step, caperi_pinned *out)
{
    size_t n = (size_t)b->model->rigid_count;
    caper_pose local = caper_character_pose(b->job->character, b->job->allocator);
    caper_pose world = caper_character_pose(b->job->character, b->job->allocator);
    out->positions = caperi_problem_memory(b->problem, 2 * n, sizeof(real3));
    out->rotations = caperi_problem_memory(b->problem, 2 * n, sizeof(real4));
    bool good = local.bodies && world.bodies && !b->problem->failed;
    for (int i = 0; good && i < 2; i++) {
        good = sample_bodies(b, state, time + i * step, &local, &world);
        if (good) {
            take_rigids(b, &world, out->positions + (size_t)i * n, out->rotations + (size_t)i * n);
        }
    }
    caper_pose_destroy(&local, b->job->allocator);
    caper_pose_destroy(&world, b->job->allocator);
    return good;
}

static double step_of(const caper_spacetime_builder *b)
{
    return b->job->duration / (b->frame_count - 1);
}

// -- which soles touch ----------------------------------------------------------------------------

bool caperi_transition_touches(const caper_spacetime_builder *b, int body, real3 point, int frame,
                               caper_pose *local, caper_pose *world)
{
    const caper_spacetime_job *job = b->job;
    bool early = 2 * frame < b->frame_count || !job->to.clip;
    const caper_spacetime_state *state = early && job->from.clip ? &job->from : &job->to;
    int last = b->frame_count - 1;
    double time = state->time + step_of(b) * (state == &job->from ? frame : frame - last);
    float wrapped = caper_clip_wrap(state->clip, (float)time, NULL);
    if (!caper_clip_in_contact(state->clip, body, wrapped) ||
        !sample_bodies(b, state, time, local, world)) {
        return false;
    }
    const caperi_carried *carried = &b->model->carried[body];
    real4 turn = real4_from(world->bodies[body].rotation);
    real3 own = real4_unrotate(carried->rotation, real3_sub(point, carried->position));
    double height = (double)world->bodies[body].position.y / b->model->length;
    return height + real4_rotate(turn, own).y < LOW;
}

// -- variables and rows ---------------------------------------------------------------------------

static void fix_pose(caperi_problem *p, int first, real3 at, real4 q)
{
    const double values[7] = {at.x, at.y, at.z, q.x, q.y, q.z, q.w};
    for (int i = 0; i < 7; i++) {
        p->lower[first + i] = p->upper[first + i] = p->start[first + i] = values[i];
    }
}

static void pin_begin(caper_spacetime_builder *b)
{
    int n = b->model->rigid_count;
    for (int i = 0; i < 2 * n; i++) {
        fix_pose(b->problem, caperi_pose_of(b, i / n, i % n), b->pinned[0].positions[i],
                 b->pinned[0].rotations[i]);
    }
}

// A body at one of the last frames is where the clip has it, moved by the travel.
static void pin_end_body(caper_spacetime_builder *b, int frame, int r, real3 at, real4 q)
{
    caperi_problem *p = b->problem;
    static const double same[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    int first = p->variable_count;
    for (int i = 0; i < 7; i++) {
        caperi_problem_variable(p, 0, 0, 0);
    }
    fix_pose(p, first, at, q);
    caperi_add_link(b, caperi_pose_of(b, frame, r), first, 1, same,
                    (const char *const[2]){"end position", "end rotation"},
                    b->model->rigids[r].body, frame);
}

static void pin_end(caper_spacetime_builder *b)
{
    int n = b->model->rigid_count;
    for (int i = 0; i < 2 * n; i++) {
        pin_end_body(b, b->frame_count - 2 + i / n, i % n, b->pinned[1].positions[i],
                     b->pinned[1].rotations[i]);
    }
}

// The travel that the last frames start from.
static void guess_travel(const caper_spacetime_builder *b, real3 *move, double *turn)
{
    const double *start = b->problem->start;
    *move = (real3){start[b->travel[0]], 0, start[b->travel[1]]};
    *turn = start[b->travel[2]];
}

static void start_pose(caperi_problem *p, int first, real3 at, real4 q)
{
    const double values[7] = {at.x, at.y, at.z, q.x, q.y, q.z, q.w};
    for (int i = 0; i < 7; i++) {
        p->start[first + i] = values[i];
    }
}

// Between the ends: from the one pose to the other.
static void guess_between(caper_spacetime_builder *b)
{
    int n = b->model->rigid_count, last = b->frame_count - 1;
    real3 move;
    double turn;
    guess_travel(b, &move, &turn);
    real4 yaw = real4_yaw(turn);
    for (int r = 0; r < n; r++) {
        real3 p0 = b->pinned[0].positions[n + r], p1 = b->pinned[1].positions[r];
        real4 q0 = b->pinned[0].rotations[n + r], q1 = real4_mul(yaw, b->pinned[1].rotations[r]);
        p1 = real3_add(move, real4_rotate(yaw, p1));
        for (int t = 2; t <= last; t++) {
            double s = fmin((t - 1.0) / (last - 2.0), 1);
            real4 q = {q0.x + s * (q1.x - q0.x), q0.y + s * (q1.y - q0.y), q0.z + s * (q1.z - q0.z),
                       q0.w + s * (q1.w - q0.w)};
            start_pose(b->problem, caperi_pose_of(b, t, r),
                       real3_add(p0, real3_scale(real3_sub(p1, p0), s)), real4_unit(q));
        }
    }
}

bool caperi_build_pinned(caper_spacetime_builder *b)
{
    const caper_spacetime_job *job = b->job;
    double step = step_of(b);
    if (job->from.clip && !take_pinned(b, &job->from, job->from.time, step, &b->pinned[0])) {
        return false;
    }
    if (job->to.clip && !take_pinned(b, &job->to, job->to.time - step, step, &b->pinned[1])) {
        return false;
    }
    if (b->pinned[0].positions) {
        pin_begin(b);
    }
    if (b->pinned[1].positions) {
        pin_end(b);
    }
    if (b->pinned[0].positions && b->pinned[1].positions) {
        guess_between(b);
    }
    return !b->problem->failed;
}
