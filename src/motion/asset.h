// SPDX-License-Identifier: MIT
//
// What the files that build, check, read and write motions share.
#ifndef CAPER_SRC_MOTION_ASSET_H
#define CAPER_SRC_MOTION_ASSET_H

#include "caper/motion.h"

// Limits: they keep hostile files small and sums of keys finite.
#define CAPERI_MOTION_SECONDS_MAX 1e6f // of the duration
#define CAPERI_MOTION_VALUE_MAX 1e6f   // of general coordinates
#define CAPERI_MOTION_SPEED_MAX 1e9f   // of velocities
#define CAPERI_MOTION_UNIT_TOLERANCE 1e-3f
#define CAPERI_MOTION_BRANCHES_MAX 64
#define CAPERI_MOTION_CURVES_MAX (CAPER_CURVE_DEFORM + CAPER_MAX_DEFORMS) // of a channel
#define CAPERI_MOTION_PAIRS_MAX 1024
#define CAPERI_MOTION_EVENTS_MAX 4096
#define CAPERI_MOTION_TARGETS_MAX 256
#define CAPERI_MOTION_EXPECTS_MAX 256
#define CAPERI_MOTION_KEYS_MAX (1 << 22)   // of a curve
#define CAPERI_MOTION_PRIORITY_MAX 1000000 // and its negative

/// Floats of a value.
static inline int caperi_curve_width(caper_curve_kind kind)
{
    return kind == CAPER_CURVE_POSITION                                 ? 3
           : kind == CAPER_CURVE_ROTATION || kind == CAPER_CURVE_TRAVEL ? 4
                                                                        : 1;
}

/// Floats of a velocity.
static inline int caperi_curve_speed_width(caper_curve_kind kind)
{
    return kind == CAPER_CURVE_ROTATION ? 3 : caperi_curve_width(kind);
}

/// Where a part of a def stands in a file: any array element or string that the def points to.
typedef struct caperi_motion_place {
    const void *item;
    int line, column;
} caperi_motion_place;

/// Places of the parts of a def, in any order; zero-initialize for a def that is in no file.
typedef struct caperi_motion_places {
    const caperi_motion_place *items;
    size_t count;
} caperi_motion_places;

/// All that caper_motion_create refuses; the error stands at the part's place.
bool caperi_motion_check(const caper_motion_def *def, caperi_motion_places places,
                         caper_error *error);

/// caper_motion_create of a def whose parts have places in a file.
caper_motion *caperi_motion_build(const caper_motion_def *def, caperi_motion_places places,
                                  caper_error *error);

/// Make the keys of a checked curve as they are stored: members that the kind does not use are 0,
/// rotations of unit length with w >= 0, velocities by ease. Doing it twice changes nothing.
void caperi_curve_settle(caper_curve_kind kind, caper_key *keys, int count, float duration,
                         bool loops);

// -- Words of files and messages ------------------------------------------------------------------

extern const char *const caperi_curve_kind_names[CAPER_CURVE_KIND_COUNT];
extern const char
    *const caperi_ease_names[CAPER_EASE_MANUAL]; // a manual key has velocities instead
extern const char *const caperi_frame_names[CAPER_FRAME_COUNT];
extern const char *const caperi_scale_names[CAPER_SCALE_COUNT];
extern const char *const caperi_point_names[CAPER_POINT_COUNT];
extern const char *const caperi_mirroring_names[CAPER_MIRROR_COUNT];
extern const char *const caperi_expect_names[CAPER_EXPECT_KIND_COUNT];
extern const char *const caperi_side_names[CAPER_SIDE_COUNT];
extern const char *const caperi_extent_names[CAPER_EXTENT_COUNT]; // [0] is never written
/// By axis and zone; zone "any" has no word.
#define CAPERI_ZONE_WORDS 9
extern const char *const caperi_zone_names[CAPERI_ZONE_WORDS];

/// The mode of a channel in a file that names none.
static inline caper_mode caperi_mode_default(void)
{
    caper_mode mode = {
        CAPER_FRAME_REST, CAPER_FRAME_REST, CAPER_SCALE_CREATURE, false, false, false,
        CAPER_POINT_AUTO};
    return mode;
}

/// Degrees of a file; turned in double, so that 180 becomes CAPER_PI to the bit.
static inline float caperi_from_degrees(double degrees)
{
    return (float)(degrees * (3.14159265358979323846 / 180.0));
}

/// A "turn" of a file as it is stored in a key.
void caperi_turn_to_value(const double degrees[3], float value[4]);

/// A rotation as a built motion stores it: as near to length 1 as floats get, and one of q and -q.
void caperi_settle_value(float value[4]);

#endif
