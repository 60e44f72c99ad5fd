// SPDX-License-Identifier: MIT
//
// The report of a stride, for people and for programs.
#include "caper/stride.h"

void caper_stride_report_describe(const caper_stride_report *r, caper_text *text)
{
    caper_text_printf(text,
                      "%d steps, %d of them moved to a footing; strides %.0f %% of the motion's "
                      "(%.0f to %.0f), up to %.2f m up, %.2f m down; went %.2f m of %.2f m in "
                      "%.2f s of %.2f s\n",
                      r->steps, r->moved, 100 * (double)r->mean, 100 * (double)r->shortest,
                      100 * (double)r->longest, (double)r->highest, (double)r->deepest,
                      (double)r->way, (double)r->flat_way, (double)r->time, (double)r->flat_time);
}

void caper_stride_report_summarize(const caper_stride_report *r, caper_json_writer *w)
{
    caper_json_int(caper_json_key(w, "steps"), r->steps);
    caper_json_int(caper_json_key(w, "moved"), r->moved);
    caper_json_float(caper_json_key(w, "stride_mean"), r->mean);
    caper_json_float(caper_json_key(w, "stride_shortest"), r->shortest);
    caper_json_float(caper_json_key(w, "stride_longest"), r->longest);
    caper_json_float(caper_json_key(w, "highest"), r->highest);
    caper_json_float(caper_json_key(w, "deepest"), r->deepest);
    caper_json_float(caper_json_key(w, "way"), r->way);
    caper_json_float(caper_json_key(w, "flat_way"), r->flat_way);
    caper_json_float(caper_json_key(w, "leaped"), r->leaped);
    caper_json_float(caper_json_key(w, "sunk"), r->sunk);
    caper_json_float(caper_json_key(w, "kneels"), r->kneels);
    caper_json_float(caper_json_key(w, "time"), r->time);
    caper_json_float(caper_json_key(w, "flat_time"), r->flat_time);
    caper_json_float(caper_json_key(w, "pace_slowest"), r->slowest);
}
