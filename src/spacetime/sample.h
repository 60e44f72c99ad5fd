// SPDX-License-Identifier: MIT
//
// One sample of a space, ready to be solved: the description that its values make together, what
// names mean for its character, and the job.
#ifndef CAPER_SRC_SPACETIME_SAMPLE_H
#define CAPER_SRC_SPACETIME_SAMPLE_H

#include "spacetime/space.h"

/// A sample while it is worked on. It keeps a pointer to itself: do not copy it.
typedef struct caperi_sample {
    const struct caper_space *space;
    int index;
    caperi_space_point point;
    caper_arena arena;
    caperi_description description;   // of all values together
    const caper_character *character; // as given, or `loaded`
    caper_character loaded;           // the same with heavier bodies
    double leg, height, mass, weight; // of the character: m, m, kg, N
    const caper_clip *clips[2];       // of a transition, given before caperi_sample_make; or NULL
    caper_spacetime_contact contacts[CAPERI_SPACE_CONTACTS];
    const caperi_specifier *travel_rows[3]; // where durations are found: what the travel must be
    int travel_row_count;
    caper_spacetime_job job;          // its specify is caperi_sample_specify
    caper_spacetime_builder *builder; // while specify runs
} caperi_sample;

/// Put the description together. False with an error: no memory, no character named, definitions
/// that lead back to themselves.
bool caperi_sample_init(caperi_sample *sample, const struct caper_space *space, int index,
                        caper_error *error);
/// Free what it holds.
void caperi_sample_free(caperi_sample *sample);
/// Work out the job for the character that description.character names, and try its specifiers:
/// names that the character does not have are errors here, not in the middle of a run.
bool caperi_sample_make(caperi_sample *sample, const caper_character *character,
                        caper_error *error);
/// Give the motion another duration, and work out anew what depends on it.
bool caperi_sample_set_duration(caperi_sample *sample, double duration, caper_error *error);
/// A number that changes with anything that the motion depends on. False without memory.
bool caperi_sample_hash(const caperi_sample *sample, uint64_t *hash);
/// Puts its specifiers into a problem; user is the sample.
bool caperi_sample_specify(caper_spacetime_builder *builder, void *user, caper_error *error);
/// What names mean in its specifiers.
caperi_scope caperi_sample_scope(const caperi_sample *sample);

/// Moments of two clips between which a transition of that many seconds has the shortest way: half
/// way the one moves as the other does, on the same feet. Moments that are not NAN are kept.
bool caperi_find_moments(const caper_character *character, const caper_clip *const clips[2],
                         double duration, double times[2]);

/// The body that a name stands for: a body's own name, an alias, or a generic name (root, torso,
/// head, tail, left_foot, right_hind_foot, left_hand ...; L_ and R_ are left_ and right_). -1:
/// none.
int caperi_find_body(const caper_character *character, const caperi_space_alias *aliases,
                     int alias_count, caper_slice name);
/// The generic names of a character, one by one, for messages; NULL behind the last.
const char *caperi_generic_name(int index);

#endif
