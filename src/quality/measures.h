// SPDX-License-Identifier: MIT
// What the measures of room `quality` share: the part of a clip that is judged, and the figures
// that are measured of it.
#ifndef CAPER_SRC_QUALITY_MEASURES_H
#define CAPER_SRC_QUALITY_MEASURES_H

#include "caper/quality.h"
#include "contact/footage.h"

#define CAPERI_POP_RATE 60.0f
// With two neighbours on either side, that many frames past the end judge every frame of a loop
// once.
#define CAPERI_POP_MORE 3

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

/// How deep a point is inside what is solid; 0 outside.
float caperi_ground_depth(const caperi_ground *ground, caper_vec3 point);

/// A body off its path at one frame of 60 Hz.
typedef struct caperi_pop {
    float time;
    int body;
    float size; ///< metres
} caperi_pop;

/// What one clip measures, before gates: NAN where it does not apply.
typedef struct caperi_figures {
    float length;    ///< size / 1.8 m
    int frame_count; ///< of the clip
    double value[CAPER_METRIC_COUNT];
    caper_worst worst[CAPER_METRIC_COUNT]; ///< frame -1: none
    caper_report_stance *stances;
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

/// Compare the figures with the gates: fill the measures and `pass`. `theirs` may be NULL.
void caperi_judge(caper_report *report, const caper_check_job *job, const caperi_figures *ours,
                  const caperi_figures *theirs);
/// Fill `seen` and `verdict`: what a person sees first.
void caperi_find_words(caper_report *report, const caper_character *character);

#endif
