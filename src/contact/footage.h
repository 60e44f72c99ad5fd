// SPDX-License-Identifier: MIT
//
// A clip laid out frame by frame in world space, the points that may stand, and their stances: what
// the offline detector works on, and the measures of room `quality` after it.
#ifndef CAPER_SRC_CONTACT_FOOTAGE_H
#define CAPER_SRC_CONTACT_FOOTAGE_H

#include "caper/contact.h"
#include "contact/ground.h"

#define CAPERI_REFERENCE_SIZE 1.8f // metres: of the body that thresholds are given for

/// Thresholds of a body's size: lengths grow with size, speeds with its square root (Froude).
typedef struct caperi_scale {
    float length; ///< size / 1.8 m
    float speed;  ///< square root of it
} caperi_scale;

/// A clip played on a character: every frame's world transforms.
typedef struct caperi_footage {
    const caper_character *character;
    const caper_clip *clip;
    float rate;
    int frame_count;
    int more; ///< frames past the end of a loop, behind the others
    int body_count;
    caper_transform *world; ///< frame major, root track included
    caperi_scale scale;
    int broken;       ///< bodies x frames that are not finite or not unit
    int broken_frame; ///< first of them, or -1
    int broken_body;
} caperi_footage;

/// Play `clip` at `rate` (its own, or a common one), and when it loops go on for `more` frames,
/// which do not count in frame_count.
/// False: out of memory.
bool caperi_footage_make(caperi_footage *footage, const caper_character *character,
                         const caper_clip *clip, float rate, int more, caper_arena *arena);
/// When in the clip a frame is.
float caperi_footage_time(const caperi_footage *footage, int frame);

static inline const caper_transform *caperi_footage_at(const caperi_footage *f, int frame, int body)
{
    return &f->world[(size_t)frame * (size_t)f->body_count + (size_t)body];
}

/// The frames among which all of a contact are, a frame more at either end.
void caperi_contact_frames(const caperi_footage *footage, const caper_contact *contact, int *from,
                           int *to);

/// One material point that may stand.
typedef struct caperi_sole {
    int body, point;
    caper_vec3 local; ///< body frame
    caper_vec3 *path; ///< world, per frame
    float *gap;       ///< above the surface, per frame
    uint8_t *stance;  ///< per frame: 0, or CAPERI_DETECTED | CAPERI_DECLARED
} caperi_sole;

enum {
    CAPERI_DETECTED = 1,
    CAPERI_DECLARED = 2
};

typedef struct caperi_soles {
    caperi_sole *items;
    int count;
    int *bodies; ///< the bodies that they belong to, rising
    int body_count;
} caperi_soles;

/// The sole points of all feet and of every body with a declared contact.
bool caperi_soles_make(caperi_soles *soles, const caperi_footage *footage, caper_arena *arena);
/// Fill `gap` for a ground.
void caperi_soles_measure(caperi_soles *soles, const caperi_footage *footage,
                          const caperi_ground *ground);
/// Fill `stance`: detected by height and speed, and declared by the clip unless told not to.
void caperi_soles_find_stances(caperi_soles *soles, const caperi_footage *footage,
                               const caper_contacts_job *options, bool use_declared,
                               bool use_detected);
/// Is any point of that body in stance at that frame?
bool caperi_soles_body_stands(const caperi_soles *soles, int body, int frame);
/// Speed of a path at a frame, m/s: central difference over about 1/60 s to either side, at the
/// ends of the path the slope of a parabola.
float caperi_path_speed(const caper_vec3 *path, int count, float rate, int frame);

/// Level at which the soles come to rest, and how many of them (0..1). False: out of memory.
bool caperi_floor_level(const caperi_footage *footage, const caperi_soles *soles,
                        caper_arena *arena, float *level, float *confidence);

/// The share `q` (0..1) quantile of values, which are sorted in place; NAN for none.
double caperi_quantile(float *values, int count, double q);

#endif
