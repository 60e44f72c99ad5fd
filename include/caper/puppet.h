// SPDX-License-Identifier: MIT
// Room `puppet`: a live performer moves a puppet of other proportions (paper 001).
//
// - the filter: sensors are noisy, late and sometimes wrong; a Kalman filter on position and on the
//   rotation vector of incremental orientation cleans them without looking ahead (section 3);
// - the puppet: how important each end effector is follows from how near it is to things (section
//   4); what is important keeps its place, all else keeps its joint angles (section 5);
// - sensors on a body, or a skeleton, as the way in.
//
// A performer is a person of any proportions: two legs, two arms, a spine. A puppet of that kind
// takes over the performer's joint angles; any other character follows through the modes of room
// `motion`. Bodies are matched by part (person.h).
#ifndef CAPER_PUPPET_H
#define CAPER_PUPPET_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/contact.h"
#include "caper/ik.h"
#include "caper/person.h"
#include "caper/vecmath.h"
#include "caper/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------
// Filter

/// How noisy a sensor is, and how violently its wearer moves. Start from
/// caper_filter_def_default(), or measure a stationary take with caper_filter_calibrate.
typedef struct caper_filter_def {
    caper_vec3 position_noise; ///< standard deviation of a sample, metres, axis by axis
    caper_vec3 rotation_noise; ///< the same in radians, about the axes of the sensor
    float position_drive; ///< spectral density of acceleration, m2/s3 (gives q1 to q4 of the paper
                          ///< for any time step)
    float rotation_drive; ///< the same for angular acceleration, rad2/s3 (q5 to q8)
    bool adapt; ///< let the drives follow the samples, down to a hundredth of those given; default
                ///< true
    float gate; ///< a sample farther than this many standard deviations from the
                ///< prediction is an outlier; 0: none is; default 6
    float patience; ///< seconds of nothing but outliers after which they are believed;
                    ///< default 0.1
    float max_gap;  ///< seconds without samples after which it starts anew; default 0.5
} caper_filter_def;
/// 2 mm, 1 degree, a lively performer.
CAPER_API caper_filter_def caper_filter_def_default(void);

/// The state of one sensor. Zero it to start; all of it may be read.
typedef struct caper_filter {
    caper_transform value;       ///< the estimate at `time`
    caper_vec3 velocity;         ///< m/s
    float pad0;                  ///< each vector fills a lane of four
    caper_vec3 angular_velocity; ///< rad/s, about the axes of the sensor
    float pad1;                  ///< 0
    caper_vec3 position_before;  ///< the last innovations, by which the scales adapt
    float pad2;                  ///< 0
    caper_vec3 rotation_before;  ///< the same of the rotation vector
    float pad3;                  ///< 0
    double time;                 ///< seconds, of `value`
    double position_error[3][3]; ///< per axis: variance of the value, covariance, variance of the
                                 ///< velocity; where the noises are the same along all axes only
                                 ///< the first row is kept
    double rotation_error[3][3]; ///< the same of the rotation vector
    double position_scale;       ///< of the drives, as adapted
    double rotation_scale;       ///< the same of the rotation
    double refused_since;        ///< when a run of outliers began
    int32_t round;               ///< only the first rows of errors are kept
    int32_t started;
    int32_t refusing;
    uint32_t accepted, refused, late; ///< samples so far
} caper_filter;

/// What became of a sample.
typedef enum caper_filter_result {
    CAPER_FILTER_USED,
    CAPER_FILTER_MISSING, ///< there was none: predicted only
    CAPER_FILTER_OUTLIER, ///< refused: predicted only
    CAPER_FILTER_LATE,    ///< not newer than the state: ignored
    CAPER_FILTER_STARTED  ///< taken as it is: the first, after a gap, or outliers that persist
} caper_filter_result;

/// One step to `time` with a sample, or without one (NULL). Steps may vary. A sample that is not
/// finite counts as an outlier. Never allocates.
CAPER_API caper_filter_result caper_filter_update(caper_filter *filter, const caper_filter_def *def,
                                                  const caper_transform *sample, double time);
/// Set the noise of `def` from samples of a sensor that did not move. False, with def unchanged,
/// for fewer than 8 samples, or numbers that are not finite.
CAPER_API bool caper_filter_calibrate(caper_filter_def *def, const caper_transform *samples,
                                      int count);

/// The filter for whole poses of a character: its root and each of its bodies.
typedef struct caper_pose_filter caper_pose_filter;
/// Make one. NULL with an error.
CAPER_API caper_pose_filter *caper_pose_filter_create(const caper_character *character,
                                                      const caper_filter_def *def,
                                                      const caper_allocator *allocator,
                                                      caper_error *error);
/// Free it; NULL is fine.
CAPER_API void caper_pose_filter_destroy(caper_pose_filter *filter);
/// Filter a pose of the character and its root (may be NULL) in place. Bones keep their lengths:
/// only the root and the first body have their positions filtered. Never allocates.
CAPER_API void caper_pose_filter_update(caper_pose_filter *filter, double time,
                                        caper_transform *root, caper_pose *local);

// ---------------------------------------------------------------------------------------------------
// Puppet

/// What is kept when not everything can be.
typedef enum caper_puppet_method {
    CAPER_PUPPET_IMPORTANCE, ///< what is important at the time
    CAPER_PUPPET_ANGLES,     ///< joint angles only: feet slide (Figures 13a and 14a)
    CAPER_PUPPET_EFFECTORS,  ///< positions of hands and feet only (Figures 13b and 14b)
    CAPER_PUPPET_METHOD_COUNT
} caper_puppet_method;
/// "importance", "angles", "effectors"; NULL outside the enum.
CAPER_API const char *caper_puppet_method_name(caper_puppet_method method);

/// The parts that can meet things, as a set: hands and feet, which are always effectors; and, if
/// asked for, the head, knees (lower legs) and elbows (lower arms), which move the root but bend no
/// limb.
#define CAPER_EFFECTORS_LIMBS                                                                      \
    (CAPER_PART_BIT(CAPER_PART_LEFT_FOOT) | CAPER_PART_BIT(CAPER_PART_RIGHT_FOOT) |                \
     CAPER_PART_BIT(CAPER_PART_LEFT_HAND) | CAPER_PART_BIT(CAPER_PART_RIGHT_HAND))
/// All that there are: 9.
#define CAPER_EFFECTORS_ALL                                                                        \
    (CAPER_EFFECTORS_LIMBS | CAPER_PART_BIT(CAPER_PART_HEAD) |                                     \
     CAPER_PART_BIT(CAPER_PART_LEFT_LOWER_LEG) | CAPER_PART_BIT(CAPER_PART_RIGHT_LOWER_LEG) |      \
     CAPER_PART_BIT(CAPER_PART_LEFT_LOWER_ARM) | CAPER_PART_BIT(CAPER_PART_RIGHT_LOWER_ARM))
#define CAPER_EFFECTOR_COUNT 9 ///< of CAPER_EFFECTORS_ALL

/// How far the influence of an object reaches: D_ij of equation 13. If several apply, the last one
/// counts.
typedef struct caper_influence {
    caper_parts effectors; ///< to which it applies; 0: all
    const char *target;    ///< name of a target of the frame; NULL: a surface
    caper_surface surface; ///< kind of surface; NONE: any
    int index;             ///< of the box, field, platform or obstacle; -1: any
    float distance;        ///< metres of the performer; 0: no influence
} caper_influence;

/// A real thing and the target that stands for it in the puppet's world: when the performer reaches
/// for one, the puppet reaches for the other. Importance is measured from the real thing (d_ij of
/// equation 12), and draws the effector to the target.
typedef struct caper_puppet_pair {
    const char *target; ///< name of a target of the frame
    caper_vec3 real;    ///< where it is in the performer's space
} caper_puppet_pair;

/// A puppet to be made. Start from caper_puppet_def_default().
typedef struct caper_puppet_def {
    const caper_character *performer; ///< who moves; must outlive the puppet
    const caper_character *character; ///< who is moved; must outlive the puppet
    const caper_map *performer_map;   ///< where the performer's parts are; NULL (default): found
    const caper_map *character_map;   ///< the same for the character
    const caper_world *world;         ///< the puppet's; NULL: a floor at y = 0; must outlive it
    caper_puppet_method method;       ///< default importance
    float scale; ///< from lengths of the performer to those of the puppet; 0 (default): the ratio
                 ///< of leg lengths (of a creature: of the heights of hips). 1: a puppet of any
                 ///< size walks the performer's way
    float floor; ///< height of the performer's floor in its own space; default 0
    float look_ahead;      ///< lambda of equation 12, seconds; default 0.15
    float influence;       ///< D of all pairs, metres of the performer; default 0.25
    float touch;           ///< the same for a hand and its own body, metres; 0: none; default 0.12
    caper_parts effectors; ///< default CAPER_EFFECTORS_LIMBS; limbs are always among them
    const caper_influence *influences; ///< exceptions, copied but for the names; or NULL
    int influence_count;               ///< at most 64
    const caper_puppet_pair *pairs; ///< copied, but for the names, which must outlive it; or NULL
    int pair_count; ///< at most 16; a target without a pair is a real thing where it stands
    float prior;    ///< weight of the previous root offset in equation 16; default 0.02
    float posture;  ///< alpha of equation 18; default 0.003
    float stance; ///< 1 (default): feet stand farther apart by the difference between the puppet's
                  ///< hip width and the performer's, scaled; 0: exactly where the performer's stand
    bool own_place; ///< an actor that plays this goes to where the performer is; else (default) the
                    ///< performance takes place where the actor is
    bool estimate_root;               ///< section 5.1; default true
    bool plant;                       ///< bodies that stand on something do not slide; default true
    caper_latch_def latch;            ///< for a body of size 1.8; scaled by size
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;                  ///< set by the default function
} caper_puppet_def;
/// No characters yet; the defaults of the members.
CAPER_API caper_puppet_def caper_puppet_def_default(void);

/// The content of a .puppet.json: how to move any puppet.
typedef struct caper_puppet_setup {
    caper_puppet_def def;        ///< without characters, maps, world and floor
    const caper_target *targets; ///< in the puppet's world; at most 16
    int target_count;
    const caper_filter_def *filter; ///< for the performer's poses; NULL: none
} caper_puppet_setup;
/// Read a .puppet.json. NULL with an error at its line and column.
CAPER_API caper_puppet_setup *
caper_puppet_setup_load(const char *path, const caper_load_options *options, caper_error *error);
/// The same from memory.
CAPER_API caper_puppet_setup *caper_puppet_setup_parse(const char *text, size_t size,
                                                       const char *source,
                                                       const caper_load_options *options,
                                                       caper_error *error);
/// Free it; NULL is fine. A def copied from it must not be used after that.
CAPER_API void caper_puppet_setup_destroy(caper_puppet_setup *setup);

/// One performer on one puppet: which body follows which. An actor that plays a caper_puppet_def
/// makes its own (caper_actor_perform); create one only to see which body would follow which.
typedef struct caper_puppet caper_puppet;

/// Match the two bodies and prepare. A character without two legs, two arms and a spine between
/// them is a creature, moved through room `motion`. Refused with a reason: a performer who is not a
/// person, a character with no body that could follow, numbers out of range.
CAPER_API caper_puppet *caper_puppet_create(const caper_puppet_def *def, caper_error *error);
/// Free a puppet; NULL is fine.
CAPER_API void caper_puppet_destroy(caper_puppet *puppet);
/// The scale in use.
CAPER_API float caper_puppet_scale(const caper_puppet *puppet);
/// The performer's body that a body of the puppet follows (the nearer one where it is between two),
/// or -1.
CAPER_API int caper_puppet_source(const caper_puppet *puppet, int body);

/// An effector in the last frame, in the puppet's world. Of a creature, positions are those of the
/// sole or grip of the first body that follows the effector.
typedef struct caper_effector_state {
    float distance;   ///< from the performer's effector to the nearest thing, scaled to the puppet,
                      ///< metres
    float rate;       ///< its change, m/s
    float importance; ///< 0..1
    float touch;      ///< of a hand: how much the other hand and its own body matter, 0..1
    float cleared;    ///< of a hand: how far its arm was moved to keep out of its own body, metres
    bool planted;     ///< held where it landed; false for a hand that cannot reach that point
    caper_vec3 goal;  ///< where the joint of the hand or foot should be
    caper_vec3 position; ///< where it is
    caper_vec3 captured; ///< where it would be by joint angles alone
} caper_effector_state;
/// Measures of the last frame.
typedef struct caper_puppet_report {
    /// By limb (CAPER_LIMB_LEFT_LEG ...), then head, left and right knee, left and right elbow;
    /// zero for those not asked for.
    caper_effector_state effectors[CAPER_EFFECTOR_COUNT];
    caper_vec3 offset;                 ///< of the root from where scaling alone would put it
    int iterations;                    ///< of the minimization of section 5.2; 0: none was needed
    uint64_t frames, total_iterations; ///< since the start
} caper_puppet_report;
// ---------------------------------------------------------------------------------------------------
// Sensors: from sensors on a performer's body to a pose (paper 001: 14 magnetic sensors)
//
// A performer stands in a T for a second: that tells where on its body each sensor sits. From then
// on each sensor is filtered and gives the frame of its body, and the bodies become one pose of the
// performer's skeleton. Sensors that fail for a while are predicted, then inferred from the others.

/// The parts that sensors sit on: hips, chest, head, and all of the limbs but collar bones, fingers
/// and toes: 15. That of the chest sits on the body that carries the arms.
#define CAPER_SENSORS_ALL                                                                          \
    ((CAPER_PARTS_NECESSARY | CAPER_PART_BIT(CAPER_PART_CHEST)) & ~CAPER_PART_BIT(CAPER_PART_SPINE))
/// As many as in the paper, which does not say where they sit: 14. One shin has none and follows
/// from thigh and foot. (So may both.)
#define CAPER_SENSORS_14 (CAPER_SENSORS_ALL & ~CAPER_PART_BIT(CAPER_PART_RIGHT_LOWER_LEG))

// Takes: recordings of sensors (.sensors.csv)

/// One reading of a sensor, in metres, Y up.
typedef struct caper_sensor_sample {
    double time;     ///< seconds
    caper_part part; ///< that it sits on
    caper_transform value;
} caper_sensor_sample;

/// A recording; times never go back.
typedef struct caper_sensor_take {
    const caper_sensor_sample *samples;
    int sample_count;
    size_t memory_size; ///< bytes
    caper_allocator allocator;
} caper_sensor_take;

/// Read a .sensors.csv file: lines of time,sensor,x,y,z,qx,qy,qz,qw; the first may be these words;
/// a line that begins with # is a comment. NULL with an error at line and column. options may be
/// NULL.
CAPER_API caper_sensor_take *
caper_sensor_take_load(const char *path, const caper_load_options *options, caper_error *error);
/// Read the text of such a file; source names it in messages.
CAPER_API caper_sensor_take *caper_sensor_take_parse(const char *text, size_t size,
                                                     const char *source,
                                                     const caper_load_options *options,
                                                     caper_error *error);
/// Write the file; nothing is left behind on failure.
CAPER_API bool caper_sensor_take_save(const caper_sensor_take *take, const char *path,
                                      caper_error *error);
/// Free a take; NULL is fine.
CAPER_API void caper_sensor_take_destroy(caper_sensor_take *take);

/// Simulated sensors on a clip, for experiments and tests. Start from
/// caper_sensor_simulation_default().
typedef struct caper_sensor_simulation {
    const caper_character *performer;
    const caper_map *map;   ///< where the performer's parts are; NULL (default): found
    const caper_clip *clip; ///< of the performer's skeleton
    caper_parts sensors;    ///< which; default CAPER_SENSORS_14
    float t_pose;           ///< seconds of a T in front; default 1.5
    float ease;             ///< seconds from there to the start of the clip; default 1
    float misplaced;      ///< metres: how far off sensors may sit; above 0 they are also turned at
                          ///< random; default 0
    float position_noise; ///< standard deviation per axis, metres; default 0
    float rotation_noise; ///< radians
    float outliers;       ///< share of samples that are plainly wrong; default 0
    float dropouts;       ///< share of the time in which a sensor is silent; default 0
    uint64_t seed;        ///< of all that is random
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;                  ///< set by the default function
} caper_sensor_simulation;
/// Perfect sensors, in the middle of their bodies and not turned.
CAPER_API caper_sensor_simulation caper_sensor_simulation_default(void);
/// The readings of such sensors, on a floor at y = 0: the T, the way from it to the start of the
/// clip, the clip. Rest poses in front of a capture become its first frame. NULL with an error.
CAPER_API caper_sensor_take *caper_sensor_take_simulate(const caper_sensor_simulation *simulation,
                                                        caper_error *error);

// From sensors to a pose

/// A performer with sensors. Start from caper_sensors_def_default().
typedef struct caper_sensors_def {
    const caper_character *performer; ///< with the wearer's proportions; must outlive the sensors
    const caper_map *map;             ///< where the performer's parts are; NULL (default): found
    const caper_pose *t_pose; ///< local: the pose to calibrate in, copied; NULL (default): the rest
                              ///< pose with arms stretched out sideways
    caper_parts sensors;      ///< those worn; default CAPER_SENSORS_14
    caper_filter_def filter;  ///< of every sensor
    float floor;              ///< height of the floor in the sensors' space; default 0
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;                  ///< set by the default function
} caper_sensors_def;
/// No performer yet; 14 sensors with the default filter.
CAPER_API caper_sensors_def caper_sensors_def_default(void);

/// The sensors of one performer and all their history.
typedef struct caper_sensors caper_sensors;

/// Find the bodies that sensors sit on. Refused with a reason: a performer who is not a person,
/// sets of sensors without both chest and hips, numbers out of range.
CAPER_API caper_sensors *caper_sensors_create(const caper_sensors_def *def, caper_error *error);
/// Free; NULL is fine.
CAPER_API void caper_sensors_destroy(caper_sensors *sensors);
/// Forget the history, but not the calibration.
CAPER_API void caper_sensors_reset(caper_sensors *sensors);

/// What a calibration found.
typedef struct caper_sensors_report {
    float yaw;    ///< that the performer faced, radians
    float sway;   ///< largest deviation of a sensor while standing, metres
    float turn;   ///< the same in radians
    float size;   ///< of the wearer over that of `performer`, by arm span and height
    int left_out; ///< samples that were invalid, or of sensors that are not worn
} caper_sensors_report;
/// Calibrate from samples taken while the performer stands in a T. Refused with a reason, and
/// nothing changed: a sensor with fewer than 8 samples, one that moved (by more than 5 cm or 15
/// degrees), left and right exchanged, sensors on the spine alone, which do not tell which way the
/// performer faces. Samples that are not finite do not count. report may be NULL.
CAPER_API bool caper_sensors_calibrate(caper_sensors *sensors, const caper_sensor_sample *samples,
                                       int count, caper_sensors_report *report, caper_error *error);

/// One frame at `time`, with the samples that came since the last one (any number, in order of
/// time). `local` receives the performer's pose, placed by its first body; it is ready for
/// caper_actor_perform. Never allocates. False, with nothing written, before calibration or when
/// `time` goes back.
CAPER_API bool caper_sensors_update(caper_sensors *sensors, const caper_sensor_sample *samples,
                                    int count, double time, caper_pose *local);
/// The sensors that have been silent for so long that their bodies are inferred.
CAPER_API caper_parts caper_sensors_lost(const caper_sensors *sensors);

/// A take to be made into a clip of the performer. Start from caper_sensors_clip_job_default().
typedef struct caper_sensors_clip_job {
    caper_sensors_def def;
    const caper_sensor_take *take;
    float t_pose; ///< seconds of standing in a T at its start, which are not in the clip; default 1
    float rate;   ///< of the clip, frames a second; 0 (default): that of the sensors
    const char *name; ///< of the clip; NULL: "take"
    // results
    caper_sensors_report report;
} caper_sensors_clip_job;
/// No take yet.
CAPER_API caper_sensors_clip_job caper_sensors_clip_job_default(void);
/// Calibrate from the start of the take and pose all that follows. NULL with an error.
CAPER_API caper_clip *caper_sensors_clip(caper_sensors_clip_job *job, caper_error *error);

#ifdef __cplusplus
}
#endif

#endif
