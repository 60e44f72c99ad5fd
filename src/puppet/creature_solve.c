// SPDX-License-Identifier: MIT
//
// From wanted places to a pose: the root goes where all legs that stand reach (the balls of paper
// 001, section 5.1), the particle solver of room `ik` does the rest, and what is in the ground
// comes out of it: the whole rises for trunk and limbs, loose tails bend.
#include "puppet/balls.h"
#include "puppet/creature.h"

#include <math.h>
#include <string.h>

#define STRAIGHT 0.985f   // of a limb's path: legs stay bent a little
#define HAND_REACH 0.97f  // hands do not pull the body
#define MAX_STRETCH 1.05f // of bodies: what feet that stand may still ask for
#define MIN_STRETCH 0.95f
#define OFFSET_HALF_LIFE 0.04f
#define LIFT_HALF_LIFE 0.08f
#define MAX_LIFTS 3
#define LIFT_MORE 2.0f // times the depth: legs that straighten raise their middle by less
#define SLACK 5e-4f    // of the leg: depth that is left alone

caper_hit caperi_creature_ground(const caperi_creature *c, const caper_world_frame *frame,
                                 caper_vec3 point)
{
    return caperi_ground_under(&c->ground, frame, point, point.y + c->character->height);
}

/// How deep the box of a body (placed in the world) is under the surface nearest to its middle.
static float depth_of(const caperi_creature *c, const caper_world_frame *frame, int body,
                      caper_transform at, caper_vec3 *normal)
{
    const caper_body *b = &c->character->bodies[body];
    caper_vec3 middle = caper_transform_mul_point(at, b->box_center);
    float radius = caper_vec3_length(b->box_half);
    caper_hit hit = caperi_ground_near(&c->ground, frame, middle, radius);
    *normal = hit.normal;
    float height = hit.surface == CAPER_SURFACE_NONE ? radius : hit.distance;
    if (height >= radius) {
        return 0;
    }
    caper_vec3 n = caper_quat_unrotate(at.rotation, *normal);
    return fabsf(n.x) * b->box_half.x + fabsf(n.y) * b->box_half.y + fabsf(n.z) * b->box_half.z -
           height;
}

// ------------------------------------------------------------------------------------ root

static void shift_base(caperi_creature *c, caper_vec3 by)
{
    c->base.bodies[0].position = caper_vec3_add(c->base.bodies[0].position, by);
    for (int i = 0; i < c->character->body_count; i++) {
        c->model.bodies[i].position = caper_vec3_add(c->model.bodies[i].position, by);
    }
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
        float hold = c->state.parts[i].latch.hold;
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
    caper_vec3_spring(&s->offset, &s->offset_rate, goal, caper_vec3_zero(), OFFSET_HALF_LIFE, dt);
    shift_base(c, s->offset);
}

/// What the trunk must rise by.
static float trunk_depth(const caperi_creature *c, caper_transform way,
                         const caper_world_frame *frame)
{
    float most = 0;
    for (int b = 0; b < c->character->body_count; b++) {
        if (c->loose[b] != CAPERI_STIFF && !(c->character->bodies[b].caps & CAPER_CAP_SPINE)) {
            continue;
        }
        caper_vec3 normal;
        caper_transform at = caper_transform_mul(way, c->model.bodies[b]);
        most = caper_max(most, depth_of(c, frame, b, at, &normal));
    }
    return most;
}

/// The same of all that the solver has moved. Feet are among it: a leg of one body does not fold.
static float limb_depth(const caperi_creature *c, caper_transform way,
                        const caper_world_frame *frame)
{
    float most = 0;
    for (int b = 0; b < c->character->body_count; b++) {
        if (c->loose[b] != CAPERI_BENDS && !(c->character->bodies[b].caps & CAPER_CAP_HELPER)) {
            caper_vec3 normal;
            caper_transform at = caper_transform_mul(way, c->model.bodies[b]);
            most = caper_max(most, depth_of(c, frame, b, at, &normal));
        }
    }
    return most;
}

// ------------------------------------------------------------------------------------ goals

static int fill_goals(caperi_creature *c)
{
    int count = 0, root = c->character->root_body;
    caper_goal *g = &c->goals[count++];
    memset(g, 0, sizeof *g);
    g->body = root;
    g->point = caper_vec3_zero();
    g->position = c->model.bodies[root].position;
    g->rotation = c->model.bodies[root].rotation;
    g->position_weight = g->rotation_weight = 1;
    for (int i = 0; i < c->part_count; i++) {
        const caperi_creature_part *p = &c->parts[i];
        g = &c->goals[count++];
        memset(g, 0, sizeof *g);
        g->body = p->body;
        g->point = p->point;
        g->position = c->wanted[i];
        g->rotation = caper_quat_normalize(c->turns[i]);
        g->position_weight = 1;
        g->rotation_weight = p->turns;
        if (!(p->foot && p->stands) && p->base >= 0) {
            caper_vec3 hold = caper_quat_rotate(g->rotation, p->point);
            caper_vec3 start = c->model.bodies[p->base].position;
            caper_vec3 way = caper_vec3_sub(caper_vec3_sub(g->position, hold), start);
            float far = caper_vec3_length(way), most = HAND_REACH * p->reach;
            if (far > most) {
                way = caper_vec3_scale(way, most / far);
                g->position = caper_vec3_add(caper_vec3_add(start, way), hold);
            }
        }
    }
    return count;
}

static bool run_solver(caperi_creature *c)
{
    caper_solver_params params = caper_solver_params_default();
    params.max_stretch = MAX_STRETCH;
    params.min_stretch = MIN_STRETCH;
    caper_solve_job job = caper_solve_job_default();
    job.solver = c->solver;
    job.params = &params;
    job.goals = c->goals;
    job.goal_count = fill_goals(c);
    job.base_local = &c->base;
    job.scratch = c->scratch;
    job.local_out = &c->solved;
    job.model_out = &c->model;
    return caper_solve(&job);
}

// ------------------------------------------------------------------------------------ loose parts

static float depth_at(const void *who, const caper_world_frame *frame, int body, caper_transform at,
                      caper_vec3 *normal)
{
    return depth_of(who, frame, body, at, normal);
}

static void write_places(caperi_creature *c, caper_transform way)
{
    for (int i = c->part_count - 1; i >= 0; i--) {
        const caperi_creature_part *p = &c->parts[i];
        caper_effector_state *e = &c->state.report.effectors[p->effector];
        e->goal = caper_transform_mul_point(way, c->wanted[i]);
        e->position = caper_transform_mul_point(
            way, caper_transform_mul_point(c->model.bodies[p->body], p->point));
        e->captured = e->goal;
        e->planted = p->foot ? c->state.parts[i].latch.holding : e->planted;
    }
}

bool caperi_creature_solve(caperi_creature *c, const caperi_seen *seen,
                           const caper_world_frame *frame, float dt, caper_pose *local)
{
    caper_transform way = seen->way;
    way.position = caper_vec3_scale(way.position, c->scale);
    reach_feet(c, dt);
    // what was needed a moment ago fades: limbs that fold and unfold would make the body tremble
    float lift =
        caper_max(trunk_depth(c, way, frame), caper_damp(c->state.lift, 0, LIFT_HALF_LIFE, dt));
    shift_base(c, caper_vec3_make(0, lift, 0));
    for (int pass = 0; pass <= MAX_LIFTS; pass++) {
        if (!run_solver(c)) {
            return false;
        }
        float depth = pass < MAX_LIFTS ? limb_depth(c, way, frame) : 0;

        if (!(depth > SLACK * c->leg)) {
            break;
        }
        // back to the pose by turns, higher
        caper_pose_to_model(&c->character->skeleton, &c->base, NULL, &c->model);
        float more = pass > 0 ? LIFT_MORE * depth : depth;
        lift += more;
        shift_base(c, caper_vec3_make(0, more, 0));
    }
    c->state.lift = lift;
    caperi_bend_job bend = {.character = c->character,
                            .loose = c->loose,
                            .frame = frame,
                            .way = way,
                            .depth = depth_at,
                            .who = c,
                            .model = c->model.bodies,
                            .local = c->solved.bodies};
    caperi_bend_loose(&bend);
    write_places(c, way);
    memcpy(local->bodies, c->solved.bodies,
           (size_t)c->character->body_count * sizeof *local->bodies);
    local->bodies[0] = caper_transform_mul(way, local->bodies[0]);
    local->bodies[0].rotation = caper_quat_normalize(local->bodies[0].rotation);
    return true;
}
