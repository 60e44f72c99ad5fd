// SPDX-License-Identifier: MIT
//
// Frames of bindings: what a variant's goals are, against closed forms; mirror images; blends from
// one mode to another; aims that move; travel.
#include "bind_fixture.h"

#define HAND CAPER_CAP_GRASPER
#define MOUTH CAPER_CAP_MOUTH
#define GOALS 256

static caper_goal goals[GOALS];

static const caper_goal *goal_of(const caper_motion_job *job, int body)
{
    for (int i = 0; i < job->goal_count; i++)
        if (job->goals[i].body == body)
            return &job->goals[i];
    return NULL;
}

static caper_motion_job evaluate(const caper_binding *binding, int variant, float time,
                                 const caper_world_frame *frame)
{
    caper_motion_job job = caper_motion_job_default();
    job.binding = binding;
    job.variant = variant;
    job.time = time;
    job.frame = frame;
    job.goals = goals;
    REQUIRE(binding->max_goals <= GOALS);
    REQUIRE(caper_motion_evaluate(&job));
    CHECK_INT(job.goal_count, binding->variants[variant].goal_count);
    for (int i = 1; i < job.goal_count; i++)
        CHECK(job.goals[i - 1].body < job.goals[i].body);
    return job;
}

static void check_at(caper_vec3 a, caper_vec3 b, float tolerance)
{
    CHECK_NEAR(a.x, b.x, tolerance);
    CHECK_NEAR(a.y, b.y, tolerance);
    CHECK_NEAR(a.z, b.z, tolerance);
}

static caper_vec3 grip(const caper_character *c, int body)
{
    return caper_transform_mul_point(c->rest_model[body], c->bodies[body].box_center);
}

// A biped with a mouth that opens; hand_a is left.
static caper_character *eater(void)
{
    static const char *const open[] = {"open"};
    plan *p = biped();
    int mouth = add(p, "mouth", 2, 0, 0.02f, 0.1f, MOUTH);
    box(p, mouth, caper_vec3_make(0, 0, 0.02f), caper_vec3_make(0.03f, 0.01f, 0.02f));
    p->bodies[mouth].deforms = open;
    p->bodies[mouth].deform_count = 1;
    return build(p);
}

// ------------------------------------------------------------------------------------- mirroring

static caper_character *lopsided(void)
{
    plan *p = begin();
    int trunk = add(p, "trunk", -1, 0, 1, 0, SPINE);
    int left = add(p, "left", trunk, 0.6f, 0.2f, 0.1f, LIMB | HAND);
    int right = add(p, "right", trunk, -0.3f, -0.1f, 0.2f, LIMB | HAND);
    p->bodies[left].rest_local.rotation =
        caper_quat_from_axis_angle(caper_vec3_make(1, 2, 0), 0.7f);
    p->bodies[right].rest_local.rotation =
        caper_quat_from_axis_angle(caper_vec3_make(0, 1, 1), -0.4f);
    return build(p);
}

// Figure 5: (a) m false on the left and true on the right, (b) m false for all.
static void a_lopsided_character_plays_with_and_without_mirroring(void)
{
    caper_character *c = lopsided();
    caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(1, 1, 0), 0.9f);
    for (int mirroring = 0; mirroring < CAPER_MIRROR_COUNT; mirroring++) {
        score *s = score_begin();
        caper_channel *hands = score_channel(s, HAND);
        hands->mirroring = mirroring;
        score_at(s, hands, 0.1f, 0.2f, 0.3f);
        score_turn(s, hands, caper_vec3_make(1, 1, 0), 0.9f);
        caper_motion *motion = score_build(s);
        caper_binding *binding = score_bind(motion, c);
        caper_motion_job job = evaluate(binding, 0, 0, NULL);
        REQUIRE(job.goal_count == 2);
        for (int side = 1; side >= -1; side -= 2) {
            int body = caper_character_find(c, side > 0 ? "left" : "right");
            const caper_goal *goal = goal_of(&job, body);
            bool mirrored = side < 0 && mirroring == CAPER_MIRROR_SIDES;
            caper_vec3 offset = caper_vec3_make(mirrored ? -0.1f : 0.1f, 0.2f, 0.3f);
            caper_quat q = caper_quat_mul(mirrored ? caper_quat_mirror(turn) : turn,
                                          c->rest_model[body].rotation);
            check_at(goal->position, caper_vec3_add(grip(c, body), offset), 1e-6f);
            CHECK(caper_quat_angle(goal->rotation, q) < 1e-3f);
            CHECK_NEAR(goal->position_weight, 1, 0);
            CHECK_NEAR(goal->rotation_weight, 1, 0);
        }
        caper_binding_destroy(binding);
        caper_motion_destroy(motion);
    }
    caper_character_destroy(c);
}

// Channels of every kind around one varying end effector.
static caper_motion *lively(caper_caps end)
{
    static const caper_target_default target = {"thing", {0.7f, 0.4f, 1.5f}};
    score *s = score_begin();
    s->def.targets = &target;
    s->def.target_count = 1;
    caper_channel *hand = score_channel(s, end), *shoulder = score_channel(s, end);
    caper_channel *head = score_channel(s, HEAD), *root = score_channel(s, CAPER_CAP_ROOT);
    caper_channel *others = score_channel(s, end), *front = score_channel(s, LIMB);
    front->query.extent = CAPER_EXTENT_FRONT_MOST;
    front->priority = 2;
    front->blend = others->blend = hand->blend = "all";
    score_at(s, front, 0.02f, 0.01f, 0.05f);
    hand->group = shoulder->group = "hand";
    hand->mode.position = CAPER_FRAME_SECONDARY;
    hand->mode.scale = CAPER_SCALE_LIMB;
    hand->mode.rotation = CAPER_FRAME_SECONDARY;
    hand->aim.kind = CAPER_AIM_TARGET;
    hand->aim.target = "thing";
    hand->priority = 1;
    score_at(s, hand, 0.6f, 0.2f, 0.3f);
    score_turn(s, hand, caper_vec3_make(1, 2, 3), 0.8f);
    shoulder->query.spine_segment = true;
    shoulder->mode.scale = CAPER_SCALE_CREATURE;
    score_at(s, shoulder, 0.05f, 0.02f, 0.03f);
    score_turn(s, shoulder, caper_vec3_make(0, 1, 1), 0.3f);
    head->mode.rotation = CAPER_FRAME_LOOK;
    head->aim = hand->aim;
    score_turn(s, head, caper_vec3_make(0, 0, 1), 0.2f);
    root->mode.scale = CAPER_SCALE_CREATURE;
    score_at(s, root, 0.03f, -0.1f, 0.02f);
    others->mode.position = CAPER_FRAME_SECONDARY;
    others->aim.kind = CAPER_AIM_GROUP;
    others->aim.group = "hand";
    score_at(s, others, 0.2f, 0.1f, 0.05f);
    return score_build(s);
}

static int find_mirrored_variant(const caper_binding *binding, int variant)
{
    const caper_body *bodies = binding->character->bodies;
    for (int v = 0; v < binding->variant_count; v++)
        if (binding->variants[v].bodies[0] == bodies[binding->variants[variant].bodies[0]].mirror)
            return v;
    return -1;
}

// Is every body where the mirror image of its partner is, to rounding?
static bool is_symmetric(const caper_character *c)
{
    for (int i = 0; i < c->body_count; i++) {
        int m = c->bodies[i].mirror;
        if (m < 0 ||
            caper_vec3_distance(caper_vec3_mirror(grip(c, i)), grip(c, m)) > 1e-6f * c->size)
            return false;
    }
    return true;
}

static float mirror_error(const caper_character *c, const caper_goal *a, const caper_goal *b)
{
    caper_quat turn_a =
        caper_quat_mul(a->rotation, caper_quat_conj(c->rest_model[a->body].rotation));
    caper_quat turn_b =
        caper_quat_mul(b->rotation, caper_quat_conj(c->rest_model[b->body].rotation));
    float position = caper_vec3_distance(caper_vec3_mirror(a->position), b->position) / c->size;
    return caper_max(position, caper_quat_angle(caper_quat_mirror(turn_a), turn_b));
}

static void mirrored_variants_are_mirror_images(void)
{
    static const caper_caps ends[] = {HAND, CAPER_CAP_FOOT};
    menagerie m = menagerie_open();
    int compared = 0;
    float worst = 0;
    for (int e = 0; e < 2; e++) {
        caper_motion *motion = lively(ends[e]);
        for (int i = 0; i < m.count; i++) {
            const caper_character *c = m.characters[i];
            caper_binding *binding = is_symmetric(c) ? score_bind(motion, c) : NULL;
            for (int v = 0; binding && v < binding->variant_count; v++) {
                int other = find_mirrored_variant(binding, v);
                if (other < 0 || other == v)
                    continue;
                CHECK(binding->variants[v].mirrored != binding->variants[other].mirrored);
                static caper_goal first[GOALS];
                caper_motion_job a = evaluate(binding, v, 0, NULL);
                memcpy(first, goals, sizeof first);
                a.goals = first;
                caper_motion_job b = evaluate(binding, other, 0, NULL);
                REQUIRE(a.goal_count == b.goal_count);
                for (int k = 0; k < a.goal_count; k++) {
                    const caper_goal *image = goal_of(&b, c->bodies[a.goals[k].body].mirror);
                    REQUIRE(image != NULL);
                    worst = caper_max(worst, mirror_error(c, &a.goals[k], image));
                    compared++;
                }
            }
            caper_binding_destroy(binding);
        }
        caper_motion_destroy(motion);
    }
    printf("mirror images: %d goals, worst %.2g of size or rad\n", compared, (double)worst);
    CHECK(compared > 500);
    CHECK(worst < 1e-6f);
    menagerie_close(&m);
}

static void a_handed_motion_plays_on_either_side(void)
{
    caper_character *c = eater();
    for (int mirroring = 0; mirroring < CAPER_MIRROR_COUNT; mirroring++) {
        score *s = score_begin();
        s->def.handed = true;
        caper_channel *hand = score_channel(s, HAND);
        hand->query.zones[0] = CAPER_ZONE_PLUS;
        hand->mirroring = mirroring;
        score_at(s, hand, 0.1f, 0.2f, 0.3f);
        caper_motion *motion = score_build(s);
        caper_binding *binding = score_bind(motion, c);
        REQUIRE(binding->variant_count == 2);
        for (int v = 0; v < 2; v++) {
            caper_motion_job job = evaluate(binding, v, 0, NULL);
            REQUIRE(job.goal_count == 1);
            int body = caper_character_find(c, v ? "hand_b" : "hand_a");
            CHECK_INT(job.goals[0].body, body);
            check_at(job.goals[0].position,
                     caper_vec3_add(grip(c, body), caper_vec3_make(v ? -0.1f : 0.1f, 0.2f, 0.3f)),
                     1e-6f);
        }
        caper_binding_destroy(binding);
        caper_motion_destroy(motion);
    }
    caper_character_destroy(c);
}

// -------------------------------------------------------------------------------------- blending

static void grabbing_and_eating_is_one_movement(void)
{
    caper_character *c = eater();
    int hand = caper_character_find(c, "hand_b"), mouth = caper_character_find(c, "mouth");
    score *s = score_begin();
    s->def.duration = 3;
    caper_channel *grab = score_channel(s, HAND), *eat = score_channel(s, HAND);
    grab->group = eat->group = "hand";
    grab->blend = eat->blend = "arm";
    grab->mode.position = eat->mode.position = CAPER_FRAME_SECONDARY;
    grab->aim.kind = CAPER_AIM_TARGET;
    grab->aim.target = "fruit";
    eat->aim.kind = CAPER_AIM_BODIES;
    eat->aim.bodies.caps = MOUTH;
    score_at(s, grab, 1, 0, 0);
    score_at(s, eat, 1, 0, 0);
    static const float times[] = {1, 2};
    for (int k = 0; k < 2; k++) {
        score_key(s, grab, CAPER_CURVE_POSITION_WEIGHT, times[k], (float)(1 - k), 0, 0, 0);
        score_key(s, eat, CAPER_CURVE_POSITION_WEIGHT, times[k], (float)k, 0, 0, 0);
    }
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    int variant = caper_binding_nearest(binding, 0, caper_vec3_make(-1, 1, 0));
    CHECK_INT(binding->variants[variant].bodies[0], hand);

    caper_target fruit = {.name = "fruit", .transform = caper_transform_identity()};
    fruit.transform.position = caper_vec3_make(-0.7f, 1.6f, 0.5f);
    caper_world_frame frame = {.targets = &fruit, .target_count = 1};
    caper_vec3 from = fruit.transform.position, to = grip(c, mouth), last = from;
    float way = caper_vec3_distance(from, to), before = 0;
    for (int i = 0; i <= 3000; i++) {
        caper_motion_job job = evaluate(binding, variant, (float)i / 1000, &frame);
        REQUIRE(job.goal_count == 1);
        CHECK_INT(job.goals[0].body, hand);
        caper_vec3 at = job.goals[0].position;
        if (i <= 1000)
            check_at(at, from, 1e-6f);
        if (i >= 2000)
            check_at(at, to, 1e-6f);
        CHECK_NEAR(job.goals[0].position_weight, 1, 1e-6);
        // no jump: the steepest weight is 1.5 a second; and on the straight way, never back
        CHECK(caper_vec3_distance(at, last) < 1.6e-3f * way);
        float gone = caper_vec3_distance(from, at);
        CHECK_NEAR(gone + caper_vec3_distance(at, to), way, 1e-5);
        CHECK(gone >= before - 1e-5f);
        last = at;
        before = gone;
    }
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

static void weights_below_one_give_weaker_goals(void)
{
    caper_character *c = eater();
    score *s = score_begin();
    caper_channel *a = score_channel(s, HAND), *b = score_channel(s, HAND);
    a->blend = b->blend = "arm";
    score_at(s, a, 0.1f, 0, 0);
    score_at(s, b, 0.3f, 0.4f, 0);
    score_turn(s, a, caper_vec3_make(0, 0, 1), 0.2f);
    score_turn(s, b, caper_vec3_make(0, 0, 1), 0.6f);
    score_key(s, a, CAPER_CURVE_POSITION_WEIGHT, 0, 0.2f, 0, 0, 0);
    score_key(s, b, CAPER_CURVE_POSITION_WEIGHT, 0, 0.6f, 0, 0, 0);
    score_key(s, a, CAPER_CURVE_ROTATION_WEIGHT, 0, 0, 0, 0, 0);
    score_key(s, a, CAPER_CURVE_ROTATION_WEIGHT, 1, 1, 0, 0, 0);
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    int left = caper_character_find(c, "hand_a");
    caper_vec3 mean = caper_vec3_make(0.25f * 0.1f + 0.75f * 0.3f, 0.75f * 0.4f, 0);
    for (int end = 0; end < 2; end++) {
        caper_motion_job job = evaluate(binding, 0, (float)end, NULL);
        const caper_goal *goal = goal_of(&job, left);
        CHECK_NEAR(goal->position_weight, 0.8, 1e-6);
        check_at(goal->position, caper_vec3_add(grip(c, left), mean), 1e-6f);
        CHECK_NEAR(goal->rotation_weight, 1, 0); // 1 and 2 in all
        caper_quat turn =
            caper_quat_mul(goal->rotation, caper_quat_conj(c->rest_model[left].rotation));
        CHECK_NEAR(caper_quat_twist_angle(turn, caper_vec3_make(0, 0, 1)), end ? 0.4 : 0.6, 1e-5);
    }
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

static void turns_are_blended_by_the_shorter_way(void)
{
    caper_character *c = eater();
    score *s = score_begin();
    caper_channel *a = score_channel(s, HEAD), *b = score_channel(s, HEAD);
    a->blend = b->blend = "head";
    score_turn(s, a, caper_vec3_make(0, 1, 0), 170 * CAPER_DEGREE);
    score_turn(s, b, caper_vec3_make(0, 1, 0), -170 * CAPER_DEGREE);
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    caper_motion_job job = evaluate(binding, 0, 0, NULL);
    caper_quat turn = caper_quat_mul(job.goals[0].rotation,
                                     caper_quat_conj(c->rest_model[job.goals[0].body].rotation));
    CHECK_NEAR(fabsf(caper_quat_yaw(turn)), CAPER_PI, 1e-5);
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

static void what_has_no_weight_stays_at_rest(void)
{
    caper_character *c = eater();
    score *s = score_begin();
    caper_channel *hand = score_channel(s, HAND);
    score_at(s, hand, 0.1f, 0, 0);
    score_key(s, hand, CAPER_CURVE_POSITION_WEIGHT, 0, 0, 0, 0, 0);
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    caper_motion_job job = evaluate(binding, 0, 0, NULL);
    for (int i = 0; i < job.goal_count; i++) {
        CHECK_NEAR(job.goals[i].position_weight, 0, 0);
        CHECK_NEAR(job.goals[i].rotation_weight, 0, 0);
        check_at(job.goals[i].position, c->rest_model[job.goals[i].body].position, 0);
    }
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

static void points_are_blended_with_positions(void)
{
    caper_character *c = eater();
    int hand = caper_character_find(c, "hand_a");
    score *s = score_begin();
    caper_channel *grab = score_channel(s, HAND), *pound = score_channel(s, HAND);
    grab->blend = pound->blend = "arm";
    pound->mode.ground = true; // about the sole
    score_at(s, grab, 0, 0, 0);
    score_at(s, pound, 0, 1, 0);
    for (int k = 0; k < 2; k++) {
        score_key(s, grab, CAPER_CURVE_POSITION_WEIGHT, (float)k, (float)(1 - k), 0, 0, 0);
        score_key(s, pound, CAPER_CURVE_POSITION_WEIGHT, (float)k, (float)k, 0, 0, 0);
    }
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    caper_motion_job job = evaluate(binding, 0, 0, NULL);
    check_at(goal_of(&job, hand)->point, c->bodies[hand].box_center, 0);
    check_at(goal_of(&job, hand)->position, grip(c, hand), 1e-6f);
    job = evaluate(binding, 0, 1, NULL);
    caper_vec3 sole = caper_mode_point(&s->channels[1].mode, c, hand);
    CHECK(caper_vec3_distance(sole, c->bodies[hand].box_center) > 0.01f);
    check_at(goal_of(&job, hand)->point, sole, 0);
    CHECK_NEAR(goal_of(&job, hand)->position.y, 0, 1e-6);
    job = evaluate(binding, 0, 0.5f, NULL);
    check_at(goal_of(&job, hand)->point,
             caper_vec3_scale(caper_vec3_add(sole, c->bodies[hand].box_center), 0.5f), 1e-6f);
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

// ------------------------------------------------------------------------------------------ aims

static void two_hands_follow_two_moving_targets(void)
{
    caper_character *c = eater();
    score *s = score_begin();
    caper_channel *left = score_channel(s, HAND), *right = score_channel(s, HAND);
    left->query.extent = CAPER_EXTENT_LEFT_MOST;
    right->query.extent = CAPER_EXTENT_RIGHT_MOST;
    left->mode.position = right->mode.position = CAPER_FRAME_SECONDARY;
    left->aim.kind = right->aim.kind = CAPER_AIM_TARGET;
    left->aim.target = "a";
    right->aim.target = "b";
    score_at(s, left, 1, 0, 0);
    score_at(s, right, 1, 0, 0);
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    for (int i = 0; i < 100; i++) {
        float t = 0.07f * (float)i;
        caper_target targets[2] = {{.name = "a", .transform = caper_transform_identity()},
                                   {.name = "b", .transform = caper_transform_identity()}};
        targets[0].transform.position = caper_vec3_make(caper_sin(t), 1, caper_cos(2 * t));
        targets[1].transform.position = caper_vec3_make(-1, 1 + 0.3f * t, caper_sin(3 * t));
        caper_world_frame frame = {.targets = targets, .target_count = 2};
        caper_motion_job job = caper_motion_job_default();
        job.binding = binding;
        job.frame = &frame;
        job.goals = goals;
        caper_root root = {0.5f * t, 0.1f, -t, 0.4f * t};
        job.root = caper_root_transform(root);
        REQUIRE(caper_motion_evaluate(&job));
        for (int k = 0; k < 2; k++) {
            const caper_goal *goal =
                goal_of(&job, caper_character_find(c, k ? "hand_b" : "hand_a"));
            REQUIRE(goal != NULL);
            check_at(caper_transform_mul_point(job.root, goal->position),
                     targets[k].transform.position, 1e-5f);
        }
    }
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

static void clapping_hands_meet_in_the_middle(void)
{
    caper_character *c = eater();
    score *s = score_begin();
    caper_channel *hands = score_channel(s, HAND);
    hands->mode.position = CAPER_FRAME_SECONDARY;
    hands->aim.kind = CAPER_AIM_BODIES;
    hands->aim.bodies.caps = HAND;
    score_at(s, hands, 1, 0, 0);
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    caper_motion_job job = evaluate(binding, 0, 0, NULL);
    REQUIRE(job.goal_count == 2);
    int left = caper_character_find(c, "hand_a"), right = caper_character_find(c, "hand_b");
    caper_vec3 middle = caper_vec3_scale(caper_vec3_add(grip(c, left), grip(c, right)), 0.5f);
    check_at(job.goals[0].position, middle, 1e-6f);
    check_at(job.goals[1].position, middle, 1e-6f);

    // also when each hand has a channel of its own and aims at the other: neither comes first
    score_begin();
    caper_channel *a = score_channel(s, HAND), *b = score_channel(s, HAND);
    a->query.extent = b->aim.bodies.extent = CAPER_EXTENT_LEFT_MOST;
    b->query.extent = a->aim.bodies.extent = CAPER_EXTENT_RIGHT_MOST;
    a->aim.bodies.caps = b->aim.bodies.caps = HAND;
    a->aim.kind = b->aim.kind = CAPER_AIM_BODIES;
    a->mode.position = b->mode.position = CAPER_FRAME_SECONDARY;
    score_at(s, a, 0.5f, 0, 0);
    score_at(s, b, 0.5f, 0, 0);
    caper_motion *each = score_build(s);
    caper_binding *mutual = score_bind(each, c);
    job = evaluate(mutual, 0, 0, NULL);
    check_at(job.goals[0].position, middle, 1e-6f);
    check_at(job.goals[1].position, middle, 1e-6f);
    caper_binding_destroy(mutual);
    caper_motion_destroy(each);
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

// The hand, listed first, goes to a mouth on a head that nods on a root that sinks.
static void a_hand_finds_the_mouth_where_the_head_carries_it(void)
{
    caper_character *c = eater();
    int mouth = caper_character_find(c, "mouth"), head = caper_character_find(c, "head");
    score *s = score_begin();
    caper_channel *hand = score_channel(s, HAND), *nod = score_channel(s, HEAD);
    caper_channel *root = score_channel(s, CAPER_CAP_ROOT);
    hand->mode.position = CAPER_FRAME_SECONDARY;
    hand->aim.kind = CAPER_AIM_BODIES;
    hand->aim.bodies.caps = MOUTH;
    score_at(s, hand, 1, 0, 0);
    score_turn(s, nod, caper_vec3_make(1, 0, 0), 0.5f);
    score_at(s, root, 0.05f, -0.2f, 0.1f);
    score_key(s, root, CAPER_CURVE_POSITION_WEIGHT, 0, 0.5f, 0, 0, 0);
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    caper_motion_job job = evaluate(binding, 0, 0, NULL);

    caper_transform now = c->rest_model[head];
    now.position = caper_vec3_add(now.position, caper_vec3_make(0.025f, -0.1f, 0.05f));
    now.rotation =
        caper_quat_mul(caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), 0.5f), now.rotation);
    caper_transform local = caper_transform_unmul(c->rest_model[head], c->rest_model[mouth]);
    caper_vec3 expected =
        caper_transform_mul_point(caper_transform_mul(now, local), c->bodies[mouth].box_center);
    for (int i = 0; i < 2; i++)
        check_at(goal_of(&job, caper_character_find(c, i ? "hand_b" : "hand_a"))->position,
                 expected, 1e-5f);

    // where bodies are known, the mouth is there
    caper_pose model = caper_character_pose(c, NULL);
    for (int i = 0; i < c->body_count; i++)
        model.bodies[i] = c->rest_model[i];
    model.bodies[mouth].position = caper_vec3_make(0.1f, 0.2f, 0.9f);
    job.model = &model;
    REQUIRE(caper_motion_evaluate(&job));
    check_at(goal_of(&job, caper_character_find(c, "hand_a"))->position,
             caper_transform_mul_point(model.bodies[mouth], c->bodies[mouth].box_center), 1e-5f);
    caper_pose_destroy(&model, NULL);
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

// A look depends on where the target is from the head: moving both changes nothing.
static void a_head_looks_from_where_it_is(void)
{
    caper_character *c = eater();
    caper_vec3 move = caper_vec3_make(0.1f, -0.3f, 0.2f), at = caper_vec3_make(0.8f, 1.9f, 1);
    caper_quat still = caper_quat_identity();
    for (int mover = 0; mover < 3; mover++) {
        score *s = score_begin();
        caper_channel *look = score_channel(s, HEAD);
        look->mode.rotation = CAPER_FRAME_LOOK;
        look->aim.kind = CAPER_AIM_TARGET;
        look->aim.target = "thing";
        score_turn(s, look, caper_vec3_make(1, 0, 0), 0.1f);
        if (mover > 0) { // the root, or the head itself by another channel
            caper_channel *carry = score_channel(s, mover == 1 ? CAPER_CAP_ROOT : HEAD);
            score_at(s, carry, move.x, move.y, move.z);
        }
        caper_motion *motion = score_build(s);
        caper_binding *binding = score_bind(motion, c);
        caper_target thing = {.name = "thing", .transform = caper_transform_identity()};
        thing.transform.position = mover > 0 ? caper_vec3_add(at, move) : at;
        caper_world_frame frame = {.targets = &thing, .target_count = 1};
        caper_motion_job job = evaluate(binding, 0, 0, &frame);
        const caper_goal *goal = goal_of(&job, caper_character_find(c, "head"));
        if (mover == 0)
            still = goal->rotation;
        CHECK(caper_quat_angle(goal->rotation, still) < 1e-3f);
        CHECK(caper_quat_angle(goal->rotation, c->rest_model[goal->body].rotation) > 0.3f);
        caper_binding_destroy(binding);
        caper_motion_destroy(motion);
    }
    caper_character_destroy(c);
}

static void a_taker_follows_the_giver(void)
{
    caper_character *c = eater();
    score *s = score_begin();
    caper_channel *take = score_channel(s, HAND), *give = score_channel(s, HAND);
    give->group = "giver";
    take->group = "taker";
    score_at(s, give, 0, 0.2f, 0.3f);
    take->mode.position = CAPER_FRAME_SECONDARY;
    take->aim.kind = CAPER_AIM_GROUP;
    take->aim.group = "giver";
    score_at(s, take, 1, 0, 0);
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    REQUIRE(binding->variant_count == 2);
    CHECK_STR(binding->groups[0], "taker");
    for (int v = 0; v < 2; v++) {
        caper_motion_job job = evaluate(binding, v, 0, NULL);
        int giver = binding->variants[v].bodies[1];
        caper_vec3 at = caper_vec3_add(grip(c, giver), caper_vec3_make(0, 0.2f, 0.3f));
        check_at(goal_of(&job, giver)->position, at, 1e-6f);
        check_at(goal_of(&job, binding->variants[v].bodies[0])->position, at, 1e-5f);
    }
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

static void missing_targets_are_where_the_motion_says(void)
{
    static const caper_target_default targets[] = {{"x", {0, 0, 0}}, {"fruit", {-1, 0.5f, 2}}};
    caper_character *c = eater();
    caper_vec3 half = caper_vec3_scale(caper_bounds_size(c->bounds), 0.5f);
    caper_vec3 middle = caper_bounds_center(c->bounds);
    for (int known = 0; known < 2; known++) {
        score *s = score_begin();
        s->def.targets = targets;
        s->def.target_count = 1 + known;
        caper_channel *hand = score_channel(s, HAND);
        hand->group = "hand";
        hand->mode.position = CAPER_FRAME_SECONDARY;
        hand->aim.kind = CAPER_AIM_TARGET;
        hand->aim.target = "fruit";
        score_at(s, hand, 1, 0, 0);
        caper_motion *motion = score_build(s);
        caper_binding *binding = score_bind(motion, c);
        REQUIRE(binding->variant_count == 2);
        for (int v = 0; v < 2; v++) {
            // the right hand plays the mirror image: its target is mirrored too
            caper_vec3 at = known ? targets[1].at : caper_vec3_make(0, 0.3f, 1.5f);
            at.x = v ? -at.x : at.x;
            caper_motion_job job = evaluate(binding, v, 0, NULL);
            check_at(job.goals[0].position, caper_vec3_add(middle, caper_vec3_mul(at, half)),
                     1e-5f);
        }
        caper_binding_destroy(binding);
        caper_motion_destroy(motion);
    }
    caper_character_destroy(c);
}

// --------------------------------------------------------------------------------------- deforms

static void deforms_go_by_the_weight_of_their_channel(void)
{
    caper_character *c = eater();
    score *s = score_begin();
    caper_channel *bite = score_channel(s, MOUTH), *yawn = score_channel(s, MOUTH);
    caper_channel *alone = score_channel(s, MOUTH);
    bite->blend = yawn->blend = "mouth";
    score_key(s, bite, CAPER_CURVE_DEFORM, 0, 0.4f, 0, 0, 0);
    score_key(s, yawn, CAPER_CURVE_DEFORM, 0, 1, 0, 0, 0);
    score_key(s, alone, CAPER_CURVE_DEFORM, 0, 7, 0, 0, 0);
    score_key(s, bite, CAPER_CURVE_POSITION_WEIGHT, 0, 0.5f, 0, 0, 0);
    score_key(s, yawn, CAPER_CURVE_POSITION_WEIGHT, 0, 0, 0, 0, 0);
    score_key(s, yawn, CAPER_CURVE_POSITION_WEIGHT, 1, 1, 0, 0, 0);
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    REQUIRE(c->deform_count == 1);
    float values[1], weights[1];
    for (int end = 0; end < 2; end++) {
        values[0] = -1;
        weights[0] = 0;
        caper_motion_job job = caper_motion_job_default();
        job.binding = binding;
        job.time = (float)end;
        job.deforms = values;
        job.deform_weights = weights;
        REQUIRE(caper_motion_evaluate(&job));
        CHECK_INT(job.goal_count, 0);
        CHECK_NEAR(values[0], end ? (0.5 * 0.4 + 1) / 1.5 : 0.2, 1e-6);
        CHECK_NEAR(weights[0], 1, 0);
    }
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

// ---------------------------------------------------------------------------------------- travel

static void travel_accumulates_over_loops(void)
{
    caper_character *c = eater();
    caper_key keys[3] = {{.time = 0, .value = {0.1f, 0, 0.2f, 0.1f}},
                         {.time = 1, .value = {0.2f, 0, 0.9f, 0.3f}},
                         {.time = 2, .value = {0.4f, 0.01f, 1.2f, 0.7f}}};
    caper_curve travel = {.kind = CAPER_CURVE_TRAVEL, .keys = keys, .key_count = 3};
    for (int loops = 0; loops < 2; loops++) {
        score *s = score_begin();
        s->def.duration = 2;
        s->def.loops = loops;
        s->def.travel = &travel;
        caper_channel *hand = score_channel(s, HAND);
        score_at(s, hand, 0, 0, 0);
        caper_motion *motion = score_build(s);
        caper_binding *binding = score_bind(motion, c);
        caper_root start = caper_motion_travel(binding, 0, 0);
        CHECK_NEAR(start.x, 0, 0);
        CHECK_NEAR(start.yaw, 0, 0);
        // one pass, from the curve itself
        float h = caper_travel_unit(c);
        caper_root first = {0.1f * h, 0, 0.2f * h, 0.1f},
                   last = {0.4f * h, 0.01f * h, 1.2f * h, 0.7f};
        caper_root pass = caper_root_delta(first, last), sum = start;
        for (int n = 0; n < 50; n++) {
            for (float t = 0; t < 2; t += 0.4f) {
                caper_root inside = caper_motion_travel(binding, 0, t);
                caper_root expected = loops ? caper_root_mul(sum, inside) : n ? pass : inside;
                caper_root found = caper_motion_travel(binding, 0, 2 * (float)n + t);
                CHECK_NEAR(found.x, expected.x, 2e-3);
                CHECK_NEAR(found.y, expected.y, 1e-4);
                CHECK_NEAR(found.z, expected.z, 2e-3);
                CHECK_NEAR(found.yaw, expected.yaw, 1e-4);
            }
            sum = caper_root_mul(sum, pass);
        }
        caper_root back = caper_motion_travel(binding, 0, -2);
        caper_root none = caper_root_mul(back, pass);
        CHECK_NEAR(loops ? none.x : back.x, 0, 1e-5);
        CHECK_NEAR(loops ? none.z : back.z, 0, 1e-5);
        caper_binding_destroy(binding);
        caper_motion_destroy(motion);
    }
    caper_character_destroy(c);
}

/// The path of the mirrored variant is the mirror image of the path, point by point.
static void a_mirrored_variant_goes_the_mirror_image(void)
{
    caper_character *c = eater();
    caper_key keys[2] = {{.time = 0}, {.time = 2, .value = {0.4f, 0.1f, 1.2f, 0.7f}}};
    caper_curve travel = {.kind = CAPER_CURVE_TRAVEL, .keys = keys, .key_count = 2};
    score *s = score_begin();
    s->def.duration = 2;
    s->def.loops = true;
    s->def.handed = true;
    s->def.travel = &travel;
    score_at(s, score_channel(s, HAND), 0, 0, 0);
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    REQUIRE(binding->variant_count == 2 && binding->variants[1].mirrored);
    caper_vec3 point = caper_vec3_make(0.3f, 0.5f, 0.2f),
               image = caper_vec3_make(-0.3f, 0.5f, 0.2f);
    for (float t = 0; t < 20; t += 0.7f) {
        caper_transform plain = caper_root_transform(caper_motion_travel(binding, 0, t));
        caper_transform mirrored = caper_root_transform(caper_motion_travel(binding, 1, t));
        caper_vec3 p = caper_transform_mul_point(plain, point);
        caper_vec3 q = caper_transform_mul_point(mirrored, image);
        CHECK_NEAR(q.x, -p.x, 1e-5);
        CHECK_NEAR(q.y, p.y, 1e-5);
        CHECK_NEAR(q.z, p.z, 1e-5);
    }
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

static void what_does_not_travel_stays(void)
{
    caper_character *c = eater();
    caper_motion *motion = lively(HAND);
    caper_binding *binding = score_bind(motion, c);
    caper_root root = caper_motion_travel(binding, 0, 3.5f);
    CHECK_NEAR(root.x, 0, 0);
    CHECK_NEAR(root.z, 0, 0);
    CHECK_NEAR(root.yaw, 0, 0);
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

// ------------------------------------------------------------------------------------- promises

#define FRAMES 64

typedef struct many {
    const caper_binding *binding;
    caper_goal goals[FRAMES][32];
} many;

static void evaluate_range(void *user, int begin, int end, int worker)
{
    many *m = user;
    (void)worker;
    for (int i = begin; i < end; i++) {
        caper_motion_job job = caper_motion_job_default();
        job.binding = m->binding;
        job.variant = i % m->binding->variant_count;
        job.time = 0.01f * (float)i;
        job.goals = m->goals[i];
        CHECK(caper_motion_evaluate(&job));
    }
}

static void frames_have_the_same_bits_on_any_thread(void)
{
    caper_character *c = eater();
    caper_motion *motion = lively(HAND);
    caper_binding *binding = score_bind(motion, c);
    REQUIRE(binding->max_goals <= 32);
    static many serial, parallel;
    serial.binding = parallel.binding = binding;
    for (int i = FRAMES; i-- > 0;)
        evaluate_range(&serial, i, i + 1, 0);
    caper_job_pool_def def = caper_job_pool_def_default();
    def.thread_count = 4;
    caper_job_pool *pool = caper_job_pool_create(&def);
    REQUIRE(pool != NULL);
    caper_parallel_for(pool, FRAMES, 3, evaluate_range, &parallel);
    CHECK(memcmp(serial.goals, parallel.goals, sizeof serial.goals) == 0);
    caper_job_pool_destroy(pool);
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

static void evaluating_never_allocates(void)
{
    caper_character *c = eater();
    caper_motion *motion = lively(HAND);
    caper_binding *binding = score_bind(motion, c);
    test_memory memory = {0};
    caper_allocator counting = test_memory_allocator(&memory);
    caper_set_default_allocator(&counting);
    for (int i = 0; i < 1000; i++)
        evaluate(binding, i % binding->variant_count, 0.01f * (float)i, NULL);
    caper_set_default_allocator(NULL);
    CHECK_INT(memory.alloc_count, 0);
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

static bool ignore_assert(const char *condition, const char *file, int line)
{
    (void)condition;
    (void)file;
    (void)line;
    return false;
}

static void bad_jobs_are_refused_with_nothing_written(void)
{
    caper_character *c = eater();
    caper_motion *motion = lively(HAND);
    caper_binding *binding = score_bind(motion, c);
    caper_motion_job good = caper_motion_job_default();
    good.binding = binding;
    good.goals = goals;
    caper_pose small = caper_pose_create(2, 0, NULL);
    caper_motion_job jobs[8];
    for (int i = 0; i < 8; i++)
        jobs[i] = good;
    jobs[0].binding = NULL;
    jobs[1].variant = -1;
    jobs[2].variant = binding->variant_count;
    jobs[3].time = NAN;
    jobs[4].root.position.y = INFINITY;
    jobs[5].root.rotation.w = 3;
    jobs[6].goals = NULL;
    jobs[7].model = &small;
    memset(goals, 0x5a, sizeof goals);
    static caper_goal before[GOALS];
    memcpy(before, goals, sizeof before);
    caper_set_assert_hook(ignore_assert);
    for (int i = 0; i < 8; i++) {
        jobs[i].goal_count = 77;
        CHECK(!caper_motion_evaluate(&jobs[i]));
        CHECK_INT(jobs[i].goal_count, 77);
    }
    CHECK(!caper_motion_evaluate(NULL));
    caper_set_assert_hook(NULL);
    CHECK(memcmp(before, goals, sizeof before) == 0);
    CHECK(caper_motion_evaluate(&good));
    caper_pose_destroy(&small, NULL);
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

TESTS(a_lopsided_character_plays_with_and_without_mirroring, mirrored_variants_are_mirror_images,
      a_handed_motion_plays_on_either_side, grabbing_and_eating_is_one_movement,
      weights_below_one_give_weaker_goals, turns_are_blended_by_the_shorter_way,
      what_has_no_weight_stays_at_rest, points_are_blended_with_positions,
      two_hands_follow_two_moving_targets, clapping_hands_meet_in_the_middle,
      a_hand_finds_the_mouth_where_the_head_carries_it, a_head_looks_from_where_it_is,
      a_taker_follows_the_giver, missing_targets_are_where_the_motion_says,
      deforms_go_by_the_weight_of_their_channel, travel_accumulates_over_loops,
      a_mirrored_variant_goes_the_mirror_image, what_does_not_travel_stays,
      frames_have_the_same_bits_on_any_thread, evaluating_never_allocates,
      bad_jobs_are_refused_with_nothing_written)
