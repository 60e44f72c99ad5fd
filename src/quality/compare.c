// SPDX-License-Identifier: MIT
// What only a comparison with the source shows: pops that are not the source's, contact times, how
// alive the limbs are, how high the feet are lifted, and how fast all of it goes.
#include "quality/measures.h"

#include <math.h>

#define EXCUSE 0.0501f      // seconds: a pop of the source so near excuses one of ours
#define LEAST_SPREAD 0.02   // limb lengths: what moves less in the source need not live
#define SLIGHT_SPREAD 0.003 // limb lengths: rounding and breathing
#define LEAST_LIFT 0.03     // leg lengths: feet that are lifted less are not compared
#define SLIGHT_LIFT 0.01    // leg lengths: the floor of a capture is not known better
#define LEAST_TRAVEL 0.5f   // of size: who goes less far stays

static int source_body(const caper_check_job *job, int body)
{
    const caper_skeleton *from = &job->source_character->skeleton;
    if (job->source_bodies) {
        return job->source_bodies[body] >= 0 && job->source_bodies[body] < from->body_count
                   ? job->source_bodies[body]
                   : -1;
    }
    return caper_skeleton_find(from, job->character->skeleton.names[body]);
}

// --- pops --------------------------------------------------------------------------------------

// Has the source a pop of that body nearby, of half the size? Its pops lie by body, then time.
static bool source_pops(const caperi_subject *theirs, int body, float time, double percent)
{
    const caperi_figures *f = &theirs->figures;
    int low = 0, high = f->pop_count;
    while (low < high) { // the first that is not too early
        int middle = low + (high - low) / 2;
        const caperi_pop *pop = &f->pops[middle];
        if (pop->body < body || (pop->body == body && pop->time < time - EXCUSE)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < f->pop_count; low++) {
        const caperi_pop *pop = &f->pops[low];
        if (pop->body != body || pop->time > time + EXCUSE) {
            return false;
        }
        if (caperi_pop_percent(theirs, pop) >= (double)CAPERI_EXCUSE * percent) {
            return true;
        }
    }
    return false;
}

// Pops that the source has too, in the same body within 0.05 s and half as large for its size, are
// not ours. Each offence needs its own excuse: one pop of the source does not excuse a shiver that
// begins with it.
static void forgive_pops(const caper_check_job *job, caperi_subject *ours,
                         const caperi_subject *theirs)
{
    caperi_figures *out = &ours->figures;
    int left = 0, last = -1, from = -1;
    for (int i = 0; i < out->pop_count; i++) {
        caperi_pop pop = out->pops[i];
        if (pop.body != last) {
            last = pop.body;
            from = source_body(job, last);
        }
        if (from < 0 || !source_pops(theirs, from, pop.time, caperi_pop_percent(ours, &pop))) {
            out->pops[left++] = pop;
        }
    }
    out->pop_count = left;
    caperi_count_pops(ours);
}

// --- contacts ----------------------------------------------------------------------------------

// Share of `a`'s frames of contact with a frame of contact of `b` within 0.03 s.
static void count_matches(const caperi_subject *a, int body_a, const caperi_subject *b, int body_b,
                          int *hits, int *all)
{
    for (int i = 0; i < a->footage.frame_count; i++) {
        if (!caperi_soles_body_stands(&a->soles, body_a, i)) {
            continue;
        }
        double time = (double)i / (double)a->footage.rate;
        int from = (int)ceil((time - 0.03) * (double)b->footage.rate - 1e-6);
        int to = (int)floor((time + 0.03) * (double)b->footage.rate + 1e-6);
        bool hit = false;
        for (int j = from < 0 ? 0 : from; j <= to && j < b->footage.frame_count && !hit; j++) {
            hit = caperi_soles_body_stands(&b->soles, body_b, j);
        }
        *hits += hit;
        ++*all;
    }
}

static double contact_f1(const caper_check_job *job, const caperi_subject *ours,
                         const caperi_subject *theirs)
{
    int hits = 0, all = 0, source_hits = 0, source_all = 0;
    for (int i = 0; i < job->character->leg_count; i++) {
        int foot = job->character->legs[i].foot;
        int from = source_body(job, foot);
        if (from >= 0 && (job->source_character->bodies[from].caps & CAPER_CAP_FOOT)) {
            count_matches(ours, foot, theirs, from, &hits, &all);
            count_matches(theirs, from, ours, foot, &source_hits, &source_all);
        }
    }
    if (source_all == 0) {
        return (double)NAN; // the source never stands: nothing to be timed
    }
    double precision = all ? (double)hits / (double)all : 0;
    double recall = (double)source_hits / (double)source_all;
    return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
}

// --- life --------------------------------------------------------------------------------------

static void note_ratio(caperi_subject *s, caper_metric least, caper_metric most, int body,
                       double ratio)
{
    caperi_figures *out = &s->figures;
    int frame = s->footage.frame_count / 2;
    if (isnan(out->value[least]) || ratio < out->value[least]) {
        out->value[least] = ratio;
        out->worst[least] = (caper_worst){least, frame, body, ratio, -1};
    }
    if (isnan(out->value[most]) || ratio > out->value[most]) {
        out->value[most] = ratio;
        out->worst[most] = (caper_worst){most, frame, body, ratio, -1};
    }
}

// The body of the source's limb that a body of ours hangs on, as far down as both go.
static void compare_limb(const caper_check_job *job, caperi_subject *ours,
                         const caperi_subject *theirs, int base, int tip)
{
    int from = source_body(job, base), to = source_body(job, tip);
    if (from < 0 || to < 0) {
        return;
    }
    int above = to; // the base must be above the tip in the source too
    while (above >= 0 && above != from) {
        above = job->source_character->bodies[above].parent;
    }
    double source =
        above == from && from != to ? caperi_limb_spread(theirs, from, to) : (double)NAN;
    double out = caperi_limb_spread(ours, base, tip);
    if (source >= LEAST_SPREAD && !isnan(out)) {
        note_ratio(ours, CAPER_METRIC_LIFE_MIN, CAPER_METRIC_LIFE_MAX, base,
                   (out + SLIGHT_SPREAD) / (source + SLIGHT_SPREAD));
    }
}

// Ends of limbs: feet, graspers, and the head at the end of the spine.
static void compare_life(const caper_check_job *job, caperi_subject *ours,
                         const caperi_subject *theirs)
{
    const caper_character *c = job->character;
    for (int b = 0; b < c->body_count; b++) {
        bool end = (c->bodies[b].caps & (CAPER_CAP_FOOT | CAPER_CAP_GRASPER)) != 0;
        if (!end || c->bodies[b].base < 0) {
            continue;
        }
        int base = c->bodies[b].base; // a collar bone or hip that hardly moves is skipped
        if (ours->is_person) {
            for (int k = 0; k < CAPER_LIMB_COUNT; k++) {
                base = ours->person.limbs[k].tip == b ? ours->person.limbs[k].start : base;
            }
        }
        if (base != b) {
            compare_limb(job, ours, theirs, base, b);
        }
    }
    int head = c->spine_count > 0 ? c->spine[c->spine_count - 1] : -1;
    if (head >= 0 && c->bodies[head].parent >= 0 && head != c->root_body) {
        int first = head;
        while (c->bodies[first].parent >= 0 && c->bodies[first].parent != c->root_body) {
            first = c->bodies[first].parent;
        }
        if (c->bodies[first].parent == c->root_body && first != head) {
            compare_limb(job, ours, theirs, first, head);
        }
    }
}

// --- clearance and time ------------------------------------------------------------------------

static void compare_clearance(const caper_check_job *job, caperi_subject *ours,
                              const caperi_subject *theirs, caper_arena *arena)
{
    for (int i = 0; i < job->character->leg_count; i++) {
        int foot = job->character->legs[i].foot, from = source_body(job, foot);
        if (from < 0) {
            continue;
        }
        double out = caperi_foot_lift(ours, foot, arena);
        double source = caperi_foot_lift(theirs, from, arena);
        if (source >= LEAST_LIFT && !isnan(out)) {
            note_ratio(ours, CAPER_METRIC_CLEARANCE_MIN, CAPER_METRIC_CLEARANCE_MAX, foot,
                       (fmax(out, 0) + SLIGHT_LIFT) / (source + SLIGHT_LIFT));
        }
    }
}

// How far a ratio is from what size allows: a body of another size may keep the time and the way of
// its source or take its own.
static double size_factor(double ratio, double own)
{
    double low = fmin(1.0, own), high = fmax(1.0, own);
    return ratio < low ? low / ratio : ratio > high ? ratio / high : 1.0;
}

static void compare_time(caperi_subject *ours, const caperi_subject *theirs)
{
    double own = sqrt((double)ours->character->size / (double)theirs->character->size);
    if (!(ours->clip->duration > 0) || !(theirs->clip->duration > 0)) {
        return;
    }
    double factor = size_factor((double)ours->clip->duration / (double)theirs->clip->duration, own);
    if (ours->figures.step_count >= 4 && theirs->figures.step_count >= 4) {
        double steps =
            size_factor((double)theirs->figures.steps / (double)ours->figures.steps, own);
        // feet of captures chatter: steps are counted well only where they are as many
        bool as_many = ours->figures.step_count == theirs->figures.step_count;
        factor = as_many ? fmax(factor, steps) : factor;
    }
    ours->figures.value[CAPER_METRIC_TIME_SCALE] = factor;
    ours->figures.worst[CAPER_METRIC_TIME_SCALE] =
        (caper_worst){CAPER_METRIC_TIME_SCALE, ours->footage.frame_count / 2, -1, factor, -1};
}

// By how much a body may be larger than its source: as its legs are long, as high as they carry the
// hips (legs of spiders are spread), or as the whole of it.
typedef struct size_scales {
    double of[3];
} size_scales;

static size_scales find_scales(const caperi_figures *a, const caperi_figures *b)
{
    double length = (double)a->length / (double)b->length;
    double leg = a->leg > 0 && b->leg > 0 ? (double)a->leg / (double)b->leg : length;
    double hips = a->hips > 0 && b->hips > 0 ? (double)a->hips / (double)b->hips : length;
    return (size_scales){{length, leg, hips}};
}

// The way over the ground: that of the source, or larger as the body is, by whichever explains it
// best: a large head on short legs goes by its legs.
static void compare_travel(caperi_subject *ours, const caperi_subject *theirs)
{
    const caperi_figures *a = &ours->figures, *b = &theirs->figures;
    if (!(b->travel > LEAST_TRAVEL * theirs->character->size) || !(a->leg > 0) || !(b->leg > 0)) {
        return;
    }
    size_scales scales = find_scales(a, b);
    double factor = (double)INFINITY;
    for (int i = 0; i < 3; i++) {
        factor = fmin(factor, size_factor((double)a->travel / (double)b->travel, scales.of[i]));
    }
    ours->figures.value[CAPER_METRIC_TRAVEL] = factor;
    ours->figures.worst[CAPER_METRIC_TRAVEL] =
        (caper_worst){CAPER_METRIC_TRAVEL, ours->footage.frame_count / 2, -1, factor, -1};
}

// The mean of what there is of two.
static double mean_of(double a, double b)
{
    return isnan(a) ? b : isnan(b) ? a : 0.5 * (a + b);
}

// Mean squared jerk of a captured climb of three steps (CMU 83_27), 1/s^6 at size 1.8 m: half of
// what the calmest of seven captured walks has, a fourth of what 1 mm of noise gives. A crouch on
// flat ground has a sixteenth of it, and no climb can be as smooth: what is fitted to a world may
// have as much.
#define CLIMB_JERK 66000.0

// Jerk at the rate that both clips can give: a slower clip has less of it. Between bodies of
// different plans it is that of the ends: half of it root and head, half feet and hands. Feet alone
// may do what feet or hands of the source do: a running horse has no hands whose calm would make up
// for its feet, and lifts its front feet as he throws. Who steps as wide as his long legs has as
// much more of it.
static double jerk_ratio(const caper_check_job *job, const caperi_subject *ours,
                         const caperi_subject *theirs)
{
    float rate = fminf(1.0f / CAPERI_STRIDE, fminf(ours->footage.rate, theirs->footage.rate));
    bool ends = !caper_skeleton_same(&job->character->skeleton, &job->source->skeleton);
    double a[CAPERI_END_COUNT], b[CAPERI_END_COUNT], larger = 1;
    caperi_jerk_at(ours, rate, ends, a);
    caperi_jerk_at(theirs, rate, ends, b);
    bool both = !isnan(a[CAPERI_END_FEET]) && !isnan(a[CAPERI_END_HANDS]);
    bool none = isnan(a[CAPERI_END_FEET]) && isnan(a[CAPERI_END_HANDS]);
    double limbs = both || none ? mean_of(b[CAPERI_END_FEET], b[CAPERI_END_HANDS])
                                : fmax(b[CAPERI_END_FEET], b[CAPERI_END_HANDS]);
    double source = mean_of(mean_of(b[CAPERI_END_ROOT], b[CAPERI_END_HEAD]), limbs);
    double out = mean_of(mean_of(a[CAPERI_END_ROOT], a[CAPERI_END_HEAD]),
                         mean_of(a[CAPERI_END_FEET], a[CAPERI_END_HANDS]));
    // a source that hardly moves must not excuse a shiver: divide by no less than rounding
    source = fmax(source, fmax(caperi_jerk_noise(&ours->footage, rate),
                               caperi_jerk_noise(&theirs->footage, rate)));
    if (ours->origin == CAPER_ORIGIN_FITTED && !ends) {
        double length = (double)ours->figures.length;
        double climb = CLIMB_JERK / (length * length * length); // 1/s^6, and time grows as its root
        source = fmax(source, climb / caperi_gate(CAPER_METRIC_JERK_RATIO, ours->origin));
    }
    size_scales scales = find_scales(&ours->figures, &theirs->figures);
    for (int i = 0; i < 3 && ends; i++) {
        larger = fmax(larger, scales.of[i] / scales.of[0]);
    }
    return out / (source * larger * larger);
}

bool caperi_compare(const caper_check_job *job, caperi_subject *ours, caperi_subject *theirs,
                    caper_arena *arena)
{
    ours->figures.value[CAPER_METRIC_JERK_RATIO] = jerk_ratio(job, ours, theirs);
    forgive_pops(job, ours, theirs);
    ours->figures.value[CAPER_METRIC_CONTACT_F1] = contact_f1(job, ours, theirs);
    compare_life(job, ours, theirs);
    compare_clearance(job, ours, theirs, arena);
    compare_time(ours, theirs);
    compare_travel(ours, theirs);
    return true;
}
