// SPDX-License-Identifier: MIT
// The judge at work in the background. Assets never change, so the thread reads them without locks;
// they are kept and dropped by the window's thread alone.
#define _POSIX_C_SOURCE 200809L
#include "judge.h"

#include "record.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

// What the thread works at: one body at a time.
typedef struct work {
    pthread_t thread;
    bool started;
    const judgement *owner; // whose body it is
    atomic_bool ready;
    const caper_motion *motion;
    const caper_world *world;
    asset *body;
    int variant, index;
    caper_report *report;
    int unmet;
    float pace;
    char text[200], missing[200];
} work;

static work w;

// False with a reason: it could not be asked, so nothing is known to be met.
static bool expect(const caper_clip *clip, caper_error *error)
{
    caper_expect_result results[CAPER_GRID_MAX_EXPECTS];
    if (w.motion->expect_count > CAPER_GRID_MAX_EXPECTS) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, w.motion->name, 0, 0,
                               "the motion expects more than %d things", CAPER_GRID_MAX_EXPECTS);
    }
    caper_binding *binding = caper_binding_create(w.motion, asset_character(w.body), NULL, error);
    caper_expect_job job = caper_expect_job_default();
    job.binding = binding;
    job.variant = w.variant;
    job.clip = clip;
    job.speed = w.pace;
    job.world = w.world;
    bool good = binding && (w.variant < binding->variant_count ||
                            caper_error_set(error, CAPER_ERROR_INVALID, w.motion->name, 0, 0,
                                            "found no variant %d of it", w.variant));
    good = good && caper_motion_expect(&job, results, error);
    for (int i = 0; good && i < w.motion->expect_count; i++) {
        if (!results[i].met && w.unmet++ == 0) {
            caper_expect_text(&job, i, &results[i], w.missing, sizeof w.missing);
        }
    }
    caper_binding_destroy(binding);
    return good;
}

static void *judge_one(void *unused)
{
    (void)unused;
    caper_error error = {0};
    cli_take take;
    memset(&take, 0, sizeof take);
    take.character = asset_character(w.body);
    take.motion = w.motion;
    take.world = w.world;
    take.variant = w.variant;
    take.rate = 30;
    w.pace = cli_pace(w.motion, take.character, w.variant, &error);
    caper_clip *clip = w.pace > 0 ? cli_record(&take, &error) : NULL;
    if (clip) {
        caper_check_job job = caper_check_job_default();
        job.character = take.character;
        job.clip = clip;
        job.world = w.world;
        job.floor = 0;
        job.curves = true;
        w.report = expect(clip, &error) ? caper_check(&job, &error) : NULL;
    }
    snprintf(w.text, sizeof w.text, "%s", w.report ? w.report->verdict : error.message);
    caper_clip_destroy(clip);
    atomic_store(&w.ready, true);
    return NULL;
}

// The thread may be at work for another judgement: then this one waits for its turn.
static void start_next(judgement *j)
{
    if (w.started) {
        return;
    }
    for (int i = 0; i < j->count; i++) {
        verdict *v = &j->list[i];
        if (v->state == VERDICT_WAITS) {
            memset(&w, 0, sizeof w);
            w.owner = j;
            w.motion = j->motion->loaded.motion;
            w.world = j->world ? j->world->loaded.world : NULL;
            w.body = v->body;
            w.variant = v->variant < 0 ? 0 : v->variant;
            w.index = i;
            w.started = pthread_create(&w.thread, NULL, judge_one, NULL) == 0;
            if (!w.started) {
                v->state = VERDICT_FAILED;
                continue;
            }
            return;
        }
    }
    j->running = false;
}

static void finish(judgement *j)
{
    pthread_join(w.thread, NULL);
    w.started = false;
    verdict *v = &j->list[w.index];
    v->report = w.report;
    v->state = w.report ? VERDICT_DONE : VERDICT_FAILED;
    v->unmet = w.unmet;
    v->duration = j->motion->loaded.motion->duration;
    v->pace = w.pace;
    snprintf(v->text, sizeof v->text, "%s", w.text);
    snprintf(v->missing, sizeof v->missing, "%s", w.missing);
    j->done++;
    j->passed += v->report && v->report->grade < CAPER_GRADE_FAIL && v->unmet == 0;
}

void judge_clear(judgement *j)
{
    if (w.started && w.owner == j) {
        pthread_join(w.thread, NULL);
        caper_report_destroy(w.report);
        memset(&w, 0, sizeof w);
    }
    for (int i = 0; i < j->count; i++) {
        caper_report_destroy(j->list[i].report);
        asset_drop(j->list[i].body);
    }
    asset_drop(j->motion);
    asset_drop(j->world);
    memset(j, 0, sizeof *j);
}

void judge_start(judgement *j, const studio *s, asset *const *bodies, const int *variants,
                 int count)
{
    judge_clear(j);
    j->motion = asset_keep(s->doc.state.motion);
    j->world = asset_keep(s->doc.state.world);
    for (int i = 0; i < count && i < JUDGE_MAX; i++) {
        j->list[j->count++] = (verdict){
            .state = VERDICT_WAITS, .body = asset_keep(bodies[i]), .variant = variants[i]};
    }
    j->running = true;
    start_next(j);
}

void judge_update(judgement *j)
{
    if (!j->running) {
        return;
    }
    if (w.started && w.owner == j && atomic_load(&w.ready)) {
        finish(j);
    }
    start_next(j);
}
