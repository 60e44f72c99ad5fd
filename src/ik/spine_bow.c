// SPDX-License-Identifier: MIT
//
// A spine whose ends come closer than it is long bows out. The curve of spine_curve.c knows only
// the places and directions of its ends: where those lie on one line it would shrink. Here the
// bodies between are moved aside together, by as much as the way over them lacks, and are then
// slid until all links are alike.
//
// Aside is where the spine curves already, as posed and at base; a straight one bows to the back of
// the character, in the plane in which it lies. Where these cancel (a spine bent against its own
// curve) it has the shape of an S, so that nothing flips.
//
// Invariants: nothing moves while the way is as long as at base; the correction begins like a
// parabola (what is short by more than SLACK stays so by half of that), so that the bow, which goes
// with the root of it, begins like a straight line; no number of passes depends on a residual.
#include "ik/spine.h"

// Shares of the base way: shortness that is left alone, and over which the correction begins,
// weight of the back of the character, and how clear a side must be.
#define FREE 0.01f
#define SLACK 0.06f
#define BACK 0.03f
#define CLEAR 0.03f
// A link shorter than this share of itself slides.
#define SHORT 0.95f

// How a spine bows, for a bow as high as 1: to the side where it curves already, as posed and at
// base, or else to the back of the character; where these cancel in the shape of an S. The bow is
// highest beyond the middle: what is near the root is a trunk more often than a neck.
static void find_shape(const caperi_bow *bow, caperi_curve_body *bodies, int count)
{
    caperi_v zero = caperi_v_zero(), x = caperi_v_make(1.0f, 0.0f, 0.0f);
    caperi_v chord = caperi_v_unit_or(caperi_v_sub(bow->to, bow->from), zero);
    caperi_v chord_base = caperi_v_unit_or(caperi_v_sub(bow->base_to, bow->base_from), zero);
    caperi_q turn = caperi_q_turn(caperi_q_rotate(bow->delta, chord_base), chord, x);
    turn = caperi_q_mul(turn, bow->delta);
    caperi_v mean = zero, mean_base = zero;
    for (int i = 0; i < count; i++) {
        mean = caperi_v_add(mean, caperi_v_sub(bodies[i].at, bow->from));
        mean_base = caperi_v_add(mean_base, caperi_v_sub(bodies[i].place, bow->base_from));
    }
    mean_base = caperi_v_reject(mean_base, chord_base);
    caperi_v side = caperi_v_add(mean, caperi_q_rotate(turn, mean_base));
    caperi_v back = caperi_v_scale(caperi_v_cross(chord_base, x), (float)bow->step);
    back = caperi_v_reject(caperi_q_rotate(turn, back), chord);
    side = caperi_v_add_scaled(caperi_v_scale(side, 1.0f / (float)count), back, BACK * bow->was);
    side = caperi_v_reject(side, chord);
    float clear = caper_smoothstep(0.0f, CLEAR * bow->was, caperi_v_length(side));
    side = caperi_v_scale(caperi_v_unit_or(side, zero), clear);
    back = caperi_v_scale(back, 1.0f - clear);
    for (int i = 0; i < count; i++) {
        float t = bodies[i].way_base / bow->was, uv = t * (1.0f - t);
        caperi_v one = caperi_v_scale(side, uv * (1.0f + 5.0f * t));
        bodies[i].aside = caperi_v_add_scaled(one, back, 5.2f * uv * (1.0f - 2.0f * t));
    }
}

// A curve that is short along its chord folds back on itself: give the bodies the shares of the
// chord that they have at base.
static void flatten(const caperi_bow *bow, caperi_curve_body *bodies, int count, float share)
{
    caperi_v chord = caperi_v_sub(bow->to, bow->from);
    caperi_v chord_base = caperi_v_sub(bow->base_to, bow->base_from);
    caperi_v unit = caperi_v_unit_or(chord, caperi_v_zero());
    float squares = caperi_v_length_sq(chord_base);
    if (!(squares > 0.0f))
        return;
    for (int i = 0; i < count; i++) {
        caperi_v off = caperi_v_sub(bodies[i].at, bow->from);
        caperi_v off_base = caperi_v_sub(bodies[i].place, bow->base_from);
        caperi_v even = caperi_v_reject(off, unit);
        even = caperi_v_add_scaled(even, chord, caperi_v_dot(off_base, chord_base) / squares);
        bodies[i].at = caperi_v_add(bow->from, caperi_v_lerp(off, even, share));
    }
}

// The way over the bodies with a bow so high, and by how much it grows with the height.
static float bowed_way(const caperi_bow *bow, const caperi_curve_body *bodies, int count,
                       float height, float *growth)
{
    float way = 0.0f;
    caperi_v last = bow->from, last_aside = caperi_v_zero();
    *growth = 0.0f;
    for (int i = 0; i <= count; i++) {
        caperi_v aside = i < count ? bodies[i].aside : caperi_v_zero();
        caperi_v at = i < count ? caperi_v_add_scaled(bodies[i].at, aside, height) : bow->to;
        caperi_v link = caperi_v_sub(at, last);
        float length = caperi_v_length(link);
        way += length;
        if (length > 0.0f)
            *growth += caperi_v_dot(link, caperi_v_sub(aside, last_aside)) / length;
        last = at;
        last_aside = aside;
    }
    return way;
}

// The height at which the way is as long as wanted. The way is a convex function of it, so Newton's
// steps from above stay above; the guess is that of a triangle. A bow against the curve there is
// shortens it before it lengthens it: no more than twice the guess, or little would be lacking and
// much be moved.
static float find_height(const caperi_bow *bow, const caperi_curve_body *bodies, int count,
                         float wanted)
{
    float guess = 0.5f * sqrtf(caper_max(wanted * wanted - bow->is * bow->is, 0.0f));
    float height = guess;
    for (int i = 0; i < (count < 3 ? 2 : 4); i++) {
        float growth, way = bowed_way(bow, bodies, count, height, &growth);
        growth = caper_max(growth, 0.5f * height / wanted);
        if (!(growth > 0.0f))
            return height;
        height = caper_clamp(height - (way - wanted) / growth, 0.0f, 2.0f * guess);
    }
    return height;
}

// Bring the links to their lengths at base, the ends held: there and back.
static void slide(const caperi_bow *bow, caperi_curve_body *bodies, int count, float per,
                  float firm)
{
    int passes = count < 6 ? 2 * count : 12;
    for (int pass = 0; pass < passes; pass++) {
        for (int n = 0; n <= count; n++) {
            int i = pass & 1 ? count - n : n; // the link that ends at body i
            caperi_v from = i > 0 ? bodies[i - 1].at : bow->from;
            caperi_v to = i < count ? bodies[i].at : bow->to;
            float wanted = (i < count ? bodies[i].way_base : bow->was) -
                           (i > 0 ? bodies[i - 1].way_base : 0.0f);
            caperi_v link = caperi_v_sub(to, from);
            float length = caperi_v_length(link);
            if (!(length > 0.0f))
                continue;
            float share = i > 0 && i < count ? 0.5f * firm : firm;
            link = caperi_v_scale(link, share * (per * wanted - length) / length);
            if (i > 0)
                bodies[i - 1].at = caperi_v_sub(from, link);
            if (i < count)
                bodies[i].at = caperi_v_add(to, link);
        }
    }
}

// Directions of the links instead of those of the curve, which knows of no bow: a body points at
// the next one.
static void turn_tangents(const caperi_bow *bow, caperi_curve_body *bodies, int count, float share)
{
    caperi_v zero = caperi_v_zero();
    for (int i = 0; i < count; i++) {
        caperi_curve_body *b = &bodies[i];
        caperi_v next = i + 1 < count ? bodies[i + 1].at : bow->to;
        caperi_v next_base = i + 1 < count ? bodies[i + 1].place : bow->base_to;
        caperi_v posed = caperi_v_unit_or(caperi_v_sub(next, b->at), zero);
        caperi_v base = caperi_v_unit_or(caperi_v_sub(next_base, b->place), zero);
        b->posed = caperi_v_lerp(caperi_v_unit_or(b->posed, zero), posed, share);
        b->tangent = caperi_v_lerp(caperi_v_unit_or(b->tangent, zero), base, share);
    }
}

// The ways over the bodies; returns by how much the worst link is too short.
static float measure(caperi_bow *bow, caperi_curve_body *bodies, int count)
{
    float most = 0.0f;
    bow->was = bow->is = 0.0f;
    caperi_v last = bow->from, last_base = bow->base_from;
    for (int i = 0; i <= count; i++) {
        caperi_v at = i < count ? bodies[i].at : bow->to;
        caperi_v at_base = i < count ? bodies[i].place : bow->base_to;
        float step = caperi_v_distance(at, last), step_base = caperi_v_distance(at_base, last_base);
        bow->is += step;
        bow->was += step_base;
        most = caper_max(most, SHORT * step_base - step);
        if (i < count)
            bodies[i].way_base = bow->was;
        last = at;
        last_base = at_base;
    }
    return most;
}

bool caperi_bow_out(caperi_bow *bow, caperi_curve_body *bodies, int count)
{
    // bodies on the spot of the inner end stay there
    for (; count > 0 && caperi_v_distance(bodies->place, bow->base_from) <= 0.0f; count--)
        bow->from = bodies++->at;
    if (count == 0)
        return false;
    float most = measure(bow, bodies, count);
    float lack = caperi_soft((1.0f - FREE) * bow->was - bow->is, SLACK * bow->was);
    // a spine that is stretched has its own way to be even
    most *= 1.0f - caper_smoothstep(bow->was, 1.05f * bow->was, bow->is);
    if (!(most > 0.0f) && !(lack > 0.0f))
        return false;
    if (lack > 0.0f) {
        flatten(bow, bodies, count, caper_smoothstep(0.0f, SLACK * bow->was, lack));
        find_shape(bow, bodies, count);
        float height = find_height(bow, bodies, count, bow->is + lack);
        for (int i = 0; i < count; i++)
            bodies[i].at = caperi_v_add_scaled(bodies[i].at, bodies[i].aside, height);
    }
    float loose = 1.0f - caper_smoothstep(0.0f, SLACK * bow->was, lack);
    loose *= 1.0f - caper_smoothstep(0.0f, 0.1f * bow->was / (float)(count + 1), most);
    slide(bow, bodies, count, (bow->is + lack) / bow->was, 1.0f - loose);
    turn_tangents(bow, bodies, count, 1.0f - loose);
    return true;
}
