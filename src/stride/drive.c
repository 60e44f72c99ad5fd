// SPDX-License-Identifier: MIT
//
// Feet move the root (paper 003, section 4.4): "the leg moving in the opposite direction to the
// direction the character should move in is the one providing the force for the movement".
//
// The paper takes the whole way of every such foot, from one frame to the next. Where both feet go
// back at once that counts twice, where a foot rolls its joint is not what stands, where none is
// down in a run the swinging one brakes, and a turn is not seen. Here each point of each sole has a
// weight: it is low, lower than the others, and goes against the direction. The root makes the
// rigid motion on the ground, turn included, that best keeps the weighted points where they are:
// weights come and go smoothly, so speed has no step at a hand-over. What has no weight is in
// flight, and goes on as it went. The paper's rule, and the locking of contacts that it tried
// before, are here to compare.
#include "stride/stride.h"

#include <math.h>

// Lengths and speeds at size 1.8 m; tuned on CMU walks, runs and the march.
#define LOW 0.02f     // metres above the floor: a point may stand
#define HIGH 0.07f    // metres: no more
#define NEARLY 0.012f // metres above the lowest point: half of a quarter of the weight
#define AGAINST 0.25f // m/s: points that go ahead faster than that have no weight
// In m/s: points that go back slower than the fastest by that have a quarter: what stands is what
// goes back most, all else swings ahead of it.
#define SLOWER 0.06f
#define MEMORY 0.03f // seconds: half-life of the speed that flights go on with
#define FIRM 0.5f    // weight from which feet alone decide
#define STIFF 0.02f  // metres: lever of the prior that the root does not turn
#define ARM 0.03f    // metres: lever by which a foot speaks for its own turn, beside its points
#define TOUCH 0.015f // metres: a foot that is lower is locked by the rule `lock`

/// A point of a sole before and after, on the ground, and its weight.
typedef struct footprint {
    float x0, z0, x1, z1, weight;
    float ahead; // m/s
} footprint;

float caperi_foot_low(const caper_stride *s, const caperi_moment_leg *at, int leg)
{
    caper_vec3 points[CAPERI_FOOT_POINTS];
    int count = caperi_foot_points(&s->legs[leg], at->tips, points);
    float low = 1e30f;
    for (int i = 0; i < count; i++) {
        low = caper_min(low, caper_transform_mul_point(at->foot, points[i]).y);
    }
    return low;
}

/// Of the foot that is lowest, above its floor.
static float lowest_of(const caper_stride *s, const caperi_moment_leg *legs)
{
    float low = 1e30f;
    for (int i = 0; i < s->leg_count; i++) {
        low = caper_min(low, legs[i].low - legs[i].level);
    }
    return low;
}

/// How much a point at that height above its floor stands.
static float weigh_height(const caper_stride *s, float height, float lowest)
{
    float above = (height - lowest) / (NEARLY * s->scale);
    float share = 1 / (1 + above * above);
    float low = 1 - caper_smoothstep(LOW * s->scale, HIGH * s->scale, height);
    return low * share * share;
}

static footprint print_of(const caper_stride *s, caper_vec3 a, caper_vec3 b, float lowest,
                          float level, float dt, caper_vec3 heading)
{
    float ahead = ((b.x - a.x) * heading.x + (b.z - a.z) * heading.z) / dt;
    float limit = AGAINST * sqrtf(s->scale);
    footprint print = {a.x,  a.z, b.x, b.z, weigh_height(s, 0.5f * (a.y + b.y) - level, lowest),
                       ahead};
    print.weight *= 1 - caper_smoothstep(-0.5f * limit, limit, ahead);
    return print;
}

/// Less weight for what goes back slower than others do; returns the sum of weights.
static float prefer_fastest(const caper_stride *s, footprint *prints, int count)
{
    float back = 0, norm = 1e-12f, total = 0;
    for (int pass = 0; pass < 2; pass++) {
        // a soft maximum: the mean of speeds, those of the last pass weighted by themselves
        float sum = 0;
        norm = 1e-12f;
        for (int i = 0; i < count; i++) {
            float over = pass == 0 ? 1 : caper_max(-prints[i].ahead - back, 0);
            float w = prints[i].weight * over;
            sum -= w * prints[i].ahead;
            norm += w;
        }
        back = pass == 0 || norm > 1e-9f ? sum / norm : back;
    }
    for (int i = 0; i < count; i++) {
        float slow = caper_max(back + prints[i].ahead, 0) / (SLOWER * sqrtf(s->scale));
        float share = 1 / (1 + slow * slow);
        prints[i].weight *= share * share;
        total += prints[i].weight;
    }
    return total;
}

/// The rigid motion that keeps the prints where they are; `turns`: of the feet, sums of weight and
/// of weight times turn.
static caper_root fit(const caper_stride *s, const footprint *prints, int count, float total,
                      const float turns[2])
{
    float x0 = 0, z0 = 0, x1 = 0, z1 = 0, dot = 0, cross = 0;
    for (int i = 0; i < count; i++) {
        float w = prints[i].weight / total;
        x0 += w * prints[i].x0;
        z0 += w * prints[i].z0;
        x1 += w * prints[i].x1;
        z1 += w * prints[i].z1;
    }
    for (int i = 0; i < count; i++) {
        float w = prints[i].weight / total;
        float ax = prints[i].x0 - x0, az = prints[i].z0 - z0;
        float bx = prints[i].x1 - x1, bz = prints[i].z1 - z1;
        dot += w * (ax * bx + az * bz);
        cross += w * (bz * ax - bx * az); // of b to a, about +Y
    }
    float lever = STIFF * s->scale, arm = ARM * s->scale;
    dot += turns[0] / total * arm * arm;
    cross += turns[1] / total * arm * arm;
    float yaw = caper_atan2(cross, dot + lever * lever), sine, cosine;
    caper_sincos(yaw, &sine, &cosine);
    caper_root way = {x0 - (cosine * x1 + sine * z1), 0, z0 - (-sine * x1 + cosine * z1), yaw};
    return way;
}

static int leg_points(const caper_stride *s, int leg)
{
    return s->legs[leg].point_count + s->legs[leg].tip_count;
}

static caper_root by_feet(const caper_stride *s, const caperi_moment_leg *before,
                          const caperi_moment_leg *after, float dt, caper_vec3 heading,
                          caper_root *speed)
{
    footprint prints[CAPERI_STRIDE_LEGS * CAPERI_FOOT_POINTS];
    float lowest = lowest_of(s, after);
    int count = 0;
    for (int i = 0; i < s->leg_count; i++) {
        const caperi_stride_leg *leg = &s->legs[i];
        caper_vec3 p[CAPERI_FOOT_POINTS], q[CAPERI_FOOT_POINTS];
        int points = caperi_foot_points(leg, before[i].tips, p);
        caperi_foot_points(leg, after[i].tips, q);
        for (int k = 0; k < points; k++) {
            caper_vec3 a = caper_transform_mul_point(before[i].foot, p[k]);
            caper_vec3 b = caper_transform_mul_point(after[i].foot, q[k]);
            prints[count++] = print_of(s, a, b, lowest, after[i].level, dt, heading);
        }
    }
    float total = prefer_fastest(s, prints, count);
    float firm = caper_smoothstep(0, FIRM, total);
    caper_root way = {speed->x * dt, 0, speed->z * dt, speed->yaw * dt};
    float turns[2] = {0, 0};
    for (int i = 0, k = 0; i < s->leg_count; i++) {
        caper_quat turn =
            caper_quat_mul(before[i].foot.rotation, caper_quat_conj(after[i].foot.rotation));
        float yaw = caper_quat_twist_angle(turn, caper_vec3_make(0, 1, 0));
        for (int points = leg_points(s, i); points > 0; points--, k++) {
            turns[0] += prints[k].weight;
            turns[1] += prints[k].weight * yaw;
        }
    }
    if (total > 1e-6f) {
        caper_root fitted = fit(s, prints, count, total, turns);
        way.x = caper_lerp(way.x, fitted.x, firm);
        way.z = caper_lerp(way.z, fitted.z, firm);
        way.yaw = caper_lerp(way.yaw, fitted.yaw, firm);
    }
    // what a flight goes on with: the speed of the last moments of a stance, not of its very last
    float memory = MEMORY * sqrtf(s->scale);
    speed->x = caper_damp(speed->x, way.x / dt, memory, dt);
    speed->z = caper_damp(speed->z, way.z / dt, memory, dt);
    speed->yaw = caper_damp(speed->yaw, way.yaw / dt, memory, dt);
    return way;
}

/// The paper's rule, for the joints of the feet.
static caper_root plainly(const caper_stride *s, const caperi_moment_leg *before,
                          const caperi_moment_leg *after, caper_vec3 heading)
{
    caper_root way = {0, 0, 0, 0};
    for (int i = 0; i < s->leg_count; i++) {
        caper_vec3 back = caper_vec3_sub(before[i].foot.position, after[i].foot.position);
        if (caper_vec3_dot(back, heading) > 0) {
            way.x += back.x;
            way.z += back.z;
        }
    }
    return way;
}

static caper_root by_lock(const caper_stride *s, const caperi_moment_leg *before,
                          const caperi_moment_leg *after, int32_t *locked)
{
    caper_root way = {0, 0, 0, 0};
    float touch = TOUCH * s->scale;
    if (*locked >= 0) {
        caper_vec3 back =
            caper_vec3_sub(before[*locked].foot.position, after[*locked].foot.position);
        way.x = back.x;
        way.z = back.z;
    }
    for (int i = 0; i < s->leg_count; i++) {
        bool touches = after[i].low - after[i].level < touch;
        if (touches && before[i].low - before[i].level >= touch) {
            *locked = i;
        } else if (*locked < 0 && touches) {
            *locked = i;
        }
    }
    return way;
}

caper_root caperi_drive(const caper_stride *s, const caperi_moment_leg *before,
                        const caperi_moment_leg *after, float dt, caper_vec3 heading,
                        caper_root *speed, int32_t *locked)
{
    caper_root none = {0, 0, 0, 0};
    if (!(dt > 1e-6f)) {
        return none;
    }
    return s->def.rule == CAPER_STRIDE_RULE_PLAIN  ? plainly(s, before, after, heading)
           : s->def.rule == CAPER_STRIDE_RULE_LOCK ? by_lock(s, before, after, locked)
                                                   : by_feet(s, before, after, dt, heading, speed);
}

caper_vec3 caperi_drive_heading(const caper_stride *s, const caperi_moment_leg *before,
                                const caperi_moment_leg *after)
{
    caper_vec3 sum = caper_vec3_zero();
    float lowest = lowest_of(s, after);
    for (int i = 0; i < s->leg_count; i++) {
        float w = weigh_height(s, after[i].low - after[i].level, lowest);
        caper_vec3 back = caper_vec3_sub(before[i].foot.position, after[i].foot.position);
        back.y = 0;
        sum = caper_vec3_add_scaled(sum, back, w);
    }
    return sum;
}
