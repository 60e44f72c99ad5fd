// SPDX-License-Identifier: MIT
// A solution as a clip (thesis 4.2.6). Between the solver's frames rotations and the root's
// position follow cubic curves whose slopes are exact for constant acceleration, so that flight
// stays a parabola. Standing feet are held where they stand: small turns of the bodies above them,
// least squares, close the gap that a curve leaves. A mirrored half is continued by its image.
#include "spacetime/solution.h"

#include <string.h>

// -- frames of any number -----------------------------------------------------------------------

typedef struct placed {
    real3 position;
    real4 rotation;
} placed;

static real3 mirrored(real3 v, bool on)
{
    return (real3){on ? -v.x : v.x, v.y, v.z};
}

// The travel of what was solved: half of the cycle when mirrored, in the model's lengths.
static void solved_travel(const caper_spacetime_solution *s, real3 *move, double *turn)
{
    double half = s->cycle == CAPER_SPACETIME_MIRRORED ? 0.5 : 1;
    double scale = half / s->model->length;
    *move = (real3){s->travel.x * scale, 0, s->travel.z * scale};
    *turn = s->travel.turn * half;
}

static placed solved_frame(const caper_spacetime_solution *s, int frame, int r)
{
    int at = (frame + 1) * s->model->rigid_count + r;
    return (placed){s->positions[at], s->rotations[at]};
}

static placed next_cycle(const caper_spacetime_solution *s, placed p, int from, int r)
{
    bool mirror = s->cycle == CAPER_SPACETIME_MIRRORED;
    const caperi_model_body *rigids = s->model->rigids;
    real3 move;
    double turn;
    solved_travel(s, &move, &turn);
    real4 yaw = real4_yaw(turn);
    real4 from_rest = real4_mul(p.rotation, real4_conj(rigids[from].rest_rotation));
    from_rest = mirror ? real4_mirror(from_rest) : from_rest;
    p.rotation = real4_mul(yaw, real4_mul(from_rest, rigids[r].rest_rotation));
    p.position = real3_add(move, real4_rotate(yaw, mirrored(p.position, mirror)));
    return p;
}

// A rigid body at any frame of a cycle, from the frame before the first on.
static placed frame_of(const caper_spacetime_solution *s, int frame, int r)
{
    if (s->cycle == CAPER_SPACETIME_ONCE || frame <= s->frame_count) {
        return solved_frame(s, frame, r);
    }
    int from = s->cycle == CAPER_SPACETIME_MIRRORED ? s->model->rigids[r].mirror : r;
    return next_cycle(s, frame_of(s, frame - s->frame_count, from), from, r);
}

static double time_of(const caper_spacetime_solution *s, int frame)
{
    int n = s->frame_count;
    if (s->cycle == CAPER_SPACETIME_ONCE) {
        return s->times[frame];
    }
    int cycles = frame < 0 ? -1 : frame / n;
    return s->times[frame - cycles * n] + cycles * s->times[n];
}

// Frames from the first to the last of the clip, both included.
static int last_frame(const caper_spacetime_solution *s)
{
    switch (s->cycle) {
    case CAPER_SPACETIME_ONCE:
        return s->frame_count - 1;
    case CAPER_SPACETIME_LOOP:
        return s->frame_count;
    default:
        return 2 * s->frame_count;
    }
}

static bool stands(const caper_spacetime_solution *s, int foot, int part, int frame)
{
    const caperi_solution_foot *f = &s->feet[foot];
    int n = s->frame_count, end = last_frame(s);
    if (s->cycle != CAPER_SPACETIME_ONCE) {
        frame = (frame + end) % end;
    }
    if (s->cycle == CAPER_SPACETIME_MIRRORED && frame >= n) {
        f = &s->feet[f->mirror];
        frame -= n;
    }
    return frame >= 0 && frame < n && part < f->part_count && f->active[part][frame];
}

// -- curves -------------------------------------------------------------------------------------

// Weights of four points and their three steps for a cubic with slopes exact for parabolas.
static void curve_weights(const double times[4], double time, double weights[4])
{
    double h0 = times[1] - times[0], h1 = times[2] - times[1], h2 = times[3] - times[2];
    double u = (time - times[1]) / h1, u2 = u * u, u3 = u2 * u;
    double a = 2 * u3 - 3 * u2 + 1, c = 3 * u2 - 2 * u3;
    double b = (u3 - 2 * u2 + u) * h1, d = (u3 - u2) * h1;
    // slope at 1: (h0 (p2 - p1) / h1 + h1 (p1 - p0) / h0) / (h0 + h1), at 2 likewise; an end of
    // the motion (h 0) has the slope of its interval
    double s0 = h0 > 0 ? h1 / (h0 * (h0 + h1)) : 0, s1 = h0 > 0 ? h0 / (h1 * (h0 + h1)) : 1 / h1;
    double r1 = h2 > 0 ? h2 / (h1 * (h1 + h2)) : 1 / h1, r2 = h2 > 0 ? h1 / (h2 * (h1 + h2)) : 0;
    weights[0] = -b * s0;
    weights[1] = a + b * (s0 - s1) - d * r1;
    weights[2] = c + b * s1 + d * (r1 - r2);
    weights[3] = d * r2;
}

static placed curve(const placed points[4], const double weights[4])
{
    real3 p = {0, 0, 0};
    real4 q = {0, 0, 0, 0};
    for (int i = 0; i < 4; i++) {
        real4 r = points[i].rotation;
        double w = real4_dot(r, points[1].rotation) < 0 ? -weights[i] : weights[i];
        p = real3_add(p, real3_scale(points[i].position, weights[i]));
        q = (real4){q.x + w * r.x, q.y + w * r.y, q.z + w * r.z, q.w + w * r.w};
    }
    return (placed){p, real4_unit(q)};
}

// The interval that holds a time.
static int interval_of(const caper_spacetime_solution *s, double time)
{
    int frame = 0;
    while (frame + 1 < last_frame(s) && time >= time_of(s, frame + 1)) {
        frame++;
    }
    return frame;
}

static void sample(const caper_spacetime_solution *s, int frame, double time, placed *rigids)
{
    bool once = s->cycle == CAPER_SPACETIME_ONCE;
    int frames[4] = {frame - 1, frame, frame + 1, frame + 2};
    double times[4], weights[4];
    for (int i = 0; i < 4; i++) {
        int last = last_frame(s);
        frames[i] = once && frames[i] < 0 ? 0 : once && frames[i] > last ? last : frames[i];
        times[i] = time_of(s, frames[i]);
    }
    curve_weights(times, time, weights);
    for (int r = 0; r < s->model->rigid_count; r++) {
        placed points[4];
        for (int i = 0; i < 4; i++) {
            points[i] = frame_of(s, frames[i], r);
        }
        rigids[r] = curve(points, weights);
    }
}

// -- holding feet -------------------------------------------------------------------------------

// Bodies hang on the root by their joints; curves only turn them.
static void hang(const caperi_model *model, placed *rigids)
{
    for (int r = 1; r < model->rigid_count; r++) {
        const caperi_model_body *rigid = &model->rigids[r];
        const placed *parent = &rigids[rigid->parent];
        real3 joint =
            real3_add(parent->position, real4_rotate(parent->rotation, rigid->joint_parent));
        rigids[r].position = real3_sub(joint, real4_rotate(rigids[r].rotation, rigid->joint));
    }
}

static real3 point_of(const placed *rigid, real3 point)
{
    return real3_add(rigid->position, real4_rotate(rigid->rotation, point));
}

// Points of one foot that are held: both ends of two edges.
enum {
    MOST_HELD = 4
};

// Solve a x = b of size n in place, a symmetric and positive.
static void solve_small(double a[3 * MOST_HELD][3 * MOST_HELD], double *b, int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
            double f = a[j][i] / a[i][i];
            for (int k = i; k < n; k++) {
                a[j][k] -= f * a[i][k];
            }
            b[j] -= f * b[i];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) {
            b[i] -= a[i][k] * b[k];
        }
        b[i] /= a[i][i];
    }
}

// How a held point follows a turn of a rigid body on its way: the lever from that body's joint.
static real3 lever_of(const caperi_model *model, const placed *rigids, int r, real3 point)
{
    return real3_sub(point, point_of(&rigids[r], model->rigids[r].joint));
}

static void turn_below(const caperi_model *model, placed *rigids, int r, real3 by)
{
    real4 turn = real4_unit((real4){0.5 * by.x, 0.5 * by.y, 0.5 * by.z, 1});
    for (int i = r; i < model->rigid_count; i++) {
        int up = i;
        while (up > r) {
            up = model->rigids[up].parent;
        }
        if (up == r) {
            rigids[i].rotation = real4_unit(real4_mul(turn, rigids[i].rotation));
        }
    }
    hang(model, rigids);
}

static bool is_above(const caperi_model *model, int above, int r)
{
    while (r > above) {
        r = model->rigids[r].parent;
    }
    return r == above;
}

// Would a turn of this body move a foot that is held already?
static bool carries_other(const caper_spacetime_solution *s, int r, int foot)
{
    for (int i = 0; i < s->foot_count; i++) {
        if (is_above(s->model, r, s->feet[i].rigid) &&
            !is_above(s->model, foot, s->feet[i].rigid)) {
            return true;
        }
    }
    return false;
}

// The first rigid body above a foot that must not turn for it: the root, or one that another foot
// hangs on, unless that foot hangs on this one and is held later.
static int fixed_above(const caper_spacetime_solution *s, int foot)
{
    int r = foot;
    while (s->model->rigids[r].parent >= 0 && !carries_other(s, r, foot)) {
        r = s->model->rigids[r].parent;
    }
    return r;
}

// One step of least squares: turns of the bodies from the foot up to below `top` that bring points
// of the foot to where they stand.
static double pull(const caperi_model *model, placed *rigids, int foot, int top,
                   const real3 *points, const real3 *targets, int count)
{
    double a[3 * MOST_HELD][3 * MOST_HELD] = {{0}}, b[3 * MOST_HELD], error = 0;
    real3 now[MOST_HELD];
    int n = 3 * count;
    for (int p = 0; p < count; p++) {
        now[p] = point_of(&rigids[foot], points[p]);
        real3 gap = real3_sub(targets[p], now[p]);
        b[3 * p] = gap.x, b[3 * p + 1] = gap.y, b[3 * p + 2] = gap.z;
        error = fmax(error, real3_length(gap));
    }
    for (int r = foot; r != top; r = model->rigids[r].parent) {
        for (int p = 0; p < count; p++) {
            for (int q = 0; q < count; q++) {
                real3 u = lever_of(model, rigids, r, now[p]),
                      v = lever_of(model, rigids, r, now[q]);
                double dot = real3_dot(u, v);
                const double uv[3][3] = {{u.x * v.x, u.x * v.y, u.x * v.z},
                                         {u.y * v.x, u.y * v.y, u.y * v.z},
                                         {u.z * v.x, u.z * v.y, u.z * v.z}};
                for (int i = 0; i < 3; i++) {
                    for (int j = 0; j < 3; j++) {
                        // [u]x [v]x^T = u.v 1 - v u^T
                        a[3 * p + i][3 * q + j] += (i == j ? dot : 0) - uv[j][i];
                    }
                }
            }
        }
    }
    for (int i = 0; i < n; i++) {
        a[i][i] += 1e-9; // the points' distances cannot change: more rows than freedom
    }
    solve_small(a, b, n);
    for (int r = foot; r != top; r = model->rigids[r].parent) {
        real3 by = {0, 0, 0};
        for (int p = 0; p < count; p++) {
            real3 w = {b[3 * p], b[3 * p + 1], b[3 * p + 2]};
            by = real3_add(by, real3_cross(lever_of(model, rigids, r, now[p]), w));
        }
        turn_below(model, rigids, r, by);
    }
    return error;
}

// -- light feet ---------------------------------------------------------------------------------

// A foot too light for a rigid body of its own moves with its shank to the solver, but can turn: in
// the clip its sole is level and turned as the shank is, so that no edge of it goes into the
// ground.
static bool is_light(const caper_spacetime_solution *s, const caperi_solution_foot *foot)
{
    return s->model->rigids[foot->rigid].body != foot->body &&
           s->character->bodies[foot->body].joint.kind == CAPER_JOINT_BALL;
}

// The turn about the vertical of a rigid body from its rest.
static real4 heading_of(const caper_spacetime_solution *s, int rigid, const placed *at)
{
    real4 turn = real4_mul(at->rotation, real4_conj(s->model->rigids[rigid].rest_rotation));
    real3 ahead = real4_rotate(turn, (real3){0, 0, 1});
    return real4_yaw(atan2(ahead.x, ahead.z));
}

// Where the ankle must be for the middle of the level sole to be where the solver has it.
static real3 ankle_over(const caper_spacetime_solution *s, const caperi_solution_foot *foot,
                        const placed *at, real4 heading)
{
    const caperi_model_body *rigid = &s->model->rigids[foot->rigid];
    real3 down = real3_sub(foot->point[0], s->model->carried[foot->body].position);
    down = real4_rotate(heading, real4_rotate(rigid->rest_rotation, down));
    return real3_sub(point_of(at, foot->point[0]), down);
}

// The gaps are millimetres, and each step squares them; in lengths.
static const int HOLD_STEPS = 6;
static const double HELD = 1e-7;

// Returns the heading of the sole: turns of the leg above it are not its own.
static real4 hold_light(const caper_spacetime_solution *s, const caperi_solution_foot *foot,
                        const placed *at, int top, placed *rigids)
{
    real4 heading = heading_of(s, foot->rigid, at);
    real3 ankle = s->model->carried[foot->body].position;
    real3 over = ankle_over(s, foot, at, heading);
    for (int step = 0; step < HOLD_STEPS; step++) {
        if (pull(s->model, rigids, foot->rigid, top, &ankle, &over, 1) < HELD) {
            break;
        }
    }
    return heading;
}

static void hold_foot(const caper_spacetime_solution *s, int index, int frame, placed *rigids,
                      real4 *heading)
{
    const caperi_solution_foot *foot = &s->feet[index];
    real3 points[MOST_HELD], targets[MOST_HELD];
    int count = 0, top = fixed_above(s, foot->rigid);
    placed there = frame_of(s, frame, foot->rigid);
    for (int part = 0; part < foot->part_count; part++) {
        if (stands(s, index, part, frame) && stands(s, index, part, frame + 1)) {
            real3 half = real3_scale(foot->side, foot->half_width);
            points[count++] = real3_add(foot->point[part], half);
            points[count++] = real3_sub(foot->point[part], half);
            count -= foot->half_width > 0 ? 0 : 1;
        }
    }
    if (is_light(s, foot)) {
        placed here = rigids[foot->rigid];
        *heading = hold_light(s, foot, count ? &there : &here, top, rigids);
        return;
    }
    for (int p = 0; p < count; p++) {
        targets[p] = point_of(&there, points[p]);
    }
    for (int step = 0; count && step < HOLD_STEPS; step++) {
        if (pull(s->model, rigids, foot->rigid, top, points, targets, count) < HELD) {
            break;
        }
    }
}

// From the root outward, because a foot may hang on another; `headings` of light feet, by foot.
static void hold_feet(const caper_spacetime_solution *s, int frame, placed *rigids, real4 *headings)
{
    for (int r = 0; r < s->model->rigid_count; r++) {
        for (int i = 0; i < s->foot_count; i++) {
            if (s->feet[i].rigid == r) {
                hold_foot(s, i, frame, rigids, &headings[i]);
            }
        }
    }
}

// -- the clip -----------------------------------------------------------------------------------

static void write_frame(const caper_spacetime_solution *s, const placed *rigids,
                        const real4 *headings, caper_transform *out)
{
    const caperi_model *model = s->model;
    const caper_character *character = s->character;
    for (int i = 0; i < model->body_count; i++) {
        const caperi_carried *carried = &model->carried[i];
        const placed *rigid = &rigids[carried->rigid];
        int parent = character->bodies[i].parent;
        out[i] = character->skeleton.rest_local[i];
        if (parent < 0) {
            real3 at = real3_scale(point_of(rigid, carried->position), model->length);
            out[i].position = real3_to(at);
            out[i].rotation = real4_to(real4_mul(rigid->rotation, carried->rotation));
        } else if (model->carried[parent].rigid != carried->rigid) {
            const placed *above = &rigids[model->carried[parent].rigid];
            real4 up = real4_mul(above->rotation, model->carried[parent].rotation);
            out[i].rotation =
                real4_to(real4_mul(real4_conj(up), real4_mul(rigid->rotation, carried->rotation)));
        }
    }
    for (int i = 0; i < s->foot_count; i++) {
        const caperi_solution_foot *foot = &s->feet[i];
        if (is_light(s, foot)) {
            int parent = character->bodies[foot->body].parent;
            const placed *rigid = &rigids[foot->rigid];
            real4 up = real4_mul(rigid->rotation, model->carried[parent].rotation);
            real4 level =
                real4_mul(headings[i], real4_from(character->rest_model[foot->body].rotation));
            out[foot->body].rotation = real4_to(real4_mul(real4_conj(up), level));
        }
    }
}

// Stances of one foot as contacts of the clip; one that runs over the seam becomes two.
static int foot_contacts(const caper_spacetime_solution *s, int foot, caper_contact *out)
{
    int count = 0, end = last_frame(s);
    for (int t = 0; t <= end;) {
        int last = t;
        bool on = stands(s, foot, 0, t) || stands(s, foot, 1, t);
        while (on && last < end && (stands(s, foot, 0, last + 1) || stands(s, foot, 1, last + 1))) {
            last++;
        }
        if (on && last > t) {
            out[count++] =
                (caper_contact){s->feet[foot].body, (float)time_of(s, t), (float)time_of(s, last)};
        }
        t = last + 1;
    }
    return count;
}

static caper_clip *make_clip(const caper_spacetime_solution *s, const char *name, int count,
                             caper_transform *frames, placed *rigids, real4 *headings,
                             caper_contact *contacts, caper_error *error)
{
    double duration = caperi_spacetime_solution_duration(s);
    int contact_count = 0;
    for (int i = 0; i < count; i++) {
        double time = duration * i / (count - 1);
        int frame = interval_of(s, time);
        sample(s, frame, time, rigids);
        hang(s->model, rigids);
        hold_feet(s, frame, rigids, headings);
        write_frame(s, rigids, headings, frames + (size_t)i * (size_t)s->model->body_count);
    }
    for (int i = 0; i < s->foot_count; i++) {
        contact_count += foot_contacts(s, i, contacts + contact_count);
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = name;
    def.skeleton = &s->character->skeleton;
    def.rate = (float)((count - 1) / duration);
    def.frame_count = count;
    def.frames = frames;
    def.contacts = contacts;
    def.contact_count = contact_count;
    def.loops = s->cycle != CAPER_SPACETIME_ONCE;
    def.allocator = &s->allocator;
    caper_clip *whole = caper_clip_create(&def, error);
    caper_clip *rooted =
        whole ? caper_clip_extract_root(whole, s->character->root_body, &s->allocator, error)
              : NULL;
    caper_clip_destroy(whole);
    return rooted;
}

caper_clip *caper_spacetime_clip(const caper_spacetime_solution *s, const char *name, float rate,
                                 caper_error *error)
{
    if (!s || !(rate > 0) || !(rate < 1e4f)) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "a clip needs a solution and a rate above 0");
        return NULL;
    }
    int count = (int)(caperi_spacetime_solution_duration(s) * (double)rate + 0.5) + 1;
    count = count < 2 ? 2 : count;
    size_t bodies = (size_t)s->model->body_count;
    size_t sizes[4] = {(size_t)count * bodies * sizeof(caper_transform), bodies * sizeof(placed),
                       (size_t)(s->foot_count * (last_frame(s) + 2)) * sizeof(caper_contact),
                       ((size_t)s->foot_count + 1) * sizeof(real4)};
    void *memory[4];
    bool good = true;
    for (int i = 0; i < 4; i++) {
        memory[i] = caper_alloc(&s->allocator, sizes[i], 32);
        good = good && memory[i];
    }
    caper_clip *clip = NULL;
    if (good) {
        clip = make_clip(s, name ? name : "spacetime", count, memory[0], memory[1], memory[3],
                         memory[2], error);
    } else {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    }
    for (int i = 0; i < 4; i++) {
        caper_free(&s->allocator, memory[i], sizes[i]);
    }
    return clip;
}

// -- forces -------------------------------------------------------------------------------------

// The solved frame at a time, and whether it is seen in the mirror.
static int frame_at(const caper_spacetime_solution *s, double time, bool *mirror)
{
    int frame = interval_of(s, time), n = s->frame_count;
    if (time_of(s, frame + 1) - time < time - time_of(s, frame)) {
        frame++;
    }
    *mirror = s->cycle == CAPER_SPACETIME_MIRRORED && frame >= n && frame < 2 * n;
    return frame >= n && s->cycle != CAPER_SPACETIME_ONCE ? frame % n : frame;
}

caper_vec3 caper_spacetime_solution_force(const caper_spacetime_solution *s, int body, double time)
{
    bool mirror;
    int frame = frame_at(s, time, &mirror);
    for (int i = 0; i < s->foot_count; i++) {
        if (s->feet[i].body == body) {
            int from = mirror ? s->feet[i].mirror : i;
            return real3_to(mirrored(s->feet[from].force[frame], mirror));
        }
    }
    return caper_vec3_zero();
}

caper_vec3 caper_spacetime_solution_torque(const caper_spacetime_solution *s, int body, double time)
{
    if (body < 0 || body >= s->model->body_count) {
        return caper_vec3_zero();
    }
    int r = s->model->carried[body].rigid;
    if (s->model->rigids[r].body != body || s->model->rigids[r].parent < 0) {
        return caper_vec3_zero();
    }
    bool mirror;
    int frame = frame_at(s, time, &mirror);
    int from = mirror ? s->model->rigids[r].mirror : r;
    real3 torque = s->torques[frame * s->model->rigid_count + from];
    // a torque turns the other way about y and z in a mirror
    return real3_to(mirror ? (real3){torque.x, -torque.y, -torque.z} : torque);
}
