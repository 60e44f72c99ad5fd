// SPDX-License-Identifier: MIT
// Clips made to fit: a clip of one skeleton, retargeted onto whoever shall play it, made once.
#ifndef CAPER_STUDIO_WARDROBE_H
#define CAPER_STUDIO_WARDROBE_H

#include "document.h"

typedef struct worn {
    asset *clip, *body; // kept
    caper_clip *made;   // NULL: the clip itself fits
} worn;

typedef struct wardrobe {
    worn *list;
    int count, room;
} wardrobe;

// The clip on that body: holds until the wardrobe is cleared. NULL with an error.
const caper_clip *wardrobe_fit(wardrobe *w, asset *clip, asset *body, caper_error *error);
void wardrobe_clear(wardrobe *w);

#endif
