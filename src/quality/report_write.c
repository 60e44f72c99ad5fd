// SPDX-License-Identifier: MIT
// The report as the `check --json` object, and as text for people.
#include "quality/measures.h"

#include <math.h>

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
    caper_json_key(w, "seen");
    if (v->gated && isfinite(v->seen)) {
        caper_json_double(w, v->seen);
    } else {
        caper_json_null(w);
    }
    caper_json_bool(caper_json_key(w, "pass"), v->pass);
    caper_json_bool(caper_json_key(w, "visible"), v->visible);
    if (v->guessed) {
        caper_json_bool(caper_json_key(w, "guessed"), true);
    }
    caper_json_end_object(w);
}

void caper_report_write(const caper_report *report, const caper_character *character,
                        caper_json_writer *w)
{
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "verdict"), caper_grade_name(report->grade));
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

// --- text ----------------------------------------------------------------------------------------

static void tell_number(caper_text *out, bool measured, double value)
{
    if (measured) {
        caper_text_printf(out, fabs(value) >= 1e4 && fabs(value) < 1e9 ? " %12.0f" : " %12.4g",
                          value);
    } else {
        caper_text_printf(out, " %12s", "-");
    }
}

static void tell_measure(caper_text *out, caper_metric m, const caper_measure *v)
{
    caper_text_printf(out, "  %-24s", caper_metric_name(m));
    tell_number(out, true, v->value);
    if (v->guessed && !v->has_source) {
        caper_text_printf(out, " %12s", "guessed");
    } else {
        tell_number(out, v->has_source, v->source);
    }
    if (v->gated) {
        caper_text_printf(out, " %s%10.4g", v->at_least ? ">=" : "<=", v->gate);
    } else {
        caper_text_printf(out, " %12s", "-");
    }
    caper_text_printf(out, "  %-6s %s\n", caper_metric_unit(m),
                      !v->gated    ? ""
                      : v->visible ? "FAIL"
                      : v->pass    ? "pass"
                                   : "flawed");
}

void caper_report_describe(const caper_report *r, const caper_character *character,
                           const char *called, const caper_world *world, caper_text *out)
{
    caper_text_printf(out, "%s: %s\n  %d frames at %.4g Hz on %s (size %.3g m), ",
                      caper_grade_name(r->grade), r->verdict, r->frame_count, (double)r->rate,
                      called ? called : character->name, (double)r->size);
    if (world) {
        caper_text_printf(out, "world %s\n", caper_world_name(world));
    } else {
        caper_text_printf(out, "floor %.4g m%s\n",
                          fabs((double)r->floor) < 5e-5 ? 0.0 : (double)r->floor,
                          r->floor_estimated ? " (estimated)" : "");
    }
    if (r->rest_frames > 0) {
        caper_text_printf(
            out, "  left out: %s, the rest pose in front of the motion, %.3g m from it\n",
            r->rest_frames == 1 ? "frame 0" : "the first frames", (double)r->rest_jump);
    }
    if (r->warning[0]) {
        caper_text_printf(out, "  warning: %s\n", r->warning);
    }
    const char *origin = r->origin == CAPER_ORIGIN_OURS    ? "made by Caper (--origin ours)"
                         : r->origin == CAPER_ORIGIN_FOUND ? "found (--origin found)"
                                                           : "found, with feet that Caper fitted "
                                                             "to the ground (--origin fitted)";
    caper_text_printf(out, "  judged as %s\n  %-24s %12s %12s %12s  %s\n", origin, "metric",
                      "value", "source", "gate", "unit");
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        if (r->measures[m].measured) {
            tell_measure(out, (caper_metric)m, &r->measures[m]);
        }
    }
    for (int i = 0; i < r->worst_count; i++) {
        if (!r->measures[r->worst[i].metric].pass) {
            char text[160];
            caper_report_text(r, character, i, text, sizeof text);
            caper_text_printf(out, "  %s: %s (frame %d)\n", caper_metric_name(r->worst[i].metric),
                              text, r->worst[i].frame);
        }
    }
}
