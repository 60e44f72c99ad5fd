// SPDX-License-Identifier: MIT
// What the measures of room `quality` share: the part of a clip that is judged, the clip laid out,
// and the figures that are measured of it.
#ifndef CAPER_SRC_QUALITY_MEASURES_H
#define CAPER_SRC_QUALITY_MEASURES_H

#include "caper/person.h"
#include "caper/quality.h"
#include "contact/footage.h"

#define CAPERI_GRAVITY 9.81f // m/s2
#define CAPERI_VOID 1000.0f  // metres told where there is no ground below: JSON has no infinity
/// Metres at size 1.8 that the center of mass may be beside the support: boxes are no soles, masses
/// are guessed.
#define CAPERI_BESIDE 0.06f
#define CAPERI_STRIDE (1.0f / 60.0f) // seconds at size 1.8: step of derivatives

// Of a fault in % of size, the share that the source must have to excuse it: proportions differ,
// and a shiver of a hip moves the end of a long limb farther.
#define CAPERI_EXCUSE 0.5f

/// What is judged of the clips of a job.
typedef struct caperi_parts {
    double from; ///< seconds, where it begins
    int first_frame, rest_frames;
    float rest_jump;
    caper_clip *clips[3]; ///< copies of parts of the clip, the source and the reference, or NULL
} caperi_parts;

/// Put the parts that the job asks for, without rest poses in front of the motion, in the place of
/// its clips; its goals and impacts move with them. Always to be freed. False with an error.
bool caperi_parts_take(caperi_parts *parts, caper_check_job *job, caper_arena *arena,
                       caper_error *error);
void caperi_parts_free(caperi_parts *parts);
/// Frames `first` to `last` as a clip of its own with its own name, which does not loop; without
/// deforms. The arena is for scratch.
caper_clip *caperi_clip_part(const caper_clip *clip, const char *name, int first, int last,
                             caper_arena *arena, caper_error *error);

/// What a body is to the judge.
enum {
    CAPERI_KIND_HELPER = 1,
    CAPERI_KIND_WHOLE = 2, ///< at or above the root body: carries the way of the whole
    CAPERI_KIND_TRUNK = 4, ///< spine and head
    CAPERI_KIND_TIP = 8,   ///< beyond a foot or a grasper: toes and fingers
    CAPERI_KIND_FOOT = 16, ///< a foot or beyond
    CAPERI_KIND_ARM = 32,  ///< of a limb that grasps and does not stand
    CAPERI_KIND_SKIN = 64  ///< carries vertices of a skin
};

/// A joint that bends in one plane: elbow or knee.
typedef struct caperi_elbow {
    int upper, body, tip; ///< upper arm, lower arm and hand
    caper_vec3 axis;      ///< unit, frame of `upper`: turning about it bends
    caper_vec3 up;        ///< unit, frame of `upper`: along it
    bool mirrored, arm;   ///< of the right side; an elbow
    float off, bend;      ///< degrees at rest: out of its plane, with a sign, and about its axis
} caperi_elbow;

/// A body off its path.
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
    /// Shares of frames once more, counting only what goes so far that an eye sees it; NAN: as the
    /// value.
    double by_eye[CAPER_METRIC_COUNT];
    caper_worst worst[CAPER_METRIC_COUNT]; ///< frame -1: none
    caper_report_stance *stances;
    int stance_count;
    caperi_pop *pops; ///< every offence, by body and then time
    int pop_count;
    float pop_under[3]; ///< metres: the largest that is none, of trunk, limbs and tips
    int pop_under_frame[3], pop_under_body[3];
    float steps;    ///< landings a second
    float travel;   ///< metres over the ground
    float leg;      ///< metres, mean length; 0 without legs
    float hips;     ///< metres, mean height of where legs begin, at rest; 0 without legs
    int step_count; ///< landings
    bool may_hang;  ///< it has wings
    bool is_person;
} caperi_figures;

/// What is in the box of a body: the middle of its vertices and how far they are from it along the
/// axes of the box, root mean square. Of a pipe that is 0.7 of its half width, as of a box 1 / sqrt
/// 2 is; a few vertices that reach far make a box wide and a core hardly.
typedef struct caperi_core {
    caper_vec3 center, half; ///< frame of the body; half below 0: it carries none
} caperi_core;

/// One clip on its character, laid out for the measures.
typedef struct caperi_subject {
    const caper_character *character;
    const caper_clip *clip;
    caper_origin origin;
    bool boxes_guessed;
    bool excuses; ///< a source: lists its lesser pops too
    float tempo;  ///< <= 1: gravity of a body that keeps the time of a larger source
    float pace;   ///< <= 1: its strides against its own, when it keeps the time of a smaller source
    const struct caperi_subject *from; ///< its source, when that has been measured; or NULL
    caperi_footage footage;
    caperi_soles soles;
    caperi_ground ground;
    uint8_t *kinds;      ///< CAPERI_KIND_ of each body
    caperi_core *cores;  ///< of each body that carries skin; NULL where none does
    caper_person person; ///< when is_person
    bool is_person;
    caperi_elbow hinges[CAPER_LIMB_COUNT]; ///< of a person whose joints have no limits
    int hinge_count;
    bool hinges_known;   ///< taken from the source
    int stride;          ///< frames, of derivatives
    float coarse;        ///< >= 1: how much longer it is than the body's own
    caper_vec3 *boxes;   ///< centers of the boxes in the world, frame major
    caper_vec3 *centers; ///< of mass, per frame
    float *falls;        ///< m/s2 upward, of the center, over 0.1 s
    float *lowest;       ///< metres: lowest sole above the surface; INFINITY without feet
    uint8_t *airborne;   ///< nothing supports
    uint8_t *perched;    ///< something supports that is above the floor
    bool floor_estimated;
    float floor_confidence;
    float slope_x, slope_z;
    caperi_figures figures;
    float *curves[8]; ///< CAPERI_CURVE_, frame_count each, or NULL
} caperi_subject;

enum {
    CAPERI_CURVE_SOLE,    ///< mm
    CAPERI_CURVE_SLIDE,   ///< m/s
    CAPERI_CURVE_FALL,    ///< g
    CAPERI_CURVE_POP,     ///< % of size
    CAPERI_CURVE_LIMITS,  ///< degrees
    CAPERI_CURVE_SELF,    ///< mm
    CAPERI_CURVE_BALANCE, ///< mm
    CAPERI_CURVE_COUNT
};

// --- what each file measures; false: out of memory
// ---------------------------------------------------

/// Put an estimated floor through still feet, tilted by at most 4 % where that fits better.
bool caperi_floor_tilt(caperi_subject *s, caper_arena *arena);
/// Kinds, hinges and strides.
bool caperi_subject_describe(caperi_subject *s, caper_arena *arena);
/// Places of boxes, centers of mass, how they fall, what supports: FALL, FLIGHT, HANG, BALANCE.
bool caperi_measure_weight(caperi_subject *s, caper_arena *arena);
/// SLIP, SKATE, FLOAT and penetration.
bool caperi_measure_feet(caperi_subject *s, caper_arena *arena);
bool caperi_measure_ground(caperi_subject *s, caper_arena *arena);
/// LIMITS, FLIPS, STRETCH.
bool caperi_measure_joints(caperi_subject *s, caper_arena *arena);
bool caperi_measure_self(caperi_subject *s, caper_arena *arena);
/// POPS, JITTER, JERK.
bool caperi_measure_paths(caperi_subject *s, caper_arena *arena);
void caperi_measure_repeats(caperi_subject *s);
/// DUTY, FROUDE, STANCE_SPEED, CADENCE and the like.
bool caperi_measure_gait(caperi_subject *s, caper_arena *arena);
/// ARM_SPREAD.
void caperi_measure_arms(caperi_subject *s);
/// Is a body asked how deep it is in the ground? Soles speak for feet.
bool caperi_depth_counts(const caperi_subject *s, int body);
/// Find the bodies that carry vertices, and the cores of these. False: out of memory.
bool caperi_mark_skin(caperi_subject *s, const caper_skin *skins, int skin_count,
                      caper_arena *arena);
/// TEAR; on flat ground also how deep bodies that carry vertices are in it, by those.
bool caperi_measure_skin(caperi_subject *s, const caper_skin *skins, int skin_count,
                         caper_arena *arena);

/// Ends that bodies of all plans have.
enum {
    CAPERI_END_ROOT,
    CAPERI_END_HEAD,
    CAPERI_END_FEET,
    CAPERI_END_HANDS,
    CAPERI_END_COUNT
};

/// Mean squared jerk at a common rate, in sizes, for a ratio: of each of the ends, NAN for those
/// that it has not; or, with `ends` false, of all bodies, in the place of the first.
void caperi_jerk_at(const caperi_subject *s, float rate, bool ends, double jerk[CAPERI_END_COUNT]);
/// What CAPER_METRIC_JERK would be at that rate of positions that are only rounded.
double caperi_jerk_noise(const caperi_footage *footage, float rate);
/// Count the pops that are listed and beyond the gate (the echoes of one are one), and find the
/// worst.
void caperi_count_pops(caperi_subject *s);
/// Size of a pop, % of the body's size and for its stride.
double caperi_pop_percent(const caperi_subject *s, const caperi_pop *pop);
/// Lowest point of the box of a body above the plane of flat ground, metres.
float caperi_body_height(const caperi_subject *s, int frame, int body);
/// How deep a point is inside what is solid; 0 outside.
float caperi_ground_depth(const caperi_ground *ground, caper_vec3 point);

/// Spread of the way from the base of a limb to its end, seen from the spine, in limb lengths.
double caperi_limb_spread(const caperi_subject *s, int base, int tip);
/// Height that 5 % of the frames of a foot exceed, in leg lengths; NAN without a leg.
double caperi_foot_lift(const caperi_subject *s, int foot, caper_arena *arena);

/// All that compares a clip with its source.
bool caperi_compare(const caper_check_job *job, caperi_subject *ours, caperi_subject *theirs,
                    caper_arena *arena);
/// Share of the cycle inside the examples' envelope.
bool caperi_measure_envelope(const caper_check_job *job, caperi_subject *ours, caper_arena *arena);

/// caper_rate_detect of what is laid out; `centers` of mass may be NULL. False: out of memory.
bool caperi_sense_rate(const caperi_footage *footage, const caper_vec3 *centers, caper_arena *arena,
                       caper_rate_sense *sense);

/// Of a body that keeps the time of a larger source: how much less it falls, at most 1; 1 in its
/// own time.
float caperi_tempo(const caper_check_job *job);
/// How much shorter the strides are that a motion is asked at when a large body keeps the time of a
/// small source: what is smooth on the one is smooth on the other, whatever their sizes. 1: its
/// own.
float caperi_pace(const caper_check_job *job);
/// Frames of a time at size 1.8 m, at least 1.
int caperi_frames_of(const caperi_subject *s, float seconds);
/// The gate of a column for a body of 1.8 m; below 0: none.
double caperi_gate(caper_metric metric, caper_origin origin);
/// Is a metric of a motion of that origin judged as found?
bool caperi_is_found(caper_metric metric, caper_origin origin);

/// Keep the largest value of a metric and where it was; true when this is it so far.
static inline bool caperi_note_worst(caperi_figures *figures, caper_metric metric, int frame,
                                     int body, double value)
{
    caper_worst *worst = &figures->worst[metric];
    bool noted = worst->frame < 0 || value > worst->value;
    if (noted) {
        *worst = (caper_worst){metric, frame, body, value, -1};
    }
    return noted;
}

/// Compare the figures with the gates: fill the measures and `pass`. `theirs` may be NULL.
void caperi_judge(caper_report *report, const caper_check_job *job, const caperi_figures *ours,
                  const caperi_figures *theirs);
/// Copy the curves to memory behind the report: the list, then the values.
void caperi_curves_lay(caper_report *report, const caperi_subject *s, char *memory);
/// Fill `seen` and `verdict`: what a person sees first.
void caperi_find_words(caper_report *report, const caper_character *character);

/// Unit of a caper_worst of that metric: where the metric is a share or a count, the size of the
/// single offence ("degrees" beyond a limit, "m/s" of a skating foot ...).
const char *caperi_metric_worst_unit(caper_metric metric);

#endif
