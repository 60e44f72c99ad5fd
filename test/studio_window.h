// SPDX-License-Identifier: MIT
// A studio in a window on SDL's offscreen driver, and hands that use it: for tests.
#ifndef CAPER_TEST_STUDIO_WINDOW_H
#define CAPER_TEST_STUDIO_WINDOW_H

#include "panel.h"
#include "studio.h"
#include "test.h"
#undef printf

#include <stdio.h>
#include <stdlib.h>

enum {
    WIDTH = 960,
    HEIGHT = 600
};

static studio s;

static inline void begin_scaled(float scale)
{
    caper_error error = {0};
    ui_def def = {.title = "test",
                  .width = (int)(WIDTH * scale),
                  .height = (int)(HEIGHT * scale),
                  .scale = scale,
                  .hidden = true,
                  .step = 1 / 60.0};
    setenv("SDL_VIDEODRIVER", "offscreen", 1);
    setenv("CAPER_DATA", test_data_path(""), 1);
    if (!ui_open(&def, &error)) {
        SKIP("this machine cannot open an offscreen window");
    }
    REQUIRE(studio_open(&s, &error));
    REQUIRE(view_open(&s, &error));
    REQUIRE(studio_welcome(&s, &error));
    document_start(&s.doc);
    REQUIRE(shell_frame(&s));
}

static inline void begin(void)
{
    begin_scaled(1);
}

static inline void end(void)
{
    panel_closes(&s);
    studio_close(&s);
    ui_close();
}

static inline void frames(int count)
{
    for (int i = 0; i < count; i++) {
        shell_frame(&s);
    }
}

static inline bool run(const char *line)
{
    caper_error error = {0};
    bool good = studio_run(&s, line, &error);
    if (!good) {
        fprintf(stderr, "%s: %s\n", line, error.message);
    }
    frames(1);
    return good;
}

static inline void click_at(caper_vec3 point)
{
    float x, y;
    REQUIRE(view_project(&s, point, &x, &y));
    ui_push_mouse(x, y);
    frames(1);
    ui_push_button(0, true);
    frames(1);
    ui_push_button(0, false);
    frames(2);
}

static inline caper_vec3 place_of(int member, const char *name)
{
    const stage_member *m = &s.stage.members[member];
    const caper_character *c = asset_character(m->body);
    int body = caper_character_find(c, name);
    REQUIRE(body >= 0);
    return caper_transform_mul_point(
        stage_root(m), caper_transform_mul_point(caper_actor_model(m->actor)->bodies[body],
                                                 c->bodies[body].box_center));
}

static inline void press(const char *key, int modifiers)
{
    ui_push_key(ui_key(key), modifiers, true);
    frames(1);
    ui_push_key(ui_key(key), 0, false);
    frames(1);
}

#endif
