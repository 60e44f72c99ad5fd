// SPDX-License-Identifier: MIT
// The report as the `check --json` object.
#include "quality/measures.h"

static void write_measure(caper_json_writer *w, const caper_report *report, int m)
{
    const caper_measure *v = &report->measures[m];
    caper_json_begin_object_inline(caper_json_key(w, caper_metric_name((caper_metric)m)));
    caper_json_double(caper_json_key(w, "value"), v->value);
    caper_json_string(caper_json_key(w, "unit"), caper_metric_unit((caper_metric)m));
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
    caper_json_bool(caper_json_key(w, "pass"), v->pass);
    if (v->guessed) {
        caper_json_bool(caper_json_key(w, "guessed"), true);
    }
    caper_json_end_object(w);
}

void caper_report_write(const caper_report *report, const caper_character *character,
                        caper_json_writer *w)
{
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "verdict"), report->pass ? "pass" : "fail");
    caper_json_string(caper_json_key(w, "words"), report->verdict);
    caper_json_string(caper_json_key(w, "origin"), caper_origin_name(report->origin));
    caper_json_string(caper_json_key(w, "character"), character->name);
    caper_json_double(caper_json_key(w, "size"), (double)report->size);
    caper_json_int(caper_json_key(w, "frames"), report->frame_count);
    caper_json_int(caper_json_key(w, "first_frame"), report->first_frame);
    caper_json_int(caper_json_key(w, "rest_frames"), report->rest_frames);
    caper_json_double(caper_json_key(w, "rate"), (double)report->rate);
    caper_json_double(caper_json_key(w, "floor"), (double)report->floor);
    caper_json_bool(caper_json_key(w, "floor_estimated"), report->floor_estimated);
    caper_json_string(caper_json_key(w, "warning"), report->warning);
    caper_json_begin_object(caper_json_key(w, "metrics"));
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        if (report->measures[m].measured) {
            write_measure(w, report, m);
        }
    }
    caper_json_end_object(w);
    caper_json_begin_array(caper_json_key(w, "contacts"));
    for (int i = 0; i < report->stance_count; i++) {
        const caper_report_stance *s = &report->stances[i];
        caper_json_begin_object_inline(w);
        caper_json_string(caper_json_key(w, "body"), character->bodies[s->body].name);
        caper_json_int(caper_json_key(w, "point"), s->point);
        caper_json_double(caper_json_key(w, "start"), (double)s->start);
        caper_json_double(caper_json_key(w, "end"), (double)s->end);
        caper_json_double(caper_json_key(w, "slip_mm"), (double)s->slip * 1000.0);
        caper_json_bool(caper_json_key(w, "declared"), s->declared);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
    caper_json_begin_array(caper_json_key(w, "worst"));
    for (int i = 0; i < report->worst_count; i++) {
        const caper_worst *worst = &report->worst[i];
        caper_json_begin_object_inline(w);
        caper_json_string(caper_json_key(w, "metric"), caper_metric_name(worst->metric));
        caper_json_int(caper_json_key(w, "frame"), worst->frame);
        caper_json_key(w, "body");
        if (worst->body >= 0) {
            caper_json_string(w, character->bodies[worst->body].name);
        } else {
            caper_json_null(w);
        }
        caper_json_double(caper_json_key(w, "value"), worst->value);
        caper_json_string(caper_json_key(w, "unit"), caperi_metric_worst_unit(worst->metric));
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
    caper_json_end_object(w);
}
