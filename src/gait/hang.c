// SPDX-License-Identifier: MIT
//
// What hangs: bellies, jaws and claws low above the ground, tails and trunks down to it. Legs find
// their footholds (footing.c); what hangs between them must clear the ground too. The body rises
// over what its low points are about to touch, and long chains turn up about where they hang until
// they lie on the ground. Only the ground itself counts: a few heights a frame, none without a
// world. Invariant: what is clear of the ground is left as it is.
#include "gait/gait.h"

#include <string.h>

#define LOW 0.45f     // of leg length: what is higher at rest is clear of what legs can climb
#define MARGIN 0.02f  // of leg length, above the ground
#define MAX_TURN 2.0f // radians that a chain turns up by
#define BINS 4        // along the body, on either side

// ------------------------------------------------------------------------------------------ plan

static bool on_leg(const caper_character *c, int body)
{
    for (int i = 0; i < c->leg_count; i++) {
        for (int b = c->legs[i].foot; b >= 0; b = c->bodies[b].parent) {
            if (b == body) {
                return true;
            }
            if (b == c->legs[i].hip) {
                break;
            }
        }
    }
    return false;
}

// Feet and toes, too.
static bool below_leg(const caper_character *c, int body)
{
    for (; body >= 0; body = c->bodies[body].parent) {
        if (on_leg(c, body)) {
            return true;
        }
    }
    return false;
}

static int child_count(const caper_character *c, int body)
{
    int count = 0;
    for (int b = body + 1; b < c->body_count; b++) {
        count += c->bodies[b].parent == body && !(c->bodies[b].caps & CAPER_CAP_HELPER);
    }
    return count;
}

static caper_vec3 lowest_corner(const caper_character *c, int body)
{
    const caper_body *b = &c->bodies[body];
    caper_vec3 lowest = {0, 1e30f, 0};
    for (int k = 0; k < 8; k++) {
        caper_vec3 corner = {b->box_center.x + (k & 1 ? b->box_half.x : -b->box_half.x),
                             b->box_center.y + (k & 2 ? b->box_half.y : -b->box_half.y),
                             b->box_center.z + (k & 4 ? b->box_half.z : -b->box_half.z)};
        corner = caper_transform_mul_point(c->rest_model[body], corner);
        lowest = corner.y < lowest.y ? corner : lowest;
    }
    return lowest;
}

static int link_of(const caper_gait *gait, int body)
{
    int spine = gait->character->bodies[body].spine;
    for (int k = 0; k < gait->link_count; k++) {
        if (gait->links[k].body == spine) {
            return k;
        }
    }
    return 0;
}

// From a leaf up to where it hangs: single children, off the spine.
static void add_chain(caper_gait *gait, int leaf)
{
    const caper_character *c = gait->character;
    int bodies[CAPERI_LINKS], count = 0;
    for (int b = leaf; b >= 0 && c->bodies[b].spine != b && count < CAPERI_LINKS;
         b = c->bodies[b].parent) {
        if (below_leg(c, b) || (b != leaf && child_count(c, b) != 1)) {
            break;
        }
        bodies[count++] = b;
    }
    if (count < 3 || gait->chain_count >= CAPERI_CHAINS) {
        return;
    }
    caperi_chain *chain = &gait->chains[gait->chain_count++];
    chain->link = link_of(gait, leaf);
    chain->start = c->rest_model[bodies[count - 1]].position;
    float length = caper_vec3_distance(chain->start, c->rest_model[leaf].position);
    chain->outward = caper_vec3_make(0.0f, 0.0f, chain->start.z < gait->pivot.z ? -length : length);
    for (int k = 0; k < CAPERI_HOLDS; k++) {
        caperi_hold *hold = &chain->holds[k];
        hold->body = bodies[(count - 1) * k / CAPERI_HOLDS];
        hold->point = c->bodies[hold->body].box_center;
        hold->rest = caper_transform_mul_point(c->rest_model[hold->body], hold->point);
        hold->thick = hold->rest.y - lowest_corner(c, hold->body).y;
        hold->reach = caper_vec3_distance(hold->rest, chain->start);
    }
}

static bool in_chain(const caper_gait *gait, int body)
{
    const caper_character *c = gait->character;
    for (int i = 0; i < gait->chain_count; i++) {
        for (int b = gait->chains[i].holds[0].body; b >= 0 && c->bodies[b].spine != b;
             b = c->bodies[b].parent) {
            if (b == body && child_count(c, b) <= 1) {
                return true;
            }
        }
    }
    return false;
}

// Of every stretch of the body, on either side, the lowest corner, when it is low at all.
static void find_low_points(caper_gait *gait)
{
    const caper_character *c = gait->character;
    float rear = c->bounds.min.z, span = caper_max(caper_bounds_size(c->bounds).z, 1e-6f);
    int slots[2 * BINS];
    memset(slots, -1, sizeof slots);
    for (int b = 0; b < c->body_count; b++) {
        caper_vec3 p = lowest_corner(c, b);
        if ((c->bodies[b].caps & CAPER_CAP_HELPER) || p.y > LOW * gait->length ||
            c->bodies[b].spine < 0 || below_leg(c, b) || in_chain(gait, b)) {
            continue;
        }
        int bin = (int)((float)BINS * (p.z - rear) / span);
        bin = 2 * (bin < BINS ? bin : BINS - 1) + (p.x > 0.0f);
        if (slots[bin] < 0) {
            slots[bin] = gait->low_count++;
        } else if (gait->lows[slots[bin]].rest.y <= p.y) {
            continue;
        }
        gait->lows[slots[bin]].rest = p;
        gait->lows[slots[bin]].link = link_of(gait, b);
    }
}

void caperi_hang_plan(caper_gait *gait)
{
    const caper_character *c = gait->character;
    for (int b = 0; b < c->body_count; b++) {
        if (c->bodies[b].spine >= 0 && c->bodies[b].spine != b && child_count(c, b) == 0 &&
            !(c->bodies[b].caps & CAPER_CAP_HELPER) && !below_leg(c, b) &&
            lowest_corner(c, b).y < 0.75f * gait->pivot.y) {
            add_chain(gait, b);
        }
    }
    find_low_points(gait);
}

// ---------------------------------------------------------------------------------------- update

// How far a point must rise to be above the ground where it will be in a moment. One look: what it
// has passed by then, it leaves slowly.
static float sunk_at(const caperi_step *step, caper_vec3 p, float ahead, float clear)
{
    caper_vec3 soon = caper_vec3_add_scaled(p, step->walker->state.velocity, ahead);
    caper_hit hit;
    return caperi_ground_find(step, soon, &hit) ? hit.point.y + clear - p.y : -1e30f;
}

static caper_vec3 carried(const caperi_step *step, int link, caper_vec3 rest)
{
    caper_vec3 bent = caper_transform_mul_point(step->walker->bends[link].move, rest);
    return caper_transform_mul_point(step->place, bent);
}

// Up at once, down in time.
static void follow(float *value, float *velocity, float goal, float tau, float dt)
{
    caper_spring(value, velocity, goal, 0.0f, (goal > *value ? 0.1f : 0.5f) * tau, dt);
    *value = caper_max(*value, 0.0f);
}

// The axis that a chain turns up about: across the way it points, outward where it hangs straight
// down.
static caper_vec3 lift_axis(caper_vec3 arm, caper_vec3 outward)
{
    arm.y = 0.0f;
    caper_vec3 way = caper_vec3_add_scaled(arm, outward, 0.3f);
    return caper_vec3_normalize(caper_vec3_cross(way, caper_vec3_make(0.0f, 1.0f, 0.0f)));
}

// A chain that hangs somewhere and has turned up by an angle.
typedef struct chain_pose {
    caper_transform at; // of what carries it
    caper_vec3 start;
    caper_quat turn;
} chain_pose;

static chain_pose pose_chain(const caperi_chain *chain, caper_transform at, float angle)
{
    chain_pose pose = {at, caper_transform_mul_point(at, chain->start), caper_quat_identity()};
    caper_vec3 tip = caper_transform_mul_point(at, chain->holds[0].rest);
    caper_vec3 axis =
        lift_axis(caper_vec3_sub(tip, pose.start), caper_quat_rotate(at.rotation, chain->outward));
    pose.turn = caper_quat_from_axis_angle(axis, angle);
    return pose;
}

// From where the chain hangs to a held place.
static caper_vec3 held_arm(const chain_pose *pose, const caperi_hold *hold)
{
    caper_vec3 arm = caper_vec3_sub(caper_transform_mul_point(pose->at, hold->rest), pose->start);
    return caper_quat_rotate(pose->turn, arm);
}

static void lift_chain(caperi_step *step, int index, float tau)
{
    const caperi_chain *chain = &step->gait->chains[index];
    caperi_walker_state *s = &step->walker->state;
    float margin = MARGIN * step->gait->length, more = -1.0f;
    if (step->world || step->frame) {
        caper_transform at =
            caper_transform_mul(step->place, step->walker->bends[chain->link].move);
        chain_pose pose = pose_chain(chain, at, s->lifts[index]);
        for (int k = 0; k < CAPERI_HOLDS; k++) {
            const caperi_hold *hold = &chain->holds[k];
            caper_vec3 arm = held_arm(&pose, hold), p = caper_vec3_add(pose.start, arm);
            float clear = hold->thick + caper_min(margin, hold->rest.y - hold->thick);
            float flat = sqrtf(arm.x * arm.x + arm.z * arm.z);
            float need = sunk_at(step, p, 0.1f * tau, clear) / caper_max(flat, 0.4f * hold->reach);
            more = caper_max(more, need);
        }
    }
    float goal = caper_clamp(s->lifts[index] + more, 0.0f, MAX_TURN);
    follow(&s->lifts[index], &s->lift_velocities[index], goal, tau, step->dt);
}

void caperi_hang_update(caperi_step *step)
{
    const caper_gait *gait = step->gait;
    caperi_walker_state *s = &step->walker->state;
    float tau = gait->tau, need = 0.0f;
    for (int i = 0; (step->world || step->frame) && i < gait->low_count; i++) {
        caper_vec3 p = carried(step, gait->lows[i].link, gait->lows[i].rest);
        p.y -= s->rise;
        // what is nearer than that at rest stays as near
        float clear = caper_min(MARGIN * gait->length, gait->lows[i].rest.y);
        need = caper_max(need, sunk_at(step, p, 0.25f * tau, clear));
    }
    follow(&s->rise, &s->rise_velocity, caper_min(need, 0.6f * gait->length), tau, step->dt);
    for (int i = 0; i < gait->chain_count; i++) {
        lift_chain(step, i, tau);
    }
}

// ----------------------------------------------------------------------------------------- goals

void caperi_hang_goals(const caper_walker *walker, const caper_walk_job *job, caper_transform torso)
{
    const caper_gait *gait = walker->gait;
    for (int i = 0; i < gait->chain_count; i++) {
        const caperi_chain *chain = &gait->chains[i];
        caper_transform at = caper_transform_mul(torso, walker->bends[chain->link].move);
        float angle = walker->state.lifts[i];
        if (angle <= 1e-3f) {
            continue;
        }
        chain_pose pose = pose_chain(chain, at, angle);
        for (int k = 0; k < CAPERI_HOLDS; k += 2) {
            const caperi_hold *hold = &chain->holds[k];
            caper_goal goal;
            memset(&goal, 0, sizeof goal);
            goal.body = hold->body;
            goal.point = hold->point;
            goal.position = caper_vec3_add(pose.start, held_arm(&pose, hold));
            goal.position_weight = caper_smoothstep(1e-3f, 0.03f, angle);
            goal.give = CAPERI_GIVE;
            caperi_goal_add(job, goal);
        }
    }
}
