// SPDX-License-Identifier: MIT
//
// A performer's stream of VMC written and sent by liblo, the OSC library of others, found at run
// time: neither its headers nor the library are needed to build this.
#ifndef CAPER_SOAK_LIBLO_H
#define CAPER_SOAK_LIBLO_H

#include "caper/live.h"
#include "live/wire.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef struct liblo_time {
    uint32_t seconds, fraction;
} liblo_time;

/// What is used of it, by the names and types of lo/lo_lowlevel.h (liblo 0.31).
typedef struct liblo {
    void *(*address_new)(const char *host, const char *port);
    void (*address_free)(void *address);
    void *(*bundle_new)(liblo_time time);
    int (*bundle_add_message)(void *bundle, const char *path, void *message);
    void (*bundle_free_messages)(void *bundle);
    void *(*message_new)(void);
    int (*message_add_string)(void *message, const char *text);
    int (*message_add_float)(void *message, float value);
    int (*message_add_int32)(void *message, int32_t value);
    int (*send_bundle)(void *address, void *bundle);
} liblo;

static inline bool liblo_open(liblo *lo)
{
    static const char *const names[] = {"lo_address_new",          "lo_address_free",
                                        "lo_bundle_new",           "lo_bundle_add_message",
                                        "lo_bundle_free_messages", "lo_message_new",
                                        "lo_message_add_string",   "lo_message_add_float",
                                        "lo_message_add_int32",    "lo_send_bundle"};
    void *library = dlopen("liblo.so.7", RTLD_NOW | RTLD_LOCAL); // stays for the whole run
    void *found[CAPER_COUNT_OF(names)];
    _Static_assert(sizeof found == sizeof *lo, "one name for each function");
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        found[i] = library ? dlsym(library, names[i]) : NULL;
        if (!found[i])
            return false;
    }
    memcpy(lo, found, sizeof found); // ISO C has no cast from an object to a function
    return true;
}

/// One stream to one port.
typedef struct liblo_voice {
    const liblo *lo;
    void *address;
    caper_live_sent sent;
} liblo_voice;

static inline liblo_voice liblo_voice_to(const liblo *lo, int port)
{
    char text[16];
    snprintf(text, sizeof text, "%d", port);
    return (liblo_voice){.lo = lo, .address = lo->address_new("127.0.0.1", text)};
}

static inline void liblo_add_place(const liblo *lo, void *bundle, const char *path,
                                   const char *name, const float v[7])
{
    void *m = lo->message_new();
    lo->message_add_string(m, name);
    for (int i = 0; i < 7; i++)
        lo->message_add_float(m, v[i]);
    lo->bundle_add_message(bundle, path, m);
}

static inline void liblo_put(liblo_voice *v, void *bundle)
{
    int size = v->lo->send_bundle(v->address, bundle);
    v->sent.packets += size > 0;
    v->sent.bytes += size > 0 ? (uint64_t)size : 0;
    v->sent.lost += size <= 0;
    v->lo->bundle_free_messages(bundle);
}

/// A frame of a person at rest, z metres ahead, in bundles of a dozen places as VMC's senders do.
static inline void liblo_voice_send(liblo_voice *v, double stamp, float z)
{
    const liblo *lo = v->lo;
    const liblo_time at_once = {0, 1};
    void *bundle = lo->bundle_new(at_once), *m = lo->message_new();
    lo->message_add_int32(m, 1);
    lo->bundle_add_message(bundle, "/VMC/Ext/OK", m);
    m = lo->message_new();
    lo->message_add_float(m, (float)stamp);
    lo->bundle_add_message(bundle, "/VMC/Ext/T", m);
    liblo_add_place(lo, bundle, "/VMC/Ext/Root/Pos", "root", (float[7]){0, 0, z, 0, 0, 0, 1});
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (i > 0 && i % 12 == 0) {
            liblo_put(v, bundle);
            bundle = lo->bundle_new(at_once);
        }
        liblo_add_place(lo, bundle, "/VMC/Ext/Bone/Pos", caperi_wire_name_make((caper_part)i).text,
                        (float[7]){0, i == 0 ? 0.95f : 0.1f, 0, 0, 0, 0, 1});
    }
    liblo_put(v, bundle);
    v->sent.frames++;
}

#endif
