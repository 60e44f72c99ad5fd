// SPDX-License-Identifier: MIT
//
// The renderer, judged by its pixels: where a thing of known size must appear under a known camera,
// what hides what, where a shadow falls. Expected places are worked out here, from the definition
// of a projection, not by the room's own camera functions. Skipped, visibly, where there is no EGL.
#include "menagerie.h"
#include "render_stage.h"

#include <math.h>

static bool quiet(const char *condition, const char *file, int line)
{
    (void)condition;
    (void)file;
    (void)line;
    return false;
}

// -- Refusal --------------------------------------------------------------------------------------

static void a_renderer_refuses_a_def_that_makes_no_sense(void)
{
    caper_renderer_def bad[5];
    for (int i = 0; i < 5; i++) {
        bad[i] = caper_renderer_def_default();
    }
    bad[0].samples = 3;
    bad[1].samples = 0;
    bad[2].shadow_size = 63;
    bad[3].shadow_size = 8193;
    bad[4].cookie = 0;
    caper_set_assert_hook(quiet);
    for (int i = 0; i < 5; i++) {
        caper_error error = {0};
        CHECK(caper_renderer_create(&bad[i], &error) == NULL);
        CHECK_INT(error.status, CAPER_ERROR_INVALID);
    }
    CHECK(caper_renderer_create(NULL, NULL) == NULL);
    caper_set_assert_hook(NULL);
    caper_renderer_destroy(NULL);
    CHECK_STR(caper_renderer_device(NULL), "none");
}

typedef struct refusal {
    caper_renderer *renderer;
    caper_picture picture, before;
} refusal;

static void check_refused(refusal *r, const caper_render_scene *scene, const char *words)
{
    caper_error error = {0};
    CHECK(!caper_render(r->renderer, scene, &r->picture, &error));
    CHECK_INT(error.status, CAPER_ERROR_INVALID);
    CHECK_HAS(error.message, words);
    CHECK(memcmp(r->picture.pixels, r->before.pixels, 4 * 40 * 30) == 0);
}

static void check_camera_refused(refusal *r, caper_camera camera)
{
    caper_render_scene scene = front_scene(NULL, 0);
    scene.camera = camera;
    check_refused(r, &scene, "camera");
}

static void a_scene_that_makes_no_sense_is_refused_and_the_picture_kept(void)
{
    refusal r = {open_renderer(1), caper_picture_create(40, 30, 0x123456, NULL),
                 caper_picture_create(40, 30, 0x123456, NULL)};
    caper_character *box = box_character(1, 1, 1);
    caper_camera good = front_scene(NULL, 0).camera, camera = good;
    camera.target = camera.eye;
    check_camera_refused(&r, camera);
    camera = good;
    camera.up = caper_vec3_make(0, 0, 3);
    check_camera_refused(&r, camera);
    camera = good;
    camera.eye.x = NAN;
    check_camera_refused(&r, camera);
    camera = good;
    camera.fov = 3.1f;
    check_camera_refused(&r, camera);
    camera = good;
    camera.height = 0;
    check_camera_refused(&r, camera);

    caper_render_item item = item_at(box, 0, 0, 0, 0);
    caper_render_scene scene = front_scene(&item, 1);
    item.character = NULL;
    check_refused(&r, &scene, "character");
    item = item_at(box, 0, 0, 0, 0);
    item.fade = 1.5f;
    check_refused(&r, &scene, "fade");
    item = item_at(box, 0, 0, INFINITY, 0);
    check_refused(&r, &scene, "root");
    item = item_at(box, 0, 0, 0, 0);
    caper_pose pose = caper_pose_create(2, 0, NULL);
    item.model = &pose;
    check_refused(&r, &scene, "pose");
    item = item_at(box, 0, 0, 0, 0);
    item.trail_count = 1;
    check_refused(&r, &scene, "trails");
    scene.cookie = 0;
    check_refused(&r, &scene, "caper_render_scene_default");
    scene = front_scene(NULL, 1);
    check_refused(&r, &scene, "items");
    scene = front_scene(NULL, 0);
    scene.light.y = INFINITY;
    check_refused(&r, &scene, "light");

    caper_picture none = {0};
    CHECK(!caper_render(r.renderer, &scene, &none, NULL));
    caper_pose_destroy(&pose, NULL);
    caper_character_destroy(box);
    caper_picture_destroy(&r.picture, NULL);
    caper_picture_destroy(&r.before, NULL);
    caper_renderer_destroy(r.renderer);
}

// -- Place ----------------------------------------------------------------------------------------

static void nothing_leaves_the_background_to_the_bit(void)
{
    caper_renderer *renderer = open_renderer(4);
    caper_picture p = caper_picture_create(64, 48, 0, NULL);
    caper_render_scene scene = front_scene(NULL, 0);
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    CHECK_INT(region_of(&p, NULL, PAPER, 0).count, 0);
    for (int i = 0; i < 64 * 48; i++) {
        CHECK(p.pixels[4 * i + 3] == 255);
    }
    caper_picture_destroy(&p, NULL);
    caper_renderer_destroy(renderer);
}

// In parallel view 2 m are 300 pixels: a box of half size (0.5, 0.3) covers 75 x 45 about its
// place.
static void a_box_in_parallel_view_covers_the_pixels_of_its_size(void)
{
    static const int samples[] = {1, 4, 16};
    for (int k = 0; k < 3; k++) {
        caper_renderer *renderer = open_renderer(samples[k]);
        caper_character *box = box_character(0.5f, 0.3f, 0.4f);
        caper_render_item item = item_at(box, 0.2f, -0.4f, 0, 0xffffff);
        caper_render_scene scene = front_scene(&item, 1);
        caper_picture p = caper_picture_create(400, 300, 0, NULL);
        REQUIRE(caper_render(renderer, &scene, &p, NULL));
        region r = region_of(&p, NULL, PAPER, 30);
        CHECK_NEAR(r.left, 200 + 30 - 75, 1);
        CHECK_NEAR(r.right, 200 + 30 + 75, 1);
        CHECK_NEAR(r.top, 150 + 60 - 45, 1);
        CHECK_NEAR(r.bottom, 150 + 60 + 45, 1);
        CHECK_NEAR(r.x, 230, 0.6);
        CHECK_NEAR(r.y, 210, 0.6);
        caper_picture_destroy(&p, NULL);
        caper_character_destroy(box);
        caper_renderer_destroy(renderer);
    }
}

// A box is rounded by half of its least half size, so its outline in perspective is the largest
// x / depth over a quarter of that circle and the straight parts beside it.
static double outline(double half, double depth_half, double radius, double distance)
{
    double most = 0;
    for (int i = 0; i <= 1000; i++) {
        double a = i * 1.5707963267948966 / 1000;
        double x = half - radius + radius * cos(a);
        double z = depth_half - radius + radius * sin(a);
        most = fmax(most, x / (distance - z));
    }
    return most;
}

static void a_box_in_perspective_is_as_large_as_its_distance_says(void)
{
    caper_renderer *renderer = open_renderer(4);
    caper_character *box = box_character(0.5f, 0.3f, 0.4f);
    caper_render_item item = item_at(box, 0, 0, 0, 0xffffff);
    caper_render_scene scene = front_scene(&item, 1);
    scene.camera = (caper_camera){.eye = {0, 0, 3}, .up = {0, 1, 0}, .fov = 2 * atanf(0.25f)};
    caper_picture p = caper_picture_create(400, 300, 0, NULL);
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    region r = region_of(&p, NULL, PAPER, 30);
    double pixels = 150 / 0.25; // half the picture is a quarter of the depth
    double wide = outline(0.5, 0.4, 0.15, 3) * pixels, high = outline(0.3, 0.4, 0.15, 3) * pixels;
    CHECK_NEAR(r.left, 200 - wide, 1);
    CHECK_NEAR(r.right, 200 + wide, 1);
    CHECK_NEAR(r.top, 150 - high, 1);
    CHECK_NEAR(r.bottom, 150 + high, 1);
    caper_picture_destroy(&p, NULL);
    caper_character_destroy(box);
    caper_renderer_destroy(renderer);
}

// A box turned anyhow looks the same upside down, so its pixels balance about its middle.
static void projection_and_picture_agree_for_any_view(void)
{
    caper_renderer *renderer = open_renderer(1);
    caper_character *box = box_character(0.3f, 0.2f, 0.1f);
    caper_picture p = caper_picture_create(320, 240, 0, NULL);
    caper_rng rng = caper_rng_make(9);
    for (int i = 0; i < 10; i++) {
        caper_render_item item =
            item_at(box, caper_rng_range(&rng, -0.3f, 0.3f), caper_rng_range(&rng, -0.3f, 0.3f),
                    caper_rng_range(&rng, -0.3f, 0.3f), 0xffffff);
        item.root.rotation = caper_quat_exp(caper_vec3_make(
            caper_rng_range(&rng, -2, 2), caper_rng_range(&rng, -2, 2), caper_rng_float(&rng)));
        caper_render_scene scene = front_scene(&item, 1);
        scene.camera.eye = caper_vec3_make(caper_rng_range(&rng, -9, 9), 4, 7);
        REQUIRE(caper_render(renderer, &scene, &p, NULL));
        region r = region_of(&p, NULL, PAPER, 30);
        float x = 0, y = 0;
        CHECK(caper_camera_project(&scene.camera, 320, 240, item.root.position, &x, &y, NULL));
        CHECK(r.count > 100);
        CHECK_NEAR(x, r.x, 0.5);
        CHECK_NEAR(y, r.y, 0.5);
    }
    caper_picture_destroy(&p, NULL);
    caper_character_destroy(box);
    caper_renderer_destroy(renderer);
}

static void the_nearer_box_hides_the_farther_one_in_any_order(void)
{
    caper_renderer *renderer = open_renderer(1);
    caper_character *box = box_character(0.3f, 0.3f, 0.3f);
    caper_picture p = caper_picture_create(100, 100, 0, NULL);
    for (int order = 0; order < 2; order++) {
        caper_render_item items[2];
        items[order] = item_at(box, 0, 0, 1, 0xff0000);
        items[1 - order] = item_at(box, 0.2f, 0, -1, 0x00ff00);
        caper_render_scene scene = front_scene(items, 2);
        REQUIRE(caper_render(renderer, &scene, &p, NULL));
        const uint8_t *front = pixel(&p, 50, 50), *back = pixel(&p, 50 + 20, 50);
        CHECK(front[0] > 100 && front[1] < 20);
        CHECK(back[1] > 100 && back[0] < 20);
    }
    caper_picture_destroy(&p, NULL);
    caper_character_destroy(box);
    caper_renderer_destroy(renderer);
}

static void a_body_that_is_not_finite_is_left_out(void)
{
    caper_renderer *renderer = open_renderer(1);
    caper_character *box = box_character(0.3f, 0.3f, 0.3f);
    caper_picture p = caper_picture_create(60, 60, 0, NULL);
    caper_render_item item = item_at(box, 0, 0, 0, 0xff0000);
    caper_pose pose = caper_character_pose(box, NULL);
    item.model = &pose;
    caper_render_scene scene = front_scene(&item, 1);
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    CHECK(region_of(&p, NULL, PAPER, 0).count > 100);
    pose.bodies[0].position.y = NAN;
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    CHECK_INT(region_of(&p, NULL, PAPER, 0).count, 0);
    CHECK(caper_bounds_is_empty(caper_render_item_bounds(&item)));
    caper_pose_destroy(&pose, NULL);
    caper_picture_destroy(&p, NULL);
    caper_character_destroy(box);
    caper_renderer_destroy(renderer);
}

// A box along y whose body leads up and to the right: as a limb it is drawn that way.
static void a_limb_is_drawn_toward_its_child(void)
{
    caper_body_def bodies[2] = {caper_body_def_default(), caper_body_def_default()};
    bodies[0].name = "thigh";
    bodies[0].box_half = caper_vec3_make(0.05f, 0.4f, 0.05f);
    bodies[0].box_center = caper_vec3_make(0, 0.4f, 0);
    bodies[0].caps = CAPER_CAP_SPINE | CAPER_CAP_ROOT;
    bodies[1].name = "end";
    bodies[1].parent = 0;
    bodies[1].rest_local.position = caper_vec3_make(0.6f, 0.6f, 0);
    bodies[1].caps = CAPER_CAP_HELPER;
    caper_character_def def = caper_character_def_default();
    def.name = "leg";
    def.bodies = bodies;
    def.body_count = 2;
    caper_character *leg = caper_character_create(&def, NULL);
    REQUIRE(leg != NULL);
    caper_renderer *renderer = open_renderer(1);
    caper_picture p = caper_picture_create(200, 200, 0, NULL);
    for (int limbs = 0; limbs < 2; limbs++) {
        caper_render_item item = item_at(leg, 0, 0, 0, 0xffffff);
        item.limbs = limbs;
        caper_render_scene scene = front_scene(&item, 1);
        REQUIRE(caper_render(renderer, &scene, &p, NULL));
        // 100 pixels a metre about (100, 100)
        CHECK_INT(color_at(&p, 140, 60) != PAPER, limbs);
        CHECK_INT(color_at(&p, 155, 45) != PAPER, limbs);
        CHECK_INT(color_at(&p, 100, 40) != PAPER, !limbs);
        region r = region_of(&p, NULL, PAPER, 30);
        CHECK_NEAR(r.x, limbs ? 130 : 100, 1);
        CHECK_NEAR(r.y, limbs ? 70 : 60, 1);
    }
    caper_picture_destroy(&p, NULL);
    caper_character_destroy(leg);
    caper_renderer_destroy(renderer);
}

// -- Light ----------------------------------------------------------------------------------------

// A cube of half size 0.2, 1 m up, under a light at 45 degrees from +X: its shadow lies about
// (-1, 0) and reaches 0.2 along z. Along x a sharp cube's would reach its width and its height,
// 0.4; this one's edges are rounded by 0.1, so across the light it is 0.1 sqrt(2) + 0.1 wide, and
// the slanting light makes that longer by sqrt(2).
static void a_shadow_falls_where_the_light_throws_it(void)
{
    caper_renderer *renderer = open_renderer(1);
    caper_character *box = box_character(0.2f, 0.2f, 0.2f);
    caper_render_item item = item_at(box, 0, 1, 0, 0xffffff);
    caper_render_scene scene = top_scene(&item, 1);
    scene.background = 0xffffff;
    scene.ground = true;
    scene.grid = false;
    scene.light = caper_vec3_make(1, 1, 0);
    caper_picture lit = caper_picture_create(400, 400, 0, NULL);
    caper_picture shaded = caper_picture_create(400, 400, 0, NULL);
    scene.shadows = false;
    REQUIRE(caper_render(renderer, &scene, &lit, NULL));
    scene.shadows = true;
    REQUIRE(caper_render(renderer, &scene, &shaded, NULL));
    region r = region_of(&shaded, &lit, 0, 20);
    double reach = 100 * (0.1 * sqrt(2.0) + 0.1) * sqrt(2.0);
    CHECK_NEAR(r.left, 100 - reach, 2);
    CHECK_NEAR(r.right, 100 + reach, 2);
    CHECK_NEAR(r.top, 200 - 20, 2);
    CHECK_NEAR(r.bottom, 200 + 20, 2);
    const uint8_t *dark = pixel(&shaded, 100, 200), *bright = pixel(&lit, 100, 200);
    for (int c = 0; c < 3; c++) {
        CHECK(dark[c] + 20 < bright[c]);
        CHECK(dark[c] > 100); // a shadow, not a hole
    }
    CHECK(difference(pixel(&shaded, 300, 200), pixel(&lit, 300, 200)) == 0);
    caper_picture_destroy(&lit, NULL);
    caper_picture_destroy(&shaded, NULL);
    caper_character_destroy(box);
    caper_renderer_destroy(renderer);
}

// A flat top under a light from straight above gets all of it, its own shadow none.
static void a_surface_casts_no_shadow_on_itself(void)
{
    caper_renderer *renderer = open_renderer(1);
    caper_character *box = box_character(1.5f, 0.1f, 1.5f);
    caper_render_item item = item_at(box, 0, 0.5f, 0, 0xc0c0c0);
    caper_picture p = caper_picture_create(200, 200, 0, NULL);
    static const caper_vec3 lights[] = {{0, 1, 0}, {1, 1, 0}, {-2, 1, 1}, {0, 0.2f, 1}};
    for (int i = 0; i < 4; i++) {
        caper_render_scene scene = top_scene(&item, 1);
        scene.light = lights[i];
        REQUIRE(caper_render(renderer, &scene, &p, NULL));
        uint32_t middle = color_at(&p, 100, 100);
        for (int y = 40; y < 160; y++) { // within the flat of the top
            for (int x = 40; x < 160; x++) {
                CHECK_INT(color_at(&p, x, y), middle);
            }
        }
    }
    caper_picture_destroy(&p, NULL);
    caper_character_destroy(box);
    caper_renderer_destroy(renderer);
}

static void the_grid_lies_on_its_step(void)
{
    caper_renderer *renderer = open_renderer(1);
    caper_character *box = box_character(0.02f, 0.02f, 0.02f);
    caper_render_item items[2] = {item_at(box, -2, 0, -2, 0), item_at(box, 2, 0, 2, 0)};
    caper_render_scene scene = top_scene(items, 2);
    scene.background = 0xffffff;
    scene.ground = true;
    scene.grid_step = 0.5f;
    scene.shadows = false;
    caper_picture p = caper_picture_create(400, 400, 0, NULL);
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    // 100 pixels a metre: lines at every 50th pixel, plain ground between
    for (int x = 50; x < 400; x += 50) {
        int line = pixel(&p, x, 125)[1] + pixel(&p, x - 1, 125)[1];
        int plain = pixel(&p, x + 25, 125)[1] + pixel(&p, x + 24, 125)[1];
        CHECK(line + 10 < plain);
    }
    CHECK_NEAR(caper_render_grid_step(1.0f), 0.5, 1e-6);
    CHECK_NEAR(caper_render_grid_step(0.05f), 0.02, 1e-7);
    CHECK_NEAR(caper_render_grid_step(39.0f), 10, 1e-4);
    CHECK_NEAR(caper_render_grid_step(0.0f), 1, 0);
    CHECK_NEAR(caper_render_grid_step(NAN), 1, 0);
    caper_picture_destroy(&p, NULL);
    caper_character_destroy(box);
    caper_renderer_destroy(renderer);
}

// -- Marks, trails, labels
// --------------------------------------------------------------------------

static void marks_and_trails_are_as_large_as_asked(void)
{
    caper_renderer *renderer = open_renderer(4);
    caper_character *box = box_character(0.01f, 0.01f, 0.01f);
    caper_render_item item = item_at(box, 0, 0, 0, PAPER);
    item.fade = 1.0f; // into the background: only what it carries is seen
    caper_render_mark mark = {{1, 0, 0.5f}, {0, 1, 0}, 0.4f, 0xff0000};
    item.fade = 0.0f;
    item.marks = &mark;
    item.mark_count = 1;
    caper_render_scene scene = top_scene(&item, 1);
    caper_picture p = caper_picture_create(400, 400, 0, NULL);
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    caper_picture_fill(&p, 197, 197, 6, 6, PAPER); // the box itself
    region r = region_of(&p, NULL, PAPER, 30);
    CHECK_NEAR(r.left, 300 - 40, 1);
    CHECK_NEAR(r.right, 300 + 40, 1);
    CHECK_NEAR(r.top, 250 - 40, 1);
    CHECK_NEAR(r.bottom, 250 + 40, 1);
    CHECK(r.count < 80 * 80 * 0.8); // a disc, not a square

    const caper_vec3 points[3] = {{-1, 0, 1}, {0, 0, 1}, {1, 0, 1}};
    caper_render_trail trail = {
        .points = points, .point_count = 3, .color = 0xff0000, .width = 8.0f};
    item.mark_count = 0;
    item.trails = &trail;
    item.trail_count = 1;
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    caper_picture_fill(&p, 197, 197, 6, 6, PAPER);
    r = region_of(&p, NULL, PAPER, 10);
    CHECK_NEAR(r.left, 100, 1);
    CHECK_NEAR(r.right, 300, 1);
    CHECK_NEAR(r.bottom - r.top, 9, 1); // 8 pixels and a soft edge
    CHECK_NEAR(r.y, 300, 0.6);
    CHECK(pixel(&p, 290, 300)[0] > pixel(&p, 110, 300)[0] + 80); // the old end is faint
    trail.even = true;
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    CHECK_NEAR(pixel(&p, 290, 300)[0], pixel(&p, 110, 300)[0], 2);
    caper_picture_destroy(&p, NULL);
    caper_character_destroy(box);
    caper_renderer_destroy(renderer);
}

static void labels_stand_above_and_do_not_cover_each_other(void)
{
    caper_renderer *renderer = open_renderer(1);
    caper_character *box = box_character(0.1f, 0.1f, 0.1f);
    caper_render_item items[2] = {item_at(box, 0, 0, 0, 0xffffff),
                                  item_at(box, 0, 0, -1, 0xffffff)};
    items[0].label = "first";
    caper_render_scene scene = front_scene(items, 2);
    caper_picture plain = caper_picture_create(300, 300, 0, NULL);
    caper_picture one = caper_picture_create(300, 300, 0, NULL);
    caper_picture two = caper_picture_create(300, 300, 0, NULL);
    REQUIRE(caper_render(renderer, &scene, &plain, NULL));
    scene.labels = true;
    REQUIRE(caper_render(renderer, &scene, &one, NULL));
    items[1].label = "second";
    REQUIRE(caper_render(renderer, &scene, &two, NULL));
    region first = region_of(&one, &plain, 0, 60), second = region_of(&two, &one, 0, 60);
    CHECK(first.count > 20 && second.count > 20);
    CHECK(first.bottom <= 135); // the box begins at 135
    CHECK(first.bottom > 110);
    CHECK(second.bottom <= first.top);
    CHECK_NEAR(0.5 * (first.left + first.right), 150, 2);
    caper_picture_destroy(&plain, NULL);
    caper_picture_destroy(&one, NULL);
    caper_picture_destroy(&two, NULL);
    caper_character_destroy(box);
    caper_renderer_destroy(renderer);
}

// -- Skins and worlds -----------------------------------------------------------------------------

// A square of 0.6 m that follows its body, bound half a metre away from it.
static void a_skin_follows_its_bodies(void)
{
    static const caper_vec3 positions[4] = {
        {-0.3f, -0.3f, 0}, {0.3f, -0.3f, 0}, {-0.3f, 0.3f, 0}, {0.3f, 0.3f, 0}};
    static const caper_vec3 normals[4] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    static const uint16_t bodies[16] = {0};
    static const float weights[16] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    static const uint32_t indices[6] = {0, 1, 2, 2, 1, 3};
    caper_mat4 inverse = caper_mat4_identity();
    inverse.m[12] = -0.5f; // bound when the body was at x = 0.5
    caper_skin skin = {.name = "square",
                       .vertex_count = 4,
                       .positions = positions,
                       .normals = normals,
                       .bodies = bodies,
                       .weights = weights,
                       .inverse_bind = &inverse,
                       .index_count = 6,
                       .indices = indices,
                       .color = {1, 0, 0, 1}};
    caper_renderer *renderer = open_renderer(1);
    caper_character *box = box_character(0.3f, 0.3f, 0.3f);
    caper_render_item item = caper_render_item_default();
    item.character = box;
    item.skins = &skin;
    item.skin_count = 1;
    caper_pose pose = caper_character_pose(box, NULL);
    pose.bodies[0].position = caper_vec3_make(0.6f, 0.2f, 0);
    item.model = &pose;
    item.root.position = caper_vec3_make(0, -0.4f, 0);
    caper_render_scene scene = front_scene(&item, 1);
    caper_picture p = caper_picture_create(200, 200, 0, NULL);
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    region r = region_of(&p, NULL, PAPER, 0);
    CHECK_NEAR(r.left, 100 + 10 - 30, 1);
    CHECK_NEAR(r.right, 100 + 10 + 30, 1);
    CHECK_NEAR(r.top, 100 + 20 - 30, 1);
    CHECK_NEAR(r.bottom, 100 + 20 + 30, 1);
    CHECK(pixel(&p, 110, 120)[0] > 150 && pixel(&p, 110, 120)[1] < 30);
    // turned about the view, on its edge, by a quarter: the same square
    pose.bodies[0].rotation = caper_quat_from_axis_angle(caper_vec3_make(0, 0, 1), CAPER_PI / 2);
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    region turned = region_of(&p, NULL, PAPER, 0);
    // the offset of -0.5 now points down: middle at (0.6, -0.2 - 0.5)
    CHECK_NEAR(0.5 * (turned.left + turned.right), 100 + 60, 1);
    CHECK_NEAR(0.5 * (turned.top + turned.bottom), 100 + 70, 1);
    // what hangs on a body that is not finite is left out, as the body would be
    pose.bodies[0].rotation = caper_quat_make(0, 0, 0, 0);
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    CHECK_INT(region_of(&p, NULL, PAPER, 0).count, 0);
    caper_pose_destroy(&pose, NULL);
    caper_picture_destroy(&p, NULL);
    caper_character_destroy(box);
    caper_renderer_destroy(renderer);
}

static void worlds_are_drawn_to_scale_and_fields_are_not_mistaken(void)
{
    caper_renderer *renderer = open_renderer(1);
    float heights[6] = {0, 0, 0, 0, 0, 0};
    caper_world_box box = {caper_transform_identity(), {0.5f, 0.1f, 0.25f}};
    box.transform.position = caper_vec3_make(-1, 0, 0);
    caper_world_field field = {0.5f, -0.5f, 0.5f, 3, 2, heights};
    caper_world_def def = caper_world_def_default();
    def.has_ground = false;
    def.boxes = &box;
    def.box_count = 1;
    caper_world *boxes = caper_world_create(&def, NULL);
    def.box_count = 0;
    def.fields = &field;
    def.field_count = 1;
    caper_world *flat = caper_world_create(&def, NULL);
    field.x = -1.5f;
    caper_world *moved = caper_world_create(&def, NULL);
    REQUIRE(boxes && flat && moved);

    caper_render_scene scene = top_scene(NULL, 0);
    caper_picture p = caper_picture_create(400, 400, 0, NULL);
    scene.world = boxes;
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    region r = region_of(&p, NULL, PAPER, 30);
    CHECK_NEAR(r.left, 100 - 50, 1);
    CHECK_NEAR(r.right, 100 + 50, 1);
    CHECK_NEAR(r.top, 200 - 25, 1);
    CHECK_NEAR(r.bottom, 200 + 25, 1);
    scene.world = flat;
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    r = region_of(&p, NULL, PAPER, 30);
    CHECK_NEAR(r.left, 200 + 50, 1);
    CHECK_NEAR(r.right, 200 + 150, 1);
    CHECK_NEAR(r.top, 200 - 50, 1);
    CHECK_NEAR(r.bottom, 200, 1);
    scene.world = moved;
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    CHECK_NEAR(region_of(&p, NULL, PAPER, 30).left, 50, 1);
    scene.world = boxes; // the field must be gone
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    CHECK_NEAR(region_of(&p, NULL, PAPER, 30).right, 150, 1);
    caper_world_destroy(boxes);
    caper_world_destroy(flat);
    caper_world_destroy(moved);
    caper_picture_destroy(&p, NULL);
    caper_renderer_destroy(renderer);
}

// -- Repetition and memory
// --------------------------------------------------------------------------

static caper_render_scene creature_scene(const caper_render_item *item, float aspect)
{
    caper_render_scene scene = caper_render_scene_default();
    caper_view view = caper_view_default();
    view.aspect = aspect;
    scene.items = item;
    scene.item_count = 1;
    scene.camera = caper_camera_frame(caper_render_item_bounds(item), &view);
    return scene;
}

static void the_same_scene_gives_the_same_bytes(void)
{
    caper_character *dog = menagerie_load("dog");
    caper_render_item item = caper_render_item_default();
    item.character = dog;
    item.label = "dog";
    caper_renderer *renderer = open_renderer(4), *other = open_renderer(4);
    caper_render_scene scene = creature_scene(&item, 4.0f / 3.0f);
    caper_picture a = caper_picture_create(320, 240, 0, NULL);
    caper_picture b = caper_picture_create(320, 240, 0, NULL);
    caper_picture between = caper_picture_create(97, 31, 0, NULL);
    size_t size = 4 * 320 * 240;
    REQUIRE(caper_render(renderer, &scene, &a, NULL));
    REQUIRE(caper_render(renderer, &scene, &between, NULL)); // another size in between
    REQUIRE(caper_render(renderer, &scene, &b, NULL));
    CHECK(memcmp(a.pixels, b.pixels, size) == 0);
    REQUIRE(caper_render(other, &scene, &b, NULL));
    CHECK(memcmp(a.pixels, b.pixels, size) == 0);
    CHECK(region_of(&a, NULL, 0xffffff, 60).count > 5000);
    caper_picture_destroy(&a, NULL);
    caper_picture_destroy(&b, NULL);
    caper_picture_destroy(&between, NULL);
    caper_character_destroy(dog);
    caper_renderer_destroy(renderer);
    caper_renderer_destroy(other);
}

static void a_renderer_stops_allocating_and_gives_everything_back(void)
{
    caper_renderer_destroy(open_renderer(1)); // skips where nothing can be drawn
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_renderer_def def = caper_renderer_def_default();
    def.allocator = &allocator;
    caper_renderer *renderer = caper_renderer_create(&def, NULL);
    REQUIRE(renderer != NULL);
    caper_character *box = box_character(0.3f, 0.3f, 0.3f);
    caper_render_item item = item_at(box, 0, 0, 0, 0xffffff);
    caper_render_scene scene = front_scene(&item, 1);
    caper_picture p = caper_picture_create(64, 64, 0, NULL);
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    long before = memory.alloc_count;
    for (int i = 0; i < 100; i++) {
        CHECK(caper_render(renderer, &scene, &p, NULL));
    }
    CHECK_INT(memory.alloc_count, before);
    caper_renderer_destroy(renderer);
    CHECK_MEMORY_EMPTY(&memory);

    // each allocation refused once
    for (long fail = 1; fail <= before; fail++) {
        test_memory scarce = {.fail_at = fail};
        caper_allocator stingy = test_memory_allocator(&scarce);
        def.allocator = &stingy;
        caper_error error = {0};
        caper_renderer *r = caper_renderer_create(&def, &error);
        bool drawn = r && caper_render(r, &scene, &p, &error);
        CHECK(!drawn);
        CHECK_INT(error.status, CAPER_ERROR_MEMORY);
        caper_renderer_destroy(r);
        CHECK_MEMORY_EMPTY(&scarce);
    }
    caper_picture_destroy(&p, NULL);
    caper_character_destroy(box);
}

TESTS(a_renderer_refuses_a_def_that_makes_no_sense,
      a_scene_that_makes_no_sense_is_refused_and_the_picture_kept,
      nothing_leaves_the_background_to_the_bit,
      a_box_in_parallel_view_covers_the_pixels_of_its_size,
      a_box_in_perspective_is_as_large_as_its_distance_says,
      projection_and_picture_agree_for_any_view, the_nearer_box_hides_the_farther_one_in_any_order,
      a_body_that_is_not_finite_is_left_out, a_limb_is_drawn_toward_its_child,
      a_shadow_falls_where_the_light_throws_it, a_surface_casts_no_shadow_on_itself,
      the_grid_lies_on_its_step, marks_and_trails_are_as_large_as_asked,
      labels_stand_above_and_do_not_cover_each_other, a_skin_follows_its_bodies,
      worlds_are_drawn_to_scale_and_fields_are_not_mistaken, the_same_scene_gives_the_same_bytes,
      a_renderer_stops_allocating_and_gives_everything_back)
