// SPDX-License-Identifier: MIT
//
// Room stride: feet drive the root, stances find their footing, springs bend legs as the closed
// form does.
#include "stride_fixture.h"

#include "stride/stride.h"

#include "caper/ik.h"

// --------------------------------------------------------------------------------------- springs

static void springs_agree_with_the_closed_form(void)
{
    caper_rng rng = caper_rng_make(7);
    int solved = 0;
    for (int i = 0; i < 2000; i++) {
        float upper = caper_rng_range(&rng, 0.2f, 0.6f), lower = caper_rng_range(&rng, 0.2f, 0.6f);
        float nearest = fabsf(upper - lower), reach = upper + lower;
        float way = caper_rng_range(&rng, nearest + 0.05f * reach, 0.97f * reach);
        caper_vec3 down = caper_vec3_normalize(caper_vec3_make(
            caper_rng_range(&rng, -0.5f, 0.5f), -1, caper_rng_range(&rng, -0.8f, 0.8f)));
        caper_spring_limb limb = {.start = {0.1f, 1, 0},
                                  .upper = upper,
                                  .lower = lower,
                                  .aim = {0, 0, 1},
                                  .iterations = 40};
        limb.tip = caper_vec3_add_scaled(limb.start, down, way);
        limb.middle = caper_vec3_make(0.1f + caper_rng_range(&rng, -0.1f, 0.1f), 0.7f,
                                      caper_rng_range(&rng, -0.3f, 0.3f));
        REQUIRE(caper_spring_limb_solve(&limb));
        // the triangle of three known sides has one height
        float x = (upper * upper - lower * lower + way * way) / (2 * way);
        float height = sqrtf(upper * upper - x * x);
        caper_vec3 d = caper_vec3_sub(limb.middle, limb.start);
        float along = caper_vec3_dot(d, down);
        caper_vec3 off = caper_vec3_add_scaled(d, down, -along);
        CHECK_NEAR(along, x, 2e-3);
        CHECK_NEAR(caper_vec3_length(off), height, 2e-3);
        caper_vec3 ahead = caper_vec3_add_scaled(limb.aim, down, -caper_vec3_dot(limb.aim, down));
        CHECK(caper_vec3_dot(off, ahead) > -1e-3f);
        solved += limb.error < 1e-3f;
    }
    CHECK_INT(solved, 2000);
}

static void springs_start_from_the_last_knee(void)
{
    caper_spring_limb cold = {.start = {0, 1, 0},
                              .tip = {0, 0.3f, 0.1f},
                              .upper = 0.4f,
                              .lower = 0.42f,
                              .aim = {0, 0, 1},
                              .iterations = 40,
                              .middle = {0, 0.9f, -0.3f}};
    REQUIRE(caper_spring_limb_solve(&cold));
    caper_spring_limb warm = cold;
    warm.tip.z += 0.002f;
    REQUIRE(caper_spring_limb_solve(&warm));
    CHECK(warm.steps <= 2);
    CHECK(cold.steps > warm.steps);
    caper_spring_limb bad = cold;
    bad.upper = 0;
    CHECK(!caper_spring_limb_solve(&bad));
    bad = cold;
    bad.tip.x = NAN;
    CHECK(!caper_spring_limb_solve(&bad));
}

// ----------------------------------------------------------------------------------------- drive

static caper_clip *stride_of(const caper_character *c, const caper_clip *clip,
                             const caper_world *world, caper_stride_clip_job *job)
{
    caper_error error = {0};
    job->clip = clip;
    job->character = c;
    job->world = world;
    caper_clip *out = caper_stride_clip(job, &error);
    if (!out) {
        fprintf(stderr, "%s: %s\n", c->name, error.message);
    }
    REQUIRE(out != NULL);
    return out;
}

static void feet_bring_a_walk_on_the_spot_to_travel(void)
{
    static const char *const names[] = {"performer", "sally", "ostrich"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        caper_character *c = menagerie_load(names[i]);
        caper_clip *walk = walk_of(c, 0.2f, 4);
        caper_stride_clip_job job = caper_stride_clip_job_default();
        job.on_the_spot = true;
        job.stride.method = CAPER_STRIDE_METHOD_NONE;
        caper_clip *out = stride_of(c, walk, NULL, &job);
        float way = way_of(walk).z;
        CHECK(way > c->size);
        CHECK_NEAR(way_of(out).z / way, 1, 0.05);
        CHECK_NEAR(way_of(out).x / way, 0, 0.05);
        CHECK_NEAR(way_of(out).yaw, 0, 0.1);
        CHECK_NEAR(job.report.heading.z, 1, 0.05); // nobody told it
        caper_clip_destroy(out);
        // a direction that is given is taken, and one that is wrong goes nowhere near as far
        job.stride.direction = caper_vec3_make(0, 0, -1);
        out = stride_of(c, walk, NULL, &job);
        CHECK(way_of(out).z < 0.5f * way);
        caper_clip_destroy(out);
        caper_clip_destroy(walk);
        caper_character_destroy(c);
    }
}

// ------------------------------------------------------------------------------------------ flat

static void flat_ground_leaves_a_clip_as_it_is(void)
{
    caper_character *c = menagerie_load("performer");
    caper_clip *walk = walk_of(c, 0.2f, 3);
    caper_world *world = stairs_of(0.1f, 0.3f, 1, false); // far from where it walks
    caper_stride_clip_job job = caper_stride_clip_job_default();
    job.root.x = 60;
    caper_clip *out = stride_of(c, walk, world, &job);
    caper_pose a = caper_pose_create(c->body_count, walk->deform_count, NULL);
    caper_pose b = caper_pose_create(c->body_count, out->deform_count, NULL);
    double worst = 0;
    for (int i = 0; i < walk->frame_count; i++) {
        float t = (float)i / walk->rate;
        caper_clip_sample(walk, t, NULL, &a);
        caper_clip_sample(out, t, NULL, &b);
        // the level of the floor may be in the root instead
        caper_transform roots[2] = {caper_transform_identity(), caper_transform_identity()};
        roots[0].position.y = caper_clip_sample_root(walk, t).y;
        roots[1].position.y = caper_clip_sample_root(out, t).y;
        caper_pose_to_model(&c->skeleton, &a, &roots[0], &a);
        caper_pose_to_model(&c->skeleton, &b, &roots[1], &b);
        for (int k = 0; k < c->body_count; k++) {
            double d = (double)caper_vec3_distance(a.bodies[k].position, b.bodies[k].position);
            worst = fmax(worst, d);
        }
    }
    CHECK(worst < 0.02); // knees are not bent for nothing
    CHECK_NEAR(way_of(out).z / way_of(walk).z, 1, 0.01);
    CHECK_INT(job.report.moved, 0);
    caper_pose_destroy(&a, NULL);
    caper_pose_destroy(&b, NULL);
    caper_clip_destroy(out);
    caper_clip_destroy(walk);
    caper_world_destroy(world);
    caper_character_destroy(c);
}

// ---------------------------------------------------------------------------------------- stairs

static void a_walk_goes_up_and_down_stairs(void)
{
    caper_character *c = menagerie_load("performer");
    caper_clip *walk = walk_of(c, 0.12f, 6);
    for (int down = 0; down < 2; down++) {
        caper_world *world = stairs_of(0.17f, 0.29f, 6, down);
        caper_stride_clip_job job = caper_stride_clip_job_default();
        caper_clip *out = stride_of(c, walk, world, &job);
        stride_figures f = measure(c, out, world);
        printf("performer %s: slip %.1f, sinks %.1f, floats %.1f, swing %.1f mm, fall %.2f g, %d "
               "stances\n",
               down ? "down" : "up", f.slip, f.planted, f.floats, f.swing, f.fall, f.stances);
        CHECK(f.stances > 6);
        CHECK(f.slip < 15);
        CHECK(f.planted < 5);
        CHECK(f.floats < 5);
        CHECK(f.swing < (down ? 30 : 20)); // down, a toe leaves close to the edge it stood on
        CHECK(f.fall < 1);
        float climbed = way_of(out).y;
        CHECK_NEAR(climbed, down ? -6 * 0.17f : 6 * 0.17f, 0.05);
        CHECK(job.report.moved > 0 && job.report.shortest < 0.9f);
        caper_clip_destroy(out);
        caper_world_destroy(world);
    }
    caper_clip_destroy(walk);
    caper_character_destroy(c);
}

/// Steps that climb take longer; what is done in a step stays the same. Asked to keep its pace, or
/// on flat ground, it takes the time of the motion.
/// Does every foot that stands do so at that height?
static bool stands_at(const caper_character *c, const caper_clip *clip, double height)
{
    caper_pose pose = caper_pose_create(c->body_count, clip->deform_count, NULL);
    caper_pose bodies = {pose.bodies, NULL, c->body_count, 0};
    int stood = 0, off = 0;
    for (int i = 0; i < clip->frame_count; i++) {
        float time = (float)i / clip->rate;
        caper_clip_sample(clip, time, NULL, &pose);
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        caper_pose_to_model(&c->skeleton, &bodies, &root, &bodies);
        for (int l = 0; l < c->leg_count; l++) {
            caper_vec3 points[24];
            int foot = c->legs[l].foot, count = soles_of(c, foot, &bodies, points);
            double low = 1e9;
            for (int k = 0; k < count; k++) {
                low = fmin(low, (double)points[k].y);
            }
            bool stands = caper_clip_in_contact(clip, foot, time);
            stood += stands;
            off += stands && fabs(low - height) > 0.02;
        }
    }
    caper_pose_destroy(&pose, NULL);
    return stood > clip->frame_count / 2 && off == 0;
}

// A way that leads off a wall, to either side: feet stay on it, and steps stay as long.
static void a_walk_keeps_to_the_wall_that_it_is_on(void)
{
    caper_character *c = menagerie_load("performer");
    caper_clip *walk = walk_of(c, 0.12f, 6);
    caper_world_box box = {.transform = caper_transform_identity(), .half = {0.6f, 0.5f, 8}};
    box.transform.position = caper_vec3_make(0, 0.5f, 6);
    caper_world_def def = caper_world_def_default();
    def.boxes = &box;
    def.box_count = 1;
    caper_error error = {0};
    caper_world *world = caper_world_create(&def, &error);
    REQUIRE(world != NULL);
    for (int side = -1; side <= 1; side += 2) {
        caper_stride_clip_job job = caper_stride_clip_job_default();
        job.root.yaw = (float)side * 0.2f;
        caper_clip *out = stride_of(c, walk, world, &job);
        caper_root way = way_of(out);
        CHECK(stands_at(c, out, 1));
        CHECK(job.report.leaped < 0 && job.report.moved > 2);
        CHECK(job.report.shortest > 0.9f && way.z > 0.95f * way_of(walk).z);
        CHECK(fabsf(caper_clip_sample_root(out, out->duration).x) < 0.6f);
        caper_clip_destroy(out);
    }
    caper_world_destroy(world);
    caper_clip_destroy(walk);
    caper_character_destroy(c);
}

static void stairs_take_their_time(void)
{
    caper_character *c = menagerie_load("performer");
    caper_clip *walk = walk_of(c, 0.12f, 6);
    caper_world *world = stairs_of(0.17f, 0.29f, 8, false);
    float times[3], climbed[2];
    for (int i = 0; i < 3; i++) {
        caper_stride_clip_job job = caper_stride_clip_job_default();
        job.stride.keep_pace = i == 1;
        caper_clip *out = stride_of(c, walk, i < 2 ? world : NULL, &job);
        times[i] = out->duration;
        CHECK_NEAR(job.report.time, out->duration, 1e-3);
        CHECK_NEAR(job.report.flat_time, walk->duration, 1e-3);
        if (i < 2) {
            climbed[i] = way_of(out).y;
        }
        CHECK(i == 0 ? job.report.slowest < 0.95f : job.report.slowest > 0.99f);
        caper_clip_destroy(out);
    }
    CHECK(times[0] > 1.04f * times[1] && times[0] < 1.4f * times[1]);
    CHECK_NEAR(times[1], walk->duration, 0.02);
    CHECK_NEAR(times[2], walk->duration, 0.02);
    CHECK_NEAR(climbed[0], climbed[1], 0.02);
    caper_world_destroy(world);
    caper_clip_destroy(walk);
    caper_character_destroy(c);
}

// ----------------------------------------------------------------------------------------- state

static caper_actor *striding_actor(const caper_character *c, const caper_world *world,
                                   caper_stride **stride, const caper_allocator *allocator)
{
    caper_stride_def def = caper_stride_def_default();
    def.character = c;
    def.solver = CAPER_STRIDE_SOLVER_SPRING;
    def.allocator = allocator;
    caper_error error = {0};
    *stride = caper_stride_create(&def, &error);
    REQUIRE(*stride != NULL);
    caper_actor_def actor_def = caper_actor_def_default();
    actor_def.character = c;
    actor_def.world = world;
    actor_def.allocator = allocator;
    caper_actor *actor = caper_actor_create(&actor_def, &error);
    REQUIRE(actor != NULL);
    REQUIRE(caper_actor_add_stride(actor, *stride));
    return actor;
}

static bool find_clip(void *user, const char *kind, const char *name, caper_play_def *def)
{
    (void)kind;
    (void)name;
    def->clip = user;
    return true;
}

static void a_saved_stride_goes_on_with_the_same_bits(void)
{
    caper_character *c = menagerie_load("performer");
    caper_clip *walk = walk_of(c, 0.2f, 6);
    caper_world *world = stairs_of(0.15f, 0.3f, 6, false);
    caper_stride *strides[2];
    caper_actor *actors[2];
    caper_error error = {0};
    for (int i = 0; i < 2; i++) {
        actors[i] = striding_actor(c, world, &strides[i], NULL);
    }
    caper_play_def play = caper_play_def_default();
    play.clip = walk;
    REQUIRE(caper_actor_play(actors[0], &play, &error) != 0);
    for (int i = 0; i < 170; i++) {
        REQUIRE(caper_actor_update(actors[0], 1 / 60.0f, NULL));
    }
    size_t size = caper_actor_save(actors[0], NULL, 0);
    char *bytes = malloc(size);
    REQUIRE(bytes != NULL);
    CHECK_INT(caper_actor_save(actors[0], bytes, size), size);
    caper_source_finder finder = {find_clip, walk};
    REQUIRE(caper_actor_load(actors[1], bytes, size, &finder, &error));
    int differing = 0;
    for (int i = 0; i < 90; i++) {
        caper_actor_update(actors[0], 1 / 60.0f, NULL);
        caper_actor_update(actors[1], 1 / 60.0f, NULL);
        differing +=
            memcmp(caper_actor_model(actors[0])->bodies, caper_actor_model(actors[1])->bodies,
                   (size_t)c->body_count * sizeof(caper_transform)) != 0;
    }
    CHECK_INT(differing, 0);
    CHECK(caper_actor_root(actors[0]).y > 0.2f); // it was on the stairs
    free(bytes);
    for (int i = 0; i < 2; i++) {
        caper_actor_destroy(actors[i]);
        caper_stride_destroy(strides[i]);
    }
    caper_world_destroy(world);
    caper_clip_destroy(walk);
    caper_character_destroy(c);
}

static void damaged_states_are_refused(void)
{
    caper_character *c = menagerie_load("performer");
    caper_clip *walk = walk_of(c, 0.2f, 4);
    caper_stride *stride;
    caper_actor *actor = striding_actor(c, NULL, &stride, NULL);
    caper_error error = {0};
    caper_play_def play = caper_play_def_default();
    play.clip = walk;
    REQUIRE(caper_actor_play(actor, &play, &error) != 0);
    for (int i = 0; i < 60; i++) {
        REQUIRE(caper_actor_update(actor, 1 / 60.0f, NULL));
    }
    size_t size = caper_stride_save(stride, NULL, 0);
    unsigned char *bytes = malloc(size), *again = malloc(size);
    REQUIRE(bytes && again);
    caper_stride_save(stride, bytes, size);
    CHECK(!caper_stride_load(stride, bytes, size - 1, &error));
    caper_rng rng = caper_rng_make(3);
    int refused = 0;
    for (int i = 0; i < 400; i++) {
        memcpy(again, bytes, size);
        for (int k = 0; k < 8; k++) {
            size_t at = (size_t)(caper_rng_float(&rng) * (float)(size - 4));
            float nan = NAN;
            memcpy(again + (at & ~(size_t)3), &nan, sizeof nan);
        }
        // taken or refused, the next update must be a good one
        refused += !caper_stride_load(stride, again, size, &error);
        caper_actor_update(actor, 1 / 60.0f, NULL);
        REQUIRE(caper_stride_load(stride, bytes, size, &error));
    }
    CHECK(refused > 200);
    // a clock that is not among the moments that are known: it lies behind the hash of the plan
    static const double shifts[] = {-1e12, -1e6, -1, -0.1, 10, 1e6, 1e12};
    for (int i = 0; i < CAPER_COUNT_OF(shifts); i++) {
        double time;
        memcpy(again, bytes, size);
        memcpy(&time, again + sizeof(uint64_t), sizeof time);
        CHECK_NEAR(time, 1, 0.1); // 60 frames
        time += shifts[i];
        memcpy(again + sizeof(uint64_t), &time, sizeof time);
        CHECK(!caper_stride_load(stride, again, size, &error));
    }
    // every number of a moment to come, and those of the report
    const caper_stride_report *report = &stride->state->report;
    const caperi_moment_leg *leg = caperi_moment_leg_at(stride, 5, 0);
    const float *numbers[] = {&leg->foot.position.x,
                              &leg->hip.y,
                              &leg->tips[0].z,
                              &leg->low,
                              &leg->level,
                              &stride->feet[0].seen.level,
                              &stride->feet[0].seen.low,
                              &report->shortest,
                              &report->longest,
                              &report->highest,
                              &report->deepest,
                              &report->leaped,
                              &report->sunk,
                              &report->kneels,
                              &report->lost};
    for (int i = 0; i < CAPER_COUNT_OF(numbers); i++) {
        float nan = NAN;
        memcpy(again, bytes, size);
        memcpy(again + ((const char *)numbers[i] - (const char *)stride->state), &nan, sizeof nan);
        CHECK(!caper_stride_load(stride, again, size, &error));
    }
    // no yaw has such a sine and cosine
    const caperi_patch *now = &stride->feet[0].now;
    const float halves[2] = {0.5f, 0.5f};
    REQUIRE(&now->cosine == &now->sine + 1);
    memcpy(again, bytes, size);
    memcpy(again + ((const char *)&now->sine - (const char *)stride->state), halves, sizeof halves);
    CHECK(!caper_stride_load(stride, again, size, &error));
    free(bytes);
    free(again);
    caper_actor_destroy(actor);
    caper_stride_destroy(stride);
    caper_clip_destroy(walk);
    caper_character_destroy(c);
}

static void updating_never_allocates(void)
{
    caper_character *c = menagerie_load("performer");
    caper_clip *walk = walk_of(c, 0.2f, 4);
    caper_world *world = stairs_of(0.15f, 0.3f, 6, false);
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_stride *stride;
    caper_actor *actor = striding_actor(c, world, &stride, &allocator);
    caper_error error = {0};
    caper_play_def play = caper_play_def_default();
    play.clip = walk;
    REQUIRE(caper_actor_play(actor, &play, &error) != 0);
    long before = atomic_load(&memory.alloc_count);
    for (int i = 0; i < 240; i++) {
        REQUIRE(caper_actor_update(actor, 1 / 60.0f, NULL));
    }
    CHECK_INT(atomic_load(&memory.alloc_count), before);
    caper_actor_destroy(actor);
    caper_stride_destroy(stride);
    CHECK_MEMORY_EMPTY(&memory);
    caper_world_destroy(world);
    caper_clip_destroy(walk);
    caper_character_destroy(c);
}

// ------------------------------------------------------------------------------------- bad input

static void what_cannot_stride_is_refused_with_a_sentence(void)
{
    caper_error error = {0};
    caper_character *fish = menagerie_load("fish"), *c = menagerie_load("performer");
    caper_stride_def def = caper_stride_def_default();
    def.character = fish;
    CHECK(!caper_stride_create(&def, &error));
    CHECK_HAS(error.message, "no feet");
    caper_clip *walk = walk_of(c, 0.2f, 3);
    // nothing lands or leaves: no key poses
    caper_clip_def still = caper_clip_def_default();
    still.name = "still";
    still.skeleton = &c->skeleton;
    still.frame_count = 2;
    caper_transform *frames = malloc(2 * (size_t)c->body_count * sizeof *frames);
    REQUIRE(frames != NULL);
    for (int i = 0; i < 2; i++) {
        memcpy(frames + i * c->body_count, c->skeleton.rest_local,
               (size_t)c->body_count * sizeof *frames);
    }
    still.frames = frames;
    caper_key_pose key = {0, "only"};
    still.key_poses = &key;
    still.key_pose_count = 1;
    caper_clip *clip = caper_clip_create(&still, &error);
    REQUIRE(clip != NULL);
    caper_stride_clip_job job = caper_stride_clip_job_default();
    job.clip = clip;
    job.character = c;
    CHECK(!caper_stride_clip(&job, &error));
    CHECK_HAS(error.message, "1 key poses");
    // feet that slide all the time: a body that is pushed along as it stands
    const caper_key_pose keys[] = {{0, "one"}, {1, "other"}};
    const caper_root pushed[] = {{0, 0, 0, 0}, {0, 0, 4, 0}};
    still.rate = 1;
    still.roots = pushed;
    still.key_poses = keys;
    still.key_pose_count = 2;
    caper_clip *slides = caper_clip_create(&still, &error);
    REQUIRE(slides != NULL);
    job.clip = slides;
    job.rate = 60;
    CHECK(!caper_stride_clip(&job, &error));
    CHECK_HAS(error.message, "no foot of it stands");
    caper_clip_destroy(slides);
    job.rate = 0;
    // a world that ends
    caper_world_def hole = caper_world_def_default();
    hole.has_ground = false;
    caper_world_box box = {caper_transform_identity(), {2, 1, 1.5f}};
    hole.boxes = &box;
    hole.box_count = 1;
    caper_world *world = caper_world_create(&hole, &error);
    REQUIRE(world != NULL);
    job.clip = walk;
    job.world = world;
    CHECK(!caper_stride_clip(&job, &error));
    CHECK_HAS(error.message, "no ground");
    job.root.z = 50;
    CHECK(!caper_stride_clip(&job, &error));
    CHECK_HAS(error.message, "no ground at the start");
    caper_world_destroy(world);
    caper_clip_destroy(clip);
    caper_clip_destroy(walk);
    free(frames);
    caper_character_destroy(c);
    caper_character_destroy(fish);
}

static void a_report_is_text_and_numbers(void)
{
    const caper_stride_report report = {.steps = 7, .moved = 3, .mean = 0.9f, .leaped = -1};
    caper_text text;
    caper_json_writer writer;
    size_t size = 0;
    caper_text_init(&text, NULL);
    caper_stride_report_describe(&report, &text);
    CHECK_HAS(text.data, "7 steps, 3 of them moved to a footing; strides 90 %");
    caper_text_free(&text);
    caper_json_writer_init(&writer, NULL, 0);
    caper_json_begin_object(&writer);
    caper_stride_report_summarize(&report, &writer);
    caper_json_end_object(&writer);
    const char *json = caper_json_writer_finish(&writer, &size, NULL);
    REQUIRE(json != NULL);
    CHECK_HAS(json, "\"steps\":7");
    CHECK_HAS(json, "\"stride_mean\":0.9");
    CHECK_HAS(json, "\"leaped\":-1");
    caper_json_writer_free(&writer);
}

TESTS(springs_agree_with_the_closed_form, springs_start_from_the_last_knee,
      feet_bring_a_walk_on_the_spot_to_travel, flat_ground_leaves_a_clip_as_it_is,
      a_walk_goes_up_and_down_stairs, a_walk_keeps_to_the_wall_that_it_is_on,
      stairs_take_their_time, a_saved_stride_goes_on_with_the_same_bits, damaged_states_are_refused,
      updating_never_allocates, what_cannot_stride_is_refused_with_a_sentence,
      a_report_is_text_and_numbers)
