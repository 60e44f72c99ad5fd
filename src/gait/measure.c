// SPDX-License-Identifier: MIT
//
// Figures of a walk from where soles, hips and torso go, seen from the torso as it faces over some
// steps, so that ways may bend. Forward is where the hips go over the feet that are low, so that
// walks on the spot (animators' loops) and through the world are one. A foot
// lands where it is farthest ahead of the hips and leaves where it is farthest behind; a cycle is
// from a landing of the first foot to its next. All that is measured is a mean over cycles; what
// the torso does within one is kept as its first harmonics. Invariant: nothing depends on where a
// walk begins, how long it is, or at which rate it was recorded.
#include "gait/measure.h"

#include "base/block.h"
#include "base/try.h"

#include <stdlib.h>
#include <string.h>

#define LOW 0.25f     // share of a sole's whole rise below which it may stand
#define STEPS 0.06f   // leg lengths that a sole goes to and fro at least
#define UNLIKE 0.3f   // share that a cycle may differ from the middle one
#define QUICKEST 0.8f // sqrt(leg / g) that a cycle takes at least: quicker is a wrong scale
#define SLOWEST 40.0f // and at most
// No body walks faster than a Froude number of 1: on its way over the standing leg it would leave
// the ground. A clip that is faster, with each foot on the ground for more than this share of the
// cycle, is read in a unit that is too large.
#define FASTEST_WALK 1.0f
#define WALK_DUTY 0.6f
#define BACKWARD -0.7f // cosine of the way to where the torso faces: within 45 degrees of backward
// Share of a walk's lift at its speed below which feet do not step: people who stand, sit and shift
// their weight have 0.02 (CMU 77_02, 75_17), one who drags a hurt leg 0.06 (77_19), walks 0.13 and
// up.
#define STANDS 0.03f
#define MAX_CYCLES 256 // that are looked at
#define FACING 2.0f    // tau to either side over which the torso's facing is smoothed
#define SPREAD 0.2f    // of hip height: ankles farther out than that at rest are not below hips
#define SAMPLES 64     // of a cycle

// ---------------------------------------------------------------------------------------- record

bool caperi_walk_record_open(caperi_walk_record *record, const caper_gait *gait, int frame_count)
{
    memset(record, 0, sizeof *record);
    caperi_block block = {0};
    size_t n = (size_t)frame_count, legs = (size_t)gait->leg_count;
    size_t torso = caperi_block_add(&block, n, sizeof(caper_transform), 16);
    size_t soles = CAPERI_BLOCK_ADD(&block, n * legs, caper_vec3);
    size_t hips = CAPERI_BLOCK_ADD(&block, n, caper_vec3);
    size_t yaws = CAPERI_BLOCK_ADD(&block, n, float);
    size_t lengths = CAPERI_BLOCK_ADD(&block, n * legs, float);
    caper_allocator allocator = caper_allocator_resolve(NULL);
    char *base = caperi_block_alloc(&block, &allocator);
    if (!base) {
        return false;
    }
    record->torso = caperi_block_at(base, torso);
    record->soles = caperi_block_at(base, soles);
    record->hips = caperi_block_at(base, hips);
    record->yaws = caperi_block_at(base, yaws);
    record->lengths = caperi_block_at(base, lengths);
    record->frame_count = frame_count;
    record->leg_count = gait->leg_count;
    record->memory_size = block.size;
    return true;
}

void caperi_walk_record_close(caperi_walk_record *record)
{
    if (record->torso) {
        caper_allocator allocator = caper_allocator_resolve(NULL);
        caper_free(&allocator, record->torso, record->memory_size);
    }
    memset(record, 0, sizeof *record);
}

// --------------------------------------------------------------------------------------- signals

// A record seen along its way. Frames beyond the end of a loop are those of its next round.
typedef struct way {
    const caper_gait *gait;
    const caperi_walk_record *record;
    caper_vec3 forward, left;                              // level, against the torso's yaw
    float speed;                                           // m/s over the ground
    int frame_count;                                       // rounds of a loop included
    int round;                                             // frames of one
    float lowest;                                          // of all soles
    float lows[CAPER_MAX_BODIES], highs[CAPER_MAX_BODIES]; // of the sole of each leg
} way;

static caper_vec3 level(caper_vec3 v)
{
    v.y = 0.0f;
    return v;
}

static caper_vec3 sole_off(const way *w, int leg, int frame)
{
    int at = frame % w->round;
    const caperi_walk_record *r = w->record;
    caper_vec3 off = caper_vec3_sub(r->soles[at * r->leg_count + leg], r->hips[at]);
    return caper_quat_rotate(caper_quat_from_yaw(-r->yaws[at]), off);
}

static float ahead(const way *w, int leg, int frame)
{
    return caper_vec3_dot(sole_off(w, leg, frame), w->forward);
}

static float sole_height(const way *w, int leg, int frame)
{
    return w->record->soles[(frame % w->round) * w->record->leg_count + leg].y;
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static float median(float *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_floats);
    return count > 0 ? values[count / 2] : 0.0f;
}

// The range of what a leg does, but for strays: captures begin with a pose of their own.
static void find_range(const way *w, int leg, float (*what)(const way *, int, int), float *least,
                       float *most)
{
    enum {
        MOST = 1024
    };
    float values[MOST];
    int count = w->round < MOST ? w->round : MOST;
    for (int i = 0; i < count; i++) {
        values[i] = what(w, leg, (int)((int64_t)i * w->round / count));
    }
    qsort(values, (size_t)count, sizeof *values, compare_floats);
    *least = values[count / 50];
    *most = values[count - 1 - count / 50];
}

// A sole so near its lowest place that it may stand.
static bool is_low(const way *w, int leg, int frame)
{
    float span = w->highs[leg] - w->lows[leg];
    return sole_height(w, leg, frame) <= w->lows[leg] + LOW * span;
}

// How soles that are low go over from the hips, on the whole, between two frames.
static caper_vec3 drift_of(const way *w, int from, int to)
{
    caper_vec3 sum = caper_vec3_zero();
    for (int i = 0; i < w->record->leg_count; i++) {
        for (int f = from; f + 1 < to; f++) {
            if (is_low(w, i, f) && is_low(w, i, f + 1)) {
                caper_vec3 step = caper_vec3_sub(sole_off(w, i, f + 1), sole_off(w, i, f));
                sum = caper_vec3_add(sum, level(step));
            }
        }
    }
    return sum;
}

// Where the torso faces, its turning to and fro smoothed away.
static void face(const caper_gait *gait, const caperi_walk_record *r, int round)
{
    caper_quat rest = gait->character->rest_model[gait->character->root_body].rotation;
    int reach = (int)(FACING * gait->tau / r->dt) + 1;
    reach = reach > round / 2 ? round / 2 : reach;
    for (int f = 0; f < r->frame_count; f++) {
        caper_vec3 sum = caper_vec3_zero();
        for (int k = -reach; k <= reach; k++) {
            int at = f + k;
            at = r->loops               ? (at + 2 * round) % round
                 : at < 0               ? 0
                 : at >= r->frame_count ? r->frame_count - 1
                                        : at;
            caper_quat q = caper_quat_mul(r->torso[at].rotation, caper_quat_conj(rest));
            caper_vec3 ahead = level(caper_quat_rotate(q, caper_vec3_make(0, 0, 1)));
            sum = caper_vec3_add(sum, caper_vec3_normalize_or(ahead, caper_vec3_zero()));
        }
        r->yaws[f] = caper_atan2(sum.x, sum.z);
    }
}

static bool see_way(const caper_gait *gait, const caperi_walk_record *record, const char *source,
                    way *w, caper_error *error)
{
    memset(w, 0, sizeof *w);
    w->gait = gait;
    w->record = record;
    w->round = record->loops ? record->frame_count - 1 : record->frame_count;
    w->frame_count = record->loops ? 3 * w->round : w->round;
    face(gait, record, w->round);
    w->lowest = 1e30f;
    for (int i = 0; i < record->leg_count; i++) {
        find_range(w, i, sole_height, &w->lows[i], &w->highs[i]);
        w->lowest = caper_min(w->lowest, w->lows[i]);
    }
    caper_vec3 drift = drift_of(w, 0, w->round);
    w->forward = caper_vec3_normalize_or(caper_vec3_neg(drift), caper_vec3_zero());
    w->left = caper_vec3_cross(caper_vec3_make(0, 1, 0), w->forward);
    CAPER_TRY(caper_vec3_length(drift) > STEPS * gait->length, error, CAPER_ERROR_INVALID, source,
              0, 0, "no steps: feet on the ground do not move under the hips");
    CAPER_TRY(!record->example || w->forward.z > BACKWARD, error, CAPER_ERROR_INVALID, source, 0, 0,
              "it walks backward, and a style is of walking forward");
    return true;
}

// ---------------------------------------------------------------------------------------- cycles

// Where a foot lands and leaves, frame by frame.
typedef struct steps {
    int lands[MAX_CYCLES], leaves[MAX_CYCLES];
    int count; // landings; each leave is after its landing
} steps;

// The middle of a foot's way about a frame: bodies lean and turn from step to step.
static float middle_of(const way *w, int leg, int frame)
{
    int reach = (int)(FACING * w->gait->tau / w->record->dt) + 1;
    int from = frame - reach < 0 ? 0 : frame - reach;
    int to = frame + reach >= w->frame_count ? w->frame_count - 1 : frame + reach;
    float sum = 0.0f;
    for (int f = from; f <= to; f++) {
        sum += ahead(w, leg, f);
    }
    return sum / (float)(to - from + 1);
}

// A foot is farthest ahead somewhere while it is well ahead of the middle of its way, and farthest
// behind while it is well behind.
static void find_steps_about(const way *w, int leg, bool locally, steps *out)
{
    float least, most;
    find_range(w, leg, ahead, &least, &most);
    float band = 0.15f * (most - least), middle = 0.5f * (least + most);
    out->count = 0;
    if (most - least < STEPS * w->gait->legs[leg].length) {
        return;
    }
    int best = -1, lowest = -1, side = 0;
    for (int f = 0; f < w->frame_count; f++) {
        float x = ahead(w, leg, f);
        middle = locally && f % 8 == 0 ? middle_of(w, leg, f) : middle; // it changes slowly
        int now = x > middle + band ? 1 : x < middle - band ? -1 : side;
        if (now == 1 && (side != 1 || x > ahead(w, leg, best))) {
            best = f;
        }
        if (now == -1 && (side != -1 || x < ahead(w, leg, lowest))) {
            lowest = f;
        }
        if (now == -1 && side == 1 && best > 0 && out->count < MAX_CYCLES) {
            out->leaves[out->count] = -1;
            out->lands[out->count++] = best;
        }
        if (now == 1 && side == -1 && out->count > 0 && out->leaves[out->count - 1] < 0) {
            out->leaves[out->count - 1] = lowest;
        }
        side = now;
    }
    // the last one may not have left yet
    if (out->count > 0 && out->leaves[out->count - 1] <= out->lands[out->count - 1]) {
        out->count--;
    }
}

// What is too slow for a body of that size is seen on the whole only.
static void find_steps(const way *w, int leg, steps *out)
{
    find_steps_about(w, leg, true, out);
    if (out->count < 2) {
        find_steps_about(w, leg, false, out);
    }
}

// The place between frames where a foot is farthest, by the parabola through its neighbors.
static float refined(const way *w, int leg, int frame)
{
    if (frame < 1 || frame + 1 >= w->frame_count) {
        return (float)frame;
    }
    float a = ahead(w, leg, frame - 1), b = ahead(w, leg, frame), c = ahead(w, leg, frame + 1);
    float bend = a - 2.0f * b + c;
    return (float)frame + (bend != 0.0f ? caper_clamp(0.5f * (a - c) / bend, -0.5f, 0.5f) : 0.0f);
}

// Cycles of the first foot that are about as long as the middle one.
typedef struct cycles {
    float begins[MAX_CYCLES], lasts[MAX_CYCLES]; // frames
    int count;
    float mean;
} cycles;

static bool find_cycles(const way *w, int leg, const char *source, cycles *out, caper_error *error)
{
    steps *s = caper_alloc(NULL, sizeof *s, 16);
    CAPER_TRY(s, error, CAPER_ERROR_MEMORY, source, 0, 0, "no memory for steps");
    find_steps(w, leg, s);
    float lengths[MAX_CYCLES];
    int all = s->count - 1;
    for (int i = 0; i < all; i++) {
        lengths[i] = refined(w, leg, s->lands[i + 1]) - refined(w, leg, s->lands[i]);
    }
    float middle = all > 0 ? median(lengths, all) : 0.0f, sum = 0.0f;
    out->count = 0;
    for (int i = 0; i < all; i++) {
        float begin = refined(w, leg, s->lands[i]), last = refined(w, leg, s->lands[i + 1]) - begin;
        if (fabsf(last - middle) <= UNLIKE * middle) {
            out->begins[out->count] = begin;
            out->lasts[out->count++] = last;
            sum += last;
        }
    }
    caper_free(NULL, s, sizeof *s);
    CAPER_TRY(out->count > 0, error, CAPER_ERROR_INVALID, source, 0, 0,
              "no cycle: the %s foot lands %s; expected two landings, or a loop",
              w->gait->legs[leg].side < 0 ? "right" : "left", all < 0 ? "never" : "once");
    out->mean = sum / (float)out->count;
    float unit = out->mean * w->record->dt / w->gait->tau;
    CAPER_TRY(unit > QUICKEST && unit < SLOWEST, error, CAPER_ERROR_INVALID, source, 0, 0,
              "legs of %.3g m take %.3g s a cycle, %s than any legs of that length: is the unit of "
              "the file right (--unit)?",
              (double)w->gait->length, (double)(out->mean * w->record->dt),
              unit <= QUICKEST ? "faster" : "slower");
    return true;
}

// --------------------------------------------------------------------------------------- figures

// One foot over its cycles.
typedef struct foot_figures {
    float trigger, duty; // cycles: landing after the first foot, and how long it stands
    float speed;         // by which it goes back under the hips in the middle of its stance, m/s
} foot_figures;

// How fast a foot goes back in the middle of a stance.
static float back_speed(const way *w, int leg, int lands, int leaves)
{
    int from = lands + (leaves - lands) * 3 / 10, to = leaves - (leaves - lands) * 3 / 10;
    float time = (float)(to - from) * w->record->dt;
    return to > from ? (ahead(w, leg, from) - ahead(w, leg, to)) / time : 0.0f;
}

static bool measure_foot(const way *w, int leg, const char *source, const cycles *c,
                         foot_figures *out, caper_error *error)
{
    steps *s = caper_alloc(NULL, sizeof *s, 16);
    float sine = 0.0f, cosine = 0.0f, count = 0.0f;
    memset(out, 0, sizeof *out);
    CAPER_TRY(s, error, CAPER_ERROR_MEMORY, source, 0, 0, "no memory for steps");
    find_steps(w, leg, s);
    for (int i = 0; i < s->count; i++) {
        float lands = refined(w, leg, s->lands[i]);
        for (int k = 0; k < c->count; k++) {
            float phase = (lands - c->begins[k]) / c->lasts[k];
            if (phase >= 0.0f && phase < 1.0f) {
                sine += caper_sin(CAPER_TAU * phase);
                cosine += caper_cos(CAPER_TAU * phase);
                out->duty += (refined(w, leg, s->leaves[i]) - lands) / c->lasts[k];
                out->speed += back_speed(w, leg, s->lands[i], s->leaves[i]);
                count += 1.0f;
            }
        }
    }
    caper_free(NULL, s, sizeof *s);
    out->trigger = caper_atan2(sine, cosine) / CAPER_TAU;
    out->trigger += out->trigger < -1e-3f ? 1.0f : 0.0f;
    out->duty /= caper_max(count, 1.0f);
    out->speed /= caper_max(count, 1.0f);
    CAPER_TRY(count > 0.0f, error, CAPER_ERROR_INVALID, source, 0, 0,
              "'%.40s' does not step while others do",
              w->gait->character->skeleton.names[w->gait->legs[leg].foot]);
    return true;
}

// How far the hips go through the world from one frame to another of the first round, a second.
static float hip_speed(const way *w, int from, int to)
{
    caper_vec3 gone = caper_vec3_sub(w->record->hips[to], w->record->hips[from]);
    return caper_vec3_length(level(gone)) / ((float)(to - from) * w->record->dt);
}

// How fast the hips go through the world: what goes there says it best. A loop that no cycle is
// inside of is one cycle itself.
static float travel(const way *w, const cycles *c)
{
    float sum = 0.0f, count = 0.0f;
    for (int k = 0; k < c->count; k++) {
        int from = (int)c->begins[k], to = (int)(c->begins[k] + c->lasts[k]);
        if (to < w->record->frame_count) {
            sum += hip_speed(w, from, to);
            count += 1.0f;
        }
    }
    return count > 0.0f ? sum / count : hip_speed(w, 0, w->record->frame_count - 1);
}

// The torso at a time: aside, up, ahead in leg lengths, then turns about left, up and forward.
static void torso_at(const way *w, float frame, float facing, float out[CAPER_GAIT_CHANNELS])
{
    const caper_gait *gait = w->gait;
    caper_quat rest = gait->character->rest_model[gait->character->root_body].rotation;
    int a = (int)frame % w->round, b = a + 1 < w->record->frame_count ? a + 1 : a;
    float t = frame - (float)(int)frame, rounds = (float)((int)frame / w->round);
    const caper_transform *x = &w->record->torso[a], *y = &w->record->torso[b];
    caper_vec3 on = caper_vec3_sub(w->record->torso[w->record->frame_count - 1].position,
                                   w->record->torso[0].position);
    caper_vec3 p = caper_vec3_lerp(x->position, y->position, t);
    p = caper_vec3_add_scaled(p, level(on), rounds);
    caper_quat q =
        caper_quat_mul(caper_quat_nlerp(x->rotation, y->rotation, t), caper_quat_conj(rest));
    caper_quat back = caper_quat_from_yaw(-w->record->yaws[a]);
    caper_vec3 turn = caper_quat_log(caper_quat_mul(back, q));
    p = caper_quat_rotate(caper_quat_from_yaw(-facing), p);
    out[CAPER_GAIT_SWAY] = caper_vec3_dot(p, w->left) / gait->length;
    out[CAPER_GAIT_BOB] = (p.y - w->lowest) / gait->length;
    out[CAPER_GAIT_SURGE] = caper_vec3_dot(p, w->forward) / gait->length;
    out[CAPER_GAIT_PITCH] = turn.x / CAPER_DEGREE;
    out[CAPER_GAIT_YAW] = turn.y / CAPER_DEGREE;
    out[CAPER_GAIT_ROLL] = turn.z / CAPER_DEGREE;
}

// Mean and harmonics of the torso over a cycle. What is gone from its start to its end is taken
// out evenly.
static void measure_torso(const way *w, const cycles *c, caper_gait_figures *out)
{
    for (int k = 0; k < c->count; k++) {
        float samples[SAMPLES + 1][CAPER_GAIT_CHANNELS], part = 1.0f / (float)c->count;
        float facing = w->record->yaws[(int)(c->begins[k] + 0.5f * c->lasts[k]) % w->round];
        for (int i = 0; i <= SAMPLES; i++) {
            float frame = c->begins[k] + c->lasts[k] * (float)i / SAMPLES;
            torso_at(w, caper_min(frame, (float)(w->frame_count - 1)), facing, samples[i]);
        }
        for (int i = 0; i < SAMPLES; i++) {
            float phase = (float)i / SAMPLES;
            for (int n = 0; n < CAPER_GAIT_CHANNELS; n++) {
                float x = samples[i][n] - phase * (samples[SAMPLES][n] - samples[0][n]);
                out->means[n] += part * x / SAMPLES;
                for (int h = 0; h < CAPER_GAIT_HARMONICS; h++) {
                    float angle = CAPER_TAU * phase * (float)(h + 1), sine, cosine;
                    caper_sincos(angle, &sine, &cosine);
                    out->waves.channels[n][h][0] += part * 2.0f / SAMPLES * x * cosine;
                    out->waves.channels[n][h][1] += part * 2.0f / SAMPLES * x * sine;
                }
            }
        }
    }
}

// What the legs do: how high soles go, how wide the track is, how bent the knees of those that
// stand are. Feet that stand apart at rest (captures with spread legs) say nothing of the track.
static void measure_legs(const way *w, caper_gait_figures *out)
{
    const caper_gait *gait = w->gait;
    float n = (float)gait->leg_count, homes = 0.0f, tracks = 0.0f, bent = 0.0f, stood = 0.0f;
    bool spread = false;
    for (int i = 0; i < gait->leg_count; i++) {
        const caperi_leg_plan *plan = &gait->plans[i];
        float aside = 0.0f, count = 0.0f;
        out->lift += (w->highs[i] - w->lows[i]) / (plan->lift * n);
        for (int f = 0; f < w->round; f++) {
            if (is_low(w, i, f)) {
                aside += caper_vec3_dot(sole_off(w, i, f), w->left);
                bent += w->record->lengths[f * gait->leg_count + i];
                count += 1.0f;
            }
        }
        stood += count;
        tracks += (float)gait->legs[i].side * aside / caper_max(count, 1.0f);
        homes += (float)gait->legs[i].side * gait->legs[i].home.x;
        spread = spread || (plan->sprawl < 0.5f && fabsf(plan->offset_x) > SPREAD * plan->drop);
    }
    out->width = homes > 0.05f * gait->length && !spread ? tracks / homes : 0.0f;
    out->extension = bent / caper_max(stood, 1.0f);
}

bool caperi_walk_measure(const caper_gait *gait, const caperi_walk_record *record,
                         const char *source, caper_gait_figures *out, caper_error *error)
{
    way w;
    memset(out, 0, sizeof *out);
    CAPER_TRY(gait->mode == CAPER_GAIT_WALK && gait->leg_count > 1, error, CAPER_ERROR_INVALID,
              source, 0, 0, "found %d leg%s, expected two or more: nothing to learn a gait from",
              gait->leg_count, gait->leg_count == 1 ? "" : "s");
    CAPER_TRY(record->frame_count >= 8, error, CAPER_ERROR_INVALID, source, 0, 0,
              "found %d frames, too few for a cycle", record->frame_count);
    CAPER_PASS(see_way(gait, record, source, &w, error));
    cycles *c = caper_alloc(NULL, sizeof *c, 16);
    CAPER_TRY(c, error, CAPER_ERROR_MEMORY, source, 0, 0, "no memory for cycles");
    bool good = find_cycles(&w, gait->first, source, c, error);
    float sides[2] = {0, 0}, counts[2] = {0, 0};
    for (int i = 0; i < gait->leg_count && good; i++) {
        foot_figures foot;
        if (gait->legs[i].group != gait->leading) {
            continue;
        }
        good = measure_foot(&w, i, source, c, &foot, error);
        if (good && gait->legs[i].slot < CAPER_GAIT_MAX_FEET) {
            out->triggers[gait->legs[i].slot] = foot.trigger;
        }
        int side = gait->legs[i].side < 0;
        sides[side] += foot.duty;
        out->speed += foot.speed;
        counts[side] += 1.0f;
    }
    if (good) {
        float left = sides[0] / caper_max(counts[0], 1.0f),
              right = sides[1] / caper_max(counts[1], 1.0f);
        out->duty = (sides[0] + sides[1]) / (counts[0] + counts[1]);
        out->uneven = counts[0] > 0.0f && counts[1] > 0.0f ? left - right : 0.0f;
        out->cycle_count = record->loops && c->count > 2 ? (c->count + 1) / 3 : c->count;
        out->cycle = c->mean * record->dt;
        // a walk on the spot goes as fast as its feet go back
        float gone = travel(&w, c);
        out->speed /= counts[0] + counts[1];
        out->speed = gone > 0.5f * out->speed ? gone : out->speed;
        out->froude = caperi_gait_froude(gait, out->speed);
        out->stride = out->speed * out->cycle / gait->length;
        measure_torso(&w, c, out);
        measure_legs(&w, out);
    }
    caper_free(NULL, c, sizeof *c);
    CAPER_TRY(!good || !record->example || out->lift >= STANDS, error, CAPER_ERROR_INVALID, source,
              0, 0, "no steps: it stands, its feet do not rise");
    CAPER_TRY(!good || out->froude <= FASTEST_WALK || out->duty <= WALK_DUTY, error,
              CAPER_ERROR_INVALID, source, 0, 0,
              "a walk of %.3g m/s is too fast for legs of %.3g m: is the unit of the file right "
              "(--unit)?",
              (double)out->speed, (double)gait->length);
    return good;
}
