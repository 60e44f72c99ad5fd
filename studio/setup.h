// SPDX-License-Identifier: MIT
// What the live panels are set to. It is part of the state of the document: so it is undone like
// everything else, and a session has it.
#ifndef CAPER_STUDIO_SETUP_H
#define CAPER_STUDIO_SETUP_H

#include "caper/caper.h"

#define SETUP_STYLES 5   // that ship
#define SETUP_POINTS 256 // of a path on the ground
#define SETUP_SLIDERS 16 // dimensions of a parameter space that have one

typedef struct live_setup {
    float froude;                // speed of walks: v^2 / (g leg)
    float styles[SETUP_STYLES];  // share of each in a gait
    caper_gait_style gait;       // under them: path of a foot, parameters by speed
    float gain;                  // of dolls, 0..2
    float path[SETUP_POINTS][2]; // x and z on the ground, metres
    int path_count;
    caper_stride_drive stride_drive;
    caper_stride_rule stride_rule;
    float climb; // most that a step climbs, leg lengths
    bool keep_stride, keep_pace;
    bool away; // strides go away from the viewer
    // where the sliders of the parameter space stand: a number, of names the index of the value
    double at[SETUP_SLIDERS];
    bool at_set[SETUP_SLIDERS]; // else at the first value
} live_setup;

extern const char *const setup_styles[SETUP_STYLES];

void setup_default(live_setup *setup);
// The parameter of a gait's key by its name (duty, stride, lift ...); NULL: none of that name.
float *setup_param(caper_gait_key *key, const char *name);
// Sets it, within the range that it has; false: none of that name.
bool setup_set_param(caper_gait_key *key, const char *name, float value);
// What differs from the default, as lines of actions.
void setup_write(const live_setup *setup, caper_text *lines);

#endif
