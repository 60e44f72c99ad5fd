// SPDX-License-Identifier: MIT
//
// Long, because it is one idea: a foot's ground, landing, flight and stance share its state and
// constants, and each bounds the others.
//
// Feet: when they leave the ground, how they fly and where they land (paper 000, section 4.2, "Foot
// and Hip Posing"). A foot aims at where its home will be in the middle of the coming stance, on
// the ground that is there, or on a spot nearby where the sole finds enough of it; from half of its
// flight the landing is final but for what the leg will not reach. The path is authored in a
// normalized space and scaled by leg length and by what lies on the way. Invariant: between landing
// and lift-off a foot's anchor does not change, but with the platform it stands on.
#include "gait/gait.h"

#include <string.h>

// Shares of a stance or flight between which a foot is taken over: one that is about to land or to
// leave is given a moment for it. Set by hand: a tenth of a person's flight is 0.04 s, two or three
// frames; the other keeps off the very start.
#define EARLIEST 0.02f // share
#define LATEST 0.9f    // share
#define STEADY 0.05f   // share of leg length: aims that move less keep their landing
#define TOUCH 3.3f     // of the lift in one flight: how fast a sole comes down at its end
#define CLIMBED 0.62f  // share of the flight in which a foot goes up
// The same of one that goes down, after its heel has passed the edge. Set by hand: over stairs 12,
// 13 and 15 of 75 walks pass with 0.62, 0.5 and 0.42.
#define SUNK 0.42f
#define RUN_BACK 0.45f // of half a stance: how far that of a run is behind the hip (CMU 09_01)
// Of the height of hips: what heels of runners go up behind them beyond the style's lift, 14 cm of
// a person (CMU 09_01, 16_35: ankles rise by 36 to 40 cm).
#define KICK 0.16f // of the height of hips
#define TORN 1.03f // of reach: a leg that would have to be longer is lifted
#define HELD 1.04f // of reach: a leg in flight stretches less; the judge has 1.05
// Of how far hips sway aside as a foot leaves: what is left as it lands. Nearer steps of bodies
// that stand on little narrow it more. Set by hand: without it legs of
// random creatures were torn as they landed.
#define SWAYS 0.75f        // share
#define ALMOST 0.99999994f // phase of a foot that waits to land: the last before 1
#define PATIENCE 0.5f      // of tau: it does so no longer
// Of reach: the same as TORN in the first part of a stance. Set by hand: beyond it hips do not come
// down in time.
#define JUST_LANDED 1.07f
#define LANDING 0.3f // share of a stance: its first part
// Of tau: how long a hip still turns on after its foot has left, so that it leaves that much before
// its joints end. Set by hand: with 0.1 as many walks pass, but more of them pop.
#define TURNS_ON 0.2f
// Of leg length: the same of bodies on two feet, which may skip a tread. Set by hand; two rises of
// 17 cm stairs on legs of 0.92 m are 0.37.
#define TREADS 0.42f // of leg length
// A foot in flight, all set by hand: how far it may be from its hip (of reach), from which share of
// the level way that leaves it is drawn in, and over which share of the least distance of ankle and
// hip it is pushed away.
#define FARTHEST 0.985f
#define DRAWN_FROM 0.8f
#define PUSHED_OVER 0.3f
#define UPRIGHT 0.2f // of a sum of two normals: ground that is steeper has no slope to speak of
#define NEARER 8     // places on the way that are tried instead
#define DECIDE 0.5f  // share of the flight after which the landing is final
// Of the strike that is left out where the way is uneven, as on stairs (roll.c).
#define CAREFUL 0.8f
// Of the square of its length: what a leg without a knee may lack in flight, 1 % of its length.
#define STIFF 0.02f
#define ASIDE 0.4f  // share of the flight over which it swings out, by hand: quicker ones pop
#define BEGUN 1e-6f // share of a flight that has just begun
#define BRIEF 1e-4f // seconds: differences over less are rounding more than motion

// --------------------------------------------------------------------------------------- ground

float caperi_coming_height(const caperi_step *step)
{
    const caperi_walker_state *s = &step->walker->state;
    float tau = step->gait->tau;
    return s->root.y + s->height_velocity * tau;
}

bool caperi_ground_find(const caperi_step *step, caper_vec3 at, caper_hit *hit)
{
    // what is higher than a leg can climb is a ceiling, but on stairs the body climbs meanwhile
    float from = caper_max(at.y, caperi_coming_height(step)) + CAPERI_CLIMB * step->gait->length;
    *hit = caperi_ground_under(&step->ground, step->frame, at, from);
    return hit->surface != CAPER_SURFACE_NONE;
}

float caperi_ground_height(const caperi_step *step, caper_vec3 at, caper_vec3 *normal,
                           int *platform)
{
    caper_hit hit;
    bool found = caperi_ground_find(step, at, &hit);
    *normal = hit.normal;
    *platform = hit.surface == CAPER_SURFACE_PLATFORM ? hit.index : -1;
    return found ? hit.point.y : at.y;
}

caperi_footing_job caperi_footing_of(const caperi_step *step, int leg)
{
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    const caper_gait_leg *l = &step->gait->legs[leg];
    caperi_footing_job job = {.ground = &step->ground, .frame = step->frame};
    job.rest_rotation = plan->rest_rotation;
    job.corners = plan->corners;
    job.corner_count = plan->corner_count;
    job.toe = plan->toe;
    job.heel = plan->heel;
    job.length = l->length;
    job.side = l->side;
    job.coming = caperi_coming_height(step);
    job.climb = CAPERI_CLIMB * step->gait->length; // on stairs the body climbs meanwhile
    return job;
}

// Choose where a foot lands.
static void choose_footing(caperi_step *step, int leg, caper_vec3 aim, float yaw)
{
    caperi_foot *foot = &step->walker->feet[leg];
    caperi_footing_job job = caperi_footing_of(step, leg);
    job.aim = aim;
    job.yaw = yaw;
    caperi_footing_choose(&job);
    foot->cramped = job.cramped;
    foot->replans += job.moved;
    foot->target = job.place;
    foot->normal = job.normal;
    foot->platform = job.platform;
}

// ----------------------------------------------------------------------------------------- plan

// The rotation by a vector of 2 tan(angle / 2) along its axis, and back: near rotation vectors, at
// a fraction of their cost.
static caper_quat turn_by(caper_vec3 v)
{
    caper_quat q = {0.5f * v.x, 0.5f * v.y, 0.5f * v.z, 1.0f};
    return caper_quat_normalize(q);
}

static caper_vec3 turn_of(caper_quat q)
{
    float w = q.w < 0.0f ? caper_min(q.w, -0.1f) : caper_max(q.w, 0.1f);
    return caper_vec3_make(2.0f * q.x / w, 2.0f * q.y / w, 2.0f * q.z / w);
}

caperi_ahead caperi_predict_level(const caperi_step *step, float time, float left)
{
    const caperi_walker_state *s = &step->walker->state;
    float settle = 0.9f * step->gait->tau, fade = settle * (1.0f - left);
    caper_vec3 wish = s->wish, v = s->velocity;
    // a wish that turns steadily bends the way; what is left of a turn ends where it should face
    float steady = step->turn_rate * time, most = step->turn_most * time;
    caper_vec3 way = caper_vec3_make(wish.x * time + (v.x - wish.x) * fade, 0.0f,
                                     wish.z * time + (v.z - wish.z) * fade);
    way = steady != 0.0f
              ? caper_quat_rotate(turn_by(caper_vec3_make(0.0f, 0.5f * steady, 0.0f)), way)
              : way;
    float turn = steady + caper_clamp(s->turn * fade / settle, -most, most);
    // of the root's yaw, and of the turn as turn_by has it
    caper_quat root = step->root.rotation;
    float sine = 2.0f * root.y * root.w, cosine = 1.0f - 2.0f * root.y * root.y;
    float half = 0.5f * turn, per = 1.0f / (1.0f + half * half);
    float s2 = 2.0f * half * per, c2 = (1.0f - half * half) * per;
    caperi_ahead out = {time, step->root.position.x + way.x, step->root.position.z + way.z,
                        turn, sine * c2 + cosine * s2,       cosine * c2 - sine * s2};
    return out;
}

caper_transform caperi_predict(const caperi_step *step, float time, float *yaw)
{
    caperi_ahead at = caperi_predict_level(step, time, caperi_left(step, time));
    *yaw = step->walker->state.root.yaw + at.turn;
    caper_quat rotation =
        caper_quat_mul(turn_by(caper_vec3_make(0.0f, at.turn, 0.0f)), step->root.rotation);
    return caper_transform_make(rotation, caper_vec3_make(at.x, step->root.position.y, at.z));
}

static caper_vec3 home_in(const caperi_step *step, int leg, caper_transform root)
{
    const caper_gait_leg *l = &step->gait->legs[leg];
    caper_vec3 home = l->home;
    home.x *= caperi_gait_width(step, leg);
    home = caperi_bent(step->walker, leg, home);
    home.y = 0.0f;
    return caper_transform_mul_point(root, home);
}

// Runners land nearer below themselves, as far as their soles roll on behind them: half a stance
// and by how much.
static float run_back(const caperi_step *step, int leg, float half)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    float rolls = step->gait->plans[leg].roll * (1.0f / CAPERI_RISE);
    return caper_clamp(RUN_BACK * half * rolls * step->walker->state.run, 0.0f,
                       caper_max(foot->back - half, 0.0f));
}

// Where the foot should land: its home in the middle of the coming stance.
static caper_vec3 aim_of(const caperi_step *step, int leg, float *yaw)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    int group = step->gait->legs[leg].group;
    float rate = caper_max(step->frequency[group], 1e-3f);
    float flight = (1.0f - foot->phase) / caper_max(foot->rate, 1e-3f);
    float stance = step->params[group].duty / rate;
    stance *= step->walker->state.activity;
    float first, then;
    caper_transform landing = caperi_predict(step, flight, &first);
    caper_transform middle = caperi_predict(step, flight + 0.5f * stance, &then);
    *yaw = 0.5f * (first + then) + caperi_bent_yaw(step->walker, leg);
    caper_vec3 aim = home_in(step, leg, middle);
    // a stance that is longer than the room ahead or behind moves to where there is more
    caper_vec3 way = caper_vec3_sub(aim, home_in(step, leg, landing));
    float half = caper_vec3_length(way);
    float shift = caper_max(half - foot->back, 0.0f) - caper_max(half - foot->front, 0.0f);
    shift -= run_back(step, leg, half);
    aim = half > 1e-6f ? caper_vec3_add_scaled(aim, way, shift / half) : aim;
    aim.y = foot->anchor.y;
    return aim;
}

caper_vec3 caperi_next_landing(const caperi_step *step, int leg, float time, float lasts,
                               caper_quat *flat)
{
    float yaw;
    caper_transform root = caperi_predict(step, time + 0.5f * lasts, &yaw);
    caper_vec3 at = home_in(step, leg, root), normal;
    caper_vec3 going = step->walker->state.velocity;
    float speed = caper_vec3_length(going), half = 0.5f * lasts * speed;
    if (step->walker->state.run > 0.0f && speed > 0.0f) {
        at = caper_vec3_add_scaled(at, going, -run_back(step, leg, half) / speed);
    }
    int platform;
    at.y = step->walker->feet[leg].anchor.y;
    at.y = caperi_ground_height(step, at, &normal, &platform);
    *flat = caper_quat_mul(root.rotation, step->gait->plans[leg].rest_rotation);
    return at;
}

static caper_quat foot_rotation(const caperi_step *step, int leg, float yaw, caper_vec3 normal)
{
    caper_quat flat =
        caper_quat_mul(caper_quat_from_yaw(yaw), step->gait->plans[leg].rest_rotation);
    return caper_quat_mul(caper_quat_between(caper_vec3_make(0.0f, 1.0f, 0.0f), normal), flat);
}

// Where a flat sole is from its home, in the frame of the body that its leg hangs on, with the hip
// at a place.
static caper_vec3 off_home(const caperi_step *step, int leg, caper_quat torso, caper_vec3 hip,
                           caper_vec3 sole)
{
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    caper_quat frame = caper_quat_mul(torso, step->walker->bends[plan->link].move.rotation);
    caper_vec3 is = caper_quat_unrotate(frame, caper_vec3_sub(sole, hip));
    return caper_vec3_sub(is, caper_vec3_sub(step->gait->legs[leg].home, plan->hip));
}

// An aim that the leg will not reach from where its hip will be comes nearer.
static caper_vec3 reachable(const caperi_step *step, int leg, caper_vec3 aim)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    const caper_gait_leg *l = &step->gait->legs[leg];
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    float yaw, time = (1.0f - foot->phase) / caper_max(foot->rate, 1e-3f);
    caper_transform landing = caperi_predict(step, time, &yaw);
    // hips that sway over the other feet are farther off; on uneven ground who knows
    caper_vec3 bent = caperi_bent(step->walker, leg, plan->hip), sways = step->walker->state.offset;
    sways.y = 0.0f; // how high they are is asked below
    float even = SWAYS * (1.0f - step->walker->state.uneven);
    caper_vec3 hip = caper_transform_mul_point(landing, caper_vec3_add_scaled(bent, sways, even));
    caper_vec3 ankle =
        caper_quat_rotate(landing.rotation, caper_quat_rotate(plan->rest_rotation, plan->ankle));
    caper_vec3 d = caper_vec3_sub(caper_vec3_add(aim, ankle), hip);
    float flat = sqrtf(d.x * d.x + d.z * d.z), reach = plan->use;
    // it lands on its heel with the hip lowered
    float much = plan->strike > 0.0f ? foot->roll.strike / plan->strike : 0.0f;
    float lower = step->walker->state.lowered + much * plan->landing_up;
    float height = caper_max(-d.y - lower, 0.0f);
    float most = sqrtf(caper_max(reach * reach - height * height, 0.04f * reach * reach));
    most += much * plan->landing_back;
    most = plan->peg ? 0.3f * l->length : most;
    d.y = 0.0f;
    aim = flat > most ? caper_vec3_add_scaled(aim, d, most / flat - 1.0f) : aim;
    // nor does it come to where joints of the leg would break, as the trunk lies now
    caper_quat torso = caper_quat_mul(caper_quat_conj(step->root.rotation), step->place.rotation);
    torso = caper_quat_mul(landing.rotation, torso);
    hip.y -= step->walker->state.lowered;
    caper_vec3 off = off_home(step, leg, torso, hip, aim);
    float over = off.z - caperi_fold_room(step->gait, leg, 1.0f, off.y);
    caper_vec3 back = caper_quat_rotate(landing.rotation, caper_vec3_make(0.0f, 0.0f, -over));
    return over > 0.0f ? caper_vec3_add(aim, back) : aim;
}

// ---------------------------------------------------------------------------------------- flight

// A weak leg leaves the ground early.
static float own_duty(const caperi_step *step, int leg)
{
    float duty = step->params[step->gait->legs[leg].group].duty;
    return duty * (1.0f - CAPERI_WEAK * step->gait->plans[leg].weak);
}

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

static caper_vec3_knot still_knot(void)
{
    caper_vec3 zero = caper_vec3_zero();
    caper_vec3_knot knot = {zero, zero, zero};
    return knot;
}

// The foot of the other side that a leg steps past, while it stands; else NULL.
static const caperi_foot *passed_by(const caperi_step *step, int leg)
{
    const caper_gait *gait = step->gait;
    const caper_gait_leg *l = &gait->legs[leg];
    for (int i = 0; i < gait->leg_count; i++) {
        const caper_gait_leg *other = &gait->legs[i];
        if (other->side == -l->side && l->side != 0 && other->group == l->group &&
            fabsf(other->home.z - l->home.z) < 0.2f * l->length && step->walker->feet[i].stands) {
            return &step->walker->feet[i];
        }
    }
    return NULL;
}

// How far the landing of a foot is above or below where another stands, but for the slopes of both.
static float rises_by(const caperi_foot *foot, const caperi_foot *other)
{
    caper_vec3 d = caper_vec3_sub(foot->target, other->anchor);
    caper_vec3 n = caper_vec3_add(foot->normal, other->normal);
    float slope = n.y > UPRIGHT ? -(n.x * d.x + n.z * d.z) / n.y : 0.0f;
    float rest = fabsf(d.y - slope);
    return caper_min(rest, fabsf(d.y));
}

static bool steps_into_gap(const caperi_step *step, int leg)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    return foot->start.y - foot->target.y > CAPERI_DEEP * step->gait->legs[leg].length;
}

// Whether a foot may land where it aims: no farther up or down from another that it passes than
// `most`, and not in a gap.
static bool treads(const caperi_step *step, int leg, const caperi_foot *other, float most)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    return (!other || rises_by(foot, other) <= most) && !steps_into_gap(step, leg);
}

// The platform of that index, where it is now; NULL without.
static const caper_transform *platform_at(const caperi_step *step, int platform)
{
    bool there = platform >= 0 && step->frame && platform < step->frame->platform_count;
    return there ? &step->frame->platforms[platform].box.transform : NULL;
}

// Keep the ground that a foot leaves.
static void keep_start(const caperi_step *step, caperi_foot *foot)
{
    const caper_transform *box = platform_at(step, foot->platform);
    foot->start_normal = foot->normal;
    foot->start_platform = foot->platform;
    foot->start_cramped = foot->cramped;
    foot->local = box ? caper_transform_unmul_point(*box, foot->start) : foot->local;
}

// Land where it left from, which a platform may have carried on.
static void go_back(const caperi_step *step, caperi_foot *foot)
{
    const caper_transform *box = platform_at(step, foot->start_platform);
    foot->target = box ? caper_transform_mul_point(*box, foot->local) : foot->anchor;
    foot->normal = foot->start_normal;
    foot->platform = foot->start_platform;
    foot->cramped = foot->start_cramped;
}

// Take a landing near an aim. Up and down stairs a foot goes one tread beyond the one that stands:
// a body that takes two kneels on its hind leg.
static void choose(caperi_step *step, int leg, caper_vec3 aim, float yaw)
{
    caperi_foot *foot = &step->walker->feet[leg];
    const caperi_foot *other = passed_by(step, leg);
    foot->wish = aim;
    foot->wish_yaw = yaw;
    caper_vec3 near = reachable(step, leg, aim);
    int replans = foot->replans;
    choose_footing(step, leg, near, yaw);
    // who walks on two feet has no others to wait on while it goes on: it may skip a tread
    float most = (step->gait->leg_count > 2 ? CAPERI_TREAD : TREADS) * step->gait->legs[leg].length;
    for (int i = 1; i <= NEARER && !treads(step, leg, other, most); i++) {
        caper_vec3 at = caper_vec3_lerp(near, foot->start, (float)i / (float)NEARER);
        choose_footing(step, leg, at, yaw);
    }
    // who finds nothing goes back to where it stood
    if (steps_into_gap(step, leg)) {
        go_back(step, foot);
    }
    foot->replans = replans + (foot->replans > replans); // one choice, however many places it tried
    foot->goal_rotation = foot_rotation(step, leg, yaw, foot->normal);
}

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
    caper_vec3 aim = aim_of(step, leg, &yaw);
    foot->guard = foot->guard_velocity = foot->late = 0.0f;
    choose(step, leg, aim, yaw);
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

static void lift_off(caperi_step *step, int leg, caper_transform from)
{
    caperi_foot *foot = &step->walker->feet[leg];
    foot->start = from.position;
    keep_start(step, foot);
    foot->again = 0;
    fly_from(step, leg, from);
}

// A standing foot rolls over its sole.
static void pose_standing(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    foot->tip = caperi_roll_at(&foot->roll, foot->phase / caper_max(foot->duty, 0.05f)).value;
    caper_transform pose =
        caperi_roll_pose(plan, foot->anchor, foot->anchor_rotation, foot->tip, 0.0f);
    foot->position = pose.position;
    foot->rotation = pose.rotation;
}

static void land(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    float yaw = 0.0f;
    if (!foot->decided) {
        float phase = foot->phase;
        foot->phase = 1.0f; // it lands now, not a cycle from now
        caper_vec3 aim = aim_of(step, leg, &yaw);
        foot->phase = phase;
        choose(step, leg, aim, yaw);
    }
    foot->stands = 1;
    foot->anchor = foot->target;
    foot->anchor_rotation = foot->goal_rotation;
    foot->duty = own_duty(step, leg);
    pose_standing(step, leg);
    const caper_transform *box = platform_at(step, foot->platform);
    if (box) {
        foot->local = caper_transform_unmul_point(*box, foot->anchor);
        foot->local_rotation =
            caper_quat_mul(caper_quat_conj(box->rotation), foot->anchor_rotation);
    }
}

// The height of a climb at a share of the flight: up steps the foot rises first, down steps it
// sinks last; on a slope it goes with the way.
static caper_knot climb_at(const caperi_foot *foot, float climb, float share, caper_vec3_knot path)
{
    float lasts = climb > 0.0f ? CLIMBED : SUNK;
    caper_knot knot = ease((climb > 0.0f ? share : share - (1.0f - lasts)) / lasts);
    float steps = climb * foot->steps, slopes = climb - steps;
    knot.value = steps * knot.value + slopes * path.value.x;
    knot.velocity = steps * knot.velocity / lasts + slopes * path.velocity.x;
    knot.acceleration = steps * knot.acceleration / (lasts * lasts) + slopes * path.acceleration.x;
    return knot;
}

float caperi_climb(const caperi_foot *foot, float climb, float share, caper_vec3_knot path)
{
    return climb_at(foot, climb, share, path).value;
}

// The aim may move until it is decided, and a little while the body goes elsewhere meanwhile. The
// landing follows in steps: a foot on its way to a good place goes there.
static bool update_aim(caperi_step *step, int leg, float share, float left)
{
    caperi_foot *foot = &step->walker->feet[leg];
    float yaw, length = step->gait->legs[leg].length;
    if (foot->decided) {
        // no farther than a foot can still be brought in time
        float most = step->gait->gravity * left * left / (step->gait->swift * step->gait->swift);
        if (most < 0.03f * length) {
            return false;
        }
        caper_vec3 nearer = reachable(step, leg, foot->target);
        float off = caper_vec3_distance(nearer, foot->target);
        if (off < 0.03f * length || off > most) {
            return false;
        }
        aim_of(step, leg, &yaw);
        choose(step, leg, nearer, yaw);
        caperi_swing_plan(step, leg);
        foot->replans++;
        return true;
    }
    caper_vec3 aim = aim_of(step, leg, &yaw);
    foot->decided = share > DECIDE;
    bool last = foot->decided && foot->rough; // seen from nearer
    bool turned = fabsf(caper_wrap_angle(yaw - foot->wish_yaw)) > 0.03f;
    if (!last && !turned && foot->platform < 0 &&
        caper_vec3_distance(aim, foot->wish) < STEADY * length) {
        return false;
    }
    choose(step, leg, aim, yaw);
    caperi_swing_plan(step, leg);
    return true;
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
    caper_knot was = climb_at(foot, target.y - foot->start.y, share, path);
    caper_knot is = climb_at(foot, foot->target.y - foot->start.y, share, path);
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

// Whether a leg that is too short comes up or grows, 0..1: among stones one that the others carry
// along, and one that hangs out to the side, would be drawn through what lies beside it.
static float hold_of(const caperi_step *step, int leg)
{
    const caper_gait *gait = step->gait;
    float hold = gait->legs[leg].group == gait->leading ? 1.0f - gait->plans[leg].sprawl : 0.0f;
    return caper_lerp(1.0f, hold, step->walker->state.uneven);
}

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
    float held = HELD + (TORN - HELD) * (1.0f - caper_smoothstep(0.0f, 0.3f, share));
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
        p = caper_vec3_add_scaled(p, in, hold_of(step, leg));
    }
    return p;
}

// How far a sole at a place is below the ground.
static float sunk(const caperi_step *step, int leg, caper_vec3 place, caper_quat rotation)
{
    float depth = 0.0f;
    for (int i = 0; i < step->gait->plans[leg].corner_count; i++) {
        caper_vec3 normal;
        int platform;
        caper_vec3 p =
            caper_vec3_add(place, caper_quat_rotate(rotation, step->gait->plans[leg].corners[i]));
        caper_vec3 from = p;
        from.y = caper_max(p.y, step->walker->feet[leg].start.y);
        depth = caper_max(depth, caperi_ground_height(step, from, &normal, &platform) - p.y);
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

static void fly(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    float share = caperi_flight(foot),
          pace = caper_max(foot->rate, 1e-3f) / (1.0f - foot->lift_phase);
    float left = (1.0f - share) / pace, flight = 1.0f / pace;
    caper_vec3_knot path = caperi_foot_path(step, share);
    if (share > 0.0f) {
        fade(foot, caper_min(left + step->dt, 0.45f * flight), step->dt);
        caper_vec3 target = foot->target;
        caper_quat rotation = foot->goal_rotation;
        if (update_aim(step, leg, share, left)) {
            absorb(foot, target, rotation, share, pace, path);
        }
    }
    caper_vec3 p = caper_vec3_lerp(foot->start, foot->target, path.value.x);
    p.y = foot->start.y + climb_at(foot, foot->target.y - foot->start.y, share, path).value;
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
    turned = caper_quat_mul(turn_by(foot->twist.value), turned);
    caper_transform pose = caperi_roll_pose(plan, caper_vec3_add(p, foot->drift.value), turned,
                                            foot->tip, caper_max(share, BEGUN));
    foot->position = pose.position;
    foot->rotation = pose.rotation;
    foot->position = within_reach(step, leg, share, raised);
    if (foot->rough) {
        keep_clear(step, leg, share, flight, path.velocity.x);
    }
}

// ---------------------------------------------------------------------------------------- stance

static void ride(caperi_step *step, caperi_foot *foot)
{
    const caper_transform *box = platform_at(step, foot->platform);
    if (box) {
        foot->anchor = caper_transform_mul_point(*box, foot->local);
        foot->anchor_rotation = caper_quat_mul(box->rotation, foot->local_rotation);
    }
}

// Distance of a standing foot from where it would stand at rest, share of leg length.
static float astray(const caperi_step *step, int leg)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    caper_vec3 home = home_in(step, leg, step->root);
    home.y = foot->anchor.y;
    return caper_vec3_distance(home, foot->anchor) / step->gait->legs[leg].length;
}

// The hip has gone so far that the leg cannot follow.
static bool overstretched(const caperi_step *step, int leg)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    caper_vec3 hip =
        caper_transform_mul_point(step->root, caperi_bent(step->walker, leg, plan->hip));
    caper_vec3 ankle =
        caper_vec3_add(foot->anchor, caper_quat_rotate(foot->anchor_rotation, plan->ankle));
    caper_vec3 d = caper_vec3_sub(ankle, hip);
    if (plan->peg) {
        float limit = 0.45f * step->gait->legs[leg].length;
        return d.x * d.x + d.z * d.z > limit * limit;
    }
    // the torso sinks as far as it can before a foot is torn off, but sinking takes time
    caper_vec3 sunk_hip = d;
    sunk_hip.y *= 0.7f;
    caper_vec3 now = caper_vec3_sub(
        caper_vec3_add(foot->position, caper_quat_rotate(foot->rotation, plan->ankle)),
        caper_transform_mul_point(step->place, caperi_bent(step->walker, leg, plan->hip)));
    // a foot that lifts now is still there in the next frame
    caper_vec3 parts = caper_vec3_sub(foot->velocity, step->walker->state.velocity);
    now = caper_vec3_add_scaled(now, parts, step->dt);
    // hips come down to a foot that has just landed
    float spare = foot->phase < LANDING * foot->duty ? JUST_LANDED : TORN;
    float reach = caperi_leg_reach(plan);
    return caper_vec3_length(sunk_hip) > reach || caper_vec3_length(now) > spare * reach;
}

// The hip has gone so far that joints of the leg would break: its trunk lies up or down hill.
static bool overbent(const caperi_step *step, int leg)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    if (plan->peg || foot->phase < 0.5f * foot->duty) {
        return false;
    }
    caper_vec3 hip =
        caper_transform_mul_point(step->place, caperi_bent(step->walker, leg, plan->hip));
    caper_vec3 off = off_home(step, leg, step->place.rotation, hip, foot->anchor);
    float room = caperi_fold_room(step->gait, leg, off.z, off.y);
    float on = off.z - TURNS_ON * step->gait->tau * foot->going.z;
    return off.z * foot->going.z < 0.0f && fabsf(on) > room;
}

// Feet of one thigh leave together when one of them must.
static bool must_leave(const caperi_step *step, int leg)
{
    const caper_gait *gait = step->gait;
    for (int i = 0; i < gait->leg_count; i++) {
        bool twin = gait->plans[i].twin == gait->plans[leg].twin;
        if (twin && (overstretched(step, i) || overbent(step, i))) {
            return true;
        }
    }
    return false;
}

// A foot of the same thigh has gone so far that the fork would tear; the one that stood longer
// goes.
static bool torn_apart(const caperi_step *step, int leg)
{
    const caper_gait *gait = step->gait;
    const caper_leg *legs = gait->character->legs;
    const caperi_foot *foot = &step->walker->feet[leg];
    for (int i = 0; gait->plans[leg].fork > 0.0f && i < gait->leg_count; i++) {
        const caperi_foot *other = &step->walker->feet[i];
        if (i != leg && legs[i].hip == legs[leg].hip && foot->phase >= other->phase) {
            float most = gait->plans[i].reach - gait->plans[i].fork + gait->plans[leg].reach -
                         gait->plans[leg].fork;
            if (caper_vec3_distance(foot->anchor, other->position) > 0.95f * most) {
                return true;
            }
        }
    }
    return false;
}

// What the body does changes how a foot will leave, not at once, and not how it landed.
static void follow_roll(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    caperi_roll wanted = caperi_roll_wanted(step, leg);
    foot->roll.rise = caper_lerp(wanted.rise, foot->roll.rise, step->slow_left);
    foot->roll.off = caper_lerp(wanted.off, foot->roll.off, step->slow_left);
    foot->roll.slows = caper_lerp(wanted.slows, foot->roll.slows, step->slow_left);
    foot->roll.strike *= step->moves ? 1.0f : step->slow_left;
    pose_standing(step, leg);
}

static void stand(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    int group = step->gait->legs[leg].group;
    foot->duty = caper_lerp(own_duty(step, leg), foot->duty, step->slow_left);
    float duty = foot->duty;
    caper_vec3 before = foot->anchor;
    ride(step, foot);
    foot->velocity =
        caper_vec3_scale(caper_vec3_sub(foot->anchor, before), 1.0f / caper_max(step->dt, BRIEF));
    if (foot->phase >= 1.0f) {
        foot->phase -= 1.0f;
    }
    follow_roll(step, leg);
    bool turn = foot->phase >= duty && foot->phase < duty + 0.7f * (1.0f - duty);
    bool needed = step->walker->state.activity > 0.3f || astray(step, leg) > 0.05f;
    bool torn = must_leave(step, leg) || torn_apart(step, leg);
    if ((turn && needed && step->frequency[group] > 0.0f) || torn) {
        foot->phase = torn && foot->phase < duty ? duty : foot->phase;
        lift_off(step, leg, caper_transform_make(foot->anchor_rotation, foot->anchor));
    }
}

// ------------------------------------------------------------------------------------------ all

static void bear(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    float duty = foot->duty, phase = foot->phase, activity = step->walker->state.activity;
    float ramp = caper_min(0.14f, 0.4f * duty);
    float shape =
        caper_smoothstep(0.0f, ramp, phase) * (1.0f - caper_smoothstep(duty - ramp, duty, phase));
    float goal = foot->stands ? caper_lerp(1.0f, shape, activity) : 0.0f;
    goal *= 1.0f - 0.6f * step->gait->plans[leg].weak;
    foot->load = caper_lerp(goal, foot->load, step->quick_left);
    float share = caperi_flight(foot);
    foot->ground = caper_lerp(foot->anchor.y, foot->target.y, caper_smoothstep(0.0f, 1.0f, share));
}

void caperi_feet_place(caperi_step *step)
{
    caperi_walker_state *s = &step->walker->state;
    for (int i = 0; i < step->gait->leg_count; i++) {
        caperi_foot *foot = &step->walker->feet[i];
        float phase = foot->phase;
        memset(foot, 0, sizeof *foot);
        foot->phase = phase;
        caper_vec3 home = home_in(step, i, step->root);
        foot->anchor = home;
        choose_footing(step, i, home, s->root.yaw);
        foot->anchor = foot->position = foot->target;
        foot->goal_rotation = foot_rotation(step, i, s->root.yaw, foot->normal);
        foot->decided = 1;
        foot->replans = 0;
        land(step, i);
        foot->load = 1.0f;
        foot->ground = foot->anchor.y;
    }
}

void caperi_feet_enter(caperi_step *step, const caperi_entry *entry)
{
    const caper_gait *gait = step->gait;
    caper_vec3 ahead = caper_vec3_normalize_or(entry->velocity, caper_vec3_zero());
    for (int i = 0; i < gait->leg_count; i++) {
        caperi_foot *foot = &step->walker->feet[i];
        const caper_transform *at = &entry->feet[i];
        float duty = own_duty(step, i), way = caper_max(duty * step->walker->state.stride, 1e-6f);
        caper_vec3 home = home_in(step, i, step->root);
        foot->position = caper_transform_mul_point(*at, gait->legs[i].sole);
        foot->rotation = at->rotation;
        foot->duty = duty;
        float along = caper_vec3_dot(caper_vec3_sub(foot->position, home), ahead) / way;
        memset(&foot->roll, 0, sizeof foot->roll);
        foot->tip = 0.0f;
        if (entry->stands[i]) {
            foot->anchor = foot->target = foot->position;
            foot->anchor_rotation = foot->goal_rotation = foot->rotation;
            foot->platform = -1;
            foot->phase = duty * caper_clamp(0.5f - along, EARLIEST, LATEST);
        } else {
            foot->phase = duty + (1.0f - duty) * caper_clamp(0.5f + along, EARLIEST, LATEST);
            foot->velocity = entry->velocity;
            lift_off(step, i, caper_transform_make(foot->rotation, foot->position));
        }
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
    foot->duty = foot->phase = own_duty(step, leg);
    foot->velocity = step->walker->state.velocity;
    foot->again = 1;
    fly_from(step, leg, caper_transform_make(flat, base));
}

// A foot whose leg does not reach the ground yet hovers over its place until the hips are down. One
// that they leave behind, and that would be torn off again, flies on, once.
static bool waits(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    float at = lands_at(step, leg);
    bool far = !step->gait->plans[leg].peg && hold_of(step, leg) > 0.5f && at > TORN;
    bool late = foot->late > PATIENCE * step->gait->tau;
    foot->late = far ? foot->late + step->dt : 0.0f;
    if (far && late && at > JUST_LANDED && !foot->again) {
        fly_on(step, leg);
        return true;
    }
    return far && !late;
}

void caperi_feet_update(caperi_step *step)
{
    bool settling = false;
    for (int i = 0; i < step->gait->leg_count; i++) {
        caperi_foot *foot = &step->walker->feet[i];
        if (foot->stands) {
            stand(step, i);
        } else if (foot->phase >= 1.0f && waits(step, i)) {
            foot->phase = caper_min(foot->phase, ALMOST);
        } else if (foot->phase >= 1.0f) {
            foot->phase -= 1.0f;
            land(step, i);
        }
        if (!foot->stands) {
            fly(step, i);
        }
        bear(step, i);
        settling = settling || !foot->stands || astray(step, i) > 0.05f;
    }
    step->walker->state.idle = !settling && !step->moves && step->walker->state.activity < 0.3f;
}
