// SPDX-License-Identifier: MIT
// Room `quality`: every metric of a ten second clip.
#include "bench.h"
#include "subject.h"

#include "caper/quality.h"

#include <stdlib.h>

static void *setup(double *units)
{
    subject *s = calloc(1, sizeof(*s));
    *units = SUBJECT_FRAMES;
    if (s) {
        *s = subject_make();
    }
    return s && s->clip ? s : NULL;
}

static void teardown(void *user)
{
    subject_free(user);
    free(user);
}

static void run(void *user, int times)
{
    subject *s = user;
    for (int i = 0; i < times; i++) {
        caper_check_job job = caper_check_job_default();
        job.character = s->character;
        job.clip = s->clip;
        caper_report *report = caper_check(&job, NULL);
        bench_keep(report);
        caper_report_destroy(report);
    }
}

static const bench_case cases[] = {
    {.name = "quality.check",
     .what = "all metrics of a clip of 67 bodies",
     .unit = "frame",
     .setup = setup,
     .teardown = teardown,
     .run = run},
};

const bench_suite bench_quality = {"quality", cases, CAPER_COUNT_OF(cases), NULL, 0};
