// SPDX-License-Identifier: MIT
// A solution as a clip (thesis 4.2.6). Between the solver's frames rotations and the root's
// position follow cubic curves whose slopes are exact for constant acceleration, so that flight
// stays a parabola, and leave soles that stand at rest. The remaining gap is closed by the least
// motion of mass. A mirrored half is continued by its image.
#include "spacetime/hold.h"
#include "spacetime/solution.h"

#include <string.h>

// -- frames of any number -----------------------------------------------------------------------

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

static caperi_placed solved_frame(const caper_spacetime_solution *s, int frame, int r)
{
    int at = (frame + 1) * s->model->rigid_count + r;
    return (caperi_placed){s->positions[at], s->rotations[at]};
}

static caperi_placed next_cycle(const caper_spacetime_solution *s, caperi_placed p, int from, int r)
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
static caperi_placed frame_of(const caper_spacetime_solution *s, int frame, int r)
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

// A foot too light for a rigid body of its own moves with its shank to the solver, but can turn: in
// the clip its sole is turned as the shank is and level, so that no edge of it goes into the
// ground; in the air as level as its joint lets it be.
typedef struct light {
    real4 heading;
    bool stands;
} light;

// A motion between the solver's frames: an interval with the velocities at both of its ends.
typedef struct curves {
    const caper_spacetime_solution *s;
    caperi_pinning *hold;
    caperi_pin *pins;      ///< room for all feet
    caperi_placed *around; ///< three frames of all rigid bodies
    double *slopes[2];     ///< at the frame before and after: of the root, then turns
    int frame;             ///< the interval; -1: none yet
    caperi_placed *now;    ///< bodies at the time that is sampled
    light *lights;         ///< by foot
} curves;

// A sole has up to two edges, and those two ends.
enum {
    MOST_PINS = 4
};

static int pin_part(const caperi_solution_foot *foot, int part, caperi_pin *out)
{
    real3 half = real3_scale(foot->side, foot->half_width);
    out[0] = (caperi_pin){.rigid = foot->rigid, .point = real3_add(foot->point[part], half)};
    out[1] = (caperi_pin){.rigid = foot->rigid, .point = real3_sub(foot->point[part], half)};
    return foot->half_width > 0 ? 2 : 1;
}

// What stands at a frame.
static int pins_at(const caper_spacetime_solution *s, int frame, caperi_pin *pins)
{
    int count = 0;
    for (int i = 0; i < s->foot_count; i++) {
        for (int part = 0; part < s->feet[i].part_count; part++) {
            count += stands(s, i, part, frame) ? pin_part(&s->feet[i], part, pins + count) : 0;
        }
    }
    return count;
}

// Weights of three points for the slope at the middle one, exact for parabolas; an end of the
// motion (a step of 0) has the slope of its interval.
static void slope_weights(double h0, double h1, double weights[3])
{
    double before = h0 > 0 ? (h1 > 0 ? h1 / (h0 + h1) : 1) / h0 : 0;
    double after = h1 > 0 ? (h0 > 0 ? h0 / (h0 + h1) : 1) / h1 : 0;
    weights[0] = -before;
    weights[1] = before - after;
    weights[2] = after;
}

static real4 slope_of(const caperi_placed *around, int r, int n, const double weights[3])
{
    real4 sum = {0, 0, 0, 0}, middle = around[n + r].rotation;
    for (int i = 0; i < 3; i++) {
        real4 q = around[i * n + r].rotation;
        double w = real4_dot(q, middle) < 0 ? -weights[i] : weights[i];
        sum = (real4){sum.x + w * q.x, sum.y + w * q.y, sum.z + w * q.z, sum.w + w * q.w};
    }
    return sum;
}

// The frame that a motion which happens once has there: its first or last beyond its ends.
static int frame_there(const caper_spacetime_solution *s, int frame)
{
    int last = last_frame(s);
    bool once = s->cycle == CAPER_SPACETIME_ONCE;
    return once && frame < 0 ? 0 : once && frame > last ? last : frame;
}

// Velocities at a frame: differences to its neighbours, without what would move a sole that stands.
// So feet come to rest where they touch down and start from rest where they leave, and between two
// frames of a stance hardly move at all.
static void slopes_at(curves *c, int frame, double *out)
{
    const caper_spacetime_solution *s = c->s;
    int n = s->model->rigid_count;
    double times[3], weights[3];
    for (int i = 0; i < 3; i++) {
        int there = frame_there(s, frame - 1 + i);
        times[i] = time_of(s, there);
        for (int r = 0; r < n; r++) {
            c->around[i * n + r] = frame_of(s, there, r);
        }
    }
    slope_weights(times[1] - times[0], times[2] - times[1], weights);
    out[0] = out[1] = out[2] = 0;
    for (int i = 0; i < 3; i++) {
        real3 p = c->around[i * n].position;
        out[0] += weights[i] * p.x, out[1] += weights[i] * p.y, out[2] += weights[i] * p.z;
    }
    for (int r = 0; r < n; r++) {
        real4 back = real4_conj(c->around[n + r].rotation);
        real4 turn = real4_mul(slope_of(c->around, r, n, weights), back);
        out[3 + 3 * r] = 2 * turn.x, out[4 + 3 * r] = 2 * turn.y, out[5 + 3 * r] = 2 * turn.z;
    }
    int count = pins_at(s, frame, c->pins);
    caperi_pins_still(c->hold, c->around + n, c->pins, count, out);
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

static void enter(curves *c, int frame)
{
    if (c->frame != frame) {
        slopes_at(c, frame, c->slopes[0]);
        slopes_at(c, frame + 1, c->slopes[1]);
        c->frame = frame;
    }
}

// Cubic of two ends and their slopes at a part u of h seconds.
typedef struct cubic {
    double first, first_slope, last, last_slope;
} cubic;

static cubic cubic_at(double u, double h)
{
    double u2 = u * u, u3 = u2 * u;
    return (cubic){2 * u3 - 3 * u2 + 1, (u3 - 2 * u2 + u) * h, 3 * u2 - 2 * u3, (u3 - u2) * h};
}

static real4 add_turned(real4 sum, real4 q, const double *turn, double weight, double slope_weight)
{
    real4 w = {0.5 * turn[0], 0.5 * turn[1], 0.5 * turn[2], 0};
    real4 d = real4_mul(w, q);
    return (real4){
        sum.x + weight * q.x + slope_weight * d.x, sum.y + weight * q.y + slope_weight * d.y,
        sum.z + weight * q.z + slope_weight * d.z, sum.w + weight * q.w + slope_weight * d.w};
}

static void sample(curves *c, double time)
{
    const caper_spacetime_solution *s = c->s;
    int frame = interval_of(s, time);
    enter(c, frame);
    double h = time_of(s, frame + 1) - time_of(s, frame);
    cubic k = cubic_at((time - time_of(s, frame)) / h, h);
    for (int r = 0; r < s->model->rigid_count; r++) {
        caperi_placed a = frame_of(s, frame, r), b = frame_of(s, frame + 1, r);
        b.rotation =
            real4_dot(a.rotation, b.rotation) < 0 ? real4_scale(b.rotation, -1) : b.rotation;
        real4 q = {0, 0, 0, 0};
        q = add_turned(q, a.rotation, c->slopes[0] + 3 + 3 * r, k.first, k.first_slope);
        q = add_turned(q, b.rotation, c->slopes[1] + 3 + 3 * r, k.last, k.last_slope);
        c->now[r].rotation = real4_unit(q);
        if (r == 0) {
            const double *u = c->slopes[0], *v = c->slopes[1];
            real3 p = real3_add(real3_scale(a.position, k.first), real3_scale(b.position, k.last));
            p = real3_add(p, real3_scale((real3){u[0], u[1], u[2]}, k.first_slope));
            c->now[r].position = real3_add(p, real3_scale((real3){v[0], v[1], v[2]}, k.last_slope));
        }
    }
    caperi_hang(s->model, c->now);
}

// -- limits -------------------------------------------------------------------------------------

// The rotation of a body that hangs on another, no further than its joint lets it.
static real4 within_limits(const caper_spacetime_solution *s, int body, real4 parent,
                           real4 rotation)
{
    const caper_joint *joint = &s->character->bodies[body].joint;
    caper_quat rest = s->character->skeleton.rest_local[body].rotation;
    caper_quat local = real4_to(real4_mul(real4_conj(parent), rotation));
    if (caper_joint_measure(joint, rest, local).excess <= 0) {
        return rotation;
    }
    return real4_mul(parent, real4_from(caper_joint_clamp(joint, rest, local)));
}

static real4 rotation_of(const caper_spacetime_solution *s, int body, const caperi_placed *rigids)
{
    const caperi_carried *carried = &s->model->carried[body];
    return real4_mul(rigids[carried->rigid].rotation, carried->rotation);
}

// Frames keep the limits of joints, but curves between frames may go beyond them.
static void keep_limits(const caper_spacetime_solution *s, caperi_placed *rigids)
{
    for (int r = 0; r < s->model->rigid_count; r++) {
        int body = s->model->rigids[r].body, parent = s->character->bodies[body].parent;
        if (s->model->rigids[r].parent >= 0) {
            real4 kept = within_limits(s, body, rotation_of(s, parent, rigids),
                                       rotation_of(s, body, rigids));
            rigids[r].rotation = real4_mul(kept, real4_conj(s->model->carried[body].rotation));
        }
    }
    caperi_hang(s->model, rigids);
}

// -- light feet ---------------------------------------------------------------------------------

static bool is_light(const caper_spacetime_solution *s, const caperi_solution_foot *foot)
{
    return s->model->rigids[foot->rigid].body != foot->body &&
           s->character->bodies[foot->body].joint.kind == CAPER_JOINT_BALL;
}

// The turn about the vertical of a rigid body from its rest.
static real4 heading_of(const caper_spacetime_solution *s, int rigid, const caperi_placed *at)
{
    real4 turn = real4_mul(at->rotation, real4_conj(s->model->rigids[rigid].rest_rotation));
    real3 ahead = real4_rotate(turn, (real3){0, 0, 1});
    return real4_yaw(atan2(ahead.x, ahead.z));
}

static real4 light_rotation(const caper_spacetime_solution *s, const caperi_solution_foot *foot,
                            const caperi_placed *rigids, const light *how)
{
    real4 rest = real4_from(s->character->rest_model[foot->body].rotation);
    real4 level = real4_mul(how->heading, rest);
    real4 shank = rotation_of(s, s->character->bodies[foot->body].parent, rigids);
    return how->stands ? level : within_limits(s, foot->body, shank, level);
}

// Where the ankle must be for the middle of the sole to be where the solver has it.
static real3 ankle_over(const caper_spacetime_solution *s, const caperi_solution_foot *foot,
                        const caperi_placed *at, real4 rotation)
{
    const caperi_carried *carried = &s->model->carried[foot->body];
    real3 down = real4_unrotate(carried->rotation, real3_sub(foot->point[0], carried->position));
    return real3_sub(caperi_placed_point(at, foot->point[0]), real4_rotate(rotation, down));
}

// -- holding feet -------------------------------------------------------------------------------

// Soles that stand all through the interval, with where the frame before it has them.
static int pin_foot(curves *c, int index, caperi_pin *pins)
{
    const caper_spacetime_solution *s = c->s;
    const caperi_solution_foot *foot = &s->feet[index];
    caperi_placed there = frame_of(s, c->frame, foot->rigid);
    int count = 0;
    for (int part = 0; part < foot->part_count; part++) {
        if (stands(s, index, part, c->frame) && stands(s, index, part, c->frame + 1)) {
            count += pin_part(foot, part, pins + count);
        }
    }
    for (int i = 0; i < count; i++) {
        pins[i].target = caperi_placed_point(&there, pins[i].point);
    }
    if (is_light(s, foot)) { // its ankle, for turns of the leg above are not those of the sole
        const caperi_placed *at = count ? &there : &c->now[foot->rigid];
        c->lights[index] = (light){heading_of(s, foot->rigid, at), count > 0};
        real4 rotation = light_rotation(s, foot, c->now, &c->lights[index]);
        pins[0] = (caperi_pin){foot->rigid, s->model->carried[foot->body].position,
                               ankle_over(s, foot, at, rotation)};
        count = 1;
    }
    return count;
}

static void hold_feet(curves *c)
{
    int count = 0;
    for (int i = 0; i < c->s->foot_count; i++) {
        count += pin_foot(c, i, c->pins + count);
    }
    caperi_pins_hold(c->hold, c->now, c->pins, count);
}

// -- the clip -----------------------------------------------------------------------------------

static void write_frame(const curves *c, caper_transform *out)
{
    const caper_spacetime_solution *s = c->s;
    const caperi_placed *rigids = c->now;
    const caperi_model *model = s->model;
    const caper_character *character = s->character;
    for (int i = 0; i < model->body_count; i++) {
        const caperi_carried *carried = &model->carried[i];
        const caperi_placed *rigid = &rigids[carried->rigid];
        int parent = character->bodies[i].parent;
        out[i] = character->skeleton.rest_local[i];
        if (parent < 0) {
            real3 at = real3_scale(caperi_placed_point(rigid, carried->position), model->length);
            out[i].position = real3_to(at);
            out[i].rotation = real4_to(real4_mul(rigid->rotation, carried->rotation));
        } else if (model->carried[parent].rigid != carried->rigid) {
            real4 up = rotation_of(s, parent, rigids);
            out[i].rotation = real4_to(real4_mul(real4_conj(up), rotation_of(s, i, rigids)));
        }
    }
    for (int i = 0; i < s->foot_count; i++) {
        const caperi_solution_foot *foot = &s->feet[i];
        if (is_light(s, foot)) {
            real4 up = rotation_of(s, character->bodies[foot->body].parent, rigids);
            real4 rotation = light_rotation(s, foot, rigids, &c->lights[i]);
            out[foot->body].rotation = real4_to(real4_mul(real4_conj(up), rotation));
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

static caper_clip *make_clip(curves *c, const char *name, int count, caper_transform *frames,
                             caper_contact *contacts, caper_error *error)
{
    const caper_spacetime_solution *s = c->s;
    double duration = caperi_spacetime_solution_duration(s);
    int contact_count = 0;
    for (int i = 0; i < count; i++) {
        sample(c, duration * i / (count - 1));
        keep_limits(s, c->now);
        hold_feet(c);
        write_frame(c, frames + (size_t)i * (size_t)s->model->body_count);
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

static bool begin_curves(curves *c, const caper_spacetime_solution *s, caper_arena *arena)
{
    size_t n = (size_t)s->model->rigid_count, freedom = (size_t)caperi_pinning_freedom(s->model);
    size_t feet = (size_t)s->foot_count + 1;
    *c = (curves){.s = s, .frame = -1};
    c->hold = caperi_pinning_create(s->model, MOST_PINS * (int)feet, &s->allocator);
    c->pins = caper_arena_alloc(arena, MOST_PINS * feet * sizeof *c->pins, 16);
    c->around = caper_arena_alloc(arena, 3 * n * sizeof *c->around, 16);
    c->now = caper_arena_alloc(arena, n * sizeof *c->now, 16);
    c->lights = caper_arena_alloc(arena, feet * sizeof *c->lights, 16);
    c->slopes[0] = caper_arena_alloc(arena, freedom * sizeof(double), 16);
    c->slopes[1] = caper_arena_alloc(arena, freedom * sizeof(double), 16);
    return c->hold && c->pins && c->around && c->now && c->lights && c->slopes[0] && c->slopes[1];
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
    size_t stances = (size_t)(s->foot_count * (last_frame(s) + 2));
    caper_arena arena;
    curves c;
    caper_clip *clip = NULL;
    caper_arena_init(&arena, &s->allocator, 0);
    bool good = begin_curves(&c, s, &arena);
    caper_transform *frames =
        caper_arena_alloc(&arena, (size_t)count * bodies * sizeof *frames, 32);
    caper_contact *contacts = caper_arena_alloc(&arena, stances * sizeof *contacts, 16);
    if (good && frames && (contacts || stances == 0)) {
        clip = make_clip(&c, name ? name : "spacetime", count, frames, contacts, error);
    } else {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    }
    caperi_pinning_destroy(c.hold);
    caper_arena_destroy(&arena);
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
