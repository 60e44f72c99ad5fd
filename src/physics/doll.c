// SPDX-License-Identifier: MIT
//
// The public functions of dolls: made from actors, queried, pushed, dragged, knocked out.
#include "physics/physics.h"

#include <math.h>
#include <string.h>

// k_L: the study has 0.17 with an L from the pelvis' middle to the ground; ours begins at the hip
// joint and is shorter. Of 18 captures at half the gains 3 fall with 0.17, 2 with 0.20, 1 with
// 0.21.
#define BALANCE_LIMIT 0.21f

caper_doll_def caper_doll_def_default(void)
{
    return (caper_doll_def){.external = 0.25f,
                            .gain = 1,
                            .damping = 1,
                            .balance_limit = BALANCE_LIMIT,
                            .balance_break = 0.9f,
                            .air = 0.3f,
                            .guide = 1,
                            .leash = 2,
                            .self_collision = true,
                            .stun = true,
                            .faint = true,
                            .cookie = CAPER_DEF_COOKIE};
}

// --- making --------------------------------------------------------------------------------------

static bool check_def(const caper_doll_def *d, caper_error *error)
{
    const char *bad = NULL;
    if (!d || d->cookie != CAPER_DEF_COOKIE) {
        bad = "the def was not made by caper_doll_def_default";
    } else if (!d->actor) {
        bad = "the def has no actor";
    } else if ((unsigned)d->servo >= CAPER_SERVO_COUNT ||
               (unsigned)d->balance >= CAPER_BALANCE_COUNT ||
               (unsigned)d->reaction >= CAPER_REACTION_COUNT) {
        bad = "its servo, balance or reaction is unknown";
    } else if (!(d->external >= 0) || !(d->external <= 1) || !(d->air >= 0) || !(d->air <= 1)) {
        bad = "its external share or air control is not within 0 .. 1";
    } else if (!(d->gain > 0) || !(d->gain <= 100) || !(d->damping > 0) || !(d->damping <= 100) ||
               !(d->balance_limit >= 0) || !(d->balance_limit <= 100) || !(d->balance_break > 0) ||
               !(d->guide >= 0) || !(d->leash >= 0) || !(d->guide <= 100)) {
        bad = "its gain, balance or guide is out of range";
    } else if (d->explicit_torque && (d->servo == CAPER_SERVO_PARENT || d->external < 1)) {
        bad = "explicit torques act between body and world: external must be 1";
    } else if (d->sole_count < 0 || (d->sole_count > 0 && !d->soles)) {
        bad = "its soles are missing";
    }
    for (int i = 0; !bad && i < d->sole_count; i++) {
        const caper_sole *s = &d->soles[i];
        if (s->body < 0 || s->body >= caper_actor_character(d->actor)->body_count ||
            fabsf(caper_vec3_length(s->up) - 1) > 1e-3f || !(s->clearance > 0) ||
            !isfinite(s->clearance)) {
            bad = "a sole has no such body, no unit direction or no clearance";
        }
    }
    return !bad || caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "%s", bad);
}

// The arrays of a doll, one after the other; with memory NULL only their size.
static size_t lay_arrays(caperi_doll *d, char *memory)
{
    size_t n = (size_t)d->plan.part_count, at = 0;
#define TAKE(member, count)                                                                        \
    d->member = memory ? (void *)(memory + at) : NULL;                                             \
    at += (((size_t)(count) * sizeof *d->member) + 15) & ~(size_t)15
    TAKE(before, n);
    TAKE(after, n);
    TAKE(wish, n);
    TAKE(rate, n);
    TAKE(velocity, n);
    TAKE(acceleration, n);
    TAKE(motion, n);
    TAKE(lifted, n);
    TAKE(torque, n);
    TAKE(force, n);
    TAKE(way, n);
    TAKE(limp, n);
    TAKE(felt, n);
    TAKE(loose, n);
    TAKE(blend, n);
    TAKE(touching, n);
    TAKE(swinging, n);
    TAKE(turned, d->character->body_count);
    TAKE(in_chain, d->character->body_count);
#undef TAKE
    return at;
}

static void free_doll(caper_physics *physics, caperi_doll *d)
{
    const caper_allocator *a = &physics->allocator;
    char *memory = (char *)d->before < (char *)d->after ? (char *)d->before : (char *)d->after;
    size_t size = 0;
    if (memory) {
        caperi_doll copy = *d;
        size = lay_arrays(&copy, NULL);
    }
    caper_pose_destroy(&d->local, a);
    caper_pose_destroy(&d->model, a);
    caper_free(a, memory, size);
    caperi_plan_free(&d->plan, d->character->body_count, a);
    caper_free(a, d, sizeof *d);
}

void caper_physics_destroy(caper_physics *physics)
{
    if (!physics) {
        return;
    }
    caper_allocator memory = physics->allocator;
    for (int i = 0; i < physics->doll_count; i++) {
        free_doll(physics, physics->dolls[i]);
    }
    caper_free(&memory, physics->dolls, (size_t)physics->doll_capacity * sizeof *physics->dolls);
    caper_free(&memory, physics->things, (size_t)physics->thing_capacity * sizeof *physics->things);
    caperi_ode_destroy(physics->ode);
    caper_free(&memory, physics, sizeof *physics);
}

static bool allocate(caper_physics *physics, caperi_doll *d, caper_error *error)
{
    const caper_allocator *a = &physics->allocator;
    if (!caperi_plan_make(&d->plan, d->character, physics->def.gravity, a, error)) {
        return false;
    }
    char *memory = caper_alloc_zero(a, lay_arrays(d, NULL), 16);
    d->local = caper_character_pose(d->character, a);
    d->model = caper_character_pose(d->character, a);
    if (!memory || !d->local.bodies || !d->model.bodies) {
        caper_free(a, memory, lay_arrays(d, NULL));
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a doll");
    }
    lay_arrays(d, memory);
    for (int k = 0; k < d->plan.part_count; k++) {
        d->limp[k] = 1;
    }
    for (int i = d->character->root_body; i >= 0; i = d->character->bodies[i].parent) {
        d->in_chain[i] = 1;
    }
    return true;
}

static bool make_room(caper_physics *physics)
{
    if (physics->doll_count < physics->doll_capacity) {
        return true;
    }
    int capacity = physics->doll_capacity ? 2 * physics->doll_capacity : 8;
    caperi_doll **dolls = caper_alloc(&physics->allocator, (size_t)capacity * sizeof *dolls, 16);
    if (!dolls) {
        return false;
    }
    if (physics->dolls) {
        memcpy(dolls, physics->dolls, (size_t)physics->doll_count * sizeof *dolls);
    }
    caper_free(&physics->allocator, physics->dolls, (size_t)physics->doll_capacity * sizeof *dolls);
    physics->dolls = dolls;
    physics->doll_capacity = capacity;
    return true;
}

caperi_doll *caperi_doll_of(const caper_physics *physics, const caper_actor *actor, int *index)
{
    for (int i = 0; i < physics->doll_count; i++) {
        if (physics->dolls[i]->def.actor == actor) {
            *index = i;
            return physics->dolls[i];
        }
    }
    return NULL;
}

caperi_doll *caperi_doll_add(caper_physics *physics, const caper_doll_def *def, bool animated,
                             caper_error *error)
{
    int other = 0;
    if (!check_def(def, error)) {
        return NULL;
    }
    if (caperi_doll_of(physics, def->actor, &other)) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "the actor has a doll already");
        return NULL;
    }
    caperi_doll *d = caper_alloc_zero(&physics->allocator, sizeof *d, 16);
    if (!d || !make_room(physics)) {
        caper_free(&physics->allocator, d, sizeof *d);
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a doll");
        return NULL;
    }
    d->def = *def;
    if (def->balance == CAPER_BALANCE_NONE) { // nor do the reactions of its limbs hold the root:
        d->def.external = 1;                  // a statue stands on stiff ankles
    }
    d->character = caper_actor_character(def->actor);
    d->animated = animated;
    d->drag_part = -1;
    if (!allocate(physics, d, error) ||
        !caperi_doll_build(physics, d, physics->doll_count, error)) {
        free_doll(physics, d);
        return NULL;
    }
    d->def.soles = NULL; // they were the caller's
    d->def.sole_count = 0;
    physics->dolls[physics->doll_count++] = d;
    caper_physics_reset(physics, physics->doll_count - 1);
    return d;
}

int caper_physics_add_actor(caper_physics *physics, const caper_doll_def *def, caper_error *error)
{
    return caperi_doll_add(physics, def, false, error) ? physics->doll_count - 1 : -1;
}

static caperi_doll *doll_at(const caper_physics *physics, int doll)
{
    return doll >= 0 && doll < physics->doll_count ? physics->dolls[doll] : NULL;
}

bool caper_physics_reset(caper_physics *physics, int doll)
{
    caperi_doll *d = doll_at(physics, doll);
    if (!d) {
        return false;
    }
    d->place = d->last_root = caper_actor_root(d->def.actor);
    d->fresh = true;
    d->strength = 1;
    d->mood = CAPER_DOLL_DRIVEN;
    d->mood_seconds = d->broken_seconds = d->out_seconds = d->impulse = 0;
    d->tilt_torque = d->given = caper_vec3_zero();
    d->tired = 0;
    d->asleep = false;
    caperi_doll_look(d, 0);
    d->starts = true;
    memset(d->rate, 0, (size_t)d->plan.part_count * sizeof *d->rate);
    memset(d->velocity, 0, (size_t)d->plan.part_count * sizeof *d->velocity);
    caperi_doll_between(d, 1);
    caperi_doll_place(physics, d);
    d->touches = true;
    d->root_world = d->wanted_world;
    return true;
}

// --- looking -------------------------------------------------------------------------------------

bool caper_physics_doll(const caper_physics *physics, int doll, caper_doll_state *state)
{
    const caperi_doll *d = doll_at(physics, doll);
    if (!d) {
        return false;
    }
    caper_quat rest = d->character->rest_model[d->plan.parts[0].body].rotation;
    caper_quat turn = caper_quat_mul(d->motion[0].rotation, caper_quat_conj(rest));
    caper_vec3 front = caper_quat_rotate(turn, caper_vec3_make(0, 0, 1));
    caper_quat off = caper_quat_mul(d->motion[0].rotation, caper_quat_conj(d->after[0].rotation));
    caper_quat swing, twist;
    caper_quat_swing_twist(off, caper_vec3_make(0, 1, 0), &swing, &twist);
    *state = (caper_doll_state){.mood = d->mood,
                                .strength = d->strength,
                                .broken = d->broken,
                                .broken_seconds = d->broken_seconds,
                                .touches = d->touches,
                                .unconscious = d->out_seconds > 0,
                                .face_down = front.y < 0,
                                .impulse = d->impulse,
                                .tilt = caper_quat_angle(swing, caper_quat_identity()),
                                .root_world = d->root_world,
                                .wanted_world = d->wanted_world,
                                .error = d->error,
                                .center = d->center,
                                .velocity = d->center_velocity};
    return true;
}

static int part_of(const caperi_doll *d, int body)
{
    return d && body >= 0 && body < d->character->body_count ? d->plan.part_of[body] : -1;
}

bool caper_physics_body(const caper_physics *physics, int doll, int body, caper_transform *world)
{
    const caperi_doll *d = doll_at(physics, doll);
    int k = part_of(d, body);
    if (k < 0) {
        return false;
    }
    caper_transform frame = {0};
    frame.rotation = d->motion[k].rotation;
    frame.position = caper_vec3_sub(d->motion[k].position,
                                    caper_quat_rotate(frame.rotation, d->plan.parts[k].center));
    *world = caper_transform_mul(frame, d->plan.weld[body]);
    return true;
}

// --- touching ------------------------------------------------------------------------------------

bool caper_physics_push(caper_physics *physics, int doll, int body, caper_vec3 point,
                        caper_vec3 force, float duration)
{
    caperi_doll *d = doll_at(physics, doll);
    int k = part_of(d, body);
    if (k < 0 || d->push_count == CAPERI_MAX_PUSHES || !caper_vec3_is_finite(force) ||
        !caper_vec3_is_finite(point) || !(duration >= 0)) {
        return false;
    }
    caper_vec3 arm = caper_vec3_sub(point, d->motion[k].position);
    d->pushes[d->push_count++] =
        (caperi_push){k, caper_quat_unrotate(d->motion[k].rotation, arm), force, duration};
    return true;
}

bool caper_physics_drag(caper_physics *physics, int doll, int body, caper_vec3 point_body,
                        caper_vec3 target)
{
    caperi_doll *d = doll_at(physics, doll);
    int k = part_of(d, body);
    if (!d || (body >= 0 && k < 0) || !caper_vec3_is_finite(point_body) ||
        !caper_vec3_is_finite(target)) {
        return false;
    }
    d->drag_part = body < 0 ? -1 : k;
    if (k >= 0) {
        caper_vec3 at = caper_transform_mul_point(d->plan.weld[body], point_body);
        d->drag_point = caper_vec3_sub(at, d->plan.parts[k].center);
        d->drag_target = target;
    }
    return true;
}

bool caper_physics_set_gain(caper_physics *physics, int doll, float gain)
{
    caperi_doll *d = doll_at(physics, doll);
    if (!d || !(gain > 0) || !(gain <= 100)) {
        return false;
    }
    d->def.gain = gain;
    return true;
}

bool caper_physics_knock_out(caper_physics *physics, int doll, float duration)
{
    caperi_doll *d = doll_at(physics, doll);
    if (!d || !(duration >= 0)) {
        return false;
    }
    d->out_seconds = duration;
    d->strength = duration > 0 ? 0 : d->strength;
    return true;
}

bool caper_physics_set_limp(caper_physics *physics, int doll, int body, float strength)
{
    caperi_doll *d = doll_at(physics, doll);
    int k = part_of(d, body);
    if (k < 0 || !(strength >= 0) || !(strength <= 1)) {
        return false;
    }
    for (int i = k; i < d->plan.part_count; i++) {
        int up = i;
        while (up > k) {
            up = d->plan.parts[up].parent;
        }
        d->limp[i] = up == k ? strength : d->limp[i];
    }
    return true;
}

bool caper_physics_lead(caper_physics *physics, int doll, caper_root place)
{
    caperi_doll *d = doll_at(physics, doll);
    if (!d || d->animated || !isfinite(place.x) || !isfinite(place.y) || !isfinite(place.z) ||
        !isfinite(place.yaw)) {
        return false;
    }
    caperi_doll_move(d, place);
    return true;
}

caper_root caper_physics_place(const caper_physics *physics, int doll)
{
    const caperi_doll *d = doll_at(physics, doll);
    return d ? d->place : (caper_root){0, 0, 0, 0};
}

bool caper_physics_rise(caper_physics *physics, int doll, float help)
{
    caperi_doll *d = doll_at(physics, doll);
    if (!d || d->animated || !(help >= 0) || !(help <= 1)) {
        return false;
    }
    d->help = help;
    // the source goes on from where the doll lies
    d->place = d->last_root = caper_actor_root(d->def.actor);
    d->fresh = true;
    d->mood = CAPER_DOLL_RISING;
    d->mood_seconds = d->broken_seconds = d->out_seconds = 0;
    d->tilt_torque = caper_vec3_zero();
    return true;
}
