// SPDX-License-Identifier: MIT
// The verdict in words: what a person who looks would name first.
#include "quality/measures.h"

#include <stdio.h>

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

// What the body does, after its name; %.3g is the size of the offence.
static const char *const deeds[CAPER_METRIC_COUNT] = {
    [CAPER_METRIC_FINITE] = "has no finite place",
    [CAPER_METRIC_SLIP_MEDIAN] = "slides by %.3g mm while it stands",
    [CAPER_METRIC_SLIP_MAX] = "slides by %.3g mm while it stands",
    [CAPER_METRIC_SKATE] = "skates at %.3g m/s",
    [CAPER_METRIC_PENETRATION_P95] = "is %.3g mm in the ground",
    [CAPER_METRIC_PENETRATION_MAX] = "is %.3g mm in the ground",
    [CAPER_METRIC_PENETRATION_BODY] = "is %.3g mm in the ground",
    [CAPER_METRIC_FLOAT_P95] = "stands %.3g mm above the ground",
    [CAPER_METRIC_FLOAT_MEDIAN] = "stands %.3g mm off the ground",
    [CAPER_METRIC_HANG] = "hangs in the air",
    [CAPER_METRIC_FALL] = "is pulled down at %.3g g",
    [CAPER_METRIC_FLIGHT] = "flies as nothing falls, %.3g g off",
    [CAPER_METRIC_BALANCE] = "stands %.3g mm beside its feet",
    [CAPER_METRIC_SELF_PENETRATION] = "is inside %s by %.3g mm",
    [CAPER_METRIC_LIMITS] = "bends %.3g degrees too far",
    [CAPER_METRIC_LIMITS_MAX] = "bends %.3g degrees too far",
    [CAPER_METRIC_FLIPS] = "flips over by %.3g degrees",
    [CAPER_METRIC_POPS] = "jumps by %.3g mm",
    [CAPER_METRIC_POP_TRUNK] = "jumps by %.3g %% of the body's size",
    [CAPER_METRIC_POP_LIMBS] = "jumps by %.3g %% of the body's size",
    [CAPER_METRIC_JITTER] = "trembles by %.3g %% of its size",
    [CAPER_METRIC_REPEATS] = "freezes for a frame",
    [CAPER_METRIC_JERK_RATIO] = "moves %.3g times as jerkily as the source",
    [CAPER_METRIC_GOAL_P95] = "misses its goal by %.3g %% of the body's size",
    [CAPER_METRIC_STRETCH_MIN] = "sinks into %s, to %.3g of its distance",
    [CAPER_METRIC_STRETCH_MAX] = "leaves %s, to %.3g times its distance",
    [CAPER_METRIC_TEAR] = "tears the skin, %.3g %% of the edges",
    [CAPER_METRIC_TEAR_P999] = "pulls the skin to %.3g times its length",
    [CAPER_METRIC_LIFE_MIN] = "hardly moves, %.3g of the source",
    [CAPER_METRIC_LIFE_MAX] = "moves too much, %.3g times the source",
    [CAPER_METRIC_ARM_SPREAD] = "is frozen, %.3g degrees of motion",
    [CAPER_METRIC_TIME_SCALE] = "moves at another pace than the source, %.3g times",
    [CAPER_METRIC_TRAVEL] = "goes another way than the source, %.3g times",
    [CAPER_METRIC_CADENCE] = "takes %.3g steps a minute",
    [CAPER_METRIC_WALK_FROUDE] = "walks too fast for a walk, Fr %.3g",
    [CAPER_METRIC_STEP_TIME] = "takes steps too long for their time",
    [CAPER_METRIC_CONTACT_F1] = "lands and leaves at other times than the source, F1 %.3g",
    [CAPER_METRIC_CLEARANCE_MIN] = "lifts too little, %.3g of the source",
    [CAPER_METRIC_CLEARANCE_MAX] = "lifts too much, %.3g times the source",
};

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

void caper_report_describe(const caper_report *report, const caper_character *character, int index,
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
    const char *deed = deeds[w->metric];
    char did[128] = "", who[NAME] = "the body", parent[NAME] = "its parent";
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
        snprintf(did, sizeof(did), deed, parent, w->value);
    } else if (deed) {
        snprintf(did, sizeof(did), deed, w->value);
    } else {
        snprintf(did, sizeof(did), "has %s %.3g %s", caper_metric_name(w->metric), w->value,
                 caper_metric_worst_unit(w->metric));
    }
    snprintf(text, size, "%.48s %s at %.2f s", who, did, (double)w->frame / (double)report->rate);
}

void caperi_find_words(caper_report *report, const caper_character *character)
{
    report->seen = -1;
    snprintf(report->verdict, sizeof(report->verdict), "good");
    for (int i = 0; i < CAPER_COUNT_OF(by_eye) && report->seen < 0; i++) {
        const caper_measure *m = &report->measures[by_eye[i]];
        for (int w = 0; w < report->worst_count && !m->pass; w++) {
            if (report->worst[w].metric == by_eye[i]) {
                report->seen = w;
                caper_report_describe(report, character, w, report->verdict,
                                      sizeof(report->verdict));
                return;
            }
        }
        if (!m->pass) {
            snprintf(report->verdict, sizeof(report->verdict), "%s is %.3g %s, the gate %.3g",
                     caper_metric_name(by_eye[i]), m->value, caper_metric_unit(by_eye[i]), m->gate);
            return;
        }
    }
}
