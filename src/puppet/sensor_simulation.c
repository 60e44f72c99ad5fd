// SPDX-License-Identifier: MIT
//
// Sensors that nobody wears, on a clip: for tests, and for who wants to try puppetry from sensors
// without having any. All that is wrong with real ones can be asked for: they sit anyhow, are
// noisy, plainly wrong or silent at times.
#include "caper/contact.h"
#include "clip/clip.h"
#include "puppet/sensors.h"

#include <math.h>
#include <string.h>

#define SILENCE 0.15f    // seconds, in the mean
#define FAR_OFF 0.5f     // metres by which a wrong sample is wrong, at least
#define MOST_FRAMES 1e6f // of a take
#define MOST_SENSORS 15  // CAPER_SENSORS_ALL

typedef struct simulation {
    const caper_sensor_simulation *def;
    int16_t bodies[CAPER_PART_COUNT];
    caper_transform offset[CAPER_PART_COUNT];
    bool silent[CAPER_PART_COUNT];
    caper_rng rng;
    caper_pose pose, t_pose, start;
    int foot;                      // that the motion begins on
    caper_vec3 foot_t, foot_start; // where it is
    float floor;
    float begin; // of the motion in the clip, seconds
} simulation;

caper_sensor_simulation caper_sensor_simulation_default(void)
{
    caper_sensor_simulation s;
    memset(&s, 0, sizeof s);
    s.sensors = CAPER_SENSORS_14;
    s.t_pose = 1.5f;
    s.ease = 1;
    s.cookie = CAPER_DEF_COOKIE;
    return s;
}

static caper_vec3 random_vec3(caper_rng *rng, float most)
{
    float x = caper_rng_range(rng, -most, most);
    float y = caper_rng_range(rng, -most, most);
    float z = caper_rng_range(rng, -most, most);
    return caper_vec3_make(x, y, z);
}

/// Twelve uniform numbers make a normal one, near enough.
static float normal(caper_rng *rng)
{
    float sum = -6;
    for (int i = 0; i < 12; i++) {
        sum += caper_rng_float(rng);
    }
    return sum;
}

static caper_vec3 random_normal(caper_rng *rng, float deviation)
{
    float x = normal(rng);
    float y = normal(rng);
    float z = normal(rng);
    return caper_vec3_scale(caper_vec3_make(x, y, z), deviation);
}

static void put_on(simulation *s)
{
    const caper_character *c = s->def->performer;
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (s->bodies[i] < 0) {
            continue;
        }
        caper_vec3 off = random_vec3(&s->rng, s->def->misplaced);
        caper_vec3 turn = random_vec3(&s->rng, s->def->misplaced > 0 ? 1.8f : 0);
        s->offset[i] = caper_transform_make(
            caper_quat_exp(turn), caper_vec3_add(c->bodies[s->bodies[i]].box_center, off));
    }
}

/// On the way from the T to the motion, 0 to 1: one foot stays where it stands, as a person's
/// would.
static void pose_between(simulation *s, float t)
{
    for (int i = 0; i < s->pose.body_count; i++) {
        s->pose.bodies[i] = caper_transform_lerp(s->t_pose.bodies[i], s->start.bodies[i], t);
    }
    caper_pose_to_model(&s->def->performer->skeleton, &s->pose, NULL, &s->pose);
    caper_vec3 foot = caper_vec3_lerp(s->foot_t, s->foot_start, t);
    caper_vec3 off = caper_vec3_sub(foot, s->pose.bodies[s->foot].position);
    for (int i = 0; i < s->pose.body_count; i++) {
        s->pose.bodies[i].position = caper_vec3_add(s->pose.bodies[i].position, off);
    }
}

/// The pose of the whole at a time, in model space.
static void pose_at(simulation *s, float time)
{
    const caper_sensor_simulation *d = s->def;
    float into = time - d->t_pose - d->ease;
    if (into < 0) {
        pose_between(s, caper_smoothstep(0, caper_max(d->ease, 1e-6f), time - d->t_pose));
        return;
    }
    into = caper_max(into, s->begin);
    caper_clip_sample(d->clip, into, NULL, &s->pose);
    caper_transform root = caper_root_transform(caper_clip_sample_root(d->clip, into));
    caper_pose_to_model(&d->performer->skeleton, &s->pose, &root, &s->pose);
}

static void write_frame(simulation *s, double time, float dt, caper_sensor_take *take)
{
    const caper_sensor_simulation *d = s->def;
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (!(d->sensors & CAPER_PART_BIT(i)) || s->bodies[i] < 0) {
            continue;
        }
        float change = caper_rng_range(&s->rng, 0, 1);
        float share = caper_min(d->dropouts, 0.9f);
        float begins = dt / SILENCE * share / (1 - share);
        s->silent[i] = s->silent[i] ? change > dt / SILENCE : change < begins;
        caper_transform v = caper_transform_mul(s->pose.bodies[s->bodies[i]], s->offset[i]);
        caper_vec3 off = random_normal(&s->rng, d->position_noise);
        caper_vec3 turn = random_normal(&s->rng, d->rotation_noise);
        if (caper_rng_range(&s->rng, 0, 1) < d->outliers) {
            off = caper_vec3_add(random_vec3(&s->rng, 1), caper_vec3_make(0, FAR_OFF + 1, 0));
            turn = random_vec3(&s->rng, 1.8f);
        }
        v.position = caper_vec3_add(v.position, off);
        v.position.y -= s->floor;
        v.rotation = caper_quat_normalize(caper_quat_mul(v.rotation, caper_quat_exp(turn)));
        if (!s->silent[i]) {
            caper_sensor_sample sample = {time, (caper_part)i, v};
            ((caper_sensor_sample *)take->samples)[take->sample_count++] = sample;
        }
    }
}

/// He stands in the T with the foot that the motion begins on where that is, and faces that way.
static void place_t(simulation *s, const caper_person *person)
{
    const caper_sensor_simulation *d = s->def;
    const caper_character *c = d->performer;
    caper_person_tpose(person, &s->t_pose);
    caper_clip_sample(d->clip, s->begin, NULL, &s->start);
    caper_root root = caper_clip_sample_root(d->clip, s->begin);
    s->start.bodies[0] = caper_transform_mul(caper_root_transform(root), s->start.bodies[0]);
    caper_pose_to_model(&c->skeleton, &s->start, NULL, &s->pose);
    int left = s->bodies[CAPER_PART_LEFT_FOOT], right = s->bodies[CAPER_PART_RIGHT_FOOT];
    s->foot = s->pose.bodies[left].position.y < s->pose.bodies[right].position.y ? left : right;
    s->foot_start = s->pose.bodies[s->foot].position;
    caper_quat turn = caper_quat_mul(s->pose.bodies[c->root_body].rotation,
                                     caper_quat_conj(c->rest_model[c->root_body].rotation));
    caper_transform place = caper_transform_make(caper_quat_from_yaw(caper_quat_yaw(turn)),
                                                 caper_vec3_make(0, s->floor, 0));
    s->t_pose.bodies[0] = caper_transform_mul(place, s->t_pose.bodies[0]);
    caper_pose_to_model(&c->skeleton, &s->t_pose, NULL, &s->pose);
    caper_vec3 way = caper_vec3_sub(s->foot_start, s->pose.bodies[s->foot].position);
    way.y = 0;
    s->t_pose.bodies[0].position = caper_vec3_add(s->t_pose.bodies[0].position, way);
    s->foot_t = caper_vec3_add(s->pose.bodies[s->foot].position, way);
}

static bool is_share(float x, float most)
{
    return x >= 0 && x <= most;
}

caper_sensor_take *caper_sensor_take_simulate(const caper_sensor_simulation *def,
                                              caper_error *error)
{
    CAPER_ASSERT(def->cookie == CAPER_DEF_COOKIE && def->performer && def->clip);
    if (def->cookie != CAPER_DEF_COOKIE || !def->performer || !def->clip ||
        !caper_skeleton_same(&def->clip->skeleton, &def->performer->skeleton) ||
        !is_share(def->t_pose, 60) || !is_share(def->ease, 60) || !is_share(def->misplaced, 1) ||
        !is_share(def->position_noise, 1) || !is_share(def->rotation_noise, 1) ||
        !is_share(def->outliers, 1) || !is_share(def->dropouts, 1)) {
        caper_error_set(
            error, CAPER_ERROR_INVALID, NULL, 0, 0,
            "a simulation needs a performer, a clip of that skeleton, and shares from 0 "
            "to 1");
        return NULL;
    }
    caper_person person;
    memset(&person, 0, sizeof person);
    if (!caper_person_find(def->performer, def->map, &person, error)) {
        return NULL;
    }
    int bodies = def->performer->body_count;
    float lead = def->t_pose + def->ease;
    float frames = lead * def->clip->rate + (float)def->clip->frame_count;
    int count = frames < MOST_FRAMES ? (int)frames : 0;
    simulation s = {.def = def, .rng = caper_rng_make(def->seed)};
    s.pose = caper_pose_create(bodies, 0, def->allocator);
    s.t_pose = caper_pose_create(bodies, 0, def->allocator);
    s.start = caper_pose_create(bodies, 0, def->allocator);
    int rest = 0;
    float jump = 0;
    bool good =
        s.pose.bodies && s.t_pose.bodies && s.start.bodies && count > 0 &&
        caper_floor_estimate(def->performer, def->clip, def->allocator, &s.floor, NULL) &&
        caperi_clip_find_rest(def->clip, def->performer->size, def->allocator, &rest, &jump);
    caper_sensor_take *take =
        good ? caperi_sensor_take_make(count * MOST_SENSORS, def->allocator) : NULL;
    if (!take) {
        caper_error_set(error, CAPER_ERROR_MEMORY, def->clip->name, 0, 0,
                        "no memory for %g frames of sensors", (double)frames);
    } else {
        caperi_sensor_bodies(&person, s.bodies);
        put_on(&s);
        s.begin = (float)rest / def->clip->rate;
        place_t(&s, &person);
        for (int i = 0; i < count; i++) {
            double time = (double)i / (double)def->clip->rate;
            pose_at(&s, (float)time);
            write_frame(&s, time, 1 / def->clip->rate, take);
        }
    }
    caper_pose_destroy(&s.pose, def->allocator);
    caper_pose_destroy(&s.t_pose, def->allocator);
    caper_pose_destroy(&s.start, def->allocator);
    return take;
}

// ------------------------------------------------------------------------------------ a clip

caper_sensors_clip_job caper_sensors_clip_job_default(void)
{
    caper_sensors_clip_job job;
    memset(&job, 0, sizeof job);
    job.def = caper_sensors_def_default();
    job.t_pose = 1;
    return job;
}

/// Samples a second of the sensor that says most.
static float find_rate(const caper_sensor_take *take)
{
    int counts[CAPER_PART_COUNT] = {0}, most = 0;
    for (int i = 0; i < take->sample_count; i++) {
        if ((unsigned)take->samples[i].part < CAPER_PART_COUNT) {
            int n = ++counts[take->samples[i].part];
            most = n > most ? n : most;
        }
    }
    double length = take->samples[take->sample_count - 1].time - take->samples[0].time;
    float rate = length > 0 ? (float)((most - 1) / length) : 0;
    return caper_clamp(rate, 1, 1000);
}

static caper_clip *pose_take(const caper_sensors_clip_job *job, caper_sensors *sensors, int first,
                             float rate, caper_error *error)
{
    const caper_sensor_take *take = job->take;
    const caper_allocator *allocator = job->def.allocator;
    int bodies = job->def.performer->body_count;
    double start = take->samples[first].time;
    double frames = floor((take->samples[take->sample_count - 1].time - start) * (double)rate) + 1;
    double most = (double)CAPER_CLIP_MAX_TRANSFORMS / bodies;
    if (frames > most) {
        caper_error_set(error, CAPER_ERROR_LIMIT, job->name, 0, 0,
                        "%g frames are too many, expected %g", frames, most);
        return NULL;
    }
    int count = (int)frames;
    size_t size = (size_t)count * (size_t)bodies * sizeof(caper_transform);
    caper_transform *out = caper_alloc(allocator, size, 32);
    if (!out) {
        caper_error_set(error, CAPER_ERROR_MEMORY, job->name, 0, 0, "no memory for %d frames",
                        count);
        return NULL;
    }
    for (int i = 0, next = first; i < count; i++) {
        double time = start + (double)i / (double)rate + 1e-9;
        int from = next;
        while (next < take->sample_count && take->samples[next].time <= time) {
            next++;
        }
        caper_pose local = {&out[(size_t)i * (size_t)bodies], NULL, bodies, 0};
        caper_sensors_update(sensors, take->samples + from, next - from, time, &local);
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = job->name ? job->name : "take";
    def.skeleton = &job->def.performer->skeleton;
    def.rate = rate;
    def.frame_count = count;
    def.frames = out;
    def.allocator = allocator;
    caper_clip *clip = caper_clip_create(&def, error);
    caper_free(allocator, out, size);
    return clip;
}

caper_clip *caper_sensors_clip(caper_sensors_clip_job *job, caper_error *error)
{
    const caper_sensor_take *take = job->take;
    if (!take || take->sample_count < 1 || !(job->t_pose > 0) || !(job->rate >= 0) ||
        !(job->rate <= 1000)) {
        caper_error_set(error, CAPER_ERROR_INVALID, job->name, 0, 0,
                        "expected a take, a T of more than 0 seconds and a rate up to 1000");
        return NULL;
    }
    int first = 0;
    double end = take->samples[0].time + (double)job->t_pose;
    while (first < take->sample_count && take->samples[first].time < end) {
        first++;
    }
    caper_sensors *sensors = caper_sensors_create(&job->def, error);
    if (!sensors) {
        return NULL;
    }
    caper_clip *clip = NULL;
    if (caper_sensors_calibrate(sensors, take->samples, first, &job->report, error)) {
        if (first == take->sample_count) {
            caper_error_set(error, CAPER_ERROR_INVALID, job->name, 0, 0,
                            "the take ends with the T, after %g seconds", (double)job->t_pose);
        } else {
            float rate = job->rate > 0 ? job->rate : find_rate(take);
            clip = pose_take(job, sensors, first, rate, error);
        }
    }
    caper_sensors_destroy(sensors);
    return clip;
}
