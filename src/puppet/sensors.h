// SPDX-License-Identifier: MIT
//
// What the files about sensors share: which bodies they sit on, and where.
#ifndef CAPER_SRC_PUPPET_SENSORS_H
#define CAPER_SRC_PUPPET_SENSORS_H

#include "caper/puppet.h"
#include "puppet/puppet.h"

/// A body turns as one sensor's, or between two.
typedef struct caperi_worn {
    int8_t from, to; // sensors; from -1: rigid on its parent, -2: turns by itself
    float share;     // 0: from, 1: to
} caperi_worn;

struct caper_sensors {
    caper_sensors_def def;
    caper_person person;
    int16_t bodies[CAPER_PART_COUNT];         // that they sit on
    caper_pose t_local, t_model;              // the T
    caperi_worn *worn;                        // per body
    caper_pose model;                         // of a frame
    caper_transform offset[CAPER_PART_COUNT]; // of a sensor from its body
    bool calibrated;
    // history
    caper_filter filters[CAPER_PART_COUNT];
    double seen[CAPER_PART_COUNT];         // when it last said something usable
    caper_quat relative[CAPER_PART_COUNT]; // turn against the part that carries it
    float trust[CAPER_PART_COUNT];         // 1: measured, 0: inferred
    double time;
    caper_parts lost;
    int32_t started;
    size_t memory_size;
    caper_allocator allocator;
};

/// A take with room for samples, all zero; NULL without memory.
caper_sensor_take *caperi_sensor_take_make(int count, const caper_allocator *allocator);
/// The bodies that sensors sit on; -1 for parts without.
void caperi_sensor_bodies(const caper_person *person, int16_t bodies[CAPER_PART_COUNT]);
/// Where the sensor will be at a time, without changing the state.
caper_transform caperi_filter_predict(const caper_filter *filter, double time);

#endif
