// SPDX-License-Identifier: MIT
// The variables of a problem and where the solver starts: the rest pose, carried along the way of
// the cycle. Frames -1 and frame_count of a cycle are variables too, tied to the other end by the
// seam (bodies.c), so that everything else need not know about cycles.
#include "spacetime/blocks.h"
#include "spacetime/builder.h"

// Steps may differ from the even ones by these factors where durations are found: with fewer than
// two frames' worth of time in a phase, or many times more, the frames no longer tell the motion.
static const double SHORTEST_STEP = 0.5, LONGEST_STEP = 2;

void caperi_guess_root(const caper_spacetime_builder *b, double frame, real3 *position, double *yaw)
{
    const caper_spacetime_travel *travel = &b->job->travel;
    double length = b->model->length, share = frame / caperi_interval_count(b);
    double half = b->job->cycle == CAPER_SPACETIME_MIRRORED ? 0.5 : 1;
    double x = travel->x * half / length, z = travel->z * half / length;
    double turn = travel->turn * half;
    double s = sin(turn), c = cos(turn), det = 2 - 2 * c;
    *yaw = share * turn;
    if (det < 1e-3) { // straight on, or whole turns about nothing
        *position = (real3){x * share, 0, z * share};
        return;
    }
    // the arc about the point that the travel leaves where it is: (1 - R) center = travel
    double cx = ((1 - c) * x + s * z) / det, cz = ((1 - c) * z - s * x) / det;
    double s1 = sin(*yaw), c1 = cos(*yaw);
    *position = (real3){cx - (c1 * cx + s1 * cz), 0, cz - (c1 * cz - s1 * cx)};
}

static void add_pose(caper_spacetime_builder *b, int frame, int r)
{
    const caperi_model_body *rigid = &b->model->rigids[r];
    real3 root;
    double yaw;
    caperi_guess_root(b, frame, &root, &yaw);
    real3 p = real3_add(root, real4_rotate(real4_yaw(yaw), rigid->rest_position));
    real4 q = real4_mul(real4_yaw(yaw), rigid->rest_rotation);
    const double start[7] = {p.x, p.y, p.z, q.x, q.y, q.z, q.w};
    int first = b->problem->variable_count;
    for (int i = 0; i < 7; i++) {
        caperi_problem_variable(b->problem, i < 3 ? -CAPERI_INFINITY : -2,
                                i < 3 ? CAPERI_INFINITY : 2, start[i]);
    }
    b->pose[(frame + 1) * b->model->rigid_count + r] = first;
}

static int add_free(caper_spacetime_builder *b, int count)
{
    int first = b->problem->variable_count;
    for (int i = 0; i < count; i++) {
        caperi_problem_variable(b->problem, -CAPERI_INFINITY, CAPERI_INFINITY, 0);
    }
    return first;
}

static void add_joints(caper_spacetime_builder *b, int frame)
{
    for (int r = 0; r < b->model->rigid_count; r++) {
        bool has = b->model->rigids[r].parent >= 0;
        b->joint[frame * b->model->rigid_count + r] = has ? add_free(b, 6) : -1;
    }
}

// Do the same parts touch at both frames?
static bool same_contacts(const caper_spacetime_builder *b, int t, int u)
{
    for (int i = 0; !(b->looseness > 0) && i < b->foot_count; i++) {
        for (int part = 0; part < b->feet[i].part_count; part++) {
            if (b->feet[i].active[part][t] != b->feet[i].active[part][u]) {
                return false;
            }
        }
    }
    return true;
}

// One step for all of a phase: fixed, or found within bounds with the sum of all bounded too.
static void add_times(caper_spacetime_builder *b)
{
    const caper_spacetime_job *job = b->job;
    caperi_problem *p = b->problem;
    int n = caperi_interval_count(b);
    double half = job->cycle == CAPER_SPACETIME_MIRRORED ? 0.5 : 1;
    double whole = job->duration * half / b->model->time, even = whole / n;
    bool given = !(job->duration_max > 0);
    double ratio = given || !(job->duration_start > 0) ? 1 : job->duration_start / job->duration;
    double least = job->duration_min * half / b->model->time;
    double most = job->duration_max * half / b->model->time;
    int sum = given ? -1 : caperi_problem_row(p, least, most, "duration", -1, -1);
    b->rate = caperi_problem_variable(p, given ? 1 / whole : 0.5 / most,
                                      given ? 1 / whole : 2 / least, 1 / (ratio * whole));
    int inverse = given ? -1 : caperi_problem_row(p, 1, 1, "inverse duration", -1, -1);
    for (int t = 0; t < n;) {
        int end = t + 1;
        while (end < n && same_contacts(b, t, end)) {
            end++;
        }
        int step = caperi_problem_variable(p, given ? even : SHORTEST_STEP * even,
                                           given ? even : LONGEST_STEP * even, ratio * even);
        double count = end - t;
        if (!given) {
            const int inputs[] = {b->rate, step};
            caperi_problem_linear(p, sum, step, count);
            caperi_problem_block(p, &caperi_block_duration_rate, &count, sizeof count, inputs,
                                 &inverse, 1);
            const double each = 1 / even;
            caperi_problem_block(p, &caperi_block_tempo, &each, sizeof each, &step, NULL,
                                 job->weights.tempo * count / n);
        }
        for (; t < end; t++) {
            b->step[t + 1] = step;
        }
    }
    b->step[0] = b->step[n];
}

static void add_travel(caper_spacetime_builder *b)
{
    const caper_spacetime_travel *travel = &b->job->travel;
    double half = b->job->cycle == CAPER_SPACETIME_MIRRORED ? 0.5 : 1;
    double scale = half / b->model->length;
    const double value[3] = {travel->x * scale, travel->z * scale, travel->turn * half};
    const bool is_free[3] = {travel->free_x, travel->free_z, travel->free_turn};
    for (int i = 0; i < 3; i++) {
        double bound = is_free[i] ? CAPERI_INFINITY : 0;
        b->travel[i] = caperi_problem_variable(b->problem, is_free[i] ? -bound : value[i],
                                               is_free[i] ? bound : value[i], value[i]);
    }
}

bool caperi_build_variables(caper_spacetime_builder *b)
{
    size_t n = (size_t)b->frame_count, rigids = (size_t)b->model->rigid_count;
    b->pose = caperi_problem_memory(b->problem, (n + 2) * rigids, sizeof(int));
    b->joint = caperi_problem_memory(b->problem, n * rigids, sizeof(int));
    b->step = caperi_problem_memory(b->problem, n + 2, sizeof(int));
    if (b->problem->failed) {
        return false;
    }
    add_times(b);
    add_travel(b);
    for (int t = b->cyclic ? -1 : 0; t <= b->frame_count - (b->cyclic ? 0 : 1); t++) {
        for (int r = 0; r < b->model->rigid_count; r++) {
            add_pose(b, t, r);
        }
        if (t >= 0 && t < b->frame_count) {
            add_joints(b, t);
        }
    }
    return !b->problem->failed;
}
