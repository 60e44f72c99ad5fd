// SPDX-License-Identifier: MIT
//
// Films: raw frames to the standard input of ffmpeg, which writes beside the wanted path; the
// result is read again and renamed when all is well, so the path never holds half a film. Where
// there is no ffmpeg the frames become numbered PNG files in a folder that appears, complete, under
// its own name. A folder that holds anything but numbered frames is never touched.
//
// The frames go through a socket, not a pipe: writing to a pipe whose reader died raises SIGPIPE,
// and a library must not change how its host handles signals. A socket can be told not to. What
// ffmpeg prints is read while frames are sent and until it ends, since it would block on a full
// pipe; the first words, which say what went wrong, are kept.
#define _POSIX_C_SOURCE 200809L
#include "caper/render.h"
#include "render/film_check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define PATH_SIZE 1024
#define FILM_NUMBER 1000000u // of the first film's temporary name; other files count from 0

struct caper_film {
    caper_allocator allocator;
    int width, height;
    float rate;
    bool numbered, finished, failed;
    int frame_count;
    pid_t process;   // 0: none
    int input;       // socket to its standard input; -1: closed
    int messages;    // from its standard error, not blocking; -1: closed
    char words[120]; // what it said first
    int word_count;
    int kind;
    char program[PATH_SIZE]; // that encodes, and reads again what was encoded
    char output[PATH_SIZE];
    char part[PATH_SIZE]; // what is written until the end
};

caper_film_def caper_film_def_default(void)
{
    caper_film_def def = {0};
    def.rate = 30.0f;
    def.ffmpeg = "ffmpeg";
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

// --- ffmpeg ------------------------------------------------------------------------------------

// What ffmpeg is told for each kind of film. Even sizes and the common color matrix are what
// players expect; a palette of its own makes a gif look as the frames do.
#define EVEN "crop=trunc(iw/2)*2:trunc(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv"
static const struct {
    const char *ending, *muxer;
    const char *arguments[17];
} kinds[] = {
    {".mp4",
     "mp4",
     {"-vf", EVEN, "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p",
      "-colorspace", "bt709", "-movflags", "+faststart"}},
    {".mkv",
     "matroska",
     {"-vf", EVEN, "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p",
      "-colorspace", "bt709"}},
    {".webm",
     "webm",
     {"-vf", EVEN, "-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "28", "-pix_fmt", "yuv420p",
      "-colorspace", "bt709"}},
    {".gif",
     "gif",
     {"-vf",
      "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode="
      "rectangle",
      "-loop", "0"}},
};

static int kind_of(const char *path)
{
    size_t size = strlen(path);
    for (int i = 0; i < CAPER_COUNT_OF(kinds); i++) {
        size_t ending = strlen(kinds[i].ending);
        if (size > ending && strcmp(path + size - ending, kinds[i].ending) == 0) {
            return i;
        }
    }
    return -1;
}

static bool fail(const caper_film *film, caper_error *error, const char *what)
{
    return caper_error_set(error, CAPER_ERROR_IO, film->output, 0, 0, "%s: %s", what,
                           strerror(errno));
}

static void close_end(int *end)
{
    if (*end >= 0) {
        close(*end);
    }
    *end = -1;
}

// Spawns it with the far ends of the socket and the pipe. 0, or an errno: ENOENT when there is no
// such program.
static int spawn_ffmpeg(caper_film *film, const char *program, int kind, int far_input,
                        int far_messages)
{
    char size[32], rate[32], output[PATH_SIZE + 8];
    snprintf(size, sizeof(size), "%dx%d", film->width, film->height);
    caper_format_float(film->rate, rate);
    // a name with a colon is not a protocol, one with a dash in front no option
    snprintf(output, sizeof(output), "file:%s", film->part);
    const char *arguments[48] = {program, "-loglevel",  "error",    "-nostdin", "-y",
                                 "-f",    "rawvideo",   "-pix_fmt", "rgba",     "-video_size",
                                 size,    "-framerate", rate,       "-i",       "pipe:0"};
    int count = 15;
    for (int i = 0; kinds[kind].arguments[i]; i++) {
        arguments[count++] = kinds[kind].arguments[i];
    }
    arguments[count++] = "-f";
    arguments[count++] = kinds[kind].muxer;
    arguments[count++] = output;
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return ENOMEM;
    }
    int code = posix_spawn_file_actions_adddup2(&actions, far_input, STDIN_FILENO);
    if (code == 0) {
        code = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    }
    if (code == 0) {
        code = posix_spawn_file_actions_adddup2(&actions, far_messages, STDERR_FILENO);
    }
    if (code == 0) {
        // the strings are not written to; the type is older than const
        code = posix_spawnp(&film->process, program, &actions, NULL, (char *const *)arguments,
                            environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    film->process = code == 0 ? film->process : 0;
    return code;
}

static void keep_from_children(int end)
{
    fcntl(end, F_SETFD, FD_CLOEXEC);
}

static int start_ffmpeg(caper_film *film, const char *program, int kind)
{
    int ends[2], pipe_ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        return errno;
    }
    if (pipe(pipe_ends) != 0) {
        int code = errno;
        close(ends[0]);
        close(ends[1]);
        return code;
    }
    for (int i = 0; i < 2; i++) {
        keep_from_children(ends[i]);
        keep_from_children(pipe_ends[i]);
    }
    int code = spawn_ffmpeg(film, program, kind, ends[1], pipe_ends[1]);
    close(ends[1]);
    close(pipe_ends[1]);
    film->input = ends[0];
    film->messages = pipe_ends[0];
    fcntl(film->messages, F_SETFL, O_NONBLOCK);
    if (code != 0) {
        close_end(&film->input);
        close_end(&film->messages);
    }
    return code;
}

// Takes what ffmpeg has said by now; closes at the end.
static void read_messages(caper_film *film)
{
    while (film->messages >= 0) {
        char text[512];
        ssize_t got = read(film->messages, text, sizeof(text));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0 && errno == EAGAIN) {
            return;
        }
        if (got <= 0) {
            close_end(&film->messages);
        }
        for (ssize_t i = 0; i < got && film->word_count + 1 < (int)sizeof(film->words); i++) {
            bool line = text[i] == '\n' || text[i] == '\r';
            film->words[film->word_count++] = line ? ' ' : text[i];
        }
    }
}

// Waits until ffmpeg takes more, or has said something (which is read), or is gone.
static void wait_for_ffmpeg(caper_film *film)
{
    struct pollfd ends[2] = {{film->messages, POLLIN, 0}, {film->input, POLLOUT, 0}};
    poll(ends, 2, -1); // the caller tries again whatever happened
    read_messages(film);
}

static bool fail_by_words(caper_film *film, caper_error *error, const char *what)
{
    while (film->word_count > 0 && film->words[film->word_count - 1] == ' ') {
        film->word_count--;
    }
    film->words[film->word_count] = '\0';
    return caper_error_set(error, CAPER_ERROR_IO, film->output, 0, 0, "%s: %s", what,
                           film->words[0] ? film->words : "it gave no reason");
}

// Waits for its end. True when it ended well; says why otherwise.
static bool end_ffmpeg(caper_film *film, caper_error *error)
{
    int status = 0;
    close_end(&film->input);
    while (film->messages >= 0) {
        wait_for_ffmpeg(film);
    }
    while (waitpid(film->process, &status, 0) < 0) {
        if (errno != EINTR) {
            status = -1;
            break;
        }
    }
    film->process = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return true;
    }
    return fail_by_words(film, error, "ffmpeg failed");
}

// The film that was encoded takes the place of an older one once it was found whole.
static bool finish_encoded(caper_film *film, caper_error *error)
{
    if (!end_ffmpeg(film, error)) {
        return false;
    }
    const char *muxer = kinds[film->kind].muxer;
    if (!caperi_film_is_whole(film->program, film->part, muxer, film->frame_count)) {
        return fail_by_words(film, error, "ffmpeg left a film that cannot be read");
    }
    return caper_file_replace(film->part, film->output, error);
}

// --- numbered pictures -------------------------------------------------------------------------

static void frame_path(char *out, size_t size, const char *folder, int frame)
{
    snprintf(out, size, "%s/%05d.png", folder, frame);
}

// Five or more digits and ".png".
static bool is_frame_name(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits >= 5 && strcmp(name + digits, ".png") == 0;
}

// A folder of numbered frames and nothing else. errno tells why it is not.
static bool holds_frames_only(const char *folder)
{
    DIR *open_folder = opendir(folder);
    if (!open_folder) {
        return false;
    }
    bool good = true;
    for (struct dirent *e = readdir(open_folder); e && good; e = readdir(open_folder)) {
        good =
            strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 || is_frame_name(e->d_name);
    }
    closedir(open_folder);
    errno = ENOTEMPTY;
    return good;
}

// Frames of a folder that holds nothing else, and the folder.
static void remove_frames(const char *folder)
{
    DIR *open_folder = opendir(folder);
    if (!open_folder) {
        return;
    }
    for (struct dirent *e = readdir(open_folder); e; e = readdir(open_folder)) {
        if (is_frame_name(e->d_name)) {
            unlinkat(dirfd(open_folder), e->d_name, 0);
        }
    }
    closedir(open_folder);
    rmdir(folder);
}

// Nothing is there, or what may be replaced: said before the frames are drawn, and asked again
// before anything is moved.
static bool is_replaceable(const caper_film *film, caper_error *error)
{
    struct stat status;
    return lstat(film->output, &status) != 0 || holds_frames_only(film->output) ||
           fail(film, error, "could not replace the folder, which holds other files");
}

static bool start_numbered(caper_film *film, const char *path, int kind, caper_error *error)
{
    int stem = (int)(strlen(path) - strlen(kinds[kind].ending));
    film->numbered = true;
    snprintf(film->output, sizeof(film->output), "%.*s.frames", stem, path);
    snprintf(film->part, sizeof(film->part), "%.*s.frames.%ld.part", stem, path, (long)getpid());
    if (!is_replaceable(film, error)) {
        film->part[0] = '\0';
        return false;
    }
    if (mkdir(film->part, 0777) != 0) {
        film->part[0] = '\0';
        return fail(film, error, "could not make a folder for the frames");
    }
    return true;
}

// The old folder goes aside, and away only once the new one has its name.
static bool finish_numbered(caper_film *film, caper_error *error)
{
    char aside[PATH_SIZE + 32];
    snprintf(aside, sizeof(aside), "%s.%ld.old", film->output, (long)getpid());
    if (!is_replaceable(film, error)) {
        return false;
    }
    bool had = rename(film->output, aside) == 0;
    if (rename(film->part, film->output) != 0) {
        fail(film, error, "could not name the folder of frames");
        if (had) {
            rename(aside, film->output);
        }
        return false;
    }
    if (had) {
        remove_frames(aside);
    }
    return true;
}

// --- the film ----------------------------------------------------------------------------------

static bool check_def(const caper_film_def *def, caper_error *error)
{
    bool good = def && def->cookie == CAPER_DEF_COOKIE && def->path && def->width >= 1 &&
                def->height >= 1 && def->width <= CAPER_PICTURE_MAX &&
                def->height <= CAPER_PICTURE_MAX && def->rate > 0.0f && def->rate <= 1000.0f;
    CAPER_ASSERT(good);
    if (!good) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "film", 0, 0,
                               "found a film def with a bad path, size or rate");
    }
    if (strlen(def->path) > PATH_SIZE - 64) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, def->path, 0, 0,
                               "found a path of %zu bytes, expected at most %d", strlen(def->path),
                               PATH_SIZE - 64);
    }
    return kind_of(def->path) >= 0 ||
           caper_error_set(error, CAPER_ERROR_UNSUPPORTED, def->path, 0, 0,
                           "found another extension, expected .mp4, .gif, .webm or .mkv");
}

static bool start(caper_film *film, const caper_film_def *def, caper_error *error)
{
    int kind = film->kind = kind_of(def->path);
    snprintf(film->program, sizeof(film->program), "%s", def->ffmpeg ? def->ffmpeg : "");
    snprintf(film->output, sizeof(film->output), "%s", def->path);
    // named as caper_file_write's, so that a later write sweeps away what a kill leaves behind
    static atomic_uint counter;
    const char *slash = strrchr(def->path, '/');
    snprintf(film->part, sizeof(film->part), "%.*s.caper-%ld-%u.tmp",
             slash ? (int)(slash - def->path) + 1 : 0, def->path, (long)getpid(),
             FILM_NUMBER + atomic_fetch_add(&counter, 1u));
    // our own words when nothing can be written there, not ffmpeg's
    int probe = open(film->part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (probe < 0) {
        film->part[0] = '\0';
        return fail(film, error, "could not be opened for writing");
    }
    close(probe);
    unlink(film->part);
    int code = def->ffmpeg ? start_ffmpeg(film, def->ffmpeg, kind) : ENOENT;
    if (code == 0) {
        return true;
    }
    film->part[0] = '\0';
    if (code == ENOENT) {
        return start_numbered(film, def->path, kind, error);
    }
    errno = code;
    return fail(film, error, "could not start ffmpeg");
}

caper_film *caper_film_create(const caper_film_def *def, caper_error *error)
{
    if (!check_def(def, error)) {
        return NULL;
    }
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    caper_film *film = caper_alloc_zero(&allocator, sizeof(*film), _Alignof(caper_film));
    if (!film) {
        caper_error_set(error, CAPER_ERROR_MEMORY, def->path, 0, 0, "out of memory for a film");
        return NULL;
    }
    film->allocator = allocator;
    film->width = def->width;
    film->height = def->height;
    film->rate = def->rate;
    film->input = film->messages = -1;
    if (!start(film, def, error)) {
        caper_film_destroy(film);
        return NULL;
    }
    return film;
}

static bool send_all(caper_film *film, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent = send(film->input, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EAGAIN) {
            wait_for_ffmpeg(film);
        } else if (sent < 0 && errno != EINTR) {
            return false;
        }
        bytes += sent > 0 ? sent : 0;
        size -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

bool caper_film_add(caper_film *film, const caper_picture *picture, caper_error *error)
{
    bool good = film && picture && picture->pixels && picture->width == film->width &&
                picture->height == film->height && !film->finished;
    CAPER_ASSERT(good);
    if (!good) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "film", 0, 0,
                               "found a frame of another size than the film's, or a film that has "
                               "ended");
    }
    if (film->failed) {
        return caper_error_set(error, CAPER_ERROR_IO, film->output, 0, 0,
                               "an earlier frame could not be written");
    }
    if (film->numbered) {
        char path[PATH_SIZE + 32];
        frame_path(path, sizeof(path), film->part, film->frame_count);
        film->failed = !caper_picture_save(picture, path, error);
    } else if (!send_all(film, picture->pixels, (size_t)film->width * (size_t)film->height * 4)) {
        film->failed = true;
        if (end_ffmpeg(film, error)) { // it ended early, and content
            caper_error_set(error, CAPER_ERROR_IO, film->output, 0, 0,
                            "ffmpeg stopped reading frames");
        }
    }
    film->frame_count += !film->failed;
    return !film->failed;
}

bool caper_film_finish(caper_film *film, caper_error *error)
{
    bool good = film && !film->finished;
    CAPER_ASSERT(good);
    if (!good) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "film", 0, 0,
                               "found a film that has ended already");
    }
    film->finished = true;
    if (film->failed || film->frame_count == 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, film->output, 0, 0,
                               film->failed ? "an earlier frame could not be written"
                                            : "found a film without frames");
    }
    if (film->numbered) {
        good = finish_numbered(film, error);
    } else {
        good = finish_encoded(film, error);
    }
    if (good) {
        film->part[0] = '\0';
    }
    return good;
}

const char *caper_film_output(const caper_film *film)
{
    return film->output;
}

bool caper_film_is_numbered(const caper_film *film)
{
    return film->numbered;
}

void caper_film_destroy(caper_film *film)
{
    if (!film) {
        return;
    }
    if (film->process > 0) {
        kill(film->process, SIGKILL); // its output goes anyway
        end_ffmpeg(film, NULL);
    }
    close_end(&film->input);
    close_end(&film->messages);
    if (film->part[0] && film->numbered) {
        remove_frames(film->part);
    } else if (film->part[0]) {
        unlink(film->part);
    }
    caper_allocator allocator = film->allocator;
    caper_free(&allocator, film, sizeof(*film));
}
