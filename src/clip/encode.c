// SPDX-License-Identifier: MIT
//
// Packed clips as bytes: what a store keeps, and what .clip.bin files hold. Little-endian, every
// part on a multiple of four:
//
//   magic      "CAPERCLP"
//   head       wire_head
//   parents    int16 a body, only with a skeleton
//   rest       float x 7 a body: rotation, position; only with a skeleton
//   contacts   uint32 body, float start, end
//   key poses  float time
//   tracks     those that are not packed: wire_track, times (if any), values
//   text       zero-terminated: name, bodies (with a skeleton), deforms, key poses, tags
//   packing    see packed.h
//
// Invariant of the reader: any bytes give a clip or an error. Sizes are checked against what is
// left before anything is taken, and the def that comes out is checked by the builder like any
// other.
#include "base/try.h"
#include "clip/packed.h"

#include <string.h>

#define VERSION 2 // 1 had groups of four tracks
#define MAGIC "CAPERCLP"
#define MAGIC_SIZE 8 // bytes of it, without the zero at its end
enum {
    FLAG_LOOPS = 1,
    FLAG_ROOT = 2,
    FLAG_SKELETON = 4,
    FLAG_ALL = 7
};

typedef struct wire_head {
    uint32_t version, flags;
    uint32_t skeleton_hash[2];
    float rate, tolerance;
    uint32_t frame_count, body_count, deform_count, contact_count, key_pose_count, tag_count;
    uint32_t track_count, text_size, packing_size;
} wire_head;

typedef struct wire_contact {
    uint32_t body;
    float start, end;
} wire_contact;

typedef struct wire_track {
    uint32_t kind, body, key_count, has_times;
} wire_track;

// Files are little-endian; so is every machine that Caper is built for.
CAPER_STATIC_ASSERT(sizeof(wire_head) == 60, "heads have no padding");

uint64_t caper_skeleton_hash(const caper_skeleton *skeleton)
{
    uint64_t hash = caper_hash64(&skeleton->body_count, sizeof skeleton->body_count, 0);
    for (int i = 0; i < skeleton->body_count; i++) {
        const caper_transform *rest = &skeleton->rest_local[i];
        hash = caper_hash64(skeleton->names[i], strlen(skeleton->names[i]) + 1, hash);
        hash = caper_hash64(&skeleton->parents[i], sizeof *skeleton->parents, hash);
        hash = caper_hash64(&rest->rotation, sizeof rest->rotation, hash);
        hash = caper_hash64(&rest->position, 3 * sizeof(float), hash);
    }
    return hash;
}

// -- Writing ----------------------------------------------------------------------------------

static void put(caper_text *out, const void *bytes, size_t size)
{
    static const char zero[4];
    if (size > 0)
        caper_text_append(out, bytes, size);
    caper_text_append(out, zero, caperi_up_to_four(size) - size);
}

static void put_string(caper_text *text, const char *string)
{
    caper_text_append(text, string, strlen(string) + 1);
}

static void collect_text(const caper_clip *clip, bool with_skeleton, caper_text *text)
{
    put_string(text, clip->name);
    for (int i = 0; with_skeleton && i < clip->skeleton.body_count; i++)
        put_string(text, clip->skeleton.names[i]);
    for (int i = 0; i < clip->deform_count; i++)
        put_string(text, clip->deforms[i]);
    for (int i = 0; i < clip->key_pose_count; i++)
        put_string(text, clip->key_poses[i].name);
    for (int i = 0; i < clip->tag_count; i++)
        put_string(text, clip->tags[i]);
}

static void put_skeleton(caper_text *out, const caper_skeleton *skeleton)
{
    put(out, skeleton->parents, (size_t)skeleton->body_count * sizeof *skeleton->parents);
    for (int i = 0; i < skeleton->body_count; i++) {
        put(out, &skeleton->rest_local[i].rotation, 4 * sizeof(float));
        put(out, &skeleton->rest_local[i].position, 3 * sizeof(float));
    }
}

static void put_marks(caper_text *out, const caper_clip *clip)
{
    for (int i = 0; i < clip->contact_count; i++) {
        wire_contact c = {(uint32_t)clip->contacts[i].body, clip->contacts[i].start,
                          clip->contacts[i].end};
        put(out, &c, sizeof c);
    }
    for (int i = 0; i < clip->key_pose_count; i++)
        put(out, &clip->key_poses[i].time, sizeof(float));
}

static void put_track(caper_text *out, const caper_track_def *track)
{
    size_t count = (size_t)track->key_count;
    wire_track t = {(uint32_t)track->kind, (uint32_t)track->body, (uint32_t)count,
                    track->times != NULL};
    put(out, &t, sizeof t);
    if (track->times)
        put(out, track->times, count * sizeof(float));
    put(out, track->values, count * (size_t)caperi_track_width(track->kind) * sizeof(float));
}

static bool encode(const caper_clip *clip, bool with_skeleton, caper_text *text, caper_arena *arena,
                   caper_text *out)
{
    const caperi_packed *packed = clip->data->packed;
    int track_count = 0;
    caper_track_def *tracks = NULL;
    if (clip->data->tracks) {
        tracks = caperi_clip_kept_defs(clip, arena, &track_count);
        if (!tracks)
            return false;
    }
    collect_text(clip, with_skeleton, text);
    wire_head head = {.version = VERSION, .rate = clip->rate, .tolerance = clip->tolerance};
    uint64_t hash = caper_skeleton_hash(&clip->skeleton);
    memcpy(head.skeleton_hash, &hash, sizeof hash);
    head.flags = (clip->loops ? FLAG_LOOPS : 0u) | (clip->has_root ? FLAG_ROOT : 0u) |
                 (with_skeleton ? FLAG_SKELETON : 0u);
    head.frame_count = (uint32_t)clip->frame_count;
    head.body_count = (uint32_t)clip->skeleton.body_count;
    head.deform_count = (uint32_t)clip->deform_count;
    head.contact_count = (uint32_t)clip->contact_count;
    head.key_pose_count = (uint32_t)clip->key_pose_count;
    head.tag_count = (uint32_t)clip->tag_count;
    head.track_count = (uint32_t)track_count;
    head.text_size = (uint32_t)text->size;
    head.packing_size = (uint32_t)packed->size;
    put(out, MAGIC, MAGIC_SIZE);
    put(out, &head, sizeof head);
    if (with_skeleton)
        put_skeleton(out, &clip->skeleton);
    put_marks(out, clip);
    for (int i = 0; i < track_count; i++)
        put_track(out, &tracks[i]);
    put(out, text->data, text->size);
    put(out, packed->bytes, packed->size);
    return !out->failed && !text->failed;
}

bool caper_clip_encode(const caper_clip *clip, bool with_skeleton, caper_text *bytes)
{
    CAPER_ASSERT(clip->packed);
    if (!clip->packed)
        return false;
    caper_arena arena;
    caper_arena_init(&arena, &clip->allocator, 0);
    caper_text text;
    caper_text_init(&text, &clip->allocator);
    bool good = encode(clip, with_skeleton, &text, &arena, bytes);
    caper_text_free(&text);
    caper_arena_destroy(&arena);
    return good;
}

bool caper_clip_save_packed(const caper_clip *clip, const char *path, caper_error *error)
{
    CAPER_TRY(clip->packed, error, CAPER_ERROR_INVALID, path, 0, 0, "the clip is not packed");
    caper_text bytes;
    caper_text_init(&bytes, &clip->allocator);
    bool good = caper_clip_encode(clip, true, &bytes)
                    ? caper_file_write(path, bytes.data, bytes.size, error)
                    : caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory");
    caper_text_free(&bytes);
    return good;
}

// -- Reading ----------------------------------------------------------------------------------

typedef struct reader {
    const char *bytes; // on a multiple of 16
    size_t size, at;
    const char *source;
    caper_arena arena;
    wire_head head;
    caper_clip_def def;
    caper_skeleton skeleton;
    caper_shared_skeleton *shared;
    caper_error *error;
} reader;

static bool fail(const reader *r, const char *what)
{
    return caper_error_set(r->error, CAPER_ERROR_INVALID, r->source, 0, 0, "byte %zu: %s", r->at,
                           what);
}
#define EXPECT(condition, what)                                                                    \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return fail(r, what);                                                                  \
    } while (0)

// The next `count` elements, or NULL when the bytes end before.
static const void *take(reader *r, size_t count, size_t size)
{
    size_t left = r->size - r->at;
    if (count > left / size || caperi_up_to_four(count * size) > left)
        return NULL;
    const void *part = r->bytes + r->at;
    r->at += caperi_up_to_four(count * size);
    return part;
}

static void *get(reader *r, size_t count, size_t size)
{
    void *memory = caper_arena_alloc_zero(&r->arena, count, size, 32);
    if (!memory)
        caper_error_set(r->error, CAPER_ERROR_MEMORY, r->source, 0, 0, "out of memory");
    return memory;
}

static bool read_head(reader *r)
{
    const char *magic = take(r, MAGIC_SIZE, 1);
    EXPECT(magic && memcmp(magic, MAGIC, MAGIC_SIZE) == 0, "this is not a packed clip");
    const wire_head *head = take(r, 1, sizeof *head);
    EXPECT(head, "the head is cut short");
    EXPECT(head->version == VERSION, "this version of packed clips is not known");
    EXPECT((head->flags & ~(uint32_t)FLAG_ALL) == 0, "a flag is not known");
    EXPECT(head->body_count >= 1 && head->body_count <= CAPER_MAX_BODIES,
           "the number of bodies is out of range");
    EXPECT(head->deform_count <= CAPER_CLIP_MAX_DEFORMS, "the number of deforms is out of range");
    EXPECT(head->frame_count >= 1 && head->frame_count <= CAPER_CLIP_MAX_TRANSFORMS,
           "the number of frames is out of range");
    EXPECT(head->tolerance >= 0.0f && head->tolerance < INFINITY, "the tolerance is not a length");
    EXPECT(head->contact_count <= r->size && head->key_pose_count <= r->size &&
               head->tag_count <= r->size,
           "there are more marks than bytes");
    r->head = *head;
    r->def.rate = head->rate;
    r->def.frame_count = (int)head->frame_count;
    r->def.loops = (head->flags & FLAG_LOOPS) != 0;
    return caperi_check_size(r->source, (double)head->rate, (double)head->frame_count,
                             (int)head->body_count, (int)head->deform_count, r->error);
}

static bool read_skeleton(reader *r)
{
    r->def.skeleton = &r->skeleton;
    if (!(r->head.flags & FLAG_SKELETON)) {
        EXPECT(r->shared, "the clip has no skeleton of its own, and none was given");
        r->skeleton = r->shared->skeleton;
        return true;
    }
    size_t count = r->head.body_count;
    const int16_t *parents = take(r, count, sizeof *parents);
    const float *rest = take(r, 7 * count, sizeof *rest);
    EXPECT(parents && rest, "the skeleton is cut short");
    caper_transform *local = get(r, count, sizeof *local);
    CAPER_PASS(local != NULL);
    for (size_t i = 0; i < count; i++, rest += 7)
        local[i] = caper_transform_make(caper_quat_make(rest[0], rest[1], rest[2], rest[3]),
                                        caper_vec3_make(rest[4], rest[5], rest[6]));
    r->skeleton = (caper_skeleton){(int)count, NULL, parents, local};
    return true;
}

static bool read_marks(reader *r)
{
    size_t contacts = r->head.contact_count, key_poses = r->head.key_pose_count;
    const wire_contact *from = take(r, contacts, sizeof *from);
    EXPECT(from, "the contacts are cut short");
    const float *times = take(r, key_poses, sizeof *times);
    EXPECT(times, "the key poses are cut short");
    caper_contact *c = get(r, contacts, sizeof *c);
    caper_key_pose *k = get(r, key_poses, sizeof *k);
    CAPER_PASS(c && k);
    for (size_t i = 0; i < contacts; i++) {
        EXPECT(from[i].body < r->head.body_count, "a contact is of a body that does not exist");
        c[i] = (caper_contact){(int)from[i].body, from[i].start, from[i].end};
    }
    for (size_t i = 0; i < key_poses; i++)
        k[i].time = times[i];
    r->def.contacts = c;
    r->def.contact_count = (int)contacts;
    r->def.key_poses = k;
    r->def.key_pose_count = (int)key_poses;
    return true;
}

static bool read_tracks(reader *r)
{
    size_t count = r->head.track_count;
    EXPECT(count <= 2 * (size_t)r->head.body_count + r->head.deform_count + 1,
           "there are more tracks than things to move");
    caper_track_def *tracks = get(r, count, sizeof *tracks);
    CAPER_PASS(tracks != NULL);
    for (size_t i = 0; i < count; i++) {
        const wire_track *t = take(r, 1, sizeof *t);
        EXPECT(t && t->kind < CAPER_TRACK_KIND_COUNT && t->body <= CAPER_CLIP_MAX_DEFORMS &&
                   t->key_count >= 1 && t->key_count <= CAPER_CLIP_MAX_TRANSFORMS &&
                   t->has_times <= 1,
               "a track is out of range");
        caper_track_kind kind = (caper_track_kind)t->kind;
        tracks[i] = (caper_track_def){kind, (int)t->body, (int)t->key_count, NULL, NULL};
        if (t->has_times) {
            tracks[i].times = take(r, t->key_count, sizeof(float));
            EXPECT(tracks[i].times, "the times of a track are cut short");
        }
        tracks[i].values = take(r, t->key_count, (size_t)caperi_track_width(kind) * sizeof(float));
        EXPECT(tracks[i].values, "the keys of a track are cut short");
    }
    r->def.tracks = tracks;
    r->def.track_count = (int)count;
    return true;
}

// The next `count` strings of a text.
static bool read_strings(reader *r, const char **text, const char *end, size_t count,
                         const char ***out)
{
    *out = get(r, count, sizeof **out);
    CAPER_PASS(*out != NULL);
    for (size_t i = 0; i < count; i++) {
        const char *zero = *text < end ? memchr(*text, 0, (size_t)(end - *text)) : NULL;
        EXPECT(zero, "the text is cut short");
        (*out)[i] = *text;
        *text = zero + 1;
    }
    return true;
}

static bool read_text(reader *r)
{
    const char *text = take(r, r->head.text_size, 1);
    EXPECT(text, "the text is cut short");
    const char *end = text + r->head.text_size, **strings;
    CAPER_PASS(read_strings(r, &text, end, 1, &strings));
    r->def.name = strings[0];
    if (r->head.flags & FLAG_SKELETON) {
        CAPER_PASS(read_strings(r, &text, end, r->head.body_count, &strings));
        r->skeleton.names = strings;
    }
    CAPER_PASS(read_strings(r, &text, end, r->head.deform_count, &strings));
    r->def.deforms = strings;
    r->def.deform_count = (int)r->head.deform_count;
    CAPER_PASS(read_strings(r, &text, end, r->head.key_pose_count, &strings));
    caper_key_pose *k = (caper_key_pose *)r->def.key_poses;
    for (uint32_t i = 0; i < r->head.key_pose_count; i++)
        k[i].name = strings[i];
    CAPER_PASS(read_strings(r, &text, end, r->head.tag_count, &strings));
    r->def.tags = strings;
    r->def.tag_count = (int)r->head.tag_count;
    EXPECT(text == end, "the text has bytes left over");
    return true;
}

// The skeleton must be the one that the clip was packed on, to the bit.
static bool check_skeleton(reader *r)
{
    EXPECT(r->head.body_count == (uint32_t)r->skeleton.body_count,
           "the clip is of another skeleton: the number of bodies differs");
    for (int i = 0; i < r->skeleton.body_count; i++)
        EXPECT(r->skeleton.parents[i] >= -1 && r->skeleton.parents[i] < i,
               "a body comes before its parent");
    uint64_t hash = caper_skeleton_hash(&r->skeleton), wanted;
    memcpy(&wanted, r->head.skeleton_hash, sizeof wanted);
    EXPECT(hash == wanted, "the clip is of another skeleton");
    EXPECT(!r->shared || caperi_skeleton_equal(&r->shared->skeleton, &r->skeleton),
           "the shared skeleton is another one than the clip's");
    return true;
}

static caper_clip *read_clip(reader *r)
{
    bool good = read_head(r) && read_skeleton(r) && read_marks(r) && read_tracks(r) &&
                read_text(r) && check_skeleton(r);
    if (!good)
        return NULL;
    const uint8_t *bytes = take(r, r->head.packing_size, 1);
    if (!bytes || r->at != r->size || r->head.packing_size % 4 != 0) {
        fail(r, "the packing is cut short, or extra bytes follow it");
        return NULL;
    }
    caperi_packed packed;
    const char *what = NULL;
    if (!caperi_packed_open(&packed, bytes, r->head.packing_size, r->def.frame_count,
                            (int)r->head.body_count, (int)r->head.deform_count, &what)) {
        fail(r, what);
        return NULL;
    }
    return caperi_clip_create_packed(&r->def, &packed, r->shared, r->head.tolerance,
                                     (r->head.flags & FLAG_ROOT) != 0, r->error);
}

caper_clip *caper_clip_decode(const void *bytes, size_t size, const char *source,
                              caper_shared_skeleton *shared, const caper_load_options *options,
                              caper_error *error)
{
    reader r = {
        .size = size, .source = source ? source : "memory", .shared = shared, .error = error};
    r.def = caper_clip_def_default();
    r.def.allocator = options ? options->allocator : NULL;
    r.def.source = r.source;
    caper_arena_init(&r.arena, r.def.allocator, 0);
    // a copy, because parts are read in place and bytes may lie anywhere
    char *copy = get(&r, size + CAPERI_PACK_PAD, 1);
    caper_clip *clip = NULL;
    if (copy) {
        memcpy(copy, bytes, size);
        r.bytes = copy;
        clip = read_clip(&r);
    }
    caper_arena_destroy(&r.arena);
    return clip;
}

bool caper_clip_is_encoded(const void *bytes, size_t size)
{
    return size >= MAGIC_SIZE && memcmp(bytes, MAGIC, MAGIC_SIZE) == 0;
}
