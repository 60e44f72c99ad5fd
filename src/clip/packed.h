// SPDX-License-Identifier: MIT
//
// Packed clips: how their bytes lie.
//
// Frames are cut into segments of CAPERI_SEGMENT frames. In a segment a rotation q is kept as
// q = reference x v, with a reference for each track and segment from the middle of its motion; v
// is near no turn at all, so its real part is large and positive and is left out (a plain dropped
// component is the same with four references to choose from, and is ill-conditioned between them).
// What is left are three numbers of a few bits, of one step size each track.
//
// Eight tracks of like widths form a group: one word of each track after the other, so that eight
// are shifted and masked at once. Which tracks go together is chosen for each segment anew.
// Positions, deforms and roots are channels: numbers of their own width and step, in one stream of
// bits.
//
// The bytes are the same in memory and in files, little-endian, every part on a multiple of four:
//
//   head        caperi_pack_head
//   rotations   uint16: the bodies of the rotation tracks, rising
//   channels    uint16: what each channel moves, rising (CAPERI_CHANNEL_*)
//   constants   caperi_pack_constant: what stays off rest all the time
//   offsets     uint32: where each segment starts, from the head on, and where the last one ends
//   segments    codes    uint32 a group: widths x | y << 5 | z << 10 | where << 15, in words from
//                        the start of the segment; if there are any, one more: where the channels
//                        are
//               groups   of 8 tracks, the last of what is left:
//                          uint32 a track: reference x, y (12 bits each), step (8)
//                          uint32 a track: reference z, w (12 bits each), index of the track (8)
//                          words: frames of x + y + z bits a track, tracks interleaved
//               channels float: smallest value, each
//                        uint16: step | width << 8, each, and the sum of their widths
//                        bits: frames of all channels
//
// Invariant: caperi_packed_open has looked at every number that leads to an address or to a length
// of a quaternion, so sampling needs no checks.
#ifndef CAPER_SRC_CLIP_PACKED_H
#define CAPER_SRC_CLIP_PACKED_H

#include "clip/clip.h"

#define CAPERI_SEGMENT_SHIFT 4 // bits: 16 frames a segment, as those of ACL
#define CAPERI_SEGMENT (1 << CAPERI_SEGMENT_SHIFT)
#define CAPERI_SEGMENT_TAIL 4 // frames: as few are no segment of their own and join the last one
#define CAPERI_PACK_LANES 8   // tracks of a group: floats in a register of AVX2
/// Bytes past the packing that sampling may load, and that are zero: two words of each track of a
/// group, from its end on where it stands still and has no bits.
#define CAPERI_PACK_PAD (2 * 4 * CAPERI_PACK_LANES)
#define CAPERI_PACK_BANK 32 // groups that choose among the 256 tracks of an 8-bit index
#define CAPERI_GROUP_AT                                                                            \
    15 // bits of a group's code for its three widths of 5 bits; its place follows
#define CAPERI_ROTATION_WIDTH_MAX 20 // bits of a component, at most; set by hand
#define CAPERI_CHANNEL_WIDTH_MAX                                                                   \
    24 // bits of a channel, at most; set by hand, a float holds 24 exactly
#define CAPERI_REFERENCE_ZERO 2048 // what a component of a reference is counted from
/// The smallest real part that a reference leaves: turns of 88 degrees from it either way.
#define CAPERI_PACK_REAL_MIN 0.72f
/// The real part of v by the sum of squares s of its other components: 1 + s (A + s (B + s C)). A
/// square root would take longer, and v is brought to length 1 in the end. These keep that length
/// within 5.5e-5 of 1 up to s = 0.5 (equal ripple), so that mixing two frames keeps their pace to
/// 1.4e-5 of the step; tracks that this is too much for are packed as channels.
#define CAPERI_PACK_REAL_A -0.50213731f
#define CAPERI_PACK_REAL_B -0.10108014f
#define CAPERI_PACK_REAL_C -0.13181519f

/// What channels move: positions, 4 x body + axis; rotations that no reference is near to, four
/// components each, 4 x body + component; root components; deforms.
#define CAPERI_CHANNEL_TURN (4 * CAPER_MAX_BODIES)
#define CAPERI_CHANNEL_ROOT (CAPERI_CHANNEL_TURN + 4 * CAPER_MAX_BODIES)
#define CAPERI_CHANNEL_DEFORM (CAPERI_CHANNEL_ROOT + 4)
/// Of constants: rotations, by body.
#define CAPERI_CONSTANT_ROTATION 0x8000u

typedef struct caperi_pack_head {
    uint16_t rotation_count;
    uint16_t position_count, turn_count, root_count, deform_count; // channels, in this order
    uint16_t zero;
    uint32_t constant_count, segment_count;
} caperi_pack_head;

typedef struct caperi_pack_constant {
    uint32_t target;
    float value[4]; // one of them, but for rotations
} caperi_pack_constant;

/// A packing with its parts found.
typedef struct caperi_packed {
    const uint8_t *bytes; // CAPERI_PACK_PAD more follow
    size_t size;
    int frame_count;
    caperi_pack_head head;
    const uint16_t *rotations, *channels;
    const caperi_pack_constant *constants;
    const uint32_t *offsets;
} caperi_packed;

/// The value of a step code: eight to each doubling, from 2^-31 up.
static inline float caperi_step_value(uint32_t code)
{
    uint32_t bits = (code << 20) + (96u << 23);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline int caperi_segment_count(int frame_count)
{
    int count = (frame_count + CAPERI_SEGMENT - 1) >> CAPERI_SEGMENT_SHIFT;
    int rest = frame_count & (CAPERI_SEGMENT - 1);
    return count > 1 && rest > 0 && rest <= CAPERI_SEGMENT_TAIL ? count - 1 : count;
}

static inline int caperi_segment_of(int segment_count, int frame)
{
    int segment = frame >> CAPERI_SEGMENT_SHIFT;
    return segment < segment_count ? segment : segment_count - 1;
}

static inline int caperi_segment_frames(int segment_count, int frame_count, int segment)
{
    return segment < segment_count - 1 ? CAPERI_SEGMENT
                                       : frame_count - (segment << CAPERI_SEGMENT_SHIFT);
}

static inline int caperi_group_count(int rotation_count)
{
    return (rotation_count + CAPERI_PACK_LANES - 1) / CAPERI_PACK_LANES;
}

/// Words of a segment before its first group: the codes of groups, if there are any.
static inline size_t caperi_code_words(int rotation_count)
{
    int groups = caperi_group_count(rotation_count);
    return groups > 0 ? (size_t)groups + 1 : 0;
}

/// Words of each track of a group.
static inline size_t caperi_group_words(int width, int frame_count)
{
    return ((size_t)width * (size_t)frame_count + 31) / 32;
}

static inline int caperi_channel_count(const caperi_pack_head *head)
{
    return head->position_count + head->turn_count + head->root_count + head->deform_count;
}

static inline size_t caperi_up_to_four(size_t size)
{
    return (size + 3) & ~(size_t)3;
}

/// Find the parts of a packing and check all of it against the counts of a clip. `what` receives
/// what is wrong.
bool caperi_packed_open(caperi_packed *packed, const uint8_t *bytes, size_t size, int frame_count,
                        int body_count, int deform_count, const char **what);

/// Sample all that is packed over what is in the arrays already. `deforms` may be NULL.
void caperi_packed_sample(const caperi_packed *packed, caperi_moment moment,
                          caper_transform *bodies, float *deforms);
/// The same for processors with AVX2 (packed_wide.c); exists where CAPERI_PACKED_WIDE is defined.
void caperi_packed_sample_wide(const caperi_packed *packed, caperi_moment moment,
                               caper_transform *bodies, float *deforms);
void caperi_packed_sample_root(const caperi_packed *packed, caperi_moment moment, caper_root *root);

/// A packed clip: what caper_clip_create makes of a def, whose tracks are those that cannot be
/// packed, and of a packing that was opened, which is copied. `shared` may be NULL: then the clip
/// has a skeleton of its own.
caper_clip *caperi_clip_create_packed(const caper_clip_def *def, const caperi_packed *packed,
                                      caper_shared_skeleton *shared, float tolerance, bool has_root,
                                      caper_error *error);

#endif
