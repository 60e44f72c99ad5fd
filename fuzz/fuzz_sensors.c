// SPDX-License-Identifier: MIT
//
// Any bytes through the reader of sensor takes. What it accepts has times that never go back and
// rotations that are such, and every performer survives it: calibration may refuse, poses are
// finite.
#include "caper/puppet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

/// Pelvis, chest, two legs and two arms of two parts each: the least that can wear sensors.
static caper_character *make_performer(void)
{
    static const struct {
        const char *name;
        int parent;
        float x, y;
        caper_caps caps;
    } parts[] = {
        {"pelvis", -1, 0, 1, CAPER_CAP_SPINE},
        {"chest", 0, 0, 0.3f, CAPER_CAP_SPINE},
        {"left_thigh", 0, 0.1f, 0, CAPER_CAP_LIMB},
        {"left_shin", 2, 0, -0.45f, CAPER_CAP_LIMB},
        {"left_foot", 3, 0, -0.45f, CAPER_CAP_LIMB | CAPER_CAP_FOOT},
        {"right_thigh", 0, -0.1f, 0, CAPER_CAP_LIMB},
        {"right_shin", 5, 0, -0.45f, CAPER_CAP_LIMB},
        {"right_foot", 6, 0, -0.45f, CAPER_CAP_LIMB | CAPER_CAP_FOOT},
        {"left_upper_arm", 1, 0.2f, 0.2f, CAPER_CAP_LIMB},
        {"left_forearm", 8, 0.3f, 0, CAPER_CAP_LIMB},
        {"left_hand", 9, 0.3f, 0, CAPER_CAP_LIMB | CAPER_CAP_GRASPER},
        {"right_upper_arm", 1, -0.2f, 0.2f, CAPER_CAP_LIMB},
        {"right_forearm", 11, -0.3f, 0, CAPER_CAP_LIMB},
        {"right_hand", 12, -0.3f, 0, CAPER_CAP_LIMB | CAPER_CAP_GRASPER},
    };
    caper_body_def bodies[CAPER_COUNT_OF(parts)];
    for (int i = 0; i < CAPER_COUNT_OF(parts); i++) {
        bodies[i] = caper_body_def_default();
        bodies[i].name = parts[i].name;
        bodies[i].parent = parts[i].parent;
        bodies[i].rest_local.position = caper_vec3_make(parts[i].x, parts[i].y, 0);
        bodies[i].caps = parts[i].caps;
    }
    caper_character_def def = caper_character_def_default();
    def.name = "performer";
    def.bodies = bodies;
    def.body_count = CAPER_COUNT_OF(parts);
    return caper_character_create(&def, NULL);
}

static void pose(const caper_sensor_take *take)
{
    static caper_character *performer; // kept for all inputs
    performer = performer ? performer : make_performer();
    require(performer != NULL);
    caper_sensors_clip_job job = caper_sensors_clip_job_default();
    job.def.performer = performer;
    job.def.sensors = 0;
    for (int i = 0; i < take->sample_count; i++)
        job.def.sensors |= CAPER_PART_BIT(take->samples[i].part);
    job.take = take;
    job.rate = 30;
    double length = take->samples[take->sample_count - 1].time - take->samples[0].time;
    caper_error error = {0};
    caper_clip *clip = length < 60 ? caper_sensors_clip(&job, &error) : NULL;
    require(clip || error.status != CAPER_OK || length >= 60);
    caper_clip_destroy(clip); // which was refused if a number in it were not finite
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_error error = {0};
    caper_sensor_take *take =
        caper_sensor_take_parse((const char *)data, size, "fuzz", NULL, &error);
    require(take || error.status != CAPER_OK);
    if (!take)
        return 0;
    require(take->sample_count > 0);
    for (int i = 0; i < take->sample_count; i++) {
        const caper_sensor_sample *s = &take->samples[i];
        require(isfinite(s->time) && (i == 0 || s->time >= s[-1].time));
        require((unsigned)s->part < CAPER_PART_COUNT);
        require(caper_transform_is_valid(s->value, 1e-3f));
    }
    pose(take);
    caper_sensor_take_destroy(take);
    return 0;
}
