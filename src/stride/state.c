// SPDX-License-Identifier: MIT
//
// Saving and loading: the state is plain bytes behind the hash of the plan that it is for. What is
// loaded is checked number by number, so that no bytes lead an update astray.
#include "stride/stride.h"

#include <math.h>
#include <string.h>

#define FARTHEST 1e9f // metres, seconds and their rates

size_t caper_stride_save(const caper_stride *stride, void *out, size_t size)
{
    if (out && size >= stride->state_size) {
        memcpy(out, stride->state, stride->state_size);
    }
    return stride->state_size;
}

static bool is_near(const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!(fabsf(numbers[i]) <= FARTHEST)) {
            return false;
        }
    }
    return true;
}

static bool is_flag(int32_t flag)
{
    return flag == 0 || flag == 1;
}

static bool is_time(double time)
{
    return fabs(time) <= 1e12;
}

/// Sine and cosine of a yaw, or none yet.
static bool is_turn(float sine, float cosine)
{
    bool none = sine == 0 && cosine == 0;
    return none || fabsf(sine * sine + cosine * cosine - 1) <= 1e-2f;
}

static bool good_patch(const caperi_patch *p)
{
    float length = caper_vec3_length(p->normal);
    return is_near(&p->flat.x, 3) && is_near(&p->place.x, 3) && is_near(&p->local.x, 3) &&
           is_near(&p->from.x, 3) && is_near(&p->yaw, 1) && is_turn(p->sine, p->cosine) &&
           fabsf(length - 1) < 1e-2f && p->normal.y > 0.1f && p->platform >= -1 &&
           p->platform < 1 << 20 && is_flag(p->moved) && is_flag(p->whole) && is_flag(p->open) &&
           is_near(&p->edges[0].far, 3) && is_near(&p->edges[1].far, 3) && is_time(p->land) &&
           is_time(p->leave);
}

static bool good_transform(const caper_transform *t)
{
    return caper_transform_is_valid(*t, 1e-2f) && is_near(&t->position.x, 3);
}

static bool good_foot(const caperi_stride_state_foot *f)
{
    return good_patch(&f->now) && good_patch(&f->next) && good_patch(&f->after) &&
           is_flag(f->stands) && is_flag(f->has_next) && is_flag(f->has_after) &&
           is_time(f->lifted) && is_time(f->drifted) && is_near(&f->from.x, 3) &&
           is_near(&f->to.x, 3) && is_near(&f->heaves.x, 3) && is_near(&f->meets.x, 3) &&
           is_near(f->clear, CAPERI_STRIDE_CLEAR) && is_near(&f->drift.x, 3) &&
           is_near(&f->gap, 1) && f->wait >= 0 && f->wait < 1 && is_near(&f->back, 1) &&
           f->ahead >= 0 && f->ahead <= 1 && is_near(&f->slid.x, 3) &&
           is_near(&f->landing_gap, 1) && is_near(&f->rest_gap, 1) && is_near(&f->lift, 1) &&
           is_near(&f->lift_rate, 1) && is_near(&f->knee.x, 3) &&
           is_near(f->bends, CAPERI_STRIDE_FOLDS) && is_flag(f->has_knee) && is_flag(f->landed) &&
           is_flag(f->leaves) && is_flag(f->rolled_off) && good_transform(&f->seen.foot) &&
           is_near(&f->seen.hip.x, 3) && is_near(&f->seen.tips[0].x, 3 * CAPERI_STRIDE_TIPS) &&
           is_near(&f->seen.low, 1) && is_near(&f->seen.level, 1) && f->looked_count >= 0 &&
           f->looked_count <= CAPERI_STRIDE_COURSE &&
           is_near(&f->toes[0].x, 3 * CAPER_MAX_CONTACTS) && caper_stance_is_valid(&f->stance);
}

static bool good_root(caper_root r)
{
    float numbers[] = {r.x, r.y, r.z, r.yaw};
    return is_near(numbers, 4);
}

static bool good_head(const caper_stride *s, const caperi_stride_state *t)
{
    bool flags = is_flag(t->placed) && is_flag(t->driving) && is_flag(t->blind) &&
                 is_flag(t->waiting) && is_flag(t->seen) && is_flag(t->replan) &&
                 is_flag(t->going) && t->stale >= 0 && t->stale <= 2 && t->seen_steps >= 0;
    bool ring = t->first >= 0 && t->first < CAPERI_STRIDE_MOMENTS && t->count >= 0 &&
                t->count <= CAPERI_STRIDE_MOMENTS;
    bool legs = t->locked >= -1 && t->locked < s->leg_count && t->head_locked >= -1 &&
                t->head_locked < s->leg_count;
    bool roots = good_root(t->flat) && good_root(t->out) && good_root(t->speed) &&
                 good_root(t->head_speed) && good_root(t->head);
    const caper_stride_report *r = &t->report;
    float numbers[] = {t->turn,      t->last_turn, t->drop,      t->drop_rate, t->pace,
                       t->pace_rate, t->floor,     t->ratio_sum, t->level,     t->head_level,
                       r->way,       r->flat_way,  r->shortest,  r->longest,   r->mean,
                       r->highest,   r->deepest,   r->time,      r->flat_time, r->leaped,
                       r->sunk,      r->kneels,    r->lost,      r->heading.x, r->heading.y,
                       r->heading.z};
    bool pace = t->pace > -1 && t->pace < 1 && r->slowest > 0 && r->slowest <= 1;
    bool shift = true;
    for (int i = 0; i < CAPERI_SHIFT_COUNT; i++) {
        shift = shift && is_near(&t->shift[i].value, 3);
    }
    return flags && ring && legs && roots && pace && shift && is_time(t->time) &&
           is_time(t->began) && is_time(t->wished) &&
           is_near(t->drawn[0], 2 * CAPERI_SHIFT_COUNT) &&
           is_near(t->wishes[0], CAPER_COUNT_OF(t->wishes) * CAPER_COUNT_OF(t->wishes[0])) &&
           is_near(&t->heading.x, 3) && is_near(&t->sum.x, 3) &&
           is_near(numbers, CAPER_COUNT_OF(numbers));
}

/// Moments follow each other by a step, and the clock is among them.
static bool good_times(const caper_stride *s)
{
    double step = (double)s->step;
    for (int i = 1; i < s->state->count; i++) {
        double gap = caperi_moment_at(s, i)->time - caperi_moment_at(s, i - 1)->time;
        if (!(fabs(gap - step) <= 0.5 * step)) { // far from 0 a clock is coarse
            return false;
        }
    }
    double since = s->state->count > 0 ? s->state->time - caperi_moment_at(s, 0)->time : 0;
    return since >= 0 && since <= step * CAPERI_STRIDE_MOMENTS;
}

/// Is everything in the stride's memory a state that updates may have left?
static bool is_valid(const caper_stride *s)
{
    bool good = good_head(s, s->state);
    for (int i = 0; i < s->leg_count && good; i++) {
        good = good_foot(&s->feet[i]) && caper_stance_is_valid(&s->heads[i]);
    }
    for (int i = 0; good && i < s->state->count; i++) {
        const caperi_glimpse *m = caperi_moment_at(s, i);
        good = is_time(m->time) && good_root(m->way) && good_root(m->own) && good_root(m->flat) &&
               is_turn(m->sine, m->cosine) && is_near(&m->low, 2);
        for (int k = 0; k < s->leg_count && good; k++) {
            const caperi_moment_leg *leg = caperi_moment_leg_at(s, i, k);
            good = good_transform(&leg->foot) && is_near(&leg->hip.x, 3) &&
                   is_near(&leg->tips[0].x, 3 * CAPERI_STRIDE_TIPS) && is_near(&leg->low, 1) &&
                   is_near(&leg->level, 1) && is_flag(leg->stands) && leg->said >= -1 &&
                   leg->said <= 1;
        }
    }
    return good && good_times(s);
}

/// Exchange bytes of the state for others.
static void exchange(unsigned char *a, unsigned char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

bool caper_stride_load(caper_stride *stride, const void *bytes, size_t size, caper_error *error)
{
    uint64_t plan = 0;
    if (size == stride->state_size) {
        memcpy(&plan, bytes, sizeof plan);
    }
    if (size != stride->state_size || plan != stride->state->plan) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "the state is of another stride");
    }
    void *copy = caper_alloc(&stride->allocator, size, 64);
    if (!copy) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a state");
    }
    memcpy(copy, bytes, size);
    exchange((unsigned char *)stride->state, copy, size);
    bool good = is_valid(stride);
    if (!good) {
        exchange((unsigned char *)stride->state, copy, size);
    }
    caper_free(&stride->allocator, copy, size);
    return good || caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                                   "the state of a stride holds numbers that no update leaves");
}
