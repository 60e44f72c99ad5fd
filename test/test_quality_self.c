// SPDX-License-Identifier: MIT
//
// Which parts of a body may be in each other: fingers of two hands interlace, palms do not, and
// toes never do; what is worn gives way; tails begin within the rump; where there is skin, it tells
// how much of a box is filled.
#include "caper/quality.h"
#include "test.h"

enum {
    TRUNK,
    LEG, // of the left: the right one's are SIDE further
    FOOT,
    TOE,
    ARM,
    HAND,
    FINGER,
    SIDE = FINGER - LEG + 1,
    SIDES = 1 + 2 * SIDE,
    TONGUE = SIDES,
    NAIL, // of the left hand
    TAIL,
    TAIL_MIDDLE,
    TAIL_END,
    BRUSH,
    BODIES,
    FRAMES = 20
};

static caper_body_def part(const char *name, int parent, float x, float y, float z, float half,
                           caper_caps caps)
{
    caper_body_def b = caper_body_def_default();
    b.name = name;
    b.parent = parent;
    b.rest_local.position = caper_vec3_make(x, y, z);
    b.box_half = caper_vec3_make(half, half, half);
    b.caps = caps;
    return b;
}

static caper_character *make(void)
{
    static const char *const names[BODIES] = {"trunk",  "leg_l",    "foot_l",   "toe_l",  "arm_l",
                                              "hand_l", "finger_l", "leg_r",    "foot_r", "toe_r",
                                              "arm_r",  "hand_r",   "finger_r", "tongue", "nail",
                                              "tail",   "middle",   "end",      "brush"};
    caper_body_def b[BODIES] = {part(names[0], -1, 0, 1, 0, 0.1f, CAPER_CAP_SPINE)};
    for (int s = 0; s < 2; s++) {
        float x = s == 0 ? 0.3f : -0.3f;
        int k = s * SIDE;
        b[k + LEG] = part(names[k + LEG], TRUNK, x, -0.4f, 0, 0.04f, CAPER_CAP_LIMB);
        b[k + FOOT] =
            part(names[k + FOOT], k + LEG, 0, -0.55f, 0, 0.05f, CAPER_CAP_FOOT | CAPER_CAP_LIMB);
        b[k + TOE] = part(names[k + TOE], k + FOOT, 0, 0, 0.15f, 0.05f, CAPER_CAP_LIMB);
        b[k + ARM] = part(names[k + ARM], TRUNK, 2 * x, 0.2f, 0, 0.04f, CAPER_CAP_LIMB);
        b[k + HAND] =
            part(names[k + HAND], k + ARM, 0, 0, 0.5f, 0.05f, CAPER_CAP_GRASPER | CAPER_CAP_LIMB);
        b[k + FINGER] = part(names[k + FINGER], k + HAND, 0, 0, 0.15f, 0.05f, CAPER_CAP_LIMB);
    }
    b[TONGUE] = part(names[TONGUE], TRUNK, 0, 0.3f, 0.1f, 0.03f, 0);
    b[NAIL] = part(names[NAIL], HAND, 0, 0.2f, 0, 0.03f, 0);
    b[TAIL] = part(names[TAIL], TRUNK, 0, 0, -0.15f, 0.03f, CAPER_CAP_TAIL);
    b[TAIL_MIDDLE] = part(names[TAIL_MIDDLE], TAIL, 0, 0, -0.08f, 0.03f, CAPER_CAP_TAIL);
    b[TAIL_END] = part(names[TAIL_END], TAIL_MIDDLE, 0, 0, -0.08f, 0.03f, CAPER_CAP_TAIL);
    b[BRUSH] = part(names[BRUSH], TAIL_END, 0, 0, -0.08f, 0.03f, CAPER_CAP_TAIL);
    caper_character_def def = caper_character_def_default();
    def.name = "pairs";
    def.bodies = b;
    def.body_count = BODIES;
    caper_error error = {0};
    caper_character *c = caper_character_create(&def, &error);
    REQUIRE(c != NULL);
    return c;
}

// Percent of frames in which something is in something, with a body of the left moved into one of
// the right all the time, or so far beside it.
static double overlap_beside(const caper_character *c, int left, int right, float beside,
                             const caper_skin *skin)
{
    static caper_transform frames[FRAMES * BODIES];
    int up = c->bodies[left].parent;
    for (int f = 0; f < FRAMES; f++) {
        for (int b = 0; b < BODIES; b++)
            frames[f * BODIES + b] = c->skeleton.rest_local[b];
        frames[f * BODIES + left].position =
            caper_vec3_sub(c->rest_model[right].position, c->rest_model[up].position);
        frames[f * BODIES + left].position.x += beside;
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "overlap";
    def.skeleton = &c->skeleton;
    def.rate = 30;
    def.frame_count = FRAMES;
    def.frames = frames;
    caper_clip *clip = caper_clip_create(&def, NULL);
    caper_check_job job = caper_check_job_default();
    job.character = c;
    job.clip = clip;
    job.floor = 0;
    job.skins = skin;
    job.skin_count = skin ? 1 : 0;
    caper_report *r = caper_check(&job, NULL);
    REQUIRE(clip && r && r->measures[CAPER_METRIC_SELF_PENETRATION].measured);
    double value = r->measures[CAPER_METRIC_SELF_PENETRATION].value;
    caper_report_destroy(r);
    caper_clip_destroy(clip);
    return value;
}

static double overlap(const caper_character *c, int left, int right)
{
    return overlap_beside(c, left, right, 0, NULL);
}

static void fingers_interlace_and_nothing_else_does(void)
{
    caper_character *c = make();
    CHECK_NEAR(overlap(c, FINGER, SIDE + FINGER), 0, 0);
    CHECK_NEAR(overlap(c, FINGER, SIDE + HAND), 0, 0);
    CHECK_NEAR(overlap(c, TOE, SIDE + TOE), 100, 0);
    CHECK_NEAR(overlap(c, TOE, SIDE + FOOT), 100, 0);
    CHECK_NEAR(overlap(c, TOE, SIDE + FINGER), 100, 0);
    CHECK_NEAR(overlap(c, TOE, SIDE + HAND), 100, 0);
    CHECK(overlap(c, HAND, SIDE + HAND) > 99);
    caper_character_destroy(c);
}

static void what_is_worn_gives_way(void)
{
    caper_character *c = make();
    CHECK_NEAR(overlap(c, TONGUE, SIDE + HAND), 0, 0);
    CHECK_NEAR(overlap(c, NAIL, SIDE + FOOT), 100, 0); // of a hand: it is a finger
    caper_character_destroy(c);
}

// Parts that begin within the thickness of the trunk from where the tail springs.
static void tails_begin_within_the_rump(void)
{
    caper_character *c = make();
    CHECK_NEAR(overlap(c, TAIL_END, TRUNK), 0, 0);
    CHECK_NEAR(overlap(c, BRUSH, TRUNK), 100, 0);
    CHECK_NEAR(overlap(c, TAIL_END, SIDE + HAND), 100, 0);
    caper_character_destroy(c);
}

// Wings of one side fold over each other; those of two sides do not go through each other.
static void wings_of_one_side_fold(void)
{
    caper_character *c = make();
    caper_body *bodies = (caper_body *)(uintptr_t)c->bodies;
    CHECK_NEAR(overlap(c, TOE, FINGER), 100, 0);
    bodies[TOE].caps = bodies[FINGER].caps = bodies[SIDE + FINGER].caps = CAPER_CAP_WING;
    CHECK_NEAR(overlap(c, TOE, FINGER), 0, 0);
    CHECK_NEAR(overlap(c, TOE, SIDE + FINGER), 100, 0);
    CHECK_NEAR(overlap(c, TOE, HAND), 100, 0); // a wing in a hand
    caper_character_destroy(c);
}

// Eight corners make the box of the trunk as wide, and all other vertices are in its middle.
static void skin_tells_how_much_of_a_box_is_filled(void)
{
    enum {
        CORNERS = 8,
        VERTICES = 80
    };
    caper_character *c = make();
    caper_vec3 positions[VERTICES], normals[VERTICES];
    uint16_t bodies[4 * VERTICES] = {0};
    float weights[4 * VERTICES] = {0};
    for (int v = 0; v < VERTICES; v++) {
        float half = v < CORNERS ? 0.1f : 0;
        caper_vec3 d =
            caper_vec3_make(v & 1 ? half : -half, v & 2 ? half : -half, v & 4 ? half : -half);
        positions[v] = caper_vec3_add(c->rest_model[TRUNK].position, d);
        normals[v] = caper_vec3_make(0, 0, 1);
        bodies[4 * v] = TRUNK;
        weights[4 * v] = 1;
    }
    caper_mat4 binds[BODIES];
    for (int b = 0; b < BODIES; b++) {
        binds[b] = caper_transform_to_mat4(caper_transform_inverse(c->rest_model[b]));
    }
    uint32_t indices[3] = {0, 1, 2};
    caper_skin skin = {.name = "skin",
                       .vertex_count = VERTICES,
                       .positions = positions,
                       .normals = normals,
                       .bodies = bodies,
                       .weights = weights,
                       .inverse_bind = binds,
                       .index_count = 3,
                       .indices = indices};
    // cores of the boxes overlap by 45 mm of 35; of the skin 32 mm to either side are filled
    CHECK_NEAR(overlap_beside(c, FINGER, TRUNK, 0.06f, NULL), 100, 0);
    CHECK_NEAR(overlap_beside(c, FINGER, TRUNK, 0.06f, &skin), 0, 0);
    CHECK_NEAR(overlap_beside(c, FINGER, TRUNK, 0.02f, &skin), 100, 0);
    caper_character_destroy(c);
}

TESTS(fingers_interlace_and_nothing_else_does, what_is_worn_gives_way, tails_begin_within_the_rump,
      wings_of_one_side_fold, skin_tells_how_much_of_a_box_is_filled)
