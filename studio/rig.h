// SPDX-License-Identifier: MIT
// What is corrected about an imported rig: which body is which part of a person, what bodies are
// for, the pose that it rests in. It goes into the rig's map file; the rig is read anew with it, so
// that what is seen is what any program will see.
#ifndef CAPER_STUDIO_RIG_H
#define CAPER_STUDIO_RIG_H

#include "studio.h"

#define RIG_NOBODY "\x01" // a part that is not there

typedef struct rig {
    char parts[CAPER_PART_COUNT][96]; // name of the body; "": nothing is said
    char rest[96];                    // auto, file, relaxed, or the name of a clip
    float seconds;                    // of the clip
    caper_caps said;                  // caps whose bodies are listed
    caper_caps *caps;                 // of each body
    int body_count;
} rig;

// Is it a rig of a foreign file, not edited as a creature?
bool rig_is(const asset *a);
// What is said about it so far; NULL without memory.
rig *rig_read(const asset *a);
void rig_free(rig *r);
// As the text of a map file.
void rig_write(const rig *r, const asset *a, caper_json_writer *w);
bool rig_save(const rig *r, const asset *a, const char *path, caper_error *error);
// The rig again, with the map of that file. NULL with an error.
asset *rig_load(const char *name, const char *map_path, caper_error *error);
// Change the active rig: takes the words over.
bool rig_apply(studio *s, rig *r, caper_error *error);
// Caps of a body of the active rig.
bool rig_set_caps(studio *s, int body, caper_caps caps, caper_error *error);

#endif
