// SPDX-License-Identifier: MIT
// Long, because it is one idea: one judge plays every motion back, whatever clip it came from.
//
// Clips become motions: bodies by query, modes by contact and nearness, and back
// on the character that the clip came from. The judge plays the motion through a binding and
// compares with the clip's own kinematics; it knows nothing of how the motion was made, and finds
// the place where the motion starts by the best fit of all points.
#include "import_fixture.h"
#include "menagerie.h"
#include "motion_fixture.h"

#include "caper/actor.h"
#include "caper/motion.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// --- judge -------------------------------------------------------------------------------------

typedef struct judge {
    double rms, worst; // shares of height
    double angle;      // the largest between rotations, radians
    int goal_count;    // of the first frame, with a position
} judge;

typedef struct point_pair {
    caper_vec3 goal, clip;
    caper_quat goal_turn, clip_turn;
    bool turns;
} point_pair;

// Turn and move the goals onto the clip as well as one yaw and one shift can.
static void align(point_pair *pairs, int count)
{
    double gx = 0, gy = 0, gz = 0, cx = 0, cy = 0, cz = 0, dot = 0, cross = 0;
    for (int i = 0; i < count; i++) {
        gx += (double)pairs[i].goal.x / count;
        gy += (double)pairs[i].goal.y / count;
        gz += (double)pairs[i].goal.z / count;
        cx += (double)pairs[i].clip.x / count;
        cy += (double)pairs[i].clip.y / count;
        cz += (double)pairs[i].clip.z / count;
    }
    for (int i = 0; i < count; i++) {
        double ax = (double)pairs[i].goal.x - gx, az = (double)pairs[i].goal.z - gz;
        double bx = (double)pairs[i].clip.x - cx, bz = (double)pairs[i].clip.z - cz;
        dot += ax * bx + az * bz;
        cross += az * bx - ax * bz;
    }
    double c = dot / hypot(dot, cross), s = cross / hypot(dot, cross);
    for (int i = 0; i < count; i++) {
        double x = (double)pairs[i].goal.x - gx, z = (double)pairs[i].goal.z - gz;
        pairs[i].goal.x = (float)(c * x + s * z + cx);
        pairs[i].goal.y = (float)((double)pairs[i].goal.y - gy + cy);
        pairs[i].goal.z = (float)(c * z - s * x + cz);
        caper_quat yaw = caper_quat_from_yaw((float)atan2(s, c));
        pairs[i].goal_turn = caper_quat_mul(yaw, pairs[i].goal_turn);
    }
}

static int collect_pairs(const caper_binding *b, const caper_clip *clip, int rest_frames,
                         point_pair *pairs, judge *out)
{
    caper_goal *goals = calloc((size_t)b->max_goals, sizeof *goals);
    caper_pose pose = caper_pose_create(clip->skeleton.body_count, clip->deform_count, NULL);
    caper_motion_job job = caper_motion_job_default();
    job.binding = b;
    job.goals = goals;
    int count = 0;
    // between the frames of a fast capture nothing happens: there the curves are judged as well
    int steps = clip->rate >= 100 ? 2 : 1;
    for (int k = 0; k <= steps * (clip->frame_count - 1 - rest_frames); k++) {
        double i = rest_frames + (double)k / steps;
        job.time = (float)((i - rest_frames) / (double)clip->rate);
        REQUIRE(caper_motion_evaluate(&job));
        caper_transform way = caper_root_transform(caper_motion_travel(b, 0, job.time));
        float clip_time = (float)(i / (double)clip->rate);
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, clip_time));
        caper_clip_sample(clip, clip_time, NULL, &pose);
        caper_pose_to_model(&clip->skeleton, &pose, &root, &pose);
        for (int g = 0; g < job.goal_count; g++) {
            if (goals[g].position_weight <= 0)
                continue;
            CHECK_NEAR(goals[g].position_weight, 1, 1e-4);
            pairs[count].turns = goals[g].rotation_weight > 0;
            pairs[count].goal_turn = caper_quat_mul(way.rotation, goals[g].rotation);
            pairs[count].clip_turn = pose.bodies[goals[g].body].rotation;
            pairs[count].goal = caper_transform_mul_point(way, goals[g].position);
            pairs[count++].clip =
                caper_transform_mul_point(pose.bodies[goals[g].body], goals[g].point);
        }
        out->goal_count = k == 0 ? count : out->goal_count;
    }
    caper_pose_destroy(&pose, NULL);
    free(goals);
    return count;
}

static judge play_back(const caper_motion *motion, const caper_character *character,
                       const caper_clip *clip, int rest_frames)
{
    judge out = {0};
    caper_error error = {0};
    caper_binding *b = caper_binding_create(motion, character, NULL, &error);
    REQUIRE(b != NULL);
    size_t room = 2 * (size_t)b->max_goals * (size_t)clip->frame_count;
    point_pair *pairs = calloc(room, sizeof *pairs);
    int count = collect_pairs(b, clip, rest_frames, pairs, &out);
    align(pairs, count);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        double d = (double)(caper_vec3_distance(pairs[i].goal, pairs[i].clip) / character->height);
        sum += d * d;
        out.worst = fmax(out.worst, d);
        if (pairs[i].turns)
            out.angle =
                fmax(out.angle, (double)caper_quat_angle(pairs[i].goal_turn, pairs[i].clip_turn));
    }
    out.rms = sqrt(sum / fmax(count, 1));
    free(pairs);
    caper_binding_destroy(b);
    return out;
}

static caper_motion *generalize(const caper_character *character, const caper_clip *clip,
                                caper_motion_from_clip_report *report)
{
    caper_error error = {0};
    caper_motion_from_clip_job job = caper_motion_from_clip_job_default();
    job.character = character;
    job.clip = clip;
    caper_motion *motion = caper_motion_from_clip(&job, report, &error);
    if (!motion) {
        printf("  %s\n", error.message);
    }
    return motion;
}

static const caper_channel *find_channel(const caper_motion *motion, const char *name)
{
    for (int i = 0; motion && i < motion->branches[0].channel_count; i++)
        if (strcmp(motion->branches[0].channels[i].name, name) == 0)
            return &motion->branches[0].channels[i];
    return NULL;
}

// --- real clips --------------------------------------------------------------------------------

static void check_clip(const char *what, const caper_character *character, const caper_clip *clip)
{
    caper_motion_from_clip_report report = {0};
    caper_motion *motion = generalize(character, clip, &report);
    if (!CHECK(motion != NULL))
        return;
    judge j = play_back(motion, character, clip, report.rest_frames);
    printf("  %-34s %5d frames %5d keys %2d channels, rms %.3f %%, worst %.3f %%, %.3f rad\n", what,
           report.frame_count, report.key_count, report.channel_count, 100 * j.rms, 100 * j.worst,
           j.angle);
    CHECK(j.angle <= 0.025); // the tolerance, and what the best fit of points leaves
    CHECK(j.rms <= 0.006);
    CHECK(j.worst <= 0.02);
    CHECK(j.goal_count >= 3 || character->body_count < 5);
    // the report says what is true, up to the freedom of the best fit
    CHECK(j.rms <= (double)report.rms + 2e-4);
    CHECK(j.rms >= 0.3 * (double)report.rms);
    CHECK_INT(report.frame_count, clip->frame_count);
    CHECK_INT(report.left_out_count, 0);
    caper_motion_destroy(motion);
}

static void check_file(const char *relative, int most_clips)
{
    caper_import *import = load_shared_import(relative);
    for (int i = 0; i < import->clip_count && i < most_clips; i++) {
        char what[128];
        const char *base = strrchr(relative, '/') + 1;
        snprintf(what, sizeof what, "%s %s", base, import->clips[i]->name);
        check_clip(what, import->character, import->clips[i]);
    }
    caper_import_destroy(import);
}

// Does a body keep its limbs where they can be? The farthest goal of its graspers and feet from
// their shoulder or hip (as the root's goal carries it), in limb lengths.
static double farthest_reach(const caper_motion *motion, const caper_character *c)
{
    caper_error error = {0};
    caper_binding *b = caper_binding_create(motion, c, NULL, &error);
    REQUIRE(b != NULL);
    caper_goal *goals = calloc((size_t)b->max_goals, sizeof *goals);
    caper_motion_job job = caper_motion_job_default();
    job.binding = b;
    job.goals = goals;
    double far = 0;
    for (float t = 0; t <= motion->duration; t += 0.05f) {
        job.time = t;
        REQUIRE(caper_motion_evaluate(&job));
        caper_transform moved = caper_transform_identity();
        for (int g = 0; g < job.goal_count; g++)
            if (goals[g].body == c->root_body)
                moved =
                    caper_transform_mul(caper_transform_make(goals[g].rotation, goals[g].position),
                                        caper_transform_inverse(c->rest_model[c->root_body]));
        for (int g = 0; g < job.goal_count; g++) {
            const caper_body *body = &c->bodies[goals[g].body];
            if (!(body->caps & (CAPER_CAP_FOOT | CAPER_CAP_GRASPER)) || body->base < 0)
                continue;
            caper_vec3 hip = caper_transform_mul_point(moved, c->rest_model[body->base].position);
            far = fmax(far,
                       (double)(caper_vec3_distance(hip, goals[g].position) / body->limb_length));
        }
    }
    free(goals);
    caper_binding_destroy(b);
    return far;
}

static void a_walk_of_a_relaxed_person_is_within_reach_of_others(void)
{
    caper_error error = {0};
    caper_import *import = load_shared_import("bvh/cmu/07_01.bvh");
    caper_character *relaxed = caper_character_relax(import->character, NULL, &error);
    REQUIRE(relaxed != NULL);
    caper_motion_from_clip_report report = {0};
    caper_motion *motion = generalize(relaxed, import->clips[0], &report);
    caper_motion *stiff = generalize(import->character, import->clips[0], NULL);
    REQUIRE(motion && stiff);
    CHECK_INT(report.rest_frames, 1); // the T in front of the clip is known as one still
    judge j = play_back(motion, relaxed, import->clips[0], report.rest_frames);
    CHECK(j.rms <= 0.006 && j.angle <= 0.025);
    static const char *const names[] = {"performer", "sally", "four_armed", "dog", "ostrich"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        caper_character *c = menagerie_load(names[i]);
        double reach = farthest_reach(motion, c), far = farthest_reach(stiff, c);
        printf("  %-10s reaches to %.2f of its limbs, from the T of the file to %.2f\n", names[i],
               reach, far);
        CHECK(reach < 1.2);
        caper_character_destroy(c);
    }
    caper_motion_destroy(stiff);
    caper_motion_destroy(motion);
    caper_character_destroy(relaxed);
    caper_import_destroy(import);
}

// The rest pose is asked for by the job, and what came of it is told.
static void a_job_may_relax_the_rest_pose_and_its_report_is_told(void)
{
    caper_error error = {0};
    caper_import *import = load_shared_import("bvh/cmu/07_01.bvh");
    caper_character *relaxed = caper_character_relax(import->character, NULL, &error);
    REQUIRE(relaxed != NULL);
    caper_motion_from_clip_report by_hand = {0}, by_job = {0};
    caper_motion *expected = generalize(relaxed, import->clips[0], &by_hand);
    caper_motion_from_clip_job job = caper_motion_from_clip_job_default();
    job.character = import->character;
    job.clip = import->clips[0];
    job.relaxed = true;
    caper_motion *motion = caper_motion_from_clip(&job, &by_job, &error);
    REQUIRE(expected && motion);
    CHECK_INT(by_job.key_count, by_hand.key_count);
    CHECK(by_job.rms == by_hand.rms && by_job.worst == by_hand.worst);
    caper_text text;
    caper_text_init(&text, NULL);
    caper_motion_from_clip_describe(&by_job, motion, &text);
    caper_motion_describe(motion, &text);
    CHECK_HAS(text.data, "(1 of them a rest pose in front, left out)");
    CHECK_HAS(text.data, "back on its character: rms");
    for (int i = 0; i < motion->branches[0].channel_count; i++)
        CHECK_HAS(text.data, motion->branches[0].channels[i].name);
    caper_text_free(&text);
    caper_asset_view view = {.character = import->character,
                             .import = import,
                             .clips = (const caper_clip *const *)import->clips,
                             .clip_count = 1,
                             .warnings = &import->warnings};
    caper_asset_describe(&view, &text);
    CHECK_HAS(text.data, "a person, by shape:");
    CHECK_HAS(text.data, "frames at 120 Hz");
    caper_text_free(&text);
    caper_motion_destroy(motion);
    caper_motion_destroy(expected);
    caper_character_destroy(relaxed);
    caper_import_destroy(import);
}

static void captures_come_back(void)
{
    check_file("bvh/cmu/07_01.bvh", 1);  // walks
    check_file("bvh/cmu/13_11.bvh", 1);  // jumps
    check_file("bvh/cmu/49_06.bvh", 1);  // cartwheels
    check_file("bvh/cmu/140_03.bvh", 1); // lies, gets up
    check_file("bvh/cmu/22_12.bvh", 1);  // stumbles
}

// The largest way over the ground of any foot while it stands with full weight, and the largest
// height above or below the ground, in leg lengths.
static void measure_stances(const caper_motion *motion, const caper_character *c, double *slip,
                            double *height)
{
    caper_error error = {0};
    caper_binding *b = caper_binding_create(motion, c, NULL, &error);
    REQUIRE(b != NULL);
    caper_goal *goals = calloc((size_t)b->max_goals, sizeof *goals);
    caper_motion_job job = caper_motion_job_default();
    job.binding = b;
    job.goals = goals;
    const caper_variant *v = &b->variants[0];
    *slip = *height = 0;
    for (int k = 0; k < v->strand_count; k++) {
        const caper_channel *channel = &motion->branches[0].channels[v->strands[k].channel];
        const caper_curve *weight = caper_channel_curve(channel, CAPER_CURVE_POSITION_WEIGHT, NULL);
        if (!(channel->query.caps & CAPER_CAP_FOOT) || !channel->mode.ground || !weight ||
            v->strands[k].goal < 0)
            continue;
        float limb = c->bodies[v->strands[k].body].limb_length;
        bool standing = false;
        caper_vec3 landed = caper_vec3_zero();
        for (float t = 0; t <= motion->duration; t += 0.01f) {
            float w = 0;
            caper_curve_sample(weight, t, &w, NULL);
            job.time = t;
            REQUIRE(caper_motion_evaluate(&job));
            caper_vec3 at = goals[v->strands[k].goal].position;
            if (w == 1.0f)
                *height = fmax(*height, (double)(fabsf(at.y) / limb));
            at = caper_transform_mul_point(caper_root_transform(caper_motion_travel(b, 0, t)), at);
            if (w == 1.0f && !standing)
                landed = at;
            standing = w == 1.0f;
            if (standing)
                *slip = fmax(*slip, (double)(caper_vec3_distance(at, landed) / limb));
        }
    }
    free(goals);
    caper_binding_destroy(b);
}

static void a_walk_of_a_person_plants_the_feet_of_others(void)
{
    caper_import *import = load_shared_import("bvh/cmu/07_01.bvh");
    caper_motion *motion = generalize(import->character, import->clips[0], NULL);
    REQUIRE(motion != NULL);
    double own_slip, own_height;
    measure_stances(motion, import->character, &own_slip, &own_height);
    CHECK(own_slip > 0); // there are stances at all
    static const char *const names[] = {"dog",       "ostrich", "tripod",
                                        "performer", "giraffe", "spider"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        caper_character *c = menagerie_load(names[i]);
        double slip, height;
        measure_stances(motion, c, &slip, &height);
        printf("  %-10s slips %.3f of its leg in a stance, the source %.3f; off the ground %.4f\n",
               names[i], slip, own_slip, height);
        CHECK(height < 1e-3);
        CHECK(slip < 0.05); // the latch takes care of that
        caper_character_destroy(c);
    }
    caper_motion_destroy(motion);
    caper_import_destroy(import);
}

static void real_animals_come_back(void)
{
    check_file("gltf/quaternius/animals_pack/Wolf.glb", 4);
    check_file("gltf/quaternius/easy_enemies_pack/Spider.glb", 2);
    check_file("gltf/quaternius/easy_enemies_pack/Snake.glb", 2);
    check_file("gltf/quaternius/fish_pack/Dolphin.glb", 1);
    check_file("gltf/quaternius/platformer_game_pack/Bee.glb", 2);
    check_file("gltf/khronos/Fox.glb", 3);
}

// --- made clips --------------------------------------------------------------------------------

static void the_menagerie_comes_back(void)
{
    static const char *const names[] = {"dog",  "spider", "centaur", "octopus",
                                        "bird", "hydra",  "snake",   "oddlegs",
                                        "crab", "dragon", "tripod",  "jellyfish"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        caper_error error = {0};
        caper_character *c = menagerie_load(names[i]);
        caper_clip *clip = motion_make(c, true, &error);
        REQUIRE(clip != NULL);
        caper_motion_from_clip_report report = {0};
        caper_motion *motion = generalize(c, clip, &report);
        REQUIRE(motion != NULL);
        judge j = play_back(motion, c, clip, report.rest_frames);
        printf("  %-10s %4d keys %2d channels, %d shared, %d left out, rms %.3f %%\n", names[i],
               report.key_count, report.channel_count, report.shared_count, report.left_out_count,
               100 * j.rms);
        CHECK(report.shared_count > 0 || j.rms <= 0.01);
        caper_motion_destroy(motion);
        caper_clip_destroy(clip);
        caper_character_destroy(c);
    }
}

static void random_creatures_come_back(void)
{
    int told_apart = 0;
    for (int seed = 1; seed <= 24; seed++) {
        caper_error error = {0};
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)seed;
        def.difficulty = (float)(seed % 5) / 4;
        caper_character *c = caper_character_random(&def, &error);
        REQUIRE(c != NULL);
        caper_clip *clip = motion_make(c, seed % 2 == 0, &error);
        REQUIRE(clip != NULL);
        caper_motion_from_clip_report report = {0};
        caper_motion *motion = generalize(c, clip, &report);
        REQUIRE(motion != NULL);
        judge j = play_back(motion, c, clip, report.rest_frames);
        printf("  seed %2d, %2d bodies %2d legs: %4d keys %2d channels, %d shared, %d left out, "
               "rms %.3f %%\n",
               seed, c->body_count, c->leg_count, report.key_count, report.channel_count,
               report.shared_count, report.left_out_count, 100 * j.rms);
        CHECK(report.shared_count > 0 || j.rms <= 0.01);
        CHECK_NEAR(j.rms, report.rms, 0.2 * (double)report.rms + 2e-3);
        told_apart += report.shared_count == 0;
        caper_motion_destroy(motion);
        caper_clip_destroy(clip);
        caper_character_destroy(c);
    }
    CHECK(told_apart >= 20);
}

// --- queries -----------------------------------------------------------------------------------

/// Member by member: what pads the struct is nobody's.
static bool same_query(const caper_query *a, const caper_query *b)
{
    return a->caps == b->caps && a->not_caps == b->not_caps &&
           memcmp(a->zones, b->zones, sizeof a->zones) == 0 &&
           memcmp(a->set_zones, b->set_zones, sizeof a->set_zones) == 0 && a->extent == b->extent &&
           a->spine_segment == b->spine_segment;
}

static void feet_of_a_dog_are_called_by_side_and_end(void)
{
    caper_error error = {0};
    caper_character *dog = menagerie_load("dog");
    caper_clip *clip = motion_make(dog, true, &error);
    caper_motion *motion = generalize(dog, clip, NULL);
    REQUIRE(motion != NULL);
    static const struct {
        const char *name;
        caper_zone side, end;
    } feet[] = {{"front left foot", CAPER_ZONE_PLUS, CAPER_ZONE_PLUS},
                {"front right foot", CAPER_ZONE_MINUS, CAPER_ZONE_PLUS},
                {"rear left foot", CAPER_ZONE_PLUS, CAPER_ZONE_MINUS},
                {"rear right foot", CAPER_ZONE_MINUS, CAPER_ZONE_MINUS}};
    for (int i = 0; i < CAPER_COUNT_OF(feet); i++) {
        const caper_channel *c = find_channel(motion, feet[i].name);
        REQUIRE(c != NULL);
        caper_query want = {.caps = CAPER_CAP_FOOT};
        want.zones[0] = feet[i].side;
        want.set_zones[2] = feet[i].end;
        CHECK(same_query(&c->query, &want));
        int16_t bodies[CAPER_MAX_BODIES];
        CHECK_INT(caper_query_select(&c->query, dog, bodies), 1);
    }
    CHECK(motion->handed);
    caper_motion_destroy(motion);
    caper_clip_destroy(clip);
    caper_character_destroy(dog);
}

static void a_motion_made_on_a_dog_moves_all_feet_of_others(void)
{
    caper_error error = {0};
    caper_character *dog = menagerie_load("dog");
    caper_clip *clip = motion_make(dog, true, &error);
    caper_motion *motion = generalize(dog, clip, NULL);
    static const char *const names[] = {"spider", "performer", "centipede", "tripod", "centaur"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        caper_character *c = menagerie_load(names[i]);
        caper_binding *b = caper_binding_create(motion, c, NULL, &error);
        REQUIRE(b != NULL && b->variant_count == 2);
        int moved = 0;
        for (int k = 0; k < c->leg_count; k++)
            for (int s = 0; s < b->variants[0].strand_count; s++)
                if (b->variants[0].strands[s].body == c->legs[k].foot &&
                    b->variants[0].strands[s].position) {
                    moved++;
                    break;
                }
        CHECK_INT(moved, c->leg_count);
        caper_binding_destroy(b);
        caper_character_destroy(c);
    }
    caper_motion_destroy(motion);
    caper_clip_destroy(clip);
    caper_character_destroy(dog);
}

// --- staged clips: bodies are put where they are to be -------------------------------------------

enum {
    STAGE_FRAMES = 121
};
#define STAGE_RATE 60.0f

typedef struct stage {
    caper_character *character;
    caper_transform *frames;
} stage;

// A character at rest for two seconds.
static stage stage_make(const char *name)
{
    stage s = {.character = menagerie_load(name)};
    size_t n = (size_t)s.character->body_count;
    s.frames = aligned_alloc(32, STAGE_FRAMES * n * sizeof *s.frames);
    for (int f = 0; f < STAGE_FRAMES; f++)
        memcpy(s.frames + (size_t)f * n, s.character->skeleton.rest_local, n * sizeof *s.frames);
    return s;
}

// Put a body somewhere; what carries it stays as it is.
static void stage_put(stage *s, int frame, int body, caper_transform model)
{
    const caper_skeleton *k = &s->character->skeleton;
    caper_transform *locals = s->frames + (size_t)frame * (size_t)k->body_count;
    caper_pose pose = {locals, NULL, k->body_count, 0};
    caper_pose models = caper_pose_create(k->body_count, 0, NULL);
    caper_pose_to_model(k, &pose, NULL, &models);
    locals[body] = caper_transform_unmul(models.bodies[k->parents[body]], model);
    caper_pose_destroy(&models, NULL);
}

static caper_clip *stage_clip(const stage *s, bool loops)
{
    caper_error error = {0};
    caper_clip_def def = caper_clip_def_default();
    def.name = "staged";
    def.skeleton = &s->character->skeleton;
    def.rate = STAGE_RATE;
    def.frame_count = STAGE_FRAMES;
    def.frames = s->frames;
    def.loops = loops;
    caper_clip *clip = caper_clip_create(&def, &error);
    REQUIRE(clip != NULL);
    return clip;
}

static void stage_free(stage *s)
{
    free(s->frames);
    caper_character_destroy(s->character);
}

// 0 at both ends, 1 in the middle second.
static float there_and_back(int frame)
{
    float t = (float)frame / STAGE_RATE;
    return caper_smoothstep(0.2f, 0.6f, t) - caper_smoothstep(1.4f, 1.8f, t);
}

static caper_vec3 grip_at_rest(const caper_character *c, int body)
{
    return caper_transform_mul_point(c->rest_model[body], c->bodies[body].box_center);
}

// Both hands from rest to a point off the sagittal plane by `gap`.
static void bring_hands_together(stage *s, float gap, bool both)
{
    const caper_character *c = s->character;
    for (int f = 0; f < STAGE_FRAMES; f++) {
        for (int i = 0; i < c->body_count; i++) {
            if (!(c->bodies[i].caps & CAPER_CAP_GRASPER))
                continue;
            caper_vec3 rest = grip_at_rest(c, i);
            if (!both && rest.x < 0)
                continue;
            float side = rest.x > 0 ? 1.0f : -1.0f;
            caper_vec3 to = caper_vec3_make(side * gap, 0.7f * c->height, 0.25f * c->height);
            caper_vec3 shift = caper_vec3_scale(caper_vec3_sub(to, rest), there_and_back(f));
            caper_transform at = c->rest_model[i];
            at.position = caper_vec3_add(at.position, shift);
            stage_put(s, f, i, at);
        }
    }
}

// Goals of a motion on some character at a time; the position of the first goal whose body has the
// cap and is on that side.
static caper_vec3 goal_of(const caper_motion *motion, const caper_character *c, caper_caps cap,
                          float side, float time)
{
    caper_error error = {0};
    caper_binding *b = caper_binding_create(motion, c, NULL, &error);
    REQUIRE(b != NULL);
    caper_goal *goals = calloc((size_t)b->max_goals, sizeof *goals);
    caper_motion_job job = caper_motion_job_default();
    job.binding = b;
    job.goals = goals;
    job.time = time;
    REQUIRE(caper_motion_evaluate(&job));
    caper_vec3 at = caper_vec3_make(NAN, NAN, NAN);
    for (int g = job.goal_count - 1; g >= 0; g--)
        if ((c->bodies[goals[g].body].caps & cap) && side * grip_at_rest(c, goals[g].body).x >= 0 &&
            goals[g].position_weight > 0)
            at = goals[g].position;
    free(goals);
    caper_binding_destroy(b);
    return at;
}

static void a_clap_is_about_the_plane_between_the_hands(void)
{
    stage s = stage_make("performer");
    bring_hands_together(&s, 0.01f * s.character->height, true);
    caper_clip *clip = stage_clip(&s, false);
    caper_motion_from_clip_report report = {0};
    caper_motion *motion = generalize(s.character, clip, &report);
    REQUIRE(motion != NULL);
    CHECK(report.rms < 0.002f);
    // both hands move as mirror images: one channel for each aspect, for graspers on both sides
    const caper_channel *meets = find_channel(motion, "grasper meets");
    REQUIRE(meets != NULL && find_channel(motion, "grasper") != NULL);
    CHECK(meets->mode.sagittal);
    CHECK(!motion->handed);
    caper_character *other = menagerie_load("kangaroo");
    caper_vec3 left = goal_of(motion, other, CAPER_CAP_GRASPER, 1, 1.0f);
    caper_vec3 right = goal_of(motion, other, CAPER_CAP_GRASPER, -1, 1.0f);
    CHECK(fabsf(left.x) < 0.03f * other->height);
    CHECK(fabsf(right.x) < 0.03f * other->height);
    CHECK_NEAR(left.y, right.y, 0.01 * (double)other->height);
    caper_character_destroy(other);
    caper_motion_destroy(motion);
    caper_clip_destroy(clip);
    stage_free(&s);
}

static void one_hand_alone_is_handed_and_has_its_own_channel(void)
{
    stage s = stage_make("performer");
    bring_hands_together(&s, 0.1f * s.character->height, false);
    caper_clip *clip = stage_clip(&s, false);
    caper_motion *motion = generalize(s.character, clip, NULL);
    REQUIRE(motion != NULL);
    CHECK(motion->handed);
    const caper_channel *left = find_channel(motion, "left grasper");
    const caper_channel *right = find_channel(motion, "right grasper");
    REQUIRE(left && right);
    const caper_curve *moving = caper_channel_curve(left, CAPER_CURVE_POSITION, NULL);
    const caper_curve *still = caper_channel_curve(right, CAPER_CURVE_POSITION, NULL);
    REQUIRE(moving && still);
    CHECK(moving->key_count >= 4 && moving->key_count <= 12);
    CHECK_INT(still->key_count, 1);
    caper_motion_destroy(motion);
    caper_clip_destroy(clip);
    stage_free(&s);
}

// The performer puts its left hand to its mouth.
static caper_motion *hand_to_mouth(stage *s, caper_clip **clip)
{
    *s = stage_make("performer");
    const caper_character *c = s->character;
    int hand = caper_character_find(c, "left_hand"), mouth = caper_character_find(c, "mouth");
    REQUIRE(hand >= 0 && mouth >= 0);
    caper_vec3 way = caper_vec3_sub(grip_at_rest(c, mouth), grip_at_rest(c, hand));
    way.z += 0.02f * c->height;
    for (int f = 0; f < STAGE_FRAMES; f++) {
        caper_transform at = c->rest_model[hand];
        at.position = caper_vec3_add_scaled(at.position, way, there_and_back(f));
        stage_put(s, f, hand, at);
    }
    *clip = stage_clip(s, false);
    return generalize(c, *clip, NULL);
}

static void a_hand_at_the_mouth_is_about_the_mouth(void)
{
    stage s;
    caper_clip *clip;
    caper_motion *motion = hand_to_mouth(&s, &clip);
    REQUIRE(motion != NULL);
    const caper_channel *at = find_channel(motion, "left grasper at mouth");
    REQUIRE(at != NULL);
    CHECK(at->mode.position == CAPER_FRAME_SECONDARY);
    CHECK(at->aim.kind == CAPER_AIM_BODIES && at->aim.bodies.caps == CAPER_CAP_MOUTH);
    judge j = play_back(motion, s.character, clip, 0);
    CHECK(j.rms < 0.003);

    // whatever the arms of another body are like, its hand goes to its own mouth
    static const char *const names[] = {"kangaroo", "four_armed", "centaur"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        caper_character *c = menagerie_load(names[i]);
        caper_vec3 mouth = goal_of(motion, c, CAPER_CAP_MOUTH, 0, 1.0f);
        caper_vec3 hand = goal_of(motion, c, CAPER_CAP_GRASPER, 1, 1.0f);
        caper_vec3 before = goal_of(motion, c, CAPER_CAP_GRASPER, 1, 0.0f);
        float off = caper_vec3_distance(mouth, hand), was = caper_vec3_distance(mouth, before);
        printf("  %-10s from %.3f m to %.3f m of its mouth\n", names[i], (double)was, (double)off);
        CHECK(off < 0.05f * c->height && off < 0.4f * was);
        caper_character_destroy(c);
    }
    caper_motion_destroy(motion);
    caper_clip_destroy(clip);
    stage_free(&s);
}

static void weights_of_a_blend_group_sum_to_one(void)
{
    stage s;
    caper_clip *clip;
    caper_motion *motion = hand_to_mouth(&s, &clip);
    REQUIRE(motion != NULL);
    const caper_branch *branch = &motion->branches[0];
    int groups = 0;
    for (int i = 0; i < branch->channel_count; i++) {
        const char *blend = branch->channels[i].blend;
        if (!blend)
            continue;
        groups++;
        for (float t = 0; t <= motion->duration; t += 0.003f) {
            float sum = 0;
            for (int k = 0; k < branch->channel_count; k++) {
                const caper_channel *c = &branch->channels[k];
                const caper_curve *w = caper_channel_curve(c, CAPER_CURVE_POSITION_WEIGHT, NULL);
                float v = 0;
                if (!c->blend || strcmp(c->blend, blend) != 0 || !w)
                    continue;
                caper_curve_sample(w, t, &v, NULL);
                sum += v;
            }
            CHECK_NEAR(sum, 1, 1e-6);
        }
    }
    CHECK(groups >= 2);
    caper_motion_destroy(motion);
    caper_clip_destroy(clip);
    stage_free(&s);
}

static void standing_feet_are_about_the_ground(void)
{
    // one foot lifts by a tenth of height and comes down again; at rest both stand
    stage s = stage_make("performer");
    const caper_character *c = s.character;
    int foot = caper_character_find(c, "left_foot");
    for (int f = 0; f < STAGE_FRAMES; f++) {
        caper_transform at = c->rest_model[foot];
        at.position.y += 0.1f * c->height * there_and_back(f);
        stage_put(&s, f, foot, at);
    }
    caper_clip *clip = stage_clip(&s, true);
    caper_motion_from_clip_report report = {0};
    caper_motion *motion = generalize(c, clip, &report);
    REQUIRE(motion != NULL);
    CHECK(motion->loops);
    CHECK(motion->travel == NULL); // what stays in place does not travel
    CHECK(report.worst < 0.01f);
    const caper_channel *stands = find_channel(motion, "left foot on ground");
    const caper_channel *lifts = find_channel(motion, "left foot");
    REQUIRE(stands && lifts && stands->mode.ground && stands->mode.scale == CAPER_SCALE_LIMB);
    CHECK_STR(stands->blend, lifts->blend);
    for (int i = 0; i <= 20; i++) {
        float t = 0.1f * (float)i, w;
        caper_curve_sample(caper_channel_curve(stands, CAPER_CURVE_POSITION_WEIGHT, NULL), t, &w,
                           NULL);
        CHECK_NEAR(w, t < 0.15f || t > 1.85f ? 1 : t > 0.45f && t < 1.55f ? 0 : w, 1e-6);
    }
    // on ground that is not flat the standing foot follows it
    const caper_curve *p = caper_channel_curve(stands, CAPER_CURVE_POSITION, NULL);
    REQUIRE(p != NULL);
    float v[3];
    caper_curve_sample(p, 0, v, NULL);
    CHECK_NEAR(v[1], 1, 1e-6);
    caper_motion_destroy(motion);
    caper_clip_destroy(clip);
    stage_free(&s);
}

// --- the way ------------------------------------------------------------------------------------

// The whole character walks a curve by its own bodies, without a root track.
static caper_clip *walk_clip(const caper_character *c, int frame_count, float rate)
{
    size_t n = (size_t)c->body_count;
    caper_transform *frames = aligned_alloc(32, (size_t)frame_count * n * sizeof *frames);
    for (int f = 0; f < frame_count; f++) {
        float t = (float)f / rate;
        for (int i = 0; i < c->body_count; i++) {
            caper_transform at = motion_local(c, i, fmodf(t, 5.0f) / 5.0f, false);
            if (c->skeleton.parents[i] < 0) {
                float yaw = 0.2f * caper_sin(0.3f * t);
                caper_root way = {0.3f * caper_sin(0.5f * t), 0, 0.8f * t, yaw};
                at = caper_transform_mul(caper_root_transform(way), at);
            }
            frames[(size_t)f * n + (size_t)i] = at;
        }
    }
    caper_error error = {0};
    caper_clip_def def = caper_clip_def_default();
    def.name = "walk";
    def.skeleton = &c->skeleton;
    def.rate = rate;
    def.frame_count = frame_count;
    def.frames = frames;
    caper_clip *clip = caper_clip_create(&def, &error);
    free(frames);
    REQUIRE(clip != NULL);
    return clip;
}

static void the_way_over_the_ground_becomes_travel(void)
{
    caper_character *c = menagerie_load("dog");
    caper_clip *clip = walk_clip(c, 301, 60);
    caper_motion_from_clip_report report = {0};
    caper_motion *motion = generalize(c, clip, &report);
    REQUIRE(motion != NULL);
    REQUIRE(motion->travel != NULL);
    CHECK(motion->travel->key_count < 12);
    CHECK(report.rms < 0.005f);
    caper_error error = {0};
    caper_binding *b = caper_binding_create(motion, c, NULL, &error);
    caper_root way = caper_motion_travel(b, 0, motion->duration);
    CHECK_NEAR(way.z, 4, 0.05);
    CHECK_NEAR(way.yaw, 0.2 * sin(0.3 * 5), 0.01);
    // a character of twice the legs goes twice as far
    caper_character *horse = menagerie_load("horse");
    caper_binding *b2 = caper_binding_create(motion, horse, NULL, &error);
    caper_root far = caper_motion_travel(b2, 0, motion->duration);
    double ratio = (double)(caper_travel_unit(horse) / caper_travel_unit(c));
    CHECK_NEAR(far.z, (double)way.z * ratio, 1e-3);
    caper_binding_destroy(b2);
    caper_character_destroy(horse);
    caper_binding_destroy(b);
    caper_motion_destroy(motion);
    caper_clip_destroy(clip);
    caper_character_destroy(c);
}

// A rest pose in front is left out, which moves all times: the last one stays within the motion.
static void a_key_pose_at_the_end_becomes_an_event_at_the_end(void)
{
    enum {
        FRAMES = 41
    };
    caper_character *c = menagerie_load("performer");
    size_t n = (size_t)c->body_count;
    caper_transform *frames = aligned_alloc(32, FRAMES * n * sizeof *frames);
    int left_out = 0;
    for (float rate = 24; rate < 61; rate += 1.7f) {
        for (int f = 0; f < FRAMES; f++) {
            for (int i = 0; i < c->body_count; i++) {
                float angle = f == 0 || c->bodies[i].caps & CAPER_CAP_ROOT ? 0 : 0.5f;
                angle += f == 0 ? 0 : 0.05f * caper_sin(0.3f * (float)f);
                caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), angle);
                frames[(size_t)f * n + (size_t)i] = c->skeleton.rest_local[i];
                caper_quat *q = &frames[(size_t)f * n + (size_t)i].rotation;
                *q = caper_quat_mul(*q, turn);
            }
        }
        caper_key_pose pose = {.time = (FRAMES - 1) / rate, .name = "end"};
        caper_clip_def def = caper_clip_def_default();
        def.name = "late";
        def.skeleton = &c->skeleton;
        def.rate = rate;
        def.frame_count = FRAMES;
        def.frames = frames;
        def.key_poses = &pose;
        def.key_pose_count = 1;
        caper_clip *clip = caper_clip_create(&def, NULL);
        REQUIRE(clip != NULL);
        caper_motion_from_clip_report report = {0};
        caper_motion *motion = generalize(c, clip, &report);
        REQUIRE(motion != NULL);
        left_out += report.rest_frames;
        CHECK_INT(motion->event_count, 1);
        CHECK_NEAR(motion->events[0].time, motion->duration, 1e-6);
        caper_motion_destroy(motion);
        caper_clip_destroy(clip);
    }
    CHECK(left_out > 10);
    free(frames);
    caper_character_destroy(c);
}

static void five_minutes_work(void)
{
    caper_character *c = menagerie_load("performer");
    caper_clip *clip = walk_clip(c, 300 * 24, 24);
    caper_motion_from_clip_report report = {0};
    caper_motion *motion = generalize(c, clip, &report);
    REQUIRE(motion != NULL);
    CHECK_NEAR(motion->duration, 300, 0.1);
    CHECK(report.rms < 0.005f);
    caper_motion_destroy(motion);
    caper_clip_destroy(clip);
    caper_character_destroy(c);
}

// --- refusals ----------------------------------------------------------------------------------

static void a_clip_of_one_frame_is_a_pose(void)
{
    caper_character *c = menagerie_load("dog");
    caper_clip *clip = walk_clip(c, 1, 60);
    caper_motion_from_clip_report report = {0};
    caper_motion *motion = generalize(c, clip, &report);
    REQUIRE(motion != NULL);
    CHECK(motion->duration > 0);
    CHECK(report.worst < 1e-4f);
    caper_motion_destroy(motion);
    caper_clip_destroy(clip);
    caper_character_destroy(c);
}

static void a_clip_of_another_skeleton_is_refused(void)
{
    caper_error error = {0};
    caper_character *dog = menagerie_load("dog"), *bird = menagerie_load("bird");
    caper_clip *clip = motion_make(dog, false, &error);
    caper_motion_from_clip_job job = caper_motion_from_clip_job_default();
    job.character = bird;
    job.clip = clip;
    CHECK(caper_motion_from_clip(&job, NULL, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_INVALID);
    CHECK_HAS(error.message, "another skeleton");
    caper_clip_destroy(clip);
    caper_character_destroy(dog);
    caper_character_destroy(bird);
}

typedef struct stopper {
    int calls, stop_at;
    double last;
} stopper;

static bool count_calls(void *user, double fraction, const char *what)
{
    stopper *s = user;
    CHECK(fraction >= s->last && fraction <= 1 && what && what[0]);
    s->last = fraction;
    return ++s->calls != s->stop_at;
}

static void progress_is_told_and_may_stop_it(void)
{
    caper_error error = {0};
    caper_character *c = menagerie_load("dog");
    caper_clip *clip = motion_make(c, false, &error);
    for (int stop = 0; stop <= 8; stop += 4) {
        stopper s = {.stop_at = stop};
        caper_progress progress = {count_calls, &s};
        caper_motion_from_clip_job job = caper_motion_from_clip_job_default();
        job.character = c;
        job.clip = clip;
        job.progress = &progress;
        error.status = CAPER_OK;
        caper_motion *motion = caper_motion_from_clip(&job, NULL, &error);
        CHECK((motion != NULL) == (stop == 0));
        CHECK_INT(error.status, stop ? CAPER_ERROR_CANCELED : CAPER_OK);
        CHECK(stop || s.last == 1.0);
        caper_motion_destroy(motion);
    }
    caper_clip_destroy(clip);
    caper_character_destroy(c);
}

static void without_memory_it_fails_and_leaves_nothing_behind(void)
{
    caper_error error = {0};
    caper_character *c = menagerie_load("performer");
    caper_clip *clip = motion_make(c, true, &error);
    bool done = false;
    for (long at = 1; !done && at < 2000; at += at < 40 ? 1 : at / 8) {
        test_memory memory = {.fail_at = at};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_motion_from_clip_job job = caper_motion_from_clip_job_default();
        job.character = c;
        job.clip = clip;
        job.allocator = &allocator;
        memset(&error, 0, sizeof error);
        caper_motion *motion = caper_motion_from_clip(&job, NULL, &error);
        done = motion != NULL;
        CHECK(done || error.status == CAPER_ERROR_MEMORY);
        caper_motion_destroy(motion);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(done);
    caper_clip_destroy(clip);
    caper_character_destroy(c);
}

TESTS(a_job_may_relax_the_rest_pose_and_its_report_is_told, captures_come_back,
      a_walk_of_a_relaxed_person_is_within_reach_of_others,
      a_walk_of_a_person_plants_the_feet_of_others, real_animals_come_back,
      the_menagerie_comes_back, random_creatures_come_back,
      feet_of_a_dog_are_called_by_side_and_end, a_motion_made_on_a_dog_moves_all_feet_of_others,
      a_clap_is_about_the_plane_between_the_hands, one_hand_alone_is_handed_and_has_its_own_channel,
      a_hand_at_the_mouth_is_about_the_mouth, weights_of_a_blend_group_sum_to_one,
      standing_feet_are_about_the_ground, the_way_over_the_ground_becomes_travel,
      a_key_pose_at_the_end_becomes_an_event_at_the_end, five_minutes_work,
      a_clip_of_one_frame_is_a_pose, a_clip_of_another_skeleton_is_refused,
      progress_is_told_and_may_stop_it, without_memory_it_fails_and_leaves_nothing_behind)
