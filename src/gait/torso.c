// SPDX-License-Identifier: MIT
//
// Hips and torso (paper 000, section 4.2: "the hips are translated and rotated as the feet are
// moved"). Everything follows from the feet: the ground plane through them carries the body; the
// body moves over those that bear load and sinks as the load peaks, which is right for walks
// (lowest on both feet) and runs (lowest in the middle of a stance) alike; hips turn with the
// stepping foot and drop on the swinging side; the body vaults over legs that would not reach.
// The command that is still ahead leans the body before it moves. Invariant: the torso is a rigid
// change of the rest pose about the middle of the hips.
#include "gait/gait.h"

#define HIP_RISE                                                                                   \
    0.05f          // of leg length: how far leaning lifts the outer hip, or the hind one, at most
#define LIST 0.04f // of leg length, over the whole width of the feet: what hips drop by at most
#define SWAY 0.08f // of leg length: how far bodies on two feet go over the one that bears
#define SWAY_MANY 0.2f // the same of bodies on more

// A sum over the feet, in the root frame.
typedef struct survey {
    caper_vec3 middle, loaded; // mean place of the feet; of those that bear
    float load;                // 0 none .. 1 all
    float swell;               // load against its mean over a cycle
    float twist, list;
    float slope_x, slope_z, height;
} survey;

static caper_vec3 foot_place(const caperi_step *step, int i)
{
    const caper_walker *walker = step->walker;
    const caperi_foot *foot = &walker->feet[i];
    float share = caperi_flight(foot);
    caper_vec3 p = caper_vec3_lerp(foot->anchor, foot->target, caper_smoothstep(0.0f, 1.0f, share));
    p.y = foot->ground;
    return caper_transform_unmul_point(step->root, p);
}

// The plane through the feet by least squares, held level by a little prior: a body on one foot, or
// on feet in one line, has no slope.
static void fit_plane(const caperi_step *step, survey *out)
{
    const caper_gait *gait = step->gait;
    float n = (float)gait->leg_count, xx = 0, xz = 0, zz = 0, xy = 0, zy = 0;
    for (int i = 0; i < gait->leg_count; i++) {
        caper_vec3 d = caper_vec3_sub(foot_place(step, i), out->middle);
        xx += d.x * d.x;
        xz += d.x * d.z;
        zz += d.z * d.z;
        xy += d.x * d.y;
        zy += d.z * d.y;
    }
    float prior = 0.04f * n * gait->length * gait->length;
    xx += prior;
    zz += prior;
    float det = caper_max(xx * zz - xz * xz, 1e-6f * xx * zz); // rounding may leave less
    out->slope_x = (xy * zz - zy * xz) / det;
    out->slope_z = (zy * xx - xy * xz) / det;
    out->height = out->middle.y - out->slope_x * out->middle.x - out->slope_z * out->middle.z;
}

static survey look(const caperi_step *step)
{
    const caper_walker *walker = step->walker;
    const caper_gait *gait = step->gait;
    survey out = {{0, 0, 0}, {0, 0, 0}, 0, 0, 0, 0, 0, 0, 0};
    float n = (float)gait->leg_count, mean = 0.0f;
    for (int i = 0; i < gait->leg_count; i++) {
        const caperi_foot *foot = &walker->feet[i];
        const caper_gait_leg *leg = &gait->legs[i];
        caper_vec3 p = foot_place(step, i);
        out.middle = caper_vec3_add_scaled(out.middle, p, 1.0f / n);
        out.loaded = caper_vec3_add_scaled(out.loaded, p, foot->load);
        out.load += foot->load;
        float x = caper_min(foot->phase / foot->duty, 1.0f);
        float bump = foot->stands ? 4.0f * x * (1.0f - x) : 0.0f;
        out.swell += bump;
        mean += foot->duty * (2.0f / 3.0f);
        out.twist += (float)leg->side * (p.z - caperi_bent(walker, i, leg->home).z) /
                     (0.5f * leg->length * n);
        out.list += (float)leg->side * foot->load / n;
    }
    out.loaded = out.load > 1e-3f ? caper_vec3_scale(out.loaded, 1.0f / out.load) : out.middle;
    out.load = caper_min(out.load, 1.0f);
    out.swell = out.swell / caper_max(mean, 0.05f) - 1.0f;
    fit_plane(step, &out);
    return out;
}

// -------------------------------------------------------------------------------------- effort

// Lean by what the command still asks for and by what is being done about it.
static caper_vec3 lean_of(caperi_step *step, const survey *s, const caper_gait_key *p)
{
    const caper_gait *gait = step->gait;
    caperi_walker_state *state = &step->walker->state;
    caper_quat turn = caper_quat_from_yaw(state->root.yaw);
    float unit = 1.0f / sqrtf(gait->gravity * gait->length);
    caper_vec3 ahead = caper_vec3_sub(step->command.velocity, state->velocity);
    ahead = caper_vec3_scale(caper_quat_unrotate(turn, ahead), unit);
    caper_vec3 v = caper_quat_unrotate(turn, state->velocity);
    float turning = v.z * state->yaw_rate / gait->gravity; // share of gravity, to the left
    // long bodies brace with their feet instead
    float upright = gait->length / (gait->length + gait->span_z);
    float pitch =
        (p->lean_deg * CAPER_DEGREE + caper_clamp(0.35f * ahead.z, -0.25f, 0.3f)) * upright;
    float roll = -caper_clamp(0.3f * ahead.x, -0.2f, 0.2f) * upright -
                 caper_clamp(0.7f * turning, -0.35f, 0.35f) * (0.4f + 0.6f * upright);
    // the outer hip rises with it, or the hind one
    float rolls = HIP_RISE * gait->roll_room, pitches = HIP_RISE * gait->pitch_room;
    roll = caper_clamp(roll, -rolls, rolls) * gait->supple;
    pitch = caper_clamp(pitch, -pitches, pitches) * gait->supple;
    // long bodies follow the slope; so do those whose legs cannot bend
    float kz = gait->span_z / (gait->span_z + 0.6f * gait->length);
    float kx = gait->span_x / (gait->span_x + 0.6f * gait->length);
    // girdles apart go each with its own feet: legs of one would fold and of the other stretch
    kz = caper_lerp(1.0f, gait->bends ? 1.0f : kz, gait->supple);
    kx = caper_lerp(1.0f, kx, gait->supple);
    pitch -= caper_atan(s->slope_z) * kz - 0.25f * (1.0f - kz) * caper_atan(s->slope_z);
    roll += caper_atan(s->slope_x) * kx;
    float effort = caper_min(caper_vec3_length(ahead), 1.0f);
    float tau = gait->tau;
    caper_spring(&state->effort, &state->effort_velocity, effort, 0.0f, 0.3f * tau, step->dt);
    return caper_vec3_make(pitch, 0.0f, roll);
}

// ---------------------------------------------------------------------------------------- reach

caper_transform caperi_torso_transform(const caper_walker *walker)
{
    const caperi_walker_state *s = &walker->state;
    caper_vec3 pivot = walker->gait->pivot;
    caper_quat turn = caper_quat_exp(caper_vec3_add(s->tilt, s->rocked));
    caper_vec3 moved = caper_vec3_add(pivot, caper_vec3_add(s->offset, s->waved));
    moved.y += s->rise;
    return caper_transform_make(turn, caper_vec3_sub(moved, caper_quat_rotate(turn, pivot)));
}

// How far the torso may go aside, and along, over the feet that bear it: no leg at an end of its
// stance is drawn out by the others.
static caper_vec3 sway_room(const caperi_step *step)
{
    const caper_gait *gait = step->gait;
    float most = (gait->leg_count > 2 ? SWAY_MANY : SWAY) * gait->length;
    caper_vec3 room = {most, 0.0f, most};
    for (int i = 0; i < gait->leg_count; i++) {
        const caperi_leg_plan *plan = &gait->plans[i];
        const caper_gait_leg *l = &gait->legs[i];
        const caperi_foot *foot = &step->walker->feet[i];
        float rate = caper_max(step->frequency[l->group], 1e-3f);
        float stance = 0.5f * step->params[l->group].duty / rate;
        float x = fabsf(plan->offset_x + (caperi_gait_width(step, i) - 1.0f) * l->home.x);
        float z = caper_min(stance * fabsf(foot->going.z), plan->reach);
        x += caper_min(stance * fabsf(foot->going.x), plan->reach);
        float height = plan->drop - step->walker->state.crouch, reach = caperi_leg_reach(plan);
        float level = reach * reach - height * height;
        if (!plan->peg) {
            room.x = caper_min(room.x, sqrtf(caper_max(level - z * z, 0.0f)) - x);
            room.z = caper_min(room.z, sqrtf(caper_max(level - x * x, 0.0f)) - z);
        }
    }
    room.x = caper_max(room.x, 0.0f);
    room.z = caper_max(room.z, 0.0f);
    return room;
}

// ------------------------------------------------------------------------------------------ all

// What styles add over a cycle; a body that stands has none of it.
static void follow_curves(caperi_step *step)
{
    caperi_walker_state *s = &step->walker->state;
    const caper_gait *gait = step->gait;
    float x[CAPER_GAIT_CHANNELS], much = s->activity * gait->supple;
    float froude = step->speed * step->speed / (gait->gravity * gait->length);
    caperi_curves_at(gait, froude, caperi_wanted_phase(step, gait->first), x);
    caper_vec3 waved = caper_vec3_make(x[CAPER_GAIT_SWAY], x[CAPER_GAIT_BOB], x[CAPER_GAIT_SURGE]);
    caper_vec3 rocked = caper_vec3_make(x[CAPER_GAIT_PITCH], x[CAPER_GAIT_YAW], x[CAPER_GAIT_ROLL]);
    waved = caper_vec3_scale(waved, much * gait->length);
    // whatever the cycle does, a torso does not jump
    s->waved = caper_vec3_lerp(waved, s->waved, step->quick_left);
    s->rocked =
        caper_vec3_lerp(caper_vec3_scale(rocked, much * CAPER_DEGREE), s->rocked, step->quick_left);
}

void caperi_torso_update(caperi_step *step)
{
    caper_walker *walker = step->walker;
    caperi_walker_state *state = &walker->state;
    const caper_gait *gait = step->gait;
    const caper_gait_key *p = &step->params[gait->leading];
    float tau = gait->tau, length = gait->length, dt = step->dt;
    survey s = look(step);

    caper_vec3 v = caper_quat_unrotate(caper_quat_from_yaw(state->root.yaw), state->velocity);
    float rising = s.slope_x * v.x + s.slope_z * v.z;
    float flat = sqrtf(v.x * v.x + v.z * v.z), slowest = 0.05f * sqrtf(length * gait->gravity);
    state->slope = caper_damp(state->slope, fabsf(rising) / caper_max(flat, slowest), tau, dt);
    caper_vec3 lies = caper_vec3_make(s.slope_x, 0.0f, s.slope_z);
    lies = caper_quat_rotate(step->root.rotation, lies);
    state->lies = caper_vec3_lerp(lies, state->lies, step->slow_left);
    // root.y itself is part of what the feet see: the fit is relative to it
    float goal = state->root.y + s.height;
    caper_spring(&state->root.y, &state->height_velocity, goal, rising, 0.25f * tau, dt);

    caper_vec3 lean = lean_of(step, &s, p);
    state->roll = caper_damp(state->roll, lean.z, 0.25f * tau, dt);
    caper_vec3 tilt = lean;
    float supple = gait->supple;
    float whole = gait->bends ? 0.5f : 1.0f; // girdles apart turn by themselves
    tilt.y -= whole * supple * p->pelvis_deg * CAPER_DEGREE * caper_clamp(s.twist, -1.0f, 1.0f) *
              state->activity;
    // short legs far apart reach no farther than that
    float most = caper_min(0.5f * LIST * gait->roll_room, 1.0f);
    float list = supple * p->list_deg * CAPER_DEGREE * 2.0f * caper_clamp(s.list, -0.5f, 0.5f);
    tilt.z += caper_clamp(list, -most, most) * state->activity;
    caper_vec3_spring(&state->tilt, &state->tilt_velocity, tilt, caper_vec3_zero(), 0.15f * tau,
                      dt);

    caper_vec3 over = caper_vec3_scale(caper_vec3_sub(s.loaded, s.middle), p->sway * s.load);
    over.z *= gait->leg_count >= 3 ? 1.0f : 0.0f;
    caper_vec3 room = sway_room(step);
    caper_vec3 offset = caper_vec3_make(caper_clamp(over.x, -room.x, room.x), 0.0f,
                                        caper_clamp(over.z, -room.z, room.z));
    offset = caper_vec3_scale(offset, gait->supple);
    float y = state->offset.y;
    caper_vec3_spring(&state->offset, &state->offset_velocity, offset, caper_vec3_zero(),
                      0.25f * tau, dt);
    state->offset.y = y;
    caperi_height_update(step);
    state->offset.y -= supple * p->bob * length * s.swell * state->activity;
    if (gait->curved) {
        follow_curves(step);
    }
}
