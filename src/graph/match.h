// SPDX-License-Identifier: MIT
//
// A database of frames for matching, as its search and its player see it.
#ifndef CAPER_SRC_GRAPH_MATCH_H
#define CAPER_SRC_GRAPH_MATCH_H

#include "graph/graph.h"

/// Seconds before the end of a clip, or its last way out, that are never an answer.
#define CAPERI_MATCH_END 0.33f

/// How a body stands, beside what its features say: what decides if one moment can follow another.
typedef struct caperi_match_moment {
    uint32_t stands;    // bits of what stands
    float height, rise; // of the trunk: metres, metres a second
    struct {
        caper_vec3 position;
        float yaw;                // where it points
    } feet[CAPER_MATCH_MAX_FEET]; // in the frame of the root
} caperi_match_moment;

// Children of node i are 2 i + 1 and 2 i + 2; the last level are leaves.
struct caper_match {
    caper_match_def def;
    caper_clip **clips; // prepared
    int clip_count;
    int feet[CAPER_MATCH_MAX_FEET];
    int foot_count, feature_count, frame_count;
    int16_t stands[CAPERI_GRAPH_FEET]; // bodies that stand in some clip
    int stand_count;
    float mean[CAPER_MATCH_MAX_FEATURES], scale[CAPER_MATCH_MAX_FEATURES];
    float axes[CAPER_MATCH_MAX_FEATURES]
              [CAPER_MATCH_MAX_FEATURES]; // [axis][feature]: principal axes, by falling spread
    int *clip_of, *frame_of;              // by frame of the database
    caperi_match_moment *stances;         // the same
    float *ends;                          // by clip: seconds of the last way out
    int leaf_count;                       // a power of two
    int wide;                             // features, rounded up to lanes
    float *boxes;                         // [node][low, high][wide]: inner nodes and leaves
    float *leaves;                        // [leaf][feature][LEAF]
    int *members;                         // [leaf][LEAF]: frames, or -1
    int *leaf_of;                         // by frame
    size_t memory_size;
    caper_allocator allocator;
};

/// Scale features and turn them to the principal axes: `wide` numbers, zeros behind the features.
void caperi_match_turn(const caper_match *match, const float *features, float *out);

/// Take memory for the tree and the maps of frames. False without memory.
bool caperi_match_lay_out(caper_match *match);
/// Grow the tree over turned features, CAPER_MATCH_MAX_FEATURES a frame. False without memory.
bool caperi_match_grow(caper_match *match, const float *turned, caper_arena *arena);
/// The turned features of a frame.
void caperi_match_turned(const caper_match *match, int frame, float *turned);

/// The features of any time of a clip.
void caperi_match_describe(const caper_match *match, int clip, float time, caper_pose *scratch,
                           float *features);
/// How a clip stands at any time of it. The scratch holds its pose then.
caperi_match_moment caperi_match_stance(const caper_match *match, int clip, float time,
                                        caper_pose *scratch);
/// A foot is elsewhere, in the frame of the root.
void caperi_match_moment_put(const caper_match *match, caperi_match_moment *stance, int foot,
                             caper_transform place);
/// Can `b` follow `a`, with another clip from there on? `wide` is 1 as a rule; limits are so many
/// times as wide, but for how feet stand beside each other.
bool caperi_match_follows(const caper_match *match, const caperi_match_moment *a,
                          const caperi_match_moment *b, float wide);
/// Half-life in which a height of the trunk and its rate die out without a fall, seconds.
float caperi_match_rise(float height, float rise);
/// Does a frame lie before the last way out of its clip, with time to take it?
bool caperi_match_leads_on(const caper_match *match, int frame);
/// Find the last way out of each clip.
void caperi_match_find_ends(caper_match *match, caper_pose *scratch);

/// The weighed distance of two descriptions.
float caperi_match_distance(const caper_match *match, const float *a, const float *b);

#endif
