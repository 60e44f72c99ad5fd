// SPDX-License-Identifier: MIT
// Room `stride`: the motion drives the character, up and down stairs (paper 003).
//
// A stride takes the frame that sources have made for flat ground and fits it to the world: the
// feet that push move the root (section 4.4); stances to come are looked up ahead of time and each
// is given a footing, so that feet, root and trunk are under way long before they arrive (section
// 4.5); legs are solved by springs with a knee aim (section 4.3) or in closed form. The motion
// above the hips stays as it is. An actor runs it as a stage before IK: caper_actor_add_stride in
// actor.h.
#ifndef CAPER_STRIDE_H
#define CAPER_STRIDE_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/contact.h"
#include "caper/vecmath.h"
#include "caper/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------
// Choices

/// When feet move the root.
typedef enum caper_stride_drive {
    CAPER_STRIDE_DRIVE_AUTO, ///< where the sources do not: motion on the spot
    CAPER_STRIDE_DRIVE_ALWAYS,
    CAPER_STRIDE_DRIVE_NEVER,
    CAPER_STRIDE_DRIVE_COUNT
} caper_stride_drive;

/// How feet move the root.
typedef enum caper_stride_rule {
    CAPER_STRIDE_RULE_FEET,  ///< the lowest points of feet that move against the direction stay in
                             ///< place, weighted, turning included; flights keep their speed
    CAPER_STRIDE_RULE_PLAIN, ///< the paper's: each foot that moves against the direction moves the
                             ///< root as far
    CAPER_STRIDE_RULE_LOCK,  ///< the paper's first attempt: the foot that touched the ground last
                             ///< is locked
    CAPER_STRIDE_RULE_COUNT
} caper_stride_rule;

/// How feet meet the ground.
typedef enum caper_stride_method {
    CAPER_STRIDE_METHOD_AHEAD, ///< stances to come are planned
    CAPER_STRIDE_METHOD_RAYS,  ///< in each frame feet are only lifted to the ground below them
    CAPER_STRIDE_METHOD_NONE,  ///< not at all
    CAPER_STRIDE_METHOD_COUNT
} caper_stride_method;

/// How legs are solved.
typedef enum caper_stride_solver {
    CAPER_STRIDE_SOLVER_LIMB,   ///< in closed form
    CAPER_STRIDE_SOLVER_SPRING, ///< the paper's: stiff springs with a knee aim, warm-started
    CAPER_STRIDE_SOLVER_CCD,    ///< cyclic coordinate descent (Lander 1998), for comparison
    CAPER_STRIDE_SOLVER_ELIAS,  ///< a gradual approach over frames (Elias), for comparison
    CAPER_STRIDE_SOLVER_COUNT
} caper_stride_solver;

/// "auto", "always", "never"; NULL outside the enum.
CAPER_API const char *caper_stride_drive_name(caper_stride_drive drive);
/// "feet", "plain", "lock"; NULL outside the enum.
CAPER_API const char *caper_stride_rule_name(caper_stride_rule rule);
/// "ahead", "rays", "none"; NULL outside the enum.
CAPER_API const char *caper_stride_method_name(caper_stride_method method);
/// "limb", "spring", "ccd", "elias"; NULL outside the enum.
CAPER_API const char *caper_stride_solver_name(caper_stride_solver solver);

// ---------------------------------------------------------------------------------------------------
// Stride

/// A stride to be made. Start from caper_stride_def_default().
typedef struct caper_stride_def {
    const caper_character *character; ///< must outlive it; with at least one leg
    caper_stride_drive drive;
    caper_stride_rule rule;
    caper_stride_method method;
    caper_stride_solver solver;
    caper_vec3 direction; ///< in which the motion goes, model space; zero (default): found
    float floor;      ///< height of the floor that the motion was made on, model space; default 0
    float climb;      ///< most that a step goes up or down, share of leg length; longer steps are
                      ///< shortened; default 0.28
    bool keep_stride; ///< steps are not shortened or moved to whole treads; default false
    bool keep_pace;   ///< steps that climb or are longer take no more time than on flat ground;
                      ///< default false
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_stride_def;
/// No character yet; everything on.
CAPER_API caper_stride_def caper_stride_def_default(void);

/// The state of one character's stride.
typedef struct caper_stride caper_stride;
/// Make one. NULL with an error: no legs, numbers that are not finite, no memory.
CAPER_API caper_stride *caper_stride_create(const caper_stride_def *def, caper_error *error);
/// Free it; NULL is fine.
CAPER_API void caper_stride_destroy(caper_stride *stride);
/// Its character.
CAPER_API const caper_character *caper_stride_character(const caper_stride *stride);
/// Steer: turn by `rate` radians a second to the left until set again. Ignored when not finite.
CAPER_API void caper_stride_turn(caper_stride *stride, float rate);
/// How fast the motion should play: steps that climb, drop or are longer than the motion's take
/// longer. Update the actor by dt times the pace. 1 on flat ground; changes smoothly.
CAPER_API float caper_stride_pace(const caper_stride *stride);
/// Clear the state: the next update starts afresh.
CAPER_API void caper_stride_reset(caper_stride *stride);

/// What a stride has done so far.
typedef struct caper_stride_report {
    int steps;             ///< landings
    int moved;             ///< landings that were moved to a whole tread
    float shortest;        ///< length of a step over that in the motion: least; 1 when none changed
    float longest;         ///< the greatest
    float mean;            ///< the mean
    float highest;         ///< most that a step went up, metres
    float deepest;         ///< most that a step went down, metres, >= 0
    float flat_way;        ///< how far the motion moves the root, metres
    float way;             ///< how far it went on this ground, horizontally, metres
    float slowest;         ///< pace of the slowest step: 1 is as fast as the motion
    float time, flat_time; ///< seconds that it took, and that the motion takes
    float leaped; ///< seconds to the first stride that changed height by more than three steps may,
                  ///< over an edge beside the path; below 0: none
    float sunk;   ///< most that the root was below where the motion has it over the lowest foot
                  ///< that stands, share of leg length
    float kneels; ///< seconds until that was 0.3 for the first time; below 0: never
    float lost;   ///< seconds from the start to the first step without ground; below 0: none
    caper_vec3 heading; ///< direction of the motion, given or found, model space
} caper_stride_report;
/// Of everything since it was made or reset.
CAPER_API caper_stride_report caper_stride_report_of(const caper_stride *stride);
/// A report as a line of text for people to read.
CAPER_API void caper_stride_report_describe(const caper_stride_report *report, caper_text *text);
/// The same as members of an open JSON object, those of `caper stride --json`.
CAPER_API void caper_stride_report_summarize(const caper_stride_report *report,
                                             caper_json_writer *writer);

// ---------------------------------------------------------------------------------------------------
// What is to come

/// One moment to come, as the sources will make it.
typedef struct caper_stride_glimpse {
    float ahead;                 ///< seconds from the present, which is dt after the last update
    caper_root way;              ///< movement of the root by the sources since the last glimpse
    const caper_pose *model;     ///< model space
    const caper_transform *feet; ///< by leg: where the foot is wanted; NULL: as in `model`
    const int8_t *stands;        ///< by leg: 1, 0, or -1 for unknown; NULL: all unknown
} caper_stride_glimpse;
/// The next moment to show, seconds after the present; below 0: no more in this frame. `since` (may
/// be NULL) receives the moment shown last. Call it before caper_stride_update, for a frame of dt
/// seconds.
CAPER_API float caper_stride_wants(caper_stride *stride, float dt, float *since);
/// Give it that moment.
CAPER_API void caper_stride_show(caper_stride *stride, const caper_stride_glimpse *glimpse);
/// That moment is not known: this frame is made without it.
CAPER_API void caper_stride_show_nothing(caper_stride *stride);

// ---------------------------------------------------------------------------------------------------
// A frame

/// A foot after an update.
typedef struct caper_stride_foot {
    int body;
    caper_transform world;        ///< where it should be
    bool stands;                  ///< it is to be held there
    caper_vec3 pivot;             ///< its lowest point, body frame
    bool bends;                   ///< that point is of its toes
    caper_vec3 pivot_before;      ///< where it was in the last frame
    caper_vec3 normal;            ///< of the ground
    int platform;                 ///< that it stands on, or -1
    const caper_latch_def *latch; ///< how it is held; NULL: it is not
} caper_stride_foot;

/// One frame. Start from caper_stride_job_default().
typedef struct caper_stride_job {
    float dt;                       ///< seconds, >= 0
    const caper_world *world;       ///< may be NULL: flat ground at the height of its root
    const caper_world_frame *frame; ///< may be NULL
    const caper_pose *model;        ///< what the sources have made, model space
    const caper_transform *feet;    ///< by leg: where the foot is wanted; NULL: as in `model`
    const int8_t *stands;           ///< as in a glimpse
    caper_root before;              ///< where the root was before the sources moved it
    caper_root *root;               ///< where they have put it; receives where it should be
    caper_pose *local; ///< the same pose as `model` in local space; its legs are changed
    // results
    const caper_stride_foot *results; ///< by leg, until the next update
} caper_stride_job;
/// No pose yet.
static inline caper_stride_job caper_stride_job_default(void)
{
    static caper_stride_job zeroed; // in C and in C++
    caper_stride_job job = zeroed;
    return job;
}
/// One frame: find where root and feet should be; false, with nothing changed, for a bad job. Never
/// allocates.
CAPER_API bool caper_stride_update(caper_stride *stride, caper_stride_job *job);
/// Then bend the legs of `local` so that feet are where they are held: `held` by leg, world. The
/// root is that of the job. False for a bad job. Never allocates.
CAPER_API bool caper_stride_pose(caper_stride *stride, const caper_stride_job *job,
                                 const caper_transform *held);

/// Write the state. Returns the bytes needed; nothing is written when `size` is less, so (NULL, 0)
/// gives the size.
CAPER_API size_t caper_stride_save(const caper_stride *stride, void *out, size_t size);
/// Restore a state of this character's stride. False with an error, and nothing changed, for any
/// other bytes.
CAPER_API bool caper_stride_load(caper_stride *stride, const void *bytes, size_t size,
                                 caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Key poses

/// The key poses of a clip: those that it is marked with, or, without marks, those that are found:
/// where a foot lands or leaves, and where it is highest in its swing. `times` receives at most
/// `capacity` of them, in order. Returns how many there are; -1 with an error: another skeleton, no
/// feet, no memory.
CAPER_API int caper_stride_keys(const caper_character *character, const caper_clip *clip,
                                float *times, int capacity, caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Legs

/// A leg of two parts by springs (paper 003, section 4.3): hip and ankle are fixed, and the knee is
/// pushed and pulled until both springs have their length. The aim pulls the knee to its side while
/// it points elsewhere.
typedef struct caper_spring_limb {
    caper_vec3 start, tip; ///< hip, and where the ankle should be
    float upper, lower;    ///< lengths, metres, > 0
    caper_vec3 aim;        ///< where the knee should point
    int iterations;        ///< at most; 0: the default, 8
    float tolerance;       ///< largest error of a length, share of it; 0: the default, 1e-4
    caper_vec3 middle; ///< the knee: in, a guess (a better one takes fewer steps); out, as solved
    // results
    int steps;   ///< that it took
    float error; ///< the larger error of the two lengths, share of it
} caper_spring_limb;
/// Solve; false, with nothing changed, for lengths that are not positive or numbers that are not
/// finite. Never allocates.
CAPER_API bool caper_spring_limb_solve(caper_spring_limb *limb);

#ifdef __cplusplus
}
#endif

#endif
