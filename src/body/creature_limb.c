// SPDX-License-Identifier: MIT
//
// Limbs of random creatures: legs down to soles on the ground, arms with graspers, wings, fins,
// tentacles, tails and back spikes. Limbs are slightly bent at rest, so that IK knows which way a
// knee goes.
#include "body/creature.h"

static const caper_vec3 up = {0.0f, 1.0f, 0.0f};

enum {
    GROUP_LEG,
    GROUP_ARM,
    GROUP_WING,
    GROUP_FIN,
    GROUP_TENTACLE,
    GROUP_TAIL
};

static char side_letter(float side)
{
    return side > 0.0f ? 'l' : side < 0.0f ? 'r' : 0;
}

/// The horizontal direction away from the spine on this side.
static caper_vec3 outward(const caperi_creature_work *c, int spine, float side)
{
    return caper_vec3_scale(c->spine_axes[spine].x, side);
}

// ---------------------------------------------------------------------------------------------------
// Legs

/// A foot with its sole on the ground below the ankle.
static void add_foot(caperi_creature_work *c, int shin, caper_vec3 ankle, float yaw,
                     float half_length, int group, int index, float side)
{
    float sine, cosine;
    caper_sincos(yaw, &sine, &cosine);
    caper_vec3 forward = caper_vec3_make(sine, 0.0f, cosine);
    float height = (ankle.y - c->ground) * 1.15f;
    float half_width = caper_clamp(0.6f * half_length, 0.5f * height, 2.0f * height);
    half_length = caper_clamp(half_length, 0.5f * height, 4.0f * height);
    caper_vec3 center = caper_vec3_add_scaled(ankle, forward, 0.4f * half_length);
    center.y = c->ground + 0.5f * height;
    caper_mat3 axes = caperi_axes(caper_vec3_cross(up, forward), forward);
    caper_vec3 half = caper_vec3_make(half_width, 0.5f * height, half_length);
    int foot = caperi_draft_add(c, shin, ankle, axes, center, half, CAPERI_CAPS_FOOT);
    caperi_creature_draft *draft = &c->drafts[foot];
    caperi_draft_name(draft, "foot", group, index, side_letter(side));
    draft->deform = "curl";
    caperi_draft_ball(draft, forward, 1.0f, 0.6f);
}

/// Where the ankle goes; the model height is that of the ground.
static caper_vec3 ankle_below(const caperi_creature_work *c, caper_vec3 hip, caper_vec3 out,
                              const caperi_leg_style *style, float shift)
{
    float height = hip.y - c->ground;
    caper_vec3 ankle = caper_vec3_add_scaled(hip, out, style->splay * height);
    ankle.z += style->lean * height + shift;
    ankle.y = c->ground;
    return ankle;
}

typedef struct leg_job {
    const caperi_creature_leg *plan;
    float shift; // of the ankle, so that a biped stands under its weight
    int group;
} leg_job;

/// One leg, from the hip to one foot or, behind a fork, two.
static void build_leg(caperi_creature_work *c, void *user, float side)
{
    const leg_job *job = user;
    const caperi_leg_style *style = &job->plan->style;
    int spine = caperi_spine_index(c, job->plan->along);
    caper_vec3 hip = caperi_spine_at(c, spine, 0.75f * side, side == 0.0f ? -0.6f : -0.35f, 0.0f);
    caper_vec3 out = outward(c, spine, side);
    caper_vec3 ankle = ankle_below(c, hip, out, style, job->shift);
    float uneven = c->plan.symmetric ? 0.0f : caperi_draw(c, -0.25f, 0.25f);
    ankle.z += uneven * (hip.y - c->ground);

    float reach = caper_vec3_distance(hip, ankle);
    caperi_creature_chain chain = {0};
    chain.label = "leg";
    chain.group = job->group;
    chain.first_index = 1;
    chain.side = side_letter(side);
    chain.caps = CAPER_CAP_LIMB;
    chain.broad = c->spine_axes[spine].x;
    chain.flat = 1.0f;
    chain.taper = 0.8f;
    chain.hinges = !style->free;
    chain.swing = 2.0f; // a knee that is a ball folds like one that is a hinge
    chain.width = caper_min(style->girth * reach / (float)style->segments,
                            0.65f * caper_min(c->spine_half[spine].x, c->spine_half[spine].y));
    chain.width = caper_min(chain.width, 0.38f * c->plan.spacing);
    chain.width = caper_min(chain.width, 0.3f * (hip.y - c->ground));
    float thin = caper_max(caperi_chain_end_width(&chain, style->segments),
                           0.085f * 1.2f * reach / (float)style->segments);
    float height = hip.y - c->ground;
    ankle.y = c->ground + caper_min(caper_max(1.8f * thin, 0.07f * height), 0.6f * height);

    // sprawlers carry their knees high, others bend them forward or back
    bool sprawls = style->splay > 0.4f && side != 0.0f;
    caper_vec3 toward = sprawls ? caper_vec3_add(up, out) : caper_vec3_make(0.0f, 0.0f, 1.0f);
    float bend = sprawls ? style->bend : caper_clamp(style->bend, -0.16f, 0.16f);
    caper_vec3 points[8];
    caperi_bent_points(hip, ankle, style->segments, toward, bend, !sprawls, points);
    for (int i = 1; i < style->segments; i++) {
        points[i].y = caper_max(points[i].y, ankle.y);
    }

    int trunk = style->fork > 0 ? style->fork : style->segments;
    int last = caperi_chain_add(c, spine, points, trunk, &chain);
    float yaw = style->toe_out * side;
    float foot_length =
        caper_min(style->foot * caper_min(reach, 2.0f * height), 0.45f * c->plan.spacing);
    if (side != 0.0f) {
        // the feet of a pair stand beside each other
        caper_vec3 off = caper_vec3_sub(ankle, c->drafts[spine].center);
        foot_length = caper_min(foot_length, 1.5f * caper_vec3_dot(off, out));
    }
    if (style->fork == 0) {
        add_foot(c, last, ankle, yaw, foot_length, job->group, 0, side);
        return;
    }
    for (int k = 0; k < 2; k++) {
        caper_vec3 toe = ankle;
        toe.z += (k == 0 ? 0.3f : -0.3f) * height;
        caper_vec3 branch[8];
        int rest = style->segments - trunk;
        caperi_bent_points(points[trunk], toe, rest, toward, bend, false, branch);
        for (int i = 1; i < rest; i++) {
            branch[i].y = caper_max(branch[i].y, ankle.y);
        }
        caperi_creature_chain lower = chain;
        lower.first_index = trunk + 1 + k * rest;
        lower.width = caperi_chain_end_width(&chain, trunk + 1);
        int shin = caperi_chain_add(c, last, branch, rest, &lower);
        add_foot(c, shin, toe, yaw, 0.8f * foot_length, job->group, k + 1, side);
    }
}

/// Depth of the centre of mass of all drafts so far.
static float center_of_mass_z(const caperi_creature_work *c)
{
    float mass = 0.0f, moment = 0.0f;
    for (int i = 0; i < c->count; i++) {
        const caperi_creature_draft *p = &c->drafts[i];
        float m = p->half.x * p->half.y * p->half.z;
        mass += m;
        moment += m * p->center.z;
    }
    return moment / mass;
}

/// Legs grow from where the spine is not too high above the ground, or they would be stilts.
static void keep_hip_low(const caperi_creature_work *c, caperi_creature_leg *leg)
{
    int lowest = 0;
    for (int i = 1; i < c->plan.spine_count; i++) {
        if (c->drafts[i].center.y < c->drafts[lowest].center.y - 1e-3f) {
            lowest = i;
        }
    }
    float limit = 2.2f * (c->drafts[lowest].center.y - c->ground);
    int i = caperi_spine_index(c, leg->along);
    while (i != lowest && c->drafts[i].center.y - c->ground > limit) {
        i += i < lowest ? 1 : -1;
    }
    leg->along = ((float)i + 0.5f) / (float)c->plan.spine_count;
}

void caperi_creature_legs(caperi_creature_work *c)
{
    caperi_creature_scheme *plan = &c->plan;
    // a tail or arm that hangs low makes the legs longer
    if (plan->stance == CAPERI_STANCE_LEGS) {
        c->ground = caper_min(c->ground, caperi_creature_lowest(c));
    }
    float balance = center_of_mass_z(c);
    int spine_bodies_with_legs = 0;
    int used = -1;
    for (int i = 0; i < plan->leg_count; i++) {
        keep_hip_low(c, &plan->legs[i]);
        int spine = caperi_spine_index(c, plan->legs[i].along);
        spine_bodies_with_legs += spine != used;
        used = spine;
    }
    for (int i = 0; i < plan->leg_count; i++) {
        caperi_creature_leg *leg = &plan->legs[i];
        leg_job job = {leg, 0.0f, i + 1};
        int spine = caperi_spine_index(c, leg->along);
        if (spine_bodies_with_legs == 1) {
            float height = c->drafts[spine].center.y - c->ground;
            float foot = 0.4f * leg->style.foot * height;
            float off = balance - c->drafts[spine].center.z - leg->style.lean * height - foot;
            job.shift = caper_clamp(off, -0.6f * height, 0.6f * height);
        }
        c->reserved -= caperi_leg_cost(leg);
        if (leg->side == 0 && plan->symmetric) {
            int first = c->count;
            build_leg(c, &job, 1.0f);
            caperi_drafts_mirror(c, first, 0.0f, 0);
        } else if (leg->side == 0) {
            build_leg(c, &job, 1.0f);
            build_leg(c, &job, -1.0f);
        } else {
            build_leg(c, &job, leg->side == 2 ? 0.0f : (float)leg->side);
        }
    }
}

// ---------------------------------------------------------------------------------------------------
// Arms

typedef struct arm_job {
    float along, length, girth;
    int segments, fork, group;
    caper_vec3 reach; // toward the left side
} arm_job;

static void add_grasper(caperi_creature_work *c, int forearm, caper_vec3 wrist, caper_vec3 forward,
                        float width, int group, int index, float side)
{
    caper_mat3 axes = caperi_axes(caper_vec3_make(1.0f, 0.0f, 0.0f), forward);
    caper_vec3 half = caper_vec3_make(1.35f * width, 0.8f * width, 1.7f * width);
    caper_vec3 center = caper_vec3_add_scaled(wrist, forward, 1.4f * width);
    int hand = caperi_draft_add(c, forearm, wrist, axes, center, half, CAPERI_CAPS_GRASPER);
    caperi_creature_draft *draft = &c->drafts[hand];
    caperi_draft_name(draft, "hand", group, index, side_letter(side));
    draft->deform = "close";
    caperi_draft_ball(draft, forward, 0.9f, 0.6f);
}

static void build_arm(caperi_creature_work *c, void *user, float side)
{
    const arm_job *job = user;
    int spine = caperi_spine_index(c, job->along);
    caper_vec3 shoulder = caperi_spine_at(c, spine, 0.85f * side, 0.1f, 0.0f);
    caper_vec3 reach = job->reach;
    float length = job->length;
    if (!c->plan.symmetric) {
        length *= caperi_draw(c, 0.6f, 1.3f);
        reach.y += caperi_draw(c, -0.3f, 0.3f);
    }
    caper_vec3 direction = caper_vec3_scale(outward(c, spine, side), reach.x);
    direction.y += reach.y;
    direction.z += reach.z;
    direction = caper_vec3_normalize(direction);
    caper_vec3 wrist = caper_vec3_add_scaled(shoulder, direction, length);

    caperi_creature_chain chain = {0};
    chain.label = "arm";
    chain.group = job->group;
    chain.first_index = 1;
    chain.side = side_letter(side);
    chain.caps = CAPER_CAP_LIMB;
    chain.broad = c->spine_axes[spine].x;
    chain.width = caper_min(job->girth * length / (float)job->segments,
                            0.7f * caper_min(c->spine_half[spine].x, c->spine_half[spine].y));
    chain.flat = 1.0f;
    chain.taper = 0.85f;
    chain.hinges = true;
    float hand = caper_max(caperi_chain_end_width(&chain, job->segments),
                           0.1f * length / (float)job->segments);
    // elbows point back and down
    caper_vec3 points[8];
    caperi_bent_points(shoulder, wrist, job->segments, caper_vec3_make(0.0f, -0.6f, -1.0f), 0.12f,
                       false, points);
    caperi_points_lift(c, points, job->segments, 3.5f * hand);
    int trunk = job->fork > 0 ? job->fork : job->segments;
    int last = caperi_chain_add(c, spine, points, trunk, &chain);
    caper_vec3 end = points[job->segments];
    for (int k = 0; k < (job->fork > 0 ? 2 : 1); k++) {
        int forearm = last;
        caper_vec3 from = points[job->segments - 1];
        if (job->fork > 0) {
            int rest = job->segments - trunk;
            caper_vec3 branch[8];
            end = points[job->segments];
            end.y += (k == 0 ? 0.18f : -0.18f) * length;
            end = caper_vec3_add_scaled(end, outward(c, spine, side),
                                        (k == 0 ? 0.1f : -0.1f) * length);
            caperi_bent_points(points[trunk], end, rest, caper_vec3_make(0.0f, -0.6f, -1.0f), 0.1f,
                               false, branch);
            caperi_points_lift(c, branch, rest, 3.5f * hand);
            end = branch[rest];
            from = branch[rest - 1];
            caperi_creature_chain lower = chain;
            lower.first_index = trunk + 1 + k * rest;
            lower.width = caperi_chain_end_width(&chain, trunk + 1);
            forearm = caperi_chain_add(c, last, branch, rest, &lower);
        }
        caper_vec3 forward = caper_vec3_normalize_or(caper_vec3_sub(end, from), direction);
        add_grasper(c, forearm, end, forward, hand, job->group, job->fork > 0 ? k + 1 : 0, side);
    }
}

static void add_arms(caperi_creature_work *c)
{
    arm_job job = {0};
    job.along = caperi_draw(c, 0.68f, 0.92f);
    job.length = caperi_draw(c, 0.25f, 0.6f);
    job.girth = caperi_draw(c, 0.14f, 0.22f);
    job.segments = caper_rng_int(&c->rng, 2, 3);
    job.group = ++c->groups[GROUP_ARM];
    job.reach.x = caperi_draw(c, 0.25f, 0.9f);
    job.reach.y = caperi_draw(c, -1.0f, 0.1f);
    job.reach.z = caperi_draw(c, 0.15f, 0.9f);
    if (caperi_chance(c, 0.25f * c->difficulty * c->difficulty)) {
        job.fork = caper_rng_int(&c->rng, 1, job.segments - 1);
    }
    int cost = job.segments + 1 + (job.fork > 0 ? job.segments - job.fork + 1 : 0);
    caperi_both_sides(c, 0.0f, cost, build_arm, &job);
}

// ---------------------------------------------------------------------------------------------------
// Wings, fins, tentacles, spikes

typedef struct wing_job {
    float along, span, chord, lift, sweep;
    int segments, group;
} wing_job;

static void build_wing(caperi_creature_work *c, void *user, float side)
{
    const wing_job *job = user;
    int spine = caperi_spine_index(c, job->along);
    caper_vec3 from = caperi_spine_at(c, spine, 0.6f * side, 0.75f, 0.0f);
    caper_vec3 tip = caper_vec3_add_scaled(from, outward(c, spine, side), job->span);
    tip.y += job->lift * job->span;
    tip.z -= job->sweep * job->span;
    caper_vec3 points[8];
    caperi_bent_points(from, tip, job->segments, up, 0.12f, false, points);
    caperi_points_lift(c, points, job->segments, 0.5f * job->chord);
    caperi_creature_chain chain = {0};
    chain.label = "wing";
    chain.group = job->group;
    chain.first_index = 1;
    chain.side = side_letter(side);
    chain.caps = CAPER_CAP_WING;
    chain.broad = caper_vec3_make(0.0f, 0.0f, 1.0f);
    chain.width = job->chord;
    chain.flat = 0.15f;
    chain.taper = 0.75f;
    chain.hinges = true;
    int last = caperi_chain_add(c, spine, points, job->segments, &chain);
    c->drafts[last].deform = "spread";
}

static void add_wings(caperi_creature_work *c)
{
    wing_job job = {0};
    job.along = caperi_draw(c, 0.5f, 0.85f);
    job.span = caperi_draw(c, 0.5f, 1.1f);
    job.chord = caperi_draw(c, 0.09f, 0.2f);
    job.lift = caperi_draw(c, 0.1f, 0.9f);
    job.sweep = caperi_draw(c, -0.1f, 0.6f);
    job.segments = caper_rng_int(&c->rng, 2, 4);
    job.group = ++c->groups[GROUP_WING];
    caperi_both_sides(c, 0.0f, job.segments, build_wing, &job);
}

typedef struct fin_job {
    float along, length, width;
    caper_vec3 direction;
    int group;
} fin_job;

static void build_fin(caperi_creature_work *c, void *user, float side)
{
    const fin_job *job = user;
    int spine = caperi_spine_index(c, job->along);
    caper_vec3 from = caperi_spine_at(c, spine, 0.85f * side, side == 0.0f ? 0.85f : 0.0f, 0.0f);
    caper_vec3 direction = caper_vec3_scale(outward(c, spine, side), job->direction.x);
    direction.y += side == 0.0f ? 1.0f : job->direction.y;
    direction.z += job->direction.z;
    caper_vec3 points[2] = {
        from, caper_vec3_add_scaled(from, caper_vec3_normalize(direction), job->length)};
    caperi_points_lift(c, points, 1, job->width);
    caperi_creature_chain chain = {0};
    chain.label = "fin";
    chain.group = job->group;
    chain.side = side_letter(side);
    chain.caps = CAPER_CAP_FIN;
    chain.broad = caper_vec3_make(0.0f, 0.0f, 1.0f);
    chain.width = job->width;
    chain.flat = 0.14f;
    chain.taper = 1.0f;
    int fin = caperi_chain_add(c, spine, points, 1, &chain);
    caperi_draft_ball(&c->drafts[fin], caper_vec3_sub(points[1], points[0]), 0.7f, 0.5f);
}

static void add_fins(caperi_creature_work *c)
{
    fin_job job = {0};
    job.along = caperi_draw(c, 0.2f, 0.85f);
    job.length = caperi_draw(c, 0.15f, 0.35f);
    job.width = job.length * caperi_draw(c, 0.35f, 0.6f);
    job.direction.x = 1.0f;
    job.direction.y = caperi_draw(c, -0.3f, 0.4f);
    job.direction.z = caperi_draw(c, -0.9f, 0.1f);
    job.group = ++c->groups[GROUP_FIN];
    if (caperi_chance(c, 0.4f)) {
        if (caperi_room(c) >= 1) {
            build_fin(c, &job, 0.0f);
        }
    } else {
        caperi_both_sides(c, 0.0f, 1, build_fin, &job);
    }
}

typedef struct tentacle_job {
    float along, length, girth, curl;
    caper_vec3 direction;
    int segments, group;
} tentacle_job;

static void build_tentacle(caperi_creature_work *c, void *user, float side)
{
    const tentacle_job *job = user;
    int spine = caperi_spine_index(c, job->along);
    float dorsal = job->direction.y > 0.0f ? 0.4f : -0.5f;
    caper_vec3 from = caperi_spine_at(c, spine, 0.8f * side, dorsal, 0.0f);
    caper_vec3 direction = caper_vec3_scale(outward(c, spine, side), job->direction.x);
    direction.y += job->direction.y;
    direction.z += job->direction.z;
    float curl = job->curl;
    if (!c->plan.symmetric) {
        curl += caperi_draw(c, -0.4f, 0.4f);
    }
    caper_vec3 tip = caper_vec3_add_scaled(from, caper_vec3_normalize(direction), job->length);
    caper_vec3 points[10];
    caperi_bent_points(from, tip, job->segments, caper_vec3_make(side, 0.4f, 0.6f), 0.25f * curl,
                       curl > 0.5f, points);
    float width = caper_min(job->girth * job->length / (float)job->segments,
                            0.6f * caper_min(c->spine_half[spine].x, c->spine_half[spine].y));
    caperi_points_lift(c, points, job->segments, 1.6f * width);
    caperi_creature_chain chain = {0};
    chain.label = "tentacle";
    chain.group = job->group;
    chain.first_index = 1;
    chain.side = side_letter(side);
    // what hangs below a floater holds nothing, so it is no limb
    bool holds = c->plan.stance != CAPERI_STANCE_FLOATS;
    chain.caps = holds ? CAPERI_CAPS_TENTACLE : CAPER_CAP_TENTACLE;
    chain.broad = c->spine_axes[spine].x;
    chain.width = width;
    chain.flat = 1.0f;
    chain.taper = 0.88f;
    chain.swing = 0.7f;
    int last = caperi_chain_add(c, spine, points, job->segments, &chain);
    if (holds) {
        c->drafts[last].caps |= CAPER_CAP_GRASPER;
        c->drafts[last].deform = "curl";
    }
}

static void add_tentacles(caperi_creature_work *c)
{
    tentacle_job job = {0};
    bool hangs = c->plan.stance == CAPERI_STANCE_FLOATS;
    job.along = caperi_draw(c, 0.1f, 0.95f);
    job.length = caperi_draw(c, 0.35f, 0.8f);
    job.girth = caperi_draw(c, 0.16f, 0.3f);
    job.curl = caperi_draw(c, 0.2f, 0.9f);
    job.segments = caper_rng_int(&c->rng, 3, 6);
    job.direction.x = caperi_draw(c, 0.3f, 1.0f);
    job.direction.y = hangs ? caperi_draw(c, -1.2f, -0.5f) : caperi_draw(c, 0.1f, 1.0f);
    job.direction.z = caperi_draw(c, -0.3f, 0.6f);
    job.group = ++c->groups[GROUP_TENTACLE];
    caperi_both_sides(c, 0.0f, job.segments, build_tentacle, &job);
}

/// A row of spikes along the back.
static void add_spikes(caperi_creature_work *c)
{
    float length = caperi_draw(c, 0.06f, 0.16f);
    int step = caper_rng_int(&c->rng, 1, 2);
    for (int i = 0; i < c->plan.spine_count && caperi_room(c) >= 1; i += step) {
        caper_vec3 from = caperi_spine_at(c, i, 0.0f, 0.85f, 0.0f);
        caper_vec3 back = caper_vec3_add_scaled(c->spine_axes[i].y, c->spine_axes[i].z, -0.35f);
        caper_vec3 points[2] = {from,
                                caper_vec3_add_scaled(from, caper_vec3_normalize(back), length)};
        caperi_creature_chain chain = {0};
        chain.label = "spike";
        chain.first_index = i + 1;
        chain.caps = CAPER_CAP_HORN;
        chain.broad = c->spine_axes[i].x;
        chain.width = 0.22f * length;
        chain.flat = 1.0f;
        chain.taper = 1.0f;
        int spike = caperi_chain_add(c, i, points, 1, &chain);
        c->drafts[spike].joint = (caper_joint){.kind = CAPER_JOINT_FIXED, .axis = {0, 1, 0}};
    }
}

void caperi_creature_limbs(caperi_creature_work *c)
{
    float d = c->difficulty;
    bool legless = c->plan.stance != CAPERI_STANCE_LEGS;
    bool biped = c->plan.leg_count == 1;
    bool arms = caperi_chance(c, biped ? 0.7f : 0.12f + 0.25f * d);
    bool more_arms = caperi_chance(c, 0.2f * d);
    bool wings = caperi_chance(c, (legless ? 0.25f : 0.1f) + 0.1f * d);
    bool fins = caperi_chance(c, (legless ? 0.3f : 0.02f) + 0.2f * d);
    bool tentacles = caperi_chance(c, (legless ? 0.35f : 0.0f) + 0.2f * d);
    int tentacle_pairs = caper_rng_int(&c->rng, 1, 3);
    bool spikes = caperi_chance(c, 0.06f + 0.08f * d);
    if (arms) {
        add_arms(c);
    }
    if (arms && more_arms) {
        add_arms(c);
    }
    if (wings) {
        add_wings(c);
    }
    for (int i = 0; tentacles && i < tentacle_pairs; i++) {
        add_tentacles(c);
    }
    if (fins) {
        add_fins(c);
    }
    if (spikes) {
        add_spikes(c);
    }
}

// ---------------------------------------------------------------------------------------------------
// Tails

typedef struct tail_job {
    int segments, group;
    float length, pitch, curl, girth, yaw;
} tail_job;

static void build_tail(caperi_creature_work *c, void *user, float side)
{
    const tail_job *job = user;
    // it leaves the rear end along the spine, but for an upright one backward
    caper_vec3 back = caper_vec3_neg(c->spine_axes[0].z);
    back.z -= 0.8f;
    back = caper_vec3_normalize(back);
    float step = job->length / (float)job->segments;
    float width = job->girth * caper_min(c->spine_half[0].x, c->spine_half[0].y);
    float sway = c->plan.symmetric ? 0.0f : caperi_draw(c, -0.8f, 0.8f);
    caper_vec3 points[10];
    points[0] = caperi_spine_at(c, 0, 0.4f * side, 0.1f, -0.6f);
    float angle = caper_asin(back.y) + job->pitch;
    for (int i = 0; i < job->segments; i++) {
        float sine, cosine, yaw_sine, yaw_cosine;
        caper_sincos(angle, &sine, &cosine);
        caper_sincos(job->yaw * side + sway * (float)i / (float)job->segments, &yaw_sine,
                     &yaw_cosine);
        caper_vec3 d = caper_vec3_make(cosine * yaw_sine, sine, -cosine * yaw_cosine);
        points[i + 1] = caper_vec3_add_scaled(points[i], d, step);
        angle += job->curl / (float)job->segments;
    }
    caperi_points_lift(c, points, job->segments, 1.5f * width);
    caperi_creature_chain chain = {0};
    chain.label = "tail";
    chain.group = job->group;
    chain.first_index = 1;
    chain.side = side_letter(side);
    chain.caps = CAPER_CAP_TAIL;
    chain.broad = c->spine_axes[0].x;
    chain.width = width;
    chain.flat = 1.0f;
    chain.taper = 0.8f;
    chain.swing = 0.6f;
    caperi_chain_add(c, 0, points, job->segments, &chain);
}

void caperi_creature_tail(caperi_creature_work *c)
{
    tail_job job = {0};
    bool has_tail = caperi_chance(c, 0.65f);
    bool twins = caperi_chance(c, 0.12f * c->difficulty);
    job.segments = caper_rng_int(&c->rng, 2, 6);
    job.length = caperi_draw(c, 0.25f, 0.8f);
    job.pitch = caperi_draw(c, -0.5f, 0.6f);
    job.curl = caperi_draw(c, -0.9f, 1.3f);
    job.girth = caperi_draw(c, 0.5f, 0.85f);
    job.yaw = caperi_draw(c, 0.2f, 0.6f);
    if (has_tail && twins) {
        job.group = 1;
        job.girth *= 0.6f;
        caperi_both_sides(c, 0.0f, job.segments, build_tail, &job);
    } else if (has_tail && caperi_room(c) >= job.segments) {
        build_tail(c, &job, 0.0f);
    }
}
