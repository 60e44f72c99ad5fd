// SPDX-License-Identifier: MIT
//
// A take on the disk while it is recorded. The file has a head (the skeleton, the names, the rate)
// and frames of one size, each with its number and a hash, so that a file that was cut off anywhere
// gives all whole frames before the cut. Numbers are of this machine's order, which the head tells.
#include "base/append.h"
#include "base/file.h"
#include "base/try.h"
#include "clip/clip.h"

#include <string.h>

#define MAGIC "caper take 1\n"
#define MOST_TEXT ((uint32_t)1 << 20) // bytes of all names
#define FLOATS_BODY 7                 // of a transform: rotation, position
#define FLOATS_ROOT 4

typedef struct take_head {
    char magic[16];
    uint32_t order; // of bytes
    uint32_t body_count, deform_count, text_size;
    float rate;
    uint32_t zero;
    uint64_t hash; // of the head and what follows: parents, rest, names
} take_head;

typedef struct frame_tail {
    uint64_t number, hash; // of the numbers before it, and its own
} frame_tail;

struct caper_journal {
    caper_allocator allocator;
    caperi_append *file;
    int body_count, deform_count;
    uint64_t frame_count;
    float *row;
    size_t row_size; // bytes, with the tail
    bool failed;
};

caper_journal_def caper_journal_def_default(void)
{
    return (caper_journal_def){.name = "take", .rate = 60, .cookie = CAPER_DEF_COOKIE};
}

static size_t numbers_size(uint32_t bodies, uint32_t deforms)
{
    return ((size_t)bodies * FLOATS_BODY + deforms + FLOATS_ROOT) * sizeof(float);
}

static void put_transform(float *to, caper_transform t)
{
    const float values[FLOATS_BODY] = {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w,
                                       t.position.x, t.position.y, t.position.z};
    memcpy(to, values, sizeof values);
}

static caper_transform get_transform(const float *v)
{
    return caper_transform_make(caper_quat_make(v[0], v[1], v[2], v[3]),
                                caper_vec3_make(v[4], v[5], v[6]));
}

// What follows the head: parents as numbers, rest, then all names, each terminated.
static bool put_skeleton(caper_text *out, const caper_journal_def *def)
{
    for (int i = 0; i < def->skeleton->body_count; i++) {
        float row[1 + FLOATS_BODY] = {(float)def->skeleton->parents[i]};
        put_transform(row + 1, def->skeleton->rest_local[i]);
        caper_text_append(out, (const char *)row, sizeof row);
    }
    caper_text_append(out, def->name, strlen(def->name) + 1);
    for (int i = 0; i < def->skeleton->body_count; i++)
        caper_text_append(out, def->skeleton->names[i], strlen(def->skeleton->names[i]) + 1);
    for (int i = 0; i < def->deform_count; i++)
        caper_text_append(out, def->deforms[i], strlen(def->deforms[i]) + 1);
    return !out->failed;
}

// Of the head, but for its hash, and of what follows.
static uint64_t hash_head(take_head head, const char *rest)
{
    head.hash = 0;
    return caper_hash64(rest, head.text_size, caper_hash64(&head, sizeof head, 1));
}

static bool write_head(caper_journal *journal, const caper_journal_def *def, caper_error *error)
{
    caper_text rest;
    caper_text_init(&rest, &journal->allocator);
    take_head head;
    memset(&head, 0, sizeof head);
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    head.order = 0x01020304;
    head.body_count = (uint32_t)journal->body_count;
    head.deform_count = (uint32_t)journal->deform_count;
    head.rate = def->rate;
    bool good = put_skeleton(&rest, def);
    head.text_size = (uint32_t)rest.size;
    head.hash = good ? hash_head(head, rest.data) : 0;
    good = good && caperi_append_put(journal->file, &head, sizeof head) &&
           caperi_append_put(journal->file, rest.data, rest.size);
    caper_text_free(&rest);
    return good ||
           caper_error_set(error, CAPER_ERROR_IO, def->path, 0, 0, "the take cannot be written");
}

caper_journal *caper_journal_create(const caper_journal_def *def, caper_error *error)
{
    bool made = def && def->cookie == CAPER_DEF_COOKIE && def->path && def->skeleton && def->name &&
                def->rate > 0 && def->deform_count >= 0 && (def->deforms || !def->deform_count);
    CAPER_ASSERT(made);
    if (!made) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "a journal needs a def by caper_journal_def_default with a path, a "
                        "skeleton and a rate");
        return NULL;
    }
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    caper_journal *journal = caper_alloc_zero(&allocator, sizeof *journal, _Alignof(caper_journal));
    uint32_t bodies = (uint32_t)def->skeleton->body_count, deforms = (uint32_t)def->deform_count;
    size_t size = numbers_size(bodies, deforms) + sizeof(frame_tail);
    float *row = journal ? caper_alloc_zero(&allocator, size, 16) : NULL;
    if (!row) {
        caper_error_set(error, CAPER_ERROR_MEMORY, def->path, 0, 0, "out of memory");
        caper_free(&allocator, journal, sizeof *journal);
        return NULL;
    }
    journal->allocator = allocator;
    journal->body_count = (int)bodies;
    journal->deform_count = (int)deforms;
    journal->row = row;
    journal->row_size = size;
    journal->file = caperi_append_open(def->path, &allocator, error);
    if (!journal->file || !write_head(journal, def, error)) {
        caper_journal_destroy(journal, false);
        return NULL;
    }
    return journal;
}

void caper_journal_destroy(caper_journal *journal, bool keep)
{
    if (!journal)
        return;
    caper_allocator allocator = journal->allocator;
    caperi_append_close(journal->file, keep);
    caper_free(&allocator, journal->row, journal->row_size);
    caper_free(&allocator, journal, sizeof *journal);
}

bool caper_journal_add(caper_journal *journal, const caper_pose *local, caper_root root)
{
    bool fits = journal && local && local->body_count == journal->body_count &&
                local->deform_count >= journal->deform_count;
    CAPER_ASSERT(fits);
    if (!fits || journal->failed)
        return false;
    float *to = journal->row;
    for (int i = 0; i < journal->body_count; i++, to += FLOATS_BODY)
        put_transform(to, local->bodies[i]);
    if (journal->deform_count > 0)
        memcpy(to, local->deforms, (size_t)journal->deform_count * sizeof *to);
    to += journal->deform_count;
    const float place[FLOATS_ROOT] = {root.x, root.y, root.z, root.yaw};
    memcpy(to, place, sizeof place);
    to += FLOATS_ROOT;
    size_t numbers = (size_t)(to - journal->row) * sizeof *to;
    frame_tail tail = {journal->frame_count, 0};
    tail.hash = caper_hash64(journal->row, numbers, tail.number + 1);
    memcpy((char *)journal->row + numbers, &tail, sizeof tail);
    journal->failed = !caperi_append_put(journal->file, journal->row, numbers + sizeof tail);
    journal->frame_count += !journal->failed;
    return !journal->failed;
}

int caper_journal_frame_count(const caper_journal *journal)
{
    return (int)journal->frame_count;
}

// -- Recovery -------------------------------------------------------------------------------------

typedef struct recovery {
    const char *path, *bytes;
    size_t size;
    take_head head;
    caper_arena arena;
    caper_skeleton skeleton;
    const char *name, **deforms;
    caper_transform *frames;
    caper_root *roots;
    float *deform_frames;
    int frame_count;
} recovery;

static bool read_head(recovery *r, caper_error *error)
{
    take_head *h = &r->head;
    bool good = r->size >= sizeof *h;
    if (good)
        memcpy(h, r->bytes, sizeof *h);
    size_t rows = good ? (size_t)h->body_count * (1 + FLOATS_BODY) * sizeof(float) : 0;
    good = good && memcmp(h->magic, MAGIC, sizeof MAGIC) == 0 && h->order == 0x01020304 &&
           h->body_count >= 1 && h->body_count <= CAPER_MAX_BODIES && h->deform_count <= 100000 &&
           h->text_size <= MOST_TEXT && rows <= h->text_size &&
           r->size - sizeof *h >= h->text_size && h->rate > 0 && h->rate <= 1e6f &&
           hash_head(*h, r->bytes + sizeof *h) == h->hash;
    return good || caper_error_set(error, CAPER_ERROR_SYNTAX, r->path, 0, 0,
                                   "this is not a take, or it was cut off in its head");
}

// The next name, or NULL where the text ends before it does.
static const char *next_name(const char **at, const char *end)
{
    const char *name = *at, *stop = name < end ? memchr(name, 0, (size_t)(end - name)) : NULL;
    *at = stop ? stop + 1 : end;
    return stop ? name : NULL;
}

static bool read_skeleton(recovery *r, caper_error *error)
{
    uint32_t n = r->head.body_count, deforms = r->head.deform_count;
    const char **names = caper_arena_alloc_zero(&r->arena, n, sizeof *names, 16);
    int16_t *parents = caper_arena_alloc_zero(&r->arena, n, sizeof *parents, 16);
    caper_transform *rest = caper_arena_alloc_zero(&r->arena, n, sizeof *rest, 32);
    r->deforms = caper_arena_alloc_zero(&r->arena, deforms + 1, sizeof *r->deforms, 16);
    if (!names || !parents || !rest || !r->deforms)
        return caper_error_set(error, CAPER_ERROR_MEMORY, r->path, 0, 0, "out of memory");
    const char *at = r->bytes + sizeof r->head, *end = at + r->head.text_size;
    bool good = true;
    for (uint32_t i = 0; i < n; i++) {
        float row[1 + FLOATS_BODY];
        memcpy(row, at, sizeof row);
        at += sizeof row;
        good = good && row[0] >= -1 && row[0] < (float)i;
        parents[i] = good ? (int16_t)row[0] : 0;
        rest[i] = get_transform(row + 1);
    }
    good = good && (r->name = next_name(&at, end)) != NULL;
    for (uint32_t i = 0; good && i < n; i++)
        good = (names[i] = next_name(&at, end)) != NULL;
    for (uint32_t i = 0; good && i < deforms; i++)
        good = (r->deforms[i] = next_name(&at, end)) != NULL;
    r->skeleton = (caper_skeleton){(int)n, names, parents, rest};
    return good || caper_error_set(error, CAPER_ERROR_SYNTAX, r->path, 0, 0,
                                   "the skeleton of the take is invalid");
}

// Whole frames until the first that is not.
static bool read_frames(recovery *r, caper_error *error)
{
    uint32_t n = r->head.body_count, deforms = r->head.deform_count;
    size_t numbers = numbers_size(n, deforms), step = numbers + sizeof(frame_tail);
    const char *at = r->bytes + sizeof r->head + r->head.text_size;
    size_t most = (size_t)(r->bytes + r->size - at) / step;
    size_t fit = CAPER_CLIP_MAX_TRANSFORMS / n;
    most = most < fit ? most : fit;
    float *row = caper_arena_alloc_zero(&r->arena, numbers, 1, 16);
    r->frames = caper_arena_alloc_zero(&r->arena, most * n + 1, sizeof *r->frames, 32);
    r->roots = caper_arena_alloc_zero(&r->arena, most + 1, sizeof *r->roots, 16);
    r->deform_frames = caper_arena_alloc_zero(&r->arena, most * deforms + 1, sizeof(float), 16);
    if (!row || !r->frames || !r->roots || !r->deform_frames)
        return caper_error_set(error, CAPER_ERROR_MEMORY, r->path, 0, 0, "out of memory");
    for (size_t f = 0; f < most; f++, at += step) {
        frame_tail tail;
        memcpy(&tail, at + numbers, sizeof tail);
        if (tail.number != f || tail.hash != caper_hash64(at, numbers, tail.number + 1))
            break;
        memcpy(row, at, numbers);
        for (uint32_t i = 0; i < n; i++)
            r->frames[f * n + i] = get_transform(row + (size_t)i * FLOATS_BODY);
        const float *rest = row + (size_t)n * FLOATS_BODY;
        if (deforms > 0)
            memcpy(r->deform_frames + f * deforms, rest, deforms * sizeof *rest);
        rest += deforms;
        r->roots[f] = (caper_root){rest[0], rest[1], rest[2], rest[3]};
        if (f > 0) // as root tracks have it: a number that does not jump
            r->roots[f].yaw =
                r->roots[f - 1].yaw + caper_wrap_angle(r->roots[f].yaw - r->roots[f - 1].yaw);
        r->frame_count++;
    }
    return r->frame_count > 0 || caper_error_set(error, CAPER_ERROR_INVALID, r->path, 0, 0,
                                                 "the take has no whole frame");
}

static caper_clip *make_clip(const recovery *r, const caper_allocator *allocator,
                             caper_error *error)
{
    caper_clip_def def = caper_clip_def_default();
    def.name = r->name;
    def.skeleton = &r->skeleton;
    def.rate = r->head.rate;
    def.frame_count = r->frame_count;
    def.frames = r->frames;
    def.roots = r->roots;
    def.deforms = r->deforms;
    def.deform_count = (int)r->head.deform_count;
    def.deform_frames = def.deform_count > 0 ? r->deform_frames : NULL;
    def.source = r->path;
    def.allocator = allocator;
    return caper_clip_create(&def, error);
}

caper_clip *caper_journal_recover(const char *path, const caper_load_options *options,
                                  caper_error *error)
{
    CAPER_ASSERT(path);
    if (!path)
        return NULL;
    const caper_allocator *allocator = options ? options->allocator : NULL;
    recovery r = {.path = path};
    if (caperi_append_is_held(path)) {
        caper_error_set(error, CAPER_ERROR_IO, path, 0, 0, "the take is still being recorded");
        return NULL;
    }
    // takes are long: as much as any file may be, unless less is asked for
    size_t limit = options ? options->max_bytes : 0;
    char *bytes = caper_file_read(path, limit, allocator, &r.size, error);
    if (!bytes)
        return NULL;
    r.bytes = bytes;
    caper_arena_init(&r.arena, allocator, 0);
    bool good = read_head(&r, error) && read_skeleton(&r, error) && read_frames(&r, error);
    caper_clip *clip = good ? make_clip(&r, allocator, error) : NULL;
    caper_arena_destroy(&r.arena);
    caper_free(allocator, bytes, r.size + 1);
    return clip;
}
