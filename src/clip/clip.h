// SPDX-License-Identifier: MIT
//
// How a clip is kept, and what the files of room `clip` share.
//
// Constant tracks are folded into a base pose. The others are kept by kind (rotation, position,
// deform) and by how their keys lie in time:
//
//   dense  one key each frame, frame-major, so that sampling is two streams of aligned loads;
//          rotations in blocks of eight lanes with the components apart, and a last block of four
//          whole quaternions where four lanes hold what is left.
//   keyed  keys on whole frames, where needed. A table holds, for each track and each cell of
//          eight frames, the last key before the cell and one bit for each frame that has a key:
//          the key at any time is one load and one bit count away, with no memory of the last
//          sample, so a seek costs what a step costs.
//   free   keys at any times. The table bounds a binary search to the keys of two cells.
//
// A packed clip keeps what it can in a packing instead (packed.h), constants included; its groups
// hold the few tracks that do not fit in there.
//
// Invariant: neighbouring rotation keys have a dot product >= 0, so that sampling is a linear
// interpolation whose length is at least 0.7, with no test of signs and none for zero.
#ifndef CAPER_SRC_CLIP_CLIP_H
#define CAPER_SRC_CLIP_CLIP_H

#include "caper/clip.h"
#include "math/simd.h"

#define CAPERI_CELL_SHIFT 3 // eight frames a cell: their key bits fill the low byte of an entry
#define CAPERI_CELL_MASK 7  // frames: the place of one within its cell of eight
/// Most keys of one kind: an entry of the cell table keeps a key index in 24 bits.
#define CAPERI_KEYS_MAX ((1 << 24) - 2)
/// Largest coordinate, metres: keeps every difference and square of a clip finite.
#define CAPERI_COORDINATE_MAX 1e9f
/// How far a quaternion may be off length 1 before it is refused.
#define CAPERI_ROTATION_TOLERANCE 1e-3f

typedef enum caperi_storage {
    CAPERI_DENSE,
    CAPERI_KEYED,
    CAPERI_FREE,
    CAPERI_STORAGE_COUNT,
    CAPERI_CONSTANT = CAPERI_STORAGE_COUNT // folded into the base pose
} caperi_storage;

/// The keys of a keyed or free track in its group: `first` skips a repeated key that stands in at
/// time 0 when the track itself starts later. One more repeated key follows the last one.
typedef struct caperi_key_range {
    uint32_t first;
    uint32_t count;
} caperi_key_range;

/// All tracks of one kind and storage. Lanes past track_count repeat the last track.
typedef struct caperi_tracks {
    int track_count;
    int lane_count;          // for rotations rounded up to a multiple of four
    const uint32_t *offsets; // by lane, in floats: where a sample goes in the pose
    const float *values;     // dense rotations: [frame][caperi_rotation_slot]; other dense:
                             // [frame][track][stored width]; keyed and free: [key][stored width]
    const float *times;      // by key: frames when keyed, seconds when free
    const uint32_t *cells;   // keyed: [cell][lane]: key index << 8 | bits; free: key index
    const caperi_key_range *ranges; // by track; NULL when dense
} caperi_tracks;

/// Where the first component of a lane lies in a frame of dense rotations, and how far apart the
/// components are, in floats.
static inline size_t caperi_rotation_slot(int lane, int lane_count, size_t *stride)
{
    int block = lane & ~7;
    bool whole = block + 8 <= lane_count;
    *stride = whole ? 8 : 1;
    return (size_t)block * 4 + (size_t)(lane & 7) * (whole ? 1 : 4);
}

/// The private part of a clip.
struct caper_clip_data {
    const caper_transform *base; // rest, with constant tracks in place
    const float *base_deforms;
    caper_root base_root;                                // where the root stays when it has no keys
    const caperi_tracks (*tracks)[CAPERI_STORAGE_COUNT]; // by kind; NULL: all are packed
    const struct caperi_packed *packed;                  // or NULL
};

/// Floats of a key.
static inline int caperi_track_width(caper_track_kind kind)
{
    return kind == CAPER_TRACK_TRANSLATION ? 3 : kind == CAPER_TRACK_DEFORM ? 1 : 4;
}

/// Floats of a key as stored: positions carry the pad of caper_transform along.
static inline int caperi_stored_width(caper_track_kind kind)
{
    return kind == CAPER_TRACK_DEFORM ? 1 : 4;
}

/// Where in the frames of a clip a time lies. Sixteen bytes, so that it is handed on in registers:
/// what is stored in parts and loaded as a whole right after costs more than a joint.
typedef struct caperi_moment {
    int frame, next; // next is frame + 1, or the last frame
    float fraction;  // of the way to next
    float seconds;
} caperi_moment;

/// The moment of a time that is already inside the clip. A time that is a frame number divided by
/// the rate gives that very frame, although the quotient was rounded.
caperi_moment caperi_clip_moment(const caper_clip *clip, float seconds);

/// The moment of a frame number.
static inline caperi_moment caperi_frame_moment(const caper_clip *clip, int frame)
{
    int last = clip->frame_count - 1;
    caperi_moment m = {frame, frame < last ? frame + 1 : last, 0.0f, (float)frame / clip->rate};
    return m;
}

/// The moment of a number of half-frames.
static inline caperi_moment caperi_half_moment(const caper_clip *clip, int half)
{
    caperi_moment m = caperi_frame_moment(clip, half / 2);
    m.fraction = half % 2 ? 0.5f : 0.0f;
    m.seconds = ((float)m.frame + m.fraction) / clip->rate;
    return m;
}

/// The root under a body that has moved in the world from its rest transform (model space): see the
/// head of root_motion.c. `last` is the root of the frame before, by which whole turns are counted.
caper_root caperi_root_under(caper_transform rest, caper_transform world, float support,
                             caper_root last);

/// A root of a track that goes from first to last in each pass, after n passes.
caper_root caperi_root_after_loops(caper_root first, caper_root last, int n, caper_root root);

/// Sample everything at a moment, without wrapping: the end of a loop is its last frame here.
void caperi_clip_sample_moment(const caper_clip *clip, caperi_moment moment, caper_pose *local);
caper_root caperi_clip_root_moment(const caper_clip *clip, caperi_moment moment);

/// One track of any kind but in dense rotations: `out` receives its stored width.
void caperi_sample_track(const caperi_tracks *tracks, caperi_storage storage, int width, int track,
                         caperi_moment moment, float *out);

// -- Names ----------------------------------------------------------------------------------------

/// What files call the values of a track.
extern const char *const caperi_track_keys[CAPER_TRACK_KIND_COUNT];

/// Finds names; only those that were added. The names themselves are not copied.
typedef struct caperi_name_table {
    const char *const *names;
    int32_t *slots; // index + 1, or 0
    uint32_t mask;
} caperi_name_table;

/// Room for `count` names in memory of the arena; false when there is none.
bool caperi_name_table_init(caperi_name_table *table, const char *const *names, int count,
                            caper_arena *arena);
/// Add names[index]; false when that name is there already.
bool caperi_name_add(caperi_name_table *table, int index);
/// The index of a name that was added, or -1.
int caperi_name_find(const caperi_name_table *table, const char *name);

/// Copy a string to where text points, and move that on.
const char *caperi_put_text(char **text, const char *string);
/// Copy a skeleton into arrays of its counts, with unit rotations, and its names into text.
void caperi_skeleton_copy(const caper_skeleton *in, const char **names, int16_t *parents,
                          caper_transform *rest, char **text);
/// Equal in every name, parent and rest transform.
bool caperi_skeleton_equal(const caper_skeleton *a, const caper_skeleton *b);

// -- Building -------------------------------------------------------------------------------------

/// Keys to be built into a clip, wherever they are: `stride` floats lie between keys.
typedef struct caperi_track_view {
    caper_track_kind kind;
    int target; // body or deform
    int key_count;
    const float *times; // NULL: one key each frame
    const float *values;
    size_t stride;
    int track; // index in the def, or -1 for a column of its frames
} caperi_track_view;

/// Times that several tracks in a row share: what was found out about them. Zero: nothing yet.
typedef struct caperi_clock {
    const float *times;
    int key_count;
    bool whole;          // they are all on whole frames
    const float *frames; // their numbers, once somebody asked; in memory of the arena
} caperi_clock;

/// How a track will be stored.
typedef struct caperi_track_plan {
    caperi_track_view view;
    caperi_storage storage;
    bool head;           // needs a key that stands in at time 0
    int key_count;       // without those that stand in
    const float *times;  // of keyed and free tracks: frames when keyed, seconds when free
    const float *values; // of these, stored width; NULL: the keys of the view, one by one
} caperi_track_plan;

/// How near the squared length is to 1 when floats get no nearer.
#define CAPERI_SETTLED 1e-6f
/// Untouched when already as near to length 1 as floats get, so that what was written is read back
/// to the same bits.
static inline caper_quat caperi_settle_rotation(caper_quat q)
{
    return fabsf(caper_quat_dot(q, q) - 1.0f) <= CAPERI_SETTLED ? q : caper_quat_normalize(q);
}

/// caperi_view_key of a rotation. `out` may be `previous`.
static inline void caperi_view_rotation(const caperi_track_view *view, int key,
                                        const float *previous, float out[4])
{
    const float *in = view->values + (size_t)key * view->stride;
    caper_quat q = caperi_settle_rotation(caper_quat_make(in[0], in[1], in[2], in[3]));
    if (previous)
        q = caper_quat_toward(q,
                              caper_quat_make(previous[0], previous[1], previous[2], previous[3]));
    out[0] = q.x;
    out[1] = q.y;
    out[2] = q.z;
    out[3] = q.w;
}

/// Read a key as it is stored: rotations of unit length and in the neighbourhood of `previous`
/// (NULL for the first one). `out` has room for four floats, unused ones become 0.
void caperi_view_key(const caperi_track_view *view, int key, const float *previous, float out[4]);
/// All keys of a view like this, in stored width.
void caperi_view_keys(const caperi_track_view *view, float *out);

/// Checks of a def: all but the tracks; the size alone (before memory is taken for frames); the
/// target and then the keys of a track. Each records what is wrong.
bool caperi_check_def(const caper_clip_def *def, caper_arena *arena, caper_error *error);
bool caperi_check_size(const char *source, double rate, double frame_count, int body_count,
                       int deform_count, caper_error *error);
bool caperi_check_target(const caper_clip_def *def, int track, caper_error *error);
bool caperi_check_view(const caper_clip_def *def, const caperi_track_view *view,
                       caperi_clock *clock, caper_error *error);
/// Record that something has two tracks, and return false.
bool caperi_refuse_second(const caper_clip_def *def, const caperi_track_view *view,
                          caper_error *error);

/// The latest time of a mark, with room for rounding.
static inline double caperi_marks_end(const caper_clip_def *def)
{
    return (def->frame_count - 1) / (double)def->rate * (1 + 1e-6) + 1e-6;
}

/// Decide how a checked track is stored and make its keys. False when there is no memory.
bool caperi_plan_track(caperi_track_plan *plan, const caperi_track_view *view, float rate,
                       int frame_count, caperi_clock *clock, caper_arena *arena);

/// Make a dense track a keyed one with a key each frame. False when there is no memory.
bool caperi_plan_keyed(caperi_track_plan *plan, caper_arena *arena);

/// The frame number of a time, or -1 when it lies between frames.
int caperi_whole_frame(float seconds, float rate);

/// The tracks of a clip as defs, all keys as they are stored, in memory of the arena. Building a
/// clip from them gives the same clip. NULL when there is no memory.
caper_track_def *caperi_clip_track_defs(const caper_clip *clip, caper_arena *arena, int *count);

/// Members of an open object: tags, key poses and contacts, these by the names of their bodies or,
/// as a glTF file counts them, by the numbers of their nodes: node_of(who, body), -1 for none.
void caperi_clip_write_marks(caper_json_writer *w, const caper_clip *clip,
                             int (*node_of)(const void *who, int body), const void *who);

/// Mean way of the bodies from one pose to another.
float caperi_pose_step(const caper_pose *from, const caper_pose *to);

/// How many frames at the start are the rest pose, put in front of a motion that begins elsewhere,
/// and how far the bodies of somebody of that size are from them to it, metres, mean. False, with
/// 0 of either, without memory.
bool caperi_clip_find_rest(const caper_clip *clip, float size, const caper_allocator *allocator,
                           int *frames, float *jump);

/// A pose and the root as the mean of those around them, under a bell of that width (standard
/// deviation, seconds), within the clip from a time on. `scratch` as large as `pose`. Deforms are
/// those of the moment.
void caperi_clip_sample_smooth(const caper_clip *clip, float time, float from, float width,
                               caper_pose *scratch, caper_pose *pose, caper_root *root);

/// A copy without what nobody has done: joints that leave and come back within some hundredths of a
/// second, and those that are elsewhere all at once just after `first`, the first frame that is not
/// a rest pose in front. NULL without memory.
caper_clip *caperi_clip_mend(const caper_clip *clip, int first, const caper_allocator *allocator,
                             caper_error *error);

/// Of a packed clip only the tracks that are not packed.
caper_track_def *caperi_clip_kept_defs(const caper_clip *clip, caper_arena *arena, int *count);
/// One track of a packed clip (pack_tracks.c), with a key each frame.
bool caperi_packed_keys(const caper_clip *clip, caper_track_def *def, caper_arena *arena,
                        bool *found);

/// A def with everything of a clip but its tracks.
caper_clip_def caperi_clip_def_like(const caper_clip *clip);

/// Hold it once more; returns it.
caper_shared_skeleton *caperi_shared_skeleton_hold(caper_shared_skeleton *shared);

/// Source time of a warped time; held at the first and last knot.
float caperi_time_warp_source(const caper_time_warp *warp, float warped);
/// Warped time of a source time: the inverse.
float caperi_time_warp_warped(const caper_time_warp *warp, float source);

#endif
