// SPDX-License-Identifier: MIT
//
// The receiver: packets from a socket (or anywhere) to performers. Memory is taken once. Each
// performer may send so many packets a second; all strangers together a tenth of that, and a
// stranger becomes a performer only by a packet that is VMC: in a free slot, in that of a sender
// that has sent less (signs of life are less than a face, a face is less than a body), or in that
// of the performer that has been silent longest, beyond the time of grace. A packet cannot make the
// receiver allocate or block, or take the slot of a present performer.
#include "live/receiver.h"
#include "live/udp.h"

#include <stdio.h>
#include <string.h>

#define MAX_PACKETS 4096 // of one poll
#define MAX_LATENCY 0.25f

struct caper_live_receiver {
    caper_allocator allocator;
    int socket, port;
    bool only_from;
    uint32_t from;
    float latency;
    double idle;
    int max_rate;
    int max_performers;
    caper_performer next_id;
    double now;
    uint32_t overrun;
    caperi_live_bucket strangers;
    caper_live_meters meters; // of what belongs to no performer, and of those who are gone
    uint8_t *buffer;
    caperi_performer *performers;
};

float caperi_receiver_latency(const caper_live_receiver *receiver)
{
    return receiver->latency;
}

caper_live_receiver_def caper_live_receiver_def_default(void)
{
    return (caper_live_receiver_def){.bind = "127.0.0.1",
                                     .port = CAPER_LIVE_PORT,
                                     .latency = 0.02f,
                                     .idle = 2,
                                     .max_performers = CAPER_LIVE_MAX_PERFORMERS,
                                     .max_rate = 20000,
                                     .cookie = CAPER_DEF_COOKIE};
}

static bool check_def(const caper_live_receiver_def *def, caper_error *error)
{
    const char *wrong = NULL;
    if (def->port < 0 || def->port > 65535)
        wrong = "the port is not within 0 .. 65535";
    else if (!(def->latency >= 0 && def->latency <= MAX_LATENCY))
        wrong = "the latency is not within 0 .. 0.25 s";
    else if (!(def->idle >= 0 && def->idle <= 3600))
        wrong = "the idle time is not within 0 .. 3600 s";
    else if (def->max_performers < 1 || def->max_performers > CAPER_LIVE_MAX_PERFORMERS)
        wrong = "the number of performers is not within 1 .. 8";
    else if (def->max_rate < 100 || def->max_rate > 10000000)
        wrong = "the rate is not within 100 .. 1e7 packets a second";
    return !wrong || caper_error_set(error, CAPER_ERROR_INVALID, "live", 0, 0, "%s", wrong);
}

static bool open_receiver(caper_live_receiver *r, const caper_live_receiver_def *def,
                          caper_error *error)
{
    uint32_t address = 0;
    if (def->from && !caperi_udp_parse(def->from, &r->from))
        return caper_error_set(error, CAPER_ERROR_INVALID, "live", 0, 0,
                               "found '%.60s', expected an IPv4 address to take packets from",
                               def->from);
    r->only_from = def->from != NULL;
    if (!def->bind)
        return true;
    if (!caperi_udp_parse(def->bind, &address))
        return caper_error_set(error, CAPER_ERROR_INVALID, "live", 0, 0,
                               "found '%.60s', expected an IPv4 address to listen at", def->bind);
    r->port = def->port;
    r->socket = caperi_udp_listen(address, &r->port, error);
    return r->socket >= 0;
}

static caper_live_receiver *alloc_receiver(const caper_live_receiver_def *def)
{
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    size_t performers = (size_t)def->max_performers * sizeof(caperi_performer);
    caper_live_receiver *r = caper_alloc_zero(&allocator, sizeof *r, _Alignof(caper_live_receiver));
    if (!r)
        return NULL;
    r->allocator = allocator;
    r->max_performers = def->max_performers;
    r->socket = -1;
    r->buffer = caper_alloc(&allocator, CAPERI_UDP_MAX, 16);
    r->performers = caper_alloc_zero(&allocator, performers, _Alignof(caperi_performer));
    if (!r->buffer || !r->performers) {
        caper_live_receiver_destroy(r);
        return NULL;
    }
    return r;
}

caper_live_receiver *caper_live_receiver_create(const caper_live_receiver_def *def,
                                                caper_error *error)
{
    CAPER_ASSERT(def && def->cookie == CAPER_DEF_COOKIE);
    if (!def || def->cookie != CAPER_DEF_COOKIE) {
        caper_error_set(error, CAPER_ERROR_INVALID, "live", 0, 0,
                        "the def was not made by caper_live_receiver_def_default");
        return NULL;
    }
    if (!check_def(def, error))
        return NULL;
    caper_live_receiver *r = alloc_receiver(def);
    if (!r) {
        caper_error_set(error, CAPER_ERROR_MEMORY, "live", 0, 0, "there is no memory");
        return NULL;
    }
    r->latency = def->latency;
    r->idle = (double)def->idle;
    r->max_rate = def->max_rate;
    r->strangers.tokens = 1e9;
    r->now = -1e300;
    if (!open_receiver(r, def, error)) {
        caper_live_receiver_destroy(r);
        return NULL;
    }
    return r;
}

void caper_live_receiver_destroy(caper_live_receiver *r)
{
    if (!r)
        return;
    caper_allocator allocator = r->allocator;
    caperi_udp_close(r->socket);
    caper_free(&allocator, r->buffer, CAPERI_UDP_MAX);
    caper_free(&allocator, r->performers, (size_t)r->max_performers * sizeof(caperi_performer));
    caper_free(&allocator, r, sizeof *r);
}

int caper_live_receiver_port(const caper_live_receiver *receiver)
{
    return receiver->port;
}

// -- Performers -------------------------------------------------------------------------------

const caperi_performer *caperi_receiver_find(const caper_live_receiver *r, caper_performer id)
{
    for (int i = 0; id != 0 && i < r->max_performers; i++) {
        if (r->performers[i].id == id)
            return &r->performers[i];
    }
    return NULL;
}

void caperi_receiver_keep(caper_live_receiver *r, caper_performer id)
{
    for (int i = 0; i < r->max_performers; i++)
        r->performers[i].kept |= id != 0 && r->performers[i].id == id;
}

static caperi_performer *find_source(caper_live_receiver *r, uint64_t source)
{
    for (int i = 0; i < r->max_performers; i++) {
        if (r->performers[i].id != 0 && r->performers[i].source == source)
            return &r->performers[i];
    }
    return NULL;
}

static void add_counts(caper_live_meters *sum, const caper_live_meters *m)
{
    sum->packets += m->packets;
    sum->bytes += m->bytes;
    sum->frames += m->frames;
    sum->malformed += m->malformed;
    sum->ignored += m->ignored;
    sum->dropped += m->dropped;
    sum->late += m->late;
    sum->missed += m->missed;
    sum->partial += m->partial;
    sum->restarts += m->restarts;
}

// Of two performers, who gives way to a newcomer: who is worth less than he is, the least first;
// else who has been silent longer.
static bool gives_way_sooner(const caperi_performer *a, const caperi_performer *b, int worth)
{
    int first = a->worth < worth ? a->worth : worth, second = b->worth < worth ? b->worth : worth;
    return first != second ? first < second : a->last < b->last;
}

/// A free slot, or that of whoever is worth less than the newcomer, or that of the performer who
/// has been silent longest, if it is long enough.
static caperi_performer *take_slot(caper_live_receiver *r, int worth, double now)
{
    caperi_performer *oldest = NULL;
    for (int i = 0; i < r->max_performers; i++) {
        caperi_performer *p = &r->performers[i];
        if (p->id == 0)
            return p;
        if (!p->kept && (!oldest || gives_way_sooner(p, oldest, worth)))
            oldest = p;
    }
    if (!oldest || (oldest->worth >= worth && now - oldest->last < r->idle))
        return NULL;
    add_counts(&r->meters, &oldest->meters);
    return oldest;
}

// -- Packets ----------------------------------------------------------------------------------

static void measure_rate(caperi_performer *p, double now)
{
    double passed = now - p->rate.start;
    if (passed < 1)
        return;
    p->meters.packet_rate = (float)((double)(p->meters.packets - p->rate.packets) / passed);
    p->meters.frame_rate = (float)((double)(p->meters.frames - p->rate.frames) / passed);
    p->rate = (caperi_live_rate){now, p->meters.packets, p->meters.frames};
}

static bool take_packet(caper_live_receiver *r, const void *packet, size_t size, uint64_t source,
                        double now, double arrival)
{
    caperi_performer *p = find_source(r, source);
    caper_live_meters *meters = p ? &p->meters : &r->meters;
    caperi_live_bucket *bucket = p ? &p->bucket : &r->strangers;
    double rate = p ? (double)r->max_rate : 0.1 * (double)r->max_rate;
    caperi_vmc_look look;
    if (!caperi_live_bucket_take(bucket, rate, now)) {
        meters->dropped++;
        return false;
    }
    if (!caperi_vmc_look_at(packet, size, &look)) {
        meters->malformed++;
        return false;
    }
    if (!p && look.vmc) {
        p = take_slot(r, look.worth, now);
        if (p)
            caperi_performer_start(p, ++r->next_id, source, now);
    }
    if (!p) { // nothing for us, or no place left
        r->meters.ignored += !look.vmc;
        r->meters.dropped += look.vmc;
        return false;
    }
    p->last = arrival > p->last ? arrival : p->last;
    p->worth = look.worth > p->worth ? look.worth : p->worth;
    p->meters.packets++;
    p->meters.bytes += size;
    bool good = caperi_performer_take(p, packet, size, &look, p->last, r->latency);
    measure_rate(p, p->last);
    return good;
}

bool caper_live_receiver_feed(caper_live_receiver *r, const void *packet, size_t size,
                              uint64_t source, double now)
{
    CAPER_ASSERT(r && packet);
    if (!r || !packet)
        return false;
    r->now = now > r->now ? now : r->now;
    return take_packet(r, packet, size, source, r->now, r->now);
}

int caper_live_receiver_poll(caper_live_receiver *r, double now)
{
    CAPER_ASSERT(r);
    if (!r || r->socket < 0)
        return 0;
    r->now = now > r->now ? now : r->now;
    int count = 0;
    caperi_udp_packet packet;
    while (count < MAX_PACKETS && caperi_udp_take(r->socket, r->buffer, CAPERI_UDP_MAX, &packet)) {
        count++;
        r->overrun = packet.overrun;
        if (r->only_from && packet.address != r->from) {
            r->meters.dropped++;
            continue;
        }
        // clocks that are set meanwhile must not tear frames apart
        double age = packet.age > 0 && packet.age < 1 ? packet.age : 0;
        uint64_t source = (uint64_t)packet.address << 16 | packet.port;
        take_packet(r, r->buffer, packet.size, source, r->now, r->now - age);
    }
    return count;
}

bool caper_live_receiver_wait(caper_live_receiver *r, float seconds)
{
    CAPER_ASSERT(r && r->socket >= 0);
    return r && r->socket >= 0 && caperi_udp_wait(r->socket, seconds);
}

// -- Answers ----------------------------------------------------------------------------------

int caper_live_receiver_performers(const caper_live_receiver *r,
                                   caper_performer out[CAPER_LIVE_MAX_PERFORMERS])
{
    int count = 0;
    for (int i = 0; i < r->max_performers; i++) {
        if (r->performers[i].id == 0)
            continue;
        int at = count++;
        for (; at > 0 && out[at - 1] > r->performers[i].id; at--)
            out[at] = out[at - 1];
        out[at] = r->performers[i].id;
    }
    return count;
}

bool caper_live_receiver_pose(const caper_live_receiver *r, caper_performer performer, double time,
                              caper_live_pose *pose, float *deforms)
{
    const caperi_performer *p = caperi_receiver_find(r, performer);
    return p && caperi_performer_pose(p, time, r->latency, pose, deforms);
}

bool caper_live_receiver_frame(const caper_live_receiver *r, caper_performer performer, double time,
                               const caper_live_person *person, caper_pose *local, caper_root *root)
{
    const caperi_performer *p = caperi_receiver_find(r, performer);
    caper_live_pose pose;
    float deforms[CAPER_LIVE_MAX_DEFORMS];
    if (!p || local->body_count != person->person.character->body_count ||
        !caperi_performer_pose(p, time, r->latency, &pose, deforms))
        return false;
    caper_live_pose_put(&person->person, &pose, local, root);
    int count =
        local->deform_count < person->deform_count ? local->deform_count : person->deform_count;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < p->deform_count; k++) {
            if (p->deform_hashes[k] == person->deforms[i])
                local->deforms[i] = deforms[k];
        }
    }
    return true;
}

static caper_live_meters performer_meters(const caperi_performer *p)
{
    caper_live_meters m = p->meters;
    m.jitter = (float)p->clock.jitter;
    m.delay = (float)p->clock.delay;
    m.drift = (float)p->clock.drift;
    return m;
}

static float larger(float a, float b)
{
    return (a < 0 ? -a : a) > (b < 0 ? -b : b) ? a : b;
}

caper_live_meters caper_live_receiver_meters(const caper_live_receiver *r)
{
    caper_live_meters sum = r->meters;
    for (int i = 0; i < r->max_performers; i++) {
        if (r->performers[i].id == 0)
            continue;
        caper_live_meters m = performer_meters(&r->performers[i]);
        add_counts(&sum, &m);
        sum.packet_rate += m.packet_rate;
        sum.frame_rate += m.frame_rate;
        sum.jitter = larger(sum.jitter, m.jitter);
        sum.delay = larger(sum.delay, m.delay);
        sum.drift = larger(sum.drift, m.drift);
    }
    sum.overrun = r->overrun;
    return sum;
}

bool caper_live_receiver_info(const caper_live_receiver *r, caper_performer performer,
                              caper_live_performer_info *info)
{
    const caperi_performer *p = caperi_receiver_find(r, performer);
    if (!p)
        return false;
    *info = (caper_live_performer_info){.loaded = p->loaded,
                                        .calibration = p->calibration,
                                        .tracking = p->tracking,
                                        .last = p->last,
                                        .present = p->present,
                                        .deform_count = p->deform_count,
                                        .deforms = p->deform_names,
                                        .tracker_count = p->tracker_count,
                                        .trackers = p->trackers,
                                        .meters = performer_meters(p)};
    uint32_t a = (uint32_t)(p->source >> 16);
    snprintf(info->address, sizeof info->address, "%u.%u.%u.%u:%u", a >> 24, a >> 16 & 255,
             a >> 8 & 255, a & 255, (unsigned)(p->source & 0xffff));
    return true;
}
