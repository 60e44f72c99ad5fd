// SPDX-License-Identifier: MIT
//
// How high the hips go. Every leg wishes a height for as long as it will stand: high enough for its
// knee to be as open as knees are at that share of a stance, as the ankle goes over heel and toes.
// The wishes of all legs, weighted by when they carry, are looked at over the coming steps and
// smoothed without lag (contact/height.h). So a walk is an inverted pendulum whose arcs meet
// smoothly, stairs are climbed ahead of the foot, and nothing falls faster than it can. A run is
// ballistic: its rise and fall follow from the forces of its feet alone, half a sine each for as
// long as they stand, on top of a height that lets every leg reach. Invariants: height and velocity
// are continuous; a body whose feet are all off the ground falls by gravity.
#include "gait/gait.h"

#define SMOOTH 0.19f        // of tau: what flat ground is smoothed by (fitted to captured walks)
#define SMOOTH_STEPS 0.42f  // of tau: what steps are; less falls harder, more overreaches
#define STRAIGHT 0.985f     // share of reach that a running leg lands and leaves with
#define LOW_HALF_LIFE 3.0f  // of tau, two steps: how long the lowest place of the hips counts
#define SLOWEST 0.35f       // cycles in tau: of runs, slower ones bounce no higher
#define DEEPEST 0.16f       // of leg length: the lowest that hips go for the reach of legs
#define DEEPEST_BENT 0.09f  // the same of bodies whose legs are bent at rest and have some to spare
#define DEEPEST_STIFF 0.01f // and of bodies whose legs have no knees, which shrink by it
#define LOWEST 0.8f         // of its length: a leg that is too far behind asks for no less
#define REACH 0.995f        // share of its reach that the hips leave a leg that stands at least
#define REACH_MANY 0.985f   // the same where there are more than two, which differ
#define REACH_BENT 0.965f   // the same of one that is bent at rest
#define REACHES 1.04f // share of a stance up to which they do: a foot that leaves is slow at first
#define DIP 2 // nodes, 0.23 tau: a dip in what legs reach lasts that much longer to either side
// Rise over run: soles whose slopes differ by that are on stones, not on a hill.
#define DIFFER 0.15f
#define ABOVE 0.09f // of leg length: how far a ramp over steps may be above the wish

// Knees of walking people over the stance, degrees off straight; 1.07 is in flight. The three in
// the middle are less in short strides.
static const float knee_shares[] = {0.0f, 0.25f, 0.55f, 0.82f, 1.07f};
static const float knee_degrees[] = {14.0f, 35.0f, 14.0f, 3.0f, 76.0f};

// ----------------------------------------------------------------------------------------- legs

// One stance of one leg, now or to come.
typedef struct stance {
    caper_vec3 base; // what the ankle is over when the sole is flat but for `ahead` and `up`, world
    caper_vec3 along; // to the toes
    caperi_roll roll;
    float begins, per; // seconds from now; 1 / those that it lasts
} stance;

// What a leg is in the plane of its foot, and where its hip goes.
typedef struct leg_view {
    const caperi_leg_plan *plan;
    caper_vec3 hip; // root frame
    float below;    // the hip under the middle of the hips
    float weight;
    bool bears;
    stance stances[2];
} leg_view;

static stance stance_at(const caperi_leg_plan *plan, caper_vec3 base, caper_quat flat,
                        const caperi_roll *roll, float begins, float lasts)
{
    stance out;
    out.along = caper_quat_rotate(flat, plan->along);
    out.base = caper_vec3_add(base, caper_quat_rotate(flat, plan->aside));
    out.roll = *roll;
    out.begins = begins;
    out.per = 1.0f / lasts;
    return out;
}

// The stance that a foot is in or flies to, and the one after its next flight.
static void find_stances(const caperi_step *step, int leg, leg_view *view)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    const caperi_leg_plan *plan = view->plan;
    int group = step->gait->legs[leg].group;
    float rate = caper_max(step->frequency[group], 1e-3f);
    float duty = step->params[group].duty, lasts = caper_max(duty / rate, 1e-3f);
    if (foot->stands) {
        // phases run at their own rate until they leave
        float stood = foot->phase / caper_max(foot->rate, 1e-3f);
        float own = caper_max(foot->duty / caper_max(foot->rate, 1e-3f), 1e-3f);
        view->stances[0] =
            stance_at(plan, foot->anchor, foot->anchor_rotation, &foot->roll, -stood, own);
        float begins = own - stood + (1.0f - duty) / rate;
        caperi_roll roll = foot->roll;
        caper_quat flat;
        caper_vec3 base = caperi_next_landing(step, leg, begins, lasts, &flat);
        view->stances[1] = stance_at(plan, base, flat, &roll, begins, lasts);
    } else {
        float begins = (1.0f - foot->phase) / caper_max(foot->rate, 1e-3f);
        view->stances[0] =
            stance_at(plan, foot->target, foot->goal_rotation, &foot->roll, begins, lasts);
        caper_quat flat;
        begins += 1.0f / rate;
        caper_vec3 base = caperi_next_landing(step, leg, begins, lasts, &flat);
        view->stances[1] = stance_at(plan, base, flat, &foot->roll, begins, lasts);
    }
}

// What all legs hang on: the slope of the body counts, its swaying does not.
typedef struct torso_view {
    caper_transform move;
    float pitch, roll; // sines
} torso_view;

static leg_view view_leg(const caperi_step *step, const torso_view *torso, int leg)
{
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    leg_view view;
    view.plan = plan;
    caper_vec3 hip = caperi_bent(step->walker, leg, plan->hip);
    caper_vec3 off = caper_vec3_sub(hip, step->gait->pivot);
    view.below = torso->pitch * off.z - torso->roll * off.x - off.y;
    view.hip = caper_transform_mul_point(torso->move, hip);
    view.weight = 1.0f - 0.6f * plan->weak;
    view.bears = !step->walker->feet[leg].hovers;
    view.weight = view.bears ? view.weight : 0.0f;
    find_stances(step, leg, &view);
    return view;
}

// ----------------------------------------------------------------------------------------- wish

// How far from hip to ankle a leg should be at a share of its stance.
static float wished_length(const caperi_step *step, const caperi_leg_plan *plan, float share)
{
    const caperi_walker_state *s = &step->walker->state;
    float rest = plan->bent * plan->reach, x = 2.0f * share - 1.0f;
    float length = caper_min(rest * (0.995f + 0.03f * x * x), 0.99f * plan->reach);
    // legs that are straight at rest walk as people do
    if (plan->straight > 0.0f) {
        float stride = s->stride / step->gait->length;
        float much = caper_lerp(0.6f, 1.0f, caper_clamp(stride - 0.6f, 0.0f, 1.0f));
        int i = 0;
        while (i < 3 && share > knee_shares[i + 1]) {
            i++;
        }
        float from = knee_degrees[i] * (i > 0 ? much : 1.0f);
        float to = knee_degrees[i + 1] * (i < 3 ? much : 1.0f);
        float t = (share - knee_shares[i]) / (knee_shares[i + 1] - knee_shares[i]);
        float knee = caper_lerp(from, to, caperi_least_jerk(t)) * CAPER_DEGREE;
        length = caper_lerp(length, plan->reach * caper_cos(0.5f * knee), plan->straight);
    }
    return caper_lerp(rest, length, s->activity);
}

// Where the ankle of a standing leg is under its hip at a time.
typedef struct ankle_view {
    float height; // of the middle of the hips with no leg between hip and ankle
    float across; // level distance, squared
} ankle_view;

static ankle_view ankle_at(const leg_view *view, const stance *at, const caperi_ahead *root,
                           float share)
{
    const caperi_leg_plan *plan = view->plan;
    float tip = caperi_roll_at(&at->roll, caper_clamp(share, 0.0f, 1.0f)).value;
    float ahead = plan->ankle_ahead, up = plan->ankle_up;
    if (tip != 0.0f) {
        float z = tip > 0.0f ? plan->pivot_ahead : -plan->rear;
        float y = tip > 0.0f ? plan->pivot_up : 0.0f, off = ahead - z, over = up - y;
        // by the tangent of half the angle, to two places of its series: soles tip by a radian
        float half = tip * (0.5f + tip * tip * (1.0f / 24.0f)), per = 1.0f / (1.0f + half * half);
        float sine = 2.0f * half * per, cosine = (1.0f - half * half) * per;
        ahead = z + off * cosine + over * sine;
        up = y + over * cosine - off * sine;
    }
    float hip_x = root->x + root->cosine * view->hip.x + root->sine * view->hip.z;
    float hip_z = root->z + root->cosine * view->hip.z - root->sine * view->hip.x;
    float dx = at->base.x + at->along.x * ahead - hip_x;
    float dz = at->base.z + at->along.z * ahead - hip_z;
    ankle_view out = {at->base.y + at->along.y * ahead + up + view->below, dx * dx + dz * dz};
    return out;
}

// The height of the middle of the hips at which a leg is of some length.
static float hip_height(const leg_view *view, const stance *at, const ankle_view *ankle,
                        float length)
{
    const caperi_leg_plan *plan = view->plan;
    if (plan->peg) {
        return at->base.y + plan->drop + plan->ankle_up + view->below;
    }
    float square = length * length - ankle->across;
    // legs that sprawl are low as they stand
    float low = LOWEST * caper_lerp(length, caper_min(length, plan->drop), plan->sprawl);
    return ankle->height + sqrtf(caper_max(square, low * low));
}

// ------------------------------------------------------------------------------------------ run

// The height of a body under one of n feet that push with half a sine while they stand, its own
// weight a time over: of which the second derivative by the phase is force less weight. Its mean
// slope is none, so that it repeats.
static float bounce(float phase, float duty)
{
    float x = phase - (float)(int)phase, half = 0.5f * duty;
    // both pieces about the middle of the stance, where it is lowest
    float t = fabsf(x - half);
    t = t > 0.5f ? 1.0f - t : t;
    float stand = -duty / (2.0f * CAPER_PI) * caper_cos(CAPER_PI * caper_min(t, half) / duty);
    return stand - 0.5f * t * t + 0.5f * caper_max(t - half, 0.0f);
}

// How far the forces of the feet lift the body off its mean at a time from now.
static float bounce_at(const caperi_step *step, float time)
{
    const caper_gait *gait = step->gait;
    float frequency = caper_max(step->walker->state.frequency, SLOWEST / gait->tau);
    float sum = 0.0f, period = 1.0f / frequency;
    int count = 0;
    for (int i = 0; i < gait->leg_count; i++) {
        if (gait->legs[i].group == gait->leading) {
            float phase = caperi_wanted_phase(step, i) + frequency * time + 1.0f;
            sum += bounce(phase, step->walker->state.duty);
            count++;
        }
    }
    return gait->gravity * period * period * sum / (float)(count > 0 ? count : 1);
}

// ------------------------------------------------------------------------------------------ all

// What the hips should be at over the coming time.
static void look_ahead(const caperi_step *step, float spacing, float run, float wishes[],
                       float *base)
{
    const caper_gait *gait = step->gait;
    const caperi_walker_state *s = &step->walker->state;
    float weights[CAPERI_HEIGHT_NODES] = {0}, sums[CAPERI_HEIGHT_NODES] = {0};
    float most[CAPERI_HEIGHT_NODES], bounces[CAPERI_HEIGHT_NODES];
    for (int k = 0; k < CAPERI_HEIGHT_NODES; k++) {
        most[k] = 1e30f;
    }
    caperi_ahead roots[CAPERI_HEIGHT_NODES];
    float left = 1.0f, fades = caperi_left(step, spacing);
    for (int k = 0; k < CAPERI_HEIGHT_NODES; k++) {
        bounces[k] = run > 0.0f ? bounce_at(step, spacing * (float)k) : 0.0f;
        roots[k] = caperi_predict_level(step, spacing * (float)k, left);
        left *= fades;
    }
    torso_view torso = {caperi_torso_transform(step->walker), caper_sin(s->tilt.x),
                        caper_sin(s->roll)};
    float lowest = 1e30f, lows = 0.0f, counted = 0.0f;
    float straight_reach = gait->leg_count > 2 ? REACH_MANY : REACH;
    for (int i = 0; i < gait->leg_count; i++) {
        leg_view view = view_leg(step, &torso, i);
        float low = 1e30f;
        for (int k = 0; k < CAPERI_HEIGHT_NODES; k++) {
            float time = roots[k].time;
            const stance *at = time < view.stances[1].begins ? &view.stances[0] : &view.stances[1];
            float share = (time - at->begins) * at->per;
            float stands = step->walker->feet[i].stands && at == &view.stances[0] ? 1.0f : 0.0f;
            float bears = caperi_height_carries(share);
            float weight = caper_lerp(caper_max(stands, bears), bears, s->activity) * view.weight;
            if (!view.bears || (!(share >= 0.0f && share <= 1.0f) && !(weight > 0.0f))) {
                continue;
            }
            ankle_view ankle = ankle_at(&view, at, &roots[k], share);
            // what hangs between its feet stays level, what stands on them vaults over them
            float level = at->base.y + view.plan->ankle_up + view.plan->drop + view.below;
            if (weight > 0.0f) {
                float length = wished_length(step, view.plan, share);
                float vault = hip_height(&view, at, &ankle, length);
                weights[k] += weight;
                sums[k] += weight * caper_lerp(vault, level, view.plan->sprawl);
            }
            if (share >= 0.0f && share < caper_lerp(REACHES, 0.7f, s->uneven)) {
                float length = caper_lerp(REACH_BENT, straight_reach, view.plan->straight);
                float reach = hip_height(&view, at, &ankle, length * view.plan->reach);
                most[k] = caper_min(most[k], reach);
            }
            if (share >= 0.0f && share <= 1.0f && run > 0.0f && !view.plan->peg) {
                float length = caper_min(STRAIGHT, view.plan->bent + 0.04f) * view.plan->reach;
                float reach = hip_height(&view, at, &ankle, length);
                reach = caper_lerp(reach, caper_min(reach, level), view.plan->sprawl);
                low = caper_min(low, reach - bounces[k] - s->height_velocity * time);
            }
        }
        if (low < 1e29f) {
            lowest = caper_min(lowest, low);
            lows += low;
            counted += 1.0f;
        }
    }
    // of legs that differ the long ones fold less and the short ones stretch a little
    *base = counted > 0.0f ? caper_lerp(lows / counted, lowest, 0.5f) : 1e30f;
    float last = s->height.value;
    for (int k = 0; k < CAPERI_HEIGHT_NODES; k++) {
        const float little = 0.02f; // of a leg's weight: what nobody carries stays where it is
        float wish = (sums[k] + little * last) / (weights[k] + little);
        most[k] = caper_min(most[k], wish + ABOVE * gait->length);
        wishes[k] = last = wish;
    }
    // no leg is left behind by the others; smoothing would leave nothing of a short dip
    float dips[CAPERI_HEIGHT_NODES];
    for (int k = 0; k < CAPERI_HEIGHT_NODES; k++) {
        dips[k] = most[k];
        for (int j = k - DIP; j <= k + DIP; j++) {
            dips[k] = j >= 0 && j < CAPERI_HEIGHT_NODES ? caper_min(dips[k], most[j]) : dips[k];
        }
        wishes[k] = caper_min(wishes[k], dips[k]);
    }
    if (s->uneven > 0.0f) {
        caperi_height_ramp(most);
        for (int k = 0; k < CAPERI_HEIGHT_NODES; k++) {
            wishes[k] = caper_lerp(wishes[k], most[k], s->uneven);
        }
    }
}

// The slope of the ground as the soles lie on it; soles on stones that differ have none in common.
static caper_vec3 grade_of(const caperi_step *step)
{
    caper_vec3 sum = caper_vec3_zero();
    float squares = 0.0f, per = 1.0f / (float)step->gait->leg_count;
    for (int i = 0; i < step->gait->leg_count; i++) {
        caper_vec3 n = step->walker->feet[i].normal;
        float x = n.y > 0.1f ? -n.x / n.y : 0.0f, z = n.y > 0.1f ? -n.z / n.y : 0.0f;
        sum = caper_vec3_add(sum, caper_vec3_make(x * per, 0.0f, z * per));
        squares += (x * x + z * z) * per;
    }
    float differ = squares - sum.x * sum.x - sum.z * sum.z; // variance
    return caper_vec3_scale(sum, 1.0f - caper_smoothstep(0.0f, DIFFER * DIFFER, differ));
}

// How far the places of the feet are off one plane of that slope: hills are even, stairs are not.
static float unevenness(const caperi_step *step, caper_vec3 grade)
{
    float low = 1e30f, high = -1e30f;
    for (int i = 0; i < step->gait->leg_count; i++) {
        const caperi_foot *foot = &step->walker->feet[i];
        caper_vec3 at = foot->stands ? foot->anchor : foot->target;
        float y = at.y - grade.x * (at.x - step->root.position.x) -
                  grade.z * (at.z - step->root.position.z);
        low = caper_min(low, y);
        high = caper_max(high, y);
    }
    return caper_smoothstep(0.01f, 0.10f, (high - low) / step->gait->length);
}

// How much of a run it is: beyond a duty of one half bodies vault over their legs.
static float run_share(const caperi_step *step)
{
    const caper_gait *gait = step->gait;
    if (!step->moves) {
        return 0.0f;
    }
    return (1.0f - caper_smoothstep(0.48f, 0.56f, step->walker->state.duty)) *
           step->walker->state.activity * gait->supple;
}

void caperi_height_place(caperi_step *step)
{
    caperi_walker_state *s = &step->walker->state;
    s->height.value = s->root.y + step->gait->pivot.y;
    s->height.velocity = s->height.acceleration = 0.0f;
    s->uneven = s->lowered = s->run = s->bounced = s->duty = 0.0f;
}

// Who stands on straight legs does not tell how low strides make it, and a first step that goes by
// that is short: the hips fall into the second. A straight leg that reaches x of its length ahead
// has its hip lower by x^2 / 2, which is planned with up to some bend of its knee.
static float lowered_soon(const caperi_step *step)
{
    const caper_gait *gait = step->gait;
    caper_vec3 wish = step->command.velocity;
    float length = gait->groups[gait->leading].length;
    float froude = (wish.x * wish.x + wish.z * wish.z) / (gait->gravity * length);
    caper_gait_key key = caper_gait_params(gait, gait->leading, froude);
    float ahead = 0.5f * key.duty * key.stride;
    return caper_min(0.5f * ahead * ahead, CAPERI_BENT) * length * gait->supple * gait->straight;
}

void caperi_height_update(caperi_step *step)
{
    const caper_gait *gait = step->gait;
    caperi_walker_state *s = &step->walker->state;
    float tau = gait->tau, wishes[CAPERI_HEIGHT_NODES], base;
    float duty = step->params[gait->leading].duty;
    s->duty = s->duty > 0.0f ? caper_damp(s->duty, duty, 0.3f * tau, step->dt) : duty;
    s->run = caper_damp(s->run, run_share(step), 0.4f * tau, step->dt);
    s->run = s->run < 1e-3f ? 0.0f : s->run;
    float run = s->run;
    caper_vec3 grade = grade_of(step);
    s->grade = caper_vec3_lerp(grade, s->grade, step->slow_left);
    float uneven = unevenness(step, grade);
    s->uneven = caper_damp(s->uneven, uneven, (uneven > s->uneven ? 0.15f : 1.0f) * tau, step->dt);
    s->uneven = s->uneven < 1e-3f ? 0.0f : s->uneven;
    float smooth = caper_lerp(SMOOTH, SMOOTH_STEPS, caper_max(s->uneven, run)) * tau;
    look_ahead(step, CAPERI_HEIGHT_SPACING * smooth, run, wishes, &base);
    float preview = caperi_height_preview(wishes);
    // what looks at now alone would be late by that up and down hill
    float climbs = 2.0f * smooth * s->height_velocity;
    preview = base < 1e29f ? caper_lerp(preview, base + climbs, run) : preview;
    // a leg that would need more than that is lifted instead
    float deepest = caper_lerp(DEEPEST_BENT, DEEPEST, gait->straight);
    deepest = caper_lerp(DEEPEST_STIFF, deepest, gait->supple) * gait->length;
    preview = caper_max(preview, s->root.y + climbs + gait->pivot.y - deepest);
    preview -= s->crouch + 0.04f * gait->length * s->effort * gait->supple;
    caperi_height_step(&s->height, preview, smooth, step->dt);
    float bounced = run > 0.0f ? run * bounce_at(step, 0.0f) : 0.0f;
    // what starts anew starts at another place in its cycle
    s->height.value += step->restarted ? s->bounced - bounced : 0.0f;
    s->bounced = bounced;
    s->offset.y = s->height.value + bounced - s->root.y - gait->pivot.y;
    // feet land about when the hips are lowest
    float lowered = caper_damp(s->lowered, -s->offset.y, LOW_HALF_LIFE * tau, step->dt);
    float soon = step->restarted ? lowered_soon(step) : 0.0f;
    lowered = caper_max(caper_max(lowered, soon), -s->offset.y);
    s->lowered = caper_clamp(lowered, 0.0f, 0.3f * gait->length);
}
