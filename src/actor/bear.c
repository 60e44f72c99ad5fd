// SPDX-License-Identifier: MIT
//
// Trunks that legs can bear. Where hips come out is known only after solving: goals, the bow of a
// spine and hands that reach all move them. So after solving, every leg whose foot stands is
// measured from hip to ankle; where one is longer than it is when straight or shorter than its
// joints let it fold, the trunk goes to the nearest pose in which all legs are as long as they can
// be: the smallest shift and turn together (damped least squares over the legs that are too long or
// too short, as if the trunk were one stiff body), and all is solved again. Feet stay. Bounds act
// before they are met, so that nothing stops short. A trunk that its legs bear is left alone to the
// bit.
#include "actor/bear.h"
#include "math/linalg.h"

#include <math.h>
#include <string.h>

#define PASSES 2     // solves: the spine bends as the trunk goes, so that the first is nearly right
#define STEPS 6      // of the stiff trunk in one pass: lengths are not linear in a turn
#define DAMPING 0.1f // of the legs that complain: a weak direction is no way out
#define NARROW 0.1f  // of size: hips are taken to be at least so far apart when turns are weighed
#define MOST_TURN 0.3f // radians in one step
#define OFF 0.05f      // of a leg's length: a foot that is lifted so much does not stand
#define HIGH 0.15f     // and from here to a whole length it is ever less about to come down

#define LEAN_HALF_LIFE 0.15f // seconds of a person, in which weight goes half of its way aside
#define LEAN_LEAST 1e-5f     // of size: less is none
#define PERSON 1.8f          // metres

/// A leg whose foot stands.
typedef struct leg {
    caper_vec3 hip, ankle;
    caper_vec3 print; // where the ankle is when the foot comes down
    const caperi_leg_span *span;
    float weight; // 0..1: how much it stands
    float props;  // 0..1: how much it stands, or will when it comes down
} leg;

static bool find_leg(const caper_actor *actor, const caperi_leg_span *spans, int k, leg *out)
{
    const caper_character *c = actor->character;
    int foot = c->legs[k].foot, hip = c->legs[k].hip;
    int slot = actor->slots[foot], contact = actor->contact_of[foot];
    if (slot < 0 || foot == hip || (c->bodies[foot].caps & CAPER_CAP_SPINE)) {
        return false;
    }
    const caper_goal *goal = &actor->goals[slot];
    caper_transform rest = c->rest_model[foot];
    caper_quat turned = caper_quat_nlerp(rest.rotation, goal->rotation, goal->rotation_weight);
    out->ankle = caper_vec3_sub(goal->position, caper_quat_rotate(turned, goal->point));
    out->hip = actor->model.bodies[hip].position;
    out->span = &spans[k];
    float rise = caper_max(out->ankle.y - rest.position.y, 0), most = spans[k].most;
    float up = caper_smoothstep(0, OFF * most, rise),
          far = caper_smoothstep(HIGH * most, most, rise);
    float held = contact >= 0 ? actor->holds[contact].latch.hold : 0;
    out->weight = goal->position_weight * caper_max(1 - up, caper_min(held, 1));
    out->props = caper_max(out->weight, goal->position_weight * (1 - far));
    // a foot in the air comes down about where it stands at rest
    caper_vec3 home = caper_vec3_make(rest.position.x, out->ankle.y - rise, rest.position.z);
    out->print = caper_vec3_lerp(out->ankle, home, up * (1 - caper_min(held, 1)));
    return out->props > 0;
}

/// How far a leg is too long (above 0) or too short, the way from its ankle to its hip, and how
/// much that weighs. A foot in the air holds nobody down, but trunks stay where it can come down
/// again.
static float complaint(const leg *l, caper_vec3 *way, float *weight)
{
    caper_vec3 up = caper_vec3_make(0, 1, 0);
    *way = caper_vec3_sub(l->hip, l->print);
    *weight = l->props;
    float less = caperi_beyond(l->span->least - caper_vec3_length(*way), l->span->ease_least);
    if (!(less > 0)) {
        *way = caper_vec3_sub(l->hip, l->ankle);
        *weight = l->weight;
    }
    float more = caperi_beyond(caper_vec3_length(*way) - l->span->most, l->span->ease_most);
    *way = caper_vec3_normalize_or(*way, up);
    return less > 0 ? -less : more;
}

/// One step of the stiff trunk: shift and turn (about `middle`) by which complaints end.
static bool find_step(const leg *legs, int count, caper_vec3 middle, float radius, double x[6])
{
    double a[36] = {0};
    float active = 0;
    memset(x, 0, 6 * sizeof *x);
    for (int i = 0; i < count; i++) {
        caper_vec3 u;
        float weight, wrong = complaint(&legs[i], &u, &weight);
        if (wrong == 0) {
            continue;
        }
        active += weight;
        caper_vec3 arm = caper_vec3_sub(legs[i].hip, middle);
        caper_vec3 t = caper_vec3_scale(caper_vec3_cross(arm, u), 1 / radius);
        double row[6] = {(double)u.x, (double)u.y, (double)u.z,
                         (double)t.x, (double)t.y, (double)t.z};
        for (int r = 0; r < 6; r++) {
            for (int c = 0; c < 6; c++) {
                a[6 * r + c] += (double)weight * row[r] * row[c];
            }
            x[r] -= (double)(weight * wrong) * row[r];
        }
    }
    for (int r = 0; r < 6; r++) {
        a[7 * r] += (double)(DAMPING * active);
    }
    if (!(active > 0) || !caperi_cholesky_factor(a, 6)) {
        return false;
    }
    caperi_cholesky_solve(a, 6, x);
    return true;
}

/// What a step does to points of the trunk.
static caper_transform step_of(const double x[6], caper_vec3 middle, float radius)
{
    caper_vec3 shift = caper_vec3_make((float)x[0], (float)x[1], (float)x[2]);
    caper_vec3 turn = caper_vec3_make((float)x[3], (float)x[4], (float)x[5]);
    turn = caper_vec3_scale(turn, 1 / radius);
    float angle = caper_vec3_length(turn);
    caper_quat q = caper_quat_identity();
    if (angle > 0) {
        q = caper_quat_from_axis_angle(caper_vec3_scale(turn, 1 / angle),
                                       caper_min(angle, MOST_TURN));
    }
    caper_vec3 to = caper_vec3_add(middle, shift);
    return caper_transform_make(q, caper_vec3_sub(to, caper_quat_rotate(q, middle)));
}

/// The nearest place of the stiff trunk that all legs can bear; false when it is there already.
static bool find_place(const caper_character *c, leg *legs, int count, caper_transform *moved)
{
    bool any = false;
    *moved = caper_transform_identity();
    for (int step = 0; step < STEPS; step++) {
        caper_vec3 middle = caper_vec3_zero();
        float radius = NARROW * c->size;
        for (int i = 0; i < count; i++) {
            middle = caper_vec3_add_scaled(middle, legs[i].hip, 1 / (float)count);
        }
        for (int i = 0; i < count; i++) {
            radius = caper_max(radius, caper_vec3_distance(legs[i].hip, middle));
        }
        double x[6];
        if (!find_step(legs, count, middle, radius, x)) {
            break;
        }
        caper_transform by = step_of(x, middle, radius);
        for (int i = 0; i < count; i++) {
            legs[i].hip = caper_transform_mul_point(by, legs[i].hip);
        }
        *moved = caper_transform_mul(by, *moved);
        any = true;
    }
    return any;
}

/// Base pose, goals of the trunk, and by their share those that go with it.
static void move_trunk(caper_actor *actor, caper_transform by)
{
    const caper_character *c = actor->character;
    for (int i = 0; i < c->body_count; i++) {
        if (c->bodies[i].parent < 0) {
            actor->base.bodies[i] = caper_transform_mul(by, actor->base.bodies[i]);
        }
    }
    for (int i = 0; i < actor->goal_count; i++) {
        caper_goal *goal = &actor->goals[i];
        bool spine = c->bodies[goal->body].caps & CAPER_CAP_SPINE;
        bool foot = c->bodies[goal->body].caps & CAPER_CAP_FOOT;
        float share = spine  ? 1
                      : foot ? 0
                             : goal->carried,
              turn = spine  ? 1
                     : foot ? 0
                            : goal->turned;
        caper_vec3 to = caper_transform_mul_point(by, goal->position);
        goal->position = caper_vec3_lerp(goal->position, to, share);
        caper_quat turned = caper_quat_mul(by.rotation, goal->rotation);
        goal->rotation = caper_quat_nlerp(goal->rotation, turned, turn);
    }
    actor->posed_any = true;
    actor->model_is_base = false;
}

const caperi_source *caperi_find_motion(const caper_actor *actor, float *share)
{
    const caperi_source *found = NULL;
    float most = 0, others = 0;
    for (int i = 0; i < actor->playing_count; i++) {
        const caperi_source *s = actor->playing[i];
        float weight = s->offers && s->binding ? caperi_source_weight(s) : 0;
        found = weight > most ? s : found;
        most = caper_max(most, weight);
        if (s->offers && !s->binding && s->offer.contact_count > 0) {
            others = caper_max(others, caperi_source_weight(s));
        }
    }
    *share = 1 - caper_min(others, 1);
    return found;
}

/// The nearest place that legs can bear, after a shift; false when there is nothing to move.
static bool find_move(const caper_actor *actor, const caperi_source *motion, float share,
                      caper_vec3 shift, caper_transform *by)
{
    const caper_character *c = actor->character;
    leg legs[CAPERI_BEAR_LEGS];
    int count = 0;
    for (int k = 0; k < c->leg_count && count < CAPERI_BEAR_LEGS; k++) {
        if (find_leg(actor, motion->binding->data->spans, k, &legs[count])) {
            legs[count].props *= share;
            legs[count++].weight *= share;
        }
    }
    for (int i = 0; i < count; i++) {
        legs[i].hip = caper_vec3_add(legs[i].hip, shift);
    }
    bool moves = find_place(c, legs, count, by);
    *by = caper_transform_mul(*by, caper_transform_make(caper_quat_identity(), shift));
    return moves || caper_vec3_length_sq(shift) > 0;
}

/// Weight goes aside slowly: who steps quickly does not wait for it.
static caper_vec3 lean(caper_actor *actor, const caperi_source *motion, float share, float dt)
{
    caper_vec3 none = caper_vec3_zero(), to = none;
    if (motion && share > 0) {
        to = caper_vec3_scale(caperi_weigh(actor, motion), share);
    }
    float half_life = LEAN_HALF_LIFE * sqrtf(actor->character->size / PERSON);
    caper_vec3_spring(&actor->lean, &actor->lean_rate, to, none, half_life, dt);
    if (caper_vec3_length(actor->lean) + caper_vec3_length(actor->lean_rate) * half_life <
        LEAN_LEAST * actor->character->size) {
        actor->lean = actor->lean_rate = none;
    }
    return actor->lean;
}

/// A trunk that rises by so much takes the feet along that its legs hold no longer.
static void lift_feet(caper_actor *actor, const caperi_source *motion, float above)
{
    const caper_character *c = actor->character;
    for (int k = 0; k < c->leg_count; k++) {
        leg l;
        if (find_leg(actor, motion->binding->data->spans, k, &l)) {
            caper_vec3 way = caper_vec3_sub(l.hip, l.ankle);
            float aside = l.span->most * l.span->most - way.x * way.x - way.z * way.z;
            float most = sqrtf(caper_max(aside, 0)); // height of the hip over the ankle
            float lacks = caper_clamp(way.y + above - most, 0, above);
            actor->goals[actor->slots[c->legs[k].foot]].position.y += lacks;
        }
    }
}

/// In a leap feet go along with the trunk, down as far as the ground they left.
static void carry_feet(caper_actor *actor, float above)
{
    const caper_character *c = actor->character;
    for (int k = 0; k < c->leg_count; k++) {
        int foot = c->legs[k].foot, slot = actor->slots[foot];
        if (slot >= 0 && !(c->bodies[foot].caps & CAPER_CAP_SPINE)) {
            caper_goal *goal = &actor->goals[slot];
            float rest = caper_transform_mul_point(c->rest_model[foot], goal->point).y;
            goal->position.y += caper_max(above, caper_min(rest - goal->position.y, 0));
        }
    }
}

bool caperi_motions_alone(const caper_actor *actor)
{
    for (int i = 0; i < actor->playing_count; i++) {
        if (!actor->playing[i]->binding && caperi_source_weight(actor->playing[i]) > 0) {
            return false;
        }
    }
    return true;
}

/// Keep the center of mass so far above where it is, or below in a leap. Legs that stand go along
/// by a part only, so that the trunk has to go farther: what the first try gave tells how far.
static bool stay_above(caper_actor *actor, const caperi_source *motion, float above)
{
    const caper_character *c = actor->character;
    float from = caper_character_center_of_mass(c, &actor->model).y, by = above;
    float far = fabsf(above), sign = above < 0 ? -1.0f : 1.0f;
    bool leaps = actor->fall.lasts > 0;
    for (int pass = 0; pass < PASSES && by * sign > 0; pass++) {
        if (leaps) {
            carry_feet(actor, by);
        } else if (by > 0) {
            lift_feet(actor, motion, by);
        }
        caper_vec3 up = caper_vec3_make(0, by, 0);
        move_trunk(actor, caper_transform_make(caper_quat_identity(), up));
        if (!caperi_solve_goals(actor)) {
            return false;
        }
        float got = sign * (caper_character_center_of_mass(c, &actor->model).y - from);
        by = sign * caper_clamp(far * far / caper_max(got, 0.5f * far) - far, 0, far);
    }
    return true;
}

bool caperi_bear(caper_actor *actor, float dt)
{
    float share;
    const caperi_source *motion = caperi_find_motion(actor, &share);
    bool own = motion && share > 0;
    if (!own && caper_vec3_length_sq(actor->lean) == 0) {
        caperi_fall(actor, false, dt);
        return true;
    }
    caper_vec3 shift = lean(actor, motion, share, dt);
    if (!own && caper_vec3_length_sq(shift) > 0) { // weight comes back when a motion has ended
        caperi_fall(actor, false, dt);
        move_trunk(actor, caper_transform_make(caper_quat_identity(), shift));
        return caperi_solve_goals(actor);
    }
    int passes = own ? PASSES : 0;
    caper_transform by;
    while (passes-- > 0 && find_move(actor, motion, share, shift, &by)) {
        shift = caper_vec3_zero();
        move_trunk(actor, by);
        if (!caperi_solve_goals(actor)) {
            return false;
        }
    }
    return stay_above(actor, motion, caperi_fall(actor, own && caperi_motions_alone(actor), dt));
}
