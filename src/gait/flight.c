// SPDX-License-Identifier: MIT
//
// How a foot flies, from lift-off until it may land. The style authors the path in a normalized
// space; it is scaled by leg length and by what lies on the way. A foot leaves as it moved, and
// when its landing moves it does not jump: what is off the path becomes drift, which is gone by the
// landing. The foot stays where its leg reaches, and over a landing that the leg does not reach yet
// it waits for the hips to come down.
#include "gait/foot.h"

#define TOUCH 3.3f    // of the lift in one flight: how fast a sole comes down at its end
#define CLIMBED 0.62f // share of the flight in which a foot goes up
// The same of one that goes down, after its heel has passed the edge. Set by hand: over stairs 12,
// 13 and 15 of 75 walks pass with 0.62, 0.5 and 0.42.
#define SUNK 0.42f
// Of the height of hips: what heels of runners go up behind them beyond the style's lift, 14 cm of
// a person (CMU 09_01, 16_35: ankles rise by 36 to 40 cm).
#define KICK 0.16f
#define HELD 1.04f    // of reach: a leg in flight stretches less; the judge has 1.05
#define PATIENCE 0.5f // of tau: a foot that does not reach its landing waits no longer
// A foot in flight, all set by hand: how far it may be from its hip (of reach), from which share of
// the level way that leaves it is drawn in, and over which share of the least distance of ankle and
// hip it is pushed away.
#define FARTHEST 0.985f
#define DRAWN_FROM 0.8f
#define PUSHED_OVER 0.3f
// Of the strike that is left out where the way is uneven, as on stairs (roll.c).
#define CAREFUL 0.8f
// Of the square of its length: what a leg without a knee may lack in flight, 1 % of its length.
#define STIFF 0.02f
#define ASIDE 0.4f  // share of the flight over which it swings out, by hand: quicker ones pop
#define BEGUN 1e-6f // share of a flight that has just begun

// ------------------------------------------------------------------------------------------- path

// From 0 to 1 with the least jerk, and its derivatives.
static caper_knot ease(float t)
{
    t = caper_clamp(t, 0.0f, 1.0f);
    float s = t * (1.0f - t);
    caper_knot knot = {caperi_least_jerk(t), 30.0f * s * s, 60.0f * s * (1.0f - 2.0f * t)};
    return knot;
}

// The path of the lowest point of a sole. Authored ones come to rest at their end; a sole that did
// so would skim the ground before it lands, so it comes down onto it.
caper_vec3_knot caperi_foot_path(const caperi_step *step, float share)
{
    caper_vec3_knot path = caperi_path_at(step->gait, share);
    path.value.y += TOUCH * share * share * share * (1.0f - share);
    return path;
}

float caperi_foot_plateau(float share)
{
    return ease(share / 0.3f).value * (1.0f - ease((share - 0.7f) / 0.3f).value);
}

caper_knot caperi_climb(const caperi_foot *foot, float climb, float share, caper_vec3_knot path)
{
    float lasts = climb > 0.0f ? CLIMBED : SUNK;
    caper_knot knot = ease((climb > 0.0f ? share : share - (1.0f - lasts)) / lasts);
    float steps = climb * foot->steps, slopes = climb - steps;
    knot.value = steps * knot.value + slopes * path.value.x;
    knot.velocity = steps * knot.velocity / lasts + slopes * path.velocity.x;
    knot.acceleration = steps * knot.acceleration / (lasts * lasts) + slopes * path.acceleration.x;
    return knot;
}

// ------------------------------------------------------------------------------------------ drift

// The vector of which caperi_turn_by is the rotation.
static caper_vec3 turn_of(caper_quat q)
{
    float w = q.w < 0.0f ? caper_min(q.w, -0.1f) : caper_max(q.w, 0.1f);
    return caper_vec3_make(2.0f * q.x / w, 2.0f * q.y / w, 2.0f * q.z / w);
}

static caper_vec3_knot still_knot(void)
{
    caper_vec3 zero = caper_vec3_zero();
    caper_vec3_knot knot = {zero, zero, zero};
    return knot;
}

static void add_to_knot(caper_vec3_knot *knot, caper_vec3 way, caper_knot by)
{
    knot->value = caper_vec3_add_scaled(knot->value, way, by.value);
    knot->velocity = caper_vec3_add_scaled(knot->velocity, way, by.velocity);
    knot->acceleration = caper_vec3_add_scaled(knot->acceleration, way, by.acceleration);
}

// What the path jumps by when its end moves, and by which velocity and acceleration, becomes drift.
static void absorb(caperi_foot *foot, caper_vec3 target, caper_quat rotation, float share,
                   float pace, caper_vec3_knot path)
{
    caper_vec3 off = caper_vec3_sub(target, foot->target), up = caper_vec3_make(0.0f, 1.0f, 0.0f);
    caper_knot was = caperi_climb(foot, target.y - foot->start.y, share, path);
    caper_knot is = caperi_climb(foot, foot->target.y - foot->start.y, share, path);
    caper_knot turned = ease(share);
    caper_knot along = {path.value.x, path.velocity.x * pace, path.acceleration.x * pace * pace};
    caper_knot rise = {was.value - is.value, (was.velocity - is.velocity) * pace,
                       (was.acceleration - is.acceleration) * pace * pace};
    turned.velocity *= pace;
    turned.acceleration *= pace * pace;
    off.y = 0.0f;
    add_to_knot(&foot->drift, off, along);
    add_to_knot(&foot->drift, up, rise);
    caper_quat turn = caper_quat_mul(rotation, caper_quat_conj(foot->goal_rotation));
    add_to_knot(&foot->twist, turn_of(turn), turned);
}

// Drift goes to nothing in the time that is left, by the quintic that starts as it moves now: its
// value, velocity and acceleration after dt, for value and slopes of 1 each at its start.
static void fade(caperi_foot *foot, float left, float dt)
{
    if (!(dt < left)) {
        foot->drift = foot->twist = still_knot();
        return;
    }
    float u = dt / left, v = 1.0f - u, vv = v * v, per = 1.0f / left;
    caper_knot p = {vv * v * (1.0f + u * (3.0f + 6.0f * u)), -30.0f * u * u * vv * per,
                    -60.0f * u * v * (1.0f - 2.0f * u) * per * per};
    caper_knot q = {left * u * vv * v * (1.0f + 3.0f * u), vv * (1.0f + u * (2.0f - 15.0f * u)),
                    -u * v * (36.0f - 60.0f * u) * per};
    caper_knot r = {0.5f * left * left * u * u * vv * v, 0.5f * left * u * vv * (2.0f - 5.0f * u),
                    v * (1.0f + u * (10.0f * u - 8.0f))};
    caper_vec3_knot *knots[2] = {&foot->drift, &foot->twist};
    for (int i = 0; i < 2; i++) {
        caper_vec3_knot next = still_knot();
        add_to_knot(&next, knots[i]->value, p);
        add_to_knot(&next, knots[i]->velocity, q);
        add_to_knot(&next, knots[i]->acceleration, r);
        *knots[i] = next;
    }
}

// ---------------------------------------------------------------------------- what the leg allows

// How far out to the side a leg without a knee swings, to be as long as it is at rest with its
// ankle so high. What it lacks is measured by squares, and a little of it is let go.
static caper_vec3 swings_out(const caperi_step *step, int leg, caper_vec3 d)
{
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    float rest = plan->bent * plan->reach, little = STIFF * rest * rest;
    float side = step->gait->legs[leg].side < 0 ? -1.0f : 1.0f;
    caper_vec3 out = caper_quat_rotate(step->root.rotation, caper_vec3_make(side, 0.0f, 0.0f));
    caper_vec3 normal = step->walker->feet[leg].normal;
    out = caper_vec3_normalize(caper_vec3_add_scaled(out, normal, -caper_vec3_dot(out, normal)));
    float lacks = caper_max(rest * rest - caper_vec3_dot(d, d), 0.0f);
    float along = caper_max(caper_vec3_dot(d, out), 0.0f);
    float square = along * along + lacks * lacks / (lacks + little);
    return caper_vec3_scale(out, sqrtf(square) - along);
}

// A foot in flight stays within reach of its hip: what is too far is drawn in softly, less and less
// as it lands, where the hip comes to meet it. Nor does it come up to the hip, where legs fold.
static caper_vec3 within_reach(const caperi_step *step, int leg, float share, float raised)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    if (plan->peg) {
        return foot->position;
    }
    caper_vec3 hip =
        caper_transform_mul_point(step->place, caperi_bent(step->walker, leg, plan->hip));
    caper_vec3 p = foot->position;
    caper_vec3 ankle = caper_vec3_add(p, caper_quat_rotate(foot->rotation, plan->ankle));
    caper_vec3 d = caper_vec3_sub(ankle, hip);
    if (plan->least > 0.0f) {
        float flown = caper_smoothstep(0.0f, ASIDE, share);
        flown *= caper_smoothstep(0.0f, ASIDE, 1.0f - share);
        caper_vec3 out = caper_vec3_scale(swings_out(step, leg, d), flown);
        p = caper_vec3_add(p, out);
        d = caper_vec3_add(d, out);
    }
    float weight = 1.0f - caper_smoothstep(0.6f, 1.0f, share);
    weight *= caper_smoothstep(0.0f, 0.3f, share); // it leaves from where it stood
    float near_by = plan->fold - caper_vec3_length(d), soft = PUSHED_OVER * plan->fold;
    if (near_by > -3.0f * soft) {
        // by 1 / 36 of soft where it begins: nothing that shows
        float away = 0.5f * (near_by + sqrtf(near_by * near_by + soft * soft));
        away *= caper_smoothstep(0.0f, 0.3f, share) * (1.0f - caper_smoothstep(0.8f, 1.0f, share));
        away *= caper_smoothstep(-3.0f * soft, -1.5f * soft, near_by);
        caper_vec3 out = caper_quat_rotate(step->root.rotation, plan->away);
        float most = 0.8f * raised / caper_max(-out.y, 0.1f); // not into the ground
        away *= most / (most + away + 1e-6f);
        p = caper_vec3_add_scaled(p, out, away);
        d = caper_vec3_add_scaled(d, out, away);
    }
    float flat = sqrtf(d.x * d.x + d.z * d.z);
    float reach = FARTHEST * plan->reach;
    float most = sqrtf(caper_max(reach * reach - d.y * d.y, 0.04f * reach * reach));
    float near = DRAWN_FROM * most, span = most - near;
    if (flat > near && !(plan->least > 0.0f)) {
        float drawn = near + span * (1.0f - caper_exp(-(flat - near) / span));
        caper_vec3 level = caper_vec3_make(d.x, 0.0f, d.z);
        caper_vec3 in = caper_vec3_scale(level, weight * (drawn - flat) / flat);
        p = caper_vec3_add(p, in);
        d = caper_vec3_add(d, in);
    }
    // whatever is below, no leg grows: it leaves from where it stood, and is near the ground again
    // when the hips have come down to where it lands
    float held = HELD + (CAPERI_TORN - HELD) * (1.0f - caper_smoothstep(0.0f, 0.3f, share));
    float is = caper_vec3_length(d), limit = held * caperi_leg_reach(plan);
    float ease = 0.06f * plan->reach;
    float over = is - limit + ease;
    if (over > 0.0f) {
        // it comes up, which no stone minds, as long as that is not by much
        float cut = limit - ease * caper_exp(-over / ease);
        float up = -d.y - sqrtf(caper_max(cut * cut - d.x * d.x - d.z * d.z, 0.25f * cut * cut));
        caper_vec3 in = caper_vec3_scale(d, cut / is - 1.0f);
        float steep = caper_smoothstep(0.5f, 0.8f, -d.y / is);
        in = caper_vec3_lerp(in, caper_vec3_make(0.0f, caper_max(up, 0.0f), 0.0f), steep);
        p = caper_vec3_add(p, in);
    }
    return p;
}

// How far a sole at a place is below the ground.
static float sunk(const caperi_step *step, int leg, caper_vec3 place, caper_quat rotation)
{
    float depth = 0.0f;
    for (int i = 0; i < step->gait->plans[leg].corner_count; i++) {
        caper_vec3 p =
            caper_vec3_add(place, caper_quat_rotate(rotation, step->gait->plans[leg].corners[i]));
        caper_vec3 from = p;
        from.y = caper_max(p.y, step->walker->feet[leg].start.y);
        depth = caper_max(depth, caperi_ground_height(step, from) - p.y);
    }
    return depth;
}

// Over steps and stones the path rises as the sole comes near them. What was below the ground as it
// left, toes that stay behind a rising heel, comes out in time.
static void keep_clear(caperi_step *step, int leg, float share, float flight, float speed)
{
    caperi_foot *foot = &step->walker->feet[leg];
    if (share <= 0.0f) {
        foot->deep = sunk(step, leg, foot->position, foot->rotation);
        return;
    }
    float ahead = caper_min(share + 0.07f, 1.0f);
    caper_vec3 soon = foot->position;
    float way = (ahead - share) * speed;
    soon.x += way * (foot->target.x - foot->start.x);
    soon.z += way * (foot->target.z - foot->start.z);
    float margin = 0.01f * step->gait->legs[leg].length * (1.0f - ahead);
    float allowed = foot->deep * (1.0f - caper_smoothstep(0.0f, 0.5f, share));
    float need = caper_max(sunk(step, leg, soon, foot->rotation) + margin - allowed, 0.0f);
    need *= 1.0f - caper_smoothstep(0.85f, 1.0f, share);
    caper_spring(&foot->guard, &foot->guard_velocity, need, 0.0f, 0.04f * flight, step->dt);
    foot->position.y += caper_max(foot->guard, 0.0f);
}

// ----------------------------------------------------------------------------------------- flight

static void fly_from(caperi_step *step, int leg, caper_transform from)
{
    caperi_foot *foot = &step->walker->feet[leg];
    float yaw;
    foot->stands = 0;
    foot->decided = 0;
    // it has left when its stance was over, a part of a frame ago
    float late = foot->phase - foot->duty;
    foot->lift_phase = caper_min(late < step->dt * foot->rate ? foot->duty : foot->phase, 0.97f);
    foot->start = from.position;
    foot->start_rotation = from.rotation;
    caper_vec3 aim = caperi_landing_aim(step, leg, &yaw);
    foot->guard = foot->guard_velocity = foot->late = 0.0f;
    caperi_landing_choose(step, leg, aim, yaw);
    // it goes on as it moved, and its path does not jerk it off
    float own = step->frequency[step->gait->legs[leg].group];
    foot->rate = caper_min(caper_max(own, 1e-3f), caperi_fastest_flight(step, leg));
    float pace = foot->rate / (1.0f - foot->lift_phase);
    caperi_roll_leave(step, leg);
    foot->steps = caperi_swing_steps(step, leg);
    caperi_swing_plan(step, leg);
    // who picks a place among stones sets the foot down flat
    foot->roll.strike *= foot->rough ? 1.0f - CAREFUL : 1.0f;
    foot->height = caperi_swing_lift(step, leg);
    foot->over = foot->height_goal;
    caper_vec3_knot path = caperi_foot_path(step, 0.0f);
    caper_vec3 way = caper_vec3_sub(foot->target, foot->start);
    way.y = 0.0f;
    foot->drift = foot->twist = still_knot();
    foot->drift.velocity = foot->velocity;
    foot->drift.acceleration = caper_vec3_scale(way, -path.acceleration.x * pace * pace);
}

// Keep the ground that a foot leaves.
static void keep_start(const caperi_step *step, caperi_foot *foot)
{
    const caper_transform *box = caperi_platform_at(step, foot->platform);
    foot->start_normal = foot->normal;
    foot->start_platform = foot->platform;
    foot->start_cramped = foot->cramped;
    foot->local = box ? caper_transform_unmul_point(*box, foot->start) : foot->local;
}

void caperi_lift_off(caperi_step *step, int leg, caper_transform from)
{
    caperi_foot *foot = &step->walker->feet[leg];
    foot->start = from.position;
    keep_start(step, foot);
    fly_from(step, leg, from);
}

void caperi_flight_update(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    float share = caperi_flight(foot);
    float pace = caper_max(foot->rate, 1e-3f) / (1.0f - foot->lift_phase);
    float left = (1.0f - share) / pace, flight = 1.0f / pace;
    caper_vec3_knot path = caperi_foot_path(step, share);
    if (share > 0.0f) {
        fade(foot, caper_min(left + step->dt, 0.45f * flight), step->dt);
        caper_vec3 target = foot->target;
        caper_quat rotation = foot->goal_rotation;
        if (caperi_landing_update(step, leg, share, left)) {
            absorb(foot, target, rotation, share, pace, path);
            caperi_swing_plan(step, leg);
        }
    }
    caper_vec3 p = caper_vec3_lerp(foot->start, foot->target, path.value.x);
    p.y = foot->start.y + caperi_climb(foot, foot->target.y - foot->start.y, share, path).value;
    float height = caperi_swing_lift(step, leg);
    foot->height = caper_lerp(height, foot->height, step->quick_left);
    foot->over = caper_lerp(foot->height_goal, foot->over, step->quick_left);
    float raised = path.value.y * foot->height + caperi_foot_plateau(share) * foot->over;
    raised +=
        KICK * plan->straight * step->walker->state.run * plan->lift * caperi_midflight(share);
    foot->raised = raised;
    foot->tip = caperi_roll_flight(step, leg, share) + path.value.z;
    p.y += raised - caperi_roll_low(plan, foot->tip, share);
    caper_quat turned =
        caper_quat_nlerp(foot->start_rotation, foot->goal_rotation, ease(share).value);
    turned = caper_quat_mul(caperi_turn_by(foot->twist.value), turned);
    caper_transform pose = caperi_roll_pose(plan, caper_vec3_add(p, foot->drift.value), turned,
                                            foot->tip, caper_max(share, BEGUN));
    foot->position = pose.position;
    foot->rotation = pose.rotation;
    foot->position = within_reach(step, leg, share, raised);
    if (foot->rough) {
        keep_clear(step, leg, share, flight, path.velocity.x);
    }
}

// How long a leg would have to be for its foot to land now, share of its reach.
static float lands_at(const caperi_step *step, int leg)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    caper_vec3 hip =
        caper_transform_mul_point(step->place, caperi_bent(step->walker, leg, plan->hip));
    caper_transform lands = caperi_roll_pose(plan, foot->target, foot->goal_rotation,
                                             caperi_roll_at(&foot->roll, 0.0f).value, 0.0f);
    caper_vec3 ankle = caper_transform_mul_point(lands, plan->ankle);
    return caper_vec3_distance(ankle, hip) / caperi_leg_reach(plan);
}

// Another flight, from where the foot hangs and as the body draws it along. What it stood on is
// still what it left.
static void fly_on(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    caper_quat flat = foot->goal_rotation;
    caper_transform off = caperi_roll_pose(plan, caper_vec3_zero(), flat, foot->tip, BEGUN);
    caper_vec3 base = caper_vec3_sub(foot->position, off.position);
    base.y += caperi_roll_low(plan, foot->tip, BEGUN);
    foot->duty = foot->phase = caperi_own_duty(step, leg);
    foot->velocity = step->walker->state.velocity;
    fly_from(step, leg, caper_transform_make(flat, base));
}

bool caperi_flight_waits(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    if (foot->hovers) {
        fly_on(step, leg);
        return true;
    }
    bool far = !step->gait->plans[leg].peg && lands_at(step, leg) > CAPERI_TORN;
    foot->late = far ? foot->late + step->dt : 0.0f;
    if (foot->late > PATIENCE * step->gait->tau) {
        fly_on(step, leg);
    }
    return far;
}
