// SPDX-License-Identifier: MIT
//
// The spine of a random creature: a curve of length 1 in the sagittal plane (with sway also out of
// it), cut into boxes that overlap at the joints. Girth swells toward the middle and narrows into a
// neck. Afterwards the ground is set: below the belly by the room for legs, or under a body that
// lies or floats.
#include "body/creature.h"

/// What a shape needs, drawn once.
typedef struct curve {
    caperi_spine_shape shape;
    float base;      // pitch of the whole, radians
    float amplitude; // of its bending
    float neck;      // further rise of the front third
    float sway;
} curve;

static curve draw_curve(caperi_creature_work *c)
{
    curve k = {0};
    const caperi_creature_scheme *plan = &c->plan;
    k.shape = plan->shape;
    k.sway = plan->sway;
    float level = caperi_draw(c, -0.08f, 0.22f);
    float steep = caperi_draw(c, 1.05f, 1.45f);
    float slope = caperi_draw(c, 0.0f, 0.8f);
    float strength = caperi_draw(c, 0.3f, 0.8f);
    float neck = caperi_draw(c, 0.0f, 1.1f);
    bool has_neck = caperi_chance(c, 0.6f);
    k.base = k.shape == CAPERI_SPINE_UPRIGHT ? steep : k.shape == CAPERI_SPINE_WAVY ? slope : level;
    k.amplitude = k.shape == CAPERI_SPINE_STRAIGHT  ? 0.0f
                  : k.shape == CAPERI_SPINE_UPRIGHT ? 0.3f * strength
                                                    : strength;
    k.neck = has_neck && k.shape != CAPERI_SPINE_UPRIGHT ? neck : 0.0f;
    return k;
}

/// The direction of the curve at a fraction of its length.
static caper_vec3 curve_direction(const curve *k, float s)
{
    float pitch = k->base + k->neck * caper_smoothstep(0.6f, 1.0f, s);
    switch (k->shape) {
    case CAPERI_SPINE_ARCHED:
        pitch += k->amplitude * (1.0f - 2.0f * s);
        break;
    case CAPERI_SPINE_SLUNG:
        pitch -= k->amplitude * (1.0f - 2.0f * s);
        break;
    case CAPERI_SPINE_UPRIGHT:
    case CAPERI_SPINE_WAVY:
        pitch += k->amplitude * caper_sin(CAPER_TAU * s);
        break;
    default:
        break;
    }
    float sine, cosine, yaw_sine, yaw_cosine;
    caper_sincos(pitch, &sine, &cosine);
    caper_sincos(k->sway * (s - 0.5f), &yaw_sine, &yaw_cosine);
    return caper_vec3_make(yaw_sine * cosine, sine, yaw_cosine * cosine);
}

/// Half width at a fraction of the length: fuller in the middle, less at the neck.
static float girth_at(const caperi_creature_scheme *plan, float s, float neck_narrow)
{
    float swell = 0.55f + 0.45f * caper_sin(CAPER_PI * (0.1f + 0.85f * s));
    return plan->girth * swell * (1.0f - neck_narrow * caper_smoothstep(0.6f, 0.95f, s));
}

static void lay_points(caperi_creature_work *c, const curve *k)
{
    int n = c->plan.spine_count;
    float step = 1.0f / (float)n;
    c->spine_points[0] = caper_vec3_zero();
    for (int i = 0; i < n; i++) {
        caper_vec3 d = curve_direction(k, ((float)i + 0.5f) * step);
        c->spine_points[i + 1] = caper_vec3_add_scaled(c->spine_points[i], d, step);
    }
}

/// A lying spine follows the ground with its underside; only the front may rise.
static void lay_points_on_ground(caperi_creature_work *c, const curve *k, float neck_narrow,
                                 float rise)
{
    int n = c->plan.spine_count;
    float step = 1.0f / (float)n;
    float wave = c->plan.symmetric ? 0.0f : k->amplitude;
    caper_vec3 p = caper_vec3_zero();
    for (int i = 0; i <= n; i++) {
        float s = (float)i * step;
        float up = girth_at(&c->plan, s, neck_narrow) * c->plan.aspect;
        c->spine_points[i] = p;
        c->spine_points[i].y = p.y + up * 1.15f;
        float mid = s + 0.5f * step;
        float pitch = rise * caper_smoothstep(0.5f, 0.95f, mid);
        float yaw = wave * caper_sin(CAPER_TAU * mid) + k->sway * (mid - 0.5f);
        float sine, cosine, yaw_sine, yaw_cosine;
        caper_sincos(pitch, &sine, &cosine);
        caper_sincos(yaw, &yaw_sine, &yaw_cosine);
        caper_vec3 d = caper_vec3_make(yaw_sine * cosine, sine, yaw_cosine * cosine);
        p = caper_vec3_add_scaled(p, d, step);
    }
}

static void add_spine_draft(caperi_creature_work *c, int i, float neck_narrow)
{
    caper_vec3 from = c->spine_points[i], to = c->spine_points[i + 1];
    float s = ((float)i + 0.5f) / (float)c->plan.spine_count;
    float length = caper_vec3_distance(from, to);
    caper_vec3 forward = caper_vec3_normalize(caper_vec3_sub(to, from));
    caper_vec3 left = caper_vec3_normalize_or(
        caper_vec3_cross(caper_vec3_make(0.0f, 1.0f, 0.0f), forward), caper_vec3_make(1, 0, 0));
    // past the vertical the cross product turns over: left stays left
    if (left.x < 0.0f) {
        left = caper_vec3_neg(left);
    }
    caper_mat3 axes = caperi_axes(left, forward);
    float width = girth_at(&c->plan, s, neck_narrow);
    float height = width * c->plan.aspect;
    // no needles, no coins
    width = caper_clamp(width, 0.1f * length, 3.0f * length);
    height = caper_clamp(height, 0.1f * length, 3.0f * length);
    float overlap = 0.25f * caper_min(length, caper_min(width, height));
    caper_vec3 half = caper_vec3_make(width, height, 0.5f * length + overlap);
    caper_vec3 center = caper_vec3_lerp(from, to, 0.5f);
    int draft = caperi_draft_add(c, i - 1, from, axes, center, half, CAPER_CAP_SPINE);
    caperi_draft_name(&c->drafts[draft], "spine", 0, i + 1, 0);
    c->spine_axes[i] = axes;
    c->spine_half[i] = half;
}

float caperi_creature_lowest(const caperi_creature_work *c)
{
    float low = INFINITY;
    for (int i = 0; i < c->count; i++) {
        const caperi_creature_draft *p = &c->drafts[i];
        caper_mat3 m = caper_quat_to_mat3(p->rotation);
        float reach =
            (fabsf(m.x.y) * p->half.x + fabsf(m.y.y) * p->half.y) + fabsf(m.z.y) * p->half.z;
        low = caper_min(low, p->center.y - reach);
    }
    return low;
}

void caperi_creature_spine(caperi_creature_work *c)
{
    curve k = draw_curve(c);
    float neck_narrow = caperi_draw(c, 0.0f, 0.5f);
    float rise = caperi_draw(c, 0.0f, 1.2f);
    if (c->plan.stance == CAPERI_STANCE_LIES) {
        lay_points_on_ground(c, &k, neck_narrow, rise);
    } else {
        lay_points(c, &k);
    }
    for (int i = 0; i < c->plan.spine_count; i++) {
        add_spine_draft(c, i, neck_narrow);
    }
    float room = c->plan.stance == CAPERI_STANCE_LIES ? 0.0f : c->plan.clear;
    c->ground = caperi_creature_lowest(c) - room;
    c->floor = c->ground + (c->plan.stance == CAPERI_STANCE_FLOATS ? 0.4f * room : 0.0f);
}

caper_vec3 caperi_spine_at(const caperi_creature_work *c, int spine, float left, float dorsal,
                           float forward)
{
    const caper_mat3 *axes = &c->spine_axes[spine];
    caper_vec3 half = c->spine_half[spine];
    caper_vec3 p = c->drafts[spine].center;
    p = caper_vec3_add_scaled(p, axes->x, left * half.x);
    p = caper_vec3_add_scaled(p, axes->y, dorsal * half.y);
    return caper_vec3_add_scaled(p, axes->z, forward * half.z);
}

int caperi_spine_index(const caperi_creature_work *c, float along)
{
    int i = (int)(along * (float)c->plan.spine_count);
    return i < 0 ? 0 : i >= c->plan.spine_count ? c->plan.spine_count - 1 : i;
}
