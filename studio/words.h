// SPDX-License-Identifier: MIT
// The words of queries, modes and curves, as files have them, and a line for people about each.
#ifndef CAPER_STUDIO_WORDS_H
#define CAPER_STUDIO_WORDS_H

#include "caper/caper.h"

extern const char *const word_zones[3][CAPER_ZONE_COUNT]; // by axis
extern const char *const word_extents[CAPER_EXTENT_COUNT];
extern const char *const word_frames[CAPER_FRAME_COUNT];
extern const char *const word_frames_about[CAPER_FRAME_COUNT];
extern const char *const word_scales[CAPER_SCALE_COUNT];
extern const char *const word_scales_about[CAPER_SCALE_COUNT];
extern const char *const word_points[CAPER_POINT_COUNT];
extern const char *const word_eases[CAPER_EASE_COUNT];
extern const char *const word_curves[CAPER_CURVE_KIND_COUNT];
extern const char *const word_aims[CAPER_AIM_COUNT];
extern const char *const word_mirrorings[CAPER_MIRROR_COUNT];
extern const char *const word_sides[CAPER_SIDE_COUNT];
extern const char *const word_answers[CAPER_ANSWER_COUNT];
// Index of a word; -1 with an error that lists them.
int word_find(const char *const *words, int count, const char *word, const char *what,
              caper_error *error);
// A set of capabilities from words, or "none"; false with an error.
bool word_caps(const char *const *words, int count, caper_caps *caps, caper_error *error);

#endif
