// SPDX-License-Identifier: MIT
//
// Where a foot lands (paper 000, section 4.2, "Foot and Hip Posing"). It aims at where its home
// will be in the middle of the coming stance, as far as its leg will reach from where its hip will
// be by then, and lands on the ground that is there, or on a spot nearby where the sole finds
// enough of it. Until half of the flight is over the aim may move; then the landing is final, but
// for what the leg will not reach.
#include "gait/foot.h"

#define STEADY 0.05f   // share of leg length: aims that move less keep their landing
#define RUN_BACK 0.45f // of half a stance: how far that of a run is behind the hip (CMU 09_01)
// Of how far hips sway aside as a foot leaves: what is left as it lands. Nearer steps of bodies
// that stand on little narrow it more. Set by hand: without it legs of random creatures were torn
// as they landed.
#define SWAYS 0.75f // share
// Of leg length: how far up or down another foot bodies on two feet tread, which may skip a tread.
// Set by hand; two rises of 17 cm stairs on legs of 0.92 m are 0.37.
#define TREADS 0.42f
#define UPRIGHT 0.2f // of a sum of two normals: ground that is steeper has no slope to speak of
#define NEARER 8     // places on the way that are tried instead
#define DECIDE 0.5f  // share of the flight after which the landing is final
// Leg lengths: from one place to the next that is tried around an aim over a gap, and how far a
// foot may come in toward the middle, beyond what joints are known to let it.
#define APART 0.1f
#define SEARCHES 7 // of them to every side
#define INWARD 0.15f
// Leg lengths that a chosen landing may be off the aim. Set by hand: of 900 walks over stairs,
// stones, rubble and hills 332, 338 and 328 pass with 0, 0.15 and 0.25.
#define KEEPS 0.15f

// ----------------------------------------------------------------------------------------- ground

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

float caperi_ground_height(const caperi_step *step, caper_vec3 at)
{
    caper_hit hit;
    return caperi_ground_find(step, at, &hit) ? hit.point.y : at.y;
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
    job.ahead = l->length;
    job.side = l->side;
    job.coming = caperi_coming_height(step);
    job.climb = CAPERI_CLIMB * step->gait->length; // on stairs the body climbs meanwhile
    return job;
}

const caper_transform *caperi_platform_at(const caperi_step *step, int platform)
{
    bool there = platform >= 0 && step->frame && platform < step->frame->platform_count;
    return there ? &step->frame->platforms[platform].box.transform : NULL;
}

// ------------------------------------------------------------------------------- the root to come

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
              ? caper_quat_rotate(caperi_turn_by(caper_vec3_make(0.0f, 0.5f * steady, 0.0f)), way)
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

// The same as a transform; and its yaw.
static caper_transform predict(const caperi_step *step, float time, float *yaw)
{
    caperi_ahead at = caperi_predict_level(step, time, caperi_left(step, time));
    *yaw = step->walker->state.root.yaw + at.turn;
    caper_quat rotation =
        caper_quat_mul(caperi_turn_by(caper_vec3_make(0.0f, at.turn, 0.0f)), step->root.rotation);
    return caper_transform_make(rotation, caper_vec3_make(at.x, step->root.position.y, at.z));
}

// -------------------------------------------------------------------------------------------- aim

caper_vec3 caperi_home_in(const caperi_step *step, int leg, caper_transform root)
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

caper_vec3 caperi_landing_aim(const caperi_step *step, int leg, float *yaw)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    int group = step->gait->legs[leg].group;
    float rate = caper_max(step->frequency[group], 1e-3f);
    float flight = (1.0f - foot->phase) / caper_max(foot->rate, 1e-3f);
    float stance = step->params[group].duty / rate;
    stance *= step->walker->state.activity;
    float first, then;
    caper_transform landing = predict(step, flight, &first);
    caper_transform middle = predict(step, flight + 0.5f * stance, &then);
    *yaw = 0.5f * (first + then) + caperi_bent_yaw(step->walker, leg);
    caper_vec3 aim = caperi_home_in(step, leg, middle);
    // a stance that is longer than the room ahead or behind moves to where there is more
    caper_vec3 way = caper_vec3_sub(aim, caperi_home_in(step, leg, landing));
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
    caper_transform root = predict(step, time + 0.5f * lasts, &yaw);
    caper_vec3 at = caperi_home_in(step, leg, root);
    caper_vec3 going = step->walker->state.velocity;
    float speed = caper_vec3_length(going), half = 0.5f * lasts * speed;
    if (step->walker->state.run > 0.0f && speed > 0.0f) {
        at = caper_vec3_add_scaled(at, going, -run_back(step, leg, half) / speed);
    }
    at.y = step->walker->feet[leg].anchor.y;
    at.y = caperi_ground_height(step, at);
    *flat = caper_quat_mul(root.rotation, step->gait->plans[leg].rest_rotation);
    return at;
}

caper_vec3 caperi_off_home(const caperi_step *step, int leg, caper_quat torso, caper_vec3 hip,
                           caper_vec3 sole)
{
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    caper_quat frame = caper_quat_mul(torso, step->walker->bends[plan->link].move.rotation);
    caper_vec3 is = caper_quat_unrotate(frame, caper_vec3_sub(sole, hip));
    return caper_vec3_sub(is, caper_vec3_sub(step->gait->legs[leg].home, plan->hip));
}

// Where a hip will be as its foot lands, and what its leg is then.
typedef struct landing_view {
    caper_transform root;
    caper_quat torso;
    caper_vec3 hip;   // but for how low it is
    caper_vec3 ankle; // from the center of the flat sole
    float lower;      // of the hip
    float back;       // of the ankle of a foot that lands on its heel
    float reach;
} landing_view;

static landing_view view_landing(const caperi_step *step, int leg)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    float yaw, time = (1.0f - foot->phase) / caper_max(foot->rate, 1e-3f);
    landing_view out;
    out.root = predict(step, time, &yaw);
    // hips that sway over the other feet are farther off; on uneven ground who knows
    caper_vec3 bent = caperi_bent(step->walker, leg, plan->hip), sways = step->walker->state.offset;
    sways.y = 0.0f; // how high they are is asked below
    float even = SWAYS * (1.0f - step->walker->state.uneven);
    out.hip = caper_transform_mul_point(out.root, caper_vec3_add_scaled(bent, sways, even));
    out.ankle =
        caper_quat_rotate(out.root.rotation, caper_quat_rotate(plan->rest_rotation, plan->ankle));
    // joints break as the trunk lies now
    out.torso = caper_quat_mul(caper_quat_conj(step->root.rotation), step->place.rotation);
    out.torso = caper_quat_mul(out.root.rotation, out.torso);
    // it lands on its heel with the hip lowered
    float much = plan->strike > 0.0f ? foot->roll.strike / plan->strike : 0.0f;
    out.lower = step->walker->state.lowered + much * plan->landing_up;
    out.back = much * plan->landing_back;
    out.reach = plan->use;
    return out;
}

// How far a foot can land from under its hip, level, at that height.
static float level_reach(const caperi_step *step, int leg, const landing_view *view, float y)
{
    float height = caper_max(view->hip.y - y - view->ankle.y - view->lower, 0.0f);
    float square = view->reach * view->reach;
    float most = sqrtf(caper_max(square - height * height, 0.04f * square)) + view->back;
    return step->gait->plans[leg].peg ? 0.3f * step->gait->legs[leg].length : most;
}

// Where a landing is from its home, as the trunk lies then.
static caper_vec3 off_home_then(const caperi_step *step, int leg, const landing_view *view,
                                caper_vec3 at)
{
    caper_vec3 hip = view->hip;
    hip.y -= step->walker->state.lowered;
    return caperi_off_home(step, leg, view->torso, hip, at);
}

// An aim that the leg will not reach from where its hip will be comes nearer.
static caper_vec3 reachable(const caperi_step *step, int leg, const landing_view *view,
                            caper_vec3 aim)
{
    caper_vec3 d = caper_vec3_sub(caper_vec3_add(aim, view->ankle), view->hip);
    float flat = sqrtf(d.x * d.x + d.z * d.z), most = level_reach(step, leg, view, aim.y);
    d.y = 0.0f;
    aim = flat > most ? caper_vec3_add_scaled(aim, d, most / flat - 1.0f) : aim;
    // nor does it come to where joints of the leg would break
    caper_vec3 off = off_home_then(step, leg, view, aim);
    float over = off.z - caperi_fold_room(step->gait, leg, 1.0f, off.y);
    caper_vec3 back = caper_quat_rotate(view->root.rotation, caper_vec3_make(0.0f, 0.0f, -over));
    return over > 0.0f ? caper_vec3_add(aim, back) : aim;
}

// Whether a leg reaches a place as its foot lands, and its joints bear it.
static bool reaches(const caperi_step *step, int leg, const landing_view *view, caper_vec3 at)
{
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    const caper_gait_leg *l = &step->gait->legs[leg];
    caper_vec3 d = caper_vec3_sub(caper_vec3_add(at, view->ankle), view->hip);
    float flat = sqrtf(d.x * d.x + d.z * d.z);
    caper_vec3 off = off_home_then(step, leg, view, at);
    float inward = -off.x * (float)l->side, most = (1.0f - plan->narrow) * fabsf(l->home.x);
    return flat <= level_reach(step, leg, view, at.y) &&
           off.z <= caperi_fold_room(step->gait, leg, 1.0f, off.y) &&
           -off.z <= caperi_fold_room(step->gait, leg, -1.0f, off.y) &&
           (l->side == 0 || inward <= caper_max(most, INWARD * l->length));
}

// ----------------------------------------------------------------------------------------- choice

// How far ahead of an aim, along the foot, the leg still reaches as it lands.
static float room_ahead(const caperi_step *step, int leg, const landing_view *view, caper_vec3 aim,
                        float yaw)
{
    caper_vec3 along = caper_quat_rotate(caper_quat_from_yaw(yaw), caper_vec3_make(0, 0, 1));
    caper_vec3 d = caper_vec3_sub(caper_vec3_add(aim, view->ankle), view->hip);
    float most = level_reach(step, leg, view, aim.y), by = d.x * along.x + d.z * along.z;
    float square = most * most - (d.x * d.x + d.z * d.z - by * by);
    caper_vec3 off = off_home_then(step, leg, view, aim);
    float joints = caperi_fold_room(step->gait, leg, 1.0f, off.y) - off.z;
    return caper_max(caper_min(sqrtf(caper_max(square, 0.0f)) - by, joints), 0.0f);
}

// Choose where a foot lands.
static void choose_footing(caperi_step *step, int leg, const landing_view *view, caper_vec3 aim,
                           float yaw)
{
    caperi_foot *foot = &step->walker->feet[leg];
    caperi_footing_job job = caperi_footing_of(step, leg);
    job.aim = aim;
    job.yaw = yaw;
    job.ahead = view ? room_ahead(step, leg, view, aim, yaw) : job.ahead;
    caperi_footing_choose(&job);
    foot->cramped = job.cramped;
    foot->replans += job.moved;
    foot->target = job.place;
    foot->normal = job.normal;
    foot->platform = job.platform;
}

static caper_quat foot_rotation(const caperi_step *step, int leg, float yaw, caper_vec3 normal)
{
    caper_quat flat =
        caper_quat_mul(caper_quat_from_yaw(yaw), step->gait->plans[leg].rest_rotation);
    return caper_quat_mul(caper_quat_between(caper_vec3_make(0.0f, 1.0f, 0.0f), normal), flat);
}

void caperi_landing_place(caperi_step *step, int leg, caper_vec3 aim, float yaw)
{
    caperi_foot *foot = &step->walker->feet[leg];
    choose_footing(step, leg, NULL, aim, yaw);
    foot->goal_rotation = foot_rotation(step, leg, yaw, foot->normal);
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

// Land where it left from, which a platform may have carried on.
static void go_back(const caperi_step *step, caperi_foot *foot)
{
    const caper_transform *box = caperi_platform_at(step, foot->start_platform);
    foot->target = box ? caper_transform_mul_point(*box, foot->local) : foot->anchor;
    foot->normal = foot->start_normal;
    foot->platform = foot->start_platform;
    foot->cramped = foot->start_cramped;
}

// Look around an aim that is over a gap for the nearest ground that the leg reaches.
static bool search(caperi_step *step, int leg, const landing_view *view, caper_vec3 aim, float yaw,
                   const caperi_foot *other, float most)
{
    caperi_foot *foot = &step->walker->feet[leg];
    float length = step->gait->legs[leg].length, best = 1e30f;
    caper_quat turn = caper_quat_from_yaw(yaw);
    caper_vec3 found = aim;
    for (int i = -SEARCHES; i <= SEARCHES; i++) {
        for (int k = -SEARCHES; k <= SEARCHES; k++) {
            caper_vec3 off = caper_vec3_make((float)i, 0.0f, (float)k);
            caper_vec3 p = caper_vec3_add_scaled(aim, caper_quat_rotate(turn, off), APART * length);
            float far = caper_vec3_dot(off, off);
            if (far >= best) {
                continue;
            }
            caper_hit hit;
            if (!caperi_ground_find(step, p, &hit)) {
                continue;
            }
            if (foot->start.y - hit.point.y < CAPERI_DEEP * length &&
                reaches(step, leg, view, hit.point)) {
                best = far;
                found = hit.point;
            }
        }
    }
    if (best < 1e30f) {
        choose_footing(step, leg, view, found, yaw);
    }
    return best < 1e30f && treads(step, leg, other, most);
}

// Who finds no ground goes on in the air, as high as it would stand, until there is some.
static void hover(caperi_step *step, int leg, caper_vec3 aim)
{
    caperi_foot *foot = &step->walker->feet[leg];
    const caperi_walker_state *s = &step->walker->state;
    float x = aim.x - s->root.x, z = aim.z - s->root.z;
    foot->hovers = 1;
    foot->target = aim;
    foot->target.y = s->root.y + s->lies.x * x + s->lies.z * z;
    foot->normal = caper_vec3_make(0.0f, 1.0f, 0.0f);
    foot->platform = -1;
    foot->cramped = 0;
}

// Where there is no ground to go on to: back to where it left, or over it.
static void back_or_hover(caperi_step *step, int leg, const landing_view *view, caper_vec3 aim)
{
    caperi_foot *foot = &step->walker->feet[leg];
    go_back(step, foot);
    // what moves may come back
    if (foot->start_platform < 0 && !reaches(step, leg, view, foot->target)) {
        hover(step, leg, aim);
    }
}

void caperi_landing_choose(caperi_step *step, int leg, caper_vec3 aim, float yaw)
{
    caperi_foot *foot = &step->walker->feet[leg];
    const caperi_foot *other = passed_by(step, leg);
    foot->wish = aim;
    foot->wish_yaw = yaw;
    landing_view view = view_landing(step, leg);
    // Down stairs a foot is farther from its hip than where it left. Up, hips come along: who took
    // a landing for as high as it is would step so far that low legs cannot fold for it.
    float ground = caperi_ground_height(step, aim);
    bool gap = foot->start.y - ground > CAPERI_DEEP * step->gait->legs[leg].length;
    aim.y = gap ? foot->start.y : caper_min(ground, foot->anchor.y);
    caper_vec3 near = reachable(step, leg, &view, aim);
    int replans = foot->replans;
    foot->hovers = 0;
    choose_footing(step, leg, &view, near, yaw);
    // Up and down stairs a foot goes one tread beyond the one that stands: a body that takes two
    // kneels on its hind leg. Who walks on two feet has no others to wait on while it goes on: it
    // may skip a tread.
    float most = (step->gait->leg_count > 2 ? CAPERI_TREAD : TREADS) * step->gait->legs[leg].length;
    gap = steps_into_gap(step, leg);
    if (gap && !search(step, leg, &view, near, yaw, other, most)) {
        back_or_hover(step, leg, &view, near);
    }
    for (int i = 1; i <= NEARER && !gap && !treads(step, leg, other, most); i++) {
        caper_vec3 at = caper_vec3_lerp(near, foot->start, (float)i / (float)NEARER);
        choose_footing(step, leg, &view, at, yaw);
    }
    if (!gap && steps_into_gap(step, leg)) { // as a nearer place may be
        back_or_hover(step, leg, &view, near);
    }
    foot->replans = replans + (foot->replans > replans); // one choice, however many places it tried
    foot->goal_rotation = foot_rotation(step, leg, yaw, foot->normal);
}

// Among stones and treads a foot goes on to the place that it has chosen while its leg reaches it,
// rather than to another one that is a little nearer to where it would be on level ground.
static bool keeps_landing(const caperi_step *step, int leg, caper_vec3 aim)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    landing_view view = view_landing(step, leg);
    caper_vec3 off = caper_vec3_sub(foot->target, aim);
    float most = KEEPS * step->gait->legs[leg].length;
    caper_vec3 d = caper_vec3_sub(caper_vec3_add(foot->target, view.ankle), view.hip);
    float reach = level_reach(step, leg, &view, foot->target.y);
    return off.x * off.x + off.z * off.z < most * most && d.x * d.x + d.z * d.z < reach * reach;
}

bool caperi_landing_update(caperi_step *step, int leg, float share, float left)
{
    caperi_foot *foot = &step->walker->feet[leg];
    float yaw, length = step->gait->legs[leg].length;
    if (foot->decided) {
        // no farther than a foot can still be brought in time
        float most = step->gait->gravity * left * left / (step->gait->swift * step->gait->swift);
        if (most < 0.03f * length) {
            return false;
        }
        landing_view view = view_landing(step, leg);
        caper_vec3 nearer = reachable(step, leg, &view, foot->target);
        float off = caper_vec3_distance(nearer, foot->target);
        if (off < 0.03f * length || off > most) {
            return false;
        }
        caperi_landing_aim(step, leg, &yaw);
        caperi_landing_choose(step, leg, nearer, yaw);
        foot->replans++;
        return true;
    }
    caper_vec3 aim = caperi_landing_aim(step, leg, &yaw);
    foot->decided = share > DECIDE;
    bool last = foot->decided && foot->rough; // seen from nearer
    bool turned = fabsf(caper_wrap_angle(yaw - foot->wish_yaw)) > 0.03f;
    if (foot->steps > 0.5f && !foot->hovers && !turned && foot->platform < 0 &&
        keeps_landing(step, leg, aim)) {
        return false;
    }
    if (!last && !turned && foot->platform < 0 &&
        caper_vec3_distance(aim, foot->wish) < STEADY * length) {
        return false;
    }
    caperi_landing_choose(step, leg, aim, yaw);
    return true;
}
