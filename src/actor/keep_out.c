// SPDX-License-Identifier: MIT
//
// What sources want out of the ground comes out of it. A trunk that is in the ground is seen before
// limbs are solved, and the whole rises; limbs that fold are in it only afterwards: the whole rises
// by as much and is solved again, a few times. What was needed a moment ago fades, for limbs that
// fold and unfold would make the body tremble. What hangs loose bends instead.
#include "actor/actor.h"
#include "contact/ground.h"
#include "puppet/loose.h"

#include <math.h>

#define LIFT_HALF_LIFE 0.08f // seconds
#define MAX_LIFTS 3    // times that a frame is lifted and solved again; first value, not swept
#define LIFT_MORE 2.0f // times the depth: legs that straighten raise their middle by less
// What comes out of a rise, of its height: a limb that folds about a foot hardly rises with the
// rest, and the whole would be thrown up for nothing. From the one to the other it is taken back
// ever less. Of 0.02 to 0.12, 0.05 to 0.2 and 0.1 to 0.4 the second kept random creatures out of
// the ground under captures (the third did not) and took most jumps (the first did not).
#define VAIN 0.05f // share of the rise
#define HELPS 0.2f // share of the rise
// A body that meets the ground of a sudden is in it for a moment rather than thrown: a trunk may be
// accelerated by 54 m/s2 a metre of size before it is a pop (quality).
#define MOST_RISE 15.0f // m/s2 a metre of size
#define SLACK 2.5e-4f   // of size: depth that is left alone
// A limb in the air that its limits keep in the ground leaves them, rather than throw the body up.
#define FOLDS 3     // bodies of a leg that gets its foot out of the ground by itself
#define LOOSE 0.02f // of size, 36 mm of a person: a limb so deep does not mind its limits at all

typedef struct keep {
    caper_actor *actor;
    const caper_world_frame *frame;
    caperi_ground ground;
    caper_transform root;
    const uint8_t *solid;
    float share; // of the sources that ask for it
    float calm;  // share of the sources by which limbs in the air raise nobody
} keep;

/// Does a source put this body there, on the ground or about something outside? A fist that pounds
/// meets the ground with its grip; the corners of its box do not lift it off again.
static bool is_placed(const caper_actor *actor, int body)
{
    int slot = actor->slots[body];
    return slot >= 0 && actor->goals[slot].position_weight > 0.5f &&
           actor->goals[slot].carried < 0.5f;
}

/// Is it held as it is? What a performer places and does not turn bends about its place.
static bool is_held(const keep *k, int body)
{
    const caper_actor *actor = k->actor;
    return is_placed(actor, body) &&
           (!(k->calm > 0.5f) || actor->goals[actor->slots[body]].rotation_weight > 0.5f);
}

/// Does it hang on a body that is placed, as toes hang on a foot? Who rises does not raise it.
static bool hangs_on_placed(const caper_actor *actor, int body)
{
    const caper_body *bodies = actor->character->bodies;
    for (int b = bodies[body].parent; b >= 0; b = bodies[b].parent) {
        if (is_placed(actor, b)) {
            return !(bodies[b].caps & CAPER_CAP_SPINE);
        }
    }
    return false;
}

/// How deep the box of a body (placed in the world) is under the surface nearest to its middle.
static float depth_of(const void *who, const caper_world_frame *frame, int body, caper_transform at,
                      caper_vec3 *normal)
{
    const keep *k = who;
    const caper_body *b = &k->actor->character->bodies[body];
    caper_vec3 middle = caper_transform_mul_point(at, b->box_center);
    float radius = caper_vec3_length(b->box_half);
    if ((k->solid[body] == CAPER_SOLID_BENDS && is_held(k, body)) ||
        caperi_ground_is_clear(&k->ground, frame, middle, radius)) {
        *normal = k->ground.normal;
        return 0;
    }
    caper_hit hit = caperi_ground_near(&k->ground, frame, middle, radius);
    *normal = hit.normal;
    if (hit.surface == CAPER_SURFACE_NONE || hit.distance >= radius) {
        return 0;
    }
    caper_vec3 normal_local = caper_quat_unrotate(at.rotation, hit.normal);
    if ((b->caps & CAPER_CAP_FOOT) && b->contact_count > 0) { // it stands on these, not on its box
        float low = -INFINITY;
        for (int i = 0; i < b->contact_count; i++) {
            caper_vec3 from_middle = caper_vec3_sub(b->contacts[i], b->box_center);
            low = caper_max(low, -caper_vec3_dot(normal_local, from_middle));
        }
        return low - hit.distance;
    }
    return caper_vec3_dot(caper_vec3_abs(normal_local), b->box_half) - hit.distance;
}

/// Is a body far above flat ground, however it is turned? Most are.
static bool is_aloft(const keep *k, int body, const caper_transform *model)
{
    caper_vec3 at = caper_transform_mul_point(k->root, model[body].position);
    return caperi_ground_is_clear(&k->ground, k->frame, at, k->actor->about.reach[body]);
}

/// Has a leg, from its first body to its foot, joints enough to fold?
static bool folds(const caper_character *c, int foot)
{
    int count = 1;
    for (int b = foot; b != c->bodies[foot].base && b >= 0; b = c->bodies[b].parent) {
        count++;
    }
    return count >= FOLDS;
}

/// How much the limb of a body is held by what it stands on; 1 where it cannot fold, or nothing of
/// it ever stands.
static float limb_hold(const caper_actor *actor, int body)
{
    const caper_character *c = actor->character;
    int base = c->bodies[body].base;
    float most = -1;
    for (int i = 0; i < actor->contact_count && base >= 0; i++) {
        int foot = actor->contacts[i].body;
        if (c->bodies[foot].base == base && folds(c, foot)) {
            most = caper_max(most, actor->holds[i].latch.hold);
        }
    }
    return most < 0 ? 1 : caper_min(most, 1);
}

/// Does a foot that is placed hang right on it? Its box goes down to the sole, and a shank that
/// leans would have a corner of it in the ground wherever the hips are: no rise helps.
static bool ends_in_placed(const caper_actor *actor, int body)
{
    for (int i = 0; i < actor->contact_count; i++) {
        int foot = actor->contacts[i].body;
        if (actor->character->bodies[foot].parent == body && is_placed(actor, foot) &&
            folds(actor->character, foot)) {
            return true;
        }
    }
    return false;
}

/// The deepest body of a pose in model space: of the trunk alone, or of all that does not bend.
/// Feet are among it: a leg of one body does not fold.
static float deepest(const keep *k, const caper_transform *model, bool trunk)
{
    const caper_character *c = k->actor->character;
    float most = 0;
    for (int b = 0; b < c->body_count; b++) {
        caper_caps caps = c->bodies[b].caps;
        bool counts = trunk ? k->solid[b] == CAPER_SOLID_STIFF || (caps & CAPER_CAP_SPINE)
                            : k->solid[b] != CAPER_SOLID_BENDS && !(caps & CAPER_CAP_HELPER);
        counts = counts && k->solid[b] != CAPER_SOLID_LEFT;
        if (counts && !is_aloft(k, b, model)) {
            caper_vec3 normal;
            caper_transform at = caper_transform_mul(k->root, model[b]);
            float depth = depth_of(k, k->frame, b, at, &normal);
            bool calms = depth > most && !trunk && k->calm > 0;
            depth *= calms ? 1 - k->calm * (1 - limb_hold(k->actor, b)) : 1;
            if (depth > most && (trunk || !(hangs_on_placed(k->actor, b) ||
                                            (k->calm > 0.5f && ends_in_placed(k->actor, b))))) {
                most = depth;
            }
        }
    }
    return most;
}

/// How deep the limb of a goal is; what hangs loose bends by itself.
static float limb_depth(const keep *k, int end)
{
    const caper_character *c = k->actor->character;
    float most = 0;
    for (int b = end; b >= 0 && c->bodies[b].base >= 0; b = c->bodies[b].parent) {
        const caper_transform *model = k->actor->model.bodies;
        if (k->solid[b] == CAPER_SOLID_LIMB && !is_aloft(k, b, model)) {
            caper_vec3 normal;
            caper_transform at = caper_transform_mul(k->root, model[b]);
            most = caper_max(most, depth_of(k, k->frame, b, at, &normal));
        }
    }
    return most;
}

/// Goals of limbs that came out in the ground are less strict; false when none is.
static bool loosen(const keep *k)
{
    caper_actor *actor = k->actor;
    bool any = false;
    for (int i = 0; i < actor->goal_count && k->calm > 0; i++) {
        caper_goal *goal = &actor->goals[i];
        float depth = goal->strict > 0 ? limb_depth(k, goal->body) : 0;
        if (depth > SLACK * actor->character->size) {
            goal->strict *=
                1 - k->calm * caper_smoothstep(0, LOOSE * actor->character->size, depth);
            any = true;
        }
    }
    return any;
}

/// Base pose and goal of the root; goals of the trunk that nobody performs go along.
static void raise(caper_actor *actor, float by)
{
    const caper_character *c = actor->character;
    for (int i = 0; i < c->body_count; i++) {
        if (c->bodies[i].parent < 0) {
            actor->base.bodies[i].position.y += by;
        }
    }
    for (int i = 0; i < actor->goal_count; i++) {
        caper_goal *goal = &actor->goals[i];
        bool along = (c->bodies[goal->body].caps & CAPER_CAP_SPINE) && goal->strict > 0.5f;
        if (goal->body == c->root_body || along) {
            goal->position.y += by;
        }
    }
    actor->model_is_base = false;
}

/// Rise no faster than a body is moved; false when it cannot be solved.
static bool ease_rise(const keep *k, float *lift, float dt)
{
    caper_actor *actor = k->actor;
    caper_vec3 to = caper_vec3_make(0, *lift, 0);
    if (!(k->calm > 0) || !(dt > 0)) {
        caperi_chase_start(&actor->rise, to);
        return true;
    }
    float most = MOST_RISE * actor->character->size;
    float eased = caper_max(caperi_chase_update(&actor->rise, to, most, dt).y, 0);
    eased = k->calm < 1 ? caper_lerp(*lift, eased, k->calm) : eased;
    float less = eased - *lift;
    if (fabsf(less) <= SLACK * actor->character->size) {
        return true;
    }
    *lift = eased;
    raise(actor, less);
    return caperi_solve_goals(actor);
}

/// Who asks for it, and how much.
static keep find_keep(caper_actor *actor, const caper_world_frame *frame)
{
    keep k = {.actor = actor, .frame = frame};
    float most = 0;
    for (int i = 0; i < actor->playing_count; i++) {
        const caperi_source *s = actor->playing[i];
        float weight = s->offers && s->offer.solid ? caperi_source_weight(s) : 0;
        k.share += weight;
        k.solid = weight > most ? s->offer.solid : k.solid;
        most = caper_max(most, weight);
    }
    k.share = caper_min(k.share, 1);
    k.calm = caperi_calm(actor);
    return k;
}

bool caperi_solve_above(caper_actor *actor, const caper_world_frame *frame, float dt)
{
    keep k = find_keep(actor, frame);
    if (!k.solid) {
        actor->lift = 0;
        caperi_chase_start(&actor->rise, caper_vec3_zero());
        return caperi_solve_goals(actor) && caperi_bear(actor, dt) && caperi_keep_apart(actor, dt);
    }
    k.ground = caperi_ground_make(actor->world, actor->world ? 0 : actor->root.y);
    k.root = caper_root_transform(actor->root);
    float lift = caper_max(k.share * deepest(&k, caperi_base_model(actor), true),
                           caper_damp(actor->lift, 0, LIFT_HALF_LIFE, dt));
    raise(actor, lift);
    float before = 0, more = 0;
    for (int pass = 0; pass <= MAX_LIFTS; pass++) {
        if (!caperi_solve_goals(actor) || (pass == 0 && loosen(&k) && !caperi_solve_goals(actor))) {
            return false;
        }
        float depth = pass < MAX_LIFTS ? deepest(&k, actor->model.bodies, false) : 0;
        if (!(depth > SLACK * actor->character->size)) {
            break;
        }
        float vain = 1 - caper_smoothstep(VAIN, HELPS, (before - depth) / caper_max(more, 1e-6f));
        if (pass == 1 && vain > 0) {
            lift -= vain * more;
            raise(actor, -vain * more);
            if (!caperi_solve_goals(actor)) {
                return false;
            }
            break;
        }
        before = depth;
        more = k.share * (pass > 0 ? LIFT_MORE * depth : depth);
        lift += more;
        raise(actor, more);
    }
    float wanted = lift;
    if (!ease_rise(&k, &lift, dt)) {
        return false;
    }
    actor->lift = k.calm > 0 ? wanted : lift;
    if (!caperi_bear(actor, dt) || !caperi_keep_apart(actor, dt)) {
        return false;
    }
    caperi_bend_job bend = {.character = actor->character,
                            .solid = k.solid,
                            .frame = frame,
                            .way = k.root,
                            .depth = depth_of,
                            .who = &k,
                            .model = actor->model.bodies,
                            .local = actor->local.bodies};
    caperi_bend_loose(&bend);
    return true;
}
