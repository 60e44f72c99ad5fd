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

#define EASE 0.05f // of size, over which the ground is felt
#define HIGH 0.15f // of a leg's length: a foot that is lifted so much is no prop
#define OFF 0.05f  // and so much holds nobody down
// Share by which a leg gives that just leaves the ground: as much as one that stands may stretch.
#define FOOT_GIVE 0.2f
#define STIFF 0.1f  // of a leg's length: who folds by less hardly moves a trunk
#define LEAST 1e-3f // of size: shorter parts of legs have no direction

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

// How high a hip is over an ankle at the end of a leg of that length.
static float height_over(float length, caper_vec3 hip, caper_vec3 ankle)
{
    float x = hip.x - ankle.x, z = hip.z - ankle.z;
    return sqrtf(caper_max(length * length - x * x - z * z, 0));
}

static void narrow_by_leg(const caper_character *c, const caper_leg *leg,
                          const caperi_leg_span *span, const caper_goal *foot,
                          const caper_goal *trunk, bounds *b)
{
    caper_transform rest = c->rest_model[leg->foot];
    caper_quat turned = caper_quat_nlerp(rest.rotation, foot->rotation, foot->rotation_weight);
    caper_vec3 ankle = caper_vec3_sub(foot->position, caper_quat_rotate(turned, foot->point));
    caper_vec3 hip = carried(c, trunk, c->rest_model[leg->hip].position);
    float up = ankle.y - rest.position.y, lift = lift_of(span, up, OFF);
    float most = height_over(span->most, hip, ankle);
    // a foot in the air comes down about where it stands at rest
    float least = height_over(span->least, hip, caper_vec3_lerp(ankle, rest.position, lift));
    // a foot that is lifted does not carry, and folds by itself
    float light = 1 - foot->position_weight * (1 - lift);
    // but it is to come down, and hips that had to rise for it then would jump
    float far = caper_smoothstep(HIGH * span->most, span->most, up);
    float loose = 1 - foot->position_weight * (1 - far);
    b->high = caper_min(b->high, ankle.y + most - hip.y + light * c->size);
    b->low = caper_max(b->low, ankle.y - caper_max(up, 0) + least - hip.y - loose * c->size);
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

bool caperi_motion_is_held(const caper_binding *binding)
{
    int stiff = 0;
    for (int k = 0; k < binding->character->leg_count; k++) {
        const caperi_leg_span *span = &binding->data->spans[k];
        stiff += span->most - span->least < 0.5f * STIFF * span->most;
    }
    return stiff >= 3;
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

// Who carries most of the weight does not hang on the rest: the rest hangs on him.
static bool is_bulk(const caper_character *c, int body)
{
    float whole = 0;
    for (int i = 0; i < c->body_count; i++)
        whole += c->bodies[i].mass;
    return c->bodies[body].mass > 0.5f * whole;
}

void caperi_motion_solid(const caper_character *c, uint8_t *solid)
{
    for (int i = 0; i < c->body_count; i++) {
        caper_caps caps = c->bodies[i].caps;
        int parent = c->bodies[i].parent;
        bool stiff = (caps & CAPER_CAP_SPINE) || is_bulk(c, i);
        solid[i] = stiff ? CAPER_SOLID_STIFF : CAPER_SOLID_BENDS;
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
