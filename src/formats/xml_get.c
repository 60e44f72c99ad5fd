// SPDX-License-Identifier: MIT
//
// Queries on a tree of XML elements: children and attributes by name, and attributes that hold
// numbers. A fault is reported at the element that has it, by the attribute's name.
#include "formats/xml.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Nothing that these files measure is larger; squares of it still fit a float.
#define LARGEST 1e12

bool caperi_xml_is(const caperi_xml *element, const char *name)
{
    return strcmp(element->name, name) == 0;
}

static caperi_xml *first_of(caperi_xml *element, const char *name)
{
    while (element && name && !caperi_xml_is(element, name))
        element = element->next;
    return element;
}

caperi_xml *caperi_xml_child(const caperi_xml *element, const char *name)
{
    return first_of(element->child, name);
}

caperi_xml *caperi_xml_next(const caperi_xml *element, const char *name)
{
    return first_of(element->next, name);
}

const char *caperi_xml_get(const caperi_xml *element, const char *name)
{
    for (int i = 0; i < element->attribute_count; i++)
        if (strcmp(element->attributes[i].name, name) == 0)
            return element->attributes[i].value;
    return NULL;
}

bool(caperi_xml_fail)(const caperi_xml *element, caper_status status, caper_error *error,
                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    caper_error_set_va(error, status, element->source, element->line, element->column, format,
                       args);
    va_end(args);
    return false;
}

// How many numbers were expected, in words.
static const char *expected(int least, int most, char out[32])
{
    if (most == 1)
        return "a number";
    if (least == most)
        snprintf(out, 32, "%d numbers", most);
    else
        snprintf(out, 32, "%d to %d numbers", least, most);
    return out;
}

int caperi_xml_parse_numbers(const caperi_xml *element, const char *name, const char *text,
                             int least, int most, double *values, caper_error *error)
{
    char words[32];
    caper_scanner scanner = caper_scanner_make(text, strlen(text), NULL, NULL);
    caper_slice word;
    int count = 0;
    while (caper_scanner_word(&scanner, &word)) {
        size_t used = 0;
        double value = 0.0;
        if (count == most) {
            caperi_xml_fail(element, CAPER_ERROR_INVALID, error,
                            "%s of <%s> has more numbers, expected %s", name, element->name,
                            expected(least, most, words));
            return -1;
        }
        if (!caper_parse_double(word.data, word.size, &used, &value) || used != word.size ||
            !(fabs(value) <= LARGEST)) {
            int size = word.size < 24 ? (int)word.size : 24;
            caperi_xml_fail(element, CAPER_ERROR_SYNTAX, error,
                            "%s of <%s> has '%.*s', expected %s", name, element->name, size,
                            word.data, expected(least, most, words));
            return -1;
        }
        values[count++] = value;
    }
    if (count < least) {
        caperi_xml_fail(element, CAPER_ERROR_INVALID, error,
                        "%s of <%s> has %d numbers, expected %s", name, element->name, count,
                        expected(least, most, words));
        return -1;
    }
    return count;
}

int caperi_xml_numbers(const caperi_xml *element, const char *name, int least, int most,
                       double *values, caper_error *error)
{
    const char *text = caperi_xml_get(element, name);
    return text ? caperi_xml_parse_numbers(element, name, text, least, most, values, error) : 0;
}
