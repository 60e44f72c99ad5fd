// SPDX-License-Identifier: MIT
// Long, because it is one idea: one script of packets and one clock serve every way in which a
// stream goes wrong.
//
// The receiver fed by hand with packets at chosen times: frames, several performers, jitter, drift,
// restarts, floods and hostile bytes; and the way from a sender through a socket and back.
#define _POSIX_C_SOURCE 200809L
#include "live_packets.h"
#include "test.h"

#include "caper/live.h"
#include "live/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define BONE "/VMC/Ext/Bone/Pos"
#define SOURCE 0x7f000001c350u // 127.0.0.1:50000

static caper_live_receiver *deaf_receiver(float latency)
{
    caper_live_receiver_def def = caper_live_receiver_def_default();
    def.bind = NULL;
    def.latency = latency;
    caper_error error = {0};
    caper_live_receiver *r = caper_live_receiver_create(&def, &error);
    REQUIRE(r != NULL);
    return r;
}

static caper_performer only_performer(const caper_live_receiver *r)
{
    caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
    REQUIRE(caper_live_receiver_performers(r, ids) == 1);
    return ids[0];
}

/// Hips at x (VMC's, in metres), everything else at rest, stamped when time >= 0.
static packet simple_frame(double time, double x)
{
    packet p;
    packet_bundle(&p);
    if (time >= 0)
        packet_time(&p, time);
    packet_place(&p, BONE, "Hips", (double[7]){x, 1, 0, 0, 0, 0, 1});
    packet_place(&p, BONE, "Head", (double[7]){0, 0.1, 0, 0, 0, 0, 1});
    return p;
}

static bool feed(caper_live_receiver *r, const packet *p, double now)
{
    return caper_live_receiver_feed(r, p->bytes, p->size, SOURCE, now);
}

static caper_live_meters meters_of(const caper_live_receiver *r)
{
    return caper_live_receiver_meters(r);
}

// -- Conversion -------------------------------------------------------------------------------

static void unity_turns_right_when_we_turn_right(void)
{
    // Unity's documentation: Euler(0,90,0) turns forward to right, Euler(0,0,90) right to up,
    // Euler(90,0,0) forward to down; right is +X there and -X here.
    const double s = sqrt(0.5);
    const struct {
        double q[4];
        caper_vec3 from, to; // as seen here
    } cases[] = {
        {{0, s, 0, s}, {0, 0, 1}, {-1, 0, 0}},
        {{0, 0, s, s}, {-1, 0, 0}, {0, 1, 0}},
        {{s, 0, 0, s}, {0, 0, 1}, {0, -1, 0}},
    };
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        caper_live_receiver *r = deaf_receiver(0);
        const double *q = cases[i].q;
        for (int n = 0; n < 3; n++) {
            packet p;
            packet_bundle(&p);
            packet_place(&p, "/VMC/Ext/Root/Pos", "root",
                         (double[7]){1, 2, 3, q[0], q[1], q[2], q[3]});
            packet_place(&p, BONE, "Hips", (double[7]){0.5, 1, 0.25, q[0], q[1], q[2], q[3]});
            CHECK(feed(r, &p, n / 60.0));
        }
        caper_live_pose pose;
        REQUIRE(caper_live_receiver_pose(r, only_performer(r), 1, &pose, NULL));
        caper_vec3 got = caper_quat_rotate(pose.rotations[CAPER_PART_HIPS], cases[i].from);
        CHECK_NEAR(caper_vec3_distance(got, cases[i].to), 0, 1e-6);
        got = caper_quat_rotate(pose.root.rotation, cases[i].from);
        CHECK_NEAR(caper_vec3_distance(got, cases[i].to), 0, 1e-6);
        CHECK_NEAR(caper_vec3_distance(pose.root.position, caper_vec3_make(-1, 2, 3)), 0, 0);
        CHECK_NEAR(caper_vec3_distance(pose.hips, caper_vec3_make(-0.5f, 1, 0.25f)), 0, 0);
        caper_live_receiver_destroy(r);
    }
}

// -- A stream of the sender's -----------------------------------------------------------------

typedef struct wire {
    caper_live_receiver *receiver;
    double now;
    size_t longest;
    int drop; // number of the packet of a frame not to deliver; -1: none
    int number;
    int bad;
} wire;

static void deliver(void *user, const void *bytes, size_t size)
{
    wire *w = user;
    w->longest = size > w->longest ? size : w->longest;
    if (w->number++ != w->drop)
        w->bad += !caper_live_receiver_feed(w->receiver, bytes, size, SOURCE, w->now);
}

static caper_character *performer(void)
{
    caper_character *c =
        caper_character_load(test_data_path("characters/performer.character.json"), NULL, NULL);
    REQUIRE(c != NULL);
    return c;
}

static caper_live_sender *sender_of(const caper_character *c)
{
    caper_live_sender_def def = caper_live_sender_def_default();
    def.character = c;
    caper_error error = {0};
    caper_live_sender *s = caper_live_sender_create(&def, &error);
    REQUIRE(s != NULL);
    return s;
}

/// A wave that a clock tells: the angle is a function of time.
static void wave(const caper_person *person, double time, caper_pose *local)
{
    const caper_character *c = person->character;
    for (int i = 0; i < c->body_count; i++)
        local->bodies[i] = c->skeleton.rest_local[i];
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        int body = person->bodies[i];
        if (body < 0)
            continue;
        float angle = 0.5f * caper_sin((float)(2 * time) + (float)i);
        caper_vec3 axis = caper_vec3_make(i % 3 == 0, i % 3 == 1, i % 3 == 2);
        local->bodies[body].rotation =
            caper_quat_mul(local->bodies[body].rotation, caper_quat_from_axis_angle(axis, angle));
    }
}

static double worst_difference(const caper_pose *a, const caper_pose *b)
{
    double worst = 0;
    for (int i = 0; i < a->body_count; i++) {
        double turn =
            1 - fabs((double)caper_quat_dot(a->bodies[i].rotation, b->bodies[i].rotation));
        double move = caper_vec3_distance(a->bodies[i].position, b->bodies[i].position);
        worst = fmax(worst, fmax(2 * sqrt(2 * fmax(turn, 0)), move));
    }
    return worst;
}

static void what_is_sent_comes_back_as_it_was(void)
{
    caper_character *c = performer();
    caper_live_person who;
    REQUIRE(caper_live_person_make(c, NULL, &who, NULL));
    caper_live_sender *s = sender_of(c);
    wire w = {.receiver = deaf_receiver(0.02f), .drop = -1};
    caper_pose local = caper_character_pose(c, NULL), got = caper_character_pose(c, NULL);
    for (int n = 0; n < 240; n++) {
        w.now = 100 + n / 120.0;
        w.number = 0;
        wave(&who.person, w.now, &local);
        caper_root root = {0.01f * (float)n, 0, 1, 0.01f * (float)n}, back;
        int packets = caper_live_sender_write(s, &local, root, w.now, deliver, &w);
        CHECK(packets >= 1 && packets <= 4);
        CHECK_INT(w.number, packets);
        if (n == 0) {
            CHECK_INT(caper_live_receiver_performers(w.receiver, (caper_performer[8]){0}), 1);
            continue;
        }
        // between two frames: interpolation is a hair off the true wave
        double time = w.now;
        REQUIRE(caper_live_receiver_frame(w.receiver, only_performer(w.receiver), time, &who, &got,
                                          &back));
        if (n > 10) {
            wave(&who.person, time - 0.02, &local);
            CHECK(worst_difference(&local, &got) < 2e-3);
            CHECK_NEAR(back.yaw, 0.01 * (n - 2.4), 1e-4);
            CHECK_NEAR(back.x, 0.01 * (n - 2.4), 1e-4);
        }
    }
    CHECK(w.longest <= 1472);
    CHECK_INT(w.bad, 0);
    caper_live_meters m = meters_of(w.receiver);
    CHECK_INT(m.frames, 240);
    CHECK_INT(m.partial + m.late + m.missed + m.malformed + m.dropped + m.ignored, 0);
    CHECK_NEAR(m.frame_rate, 120, 1);
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&got, NULL);
    caper_live_receiver_destroy(w.receiver);
    caper_live_sender_destroy(s);
    caper_character_destroy(c);
}

static void a_performer_can_be_built_from_its_stream(void)
{
    caper_character *c = performer();
    caper_live_person who, built_who;
    REQUIRE(caper_live_person_make(c, NULL, &who, NULL));
    caper_live_sender *s = sender_of(c);
    wire w = {.receiver = deaf_receiver(0), .drop = -1};
    caper_pose local = caper_character_pose(c, NULL);
    caper_error error = {0};
    for (int n = 0; n < 5; n++) {
        w.now = n / 60.0;
        wave(&who.person, w.now, &local);
        caper_live_sender_write(s, &local, (caper_root){0}, w.now, deliver, &w);
    }
    caper_character *built =
        caper_live_receiver_character(w.receiver, only_performer(w.receiver), NULL, &error);
    REQUIRE(built != NULL);
    REQUIRE(caper_live_person_make(built, NULL, &built_who, &error));
    CHECK_INT(built->leg_count, 2);
    CHECK_INT(built->bodies[built->root_body].caps & CAPER_CAP_ROOT, CAPER_CAP_ROOT);
    CHECK_NEAR(built->bounds.min.y, 0, 0.02);
    CHECK_NEAR(built->height, c->height, 0.12);
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (who.person.bodies[i] < 0 || i == CAPER_PART_HIPS)
            continue;
        REQUIRE(built_who.person.bodies[i] >= 0);
        CHECK_NEAR(
            caper_vec3_distance(built_who.person.tpose_offset[i], who.person.tpose_offset[i]), 0,
            1e-5);
    }
    // the built one points its arm where the original does
    caper_pose other = caper_character_pose(built, NULL), model = caper_character_pose(built, NULL);
    caper_pose model_c = caper_character_pose(c, NULL);
    caper_root root;
    REQUIRE(caper_live_receiver_frame(w.receiver, only_performer(w.receiver), w.now + 1, &built_who,
                                      &other, &root));
    caper_pose_to_model(&built->skeleton, &other, NULL, &model);
    caper_pose_to_model(&c->skeleton, &local, NULL, &model_c);
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (who.person.bodies[i] >= 0)
            CHECK_NEAR(caper_vec3_distance(model.bodies[built_who.person.bodies[i]].position,
                                           model_c.bodies[who.person.bodies[i]].position),
                       0, 0.002);
    }
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&other, NULL);
    caper_pose_destroy(&model, NULL);
    caper_pose_destroy(&model_c, NULL);
    caper_live_receiver_destroy(w.receiver);
    caper_live_sender_destroy(s);
    caper_character_destroy(built);
    caper_character_destroy(c);
}

static void a_stream_without_positions_gets_usual_proportions(void)
{
    caper_live_receiver *r = deaf_receiver(0);
    for (int n = 0; n < 4; n++) {
        packet p;
        packet_bundle(&p);
        for (int i = 0; i < CAPER_PART_COUNT; i++) {
            double y = i == CAPER_PART_HIPS ? 0.475 : 0; // half a usual person
            packet_place(&p, BONE, caperi_wire_name_make((caper_part)i).text,
                         (double[7]){0, y, 0, 0, 0, 0, 1});
        }
        CHECK(feed(r, &p, n / 60.0));
    }
    caper_error error = {0};
    caper_character *c = caper_live_receiver_character(r, only_performer(r), NULL, &error);
    REQUIRE(c != NULL);
    CHECK_INT(c->body_count, CAPER_PART_COUNT);
    CHECK_NEAR(c->height, 0.85, 0.08);
    CHECK_NEAR(c->bounds.min.y, 0, 0.01);
    CHECK_INT(c->leg_count, 2);
    CHECK_INT(c->spine_count, 6);
    caper_character_destroy(c);
    caper_live_receiver_destroy(r);
}

// -- Habits of other senders ------------------------------------------------------------------

static void senders_may_stamp_first_or_last_or_never_and_send_each_message_alone(void)
{
    for (int kind = 0; kind < 4; kind++) {
        caper_live_receiver *r = deaf_receiver(0);
        for (int n = 0; n < 60; n++) {
            double now = 5 + n / 60.0;
            packet p = {.size = 0};
            if (kind == 0) { // never
                p = simple_frame(-1, n);
                feed(r, &p, now);
                continue;
            }
            if (kind == 1) { // last, alone
                p = simple_frame(-1, n);
                feed(r, &p, now);
                packet_bundle(&p);
                packet_time(&p, n / 60.0);
                feed(r, &p, now + 0.0002);
                continue;
            }
            if (kind == 2) { // first, alone; joined in the middle of a frame
                if (n > 0) {
                    packet_bundle(&p);
                    packet_time(&p, n / 60.0);
                    feed(r, &p, now);
                }
                p = simple_frame(-1, n);
                feed(r, &p, now + 0.0002);
                continue;
            }
            static const char *const names[] = {"Hips", "Spine",
                                                "Head"}; // plain messages, no bundle
            for (int i = 0; i < 3; i++) {
                p.size = 0;
                packet_text(&p, BONE);
                packet_text(&p, ",sfffffff");
                packet_text(&p, names[i]);
                double v[7] = {i == 0 ? n : 0, 1, 0, 0, 0, 0, 1};
                for (int k = 0; k < 7; k++)
                    packet_float(&p, v[k]);
                feed(r, &p, now + 1e-4 * i);
            }
        }
        // the newest frame is there at once, not a frame later
        caper_live_pose pose;
        REQUIRE(caper_live_receiver_pose(r, only_performer(r), 6.1, &pose, NULL));
        CHECK_NEAR(pose.hips.x, -59, 0);
        caper_live_meters m = meters_of(r);
        CHECK_INT(m.frames, 60);
        CHECK_INT(m.partial, 0);
        // and each has its own time: half way between two it is half way between them
        REQUIRE(caper_live_receiver_pose(r, only_performer(r), 5 + 30.5 / 60, &pose, NULL));
        CHECK_NEAR(pose.hips.x, -30.5, 0.05);
        caper_live_receiver_destroy(r);
    }
}

static void blends_hold_when_they_are_applied(void)
{
    caper_live_receiver *r = deaf_receiver(0);
    for (int n = 0; n < 3; n++) {
        packet p = simple_frame(n / 60.0, 0);
        size_t at = packet_open(&p, "/VMC/Ext/Blend/Val", ",sf");
        packet_text(&p, "Joy");
        packet_float(&p, 0.25 * n);
        packet_close(&p, at);
        at = packet_open(&p, "/VMC/Ext/Blend/Val", ",sf");
        packet_text(&p, "mouth.A");
        packet_float(&p, 1);
        packet_close(&p, at);
        if (n < 2)
            packet_close(&p, packet_open(&p, "/VMC/Ext/Blend/Apply", ","));
        feed(r, &p, n / 60.0);
    }
    caper_live_performer_info info;
    REQUIRE(caper_live_receiver_info(r, only_performer(r), &info));
    REQUIRE(info.deform_count == 2);
    CHECK_STR(info.deforms[0], "Joy");
    CHECK_STR(info.address, "127.0.0.1:50000");
    caper_live_pose pose;
    float deforms[CAPER_LIVE_MAX_DEFORMS];
    REQUIRE(caper_live_receiver_pose(r, only_performer(r), 1, &pose, deforms));
    CHECK_NEAR(deforms[0], 0.25, 1e-6); // the last one was said, not applied
    caper_character *c = caper_live_receiver_character(r, only_performer(r), NULL, NULL);
    REQUIRE(c != NULL && c->deform_count == 2);
    CHECK_STR(c->deforms[0], "Head.Joy");
    CHECK_STR(c->deforms[1], "Head.mouth_A");
    caper_live_person who;
    REQUIRE(caper_live_person_make(c, NULL, &who, NULL));
    caper_pose local = caper_character_pose(c, NULL);
    caper_root root;
    REQUIRE(caper_live_receiver_frame(r, only_performer(r), 1, &who, &local, &root));
    CHECK_NEAR(local.deforms[0], 0.25, 1e-6);
    caper_pose_destroy(&local, NULL);
    caper_character_destroy(c);
    caper_live_receiver_destroy(r);
}

static void a_face_alone_is_a_stream_too(void)
{
    caper_live_receiver *r = deaf_receiver(0);
    for (int n = 0; n < 4; n++) {
        packet p;
        packet_bundle(&p);
        size_t at = packet_open(&p, "/VMC/Ext/Blend/Val", ",sf");
        packet_text(&p, "A");
        packet_float(&p, n);
        packet_close(&p, at);
        packet_close(&p, packet_open(&p, "/VMC/Ext/Blend/Apply", ","));
        feed(r, &p, n);
    }
    caper_live_pose pose;
    float deforms[CAPER_LIVE_MAX_DEFORMS];
    REQUIRE(caper_live_receiver_pose(r, only_performer(r), 1.5, &pose, deforms));
    CHECK_NEAR(deforms[0], 1.5, 1e-6);
    CHECK_INT(pose.present, 0);
    caper_live_receiver_destroy(r);
}

static void trackers_and_states_are_told(void)
{
    caper_live_receiver *r = deaf_receiver(0);
    packet p;
    packet_bundle(&p);
    packet_place(&p, "/VMC/Ext/Tra/Pos", "LHR-1", (double[7]){1, 2, 3, 0, 0, 0, 1});
    packet_place(&p, "/VMC/Ext/Hmd/Pos", "HMD", (double[7]){0, 1.7, 0, 0, 0, 0, 1});
    packet_place(&p, "/VMC/Ext/Tra/Pos", "LHR-1", (double[7]){1, 2, 4, 0, 0, 0, 1});
    packet_place(&p, "/VMC/Ext/Cam", "Camera", (double[7]){1, 2, 4, 0, 0, 0, 1});
    size_t at = packet_open(&p, "/VMC/Ext/OK", ",iiii");
    packet_word(&p, 1);
    packet_word(&p, 2);
    packet_word(&p, 0);
    packet_word(&p, 0);
    packet_close(&p, at);
    CHECK(feed(r, &p, 1));
    caper_live_performer_info info;
    REQUIRE(caper_live_receiver_info(r, only_performer(r), &info));
    REQUIRE(info.tracker_count == 2);
    CHECK_STR(info.trackers[0].name, "LHR-1");
    CHECK(info.trackers[0].kind == 't' && info.trackers[1].kind == 'h');
    CHECK_NEAR(info.trackers[0].place.position.z, 4, 0);
    CHECK_NEAR(info.trackers[0].place.position.x, -1, 0);
    CHECK(info.loaded);
    CHECK_INT(info.calibration, 2);
    CHECK_INT(info.tracking, 0);
    CHECK_INT(info.meters.ignored, 1);
    caper_live_pose pose;
    CHECK(!caper_live_receiver_pose(r, only_performer(r), 2, &pose, NULL));
    caper_error error = {0};
    CHECK(!caper_live_receiver_character(r, only_performer(r), NULL, &error));
    CHECK_HAS(error.message, "no frame yet");
    caper_live_receiver_destroy(r);
}

// -- Time -------------------------------------------------------------------------------------

static void jitter_and_drift_do_not_show_in_the_pose(void)
{
    // 60 Hz for two minutes; packets 0 to 15 ms late; the sender's clock 200 ppm slow
    caper_live_receiver *r = deaf_receiver(0.02f);
    caper_rng rng = caper_rng_make(3);
    double worst = 0, arrival = 0;
    for (int n = 0; n < 7200; n++) {
        double truth = n / 60.0, stamp = truth * (1 - 200e-6);
        double delay = 0.015 * caper_rng_double(&rng);
        arrival = fmax(arrival, 1000 + truth + delay);
        packet p = simple_frame(stamp, truth);
        feed(r, &p, arrival);
        caper_live_pose pose;
        if (n > 300 && caper_live_receiver_pose(r, only_performer(r), arrival, &pose, NULL))
            worst = fmax(worst, fabs(-(double)pose.hips.x - (arrival - 1000 - 0.02)));
    }
    caper_live_meters m = meters_of(r);
    CHECK_NEAR(m.drift, 200e-6, 40e-6);
    CHECK_NEAR(m.jitter, 0.005, 0.0025); // the mean of |a - b| over 0 .. 15 ms
    CHECK_NEAR(m.delay, 0.0075, 0.003);
    CHECK(worst < 0.0025);
    CHECK_INT(m.late, 0);
    CHECK_INT(m.frames, 7200);
    caper_live_receiver_destroy(r);
}

static void frames_that_never_come_and_frames_that_lack_parts_are_counted(void)
{
    caper_character *c = performer();
    caper_live_person who;
    REQUIRE(caper_live_person_make(c, NULL, &who, NULL));
    caper_live_sender *s = sender_of(c);
    wire w = {.receiver = deaf_receiver(0.02f)};
    caper_pose local = caper_character_pose(c, NULL);
    for (int n = 0; n < 100; n++) {
        w.now = n / 60.0;
        w.number = 0;
        w.drop = n == 50 ? 1 : -1; // one packet of the frame
        if (n == 70 || n == 71 || n == 80)
            continue; // all of it
        wave(&who.person, w.now, &local);
        caper_live_sender_write(s, &local, (caper_root){0}, w.now, deliver, &w);
    }
    caper_live_meters m = meters_of(w.receiver);
    CHECK_INT(m.partial, 1);
    CHECK_INT(m.missed, 3);
    CHECK_INT(m.frames, 97);
    caper_pose_destroy(&local, NULL);
    caper_live_receiver_destroy(w.receiver);
    caper_live_sender_destroy(s);
    caper_character_destroy(c);
}

static void a_packet_that_was_overtaken_is_left_out(void)
{
    caper_live_receiver *r = deaf_receiver(0.02f);
    for (int n = 0; n < 30; n++) {
        packet p = simple_frame(n / 60.0, n);
        feed(r, &p, n / 60.0);
    }
    packet old = simple_frame(25 / 60.0, 99);
    CHECK(!feed(r, &old, 30 / 60.0));
    CHECK_INT(meters_of(r).late, 1);
    caper_live_pose pose;
    REQUIRE(caper_live_receiver_pose(r, only_performer(r), 2, &pose, NULL));
    CHECK_NEAR(pose.hips.x, -29, 0);
    caper_live_receiver_destroy(r);
}

static void clocks_that_run_wrong_by_half_a_percent_are_followed(void)
{
    // two performers at once for a minute, one too slow and one too fast, packets 0 to 5 ms late
    caper_live_receiver *r = deaf_receiver(0.02f);
    caper_rng rng = caper_rng_make(5);
    double before[2] = {0}, worst = 0, leap = 0;
    for (int n = 0; n < 7200; n++) {
        double truth = n / 120.0, now = 1000 + truth + 0.005 * caper_rng_double(&rng);
        for (int k = 0; k < 2; k++) {
            packet p = simple_frame(50 + truth * (k == 0 ? 0.995 : 1.005), truth);
            CHECK(caper_live_receiver_feed(r, p.bytes, p.size, SOURCE + (uint64_t)k, now));
        }
        caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
        REQUIRE(caper_live_receiver_performers(r, ids) == 2);
        for (int k = 0; k < 2; k++) {
            // asked for at even times, as a program does that draws
            caper_live_pose pose;
            double asked = 1000.005 + truth;
            if (!caper_live_receiver_pose(r, ids[k], asked, &pose, NULL))
                continue;
            double seen = -(double)pose.hips.x;
            if (n > 1800) { // by then the drift is known
                worst = fmax(worst, fabs(seen - (asked - 1000 - 0.02)));
                leap = fmax(leap, fabs(seen - before[k] - 1 / 120.0));
            }
            before[k] = seen;
        }
    }
    caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
    caper_live_receiver_performers(r, ids);
    caper_live_performer_info slow, fast;
    REQUIRE(caper_live_receiver_info(r, ids[0], &slow));
    REQUIRE(caper_live_receiver_info(r, ids[1], &fast));
    CHECK_NEAR(slow.meters.drift, 0.005, 3e-4);
    CHECK_NEAR(fast.meters.drift, -0.005, 3e-4);
    CHECK_INT(slow.meters.frames + fast.meters.frames, 14400);
    printf("clocks 0.5 %% wrong: pose off by %.1f ms at most, steps uneven by %.1f ms, %d late\n",
           1e3 * worst, 1e3 * leap, (int)meters_of(r).late);
    CHECK(worst < 0.008);
    CHECK(leap < 0.004);
    CHECK_INT(meters_of(r).late, 0);
    caper_live_receiver_destroy(r);
}

static void another_way_through_the_network_is_no_drift(void)
{
    // 30 ms more from the tenth second to the twentieth: time goes on evenly and forward, and in
    // the end it is where it was
    caper_live_receiver *r = deaf_receiver(0.02f);
    double before = -1, fastest = 0, seen = 0;
    for (int n = 0; n < 7200; n++) {
        double truth = n / 120.0, now = truth + (truth > 10 && truth < 20 ? 0.03 : 0);
        packet p = simple_frame(truth, truth);
        CHECK(feed(r, &p, now));
        caper_live_pose pose;
        if (n < 120 || !caper_live_receiver_pose(r, only_performer(r), truth + 0.03, &pose, NULL))
            continue;
        seen = -(double)pose.hips.x;
        CHECK(seen >= before);
        fastest = n > 121 ? fmax(fastest, (seen - before) * 120) : 0;
        before = seen;
    }
    CHECK(fastest < 1.03);                      // it slides, nobody sees it
    CHECK_NEAR(seen, (7200 - 1) / 120.0, 1e-3); // held at the newest frame
    CHECK_NEAR(meters_of(r).drift, 0, 1e-4);    // half a minute later it is forgotten
    caper_live_receiver_destroy(r);
}

static void packets_that_come_twice_or_in_another_order_change_nothing(void)
{
    // frames of two packets, the stamp in the first; any may come twice, or after the next frame's
    caper_live_receiver *r = deaf_receiver(0.03f);
    caper_rng rng = caper_rng_make(6);
    int wrong = 0;
    packet first = {.size = 0}, second, held = first;
    double before = -1;
    packet_bundle(&second);
    packet_place(&second, BONE, "Head", (double[7]){0, 0.1, 0, 0, 0, 0, 1}); // holds still
    for (int n = 0; n < 3000; n++) {
        double now = n / 100.0;
        packet_bundle(&first);
        packet_time(&first, now);
        packet_place(&first, BONE, "Hips", (double[7]){now, 1, 0, 0, 0, 0, 1});
        if (n > 0 && n % 10 == 0) {
            held = first;
            continue;
        }
        CHECK(feed(r, &first, now));
        CHECK(feed(r, &second, now + 1e-4));
        if (held.size > 0) {
            CHECK(!feed(r, &held, now + 2e-4));
            CHECK(!feed(r, &second, now + 3e-4));
            held.size = 0;
            wrong += 2;
        } else if (caper_rng_bool(&rng, 0.2f)) {
            CHECK(!feed(r, &first, now + 2e-4));
            CHECK(!feed(r, &second, now + 3e-4));
            wrong += 2;
        }
        caper_live_pose pose;
        if (n < 10 || !caper_live_receiver_pose(r, only_performer(r), now + 1e-3, &pose, NULL))
            continue;
        double seen = -(double)pose.hips.x;
        CHECK(seen >= before);
        CHECK_NEAR(seen, now + 1e-3 - 0.03, 1e-3);
        before = seen;
    }
    CHECK(before > 29);
    CHECK(wrong > 1000);
    caper_live_meters m = meters_of(r);
    CHECK_INT(m.late, wrong);
    CHECK_INT(m.frames, 3000 - 299);
    CHECK_INT(m.partial + m.malformed + m.dropped + m.restarts, 0);
    caper_live_receiver_destroy(r);
}

static void a_sender_that_begins_anew_goes_on(void)
{
    caper_live_receiver *r = deaf_receiver(0.02f);
    caper_live_pose pose;
    for (int n = 0; n < 120; n++) {
        packet p = simple_frame(n < 60 ? 500 + n / 60.0 : (n - 60) / 60.0, n);
        feed(r, &p, n / 60.0);
        if (n > 2) {
            REQUIRE(caper_live_receiver_pose(r, only_performer(r), n / 60.0, &pose, NULL));
            CHECK(-pose.hips.x >= n - 3 && -pose.hips.x <= n);
        }
    }
    CHECK_INT(meters_of(r).restarts, 1);
    CHECK_INT(meters_of(r).late, 0);
    caper_live_receiver_destroy(r);
}

static void a_stall_of_the_network_heals(void)
{
    // 0.8 s of packets come at once
    caper_live_receiver *r = deaf_receiver(0.02f);
    caper_live_pose pose;
    double now = 0;
    for (int n = 0; n < 600; n++) {
        double due = n / 60.0;
        now = due > 3 && due < 3.8 ? 3.8 : due;
        packet p = simple_frame(due, due);
        feed(r, &p, now);
    }
    REQUIRE(caper_live_receiver_pose(r, only_performer(r), now, &pose, NULL));
    CHECK_NEAR(-pose.hips.x, now - 0.02, 1e-3);
    caper_live_receiver_destroy(r);
}

// -- Hostility --------------------------------------------------------------------------------

static void performers_have_slots_and_the_silent_lose_theirs(void)
{
    caper_live_receiver *r = deaf_receiver(0);
    packet p = simple_frame(0, 0);
    for (uint64_t i = 0; i < 8; i++)
        CHECK(caper_live_receiver_feed(r, p.bytes, p.size, i + 1, 1 + (double)i * 0.001));
    caper_performer before[8], after[8];
    CHECK_INT(caper_live_receiver_performers(r, before), 8);
    CHECK(!caper_live_receiver_feed(r, p.bytes, p.size, 100, 1.5));
    CHECK_INT(meters_of(r).dropped, 1);
    // all but the third speak again; after the time of grace the third gives way
    packet again = simple_frame(1, 0);
    for (uint64_t i = 0; i < 8; i++) {
        if (i != 2)
            CHECK(caper_live_receiver_feed(r, again.bytes, again.size, i + 1, 2.9));
    }
    CHECK(caper_live_receiver_feed(r, p.bytes, p.size, 100, 3.1));
    CHECK_INT(caper_live_receiver_performers(r, after), 8);
    CHECK_INT(after[1], before[1]);
    CHECK_INT(after[2], before[3]);
    CHECK(after[7] > before[7]);
    caper_live_performer_info info;
    CHECK(!caper_live_receiver_info(r, before[2], &info));
    CHECK_INT(meters_of(r).packets, 16);
    caper_live_receiver_destroy(r);
}

// Eight programs that say they are there, over and over, and nothing else.
static void signs_of_life_keep_nobody_out(void)
{
    caper_live_receiver *r = deaf_receiver(0);
    packet ok, frame = simple_frame(0, 0);
    packet_bundle(&ok);
    size_t at = packet_open(&ok, "/VMC/Ext/OK", ",i");
    packet_word(&ok, 1);
    packet_close(&ok, at);
    for (uint64_t i = 0; i < 8; i++)
        CHECK(caper_live_receiver_feed(r, ok.bytes, ok.size, i + 1, 1 + (double)i * 0.001));
    CHECK(caper_live_receiver_feed(r, frame.bytes, frame.size, 100, 1.5));
    // and they do not get the place back, however they try
    for (int n = 0; n < 100; n++)
        for (uint64_t i = 0; i < 9; i++)
            caper_live_receiver_feed(r, ok.bytes, ok.size, i + 1, 1.5 + n * 0.1);
    caper_performer ids[8];
    caper_live_performer_info info;
    int count = caper_live_receiver_performers(r, ids), bodies = 0;
    for (int i = 0; i < count; i++)
        bodies += caper_live_receiver_info(r, ids[i], &info) && info.present != 0;
    CHECK_INT(bodies, 0); // he was silent for ten seconds, so his slot went to the ninth
    CHECK(caper_live_receiver_feed(r, frame.bytes, frame.size, 100, 11.6));
    caper_live_receiver_destroy(r);
}

// Ten minutes of the receiver's time beside a crowd that sends signs of life, bodies of its own,
// torn packets and what it overheard, from ever new ports: the performer is there at every tick.
static void a_performer_is_never_dropped_in_ten_hostile_minutes(void)
{
    caper_live_receiver *r = deaf_receiver(0);
    caper_rng rng = caper_rng_make(11);
    packet ok;
    packet_bundle(&ok);
    size_t at = packet_open(&ok, "/VMC/Ext/OK", ",i");
    packet_word(&ok, 1);
    packet_close(&ok, at);
    caper_performer me = 0;
    caper_live_pose pose;
    long missing = 0, stale = 0, hostile = 0;
    for (long tick = 0; tick < 600 * 60; tick++) {
        double now = (double)tick / 60;
        packet mine = simple_frame(now, now);
        CHECK(caper_live_receiver_feed(r, mine.bytes, mine.size, 1, now));
        me = tick == 0 ? only_performer(r) : me;
        for (int i = 0; i < 12; i++, hostile++) {
            uint64_t source = 2 + caper_rng_u32(&rng) % 200;
            packet other = simple_frame(now + 50, -900);
            size_t size = caper_rng_u32(&rng) % (other.size + 1);
            switch (caper_rng_u32(&rng) % 4) {
            case 0:
                caper_live_receiver_feed(r, ok.bytes, ok.size, source, now);
                break;
            case 1:
                caper_live_receiver_feed(r, other.bytes, other.size, source, now);
                break;
            case 2:
                caper_live_receiver_feed(r, other.bytes, size, source, now);
                break;
            default:
                caper_live_receiver_feed(r, mine.bytes, mine.size, source, now);
                break;
            }
        }
        bool there = caper_live_receiver_pose(r, me, now, &pose, NULL);
        missing += !there && tick > 2;
        stale += there && tick > 60 && fabs(-(double)pose.hips.x - now) > 0.02; // a frame
    }
    CHECK_INT(missing, 0);
    CHECK_INT(stale, 0);
    CHECK(hostile > 400000);
    caper_live_receiver_destroy(r);
}

static void strangers_without_vmc_get_no_slot(void)
{
    caper_live_receiver *r = deaf_receiver(0);
    packet p;
    packet_bundle(&p);
    packet_close(&p, packet_open(&p, "/other", ","));
    CHECK(!feed(r, &p, 0));
    CHECK(!caper_live_receiver_feed(r, "garbage!", 8, 2, 0));
    CHECK_INT(caper_live_receiver_performers(r, (caper_performer[8]){0}), 0);
    CHECK_INT(meters_of(r).ignored, 1);
    CHECK_INT(meters_of(r).malformed, 1);
    caper_live_receiver_destroy(r);
}

static void a_flood_is_dropped_and_others_do_not_notice(void)
{
    caper_live_receiver_def def = caper_live_receiver_def_default();
    def.bind = NULL;
    def.max_rate = 1000;
    caper_live_receiver *r = caper_live_receiver_create(&def, NULL);
    REQUIRE(r != NULL);
    packet junk = simple_frame(-1, 3);
    for (int n = 0; n < 600; n++) {
        double now = n / 60.0;
        packet p = simple_frame(now, n);
        CHECK(caper_live_receiver_feed(r, p.bytes, p.size, 1, now));
        for (int k = 0; k < 100; k++) // 6000 a second
            caper_live_receiver_feed(r, junk.bytes, junk.size, 2, now);
        for (int k = 0; k < 100; k++) // and as many strangers
            caper_live_receiver_feed(r, "garbage!", 8, 1000 + (uint64_t)k, now);
    }
    caper_performer ids[8];
    REQUIRE(caper_live_receiver_performers(r, ids) == 2);
    caper_live_performer_info quiet, loud;
    REQUIRE(caper_live_receiver_info(r, ids[0], &quiet));
    REQUIRE(caper_live_receiver_info(r, ids[1], &loud));
    CHECK_INT(quiet.meters.frames, 600);
    CHECK_INT(quiet.meters.dropped + quiet.meters.late, 0);
    CHECK_NEAR(loud.meters.packets, 10250, 20); // 10 s of the rate and the bucket
    CHECK_INT(loud.meters.packets + loud.meters.dropped, 60000);
    CHECK_NEAR(meters_of(r).malformed, 1025, 10);
    caper_live_pose pose;
    REQUIRE(caper_live_receiver_pose(r, ids[0], 20, &pose, NULL));
    CHECK_NEAR(pose.hips.x, -599, 0);
    caper_live_receiver_destroy(r);
}

static void no_torn_or_twisted_packet_does_harm(void)
{
    caper_live_receiver *r = deaf_receiver(0);
    packet good = simple_frame(1, 1);
    size_t at = packet_open(&good, "/VMC/Ext/Blend/Val", ",sf");
    packet_text(&good, "Joy");
    packet_float(&good, 1);
    packet_close(&good, at);
    for (size_t size = 0; size < good.size; size++) {
        uint8_t *exact =
            malloc(size > 0 ? size : 1); // so that the sanitizer sees one byte too many
        REQUIRE(exact != NULL);
        memcpy(exact, good.bytes, size);
        caper_live_receiver_feed(r, exact, size, SOURCE, 0.001 * (double)size);
        free(exact);
    }
    caper_rng rng = caper_rng_make(4);
    for (int n = 0; n < 20000; n++) {
        packet p = good;
        int hits = caper_rng_int(&rng, 1, 8);
        for (int k = 0; k < hits; k++) {
            int where = caper_rng_int(&rng, 0, (int)p.size - 1);
            p.bytes[where] = (uint8_t)caper_rng_u32(&rng);
        }
        feed(r, &p, 1 + 0.001 * n);
        caper_performer ids[8];
        int count = caper_live_receiver_performers(r, ids);
        CHECK(count <= 1);
        caper_live_pose pose;
        float deforms[CAPER_LIVE_MAX_DEFORMS];
        if (count == 1 && caper_live_receiver_pose(r, ids[0], 1 + 0.001 * n, &pose, deforms)) {
            CHECK(caper_vec3_is_finite(pose.hips) && caper_transform_is_valid(pose.root, 1e-4f));
            for (int i = 0; i < CAPER_PART_COUNT; i++)
                CHECK(caper_quat_is_unit(pose.rotations[i], 1e-4f));
        }
    }
    CHECK(meters_of(r).malformed > 100);
    caper_live_receiver_destroy(r);
}

static void numbers_that_are_none_are_ignored(void)
{
    caper_live_receiver *r = deaf_receiver(0);
    static const double bad[][7] = {
        {NAN, 0, 0, 0, 0, 0, 1},      {0, INFINITY, 0, 0, 0, 0, 1}, {0, 0, 1e9, 0, 0, 0, 1},
        {0, 0, 0, 0, 0, 0, 0},        {0, 0, 0, NAN, 0, 0, 1},      {0, 0, 0, 1e20, 0, 0, 1},
        {0, 0, 0, 0, 0, INFINITY, 1},
    };
    for (int n = 0; n < CAPER_COUNT_OF(bad); n++) {
        packet p = simple_frame(n, 1);
        packet_place(&p, BONE, "Spine", bad[n]);
        packet_place(&p, "/VMC/Ext/Root/Pos", "root", bad[n]);
        CHECK(feed(r, &p, n));
    }
    CHECK_INT(meters_of(r).ignored, 2 * CAPER_COUNT_OF(bad));
    caper_live_performer_info info;
    REQUIRE(caper_live_receiver_info(r, only_performer(r), &info));
    CHECK_INT(info.present, 1u << CAPER_PART_HIPS | 1u << CAPER_PART_HEAD);
    caper_live_receiver_destroy(r);
}

static void names_without_end_do_not_fill_memory(void)
{
    caper_live_receiver *r = deaf_receiver(0);
    for (int n = 0; n < 500; n++) {
        packet p = simple_frame(n / 100.0, 1);
        char name[40];
        snprintf(name, sizeof name, "name %d", n);
        size_t at = packet_open(&p, "/VMC/Ext/Blend/Val", ",sf");
        packet_text(&p, name);
        packet_float(&p, 1);
        packet_close(&p, at);
        packet_close(&p, packet_open(&p, "/VMC/Ext/Blend/Apply", ","));
        packet_place(&p, "/VMC/Ext/Tra/Pos", name, (double[7]){0, 0, 0, 0, 0, 0, 1});
        CHECK(feed(r, &p, n / 100.0));
    }
    caper_live_performer_info info;
    REQUIRE(caper_live_receiver_info(r, only_performer(r), &info));
    CHECK_INT(info.deform_count, CAPER_LIVE_MAX_DEFORMS);
    CHECK_INT(info.tracker_count, CAPER_LIVE_MAX_TRACKERS);
    caper_character *c = caper_live_receiver_character(r, only_performer(r), NULL, NULL);
    REQUIRE(c != NULL);
    CHECK_INT(c->deform_count, CAPER_LIVE_MAX_DEFORMS);
    caper_character_destroy(c);
    caper_live_receiver_destroy(r);
}

// -- Making and breaking ----------------------------------------------------------------------

static void bad_defs_are_refused_with_a_reason(void)
{
    caper_error error = {0};
    caper_live_receiver_def def = caper_live_receiver_def_default();
    CHECK_STR(def.bind, "127.0.0.1");
    CHECK_INT(def.port, 39539);
    def.bind = "everywhere";
    CHECK(!caper_live_receiver_create(&def, &error));
    CHECK_HAS(error.message, "everywhere");
    def = caper_live_receiver_def_default();
    def.latency = NAN;
    CHECK(!caper_live_receiver_create(&def, &error));
    def = caper_live_receiver_def_default();
    def.max_performers = 9;
    CHECK(!caper_live_receiver_create(&def, &error));
    def = caper_live_receiver_def_default();
    def.port = 0;
    caper_live_receiver *r = caper_live_receiver_create(&def, &error);
    REQUIRE(r != NULL);
    CHECK(caper_live_receiver_port(r) > 0);
    def.port = caper_live_receiver_port(r);
    CHECK(!caper_live_receiver_create(&def, &error));
    CHECK_INT(error.status, CAPER_ERROR_IO);
    CHECK_HAS(error.message, "another program");
    caper_live_receiver_destroy(r);

    caper_character *dog =
        caper_character_load(test_data_path("characters/dog.character.json"), NULL, NULL);
    REQUIRE(dog != NULL);
    caper_live_sender_def sending = caper_live_sender_def_default();
    CHECK(!caper_live_sender_create(&sending, &error));
    sending.character = dog;
    CHECK(!caper_live_sender_create(&sending, &error));
    CHECK_HAS(error.message, "4 legs");
    caper_character_destroy(dog);
}

static void without_memory_nothing_is_left_behind(void)
{
    caper_character *c = performer();
    for (long fail = 1; fail <= 4; fail++) {
        test_memory memory = {.fail_at = fail};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_live_receiver_def def = caper_live_receiver_def_default();
        def.bind = NULL;
        def.allocator = &allocator;
        caper_live_receiver *r = caper_live_receiver_create(&def, NULL);
        CHECK((r == NULL) == (fail <= 3));
        caper_live_receiver_destroy(r);
        caper_live_sender_def sending = caper_live_sender_def_default();
        sending.character = c;
        sending.allocator = &allocator;
        caper_live_sender_destroy(caper_live_sender_create(&sending, NULL));
        CHECK_MEMORY_EMPTY(&memory);
    }
    caper_character_destroy(c);
}

static void nothing_allocates_once_it_runs(void)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_character *c = performer();
    caper_live_person who;
    REQUIRE(caper_live_person_make(c, NULL, &who, NULL));
    caper_live_receiver_def def = caper_live_receiver_def_default();
    def.bind = NULL;
    def.allocator = &allocator;
    caper_live_sender_def sending = caper_live_sender_def_default();
    sending.character = c;
    sending.allocator = &allocator;
    wire w = {.receiver = caper_live_receiver_create(&def, NULL), .drop = -1};
    caper_live_sender *s = caper_live_sender_create(&sending, NULL);
    REQUIRE(w.receiver && s);
    caper_pose local = caper_character_pose(c, NULL);
    long before = memory.alloc_count;
    caper_set_default_allocator(&allocator);
    for (int n = 0; n < 1000; n++) {
        w.now = n / 120.0;
        wave(&who.person, w.now, &local);
        caper_live_sender_write(s, &local, (caper_root){0}, w.now, deliver, &w);
        caper_root root;
        caper_live_receiver_frame(w.receiver, only_performer(w.receiver), w.now, &who, &local,
                                  &root);
    }
    caper_set_default_allocator(NULL);
    CHECK_INT(memory.alloc_count, before);
    caper_pose_destroy(&local, NULL);
    caper_live_receiver_destroy(w.receiver);
    caper_live_sender_destroy(s);
    caper_character_destroy(c);
    CHECK_MEMORY_EMPTY(&memory);
}

// -- Over the wire ----------------------------------------------------------------------------

static void pause_ms(int ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}

static caper_live_receiver *open_receiver(void)
{
    caper_live_receiver_def def = caper_live_receiver_def_default();
    def.port = 0;
    caper_error error = {0};
    caper_live_receiver *r = caper_live_receiver_create(&def, &error);
    REQUIRE(r != NULL);
    return r;
}

static void poses_sent_over_loopback_arrive_as_they_were(void)
{
    // two seconds at 120 Hz, in real time
    caper_character *c = performer();
    caper_live_person who;
    REQUIRE(caper_live_person_make(c, NULL, &who, NULL));
    caper_live_receiver *r = open_receiver();
    caper_live_sender_def sending = caper_live_sender_def_default();
    sending.character = c;
    sending.port = caper_live_receiver_port(r);
    sending.rate = 120;
    caper_error error = {0};
    caper_live_sender *s = caper_live_sender_create(&sending, &error);
    REQUIRE(s != NULL);
    caper_pose local = caper_character_pose(c, NULL), got = caper_character_pose(c, NULL);
    double start = caper_clock_now();
    int compared = 0;
    for (double now = start; now < start + 2; now = caper_clock_now()) {
        wave(&who.person, 0.25 * (now - start), &local); // slow: a busy machine sends few frames
        caper_live_sender_send(s, &local, (caper_root){0, 0, (float)(now - start), 0}, now);
        pause_ms(2);
        caper_live_receiver_poll(r, caper_clock_now());
        // the root tells the time at which a pose was sent, the wave must agree with it
        caper_root root = {0, 0, 0, 0};
        if (caper_live_receiver_performers(r, (caper_performer[8]){0}) == 1 &&
            caper_live_receiver_frame(r, only_performer(r), caper_clock_now(), &who, &got, &root) &&
            root.z > 0.05f) {
            wave(&who.person, 0.25 * (double)root.z, &local);
            CHECK(worst_difference(&local, &got) < 0.02);
            compared++;
        }
    }
    caper_live_sent sent = caper_live_sender_sent(s);
    caper_live_meters m = meters_of(r);
    CHECK_INT(sent.lost, 0);
    CHECK_INT(m.packets, sent.packets);
    CHECK_INT(m.bytes, sent.bytes);
    CHECK_INT(m.frames, sent.frames);
    CHECK_INT(m.malformed + m.dropped + m.overrun + m.partial + m.ignored, 0);
    CHECK(sent.frames > 20 && sent.frames <= 250);
    CHECK(compared > 20);
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&got, NULL);
    caper_live_sender_destroy(s);
    caper_live_receiver_destroy(r);
    caper_character_destroy(c);
}

static void several_senders_are_told_apart(void)
{
    caper_character *c = performer();
    caper_live_receiver *r = open_receiver();
    caper_live_sender_def sending = caper_live_sender_def_default();
    sending.character = c;
    sending.port = caper_live_receiver_port(r);
    caper_live_sender *senders[3];
    caper_pose local = caper_character_pose(c, NULL);
    for (int i = 0; i < 3; i++) {
        senders[i] = caper_live_sender_create(&sending, NULL);
        REQUIRE(senders[i] != NULL);
    }
    for (int n = 0; n < 20; n++) {
        for (int i = 0; i < 3; i++)
            CHECK(caper_live_sender_send(senders[i], &local, (caper_root){(float)i, 0, 0, 0},
                                         n / 100.0) > 0);
        while (caper_live_receiver_wait(r, 0))
            caper_live_receiver_poll(r, n / 100.0);
    }
    caper_performer ids[8];
    REQUIRE(caper_live_receiver_performers(r, ids) == 3);
    for (int i = 0; i < 3; i++) {
        caper_live_pose pose;
        REQUIRE(caper_live_receiver_pose(r, ids[i], 1, &pose, NULL));
        CHECK_NEAR(pose.root.position.x, i, 1e-6);
        caper_live_sender_destroy(senders[i]);
    }
    caper_pose_destroy(&local, NULL);
    caper_live_receiver_destroy(r);
    caper_character_destroy(c);
}

static void understands_what_liblo_sends(void)
{
    if (system("command -v oscsend >/dev/null 2>&1") != 0)
        SKIP("oscsend is not installed (Debian: liblo-tools)");
    caper_live_receiver *r = open_receiver();
    char command[256];
    for (int n = 0; n < 3; n++) {
        snprintf(command, sizeof command,
                 "oscsend 127.0.0.1 %d /VMC/Ext/Bone/Pos sfffffff Hips 0.5 1.25 -2 0 0.6 0 0.8",
                 caper_live_receiver_port(r));
        REQUIRE(system(command) == 0);
        snprintf(command, sizeof command, "oscsend 127.0.0.1 %d /VMC/Ext/OK iiii 1 3 0 1",
                 caper_live_receiver_port(r));
        REQUIRE(system(command) == 0);
    }
    while (caper_live_receiver_wait(r, 0.2f))
        caper_live_receiver_poll(r, caper_clock_now());
    // each run of oscsend is a sender with a port of its own
    caper_performer ids[8];
    int count = caper_live_receiver_performers(r, ids), hips = 0, ok = 0;
    CHECK_INT(count, 6);
    for (int i = 0; i < count; i++) {
        caper_live_performer_info info;
        REQUIRE(caper_live_receiver_info(r, ids[i], &info));
        hips += info.present == 1;
        ok += info.calibration == 3 && info.tracking == 1;
    }
    CHECK_INT(hips, 3);
    CHECK_INT(ok, 3);
    CHECK_INT(meters_of(r).malformed + meters_of(r).ignored, 0);
    caper_live_receiver_destroy(r);
}

static void liblo_understands_what_is_sent(void)
{
    if (system("command -v oscdump >/dev/null 2>&1") != 0)
        SKIP("oscdump is not installed (Debian: liblo-tools)");
    // a port that is free now
    caper_live_receiver *r = open_receiver();
    int port = caper_live_receiver_port(r);
    caper_live_receiver_destroy(r);
    char command[256];
    snprintf(command, sizeof command, "timeout 2 oscdump -L %d", port);
    FILE *dump = popen(command, "r");
    REQUIRE(dump != NULL);
    pause_ms(700);
    caper_character *c = performer();
    caper_live_sender_def sending = caper_live_sender_def_default();
    sending.character = c;
    sending.port = port;
    caper_live_sender *s = caper_live_sender_create(&sending, NULL);
    REQUIRE(s != NULL);
    caper_pose local = caper_character_pose(c, NULL);
    caper_live_sender_send(s, &local, (caper_root){1, 2, 3, 0}, 0);
    char line[512];
    int roots = 0, bones = 0, hips = 0;
    while (fgets(line, sizeof line, dump)) {
        roots +=
            strstr(line, "/VMC/Ext/Root/Pos sfffffff \"root\" -1.000000 2.000000 3.000000") != NULL;
        bones += strstr(line, "/VMC/Ext/Bone/Pos sfffffff") != NULL;
        hips += strstr(line, "\"Hips\"") != NULL;
    }
    pclose(dump);
    caper_live_person who;
    REQUIRE(caper_live_person_make(c, NULL, &who, NULL));
    int expected = 0;
    for (int i = 0; i < CAPER_PART_COUNT; i++)
        expected += who.person.bodies[i] >= 0;
    if (bones == 0)
        SKIP("oscdump heard nothing: it was slow to start");
    CHECK_INT(roots, 1);
    CHECK_INT(bones, expected);
    CHECK_INT(hips, 1);
    caper_pose_destroy(&local, NULL);
    caper_live_sender_destroy(s);
    caper_character_destroy(c);
}

TESTS(unity_turns_right_when_we_turn_right, what_is_sent_comes_back_as_it_was,
      a_performer_can_be_built_from_its_stream, a_stream_without_positions_gets_usual_proportions,
      senders_may_stamp_first_or_last_or_never_and_send_each_message_alone,
      blends_hold_when_they_are_applied, a_face_alone_is_a_stream_too, trackers_and_states_are_told,
      jitter_and_drift_do_not_show_in_the_pose,
      frames_that_never_come_and_frames_that_lack_parts_are_counted,
      a_packet_that_was_overtaken_is_left_out, clocks_that_run_wrong_by_half_a_percent_are_followed,
      another_way_through_the_network_is_no_drift,
      packets_that_come_twice_or_in_another_order_change_nothing, a_sender_that_begins_anew_goes_on,
      a_stall_of_the_network_heals, performers_have_slots_and_the_silent_lose_theirs,
      strangers_without_vmc_get_no_slot, signs_of_life_keep_nobody_out,
      a_performer_is_never_dropped_in_ten_hostile_minutes,
      a_flood_is_dropped_and_others_do_not_notice, no_torn_or_twisted_packet_does_harm,
      numbers_that_are_none_are_ignored, names_without_end_do_not_fill_memory,
      bad_defs_are_refused_with_a_reason, without_memory_nothing_is_left_behind,
      nothing_allocates_once_it_runs, poses_sent_over_loopback_arrive_as_they_were,
      several_senders_are_told_apart, understands_what_liblo_sends, liblo_understands_what_is_sent)
