// SPDX-License-Identifier: MIT
//
// Loaded before the C library (LD_PRELOAD) by test_fault: counts the allocations, files opened to
// be written, writes, syncs and renames that the program itself asks for, and lets one of them
// fail. Calls that other libraries make for themselves pass: their manners are not ours.
//   CAPER_FAULT=KIND:N         the Nth call of a kind fails: alloc, open, write, sync, rename
//   CAPER_FAULT_COUNT=FILE     at the end, one line of how many there were of each
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ALLOC,
    OPEN,
    WRITE,
    SYNC,
    RENAME,
    KINDS
};
static const char *const names[KINDS] = {"alloc", "open", "write", "sync", "rename"};

static atomic_long counts[KINDS];
static int fail_kind = -1;
static long fail_at;
static uintptr_t first, last; // of the program's own code

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t align, size_t size);

static int find_program(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size, (void)user;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        if (h->p_type == PT_LOAD && (h->p_flags & PF_X)) {
            first = (uintptr_t)(info->dlpi_addr + h->p_vaddr);
            last = first + (uintptr_t)h->p_memsz;
        }
    }
    return 1; // the program comes first
}

__attribute__((constructor)) static void start(void)
{
    const char *fault = getenv("CAPER_FAULT");
    for (int i = 0; fault && i < KINDS; i++) {
        size_t size = strlen(names[i]);
        if (strncmp(fault, names[i], size) == 0 && fault[size] == ':') {
            fail_kind = i;
            fail_at = atol(fault + size + 1);
        }
    }
    dl_iterate_phdr(find_program, NULL);
}

__attribute__((destructor)) static void tell(void)
{
    const char *path = getenv("CAPER_FAULT_COUNT");
    FILE *f = path ? fopen(path, "w") : NULL;
    for (int i = 0; f && i < KINDS; i++) {
        fprintf(f, "%ld\n", (long)counts[i]);
    }
    if (f) {
        fclose(f);
    }
}

static int fails(int kind, const void *caller)
{
    uintptr_t at = (uintptr_t)caller;
    return at >= first && at < last && atomic_fetch_add(&counts[kind], 1) + 1 == fail_at &&
           kind == fail_kind;
}

#define FAILS(kind) fails((kind), __builtin_return_address(0))

void *malloc(size_t size)
{
    if (FAILS(ALLOC)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    if (FAILS(ALLOC)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    if (FAILS(ALLOC)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t align, size_t size)
{
    if (FAILS(ALLOC)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_memalign(align, size);
}

int posix_memalign(void **out, size_t align, size_t size)
{
    if (FAILS(ALLOC)) {
        return ENOMEM;
    }
    void *block = __libc_memalign(align, size);
    *out = block ? block : *out;
    return block ? 0 : ENOMEM;
}

// The function behind one of ours, found once.
#define REAL(type, name, ...)                                                                      \
    static type (*real)(__VA_ARGS__);                                                              \
    if (!real)                                                                                     \
    *(void **)&real = dlsym(RTLD_NEXT, name)

int open(const char *path, int flags, ...)
{
    REAL(int, "open", const char *, int, ...);
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    if ((flags & O_ACCMODE) != O_RDONLY && FAILS(OPEN)) {
        errno = EACCES;
        return -1;
    }
    return real(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    REAL(FILE *, "fopen", const char *, const char *);
    if (mode[0] != 'r' && FAILS(OPEN)) {
        errno = EACCES;
        return NULL;
    }
    return real(path, mode);
}

int mkdir(const char *path, mode_t mode)
{
    REAL(int, "mkdir", const char *, mode_t);
    if (FAILS(OPEN)) {
        errno = EACCES;
        return -1;
    }
    return real(path, mode);
}

ssize_t write(int file, const void *bytes, size_t size)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    if (FAILS(WRITE)) {
        errno = ENOSPC;
        return -1;
    }
    return real(file, bytes, size);
}

// Streams of files; what is said to the user is no file.
static int is_file(FILE *f)
{
    return f != stdout && f != stderr;
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *f)
{
    REAL(size_t, "fwrite", const void *, size_t, size_t, FILE *);
    if (is_file(f) && FAILS(WRITE)) {
        errno = ENOSPC;
        return 0;
    }
    return real(bytes, size, count, f);
}

int fputc(int c, FILE *f)
{
    REAL(int, "fputc", int, FILE *);
    if (is_file(f) && FAILS(WRITE)) {
        errno = ENOSPC;
        return EOF;
    }
    return real(c, f);
}

int fputs(const char *text, FILE *f)
{
    REAL(int, "fputs", const char *, FILE *);
    if (is_file(f) && FAILS(WRITE)) {
        errno = ENOSPC;
        return EOF;
    }
    return real(text, f);
}

int fflush(FILE *f)
{
    REAL(int, "fflush", FILE *);
    if (f && is_file(f) && FAILS(WRITE)) {
        errno = ENOSPC;
        return EOF;
    }
    return real(f);
}

int fsync(int file)
{
    REAL(int, "fsync", int);
    if (FAILS(SYNC)) {
        errno = EIO;
        return -1;
    }
    return real(file);
}

int fdatasync(int file)
{
    REAL(int, "fdatasync", int);
    if (FAILS(SYNC)) {
        errno = EIO;
        return -1;
    }
    return real(file);
}

int rename(const char *from, const char *to)
{
    REAL(int, "rename", const char *, const char *);
    if (FAILS(RENAME)) {
        errno = EIO;
        return -1;
    }
    return real(from, to);
}
