// SPDX-License-Identifier: MIT
//
// Hips that legs can carry. A motion says how far hips and shoulders go down or up without knowing
// the legs: on one body four tenths of the way down is a crouch, on another it folds knees beyond
// their limits or pushes the belly into the ground. So where the feet have goals, the goals of the
// trunk are brought to a height at which every leg is neither longer than it can be nor shorter
// than its joints let it fold, and at which no box of the trunk that has a goal is in the ground.
// A trunk that is high enough and low enough is left alone to the bit; near the bounds it eases
// into them, so that nothing stops short.
#include "motion/bind.h"

#include "caper/contact.h"
#include "contact/ground.h"

#include <math.h>

#define FOLDED (150.0f * CAPER_DEGREE) // no knee folds farther: flesh is in the way
#define STEPS 8                        // of folding that are tried: a zigzag is shortest in between
#define STRAIGHT 0.995f                // of a leg's length: knees do not lock
#define EASE 0.05f                     // of a leg's length, or of size: over which a bound is felt
#define HIGH 0.15f // of a leg's length: a foot that is lifted so much is no prop
#define OFF 0.05f  // and so much holds nobody down
#define FOOT_GIVE                                                                                  \
    0.2f            // share by which a leg gives that just leaves the ground: as much as one that
                    // stands may stretch
#define STIFF 0.1f  // of a leg's length: who folds by less hardly moves a trunk
#define LEAST 1e-3f // of size: shorter parts of legs have no direction

// ------------------------------------------------------------------------------------ legs

// How far a joint can fold from rest, about an axis of the model at rest.
static float fold_of(const caper_character *c, int body, caper_vec3 before, caper_vec3 after,
                     caper_vec3 *axis)
{
    const caper_joint *joint = &c->bodies[body].joint;
    *axis = caper_vec3_cross(before, after);
    float sine = caper_vec3_length(*axis), bent = caper_atan2(sine, caper_vec3_dot(before, after));
    bool straight = sine < 1e-3f * caper_vec3_length(before) * caper_vec3_length(after);
    float most = 0;
    if (joint->kind == CAPER_JOINT_HINGE) {
        caper_vec3 hinge = caper_quat_rotate(c->rest_model[body].rotation, joint->axis);
        bool along = straight ? joint->max >= -joint->min : caper_vec3_dot(hinge, *axis) >= 0;
        *axis = along ? hinge : caper_vec3_neg(hinge);
        most = along ? joint->max : -joint->min;
    } else if (joint->kind != CAPER_JOINT_FIXED) {
        most = joint->kind == CAPER_JOINT_BALL ? joint->swing : FOLDED;
        *axis = straight ? caper_vec3_any_orthogonal(after) : *axis;
    }
    *axis = caper_vec3_normalize_or(*axis, caper_vec3_make(1, 0, 0));
    return caper_clamp(most, 0, caper_max(FOLDED - bent, 0));
}

// From the hip to the joint of the foot, with all joints folded by a share of what they can.
static float folded_length(const caper_character *c, const int16_t *chain, int count, float share)
{
    caper_quat turn = caper_quat_identity();
    caper_vec3 at = caper_vec3_zero();
    for (int i = 0; i + 1 < count; i++) {
        const caper_transform *rest = c->rest_model;
        caper_vec3 part = caper_vec3_sub(rest[chain[i + 1]].position, rest[chain[i]].position);
        if (i > 0) {
            caper_vec3 above = caper_vec3_sub(rest[chain[i]].position, rest[chain[i - 1]].position);
            caper_vec3 axis;
            float angle = share * fold_of(c, chain[i], above, part, &axis);
            turn = caper_quat_mul(turn, caper_quat_from_axis_angle(axis, angle));
        }
        at = caper_vec3_add(at, caper_quat_rotate(turn, part));
    }
    return caper_vec3_length(at);
}

void caperi_leg_span_make(const caper_character *c, int leg, caperi_leg_span *span)
{
    int16_t chain[CAPER_MAX_BODIES];
    int count = 0;
    float length = 0;
    // joints that lie in one place are one
    for (int b = c->legs[leg].foot; b >= 0 && count < CAPER_MAX_BODIES; b = c->bodies[b].parent) {
        float part = count > 0 ? caper_vec3_distance(c->rest_model[b].position,
                                                     c->rest_model[chain[count - 1]].position)
                               : c->size;
        bool ends = b == c->legs[leg].hip;
        if (part > LEAST * c->size || ends) {
            length += count > 0 ? part : 0;
            chain[count++] = (int16_t)b;
        }
        if (ends) {
            break;
        }
    }
    for (int i = 0; i < count / 2; i++) { // from the hip down
        int16_t swap = chain[i];
        chain[i] = chain[count - 1 - i];
        chain[count - 1 - i] = swap;
    }
    span->most = STRAIGHT * length;
    span->least = length;
    for (int i = 0; i <= STEPS; i++) {
        float folded = folded_length(c, chain, count, (float)i / STEPS);
        span->least = caper_min(span->least, folded);
    }
    // who stands with straight legs may do so, and nobody feels a bound at rest
    float rest = folded_length(c, chain, count, 0);
    span->most = caper_max(span->most, rest);
    span->ease = EASE * length;
    span->ease_least = caper_clamp(rest - span->least, 0, span->ease);
    span->ease_most = caper_min(span->ease, span->most - rest);
}

// ------------------------------------------------------------------------------------ goals

typedef struct bounds {
    float low, high; // how far a goal has to rise at least, may rise at most
    float ease, ease_high;
} bounds;

static int find_goal(const caper_goal *goals, int count, int body)
{
    for (int i = 0; i < count; i++)
        if (goals[i].body == body && goals[i].position_weight > 0.0f)
            return i;
    return -1;
}

// Where a goal of the trunk puts a point that lies so at rest.
static caper_vec3 carried(const caper_character *c, const caper_goal *goal, caper_vec3 point)
{
    caper_transform rest = c->rest_model[goal->body];
    caper_quat turned = caper_quat_nlerp(rest.rotation, goal->rotation, goal->rotation_weight);
    caper_vec3 own = caper_transform_unmul_point(rest, point);
    caper_vec3 way = caper_quat_rotate(turned, caper_vec3_sub(own, goal->point));
    caper_vec3 at = caper_transform_mul_point(rest, goal->point);
    at = caper_vec3_lerp(at, goal->position, goal->position_weight);
    return caper_vec3_add(at, way);
}

static float lift_of(const caperi_leg_span *span, float up, float high)
{
    return caper_smoothstep(0, high * span->most, up);
}

static void narrow_by_leg(const caper_character *c, const caper_leg *leg,
                          const caperi_leg_span *span, const caper_goal *foot,
                          const caper_goal *trunk, bounds *b)
{
    caper_transform rest = c->rest_model[leg->foot];
    caper_quat turned = caper_quat_nlerp(rest.rotation, foot->rotation, foot->rotation_weight);
    caper_vec3 ankle = caper_vec3_sub(foot->position, caper_quat_rotate(turned, foot->point));
    caper_vec3 hip = carried(c, trunk, c->rest_model[leg->hip].position);
    float x = hip.x - ankle.x, z = hip.z - ankle.z, aside = x * x + z * z;
    float most = sqrtf(caper_max(span->most * span->most - aside, 0));
    float least = sqrtf(caper_max(span->least * span->least - aside, 0));
    // a foot that is lifted does not carry, and folds by itself
    float up = ankle.y - rest.position.y;
    float light = 1 - foot->position_weight * (1 - lift_of(span, up, OFF));
    float loose = 1 - foot->position_weight * (1 - lift_of(span, up, HIGH));
    b->high = caper_min(b->high, ankle.y + most - hip.y + light * c->size);
    b->low = caper_max(b->low, ankle.y + least - hip.y - loose * c->size);
    b->ease = caper_max(b->ease, span->ease);
    b->ease_high = caper_min(b->ease_high, span->ease_most);
}

// The ground under a goal, in model space.
static float ground_under(const caper_motion_job *job, caper_vec3 at)
{
    caper_vec3 world = caper_transform_mul_point(job->root, at);
    caperi_ground ground = caperi_ground_make(job->world, job->root.position.y);
    caper_hit hit = caperi_ground_under(&ground, job->frame, world, INFINITY);
    return hit.surface == CAPER_SURFACE_NONE ? 0 : hit.point.y - job->root.position.y;
}

static void narrow_by_ground(const caper_motion_job *job, const caper_goal *goal, bounds *b)
{
    const caper_character *c = job->binding->character;
    const caper_body *body = &c->bodies[goal->body];
    caper_transform rest = c->rest_model[goal->body];
    caper_vec3 middle = caper_transform_mul_point(rest, body->box_center);
    caper_quat turned = caper_quat_nlerp(rest.rotation, goal->rotation, goal->rotation_weight);
    caper_vec3 up = caper_vec3_abs(caper_quat_unrotate(turned, caper_vec3_make(0, 1, 0)));
    caper_vec3 rests = caper_vec3_abs(caper_quat_unrotate(rest.rotation, caper_vec3_make(0, 1, 0)));
    // what lies on the ground at rest, or in it, may go on to
    float under = caper_min(middle.y - caper_vec3_dot(rests, body->box_half), 0);
    caper_vec3 at = carried(c, goal, middle);
    float lowest = at.y - caper_vec3_dot(up, body->box_half);
    b->low = caper_max(b->low, ground_under(job, at) + under - lowest);
    b->ease = caper_max(b->ease, 0.2f * EASE * c->size);
}

// Zero, brought above `low`: the bound is felt from `ease` on.
static float rise_to(float low, float ease)
{
    if (low <= -ease || !(ease < INFINITY))
        return caper_max(low, 0);
    return low >= ease ? low : (low + ease) * (low + ease) / (4 * ease);
}

static float shift_of(const bounds *b)
{
    float shift = rise_to(b->low, b->ease);
    // feet that stand come before knees that fold
    return shift - rise_to(shift - b->high, b->ease_high);
}

// A foot in the air goes with its hip where the leg is too short for both.
static void draw_up(const caper_character *c, const caper_leg *leg, const caperi_leg_span *span,
                    caper_goal *foot, const caper_goal *trunk)
{
    caper_transform rest = c->rest_model[leg->foot];
    caper_quat turned = caper_quat_nlerp(rest.rotation, foot->rotation, foot->rotation_weight);
    caper_vec3 ankle = caper_vec3_sub(foot->position, caper_quat_rotate(turned, foot->point));
    caper_vec3 way = caper_vec3_sub(carried(c, trunk, c->rest_model[leg->hip].position), ankle);
    float length = caper_vec3_length(way), lift = lift_of(span, ankle.y - rest.position.y, OFF);
    foot->strict = lift; // what is in the air bends as its joints let it, and keeps its lengths
    foot->give = lift > 0 ? caper_lerp(FOOT_GIVE, CAPERI_LIMB_GIVE, lift) : 0;
    float more = lift * rise_to(length - span->most, span->ease_most);
    if (more > 0 && length > 0)
        foot->position = caper_vec3_add_scaled(foot->position, way, more / length);
}

// The goal of the trunk that carries a leg, or -1.
static int bearer_of(const caper_motion_job *job, const caper_leg *leg)
{
    const caper_character *c = job->binding->character;
    int own = find_goal(job->goals, job->goal_count, c->bodies[leg->hip].spine);
    return own >= 0 ? own : find_goal(job->goals, job->goal_count, c->root_body);
}

// How far a goal of the trunk has to rise for its legs and the ground, and whether it has legs.
static float find_shift(const caper_motion_job *job, int goal, bool *legs)
{
    const caper_character *c = job->binding->character;
    bounds b = {-INFINITY, INFINITY, 0, INFINITY};
    *legs = false;
    for (int k = 0; k < c->leg_count; k++) {
        int foot = find_goal(job->goals, job->goal_count, c->legs[k].foot);
        if (foot >= 0 && foot != goal && bearer_of(job, &c->legs[k]) == goal) {
            narrow_by_leg(c, &c->legs[k], &job->binding->data->spans[k], &job->goals[foot],
                          &job->goals[goal], &b);
            *legs = true;
        }
    }
    narrow_by_ground(job, &job->goals[goal], &b);
    return shift_of(&b);
}

// Where the spine has a body, or -1.
static int slot_of(const caper_character *c, int body)
{
    for (int i = 0; i < c->spine_count; i++)
        if (c->spine[i] == body)
            return i;
    return -1;
}

// How freely a trunk moves over legs that stand, 0..1: three that do not fold hold it as a tripod
// does. Between which slots of the spine they stand.
static float find_freedom(const caper_motion_job *job, int *first, int *last)
{
    const caper_character *c = job->binding->character;
    float least[3] = {1, 1, 1}; // ascending
    *first = c->spine_count;
    *last = -1;
    for (int k = 0; k < c->leg_count; k++) {
        const caperi_leg_span *span = &job->binding->data->spans[k];
        int foot = find_goal(job->goals, job->goal_count, c->legs[k].foot);
        int slot = slot_of(c, c->bodies[c->legs[k].hip].spine);
        if (foot < 0 || slot < 0)
            continue;
        const caper_goal *goal = &job->goals[foot];
        caper_quat rest = c->rest_model[c->legs[k].foot].rotation;
        caper_quat turned = caper_quat_nlerp(rest, goal->rotation, goal->rotation_weight);
        float ankle = goal->position.y - caper_quat_rotate(turned, goal->point).y;
        float up = lift_of(span, ankle - c->rest_model[c->legs[k].foot].position.y, HIGH);
        float folds = caper_smoothstep(0, STIFF * span->most, span->most - span->least);
        float free = 1 - goal->position_weight * (1 - up) * (1 - folds);
        for (int i = 0; i < 3; i++) {
            float lower = caper_min(least[i], free);
            free = caper_max(least[i], free);
            least[i] = lower;
        }
        *first = slot < *first ? slot : *first;
        *last = slot > *last ? slot : *last;
    }
    return least[2];
}

// A trunk over legs that cannot fold stays at rest.
static void hold_still(const caper_motion_job *job)
{
    const caper_character *c = job->binding->character;
    int first, last;
    float freedom = find_freedom(job, &first, &last);
    for (int i = 0; freedom < 1 && i < job->goal_count; i++) {
        caper_goal *goal = &job->goals[i];
        int slot = slot_of(c, goal->body);
        if (slot < first || slot > last)
            continue;
        caper_transform rest = c->rest_model[goal->body];
        caper_vec3 home = caper_transform_mul_point(rest, goal->point);
        goal->position = caper_vec3_lerp(home, goal->position, freedom);
        goal->rotation = caper_quat_nlerp(rest.rotation, goal->rotation, freedom);
    }
}

void caperi_motion_seat(const caper_motion_job *job)
{
    const caper_character *c = job->binding->character;
    hold_still(job);
    int root = find_goal(job->goals, job->goal_count, c->root_body);
    bool legs;
    float whole = root >= 0 ? find_shift(job, root, &legs) : 0;
    for (int i = 0; i < job->goal_count; i++) {
        caper_goal *goal = &job->goals[i];
        if ((c->bodies[goal->body].caps & CAPER_CAP_SPINE) && goal->position_weight > 0.0f) {
            // what has no legs of its own goes up with the root
            float shift = i == root ? whole : find_shift(job, i, &legs);
            goal->position.y += i == root || legs ? shift : caper_max(whole, shift);
        }
    }
    for (int k = 0; k < c->leg_count; k++) {
        int foot = find_goal(job->goals, job->goal_count, c->legs[k].foot);
        int trunk = bearer_of(job, &c->legs[k]);
        if (foot >= 0 && trunk >= 0 && trunk != foot)
            draw_up(c, &c->legs[k], &job->binding->data->spans[k], &job->goals[foot],
                    &job->goals[trunk]);
    }
}

// ----------------------------------------------------------------------------------- ground

// Is the box of a body in the ground at rest already?
static bool lies_low(const caper_character *c, int body)
{
    caper_transform rest = c->rest_model[body];
    caper_vec3 up = caper_vec3_abs(caper_quat_unrotate(rest.rotation, caper_vec3_make(0, 1, 0)));
    float middle = caper_transform_mul_point(rest, c->bodies[body].box_center).y;
    return middle - caper_vec3_dot(up, c->bodies[body].box_half) < -LEAST * c->size;
}

void caperi_motion_solid(const caper_character *c, uint8_t *solid)
{
    for (int i = 0; i < c->body_count; i++) {
        caper_caps caps = c->bodies[i].caps;
        int parent = c->bodies[i].parent;
        solid[i] = caps & CAPER_CAP_SPINE ? CAPER_SOLID_STIFF : CAPER_SOLID_BENDS;
        // toes go with their foot
        if (lies_low(c, i) || (caps & CAPER_CAP_FOOT) ||
            (parent >= 0 && !(caps & CAPER_CAP_SPINE) && (c->bodies[parent].caps & CAPER_CAP_FOOT)))
            solid[i] = CAPER_SOLID_LEFT;
    }
    // who rises on legs stretches them: legs are the seat's business
    for (int k = 0; k < c->leg_count; k++) {
        for (int b = c->legs[k].foot; b >= 0 && b != c->legs[k].hip; b = c->bodies[b].parent)
            solid[b] = CAPER_SOLID_LEFT;
        if (!(c->bodies[c->legs[k].hip].caps & CAPER_CAP_SPINE))
            solid[c->legs[k].hip] = CAPER_SOLID_LEFT;
    }
}
