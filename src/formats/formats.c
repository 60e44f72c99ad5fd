// SPDX-License-Identifier: MIT
//
// The entry points of the room: which format a file is in, and which reader or writer takes it. The
// content decides first, because extensions are unreliable (.xml, .txt) and say nothing about VRM.
#include "base/try.h"
#include "formats/formats.h"

#include <string.h>

static const char *const format_names[CAPER_FORMAT_COUNT] = {
    "unknown", "bvh", "asf", "amc", "gltf", "glb", "vrm", "vrma", "mjcf", "urdf"};

const char *caper_format_name(caper_format format)
{
    bool known = (int)format >= 0 && format < CAPER_FORMAT_COUNT;
    return format_names[known ? format : CAPER_FORMAT_UNKNOWN];
}

caper_import_options caper_import_options_default(void)
{
    caper_import_options options;
    memset(&options, 0, sizeof options);
    options.floor = NAN;
    options.use_names = true;
    options.rate = 120.0f;
    options.max_bytes = (size_t)1 << 30;
    options.max_frames = 1000000;
    options.max_depth = 256;
    options.max_transforms = 1 << 22;
    options.cookie = CAPER_DEF_COOKIE;
    return options;
}

caper_export_job caper_export_job_default(void)
{
    caper_export_job job;
    memset(&job, 0, sizeof job);
    job.bodies = true;
    job.unit = 0.01f;
    job.rotation_order = "ZXY";
    job.cookie = CAPER_DEF_COOKIE;
    return job;
}

// -- Telling formats apart --------------------------------------------------------------------

// How far into a text its kind must show.
#define HEAD_SIZE 65536

static bool starts_with(const char *text, size_t size, const char *word)
{
    size_t length = strlen(word);
    caper_slice head = {text, length};
    return size >= length && caper_slice_equal_nocase(head, word);
}

static bool contains(const char *text, size_t size, const char *word)
{
    // quotes are everywhere in JSON: the byte behind one tells more
    size_t length = strlen(word), pivot = word[0] == '"' ? 1 : 0;
    if (size < length)
        return false;
    const char *at = text + pivot, *end = text + size - length + pivot + 1;
    while (at < end && (at = memchr(at, word[pivot], (size_t)(end - at)))) {
        if (memcmp(at - pivot, word, length) == 0)
            return true;
        at++;
    }
    return false;
}

// The JSON chunk of a GLB names its extensions: VRM models and animations are GLB files.
static caper_format glb_kind(const char *text, size_t size)
{
    uint32_t length = 0;
    if (size >= 20)
        for (int i = 3; i >= 0; i--)
            length = length << 8 | (unsigned char)text[12 + i];
    size_t left = size >= 20 ? size - 20 : 0, json = length < left ? length : left;
    const char *start = text + (size >= 20 ? 20 : 0);
    if (!contains(start, json, "\"VRM"))
        return CAPER_FORMAT_GLB; // one look is enough for most
    if (contains(start, json, "\"VRMC_vrm_animation\""))
        return CAPER_FORMAT_VRMA;
    if (contains(start, json, "\"VRMC_vrm\"") || contains(start, json, "\"VRM\""))
        return CAPER_FORMAT_VRM;
    return CAPER_FORMAT_GLB;
}

// Skip what may stand before the first word of a text: a byte order mark, spaces, # comments.
static void skip_to_word(const char **text, size_t *size)
{
    caper_scanner scanner = caper_scanner_make(*text, *size, NULL, NULL);
    if (*size >= 3 && memcmp(*text, "\xEF\xBB\xBF", 3) == 0)
        scanner.position = 3;
    caper_scanner_skip_spaces(&scanner);
    while (caper_scanner_peek(&scanner) == '#') {
        caper_scanner_skip_line(&scanner);
        caper_scanner_skip_spaces(&scanner);
    }
    *text += scanner.position;
    *size -= scanner.position;
}

static caper_format acclaim_kind(const char *text, size_t size)
{
    static const char *const motion[] = {":fully-specified", ":degrees", ":radians"};
    static const char *const skeleton[] = {":version", ":name",     ":units",    ":documentation",
                                           ":root",    ":bonedata", ":hierarchy"};
    for (int i = 0; i < CAPER_COUNT_OF(motion); i++)
        if (starts_with(text, size, motion[i]))
            return CAPER_FORMAT_AMC;
    for (int i = 0; i < CAPER_COUNT_OF(skeleton); i++)
        if (starts_with(text, size, skeleton[i]))
            return CAPER_FORMAT_ASF;
    return CAPER_FORMAT_UNKNOWN;
}

// Skip one declaration, comment or instruction that begins at `at`. Brackets of a document type may
// hold further ones.
static size_t skip_declaration(const char *text, size_t size, size_t at)
{
    const char *end = text[at + 1] == '?' ? "?>" : text[at + 2] == '-' ? "-->" : ">";
    size_t length = strlen(end);
    int depth = 0;
    for (; at + length <= size; at++) {
        if (length == 1 && (text[at] == '[' || text[at] == ']'))
            depth += text[at] == '[' ? 1 : -1;
        if (depth <= 0 && memcmp(text + at, end, length) == 0)
            return at + length;
    }
    return size;
}

// By the root element, which stands after comments, declarations and the like. A URDF may hold an
// element named mujoco, so the first name counts and not any.
static caper_format xml_kind(const char *text, size_t size)
{
    size_t at = 0;
    while (at + 3 < size && text[at] == '<' && (text[at + 1] == '?' || text[at + 1] == '!')) {
        at = skip_declaration(text, size, at);
        while (at < size && text[at] && strchr(" \t\r\n", text[at]))
            at++;
    }
    if (starts_with(text + at, size - at, "<mujoco"))
        return CAPER_FORMAT_MJCF;
    if (starts_with(text + at, size - at, "<robot"))
        return CAPER_FORMAT_URDF;
    return CAPER_FORMAT_UNKNOWN;
}

static caper_format kind_by_content(const char *text, size_t size)
{
    if (size >= 4 && memcmp(text, "glTF", 4) == 0)
        return glb_kind(text, size);
    skip_to_word(&text, &size);
    size_t head = size < HEAD_SIZE ? size : HEAD_SIZE;
    if (starts_with(text, size, "HIERARCHY"))
        return CAPER_FORMAT_BVH;
    if (size > 0 && text[0] == ':')
        return acclaim_kind(text, size);
    if (size > 0 && text[0] == '<')
        return xml_kind(text, size);
    if (size > 0 && text[0] == '{' && contains(text, size, "\"asset\"") &&
        contains(text, size, "\"version\"") && !contains(text, head, "\"caper\""))
        return CAPER_FORMAT_GLTF;
    return CAPER_FORMAT_UNKNOWN;
}

static caper_format kind_by_path(const char *path)
{
    static const struct {
        const char *ending;
        caper_format format;
    } endings[] = {
        {"bvh", CAPER_FORMAT_BVH},   {"asf", CAPER_FORMAT_ASF},   {"amc", CAPER_FORMAT_AMC},
        {"gltf", CAPER_FORMAT_GLTF}, {"glb", CAPER_FORMAT_GLB},   {"vrm", CAPER_FORMAT_VRM},
        {"vrma", CAPER_FORMAT_VRMA}, {"mjcf", CAPER_FORMAT_MJCF}, {"urdf", CAPER_FORMAT_URDF},
    };
    const char *dot = path ? strrchr(path, '.') : NULL;
    for (int i = 0; dot && i < CAPER_COUNT_OF(endings); i++) {
        caper_slice ending = {dot + 1, strlen(dot + 1)};
        if (caper_slice_equal_nocase(ending, endings[i].ending))
            return endings[i].format;
    }
    return CAPER_FORMAT_UNKNOWN;
}

caper_format caper_format_of(const char *path, const void *data, size_t size)
{
    caper_format format = data ? kind_by_content(data, size) : CAPER_FORMAT_UNKNOWN;
    return format != CAPER_FORMAT_UNKNOWN ? format : kind_by_path(path);
}

// -- Reading ----------------------------------------------------------------------------------

static bool valid_options(const caper_import_options *options, caper_error *error)
{
    bool good = options->cookie == CAPER_DEF_COOKIE && options->unit >= 0.0f &&
                options->unit < INFINITY && (int)options->up >= 0 && options->up < CAPER_UP_COUNT &&
                !isinf(options->floor) && options->rate > 0.0f && options->rate < INFINITY;
    CAPER_ASSERT(good);
    return good || caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                                   "the import options are not valid: start from "
                                   "caper_import_options_default()");
}

static bool read_draft(caperi_draft *draft, caper_error *error)
{
    draft->format = caper_format_of(draft->path, draft->bytes, draft->loaded);
    switch (draft->format) {
    case CAPER_FORMAT_BVH:
        return caperi_read_bvh(draft, error);
    case CAPER_FORMAT_ASF:
    case CAPER_FORMAT_AMC:
        return caperi_read_acclaim(draft, error);
    case CAPER_FORMAT_GLTF:
    case CAPER_FORMAT_GLB:
    case CAPER_FORMAT_VRM:
    case CAPER_FORMAT_VRMA:
        return caperi_read_gltf(draft, error);
    case CAPER_FORMAT_MJCF:
        return caperi_read_mjcf(draft, error);
    case CAPER_FORMAT_URDF:
        return caperi_read_urdf(draft, error);
    default:
        return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, draft->source, 0, 0,
                               "is in no known format: expected BVH, ASF, AMC, glTF, GLB, VRM, "
                               "VRMA, MJCF or URDF");
    }
}

static caper_import *import_draft(caperi_draft *draft, caper_error *error)
{
    caper_import *import = NULL;
    if (read_draft(draft, error)) {
        if (!draft->keep_bytes)
            caperi_draft_release_bytes(draft);
        import = caperi_import_finish(draft, error);
    }
    caperi_draft_free(draft);
    return import;
}

static caper_import *import_bytes(void *owned, const void *data, size_t size, const char *path,
                                  const caper_import_options *options, caper_error *error)
{
    caperi_draft draft;
    caperi_draft_init(&draft, data, size, path, options);
    draft.owned_bytes = owned;
    return import_draft(&draft, error);
}

caper_import *caper_import_parse(const void *data, size_t size, const char *path,
                                 const caper_import_options *options, caper_error *error)
{
    caper_import_options defaults = caper_import_options_default();
    if (!options)
        options = &defaults;
    if (!valid_options(options, error))
        return NULL;
    CAPER_ASSERT(data || size == 0);
    if (size > options->max_bytes) {
        caper_error_set(error, CAPER_ERROR_LIMIT, path, 0, 0, "has %zu bytes, more than %zu", size,
                        options->max_bytes);
        return NULL;
    }
    return import_bytes(NULL, data ? data : "", data ? size : 0, path, options, error);
}

#define GLB_HEAD 20 // the header, and the header of the first chunk

// The bytes of a GLB up to the end of its JSON, or all of another file. NULL when they cannot be
// read, or there is no memory for them.
static char *read_start(const caperi_file *file, const caper_allocator *allocator, size_t *size)
{
    unsigned char head[GLB_HEAD] = {0};
    size_t head_size = file->size < GLB_HEAD ? file->size : GLB_HEAD;
    if (!caperi_file_read_at(file, 0, head, head_size))
        return NULL;
    *size = file->size;
    if (head_size == GLB_HEAD && memcmp(head, "glTF", 4) == 0) {
        size_t json = 0, left = file->size - GLB_HEAD;
        for (int i = 3; i >= 0; i--)
            json = json << 8 | head[12 + i];
        *size = GLB_HEAD + (json < left ? json : left);
    }
    char *data = caper_alloc(allocator, *size + 1, 16);
    if (data && !caperi_file_read_at(file, 0, data, *size)) {
        caper_free(allocator, data, *size + 1);
        return NULL;
    }
    if (data)
        data[*size] = '\0';
    return data;
}

caper_import *caper_import_load(const char *path, const caper_import_options *options,
                                caper_error *error)
{
    caper_import_options defaults = caper_import_options_default();
    if (!options)
        options = &defaults;
    CAPER_ASSERT(path);
    if (!valid_options(options, error) || !path)
        return NULL;
    caper_allocator allocator = caper_allocator_resolve(options->allocator);
    size_t size;
    caperi_file file;
    // most of a GLB is pictures, which nobody needs to read, unless they are to be written again
    if (!options->carry && caperi_file_open(&file, path)) {
        caper_import *import = NULL;
        bool fits = file.size > 0 && file.size <= options->max_bytes;
        char *bytes = fits ? read_start(&file, &allocator, &size) : NULL;
        if (bytes) {
            caperi_draft draft;
            caperi_draft_init(&draft, bytes, file.size, path, options);
            draft.loaded = size;
            draft.file = size < file.size ? &file : NULL;
            draft.owned_bytes = bytes;
            import = import_draft(&draft, error);
        }
        caperi_file_close(&file);
        if (bytes)
            return import;
    }
    // a pipe, a device, or something that must be refused with a reason
    void *data = caper_file_read(path, options->max_bytes, &allocator, &size, error);
    return data ? import_bytes(data, data, size, path, options, error) : NULL;
}

// -- Writing ----------------------------------------------------------------------------------

bool caper_export_save(const caper_export_job *job, const char *path, caper_error *error)
{
    CAPER_ASSERT(job && path && job->cookie == CAPER_DEF_COOKIE);
    if (!job || !path || job->cookie != CAPER_DEF_COOKIE)
        return caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0,
                               "the job was not made by caper_export_job_default()");
    switch (kind_by_path(path)) {
    case CAPER_FORMAT_BVH:
        return caperi_write_bvh(job, path, error);
    case CAPER_FORMAT_VRM:
        CAPER_TRY(job->like && job->like->document && job->like->format == CAPER_FORMAT_VRM, error,
                  CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                  "a VRM is written of a character that was read from one, with its file carried");
        return caperi_write_gltf(job, path, error);
    case CAPER_FORMAT_GLTF:
    case CAPER_FORMAT_GLB:
        return caperi_write_gltf(job, path, error);
    default:
        return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                               "cannot be written: expected a name that ends in .bvh, .gltf, "
                               ".glb or .vrm");
    }
}
