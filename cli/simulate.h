// SPDX-License-Identifier: MIT
// What `caper simulate` shares with its pictures: a scene whose assets are loaded by name.
#ifndef CAPER_CLI_SIMULATE_H
#define CAPER_CLI_SIMULATE_H

#include "cli.h"

#include "caper/scene.h"

#define SIMULATE_MAX_ASSETS 256

// Assets by name, loaded once.
typedef struct simulate_store {
    char *names[SIMULATE_MAX_ASSETS];
    cli_asset *assets[SIMULATE_MAX_ASSETS];
    int count;
    char folder[1024]; // of the scene, with a slash; names are looked for there first
} simulate_store;

typedef struct simulate_job {
    const caper_scene *scene;
    simulate_store *store;
    const char *out, *camera;
    int cells; // of a strip
    float yaw, pitch;
} simulate_job;

// What an actor of the scene was loaded from; NULL: nothing.
const cli_asset *simulate_asset_of(const simulate_job *job, int actor);
caper_show *simulate_open(const simulate_job *job, caper_error *error);

// A film strip (.png) or a film. CLI_GOOD, CLI_NO for an explosion, CLI_BAD.
int simulate_draw(const simulate_job *job);

#endif
