// SPDX-License-Identifier: MIT
// Room `actor`: one living character, the instance that owns all per-frame state.
//
// An actor plays sources on layers: clips, motions, walks, performers, and kinds of your own. Every
// frame each source says how far it moves the actor, how it would pose the body, which goals it has
// and which bodies stand; the actor alone combines that into one pose. Data flows one way:
//   sources -> layers -> stages before IK -> contacts are held -> limbs that a source poses itself
//   -> solver -> stages after IK -> jiggle -> pose.
// An actor belongs to one thread while it updates; what it plays is shared and immutable. The same
// inputs give the same bits on any number of threads. Updating never allocates.
#ifndef CAPER_ACTOR_H
#define CAPER_ACTOR_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/contact.h"
#include "caper/formats.h"
#include "caper/gait.h"
#include "caper/graph.h"
#include "caper/ik.h"
#include "caper/jiggle.h"
#include "caper/motion.h"
#include "caper/person.h"
#include "caper/puppet.h"
#include "caper/stride.h"
#include "caper/vecmath.h"
#include "caper/world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CAPER_MAX_LAYERS 16  ///< of one actor
#define CAPER_MAX_SOURCES 32 ///< playing or waiting at the same time on one actor
#define CAPER_MAX_STAGES 16  ///< of one actor
#define CAPER_MAX_TARGETS 16 ///< that one actor sets for itself

// ---------------------------------------------------------------------------------------------------
// Actor

/// An actor to be made. Start from caper_actor_def_default(). What it points to must outlive it.
typedef struct caper_actor_def {
    const caper_character *character;
    const caper_world *world;          ///< NULL: flat ground at the height of its root
    const caper_solver *solver;        ///< shared by actors of one character; NULL: makes its own
    caper_bindings *bindings;          ///< shared cache; NULL: makes its own
    const caper_solver_params *params; ///< copied; NULL: the defaults
    const caper_jiggle_def *jiggle;    ///< NULL: the defaults; looseness 0 turns it off
    caper_root root;                   ///< where it starts
    bool latch_feet; ///< feet that stand stay where they landed (contact latch); default true
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_actor_def;
/// No character yet, at the origin.
CAPER_API caper_actor_def caper_actor_def_default(void);

/// One living character.
typedef struct caper_actor caper_actor;

/// Make an actor at rest. NULL with an error for a bad def or without memory.
CAPER_API caper_actor *caper_actor_create(const caper_actor_def *def, caper_error *error);
/// Free an actor; NULL is fine.
CAPER_API void caper_actor_destroy(caper_actor *actor);
/// Its character.
CAPER_API const caper_character *caper_actor_character(const caper_actor *actor);
/// One frame of dt >= 0 seconds. `frame` (may be NULL) is what moves in the world now; the actor's
/// own targets come before its targets, and at most 128 are seen. False, with nothing changed, for
/// a bad dt. Also false when a stage failed; time has then passed. Never allocates.
CAPER_API bool caper_actor_update(caper_actor *actor, float dt, const caper_world_frame *frame);
/// Update many, spread over the pool (NULL: on this thread). The same bits on any thread count.
CAPER_API void caper_actors_update(caper_actor *const *actors, int count, float dt,
                                   const caper_world_frame *frame, caper_job_pool *pool);
/// The local pose after the last update; stretch is in its translations.
CAPER_API const caper_pose *caper_actor_local(const caper_actor *actor);
/// The same in model space.
CAPER_API const caper_pose *caper_actor_model(const caper_actor *actor);
/// Where the actor is: world = root x model.
CAPER_API caper_root caper_actor_root(const caper_actor *actor);
/// The movement of the last update, in the frame of the root before it: caper_root_mul(before,
/// delta) is the root now. For engines that move the object themselves (root motion); the identity
/// after a load, caper_actor_set_root or caper_actor_accept.
CAPER_API caper_root caper_actor_root_delta(const caper_actor *actor);
/// Put it somewhere else at once; loose parts and latches start anew. Ignored when not finite or
/// beyond 1e9 m.
CAPER_API void caper_actor_set_root(caper_actor *actor, caper_root root);
/// The goals that the last update solved; returns their number.
CAPER_API int caper_actor_goals(const caper_actor *actor, const caper_goal **goals);
/// Replace the pose by what physics has made of it, until the next update. False, with nothing
/// changed, when the count of bodies differs or the numbers are not a pose.
CAPER_API bool caper_actor_accept(caper_actor *actor, const caper_pose *local, caper_root root);

// ---------------------------------------------------------------------------------------------------
// Playing

/// Something to play: exactly one of motion, clip, gait, puppet and kind. Start from
/// caper_play_def_default().
typedef struct caper_play_def {
    const caper_motion *motion;
    const caper_clip *clip; ///< of the actor's skeleton
    const caper_gait *gait; ///< of the actor's character: a walk, directed by caper_actor_command
    const struct caper_puppet_def
        *puppet; ///< a performer (caper_actor_perform); character and world need not be set
    const struct caper_source_kind *kind; ///< a kind of your own
    void *self;                           ///< and its instance
    const char *name;  ///< by which a saved state finds it again, at most 63 bytes; NULL: that of
                       ///< the motion or clip, or of the kind
    int variant;       ///< of a motion; -1: the one nearest to the first of its targets that the
                       ///< actor has set, else the first
    int layer;         ///< 0 .. CAPER_MAX_LAYERS - 1; higher layers go on top
    float weight;      ///< 0..1; default 1
    float speed;       ///< default 1; 0: time stands still; not negative
    float start;       ///< seconds into the source
    float fade_in;     ///< seconds; what plays on the layer fades out meanwhile; default 0.25
    float fade_out;    ///< seconds before the end in which a queued source fades in; default 0.25
    bool hold;         ///< at its end it holds the last pose until stopped, replaced or followed
    int loops;         ///< times to play; 0 (default): as the source says (once, or forever)
    bool queue;        ///< wait until the layer's last source ends (or, if it loops forever, its
                       ///< pass) instead of replacing it
    bool additive;     ///< a clip only: its difference from rest is added to what is below
    const float *mask; ///< weight per body, copied: of its pose, goals and contacts; the root
                       ///< body's also weighs root motion. Above 1 counts as 1; NULL: all 1
    uint32_t cookie;
} caper_play_def;
/// Nothing to play yet.
CAPER_API caper_play_def caper_play_def_default(void);

/// A handle of a source that plays; 0 is none. An actor does not reuse handles, but a load resumes
/// the numbering of the loaded state.
typedef uint32_t caper_source;

/// Start or queue a source. 0 with an error: not bindable, another skeleton, too many sources. What
/// it plays must exist until the actor is destroyed or has reported the end of the source. Walks
/// and other kinds without an end go on until they are stopped or replaced. May allocate.
CAPER_API caper_source caper_actor_play(caper_actor *actor, const caper_play_def *def,
                                        caper_error *error);
/// Fade a source out and end it, no later than it would anyway; 0 stops all. A source that waits
/// behind it begins. A source that is stopped while it waits is dropped at once, without an event.
CAPER_API void caper_actor_stop(caper_actor *actor, caper_source source, float fade_out);
/// The state of a source.
typedef struct caper_source_state {
    bool waiting; ///< in the queue
    float time;   ///< seconds into the source, not wrapped
    float weight; ///< with fades
    float speed;  ///< as set
    int variant;  ///< of a motion
    int layer;    ///< that it plays on
} caper_source_state;
/// Get its state; false when it has ended.
CAPER_API bool caper_actor_source(const caper_actor *actor, caper_source source,
                                  caper_source_state *state);
/// Change a source that plays: members below 0 stay as they are. False when it has ended.
CAPER_API bool caper_actor_adjust(caper_actor *actor, caper_source source, float speed,
                                  float weight, int variant);
/// Set a target by name, in the world; it stays until changed. False when there are too many,
/// or it is not finite or beyond 1e9 m.
CAPER_API bool caper_actor_set_target(caper_actor *actor, const char *name,
                                      caper_transform transform);
/// Forget a target; NULL: all.
CAPER_API void caper_actor_clear_target(caper_actor *actor, const char *name);

/// Direct a walk; the command holds until the next one. False when the source has ended or is not a
/// walk, or for numbers that are not finite.
CAPER_API bool caper_actor_command(caper_actor *actor, caper_source source,
                                   const caper_walk_command *command);

/// What a performer does now.
typedef struct caper_performance {
    const caper_pose *local;     ///< a pose of the performer
    const caper_transform *root; ///< where the performer is in their own space; NULL: the origin
    const float *deforms;        ///< of the actor's character, all of them; NULL: at rest
} caper_performance;
/// Set what a performer does; copied, and held until the next call. The performer begins where the
/// actor is. False when the source has ended or is not a performer's, or when the pose has other
/// counts.
CAPER_API bool caper_actor_perform(caper_actor *actor, caper_source source,
                                   const caper_performance *performance);
/// Measures of the last frame of a performer's source; NULL when it has ended or is of another
/// kind.
CAPER_API const caper_puppet_report *caper_actor_puppet(const caper_actor *actor,
                                                        caper_source source);

/// Kinds of events.
typedef enum caper_event_kind {
    CAPER_EVENT_MOTION, ///< an event of a motion
    CAPER_EVENT_ENDED,  ///< a source ended
    CAPER_EVENT_LANDED, ///< a body began to stand
    CAPER_EVENT_LEFT,   ///< a body stopped standing
    CAPER_EVENT_CLIP,   ///< a clip passed one of its key poses
    CAPER_EVENT_KIND_COUNT
} caper_event_kind;
/// Something that happened during the last update.
typedef struct caper_actor_event {
    caper_event_kind kind;
    caper_source source;       ///< 0 for bodies that land and leave
    const caper_event *event;  ///< of a motion, else NULL
    int body;                  ///< that stands, or that the event's channel moves; or -1
    const caper_key_pose *key; ///< of a clip, else NULL
} caper_actor_event;
/// The events of the last update, in order; returns their number. Of the events of motions and
/// clips the first 64 of an update are kept; all others always are.
CAPER_API int caper_actor_events(const caper_actor *actor, const caper_actor_event **events);

// ---------------------------------------------------------------------------------------------------
// Contacts: what stands, as the actor holds it

/// A body that may stand.
typedef struct caper_actor_contact {
    int body;
    bool holds;            ///< it stands now
    float since;           ///< seconds for which it has stood, or not
    caper_transform world; ///< where the body is held, or where the source wants it
} caper_actor_contact;
/// What the last update held; returns their number.
CAPER_API int caper_actor_contacts(const caper_actor *actor, const caper_actor_contact **contacts);

// ---------------------------------------------------------------------------------------------------
// Source kinds: how other rooms, and your own code, move an actor

/// What a source offers in a frame. Memory is the actor's, sized by `room` when it is opened.
typedef struct caper_offer {
    caper_pose local;     ///< base pose; no bodies where the kind has none
    const float *weights; ///< of local, per body, 0..1; NULL (at first): 1
    caper_goal *goals;    ///< in model space
    int goal_count;       ///< 0 when `look` is called
    caper_offer_contact *contacts;
    int contact_count; ///< 0 when `look` is called
    bool cut; ///< false when `look` is called; true: the source has jumped, and its contacts are
              ///< held anew
    float *deform_weights; ///< of the deforms in local, 0 when `look` is called; or NULL
    bool keeps_root;       ///< the root stays where the pose has it when limbs are solved
    const uint8_t *solid; ///< per body, a caper_solid: how what is in the ground after solving gets
                          ///< out of it; NULL (at first): it stays
    bool calms; ///< limbs at their limits miss their goals rather than bend another way from one
                ///< frame to the next
} caper_offer;

/// The input of a source in a frame.
typedef struct caper_source_input {
    float dt;            ///< seconds, times the source's speed
    double time, before; ///< of the source now and at the last update, not wrapped; before < 0:
                         ///< time 0 is still to come
    caper_root root;     ///< of the actor: before the frame in move, final in look and pose
    bool jumped;         ///< the actor was put elsewhere: remembered places no longer hold
    bool alone;          ///< nothing else plays: no pose is needed before `pose`
    const caper_world *world;            ///< may be NULL
    const caper_world_frame *frame;      ///< the actor's own targets first
    const caper_pose *last_model;        ///< the actor's last pose
    caper_root last_root;                ///< and where it was then
    caper_root rate;                     ///< at which the root moved then, per second
    const caper_actor_contact *contacts; ///< what it held then
    int contact_count;
} caper_source_input;

/// The most that a source ever offers.
typedef struct caper_source_room {
    int goals, contacts;
    bool pose;  ///< it has a base pose
    bool poses; ///< it has a `pose` callback that replaces that pose after contacts are held
} caper_source_room;

/// One kind of source: its callbacks, called each frame in the order of the members. None but room
/// and destroy may allocate; none may start or stop sources.
typedef struct caper_source_kind {
    const char *name; ///< "walk": in states and messages
    /// Advance: set `root` (which holds the actor's) to where the source moves it. NULL: it stays.
    bool (*move)(void *self, const caper_source_input *input, caper_root *root);
    /// Offer pose, goals and contacts.
    bool (*look)(void *self, const caper_source_input *input, caper_offer *offer);
    /// With contacts as they are held, pose anew: may change all of the offer. May be NULL.
    bool (*pose)(void *self, const caper_source_input *input, caper_offer *offer);
    /// Seconds of one pass; HUGE_VAL: endless. NULL: endless.
    double (*duration)(const void *self);
    void (*room)(const void *self, caper_source_room *room);  ///< called once, when it is opened
    size_t (*save)(const void *self, void *out, size_t size); ///< bytes needed; may be NULL
    /// Refuses what is damaged; where it sets no error, the actor says whose state it is.
    bool (*load)(void *self, const void *bytes, size_t size, caper_error *error);
    void (*destroy)(void *self); ///< NULL: the caller keeps it
    bool foresees; ///< move and look depend only on the times that they are given: the actor may
                   ///< ask for times to come
} caper_source_kind;

/// A player of a motion graph as a source: kind caper_graph_kind(), self one of these. The player
/// must be of a graph of the actor's skeleton and must not serve another actor.
typedef struct caper_graph_source {
    caper_graph_player *player;
    caper_graph_command command; ///< read each frame, world space; change it at any time
    bool commanded;              ///< false: the player follows its walk, or wanders
    caper_graph_frame frame;     ///< of the last update; zero it to start
} caper_graph_source;
/// The kind of such sources.
CAPER_API const caper_source_kind *caper_graph_kind(void);

/// A player by matching as a source: kind caper_match_kind(), self one of these. The player must be
/// of a database of the actor's skeleton and must not serve another actor.
typedef struct caper_match_source {
    caper_match_player *player;
    caper_graph_command command; ///< read each frame, world space; change it at any time
    caper_match_frame frame;     ///< of the last update; zero it to start
} caper_match_source;
/// The kind of such sources.
CAPER_API const caper_source_kind *caper_match_kind(void);

// ---------------------------------------------------------------------------------------------------
// Stages: what other rooms plug in

/// When a stage runs.
typedef enum caper_stage_order {
    CAPER_STAGE_GOALS, ///< after the sources, before contacts are held and IK: may add, change and
                       ///< drop goals, and set the root
    CAPER_STAGE_POSE,  ///< after IK, before jiggle: may change the local pose
    CAPER_STAGE_LAST,  ///< after jiggle
    CAPER_STAGE_COUNT
} caper_stage_order;

/// What a stage sees and may change during one update.
typedef struct caper_stage_frame {
    const caper_character *character;
    const caper_world *world;
    const caper_world_frame *frame;
    float dt; ///< seconds
    caper_root *root;
    caper_goal *goals; ///< with room for goal_capacity
    int *goal_count;
    int goal_capacity;
    caper_pose *local;     ///< base pose before IK, the solved one after it
    const uint8_t *has_ik; ///< after IK
    // before IK, and in a look ahead
    const caper_pose *model;     ///< base pose, model space
    const caper_transform *feet; ///< by leg: where the foot is wanted, model space
    const int8_t *stands;        ///< by leg, as the sources say: 1, 0, or -1 for unknown
    bool walks;                  ///< a source plans the feet itself: a walk
    caper_root before;           ///< where the root was before the sources moved it
    caper_offer_contact
        *contacts; ///< room for one per leg: bodies that the stage itself has placed, standing or
                   ///< swinging; the sources' contacts for them are not used
    int *contact_count; ///< number of them, initially 0
    // in a look ahead
    float ahead;    ///< seconds from now
    caper_root way; ///< movement of the root since the last look ahead
} caper_stage_frame;

/// A stage. `state` is the caller's and must outlive the actor; run must not allocate.
typedef struct caper_actor_stage {
    const char *name;
    caper_stage_order order;
    int rank; ///< within the order: lower first, ties by insertion
    bool (*run)(void *state, const caper_stage_frame *frame); ///< false: the update fails
    /// Called on a stage before IK that offered contacts, once they are held: it poses its limbs to
    /// meet them. May be NULL. False: the update fails.
    bool (*pose)(void *state, const caper_stage_frame *frame);
    size_t (*save)(const void *state, void *out, size_t size); ///< bytes needed; may be NULL
    /// As that of a source. May be NULL.
    bool (*load)(void *state, const void *bytes, size_t size, caper_error *error);
    void *state;
    /// For a stage before IK that looks ahead: returns the next moment it needs, in seconds after
    /// this update of dt, and in `since` the one it got last; below 0: no more. Called before `run`
    /// in each update. May be NULL.
    float (*wants)(void *state, float dt, float *since);
    /// Receives that moment as all sources will have it; NULL: some source cannot foresee it.
    void (*show)(void *state, const caper_stage_frame *frame);
} caper_actor_stage;
/// Plug in a stage; false when there are too many.
CAPER_API bool caper_actor_add_stage(caper_actor *actor, const caper_actor_stage *stage);
/// Remove all stages of that name.
CAPER_API void caper_actor_remove_stage(caper_actor *actor, const char *name);

/// Plug in a stride as a stage before IK: the feet of whatever the actor plays move it, up and down
/// over what is in the world. The stride must be of the actor's character, serve no other actor,
/// and outlive it. Walks plan their own feet and are left alone. False when there are too many
/// stages.
CAPER_API bool caper_actor_add_stride(caper_actor *actor, caper_stride *stride);

// ---------------------------------------------------------------------------------------------------
// Recording: an actor run over time becomes a clip

/// A recording to be made. Start from caper_recorder_def_default().
typedef struct caper_recorder_def {
    const char *name; ///< of the clip, copied; NULL: that of the character
    float rate;       ///< frames a second; default 30
    bool loops;       ///< the last frame is the first one again
    float eased; ///< metres: jumps, in a motion timed for a body of that size, are spread over the
                 ///< frames around them; 0: they are not
    bool eases_steps;       ///< paths of feet in the air are smoothed too, whether they jump or not
    caper_journal *journal; ///< receives every frame as well; NULL (default): none
    const char *const *tags; ///< of the clip; they stay valid until it is finished
    int tag_count;
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_recorder_def;
/// 30 frames a second.
CAPER_API caper_recorder_def caper_recorder_def_default(void);

/// Records one actor frame by frame: poses, root, contacts, events of motions, deforms.
typedef struct caper_recorder caper_recorder;
/// A recorder of an actor, which must outlive it. NULL with an error.
CAPER_API caper_recorder *caper_recorder_create(const caper_actor *actor,
                                                const caper_recorder_def *def, caper_error *error);
/// Free a recorder; NULL is fine.
CAPER_API void caper_recorder_destroy(caper_recorder *recorder);
/// Record the actor's last update as the next frame. False without memory, or for too many frames.
CAPER_API bool caper_recorder_take(caper_recorder *recorder, caper_error *error);
/// Keep the first `frame_count` frames and drop the rest, such as those after a performer has left.
CAPER_API void caper_recorder_cut(caper_recorder *recorder, int frame_count);
/// The number of frames so far.
CAPER_API int caper_recorder_frame_count(const caper_recorder *recorder);
/// All frames as a clip of the actor's skeleton. Contacts shorter than 0.1 s (scaled from a person)
/// are left out; the root track is there if the actor was ever away from the origin. NULL with an
/// error.
CAPER_API caper_clip *caper_recorder_finish(caper_recorder *recorder, caper_error *error);

/// A recording in one call. Start from caper_record_job_default().
typedef struct caper_record_job {
    caper_actor *actor;
    caper_recorder_def recorder;
    float seconds; ///< how long; frame 0 is the actor as it begins
    float settle;  ///< seconds to run first, so that loose parts have settled; `before` is then
                   ///< called with frames and times below 0
    bool (*before)(void *user, caper_actor *actor, int frame,
                   float time); ///< called before each frame, to direct the actor; false ends the
                                ///< recording; may be NULL
    void *user;
    const caper_world_frame *frame; ///< what moves in the world, all the time; may be NULL
    const caper_progress *progress; ///< may be NULL
    uint32_t cookie;
} caper_record_job;
/// No actor yet.
CAPER_API caper_record_job caper_record_job_default(void);
/// Run the actor and record it. NULL with an error.
CAPER_API caper_clip *caper_record(const caper_record_job *job, caper_error *error);

/// Record anything an actor can play in one call: an actor is made, plays it, and is recorded.
/// Start from caper_play_clip_job_default().
typedef struct caper_play_clip_job {
    caper_actor_def actor;       ///< who plays, in which world, and where it starts
    caper_play_def play;         ///< what; the default does not fade and holds the end
    const caper_play_def *above; ///< played too, on a layer above; may be NULL
    const caper_target *targets; ///< in the world; may be NULL
    int target_count;            ///< at most CAPER_MAX_TARGETS
    caper_record_job record;     ///< how; its actor is made here. 0 seconds: a motion or clip once,
                                 ///< which takes a speed above 0
    bool runs_up;                ///< a looping motion plays whole passes before, at least four
                                 ///< seconds, so that loose parts settle and it loops (default);
                                 ///< not where `record` has a `settle` or a `before` of its own
    bool eases;                  ///< jumps of a motion are spread over the frames around them, as
                                 ///< `eased` of a recorder does for its own size (default)
    const caper_route *route;    ///< where a walk (the gait of `play`) goes; NULL: as `before` of
                                 ///< `record` commands it
    float heading;       ///< radians, yaw of a walk along it; NAN (default): along the route
    caper_source source; ///< out: of `play`, before the first frame
    int variant;         ///< out: the one that was played
    float left_ground;   ///< out: seconds at which a walk along the route had no ground below it;
                         ///< below 0: never
    float went_through;  ///< out: seconds at which it was inside something too high to climb; below
                         ///< 0: never
    uint32_t cookie;
} caper_play_clip_job;
/// No character and nothing to play yet.
CAPER_API caper_play_clip_job caper_play_clip_job_default(void);
/// Play and record. NULL with an error.
CAPER_API caper_clip *caper_play_clip(caper_play_clip_job *job, caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Retargeting in one call

/// How a clip gets onto another body.
typedef enum caper_retarget_method {
    CAPER_RETARGET_AUTO,       ///< importance for a person's clip, else by motion
    CAPER_RETARGET_IMPORTANCE, ///< what matters keeps its place (a person's clip onto any body)
    CAPER_RETARGET_ANGLES,     ///< joint angles only
    CAPER_RETARGET_EFFECTORS,  ///< positions of hands and feet only
    CAPER_RETARGET_MOTION,     ///< generalize, bind, specialize: any clip onto any body
    CAPER_RETARGET_METHOD_COUNT
} caper_retarget_method;
/// "auto", "importance", "angles", "effectors", "motion"; NULL outside the enum.
CAPER_API const char *caper_retarget_method_name(caper_retarget_method method);

/// A clip onto another body. Start from caper_retarget_job_default().
typedef struct caper_retarget_job {
    const caper_clip *clip;
    const caper_character *from; ///< whose clip it is
    const caper_character *onto; ///< the body that it goes onto
    caper_retarget_method method;
    caper_puppet_def
        puppet; ///< settings of the importance-based methods; its characters and world are ignored
    const caper_world *world;       ///< what `onto` stands on; NULL: flat ground
    const caper_target *targets;    ///< counted as things by importance, in that world; may be NULL
    int target_count;               ///< at most CAPER_MAX_TARGETS
    const caper_filter_def *filter; ///< cleans what the performer does; NULL (default): none
    float rate;                     ///< frames a second; 0: the clip's
    float floor;                    ///< of the clip's own space, metres; NAN (default): estimated
    float tolerance; ///< of keys for CAPER_RETARGET_MOTION, share of height; 0: the default
    float smooth;    ///< seconds at a person's size, standard deviation: faster movements of the
                     ///< performer are taken for noise; default 0.01, at most 1; 0: none
    bool stiff;      ///< loose parts do not jiggle; default false
    bool bake_root;  ///< travel over the ground stays in the bodies; else it is in the root track
    const caper_progress *progress;   ///< may be NULL
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
    // results
    caper_retarget_method used;
    caper_motion *motion; ///< the motion in between, the caller's to destroy; else NULL
    caper_motion_from_clip_report motion_report; ///< of that motion
    caper_puppet_report report; ///< of the last frame of the importance-based methods
} caper_retarget_job;
/// No clip yet; the method is chosen by the clip.
CAPER_API caper_retarget_job caper_retarget_job_default(void);
/// Retarget a clip of any skeleton onto any character. Rest poses in front of a capture become its
/// first frame. NULL with an error.
CAPER_API caper_clip *caper_retarget(caper_retarget_job *job, caper_error *error);

// ---------------------------------------------------------------------------------------------------
// A clip walked over a world by its feet, in one call

/// A clip walked over a world by its feet. Start from caper_stride_clip_job_default().
typedef struct caper_stride_clip_job {
    const caper_clip *clip;
    const caper_character *character; ///< whose clip it is
    caper_stride_def stride;          ///< choices; its character is ignored; floor NAN (default):
                                      ///< estimated
    const caper_world *world;         ///< NULL: flat ground
    caper_root root;                  ///< where it starts, and which way; y is the ground's there
    float rate;                       ///< frames a second; 0: the clip's
    int loops;                        ///< times to play; 0: once
    bool on_the_spot; ///< the clip's own root motion is removed first: its feet alone move it
    /// Called before each frame, to move platforms: fills `frame`. May be NULL.
    void (*before)(void *user, float time, caper_world_frame *frame);
    void *user;
    const caper_progress *progress;   ///< may be NULL
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
    // results
    caper_stride_report report;
    int key_poses; ///< of the clip, marked or found
} caper_stride_clip_job;
/// No clip yet.
CAPER_API caper_stride_clip_job caper_stride_clip_job_default(void);
/// Record a clip as a stride takes it over a world. Contacts are marked in it. NULL with an error:
/// no feet, fewer than two key poses, a path that leads to where there is no ground.
CAPER_API caper_clip *caper_stride_clip(caper_stride_clip_job *job, caper_error *error);

// ---------------------------------------------------------------------------------------------------
// State

/// Write all state that changes with time: sources, times, targets, contacts, jiggle, stages. What
/// plays is written by kind and name. Returns the bytes needed; nothing is written when `size` is
/// less, so (NULL, 0) gives the size.
CAPER_API size_t caper_actor_save(const caper_actor *actor, void *out, size_t size);
/// Finds what a state plays, while loading: fills in the one member of `def` that says what to play
/// (motion, clip, gait, or kind and self) for a source of that kind ("motion", "clip", "walk",
/// "puppet", or the kind's own) and name. A kind with `destroy` needs an instance of its own, which
/// the actor owns once the state is loaded; if the state is refused, everything that was found
/// stays the caller's. False: unknown.
typedef struct caper_source_finder {
    bool (*find)(void *user, const char *kind, const char *name, caper_play_def *def);
    void *user;
} caper_source_finder;
/// Restore a state; the next update then gives the same bits as that of the actor that saved it.
/// False with an error, and the actor unchanged, for any other bytes.
CAPER_API bool caper_actor_load(caper_actor *actor, const void *bytes, size_t size,
                                const caper_source_finder *finder, caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Assets: files of any kind, read at once or in the background

/// What a file holds.
typedef enum caper_asset_kind {
    CAPER_ASSET_NONE,
    CAPER_ASSET_MOTION,    ///< .motion.json
    CAPER_ASSET_CLIP,      ///< .clip.json, .clip.bin
    CAPER_ASSET_CHARACTER, ///< .character.json
    CAPER_ASSET_WORLD,     ///< .world.json
    CAPER_ASSET_MAP,       ///< .map.json
    CAPER_ASSET_GRAPH,     ///< .graph.json
    CAPER_ASSET_IMPORT,    ///< any other: a foreign file (formats.h)
    CAPER_ASSET_KIND_COUNT
} caper_asset_kind;

/// What a file holds, by its first bytes (head may be NULL), else by the extension of its path.
/// Anything else is CAPER_ASSET_IMPORT, whether there is a reader for it or not.
CAPER_API caper_asset_kind caper_asset_kind_of(const char *path, const char *head, size_t size);

/// What was read: the pointer of its kind is set, the others are NULL.
typedef struct caper_asset {
    caper_asset_kind kind;
    caper_motion *motion;
    caper_clip *clip;
    caper_character *character;
    caper_world *world;
    caper_map *map;
    caper_graph *graph;
    caper_import *import;
} caper_asset;
/// Read a file, whatever it holds; free it with caper_asset_destroy. `options` go for files of
/// ours (max_bytes 0: 256 MiB), `import` for foreign ones; either may be NULL. False with an error
/// and nothing to free.
CAPER_API bool caper_asset_load(const char *path, const caper_load_options *options,
                                const caper_import_options *import, caper_asset *asset,
                                caper_error *error);
/// Free what is in it, and empty it.
CAPER_API void caper_asset_destroy(caper_asset *asset);

/// What to describe of a file that was read. Zero it first.
typedef struct caper_asset_view {
    const caper_character *character; ///< NULL: it is about none
    const caper_import *import;       ///< the foreign file that it came from; NULL: one of ours
    const caper_clip *const *clips;   ///< of that character
    int clip_count;
    const caper_world *world;       ///< may be NULL
    const caper_motion *motion;     ///< may be NULL
    const caper_map *map;           ///< which body is which part; may be NULL
    const caper_tagging *tagging;   ///< how its caps were found; NULL: they were given
    const caper_warnings *warnings; ///< of the reader; may be NULL
    bool brief;                     ///< without a table of bodies
} caper_asset_view;
/// Describe it as text for people to read.
CAPER_API void caper_asset_describe(const caper_asset_view *view, caper_text *text);
/// The same as a JSON object, with the members of `caper info --json`.
CAPER_API void caper_asset_summarize(const caper_asset_view *view, caper_json_writer *writer);

/// Assets by path, loaded in the background and kept until destroyed. May be used from several
/// threads.
typedef struct caper_library caper_library;
/// State of a request.
typedef enum caper_load_state {
    CAPER_LOAD_PENDING,
    CAPER_LOAD_READY,
    CAPER_LOAD_FAILED,
    CAPER_LOAD_STATE_COUNT
} caper_load_state;
/// An empty library that reads files on one thread of its own, which also uses the allocator. NULL
/// without memory.
CAPER_API caper_library *caper_library_create(const caper_allocator *allocator, caper_error *error);
/// Wait for the file that is being read, drop what is still pending, free all assets; NULL is
/// fine.
CAPER_API void caper_library_destroy(caper_library *library);
/// Ask for a file; returns at once. What it holds: see caper_asset_kind_of.
/// The same path gives the same request. -1 without memory.
CAPER_API int caper_library_request(caper_library *library, const char *path);
/// The same for a foreign file that is to be read with these options (copied; their strings and
/// allocator must outlive the library). The first request for a path decides.
CAPER_API int caper_library_request_import(caper_library *library, const char *path,
                                           const caper_import_options *options);
/// The state of a request; `asset` (may be NULL) is set when ready, `error` (may be NULL) when
/// failed.
CAPER_API caper_load_state caper_library_poll(caper_library *library, int request,
                                              const caper_asset **asset, caper_error *error);
/// Wait for it; NULL with an error when it failed.
CAPER_API const caper_asset *caper_library_wait(caper_library *library, int request,
                                                caper_error *error);

#ifdef __cplusplus
}
#endif

#endif
