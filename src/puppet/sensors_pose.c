// SPDX-License-Identifier: MIT
//
// From filtered sensors to one pose of the performer's skeleton.
//
// Each sensor gives the frame of its body. Rotations are taken over; bodies without a sensor turn
// between their neighbors, or with their parent. The root goes where the trunk's sensors have it,
// collar bones turn to where the upper arms begin, and limbs are solved to where hands and feet
// are: so lengths are those of the skeleton, and what stands is where its sensor says. A trunk part
// without a sensor is told by its ends: a chest by both shoulders, a pelvis by both hips. What says
// nothing for a while keeps its last turn against the part that carries it; trust fades over in
// both directions, so that nothing jumps.
#include "person/person.h"
#include "puppet/sensors.h"

#include <math.h>
#include <string.h>

#define SILENT 0.1 // seconds that are bridged by prediction
#define TRUST_HALF_LIFE 0.04f
#define REACH 0.5f // of the way to where hands and feet are measured: turns are measured, too

typedef struct reading {
    caper_transform body[CAPER_PART_COUNT]; // in the world, as measured
    caper_quat turn[CAPER_PART_COUNT];      // from the T
    float trust[CAPER_PART_COUNT];
} reading;

static bool wears(const caper_sensors *s, int sensor)
{
    return (s->def.sensors & CAPER_PART_BIT(sensor)) != 0;
}

// ------------------------------------------------------------------------------------ reading

static void take_samples(caper_sensors *s, const caper_sensor_sample *samples, int count,
                         double time)
{
    for (int i = 0; i < count; i++) {
        const caper_sensor_sample *sample = &samples[i];
        if ((unsigned)sample->part >= CAPER_PART_COUNT || !wears(s, sample->part) ||
            !(sample->time <= time)) {
            continue;
        }
        caper_filter_result result = caper_filter_update(&s->filters[sample->part], &s->def.filter,
                                                         &sample->value, sample->time);
        if (result == CAPER_FILTER_USED || result == CAPER_FILTER_STARTED) {
            s->seen[sample->part] = sample->time;
        }
    }
}

static void measure(caper_sensors *s, double time, float dt, reading *r)
{
    s->lost = 0;
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        const caper_filter *f = &s->filters[i];
        bool there = wears(s, i) && f->started && time - s->seen[i] <= SILENT;
        float goal = there ? 1.0f : 0.0f;
        s->trust[i] = s->started ? caper_damp(s->trust[i], goal, TRUST_HALF_LIFE, dt) : goal;
        r->trust[i] = s->trust[i];
        r->turn[i] = caper_quat_identity();
        if (wears(s, i) && !there) {
            s->lost |= CAPER_PART_BIT(i);
        }
        if (!wears(s, i) || !f->started) {
            r->trust[i] = 0;
            continue;
        }
        // a silent sensor stays where prediction has left it, while trust in it fades
        double ahead = time < s->seen[i] + SILENT ? time : s->seen[i] + SILENT;
        caper_transform value = caperi_filter_predict(f, ahead);
        r->body[i].rotation =
            caper_quat_mul(value.rotation, caper_quat_conj(s->offset[i].rotation));
        r->body[i].position = caper_vec3_sub(
            value.position, caper_quat_rotate(r->body[i].rotation, s->offset[i].position));
        r->turn[i] = caper_quat_mul(r->body[i].rotation,
                                    caper_quat_conj(s->t_model.bodies[s->bodies[i]].rotation));
    }
}

/// How the frame of a way to the left and a way up has turned from the T.
static caper_quat frame_turn(caper_vec3 left, caper_vec3 up, caper_vec3 t_left, caper_vec3 t_up)
{
    caper_quat now = caper_quat_look(caper_vec3_cross(left, up), up);
    caper_quat then = caper_quat_look(caper_vec3_cross(t_left, t_up), t_up);
    return caper_quat_mul(now, caper_quat_conj(then));
}

/// A chest by the ways between both shoulders and to the pelvis; a pelvis by both hips and the
/// chest. `way` is the sign of up.
static bool infer_trunk(const caper_sensors *s, const reading *r, int left, int other, float way,
                        caper_quat *turn)
{
    const caper_transform *t = s->t_model.bodies;
    int right = (int)caper_part_mirror((caper_part)left);
    if (r->trust[left] <= 0 || r->trust[right] <= 0 || r->trust[other] <= 0) {
        return false;
    }
    caper_vec3 a = r->body[left].position, b = r->body[right].position;
    caper_vec3 ta = t[s->bodies[left]].position, tb = t[s->bodies[right]].position;
    caper_vec3 up = caper_vec3_sub(r->body[other].position, caper_vec3_lerp(a, b, 0.5f));
    caper_vec3 t_up = caper_vec3_sub(t[s->bodies[other]].position, caper_vec3_lerp(ta, tb, 0.5f));
    caper_vec3 side = caper_vec3_sub(a, b), t_side = caper_vec3_sub(ta, tb);
    if (caper_vec3_length(caper_vec3_cross(side, up)) < 1e-4f) {
        return false;
    }
    *turn = frame_turn(side, caper_vec3_scale(up, way), t_side, caper_vec3_scale(t_up, way));
    return true;
}

/// What is not measured, part by part from the pelvis on.
static void infer(caper_sensors *s, reading *r)
{
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (!(CAPER_SENSORS_ALL & CAPER_PART_BIT(i))) {
            continue;
        }
        int up = (int)caper_part_above((caper_part)i, CAPER_SENSORS_ALL);
        caper_quat carrier = up < CAPER_PART_COUNT ? r->turn[up] : caper_quat_identity();
        if (r->trust[i] < 1) {
            caper_quat turn = caper_quat_mul(carrier, s->relative[i]);
            if (i == CAPER_PART_HIPS) {
                infer_trunk(s, r, CAPER_PART_LEFT_UPPER_LEG, CAPER_PART_CHEST, 1, &turn);
            } else if (i == CAPER_PART_CHEST) {
                infer_trunk(s, r, CAPER_PART_LEFT_UPPER_ARM, CAPER_PART_HIPS, -1, &turn);
            }
            r->turn[i] = r->trust[i] > 0 ? caper_quat_nlerp(turn, r->turn[i], r->trust[i]) : turn;
        }
        s->relative[i] = caper_quat_normalize(caper_quat_mul(caper_quat_conj(carrier), r->turn[i]));
    }
}

// ------------------------------------------------------------------------------------ posing

/// Places from rotations; what is rigid turns with its parent.
static void place_bodies(caper_sensors *s, caper_vec3 root)
{
    const int16_t *parents = s->person.character->skeleton.parents;
    caper_transform *model = s->model.bodies;
    for (int i = 0; i < s->model.body_count; i++) {
        int up = parents[i];
        if (up >= 0 && s->worn[i].from == -1) {
            model[i].rotation = caper_quat_mul(model[up].rotation, s->t_local.bodies[i].rotation);
        }
        model[i].position =
            up >= 0 ? caper_transform_mul_point(model[up], s->t_local.bodies[i].position) : root;
    }
}

static void turn_bodies(caper_sensors *s, const reading *r)
{
    const int16_t *parents = s->person.character->skeleton.parents;
    caper_transform *model = s->model.bodies;
    for (int i = 0; i < s->model.body_count; i++) {
        const caperi_worn *w = &s->worn[i];
        int up = parents[i];
        if (w->from >= 0) {
            caper_quat turn = r->turn[w->from];
            turn = w->share > 0 ? caper_quat_nlerp(turn, r->turn[w->to], w->share) : turn;
            model[i].rotation = caper_quat_mul(turn, s->t_model.bodies[i].rotation);
        } else {
            caper_quat local = s->t_local.bodies[i].rotation;
            model[i].rotation = up >= 0 ? caper_quat_mul(model[up].rotation, local) : local;
        }
    }
}

/// By how much the sensors of the trunk are elsewhere, in the mean.
static caper_vec3 root_shift(const caper_sensors *s, const reading *r)
{
    static const struct {
        int8_t sensor, weight;
    } trunk[] = {{CAPER_PART_HIPS, 3},
                 {CAPER_PART_CHEST, 2},
                 {CAPER_PART_LEFT_UPPER_LEG, 2},
                 {CAPER_PART_RIGHT_UPPER_LEG, 2},
                 {CAPER_PART_LEFT_UPPER_ARM, 1},
                 {CAPER_PART_RIGHT_UPPER_ARM, 1},
                 {CAPER_PART_HEAD, 1}};
    caper_vec3 sum = caper_vec3_zero();
    float weights = 0;
    for (int i = 0; i < CAPER_COUNT_OF(trunk); i++) {
        int k = trunk[i].sensor;
        float weight = (float)trunk[i].weight * r->trust[k];
        if (weight > 0) {
            caper_vec3 off =
                caper_vec3_sub(r->body[k].position, s->model.bodies[s->bodies[k]].position);
            sum = caper_vec3_add_scaled(sum, off, weight);
            weights += weight;
        }
    }
    return weights > 0 ? caper_vec3_scale(sum, 1 / weights) : sum;
}

/// A collar bone turns to where the upper arm begins.
static void turn_girdle(caper_sensors *s, const reading *r, int sensor, const caper_limb *limb)
{
    caper_transform *model = s->model.bodies;
    if (limb->girdle < 0 || r->trust[sensor] <= 0 || s->worn[limb->girdle].from >= 0) {
        return;
    }
    caper_vec3 at = model[limb->girdle].position;
    caper_quat turn = caper_quat_between(caper_vec3_sub(model[limb->start].position, at),
                                         caper_vec3_sub(r->body[sensor].position, at));
    turn = caper_quat_nlerp(caper_quat_identity(), turn, r->trust[sensor]);
    model[limb->girdle].rotation = caper_quat_mul(turn, model[limb->girdle].rotation);
}

/// All bodies of two parts turn.
static void turn_parts(caper_sensors *s, int first, int second, caper_quat turn)
{
    for (int i = 0; i < s->model.body_count; i++) {
        int part = s->worn[i].from;
        if (s->worn[i].share <= 0 && (part == first || part == second)) {
            s->model.bodies[i].rotation = caper_quat_mul(turn, s->model.bodies[i].rotation);
        }
    }
}

/// The share of the turn after which one joint, seen from another, is where it was measured.
static caper_quat turn_toward(const caper_sensors *s, int from, int to, caper_vec3 measured,
                              float share)
{
    caper_vec3 start = s->model.bodies[from].position;
    caper_quat turn = caper_quat_between(caper_vec3_sub(s->model.bodies[to].position, start),
                                         caper_vec3_sub(measured, start));
    return caper_quat_nlerp(caper_quat_identity(), turn, share);
}

/// A part that says nothing points to where the next one begins; then the whole limb turns some
/// way to where its end is.
static void reach(caper_sensors *s, const reading *r, int upper, const caper_limb *limb,
                  caper_vec3 root)
{
    const int lower = upper + 1, tip = upper + 2;
    float share = (1 - r->trust[upper]) * r->trust[lower];
    if (share > 0) {
        turn_parts(s, upper, upper,
                   turn_toward(s, limb->start, limb->middle, r->body[lower].position, share));
        place_bodies(s, root);
    }
    share = (1 - r->trust[lower]) * r->trust[tip];
    if (share > 0) {
        turn_parts(s, lower, lower,
                   turn_toward(s, limb->middle, limb->tip, r->body[tip].position, share));
        place_bodies(s, root);
    }
    share = REACH * r->trust[tip];
    if (share > 0) {
        turn_parts(s, upper, lower,
                   turn_toward(s, limb->start, limb->tip, r->body[tip].position, share));
    }
}

static void pose_bodies(caper_sensors *s, const reading *r)
{
    turn_bodies(s, r);
    place_bodies(s, caper_vec3_zero());
    caper_vec3 root = root_shift(s, r);
    place_bodies(s, root);
    for (int i = CAPER_LIMB_LEFT_ARM; i < CAPER_LIMB_COUNT; i++) {
        turn_girdle(s, r, caperi_limb_part(i), &s->person.limbs[i]);
    }
    place_bodies(s, root);
    for (int i = 0; i < CAPER_LIMB_COUNT; i++) {
        reach(s, r, caperi_limb_part(i), &s->person.limbs[i], root);
    }
    place_bodies(s, root);
}

bool caper_sensors_update(caper_sensors *s, const caper_sensor_sample *samples, int count,
                          double time, caper_pose *local)
{
    const caper_skeleton *skeleton = &s->person.character->skeleton;
    if (!s->calibrated || local->body_count != skeleton->body_count ||
        !(time >= (s->started ? s->time : -HUGE_VAL)) || !(time < HUGE_VAL)) {
        return false;
    }
    if (!s->started) {
        for (int i = 0; i < CAPER_PART_COUNT; i++) {
            s->relative[i] = caper_quat_identity();
        }
    }
    reading r;
    memset(&r, 0, sizeof r);
    take_samples(s, samples, count, time);
    measure(s, time, s->started ? (float)(time - s->time) : 0, &r);
    infer(s, &r);
    pose_bodies(s, &r);
    for (int i = 0; i < skeleton->body_count; i++) {
        int up = skeleton->parents[i];
        local->bodies[i] = s->t_local.bodies[i];
        caper_quat q = s->model.bodies[i].rotation;
        if (up >= 0) {
            q = caper_quat_mul(caper_quat_conj(s->model.bodies[up].rotation), q);
        } else {
            local->bodies[i].position = s->model.bodies[i].position;
        }
        local->bodies[i].rotation = caper_quat_normalize(q);
    }
    s->time = time;
    s->started = 1;
    return true;
}
