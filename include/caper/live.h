// SPDX-License-Identifier: MIT
// Room `live`: motion over the network, in and out, by the VMC protocol 3.1 (OSC 1.0 over UDP).
//
// - people: poses of the parts of a person (person.h), relative to the T-pose that all share;
// - the receiver: takes packets of several performers, puts frames together, evens out their
//   arrival with a jitter buffer, and gives a pose for any time; it counts everything that comes
//   in;
// - the sender: sends a character's poses to any program that speaks VMC;
// - shows: a performer moves an actor, which is sent on and recorded, in one call.
// Receiver and sender never block (except in caper_live_receiver_wait), need no thread, and
// allocate nothing once they are made. Times are seconds of any steady clock of the caller's, the
// same one for all calls. VMC's left-handed space is converted at the border.
#ifndef CAPER_LIVE_H
#define CAPER_LIVE_H

#include "caper/actor.h"
#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/person.h"
#include "caper/puppet.h"
#include "caper/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CAPER_LIVE_PORT 39539       ///< where receivers of VMC listen
#define CAPER_LIVE_MAX_PERFORMERS 8 ///< at the same time
#define CAPER_LIVE_MAX_DEFORMS 128  ///< of one performer
#define CAPER_LIVE_MAX_TRACKERS 16  ///< of one performer
#define CAPER_LIVE_MAX_NAME 64      ///< bytes of the name of a deform or tracker, the 0 included

// ---------------------------------------------------------------------------------------------------
// People

/// A person who can be sent and received: the parts, which must include a head and nest in the tree
/// (see caper_person), and the names of the deforms. A value; make it with caper_live_person_make.
typedef struct caper_live_person {
    caper_person person;
    int deform_count;                         ///< of the character, at most CAPER_LIVE_MAX_DEFORMS
    uint64_t deforms[CAPER_LIVE_MAX_DEFORMS]; ///< hashes of their names, without the body unless
                                              ///< two would then be the same
} caper_live_person;
/// Find the person in a character; map may be NULL. Refused with a reason: caper_person_find fails,
/// no head, a tree that does not begin at the hips.
CAPER_API bool caper_live_person_make(const caper_character *character, const caper_map *map,
                                      caper_live_person *person, caper_error *error);

/// A pose of a person of any proportions. In the T-pose all rotations are the identity.
typedef struct caper_live_pose {
    caper_transform root; ///< of the person; any transform
    caper_vec3 hips;      ///< position of the hips' joint, relative to the root
    float leg_height; ///< of the person that `root` and `hips` come from; 0: unknown, and nothing
                      ///< is scaled
    uint64_t present; ///< bit n: rotations[n] is known; the others are the identity
    caper_quat rotations[CAPER_PART_COUNT]; ///< relative to the nearest part above
} caper_live_pose;
/// The T-pose at the origin, with nothing known.
CAPER_API caper_live_pose caper_live_pose_identity(void);
/// Take a person's pose from a character's. Bodies between two parts fold into the lower one.
CAPER_API void caper_live_pose_take(const caper_person *person, const caper_pose *local,
                                    caper_root root, caper_live_pose *pose);
/// Put a person's pose on a character: rotations from T-pose to T-pose, positions of root and hips
/// scaled by leg heights, rotations of parts that it lacks folded into those below, all other
/// bodies at rest. The root's tilt goes to the hips. Deforms stay as they are. `local` is of the
/// character's counts.
CAPER_API void caper_live_pose_put(const caper_person *person, const caper_live_pose *pose,
                                   caper_pose *local, caper_root *root);

// ---------------------------------------------------------------------------------------------------
// Receiver

/// How to receive. Start from caper_live_receiver_def_default().
typedef struct caper_live_receiver_def {
    const char *bind; ///< address to listen on; default "127.0.0.1": this machine only; "0.0.0.0":
                      ///< everyone; NULL: no socket, see caper_live_receiver_feed
    int port;         ///< default CAPER_LIVE_PORT; 0: any free one
    const char *from; ///< accept packets of this IPv4 address only; NULL (default): all
    float
        latency; ///< the jitter buffer: seconds by which poses lag behind, 0 to 0.25; default 0.02
    float idle;  ///< seconds of silence after which a performer may be replaced; default 2
    int max_performers; ///< default CAPER_LIVE_MAX_PERFORMERS
    int max_rate; ///< packets a second of one performer; the rest is dropped; default 20000 (one
                  ///< for each message, at 120 Hz); all senders that are not performers share a
                  ///< tenth of it
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_live_receiver_def;
/// This machine only, the usual port, 20 ms.
CAPER_API caper_live_receiver_def caper_live_receiver_def_default(void);

/// Receives what performers send.
typedef struct caper_live_receiver caper_live_receiver;
/// A performer of a receiver; 0 is none. Never reused by one receiver.
typedef uint32_t caper_performer;

/// Open it. NULL with an error: the port is taken, the address is not one, a bad def, no memory.
CAPER_API caper_live_receiver *caper_live_receiver_create(const caper_live_receiver_def *def,
                                                          caper_error *error);
/// Close it; NULL is fine.
CAPER_API void caper_live_receiver_destroy(caper_live_receiver *receiver);
/// The port it listens on; 0 without a socket.
CAPER_API int caper_live_receiver_port(const caper_live_receiver *receiver);
/// Take all packets that have arrived; at most 4096 at once, so that a flood cannot hold it up.
/// `now` never goes back. Returns how many were taken. Call it once a frame, or when
/// caper_live_receiver_wait returns true.
CAPER_API int caper_live_receiver_poll(caper_live_receiver *receiver, double now);
/// Wait for a packet, at most so many seconds; true when there is one.
CAPER_API bool caper_live_receiver_wait(caper_live_receiver *receiver, float seconds);
/// Take one packet that did not come by the socket. `source` (any number) identifies the sender.
/// False when it was malformed, dropped or late.
CAPER_API bool caper_live_receiver_feed(caper_live_receiver *receiver, const void *packet,
                                        size_t size, uint64_t source, double now);
/// The present performers in order of arrival; returns their number.
CAPER_API int caper_live_receiver_performers(const caper_live_receiver *receiver,
                                             caper_performer out[CAPER_LIVE_MAX_PERFORMERS]);

/// The pose of a performer at a time (usually now): interpolated `latency` ago, held at the newest
/// frame when nothing newer has come. Deforms: `deforms`, when not NULL, receives as many as
/// caper_live_performer_info says. False before the first frame, or when the performer is gone.
/// Never allocates.
CAPER_API bool caper_live_receiver_pose(const caper_live_receiver *receiver,
                                        caper_performer performer, double time,
                                        caper_live_pose *pose, float *deforms);
/// The same, put on a character (the performer's, or any person): bodies, deforms of the same name,
/// and the root.
CAPER_API bool caper_live_receiver_frame(const caper_live_receiver *receiver,
                                         caper_performer performer, double time,
                                         const caper_live_person *person, caper_pose *local,
                                         caper_root *root);
/// Build a character with the proportions of a performer, in the T-pose: bodies named as in VMC,
/// its deforms on the head (past 64 on the body that carries the head). Parts without a position
/// get usual proportions. NULL with an error before the first frame, or without memory.
CAPER_API caper_character *caper_live_receiver_character(const caper_live_receiver *receiver,
                                                         caper_performer performer,
                                                         const caper_allocator *allocator,
                                                         caper_error *error);

/// Counters. Rates and times are over about the last second.
typedef struct caper_live_meters {
    uint64_t packets;   ///< taken and understood
    uint64_t bytes;     ///< of them
    uint64_t frames;    ///< put together
    uint64_t malformed; ///< packets that are not OSC
    uint64_t ignored;   ///< messages that are not VMC's, or whose arguments make no sense
    uint64_t dropped;   ///< packets over the rate, of senders beyond max_performers, or refused
    uint64_t overrun; ///< packets lost because poll was called too rarely (where the system tells)
    uint64_t late;    ///< packets older than the last or the same again, and frames past their time
    uint64_t missed;  ///< frames that never came, if the sender's clock is even
    uint64_t partial; ///< frames that lacked bodies
    uint64_t restarts; ///< the sender's clock went back
    float packet_rate; ///< packets a second
    float frame_rate;  ///< frames a second
    float jitter;      ///< seconds, mean deviation of arrival from the sender's clock (RFC 3550)
    float delay;       ///< mean seconds by which packets come later than the fastest ones
    float drift;       ///< sender's clock against ours: 1e-6 is a microsecond a second too slow
} caper_live_meters;
/// Of all performers and strangers; times are the largest of any performer.
CAPER_API caper_live_meters caper_live_receiver_meters(const caper_live_receiver *receiver);

/// A head set, controller or tracker.
typedef struct caper_live_tracker {
    char name[CAPER_LIVE_MAX_NAME]; ///< serial number
    char kind;                      ///< 'h' head, 'c' controller, 't' tracker
    caper_transform place;          ///< the newest, relative to the room
    double time;                    ///< when it came
} caper_live_tracker;

/// What is known about a performer. Pointers are valid until the next poll or feed.
typedef struct caper_live_performer_info {
    char address[32]; ///< "127.0.0.1:51234"
    bool loaded;      ///< the sender has a model loaded; true when it has not said
    int calibration;  ///< 0 none, 1 waiting, 2 calibrating, 3 calibrated; -1 when it has not said
    int tracking;     ///< 1 good, 0 bad, -1 when it has not said
    double last;      ///< when its last packet came
    uint64_t present; ///< bit n: that part was sent
    int deform_count;
    const char (*deforms)[CAPER_LIVE_MAX_NAME]; ///< names as sent
    int tracker_count;
    const caper_live_tracker *trackers;
    caper_live_meters meters;
} caper_live_performer_info;
/// Get it; false when the performer is gone.
CAPER_API bool caper_live_receiver_info(const caper_live_receiver *receiver,
                                        caper_performer performer, caper_live_performer_info *info);

// ---------------------------------------------------------------------------------------------------
// Sender

/// How to send. Start from caper_live_sender_def_default().
typedef struct caper_live_sender_def {
    const char *host; ///< name or IPv4 address; default "127.0.0.1"
    int port;         ///< default CAPER_LIVE_PORT
    const caper_character *character;
    const caper_map *map;             ///< where its parts are; NULL (default): found
    float rate;                       ///< most frames a second; 0 (default): one for each call
    int packet_size;                  ///< bytes, at most 1472 (default), at least 256
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_live_sender_def;
/// To this machine and the usual port; no character yet.
CAPER_API caper_live_sender_def caper_live_sender_def_default(void);

/// Sends a character's poses.
typedef struct caper_live_sender caper_live_sender;
/// Open it; looking up a name may take a while. NULL with an error: no humanoid (see
/// caper_live_person_make), an unknown host, a bad def, no memory.
CAPER_API caper_live_sender *caper_live_sender_create(const caper_live_sender_def *def,
                                                      caper_error *error);
/// Close it; NULL is fine.
CAPER_API void caper_live_sender_destroy(caper_live_sender *sender);
/// Send a pose of the character if one is due at the def's rate. Returns the number of packets, 0
/// when none was due; packets that the system does not take at once are counted as lost. Never
/// blocks or allocates.
CAPER_API int caper_live_sender_send(caper_live_sender *sender, const caper_pose *local,
                                     caper_root root, double now);
/// What was sent.
typedef struct caper_live_sent {
    uint64_t frames, packets, bytes;
    uint64_t lost; ///< packets that the system refused
} caper_live_sent;
/// What was sent so far.
CAPER_API caper_live_sent caper_live_sender_sent(const caper_live_sender *sender);
/// The packets of a frame as they would be sent, for transports other than UDP: calls `put` for
/// each. Returns their number.
CAPER_API int caper_live_sender_write(caper_live_sender *sender, const caper_pose *local,
                                      caper_root root, double now,
                                      void (*put)(void *user, const void *packet, size_t size),
                                      void *user);

// ---------------------------------------------------------------------------------------------------
// Shows

/// How many parts of a performer have been received; 0 without a pose (some senders have a face
/// only).
CAPER_API int caper_live_receiver_parts(const caper_live_receiver *receiver,
                                        caper_performer performer);

/// What a show reports as it runs.
typedef enum caper_live_news {
    CAPER_LIVE_TICK,    ///< nothing new: a tick, or still waiting
    CAPER_LIVE_WAITING, ///< no performer yet: after three seconds, then every 30
    CAPER_LIVE_CAME,    ///< a performer has come, or another one continues in the same body
    CAPER_LIVE_RUNNING, ///< once a second
    CAPER_LIVE_NEWS_COUNT
} caper_live_news;

/// A live performance by an actor. Start from caper_live_show_job_default().
typedef struct caper_live_show_job {
    caper_live_receiver *receiver;
    caper_actor *actor;             ///< the one that the performer moves
    caper_puppet_def puppet;        ///< how; the show fills in character and performer
    const caper_filter_def *filter; ///< cleans what the performer does; NULL (default): none
    caper_live_sender *sender;      ///< receives the actor's poses; NULL: none
    caper_recorder *recorder; ///< of the actor, at `rate`; cut where the performer stopped; or NULL
    float rate;               ///< ticks a second; default 60
    float seconds; ///< length of the show; 0 (default): until silence, or until `step` ends it
    float silence; ///< seconds without packets that end it; default 2
    float grace;   ///< seconds of silence after which a restarted tracker (same address, another
                 ///< port, new since then) may continue; default 1. The first performer takes over
                 ///< again on return
    float patience; ///< seconds to wait for a performer; default 300
    bool in_place;  ///< perform where the actor is; default: the actor goes to the performer
    bool (*update)(void *user, float dt,
                   caper_error *error); ///< advances the actor by dt seconds and whatever is around
                                        ///< it, such as a physics world; false ends the show with
                                        ///< the error; NULL (default): caper_actor_update alone
    bool (*step)(void *user, const struct caper_live_show_job *job,
                 caper_live_news news); ///< called every tick; false ends the show; may be NULL
    void *user;
    uint32_t cookie;
    // results, also valid within `step`
    caper_performer performer;  ///< the present one; 0: none yet
    caper_character *character; ///< with the performer's proportions; NULL but for the show
    double time;                ///< of the last tick, seconds
    bool full;                  ///< it ended because the recorder was full
} caper_live_show_job;
/// 60 ticks a second, until two seconds of silence.
CAPER_API caper_live_show_job caper_live_show_job_default(void);
/// Run a show to its end; it sleeps between ticks. False with an error: no performer came, the
/// performer cannot move the actor, a bad job, no memory.
CAPER_API bool caper_live_show(caper_live_show_job *job, caper_error *error);

/// A clip to be sent in real time. Start from caper_live_replay_job_default().
typedef struct caper_live_replay_job {
    caper_live_sender *sender;
    const caper_clip *clip; ///< of the skeleton of the sender's character
    float rate;             ///< frames a second; default 60
    float seconds;          ///< how long; 0 (default): once, or forever when the clip loops
    bool (*step)(void *user, double time); ///< called before each frame; false ends it; may be NULL
    void *user;
    uint32_t cookie;
} caper_live_replay_job;
/// 60 frames a second.
CAPER_API caper_live_replay_job caper_live_replay_job_default(void);
/// Send it; sleeps between frames. False with an error: another skeleton, a bad job, no memory.
CAPER_API bool caper_live_replay(const caper_live_replay_job *job, caper_error *error);

#ifdef __cplusplus
}
#endif

#endif
