// SPDX-License-Identifier: MIT
// Room `person`: which body is the hips, an upper arm, a hand.
//
// A person has parts: the 55 places of VRM and of Unity's humanoids. One finder says which body of
// a character is which part, from a map that the user wrote, from the names of the bodies, or from
// their shape; puppetry, sensors, VMC and VRM files all use it. It also gives what those need: four
// limbs of two segments each, and the T-pose that all people share.
#ifndef CAPER_PERSON_H
#define CAPER_PERSON_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------
// Parts

/// What a body is in a person, parents first. Fingers have three parts each: proximal, intermediate
/// and distal. (VRM 1 calls those of the thumb metacarpal, proximal and distal.)
typedef enum caper_part {
    CAPER_PART_HIPS,
    CAPER_PART_SPINE,
    CAPER_PART_CHEST,
    CAPER_PART_UPPER_CHEST,
    CAPER_PART_NECK,
    CAPER_PART_HEAD,
    CAPER_PART_LEFT_EYE,
    CAPER_PART_RIGHT_EYE,
    CAPER_PART_JAW,
    CAPER_PART_LEFT_SHOULDER, ///< the collar bone
    CAPER_PART_LEFT_UPPER_ARM,
    CAPER_PART_LEFT_LOWER_ARM,
    CAPER_PART_LEFT_HAND,
    CAPER_PART_LEFT_THUMB,                               ///< first of its three
    CAPER_PART_LEFT_INDEX = CAPER_PART_LEFT_THUMB + 3,   ///< first of its three
    CAPER_PART_LEFT_MIDDLE = CAPER_PART_LEFT_THUMB + 6,  ///< first of its three
    CAPER_PART_LEFT_RING = CAPER_PART_LEFT_THUMB + 9,    ///< first of its three
    CAPER_PART_LEFT_LITTLE = CAPER_PART_LEFT_THUMB + 12, ///< first of its three
    CAPER_PART_RIGHT_SHOULDER = CAPER_PART_LEFT_THUMB + 15,
    CAPER_PART_RIGHT_UPPER_ARM,
    CAPER_PART_RIGHT_LOWER_ARM,
    CAPER_PART_RIGHT_HAND,
    CAPER_PART_RIGHT_THUMB,                                ///< first of its three
    CAPER_PART_RIGHT_INDEX = CAPER_PART_RIGHT_THUMB + 3,   ///< first of its three
    CAPER_PART_RIGHT_MIDDLE = CAPER_PART_RIGHT_THUMB + 6,  ///< first of its three
    CAPER_PART_RIGHT_RING = CAPER_PART_RIGHT_THUMB + 9,    ///< first of its three
    CAPER_PART_RIGHT_LITTLE = CAPER_PART_RIGHT_THUMB + 12, ///< first of its three
    CAPER_PART_LEFT_UPPER_LEG = CAPER_PART_RIGHT_THUMB + 15,
    CAPER_PART_LEFT_LOWER_LEG,
    CAPER_PART_LEFT_FOOT,
    CAPER_PART_LEFT_TOES,
    CAPER_PART_RIGHT_UPPER_LEG,
    CAPER_PART_RIGHT_LOWER_LEG,
    CAPER_PART_RIGHT_FOOT,
    CAPER_PART_RIGHT_TOES,
    CAPER_PART_COUNT
} caper_part;

/// A set of parts.
typedef uint64_t caper_parts;
/// The bit of a part in a set.
#define CAPER_PART_BIT(part) ((caper_parts)1 << (part))
/// The parts that every person has (as in VRM 1.0): hips, spine, head, and the upper part,
/// lower part and end of each limb.
#define CAPER_PARTS_NECESSARY                                                                      \
    (CAPER_PART_BIT(CAPER_PART_HIPS) | CAPER_PART_BIT(CAPER_PART_SPINE) |                          \
     CAPER_PART_BIT(CAPER_PART_HEAD) | (caper_parts)7 << CAPER_PART_LEFT_UPPER_ARM |               \
     (caper_parts)7 << CAPER_PART_RIGHT_UPPER_ARM | (caper_parts)7 << CAPER_PART_LEFT_UPPER_LEG |  \
     (caper_parts)7 << CAPER_PART_RIGHT_UPPER_LEG)

/// Its name in files and messages, "left_upper_arm"; NULL outside the enum.
CAPER_API const char *caper_part_name(caper_part part);
/// The part of that name, whatever the case and the separators: "LeftUpperArm" of VMC and
/// "leftUpperArm" of VRM are "left_upper_arm". CAPER_PART_COUNT when there is none.
CAPER_API caper_part caper_part_from_name(const char *name, size_t size);
/// The part above it in a complete person; CAPER_PART_COUNT for the hips.
CAPER_API caper_part caper_part_parent(caper_part part);
/// The nearest part above it that is in a set, or CAPER_PART_COUNT.
CAPER_API caper_part caper_part_above(caper_part part, caper_parts set);
/// The same part of the other side; parts in the middle are their own.
CAPER_API caper_part caper_part_mirror(caper_part part);
/// The caps that a part has by itself: a hand is a limb that grasps.
CAPER_API caper_caps caper_part_caps(caper_part part);

// ---------------------------------------------------------------------------------------------------
// Person

/// The limbs of a person, in the order of caper_person.limbs.
enum {
    CAPER_LIMB_LEFT_LEG,
    CAPER_LIMB_RIGHT_LEG,
    CAPER_LIMB_LEFT_ARM,
    CAPER_LIMB_RIGHT_ARM,
    CAPER_LIMB_COUNT
};

/// An arm or a leg: two rigid segments and what is at their end.
typedef struct caper_limb {
    int16_t start, middle, tip; ///< upper arm, lower arm and hand, or the same of a leg
    int16_t girdle;             ///< the body between spine and start that may move by itself, or -1
    float upper, lower;         ///< lengths at rest, metres
    caper_vec3 up, low; ///< start to middle in the frame of start, middle to tip in that of middle
    caper_vec3 bend_axis; ///< unit, frame of start: turning about it bends as people bend
} caper_limb;

/// How a person was found.
typedef enum caper_person_by {
    CAPER_PERSON_BY_MAP,   ///< some part is where the map says
    CAPER_PERSON_BY_NAMES, ///< every necessary part has a body of its name
    CAPER_PERSON_BY_SHAPE, ///< by caps, sides and lengths
    CAPER_PERSON_BY_COUNT
} caper_person_by;

/// The parts of one character. A value; made by caper_person_find.
typedef struct caper_person {
    const caper_character *character; ///< must outlive the person
    int16_t bodies[CAPER_PART_COUNT]; ///< index of the body, or -1
    int16_t chest; ///< the body that carries the arms: the upper chest, chest or spine
    caper_person_by by;
    bool nests; ///< the body of each part is below that of the part above it; false for trees that
                ///< begin at the chest
    caper_limb limbs[CAPER_LIMB_COUNT];
    float leg; ///< mean length of the legs, hip to ground along the leg, metres
    // the T-pose: arms level to the sides, legs straight down, trunk and feet as at rest
    float leg_height;                          ///< from the ankles up to the hips' joint, metres
    caper_quat tpose_model[CAPER_PART_COUNT];  ///< rotation of each body
    caper_vec3 tpose_offset[CAPER_PART_COUNT]; ///< from the nearest part above that there is, along
                                               ///< the axes of the model
} caper_person;

/// What a user says about the bodies of a skeleton; see below.
typedef struct caper_map caper_map;

/// Find the parts of a person: where the map says (may be NULL); for all other parts, by the names
/// of the parts if every necessary one has a body and they nest, else by shape: two limbs that
/// stand and two that grasp on one spine; from the end of a limb upwards, the first joint farther
/// than 15 % of its length is the knee or elbow, the next one the hip or shoulder. Fingers are told
/// apart by their names. The head may be missing (-1) where shape decides. False with a reason, and
/// `person` undefined, when it is not a person or the map does not fit.
CAPER_API bool caper_person_find(const caper_character *character, const caper_map *map,
                                 caper_person *person, caper_error *error);
/// Write the T-pose to a local pose of the character's counts: it stands as high as at rest.
/// Deforms are left alone.
CAPER_API void caper_person_tpose(const caper_person *person, caper_pose *local);

// ---------------------------------------------------------------------------------------------------
// Maps (.map.json, docs/schema/map.schema.json)
//
// A map names the body of a part, or the bodies of a cap, where the finder or the tagger went
// wrong. What it does not say is found as usual. A map is an asset.

/// Read a .map.json file. NULL with an error at line and column. Free with caper_map_destroy.
CAPER_API caper_map *caper_map_load(const char *path, const caper_load_options *options,
                                    caper_error *error);
/// caper_map_load from memory. `source` is for messages; NULL means "memory".
CAPER_API caper_map *caper_map_parse(const char *text, size_t size, const char *source,
                                     const caper_load_options *options, caper_error *error);
/// A map of what is known about a character: all caps but helpers, and its parts. With `person`
/// NULL the necessary parts are listed to be filled in. NULL without memory.
CAPER_API caper_map *caper_map_make(const caper_character *character, const caper_person *person,
                                    const caper_allocator *allocator, caper_error *error);
/// Write the file; nothing is left behind on failure.
CAPER_API bool caper_map_save(const caper_map *map, const char *path, caper_error *error);
/// Write the map as a JSON value.
CAPER_API void caper_map_write(const caper_map *map, caper_json_writer *writer);
/// Free a map; NULL is fine.
CAPER_API void caper_map_destroy(caper_map *map);
/// Does the map name the body of a part? `name` (may be NULL) receives the body's name, NULL for
/// "there is none".
CAPER_API bool caper_map_part(const caper_map *map, caper_part part, const char **name);
/// The rest pose that the map asks for: "auto", "file", "relaxed" or the name of a clip; `seconds`
/// (may be NULL) receives the time in that clip.
CAPER_API const char *caper_map_rest(const caper_map *map, float *seconds);
/// The same character with the caps of a map. Where it names all necessary parts, caps follow from
/// them; a cap that it lists belongs to the listed bodies and no others. Boxes and joints stay.
/// Clips of either fit the other. NULL with an error at line and column of the map: a body that is
/// not there, or caps that the builder refuses.
CAPER_API caper_character *caper_map_apply(const caper_map *map, const caper_character *character,
                                           const caper_allocator *allocator, caper_error *error);

#ifdef __cplusplus
}
#endif

#endif
