// SPDX-License-Identifier: MIT
//
// The puppet on bodies made for the purpose: what follows what, what importance is, that nothing
// happens to a performer who is his own puppet, that feet stand, and the manners of the instance.
#include "test.h"
#include "puppeteer.h"

#include "actor/actor.h"

#include "caper/puppet.h"
#include "puppet/puppet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE 120.0f

static caper_character *load(const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "characters/%s.character.json", name);
    caper_error error = {0};
    caper_character *c = caper_character_load(test_data_path(path), NULL, &error);
    REQUIRE(c != NULL);
    return c;
}

/// A performer, a puppet and their poses.
typedef struct stage {
    caper_character *performer, *character;
    caper_puppet_def def;
    puppeteer *puppet;
    caper_pose source, out, model, source_model;
} stage;

static stage stage_open(const char *performer, const char *character)
{
    stage s;
    memset(&s, 0, sizeof s);
    s.performer = load(performer);
    s.character = load(character);
    s.def = caper_puppet_def_default();
    s.def.performer = s.performer;
    s.def.character = s.character;
    s.source = caper_character_pose(s.performer, NULL);
    s.source_model = caper_character_pose(s.performer, NULL);
    s.out = caper_character_pose(s.character, NULL);
    s.model = caper_character_pose(s.character, NULL);
    return s;
}

static void stage_start(stage *s)
{
    puppeteer_close(s->puppet);
    caper_error error = {0};
    s->puppet = puppeteer_open(&s->def, &error);
    if (!s->puppet) {
        printf("%s\n", error.message);
    }
    REQUIRE(s->puppet != NULL);
}

static const caper_puppet *puppet_of(const stage *s)
{
    return caperi_actor_puppet(s->puppet->actor, s->puppet->source);
}

static void stage_step(stage *s, float dt)
{
    REQUIRE(puppeteer_frame(s->puppet, &s->source, NULL, NULL, dt, &s->out));
    caper_pose_to_model(&s->character->skeleton, &s->out, NULL, &s->model);
    caper_pose_to_model(&s->performer->skeleton, &s->source, NULL, &s->source_model);
}

static void stage_close(stage *s)
{
    puppeteer_close(s->puppet);
    caper_pose_destroy(&s->source, NULL);
    caper_pose_destroy(&s->source_model, NULL);
    caper_pose_destroy(&s->out, NULL);
    caper_pose_destroy(&s->model, NULL);
    caper_character_destroy(s->performer);
    caper_character_destroy(s->character);
}

static void rest(stage *s)
{
    caper_pose at_rest = caper_character_rest_local(s->performer);
    memcpy(s->source.bodies, at_rest.bodies, (size_t)at_rest.body_count * sizeof(caper_transform));
}

static caper_vec3 random_vec(caper_rng *rng, float size)
{
    float x = caper_rng_range(rng, -size, size);
    float y = caper_rng_range(rng, -size, size);
    float z = caper_rng_range(rng, -size, size);
    return caper_vec3_make(x, y, z);
}

/// Every joint turned anyhow, high above the ground.
static void random_pose(stage *s, caper_rng *rng)
{
    rest(s);
    for (int i = 0; i < s->source.body_count; i++) {
        caper_quat turn = caper_quat_exp(random_vec(rng, 0.6f));
        s->source.bodies[i].rotation =
            caper_quat_normalize(caper_quat_mul(s->source.bodies[i].rotation, turn));
    }
    s->source.bodies[0].position = caper_vec3_add(random_vec(rng, 1), caper_vec3_make(0, 9, 0));
}

static caper_vec3 way(const caper_pose *model, int from, int to)
{
    return caper_vec3_normalize(
        caper_vec3_sub(model->bodies[to].position, model->bodies[from].position));
}

// ------------------------------------------------------------------------------------ match

/// In the air all is joint angles: every segment of every limb points as the performer's does.
static void limbs_point_as_the_performers(void)
{
    static const char *const pairs[][2] = {
        {"performer", "blubby"}, {"performer", "sally"}, {"sally", "blubby"}, {"blubby", "sally"}};
    caper_rng rng = caper_rng_make(5);
    float worst = 0;
    for (int p = 0; p < 4; p++) {
        stage s = stage_open(pairs[p][0], pairs[p][1]);
        stage_start(&s);
        for (int n = 0; n < 50; n++) {
            random_pose(&s, &rng);
            stage_step(&s, 1 / RATE);
            for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
                const caper_limb *a = &puppet_of(&s)->person.limbs[i];
                const caper_limb *b = &puppet_of(&s)->performer.limbs[i];
                const caper_effector_state *e = &puppeteer_last(s.puppet)->effectors[i];
                if (e->touch > 0 || e->cleared > 0) {
                    continue; // hands that are about to meet something, arms that are in the way
                }
                caper_vec3 u = way(&s.model, a->start, a->middle);
                caper_vec3 v = way(&s.source_model, b->start, b->middle);
                worst = caper_max(worst, caper_vec3_distance(u, v));
                u = way(&s.model, a->middle, a->tip);
                v = way(&s.source_model, b->middle, b->tip);
                worst = caper_max(worst, caper_vec3_distance(u, v));
            }
        }
        stage_close(&s);
    }
    printf("segments off by at most %.2g rad\n", (double)worst);
    CHECK(worst < 2e-4f);
}

static void bodies_are_matched_by_capability_and_side(void)
{
    stage s = stage_open("performer", "sally");
    stage_start(&s);
    for (int i = 0; i < s.character->body_count; i++) {
        int source = caper_puppet_source(puppet_of(&s), i);
        const caper_body *body = &s.character->bodies[i];
        caper_caps caps = CAPER_CAP_SPINE | CAPER_CAP_LIMB | CAPER_CAP_FOOT | CAPER_CAP_GRASPER;
        bool moves = (body->caps & caps) != 0;
        CHECK_INT(source >= 0, moves);
        if (source >= 0) {
            // both files come from one mold: names are a fair judge here
            CHECK_STR(body->name, s.performer->bodies[source].name);
        }
    }
    CHECK_NEAR(caper_puppet_scale(puppet_of(&s)),
               puppet_of(&s)->person.leg / puppet_of(&s)->performer.leg, 1e-6);
    stage_close(&s);
}

static void who_performs_must_be_a_person(void)
{
    static const char *const others[] = {"four_armed", "dog", "fish", "snake", "centaur", "tripod"};
    caper_character *performer = load("performer");
    for (int i = 0; i < 6; i++) {
        caper_character *other = load(others[i]);
        caper_puppet_def def = caper_puppet_def_default();
        def.performer = other;
        def.character = performer;
        caper_error error = {0};
        CHECK(caper_puppet_create(&def, &error) == NULL);
        CHECK(error.status == CAPER_ERROR_UNSUPPORTED);
        CHECK_STR(error.source, others[i]);
        caper_character_destroy(other);
    }
    caper_character_destroy(performer);
}

static void numbers_out_of_range_are_refused(void)
{
    stage s = stage_open("performer", "blubby");
    caper_error error = {0};
#define REFUSED(member, value)                                                                     \
    do {                                                                                           \
        caper_puppet_def def = s.def;                                                              \
        def.member = value;                                                                        \
        CHECK(caper_puppet_create(&def, &error) == NULL);                                          \
        CHECK(error.status != CAPER_OK && error.message[0]);                                       \
    } while (0)
    REFUSED(scale, -1);
    REFUSED(scale, NAN);
    REFUSED(floor, INFINITY);
    REFUSED(look_ahead, -0.1f);
    REFUSED(influence, 0);
    REFUSED(prior, -1);
    REFUSED(posture, 0);
    REFUSED(stance, 2);
    REFUSED(method, CAPER_PUPPET_METHOD_COUNT);
    REFUSED(influence_count, 65);
    REFUSED(effectors, CAPER_PART_BIT(CAPER_PART_JAW));
    REFUSED(latch.release_half_life, 0);
#undef REFUSED
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    memory.fail_at = 1;
    s.def.allocator = &allocator;
    CHECK(caper_puppet_create(&s.def, &error) == NULL);
    CHECK(error.status == CAPER_ERROR_MEMORY);
    stage_close(&s);
}

// ------------------------------------------------------------------------------------ importance

/// Equation 14 written out.
static float cubic(float d)
{
    return d >= 1 ? 0 : d <= 0 ? 1 : 2 * d * d * d - 3 * d * d + 1;
}

/// Let a pose stand until springs have settled.
static void settle(stage *s)
{
    for (int i = 0; i < 240; i++) {
        stage_step(s, 1 / RATE);
    }
}

static void importance_is_the_papers_cubic_of_the_distance(void)
{
    stage s = stage_open("performer", "performer");
    s.def.plant = false;
    stage_start(&s);
    for (int n = 0; n <= 30; n++) {
        rest(&s);
        float height = 0.01f * (float)n;
        s.source.bodies[0].position.y += height;
        settle(&s);
        const caper_effector_state *e = &puppeteer_last(s.puppet)->effectors[0];
        CHECK_NEAR(e->distance, height, 1e-3);
        CHECK_NEAR(e->importance, cubic(e->distance / 0.25f), 2e-3);
        CHECK_NEAR(e->rate, 0, 1e-3);
    }
    stage_close(&s);
}

static void looking_ahead_makes_what_comes_important_and_what_goes_not(void)
{
    stage s = stage_open("performer", "performer");
    s.def.plant = false;
    float seen[3][2];
    for (int k = 0; k < 2; k++) {
        s.def.look_ahead = k ? 0.15f : 0;
        for (int way_of = -1; way_of <= 1; way_of++) {
            stage_start(&s);
            for (int i = 0; i < 60; i++) { // through 15 cm at 0.5 m/s
                rest(&s);
                float t = (float)(i - 59) / RATE;
                s.source.bodies[0].position.y += 0.15f + 0.5f * (float)way_of * t;
                stage_step(&s, 1 / RATE);
            }
            seen[way_of + 1][k] = puppeteer_last(s.puppet)->effectors[0].importance;
            CHECK_NEAR(puppeteer_last(s.puppet)->effectors[0].rate, 0.5 * way_of, 0.01);
        }
    }
    CHECK_NEAR(seen[1][0], cubic(0.15f / 0.25f), 2e-3);
    CHECK_NEAR(seen[1][1], seen[1][0], 1e-3);
    // as at 7.5 and at 22.5 cm, but for the lag of the spring: 30 ms at 0.5 m/s are 1.5 cm
    CHECK(seen[0][1] < cubic(0.3f) + 1e-3f && seen[0][1] > cubic((0.075f + 0.03f) / 0.25f));
    CHECK(seen[2][1] > cubic(0.9f) - 1e-3f && seen[2][1] < cubic((0.225f - 0.03f) / 0.25f));
    // without looking ahead nothing but that lag is left
    CHECK(seen[0][0] < seen[1][0] && seen[0][0] > cubic((0.15f + 0.03f) / 0.25f));
    CHECK(seen[2][0] > seen[1][0] && seen[2][0] < cubic((0.15f - 0.03f) / 0.25f));
    stage_close(&s);
}

static void influences_reach_as_far_as_they_say(void)
{
    stage s = stage_open("performer", "performer");
    s.def.plant = false;
    const caper_influence influences[] = {
        {CAPER_PART_BIT(CAPER_PART_LEFT_FOOT), NULL, CAPER_SURFACE_GROUND, -1, 1.0f},
        {CAPER_PART_BIT(CAPER_PART_RIGHT_FOOT), NULL, CAPER_SURFACE_NONE, -1, 0},
        {0, "ball", CAPER_SURFACE_NONE, -1, 0.5f},
        {CAPER_PART_BIT(CAPER_PART_RIGHT_HAND), "ball", CAPER_SURFACE_NONE, -1, 0},
    };
    s.def.influences = influences;
    s.def.influence_count = 4;
    stage_start(&s);
    rest(&s);
    s.source.bodies[0].position.y += 0.4f;
    settle(&s);
    const caper_puppet_report *report = puppeteer_last(s.puppet);
    CHECK_NEAR(report->effectors[0].importance, cubic(0.4f), 5e-3);
    CHECK(report->effectors[1].importance == 0);
    CHECK(report->effectors[2].importance == 0);
    // a ball 20 cm from the middle of the left hand
    const caperi_sight *hand = &puppet_of(&s)->sights[CAPER_LIMB_LEFT_ARM];
    caper_target ball;
    memset(&ball, 0, sizeof ball);
    ball.name = "ball";
    ball.transform = caper_transform_identity();
    ball.transform.position = caper_vec3_lerp(hand->points[0], hand->points[1], 0.5f);
    ball.transform.position.z += 0.2f;
    caper_world_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.targets = &ball;
    frame.target_count = 1;
    for (int i = 0; i < 240; i++) {
        CHECK(puppeteer_frame(s.puppet, &s.source, NULL, &frame, 1 / RATE, &s.out));
    }
    CHECK_NEAR(report->effectors[2].importance, cubic(0.4f), 5e-3);
    CHECK(report->effectors[3].importance == 0);
    stage_close(&s);
}

// Equation 15: the most important object counts, not the nearest. A plate 8 cm beside the middle of
// the left hand is of no importance, one 30 cm away reaches a metre.
static void the_most_important_object_counts(void)
{
    stage s = stage_open("performer", "performer");
    s.def.plant = false;
    const caper_influence influences[] = {
        {0, NULL, CAPER_SURFACE_NONE, -1, 0},
        {0, NULL, CAPER_SURFACE_BOX, 1, 1.0f},
    };
    s.def.influences = influences;
    s.def.influence_count = 2;
    stage_start(&s);
    rest(&s);
    settle(&s);
    const caperi_sight *hand = &puppet_of(&s)->sights[CAPER_LIMB_LEFT_ARM];
    caper_vec3 points[2] = {hand->points[0], hand->points[1]};
    float middle = 0.5f * (points[0].z + points[1].z);
    caper_world_box boxes[2];
    memset(boxes, 0, sizeof boxes);
    static const float away[2] = {0.08f, 0.3f};
    for (int i = 0; i < 2; i++) { // plates across z, far wider than the hand is long
        boxes[i].transform = caper_transform_identity();
        boxes[i].transform.position = points[0];
        boxes[i].transform.position.z = middle + (i ? -1.0f : 1.0f) * (away[i] + 0.005f);
        boxes[i].half = caper_vec3_make(3, 3, 0.005f);
    }
    caper_world_def def = caper_world_def_default();
    def.boxes = boxes;
    def.box_count = 2;
    caper_world *world = caper_world_create(&def, NULL);
    REQUIRE(world != NULL);
    s.def.world = world;
    stage_start(&s);
    settle(&s);
    float radius = puppet_of(&s)->contacts[CAPER_LIMB_LEFT_ARM].radius, expected = 0;
    for (int k = 0; k < 2; k++) {
        expected = fmaxf(expected, cubic(points[k].z - (middle - away[1]) - radius));
    }
    const caper_puppet_report *report = puppeteer_last(s.puppet);
    CHECK(report->effectors[2].distance < 0.1f); // the plate of no importance is the nearest
    CHECK(expected > 0.5f);
    CHECK_NEAR(report->effectors[2].importance, expected, 5e-3);
    stage_close(&s);
    caper_world_destroy(world);
}

// ------------------------------------------------------------------------------------ solving

/// A walk in place of captures: thighs and arms swing, knees fold.
static void walk(stage *s, float time)
{
    rest(s);
    static const char *const names[] = {"left_thigh",  "left_shin",  "left_upper_arm",
                                        "right_thigh", "right_shin", "right_upper_arm"};
    for (int i = 0; i < 6; i++) {
        float phase = 2 * CAPER_PI * time + (i < 3 ? 0 : CAPER_PI);
        float angle = i % 3 == 0   ? -0.4f * caper_sin(phase)
                      : i % 3 == 1 ? 0.6f * caper_max(caper_cos(phase), 0)
                                   : 0.3f * caper_sin(phase);
        int body = caper_character_find(s->performer, names[i]);
        REQUIRE(body >= 0);
        caper_quat q = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), angle);
        s->source.bodies[body].rotation = caper_quat_mul(q, s->source.bodies[body].rotation);
    }
    s->source.bodies[0].position.z += 1.2f * time;
}

static void a_performer_is_his_own_puppet(void)
{
    stage s = stage_open("performer", "performer");
    s.def.method = CAPER_PUPPET_ANGLES;
    stage_start(&s);
    float worst = 0, off = 0;
    for (int i = 0; i < 120; i++) {
        walk(&s, (float)i / RATE);
        stage_step(&s, 1 / RATE);
        for (int b = 0; b < s.out.body_count; b++) {
            worst = caper_max(
                worst, caper_quat_angle(s.out.bodies[b].rotation, s.source.bodies[b].rotation));
        }
        off = caper_max(off, caper_vec3_distance(s.model.bodies[0].position,
                                                 s.source_model.bodies[0].position));
    }
    CHECK(worst < 1e-3f);
    CHECK(off < 1e-4f);
    // standing is left alone by the whole method, too
    s.def.method = CAPER_PUPPET_IMPORTANCE;
    stage_start(&s);
    rest(&s);
    settle(&s);
    for (int b = 0; b < s.out.body_count; b++) {
        float d =
            caper_vec3_distance(s.model.bodies[b].position, s.source_model.bodies[b].position);
        CHECK(d < 1e-3f);
    }
    stage_close(&s);
}

/// What is asked for smoothly is followed without lag; a leap is caught up with by no more than the
/// acceleration that is allowed, and without overshoot.
// Turns of up to half a turn, both signs of the quaternion, ten shares of each.
static void a_part_of_the_way_is_that_of_slerp(void)
{
    caper_rng rng = caper_rng_make(8);
    double most = 0;
    for (int i = 0; i < 3000; i++) {
        float angle = (float)(i % 100) * CAPER_PI / 100, share = (float)(i % 11) / 10;
        caper_vec3 axis = caper_vec3_make(caper_rng_range(&rng, -1, 1), 0.3f, 0.2f);
        caper_quat a = caper_quat_from_axis_angle(axis, caper_rng_range(&rng, -3, 3));
        caper_quat b = caper_quat_mul(caper_quat_from_axis_angle(axis, angle), a);
        b = i & 1 ? caper_quat_neg(b) : b;
        caper_quat way = caperi_part_way(a, b, share), exact = caper_quat_slerp(a, b, share);
        most = fmax(most, (double)caper_quat_angle(way, exact));
    }
    printf("off by %.1g radians at most\n", most);
    CHECK(most < 1e-3 && most > 0);
}

static void a_chase_follows_exactly_and_never_jumps(void)
{
    const float most = 30, dt = 1 / RATE;
    caperi_chase chase;
    caperi_chase_start(&chase, caper_vec3_zero());
    float worst = 0;
    for (int i = 1; i <= 120; i++) {
        float t = (float)i * dt; // up to 20 m/s2
        caper_vec3 target = caper_vec3_make(0.2f * (1 - caper_cos(10 * t)), 0.3f * t * t, 0);
        caper_vec3 at = caperi_chase_update(&chase, target, most, dt);
        worst = caper_max(worst, caper_vec3_distance(at, target));
    }
    CHECK(worst < 1e-5f);

    caperi_chase_start(&chase, caper_vec3_zero());
    caper_vec3 leap = caper_vec3_make(0.3f, 0.4f, 0), before = caper_vec3_zero();
    float hardest = 0, beyond = 0;
    int arrived = 0;
    for (int i = 1; i <= 120; i++) {
        caper_vec3 at = caperi_chase_update(&chase, leap, most, dt);
        float change = caper_vec3_distance(chase.velocity, before);
        hardest = caper_max(hardest, change / dt);
        beyond = caper_max(beyond, caper_vec3_length(at) - 0.5f);
        arrived = arrived == 0 && caper_vec3_distance(at, leap) < 1e-4f ? i : arrived;
        before = chase.velocity;
    }
    float fastest = 2 * sqrtf(0.5f / most); // speed up half the way, brake the other half
    printf("a leap of 0.5 m: %.3f m/s2, %.4f m too far, %.3f s where %.3f are the least\n",
           (double)hardest, (double)beyond, (double)((float)arrived * dt), (double)fastest);
    CHECK(hardest <= most * 1.001f);
    CHECK(beyond < 1e-4f);
    CHECK(arrived > 0 && (float)arrived * dt < 1.2f * fastest);

    // falling towards a floor it stops there, however late it is told
    caperi_chase_start(&chase, caper_vec3_make(0, 1, 0));
    float lowest = 1;
    for (int i = 1; i <= 120; i++) {
        caper_vec3 target = caper_vec3_make(0, caper_max(1 - 4 * (float)i * dt, 0.5f), 0);
        lowest = caper_min(lowest, caperi_chase_above(&chase, target, 0.5f, 0.5f, most, dt).y);
    }
    CHECK(lowest > 0.5f - 1e-3f);
}

/// Nobody speaks in flight: the offset stays, everything is finite, landing is continuous.
static void flight_is_defined_and_continuous(void)
{
    stage s = stage_open("performer", "blubby");
    stage_start(&s);
    caper_vec3 before = caper_vec3_zero();
    float jump = 0, least = 1;
    for (int i = 0; i < 240; i++) {
        walk(&s, 0);
        float t = (float)i / RATE - 1; // up 1.2 m and down again
        s.source.bodies[0].position.y += 0.6f + 0.6f * caper_cos(CAPER_PI * t);
        stage_step(&s, 1 / RATE);
        const caper_puppet_report *report = puppeteer_last(s.puppet);
        float sum = 0;
        for (int k = 0; k < 4; k++) {
            sum += report->effectors[k].importance;
        }
        least = caper_min(least, sum);
        CHECK(caper_vec3_is_finite(report->offset));
        caper_vec3 at = s.model.bodies[puppet_of(&s)->person.bodies[CAPER_PART_HIPS]].position;
        caper_vec3 source =
            s.source_model.bodies[puppet_of(&s)->performer.bodies[CAPER_PART_HIPS]].position;
        caper_vec3 off = caper_vec3_add_scaled(at, source, -caper_puppet_scale(puppet_of(&s)));
        jump = i > 0 ? caper_max(jump, caper_vec3_distance(off, before)) : 0;
        before = off;
    }
    printf("importance down to %.2g, root jumps by at most %.2g mm\n", (double)least,
           1000.0 * (double)jump);
    CHECK(least < 1e-3f);
    CHECK(jump < 0.01f);
    stage_close(&s);
}

/// A performer whose feet slide by 3 cm while he stands, on a puppet that may not.
static void what_stands_does_not_slide(void)
{
    static const char *const puppets[] = {"blubby", "sally"};
    for (int p = 0; p < 2; p++) {
        stage s = stage_open("performer", puppets[p]);
        stage_start(&s);
        rest(&s);
        settle(&s);
        caper_vec3 first[2];
        float slid = 0, sank = 0;
        for (int i = 0; i < 120; i++) {
            rest(&s);
            s.source.bodies[0].position.x += 0.03f * caper_sin(0.1f * (float)i);
            stage_step(&s, 1 / RATE);
            for (int k = 0; k < 2; k++) {
                int foot = puppet_of(&s)->person.limbs[k].tip;
                caper_vec3 points[CAPER_MAX_CONTACTS];
                int count = caper_body_sole_points(s.character, foot, points);
                caper_vec3 at = s.model.bodies[foot].position;
                first[k] = i == 0 ? at : first[k];
                slid = caper_max(slid, caper_vec3_distance(at, first[k]));
                for (int c = 0; c < count; c++) {
                    caper_vec3 sole = caper_transform_mul_point(s.model.bodies[foot], points[c]);
                    sank = caper_max(sank, fabsf(sole.y));
                }
            }
        }
        printf("%s slides %.2g mm, soles off the floor by %.2g mm\n", puppets[p],
               1000.0 * (double)slid, 1000.0 * (double)sank);
        CHECK(slid < 5e-4f);
        CHECK(sank < 5e-4f);
        stage_close(&s);
    }
}

/// Soles lie on a slope, and on the top of a box, as they do on a floor.
static void feet_lie_on_what_they_stand_on(void)
{
    stage s = stage_open("performer", "sally");
    caper_world_box box = {caper_transform_identity(), caper_vec3_make(2, 0.5f, 2)};
    box.transform.position = caper_vec3_make(0, -0.49f, 0); // its top is 1 cm up
    for (int k = 0; k < 2; k++) {
        caper_world_def world = caper_world_def_default();
        world.ground_point.y = k ? -1.0f : 0;
        world.ground_normal = caper_vec3_normalize(caper_vec3_make(0, 1, k ? 0 : 0.05f));
        world.boxes = &box;
        world.box_count = k;
        caper_world *w = caper_world_create(&world, NULL);
        REQUIRE(w != NULL);
        s.def.world = w;
        stage_start(&s);
        rest(&s);
        settle(&s);
        float worst = 0;
        for (int f = 0; f < 2; f++) {
            int foot = puppet_of(&s)->person.limbs[f].tip;
            caper_vec3 points[CAPER_MAX_CONTACTS];
            int count = caper_body_sole_points(s.character, foot, points);
            for (int i = 0; i < count; i++) {
                caper_vec3 sole = caper_transform_mul_point(s.model.bodies[foot], points[i]);
                caper_hit hit = caper_world_distance(w, NULL, sole, INFINITY);
                worst = caper_max(worst, fabsf(hit.distance));
            }
        }
        printf("soles off the %s by %.2g mm\n", k ? "box" : "slope", 1000.0 * (double)worst);
        CHECK(worst < 0.002f);
        puppeteer_close(s.puppet);
        s.puppet = NULL;
        caper_world_destroy(w);
    }
    stage_close(&s);
}

/// A knee that is bent back out of reach of its goal: the root comes closer, and where it may not,
/// the trunk does.
static void posture_brings_limbs_within_reach(void)
{
    stage s = stage_open("performer", "sally");
    s.def.scale = 1.6f; // the ground is too far away for her arms: nothing but posture helps
    s.def.stance = 0;
    s.def.estimate_root = false;
    s.def.plant = false;
    stage_start(&s);
    int iterations = 0;
    float worst = 0;
    for (int i = 0; i < 120; i++) {
        walk(&s, 0.25f * (float)i / RATE); // slowly: the trunk is not thrown about for it
        s.source.bodies[0].position.y += 0.02f;
        stage_step(&s, 1 / RATE);
        const caper_puppet_report *report = puppeteer_last(s.puppet);
        iterations += report->iterations;
        for (int k = 0; k < 2; k++) {
            const caper_effector_state *e = &report->effectors[k];
            if (e->importance > 0.999f) {
                worst = caper_max(worst, caper_vec3_distance(e->goal, e->position));
            }
        }
    }
    printf("%d iterations in 120 frames, feet off their goals by at most %.2g mm\n", iterations,
           1000.0 * (double)worst);
    CHECK(iterations > 20);
    CHECK(worst < 0.005f);
    // with the root estimated first the minimization has nothing left to do (Table I)
    s.def.estimate_root = true;
    stage_start(&s);
    for (int i = 0; i < 120; i++) {
        walk(&s, (float)i / RATE);
        stage_step(&s, 1 / RATE);
    }
    CHECK_INT(puppeteer_last(s.puppet)->total_iterations, 0);
    stage_close(&s);
}

/// Nothing but feet and hands is under the floor either when a fat puppet bows.
static void bellies_stay_above_the_floor(void)
{
    stage s = stage_open("performer", "blubby");
    stage_start(&s);
    float lowest = 1, feet = 0;
    for (int i = 0; i < 360; i++) {
        rest(&s);
        float bow = 0.9f * (1 - caper_cos(2 * CAPER_PI * (float)i / 360));
        int spine = caper_character_find(s.performer, "spine");
        caper_quat q = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), bow);
        s.source.bodies[spine].rotation = caper_quat_mul(q, s.source.bodies[spine].rotation);
        stage_step(&s, 1 / RATE);
        for (int j = 0; j < s.character->spine_count; j++) {
            int b = s.character->spine[j];
            float depth = caperi_puppet_box_depth(puppet_of(&s), NULL, b, s.model.bodies[b]);
            lowest = caper_min(lowest, -depth);
        }
        for (int k = 0; k < 2; k++) {
            const caper_effector_state *e = &puppeteer_last(s.puppet)->effectors[k];
            feet = caper_max(feet, caper_vec3_distance(e->goal, e->position));
        }
    }
    printf("trunk at least %.2g mm above the floor, feet off by %.2g mm\n", 1000.0 * (double)lowest,
           1000.0 * (double)feet);
    CHECK(lowest > -0.001f);
    CHECK(feet < 0.02f);
    stage_close(&s);
}

/// The performer claps in front of the chest, by his own analytic limbs.
static void clap(stage *s, float apart)
{
    rest(s);
    caper_pose_to_model(&s->performer->skeleton, &s->source, NULL, &s->source_model);
    caper_pose model = s->source_model;
    caper_vec3 chest = model.bodies[puppet_of(s)->performer.chest].position;
    for (int i = 0; i < 2; i++) {
        const caper_limb *l = &puppet_of(s)->performer.limbs[CAPER_LIMB_LEFT_ARM + i];
        const caperi_contact *k = &puppet_of(s)->contacts[CAPER_LIMB_LEFT_ARM + i];
        caper_limb_job job = caper_limb_job_default();
        job.start = model.bodies[l->start].position;
        job.middle = model.bodies[l->middle].position;
        job.tip = model.bodies[l->tip].position;
        job.upper = model.bodies[l->start].rotation;
        job.lower = model.bodies[l->middle].rotation;
        job.bend_axis = l->bend_axis;
        caper_vec3 at = caper_vec3_add(chest, caper_vec3_make(i ? -apart : apart, 0.1f, 0.35f));
        caper_quat hand = model.bodies[l->tip].rotation;
        job.target = caper_vec3_sub(at, caper_quat_rotate(hand, k->source_grip));
        REQUIRE(caper_limb_solve(&job));
        model.bodies[l->start].rotation = job.upper_out;
        model.bodies[l->middle] = caper_transform_make(job.lower_out, job.middle_out);
        model.bodies[l->tip].position = job.tip_out;
    }
    caper_pose_to_local(&s->performer->skeleton, &model, &s->source);
}

/// Half of that of a hand, by its box.
static float thickness(const stage *s, bool performer, const caperi_contact *k)
{
    const caper_character *c = performer ? s->performer : s->character;
    caper_vec3 h = c->bodies[performer ? k->body : k->tip].box_half;
    return caper_min(h.x, caper_min(h.y, h.z));
}

static void palms_that_meet_meet_on_the_puppet(void)
{
    static const char *const names[] = {"blubby", "sally"};
    for (int p = 0; p < 2; p++) {
        float missed[2];
        for (int angles = 0; angles < 2; angles++) {
            stage s = stage_open("performer", names[p]);
            s.def.method = angles ? CAPER_PUPPET_ANGLES : CAPER_PUPPET_IMPORTANCE;
            stage_start(&s);
            const caperi_contact *k = &puppet_of(&s)->contacts[CAPER_LIMB_LEFT_ARM];
            float before = 0, jump = 0;
            for (int i = 0; i <= 120; i++) { // from 40 cm apart to 4 cm
                clap(&s, 0.2f - 0.18f * (float)i / 120);
                stage_step(&s, 1 / RATE);
                caper_vec3 a = caper_transform_mul_point(s.model.bodies[k[0].tip], k[0].grip);
                caper_vec3 b = caper_transform_mul_point(s.model.bodies[k[1].tip], k[1].grip);
                // as far apart as the performer's, from palm to palm
                float gap = 0.04f - thickness(&s, true, k) - thickness(&s, true, k + 1);
                gap = gap * caper_puppet_scale(puppet_of(&s)) + thickness(&s, false, k) +
                      thickness(&s, false, k + 1);
                caper_vec3 wanted = caper_vec3_make(gap, 0, 0);
                missed[angles] = caper_vec3_distance(caper_vec3_sub(a, b), wanted);
                float step = caper_vec3_distance(a, b);
                jump = i > 0 ? caper_max(jump, fabsf(step - before)) : 0;
                before = step;
            }
            CHECK(jump < 0.03f);
            stage_close(&s);
        }
        printf("%s: palms miss each other by %.2g mm, by joint angles %.2g mm\n", names[p],
               1000.0 * (double)missed[0], 1000.0 * (double)missed[1]);
        CHECK(missed[0] < 0.002f);
        CHECK(missed[1] > 0.02f);
    }
}

// ------------------------------------------------------------------------------------ manners

static void updates_do_not_allocate_and_states_replay(void)
{
    stage s = stage_open("performer", "sally");
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    s.def.allocator = &allocator;
    stage_start(&s);
    long before = memory.alloc_count;
    size_t size = 0;
    void *state = NULL;
    size_t bytes = (size_t)s.out.body_count * sizeof(caper_transform);
    caper_transform *kept = malloc(bytes * 60);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 120; i++) {
            if (i == 60 && pass == 0) {
                size = puppeteer_save(s.puppet, NULL, 0);
                state = malloc(size);
                CHECK_INT(puppeteer_save(s.puppet, state, size), size);
            }
            if (pass == 1 && i < 60) {
                continue;
            }
            walk(&s, (float)i / RATE);
            stage_step(&s, 1 / RATE);
            if (i >= 60 && pass == 0) {
                memcpy((char *)kept + (size_t)(i - 60) * bytes, s.out.bodies, bytes);
            } else if (i >= 60) {
                CHECK(memcmp((char *)kept + (size_t)(i - 60) * bytes, s.out.bodies, bytes) == 0);
            }
        }
        CHECK_INT(memory.alloc_count, before);
        CHECK(puppeteer_load(s.puppet, state, size)); // which opens the source anew
        before = memory.alloc_count;
    }
    free(kept);
    free(state);
    // bad frames are refused and change nothing
    stage_step(&s, 1 / RATE);
    CHECK_INT(puppeteer_save(s.puppet, state = malloc(size), size), size);
    caper_transform lost = caper_transform_identity();
    lost.position.x = NAN;
    CHECK(!puppeteer_frame(s.puppet, &s.source, &lost, NULL, 0.01f, &s.out));
    CHECK(!puppeteer_frame(s.puppet, &s.source, NULL, NULL, HUGE_VALF, &s.out));
    s.source.bodies[3].rotation.x = NAN;
    CHECK(!puppeteer_frame(s.puppet, &s.source, NULL, NULL, 0.01f, &s.out));
    void *after = malloc(size);
    CHECK_INT(puppeteer_save(s.puppet, after, size), size);
    CHECK(memcmp(state, after, size) == 0);
    free(state);
    free(after);
    stage_close(&s);
    CHECK_MEMORY_EMPTY(&memory);
}

static void extra_effectors_count_and_wild_poses_stay_finite(void)
{
    caper_rng rng = caper_rng_make(9);
    static const char *const puppets[] = {"blubby", "sally"};
    for (int p = 0; p < 2; p++) {
        stage s = stage_open("performer", puppets[p]);
        s.def.effectors = CAPER_EFFECTORS_ALL;
        stage_start(&s);
        for (int i = 0; i < 2000; i++) {
            random_pose(&s, &rng);
            s.source.bodies[0].rotation = caper_quat_normalize(caper_quat_exp(random_vec(&rng, 3)));
            s.source.bodies[0].position.y = caper_rng_range(&rng, -0.5f, 1.5f);
            stage_step(&s, i % 7 == 0 ? 0 : 1 / RATE);
            for (int b = 0; b < s.out.body_count; b++) {
                CHECK(caper_transform_is_valid(s.out.bodies[b], 1e-3f));
            }
        }
        CHECK(puppeteer_last(s.puppet)->effectors[CAPERI_EFFECTOR_HEAD].position.y != 0);
        stage_close(&s);
    }
}

TESTS(a_part_of_the_way_is_that_of_slerp, limbs_point_as_the_performers,
      bodies_are_matched_by_capability_and_side, who_performs_must_be_a_person,
      numbers_out_of_range_are_refused, importance_is_the_papers_cubic_of_the_distance,
      looking_ahead_makes_what_comes_important_and_what_goes_not,
      influences_reach_as_far_as_they_say, the_most_important_object_counts,
      a_performer_is_his_own_puppet, a_chase_follows_exactly_and_never_jumps,
      flight_is_defined_and_continuous, what_stands_does_not_slide, feet_lie_on_what_they_stand_on,
      posture_brings_limbs_within_reach, bellies_stay_above_the_floor,
      palms_that_meet_meet_on_the_puppet, updates_do_not_allocate_and_states_replay,
      extra_effectors_count_and_wild_poses_stay_finite)
