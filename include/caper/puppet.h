// SPDX-License-Identifier: MIT
// Room `puppet`: a live performer moves a puppet of other proportions (paper 001).
//
// - the filter: sensors are noisy, late and sometimes wrong; a Kalman filter on position and on the
//   rotation vector of incremental orientation cleans them without looking ahead (section 3).
#ifndef CAPER_PUPPET_H
#define CAPER_PUPPET_H

#include "caper/base.h"
#include "caper/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------
// Filter

/// How a sensor is and how what it sits on moves. Start from caper_filter_def_default(), or measure
/// a stationary take with caper_filter_calibrate.
typedef struct caper_filter_def {
    caper_vec3 position_noise; ///< standard deviation of a sample, metres, axis by axis
    caper_vec3 rotation_noise; ///< the same in radians, about the axes of the sensor
    float position_drive; ///< how hard things are thrown about: spectral density of acceleration,
                          ///< m2/s3 (makes q1 to q4 of the paper for any time step)
    float rotation_drive; ///< the same for turning, rad2/s3 (q5 to q8)
    bool adapt;           ///< follow the drive that the samples show, up from and down to a
                          ///< hundredth of the given one; default true
    float gate;           ///< a sample farther than this many standard deviations from the
                          ///< prediction is an outlier; 0: none is; default 6
    float patience;       ///< seconds of nothing but outliers after which they are believed;
                          ///< default 0.1
    float max_gap;        ///< seconds without samples after which it starts anew; default 0.5
} caper_filter_def;
/// 2 mm, 1 degree, a lively performer.
CAPER_API caper_filter_def caper_filter_def_default(void);

/// The state of one sensor. Zero it to start; read what you like.
typedef struct caper_filter {
    caper_transform value;       ///< where it is believed to be at `time`
    caper_vec3 velocity;         ///< m/s
    caper_vec3 angular_velocity; ///< rad/s, about the axes of the sensor
    double time;                 ///< seconds, of `value`
    double position_error[3][3]; ///< per axis: variances of value and velocity, and their product
    double rotation_error[3][3]; ///< the same of the rotation vector
    double position_scale;       ///< of the drives, as adapted
    double rotation_scale;
    double refused_since; ///< when a run of outliers began
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

/// One step to `time` with a sample, or without one (NULL). Steps need not be even. A sample that
/// is not finite counts as an outlier. Never allocates.
CAPER_API caper_filter_result caper_filter_update(caper_filter *filter, const caper_filter_def *def,
                                                  const caper_transform *sample, double time);
/// Where the sensor will be at a time, without changing the state.
CAPER_API caper_transform caper_filter_predict(const caper_filter *filter, double time);
/// Set the noise of `def` from samples of a sensor that did not move. False, with def unchanged,
/// for fewer than 8 samples, or numbers that are not finite.
CAPER_API bool caper_filter_calibrate(caper_filter_def *def, const caper_transform *samples,
                                      int count);

#ifdef __cplusplus
}
#endif

#endif
