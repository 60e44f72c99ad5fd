// SPDX-License-Identifier: MIT
//
// The pose that an actor is to have, as positions and rotations of parts. `place` is where its
// source would be without physics: the movement of its root between frames is added up there.
// Between frames wishes are interpolated; their velocities are those that reach the next frame
// (paper 002, equation 4), because a torque shows its effect one step later.
#include "physics/physics.h"

#include <math.h>

// Accelerations of captures are noisy: smoothed with this half-life, seconds (of a person).
#define ACCELERATION_HALF_LIFE 0.02f
// A foot is lifted by its source when its sole moves faster than this, m/s, or is higher than this,
// metres, both of a body of size 1.8: the figures of the contact detector.
#define SWING_SPEED 0.3f
#define SWING_HEIGHT 0.05f
#define STANCE_SIZE 1.8f

// Bones keep the length they have at rest: joints of a doll do not stretch.
static void lay_out(caperi_doll *doll, caperi_wish *out)
{
    const caper_pose *model = &doll->model;
    caper_transform place = caper_root_transform(doll->place);
    const caperi_doll_plan *plan = &doll->plan;
    for (int k = 0; k < plan->part_count; k++) {
        const caperi_doll_part *part = &plan->parts[k];
        out[k].rotation = caper_quat_mul(place.rotation, model->bodies[part->body].rotation);
        caper_vec3 joint;
        if (k == 0) {
            joint = caper_transform_mul_point(place, model->bodies[part->body].position);
        } else {
            const caperi_doll_part *up = &plan->parts[part->parent];
            const caperi_wish *w = &out[part->parent];
            joint = caper_vec3_add(
                w->center,
                caper_quat_rotate(w->rotation, caper_vec3_sub(part->anchor, up->center)));
        }
        out[k].center = caper_vec3_add(joint, caper_quat_rotate(out[k].rotation, part->center));
    }
    doll->wanted_world = caper_transform_mul(place, model->bodies[plan->parts[0].body]);
}

static void find_rates(caperi_doll *doll, float dt)
{
    float keep = caper_exp2(-dt / (ACCELERATION_HALF_LIFE * doll->plan.tempo));
    for (int k = 0; k < doll->plan.part_count; k++) {
        const caperi_wish *a = &doll->before[k], *b = &doll->after[k];
        caper_vec3 v = caper_vec3_scale(caper_vec3_sub(b->center, a->center), 1 / dt);
        doll->rate[k] = caper_vec3_scale(caperi_servo_delta(b->rotation, a->rotation), 1 / dt);
        caper_vec3 acceleration = caper_vec3_scale(caper_vec3_sub(v, doll->velocity[k]), 1 / dt);
        doll->acceleration[k] = caper_vec3_lerp(acceleration, doll->acceleration[k], keep);
        doll->velocity[k] = v;
    }
}

// Which feet does the source lift?
static void find_swings(caperi_doll *doll)
{
    float size = doll->plan.size / STANCE_SIZE;
    float speed = SWING_SPEED * sqrtf(size), height = SWING_HEIGHT * size;
    float lowest = INFINITY;
    for (int k = 0; k < doll->plan.part_count; k++) {
        if (doll->plan.parts[k].leg >= 0) {
            lowest = caper_min(lowest, doll->after[k].center.y);
        }
    }
    for (int k = 0; k < doll->plan.part_count; k++) {
        caperi_doll_role role = doll->plan.parts[k].role;
        bool foot = role == CAPERI_ROLE_FOOT || role == CAPERI_ROLE_TOE;
        caper_vec3 v = doll->velocity[k];
        doll->swinging[k] = foot && (v.x * v.x + v.z * v.z > speed * speed ||
                                     doll->after[k].center.y > lowest + height + 0.05f * size);
    }
}

void caperi_doll_look(caperi_doll *doll, float dt)
{
    caper_root now = caper_actor_root(doll->def.actor);
    if (doll->animated) {
        doll->last_root = doll->place = now;
        if (doll->asleep) {
            return;
        }
    }
    doll->place = caper_root_mul(doll->place, caper_root_delta(doll->last_root, now));
    caper_pose_copy(&doll->local, caper_actor_local(doll->def.actor));
    caper_pose_to_model(&doll->character->skeleton, &doll->local, NULL, &doll->model);
    caperi_wish *swap = doll->before;
    doll->before = doll->after;
    doll->after = swap;
    lay_out(doll, doll->after);
    if (doll->fresh) {
        for (int k = 0; k < doll->plan.part_count; k++) {
            doll->before[k] = doll->after[k];
        }
    }
    if (dt > 0) {
        find_rates(doll, dt);
    }
    if (doll->fresh || doll->starts) { // the first velocity is no acceleration
        for (int k = 0; k < doll->plan.part_count; k++) {
            doll->acceleration[k] = caper_vec3_zero();
        }
    }
    doll->fresh = false;
    find_swings(doll);
}

void caperi_doll_between(caperi_doll *doll, float t)
{
    for (int k = 0; k < doll->plan.part_count; k++) {
        doll->wish[k].rotation =
            caper_quat_nlerp(doll->before[k].rotation, doll->after[k].rotation, t);
        doll->wish[k].center = caper_vec3_lerp(doll->before[k].center, doll->after[k].center, t);
    }
}

// --- back to the actor ---------------------------------------------------------------------------

// The body frame of a part as it is simulated.
static caper_transform part_frame(const caperi_doll *doll, int k)
{
    const caperi_motion *m = &doll->motion[k];
    caper_vec3 offset = caper_quat_rotate(m->rotation, doll->plan.parts[k].center);
    return caper_transform_make(m->rotation, caper_vec3_sub(m->position, offset));
}

// The root under a simulated body: turned and moved over the ground by as much as its root body is,
// on the ground that is there.
static caper_root root_under(const caper_physics *physics, const caperi_doll *doll,
                             caper_transform root_body)
{
    caper_transform wanted = doll->model.bodies[doll->plan.parts[0].body];
    caper_root root = {.y = doll->place.y};
    root.yaw = caper_quat_yaw(caper_quat_mul(root_body.rotation, caper_quat_conj(wanted.rotation)));
    caper_vec3 shift = caper_quat_rotate(caper_quat_from_yaw(root.yaw), wanted.position);
    root.x = root_body.position.x - shift.x;
    root.z = root_body.position.z - shift.z;
    if (physics->def.world) {
        caper_hit hit = caper_world_height(physics->def.world, NULL, root_body.position.x,
                                           root_body.position.z, root_body.position.y);
        root.y = hit.surface == CAPER_SURFACE_NONE ? root.y : hit.point.y;
    }
    return root;
}

// The simulated frame of a body of the root's chain, in that of the body above it.
static caper_transform chain_local(const caperi_doll *doll, int i, caper_transform base)
{
    int k = doll->plan.part_of[i], parent = doll->character->bodies[i].parent;
    caper_transform frame = caper_transform_mul(part_frame(doll, k), doll->plan.weld[i]);
    if (parent < 0) {
        return caper_transform_unmul(base, frame);
    }
    int up = doll->plan.part_of[parent];
    return caper_transform_unmul(caper_transform_mul(part_frame(doll, up), doll->plan.weld[parent]),
                                 frame);
}

// Rotations are the simulated ones, bones keep their length; the root body and what it hangs on in
// the file carry the position.
static void extract(caperi_doll *doll, caper_root root)
{
    const caper_character *c = doll->character;
    const caperi_doll_plan *plan = &doll->plan;
    caper_transform base = caper_root_transform(root);
    for (int i = 0; i < c->body_count; i++) {
        int k = plan->part_of[i], parent = c->bodies[i].parent;
        caper_transform *local = &doll->local.bodies[i];
        caper_quat above = parent < 0 ? base.rotation : doll->turned[parent];
        bool own = plan->parts[k].body == i;
        if (doll->in_chain[i] && !doll->animated) {
            *local = chain_local(doll, i, base);
            local->rotation = caper_quat_normalize(local->rotation);
        } else if (own && !doll->animated) {
            caper_quat turn = caper_quat_mul(caper_quat_conj(above), doll->motion[k].rotation);
            local->rotation = caper_quat_normalize(turn);
        } else if (own && doll->blend[k] > 0) {
            caper_quat turn = caper_quat_mul(caper_quat_conj(above), doll->motion[k].rotation);
            local->rotation = caper_quat_nlerp(local->rotation, turn, doll->blend[k]);
        }
        doll->turned[i] = caper_quat_mul(above, local->rotation);
    }
}

void caperi_doll_move(caperi_doll *d, caper_root place)
{
    caper_transform from = caper_root_transform(d->place), to = caper_root_transform(place);
    caper_transform move = caper_transform_mul(to, caper_transform_inverse(from));
    for (int k = 0; k < d->plan.part_count; k++) {
        d->after[k].center = caper_transform_mul_point(move, d->after[k].center);
        d->after[k].rotation = caper_quat_mul(move.rotation, d->after[k].rotation);
        d->velocity[k] = caper_quat_rotate(move.rotation, d->velocity[k]);
    }
    d->place = place;
}

// Where the actor's root goes. While the doll follows its source the root stays where the source
// would be: told of every centimetre that its body lags, a walk plans its feet ahead of a body that
// is not there and pushes it over with them. Beyond the leash the place comes along; a doll that
// has fallen has its root under it.
static caper_root choose_root(const caper_physics *physics, caperi_doll *doll,
                              caper_transform root_body)
{
    if (doll->animated) {
        return doll->place;
    }
    caper_root under = root_under(physics, doll, root_body);
    if (doll->mood != CAPER_DOLL_DRIVEN) {
        caperi_doll_move(doll, under);
        return under;
    }
    float x = under.x - doll->place.x, z = under.z - doll->place.z, far = sqrtf(x * x + z * z);
    float leash = doll->def.leash * doll->plan.length;
    if (far > leash) {
        caper_root place = doll->place;
        place.x += x * (1 - leash / far);
        place.z += z * (1 - leash / far);
        caperi_doll_move(doll, place);
    }
    return doll->place;
}

void caperi_doll_accept(caper_physics *physics, caperi_doll *doll)
{
    caper_transform root_body = part_frame(doll, 0);
    doll->root_world = root_body;
    caper_root root = choose_root(physics, doll, root_body);
    extract(doll, root);
    if (caper_actor_accept(doll->def.actor, &doll->local, root)) {
        doll->last_root = root;
    }
}
