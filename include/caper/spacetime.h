// SPDX-License-Identifier: MIT
// Room `spacetime`: new clips from a description of what a body must do.
//
// Spacetime control (paper 004, chapters 3 and 4): positions, rotations, joint torques and ground
// forces of all frames are the unknowns of one optimization problem; the laws of motion are its
// constraints. A job says which character moves for how long, which soles stand when, how far it
// travels and turns in a cycle, and what else must hold; a solution is physically valid motion,
// from which a clip is made. Everything is in metres, seconds, kilograms, newtons and radians, in
// the world's axes (see vecmath.h); the ground is y = 0. The solver behind it (IPOPT) has global
// state: only one solve at a time in a process.
#ifndef CAPER_SPACETIME_H
#define CAPER_SPACETIME_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most contacts of a timing that is found.
#define CAPER_SPACETIME_TIMING_CONTACTS 64

/// What follows the last frame.
typedef enum caper_spacetime_cycle {
    CAPER_SPACETIME_ONCE,    ///< nothing: the motion starts and ends
    CAPER_SPACETIME_LOOP,    ///< the first frame, moved by the job's travel and turn
    CAPER_SPACETIME_MIRRORED ///< its mirror image, moved: only half a cycle is solved
} caper_spacetime_cycle;

/// Which part of a sole touches the ground. Short soles are a point, whatever the part.
typedef enum caper_spacetime_part {
    CAPER_SPACETIME_WHOLE,
    CAPER_SPACETIME_HEEL, ///< the rear edge
    CAPER_SPACETIME_TOE   ///< the front edge
} caper_spacetime_part;

/// A sole stands from start to end, and neither slips nor twists.
typedef struct caper_spacetime_contact {
    int body; ///< of the character; any body may touch the ground
    caper_spacetime_part part;
    double start, end; ///< fractions of the full cycle, start in [0, 1), end up to start + 1
    double friction;   ///< coefficient; 0: the job's
} caper_spacetime_contact;

/// Weights of the objective; each term is a mean over time of a dimensionless square.
typedef struct caper_spacetime_weights {
    double acceleration; ///< angular accelerations of the bodies
    double torque;       ///< joint torques
    double posture;      ///< angles between the joints and their rest
    double upright;      ///< tilt of the root and the head, and their turn from the yaw of the path
    double spin; ///< angular momentum about the vertical, which arms reduce by swinging against the
                 ///< legs
    double force_rate; ///< changes of the contact forces over time
    double tempo;      ///< deviation of phases from the job's lengths, where lengths are found
} caper_spacetime_weights;

/// The movement of the centre of mass over the ground in one full cycle, in the frame at its start.
typedef struct caper_spacetime_travel {
    double x, z, turn;              ///< metres to the left and forward, radians to the left
    bool free_x, free_z, free_turn; ///< true: found by the solver, starting from that value
} caper_spacetime_travel;

/// A moment of a clip: where a transition begins or ends.
typedef struct caper_spacetime_state {
    const caper_clip *clip; ///< of the job's character, kept; NULL: none
    double time;            ///< seconds within the clip
} caper_spacetime_state;

/// Collects a problem; see `specify` of the job.
typedef struct caper_spacetime_builder caper_spacetime_builder;
/// The motion found, with forces; also the start of a later solve.
typedef struct caper_spacetime_solution caper_spacetime_solution;

/// Called in each iteration; returns false to stop.
typedef bool caper_spacetime_watch(void *user, int iteration, double cost, double violation);

/// A motion to be found. Start from caper_spacetime_job_default(). Refused: no character, fewer
/// than 4 frames, ranges that are empty or not finite, contacts of unknown bodies.
typedef struct caper_spacetime_job {
    const caper_character *character;
    int frame_count; ///< frames solved: of the cycle, or of the half that is mirrored
    double duration; ///< seconds of the full cycle, or of the whole motion
    double duration_min, duration_max; ///< both given: durations of the phases between changes of
                                       ///< contact are found, their sum within these
    double duration_start;             ///< where that search starts; 0: at `duration`
    caper_spacetime_cycle cycle;
    caper_spacetime_travel travel;
    const caper_spacetime_contact *contacts;
    int contact_count;
    /// A transition, of a motion that happens once: its first two frames are those of `from` from
    /// that moment on, its last two those of `to` up to that moment. The travel is that of the
    /// clips' roots between the two. Without contacts soles stand as in `from` for the first half
    /// and as in `to` for the second.
    caper_spacetime_state from, to;
    double friction;  ///< default 0.8
    double strength;  ///< largest joint torque, in body weights x leg lengths; default 0.35
    double clearance; ///< height of a swinging sole at mid swing, leg lengths; default 0.03
    double lift;      ///< height of the rear edge of a long sole early in a swing, leg lengths;
                      ///< default 0.22
    caper_spacetime_weights weights;
    bool legs_cross;   ///< left legs need not stay to the left of right ones
    bool self_contact; ///< keep the bodies out of each other and out of the ground, by a second
                       ///< solve
    /// Adds constraints and objectives, through functions private to the room; may be NULL.
    bool (*specify)(caper_spacetime_builder *builder, void *user, caper_error *error);
    void *specify_user;
    const caper_spacetime_solution *start; ///< of a similar job; NULL or another shape: from rest
    int max_iterations;                    ///< default 200
    double max_seconds;                    ///< of processor time, all stages; default 120
    double tolerance;                      ///< of the scaled problem; default 1e-6
    caper_spacetime_watch *watch;          ///< may be NULL
    void *watch_user;
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_spacetime_job;

/// What came of a job.
typedef struct caper_spacetime_report {
    bool solved;      ///< all constraints hold to 1e-6 and the cost is at a local minimum
    char status[40];  ///< how the solver ended: "solved", "infeasible", "iterations" ...
    double cost;      ///< weighted objective
    double violation; ///< largest violation of a constraint, in scaled units
    char worst[96];   ///< the constraint with the largest violation: "left_foot contact y, frame 3"
    int iterations;   ///< of all stages
    double seconds;   ///< of processor time, all stages
    int variable_count, constraint_count, jacobian_count, hessian_count;
} caper_spacetime_report;

/// No character yet; a loop with weights for walking, and the defaults of the members.
CAPER_API caper_spacetime_job caper_spacetime_job_default(void);
/// Solve. A solution is returned even if the solver gave up (see report->solved); NULL only for a
/// job that is refused, or without memory. report may be NULL.
CAPER_API caper_spacetime_solution *caper_spacetime_solve(const caper_spacetime_job *job,
                                                          caper_spacetime_report *report,
                                                          caper_error *error);
/// When soles touch in a motion.
typedef struct caper_spacetime_timing {
    double duration; ///< seconds of the full cycle
    caper_spacetime_contact contacts[CAPER_SPACETIME_TIMING_CONTACTS];
    int contact_count;
} caper_spacetime_timing;
/// Find when soles touch as well (paper 004, section 6.1.1): contacts of the job say which soles
/// may touch and where the search starts. Forces without contact, and sliding under a force, are
/// penalized more and more. The result is a proposal for a solve with given contacts. False when
/// nothing was found (see report) or the job is refused.
CAPER_API bool caper_spacetime_propose(const caper_spacetime_job *job, caper_spacetime_timing *out,
                                       caper_spacetime_report *report, caper_error *error);
/// Free a solution; NULL is fine.
CAPER_API void caper_spacetime_solution_destroy(caper_spacetime_solution *solution);

/// The motion as a clip of the job's character, at a constant rate, with contacts and root track; a
/// mirrored half becomes the full cycle. A smooth curve runs between the solver's frames, and
/// standing feet stay in place.
CAPER_API caper_clip *caper_spacetime_clip(const caper_spacetime_solution *solution,
                                           const char *name, float rate, caper_error *error);
/// The force of the ground on a body (newtons, world) at a time within the clip.
CAPER_API caper_vec3 caper_spacetime_solution_force(const caper_spacetime_solution *solution,
                                                    int body, double time);
/// The torque on a body of the joint with its parent (N m, world) at a time.
CAPER_API caper_vec3 caper_spacetime_solution_torque(const caper_spacetime_solution *solution,
                                                     int body, double time);

// -- Parameter spaces ---------------------------------------------------------------------------

/// A parameter space (paper 004, section 3.4): dimensions of values, each of which adds constraints
/// and objectives to a motion. Read from .space.json files (docs/guide/spaces.md). Its samples are
/// all combinations of values, the last dimension fastest, without the excluded ones.
typedef struct caper_space caper_space;

/// Read a space. NULL with line and column of what is wrong: also of expressions in its strings.
CAPER_API caper_space *caper_space_load(const char *path, const caper_load_options *options,
                                        caper_error *error);
/// caper_space_load of text; source is for messages, NULL: "memory".
CAPER_API caper_space *caper_space_parse(const char *text, size_t size, const char *source,
                                         const caper_load_options *options, caper_error *error);
/// Write a space with its samples: those that caper_space_refine added, or that caper_space_draw
/// put in place of the others, come back when it is loaded.
CAPER_API bool caper_space_save(const caper_space *space, const char *path, caper_error *error);
/// Write the space to a JSON writer, as caper_space_save does.
CAPER_API void caper_space_write(const caper_space *space, caper_json_writer *writer);
/// Free a space; NULL is fine.
CAPER_API void caper_space_destroy(caper_space *space);

/// Its name.
CAPER_API const char *caper_space_name(const caper_space *space);
/// The number of combinations of values, excluded ones included (equation 3.12).
CAPER_API int caper_space_factorial_count(const caper_space *space);
/// The number of samples.
CAPER_API int caper_space_sample_count(const caper_space *space);
/// The name of a sample, made of the names of its values: "walk_speed1.5". False for no such
/// sample.
CAPER_API bool caper_space_sample_name(const caper_space *space, int sample, char *out,
                                       size_t size);
/// The number of a sample in a dimension; NaN where it has none.
CAPER_API double caper_space_sample_number(const caper_space *space, int sample,
                                           const char *dimension);

/// The number of dimensions.
CAPER_API int caper_space_dimension_count(const caper_space *space);
/// The name of a dimension; NULL for no such dimension.
CAPER_API const char *caper_space_dimension_name(const caper_space *space, int dimension);
/// The name that a sample's value in a dimension was given ("limping"); NULL for a plain number.
CAPER_API const char *caper_space_sample_value(const caper_space *space, int sample, int dimension);

/// The number of values of a dimension; 0 for no such dimension.
CAPER_API int caper_space_value_count(const caper_space *space, int dimension);
/// The name of a value, or a plain number as it is written ("0.3"); NULL for no such value.
CAPER_API const char *caper_space_value_name(const caper_space *space, int dimension, int value);
/// The number of a value; NaN where it has none.
CAPER_API double caper_space_value_number(const caper_space *space, int dimension, int value);
/// A copy with other values in a dimension, each a number or the name of an existing value. A new
/// dimension is added; one without values is removed. Its samples are the combinations of values,
/// without those of caper_space_refine and caper_space_draw. NULL with an error, also when
/// conditions or samples name something that is gone.
CAPER_API caper_space *caper_space_with(const caper_space *space, const char *dimension,
                                        const char *const *values, int count, caper_error *error);

/// How much the motions of two samples differ; below 0: unknown.
typedef double caper_space_difference(void *user, int a, int b);
/// Add up to `count` samples, each halfway between the two neighbors, in a dimension of rising
/// numbers, that differ most. Returns how many were added; they come last.
CAPER_API int caper_space_refine(caper_space *space, int count, caper_space_difference *difference,
                                 void *user);
/// Replace the samples by `count` random ones, the same for the same seed and no two alike:
/// anywhere between the smallest and the largest number of a dimension of rising numbers, any value
/// of other dimensions, nothing excluded. False, and nothing changed, when there are not that many.
CAPER_API bool caper_space_draw(caper_space *space, int count, uint64_t seed);

// -- Synthesis ------------------------------------------------------------------------------------

/// How contact times are found (docs/guide/spaces.md).
typedef enum caper_synth_timing {
    CAPER_SYNTH_TIMING_OF_SPACE,  ///< as the space says
    CAPER_SYNTH_TIMING_GIVEN,     ///< as the contacts say
    CAPER_SYNTH_TIMING_DURATIONS, ///< durations of the phases, from several starts
    CAPER_SYNTH_TIMING_SEARCH,    ///< CMA-ES around the solver
    CAPER_SYNTH_TIMING_IMPLICIT,  ///< caper_spacetime_propose, then durations
    CAPER_SYNTH_TIMING_COUNT
} caper_synth_timing;

/// The result for one sample.
typedef struct caper_synth_result {
    int sample;                       ///< of the space
    char name[128];                   ///< of the sample
    caper_spacetime_report report;    ///< of the solve, or of the earlier one
    bool kept;                        ///< done by an earlier run, and nothing has changed since
    const char *clip_path;            ///< the clip in the folder; NULL when it was not solved
    const caper_character *character; ///< whose clip it is
} caper_synth_result;

/// All motions of a space, in a folder: for each sample NAME.clip.json, NAME.dynamics.json (torques
/// and ground forces), NAME.report.json and NAME.start (where neighbours start from), and one
/// report.json. Each solve is a process of its own (fork), so that several run at once and a crash
/// costs only one sample. Start from caper_synth_job_default(). Refused before anything is solved:
/// names that a character does not have, numbers out of range.
typedef struct caper_synth_job {
    const caper_space *space;
    const char *folder; ///< made where it is not there
    /// The character of that name; it must live until the end. NULL with a reason.
    const caper_character *(*character)(void *user, const char *name, caper_error *error);
    /// The clip of that name, for transitions; it must live until the end. NULL with a reason. May
    /// be NULL where no sample is a transition.
    const caper_clip *(*clip)(void *user, const char *name, caper_error *error);
    /// Called for each sample when it is done, and again if a second solve found it cheaper; false:
    /// stop. May be NULL.
    bool (*done)(void *user, const caper_synth_result *result);
    void *user;                ///< handed to all three
    int jobs;                  ///< processes at once; 0: one per core
    int shard;                 ///< the samples whose number modulo shard_count is this; default 0
    int shard_count;           ///< default 1
    const char *only;          ///< name or number of one sample; NULL: all
    bool again;                ///< solve again what earlier runs did
    float rate;                ///< of the clips, frames a second; default 60
    int search_count;          ///< solves of a timing search; default 160 (the paper's: 1600)
    caper_synth_timing timing; ///< instead of the space's
    const caper_progress *progress; ///< may be NULL
    uint32_t cookie;
} caper_synth_job;

/// Add up to `count` samples to the job's space (which must be the same as `space`), each between
/// the two neighbors whose clips in the job's folder differ most. Returns how many were added; the
/// next run solves them.
CAPER_API int caper_synth_refine(const caper_synth_job *job, caper_space *space, int count);

/// How a run went.
typedef struct caper_synth_summary {
    int sample_count; ///< asked for
    int solved;       ///< earlier ones included
    int failed;       ///< no motion was found
    int kept;         ///< of both: done by an earlier run
    double seconds;
} caper_synth_summary;

/// One process per core, the whole space, 60 frames a second.
CAPER_API caper_synth_job caper_synth_job_default(void);
/// Run. What an earlier run in the folder did is kept; a killed run loses the samples it was
/// solving. False with an error for a space that cannot be solved as it is written, or a folder
/// that cannot be written; samples without a solution are not an error. summary may be NULL.
CAPER_API bool caper_synth(const caper_synth_job *job, caper_synth_summary *summary,
                           caper_error *error);

#ifdef __cplusplus
}
#endif

#endif
