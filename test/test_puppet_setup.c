// SPDX-License-Identifier: MIT
//
// Puppet setups: what is read and what is refused, and where; the filter on whole poses against the
// motion that noise was added to; targets and influences that reach the puppet.
#include "file_fixture.h"
#include "menagerie.h"

#include "caper/actor.h"

#define HEAD "{\"caper\":\"puppet\",\"version\":1,\n"
#define AT "x.puppet.json:2:"

static caper_puppet_setup *parse(const char *text)
{
    caper_error error = {0};
    caper_puppet_setup *setup =
        caper_puppet_setup_parse(text, strlen(text), "x.puppet.json", NULL, &error);
    if (!setup)
        printf("%d:%d: %s\n", error.line, error.column, error.message);
    REQUIRE(setup != NULL);
    return setup;
}

static bool read_setup(const char *text, size_t size, const caper_load_options *options,
                       caper_error *error)
{
    caper_puppet_setup *setup =
        caper_puppet_setup_parse(text, size, "x.puppet.json", options, error);
    bool good = setup != NULL;
    caper_puppet_setup_destroy(setup);
    return good;
}

static void a_file_says_where_it_is_wrong(void)
{
    static const refusal rows[] = {
        {HEAD "\"methd\":\"angles\"}", AT "1: unknown member 'methd'; did you mean 'method'?",
         SCHEMA_TOO},
        {HEAD "\"scale\":-1}", AT "9: scale is -1, expected 0 to 10000", SCHEMA_TOO},
        {HEAD "\"influence\":0}", AT "13: influence is 0, expected 0.0001 to 10000", SCHEMA_TOO},
        {HEAD "\"effectors\":[\"heat\"]}", AT "14: unknown word 'heat'; did you mean 'head'?",
         SCHEMA_TOO},
        {HEAD "\"influences\":[{\"target\":\"a\"}]}", AT "15: the member 'distance' is missing",
         SCHEMA_TOO},
        {HEAD "\"influences\":[{\"target\":\"a\",\"index\":1,\"distance\":1}]}",
         AT "15: an influence is of a target or of a surface, not of both", READER_ONLY},
        {HEAD "\"influences\":[{\"target\":\"cup\",\"distance\":1}],"
              "\"targets\":[{\"name\":\"ball\",\"position\":[0,0,0]}]}",
         AT "25: there is no target 'cup', expected one of \"targets\"", READER_ONLY},
        {HEAD "\"targets\":[{\"name\":\"a\",\"position\":[1,2]}]}",
         AT "35: this must be an array of 3 numbers, found 2 elements", SCHEMA_TOO},
        {HEAD "\"targets\":[{\"name\":\"a\",\"position\":[0,0,0]},{\"name\":\"a\",\"position\":[1,"
              "0,0]}]}",
         AT "44: 'a' is there twice", READER_ONLY},
        {HEAD "\"filter\":{\"gate\":-2}}", AT "18: gate is -2, expected 0 to 1e+06", SCHEMA_TOO},
    };
    check_refusals("puppet", rows, CAPER_COUNT_OF(rows), read_setup);
    check_limit_on_bytes(HEAD "\"plant\":false}", read_setup);
}

static void a_setup_says_all_that_a_def_can(void)
{
    caper_puppet_setup *s = parse(
        HEAD "\"method\":\"angles\",\"scale\":1.5,\"look_ahead\":0.3,\"touch\":0,\"plant\":false,"
             "\"effectors\":[\"head\"],\"targets\":[{\"name\":\"ball\",\"position\":[1,2,3]}],"
             "\"influences\":[{\"effectors\":[\"left_hand\"],\"target\":\"ball\",\"distance\":1},"
             "{\"surface\":\"box\",\"index\":2,\"distance\":0}],"
             "\"filter\":{\"position_noise\":0.01}}");
    CHECK_INT(s->def.method, CAPER_PUPPET_ANGLES);
    CHECK(s->def.scale == 1.5f && s->def.look_ahead == 0.3f && s->def.touch == 0);
    CHECK(!s->def.plant && s->def.estimate_root);
    CHECK(s->def.effectors == (CAPER_EFFECTORS_LIMBS | CAPER_PART_BIT(CAPER_PART_HEAD)));
    REQUIRE(s->target_count == 1 && s->def.influence_count == 2);
    CHECK_STR(s->targets[0].name, "ball");
    CHECK(s->targets[0].transform.position.z == 3);
    const caper_influence *f = s->def.influences;
    CHECK_STR(f[0].target, "ball");
    CHECK(f[0].effectors == CAPER_PART_BIT(CAPER_PART_LEFT_HAND) && f[0].distance == 1);
    CHECK(!f[1].target && f[1].surface == CAPER_SURFACE_BOX && f[1].index == 2);
    REQUIRE(s->filter != NULL);
    CHECK(s->filter->position_noise.y == 0.01f && s->filter->gate == 6);
    caper_puppet_setup_destroy(s);
    s = parse(HEAD "\"filter\":false}");
    CHECK(s->filter == NULL);
    caper_puppet_setup_destroy(s);
}

static float angle_between(caper_quat a, caper_quat b)
{
    return caper_vec3_length(caper_quat_log(caper_quat_mul(caper_quat_conj(a), b)));
}

static float off(const caper_pose *a, const caper_pose *b)
{
    double sum = 0;
    for (int i = 0; i < a->body_count; i++) {
        double turn = (double)angle_between(a->bodies[i].rotation, b->bodies[i].rotation);
        sum += turn * turn;
    }
    return (float)sqrt(sum / a->body_count);
}

static void the_filter_takes_noise_out_of_poses(void)
{
    caper_character *c = menagerie_load("performer");
    caper_filter_def def = caper_filter_def_default();
    caper_pose_filter *filter = caper_pose_filter_create(c, &def, NULL, NULL);
    caper_pose truth = caper_character_pose(c, NULL), noisy = caper_character_pose(c, NULL);
    REQUIRE(filter && truth.bodies && noisy.bodies);
    caper_rng rng = caper_rng_make(5);
    double before = 0, after = 0;
    for (int frame = 0; frame < 240; frame++) {
        for (int i = 0; i < c->body_count; i++) {
            caper_vec3 sway = caper_vec3_make(0.3f * caper_sin(0.02f * (float)frame), 0, 0);
            caper_vec3 noise = caper_vec3_make(caper_rng_range(&rng, -0.03f, 0.03f),
                                               caper_rng_range(&rng, -0.03f, 0.03f),
                                               caper_rng_range(&rng, -0.03f, 0.03f));
            truth.bodies[i].rotation =
                caper_quat_mul(c->skeleton.rest_local[i].rotation, caper_quat_exp(sway));
            noisy.bodies[i] = truth.bodies[i];
            noisy.bodies[i].rotation =
                caper_quat_mul(truth.bodies[i].rotation, caper_quat_exp(noise));
        }
        float raw = off(&truth, &noisy);
        caper_pose_filter_update(filter, frame / 60.0, NULL, &noisy);
        before += frame >= 60 ? (double)raw : 0;
        after += frame >= 60 ? (double)off(&truth, &noisy) : 0;
    }
    CHECK(before > 0 && after < 0.6 * before);
    // bones keep their lengths
    CHECK(memcmp(&noisy.bodies[3].position, &truth.bodies[3].position, sizeof(caper_vec3)) == 0);
    caper_pose_destroy(&truth, NULL);
    caper_pose_destroy(&noisy, NULL);
    caper_pose_filter_destroy(filter);
    caper_character_destroy(c);
}

/// The left hand at the end of a second of standing still.
static caper_effector_state hand_of(const caper_character *c, const caper_character *onto,
                                    const caper_puppet_setup *setup)
{
    caper_transform *frames = malloc(31 * (size_t)c->body_count * sizeof *frames);
    REQUIRE(frames != NULL);
    for (int i = 0; i < 31; i++)
        memcpy(frames + (size_t)i * (size_t)c->body_count, c->skeleton.rest_local,
               (size_t)c->body_count * sizeof *frames);
    caper_clip_def def = caper_clip_def_default();
    def.name = "still";
    def.skeleton = &c->skeleton;
    def.frame_count = 31;
    def.rate = 30;
    def.frames = frames;
    caper_clip *clip = caper_clip_create(&def, NULL);
    free(frames);
    caper_retarget_job job = caper_retarget_job_default();
    job.clip = clip;
    job.from = c;
    job.onto = onto;
    job.method = CAPER_RETARGET_IMPORTANCE;
    job.floor = 0;
    job.puppet = setup->def;
    job.targets = setup->targets;
    job.target_count = setup->target_count;
    caper_clip *out = caper_retarget(&job, NULL);
    REQUIRE(out != NULL);
    caper_clip_destroy(out);
    caper_clip_destroy(clip);
    return job.report.effectors[CAPER_LIMB_LEFT_ARM];
}

static void a_target_within_reach_of_its_influence_matters(void)
{
    caper_character *c = menagerie_load("performer");
    caper_person person;
    REQUIRE(caper_person_find(c, NULL, &person, NULL));
    caper_vec3 hand = c->rest_model[person.bodies[CAPER_PART_LEFT_HAND]].position;
    char text[400];
    static const float distances[] = {0, 5};
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text,
                 HEAD "\"targets\":[{\"name\":\"cup\",\"position\":[%g,%g,%g]}],"
                      "\"influences\":[{\"target\":\"cup\",\"distance\":%g}]}",
                 (double)hand.x, (double)hand.y, (double)hand.z + 0.3, (double)distances[i]);
        caper_puppet_setup *setup = parse(text);
        float w = hand_of(c, c, setup).importance;
        // equation 13 at d / D = 0.3 / 5 (the hand's middle is a little off its joint)
        CHECK(i == 0 ? w < 0.01f : w > 0.95f);
        caper_puppet_setup_destroy(setup);
    }
    caper_character_destroy(c);
}

// Equation 15 where the performer is, and the way to the target as far as it matters.
static void who_reaches_for_his_own_thing_reaches_for_its_target(void)
{
    static const char *const bodies[] = {"performer", "sally", "blubby", "centaur"};
    caper_character *c = menagerie_load("performer");
    caper_person person;
    REQUIRE(caper_person_find(c, NULL, &person, NULL));
    caper_vec3 hand = c->rest_model[person.bodies[CAPER_PART_LEFT_HAND]].position;
    for (int i = 0; i < CAPER_COUNT_OF(bodies); i++) {
        caper_character *onto = menagerie_load(bodies[i]);
        caper_puppet_def def = caper_puppet_def_default();
        def.performer = c;
        def.character = onto;
        caper_puppet *puppet = caper_puppet_create(&def, NULL);
        REQUIRE(puppet != NULL);
        float scale = caper_puppet_scale(puppet);
        caper_puppet_destroy(puppet);
        caper_vec3 there = caper_vec3_scale(hand, scale);
        caper_vec3 apart = caper_vec3_scale(caper_vec3_make(0, 0.02f, 0.05f), scale);
        caper_effector_state states[2];
        for (int paired = 0; paired < 2; paired++) {
            char text[400], real[100];
            caper_vec3 at = paired ? caper_vec3_add(there, apart) : there;
            snprintf(real, sizeof real, ",\"real\":[%.9g,%.9g,%.9g]", (double)hand.x,
                     (double)hand.y, (double)hand.z);
            snprintf(text, sizeof text,
                     HEAD "\"targets\":[{\"name\":\"cup\",\"position\":[%.9g,%.9g,%.9g]%s}],"
                          "\"influences\":[{\"target\":\"cup\",\"distance\":5}]}",
                     (double)at.x, (double)at.y, (double)at.z, paired ? real : "");
            caper_puppet_setup *setup = parse(text);
            CHECK_INT(setup->def.pair_count, paired);
            states[paired] = hand_of(c, onto, setup);
            caper_puppet_setup_destroy(setup);
        }
        CHECK_NEAR(states[1].importance, states[0].importance, 1e-3);
        CHECK(states[0].importance > 0.99f);
        caper_vec3 moved = caper_vec3_sub(states[1].goal, states[0].goal);
        CHECK(caper_vec3_distance(moved, apart) < 0.003f * scale);
        caper_character_destroy(onto);
    }
    caper_character_destroy(c);
}

/// Where the left hand of a performer's actor wants to be after a second, seen from the root where
/// the actor began; his own thing is at `real`, the actor's is `apart` from there.
static caper_vec3 goal_from(caper_root root, const caper_character *c, caper_vec3 real,
                            caper_vec3 apart)
{
    caper_puppet_pair pair = {"cup", real};
    caper_influence far = {.target = "cup", .index = -1, .distance = 5};
    caper_puppet_def puppet = caper_puppet_def_default();
    puppet.performer = c;
    puppet.pairs = &pair;
    puppet.pair_count = 1;
    puppet.influences = &far;
    puppet.influence_count = 1;
    caper_actor_def def = caper_actor_def_default();
    def.character = c;
    def.root = root;
    caper_actor *actor = caper_actor_create(&def, NULL);
    caper_play_def play = caper_play_def_default();
    play.puppet = &puppet;
    play.fade_in = 0;
    caper_source source = caper_actor_play(actor, &play, NULL);
    caper_transform at = caper_root_transform(root);
    caper_vec3 cup = caper_transform_mul_point(at, caper_vec3_add(real, apart));
    REQUIRE(source &&
            caper_actor_set_target(actor, "cup", caper_transform_make(caper_quat_identity(), cup)));
    caper_pose pose = {.bodies = (caper_transform *)(uintptr_t)c->skeleton.rest_local,
                       .body_count = c->body_count};
    for (int i = 0; i < 30; i++) {
        caper_performance performance = {.local = &pose};
        CHECK(caper_actor_perform(actor, source, &performance));
        caper_actor_update(actor, 1 / 30.0f, NULL);
    }
    caper_vec3 goal = caper_actor_puppet(actor, source)->effectors[CAPER_LIMB_LEFT_ARM].goal;
    caper_actor_destroy(actor);
    return caper_transform_unmul_point(at, goal);
}

static void pairs_go_where_the_performance_goes(void)
{
    caper_character *c = menagerie_load("performer");
    caper_person person;
    REQUIRE(caper_person_find(c, NULL, &person, NULL));
    caper_vec3 hand = c->rest_model[person.bodies[CAPER_PART_LEFT_HAND]].position;
    caper_vec3 apart = {0, 0.02f, 0.05f};
    caper_root home = {0}, away = {.x = 3, .z = -2, .yaw = 1};
    caper_vec3 here = goal_from(home, c, hand, apart);
    CHECK(caper_vec3_distance(here, goal_from(away, c, hand, apart)) < 1e-4f);
    caper_vec3 moved = caper_vec3_sub(here, goal_from(home, c, hand, caper_vec3_zero()));
    CHECK(caper_vec3_distance(moved, apart) < 0.003f);
    caper_character_destroy(c);
}

TESTS(a_file_says_where_it_is_wrong, a_setup_says_all_that_a_def_can,
      the_filter_takes_noise_out_of_poses, a_target_within_reach_of_its_influence_matters,
      who_reaches_for_his_own_thing_reaches_for_its_target, pairs_go_where_the_performance_goes)
