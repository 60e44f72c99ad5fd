// SPDX-License-Identifier: MIT
// The verdict in words: what a viewer would name first.
#include "quality/measures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NAME 49 // bytes of a body in words

// What a person sees first: things that come apart or turn over, then the whole body against its
// weight, then the feet, then how the limbs move, and last what only a comparison shows.
static const caper_metric by_eye[] = {
    CAPER_METRIC_FINITE,
    CAPER_METRIC_STRETCH_MAX,
    CAPER_METRIC_TEAR,
    CAPER_METRIC_TEAR_P999,
    CAPER_METRIC_STRETCH_MIN,
    CAPER_METRIC_FLIPS,
    CAPER_METRIC_POP_TRUNK,
    CAPER_METRIC_POP_LIMBS,
    CAPER_METRIC_POPS,
    CAPER_METRIC_REPEATS,
    CAPER_METRIC_JITTER,
    CAPER_METRIC_PENETRATION_BODY,
    CAPER_METRIC_PENETRATION_P95,
    CAPER_METRIC_PENETRATION_MAX,
    CAPER_METRIC_FLOAT_P95,
    CAPER_METRIC_FLOAT_MEDIAN,
    CAPER_METRIC_HANG,
    CAPER_METRIC_FLIGHT,
    CAPER_METRIC_FALL,
    CAPER_METRIC_SKATE,
    CAPER_METRIC_SLIP_MAX,
    CAPER_METRIC_SLIP_MEDIAN,
    CAPER_METRIC_LIMITS_MAX,
    CAPER_METRIC_LIMITS,
    CAPER_METRIC_SELF_PENETRATION,
    CAPER_METRIC_BALANCE,
    CAPER_METRIC_GOAL_P95,
    CAPER_METRIC_CLEARANCE_MIN,
    CAPER_METRIC_CLEARANCE_MAX,
    CAPER_METRIC_LIFE_MIN,
    CAPER_METRIC_LIFE_MAX,
    CAPER_METRIC_ARM_SPREAD,
    CAPER_METRIC_TIME_SCALE,
    CAPER_METRIC_TRAVEL,
    CAPER_METRIC_CADENCE,
    CAPER_METRIC_WALK_FROUDE,
    CAPER_METRIC_STEP_TIME,
    CAPER_METRIC_CONTACT_F1,
    CAPER_METRIC_JERK_RATIO,
};

// What the body does, after its name: %s is the size of the offence with its unit, and before it
// the other body where there is one.
typedef struct deed {
    const char *text, *unit;
} deed;

static const deed deeds[CAPER_METRIC_COUNT] = {
    [CAPER_METRIC_FINITE] = {"has no finite place", ""},
    [CAPER_METRIC_SLIP_MEDIAN] = {"slides by %s while it stands", "mm"},
    [CAPER_METRIC_SLIP_MAX] = {"slides by %s while it stands", "mm"},
    [CAPER_METRIC_SKATE] = {"skates at %s", "m/s"},
    [CAPER_METRIC_PENETRATION_P95] = {"is %s in the ground", "mm"},
    [CAPER_METRIC_PENETRATION_MAX] = {"is %s in the ground", "mm"},
    [CAPER_METRIC_PENETRATION_BODY] = {"is %s in the ground", "mm"},
    [CAPER_METRIC_FLOAT_P95] = {"stands %s above the ground", "mm"},
    [CAPER_METRIC_FLOAT_MEDIAN] = {"stands %s off the ground", "mm"},
    [CAPER_METRIC_HANG] = {"hangs in the air", ""},
    [CAPER_METRIC_FALL] = {"is pulled down at %s", "g"},
    [CAPER_METRIC_FLIGHT] = {"does not fall freely in the air, %s off", "g"},
    [CAPER_METRIC_BALANCE] = {"stands %s beside its feet", "mm"},
    [CAPER_METRIC_SELF_PENETRATION] = {"is inside %s by %s", "mm"},
    [CAPER_METRIC_LIMITS] = {"bends %s too far", "degrees"},
    [CAPER_METRIC_LIMITS_MAX] = {"bends %s too far", "degrees"},
    [CAPER_METRIC_FLIPS] = {"flips over by %s", "degrees"},
    [CAPER_METRIC_POPS] = {"jumps by %s", "mm"},
    [CAPER_METRIC_POP_TRUNK] = {"jumps by %s of the body's size", "%"},
    [CAPER_METRIC_POP_LIMBS] = {"jumps by %s of the body's size", "%"},
    [CAPER_METRIC_JITTER] = {"trembles by %s of its size", "%"},
    [CAPER_METRIC_REPEATS] = {"freezes for a frame", ""},
    [CAPER_METRIC_JERK_RATIO] = {"moves %s times as jerkily as the source", ""},
    [CAPER_METRIC_GOAL_P95] = {"misses its goal by %s of the body's size", "%"},
    [CAPER_METRIC_STRETCH_MIN] = {"sinks into %s, to %s of its distance", ""},
    [CAPER_METRIC_STRETCH_MAX] = {"leaves %s, to %s times its distance", ""},
    [CAPER_METRIC_TEAR] = {"tears the skin, %s of the edges", "%"},
    [CAPER_METRIC_TEAR_P999] = {"pulls the skin to %s times its length", ""},
    [CAPER_METRIC_LIFE_MIN] = {"hardly moves, %s of the source", ""},
    [CAPER_METRIC_LIFE_MAX] = {"moves too much, %s times the source", ""},
    [CAPER_METRIC_ARM_SPREAD] = {"is frozen, %s of motion", "degrees"},
    [CAPER_METRIC_TIME_SCALE] = {"takes another time than the source, by a factor of %s", ""},
    [CAPER_METRIC_TRAVEL] = {"travels another distance than the source, by a factor of %s", ""},
    [CAPER_METRIC_CADENCE] = {"takes %s steps a minute", ""},
    [CAPER_METRIC_WALK_FROUDE] = {"walks too fast for a walk, Fr %s", ""},
    [CAPER_METRIC_STEP_TIME] = {"takes steps too long for their time", ""},
    [CAPER_METRIC_CONTACT_F1] = {"lands and leaves at other times than the source, F1 %s", ""},
    [CAPER_METRIC_CLEARANCE_MIN] = {"lifts too little, %s of the source", ""},
    [CAPER_METRIC_CLEARANCE_MAX] = {"lifts too much, %s times the source", ""},
};

// A number as people write it, without exponents, and a length in the unit that suits it.
static void write_amount(double value, const char *unit, char *out, size_t size)
{
    bool far = strcmp(unit, "mm") == 0 && fabs(value) >= 1000;
    value = far ? value / 1000 : value;
    unit = far ? "m" : unit;
    value = fabs(value) < 1e-4 ? 0 : value;
    snprintf(out, size, fabs(value) >= 100 ? "%.0f%s%s" : "%.3g%s%s", value, unit[0] ? " " : "",
             unit);
}

// "left_hand" and "LeftHand" as people say it.
static void name_body(const char *name, char out[NAME])
{
    int n = 0;
    for (int i = 0; name[i] && n < NAME - 2; i++) {
        char c = name[i], last = i > 0 ? name[i - 1] : '_';
        bool upper = c >= 'A' && c <= 'Z', after = last >= 'a' && last <= 'z';
        if (upper && after) {
            out[n++] = ' ';
        }
        bool letter = upper && (after || i == 0) && name[i + 1] >= 'a' && name[i + 1] <= 'z';
        out[n++] = c == '_' ? ' ' : letter ? (char)(c - 'A' + 'a') : c;
    }
    out[n] = '\0';
}

void caper_report_text(const caper_report *report, const caper_character *character, int index,
                       char *text, size_t size)
{
    if (size == 0) {
        return;
    }
    text[0] = '\0';
    CAPER_ASSERT(report && character && index >= 0 && index < report->worst_count);
    if (!report || !character || index < 0 || index >= report->worst_count) {
        return;
    }
    const caper_worst *w = &report->worst[index];
    const deed *d = &deeds[w->metric];
    char did[128] = "", amount[40], who[NAME] = "the body", parent[NAME] = "its parent";
    write_amount(w->value, d->text ? d->unit : caperi_metric_worst_unit(w->metric), amount,
                 sizeof amount);
    if (w->body >= 0 && w->body < character->body_count) {
        int above = character->bodies[w->body].parent;
        name_body(character->bodies[w->body].name, who);
        above = w->metric == CAPER_METRIC_SELF_PENETRATION ? w->other : above;
        if (above >= 0 && above < character->body_count) {
            name_body(character->bodies[above].name, parent);
        }
    }
    if (w->metric == CAPER_METRIC_STRETCH_MIN || w->metric == CAPER_METRIC_STRETCH_MAX ||
        w->metric == CAPER_METRIC_SELF_PENETRATION) {
        snprintf(did, sizeof(did), d->text, parent, amount);
    } else if (d->text) {
        snprintf(did, sizeof(did), d->text, amount);
    } else {
        snprintf(did, sizeof(did), "has %s %s", caper_metric_name(w->metric), amount);
    }
    snprintf(text, size, "%.48s %s at %.2f s", who, did, (double)w->frame / (double)report->rate);
}

static void name_offence(caper_report *report, const caper_character *character,
                         caper_metric metric, size_t room)
{
    const caper_measure *m = &report->measures[metric];
    for (int w = 0; w < report->worst_count; w++) {
        if (report->worst[w].metric == metric) {
            report->seen = w;
            caper_report_text(report, character, w, report->verdict, room);
            return;
        }
    }
    char is[40], gate[40];
    write_amount(m->value, caper_metric_unit(metric), is, sizeof is);
    write_amount(m->gate, caper_metric_unit(metric), gate, sizeof gate);
    snprintf(report->verdict, room, "%s is %s, %s than %s", caper_metric_name(metric), is,
             m->at_least ? "less" : "more", gate);
}

void caperi_find_words(caper_report *report, const caper_character *character)
{
    static const char unseen[] = "; few would see it";
    report->seen = -1;
    snprintf(report->verdict, sizeof(report->verdict), "good");
    for (int i = 0; i < CAPER_COUNT_OF(by_eye); i++) {
        const caper_measure *m = &report->measures[by_eye[i]];
        bool seen = report->grade == CAPER_GRADE_FAIL;
        if (seen ? m->visible : !m->pass) {
            name_offence(report, character, by_eye[i], sizeof(report->verdict) - sizeof unseen);
            size_t end = strlen(report->verdict);
            snprintf(report->verdict + end, sizeof(report->verdict) - end, "%s",
                     seen ? "" : unseen);
            return;
        }
    }
}
