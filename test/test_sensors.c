// SPDX-License-Identifier: MIT
//
// Sensors on captures of people: what they say with all that is wrong with real ones (put on
// anyhow, noisy, wrong and silent at times) becomes a pose again, which is compared with the one
// they were put on. Targets: joint angles within 2 degrees in the mean, bodies within 15 mm.
#include "menagerie.h"
#include "puppeteer.h"

#include "actor/actor.h"

#include "caper/formats.h"
#include "caper/quality.h"
#include "puppet/sensors.h"

#include <math.h>
#include <unistd.h>

#define DEGREES 57.29578
#define RATE 120.0f

static caper_import *capture(const char *file)
{
    char path[96];
    snprintf(path, sizeof path, "bvh/cmu/%s.bvh", file);
    const char *found = test_shared_path(path);
    return found ? caper_import_load(found, NULL, NULL) : NULL;
}

typedef struct errors {
    double turn, place;             // means: of joints, degrees; of joints' places, mm
    double worst_turn;              // 99th percentile, degrees
    double worst_place;             // mm
    double turns[CAPER_PART_COUNT]; // by part
    double feet;                    // mean of their places, mm
} errors;

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// The clip that sensors gave against the one they were put on, from half a second after its start:
/// the joints between the 15 parts that sensors sit on (how a skeleton divides a neck, and what
/// fingers do, no sensor says).
static errors compare(const caper_character *c, const caper_clip *truth, const caper_clip *made,
                      float lead)
{
    caper_person person;
    memset(&person, 0, sizeof person);
    int16_t bodies[CAPER_PART_COUNT];
    REQUIRE(caper_person_find(c, NULL, &person, NULL));
    caperi_sensor_bodies(&person, bodies);
    caper_pose a = caper_character_pose(c, NULL), b = caper_character_pose(c, NULL);
    float floor = 0;
    caper_floor_estimate(c, truth, NULL, &floor, NULL);
    int n = 0, frames = 0;
    size_t room = (size_t)truth->frame_count * CAPER_PART_COUNT;
    double *turns = malloc(room * sizeof *turns), *places = malloc(room * sizeof *places);
    errors e = {0};
    for (int i = (int)(0.5f * truth->rate); i < truth->frame_count; i++) {
        float time = (float)i / truth->rate;
        caper_clip_sample(truth, time, NULL, &a);
        caper_clip_sample(made, time + lead, NULL, &b);
        caper_transform root = caper_root_transform(caper_clip_sample_root(truth, time));
        caper_pose_to_model(&c->skeleton, &a, &root, &a);
        caper_pose_to_model(&c->skeleton, &b, NULL, &b);
        frames++;
        for (int k = 0; k < CAPER_PART_COUNT; k++) {
            if (!(CAPER_SENSORS_ALL & CAPER_PART_BIT(k))) {
                continue;
            }
            int up = (int)caper_part_above((caper_part)k, CAPER_SENSORS_ALL);
            caper_quat qa = a.bodies[bodies[k]].rotation, qb = b.bodies[bodies[k]].rotation;
            if (up < CAPER_PART_COUNT) {
                qa = caper_quat_mul(caper_quat_conj(a.bodies[bodies[up]].rotation), qa);
                qb = caper_quat_mul(caper_quat_conj(b.bodies[bodies[up]].rotation), qb);
            }
            caper_vec3 at = a.bodies[bodies[k]].position;
            at.y -= floor;
            turns[n] = DEGREES * (double)caper_quat_angle(qa, qb);
            places[n] = 1000 * (double)caper_vec3_distance(at, b.bodies[bodies[k]].position);
            e.turns[k] += turns[n];
            e.turn += turns[n];
            e.place += places[n];
            e.feet += k == CAPER_PART_LEFT_FOOT || k == CAPER_PART_RIGHT_FOOT ? 0.5 * places[n] : 0;
            n++;
        }
    }
    qsort(turns, (size_t)n, sizeof *turns, compare_doubles);
    qsort(places, (size_t)n, sizeof *places, compare_doubles);
    e.worst_turn = turns[(int)(0.99 * n)];
    e.worst_place = places[(int)(0.99 * n)];
    e.turn /= n;
    e.place /= n;
    e.feet /= frames;
    for (int k = 0; k < CAPER_PART_COUNT; k++) {
        e.turns[k] /= frames;
    }
    free(turns);
    free(places);
    caper_pose_destroy(&a, NULL);
    caper_pose_destroy(&b, NULL);
    return e;
}

static caper_sensor_simulation bad_sensors(const caper_import *import)
{
    caper_sensor_simulation s = caper_sensor_simulation_default();
    s.performer = import->character;
    s.clip = import->clips[0];
    s.misplaced = 0.03f;
    s.position_noise = 0.002f;
    s.rotation_noise = 1 / (float)DEGREES;
    s.outliers = 0.005f;
    s.dropouts = 0.02f;
    s.seed = 7;
    return s;
}

/// What sensors say becomes a clip; `lead` is where in it the simulated clip begins.
static caper_clip *pose_take(const caper_character *performer, const caper_sensor_simulation *s,
                             const caper_sensor_take *take, float *lead)
{
    caper_sensors_clip_job job = caper_sensors_clip_job_default();
    job.def.performer = performer;
    job.def.sensors = s->sensors;
    job.take = take;
    job.rate = s->clip->rate;
    caper_error error = {0};
    caper_clip *clip = caper_sensors_clip(&job, &error);
    if (!clip) {
        printf("%s\n", error.message);
    }
    REQUIRE(clip != NULL);
    CHECK_NEAR(job.report.size, 1, 0.05);
    CHECK(job.report.sway < 0.05f && job.report.turn < 0.26f);
    int first = 0;
    while (take->samples[first].time < (double)job.t_pose) {
        first++;
    }
    *lead = s->t_pose + s->ease - (float)take->samples[first].time;
    return clip;
}

typedef struct sensor_set {
    const char *name;
    caper_parts set;
    double noisy, perfect; // degrees, the most that the mean over joints may be off
} sensor_set;

static void captures_come_back(void)
{
    static const char *const motions[] = {"07_01", "09_01", "16_01", "124_01", "64_26", "05_02"};
    static const sensor_set sets[] = {
        {"14", CAPER_SENSORS_14, 3, 1.3},
        {"15", CAPER_SENSORS_ALL, 2.8, 1.3},
        {"13: no shins", CAPER_SENSORS_14 & ~CAPER_PART_BIT(CAPER_PART_LEFT_LOWER_LEG), 2.8, 1.6},
        {"no chest", CAPER_SENSORS_ALL & ~CAPER_PART_BIT(CAPER_PART_CHEST), 7, 7},
    };
    int tried = 0;
    double sum = 0, place = 0;
    for (int m = 0; m < CAPER_COUNT_OF(motions); m++) {
        caper_import *import = capture(motions[m]);
        for (int k = 0; import && k < 2 * CAPER_COUNT_OF(sets); k++) {
            const sensor_set *set = &sets[k / 2];
            bool perfect = k % 2 != 0;
            caper_sensor_simulation s = bad_sensors(import);
            if (perfect) {
                s.position_noise = s.rotation_noise = s.outliers = s.dropouts = 0;
            }
            s.sensors = set->set;
            caper_sensor_take *take = caper_sensor_take_simulate(&s, NULL);
            REQUIRE(take != NULL);
            float lead = 0;
            caper_clip *clip = pose_take(import->character, &s, take, &lead);
            errors e = compare(import->character, s.clip, clip, lead);
            printf("%-7s %-12s %-7s joints %5.2f degrees (99 %% %5.2f), places %5.1f mm (99 %% "
                   "%5.1f, feet %4.1f)\n",
                   motions[m], set->name, perfect ? "perfect" : "noisy", e.turn, e.worst_turn,
                   e.place, e.worst_place, e.feet);
            CHECK(e.turn <= (perfect ? set->perfect : set->noisy));
            CHECK(e.place <= 22);
            if (k == 0) {
                sum += e.turn;
                place += e.place;
                tried++;
            }
            caper_clip_destroy(clip);
            caper_sensor_take_destroy(take);
        }
        caper_import_destroy(import);
    }
    if (tried == 0) {
        SKIP("no captures");
    }
    printf("14 noisy sensors: joints %.2f degrees, places %.1f mm off\n", sum / tried,
           place / tried);
    CHECK(sum / tried <= 2.2);
}

/// Captures begin with a T of their own, one frame long: a performer never jumps out of it.
static void takes_begin_with_the_motion(void)
{
    static const char *const motions[] = {"07_01", "09_01", "16_01", "124_01", "64_26", "05_02"};
    int tried = 0;
    for (int m = 0; m < CAPER_COUNT_OF(motions); m++) {
        caper_import *import = capture(motions[m]);
        if (!import) {
            continue;
        }
        tried++;
        caper_sensor_simulation s = caper_sensor_simulation_default();
        s.performer = import->character;
        s.clip = import->clips[0];
        caper_sensor_take *take = caper_sensor_take_simulate(&s, NULL);
        REQUIRE(take != NULL);
        const caper_sensor_sample *last[CAPER_PART_COUNT] = {0};
        // in a frame at most: up to two frames into the clip, and in the motion after them
        float to_start = 0, in_motion = 0;
        double begin = (double)(s.t_pose + s.ease + 2.5f / s.clip->rate);
        for (int i = 0; i < take->sample_count; i++) {
            const caper_sensor_sample *now = &take->samples[i], *before = last[now->part];
            float *most = now->time < begin ? &to_start : &in_motion;
            last[now->part] = now;
            if (before) {
                *most = caper_max(*most,
                                  caper_vec3_distance(now->value.position, before->value.position));
            }
        }
        printf("%-7s in a frame %.1f mm up to the motion, %.1f mm in it\n", motions[m],
               1000 * (double)to_start, 1000 * (double)in_motion);
        CHECK(to_start <= in_motion);
        caper_sensor_take_destroy(take);
        caper_import_destroy(import);
    }
    if (tried == 0) {
        SKIP("no captures");
    }
}

/// Blubby moved by sensors is where he is when moved by the skeleton they sit on.
static void puppets_move_by_sensors_as_by_skeletons(void)
{
    caper_import *import = capture("07_01");
    if (!import) {
        SKIP("no captures");
    }
    caper_character *blubby = menagerie_load("blubby");
    caper_sensor_simulation s = bad_sensors(import);
    caper_sensor_take *take = caper_sensor_take_simulate(&s, NULL);
    REQUIRE(take != NULL);
    float lead = 0;
    caper_clip *seen = pose_take(import->character, &s, take, &lead);
    const caper_clip *sources[2] = {import->clips[0], seen};
    caper_clip *clips[2];
    for (int i = 0; i < 2; i++) {
        caper_puppet_def def = caper_puppet_def_default();
        def.performer = import->character;
        def.character = blubby;
        clips[i] = puppeteer_clip(&def, sources[i]);
        REQUIRE(clips[i] != NULL);
    }
    caper_pose a = caper_character_pose(blubby, NULL), b = caper_character_pose(blubby, NULL);
    double turn = 0, place = 0;
    int count = 0;
    for (float time = 0.5f; time < 2.5f; time += 0.02f) {
        caper_clip_sample(clips[0], time, NULL, &a);
        caper_clip_sample(clips[1], time + lead, NULL, &b);
        caper_pose_to_model(&blubby->skeleton, &a, NULL, &a);
        caper_pose_to_model(&blubby->skeleton, &b, NULL, &b);
        for (int i = 0; i < blubby->body_count; i++) {
            turn += DEGREES * (double)caper_quat_angle(a.bodies[i].rotation, b.bodies[i].rotation);
            place += 1000 * (double)caper_vec3_distance(a.bodies[i].position, b.bodies[i].position);
            count++;
        }
    }
    caper_check_job check = caper_check_job_default();
    check.character = blubby;
    check.clip = clips[1];
    check.floor = 0;
    caper_report *report = caper_check(&check, NULL);
    REQUIRE(report != NULL);
    double slip = report->measures[CAPER_METRIC_SLIP_MEDIAN].value;
    double deep = report->measures[CAPER_METRIC_PENETRATION_P95].value;
    printf("blubby by sensors and by skeleton: %.2f degrees, %.1f mm apart; slip %.2f, penetration "
           "%.2f mm\n",
           turn / count, place / count, slip, deep);
    CHECK(turn / count < 4);
    CHECK(place / count < 25); // sensors do not tell where the middle of who wears them is: 17 mm
    CHECK(slip <= 5 && deep <= 5); // mm, the gates of quality
    caper_report_destroy(report);
    caper_pose_destroy(&a, NULL);
    caper_pose_destroy(&b, NULL);
    caper_clip_destroy(clips[0]);
    caper_clip_destroy(clips[1]);
    caper_clip_destroy(seen);
    caper_sensor_take_destroy(take);
    caper_character_destroy(blubby);
    caper_import_destroy(import);
}

// ------------------------------------------------------------------------------------ no captures

/// The performer of the menagerie nods and steps on the spot, for a second.
static caper_clip *make_clip(const caper_character *c)
{
    enum {
        FRAMES = 121
    };
    size_t count = (size_t)c->body_count;
    caper_transform *frames = malloc(FRAMES * count * sizeof *frames);
    for (int i = 0; i < FRAMES; i++) {
        memcpy(&frames[(size_t)i * count], c->skeleton.rest_local, count * sizeof *frames);
        float angle = 0.3f * caper_sin(2 * CAPER_PI * (float)i / (FRAMES - 1));
        caper_quat q = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), angle);
        static const char *const names[] = {"head", "left_thigh", "right_forearm"};
        for (int k = 0; k < 3; k++) {
            int body = caper_character_find(c, names[k]);
            REQUIRE(body >= 0);
            caper_transform *t = &frames[(size_t)i * count + (size_t)body];
            t->rotation = caper_quat_mul(t->rotation, q);
        }
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "nod";
    def.skeleton = &c->skeleton;
    def.rate = RATE;
    def.frame_count = FRAMES;
    def.frames = frames;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    free(frames);
    return clip;
}

typedef struct stage {
    caper_character *performer;
    caper_clip *clip;
    caper_sensor_take *take;
    caper_sensors_def def;
} stage;

static stage stage_open(void)
{
    stage s = {.performer = menagerie_load("performer")};
    s.clip = make_clip(s.performer);
    caper_sensor_simulation sim = caper_sensor_simulation_default();
    sim.performer = s.performer;
    sim.clip = s.clip;
    s.take = caper_sensor_take_simulate(&sim, NULL);
    REQUIRE(s.take != NULL);
    s.def = caper_sensors_def_default();
    s.def.performer = s.performer;
    return s;
}

static void stage_close(stage *s)
{
    caper_sensor_take_destroy(s->take);
    caper_clip_destroy(s->clip);
    caper_character_destroy(s->performer);
}

/// How many samples of the take lie in its first second.
static int first_second(const caper_sensor_take *take)
{
    int count = 0;
    while (take->samples[count].time < 1) {
        count++;
    }
    return count;
}

static void perfect_sensors_are_exact(void)
{
    stage s = stage_open();
    caper_sensors_clip_job job = caper_sensors_clip_job_default();
    job.def = s.def;
    job.take = s.take;
    caper_clip *clip = caper_sensors_clip(&job, NULL);
    REQUIRE(clip != NULL);
    CHECK_NEAR(clip->rate, RATE, 0.1);
    CHECK_NEAR(job.report.size, 1, 1e-3);
    CHECK_NEAR(job.report.yaw, 0, 1e-3);
    errors e = compare(s.performer, s.clip, clip, 1.5f);
    printf("perfect sensors: %.3f degrees, %.2f mm\n", e.turn, e.place);
    CHECK(e.turn < 0.3);
    CHECK(e.place < 3);
    caper_clip_destroy(clip);
    stage_close(&s);
}

/// The performer with a watch on his forearm.
static caper_character *load_with_watch(void)
{
    static const char hand[] = "{\n      \"name\": \"left_hand\"";
    static const char watch[] =
        "{\"name\": \"left_watch\", \"parent\": \"left_forearm\", \"position\": [0, -0.2, 0.05], "
        "\"rotation\": [0, 0.6, 0, 0.8], \"mass\": 0.1, \"joint\": {\"kind\": \"fixed\"}, "
        "\"box\": {\"center\": [0, 0, 0], \"half\": [0.02, 0.02, 0.01]}},\n    ";
    size_t size = 0;
    const char *path = test_data_path("characters/performer.character.json");
    char *text = caper_file_read(path, 0, NULL, &size, NULL);
    char *at = text ? strstr(text, hand) : NULL;
    REQUIRE(at != NULL);
    char *more = malloc(size + sizeof watch);
    int length = snprintf(more, size + sizeof watch, "%.*s%s%s", (int)(at - text), text, watch, at);
    caper_error error = {0};
    caper_character *c = caper_character_parse(more, (size_t)length, path, NULL, &error);
    CHECK_STR(error.message, "");
    REQUIRE(c != NULL);
    free(more);
    caper_free(NULL, text, size + 1);
    return c;
}

/// Limbs turn to where hands and feet are measured; what is rigid on them turns along.
static void what_has_no_sensor_is_rigid(void)
{
    caper_character *c = load_with_watch();
    caper_clip *nod = make_clip(c);
    caper_sensor_simulation sim = caper_sensor_simulation_default();
    sim.performer = c;
    sim.clip = nod;
    sim.position_noise = 0.005f;
    caper_sensors_clip_job job = caper_sensors_clip_job_default();
    job.def.performer = c;
    job.take = caper_sensor_take_simulate(&sim, NULL);
    REQUIRE(job.take != NULL);
    caper_clip *clip = caper_sensors_clip(&job, NULL);
    REQUIRE(clip != NULL);
    caper_pose pose = caper_character_pose(c, NULL);
    int watch = caper_character_find(c, "left_watch");
    double worst = 0;
    for (int i = 0; i < clip->frame_count; i++) {
        caper_clip_sample(clip, (float)i / clip->rate, NULL, &pose);
        caper_quat rest = c->skeleton.rest_local[watch].rotation;
        float angle = caper_quat_angle(pose.bodies[watch].rotation, rest);
        worst = fmax(worst, DEGREES * (double)angle);
    }
    printf("a watch turns by %.3f degrees on its forearm\n", worst);
    CHECK(worst < 0.1);
    caper_pose_destroy(&pose, NULL);
    caper_clip_destroy(clip);
    caper_sensor_take_destroy((caper_sensor_take *)job.take);
    caper_clip_destroy(nod);
    caper_character_destroy(c);
}

static bool calibrates(const stage *s, const caper_sensor_sample *samples, int count,
                       caper_error *error)
{
    caper_sensors *sensors = caper_sensors_create(&s->def, NULL);
    REQUIRE(sensors != NULL);
    memset(error, 0, sizeof *error);
    bool good = caper_sensors_calibrate(sensors, samples, count, NULL, error);
    caper_pose pose = caper_character_pose(s->performer, NULL);
    CHECK(caper_sensors_update(sensors, NULL, 0, 0, &pose) == good);
    caper_pose_destroy(&pose, NULL);
    caper_sensors_destroy(sensors);
    return good;
}

static void bad_calibrations_say_what_is_wrong(void)
{
    stage s = stage_open();
    int count = first_second(s.take);
    caper_sensor_sample *samples = malloc((size_t)count * sizeof *samples);
    caper_error error;
#define FRESH() memcpy(samples, s.take->samples, (size_t)count * sizeof *samples)
    FRESH();
    CHECK(calibrates(&s, samples, count, &error));
    for (int i = 0; i < count; i++) { // some wrong ones do no harm
        if (i % 37 == 0) {
            samples[i].value.position.x += 3;
        }
    }
    CHECK(calibrates(&s, samples, count, &error));
    FRESH();
    for (int i = 0; i < count; i++) {
        if (samples[i].part == CAPER_PART_HEAD) {
            samples[i].part = CAPER_PART_RIGHT_LOWER_LEG; // which he does not wear
        }
    }
    CHECK(!calibrates(&s, samples, count, &error));
    CHECK_HAS(error.message, "head");
    FRESH();
    for (int i = 0; i < count; i++) {
        if (samples[i].part == CAPER_PART_LEFT_HAND) {
            samples[i].value.position.y += 0.5f * (float)samples[i].time;
        }
    }
    CHECK(!calibrates(&s, samples, count, &error));
    CHECK_HAS(error.message, "left_hand moved");
    FRESH();
    for (int i = 0; i < count; i++) {
        if (samples[i].part == CAPER_PART_CHEST) {
            samples[i].value.rotation.w = NAN;
        }
    }
    CHECK(!calibrates(&s, samples, count, &error));
    CHECK_HAS(error.message, "chest has 0 samples");
    FRESH();
    for (int i = 0; i < count; i++) {
        int other = samples[i].part == CAPER_PART_LEFT_FOOT    ? CAPER_PART_RIGHT_FOOT
                    : samples[i].part == CAPER_PART_RIGHT_FOOT ? CAPER_PART_LEFT_FOOT
                                                               : (int)samples[i].part;
        samples[i].part = (caper_part)other;
    }
    CHECK(!calibrates(&s, samples, count, &error));
    CHECK_HAS(error.message, "exchanged");
    CHECK(!calibrates(&s, NULL, 0, &error));
    FRESH(); // who wears nothing to the left or right of his spine faces any way
    s.def.sensors = CAPER_PART_BIT(CAPER_PART_HIPS) | CAPER_PART_BIT(CAPER_PART_CHEST) |
                    CAPER_PART_BIT(CAPER_PART_HEAD);
    CHECK(!calibrates(&s, samples, count, &error));
    CHECK_HAS(error.message, "faces");
    s.def.sensors |= CAPER_PART_BIT(CAPER_PART_LEFT_FOOT);
    s.def.sensors |= CAPER_PART_BIT(CAPER_PART_RIGHT_FOOT);
    CHECK(calibrates(&s, samples, count, &error));
    free(samples);
    // and who may wear them
    caper_character *dog = menagerie_load("dog");
    caper_sensors_def def = s.def;
    def.performer = dog;
    CHECK(caper_sensors_create(&def, &error) == NULL);
    CHECK(error.status == CAPER_ERROR_UNSUPPORTED);
    def = s.def;
    def.sensors = CAPER_PART_BIT(CAPER_PART_HEAD);
    CHECK(caper_sensors_create(&def, &error) == NULL);
    caper_character_destroy(dog);
    stage_close(&s);
}

static void frames_do_not_allocate_and_silence_is_bridged(void)
{
    stage s = stage_open();
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    s.def.allocator = &allocator;
    caper_sensors *sensors = caper_sensors_create(&s.def, NULL);
    REQUIRE(sensors != NULL);
    int next = first_second(s.take);
    REQUIRE(caper_sensors_calibrate(sensors, s.take->samples, next, NULL, NULL));
    long before = memory.alloc_count;
    caper_pose pose = caper_character_pose(s.performer, NULL),
               last = caper_character_pose(s.performer, NULL);
    float jump = 0;
    for (int i = 0; next < s.take->sample_count; i++) {
        double time = 1 + (double)i / (double)RATE + 1e-6;
        int from = next;
        while (next < s.take->sample_count && s.take->samples[next].time <= time) {
            next++;
        }
        bool silent = i > 150 && i < 200; // all of them
        CHECK(caper_sensors_update(sensors, s.take->samples + from, silent ? 0 : next - from, time,
                                   &pose));
        if (i <= 160 || (i >= 165 && i < 199) || i > 220) {
            CHECK((caper_sensors_lost(sensors) != 0) == (i >= 165 && i < 199));
        }
        for (int k = 0; k < pose.body_count; k++) {
            CHECK(caper_transform_is_valid(pose.bodies[k], 1e-3f));
            jump = i ? caper_max(jump,
                                 caper_quat_angle(pose.bodies[k].rotation, last.bodies[k].rotation))
                     : 0;
        }
        caper_pose_copy(&last, &pose);
    }
    printf("largest step of a joint %.2f degrees\n", DEGREES * (double)jump);
    CHECK(jump < 0.2f);
    CHECK(!caper_sensors_update(sensors, NULL, 0, 0.5, &pose)); // time does not go back
    CHECK_INT(memory.alloc_count, before);
    caper_pose_destroy(&pose, NULL);
    caper_pose_destroy(&last, NULL);
    caper_sensors_destroy(sensors);
    CHECK_MEMORY_EMPTY(&memory);
    stage_close(&s);
}

static void takes_come_back_from_their_files(void)
{
    stage s = stage_open();
    const char *path = CAPER_BINARY_DIR "/test_sensors.sensors.csv";
    REQUIRE(caper_sensor_take_save(s.take, path, NULL));
    caper_sensor_take *again = caper_sensor_take_load(path, NULL, NULL);
    REQUIRE(again != NULL);
    CHECK_INT(again->sample_count, s.take->sample_count);
    for (int i = 0; i < again->sample_count; i++) {
        const caper_sensor_sample *a = &again->samples[i], *b = &s.take->samples[i];
        CHECK(a->time == b->time && a->part == b->part);
        CHECK(memcmp(&a->value.position, &b->value.position, 3 * sizeof(float)) == 0);
        CHECK(caper_quat_angle(a->value.rotation, b->value.rotation) < 1e-3f);
    }
    caper_sensor_take_destroy(again);
    unlink(path);
    stage_close(&s);
}

static void faults_of_files_have_a_place(void)
{
    static const struct {
        const char *text, *part;
        int line, column;
    } wrong[] = {
        {"", "no samples", 1, 1},
        {"# nothing\n", "no samples", 1, 1},
        {"time,sensor,x,y,z,qx,qy,qz,qw\n0,tail,0,0,0,0,0,0,1\n", "'tail' is not a sensor", 2, 3},
        {"0,head,0,zero,0,0,0,0,1\n", "'zero' is not a valid y", 1, 10},
        {"0,head,0,0,0,0,0,0\n", "too early", 1, 19},
        {"0,head,0,0,0,0,0,0,1,5\n", "more than", 1, 21},
        {"0,head,0,0,0,0,0,0,7\n", "length 7", 1, 21},
        {"0,head,0,0,0,0,0,0,1\n\n-1,head,0,0,0,0,0,0,1", "time goes back", 3, 1},
        {"inf,head,0,0,0,0,0,0,1\n", "'inf' is not a valid time", 1, 1},
        {"0,head,1e30,0,0,0,0,0,1\n", "is not a valid x", 1, 8},
    };
    for (int i = 0; i < CAPER_COUNT_OF(wrong); i++) {
        caper_error error = {0};
        CHECK(caper_sensor_take_parse(wrong[i].text, strlen(wrong[i].text), "a.csv", NULL,
                                      &error) == NULL);
        CHECK_HAS(error.message, wrong[i].part);
        CHECK_STR(error.source, "a.csv");
        CHECK_INT(error.line, wrong[i].line);
        CHECK_INT(error.column, wrong[i].column);
    }
    const char *good =
        "# a comment\r\n 0.5 , left_hand , 1,2,-3e-1 , 0,0,0,-1\r\n\r\n1,head,0,0,0,0,"
        "0.6,0,0.8";
    caper_sensor_take *take = caper_sensor_take_parse(good, strlen(good), NULL, NULL, NULL);
    REQUIRE(take != NULL);
    CHECK_INT(take->sample_count, 2);
    CHECK(take->samples[0].part == CAPER_PART_LEFT_HAND);
    CHECK_NEAR(take->samples[0].value.position.z, -0.3, 1e-6);
    CHECK_NEAR(take->samples[1].time, 1, 0);
    caper_sensor_take_destroy(take);
}

TESTS(captures_come_back, takes_begin_with_the_motion, puppets_move_by_sensors_as_by_skeletons,
      perfect_sensors_are_exact, what_has_no_sensor_is_rigid, bad_calibrations_say_what_is_wrong,
      frames_do_not_allocate_and_silence_is_bridged, takes_come_back_from_their_files,
      faults_of_files_have_a_place)
