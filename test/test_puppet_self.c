// SPDX-License-Identifier: MIT
//
// Self-contact: a performer puts a hand on his hip, belly, breast, ear, thigh and other arm, and
// the puppet's palm is to be at the same place of its own body, told by the boxes of both
// characters alone: the middle of the same side. On Blubby, Sally and people of random proportions.
// Arms stay out of the body as room `quality` sees it, by capsules; sweeps through the body do not
// jump; who is his own puppet is left alone.
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
#define PEOPLE 120
#define SWIVELS 36

static caper_character *load(const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "characters/%s.character.json", name);
    caper_character *c = caper_character_load(test_data_path(path), NULL, NULL);
    REQUIRE(c != NULL);
    return c;
}

/// A performer, a puppet and their poses in model space.
typedef struct stage {
    const caper_character *performer, *character;
    puppeteer *puppet;
    caper_pose local, source, out, model;
    caper_quat lift; // of the left thigh, and of a palm that lies on it
} stage;

static stage stage_open(const caper_character *performer, const caper_character *character)
{
    stage s;
    memset(&s, 0, sizeof s);
    s.performer = performer;
    s.character = character;
    caper_puppet_def def = caper_puppet_def_default();
    def.performer = performer;
    def.character = character;
    s.puppet = puppeteer_open(&def, NULL);
    REQUIRE(s.puppet != NULL);
    s.local = caper_character_pose(performer, NULL);
    s.source = caper_character_pose(performer, NULL);
    s.out = caper_character_pose(character, NULL);
    s.model = caper_character_pose(character, NULL);
    return s;
}

static const caper_puppet *puppet_of(const stage *s)
{
    return caperi_actor_puppet(s->puppet->actor, s->puppet->source);
}

static void stage_close(stage *s)
{
    puppeteer_close(s->puppet);
    caper_pose_destroy(&s->local, NULL);
    caper_pose_destroy(&s->source, NULL);
    caper_pose_destroy(&s->out, NULL);
    caper_pose_destroy(&s->model, NULL);
}

/// The performer at rest, his left thigh lifted by an angle.
static void stand(stage *s, float lifted)
{
    caper_pose rest = caper_character_rest_local(s->performer);
    memcpy(s->local.bodies, rest.bodies, (size_t)rest.body_count * sizeof *rest.bodies);
    int thigh = puppet_of(s)->performer.limbs[CAPER_LIMB_LEFT_LEG].start;
    caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), -lifted);
    s->lift = turn;
    s->local.bodies[thigh].rotation = caper_quat_mul(turn, s->local.bodies[thigh].rotation);
    caper_pose_to_model(&s->performer->skeleton, &s->local, NULL, &s->source);
}

static caper_capsule capsule_of(const caper_character *c, const caper_transform *bodies, int body)
{
    caper_capsule k;
    caper_body_capsule(&c->bodies[body], &k.a, &k.b, &k.radius);
    k.a = caper_transform_mul_point(bodies[body], k.a);
    k.b = caper_transform_mul_point(bodies[body], k.b);
    return k;
}

/// How deep forearm and hand of the left arm are in spine bodies and legs, beyond rest.
static float depth_of(const caper_character *c, const caper_person *p, const caper_transform *at)
{
    const caper_limb *l = &p->limbs[CAPER_LIMB_LEFT_ARM];
    const int parts[2] = {l->middle, l->tip};
    float deepest = 0;
    for (int i = 0; i < 2; i++) {
        for (int b = 0; b < c->body_count; b++) {
            bool leg = b == p->limbs[0].start || b == p->limbs[1].start;
            if (leg || (c->bodies[b].caps & CAPER_CAP_SPINE)) {
                float rest = caper_capsule_distance(capsule_of(c, c->rest_model, parts[i]),
                                                    capsule_of(c, c->rest_model, b));
                float now =
                    caper_capsule_distance(capsule_of(c, at, parts[i]), capsule_of(c, at, b));
                deepest = caper_max(deepest, rest < 0 ? 0 : -now);
            }
        }
    }
    return deepest;
}

/// Bring the middle of the performer's left palm to a point; false where it does not reach.
static bool put_palm(stage *s, caper_vec3 at)
{
    const caper_limb *l = &puppet_of(s)->performer.limbs[CAPER_LIMB_LEFT_ARM];
    const caperi_contact *k = &puppet_of(s)->contacts[CAPER_LIMB_LEFT_ARM];
    caper_pose m = s->source;
    caper_limb_job job = caper_limb_job_default();
    job.start = m.bodies[l->start].position;
    job.middle = m.bodies[l->middle].position;
    job.tip = m.bodies[l->tip].position;
    job.upper = m.bodies[l->start].rotation;
    job.lower = m.bodies[l->middle].rotation;
    job.bend_axis = l->bend_axis;
    caper_quat hand = caper_quat_mul(s->lift, m.bodies[l->tip].rotation);
    m.bodies[l->tip].rotation = hand;
    job.target = caper_vec3_sub(at, caper_quat_rotate(hand, k->source_grip));
    REQUIRE(caper_limb_solve(&job));
    m.bodies[l->tip].position = job.tip_out;
    // of all places of the elbow the one that is least inside himself
    caper_vec3 axis = caper_vec3_normalize(caper_vec3_sub(job.tip_out, job.start));
    float best = HUGE_VALF, angle = 0;
    for (int i = 0; i <= SWIVELS; i++) {
        float a = i < SWIVELS ? CAPER_TAU * (float)i / SWIVELS : angle;
        caper_quat turn = caper_quat_from_axis_angle(axis, a);
        caper_vec3 elbow = caper_vec3_sub(job.middle_out, job.start);
        elbow = caper_vec3_add(job.start, caper_quat_rotate(turn, elbow));
        m.bodies[l->start].rotation = caper_quat_mul(turn, job.upper_out);
        m.bodies[l->middle] = caper_transform_make(caper_quat_mul(turn, job.lower_out), elbow);
        float deep = depth_of(s->performer, &puppet_of(s)->performer, m.bodies) - 0.05f * elbow.x;
        angle = deep < best ? a : angle;
        best = caper_min(best, deep);
    }
    caper_pose_to_local(&s->performer->skeleton, &m, &s->local);
    caper_pose_to_model(&s->performer->skeleton, &s->local, NULL, &s->source);
    return job.reached;
}

static void step(stage *s)
{
    CHECK(puppeteer_frame(s->puppet, &s->local, NULL, NULL, 1 / RATE, &s->out));
    caper_pose_to_model(&s->character->skeleton, &s->out, NULL, &s->model);
}

static caper_vec3 palm_of(const stage *s)
{
    const caperi_contact *k = &puppet_of(s)->contacts[CAPER_LIMB_LEFT_ARM];
    return caper_transform_mul_point(s->model.bodies[k->tip], k->grip);
}

/// A place: the middle of one side of a body's box.
typedef struct place {
    const char *name, *body;
    caper_vec3 side;
    float lifted; // the left thigh
    float median; // mm that people may be off: a lifted thigh is near the belly as well, another
                  // arm may have to get out of the way itself
} place;

static const place places[] = {
    {"hip", "pelvis", {1, 0, 0}, 0, 8},           {"belly", "spine", {0, 0, 1}, 0, 8},
    {"breast", "chest", {0, 0, 1}, 0, 8},         {"ear", "head", {1, 0, 0}, 0, 8},
    {"flank", "spine", {1, 0, 0}, 0, 8},          {"thigh", "left_thigh", {0, 0, 1}, 1.7f, 25},
    {"arm", "right_upper_arm", {0, 0, 1}, 0, 25},
};

static float hand_radius(const caper_character *c, int hand)
{
    caper_vec3 h = c->bodies[hand].box_half;
    return caper_min(h.x, caper_min(h.y, h.z));
}

/// The point above that side at which a palm of a thickness touches it.
static caper_vec3 point_at(const caper_character *c, const caper_transform *bodies, const place *p,
                           float radius)
{
    int body = caper_character_find(c, p->body);
    REQUIRE(body >= 0);
    const caper_body *b = &c->bodies[body];
    caper_vec3 out = caper_vec3_mul(b->box_half, p->side);
    out = caper_vec3_add_scaled(out, p->side, radius);
    return caper_transform_mul_point(bodies[body], caper_vec3_add(b->box_center, out));
}

/// What came of one place on one puppet.
typedef struct outcome {
    bool reachable;
    float off, deep, deep_source;
} outcome;

static outcome touch(const caper_character *performer, const caper_character *character,
                     const place *p)
{
    stage s = stage_open(performer, character);
    const caperi_contact *k = &puppet_of(&s)->contacts[CAPER_LIMB_LEFT_ARM];
    outcome o = {false, 0, 0, 0};
    stand(&s, p->lifted);
    bool put =
        put_palm(&s, point_at(performer, s.source.bodies, p, hand_radius(performer, k->body)));
    CHECK(put);
    for (int i = 0; i < 120; i++) {
        step(&s);
    }
    caper_vec3 goal = point_at(character, s.model.bodies, p, hand_radius(character, k->tip));
    const caper_limb *l = &puppet_of(&s)->person.limbs[CAPER_LIMB_LEFT_ARM];
    caper_vec3 tip =
        caper_vec3_sub(goal, caper_quat_rotate(s.model.bodies[k->tip].rotation, k->grip));
    float far = caper_vec3_distance(tip, s.model.bodies[l->start].position);
    float near = fabsf(l->upper - l->lower);
    o.reachable = far < 0.97f * (l->upper + l->lower) && far > 1.1f * near;
    o.off = caper_vec3_distance(palm_of(&s), goal);
    o.deep = depth_of(character, &puppet_of(&s)->person, s.model.bodies);
    o.deep_source = depth_of(performer, &puppet_of(&s)->performer, s.source.bodies);
    stage_close(&s);
    return o;
}

static void hands_touch_the_same_places(void)
{
    static const char *const names[] = {"blubby", "sally"};
    caper_character *performer = load("performer");
    for (int n = 0; n < 2; n++) {
        caper_character *c = load(names[n]);
        for (int i = 0; i < CAPER_COUNT_OF(places); i++) {
            outcome o = touch(performer, c, &places[i]);
            printf("%-7s %-7s off by %6.1f mm%s, %5.1f mm deep (performer %.1f)\n", names[n],
                   places[i].name, 1000.0 * (double)o.off, o.reachable ? "" : " (out of reach)",
                   1000.0 * (double)o.deep, 1000.0 * (double)o.deep_source);
            // long hands that lie along one body meet the next, wider one: then both give way
            CHECK(!o.reachable || o.off < 0.025f);
            CHECK(o.deep < 0.015f + o.deep_source);
        }
        caper_character_destroy(c);
    }
    caper_character_destroy(performer);
}

// ------------------------------------------------------------------------------------ people

/// How one person differs from another.
typedef struct build {
    float upper_arm, forearm, thigh, shin, height, width, depth, arm_width, leg_width;
} build;

static float random_share(caper_rng *rng, float least, float most)
{
    return least + (most - least) * caper_rng_float(rng);
}

/// Stretch a body by its kind: along itself (y) and across.
static void stretch(const build *b, const char *name, caper_vec3 *along, caper_vec3 *box)
{
    *along = *box = caper_vec3_make(1, 1, 1);
    if (strstr(name, "upper_arm") || strstr(name, "forearm")) {
        float length = strstr(name, "upper_arm") ? b->upper_arm : b->forearm;
        *box = caper_vec3_make(b->arm_width, length, b->arm_width);
    } else if (strstr(name, "thigh") || strstr(name, "shin")) {
        float length = strstr(name, "thigh") ? b->thigh : b->shin;
        *box = caper_vec3_make(b->leg_width, length, b->leg_width);
    } else if (!strstr(name, "hand") && !strstr(name, "foot") && !strstr(name, "head")) {
        *box = caper_vec3_make(b->width, b->height, b->depth);
    }
}

/// The performer with other proportions, feet on the ground.
static caper_character *somebody(const caper_character *from, caper_rng *rng)
{
    build b;
    b.upper_arm = random_share(rng, 0.8f, 1.4f);
    b.forearm = random_share(rng, 0.8f, 1.4f);
    b.thigh = random_share(rng, 0.6f, 1.4f);
    b.shin = random_share(rng, 0.6f, 1.4f);
    b.height = random_share(rng, 0.8f, 1.2f);
    b.width = random_share(rng, 0.8f, 1.5f);
    b.depth = random_share(rng, 0.8f, 1.8f);
    b.arm_width = random_share(rng, 0.7f, 1.3f);
    b.leg_width = random_share(rng, 0.7f, 1.2f);
    caper_body_def bodies[64];
    REQUIRE(from->body_count <= 64);
    for (int i = 0; i < from->body_count; i++) {
        const caper_body *body = &from->bodies[i];
        caper_vec3 along, box, up = caper_vec3_make(1, 1, 1);
        stretch(&b, body->name, &along, &box);
        if (body->parent >= 0) {
            stretch(&b, from->bodies[body->parent].name, &along, &up);
        }
        bodies[i] = caper_body_def_default();
        bodies[i].name = body->name;
        bodies[i].parent = body->parent;
        bodies[i].rest_local = from->skeleton.rest_local[i];
        bodies[i].rest_local.position = caper_vec3_mul(bodies[i].rest_local.position, up);
        bodies[i].box_center = caper_vec3_mul(body->box_center, box);
        bodies[i].box_half = caper_vec3_mul(body->box_half, box);
        bodies[i].mass = body->mass;
        bodies[i].joint = body->joint;
        bodies[i].caps = body->caps;
    }
    caper_character_def def = caper_character_def_default();
    def.name = "somebody";
    def.bodies = bodies;
    def.body_count = from->body_count;
    caper_character *first = caper_character_create(&def, NULL);
    REQUIRE(first != NULL);
    bodies[0].rest_local.position.y -= first->bounds.min.y;
    caper_character *c = caper_character_create(&def, NULL);
    REQUIRE(c != NULL);
    caper_character_destroy(first);
    return c;
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static float quantile(float *values, int count, int percent)
{
    qsort(values, (size_t)count, sizeof *values, compare_floats);
    return count > 0 ? 1000 * values[count * percent / 100] : 0;
}

static void people_of_all_proportions_touch_themselves(void)
{
    caper_character *performer = load("performer");
    caper_character *people[PEOPLE];
    caper_rng rng = caper_rng_make(11);
    for (int n = 0; n < PEOPLE; n++) {
        people[n] = somebody(performer, &rng);
    }
    for (int i = 0; i < CAPER_COUNT_OF(places); i++) {
        float off[PEOPLE], deep[PEOPLE];
        int count = 0;
        for (int n = 0; n < PEOPLE; n++) {
            outcome o = touch(performer, people[n], &places[i]);
            deep[n] = caper_max(o.deep - o.deep_source, 0);
            if (o.reachable) {
                off[count++] = o.off;
            }
        }
        float median = quantile(off, count, 50), most = quantile(off, count, 95);
        float deepest = quantile(deep, PEOPLE, 95);
        printf("%-7s %3d of %d people reach: off by %4.1f mm (median), %5.1f mm (95th percentile), "
               "%4.1f mm deep\n",
               places[i].name, count, PEOPLE, (double)median, (double)most, (double)deepest);
        CHECK(count > PEOPLE / 2);
        CHECK(median < places[i].median);
        CHECK(deepest < 12);
    }
    for (int n = 0; n < PEOPLE; n++) {
        caper_character_destroy(people[n]);
    }
    caper_character_destroy(performer);
}

// ------------------------------------------------------------------------------------ manners

/// A palm goes straight through the performer's belly, from front to back: the puppet's never
/// moves much faster.
static void sweeps_do_not_jump(void)
{
    static const char *const names[] = {"blubby", "sally", "performer"};
    caper_character *performer = load("performer");
    for (int n = 0; n < 3; n++) {
        caper_character *c = load(names[n]);
        stage s = stage_open(performer, c);
        int spine = caper_character_find(performer, "spine");
        caper_vec3 before = caper_vec3_zero(), velocity = caper_vec3_zero();
        float fastest = 0, hardest = 0;
        for (int i = 0; i <= 240; i++) {
            stand(&s, 0);
            caper_vec3 at = caper_vec3_make(0.08f, 0.1f, 0.3f - 0.45f * (float)i / 240);
            put_palm(&s, caper_transform_mul_point(s.source.bodies[spine], at));
            step(&s);
            caper_vec3 now = palm_of(&s);
            caper_vec3 v = caper_vec3_scale(caper_vec3_sub(now, before), RATE);
            if (i > 1) {
                fastest = caper_max(fastest, caper_vec3_length(v));
                float change = caper_vec3_distance(v, velocity) * RATE;
                hardest = i > 2 ? caper_max(hardest, change) : 0;
            }
            before = now;
            velocity = v;
        }
        float speed = 0.45f / 2, ratio = fastest / speed;
        printf("%s: at most %.1f times as fast as the performer, %.0f m/s2\n", names[n],
               (double)ratio, (double)hardest);
        CHECK(ratio < 12);
        stage_close(&s);
        caper_character_destroy(c);
    }
    caper_character_destroy(performer);
}

/// A performer who is his own puppet, hands on the hips or in his own belly, is left as he is.
static void nothing_happens_to_who_is_his_own_puppet(void)
{
    caper_character *c = load("performer");
    stage s = stage_open(c, c);
    float worst = 0;
    for (int i = 0; i < 200; i++) {
        stand(&s, 0);
        int body = caper_character_find(c, i < 100 ? "pelvis" : "spine");
        caper_vec3 half = c->bodies[body].box_half;
        float out = half.x + 0.12f - 0.0018f * (float)(i % 100);
        put_palm(&s, caper_transform_mul_point(s.source.bodies[body], caper_vec3_make(out, 0, 0)));
        step(&s);
        for (int b = 0; b < c->body_count; b++) {
            caper_vec3 off =
                caper_vec3_sub(s.model.bodies[b].position, s.source.bodies[b].position);
            caper_vec3 root =
                caper_vec3_sub(s.model.bodies[0].position, s.source.bodies[0].position);
            worst = caper_max(worst, caper_vec3_length(caper_vec3_sub(off, root)));
        }
    }
    printf("bodies off by at most %.2g mm\n", 1000.0 * (double)worst);
    CHECK(worst < 1e-3f);
    stage_close(&s);
    caper_character_destroy(c);
}

/// A place that is seen is found again, and its distance is that along its own way.
static void places_are_found_again(void)
{
    caper_rng rng = caper_rng_make(3);
    float worst = 0;
    for (int i = 0; i < 2000; i++) {
        float x = random_share(&rng, 0.05f, 0.4f), y = random_share(&rng, 0.05f, 0.4f);
        float z = random_share(&rng, 0.05f, 0.4f), round = random_share(&rng, 0.3f, 1);
        caper_vec3 way = caper_vec3_make(random_share(&rng, -1, 1), 0.3f, 0.2f);
        caper_quat turn = caper_quat_from_axis_angle(caper_vec3_normalize(way), 1.1f);
        caper_vec3 middle = caper_vec3_make(0.1f, 0.2f, -0.1f), half = caper_vec3_make(x, y, z);
        caperi_hull hull = caperi_hull_of_box(middle, half, turn, round);
        float px = random_share(&rng, -1, 1), py = random_share(&rng, -1, 1);
        caper_vec3 p = caper_vec3_make(px, py, random_share(&rng, -1, 1));
        caperi_place seen = caperi_hull_see(&hull, p);
        float away = (seen.gauge - 1) * caperi_hull_radius(&hull, &seen);
        worst = caper_max(worst, caper_vec3_distance(caperi_hull_point(&hull, &seen, away), p));
        caper_vec3 skin = caperi_hull_point(&hull, &seen, 0);
        CHECK(fabsf(caper_vec3_distance(skin, p) - fabsf(away)) < 1e-5f);
        CHECK(fabsf(caperi_hull_see(&hull, skin).gauge - 1) < 1e-4f);
        // never outside the box
        caper_vec3 local = caper_quat_unrotate(turn, caper_vec3_sub(skin, middle));
        CHECK(fabsf(local.x) < x + 1e-5f && fabsf(local.y) < y + 1e-5f &&
              fabsf(local.z) < z + 1e-5f);
    }
    CHECK(worst < 1e-5f);
}

TESTS(hands_touch_the_same_places, people_of_all_proportions_touch_themselves, sweeps_do_not_jump,
      nothing_happens_to_who_is_his_own_puppet, places_are_found_again)
