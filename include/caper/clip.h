// SPDX-License-Identifier: MIT
// Room `clip`: recorded or generated motion of one skeleton.
//
// A clip is an immutable asset: tracks of local transforms (dense, keyed or packed), a root track
// (x, z, yaw and the height of the support; all other motion stays in the hips), contacts, key
// poses, tags and deforms. Sampling writes a local pose and needs no allocation; blending mixes
// poses by normalized linear interpolation of quaternions on one side of the sphere (paper 003,
// section 4.1). Times are seconds from the start.
#ifndef CAPER_CLIP_H
#define CAPER_CLIP_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most frames x (bodies + deforms) of a clip, checked before memory is taken: 67 bodies at 30 Hz
/// for 2.3 hours.
#define CAPER_CLIP_MAX_TRANSFORMS (1 << 24)
/// Most deforms of a clip.
#define CAPER_CLIP_MAX_DEFORMS 4096

// ---------------------------------------------------------------------------------------------------
// Marks

/// A body stands on something from start to end.
typedef struct caper_contact {
    int body;
    float start, end; ///< seconds, start <= end
} caper_contact;

/// A pose that matters: the extreme of an action, a footfall, a hit.
typedef struct caper_key_pose {
    float time;       ///< seconds
    const char *name; ///< may be ""
} caper_key_pose;

/// Where an actor stands: on the ground plane, turned about Y.
typedef struct caper_root {
    float x, y, z; ///< y is the height of the support
    float yaw;     ///< radians about +Y
} caper_root;

/// The root as a transform: turned by yaw, then moved.
CAPER_API caper_transform caper_root_transform(caper_root root);
/// a then b, b given in a's frame.
CAPER_API caper_root caper_root_mul(caper_root a, caper_root b);
/// The b for which a x b = c.
CAPER_API caper_root caper_root_delta(caper_root a, caper_root c);

// ---------------------------------------------------------------------------------------------------
// Clip

/// What a track moves.
typedef enum caper_track_kind {
    CAPER_TRACK_ROTATION,    ///< 4 floats a key: x y z w
    CAPER_TRACK_TRANSLATION, ///< 3 floats a key
    CAPER_TRACK_DEFORM,      ///< 1 float a key; `body` is the deform index
    CAPER_TRACK_ROOT,        ///< 4 floats a key: x y z yaw; `body` is ignored
    CAPER_TRACK_KIND_COUNT
} caper_track_kind;

/// Keys of one track. What has no track stays at rest. Before its first key and after its last one
/// a track holds that key. Between two keys positions, deforms and roots move evenly (yaw as a
/// number: from 0 to 2 pi is a full turn), and rotations turn evenly by the shorter way: where keys
/// are more than 40 degrees apart, keys are put between them, so that sampling (nlerp) stays within
/// 0.1 degrees of that. Keys on whole frames are cheapest; other times are kept as they are.
typedef struct caper_track_def {
    caper_track_kind kind;
    int body;
    int key_count;       ///< >= 1; a single key, or all keys equal, is a constant
    const float *times;  ///< strictly rising, within 0..duration; NULL: one key each 1/rate
    const float *values; ///< key_count x floats of the kind
} caper_track_def;
/// No keys yet.
static inline caper_track_def caper_track_def_default(void)
{
    caper_track_def track = {CAPER_TRACK_ROTATION, 0, 0, NULL, NULL};
    return track;
}

/// A clip to be built. Start from caper_clip_def_default(). Give either `frames` (constant rate,
/// every body) or `tracks`; roots and deforms can be given either way. All arrays are copied.
typedef struct caper_clip_def {
    const char *name;
    const caper_skeleton *skeleton;
    float rate; ///< frames a second; default 30; of `frames`, and the resolution of keyed tracks
    int frame_count;               ///< >= 1; the clip lasts (frame_count - 1) / rate
    const caper_transform *frames; ///< frame_count x body_count local transforms, or NULL
    const caper_root *roots;       ///< frame_count roots, or NULL: no root track
    const float *deform_frames;    ///< frame_count x deform_count, or NULL
    const caper_track_def *tracks;
    int track_count;
    const char *const *deforms; ///< names
    int deform_count;
    const caper_contact *contacts;
    int contact_count;
    const caper_key_pose *key_poses;
    int key_pose_count;
    const char *const *tags;
    int tag_count;
    bool loops;                       ///< the last frame is the first one, moved by the root
    const char *source;               ///< for messages
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_clip_def;

/// A built clip. Read only.
typedef struct caper_clip {
    const char *name;
    caper_skeleton skeleton;
    float rate; ///< frames a second
    int frame_count;
    float duration; ///< seconds: (frame_count - 1) / rate
    bool loops;
    bool has_root;   ///< else it stays at the origin
    bool keyed;      ///< reduced: keys where needed instead of one each frame
    bool packed;     ///< in few bits, within `tolerance` (caper_clip_pack)
    float tolerance; ///< of a packed clip, metres: the most that any measured point is off; else 0
    const char *const *deforms;
    int deform_count;
    const caper_contact *contacts; ///< by start, then body
    int contact_count;
    const caper_key_pose *key_poses; ///< by time
    int key_pose_count;
    const char *const *tags;
    int tag_count;
    size_t memory_size;                   ///< bytes, without a shared skeleton
    struct caper_shared_skeleton *shared; ///< whose skeleton it is; NULL: the clip's own
    caper_allocator allocator;
    const struct caper_clip_data *data;
} caper_clip;

/// A skeleton that many packed clips share: each holds a reference, so it lives as long as the last
/// of them. Read only.
typedef struct caper_shared_skeleton {
    caper_skeleton skeleton;
    size_t memory_size;
    caper_allocator allocator;
    struct caper_shared_count *count; ///< private
} caper_shared_skeleton;

/// A copy of a skeleton with one reference, the caller's. NULL with a reason: no bodies, bad
/// numbers, no memory.
CAPER_API caper_shared_skeleton *caper_shared_skeleton_create(const caper_skeleton *skeleton,
                                                              const caper_allocator *allocator,
                                                              caper_error *error);
/// A hash of names, parents and rest transforms: it tells skeletons of a library apart.
CAPER_API uint64_t caper_skeleton_hash(const caper_skeleton *skeleton);
/// Drop a reference, from any thread; the last one frees it. NULL is fine.
CAPER_API void caper_shared_skeleton_release(caper_shared_skeleton *shared);

/// The tag of a motion that was found elsewhere, whose feet and root alone have been fitted to a
/// world since (caper_stride_clip): what is wrong with the rest of it was wrong before.
#define CAPER_TAG_FITTED "fitted"
/// Does a clip have that tag?
CAPER_API bool caper_clip_has_tag(const caper_clip *clip, const char *tag);

/// No skeleton and no frames yet, 30 frames a second.
CAPER_API caper_clip_def caper_clip_def_default(void);
/// Build a clip. Refused with a reason: no frames, bad rate, times out of order or range,
/// non-finite numbers, quaternions off unit by more than 1e-3, unknown bodies, several tracks for
/// one thing.
CAPER_API caper_clip *caper_clip_create(const caper_clip_def *def, caper_error *error);
/// Free a clip; NULL is fine.
CAPER_API void caper_clip_destroy(caper_clip *clip);

/// Read a .clip.json file (docs/schema/clip.schema.json), or a .clip.bin file (see
/// caper_clip_save_packed). options may be NULL.
CAPER_API caper_clip *caper_clip_load(const char *path, const caper_load_options *options,
                                      caper_error *error);
/// Read the text or the bytes of such a file; source names it in messages.
CAPER_API caper_clip *caper_clip_parse(const char *text, size_t size, const char *source,
                                       const caper_load_options *options, caper_error *error);
/// Write the file; nothing is left behind on failure.
CAPER_API bool caper_clip_save(const caper_clip *clip, const char *path, caper_error *error);
/// Write the clip as a JSON value (so that other files may embed it).
CAPER_API void caper_clip_write(const caper_clip *clip, caper_json_writer *writer);

// ---------------------------------------------------------------------------------------------------
// Sampling

/// Where a clip was last sampled; zero it to start. A hint only: the result never depends on it.
typedef struct caper_clip_cursor {
    int32_t frame;
    uint32_t hint;
} caper_clip_cursor;

/// Bring a time into the clip: wrapped when it loops, else clamped. `cycles` (may be NULL) receives
/// the whole loops passed.
CAPER_API float caper_clip_wrap(const caper_clip *clip, float time, int *cycles);
/// Sample every body (and deform) at a time, wrapped or clamped, into a local pose of the clip's
/// counts; a pose without deforms takes none, a clip without deforms leaves the pose's as they are.
/// The time frame / rate gives exactly that frame. `cursor` may be NULL. False, with nothing
/// written, when counts differ. Never allocates; a random seek costs as much as a step.
CAPER_API bool caper_clip_sample(const caper_clip *clip, float time, caper_clip_cursor *cursor,
                                 caper_pose *local);
/// The root at a time; whole loops accumulate. Identity when the clip has none.
CAPER_API caper_root caper_clip_sample_root(const caper_clip *clip, float time);
/// The movement of the root from one time to another, in the frame of the root at the first.
CAPER_API caper_root caper_clip_root_delta(const caper_clip *clip, float from, float to);
/// Is this body in a declared contact at that time?
CAPER_API bool caper_clip_in_contact(const caper_clip *clip, int body, float time);

/// A monotonic change of speed: source time by warped time, linear between knots, knots rising in
/// both.
typedef struct caper_time_warp {
    const float *warped, *source;
    int knot_count; ///< >= 2
} caper_time_warp;

// ---------------------------------------------------------------------------------------------------
// Blending

/// One input of a blend.
typedef struct caper_blend_layer {
    const caper_pose *pose; ///< local; for an additive layer a difference (caper_pose_difference)
    float weight;           ///< >= 0
    const float *mask;      ///< weight per body, or NULL: all 1; deforms are not masked
} caper_blend_layer;

/// Mix layers into out: weighted nlerp, quaternions on the side of the first layer that has weight,
/// then the additive layers on top, in order. Refused when counts differ, a weight is negative, not
/// finite or above 1e9, out aliases an additive layer, or rest is missing where it is needed. Never
/// allocates. Start from caper_blend_job_default().
typedef struct caper_blend_job {
    const caper_blend_layer *layers;
    int layer_count;
    const caper_blend_layer *additive;
    int additive_count;
    const caper_pose *rest; ///< stands in where the weights sum to less than weight_floor; may be
                            ///< NULL when that cannot happen
    float weight_floor;     ///< below this sum rest fades in; 0: the default 0.1
    caper_pose *out;        ///< may alias a layer's pose
} caper_blend_job;
/// No layers yet.
static inline caper_blend_job caper_blend_job_default(void)
{
    static caper_blend_job zeroed; // in C and in C++
    caper_blend_job job = zeroed;
    job.weight_floor = 0.1f;
    return job;
}
/// Blend; false, with out untouched, when the job is refused.
CAPER_API bool caper_blend(const caper_blend_job *job);

/// The difference that, added to `reference`, gives `pose`: rotations in the parent's frame (added
/// from the left), positions and deforms by subtraction. `difference` may be either input.
CAPER_API void caper_pose_difference(const caper_pose *pose, const caper_pose *reference,
                                     caper_pose *difference);

/// Fill a mask: `inside` for `body` and all below it, `outside` elsewhere.
CAPER_API void caper_mask_subtree(const caper_skeleton *skeleton, int body, float inside,
                                  float outside, float *mask);

// ---------------------------------------------------------------------------------------------------
// Making clips from clips

/// Move travel over the ground from the bodies to the root track: the x, z and yaw by which `body`
/// has moved from its rest transform (y stays in the body; whole turns are counted). An existing
/// root track is taken into account. Root x body before and after are the same to 1e-5 of size at
/// every frame. Fails only without memory.
CAPER_API caper_clip *caper_clip_extract_root(const caper_clip *clip, int body,
                                              const caper_allocator *allocator, caper_error *error);
/// Put the root track back into the bodies without a parent: for formats without one. A clip that
/// travels no longer loops.
CAPER_API caper_clip *caper_clip_bake_root(const caper_clip *clip, const caper_allocator *allocator,
                                           caper_error *error);

/// The clip as a mirror shows it, left and right exchanged: bodies take the motion of their
/// sagittal partners (those without one their own), root, contacts and all. Lengths of bones stay:
/// a body keeps its own rest position against its parent, except those from the root body upward.
/// Mirroring twice gives the clip again where the rest pose is symmetric. Refused: a character of
/// another skeleton.
CAPER_API caper_clip *caper_clip_mirror(const caper_clip *clip, const caper_character *character,
                                        const caper_allocator *allocator, caper_error *error);

/// What caper_clip_fit found.
typedef struct caper_clip_fit_report {
    int matched;      ///< bodies of the skeleton that the clip has
    int missing;      ///< bodies of the clip that the skeleton lacks: their motion is left out
    int left_at_rest; ///< bodies of the skeleton that the clip lacks
} caper_clip_fit_report;
/// A clip on another skeleton that has bodies of the same names (ignoring case and everything up to
/// the last ':' or '|'): for files that hold only an animation. Local transforms are copied as they
/// are. Contacts and deforms are left out. Refused: fewer than 60 % of the clip's bodies are found.
/// report may be NULL.
CAPER_API caper_clip *caper_clip_fit(const caper_clip *clip, const caper_skeleton *skeleton,
                                     const caper_allocator *allocator,
                                     caper_clip_fit_report *report, caper_error *error);

/// How far to reduce. Zero-initialize for the defaults.
typedef struct caper_reduce_options {
    float tolerance; ///< metres, the largest error of any measured point; 0: 0.001
    const caper_character
        *character; ///< its box corners are measured; NULL: all joints, and points around bodies
                    ///< without children, as far off as their parent's joint
    const caper_allocator *allocator; ///< of the result and of scratch memory; NULL: default
    const caper_progress *progress;   ///< may be NULL
} caper_reduce_options;
/// What caper_clip_reduce did.
typedef struct caper_reduce_report {
    float error; ///< metres in the world (root x model), at every frame and halfway between frames
    int keys_before, keys_after;
} caper_reduce_report;
/// Fewer keys within a stated error. The bound is verified, not assumed: the result is measured
/// against the clip. Tracks with keys between frames are left as they are; deforms keep to 0.001.
/// options and report may be NULL. Refused: a character of another skeleton.
CAPER_API caper_clip *caper_clip_reduce(const caper_clip *clip, const caper_reduce_options *options,
                                        caper_reduce_report *report, caper_error *error);
/// How to pack. Zero-initialize for the defaults.
typedef struct caper_pack_options {
    float tolerance;                  ///< metres, as in caper_reduce_options; 0: 0.0001
    const caper_character *character; ///< whose points are measured, as in caper_reduce_options
    caper_shared_skeleton *shared; ///< of the clip's names, parents and rest; NULL: the clip gets
                                   ///< a copy of its own
    const caper_allocator *allocator; ///< of the result and of scratch memory; NULL: default
    const caper_progress *progress;   ///< may be NULL
} caper_pack_options;
/// What caper_clip_pack did.
typedef struct caper_pack_report {
    float error; ///< metres in the world, at every frame and halfway between frames
    size_t size; ///< bytes of the packing itself: memory_size without skeleton, names and marks
    int unpacked_tracks; ///< kept as they were, for their keys between frames
} caper_pack_report;
/// The same motion in a few bits a number, a fifth to a fifteenth of a dense clip. The bound is
/// verified as that of caper_clip_reduce is; deforms keep to 0.001. A packed clip is sampled and
/// used as any other. options and report may be NULL. Refused: a character or a shared skeleton of
/// another skeleton.
CAPER_API caper_clip *caper_clip_pack(const caper_clip *clip, const caper_pack_options *options,
                                      caper_pack_report *report, caper_error *error);
/// Append a packed clip as bytes, the same on every machine: everything, or all but the skeleton
/// (of which a library of clips keeps one copy). False when it is not packed or memory ran out.
CAPER_API bool caper_clip_encode(const caper_clip *clip, bool with_skeleton, caper_text *bytes);
/// The clip of such bytes. Any bytes are safe: what is wrong is refused, and the error names the
/// byte. Bytes without a skeleton need the shared one that they were made with; for those with one
/// it may be NULL. source names them in messages; options may be NULL.
CAPER_API caper_clip *caper_clip_decode(const void *bytes, size_t size, const char *source,
                                        caper_shared_skeleton *shared,
                                        const caper_load_options *options, caper_error *error);
/// Are these the first bytes of an encoded clip?
CAPER_API bool caper_clip_is_encoded(const void *bytes, size_t size);
/// Write a packed clip, skeleton included, as a file of these bytes (.clip.bin).
/// caper_clip_load reads it as it reads .clip.json.
CAPER_API bool caper_clip_save_packed(const caper_clip *clip, const char *path, caper_error *error);

/// The same motion at another constant rate, through a warp if one is given; marks move along. The
/// result covers the source times from the warp's first knot to its last, which may be more than
/// one loop. It loops when it covers whole loops, and is then stretched by less than half a frame
/// to end on its first pose; any other clip keeps its speed, and its last frame is the end of the
/// source.
CAPER_API caper_clip *caper_clip_resample(const caper_clip *clip, float rate,
                                          const caper_time_warp *warp,
                                          const caper_allocator *allocator, caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Journals

/// A journal to be made. Start from caper_journal_def_default().
typedef struct caper_journal_def {
    const char *path; ///< of a file that is not there yet
    const char *name; ///< of the clip
    float rate;       ///< frames a second; default 60
    const caper_skeleton *skeleton;
    const char *const *deforms; ///< their names; NULL where there are none
    int deform_count;
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_journal_def;
/// 60 frames a second, named "take".
CAPER_API caper_journal_def caper_journal_def_default(void);

/// A take on the disk while it is recorded: nothing is lost if the process dies, at most the last
/// second in a power cut.
typedef struct caper_journal caper_journal;
/// Start one. NULL with an error: the file is there already, or cannot be written.
CAPER_API caper_journal *caper_journal_create(const caper_journal_def *def, caper_error *error);
/// Close it; NULL is fine. The file stays, or goes (`keep` false: the take was saved elsewhere).
CAPER_API void caper_journal_destroy(caper_journal *journal, bool keep);
/// Add a frame; never waits for the disk and never allocates. False when it cannot be written: then
/// no more frames are added, and those before stay.
CAPER_API bool caper_journal_add(caper_journal *journal, const caper_pose *local, caper_root root);
/// The number of frames added.
CAPER_API int caper_journal_frame_count(const caper_journal *journal);
/// The clip of a take that was cut off: all whole frames. NULL with an error: it is still being
/// recorded, there is no whole frame, or it is not a journal.
CAPER_API caper_clip *caper_journal_recover(const char *path, const caper_load_options *options,
                                            caper_error *error);

#ifdef __cplusplus
}
#endif

#endif
