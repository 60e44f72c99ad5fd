// SPDX-License-Identifier: MIT
// The gates, in two columns, and the verdict by them.
//
// Gates are for a body of 1.8 m and scale with size. With a source, the gates for skate,
// penetration, float, limits and self-penetration become the larger of the figure and the source's
// own, lengths by the ratio of sizes; stance slip keeps its absolute gate: planted feet are the
// engine's promise.
#include "quality/measures.h"

#include <math.h>

typedef enum gate_scale {
    GATE_PLAIN,
    GATE_LENGTH
} gate_scale;

#define NO_GATE (-1.0)

typedef struct metric_row {
    const char *name, *unit;
    double ours, found; // gates, or NO_GATE: reported
    bool at_least;      // the value is to be no less
    bool from_source;   // the source's own figure counts where it is larger
    gate_scale scale;
} metric_row;

static const metric_row rows[CAPER_METRIC_COUNT] = {
    [CAPER_METRIC_FINITE] = {"finite", "", 0, 0, false, false, GATE_PLAIN},
    [CAPER_METRIC_SLIP_MEDIAN] = {"stance_slip_median", "mm", 5, 30, false, false, GATE_LENGTH},
    [CAPER_METRIC_SLIP_MAX] = {"stance_slip_max", "mm", 20, NO_GATE, false, false, GATE_LENGTH},
    [CAPER_METRIC_SKATE] = {"skate_ratio", "%", 1, 3, false, true, GATE_PLAIN},
    [CAPER_METRIC_PENETRATION_P95] = {"penetration_p95", "mm", 5, 50, false, true, GATE_LENGTH},
    [CAPER_METRIC_PENETRATION_MAX] = {"penetration_max", "mm", 20, 150, false, true, GATE_LENGTH},
    [CAPER_METRIC_PENETRATION_BODY] = {"penetration_body", "mm", 40, 60, false, true, GATE_LENGTH},
    [CAPER_METRIC_FLOAT_P95] = {"float_p95", "mm", 5, NO_GATE, false, true, GATE_LENGTH},
    [CAPER_METRIC_FLOAT_MEDIAN] = {"float_median", "mm", NO_GATE, 35, false, true, GATE_LENGTH},
    [CAPER_METRIC_HANG] = {"hang", "%", 1, 20, false, true, GATE_PLAIN},
    [CAPER_METRIC_FALL] = {"fall", "g", 1.2, 1.5, false, true, GATE_PLAIN},
    [CAPER_METRIC_FLIGHT] = {"flight", "g", 0.15, 0.25, false, true, GATE_PLAIN},
    [CAPER_METRIC_BALANCE] = {"balance", "%", 95, 75, true, true, GATE_PLAIN},
    [CAPER_METRIC_SELF_PENETRATION] = {"self_penetration", "%", 1, NO_GATE, false, true,
                                       GATE_PLAIN},
    [CAPER_METRIC_LIMITS] = {"limits", "frames", 0, NO_GATE, false, true, GATE_PLAIN},
    [CAPER_METRIC_LIMITS_MAX] = {"limits_max", "degrees", 10, NO_GATE, false, true, GATE_PLAIN},
    [CAPER_METRIC_FLIPS] = {"flips", "", 0, 0, false, false, GATE_PLAIN},
    [CAPER_METRIC_POPS] = {"pops", "", 0, NO_GATE, false, false, GATE_PLAIN},
    [CAPER_METRIC_POP_TRUNK] = {"pop_trunk", "%", 1, 1.6, false, false, GATE_PLAIN},
    [CAPER_METRIC_POP_LIMBS] = {"pop_limbs", "%", 2, 5, false, false, GATE_PLAIN},
    [CAPER_METRIC_POP_TIPS] = {"pop_tips", "%", NO_GATE, NO_GATE, false, false, GATE_PLAIN},
    [CAPER_METRIC_JITTER] = {"jitter", "%", 0.05, 0.12, false, true, GATE_PLAIN},
    [CAPER_METRIC_REPEATS] = {"repeats", "", 0, 0, false, true, GATE_PLAIN},
    [CAPER_METRIC_JERK] = {"jerk", "1/s^6", NO_GATE, NO_GATE, false, false, GATE_PLAIN},
    [CAPER_METRIC_JERK_RATIO] = {"jerk_ratio", "", 1.2, NO_GATE, false, false, GATE_PLAIN},
    [CAPER_METRIC_GOAL_P95] = {"goal_error_p95", "%", 1, NO_GATE, false, false, GATE_PLAIN},
    [CAPER_METRIC_STRETCH_MIN] = {"stretch_min", "", 0.9, 0.995, true, false, GATE_PLAIN},
    [CAPER_METRIC_STRETCH_MAX] = {"stretch_max", "", 1.2, 1.005, false, false, GATE_PLAIN},
    [CAPER_METRIC_TEAR] = {"tear", "%", 1, NO_GATE, false, false, GATE_PLAIN},
    [CAPER_METRIC_TEAR_P999] = {"tear_p999", "", 4, NO_GATE, false, false, GATE_PLAIN},
    [CAPER_METRIC_LIFE_MIN] = {"life_min", "", 0.4, NO_GATE, true, false, GATE_PLAIN},
    [CAPER_METRIC_LIFE_MAX] = {"life_max", "", 2.5, NO_GATE, false, false, GATE_PLAIN},
    [CAPER_METRIC_ARM_SPREAD] = {"arm_spread", "degrees", 2, 2, true, false, GATE_PLAIN},
    [CAPER_METRIC_TIME_SCALE] = {"time_scale", "", 1.1, NO_GATE, false, false, GATE_PLAIN},
    [CAPER_METRIC_CADENCE] = {"cadence", "1/min", 185, 185, false, true, GATE_PLAIN},
    [CAPER_METRIC_WALK_FROUDE] = {"walk_froude", "", 0.8, 0.8, false, true, GATE_PLAIN},
    [CAPER_METRIC_STEP_TIME] = {"step_time", "m s", 0.85, 0.85, false, true, GATE_PLAIN},
    [CAPER_METRIC_CONTACT_F1] = {"contact_f1", "", 0.95, NO_GATE, true, false, GATE_PLAIN},
    [CAPER_METRIC_CLEARANCE_MIN] = {"clearance_min", "", 0.7, NO_GATE, true, false, GATE_PLAIN},
    [CAPER_METRIC_CLEARANCE_MAX] = {"clearance_max", "", 1.5, NO_GATE, false, false, GATE_PLAIN},
    [CAPER_METRIC_ENVELOPE] = {"envelope", "%", NO_GATE, NO_GATE, true, false, GATE_PLAIN},
    [CAPER_METRIC_TRACKING] = {"tracking", "mm", NO_GATE, NO_GATE, false, false, GATE_PLAIN},
    [CAPER_METRIC_DUTY] = {"duty_factor", "", NO_GATE, NO_GATE, false, false, GATE_PLAIN},
    [CAPER_METRIC_FROUDE] = {"froude", "", NO_GATE, NO_GATE, false, false, GATE_PLAIN},
    [CAPER_METRIC_STANCE_SPEED] = {"stance_speed", "m/s", NO_GATE, NO_GATE, false, false,
                                   GATE_PLAIN},
};

const char *caper_metric_name(caper_metric metric)
{
    return (unsigned)metric < CAPER_METRIC_COUNT ? rows[metric].name : NULL;
}

const char *caper_metric_unit(caper_metric metric)
{
    return (unsigned)metric < CAPER_METRIC_COUNT ? rows[metric].unit : NULL;
}

const char *caper_metric_worst_unit(caper_metric metric)
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

const char *caper_origin_name(caper_origin origin)
{
    static const char *const names[CAPER_ORIGIN_COUNT] = {"ours", "found"};
    return (unsigned)origin < CAPER_ORIGIN_COUNT ? names[origin] : NULL;
}

// What the source's own figure lets us have.
static double allowed_by_source(int m, double source, const caperi_figures *ours,
                                const caperi_figures *theirs)
{
    if (rows[m].scale == GATE_LENGTH) {
        // what a large source may do in millimetres, a small body may do by its own size
        return source * (double)ours->length / (double)theirs->length;
    }
    if (m == CAPER_METRIC_LIMITS) {
        // the same share of the frames: ours may be more, or fewer
        double share = source / (double)theirs->frame_count;
        return ceil(share * (double)ours->frame_count - 1e-6);
    }
    return source + (m == CAPER_METRIC_SELF_PENETRATION ? 1.0 : 0.0);
}

static bool is_wider(const metric_row *row, double gate, double than)
{
    return row->at_least ? gate < than : gate > than;
}

void caperi_judge(caper_report *report, const caper_check_job *job, const caperi_figures *ours,
                  const caperi_figures *theirs)
{
    report->pass = true;
    report->origin = job->origin;
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        const metric_row *row = &rows[m];
        caper_measure *out = &report->measures[m];
        double value = ours->value[m];
        double gate = job->origin == CAPER_ORIGIN_FOUND ? row->found : row->ours;
        out->measured = !isnan(value);
        out->guessed = job->boxes_guessed && m == CAPER_METRIC_SELF_PENETRATION;
        out->gated = gate != NO_GATE && !out->guessed;
        out->at_least = row->at_least;
        out->value = out->measured ? value : 0;
        out->gate = gate * (row->scale == GATE_LENGTH ? (double)ours->length : 1.0);
        out->has_source = theirs && !isnan(theirs->value[m]);
        double slack = 1.0 + 1e-5; // figures come from floats: 1.2 as a float is 1.2
        if (out->has_source) {
            out->source = theirs->value[m];
            double allowed = allowed_by_source(m, out->source, ours, theirs);
            if (row->from_source && out->gated && is_wider(row, allowed, out->gate)) {
                out->gate = allowed;
                slack = 1.01; // a file keeps a motion to some digits: the same motion must pass
            }
        }
        out->pass = !out->gated || !out->measured ||
                    (row->at_least ? value * slack >= out->gate : value <= out->gate * slack);
        report->pass = report->pass && out->pass;
    }
}
