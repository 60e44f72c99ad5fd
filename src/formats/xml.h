// SPDX-License-Identifier: MIT
//
// A small tree of XML elements for the readers of MJCF and URDF: names, attributes and where each
// element stands. Text between elements, comments and processing instructions are not kept.
#ifndef CAPER_SRC_FORMATS_XML_H
#define CAPER_SRC_FORMATS_XML_H

#include "caper/base.h"

typedef struct caperi_xml_attribute {
    const char *name, *value;
} caperi_xml_attribute;

/// One element. Everything lives in the arena that the tree was read into.
typedef struct caperi_xml {
    const char *name;
    const caperi_xml_attribute *attributes;
    int attribute_count;
    struct caperi_xml *child, *next; // first child and next sibling, or NULL
    const char *source;              // the file that it stands in
    int line, column;
} caperi_xml;

/// What to read, and how much of it is too much.
typedef struct caperi_xml_job {
    const void *bytes;
    size_t size;
    const char *source; // for messages; must outlive the tree
    caper_arena *arena;
    int max_depth;    // of nesting
    int max_elements; // 0: CAPERI_XML_MAX_ELEMENTS
} caperi_xml_job;

#define CAPERI_XML_MAX_ELEMENTS (1 << 20)
#define CAPERI_XML_MAX_ATTRIBUTES 256 // of one element

/// Read a document: its root element, or NULL with an error. No other file is ever read, and
/// documents that declare entities are refused. UNSUPPORTED when the library was built without an
/// XML parser.
caperi_xml *caperi_xml_read(const caperi_xml_job *job, caper_error *error);

/// Is this the name of the element?
bool caperi_xml_is(const caperi_xml *element, const char *name);
/// The first child of that name (NULL: of any), or NULL. The next sibling of that name, likewise.
caperi_xml *caperi_xml_child(const caperi_xml *element, const char *name);
caperi_xml *caperi_xml_next(const caperi_xml *element, const char *name);
/// The value of an attribute, or NULL.
const char *caperi_xml_get(const caperi_xml *element, const char *name);
/// Record an error at the element and return false.
bool caperi_xml_fail(const caperi_xml *element, caper_status status, caper_error *error,
                     const char *format, ...) CAPER_PRINTF(4, 5);

/// Read the attribute as numbers (at most 1e12 either way) between spaces, at most `most` of them,
/// into values. Returns their number: 0 when the attribute is absent, -1 with an error when it
/// holds fewer than `least`, more than `most`, or something that is no number.
int caperi_xml_numbers(const caperi_xml *element, const char *name, int least, int most,
                       double *values, caper_error *error);
/// The same for a text that is the value of an attribute of the element.
int caperi_xml_parse_numbers(const caperi_xml *element, const char *name, const char *text,
                             int least, int most, double *values, caper_error *error);

#endif
