// SPDX-License-Identifier: MIT
// What the measures of room `quality` share: a clip laid out frame by frame in world space, the
// surface under it, the points that may stand, and their stances.
#ifndef CAPER_QUALITY_FOOTAGE_H
#define CAPER_QUALITY_FOOTAGE_H

#include "caper/quality.h"

#define CAPERI_REFERENCE_SIZE 1.8f
#define CAPERI_POP_RATE 60.0f
// With two neighbours on either side, that many frames past the end judge every frame of a loop
// once.
#define CAPERI_POP_MORE 3

/// Thresholds of a body's size: lengths grow with size, speeds with its square root (Froude).
typedef struct caperi_scale {
    float length; ///< size / 1.8 m
    float speed;  ///< square root of it
} caperi_scale;

/// A clip played on a character: every frame's local and world transforms.
typedef struct caperi_footage {
    const caper_character *character;
    const caper_clip *clip;
    float rate;
    int frame_count;
    int body_count;
    caper_transform *local; ///< frame major
    caper_transform *world; ///< frame major, root track included
    caperi_scale scale;
    int broken;       ///< bodies x frames that are not finite or not unit
    int broken_frame; ///< first of them, or -1
    int broken_body;
} caperi_footage;

/// Play `clip` at `rate` (its own, or a common one), and when it loops go on for `more` frames.
/// False: out of memory.
bool caperi_footage_make(caperi_footage *footage, const caper_character *character,
                         const caper_clip *clip, float rate, int more, caper_arena *arena);
/// When in the clip a frame is.
float caperi_footage_time(const caperi_footage *footage, int frame);

static inline const caper_transform *caperi_footage_at(const caperi_footage *f, int frame, int body)
{
    return &f->world[(size_t)frame * (size_t)f->body_count + (size_t)body];
}

/// How many frames at the start are the rest pose, put in front of a motion that begins elsewhere,
/// and how far they are from it. False: out of memory.
bool caperi_rest_in_front(const caper_character *character, const caper_clip *clip,
                          caper_arena *arena, int *found, float *jump);

/// What is judged of the clips of a job.
typedef struct caperi_parts {
    double from; ///< seconds, where it begins
    int first_frame, rest_frames;
    float rest_jump;
    caper_clip *clips[3]; ///< copies of parts of the clip, the source and the reference, or NULL
} caperi_parts;

/// Put the parts that the job asks for, without rest poses in front of the motion, in the place of
/// its clips; its goals move with them. Always to be freed. False with an error.
bool caperi_parts_take(caperi_parts *parts, caper_check_job *job, caper_arena *arena,
                       caper_error *error);
void caperi_parts_free(caperi_parts *parts);

/// The frames among which all of a contact are, a frame more at either end.
void caperi_contact_frames(const caperi_footage *footage, const caper_contact *contact, int *from,
                           int *to);

/// Where the feet stand: a world, or a flat floor.
typedef struct caperi_ground {
    const caper_world *world;
    float floor;
} caperi_ground;

/// Height of a point above the surface under it; negative below. `lift`: how far above the point a
/// surface may be and still count as under it.
float caperi_ground_gap(const caperi_ground *ground, caper_vec3 point, float lift);
/// How deep a point is inside what is solid; 0 outside.
float caperi_ground_depth(const caperi_ground *ground, caper_vec3 point);

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
                               const caper_contact_options *options, bool use_declared,
                               bool use_detected);
/// Is any point of that body in stance at that frame?
bool caperi_soles_body_stands(const caperi_soles *soles, int body, int frame);
/// Speed of a path at a frame, m/s: central difference over about 1/60 s to either side.
float caperi_path_speed(const caper_vec3 *path, int count, float rate, int frame);

/// Level at which the soles come to rest, and how many of them (0..1). False: out of memory.
bool caperi_floor_level(const caperi_footage *footage, const caperi_soles *soles,
                        caper_arena *arena, float *level, float *confidence);

/// A body off its path at one frame of 60 Hz.
typedef struct caperi_pop {
    float time;
    int body;
    float size; ///< metres
} caperi_pop;

/// What one clip measures, before gates: NAN where it does not apply.
typedef struct caperi_figures {
    double value[CAPER_METRIC_COUNT];
    caper_worst worst[CAPER_METRIC_COUNT]; ///< frame -1: none
    caper_stance *stances;
    int stance_count;
    caperi_pop *pops; ///< every offence, by body and then time
    int pop_count;
} caperi_figures;

bool caperi_measure_soles(caperi_figures *figures, const caperi_footage *footage,
                          const caperi_soles *soles, caper_arena *arena);
bool caperi_measure_ground(caperi_figures *figures, const caperi_footage *footage,
                           const caperi_soles *soles, const caperi_ground *ground,
                           caper_arena *arena);
void caperi_measure_joints(caperi_figures *figures, const caperi_footage *footage);
bool caperi_measure_self(caperi_figures *figures, const caperi_footage *footage,
                         caper_arena *arena);
void caperi_measure_jerk(caperi_figures *figures, const caperi_footage *footage);
/// What CAPER_METRIC_JERK would be at that rate of positions that are only rounded.
double caperi_jerk_noise(const caperi_footage *footage, float rate);
/// List the pops, and count them.
bool caperi_measure_pops(caperi_figures *figures, const caperi_footage *at_60_hz,
                         caper_arena *arena);
/// Count the pops that are listed (the echoes of one are one), and find the worst.
void caperi_count_pops(caperi_figures *figures, float clip_rate);
void caperi_measure_gait(caperi_figures *figures, const caperi_footage *footage,
                         const caperi_soles *soles);

/// caper_detect_rate of what is laid out. False: out of memory.
bool caperi_sense_rate(const caperi_footage *footage, caper_arena *arena, caper_rate_sense *sense);

/// Keep the largest value of a metric and where it was.
void caperi_note_worst(caperi_figures *figures, caper_metric metric, int frame, int body,
                       double value);
/// The share `q` (0..1) quantile of values, which are sorted in place; NAN for none.
double caperi_quantile(float *values, int count, double q);

#endif
