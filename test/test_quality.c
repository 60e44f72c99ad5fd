// SPDX-License-Identifier: MIT
// Long, because it is one idea: one stage serves every metric, so that all are judged on the same
// body.
//
// Every metric on motions whose answer is known in closed form, at sizes 0.1, 1.8 and 10 m.
//
// The subject is a bench with two feet and two hands, each hanging on its own track of translation,
// so that the path of every point is what the test writes down. All lengths are for size 1.8 and
// grow with it, speeds with its square root.
#include "test.h"

#include "base/json.h"
#include "caper/quality.h"
#include "menagerie.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PELVIS,
    LEFT_FOOT,
    RIGHT_FOOT,
    LEFT_ARM,
    RIGHT_ARM,
    LEFT_HAND,
    RIGHT_HAND,
    LIMB,
    RING,
    BODIES
};

#define RATE 60.0f
#define FRAMES 121 // two seconds at size 1.8
static const float sizes[] = {0.1f, 1.8f, 10.0f};

typedef struct stage {
    float size, length, speed; // length = size / 1.8, speed its root
    float coarse; // how much longer a frame is than the body's own sixtieth of a second; 1 at least
    caper_character *character;
    caper_transform *frames; // FRAMES x BODIES, at rest to begin with
    caper_root roots[FRAMES];
    caper_contact contacts[8];
    int contact_count;
    bool loops;
    caper_clip *clip;
    caper_report *report;
} stage;

static caper_body_def part(const char *name, int parent, float x, float y, float z, float hx,
                           float hy, float hz, caper_caps caps)
{
    caper_body_def b = caper_body_def_default();
    b.name = name;
    b.parent = parent;
    b.rest_local = caper_transform_make(caper_quat_identity(), caper_vec3_make(x, y, z));
    b.box_half = caper_vec3_make(hx, hy, hz);
    b.caps = caps;
    b.joint.kind = CAPER_JOINT_BALL;
    b.joint.axis = caper_vec3_make(0, 1, 0);
    b.joint.swing = CAPER_PI;
    b.joint.min = -CAPER_PI;
    b.joint.max = CAPER_PI;
    return b;
}

static float feet_at = 0;       // ahead of the pelvis, metres at size 1.8
static float left_up = 0;       // of the left foot over the ground at rest
static float twists = CAPER_PI; // how far the left hand may

static caper_character *make_bench(float k)
{
    caper_body_def b[BODIES] = {
        part("pelvis", -1, 0, 1.0f * k, 0, 0.1f * k, 0.1f * k, 0.9f * k, CAPER_CAP_SPINE),
        part("left_foot", PELVIS, 0.2f * k, (left_up - 0.98f) * k, feet_at * k, 0.05f * k,
             0.02f * k, 0.1f * k, CAPER_CAP_FOOT | CAPER_CAP_LIMB),
        part("right_foot", PELVIS, -0.2f * k, -0.98f * k, feet_at * k, 0.05f * k, 0.02f * k,
             0.1f * k, CAPER_CAP_FOOT | CAPER_CAP_LIMB),
        part("left_arm", PELVIS, 0, 0, 0, 0.02f * k, 0.02f * k, 0.02f * k, CAPER_CAP_LIMB),
        part("right_arm", PELVIS, 0, 0, 0, 0.02f * k, 0.02f * k, 0.02f * k, CAPER_CAP_LIMB),
        part("left_hand", LEFT_ARM, 0.5f * k, 0, 0, 0.05f * k, 0.05f * k, 0.05f * k,
             CAPER_CAP_GRASPER | CAPER_CAP_LIMB),
        part("right_hand", RIGHT_ARM, -0.5f * k, 0, 0, 0.05f * k, 0.05f * k, 0.05f * k,
             CAPER_CAP_GRASPER | CAPER_CAP_LIMB),
        part("limb", PELVIS, 0, 0, 0.95f * k, 0.02f * k, 0.02f * k, 0.02f * k, CAPER_CAP_LIMB),
        // overlaps the hand at rest, as a ring does: nobody is to be blamed for that
        part("ring", PELVIS, 0.52f * k, 0, 0, 0.04f * k, 0.04f * k, 0.04f * k, CAPER_CAP_LIMB),
    };
    b[PELVIS].joint.kind = CAPER_JOINT_FREE;
    b[LEFT_HAND].joint.min = -twists;
    b[LEFT_HAND].joint.max = twists;
    b[LIMB].joint.kind = CAPER_JOINT_HINGE;
    b[LIMB].joint.axis = caper_vec3_make(1, 0, 0);
    b[LIMB].joint.min = -0.5f;
    b[LIMB].joint.max = 0.5f;
    b[LIMB].box_center = caper_vec3_make(0, 0, 0);
    // pelvis box: 1.8 m long, so that the size of the whole is 1.8 k
    caper_character_def def = caper_character_def_default();
    def.name = "bench";
    def.bodies = b;
    def.body_count = BODIES;
    caper_error error = {0};
    caper_character *c = caper_character_create(&def, &error);
    REQUIRE(c != NULL);
    return c;
}

static caper_transform *at(stage *s, int frame, int body)
{
    return &s->frames[frame * BODIES + body];
}

static stage *stage_open(float size)
{
    stage *s = calloc(1, sizeof(*s));
    REQUIRE(s != NULL);
    s->size = size;
    s->length = size / 1.8f;
    s->speed = sqrtf(s->length);
    s->coarse = fmaxf(1.0f, 1.0f / s->speed);
    // the limb reaches past the pelvis box: measure once, then scale to the size asked for
    caper_character *probe = make_bench(1.0f);
    float k = size / probe->size;
    caper_character_destroy(probe);
    s->character = make_bench(k);
    REQUIRE(fabsf(s->character->size - size) < 1e-5f * size);
    s->frames = caper_alloc(NULL, sizeof(caper_transform) * FRAMES * BODIES, 32);
    REQUIRE(s->frames != NULL);
    for (int f = 0; f < FRAMES; f++) {
        memcpy(at(s, f, 0), s->character->skeleton.rest_local, sizeof(caper_transform) * BODIES);
    }
    return s;
}

static caper_clip *stage_clip(stage *s)
{
    caper_clip_def def = caper_clip_def_default();
    def.name = "test";
    def.skeleton = &s->character->skeleton;
    def.rate = RATE;
    def.frame_count = FRAMES;
    def.loops = s->loops;
    def.frames = s->frames;
    def.roots = s->roots;
    def.contacts = s->contacts;
    def.contact_count = s->contact_count;
    caper_error error = {0};
    caper_clip *clip = caper_clip_create(&def, &error);
    REQUIRE(clip != NULL);
    return clip;
}

static void stage_clear(stage *s)
{
    caper_report_destroy(s->report);
    caper_clip_destroy(s->clip);
    s->report = NULL;
    s->clip = NULL;
}

// Judge on a floor at y = 0, with more of the job filled in by the caller.
static const caper_report *judge_job(stage *s, caper_check_job job)
{
    stage_clear(s);
    s->clip = stage_clip(s);
    job.character = s->character;
    job.clip = s->clip;
    caper_error error = {0};
    s->report = caper_check(&job, &error);
    REQUIRE(s->report != NULL);
    return s->report;
}

static const caper_report *judge(stage *s)
{
    caper_check_job job = caper_check_job_default();
    job.floor = 0;
    return judge_job(s, job);
}

static void stage_close(stage *s)
{
    stage_clear(s);
    caper_free(NULL, s->frames, sizeof(caper_transform) * FRAMES * BODIES);
    caper_character_destroy(s->character);
    free(s);
}

#define FOR_EACH_SIZE(s)                                                                           \
    for (int size_index = 0; size_index < 3; size_index++)                                         \
        for (stage *s = stage_open(sizes[size_index]); s; stage_close(s), s = NULL)

static double value(const caper_report *r, caper_metric m)
{
    CHECK(r->measures[m].measured);
    return r->measures[m].value;
}

static float seconds(int frame)
{
    return (float)frame / RATE;
}

// --- standing still ----------------------------------------------------------------------------

static void a_body_at_rest_passes_everything(void)
{
    FOR_EACH_SIZE(s)
    {
        const caper_report *r = judge(s);
        CHECK(r->pass);
        for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
            CHECK(r->measures[m].pass);
        }
        CHECK_NEAR(value(r, CAPER_METRIC_SLIP_MAX), 0, 1e-3 * s->length);
        CHECK_NEAR(value(r, CAPER_METRIC_PENETRATION_MAX), 0, 1e-2 * s->length);
        CHECK_NEAR(value(r, CAPER_METRIC_DUTY), 1, 1e-9);
        CHECK_INT(r->stance_count, 2);
        CHECK_NEAR(r->stances[0].end, seconds(FRAMES - 1), 1e-5);
    }
}

// --- slip and skating --------------------------------------------------------------------------

static void slip_is_the_diagonal_of_the_horizontal_extent(void)
{
    FOR_EACH_SIZE(s)
    {
        // both feet drift 9 mm sideways and 12 mm forward: 15 mm
        for (int f = 0; f < FRAMES; f++) {
            float t = (float)f / (float)(FRAMES - 1);
            for (int b = LEFT_FOOT; b <= RIGHT_FOOT; b++) {
                at(s, f, b)->position.x += 0.009f * s->length * t;
                at(s, f, b)->position.z += 0.012f * s->length * t;
            }
        }
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_SLIP_MEDIAN), 15.0 * s->length, 0.01 * s->length);
        CHECK_NEAR(value(r, CAPER_METRIC_SLIP_MAX), 15.0 * s->length, 0.01 * s->length);
        // in two seconds
        CHECK_NEAR(value(r, CAPER_METRIC_STANCE_SPEED), 0.0075 * (double)s->length,
                   1e-5 * (double)s->length);
        CHECK_NEAR(r->measures[CAPER_METRIC_SLIP_MEDIAN].gate, 5.0 * s->length, 1e-4 * s->length);
        CHECK(!r->measures[CAPER_METRIC_SLIP_MEDIAN].pass);
        CHECK(r->measures[CAPER_METRIC_SLIP_MAX].pass); // 20 mm
        CHECK(!r->pass);
    }
}

static void a_declared_stance_cannot_hide_a_fast_slide(void)
{
    FOR_EACH_SIZE(s)
    {
        // at 0.8 m/s no stance would be detected; the clip says that it stands
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.z += 0.8f * s->speed * seconds(f);
        }
        double way = 0.8 * (double)s->speed * 2.0 * 1000.0;
        const caper_report *quiet = judge(s);
        CHECK(value(quiet, CAPER_METRIC_SLIP_MAX) < 0.1 * way);
        s->contacts[0] = (caper_contact){LEFT_FOOT, 0, seconds(FRAMES - 1)};
        s->contact_count = 1;
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_SLIP_MAX), way, 1e-3 * way);
        CHECK(!r->pass);
    }
}

static void a_rolling_heel_is_not_slip(void)
{
    FOR_EACH_SIZE(s)
    {
        // the foot turns about its front lower edge, heel up to 30 degrees: the toe corners stand
        // still
        caper_vec3 edge = caper_vec3_make(0, -0.02f * s->length, 0.1f * s->length);
        float k = s->character->bodies[LEFT_FOOT].box_half.y / (0.02f * s->length);
        edge = caper_vec3_scale(edge, k);
        for (int f = 0; f < FRAMES; f++) {
            caper_transform *t = at(s, f, LEFT_FOOT);
            caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0),
                                                         0.52f * (float)f / (float)(FRAMES - 1));
            t->rotation = turn;
            t->position =
                caper_vec3_add(t->position, caper_vec3_sub(edge, caper_quat_rotate(turn, edge)));
        }
        s->contacts[0] = (caper_contact){LEFT_FOOT, 0, seconds(FRAMES - 1)};
        s->contact_count = 1;
        const caper_report *r = judge(s);
        for (int i = 0; i < r->stance_count; i++) {
            const caper_report_stance *st = &r->stances[i];
            if (st->body == LEFT_FOOT && st->end > 1.9f) {
                CHECK_NEAR(st->slip * 1000.0f, 0, 0.05 * s->length); // the toe
            }
        }
        CHECK(value(r, CAPER_METRIC_SLIP_MEDIAN) < 5.0 * s->length);
    }
}

static void skating_is_counted_by_frames(void)
{
    FOR_EACH_SIZE(s)
    {
        // still for one second, then 1 m/s along the floor while the other foot is off it
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y += 0.2f * s->length;
        }
        for (int f = 61; f < FRAMES; f++) {
            at(s, f, RIGHT_FOOT)->position.z += 1.0f * s->speed * seconds(f - 60);
        }
        const caper_report *r = judge(s);
        // half of the frames, but for those whose neighbours are outside
        CHECK_NEAR(value(r, CAPER_METRIC_SKATE), 50.0, 2.0);
        CHECK(!r->measures[CAPER_METRIC_SKATE].pass);
        // beside a foot that is planted it is a step that drags
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y -= 0.2f * s->length;
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_SKATE), 0, 0);
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y += 0.2f * s->length;
        }
        // the same 6 cm above the floor is a swing
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, RIGHT_FOOT)->position.y += 0.06f * s->length;
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_SKATE), 0, 0);
    }
}

static void slow_sliding_is_not_skating(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y += 0.2f * s->length;
            at(s, f, RIGHT_FOOT)->position.z += 0.35f * s->speed * seconds(f);
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_SKATE), 0, 0);
    }
}

// --- ground ------------------------------------------------------------------------------------

static void penetration_is_the_depth_of_the_deepest_corner(void)
{
    FOR_EACH_SIZE(s)
    {
        // 12 of 121 frames are 8 mm under, 3 are 30 mm under
        for (int f = 20; f < 32; f++) {
            at(s, f, LEFT_FOOT)->position.y -= 0.008f * s->length;
        }
        for (int f = 60; f < 63; f++) {
            at(s, f, LEFT_FOOT)->position.y -= 0.030f * s->length;
        }
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_PENETRATION_P95), 8.0 * s->length, 0.05 * s->length);
        CHECK_NEAR(value(r, CAPER_METRIC_PENETRATION_MAX), 30.0 * s->length, 0.05 * s->length);
        CHECK(!r->measures[CAPER_METRIC_PENETRATION_P95].pass);
        CHECK(!r->measures[CAPER_METRIC_PENETRATION_MAX].pass);
        bool found = false;
        for (int i = 0; i < r->worst_count; i++) {
            if (r->worst[i].metric == CAPER_METRIC_PENETRATION_MAX) {
                found = true;
                CHECK(r->worst[i].frame >= 60 && r->worst[i].frame < 63);
                CHECK_INT(r->worst[i].body, LEFT_FOOT);
            }
        }
        CHECK(found);
    }
}

static void floating_is_measured_in_declared_stances_only(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y += 0.009f * s->length;
        }
        CHECK(!judge(s)->measures[CAPER_METRIC_FLOAT_P95].measured);
        s->contacts[0] = (caper_contact){LEFT_FOOT, 0.5f, 1.5f};
        s->contact_count = 1;
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_FLOAT_P95), 9.0 * s->length, 0.05 * s->length);
        CHECK(!r->measures[CAPER_METRIC_FLOAT_P95].pass);
    }
}

// When it lands and leaves is known to a frame; of a short one all is asked.
static void ends_of_a_long_stance_may_float(void)
{
    FOR_EACH_SIZE(s)
    {
        at(s, 30, LEFT_FOOT)->position.y += 0.009f * s->length;
        at(s, 34, LEFT_FOOT)->position.y += 0.009f * s->length;
        s->contacts[0] = (caper_contact){LEFT_FOOT, seconds(30), seconds(34)};
        s->contact_count = 1;
        CHECK_NEAR(value(judge(s), CAPER_METRIC_FLOAT_P95), 0, 0.05 * s->length);
        s->contacts[0].end = seconds(33);
        CHECK(value(judge(s), CAPER_METRIC_FLOAT_P95) > 5.0 * s->length);
    }
}

// A foot that is modelled above the ground cannot touch it unless the others sink.
static void who_rests_with_a_foot_in_the_air_may_stand_so(void)
{
    left_up = 0.03f;
    FOR_EACH_SIZE(s)
    {
        s->contacts[0] = (caper_contact){LEFT_FOOT, 0.5f, 1.5f};
        s->contact_count = 1;
        CHECK_NEAR(value(judge(s), CAPER_METRIC_FLOAT_P95), 0, 0.05 * s->length);
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y += 0.009f * s->length;
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_FLOAT_P95), 9.0 * s->length, 0.05 * s->length);
    }
    left_up = 0;
}

// A sole that lies across a ridge touches it between its corners.
static void a_sole_stands_on_its_middle(void)
{
    FOR_EACH_SIZE(s)
    {
        caper_world_box box = {
            caper_transform_make(caper_quat_identity(), caper_vec3_make(0, 0.1f * s->length, 0)),
            caper_vec3_make(0.5f * s->length, 0.1f * s->length, 0.02f * s->length)};
        caper_world_def def = caper_world_def_default();
        def.name = "ridge";
        def.has_ground = true;
        def.boxes = &box;
        def.box_count = 1;
        caper_world *world = caper_world_create(&def, NULL);
        REQUIRE(world != NULL);
        caper_vec3 corners[CAPER_MAX_CONTACTS];
        int count = caper_body_sole_points(s->character, LEFT_FOOT, corners);
        float middle = 0;
        for (int k = 0; k < count; k++) {
            middle += corners[k].z / (float)count;
        }
        for (int f = 0; f < FRAMES; f++) {
            caper_vec3 *p = &at(s, f, LEFT_FOOT)->position;
            p->y += 0.2f * s->length;
            p->z -= middle;
        }
        s->contacts[0] = (caper_contact){LEFT_FOOT, 0, seconds(FRAMES - 1)};
        s->contact_count = 1;
        caper_check_job job = caper_check_job_default();
        job.world = world;
        CHECK_NEAR(value(judge_job(s, job), CAPER_METRIC_FLOAT_P95), 0, 0.05 * s->length);
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y += 0.009f * s->length;
        }
        double above = value(judge_job(s, job), CAPER_METRIC_FLOAT_P95);
        CHECK_NEAR(above, 9.0 * s->length, 0.05 * s->length);
        caper_world_destroy(world);
    }
}

static void stairs_are_ground_too(void)
{
    FOR_EACH_SIZE(s)
    {
        // the left foot stands on a step of 0.2 m: right in its world, floating over a floor
        caper_world_box box = {
            caper_transform_make(caper_quat_identity(),
                                 caper_vec3_make(0.2f * s->length, 0.1f * s->length, 0)),
            caper_vec3_make(0.15f * s->length, 0.1f * s->length, 0.3f * s->length)};
        caper_world_def def = caper_world_def_default();
        def.name = "step";
        def.has_ground = true;
        def.boxes = &box;
        def.box_count = 1;
        caper_world *world = caper_world_create(&def, NULL);
        REQUIRE(world != NULL);
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y += 0.2f * s->length;
        }
        s->contacts[0] = (caper_contact){LEFT_FOOT, 0, seconds(FRAMES - 1)};
        s->contact_count = 1;
        caper_check_job job = caper_check_job_default();
        job.world = world;
        const caper_report *r = judge_job(s, job);
        CHECK_NEAR(value(r, CAPER_METRIC_FLOAT_P95), 0, 0.05 * s->length);
        CHECK_NEAR(value(r, CAPER_METRIC_PENETRATION_MAX), 0, 0.05 * s->length);
        CHECK_NEAR(value(judge(s), CAPER_METRIC_FLOAT_P95), 200.0 * s->length, 0.1 * s->length);
        caper_world_destroy(world);
    }
}

// --- body --------------------------------------------------------------------------------------

static void overlapping_hands_count_by_frames(void)
{
    FOR_EACH_SIZE(s)
    {
        // hands are cubes, of which the core counts, of half size r: what is in by r, or by 2 cm,
        // is in with its middle; 1 cm more is an offence, half a centimetre less is none
        float r = 0.7f * s->character->bodies[LEFT_HAND].box_half.x;
        float limit = caper_max(r / s->length, 0.02f);
        for (int f = 0; f < 30; f++) {
            for (int b = LEFT_HAND; b <= RIGHT_HAND; b++) {
                float overlap = f < 20 ? limit + 0.01f : limit - 0.005f;
                float x = r - 0.5f * overlap * s->length;
                at(s, f, b)->position = caper_vec3_make(b == LEFT_HAND ? x : -x, s->length, 0);
            }
        }
        const caper_report *rep = judge(s);
        CHECK_NEAR(value(rep, CAPER_METRIC_SELF_PENETRATION), 100.0 * 20.0 / FRAMES, 1e-6);
        CHECK(!rep->measures[CAPER_METRIC_SELF_PENETRATION].pass);
    }
}

static void overlaps_count_from_half_of_the_thinner_core(void)
{
    FOR_EACH_SIZE(s)
    {
        caper_body *bodies = (caper_body *)(uintptr_t)s->character->bodies;
        float r = 0.2f * s->length, centimetre = 0.01f * s->length, limit = 0.7f * r;
        for (int b = LEFT_HAND; b <= RIGHT_HAND; b++) {
            bodies[b].box_half = caper_vec3_make(r, r, r);
        }
        for (int pass = 0; pass < 2; pass++) {
            float depth = limit + (pass ? -0.5f : 1.0f) * centimetre;
            for (int f = 0; f < 30; f++) {
                float x = 0.7f * r - 0.5f * depth;
                at(s, f, LEFT_HAND)->position = caper_vec3_make(x, s->length, 0);
                at(s, f, RIGHT_HAND)->position = caper_vec3_make(-x, s->length, 0);
            }
            double share = pass ? 0.0 : 100.0 * 30.0 / FRAMES;
            CHECK_NEAR(value(judge(s), CAPER_METRIC_SELF_PENETRATION), share, 1e-6);
        }
    }
}

#define LIMITED 8 // joints of the bench that have limits

static void limits_count_joint_frames_beyond_two_degrees(void)
{
    FOR_EACH_SIZE(s)
    {
        caper_vec3 x = caper_vec3_make(1, 0, 0);
        float degree = CAPER_PI / 180.0f;
        for (int f = 0; f < FRAMES; f++) {
            float angle = f < 40 ? 0.49f : f < 70 ? 0.5f + 1.5f * degree : 0.5f + 3.0f * degree;
            at(s, f, LIMB)->rotation = caper_quat_from_axis_angle(x, angle);
        }
        const caper_report *r = judge(s);
        double share = 100.0 * (FRAMES - 70) / (FRAMES * LIMITED);
        CHECK_NEAR(value(r, CAPER_METRIC_LIMITS), share, 1e-6);
        CHECK_NEAR(value(r, CAPER_METRIC_LIMITS_MAX), 3.0, 1e-3);
        CHECK(!r->measures[CAPER_METRIC_LIMITS].pass);
        CHECK(r->measures[CAPER_METRIC_LIMITS_MAX].pass);
    }
}

static void a_hinge_may_leave_its_plane_by_ten_degrees(void)
{
    FOR_EACH_SIZE(s)
    {
        float degree = CAPER_PI / 180.0f;
        for (int f = 0; f < FRAMES; f++) {
            float angle = f < 60 ? 9.0f : 31.0f;
            at(s, f, LIMB)->rotation =
                caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), angle * degree);
        }
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_LIMITS), 100.0 * 61 / (FRAMES * LIMITED), 1e-6);
        CHECK_NEAR(value(r, CAPER_METRIC_LIMITS_MAX), 21.0, 1e-2);
        CHECK(!r->measures[CAPER_METRIC_LIMITS_MAX].pass);
    }
}

// The source has half of the frames: half as many may be beyond.
// Two ways over a ball arrive turned against each other by the area between them, which for ways at
// a right angle is 90 degrees x (1 - cos swing): half of it to either side is nobody's fault.
static void a_ball_may_twist_more_the_farther_it_swings(void)
{
    static const struct {
        float swing, beyond, judged; // degrees
    } cases[] = {{0, 20, 20}, {60, 22, 0}, {60, 30, 7.5f}, {90, 44, 0}, {90, 60, 15}};
    twists = 0.5f;
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        stage *s = stage_open(1.8f);
        float degree = CAPER_PI / 180.0f;
        caper_quat swing =
            caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), cases[i].swing * degree);
        caper_quat twist =
            caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), twists + cases[i].beyond * degree);
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_HAND)->rotation = caper_quat_mul(swing, twist);
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_LIMITS_MAX), cases[i].judged, 0.05);
        stage_close(s);
    }
    twists = CAPER_PI;
}

static void limits_against_a_source_compare_shares_of_frames(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            float angle = f < 60 ? 0.6f : 0.4f;
            at(s, f, LIMB)->rotation = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), angle);
        }
        caper_clip *full = stage_clip(s);
        caper_clip *source = caper_clip_resample(full, 30.0f, NULL, NULL, NULL);
        REQUIRE(source != NULL);
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.source = source;
        const caper_report *r = judge_job(s, job);
        CHECK_NEAR(value(r, CAPER_METRIC_LIMITS), 100.0 * 60 / (FRAMES * LIMITED), 1e-6);
        CHECK_NEAR(r->measures[CAPER_METRIC_LIMITS].source, 100.0 * 30 / (61 * LIMITED), 1e-6);
        CHECK_NEAR(r->measures[CAPER_METRIC_LIMITS].gate, r->measures[CAPER_METRIC_LIMITS].source,
                   1e-9);
        CHECK(r->measures[CAPER_METRIC_LIMITS].pass);
        caper_clip_destroy(source);
        caper_clip_destroy(full);
    }
}

static void stretch_is_the_ratio_of_lengths(void)
{
    FOR_EACH_SIZE(s)
    {
        at(s, 30, LEFT_HAND)->position = caper_vec3_scale(at(s, 30, LEFT_HAND)->position, 1.3f);
        at(s, 60, LEFT_HAND)->position = caper_vec3_scale(at(s, 60, LEFT_HAND)->position, 0.8f);
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_STRETCH_MAX), 1.3, 1e-5);
        CHECK_NEAR(value(r, CAPER_METRIC_STRETCH_MIN), 0.8, 1e-5);
        CHECK(!r->measures[CAPER_METRIC_STRETCH_MAX].pass);
        CHECK(!r->measures[CAPER_METRIC_STRETCH_MIN].pass);
    }
}

static void jerk_of_a_cubic_is_constant(void)
{
    FOR_EACH_SIZE(s)
    {
        // all bodies move as a t^3, so jerk is 6 a everywhere; t centred to keep float error small
        float a = 0.8f * s->length;
        for (int f = 0; f < FRAMES; f++) {
            float t = seconds(f) - 1.0f;
            s->roots[f].z = a * t * t * t;
        }
        const caper_report *r = judge(s);
        double jerk = 6.0 * (double)a / (double)s->size;
        CHECK_NEAR(value(r, CAPER_METRIC_JERK), jerk * jerk, 0.05 * jerk * jerk);
    }
}

static void jerk_ratio_compares_with_the_source(void)
{
    FOR_EACH_SIZE(s)
    {
        float a = 0.8f * s->length;
        for (int f = 0; f < FRAMES; f++) {
            float t = seconds(f) - 1.0f;
            s->roots[f].z = a * t * t * t;
        }
        caper_clip *source = stage_clip(s);
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].z *= 1.5f;
        }
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.source = source;
        const caper_report *r = judge_job(s, job);
        CHECK_NEAR(value(r, CAPER_METRIC_JERK_RATIO), 2.25, 0.15);
        CHECK(!r->measures[CAPER_METRIC_JERK_RATIO].pass);
        caper_clip_destroy(source);
    }
}

// A body without hands has feet that do what feet do, which is no more jerk for lack of calm hands;
// and who has legs twice as long for his size takes steps twice as large.
static void jerk_between_plans_is_that_of_what_both_have(void)
{
    stage *man = stage_open(1.8f), *other = stage_open(1.8f);
    const caper_character *body = other->character;
    caper_body *bodies = (caper_body *)(uintptr_t)body->bodies;
    caper_leg *legs = (caper_leg *)(uintptr_t)body->legs;
    ((char *)(uintptr_t)body->skeleton.names[RING])[0] ^= 1; // another skeleton
    for (int pass = 0; pass < 2; pass++) {
        stage *s = pass ? other : man;
        for (int f = 0; f < FRAMES; f++) {
            for (int b = LEFT_FOOT; b <= RIGHT_FOOT; b++) {
                at(s, f, b)->position.z += 0.05f * s->size * sinf(CAPER_TAU * 3.0f * seconds(f));
            }
        }
    }
    caper_clip *source = stage_clip(man);
    caper_check_job job = caper_check_job_default();
    job.floor = 0;
    job.source = source;
    job.source_character = man->character;
    CHECK_NEAR(value(judge_job(other, job), CAPER_METRIC_JERK_RATIO), 1, 0.02);
    bodies[LEFT_HAND].caps &= ~(caper_caps)CAPER_CAP_GRASPER;
    bodies[RIGHT_HAND].caps &= ~(caper_caps)CAPER_CAP_GRASPER;
    CHECK_NEAR(value(judge_job(other, job), CAPER_METRIC_JERK_RATIO), 1, 0.02);
    bodies[LEFT_HAND].caps |= CAPER_CAP_GRASPER;
    bodies[RIGHT_HAND].caps |= CAPER_CAP_GRASPER;
    for (int k = 0; k < body->leg_count; k++) {
        legs[k].length *= 2;
    }
    CHECK_NEAR(value(judge_job(other, job), CAPER_METRIC_JERK_RATIO), 0.25, 0.01);
    caper_clip_destroy(source);
    stage_close(other);
    stage_close(man);
}

static void a_still_source_does_not_excuse_a_shiver(void)
{
    FOR_EACH_SIZE(s)
    {
        caper_clip *source = stage_clip(s);
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.source = source;
        const caper_report *still = judge_job(s, job);
        CHECK(value(still, CAPER_METRIC_JERK_RATIO) <= 1.0);
        CHECK(still->pass);
        for (int f = 0; f < FRAMES; f++) { // a tenth of a millimetre to and fro
            at(s, f, LEFT_HAND)->position.y += f % 2 ? 1e-4f * s->length : 0.0f;
        }
        const caper_report *r = judge_job(s, job);
        CHECK(value(r, CAPER_METRIC_JERK_RATIO) > 10.0);
        CHECK(!r->measures[CAPER_METRIC_JERK_RATIO].pass);
        caper_clip_destroy(source);
    }
}

// Far from the origin a float cannot hold a still body still: that is no shiver.
static void rounding_far_from_the_origin_is_not_a_shiver(void)
{
    FOR_EACH_SIZE(s)
    {
        caper_clip *source = stage_clip(s);
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].x = 1000.0f * s->length;
            s->roots[f].yaw = 0.3f * seconds(f); // so that every frame rounds anew
        }
        caper_check_job job = caper_check_job_default();
        job.source = source;
        CHECK(value(judge_job(s, job), CAPER_METRIC_JERK_RATIO) < 1.2);
        caper_clip_destroy(source);
    }
}

static void the_seam_of_a_loop_is_judged_for_pops(void)
{
    FOR_EACH_SIZE(s)
    {
        s->loops = true;
        for (int f = 0; f < FRAMES; f++) { // one clean turn, and a way that goes on
            float phase = 2.0f * CAPER_PI * (float)f / (float)(FRAMES - 1);
            at(s, f, LEFT_HAND)->position.y += 0.05f * s->size * caper_sin(phase);
            s->roots[f].z = 1.2f * s->speed * seconds(f);
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POPS), 0, 0);
        at(s, FRAMES - 1, LEFT_HAND)->position.y += 0.05f * s->coarse * s->size;
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_POPS), 1, 0);
        for (int i = 0; i < r->worst_count; i++) {
            CHECK(r->worst[i].metric != CAPER_METRIC_POPS || r->worst[i].frame == FRAMES - 1);
        }
        // a hand that drifts away during the clip jumps home at its end
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_HAND)->position = at(s, f, RIGHT_HAND)->position;
            at(s, f, LEFT_HAND)->position.x *= -1.0f;
            at(s, f, LEFT_HAND)->position.y +=
                0.05f * s->coarse * s->size * (float)f / (float)(FRAMES - 1);
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POPS), 1, 0);
        s->loops = false;
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POPS), 0, 0);
    }
}

static void one_displaced_frame_is_one_pop(void)
{
    FOR_EACH_SIZE(s)
    {
        float unit = s->coarse * s->size; // gates grow with the stride
        at(s, 50, LEFT_HAND)->position.y += 0.018f * unit;
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POPS), 0, 0);
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POP_LIMBS), 1.8, 1e-3); // % of size
        at(s, 50, LEFT_HAND)->position.y += 0.012f * unit;
        at(s, 90, RIGHT_HAND)->position.y += 0.04f * unit;
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_POPS), 2, 0);
        CHECK(!r->pass);

        // the source pops too: the left hand 0.03 s later (excused), the right hand 0.2 s later
        // (not)
        caper_transform saved[2] = {*at(s, 52, LEFT_HAND), *at(s, 102, RIGHT_HAND)};
        caper_clip *ours = stage_clip(s);
        *at(s, 50, LEFT_HAND) = *at(s, 0, LEFT_HAND);
        *at(s, 90, RIGHT_HAND) = *at(s, 0, RIGHT_HAND);
        at(s, 52, LEFT_HAND)->position.y += 0.04f * unit;
        at(s, 102, RIGHT_HAND)->position.y += 0.04f * unit;
        caper_clip *source = stage_clip(s);
        *at(s, 52, LEFT_HAND) = saved[0];
        *at(s, 102, RIGHT_HAND) = saved[1];
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.character = s->character;
        job.clip = ours;
        job.source = source;
        caper_report *both = caper_check(&job, NULL);
        REQUIRE(both != NULL);
        CHECK_NEAR(value(both, CAPER_METRIC_POPS), 1, 0);
        caper_report_destroy(both);
        caper_clip_destroy(ours);
        caper_clip_destroy(source);
    }
}

static void who_starts_and_stops_at_once_does_not_jump(void)
{
    FOR_EACH_SIZE(s)
    {
        float step = 0.3f * s->coarse * s->size / fmaxf(1.0f, s->speed); // a frame
        for (int f = 50; f < FRAMES; f++) {
            at(s, f, LEFT_HAND)->position.z += (float)(f < 70 ? f - 50 : 20) * step;
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POPS), 0, 0);
    }
}

// Neither along its way nor across it.
static void who_runs_is_not_excused_a_displaced_frame(void)
{
    FOR_EACH_SIZE(s)
    {
        float unit = s->coarse * s->size;
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].z = 0.037f * unit / fmaxf(1.0f, s->speed) * (float)f;
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POP_TRUNK), 0, 1e-2);
        for (int percent = 2; percent <= 3; percent++) {
            float off = 0.01f * (float)percent * unit;
            caper_root saved = s->roots[50];
            s->roots[50].z += off;
            CHECK_NEAR(value(judge(s), CAPER_METRIC_POP_TRUNK), percent, 0.05);
            s->roots[50] = saved;
            s->roots[50].x += off;
            const caper_report *r = judge(s);
            CHECK_NEAR(value(r, CAPER_METRIC_POP_TRUNK), percent, 0.05);
            CHECK(!r->measures[CAPER_METRIC_POP_TRUNK].pass);
            s->roots[50] = saved;
        }
    }
}

static void an_impact_excuses_twice_the_pop(void)
{
    FOR_EACH_SIZE(s)
    {
        float unit = s->coarse * s->size;
        at(s, 50, LEFT_HAND)->position.y += 0.03f * unit; // 3 %: the gate of limbs is 2
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POPS), 1, 0);
        const float impact = seconds(50);
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.impacts = &impact;
        job.impact_count = 1;
        CHECK_NEAR(value(judge_job(s, job), CAPER_METRIC_POPS), 0, 0);
        job.from = 0.25f; // a part of the clip knows its impacts too
        CHECK_NEAR(value(judge_job(s, job), CAPER_METRIC_POPS), 0, 0);
        at(s, 50, LEFT_HAND)->position.y += 0.02f * unit; // 5 %
        CHECK_NEAR(value(judge_job(s, job), CAPER_METRIC_POPS), 1, 0);
    }
}

static void one_pop_of_the_source_does_not_excuse_a_shiver(void)
{
    FOR_EACH_SIZE(s)
    {
        at(s, 30, LEFT_HAND)->position.y += 0.04f * s->coarse * s->size;
        caper_clip *source = stage_clip(s);
        // ours pops with the source, then goes on shivering for a second
        for (int f = 32; f < 92; f += 2) {
            at(s, f, LEFT_HAND)->position.y += 0.04f * s->coarse * s->size;
        }
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.source = source;
        const caper_report *r = judge_job(s, job);
        CHECK(value(r, CAPER_METRIC_POPS) >= 1);
        CHECK(!r->measures[CAPER_METRIC_POP_LIMBS].pass);
        // blamed is what is not excused
        for (int i = 0; i < r->worst_count; i++) {
            CHECK(r->worst[i].metric != CAPER_METRIC_POPS || r->worst[i].frame > 33);
        }
        caper_clip_destroy(source);
    }
}

static void a_cubic_is_no_pop_however_fast(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            float t = seconds(f) - 1.0f;
            s->roots[f].z = 30.0f * s->length * t * t * t;
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_POPS), 0, 0);
    }
}

// --- against goals, references and sources -----------------------------------------------------

static void goal_error_is_a_share_of_size_for_reachable_goals(void)
{
    FOR_EACH_SIZE(s)
    {
        caper_goal_sample goals[44];
        caper_vec3 hand = s->character->rest_model[LEFT_HAND].position;
        for (int i = 0; i < 40; i++) {
            caper_goal_sample g = {seconds(i), LEFT_HAND, {0, 0, 0}, hand, true};
            g.target.x += 0.015f * s->size;
            if (i % 2) {
                g.reachable = false;
                g.target.x += s->size;
            }
            goals[i] = g;
        }
        // no time of the clip: not asked
        static const float never[] = {NAN, INFINITY, -1.0f, 1e30f};
        for (int i = 0; i < 4; i++) {
            goals[40 + i] = (caper_goal_sample){never[i], LEFT_HAND, {0, 0, 0}, {9, 9, 9}, true};
        }
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].x = 0.01f * (float)f * s->length; // goals are in model space
        }
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.goals = goals;
        job.goal_count = 44;
        const caper_report *r = judge_job(s, job);
        CHECK_NEAR(value(r, CAPER_METRIC_GOAL_P95), 1.5, 1e-3);
        CHECK(!r->measures[CAPER_METRIC_GOAL_P95].pass);
    }
}

static void tracking_is_the_mean_distance_from_the_reference(void)
{
    FOR_EACH_SIZE(s)
    {
        caper_clip *reference = stage_clip(s);
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].x = 0.025f * s->length;
        }
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.reference = reference;
        CHECK_NEAR(value(judge_job(s, job), CAPER_METRIC_TRACKING), 25.0 * s->length,
                   0.01 * s->length);
        caper_clip_destroy(reference);
    }
}

// Lift a foot by 10 cm between two frames, straight up and down within one frame.
static void lift(stage *s, int body, int from, int to)
{
    for (int f = from; f <= to; f++) {
        at(s, f, body)->position.y =
            s->character->skeleton.rest_local[body].position.y + 0.1f * s->length;
    }
}

static double f1_with_shift(stage *s, int shift)
{
    for (int f = 0; f < FRAMES; f++) {
        memcpy(at(s, f, 0), s->character->skeleton.rest_local, sizeof(caper_transform) * BODIES);
    }
    lift(s, LEFT_FOOT, 0, 29);
    lift(s, LEFT_FOOT, 90, 120);
    lift(s, RIGHT_FOOT, 0, 120);
    caper_clip *source = stage_clip(s);
    for (int f = 0; f < FRAMES; f++) {
        memcpy(at(s, f, 0), s->character->skeleton.rest_local, sizeof(caper_transform) * BODIES);
    }
    lift(s, LEFT_FOOT, 0, 29 + shift);
    lift(s, LEFT_FOOT, 90 + shift, 120);
    lift(s, RIGHT_FOOT, 0, 120);
    caper_check_job job = caper_check_job_default();
    job.floor = 0;
    job.source = source;
    double f1 = value(judge_job(s, job), CAPER_METRIC_CONTACT_F1);
    caper_clip_destroy(source);
    return f1;
}

static void contact_timing_forgives_thirty_milliseconds(void)
{
    FOR_EACH_SIZE(s)
    {
        CHECK_NEAR(f1_with_shift(s, 0), 1, 0);
        CHECK_NEAR(f1_with_shift(s, 1), 1, 0); // 17 ms
        // 20 frames of 60: the stance is found about a frame late and lost a frame early at either
        // end, equally in both, so n frames stand in each and n - 20 + 1 (the 30 ms) match
        double f1 = f1_with_shift(s, 20);
        CHECK(f1 > 37.0 / 60.0 && f1 < 43.0 / 60.0);
        CHECK(!s->report->measures[CAPER_METRIC_CONTACT_F1].pass);
    }
}

static void source_gates_are_the_larger_but_slip_stays_absolute(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.y -= 0.025f * s->length;
            for (int b = LEFT_FOOT; b <= RIGHT_FOOT; b++) {
                at(s, f, b)->position.z += 0.03f * s->length * (float)f / (float)(FRAMES - 1);
            }
        }
        caper_clip *source = stage_clip(s);
        caper_check_job job = caper_check_job_default();
        job.source = source;
        const caper_report *r = judge_job(s, job);
        // both estimate the floor where the lower foot rests, so the source penetrates as much as
        // we do
        CHECK_NEAR(r->measures[CAPER_METRIC_PENETRATION_MAX].value,
                   r->measures[CAPER_METRIC_PENETRATION_MAX].source, 1e-6 * s->length);
        CHECK(r->measures[CAPER_METRIC_PENETRATION_MAX].pass);
        CHECK(!r->measures[CAPER_METRIC_SLIP_MAX].pass);
        CHECK_NEAR(r->measures[CAPER_METRIC_SLIP_MAX].gate, 20.0 * s->length, 1e-3 * s->length);
        caper_clip_destroy(source);
    }
}

static void what_a_large_source_may_do_a_small_body_may_do_by_its_size(void)
{
    stage *large = stage_open(1.8f), *small = stage_open(0.1f);
    // the source sinks in by 90 mm, a twentieth of its size, but for a while: the floor is known
    for (int f = 0; f < 20; f++) {
        at(large, f, LEFT_FOOT)->position.y -= 0.05f * large->size;
    }
    caper_clip *source = stage_clip(large);
    caper_check_job job = caper_check_job_default();
    job.floor = 0;
    job.source = source;
    job.source_character = large->character;
    for (int pass = 0; pass < 2; pass++) {
        // as deep by its size, then half as deep again
        for (int f = 0; f < 20; f++) {
            at(small, f, LEFT_FOOT)->position.y -= (pass ? 0.025f : 0.0499f) * small->size;
        }
        const caper_report *r = judge_job(small, job);
        const caper_measure *m = &r->measures[CAPER_METRIC_PENETRATION_MAX];
        CHECK_NEAR(m->source, 90, 0.1);
        CHECK_NEAR(m->gate, 5, 0.01);
        CHECK(m->pass == (pass == 0));
    }
    caper_clip_destroy(source);
    stage_close(large);
    stage_close(small);
}

// --- gait --------------------------------------------------------------------------------------

static void duty_and_froude_of_a_known_walk(void)
{
    FOR_EACH_SIZE(s)
    {
        // each foot: down for 24 frames, up for 16, again and again; the root goes at v
        float v = 1.2f * s->speed;
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].z = v * seconds(f);
            for (int b = LEFT_FOOT; b <= RIGHT_FOOT; b++) {
                int phase = (f + (b == LEFT_FOOT ? 0 : 20)) % 40;
                int stride = (f + (b == LEFT_FOOT ? 0 : 20)) / 40;
                caper_transform *t = at(s, f, b);
                float rest = s->character->skeleton.rest_local[b].position.y;
                if (phase < 24) {
                    // planted in the world
                    t->position.z = (float)stride * v * 40.0f / RATE - s->roots[f].z;
                    t->position.y = rest;
                } else {
                    float u = (float)(phase - 24) / 16.0f;
                    t->position.z = ((float)stride + u) * v * 40.0f / RATE - s->roots[f].z;
                    t->position.y = rest + 0.1f * s->length;
                }
            }
        }
        const caper_report *r = judge(s);
        // the speed is a central difference, so the frames beside a lift do not count: 22 of 40
        CHECK_NEAR(value(r, CAPER_METRIC_DUTY), 22.0 / 40.0, 1.01 / 40.0);
        double leg = (double)s->character->legs[0].length;
        CHECK_NEAR(value(r, CAPER_METRIC_FROUDE), (double)v * (double)v / (9.81 * leg),
                   1e-3 * (double)v * (double)v / (9.81 * leg));
        CHECK_NEAR(value(r, CAPER_METRIC_SLIP_MAX), 0, 0.02 * s->length);
    }
}

// --- floor -------------------------------------------------------------------------------------

static void the_floor_is_found_where_the_feet_rest(void)
{
    static const float levels[] = {-0.04f, 0.0f, 0.21f};
    FOR_EACH_SIZE(s)
    {
        for (int i = 0; i < 3; i++) {
            float level = levels[i] * s->length;
            for (int f = 0; f < FRAMES; f++) {
                s->roots[f].y = level;
            }
            lift(s, LEFT_FOOT, 10, 60);
            caper_clip *clip = stage_clip(s);
            float confidence = 0, found = -1;
            CHECK(caper_floor_estimate(s->character, clip, NULL, &found, &confidence));
            CHECK_NEAR(found, level, 1e-4 * s->length);
            CHECK(confidence > 0.7f);
            caper_clip_destroy(clip);
            caper_check_job job = caper_check_job_default();
            const caper_report *r = judge_job(s, job);
            CHECK(r->floor_estimated);
            CHECK_NEAR(r->floor, level, 1e-4 * s->length);
        }
    }
}

static void standing_on_a_box_for_a_while_does_not_raise_the_floor(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 60; f < FRAMES; f++) { // half of the time half a metre up
            s->roots[f].y = 0.5f * s->length;
        }
        caper_clip *clip = stage_clip(s);
        float found = -1;
        CHECK(caper_floor_estimate(s->character, clip, NULL, &found, NULL));
        CHECK_NEAR(found, 0, 1e-4 * s->length);
        caper_clip_destroy(clip);
    }
}

// The level to which a body sinks is one at which its feet come to rest, but the ground is where
// the rest pose stands.
static void sinking_through_the_floor_does_not_move_the_floor(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            float wave = 0.5f * (1.0f - caper_cos(2.0f * CAPER_PI * (float)f / 60.0f));
            s->roots[f].y = -0.1f * s->length * wave;
        }
        caper_check_job job = caper_check_job_default();
        const caper_report *r = judge_job(s, job);
        CHECK(r->floor_estimated);
        CHECK_NEAR(r->floor, 0, 0.021 * s->length);
        CHECK(!r->pass);
        CHECK(!r->measures[CAPER_METRIC_PENETRATION_MAX].pass);
    }
}

static void a_body_in_the_air_is_warned_about(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].y = s->length;
        }
        CHECK_HAS(judge(s)->warning, "no foot ever stands");
    }
}

static void contacts_are_listed_by_start_then_body(void)
{
    FOR_EACH_SIZE(s)
    {
        lift(s, LEFT_FOOT, 30, 59);
        caper_clip *clip = stage_clip(s);
        caper_contacts_job job = caper_contacts_job_default();
        job.character = s->character;
        job.clip = clip;
        REQUIRE(caper_contacts_detect(&job, NULL) && job.contact_count == 3);
        const caper_contact *found = job.contacts;
        CHECK_INT(found[0].body, LEFT_FOOT);
        CHECK_INT(found[1].body, RIGHT_FOOT);
        CHECK_INT(found[2].body, LEFT_FOOT);
        CHECK_NEAR(found[1].end, 2.0, 1e-4);
        CHECK_NEAR(found[0].end, 29.0 / 60.0, 1.1 / 60.0);
        CHECK_NEAR(found[2].start, 60.0 / 60.0, 1.1 / 60.0);
        caper_contacts_destroy(&job);
        caper_clip_destroy(clip);
    }
}

static void a_touch_of_less_than_a_tenth_of_a_second_is_no_stance(void)
{
    FOR_EACH_SIZE(s)
    {
        lift(s, LEFT_FOOT, 0, 57);
        lift(s, LEFT_FOOT, 64, 120); // 6 frames down, 4 of them slow: 50 ms
        lift(s, RIGHT_FOOT, 0, 50);
        lift(s, RIGHT_FOOT, 61, 120); // 10 frames down, 8 slow: 117 ms
        caper_clip *clip = stage_clip(s);
        caper_contacts_job job = caper_contacts_job_default();
        job.character = s->character;
        job.clip = clip;
        job.floor = 0;
        REQUIRE(caper_contacts_detect(&job, NULL) && job.contact_count == 1);
        CHECK_INT(job.contacts[0].body, RIGHT_FOOT);
        caper_contacts_destroy(&job);
        caper_clip_destroy(clip);
    }
}

// --- the report --------------------------------------------------------------------------------

// No clip can be built with a NaN in it, so the test plants one in memory: a value that stands
// nowhere else is found in the clip's block and overwritten.
static void a_motion_with_a_nan_fails_as_not_finite(void)
{
    FOR_EACH_SIZE(s)
    {
        const float marker = 123.4567f;
        at(s, 7, LEFT_HAND)->position.x = marker;
        caper_clip *clip = stage_clip(s);
        float *words = (float *)(void *)clip;
        int planted = 0;
        for (size_t i = 0; i < clip->memory_size / sizeof(float); i++) {
            if (memcmp(&words[i], &marker, sizeof(marker)) == 0) {
                words[i] = NAN;
                planted++;
            }
        }
        REQUIRE(planted == 1);
        caper_check_job job = caper_check_job_default();
        job.character = s->character;
        job.clip = clip;
        caper_report *r = caper_check(&job, NULL);
        REQUIRE(r != NULL);
        CHECK(value(r, CAPER_METRIC_FINITE) >= 1);
        CHECK(!r->pass);
        REQUIRE(r->worst_count >= 1);
        CHECK(r->worst[0].frame >= 6 && r->worst[0].frame <= 8);
        CHECK_INT(r->worst[0].body, LEFT_HAND);
        caper_report_destroy(r);
        // as a source it is no measure for anybody
        *at(s, 7, LEFT_HAND) = *at(s, 6, LEFT_HAND);
        job.source = clip;
        r = (caper_report *)judge_job(s, job);
        CHECK(r->pass);
        CHECK(!r->measures[CAPER_METRIC_JERK_RATIO].measured);
        CHECK_HAS(r->warning, "the source has values that are not finite");
        caper_clip_destroy(clip);
    }
}

// What declares contacts, or has a source, Caper made; nothing else is known of it.
static void the_origin_of_a_clip_is_seen_where_it_is_not_given(void)
{
    stage *s = stage_open(1.8f);
    s->clip = stage_clip(s);
    caper_check_job job = caper_check_job_default();
    job.character = s->character;
    job.clip = s->clip;
    job.origin = CAPER_ORIGIN_AUTO;
    caper_report *alone = caper_check(&job, NULL);
    job.source = s->clip;
    caper_report *compared = caper_check(&job, NULL);
    REQUIRE(alone && compared);
    CHECK_INT(alone->origin, CAPER_ORIGIN_FOUND);
    CHECK_INT(compared->origin, CAPER_ORIGIN_OURS);
    caper_text text;
    caper_text_init(&text, NULL);
    caper_report_tell(alone, s->character, "somebody", NULL, &text);
    CHECK_HAS(text.data, "on somebody (size 1.8");
    CHECK_HAS(text.data, "judged as found");
    caper_text_free(&text);
    caper_report_destroy(compared);
    caper_report_destroy(alone);
    stage_close(s);
}

static void write_text(const char *path, const char *text)
{
    CHECK(caper_file_write(path, text, strlen(text), NULL));
}

static void bodies_of_a_source_are_named_by_lines(void)
{
    stage *s = stage_open(1.8f);
    const caper_skeleton *k = &s->character->skeleton;
    int16_t map[BODIES];
    caper_error error = {0};
    char text[200];
    const char *path = "quality.pairs";
    snprintf(text, sizeof text, "# left and right\r\n %s = %s\n%s=\n", k->names[LEFT_FOOT],
             k->names[RIGHT_FOOT], k->names[RING]);
    write_text(path, text);
    REQUIRE(caper_check_map_load(path, k, k, map, &error));
    CHECK_INT(map[LEFT_FOOT], RIGHT_FOOT);
    CHECK_INT(map[RING], -1);
    CHECK_INT(map[PELVIS], PELVIS);
    write_text(path, "# one\nnobody=x\n");
    CHECK(!caper_check_map_load(path, k, k, map, &error));
    CHECK_HAS(error.message, "no body of the clip is named 'nobody'");
    CHECK_INT(error.line, 2);
    write_text(path, "what\n");
    CHECK(!caper_check_map_load(path, k, k, map, &error));
    CHECK_HAS(error.message, "expected body=source body");
    remove(path);
    stage_close(s);
}

static void bad_jobs_are_refused_with_a_reason(void)
{
    stage *s = stage_open(1.8f), *other = stage_open(0.1f);
    caper_error error = {0};
    caper_check_job job = caper_check_job_default();
    CHECK(caper_check(&job, &error) == NULL);
    CHECK_HAS(error.message, "character");
    job.character = s->character;
    s->clip = stage_clip(s);
    job.clip = s->clip;
    job.cookie = 0;
    CHECK(caper_check(&job, &error) == NULL);
    job.cookie = caper_check_job_default().cookie;
    caper_skeleton small = s->character->skeleton;
    small.body_count = 3;
    caper_clip_def def = caper_clip_def_default();
    def.name = "other";
    def.skeleton = &small;
    def.frame_count = 1;
    caper_clip *foreign = caper_clip_create(&def, &error);
    REQUIRE(foreign != NULL);
    job.clip = foreign;
    CHECK(caper_check(&job, &error) == NULL);
    CHECK_HAS(error.message, "skeleton");
    caper_clip_destroy(foreign);
    // a few bytes that last for three years
    def.skeleton = &s->character->skeleton;
    def.rate = 0.001f;
    def.frame_count = 100001;
    caper_clip *endless = caper_clip_create(&def, &error);
    REQUIRE(endless != NULL);
    job.clip = s->clip;
    job.reference = endless; // is laid out at the rate of the clip
    CHECK(caper_check(&job, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    CHECK_HAS(error.message, "transforms");
    caper_clip_destroy(endless);
    stage_close(s);
    stage_close(other);
}

static void one_frame_and_no_feet_are_judged_too(void)
{
    stage *s = stage_open(1.8f);
    caper_clip_def def = caper_clip_def_default();
    def.name = "one";
    def.skeleton = &s->character->skeleton;
    def.frame_count = 1;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    caper_check_job job = caper_check_job_default();
    job.character = s->character;
    job.clip = clip;
    caper_report *r = caper_check(&job, NULL);
    REQUIRE(r != NULL);
    CHECK(r->pass);
    caper_report_destroy(r);
    caper_clip_destroy(clip);

    caper_body_def fish = part("fish", -1, 0, 1, 0, 0.1f, 0.1f, 0.4f, CAPER_CAP_SPINE);
    caper_character_def body = caper_character_def_default();
    body.name = "fish";
    body.bodies = &fish;
    body.body_count = 1;
    caper_character *c = caper_character_create(&body, NULL);
    REQUIRE(c != NULL);
    def.skeleton = &c->skeleton;
    clip = caper_clip_create(&def, NULL);
    job.character = c;
    job.clip = clip;
    r = caper_check(&job, NULL);
    REQUIRE(r != NULL);
    CHECK(r->pass);
    CHECK(!r->measures[CAPER_METRIC_SLIP_MAX].measured);
    caper_report_destroy(r);
    caper_clip_destroy(clip);
    caper_character_destroy(c);
    stage_close(s);
}

static void the_json_report_has_every_promised_member(void)
{
    stage *s = stage_open(1.8f);
    const caper_report *r = judge(s);
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, 2);
    caper_report_write(r, s->character, &w);
    caper_error error = {0};
    const char *text = caper_json_writer_finish(&w, NULL, &error);
    REQUIRE(text != NULL);
    CHECK_HAS(text, "\"verdict\": \"pass\"");
    CHECK_HAS(text, "\"seen\": 60");
    CHECK_HAS(text, "\"contacts\"");
    CHECK_HAS(text, "\"slip_mm\"");
    CHECK_HAS(text, "\"worst\"");
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        if (r->measures[m].measured) {
            CHECK_HAS(text, caper_metric_name((caper_metric)m));
        }
    }
    caper_json_writer_free(&w);
    stage_close(s);
}

// Who has walked off the end of the world hangs over nothing: that is told in numbers, too.
static void beyond_the_world_the_report_is_finite(void)
{
    stage *s = stage_open(1.8f);
    caper_world_box box = {
        caper_transform_make(caper_quat_identity(), caper_vec3_make(0, -0.5f, 0)),
        caper_vec3_make(0.5f, 0.5f, 0.5f)};
    caper_world_def def = caper_world_def_default();
    def.has_ground = false;
    def.boxes = &box;
    def.box_count = 1;
    caper_world *world = caper_world_create(&def, NULL);
    REQUIRE(world != NULL);
    for (int f = 0; f < FRAMES; f++) {
        at(s, f, PELVIS)->position.z += 5.0f * seconds(f);
    }
    caper_check_job job = caper_check_job_default();
    job.world = world;
    const caper_report *r = judge_job(s, job);
    CHECK(value(r, CAPER_METRIC_HANG) > 50.0);
    bool told = false;
    for (int i = 0; i < r->worst_count; i++) {
        CHECK(isfinite(r->worst[i].value));
        told = told || r->worst[i].metric == CAPER_METRIC_HANG;
    }
    CHECK(told);
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, 2);
    caper_report_write(r, s->character, &w);
    CHECK(caper_json_writer_finish(&w, NULL, NULL) != NULL);
    caper_json_writer_free(&w);
    stage_close(s);
    caper_world_destroy(world);
}

static void running_out_of_memory_is_an_error_not_a_crash(void)
{
    stage *s = stage_open(1.8f);
    s->clip = stage_clip(s);
    caper_check_job job = caper_check_job_default();
    job.character = s->character;
    job.clip = s->clip;
    long attempts = 1;
    for (bool done = false; !done && attempts < 1000; attempts++) {
        test_memory memory = {0};
        memory.fail_at = attempts;
        caper_allocator allocator = test_memory_allocator(&memory);
        job.allocator = &allocator;
        caper_error error = {0};
        caper_report *r = caper_check(&job, &error);
        done = r != NULL;
        CHECK(r || error.status == CAPER_ERROR_MEMORY);
        caper_report_destroy(r);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(attempts > 2 && attempts < 1000);
    stage_close(s);
}

static void the_pieces_tell_failure_from_nothing_found(void)
{
    stage *s = stage_open(1.8f);
    caper_clip *clip = stage_clip(s);
    caper_skeleton fewer = s->character->skeleton;
    fewer.body_count = 3;
    caper_clip_def def = caper_clip_def_default();
    def.name = "foreign";
    def.skeleton = &fewer;
    def.frame_count = 1;
    caper_clip *foreign = caper_clip_create(&def, NULL);
    REQUIRE(foreign != NULL);
    float level = 7, confidence = 7;
    caper_contacts_job job = caper_contacts_job_default();
    job.character = s->character;
    job.clip = foreign;
    caper_error error = {0};
    CHECK(!caper_contacts_detect(&job, &error) && job.contacts == NULL);
    CHECK_HAS(error.message, "skeleton");
    job.clip = clip;
    CHECK(!caper_floor_estimate(s->character, foreign, NULL, &level, &confidence));
    caper_clip_destroy(foreign);
    for (int fail_at = 1; fail_at <= 2; fail_at++) {
        test_memory memory = {0};
        memory.fail_at = fail_at % 2; // first refused, then not
        caper_allocator allocator = test_memory_allocator(&memory);
        job.allocator = &allocator;
        bool good = fail_at == 2;
        CHECK(caper_contacts_detect(&job, NULL) == good);
        CHECK_INT(job.contact_count, good ? 2 : 0);
        caper_contacts_destroy(&job);
        CHECK_INT(caper_floor_estimate(s->character, clip, &allocator, &level, &confidence), good);
        CHECK(good || (level == 7 && confidence == 7)); // nothing written
        CHECK(memory.alloc_count > 0);
        CHECK_MEMORY_EMPTY(&memory);
    }
    caper_clip_destroy(clip);
    stage_close(s);
}

// A rest pose at the origin in front of a motion elsewhere, as converters of captures put it there.
static void put_rest_in_front(stage *s, int count)
{
    for (int f = 0; f < FRAMES; f++) {
        for (int b = 0; b < BODIES; b++)
            *at(s, f, b) = s->character->skeleton.rest_local[b];
        if (f >= count) {
            at(s, f, PELVIS)->position.x += (1.0f + 0.001f * (float)f) * s->length;
            at(s, f, LEFT_HAND)->rotation = caper_quat_from_yaw(1.0f);
        }
    }
}

static void a_rest_pose_in_front_of_the_motion_is_left_out(void)
{
    for (int k = 0; k < CAPER_COUNT_OF(sizes); k++) {
        stage *s = stage_open(sizes[k]);
        for (int count = 0; count < 4; count++) {
            put_rest_in_front(s, count);
            const caper_report *r = judge(s);
            CHECK_INT(r->rest_frames, count);
            CHECK_INT(r->first_frame, count);
            CHECK_INT(r->frame_count, FRAMES - count);
            CHECK_NEAR(r->measures[CAPER_METRIC_POPS].value, 0, 0);
            if (count > 0)
                CHECK_NEAR(r->rest_jump, (1.0 + 0.001 * count) * (double)s->length,
                           0.02 * (double)s->length);
        }
        stage_close(s);
    }
}

// Only rest poses: a motion that jumps from somewhere else is to blame for it.
static void a_jump_from_a_pose_is_still_a_pop(void)
{
    stage *s = stage_open(1.8f);
    put_rest_in_front(s, 1);
    for (int b = LEFT_FOOT; b < BODIES; b++)
        at(s, 0, b)->rotation = caper_quat_from_yaw(0.5f);
    const caper_report *r = judge(s);
    CHECK_INT(r->rest_frames, 0);
    CHECK(r->measures[CAPER_METRIC_POPS].value > 0);
    // and one that keeps going at that pace did not jump
    put_rest_in_front(s, 0);
    for (int f = 0; f < FRAMES; f++)
        at(s, f, PELVIS)->position.x = 0.2f * (float)f;
    CHECK_INT(judge(s)->rest_frames, 0);
    stage_close(s);
}

static void a_part_is_judged_by_the_time_of_the_whole(void)
{
    stage *s = stage_open(1.8f);
    at(s, 20, LEFT_HAND)->position.y += 0.5f; // a pop in each half
    at(s, 90, RIGHT_HAND)->position.y += 0.7f;
    judge(s);
    caper_check_job job = caper_check_job_default();
    job.character = s->character;
    job.clip = s->clip;
    job.floor = 0;
    job.from = 1.0f;
    caper_report *late = caper_check(&job, NULL);
    REQUIRE(late != NULL);
    CHECK_INT(late->first_frame, 60);
    CHECK_INT(late->frame_count, 61);
    CHECK_NEAR(late->measures[CAPER_METRIC_POPS].value, 1, 0);
    for (int i = 0; i < late->worst_count; i++)
        if (late->worst[i].metric == CAPER_METRIC_POPS) {
            CHECK_INT(late->worst[i].frame, 90);
            CHECK_INT(late->worst[i].body, RIGHT_HAND);
        }
    REQUIRE(late->stance_count > 0);
    CHECK_NEAR(late->stances[0].start, 1.0, 1e-5);
    CHECK_NEAR(late->stances[0].end, 2.0, 1e-5);
    caper_report_destroy(late);
    job.from = 0;
    job.to = 1.0f;
    caper_report *early = caper_check(&job, NULL);
    REQUIRE(early != NULL);
    CHECK_INT(early->frame_count, 61);
    CHECK_NEAR(early->measures[CAPER_METRIC_POPS].value, 1, 0);
    caper_report_destroy(early);
    caper_error error = {0};
    job.from = 2.5f;
    job.to = 3.0f;
    CHECK(caper_check(&job, &error) == NULL);
    CHECK_HAS(error.message, "not within a clip");
    job.from = 1.0f;
    job.to = 0.5f;
    CHECK(caper_check(&job, &error) == NULL);
    stage_close(s);
}

static void guessed_boxes_are_reported_and_not_gated(void)
{
    stage *s = stage_open(1.8f);
    for (int f = 0; f < FRAMES; f++) // the hands in each other
        at(s, f, LEFT_HAND)->position = at(s, f, RIGHT_HAND)->position;
    judge(s);
    caper_check_job job = caper_check_job_default();
    job.character = s->character;
    job.clip = s->clip;
    job.floor = 0;
    for (int guessed = 0; guessed < 2; guessed++) {
        job.boxes_guessed = guessed == 1;
        caper_report *r = caper_check(&job, NULL);
        REQUIRE(r != NULL);
        const caper_measure *m = &r->measures[CAPER_METRIC_SELF_PENETRATION];
        CHECK_NEAR(m->value, 100, 0);
        CHECK(m->guessed == (guessed == 1));
        CHECK(m->gated == (guessed == 0));
        CHECK(m->pass == (guessed == 1));
        caper_report_destroy(r);
    }
    stage_close(s);
}

// --- weight ------------------------------------------------------------------------------------

#define GRAVITY 9.81f

// Up and down again in so many seconds, from frame 30, with `g` times the gravity there is.
static void throw_up(stage *s, float time, float g)
{
    for (int f = 0; f < FRAMES; f++) {
        float t = seconds(f - 30);
        bool flies = t > 0 && t < time;
        s->roots[f].y = flies ? 0.5f * g * GRAVITY * t * (time - t) : 0.0f;
    }
}

static void a_flight_falls_as_everything_does(void)
{
    FOR_EACH_SIZE(s)
    {
        throw_up(s, 1.2f, 1.0f);
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_FLIGHT), 0, 0.02);
        CHECK_NEAR(value(r, CAPER_METRIC_FALL), 1.0, 0.02);
        CHECK_NEAR(value(r, CAPER_METRIC_HANG), 0, 0);
        CHECK(r->measures[CAPER_METRIC_FLIGHT].pass && r->measures[CAPER_METRIC_FALL].pass);
        // a clip that is played too fast
        throw_up(s, 1.2f, 2.0f);
        r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_FLIGHT), 1.0, 0.03);
        CHECK_NEAR(value(r, CAPER_METRIC_FALL), 2.0, 0.03);
        CHECK(!r->measures[CAPER_METRIC_FLIGHT].pass && !r->measures[CAPER_METRIC_FALL].pass);
    }
}

static void who_hangs_in_the_air_does_not_fall(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 30; f < 91; f++) {
            s->roots[f].y = 0.5f * s->length;
        }
        const caper_report *r = judge(s);
        // 61 frames, but for 0.05 s at either end
        float h = floorf(0.05f * s->speed * RATE + 0.5f);
        CHECK_NEAR(value(r, CAPER_METRIC_HANG), 100.0f * (61.0f - 2.0f * fmaxf(h, 1)) / FRAMES,
                   1e-4);
        CHECK(!r->measures[CAPER_METRIC_HANG].pass);
    }
}

// The source stands on a stair that nobody told of: who does as it did has nothing to stand on. Who
// is up there while the source stands on the floor hangs.
static void who_has_no_stair_to_stand_on_does_not_hang(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int stair = 0; stair < 2; stair++) {
            for (int f = 30; f < 91; f++) {
                s->roots[f] = (caper_root){0, stair ? 0.3f * s->length : 0, 0, 0};
            }
            caper_clip *source = stage_clip(s);
            for (int f = 30; f < 91; f++) { // too fast to be seen as standing
                s->roots[f].y = 0.3f * s->length;
                s->roots[f].z = 1.0f * s->speed * seconds(f - 30);
            }
            caper_check_job job = caper_check_job_default();
            job.floor = job.source_floor = 0;
            job.source = source;
            const caper_report *r = judge_job(s, job);
            CHECK(r->measures[CAPER_METRIC_HANG].pass == (stair == 1));
            CHECK((value(r, CAPER_METRIC_HANG) > 10) == (stair == 0));
            caper_clip_destroy(source);
        }
    }
}

// What is smooth is smooth at any size, when the time is that of the source; at strides of its own
// a giant would jump.
static void a_giant_in_the_time_of_its_source_is_as_smooth(void)
{
    double pops[2], jitters[2];
    static const float giants[] = {1.8f, 40.0f};
    stage *man = stage_open(1.8f);
    for (int n = 0; n < 2; n++) {
        stage *s = n ? stage_open(giants[n]) : man;
        for (int f = 0; f < FRAMES; f++) {
            float swing = sinf(CAPER_TAU * 4.0f * seconds(f));
            at(s, f, LEFT_HAND)->position.y += 0.02f * s->size * swing;
            at(s, f, PELVIS)->position.y += 0.002f * s->size * swing;
        }
        caper_clip *source = stage_clip(man);
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.source = source;
        job.source_character = man->character;
        const caper_report *r = judge_job(s, job);
        pops[n] = value(r, CAPER_METRIC_POP_LIMBS);
        jitters[n] = value(r, CAPER_METRIC_JITTER);
        CHECK(r->measures[CAPER_METRIC_POP_LIMBS].pass);
        caper_clip_destroy(source);
        if (n) {
            job.source = NULL;
            CHECK(value(judge_job(s, job), CAPER_METRIC_POP_LIMBS) > 2 * pops[0]);
            stage_close(s);
        }
    }
    CHECK_NEAR(pops[1], pops[0], 0.01 * pops[0]);
    CHECK_NEAR(jitters[1], jitters[0], 0.02 * jitters[0]); // places of giants are rounded more
    stage_close(man);
}

static void a_quiet_body_is_over_its_feet(void)
{
    FOR_EACH_SIZE(s)
    {
        CHECK_NEAR(value(judge(s), CAPER_METRIC_BALANCE), 100, 0);
        // all but the feet a long way to the left of them
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].x = 0.6f * s->length;
            at(s, f, LEFT_FOOT)->position.x -= 0.6f * s->length;
            at(s, f, RIGHT_FOOT)->position.x -= 0.6f * s->length;
        }
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_BALANCE), 0, 0);
        CHECK(!r->measures[CAPER_METRIC_BALANCE].pass);
    }
}

// A step is no pose: who steps in the time of a larger source is as little asked to stand over each
// foot as that one is, though by his own size he creeps.
static void who_keeps_a_larger_ones_time_does_not_stand_still(void)
{
    stage *stages[] = {stage_open(1.8f), stage_open(0.2f)};
    caper_clip *source = NULL;
    for (int n = 0; n < 2; n++) {
        stage *s = stages[n];
        for (int f = 0; f < FRAMES; f++) { // five short legs a second, beside his feet
            s->roots[f].z = 0.1f * s->length * seconds(f);
            s->roots[f].x = 0.6f * s->length;
            at(s, f, LEFT_FOOT)->position.x -= 0.6f * s->length;
            at(s, f, RIGHT_FOOT)->position.x -= 0.6f * s->length;
        }
        bool quiet = judge(s)->measures[CAPER_METRIC_BALANCE].measured;
        CHECK(quiet == (n == 1));
        source = n ? source : stage_clip(s);
    }
    caper_check_job job = caper_check_job_default();
    job.floor = job.source_floor = 0;
    job.source = source;
    job.source_character = stages[0]->character;
    CHECK(!judge_job(stages[1], job)->measures[CAPER_METRIC_BALANCE].measured);
    caper_clip_destroy(source);
    stage_close(stages[1]);
    stage_close(stages[0]);
}

// Who stands beside his feet in his own file has masses that were guessed wrong, and is not
// falling; who goes farther is.
static void who_rests_beside_his_feet_may_stand_so(void)
{
    feet_at = 0.6f;
    FOR_EACH_SIZE(s)
    {
        CHECK_NEAR(value(judge(s), CAPER_METRIC_BALANCE), 100, 0);
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].z = -0.3f * s->length;
            at(s, f, LEFT_FOOT)->position.z += 0.3f * s->length;
            at(s, f, RIGHT_FOOT)->position.z += 0.3f * s->length;
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_BALANCE), 0, 0);
    }
    feet_at = 0;
}

// --- joints and frames -------------------------------------------------------------------------

static void a_joint_that_turns_over_in_a_frame_flips(void)
{
    FOR_EACH_SIZE(s)
    {
        // frames of a small body are long for it: it may turn farther within one
        float degree = CAPER_PI / 180.0f, wide = fminf(60.0f * s->coarse, 150.0f);
        caper_vec3 x = caper_vec3_make(1, 0, 0);
        at(s, 50, LEFT_ARM)->rotation = caper_quat_from_axis_angle(x, (wide - 2) * degree);
        CHECK_NEAR(value(judge(s), CAPER_METRIC_FLIPS), 0, 0);
        at(s, 50, LEFT_ARM)->rotation = caper_quat_from_axis_angle(x, (wide + 2) * degree);
        const caper_report *r = judge(s); // there and back
        CHECK_NEAR(value(r, CAPER_METRIC_FLIPS), 2, 0);
        CHECK(!r->measures[CAPER_METRIC_FLIPS].pass);
        CHECK_HAS(r->verdict, "left");
    }
}

static void jitter_is_the_median_of_the_root(void)
{
    FOR_EACH_SIZE(s)
    {
        // up and down by a from frame to frame: (4 (-2 a) - 2 a) / 6 - a is 8/3 a off
        float a = 0.001f * s->size;
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].x = f % 2 ? -a : a;
        }
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_JITTER), 0.1 * 8.0 / 3.0 / (double)s->coarse, 1e-3);
        CHECK(!r->measures[CAPER_METRIC_JITTER].pass);
        // two strides up and two down are (4 (a - a) + 2 a) / 6 - a, 2/3 a off
        int stride = (int)fmaxf(1.0f, s->speed);
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].x = f / stride / 2 % 2 ? -5.0f * a : 5.0f * a;
        }
        r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_JITTER), 0.5 * 2.0 / 3.0 / (double)s->coarse, 1e-3);
        CHECK(!r->measures[CAPER_METRIC_JITTER].pass);
        // to and fro as fast as eight strides show it is a dance
        for (int f = 0; f < FRAMES; f++) {
            float phase = 0.25f * CAPER_PI * (float)f / (float)stride;
            s->roots[f].x = 0.1f * s->size * caper_sin(phase);
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_JITTER), 0, 0.001);
        for (int f = 0; f < FRAMES; f++) { // and a jig of six
            float phase = CAPER_PI / 3.0f * (float)f / (float)stride;
            s->roots[f].x = 0.01f * s->size * caper_sin(phase + 0.5f);
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_JITTER), 0, 0.001);
    }
}

static void frames_that_repeat_while_moving_are_counted(void)
{
    FOR_EACH_SIZE(s)
    {
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].z = 1.0f * s->speed * seconds(f);
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_REPEATS), 0, 0);
        s->roots[61] = s->roots[62] = s->roots[60];
        const caper_report *r = judge(s);
        CHECK_NEAR(value(r, CAPER_METRIC_REPEATS), 2, 0);
        CHECK(!r->measures[CAPER_METRIC_REPEATS].pass);
        // a pause is none
        for (int f = 60; f < FRAMES; f++) {
            s->roots[f] = s->roots[60];
        }
        CHECK_NEAR(value(judge(s), CAPER_METRIC_REPEATS), 0, 0);
        // nor is a frame that swallows 0.15 % of size; two of them are not overlooked
        for (int f = 0; f < FRAMES; f++) {
            s->roots[f].z = 0.0015f * s->size * (float)f;
        }
        s->roots[61] = s->roots[60];
        CHECK_NEAR(value(judge(s), CAPER_METRIC_REPEATS), 0, 0);
        s->roots[62] = s->roots[60];
        CHECK_NEAR(value(judge(s), CAPER_METRIC_REPEATS), 2, 0);
    }
}

// Two triangles on the pelvis, of which one corner hangs on a hand: 2 of 5 edges are pulled.
static void edges_that_are_pulled_to_twice_their_length_are_torn(void)
{
    FOR_EACH_SIZE(s)
    {
        const caper_character *c = s->character;
        float k = s->length;
        caper_vec3 positions[4] = {
            {0, k, 0}, {0.1f * k, k, 0}, {0, 1.1f * k, 0}, {0.1f * k, 1.1f * k, 0}};
        caper_vec3 normals[4] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
        uint16_t bodies[16] = {[12] = LEFT_HAND};
        float weights[16] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
        uint32_t indices[6] = {0, 1, 2, 2, 1, 3};
        caper_mat4 binds[BODIES];
        for (int b = 0; b < BODIES; b++) {
            binds[b] = caper_transform_to_mat4(caper_transform_inverse(c->rest_model[b]));
        }
        caper_skin skin = {.name = "skin",
                           .vertex_count = 4,
                           .positions = positions,
                           .normals = normals,
                           .bodies = bodies,
                           .weights = weights,
                           .inverse_bind = binds,
                           .index_count = 6,
                           .indices = indices};
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.skins = &skin;
        job.skin_count = 1;
        const caper_report *r = judge_job(s, job);
        CHECK_NEAR(value(r, CAPER_METRIC_TEAR), 0, 0);
        CHECK_NEAR(value(r, CAPER_METRIC_TEAR_P999), 1, 0.02);
        at(s, 40, LEFT_HAND)->position.x += 0.5f * k;
        r = judge_job(s, job);
        CHECK_NEAR(value(r, CAPER_METRIC_TEAR), 40, 1e-6);
        // of 605 edges two are longer: one in a thousand is beyond 5 lengths
        CHECK(value(r, CAPER_METRIC_TEAR_P999) > 4.9);
        CHECK(!r->measures[CAPER_METRIC_TEAR].pass && !r->measures[CAPER_METRIC_TEAR_P999].pass);
    }
}

// The box of the limb goes through the ground, the skin that it carries ends higher up.
static void skin_and_not_its_box_is_in_the_ground(void)
{
    FOR_EACH_SIZE(s)
    {
        const caper_character *c = s->character;
        const caper_body *limb = &c->bodies[LIMB];
        float k = s->length, low = 0.5f * limb->box_half.y;
        caper_vec3 joint = c->rest_model[LIMB].position;
        caper_vec3 positions[3] = {joint, {joint.x + 0.1f * k, joint.y, joint.z}, joint};
        positions[2].y -= low;
        caper_vec3 normals[3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
        uint16_t bodies[12] = {LIMB, 0, 0, 0, LIMB, 0, 0, 0, LIMB, 0, 0, 0};
        float weights[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
        uint32_t indices[3] = {0, 1, 2};
        caper_mat4 binds[BODIES];
        for (int b = 0; b < BODIES; b++) {
            binds[b] = caper_transform_to_mat4(caper_transform_inverse(c->rest_model[b]));
        }
        caper_skin skin = {.name = "skin",
                           .vertex_count = 3,
                           .positions = positions,
                           .normals = normals,
                           .bodies = bodies,
                           .weights = weights,
                           .inverse_bind = binds,
                           .index_count = 3,
                           .indices = indices};
        // its lowest vertex comes to lie on the ground, its box farther down; then both in it
        for (int deep = 0; deep < 2; deep++) {
            float more = deep ? 0.06f * k : 0;
            at(s, 40, LIMB)->position.y -= deep ? more : joint.y - low;
            caper_check_job job = caper_check_job_default();
            job.floor = 0;
            double box = value(judge_job(s, job), CAPER_METRIC_PENETRATION_BODY);
            CHECK_NEAR(box, 1000 * (limb->box_half.y - low + more), 0.2f * k);
            job.skins = &skin;
            job.skin_count = 1;
            const caper_report *r = judge_job(s, job);
            CHECK_NEAR(value(r, CAPER_METRIC_PENETRATION_BODY), 1000 * more, 0.2f * k);
            CHECK(r->measures[CAPER_METRIC_PENETRATION_BODY].pass == !deep);
        }
        // a limb that carries no skin keeps its box: half a metre in the ground
        at(s, 40, RING)->position.y -= c->rest_model[RING].position.y + 0.5f * k;
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.skins = &skin;
        job.skin_count = 1;
        const caper_report *r = judge_job(s, job);
        float ring = 0.5f * k + c->bodies[RING].box_half.y;
        CHECK_NEAR(value(r, CAPER_METRIC_PENETRATION_BODY), 1000 * ring, 0.2f * k);
        CHECK(!r->measures[CAPER_METRIC_PENETRATION_BODY].pass);
    }
}

// --- against a source --------------------------------------------------------------------------

// Feet that step in place, the other way round each; hands that swing.
static void step_in_place(stage *s, float lift, float swing, int period)
{
    for (int f = 0; f < FRAMES; f++) {
        float phase = 2.0f * CAPER_PI * (float)f / (float)period;
        float up = caper_sin(phase);
        *at(s, f, LEFT_FOOT) = s->character->skeleton.rest_local[LEFT_FOOT];
        *at(s, f, RIGHT_FOOT) = s->character->skeleton.rest_local[RIGHT_FOOT];
        *at(s, f, LEFT_HAND) = s->character->skeleton.rest_local[LEFT_HAND];
        at(s, f, LEFT_FOOT)->position.y += lift * s->length * fmaxf(up, 0.0f);
        at(s, f, RIGHT_FOOT)->position.y += lift * s->length * fmaxf(-up, 0.0f);
        at(s, f, LEFT_HAND)->position.z += swing * s->length * up;
    }
}

static void limbs_and_feet_are_compared_with_the_source(void)
{
    FOR_EACH_SIZE(s)
    {
        step_in_place(s, 0.2f, 0.1f, 40);
        caper_clip *source = stage_clip(s);
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.source = source;
        const caper_report *r = judge_job(s, job);
        CHECK_NEAR(value(r, CAPER_METRIC_LIFE_MIN), 1, 1e-6);
        CHECK_NEAR(value(r, CAPER_METRIC_LIFE_MAX), 1, 1e-6);
        CHECK_NEAR(value(r, CAPER_METRIC_CLEARANCE_MIN), 1, 1e-6);
        CHECK_NEAR(value(r, CAPER_METRIC_TIME_SCALE), 1, 1e-6);
        step_in_place(s, 0.06f, 0.02f, 40);
        r = judge_job(s, job);
        // but for the little that counts as noise
        CHECK_NEAR(value(r, CAPER_METRIC_LIFE_MIN), 0.2, 0.03);
        CHECK_NEAR(value(r, CAPER_METRIC_CLEARANCE_MIN), 0.3, 0.05);
        CHECK(!r->measures[CAPER_METRIC_LIFE_MIN].pass);
        CHECK(!r->measures[CAPER_METRIC_CLEARANCE_MIN].pass);
        step_in_place(s, 0.4f, 0.3f, 40);
        r = judge_job(s, job);
        CHECK_NEAR(value(r, CAPER_METRIC_LIFE_MAX), 3, 0.1);
        CHECK_NEAR(value(r, CAPER_METRIC_CLEARANCE_MAX), 2, 0.1);
        CHECK(!r->measures[CAPER_METRIC_LIFE_MAX].pass);
        CHECK(!r->measures[CAPER_METRIC_CLEARANCE_MAX].pass);
        caper_clip_destroy(source);
    }
}

static void half_the_time_of_the_source_is_told(void)
{
    stage *s = stage_open(1.8f);
    step_in_place(s, 0.2f, 0.1f, 40);
    caper_clip *source = stage_clip(s);
    caper_clip_def def = caper_clip_def_default();
    def.name = "fast";
    def.skeleton = &s->character->skeleton;
    def.rate = 2 * RATE;
    def.frame_count = FRAMES;
    def.frames = s->frames;
    caper_clip *fast = caper_clip_create(&def, NULL);
    REQUIRE(source != NULL && fast != NULL);
    caper_check_job job = caper_check_job_default();
    job.character = s->character;
    job.clip = fast;
    job.source = source;
    job.floor = 0;
    caper_report *r = caper_check(&job, NULL);
    REQUIRE(r != NULL);
    CHECK_NEAR(value(r, CAPER_METRIC_TIME_SCALE), 2, 1e-3);
    CHECK(!r->measures[CAPER_METRIC_TIME_SCALE].pass);
    caper_report_destroy(r);
    caper_clip_destroy(source);
    caper_clip_destroy(fast);
    stage_close(s);
}

static void steps_lie_in_the_envelope_of_their_own_kind(void)
{
    FOR_EACH_SIZE(s)
    {
        // times of a cycle go with the body's own
        int period = s->size < 1 ? 16 : s->size < 5 ? 40 : 56;
        step_in_place(s, 0.2f, 0, period);
        caper_clip *example = stage_clip(s);
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        const caper_clip *examples[2] = {example, example};
        job.examples = examples;
        job.example_count = 2;
        CHECK_NEAR(value(judge_job(s, job), CAPER_METRIC_ENVELOPE), 100, 0);
        step_in_place(s, 0.4f, 0, period);
        // one of three curves, and only while a foot swings
        CHECK(value(judge_job(s, job), CAPER_METRIC_ENVELOPE) < 90);
        caper_clip_destroy(example);
    }
}

// --- what is said ------------------------------------------------------------------------------

static void the_verdict_names_what_is_seen_first(void)
{
    stage *s = stage_open(1.8f);
    CHECK_STR(judge(s)->verdict, "good");
    CHECK_INT(judge(s)->seen, -1);
    // a foot slides, but a hand that has left its arm is seen first
    for (int f = 0; f < FRAMES; f++) {
        at(s, f, LEFT_FOOT)->position.x += 0.0005f * (float)f;
    }
    at(s, 72, LEFT_HAND)->position.x += 0.3f;
    const caper_report *r = judge(s);
    REQUIRE(r->seen >= 0);
    CHECK(r->worst[r->seen].metric == CAPER_METRIC_STRETCH_MAX);
    CHECK_HAS(r->verdict, "left hand leaves left arm");
    CHECK_HAS(r->verdict, "at 1.20 s");
    stage_close(s);
}

// One of four stances slides, by so much.
static const caper_report *slide_once(stage *s, float way)
{
    s->contacts[0] = (caper_contact){LEFT_FOOT, seconds(0), seconds(30)};
    s->contacts[1] = (caper_contact){LEFT_FOOT, seconds(40), seconds(70)};
    s->contacts[2] = (caper_contact){LEFT_FOOT, seconds(80), seconds(110)};
    s->contacts[3] = (caper_contact){RIGHT_FOOT, 0, seconds(FRAMES - 1)};
    s->contact_count = 4;
    float rest = at(s, 0, LEFT_FOOT)->position.z;
    for (int f = 40; f < FRAMES; f++) {
        at(s, f, LEFT_FOOT)->position.z = rest + way * fminf((float)(f - 40) / 30.0f, 1.0f);
    }
    return judge(s);
}

static void a_fault_may_be_too_small_to_be_seen(void)
{
    FOR_EACH_SIZE(s)
    {
        const caper_report *r = slide_once(s, 0.03f * s->length);
        const caper_measure *slip = &r->measures[CAPER_METRIC_SLIP_MAX];
        CHECK_NEAR(slip->value, 30.0 * s->length, 0.05 * s->length);
        CHECK_NEAR(slip->seen, 60.0 * s->length, 1e-3 * s->length);
        CHECK(!r->pass && !slip->pass && !slip->visible && r->grade == CAPER_GRADE_FLAWED);
        CHECK_HAS(r->verdict, "left foot slides");
        CHECK_HAS(r->verdict, "; few would see it");
        r = slide_once(s, 0.1f * s->length);
        CHECK(!r->pass && r->grade == CAPER_GRADE_FAIL &&
              r->measures[CAPER_METRIC_SLIP_MAX].visible);
        CHECK(strstr(r->verdict, "few") == NULL);
    }
}

// Numbers as people write them: no exponents, metres where millimetres are too many.
static void numbers_are_told_in_plain_units(void)
{
    stage *s = stage_open(1.8f);
    for (int f = 0; f < FRAMES; f++) {
        at(s, f, 0)->position.y -= 27.9f;
    }
    const caper_report *r = judge(s);
    CHECK(!r->pass);
    CHECK_HAS(r->verdict, " m in the ground");
    CHECK(strstr(r->verdict, "e+") == NULL && strstr(r->verdict, "mm") == NULL);
    stage_close(s);
}

static void curves_follow_the_frames(void)
{
    stage *s = stage_open(1.8f);
    throw_up(s, 1.2f, 1.0f);
    CHECK_INT(judge(s)->curve_count, 0);
    caper_check_job job = caper_check_job_default();
    job.floor = 0;
    job.curves = true;
    const caper_report *r = judge_job(s, job);
    int found = 0;
    for (int i = 0; i < r->curve_count; i++) {
        const caper_report_curve *c = &r->curves[i];
        if (c->metric == CAPER_METRIC_FALL) {
            CHECK_NEAR(c->values[66], -1, 0.01); // the top of the flight
            CHECK_NEAR(c->values[10], 0, 1e-3);
            CHECK_NEAR(c->gate_min, -1.2, 1e-6);
            found++;
        } else if (c->metric == CAPER_METRIC_PENETRATION_P95) {
            CHECK_NEAR(c->values[66], 1000.0 * 0.125 * 9.81 * 1.44, 1.0);
            found++;
        }
    }
    CHECK_INT(found, 2);
    stage_close(s);
}

static void what_was_found_is_judged_by_wider_gates(void)
{
    FOR_EACH_SIZE(s)
    {
        // both feet drift by 15 mm: too much for us, little for a capture
        for (int f = 0; f < FRAMES; f++) {
            at(s, f, LEFT_FOOT)->position.z += 0.015f * s->length * seconds(f) / 2;
            at(s, f, RIGHT_FOOT)->position.z += 0.015f * s->length * seconds(f) / 2;
        }
        CHECK(!judge(s)->pass);
        caper_check_job job = caper_check_job_default();
        job.floor = 0;
        job.origin = CAPER_ORIGIN_FOUND;
        const caper_report *r = judge_job(s, job);
        CHECK(r->pass);
        CHECK_NEAR(r->measures[CAPER_METRIC_SLIP_MEDIAN].gate, 25.0 * s->length, 1e-3 * s->length);
        CHECK(r->origin == CAPER_ORIGIN_FOUND);
    }
}

TESTS(overlaps_count_from_half_of_the_thinner_core, who_starts_and_stops_at_once_does_not_jump,
      who_runs_is_not_excused_a_displaced_frame, an_impact_excuses_twice_the_pop,
      a_flight_falls_as_everything_does, who_hangs_in_the_air_does_not_fall,
      who_has_no_stair_to_stand_on_does_not_hang, a_giant_in_the_time_of_its_source_is_as_smooth,
      a_quiet_body_is_over_its_feet, who_keeps_a_larger_ones_time_does_not_stand_still,
      who_rests_beside_his_feet_may_stand_so, who_rests_with_a_foot_in_the_air_may_stand_so,
      a_joint_that_turns_over_in_a_frame_flips, jitter_is_the_median_of_the_root,
      frames_that_repeat_while_moving_are_counted,
      edges_that_are_pulled_to_twice_their_length_are_torn, skin_and_not_its_box_is_in_the_ground,
      limbs_and_feet_are_compared_with_the_source, half_the_time_of_the_source_is_told,
      a_fault_may_be_too_small_to_be_seen, steps_lie_in_the_envelope_of_their_own_kind,
      the_verdict_names_what_is_seen_first, numbers_are_told_in_plain_units,
      curves_follow_the_frames, what_was_found_is_judged_by_wider_gates,
      a_rest_pose_in_front_of_the_motion_is_left_out, a_jump_from_a_pose_is_still_a_pop,
      a_part_is_judged_by_the_time_of_the_whole, guessed_boxes_are_reported_and_not_gated,
      a_body_at_rest_passes_everything, slip_is_the_diagonal_of_the_horizontal_extent,
      a_declared_stance_cannot_hide_a_fast_slide, a_rolling_heel_is_not_slip,
      skating_is_counted_by_frames, slow_sliding_is_not_skating,
      penetration_is_the_depth_of_the_deepest_corner, floating_is_measured_in_declared_stances_only,
      ends_of_a_long_stance_may_float, a_sole_stands_on_its_middle, stairs_are_ground_too,
      overlapping_hands_count_by_frames, limits_count_joint_frames_beyond_two_degrees,
      a_ball_may_twist_more_the_farther_it_swings, a_hinge_may_leave_its_plane_by_ten_degrees,
      stretch_is_the_ratio_of_lengths, jerk_of_a_cubic_is_constant,
      jerk_ratio_compares_with_the_source, jerk_between_plans_is_that_of_what_both_have,
      a_still_source_does_not_excuse_a_shiver, rounding_far_from_the_origin_is_not_a_shiver,
      the_seam_of_a_loop_is_judged_for_pops, limits_against_a_source_compare_shares_of_frames,
      one_displaced_frame_is_one_pop, one_pop_of_the_source_does_not_excuse_a_shiver,
      a_cubic_is_no_pop_however_fast, goal_error_is_a_share_of_size_for_reachable_goals,
      tracking_is_the_mean_distance_from_the_reference, contact_timing_forgives_thirty_milliseconds,
      source_gates_are_the_larger_but_slip_stays_absolute,
      what_a_large_source_may_do_a_small_body_may_do_by_its_size, duty_and_froude_of_a_known_walk,
      the_floor_is_found_where_the_feet_rest,
      standing_on_a_box_for_a_while_does_not_raise_the_floor,
      sinking_through_the_floor_does_not_move_the_floor, a_body_in_the_air_is_warned_about,
      contacts_are_listed_by_start_then_body, a_touch_of_less_than_a_tenth_of_a_second_is_no_stance,
      a_motion_with_a_nan_fails_as_not_finite, the_origin_of_a_clip_is_seen_where_it_is_not_given,
      bodies_of_a_source_are_named_by_lines, bad_jobs_are_refused_with_a_reason,
      one_frame_and_no_feet_are_judged_too, the_json_report_has_every_promised_member,
      beyond_the_world_the_report_is_finite, running_out_of_memory_is_an_error_not_a_crash,
      the_pieces_tell_failure_from_nothing_found)
