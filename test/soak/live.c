// SPDX-License-Identifier: MIT
//
// A long run of room live, too long and too dependent on the machine for the tests. Minutes of a
// performer at 120 Hz over loopback: no packet may be lost, and the pose must follow the sender by
// no more than the jitter buffer and a millisecond (99 of 100 times). Then minutes of the same
// beside senders of torn packets and floods: the performer must not notice, memory must not grow.
//   soak_live [SECONDS [SECONDS_HOSTILE [liblo|own]]]      180 and 180 by default
//
// The performer speaks through liblo where that is installed, so that what is read was written by
// somebody else's hand; "own" is our own sender.
//
// A machine that is busy otherwise wakes threads late, the sender's as well as ours. A control
// thread that sleeps in the sender's rhythm and does nothing else measures by how much. A sender
// that was late by more than the buffer left nothing to show: such times are in "all" and not in
// "sent in time". Both are judged: the latter by a millisecond, the former by a millisecond beyond
// what the control thread met.
#define _GNU_SOURCE
#include "liblo.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define RATE 120.0
#define LATENCY 0.02
#define BUCKETS 100000 // of a hundredth of a millisecond
#define MEMORY_KB 512  // that may be touched late: stacks, the library's own

// -- Measures ---------------------------------------------------------------------------------

/// How often a latency was how long.
typedef struct histogram {
    long counts[BUCKETS], total;
    double most;
} histogram;

static void note(histogram *h, double seconds)
{
    double at = seconds < 0 ? 0 : seconds * 1e5;
    h->counts[at < BUCKETS ? (int)at : BUCKETS - 1]++;
    h->total++;
    h->most = seconds > h->most ? seconds : h->most;
}

static double share_of(const histogram *h, double share)
{
    long sum = 0;
    for (int i = 0; i < BUCKETS; i++) {
        sum += h->counts[i];
        if ((double)sum >= share * (double)h->total)
            return (i + 1) * 1e-5;
    }
    return h->most;
}

static void print_latency(const char *what, const histogram *h)
{
    printf("  %-58s p50 %6.2f  p99 %6.2f  p99.9 %6.2f  most %7.2f ms  (%ld)\n", what,
           1e3 * share_of(h, 0.5), 1e3 * share_of(h, 0.99), 1e3 * share_of(h, 0.999), 1e3 * h->most,
           h->total);
}

static long memory_kb(void) // the most there ever was
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void sleep_until(double time)
{
    struct timespec t = {(time_t)time, (long)((time - (double)(time_t)time) * 1e9)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

// -- The performer and the control ------------------------------------------------------------

/// One stream at 120 Hz to two receivers; the root's z tells the time at which it was sent.
typedef struct performer {
    caper_live_sender *senders[2]; // or
    liblo_voice voices[2];
    bool own;
    const caper_character *character;
    double start;
    atomic_bool stop;
    _Atomic double sent; // when the last frame was
    histogram lateness;  // of this thread itself, against its own beat
    histogram control;   // of a thread that only sleeps
} performer;

static void *perform(void *user)
{
    performer *p = user;
    caper_pose local = caper_character_pose(p->character, NULL);
    for (long n = 0; !p->stop; n++) {
        double due = p->start + (double)n / RATE;
        sleep_until(due);
        for (int i = 0; i < 2; i++) {
            double now = caper_clock_now(), since = now - p->start;
            if (i == 0)
                note(&p->lateness, now - due);
            if (p->own)
                caper_live_sender_send(p->senders[i], &local, (caper_root){0, 0, (float)since, 0},
                                       now);
            else
                liblo_voice_send(&p->voices[i], since, (float)since);
            if (i == 0)
                p->sent = now;
        }
    }
    caper_pose_destroy(&local, NULL);
    return NULL;
}

static void *control(void *user)
{
    performer *p = user;
    for (long n = 0; !p->stop; n++) {
        double due = p->start + ((double)n + 0.5) / RATE;
        sleep_until(due);
        note(&p->control, caper_clock_now() - due);
    }
    return NULL;
}

static caper_live_sent sent_of(const performer *p, int i)
{
    return p->own ? caper_live_sender_sent(p->senders[i]) : p->voices[i].sent;
}

// -- Enemies ----------------------------------------------------------------------------------

/// Packets of a real frame with bytes changed, by the way that needs no socket; and a thread that
/// sends such packets, noise and floods through a few sockets.
typedef struct enemy {
    caper_live_sender *sender; // writes the frames that are twisted
    const caper_character *character;
    caper_live_receiver *mirror;
    int port; // of the receiver with a socket
    caper_rng rng;
    double now;
    long count;
    atomic_bool stop;
    atomic_long flood;
} enemy;

/// Change up to six bytes, and often cut it; returns the size.
static size_t spoil(caper_rng *rng, uint8_t *packet, size_t size)
{
    int hits = caper_rng_int(rng, 0, 6);
    for (int i = 0; i < hits; i++) {
        int where = caper_rng_int(rng, 0, (int)size - 1);
        packet[where] = (uint8_t)caper_rng_u32(rng);
    }
    return caper_rng_bool(rng, 0.2f) ? (size_t)caper_rng_int(rng, 0, (int)size) : size;
}

static void twist(void *user, const void *bytes, size_t size)
{
    enemy *e = user;
    uint8_t packet[2048];
    memcpy(packet, bytes, size);
    for (int copy = 0; copy < 200; copy++) {
        size_t cut = spoil(&e->rng, packet, size);
        uint64_t source = (uint64_t)caper_rng_int(&e->rng, 2, 40);
        caper_live_receiver_feed(e->mirror, packet, cut, source, e->now);
        e->count++;
    }
}

typedef struct keeper {
    uint8_t bytes[2048];
    size_t size;
} keeper;

static void keep(void *user, const void *bytes, size_t size)
{
    keeper *k = user;
    memcpy(k->bytes, bytes, size);
    k->size = size;
}

/// Every 5 ms a burst of a hundred, every ten seconds one of five thousand.
static void *flood(void *user)
{
    enemy *e = user;
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)e->port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int sockets[4];
    for (int i = 0; i < 4; i++) {
        sockets[i] = socket(AF_INET, SOCK_DGRAM, 0);
        if (sockets[i] < 0 || connect(sockets[i], (struct sockaddr *)&to, sizeof to) != 0)
            return NULL;
    }
    caper_rng rng = caper_rng_make(11);
    caper_pose local = caper_character_pose(e->character, NULL);
    keeper real;
    for (long n = 0; !e->stop; n++) {
        int burst = n % 2000 == 1999 ? 5000 : 100;
        caper_live_sender_write(e->sender, &local, (caper_root){0}, caper_clock_now(), keep, &real);
        for (int i = 0; i < burst; i++) {
            keeper k = real;
            size_t size = k.size;
            int kind = caper_rng_int(&rng, 0, 3); // twisted, noise, true but too many, nothing
            for (size_t b = 0; kind == 1 && b < size; b++)
                k.bytes[b] = (uint8_t)caper_rng_u32(&rng);
            size = kind == 3 ? 0 : kind == 0 ? spoil(&rng, k.bytes, size) : size;
            e->flood += send(sockets[kind], k.bytes, size, MSG_DONTWAIT) >= 0;
        }
        sleep_until(caper_clock_now() + 0.005);
    }
    for (int i = 0; i < 4; i++)
        close(sockets[i]);
    caper_pose_destroy(&local, NULL);
    return NULL;
}

// -- A run ------------------------------------------------------------------------------------

static caper_live_receiver *receiver_with(float latency)
{
    caper_live_receiver_def def = caper_live_receiver_def_default();
    def.port = 0;
    def.latency = latency;
    return caper_live_receiver_create(&def, NULL);
}

static caper_live_sender *sender_to(const caper_character *character,
                                    const caper_live_receiver *receiver)
{
    caper_live_sender_def def = caper_live_sender_def_default();
    def.character = character;
    def.port = caper_live_receiver_port(receiver);
    return caper_live_sender_create(&def, NULL);
}

/// The newest pose of the first performer tells when it was sent; negative when there is none.
static double shown(const caper_live_receiver *receiver, double now)
{
    caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
    caper_live_pose pose;
    if (caper_live_receiver_performers(receiver, ids) < 1 ||
        !caper_live_receiver_pose(receiver, ids[0], now, &pose, NULL))
        return -1;
    return (double)pose.root.position.z;
}

typedef struct run {
    performer performer;
    caper_live_receiver *receivers[2]; // with the buffer, and without
    histogram all, in_time, arrival, work;
    double newest; // what the one without a buffer showed last
    enemy *enemy;  // or NULL
} run;

static void take_turn(run *r, caper_pose *local)
{
    caper_live_receiver *buffered = r->receivers[0], *direct = r->receivers[1];
    caper_live_receiver_wait(direct, 0.002f);
    double before = caper_clock_now();
    int came = caper_live_receiver_poll(direct, before);
    double seen = shown(direct, before), after = caper_clock_now();
    if (seen > 1 && seen > r->newest) { // a frame that was not there before
        note(&r->arrival, after - r->performer.start - seen);
        note(&r->work, after - before);
    }
    r->newest = seen;
    double sent = r->performer.sent; // before the time is taken: what was sent has arrived
    double now = caper_clock_now();
    caper_live_receiver_poll(buffered, now);
    seen = shown(buffered, now);
    if (seen > 1 && !r->performer.stop) {
        double beyond = now - r->performer.start - seen - LATENCY;
        note(&r->all, beyond);
        if (sent >= now - LATENCY)
            note(&r->in_time, beyond);
    }
    if (r->enemy && came > 0) {
        r->enemy->now = now;
        caper_live_sender_write(r->enemy->sender, local, (caper_root){0}, now, twist, r->enemy);
    }
}

static bool print_latencies(const run *r)
{
    double machine = share_of(&r->performer.control, 0.99);
    print_latency("pose older than the buffer of 20 ms makes it: sent in time", &r->in_time);
    print_latency("  all, times when the sender was too late included", &r->all);
    print_latency("without a buffer, from sending to the pose", &r->arrival);
    print_latency("poll and pose, for one frame", &r->work);
    print_latency("the sender behind its own beat", &r->performer.lateness);
    print_latency("this machine: a thread that only sleeps, behind the beat",
                  &r->performer.control);
    return share_of(&r->in_time, 0.99) <= 1e-3 && share_of(&r->all, 0.99) <= 1e-3 + machine;
}

static bool report_clean(const run *r)
{
    bool good = true;
    for (int i = 0; i < 2; i++) {
        caper_live_sent sent = sent_of(&r->performer, i);
        caper_live_meters m = caper_live_receiver_meters(r->receivers[i]);
        good = good && m.packets == sent.packets && m.frames == sent.frames && sent.lost == 0 &&
               m.partial + m.malformed + m.dropped + m.overrun + m.ignored == 0;
        printf("clean, by %s: %llu frames in %llu packets sent, %llu in %llu came; lost %llu, "
               "partial %llu, late %llu, missed %llu; jitter %.3f ms, drift %.1f ppm\n",
               r->performer.own ? "our own sender" : "liblo", (unsigned long long)sent.frames,
               (unsigned long long)sent.packets, (unsigned long long)m.frames,
               (unsigned long long)m.packets, (unsigned long long)(sent.packets - m.packets),
               (unsigned long long)m.partial, (unsigned long long)m.late,
               (unsigned long long)m.missed, 1e3 * (double)m.jitter, 1e6 * (double)m.drift);
    }
    return good;
}

/// Where the kernel's queue overflows packets are lost, and counted; by the other way none may be.
static bool report_hostile(const run *r, const enemy *e, long grown)
{
    bool good = grown < MEMORY_KB;
    printf("hostile: %ld packets fed, %ld sent; memory grew by %ld KB\n", e->count, (long)e->flood,
           grown);
    for (int i = 0; i < 2; i++) {
        caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
        caper_live_performer_info info = {0};
        caper_live_receiver_performers(r->receivers[i], ids);
        caper_live_receiver_info(r->receivers[i], ids[0], &info);
        caper_live_sent sent = sent_of(&r->performer, i);
        caper_live_meters m = caper_live_receiver_meters(r->receivers[i]);
        uint64_t lost = sent.packets - info.meters.packets;
        good = good && lost <= m.overrun && (i == 1 || info.meters.frames == sent.frames);
        printf("  %s: malformed %llu, dropped %llu, ignored %llu, overran the queue %llu; the "
               "performer: %llu of %llu packets\n",
               i == 0 ? "fed " : "sent", (unsigned long long)m.malformed,
               (unsigned long long)m.dropped, (unsigned long long)m.ignored,
               (unsigned long long)m.overrun, (unsigned long long)info.meters.packets,
               (unsigned long long)sent.packets);
    }
    return good;
}

static void run_threads(run *r, enemy *e, double seconds, bool hostile, long *memory)
{
    performer *p = &r->performer;
    pthread_t threads[3];
    p->start = caper_clock_now();
    bool ready = pthread_create(&threads[0], NULL, perform, p) == 0 &&
                 pthread_create(&threads[1], NULL, control, p) == 0;
    caper_pose local = caper_character_pose(p->character, NULL);
    while (ready && caper_clock_now() < p->start + seconds) {
        take_turn(r, &local);
        // from the second second on the performer is known, and so is the memory that it takes
        if (*memory == 0 && caper_clock_now() > p->start + 1) {
            *memory = memory_kb();
            if (hostile) {
                r->enemy = e;
                ready = pthread_create(&threads[2], NULL, flood, e) == 0;
            }
        }
    }
    p->stop = e->stop = true;
    for (int i = 0; ready && i < (r->enemy ? 3 : 2); i++)
        pthread_join(threads[i], NULL);
    r->enemy = NULL;
    for (int i = 0; i < 50; i++)
        take_turn(r, &local);
    caper_pose_destroy(&local, NULL);
}

static bool run_for(const caper_character *character, const liblo *lo, double seconds, bool hostile)
{
    static run r;
    static enemy e;
    memset(&r, 0, sizeof r);
    memset(&e, 0, sizeof e);
    performer *p = &r.performer;
    p->character = character;
    p->own = lo == NULL;
    for (int i = 0; i < 2; i++) {
        r.receivers[i] = receiver_with(i == 0 ? (float)LATENCY : 0);
        p->senders[i] = sender_to(character, r.receivers[i]);
        if (lo)
            p->voices[i] = liblo_voice_to(lo, caper_live_receiver_port(r.receivers[i]));
    }
    e.sender = sender_to(character, r.receivers[1]);
    e.character = character;
    e.mirror = r.receivers[0];
    e.port = caper_live_receiver_port(r.receivers[1]);
    e.rng = caper_rng_make(7);
    long memory = 0;
    run_threads(&r, &e, seconds, hostile, &memory);
    bool good = hostile ? report_hostile(&r, &e, memory_kb() - memory) : report_clean(&r);
    good = print_latencies(&r) && good;
    fflush(stdout);
    caper_live_sender_destroy(e.sender);
    for (int i = 0; i < 2; i++) {
        caper_live_sender_destroy(p->senders[i]);
        if (lo)
            lo->address_free(p->voices[i].address);
        caper_live_receiver_destroy(r.receivers[i]);
    }
    return good;
}

int main(int argc, char **argv)
{
    double clean = argc > 1 ? atof(argv[1]) : 180, hostile = argc > 2 ? atof(argv[2]) : 180;
    const char *voice = argc > 3 ? argv[3] : "";
    liblo lo;
    bool other = strcmp(voice, "own") != 0 && liblo_open(&lo);
    caper_error error = {0};
    caper_character *character = caper_character_load(
        CAPER_SOURCE_DIR "/data/characters/performer.character.json", NULL, &error);
    if (!character || (strcmp(voice, "liblo") == 0 && !other)) {
        fprintf(stderr, "%s\n", character ? "found no liblo.so.7 (Debian: liblo7)" : error.message);
        return 2;
    }
    int passed = 0, failed = 0;
    for (int i = 0; i < 2; i++) {
        double seconds = i == 0 ? clean : hostile;
        if (seconds > 0)
            run_for(character, other ? &lo : NULL, seconds, i == 1) ? passed++ : failed++;
    }
    caper_character_destroy(character);
    printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
