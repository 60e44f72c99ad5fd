// SPDX-License-Identifier: MIT
// Contacts as temporary joints (thesis 4.2.1, 4.8 and 4.9). While a foot stands it has a foothold:
// x, z and yaw, variables of the problem, at which its parts are held. No constraint is stated
// twice: a rear edge is held at the foothold, a front edge ahead of it, and where both stand the
// front one only adds that it is on the ground. Forces push, within a cone of friction, and their
// moments are what an edge of that width can bear. Touching down may stop a foot at once (an
// impact).
#include "spacetime/blocks.h"
#include "spacetime/builder.h"

// Largest force of one contact, body weights; a bound for the solver more than for the motion.
static const double MOST_FORCE = 20;

static bool stands(const caperi_model_foot *foot, int t)
{
    return foot->active[0][t] || (foot->part_count > 1 && foot->active[1][t]);
}

// -- footholds ----------------------------------------------------------------------------------

// Where the foot of a pinned frame stands: x and z of the foothold and its yaw.
static void stands_at(const caper_spacetime_builder *b, const caperi_model_foot *foot, int frame,
                      double out[3])
{
    int n = b->model->rigid_count, side = frame < 2 && b->pinned[0].positions ? 0 : 1;
    int at = (side ? frame - (b->frame_count - 2) : frame) * n + foot->rigid;
    real4 q = b->pinned[side].rotations[at];
    real3 forward = real4_rotate(q, foot->forward);
    int part = foot->active[0][frame] ? 0 : 1;
    real3 point = real3_add(b->pinned[side].positions[at], real4_rotate(q, foot->point[part]));
    double ahead = part == 1 ? foot->ahead : 0;
    out[2] = atan2(forward.x, forward.z);
    out[0] = point.x - ahead * sin(out[2]);
    out[1] = point.z - ahead * cos(out[2]);
}

static void fix_variables(caperi_problem *p, int first, const double values[3])
{
    for (int i = 0; i < 3; i++) {
        p->lower[first + i] = p->upper[first + i] = p->start[first + i] = values[i];
    }
}

// A foothold (x, z, yaw) is the earlier one a cycle on.
static void link_foothold(caper_spacetime_builder *b, int later, int earlier, double sign,
                          const char *name, int body, int frame)
{
    int rows[3];
    for (int i = 0; i < 3; i++) {
        rows[i] = caperi_problem_row(b->problem, 0, 0, name, body, frame);
    }
    caperi_add_onward(b, rows, (int[2]){later, later + 1}, (int[2]){earlier, earlier + 1}, sign);
    caperi_problem_linear(b->problem, rows[2], later + 2, 1);
    caperi_problem_linear(b->problem, rows[2], earlier + 2, -sign);
    caperi_problem_linear(b->problem, rows[2], b->travel[2], -1);
}

// In a transition a foothold at the begin is where the first clip has it, and one at the end where
// the second has it, moved by the travel.
static void pin_foothold(caper_spacetime_builder *b, const caperi_model_foot *foot, int begin,
                         int end)
{
    caperi_problem *p = b->problem;
    int first = foot->foothold[begin], last = b->frame_count - 1;
    double there[3];
    if (b->pinned[0].positions && begin < 2) {
        stands_at(b, foot, end > 1 ? 1 : 0, there);
        fix_variables(p, first, there);
    }
    if (b->pinned[1].positions && end > last - 1) {
        int fixed = p->variable_count;
        stands_at(b, foot, begin < last ? last - 1 : last, there);
        for (int i = 0; i < 3; i++) {
            caperi_problem_variable(p, 0, 0, 0);
        }
        fix_variables(p, fixed, there);
        link_foothold(b, first, fixed, 1, "foothold at the end", foot->body, last);
    }
}

// The turn from rest of a light foot as it stands: level, and ahead as its shank.
static void add_level(caper_spacetime_builder *b, const caperi_model_foot *foot, int t,
                      double heading)
{
    static const real3 level[2] = {{0, 0, 1}, {1, 0, 0}}; // what points ahead, what to the side
    caperi_problem *p = b->problem;
    real4 rest = b->model->rigids[foot->rigid].rest_rotation;
    real3 forward = real4_rotate(rest, foot->forward);
    real4 turn = real4_yaw(heading - atan2(forward.x, forward.z));
    const double start[4] = {turn.x, turn.y, turn.z, turn.w};
    int inputs[5], rows[4];
    for (int i = 0; i < 4; i++) {
        inputs[i] = caperi_problem_variable(p, -CAPERI_INFINITY, CAPERI_INFINITY, start[i]);
        rows[i] = caperi_problem_row(p, 0, 0, "level foot", foot->body, t);
    }
    inputs[4] = foot->foothold[t] + 2;
    caperi_problem_block(p, &caperi_block_norm, NULL, 0, inputs, &rows[0], 1);
    caperi_problem_block(p, &caperi_block_heading, &forward, sizeof forward, inputs, &rows[1], 1);
    caperi_add_along(b, rows[2], inputs[0], level[0], 1, 1);
    caperi_add_along(b, rows[3], inputs[0], level[1], 1, 1);
}

static void add_foothold(caper_spacetime_builder *b, caperi_model_foot *foot, int begin, int end)
{
    const caperi_model_body *rigid = &b->model->rigids[foot->rigid];
    real3 root, at = real4_rotate(rigid->rest_rotation, foot->point[0]);
    double yaw;
    caperi_guess_root(b, 0.5 * (begin + end - 1), &root, &yaw);
    at = real4_rotate(real4_yaw(yaw), real3_add(rigid->rest_position, at));
    real3 forward = real4_rotate(rigid->rest_rotation, foot->forward);
    double heading = yaw + atan2(forward.x, forward.z);
    int first =
        caperi_problem_variable(b->problem, -CAPERI_INFINITY, CAPERI_INFINITY, root.x + at.x);
    caperi_problem_variable(b->problem, -CAPERI_INFINITY, CAPERI_INFINITY, root.z + at.z);
    caperi_problem_variable(b->problem, -CAPERI_INFINITY, CAPERI_INFINITY, heading);
    for (int t = begin; t < end; t++) {
        foot->foothold[t] = first;
    }
    if (foot->light) {
        add_level(b, foot, begin, heading);
    }
}

static void add_footholds(caper_spacetime_builder *b, caperi_model_foot *foot)
{
    for (int t = 0; t < b->frame_count;) {
        int end = t + 1;
        foot->foothold[t] = -1;
        if (stands(foot, t)) {
            while (end < b->frame_count && stands(foot, end)) {
                end++;
            }
            add_foothold(b, foot, t, end);
            pin_foothold(b, foot, t, end);
        }
        t = end;
    }
}

// A foot that stands at the last frame and (as its partner) at the first stands on: same place.
static void link_footholds(caper_spacetime_builder *b, const caperi_model_foot *foot)
{
    bool mirrored = b->job->cycle == CAPER_SPACETIME_MIRRORED;
    const caperi_model_foot *first = mirrored ? &b->feet[foot->mirror] : foot;
    int later = foot->foothold[b->frame_count - 1], earlier = first->foothold[0];
    if (later < 0 || earlier < 0 || later == earlier) {
        return;
    }
    link_foothold(b, later, earlier, mirrored ? -1 : 1, "foothold over the seam", foot->body, 0);
}

// -- standing -----------------------------------------------------------------------------------

static void hold(caper_spacetime_builder *b, const caperi_model_foot *foot, int part, int t)
{
    static const char *const names[3] = {"contact x", "contact y", "contact z"};
    int rows[3], foothold = foot->foothold[t];
    for (int i = 0; i < 3; i++) {
        rows[i] = caperi_problem_row(b->problem, 0, 0, names[i], foot->body, t);
        caperi_add_point(b, rows[i], caperi_pose_of(b, t, foot->rigid), foot->point[part], i, 1);
    }
    caperi_problem_linear(b->problem, rows[0], foothold, -1);
    caperi_problem_linear(b->problem, rows[2], foothold + 1, -1);
    if (part == 1) {
        const int yaw = foothold + 2, sides[2] = {rows[0], rows[2]};
        caperi_problem_block(b->problem, &caperi_block_ahead, &foot->ahead, sizeof foot->ahead,
                             &yaw, sides, -1);
    }
}

static void hold_direction(caper_spacetime_builder *b, const caperi_model_foot *foot, int t)
{
    int inputs[5];
    caperi_put(inputs, caperi_pose_of(b, t, foot->rigid) + 3, 4);
    inputs[4] = foot->foothold[t] + 2;
    int row = caperi_problem_row(b->problem, 0, 0, "contact twist", foot->body, t);
    caperi_problem_block(b->problem, &caperi_block_heading, &foot->forward, sizeof foot->forward,
                         inputs, &row, 1);
    if (foot->light) {
        const int quaternions[2] = {inputs[0], foot->foothold[t] + 3}; // see add_level
        const real4 rests[2] = {b->model->rigids[foot->rigid].rest_rotation, {0, 0, 0, 1}};
        caperi_build_limits(b, t, foot->body, quaternions, rests);
    }
    if (foot->half_width > 0) {
        row = caperi_problem_row(b->problem, 0, 0, "contact roll", foot->body, t);
        caperi_add_along(b, row, inputs[0], foot->side, 1, 1);
    }
}

static void add_height(caper_spacetime_builder *b, const caperi_model_foot *foot, real3 point,
                       int t, double lower, double upper, const char *name)
{
    int row = caperi_problem_row(b->problem, lower, upper, name, foot->body, t);
    caperi_add_point(b, row, caperi_pose_of(b, t, foot->rigid), point, 1, 1);
}

// A part that swings: both ends of its edge, for a sole may roll.
static void add_swing(caper_spacetime_builder *b, const caperi_model_foot *foot, int part, int t,
                      double least)
{
    real3 half = real3_scale(foot->side, foot->half_width);
    add_height(b, foot, real3_add(foot->point[part], half), t, least, CAPERI_INFINITY,
               "above ground");
    if (foot->half_width > 0) {
        add_height(b, foot, real3_sub(foot->point[part], half), t, least, CAPERI_INFINITY,
                   "above ground");
    }
}

// -- forces -------------------------------------------------------------------------------------

static int add_force(caper_spacetime_builder *b, double start)
{
    caperi_problem *p = b->problem;
    int first = caperi_problem_variable(p, -MOST_FORCE, MOST_FORCE, 0);
    caperi_problem_variable(p, 0, MOST_FORCE, start);
    caperi_problem_variable(p, -MOST_FORCE, MOST_FORCE, 0);
    caperi_problem_variable(p, -MOST_FORCE, MOST_FORCE, 0); // twist
    caperi_problem_variable(p, -MOST_FORCE, MOST_FORCE, 0); // roll
    return first;
}

static void limit_moment(caper_spacetime_builder *b, const caperi_model_foot *foot, int t,
                         int force, int moment, double lever, const char *name)
{
    const double data = lever / CAPERI_TORQUE_UNIT;
    const int inputs[2] = {force + 1, moment};
    const int rows[2] = {caperi_problem_row(b->problem, 0, CAPERI_INFINITY, name, foot->body, t),
                         caperi_problem_row(b->problem, 0, CAPERI_INFINITY, name, foot->body, t)};
    caperi_problem_block(b->problem, &caperi_block_bearing, &data, sizeof data, inputs, rows, 1);
}

static void bear(caper_spacetime_builder *b, const caperi_model_foot *foot, int part, int t,
                 const int *first_rows)
{
    caperi_problem *p = b->problem;
    int force = foot->force[part][t], first_row = first_rows[foot->rigid];
    const int rows[3] = {first_row + 3, first_row + 4, first_row + 5};
    for (int i = 0; i < 3; i++) {
        caperi_problem_linear(p, first_row + i, force + i, -1);
    }
    caperi_add_lever(b, first_row + 3, caperi_pose_of(b, t, foot->rigid) + 3, force,
                     foot->point[part], -1);
    double friction = foot->friction[part][t];
    int cone = caperi_problem_row(p, 0, CAPERI_INFINITY, "friction", foot->body, t);
    const int inputs[3] = {force, force + 1, force + 2};
    caperi_problem_block(p, &caperi_block_cone, &friction, sizeof friction, inputs, &cone, 1);
    limit_moment(b, foot, t, force, force + 3, friction * foot->twist_radius, "twist friction");
    if (foot->half_width > 0) {
        const double one = 1;
        const int moments[3] = {foot->foothold[t] + 2, force + 4, force + 3};
        caperi_problem_block(p, &caperi_block_tilt, &one, sizeof one, moments, rows, -1);
        limit_moment(b, foot, t, force, force + 4, foot->half_width, "edge");
    } else {
        caperi_problem_linear(p, first_row + 4, force + 3, -1);
        p->lower[force + 4] = p->upper[force + 4] = p->start[force + 4] = 0;
    }
}

static int standing_parts(const caper_spacetime_builder *b, int t)
{
    int count = 0;
    for (int i = 0; i < b->foot_count; i++) {
        for (int part = 0; part < b->feet[i].part_count; part++) {
            count += b->feet[i].active[part][t];
        }
    }
    return count;
}

static void add_frame(caper_spacetime_builder *b, caperi_model_foot *foot, int t,
                      const int *first_rows)
{
    bool moves = t >= caperi_first_frame(b) && t < caperi_end_frame(b);
    bool standing = stands(foot, t), held = false, pinned = caperi_is_pinned(b, t);
    for (int part = 0; part < foot->part_count; part++) {
        foot->force[part][t] = -1;
        if (!foot->active[part][t]) {
            if (!pinned) {
                bool rear = part == 0 && foot->part_count > 1;
                double least = rear ? foot->lift[t] : foot->clearance[t];
                if (standing) { // level already
                    add_height(b, foot, foot->point[part], t, 0, CAPERI_INFINITY, "above ground");
                } else {
                    add_swing(b, foot, part, t, least);
                }
            }
            continue;
        }
        if (!pinned && held) {
            add_height(b, foot, foot->point[part], t, 0, 0, "contact y");
        } else if (!pinned) {
            hold(b, foot, part, t);
        }
        held = true;
        if (moves) {
            foot->force[part][t] = add_force(b, 1.0 / standing_parts(b, t));
            bear(b, foot, part, t, &first_rows[t * b->model->rigid_count]);
        }
    }
    if (standing && !pinned) {
        hold_direction(b, foot, t);
    }
}

// -- contacts that are found
// ------------------------------------------------------------------------

// What the moments of an edge act about: the direction of the way, as the sole has no foothold.
static void add_direction(caper_spacetime_builder *b, caperi_model_foot *foot, int t)
{
    real3 root, forward = real4_rotate(b->model->rigids[foot->rigid].rest_rotation, foot->forward);
    double yaw;
    caperi_guess_root(b, t, &root, &yaw);
    const double fixed[3] = {0, 0, yaw + atan2(forward.x, forward.z)};
    foot->foothold[t] = b->problem->variable_count;
    for (int i = 0; i < 3; i++) {
        caperi_problem_variable(b->problem, fixed[i], fixed[i], fixed[i]);
    }
}

// A part that may touch at this frame: with a force it is on the ground and stays until the next.
static void add_loose_part(caper_spacetime_builder *b, caperi_model_foot *foot, int part, int t,
                           const int *first_rows)
{
    bool guessed = foot->active[part][t];
    foot->force[part][t] = add_force(b, guessed ? 1.0 / standing_parts(b, t) : 0.01);
    bear(b, foot, part, t, &first_rows[t * b->model->rigid_count]);
    int now = caperi_pose_of(b, t, foot->rigid), then = caperi_pose_of(b, t + 1, foot->rigid);
    int force = foot->force[part][t] + 1;
    real3 point = foot->point[part];
    const int height[2] = {force, now + 1};
    int air = caperi_problem_row(b->problem, -CAPERI_INFINITY, b->looseness, "force in the air",
                                 foot->body, t);
    caperi_problem_block(b->problem, &caperi_block_product, NULL, 0, height, &air, 1);
    caperi_add_moment(b, air, force, now + 3, point, 1, 1);
    int ground = caperi_problem_row(b->problem, -CAPERI_INFINITY, b->looseness,
                                    "sliding under a force", foot->body, t);
    for (int i = 0; i < 3; i += 2) {
        caperi_quantity parts[4], slide;
        if (caperi_point_quantity(b, now, point, i, 1, &parts[0]) &&
            caperi_point_quantity(b, then, point, i, 1, &parts[1]) &&
            caperi_variable_quantity(b, force, 1, &parts[2]) &&
            caperi_variable_quantity(b, caperi_step_of(b, t), 1, &parts[3]) &&
            caperi_block_quantity(b, &caperi_block_slide, parts, 1, &slide)) {
            caperi_problem_block(b->problem, slide.kind, slide.data, 0, slide.variables, &ground,
                                 1);
        }
    }
}

static void add_loose_frame(caper_spacetime_builder *b, caperi_model_foot *foot, int t,
                            const int *first_rows)
{
    bool moves = t >= caperi_first_frame(b) && t < caperi_end_frame(b);
    add_direction(b, foot, t);
    for (int part = 0; part < foot->part_count; part++) {
        foot->force[part][t] = -1;
        add_height(b, foot, foot->point[part], t, 0, CAPERI_INFINITY, "above ground");
        if (moves) {
            add_loose_part(b, foot, part, t, first_rows);
        }
    }
}

void caperi_build_contacts(caper_spacetime_builder *b, const int *first_rows)
{
    for (int i = 0; i < b->foot_count; i++) {
        if (b->looseness > 0) {
            for (int t = 0; t < b->frame_count; t++) {
                add_loose_frame(b, &b->feet[i], t, first_rows);
            }
            continue;
        }
        add_footholds(b, &b->feet[i]);
        for (int t = 0; t < b->frame_count; t++) {
            add_frame(b, &b->feet[i], t, first_rows);
        }
    }
    for (int i = 0; b->cyclic && !(b->looseness > 0) && i < b->foot_count; i++) {
        link_footholds(b, &b->feet[i]);
    }
}
