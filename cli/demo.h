// SPDX-License-Identifier: MIT
// What the files of `caper demo` share: a page of films, made of poses that a script draws.
#ifndef CAPER_CLI_DEMO_H
#define CAPER_CLI_DEMO_H

#include "cli.h"

// The page while it is written. Films have takes (one is shown at a time), takes have actors.
typedef struct demo_page {
    caper_text data; // window.DEMO
    int films, takes, actors;
} demo_page;

// How a film is shown.
typedef struct demo_film {
    const char *title, *about, *command;
    const caper_world *world; // NULL: flat ground
    bool real;                // all in one place at their own sizes; else side by side, as large
    float yaw, pitch;         // of the camera, radians
} demo_film;

// Where all bodies of an actor were in the world, frame by frame.
typedef struct demo_tape {
    const caper_transform *places; // the root first where it is rooted, then the bodies
    size_t stride;                 // from frame to frame
    int frame_count;
    float rate; // frames a second
    bool rooted;
} demo_tape;

// Who is in it: a clip on its character, and the skin that is drawn instead of boxes.
typedef struct demo_actor {
    const char *name;
    const caper_character *character;
    const caper_clip *clip;
    const caper_skin *skin; // may be NULL
    bool treadmill;         // its way over the ground is taken out
    const demo_tape *tape;  // instead of a clip; may be NULL
    bool thing;             // the camera need not see it
    uint32_t color;         // 0xrrggbb of all of it; 0: by what its bodies are for
} demo_actor;

void demo_begin(demo_page *page);
void demo_add_film(demo_page *page, const demo_film *film);
void demo_add_take(demo_page *page, const char *name);
void demo_add_actor(demo_page *page, const demo_actor *actor);
// Close the films; what is appended to `data` then are further members of window.DEMO.
void demo_end_films(demo_page *page);
// A take of a physics scene: so many seconds from a moment on. False with an error.
bool demo_add_scene(demo_page *page, const char *take, const char *scene, float begin,
                    float seconds, caper_error *error);
bool demo_write(demo_page *page, const char *path, caper_error *error);
void demo_free(demo_page *page);

// A string of JSON that may stand in a page.
void demo_put_string(caper_text *out, const char *string);

// A skin about the boxes of a character, as somebody might have modelled it: tubes that are bent at
// the joints by blended weights. Freed by demo_free_skin.
caper_skin *demo_make_skin(const caper_character *character);
void demo_free_skin(caper_skin *skin);

#endif
