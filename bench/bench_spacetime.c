// SPDX-License-Identifier: MIT
// Room `spacetime`: solves of a walking person, cold and from a neighbour, with and without found
// durations, and the iterations they took, which do not depend on the machine. The baseline of a
// cold half cycle is the full cycle that says the same; of a warm neighbour, the cold one.
#include "bench.h"

#include "caper/spacetime.h"

#include <stdlib.h>

typedef struct walk {
    caper_character *character;
    caper_spacetime_contact contacts[4];
    caper_spacetime_job job, other; ///< other: what the baseline solves
    caper_spacetime_solution *start;
    int fact; ///< where the iterations go
} walk;

// Filled by the cases as they run.
enum {
    HALF,
    FULL,
    WARM,
    DURATIONS,
    APART,
    FACTS
};
static bench_fact facts[FACTS] = {
    [HALF] = {"spacetime.half_walk iterations", "iterations", 0, 31},
    [FULL] = {"spacetime.full_walk iterations", "iterations", 0, 38},
    [WARM] = {"spacetime.warm iterations", "iterations", 0, 15},
    [DURATIONS] = {"spacetime.durations iterations", "iterations", 0, 60},
    [APART] = {"spacetime.apart iterations", "iterations", 0, 80},
};

static void give_contacts(walk *w)
{
    int left = caper_character_find(w->character, "left_foot");
    int right = caper_character_find(w->character, "right_foot");
    w->contacts[0] = (caper_spacetime_contact){left, CAPER_SPACETIME_HEEL, 0, 0.4, 0};
    w->contacts[1] = (caper_spacetime_contact){left, CAPER_SPACETIME_TOE, 0.1, 0.62, 0};
    w->contacts[2] = (caper_spacetime_contact){right, CAPER_SPACETIME_HEEL, 0.5, 0.9, 0};
    w->contacts[3] = (caper_spacetime_contact){right, CAPER_SPACETIME_TOE, 0.6, 1.12, 0};
}

static walk *make_walk(double *units, int fact)
{
    walk *w = calloc(1, sizeof *w);
    *units = 1;
    if (!w) {
        return NULL;
    }
    w->fact = fact;
    w->character = caper_character_load("data/characters/performer.character.json", NULL, NULL);
    if (!w->character) {
        free(w);
        return NULL;
    }
    give_contacts(w);
    w->job = caper_spacetime_job_default();
    w->job.character = w->character;
    w->job.contacts = w->contacts;
    w->job.contact_count = 4;
    w->job.cycle = CAPER_SPACETIME_MIRRORED;
    w->job.frame_count = 11;
    w->job.duration = 1.1;
    w->job.travel.z = 1.3 * w->job.duration;
    w->other = w->job;
    w->other.cycle = CAPER_SPACETIME_LOOP;
    w->other.frame_count = 22;
    return w;
}

static void teardown(void *user)
{
    walk *w = user;
    caper_spacetime_solution_destroy(w->start);
    caper_character_destroy(w->character);
    free(w);
}

static void solve(const caper_spacetime_job *job, int times, caper_spacetime_report *report)
{
    for (int i = 0; i < times; i++) {
        caper_spacetime_solution *s = caper_spacetime_solve(job, report, NULL);
        bench_keep(s);
        caper_spacetime_solution_destroy(s);
    }
}

static void run(void *user, int times)
{
    walk *w = user;
    caper_spacetime_report report;
    solve(&w->job, times, &report);
    facts[w->fact].value = report.iterations;
}

static void baseline(void *user, int times)
{
    solve(&((walk *)user)->other, times, NULL);
}

static void *setup_half(double *units)
{
    return make_walk(units, HALF);
}

static void *setup_full(double *units)
{
    walk *w = make_walk(units, FULL);
    if (w) {
        w->job = w->other;
    }
    return w;
}

static void *setup_warm(double *units)
{
    walk *w = make_walk(units, WARM);
    if (w) {
        w->start = caper_spacetime_solve(&w->job, NULL, NULL);
        w->job.travel.z = 1.35 * w->job.duration;
        w->other = w->job; // the same, cold
        w->job.start = w->start;
    }
    return w;
}

static void *setup_durations(double *units)
{
    walk *w = make_walk(units, DURATIONS);
    if (w) {
        w->other = w->job; // with the durations given
        w->job.duration_min = 0.7;
        w->job.duration_max = 1.6;
    }
    return w;
}

static void *setup_apart(double *units)
{
    walk *w = make_walk(units, APART);
    if (w) {
        w->other = w->job; // bodies may go through each other
        w->job.self_contact = true;
    }
    return w;
}

static const bench_case cases[] = {
    {.name = "spacetime.half_walk",
     .what = "11 frames, mirrored, cold; baseline: the full cycle of 22 frames",
     .unit = "solve",
     .setup = setup_half,
     .teardown = teardown,
     .run = run,
     .baseline = baseline,
     .max_ns = 1.5e9,
     .reference = "a study of walking"},
    {.name = "spacetime.full_walk",
     .what = "22 frames, cold",
     .unit = "solve",
     .setup = setup_full,
     .teardown = teardown,
     .run = run,
     .max_ns = 5e9,
     .reference = "a study of walking; the thesis needed 10 minutes"},
    {.name = "spacetime.warm",
     .what = "the same at 0.05 m/s more, from the slower one; baseline: cold",
     .unit = "solve",
     .setup = setup_warm,
     .teardown = teardown,
     .run = run,
     .baseline = baseline,
     .max_ns = 0.5e9,
     .reference = "a study of walking"},
    {.name = "spacetime.durations",
     .what = "durations of the phases found; baseline: given",
     .unit = "solve",
     .setup = setup_durations,
     .teardown = teardown,
     .run = run,
     .baseline = baseline,
     .max_ns = 60e9,
     .reference = "the thesis needed 24 to 48 hours"},
    {.name = "spacetime.apart",
     .what = "bodies kept out of each other; baseline: not",
     .unit = "solve",
     .setup = setup_apart,
     .teardown = teardown,
     .run = run,
     .baseline = baseline,
     .max_ns = 3.5e9,
     .reference = "2 s more"},
};

const bench_suite bench_spacetime = {"spacetime", cases, CAPER_COUNT_OF(cases), facts,
                                     CAPER_COUNT_OF(facts)};
