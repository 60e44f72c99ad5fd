// SPDX-License-Identifier: MIT
//
// Contact times by search (paper 004, sections 3.3 and 4.2.5): CMA-ES around the solver, over the
// start and the length of each contact, as parts of the cycle, and the duration. In a mirrored
// cycle the contacts of the second half are those of the first. A timing without a solution costs
// more than any with one, the more the further it is from being possible.
#define _POSIX_C_SOURCE 200809L
#include "spacetime/work.h"

#include "spacetime/cmaes.h"

#include <math.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define SHORTEST_CONTACT 0.08 // of the cycle: two frames of a cycle of 24
#define LONGEST_CONTACT 0.95
// What a timing without a solution costs, and each unit of violation on top: costs of motions are
// of the order of 1.
#define IMPOSSIBLE 1e4

typedef struct search {
    caperi_sample *sample;
    caper_spacetime_contact first[CAPERI_SPACE_CONTACTS]; // as given
    int partner[CAPERI_SPACE_CONTACTS]; // the contact of the first half that it mirrors, or itself
    int index[CAPERI_SPACE_CONTACTS];   // of its two variables
    int count;                          // variables, the duration last
    double lower[CAPERI_CMAES_DIMENSIONS], upper[CAPERI_CMAES_DIMENSIONS],
        start[CAPERI_CMAES_DIMENSIONS];
    double shortest, longest;
    caper_error *error;
} search;

static double wrap(double x)
{
    return x - floor(x);
}

// The same part of the other side's sole, half a cycle earlier.
static int find_partner(const search *s, int contact)
{
    const caper_spacetime_job *j = &s->sample->job;
    const caper_spacetime_contact *c = &s->first[contact];
    for (int i = 0; j->cycle == CAPER_SPACETIME_MIRRORED && i < contact; i++) {
        const caper_spacetime_contact *o = &s->first[i];
        double apart = wrap(c->start - o->start) - 0.5;
        if (j->character->bodies[c->body].mirror == o->body && c->part == o->part &&
            fabs(apart) < 1e-6) {
            return i;
        }
    }
    return contact;
}

static bool begin(search *s, caperi_sample *sample, caper_error *error)
{
    caper_spacetime_job *j = &sample->job;
    s->sample = sample;
    s->error = error;
    s->shortest = j->duration_min;
    s->longest = j->duration_max;
    memcpy(s->first, sample->contacts, sizeof s->first);
    for (int i = 0; i < j->contact_count; i++) {
        s->partner[i] = find_partner(s, i);
        if (s->partner[i] != i) {
            continue;
        }
        if (s->count + 3 > CAPERI_CMAES_DIMENSIONS) {
            return caper_error_set(error, CAPER_ERROR_LIMIT, NULL, 0, 0,
                                   "a timing search takes up to 15 contacts");
        }
        double length = s->first[i].end - s->first[i].start;
        s->index[i] = s->count;
        s->start[s->count] = s->first[i].start;
        s->lower[s->count] = s->first[i].start - 0.5;
        s->upper[s->count++] = s->first[i].start + 0.5;
        s->start[s->count] = fmin(fmax(length, SHORTEST_CONTACT), LONGEST_CONTACT);
        s->lower[s->count] = SHORTEST_CONTACT;
        s->upper[s->count++] = LONGEST_CONTACT;
    }
    s->start[s->count] = j->duration;
    s->lower[s->count] = s->shortest;
    s->upper[s->count++] = s->longest > s->shortest ? s->longest : s->shortest + 1e-6;
    // the problem itself does not search
    j->duration_min = j->duration_max = 0;
    return true;
}

// Put a timing into the sample. What depends on the duration is worked out anew.
static bool apply(search *s, const double *x)
{
    caperi_sample *sample = s->sample;
    double duration = x[s->count - 1];
    for (int i = 0; i < sample->job.contact_count; i++) {
        const double *v = &x[s->index[s->partner[i]]];
        caper_spacetime_contact *c = &sample->contacts[i];
        c->start = wrap(v[0] + (s->partner[i] == i ? 0 : 0.5));
        c->end = c->start + v[1];
    }
    return caperi_sample_set_duration(sample, duration, s->error);
}

static double cost_of(search *s, const double *x)
{
    caper_spacetime_report report;
    if (!apply(s, x)) {
        return (double)INFINITY;
    }
    caper_spacetime_solution *solution = caper_spacetime_solve(&s->sample->job, &report, NULL);
    bool any = solution != NULL;
    caper_spacetime_solution_destroy(solution);
    if (!any) {
        return (double)INFINITY;
    }
    return report.solved ? report.cost : IMPOSSIBLE * (1 + fmin(report.violation, 1e6));
}

// In a process of its own; the cost comes back through a pipe.
static pid_t start_process(search *s, const double *x, int *out)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return -1;
    }
    pid_t pid = caperi_process_start();
    if (pid == 0) {
        double cost = cost_of(s, x);
        ssize_t written = write(ends[1], &cost, sizeof cost);
        _exit(written == (ssize_t)sizeof cost ? 0 : 1);
    }
    close(ends[1]);
    *out = ends[0];
    if (pid < 0) {
        close(ends[0]);
    }
    return pid;
}

static double end_process(pid_t pid, int in)
{
    double cost;
    ssize_t got = read(in, &cost, sizeof cost);
    close(in);
    waitpid(pid, NULL, 0);
    return got == (ssize_t)sizeof cost ? cost : (double)INFINITY;
}

// A population, `jobs` at a time.
static void evaluate(search *s, const double *x, int count, int jobs, double *costs)
{
    enum {
        MOST = 64
    };
    pid_t pids[MOST];
    int pipes[MOST];
    jobs = jobs < MOST ? jobs : MOST;
    for (int first = 0; first < count; first += jobs) {
        int batch = count - first < jobs ? count - first : jobs;
        for (int i = 0; i < batch && jobs > 1; i++) {
            pids[i] = start_process(s, x + (first + i) * s->count, &pipes[i]);
        }
        for (int i = 0; i < batch; i++) {
            bool apart = jobs > 1 && pids[i] > 0;
            costs[first + i] =
                apart ? end_process(pids[i], pipes[i]) : cost_of(s, x + (first + i) * s->count);
        }
    }
}

static bool run(search *s, int search_count, int jobs, double *best)
{
    double costs[4096];
    caperi_cmaes_def def = caperi_cmaes_def_default();
    def.dimension_count = s->count;
    def.lower = s->lower;
    def.upper = s->upper;
    def.start = s->start;
    def.population = 16; // and sigma 1/3 in section 4.2.5; the start is an animator's, so a tenth
    def.step = 0.1;
    def.max_evaluations = search_count;
    caperi_cmaes *cma = caperi_cmaes_create(&def);
    int count;
    if (!cma) {
        return caper_error_set(s->error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a search");
    }
    double given = cost_of(s, s->start), found;
    for (const double *x; (x = caperi_cmaes_ask(cma, &count)) != NULL;) {
        evaluate(s, x, count, jobs, costs);
        caperi_cmaes_tell(cma, costs);
    }
    const double *point = caperi_cmaes_best(cma, &found);
    memcpy(best, found < given ? point : s->start, (size_t)s->count * sizeof *best);
    caperi_cmaes_destroy(cma);
    return true;
}

// -- durations ------------------------------------------------------------------------------------

// Where the solver starts to look for durations: the whole cycle and each contact longer or shorter
// by these factors. Solutions depend on it: the frames of a phase are as many as at the start.
static const struct {
    double duration, contact;
} STARTS[CAPERI_TIMING_STARTS] = {{1, 1}, {0.85, 0.92}, {1.18, 1.08}, {0.85, 1.08}, {1.18, 0.92}};
static const int USUAL_STARTS = 3;

static void set_start(caperi_sample *sample, const caper_spacetime_contact *given, int index)
{
    caper_spacetime_job *j = &sample->job;
    double shortest = 1.02 * j->duration_min, longest = 0.98 * j->duration_max;
    j->duration_start = fmin(fmax(j->duration * STARTS[index].duration, shortest), longest);
    for (int i = 0; i < j->contact_count; i++) {
        double length = (given[i].end - given[i].start) * STARTS[index].contact;
        sample->contacts[i] = given[i];
        sample->contacts[i].end = given[i].start + fmin(length, 1);
    }
}

// Contacts that a solve proposes take the place of the given ones.
static bool take_proposal(caperi_sample *sample, caper_spacetime_report *report, caper_error *error)
{
    caper_spacetime_timing found;
    if (!caper_spacetime_propose(&sample->job, &found, report, error)) {
        return false;
    }
    memcpy(sample->contacts, found.contacts,
           (size_t)found.contact_count * sizeof *sample->contacts);
    sample->job.contact_count = found.contact_count;
    sample->job.duration_start = found.duration;
    return true;
}

// The best start once more, with the bodies kept out of each other: that is a stage of its own, and
// does not tell one start from another.
static caper_spacetime_solution *keep_apart(caperi_sample *sample, caper_spacetime_solution *best,
                                            caper_spacetime_report *report, caper_error *error)
{
    sample->job.self_contact = true;
    sample->job.start = best;
    caper_spacetime_solution *s = caper_spacetime_solve(&sample->job, report, error);
    sample->job.start = NULL;
    caper_spacetime_solution_destroy(best);
    return s;
}

caper_spacetime_solution *caperi_timing_durations(caperi_sample *sample, bool propose,
                                                  const caper_spacetime_solution *start,
                                                  caper_spacetime_report *report,
                                                  caper_error *error)
{
    caper_spacetime_contact given[CAPERI_SPACE_CONTACTS];
    caper_spacetime_solution *best = NULL;
    caper_spacetime_report each = {.solved = false};
    int starts = sample->description.starts, iterations = 0, chosen = 0;
    double seconds = 0;
    bool apart = sample->job.self_contact;
    sample->job.self_contact = false;
    starts = starts > 0 ? starts : USUAL_STARTS;
    if (propose) {
        propose = take_proposal(sample, &each, error); // else as given
        iterations = each.iterations, seconds = each.seconds;
        starts = propose ? 1 : starts;
    }
    memcpy(given, sample->contacts, sizeof given);
    for (int i = 0; i < starts; i++) {
        if (!propose) {
            set_start(sample, given, i);
        }
        sample->job.start = i == 0 ? start : NULL;
        caper_spacetime_solution *s = caper_spacetime_solve(&sample->job, &each, error);
        sample->job.start = NULL;
        if (!s) {
            break;
        }
        iterations += each.iterations;
        seconds += each.seconds;
        bool better = !best || (each.solved && (!report->solved || each.cost < report->cost));
        caper_spacetime_solution_destroy(better ? best : s);
        best = better ? s : best;
        chosen = better ? i : chosen;
        *report = better ? each : *report;
        if (i == 0 && start && each.solved) {
            break; // the neighbour chose among several
        }
    }
    if (best && !propose) {
        set_start(sample, given, chosen);
    }
    if (best && apart && report->solved) {
        best = keep_apart(sample, best, report, error);
        iterations += report->iterations;
        seconds += report->seconds;
    }
    report->iterations = iterations;
    report->seconds = seconds;
    return best;
}

caper_spacetime_solution *caperi_timing_search(caperi_sample *sample, int search_count, int jobs,
                                               caper_spacetime_report *report, caper_error *error)
{
    search s = {0};
    double best[CAPERI_CMAES_DIMENSIONS];
    double began = caper_clock_now();
    if (!begin(&s, sample, error) || !run(&s, search_count, jobs, best) || !apply(&s, best)) {
        return NULL;
    }
    caper_spacetime_solution *solution = caper_spacetime_solve(&sample->job, report, error);
    report->seconds = caper_clock_now() - began; // of the search, not of its last solve
    return solution;
}
