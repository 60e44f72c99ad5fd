// SPDX-License-Identifier: MIT
// Room `puppet`, the way in: from sensors on a performer's body to his pose (paper 001: 14 magnetic
// sensors, each with a position and a rotation).
//
// A performer stands in a T for a second: that tells where on its body each sensor sits. From then
// on each sensor is filtered, gives the frame of its body, and the bodies become one pose of his
// skeleton. Sensors that fail for a while are predicted, then inferred from the others.
#ifndef CAPER_SENSORS_H
#define CAPER_SENSORS_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/puppet.h"
#include "caper/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The part of a person that a sensor sits on.
typedef enum caper_sensor {
    CAPER_SENSOR_PELVIS,
    CAPER_SENSOR_CHEST,
    CAPER_SENSOR_HEAD,
    CAPER_SENSOR_LEFT_UPPER_ARM,
    CAPER_SENSOR_RIGHT_UPPER_ARM,
    CAPER_SENSOR_LEFT_FOREARM,
    CAPER_SENSOR_RIGHT_FOREARM,
    CAPER_SENSOR_LEFT_HAND,
    CAPER_SENSOR_RIGHT_HAND,
    CAPER_SENSOR_LEFT_THIGH,
    CAPER_SENSOR_RIGHT_THIGH,
    CAPER_SENSOR_LEFT_SHIN,
    CAPER_SENSOR_RIGHT_SHIN,
    CAPER_SENSOR_LEFT_FOOT,
    CAPER_SENSOR_RIGHT_FOOT,
    CAPER_SENSOR_COUNT
} caper_sensor;
/// "pelvis", "left_upper_arm" ...; NULL outside the enum.
CAPER_API const char *caper_sensor_name(caper_sensor sensor);
/// The bit of a sensor in a set.
#define CAPER_SENSOR_BIT(sensor) (1u << (sensor))
/// All places that there are: 15.
#define CAPER_SENSORS_ALL 0x7fffu
/// As many as in the paper, which does not say where they sit: 14. One shin has none; thigh and
/// foot tell where it is. (Both may be without.)
#define CAPER_SENSORS_14 (CAPER_SENSORS_ALL & ~CAPER_SENSOR_BIT(CAPER_SENSOR_RIGHT_SHIN))

// ---------------------------------------------------------------------------------------------------
// Takes: what sensors said (.sensors.csv)

/// What one sensor said at one time, in metres, Y up.
typedef struct caper_sensor_sample {
    double time; ///< seconds
    caper_sensor sensor;
    caper_transform value;
} caper_sensor_sample;

/// A recording; times never go back.
typedef struct caper_sensor_take {
    const caper_sensor_sample *samples;
    int sample_count;
    size_t memory_size;
    caper_allocator allocator;
} caper_sensor_take;

/// Read a .sensors.csv file: lines of time,sensor,x,y,z,qx,qy,qz,qw; the first may be these words;
/// a line that begins with # says nothing. NULL with an error at line and column. options may be
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

/// Sensors that nobody wears: on a clip, to try things. Start from
/// caper_sensor_simulation_default().
typedef struct caper_sensor_simulation {
    const caper_character *performer;
    const caper_clip *clip;           ///< of the performer's skeleton
    uint32_t sensors;                 ///< which; default CAPER_SENSORS_14
    float t_pose;                     ///< seconds of a T in front; default 1.5
    float ease;                       ///< seconds from there to the start of the clip; default 1
    float misplaced;                  ///< metres: how far sensors may sit off; and turned anyhow
    float position_noise;             ///< standard deviation of an axis, metres
    float rotation_noise;             ///< radians
    float outliers;                   ///< share of samples that are plainly wrong
    float dropouts;                   ///< share of time in which a sensor is silent
    uint64_t seed;                    ///< of all that is random
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;                  ///< set by the default function
} caper_sensor_simulation;
/// Perfect sensors, put straight onto the middles of bodies.
CAPER_API caper_sensor_simulation caper_sensor_simulation_default(void);
/// What such sensors would say, on a floor at y = 0: the T, the way to the start of the clip, the
/// clip. NULL with an error.
CAPER_API caper_sensor_take *caper_sensor_take_simulate(const caper_sensor_simulation *simulation,
                                                        caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Sensors to pose

/// A performer with sensors. Start from caper_sensors_def_default().
typedef struct caper_sensors_def {
    const caper_character *performer; ///< with his proportions; must outlive the sensors
    const caper_pose *t_pose; ///< local: how he stands to calibrate, copied; NULL (default): his
                              ///< rest pose with arms stretched out sideways
    uint32_t sensors;         ///< which he wears; default CAPER_SENSORS_14
    caper_filter_def filter;  ///< of every sensor
    float floor;              ///< height of the floor in the sensors' space; default 0
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;                  ///< set by the default function
} caper_sensors_def;
/// Nobody yet; 14 sensors with the default filter.
CAPER_API caper_sensors_def caper_sensors_def_default(void);

/// The sensors of one performer and all their history.
typedef struct caper_sensors caper_sensors;

/// Find the bodies that sensors sit on. Refused with a reason: a performer who is no person, sets
/// of sensors that leave chest and pelvis out both, numbers out of range.
CAPER_API caper_sensors *caper_sensors_create(const caper_sensors_def *def, caper_error *error);
/// Free; NULL is fine.
CAPER_API void caper_sensors_destroy(caper_sensors *sensors);
/// Forget the history, but not the calibration.
CAPER_API void caper_sensors_reset(caper_sensors *sensors);

/// What a calibration found.
typedef struct caper_sensors_report {
    float yaw;  ///< that he faced, radians
    float sway; ///< largest deviation of a sensor while he stood, metres
    float turn; ///< the same in radians
    float size; ///< of the wearer over that of `performer`, by the span of his arms and his height
    int left_out; ///< samples that were wrong, or of sensors that he does not wear
} caper_sensors_report;
/// Calibrate from samples while he stands in a T. Refused with a reason, and nothing changed: a
/// sensor with fewer than 8 samples, one that moved (by more than 5 cm or 15 degrees), left and
/// right exchanged, numbers that are not finite. report may be NULL.
CAPER_API bool caper_sensors_calibrate(caper_sensors *sensors, const caper_sensor_sample *samples,
                                       int count, caper_sensors_report *report, caper_error *error);

/// One frame at `time`, with the samples that came since the last one (any number, in order of
/// time). `local` receives the performer's pose, placed by its first body; it is ready for
/// caper_puppet_update. Never allocates. False, with nothing written, before calibration or when
/// `time` goes back.
CAPER_API bool caper_sensors_update(caper_sensors *sensors, const caper_sensor_sample *samples,
                                    int count, double time, caper_pose *local);
/// The sensors that had nothing to say for so long that their bodies are inferred: bits.
CAPER_API uint32_t caper_sensors_lost(const caper_sensors *sensors);

/// A whole take becomes a clip of the performer. Start from caper_sensors_clip_job_default().
typedef struct caper_sensors_clip_job {
    caper_sensors_def def;
    const caper_sensor_take *take;
    float
        t_pose; ///< seconds of the take in which he stands in a T; not part of the clip; default 1
    float rate; ///< of the clip; 0 (default): as the sensors came
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
