// SPDX-License-Identifier: MIT
// Recordings of sensors for the command: .sensors.csv in, for puppetry, and out, to try it.
#include "puppet_sensors.h"

#include "caper/puppet.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define OTHER_SIZE 0.1f // a performer of another size than this is worth a word

bool cli_is_sensors(const char *name)
{
    return cli_ends_with(name, ".sensors.csv");
}

// The wearer's places are off by as much as the performer is too large or small.
static void tell_size(const char *name, const caper_character *performer, bool given, float size)
{
    if (fabsf(size - 1) <= OTHER_SIZE) {
        return;
    }
    fprintf(
        stderr, "warning: %s: the wearer of the sensors is %.2f times as large as %s'%s': %s\n",
        name, (double)size, given ? "" : "the default performer, ", performer->name,
        given
            ? "hands and feet will miss their places; the performer should have the wearer's "
              "proportions (of a converted clip: that clip's file)"
            : "give --performer with a character, or a clip's file, with the wearer's proportions");
}

bool cli_load_sensors(const char *name, const cli_asset *performer, bool given, double t_pose,
                      cli_asset *asset, caper_error *error)
{
    caper_sensor_take *take = caper_sensor_take_load(name, NULL, error);
    if (!take) {
        return false;
    }
    caper_sensors_clip_job job = caper_sensors_clip_job_default();
    job.def.performer = performer->character;
    job.def.map = performer->map;
    job.def.sensors = 0;
    for (int i = 0; i < take->sample_count; i++) {
        job.def.sensors |= CAPER_PART_BIT(take->samples[i].part);
    }
    job.take = take;
    job.t_pose = t_pose > 0 ? (float)t_pose : job.t_pose;
    job.name = name;
    asset->clip = caper_sensors_clip(&job, error);
    asset->kind = asset->clip ? CAPER_ASSET_CLIP : CAPER_ASSET_NONE;
    if (!asset->clip && error && strcmp(error->source, "memory") == 0) {
        snprintf(error->source, sizeof error->source, "%s", name);
    }
    if (asset->clip) {
        tell_size(name, performer->character, given, job.report.size);
    }
    caper_sensor_take_destroy(take);
    return asset->clip != NULL;
}

bool cli_save_sensors(const caper_clip *clip, const caper_character *performer,
                      const caper_map *map, const char *path, caper_error *error)
{
    caper_sensor_simulation simulation = caper_sensor_simulation_default();
    simulation.performer = performer;
    simulation.map = map;
    simulation.clip = clip;
    caper_sensor_take *take = caper_sensor_take_simulate(&simulation, error);
    bool good = take && caper_sensor_take_save(take, path, error);
    caper_sensor_take_destroy(take);
    return good;
}
