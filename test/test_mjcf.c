// SPDX-License-Identifier: MIT
// Long, because it is one idea: one model for each feature and each refusal of one format.
//
// MJCF, feature by feature, against numbers worked out by hand. Small files in the text; the models
// of the optional data set at the end, where what they say themselves is the oracle.
#include "robot_fixture.h"

#include "formats/robot.h"
#include "formats/xml.h"

#include <stdlib.h>
#include <sys/stat.h>

#define PI 3.14159265358979323846
#define DEG (PI / 180.0)

static void read_text(const char *text)
{
    robot_need_parser(caperi_read_mjcf);
    bool good = robot_read(caperi_read_mjcf, text, strlen(text), NULL);
    if (!good)
        printf("%d:%d: %s\n", robot_now.error.line, robot_now.error.column,
               robot_now.error.message);
    REQUIRE(good);
}

// A model with one turned body "a" and a child "b" at (1, 2, 3) of it: where is b?
static caper_vec3 child_of(const char *compiler, const char *orientation)
{
    char text[512];
    snprintf(text, sizeof text,
             "<mujoco><compiler %s/><worldbody><body name='a' %s><geom size='.1'/>"
             "<body name='b' pos='1 2 3'><geom size='.1'/></body></body></worldbody></mujoco>",
             compiler, orientation);
    read_text(text);
    caper_vec3 at = robot_at("b");
    robot_close();
    return at;
}

// -- Poses --------------------------------------------------------------------------------------

static void every_spelling_of_an_orientation_turns_alike(void)
{
    // a quarter turn about z takes (1, 2, 3) to (-2, 1, 3)
    static const char *const spellings[] = {
        "quat='1 0 0 1'",        "quat='-0.70710678 0 0 -0.70710678'",
        "euler='0 0 90'",        "axisangle='0 0 2 90'",
        "xyaxes='0 5 0 -1 0 0'",
        "xyaxes='0 1 0 -1 7 0'", // y is made orthogonal to x
    };
    for (int i = 0; i < CAPER_COUNT_OF(spellings); i++)
        CHECK_VEC3(child_of("", spellings[i]), -2, 1, 3, 1e-6);
    CHECK_VEC3(child_of("angle='radian'", "euler='0 0 1.57079632679'"), -2, 1, 3, 1e-6);
    CHECK_VEC3(child_of("angle='radian'", "axisangle='0 0 1 1.57079632679'"), -2, 1, 3, 1e-6);
    // the least turn that takes z to x: about y, so (1, 2, 3) goes to (3, 2, -1)
    CHECK_VEC3(child_of("", "zaxis='4 0 0'"), 3, 2, -1, 1e-6);
    // two quarter turns, moving axes: Rx Ry; z goes to x and stays, y to z, x to -z and on to y
    CHECK_VEC3(child_of("", "euler='90 90 0'"), 3, 1, 2, 1e-6);
    CHECK_VEC3(child_of("eulerseq='xyz'", "euler='90 90 0'"), 3, 1, 2, 1e-6);
    // standing axes: Ry Rx; (1, 2, 3) by Rx to (1, -3, 2), by Ry to (2, -3, -1)
    CHECK_VEC3(child_of("eulerseq='XYZ'", "euler='90 90 0'"), 2, -3, -1, 1e-6);
    // Rz Ry; (1, 2, 3) by Ry to (3, 2, -1), by Rz to (-2, 3, -1)
    CHECK_VEC3(child_of("eulerseq='zyx'", "euler='90 90 0'"), -2, 3, -1, 1e-6);
}

static void bodies_are_where_the_file_says(void)
{
    read_text(
        "<mujoco><worldbody><body name='a' pos='1 2 3' euler='0 0 90'><geom size='.1'/>"
        "<frame pos='0 0 1' euler='0 0 90'><body name='b' pos='1 0 0'><geom size='.1'/></body>"
        "</frame></body></worldbody></mujoco>");
    CHECK_VEC3(robot_at("a"), 1, 2, 3, 1e-6);
    // the frame is turned twice: its x is -x of the world
    CHECK_VEC3(robot_at("b"), 0, 2, 4, 1e-6);
    CHECK_STR(robot_now.draft.axes, "Z up, +X forward by convention");
    robot_close();
}

static void the_joint_is_the_origin_of_its_body(void)
{
    read_text("<mujoco><worldbody><body name='a'><geom size='.1'/>"
              "<body name='b' pos='0 0 1' euler='0 0 90'><joint pos='.5 0 0' axis='0 0 2'/>"
              "<geom type='box' size='.1 .2 .3' pos='1 0 0'/>"
              "<body name='c' pos='2 0 0'><geom size='.1'/></body></body></body>"
              "</worldbody></mujoco>");
    // .5 along the x of b, which is y of the world
    CHECK_VEC3(robot_at("b"), 0, .5, 1, 1e-6);
    CHECK_VEC3(robot_at("c"), 0, 2, 1, 1e-6);
    const caperi_draft_body *b = robot_body("b");
    CHECK(b->has_box && b->joint.kind == CAPER_JOINT_HINGE);
    CHECK_VEC3(robot_way("b", b->box_center), 0, .5, 0, 1e-6);
    CHECK_VEC3(robot_way("b", b->joint.axis), 0, 0, 1, 1e-6);
    // axes of the file (x, y, z) are (z, x, y) here
    CHECK_VEC3(b->box_half, .2, .3, .1, 1e-6);
    robot_close();
}

// -- Joints -------------------------------------------------------------------------------------

// The joint of a body "b" that hangs below its parent, with this inside.
static caper_joint joint_of(const char *compiler, const char *inside)
{
    char text[1024];
    snprintf(text, sizeof text,
             "<mujoco><compiler %s/><worldbody><body name='a'><geom size='.1'/>"
             "<body name='b' pos='0 0 -1'>%s<geom type='capsule' fromto='0 0 0 0 0 -1' size='.1'/>"
             "</body></body></worldbody></mujoco>",
             compiler, inside);
    read_text(text);
    const caperi_draft_body *b = robot_body("b");
    CHECK(b->has_joint || b->joint.kind == 0);
    caper_joint joint = b->joint;
    if (!b->has_joint)
        joint.kind = CAPER_JOINT_FREE;
    return joint;
}

static void check_hinge(const char *compiler, const char *joint, double min, double max)
{
    caper_joint j = joint_of(compiler, joint);
    CHECK_INT(j.kind, CAPER_JOINT_HINGE);
    CHECK_NEAR(j.min, min, 1e-6);
    CHECK_NEAR(j.max, max, 1e-6);
    robot_close();
}

static void limits_are_as_the_file_has_them(void)
{
    check_hinge("", "<joint range='-30 60'/>", -30 * DEG, 60 * DEG);
    check_hinge("angle='radian'", "<joint range='-.5 .6'/>", -.5, .6);
    check_hinge("", "<joint limited='true' range='-30 60'/>", -30 * DEG, 60 * DEG);
    check_hinge("", "<joint limited='false' range='-30 60'/>", -PI, PI);
    check_hinge("", "<joint limited='auto' range='-30 60'/>", -30 * DEG, 60 * DEG);
    check_hinge("autolimits='false'", "<joint range='-30 60'/>", -PI, PI);
    check_hinge("autolimits='false'", "<joint limited='true' range='-30 60'/>", -30 * DEG,
                60 * DEG);
    check_hinge("", "<joint/>", -PI, PI);
    // ref is what the pose of the file counts as
    check_hinge("", "<joint ref='10' range='-30 60'/>", -40 * DEG, 50 * DEG);
    check_hinge("", "<joint range='-400 400'/>", -PI, PI);
    // the rest pose is within the limits, and who widens them says so
    caper_joint j = joint_of("", "<joint range='20 60'/>");
    CHECK_NEAR(j.min, 0, 1e-6);
    CHECK_NEAR(j.max, 60 * DEG, 1e-6);
    CHECK(robot_warned("1 bodies stand outside of their limits at rest, by 20 degrees at most"));
    robot_close();
}

static void joints_of_other_kinds_become_what_is_nearest(void)
{
    caper_joint j = joint_of("", "");
    CHECK_INT(j.kind, CAPER_JOINT_FIXED);
    robot_close();
    j = joint_of("", "<joint name='rail' type='slide'/>");
    CHECK_INT(j.kind, CAPER_JOINT_FIXED);
    CHECK(robot_warned("joint 'rail' slides"));
    robot_close();
    j = joint_of("", "<joint type='slide'/><joint type='hinge' range='-10 10'/>");
    CHECK_INT(j.kind, CAPER_JOINT_HINGE);
    robot_close();
    j = joint_of("", "<joint type='ball'/>");
    CHECK_INT(j.kind, CAPER_JOINT_FREE);
    robot_close();
    j = joint_of("", "<joint type='ball' range='0 40'/>");
    CHECK_INT(j.kind, CAPER_JOINT_BALL);
    CHECK_NEAR(j.swing, 40 * DEG, 1e-6);
    CHECK_NEAR(j.min, -40 * DEG, 1e-6);
    CHECK_NEAR(j.max, 40 * DEG, 1e-6);
    robot_close();
    j = joint_of("", "<joint/><joint/><joint/><joint/><joint/><joint/><joint/>");
    CHECK_INT(j.kind, CAPER_JOINT_FREE);
    CHECK(robot_warned("'b' has 7 joints that turn: taken as free"));
    robot_close();
    j = joint_of("", "<joint type='ball' range='0 40'/><joint/>");
    CHECK_INT(j.kind, CAPER_JOINT_FREE);
    CHECK(robot_warned("'b' has 2 joints that turn: taken as free"));
    robot_close();
}

static void hinges_about_one_line_add_up(void)
{
    check_hinge("", "<joint axis='0 1 0' range='-10 20'/><joint axis='0 -1 0' range='-5 40'/>",
                -50 * DEG, 25 * DEG);
}

// Whatever the hinges allow, the ball allows; and the ball is not simply open.
static void a_ball_holds_every_pose_of_its_hinges(void)
{
    static const struct {
        const char *joints;
        int count;
        double axes[3][3], ranges[3][2];
        double most_swing;
    } cases[] = {
        {"<joint axis='0 1 0' range='-40 70'/><joint axis='1 0 0' range='-20 30'/>",
         2,
         {{0, 1, 0}, {1, 0, 0}},
         {{-40, 70}, {-20, 30}},
         80},
        {"<joint axis='1 0 0' range='-25 5'/><joint axis='0 0 1' range='-60 35'/>"
         "<joint axis='0 1 0' range='-100 20'/>",
         3,
         {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
         {{-25, 5}, {-60, 35}, {-100, 20}},
         125},
        {"<joint axis='0 1 0' range='-45 45'/><joint axis='0 1 1' range='-90 -10' ref='-30'/>",
         2,
         {{0, 1, 0}, {0, 1, 1}},
         {{-45, 45}, {-60, 20}},
         90},
    };
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        caper_joint j = joint_of("", cases[i].joints);
        REQUIRE(j.kind == CAPER_JOINT_BALL);
        CHECK(j.swing < cases[i].most_swing * DEG);
        CHECK(j.min >= -PI && j.min <= 0 && j.max >= 0 && j.max <= PI);
        CHECK_NEAR(caper_vec3_length(j.axis), 1, 1e-6);
        caper_quat rest = robot_body("b")->rest_local.rotation;
        caper_rng rng = caper_rng_make(7);
        float worst = 0.0f;
        for (int n = 0; n < 5000; n++) {
            caper_quat q = rest;
            for (int k = 0; k < cases[i].count; k++) {
                const double *a = cases[i].axes[k], *r = cases[i].ranges[k];
                float t = caper_rng_int(&rng, 0, 3) ? caper_rng_float(&rng)
                                                    : (float)caper_rng_int(&rng, 0, 1);
                caper_vec3 axis = caper_vec3_make((float)a[1], (float)a[2], (float)a[0]);
                float angle = (float)((r[0] + (r[1] - r[0]) * t) * DEG);
                q = caper_quat_mul(q, caper_quat_from_axis_angle(axis, angle));
            }
            worst = caper_max(worst, caper_joint_measure(&j, rest, caper_quat_normalize(q)).excess);
        }
        CHECK(worst < 1.0 * DEG);
        robot_close();
    }
}

// A hinge along the body is its twist, and keeps its range; the other one is the swing.
static void a_hinge_along_the_body_is_its_twist(void)
{
    caper_joint j =
        joint_of("", "<joint axis='0 1 0' range='-30 30'/><joint axis='0 0 1' range='-50 20'/>");
    CHECK_INT(j.kind, CAPER_JOINT_BALL);
    CHECK_VEC3(caper_vec3_abs(robot_way("b", j.axis)), 0, 0, 1, 1e-6);
    bool flipped = robot_way("b", j.axis).z < 0;
    CHECK_NEAR(j.swing, 30 * DEG, 1 * DEG);
    CHECK_NEAR(flipped ? -j.max : j.min, -50 * DEG, 1 * DEG);
    CHECK_NEAR(flipped ? -j.min : j.max, 20 * DEG, 1 * DEG);
    robot_close();
}

static void hinges_apart_meet_in_the_middle(void)
{
    read_text("<mujoco><worldbody><body name='a'><geom size='.1'/><body name='b'>"
              "<joint pos='0 0 .2' axis='0 1 0'/><joint pos='0 0 .4' axis='1 0 0'/>"
              "<geom size='.1'/></body></body></worldbody></mujoco>");
    CHECK_VEC3(robot_at("b"), 0, 0, .3, 1e-6);
    CHECK(robot_warned("hinges that do not meet"));
    robot_close();
}

// -- Default classes ----------------------------------------------------------------------------

static void attributes_come_from_the_nearest_class(void)
{
    read_text(
        "<mujoco><default><geom type='box' size='1 1 1'/><joint range='-1 1'/>"
        "<default class='outer'><geom size='2 2 2'/><joint axis='1 0 0'/>"
        "<default class='inner'><geom type='ellipsoid'/></default></default>"
        "<default class='other'><joint range='-7 7'/></default></default><worldbody>"
        "<body name='plain'><geom/>"
        "<body name='child' childclass='inner'><joint/><geom/>"
        "<body name='deep'><joint class='other'/><geom class='outer'/>"
        "<body name='own'><joint range='-3 3' axis='0 1 0'/><geom size='4 5 6'/></body></body>"
        "</body></body></worldbody></mujoco>");
    CHECK_VEC3(robot_body("plain")->box_half, 1, 1, 1, 1e-6);
    CHECK_VEC3(robot_body("child")->box_half, 2, 2, 2, 1e-6);
    CHECK_NEAR(robot_body("child")->joint.max, 1 * DEG, 1e-6);
    CHECK_VEC3(robot_way("child", robot_body("child")->joint.axis), 1, 0, 0, 1e-6);
    // the class of an element comes instead of that of its surroundings, with those above it
    CHECK_NEAR(robot_body("deep")->joint.max, 7 * DEG, 1e-6);
    CHECK_VEC3(robot_way("deep", robot_body("deep")->joint.axis), 0, 0, 1, 1e-6);
    CHECK_NEAR(robot_body("deep")->mass, 64 * 1000.0, 1); // a box, not an ellipsoid
    CHECK_NEAR(robot_body("child")->mass, 4 / 3.0 * PI * 8 * 1000, 1);
    CHECK_NEAR(robot_body("own")->joint.max, 3 * DEG, 1e-6);
    CHECK_VEC3(robot_way("own", robot_body("own")->joint.axis), 0, 1, 0, 1e-6);
    CHECK_VEC3(robot_body("own")->box_half, 5, 6, 4, 1e-6);
    robot_close();
}

static void the_outermost_class_holds_for_all(void)
{
    read_text("<mujoco><default class='robot'><geom size='.2'/>"
              "<default class='big'><geom size='.5'/></default></default>"
              "<default class='late'><geom size='.7'/></default>"
              "<default class='big'><geom pos='1 0 0'/></default><worldbody>"
              "<body name='a'><geom/><body name='b'><geom class='robot'/></body>"
              "<body name='c'><geom class='late'/></body><body name='d'><geom class='big'/></body>"
              "<body name='e'><geom class='main'/></body></body></worldbody></mujoco>");
    CHECK_NEAR(robot_body("a")->box_half.x, .2, 1e-6);
    CHECK_NEAR(robot_body("b")->box_half.x, .2, 1e-6);
    CHECK_NEAR(robot_body("c")->box_half.x, .7, 1e-6);
    CHECK_NEAR(robot_body("d")->box_half.x, .5, 1e-6);
    CHECK_NEAR(robot_body("d")->box_center.z, 1, 1e-6);
    CHECK_NEAR(robot_body("e")->box_half.x, .2, 1e-6);
    robot_close();
}

// The orientation of an element comes before one of its class, in whatever spelling.
static void an_orientation_of_the_element_comes_first(void)
{
    read_text("<mujoco><default><geom type='box' size='1 2 3' euler='0 0 90'/></default>"
              "<worldbody><body name='a'><geom/></body></worldbody></mujoco>");
    CHECK_VEC3(robot_body("a")->box_half, 1, 3, 2, 1e-5); // (x, y, z) of the file is (2, 1, 3)
    robot_close();
    read_text("<mujoco><default><geom type='box' size='1 2 3' euler='0 0 90'/></default>"
              "<worldbody><body name='a'><geom quat='1 0 0 0'/></body></worldbody></mujoco>");
    CHECK_VEC3(robot_body("a")->box_half, 2, 3, 1, 1e-5);
    robot_close();
}

// -- Masses -------------------------------------------------------------------------------------

static float mass_of(const char *compiler, const char *inside)
{
    char text[1024];
    snprintf(text, sizeof text,
             "<mujoco><compiler %s/><worldbody><body name='a'>%s</body></worldbody></mujoco>",
             compiler, inside);
    read_text(text);
    float mass = robot_body("a")->mass;
    robot_close();
    return mass;
}

static void masses_are_those_of_the_solids(void)
{
    CHECK_NEAR(mass_of("", "<geom size='.1'/>"), 4 / 3.0 * PI * 1e-3 * 1000, 1e-5);
    CHECK_NEAR(mass_of("", "<geom type='box' size='.1 .2 .3'/>"), 48, 1e-4);
    CHECK_NEAR(mass_of("", "<geom type='cylinder' size='.1 .2'/>"), PI * .01 * .4 * 1000, 1e-4);
    CHECK_NEAR(mass_of("", "<geom type='capsule' size='.1 .2'/>"),
               (PI * .01 * .4 + 4 / 3.0 * PI * 1e-3) * 1000, 1e-4);
    CHECK_NEAR(mass_of("", "<geom type='ellipsoid' size='.1 .2 .3'/>"), 4 / 3.0 * PI * 6e-3 * 1000,
               1e-4);
    CHECK_NEAR(mass_of("", "<geom type='capsule' fromto='1 1 1 1 1.3 1.4' size='.1'/>"),
               (PI * .01 * .5 + 4 / 3.0 * PI * 1e-3) * 1000, 1e-4);
    CHECK_NEAR(mass_of("", "<geom type='box' fromto='0 0 0 0 0 1' size='.1'/>"), 40, 1e-4);
    CHECK_NEAR(mass_of("", "<geom size='.1' density='500'/><geom size='.1' mass='3'/>"),
               4 / 3.0 * PI * .5 + 3, 1e-5);
}

static void masses_follow_the_settings(void)
{
    const char *both = "<inertial pos='0 0 0' mass='7'/><geom size='.1' mass='3'/>"
                       "<geom size='.1' mass='2' group='4'/>";
    CHECK_NEAR(mass_of("", both), 7, 1e-6);
    CHECK_NEAR(mass_of("inertiafromgeom='true'", both), 5, 1e-6);
    CHECK_NEAR(mass_of("inertiafromgeom='false'", both), 7, 1e-6);
    CHECK_NEAR(mass_of("inertiafromgeom='true' inertiagrouprange='0 3'", both), 3, 1e-6);
    CHECK_NEAR(mass_of("settotalmass='20'", both), 20, 1e-5);
    read_text("<mujoco><compiler settotalmass='30'/><worldbody><body name='a'>"
              "<geom size='.1' mass='1'/><body name='b'><geom size='.1' mass='2'/></body></body>"
              "</worldbody></mujoco>");
    CHECK_NEAR(robot_body("a")->mass, 10, 1e-5);
    CHECK_NEAR(robot_body("b")->mass, 20, 1e-5);
    robot_close();
}

// A mesh has no size here; what collides in its place has, and the mesh has a density.
static void a_mesh_weighs_as_what_stands_for_it(void)
{
    read_text(
        "<mujoco><worldbody><body name='a'><geom type='mesh' mesh='m' density='500'/>"
        "<geom type='box' size='.1 .1 .1' density='0'/>"
        "<body name='b' pos='0 0 1'><geom type='mesh' mesh='m'/>"
        "<geom size='9' contype='0' conaffinity='0' mass='0'/></body></body></worldbody></mujoco>");
    CHECK_NEAR(robot_body("a")->mass, 4, 1e-5);
    CHECK_VEC3(robot_body("a")->box_half, .1, .1, .1, 1e-6);
    // nothing that collides: no box from the file, and no mass
    CHECK(!robot_body("b")->has_box);
    CHECK_NEAR(robot_body("b")->mass, 0, 0);
    CHECK(robot_warned("1 bodies have meshes only"));
    CHECK(robot_warned("2 bodies have meshes of unknown mass"));
    robot_close();
}

// -- Boxes --------------------------------------------------------------------------------------

static void check_box(const char *geoms, double cx, double cy, double cz, double hx, double hy,
                      double hz)
{
    char text[1024];
    snprintf(text, sizeof text, "<mujoco><worldbody><body name='a'>%s</body></worldbody></mujoco>",
             geoms);
    read_text(text);
    const caperi_draft_body *a = robot_body("a");
    REQUIRE(a->has_box);
    CHECK_VEC3(a->box_center, cy, cz, cx, 1e-5);
    CHECK_VEC3(a->box_half, hy, hz, hx, 1e-5);
    robot_close();
}

static void boxes_touch_their_solids(void)
{
    check_box("<geom pos='1 2 3' size='.5'/>", 1, 2, 3, .5, .5, .5);
    check_box("<geom type='box' size='.1 .2 .3'/>", 0, 0, 0, .1, .2, .3);
    check_box("<geom type='capsule' size='.1 .2'/>", 0, 0, 0, .1, .1, .3);
    check_box("<geom type='cylinder' size='.1 .2'/>", 0, 0, 0, .1, .1, .2);
    check_box("<geom type='capsule' fromto='1 0 0 3 0 0' size='.1'/>", 2, 0, 0, 1.1, .1, .1);
    check_box("<geom type='box' fromto='1 0 0 3 0 0' size='.1'/>", 2, 0, 0, 1, .1, .1);
    check_box("<geom size='.1' pos='1 0 0'/><geom size='.2' pos='0 1 0'/>", .45, .55, 0, .65, .65,
              .2);
    // a geom that does not collide is no part of the box when another does
    check_box("<geom size='.1'/><geom size='5' contype='0' conaffinity='0'/>", 0, 0, 0, .1, .1, .1);
    check_box("<geom size='5' contype='0' conaffinity='0'/><geom size='.1'/>", 0, 0, 0, .1, .1, .1);
    check_box("<geom size='5' contype='0' conaffinity='0'/>", 0, 0, 0, 5, 5, 5);
    // small tilts do not turn the frame, so the box is that of the tilted solid
    double c = cos(5 * DEG), s = sin(5 * DEG);
    check_box("<geom type='box' size='.5 .4 .6' euler='0 0 5'/>", 0, 0, 0, .5 * c + .4 * s,
              .4 * c + .5 * s, .6);
    check_box("<geom type='ellipsoid' size='.5 .4 .6' euler='0 0 5'/>", 0, 0, 0,
              sqrt(.25 * c * c + .16 * s * s), sqrt(.16 * c * c + .25 * s * s), .6);
    check_box("<geom type='cylinder' size='.5 .6' euler='5 0 0'/>", 0, 0, 0, .5, .5 * c + .6 * s,
              .6 * c + .5 * s);
}

// A leg that runs across its frame gets a frame of its own, and a box as slim as it is.
static void a_frame_turns_with_a_slanted_solid(void)
{
    read_text("<mujoco><worldbody><body name='a'><geom size='.1'/>"
              "<body name='leg' pos='0 0 1'><joint axis='0 0 1' range='-20 50'/>"
              "<geom type='capsule' fromto='0 0 0 1 1 0' size='.1'/>"
              "<body name='foot' pos='1 1 0'><geom "
              "size='.1'/></body></body></body></worldbody></mujoco>");
    const caperi_draft_body *leg = robot_body("leg");
    double sizes[3] = {leg->box_half.x, leg->box_half.y, leg->box_half.z};
    double volume = sizes[0] * sizes[1] * sizes[2];
    CHECK_NEAR(volume, .1 * .1 * (sqrt(2) / 2 + .1), 1e-5);
    CHECK_VEC3(robot_way("leg", leg->box_center), .5, .5, 0, 1e-5);
    // neither where things are, nor how they turn, depends on it
    CHECK_VEC3(robot_at("foot"), 1, 1, 1, 1e-5);
    CHECK_VEC3(robot_way("leg", leg->joint.axis), 0, 0, 1, 1e-5);
    CHECK_NEAR(leg->joint.max, 50 * DEG, 1e-5);
    CHECK_VEC3(robot_way("foot", caper_vec3_make(0, 0, 1)), 1, 0, 0, 1e-5);
    robot_close();
}

// Brute force: the corners and surface points of turned solids never leave the box of the function.
static void bounds_hold_every_point_of_a_solid(void)
{
    caper_rng rng = caper_rng_make(3);
    for (int n = 0; n < 400; n++) {
        caperi_solid solid;
        solid.kind = (caperi_solid_kind)(n % 5);
        solid.half = caper_vec3_make(caper_rng_range(&rng, .1f, 1), caper_rng_range(&rng, .1f, 1),
                                     caper_rng_range(&rng, .1f, 1));
        caper_vec3 turn =
            caper_vec3_make(caper_rng_range(&rng, -2, 2), caper_rng_range(&rng, -2, 2),
                            caper_rng_range(&rng, -2, 2));
        solid.frame = caper_transform_make(caper_quat_exp(turn), caper_vec3_make(1, 2, 3));
        caper_quat view = caper_quat_exp(caper_vec3_make(turn.y, turn.z, -turn.x));
        caper_bounds box = caperi_solids_bounds(&solid, 1, view);
        caper_bounds seen = caper_bounds_empty();
        for (int k = 0; k < 4000; k++) {
            float u = caper_rng_range(&rng, -1, 1), a = caper_rng_range(&rng, 0, CAPER_TAU);
            float r = sqrtf(1 - u * u);
            caper_vec3 d = caper_vec3_make(r * cosf(a), r * sinf(a), u), h = solid.half, p;
            float side = k & 1 ? 1.0f : -1.0f;
            switch (solid.kind) {
            case CAPERI_SOLID_SPHERE:
                p = caper_vec3_scale(d, h.x);
                break;
            case CAPERI_SOLID_ELLIPSOID:
                p = caper_vec3_mul(d, h);
                break;
            case CAPERI_SOLID_BOX:
                p = caper_vec3_make(k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z);
                break;
            case CAPERI_SOLID_CYLINDER:
                p = caper_vec3_make(h.x * cosf(a), h.x * sinf(a), side * h.z);
                break;
            default:
                p = caper_vec3_scale(d, h.x);
                p.z += side * h.z;
            }
            p = caper_quat_unrotate(view, caper_transform_mul_point(solid.frame, p));
            seen = caper_bounds_add_point(seen, p);
        }
        caper_vec3 low = caper_vec3_sub(seen.min, box.min),
                   high = caper_vec3_sub(box.max, seen.max);
        float least = caper_min(caper_min(low.x, caper_min(low.y, low.z)),
                                caper_min(high.x, caper_min(high.y, high.z)));
        float most = caper_max(caper_max(low.x, caper_max(low.y, low.z)),
                               caper_max(high.x, caper_max(high.y, high.z)));
        CHECK(least > -1e-5f);
        CHECK(most < 0.02f); // and touch it, as far as chance went
        caper_quat better = caperi_solids_turn(&solid, 1);
        caper_vec3 a = caper_bounds_size(caperi_solids_bounds(&solid, 1, better));
        caper_vec3 b = caper_bounds_size(caperi_solids_bounds(&solid, 1, caper_quat_identity()));
        CHECK(a.x * a.y * a.z <= b.x * b.y * b.z * 1.00001f);
        CHECK(caper_quat_is_unit(better, 1e-5f));
    }
}

// -- Axes, units --------------------------------------------------------------------------------

// Four legs with these names at the corners of a square.
static void read_legs(const char *option, const char *const names[4])
{
    static const char *const corners[] = {"1 1 0", "1 -1 0", "-1 1 0", "-1 -1 0"};
    char text[2048];
    int size =
        snprintf(text, sizeof text,
                 "<mujoco><option %s/><worldbody><body name='trunk'><geom size='.1'/>", option);
    for (int i = 0; i < 4; i++)
        size += snprintf(text + size, sizeof text - (size_t)size,
                         "<body name='%s' pos='%s'><geom size='.1'/></body>", names[i], corners[i]);
    snprintf(text + size, sizeof text - (size_t)size, "</body></worldbody></mujoco>");
    read_text(text);
}

// Bodies on the left must come to lie at +X, bodies in front at +Z.
static void check_faces(const char *left, const char *right, const char *front, const char *back,
                        const char *axes)
{
    caper_vec3 l = robot_now.model[robot_find(left)].position;
    caper_vec3 r = robot_now.model[robot_find(right)].position;
    caper_vec3 f = robot_now.model[robot_find(front)].position;
    caper_vec3 b = robot_now.model[robot_find(back)].position;
    CHECK_VEC3(caper_vec3_sub(l, r), 2, 0, 0, 1e-5);
    CHECK_VEC3(caper_vec3_sub(f, b), 0, 0, 2, 1e-5);
    CHECK_STR(robot_now.draft.axes, axes);
    robot_close();
}

static void characters_face_forward(void)
{
    read_legs("", (const char *[]){"FL", "FR", "RL", "RR"});
    check_faces("FL", "FR", "FL", "RL", "Z up, +X forward by names");
    read_legs("", (const char *[]){"front_left", "front_right", "back_left", "back_right"});
    check_faces("back_left", "back_right", "front_left", "back_left", "Z up, +X forward by names");
    // left at -x is what faces +y
    read_legs("", (const char *[]){"FrontRight", "HindRight", "FrontLeft", "HindLeft"});
    check_faces("FrontLeft", "FrontRight", "FrontLeft", "HindLeft", "Z up, +Y forward by names");
    read_legs("", (const char *[]){"rhip", "lhip", "rknee", "lknee"});
    check_faces("lhip", "rhip", "lknee", "lhip", "Z up, -X forward by names");
    read_legs("", (const char *[]){"LEFT 1", "LEFT 2", "RIGHT 1", "RIGHT 2"});
    check_faces("LEFT 1", "RIGHT 1", "LEFT 2", "LEFT 1", "Z up, -Y forward by names");
    read_legs("", (const char *[]){"front_x", "back_y", "front_y", "back_x"});
    CHECK_STR(robot_now.draft.axes, "Z up, +X forward by convention"); // halves disagree
    robot_close();
    // left and front cannot both be right
    read_legs("", (const char *[]){"front_left", "back_left", "front_right", "back_right"});
    CHECK_STR(robot_now.draft.axes, "Z up, +X forward by convention");
    CHECK(robot_warned("do not agree"));
    robot_close();
    read_legs("", (const char *[]){"1", "2", "3", "4"});
    check_faces("1", "2", "1", "3", "Z up, +X forward by convention");
}

static void up_is_against_gravity_or_as_told(void)
{
    const char *text = "<mujoco><option gravity='0 -9.81 0'/><worldbody><body name='a'>"
                       "<geom type='box' size='.1 .2 .3'/><body name='b' pos='1 2 3'>"
                       "<geom size='.1'/></body></body></worldbody></mujoco>";
    read_text(text);
    CHECK_STR(robot_now.draft.axes, "Y up, +X forward by convention");
    // +X forward and Y up: left is -Z
    CHECK_VEC3(robot_now.model[1].position, -3, 2, 1, 1e-6);
    CHECK_VEC3(robot_body("a")->box_half, .3, .2, .1, 1e-6);
    CHECK_INT(robot_now.draft.up, CAPER_UP_Y);
    robot_close();
    caper_import_options options = caper_import_options_default();
    options.up = CAPER_UP_X;
    REQUIRE(robot_read(caperi_read_mjcf, text, strlen(text), &options));
    CHECK_STR(robot_now.draft.axes, "X up, +Z forward by convention");
    CHECK_VEC3(robot_now.model[1].position, -2, 1, 3, 1e-6);
    robot_close();
    options.up = CAPER_UP_Z;
    REQUIRE(robot_read(caperi_read_mjcf, text, strlen(text), &options));
    CHECK_VEC3(robot_now.model[1].position, 2, 3, 1, 1e-6);
    robot_close();
}

static bool has_warning(const char *part)
{
    const caper_warnings *warnings = &robot_now.draft.warnings;
    for (int i = 0; i < warnings->count; i++)
        if (strstr(warnings->items[i].message, part))
            return true;
    return false;
}

// A slip of the pen in what shapes a body is told, once a kind; what MuJoCo knows and we leave out
// on purpose is not.
static void what_nobody_knows_is_told_by_name(void)
{
    read_text("<mujoco><compiler angle='radian' angel='x'/><default><geom rgba='1 1 1 1' sise='2'/>"
              "</default><bogus/><worldbody><light/><body name='a' poss='1 2 3'><freejoint/>"
              "<geom size='.1' sise='3' friction='1' solref='1 1'/><geom size='.1' sise='4'/>"
              "<goem size='1'/><site siz='1'/><body name='b'><joint armature='1' axis='1 0 0'/>"
              "<goem/><geom size='.1'/></body></body></worldbody><actuator><motr/></actuator>"
              "</mujoco>");
    CHECK_INT(robot_now.draft.warnings.count, 5);
    CHECK(has_warning("<compiler> has no attribute 'angel'"));
    CHECK(has_warning("<geom> has no attribute 'sise' that is known (3 of them)"));
    CHECK(has_warning("<bogus> in <mujoco> is not known (1 of them)"));
    CHECK(has_warning("<body> has no attribute 'poss'"));
    CHECK(has_warning("<goem> in <body> is not known (2 of them)"));
    robot_close();
}

static void gravity_tells_the_unit(void)
{
    const char *text = "<mujoco><option gravity='0 0 -981'/><worldbody><body name='a'>"
                       "<geom type='box' size='1 2 3' mass='5'/><body name='b' pos='100 0 0'>"
                       "<geom size='1'/></body></body></worldbody></mujoco>";
    read_text(text);
    CHECK_STR(robot_now.draft.unit_name, "centimetres");
    CHECK(robot_now.draft.unit_detected);
    CHECK_VEC3(robot_at("b"), 1, 0, 0, 1e-6);
    CHECK_VEC3(robot_body("a")->box_half, .02, .03, .01, 1e-6);
    CHECK_NEAR(robot_body("a")->mass, .005, 1e-8); // grams
    robot_close();
    caper_import_options options = caper_import_options_default();
    options.unit = 1.0f;
    REQUIRE(robot_read(caperi_read_mjcf, text, strlen(text), &options));
    CHECK(!robot_now.draft.unit_detected);
    CHECK_VEC3(robot_at("b"), 100, 0, 0, 1e-4);
    robot_close();
}

// -- What is read -------------------------------------------------------------------------------

static void the_largest_tree_is_the_character(void)
{
    read_text("<mujoco model='zoo'><worldbody><geom type='plane' size='1 1 1'/>"
              "<body name='ball'><freejoint/><geom size='.1'/></body>"
              "<body name='cat'><freejoint/><geom size='.1'/><site/><body name='tail'>"
              "<joint/><geom size='.1'/></body></body>"
              "<body name='target' mocap='true'><geom size='.1'/><body><body/></body></body>"
              "</worldbody><equality><connect body1='tail' body2='cat' anchor='0 0 0'/>"
              "<weld body1='cat'/><joint joint1='x'/></equality></mujoco>");
    CHECK_INT(robot_now.draft.body_count, 2);
    CHECK_STR(robot_now.draft.bodies[0].name, "cat");
    CHECK_STR(robot_now.draft.name, "zoo");
    CHECK(!robot_now.draft.bodies[0].has_joint);
    CHECK(robot_warned("the character is 'cat': 4 other bodies and 1 geoms"));
    CHECK(robot_warned("'tail' and 'cat' close a loop"));
    CHECK(robot_warned("'cat' and 'the world' close a loop"));
    CHECK_INT(robot_now.draft.warnings.count, 3);
    robot_close();
}

static void a_mark_without_substance_is_a_helper(void)
{
    read_text("<mujoco><worldbody><body name='a'><geom size='.1'/><body name='mark'><site/></body>"
              "<body name='link'><body name='b'><joint/><geom size='.1'/></body></body></body>"
              "</worldbody></mujoco>");
    CHECK_INT(robot_body("mark")->caps, CAPER_CAP_HELPER);
    CHECK_INT(robot_body("link")->caps, 0);
    CHECK_INT(robot_body("b")->caps, 0);
    robot_close();
}

// Straight legs that the knee does not allow: the robot stands as its key has it.
static void a_key_stands_in_for_a_forbidden_pose(void)
{
    const char *format =
        "<mujoco><compiler angle='radian'/><worldbody><body name='prop'><freejoint/>"
        "<geom size='.1'/></body><body name='a' pos='0 0 1'><freejoint/><geom size='.1'/>"
        "<body name='thigh'><joint axis='0 1 0' range='-1 2'/><geom size='.1'/>"
        "<body name='shin' pos='0 0 -1'><joint axis='0 1 0' range='-2.5 %s' ref='%s'/>"
        "<geom size='.1'/><body name='foot' pos='0 0 -1'><geom size='.1'/></body></body></body>"
        "</body></worldbody><keyframe><key name='bad' qpos='0 0 0 1 0 0 0 0 0 1 1 0 0 0 0 0'/>"
        "<key name='home' qpos='0 0 0 1 0 0 0 0 0 2 1 0 0 0 1.5707963267949 %s'/>"
        "</keyframe></mujoco>";
    char text[2048];
    snprintf(text, sizeof text, format, "-.5", "0", "-1.5707963267949");
    read_text(text);
    CHECK(robot_warned("key 'home' is the rest pose"));
    CHECK_VEC3(robot_at("a"), 0, 0, 2, 1e-6);
    // a quarter turn about y takes -z to -x, the knee turns the shin back
    CHECK_VEC3(robot_at("shin"), -1, 0, 2, 1e-6);
    CHECK_VEC3(robot_at("foot"), -1, 0, 1, 1e-6);
    // limits count from there
    CHECK_NEAR(robot_body("thigh")->joint.min, -1 - PI / 2, 1e-6);
    CHECK_NEAR(robot_body("thigh")->joint.max, 2 - PI / 2, 1e-6);
    CHECK_NEAR(robot_body("shin")->joint.min, -2.5 + PI / 2, 1e-6);
    CHECK_NEAR(robot_body("shin")->joint.max, -.5 + PI / 2, 1e-6);
    robot_close();
    // ref moves both the limits and the values of keys
    snprintf(text, sizeof text, format, "-.5", "1", "-1.5707963267949");
    read_text(text);
    double turned = PI / 2 - PI / 2 - 1; // of the foot about y, from straight down
    CHECK_VEC3(robot_at("foot"), -1 - sin(turned), 0, 2 - cos(turned), 1e-6);
    robot_close();
    // a pose that its limits allow stays
    snprintf(text, sizeof text, format, ".5", "0", "-1.5707963267949");
    read_text(text);
    CHECK_VEC3(robot_at("foot"), 0, 0, -1, 1e-6);
    robot_close();
}

// -- Includes -----------------------------------------------------------------------------------

static const char *folder(void)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/test_mjcf", CAPER_BINARY_DIR);
    mkdir(path, 0777);
    return path;
}

static const char *write_file(const char *name, const char *text)
{
    static char path[640];
    snprintf(path, sizeof path, "%s/%s", folder(), name);
    caper_error error = {0};
    REQUIRE(caper_file_write(path, text, strlen(text), &error));
    return path;
}

static void check_load(const char *name, const char *words)
{
    char path[640];
    snprintf(path, sizeof path, "%s/%s", folder(), name);
    caper_error error = {0};
    caper_import *import = caper_import_load(path, NULL, &error);
    if (words) {
        CHECK(import == NULL);
        CHECK_HAS(error.message, words);
        CHECK(error.line > 0);
    } else {
        REQUIRE(import != NULL);
        CHECK_INT(import->character->body_count, 3);
        CHECK_NEAR(import->character->bodies[1].mass, 5, 1e-6);
    }
    caper_import_destroy(import);
}

static void included_files_stand_in_their_place(void)
{
    robot_need_parser(caperi_read_mjcf);
    char below[640];
    snprintf(below, sizeof below, "%s/parts", folder());
    mkdir(below, 0777);
    write_file("main.xml", "<mujoco><include file='./parts/settings.xml'/><worldbody>"
                           "<body name='a'><geom class='g'/><include file='parts/limbs.xml'/>"
                           "</body></worldbody></mujoco>");
    write_file("parts/settings.xml", "<mujoco><default class='main'><default class='g'>"
                                     "<geom size='.1' mass='5'/></default></default></mujoco>");
    // from the folder of the main file, or else from its own
    write_file("parts/limbs.xml", "<mujocoinclude><include file='parts/first.xml'/>"
                                  "<include file='second.xml'/></mujocoinclude>");
    write_file("parts/first.xml", "<x><body name='b'><geom class='g'/></body></x>");
    write_file("parts/second.xml", "<x><body name='c'><geom class='g'/></body></x>");
    check_load("main.xml", NULL);

    write_file("up.xml", "<mujoco><include file='../main.xml'/></mujoco>");
    check_load("up.xml", "cannot include '../main.xml': expected a file beside or below");
    write_file("up.xml", "<mujoco><include file='parts/../../main.xml'/></mujoco>");
    check_load("up.xml", "beside or below");
    write_file("up.xml", "<mujoco><include file='parts/..'/></mujoco>");
    check_load("up.xml", "beside or below");
    write_file("up.xml", "<mujoco><include file='/etc/passwd'/></mujoco>");
    check_load("up.xml", "cannot include '/etc/passwd'");
    write_file("up.xml", "<mujoco><include file='c:\\main.xml'/></mujoco>");
    check_load("up.xml", "beside or below");
    write_file("up.xml", "<mujoco><include/></mujoco>");
    check_load("up.xml", "<include> has no file");
    write_file("self.xml", "<mujoco><include file='self.xml'/></mujoco>");
    check_load("self.xml", "includes the main file");
    write_file("one.xml", "<mujoco><include file='two.xml'/></mujoco>");
    write_file("two.xml", "<mujoco>\n<include file='./three.xml'/></mujoco>");
    write_file("three.xml", "<mujoco>\n\n<include file='two.xml'/></mujoco>");
    check_load("one.xml", "includes 'two.xml' a second time");
    write_file("gone.xml", "<mujoco>\n  <include file='nowhere.xml'/></mujoco>");
    check_load("gone.xml", "cannot include 'nowhere.xml'");
    write_file("broken.xml", "<mujoco><include file='three2.xml'/></mujoco>");
    write_file("three2.xml", "<mujoco>\n<body>\n</mujoco>");
    check_load("broken.xml", "mismatched tag");
}

// A fault in an included file is told with that file's name and line.
static void faults_are_told_where_they_are(void)
{
    robot_need_parser(caperi_read_mjcf);
    write_file("outer.xml", "<mujoco><worldbody><body>\n\n<include file='fault.xml'/></body>"
                            "</worldbody></mujoco>");
    write_file("fault.xml", "<x>\n  <geom size='one'/></x>");
    char path[640];
    snprintf(path, sizeof path, "%s/outer.xml", folder());
    caper_error error = {0};
    CHECK(caper_import_load(path, NULL, &error) == NULL);
    CHECK_HAS(error.source, "fault.xml");
    CHECK_INT(error.line, 2);
    CHECK_INT(error.column, 3);
    CHECK_HAS(error.message, "size of <geom> has 'one', expected 1 to 3 numbers");
}

// -- Refusals -----------------------------------------------------------------------------------

#define WORLD(inside) "<mujoco>\n<worldbody><body>\n" inside "</body></worldbody></mujoco>"

static void bad_files_are_refused_with_a_reason(void)
{
    robot_need_parser(caperi_read_mjcf);
    static const robot_refusal cases[] = {
        {"", CAPER_ERROR_SYNTAX, 1, "no element found"},
        {"<mujoco>", CAPER_ERROR_SYNTAX, 1, "no element found"},
        {"<mujoco>\n<a>\n</b></mujoco>", CAPER_ERROR_SYNTAX, 3, "mismatched tag"},
        {"<mujoco a='1' a='2'/>", CAPER_ERROR_SYNTAX, 1, "duplicate attribute"},
        {"<mujoco/>\njunk", CAPER_ERROR_SYNTAX, 2, "junk after document element"},
        {"<mujoco>\xff</mujoco>", CAPER_ERROR_SYNTAX, 1, "invalid token"},
        {"<!DOCTYPE mujoco [\n<!ENTITY a 'b'>]><mujoco/>", CAPER_ERROR_UNSUPPORTED, 2, "entity"},
        {"<!DOCTYPE mujoco [\n<!ENTITY a SYSTEM 'file:///etc/passwd'>]><mujoco>&a;</mujoco>",
         CAPER_ERROR_UNSUPPORTED, 2, "entity"},
        {"<!DOCTYPE mujoco [\n<!ENTITY % a SYSTEM 'x'> %a;]><mujoco/>", CAPER_ERROR_UNSUPPORTED, 2,
         "entity"},
        {"<mujoco>&lol;</mujoco>", CAPER_ERROR_SYNTAX, 1, "undefined entity"},
        {"<sdf/>", CAPER_ERROR_INVALID, 1, "the root element is <sdf>, expected <mujoco>"},
        {"<mujoco/>", CAPER_ERROR_INVALID, 1, "there is no <worldbody>"},
        {"<mujoco><body/></mujoco>", CAPER_ERROR_INVALID, 1, "there is no <worldbody>"},
        {"<mujoco><worldbody/></mujoco>", CAPER_ERROR_INVALID, 1, "the world has no bodies"},
        {"<mujoco><worldbody><body mocap='true'/></worldbody></mujoco>", CAPER_ERROR_INVALID, 1,
         "mocap"},
        {"<mujoco><worldbody><joint/><body/></worldbody></mujoco>", CAPER_ERROR_INVALID, 1,
         "the world has a joint"},
        {"<mujoco><compiler angle='grad'/></mujoco>", CAPER_ERROR_INVALID, 1,
         "angle of <compiler> is 'grad', expected degree or radian"},
        {"<mujoco><compiler eulerseq='xyw'/></mujoco>", CAPER_ERROR_INVALID, 1, "eulerseq"},
        {"<mujoco><compiler coordinate='global'/></mujoco>", CAPER_ERROR_UNSUPPORTED, 1, "global"},
        {"<mujoco><compiler settotalmass='heavy'/></mujoco>", CAPER_ERROR_SYNTAX, 1, "'heavy'"},
        {"<mujoco><option gravity='0 0'/></mujoco>", CAPER_ERROR_INVALID, 1,
         "gravity of <option> has 2 numbers, expected 3 numbers"},
        {"<mujoco><default>\n<default/></default></mujoco>", CAPER_ERROR_INVALID, 2, "no class"},
        {"<mujoco><include file='x'/></mujoco>", CAPER_ERROR_IO, 1, "no folder"},
        {WORLD("<geom class='no'/>"), CAPER_ERROR_INVALID, 3, "class 'no', which no <default>"},
        {WORLD("<body childclass='no'/>"), CAPER_ERROR_INVALID, 3, "class 'no'"},
        {WORLD("<joint type='screw'/>"), CAPER_ERROR_INVALID, 3, "'screw', expected hinge"},
        {WORLD("<joint range='1'/>"), CAPER_ERROR_INVALID, 3, "range of <joint> has 1 numbers"},
        {WORLD("<joint range='2 1'/>"), CAPER_ERROR_INVALID, 3, "ends before it begins"},
        {WORLD("<joint limited='true'/>"), CAPER_ERROR_INVALID, 3, "no range"},
        {WORLD("<joint limited='maybe'/>"), CAPER_ERROR_INVALID, 3, "'maybe'"},
        {WORLD("<joint axis='0 0 0'/>"), CAPER_ERROR_INVALID, 3, "the axis of a joint is 0"},
        {WORLD("<geom type='blob'/>"), CAPER_ERROR_INVALID, 3, "'blob', expected sphere"},
        {WORLD("<geom size='1 2 3 4'/>"), CAPER_ERROR_INVALID, 3, "more numbers"},
        {WORLD("<geom size='1e999'/>"), CAPER_ERROR_SYNTAX, 3, "'1e999'"},
        {WORLD("<geom size='nan'/>"), CAPER_ERROR_SYNTAX, 3, "'nan'"},
        {WORLD("<body quat='1 0 0 0' euler='0 0 0'/>"), CAPER_ERROR_INVALID, 3,
         "both quat and euler"},
        {WORLD("<body xyaxes='1 0 0 2 0 0'/>"), CAPER_ERROR_INVALID, 3, "parallel"},
        {WORLD("<body zaxis='0 0 0'/>"), CAPER_ERROR_INVALID, 3, "no direction"},
        {WORLD("<body pos='1 2'/>"), CAPER_ERROR_INVALID, 3, "pos of <body> has 2 numbers"},
        {WORLD("<inertial/>"), CAPER_ERROR_INVALID, 3, "no mass"},
        {WORLD("<inertial mass='-1'/>"), CAPER_ERROR_INVALID, 3, "no mass"},
        {WORLD("<replicate/>"), CAPER_ERROR_UNSUPPORTED, 3, "<replicate>"},
        {WORLD("<attach/>"), CAPER_ERROR_UNSUPPORTED, 3, "<attach>"},
        {"<mujoco><worldbody><body><body><joint range='30 40'/></body></body></worldbody>\n"
         "<keyframe><key qpos='1 2'/></keyframe></mujoco>",
         CAPER_ERROR_INVALID, 2, "qpos of <key> has more numbers"},
    };
    robot_check_refusals(caperi_read_mjcf, cases, CAPER_COUNT_OF(cases));
}

// A document type without entities is harmless.
static void a_document_type_alone_is_fine(void)
{
    read_text("<?xml version='1.0' encoding='ISO-8859-1'?><!DOCTYPE mujoco SYSTEM 'mujoco.dtd'>"
              "<!-- <robot> --><mujoco><worldbody><body name='\xe9'><geom size='.1'/></body>"
              "</worldbody></mujoco>");
    CHECK_STR(robot_now.draft.bodies[0].name, "\xc3\xa9");
    robot_close();
}

// A repeated part, between a beginning and an end.
static char *repeat(const char *head, const char *part, int count, const char *tail, size_t *size)
{
    size_t length = strlen(part);
    *size = strlen(head) + (size_t)count * length + strlen(tail);
    char *text = malloc(*size + 1);
    REQUIRE(text != NULL);
    strcpy(text, head);
    char *at = text + strlen(head);
    for (int i = 0; i < count; i++, at += length)
        memcpy(at, part, length);
    strcpy(at, tail);
    return text;
}

static void check_limit(const char *head, const char *part, int count, const char *tail,
                        const char *words)
{
    size_t size;
    char *text = repeat(head, part, count, tail, &size);
    CHECK(!robot_read(caperi_read_mjcf, text, size, NULL));
    CHECK_INT(robot_now.error.status, CAPER_ERROR_LIMIT);
    CHECK_HAS(robot_now.error.message, words);
    robot_close();
    free(text);
}

static void too_much_is_refused(void)
{
    robot_need_parser(caperi_read_mjcf);
    check_limit("<mujoco>", "<a>", 300, "", "nested deeper");
    check_limit("<mujoco><worldbody>", "<body/>", 1025, "</worldbody></mujoco>", "1025 bodies");
    check_limit("<mujoco>", "<a/>", CAPERI_XML_MAX_ELEMENTS, "</mujoco>", "more elements");
    char head[8192];
    int size = snprintf(head, sizeof head, "<mujoco");
    for (int i = 0; i < 257; i++)
        size += snprintf(head + size, sizeof head - (size_t)size, " a%d='1'", i);
    check_limit(head, "", 0, "/>", "256 attributes");
    check_limit("<mujoco><default>", "<geom/>", 5, "</default></mujoco>", "more than 4 <geom>");
    check_limit("<mujoco><worldbody><body>", "<joint/>", 16385, "</body></worldbody></mujoco>",
                "16385 joints");
}

// -- Damage, memory -----------------------------------------------------------------------------

static const char whole[] =
    "<mujoco model='w'><compiler angle='radian'/><option gravity='0 0 -9.81'/><default>"
    "<joint range='-1 1'/><default class='c'><geom type='capsule' size='.1'/></default></default>"
    "<worldbody><geom type='plane'/><body name='a' pos='0 0 1' childclass='c'><freejoint/>"
    "<geom fromto='0 0 0 1 0 0'/><inertial mass='3'/><body name='l' euler='0 0 1'><joint/>"
    "<joint axis='1 0 0'/><geom size='.1 .2'/></body><body name='r' zaxis='1 0 0'><joint/>"
    "<geom type='box' size='.1 .1 .1'/></body></body></worldbody><equality><weld body1='a'/>"
    "</equality><keyframe><key qpos='0 0 1 1 0 0 0 0 0 0'/></keyframe></mujoco>";

static void damaged_files_never_crash(void)
{
    robot_need_parser(caperi_read_mjcf);
    int read = robot_check_damage(whole, NULL);
    CHECK(read > 100); // names and digits may change
}

static void a_lack_of_memory_is_an_error(void)
{
    robot_need_parser(caperi_read_mjcf);
    robot_check_memory(whole, NULL);
}

// -- The data set -------------------------------------------------------------------------------

// The models of the data set with the number of bodies that their trees have.
static const struct {
    const char *path;
    int bodies;
    int legs; // < 0: not told apart from a spine
    const char *axes;
    double mass; // of primitive geoms: as MuJoCo 2.2.2 adds them up; 0: what the <inertial>
                 // elements add up to; < 0: there are meshes
} models[] = {
    {"dm_control/ant.xml", 13, 4, "Z up, +X forward by names", 12.38129},
    {"dm_control/fruitfly_v2.xml", 67, 6, "Z up, +X forward by names", -1},
    {"dm_control/suite/dog.xml", 61, 4, "Z up, +X forward by names", -1},
    {"dm_control/suite/fish.xml", 5, 0, "Z up, +Y forward by names", 0.03448838},
    {"dm_control/suite/hopper.xml", 5, -1, "Z up, +X forward by convention", 12.43915},
    {"dm_control/suite/humanoid.xml", 16, 2, "Z up, +X forward by names", 40.84402},
    {"dm_control/suite/humanoid_CMU.xml", 31, 2, "Z up, -Y forward by names", 51.84594},
    {"dm_control/suite/quadruped.xml", 17, 4, "Z up, +X forward by names", 107.1179},
    {"dm_control/suite/walker.xml", 7, 2, "Z up, +X forward by names", 28.54032},
    {"gymnasium/ant.xml", 13, 4, "Z up, +X forward by convention", -1},
    {"gymnasium/half_cheetah.xml", 7, 2, "Z up, +X forward by convention", 14},
    {"gymnasium/swimmer.xml", 3, 0, "Z up, +X forward by convention",
     // three capsules of radius 0.1 and length 1
     3 * 1000 * (PI * .01 + 4 / 3.0 * PI * .001)},
    {"menagerie/agility_cassie/cassie.xml", 25, 2, "Z up, +X forward by names", 0},
    {"menagerie/boston_dynamics_spot/spot.xml", 13, 4, "Z up, +X forward by names", 0},
    {"menagerie/robotis_op3/op3.xml", 21, 2, "Z up, +X forward by names", 0},
    {"menagerie/shadow_hand/right_hand.xml", 25, 0, NULL, 0},
    {"menagerie/unitree_go1/go1.xml", 13, 4, "Z up, +X forward by names", 0},
    {"menagerie/unitree_h1/h1.xml", 20, 2, "Z up, +X forward by names", 0},
    {"mujoco/humanoid.xml", 16, 2, "Z up, +X forward by names", 40.84402},
    {"ostrich/ostrich.xml", 31, 2, "Z up, +X forward by names", -1},
    {"ostrich/ostrich_legs_torque.xml", 13, 2, "Z up, +X forward by names", -1},
};

// The masses of all <inertial> elements of a file, found as text.
static double inertial_sum(const char *path)
{
    caper_error error = {0};
    size_t size;
    char *text = caper_file_read(path, 0, NULL, &size, &error);
    REQUIRE(text != NULL);
    double sum = 0;
    for (const char *at = text; (at = strstr(at, "<inertial")); at++)
        sum += atof(strstr(at, "mass=\"") + 6);
    caper_free(NULL, text, size + 1);
    return sum;
}

static void the_models_of_the_data_set_become_characters(void)
{
    robot_need_parser(caperi_read_mjcf);
    printf("%-42s %6s %4s %6s %9s  %s\n", "file", "bodies", "legs", "height", "mass", "caps");
    for (int i = 0; i < CAPER_COUNT_OF(models); i++) {
        char name[256];
        snprintf(name, sizeof name, "mjcf/%s", models[i].path);
        const char *path = test_shared_path(name);
        if (!path)
            SKIP("no data set beside the sources");
        caper_error error = {0};
        caper_import *import = caper_import_load(path, NULL, &error);
        if (!import)
            printf("%s: %s\n", models[i].path, error.message);
        REQUIRE(import != NULL);
        const caper_character *c = import->character;
        CHECK_INT(import->format, CAPER_FORMAT_MJCF);
        CHECK_INT(c->body_count, models[i].bodies);
        if (models[i].legs >= 0)
            CHECK_INT(c->leg_count, models[i].legs);
        if (models[i].axes)
            CHECK_STR(import->axes, models[i].axes);
        double mass = models[i].mass == 0 ? inertial_sum(path) : models[i].mass;
        if (mass > 0)
            CHECK_NEAR(c->mass, mass, 1e-5 * mass);
        printf("%-42s %6d %4d %6.3f %9.3g ", models[i].path, c->body_count, c->leg_count,
               (double)c->height, (double)c->mass);
        for (int k = 0; k < CAPER_CAP_COUNT; k++) {
            int count = 0;
            for (int b = 0; b < c->body_count; b++)
                count += (c->bodies[b].caps >> k) & 1;
            if (count)
                printf(" %s %d", caper_cap_name(1u << k), count);
        }
        printf("\n");
        caper_import_destroy(import);
    }
}

// A walker without names that tell anything, in the air, with more inside of its trunk.
static caper_import *walker(const char *more)
{
    static const char *const corners[] = {".5 .2 0", ".5 -.2 0", "-.5 .2 0", "-.5 -.2 0"};
    char text[4096];
    int size = snprintf(text, sizeof text,
                        "<mujoco><worldbody><body name='t' pos='0 0 3'><freejoint/>"
                        "<geom type='box' size='.6 .15 .1'/>%s",
                        more);
    for (int i = 0; i < 4; i++)
        size += snprintf(text + size, sizeof text - (size_t)size,
                         "<body name='u%d' pos='%s'><joint axis='0 1 0'/>"
                         "<geom type='capsule' fromto='0 0 0 -.05 0 -.4' size='.04'/>"
                         "<body name='v%d' pos='-.05 0 -.4'><joint axis='0 1 0'/>"
                         "<geom type='capsule' fromto='0 0 0 .05 0 -.4' size='.04'/></body></body>",
                         i, corners[i], i);
    snprintf(text + size, sizeof text - (size_t)size, "</body></worldbody></mujoco>");
    caper_error error = {0};
    caper_import *import = caper_import_parse(text, strlen(text), NULL, NULL, &error);
    REQUIRE(import != NULL);
    return import;
}

// The last joint of a leg is its knee; what stands on the ground is a shape.
static void legs_end_where_their_shapes_do(void)
{
    robot_need_parser(caperi_read_mjcf);
    caper_import *import = walker("");
    const caper_character *c = import->character;
    CHECK_INT(c->body_count, 9);
    REQUIRE(c->leg_count == 4);
    for (int i = 0; i < 4; i++) {
        CHECK(c->bodies[c->legs[i].foot].name[0] == 'v');
        CHECK(c->bodies[c->legs[i].hip].name[0] == 'u');
        // two links of sqrt(.05^2 + .4^2), of which the second counts straight down
        CHECK_NEAR(c->legs[i].length, sqrt(.1625) + .44, 0.05);
    }
    CHECK_NEAR(import->floor, 3 - .84, 0.02);
    CHECK_NEAR(c->bounds.min.y, 0, 0.02);
    caper_import_destroy(import);
}

// A body in the place of another, or with the name of a control, is no helper for that.
static void what_has_substance_keeps_its_mass(void)
{
    robot_need_parser(caperi_read_mjcf);
    caper_import *plain = walker("");
    caper_import *import = walker("<body name='b'><inertial pos='0 0 0' mass='2'/>"
                                  "<geom type='mesh' mesh='m'/></body>"
                                  "<body name='ik_target'><geom size='.1' mass='4'/></body>"
                                  "<body name='mark'/>");
    CHECK_NEAR(import->character->mass, plain->character->mass + 6, 1e-4);
    CHECK_INT(import->character->leg_count, 4);
    int mark = caper_character_find(import->character, "mark");
    CHECK_INT(import->character->bodies[mark].caps, CAPER_CAP_HELPER);
    caper_import_destroy(import);
    caper_import_destroy(plain);
}

// The rest of the XML files there are parts of models.
static void parts_of_models_are_refused(void)
{
    robot_need_parser(caperi_read_mjcf);
    static const char *const parts[] = {"ostrich/shared.xml", "ostrich/bones/legs.xml",
                                        "ostrich/tendons/neck.xml",
                                        "dm_control/suite/common/skybox.xml"};
    for (int i = 0; i < CAPER_COUNT_OF(parts); i++) {
        char name[256];
        snprintf(name, sizeof name, "mjcf/%s", parts[i]);
        const char *path = test_shared_path(name);
        if (!path)
            SKIP("no data set beside the sources");
        caper_error error = {0};
        CHECK(caper_import_load(path, NULL, &error) == NULL);
        CHECK_HAS(error.message, "there is no <worldbody>: expected a whole model");
    }
}

// Limits, boxes and masses of mirrored limbs are mirrored: an oracle that the files bring along.
static void left_and_right_are_alike(void)
{
    robot_need_parser(caperi_read_mjcf);
    static const char *const names[] = {"mjcf/mujoco/humanoid.xml", "mjcf/dm_control/suite/dog.xml",
                                        "mjcf/menagerie/unitree_go1/go1.xml"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        const char *path = test_shared_path(names[i]);
        if (!path)
            SKIP("no data set beside the sources");
        caper_error error = {0};
        caper_import *import = caper_import_load(path, NULL, &error);
        REQUIRE(import != NULL);
        const caper_character *c = import->character;
        int pairs = 0;
        for (int b = 0; b < c->body_count; b++) {
            int m = c->bodies[b].mirror;
            if (m <= b)
                continue;
            pairs++;
            const caper_body *l = &c->bodies[b], *r = &c->bodies[m];
            CHECK_NEAR(l->mass, r->mass, 1e-3 * l->mass);
            CHECK_NEAR(l->joint.max - l->joint.min, r->joint.max - r->joint.min, 0.02);
            CHECK_NEAR(l->joint.swing, r->joint.swing, 0.02);
            CHECK_NEAR(l->box_half.x * l->box_half.y * l->box_half.z,
                       r->box_half.x * r->box_half.y * r->box_half.z, 1e-6);
        }
        CHECK(pairs >= 4);
        caper_import_destroy(import);
    }
}

TESTS(what_nobody_knows_is_told_by_name, every_spelling_of_an_orientation_turns_alike,
      bodies_are_where_the_file_says, the_joint_is_the_origin_of_its_body,
      limits_are_as_the_file_has_them, joints_of_other_kinds_become_what_is_nearest,
      hinges_about_one_line_add_up, a_ball_holds_every_pose_of_its_hinges,
      a_hinge_along_the_body_is_its_twist, hinges_apart_meet_in_the_middle,
      attributes_come_from_the_nearest_class, the_outermost_class_holds_for_all,
      an_orientation_of_the_element_comes_first, masses_are_those_of_the_solids,
      masses_follow_the_settings, a_mesh_weighs_as_what_stands_for_it, boxes_touch_their_solids,
      a_frame_turns_with_a_slanted_solid, bounds_hold_every_point_of_a_solid,
      characters_face_forward, up_is_against_gravity_or_as_told, gravity_tells_the_unit,
      the_largest_tree_is_the_character, a_mark_without_substance_is_a_helper,
      a_key_stands_in_for_a_forbidden_pose, included_files_stand_in_their_place,
      faults_are_told_where_they_are, bad_files_are_refused_with_a_reason,
      a_document_type_alone_is_fine, too_much_is_refused, damaged_files_never_crash,
      a_lack_of_memory_is_an_error, the_models_of_the_data_set_become_characters,
      legs_end_where_their_shapes_do, what_has_substance_keeps_its_mass,
      parts_of_models_are_refused, left_and_right_are_alike)
