// SPDX-License-Identifier: MIT
//
// A second encoder of OSC, written from the specification alone, for tests of the first.
#ifndef CAPER_TEST_LIVE_PACKETS_H
#define CAPER_TEST_LIVE_PACKETS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct packet {
    uint8_t bytes[8192];
    size_t size;
} packet;

static inline void packet_word(packet *p, uint32_t w)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        p->bytes[p->size++] = (uint8_t)(w >> shift);
}

static inline void packet_text(packet *p, const char *text)
{
    size_t n = strlen(text);
    for (size_t i = 0; i < n; i++)
        p->bytes[p->size++] = (uint8_t)text[i];
    do {
        p->bytes[p->size++] = 0;
    } while (p->size % 4 != 0);
}

static inline void packet_float(packet *p, double value)
{
    float f = (float)value;
    uint32_t bits;
    memcpy(&bits, &f, 4);
    packet_word(p, bits);
}

static inline void packet_bundle(packet *p)
{
    p->size = 0;
    packet_text(p, "#bundle");
    packet_word(p, 0);
    packet_word(p, 1);
}

/// A message for an element of a bundle: size first. Close with packet_close.
static inline size_t packet_open(packet *p, const char *address, const char *tags)
{
    size_t at = p->size;
    packet_word(p, 0);
    packet_text(p, address);
    packet_text(p, tags);
    return at;
}

static inline void packet_close(packet *p, size_t at)
{
    size_t end = p->size;
    p->size = at;
    packet_word(p, (uint32_t)(end - at - 4));
    p->size = end;
}

/// A place as Unity sees it: position and rotation as numbers.
static inline void packet_place(packet *p, const char *address, const char *name, const double v[7])
{
    size_t at = packet_open(p, address, ",sfffffff");
    packet_text(p, name);
    for (int i = 0; i < 7; i++)
        packet_float(p, v[i]);
    packet_close(p, at);
}

static inline void packet_time(packet *p, double time)
{
    size_t at = packet_open(p, "/VMC/Ext/T", ",f");
    packet_float(p, time);
    packet_close(p, at);
}

#endif
