// SPDX-License-Identifier: MIT
//
// Files that a file names: regular ones inside its folder, by whatever way links lead there, and
// nothing else. A pipe would make a reader wait for ever, a link would read what is not meant to be
// read.
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include "caper/formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char gltf[] =
    "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0]}],"
    " \"nodes\": [{\"name\": \"hips\", \"translation\": [0, 1, 0], \"children\": [1]},"
    " {\"name\": \"chest\", \"translation\": [0, 0.5, 0]}],"
    " \"buffers\": [{\"uri\": \"data.bin\", \"byteLength\": 20}],"
    " \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 4}, {\"buffer\": 0, \"byteOffset\": 4,"
    " \"byteLength\": 16}],"
    " \"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 1, \"type\":"
    " \"SCALAR\", \"min\": [0], \"max\": [0]}, {\"bufferView\": 1, \"componentType\": 5126,"
    " \"count\": 1, \"type\": \"VEC4\"}],"
    " \"animations\": [{\"samplers\": [{\"input\": 0, \"output\": 1}], \"channels\": [{\"sampler\":"
    " 0, \"target\": {\"node\": 1, \"path\": \"rotation\"}}]}]}";
static const float bin[5] = {0, 0, 0, 0, 1};
static const char mjcf[] = "<mujoco><include file=\"data.bin\"/></mujoco>";
static const char included[] =
    "<mujoco><worldbody><body name=\"a\" pos=\"0 0 1\"><freejoint/><geom size=\"0.1\"/>"
    "<body name=\"b\" pos=\"0 0 0.3\"><joint axis=\"0 1 0\"/><geom size=\"0.1\"/></body>"
    "</body></worldbody></mujoco>";

static char folder[256], inner[300], main_path[400], data[400], outside[400];

static void write_file(const char *path, const void *bytes, size_t size)
{
    REQUIRE(caper_file_write(path, bytes, size, NULL));
}

static void open_folder(bool xml)
{
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/caper-beside-XXXXXX", temporary ? temporary : "/tmp");
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(inner, sizeof inner, "%s/in", folder);
    REQUIRE(mkdir(inner, 0777) == 0);
    snprintf(main_path, sizeof main_path, "%s/main.%s", inner, xml ? "xml" : "gltf");
    snprintf(data, sizeof data, "%s/data.bin", inner);
    snprintf(outside, sizeof outside, "%s/secret.bin", folder);
    write_file(main_path, xml ? mjcf : gltf, strlen(xml ? mjcf : gltf));
    if (xml)
        write_file(outside, included, strlen(included));
    else
        write_file(outside, bin, sizeof bin);
}

static void close_folder(void)
{
    char command[400];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK_INT(system(command), 0);
}

// The status of an import, with the message of a refusal.
static caper_status load(bool follow, char *message)
{
    caper_error error = {0};
    caper_import_options options = caper_import_options_default();
    options.follow_links = follow;
    caper_import *import = caper_import_load(main_path, &options, &error);
    CHECK((import != NULL) == (error.status == CAPER_OK));
    caper_import_destroy(import);
    snprintf(message, 200, "%s", error.message);
    return error.status;
}

static void try_format(bool xml)
{
    char message[200], real[400];
    open_folder(xml);
    // beside it, as a file
    write_file(data, xml ? (const void *)included : bin, xml ? strlen(included) : sizeof bin);
    CHECK_INT(load(false, message), CAPER_OK);
    // by a link that stays inside
    snprintf(real, sizeof real, "%s/real.bin", inner);
    REQUIRE(rename(data, real) == 0 && symlink("real.bin", data) == 0);
    CHECK_INT(load(false, message), CAPER_OK);
    // by one that does not, unless it is asked for
    REQUIRE(unlink(data) == 0 && symlink(outside, data) == 0);
    CHECK_INT(load(false, message), CAPER_ERROR_UNSUPPORTED);
    CHECK_HAS(message, "leads out of the folder");
    CHECK_INT(load(true, message), CAPER_OK);
    // a pipe that nobody writes to: a hang would end by the time limit of the test
    REQUIRE(unlink(data) == 0 && mkfifo(data, 0666) == 0);
    CHECK_INT(load(false, message), CAPER_ERROR_UNSUPPORTED);
    CHECK_HAS(message, "expected a regular file");
    // a device without end
    REQUIRE(unlink(data) == 0 && symlink("/dev/zero", data) == 0);
    CHECK_INT(load(false, message), CAPER_ERROR_UNSUPPORTED);
    // a folder, and nothing
    REQUIRE(unlink(data) == 0 && mkdir(data, 0777) == 0);
    CHECK_INT(load(false, message), CAPER_ERROR_UNSUPPORTED);
    REQUIRE(rmdir(data) == 0);
    CHECK_INT(load(false, message), CAPER_ERROR_IO);
    CHECK_HAS(message, "no such file");
    close_folder();
}

static void buffers_are_regular_files_inside_the_folder(void)
{
    try_format(false);
}

static void includes_are_regular_files_inside_the_folder(void)
{
    try_format(true);
}

static void a_skeleton_that_is_found_is_a_regular_file(void)
{
    char message[200];
    open_folder(true);
    snprintf(main_path, sizeof main_path, "%s/11_01.amc", inner);
    write_file(main_path, ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 0 0 0 0 0\n", 46);
    snprintf(data, sizeof data, "%s/11.asf", inner);
    REQUIRE(mkfifo(data, 0666) == 0);
    CHECK_INT(load(false, message), CAPER_ERROR_UNSUPPORTED);
    CHECK_HAS(message, "expected a regular file");
    close_folder();
}

TESTS(buffers_are_regular_files_inside_the_folder, includes_are_regular_files_inside_the_folder,
      a_skeleton_that_is_found_is_a_regular_file)
