// SPDX-License-Identifier: MIT
//
// Feet of a creature on their legs. A foot that stands is level and keeps its heading, while a body
// that turns or leans takes its hip elsewhere. What the joint of the foot does not let it do, the
// foot gives up: it turns on its sole, as paws do, and rises by as much as an edge of it would
// sink.
//
// The leg is not solved yet. What is known is the line from hip to ankle and that the solver turns
// a leg about it, half of the way to its foot. How a folded leg is pitched is not known, so the
// pitch of the foot is left alone.
#include "ik/limbs.h"
#include "puppet/creature.h"

#include <math.h>

#define TRIED_YAW 1.5f // radians by which a joint is turned to see what it lets through: a quarter

// ------------------------------------------------------------------------------------ heading

/// How far a joint lets its body turn about the vertical from rest, to either side.
static float joint_yaw(const caper_character *c, int body)
{
    int up = c->bodies[body].parent;
    caper_quat rest = c->skeleton.rest_local[body].rotation;
    caper_vec3 axis = caper_vec3_make(0, 1, 0);
    axis = up >= 0 ? caper_quat_unrotate(c->rest_model[up].rotation, axis) : axis;
    float least = CAPER_PI;
    for (int side = -1; side <= 1; side += 2) {
        caper_quat turn = caper_quat_from_axis_angle(axis, (float)side * TRIED_YAW);
        caper_quat kept =
            caper_joint_clamp(&c->bodies[body].joint, rest, caper_quat_mul(turn, rest));
        caper_quat turned = caper_quat_mul(kept, caper_quat_conj(rest));
        float yaw = (float)side * caper_quat_twist_angle(turned, axis);
        least = caper_min(least, caper_max(yaw, 0));
    }
    return least;
}

float caperi_creature_most_yaw(const caperi_creature *creature, const caperi_creature_part *part)
{
    const caper_character *c = creature->character;
    float foot = joint_yaw(c, part->body) / (1 - CAPERI_SWIVEL_FOOT), leg = 0;
    for (int i = part->body; part->base >= 0 && i != part->base;) {
        i = c->bodies[i].parent;
        leg += joint_yaw(c, i) / CAPERI_SWIVEL_FOOT;
    }
    return caper_min(foot, leg);
}

// ------------------------------------------------------------------------------------ on the sole

/// How the leg of a part turns from rest: with what carries it, onto the line to its ankle, and
/// about that line towards its foot.
static caper_quat turn_leg(const caperi_creature *c, const caperi_creature_part *p, int i)
{
    const caper_transform *rest = c->character->rest_model;
    caper_quat carried = caper_quat_mul(c->model.bodies[p->carrier].rotation,
                                        caper_quat_conj(rest[p->carrier].rotation));
    caper_vec3 ankle = caper_vec3_sub(c->wanted[i], caper_quat_rotate(c->turns[i], p->point));
    caper_vec3 from = caper_vec3_sub(rest[p->body].position, rest[p->base].position);
    from = caper_vec3_normalize_or(caper_quat_rotate(carried, from), caper_vec3_make(0, -1, 0));
    caper_vec3 to = caper_vec3_sub(ankle, c->model.bodies[p->base].position);
    to = caper_vec3_normalize_or(to, from);
    caper_quat leg = caper_quat_mul(caper_quat_between(from, to), carried);
    caper_quat own = caper_quat_mul(leg, rest[p->body].rotation);
    caper_quat asked = caper_quat_mul(c->turns[i], caper_quat_conj(own));
    float swivel = CAPERI_SWIVEL_FOOT * c->weights[i] * caper_quat_twist_angle(asked, to);
    return caper_quat_mul(caper_quat_from_axis_angle(to, swivel), leg);
}

/// The turn of a foot that its joint lets it have, the pitch aside.
static caper_quat turn_foot(const caperi_creature *c, const caperi_creature_part *p, caper_quat leg,
                            caper_quat held)
{
    const caper_character *character = c->character;
    const caper_transform *rest = character->rest_model;
    caper_quat own = caper_quat_mul(leg, rest[p->body].rotation), over, pitch;
    caper_vec3 side = caper_quat_rotate(leg, caper_vec3_make(1, 0, 0));
    caper_quat_swing_twist(caper_quat_mul(held, caper_quat_conj(own)), side, &over, &pitch);
    int up = character->bodies[p->body].parent;
    caper_quat above = caper_quat_mul(leg, rest[up].rotation);
    caper_quat local = caper_quat_mul(caper_quat_conj(above), caper_quat_mul(over, own));
    caper_quat kept = caperi_creature_clamp(c, p->body, local);
    over = caper_quat_mul(caper_quat_mul(above, kept), caper_quat_conj(own));
    return caper_quat_normalize(caper_quat_mul(caper_quat_mul(over, pitch), own));
}

void caperi_creature_follow_legs(caperi_creature *c, const caper_world_frame *frame)
{
    for (int i = 0; i < c->part_count; i++) {
        const caperi_creature_part *p = &c->parts[i];
        if (!p->foot || !p->stands || p->base < 0 || p->base == p->body || !(c->weights[i] > 0)) {
            continue;
        }
        caper_quat held = c->turns[i], turn = turn_foot(c, p, turn_leg(c, p, i), held);
        caper_vec3 at = caper_transform_mul_point(c->way, c->wanted[i]);
        caper_hit ground = caperi_creature_ground(c, frame, at);
        caper_vec3 normal = caper_transform_unmul_vector(c->way, ground.normal);
        c->turns[i] = turn;
        c->wanted[i].y +=
            caperi_creature_drop(p, turn, normal) - caperi_creature_drop(p, held, normal);
    }
}
