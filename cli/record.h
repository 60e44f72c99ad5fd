// SPDX-License-Identifier: MIT
// Recording an actor into a clip: what `play` and `retarget` write.
#ifndef CAPER_CLI_RECORD_H
#define CAPER_CLI_RECORD_H

#include "cli.h"

#include "caper/actor.h"

// What to record. Zero it first.
typedef struct cli_take {
    const caper_character *character;
    const caper_motion *motion;
    const caper_world *world; // NULL: flat ground
    const char *targets;      // "x,y,z" for every target, or "name=x,y,z;name=..."; NULL: defaults
    int variant;              // -1: the one nearest to the first target
    float rate;               // frames a second
    float seconds;            // 0: the motion's duration
    float speed;              // 0: 1
    caper_root root;          // where the actor starts
    bool stiff;               // nothing jiggles
    const caper_progress *progress; // may be NULL
} cli_take;

// Play a motion on a character and record it. A looping motion plays for a while before, so that
// loose parts have settled and the clip loops too. The events become key poses.
caper_clip *cli_record(const cli_take *take, caper_error *error);
// Does a path end in one of these? Ask before the work.
bool cli_clip_path(const char *path, caper_error *error);
// Write a clip of a character by the ending of the path: .clip.json, .bvh, .glb or .gltf.
bool cli_save_clip(const caper_clip *clip, const caper_character *character, const char *path,
                   caper_error *error);

#endif
