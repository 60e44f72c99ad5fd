// SPDX-License-Identifier: MIT
// How many pairs pass, and what fails the others.
#include "caper/grid.h"

#include <math.h>
#include <string.h>

static int64_t judged(const caper_grid_counts *c)
{
    return c->count[CAPER_GRID_PASS] + c->count[CAPER_GRID_FLAWED] + c->count[CAPER_GRID_FAIL];
}

double caper_grid_rate(const caper_grid_counts *counts, bool strict)
{
    int64_t good = counts->count[CAPER_GRID_PASS] + (strict ? 0 : counts->count[CAPER_GRID_FLAWED]);
    int64_t all = judged(counts);
    return all > 0 ? (double)good / (double)all : (double)NAN;
}

void caper_grid_count(caper_grid_counts *counts, const caper_grid_item *item)
{
    counts->count[item->status]++;
    counts->frames += item->frame_count;
    if (item->status == CAPER_GRID_FAIL || item->status == CAPER_GRID_FLAWED) {
        counts->unmet += item->expect_failed > 0;
        counts->refused += strcmp(item->worst, CAPER_GRID_REFUSED) == 0;
        for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
            counts->failed[m] += item->values[m].measured && !item->values[m].pass;
        }
    }
}

// How many fail by one reason: a metric, then what goes without a number.
static int64_t failed_by(const caper_grid_counts *c, int reason, const char **name)
{
    bool metric = reason < CAPER_METRIC_COUNT, unmet = reason == CAPER_METRIC_COUNT;
    *name = metric  ? caper_metric_name((caper_metric)reason)
            : unmet ? "expectations"
                    : CAPER_GRID_REFUSED;
    return metric ? c->failed[reason] : unmet ? c->unmet : c->refused;
}

void caper_grid_counts_describe(const caper_grid_counts *c, caper_text *text)
{
    int64_t all = judged(c), seen = c->count[CAPER_GRID_FAIL];
    caper_text_printf(text,
                      "%lld of %lld pairs pass (%.1f %%), %lld of them every gate (%.1f %%); %lld "
                      "fail; %lld errors; %lld not for the body\n",
                      (long long)(all - seen), (long long)all,
                      all ? 100 * caper_grid_rate(c, false) : 0.0,
                      (long long)c->count[CAPER_GRID_PASS],
                      all ? 100 * caper_grid_rate(c, true) : 0.0, (long long)seen,
                      (long long)c->count[CAPER_GRID_ERROR], (long long)c->count[CAPER_GRID_SKIP]);
    for (int m = 0; m < CAPER_METRIC_COUNT + 2; m++) {
        const char *name;
        int64_t count = failed_by(c, m, &name);
        if (count > 0) {
            caper_text_printf(text, "  %-24s beyond its gate in %lld\n", name, (long long)count);
        }
    }
}

void caper_grid_counts_summarize(const caper_grid_counts *c, caper_json_writer *w)
{
    for (int s = 0; s < CAPER_GRID_STATUS_COUNT; s++) {
        caper_json_int(caper_json_key(w, caper_grid_status_name((caper_grid_status)s)),
                       c->count[s]);
    }
    double rate = caper_grid_rate(c, false), strict = caper_grid_rate(c, true);
    caper_json_double(caper_json_key(w, "rate"), isfinite(rate) ? rate : 0);
    caper_json_double(caper_json_key(w, "strict_rate"), isfinite(strict) ? strict : 0);
    caper_json_int(caper_json_key(w, "frames"), c->frames);
    caper_json_begin_object(caper_json_key(w, "failed"));
    for (int m = 0; m < CAPER_METRIC_COUNT + 2; m++) {
        const char *name;
        int64_t count = failed_by(c, m, &name);
        if (count > 0) {
            caper_json_int(caper_json_key(w, name), count);
        }
    }
    caper_json_end_object(w);
}
