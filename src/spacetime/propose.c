// SPDX-License-Identifier: MIT
// When soles touch, found by the solver (thesis 6.1.1). Every sole may touch at every frame; a
// force and a height, or a force and a speed over the ground, exclude each other. Such conditions
// are hard for the solver, so they are first loose and then tightened, each solve starting from the
// one before; the first starts from the motion with the contacts of the job. What comes out is
// coarse (frames) and its forces are a little off the ground: contacts are read off it, and a solve
// with these contacts gives the motion.
#include "spacetime/solution.h"

// Force (body weights) x height (lengths), and force x square of a speed (in walking speeds).
static const double LOOSENESS[] = {0.03, 0.01, 0.003, 0.001};
// Iterations of each: a stage that did not end is still a better start than none.
static const int STAGE_ITERATIONS = 80;

// -- reading contacts off -------------------------------------------------------------------------

// Frames of the full cycle at which a part touches.
static int mark_frames(const caper_spacetime_solution *s, int foot, int part, bool *on,
                       int capacity)
{
    const caperi_solution_foot *f = &s->feet[foot];
    int n = s->frame_count, count = s->cycle == CAPER_SPACETIME_MIRRORED ? 2 * n : n;
    if (count > capacity) {
        return 0;
    }
    for (int t = 0; t < count; t++) {
        const caperi_solution_foot *which = t < n ? f : &s->feet[f->mirror];
        on[t] = which->active[part][t % n];
    }
    return count;
}

// Gaps of one frame are closed, then contacts of one frame are dropped.
static void smooth(bool *on, int n, bool cyclic)
{
    for (int kind = 0; kind < 2; kind++) {
        for (int t = 0; t < n; t++) {
            bool before = t > 0 ? on[t - 1] : cyclic && on[n - 1];
            bool after = t < n - 1 ? on[t + 1] : cyclic && on[0];
            if (before == after && on[t] != before && on[t] == (kind == 1)) {
                on[t] = before;
            }
        }
    }
}

static void add_contact(caper_spacetime_timing *out, const caper_spacetime_contact *contact)
{
    if (out->contact_count < CAPER_SPACETIME_TIMING_CONTACTS) {
        out->contacts[out->contact_count++] = *contact;
    }
}

static void read_part(const caper_spacetime_solution *s, int foot, int part,
                      caper_spacetime_timing *out)
{
    enum {
        MOST_FRAMES = 2000
    };
    bool on[MOST_FRAMES], cyclic = s->cycle != CAPER_SPACETIME_ONCE;
    int n = mark_frames(s, foot, part, on, MOST_FRAMES), frames = cyclic ? n : n - 1;
    bool two = s->feet[foot].part_count > 1;
    caper_spacetime_contact contact = {s->feet[foot].body,
                                       !two        ? CAPER_SPACETIME_WHOLE
                                       : part == 0 ? CAPER_SPACETIME_HEEL
                                                   : CAPER_SPACETIME_TOE,
                                       0, 1, 0};
    smooth(on, n, cyclic);
    bool always = n > 0;
    for (int t = 0; t < n; t++) {
        always = always && on[t];
        bool before = t > 0 ? on[t - 1] : cyclic && on[n - 1];
        if (on[t] && !before) {
            int last = t;
            while (last + 1 < (cyclic ? t + n : n) && on[(last + 1) % n]) {
                last++;
            }
            contact.start = (double)t / frames;
            contact.end = fmin((last + 1.0) / frames, cyclic ? contact.start + 1 : 1);
            add_contact(out, &contact);
        }
    }
    if (always && cyclic) {
        add_contact(out, &contact);
    }
}

// -- stages ---------------------------------------------------------------------------------------

static caper_spacetime_solution *tighten(const caper_spacetime_job *job,
                                         caper_spacetime_report *report, caper_error *error)
{
    caperi_stage stage = {.job = job};
    caper_spacetime_solution *s = caperi_stage_solve(&stage, report, error);
    bool first = true;
    for (int i = 0; s && i < CAPER_COUNT_OF(LOOSENESS); i++) {
        stage =
            (caperi_stage){.job = job, .looseness = LOOSENESS[i], .barrier = 0.1 * LOOSENESS[i]};
        if (first) {
            stage.like = s;
        } else {
            stage.start = s;
        }
        caper_spacetime_solution *next = caperi_stage_solve(&stage, report, error);
        caper_spacetime_solution_destroy(s);
        s = next;
        first = false;
    }
    return s;
}

bool caper_spacetime_propose(const caper_spacetime_job *job, caper_spacetime_timing *out,
                             caper_spacetime_report *report, caper_error *error)
{
    caper_spacetime_report ignored;
    report = report ? report : &ignored;
    *report = (caper_spacetime_report){.solved = false};
    if (!caperi_check_job(job, error)) {
        return false;
    }
    caper_spacetime_job loose = *job;
    loose.self_contact = false;
    loose.start = NULL;
    loose.max_iterations =
        job->max_iterations < STAGE_ITERATIONS ? job->max_iterations : STAGE_ITERATIONS;
    caper_spacetime_solution *s = tighten(&loose, report, error);
    if (!s) {
        return false;
    }
    *out = (caper_spacetime_timing){.duration = caperi_spacetime_solution_duration(s)};
    for (int i = 0; i < s->foot_count; i++) {
        for (int part = 0; part < s->feet[i].part_count; part++) {
            read_part(s, i, part, out);
        }
    }
    caper_spacetime_solution_destroy(s);
    return out->contact_count > 0;
}
