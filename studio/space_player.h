// SPDX-License-Identifier: MIT
// The clips of the document's parameter space: which there are, which lies nearest to where the
// sliders stand, and the cast playing it.
#ifndef CAPER_STUDIO_SPACE_PLAYER_H
#define CAPER_STUDIO_SPACE_PLAYER_H

#include "synth.h"

typedef enum sample_state {
    SAMPLE_NONE, // no clip yet
    SAMPLE_SOLVED,
    SAMPLE_FAILED
} sample_state;

typedef struct space_player {
    asset *space; // kept: whose clips these are; NULL: none
    char folder[512];
    uint8_t *states; // of its samples
    asset **clips;   // those that were read
    int sample_count;
    int dimension_count;
    double at[SETUP_SLIDERS]; // a number; of names: the index of the value
    int nearest;              // solved sample; -1: none
    synth_run run;
} space_player;

// The one of the studio.
space_player *space_players(void);
// Follow the document, and take what the background found; in every frame.
void space_update(studio *s);
bool space_is_number(const asset *space, int dimension);
bool space_put(studio *s, const char *dimension, const char *value, caper_error *error);
bool space_synth(studio *s, const char *folder, const char *only, caper_error *error);
void space_stop(void);
void space_close(studio *s);

#endif
