// SPDX-License-Identifier: MIT
//
// What blends and bridges are judged by: the measures of room `quality`, taken of what is made and
// of the same frames of what it is made of. The distance of two windows does not show it: heights
// that differ by 25 mm pull a body down with almost a g within a sixth of a second, limbs that are
// bent anew go beyond their limits or jump where they are stretched, and a foot may slide although
// soles lie on each other. Faults of the clips themselves do not count against what is made of
// them.
#include "graph/judge.h"

#include "caper/quality.h"
#include "graph/blend.h"

#include <math.h>

#define RATE 60.0f // frames a second at which blends are asked: the judge's own step of a person
#define MARGIN 6   // of these before and behind a blend: what the judge smooths falls by, twice
#define SKATES 0.1 // percent of frames: any more than in the clips

#define GRAB(arena, count, type)                                                                   \
    caper_arena_alloc_zero(arena, (size_t)(count) + 1, sizeof(type), 32)

bool caperi_worth_of(const caper_character *character, const caper_clip *clip,
                     const caper_allocator *allocator, caperi_worth *worth)
{
    caper_check_job job = caper_check_job_default();
    job.character = character;
    job.clip = clip;
    job.floor = 0.0f;
    job.keep_rest = true;
    job.ignore_declared = true; // a sole that rolls does not slide
    job.allocator = allocator;
    caper_error error = {0};
    caper_report *report = caper_check(&job, &error);
    const double none = (double)NAN;
    *worth = (caperi_worth){true, none, none, none, none, none, none, {none, none}, none};
    if (!report)
        return error.status != CAPER_ERROR_MEMORY; // too short to tell
    *worth = (caperi_worth){
        .measured = true,
        .penetration = report->measures[CAPER_METRIC_SELF_PENETRATION].value,
        .slip = report->measures[CAPER_METRIC_SLIP_MAX].value,
        .skate = report->measures[CAPER_METRIC_SKATE].value,
        .fall = report->measures[CAPER_METRIC_FALL].value,
        .beyond = report->measures[CAPER_METRIC_LIMITS_MAX].value,
        .pops = {report->measures[CAPER_METRIC_POP_TRUNK].value,
                 report->measures[CAPER_METRIC_POP_LIMBS].value},
        .flips = report->measures[CAPER_METRIC_FLIPS].value,
    };
    caper_report_destroy(report);
    return true;
}

// Figures that were not measured are NAN, and never worse.
bool caperi_is_worse(double made, double one, double two, double gate)
{
    return made > fmax(gate, fmax(one, two));
}

caperi_fault caperi_blend_fault(const caperi_worth *made, const caperi_worth *one,
                                const caperi_worth *two, caperi_leave leave)
{
    if (caperi_is_worse(made->fall, one->fall, two->fall, CAPERI_FALL))
        return CAPERI_FAULT_FALL;
    if (caperi_is_worse(made->legs, one->legs, two->legs, CAPERI_BEYOND))
        return CAPERI_FAULT_BEND;
    const double gates[2] = {CAPERI_POP_TRUNK, CAPERI_POP_LIMBS};
    for (int i = 0; i < 2; i++)
        if (caperi_is_worse(made->pops[i], one->pops[i], two->pops[i], leave.jump * gates[i]))
            return CAPERI_FAULT_JUMP;
    if (leave.jump <= 1.0 && caperi_is_worse(made->flips, one->flips, two->flips, 0.0))
        return CAPERI_FAULT_JUMP;
    if (!leave.skate && caperi_is_worse(made->skate, one->skate, two->skate, SKATES))
        return CAPERI_FAULT_SKATE;
    return CAPERI_FAULT_NONE;
}

// -- Blends
// -----------------------------------------------------------------------------------------------

typedef struct tape {
    const caperi_blend_def *def;
    caper_transform *frames;
    caper_root *roots;
    caper_pose spare;
    int count;
    int lead;   // frames before the blend
    float legs; // degrees beyond limits, worst
} tape;

// Seconds of a clip at a frame of the tape.
static float time_of(const tape *t, int which, int f)
{
    const caperi_blend_def *d = t->def;
    return (float)d->frames[which] / d->rate + (float)(f - t->lead) / RATE;
}

static void take(tape *t, int f)
{
    const caperi_blend_def *d = t->def;
    const caper_skeleton *s = &d->character->skeleton;
    caper_pose pose = {t->frames + (size_t)f * (size_t)s->body_count, NULL, s->body_count, 0};
    float length = (float)(d->window - 1) / d->rate;
    float share = caper_smoothstep(0.0f, length, (float)(f - t->lead) / RATE);
    int only = share <= 0.0f ? 0 : share >= 1.0f ? 1 : -1;
    caper_root roots[2];
    for (int k = 0; k < 2; k++)
        roots[k] = caper_clip_sample_root(d->clips[k], time_of(t, k, f));
    roots[1] = caper_root_mul(d->align, roots[1]);
    if (only >= 0) {
        caper_clip_sample(d->clips[only], time_of(t, only, f), NULL, &pose);
        t->roots[f] = roots[only];
    } else {
        caper_clip_sample(d->clips[0], time_of(t, 0, f), NULL, &pose);
        caper_clip_sample(d->clips[1], time_of(t, 1, f), NULL, &t->spare);
        t->roots[f] = caperi_mix_roots(roots[0], roots[1], share);
        caperi_blend m = {&pose, &t->spare, roots[0], roots[1], t->roots[f], share};
        caperi_mix_poses(s, d->feet, d->foot_count, &m);
    }
    float beyond = caperi_limbs_beyond(d->character, d->feet, d->foot_count, &pose);
    t->legs = caper_max(t->legs, beyond * 180 / CAPER_PI);
}

static bool make_tape(tape *t, caper_arena *arena)
{
    const caperi_blend_def *d = t->def;
    size_t bodies = (size_t)d->character->body_count;
    int length = (int)ceilf((float)(d->window - 1) / d->rate * RATE);
    float before = (float)d->frames[0] / d->rate;
    float behind = d->clips[1]->duration - (float)(d->frames[1] + d->window - 1) / d->rate;
    int lead = (int)(before * RATE), tail = (int)caper_max(behind * RATE, 0.0f);
    tail = d->clips[1]->loops ? MARGIN : tail; // it goes on from its start
    t->lead = lead < MARGIN ? lead : MARGIN;
    t->count = t->lead + length + 1 + (tail < MARGIN ? tail : MARGIN);
    size_t room = (size_t)t->count;
    t->frames = GRAB(arena, room * bodies, caper_transform);
    t->roots = GRAB(arena, room, caper_root);
    t->spare =
        (caper_pose){GRAB(arena, bodies, caper_transform), NULL, d->character->body_count, 0};
    return t->frames && t->roots && t->spare.bodies;
}

static bool measure_tape(const tape *t, caperi_worth *worth)
{
    const caperi_blend_def *d = t->def;
    caper_clip_def def = caper_clip_def_default();
    def.name = "blend";
    def.skeleton = &d->character->skeleton;
    def.rate = RATE;
    def.frame_count = t->count;
    def.frames = t->frames;
    def.roots = t->roots;
    def.allocator = d->allocator;
    caper_clip *clip = caper_clip_create(&def, NULL);
    if (!clip)
        return false;
    bool good = caperi_worth_of(d->character, clip, d->allocator, worth);
    worth->legs = (double)t->legs;
    caper_clip_destroy(clip);
    return good;
}

bool caperi_blend_worth(const caperi_blend_def *def, caper_arena *arena, caperi_worth *worth)
{
    caper_arena_mark_point mark = caper_arena_mark(arena);
    tape t = {.def = def};
    bool good = make_tape(&t, arena);
    for (int f = 0; f < t.count && good; f++)
        take(&t, f);
    good = good && measure_tape(&t, worth);
    caper_arena_release(arena, mark);
    return good;
}
