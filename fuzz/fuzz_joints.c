// SPDX-License-Identifier: MIT
//
// Any bytes as joint angles of a robot, .csv and .npy: what is accepted is a clip of the robot that
// samples to a finite pose.
#define _POSIX_C_SOURCE 200809L
#include "caper/formats.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char model[] =
    "<mujoco model='arm'><worldbody><body name='base'><freejoint/><geom type='sphere' size='.1'/>"
    "<body name='upper' pos='0 0 .2'><joint name='x' axis='1 0 0' range='-40 40'/><joint name='y' "
    "axis='0 1 0' range='-40 40'/><geom fromto='0 0 0 0 0 .3' size='.03' type='capsule'/></body>"
    "</body></worldbody></mujoco>";

static void try_file(const caper_import *robot, const char *path, const uint8_t *data, size_t size)
{
    caper_error error = {0};
    if (!caper_file_write(path, data, size, NULL))
        return;
    caper_clip *clip = caper_robot_load(robot, path, 0, NULL, &error);
    if (!clip && error.status == CAPER_OK)
        abort();
    caper_pose pose = caper_character_pose(robot->character, NULL);
    if (clip && caper_clip_sample(clip, 0.5f * clip->duration, NULL, &pose))
        for (int i = 0; i < pose.body_count; i++)
            if (!caper_transform_is_valid(pose.bodies[i], 1e-3f))
                abort();
    caper_pose_destroy(&pose, NULL);
    caper_clip_destroy(clip);
    remove(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static caper_import *robot;
    static char csv[64], npy[64];
    if (!robot) {
        robot = caper_import_parse(model, strlen(model), "arm.xml", NULL, NULL);
        const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        snprintf(csv, sizeof csv, "%s/caper_fuzz_%ld.csv", folder, (long)getpid());
        snprintf(npy, sizeof npy, "%s/caper_fuzz_%ld.npy", folder, (long)getpid());
    }
    if (!robot)
        return 0; // built without a reader of XML
    try_file(robot, csv, data, size);
    try_file(robot, npy, data, size);
    return 0;
}
