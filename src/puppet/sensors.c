// SPDX-License-Identifier: MIT
//
// Sensors on a performer: which bodies they sit on, and where on them (calibration).
//
// The paper's device has 14 sensors and a skeleton of 16 parts; it does not say where they sit.
// Here there are 15 places, parts of a person. Standing in a T, the performer's pose is
// known but for where he stands and which way he faces: so that the middles of bodies are nearest
// to their sensors, over the ground; the height is that of the floor. What is left between a body
// and its sensor is how the sensor sits.
#include "puppet/sensors.h"

#include "base/block.h"
#include "base/try.h"
#include "person/person.h"

#include <math.h>
#include <string.h>

#define LEAST_SAMPLES 8
#define MOST_SWAY 0.05f     // metres from the mean, while standing still
#define MOST_TURN 0.26f     // radians
#define LEAST_SPREAD 0.025f // of size: what tells which way he faces
#define MOST_WRONG 0.1f     // share of a sensor's samples that may be elsewhere

void caperi_sensor_bodies(const caper_person *person, int16_t bodies[CAPER_PART_COUNT])
{
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        bodies[i] = CAPER_SENSORS_ALL & CAPER_PART_BIT(i) ? person->bodies[i] : -1;
    }
    bodies[CAPER_PART_CHEST] = person->chest;
}

// ------------------------------------------------------------------------------------ creation

caper_sensors_def caper_sensors_def_default(void)
{
    caper_sensors_def def;
    memset(&def, 0, sizeof def);
    def.sensors = CAPER_SENSORS_14;
    def.filter = caper_filter_def_default();
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

static bool check_def(const caper_sensors_def *def, caper_error *error)
{
    const caper_parts trunk = CAPER_PART_BIT(CAPER_PART_HIPS) | CAPER_PART_BIT(CAPER_PART_CHEST);
    CAPER_TRY(
        (def->sensors & ~CAPER_SENSORS_ALL) == 0 && (def->sensors & trunk) != 0, error,
        CAPER_ERROR_INVALID, NULL, 0, 0,
        "the sensors are %#llx, expected the hips or the chest among them, and none beyond %#llx",
        (unsigned long long)def->sensors, (unsigned long long)CAPER_SENSORS_ALL);
    CAPER_TRY(fabsf(def->floor) <= 1e5f, error, CAPER_ERROR_INVALID, NULL, 0, 0,
              "floor is %g, expected metres", (double)def->floor);
    CAPER_TRY(!def->t_pose || def->t_pose->body_count == def->performer->body_count, error,
              CAPER_ERROR_INVALID, def->performer->name, 0, 0,
              "the T pose has %d bodies, expected %d", def->t_pose ? def->t_pose->body_count : 0,
              def->performer->body_count);
    return true;
}

static caper_sensors *allocate(const caper_sensors_def *def)
{
    size_t count = (size_t)def->performer->body_count;
    caperi_block block = {0};
    size_t head = CAPERI_BLOCK_ADD(&block, 1, caper_sensors);
    size_t poses = caperi_block_add(&block, 3 * count, sizeof(caper_transform), 32);
    size_t worn = CAPERI_BLOCK_ADD(&block, count, caperi_worn);
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    caper_sensors *s = caperi_block_alloc(&block, &allocator);
    if (s) {
        s = caperi_block_at(s, head);
        caper_pose pose = {caperi_block_at(s, poses), NULL, (int)count, 0};
        s->t_local = s->t_model = s->model = pose;
        s->t_model.bodies += count;
        s->model.bodies += 2 * count;
        s->worn = caperi_block_at(s, worn);
        s->memory_size = block.size;
        s->allocator = allocator;
    }
    return s;
}

/// All bodies of the way up from one to another one above it, but not that one.
static void wear_chain(caper_sensors *s, int from, int above, caperi_worn worn)
{
    for (int i = from; i >= 0 && i != above; i = s->person.character->bodies[i].parent) {
        s->worn[i] = worn;
    }
}

/// Spine bodies turn between the sensors of pelvis, chest and head; twist bodies with their part.
static void choose_worn(caper_sensors *s)
{
    const caper_character *c = s->person.character;
    for (int i = 0; i < c->body_count; i++) {
        s->worn[i].from = s->worn[i].to = -1;
    }
    int root = 0, chest = 0, head = c->spine_count - 1;
    for (int i = 0; i < c->spine_count; i++) {
        root = c->spine[i] == s->person.bodies[CAPER_PART_HIPS] ? i : root;
        chest = c->spine[i] == s->person.chest ? i : chest;
        head = c->spine[i] == s->person.bodies[CAPER_PART_HEAD] ? i : head;
    }
    for (int i = 0; i < c->spine_count; i++) {
        caperi_worn w = {CAPER_PART_HIPS, CAPER_PART_CHEST, 0};
        if (i > chest) {
            w.from = CAPER_PART_CHEST;
            w.to = CAPER_PART_HEAD;
            w.share = head > chest ? caper_min((float)(i - chest) / (float)(head - chest), 1) : 0;
        } else if (i > root) {
            w.share = (float)(i - root) / (float)(chest - root);
        }
        s->worn[c->spine[i]] = w;
    }
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < 2; k++) {
            const caper_limb *limb = &s->person.limbs[2 * k + side];
            int upper = caperi_limb_part(2 * k + side);
            caperi_worn w = {(int8_t)(upper + 2), (int8_t)(upper + 2), 0};
            wear_chain(s, limb->tip, limb->middle, w); // twist bodies above the tip: next
            w.from = w.to = (int8_t)(upper + 1);
            wear_chain(s, c->bodies[limb->tip].parent, c->bodies[limb->middle].parent, w);
            w.from = w.to = (int8_t)upper;
            wear_chain(s, c->bodies[limb->middle].parent, c->bodies[limb->start].parent, w);
            if (k && limb->girdle >= 0 && s->worn[limb->girdle].from < 0) {
                s->worn[limb->girdle].from = -2;
            }
        }
    }
    if (s->person.bodies[CAPER_PART_HEAD] >= 0) {
        caperi_worn w = {CAPER_PART_HEAD, CAPER_PART_HEAD, 0};
        s->worn[s->person.bodies[CAPER_PART_HEAD]] = w;
    }
}

caper_sensors *caper_sensors_create(const caper_sensors_def *def, caper_error *error)
{
    CAPER_ASSERT(def->cookie == CAPER_DEF_COOKIE && def->performer);
    if (def->cookie != CAPER_DEF_COOKIE || !def->performer) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "sensors need a def from its default, and a performer");
        return NULL;
    }
    caper_person person;
    memset(&person, 0, sizeof person);
    if (!check_def(def, error) || !caper_person_find(def->performer, def->map, &person, error)) {
        return NULL;
    }
    caper_sensors *s = allocate(def);
    if (!s) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for sensors");
        return NULL;
    }
    s->def = *def;
    s->person = person;
    caperi_sensor_bodies(&person, s->bodies);
    if (person.bodies[CAPER_PART_HEAD] < 0) {
        s->def.sensors &= ~CAPER_PART_BIT(CAPER_PART_HEAD);
    }
    choose_worn(s);
    if (def->t_pose) {
        memcpy(s->t_local.bodies, def->t_pose->bodies,
               (size_t)def->t_pose->body_count * sizeof *def->t_pose->bodies);
        s->def.t_pose = NULL; // copied
    } else {
        caper_person_tpose(&person, &s->t_local);
    }
    caper_pose_to_model(&def->performer->skeleton, &s->t_local, NULL, &s->t_model);
    return s;
}

void caper_sensors_destroy(caper_sensors *sensors)
{
    if (sensors) {
        caper_allocator allocator = sensors->allocator;
        caper_free(&allocator, sensors, sensors->memory_size);
    }
}

void caper_sensors_reset(caper_sensors *s)
{
    memset(s->filters, 0, sizeof s->filters);
    memset(s->seen, 0, sizeof s->seen);
    memset(s->trust, 0, sizeof s->trust);
    s->time = 0;
    s->lost = 0;
    s->started = 0;
}

caper_parts caper_sensors_lost(const caper_sensors *sensors)
{
    return sensors->lost;
}

// ------------------------------------------------------------------------------------ calibration

/// What the samples of one sensor say together.
typedef struct still {
    caper_transform mean;
    int used, wrong;
    float sway, turn; // most, of what was used
} still;

static bool is_of(const caper_sensor_sample *sample, int sensor)
{
    return (int)sample->part == sensor && caper_transform_is_valid(sample->value, 1e-2f);
}

/// The mean of the samples within a distance and an angle of a center.
static still mean_near(const caper_sensor_sample *samples, int count, int sensor,
                       caper_transform center, float near, float turned)
{
    still m;
    memset(&m, 0, sizeof m);
    double sum[3] = {0}, q[4] = {0};
    for (int i = 0; i < count; i++) {
        if (!is_of(&samples[i], sensor)) {
            continue;
        }
        caper_transform v = samples[i].value;
        float off = caper_vec3_distance(v.position, center.position);
        float angle = caper_quat_angle(v.rotation, center.rotation);
        if (off > near || angle > turned) {
            m.wrong++;
            continue;
        }
        m.used++;
        m.sway = caper_max(m.sway, off);
        m.turn = caper_max(m.turn, angle);
        caper_quat r = caper_quat_toward(v.rotation, center.rotation);
        const double p[3] = {(double)v.position.x, (double)v.position.y, (double)v.position.z};
        const double t[4] = {(double)r.x, (double)r.y, (double)r.z, (double)r.w};
        for (int k = 0; k < 3; k++) {
            sum[k] += p[k];
        }
        for (int k = 0; k < 4; k++) {
            q[k] += t[k];
        }
    }
    if (m.used > 0) {
        double n = m.used;
        m.mean.position =
            caper_vec3_make((float)(sum[0] / n), (float)(sum[1] / n), (float)(sum[2] / n));
        m.mean.rotation = caper_quat_normalize(
            caper_quat_make((float)q[0], (float)q[1], (float)q[2], (float)q[3]));
    }
    return m;
}

/// The sample that most others are near to: a start that no wrong sample pulls at.
static caper_transform find_center(const caper_sensor_sample *samples, int count, int sensor)
{
    caper_transform best = caper_transform_identity();
    int most = -1, tried = 0;
    for (int i = 0; i < count && tried < LEAST_SAMPLES; i++) {
        if (is_of(&samples[i], sensor)) {
            tried++;
            int near =
                mean_near(samples, count, sensor, samples[i].value, MOST_SWAY, MOST_TURN).used;
            if (near > most) {
                most = near;
                best = samples[i].value;
            }
        }
    }
    return best;
}

static bool find_still(const caper_sensor_sample *samples, int count, int sensor, still *out,
                       caper_error *error)
{
    const char *name = caper_part_name((caper_part)sensor);
    still m = mean_near(samples, count, sensor, find_center(samples, count, sensor), MOST_SWAY,
                        MOST_TURN);
    CAPER_TRY(m.used + m.wrong >= LEAST_SAMPLES, error, CAPER_ERROR_INVALID, NULL, 0, 0,
              "the sensor of the %s has %d samples that are numbers, expected at least %d", name,
              m.used + m.wrong, LEAST_SAMPLES);
    // once more about the mean: who moves is never near to it
    *out = mean_near(samples, count, sensor, m.mean, MOST_SWAY, MOST_TURN);
    CAPER_TRY(
        (float)out->wrong <= MOST_WRONG * (float)(out->used + out->wrong), error,
        CAPER_ERROR_INVALID, NULL, 0, 0,
        "the sensor of the %s moved in %d of %d samples, expected a performer who stands still",
        name, out->wrong, out->used + out->wrong);
    return true;
}

/// The middle of the body's box in the T.
static caper_vec3 middle_of(const caper_sensors *s, int sensor)
{
    int body = s->bodies[sensor];
    return caper_transform_mul_point(s->t_model.bodies[body],
                                     s->person.character->bodies[body].box_center);
}

/// Do all pairs agree on what is left?
static bool check_sides(const caper_sensors *s, const still *found, caper_quat heading,
                        caper_error *error)
{
    caper_vec3 left = caper_quat_rotate(heading, caper_vec3_make(1, 0, 0));
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        caper_part other = caper_part_mirror((caper_part)i);
        caper_parts pair = CAPER_PART_BIT(i) | CAPER_PART_BIT(other);
        caper_vec3 way = caper_vec3_sub(found[i].mean.position, found[other].mean.position);
        CAPER_TRY(
            (s->def.sensors & pair) != pair || (int)other <= i || caper_vec3_dot(way, left) >= 0,
            error, CAPER_ERROR_INVALID, NULL, 0, 0, "the sensors of %s and %s seem to be exchanged",
            caper_part_name((caper_part)i), caper_part_name(other));
    }
    return true;
}

/// How far the middles of bodies with sensors are from their mean over the ground, in the mean.
static float find_spread(const caper_sensors *s)
{
    caper_vec3 sum = caper_vec3_zero();
    float squares = 0, count = 0;
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (s->def.sensors & CAPER_PART_BIT(i)) {
            caper_vec3 m = middle_of(s, i);
            sum = caper_vec3_add(sum, m);
            squares += m.x * m.x + m.z * m.z;
            count++;
        }
    }
    return sqrtf(caper_max(squares / count - (sum.x * sum.x + sum.z * sum.z) / (count * count), 0));
}

/// Where he stands and which way he faces: the move over the ground that brings the middles of
/// bodies nearest to their sensors.
static caper_transform find_place(const caper_sensors *s, const still *found)
{
    caper_vec3 from = caper_vec3_zero(), to = caper_vec3_zero();
    float count = 0;
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (s->def.sensors & CAPER_PART_BIT(i)) {
            from = caper_vec3_add(from, middle_of(s, i));
            to = caper_vec3_add(to, found[i].mean.position);
            count++;
        }
    }
    from = caper_vec3_scale(from, 1 / count);
    to = caper_vec3_scale(to, 1 / count);
    float sine = 0, cosine = 0;
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (s->def.sensors & CAPER_PART_BIT(i)) {
            caper_vec3 a = caper_vec3_sub(middle_of(s, i), from);
            caper_vec3 b = caper_vec3_sub(found[i].mean.position, to);
            sine += b.x * a.z - b.z * a.x;
            cosine += b.x * a.x + b.z * a.z;
        }
    }
    caper_quat heading = caper_quat_from_yaw(caper_atan2(sine, cosine));
    caper_vec3 at = caper_vec3_sub(to, caper_quat_rotate(heading, from));
    at.y = s->def.floor;
    return caper_transform_make(heading, at);
}

/// How much larger the wearer is than the performer's skeleton.
static float find_size(const caper_sensors *s, const still *found)
{
    float own = 0, other = 0;
    int a = CAPER_PART_LEFT_HAND, b = CAPER_PART_RIGHT_HAND, h = CAPER_PART_HEAD;
    if ((s->def.sensors & CAPER_PART_BIT(a)) && (s->def.sensors & CAPER_PART_BIT(b))) {
        own += caper_vec3_distance(found[a].mean.position, found[b].mean.position);
        other += caper_vec3_distance(middle_of(s, a), middle_of(s, b));
    }
    if (s->def.sensors & CAPER_PART_BIT(h)) {
        own += found[h].mean.position.y - s->def.floor;
        other += middle_of(s, h).y;
    }
    return other > 0 ? own / other : 1;
}

bool caper_sensors_calibrate(caper_sensors *s, const caper_sensor_sample *samples, int count,
                             caper_sensors_report *report, caper_error *error)
{
    still found[CAPER_PART_COUNT];
    memset(found, 0, sizeof found);
    caper_sensors_report r = {0, 0, 0, 1, 0};
    int used = 0;
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (s->def.sensors & CAPER_PART_BIT(i)) {
            CAPER_PASS(find_still(samples, count, i, &found[i], error));
            used += found[i].used;
            r.sway = caper_max(r.sway, found[i].sway);
            r.turn = caper_max(r.turn, found[i].turn);
        }
    }
    CAPER_TRY(
        find_spread(s) > LEAST_SPREAD * s->person.character->size, error, CAPER_ERROR_INVALID, NULL,
        0, 0,
        "the sensors sit above each other, which does not tell which way the performer faces: "
        "expected some on arms or legs");
    caper_transform place = find_place(s, found);
    CAPER_PASS(check_sides(s, found, place.rotation, error));
    r.yaw = caper_quat_yaw(place.rotation);
    r.left_out = count - used;
    r.size = find_size(s, found);
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (s->def.sensors & CAPER_PART_BIT(i)) {
            caper_transform body = caper_transform_mul(place, s->t_model.bodies[s->bodies[i]]);
            s->offset[i] = caper_transform_unmul(body, found[i].mean);
            s->offset[i].rotation = caper_quat_normalize(s->offset[i].rotation);
        }
    }
    s->calibrated = true;
    caper_sensors_reset(s);
    if (report) {
        *report = r;
    }
    return true;
}
