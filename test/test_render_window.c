// SPDX-License-Identifier: MIT
//
// The example programs that open a window, run without a display: one walks a character about and
// waves while it walks, the other is driven by keys, by matching and along a graph; what they drew
// is in the pictures that they leave. Skipped where SDL has no such window or the examples were not
// built.
#define _POSIX_C_SOURCE 200809L
#include "graph_fixture.h"
#include "menagerie.h"
#include "render_stage.h"

#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CAPER_WINDOW
#define CAPER_WINDOW ""
#endif
#ifndef CAPER_DRIVE
#define CAPER_DRIVE ""
#endif
#ifndef CAPER_COMMAND
#define CAPER_COMMAND ""
#endif

// Share of the pixels that are not the background, which is all there is in the corners.
static double covered(const caper_picture *p)
{
    int other = 0;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            other += difference(pixel(p, x, y), pixel(p, 0, 0)) > 30;
    return (double)other / p->width / p->height;
}

static void a_window_shows_a_character_that_walks(void)
{
    if (CAPER_WINDOW[0] == '\0' || CAPER_COMMAND[0] == '\0') {
        SKIP("the example or the command is not built");
    }
    char folder[300], line[3000], words[200] = "", path[400];
    snprintf(folder, sizeof folder, "%s/window_XXXXXX", CAPER_BINARY_DIR);
    REQUIRE(mkdtemp(folder) != NULL);
    // no leak check: the driver keeps some memory and is unloaded by SDL, so that nobody can tell
    snprintf(line, sizeof line,
             "cd '%s' && '%s' convert sally me.glb >log 2>&1 && ASAN_OPTIONS=detect_leaks=0 "
             "SDL_VIDEODRIVER=offscreen '%s' me.glb '%s' 90 >stdout 2>stderr",
             folder, CAPER_COMMAND, CAPER_WINDOW, test_data_path("motions/wave.motion.json"));
    int status = system(line);
    REQUIRE(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77) {
        SKIP("no window without a display on this machine");
    }
    CHECK_INT(WEXITSTATUS(status), 0);
    snprintf(path, sizeof path, "%s/stdout", folder);
    FILE *file = fopen(path, "r");
    REQUIRE(file && fgets(words, sizeof words, file));
    fclose(file);
    float metres = 0;
    REQUIRE(strstr(words, "is at ") && sscanf(strstr(words, "is at "), "is at %f", &metres) == 1);
    CHECK(metres > 0.5f && metres < 4.0f); // a second and a half at a walk
    snprintf(path, sizeof path, "%s/window.png", folder);
    size_t size = 0;
    void *bytes = caper_file_read(path, 0, NULL, &size, NULL);
    caper_picture p = {0};
    REQUIRE(bytes && caper_picture_decode(bytes, size, NULL, &p, NULL));
    CHECK(covered(&p) > 0.02 && covered(&p) < 0.5);
    caper_free(NULL, bytes, size + 1);
    caper_picture_destroy(&p, NULL);
    snprintf(line, sizeof line, "rm -r '%s'", folder);
    CHECK_INT(system(line), 0);
}

static void save_graph(const char *folder)
{
    char path[400];
    caper_character *character = menagerie_load("performer");
    graph_fixture fixture = {0};
    caper_graph_def def = graph_fixture_def(&fixture, character);
    caper_graph *graph = caper_graph_create(&def, NULL);
    snprintf(path, sizeof path, "%s/g.graph.json", folder);
    REQUIRE(graph && caper_graph_save(graph, path, NULL));
    caper_graph_destroy(graph);
    graph_fixture_free(&fixture);
    caper_character_destroy(character);
}

// Pixels of a half of a picture that are clearly bluer than red, or redder than blue.
static int count_tinted(const caper_picture *p, int half, bool blue)
{
    int count = 0;
    for (int y = 0; y < p->height; y++)
        for (int x = half * p->width / 2; x < (half + 1) * p->width / 2; x++) {
            const uint8_t *at = p->pixels + 4 * ((size_t)y * (size_t)p->width + (size_t)x);
            count += blue ? at[2] > at[0] + 60 : at[0] > at[2] + 60;
        }
    return count;
}

// Up for a second and a half, then to the right: both go there, and both are drawn, each in its
// half and color. Without ffmpeg the film is pictures.
static void keys_drive_two_in_a_window(void)
{
    if (CAPER_DRIVE[0] == '\0') {
        SKIP("the example is not built");
    }
    char folder[300], line[3000], path[400];
    snprintf(folder, sizeof folder, "%s/drive_XXXXXX", CAPER_BINARY_DIR);
    REQUIRE(mkdtemp(folder) != NULL);
    save_graph(folder);
    snprintf(line, sizeof line,
             "cd '%s' && PATH=. ASAN_OPTIONS=detect_leaks=0 SDL_VIDEODRIVER=offscreen '%s' "
             "g.graph.json '%s' 'u90 r30' film.mp4 >stdout 2>stderr",
             folder, CAPER_DRIVE, test_data_path("characters/performer.character.json"));
    int status = system(line);
    REQUIRE(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77) {
        SKIP("no window without a display on this machine");
    }
    CHECK_INT(WEXITSTATUS(status), 0);
    snprintf(path, sizeof path, "%s/stdout", folder);
    FILE *file = fopen(path, "r");
    float x[2] = {0}, z[2] = {0};
    REQUIRE(file &&
            fscanf(file, "matching at %f %f graph at %f %f", &x[0], &z[0], &x[1], &z[1]) == 4);
    fclose(file);
    for (int i = 0; i < 2; i++)
        CHECK(z[i] > 0.7f && z[i] < 4.0f && x[i] < 0.3f);
    snprintf(path, sizeof path, "%s/film.frames/00020.png", folder);
    size_t size = 0;
    void *bytes = caper_file_read(path, 0, NULL, &size, NULL);
    caper_picture p = {0};
    REQUIRE(bytes && caper_picture_decode(bytes, size, NULL, &p, NULL));
    CHECK(count_tinted(&p, 0, true) > 1000 && count_tinted(&p, 0, false) == 0);
    CHECK(count_tinted(&p, 1, false) > 1000 && count_tinted(&p, 1, true) == 0);
    caper_free(NULL, bytes, size + 1);
    caper_picture_destroy(&p, NULL);
    snprintf(line, sizeof line, "rm -r '%s'", folder);
    CHECK_INT(system(line), 0);
}

TESTS(a_window_shows_a_character_that_walks, keys_drive_two_in_a_window)
