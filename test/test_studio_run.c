// SPDX-License-Identifier: MIT
// The studio with its window, on SDL's offscreen driver: what is drawn, what mouse and keys do,
// what a script leaves behind. Skipped where the machine cannot draw.
#define _POSIX_C_SOURCE 200809L
#include "studio_window.h"

#include "dialog.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint8_t pixels[WIDTH * HEIGHT * 4];

static void read_window(void)
{
    frames(1);
    ui_read(pixels);
}

// Pixels of the viewport within so much of a color, each channel.
static int count_color(uint32_t color, int within)
{
    int count = 0;
    for (int y = (int)s.viewport.y; y < (int)(s.viewport.y + s.viewport.h); y++) {
        for (int x = (int)s.viewport.x; x < (int)(s.viewport.x + s.viewport.w); x++) {
            const uint8_t *p = &pixels[4 * (y * WIDTH + x)];
            count += abs((int)p[0] - (int)(color >> 16 & 255)) <= within &&
                     abs((int)p[1] - (int)(color >> 8 & 255)) <= within &&
                     abs((int)p[2] - (int)(color & 255)) <= within;
        }
    }
    return count;
}

// Orange, whatever the light: much red, less green, little blue.
static int count_lit(void)
{
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH, y = i / WIDTH;
        const uint8_t *p = &pixels[4 * i];
        bool inside = ui_inside(s.viewport, (float)x, (float)y);
        count += inside && p[0] > 90 && p[2] < p[0] / 3 && p[1] > p[0] / 2 && p[1] < p[0] * 9 / 10;
    }
    return count;
}

static void the_window_shows_bodies(void)
{
    begin();
    CHECK(run("channel -1") && run("show labels 0") && run("show grid 0") && run("show shadows 0"));
    read_window();
    int all = (int)(s.viewport.w * s.viewport.h);
    int empty = count_color(0x2b2f35, 3);
    CHECK(empty > all / 3);
    CHECK(empty < all * 97 / 100);
    // and nothing but the background where nobody is
    CHECK(run("cast_hide 0 1") && run("cast_hide 1 1") && run("cast_hide 2 1") &&
          run("show trails 0") && run("show goals 0"));
    read_window();
    CHECK(count_color(0x2b2f35, 3) > empty);
    end();
}

static void the_bodies_of_a_query_light_up(void)
{
    begin();
    CHECK(run("show trails 0") && run("show goals 0") && run("show labels 0") && run("time 1") &&
          run("channel -1"));
    read_window();
    int before = count_lit();
    CHECK(run("channel 0") && run("query caps limb"));
    read_window();
    int limbs = count_lit();
    CHECK(run("query extent left_most"));
    read_window();
    int one = count_lit();
    CHECK(limbs > before + 300);
    CHECK(one < limbs / 2);
    end();
}

static void a_hand_is_clicked_dragged_and_undone(void)
{
    begin();
    CHECK(run("time 1"));
    click_at(place_of(0, "left_hand"));
    const caper_character *c = state_character(&s.doc.state, 0);
    CHECK_INT(s.doc.state.member, 0);
    CHECK_INT(s.doc.state.body, caper_character_find(c, "left_hand"));
    caper_place place;
    caper_transform before, after;
    REQUIRE(view_active_pose(&s, &place, &before));
    caper_vec3 at = caper_transform_mul_point(stage_root(&s.stage.members[0]), before.position);
    float x, y, x1, y1;
    REQUIRE(view_project(&s, at, &x, &y));
    REQUIRE(view_project(&s, caper_vec3_add(at, caper_vec3_make(0, 0.1f, 0)), &x1, &y1));
    float n = hypotf(x1 - x, y1 - y), dx = (x1 - x) / n, dy = (y1 - y) / n;
    int past = s.doc.past_count;
    ui_push_mouse(x + 40 * dx, y + 40 * dy); // on the arrow that points up
    frames(1);
    ui_push_button(0, true);
    frames(1);
    for (int i = 1; i <= 6; i++) {
        ui_push_mouse(x + (40 - 5 * (float)i) * dx, y + (40 - 5 * (float)i) * dy);
        frames(1);
    }
    ui_push_button(0, false);
    frames(2);
    REQUIRE(view_active_pose(&s, &place, &after));
    CHECK(after.position.y < before.position.y - 0.02f);
    CHECK_NEAR(after.position.x, before.position.x, 1e-3);
    CHECK_NEAR(after.position.z, before.position.z, 1e-3);
    CHECK_INT(s.doc.past_count, past + 1); // one drag, one step
    press("Z", UI_CTRL);
    REQUIRE(view_active_pose(&s, &place, &after));
    CHECK_NEAR(caper_vec3_distance(after.position, before.position), 0, 1e-4);
    end();
}

static void drag(float x, float y, float dx, float dy)
{
    ui_push_mouse(x, y);
    frames(1);
    ui_push_button(0, true);
    frames(1);
    for (int i = 1; i <= 5; i++) {
        ui_push_mouse(x + dx * (float)i / 5, y + dy * (float)i / 5);
        frames(1);
    }
    ui_push_button(0, false);
    frames(2);
}

// A dot on the trajectory is dragged, and the hand goes there at the time of that key.
static void a_trajectory_is_dragged_by_its_keys(void)
{
    begin();
    CHECK(run("play 0") && run("time 0") && run("active 0 left_hand") && run("channel 0"));
    const caper_curve *curve =
        caper_channel_curve(state_channel(&s.doc.state), CAPER_CURVE_POSITION, NULL);
    REQUIRE(curve != NULL && curve->key_count > 4);
    float time = curve->keys[2].time, x, y, x1, y1;
    caper_place place;
    caper_transform before, after;
    REQUIRE(view_pose_at(&s, time, &place, &before));
    caper_transform root = stage_root(&s.stage.members[0]);
    REQUIRE(view_project(&s, caper_transform_mul_point(root, before.position), &x, &y));
    int past = s.doc.past_count;
    drag(x, y, 20, -15);
    REQUIRE(view_pose_at(&s, time, &place, &after));
    REQUIRE(view_project(&s, caper_transform_mul_point(root, after.position), &x1, &y1));
    CHECK_NEAR(x1 - x, 20, 1.5);
    CHECK_NEAR(y1 - y, -15, 1.5);
    CHECK_INT(s.doc.past_count, past + 1); // one drag, one step
    press("Z", UI_CTRL);
    REQUIRE(view_pose_at(&s, time, &place, &after));
    CHECK_NEAR(caper_vec3_distance(after.position, before.position), 0, 1e-4);
    end();
}

// The middle of what has a color in a part of the window, and how many pixels it is.
static int find_color(uint32_t color, ui_rect part, float *x, float *y)
{
    int count = 0;
    *x = *y = 0;
    for (int v = (int)part.y; v < (int)(part.y + part.h); v++) {
        for (int u = (int)part.x; u < (int)(part.x + part.w); u++) {
            const uint8_t *p = &pixels[4 * (v * WIDTH + u)];
            if (abs((int)p[0] - (int)(color >> 16 & 255)) < 8 &&
                abs((int)p[1] - (int)(color >> 8 & 255)) < 8 &&
                abs((int)p[2] - (int)(color & 255)) < 8) {
                *x += (float)u;
                *y += (float)v;
                count++;
            }
        }
    }
    *x /= (float)(count > 0 ? count : 1);
    *y /= (float)(count > 0 ? count : 1);
    return count;
}

static void an_event_is_dragged_along_the_time_line(void)
{
    begin();
    CHECK(run("play 0") && run("panel \"Dope sheet\"") && run("time 0"));
    const caper_motion *m = state_motion(&s.doc.state);
    REQUIRE(m->event_count == 1);
    float before = m->events[0].time, x, y, low = s.viewport.y + s.viewport.h;
    read_window();
    REQUIRE(find_color(COLOR_PINK, (ui_rect){0, low, WIDTH, HEIGHT - low}, &x, &y) > 10);
    int past = s.doc.past_count;
    drag(x, y, 60, 0);
    float after = state_motion(&s.doc.state)->events[0].time;
    CHECK(after > before + 0.1f && after < before + 0.5f);
    CHECK_NEAR(s.doc.state.time, 0, 1e-6); // the time did not go along
    CHECK_INT(s.doc.past_count, past + 1);
    press("Z", UI_CTRL);
    CHECK_NEAR(state_motion(&s.doc.state)->events[0].time, before, 1e-6);
    end();
}

// The path of a foot is bent in the panel of gaits, walked by those who walk, and undone.
static void the_path_of_a_foot_is_dragged(void)
{
    begin();
    CHECK(run("play 0") && run("panel Gait") && run("drive gait") && run("panel Gait"));
    ui_push_mouse(WIDTH - 100, s.viewport.y + s.viewport.h - 40); // it is farther down
    frames(1);
    ui_push_wheel(-20);
    frames(3);
    read_window();
    // the topmost dot in the panel at the right
    float x = 0, y = 0, from = s.viewport.x + s.viewport.w + 8;
    for (float v = s.viewport.y + 60; v < s.viewport.y + s.viewport.h && y == 0; v++) {
        float at, unused;
        if (find_color(COLOR_ORANGE, (ui_rect){from, v, WIDTH - from - 24, 1}, &at, &unused) > 3) {
            x = at;
            y = v + 3;
        }
    }
    REQUIRE(y > 0);
    caper_gait_style before = s.doc.state.setup.gait;
    int past = s.doc.past_count, changed = 0;
    drag(x, y, 0, 15);
    for (int i = 0; i < before.path_count; i++) {
        changed += s.doc.state.setup.gait.path[i].up < before.path[i].up - 0.05f;
    }
    CHECK_INT(changed, 1);
    CHECK_INT(s.doc.past_count, past + 1);
    CHECK(s.stage.driver != NULL);
    press("Z", UI_CTRL);
    CHECK(memcmp(&before, &s.doc.state.setup.gait, sizeof before) == 0);
    end();
}

// Every panel has its tab, whatever the width: none is hidden behind an arrow.
static void all_tabs_are_seen(void)
{
    begin();
    const panel *const *list;
    int count = panel_list(&list);
    for (int i = 0; i < count; i++) {
        char line[80];
        snprintf(line, sizeof line, "panel \"%s\"", list[i]->name);
        CHECK(run(line));
        frames(2);
        CHECK(panel_is_front(list[i]->name));
    }
    end();
}

static void a_damaged_file_changes_nothing(void)
{
    begin();
    char path[] = "/tmp/caper_studio_XXXXXX"; // told by its content, whatever its name
    int file = mkstemp(path);
    REQUIRE(file >= 0 && write(file, "glTF\2\0\0\0junk", 12) == 12);
    close(file);
    int cast = s.doc.state.cast_count, past = s.doc.past_count, said = s.message_count;
    ui_push_drop(path);
    frames(3);
    CHECK_INT(s.doc.state.cast_count, cast);
    CHECK_INT(s.doc.past_count, past);
    CHECK(s.message_count > said && s.messages[said % CAPER_COUNT_OF(s.messages)].bad);
    unlink(path);
    ui_push_drop(test_data_path("characters/crab.character.json"));
    frames(3);
    CHECK_INT(s.doc.state.cast_count, cast + 1);
    end();
}

static void the_window_closes_only_when_all_is_saved_or_given_up(void)
{
    begin();
    CHECK(run("motion_name other"));
    ui_push_quit();
    frames(3);
    CHECK(!s.quit);
    CHECK(ui_blocked()); // it asks
    CHECK(run("undo"));
    ui_push_quit();
    shell_frame(&s);
    CHECK(s.quit);
    end();
}

static void keys_are_bound_anew_and_kept(void)
{
    begin();
    char folder[] = "/tmp/caper_studio_XXXXXX", path[200];
    REQUIRE(mkdtemp(folder) != NULL);
    CHECK(run("play 0") && run("bind \"show ghosts\" Ctrl+K") && run("bind undo F5"));
    bool ghosts = s.look.ghosts;
    press("K", UI_CTRL);
    CHECK(s.look.ghosts == !ghosts);
    press("G", UI_SHIFT); // the old key does nothing
    CHECK(s.look.ghosts == !ghosts);
    int past = s.doc.past_count;
    CHECK(run("time 0.5"));
    CHECK_INT(s.doc.past_count, past + 1);
    press("F5", 0);
    CHECK_INT(s.doc.past_count, past);
    CHECK(!studio_run(&s, "bind undo Ctrl+Nothing", NULL) && !studio_run(&s, "bind fly F6", NULL));
    snprintf(s.folder, sizeof s.folder, "%s", folder);
    session_settings_save(&s);
    keys_reset(false);
    CHECK_STR(keys_text("undo"), "Ctrl+Z");
    session_settings_load(&s);
    CHECK_STR(keys_text("undo"), "F5");
    CHECK_STR(keys_text("show ghosts"), "Ctrl+K");
    s.folder[0] = 0;
    keys_reset(false);
    snprintf(path, sizeof path, "%s/settings", folder);
    CHECK(unlink(path) == 0 && rmdir(folder) == 0);
    end();
}

// On a display of twice the points everything is twice as large, and hands find it there.
static void a_fine_display_shows_the_same_larger(void)
{
    begin();
    float row = ui_row(), text = ui_write_width("Channel");
    ui_rect view = s.viewport;
    end();
    begin_scaled(2);
    CHECK_NEAR(ui_scale(), 2, 1e-6);
    CHECK_NEAR(ui_write_width("Channel"), 2 * text, 0.1 * text);
    CHECK_NEAR(ui_row(), 2 * row, 0.2 * row);
    CHECK_NEAR(s.viewport.w, 2 * view.w, 8);
    CHECK_NEAR(s.viewport.h, 2 * view.h, 8);
    CHECK(run("time 1") && run("frame"));
    click_at(place_of(0, "left_hand"));
    CHECK_INT(s.doc.state.body,
              caper_character_find(state_character(&s.doc.state, 0), "left_hand"));
    end();
}

static void type_text(const char *text)
{
    ui_push_text(text);
    frames(1);
}

// Save by the keyboard: Ctrl+S asks where, the folder is walked, what is there is asked about.
static void a_file_is_saved_by_the_dialog(void)
{
    begin();
    char folder[] = "/tmp/caper_studio_XXXXXX", path[200];
    REQUIRE(mkdtemp(folder) != NULL);
    CHECK(run("new \"my wave\""));
    press("S", UI_CTRL);
    frames(3);
    CHECK(ui_blocked());
    press("A", UI_CTRL); // the proposed name
    type_text(folder);
    press("Return", 0);
    frames(2);
    CHECK(ui_blocked()); // a folder is gone into
    CHECK_STR(dialog_folder(), folder);
    press("Escape", 0);
    frames(2);
    press("Escape", 0);
    frames(2);
    CHECK(!ui_blocked());
    for (int i = 0; i < 2; i++) {
        CHECK(run("ask save"));
        frames(3);
        press("A", UI_CTRL);
        type_text("greeting"); // the ending is added
        press("Return", 0);
        frames(2);
        CHECK(ui_blocked() == (i == 1)); // the second time it is there: asked once more
        CHECK(i == 1 || run("motion_name other"));
    }
    press("Escape", 0);
    frames(2);
    press("Escape", 0);
    frames(3);
    snprintf(path, sizeof path, "%s/greeting.motion.json", folder);
    caper_motion *saved = caper_motion_load(path, NULL, NULL);
    REQUIRE(saved != NULL);
    CHECK_STR(saved->name, "my wave"); // not replaced
    caper_motion_destroy(saved);
    CHECK(!studio_run(&s, "ask undo", NULL));
    unlink(path);
    CHECK_INT(rmdir(folder), 0);
    end();
}

// In a folder of its own, home and all: it presses "Save" too.
static void random_input_does_no_harm(void)
{
    char folder[] = "/tmp/caper_studio_XXXXXX", line[1200], before[1024];
    REQUIRE(mkdtemp(folder) != NULL && getcwd(before, sizeof before));
    begin();
    snprintf(line, sizeof line, "cp -r '%s' '%s/data'", test_data_path(""), folder);
    REQUIRE(system(line) == 0 && chdir(folder) == 0);
    snprintf(line, sizeof line, "%s/data", folder);
    setenv("CAPER_DATA", line, 1);
    setenv("HOME", folder, 1);
    caper_rng rng = caper_rng_make(7);
    static const char *const keys[] = {"A",     "F", "S", "W", "E",      "Space",  "Delete", "Left",
                                       "Right", "Z", "C", "V", "Escape", "Return", "Tab"};
    const char *seconds = getenv("CAPER_MONKEY_SECONDS"); // make soak-studio
    time_t until = time(NULL) + (seconds ? atoi(seconds) : 0);
    for (int i = 0; seconds ? time(NULL) < until : i < 120; i++) {
        int what = caper_rng_int(&rng, 0, 9);
        if (what < 5) {
            ui_push_mouse(caper_rng_range(&rng, 0, WIDTH), caper_rng_range(&rng, 0, HEIGHT));
        } else if (what < 8) {
            ui_push_button(caper_rng_int(&rng, 0, 2), caper_rng_bool(&rng, 0.5f));
        } else if (what == 8) {
            int key = ui_key(keys[caper_rng_int(&rng, 0, CAPER_COUNT_OF(keys) - 1)]);
            int held = caper_rng_bool(&rng, 0.3f) ? UI_CTRL : 0;
            ui_push_key(key, held, true);
            ui_push_key(key, 0, false);
        } else {
            ui_push_wheel(caper_rng_range(&rng, -3, 3));
        }
        shell_frame(&s);
        s.quit = false;
    }
    CHECK(s.stage.count == s.doc.state.cast_count);
    end();
    snprintf(line, sizeof line, "rm -r '%s'", folder);
    CHECK(chdir(before) == 0 && system(line) == 0);
}

// --- golden pictures -----------------------------------------------------------------------------

// Small and blurred, so that another driver or font passes and another layout, color or pose does
// not: cells of 10 x 10 pixels, each the mean of its neighbourhood.
enum {
    CELL = 10,
    GOLDEN_W = 64,
    GOLDEN_H = 40
};
#define GOLDEN_MEAN 3.0 // levels of 255, over all cells
#define GOLDEN_WORST 45 // of one cell: a letter or an edge that moved

static const char *const golden_names[] = {"1_start",    "2_channel", "3_pose",    "4_curves",
                                           "4_branches", "5_twelve",  "6_exported"};

static bool read_picture(const char *path, caper_picture *picture)
{
    size_t size = 0;
    char *bytes = caper_file_read(path, 0, NULL, &size, NULL);
    bool good = bytes && caper_picture_decode(bytes, size, NULL, picture, NULL);
    caper_free(NULL, bytes, size + 1);
    return good;
}

static caper_picture shrink(const caper_picture *large)
{
    caper_picture small = caper_picture_create(GOLDEN_W, GOLDEN_H, 0, NULL);
    REQUIRE(small.pixels != NULL);
    for (int i = 0; i < GOLDEN_W * GOLDEN_H * 3; i++) {
        int x = i / 3 % GOLDEN_W * CELL, y = i / 3 / GOLDEN_W * CELL, sum = 0, count = 0;
        for (int v = y - CELL / 2; v < y + CELL + CELL / 2; v++) {
            for (int u = x - CELL / 2; u < x + CELL + CELL / 2; u++) {
                if (u >= 0 && v >= 0 && u < large->width && v < large->height) {
                    sum += large->pixels[4 * (v * large->width + u) + i % 3];
                    count++;
                }
            }
        }
        small.pixels[4 * (i / 3) + i % 3] = (uint8_t)(sum / count);
        small.pixels[4 * (i / 3) + 3] = 255;
    }
    return small;
}

static double difference(const caper_picture *a, const caper_picture *b, int *worst)
{
    double sum = 0;
    *worst = 0;
    for (int i = 0; i < GOLDEN_W * GOLDEN_H * 3; i++) {
        int at = 4 * (i / 3) + i % 3, by = abs((int)a->pixels[at] - (int)b->pixels[at]);
        sum += by;
        *worst = by > *worst ? by : *worst;
    }
    return sum / (GOLDEN_W * GOLDEN_H * 3);
}

static void check_golden(const char *folder)
{
    caper_picture seen[CAPER_COUNT_OF(golden_names)], golden[CAPER_COUNT_OF(golden_names)];
    char path[600];
    int count = CAPER_COUNT_OF(golden_names), worst;
    for (int i = 0; i < count; i++) {
        caper_picture large = {0};
        snprintf(path, sizeof path, "%s/%s.png", folder, golden_names[i]);
        REQUIRE(read_picture(path, &large));
        seen[i] = shrink(&large);
        caper_picture_destroy(&large, NULL);
        snprintf(path, sizeof path, "%s/test/studio/golden/%s.png", CAPER_SOURCE_DIR,
                 golden_names[i]);
        if (getenv("CAPER_GOLDEN_WRITE")) { // after one has looked at them
            CHECK(caper_picture_save(&seen[i], path, NULL));
        }
        REQUIRE(read_picture(path, &golden[i]));
        double mean = difference(&seen[i], &golden[i], &worst);
        if (mean > GOLDEN_MEAN || worst > GOLDEN_WORST) {
            fprintf(stderr, "%s: mean %.2f, worst %d\n", golden_names[i], mean, worst);
            CHECK(false);
        }
    }
    for (int i = 1; i + 1 < count; i++) { // and the bounds tell one step from the next
        CHECK(difference(&seen[i], &golden[i - 1], &worst) > GOLDEN_MEAN || worst > GOLDEN_WORST);
    }
    for (int i = 0; i < count; i++) {
        caper_picture_destroy(&seen[i], NULL);
        caper_picture_destroy(&golden[i], NULL);
    }
}

// From an empty motion to clips of twelve bodies, by the script of the guide.
static void the_script_of_the_guide_makes_twelve_clips(void)
{
    char folder[] = "/tmp/caper_studio_XXXXXX", line[1200];
    setenv("SDL_VIDEODRIVER", "offscreen", 1);
    setenv("CAPER_DATA", test_data_path(""), 1);
    caper_error error = {0};
    ui_def def = {.title = "test", .width = WIDTH, .height = HEIGHT, .hidden = true};
    if (!ui_open(&def, &error)) {
        SKIP("this machine cannot open an offscreen window");
    }
    ui_close();
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(line, sizeof line,
             "cd '%s' && '%s' --script '%s/test/studio/wave.script' --width 640 --height 400",
             folder, CAPER_STUDIO, CAPER_SOURCE_DIR);
    int status = system(line);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    check_golden(folder);
    snprintf(line, sizeof line, "%s/wave.motion.json", folder);
    caper_motion *motion = caper_motion_load(line, NULL, &error);
    CHECK(motion != NULL && motion->branch_count == 3);
    caper_motion_destroy(motion);
    static const char *const bodies[] = {"sally",      "dog",   "bird",    "crab",
                                         "spider",     "horse", "octopus", "centaur",
                                         "four_armed", "snake", "ostrich", "creature-7"};
    for (int i = 0; i < CAPER_COUNT_OF(bodies); i++) {
        snprintf(line, sizeof line, "%s/wave_%s.glb", folder, bodies[i]);
        caper_import *import = caper_import_load(line, NULL, &error);
        CHECK(import != NULL && import->clip_count == 1);
        if (import && import->clip_count == 1) {
            CHECK_NEAR(import->clips[0]->duration, 2.0, 0.05);
        }
        caper_import_destroy(import);
    }
    snprintf(line, sizeof line, "rm -r '%s'", folder);
    CHECK_INT(system(line), 0);
}

TESTS(a_trajectory_is_dragged_by_its_keys, an_event_is_dragged_along_the_time_line,
      the_path_of_a_foot_is_dragged, all_tabs_are_seen, the_window_shows_bodies,
      the_bodies_of_a_query_light_up, a_hand_is_clicked_dragged_and_undone,
      a_damaged_file_changes_nothing, the_window_closes_only_when_all_is_saved_or_given_up,
      keys_are_bound_anew_and_kept, a_fine_display_shows_the_same_larger,
      a_file_is_saved_by_the_dialog, random_input_does_no_harm,
      the_script_of_the_guide_makes_twelve_clips)
