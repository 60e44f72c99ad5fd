// SPDX-License-Identifier: MIT
//
// The latch, the only one of the library: what stands stays where it landed.
//
// Along the surface one point of the body, the pivot, is held at its anchor in the frame of the
// surface, and the heading with it; pitch and roll are the motion's. A sole that rolls from heel to
// toe changes its pivot: the new one stays where the held body has it. Across the surface the
// motion decides, but for a height that it is above the ground when it comes to rest, which is
// taken away. What rises beyond that shows: a latch never pulls down what is lifted.
//
// On release nothing is dropped: what the latch adds goes on as it changed while it held, so that
// a foot that stood still does not start with a jerk, and comes to rest at nothing by a critically
// damped spring, which is exact in dt. An input that never slides is returned unchanged. Landing
// again before the rest is gone anchors where the body really is. A body that is dragged too far
// (or, where asked, turned) makes a step: it rises, goes to where the motion has it, and lands.
#include "contact/latch.h"

#include <math.h>

#define FARTHEST 1e9f // metres, radians and their rates: beyond, products leave the numbers
// Share of the time of a step that is left when it is half of its height above the ground: 2.5 cm
// (METRICS: a stance).
#define DOWN 0.17f
#define REGRIP 0.1f          // of what lets go: what was dragged, or turned, is held anew below it
#define RATE_HALF_LIFE 0.03f // seconds over which the change of what is added is averaged
#define STILL 1e-5f          // metres, radians: what is less is nothing
#define GONE 1e-4f           // share of a hold: of some centimetres it is nothing
#define LEVEL 0.25f // squared cosine of half the tilt: beyond 120 degrees headings mean nothing

caper_latch_def caper_latch_def_default(void)
{
    caper_latch_def def = {.release_half_life = 0.05f,
                           .land_half_life = 0.02f,
                           .land_speed = 0.3f,
                           .max_offset = 0.15f,
                           .max_yaw = 1.0f,
                           .step_time = 0.25f,
                           .step_height = 0.05f,
                           .evenness = 0.009f,
                           .slack = 0.005f};
    return def;
}

caper_latch_def caper_latch_def_scaled(caper_latch_def def, float size)
{
    float r = size / CAPERI_REFERENCE_SIZE;
    def.land_speed *= sqrtf(r);
    def.max_offset *= r;
    def.step_height *= r;
    def.evenness *= r;
    def.slack *= r;
    return def;
}

caper_vec3 caperi_latch_pivot(const caper_vec3 *points, int count, caper_quat rotation,
                              caper_vec3 normal, float tolerance)
{
    caper_vec3 n = caper_quat_unrotate(rotation, normal), sum = caper_vec3_zero();
    float lowest = HUGE_VALF, weights = 0;
    for (int i = 0; i < count; i++) {
        lowest = caper_min(lowest, caper_vec3_dot(n, points[i]));
    }
    for (int i = 0; i < count; i++) {
        float above = caper_vec3_dot(n, points[i]) - lowest;
        float weight = caper_max(0, 1 - above / tolerance);
        sum = caper_vec3_add_scaled(sum, points[i], weight);
        weights += weight;
    }
    return weights > 0 ? caper_vec3_scale(sum, 1 / weights) : sum;
}

static caper_vec3 along(caper_vec3 v, caper_vec3 normal)
{
    return caper_vec3_add_scaled(v, normal, -caper_vec3_dot(v, normal));
}

static bool is_idle(const caper_latch *latch)
{
    return !latch->holding && latch->hold == 0 && latch->step == 0 && latch->yaw_offset == 0 &&
           latch->yaw_rate == 0 && caper_vec3_length_sq(latch->offset) == 0 &&
           caper_vec3_length_sq(latch->rate) == 0;
}

/// A spring to 0, which it reaches: what is at rest costs nothing.
static void come_to_rest(float *x, float *rate, float still, float half_life, float dt)
{
    if (fabsf(*x) + half_life * fabsf(*rate) < still) {
        *x = *rate = 0;
    } else {
        caper_decay_spring(x, rate, half_life, dt);
    }
}

// ------------------------------------------------------------------------------------ heading

/// The turn about the normal back to where the body landed; false where it is tilted too far to
/// tell.
static bool measure_turn(const caper_latch *latch, const caper_latch_job *job, caper_quat *turn)
{
    caper_quat landed = latch->heading;
    if (job->surface) {
        landed = caper_quat_mul(job->surface->rotation, landed);
    }
    caper_quat q = caper_quat_mul(landed, caper_quat_conj(job->wish.rotation));
    caper_vec3 n = job->normal;
    float d = q.x * n.x + q.y * n.y + q.z * n.z;
    float length = d * d + q.w * q.w;
    if (length < LEVEL) {
        return false;
    }
    float s = (q.w < 0 ? -1 : 1) / sqrtf(length);
    *turn = (caper_quat){s * d * n.x, s * d * n.y, s * d * n.z, s * q.w};
    return true;
}

static caper_quat hold_yaw(caper_latch *latch, const caper_latch_def *def,
                           const caper_latch_job *job, float share)
{
    caper_quat turn;
    if (measure_turn(latch, job, &turn)) {
        caper_vec3 n = job->normal;
        float yaw = 2 * caper_atan2(turn.x * n.x + turn.y * n.y + turn.z * n.z, turn.w);
        float rate = job->dt > 0 ? (yaw - latch->yaw_offset) / job->dt : 0;
        latch->yaw_offset = yaw;
        latch->yaw_rate = caper_lerp(latch->yaw_rate, rate, share);
    } else {
        turn = caper_quat_from_axis_angle(job->normal, latch->yaw_offset);
    }
    latch->yaw_refused = fabsf(latch->yaw_offset) > def->max_yaw;
    return turn;
}

/// The rotation with its heading held, or on its way back. (The heading may be let go of while the
/// pivot holds: who turns on the spot on the ball of a foot.)
static caper_quat turn_back(caper_latch *latch, const caper_latch_def *def,
                            const caper_latch_job *job, bool holds, bool lands, float share)
{
    bool settled = fabsf(latch->yaw_offset) <= REGRIP * def->max_yaw;
    bool held = latch->yaw_held && !latch->yaw_refused;
    holds = holds && def->max_yaw > 0 && (!latch->yaw_refused || settled);
    if (holds && (lands || !held)) {
        caper_quat turn = caper_quat_from_axis_angle(job->normal, latch->yaw_offset);
        caper_quat now = caper_quat_mul(turn, job->wish.rotation);
        latch->heading =
            job->surface ? caper_quat_mul(caper_quat_conj(job->surface->rotation), now) : now;
    }
    latch->yaw_held = holds;
    if (holds) {
        return caper_quat_mul(hold_yaw(latch, def, job, share), job->wish.rotation);
    }
    latch->yaw_refused = latch->yaw_refused && job->stands;
    come_to_rest(&latch->yaw_offset, &latch->yaw_rate, STILL, def->release_half_life, job->dt);
    if (latch->yaw_offset == 0) {
        return job->wish.rotation;
    }
    caper_quat turn = caper_quat_from_axis_angle(job->normal, latch->yaw_offset);
    return caper_quat_mul(turn, job->wish.rotation);
}

// ------------------------------------------------------------------------------------ along

static caper_vec3 to_surface(const caper_latch_job *job, caper_vec3 point)
{
    return job->surface ? caper_transform_unmul_point(*job->surface, point) : point;
}

/// The pivot changes: the new one stays where the held body has it.
static void hand_over(caper_latch *latch, const caper_latch_job *job, caper_quat rotation,
                      caper_vec3 pivot)
{
    // a point of toes that bend has not moved by that
    caper_vec3 was = job->pivot_before ? *job->pivot_before : pivot;
    caper_vec3 way = caper_vec3_sub(was, latch->pivot);
    if (way.x != 0 || way.y != 0 || way.z != 0) {
        way = along(caper_quat_rotate(rotation, way), job->normal);
        way = job->surface ? caper_transform_unmul_vector(*job->surface, way) : way;
        latch->anchor = caper_vec3_add(latch->anchor, way);
    }
}

static void hold_pivot(caper_latch *latch, const caper_latch_def *def, const caper_latch_job *job,
                       caper_vec3 point, float share)
{
    caper_vec3 before = latch->offset, held = latch->anchor;
    held = job->surface ? caper_transform_mul_point(*job->surface, held) : held;
    latch->offset = along(caper_vec3_sub(held, point), job->normal);
    if (job->dt > 0) {
        caper_vec3 rate = caper_vec3_scale(caper_vec3_sub(latch->offset, before), 1 / job->dt);
        latch->rate = caper_vec3_lerp(latch->rate, rate, share);
    }
    bool wound = def->step_round && latch->yaw_refused;
    if (wound || !(caper_vec3_length_sq(latch->offset) <= def->max_offset * def->max_offset)) {
        latch->holding = 0; // dragged: from the next frame on
        latch->refused = 1;
        latch->yaw_refused = latch->yaw_refused && !wound; // it lands with another heading
        latch->step = def->step_time;
    }
}

static void let_go(caper_latch *latch, const caper_latch_def *def, float dt)
{
    float h = def->release_half_life;
    float left = caper_vec3_length_sq(latch->offset) + h * h * caper_vec3_length_sq(latch->rate);
    if (left < STILL * STILL) {
        latch->offset = latch->rate = caper_vec3_zero();
    } else {
        caper_vec3_decay_spring(&latch->offset, &latch->rate, h, dt);
    }
    latch->step = caper_max(latch->step - dt, 0);
}

// ------------------------------------------------------------------------------------ across

/// How far the body is brought down, along the normal.
static float pull(caper_latch *latch, const caper_latch_def *def, const caper_latch_job *job,
                  bool lands)
{
    if (latch->holding) { // the next pivot came to rest at another height: over to it by and by
        float kept = lands ? 0 : caper_exp2(-job->dt / def->land_half_life);
        latch->mark = caper_lerp(job->rest, latch->mark, kept);
    }
    if (!latch->holding) {
        come_to_rest(&latch->hold, &latch->hold_rate, GONE, def->release_half_life, job->dt);
    } else if (latch->hold < 1) {
        // a little beyond, so that it arrives
        caper_spring(&latch->hold, &latch->hold_rate, 1.01f, 0, def->land_half_life, job->dt);
    } else {
        latch->hold_rate = 0;
    }
    latch->hold = caper_clamp(latch->hold, 0, 1);
    return latch->hold * caper_min(job->height, latch->mark + def->slack);
}

static float step_up(const caper_latch *latch, const caper_latch_def *def)
{
    if (!(latch->step > 0) || !(def->step_time > 0)) {
        return 0;
    }
    float t = latch->step / def->step_time;
    return 4 * t * (1 - t) * def->step_height;
}

bool caper_latch_update(caper_latch *latch, const caper_latch_def *def, caper_latch_job *job)
{
    CAPER_ASSERT(job->dt >= 0 && def->release_half_life > 0 && def->land_half_life > 0);
    job->held = job->wish;
    job->holds = false;
    bool settled =
        caper_vec3_length_sq(latch->offset) < REGRIP * REGRIP * def->max_offset * def->max_offset;
    // a step stands where it comes down, as soon as it is low enough to be seen as standing
    bool steps = def->step_time > 0 && latch->step > DOWN * def->step_time;
    latch->refused = latch->refused && job->stands && (def->step_time > 0 ? steps : !settled);
    latch->step = job->stands ? caper_max(latch->step - (latch->holding ? job->dt : 0), 0) : 0;
    bool slides = caper_vec3_length_sq(latch->rate) > def->land_speed * def->land_speed;
    bool holds = job->stands && !latch->refused && (latch->holding || !slides);
    bool lands = holds && !latch->holding;
    if (!holds && is_idle(latch)) {
        return false;
    }
    if (!latch->holding || !holds) {
        latch->holding = 0;
        let_go(latch, def, job->dt);
    }
    float share = holds ? 1 - caper_exp2(-job->dt / RATE_HALF_LIFE) : 0;
    caper_quat rotation = turn_back(latch, def, job, holds, lands, share);
    if (holds) {
        caper_vec3 pivot = job->pivot ? *job->pivot
                                      : caperi_latch_pivot(job->points, job->point_count, rotation,
                                                           job->normal, def->evenness);
        caper_vec3 point = caper_vec3_add(job->wish.position, caper_quat_rotate(rotation, pivot));
        if (lands) {
            latch->anchor = to_surface(job, caper_vec3_add(point, latch->offset));
            latch->holding = 1;
        } else {
            hand_over(latch, job, rotation, pivot);
        }
        latch->pivot = pivot;
        hold_pivot(latch, def, job, point, share);
    }
    float up = step_up(latch, def) - pull(latch, def, job, lands);
    job->held.rotation = rotation;
    job->held.position = caper_vec3_add(job->held.position, along(latch->offset, job->normal));
    job->held.position = caper_vec3_add_scaled(job->held.position, job->normal, up);
    job->holds = latch->holding != 0;
    return job->holds;
}

bool caper_latch_is_valid(const caper_latch *latch)
{
    const caper_vec3 vectors[] = {latch->anchor, latch->pivot, latch->offset, latch->rate};
    const float numbers[] = {latch->yaw_offset, latch->yaw_rate, latch->hold,
                             latch->hold_rate,  latch->mark,     latch->step};
    bool good = true;
    for (int i = 0; i < CAPER_COUNT_OF(vectors); i++) {
        float most = caper_max(fabsf(vectors[i].x), fabsf(vectors[i].y));
        good = good && caper_vec3_is_finite(vectors[i]) &&
               caper_max(most, fabsf(vectors[i].z)) <= FARTHEST;
    }
    for (int i = 0; i < CAPER_COUNT_OF(numbers); i++) {
        good = good && fabsf(numbers[i]) <= FARTHEST;
    }
    caper_transform heading = caper_transform_make(latch->heading, caper_vec3_zero());
    good = good && (!latch->yaw_held || caper_transform_is_valid(heading, 1e-2f));
    good = good && latch->hold >= 0 && latch->hold <= 1 && latch->step >= 0;
    return good &&
           ((latch->holding | latch->refused | latch->yaw_held | latch->yaw_refused) | 1) == 1;
}
