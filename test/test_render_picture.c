// SPDX-License-Identifier: MIT
//
// Pictures, letters, cameras and films: what needs no OpenGL. Films are checked with the ffmpeg of
// the machine where there is one, with programs that fail in its place, and without any.
#define _POSIX_C_SOURCE 200809L
#include "render_stage.h"

#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static bool quiet(const char *condition, const char *file, int line)
{
    (void)condition;
    (void)file;
    (void)line;
    return false;
}

// -- Pictures -------------------------------------------------------------------------------------

static void pictures_of_no_size_are_empty(void)
{
    static const int sizes[][2] = {{0, 1}, {1, 0}, {-1, 5}, {16385, 1}, {1, 16385}};
    for (int i = 0; i < 5; i++) {
        caper_picture p = caper_picture_create(sizes[i][0], sizes[i][1], 0, NULL);
        CHECK(p.pixels == NULL && p.width == 0 && p.height == 0);
        caper_picture_destroy(&p, NULL);
    }
    caper_picture_destroy(NULL, NULL);
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_picture p = caper_picture_create(5, 7, 0x102030, &allocator);
    REQUIRE(p.pixels != NULL);
    CHECK_INT(color_at(&p, 4, 6), 0x102030);
    caper_picture_destroy(&p, &allocator);
    CHECK_MEMORY_EMPTY(&memory);
}

// Every rectangle against a brute-force count.
static void fill_and_paste_keep_to_the_picture(void)
{
    caper_rng rng = caper_rng_make(3);
    for (int i = 0; i < 300; i++) {
        caper_picture p = caper_picture_create(13, 9, 0, NULL);
        caper_picture stamp = caper_picture_create(caper_rng_int(&rng, 1, 20),
                                                   caper_rng_int(&rng, 1, 20), 0xffffff, NULL);
        int x = caper_rng_int(&rng, -25, 20), y = caper_rng_int(&rng, -25, 20);
        int w = stamp.width, h = stamp.height;
        if (i % 2) {
            caper_picture_fill(&p, x, y, w, h, 0xffffff);
        } else {
            caper_picture_paste(&p, &stamp, x, y);
        }
        int wrong = 0;
        for (int row = 0; row < 9; row++) {
            for (int column = 0; column < 13; column++) {
                bool inside = column >= x && column < x + w && row >= y && row < y + h;
                wrong += color_at(&p, column, row) != (inside ? 0xffffffu : 0u);
            }
        }
        CHECK_INT(wrong, 0);
        caper_picture_destroy(&p, NULL);
        caper_picture_destroy(&stamp, NULL);
    }
    caper_picture p = caper_picture_create(4, 4, 0, NULL);
    caper_picture_fill(&p, 2147483647, 1, 2147483647, 2, 0xffffff);
    caper_picture_fill(&p, -2147483647, 1, 2147483647, 2, 0xffffff);
    CHECK_INT(region_of(&p, NULL, 0, 0).count, 0);
    caper_picture_destroy(&p, NULL);
}

// -- Letters --------------------------------------------------------------------------------------

static void every_letter_is_seen_stays_in_its_place_and_looks_like_no_other(void)
{
    enum {
        WIDE = 60,
        HIGH = 60
    };
    static uint8_t seen[95][4 * WIDE * HIGH];
    caper_text_style style = caper_text_style_default();
    style.size = 40.0f;
    style.color = 0;
    for (int i = 1; i < 95; i++) {
        char text[2] = {(char)(32 + i), 0};
        caper_picture p = caper_picture_create(WIDE, HIGH, 0xffffff, NULL);
        caper_picture_text(&p, 10, 45, &style, text);
        region r = region_of(&p, NULL, 0xffffff, 200);
        float width = caper_picture_text_width(&style, text);
        CHECK(r.count > 10);
        CHECK(r.left >= 7 && r.right <= 10 + width + 3);
        // capitals are 0.7 of the size; brackets and tails reach a little farther
        CHECK(r.top >= 45 - 0.8 * 40 - 3);
        CHECK(r.bottom <= 45 + 0.25 * 40 + 3);
        memcpy(seen[i], p.pixels, sizeof(seen[i]));
        for (int k = 1; k < i; k++) {
            CHECK(memcmp(seen[i], seen[k], sizeof(seen[i])) != 0);
        }
        caper_picture_destroy(&p, NULL);
    }
}

static void text_aligns_and_is_as_wide_as_it_says(void)
{
    caper_text_style style = caper_text_style_default();
    style.size = 20;
    const char *text = "Hop 12.5 kg";
    float width = caper_picture_text_width(&style, text);
    double middles[3];
    for (int i = 0; i < 3; i++) {
        caper_picture p = caper_picture_create(400, 60, 0xffffff, NULL);
        style.align = (caper_text_align)i;
        caper_picture_text(&p, 200, 40, &style, text);
        region r = region_of(&p, NULL, 0xffffff, 150);
        CHECK_NEAR(r.right - r.left, width, 4); // and half a stroke at either end
        middles[i] = 0.5 * (r.left + r.right);
        caper_picture_destroy(&p, NULL);
    }
    CHECK_NEAR(middles[0], 200 + 0.5 * width, 2);
    CHECK_NEAR(middles[1], 200, 2);
    CHECK_NEAR(middles[2], 200 - 0.5 * width, 2);
    CHECK_NEAR(caper_picture_text_width(&style, ""), 0, 0);
    style.size = 40;
    CHECK_NEAR(caper_picture_text_width(&style, text), 2 * width, 1e-3);
}

static void text_survives_any_bytes_and_places(void)
{
    caper_picture p = caper_picture_create(30, 20, 0xffffff, NULL);
    caper_text_style style = caper_text_style_default();
    style.halo = true;
    static const float places[] = {-1e30f, -50, 0, 15, 29.5f, 1e9f, 1e30f, INFINITY, NAN};
    static const char *const texts[] = {"abc",  "\x01\x7f", "\xff\xfe",
                                        "\xc3", "\xe2\x82", "gr\xc3\xbc\xc3\x9f"};
    for (int i = 0; i < 9; i++) {
        for (int k = 0; k < 9; k++) {
            for (int t = 0; t < 6; t++) {
                caper_picture_text(&p, places[i], places[k], &style, texts[t]);
            }
        }
    }
    // two bytes of UTF-8 are one letter
    CHECK_NEAR(caper_picture_text_width(&style, "\xc3\xbc"),
               caper_picture_text_width(&style, "\x01"), 1e-6);
    style.size = 0;
    caper_picture_text(&p, 5, 5, &style, "a");
    style.size = INFINITY;
    caper_picture_text(&p, 5, 5, &style, "a");
    caper_picture_destroy(&p, NULL);
}

// -- Cameras --------------------------------------------------------------------------------------

// All points are inside the margins, and one pair of opposite sides is touched: no camera of that
// direction is nearer. Only where points lie one behind the other the nearest holds it off.
static void a_fitted_camera_sees_every_point_and_wastes_nothing(void)
{
    caper_rng rng = caper_rng_make(21);
    for (int trial = 0; trial < 300; trial++) {
        caper_vec3 points[12];
        int count = caper_rng_int(&rng, 2, 12);
        for (int i = 0; i < count; i++) {
            points[i] = caper_vec3_make(caper_rng_range(&rng, -3, 3), caper_rng_range(&rng, 0, 2),
                                        caper_rng_range(&rng, -3, 3));
        }
        caper_view view = caper_view_default();
        view.yaw = caper_rng_range(&rng, -3, 3);
        view.pitch = caper_rng_range(&rng, -1.4f, 1.4f);
        view.fov = trial % 3 ? caper_rng_range(&rng, 0.1f, 1.5f) : 0.0f;
        view.aspect = caper_rng_range(&rng, 0.4f, 2.5f);
        view.margin = caper_rng_range(&rng, 0, 0.2f);
        caper_camera camera = caper_camera_fit(points, count, &view);
        int height = 1000, width = (int)(view.aspect * 1000);
        double left = 1, right = 0, top = 1, bottom = 0, nearest = INFINITY, farthest = 0;
        for (int i = 0; i < count; i++) {
            float x = NAN, y = NAN, depth = NAN;
            CHECK(caper_camera_project(&camera, width, height, points[i], &x, &y, &depth));
            nearest = fmin(nearest, depth);
            farthest = fmax(farthest, depth);
            left = fmin(left, x / width);
            right = fmax(right, x / width);
            top = fmin(top, y / height);
            bottom = fmax(bottom, y / height);
        }
        double m = view.margin, slack = 2e-3;
        CHECK(left > m - slack && right < 1 - m + slack);
        CHECK(top > m - slack && bottom < 1 - m + slack);
        bool wide = left < m + slack && right > 1 - m - slack;
        bool high = top < m + slack && bottom > 1 - m - slack;
        CHECK(wide || high || (nearest < 0.1 * farthest && nearest > 0.04 * (farthest - nearest)));
    }
}

static void the_yaw_of_a_view_goes_from_the_front_to_the_left_side(void)
{
    caper_bounds b = {{-1, 0, -1}, {1, 2, 1}};
    caper_view view = caper_view_default();
    view.pitch = 0;
    view.yaw = 0;
    caper_camera camera = caper_camera_frame(b, &view);
    CHECK_NEAR(camera.eye.x, 0, 1e-4);
    CHECK_NEAR(camera.eye.y, 1, 1e-4);
    CHECK(camera.eye.z > 2);
    // its left is on the viewer's right, its head above
    float x, y;
    CHECK(caper_camera_project(&camera, 100, 100, caper_vec3_make(0.5f, 1.5f, 0), &x, &y, NULL));
    CHECK(x > 55 && y < 45);
    view.yaw = CAPER_PI / 2;
    camera = caper_camera_frame(b, &view);
    CHECK(camera.eye.x > 2);
    CHECK_NEAR(camera.eye.z, 0, 1e-4);
    view.pitch = 0.5f;
    CHECK(caper_camera_frame(b, &view).eye.y > 2);
    // nothing to see, and one point alone, still give a camera that works
    caper_vec3 at = {3, 1, 2};
    camera = caper_camera_fit(NULL, 0, NULL);
    CHECK(caper_camera_project(&camera, 100, 100, caper_vec3_zero(), &x, &y, NULL));
    camera = caper_camera_fit(&at, 1, &view);
    CHECK(caper_camera_project(&camera, 100, 100, at, &x, &y, NULL));
    CHECK_NEAR(x, 50, 0.1);
    CHECK_NEAR(y, 50, 0.1);
    at.x = NAN;
    camera = caper_camera_fit(&at, 1, &view);
    CHECK(caper_camera_project(&camera, 100, 100, caper_vec3_zero(), &x, &y, NULL));
}

static void what_is_behind_the_viewer_has_no_place(void)
{
    caper_camera camera = {.eye = {0, 0, 5}, .up = {0, 1, 0}, .fov = 1};
    float x = 0, y = 0, depth = 0;
    CHECK(!caper_camera_project(&camera, 100, 100, caper_vec3_make(0, 0, 6), &x, &y, &depth));
    CHECK(caper_camera_project(&camera, 100, 100, caper_vec3_make(0, 0, 2), &x, &y, &depth));
    CHECK_NEAR(depth, 3, 1e-5);
    camera.target = camera.eye;
    caper_set_assert_hook(quiet);
    CHECK(!caper_camera_project(&camera, 100, 100, caper_vec3_zero(), &x, &y, &depth));
    caper_set_assert_hook(NULL);
}

// -- Files
// ------------------------------------------------------------------------------------------

// A fresh folder for each test.
static void make_folder(char *out, size_t size)
{
    snprintf(out, size, "%s/render_XXXXXX", CAPER_BINARY_DIR);
    REQUIRE(mkdtemp(out) != NULL);
}

static int count_entries(const char *folder)
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir)) {
        count += e->d_name[0] != '.';
    }
    if (dir) {
        closedir(dir);
    }
    return count;
}

static void remove_folder(const char *folder)
{
    char command[600];
    snprintf(command, sizeof(command), "rm -r '%s'", folder);
    CHECK_INT(system(command), 0);
}

static bool has_ffmpeg(void)
{
    return system("ffmpeg -version >/dev/null 2>&1") == 0;
}

// A test card: every pixel knows its place and its frame.
static caper_picture card(int width, int height, int frame)
{
    caper_picture p = caper_picture_create(width, height, 0, NULL);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            caper_picture_fill(&p, x, y, 1, 1,
                               (uint32_t)(x * 3 & 255) << 16 | (uint32_t)(y * 5 & 255) << 8 |
                                   (uint32_t)(frame * 40 & 255));
        }
    }
    return p;
}

static void a_png_file_holds_the_picture(void)
{
    char folder[300], path[400], command[1200];
    make_folder(folder, sizeof(folder));
    snprintf(path, sizeof(path), "%s/card.png", folder);
    caper_picture p = card(37, 21, 3);
    caper_error error = {0};
    REQUIRE(caper_picture_save(&p, path, &error));
    size_t size = 0;
    uint8_t *data = caper_file_read(path, 0, NULL, &size, NULL);
    REQUIRE(data != NULL && size > 45);
    CHECK(memcmp(data, "\x89PNG\r\n\x1a\n", 8) == 0);
    CHECK(memcmp(data + 12, "IHDR\0\0\0\x25\0\0\0\x15\x08\x02", 14) == 0);
    CHECK(memcmp(data + size - 8, "IEND\xae\x42\x60\x82", 8) == 0);
    caper_free(NULL, data, size + 1);
    if (has_ffmpeg()) { // another program reads the same pixels
        snprintf(command, sizeof(command),
                 "ffmpeg -loglevel error -i '%s' -f rawvideo -pix_fmt rgba '%s/raw'", path, folder);
        CHECK_INT(system(command), 0);
        snprintf(path, sizeof(path), "%s/raw", folder);
        data = caper_file_read(path, 0, NULL, &size, NULL);
        REQUIRE(data != NULL);
        CHECK_INT(size, 4 * 37 * 21);
        CHECK(memcmp(data, p.pixels, 4 * 37 * 21) == 0);
        caper_free(NULL, data, size + 1);
    }
    snprintf(path, sizeof(path), "%s/no/such/folder.png", folder);
    CHECK(!caper_picture_save(&p, path, &error));
    CHECK_INT(error.status, CAPER_ERROR_IO);
    caper_picture_destroy(&p, NULL);
    caper_set_assert_hook(quiet);
    CHECK(!caper_picture_save(&p, path, &error));
    caper_set_assert_hook(NULL);
    remove_folder(folder);
}

static void a_film_def_that_makes_no_sense_is_refused(void)
{
    caper_film_def bad[6];
    for (int i = 0; i < 6; i++) {
        bad[i] = caper_film_def_default();
        bad[i].path = CAPER_BINARY_DIR "/never.mp4";
        bad[i].width = bad[i].height = 16;
    }
    bad[0].path = NULL;
    bad[1].width = 0;
    bad[2].height = 16385;
    bad[3].rate = 0;
    bad[4].cookie = 0;
    bad[5].path = CAPER_BINARY_DIR "/never.avi";
    caper_set_assert_hook(quiet);
    for (int i = 0; i < 6; i++) {
        caper_error error = {0};
        CHECK(caper_film_create(&bad[i], &error) == NULL);
        CHECK_INT(error.status, i == 5 ? CAPER_ERROR_UNSUPPORTED : CAPER_ERROR_INVALID);
    }
    caper_set_assert_hook(NULL);
    caper_film_destroy(NULL);
}

static caper_film_def film_def(const char *path, const char *program)
{
    caper_film_def def = caper_film_def_default();
    def.path = path;
    def.width = 64;
    def.height = 48;
    def.rate = 10;
    def.ffmpeg = program;
    return def;
}

// Frames 0 and 1 of walk.frames that are there.
static int count_frames(const char *folder)
{
    int count = 0;
    for (int i = 0; i < 2; i++) {
        char path[500];
        snprintf(path, sizeof(path), "%s/walk.frames/%05d.png", folder, i);
        count += access(path, R_OK) == 0;
    }
    return count;
}

static caper_film *open_film(const char *path, const char *program)
{
    caper_film_def def = film_def(path, program);
    caper_error error = {0};
    caper_film *film = caper_film_create(&def, &error);
    if (!film) {
        fprintf(stderr, "%s\n", error.message);
    }
    REQUIRE(film != NULL);
    return film;
}

static bool add_cards(caper_film *film, int count, caper_error *error)
{
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        caper_picture p = card(64, 48, i);
        good = caper_film_add(film, &p, error);
        caper_picture_destroy(&p, NULL);
    }
    return good;
}

static void without_ffmpeg_a_film_is_a_folder_of_numbered_pictures(void)
{
    char folder[300], path[400], frame[500];
    make_folder(folder, sizeof(folder));
    snprintf(path, sizeof(path), "%s/walk.mp4", folder);
    for (int run = 0; run < 2; run++) { // the second time a longer one is replaced
        caper_film *film = open_film(path, run ? NULL : "no-such-program-of-that-name");
        CHECK(caper_film_is_numbered(film));
        CHECK_HAS(caper_film_output(film), "walk.frames");
        CHECK(add_cards(film, run ? 2 : 4, NULL));
        CHECK_INT(access(caper_film_output(film), F_OK) == 0, run); // nothing of the new one yet
        CHECK(caper_film_finish(film, NULL));
        CHECK_INT(count_entries(caper_film_output(film)), run ? 2 : 4);
        caper_film_destroy(film);
        CHECK_INT(count_entries(folder), 1);
    }
    snprintf(frame, sizeof(frame), "%s/walk.frames/00001.png", folder);
    CHECK_INT(access(frame, R_OK), 0);

    // an unfinished film leaves what was there
    caper_film *film = open_film(path, NULL);
    CHECK(add_cards(film, 3, NULL));
    caper_film_destroy(film);
    snprintf(frame, sizeof(frame), "%s/walk.frames", folder);
    CHECK_INT(count_entries(frame), 2);
    CHECK_INT(count_entries(folder), 1);

    // someone else's file in the folder is not ours to remove
    snprintf(frame, sizeof(frame), "%s/walk.frames/notes.txt", folder);
    CHECK(caper_file_write(frame, "x", 1, NULL));
    caper_film_def def = film_def(path, NULL);
    caper_error error = {0};
    CHECK(caper_film_create(&def, &error) == NULL); // before anything is drawn
    CHECK_HAS(error.message, "other files");
    CHECK_INT(access(frame, R_OK), 0);
    CHECK_INT(count_frames(folder), 2);

    // nor when it comes while frames are drawn
    CHECK_INT(unlink(frame), 0);
    film = open_film(path, NULL);
    CHECK(add_cards(film, 1, NULL));
    CHECK(caper_file_write(frame, "x", 1, NULL));
    CHECK(!caper_film_finish(film, &error));
    CHECK_HAS(error.message, "other files");
    caper_film_destroy(film);
    CHECK_INT(access(frame, R_OK), 0);
    CHECK_INT(count_frames(folder), 2);
    CHECK_INT(count_entries(folder), 1);
    remove_folder(folder);
}

static void a_film_takes_only_its_own_frames_and_ends_once(void)
{
    char folder[300], path[400];
    make_folder(folder, sizeof(folder));
    snprintf(path, sizeof(path), "%s/x.gif", folder);
    caper_film *film = open_film(path, NULL);
    caper_error error = {0};
    CHECK(!caper_film_finish(film, &error)); // no frames
    CHECK_HAS(error.message, "without frames");
    caper_film_destroy(film);
    film = open_film(path, NULL);
    caper_picture p = card(64, 47, 0);
    caper_set_assert_hook(quiet);
    CHECK(!caper_film_add(film, &p, &error));
    CHECK_INT(error.status, CAPER_ERROR_INVALID);
    CHECK(add_cards(film, 1, NULL));
    CHECK(caper_film_finish(film, NULL));
    CHECK(!caper_film_finish(film, NULL));
    CHECK(!add_cards(film, 1, NULL));
    caper_set_assert_hook(NULL);
    caper_film_destroy(film);
    caper_picture_destroy(&p, NULL);
    remove_folder(folder);
}

static void a_program_that_fails_leaves_an_error_and_nothing_else(void)
{
    char folder[300], path[400];
    make_folder(folder, sizeof(folder));
    snprintf(path, sizeof(path), "%s/walk.mp4", folder);
    CHECK(caper_file_write(path, "old", 3, NULL));
    static const char *const programs[] = {"false", "true"}; // ends at once, badly or content
    for (int i = 0; i < 2; i++) {
        caper_film *film = open_film(path, programs[i]);
        caper_error error = {0};
        bool good = add_cards(film, 300, &error) && caper_film_finish(film, &error);
        CHECK(!good);
        CHECK_INT(error.status, CAPER_ERROR_IO);
        CHECK_HAS(error.message, "ffmpeg");
        CHECK(!add_cards(film, 1, &error));
        caper_film_destroy(film);
        CHECK_INT(count_entries(folder), 1);
    }
    size_t size = 0;
    char *old = caper_file_read(path, 0, NULL, &size, NULL);
    CHECK_INT(size, 3);
    caper_free(NULL, old, size + 1);
    remove_folder(folder);
}

// A program of more words than a pipe holds, before it reads a frame and after: it must neither
// stop for lack of a listener nor die of one that left, and its first words are the reason.
static void a_program_that_talks_much_is_heard_to_its_end(void)
{
    static const char script[] = "#!/bin/sh\n"
                                 "talk() { head -c 300000 /dev/zero | tr '\\0' '!' >&2; }\n"
                                 "for last; do :; done\n"
                                 "[ \"$last\" = pipe:1 ] && { seq 300; exit; }\n" // read again
                                 "echo 'first words' >&2; talk; cat >/dev/null; talk\n"
                                 "echo film > \"${last#file:}\"\n"
                                 "exit ";
    char folder[300], path[400], program[400], text[600];
    make_folder(folder, sizeof(folder));
    snprintf(path, sizeof(path), "%s/walk.mp4", folder);
    snprintf(program, sizeof(program), "%s/talker", folder);
    for (int code = 0; code < 2; code++) {
        snprintf(text, sizeof(text), "%s%d\n", script, code);
        CHECK(caper_file_write(program, text, strlen(text), NULL));
        CHECK_INT(chmod(program, 0755), 0);
        caper_film *film = open_film(path, program);
        caper_error error = {0};
        CHECK(add_cards(film, 300, &error));
        CHECK_INT(caper_film_finish(film, &error), code == 0);
        if (code) {
            CHECK_HAS(error.message, "ffmpeg failed: first words !!!");
        } else {
            CHECK_INT(unlink(path), 0);
        }
        caper_film_destroy(film);
        CHECK_INT(count_entries(folder), 1);
    }
    remove_folder(folder);
}

// ffmpeg says that all is well when the end of a film did not fit on the disk.
static void a_film_that_did_not_fit_replaces_nothing(void)
{
    if (!has_ffmpeg()) {
        SKIP("there is no ffmpeg");
    }
    static const char *const endings[] = {"mp4", "gif", "mkv", "webm"};
    char folder[300], path[400];
    make_folder(folder, sizeof(folder));
    int refused = 0;
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof(path), "%s/walk.%s", folder, endings[i]);
        struct stat whole;
        caper_film *film = open_film(path, "ffmpeg");
        CHECK(add_cards(film, 12, NULL) && caper_film_finish(film, NULL));
        caper_film_destroy(film);
        REQUIRE(stat(path, &whole) == 0);
        for (int part = 0; part < 4; part++) { // the last one lacks a byte
            struct rlimit before, small;
            REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
            small = before;
            small.rlim_cur = (rlim_t)(part == 3 ? whole.st_size - 1 : whole.st_size * part / 3);
            CHECK(caper_file_write(path, "old", 3, NULL));
            signal(SIGXFSZ, SIG_IGN);
            setrlimit(RLIMIT_FSIZE, &small);
            film = open_film(path, "ffmpeg");
            caper_error error = {0};
            bool good = add_cards(film, 12, &error) && caper_film_finish(film, &error);
            setrlimit(RLIMIT_FSIZE, &before);
            signal(SIGXFSZ, SIG_DFL);
            CHECK(!good);
            refused += !good;
            caper_film_destroy(film);
            size_t size = 0;
            char *old = caper_file_read(path, 0, NULL, &size, NULL);
            CHECK(old && size == 3 && memcmp(old, "old", 3) == 0);
            caper_free(NULL, old, size + 1);
        }
        CHECK_INT(unlink(path), 0);
        CHECK_INT(count_entries(folder), 0);
    }
    CHECK_INT(refused, 16);
    remove_folder(folder);
}

static void a_film_that_has_no_place_is_refused_at_once(void)
{
    char folder[300], path[400];
    make_folder(folder, sizeof(folder));
    snprintf(path, sizeof(path), "%s/no/such/walk.mp4", folder);
    caper_film_def def = caper_film_def_default();
    def.path = path;
    def.width = def.height = 16;
    static const char *const programs[] = {"ffmpeg", "true", NULL};
    for (int i = 0; i < 3; i++) {
        caper_error error = {0};
        def.ffmpeg = programs[i];
        CHECK(caper_film_create(&def, &error) == NULL);
        CHECK_INT(error.status, CAPER_ERROR_IO);
        CHECK_HAS(error.message, "could not be opened for writing");
    }
    CHECK_INT(count_entries(folder), 0);
    remove_folder(folder);
}

static void films_hold_every_frame(void)
{
    if (!has_ffmpeg()) {
        SKIP("there is no ffmpeg");
    }
    static const char *const endings[] = {"mp4", "gif", "mkv", "webm"};
    char folder[300], path[400], command[1200];
    make_folder(folder, sizeof(folder));
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof(path), "%s/walk.%s", folder, endings[i]);
        caper_film *film = open_film(path, "ffmpeg");
        CHECK(!caper_film_is_numbered(film));
        CHECK_STR(caper_film_output(film), path);
        caper_error error = {0};
        CHECK(add_cards(film, 5, &error));
        CHECK(access(path, F_OK) != 0); // nothing there before the end
        if (!CHECK(caper_film_finish(film, &error))) {
            fprintf(stderr, "%s: %s\n", endings[i], error.message);
        }
        caper_film_destroy(film);
        snprintf(command, sizeof(command),
                 "ffmpeg -loglevel error -y -i '%s' -f rawvideo -pix_fmt rgba '%s/raw'", path,
                 folder);
        CHECK_INT(system(command), 0);
        snprintf(path, sizeof(path), "%s/raw", folder);
        size_t size = 0;
        uint8_t *data = caper_file_read(path, 0, NULL, &size, NULL);
        REQUIRE(data != NULL);
        CHECK_INT(size, 5 * 4 * 64 * 48);
        // the mean color of each frame survives compression: blue is 40 more each time
        for (int f = 0; size == 5 * 4 * 64 * 48 && f < 5; f++) {
            double blue = 0;
            for (int k = 0; k < 64 * 48; k++) {
                blue += data[4 * (f * 64 * 48 + k) + 2];
            }
            CHECK_NEAR(blue / (64 * 48), 40 * f, 14);
        }
        caper_free(NULL, data, size + 1);
    }
    // names that ffmpeg would take for a protocol or an option, were they not told to be files
    static const char *const names[] = {"take:1.gif", "-y.gif"};
    char home[1024];
    REQUIRE(getcwd(home, sizeof(home)) && chdir(folder) == 0);
    for (int i = 0; i < 2; i++) {
        caper_film *film = open_film(names[i], "ffmpeg");
        CHECK(add_cards(film, 2, NULL));
        CHECK(caper_film_finish(film, NULL));
        caper_film_destroy(film);
        CHECK(access(names[i], R_OK) == 0);
    }
    REQUIRE(chdir(home) == 0);
    // an unfinished one leaves nothing
    snprintf(path, sizeof(path), "%s/cut.mp4", folder);
    int before = count_entries(folder);
    caper_film *film = open_film(path, "ffmpeg");
    CHECK(add_cards(film, 3, NULL));
    caper_film_destroy(film);
    CHECK_INT(count_entries(folder), before);
    remove_folder(folder);
}

TESTS(pictures_of_no_size_are_empty, fill_and_paste_keep_to_the_picture,
      every_letter_is_seen_stays_in_its_place_and_looks_like_no_other,
      text_aligns_and_is_as_wide_as_it_says, text_survives_any_bytes_and_places,
      a_fitted_camera_sees_every_point_and_wastes_nothing,
      the_yaw_of_a_view_goes_from_the_front_to_the_left_side,
      what_is_behind_the_viewer_has_no_place, a_png_file_holds_the_picture,
      a_film_def_that_makes_no_sense_is_refused,
      without_ffmpeg_a_film_is_a_folder_of_numbered_pictures,
      a_film_takes_only_its_own_frames_and_ends_once,
      a_program_that_fails_leaves_an_error_and_nothing_else,
      a_program_that_talks_much_is_heard_to_its_end, a_film_that_did_not_fit_replaces_nothing,
      a_film_that_has_no_place_is_refused_at_once, films_hold_every_frame)
