// SPDX-License-Identifier: MIT
//
// A long run of room live, too long and too dependent on the machine for the tests. Minutes of a
// performer at 120 Hz over loopback: no packet may be lost, and the pose must follow the sender by
// no more than the jitter buffer and a millisecond (99 of 100 times). Then minutes of the same
// beside senders of torn packets and floods: the performer must not notice, memory must not grow.
//   soak_live [SECONDS [SECONDS_HOSTILE]]      180 and 180 by default
#define _POSIX_C_SOURCE 200809L
#include "caper/live.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define RATE 120.0
#define LATENCY 0.02
#define BUCKETS 20000 // of a hundredth of a millisecond

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
    printf("%s: p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms, most %.2f ms (%ld)\n", what,
           1e3 * share_of(h, 0.5), 1e3 * share_of(h, 0.99), 1e3 * share_of(h, 0.999), 1e3 * h->most,
           h->total);
}

/// One sender at 120 Hz to two receivers; the root's z tells the time at which it was sent.
typedef struct performer {
    caper_live_sender *senders[2];
    const caper_character *character;
    double start;
    atomic_bool stop;
    _Atomic double sent; // when the last frame was
    histogram lateness;  // of this thread itself, against its own beat
} performer;

static void sleep_until(double time)
{
    struct timespec t = {(time_t)time, (long)((time - (double)(time_t)time) * 1e9)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

static void *perform(void *user)
{
    performer *p = user;
    caper_pose local = caper_character_pose(p->character, NULL);
    for (long n = 0; !p->stop; n++) {
        double due = p->start + (double)n / RATE;
        sleep_until(due);
        for (int i = 0; i < 2; i++) {
            double now = caper_live_now();
            if (i == 0)
                note(&p->lateness, now - due);
            caper_root root = {0, 0, (float)(now - p->start), 0};
            if (p->senders[i])
                caper_live_sender_send(p->senders[i], &local, root, now);
            if (i == 0)
                p->sent = now;
        }
    }
    caper_pose_destroy(&local, NULL);
    return NULL;
}

/// Torn, twisted and flooding: packets of a real frame with bytes changed.
typedef struct enemy {
    caper_live_sender *sender;
    const caper_character *character;
    caper_live_receiver *mirror; // hostile packets by the way that needs no socket
    caper_rng rng;
    double now;
    long count;
} enemy;

static void twist(void *user, const void *bytes, size_t size)
{
    enemy *e = user;
    uint8_t packet[2048];
    memcpy(packet, bytes, size);
    for (int copy = 0; copy < 200; copy++) {
        int hits = caper_rng_int(&e->rng, 0, 6);
        for (int i = 0; i < hits; i++) {
            int where = caper_rng_int(&e->rng, 0, (int)size - 1);
            packet[where] = (uint8_t)caper_rng_u32(&e->rng);
        }
        size_t cut =
            caper_rng_bool(&e->rng, 0.2f) ? (size_t)caper_rng_int(&e->rng, 0, (int)size) : size;
        uint64_t source = (uint64_t)caper_rng_int(&e->rng, 2, 40);
        caper_live_receiver_feed(e->mirror, packet, cut, source, e->now);
        e->count++;
    }
}

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
    caper_human_pose pose;
    if (caper_live_receiver_performers(receiver, ids) < 1 ||
        !caper_live_receiver_pose(receiver, ids[0], now, &pose, NULL))
        return -1;
    return (double)pose.root.position.z;
}

static long memory_kb(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

typedef struct run {
    performer performer;
    caper_live_receiver *buffered, *direct;
    histogram beyond, arrival, work;
    long starved; // times at which the sender had not yet sent what was to be shown
    enemy *enemy; // or NULL
} run;

static void take_turn(run *r, caper_pose *local)
{
    caper_live_receiver_wait(r->direct, 0.002f);
    double before = caper_live_now();
    int came = caper_live_receiver_poll(r->direct, before);
    double seen = shown(r->direct, before), after = caper_live_now();
    if (came > 0 && seen > 1) {
        note(&r->arrival, after - r->performer.start - seen);
        note(&r->work, after - before);
    }
    double sent = r->performer.sent; // before the time is taken: what was sent has arrived
    double now = caper_live_now();
    caper_live_receiver_poll(r->buffered, now);
    seen = shown(r->buffered, now);
    bool starved = sent < now - LATENCY;
    r->starved += seen > 1 && starved;
    if (seen > 1 && !starved)
        note(&r->beyond, now - r->performer.start - seen - LATENCY);
    if (r->enemy && came > 0) {
        r->enemy->now = now;
        caper_live_sender_write(r->enemy->sender, local, (caper_root){0}, now, twist, r->enemy);
    }
}

static bool report(const char *name, const run *r)
{
    caper_live_sent sent = {0};
    caper_live_meters m = {0};
    bool good = true;
    caper_live_receiver *const receivers[2] = {r->buffered, r->direct};
    for (int i = 0; i < 2; i++) {
        sent = caper_live_sender_sent(r->performer.senders[i]);
        m = caper_live_receiver_meters(receivers[i]);
        good = good && m.packets == sent.packets && m.frames == sent.frames && sent.lost == 0 &&
               m.partial + m.malformed + m.dropped + m.overrun + m.ignored == 0;
        printf(
            "%s: %llu frames and %llu packets sent, %llu and %llu came, lost %llu, partial %llu, "
            "late %llu, missed %llu, jitter %.3f ms, drift %.1f ppm\n",
            name, (unsigned long long)sent.frames, (unsigned long long)sent.packets,
            (unsigned long long)m.frames, (unsigned long long)m.packets,
            (unsigned long long)sent.lost, (unsigned long long)m.partial,
            (unsigned long long)m.late, (unsigned long long)m.missed, 1e3 * (double)m.jitter,
            1e6 * (double)m.drift);
    }
    print_latency("  pose behind the sender, beyond the buffer of 20 ms", &r->beyond);
    printf("  times at which the sender was too late itself: %ld\n", r->starved);
    print_latency("  without a buffer, send to pose", &r->arrival);
    print_latency("  work of poll and pose for a frame", &r->work);
    print_latency("  the sender behind its own beat", &r->performer.lateness);
    return good && share_of(&r->beyond, 0.99) <= 1e-3;
}

static bool run_for(const caper_character *character, double seconds, bool hostile)
{
    static run r;
    static enemy e;
    memset(&r, 0, sizeof r);
    r.performer.character = character;
    r.buffered = receiver_with((float)LATENCY);
    r.direct = receiver_with(0);
    r.performer.senders[0] = sender_to(character, r.buffered);
    r.performer.senders[1] = sender_to(character, r.direct);
    e = (enemy){.sender = sender_to(character, r.direct),
                .character = character,
                .mirror = r.buffered,
                .rng = caper_rng_make(7)};
    r.performer.start = caper_live_now();
    pthread_t thread;
    if (pthread_create(&thread, NULL, perform, &r.performer) != 0)
        return false;
    caper_pose local = caper_character_pose(character, NULL);
    double end = r.performer.start + seconds;
    long memory = 0;
    while (caper_live_now() < end) {
        take_turn(&r, &local);
        // from the second second on the performer is known, and so is the memory that it takes
        if (caper_live_now() > r.performer.start + 1 && memory == 0) {
            memory = memory_kb();
            r.enemy = hostile ? &e : NULL;
        }
    }
    r.performer.stop = true;
    pthread_join(thread, NULL);
    r.enemy = NULL;
    for (int i = 0; i < 50; i++)
        take_turn(&r, &local);

    bool good;
    if (hostile) {
        caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
        caper_live_performer_info info;
        caper_live_receiver_performers(r.buffered, ids);
        caper_live_performer_info_get(r.buffered, ids[0], &info);
        caper_live_sent sent = caper_live_sender_sent(r.performer.senders[0]);
        caper_live_meters m = caper_live_receiver_meters(r.buffered);
        good = info.meters.frames == sent.frames && info.meters.packets == sent.packets &&
               memory_kb() - memory < 512 && share_of(&r.beyond, 0.99) <= 1e-3;
        printf(
            "hostile: %ld twisted packets (%llu malformed, %llu dropped, %llu messages ignored); "
            "the performer: %llu of %llu frames; memory grew by %ld KB\n",
            e.count, (unsigned long long)m.malformed, (unsigned long long)m.dropped,
            (unsigned long long)m.ignored, (unsigned long long)info.meters.frames,
            (unsigned long long)sent.frames, memory_kb() - memory);
        print_latency("  pose behind the sender, beyond the buffer of 20 ms", &r.beyond);
    } else {
        good = report("clean", &r);
    }
    caper_pose_destroy(&local, NULL);
    caper_live_sender_destroy(e.sender);
    for (int i = 0; i < 2; i++)
        caper_live_sender_destroy(r.performer.senders[i]);
    caper_live_receiver_destroy(r.buffered);
    caper_live_receiver_destroy(r.direct);
    return good;
}

int main(int argc, char **argv)
{
    double clean = argc > 1 ? atof(argv[1]) : 180, hostile = argc > 2 ? atof(argv[2]) : 180;
    caper_error error = {0};
    caper_character *character = caper_character_load(
        CAPER_SOURCE_DIR "/data/characters/performer.character.json", NULL, &error);
    if (!character) {
        fprintf(stderr, "%s\n", error.message);
        return 2;
    }
    int passed = 0, failed = 0;
    bool good = clean <= 0 || run_for(character, clean, false);
    good ? passed++ : failed++;
    good = hostile <= 0 || run_for(character, hostile, true);
    good ? passed++ : failed++;
    caper_character_destroy(character);
    printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
