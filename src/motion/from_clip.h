// SPDX-License-Identifier: MIT
//
// What the files that turn a clip into a motion share.
//
// An effector is a body whose way through the clip is kept: a foot, a hand, a head ... A voice is
// what one query selects of them: usually one, a symmetric pair, or bodies that no query can tell
// apart. An effector has aspects, one for each mode in which it moves in the course of the clip;
// each becomes a channel, and their weights sum to 1 at every moment.
#ifndef CAPER_SRC_MOTION_FROM_CLIP_H
#define CAPER_SRC_MOTION_FROM_CLIP_H

#include "motion/fit_curve.h"
#include "motion/motion.h"

/// How an effector may move: a channel to be.
typedef struct caperi_aspect {
    caper_mode mode;
    int aim;    ///< effector, or -1
    bool lands; ///< on the ground exactly: general y is 1, whatever the noise of the capture
} caperi_aspect;

/// An aspect holds from one frame to another, both included. Stays follow each other.
typedef struct caperi_stay {
    int aspect;
    int first, last;
} caperi_stay;

enum {
    CAPERI_MAX_ASPECTS = 8
};

/// A body to be kept.
typedef struct caperi_clip_effector {
    int body;
    caper_caps kind;         ///< the cap by which it is here
    int side;                ///< +1 left, 0, -1 right
    bool position, rotation; ///< what of it becomes goals
    bool spare;              ///< dropped unless it moves by itself or something aims at it
    bool moves_deform;       ///< the clip moves a deform of it
    int voice;               ///< -1: none
    caper_vec3 point;        ///< body frame
    caper_transform *track;  ///< frame by frame: where the point is, how the body is turned
    caperi_aspect aspects[CAPERI_MAX_ASPECTS]; ///< the first is the free one
    int aspect_count;
    const caperi_stay *stays;
    int stay_count;
} caperi_clip_effector;

/// The effectors of one query.
typedef struct caperi_voice {
    caper_query query;
    int priority;
    const int16_t *members; ///< effectors
    int member_count;
    bool pair; ///< a body and its mirror image, which move as such
    const char *name;
} caperi_voice;

/// Work on one clip.
typedef struct caperi_from_clip {
    const caper_motion_from_clip_job *job;
    const caper_character *character;
    const caper_clip *clip;
    caper_error *error;
    caper_arena arena;   ///< what lives until the motion is made
    caper_arena scratch; ///< what a step needs
    int first_frame;     ///< of the clip: what is before it is a rest pose in front of the motion
    int frame_count;     ///< from there on
    float floor;
    caper_root start;       ///< where the motion starts, in the space of the clip
    caper_curve *travel;    ///< NULL: stays where it is
    caper_transform *roots; ///< of the traveling model space, frame by frame, from start
    caperi_clip_effector *effectors;
    int effector_count;
    caperi_voice *voices;
    int voice_count;
    int next_priority; ///< below all before it
    int shared_count, left_out_count;
} caperi_from_clip;

/// Which bodies are kept: root, ends of the spine, feet, graspers, heads, mouths, and the tips of
/// wings, tails, fins, tentacles and bare limbs. False without memory.
bool caperi_choose_effectors(caperi_from_clip *work);
/// The way over the ground as a smooth curve, and the effectors' tracks in the space that goes that
/// way. False without memory.
bool caperi_take_tracks(caperi_from_clip *work);
/// Aspects: who stands, touches and meets when. False without memory.
bool caperi_find_aspects(caperi_from_clip *work);
/// Keys of the weight of an aspect, in the work's arena; NULL without memory.
caper_curve *caperi_aspect_weight(caperi_from_clip *work, const caperi_clip_effector *effector,
                                  int aspect);
/// Voices: the smallest queries that tell the effectors apart. False without memory.
bool caperi_find_queries(caperi_from_clip *work);
/// Where the motion's goals are against the clip, frame by frame. False when it cannot be bound.
bool caperi_verify(caperi_from_clip *work, const caper_motion *motion,
                   caper_motion_from_clip_report *report);
/// Time of a frame, in the clip.
static inline float caperi_clip_time(const caperi_from_clip *work, int frame)
{
    return (float)((double)(work->first_frame + frame) / (double)work->clip->rate);
}
/// Time of a frame, in the motion.
static inline float caperi_motion_time(const caperi_from_clip *work, int frame)
{
    return (float)((double)frame / (double)work->clip->rate);
}
/// Out of memory: false, and the error says so.
bool caperi_from_clip_no_memory(const caperi_from_clip *work);

#endif
