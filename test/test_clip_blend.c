// SPDX-License-Identifier: MIT
//
// Blending: weights, neighbourhood, masks, the fade to rest, additive layers, aliasing; against an
// oracle in double.
#include "test.h"

#include "clip_fixture.h"

enum {
    BODIES = 23,
    DEFORMS = 3
};

static caper_pose random_pose(uint64_t seed, float spread)
{
    caper_rng rng = caper_rng_make(seed);
    caper_pose pose = caper_pose_create(BODIES, DEFORMS, NULL);
    for (int i = 0; i < BODIES; i++) {
        caper_vec3 p = fixture_vec3(&rng);
        float angle = caper_rng_range(&rng, -spread, spread);
        caper_quat q = fixture_rotation(&rng, angle);
        // either side of the sphere
        q = caper_rng_bool(&rng, 0.5f) ? caper_quat_neg(q) : q;
        pose.bodies[i] = caper_transform_make(q, p);
    }
    for (int i = 0; i < DEFORMS; i++)
        pose.deforms[i] = caper_rng_float(&rng);
    return pose;
}

static double pose_distance(const caper_pose *a, const caper_pose *b)
{
    double worst = 0;
    for (int i = 0; i < a->body_count; i++) {
        const caper_transform *s = &a->bodies[i], *t = &b->bodies[i];
        worst = fmax(worst, oracle_angle(oracle_from(s->rotation), oracle_from(t->rotation)));
        worst = fmax(worst, (double)caper_vec3_distance(s->position, t->position));
    }
    for (int i = 0; i < a->deform_count; i++)
        worst = fmax(worst, fabs((double)a->deforms[i] - (double)b->deforms[i]));
    return worst;
}

static bool same_bits(const caper_pose *a, const caper_pose *b)
{
    return memcmp(a->bodies, b->bodies, BODIES * sizeof *a->bodies) == 0 &&
           memcmp(a->deforms, b->deforms, DEFORMS * sizeof *a->deforms) == 0;
}

static caper_blend_job job_of(const caper_blend_layer *layers, int count, caper_pose *out)
{
    caper_blend_job job = {.layers = layers, .layer_count = count, .out = out};
    return job;
}

// The definition, in double: signs from the first layer that counts, sums, normalization.
static void oracle_blend(const caper_blend_layer *layers, int count, const caper_pose *rest,
                         double floor_weight, caper_pose *out)
{
    for (int b = 0; b < BODIES; b++) {
        double sum[4] = {0}, place[3] = {0}, total = 0;
        oracle_quat reference = {{0}};
        for (int i = 0; i <= count; i++) {
            const caper_pose *pose = i < count ? layers[i].pose : rest;
            double w = i < count ? (double)layers[i].weight : fmax(floor_weight - total, 0);
            if (i < count && layers[i].mask)
                w *= (double)layers[i].mask[b];
            if (w == 0 || !pose)
                continue;
            oracle_quat q = oracle_from(pose->bodies[b].rotation);
            if (total == 0)
                reference = q;
            double sign = oracle_dot(q, reference) < 0 ? -1 : 1;
            for (int k = 0; k < 4; k++)
                sum[k] += sign * w * q.v[k];
            place[0] += w * (double)pose->bodies[b].position.x;
            place[1] += w * (double)pose->bodies[b].position.y;
            place[2] += w * (double)pose->bodies[b].position.z;
            total += w;
        }
        double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2] + sum[3] * sum[3]);
        caper_quat q = caper_quat_make((float)(sum[0] / length), (float)(sum[1] / length),
                                       (float)(sum[2] / length), (float)(sum[3] / length));
        out->bodies[b] = caper_transform_make(q, caper_vec3_make((float)(place[0] / total),
                                                                 (float)(place[1] / total),
                                                                 (float)(place[2] / total)));
    }
    for (int d = 0; d < DEFORMS; d++) {
        double sum = 0, total = 0;
        for (int i = 0; i < count; i++) {
            sum += (double)layers[i].weight * (double)layers[i].pose->deforms[d];
            total += (double)layers[i].weight;
        }
        if (total < floor_weight) {
            sum += (floor_weight - total) * (double)rest->deforms[d];
            total = floor_weight;
        }
        out->deforms[d] = (float)(sum / total);
    }
}

static void a_blend_is_the_normalized_weighted_sum(void)
{
    caper_pose poses[5], rest = random_pose(99, 1), out = random_pose(1, 1),
                         exact = random_pose(2, 1);
    for (int i = 0; i < 5; i++)
        poses[i] = random_pose((uint64_t)(10 + i), 1.2f);
    caper_rng rng = caper_rng_make(4);
    for (int n = 0; n < 200; n++) {
        caper_blend_layer layers[5];
        float masks[5][BODIES];
        int count = caper_rng_int(&rng, 0, 5);
        for (int i = 0; i < count; i++) {
            float weight = caper_rng_bool(&rng, 0.2f) ? 0 : caper_rng_range(&rng, 0, 0.6f);
            bool masked = n % 2 && caper_rng_bool(&rng, 0.5f);
            for (int b = 0; b < BODIES; b++)
                masks[i][b] = caper_rng_bool(&rng, 0.3f) ? 0 : caper_rng_float(&rng);
            layers[i] = (caper_blend_layer){&poses[i], weight, masked ? masks[i] : NULL};
        }
        caper_blend_job job = job_of(layers, count, &out);
        job.rest = &rest;
        REQUIRE(caper_blend(&job));
        oracle_blend(layers, count, &rest, (double)0.1f, &exact);
        CHECK_NEAR(pose_distance(&out, &exact), 0, 5e-6);
        for (int b = 0; b < BODIES; b++)
            CHECK(caper_quat_is_unit(out.bodies[b].rotation, 1e-6f) && out.bodies[b].pad == 0);
    }
    for (int i = 0; i < 5; i++)
        caper_pose_destroy(&poses[i], NULL);
    caper_pose_destroy(&rest, NULL);
    caper_pose_destroy(&out, NULL);
    caper_pose_destroy(&exact, NULL);
}

static void many_layers_and_any_body_count_blend_alike(void)
{
    // more layers than the fast way lists at once, against the same layers with masks of ones
    caper_pose poses[20], out = random_pose(1, 1), other = random_pose(2, 1);
    float ones[BODIES];
    caper_blend_layer plain[20], masked[20];
    for (int b = 0; b < BODIES; b++)
        ones[b] = 1;
    for (int i = 0; i < 20; i++) {
        poses[i] = random_pose((uint64_t)i, 2);
        plain[i] = (caper_blend_layer){&poses[i], 0.05f * (float)(i % 4), NULL};
        masked[i] = plain[i];
        masked[i].mask = ones;
    }
    for (int count = 4; count <= 20; count += 4) {
        caper_blend_job a = job_of(plain, count, &out), b = job_of(masked, count, &other);
        REQUIRE(caper_blend(&a) && caper_blend(&b));
        CHECK(same_bits(&out, &other));
    }
    for (int bodies = 1; bodies <= 9; bodies++) {
        caper_pose few[3] = {poses[0], poses[1], out};
        for (int i = 0; i < 3; i++)
            few[i].body_count = bodies;
        caper_blend_layer layers[2] = {{&few[0], 0.3f, NULL}, {&few[1], 0.7f, NULL}};
        caper_transform beyond = out.bodies[bodies];
        caper_blend_job job = job_of(layers, 2, &few[2]);
        REQUIRE(caper_blend(&job));
        CHECK(memcmp(&beyond, &out.bodies[bodies], sizeof beyond) == 0);
        layers[0].mask = ones;
        few[2] = other;
        few[2].body_count = bodies;
        REQUIRE(caper_blend(&job));
        CHECK(memcmp(out.bodies, other.bodies, (size_t)bodies * sizeof *out.bodies) == 0);
    }
    for (int i = 0; i < 20; i++)
        caper_pose_destroy(&poses[i], NULL);
    caper_pose_destroy(&out, NULL);
    caper_pose_destroy(&other, NULL);
}

static void one_layer_comes_back_whatever_its_weight(void)
{
    caper_pose pose = random_pose(3, 3), out = random_pose(4, 1);
    const float weights[] = {0.1f, 0.3f, 1, 700};
    for (int i = 0; i < CAPER_COUNT_OF(weights); i++) {
        caper_blend_layer layer = {&pose, weights[i], NULL};
        caper_blend_job job = job_of(&layer, 1, &out);
        REQUIRE(caper_blend(&job));
        CHECK_NEAR(pose_distance(&out, &pose), 0, 1e-6);
    }
    caper_pose_destroy(&pose, NULL);
    caper_pose_destroy(&out, NULL);
}

static void the_sign_of_a_quaternion_and_the_order_of_two_layers_do_not_matter(void)
{
    caper_pose a = random_pose(5, 1), b = random_pose(6, 1), out = random_pose(7, 1);
    caper_pose swapped = random_pose(8, 1), flipped = random_pose(6, 1),
               out_flipped = random_pose(9, 1);
    for (int i = 0; i < BODIES; i++)
        flipped.bodies[i].rotation = caper_quat_neg(flipped.bodies[i].rotation);
    for (int n = 1; n < 10; n++) {
        float w = 0.1f * (float)n;
        caper_blend_layer one[] = {{&a, 1 - w, NULL}, {&b, w, NULL}};
        caper_blend_layer two[] = {{&b, w, NULL}, {&a, 1 - w, NULL}};
        caper_blend_layer three[] = {{&a, 1 - w, NULL}, {&flipped, w, NULL}};
        caper_blend_job j1 = job_of(one, 2, &out), j2 = job_of(two, 2, &swapped),
                        j3 = job_of(three, 2, &out_flipped);
        REQUIRE(caper_blend(&j1) && caper_blend(&j2) && caper_blend(&j3));
        CHECK_NEAR(pose_distance(&out, &swapped), 0, 2e-6);
        CHECK(same_bits(&out, &out_flipped));
        for (int i = 0; i < BODIES; i++) {
            oracle_quat q = oracle_nlerp(oracle_from(a.bodies[i].rotation),
                                         oracle_from(b.bodies[i].rotation), (double)w);
            CHECK_NEAR(oracle_angle(q, oracle_from(out.bodies[i].rotation)), 0, 3e-6);
        }
    }
    caper_pose *all[] = {&a, &b, &out, &swapped, &flipped, &out_flipped};
    for (int i = 0; i < 6; i++)
        caper_pose_destroy(all[i], NULL);
}

static void a_layer_without_weight_has_no_say(void)
{
    caper_pose a = random_pose(5, 3), b = random_pose(6, 3), c = random_pose(7, 3);
    caper_pose with = random_pose(8, 1), without = random_pose(9, 1);
    caper_blend_layer three[] = {{&a, 0, NULL}, {&b, 0.6f, NULL}, {&c, 0.4f, NULL}};
    caper_blend_job j1 = job_of(three, 3, &with), j2 = job_of(three + 1, 2, &without);
    REQUIRE(caper_blend(&j1) && caper_blend(&j2));
    CHECK(same_bits(&with, &without));
    caper_pose *all[] = {&a, &b, &c, &with, &without};
    for (int i = 0; i < 5; i++)
        caper_pose_destroy(all[i], NULL);
}

static void a_mask_gives_each_body_its_own_weights(void)
{
    clip_fixture f = {0};
    caper_rng rng = caper_rng_make(3);
    fixture_skeleton(&f, &rng, BODIES);
    float mask[BODIES];
    int top = 4;
    caper_mask_subtree(&f.skeleton, top, 1, 0, mask);
    int inside = 0;
    for (int i = 0; i < BODIES; i++) {
        bool below = false;
        for (int j = i; j >= 0; j = f.parents[j])
            below |= j == top;
        CHECK(mask[i] == (below ? 1.0f : 0.0f));
        inside += below;
    }
    CHECK(inside > 1 && inside < BODIES);

    caper_pose legs = random_pose(1, 1), arms = random_pose(2, 1), out = random_pose(3, 1);
    float rest_of[BODIES];
    caper_mask_subtree(&f.skeleton, top, 0, 1, rest_of);
    caper_blend_layer layers[] = {{&legs, 1, rest_of}, {&arms, 1, mask}};
    caper_blend_job job = job_of(layers, 2, &out);
    REQUIRE(caper_blend(&job));
    for (int i = 0; i < BODIES; i++) {
        const caper_pose *want = mask[i] > 0 ? &arms : &legs;
        double angle = oracle_angle(oracle_from(out.bodies[i].rotation),
                                    oracle_from(want->bodies[i].rotation));
        CHECK_NEAR(angle, 0, 1e-6);
    }
    caper_pose_destroy(&legs, NULL);
    caper_pose_destroy(&arms, NULL);
    caper_pose_destroy(&out, NULL);
    fixture_free(&f);
}

static void rest_fades_in_below_the_floor_without_a_jump(void)
{
    caper_pose a = random_pose(1, 0.5f), rest = random_pose(2, 0.5f), out = random_pose(3, 1);
    caper_pose last = random_pose(4, 1);
    double largest_step = 0;
    for (int n = 0; n <= 200; n++) {
        caper_blend_layer layer = {&a, 0.3f * (float)n / 200, NULL};
        caper_blend_job job = job_of(&layer, 1, &out);
        job.rest = &rest;
        job.weight_floor = 0.25f;
        REQUIRE(caper_blend(&job));
        if (n == 0)
            CHECK_NEAR(pose_distance(&out, &rest), 0, 1e-6);
        else
            largest_step = fmax(largest_step, pose_distance(&out, &last));
        if (layer.weight >= 0.25f)
            CHECK_NEAR(pose_distance(&out, &a), 0, 1e-6);
        caper_pose_copy(&last, &out);
    }
    CHECK(largest_step < 0.05);
    caper_pose *all[] = {&a, &rest, &out, &last};
    for (int i = 0; i < 4; i++)
        caper_pose_destroy(all[i], NULL);
}

static void a_difference_added_gives_the_pose_back(void)
{
    caper_pose pose = random_pose(1, 2.5f), reference = random_pose(2, 2.5f);
    caper_pose difference = random_pose(3, 1), out = random_pose(4, 1);
    caper_pose_difference(&pose, &reference, &difference);
    caper_blend_layer base = {&reference, 1, NULL}, add = {&difference, 1, NULL};
    caper_blend_job job = job_of(&base, 1, &out);
    job.additive = &add;
    job.additive_count = 1;
    REQUIRE(caper_blend(&job));
    CHECK_NEAR(pose_distance(&out, &pose), 0, 3e-6);
    // nothing of it: the reference; half of it: half the way
    add.weight = 0;
    REQUIRE(caper_blend(&job));
    CHECK_NEAR(pose_distance(&out, &reference), 0, 1e-6);
    add.weight = 0.5f;
    REQUIRE(caper_blend(&job));
    for (int i = 0; i < BODIES; i++) {
        oracle_quat q = oracle_nlerp(oracle_from(reference.bodies[i].rotation),
                                     oracle_from(pose.bodies[i].rotation), 0.5);
        CHECK_NEAR(oracle_angle(q, oracle_from(out.bodies[i].rotation)), 0, 3e-6);
    }
    // a mask keeps it to some bodies
    float mask[BODIES] = {0};
    mask[5] = 1;
    add = (caper_blend_layer){&difference, 1, mask};
    REQUIRE(caper_blend(&job));
    for (int i = 0; i < BODIES; i++) {
        const caper_pose *want = i == 5 ? &pose : &reference;
        CHECK_NEAR(oracle_angle(oracle_from(want->bodies[i].rotation),
                                oracle_from(out.bodies[i].rotation)),
                   0, 3e-6);
    }
    // the difference of a pose to itself changes nothing
    caper_pose_difference(&pose, &pose, &difference);
    add = (caper_blend_layer){&difference, 1, NULL};
    REQUIRE(caper_blend(&job));
    CHECK_NEAR(pose_distance(&out, &reference), 0, 2e-6);
    caper_pose *all[] = {&pose, &reference, &difference, &out};
    for (int i = 0; i < 4; i++)
        caper_pose_destroy(all[i], NULL);
}

static void the_output_may_be_any_of_the_layers_or_rest(void)
{
    for (int which = 0; which < 3; which++) {
        caper_pose p[3] = {random_pose(1, 1), random_pose(2, 1), random_pose(3, 1)};
        caper_pose out = random_pose(4, 1);
        caper_blend_layer layers[] = {{&p[0], 0.03f, NULL}, {&p[1], 0.04f, NULL}};
        caper_blend_job job = job_of(layers, 2, &out);
        job.rest = &p[2];
        REQUIRE(caper_blend(&job));
        job.out = &p[which];
        REQUIRE(caper_blend(&job));
        CHECK(same_bits(&out, &p[which]));
        for (int i = 0; i < 3; i++)
            caper_pose_destroy(&p[i], NULL);
        caper_pose_destroy(&out, NULL);
    }
}

static bool quiet(const char *condition, const char *file, int line)
{
    (void)condition, (void)file, (void)line;
    return false;
}

static void bad_jobs_are_refused_and_leave_the_output_alone(void)
{
    caper_set_assert_hook(quiet);
    caper_pose a = random_pose(1, 1), out = random_pose(2, 1), before = random_pose(2, 1);
    caper_pose small = caper_pose_create(BODIES - 1, DEFORMS, NULL);
    caper_pose bare = caper_pose_create(BODIES, 0, NULL);
    float mask[BODIES] = {0};
    caper_blend_layer good = {&a, 1, NULL}, bad;
    caper_blend_job job = job_of(&good, 1, &out), refused;

    const float weights[] = {-0.1f, NAN, INFINITY};
    for (int i = 0; i < 3; i++) {
        bad = (caper_blend_layer){&a, weights[i], NULL};
        refused = job_of(&bad, 1, &out);
        CHECK(!caper_blend(&refused));
        refused = job;
        refused.additive = &bad;
        refused.additive_count = 1;
        CHECK(!caper_blend(&refused));
        mask[3] = weights[i];
        bad = (caper_blend_layer){&a, 1, mask};
        refused = job_of(&bad, 1, &out);
        refused.rest = &a;
        CHECK(!caper_blend(&refused));
        mask[3] = 0;
        refused = job;
        refused.weight_floor = weights[i];
        CHECK(!caper_blend(&refused));
    }
    const caper_pose *wrong[] = {&small, &bare, NULL};
    for (int i = 0; i < 3; i++) {
        bad = (caper_blend_layer){wrong[i], 1, NULL};
        refused = job_of(&bad, 1, &out);
        CHECK(!caper_blend(&refused));
        refused = job;
        refused.rest = wrong[i];
        CHECK(i == 2 || !caper_blend(&refused));
    }
    refused = job_of(NULL, 1, &out);
    CHECK(!caper_blend(&refused));
    refused = job_of(&good, 1, NULL);
    CHECK(!caper_blend(&refused));
    // too little weight and no rest, with and without masks
    bad = (caper_blend_layer){&a, 0.05f, NULL};
    refused = job_of(&bad, 1, &out);
    CHECK(!caper_blend(&refused));
    bad = (caper_blend_layer){&a, 1, mask};
    refused = job_of(&bad, 1, &out);
    CHECK(!caper_blend(&refused));
    for (int i = 0; i < BODIES; i++)
        mask[i] = 100;
    bad = (caper_blend_layer){&a, 0.05f, mask};
    refused = job_of(&bad, 1, &out); // enough for the bodies, too little for the deforms
    CHECK(!caper_blend(&refused));
    // an additive layer cannot be the output
    bad = (caper_blend_layer){&out, 1, NULL};
    refused = job;
    refused.additive = &bad;
    refused.additive_count = 1;
    CHECK(!caper_blend(&refused));
    CHECK(same_bits(&out, &before));
    CHECK(caper_blend(&job));
    caper_pose *all[] = {&a, &out, &before, &small, &bare};
    for (int i = 0; i < 5; i++)
        caper_pose_destroy(all[i], NULL);
    caper_set_assert_hook(NULL);
}

// Changes only when blending is meant to change.
#define GOLDEN_HASH (-6770340090864335905)

static void blends_hash_to_the_same_number_in_every_build(void)
{
    caper_pose a = random_pose(1, 2), b = random_pose(2, 2), c = random_pose(3, 2);
    caper_pose d = random_pose(4, 1), out = random_pose(5, 1);
    uint64_t hash = 0;
    for (int n = 0; n < 100; n++) {
        float w = 0.01f * (float)n;
        caper_blend_layer layers[] = {{&a, w, NULL}, {&b, 0.3f, NULL}, {&c, 1 - w, NULL}};
        caper_blend_layer add = {&d, w, NULL};
        caper_blend_job job = job_of(layers, 3, &out);
        job.additive = &add;
        job.additive_count = 1;
        REQUIRE(caper_blend(&job));
        hash = caper_hash64(out.bodies, BODIES * sizeof *out.bodies, hash);
        hash = caper_hash64(out.deforms, DEFORMS * sizeof *out.deforms, hash);
    }
    CHECK_INT((int64_t)hash, GOLDEN_HASH);
    caper_pose *all[] = {&a, &b, &c, &d, &out};
    for (int i = 0; i < 5; i++)
        caper_pose_destroy(all[i], NULL);
}

TESTS(a_blend_is_the_normalized_weighted_sum, many_layers_and_any_body_count_blend_alike,
      one_layer_comes_back_whatever_its_weight,
      the_sign_of_a_quaternion_and_the_order_of_two_layers_do_not_matter,
      a_layer_without_weight_has_no_say, a_mask_gives_each_body_its_own_weights,
      rest_fades_in_below_the_floor_without_a_jump, a_difference_added_gives_the_pose_back,
      the_output_may_be_any_of_the_layers_or_rest, bad_jobs_are_refused_and_leave_the_output_alone,
      blends_hash_to_the_same_number_in_every_build)
