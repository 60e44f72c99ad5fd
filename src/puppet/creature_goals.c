// SPDX-License-Identifier: MIT
//
// From parts as they are held to goals: the root goes where all legs that stand reach (the balls of
// paper 001, section 5.1). The solver, and what gets limbs and trunk out of the ground, are the
// actor's.
#include "puppet/balls.h"
#include "puppet/creature.h"

#include <math.h>
#include <string.h>

// Tuned numbers; found by trial on the menagerie under the captures of test_puppet_creatures.c,
// where no other origin is named.
#define STRAIGHT 0.985f  // share of a leg's path at which the root comes along
#define HAND_REACH 0.97f // share of an arm's path that hands are brought: they do not pull
#define GIVE 0.045f      // share by which bodies stretch for feet that stand; 0.05 is the gate
#define FREE_GIVE 0.02f  // the same for what does not: nobody needs it longer; 0.98 is the gate
#define SOFTEN 0.2f      // share of a limb over which it nears straight: as walks have it
#define OFFSET_HALF_LIFE 0.04f // seconds in which the root follows its legs
#define RETURN_HALF_LIFE 0.15f // the same when they let it go: it is not thrown back
#define MAX_DRAG 0.45f // of the leg: how far behind a foot that stands may be left before it steps
#define FLATTEST 0.2f  // cosine: a slope steeper than this counts as one of this
#define NO_LIMIT 1e3f  // legs: farther than anything is

void caperi_creature_measure_latches(caperi_creature *c, caper_latch_def def)
{
    def = caper_latch_def_scaled(def, c->character->size);
    for (int i = 0; i < c->part_count; i++) {
        caperi_creature_part *p = &c->parts[i];
        p->latch = def;
        if (p->foot) {
            // a foot that is left too far behind, or turned too far (a long body turns with a
            // performer who turns on the spot), makes a step of its own
            p->latch.max_offset = MAX_DRAG * c->leg;
            p->latch.max_yaw = caperi_creature_most_yaw(c, p);
            p->latch.step_round = true;
            p->latch.step_height = c->lift;
        } else {
            p->latch.max_offset = NO_LIMIT * c->leg; // goes where the performer's is
            p->latch.max_yaw = p->latch.step_time = 0;
        }
    }
}

caper_hit caperi_creature_ground(const caperi_creature *c, const caper_world_frame *frame,
                                 caper_vec3 point)
{
    return caperi_ground_under(&c->ground, frame, point, point.y + c->character->height);
}

float caperi_creature_drop(const caperi_creature_part *p, caper_quat rotation, caper_vec3 normal)
{
    caper_vec3 own = caper_quat_unrotate(rotation, normal), n = caper_vec3_abs(own);
    float low = -HUGE_VALF;
    for (int i = 0; i < p->sole_count; i++) {
        low = caper_max(low, caper_vec3_dot(own, caper_vec3_sub(p->point, p->soles[i])));
    }
    if (p->sole_count > 0) {
        return low / caper_max(normal.y, FLATTEST);
    }
    caper_vec3 middle = caper_quat_rotate(rotation, caper_vec3_sub(p->box_center, p->point));
    float drop = caper_vec3_dot(n, p->box_half) - caper_vec3_dot(normal, middle);
    return drop / caper_max(normal.y, FLATTEST);
}

/// Where a part goes that is held: over the ground that is there.
static void take(caperi_creature *c, int i, caper_offer_contact *contact,
                 const caper_world_frame *frame)
{
    const caperi_creature_part *p = &c->parts[i];
    caper_vec3 at = caper_transform_mul_point(contact->held, p->point);
    caper_hit ground = caperi_creature_ground(c, frame, at);
    caper_vec3 up = caper_transform_unmul_vector(c->way, ground.normal);
    c->turns[i] = caper_quat_mul(caper_quat_conj(c->way.rotation), contact->held.rotation);
    float floor = ground.point.y + caperi_creature_drop(p, c->turns[i], up);
    at.y = caper_max(at.y + c->weights[i] * (floor - c->floors[i]), floor);
    c->wanted[i] = caper_transform_unmul_point(c->way, at);
    c->state.parts[i].hold = contact->hold;
    c->state.parts[i].holding = contact->holds;
    caper_effector_state *e = &c->state.report.effectors[p->effector];
    e->goal = e->position = e->captured = at;
    e->planted = p->foot ? contact->holds : e->planted;
    contact->wish.rotation = contact->held.rotation;
    contact->wish.position =
        caper_vec3_sub(at, caper_quat_rotate(contact->held.rotation, p->point));
    contact->weight = 1;
}

/// To the nearest place from which every leg that stands, or is about to, reaches; by a spring,
/// for legs come and go.
static void reach_feet(caperi_creature *c, float dt)
{
    caperi_ball balls[CAPERI_MAX_BALLS];
    int count = 0;
    caper_vec3 root = c->model.bodies[c->character->root_body].position, to = root;
    for (int i = 0; i < c->part_count && count < CAPERI_MAX_BALLS; i++) {
        const caperi_creature_part *p = &c->parts[i];
        float hold = c->state.parts[i].hold;
        if (!p->foot || !p->stands || p->base < 0 || p->base == p->body || hold <= 0) {
            continue;
        }
        caper_vec3 joint = caper_vec3_sub(c->wanted[i], caper_quat_rotate(c->turns[i], p->point));
        caper_vec3 hip = caper_vec3_sub(c->model.bodies[p->base].position, root);
        balls[count].center = caper_vec3_sub(joint, hip);
        balls[count].radius = STRAIGHT * p->reach + (1 - hold) * (p->reach + c->leg);
        balls[count].importance = hold;
        count++;
    }
    if (count > 0) {
        to = caperi_balls_closest(balls, count, root).point;
    }
    caperi_creature_state *s = &c->state;
    caper_vec3 goal = caper_vec3_sub(to, root);
    if (!s->started) {
        s->offset = goal;
        s->offset_rate = caper_vec3_zero();
    }
    float far = caper_vec3_length(s->offset), kept = caper_vec3_length(goal);
    float held = caper_smoothstep(0.5f * far, far, kept); // 0: nothing holds it there any more
    float half_life = caper_lerp(RETURN_HALF_LIFE, OFFSET_HALF_LIFE, held);
    caper_vec3_spring(&s->offset, &s->offset_rate, goal, caper_vec3_zero(), half_life, dt);
    c->base.bodies[0].position = caper_vec3_add(c->base.bodies[0].position, s->offset);
    for (int i = 0; i < c->character->body_count; i++) {
        c->model.bodies[i].position = caper_vec3_add(c->model.bodies[i].position, s->offset);
    }
}

/// In the world.
static caper_goal goal_of(const caperi_creature *c, int body, caper_vec3 point, caper_vec3 position,
                          caper_quat rotation)
{
    caper_goal goal = caper_goal_default();
    goal.body = body;
    goal.point = point;
    goal.position = caper_transform_mul_point(c->way, position);
    goal.rotation = caper_quat_normalize(caper_quat_mul(c->way.rotation, rotation));
    goal.position_weight = goal.rotation_weight = 1;
    goal.give = GIVE;
    goal.soften = SOFTEN;
    return goal;
}

/// The trunk is as the performer bends it: where limbs hang on it, it stays. Legs reach by the
/// place of the root; a spine that every foot in the air pulls at would heave.
static int keep_trunk(const caperi_creature *c, caper_goal *goals)
{
    int count = 0;
    for (int i = 0; i < c->part_count; i++) {
        int body = c->parts[i].carrier;
        bool known = body < 0 || body == c->character->root_body;
        for (int k = 0; k < count && !known; k++) {
            known = goals[k].body == body;
        }
        if (!known) {
            caper_transform at = c->model.bodies[body];
            goals[count] = goal_of(c, body, caper_vec3_zero(), at.position, at.rotation);
            goals[count++].strict = 1;
        }
    }
    return count;
}

static int fill_goals(const caperi_creature *c, caper_goal *goals)
{
    int root = c->character->root_body;
    const caper_transform *model = c->model.bodies;
    goals[0] = goal_of(c, root, caper_vec3_zero(), model[root].position, model[root].rotation);
    goals[0].strict = 1; // a spine that its limbs pull at bends as its joints let it
    for (int i = 0; i < c->part_count; i++) {
        const caperi_creature_part *p = &c->parts[i];
        caper_vec3 to = c->wanted[i];
        if (!(p->foot && p->stands) && p->base >= 0) {
            caper_vec3 hold = caper_quat_rotate(c->turns[i], p->point);
            caper_vec3 start = model[p->base].position;
            caper_vec3 way = caper_vec3_sub(caper_vec3_sub(to, hold), start);
            float far = caper_vec3_length(way), most = HAND_REACH * p->reach;
            if (far > most) {
                way = caper_vec3_scale(way, most / far);
                to = caper_vec3_add(caper_vec3_add(start, way), hold);
            }
        }
        goals[i + 1] = goal_of(c, p->body, p->point, to, c->turns[i]);
        // feet in the air are turned by their limbs: what a person's ankle does is not for a hoof
        goals[i + 1].rotation_weight = !p->turns ? 0 : p->foot ? c->weights[i] : 1;
        goals[i + 1].give = p->foot && p->stands ? GIVE : FREE_GIVE;
        // a hand that is near to nothing comes out of the body
        goals[i + 1].carried = p->foot ? 0 : 1 - caper_clamp(c->weights[i], 0, 1);
        // what stands, stands; what moves in the air moves as its joints let it
        goals[i + 1].strict = 1 - caper_clamp(c->state.parts[i].hold, 0, 1);
    }
    return c->part_count + 1 + keep_trunk(c, goals + c->part_count + 1);
}

void caperi_creature_sketch(const caperi_creature *c, caper_pose *local)
{
    memcpy(local->bodies, c->base.bodies, (size_t)c->character->body_count * sizeof *local->bodies);
    local->bodies[0] = caper_transform_mul(c->way, local->bodies[0]);
    local->bodies[0].rotation = caper_quat_normalize(local->bodies[0].rotation);
}

int caperi_creature_pose(caperi_creature *c, caper_offer_contact *contacts,
                         const caper_world_frame *frame, float dt, caper_pose *local,
                         caper_goal *goals)
{
    for (int i = c->part_count - 1; i >= 0; i--) { // what is reported is of the first
        take(c, i, &contacts[i], frame);
    }
    caperi_creature_balance(c, dt);
    reach_feet(c, dt);
    caperi_creature_follow_legs(c, frame);
    c->state.started = 1;
    caperi_creature_sketch(c, local);
    return fill_goals(c, goals);
}
