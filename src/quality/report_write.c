// SPDX-License-Identifier: MIT
// The report as the `check --json` object.
#include "quality/measures.h"

static void write_double(caper_json_writer *w, const char *key, double value)
{
    caper_json_key(w, key);
    caper_json_double(w, value);
}

static void write_measure(caper_json_writer *w, const caper_report *report, int m)
{
    const caper_measure *v = &report->measures[m];
    caper_json_key(w, caper_metric_name((caper_metric)m));
    caper_json_begin_object_inline(w);
    write_double(w, "value", v->value);
    caper_json_key(w, "unit");
    caper_json_string(w, caper_metric_unit((caper_metric)m));
    caper_json_key(w, "source");
    if (v->has_source) {
        caper_json_double(w, v->source);
    } else {
        caper_json_null(w);
    }
    caper_json_key(w, "gate");
    if (v->gated) {
        caper_json_double(w, v->gate);
    } else {
        caper_json_null(w);
    }
    caper_json_key(w, "pass");
    caper_json_bool(w, v->pass);
    if (v->guessed) {
        caper_json_key(w, "guessed");
        caper_json_bool(w, true);
    }
    caper_json_end_object(w);
}

void caper_report_write(const caper_report *report, const caper_character *character,
                        caper_json_writer *w)
{
    caper_json_begin_object(w);
    caper_json_key(w, "verdict");
    caper_json_string(w, report->pass ? "pass" : "fail");
    caper_json_key(w, "words");
    caper_json_string(w, report->verdict);
    caper_json_key(w, "origin");
    caper_json_string(w, caper_origin_name(report->origin));
    caper_json_key(w, "character");
    caper_json_string(w, character->name);
    write_double(w, "size", (double)report->size);
    caper_json_key(w, "frames");
    caper_json_int(w, report->frame_count);
    caper_json_key(w, "first_frame");
    caper_json_int(w, report->first_frame);
    caper_json_key(w, "rest_frames");
    caper_json_int(w, report->rest_frames);
    write_double(w, "rate", (double)report->rate);
    write_double(w, "floor", (double)report->floor);
    caper_json_key(w, "floor_estimated");
    caper_json_bool(w, report->floor_estimated);
    caper_json_key(w, "warning");
    caper_json_string(w, report->warning);
    caper_json_key(w, "metrics");
    caper_json_begin_object(w);
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        if (report->measures[m].measured) {
            write_measure(w, report, m);
        }
    }
    caper_json_end_object(w);
    caper_json_key(w, "contacts");
    caper_json_begin_array(w);
    for (int i = 0; i < report->stance_count; i++) {
        const caper_report_stance *s = &report->stances[i];
        caper_json_begin_object_inline(w);
        caper_json_key(w, "body");
        caper_json_string(w, character->bodies[s->body].name);
        caper_json_key(w, "point");
        caper_json_int(w, s->point);
        write_double(w, "start", (double)s->start);
        write_double(w, "end", (double)s->end);
        write_double(w, "slip_mm", (double)s->slip * 1000.0);
        caper_json_key(w, "declared");
        caper_json_bool(w, s->declared);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
    caper_json_key(w, "worst");
    caper_json_begin_array(w);
    for (int i = 0; i < report->worst_count; i++) {
        const caper_worst *worst = &report->worst[i];
        caper_json_begin_object_inline(w);
        caper_json_key(w, "metric");
        caper_json_string(w, caper_metric_name(worst->metric));
        caper_json_key(w, "frame");
        caper_json_int(w, worst->frame);
        caper_json_key(w, "body");
        if (worst->body >= 0) {
            caper_json_string(w, character->bodies[worst->body].name);
        } else {
            caper_json_null(w);
        }
        write_double(w, "value", worst->value);
        caper_json_key(w, "unit");
        caper_json_string(w, caper_metric_worst_unit(worst->metric));
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
    caper_json_end_object(w);
}
