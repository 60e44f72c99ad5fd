// SPDX-License-Identifier: MIT
// Puppetry: a performer's VMC stream moves the cast, by what matters about his motion.
#include "live_panels.h"
#include "panel.h"

#include <stdio.h>
#include <string.h>

#if CAPER_LIVE

#include "caper/live.h"

static caper_live_receiver *receiver;
static caper_performer who;
static caper_character *performer;
static caper_live_person person;
static caper_pose local;
static caper_puppet_def defs[DOC_MAX_CAST];
static caper_source sources[DOC_MAX_CAST];
static int port = CAPER_LIVE_PORT;

static bool start(void *self, stage *on_stage, int member, caper_error *error)
{
    (void)self;
    sources[member] = 0;
    if (!performer) {
        return true; // waits for him
    }
    defs[member] = caper_puppet_def_default();
    defs[member].performer = performer;
    caper_play_def play = caper_play_def_default();
    play.puppet = &defs[member];
    play.fade_in = 0;
    sources[member] = caper_actor_play(on_stage->members[member].actor, &play, error);
    return sources[member] != 0;
}

static void stop(void *self, stage *on_stage, int member)
{
    (void)self;
    caper_actor *actor = on_stage->members[member].actor;
    caper_actor_stop(actor, 0, 0);
    caper_actor_update(actor, 0, NULL);
    sources[member] = 0;
}

// The first performer who comes is taken.
static void meet(stage *on_stage)
{
    caper_performer list[CAPER_LIVE_MAX_PERFORMERS];
    if (performer || caper_live_receiver_performers(receiver, list) == 0) {
        return;
    }
    who = list[0];
    performer = caper_live_receiver_character(receiver, who, NULL, NULL);
    if (!performer || !caper_live_person_make(performer, NULL, &person, NULL)) {
        caper_character_destroy(performer);
        performer = NULL;
        return;
    }
    local = caper_character_pose(performer, NULL);
    for (int i = 0; i < on_stage->count; i++) {
        caper_error error = {0};
        stage_member *m = &on_stage->members[i];
        m->problem[0] = 0;
        if (m->actor && !start(NULL, on_stage, i, &error)) {
            snprintf(m->problem, sizeof m->problem, "%s", error.message);
        }
    }
}

static void drive(void *self, stage *on_stage, float dt)
{
    (void)self;
    (void)dt;
    if (!receiver) {
        return;
    }
    double now = caper_clock_now();
    caper_live_receiver_poll(receiver, now);
    meet(on_stage);
    caper_root root;
    if (performer && local.bodies &&
        caper_live_receiver_frame(receiver, who, now, &person, &local, &root)) {
        caper_transform place = caper_root_transform(root);
        caper_performance p = {&local, &place, NULL};
        for (int i = 0; i < on_stage->count; i++) {
            if (sources[i]) {
                caper_actor_perform(on_stage->members[i].actor, sources[i], &p);
            }
        }
    }
}

static const stage_driver driver = {
    .name = "puppet", .update = drive, .start = start, .stop = stop};

const stage_driver *puppet_driver(void)
{
    return &driver;
}

static void hang_up(void)
{
    caper_live_receiver_destroy(receiver);
    receiver = NULL;
    caper_pose_destroy(&local, NULL);
    caper_character_destroy(performer);
    performer = NULL;
    who = 0;
}

bool puppet_listen(int at, caper_error *error)
{
    hang_up();
    caper_live_receiver_def def = caper_live_receiver_def_default();
    def.port = at;
    receiver = caper_live_receiver_create(&def, error);
    return receiver != NULL;
}

int puppet_port(void)
{
    return receiver ? caper_live_receiver_port(receiver) : 0;
}

bool puppet_is_performed(void)
{
    return performer != NULL;
}

const caper_puppet_report *puppet_report(const studio *s, int member)
{
    return member >= 0 && member < s->stage.count && sources[member]
               ? caper_actor_puppet(s->stage.members[member].actor, sources[member])
               : NULL;
}

static void draw_importance(const studio *s)
{
    static const char *const names[] = {"left leg",   "right leg",  "left arm",
                                        "right arm",  "head",       "left knee",
                                        "right knee", "left elbow", "right elbow"};
    const caper_puppet_report *r = puppet_report(s, s->doc.state.member);
    for (int i = 0; r && i < CAPER_EFFECTOR_COUNT && i < CAPER_COUNT_OF(names); i++) {
        ui_progress(r->effectors[i].importance, names[i]);
    }
}

static void draw(studio *s)
{
    bool on = s->stage.driver == &driver;
    ui_width(80 * ui_scale());
    ui_number("port", &port, 1, 65535);
    ui_same_line();
    if (ui_toggle(on ? "Hang up" : "Listen", on, 90 * ui_scale())) {
        if (on) {
            studio_do(s, "drive none");
        } else {
            studio_do(s, "listen %d", port);
        }
    }
    ui_text_wrap(COLOR_DIM, "A program that sends VMC (motion capture, face tracking) to this "
                            "machine moves the cast.");
    if (!receiver || !on) {
        return;
    }
    caper_live_meters m = caper_live_receiver_meters(receiver);
    ui_text_color(performer ? COLOR_GREEN : COLOR_ORANGE, "%s",
                  performer ? "a performer is here" : "nobody yet ...");
    ui_text("%.0f frames a second", (double)m.frame_rate);
    ui_text("jitter %.1f ms, delay %.1f ms", 1e3 * (double)m.jitter, 1e3 * (double)m.delay);
    ui_text("late %llu, missed %llu", (unsigned long long)m.late, (unsigned long long)m.missed);
    ui_separator();
    ui_text_color(COLOR_DIM, "importance of the active character's limbs");
    draw_importance(s);
    ui_separator();
    live_record(s);
}

static void close(studio *s)
{
    (void)s;
    hang_up();
}

const panel panel_puppet = {.name = "Puppet",
                            .tip = "A performer's VMC stream moves the cast.",
                            .place = PANEL_RIGHT,
                            .draw = draw,
                            .close = close};

#else

const stage_driver *puppet_driver(void)
{
    return NULL;
}

bool puppet_listen(int at, caper_error *error)
{
    (void)at;
    return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, "listen", 0, 0,
                           "this build has no network");
}

int puppet_port(void)
{
    return 0;
}

bool puppet_is_performed(void)
{
    return false;
}

const caper_puppet_report *puppet_report(const studio *s, int member)
{
    (void)s;
    (void)member;
    return NULL;
}

static void draw(studio *s)
{
    (void)s;
    ui_text_wrap(COLOR_DIM, "This build has no network.");
}

const panel panel_puppet = {
    .name = "Puppet", .tip = "Not in this build.", .place = PANEL_RIGHT, .draw = draw};

#endif
