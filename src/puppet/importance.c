// SPDX-License-Identifier: MIT
//
// Importance (paper 001, section 4): how near the performer's effectors are to things, and how near
// they soon will be, says how much their positions matter.
//
// All is measured in the puppet's world, into which the performer is scaled. The most important
// object counts (equation 15). Where all surfaces reach equally far that is the nearest one, which
// one query finds; where they do not (D_ij), each is tested by itself. Each target counts by itself
// in any case. The rate of the distance is the velocity of the point against the surface along its
// normal, which has no jumps where the nearest surface changes, as differences of distances have.
#include "math/simd_quat.h"
#include "puppet/puppet.h"

#include <math.h>
#include <string.h>

#define IMPORTANCE_HALF_LIFE 0.03f // seconds: nothing matters all at once
#define VELOCITY_HALF_LIFE 0.015f  // seconds: twice lambda times the jitter of a sensor is too much

/// Equations 12 to 14, with what is beyond the surface as important as what touches it. The look
/// ahead never exceeds the range: a hand that throws a ball down at 20 m/s is about to touch the
/// ground by the letter of equation 12, from a height of three metres.
static float importance_of(const caper_puppet *puppet, float distance, float rate, float range)
{
    float ahead = caper_clamp(puppet->def.look_ahead * rate, -range, range);
    float d = caper_clamp((distance + ahead) / range, 0, 1);
    return 1 - d * d * (3 - 2 * d);
}

static bool fits(const caper_influence *f, int effector)
{
    return !f->effectors || (f->effectors & CAPER_PART_BIT(caperi_effector_part(effector)));
}

static float surface_influence(const caper_puppet *puppet, int effector, const caper_hit *hit)
{
    float distance = puppet->def.influence;
    for (int i = 0; i < puppet->def.influence_count; i++) {
        const caper_influence *f = &puppet->influences[i];
        bool kind = f->surface == CAPER_SURFACE_NONE || f->surface == hit->surface;
        if (!f->target && fits(f, effector) && kind && (f->index < 0 || f->index == hit->index)) {
            distance = f->distance;
        }
    }
    return distance * puppet->scale;
}

static float target_influence(const caper_puppet *puppet, int effector, const char *name)
{
    float distance = puppet->def.influence;
    for (int i = 0; i < puppet->def.influence_count; i++) {
        const caper_influence *f = &puppet->influences[i];
        if (f->target && name && fits(f, effector) && strcmp(f->target, name) == 0) {
            distance = f->distance;
        }
    }
    return distance * puppet->scale;
}

/// A point of an effector among things.
typedef struct probe {
    const caper_puppet *puppet;
    int effector;
    caper_vec3 point, velocity;
    float radius; // of the flesh about it
    float most;   // importance so far
} probe;

/// Equation 15 for one object more.
static void ask(probe *p, caper_surface surface, int index, caperi_touch touch, caper_vec3 moves)
{
    caper_hit hit = {.surface = surface, .index = index};
    float range = surface_influence(p->puppet, p->effector, &hit);
    if (range > 0) {
        float rate = caper_vec3_dot(caper_vec3_sub(p->velocity, moves), touch.normal);
        float distance = touch.distance - p->radius;
        p->most = caper_max(p->most, importance_of(p->puppet, distance, rate, range));
    }
}

/// The surfaces of the world, each by itself.
static void ask_world(probe *p, const caperi_ground *ground, float reach)
{
    const caper_world *world = ground->world;
    caper_vec3 still = caper_vec3_zero();
    if (!world || world->has_ground) {
        float height = caper_vec3_dot(ground->normal, caper_vec3_sub(p->point, ground->point));
        caperi_touch touch = {.distance = height, .normal = ground->normal};
        ask(p, CAPER_SURFACE_GROUND, -1, touch, still);
    }
    for (int i = 0; world && i < world->box_count; i++) {
        ask(p, CAPER_SURFACE_BOX, i, caperi_box_distance(&world->boxes[i], p->point), still);
    }
    for (int i = 0; world && i < world->field_count; i++) {
        caperi_touch touch;
        int visits = 0;
        if (caperi_field_distance(&world->fields[i], &world->pyramids[i], p->point, reach, &touch,
                                  &visits)) {
            ask(p, CAPER_SURFACE_FIELD, i, touch, still);
        }
    }
}

/// And what moves.
static void ask_frame(probe *p, const caper_world_frame *frame)
{
    for (int i = 0; frame && i < frame->platform_count; i++) {
        const caper_platform *platform = &frame->platforms[i];
        caperi_touch touch = caperi_box_distance(&platform->box, p->point);
        caper_vec3 arm = caper_vec3_sub(touch.point, platform->box.transform.position);
        caper_vec3 moves =
            caper_vec3_add(platform->velocity, caper_vec3_cross(platform->angular_velocity, arm));
        ask(p, CAPER_SURFACE_PLATFORM, i, touch, moves);
    }
    for (int i = 0; frame && i < frame->obstacle_count; i++) {
        const caper_obstacle *obstacle = &frame->obstacles[i];
        ask(p, CAPER_SURFACE_OBSTACLE, i, caperi_capsule_distance(&obstacle->capsule, p->point),
            obstacle->velocity);
    }
}

/// Do surfaces differ in how far they reach?
static bool differ(const caper_puppet *puppet)
{
    for (int i = 0; i < puppet->def.influence_count; i++) {
        const caper_influence *f = &puppet->influences[i];
        if (!f->target && (f->surface != CAPER_SURFACE_NONE || f->index >= 0)) {
            return true;
        }
    }
    return false;
}

/// Positions and velocities of the performer's points.
static void track(const caper_puppet *puppet, int index, float keep, float dt, caperi_effector *e,
                  caperi_sight *s)
{
    const caperi_contact *k = &puppet->contacts[index];
    for (int i = 0; i < CAPERI_EFFECTOR_POINTS; i++) {
        s->points[i] = caperi_puppet_place(
            puppet, caperi_transform_point(&puppet->source_model.bodies[k->body], k->source[i]));
        if (!puppet->state.started) {
            e->before[i] = s->points[i];
            e->velocity[i] = caper_vec3_zero();
        }
        if (dt > 0) {
            caper_vec3 now = caper_vec3_scale(caper_vec3_sub(s->points[i], e->before[i]), 1 / dt);
            e->velocity[i] = caper_vec3_lerp(now, e->velocity[i], keep);
        }
        e->before[i] = s->points[i];
    }
}

static void look_at_surfaces(const caper_puppet *puppet, int index, const caper_world_frame *frame,
                             const caperi_effector *e, caperi_sight *s, caper_effector_state *out)
{
    float reach = 4 * puppet->def.influence * puppet->scale + puppet->person.leg;
    float radius = (puppet->contacts[index].radius + e->flesh) * puppet->scale;
    out->distance = reach;
    bool each = differ(puppet);
    for (int i = 0; i < CAPERI_EFFECTOR_POINTS; i++) {
        caper_hit hit = caperi_ground_near(&puppet->ground, frame, s->points[i], reach);
        s->heights[i] = hit.distance - radius;
        caper_vec3 v = caper_vec3_sub(e->velocity[i], hit.velocity);
        s->speeds[i] = caper_vec3_length(v);
        if (hit.surface == CAPER_SURFACE_NONE) {
            continue;
        }
        float rate = caper_vec3_dot(v, hit.normal);
        float range = surface_influence(puppet, index, &hit);
        if (each) {
            probe p = {puppet, index, s->points[i], e->velocity[i], radius, s->importance};
            ask_world(&p, &puppet->ground, reach);
            ask_frame(&p, frame);
            s->importance = p.most;
        } else if (range > 0) {
            float p = importance_of(puppet, s->heights[i], rate, range);
            s->importance = caper_max(s->importance, p);
        }
        if (!s->surface || s->heights[i] < out->distance) {
            out->distance = s->heights[i];
            out->rate = rate;
            s->surface = true;
            s->plane_point = hit.point;
            s->plane_normal = hit.normal;
            s->surface_velocity = hit.velocity;
            s->platform = hit.surface == CAPER_SURFACE_PLATFORM ? hit.index : -1;
        }
    }
}

caper_target caperi_puppet_real_target(const caper_puppet *puppet, const caper_target *target)
{
    caper_target real = *target;
    for (int i = 0; target->name && i < puppet->def.pair_count; i++) {
        const caper_puppet_pair *pair = &puppet->pairs[i];
        if (strcmp(pair->target, target->name) == 0) {
            real.transform.position = caper_transform_mul_point(
                caper_root_transform(puppet->state.space), caperi_puppet_place(puppet, pair->real));
            real.velocity = caper_vec3_zero();
        }
    }
    return real;
}

/// Returns the way from things of the performer's to their targets: the mean of those that matter,
/// by how much they do, and as much of it as the most important one matters.
static caper_vec3 look_at_targets(const caper_puppet *puppet, int index,
                                  const caper_world_frame *frame, const caperi_effector *e,
                                  caperi_sight *s, caper_effector_state *out)
{
    caper_vec3 pairing = caper_vec3_zero();
    float sum = 0;
    caper_vec3 middle = caper_vec3_lerp(s->points[0], s->points[1], 0.5f);
    caper_vec3 velocity = caper_vec3_lerp(e->velocity[0], e->velocity[1], 0.5f);
    for (int i = 0; frame && i < frame->target_count; i++) {
        caper_target target = caperi_puppet_real_target(puppet, &frame->targets[i]);
        float range = target_influence(puppet, index, target.name);
        caper_vec3 way = caper_vec3_sub(middle, target.transform.position);
        float d = caper_vec3_length(way);
        caper_vec3 v = caper_vec3_sub(velocity, target.velocity);
        float rate = d > 1e-6f ? caper_vec3_dot(v, way) / d : 0;
        if (range > 0) {
            float p = importance_of(puppet, d, rate, range);
            caper_vec3 apart =
                caper_vec3_sub(frame->targets[i].transform.position, target.transform.position);
            s->importance = caper_max(s->importance, p);
            pairing = caper_vec3_add_scaled(pairing, apart, p * p);
            sum += p;
        }
        if (d < out->distance) {
            out->distance = d;
            out->rate = rate;
        }
    }
    return sum > 0 ? caper_vec3_scale(pairing, 1 / sum) : pairing;
}

void caperi_puppet_look(caper_puppet *puppet, const caper_world_frame *frame, float dt)
{
    float keep = caperi_decay_left(&puppet->velocity_left, VELOCITY_HALF_LIFE, dt);
    for (int i = 0; i < CAPER_EFFECTOR_COUNT; i++) {
        if (!(puppet->effectors & CAPERI_EFFECTOR_BIT(i))) {
            continue;
        }
        caperi_effector *e = &puppet->state.effectors[i];
        caperi_sight *s = &puppet->sights[i];
        caper_effector_state *out = &puppet->state.report.effectors[i];
        s->surface = false;
        s->importance = 0;
        track(puppet, i, keep, dt, e, s);
        look_at_surfaces(puppet, i, frame, e, s, out);
        caper_vec3 pairing = look_at_targets(puppet, i, frame, e, s, out);
        if (puppet->def.method != CAPER_PUPPET_IMPORTANCE) {
            s->importance = puppet->def.method == CAPER_PUPPET_EFFECTORS;
        }
        if (!puppet->state.started) {
            e->importance = s->importance;
            e->importance_rate = 0;
            e->pairing = pairing;
            e->pairing_rate = caper_vec3_zero();
        }
        if (puppet->def.pair_count > 0) {
            caper_vec3_spring(&e->pairing, &e->pairing_rate, pairing, caper_vec3_zero(),
                              IMPORTANCE_HALF_LIFE, dt);
        }
        if (fabsf(e->importance - s->importance) + fabsf(e->importance_rate) < 1e-6f) {
            e->importance = s->importance; // at rest
            e->importance_rate = 0;
        } else {
            caper_spring(&e->importance, &e->importance_rate, s->importance, 0,
                         IMPORTANCE_HALF_LIFE, dt);
        }
        s->importance = caper_clamp(e->importance, 0, 1);
    }
}
