// SPDX-License-Identifier: MIT
//
// Captures of people (walk, jump, throw) on bodies that are built otherwise: the menagerie and
// random creatures, judged by room `quality` and the gates of its guide for motion of our own: feet
// slide 5 mm in the median and bodies are 5 mm in the ground (95th percentile), for a size of 1.8
// m. At least 95 % of the performances pass; the others are marked. Insects of a few centimetres
// that move at a person's pace swing their feet so slowly that swinging counts as standing.
#include "zoo.h"
#include "puppeteer.h"

#include "actor/actor.h"
#include "math/flat_hull.h"

#include "caper/formats.h"
#include "caper/puppet.h"
#include "caper/quality.h"

#include <math.h>

#define SLIP 5.0        // mm at size 1.8
#define PENETRATION 5.0 // mm at size 1.8
#define RATE 60.0f
#define RANDOM 200
#define MAX_FRAMES 512

static const char *const motions[] = {"07_01", "16_01", "124_01"}; // walk, jump, throw

static caper_import *capture(const char *file)
{
    char path[96];
    snprintf(path, sizeof path, "bvh/cmu/%s.bvh", file);
    const char *found = test_shared_path(path);
    return found ? caper_import_load(found, NULL, NULL) : NULL;
}

static caper_puppet_def def_of(const caper_import *import, const caper_character *c)
{
    caper_puppet_def def = caper_puppet_def_default();
    def.performer = import->character;
    def.character = c;
    REQUIRE(caper_floor_estimate(import->character, import->clips[0], NULL, &def.floor, NULL));
    return def;
}

/// The performance from its second frame on (the first is the rest pose), at 60 Hz.
static caper_clip *perform(const caper_import *import, const caper_puppet_def *def)
{
    const caper_clip *source = import->clips[0];
    const caper_character *c = def->character;
    puppeteer *puppet = puppeteer_open(def, NULL);
    REQUIRE(puppet != NULL);
    int count = (int)((float)source->frame_count / source->rate * RATE) - 1;
    count = count < MAX_FRAMES ? count : MAX_FRAMES;
    size_t bodies = (size_t)c->body_count;
    caper_transform *frames = malloc((size_t)count * bodies * sizeof *frames);
    caper_pose seen = caper_character_pose(import->character, NULL);
    REQUIRE(frames && seen.bodies);
    for (int i = 0; i < count; i++) {
        float time = (float)(i + 1) / RATE;
        caper_clip_sample(source, time, NULL, &seen);
        caper_transform root = caper_root_transform(caper_clip_sample_root(source, time));
        caper_pose local = {&frames[(size_t)i * bodies], NULL, c->body_count, 0};
        CHECK(puppeteer_frame(puppet, &seen, &root, NULL, i ? 1 / RATE : 0, &local));
    }
    caper_clip_def clip = caper_clip_def_default();
    clip.name = source->name;
    clip.skeleton = &c->skeleton;
    clip.rate = RATE;
    clip.frame_count = count;
    clip.frames = frames;
    caper_clip *made = caper_clip_create(&clip, NULL);
    REQUIRE(made != NULL);
    free(frames);
    caper_pose_destroy(&seen, NULL);
    puppeteer_close(puppet);
    return made;
}

typedef struct figures {
    double slip, deep; // mm at size 1.8
    int pops;
    bool finite, stood;
    int still; // feet and hands that should move and do not
} figures;

/// Ends of limbs that follow the performer move against the root by more than a hundredth of size.
static int count_still(const caper_puppet_def *def, const caper_clip *clip)
{
    const caper_character *c = def->character;
    caper_puppet *puppet = caper_puppet_create(def, NULL);
    caper_pose pose = caper_character_pose(c, NULL);
    caper_vec3 low[CAPER_MAX_BODIES], high[CAPER_MAX_BODIES];
    int still = 0;
    for (int i = 0; i < clip->frame_count; i += 4) {
        caper_clip_sample(clip, (float)i / clip->rate, NULL, &pose);
        caper_pose_to_model(&c->skeleton, &pose, NULL, &pose);
        for (int b = 0; b < c->body_count; b++) {
            caper_vec3 at =
                caper_transform_unmul_point(pose.bodies[c->root_body], pose.bodies[b].position);
            low[b] = i ? caper_vec3_min(low[b], at) : at;
            high[b] = i ? caper_vec3_max(high[b], at) : at;
        }
    }
    for (int b = 0; b < c->body_count; b++) {
        if (c->bodies[b].base >= 0 && c->bodies[b].base != b &&
            (c->bodies[b].caps & (CAPER_CAP_FOOT | CAPER_CAP_GRASPER | CAPER_CAP_WING)) &&
            caper_puppet_source(puppet, b) >= 0) {
            still += caper_vec3_distance(low[b], high[b]) < 0.01f * c->size;
        }
    }
    caper_pose_destroy(&pose, NULL);
    caper_puppet_destroy(puppet);
    return still;
}

static figures judge(const caper_import *import, const caper_character *c)
{
    caper_puppet_def def = def_of(import, c);
    caper_clip *clip = perform(import, &def);
    caper_check_job job = caper_check_job_default();
    job.character = c;
    job.clip = clip;
    job.floor = 0;
    caper_report *report = caper_check(&job, NULL);
    REQUIRE(report != NULL);
    double unit = 1.8 / (double)c->size;
    figures f = {.slip = unit * report->measures[CAPER_METRIC_SLIP_MEDIAN].value,
                 .deep = unit * report->measures[CAPER_METRIC_PENETRATION_P95].value,
                 .pops = (int)report->measures[CAPER_METRIC_POPS].value,
                 .finite = report->measures[CAPER_METRIC_FINITE].value == 0,
                 .stood = report->measures[CAPER_METRIC_SLIP_MEDIAN].measured,
                 .still = count_still(&def, clip)};
    caper_report_destroy(report);
    caper_clip_destroy(clip);
    return f;
}

static void the_menagerie_follows_a_performer(void)
{
    zoo z = zoo_open(0);
    int tried = 0, passed = 0;
    for (int m = 0; m < CAPER_COUNT_OF(motions); m++) {
        caper_import *import = capture(motions[m]);
        for (int i = m % CASE_STEP; i < z.count && import; i += CASE_STEP) {
            caper_character *c = zoo_character(&z, i);
            figures f = judge(import, c);
            printf("%-11s %-6s slip %6.2f, penetration %6.2f mm at size 1.8; %3d pops, %d still",
                   c->name, motions[m], f.slip, f.deep, f.pops, f.still);
            CHECK(f.finite);
            bool good = f.slip <= SLIP && f.deep <= PENETRATION;
            printf("%s\n", good ? "" : "  !");
            passed += good;
            CHECK_INT(f.still, 0);
            caper_character_destroy(c);
            tried++;
        }
        caper_import_destroy(import);
    }
    zoo_close(&z);
    if (tried == 0) {
        SKIP("no captures");
    }
    CHECK_SHARE(100 * passed >= 95 * tried);
}

static void random_creatures_follow_a_performer(void)
{
    int tried = 0, slides = 0, deep = 0, pops = 0, refused = 0;
    for (int m = 0; m < CAPER_COUNT_OF(motions); m++) {
        caper_import *import = capture(motions[m]);
        for (int i = m % CASE_STEP; i < RANDOM && import; i += CASE_STEP) {
            caper_creature_def random = caper_creature_def_default();
            random.seed = (uint64_t)(1000 + i);
            random.difficulty = (float)(i % 5) / 4;
            caper_character *c = caper_character_random(&random, NULL);
            REQUIRE(c != NULL);
            caper_puppet_def def = def_of(import, c);
            caper_error error = {0};
            caper_puppet *puppet = caper_puppet_create(&def, &error);
            if (!puppet) {
                CHECK(error.message[0] != 0);
                refused++;
            } else {
                figures f = judge(import, c);
                CHECK(f.finite);
                slides += f.slip > SLIP;
                if (f.slip > SLIP || f.deep > PENETRATION) {
                    printf("creature %d, %s: slip %.1f, penetration %.1f mm at size 1.8\n",
                           1000 + i, motions[m], f.slip, f.deep);
                }
                deep += f.deep > PENETRATION;
                pops += f.pops;
                tried++;
            }
            caper_puppet_destroy(puppet);
            caper_character_destroy(c);
        }
        caper_import_destroy(import);
    }
    if (tried == 0) {
        SKIP("no captures");
    }
    printf("%d performances of random creatures, %d refused: %d slide, %d in the ground, %d pops\n",
           tried, refused, slides, deep, pops);
    CHECK_INT(refused, 0);
    CHECK_SHARE(slides <= tried / 50); // legs of one body, which do not fold, and legs that branch
    CHECK_SHARE(deep <= tried / 20);
}

// ------------------------------------------------------------------------------------ no captures

typedef struct stage {
    caper_character *performer, *character;
    caper_puppet_def def;
    puppeteer *puppet;
    caper_pose seen, out;
} stage;

static stage stage_open(const char *name, const caper_world *world,
                        const caper_allocator *allocator)
{
    stage s = {0};
    s.performer = menagerie_load("performer");
    s.character = menagerie_load(name);
    s.def = caper_puppet_def_default();
    s.def.performer = s.performer;
    s.def.character = s.character;
    s.def.world = world;
    s.def.allocator = allocator;
    s.puppet = puppeteer_open(&s.def, NULL);
    s.seen = caper_character_pose(s.performer, NULL);
    s.out = caper_character_pose(s.character, NULL);
    REQUIRE(s.puppet && s.seen.bodies && s.out.bodies);
    return s;
}

static const caper_puppet *puppet_of(const stage *s)
{
    return caperi_actor_puppet(s->puppet->actor, s->puppet->source);
}

static void stage_close(stage *s)
{
    puppeteer_close(s->puppet);
    caper_pose_destroy(&s->seen, NULL);
    caper_pose_destroy(&s->out, NULL);
    caper_character_destroy(s->character);
    caper_character_destroy(s->performer);
}

static void turn(stage *s, const char *name, float angle)
{
    int body = caper_character_find(s->performer, name);
    REQUIRE(body >= 0);
    caper_quat q = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), angle);
    s->seen.bodies[body].rotation = caper_quat_mul(q, s->seen.bodies[body].rotation);
}

#define UPPER 0.4162f // metres: the performer's thigh and shin
#define LOWER 0.4236f

static float thigh_at(float phase)
{
    return -0.4f * caper_sin(phase);
}

static float knee_at(float phase)
{
    return 0.6f * caper_max(caper_cos(phase), 0);
}

/// The ankle as the hip sees it.
static caper_vec3 ankle_at(float phase)
{
    float a = thigh_at(phase), b = a + knee_at(phase);
    return caper_vec3_make(0, -UPPER * caper_cos(a) - LOWER * caper_cos(b),
                           -UPPER * caper_sin(a) - LOWER * caper_sin(b));
}

/// How far the walk has come: by as much as the lower foot goes back.
static float way_at(float time)
{
    float way = 0;
    int count = (int)(time * 4 * RATE + 0.5f);
    for (int i = 0; i < count; i++) {
        float from = 2 * CAPER_PI * (float)i / (4 * RATE);
        float to = 2 * CAPER_PI * (float)(i + 1) / (4 * RATE);
        float other = ankle_at(from + CAPER_PI).y < ankle_at(from).y ? CAPER_PI : 0;
        way += ankle_at(from + other).z - ankle_at(to + other).z;
    }
    return way;
}

/// A walk in place of captures: thighs and arms swing, knees fold, feet stay level, and the lower
/// one stays where it is.
static void walk(stage *s, float time)
{
    caper_pose rest = caper_character_rest_local(s->performer);
    memcpy(s->seen.bodies, rest.bodies, (size_t)rest.body_count * sizeof *rest.bodies);
    for (int i = 0; i < 2; i++) {
        float phase = 2 * CAPER_PI * time + (i ? CAPER_PI : 0);
        turn(s, i ? "right_thigh" : "left_thigh", thigh_at(phase));
        turn(s, i ? "right_shin" : "left_shin", knee_at(phase));
        turn(s, i ? "right_foot" : "left_foot", -thigh_at(phase) - knee_at(phase));
        turn(s, i ? "right_upper_arm" : "left_upper_arm", 0.3f * caper_sin(phase));
    }
    caper_pose_to_model(&s->performer->skeleton, &s->seen, NULL, &s->seen);
    float left = s->seen.bodies[caper_character_find(s->performer, "left_foot")].position.y;
    float right = s->seen.bodies[caper_character_find(s->performer, "right_foot")].position.y;
    float floor =
        s->performer->rest_model[caper_character_find(s->performer, "left_foot")].position.y;
    caper_pose local = caper_character_pose(s->performer, NULL);
    caper_pose_to_local(&s->performer->skeleton, &s->seen, &local);
    caper_pose_copy(&s->seen, &local);
    caper_pose_destroy(&local, NULL);
    s->seen.bodies[0].position.y += floor - caper_min(left, right);
    s->seen.bodies[0].position.z += way_at(time);
}

static void step(stage *s, int frame)
{
    walk(s, (float)frame / RATE);
    CHECK(puppeteer_frame(s->puppet, &s->seen, NULL, NULL, frame ? 1 / RATE : 0, &s->out));
}

static void updates_do_not_allocate_and_states_replay(void)
{
    static const char *const names[] = {"dog", "spider", "octopus", "snake"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        test_memory memory = {0};
        caper_allocator allocator = test_memory_allocator(&memory);
        stage s = stage_open(names[n], NULL, &allocator);
        size_t bytes = (size_t)s.out.body_count * sizeof(caper_transform);
        char *kept = malloc(60 * bytes);
        long before = memory.alloc_count;
        for (int i = 0; i < 60; i++) {
            step(&s, i);
        }
        size_t size = puppeteer_save(s.puppet, NULL, 0);
        char *state = malloc(size);
        CHECK_INT(puppeteer_save(s.puppet, state, size), size);
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < 60; i++) {
                step(&s, 60 + i);
                if (pass == 0) {
                    memcpy(kept + (size_t)i * bytes, s.out.bodies, bytes);
                }
                CHECK(memcmp(kept + (size_t)i * bytes, s.out.bodies, bytes) == 0);
            }
            CHECK_INT(memory.alloc_count, before);
            CHECK(puppeteer_load(s.puppet, state, size)); // which opens the source anew
            before = memory.alloc_count;
        }
        s.seen.bodies[2].rotation.x = NAN; // a bad frame changes nothing
        char *after = malloc(size);
        CHECK(!puppeteer_frame(s.puppet, &s.seen, NULL, NULL, 0.01f, &s.out));
        CHECK_INT(puppeteer_save(s.puppet, after, size), size);
        CHECK(memcmp(state, after, size) == 0);
        free(state);
        free(after);
        free(kept);
        stage_close(&s);
        CHECK_MEMORY_EMPTY(&memory);
    }
}

/// What the last frame reported belongs to the state.
static void reports_go_with_the_state(void)
{
    stage s = stage_open("dog", NULL, NULL);
    for (int i = 0; i < 30; i++) {
        step(&s, i);
    }
    size_t size = puppeteer_save(s.puppet, NULL, 0);
    char *state = malloc(size);
    caper_puppet_report saved = *puppeteer_last(s.puppet);
    CHECK(saved.frames == 30);
    CHECK_INT(puppeteer_save(s.puppet, state, size), size);
    step(&s, 30);
    CHECK(puppeteer_load(s.puppet, state, size));
    CHECK(memcmp(puppeteer_last(s.puppet), &saved, sizeof saved) == 0);
    free(state);
    stage_close(&s);
}

/// Where there is no world there is a floor, also when something moves far away.
static void something_far_away_changes_nothing(void)
{
    static const char *const names[] = {"dog", "dragon"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        stage a = stage_open(names[n], NULL, NULL), b = stage_open(names[n], NULL, NULL);
        caper_obstacle obstacle = {.actor = -1, .body = -1};
        obstacle.capsule.a = obstacle.capsule.b = caper_vec3_make(500, 1, 0);
        obstacle.capsule.radius = 0.5f;
        caper_world_frame frame = {.obstacles = &obstacle, .obstacle_count = 1};
        for (int i = 0; i < 60; i++) {
            float dt = i ? 1 / RATE : 0;
            walk(&a, (float)i / RATE);
            a.seen.bodies[0].position.y -= 0.5f; // down to where bellies are in the ground
            CHECK(puppeteer_frame(a.puppet, &a.seen, NULL, NULL, dt, &a.out));
            CHECK(puppeteer_frame(b.puppet, &a.seen, NULL, &frame, dt, &b.out));
            size_t bytes = (size_t)a.out.body_count * sizeof(caper_transform);
            CHECK(memcmp(a.out.bodies, b.out.bodies, bytes) == 0);
        }
        stage_close(&a);
        stage_close(&b);
    }
}

/// How deep the lowest point of a sole is in the ground.
static float sole_depth(const stage *s, const caper_pose *model, int foot)
{
    caper_vec3 points[CAPER_MAX_CONTACTS];
    int count = caper_body_sole_points(s->character, foot, points);
    float depth = 0;
    for (int k = 0; k < count; k++) {
        depth = caper_max(depth, -caper_transform_mul_point(model->bodies[foot], points[k]).y);
    }
    return depth;
}

/// A performer who turns on the spot keeps his feet on the ground. Paws of a body that is taken
/// round with him stand for a while; then they turn with their legs, on their soles or by a step.
/// No paw bends farther than it can (10 degrees more: METRICS), and none sinks for that.
static void paws_go_with_legs_that_turn_over_them(void)
{
    static const char *const names[] = {"dog", "horse", "ostrich", "bird", "elephant"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        stage s = stage_open(names[n], NULL, NULL);
        const caper_character *c = s.character;
        caper_pose model = caper_character_pose(c, NULL);
        float worst = 0, deepest = 0;
        for (int i = 0; i < 90; i++) {
            float time = caper_max((float)i / RATE - 0.2f, 0); // 90 degrees in 1.1 s
            s.seen.bodies[0].rotation = caper_quat_from_yaw(caper_min(1.4f * time, CAPER_PI / 2));
            CHECK(puppeteer_frame(s.puppet, &s.seen, NULL, NULL, i ? 1 / RATE : 0, &s.out));
            caper_pose_to_model(&c->skeleton, &s.out, NULL, &model);
            for (int k = 0; k < c->leg_count; k++) {
                int foot = c->legs[k].foot;
                caper_joint_angles a = caper_joint_measure(&c->bodies[foot].joint,
                                                           c->skeleton.rest_local[foot].rotation,
                                                           s.out.bodies[foot].rotation);
                worst = caper_max(worst, a.excess);
                deepest = caper_max(deepest, sole_depth(&s, &model, foot));
            }
        }
        printf("%-9s feet %.1f degrees beyond their limits, %.1f mm in the ground\n", c->name,
               (double)(worst / CAPER_DEGREE), 1e3 * (double)deepest);
        CHECK(worst < 10 * CAPER_DEGREE);
        CHECK(deepest < 0.005f * c->size / 1.8f);
        caper_pose_destroy(&model, NULL);
        stage_close(&s);
    }
}

/// How far the center of mass is beside the soles of feet that are held, metres.
static float beside_feet(const stage *s, const caper_pose *model)
{
    const caper_character *c = s->character;
    const caper_actor *actor = s->puppet->actor;
    caperi_flat points[CAPERI_MOST_FLAT];
    int count = 0;
    for (int k = 0; k < c->leg_count; k++) {
        int foot = c->legs[k].foot, slot = actor->contact_of[foot];
        caper_vec3 soles[CAPER_MAX_CONTACTS];
        int more = caper_body_sole_points(c, foot, soles);
        for (int i = 0; slot >= 0 && actor->contacts[slot].holds && i < more; i++) {
            caper_vec3 at = caper_transform_mul_point(model->bodies[foot], soles[i]);
            points[count++] = (caperi_flat){at.x, at.z};
        }
    }
    REQUIRE(count > 0);
    caper_vec3 mass = caper_character_center_of_mass(c, model);
    return caperi_flat_outside(points, count, (caperi_flat){mass.x, mass.z}, NULL);
}

/// Who lifts a foot and stands still has his weight over the others, and over both when he puts it
/// down.
static void a_creature_on_fewer_feet_leans_over_them(void)
{
    static const char *const names[] = {"dog", "bird", "ostrich", "kangaroo"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        stage s = stage_open(names[n], NULL, NULL);
        const caper_character *c = s.character;
        caper_pose model = caper_character_pose(c, NULL);
        float worst = 0;
        for (int i = 0; i < 120; i++) {
            caper_pose rest = caper_character_rest_local(s.performer);
            memcpy(s.seen.bodies, rest.bodies, (size_t)rest.body_count * sizeof *rest.bodies);
            float up = caper_smoothstep(0.2f, 0.8f, (float)i / RATE);
            turn(&s, "left_thigh", -0.8f * up);
            turn(&s, "left_shin", 1.2f * up);
            CHECK(puppeteer_frame(s.puppet, &s.seen, NULL, NULL, i ? 1 / RATE : 0, &s.out));
            caper_pose_to_model(&c->skeleton, &s.out, NULL, &model);
            worst = i >= 90 ? caper_max(worst, beside_feet(&s, &model)) : worst;
        }
        printf("%-9s %.0f mm beside its feet, at size 1.8\n", c->name,
               1800 * (double)(worst / c->size));
        CHECK(worst < 0.06f * c->size / 1.8f); // METRICS
        caper_pose_destroy(&model, NULL);
        stage_close(&s);
    }
}

/// A dog trots: a forefoot moves with the hind foot of the other side.
static void a_dog_trots(void)
{
    stage s = stage_open("dog", NULL, NULL);
    static const char *const names[] = {"left_hind_paw", "right_front_paw", "right_hind_paw",
                                        "left_front_paw"};
    int feet[4];
    for (int i = 0; i < 4; i++) {
        feet[i] = caper_character_find(s.character, names[i]);
        REQUIRE(feet[i] >= 0);
    }
    CHECK_INT(caper_puppet_source(puppet_of(&s), feet[0]),
              caper_puppet_source(puppet_of(&s), feet[1]));
    CHECK_INT(caper_puppet_source(puppet_of(&s), feet[2]),
              caper_puppet_source(puppet_of(&s), feet[3]));
    CHECK(caper_puppet_source(puppet_of(&s), feet[0]) !=
          caper_puppet_source(puppet_of(&s), feet[2]));
    // it goes its way by the ratio of the legs
    caper_pose model = caper_character_pose(s.character, NULL);
    float start = 0, end = 0;
    for (int i = 0; i < 120; i++) {
        step(&s, i);
        caper_pose_to_model(&s.character->skeleton, &s.out, NULL, &model);
        end = model.bodies[s.character->root_body].position.z;
        start = i == 0 ? end : start;
    }
    CHECK_NEAR(end - start, way_at(119 / RATE) * caper_puppet_scale(puppet_of(&s)), 0.1);
    caper_pose_destroy(&model, NULL);
    stage_close(&s);
}

/// Six rows of legs that are half a leg apart: by turns they would go through each other.
static void feet_without_room_step_together(void)
{
    caper_creature_def random = caper_creature_def_default();
    random.seed = 39;
    random.difficulty = 0.576f;
    caper_puppet_def def = caper_puppet_def_default();
    caper_character *performer = menagerie_load("performer");
    caper_character *c = caper_character_random(&random, NULL);
    def.performer = performer;
    def.character = c;
    caper_puppet *puppet = caper_puppet_create(&def, NULL);
    REQUIRE(puppet != NULL);
    int feet = 0;
    for (int i = 0; i < c->body_count; i++) {
        if (c->bodies[i].caps & CAPER_CAP_FOOT) {
            int of = caper_puppet_source(puppet, i);
            CHECK((performer->rest_model[of].position.x > 0) == (c->rest_model[i].position.x > 0));
            feet++;
        }
    }
    CHECK(feet >= 8);
    caper_puppet_destroy(puppet);
    caper_character_destroy(c);
    caper_character_destroy(performer);
}

/// A shank whose box goes down to the sole has a corner of it in the ground when it leans, wherever
/// the hips are: a body does not heave for it.
static void a_shank_that_leans_raises_nobody(void)
{
    caper_import *import = capture(motions[0]);
    const char *path = test_shared_path("gltf/quaternius_farm/Zebra.gltf");
    caper_import *rig = path ? caper_import_load(path, NULL, NULL) : NULL;
    if (!import || !rig) {
        caper_import_destroy(import);
        caper_import_destroy(rig);
        SKIP("no captures or rigs");
    }
    const caper_character *c = rig->character;
    caper_puppet_def def = def_of(import, c);
    caper_clip *clip = perform(import, &def);
    caper_pose pose = caper_character_pose(c, NULL);
    float low = HUGE_VALF, high = -HUGE_VALF;
    for (int i = 0; i < clip->frame_count; i++) {
        caper_clip_sample(clip, (float)i / clip->rate, NULL, &pose);
        caper_pose_to_model(&c->skeleton, &pose, NULL, &pose);
        float up = pose.bodies[c->root_body].position.y / c->size;
        low = caper_min(low, up);
        high = caper_max(high, up);
    }
    printf("hips of a zebra that walks heave by %.3f of size\n", (double)(high - low));
    CHECK(high - low < 0.04f); // 7 cm of a person, who heaves by up to 6 (METRICS)
    caper_pose_destroy(&pose, NULL);
    caper_clip_destroy(clip);
    caper_import_destroy(import);
    caper_import_destroy(rig);
}

/// Feet come down on hills, and nothing is in them.
static void creatures_walk_on_hills(void)
{
    caper_world *hills = caper_world_load(test_data_path("worlds/hills.world.json"), NULL, NULL);
    REQUIRE(hills != NULL);
    static const char *const names[] = {"dog", "spider", "ostrich"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        stage s = stage_open(names[n], hills, NULL);
        float deepest = 0, highest = 0;
        for (int i = 0; i < 120; i++) {
            step(&s, i);
            caper_pose_to_model(&s.character->skeleton, &s.out, NULL, &s.out);
            float lowest = HUGE_VALF;
            for (int b = 0; b < s.character->body_count; b++) {
                caper_vec3 points[CAPER_MAX_CONTACTS];
                int count = s.character->bodies[b].caps & CAPER_CAP_FOOT
                                ? caper_body_sole_points(s.character, b, points)
                                : 0;
                for (int k = 0; k < count; k++) {
                    caper_vec3 at = caper_transform_mul_point(s.out.bodies[b], points[k]);
                    float up =
                        at.y - caper_world_height(hills, NULL, at.x, at.z, HUGE_VALF).point.y;
                    lowest = caper_min(lowest, up);
                }
            }
            deepest = caper_max(deepest, -lowest);
            highest = caper_max(highest, lowest);
        }
        printf("%s on hills: %.4f of size deep, %.4f above\n", names[n],
               (double)(deepest / s.character->size), (double)(highest / s.character->size));
        CHECK(deepest < 0.02f * s.character->size);
        CHECK(highest < 0.05f * s.character->size);
        stage_close(&s);
    }
    caper_world_destroy(hills);
}

/// A hand that comes to a target brings the creature's to it.
static void bring_to_target(const char *name)
{
    stage s = stage_open(name, NULL, NULL);
    int hand = -1;
    for (int i = 0; i < s.character->body_count && hand < 0; i++) {
        if ((s.character->bodies[i].caps & CAPER_CAP_GRASPER) &&
            s.character->rest_model[i].position.x > 0) {
            hand = i;
        }
    }
    REQUIRE(hand >= 0);
    float off[2] = {0};
    for (int pass = 0; pass < 2; pass++) { // without and with a target
        caper_target target = {"ball", caper_transform_identity(), {0, 0, 0}};
        caper_world_frame frame = {0};
        frame.targets = &target;
        frame.target_count = pass;
        puppeteer_close(s.puppet);
        s.puppet = puppeteer_open(&s.def, NULL);
        REQUIRE(s.puppet != NULL);
        for (int i = 0; i < 60; i++) {
            caper_pose rest = caper_character_rest_local(s.performer);
            memcpy(s.seen.bodies, rest.bodies, (size_t)rest.body_count * sizeof *rest.bodies);
            turn(&s, "left_upper_arm", -1.2f * (float)i / 59); // forward and up
            caper_pose model = caper_character_pose(s.performer, NULL);
            caper_pose_to_model(&s.performer->skeleton, &s.seen, NULL, &model);
            int palm = caper_character_find(s.performer, "left_hand");
            REQUIRE(palm >= 0);
            caper_vec3 grip =
                caper_transform_mul_point(model.bodies[palm], s.performer->bodies[palm].box_center);
            // where his hand will be is where the ball is
            target.transform.position = caper_vec3_scale(grip, caper_puppet_scale(puppet_of(&s)));
            CHECK(puppeteer_frame(s.puppet, &s.seen, NULL, &frame, 1 / RATE, &s.out));
            caper_pose_destroy(&model, NULL);
        }
        caper_pose_to_model(&s.character->skeleton, &s.out, NULL, &s.out);
        caper_vec3 at =
            caper_transform_mul_point(s.out.bodies[hand], s.character->bodies[hand].box_center);
        off[pass] = caper_vec3_distance(at, target.transform.position);
    }
    printf("%s is off the target by %.3f m where it does not matter, %.3f where it does\n", name,
           (double)off[0], (double)off[1]);
    CHECK(off[0] < 0.01f || off[1] < 0.5f * off[0]); // the performer's own is there already
    CHECK(off[1] < 0.03f * s.character->size);
    stage_close(&s);
}

static void what_grasps_comes_to_targets(void)
{
    bring_to_target("four_armed");
    bring_to_target("performer");
}

static void what_has_nothing_to_move_is_refused(void)
{
    caper_body_def body = caper_body_def_default();
    body.name = "stone";
    body.caps = CAPER_CAP_SPINE;
    caper_character_def def = caper_character_def_default();
    def.name = "stone";
    def.bodies = &body;
    def.body_count = 1;
    caper_character *stone = caper_character_create(&def, NULL);
    caper_character *performer = menagerie_load("performer");
    REQUIRE(stone && performer);
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_puppet_def puppet = caper_puppet_def_default();
    puppet.performer = performer;
    puppet.character = stone;
    puppet.allocator = &allocator;
    caper_error error = {0};
    CHECK(caper_puppet_create(&puppet, &error) == NULL);
    CHECK(error.status == CAPER_ERROR_UNSUPPORTED);
    CHECK_HAS(error.message, "follow a performer");
    CHECK_MEMORY_EMPTY(&memory);
    // and without memory nothing is left behind
    caper_character *dog = menagerie_load("dog");
    puppet.character = dog;
    for (long at = 1; at < 12; at++) {
        test_memory little = {.fail_at = at};
        caper_allocator poor = test_memory_allocator(&little);
        puppet.allocator = &poor;
        caper_puppet_destroy(caper_puppet_create(&puppet, NULL));
        CHECK_MEMORY_EMPTY(&little);
    }
    caper_character_destroy(dog);
    caper_character_destroy(performer);
    caper_character_destroy(stone);
}

TESTS(a_creature_on_fewer_feet_leans_over_them, reports_go_with_the_state,
      something_far_away_changes_nothing, the_menagerie_follows_a_performer,
      random_creatures_follow_a_performer, updates_do_not_allocate_and_states_replay,
      paws_go_with_legs_that_turn_over_them, a_dog_trots, feet_without_room_step_together,
      a_shank_that_leans_raises_nobody, creatures_walk_on_hills, what_grasps_comes_to_targets,
      what_has_nothing_to_move_is_refused)
