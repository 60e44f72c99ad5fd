// SPDX-License-Identifier: MIT
//
// Whole files in and out. Reading takes regular files, pipes and devices alike and trusts no size
// that the system reports beforehand. Writing keeps one promise: the path holds all of the new
// content or all of the old, even when the disk fills up or the process dies.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700 // realpath
#endif

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define DEFAULT_LIMIT ((size_t)1 << 30)
#define FIRST_BUFFER ((size_t)64 * 1024)

// strerror is not safe between threads and follows the locale; these are the likely ones.
static const char *reason(int code)
{
    switch (code) {
    case ENOENT:
        return "no such file or directory";
    case EACCES:
    case EPERM:
        return "permission denied";
    case EISDIR:
        return "it is a directory";
    case ENOTDIR:
        return "a part of the path is not a directory";
    case ENOSPC:
        return "no space left on the device";
#ifdef EDQUOT
    case EDQUOT:
        return "the disk quota is used up";
#endif
    case EFBIG:
        return "the file would be too large";
    case EROFS:
        return "the file system is read-only";
    case EMFILE:
    case ENFILE:
        return "too many open files";
    case ENAMETOOLONG:
        return "the name is too long";
    case ELOOP:
        return "too many symbolic links";
    case EPIPE:
        return "nobody reads the other end";
    case EIO:
        return "the device reported an input/output error";
    case ENXIO:
        return "there is no such device, or nobody reads the other end";
    default:
        return NULL;
    }
}

static bool fail(caper_error *error, const char *path, const char *verb, int code)
{
    const char *why = reason(code);
    if (why)
        return caper_error_set(error, CAPER_ERROR_IO, path, 0, 0, "cannot %s: %s", verb, why);
    return caper_error_set(error, CAPER_ERROR_IO, path, 0, 0, "cannot %s: system error %d", verb,
                           code);
}

static int open_retry(const char *path, int flags, mode_t mode)
{
    int fd;
    do {
        fd = open(path, flags | O_CLOEXEC, mode);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

// -- Reading --------------------------------------------------------------------------------------

static ssize_t read_retry(int fd, void *out, size_t size)
{
    ssize_t got;
    if (size > (size_t)1 << 30)
        size = (size_t)1 << 30; // some systems refuse more at once
    do {
        got = read(fd, out, size);
    } while (got < 0 && errno == EINTR);
    return got;
}

typedef struct buffer {
    const caper_allocator *allocator;
    char *data;
    size_t size, capacity;
} buffer;

static bool buffer_resize(buffer *b, size_t capacity)
{
    char *data = caper_alloc(b->allocator, capacity, _Alignof(max_align_t));
    if (!data)
        return false;
    if (b->size > 0)
        memcpy(data, b->data, b->size);
    caper_free(b->allocator, b->data, b->capacity);
    b->data = data;
    b->capacity = capacity;
    return true;
}

// Read to the end. The buffer keeps one byte more than is read, for the terminator.
static bool read_all(int fd, buffer *b, const char *path, size_t limit, caper_error *error)
{
    for (;;) {
        ssize_t got = read_retry(fd, b->data + b->size, b->capacity - b->size);
        if (got < 0)
            return fail(error, path, "read", errno);
        if (got == 0)
            return true;
        b->size += (size_t)got;
        if (b->size > limit)
            return caper_error_set(error, CAPER_ERROR_LIMIT, path, 0, 0,
                                   "there are more than the %zu bytes that are allowed", limit);
        if (b->size == b->capacity) {
            size_t more = b->capacity <= SIZE_MAX / 2 ? b->capacity * 2 : SIZE_MAX;
            if (!buffer_resize(b, more))
                return caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0,
                                       "out of memory after %zu bytes", b->size);
        }
    }
}

static bool read_open(int fd, buffer *b, const char *path, size_t limit, caper_error *error)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return fail(error, path, "read", errno);
    if (S_ISDIR(info.st_mode))
        return fail(error, path, "read", EISDIR);

    size_t first = FIRST_BUFFER;
    if (S_ISREG(info.st_mode) && info.st_size > 0) {
        if ((uintmax_t)info.st_size > limit)
            return caper_error_set(error, CAPER_ERROR_LIMIT, path, 0, 0,
                                   "%lld bytes are more than the %zu that are allowed",
                                   (long long)info.st_size, limit);
        first = (size_t)info.st_size + 1; // the size is a hint; the spare byte meets the end
    }
    if (!buffer_resize(b, first))
        return caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory for %zu bytes",
                               first);
    if (!read_all(fd, b, path, limit, error))
        return false;
    // the caller frees size + 1 bytes, so the block must have exactly that size
    if (b->capacity != b->size + 1 && !buffer_resize(b, b->size + 1))
        return caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory for %zu bytes",
                               b->size + 1);
    b->data[b->size] = '\0';
    return true;
}

void *caper_file_read(const char *path, size_t limit_bytes, const caper_allocator *allocator,
                      size_t *size, caper_error *error)
{
    CAPER_ASSERT(path && size);
    if (!path || !size)
        return NULL;
    size_t limit = limit_bytes ? limit_bytes : DEFAULT_LIMIT;
    int fd = open_retry(path, O_RDONLY, 0);
    if (fd < 0) {
        fail(error, path, "open", errno);
        return NULL;
    }
    buffer b = {.allocator = allocator};
    bool good = read_open(fd, &b, path, limit, error);
    close(fd);
    if (!good) {
        caper_free(allocator, b.data, b.capacity);
        return NULL;
    }
    *size = b.size;
    return b.data;
}

// -- Reading in parts -----------------------------------------------------------------------------

bool caperi_file_open(caperi_file *file, const char *path)
{
    struct stat info;
    // asked before opening: a pipe that is opened and closed again loses its writer
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return false;
    file->descriptor = open_retry(path, O_RDONLY, 0);
    if (file->descriptor < 0)
        return false;
    bool good = fstat(file->descriptor, &info) == 0 && S_ISREG(info.st_mode) && info.st_size >= 0 &&
                (uintmax_t)info.st_size <= SIZE_MAX / 2;
    file->size = good ? (size_t)info.st_size : 0;
    if (!good)
        close(file->descriptor);
    return good;
}

bool caperi_file_read_at(const caperi_file *file, size_t offset, void *out, size_t size)
{
    char *to = out;
    while (size > 0) {
        size_t step = size < (size_t)1 << 30 ? size : (size_t)1 << 30;
        ssize_t got = pread(file->descriptor, to, step, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        to += got;
        offset += (size_t)got;
        size -= (size_t)got;
    }
    return true;
}

void caperi_file_close(caperi_file *file)
{
    close(file->descriptor);
    file->descriptor = -1;
}

// -- Files beside a file --------------------------------------------------------------------------

bool caperi_file_is_beside(const char *path, size_t folder_size, caper_error *error)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return fail(error, path, "open", errno);
    if (!S_ISREG(info.st_mode))
        return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                               "found a folder, pipe or device, expected a regular file");
    char *folder = folder_size > 0 ? strndup(path, folder_size) : strdup(".");
    char *home = folder ? realpath(folder, NULL) : NULL;
    char *place = home ? realpath(path, NULL) : NULL;
    size_t length = home ? strlen(home) : 0;
    bool inside = place && strncmp(place, home, length) == 0 &&
                  (place[length] == '/' || (length == 1 && home[0] == '/'));
    bool known = place != NULL;
    free(folder);
    free(home);
    free(place);
    if (!known)
        return fail(error, path, "open", errno);
    return inside || caper_error_set(error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                                     "found a link that leads out of the folder");
}

// -- Writing --------------------------------------------------------------------------------------

static bool write_all(int fd, const char *data, size_t size)
{
    while (size > 0) {
        size_t step = size < (size_t)1 << 30 ? size : (size_t)1 << 30;
        ssize_t written = write(fd, data, step);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            if (written == 0)
                errno = EIO;
            return false;
        }
        data += written;
        size -= (size_t)written;
    }
    return true;
}

// The descriptor that a name like /dev/stdout stands for, or -1. Opening such a name anew would
// start at the front of a redirected file and overwrite what was printed there.
static int named_descriptor(const char *path)
{
    if (strcmp(path, "/dev/stdout") == 0)
        return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0)
        return STDERR_FILENO;
    const char *prefixes[] = {"/dev/fd/", "/proc/self/fd/"};
    for (int i = 0; i < CAPER_COUNT_OF(prefixes); i++) {
        size_t length = strlen(prefixes[i]);
        const char *digits = path + length;
        if (strncmp(path, prefixes[i], length) == 0 && digits[0] >= '0' && digits[0] <= '9') {
            char *end;
            long fd = strtol(digits, &end, 10);
            return *end == '\0' && fd < 1 << 20 ? (int)fd : -1;
        }
    }
    return -1;
}

static bool write_parts(int fd, const caper_slice *parts, int count)
{
    for (int i = 0; i < count; i++)
        if (!write_all(fd, parts[i].data, parts[i].size))
            return false;
    return true;
}

static bool write_through(const char *path, int fd, const caper_slice *parts, int count,
                          caper_error *error)
{
    bool opened = fd < 0;
    if (fd == STDOUT_FILENO)
        fflush(stdout); // keep the order of what was printed before
    if (opened)
        fd = open_retry(path, O_WRONLY | O_NOCTTY, 0);
    if (fd < 0)
        return fail(error, path, "open", errno);
    bool good = write_parts(fd, parts, count);
    int code = errno;
    if (opened && close(fd) != 0 && good) {
        good = false;
        code = errno;
    }
    return good ? true : fail(error, path, "write", code);
}

// A new file in the directory of path: *name (from malloc) and its descriptor, or -1 with errno.
static int open_beside(const char *path, char **name)
{
    static atomic_uint counter;
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    size_t room = folder + 64;
    *name = malloc(room);
    if (!*name) {
        errno = ENOMEM;
        return -1;
    }
    memcpy(*name, path, folder);
    int fd = -1;
    for (int attempt = 0; attempt < 100; attempt++) {
        snprintf(*name + folder, room - folder, ".caper-%ld-%u.tmp", (long)getpid(),
                 atomic_fetch_add(&counter, 1u));
        // O_EXCL: neither follow a planted link nor share with another process
        fd = open_retry(*name, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (fd >= 0 || errno != EEXIST)
            break;
    }
    if (fd < 0) {
        int code = errno;
        free(*name);
        *name = NULL;
        errno = code;
    }
    return fd;
}

// -- Strays ---------------------------------------------------------------------------------------

#define STRAY_AGE 3600 // seconds without a write, after which nobody is at work on a stray

// ".caper-PID-NUMBER.tmp" of a process that is no more.
static bool is_stray_name(const char *name)
{
    char *end;
    if (strncmp(name, ".caper-", 7) != 0 || name[7] < '1' || name[7] > '9')
        return false;
    long process = strtol(name + 7, &end, 10);
    if (*end != '-' || process <= 0 || process > INT_MAX)
        return false;
    size_t digits = strspn(end + 1, "0123456789");
    return digits > 0 && strcmp(end + 1 + digits, ".tmp") == 0 && kill((pid_t)process, 0) != 0 &&
           errno == ESRCH;
}

// Processes that were killed while they wrote leave a file behind: old ones in the folder of path
// go with the next write there.
static void sweep_folder(const char *path)
{
    static _Atomic uint64_t swept; // the folder of the last time
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    uint64_t hash = caper_hash64(path, length, 1);
    if (atomic_exchange(&swept, hash) == hash)
        return;
    char *folder = length > 0 ? strndup(path, length) : strdup(".");
    DIR *dir = folder ? opendir(folder) : NULL;
    free(folder);
    for (struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir)) {
        struct stat info;
        if (is_stray_name(e->d_name) &&
            fstatat(dirfd(dir), e->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(info.st_mode) && info.st_mtime < time(NULL) - STRAY_AGE)
            unlinkat(dirfd(dir), e->d_name, 0);
    }
    if (dir)
        closedir(dir);
}

static void sync_folder(const char *name)
{
    // so that the rename itself survives a power cut; many file systems need it, none fails by it
    char *folder = strdup(name);
    if (!folder)
        return;
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder ? 1 : 0] = '\0';
    int fd = open_retry(slash ? folder : ".", O_RDONLY | O_DIRECTORY, 0);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}

// pipes and some network file systems cannot sync: that is not a failure to write
static bool sync_file(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS;
}

// The owner and the permissions of the old file, in this order: a new owner takes bits away. Who
// may not give a file away keeps it.
static bool keep_rights(int fd, const struct stat *old)
{
    struct stat now;
    if (fstat(fd, &now) == 0 && (now.st_uid != old->st_uid || now.st_gid != old->st_gid) &&
        fchown(fd, old->st_uid, old->st_gid) != 0)
        (void)!fchown(fd, (uid_t)-1, old->st_gid);
    return fchmod(fd, old->st_mode & 07777) == 0 || errno == EPERM;
}

// Fill, sync and close the temporary file; errno tells on failure.
static bool fill(int fd, const caper_slice *parts, int count, const struct stat *old)
{
    bool good = write_parts(fd, parts, count) && (!old || keep_rights(fd, old)) && sync_file(fd);
    int code = errno;
    if (close(fd) != 0 && good) {
        good = false;
        code = errno;
    }
    errno = code;
    return good;
}

static bool write_beside(const char *path, const char *target, const struct stat *old,
                         const caper_slice *parts, int count, caper_error *error)
{
    char *name;
    sweep_folder(target);
    int fd = open_beside(target, &name);
    if (fd < 0)
        return fail(error, path, "write", errno);
    bool good = fill(fd, parts, count, old) && rename(name, target) == 0;
    if (!good) {
        int code = errno;
        unlink(name);
        fail(error, path, "write", code);
    } else {
        sync_folder(target);
    }
    free(name);
    return good;
}

// May a file at path be replaced, and which one: *target (from malloc) is NULL where it is path
// itself. False with an error.
static bool find_target(const char *path, const struct stat *info, char **target,
                        caper_error *error)
{
    struct stat link;
    *target = NULL;
    // a rename would replace a file that its owner has protected
    if (access(path, W_OK) != 0)
        return fail(error, path, "write", errno);
    if (S_ISDIR(info->st_mode))
        return fail(error, path, "write", EISDIR);
    // through a link to its file: renaming over the link would cut it
    if (lstat(path, &link) == 0 && S_ISLNK(link.st_mode) && !(*target = realpath(path, NULL)))
        return fail(error, path, "write", errno);
    return true;
}

bool caper_file_replace(const char *part, const char *path, caper_error *error)
{
    CAPER_ASSERT(part && path);
    if (!part || !path)
        return false;
    struct stat old;
    char *target = NULL;
    bool exists = stat(path, &old) == 0;
    if (exists && !find_target(path, &old, &target, error))
        return false;
    int fd = open_retry(part, O_RDONLY, 0);
    bool good = fd >= 0 && (!exists || keep_rights(fd, &old)) && sync_file(fd);
    good = good && rename(part, target ? target : path) == 0;
    if (!good)
        fail(error, path, "write", errno);
    else
        sync_folder(target ? target : path);
    if (fd >= 0)
        close(fd);
    free(target);
    return good;
}

bool caperi_file_write_parts(const char *path, const caper_slice *parts, int count,
                             caper_error *error)
{
    int fd = named_descriptor(path);
    if (fd >= 0)
        return write_through(path, fd, parts, count, error);

    struct stat info;
    char *target = NULL;
    bool exists = stat(path, &info) == 0;
    if (exists && !S_ISDIR(info.st_mode) && !S_ISREG(info.st_mode))
        return write_through(path, -1, parts, count, error);
    if (exists && !find_target(path, &info, &target, error))
        return false;
    bool good =
        write_beside(path, target ? target : path, exists ? &info : NULL, parts, count, error);
    free(target);
    return good;
}

bool caper_file_write(const char *path, const void *data, size_t size, caper_error *error)
{
    CAPER_ASSERT(path && (data || size == 0));
    if (!path || (!data && size > 0))
        return false;
    caper_slice whole = {data, size};
    return caperi_file_write_parts(path, &whole, 1, error);
}

bool caper_folder_make(const char *path, caper_error *error)
{
    struct stat info;
    bool there = (mkdir(path, 0777) == 0 || errno == EEXIST) && stat(path, &info) == 0;
    return (there && S_ISDIR(info.st_mode)) ||
           caper_error_set(
               error, CAPER_ERROR_IO, path, 0, 0, "%s%s",
               there ? "not a folder" : "the folder cannot be made: ", there ? "" : reason(errno));
}
