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

// Put the clip of an asset on a character by the names of bodies: that one takes its place.
static bool fit_by_name(cli_asset *in, const caper_character *character, const char *path,
                        caper_error *error)
{
    caper_clip_fit_report report;
    caper_error why = {0};
    caper_clip *fitted = caper_clip_fit(in->clip, &character->skeleton, NULL, &report, &why);
    if (!fitted) {
        return caper_error_set(
            error, CAPER_ERROR_INVALID, path, 0, 0,
            "the clip is of another skeleton than %s: %d bodies, the character's are %d (%.60s)",
            character->name, in->clip->skeleton.body_count, character->body_count, why.message);
    }
    int i = 0;
    while (in->import->clips[i] != in->clip) {
        i++;
    }
    caper_clip_destroy(in->clip);
    in->import->clips[i] = in->clip = fitted;
    fprintf(stderr,
            "warning: %s: the clip is put on %s by the names of bodies: %d fit, %d are left out, "
            "%d of the character stay at rest\n",
            path, character->name, report.matched, report.missing, report.left_at_rest);
    return true;
}

bool cli_clip_fits(cli_asset *in, const caper_clip *clip, const caper_character *character,
                   const char *path, caper_error *error)
{
    if (!caper_skeleton_same(&character->skeleton, &clip->skeleton)) {
        // a file that holds only an animation; others say whose clip they are
        bool bare = clip == in->clip && in->import && in->import->skin_count == 0;
        if (!bare) {
            return caper_error_set(
                error, CAPER_ERROR_INVALID, path, 0, 0,
                "the clip is of another skeleton than %s: its %d bodies must have the same names, "
                "parents and order as the character's %d",
                character->name, clip->skeleton.body_count, character->body_count);
        }
        if (!fit_by_name(in, character, path, error)) {
            return false;
        }
        clip = in->clip;
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
