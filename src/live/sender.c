// SPDX-License-Identifier: MIT
//
// The sender: a character's pose as VMC bundles. The first bundle of a frame opens with OK and the
// time, then come the root, every part with its T-pose offset, and the deforms
// with an Apply at the end. A message that would pass the packet's size opens a new bundle, so no
// packet is cut by the network. The time sent counts from the first frame: a float keeps
// milliseconds for hours only when it starts at zero.
#include "live/receiver.h"
#include "live/wire.h"
#include "live/osc.h"
#include "live/udp.h"

#include <string.h>

#define MAX_PACKET 1472 // an Ethernet frame without the headers of IP and UDP
#define MIN_PACKET 256

struct caper_live_sender {
    caper_allocator allocator;
    caper_live_person person;
    const char *deforms[CAPER_LIVE_MAX_DEFORMS]; // names as sent
    int socket;
    size_t packet_size;
    double period, next, start;
    bool started;
    caper_live_sent sent;
    uint8_t buffer[MAX_PACKET];
};

const caper_character *caperi_sender_character(const caper_live_sender *sender)
{
    return sender->person.person.character;
}

caper_live_sender_def caper_live_sender_def_default(void)
{
    return (caper_live_sender_def){.host = "127.0.0.1",
                                   .port = CAPER_LIVE_PORT,
                                   .packet_size = MAX_PACKET,
                                   .cookie = CAPER_DEF_COOKIE};
}

static bool check_def(const caper_live_sender_def *def, caper_error *error)
{
    const char *wrong = NULL;
    if (!def->character)
        wrong = "there is no character to send";
    else if (!def->host || def->port < 1 || def->port > 65535)
        wrong = "the host is missing, or the port is not within 1 .. 65535";
    else if (!(def->rate >= 0 && def->rate <= 1000))
        wrong = "the rate is not within 0 .. 1000 frames a second";
    else if (def->packet_size < MIN_PACKET || def->packet_size > MAX_PACKET)
        wrong = "the size of packets is not within 256 .. 1472 bytes";
    return !wrong || caper_error_set(error, CAPER_ERROR_INVALID, "live", 0, 0, "%s", wrong);
}

/// Those too long are not sent.
static void name_deforms(caper_live_sender *s)
{
    for (int i = 0; i < s->person.deform_count; i++) {
        const char *name = caperi_deform_name(s->person.person.character, i);
        s->deforms[i] = strlen(name) < CAPER_LIVE_MAX_NAME ? name : NULL;
    }
}

caper_live_sender *caper_live_sender_create(const caper_live_sender_def *def, caper_error *error)
{
    CAPER_ASSERT(def && def->cookie == CAPER_DEF_COOKIE);
    if (!def || def->cookie != CAPER_DEF_COOKIE) {
        caper_error_set(error, CAPER_ERROR_INVALID, "live", 0, 0,
                        "the def was not made by caper_live_sender_def_default");
        return NULL;
    }
    caper_live_person person;
    uint32_t address = 0;
    if (!check_def(def, error) ||
        !caper_live_person_make(def->character, def->map, &person, error) ||
        !caperi_udp_resolve(def->host, &address, error))
        return NULL;
    int socket = caperi_udp_connect(address, def->port, error);
    if (socket < 0)
        return NULL;
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    caper_live_sender *s = caper_alloc_zero(&allocator, sizeof *s, _Alignof(caper_live_sender));
    if (!s) {
        caperi_udp_close(socket);
        caper_error_set(error, CAPER_ERROR_MEMORY, "live", 0, 0, "there is no memory");
        return NULL;
    }
    s->allocator = allocator;
    s->person = person;
    s->socket = socket;
    s->packet_size = (size_t)def->packet_size;
    s->period = def->rate > 0 ? 1 / (double)def->rate : 0;
    name_deforms(s);
    return s;
}

void caper_live_sender_destroy(caper_live_sender *s)
{
    if (!s)
        return;
    caper_allocator allocator = s->allocator;
    caperi_udp_close(s->socket);
    caper_free(&allocator, s, sizeof *s);
}

// -- Frames -----------------------------------------------------------------------------------

/// Bundles, one after the other.
typedef struct frame_writer {
    caper_live_sender *sender;
    caperi_osc_writer osc;
    void (*put)(void *user, const void *packet, size_t size);
    void *user;
    int count;
} frame_writer;

static void flush(frame_writer *w)
{
    if (w->osc.size <= 16)
        return;
    w->put(w->user, w->osc.bytes, w->osc.size);
    w->count++;
    caperi_osc_begin(&w->osc, w->sender->buffer, w->sender->packet_size);
}

// Any message of ours fits an empty bundle of the least size.
#define ADD(w, ...)                                                                                \
    do {                                                                                           \
        if (!caperi_osc_add(&(w)->osc, __VA_ARGS__)) {                                             \
            flush(w);                                                                              \
            caperi_osc_add(&(w)->osc, __VA_ARGS__);                                                \
        }                                                                                          \
    } while (0)

static void add_place(frame_writer *w, const char *address, const char *name, caper_vec3 position,
                      caper_quat rotation)
{
    caper_vec3 p = caperi_vmc_vec3(position);
    caper_quat q = caperi_vmc_quat(rotation);
    ADD(w, address, "sfffffff", name, (double)p.x, (double)p.y, (double)p.z, (double)q.x,
        (double)q.y, (double)q.z, (double)q.w);
}

static void add_deforms(frame_writer *w, const caper_pose *local)
{
    const caper_live_sender *s = w->sender;
    int count =
        local->deform_count < s->person.deform_count ? local->deform_count : s->person.deform_count;
    for (int i = 0; i < count; i++) {
        if (s->deforms[i])
            ADD(w, "/VMC/Ext/Blend/Val", "sf", s->deforms[i], (double)local->deforms[i]);
    }
    if (count > 0)
        ADD(w, "/VMC/Ext/Blend/Apply", "");
}

int caper_live_sender_write(caper_live_sender *s, const caper_pose *local, caper_root root,
                            double now, void (*put)(void *user, const void *packet, size_t size),
                            void *user)
{
    CAPER_ASSERT(s && local->body_count == s->person.person.character->body_count);
    if (!s || local->body_count != s->person.person.character->body_count)
        return 0;
    if (!s->started) {
        s->started = true;
        s->start = now;
    }
    caper_live_pose pose;
    caper_live_pose_take(&s->person.person, local, root, &pose);
    frame_writer w = {.sender = s, .put = put, .user = user};
    caperi_osc_begin(&w.osc, s->buffer, s->packet_size);
    ADD(&w, "/VMC/Ext/OK", "iiii", 1, 3, 0, 1);
    ADD(&w, "/VMC/Ext/T", "f", now - s->start);
    add_place(&w, "/VMC/Ext/Root/Pos", "root", pose.root.position, pose.root.rotation);
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (s->person.person.bodies[i] < 0)
            continue;
        caper_vec3 offset = i == CAPER_PART_HIPS ? pose.hips : s->person.person.tpose_offset[i];
        add_place(&w, "/VMC/Ext/Bone/Pos", caperi_wire_name_make((caper_part)i).text, offset,
                  pose.rotations[i]);
    }
    add_deforms(&w, local);
    flush(&w);
    return w.count;
}

static void put_socket(void *user, const void *packet, size_t size)
{
    caper_live_sender *s = user;
    if (caperi_udp_send(s->socket, packet, size)) {
        s->sent.packets++;
        s->sent.bytes += size;
    } else {
        s->sent.lost++;
    }
}

int caper_live_sender_send(caper_live_sender *s, const caper_pose *local, caper_root root,
                           double now)
{
    CAPER_ASSERT(s && local);
    if (!s || !local)
        return 0;
    // half a millisecond early is on time: callers' clocks do not tick on the dot
    if (s->started && s->period > 0 && now < s->next - 5e-4)
        return 0;
    // keep the beat, unless it was lost
    bool lost = !s->started || now > s->next + s->period;
    s->next = (lost ? now : s->next) + s->period;
    s->sent.frames++;
    return caper_live_sender_write(s, local, root, now, put_socket, s);
}

caper_live_sent caper_live_sender_sent(const caper_live_sender *sender)
{
    return sender->sent;
}
