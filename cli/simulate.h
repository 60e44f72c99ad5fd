// SPDX-License-Identifier: MIT
// What the files of `caper simulate` share: a scene whose assets are loaded by name, and how what
// came of it is drawn.
#ifndef CAPER_CLI_SIMULATE_H
#define CAPER_CLI_SIMULATE_H

#include "cli.h"

#include "caper/scene.h"

// Assets by name, loaded once.
typedef struct simulate_store {
    cli_shelf shelf;
    char folder[1024];        // of the scene, with a slash; names are looked for there first
    const caper_scene *scene; // NULL until it is read
} simulate_store;

// A scene by its file or by the name of one that ships, and where its assets are found. False with
// an error; close the store in any case.
bool simulate_load_scene(const char *name, simulate_store *store, caper_scene **scene,
                         caper_error *error);
caper_scene_finder simulate_finder(simulate_store *store);
void simulate_close_store(simulate_store *store);

typedef struct simulate_job {
    const caper_scene *scene;
    simulate_store *store;
    const char *out;
    int actor;                        // whose clip, and whom a live performer moves; -1: nobody's
    const char *listen, *from, *send; // a live performer; NULL: none
    double seconds;                   // how long; 0: as the scene says
    bool json;
    int cells;    // of a strip
    int watch;    // the one actor that the camera looks at; -1: all
    double begin; // of the pictures, seconds
    float yaw, pitch;
} simulate_job;

// What an actor of the scene was loaded from; NULL: nothing.
const cli_asset *simulate_asset_of(const simulate_job *job, int actor);

// Where its pictures begin.
int simulate_first_frame(const simulate_job *job);

// A film strip (.png) or a film of what was taped; there is a first frame.
bool simulate_draw(const simulate_job *job, caper_show *show, const caper_show_tape *tape,
                   caper_error *error);

#endif
