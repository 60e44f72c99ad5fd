// SPDX-License-Identifier: MIT
//
// Room `base`: version, errors, memory, random numbers, hooks, progress, the job pool, text and
// numbers, files and the JSON writer. Every other room uses it.
//
// Thread rule: the allocator, log and assert hooks are the only global state; set them once at
// start-up, before other threads use the library. Everything else is a value or an object that
// belongs to one thread at a time.
#ifndef CAPER_BASE_H
#define CAPER_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CAPER_VERSION_MAJOR 0
#define CAPER_VERSION_MINOR 1
#define CAPER_VERSION_PATCH 0

#if defined(__cplusplus)
#define CAPER_EXTERN extern "C"
#else
#define CAPER_EXTERN extern
#endif

#if defined(_WIN32) && defined(CAPER_BUILD_SHARED)
#define CAPER_API CAPER_EXTERN __declspec(dllexport)
#elif defined(_WIN32) && defined(CAPER_USE_SHARED)
#define CAPER_API CAPER_EXTERN __declspec(dllimport)
#elif defined(__GNUC__)
#define CAPER_API CAPER_EXTERN __attribute__((visibility("default")))
#else
#define CAPER_API CAPER_EXTERN
#endif

#if defined(__GNUC__)
#define CAPER_PRINTF(format_index, first_index)                                                    \
    __attribute__((format(printf, format_index, first_index)))
#else
#define CAPER_PRINTF(format_index, first_index)
#endif

/// The version of the library that is running, "major.minor.patch"; compare with the macros.
CAPER_API const char *caper_version(void);

// -- Errors ---------------------------------------------------------------------------------

/// What kind of thing went wrong; the sentence is in caper_error.
typedef enum caper_status {
    CAPER_OK,                ///< nothing went wrong
    CAPER_ERROR_IO,          ///< a file or stream could not be opened, read or written
    CAPER_ERROR_SYNTAX,      ///< the bytes are not in the format they claim to be in
    CAPER_ERROR_INVALID,     ///< well formed, but the content makes no sense
    CAPER_ERROR_UNSUPPORTED, ///< valid, but not supported by this library
    CAPER_ERROR_LIMIT,       ///< a limit of depth, count or bytes was exceeded
    CAPER_ERROR_MEMORY,      ///< the allocator returned NULL
    CAPER_ERROR_CANCELED,    ///< a progress callback asked to stop
    CAPER_STATUS_COUNT       ///< number of statuses
} caper_status;

/// Where and why a call failed. Plain data: copy it, keep it, print it with caper_error_text.
typedef struct caper_error {
    int line, column; ///< 1-based; 0 when the source has no lines. First, so that a {0} initializer
                      ///< compiles as C++ too
    caper_status status; ///< CAPER_OK until something fails
    char source[96];     ///< file name, or "memory"; a long name keeps its tail
    char message[160];   ///< one sentence: what was found, what was expected
} caper_error;

/// Fill an error and return false, so that `return caper_error_set(...)` reads well. error may be
/// NULL. source NULL means "memory". A message that is too long is cut between UTF-8 sequences;
/// control bytes and bytes that are not UTF-8 come out as \xNN.
CAPER_API bool caper_error_set(caper_error *error, caper_status status, const char *source,
                               int line, int column, const char *format, ...) CAPER_PRINTF(6, 7);

/// caper_error_set with a va_list.
CAPER_API bool caper_error_set_va(caper_error *error, caper_status status, const char *source,
                                  int line, int column, const char *format, va_list args)
    CAPER_PRINTF(6, 0);

/// Write "source:line:column: message" (without the zero parts) into out, always terminated.
/// Returns out, so that it can stand inside a printf. A buffer of 320 bytes always suffices.
CAPER_API const char *caper_error_text(const caper_error *error, char *out, size_t size);

/// A stable lower-case word for a status, such as "syntax"; "unknown" outside the enum.
CAPER_API const char *caper_status_name(caper_status status);

// -- Memory ---------------------------------------------------------------------------------

/// Where memory comes from. alloc returns NULL when there is none; free receives the same size that
/// was asked for. Both must be safe to call from several threads if the objects that use them are
/// shared.
typedef struct caper_allocator {
    void *(*alloc)(void *user, size_t size, size_t align); ///< align is a power of two
    void (*free)(void *user, void *ptr, size_t size);      ///< ptr is never NULL
    void *user;                                            ///< handed to both
} caper_allocator;

/// The allocator used where NULL is given: malloc, unless caper_set_default_allocator changed it.
CAPER_API caper_allocator caper_allocator_default(void);

/// Change the default; NULL restores malloc. Existing objects keep the allocator that they were
/// created with.
CAPER_API void caper_set_default_allocator(const caper_allocator *allocator);

/// A copy of *allocator, or of the default when it is NULL. Objects keep such a copy.
CAPER_API caper_allocator caper_allocator_resolve(const caper_allocator *allocator);

/// Allocate; NULL when there is no memory. allocator NULL means the default, align a power of two.
/// A size of 0 still gives a pointer of its own.
CAPER_API void *caper_alloc(const caper_allocator *allocator, size_t size, size_t align);

/// caper_alloc, filled with zero bytes.
CAPER_API void *caper_alloc_zero(const caper_allocator *allocator, size_t size, size_t align);

/// Free a block from caper_alloc; size is the size that was asked for. ptr may be NULL.
CAPER_API void caper_free(const caper_allocator *allocator, void *ptr, size_t size);

/// Scratch memory that is given back all at once or in nested order. Released memory is kept for
/// reuse, so an instance stops allocating once its arena has served its largest frame. Under
/// AddressSanitizer released memory is poisoned.
typedef struct caper_arena {
    caper_allocator allocator;         ///< where chunks come from
    struct caper_arena_chunk *first;   ///< oldest chunk; NULL before the first allocation
    struct caper_arena_chunk *current; ///< chunk that is being filled
    size_t chunk_size;                 ///< smallest chunk to ask for, bytes
    size_t reserved;                   ///< bytes held from the allocator
    int mark_depth;                    ///< marks taken and not yet released
} caper_arena;

/// A point to go back to; see caper_arena_mark.
typedef struct caper_arena_mark_point {
    struct caper_arena_chunk *chunk; ///< chunk that was being filled
    size_t used;                     ///< bytes used in it
    int depth;                       ///< nesting, checked on release
} caper_arena_mark_point;

/// Prepare an empty arena; allocates nothing yet. chunk_size 0 means 64 KiB.
CAPER_API void caper_arena_init(caper_arena *arena, const caper_allocator *allocator,
                                size_t chunk_size);

/// Memory from the arena, not cleared; NULL when there is none. align is a power of two.
CAPER_API void *caper_arena_alloc(caper_arena *arena, size_t size, size_t align);

/// caper_arena_alloc of count elements, zeroed; NULL also when count * size overflows.
CAPER_API void *caper_arena_alloc_zero(caper_arena *arena, size_t count, size_t size, size_t align);

/// Mark the current fill. Release marks in reverse order.
CAPER_API caper_arena_mark_point caper_arena_mark(caper_arena *arena);

/// Give back everything allocated since the mark; chunks stay with the arena.
CAPER_API void caper_arena_release(caper_arena *arena, caper_arena_mark_point mark);

/// Give back everything; chunks stay with the arena.
CAPER_API void caper_arena_reset(caper_arena *arena);

/// Return all chunks to the allocator. The arena is then empty and usable again.
CAPER_API void caper_arena_destroy(caper_arena *arena);

/// Notes about oddities that did not stop a loader, up to a limit. Zero-initialize or use
/// caper_warnings_init. Past the limit (or without memory) notes are only counted.
typedef struct caper_warnings {
    caper_allocator allocator; ///< where items come from
    caper_error *items;        ///< the notes kept, in order
    int count;                 ///< notes kept
    int capacity;              ///< room in items
    int limit;                 ///< most notes to keep; 0 means 64
    int dropped;               ///< notes counted but not kept
} caper_warnings;

/// Prepare an empty list; allocates nothing yet. limit 0 means 64.
CAPER_API void caper_warnings_init(caper_warnings *warnings, const caper_allocator *allocator,
                                   int limit);

/// Add a note, as in caper_error_set. warnings may be NULL: the note is lost.
CAPER_API void caper_warnings_add(caper_warnings *warnings, caper_status status, const char *source,
                                  int line, int column, const char *format, ...) CAPER_PRINTF(6, 7);

/// Free the list and make it empty.
CAPER_API void caper_warnings_free(caper_warnings *warnings);

/// How to load a file; zero-initialize for the defaults.
typedef struct caper_load_options {
    const caper_allocator *allocator; ///< NULL: default
    size_t max_bytes;                 ///< 0: 64 MiB
    caper_warnings *warnings;         ///< may be NULL
} caper_load_options;

// -- Hooks ----------------------------------------------------------------------------------

/// How serious a log line is.
typedef enum caper_log_level {
    CAPER_LOG_DEBUG,      ///< details, for finding faults
    CAPER_LOG_INFO,       ///< worth knowing
    CAPER_LOG_WARNING,    ///< probably not what was wanted
    CAPER_LOG_ERROR,      ///< failed
    CAPER_LOG_LEVEL_COUNT ///< number of levels
} caper_log_level;

/// Receives one log line, without a line end. May be called from any thread.
typedef void caper_log_fn(void *user, caper_log_level level, const char *text);

/// Install the log hook; NULL (as at start-up) makes the library silent.
CAPER_API void caper_set_log_hook(caper_log_fn *hook, void *user);

/// Send one line to the hook; costs nothing when there is none. Lines are cut at 512 bytes.
CAPER_API void caper_log(caper_log_level level, const char *format, ...) CAPER_PRINTF(2, 3);

/// Receives a failed assertion; return true to abort the process, false to go on.
typedef bool caper_assert_fn(const char *condition, const char *file, int line);

/// Install the assert hook; NULL (as at start-up) prints to stderr and aborts.
CAPER_API void caper_set_assert_hook(caper_assert_fn *hook);

/// What CAPER_ASSERT calls; not meant to be called by hand.
CAPER_API void caper_assert_failed(const char *condition, const char *file, int line);

// A caller's mistake. When asserts are off the condition is not evaluated; code after it must still
// be safe.
#if defined(CAPER_ASSERTS) && CAPER_ASSERTS
#define CAPER_ASSERT(condition)                                                                    \
    ((condition) ? (void)0 : caper_assert_failed(#condition, __FILE__, __LINE__))
#else
#define CAPER_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#endif

// An invariant that is costly to check (more than the work itself): on only when asked for.
#if defined(CAPER_VALIDATES) && CAPER_VALIDATES
#define CAPER_VALIDATE(condition)                                                                  \
    ((condition) ? (void)0 : caper_assert_failed(#condition, __FILE__, __LINE__))
#else
#define CAPER_VALIDATE(condition) ((void)sizeof((condition) ? 1 : 0))
#endif

/// Value of the cookie field in every def made by a default function.
#define CAPER_DEF_COOKIE 0x43415052

/// Number of elements of an array, not of a pointer.
#define CAPER_COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

/// Receives the progress of long work. report returns false to ask for cancellation.
typedef struct caper_progress {
    bool (*report)(void *user, double fraction, const char *what); ///< fraction in [0, 1]
    void *user;                                                    ///< handed to report
} caper_progress;

/// Report; progress may be NULL. False means: stop, and fail with CAPER_ERROR_CANCELED.
CAPER_API bool caper_progress_report(const caper_progress *progress, double fraction,
                                     const char *what);

// -- Random numbers and hashing -------------------------------------------------------------

/// A stream of random numbers (PCG32): the same seed gives the same numbers everywhere. A value: a
/// copy gives the same numbers as the original.
typedef struct caper_rng {
    uint64_t state;     ///< where the stream is
    uint64_t increment; ///< which stream it is; odd
} caper_rng;

/// A stream from any seed; nearby seeds give unrelated numbers.
CAPER_API caper_rng caper_rng_make(uint64_t seed);

/// A stream from a seed and a stream number: different streams of one seed are independent.
CAPER_API caper_rng caper_rng_make_stream(uint64_t seed, uint64_t stream);

/// 32 random bits.
CAPER_API uint32_t caper_rng_u32(caper_rng *rng);

/// 64 random bits.
CAPER_API uint64_t caper_rng_u64(caper_rng *rng);

/// Uniform in [0, 1), a multiple of 2^-24.
CAPER_API float caper_rng_float(caper_rng *rng);

/// Uniform in [0, 1), a multiple of 2^-53.
CAPER_API double caper_rng_double(caper_rng *rng);

/// Uniform in [lo, hi); lo when lo == hi. Never returns hi for lo < hi.
CAPER_API float caper_rng_range(caper_rng *rng, float lo, float hi);

/// Uniform integer in [lo, hi], both included, without bias. lo <= hi.
CAPER_API int caper_rng_int(caper_rng *rng, int lo, int hi);

/// True with probability p; p outside [0, 1] counts as the nearer end.
CAPER_API bool caper_rng_bool(caper_rng *rng, float p);

/// An independent child stream; advances the parent.
CAPER_API caper_rng caper_rng_split(caper_rng *rng);

/// A 64-bit hash of bytes, the same on every machine. Not for secrets. bytes may be NULL if size
/// is 0. Chain it by passing the last result as the next seed.
CAPER_API uint64_t caper_hash64(const void *bytes, size_t size, uint64_t seed);

// -- Clocks ---------------------------------------------------------------------------------

/// A monotonic clock: seconds from an arbitrary start.
CAPER_API double caper_clock_now(void);
/// Processor time of this thread in seconds: other load on the machine does not count.
CAPER_API double caper_clock_work(void);

// -- Job pool -------------------------------------------------------------------------------

/// Worker threads that share the work of loops.
typedef struct caper_job_pool caper_job_pool;

/// How to make a job pool; start from caper_job_pool_def_default.
typedef struct caper_job_pool_def {
    int cookie;                       ///< set by the default function
    int thread_count;                 ///< workers, the caller included; 0 = number of cores
    const caper_allocator *allocator; ///< NULL = default
} caper_job_pool_def;

/// Work on the indices begin..end-1. worker in [0, thread count) is for picking scratch memory.
typedef void caper_job_fn(void *user, int begin, int end, int worker);

/// Defaults: one worker per core.
CAPER_API caper_job_pool_def caper_job_pool_def_default(void);

/// Start the threads; def NULL means defaults. NULL without memory, or when no thread can be
/// started.
CAPER_API caper_job_pool *caper_job_pool_create(const caper_job_pool_def *def);

/// Stop and free; NULL is fine. No loop may be running.
CAPER_API void caper_job_pool_destroy(caper_job_pool *pool);

/// Workers, the caller included; 1 for NULL.
CAPER_API int caper_job_pool_thread_count(const caper_job_pool *pool);

/// Call fn for [0, grain), [grain, 2 grain) ... up to count, each index once, and return when all
/// are done. The ranges depend on count and grain alone, so results cannot depend on the number of
/// threads as long as fn writes per index or per range. The caller works too, as worker 0. pool
/// NULL, a nested call, or a pool that is busy with another caller's loop: serial, as worker 0 (or
/// the nested caller's own worker number). Never allocates. grain < 1 counts as 1.
CAPER_API void caper_parallel_for(caper_job_pool *pool, int count, int grain, caper_job_fn *fn,
                                  void *user);

// -- Text and numbers -----------------------------------------------------------------------

/// Bytes that someone else owns; not terminated.
typedef struct caper_slice {
    const char *data; ///< first byte; may be NULL if size is 0
    size_t size;      ///< bytes
} caper_slice;

/// True when the slice holds exactly the bytes of text.
CAPER_API bool caper_slice_equal(caper_slice slice, const char *text);

/// caper_slice_equal without regard to the case of ASCII letters.
CAPER_API bool caper_slice_equal_nocase(caper_slice slice, const char *text);

/// Read a decimal number at the start of text, correctly rounded, whatever the locale:
/// [+-] digits [. digits] [e [+-] digits], at least one digit before or after the point; no spaces,
/// no hexadecimal, no "inf" or "nan". False (and nothing written) when there is none. consumed may
/// be NULL. A number too large for a double gives an infinity: check with isfinite.
CAPER_API bool caper_parse_double(const char *text, size_t size, size_t *consumed, double *value);

/// Write the shortest decimal that reads back as the same float, terminated; returns its length.
/// Always '.', never a group separator. Not finite: "inf", "-inf", "nan".
CAPER_API int caper_format_float(float value, char out[32]);

/// caper_format_float for a double.
CAPER_API int caper_format_double(double value, char out[32]);

/// A position in text, with its line and column. Columns count bytes from 1; LF, CRLF and a lone CR
/// each end one line. A value: copy it to look ahead.
typedef struct caper_scanner {
    const char *text;   ///< all of it
    size_t size;        ///< bytes
    size_t position;    ///< next byte
    size_t line_start;  ///< position of column 1 of this line
    int line;           ///< 1-based
    const char *source; ///< for errors; not copied
    caper_error *error; ///< where failures are recorded; may be NULL
} caper_scanner;

/// A scanner at line 1, column 1. source and error may be NULL; text and source must outlive it.
CAPER_API caper_scanner caper_scanner_make(const char *text, size_t size, const char *source,
                                           caper_error *error);

/// Column of the next byte, 1-based.
CAPER_API int caper_scanner_column(const caper_scanner *scanner);

/// True when all bytes are used.
CAPER_API bool caper_scanner_at_end(const caper_scanner *scanner);

/// The next byte without taking it, or -1 at the end.
CAPER_API int caper_scanner_peek(const caper_scanner *scanner);

/// Take one byte, or -1 at the end.
CAPER_API int caper_scanner_next(caper_scanner *scanner);

/// Skip spaces, tabs and line ends.
CAPER_API void caper_scanner_skip_spaces(caper_scanner *scanner);

/// Skip spaces and tabs, but stay on this line.
CAPER_API void caper_scanner_skip_blanks(caper_scanner *scanner);

/// Skip to the start of the next line.
CAPER_API void caper_scanner_skip_line(caper_scanner *scanner);

/// Skip spaces, then take the bytes up to the next space. False at the end of the text (no error).
CAPER_API bool caper_scanner_word(caper_scanner *scanner, caper_slice *word);

/// Take the rest of this line, without blanks at either end and without the line end.
CAPER_API caper_slice caper_scanner_line(caper_scanner *scanner);

/// Skip spaces; take the next word if it equals word, else leave it. No error.
CAPER_API bool caper_scanner_accept(caper_scanner *scanner, const char *word, bool ignore_case);

/// caper_scanner_accept, but another word is an error that names both.
CAPER_API bool caper_scanner_expect(caper_scanner *scanner, const char *word, bool ignore_case);

/// Skip spaces and read a finite number that ends at a space or the end.
CAPER_API bool caper_scanner_double(caper_scanner *scanner, double *value);

/// caper_scanner_double within the range of a float.
CAPER_API bool caper_scanner_float(caper_scanner *scanner, float *value);

/// Skip spaces and read a whole number that fits an int.
CAPER_API bool caper_scanner_int(caper_scanner *scanner, int *value);

/// Record an error at the scanner's position and return false.
CAPER_API bool caper_scanner_fail(const caper_scanner *scanner, caper_status status,
                                  const char *format, ...) CAPER_PRINTF(3, 4);

/// A growable string. After a failed allocation it ignores all appends and `failed` stays true, so
/// one check at the end suffices.
typedef struct caper_text {
    caper_allocator allocator; ///< where data comes from
    char *data;                ///< terminated when not NULL
    size_t size;               ///< bytes, without the terminator
    size_t capacity;           ///< bytes allocated
    bool failed;               ///< memory ran out
} caper_text;

/// Prepare an empty string; allocates nothing yet.
CAPER_API void caper_text_init(caper_text *text, const caper_allocator *allocator);

/// Append bytes; false when memory ran out, now or earlier.
CAPER_API bool caper_text_append(caper_text *text, const char *bytes, size_t size);

/// Append a terminated string.
CAPER_API bool caper_text_append_string(caper_text *text, const char *string);

/// Append bytes as base64, with its padding.
CAPER_API bool caper_text_base64(caper_text *text, const void *bytes, size_t size);

/// Append as printf does. %f and %g follow the locale: use caper_text_float for files.
CAPER_API bool caper_text_printf(caper_text *text, const char *format, ...) CAPER_PRINTF(2, 3);

/// Append a float as caper_format_float writes it.
CAPER_API bool caper_text_float(caper_text *text, float value);

/// Free the string and make it empty.
CAPER_API void caper_text_free(caper_text *text);

// -- Files ----------------------------------------------------------------------------------

/// Read a whole file or pipe. Returns a block of *size + 1 bytes, the last one 0 and not counted:
/// free with caper_free(allocator, data, *size + 1). limit_bytes 0 means 1 GiB. NULL on failure.
CAPER_API void *caper_file_read(const char *path, size_t limit_bytes,
                                const caper_allocator *allocator, size_t *size, caper_error *error);

/// Write a file so that path holds either all of data or what it held before: writes beside,
/// syncs, renames. Devices and pipes (/dev/stdout) are written through.
CAPER_API bool caper_file_write(const char *path, const void *data, size_t size,
                                caper_error *error);

/// Make a folder unless it exists. False with an error.
CAPER_API bool caper_folder_make(const char *path, caper_error *error);

/// Rename the complete file `part` to `path`, atomically and synced to disk. It gets the
/// permissions and, where allowed, the owner of the file it replaces; if `path` is a link, the file
/// behind it is replaced. `part` is in the folder of `path`. False, with both as they were, on
/// failure.
CAPER_API bool caper_file_replace(const char *part, const char *path, caper_error *error);

// -- JSON writer ----------------------------------------------------------------------------

/// Deepest nesting that the writer keeps track of.
#define CAPER_JSON_WRITER_DEPTH 64

/// Writes JSON that people can edit: indented, but arrays of numbers stay on one line. The first
/// problem (no memory, a number that is not finite, a missing key) stays in status, and later calls
/// do nothing.
typedef struct caper_json_writer {
    caper_text text;                               ///< what is written so far
    caper_status status;                           ///< the first problem, or CAPER_OK
    const char *problem;                           ///< the first problem in words, or NULL
    int indent;                                    ///< spaces per level; 0 = compact
    int depth;                                     ///< open containers
    bool has_key;                                  ///< a key waits for its value
    bool done;                                     ///< the root value is complete
    size_t line_start;                             ///< where the current line began in text
    unsigned char levels[CAPER_JSON_WRITER_DEPTH]; ///< private flags per open container
} caper_json_writer;

/// Prepare a writer. indent is spaces per level (2 is usual); 0 writes everything on one line.
CAPER_API void caper_json_writer_init(caper_json_writer *writer, const caper_allocator *allocator,
                                      int indent);

/// Open an object: one member per line.
CAPER_API void caper_json_begin_object(caper_json_writer *writer);

/// Open an object that stays on one line with all it contains.
CAPER_API void caper_json_begin_object_inline(caper_json_writer *writer);

/// Close the object.
CAPER_API void caper_json_end_object(caper_json_writer *writer);

/// Open an array: one line if its first element is a plain value, else one element per line.
CAPER_API void caper_json_begin_array(caper_json_writer *writer);

/// Close the array.
CAPER_API void caper_json_end_array(caper_json_writer *writer);

/// Name the next value. Only inside an object; names must differ (not checked). Returns the writer,
/// so that a member is one call: caper_json_int(caper_json_key(w, "frames"), 30).
CAPER_API caper_json_writer *caper_json_key(caper_json_writer *writer, const char *key);

/// Write a string value. Bytes that are not UTF-8 become U+FFFD.
CAPER_API void caper_json_string(caper_json_writer *writer, const char *value);

/// caper_json_string for bytes that are not terminated.
CAPER_API void caper_json_slice(caper_json_writer *writer, caper_slice value);

/// Write a whole number.
CAPER_API void caper_json_int(caper_json_writer *writer, int64_t value);

/// Write the shortest number that reads back as this float. Must be finite.
CAPER_API void caper_json_float(caper_json_writer *writer, float value);

/// Write the shortest number that reads back as this double. Must be finite.
CAPER_API void caper_json_double(caper_json_writer *writer, double value);

/// Write true or false.
CAPER_API void caper_json_bool(caper_json_writer *writer, bool value);

/// Write null.
CAPER_API void caper_json_null(caper_json_writer *writer);

/// Write an array of floats on one line.
CAPER_API void caper_json_floats(caper_json_writer *writer, const float *values, int count);

/// End the document with a line end and return its text, owned by the writer and terminated. NULL
/// with an error when anything went wrong or a container is still open. size, error may be NULL.
CAPER_API const char *caper_json_writer_finish(caper_json_writer *writer, size_t *size,
                                               caper_error *error);

/// Free the text.
CAPER_API void caper_json_writer_free(caper_json_writer *writer);

#endif
