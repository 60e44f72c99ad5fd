// SPDX-License-Identifier: MIT
//
// Markers and targets: that they are where and as large as asked, over everything, and that the
// goals of a character become markers in the world.
#include "render_stage.h"

#include <math.h>

// A box of 0.6 m in front of everything, its markers, and what they change in a picture of 400 x
// 400 that shows 2 m: 200 pixels a metre.
typedef struct stage {
    caper_renderer *renderer;
    caper_character *box;
    caper_render_item item;
    caper_render_scene scene;
    caper_picture plain, drawn;
} stage;

static void open_stage(stage *s)
{
    s->renderer = open_renderer(1);
    s->box = box_character(0.3f, 0.3f, 0.3f);
    s->item = item_at(s->box, 0, 0, 0, 0xffffff);
    s->scene = front_scene(&s->item, 1);
    s->plain = caper_picture_create(400, 400, 0, NULL);
    s->drawn = caper_picture_create(400, 400, 0, NULL);
    REQUIRE(caper_render(s->renderer, &s->scene, &s->plain, NULL));
}

static void close_stage(stage *s)
{
    caper_picture_destroy(&s->plain, NULL);
    caper_picture_destroy(&s->drawn, NULL);
    caper_character_destroy(s->box);
    caper_renderer_destroy(s->renderer);
}

static region draw_markers(stage *s, const caper_render_marker *markers, int count)
{
    s->scene.markers = markers;
    s->scene.marker_count = count;
    REQUIRE(caper_render(s->renderer, &s->scene, &s->drawn, NULL));
    return region_of(&s->drawn, &s->plain, 0, 30);
}

static bool is_mostly(const uint8_t *color, int channel)
{
    int a = color[(channel + 1) % 3], b = color[(channel + 2) % 3];
    return color[channel] > a + 40 && color[channel] > b + 40;
}

static void a_marker_inside_a_body_is_seen_at_its_size(void)
{
    stage s;
    open_stage(&s);
    caper_render_marker m = caper_render_marker_default();
    m.transform.position = caper_vec3_make(0.1f, -0.05f, 0.0f); // the box reaches to z = 0.3
    m.size = 0.1f;
    m.color = 0xff0000;
    region r = draw_markers(&s, &m, 1);
    CHECK_NEAR(r.left, 200, 1);
    CHECK_NEAR(r.right, 240, 1);
    CHECK_NEAR(r.top, 190, 1);
    CHECK_NEAR(r.bottom, 230, 1);
    CHECK_NEAR(r.count, 3.14159 * 20 * 20, 40); // a disc
    CHECK(is_mostly(pixel(&s.drawn, 220, 210), 0));
    m.shape = CAPER_MARKER_CROSS;
    region cross = draw_markers(&s, &m, 1);
    CHECK_NEAR(cross.x, r.x, 1);
    CHECK_NEAR(cross.y, r.y, 1);
    CHECK(cross.count < 0.7 * r.count && cross.count > 0.2 * r.count);
    m.size = 0.0f; // 1/125 of the picture
    m.shape = CAPER_MARKER_BALL;
    r = draw_markers(&s, &m, 1);
    CHECK_NEAR(r.right - r.left, 2 * 400 / 125.0, 2);
    close_stage(&s);
}

static void axes_point_where_the_rotation_says(void)
{
    stage s;
    open_stage(&s);
    caper_render_marker m = caper_render_marker_default();
    m.shape = CAPER_MARKER_NONE;
    m.size = 0.1f;
    CHECK_INT(draw_markers(&s, &m, 1).count, 0);
    m.axes = true;
    draw_markers(&s, &m, 1);
    CHECK(is_mostly(pixel(&s.drawn, 240, 200), 0)); // X to the right, red
    CHECK(is_mostly(pixel(&s.drawn, 200, 160), 1)); // Y upward, green
    // a quarter turn about Z: X is up, Y to the left
    m.transform.rotation = caper_quat_from_axis_angle(caper_vec3_make(0, 0, 1), 0.5f * CAPER_PI);
    draw_markers(&s, &m, 1);
    CHECK(is_mostly(pixel(&s.drawn, 200, 160), 0));
    CHECK(is_mostly(pixel(&s.drawn, 160, 200), 1));
    close_stage(&s);
}

static void a_line_leads_from_the_body_to_its_marker(void)
{
    stage s;
    open_stage(&s);
    caper_render_marker m = caper_render_marker_default();
    m.shape = CAPER_MARKER_NONE;
    m.transform.position = caper_vec3_make(0.8f, 0.0f, 0.0f);
    m.from = caper_vec3_make(-0.1f, 0.0f, 0.0f); // within the box
    CHECK_INT(draw_markers(&s, &m, 1).count, 0);
    m.line = true;
    region r = draw_markers(&s, &m, 1);
    CHECK_NEAR(r.left, 180, 2);
    CHECK_NEAR(r.right, 360, 2);
    CHECK(r.bottom - r.top <= 6);
    CHECK_NEAR(r.y, 200, 1);
    close_stage(&s);
}

static void labels_of_markers_stand_at_their_right(void)
{
    stage s;
    open_stage(&s);
    caper_render_marker m[2] = {caper_render_marker_default(), caper_render_marker_default()};
    m[0].shape = m[1].shape = CAPER_MARKER_NONE;
    m[0].size = m[1].size = 0.1f;
    m[0].label = "here";
    CHECK_INT(draw_markers(&s, m, 1).count, 0); // the scene shows no labels
    s.scene.labels = true;
    region one = draw_markers(&s, m, 1);
    CHECK(one.count > 20);
    CHECK(one.left >= 218 && one.left < 232);
    CHECK(one.top > 188 && one.bottom < 212);
    m[1].label = "there";
    region two = draw_markers(&s, m, 2);
    CHECK(two.top < one.top - 8); // the second moved up
    close_stage(&s);
}

static void what_makes_no_sense_is_left_out_or_refused(void)
{
    stage s;
    open_stage(&s);
    caper_render_marker m[2] = {caper_render_marker_default(), caper_render_marker_default()};
    m[0].transform.position.x = NAN;
    m[0].label = "nowhere";
    m[0].axes = m[0].line = true;
    m[1].shape = CAPER_MARKER_NONE;
    m[1].line = true;
    m[1].from.y = INFINITY;
    s.scene.labels = true;
    CHECK_INT(draw_markers(&s, m, 2).count, 0);
    caper_error error = {0};
    s.scene.markers = NULL;
    CHECK(!caper_render(s.renderer, &s.scene, &s.drawn, &error));
    CHECK_HAS(error.message, "markers");
    s.scene.marker_count = -1;
    CHECK(!caper_render(s.renderer, &s.scene, &s.drawn, &error));
    close_stage(&s);
}

// Goals are in model space; the character stands at (1, 2, 3), turned by a quarter: what lies ahead
// of it (+Z) lies at +X of the world.
static void goals_become_markers_in_the_world(void)
{
    caper_character *box = box_character(0.3f, 0.3f, 0.3f);
    caper_render_item item = item_at(box, 1, 2, 3, 0);
    item.root.rotation = caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), 0.5f * CAPER_PI);
    caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), 0.3f);
    const caper_vec3 tip = {0, 0, 0.5f}, ahead = {0, 0.2f, 2}, zero = {0, 0, 0};
    caper_goal goals[5];
    for (int i = 0; i < 5; i++) {
        goals[i] = caper_goal_default();
        goals[i].point = i == 4 ? zero : tip;
        goals[i].position = i == 1 ? zero : ahead;
        goals[i].rotation = i == 0 ? caper_quat_identity() : turn;
    }
    goals[0].position_weight = 1;
    goals[1].rotation_weight = 1; // how, not where
                                  // goals[2]: no weight
    goals[3].body = 1;            // no such body
    goals[3].position_weight = goals[3].rotation_weight = 1;
    goals[4].position_weight = goals[4].rotation_weight = 0.5f;
    caper_render_marker m[5];
    REQUIRE(caper_render_goal_markers(&item, goals, 5, m) == 3);
    caper_vec3 place = {3, 2.2f, 3}, from = {1.5f, 2, 3};
    CHECK_NEAR(caper_vec3_distance(m[0].transform.position, place), 0, 1e-5);
    CHECK_NEAR(caper_vec3_distance(m[0].from, from), 0, 1e-5);
    CHECK(m[0].line && !m[0].axes);
    CHECK_NEAR(caper_vec3_distance(m[1].transform.position, from), 0, 1e-5);
    CHECK(!m[1].line && m[1].axes);
    caper_quat wanted = caper_quat_mul(item.root.rotation, turn);
    CHECK_NEAR(fabsf(caper_quat_dot(m[1].transform.rotation, wanted)), 1, 1e-5);
    CHECK(m[2].line && m[2].axes);
    CHECK_NEAR(caper_vec3_distance(m[2].from, caper_vec3_make(1, 2, 3)), 0, 1e-5);
    caper_character_destroy(box);
}

// A target is a ball with a stem, sized by the characters, hidden by what is before it.
static void a_target_is_a_fruit_where_it_is(void)
{
    stage s;
    open_stage(&s);
    caper_target target = {0};
    target.name = "fruit";
    target.transform = caper_transform_identity();
    target.transform.position = caper_vec3_make(0.6f, 0.0f, 0.0f);
    caper_world_frame frame = {0};
    frame.targets = &target;
    frame.target_count = 1;
    s.scene.frame = &frame;
    region r = draw_markers(&s, NULL, 0);
    double radius = 0.03 * 0.6 * 200;
    CHECK_NEAR(r.left, 320 - radius, 1.5);
    CHECK_NEAR(r.bottom, 200 + radius, 1.5);
    CHECK(r.top < 200 - 1.2 * radius); // the stem
    CHECK(is_mostly(pixel(&s.drawn, 320, 200), 0));
    target.transform.position = caper_vec3_make(0.0f, 0.0f, -1.0f);
    CHECK_INT(draw_markers(&s, NULL, 0).count, 0);
    close_stage(&s);
}

// With several samples a pixel only the part of the picture that shows more than ground is drawn
// with them. Tiny boxes in two corners make that part the whole picture: the rest must look the
// same.
static void a_part_of_a_picture_looks_as_in_the_whole(void)
{
    caper_renderer *renderer = open_renderer(4);
    caper_character *box = box_character(0.1f, 0.15f, 0.1f),
                    *dot = box_character(0.01f, 0.01f, 0.01f);
    caper_render_item items[3] = {item_at(box, 0.1f, 0.2f, 0, 0xff8000),
                                  item_at(dot, -0.97f, 0.97f, 0, 0),
                                  item_at(dot, 0.97f, -0.97f, 0, 0)};
    items[0].root.rotation = caper_quat_from_axis_angle(caper_vec3_make(0, 0, 1), 0.4f);
    const caper_vec3 points[3] = {{-0.6f, 0.5f, 0}, {-0.3f, 0.6f, 0}, {0.1f, 0.2f, 0.3f}};
    caper_render_trail trail = {points, 3, 0x2040ff, 3.0f, true};
    caper_render_mark mark = {{0.5f, -0.4f, 0}, {0, 0.6f, 0.8f}, 0.2f, 0x20a040};
    items[0].trails = &trail;
    items[0].marks = &mark;
    items[0].trail_count = items[0].mark_count = 1;
    caper_render_marker m = caper_render_marker_default();
    m.transform.position = caper_vec3_make(0.3f, 0.7f, 0);
    m.size = 0.05f;
    m.axes = m.line = true;
    caper_render_scene scene = front_scene(items, 1);
    scene.markers = &m;
    scene.marker_count = 1;
    scene.shadows = false; // whose map depends on all that is there
    caper_picture part = caper_picture_create(300, 300, 0, NULL);
    caper_picture whole = caper_picture_create(300, 300, 0, NULL);
    REQUIRE(caper_render(renderer, &scene, &part, NULL));
    scene.item_count = 3;
    REQUIRE(caper_render(renderer, &scene, &whole, NULL));
    CHECK(region_of(&part, &whole, 0, 100).count >= 8); // the dots
    for (int i = 0; i < 2; i++) {
        caper_picture_fill(&part, i * 290, i * 290, 10, 10, 0);
        caper_picture_fill(&whole, i * 290, i * 290, 10, 10, 0);
    }
    CHECK_INT(region_of(&part, &whole, 0, 6).count, 0);
    // far outside of the picture: nothing but the background
    scene.item_count = 1;
    scene.marker_count = 0;
    items[0].root.position.x = 50.0f;
    items[0].trail_count = items[0].mark_count = 0;
    REQUIRE(caper_render(renderer, &scene, &part, NULL));
    CHECK_INT(region_of(&part, NULL, PAPER, 0).count, 0);
    caper_picture_destroy(&part, NULL);
    caper_picture_destroy(&whole, NULL);
    caper_character_destroy(box);
    caper_character_destroy(dot);
    caper_renderer_destroy(renderer);
}

TESTS(a_marker_inside_a_body_is_seen_at_its_size, axes_point_where_the_rotation_says,
      a_line_leads_from_the_body_to_its_marker, labels_of_markers_stand_at_their_right,
      what_makes_no_sense_is_left_out_or_refused, goals_become_markers_in_the_world,
      a_target_is_a_fruit_where_it_is, a_part_of_a_picture_looks_as_in_the_whole)
