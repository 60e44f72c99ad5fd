// SPDX-License-Identifier: MIT
//
// What a random creature will be: symmetry, stance, spine, legs and heads, drawn so that difficulty
// 0 stays with two or four legs and one head, and 1 reaches everything. The plan is cut down to the
// budget of bodies here, before anything is built, so that building cannot fail.
#include "body/creature.h"

static int clamp_int(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

/// Pairs of legs of a creature that has legs.
static int draw_pairs(caperi_creature_work *c)
{
    bool wild = caperi_chance(c, c->difficulty);
    float u = caper_rng_float(&c->rng);
    if (!wild) {
        return u < 0.45f ? 1 : 2;
    }
    static const float upto[] = {0.14f, 0.38f, 0.58f, 0.70f, 0.76f, 0.82f, 0.87f, 0.92f, 0.96f};
    int pairs = 1;
    while (pairs <= CAPER_COUNT_OF(upto) && u >= upto[pairs - 1]) {
        pairs++;
    }
    return pairs;
}

static caperi_spine_shape draw_shape(caperi_creature_work *c, int pairs)
{
    float u = caper_rng_float(&c->rng);
    if (c->plan.stance == CAPERI_STANCE_LIES) {
        return u < 0.6f ? CAPERI_SPINE_STRAIGHT : CAPERI_SPINE_WAVY;
    }
    if (pairs == 1) {
        return u < 0.5f    ? CAPERI_SPINE_UPRIGHT
               : u < 0.65f ? CAPERI_SPINE_STRAIGHT
               : u < 0.8f  ? CAPERI_SPINE_WAVY
               : u < 0.9f  ? CAPERI_SPINE_ARCHED
                           : CAPERI_SPINE_SLUNG;
    }
    float upright = 0.2f * c->difficulty;
    if (u < upright) {
        return CAPERI_SPINE_UPRIGHT;
    }
    u = (u - upright) / (1.0f - upright);
    return u < 0.4f    ? CAPERI_SPINE_STRAIGHT
           : u < 0.6f  ? CAPERI_SPINE_ARCHED
           : u < 0.78f ? CAPERI_SPINE_SLUNG
                       : CAPERI_SPINE_WAVY;
}

static caperi_leg_style draw_leg_style(caperi_creature_work *c, int pairs)
{
    caperi_leg_style s = {0};
    float d = c->difficulty;
    bool sprawls = caperi_chance(c, pairs >= 3 ? 0.7f : pairs == 2 ? 0.1f + 0.25f * d : 0.15f * d);
    s.segments = caper_rng_int(&c->rng, 2, 3);
    if (pairs >= 5 || caperi_chance(c, 0.15f * d)) {
        s.segments = caper_rng_int(&c->rng, 1, 2);
    } else if (caperi_chance(c, 0.25f * d)) {
        s.segments = 4;
    }
    float narrow = caperi_draw(c, 0.0f, 0.25f);
    float wide = caperi_draw(c, 0.5f, 1.3f);
    s.splay = sprawls ? wide : narrow;
    s.lean = caperi_draw(c, -0.12f, 0.12f);
    float straight = caperi_draw(c, 0.06f, 0.16f);
    float arched = caperi_draw(c, 0.2f, 0.45f);
    s.bend = sprawls ? arched : straight;
    // human knees point forward, most other ones do not
    if (!sprawls && caperi_chance(c, 0.4f)) {
        s.bend = -s.bend;
    }
    s.girth = caperi_draw(c, 0.13f, 0.26f);
    s.foot = caperi_draw(c, 0.1f, 0.24f);
    s.toe_out = sprawls ? caperi_draw(c, 0.1f, 0.9f) : caperi_draw(c, -0.1f, 0.35f);
    s.free = caperi_chance(c, 0.12f * d);
    if (pairs <= 3 && s.segments >= 2 && caperi_chance(c, 0.25f * d * d)) {
        s.fork = caper_rng_int(&c->rng, 1, s.segments - 1);
    }
    return s;
}

/// Where the pairs sit: evenly from near the rear to near the front, with some jitter.
static float draw_along(caperi_creature_work *c, int i, int pairs)
{
    float jitter = caperi_draw(c, -0.5f, 0.5f);
    if (pairs == 1) {
        bool upright = c->plan.shape == CAPERI_SPINE_UPRIGHT;
        return upright ? 0.06f + 0.1f * (jitter + 0.5f) : 0.38f + 0.24f * jitter;
    }
    float step = 0.84f / (float)(pairs - 1);
    return caper_clamp(0.04f + step * (float)i + 0.25f * step * jitter, 0.0f, 0.9f);
}

static void add_leg(caperi_creature_scheme *plan, float along, int side,
                    const caperi_leg_style *style)
{
    if (plan->leg_count < CAPER_COUNT_OF(plan->legs)) {
        caperi_creature_leg *leg = &plan->legs[plan->leg_count++];
        leg->along = along;
        leg->side = side;
        leg->style = *style;
    }
}

static void draw_legs(caperi_creature_work *c, int pairs)
{
    caperi_creature_scheme *plan = &c->plan;
    caperi_leg_style style = draw_leg_style(c, pairs);
    bool varied = caperi_chance(c, 0.2f + 0.6f * c->difficulty);
    int spared = -1; // an asymmetric creature may lack one leg
    if (!plan->symmetric && caperi_chance(c, 0.5f)) {
        spared = caper_rng_int(&c->rng, 0, pairs - 1);
    }
    if (pairs == 1 && caperi_chance(c, 0.15f * c->difficulty)) {
        float along = draw_along(c, 0, 1);
        add_leg(plan, along, 2, &style); // a hopper
        return;
    }
    for (int i = 0; i < pairs; i++) {
        if (i > 0 && varied && caperi_chance(c, 0.6f)) {
            caperi_leg_style other = draw_leg_style(c, pairs);
            // knees may turn the other way, but a sprawler sprawls on all legs
            other.splay = style.splay;
            if (style.splay > 0.4f) {
                other.bend = style.bend;
                other.toe_out = style.toe_out;
            } else if (other.bend > 0.2f) {
                other.bend = -style.bend;
            }
            style = other;
        }
        float along = draw_along(c, i, pairs);
        bool left = caperi_chance(c, 0.5f);
        add_leg(plan, along, i == spared ? (left ? 1 : -1) : 0, &style);
    }
    if (caperi_chance(c, 0.12f * c->difficulty) || (pairs == 1 && spared == 0)) {
        float along = caperi_draw(c, 0.0f, 0.85f);
        add_leg(plan, along, 2, &style);
    }
}

int caperi_leg_cost(const caperi_creature_leg *leg)
{
    const caperi_leg_style *s = &leg->style;
    int one = s->segments + 1;
    if (s->fork > 0) {
        one += s->segments - s->fork + 1;
    }
    return leg->side == 0 ? 2 * one : one;
}

static int cost_of_legs(const caperi_creature_scheme *plan)
{
    int cost = 0;
    for (int i = 0; i < plan->leg_count; i++) {
        cost += caperi_leg_cost(&plan->legs[i]);
    }
    return cost;
}

/// Make spine, legs and one body per head fit: simpler legs first, then fewer.
static void cut_to_budget(caperi_creature_work *c)
{
    caperi_creature_scheme *plan = &c->plan;
    int spare_heads = c->max_drafts >= 24 ? plan->head_count : plan->head_count > 0;
    plan->head_count = spare_heads;
    plan->spine_count =
        clamp_int(plan->spine_count, 2, c->max_drafts / 4 < 2 ? 2 : c->max_drafts / 4);
    int limit = c->max_drafts - plan->spine_count - plan->head_count;
    for (int segments = 3; segments >= 1 && cost_of_legs(plan) > limit; segments--) {
        for (int i = 0; i < plan->leg_count; i++) {
            plan->legs[i].style.fork = 0;
            if (plan->legs[i].style.segments > segments) {
                plan->legs[i].style.segments = segments;
            }
        }
    }
    while (plan->leg_count > 1 && cost_of_legs(plan) > limit) {
        plan->leg_count--;
    }
}

/// 0 to 3 heads; the tame have one.
static int draw_heads(caperi_creature_work *c)
{
    float u = caper_rng_float(&c->rng);
    float d = c->difficulty;
    return u < 0.10f * d ? 0 : u < 0.24f * d ? 2 : u < 0.34f * d ? 3 : 1;
}

void caperi_creature_plan(caperi_creature_work *c)
{
    caperi_creature_scheme *plan = &c->plan;
    float d = c->difficulty;
    plan->symmetric = !caperi_chance(c, 0.8f * caper_max(0.0f, d - 0.15f) / 0.85f);
    plan->odd_frames = caperi_chance(c, 0.7f * caper_max(0.0f, d - 0.25f) / 0.75f);
    bool legless = caperi_chance(c, 0.3f * d);
    bool floats = caperi_chance(c, 0.5f);
    plan->stance = !legless ? CAPERI_STANCE_LEGS
                   : floats ? CAPERI_STANCE_FLOATS
                            : CAPERI_STANCE_LIES;
    int pairs = draw_pairs(c);
    plan->shape = draw_shape(c, pairs);
    plan->spine_count = caper_rng_int(&c->rng, 4, 7);
    if (caperi_chance(c, d)) {
        plan->spine_count = caper_rng_int(&c->rng, 3, 14);
    }
    if (plan->spine_count < pairs + 1) {
        plan->spine_count = pairs + 1;
    }
    bool long_spine = pairs >= 4 || plan->stance == CAPERI_STANCE_LIES;
    plan->girth = long_spine ? caperi_draw(c, 0.05f, 0.11f) : caperi_draw(c, 0.09f, 0.22f);
    plan->aspect = caperi_draw(c, 0.75f, 1.35f);
    float sway = caperi_draw(c, -0.9f, 0.9f);
    plan->sway = plan->symmetric || caperi_chance(c, 0.4f) ? 0.0f : sway;
    float low = caperi_draw(c, 0.15f, 0.45f);
    float high = caperi_draw(c, 0.4f, 1.0f);
    plan->clear = caperi_chance(c, pairs == 1 ? 0.6f : 0.35f) ? high : low;
    // many legs are short legs: they must pass each other
    plan->spacing = pairs > 1 ? 0.84f / (float)(pairs - 1) : 1.0f;
    plan->clear = caper_min(plan->clear, 0.12f + 1.5f * plan->spacing);
    plan->head_count = draw_heads(c);
    if (plan->stance == CAPERI_STANCE_LEGS) {
        draw_legs(c, pairs);
    }
    cut_to_budget(c);
    c->reserved = cost_of_legs(plan) + plan->head_count;
}
