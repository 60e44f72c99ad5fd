// SPDX-License-Identifier: MIT
//
// Opening a packing: finds its parts and proves that sampling stays within them, whatever the bytes
// are. Invariant: every count, index, width and offset is checked before anything is reached
// through it.
#include "clip/packed.h"

// How far a constant rotation may be off length 1: it is sampled as it is.
#define CONSTANT_UNIT 1e-5f

// What is left of the bytes.
typedef struct cursor {
    const uint8_t *bytes;
    size_t size, at;
    const char **what;
} cursor;

static bool fail(const cursor *c, const char *what)
{
    *c->what = what;
    return false;
}
#define EXPECT(condition, text)                                                                    \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return fail(c, text);                                                                  \
    } while (0)

static const void *take(cursor *c, size_t count, size_t size)
{
    size_t bytes = caperi_up_to_four(count * size);
    if (bytes > c->size - c->at)
        return NULL;
    const void *part = c->bytes + c->at;
    c->at += bytes;
    return part;
}

static bool check_targets(const caperi_packed *p, int body_count, int deform_count, cursor *c)
{
    for (int i = 0; i < p->head.rotation_count; i++) {
        EXPECT(p->rotations[i] < body_count, "a rotation is of a body that the skeleton lacks");
        EXPECT(i == 0 || p->rotations[i] > p->rotations[i - 1], "the rotations are out of order");
    }
    int positions = p->head.position_count, turns = positions + p->head.turn_count;
    int roots = turns + p->head.root_count;
    EXPECT(p->head.turn_count % 4 == 0, "a rotation in channels has not four");
    for (int i = 0; i < caperi_channel_count(&p->head); i++) {
        int code = p->channels[i];
        bool good = i < positions ? (code >> 2) < body_count && (code & 3) < 3
                    : i < turns   ? code >= CAPERI_CHANNEL_TURN &&
                                      (code - CAPERI_CHANNEL_TURN) >> 2 < body_count &&
                                      (code & 3) == ((i - positions) & 3) &&
                                      code >> 2 == p->channels[i - (code & 3)] >> 2
                    : i < roots ? code >= CAPERI_CHANNEL_ROOT && code < CAPERI_CHANNEL_DEFORM
                                : code >= CAPERI_CHANNEL_DEFORM &&
                                      code - CAPERI_CHANNEL_DEFORM < deform_count;
        EXPECT(good, "a channel moves what the clip lacks");
        EXPECT(i == 0 || code > p->channels[i - 1], "the channels are out of order");
    }
    return true;
}

static bool check_constants(const caperi_packed *p, int body_count, int deform_count, cursor *c)
{
    for (uint32_t i = 0; i < p->head.constant_count; i++) {
        const caperi_pack_constant *k = &p->constants[i];
        bool rotation = k->target >= CAPERI_CONSTANT_ROTATION, root = false;
        uint32_t bodies = (uint32_t)body_count, deforms = (uint32_t)deform_count;
        bool good;
        if (rotation) {
            const float *v = k->value;
            good = k->target - CAPERI_CONSTANT_ROTATION < bodies &&
                   caper_quat_is_unit(caper_quat_make(v[0], v[1], v[2], v[3]), CONSTANT_UNIT);
        } else {
            root = k->target >= CAPERI_CHANNEL_ROOT && k->target < CAPERI_CHANNEL_DEFORM;
            good = root || (k->target < CAPERI_CHANNEL_TURN
                                ? k->target >> 2 < bodies && (k->target & 3) < 3
                                : k->target >= CAPERI_CHANNEL_DEFORM &&
                                      k->target - CAPERI_CHANNEL_DEFORM < deforms);
            good = good && fabsf(k->value[0]) <= CAPERI_COORDINATE_MAX;
        }
        EXPECT(good, "a constant is not one");
        EXPECT(i == 0 || k->target > p->constants[i - 1].target, "the constants are out of order");
    }
    return true;
}

// Groups of a segment.
static bool check_groups(const caperi_packed *p, int frames, cursor *c)
{
    int count = p->head.rotation_count, groups = caperi_group_count(count);
    size_t start = c->at;
    const uint32_t *codes = take(c, caperi_code_words(count), sizeof *codes);
    EXPECT(codes, "a segment ends in its widths");
    uint8_t seen[CAPER_MAX_BODIES / 8] = {0};
    for (int g = 0; g < groups; g++) {
        int left = count - g * CAPERI_PACK_LANES;
        size_t lanes = left < CAPERI_PACK_LANES ? (size_t)left : CAPERI_PACK_LANES;
        int w[3] = {codes[g] & 31, codes[g] >> 5 & 31, codes[g] >> 10 & 31};
        EXPECT(codes[g] >> CAPERI_GROUP_AT == (c->at - start) / 4,
               "a group is not where it should be");
        for (int k = 0; k < 3; k++)
            EXPECT(w[k] <= CAPERI_ROTATION_WIDTH_MAX, "a width is out of range");
        const uint32_t *words =
            take(c, lanes * (2 + caperi_group_words(w[0] + w[1] + w[2], frames)), sizeof *words);
        EXPECT(words, "a segment ends in a group");
        for (size_t i = 0; i < lanes; i++) {
            int track = g / CAPERI_PACK_BANK * 256 + (int)(words[lanes + i] >> 24);
            EXPECT(track < count && !(seen[track >> 3] >> (track & 7) & 1),
                   "a group holds a track that does not exist, or one twice");
            seen[track >> 3] |= (uint8_t)(1u << (track & 7));
            const uint32_t none = CAPERI_REFERENCE_ZERO | CAPERI_REFERENCE_ZERO << 12;
            EXPECT((words[i] & 0xffffff) != none || (words[lanes + i] & 0xffffff) != none,
                   "a reference is not a rotation");
        }
    }
    EXPECT(groups == 0 || codes[groups] == (uint32_t)((c->at - start) / 4) << CAPERI_GROUP_AT,
           "the channels are not where they should be");
    return true;
}

static bool check_channels(const caperi_packed *p, int frames, cursor *c)
{
    size_t count = (size_t)caperi_channel_count(&p->head), row = 0;
    const float *least = take(c, count, sizeof *least);
    const uint16_t *codes = take(c, count + 1, sizeof *codes);
    EXPECT(least && codes, "a segment ends in its channels");
    for (size_t i = 0; i < count; i++) {
        int width = codes[i] >> 8;
        EXPECT(width <= CAPERI_CHANNEL_WIDTH_MAX, "a width is out of range");
        EXPECT(fabsf(least[i]) <= CAPERI_COORDINATE_MAX, "a channel starts beyond 1e9");
        row += (size_t)width;
    }
    EXPECT(codes[count] == row, "the widths of channels are not those of a frame");
    EXPECT(take(c, (row * (size_t)frames + 7) / 8, 1), "a segment ends in the bits of channels");
    return true;
}

static bool check_segments(const caperi_packed *p, cursor *c)
{
    int count = (int)p->head.segment_count;
    for (int s = 0; s < count; s++) {
        int frames = caperi_segment_frames(count, p->frame_count, s);
        EXPECT(p->offsets[s] == c->at, "a segment is not where it should be");
        if (!check_groups(p, frames, c) || !check_channels(p, frames, c))
            return false;
    }
    EXPECT(p->offsets[count] == c->at && c->at == c->size, "bytes are left after the last segment");
    return true;
}

bool caperi_packed_open(caperi_packed *packed, const uint8_t *bytes, size_t size, int frame_count,
                        int body_count, int deform_count, const char **what)
{
    cursor start = {bytes, size, 0, what}, *c = &start;
    caperi_packed *p = packed;
    EXPECT(size % 4 == 0 && size <= UINT32_MAX, "the size is not a multiple of four below 4 GiB");
    const caperi_pack_head *head = take(c, 1, sizeof *head);
    EXPECT(head, "the head is cut short");
    *p = (caperi_packed){.bytes = bytes, .size = size, .frame_count = frame_count, .head = *head};
    EXPECT(head->zero == 0, "the head is of another packing");
    EXPECT(head->segment_count == (uint32_t)caperi_segment_count(frame_count),
           "there are more or fewer segments than the frames make");
    EXPECT(head->rotation_count <= body_count && head->root_count <= 4 &&
               head->position_count <= 3 * body_count && head->turn_count <= 4 * body_count &&
               head->deform_count <= deform_count,
           "there are more tracks than the clip has room for");
    EXPECT(head->constant_count <= 4u * (uint32_t)body_count + (uint32_t)deform_count + 4u,
           "there are more constants than the clip has room for");
    p->rotations = take(c, head->rotation_count, sizeof *p->rotations);
    EXPECT(p->rotations, "the list of rotations is cut short");
    p->channels = take(c, (size_t)caperi_channel_count(head), sizeof *p->channels);
    EXPECT(p->channels, "the list of channels is cut short");
    p->constants = take(c, head->constant_count, sizeof *p->constants);
    EXPECT(p->constants, "the constants are cut short");
    p->offsets = take(c, (size_t)head->segment_count + 1, sizeof *p->offsets);
    EXPECT(p->offsets, "the list of segments is cut short");
    return check_targets(p, body_count, deform_count, c) &&
           check_constants(p, body_count, deform_count, c) && check_segments(p, c);
}
