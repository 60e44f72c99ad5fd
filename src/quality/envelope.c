// SPDX-License-Identifier: MIT
// The gait envelope: how much of a step cycle lies where the cycles of examples lie.
//
// A cycle goes from landing to landing of one foot. Its curves are the way from hip to foot, up and
// forward, in leg lengths, and the height of the root over its mean, at 32 phases. Examples give
// mean and standard deviation of each; the figure is the share inside mean +- 2 s.d. Legs are not
// told apart, so any number of them fits.
#include "quality/measures.h"

#include <math.h>
#include <string.h>

#define PHASES 32
#define CURVES 3
#define SAME 1e-3      // leg lengths: nobody steps more alike
#define LEAST_CYCLES 3 // of the examples, to have a deviation

typedef struct envelope {
    double sum[CURVES][PHASES], square[CURVES][PHASES];
    int cycles;
} envelope;

// The three curves of a leg at a frame.
static void read_leg(const caperi_subject *s, const caper_leg *leg, int frame, double height,
                     double out[CURVES])
{
    const caper_transform *t = caperi_footage_at(&s->footage, frame, 0);
    int root = s->character->root_body;
    caper_quat turn =
        caper_quat_mul(t[root].rotation, caper_quat_conj(s->character->rest_model[root].rotation));
    caper_vec3 ahead = caper_quat_rotate(turn, caper_vec3_make(0, 0, 1));
    ahead.y = 0;
    ahead = caper_vec3_normalize(ahead);
    int hip = leg->hip == leg->foot ? root : leg->hip; // a foot without a leg
    caper_vec3 way = caper_vec3_sub(t[leg->foot].position, t[hip].position);
    double length = (double)leg->length;
    out[0] = (double)way.y / length;
    out[1] = (double)caper_vec3_dot(way, ahead) / length;
    out[2] = ((double)t[root].position.y - height) / length;
}

static double root_height(const caperi_subject *s)
{
    double sum = 0;
    for (int i = 0; i < s->footage.frame_count; i++) {
        sum += (double)caperi_footage_at(&s->footage, i, s->character->root_body)->position.y;
    }
    return sum / (double)s->footage.frame_count;
}

// One cycle into the sums of `add`, or against `within` into hits; NULL: not.
static void take_cycle(const caperi_subject *s, const caper_leg *leg, int from, int to,
                       double height, envelope *add, const envelope *within, long *hits, long *all)
{
    for (int k = 0; k < PHASES; k++) {
        double v[CURVES];
        int frame = from + (int)((double)k * (double)(to - from) / PHASES + 0.5);
        read_leg(s, leg, frame, height, v);
        for (int c = 0; c < CURVES; c++) {
            if (add) {
                add->sum[c][k] += v[c];
                add->square[c][k] += v[c] * v[c];
            } else {
                double n = (double)within->cycles, mean = within->sum[c][k] / n;
                double deviation = sqrt(fmax(within->square[c][k] / n - mean * mean, SAME * SAME));
                *hits += fabs(v[c] - mean) <= 2 * deviation;
                ++*all;
            }
        }
    }
}

static void take_cycles(const caperi_subject *s, envelope *add, const envelope *within, long *hits,
                        long *all)
{
    double height = root_height(s);
    int shortest = caperi_frames_of(s, 0.3f), longest = caperi_frames_of(s, 2.5f);
    for (int k = 0; k < s->character->leg_count; k++) {
        const caper_leg *leg = &s->character->legs[k];
        int last = -1;
        for (int i = 1; i < s->footage.frame_count; i++) {
            if (!caperi_soles_body_stands(&s->soles, leg->foot, i) ||
                caperi_soles_body_stands(&s->soles, leg->foot, i - 1) ||
                (last >= 0 && i - last < shortest)) {
                continue;
            }
            if (last >= 0 && i - last <= longest) {
                take_cycle(s, leg, last, i, height, add, within, hits, all);
                if (add) {
                    add->cycles++;
                }
            }
            last = i;
        }
    }
}

static bool open_example(caperi_subject *s, const caper_check_job *job, const caper_clip *clip,
                         caper_arena *arena)
{
    memset(s, 0, sizeof(*s));
    s->character = job->example_character ? job->example_character : job->character;
    s->clip = clip;
    float level = 0, sure = 0;
    if (!caperi_footage_make(&s->footage, s->character, clip, clip->rate, 0, arena)) {
        return false;
    }
    if (s->footage.broken) {
        return true;
    }
    if (!caperi_soles_make(&s->soles, &s->footage, arena) ||
        !caperi_floor_level(&s->footage, &s->soles, arena, &level, &sure)) {
        return false;
    }
    s->ground = caperi_ground_make(NULL, level);
    caper_contacts_job options = caper_contacts_job_default();
    caperi_soles_measure(&s->soles, &s->footage, &s->ground);
    caperi_soles_find_stances(&s->soles, &s->footage, &options, true, true);
    return true;
}

bool caperi_measure_envelope(const caper_check_job *job, caperi_subject *ours, caper_arena *arena)
{
    envelope e;
    memset(&e, 0, sizeof(e));
    for (int i = 0; i < job->example_count; i++) {
        caperi_subject example;
        if (!open_example(&example, job, job->examples[i], arena)) {
            return false;
        }
        if (!example.footage.broken) {
            take_cycles(&example, &e, NULL, NULL, NULL);
        }
    }
    if (e.cycles < LEAST_CYCLES) {
        return true;
    }
    long hits = 0, all = 0;
    take_cycles(ours, NULL, &e, &hits, &all);
    if (all > 0) {
        ours->figures.value[CAPER_METRIC_ENVELOPE] = 100.0 * (double)hits / (double)all;
    }
    return true;
}
