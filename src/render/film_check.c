// SPDX-License-Identifier: MIT
//
// ffmpeg ends with exit code 0 although the last bytes of a film did not fit on the disk. An mp4,
// whose index is at the end, cannot be played then. So the film is read again, without decoding (a
// line for each packet, which is a picture), before it replaces an older one. Of the other kinds,
// which play as far as they go, the end is looked for too. The system may also report a full disk
// as late as when the file is synced.
#define _POSIX_C_SOURCE 200809L
#include "render/film_check.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// A gif ends with the byte 0x3b.
static bool gif_has_its_end(int file)
{
    unsigned char last = 0;
    return lseek(file, -1, SEEK_END) >= 0 && read(file, &last, 1) == 1 && last == 0x3b;
}

// A number of Matroska: the zeros in front of its first byte tell how many bytes follow. All ones
// stand for "not known yet".
static bool matroska_size(int file, uint64_t *size)
{
    unsigned char byte = 0;
    if (read(file, &byte, 1) != 1 || byte == 0) {
        return false;
    }
    int more = 0;
    while (!(byte & 0x80 >> more)) {
        more++;
    }
    *size = byte & (0x7fu >> more);
    uint64_t unknown = ((uint64_t)1 << 7 * (more + 1)) - 1;
    for (int i = 0; i < more; i++) {
        if (read(file, &byte, 1) != 1) {
            return false;
        }
        *size = *size << 8 | byte;
    }
    return *size != unknown;
}

// A Matroska file is a header and a segment; the size of the segment is written last and must
// reach to the end of the file.
static bool matroska_has_its_end(int file)
{
    uint64_t size = 0;
    off_t at = lseek(file, 4, SEEK_SET); // the header's name
    if (at < 0 || !matroska_size(file, &size) || size > 1024 ||
        lseek(file, (off_t)size + 4, SEEK_CUR) < 0 || !matroska_size(file, &size)) {
        return false;
    }
    at = lseek(file, 0, SEEK_CUR);
    off_t end = lseek(file, 0, SEEK_END);
    return at >= 0 && end >= at && (uint64_t)(end - at) == size;
}

static bool is_synced(const char *path, const char *muxer)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    bool good = fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS;
    if (strcmp(muxer, "gif") == 0) {
        good = good && gif_has_its_end(file);
    } else if (strcmp(muxer, "mp4") != 0) {
        good = good && matroska_has_its_end(file);
    }
    close(file);
    return good;
}

// Starts it with its standard output in a pipe. 0, or an errno.
static int spawn_reader(const char *program, const char *path, int *lines, pid_t *process)
{
    char input[1200];
    int ends[2];
    snprintf(input, sizeof(input), "file:%s", path);
    const char *const arguments[] = {program, "-loglevel", "error",    "-nostdin", "-xerror",
                                     "-i",    input,       "-map",     "0:v:0",    "-c",
                                     "copy",  "-f",        "framecrc", "pipe:1",   NULL};
    if (pipe(ends) != 0) {
        return errno;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code == 0) {
        code = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        code = code ? code : posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        code = code ? code
                    : posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
                                                       O_WRONLY, 0);
        // the strings are not written to; the type is older than const
        code = code ? code
                    : posix_spawnp(process, program, &actions, NULL, (char *const *)arguments,
                                   environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[1]);
    *lines = ends[0];
    if (code != 0) {
        close(ends[0]);
    }
    return code;
}

// Lines that are not comments, to the end of the pipe.
static int count_lines(int pipe_end)
{
    char text[4096], before = '\n';
    int count = 0;
    for (;;) {
        ssize_t got = read(pipe_end, text, sizeof(text));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return count;
        }
        for (ssize_t i = 0; i < got; i++) {
            count += before == '\n' && text[i] != '#' && text[i] != '\n';
            before = text[i];
        }
    }
}

bool caperi_film_is_whole(const char *program, const char *path, const char *muxer, int frame_count)
{
    bool gif = strcmp(muxer, "gif") == 0;
    int lines = -1, status = 0;
    pid_t process = 0;
    if (!is_synced(path, muxer) || spawn_reader(program, path, &lines, &process) != 0) {
        return false;
    }
    int count = count_lines(lines);
    close(lines);
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) {
            return false;
        }
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
           (gif ? count >= 1 : count == frame_count);
}
