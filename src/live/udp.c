// SPDX-License-Identifier: MIT
//
// UDP over IPv4 by the sockets of POSIX. Two things only some systems have are taken where they
// are: the time at which the kernel got a packet (so that a program that polls 60 times a second
// still measures arrival to the microsecond), and the count of packets that overran the queue.
#define _DEFAULT_SOURCE
#include "live/udp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "caper/live.h"

void caperi_live_sleep(double seconds)
{
    if (seconds > 0) {
        struct timespec t = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
        nanosleep(&t, NULL);
    }
}

static int fail(int socket, caper_error *error, const char *what)
{
    caper_error_set(error, CAPER_ERROR_IO, "live", 0, 0, "%s: %s", what, strerror(errno));
    caperi_udp_close(socket);
    return -1;
}

bool caperi_udp_parse(const char *text, uint32_t *address)
{
    struct in_addr a;
    if (inet_pton(AF_INET, text, &a) != 1)
        return false;
    *address = ntohl(a.s_addr);
    return true;
}

bool caperi_udp_resolve(const char *host, uint32_t *address, caper_error *error)
{
    if (caperi_udp_parse(host, address))
        return true;
    struct addrinfo hints, *found = NULL;
    memset(&hints, 0, sizeof hints);
    hints.ai_family = AF_INET;
    hints.ai_socktype = SOCK_DGRAM;
    int code = getaddrinfo(host, NULL, &hints, &found);
    if (code != 0 || !found)
        return caper_error_set(error, CAPER_ERROR_IO, "live", 0, 0,
                               "found no IPv4 address of '%.60s': %s", host, gai_strerror(code));
    struct sockaddr_in in;
    memcpy(&in, found->ai_addr, sizeof in);
    *address = ntohl(in.sin_addr.s_addr);
    freeaddrinfo(found);
    return true;
}

static struct sockaddr_in place(uint32_t address, int port)
{
    struct sockaddr_in in;
    memset(&in, 0, sizeof in);
    in.sin_family = AF_INET;
    in.sin_port = htons((uint16_t)port);
    in.sin_addr.s_addr = htonl(address);
    return in;
}

static int open_socket(caper_error *error)
{
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    if (s < 0)
        return fail(s, error, "found no socket");
    int flags = fcntl(s, F_GETFL);
    if (flags < 0 || fcntl(s, F_SETFL, flags | O_NONBLOCK) != 0 ||
        fcntl(s, F_SETFD, FD_CLOEXEC) != 0)
        return fail(s, error, "the socket cannot be made non-blocking");
    return s;
}

int caperi_udp_listen(uint32_t address, int *port, caper_error *error)
{
    int s = open_socket(error);
    if (s < 0)
        return -1;
    int on = 1, room = 1 << 20;
    (void)on;
    // none of these must succeed
    setsockopt(s, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
#ifdef SO_TIMESTAMP
    setsockopt(s, SOL_SOCKET, SO_TIMESTAMP, &on, sizeof on);
#endif
#ifdef SO_RXQ_OVFL
    setsockopt(s, SOL_SOCKET, SO_RXQ_OVFL, &on, sizeof on);
#endif
    struct sockaddr_in in = place(address, *port);
    socklen_t size = sizeof in;
    if (bind(s, (struct sockaddr *)&in, sizeof in) != 0 ||
        getsockname(s, (struct sockaddr *)&in, &size) != 0) {
        char where[64], host[INET_ADDRSTRLEN] = "";
        inet_ntop(AF_INET, &in.sin_addr, host, sizeof host);
        snprintf(where, sizeof where, "%s:%d", host, *port);
        const char *why =
            errno == EADDRINUSE      ? "another program listens there already"
            : errno == EADDRNOTAVAIL ? "cannot listen there: this machine has no such address"
            : errno == EACCES        ? "cannot listen there: ports below 1024 need special rights"
                                     : "cannot listen there";
        caper_error_set(error, CAPER_ERROR_IO, where, 0, 0, "%s (%s)", why, strerror(errno));
        caperi_udp_close(s);
        return -1;
    }
    *port = ntohs(in.sin_port);
    return s;
}

int caperi_udp_connect(uint32_t address, int port, caper_error *error)
{
    int s = open_socket(error);
    if (s < 0)
        return -1;
    int on = 1;
    setsockopt(s, SOL_SOCKET, SO_BROADCAST, &on, sizeof on);
    struct sockaddr_in in = place(address, port);
    if (connect(s, (struct sockaddr *)&in, sizeof in) != 0)
        return fail(s, error, "cannot send there");
    return s;
}

/// What the kernel noted beside a packet.
static void read_notes(struct msghdr *header, caperi_udp_packet *packet)
{
    for (struct cmsghdr *c = CMSG_FIRSTHDR(header); c; c = CMSG_NXTHDR(header, c)) {
        if (c->cmsg_level != SOL_SOCKET)
            continue;
#ifdef SCM_TIMESTAMP
        if (c->cmsg_type == SCM_TIMESTAMP && c->cmsg_len >= CMSG_LEN(sizeof(struct timeval))) {
            struct timeval then, now;
            memcpy(&then, CMSG_DATA(c), sizeof then);
            gettimeofday(&now, NULL);
            packet->age =
                (double)(now.tv_sec - then.tv_sec) + 1e-6 * (double)(now.tv_usec - then.tv_usec);
        }
#endif
#ifdef SO_RXQ_OVFL
        if (c->cmsg_type == SO_RXQ_OVFL && c->cmsg_len >= CMSG_LEN(sizeof(uint32_t)))
            memcpy(&packet->overrun, CMSG_DATA(c), sizeof packet->overrun);
#endif
    }
}

bool caperi_udp_take(int socket, void *buffer, size_t size, caperi_udp_packet *packet)
{
    struct sockaddr_in from;
    memset(&from, 0, sizeof from);
    struct iovec part = {.iov_base = buffer, .iov_len = size};
    union {
        struct cmsghdr align;
        char bytes[256];
    } notes;
    struct msghdr header;
    ssize_t got;
    do {
        memset(&header, 0, sizeof header);
        header.msg_name = &from;
        header.msg_namelen = sizeof from;
        header.msg_iov = &part;
        header.msg_iovlen = 1;
        header.msg_control = &notes;
        header.msg_controllen = sizeof notes;
        got = recvmsg(socket, &header, 0);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        return false;
    *packet = (caperi_udp_packet){
        .size = (size_t)got, .address = ntohl(from.sin_addr.s_addr), .port = ntohs(from.sin_port)};
    read_notes(&header, packet);
    return true;
}

bool caperi_udp_wait(int socket, float seconds)
{
    struct pollfd p = {.fd = socket, .events = POLLIN};
    double end = caper_clock_now() + (double)seconds;
    for (;;) {
        double left = end - caper_clock_now();
        int ms = left <= 0 ? 0 : left > 1e6 ? 1000000000 : (int)(left * 1000) + 1;
        int ready = poll(&p, 1, ms);
        if (ready > 0)
            return (p.revents & POLLIN) != 0;
        if (ready == 0 || errno != EINTR)
            return false;
    }
}

bool caperi_udp_send(int socket, const void *packet, size_t size)
{
    // that nobody listened to the packet before is told now, and the packet is to be sent again
    for (int tries = 0; tries < 3; tries++) {
        ssize_t sent = send(socket, packet, size, 0);
        if (sent >= 0 || (errno != EINTR && errno != ECONNREFUSED))
            return sent == (ssize_t)size;
    }
    return false;
}

void caperi_udp_close(int socket)
{
    if (socket >= 0)
        close(socket);
}
