// SPDX-License-Identifier: MIT
//
// A socket that never blocks. The only file of the room that knows the system is udp.c.
#ifndef CAPER_SRC_LIVE_UDP_H
#define CAPER_SRC_LIVE_UDP_H

#include "caper/base.h"

#define CAPERI_UDP_MAX 65536 ///< bytes; no packet is longer

/// What came.
typedef struct caperi_udp_packet {
    size_t size;
    uint32_t address; ///< IPv4, host order
    uint16_t port;
    double age;       ///< seconds since it came, where the system tells; else 0
    uint32_t overrun; ///< packets lost so far because nobody took them, where the system tells
} caperi_udp_packet;

/// Wait; nothing for 0 or less.
void caperi_live_sleep(double seconds);
/// An IPv4 address in numbers; false when it is none.
bool caperi_udp_parse(const char *text, uint32_t *address);
/// Look up a name or an address.
bool caperi_udp_resolve(const char *host, uint32_t *address, caper_error *error);
/// A socket that listens; -1 with an error. `port` 0 takes any and receives the one taken.
int caperi_udp_listen(uint32_t address, int *port, caper_error *error);
/// A socket that sends to one place; -1 with an error.
int caperi_udp_connect(uint32_t address, int port, caper_error *error);
/// Take one packet; false when there is none.
bool caperi_udp_take(int socket, void *buffer, size_t size, caperi_udp_packet *packet);
/// Is there a packet, within so many seconds?
bool caperi_udp_wait(int socket, float seconds);
/// Send one packet; false when the system would not take it now.
bool caperi_udp_send(int socket, const void *packet, size_t size);
/// Close it; -1 is fine.
void caperi_udp_close(int socket);

#endif
