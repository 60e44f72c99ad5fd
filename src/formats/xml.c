// SPDX-License-Identifier: MIT
//
// The one file that knows expat: bytes to a tree of elements in an arena. A document is read in one
// piece, in place. Nothing outside it is ever looked at: external entities and DTDs are not
// loaded, and a document that declares entities of its own (they expand, and can expand without
// bound) is refused. Invariant: an element is either complete, with its attributes and place, or
// the whole document is refused.
#include "formats/xml.h"

#ifndef CAPER_EXPAT

caperi_xml *caperi_xml_read(const caperi_xml_job *job, caper_error *error)
{
    caper_error_set(error, CAPER_ERROR_UNSUPPORTED, job->source, 0, 0,
                    "is XML, and this library was built without an XML parser (expat)");
    return NULL;
}

#else

#include <expat.h>
#include <limits.h>
#include <string.h>

// -- Memory for expat ---------------------------------------------------------------------------

// Expat hands no user pointer to its memory functions, so the allocator of the document that this
// thread is reading stands here; set and cleared by caperi_xml_read alone.
static _Thread_local const caper_allocator *document_allocator;

// In front of each block: its size, which our allocators want back.
typedef union block_head {
    size_t size;
    max_align_t align;
} block_head;

static void *expat_alloc(size_t size)
{
    if (size > SIZE_MAX - sizeof(block_head))
        return NULL;
    block_head *block =
        caper_alloc(document_allocator, size + sizeof *block, _Alignof(max_align_t));
    if (!block)
        return NULL;
    block->size = size;
    return block + 1;
}

static void expat_free(void *memory)
{
    if (!memory)
        return;
    block_head *block = (block_head *)memory - 1;
    caper_free(document_allocator, block, block->size + sizeof *block);
}

static void *expat_realloc(void *memory, size_t size)
{
    void *grown = expat_alloc(size);
    if (!grown || !memory)
        return grown;
    size_t old = ((block_head *)memory - 1)->size;
    memcpy(grown, memory, old < size ? old : size);
    expat_free(memory);
    return grown;
}

static const XML_Memory_Handling_Suite expat_memory = {expat_alloc, expat_realloc, expat_free};

// -- Building the tree --------------------------------------------------------------------------

// An open element and where its next child is to be linked.
typedef struct open_element {
    caperi_xml *element;
    caperi_xml **tail;
} open_element;

typedef struct building {
    const caperi_xml_job *job;
    XML_Parser parser;
    open_element *open; // max_depth of them
    int depth, max_depth, elements, max_elements;
    caperi_xml *root;
    bool failed; // the error is recorded
    caper_error *error;
} building;

static int here_line(const building *b)
{
    XML_Size line = XML_GetCurrentLineNumber(b->parser);
    return line < INT_MAX ? (int)line : INT_MAX;
}

static int here_column(const building *b)
{
    XML_Size column = XML_GetCurrentColumnNumber(b->parser);
    return column < INT_MAX - 1 ? (int)column + 1 : INT_MAX;
}

static void stop(building *b, caper_status status, const char *what)
{
    if (!b->failed)
        caper_error_set(b->error, status, b->job->source, here_line(b), here_column(b), "%s", what);
    b->failed = true;
    XML_StopParser(b->parser, XML_FALSE);
}

static const char *keep(building *b, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = caper_arena_alloc(b->job->arena, size, 1);
    return copy ? memcpy(copy, text, size) : NULL;
}

static bool keep_attributes(building *b, caperi_xml *element, const char **pairs)
{
    int count = 0;
    while (pairs[2 * count])
        count++;
    if (count == 0)
        return true;
    caperi_xml_attribute *attributes = caper_arena_alloc_zero(
        b->job->arena, (size_t)count, sizeof *attributes, _Alignof(caperi_xml_attribute));
    for (int i = 0; attributes && i < count; i++) {
        attributes[i].name = keep(b, pairs[2 * i]);
        attributes[i].value = keep(b, pairs[2 * i + 1]);
        if (!attributes[i].name || !attributes[i].value)
            return false;
    }
    element->attributes = attributes;
    element->attribute_count = count;
    return attributes != NULL;
}

static void XMLCALL on_start(void *user, const char *name, const char **pairs)
{
    building *b = user;
    if (b->failed)
        return;
    int count = 0;
    while (pairs[2 * count] && count <= CAPERI_XML_MAX_ATTRIBUTES)
        count++;
    if (count > CAPERI_XML_MAX_ATTRIBUTES) {
        stop(b, CAPER_ERROR_LIMIT, "an element has more than 256 attributes");
        return;
    }
    if (b->depth >= b->max_depth || b->elements >= b->max_elements) {
        stop(b, CAPER_ERROR_LIMIT,
             b->depth >= b->max_depth ? "elements are nested deeper than the limit"
                                      : "there are more elements than the limit");
        return;
    }
    caperi_xml *element =
        caper_arena_alloc_zero(b->job->arena, 1, sizeof *element, _Alignof(caperi_xml));
    if (!element || !(element->name = keep(b, name)) || !keep_attributes(b, element, pairs)) {
        stop(b, CAPER_ERROR_MEMORY, "out of memory");
        return;
    }
    element->source = b->job->source;
    element->line = here_line(b);
    element->column = here_column(b);
    if (b->depth == 0) {
        b->root = element;
    } else {
        open_element *parent = &b->open[b->depth - 1];
        *parent->tail = element;
        parent->tail = &element->next;
    }
    open_element entry = {element, &element->child};
    b->open[b->depth++] = entry;
    b->elements++;
}

static void XMLCALL on_end(void *user, const char *name)
{
    building *b = user;
    (void)name;
    if (!b->failed)
        b->depth--;
}

static void XMLCALL on_entity(void *user, const char *name, int is_parameter, const char *value,
                              int value_length, const char *base, const char *system_id,
                              const char *public_id, const char *notation)
{
    (void)name, (void)is_parameter, (void)value, (void)value_length, (void)base;
    (void)system_id, (void)public_id, (void)notation;
    stop(user, CAPER_ERROR_UNSUPPORTED, "the document declares an entity: entities are not read");
}

// -- Reading ------------------------------------------------------------------------------------

// What expat says, in a sentence; a NUL byte, which some writers leave at the end, has its own.
static void report(building *b)
{
    enum XML_Error code = XML_GetErrorCode(b->parser);
    if (b->failed)
        return;
    if (code == XML_ERROR_NO_MEMORY) {
        stop(b, CAPER_ERROR_MEMORY, "out of memory");
        return;
    }
    long at = (long)XML_GetCurrentByteIndex(b->parser);
    const char *bytes = b->job->bytes;
    bool nul = at >= 0 && (size_t)at < b->job->size && bytes[at] == '\0';
    bool closed = b->root && b->depth == 0;
    b->failed = true;
    if (nul)
        caper_error_set(b->error, CAPER_ERROR_SYNTAX, b->job->source, here_line(b), here_column(b),
                        closed ? "found a NUL byte after </%s>, expected the end of the file"
                               : "found a NUL byte, expected XML",
                        closed ? b->root->name : "");
    else
        caper_error_set(b->error, CAPER_ERROR_SYNTAX, b->job->source, here_line(b), here_column(b),
                        "found %s, expected well-formed XML", XML_ErrorString(code));
}

static void parse(building *b)
{
    XML_SetUserData(b->parser, b);
    XML_SetElementHandler(b->parser, on_start, on_end);
    XML_SetEntityDeclHandler(b->parser, on_entity);
    // in one piece: expat before 2.6 takes quadratic time for long tokens in many pieces
    if (XML_Parse(b->parser, b->job->bytes, (int)b->job->size, 1) != XML_STATUS_OK)
        report(b);
}

caperi_xml *caperi_xml_read(const caperi_xml_job *job, caper_error *error)
{
    building b = {.job = job, .error = error, .max_depth = job->max_depth};
    b.max_elements = job->max_elements > 0 ? job->max_elements : CAPERI_XML_MAX_ELEMENTS;
    if (job->size > INT_MAX) {
        caper_error_set(error, CAPER_ERROR_LIMIT, job->source, 0, 0,
                        "has %zu bytes, more than XML files may have (%d)", job->size, INT_MAX);
        return NULL;
    }
    if (b.max_depth < 1)
        b.max_depth = 1;
    b.open = caper_arena_alloc_zero(job->arena, (size_t)b.max_depth, sizeof *b.open,
                                    _Alignof(open_element));
    document_allocator = &job->arena->allocator;
    if (b.open)
        b.parser = XML_ParserCreate_MM(NULL, &expat_memory, NULL);
    if (b.parser) {
        parse(&b);
        XML_ParserFree(b.parser);
    } else {
        caper_error_set(error, CAPER_ERROR_MEMORY, job->source, 0, 0, "out of memory");
        b.failed = true;
    }
    document_allocator = NULL;
    return b.failed ? NULL : b.root;
}

#endif
