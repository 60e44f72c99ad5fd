// SPDX-License-Identifier: MIT
//
// The contact sheets of the command: which box hides which, what is written, and that the picture
// of the menagerie in docs/pictures is the one that is drawn today.
#define _POSIX_C_SOURCE 200809L
#include "../cli/sheet.c"
#include "../cli/sheet_order.c"
#include "menagerie.h"

// -- Order --------------------------------------------------------------------------------------

static sheet_block block_at(float x, float y, float z, float half_x, float half_y, float half_z)
{
    sheet_block b = {0};
    b.center = caper_vec3_make(x, y, z);
    b.axes[0] = caper_vec3_make(1, 0, 0);
    b.axes[1] = caper_vec3_make(0, 1, 0);
    b.axes[2] = caper_vec3_make(0, 0, 1);
    b.half[0] = half_x;
    b.half[1] = half_y;
    b.half[2] = half_z;
    return b;
}

static int place_in(const int *order, int count, int which)
{
    for (int i = 0; i < count; i++)
        if (order[i] == which)
            return i;
    return -1;
}

static void a_box_in_front_is_painted_later_whatever_its_center(void)
{
    // a long plank whose center is nearer than that of the small box that lies on its near side
    sheet_block blocks[2] = {block_at(0, 0, 0, 100, 10, 50), block_at(-80, 20, -10, 10, 10, 10)};
    caper_quat tilt = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), 0.5f);
    for (int i = 0; i < 2; i++) {
        blocks[i].center = caper_quat_rotate(tilt, blocks[i].center);
        for (int k = 0; k < 3; k++)
            blocks[i].axes[k] = caper_quat_rotate(tilt, blocks[i].axes[k]);
    }
    CHECK(blocks[1].center.z < blocks[0].center.z + 5.0f);
    int order[2];
    REQUIRE(sheet_order(blocks, 2, order));
    CHECK_INT(order[0], 0);
    CHECK_INT(order[1], 1);
}

// Does the ray toward the viewer through (x, y) enter the box, and where does it come out?
static bool hit(const sheet_block *b, float x, float y, float *z)
{
    float near = -INFINITY, far = INFINITY;
    for (int k = 0; k < 3; k++) {
        caper_vec3 start = caper_vec3_sub(caper_vec3_make(x, y, 0), b->center);
        float o = caper_vec3_dot(b->axes[k], start), d = b->axes[k].z;
        if (fabsf(d) < 1e-6f) {
            if (fabsf(o) > b->half[k])
                return false;
            continue;
        }
        float t0 = (-b->half[k] - o) / d, t1 = (b->half[k] - o) / d;
        near = caper_max(near, caper_min(t0, t1));
        far = caper_min(far, caper_max(t0, t1));
    }
    *z = far;
    return near < far;
}

static void boxes_apart_are_painted_as_rays_see_them(void)
{
    enum {
        COUNT = 24
    };
    caper_rng rng = caper_rng_make(7);
    int compared = 0, wrong = 0;
    for (int round = 0; round < 40; round++) {
        sheet_block blocks[COUNT];
        for (int i = 0; i < COUNT; i++) {
            // on a lattice, small enough never to meet: any two have a plane between them
            float x = (float)(i % 3) * 40, y = (float)(i / 3 % 2) * 40, z = (float)(i / 6) * 40;
            // one draw a statement: the order of arguments is the compiler's choice
            float half_x = caper_rng_range(&rng, 2, 11);
            float half_y = caper_rng_range(&rng, 2, 11);
            float half_z = caper_rng_range(&rng, 2, 11);
            blocks[i] = block_at(x, y, z, half_x, half_y, half_z);
            float lean_x = caper_rng_float(&rng) - 0.5f;
            float lean_y = caper_rng_float(&rng) - 0.5f;
            caper_vec3 axis = caper_vec3_normalize(caper_vec3_make(lean_x, lean_y, 0.3f));
            caper_quat q = caper_quat_from_axis_angle(axis, caper_rng_range(&rng, -3, 3));
            for (int k = 0; k < 3; k++)
                blocks[i].axes[k] = caper_quat_rotate(q, blocks[i].axes[k]);
        }
        caper_vec3 axis =
            caper_vec3_normalize(caper_vec3_make(1, caper_rng_range(&rng, -1, 1), 0.2f));
        caper_quat look = caper_quat_from_axis_angle(axis, caper_rng_range(&rng, -2, 2));
        for (int i = 0; i < COUNT; i++) {
            blocks[i].center = caper_quat_rotate(look, blocks[i].center);
            for (int k = 0; k < 3; k++)
                blocks[i].axes[k] = caper_quat_rotate(look, blocks[i].axes[k]);
        }
        int order[COUNT];
        REQUIRE(sheet_order(blocks, COUNT, order));
        for (int sample = 0; sample < 200; sample++) {
            float x = caper_rng_range(&rng, -60, 100), y = caper_rng_range(&rng, -80, 100), z;
            int nearest = -1, last = -1;
            float best = -INFINITY;
            for (int i = 0; i < COUNT; i++) {
                if (!hit(&blocks[i], x, y, &z))
                    continue;
                if (z > best) {
                    best = z;
                    nearest = i;
                }
                if (last < 0 || place_in(order, COUNT, i) > place_in(order, COUNT, last))
                    last = i;
            }
            compared += nearest >= 0;
            wrong += nearest != last;
        }
    }
    CHECK(compared > 1000);
    CHECK_INT(wrong, 0);
}

static void a_cycle_is_painted_all_the_same(void)
{
    // three planks, each over the next
    sheet_block blocks[3];
    for (int i = 0; i < 3; i++) {
        caper_quat q = caper_quat_from_axis_angle(caper_vec3_make(0, 0, 1), 2.0944f * (float)i);
        caper_quat tilt = caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), 0.15f);
        blocks[i] = block_at(0, 0, 0, 50, 4, 2);
        for (int k = 0; k < 3; k++)
            blocks[i].axes[k] = caper_quat_rotate(q, caper_quat_rotate(tilt, blocks[i].axes[k]));
        blocks[i].center = caper_quat_rotate(q, caper_vec3_make(0, 15, 0));
    }
    int order[3], seen = 0;
    REQUIRE(sheet_order(blocks, 3, order));
    for (int i = 0; i < 3; i++)
        seen |= 1 << order[i];
    CHECK_INT(seen, 7);
}

// -- Drawing ------------------------------------------------------------------------------------

static caper_character *box_man(const char *name)
{
    caper_body_def bodies[2] = {caper_body_def_default(), caper_body_def_default()};
    bodies[0].name = "trunk";
    bodies[0].caps = CAPER_CAP_SPINE;
    bodies[0].rest_local.position = caper_vec3_make(0, 1, 0);
    bodies[1].name = "foot";
    bodies[1].parent = 0;
    bodies[1].caps = CAPER_CAP_LIMB | CAPER_CAP_FOOT;
    bodies[1].rest_local.position = caper_vec3_make(0, -0.95f, 0);
    caper_character_def def = caper_character_def_default();
    def.name = name;
    def.bodies = bodies;
    def.body_count = 2;
    caper_error error = {0};
    caper_character *c = caper_character_create(&def, &error);
    REQUIRE(c != NULL);
    return c;
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *p = strstr(text, part); p; p = strstr(p + 1, part))
        count++;
    return count;
}

static void a_box_shows_three_faces_and_names_are_escaped(void)
{
    caper_character *c = box_man("<Tom & \"Jerry\">");
    sheet_cell cell = {c, NULL, NULL};
    sheet_options options = sheet_options_default();
    options.title = "a < b";
    caper_text out;
    caper_text_init(&out, NULL);
    REQUIRE(sheet_draw(&cell, 1, &options, &out));
    CHECK_INT(count_of(out.data, "fill=\"#") - count_of(out.data, "<text") -
                  count_of(out.data, "<rect") - count_of(out.data, "<path fill"),
              2 * 3);
    CHECK_HAS(out.data, "&lt;Tom &amp; \"Jerry\"&gt;");
    CHECK_HAS(out.data, "a &lt; b");
    CHECK_INT(count_of(out.data, "<svg"), 2);
    CHECK_INT(count_of(out.data, "</svg>"), 2);
    caper_text_free(&out);
    caper_character_destroy(c);
}

static void cells_of_one_character_share_a_scale(void)
{
    caper_character *c = box_man("tom");
    caper_pose high = caper_character_pose(c, NULL);
    caper_pose_to_model(&c->skeleton, &high, NULL, &high);
    for (int b = 0; b < c->body_count; b++)
        high.bodies[b].position.y += 3.0f;
    sheet_cell alone = {c, NULL, "x"}, both[2] = {{c, NULL, "x"}, {c, &high, "x"}};
    sheet_options options = sheet_options_default();
    caper_text one, two;
    caper_text_init(&one, NULL);
    caper_text_init(&two, NULL);
    REQUIRE(sheet_draw(&alone, 1, &options, &one));
    REQUIRE(sheet_draw(both, 2, &options, &two));
    CHECK_HAS(one.data, ">20 cm<");
    CHECK(strstr(two.data, ">20 cm<") == NULL);
    CHECK_INT(count_of(two.data, ">1 m<"), 2);
    caper_text_free(&one);
    caper_text_free(&two);
    caper_pose_destroy(&high, NULL);
    caper_character_destroy(c);
}

static void the_floor_covers_what_is_below_it_and_rows_have_names(void)
{
    caper_character *c = box_man("tom");
    caper_pose low = caper_character_pose(c, NULL);
    caper_pose_to_model(&c->skeleton, &low, NULL, &low);
    for (int b = 0; b < c->body_count; b++)
        low.bodies[b].position.y -= 0.3f;
    const sheet_cell cells[2] = {{c, NULL, "x"}, {c, &low, "x"}};
    static const char *const labels[] = {"first\n1 < 2", "second"};
    sheet_options options = sheet_options_default();
    options.columns = 1;
    options.pitch = 0;
    options.floor = true;
    options.row_labels = labels;
    caper_text out;
    caper_text_init(&out, NULL);
    REQUIRE(sheet_draw(cells, 2, &options, &out));
    CHECK_HAS(out.data, "width=\"390\""); // 240 and the names
    CHECK_HAS(out.data, ">first<");
    CHECK_HAS(out.data, ">1 &lt; 2<");
    CHECK_HAS(out.data, ">second<");
    // at the same height in both: above the bottom of the picture by what is in the ground
    CHECK_INT(count_of(out.data, "fill-opacity=\".45\" y=\""), 2);
    const char *band = strstr(out.data, "fill-opacity=\".45\" y=\"");
    float ground = 0, bottom = 240 - LABEL_HEIGHT - MARGIN;
    REQUIRE(band && sscanf(band, "fill-opacity=\".45\" y=\"%f\"", &ground) == 1);
    CHECK(ground > 20 && ground < bottom - 20);
    CHECK_INT(count_of(out.data, "fill=\"#c9cdd4\""), 0); // no shadow on a line
    caper_text_free(&out);
    caper_pose_destroy(&low, NULL);
    caper_character_destroy(c);
}

static void lengths_are_rounded_down_to_1_2_5(void)
{
    CHECK_NEAR(round_length(1.0f), 1, 1e-6);
    CHECK_NEAR(round_length(1.99f), 1, 1e-6);
    CHECK_NEAR(round_length(0.027f), 0.02, 1e-6);
    CHECK_NEAR(round_length(70.0f), 50, 1e-5);
    CHECK_NEAR(round_length(0.0051f), 0.005, 1e-7);
}

// -- The picture of the menagerie ---------------------------------------------------------------

static void the_picture_of_the_menagerie_is_up_to_date(void)
{
    sheet_cell cells[MENAGERIE_MAX] = {{0}};
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++)
        cells[i].character = m.characters[i];
    sheet_options options = sheet_options_default();
    options.columns = 7;
    options.title = "The menagerie";
    caper_text out;
    caper_text_init(&out, NULL);
    REQUIRE(sheet_draw(cells, m.count, &options, &out));
    caper_error error = {0};
    CHECK(caper_file_write(CAPER_BINARY_DIR "/menagerie.svg", out.data, out.size, &error));

    size_t size = 0;
    char *kept =
        caper_file_read(test_source_path("docs/pictures/menagerie.svg"), 0, NULL, &size, &error);
    REQUIRE(kept != NULL);
    if (!CHECK(size == out.size && memcmp(kept, out.data, size) == 0))
        fprintf(stderr, "copy %s/menagerie.svg to docs/pictures (docs/guide/menagerie.md)\n",
                CAPER_BINARY_DIR);
    caper_free(NULL, kept, size + 1);
    caper_text_free(&out);
    menagerie_close(&m);
}

TESTS(a_box_in_front_is_painted_later_whatever_its_center, boxes_apart_are_painted_as_rays_see_them,
      a_cycle_is_painted_all_the_same, a_box_shows_three_faces_and_names_are_escaped,
      cells_of_one_character_share_a_scale, the_floor_covers_what_is_below_it_and_rows_have_names,
      lengths_are_rounded_down_to_1_2_5, the_picture_of_the_menagerie_is_up_to_date)
