// SPDX-License-Identifier: MIT
//
// The outside of a glTF document (glTF 2.0, sections 2 to 4): JSON alone or in a GLB with its
// binary chunk, the extensions it requires, and its buffers, which are in the chunk, in data URIs
// or in files beside it. Invariant: no file is opened outside the folder of the document, and
// nothing is decoded beyond a budget that grows with the size of the file, so a small file stays
// small work.
#include "formats/gltf_document.h"

#include <stdio.h>
#include <string.h>

#define GLB_HEADER 12
#define CHUNK_HEADER 8
#define CHUNK_JSON 0x4E4F534Au
#define CHUNK_BIN 0x004E4942u
// What may be decoded: plenty for any sane file, little enough for a hostile one.
#define BUDGET_BASE ((size_t)32 << 20)
#define BUDGET_PER_BYTE 64

// Extensions that change nothing about bodies, their motion and the shape of their skin, and those
// that are understood. Prefixes end in '*'.
static const char *const known_extensions[] = {
    "KHR_mesh_quantization",
    "KHR_materials_*",
    "KHR_texture_transform",
    "KHR_texture_basisu",
    "KHR_lights_*",
    "KHR_xmp*",
    "EXT_texture_*",
    "EXT_lights_*",
    "MSFT_texture_dds",
    "MSFT_lod",
    "VRM",
    "VRMC_*",
};

static uint32_t little32(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

// -- Memory -----------------------------------------------------------------------------------

bool caperi_gltf_spend(caperi_gltf *g, const caperi_json_value *value, size_t bytes)
{
    if (bytes > g->budget)
        CAPERI_GLTF_FAIL(g, value, CAPER_ERROR_LIMIT,
                         "the file unpacks to more data than a file of %zu bytes may",
                         g->draft->size);
    g->budget -= bytes;
    return true;
}

void *caperi_gltf_alloc(caperi_gltf *g, caper_arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / 2 / size) {
        caperi_gltf_spend(g, NULL, SIZE_MAX);
        return NULL;
    }
    size_t bytes = count * size;
    if (!caperi_gltf_spend(g, NULL, bytes))
        return NULL;
    void *memory = caper_arena_alloc(arena, bytes ? bytes : 1, 16);
    if (!memory)
        caper_error_set(g->error, CAPER_ERROR_MEMORY, g->draft->source, 0, 0, "out of memory");
    return memory;
}

// -- JSON -------------------------------------------------------------------------------------

bool caperi_gltf_array(caperi_gltf *g, const caperi_json_value *object, const char *name,
                       const caperi_json_value **out)
{
    *out = NULL;
    return caperi_json_get_array(&g->json, object, name, CAPERI_OPTIONAL, 0, INT32_MAX, out);
}

bool caperi_gltf_index(caperi_gltf *g, const caperi_json_value *object, const char *name,
                       caperi_json_need need, int count, int *out)
{
    const caperi_json_value *value = caperi_json_find(object, name);
    if (!value)
        return caperi_json_get_int(&g->json, object, name, need, 0, INT32_MAX, out);
    int index = -1;
    CAPER_PASS(caperi_json_int(&g->json, value, 0, INT32_MAX, &index));
    if (index >= count)
        CAPERI_GLTF_FAIL(g, value, CAPER_ERROR_INVALID, "'%s' is %d, the file has %d of them", name,
                         index, count);
    *out = index;
    return true;
}

static int array_count(const caperi_json_value *array)
{
    return array ? (int)array->count : 0;
}

// -- Container --------------------------------------------------------------------------------

static bool fail_at(const caperi_gltf *g, size_t offset, caper_status status, const char *what,
                    size_t found, size_t expected)
{
    return caper_error_set(g->error, status, g->draft->source, 0, 0,
                           "at byte %zu: %s is %zu, expected %zu", offset, what, found, expected);
}

static bool get_bytes(const caperi_gltf *g, size_t offset, unsigned char *out, size_t size)
{
    const caperi_draft *draft = g->draft;
    if (offset + size <= draft->loaded) {
        memcpy(out, draft->bytes + offset, size);
        return true;
    }
    CAPER_TRY(draft->file && caperi_file_read_at(draft->file, offset, out, size), g->error,
              CAPER_ERROR_IO, draft->source, 0, 0, "cannot read %zu bytes at byte %zu", size,
              offset);
    return true;
}

// The chunks of a GLB: JSON first, then at most one BIN; others are skipped as the format says.
static bool open_glb(caperi_gltf *g, caper_slice *text)
{
    const unsigned char *bytes = g->draft->bytes;
    size_t size = g->draft->size;
    CAPER_TRY(size >= GLB_HEADER + CHUNK_HEADER, g->error, CAPER_ERROR_SYNTAX, g->draft->source, 0,
              0, "is cut off: a GLB file has at least 20 bytes, this one has %zu", size);
    uint32_t version = little32(bytes + 4), length = little32(bytes + 8);
    CAPER_TRY(version == 2, g->error, CAPER_ERROR_UNSUPPORTED, g->draft->source, 0, 0,
              "is GLB version %u, expected 2", (unsigned)version);
    if (length > size)
        return fail_at(g, 8, CAPER_ERROR_SYNTAX, "the length of the file", size, length);
    if (length < size)
        caperi_draft_warn(g->draft, 0, 0, "%zu bytes after the end of the GLB were ignored",
                          size - length);
    size_t at = GLB_HEADER;
    for (int chunk = 0; at + CHUNK_HEADER <= length; chunk++) {
        unsigned char head[CHUNK_HEADER];
        CAPER_PASS(get_bytes(g, at, head, CHUNK_HEADER));
        size_t chunk_size = little32(head);
        uint32_t type = little32(head + 4);
        size_t left = length - at - CHUNK_HEADER;
        if (chunk_size > left)
            return fail_at(g, at, CAPER_ERROR_SYNTAX, "the room for a chunk", left, chunk_size);
        size_t data = at + CHUNK_HEADER;
        if (chunk == 0) {
            CAPER_TRY(type == CHUNK_JSON, g->error, CAPER_ERROR_SYNTAX, g->draft->source, 0, 0,
                      "at byte %zu: the first chunk is not JSON", at);
            text->data = (const char *)bytes + data;
            text->size = chunk_size;
        } else if (type == CHUNK_BIN && g->bin_offset == 0) {
            g->bin = g->draft->file ? NULL : bytes + data;
            g->bin_file = g->draft->file;
            g->bin_offset = data;
            g->bin_size = chunk_size;
        }
        at += CHUNK_HEADER + chunk_size;
    }
    CAPER_TRY(text->data != NULL, g->error, CAPER_ERROR_SYNTAX, g->draft->source, 0, 0,
              "has no JSON chunk");
    // padding is spaces; some writers take zeros
    while (text->size > 0 && text->data[text->size - 1] == '\0')
        text->size--;
    return true;
}

static bool is_known_extension(const char *name)
{
    for (int i = 0; i < CAPER_COUNT_OF(known_extensions); i++) {
        const char *known = known_extensions[i];
        size_t size = strlen(known);
        bool prefix = known[size - 1] == '*';
        if (prefix ? strncmp(name, known, size - 1) == 0 : strcmp(name, known) == 0)
            return true;
    }
    return false;
}

static bool check_extensions(caperi_gltf *g)
{
    const caperi_json_value *required;
    CAPER_PASS(caperi_gltf_array(g, g->json.root, "extensionsRequired", &required));
    for (int i = 0; i < array_count(required); i++) {
        const caperi_json_value *value = &required->as.items[i];
        const char *name;
        CAPER_PASS(caperi_json_string(&g->json, value, &name));
        if (!is_known_extension(name))
            CAPERI_GLTF_FAIL(g, value, CAPER_ERROR_UNSUPPORTED,
                             "the file requires the extension %.60s, which is not supported", name);
    }
    return true;
}

static bool check_asset(caperi_gltf *g)
{
    const caperi_json_value *asset;
    CAPER_PASS(caperi_json_object(&g->json, g->json.root));
    CAPER_PASS(caperi_json_get_object(&g->json, g->json.root, "asset", CAPERI_REQUIRED, &asset));
    const char *version = "", *least = "2.0";
    CAPER_PASS(caperi_json_get_string(&g->json, asset, "version", CAPERI_REQUIRED, &version));
    CAPER_PASS(caperi_json_get_string(&g->json, asset, "minVersion", CAPERI_OPTIONAL, &least));
    if (strncmp(version, "2.", 2) != 0 || strcmp(least, "2.0") != 0)
        CAPERI_GLTF_FAIL(g, asset, CAPER_ERROR_UNSUPPORTED,
                         "the file is glTF %.20s (at least %.20s), expected 2.0", version, least);
    g->own = caperi_json_find(caperi_json_find(asset, "extras"), CAPERI_GLTF_FILE) != NULL;
    return true;
}

static bool find_arrays(caperi_gltf *g)
{
    const caperi_json_value *root = g->json.root;
    CAPER_PASS(caperi_gltf_array(g, root, "meshes", &g->meshes));
    CAPER_PASS(caperi_gltf_array(g, root, "skins", &g->skins_json));
    CAPER_PASS(caperi_gltf_array(g, root, "materials", &g->materials));
    CAPER_PASS(caperi_gltf_array(g, root, "nodes", &g->node_list));
    return true;
}

bool caperi_gltf_open(caperi_gltf *g)
{
    caperi_draft *draft = g->draft;
    CAPER_PASS(!draft->options.carry || caperi_document_start(g));
    caper_slice text = {(const char *)draft->bytes, draft->size};
    if (draft->size >= 4 && memcmp(draft->bytes, "glTF", 4) == 0) {
        text.data = NULL;
        CAPER_PASS(open_glb(g, &text));
    }
    if (text.size >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0) {
        text.data += 3;
        text.size -= 3;
    }
    size_t most = SIZE_MAX / BUDGET_PER_BYTE / 2;
    g->budget = BUDGET_BASE + BUDGET_PER_BYTE * (draft->size < most ? draft->size : most);
    g->text = text;
    caperi_json_options options = {.max_depth = draft->options.max_depth,
                                   .max_bytes = draft->options.max_bytes,
                                   .raw = caperi_gltf_raw_members,
                                   .raw_count = CAPERI_GLTF_RAW_COUNT,
                                   .raw_read = caperi_gltf_read_list,
                                   .raw_user = g};
    caperi_gltf_init_lists(g);
    CAPER_PASS(caperi_json_parse(&g->json, text.data, text.size, draft->source, &options,
                                 &draft->allocator, g->error));
    g->parsed = true;
    CAPER_PASS(!draft->document || caperi_document_cut(g));
    CAPER_PASS(check_asset(g) && check_extensions(g) && find_arrays(g));
    CAPER_PASS(caperi_gltf_settle_lists(g));
    g->accessor_count = g->lists.entries.count;
    g->buffer_count = g->lists.sources.count;
    g->buffer = caperi_draft_alloc(draft, &draft->scratch, (size_t)g->buffer_count + 1,
                                   sizeof *g->buffer, _Alignof(caperi_gltf_buffer), g->error);
    return g->buffer && caperi_gltf_bin_load(g, false);
}

void caperi_gltf_close(caperi_gltf *g)
{
    caperi_gltf_bin_free(g);
    if (g->has_beside)
        caperi_file_close(&g->beside);
    g->has_beside = false;
    for (int i = 0; g->buffer && i < g->buffer_count; i++)
        if (g->buffer[i].owned)
            caper_free(&g->draft->allocator, g->buffer[i].owned, g->buffer[i].owned_size);
    g->buffer = NULL;
    if (g->images_parsed)
        caperi_json_free(&g->images_json);
    g->images_parsed = false;
    caperi_gltf_free_lists(g);
    if (g->parsed)
        caperi_json_free(&g->json);
    g->parsed = false;
}

// -- Buffers ----------------------------------------------------------------------------------

static int base64_digit(unsigned char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

bool caperi_gltf_base64(const char *text, size_t size, unsigned char *out, size_t *out_size)
{
    signed char digits[256];
    for (int i = 0; i < 256; i++)
        digits[i] = (signed char)base64_digit((unsigned char)i);
    while (size > 0 && text[size - 1] == '=')
        size--;
    size_t made = 0, i = 0;
    for (; i + 4 <= size; i += 4) {
        int a = digits[(unsigned char)text[i]], b = digits[(unsigned char)text[i + 1]];
        int c = digits[(unsigned char)text[i + 2]], d = digits[(unsigned char)text[i + 3]];
        if ((a | b | c | d) < 0)
            return false;
        out[made++] = (unsigned char)(a << 2 | b >> 4);
        out[made++] = (unsigned char)((b & 15) << 4 | c >> 2);
        out[made++] = (unsigned char)((c & 3) << 6 | d);
    }
    unsigned bits = 0;
    for (size_t k = i; k < size; k++) {
        int digit = digits[(unsigned char)text[k]];
        if (digit < 0)
            return false;
        bits = bits << 6 | (unsigned)digit;
    }
    if (size - i == 1)
        return false;
    if (size - i >= 2)
        out[made++] = (unsigned char)(size - i == 2 ? bits >> 4 : bits >> 10);
    if (size - i == 3)
        out[made++] = (unsigned char)(bits >> 2);
    *out_size = made;
    return true;
}

// A URI as text of its own, without quotes and escapes.
typedef struct uri {
    const char *data;
    size_t size;
    caperi_gltf_place place;
} uri;

// Where a data URI can be decoded over its own text: when that is ours, and the only buffer, so
// that caperi_gltf_locate has one place to step over. Four digits make three bytes, so writing
// never catches up with reading; it starts a little earlier, for alignment.
static unsigned char *in_place(caperi_gltf *g, uri u, const char *digits)
{
    const char *text = g->draft->owned_bytes;
    bool ours = text && u.data >= text && u.data + u.size <= text + g->draft->loaded;
    if (!ours || g->buffer_count != 1)
        return NULL;
    g->decoded = (caperi_gltf_place)(u.data - g->text.data);
    g->decoded_end = g->decoded + (caperi_gltf_place)u.size;
    size_t at = (size_t)(digits - text);
    return (unsigned char *)g->draft->owned_bytes + (at - (uintptr_t)digits % 4);
}

static bool read_data_uri(caperi_gltf *g, uri u, caperi_gltf_buffer *buffer)
{
    const char *comma = memchr(u.data, ',', u.size);
    if (!comma || comma - u.data < 7 || memcmp(comma - 7, ";base64", 7) != 0)
        return caperi_gltf_fail(g, u.place, CAPER_ERROR_UNSUPPORTED,
                                "the buffer is a data URI, but not in base64");
    size_t size = u.size - (size_t)(comma + 1 - u.data), room = size / 4 * 3 + 4;
    unsigned char *data = in_place(g, u, comma + 1);
    if (!data) {
        CAPER_PASS(caperi_gltf_spend(g, NULL, room));
        data = caper_alloc(&g->draft->allocator, room, 16);
        CAPER_TRY(data != NULL, g->error, CAPER_ERROR_MEMORY, g->draft->source, 0, 0,
                  "out of memory");
        buffer->owned = data;
        buffer->owned_size = room;
        buffer->fleeting = !g->draft->document;
    }
    if (!caperi_gltf_base64(comma + 1, size, data, &buffer->size))
        return caperi_gltf_fail(g, u.place, CAPER_ERROR_SYNTAX,
                                "the data URI of the buffer is not base64");
    buffer->data = data;
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Percent escapes taken out; false for a bad one, or for one that hides a zero byte.
static bool unescape_uri(const char *in, size_t size, char *out)
{
    size_t made = 0;
    for (size_t i = 0; i < size; i++) {
        if (in[i] != '%') {
            out[made++] = in[i];
            continue;
        }
        int high = i + 2 < size ? hex_digit(in[i + 1]) : -1;
        int low = i + 2 < size ? hex_digit(in[i + 2]) : -1;
        if (high < 0 || low < 0 || high + low == 0)
            return false;
        out[made++] = (char)(high << 4 | low);
        i += 2;
    }
    out[made] = '\0';
    return true;
}

// A name that stays in the folder: no scheme, no drive, not absolute, no way up.
static bool stays_inside(const char *name)
{
    if (name[0] == '\0' || name[0] == '/' || strchr(name, '\\') || strchr(name, ':'))
        return false;
    for (const char *part = name; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
            return false;
    }
    return true;
}

// Without "./" and doubled slashes, so that one file has one name.
static void tidy_name(char *name)
{
    char *out = name;
    while (*name) {
        size_t length = strcspn(name, "/");
        bool skipped = length == 0 || (length == 1 && name[0] == '.');
        length += name[length] == '/';
        if (!skipped) {
            memmove(out, name, length);
            out += length;
        }
        name += length;
    }
    *out = '\0';
}

// What lies beside counts as part of the file.
static void grow_budget(caperi_gltf *g, size_t size)
{
    g->budget += size < SIZE_MAX / 256 ? BUDGET_PER_BYTE * size : 0;
}

// The only buffer stays in its file; what is needed of it comes in parts.
static bool read_parts(caperi_gltf *g, caperi_gltf_buffer *buffer)
{
    buffer->parts = true;
    buffer->size = g->bin_size = g->beside.size;
    g->bin_file = &g->beside;
    g->bin_offset = 0;
    grow_budget(g, buffer->size);
    return caperi_gltf_bin_load(g, g->bin_keys);
}

// Read a file, or share it with a buffer that has it already: a small document could else ask for
// one file thousands of times.
static bool read_file(caperi_gltf *g, caperi_gltf_place place, const char *path, const char *name,
                      caperi_gltf_buffer *buffer)
{
    caperi_draft *draft = g->draft;
    buffer->fleeting = !draft->document;
    for (int i = 0; i < g->file_count; i++) {
        const caperi_gltf_buffer *other = &g->buffer[g->files[i]];
        if (strcmp(other->path, path) == 0) {
            buffer->data = other->data;
            buffer->size = other->size;
            return true;
        }
    }
    if (g->file_count == CAPERI_GLTF_MAX_FILES)
        return caperi_gltf_fail(g, place, CAPER_ERROR_LIMIT,
                                "the buffers are in more than %d files", CAPERI_GLTF_MAX_FILES);
    size_t limit = draft->options.max_bytes - g->file_bytes;
    if (limit == 0) // which would mean: none
        return caperi_gltf_fail(g, place, CAPER_ERROR_LIMIT,
                                "the files of the buffers are too large");
    caper_error trouble = {0};
    if (!caperi_draft_may_read(draft, path, (size_t)(name - path), &trouble))
        return caperi_gltf_fail(g, place, trouble.status, "the file '%.40s' of the buffer: %.90s",
                                name, trouble.message);
    if (g->buffer_count == 1 && !draft->document && caperi_file_open(&g->beside, path)) {
        g->has_beside = true;
        if (g->beside.size <= limit)
            return read_parts(g, buffer);
    }
    buffer->owned = caper_file_read(path, limit, &draft->allocator, &buffer->size, &trouble);
    if (!buffer->owned)
        return caperi_gltf_fail(g, place, trouble.status, "the file '%.40s' of the buffer: %.90s",
                                name, trouble.message);
    buffer->data = buffer->owned;
    buffer->owned_size = buffer->size + 1;
    buffer->path = path;
    g->file_bytes += buffer->size;
    g->files[g->file_count++] = (int)(buffer - g->buffer);
    grow_budget(g, buffer->size);
    return true;
}

static size_t folder_size(const caperi_draft *draft)
{
    const char *slash = draft->path ? strrchr(draft->path, '/') : NULL;
    return slash ? (size_t)(slash + 1 - draft->path) : 0;
}

bool caperi_gltf_name_beside(const char *text, size_t size, char *name)
{
    bool good = !memchr(text, '\0', size) && unescape_uri(text, size, name) && stays_inside(name);
    if (good)
        tidy_name(name);
    return good;
}

static bool read_beside(caperi_gltf *g, uri u, caperi_gltf_buffer *buffer)
{
    caperi_draft *draft = g->draft;
    size_t folder = folder_size(draft);
    // in memory that lasts: other buffers compare their paths with it
    CAPER_PASS(caperi_gltf_spend(g, NULL, folder + u.size + 2));
    char *path = caperi_draft_alloc(draft, &draft->arena, folder + u.size + 2, 1, 1, g->error);
    if (!path)
        return false;
    if (folder > 0)
        memcpy(path, draft->path, folder);
    char *name = path + folder;
    if (!caperi_gltf_name_beside(u.data, u.size, name))
        return caperi_gltf_fail(
            g, u.place, CAPER_ERROR_INVALID,
            "the buffer is at '%.*s', expected a file in the folder of this one",
            (int)(u.size < 60 ? u.size : 60), u.data);
    if (!draft->path)
        return caperi_gltf_fail(g, u.place, CAPER_ERROR_IO,
                                "the buffer is in the file '%.60s', but no folder is known", name);
    return read_file(g, u.place, path, name, buffer);
}

static bool read_uri(caperi_gltf *g, uri u, caperi_gltf_buffer *buffer)
{
    bool data = u.size >= 5 && memcmp(u.data, "data:", 5) == 0;
    return data ? read_data_uri(g, u, buffer) : read_beside(g, u, buffer);
}

// The URI where it stands, or a copy of it when it has escapes: some writers escape every slash.
static bool open_uri(caperi_gltf *g, const caperi_gltf_source *source, caperi_gltf_buffer *buffer)
{
    const char *raw = g->text.data + source->uri_place;
    size_t size = source->uri_size;
    if (raw[0] == '"' && size >= 2 && !memchr(raw, '\\', size))
        return read_uri(g, (uri){raw + 1, size - 2, source->uri_place}, buffer);
    caperi_json json;
    CAPER_PASS(caperi_gltf_parse_part(g, source->uri_place, source->uri_size, &json));
    bool good = caperi_json_is(json.root, CAPERI_JSON_STRING);
    if (good)
        good =
            read_uri(g, (uri){json.root->as.string, json.root->count, source->uri_place}, buffer);
    else
        caperi_gltf_fail(g, source->uri_place, CAPER_ERROR_INVALID,
                         "'uri' must be a string, found %s", caperi_json_type_name(json.root));
    caperi_json_free(&json);
    return good;
}

bool caperi_gltf_buffer_get(caperi_gltf *g, int index, const caperi_gltf_buffer **out)
{
    caperi_gltf_buffer *buffer = &g->buffer[index];
    *out = buffer;
    if (buffer->data || buffer->parts)
        return true;
    const caperi_gltf_source *source = (const caperi_gltf_source *)g->lists.sources.items + index;
    if (source->uri_size > 0) {
        CAPER_PASS(open_uri(g, source, buffer));
    } else {
        if (index != 0 || g->bin_offset == 0)
            return caperi_gltf_fail(g, source->place, CAPER_ERROR_INVALID,
                                    "buffer %d has no 'uri', and there is no binary chunk for it",
                                    index);
        buffer->data = g->bin;
        buffer->size = g->bin_size;
        buffer->parts = g->bin_file != NULL;
    }
    if (!(source->length >= 0 && source->length <= (double)buffer->size))
        return caperi_gltf_fail(g, source->place, CAPER_ERROR_INVALID,
                                "buffer %d has %zu bytes, less than its 'byteLength' %.0f", index,
                                buffer->size, source->length);
    return true;
}

// -- Pictures ---------------------------------------------------------------------------------

static bool copy_data_uri(caperi_gltf *g, const char *text, size_t size, caper_image *out)
{
    const char *comma = memchr(text, ',', size);
    size_t count = comma ? size - (size_t)(comma + 1 - text) : 0;
    unsigned char *data = caperi_gltf_alloc(g, &g->draft->arena, count / 4 * 3 + 4, 1);
    size_t made = 0;
    if (!data)
        return false;
    CAPER_TRY(comma && comma - text >= 7 && memcmp(comma - 7, ";base64", 7) == 0 &&
                  caperi_gltf_base64(comma + 1, count, data, &made),
              g->error, CAPER_ERROR_SYNTAX, g->draft->source, 0, 0, "a picture is not in base64");
    *out = (caper_image){data, made};
    return true;
}

static bool copy_file(caperi_gltf *g, const char *text, size_t size, caper_image *out)
{
    caperi_draft *draft = g->draft;
    size_t folder = folder_size(draft), limit = draft->options.max_bytes - g->file_bytes;
    char *path = caperi_gltf_alloc(g, &draft->scratch, folder + size + 2, 1);
    if (!path)
        return false;
    if (folder > 0)
        memcpy(path, draft->path, folder);
    CAPER_TRY(draft->path && limit > 0 && caperi_gltf_name_beside(text, size, path + folder),
              g->error, CAPER_ERROR_IO, draft->source, 0, 0, "a picture is not beside the file");
    CAPER_PASS(caperi_draft_may_read(draft, path, folder, g->error));
    size_t found = 0;
    void *bytes = caper_file_read(path, limit, &draft->allocator, &found, g->error);
    if (!bytes)
        return false;
    g->file_bytes += found;
    grow_budget(g, found);
    void *copy = caperi_gltf_alloc(g, &draft->arena, found, 1);
    if (copy)
        memcpy(copy, bytes, found);
    caper_free(&draft->allocator, bytes, found + 1);
    *out = (caper_image){copy, found};
    return copy != NULL;
}

bool caperi_gltf_uri_copy(caperi_gltf *g, const char *text, size_t size, caper_image *out)
{
    bool data = size >= 5 && memcmp(text, "data:", 5) == 0;
    return data ? copy_data_uri(g, text, size, out) : copy_file(g, text, size, out);
}
