// SPDX-License-Identifier: MIT
//
// The draft that readers fill in: its memory, its warnings, and the conversion of everything in it
// to metres and Y up. Invariant: what the import keeps is in `arena`, everything else in `scratch`,
// so that nothing of the reader's work outlives it by accident.
#include "base/file.h"
#include "base/utf8.h"
#include "formats/formats.h"

#include <stdio.h>
#include <string.h>

// The file name of a path without folder and ending.
static caper_slice stem_of(const char *path)
{
    const char *name = path;
    for (const char *c = path; *c; c++)
        if (*c == '/' || *c == '\\')
            name = c + 1;
    const char *dot = strrchr(name, '.');
    size_t size = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    caper_slice slice = {name, size};
    return slice;
}

void caperi_draft_init(caperi_draft *draft, const void *bytes, size_t size, const char *path,
                       const caper_import_options *options)
{
    memset(draft, 0, sizeof *draft);
    draft->source = path ? path : "memory";
    draft->path = path;
    draft->bytes = bytes;
    draft->size = draft->loaded = size;
    draft->options = *options;
    draft->allocator = caper_allocator_resolve(options->allocator);
    // small steps: most imports keep little, and captures are read by the thousand
    caper_arena_init(&draft->arena, &draft->allocator, 1024);
    caper_arena_init(&draft->scratch, &draft->allocator, 2048);
    caper_arena_init(&draft->keys, &draft->allocator, 1024);
    caper_warnings_init(&draft->warnings, &draft->allocator, 0);
    draft->unit = 1.0f;
    draft->unit_name = "metres";
    draft->up = CAPER_UP_Y;
    draft->axes = "Y up, +Z forward";
    if (path) {
        caper_slice stem = stem_of(path);
        draft->name = caperi_draft_string(draft, stem.data, stem.size, NULL);
    }
    if (!draft->name || !draft->name[0])
        draft->name = "import";
}

void caperi_draft_free(caperi_draft *draft)
{
    caperi_draft_release_bytes(draft);
    caperi_document_free(draft->document);
    caper_arena_destroy(&draft->arena);
    caper_arena_destroy(&draft->scratch);
    caper_arena_destroy(&draft->keys);
    caper_warnings_free(&draft->warnings);
}

void caperi_draft_release_bytes(caperi_draft *draft)
{
    if (draft->owned_bytes)
        caper_free(&draft->allocator, draft->owned_bytes, draft->loaded + 1);
    draft->owned_bytes = NULL;
    draft->bytes = NULL;
}

void *caperi_draft_alloc(caperi_draft *draft, caper_arena *arena, size_t count, size_t size,
                         size_t align, caper_error *error)
{
    void *memory = caper_arena_alloc_zero(arena, count, size, align);
    if (!memory)
        caper_error_set(error, CAPER_ERROR_MEMORY, draft->source, 0, 0, "out of memory");
    return memory;
}

bool caperi_draft_bodies(caperi_draft *draft, int count, caper_error *error)
{
    if (count < 1)
        return caper_error_set(error, CAPER_ERROR_INVALID, draft->source, 0, 0,
                               "the file has no bodies");
    if (count > CAPER_MAX_BODIES)
        return caper_error_set(error, CAPER_ERROR_LIMIT, draft->source, 0, 0,
                               "the file has %d bodies, more than %d", count, CAPER_MAX_BODIES);
    draft->bodies = caperi_draft_alloc(draft, &draft->scratch, (size_t)count, sizeof *draft->bodies,
                                       _Alignof(caperi_draft_body), error);
    if (!draft->bodies)
        return false;
    draft->body_count = count;
    for (int i = 0; i < count; i++) {
        draft->bodies[i].parent = -1;
        draft->bodies[i].rest_local = caper_transform_identity();
    }
    return true;
}

bool caperi_draft_clips(caperi_draft *draft, int count, caper_error *error)
{
    draft->clips = caperi_draft_alloc(draft, &draft->scratch, (size_t)count, sizeof *draft->clips,
                                      _Alignof(caper_clip_def), error);
    if (!draft->clips)
        return false;
    draft->clip_count = count;
    for (int i = 0; i < count; i++) {
        draft->clips[i] = caper_clip_def_default();
        draft->clips[i].name = draft->name;
        draft->clips[i].source = draft->source;
        draft->clips[i].allocator = &draft->allocator;
    }
    return true;
}

const char *caperi_draft_string(caperi_draft *draft, const char *text, size_t size,
                                caper_error *error)
{
    char *copy = caperi_draft_alloc(draft, &draft->arena, size + 1, 1, 1, error);
    if (!copy)
        return NULL;
    for (size_t i = 0; i < size;) {
        int length = caperi_utf8_length(text + i, size - i);
        bool plain = length > 0 && !caperi_utf8_is_control(text + i, length);
        if (plain)
            memcpy(copy + i, text + i, (size_t)length);
        else
            memset(copy + i, '_', length > 0 ? (size_t)length : 1);
        i += length > 0 ? (size_t)length : 1;
    }
    return copy;
}

bool caperi_draft_may_read(const caperi_draft *draft, const char *path, size_t folder_size,
                           caper_error *error)
{
    return draft->options.follow_links || caperi_file_is_beside(path, folder_size, error);
}

void(caperi_draft_warn)(caperi_draft *draft, int line, int column, const char *format, ...)
{
    char words[sizeof((caper_error *)0)->message];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    caper_warnings_add(&draft->warnings, CAPER_ERROR_INVALID, draft->source, line, column, "%s",
                       words);
}

// -- Conversion -------------------------------------------------------------------------------

typedef struct conversion {
    float unit;
    caper_quat turn;
    bool turns;
} conversion;

static caper_quat convert_rotation(const conversion *c, caper_quat r)
{
    if (!c->turns)
        return r;
    // the axis turns, the angle stays: t r t^-1 without its rounding
    caper_vec3 axis = caper_quat_rotate(c->turn, caper_vec3_make(r.x, r.y, r.z));
    return caper_quat_make(axis.x, axis.y, axis.z, r.w);
}

static caper_vec3 convert_position(const conversion *c, caper_vec3 p)
{
    if (c->turns)
        p = caper_quat_rotate(c->turn, p);
    return caper_vec3_scale(p, c->unit);
}

static void convert_body(const conversion *c, caperi_draft_body *body)
{
    body->rest_local.rotation = convert_rotation(c, body->rest_local.rotation);
    body->rest_local.position = convert_position(c, body->rest_local.position);
    body->box_center = convert_position(c, body->box_center);
    body->box_half = caper_vec3_abs(convert_position(c, body->box_half));
    if (c->turns)
        body->joint.axis = caper_quat_rotate(c->turn, body->joint.axis);
    caper_vec3 *contacts = (caper_vec3 *)body->contacts; // of the draft's own memory
    for (int i = 0; i < body->contact_count; i++)
        contacts[i] = convert_position(c, contacts[i]);
    caper_hinge *hinges = (caper_hinge *)body->hinges; // the same
    for (int i = 0; c->turns && i < body->hinge_count; i++)
        hinges[i].axis = caper_vec3_normalize(caper_quat_rotate(c->turn, hinges[i].axis));
}

static void convert_track(const conversion *c, const caper_track_def *track)
{
    float *values = (float *)track->values; // of the draft's own scratch
    if (track->kind == CAPER_TRACK_ROTATION && c->turns) {
        for (int k = 0; k < track->key_count; k++, values += 4) {
            caper_quat q =
                convert_rotation(c, caper_quat_make(values[0], values[1], values[2], values[3]));
            memcpy(values, &q, sizeof q);
        }
    } else if (track->kind == CAPER_TRACK_TRANSLATION) {
        for (int k = 0; k < track->key_count; k++, values += 3) {
            caper_vec3 p = convert_position(c, caper_vec3_make(values[0], values[1], values[2]));
            memcpy(values, &p, sizeof p);
        }
    }
}

void caperi_draft_convert(caperi_draft *draft, float unit, caper_quat turn)
{
    conversion c = {unit, turn, fabsf(turn.w) < 1.0f};
    for (int i = 0; i < draft->body_count; i++)
        convert_body(&c, &draft->bodies[i]);
    for (int i = 0; i < draft->clip_count; i++) {
        const caper_clip_def *clip = &draft->clips[i];
        for (int t = 0; t < clip->track_count; t++)
            convert_track(&c, &clip->tracks[t]);
        size_t count = clip->frames ? (size_t)clip->frame_count * (size_t)draft->body_count : 0;
        caper_transform *frames = (caper_transform *)clip->frames;
        for (size_t k = 0; k < count; k++) {
            frames[k].rotation = convert_rotation(&c, frames[k].rotation);
            frames[k].position = convert_position(&c, frames[k].position);
        }
    }
}

caper_quat caperi_up_turn(caper_up_axis up)
{
    const float h = 0.70710678118654752f;
    if (up == CAPER_UP_Z)
        return caper_quat_make(-h, 0.0f, 0.0f, h);
    if (up == CAPER_UP_X)
        return caper_quat_make(0.0f, 0.0f, h, h);
    return caper_quat_identity();
}

// -- Units ------------------------------------------------------------------------------------

// Hip heights of standing people, by unit. The CMU unit is an inch over 0.45.
static const struct {
    caperi_unit unit;
    float low, high;
} unit_ranges[] = {
    {{"metres", 1.0f}, 0.6f, 1.5f},
    {{"decimetres", 0.1f}, 6.0f, 12.0f},
    {{"CMU units", 0.0254f / 0.45f}, 14.0f, 22.0f},
    {{"inches", 0.0254f}, 25.0f, 60.0f},
    {{"centimetres", 0.01f}, 60.0f, 150.0f},
    {{"millimetres", 0.001f}, 600.0f, 1500.0f},
};

caperi_unit caperi_unit_by_hips(float height, bool *sure)
{
    int best = 0;
    float best_off = INFINITY;
    for (int i = 0; i < CAPER_COUNT_OF(unit_ranges); i++) {
        float low = unit_ranges[i].low, high = unit_ranges[i].high;
        float off = height < low ? low / height : height > high ? height / high : 1.0f;
        if (off < best_off) {
            best_off = off;
            best = i;
        }
    }
    if (sure)
        *sure = best_off == 1.0f;
    return unit_ranges[best].unit;
}

const char *caperi_unit_name(float metres)
{
    for (int i = 0; i < CAPER_COUNT_OF(unit_ranges); i++)
        if (fabsf(metres / unit_ranges[i].unit.metres - 1.0f) < 1e-4f)
            return unit_ranges[i].unit.name;
    return "given units";
}
