// SPDX-License-Identifier: MIT
//
// The example program that opens a window, run without a display: it walks a character about, waves
// while it walks, and what it drew is in the picture that it leaves. Skipped where SDL has no such
// window or the example was not built.
#define _POSIX_C_SOURCE 200809L
#include "render_stage.h"

#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CAPER_WINDOW
#define CAPER_WINDOW ""
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

TESTS(a_window_shows_a_character_that_walks)
