// SPDX-License-Identifier: MIT
//
// Branch predicates (paper 000, section 4.1.1): what a character must be like for a branch of a
// motion to play on it. The paper calls its UprightSpine "a heuristic"; ours is the line between
// the box centers of the two ends of the spine, which must be steeper than 45 degrees. Where that
// line has no length to speak of (a spine of one body, or one that is curled up), the spine's own
// bounds tell: upright is what is taller than it is wide and deep.
//
// Invariant: the answer depends on the rest pose alone, and not on the order of bodies. Helpers
// are no part of the character and never count.
#include "motion/motion.h"

#include <stdio.h>

// Ends nearer than this share of the size do not make a line.
#define LINE_MIN 0.02f

// Of their length that legs fold by: somebody upright squats on his heels, a trunk that lies
// between its legs goes down as far as `pound` and `crouch` lower it.
#define SQUAT 0.6f
#define FOLD 0.4f
// Of its height over the hips: what a shoulder keeps of a trunk that bows by 76 degrees, as in
// `pound`.
#define BOW 0.25f

#define WHY_SIZE 96

static caper_vec3 center_of(const caper_character *c, int body)
{
    return caper_transform_mul_point(c->rest_model[body], c->bodies[body].box_center);
}

static bool spine_is_upright(const caper_character *c)
{
    caper_vec3 line =
        caper_vec3_sub(center_of(c, c->spine[c->spine_count - 1]), center_of(c, c->spine[0]));
    if (caper_vec3_length(line) >= LINE_MIN * c->size)
        return line.y * line.y > line.x * line.x + line.z * line.z;

    caper_bounds bounds = caper_bounds_empty();
    for (int i = 0; i < c->spine_count; i++) {
        const caper_body *body = &c->bodies[c->spine[i]];
        caper_bounds box = {caper_vec3_sub(body->box_center, body->box_half),
                            caper_vec3_add(body->box_center, body->box_half)};
        bounds =
            caper_bounds_union(bounds, caper_bounds_transform(c->rest_model[c->spine[i]], box));
    }
    caper_vec3 extent = caper_bounds_size(bounds);
    return extent.y > extent.x && extent.y > extent.z;
}

static int count_with(const caper_character *c, caper_caps caps)
{
    int count = 0;
    for (int i = 0; i < c->body_count; i++)
        if ((c->bodies[i].caps & caps) == caps && !(c->bodies[i].caps & CAPER_CAP_HELPER))
            count++;
    return count;
}

static bool count_is_met(int count, int min, int max, const char *noun, char *why)
{
    if (count < min)
        snprintf(why, WHY_SIZE, "it has %d %s, expected at least %d", count, noun, min);
    else if (max > 0 && count > max)
        snprintf(why, WHY_SIZE, "it has %d %s, expected at most %d", count, noun, max);
    else
        return true;
    return false;
}

// Legs fold and an upright trunk bows about the hips, then the limb is stretched.
bool caperi_reaches_ground(const caper_character *c, int body)
{
    caper_vec3 joint, half = c->bodies[body].box_half;
    float length = caperi_limb_reach(c, body, c->bodies[body].box_center, &joint) +
                   caper_min(half.x, caper_min(half.y, half.z));
    if (c->leg_count == 0)
        return joint.y <= length;
    float hips = 0, legs = 0;
    for (int i = 0; i < c->leg_count; i++) {
        hips += c->rest_model[c->legs[i].hip].position.y / (float)c->leg_count;
        legs += c->legs[i].length / (float)c->leg_count;
    }
    float above = caper_max(joint.y - hips, 0);
    bool upright = spine_is_upright(c);
    float down = upright ? (1 - BOW) * above + SQUAT * legs : FOLD * legs;
    return joint.y - down <= length;
}

static int count_to_ground(const caper_character *c)
{
    int count = 0;
    for (int i = 0; i < c->body_count; i++)
        count +=
            (c->bodies[i].caps & (CAPER_CAP_GRASPER | CAPER_CAP_HELPER)) == CAPER_CAP_GRASPER &&
            caperi_reaches_ground(c, i);
    return count;
}

// The name of a bit for a message; a def may hold bits that nobody has named.
static const char *cap_text(caper_caps bit)
{
    const char *name = caper_cap_name(bit);
    return name ? name : "unknown capability";
}

bool caper_needs_met(const caper_needs *needs, const caper_character *character, char why[96])
{
    char unread[WHY_SIZE];
    CAPER_ASSERT(needs && character);
    if (!why)
        why = unread;
    why[0] = '\0';
    if (!needs || !character)
        return false;

    if (needs->upright_spine != CAPER_IGNORE) {
        bool upright = spine_is_upright(character);
        if (upright != (needs->upright_spine == CAPER_TRUE)) {
            snprintf(why, WHY_SIZE, "its spine is %s, expected one that is %s",
                     upright ? "upright" : "prone", upright ? "prone" : "upright");
            return false;
        }
    }
    for (caper_caps bit = 1; bit; bit <<= 1) {
        if ((needs->with & bit) && count_with(character, caperi_stand_in(character, bit)) == 0) {
            snprintf(why, WHY_SIZE, "it has no %s", cap_text(bit));
            return false;
        }
        if ((needs->without & bit) && count_with(character, bit) > 0) {
            snprintf(why, WHY_SIZE, "it has a %s, expected none", cap_text(bit));
            return false;
        }
    }
    return count_is_met(character->leg_count, needs->min_legs, needs->max_legs, "legs", why) &&
           count_is_met(count_with(character, CAPER_CAP_GRASPER), needs->min_graspers,
                        needs->max_graspers, "graspers", why) &&
           (needs->min_ground_graspers == 0 ||
            count_is_met(count_to_ground(character), needs->min_ground_graspers, 0,
                         "graspers that reach the ground", why));
}
