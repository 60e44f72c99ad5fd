// SPDX-License-Identifier: MIT
//
// Getting about without feet (paper 000, section 4.2: float, or crawl on pseudo-feet with a gait
// like an inchworm's). The front end of the spine leaves a trail in the world, and everything lies
// on it. Slithering: a wave that is fixed to the trail, so that the body passes through it and no
// link slides sideways. Crawling: the rear third stands while the front goes on, then the front
// stands while the rear follows and the middle arches up; what stands does not move in the world.
// Swimming: a wave that grows towards the tail, faster with speed; arms beat. Floating and pulsing:
// the whole body bobs. Arms that an upright body lies on step like feet. All of it depends on the
// distance covered and on the phase, so that stopping leaves no jump.
#include "gait/gait.h"

#include <string.h>

#define SLITHER_WAVE 0.45f   // length of a wave, share of the body
#define SLITHER_WIDTH 0.055f // half of its width
#define CRAWL_STRIDE 0.28f   // share of the body
#define HOLD 0.18f           // share of the body at each end that stands
#define HOVER 0.1f           // of the size: who flies or swims is at least so far off the ground
#define BEAT 0.6f            // radians that wings go up and down; by hand
#define BEATS 3.0f           // of wings, for one of a swimmer; by hand
#define TAIL_WAVE 0.9f       // waves along the tail of an upright body that glides on the ground
#define TAIL_TURN 0.5f       // radians that its bodies turn to either side; by hand
#define CREEP_DUTY 0.65f     // of the arms of a body that stands on its arms
#define CREEP_WAY 0.22f      // of an arm's length: how far it reaches ahead

static caper_vec3 forward_of(caper_root root)
{
    return caper_quat_rotate(caper_quat_from_yaw(root.yaw), caper_vec3_make(0.0f, 0.0f, 1.0f));
}

static float spacing(const caper_gait *gait)
{
    return gait->link_length / 40.0f;
}

static caper_vec3 front_of(const caper_gait *gait, caper_root root)
{
    caper_vec3 at = caper_vec3_make(root.x, 0.0f, root.z);
    return caper_vec3_add_scaled(at, forward_of(root), gait->front_z);
}

// ----------------------------------------------------------------------------------------- arms

void caperi_legless_plan(caper_gait *gait)
{
    const caper_character *c = gait->character;
    const caper_caps others =
        CAPER_CAP_EYE | CAPER_CAP_EAR | CAPER_CAP_MOUTH | CAPER_CAP_HORN | CAPER_CAP_HEAD;
    bool ground = gait->mode == CAPER_GAIT_CRAWL || gait->mode == CAPER_GAIT_SLITHER;
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *body = &c->bodies[i];
        bool wing = (body->caps & CAPER_CAP_WING) && gait->mode == CAPER_GAIT_FLOAT;
        gait->tail_count += ground && gait->upright && (body->caps & CAPER_CAP_TAIL);
        if (!gait->upright && !wing) {
            continue;
        }
        float length = caper_vec3_length(body->box_center);
        for (int b = i; b != body->base && body->base >= 0; b = c->bodies[b].parent) {
            length += caper_vec3_length(c->skeleton.rest_local[b].position);
        }
        bool limb = body->base >= 0 && body->child < 0 && !(body->caps & others);
        if (limb && (length > 0.2f * c->size || wing || (body->caps & CAPER_CAP_FIN))) {
            caperi_tip *tip = &gait->tips[gait->tip_count++];
            tip->body = i;
            tip->rest = caper_transform_mul_point(c->rest_model[i], body->box_center);
            tip->length = length;
            tip->creeps = ground && tip->rest.y < 0.12f * c->size;
            // wide bodies turn more slowly
            float wide = sqrtf(tip->rest.x * tip->rest.x + tip->rest.z * tip->rest.z);
            gait->radius = tip->creeps ? caper_max(gait->radius, wide) : gait->radius;
            tip->middle = -1;
            float along = caper_vec3_length(body->box_center);
            for (int b = i; b != body->base && along < 0.5f * length; b = c->bodies[b].parent) {
                along += caper_vec3_length(c->skeleton.rest_local[b].position);
                tip->middle = c->bodies[b].parent;
            }
            tip->middle = tip->middle == body->base ? -1 : tip->middle;
            tip->share = 1.0f - along / length;
            // stretched arms could not reach ahead: they stand nearer than at rest
            caper_vec3 base = c->rest_model[body->base].position;
            float from = caper_vec3_distance(tip->rest, base), near = 0.68f * length;
            if (tip->creeps && from > near) {
                float y = tip->rest.y;
                tip->rest = caper_vec3_lerp(base, tip->rest, near / from);
                tip->rest.y = y;
            }
        }
    }
    gait->foot_count = gait->tip_count;
}

// Where the end of a limb is at rest, in the world, on the ground that is there.
static caper_vec3 tip_home(const caperi_step *step, int i)
{
    const caperi_walker_state *s = &step->walker->state;
    caper_vec3 rest = step->gait->tips[i].rest;
    caper_vec3 at = caper_transform_mul_point(caper_root_transform(s->root), rest);
    at.y = s->root.y;
    at.y = caperi_ground_height(step, at) + rest.y;
    return at;
}

static void creep_on(const caper_gait *gait, int i, caperi_foot *foot, caper_vec3 home,
                     caper_vec3 velocity, float flying, float dt)
{
    float tau = gait->tau, length = gait->tips[i].length;
    float speed = caper_vec3_length(velocity);
    bool moves = speed > 0.02f * sqrtf(gait->gravity * gait->length);
    // a stance covers twice what it reaches ahead
    float rate = CREEP_DUTY * speed / (2.0f * CREEP_WAY * length);
    if (foot->stands) {
        foot->phase += rate * dt;
        float off = caper_vec3_distance(foot->anchor, home);
        bool turn = (foot->phase >= CREEP_DUTY && moves) || (!moves && off > 0.1f * length);
        bool torn = off > 1.2f * CREEP_WAY * length;
        // some always stand
        if ((turn && flying < 0.5f) || (torn && flying < 0.8f)) {
            foot->stands = 0;
            foot->phase = CREEP_DUTY;
            foot->start = foot->anchor;
        }
        return;
    }
    rate = caper_clamp(rate, 0.5f / tau, 0.9f / tau);
    foot->phase += rate * dt;
    float left = caper_max(1.0f - foot->phase, 0.0f), share = 1.0f - left / (1.0f - CREEP_DUTY);
    float ahead = caper_min(CREEP_WAY * length / caper_max(speed, 1e-6f), 0.5f * CREEP_DUTY / rate);
    foot->target = caper_vec3_add_scaled(home, velocity, ahead + left / rate);
    foot->position =
        caper_vec3_lerp(foot->start, foot->target, caper_smoothstep(0.0f, 1.0f, share));
    float lift = 4.0f * share * (1.0f - share);
    foot->position.y += 0.12f * length * lift * lift;
    if (left <= 0.0f) {
        foot->phase = 0.0f;
        foot->stands = 1;
        foot->anchor = foot->position = foot->target;
    }
}

// Arms that a body lies on go like feet: most stand while some reach ahead. They step when their
// turn comes, or when the body has turned or gone too far from them.
static void creep(caperi_step *step)
{
    const caperi_walker_state *s = &step->walker->state;
    for (int i = 0; i < step->gait->tip_count; i++) {
        float flying = 0.0f;
        for (int k = 0; k < step->gait->tip_count; k++) {
            flying += step->walker->feet[k].stands ? 0.0f : 1.0f / (float)step->gait->tip_count;
        }
        if (step->gait->tips[i].creeps) {
            caper_vec3 home = tip_home(step, i), v = s->velocity;
            v.x += s->yaw_rate * (home.z - s->root.z);
            v.z -= s->yaw_rate * (home.x - s->root.x);
            v.y = 0.0f;
            creep_on(step->gait, i, &step->walker->feet[i], home, v, flying, step->dt);
        }
    }
}

// ---------------------------------------------------------------------------------------- trail

void caperi_legless_place(caperi_step *step)
{
    caperi_walker_state *s = &step->walker->state;
    for (int i = 0; i < step->gait->tip_count; i++) {
        caperi_foot *foot = &step->walker->feet[i];
        memset(foot, 0, sizeof *foot);
        foot->anchor = foot->position = tip_home(step, i);
        foot->stands = 1;
        // neighbors of a ring step apart: three eighths of a cycle
        float turns = 0.375f * (float)i;
        foot->phase = CREEP_DUTY * (turns - (float)(int)turns);
    }
    caper_vec3 back = forward_of(s->root);
    s->front = front_of(step->gait, s->root);
    for (int i = 0; i < CAPERI_TRAIL; i++) {
        s->trail[i] = caper_vec3_add_scaled(s->front, back, -spacing(step->gait) * (float)i);
    }
}

static void lay_trail(caperi_step *step)
{
    caperi_walker_state *s = &step->walker->state;
    float unit = spacing(step->gait);
    s->front = front_of(step->gait, s->root);
    caper_vec3 d = caper_vec3_sub(s->front, s->trail[0]);
    float length = caper_vec3_length(d);
    while (length >= unit) {
        caper_vec3 next = caper_vec3_add_scaled(s->trail[0], d, unit / length);
        if (!(caper_vec3_distance(s->trail[0], next) > 0.0f)) {
            break; // far from the origin: less than floats can tell apart
        }
        memmove(&s->trail[1], &s->trail[0], (CAPERI_TRAIL - 1) * sizeof s->trail[0]);
        s->trail[0] = next;
        s->trail_arc += (double)unit;
        d = caper_vec3_sub(s->front, next);
        length = caper_vec3_length(d);
    }
    s->travel = s->trail_arc + (double)length;
}

// The place on the trail at a way since the start, and the direction there.
static caper_vec3 trail_at(const caper_walker *walker, double arc, caper_vec3 *direction)
{
    const caperi_walker_state *s = &walker->state;
    float unit = spacing(walker->gait), back = (float)(s->trail_arc - arc) / unit;
    if (back <= 0.0f) {
        caper_vec3 d = caper_vec3_sub(s->front, s->trail[0]);
        float length = caper_vec3_length(d);
        *direction =
            length > 0.1f * unit ? caper_vec3_scale(d, 1.0f / length) : forward_of(s->root);
        return caper_vec3_add_scaled(s->trail[0], *direction, -back * unit);
    }
    int i = (int)caper_min(back, (float)(CAPERI_TRAIL - 2));
    *direction = caper_vec3_scale(caper_vec3_sub(s->trail[i], s->trail[i + 1]), 1.0f / unit);
    return caper_vec3_add_scaled(s->trail[i], *direction, ((float)i - back) * unit);
}

// A smooth direction: the mean over some way, so that links do not turn by steps.
static caper_vec3 heading_at(const caper_walker *walker, double arc)
{
    caper_vec3 d;
    double reach = 3.0 * (double)spacing(walker->gait);
    caper_vec3 a = trail_at(walker, arc - reach, &d), b = trail_at(walker, arc + reach, &d);
    return caper_vec3_normalize_or(caper_vec3_sub(b, a), forward_of(walker->state.root));
}

// Where a slithering link is, without its height.
static caper_vec3 slither_at(const caper_walker *walker, int i, caper_vec3 *direction)
{
    const caper_gait *gait = walker->gait;
    const caperi_walker_state *s = &walker->state;
    float length = gait->link_length, wave = SLITHER_WAVE * length;
    float grown = caper_smoothstep(0.0f, 0.6f * length, (float)s->travel);
    float width = SLITHER_WIDTH * length * grown, steep = CAPER_TAU * width / wave;
    float shrink = 1.0f / (1.0f + 0.25f * steep * steep); // of the way that the body covers
    double arc = s->travel - (double)((length - gait->links[i].along) * shrink);
    caper_vec3 d, p = trail_at(walker, arc, &d);
    d = heading_at(walker, arc);
    caper_vec3 side = caper_vec3_make(d.z, 0.0f, -d.x);
    double turns = arc / (double)wave;
    float sine, cosine;
    caper_sincos(CAPER_TAU * (float)(turns - (double)(int)turns), &sine, &cosine);
    float behind = caper_smoothstep(0.0f, 0.15f * length, length - gait->links[i].along);
    float swing = width * (0.4f + 0.6f * behind); // the head sways less
    d = caper_vec3_add_scaled(d, side, CAPER_TAU * swing / wave * cosine);
    *direction = caper_vec3_normalize(d);
    return caper_vec3_add_scaled(p, side, swing * sine);
}

// Where a crawling link is, with its height above the ground. The ends are at whole strides plus
// the part of this one, eased; they keep their length and stand as one; the middle is drawn
// together and arches up.
static caper_vec3 crawl_at(const caper_walker *walker, int i, caper_vec3 *direction)
{
    const caper_gait *gait = walker->gait;
    const caperi_walker_state *s = &walker->state;
    float length = gait->link_length, stride = CRAWL_STRIDE * length;
    double steps = s->travel / (double)stride, whole = (double)(int)steps;
    float phase = (float)(steps - whole), u = gait->links[i].along / length;
    double rear = (whole + (double)caper_smoothstep(0.0f, 0.5f, phase)) * (double)stride;
    double front = (whole + (double)caper_smoothstep(0.5f, 1.0f, phase)) * (double)stride;
    rear -= (double)length;
    front -= (double)(0.03f * stride);
    float span = (float)(front - rear), gap = span - 2.0f * HOLD * length;
    float arch = 0.64f * sqrtf(caper_max(gap * (length - span), 0.0f));
    float t = caper_clamp((u - HOLD) / (1.0f - 2.0f * HOLD), 0.0f, 1.0f);
    double arc = u <= HOLD          ? rear + (double)(u * length)
                 : u >= 1.0f - HOLD ? front - (double)((1.0f - u) * length)
                                    : rear + (double)(HOLD * length + t * gap);
    caper_vec3 d, p = trail_at(walker, arc, &d);
    d = heading_at(walker, arc);
    float sine, cosine;
    caper_sincos(CAPER_PI * t, &sine, &cosine);
    p.y = arch * sine * sine;
    d.y = arch * 2.0f * sine * cosine * CAPER_PI / caper_max(gap, 0.1f * length);
    *direction = caper_vec3_normalize(d);
    return p;
}

static caper_vec3 link_at(const caper_walker *walker, int i, caper_vec3 *direction)
{
    return walker->gait->mode == CAPER_GAIT_SLITHER ? slither_at(walker, i, direction)
                                                    : crawl_at(walker, i, direction);
}

// --------------------------------------------------------------------------------------- update

void caperi_legless_update(caperi_step *step)
{
    const caper_gait *gait = step->gait;
    caperi_walker_state *s = &step->walker->state;
    float size = gait->character->size, tau = gait->tau, dt = step->dt;
    float speed = caper_vec3_length(s->velocity);
    bool moves = speed > 0.01f * sqrtf(gait->gravity * gait->length);
    s->activity = caper_damp(s->activity, moves ? 1.0f : 0.0f, 0.6f * tau, dt);
    bool aloft = gait->mode == CAPER_GAIT_SWIM || gait->mode == CAPER_GAIT_FLOAT;
    if (!aloft && !gait->upright) {
        lay_trail(step);
    }

    // a beat drives a swimmer by about two thirds of its length
    float idle = 0.12f / tau;
    s->frequency = caper_min(idle + speed / (0.7f * size), 0.9f / tau);
    double turned = (double)(s->frequency * dt);
    s->total_cycles += turned;
    s->cycles += turned;
    s->cycles -= s->cycles >= CAPERI_GAIT_WRAP ? CAPERI_GAIT_WRAP : 0.0;

    caper_vec3 at = caper_vec3_make(s->root.x, s->root.y, s->root.z);
    float ground = caperi_ground_height(step, at);
    if (!aloft || s->root.y < ground || step->command.velocity.y == 0.0f) {
        caper_spring(&s->root.y, &s->height_velocity, ground, 0.0f, 0.5f * tau, dt);
    }
    // lean into what is asked for
    caper_quat turn = caper_quat_from_yaw(s->root.yaw);
    float unit = 1.0f / sqrtf(gait->gravity * gait->length);
    caper_vec3 v = caper_vec3_scale(caper_quat_unrotate(turn, s->velocity), unit);
    caper_vec3 ahead = caper_vec3_sub(step->command.velocity, s->velocity);
    ahead = caper_vec3_scale(caper_quat_unrotate(turn, ahead), unit);
    caper_vec3 tilt = caper_vec3_zero();
    if (aloft || gait->upright) {
        float pitch = (gait->upright ? 0.5f : 0.0f) * v.z + 0.3f * ahead.z - 0.5f * v.y;
        tilt.x = caper_clamp(pitch, -0.5f, 0.6f);
        tilt.z = -caper_clamp(0.3f * ahead.x + 0.4f * v.z * s->yaw_rate * tau, -0.5f, 0.5f);
    }
    caper_vec3_spring(&s->tilt, &s->tilt_velocity, tilt, caper_vec3_zero(), 0.4f * tau, dt);
    float beat = caper_sin(CAPER_TAU * (float)s->cycles);
    float bob = aloft           ? (gait->upright ? 0.05f : 0.015f)
                : gait->upright ? 0.02f * s->activity
                                : 0.0f;
    // what rests on the ground leaves it, and comes down again
    float hover = caper_max(HOVER * size - gait->character->bounds.min.y, 0.0f);
    hover = aloft ? s->activity * hover : 0.0f;
    s->offset = caper_vec3_make(0.0f, bob * size * beat + hover, 0.0f);
    creep(step);
    // the ground under the links is asked for here: goals are made without a world
    for (int i = 0; i < gait->link_count && !gait->upright && !aloft; i++) {
        caper_vec3 d, p = link_at(step->walker, i, &d);
        p.y = s->root.y;
        float y = caperi_ground_height(step, p);
        float *kept = &s->heights[i < CAPERI_LINKS ? i : CAPERI_LINKS - 1];
        *kept = s->placed == 1 ? y : caper_damp(*kept, y, 0.05f * tau, dt);
    }
    s->placed = 2;
}

// ---------------------------------------------------------------------------------------- goals

// A link with its box center at a place in the world, facing along a direction.
static void link_goal(const caper_walker *walker, const caper_walk_job *job, int link,
                      caper_vec3 place, caper_vec3 direction)
{
    const caper_gait *gait = walker->gait;
    const caper_character *c = gait->character;
    int body = gait->links[link].body;
    caper_transform root = caper_root_transform(walker->state.root);
    caper_vec3 local = caper_quat_unrotate(root.rotation, direction);
    caper_quat turn = caper_quat_look(local, caper_vec3_make(0.0f, 1.0f, 0.0f));
    caper_goal goal;
    memset(&goal, 0, sizeof goal);
    goal.body = body;
    goal.point = c->bodies[body].box_center;
    goal.position = caper_transform_unmul_point(root, place);
    goal.rotation = caper_quat_mul(turn, c->rest_model[body].rotation);
    goal.position_weight = goal.rotation_weight = 1.0f;
    caperi_goal_add(job, goal);
}

static float link_ground(const caper_walker *walker, int link)
{
    return walker->state.heights[link < CAPERI_LINKS ? link : CAPERI_LINKS - 1];
}

// How the body as a whole is moved from rest, in the root frame.
static caper_transform torso_of(const caper_walker *walker)
{
    caper_quat tilt = caper_quat_exp(walker->state.tilt);
    caper_vec3 pivot = walker->gait->character->center_of_mass;
    caper_vec3 moved = caper_vec3_add(pivot, walker->state.offset);
    return caper_transform_make(tilt, caper_vec3_sub(moved, caper_quat_rotate(tilt, pivot)));
}

// Off the ground, or upright: the body as a whole, and a wave along a lying spine.
static void swim(const caper_walker *walker, const caper_walk_job *job)
{
    const caper_gait *gait = walker->gait;
    const caperi_walker_state *s = &walker->state;
    const caper_character *c = gait->character;
    caper_transform torso = torso_of(walker);
    bool waves = gait->mode == CAPER_GAIT_SWIM && !gait->upright;
    float length = gait->link_length;
    for (int i = 0; i < gait->link_count; i++) {
        int body = gait->links[i].body;
        if (!waves && body != c->root_body) {
            continue;
        }
        caper_transform rest = c->rest_model[body];
        if (waves) {
            float tail = 1.0f - gait->links[i].along / length, sine, cosine;
            caper_sincos(CAPER_TAU * ((float)s->cycles - 0.9f * tail), &sine, &cosine);
            float width = (0.02f + 0.10f * tail * tail) * length * (0.4f + 0.6f * s->activity);
            float slope = 0.9f * CAPER_TAU * width / length * cosine;
            rest.position.x += width * sine;
            rest.rotation = caper_quat_mul(caper_quat_from_yaw(caper_atan(slope)), rest.rotation);
        }
        rest = caper_transform_mul(torso, rest);
        caper_goal goal;
        memset(&goal, 0, sizeof goal);
        goal.body = body;
        goal.position = rest.position;
        goal.rotation = rest.rotation;
        goal.position_weight = goal.rotation_weight = 1.0f;
        caperi_goal_add(job, goal);
    }
}

// Where the end of a swimmer's arm is: it beats quickly in and down, slowly out again, and hangs
// behind where it goes, the farther down the more.
static caper_vec3 beaten(const caper_walker *walker, const caperi_tip *tip, caper_transform torso)
{
    const caper_gait *gait = walker->gait;
    const caper_character *c = gait->character;
    const caperi_walker_state *s = &walker->state;
    float cycle = (float)(s->cycles - (double)(int)s->cycles);
    float in = caper_smoothstep(0.0f, 0.3f, cycle) * (1.0f - caper_smoothstep(0.35f, 1.0f, cycle));
    float beat = in * (0.4f + 0.6f * s->activity);
    caper_vec3 p = tip->rest, away = caper_vec3_sub(p, c->center_of_mass);
    away.y = 0.0f;
    p = caper_vec3_add_scaled(p, away, 0.12f - 0.5f * beat);
    p.y -= 0.12f * tip->length * beat;
    float below = caper_clamp((c->center_of_mass.y - p.y) / c->size, 0.0f, 1.0f);
    caper_vec3 v = caper_quat_unrotate(caper_quat_from_yaw(s->root.yaw), s->velocity);
    float tau = gait->tau, speed = caper_vec3_length(v);
    float behind = caper_min(0.6f * tau, 0.4f * tip->length / caper_max(speed, 1e-6f));
    return caper_vec3_add_scaled(caper_transform_mul_point(torso, p), v, -behind * below);
}

// Where the end of a wing is as it goes up and down about where it begins.
static caper_vec3 flapped(const caper_walker *walker, const caperi_tip *tip, caper_transform torso)
{
    const caper_character *c = walker->gait->character;
    double beats = (double)BEATS * walker->state.cycles;
    float swing = caper_sin(CAPER_TAU * (float)(beats - (double)(int)beats));
    caper_vec3 base = c->rest_model[c->bodies[tip->body].base].position;
    caper_vec3 arm = caper_vec3_sub(tip->rest, base);
    float angle = BEAT * swing * (arm.x >= 0.0f ? 1.0f : -1.0f) * walker->state.activity;
    caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(0.0f, 0.0f, 1.0f), angle);
    caper_vec3 p = caper_vec3_add(base, caper_quat_rotate(turn, arm));
    return caper_transform_mul_point(torso, p);
}

// The tail of a body that stands upright on the ground waves behind it, as a snake's does: each of
// its bodies turns about the vertical where it begins, so that none grows.
static void wave_tail(const caper_walker *walker, const caper_walk_job *job)
{
    const caper_gait *gait = walker->gait;
    const caperi_walker_state *s = &walker->state;
    const caper_character *c = gait->character;
    caper_transform torso = torso_of(walker), at[CAPER_MAX_BODIES];
    float length = 1e-6f;
    for (int i = 0; i < c->body_count; i++) {
        bool tail = (c->bodies[i].caps & CAPER_CAP_TAIL) != 0;
        length = caper_max(length, tail ? c->bodies[i].limb_length : 0.0f);
    }
    for (int i = 0; i < c->body_count; i++) {
        int up = c->bodies[i].parent;
        at[i] = c->rest_model[i];
        if (!(c->bodies[i].caps & CAPER_CAP_TAIL) || up < 0) {
            continue;
        }
        float along = c->bodies[i].limb_length / length;
        float sine = caper_sin(CAPER_TAU * ((float)s->cycles - TAIL_WAVE * along));
        caper_quat turn = caper_quat_from_yaw(TAIL_TURN * s->activity * sine);
        caper_quat above =
            caper_quat_mul(at[up].rotation, caper_quat_conj(c->rest_model[up].rotation));
        caper_vec3 way = caper_vec3_sub(c->rest_model[i].position, c->rest_model[up].position);
        at[i].position = caper_vec3_add(at[up].position, caper_quat_rotate(above, way));
        at[i].rotation = caper_quat_mul(turn, c->rest_model[i].rotation);
        caper_goal goal;
        memset(&goal, 0, sizeof goal);
        goal.body = i;
        goal.point = c->bodies[i].box_center;
        goal.position = caper_transform_mul_point(at[i], goal.point);
        goal.position = caper_transform_mul_point(torso, goal.position);
        goal.rotation = caper_quat_mul(torso.rotation, at[i].rotation);
        goal.position_weight = goal.rotation_weight = 1.0f;
        caperi_goal_add(job, goal);
    }
}

// Arms that are drawn together bow up: there is ground below.
static void bow_up(const caper_walker *walker, const caper_walk_job *job, const caperi_tip *tip,
                   caper_transform torso, caper_vec3 end)
{
    const caper_character *c = walker->gait->character;
    caper_vec3 base = c->rest_model[c->bodies[tip->body].base].position;
    base = caper_transform_mul_point(torso, base);
    float apart = caper_vec3_distance(base, end), length = tip->length, share = tip->share;
    caper_goal goal;
    memset(&goal, 0, sizeof goal);
    goal.body = tip->middle;
    goal.rotation = c->rest_model[tip->middle].rotation;
    goal.position = caper_vec3_lerp(base, end, share);
    // of two straight halves; arms are rounder
    float bow = 0.5f * sqrtf(caper_max(length * length - apart * apart, 0.0f));
    goal.position.y += 4.0f * share * (1.0f - share) * 0.75f * bow;
    goal.position_weight = 1.0f;
    caperi_goal_add(job, goal);
}

static void tip_goals(const caper_walker *walker, const caper_walk_job *job)
{
    const caper_gait *gait = walker->gait;
    const caper_character *c = gait->character;
    caper_transform root = caper_root_transform(walker->state.root), torso = torso_of(walker);
    for (int i = 0; i < gait->tip_count; i++) {
        const caperi_tip *tip = &gait->tips[i];
        caper_goal goal;
        memset(&goal, 0, sizeof goal);
        goal.body = tip->body;
        goal.point = c->bodies[tip->body].box_center;
        goal.rotation = c->rest_model[tip->body].rotation;
        goal.position_weight = 1.0f;
        bool wing = (c->bodies[tip->body].caps & CAPER_CAP_WING) && gait->mode == CAPER_GAIT_FLOAT;
        goal.position = tip->creeps ? caper_transform_unmul_point(root, walker->feet[i].position)
                        : wing      ? flapped(walker, tip, torso)
                                    : beaten(walker, tip, torso);
        bool used = tip->creeps || wing || gait->mode == CAPER_GAIT_SWIM;
        if (used && tip->creeps && tip->middle >= 0) {
            bow_up(walker, job, tip, torso, goal.position);
        }
        if (used) {
            caperi_goal_add(job, goal);
        }
    }
}

void caperi_legless_goals(const caper_walker *walker, const caper_walk_job *job)
{
    const caper_gait *gait = walker->gait;
    bool aloft = gait->mode == CAPER_GAIT_SWIM || gait->mode == CAPER_GAIT_FLOAT;
    if (aloft || gait->upright) {
        swim(walker, job);
        tip_goals(walker, job);
        if (gait->tail_count > 0) {
            wave_tail(walker, job);
        }
        return;
    }
    for (int i = 0; i < gait->link_count; i++) {
        caper_vec3 d, p = link_at(walker, i, &d);
        p.y += link_ground(walker, i) + gait->links[i].rest.y;
        link_goal(walker, job, i, p, d);
    }
}
