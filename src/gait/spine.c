// SPDX-License-Identifier: MIT
//
// The bend of the spine between the hips (paper 000, section 4.2, has rigid torsos in mind: this is
// ours). A heading runs along the body: where the root turned, each body behind turns when it gets
// there, so that hips follow the chest like the cars of a train; the bodies ahead turn by the
// curvature of the way that is just being gone. What the feet report of the ground beyond a plane
// bends the spine up and down likewise, and what is beyond the foremost hips looks where the
// command leads before the body is there. Bodies are turned one about the joint to the next, so
// that nothing is stretched; legs hang on their bent body, homes and hips alike. Invariants:
// straight and level is exactly the rest pose; legs on one spine body only are never bent.
#include "gait/gait.h"

#include <string.h>

#define MAX_JOINT 0.3f // radians between two neighbors
#define MAX_RISE 0.15f // of leg length, off the plane through the feet
#define MAX_LOOK 0.7f
#define COUNTER 0.3f    // of the turn of the hips: shoulders turn the other way (captured walks)
#define HALF_LIFE 0.15f // times the time in which a leg swings

// ---------------------------------------------------------------------------------------- plan

// From a leg to the next one in front of it, at most.
static float largest_gap(const caper_gait *gait)
{
    float largest = 0.0f;
    for (int i = 0; i < gait->leg_count; i++) {
        float gap = 1.0f - gait->plans[i].share;
        for (int k = 0; k < gait->leg_count; k++) {
            float ahead = gait->plans[k].share - gait->plans[i].share;
            gap = ahead > 1e-4f && ahead < gap ? ahead : gap;
        }
        largest = caper_max(largest, gap);
    }
    return largest;
}

void caperi_spine_plan(caper_gait *gait)
{
    const caper_character *c = gait->character;
    gait->first_hip = gait->link_count;
    gait->last_hip = -1;
    for (int i = 0; i < gait->leg_count; i++) {
        int spine = c->bodies[gait->legs[i].foot].spine;
        for (int k = 0; k < gait->link_count; k++) {
            if (gait->links[k].body == spine) {
                gait->plans[i].link = k;
                gait->first_hip = k < gait->first_hip ? k : gait->first_hip;
                gait->last_hip = k > gait->last_hip ? k : gait->last_hip;
            }
        }
    }
    float rear = gait->links[gait->first_hip].rest.z, front = gait->links[gait->last_hip].rest.z;
    float middle = caper_clamp(0.0f, caper_min(rear, front), caper_max(rear, front));
    gait->bends = front - rear > 0.2f * gait->length;
    gait->anchor = gait->first_hip;
    for (int k = gait->first_hip; k <= gait->last_hip; k++) {
        float now = fabsf(gait->links[k].rest.z - middle);
        gait->anchor = now < fabsf(gait->links[gait->anchor].rest.z - middle) ? k : gait->anchor;
    }
    if (!gait->bends) {
        gait->anchor = gait->last_hip;
        return;
    }
    gait->bend_middle = gait->links[gait->anchor].rest.z;
    gait->bend_rear = caper_max(gait->bend_middle - rear, 0.05f * gait->length);
    gait->bend_length = front - rear;
    // feet of the inner side must not meet, and joints have limits
    float joints = (float)(gait->last_hip - gait->first_hip);
    gait->most_bend = caper_min(1.0f / caper_max(gait->span_x, 0.2f * gait->length),
                                1.5f * MAX_JOINT * joints / gait->bend_length);
    for (int i = 0; i < gait->leg_count; i++) {
        gait->plans[i].share = (gait->links[gait->plans[i].link].rest.z - rear) / gait->bend_length;
    }
    gait->row_gap = largest_gap(gait);
    caperi_wave_plan(gait);
}

// --------------------------------------------------------------------------------------- fields

// A value between the nodes of a field that runs over 0 .. 1.
static float field_at(const float *field, float share)
{
    float at = caper_clamp(share, 0.0f, 1.0f) * (float)(CAPERI_BEND - 1);
    int i = (int)caper_min(at, (float)(CAPERI_BEND - 2));
    return caper_lerp(field[i], field[i + 1], at - (float)i);
}

static float limited(float x, float limit)
{
    float share = x / caper_max(limit, 1e-6f);
    return x / sqrtf(1.0f + share * share);
}

// The headings behind the root, against the root's: the direction in which the root goes is left
// behind and moves rearward at the speed that it goes forward. Backward, sideways or standing there
// is nothing to follow: they ease to the curve that is being gone, or to straight.
static void turn_along(caperi_step *step, const caperi_springs *spring)
{
    const caper_gait *gait = step->gait;
    caperi_walker_state *s = &step->walker->state;
    float unit = sqrtf(gait->gravity * gait->length), tau = unit / gait->gravity, dt = step->dt;
    caper_vec3 v = caper_quat_unrotate(step->root.rotation, s->velocity);
    float speed = v.z, slow = 0.2f * unit, way = caper_max(speed, 0.0f) * dt;
    float turned = caper_wrap_angle(s->root.yaw - s->bend_yaw);
    s->bend_yaw = s->root.yaw;
    float curve = s->yaw_rate * speed / (speed * speed + slow * slow);
    curve = caper_clamp(curve, -gait->most_bend, gait->most_bend);
    caperi_spring_to(spring, &s->curve, &s->curve_velocity, curve);
    // the root may drift a little to a side; what goes sideways does not follow itself
    float drift = v.x / caper_max(speed, slow);
    drift *= 1.0f - caper_smoothstep(0.3f, 0.8f, fabsf(drift));

    float idle = 1.0f - caper_smoothstep(0.02f, 0.15f, fabsf(speed) / unit);
    float rate = 0.7f * idle / tau + 2.0f * caper_max(-speed, 0.0f) / gait->bend_rear;
    float keep = 1.0f / (1.0f + rate * dt), most = 2.0f * gait->most_bend * gait->bend_rear;
    // from the rear: a node reads only what is ahead of it, which is still that of the last step
    for (int k = 0; k < CAPERI_BEND; k++) {
        float behind = gait->bend_rear * (1.0f - (float)k / (float)(CAPERI_BEND - 1));
        float from = behind - way;
        float heading = from > 0.0f ? field_at(s->headings, 1.0f - from / gait->bend_rear) - turned
                                    : drift - turned * behind / caper_max(way, 1e-9f);
        float goal = -s->curve * behind;
        heading = goal + (heading - goal) * keep;
        s->headings[k] = caper_clamp(heading, -most, most);
        // bodies turn in their time, however quick the root is
        caperi_spring_to(spring, &s->turns[k], &s->turn_velocities[k], s->headings[k]);
    }
}

// The ground of the feet along the body, against the line that fits it best. Bodies with feet at
// both ends only also look at the ground under their middle.
static void rise_along(caperi_step *step, const caperi_springs *spring)
{
    const caper_gait *gait = step->gait;
    caperi_walker_state *s = &step->walker->state;
    float n = (float)gait->leg_count, mean = 0.0f, mean_at = 0.0f, xx = 1e-6f, xy = 0.0f;
    for (int i = 0; i < gait->leg_count; i++) {
        mean += step->walker->feet[i].ground / n;
        mean_at += gait->plans[i].share / n;
    }
    for (int i = 0; i < gait->leg_count; i++) {
        float x = gait->plans[i].share - mean_at;
        xx += x * x;
        xy += x * (step->walker->feet[i].ground - mean);
    }
    float slope = xy / xx, middle = 0.0f, limit = MAX_RISE * gait->length;
    if (gait->row_gap > 0.6f && (step->world || step->frame)) {
        caper_vec3 at = caper_vec3_make(0.0f, 0.0f, gait->bend_middle);
        at = caper_transform_mul_point(step->root, at);
        float under = caperi_ground_height(step, at);
        float share = gait->bend_rear / gait->bend_length;
        middle = caper_clamp(under - mean - slope * (share - mean_at), -limit, limit);
    }
    float sums[CAPERI_BEND] = {0}, weights[CAPERI_BEND] = {0};
    float closeness = 1.0f / caper_max(gait->row_gap, 0.1f), unit = 1.0f / (CAPERI_BEND - 1);
    // feet at both ends only are on the line that fits them
    for (int i = 0; i < gait->leg_count && gait->row_gap < 0.99f; i++) {
        float at = gait->plans[i].share;
        float off = step->walker->feet[i].ground - mean - slope * (at - mean_at);
        for (int k = 0; k < CAPERI_BEND; k++) {
            float near = caper_max(1.0f - fabsf(at - unit * (float)k) * closeness, 0.0f);
            sums[k] += near * off;
            weights[k] += near;
        }
    }
    for (int k = 0; k < CAPERI_BEND; k++) {
        float share = unit * (float)k;
        float goal = sums[k] / caper_max(weights[k], 1e-6f);
        goal = limited(goal + 2.0f * share * (1.0f - share) * middle, limit);
        caperi_spring_to(spring, &s->rises[k], &s->rise_velocities[k], goal);
    }
}

// Heads know where the command leads before the body turns there.
static void look_ahead(caperi_step *step, const caperi_springs *spring)
{
    caperi_walker_state *s = &step->walker->state;
    float tau = step->gait->tau;
    float ahead = 0.9f * step->turn + 0.3f * tau * s->yaw_rate;
    caperi_spring_to(spring, &s->look, &s->look_velocity, limited(ahead, MAX_LOOK));
}

// ----------------------------------------------------------------------------------------- pose

// Where the way goes at a link: against the root, to the left.
static float link_heading(const caper_walker *walker, int link)
{
    const caper_gait *gait = walker->gait;
    const caperi_walker_state *s = &walker->state;
    float at = gait->links[link].rest.z - gait->bend_middle;
    return at > 0.0f ? s->curve * at : field_at(s->turns, 1.0f + at / gait->bend_rear);
}

// Where a link is between the rearmost hips and the foremost.
static float link_share(const caper_gait *gait, int link)
{
    return (gait->links[link].rest.z - gait->bend_middle + gait->bend_rear) / gait->bend_length;
}

// How far the legs turn a link against the one under the root.
static float link_wave(const caper_walker *walker, int link)
{
    const caper_gait *gait = walker->gait;
    const float *waves = walker->state.waves;
    return field_at(waves, link_share(gait, link)) -
           field_at(waves, link_share(gait, gait->anchor));
}

static float link_slope(const caper_walker *walker, int link)
{
    const caper_gait *gait = walker->gait;
    const float *rises = walker->state.rises;
    float at = caper_clamp(link_share(gait, link), 0.0f, 1.0f) * (float)(CAPERI_BEND - 1);
    int i = (int)caper_min(at, (float)(CAPERI_BEND - 2));
    return (rises[i + 1] - rises[i]) * (float)(CAPERI_BEND - 1) / gait->bend_length;
}

// The joint between two neighbors of the spine at rest: the origin of the one that is the child.
static caper_vec3 joint_between(const caper_gait *gait, int a, int b)
{
    const caper_character *c = gait->character;
    int first = gait->links[a].body, second = gait->links[b].body;
    return c->rest_model[c->bodies[second].parent == first ? second : first].position;
}

// What a link hands on to the next one away from the anchor.
typedef struct spine_pose {
    caper_quat yaw;
    float heading, slope;
    float wave; // slope that the legs add
} spine_pose;

// Shoulders turn against the hips, and heads do not turn with either: what a link in front of the
// hips adds to that.
static float countered(const caper_walker *walker, int link)
{
    const caper_gait *gait = walker->gait;
    int shoulder = gait->shoulder, last = gait->link_count - 1;
    if (gait->bends) {
        float turned = gait->lithe > 0.0f ? link_wave(walker, gait->last_hip) : 0.0f;
        return -(turned + walker->state.tilt.y) / (float)(last - gait->last_hip);
    }
    // bodies without arms have nothing to swing against
    float hips = gait->arm_count > 0 ? walker->state.tilt.y : 0.0f;
    if (shoulder <= gait->last_hip || shoulder == last) {
        return -hips / (float)(last - gait->last_hip);
    }
    return link <= shoulder ? -(1.0f + COUNTER) * hips / (float)(shoulder - gait->last_hip)
                            : COUNTER * hips / (float)(last - shoulder);
}

// How much farther than its neighbor on the side of the anchor a link is turned, and its slope.
static float turn_link(const caper_walker *walker, int link, spine_pose *pose)
{
    const caper_gait *gait = walker->gait;
    if (link > gait->last_hip) {
        float neck = (float)(gait->link_count - 1 - gait->last_hip);
        pose->wave =
            gait->bends ? caperi_wave_neck(walker, (float)(link - gait->last_hip) / neck) : 0.0f;
        return walker->state.look / neck + countered(walker, link);
    }
    if (link < gait->first_hip) {
        return 0.0f;
    }
    float heading = link_heading(walker, link) + link_wave(walker, link), before = pose->heading;
    pose->heading = heading;
    pose->slope = link_slope(walker, link);
    pose->wave = caperi_wave_slope(walker, link_share(gait, link));
    return limited(heading - before, MAX_JOINT);
}

// Turn a link about the joint to its neighbor, which is placed already.
static void pose_link(caper_walker *walker, int link, int neighbor, spine_pose *pose)
{
    caperi_link_bend *bend = &walker->bends[link];
    caper_vec3 joint = joint_between(walker->gait, neighbor, link);
    caper_vec3 place = caper_transform_mul_point(walker->bends[neighbor].move, joint);
    float turn = turn_link(walker, link, pose), half = 0.5f * turn;
    bend->yaw = walker->bends[neighbor].yaw + turn;
    if (turn != 0.0f) {
        // half is 0.35 at most: its tangent by two terms
        float tangent = half * (1.0f + half * half * (1.0f / 3.0f));
        float y = pose->yaw.y + tangent * pose->yaw.w, w = pose->yaw.w - tangent * pose->yaw.y;
        pose->yaw = caper_quat_normalize(caper_quat_make(0.0f, y, 0.0f, w));
    }
    caper_quat turned = pose->yaw;
    float slope = pose->slope + pose->wave;
    if (slope != 0.0f) {
        // by 2 atan(slope / 2), which is atan(slope) to 2 degrees here
        float up = -0.5f * limited(slope, 0.5f);
        turned =
            caper_quat_mul(turned, caper_quat_normalize(caper_quat_make(up, 0.0f, 0.0f, 1.0f)));
    }
    caper_vec3 moved = caper_vec3_sub(place, caper_quat_rotate(turned, joint));
    bend->move = caper_transform_make(turned, moved);
}

void caperi_spine_pose(caper_walker *walker)
{
    const caper_gait *gait = walker->gait;
    int anchor = gait->anchor;
    caperi_link_bend *bend = &walker->bends[anchor];
    bend->move = caper_transform_identity();
    bend->yaw = 0.0f;
    if (gait->bends) {
        float share = link_share(gait, anchor);
        bend->move.position.y =
            field_at(walker->state.rises, share) + caperi_wave_arch(walker, share);
    }
    spine_pose ahead = {caper_quat_identity(), 0.0f, 0.0f, 0.0f}, behind = ahead;
    for (int k = anchor + 1; k < gait->link_count; k++) {
        pose_link(walker, k, k - 1, &ahead);
    }
    for (int k = anchor - 1; k >= 0; k--) {
        pose_link(walker, k, k + 1, &behind);
    }
}

void caperi_spine_place(caper_walker *walker)
{
    walker->state.bend_yaw = walker->state.root.yaw;
    caperi_spine_pose(walker);
}

void caperi_spine_update(caperi_step *step)
{
    const caper_gait *gait = step->gait;
    caperi_springs spring;
    spring.rate = 1.6783470f / (HALF_LIFE * gait->tau);
    spring.keep = caper_exp(-spring.rate * step->dt);
    spring.dt = step->dt;
    if (gait->bends) {
        turn_along(step, &spring);
    }
    // flat ground lifts nothing
    if (gait->bends && (step->world || step->frame)) {
        rise_along(step, &spring);
    }
    look_ahead(step, &spring);
    caperi_wave_update(step, &spring);
    caperi_spine_pose(step->walker);
}

// ---------------------------------------------------------------------------------------- goals

caper_transform caperi_body_bend(const caper_walker *walker, int body)
{
    const caper_gait *gait = walker->gait;
    int spine = gait->character->bodies[body].spine;
    for (int k = 0; k < gait->link_count; k++) {
        if (gait->links[k].body == spine) {
            return walker->bends[k].move;
        }
    }
    return caper_transform_identity();
}

// The torso between the hips goes as it is bent, whatever single legs ask of it.
void caperi_spine_goals(const caper_walker *walker, const caper_walk_job *job,
                        caper_transform torso)
{
    const caper_gait *gait = walker->gait;
    const caper_character *c = gait->character;
    for (int k = 0; k < gait->link_count; k++) {
        int body = gait->links[k].body;
        bool held = body == c->root_body || (k >= gait->first_hip && k <= gait->last_hip);
        if (!held && k < gait->first_hip) {
            continue;
        }
        caper_transform at = caper_transform_mul(torso, walker->bends[k].move);
        at = caper_transform_mul(at, c->rest_model[body]);
        caper_goal goal;
        memset(&goal, 0, sizeof goal);
        goal.body = body;
        goal.position = at.position;
        goal.rotation = at.rotation;
        goal.position_weight = goal.rotation_weight = 1.0f;
        caperi_goal_add(job, goal);
    }
}
