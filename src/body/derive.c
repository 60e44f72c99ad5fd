// SPDX-License-Identifier: MIT
//
// Everything about a character that follows from its bodies: masses and inertia, links, the order
// of the spine, bounds, limb lengths (paper 000, section 3.2.2: the path to the nearest spine
// segment), legs, and the root body (section 1.2: the spine body with the most incident legs).
// Invariant: results depend on the values alone, ties go to the lower index, and sums over bodies
// are in double, in index order.
#include "body/body.h"

static bool is_spine(const caper_character *c, int i)
{
    return i >= 0 && (c->bodies[i].caps & CAPER_CAP_SPINE) != 0;
}

static bool is_helper(const caper_character *c, int i)
{
    return (c->bodies[i].caps & CAPER_CAP_HELPER) != 0;
}

static caper_vec3 joint_at(const caper_character *c, int i)
{
    return c->rest_model[i].position;
}

// -- Collar bones -------------------------------------------------------------------------------

// Of the upper arm's length: a longer first link is a segment of its own. Collar bones of the rigs
// and captures that it was tried on have 0.3 to 0.75.
#define SHORT_COLLAR 0.8f  // of the upper arm
#define COLLARS_APART 1.2f // upper arms: how far apart two may begin; set by hand
#define COLLARS_ALIKE 0.2f // of its length: how much two may differ; set by hand

// The only child that is no helper, or -1.
static int only_child(const caper_character *c, int body)
{
    int found = -1;
    for (int i = c->bodies[body].child; i >= 0; i = c->bodies[i].sibling) {
        if (is_helper(c, i))
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

// How long the link is that an arm begins with on the spine, 0 where it begins with none: upper
// arm, forearm and a hand must follow, and nobody may know how it turns.
static float collar_length(const caper_character *c, int body, float *upper)
{
    const caper_body *b = &c->bodies[body];
    if (!(b->caps & CAPER_CAP_LIMB) || !is_spine(c, b->parent) ||
        b->joint.kind != CAPER_JOINT_FREE || b->hinge_count > 0)
        return 0.0f;
    int shoulder = only_child(c, body), elbow = shoulder < 0 ? -1 : only_child(c, shoulder);
    int end = elbow;
    while (end >= 0 && !(c->bodies[end].caps & (CAPER_CAP_GRASPER | CAPER_CAP_FOOT)))
        end = only_child(c, end);
    if (end < 0 || end == elbow || (c->bodies[end].caps & CAPER_CAP_FOOT))
        return 0.0f;
    float length = caper_vec3_length(c->skeleton.rest_local[shoulder].position);
    *upper = caper_vec3_length(c->skeleton.rest_local[elbow].position);
    return length < SHORT_COLLAR * *upper ? length : 0.0f;
}

// Has the link a partner that begins beside it and is as long?
static bool is_collar(const caper_character *c, int body)
{
    float upper = 0.0f, length = collar_length(c, body, &upper);
    for (int k = 0; k < c->body_count && length > 0.0f; k++) {
        if (k == body || c->bodies[k].parent != c->bodies[body].parent)
            continue;
        float other_upper = 0.0f, other = collar_length(c, k, &other_upper);
        float apart = caper_vec3_distance(joint_at(c, k), joint_at(c, body));
        if (other > 0.0f && fabsf(other - length) < COLLARS_ALIKE * length &&
            apart < COLLARS_APART * upper)
            return true;
    }
    return false;
}

bool caperi_body_welded(const caper_character *c, int body)
{
    return c->bodies[body].joint.kind == CAPER_JOINT_FIXED || is_collar(c, body);
}

// A body that is welded to the spine, also by way of others: what hangs on it hangs on the spine.
static bool is_link(const caper_character *c, int i)
{
    while (i >= 0 && !is_spine(c, i) && caperi_body_welded(c, i))
        i = c->bodies[i].parent;
    return is_spine(c, i);
}

void caperi_derive_masses(caper_character *character, caper_body *bodies, const float *mass,
                          float density)
{
    double total = 0;
    for (int i = 0; i < character->body_count; i++) {
        caper_body *body = &bodies[i];
        if (is_helper(character, i))
            continue; // no physical part: mass and inertia stay 0
        caper_vec3 h = body->box_half;
        body->mass = mass[i] > 0.0f ? mass[i] : density * (8.0f * ((h.x * h.y) * h.z));
        float third = body->mass / 3.0f; // of a solid box: m/12 (a^2 + b^2) with sides 2h
        float xx = h.x * h.x, yy = h.y * h.y, zz = h.z * h.z;
        body->inertia = caper_vec3_make(third * (yy + zz), third * (xx + zz), third * (xx + yy));
        total += (double)body->mass;
    }
    character->mass = (float)total;
}

void caperi_derive_links(const caper_character *character, caper_body *bodies)
{
    for (int i = 0; i < character->body_count; i++)
        bodies[i].child = bodies[i].sibling = -1;
    for (int i = character->body_count - 1; i > 0; i--) {
        int parent = bodies[i].parent;
        bodies[i].sibling = bodies[parent].child;
        bodies[parent].child = i;
    }
    for (int i = 0; i < character->body_count; i++) {
        int parent = bodies[i].parent;
        if (is_spine(character, i)) {
            bodies[i].spine = i;
            bodies[i].base = -1;
        } else if (parent < 0 || bodies[parent].spine < 0) {
            bodies[i].spine = bodies[i].base = -1; // a helper above or beside the spine
        } else {
            bodies[i].spine = bodies[parent].spine;
            bodies[i].base = is_link(character, parent) ? i : bodies[parent].base;
        }
    }
}

void caperi_derive_bounds(caper_character *character)
{
    caper_bounds bounds = caper_bounds_empty();
    for (int i = 0; i < character->body_count; i++) {
        if (is_helper(character, i))
            continue;
        const caper_body *body = &character->bodies[i];
        caper_vec3 h = body->box_half;
        for (int corner = 0; corner < 8; corner++) {
            caper_vec3 offset = caper_vec3_make(corner & 1 ? h.x : -h.x, corner & 2 ? h.y : -h.y,
                                                corner & 4 ? h.z : -h.z);
            caper_vec3 p = caper_vec3_add(body->box_center, offset);
            bounds = caper_bounds_add_point(bounds,
                                            caper_transform_mul_point(character->rest_model[i], p));
        }
    }
    caper_vec3 extent = caper_bounds_size(bounds);
    character->bounds = bounds;
    character->height = bounds.max.y;
    character->size = caper_max(extent.x, caper_max(extent.y, extent.z));
    caper_pose rest = caper_character_rest_local(character);
    rest.bodies = (caper_transform *)(uintptr_t)character->rest_model;
    character->center_of_mass = caper_character_center_of_mass(character, &rest);
}

// -- Spine --------------------------------------------------------------------------------------

// The spine neighbours of a spine body, at most two, in index order.
static int spine_neighbours(const caper_character *c, int body, int out[2])
{
    int count = 0;
    if (is_spine(c, c->bodies[body].parent))
        out[count++] = c->bodies[body].parent;
    for (int i = c->bodies[body].child; i >= 0 && count < 2; i = c->bodies[i].sibling)
        if (is_spine(c, i))
            out[count++] = i;
    return count;
}

// Is the last of the chain the head end? First by heads: the end that is fewer links away from one.
// Without, by the direction in which the chain extends most, forward or up.
static bool head_is_last(const caper_character *c, const int16_t *spine, int count)
{
    int from_first = count, from_last = count;
    for (int i = 0; i < c->body_count; i++) {
        if (!(c->bodies[i].caps & CAPER_CAP_HEAD) || c->bodies[i].spine < 0)
            continue;
        for (int k = 0; k < count; k++) {
            if (spine[k] != c->bodies[i].spine)
                continue;
            from_first = k < from_first ? k : from_first;
            from_last = count - 1 - k < from_last ? count - 1 - k : from_last;
        }
    }
    if (from_first != from_last)
        return from_last < from_first;
    caper_vec3 d = caper_vec3_sub(joint_at(c, spine[count - 1]), joint_at(c, spine[0]));
    float main = fabsf(d.z) >= fabsf(d.y) ? d.z : d.y;
    return main != 0.0f ? main > 0.0f : spine[count - 1] > spine[0];
}

void caperi_derive_spine(caper_character *character, int16_t *spine)
{
    int count = character->spine_count;
    int next[2], body = 0;
    while (!is_spine(character, body) || spine_neighbours(character, body, next) > 1)
        body++; // the first end
    int before = -1;
    for (int k = 0; k < count; k++) {
        spine[k] = (int16_t)body;
        int neighbours = spine_neighbours(character, body, next);
        int ahead = neighbours > 0 && next[0] != before ? next[0] : next[neighbours > 1];
        before = body;
        body = ahead;
    }
    if (!head_is_last(character, spine, count)) {
        for (int k = 0; k < count / 2; k++) {
            int16_t swap = spine[k];
            spine[k] = spine[count - 1 - k];
            spine[count - 1 - k] = swap;
        }
    }
    character->spine = spine;
}

// -- Limbs --------------------------------------------------------------------------------------

static float distance_to_segment(caper_vec3 p, caper_vec3 a, caper_vec3 b)
{
    caper_vec3 ab = caper_vec3_sub(b, a);
    float length_sq = caper_vec3_length_sq(ab);
    float t = length_sq > 0.0f ? caper_vec3_dot(caper_vec3_sub(p, a), ab) / length_sq : 0.0f;
    return caper_vec3_distance(p, caper_vec3_add_scaled(a, ab, caper_clamp(t, 0.0f, 1.0f)));
}

// The segment of a spine body that ends the chain, in its frame: from its joint through the middle
// of its box to the far side; along the longest side when the joint is in the middle.
static void last_segment(const caper_body *body, caper_vec3 *a, caper_vec3 *b)
{
    const float *half = &body->box_half.x, *center = &body->box_center.x;
    int longest = 0;
    for (int k = 1; k < 3; k++)
        if (half[k] > half[longest])
            longest = k;
    if (caper_vec3_length(body->box_center) > 1e-3f * half[longest]) {
        float reach = INFINITY; // in multiples of the way to the centre
        for (int k = 0; k < 3; k++)
            if (center[k] != 0.0f)
                reach = caper_min(reach, 1.0f + half[k] / fabsf(center[k]));
        *a = caper_vec3_zero();
        *b = caper_vec3_scale(body->box_center, reach);
    } else {
        float d[3] = {0.0f, 0.0f, 0.0f};
        d[longest] = half[longest];
        *a = caper_vec3_sub(body->box_center, caper_vec3_make(d[0], d[1], d[2]));
        *b = caper_vec3_add(body->box_center, caper_vec3_make(d[0], d[1], d[2]));
    }
}

// Distance of a point to what a spine body contributes to the spine: the way to the next one away
// from the root of the tree, of which there are two where the tree starts amid the chain.
static float distance_to_spine(const caper_character *c, int spine, caper_vec3 p)
{
    float nearest = INFINITY;
    for (int i = c->bodies[spine].child; i >= 0; i = c->bodies[i].sibling)
        if (is_spine(c, i))
            nearest =
                caper_min(nearest, distance_to_segment(p, joint_at(c, spine), joint_at(c, i)));
    if (nearest < INFINITY)
        return nearest;
    caper_vec3 a, b;
    last_segment(&c->bodies[spine], &a, &b);
    return distance_to_segment(p, caper_transform_mul_point(c->rest_model[spine], a),
                               caper_transform_mul_point(c->rest_model[spine], b));
}

void caperi_derive_limb_lengths(const caper_character *character, caper_body *bodies)
{
    for (int i = 0; i < character->body_count; i++) {
        int parent = bodies[i].parent;
        if (bodies[i].base < 0)
            bodies[i].limb_length = 0.0f;
        else if (bodies[i].base == i)
            bodies[i].limb_length =
                distance_to_spine(character, bodies[i].spine, joint_at(character, i));
        else
            bodies[i].limb_length =
                bodies[parent].limb_length +
                caper_vec3_distance(joint_at(character, parent), joint_at(character, i));
    }
}

// How far a foot's joint is above the lowest point of its sole, at rest.
static float height_above_sole(const caper_character *c, int foot)
{
    caper_vec3 points[CAPER_MAX_CONTACTS];
    int count = caper_body_sole_points(c, foot, points);
    float lowest = INFINITY;
    for (int k = 0; k < count; k++)
        lowest = caper_min(lowest, caper_transform_mul_point(c->rest_model[foot], points[k]).y);
    return caper_max(joint_at(c, foot).y - lowest, 0.0f);
}

void caperi_derive_legs(caper_character *character, caper_leg *legs)
{
    const caper_body *bodies = character->bodies;
    int count = 0;
    for (int foot = 0; foot < character->body_count; foot++) {
        if (!(bodies[foot].caps & CAPER_CAP_FOOT))
            continue;
        caper_leg *leg = &legs[count++];
        leg->foot = foot;
        leg->hip = foot;
        leg->body_count = 1;
        leg->length = height_above_sole(character, foot);
        // a foot that is spine itself is its own hip
        while (!is_spine(character, leg->hip) && !is_link(character, bodies[leg->hip].parent)) {
            int above = bodies[leg->hip].parent;
            leg->length +=
                caper_vec3_distance(joint_at(character, above), joint_at(character, leg->hip));
            leg->hip = above;
            leg->body_count++;
        }
    }
    character->legs = legs;
}

int caperi_choose_root_body(const caper_character *character)
{
    // limbs that stand, by the spine body that carries them; toes of one limb count once
    int incident[CAPER_MAX_BODIES] = {0};
    bool counted[CAPER_MAX_BODIES] = {false};
    for (int k = 0; k < character->leg_count; k++) {
        int hip = character->legs[k].hip;
        if (!counted[hip])
            incident[character->bodies[hip].spine]++;
        counted[hip] = true;
    }

    int best = -1, best_off = 0;
    for (int k = 0; k < character->spine_count; k++) {
        int body = character->spine[k];
        int off = 2 * k - (character->spine_count - 1); // twice the links from the middle
        off = off < 0 ? -off : off;
        bool better = best < 0 || incident[body] > incident[best];
        if (!better && incident[body] == incident[best]) {
            float z = joint_at(character, body).z, best_z = joint_at(character, best).z;
            if (incident[body] > 0)
                better = z != best_z ? z < best_z : body < best;
            else
                better = off != best_off ? off < best_off : body < best;
        }
        if (better) {
            best = body;
            best_off = off;
        }
    }
    return best;
}
