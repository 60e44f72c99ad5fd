// SPDX-License-Identifier: MIT
//
// A live show: a performer's packets become an actor's motion, tick by tick, which is sent on and
// recorded; and a clip that is sent in its own time. Ticks are even: each asks for the pose of its
// own time, n / rate after the first, however long the sleep before it took.
#include "live/receiver.h"
#include "live/udp.h"

#include <math.h>
#include <stdalign.h>
#include <string.h>

#define MEET_SECONDS 0.25  // from the first pose on: by then a sender has told its proportions
#define HINT_SECONDS 3.0   // of waiting, before the first news of it
#define HINT_AGAIN 30.0    // and before the next
#define SILENT_SECONDS 0.5 // without packets: more than a hiccup of the network
#define RECENT_SECONDS 0.2 // since a packet of one who may
#define DEFORMS CAPER_LIVE_MAX_DEFORMS
#define DEFORM_BYTES(r) (((size_t)(r)->onto->deform_count + 1) * sizeof(float))

typedef struct show_run {
    caper_live_show_job *job;
    const caper_character *onto;
    caper_live_person who;     // the performer
    caper_pose local;          // of him
    caper_pose_filter *filter; // NULL: none
    caper_source source;
    float *deforms;           // of the character
    int deform_from[DEFORMS]; // per deform of the character: the performer's, or -1
    double start, last;       // last: seconds after the start at which something came
    uint64_t first;           // address and port of who came first
    bool failed;              // in `update`, with the error
    caper_error *error;
} show_run;

caper_live_show_job caper_live_show_job_default(void)
{
    return (caper_live_show_job){.puppet = caper_puppet_def_default(),
                                 .rate = 60,
                                 .silence = 2,
                                 .grace = 1,
                                 .patience = 300,
                                 .cookie = CAPER_DEF_COOKIE};
}

static bool tell(const show_run *r, caper_live_news news)
{
    return !r->job->step || r->job->step(r->job->user, r->job, news);
}

int caper_live_receiver_parts(const caper_live_receiver *receiver, caper_performer performer)
{
    const caperi_performer *p = caperi_receiver_find(receiver, performer);
    caper_live_pose pose;
    int parts = 0;
    if (p && caper_live_receiver_pose(receiver, performer, caper_clock_now(), &pose, NULL))
        for (int i = 0; i < CAPER_PART_COUNT; i++)
            parts += (p->present >> i & 1) != 0;
    return parts;
}

// The performer with the most parts, a little after the first: a face that came before its body
// does not count.
static bool meet(show_run *r, caper_error *error)
{
    caper_live_show_job *job = r->job;
    double begin = caper_clock_now(), first = 0, hint = begin + HINT_SECONDS, now = begin;
    bool goes_on = true;
    for (; goes_on && now < begin + (double)job->patience; now = caper_clock_now()) {
        caper_live_receiver_wait(job->receiver, 0.05f);
        now = caper_clock_now();
        caper_live_receiver_poll(job->receiver, now);
        caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
        int count = caper_live_receiver_performers(job->receiver, ids), most = 0;
        for (int i = 0; i < count; i++) {
            int parts = caper_live_receiver_parts(job->receiver, ids[i]);
            if (parts > most) {
                first = job->performer ? first : now;
                job->performer = ids[i];
                most = parts;
            }
        }
        if (job->performer && now - first > MEET_SECONDS) {
            job->character =
                caper_live_receiver_character(job->receiver, job->performer, NULL, error);
            return job->character && caper_live_person_make(job->character, NULL, &r->who, error);
        }
        bool wonder = !job->performer && now > hint;
        hint = wonder ? now + HINT_AGAIN : hint;
        goes_on = tell(r, wonder ? CAPER_LIVE_WAITING : CAPER_LIVE_TICK);
    }
    return caper_error_set(error, CAPER_ERROR_IO, "live", 0, 0,
                           goes_on ? "no performer came within %.0f seconds"
                                   : "stopped before a performer came",
                           (double)job->patience);
}

// Which of the performer's deforms moves which of the character's: those of the same name.
static void match_deforms(show_run *r)
{
    caper_live_person to;
    bool good = caper_live_person_make(r->onto, r->job->puppet.character_map, &to, NULL);
    for (int i = 0; i < DEFORMS; i++) {
        r->deform_from[i] = -1;
        for (int k = 0; good && i < to.deform_count && k < r->who.deform_count; k++)
            r->deform_from[i] = r->who.deforms[k] == to.deforms[i] ? k : r->deform_from[i];
    }
}

// The face: the performer's, and those of senders that have no body.
static void set_face(show_run *r, double time)
{
    const caper_live_receiver *receiver = r->job->receiver;
    for (int i = 0; i < r->onto->deform_count && i < DEFORMS; i++)
        if (r->deform_from[i] >= 0)
            r->deforms[i] = r->local.deforms[r->deform_from[i]];
    caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
    int count = caper_live_receiver_performers(receiver, ids);
    for (int n = 0; n < count; n++) {
        const caperi_performer *p = caperi_receiver_find(receiver, ids[n]);
        caper_live_pose pose;
        float values[DEFORMS];
        if (ids[n] == r->job->performer || p->present != 0 ||
            !caper_live_receiver_pose(receiver, ids[n], time, &pose, values))
            continue;
        for (int i = 0; i < r->onto->deform_count; i++) {
            const char *name = r->onto->deforms[i], *dot = strrchr(name, '.');
            for (int k = 0; k < p->deform_count; k++)
                if (strcmp(p->deform_names[k], name) == 0 ||
                    (dot && strcmp(p->deform_names[k], dot + 1) == 0))
                    r->deforms[i] = values[k];
        }
    }
}

// May a sender go on for a performer who was last heard at `last`? A tracker that was started again
// has the address of the first and another port, and begins after the first fell silent. Who was
// there before, or is elsewhere, is a stranger.
static bool may_go_on(const show_run *r, const caperi_performer *p, double last, double now)
{
    return p->source >> 16 == r->first >> 16 && p->first > last - RECENT_SECONDS &&
           now - p->last < RECENT_SECONDS && caper_live_receiver_parts(r->job->receiver, p->id) > 0;
}

static bool hand_over(show_run *r, caper_performer to, double now)
{
    r->job->performer = to;
    r->last = now - r->start;
    caperi_receiver_keep(r->job->receiver, to);
    return tell(r, CAPER_LIVE_CAME);
}

// The first performer keeps the stage; after a time of grace a tracker that was started again goes
// on in his body, and when he is back himself, it is his again. False when nobody has for too long.
static bool follow(show_run *r)
{
    caper_live_show_job *job = r->job;
    const caperi_performer *p = caperi_receiver_find(job->receiver, job->performer);
    double now = caper_clock_now(), heard = p ? p->last : 0;
    bool is_first = p && p->source == r->first;
    if (p)
        r->last = p->last - r->start + (double)caperi_receiver_latency(job->receiver);
    double silent = now - r->start - r->last;
    if (is_first && silent < SILENT_SECONDS)
        return true;
    caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
    int count = caper_live_receiver_performers(job->receiver, ids);
    for (int i = 0; i < count; i++) {
        p = caperi_receiver_find(job->receiver, ids[i]);
        bool back = p->source == r->first && now - p->last < RECENT_SECONDS &&
                    caper_live_receiver_parts(job->receiver, ids[i]) > 0;
        if (ids[i] != job->performer &&
            (back || (silent >= (double)job->grace && may_go_on(r, p, heard, now))))
            return hand_over(r, ids[i], now);
    }
    return silent < (double)job->silence;
}

static bool move_on(show_run *r, float dt)
{
    caper_live_show_job *job = r->job;
    if (job->update)
        r->failed = !job->update(job->user, dt, r->error);
    else
        caper_actor_update(job->actor, dt, NULL);
    return !r->failed;
}

// One frame of the actor. False when no more of it can be recorded, or its world has ended.
static bool perform(show_run *r, double time, float dt)
{
    caper_live_show_job *job = r->job;
    caper_root root = {0, 0, 0, 0};
    if (!caper_live_receiver_frame(job->receiver, job->performer, r->start + time, &r->who,
                                   &r->local, &root))
        return true;
    set_face(r, r->start + time);
    caper_transform place = caper_root_transform(root);
    if (r->filter)
        caper_pose_filter_update(r->filter, time, &place, &r->local);
    caper_performance performance = {&r->local, &place, r->deforms};
    caper_actor_perform(job->actor, r->source, &performance);
    if (!move_on(r, dt))
        return false;
    if (job->sender)
        caper_live_sender_send(job->sender, caper_actor_local(job->actor),
                               caper_actor_root(job->actor), caper_clock_now());
    job->full = job->recorder && !caper_recorder_take(job->recorder, NULL);
    return !job->full;
}

static void run_ticks(show_run *r)
{
    caper_live_show_job *job = r->job;
    r->start = caper_clock_now();
    double status = 1, before = 0;
    for (long n = 0;; n++) {
        double time = job->time = (double)n / (double)job->rate;
        if (job->seconds > 0 && time >= (double)job->seconds)
            return;
        caperi_live_sleep(r->start + time - caper_clock_now());
        caper_live_receiver_poll(job->receiver, caper_clock_now());
        bool second = time >= status;
        status = second ? floor(time) + 1 : status;
        if (!follow(r) || !tell(r, second ? CAPER_LIVE_RUNNING : CAPER_LIVE_TICK) ||
            !perform(r, time, (float)(time - before)))
            return;
        before = time;
    }
}

static bool check_job(const caper_live_show_job *job, caper_error *error)
{
    bool made = job && job->cookie == CAPER_DEF_COOKIE;
    CAPER_ASSERT(made);
    if (!made)
        return caper_error_set(error, CAPER_ERROR_INVALID, "live", 0, 0,
                               "the job was not made by caper_live_show_job_default");
    if (!job->receiver || !job->actor)
        return caper_error_set(error, CAPER_ERROR_INVALID, "live", 0, 0,
                               "a show needs a receiver and an actor");
    return (job->rate >= 1 && job->rate <= 1000 && job->patience > 0 && job->silence > 0 &&
            job->grace >= 0) ||
           caper_error_set(error, CAPER_ERROR_INVALID, "live", 0, 0,
                           "the rate is not within 1 .. 1000 ticks a second, or patience, "
                           "silence or grace is not above 0");
}

static bool begin(show_run *r, caper_error *error)
{
    caper_puppet_def def = r->job->puppet;
    def.character = r->onto;
    def.performer = r->job->character;
    def.own_place = !r->job->in_place;
    caper_play_def play = caper_play_def_default();
    play.puppet = &def;
    play.fade_in = 0;
    match_deforms(r);
    r->local = caper_character_pose(r->job->character, NULL);
    r->deforms = caper_alloc_zero(NULL, DEFORM_BYTES(r), alignof(float));
    if (!r->local.bodies || !r->deforms)
        return caper_error_set(error, CAPER_ERROR_MEMORY, "live", 0, 0, "out of memory");
    if (r->job->filter) {
        r->filter = caper_pose_filter_create(r->job->character, r->job->filter, NULL, error);
        if (!r->filter)
            return false;
    }
    r->source = caper_actor_play(r->job->actor, &play, error);
    return r->source != 0;
}

bool caper_live_show(caper_live_show_job *job, caper_error *error)
{
    if (!check_job(job, error))
        return false;
    show_run r = {.job = job, .onto = caper_actor_character(job->actor), .error = error};
    job->performer = 0;
    job->character = NULL;
    job->full = false;
    bool good = meet(&r, error) && begin(&r, error);
    if (good) {
        r.first = caperi_receiver_find(job->receiver, job->performer)->source;
        caperi_receiver_keep(job->receiver, job->performer);
    }
    if (good && tell(&r, CAPER_LIVE_CAME))
        run_ticks(&r);
    if (good) {
        // who stops is seen to stand until silence ends the show; a tick or two is no silence
        double last = job->time - r.last > SILENT_SECONDS ? r.last : job->time;
        if (job->recorder)
            caper_recorder_cut(job->recorder, (int)(last * (double)job->rate) + 1);
        caper_actor_stop(job->actor, r.source, 0);
    }
    caper_free(NULL, r.deforms, DEFORM_BYTES(&r));
    caper_pose_filter_destroy(r.filter);
    caper_pose_destroy(&r.local, NULL);
    caper_character_destroy(job->character);
    job->character = NULL;
    return good && !r.failed;
}

caper_live_replay_job caper_live_replay_job_default(void)
{
    return (caper_live_replay_job){.rate = 60, .cookie = CAPER_DEF_COOKIE};
}

bool caper_live_replay(const caper_live_replay_job *job, caper_error *error)
{
    bool made = job && job->cookie == CAPER_DEF_COOKIE;
    CAPER_ASSERT(made);
    if (!made || !job->sender || !job->clip || !(job->rate >= 1 && job->rate <= 1000))
        return caper_error_set(error, CAPER_ERROR_INVALID, "live", 0, 0,
                               "a replay needs a job by caper_live_replay_job_default, a sender, a "
                               "clip and 1 .. 1000 frames a second");
    const caper_clip *clip = job->clip;
    if (!caper_skeleton_same(&clip->skeleton, &caperi_sender_character(job->sender)->skeleton))
        return caper_error_set(error, CAPER_ERROR_INVALID, clip->name, 0, 0,
                               "the clip is of another skeleton than the sender's character");
    caper_pose local = caper_character_pose(caperi_sender_character(job->sender), NULL);
    if (!local.bodies)
        return caper_error_set(error, CAPER_ERROR_MEMORY, "live", 0, 0, "out of memory");
    double start = caper_clock_now(), time = 0;
    double end = job->seconds > 0 ? (double)job->seconds
                 : clip->loops    ? HUGE_VAL
                                  : (double)clip->duration;
    for (long n = 0; time <= end && (!job->step || job->step(job->user, time)); n++) {
        caperi_live_sleep(start + time - caper_clock_now());
        caper_clip_sample(clip, (float)time, NULL, &local);
        caper_live_sender_send(job->sender, &local, caper_clip_sample_root(clip, (float)time),
                               start + time);
        time = (double)(n + 1) / (double)job->rate;
    }
    caper_pose_destroy(&local, NULL);
    return true;
}
