// SPDX-License-Identifier: MIT
//
// OSC 1.0 packets: a message, or a bundle of messages and bundles. Reading never copies and never
// looks outside the packet; a packet is checked as a whole before anything in it is believed.
#ifndef CAPER_SRC_LIVE_OSC_H
#define CAPER_SRC_LIVE_OSC_H

#include "caper/base.h"

#define CAPERI_OSC_MAX_DEPTH 8 ///< bundles within bundles
#define CAPERI_OSC_MAX_ARGS 32 ///< of a message; those beyond are not looked at

/// One argument. Kinds that carry nothing (T F N I) have no value; kinds that VMC never uses are
/// kept as their letter alone.
typedef struct caperi_osc_arg {
    char kind; ///< 'i' 'f' 's' 'b' 'T' 'F' ...
    int32_t i;
    float f;
    caper_slice text; ///< of 's' without its 0, or the bytes of 'b'
} caperi_osc_arg;

/// One message; slices point into the packet.
typedef struct caperi_osc_message {
    caper_slice address;
    int arg_count;
    caperi_osc_arg args[CAPERI_OSC_MAX_ARGS];
} caperi_osc_message;

/// Receives each message in order.
typedef void caperi_osc_visit(void *user, const caperi_osc_message *message);

/// Call `visit` for each message, if the whole packet is well formed; otherwise false, without any
/// call. visit may be NULL: only checks.
bool caperi_osc_read(const void *packet, size_t size, caperi_osc_visit *visit, void *user);

/// Writes one bundle into a fixed buffer.
typedef struct caperi_osc_writer {
    uint8_t *bytes;
    size_t size, capacity;
    bool full; ///< the last message did not fit and was taken back
} caperi_osc_writer;

/// Start a bundle to be acted on at once. capacity >= 16.
void caperi_osc_begin(caperi_osc_writer *writer, void *bytes, size_t capacity);
/// Append a message. `tags` are letters of i f s b T F, one for each argument after it: int,
/// double, const char *; for b a size_t and a const void *. False when it does not fit: nothing is
/// written.
bool caperi_osc_add(caperi_osc_writer *writer, const char *address, const char *tags, ...);

#endif
