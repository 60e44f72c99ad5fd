// SPDX-License-Identifier: MIT
//
// What the files of room `person` share, and what other rooms may use of it: caps that follow from
// parts.
#ifndef CAPER_SRC_PERSON_PERSON_H
#define CAPER_SRC_PERSON_PERSON_H

#include "caper/person.h"

/// Of a side, relative to its first part: the shoulder, or the upper leg.
#define CAPERI_ARM_PARTS (CAPER_PART_RIGHT_SHOULDER - CAPER_PART_LEFT_SHOULDER)
#define CAPERI_LEG_PARTS (CAPER_PART_RIGHT_UPPER_LEG - CAPER_PART_LEFT_UPPER_LEG)

/// What messages call a character.
const char *caperi_person_source(const caper_character *character);
/// The first of the three parts of a limb, its upper one.
caper_part caperi_limb_part(int limb);
/// Parts by the shape of a character into person->bodies; all are -1 before.
bool caperi_person_shape(caper_person *person, caper_error *error);
/// Fingers by the words in the names of the bodies below the hands, the first three of each.
void caperi_person_fingers(caper_person *person);
/// Fill in the T-pose from bodies and limbs.
void caperi_person_make_tpose(caper_person *person);
/// The elbow or knee of a limb as anatomy has it.
typedef struct caperi_limb_hinge {
    caper_joint joint; // CAPER_JOINT_FREE: its limits are told, or nothing is sure
    float more;        // radians that it is to be bent at rest; the limits count from there
} caperi_limb_hinge;
/// Hinges for the elbows and knees whose limits no file told, from the pose that the character
/// rests in; with `ease`, arms are to be bent a little. False: none.
bool caperi_person_hinges(const caper_person *person, bool ease,
                          caperi_limb_hinge hinges[CAPER_LIMB_COUNT]);
/// Is `above` the body itself or above it in the tree?
bool caperi_is_above(const caper_character *character, int above, int body);

/// One thing that a map says.
typedef struct caperi_map_entry {
    int what;         // a part, or CAPER_PART_COUNT + the number of a cap's bit
    const char *name; // of a body; NULL: there is none
    int line, column; // where it stands; 0: nowhere
} caperi_map_entry;

/// What a map says about the rest pose.
typedef enum caperi_map_rest {
    CAPERI_REST_AUTO,    // nothing: it is chosen
    CAPERI_REST_FILE,    // as the file has it
    CAPERI_REST_RELAXED, // that with the arms down
    CAPERI_REST_CLIP     // as in a clip, at a time
} caperi_map_rest;

struct caper_map {
    const char *source; // for messages
    const char *name;   // of the character that it was made for; ""
    int entry_count;
    const caperi_map_entry *entries; // in the order of the file
    caperi_map_rest rest;
    const char *rest_clip; // "" where it is not CAPERI_REST_CLIP
    float rest_seconds;
    int rest_line;
    size_t memory_size;
    caper_allocator allocator;
};

/// The members that the reader knows, for the reader itself and for the test of the schema.
extern const char *const caperi_map_keys[];
extern const int caperi_map_key_count;
extern const char *const caperi_map_rest_keys[];
extern const int caperi_map_rest_key_count;

/// A map of parts alone.
caper_map *caperi_map_of_parts(const caper_character *character,
                               const int16_t bodies[CAPER_PART_COUNT], const char *source,
                               const caper_allocator *allocator, caper_error *error);
/// The body that an entry names, -1 for none. False with an error where the character has none of
/// that name.
bool caperi_map_find(const caper_map *map, const caperi_map_entry *entry,
                     const caper_character *character, int *body, caper_error *error);
/// Put the parts of a map over those that were found; `count` receives how many it says.
bool caperi_map_parts(const caper_map *map, const caper_character *character,
                      int16_t bodies[CAPER_PART_COUNT], int *count, caper_error *error);

/// Caps of a whole tree by its parts (body index, or -1, per part): each part its own, the spine
/// all the way from hips to head, limbs all the way from the spine to their parts, helpers above
/// the hips. Other bodies keep CAPER_CAP_HELPER alone. False, and nothing done, without hips.
bool caperi_parts_to_caps(const int16_t bodies[CAPER_PART_COUNT], const int16_t *parents,
                          int body_count, caper_caps *caps);

#endif
