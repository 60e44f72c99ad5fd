// SPDX-License-Identifier: MIT
// Room `quality`: the one judge of motion.
//
// Measures a clip on a character against the gates of docs/guide/quality.md: strict ones for motion
// that Caper made, wider ones for motion from elsewhere. Lengths and speeds of gates are given for
// a body of size 1.8 m and scale with size (lengths by the ratio, times and speeds by its square
// root, accelerations by 1: Froude similarity).
#ifndef CAPER_QUALITY_H
#define CAPER_QUALITY_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/contact.h"
#include "caper/vecmath.h"
#include "caper/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------
// Metrics

/// What is measured; docs/guide/quality.md defines each. Where a report has no figure (no feet, no
/// source, no skin ...), the metric is not measured and does not count.
typedef enum caper_metric {
    CAPER_METRIC_FINITE,           ///< bodies x frames with NaN, infinity or a non-unit quaternion
    CAPER_METRIC_SLIP_MEDIAN,      ///< mm, of the ball of the foot over the flat phase of a stance
    CAPER_METRIC_SLIP_MAX,         ///< mm
    CAPER_METRIC_SKATE,            ///< share of frames in which a flat foot glides, percent
    CAPER_METRIC_PENETRATION_P95,  ///< mm, of feet
    CAPER_METRIC_PENETRATION_MAX,  ///< mm, of feet
    CAPER_METRIC_PENETRATION_BODY, ///< mm, the deepest of all other bodies
    CAPER_METRIC_FLOAT_P95,        ///< mm, of declared stances
    CAPER_METRIC_FLOAT_MEDIAN,     ///< mm, how far still feet are from the surface, up or down
    CAPER_METRIC_HANG,             ///< share of frames neither supported nor falling, percent
    CAPER_METRIC_FALL,    ///< g: hardest sustained fall of the center of mass, downward > 0
    CAPER_METRIC_FLIGHT,  ///< g: how far the worst flight is from free fall
    CAPER_METRIC_BALANCE, ///< share of quiet frames in which the weight is over the support,
                          ///< percent
    CAPER_METRIC_SELF_PENETRATION, ///< share of frames, percent
    CAPER_METRIC_LIMITS,           ///< share of joints x frames beyond a limit, percent
    CAPER_METRIC_LIMITS_MAX,       ///< degrees beyond a limit
    CAPER_METRIC_FLIPS,            ///< count of joints that turn over within a frame
    CAPER_METRIC_POPS,             ///< count of bodies that leave their path, beyond the two gates
    CAPER_METRIC_POP_TRUNK,        ///< percent of size: farthest off its path, spine and head
    CAPER_METRIC_POP_LIMBS,        ///< percent of size: the same of limbs
    CAPER_METRIC_POP_TIPS,         ///< percent of size: the same of toes, fingers and other tips
    CAPER_METRIC_JITTER,           ///< percent of size: median of the root off its path
    CAPER_METRIC_REPEATS,          ///< count of equal frames while moving
    CAPER_METRIC_JERK,             ///< mean squared jerk / size^2, 1/s^6
    CAPER_METRIC_JERK_RATIO,       ///< output over source
    CAPER_METRIC_GOAL_P95,         ///< percent of size: distance from goals
    CAPER_METRIC_STRETCH_MIN,      ///< ratio, of limbs
    CAPER_METRIC_STRETCH_MAX,      ///< ratio, of limbs
    CAPER_METRIC_TEAR,             ///< percent of mesh edges that are torn in the worst frame
    CAPER_METRIC_TEAR_P999,        ///< ratio of lengths that one edge in a thousand exceeds
    CAPER_METRIC_LIFE_MIN,         ///< ratio: range of motion over the source's, least of the limbs
    CAPER_METRIC_LIFE_MAX,         ///< ratio, greatest
    CAPER_METRIC_ARM_SPREAD,       ///< degrees: how much the stillest arm moves
    CAPER_METRIC_TIME_SCALE,       ///< factor >= 1 between its time and the source's, by size
    CAPER_METRIC_TRAVEL,        ///< factor >= 1 between its travel and the source's, by leg length
    CAPER_METRIC_CADENCE,       ///< steps a minute of a regular walk
    CAPER_METRIC_WALK_FROUDE,   ///< v^2 / (g L) of a regular walk
    CAPER_METRIC_STEP_TIME,     ///< m s: speed x (time of a step)^2 of a regular walk
    CAPER_METRIC_CONTACT_F1,    ///< 0..1 against the source's contacts
    CAPER_METRIC_CLEARANCE_MIN, ///< ratio: height of swinging soles over the source's, least leg
    CAPER_METRIC_CLEARANCE_MAX, ///< ratio, greatest leg
    CAPER_METRIC_ENVELOPE,      ///< percent of the cycle inside mean +- 2 s.d. of the examples
    CAPER_METRIC_TRACKING,      ///< mm, mean distance from the reference
    CAPER_METRIC_DUTY,          ///< duty factor, mean over feet
    CAPER_METRIC_FROUDE,        ///< v^2 / (g L)
    CAPER_METRIC_STANCE_SPEED,  ///< m/s, mean speed of feet in stance
    CAPER_METRIC_COUNT
} caper_metric;

/// Where a motion comes from: which gates judge it.
typedef enum caper_origin {
    CAPER_ORIGIN_AUTO,   ///< in a job: fitted where the clip says so, else ours where contacts are
                         ///< declared or a source is given
    CAPER_ORIGIN_OURS,   ///< Caper made it, and knows its contacts, floor and body: millimetres
    CAPER_ORIGIN_FOUND,  ///< a capture or a file from elsewhere: gates calibrated on captures
    CAPER_ORIGIN_FITTED, ///< one whose feet Caper has fitted to a world (CAPER_TAG_FITTED): feet
                         ///< and legs are judged as ours, all else as found
    CAPER_ORIGIN_COUNT
} caper_origin;
/// "auto", "ours", "found" or "fitted"; NULL outside the enum.
CAPER_API const char *caper_origin_name(caper_origin origin);

/// Stable name as in `check --json`: "stance_slip_median" ...
CAPER_API const char *caper_metric_name(caper_metric metric);
/// Unit of its value: "mm", "%", "" ...
CAPER_API const char *caper_metric_unit(caper_metric metric);

/// How good a motion is to a person who watches.
typedef enum caper_grade {
    CAPER_GRADE_PASS,   ///< every gate is passed
    CAPER_GRADE_FLAWED, ///< beyond a gate, but few would see it
    CAPER_GRADE_FAIL,   ///< what is wrong is seen
    CAPER_GRADE_COUNT
} caper_grade;
/// "pass", "flawed" or "fail"; NULL outside the enum.
CAPER_API const char *caper_grade_name(caper_grade grade);

/// One metric of a report.
typedef struct caper_measure {
    bool measured; ///< false: does not apply (no feet, no source ...)
    bool gated;    ///< has a gate; the others are reported only
    bool pass;     ///< true when not gated or not measured
    bool has_source;
    bool guessed;  ///< rests on boxes that are guesses, and therefore has no gate
    bool at_least; ///< pass is value >= gate (else value <= gate)
    double value;
    double source; ///< the same of the source clip
    double gate;   ///< of the job's origin, after scaling with size and the source's own figure
    double seen;   ///< from here on a person who watches sees the fault: the gate or beyond it;
                   ///< INFINITY: never by this metric
    bool visible;  ///< fails, and so far that it is seen
} caper_measure;

/// A curve over the frames of a report, for a picture.
typedef struct caper_report_curve {
    const char *name;    ///< in words: "lowest sole above the ground"
    const char *unit;    ///< of its values: "mm", "g" ...
    caper_metric metric; ///< that it explains
    float gate_min;      ///< levels to draw beside it; NAN: none
    float gate_max;      ///< the same above
    const float *values; ///< frame_count; NAN where there is nothing to tell
} caper_report_curve;

/// One stance of one sole point.
typedef struct caper_report_stance {
    int body, point;  ///< point: index among the body's sole points
    float start, end; ///< seconds
    float slip;       ///< metres
    bool declared;    ///< from the clip's own contacts
} caper_report_stance;

/// Where a metric is at its worst.
typedef struct caper_worst {
    caper_metric metric;
    int frame;
    int body; ///< -1 where no single body is to blame
    double value;
    int other; ///< of self-penetration: the body that it is inside; else -1
} caper_worst;

/// The verdict and everything it rests on; one block, freed by caper_report_destroy.
typedef struct caper_report {
    bool pass;           ///< every gate is passed: what an engine is held to
    caper_grade grade;   ///< the verdict: what a person who watches would say
    caper_origin origin; ///< whose gates were used
    char verdict[160];   ///< what a viewer notices first: "left hand leaves its arm at 1.2 s", with
                         ///< "; few would see it" where nothing is visible, or "good"
    int seen;            ///< that offence in `worst`; -1 when it passes
    caper_measure measures[CAPER_METRIC_COUNT];
    float floor;                        ///< height used, at the origin, metres
    float floor_slope_x, floor_slope_z; ///< of an estimated floor: rise over run, at most 0.04
    bool floor_estimated;
    float size;      ///< of the character, metres
    int frame_count; ///< that were judged, at the analysis rate
    int first_frame; ///< of the clip, that was judged; frames and times count from the start of the
                     ///< whole clip
    int rest_frames; ///< rest poses in front of the motion that were left out
    float rest_jump; ///< mean distance of the bodies between them and the motion, metres
    float rate;      ///< frames a second, of the analysis
    const caper_report_stance *stances;
    int stance_count;
    const caper_worst *worst;
    int worst_count;
    const caper_report_curve *curves; ///< when the job asked for them
    int curve_count;
    char warning[160];  ///< "" or one sentence: what in the input looks wrong
    size_t memory_size; ///< bytes
    caper_allocator allocator;
} caper_report;

/// A goal that the motion was to meet, for the goal error.
typedef struct caper_goal_sample {
    float time; ///< seconds
    int body;
    caper_vec3 point;  ///< of the body, body frame
    caper_vec3 target; ///< model space
    bool reachable;
} caper_goal_sample;

/// What to judge. Start from caper_check_job_default().
typedef struct caper_check_job {
    const caper_character *character;
    const caper_clip *clip;   ///< of that character's skeleton
    caper_origin origin;      ///< which gates; default ours
    const caper_world *world; ///< NULL: a floor at `floor`
    float floor;              ///< NAN (default): estimated when world is NULL
    const caper_skin *skins;  ///< of the character: tears, and what is in the ground; may be NULL
    int skin_count;
    const caper_clip *source;                ///< may be NULL
    const caper_character *source_character; ///< NULL: the same character
    float source_floor;                      ///< NAN (default): estimated
    const int16_t *source_bodies;            ///< of each body, or -1; NULL: by name
    const caper_clip *reference;             ///< for tracking; same skeleton; may be NULL
    const caper_goal_sample *goals;
    int goal_count;
    const float *impacts; ///< seconds: declared impacts, which excuse twice the pop within 0.05 s
    int impact_count;
    const caper_clip *const *examples;        ///< captures of that body plan, for the envelope
    const caper_character *example_character; ///< of all examples; NULL: the same character
    int example_count;
    bool curves;          ///< fill the report's curves; default false
    bool ignore_declared; ///< detect stances instead of taking the clip's contacts
    float from, to;       ///< seconds: the part to judge, of the source too; default 0 and INFINITY
    bool keep_rest;       ///< judge rest poses in front of the motion as well
    bool boxes_guessed;   ///< the boxes do not come from the file: self-penetration has no gate
    const caper_allocator *allocator;
    uint32_t cookie;
} caper_check_job;

/// Nothing to judge yet, an estimated floor.
CAPER_API caper_check_job caper_check_job_default(void);
/// Measure everything. NULL only on a bad job or out of memory.
CAPER_API caper_report *caper_check(const caper_check_job *job, caper_error *error);
/// Read the `source_bodies` of a job: a line "body=source body" for each body with another name in
/// the source, nothing after the = if it has none; '#' begins a comment. There is room for the
/// bodies of `to`. False with an error at its line.
CAPER_API bool caper_check_bodies_load(const char *path, const caper_skeleton *to,
                                       const caper_skeleton *from, int16_t *bodies,
                                       caper_error *error);
/// Free a report; NULL is fine.
CAPER_API void caper_report_destroy(caper_report *report);
/// Describe one of the report's `worst` in words: "left foot slides by 42 mm at 1.23 s". Writes at
/// most `size` bytes, always terminated.
CAPER_API void caper_report_text(const caper_report *report, const caper_character *character,
                                 int index, char *text, size_t size);
/// The whole report as text for people to read: what was judged, a table of the metrics, what is
/// wrong. `called` is a name for the character, NULL: its own; `world` is that of the job.
CAPER_API void caper_report_describe(const caper_report *report, const caper_character *character,
                                     const char *called, const caper_world *world,
                                     caper_text *text);
/// The `check --json` object.
CAPER_API void caper_report_write(const caper_report *report, const caper_character *character,
                                  caper_json_writer *writer);

// ---------------------------------------------------------------------------------------------------
// Rate

/// What free fall says about the sampling rate of a clip.
typedef struct caper_rate_sense {
    int flight_count; ///< flights that are long and clean enough to use
    float fall;       ///< m/s2, the median of their vertical accelerations; 0 without flights
    bool too_fast;    ///< the body falls at more than twice the acceleration of gravity
    float rate;       ///< Hz: what the rate seems to be; the clip's own unless too_fast
    char text[160];   ///< one sentence when too_fast, else ""
} caper_rate_sense;
/// Compare how the center of mass falls while nothing touches the ground with free fall: in a clip
/// labeled with twice its rate it is four times too fast. False when the clip is not of the
/// character's skeleton, or without memory.
CAPER_API bool caper_rate_detect(const caper_character *character, const caper_clip *clip,
                                 caper_rate_sense *sense);

#ifdef __cplusplus
}
#endif

#endif
