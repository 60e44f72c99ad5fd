// SPDX-License-Identifier: MIT
// The gates, in two columns, and the verdict by them.
//
// Gates are for a body of 1.8 m and scale with size. With a source, what Caper made may have as
// much of a fault as its source has (skate, penetration, float, limits, self-penetration ...),
// lengths by the ratio of sizes; stance slip keeps its absolute gate: planted feet are the engine's
// promise. What was found may be worse than its source by no more than the gate of our own column:
// wide gates are for unknown motion, and the source is known.
//
// Gates are what an engine can be held to, and tell when it got worse. The verdict is what a person
// who watches sees: `seen` is from when on. Of people, and of what no body has to do with, it is
// where damage of the middle strength is caught (test_quality_calibration), or what sound captures
// have; of strange bodies it was set by an eye on film strips (docs/guide/quality.md says why).
#include "quality/measures.h"

#include <math.h>

typedef enum gate_scale {
    GATE_PLAIN,
    GATE_LENGTH
} gate_scale;

typedef enum gate_source {
    SOURCE_NO,
    SOURCE_FOUND, // in the column of what was found alone
    SOURCE_BOTH
} gate_source;

#define NO_GATE (-1.0)
// Lengths of a person's limbs on a person: nothing has to give.
#define PERSON_SHORT 0.995
#define PERSON_LONG 1.005
// Between bodies of different plans: less than what two sound captures of one gait differ by (seven
// walks at Froude numbers of 0.09 to 0.28: one has 3.2 times the mean squared jerk of another, in
// the median). Moved frames, pops and jitter have gates of their own.
#define PLANS_JERK 2.5 // times that of the source, mean squared
// Seen between skeletons: a root that shivers by 5 mm has at least 11 times the jerk of its source
// (16 captures, damage of the middle strength); paths of heads, hands and feet that had 9 times as
// much were smooth to an eye.
#define PLANS_SHIVER 10.0
#define SELF_MORE 2.0 // percent of frames more than the source

#define AT_GATE 0.0              // what fails is seen
#define NEVER ((double)INFINITY) // seen by another metric, if at all
// Elbows and knees of people that bend wrongly are seen: an elbow that is 30 degrees off its plane
// is 20 beyond what it may. Legs of strange bodies that folded 64 degrees beyond their limits were
// not.
#define STRANGE_LIMITS 70.0 // degrees
// Limbs of people have lengths that everybody knows: 8 % more are seen.
#define PERSON_SHRUNK 0.95
#define PERSON_STRETCHED 1.05

typedef struct metric_row {
    const char *name, *unit;
    double ours, found; // gates, or NO_GATE: reported
    bool at_least;      // the value is to be no less
    gate_source source; // does the source's own figure count?
    gate_scale scale;
    double seen; // from when on a person sees it, or AT_GATE
} metric_row;

static const metric_row rows[CAPER_METRIC_COUNT] = {
    [CAPER_METRIC_FINITE] = {"finite", "", 0, 0, false, SOURCE_NO, GATE_PLAIN, AT_GATE},
    [CAPER_METRIC_SLIP_MEDIAN] = {"stance_slip_median", "mm", 5, 25, false, SOURCE_FOUND,
                                  GATE_LENGTH, 20},
    [CAPER_METRIC_SLIP_MAX] = {"stance_slip_max", "mm", 20, NO_GATE, false, SOURCE_FOUND,
                               GATE_LENGTH, 60},
    [CAPER_METRIC_SKATE] = {"skate_ratio", "%", 1, 3, false, SOURCE_BOTH, GATE_PLAIN, 3},
    [CAPER_METRIC_PENETRATION_P95] = {"penetration_p95", "mm", 5, 50, false, SOURCE_BOTH,
                                      GATE_LENGTH, 50},
    [CAPER_METRIC_PENETRATION_MAX] = {"penetration_max", "mm", 20, 150, false, SOURCE_BOTH,
                                      GATE_LENGTH, 150},
    [CAPER_METRIC_PENETRATION_BODY] = {"penetration_body", "mm", 40, 60, false, SOURCE_BOTH,
                                       GATE_LENGTH, 200},
    [CAPER_METRIC_FLOAT_P95] = {"float_p95", "mm", 5, NO_GATE, false, SOURCE_BOTH, GATE_LENGTH, 35},
    [CAPER_METRIC_FLOAT_MEDIAN] = {"float_median", "mm", NO_GATE, 35, false, SOURCE_BOTH,
                                   GATE_LENGTH, AT_GATE},
    [CAPER_METRIC_HANG] = {"hang", "%", 1, 20, false, SOURCE_BOTH, GATE_PLAIN, 20},
    [CAPER_METRIC_FALL] = {"fall", "g", 1.2, 1.5, false, SOURCE_BOTH, GATE_PLAIN, 5},
    [CAPER_METRIC_FLIGHT] = {"flight", "g", 0.15, 0.25, false, SOURCE_BOTH, GATE_PLAIN, 0.5},
    [CAPER_METRIC_BALANCE] = {"balance", "%", 95, 75, true, SOURCE_BOTH, GATE_PLAIN, 75},
    [CAPER_METRIC_SELF_PENETRATION] = {"self_penetration", "%", 2, NO_GATE, false, SOURCE_BOTH,
                                       GATE_PLAIN, 5},
    [CAPER_METRIC_LIMITS] = {"limits", "%", 1, 1, false, SOURCE_BOTH, GATE_PLAIN, NEVER},
    [CAPER_METRIC_LIMITS_MAX] = {"limits_max", "degrees", 10, NO_GATE, false, SOURCE_BOTH,
                                 GATE_PLAIN, 15},
    [CAPER_METRIC_FLIPS] = {"flips", "", 0, 0, false, SOURCE_BOTH, GATE_PLAIN, AT_GATE},
    [CAPER_METRIC_POPS] = {"pops", "", NO_GATE, NO_GATE, false, SOURCE_NO, GATE_PLAIN, AT_GATE},
    [CAPER_METRIC_POP_TRUNK] = {"pop_trunk", "%", 1, 1.6, false, SOURCE_NO, GATE_PLAIN, 3.5},
    [CAPER_METRIC_POP_LIMBS] = {"pop_limbs", "%", 2, 5, false, SOURCE_NO, GATE_PLAIN, 7},
    [CAPER_METRIC_POP_TIPS] = {"pop_tips", "%", NO_GATE, NO_GATE, false, SOURCE_NO, GATE_PLAIN,
                               AT_GATE},
    [CAPER_METRIC_JITTER] = {"jitter", "%", 0.05, 0.12, false, SOURCE_BOTH, GATE_PLAIN, 0.12},
    [CAPER_METRIC_REPEATS] = {"repeats", "", 0, 0, false, SOURCE_BOTH, GATE_PLAIN, AT_GATE},
    [CAPER_METRIC_JERK] = {"jerk", "1/s^6", NO_GATE, NO_GATE, false, SOURCE_NO, GATE_PLAIN,
                           AT_GATE},
    [CAPER_METRIC_JERK_RATIO] = {"jerk_ratio", "", 1.3, 1.3, false, SOURCE_NO, GATE_PLAIN, AT_GATE},
    [CAPER_METRIC_GOAL_P95] = {"goal_error_p95", "%", 1, NO_GATE, false, SOURCE_NO, GATE_PLAIN,
                               AT_GATE},
    [CAPER_METRIC_STRETCH_MIN] = {"stretch_min", "", 0.95, 0.95, true, SOURCE_NO, GATE_PLAIN, 0.7},
    [CAPER_METRIC_STRETCH_MAX] = {"stretch_max", "", 1.05, 1.05, false, SOURCE_NO, GATE_PLAIN,
                                  1.25},
    [CAPER_METRIC_TEAR] = {"tear", "%", 1, NO_GATE, false, SOURCE_BOTH, GATE_PLAIN, 2},
    [CAPER_METRIC_TEAR_P999] = {"tear_p999", "", 4, NO_GATE, false, SOURCE_BOTH, GATE_PLAIN,
                                AT_GATE},
    [CAPER_METRIC_LIFE_MIN] = {"life_min", "", 0.4, 0.4, true, SOURCE_NO, GATE_PLAIN, AT_GATE},
    [CAPER_METRIC_LIFE_MAX] = {"life_max", "", 2.5, 2.5, false, SOURCE_NO, GATE_PLAIN, AT_GATE},
    [CAPER_METRIC_ARM_SPREAD] = {"arm_spread", "degrees", 2, 2, true, SOURCE_BOTH, GATE_PLAIN,
                                 AT_GATE},
    [CAPER_METRIC_TIME_SCALE] = {"time_scale", "", 1.1, 1.1, false, SOURCE_NO, GATE_PLAIN, AT_GATE},
    [CAPER_METRIC_TRAVEL] = {"travel", "", 1.3, 1.1, false, SOURCE_NO, GATE_PLAIN, AT_GATE},
    [CAPER_METRIC_CADENCE] = {"cadence", "1/min", 185, 185, false, SOURCE_BOTH, GATE_PLAIN,
                              AT_GATE},
    [CAPER_METRIC_WALK_FROUDE] = {"walk_froude", "", 0.8, 0.8, false, SOURCE_BOTH, GATE_PLAIN,
                                  AT_GATE},
    [CAPER_METRIC_STEP_TIME] = {"step_time", "m s", 0.85, 0.85, false, SOURCE_BOTH, GATE_PLAIN,
                                AT_GATE},
    [CAPER_METRIC_CONTACT_F1] = {"contact_f1", "", 0.95, 0.95, true, SOURCE_NO, GATE_PLAIN,
                                 AT_GATE},
    [CAPER_METRIC_CLEARANCE_MIN] = {"clearance_min", "", 0.7, 0.7, true, SOURCE_NO, GATE_PLAIN,
                                    AT_GATE},
    [CAPER_METRIC_CLEARANCE_MAX] = {"clearance_max", "", 1.5, 1.5, false, SOURCE_NO, GATE_PLAIN,
                                    AT_GATE},
    [CAPER_METRIC_ENVELOPE] = {"envelope", "%", NO_GATE, NO_GATE, true, SOURCE_NO, GATE_PLAIN,
                               AT_GATE},
    [CAPER_METRIC_TRACKING] = {"tracking", "mm", NO_GATE, NO_GATE, false, SOURCE_NO, GATE_PLAIN,
                               AT_GATE},
    [CAPER_METRIC_DUTY] = {"duty_factor", "", NO_GATE, NO_GATE, false, SOURCE_NO, GATE_PLAIN,
                           AT_GATE},
    [CAPER_METRIC_FROUDE] = {"froude", "", NO_GATE, NO_GATE, false, SOURCE_NO, GATE_PLAIN, AT_GATE},
    [CAPER_METRIC_STANCE_SPEED] = {"stance_speed", "m/s", NO_GATE, NO_GATE, false, SOURCE_NO,
                                   GATE_PLAIN, AT_GATE},
};

const char *caper_metric_name(caper_metric metric)
{
    return (unsigned)metric < CAPER_METRIC_COUNT ? rows[metric].name : NULL;
}

const char *caper_metric_unit(caper_metric metric)
{
    return (unsigned)metric < CAPER_METRIC_COUNT ? rows[metric].unit : NULL;
}

const char *caperi_metric_worst_unit(caper_metric metric)
{
    switch (metric) {
    case CAPER_METRIC_SKATE:
        return "m/s";
    case CAPER_METRIC_LIMITS:
    case CAPER_METRIC_FLIPS:
        return "degrees";
    case CAPER_METRIC_SELF_PENETRATION:
    case CAPER_METRIC_POPS:
    case CAPER_METRIC_BALANCE:
        return "mm";
    default:
        return caper_metric_unit(metric);
    }
}

const char *caper_grade_name(caper_grade grade)
{
    static const char *const names[CAPER_GRADE_COUNT] = {"pass", "flawed", "fail"};
    return (unsigned)grade < CAPER_GRADE_COUNT ? names[grade] : NULL;
}

const char *caper_origin_name(caper_origin origin)
{
    static const char *const names[CAPER_ORIGIN_COUNT] = {"auto", "ours", "found", "fitted"};
    return (unsigned)origin < CAPER_ORIGIN_COUNT ? names[origin] : NULL;
}

bool caperi_is_found(caper_metric metric, caper_origin origin)
{
    switch (metric) {
    case CAPER_METRIC_SLIP_MEDIAN: // what a foot does that was fitted to the ground
    case CAPER_METRIC_SLIP_MAX:
    case CAPER_METRIC_SKATE:
    case CAPER_METRIC_PENETRATION_P95:
    case CAPER_METRIC_PENETRATION_MAX:
    case CAPER_METRIC_FLOAT_P95:
    case CAPER_METRIC_FLOAT_MEDIAN:
    case CAPER_METRIC_FALL: // and the root with it
    case CAPER_METRIC_STRETCH_MIN:
    case CAPER_METRIC_STRETCH_MAX:
        return origin == CAPER_ORIGIN_FOUND;
    default:
        return origin == CAPER_ORIGIN_FOUND || origin == CAPER_ORIGIN_FITTED;
    }
}

double caperi_gate(caper_metric metric, caper_origin origin)
{
    return caperi_is_found(metric, origin) ? rows[metric].found : rows[metric].ours;
}

// Another ground asks for other steps: how long, high and fast they are says nothing then.
static bool is_of_steps(int m)
{
    return m == CAPER_METRIC_TRAVEL || m == CAPER_METRIC_TIME_SCALE ||
           m == CAPER_METRIC_CONTACT_F1 || m == CAPER_METRIC_CLEARANCE_MIN ||
           m == CAPER_METRIC_CLEARANCE_MAX;
}

static bool is_other_skeleton(const caper_check_job *job)
{
    return job->source && !caper_skeleton_same(&job->character->skeleton, &job->source->skeleton);
}

// A gate for this pair of bodies, before the source has its say; NO_GATE: none.
static double plain_gate(int m, caper_origin origin, const caper_check_job *job,
                         const caperi_figures *ours, const caperi_figures *theirs)
{
    double gate = caperi_gate((caper_metric)m, origin);
    bool people = theirs && theirs->is_person && ours->is_person;
    if (people && m == CAPER_METRIC_STRETCH_MIN) {
        gate = PERSON_SHORT;
    } else if (people && m == CAPER_METRIC_STRETCH_MAX) {
        gate = PERSON_LONG;
    } else if (theirs && !people && m == CAPER_METRIC_JERK_RATIO && is_other_skeleton(job)) {
        gate = PLANS_JERK;
    } else if ((m == CAPER_METRIC_HANG || m == CAPER_METRIC_FLIGHT) && ours->may_hang) {
        gate = NO_GATE;
    } else if (m == CAPER_METRIC_SELF_PENETRATION && job->boxes_guessed) {
        gate = NO_GATE;
    } else if (origin == CAPER_ORIGIN_FITTED && is_of_steps(m)) {
        gate = NO_GATE;
    }
    return gate != NO_GATE && rows[m].scale == GATE_LENGTH ? gate * (double)ours->length : gate;
}

// A larger body that keeps the time of its source falls as much harder, a smaller one as much less.
// By legs as they are long, as high as they carry, or by size: who is moved scales by any of them.
typedef struct time_scale {
    double larger, smaller; // than the source, 1 at least and at most
} time_scale;

static time_scale time_scale_of(const caperi_figures *ours, const caperi_figures *theirs)
{
    double size = (double)ours->length / (double)theirs->length;
    double legs = ours->leg > 0 && theirs->leg > 0 ? (double)ours->leg / (double)theirs->leg : 1;
    double hips =
        ours->hips > 0 && theirs->hips > 0 ? (double)ours->hips / (double)theirs->hips : 1;
    return (time_scale){fmax(fmax(fmax(size, legs), hips), 1.0),
                        fmin(fmin(fmin(size, legs), hips), 1.0)};
}

// How far from g a flight may be that is `off` from its own gravity.
static double flight_off(double off, time_scale time)
{
    return fmax(time.larger - 1.0 + off * time.larger, 1.0 - time.smaller + off * time.smaller);
}

// The gate when the source has such a figure.
static double source_gate(int m, double gate, double source, const caper_check_job *job,
                          const caperi_figures *ours, const caperi_figures *theirs)
{
    const metric_row *row = &rows[m];
    // what a large source may do in millimetres, a small body may do by its own size
    double own =
        row->scale == GATE_LENGTH ? source * (double)ours->length / (double)theirs->length : source;
    if (m == CAPER_METRIC_FALL) {
        own *= time_scale_of(ours, theirs).larger;
    } else if (m == CAPER_METRIC_FLIGHT) {
        own = flight_off(fmax(own, gate), time_scale_of(ours, theirs));
    }
    if (!caperi_is_found((caper_metric)m, job->origin)) {
        own += m == CAPER_METRIC_SELF_PENETRATION ? SELF_MORE : 0.0;
        own /= m == CAPER_METRIC_JITTER ? (double)CAPERI_EXCUSE : 1.0;
        return row->at_least ? fmin(gate, own) : fmax(gate, own);
    }
    double more = plain_gate(m, CAPER_ORIGIN_OURS, job, ours, theirs);
    if (row->at_least || more == NO_GATE) {
        return row->at_least ? fmin(gate, own) : fmax(gate, own);
    }
    return own > gate ? own : fmin(gate, own + more); // a source that fails may be followed
}

// From when on a person sees a fault, before the gate has its say.
static double plain_seen(int m, caper_origin origin, bool person)
{
    bool found = caperi_is_found((caper_metric)m, origin);
    if (m == CAPER_METRIC_POP_TRUNK && found) {
        return AT_GATE; // what we make starts and lands at once: that is no displaced frame
    }
    if (m == CAPER_METRIC_LIMITS_MAX && !person) {
        return STRANGE_LIMITS;
    }
    if (m == CAPER_METRIC_BALANCE && !person) {
        return -NEVER;
    }
    if (m == CAPER_METRIC_LIMITS && person && found) {
        return AT_GATE; // there it is the only one
    }
    if (person && m == CAPER_METRIC_STRETCH_MIN) {
        return PERSON_SHRUNK;
    }
    return person && m == CAPER_METRIC_STRETCH_MAX ? PERSON_STRETCHED : rows[m].seen;
}

// Never before the gate, which a source may have moved.
static double seen_from(int m, double gate, const caper_check_job *job, const caperi_figures *ours,
                        const caperi_figures *theirs)
{
    const metric_row *row = &rows[m];
    double seen = plain_seen(m, job->origin, ours->is_person);
    if (m == CAPER_METRIC_JERK_RATIO && is_other_skeleton(job)) {
        seen = PLANS_SHIVER;
    } else if (m == CAPER_METRIC_FLIGHT && theirs) {
        seen = flight_off(seen, time_scale_of(ours, theirs));
    }
    if (seen == AT_GATE) {
        return gate;
    }
    seen *= row->scale == GATE_LENGTH ? (double)ours->length : 1.0;
    return row->at_least ? fmin(gate, seen) : fmax(gate, seen);
}

static bool is_beyond(const metric_row *row, double value, double gate, double slack)
{
    return row->at_least ? value * slack < gate : value > gate * slack;
}

void caperi_judge(caper_report *report, const caper_check_job *job, const caperi_figures *ours,
                  const caperi_figures *theirs)
{
    report->pass = true;
    report->grade = CAPER_GRADE_PASS;
    report->origin = job->origin;
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        const metric_row *row = &rows[m];
        caper_measure *out = &report->measures[m];
        double value = ours->value[m];
        out->measured = !isnan(value);
        out->guessed = job->boxes_guessed && m == CAPER_METRIC_SELF_PENETRATION;
        out->at_least = row->at_least;
        out->value = out->measured ? value : 0;
        out->gate = plain_gate(m, job->origin, job, ours, theirs);
        out->gated = out->gate != NO_GATE;
        out->has_source = theirs && !isnan(theirs->value[m]);
        double slack = 1.0 + 1e-5; // figures come from floats: 1.2 as a float is 1.2
        // a source that never flies long enough to be measured may still set the time of a run
        if (theirs && !out->has_source && m == CAPER_METRIC_FLIGHT && out->gated &&
            row->source == SOURCE_BOTH) {
            out->gate = source_gate(m, out->gate, 0, job, ours, theirs);
        }
        if (out->has_source) {
            out->source = theirs->value[m];
            bool found = caperi_is_found((caper_metric)m, job->origin);
            bool asked = row->source == SOURCE_BOTH || (row->source == SOURCE_FOUND && found);
            if (asked && out->gated) {
                out->gate = source_gate(m, out->gate, out->source, job, ours, theirs);
                slack = 1.01; // a file keeps a motion to some digits: the same motion must pass
            }
        }
        bool judged = out->gated && out->measured;
        out->seen = seen_from(m, out->gate, job, ours, theirs);
        out->pass = !judged || !is_beyond(row, value, out->gate, slack);
        double by_eye = isnan(ours->by_eye[m]) ? value : ours->by_eye[m];
        out->visible = judged && !out->pass && is_beyond(row, by_eye, out->seen, slack);
        report->pass = report->pass && out->pass;
        caper_grade grade = out->visible ? CAPER_GRADE_FAIL
                            : out->pass  ? CAPER_GRADE_PASS
                                         : CAPER_GRADE_FLAWED;
        report->grade = grade > report->grade ? grade : report->grade;
    }
}
