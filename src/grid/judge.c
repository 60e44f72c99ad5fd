// SPDX-License-Identifier: MIT
//
// One pair: made, judged, and put into words.
#include "grid/grid.h"

#include <math.h>
#include <string.h>

const char *caper_grid_status_name(caper_grid_status status)
{
    static const char *const names[] = {"pass", "flawed", "fail", "skip", "error"};
    return (unsigned)status < CAPER_GRID_STATUS_COUNT ? names[status] : NULL;
}

static void keep_report(const caper_report *report, caper_grid_item *item)
{
    static const caper_grid_status by_grade[CAPER_GRADE_COUNT] = {
        CAPER_GRID_PASS, CAPER_GRID_FLAWED, CAPER_GRID_FAIL};
    item->status = by_grade[report->grade];
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        const caper_measure *in = &report->measures[m];
        caper_grid_value *out = &item->values[m];
        out->measured = in->measured && isfinite(in->value);
        out->gated = in->gated;
        out->pass = in->pass;
        out->visible = in->visible;
        out->value = out->measured ? in->value : 0;
        out->gate = in->gated && isfinite(in->gate) ? in->gate : 0;
    }
    if (!report->pass) {
        caperi_utf8_copy(item->why, sizeof item->why, report->verdict);
    }
    if (report->seen >= 0 && report->seen < report->worst_count) {
        const caper_worst *seen = &report->worst[report->seen];
        item->worst_time = (float)seen->frame / report->rate;
        snprintf(item->worst, sizeof item->worst, "%s", caper_metric_name(seen->metric));
    }
}

/// Declared impacts of one clip: events of a motion.
#define MOST_IMPACTS 64

static bool judge_clip(const caper_grid_body *body, const caper_grid_act *act,
                       const caper_grid_take *take, caper_grid_item *item, caper_error *error)
{
    float impacts[MOST_IMPACTS];
    caper_check_job check = caper_check_job_default();
    check.character = take->character;
    check.clip = take->clip;
    check.world = take->world;
    check.floor = 0;
    check.boxes_guessed = body->boxes_guessed;
    if (!take->own_character) { // a relaxed body has another rest pose than its skin
        check.skins = body->skins;
        check.skin_count = body->skin_count;
    }
    if (act->kind == CAPER_GRID_CAPTURE) {
        check.source = act->clip;
        check.source_character = act->from;
    }
    check.impacts = impacts;
    for (int i = 0; act->kind == CAPER_GRID_MOTION && i < act->motion->event_count; i++) {
        if (check.impact_count < MOST_IMPACTS) {
            impacts[check.impact_count++] = act->motion->events[i].time / take->speed;
        }
    }
    caper_report *report = caper_check(&check, error);
    if (!report) {
        return false;
    }
    keep_report(report, item);
    caper_report_destroy(report);
    return true;
}

// What the motion means to do. An intent that is not met is what a person sees first.
static bool judge_intent(const caper_grid_act *act, const caper_grid_take *take,
                         caper_grid_item *item, caper_error *error)
{
    caper_world_frame frame = {0};
    frame.targets = take->targets;
    frame.target_count = act->place != CAPER_GRID_DEFAULT ? take->target_count : 0;
    caper_expect_job job = {take->binding, take->variant, take->clip,
                            take->world,   &frame,        take->speed};
    caper_expect_result results[CAPER_GRID_MAX_EXPECTS];
    int count = act->motion->expect_count;
    if (count > CAPER_GRID_MAX_EXPECTS) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, act->name, 0, 0,
                               "the motion expects more than %d things", CAPER_GRID_MAX_EXPECTS);
    }
    if (!caper_motion_expect(&job, results, error)) {
        return false;
    }
    bool told = false; // what is seen is told first, and the first of those
    for (int i = 0; i < count; i++) {
        item->expect_count += results[i].applies;
        item->expect_failed += !results[i].met;
        caper_grid_status status = results[i].visible ? CAPER_GRID_FAIL : CAPER_GRID_FLAWED;
        if (!results[i].met && (told ? status > item->status : status >= item->status)) {
            told = true;
            item->status = status;
            item->worst_time = results[i].time;
            caper_expect_text(&job, i, &results[i], item->why, sizeof item->why);
            snprintf(item->worst, sizeof item->worst, "expect %s",
                     caper_expect_kind_name(act->motion->expects[i].kind));
        }
    }
    if (told && item->status == CAPER_GRID_FLAWED) {
        size_t end = strlen(item->why);
        snprintf(item->why + end, sizeof item->why - end, "; few would see it");
    }
    return true;
}

// Files that did not load, and what memory did not suffice for, say nothing of us; that body and
// act are there and we make nothing of them is our failure.
static void keep_refusal(const caper_grid_act *act, bool skip, const caper_error *error,
                         caper_grid_item *item)
{
    item->unknown = error->status == CAPER_ERROR_MEMORY;
    item->status = skip                            ? CAPER_GRID_SKIP
                   : act->problem || item->unknown ? CAPER_GRID_ERROR
                                                   : CAPER_GRID_FAIL;
    bool refused = item->status == CAPER_GRID_FAIL;
    snprintf(item->worst, sizeof item->worst, "%s", refused ? CAPER_GRID_REFUSED : "");
    item->worst_time = -1;
    caper_error_text(error, item->why, sizeof item->why);
}

void caperi_grid_judge(const caper_grid_job *job, const char *name, const caper_grid_body *body,
                       const caper_grid_act *act, int variant, caper_grid_item *item)
{
    memset(item, 0, sizeof *item);
    caperi_utf8_copy(item->body, sizeof item->body, name);
    caperi_utf8_copy(item->act, sizeof item->act, act->name);
    item->seed = caperi_grid_seed(job, name, act->name);
    item->worst_time = -1;
    item->size = body->character->size;
    caper_error error = {0};
    caper_grid_take take;
    bool skip = false;
    bool good = caper_grid_take_make(job, name, body, act, variant, &take, &skip, &error);
    item->variant = take.variant;
    if (good) {
        item->frame_count = take.clip->frame_count;
        item->duration = take.clip->duration;
        if (take.binding && take.variant >= 0) {
            caper_binding_text(take.binding, take.variant, item->limbs, sizeof item->limbs);
        }
        good = judge_clip(body, act, &take, item, &error) &&
               (!take.binding || judge_intent(act, &take, item, &error));
    }
    if (!good) {
        keep_refusal(act, skip, &error, item);
    }
    caper_grid_take_destroy(&take);
}
