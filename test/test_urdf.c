// SPDX-License-Identifier: MIT
//
// URDF, feature by feature, against numbers worked out by hand.
#include "robot_fixture.h"

#define PI 3.14159265358979323846

static void read_text(const char *text)
{
    robot_need_parser(caperi_read_urdf);
    bool good = robot_read(caperi_read_urdf, text, strlen(text), NULL);
    if (!good)
        printf("%d:%d: %s\n", robot_now.error.line, robot_now.error.column,
               robot_now.error.message);
    REQUIRE(good);
}

#define LINK(name) "<link name='" name "'/>\n"
#define ENDS(parent, child) "<parent link='" parent "'/><child link='" child "'/>"
#define FIXED(parent, child) "<joint name='j' type='fixed'>" ENDS(parent, child) "</joint>\n"

static void links_are_where_their_joints_put_them(void)
{
    // roll, then pitch, then yaw, about axes that stay: Rz(90) Ry(90) takes x to -z, y to -x
    read_text("<robot name='r2'>" LINK("c") LINK("a")
                  LINK("b") "<joint name='2' type='fixed'><origin xyz='1 2 3'/>" ENDS(
                      "b", "c") "</joint>"
                                "<joint name='1' type='fixed'><origin xyz='0 0 5' "
                                "rpy='0 1.5707963267949 1.5707963267949'/>" ENDS(
                                    "a", "b") "</joint></robot>");
    CHECK_STR(robot_now.draft.name, "r2");
    CHECK_INT(robot_now.draft.body_count, 3);
    CHECK_INT(robot_find("a"), 0);
    CHECK_INT(robot_body("c")->parent, robot_find("b"));
    CHECK_VEC3(robot_at("b"), 0, 0, 5, 1e-6);
    // Ry(90): (1, 2, 3) to (3, 2, -1); Rz(90): to (-2, 3, -1)
    CHECK_VEC3(robot_at("c"), -2, 3, 4, 1e-6);
    robot_close();
    // roll comes first: Rz(90) Rx(90) takes (1, 2, 3) to (1, -3, 2), then to (3, 1, 2)
    read_text("<robot name='r'>" LINK("a") LINK("b")
                  LINK("c") "<joint name='1' type='fixed'><origin rpy='1.5707963267949 0 "
                            "1.5707963267949'/>" ENDS(
                                "a", "b") "</joint><joint name='2' type='fixed'><origin xyz='1 2 "
                                          "3'/>" ENDS("b", "c") "</joint></robot>");
    CHECK_VEC3(robot_at("c"), 3, 1, 2, 1e-6);
    CHECK_STR(robot_now.draft.axes, "Z up, +X forward by convention");
    robot_close();
}

// Children in the order of the joints, each with all that hangs on it before the next.
static void bodies_come_parents_first_in_the_order_of_joints(void)
{
    read_text("<robot name='r'>" LINK("f") LINK("e") LINK("d") LINK("c") LINK("b") LINK("a") FIXED(
        "b", "c") FIXED("a", "b") FIXED("a", "e") FIXED("b", "d") FIXED("e", "f") "</robot>");
    static const char *const order[] = {"a", "b", "c", "d", "e", "f"};
    static const int parents[] = {-1, 0, 1, 1, 0, 4};
    REQUIRE(robot_now.draft.body_count == 6);
    for (int i = 0; i < 6; i++) {
        CHECK_STR(robot_now.draft.bodies[i].name, order[i]);
        CHECK_INT(robot_now.draft.bodies[i].parent, parents[i]);
    }
    robot_close();
}

static caper_joint joint_of(const char *type, const char *inside)
{
    char text[1024];
    snprintf(text, sizeof text,
             "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='%s'>"
             "<parent link='a'/><child link='b'/>%s</joint></robot>",
             type, inside);
    read_text(text);
    caper_joint joint = robot_body("b")->joint;
    if (!robot_body("b")->has_joint)
        joint.kind = CAPER_JOINT_FREE;
    return joint;
}

static void joints_keep_their_axes_and_limits(void)
{
    caper_joint j = joint_of("revolute", "<axis xyz='0 2 0'/><limit lower='-.5' upper='1.5'/>");
    CHECK_INT(j.kind, CAPER_JOINT_HINGE);
    CHECK_VEC3(robot_way("b", j.axis), 0, 1, 0, 1e-6);
    CHECK_NEAR(j.min, -.5, 1e-6);
    CHECK_NEAR(j.max, 1.5, 1e-6);
    robot_close();
    j = joint_of("revolute", "<limit upper='1'/>");
    CHECK_VEC3(robot_way("b", j.axis), 1, 0, 0, 1e-6);
    CHECK_NEAR(j.min, 0, 1e-6);
    robot_close();
    j = joint_of("revolute", "<limit lower='.4' upper='1'/>");
    CHECK_NEAR(j.min, 0, 1e-6);
    CHECK(robot_warned("by 23 degrees at most"));
    robot_close();
    j = joint_of("continuous", "<axis xyz='0 0 1'/><limit effort='1'/>");
    CHECK_INT(j.kind, CAPER_JOINT_HINGE);
    CHECK_NEAR(j.min, -PI, 1e-6);
    CHECK_NEAR(j.max, PI, 1e-6);
    robot_close();
    j = joint_of("fixed", "");
    CHECK_INT(j.kind, CAPER_JOINT_FIXED);
    robot_close();
    j = joint_of("floating", "");
    CHECK_INT(j.kind, CAPER_JOINT_FREE);
    robot_close();
    j = joint_of("spherical", "");
    CHECK_INT(j.kind, CAPER_JOINT_FREE);
    robot_close();
    j = joint_of("prismatic", "<limit lower='0' upper='1'/>");
    CHECK_INT(j.kind, CAPER_JOINT_FIXED);
    CHECK(robot_warned("joint 'j' slides"));
    robot_close();
    j = joint_of("planar", "<axis xyz='0 0 1'/>");
    CHECK_INT(j.kind, CAPER_JOINT_HINGE);
    CHECK(robot_warned("joint 'j' slides, which no joint here does: it only turns"));
    robot_close();
}

#define SHAPE(kind, origin, shape) "<" kind ">" origin "<geometry>" shape "</geometry></" kind ">"

static void boxes_are_those_of_the_shapes(void)
{
    read_text("<robot name='r'><link name='a'>" SHAPE("visual", "", "<box size='9 9 9'/>") SHAPE(
        "collision", "<origin xyz='1 0 0'/>",
        "<box size='.2 .4 .6'/>") "</link>"
                                  "<link name='b'>" SHAPE(
                                      "visual", "",
                                      "<sphere radius='.3'/>") "</link>"
                                                               "<link name='c'>" SHAPE(
                                                                   "collision",
                                                                   "<origin rpy='0 "
                                                                   "1.5707963267949 "
                                                                   "0'/>",
                                                                   "<cylinder "
                                                                   "radius='.1' "
                                                                   "length='2'/>")
                                                                   SHAPE(
                                                                       "collision",
                                                                       "<origin "
                                                                       "xyz='2 0 "
                                                                       "0'/>",
                                                                       "<sphere "
                                                                       "radius='.1'/"
                                                                       ">") "</link>"
                                                                            "<link "
                                                                            "name='d'"
                                                                            ">" SHAPE(
                                                                                "coll"
                                                                                "isio"
                                                                                "n",
                                                                                "",
                                                                                "<cap"
                                                                                "sule"
                                                                                " rad"
                                                                                "ius="
                                                                                "'.1'"
                                                                                " len"
                                                                                "gth="
                                                                                "'2'/"
                                                                                ">") "</link>"
                                                                                     "<link "
                                                                                     "name='e'"
                                                                                     ">" SHAPE(
                                                                                         "collisi"
                                                                                         "on",
                                                                                         "",
                                                                                         "<mesh "
                                                                                         "filenam"
                                                                                         "e='m."
                                                                                         "stl'/>")
                                                                                         SHAPE(
                                                                                             "vis"
                                                                                             "ua"
                                                                                             "l",
                                                                                             "",
                                                                                             "<bo"
                                                                                             "x "
                                                                                             "siz"
                                                                                             "e='"
                                                                                             "1 "
                                                                                             "1 "
                                                                                             "1'/"
                                                                                             ">") "</link>"
                                                                                                  "<link name='f'>" SHAPE(
                                                                                                      "collision",
                                                                                                      "",
                                                                                                      "<mesh filename='m.stl'/>") "</link>"
                                                                                                                                  "<link name='g'/>" FIXED(
                                                                                                                                      "a",
                                                                                                                                      "b") FIXED("a",
                                                                                                                                                 "c")
                                                                                                                                      FIXED("a", "d") FIXED(
                                                                                                                                          "a",
                                                                                                                                          "e")
                                                                                                                                          FIXED(
                                                                                                                                              "a",
                                                                                                                                              "f")
                                                                                                                                              FIXED(
                                                                                                                                                  "a",
                                                                                                                                                  "g") "</robot>");
    const caperi_draft_body *a = robot_body("a");
    CHECK(a->has_box);
    CHECK_VEC3(a->box_center, 0, 0, 1, 1e-6); // (x, y, z) of the file is (y, z, x) here
    CHECK_VEC3(a->box_half, .2, .3, .1, 1e-6);
    CHECK_VEC3(robot_body("b")->box_half, .3, .3, .3, 1e-6);
    CHECK_VEC3(robot_body("c")->box_half, .1, .1, 1.55, 1e-5);
    CHECK_VEC3(robot_body("c")->box_center, 0, 0, .55, 1e-5);
    CHECK_VEC3(robot_body("d")->box_half, .1, 1.1, .1, 1e-6);
    CHECK_VEC3(robot_body("e")->box_half, .5, .5, .5, 1e-6);
    CHECK(!robot_body("f")->has_box && !robot_body("g")->has_box);
    CHECK_INT(robot_body("f")->caps, 0);
    CHECK_INT(robot_body("g")->caps, CAPER_CAP_HELPER); // a place and no more
    CHECK(robot_warned("1 links have meshes only"));
    robot_close();
}

static void masses_are_as_told(void)
{
    read_text("<robot name='r'><link name='a'><inertial><origin xyz='1 1 1'/><mass value='2.5'/>"
              "<inertia ixx='1'/></inertial></link><link name='b'>" SHAPE(
                  "collision", "", "<sphere radius='.1'/>") "</link>" FIXED("a", "b") "</robot>");
    CHECK_NEAR(robot_body("a")->mass, 2.5, 1e-6);
    CHECK_NEAR(robot_body("b")->mass, 0, 0); // left to the box
    robot_close();
}

static void left_and_right_tell_the_way_it_faces(void)
{
    read_text("<robot name='r'>" LINK("base") LINK("left_leg")
                  LINK("right_leg") "<joint name='1' type='fixed'><origin xyz='1 0 0'/>" ENDS(
                      "base", "left_leg") "</joint><joint name='2' type='fixed'><origin xyz='-1 0 "
                                          "0'/>" ENDS("base", "right_leg") "</joint></robot>");
    CHECK_STR(robot_now.draft.axes, "Z up, -Y forward by names");
    CHECK_VEC3(robot_now.model[robot_find("left_leg")].position, 1, 0, 0, 1e-6);
    robot_close();
}

static void up_and_unit_are_as_told(void)
{
    robot_need_parser(caperi_read_urdf);
    const char *text = "<robot name='r'>" LINK("a") LINK(
        "b") "<joint name='1' type='fixed'><origin xyz='1 2 3'/>" ENDS("a", "b") "</joint></robot>";
    caper_import_options options = caper_import_options_default();
    options.up = CAPER_UP_Y;
    options.unit = 0.01f;
    REQUIRE(robot_read(caperi_read_urdf, text, strlen(text), &options));
    CHECK_VEC3(robot_now.model[1].position, -.03, .02, .01, 1e-7);
    CHECK_STR(robot_now.draft.unit_name, "centimetres");
    robot_close();
}

static void bad_files_are_refused_with_a_reason(void)
{
    robot_need_parser(caperi_read_urdf);
    static const robot_refusal cases[] = {
        {"<mujoco/>", CAPER_ERROR_INVALID, 1, "the root element is <mujoco>, expected <robot>"},
        {"<robot/>", CAPER_ERROR_INVALID, 1, "the robot has no links"},
        {"<robot><link/></robot>", CAPER_ERROR_INVALID, 1, "a link has no name"},
        {"<robot>" LINK("a") LINK("a") "</robot>", CAPER_ERROR_INVALID, 2,
         "there are two links named 'a'"},
        {"<robot>" LINK("a") LINK("b") "</robot>", CAPER_ERROR_INVALID, 2,
         "'b' hangs on no joint, and neither does 'a': expected one root"},
        {"<robot>\n" LINK("a") LINK("b") FIXED("a", "b") FIXED("b", "a") "</robot>",
         CAPER_ERROR_INVALID, 1, "in a circle"},
        {"<robot>\n" LINK("r") LINK("a") LINK("b") FIXED("a", "b") FIXED("b", "a") "</robot>",
         CAPER_ERROR_INVALID, 1, "in a circle, not on the root"},
        {"<robot>" LINK("a") FIXED("a", "a") "</robot>", CAPER_ERROR_INVALID, 1, "in a circle"},
        {"<robot>" LINK("a") LINK("b") LINK("c") FIXED("a", "c") FIXED("b", "c") "</robot>",
         CAPER_ERROR_INVALID, 5, "a second joint above link 'c'"},
        {"<robot>" LINK("a") FIXED("a", "x") "</robot>", CAPER_ERROR_INVALID, 2,
         "there is no link named 'x'"},
        {"<robot>" LINK("a") "<joint type='fixed'/></robot>", CAPER_ERROR_INVALID, 2,
         "a joint has no parent link"},
        {"<robot>" LINK("a") LINK("b") "<joint>" ENDS("a", "b") "</joint></robot>",
         CAPER_ERROR_INVALID, 3, "as the type of a joint, found 'none'"},
        {"<robot>" LINK("a") LINK("b") "<joint type='bendy'>" ENDS("a", "b") "</joint></robot>",
         CAPER_ERROR_INVALID, 3, "as the type of a joint, found 'bendy'"},
        {"<robot>" LINK("a") LINK("b") "<joint type='revolute'>" ENDS("a", "b") "</joint></robot>",
         CAPER_ERROR_INVALID, 3, "a revolute joint has no <limit>"},
        {"<robot>" LINK("a") LINK("b") "<joint type='revolute'><limit lower='2' upper='1'/>" ENDS(
             "a", "b") "</joint></robot>",
         CAPER_ERROR_INVALID, 3, "end before they begin"},
        {"<robot>" LINK("a") LINK("b") "<joint type='continuous'><axis xyz='0 0 0'/>" ENDS(
             "a", "b") "</joint></robot>",
         CAPER_ERROR_INVALID, 3, "the axis is 0"},
        {"<robot>" LINK("a")
             LINK("b") "<joint type='fixed'><origin xyz='1 2'/>" ENDS("a", "b") "</joint></robot>",
         CAPER_ERROR_INVALID, 3, "xyz of <origin> has 2 numbers, expected 3 numbers"},
        {"<robot><link name='a'>\n<collision/></link></robot>", CAPER_ERROR_INVALID, 2,
         "<collision> has no geometry"},
        {"<robot><link name='a'>\n<visual><geometry><sphere/></geometry></visual></link></robot>",
         CAPER_ERROR_INVALID, 2, "<sphere> has no radius"},
        {"<robot><link name='a'>\n<visual><geometry><box/></geometry></visual></link></robot>",
         CAPER_ERROR_INVALID, 2, "a box has no size"},
        {"<robot><link name='a'><inertial>\n<mass value='-1'/></inertial></link></robot>",
         CAPER_ERROR_INVALID, 2, "<mass> has no value"},
        {"<robot xmlns:xacro='x'>\n<xacro:macro/></robot>", CAPER_ERROR_UNSUPPORTED, 2,
         "belongs to a xacro file"},
    };
    robot_check_refusals(caperi_read_urdf, cases, CAPER_COUNT_OF(cases));
    static const char nul[] = "<robot name='r'><link name='a'/></robot>\n";
    CHECK(!robot_read(caperi_read_urdf, nul, sizeof nul, NULL));
    CHECK_INT(robot_now.error.status, CAPER_ERROR_SYNTAX);
    CHECK_INT(robot_now.error.line, 2);
    CHECK_STR(robot_now.error.message,
              "found a NUL byte after </robot>, expected the end of the file");
    robot_close();
}

// A URDF may carry settings for MuJoCo, and comments may speak of anything.
static void the_root_element_tells_the_format(void)
{
    static const struct {
        const char *text;
        caper_format format;
    } cases[] = {
        {"<robot><mujoco/></robot>", CAPER_FORMAT_URDF},
        {"<?xml version='1.0'?>\n<!-- <mujoco> > -->\n<!DOCTYPE robot>\n<robot/>",
         CAPER_FORMAT_URDF},
        {"\xEF\xBB\xBF <mujoco model='<robot>'/>", CAPER_FORMAT_MJCF},
        {"<mujocoinclude/>", CAPER_FORMAT_MJCF},
        {"<!DOCTYPE robot [<!ENTITY a '>'> <!ENTITY b 'c'>]><robot/>", CAPER_FORMAT_URDF},
        {"<html><robot/></html>", CAPER_FORMAT_UNKNOWN},
        {"<!-- <robot/>", CAPER_FORMAT_UNKNOWN},
        {"<?", CAPER_FORMAT_UNKNOWN},
        {"<", CAPER_FORMAT_UNKNOWN},
    };
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++)
        CHECK_INT(caper_format_of(NULL, cases[i].text, strlen(cases[i].text)), cases[i].format);
}

static const char whole[] = "<robot name='w'>" LINK(
    "base_link") "<link name='trunk'><inertial><mass "
                 "value='3'/></inertial>" SHAPE("collision", "",
                                                "<box size='1 .5 .3'/>") "</link>" LINK("left_leg")
                     LINK("right_leg") "<joint name='1' "
                                       "type='floating'>" ENDS(
                                           "base_link",
                                           "trunk") "</joint>"
                                                    "<joint name='2' "
                                                    "type='revolute'><"
                                                    "origin xyz='0 .3 -.1' "
                                                    "rpy='.1 .2 .3'/><axis "
                                                    "xyz='0 1 0'/>"
                                                    "<limit lower='-1' "
                                                    "upper='1'/>" ENDS(
                                                        "trunk",
                                                        "left_leg") "</"
                                                                    "joint>"
                                                                    "<joint"
                                                                    " name="
                                                                    "'3' "
                                                                    "type='"
                                                                    "contin"
                                                                    "uous'>"
                                                                    "<origi"
                                                                    "n "
                                                                    "xyz='"
                                                                    "0 -.3 "
                                                                    "-.1'/"
                                                                    ">" ENDS(
                                                                        "tr"
                                                                        "un"
                                                                        "k",
                                                                        "ri"
                                                                        "gh"
                                                                        "t_"
                                                                        "le"
                                                                        "g") "</joint></robot>";

static void damaged_files_never_crash(void)
{
    robot_need_parser(caperi_read_urdf);
    int read = robot_check_damage(whole, NULL);
    CHECK(read > 100);
}

static void a_lack_of_memory_is_an_error(void)
{
    robot_need_parser(caperi_read_urdf);
    robot_check_memory(whole, NULL);
}

static void a_robot_becomes_a_character(void)
{
    robot_need_parser(caperi_read_urdf);
    caper_error error = {0};
    caper_import *import = caper_import_parse(whole, strlen(whole), "w.urdf", NULL, &error);
    if (!import)
        printf("%s\n", error.message);
    REQUIRE(import != NULL);
    CHECK_INT(import->format, CAPER_FORMAT_URDF);
    CHECK_INT(import->character->body_count, 4);
    int trunk = caper_character_find(import->character, "trunk");
    CHECK_NEAR(import->character->bodies[trunk].mass, 3, 1e-6);
    caper_import_destroy(import);
}

static void the_broken_file_of_the_data_set_is_refused(void)
{
    robot_need_parser(caperi_read_urdf);
    const char *path = test_shared_path("mjcf/bullet/humanoid_deepmimic_malformed.urdf");
    if (!path)
        SKIP("no data set beside the sources");
    caper_error error = {0};
    CHECK(caper_import_load(path, NULL, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_SYNTAX);
    CHECK_INT(error.line, 288);
    CHECK_HAS(error.message, "found a NUL byte after </robot>, expected the end of the file");
}

TESTS(links_are_where_their_joints_put_them, bodies_come_parents_first_in_the_order_of_joints,
      joints_keep_their_axes_and_limits, boxes_are_those_of_the_shapes, masses_are_as_told,
      left_and_right_tell_the_way_it_faces, up_and_unit_are_as_told,
      bad_files_are_refused_with_a_reason, the_root_element_tells_the_format,
      damaged_files_never_crash, a_lack_of_memory_is_an_error, a_robot_becomes_a_character,
      the_broken_file_of_the_data_set_is_refused)
