// SPDX-License-Identifier: MIT
#include "words.h"

#include <stdio.h>
#include <string.h>

const char *const word_zones[3][CAPER_ZONE_COUNT] = {{"any", "left", "center", "right"},
                                                     {"any", "top", "center", "bottom"},
                                                     {"any", "front", "center", "back"}};
const char *const word_extents[CAPER_EXTENT_COUNT] = {
    "none", "left_most", "right_most", "top_most", "bottom_most", "front_most", "back_most"};
const char *const word_frames[CAPER_FRAME_COUNT] = {"identity", "rest",    "secondary",
                                                    "look",     "surface", "reach"};
const char *const word_frames_about[CAPER_FRAME_COUNT] = {
    "As it is: every body goes to the same place.",
    "From the rest pose: every body moves as far from where it rests.",
    "From rest (0) to a target (1): a hand that reaches it does so on every body.",
    "Looks at the target; keys turn it away from there.",
    "In the box of what it aims at: 1 touches its skin, whatever its size.",
    "From the shoulder: 1 is the whole limb stretched.",
};
const char *const word_scales[CAPER_SCALE_COUNT] = {"none", "creature", "limb"};
const char *const word_scales_about[CAPER_SCALE_COUNT] = {
    "Metres: small and large bodies move as far.",
    "Shares of the body: large bodies move farther.",
    "Shares of the limb: long arms move farther.",
};
const char *const word_points[CAPER_POINT_COUNT] = {"auto", "joint", "center", "sole"};
const char *const word_eases[CAPER_EASE_COUNT] = {"smooth", "flat", "linear", "hold", "manual"};
const char *const word_curves[CAPER_CURVE_KIND_COUNT] = {
    "position", "rotation", "position_weight", "rotation_weight", "deform", "travel"};
const char *const word_aims[CAPER_AIM_COUNT] = {"none", "target", "bodies", "group"};
const char *const word_mirrorings[CAPER_MIRROR_COUNT] = {"sides", "none"};
const char *const word_sides[CAPER_SIDE_COUNT] = {"any", "same", "opposite"};
const char *const word_answers[CAPER_ANSWER_COUNT] = {"ignore", "true", "false"};

int word_find(const char *const *words, int count, const char *word, const char *what,
              caper_error *error)
{
    char list[128] = "";
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], word) == 0) {
            return i;
        }
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? " " : "", words[i]);
    }
    caper_error_set(error, CAPER_ERROR_INVALID, what, 0, 0, "found '%.30s', expected one of: %s",
                    word, list);
    return -1;
}

bool word_caps(const char *const *words, int count, caper_caps *caps, caper_error *error)
{
    *caps = 0;
    for (int i = 0; i < count; i++) {
        caper_caps bit = caper_cap_from_name(words[i], strlen(words[i]));
        if (bit == 0 && strcmp(words[i], "none") != 0) {
            return caper_error_set(error, CAPER_ERROR_INVALID, "caps", 0, 0,
                                   "found '%.30s', expected a capability such as grasper",
                                   words[i]);
        }
        *caps |= bit;
    }
    return true;
}
