// SPDX-License-Identifier: MIT
// The curves of a report: what the worst of a frame was, over time, with the gates beside it.
#include "quality/measures.h"

#include <math.h>
#include <string.h>

typedef struct curve_row {
    const char *name, *unit;
    caper_metric metric;
    double below; // of the gate, the level to draw below: a factor; 0: none
    double above; // the same above
    float level;  // the level itself where the gate counts frames beyond it; 0: none
} curve_row;

static const curve_row rows[CAPERI_CURVE_COUNT] = {
    [CAPERI_CURVE_SOLE] = {"lowest sole above the ground", "mm", CAPER_METRIC_PENETRATION_P95, -1,
                           0, 0},
    [CAPERI_CURVE_SLIDE] = {"speed of a flat foot", "m/s", CAPER_METRIC_SKATE, 0, 0, 0},
    [CAPERI_CURVE_FALL] = {"center of mass, upward acceleration", "g", CAPER_METRIC_FALL, -1, 0, 0},
    [CAPERI_CURVE_POP] = {"farthest body off its path", "% of size", CAPER_METRIC_POP_LIMBS, 0, 1,
                          0},
    [CAPERI_CURVE_LIMITS] = {"joint beyond its limit", "degrees", CAPER_METRIC_LIMITS_MAX, 0, 1, 0},
    [CAPERI_CURVE_SELF] = {"parts inside each other", "mm", CAPER_METRIC_SELF_PENETRATION, 0, 0, 0},
    [CAPERI_CURVE_BALANCE] = {"center of mass beside the support", "mm", CAPER_METRIC_BALANCE, 0, 0,
                              1e3f * CAPERI_BESIDE},
};

void caperi_curves_lay(caper_report *report, const caperi_subject *s, char *memory)
{
    caper_report_curve *list = (caper_report_curve *)(void *)memory;
    float *values = (float *)(void *)(list + CAPERI_CURVE_COUNT);
    size_t frames = (size_t)s->footage.frame_count;
    report->curves = list;
    report->curve_count = CAPERI_CURVE_COUNT;
    for (int k = 0; k < CAPERI_CURVE_COUNT; k++) {
        const curve_row *row = &rows[k];
        double gate = caperi_gate(row->metric, s->origin);
        bool length = strcmp(row->unit, "mm") == 0;
        double scale = length ? (double)s->footage.scale.length : 1.0;
        list[k] = (caper_report_curve){row->name, row->unit, row->metric, NAN, NAN, values};
        if (gate >= 0 && row->below != 0) {
            list[k].gate_min = (float)(gate * scale * row->below);
        }
        if (gate >= 0 && row->above != 0) {
            list[k].gate_max = (float)(gate * scale * row->above);
        } else if (row->level > 0) {
            list[k].gate_max = row->level * (float)scale;
        }
        memcpy(values, s->curves[k], frames * sizeof(float));
        values += frames;
    }
}
