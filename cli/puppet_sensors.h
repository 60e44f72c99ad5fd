// SPDX-License-Identifier: MIT
// Recordings of sensors for the command.
#ifndef CAPER_CLI_PUPPET_SENSORS_H
#define CAPER_CLI_PUPPET_SENSORS_H

#include "cli.h"

// Does the name of a file say that it holds what sensors said?
bool cli_is_sensors(const char *name);
// A recording becomes the clip of the performer who wore the sensors (`given`: somebody said who);
// t_pose: seconds that he stands in a T, 0: the default.
bool cli_load_sensors(const char *name, const cli_asset *performer, bool given, double t_pose,
                      cli_asset *asset, caper_error *error);
// What sensors on a clip would say, as a file.
bool cli_save_sensors(const caper_clip *clip, const caper_character *performer,
                      const caper_map *map, const char *path, caper_error *error);

#endif
