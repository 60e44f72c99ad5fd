// SPDX-License-Identifier: MIT
// Room `graph`: from a set of clips to endless, controllable motion.
//
// A *cloud* turns every frame of some clips into weighted points, and says how much any two windows
// of frames differ once one of them is turned and moved over the ground as well as can be (Kovar,
// Gleicher and Pighin, Motion Graphs, 2002; paper 004, section 4.3). Where two windows differ
// little, one clip can pass into the other. A *graph* keeps those transitions whose nodes can all
// reach each other, so that a walk never comes to an end; players walk it at random or by command,
// and plans are searched in it. *Matching* instead finds the frame of the clips that is nearest to
// wanted features.
#ifndef CAPER_GRAPH_H
#define CAPER_GRAPH_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most points of a cloud.
#define CAPER_CLOUD_MAX_POINTS 4096
/// Most frames of a window.
#define CAPER_CLOUD_MAX_WINDOW 64

// ---------------------------------------------------------------------------------------------------
// Cloud: the points of every frame

/// A point fixed to a body.
typedef struct caper_cloud_point {
    int body;
    caper_vec3 offset; ///< body frame
    float weight;      ///< > 0; only ratios matter
} caper_cloud_point;

/// Points for a character without a skin: on each body but helpers one point near either end of
/// the longest side of its box, weighted by the surface of the box, as the vertices of an evenly
/// meshed skin would be. Fills at most `capacity`, returns how many there are.
CAPER_API int caper_cloud_points(const caper_character *character, caper_cloud_point *points,
                                 int capacity);

/// Clips to be compared. Start from caper_cloud_def_default().
typedef struct caper_cloud_def {
    const caper_character *character;
    const caper_clip *const *clips; ///< of its skeleton; sampled at `rate`
    int clip_count;
    const caper_cloud_point *points; ///< NULL: those of caper_cloud_points
    int point_count;
    float rate;     ///< frames a second; default 30
    int window;     ///< frames, 1..CAPER_CLOUD_MAX_WINDOW; default 10: a third of a second, Kovar's
    float vel_time; ///< seconds; a difference in velocity, times this, counts as a distance;
                    ///< default 0.1
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_cloud_def;

/// The frames of a clip in a cloud.
typedef struct caper_cloud_clip {
    int first;        ///< its first frame
    int frame_count;  ///< the frame after the last one is a pad and starts no window
    int window_count; ///< frames that start a window
} caper_cloud_clip;

/// The points of all frames. Read only; share it between threads.
typedef struct caper_cloud {
    int frame_count; ///< of all clips, pads included: rows and columns of the map
    int clip_count;
    const caper_cloud_clip *clips;
    float rate; ///< frames a second
    int window; ///< frames
    int point_count;
    float vel_time;     ///< seconds
    size_t memory_size; ///< bytes
    caper_allocator allocator;
    const struct caper_cloud_data *data;
} caper_cloud;

/// No clips yet, 30 frames a second, a window of 10.
CAPER_API caper_cloud_def caper_cloud_def_default(void);
/// Sample the clips. Refused with a reason: no clips, another skeleton, points of no body or
/// without weight, a window or rate out of range.
CAPER_API caper_cloud *caper_cloud_create(const caper_cloud_def *def, caper_error *error);
/// Free a cloud; NULL is fine.
CAPER_API void caper_cloud_destroy(caper_cloud *cloud);

/// The distance of the windows that start at two frames, in metres: the root of the weighted mean
/// of squared distances of points and of velocities x vel_time, after the second window was turned
/// about the vertical and moved over the ground so that this is least (closed form). `align` (may
/// be NULL) receives that placement: align x a point of the second window lies near the first.
/// Summed in double, point by point: the reference for the map. INFINITY where a window does not
/// fit its clip.
CAPER_API float caper_cloud_distance(const caper_cloud *cloud, int first, int second,
                                     caper_root *align);

// ---------------------------------------------------------------------------------------------------
// Map: the distances of all pairs

/// A rectangle of the similarity map. Refused: a rectangle outside of the map. Memory beyond `out`:
/// under 1 MB a thread. The result does not depend on the number of threads.
typedef struct caper_cloud_map_job {
    const caper_cloud *cloud;
    int row, row_count;       ///< first windows
    int column, column_count; ///< second windows
    caper_job_pool *pool;     ///< may be NULL
    const caper_progress *progress;
    float *out; ///< row_count x column_count distances, within 1e-3 of caper_cloud_distance
} caper_cloud_map_job;
/// No cloud yet.
static inline caper_cloud_map_job caper_cloud_map_job_default(void)
{
    static caper_cloud_map_job zeroed; // in C and in C++
    caper_cloud_map_job job = zeroed;
    return job;
}
/// Compute it. A square on the diagonal costs half.
CAPER_API bool caper_cloud_map(const caper_cloud_map_job *job, caper_error *error);

/// Two windows that are more alike than all their neighbors.
typedef struct caper_minimum {
    int first, second; ///< frames of the cloud
    float distance;    ///< metres
} caper_minimum;

/// Look for local minima of the whole map, tile by tile, so that it need not fit in memory.
typedef struct caper_cloud_minima_job {
    const caper_cloud *cloud;
    float threshold; ///< metres; larger distances are left out
    int apart;       ///< frames; windows of one clip that are closer are left out; 0: the window
    int most;        ///< stop with CAPER_ERROR_LIMIT beyond this many; 0: 16 million
    caper_job_pool *pool; ///< may be NULL
    const caper_progress *progress;
    const caper_allocator *allocator;
    // results; free with caper_cloud_minima_destroy
    caper_minimum *minima; ///< by first, then second
    int count, capacity;
} caper_cloud_minima_job;
/// No cloud yet.
static inline caper_cloud_minima_job caper_cloud_minima_job_default(void)
{
    static caper_cloud_minima_job zeroed; // in C and in C++
    caper_cloud_minima_job job = zeroed;
    return job;
}
/// Find them: pairs of windows whose eight neighbors are all at least as far apart; of equal ones
/// the earlier.
CAPER_API bool caper_cloud_minima(caper_cloud_minima_job *job, caper_error *error);
/// Free the result.
CAPER_API void caper_cloud_minima_destroy(caper_cloud_minima_job *job);

// ---------------------------------------------------------------------------------------------------
// Graph

/// Most clips of a graph.
#define CAPER_GRAPH_MAX_CLIPS 65536

/// A way from one clip into another (or into another place of the same): over `window` frames the
/// one is blended into the other.
typedef struct caper_transition {
    int from_clip, from_frame; ///< where the blend begins, in frames at the graph's rate
    int to_clip, to_frame;     ///< where the other clip is then
    float distance;            ///< of the two windows, metres
    float slip;                ///< metres, the most that a sole that stands in both clips is moved
    caper_root align;          ///< align x the root of the second clip goes on from the first
} caper_transition;

/// A place where a walk may choose.
typedef struct caper_graph_node {
    int clip, frame;
    int first_edge, edge_count; ///< edges that leave it
} caper_graph_node;

/// A piece of a clip, or a transition.
typedef struct caper_graph_edge {
    int from, to;    ///< nodes
    int transition;  ///< -1: the clip goes on
    int frame_count; ///< steps of 1/rate that it takes, >= 1
} caper_graph_edge;

/// Where a clip of a graph comes from.
typedef struct caper_graph_origin {
    int source;      ///< index of the clip in the def
    int second;      ///< the clip it was interpolated with, or -1
    bool mirrored;   ///< left and right exchanged
    int kept_frames; ///< frames that are on edges
} caper_graph_origin;

/// What building did, and what was dropped for which reason.
typedef struct caper_graph_report {
    int clip_count, frame_count; ///< all clips, mirrored and made ones included
    int kept_clips, kept_frames; ///< on edges of the graph
    int cut_frames; ///< left out as faulty (`clean` of the def), or after the 64th piece of a clip
    int minimum_count;    ///< local minima below the threshold
    int dropped_contacts; ///< of these: other feet stand in the two windows
    int dropped_similar;  ///< too near in time to a better one of the same pair of clips
    int dropped_slip; ///< feet that stand in both would slide, or the body would be too far off if
                      ///< they did not
    int dropped_fall; ///< the body would be pulled down harder than a fall
    int dropped_bend; ///< legs would be bent beyond their limits
    int dropped_jump; ///< bodies would leave their paths
    int dropped_component;              ///< lead out of the largest component or into it
    int component_count;                ///< strongly connected components that were found
    float threshold;                    ///< metres: given, or found
    float mean_distance, max_distance;  ///< of the transitions kept
    float mean_slip, max_slip;          ///< metres, of the transitions kept
    int made_clips, made_dropped;       ///< interpolated ones: used, and refused
    int made_sliding;                   ///< refused: feet that stand slide
    int made_jumping;                   ///< refused: bodies jump, or joints bend beyond limits
    int made_penetrating, made_falling; ///< refused: bodies in each other; falls or flies wrongly
} caper_graph_report;

/// Words that describe a clip, such as "limp": what plans ask for.
typedef struct caper_graph_tags {
    const char *const *tags;
    int count;
} caper_graph_tags;

/// What to build from. Start from caper_graph_def_default().
typedef struct caper_graph_def {
    const char *name;
    const char *character_file; ///< kept with the graph: see caper_graph; NULL: none
    const caper_character *character;
    const caper_clip *const *clips; ///< of its skeleton; copied
    int clip_count;
    const caper_graph_tags *tags; ///< by clip, besides those that it has; NULL: none
    bool mirror;                  ///< add every clip with left and right exchanged
    bool clean; ///< leave out stretches that jump, bend, slide or fall too far, or in which a body
                ///< is still without its weight over its feet
    float rate; ///< frames a second of nodes and windows; default 30
    int window; ///< frames, 2..CAPER_CLOUD_MAX_WINDOW; default 6: a blend of a sixth of a second
    float vel_time;                  ///< as in caper_cloud_def; default 0.1
    const caper_cloud_point *points; ///< NULL: those of caper_cloud_points
    int point_count;
    float threshold;     ///< metres; 0 (default): the least that gives `connect`
    float connect;       ///< share of frames to keep, 0..1; default 0.9
    float max_threshold; ///< metres, for a threshold that is found; 0 (default): 0.11 of the
                         ///< character's size; for a person 0.2 m, of which 0.1 m is a velocity
                         ///< difference of 1 m/s
    float max_slip; ///< metres; a foot that stands in both windows slides no farther; 0 (default):
                    ///< 0.011 of the size, the most that room `quality` lets pass
    int unlike; ///< frames of a window in which feet stand in each clip but none in both; default
                ///< 0. Blends between the gaits of games, such as a walk and a gallop, need some:
                ///< feet that stand in one of them are lifted
    int apart;  ///< frames; of two transitions of one pair of clips that begin and end
                ///< nearer than this the worse one goes; default 3
    int made_frames;      ///< most frames to add by interpolation; default 0
    caper_job_pool *pool; ///< may be NULL
    const caper_progress *progress;
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_graph_def;

/// A motion graph: every node can be reached from every other. Read only; share it between threads.
typedef struct caper_graph {
    const char *name;
    const char *character_file; ///< path of the character and its mesh, relative to the folder of
                                ///< the graph's file; "": unknown
    float rate;                 ///< frames a second
    int window;                 ///< frames of a blend, which takes window - 1 steps
    const caper_clip *const *clips;    ///< with root track and contacts
    const caper_graph_origin *origins; ///< by clip
    int clip_count;
    const caper_transition *transitions;
    int transition_count;
    const caper_graph_node *nodes; ///< by clip, then frame
    int node_count;
    const caper_graph_edge *edges; ///< by node; the clip that goes on comes first
    int edge_count;
    caper_graph_report report;
    caper_allocator allocator;
    const struct caper_graph_data *data;
} caper_graph;

/// No clips yet and the defaults of the members.
CAPER_API caper_graph_def caper_graph_def_default(void);
/// Build a graph. Root tracks are extracted, and contacts detected, where a clip has none. Refused
/// with a reason: no clips, another skeleton, numbers out of range, nothing that can be walked
/// without end.
CAPER_API caper_graph *caper_graph_create(const caper_graph_def *def, caper_error *error);
/// Free a graph; NULL is fine.
CAPER_API void caper_graph_destroy(caper_graph *graph);

/// Read a .graph.json file (docs/schema/graph.schema.json); it holds its clips. options may be
/// NULL.
CAPER_API caper_graph *caper_graph_load(const char *path, const caper_load_options *options,
                                        caper_error *error);
/// Read the text of such a file; source names it in messages.
CAPER_API caper_graph *caper_graph_parse(const char *text, size_t size, const char *source,
                                         const caper_load_options *options, caper_error *error);
/// Write the file; nothing is left behind on failure.
CAPER_API bool caper_graph_save(const caper_graph *graph, const char *path, caper_error *error);
/// Write the graph as a JSON value.
CAPER_API void caper_graph_write(const caper_graph *graph, caper_json_writer *writer);

/// What is in it, in lines for people: with each of its clips, or else with what building it
/// dropped (which its file does not keep).
CAPER_API void caper_graph_describe(const caper_graph *graph, bool clips, caper_text *text);
/// Its figures as members of an open JSON object, those of `caper graph info --json`.
CAPER_API void caper_graph_summarize(const caper_graph *graph, caper_json_writer *writer);
/// Do feet slide in its transitions farther than the default of caper_graph_def.max_slip lets them?
/// Then its clips were not made to follow each other (see caper_match_def.loose).
CAPER_API bool caper_graph_is_loose(const caper_graph *graph, const caper_character *character);
/// The graph in the language of Graphviz: nodes by clip, transitions labeled with their distance.
CAPER_API bool caper_graph_draw_dot(const caper_graph *graph, caper_text *out);
/// The graph as a picture: a line for each clip, an arc for each transition.
CAPER_API bool caper_graph_draw_svg(const caper_graph *graph, caper_text *out);

// ---------------------------------------------------------------------------------------------------
// Walking

/// The root and pose of an edge of a graph, for code that walks it in a way of its own: `step` in
/// frames, 0 to frame_count, between them too. `root` is relative to where the edge began; `local`
/// and `stands` may be NULL. Never allocates.
typedef struct caper_graph_step_job {
    const caper_graph *graph;
    int edge;
    float step; ///< frames from its start
    caper_root root;
    caper_pose *local;
    caper_pose *spare; ///< a second pose for blends; needed with `local`
    uint32_t stands;   ///< bit n: foot n of caper_graph_feet stands
} caper_graph_step_job;
/// No edge yet.
static inline caper_graph_step_job caper_graph_step_job_default(void)
{
    static caper_graph_step_job zeroed; // in C and in C++
    caper_graph_step_job job = zeroed;
    job.edge = -1;
    return job;
}
/// Sample it; false when the edge or the poses do not fit the graph.
CAPER_API bool caper_graph_step(caper_graph_step_job *job);
/// The bodies that stand in some clip of the graph, at most 32: bits of `stands`.
CAPER_API int caper_graph_feet(const caper_graph *graph, const int16_t **bodies);

/// A random walk: edges one after the other until they last `seconds`. Returns how many edges it
/// takes and writes at most `capacity`; `edges` may be NULL. Transitions of less distance are
/// likelier, by their rank.
CAPER_API int caper_graph_wander(const caper_graph *graph, uint64_t seed, int start_node,
                                 float seconds, int *edges, int capacity);

/// Edges to be turned into a clip. Start from caper_graph_clip_job_default().
typedef struct caper_graph_clip_job {
    const caper_graph *graph;
    const int *edges; ///< each begins where the one before ends
    int edge_count;
    const char *name;
    float rate;       ///< frames a second; default 60
    float seconds;    ///< default INFINITY: all of the edges
    caper_root start; ///< default: the origin
    const caper_allocator *allocator;
    uint32_t cookie;
} caper_graph_clip_job;
/// No edges yet, 60 frames a second.
CAPER_API caper_graph_clip_job caper_graph_clip_job_default(void);
/// Record them: poses, root track, contacts, and a key pose where each transition begins. Refused:
/// edges that do not follow each other.
CAPER_API caper_clip *caper_graph_clip(const caper_graph_clip_job *job, caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Playing by command

/// What the character should do, each frame.
typedef struct caper_graph_command {
    caper_vec3 velocity; ///< m/s over the ground, in the space of the player's root; y is not read
    float facing;        ///< yaw, radians; NAN: along the velocity, or as it is when standing
} caper_graph_command;

/// How to answer commands. Start from caper_graph_policy_def_default().
typedef struct caper_graph_policy_def {
    const caper_graph *graph;
    float half_life;   ///< seconds of delay after which a reward counts half; default 1
    float face_weight; ///< (m/s)^2: facing backward counts as twice this; default 1: with 0.5 turns
                       ///< begin later and velocities are no better (measured on captures)
    float join_weight; ///< a transition counts as if the velocity were off by its distance over
                       ///< 0.1 s, times the root of this; default 0.25
    const caper_allocator *allocator;
    uint32_t cookie;
} caper_graph_policy_def;
/// The best edge at each node for every command, worked out in advance, so that playing is a
/// lookup. Read only; players share it.
typedef struct caper_graph_policy caper_graph_policy;
/// The defaults of the members.
CAPER_API caper_graph_policy_def caper_graph_policy_def_default(void);
/// Compute it by value iteration over node, direction and speed of the command. NULL with an error.
CAPER_API caper_graph_policy *caper_graph_policy_create(const caper_graph_policy_def *def,
                                                        caper_error *error);
/// Free it; NULL is fine.
CAPER_API void caper_graph_policy_destroy(caper_graph_policy *policy);

/// Things that happened during an update.
enum {
    CAPER_GRAPH_CHOSE = 1u << 0,      ///< came to a node and chose an edge
    CAPER_GRAPH_TRANSITION = 1u << 1, ///< began to blend into another clip, or another place
    CAPER_GRAPH_LANDED = 1u << 2,     ///< a foot began to stand
};

/// The output of a player each frame.
typedef struct caper_graph_frame {
    caper_root delta; ///< movement since the last frame, in the frame of the last root
    caper_root root;  ///< summed up since the start
    uint32_t stands;  ///< bits of caper_graph_feet
    uint32_t events;  ///< CAPER_GRAPH_CHOSE ...
    int edge;         ///< where it is
    float step;       ///< how far along it, frames
} caper_graph_frame;

/// A player that walks a graph without end.
typedef struct caper_graph_player caper_graph_player;
/// How to make a player. Start from caper_graph_player_def_default().
typedef struct caper_graph_player_def {
    const caper_graph *graph;
    const caper_graph_policy *policy; ///< of the same graph; NULL: it ignores commands and wanders
    uint64_t seed;                    ///< of wandering
    int start_node;                   ///< where there are no edges
    const int *edges;                 ///< a walk to take first, such as a plan; copied
    int edge_count;
    caper_root start;
    const caper_allocator *allocator;
    uint32_t cookie;
} caper_graph_player_def;
/// The first node, at the origin.
CAPER_API caper_graph_player_def caper_graph_player_def_default(void);
/// Make a player; NULL with an error when the def does not fit its graph.
CAPER_API caper_graph_player *caper_graph_player_create(const caper_graph_player_def *def,
                                                        caper_error *error);
/// Free it; NULL is fine.
CAPER_API void caper_graph_player_destroy(caper_graph_player *player);
/// Go on for dt seconds. `command` NULL: wander. Never allocates, never ends.
CAPER_API bool caper_graph_player_update(caper_graph_player *player, float dt,
                                         const caper_graph_command *command,
                                         caper_graph_frame *frame);
/// Has the walk it was given ended (or was it given none)?
CAPER_API bool caper_graph_player_done(const caper_graph_player *player);
/// The graph that it walks.
CAPER_API const caper_graph *caper_graph_player_graph(const caper_graph_player *player);
/// The pose of the last update. `local` has the bodies of the clips; its deforms stay as they are.
CAPER_API bool caper_graph_player_pose(caper_graph_player *player, caper_pose *local);
/// Write the state. Returns the bytes needed; nothing is written when `size` is less, so (NULL, 0)
/// gives the size.
CAPER_API size_t caper_graph_player_save(const caper_graph_player *player, void *out, size_t size);
/// Restore a state of a player of the same graph. False with an error, and nothing changed, for any
/// other bytes.
CAPER_API bool caper_graph_player_load(caper_graph_player *player, const void *bytes, size_t size,
                                       caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Plans

/// A part of a plan during which clips should carry a tag.
typedef struct caper_plan_tag {
    const char *tag;
    float start, end; ///< seconds
} caper_plan_tag;

/// Start at the best of some nodes spread over the graph.
#define CAPER_GRAPH_ANY_START (-1)

/// A way to go through a graph. Give a path, or a place to be at a time. Start from
/// caper_graph_plan_job_default().
typedef struct caper_graph_plan_job {
    const caper_graph *graph;
    int start_node; ///< CAPER_GRAPH_ANY_START: the planner chooses one and writes it here; this
                    ///< costs six full plans and up to 96 narrow ones, and `bound` is 0
    caper_root start;
    const caper_vec3 *path; ///< points on the ground to follow; y is not read; or NULL
    int path_count;         ///< >= 2 with a path
    float speed;            ///< m/s wanted along the path; default 1.3, a person's walk
    bool reach;             ///< without a path: be at `place` after `seconds`
    caper_root place;       ///< its yaw counts, its y does not
    float seconds;          ///< for a path: when to give up; default 60
    const caper_plan_tag *tags;
    int tag_count;
    float face_weight;     ///< m^2: facing backward counts as twice this; default 0.1
    float speed_weight;    ///< s: 1 m/s too slow or too fast counts as this times 1 m; default 0.3
    float tag_weight;      ///< m^2, for the lack of a wanted tag; default 1
    float end_weight;      ///< s: how long being in the wrong place at the end counts; default 5
    float end_face_weight; ///< m^2: facing backward at the end counts as twice this; default 0.5:
                           ///< as much as being a metre off
    int width; ///< states kept for each moment in the last round; more is better and slower;
               ///< default 32
    const caper_allocator *allocator;
    uint32_t cookie;
    // results
    int *edges; ///< free with caper_graph_plan_destroy
    int edge_count, edge_room;
    bool arrived; ///< at the end of the path, or at the place in time; else the plan goes as far as
                  ///< it got
    double cost;  ///< integral of squared distances and all weighted terms, m^2 s
    double bound; ///< no plan costs less; equal to cost: the plan is optimal
    float mean_distance; ///< metres from the path
    float max_distance;
    float end_distance; ///< metres from the place
    float end_turn;     ///< radians from its facing
    int looked;         ///< states looked at
} caper_graph_plan_job;
/// No graph yet, and the defaults of the members.
CAPER_API caper_graph_plan_job caper_graph_plan_job_default(void);
/// Search, in rounds that each keep twice as many states (any-time branch and bound: what costs
/// more than the best plan so far is never looked at again). False on a bad job or without memory;
/// a path that cannot be followed is a plan that did not arrive.
CAPER_API bool caper_graph_plan(caper_graph_plan_job *job, caper_error *error);
/// Free the edges.
CAPER_API void caper_graph_plan_destroy(caper_graph_plan_job *job);

// ---------------------------------------------------------------------------------------------------
// Matching: the frame nearest to wanted features

/// Most feet that are compared.
#define CAPER_MATCH_MAX_FEET 8
/// Most features of a frame.
#define CAPER_MATCH_MAX_FEATURES 64

/// Clips to be searched. Start from caper_match_def_default().
typedef struct caper_match_def {
    const caper_character *character;
    const caper_clip *const *clips; ///< of its skeleton; copied
    int clip_count;
    bool mirror; ///< add every clip with left and right exchanged
    bool loose;  ///< a jump may lead to a frame in which other feet stand, or elsewhere: for clips
                 ///< that were not made to follow each other, such as those of games
    float rate;  ///< frames a second that are compared; default 60
    float ahead[3];          ///< seconds ahead at which the path is compared; default 1/3, 2/3, 1
    float foot_weight;       ///< of where feet are; default 0.75
    float foot_speed_weight; ///< default 1
    float hip_speed_weight;  ///< default 1
    float place_weight;      ///< of the places ahead; default 1
    float face_weight;       ///< of the facings ahead; default 1.5
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_match_def;

/// A database of frames. Read only; share it between threads.
typedef struct caper_match caper_match;
/// No clips yet, and the defaults of the members.
CAPER_API caper_match_def caper_match_def_default(void);
/// Describe every frame and build the search tree. Refused: clips of another skeleton, or all too
/// short.
CAPER_API caper_match *caper_match_create(const caper_match_def *def, caper_error *error);
/// Free it; NULL is fine.
CAPER_API void caper_match_destroy(caper_match *match);
/// Its clips, with root tracks; returns their number.
CAPER_API int caper_match_clips(const caper_match *match, const caper_clip *const **clips);
/// The bodies that stand in some clip, at most 32: bits of `stands`.
CAPER_API int caper_match_feet(const caper_match *match, const int16_t **bodies);
/// Frames that can be an answer.
CAPER_API int caper_match_frame_count(const caper_match *match);
/// Numbers that describe a frame: 27 for two feet. In the frame of its root: x, y, z of each foot,
/// the velocity of each, that of the hips, then x, z of the root at the three times ahead, then the
/// sine and cosine of its yaw there.
CAPER_API int caper_match_feature_count(const caper_match *match);
/// The features of a frame, unweighted.
CAPER_API bool caper_match_features_of(const caper_match *match, int frame, float *features);

/// A search.
typedef struct caper_match_job {
    const float *features; ///< that are wanted, as caper_match_features_of gives them
    int hint;              ///< a frame that is probably near, such as the one that plays; or -1
    bool (*accept)(void *user, int frame); ///< may this be the answer? NULL (default): any may
    void *user;
    // results
    int frame;      ///< of the database
    int clip;       ///< index in caper_match_clips
    float time;     ///< seconds into it
    float distance; ///< weighted
    int opened;     ///< leaves of sixteen frames that were compared
} caper_match_job;
/// No features and no hint yet.
static inline caper_match_job caper_match_job_default(void)
{
    static caper_match_job zeroed; // in C and in C++
    caper_match_job job = zeroed;
    job.hint = -1;
    return job;
}
/// Find the nearest frame; of equal ones the first. False for features that are not finite, or when
/// no frame is accepted. Never allocates.
CAPER_API bool caper_match_search(const caper_match *match, caper_match_job *job);
/// The same by comparing every frame: the reference for the search.
CAPER_API bool caper_match_search_all(const caper_match *match, caper_match_job *job);

/// The output of a player by matching each frame.
typedef struct caper_match_frame {
    caper_root delta; ///< movement since the last frame, in the frame of the last root
    caper_root root;  ///< summed up since the start
    uint32_t stands;  ///< bits of caper_match_feet
    uint32_t events;  ///< CAPER_GRAPH_CHOSE: it searched; CAPER_GRAPH_TRANSITION: it went
                      ///< elsewhere; CAPER_GRAPH_LANDED
    int clip;         ///< index in caper_match_clips
    float time;       ///< seconds into it
} caper_match_frame;

/// How to make a player. Start from caper_match_player_def_default().
typedef struct caper_match_player_def {
    const caper_match *match;
    int start_frame; ///< of the database; default 0
    caper_root start;
    float search_time; ///< seconds between searches while the command stays as it is; default 0.1
    float speed_half_life; ///< seconds in which the desired speed comes half way to the commanded
                           ///< one; default 0.15
    float turn_half_life;  ///< the same for the facing; default 0.15
    float blend_half_life; ///< seconds in which the offset that a jump leaves halves; default 0.08
    float eager; ///< share by which a jump must match better than going on does; default 0.2
    const caper_allocator *allocator;
    uint32_t cookie;
} caper_match_player_def;
/// A player driven by commands that plays whatever frame is nearest to them.
typedef struct caper_match_player caper_match_player;
/// No database yet, and the defaults of the members.
CAPER_API caper_match_player_def caper_match_player_def_default(void);
/// Make a player; NULL with an error for numbers out of range.
CAPER_API caper_match_player *caper_match_player_create(const caper_match_player_def *def,
                                                        caper_error *error);
/// Free it; NULL is fine.
CAPER_API void caper_match_player_destroy(caper_match_player *player);
/// Go on for dt seconds. A changed command starts a search in the same frame. `command` NULL: the
/// last one holds; the first is to stand. Never allocates, never ends.
CAPER_API bool caper_match_player_update(caper_match_player *player, float dt,
                                         const caper_graph_command *command,
                                         caper_match_frame *frame);
/// The database that it plays.
CAPER_API const caper_match *caper_match_player_match(const caper_match_player *player);
/// The pose of the last update. `local` has the bodies of the clips; its deforms stay as they are.
CAPER_API bool caper_match_player_pose(caper_match_player *player, caper_pose *local);
/// Write the state. Returns the bytes needed; nothing is written when `size` is less, so (NULL, 0)
/// gives the size.
CAPER_API size_t caper_match_player_save(const caper_match_player *player, void *out, size_t size);
/// Restore a state of a player of the same database. False with an error, and nothing changed, for
/// any other bytes.
CAPER_API bool caper_match_player_load(caper_match_player *player, const void *bytes, size_t size,
                                       caper_error *error);

#ifdef __cplusplus
}
#endif

#endif
