// SPDX-License-Identifier: MIT
// Room `grid`: every act on every body, judged.
//
// An act is a motion, a capture or a walk; a body is a character by name. The grid plays each act
// on each body, has room `quality` and the motion's own expectations judge it, and writes one line
// of JSON a pair. A line depends only on the two names, the assets and the seed, not on threads,
// shards or what ran before. docs/guide/grid.md explains it.
#ifndef CAPER_GRID_H
#define CAPER_GRID_H

#include "caper/actor.h"
#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/motion.h"
#include "caper/quality.h"
#include "caper/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------
// Acts and bodies

/// What an act is.
typedef enum caper_grid_kind {
    CAPER_GRID_MOTION,  ///< an authored motion, specialized
    CAPER_GRID_CAPTURE, ///< a clip of another body, retargeted
    CAPER_GRID_WALK,    ///< a synthesized gait
    CAPER_GRID_KIND_COUNT
} caper_grid_kind;

#define CAPER_GRID_MAX_EXPECTS 256   ///< expectations of a motion
#define CAPER_GRID_REFUSED "refused" ///< `worst` of a pair that could not be made or judged

/// Where the targets of a motion are.
typedef enum caper_grid_place {
    CAPER_GRID_DEFAULT,     ///< where the motion has them
    CAPER_GRID_EASY,        ///< near that, within a tenth of the size
    CAPER_GRID_FAR,         ///< 1.5 times as far from the middle of the body
    CAPER_GRID_BEHIND,      ///< as far behind the body as it was in front
    CAPER_GRID_UNREACHABLE, ///< four sizes away: no body gets there, and nothing may break
    CAPER_GRID_PLACE_COUNT
} caper_grid_place;
/// "default", "easy", "far", "behind", "unreachable"; NULL outside the enum.
CAPER_API const char *caper_grid_place_name(caper_grid_place place);

/// A column of the grid. Zero it first. What it points to must outlive the run.
typedef struct caper_grid_act {
    const char *name; ///< unique among the acts
    caper_grid_kind kind;
    const caper_motion *motion; ///< MOTION
    caper_grid_place place;     ///< of its targets
    const caper_clip *clip;     ///< CAPTURE
    const caper_character *from;
    caper_retarget_method method;
    float froude;             ///< WALK: how fast
    const caper_world *world; ///< for a person; scaled to each body. NULL: flat ground
    const char *problem;      ///< why it could not be read, for its column; NULL: it could
    uint64_t key; ///< of its content, so that lines of another one are dropped; 0: unknown
} caper_grid_act;

/// A row of the grid while it runs.
typedef struct caper_grid_body {
    const caper_character *character;
    bool boxes_guessed;      ///< the boxes do not come from its file
    const caper_skin *skins; ///< judged for tears and for being in the ground; may be NULL
    int skin_count;
    void *owner; ///< for the finder's own use
} caper_grid_body;

/// Finds bodies by name, one at a time for each worker. `find` and `release` may be called from
/// several threads. False with an error: the row says so, and the run goes on.
typedef struct caper_grid_finder {
    bool (*find)(void *user, const char *name, caper_grid_body *body, caper_error *error);
    void (*release)(void *user, caper_grid_body *body);
    void *user;
} caper_grid_finder;

// ---------------------------------------------------------------------------------------------------
// Results

/// What became of a pair.
typedef enum caper_grid_status {
    CAPER_GRID_PASS,
    CAPER_GRID_FLAWED, ///< a gate or an expectation fails, but few would see it
    CAPER_GRID_FAIL, ///< a person who watches sees what is wrong; also what the body should be able
                     ///< to do but could not be made (CAPER_GRID_REFUSED)
    CAPER_GRID_SKIP, ///< the body lacks what the act needs: nothing to judge
    CAPER_GRID_ERROR, ///< body or act could not be read
    CAPER_GRID_STATUS_COUNT
} caper_grid_status;
/// "pass", "flawed", "fail", "skip", "error"; NULL outside the enum.
CAPER_API const char *caper_grid_status_name(caper_grid_status status);

/// One metric of a pair.
typedef struct caper_grid_value {
    bool measured, gated, pass;
    bool visible; ///< fails, and a person who watches sees it
    double value, gate;
} caper_grid_value;

/// One pair, or one variant of it.
typedef struct caper_grid_item {
    char body[160], act[160];
    caper_grid_status status;
    bool unknown;     ///< memory ran out before it was judged; the run stops and does not keep it
    char why[200];    ///< in words; "" where it passes
    int variant;      ///< of a motion; -1 for others
    char limbs[96];   ///< that the variant chose; ""
    float size;       ///< of the character, metres
    int frame_count;  ///< of the clip
    float duration;   ///< seconds
    float worst_time; ///< seconds into the clip of the first fault; -1: none
    char worst[48];   ///< the metric or expectation that fails, or CAPER_GRID_REFUSED; ""
    uint64_t seed;    ///< of the pair
    uint64_t inputs;  ///< what it was made from: `key` of the act and of the body
    caper_grid_value values[CAPER_METRIC_COUNT];
    int expect_count;  ///< expectations of the motion that applied
    int expect_failed; ///< of them
} caper_grid_item;

/// Pairs by status.
typedef struct caper_grid_counts {
    int64_t count[CAPER_GRID_STATUS_COUNT];
    int64_t failed[CAPER_METRIC_COUNT]; ///< of those that do not pass, by metric
    int64_t unmet;                      ///< of them, with an expectation not met
    int64_t refused;                    ///< of them, could not be made or judged
    int64_t frames;
} caper_grid_counts;
/// Count one more.
CAPER_API void caper_grid_count(caper_grid_counts *counts, const caper_grid_item *item);
/// Share of the pairs that were judged (passed, flawed or failed) in which a person who watches
/// sees nothing wrong, 0..1; NAN without any. `strict`: of those that pass every gate.
CAPER_API double caper_grid_rate(const caper_grid_counts *counts, bool strict);
/// The counts as text for people to read.
CAPER_API void caper_grid_counts_describe(const caper_grid_counts *counts, caper_text *text);
/// The same as members of an open JSON object.
CAPER_API void caper_grid_counts_summarize(const caper_grid_counts *counts,
                                           caper_json_writer *writer);

// ---------------------------------------------------------------------------------------------------
// Running

/// A run. Start from caper_grid_job_default().
typedef struct caper_grid_job {
    const char *const *bodies; ///< names, unique
    const uint64_t *body_keys; ///< of the content of each; 0 and NULL: unknown
    int body_count;
    const caper_grid_act *acts;
    int act_count;
    caper_grid_finder finder;
    uint64_t seed;          ///< mixed into the seed of each pair
    bool all_variants;      ///< every variant of a motion; else the one that an actor chooses
    float rate;             ///< frames a second; default 30
    float walk_seconds;     ///< length of walks for a body with a person's legs; default 4
    int shard, shard_count; ///< take part `shard` of `shard_count`, from 0; default 0 of 1
    const char *path;       ///< lines are appended here; NULL: nowhere
    caper_job_pool *pool;   ///< NULL: this thread
    /// Called for each pair when it is done, by one thread at a time; may be NULL.
    void (*done)(void *user, const caper_grid_item *item);
    void *done_user;
    const caper_progress *progress; ///< may be NULL
    uint32_t cookie;
    // results
    caper_grid_counts counts; ///< of this run
    int64_t resumed;          ///< pairs that the file already had
    double seconds;           ///< that it took
    double work;              ///< seconds of all processors
} caper_grid_job;
/// Nothing to run yet.
CAPER_API caper_grid_job caper_grid_job_default(void);
/// Run all pairs of the shard that the file does not have yet. Lines of what has another content
/// now are dropped, and a last line that was cut off is. False with an error: a bad job, a file of
/// another run, no memory, or canceled; lines that were written stay.
CAPER_API bool caper_grid_run(caper_grid_job *job, caper_error *error);

/// A clip that the grid judges, with all that it was made with.
typedef struct caper_grid_take {
    caper_clip *clip;
    const caper_character *character;        ///< whose clip it is: the body, or its relaxed copy
    const caper_world *world;                ///< scaled to it; NULL: flat ground
    int variant;                             ///< of a motion, else -1
    float speed;                             ///< of a motion: its pace on the body
    caper_target targets[CAPER_MAX_TARGETS]; ///< of a motion, world
    int target_count;
    // owned by the take
    caper_character *own_character;
    caper_world *own_world;
    caper_binding *binding; ///< of a motion
} caper_grid_take;
/// Make the clip of one pair. False with an error; `skip` is then true if the body lacks what the
/// act needs. variant -1: the one that an actor chooses.
CAPER_API bool caper_grid_take_make(const caper_grid_job *job, const char *name,
                                    const caper_grid_body *body, const caper_grid_act *act,
                                    int variant, caper_grid_take *take, bool *skip,
                                    caper_error *error);
/// Free what a take holds; a zeroed one and NULL are fine.
CAPER_API void caper_grid_take_destroy(caper_grid_take *take);

// ---------------------------------------------------------------------------------------------------
// Files of results

/// Read a file of lines one by one. `each` returns false to stop. A last line that was cut off is
/// left out. False with an error at line and column.
CAPER_API bool caper_grid_read(const char *path,
                               bool (*each)(void *user, const caper_grid_item *item), void *user,
                               caper_error *error);
/// Read one line; source and line name it in messages.
CAPER_API bool caper_grid_parse(const char *text, size_t size, const char *source, int line,
                                caper_grid_item *item, caper_error *error);
/// Write an item as one line, without a line end.
CAPER_API void caper_grid_write(const caper_grid_item *item, caper_json_writer *writer);
/// Merge files of shards into one, each pair once, sorted by body, act and variant. All must be of
/// the same run.
CAPER_API bool caper_grid_merge(const char *const *paths, int path_count, const char *out,
                                caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Hunt

/// A creature that fails, as small as it could be made.
typedef struct caper_grid_case {
    char name[200]; ///< of its file: act and what fails
    char act[160];
    char why[200];
    uint64_t seed; ///< of the creature that it was made from
    int body_count, bodies_before;
} caper_grid_case;

/// A hunt for creatures that fail. Start from caper_grid_hunt_default().
typedef struct caper_grid_hunt {
    const caper_grid_job *grid; ///< its acts, seed and rate
    const char *folder;         ///< where character files go; it exists
    bool (*going)(void *user);  ///< called before each try; false ends the hunt
    void (*found)(void *user, const caper_grid_case *found); ///< called for each case; may be NULL
    void *user;
    bool strict; ///< what few would see fails as well
    uint32_t cookie;
    // results
    int64_t tried, failed;
    int case_count; ///< files: one for each act and way of failing
} caper_grid_hunt;
/// No grid yet.
CAPER_API caper_grid_hunt caper_grid_hunt_default(void);
/// Try random creatures on random acts until `going` returns false. A creature that fails is shrunk
/// as far as it still fails in the same way, and saved; the smallest is kept for each act and way
/// of failing.
CAPER_API bool caper_grid_hunt_run(caper_grid_hunt *hunt, caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Page

/// A page to be written. Start from caper_grid_page_def_default().
typedef struct caper_grid_page_def {
    const char *path;      ///< of the lines
    const char *out;       ///< the HTML file
    const char *against;   ///< lines of an earlier run, for trends; may be NULL
    const char *title;     ///< may be NULL
    const char *note;      ///< a sentence below it; may be NULL
    size_t picture_budget; ///< most bytes of pictures; default 16 MiB
    /// Append a PNG of the pair at its failing frame; false: none. May be NULL.
    bool (*picture)(void *user, const caper_grid_item *item, caper_text *png);
    void *user;
    const caper_progress *progress; ///< may be NULL
    uint32_t cookie;
} caper_grid_page_def;
/// 16 MiB of pictures.
CAPER_API caper_grid_page_def caper_grid_page_def_default(void);
/// Write one self-contained HTML page: heat map, numbers, pictures, trends.
CAPER_API bool caper_grid_page(const caper_grid_page_def *def, caper_error *error);

#ifdef __cplusplus
}
#endif

#endif
