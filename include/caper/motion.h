// SPDX-License-Identifier: MIT
// Room `motion`: authored motion of no particular body (paper 000, sections 3 and 4.1).
//
// A motion is channels. A channel says which bodies it moves (a query) and what matters about the
// movement (a mode), and holds curves of *general* keys. Specializing (S) turns a general pose into
// the pose of one body of one character in one world; generalizing (G) is its inverse. Binding a
// motion to a character picks a branch, finds the bodies, decides which channel owns what, and
// lists the variants: the ways in which the motion can play on that character. Evaluating a binding
// gives goals for IK. Motions and bindings are immutable: share them between threads. Times are
// seconds.
#ifndef CAPER_MOTION_H
#define CAPER_MOTION_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/ik.h"
#include "caper/vecmath.h"
#include "caper/world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CAPER_MAX_CHANNELS 64   ///< of one branch
#define CAPER_MAX_VARIANTS 4096 ///< of one binding; any more are not made

// ---------------------------------------------------------------------------------------------------
// Query: which bodies (section 3.1.1). Useful to game code as well.

/// A part of a range. The two sides include the center.
typedef enum caper_zone {
    CAPER_ZONE_ANY,
    CAPER_ZONE_PLUS,   ///< left, top, front: towards +X, +Y, +Z
    CAPER_ZONE_CENTER, ///< within a tenth of the half extent from the middle
    CAPER_ZONE_MINUS,  ///< right, bottom, back
    CAPER_ZONE_COUNT
} caper_zone;

/// The one body that lies farthest in a direction; ties go to the lower index.
typedef enum caper_extent {
    CAPER_EXTENT_NONE,
    CAPER_EXTENT_LEFT_MOST,
    CAPER_EXTENT_RIGHT_MOST,
    CAPER_EXTENT_TOP_MOST,
    CAPER_EXTENT_BOTTOM_MOST,
    CAPER_EXTENT_FRONT_MOST,
    CAPER_EXTENT_BACK_MOST,
    CAPER_EXTENT_COUNT
} caper_extent;

/// A filter over the bodies of a character. Zero it for "all bodies but helpers". A body lies where
/// its box center lies at rest. Filters apply in the order of the members.
typedef struct caper_query {
    caper_caps caps;     ///< has all of these
    caper_caps not_caps; ///< and none of these
    caper_zone zones[3]; ///< along X (of the sagittal plane), Y and Z (of the character's bounds)
    caper_zone set_zones[3]; ///< the same within the bounds of the bodies that `caps` selects
    caper_extent extent;     ///< of what is left
    bool spine_segment;      ///< then go up to the spine: shoulders for hands, hips for feet
} caper_query;

/// Select: writes the indices, ascending and each once, and returns how many there are (at most
/// body_count; `bodies` needs that room).
CAPER_API int caper_query_select(const caper_query *query, const caper_character *character,
                                 int16_t *bodies);
/// The query with left and right exchanged.
CAPER_API caper_query caper_query_mirror(const caper_query *query);

// ---------------------------------------------------------------------------------------------------
// Mode: what matters about a movement (section 3.2.2)

/// Where general coordinates have their origin and axes.
typedef enum caper_frame {
    CAPER_FRAME_IDENTITY,  ///< model space as it is
    CAPER_FRAME_REST,      ///< the rest pose of the body: position added, rotation applied after it
    CAPER_FRAME_SECONDARY, ///< from rest (x = 0) to a target (x = 1); y up, z to the right
    CAPER_FRAME_LOOK,      ///< rotation only: relative to looking at the target
    CAPER_FRAME_SURFACE,   ///< position only: in the box of the body that is aimed at (of several,
                         ///< the nearest at rest), grown by the thickness of the one that moves: 0
                         ///< is its middle, 1 touches its left (x), top (y) and front (z)
    CAPER_FRAME_REACH, ///< position only: from the first joint of the limb; 1 is the whole limb
                       ///< stretched. With `direction`, x points to the target, y up, z to the
                       ///< right; without, the axes of the model
    CAPER_FRAME_COUNT
} caper_frame;

/// What a general length of 1 means.
typedef enum caper_scale {
    CAPER_SCALE_NONE,     ///< a metre
    CAPER_SCALE_CREATURE, ///< the extents of the character's bounds, axis by axis
    CAPER_SCALE_LIMB,     ///< the limb length of the body
    CAPER_SCALE_COUNT
} caper_scale;

/// Which point of a body a position is about.
typedef enum caper_point {
    CAPER_POINT_AUTO,   ///< sole of feet, grip of graspers and mouths, else the joint
    CAPER_POINT_JOINT,  ///< the origin of its frame
    CAPER_POINT_CENTER, ///< the middle of its box: the grip
    CAPER_POINT_SOLE,   ///< the middle of its contacts, or of the side of its box lowest at rest
    CAPER_POINT_COUNT
} caper_point;

/// How a channel's general pose is meant. Zero-initialize for identity; most want rest and rest.
typedef struct caper_mode {
    caper_frame position; ///< not LOOK
    caper_frame rotation; ///< neither SURFACE nor REACH
    caper_scale scale;
    bool ground;       ///< general y: 0 at rest height, 1 on the ground below
    bool sagittal;     ///< the lateral coordinate: 0 at rest, 1 on the sagittal plane
    bool direction;    ///< secondary, reach: turn towards the target, do not stretch to it
    caper_point point; ///< AUTO becomes SOLE where `ground` is set
} caper_mode;

/// Where a mode is applied: everything that G and S depend on.
typedef struct caper_place {
    const caper_character *character;
    int body;
    bool mirror;                    ///< m of the paper: reflect across the sagittal plane
    caper_transform target;         ///< of secondary and look, in model space; of surface the
                                    ///< middle of the box, turned as it is turned from rest
    caper_vec3 target_half;         ///< of surface: half extents of that box at rest
    const caper_world *world;       ///< for the ground; NULL: y = 0 of model space
    const caper_world_frame *frame; ///< what moves in it; may be NULL
    caper_transform root;           ///< of the actor: world = root x model
} caper_place;
/// A place for a body: at the origin, without a world, the target one size in front of the body.
CAPER_API caper_place caper_place_make(const caper_character *character, int body);
/// The point of the body that a mode is about, in the body frame.
CAPER_API caper_vec3 caper_mode_point(const caper_mode *mode, const caper_character *character,
                                      int body);
/// S: from a general pose to where the point is and how the body is turned, in model space. Bounded
/// and finite for every finite input; docs/guide/motion.md names the degenerate places.
CAPER_API caper_transform caper_specialize(const caper_mode *mode, const caper_place *place,
                                           caper_transform general);
/// G: the inverse of S.
CAPER_API caper_transform caper_generalize(const caper_mode *mode, const caper_place *place,
                                           caper_transform special);

// ---------------------------------------------------------------------------------------------------
// Motion

/// How a curve goes on after a key.
typedef enum caper_ease {
    CAPER_EASE_SMOOTH, ///< tangents from the neighbors (the default), flat at the ends of a curve
    CAPER_EASE_FLAT,   ///< zero velocity at the key
    CAPER_EASE_LINEAR, ///< straight to the next key
    CAPER_EASE_HOLD,   ///< stays until the next key: discrete
    CAPER_EASE_MANUAL, ///< the given velocities
    CAPER_EASE_COUNT
} caper_ease;

/// What a curve moves.
typedef enum caper_curve_kind {
    CAPER_CURVE_POSITION,        ///< 3 values
    CAPER_CURVE_ROTATION,        ///< 4 values x y z w; velocities are angular, 3 values in [0..2]
    CAPER_CURVE_POSITION_WEIGHT, ///< 1 value, 0..1
    CAPER_CURVE_ROTATION_WEIGHT, ///< 1 value, 0..1
    CAPER_CURVE_DEFORM,          ///< 1 value
    CAPER_CURVE_TRAVEL,          ///< 4 values x y z yaw: the actor's way, in caper_travel_unit
    CAPER_CURVE_KIND_COUNT
} caper_curve_kind;

/// A key of a curve: values in general space, velocities per second.
typedef struct caper_key {
    float time; ///< seconds
    float value[4];
    float in[4], out[4]; ///< velocities before and after; in a built motion always filled in
    caper_ease ease;
} caper_key;

/// One curve of a channel; before its first and after its last key it holds.
typedef struct caper_curve {
    caper_curve_kind kind;
    const char *deform; ///< name of the deform on each body ("open"); NULL for other kinds
    const caper_key *keys;
    int key_count; ///< >= 1; times strictly rising
} caper_curve;

/// Which bodies mirror a channel's curves. Motions are authored for the left side.
typedef enum caper_mirroring {
    CAPER_MIRROR_SIDES, ///< bodies on the right play the mirror image
    CAPER_MIRROR_NONE,  ///< every body plays the same curve
    CAPER_MIRROR_COUNT
} caper_mirroring;

/// What a frame other than rest and identity aims at.
typedef enum caper_aim_kind {
    CAPER_AIM_NONE,
    CAPER_AIM_TARGET, ///< an external target, by name
    CAPER_AIM_BODIES, ///< the middle of the bodies of a query
    CAPER_AIM_GROUP,  ///< the body that a variant group has chosen
    CAPER_AIM_COUNT
} caper_aim_kind;
/// The secondary context of a channel (section 3.2.2).
typedef struct caper_aim {
    caper_aim_kind kind;
    const char *target; ///< TARGET: its name
    caper_query bodies; ///< BODIES
    const char *group;  ///< GROUP: its name
} caper_aim;

/// Moves the bodies of one query.
typedef struct caper_channel {
    const char *name;
    caper_query query;
    caper_mode mode;
    caper_aim aim;
    caper_mirroring mirroring;
    const char *group; ///< variant group: plays on one selected body at a time; channels of one
                       ///< group vary together; NULL: plays on all
    int priority;      ///< higher claims bodies first; ties by order
    const char *blend; ///< blend group: channels that share bodies; NULL: it shares none
    const caper_curve *curves;
    int curve_count; ///< without a position (rotation) curve it owns no position (rotation)
} caper_channel;

/// A rule between the bodies of two variant groups.
typedef enum caper_side {
    CAPER_SIDE_ANY,
    CAPER_SIDE_SAME,
    CAPER_SIDE_OPPOSITE,
    CAPER_SIDE_COUNT
} caper_side;
/// Bodies on the sagittal plane are on both sides.
typedef struct caper_pair {
    const char *a, *b; ///< variant groups
    caper_side side;
} caper_pair;

/// Yes, no, or do not care.
typedef enum caper_answer {
    CAPER_IGNORE,
    CAPER_TRUE,
    CAPER_FALSE,
    CAPER_ANSWER_COUNT
} caper_answer;
/// What a character must be like (section 4.1.1). Zero it to ask for nothing.
typedef struct caper_needs {
    caper_answer upright_spine; ///< the spine is steeper than 45 degrees
    caper_caps with, without;   ///< has a body with each of these; has no body with any of these
    int min_legs, max_legs;     ///< max 0: no limit
    int min_graspers, max_graspers; ///< max 0: no limit
    int min_ground_graspers; ///< that reach the ground when legs fold and an upright trunk bows
} caper_needs;
/// Does the character meet them? `why` (may be NULL, 96 bytes) receives the first that fails.
CAPER_API bool caper_needs_met(const caper_needs *needs, const caper_character *character,
                               char why[96]);

/// The motion for one kind of character.
typedef struct caper_branch {
    const char *name; ///< may be ""
    caper_needs needs;
    const caper_channel *channels;
    int channel_count;
    const caper_pair *pairs;
    int pair_count;
} caper_branch;

/// Something happens at a time: a sound, a grab, a hit.
typedef struct caper_event {
    float time; ///< seconds
    const char *name;
    const char *channel; ///< whose body it is about; NULL: the whole motion
    float value;
} caper_event;

/// Where a target is by default: in the character's bounds, -1..1 from the middle to the sides
/// (beyond: outside).
typedef struct caper_target_default {
    const char *name;
    caper_vec3 at;
} caper_target_default;

/// What should be seen when a motion plays, whatever the body.
typedef enum caper_expect_kind {
    CAPER_EXPECT_REACH,   ///< the point of the body comes to a target that it can reach
    CAPER_EXPECT_TOUCH,   ///< the body comes to the skin of others, not into it
    CAPER_EXPECT_MEET,    ///< the body comes to that of another channel
    CAPER_EXPECT_GROUND,  ///< the lowest point of the body comes to the ground
    CAPER_EXPECT_FACE,    ///< the body turns its front to a target that is not behind
    CAPER_EXPECT_STRETCH, ///< the limb is stretched
    CAPER_EXPECT_PLANT,   ///< the sole stays where it is
    CAPER_EXPECT_MOVE,    ///< the body moves far enough to be seen
    CAPER_EXPECT_KIND_COUNT
} caper_expect_kind;

/// One expectation. All but PLANT must come true at some time between `from` and `to`.
typedef struct caper_expect {
    caper_expect_kind kind;
    const char *channel; ///< whose bodies, each of them; not for branches without that channel
    const char *branch;  ///< only when this branch plays; NULL: any
    const char *with;    ///< MEET: the other channel
    const char *target;  ///< REACH, FACE: its name
    caper_query bodies;  ///< TOUCH: whose skin
    float from, to;      ///< seconds; to 0: the duration
    float within;        ///< share of size; FACE: degrees; STRETCH: share of the limb, at least;
                         ///< MOVE: of height, at least; 0: the default
} caper_expect;
/// "reach", "touch", ...; NULL outside the enum.
CAPER_API const char *caper_expect_kind_name(caper_expect_kind kind);

/// A motion to be built. Start from caper_motion_def_default(). All is copied.
typedef struct caper_motion_def {
    const char *name;
    const char *about; ///< a sentence for people; may be NULL
    float duration;    ///< > 0
    bool loops;
    bool handed; ///< without variant groups the sagittal mirror image is a variant of its own
    bool paced;  ///< plays at the pace of the body's size (caper_binding_pace)
    const caper_branch *branches;
    int branch_count; ///< the first whose needs are met plays
    const caper_event *events;
    int event_count;
    const caper_target_default *targets;
    int target_count;
    const caper_expect *expects;
    int expect_count;
    const caper_curve *travel;        ///< NULL: stays in place
    const char *source;               ///< for messages; NULL: "memory"
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_motion_def;

/// An authored motion. Read only; tangents are filled in, events in order of time, curves of a
/// channel in order of kind, then of deform.
typedef struct caper_motion {
    const char *name;
    const char *about; ///< never NULL
    float duration;
    bool loops;
    bool handed;
    bool paced;
    const caper_branch *branches;
    int branch_count;
    const caper_event *events;
    int event_count;
    const caper_target_default *targets;
    int target_count;
    const caper_expect *expects;
    int expect_count;
    const caper_curve *travel; ///< NULL: stays in place
    size_t memory_size;        ///< bytes
    caper_allocator allocator;
} caper_motion;

/// Empty; one second long.
CAPER_API caper_motion_def caper_motion_def_default(void);
/// The def that would build the same motion again; its arrays are the motion's.
CAPER_API caper_motion_def caper_motion_to_def(const caper_motion *motion);
/// Build a motion. Refused with a reason: no branches or channels, times out of order or range,
/// numbers that are not finite, quaternions off unit by more than 1e-3, names used twice, unknown
/// groups in pairs and aims, an aim that is missing where a frame needs one, groups that aim in a
/// circle.
CAPER_API caper_motion *caper_motion_create(const caper_motion_def *def, caper_error *error);
/// Free a motion; NULL is fine.
CAPER_API void caper_motion_destroy(caper_motion *motion);
/// Read a .motion.json file (docs/schema/motion.schema.json). options may be NULL.
CAPER_API caper_motion *caper_motion_load(const char *path, const caper_load_options *options,
                                          caper_error *error);
/// Read the text of such a file; source names it in messages.
CAPER_API caper_motion *caper_motion_parse(const char *text, size_t size, const char *source,
                                           const caper_load_options *options, caper_error *error);
/// Write the file; nothing is left behind on failure.
CAPER_API bool caper_motion_save(const caper_motion *motion, const char *path, caper_error *error);
/// Write the motion as a JSON value.
CAPER_API void caper_motion_write(const caper_motion *motion, caper_json_writer *writer);
/// Describe a motion as text for people to read: who each branch is for, what its channels move and
/// how.
CAPER_API void caper_motion_describe(const caper_motion *motion, caper_text *text);
/// The same as members of an open JSON object, as `caper info --json` has them.
CAPER_API void caper_motion_summarize(const caper_motion *motion, caper_json_writer *writer);
/// The value of a curve at a time (not wrapped); `velocity` may be NULL. 4 floats each at most.
CAPER_API void caper_curve_sample(const caper_curve *curve, float time, float *value,
                                  float *velocity);
/// The channel's curve of that kind (and deform), or NULL.
CAPER_API const caper_curve *caper_channel_curve(const caper_channel *channel,
                                                 caper_curve_kind kind, const char *deform);

// ---------------------------------------------------------------------------------------------------
// Editing (section 3.3): each gives a new motion; the old one stays as it is

/// Which parts of a key to set.
enum {
    CAPER_KEY_POSITION = 1,
    CAPER_KEY_ROTATION = 2
};
/// Set a key of a channel (an existing one within 1 ms is replaced) from a pose in special space at
/// a place: it is generalized through the channel's mode. `parts`: CAPER_KEY_POSITION,
/// CAPER_KEY_ROTATION or both.
CAPER_API caper_motion *caper_motion_set_key(const caper_motion *motion, int branch, int channel,
                                             float time, const caper_place *place,
                                             caper_transform special, int parts,
                                             caper_error *error);
/// Change the mode of a channel and remap its keys so that the motion of the body at `place` stays
/// the same (general_new = G_new(S_old(general_old)), for the point of the body that the new mode
/// is about); keys are added where the change of mode bends the curve between keys by more than
/// 1e-5 of size. Eases are kept where that needs no keys, else keys become manual.
CAPER_API caper_motion *caper_motion_set_mode(const caper_motion *motion, int branch, int channel,
                                              const caper_mode *mode, const caper_place *place,
                                              caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Binding (section 4.1)

/// One channel on one body.
typedef struct caper_strand {
    int16_t channel;
    int16_t body;
    int16_t goal;            ///< slot of its goal in this variant; -1: it owns neither part
    bool mirror;             ///< m
    bool position, rotation; ///< which parts it owns or shares
} caper_strand;

/// One way of playing.
typedef struct caper_variant {
    const int16_t *bodies; ///< one for each variant group of the binding
    bool mirrored;         ///< plays as the sagittal mirror image
    const caper_strand *strands;
    int strand_count;
    int goal_count; ///< goals that evaluating gives, one for each body that is moved
} caper_variant;

/// A motion on a character.
typedef struct caper_binding {
    const caper_motion *motion;
    const caper_character *character;
    int branch;
    const char *const *groups; ///< variant groups, in order of first use
    int group_count;
    const caper_variant *variants;
    int variant_count;  ///< 0: some group has no body, so the motion cannot play
    bool truncated;     ///< more than CAPER_MAX_VARIANTS were possible
    int max_goals;      ///< of any variant
    size_t memory_size; ///< bytes
    caper_allocator allocator;
    const struct caper_binding_data *data;
} caper_binding;

/// Bind. Motion and character must outlive the binding. NULL with CAPER_ERROR_... and the reason
/// when no branch's needs are met, or without memory.
CAPER_API caper_binding *caper_binding_create(const caper_motion *motion,
                                              const caper_character *character,
                                              const caper_allocator *allocator, caper_error *error);
/// Free a binding; NULL is fine.
CAPER_API void caper_binding_destroy(caper_binding *binding);
/// The variant whose body of that group is nearest at rest to a point of model space; -1 without
/// variants. group -1: the first.
CAPER_API int caper_binding_nearest(const caper_binding *binding, int group, caper_vec3 point);
/// The variant as the names of its bodies, "left_hand > right_hand"; returns out.
CAPER_API const char *caper_binding_text(const caper_binding *binding, int variant, char *out,
                                         size_t size);

/// A cache of bindings, keyed by the addresses of motion and character. May be used from several
/// threads.
typedef struct caper_bindings caper_bindings;
/// An empty cache. NULL without memory.
CAPER_API caper_bindings *caper_bindings_create(const caper_allocator *allocator);
/// Free it and every binding in it; NULL is fine.
CAPER_API void caper_bindings_destroy(caper_bindings *bindings);
/// The binding of the two, made at the first call; NULL as from caper_binding_create.
CAPER_API const caper_binding *caper_bindings_find(caper_bindings *bindings,
                                                   const caper_motion *motion,
                                                   const caper_character *character,
                                                   caper_error *error);
/// Free all bindings of a motion or a character that is about to be destroyed (either may be NULL).
/// None of them may be in use: no actor may still play the motion.
CAPER_API void caper_bindings_forget(caper_bindings *bindings, const caper_motion *motion,
                                     const caper_character *character);

// ---------------------------------------------------------------------------------------------------
// Evaluating

/// One frame of one variant.
typedef struct caper_motion_job {
    const caper_binding *binding;
    int variant;
    float time;                     ///< wrapped or clamped
    const caper_world *world;       ///< may be NULL: ground at y = 0 of model space
    const caper_world_frame *frame; ///< targets by name; may be NULL
    caper_transform root;           ///< of the actor: world = root x model
    const caper_pose *model; ///< where bodies are, for aims at bodies that no channel moves; NULL:
                             ///< at rest, moved along by goals of bodies above them
    caper_goal *goals;       ///< room for max_goals
    float *deforms;        ///< character->deform_count values, or NULL; only moved ones are written
    float *deform_weights; ///< 1 where a value was written; may be NULL; zero it before
    int goal_count;        ///< result
} caper_motion_job;
/// No binding yet; variant 0, at the origin, without a world.
CAPER_API caper_motion_job caper_motion_job_default(void);
/// Evaluate; false, with nothing written, when the job is refused. Channels of one blend group are
/// mixed by their weights; weights that sum to less than 1 give a goal of that weight. A target
/// that the frame lacks is where the motion has it by default. Never allocates. Cost does not
/// depend on bodies that are not selected.
CAPER_API bool caper_motion_evaluate(caper_motion_job *job);
/// Evaluate, and give the place where a strand of the variant is applied in this frame, for
/// caper_motion_set_key and caper_motion_set_mode. `special` receives where its channel alone,
/// whatever its weight, puts the point of the body and how it turns it. False for a bad job or a
/// strand that owns nothing.
CAPER_API bool caper_motion_place(caper_motion_job *job, int strand, caper_place *place,
                                  caper_transform *special);
/// What a traveled length of 1 means on a character: the mean limb length of its feet, so that feet
/// whose channels scale by limb stand still while the actor moves on; without feet its height.
CAPER_API float caper_travel_unit(const caper_character *character);
/// The speed (of caper_play_def) at which motions suit a body's size: 1 for a person (1.8 m, legs
/// of 0.92 m), slower for giants, by the square root of its size or of the mean length of its legs,
/// whichever is slower.
CAPER_API float caper_motion_pace(const caper_character *character);
/// The speed (of caper_play_def) for a motion on its body: 1 when it is not paced; else the pace of
/// the body, or the speed at which its jumps last as long as their height demands, if that is at
/// most a third slower or a fifth faster. Allocates; 0 without memory.
CAPER_API float caper_binding_pace(const caper_binding *binding, int variant);
/// The movement of the root since time 0; whole loops accumulate. A mirrored variant travels the
/// mirror image. Identity for a motion that stays in place.
CAPER_API caper_root caper_motion_travel(const caper_binding *binding, int variant, float time);
/// Events in (from, to], for playing forward; a `from` below 0 includes time 0. Do not wrap the
/// times: a looping motion reports each pass. Fills at most `capacity` pointers, in order, and
/// returns how many there are.
CAPER_API int caper_motion_events(const caper_motion *motion, float from, float to,
                                  const caper_event **events, int capacity);

// ---------------------------------------------------------------------------------------------------
// Expectations: does a recorded clip show what the motion is about?

/// A recording to be checked. Start from caper_expect_job_default().
typedef struct caper_expect_job {
    const caper_binding *binding;
    int variant;
    const caper_clip *clip;         ///< of the binding's character
    const caper_world *world;       ///< NULL: ground at y = 0
    const caper_world_frame *frame; ///< targets by name; those it lacks are where the motion has
                                    ///< them, about the root at time 0. May be NULL
    float speed;                    ///< at which it was played; 0: 1
} caper_expect_job;
/// No recording yet.
static inline caper_expect_job caper_expect_job_default(void)
{
    static caper_expect_job zeroed; // in C and in C++
    caper_expect_job job = zeroed;
    return job;
}
/// The result for one expectation.
typedef struct caper_expect_result {
    bool applies; ///< the branch has the channel, a body plays it, the target is within reach ...
    bool met;     ///< true where it does not apply
    bool visible; ///< not met, and a person who watches sees that
    int body;     ///< the one farthest from it, or -1
    float time;   ///< seconds: when it came nearest
    float value;  ///< in the unit of `within`
    float within; ///< as given, or the default
} caper_expect_result;
/// Check every expectation of the motion; `results` has room for expect_count. False for a bad job
/// or without memory.
CAPER_API bool caper_motion_expect(const caper_expect_job *job, caper_expect_result *results,
                                   caper_error *error);
/// The result in words: "left_hand comes to 0.12 of size from 'fruit', expected 0.05"; returns out.
CAPER_API const char *caper_expect_text(const caper_expect_job *job, int expect,
                                        const caper_expect_result *result, char *out, size_t size);

// ---------------------------------------------------------------------------------------------------
// From a clip

/// A clip to be generalized. Start from caper_motion_from_clip_job_default().
typedef struct caper_motion_from_clip_job {
    const caper_character *character;
    const caper_clip *clip; ///< of that character's skeleton
    float tolerance;        ///< of goals, share of height; default 0.005
    float angle_tolerance;  ///< radians; default 0.02
    const char *name;       ///< NULL: the clip's
    bool relaxed; ///< measured from a natural rest pose (caper_character_relax) instead of the
                  ///< file's, which is often a T
    const caper_progress *progress;   ///< may be NULL
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_motion_from_clip_job;
/// What caper_motion_from_clip did.
typedef struct caper_motion_from_clip_report {
    int channel_count;
    int key_count;      ///< of all curves
    int frame_count;    ///< of the clip
    int rest_frames;    ///< rest poses among them, in front of the motion, that were left out
    float rms;          ///< of the goals of end effectors against the clip, share of height
    float worst;        ///< the largest such distance, share of height
    int shared_count;   ///< bodies that no query tells apart: they share a mean motion
    int left_out_count; ///< bodies that no query selects alone: they are not moved
} caper_motion_from_clip_report;
/// No clip yet; the tolerances above.
CAPER_API caper_motion_from_clip_job caper_motion_from_clip_job_default(void);
/// Turn a clip into a motion for any body: channels for root, spine, feet, graspers, heads, tails
/// and wings, modes by contact and proximity, movement over the ground as travel. report may be
/// NULL.
CAPER_API caper_motion *caper_motion_from_clip(const caper_motion_from_clip_job *job,
                                               caper_motion_from_clip_report *report,
                                               caper_error *error);
/// Describe the result as text for people to read: figures, then a table of the motion's channels.
CAPER_API void caper_motion_from_clip_describe(const caper_motion_from_clip_report *report,
                                               const caper_motion *motion, caper_text *text);
/// The same as members of an open JSON object.
CAPER_API void caper_motion_from_clip_summarize(const caper_motion_from_clip_report *report,
                                                const caper_motion *motion,
                                                caper_json_writer *writer);

#ifdef __cplusplus
}
#endif

#endif
