// SPDX-License-Identifier: MIT
// Does a clip fit the character that --on names: the same bodies, and of about the same lengths? A
// clip read in the wrong unit would otherwise be played, drawn and judged without a word.
#include "cli.h"

#include <math.h>
#include <stdio.h>

// People of one skeleton differ by less, the units of files by more (1.77 and up).
#define MOST_APART 1.5

// Together, without the roots, which stand where they will.
static double lengths_of(const caper_skeleton *s)
{
    double sum = 0;
    for (int i = 0; i < s->body_count; i++) {
        if (s->parents[i] >= 0) {
            sum += (double)caper_vec3_length(s->rest_local[i].position);
        }
    }
    return sum;
}

bool cli_clip_fits(const cli_asset *in, const caper_clip *clip, const caper_character *character,
                   const char *path, caper_error *error)
{
    if (!caper_skeleton_same(&character->skeleton, &clip->skeleton)) {
        return caper_error_set(
            error, CAPER_ERROR_INVALID, path, 0, 0,
            "the clip is of another skeleton than %s: its %d bodies must have the same names, "
            "parents and order as the character's %d",
            character->name, clip->skeleton.body_count, character->body_count);
    }
    double own = lengths_of(&clip->skeleton), other = lengths_of(&character->skeleton);
    if (!(own > 0 && other > 0) || (own < MOST_APART * other && other < MOST_APART * own)) {
        return true;
    }
    char hint[64] = "convert it from its source again, with --unit";
    if (in->import) {
        snprintf(hint, sizeof(hint), "give --unit %.3g", (double)in->import->unit * other / own);
    }
    return caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0,
                           "the bodies of the clip are %.3g times as long as those of %s: is the "
                           "unit right? (%s)",
                           own / other, character->name, hint);
}
