// SPDX-License-Identifier: MIT
// Room `store`: a library of clips in one SQLite file (the library caper_store).
//
// An item is a packed clip with a unique name, the character that it is of, tags, parameter values,
// forces, and where it came from; contacts are in the clip. Skeletons are kept once. Several
// processes may read and write one file at a time; what was put survives a crash of the process. A
// store handle belongs to one thread; clips loaded from it outlive it.
#ifndef CAPER_STORE_H
#define CAPER_STORE_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The schema that this library writes. Files of older ones are brought up to it when they are
/// opened for writing; files of newer ones are refused.
#define CAPER_STORE_VERSION 2

/// An open store.
typedef struct caper_store caper_store;

/// How to open. Zero-initialize for the defaults.
typedef struct caper_store_options {
    bool read_only;                   ///< nothing is created, changed or brought up to date
    bool must_exist;                  ///< refuse a path that is not there instead of creating it
    int wait_ms;                      ///< for another process's write; 0: 10,000
    const caper_allocator *allocator; ///< of clips and characters; NULL: default
} caper_store_options;

/// Open or create. NULL with a reason: not an SQLite file, not a store, a newer schema, cut short,
/// damaged. options may be NULL.
CAPER_API caper_store *caper_store_open(const char *path, const caper_store_options *options,
                                        caper_error *error);
/// Close; NULL is fine.
CAPER_API void caper_store_destroy(caper_store *store);

// ---------------------------------------------------------------------------------------------------
// Items

/// A parameter of a clip: "speed" 1.3.
typedef struct caper_store_value {
    const char *name; ///< one word
    double value;     ///< finite
} caper_store_value;

/// A force on a body, as synthesis found it.
typedef struct caper_store_force {
    int body;
    float time;       ///< seconds
    caper_vec3 point; ///< where it acts, world, metres
    caper_vec3 force; ///< newtons
} caper_store_force;

/// An item as it is put or found. Strings that are put may be NULL, which means "". They have no
/// line ends, and no blanks at either end.
typedef struct caper_store_item {
    int64_t id;             ///< found: its number; put: ignored
    const char *name;       ///< unique, not empty
    const caper_clip *clip; ///< put: packed within 0.1 mm unless it is packed already; found: NULL,
                            ///< see caper_store_load
    const char *character;  ///< name of a character of the store
    const char *provenance; ///< where it came from: file, command, settings
    const char *const *tags; ///< put: besides those of the clip; found: all, sorted
    int tag_count;
    const caper_store_value *values; ///< found: sorted by name
    int value_count;
    const caper_store_force *forces; ///< found: NULL, see caper_store_forces
    int force_count;
    int frame_count;      ///< found; likewise the others below
    float rate, duration; ///< frames a second; seconds
    bool loops;
    int contact_count;
    size_t size; ///< bytes of the clip in the file
} caper_store_item;

/// Put an item, replacing one of the same name. When it returns true the item is on the disk; when
/// not, the store is unchanged. Refused: no name, no clip, values that are not finite, forces on
/// bodies that do not exist, a full disk (CAPER_ERROR_IO).
CAPER_API bool caper_store_put(caper_store *store, const caper_store_item *item,
                               caper_error *error);
/// Put a character, replacing one of the same name.
CAPER_API bool caper_store_put_character(caper_store *store, const caper_character *character,
                                         caper_error *error);
/// Remove an item. False when there is none of that name.
CAPER_API bool caper_store_remove(caper_store *store, const char *name, caper_error *error);

/// The clip of an item. Clips of one skeleton share it. NULL with a reason.
CAPER_API caper_clip *caper_store_load(caper_store *store, const char *name, caper_error *error);
/// A character of the store by name.
CAPER_API caper_character *caper_store_load_character(caper_store *store, const char *name,
                                                      caper_error *error);
/// Called with what was found, which is valid until it returns. False ends the search.
typedef bool caper_store_force_fn(void *user, const caper_store_force *force);
/// The forces of an item, by time.
CAPER_API bool caper_store_forces(caper_store *store, const char *name, caper_store_force_fn *fn,
                                  void *user, caper_error *error);

/// A range of a parameter; an item without the parameter is not in it.
typedef struct caper_store_range {
    const char *name;
    double least, most; ///< both included
} caper_store_range;

/// What to look for: all conditions hold. Zero-initialize: everything.
typedef struct caper_store_query {
    const char *name;        ///< a pattern with * and ?, or NULL
    const char *character;   ///< or NULL
    const char *const *tags; ///< it has all of these
    int tag_count;
    const caper_store_range *ranges;
    int range_count;
} caper_store_query;

/// Called with an item that was found, which is valid until it returns. False ends the search. It
/// must not change the store.
typedef bool caper_store_fn(void *user, const caper_store_item *item);
/// Look for items, by name. query NULL: all. True: all were found, or fn ended the search; false
/// with an error.
CAPER_API bool caper_store_find(caper_store *store, const caper_store_query *query,
                                caper_store_fn *fn, void *user, caper_error *error);
/// How many items there are; -1 with an error.
CAPER_API int caper_store_count(caper_store *store, caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Folders

/// Called for each file or item that was left out, with the reason, and for each clip that an
/// import replaced.
typedef void caper_store_report_fn(void *user, const char *subject, const char *problem);

/// A folder of files to import or export.
typedef struct caper_store_folder_job {
    const char *folder;
    const caper_store_query *query; ///< of an export; NULL: all
    const char *const *tags;        ///< an import puts these on every item
    int tag_count;
    const caper_progress *progress; ///< may be NULL
    caper_store_report_fn *report;  ///< may be NULL
    void *user;
    int done_count, failed_count; ///< out
    int replaced_count; ///< out: clips that an import put in place of others of their names
} caper_store_folder_job;
/// No folder yet.
static inline caper_store_folder_job caper_store_folder_job_default(void)
{
    static caper_store_folder_job zeroed; // in C and in C++
    caper_store_folder_job job = zeroed;
    return job;
}

/// Put every clip of a folder: .clip.json, .clip.bin and foreign files, whose characters are put as
/// well. What NAME.store.txt beside a file says (tags, values, provenance ...) goes with it. A clip
/// replaces one of its name, also one from the same folder, which is reported. Files that cannot be
/// read are reported and left out; false when nothing could be done at all.
CAPER_API bool caper_store_import(caper_store *store, caper_store_folder_job *job,
                                  caper_error *error);
/// Write items as NAME.clip.bin and NAME.store.txt, characters as NAME.character.json, into a
/// folder, which is made if its parent exists. Importing it into an empty store gives the same
/// items.
CAPER_API bool caper_store_export(caper_store *store, caper_store_folder_job *job,
                                  caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Health

/// What a check found.
typedef struct caper_store_health {
    int item_count;     ///< readable
    int expected_count; ///< that the store says it has; -1: unknown
    int problem_count;  ///< reported
} caper_store_health;

/// Check every page, every row and every clip. True when all is well; each problem is reported.
CAPER_API bool caper_store_check(caper_store *store, caper_store_report_fn *report, void *user,
                                 caper_store_health *health, caper_error *error);
/// Copy whatever can be read of a damaged store into a new one, which must not exist. Everything
/// that is lost is reported by name where that is known. False when nothing could be read.
CAPER_API bool caper_store_salvage(const char *damaged, const char *path,
                                   caper_store_report_fn *report, void *user,
                                   caper_store_health *health, caper_error *error);

#ifdef __cplusplus
}
#endif

#endif
