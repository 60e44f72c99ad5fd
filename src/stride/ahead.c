// SPDX-License-Identifier: MIT
//
// The moments to come (paper 003, section 4.5: "for believable results it is necessary for the
// character to appear to react to the stairs before reaching them"). The paper looks one key pose
// ahead. A clip knows more than that: a ring holds where the feet will be over the next second and
// a half, at even times; each frame asks only for what has come into view. As a moment arrives at
// the far end it is told how the root gets there and which feet stand in it, by the same rule and
// the same detector as everywhere. Moments that turn out differently are dropped and looked up
// again.
#include "stride/stride.h"

#include <math.h>
#include <string.h>

#define BRIEF 6 // moments, 0.1 s of a person: a stance lasts no less
// Seconds at size 1.8 m: in which some foot touches the ground, but for jumps.
#define LEVEL_SPAN 0.4f
#define STRIDE_SPAN 1.2f // seconds at size 1.8 m: in which each foot touches the ground
#define UNEVEN 0.10f     // metres at size 1.8 m: by which feet of captures stand higher than others
#define NONE 1e30f       // metres: higher than any foot
#define DOWN 0.004f      // metres at size 1.8 m above its floor: a foot that is lower has landed
#define SINKING 0.1f     // m/s at size 1.8 m: one that sinks faster has not
#define STILL 1e-5f      // of size, over all moments: the sources do not move the root

float caperi_level_from(const caper_stride *s, int moment)
{
    int span = (int)(LEVEL_SPAN * sqrtf(s->scale) / s->step);
    float low = 1e30f;
    for (int i = moment; i < s->state->count && i <= moment + span; i += 3) {
        low = caper_min(low, caperi_moment_at(s, i)->low);
    }
    return low;
}

void caperi_levels_from(const caper_stride *s, float levels[CAPERI_STRIDE_MOMENTS])
{
    int span = (int)(LEVEL_SPAN * sqrtf(s->scale) / s->step), lowest[CAPERI_STRIDE_MOMENTS];
    for (int i = s->state->count - 1; i >= 0; i--) {
        // the next one has looked at the same but for this one, unless its lowest is too far off
        bool last = i + 3 >= s->state->count || span < 3;
        float low = caperi_moment_at(s, i)->low;
        levels[i] = low;
        lowest[i] = i;
        if (!last && lowest[i + 3] <= i + span && levels[i + 3] < low) {
            levels[i] = levels[i + 3];
            lowest[i] = lowest[i + 3];
        } else if (!last && lowest[i + 3] > i + span) {
            for (int k = i + 3; k <= i + span && k < s->state->count; k += 3) {
                low = caperi_moment_at(s, k)->low;
                lowest[i] = low < levels[i] ? k : lowest[i];
                levels[i] = caper_min(levels[i], low);
            }
        }
    }
}

float caperi_leg_level(const caper_stride *s, int leg, int moment, float level)
{
    int span = (int)(STRIDE_SPAN * sqrtf(s->scale) / s->step);
    float low = 1e30f;
    int from = moment > span ? moment - span : 0;
    const caperi_moment_leg *at = caperi_moment_leg_at(s, from, leg);
    // every other moment: a stance lasts for more
    for (int i = from; i < s->state->count && i <= moment + span; i += 2) {
        low = caper_min(low, at->low);
        at = caperi_moment_leg_after(s, caperi_moment_leg_after(s, at));
    }
    return caper_clamp(low, level, level + UNEVEN * s->scale);
}

// ------------------------------------------------------------------------------------ digesting

/// The front end of the toes, foot frame.
static void find_tips(const caperi_stride_leg *leg, const caper_pose *model,
                      caper_vec3 tips[CAPERI_STRIDE_TIPS])
{
    memset(tips, 0, CAPERI_STRIDE_TIPS * sizeof *tips);
    if (leg->tip_count > 0) {
        caper_transform toe = caperi_toes_in_foot(leg, model);
        for (int i = 0; i < leg->tip_count; i++) {
            tips[i] = caperi_transform_point(&toe, leg->toes[leg->tips[i]]);
        }
    }
}

/// Lay out the points of a foot at a moment. Returns the lowest.
static float find_points(caper_stride *s, int leg, const caperi_moment_leg *at)
{
    caper_vec3 *points = s->points[leg];
    int count = caperi_foot_points(&s->legs[leg], at->tips, points);
    float low = NONE;
    caperi_transform_points(&at->foot, points, count, points);
    for (int i = 0; i < count; i++) {
        low = caper_min(low, points[i].y);
    }
    return low;
}

/// Does a foot stand at a moment whose points are laid out, in the flat place? `root`: there.
static bool find_stance(caper_stride *s, int leg, const caperi_moment_leg *at,
                        const caperi_glimpse *root, float speed, float dt)
{
    if (at->said >= 0) {
        return at->said > 0;
    }
    caper_vec3 world[CAPER_MAX_CONTACTS];
    float heights[CAPER_MAX_CONTACTS];
    int count = s->legs[leg].point_count + s->legs[leg].tip_count;
    count = count < CAPER_MAX_CONTACTS ? count : CAPER_MAX_CONTACTS;
    for (int i = 0; i < count; i++) {
        world[i] = caperi_glimpse_point(root, s->points[leg][i]);
        heights[i] = s->points[leg][i].y - at->level;
    }
    caper_stance_job job = {.points = world, .heights = heights, .point_count = count, .dt = dt};
    caper_stance_def def = caperi_stance_at(s, speed);
    return caper_stance_update(&s->heads[leg], &def, &job);
}

/// A stance or a swing that lasts for a few moments only is none.
static void clean(caper_stride *s, int index, int leg)
{
    int stands = caperi_moment_leg_at(s, index, leg)->stands, run = 0;
    while (run < index && caperi_moment_leg_at(s, index - 1 - run, leg)->stands != stands) {
        run++;
    }
    // what is filled in is a flicker; a foot that swings for longer has gone somewhere
    if (run == 0 || run >= (stands ? 2 : BRIEF) || run >= index) {
        return;
    }
    for (int i = 1; i <= run; i++) {
        caperi_moment_leg_at(s, index - i, leg)->stands = stands;
    }
}

/// The floor at the last moment: the lowest that feet came to in the time before it.
static void follow_level(caper_stride *s, int index, float dt)
{
    int span = (int)(LEVEL_SPAN * sqrtf(s->scale) / s->step), gone = index - span - 1;
    caperi_glimpse *moment = caperi_moment_at(s, index);
    const caperi_glimpse *before = gone >= 0 ? caperi_moment_at(s, index - 1) : NULL;
    moment->lowest = moment->low;
    if (before && caperi_moment_at(s, gone)->low > before->lowest) {
        moment->lowest = caper_min(before->lowest, moment->low);
    } else { // that was it
        for (int i = index - 1; i >= 0 && i > gone; i--) {
            moment->lowest = caper_min(moment->lowest, caperi_moment_at(s, i)->low);
        }
    }
    float half_life = CAPERI_LEVEL_HALF_LIFE * sqrtf(s->scale);
    s->state->head_level = caper_damp(s->state->head_level, moment->lowest, half_life, dt);
}

/// Is a foot that seems to stand still on its way down?
static bool sinks(const caper_stride *s, const caperi_moment_leg *before,
                  const caperi_moment_leg *after, float dt)
{
    float speed = (before->low - after->low) / caper_max(dt, 1e-6f);
    return after->low - after->level > DOWN * s->scale && speed > SINKING * sqrtf(s->scale);
}

/// How the root gets to a moment whose points are laid out, and what stands in it.
static void digest(caper_stride *s, int index)
{
    caperi_stride_state *state = s->state;
    caperi_glimpse *moment = caperi_moment_at(s, index);
    caperi_moment_leg *after = caperi_moment_leg_at(s, index, 0);
    float dt = index > 0 ? (float)(moment->time - caperi_moment_at(s, index - 1)->time) : 0;
    caper_root none = {0, 0, 0, 0};
    moment->own = none;
    follow_level(s, index, dt);
    for (int i = 0; i < s->leg_count; i++) {
        bool as_before = (state->first + index) % 4 != 0 && index > 0; // it changes slowly
        after[i].level = as_before ? caperi_moment_leg_at(s, index - 1, i)->level
                                   : caperi_leg_level(s, i, index, state->head_level);
    }
    if (index > 0 && (state->driving || !state->seen)) {
        moment->own = caperi_drive(s, caperi_moment_leg_at(s, index - 1, 0), after, dt,
                                   state->heading, &state->head_speed, &state->head_locked);
    }
    caper_root way = caperi_moment_way(s, moment);
    caperi_glimpse there = {.flat = state->head};
    caper_sincos(there.flat.yaw, &there.sine, &there.cosine);
    if (index > 0) {
        caperi_glimpse_go(&there, &there, way);
        state->head = there.flat;
    }
    float speed = dt > 0 ? sqrtf(way.x * way.x + way.z * way.z) / dt : 0;
    for (int i = 0; i < s->leg_count; i++) {
        caperi_moment_leg *leg = caperi_moment_leg_at(s, index, i);
        leg->stands = find_stance(s, i, leg, &there, speed, dt);
        if (leg->stands && index > 0) {
            const caperi_moment_leg *last = caperi_moment_leg_at(s, index - 1, i);
            leg->stands = last->stands || !sinks(s, last, leg, dt);
        }
        clean(s, index, i);
    }
}

static void digest_all(caper_stride *s)
{
    memset(s->heads, 0, (size_t)s->leg_count * sizeof *s->heads);
    for (int pass = 0; pass < 2; pass++) {
        // the first moments know no speed: that of a little later is a better guess than none
        s->state->head = (caper_root){0, 0, 0, 0};
        s->state->head_level = caperi_level_from(s, 0);
        s->state->head_speed = pass == 0 ? s->state->speed : s->state->head_speed;
        for (int i = 0; i < s->state->count && (pass == 1 || i < 12); i++) {
            for (int leg = 0; leg < s->leg_count; leg++) {
                find_points(s, leg, caperi_moment_leg_at(s, i, leg));
            }
            digest(s, i);
        }
    }
}

/// The direction, from all that is known; the sum goes on with each new moment.
static void find_heading(caper_stride *s, int index)
{
    caperi_stride_state *state = s->state;
    if (index == 0 || s->def.direction.x != 0 || s->def.direction.y != 0 ||
        s->def.direction.z != 0) {
        return;
    }
    const caperi_moment_leg *before = caperi_moment_leg_at(s, index - 1, 0),
                            *after = caperi_moment_leg_at(s, index, 0);
    // what is long past counts less, so that another cycle may go another way
    state->sum = caper_vec3_scale(state->sum, 0.99f);
    state->sum = caper_vec3_add(state->sum, caperi_drive_heading(s, before, after));
    state->heading = caper_vec3_normalize_or(state->sum, state->heading);
}

// -------------------------------------------------------------------------------------- moments

/// Do the sources leave the root where it is?
static bool find_driving(const caper_stride *s)
{
    if (s->def.drive != CAPER_STRIDE_DRIVE_AUTO) {
        return s->def.drive == CAPER_STRIDE_DRIVE_ALWAYS;
    }
    float way = 0, least = STILL * s->character->size;
    for (int i = 0; i < s->state->count && way < least; i++) {
        caper_root w = caperi_moment_at(s, i)->way;
        way += fabsf(w.x) + fabsf(w.z) + fabsf(w.yaw) * s->character->size;
    }
    return way < least;
}

float caper_stride_wants(caper_stride *s, float dt, float *since)
{
    caperi_stride_state *state = s->state;
    if (!state->waiting) {
        state->waiting = 1;
        state->time += dt >= 0 && dt <= 1e6f ? (double)dt : 0;
        state->blind = 0;
        while (state->count > 1 && caperi_moment_at(s, 1)->time <= state->time) {
            state->first = (state->first + 1) % CAPERI_STRIDE_MOMENTS;
            state->count--;
        }
        if (state->count > 0 && caperi_moment_at(s, state->count - 1)->time < state->time) {
            state->count = state->seen = 0; // a long frame has left all behind
        }
    }
    if (state->blind) {
        return -1;
    }
    if (state->count == 0) {
        return 0;
    }
    if (state->count >= CAPERI_STRIDE_MOMENTS) {
        return -1;
    }
    double last = caperi_moment_at(s, state->count - 1)->time, next = last + (double)s->step;
    if (since) {
        *since = (float)(last - state->time);
    }
    double horizon = state->time + (double)(CAPERI_STRIDE_MOMENTS - 3) * (double)s->step;
    return next <= horizon ? (float)(next - state->time) : -1;
}

void caper_stride_show(caper_stride *s, const caper_stride_glimpse *glimpse)
{
    caperi_stride_state *state = s->state;
    if (state->count >= CAPERI_STRIDE_MOMENTS || !(glimpse->ahead >= 0)) {
        return;
    }
    int index = state->count++;
    caperi_glimpse *moment = caperi_moment_at(s, index);
    memset(moment, 0, sizeof *moment);
    moment->time = index > 0 ? caperi_moment_at(s, index - 1)->time + (double)s->step : state->time;
    moment->way = glimpse->way;
    if (index == 0) {
        moment->way = (caper_root){0, 0, 0, 0};
    }
    float low = NONE, stood = NONE;
    for (int i = 0; i < s->leg_count; i++) {
        caperi_moment_leg *leg = caperi_moment_leg_at(s, index, i);
        const caperi_stride_leg *l = &s->legs[i];
        leg->foot = glimpse->feet ? glimpse->feet[i] : glimpse->model->bodies[l->foot];
        leg->hip = glimpse->model->bodies[l->start].position;
        leg->ankle = caperi_ankle(l, glimpse->model);
        if (caperi_moment_slot(s, index) % CAPERI_STRIDE_LEARNS_EACH == 0) {
            caperi_leg_learn(s, i, glimpse->model);
        }
        find_tips(l, glimpse->model, leg->tips);
        leg->low = find_points(s, i, leg);
        leg->level = state->head_level;
        leg->said = glimpse->stands ? glimpse->stands[i] : -1;
        leg->stands = 0;
        low = caper_min(low, leg->low);
        stood = leg->said != 0 ? caper_min(stood, leg->low) : stood;
    }
    // the floor is where feet stand, if that is known: toes in flight may be below it
    moment->low = stood < NONE ? stood : low;
    if (state->driving || !state->seen) {
        find_heading(s, index);
    }
    bool full = caper_stride_wants(s, 0, NULL) < 0, driving = state->driving != 0;
    bool moves = moment->way.x != 0 || moment->way.z != 0 || moment->way.yaw != 0;
    if (full && (!state->seen || moves == driving)) {
        driving = find_driving(s); // it may have changed
    }
    if (full && (!state->seen || driving != (state->driving != 0))) {
        // all of it is there for the first time: now the direction is known
        state->driving = driving;
        state->seen = state->replan = 1;
        digest_all(s);
    } else if (state->seen) {
        digest(s, index);
    }
}

void caper_stride_show_nothing(caper_stride *s)
{
    s->state->blind = 1;
    s->state->count = 0;
    s->state->seen = 0;
}
