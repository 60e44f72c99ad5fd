// SPDX-License-Identifier: MIT
//
// Passive secondary motion (paper 000, section 4.4): the paper asks for a very simple, highly
// damped pseudo-physical simulator on sub-trees that have no IK, and says no more; this is ours.
//
// Each body has a bob at its box centre. The bob of a loose body is a particle on a damped spring
// to where the pose has it in the world, so that only accelerations show: a steady walk drags
// nothing behind. Its offset, in units of the offset that gravity would make, bends the body
// against its parent. The bend of a chain is shared out among its links, and links are slower
// towards the tip, which gives the follow-through. Since every bob is drawn to the POSED place and
// not to where a swinging parent has taken it, bobs do not drive each other: with the input at rest
// the energy of each can only shrink, and so does their sum.
//
// The input moves evenly between frames, so its velocity jumps at each frame by a known amount;
// between the jumps the spring is solved in closed form. A train of jumps seen at the frames gives
// a little less offset than the steady push that it stands for, (w dt)^2 / 12 of it; `push` makes
// up for that exactly, so that stiff springs and low frame rates look like any others. A frame of
// more than a third of a swing says too little about pushes to make up for: there `push` stays.
#include "caper/jiggle.h"
#include "math/place.h"

#include <math.h>
#include <string.h>

#define GRAVITY 9.81f
#define STIFFNESS 2.5f      // of a chain's frequency against that of a pendulum of its length
#define MAX_FREQUENCY 20.0f // rad/s: what is quicker is not seen at 30 frames a second
#define DAMPING 0.7f        // ratio: one overshoot of 5 %
#define BEND 0.5f           // radians that a chain of flexibility 1 bends in all under one gravity
#define MAX_PHASE 2.0f      // of frequency x dt, up to which jumps are made up for
#define TIP_SLOWNESS 0.5f   // share of the frequency that a chain loses towards its tip

/// What a body is like, and never changes.
typedef struct link {
    float frequency; // rad/s
    float gain;      // radians of bend per metre of the bob's offset
    float mass;
    bool loose; // may jiggle when it has no IK
} link;

/// The closed form of one spring over one dt: offset and velocity after from those before.
typedef struct step {
    float xx, xv, vx, vv;
    float push; // of a jump in velocity: 1 for small dt, 1.5 at most
} step;

/// What time has made of a body. All in the world.
typedef struct bob {
    caper_vec3 place;         // where the pose had it
    caper_vec3 velocity;      // with which the pose came there
    caper_vec3 offset, drift; // of the bob from its place, and how fast that changes
} bob;

struct caper_jiggle {
    const caper_character *character;
    caper_allocator allocator;
    size_t size;
    float gravity, max_angle;
    float dt;       // that the steps are for
    int32_t placed; // 0: the next pose is where it starts, at rest
    link *links;
    step *steps;
    bob *bobs;
    caper_transform *world; // scratch: the posed bodies
};

caper_jiggle_def caper_jiggle_def_default(void)
{
    caper_jiggle_def def;
    memset(&def, 0, sizeof def);
    def.looseness = 1;
    def.max_angle = 0.6f;
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

// ------------------------------------------------------------------------------------ flexibility

/// How easily a part of the body gives: the paper's "heuristic for flexibility, placement, and
/// type". What is stiff by nature, or carries the senses, keeps still.
static float flexibility(const caper_body *body)
{
    static const struct {
        caper_caps cap;
        float value;
    } table[] = {
        {CAPER_CAP_HELPER | CAPER_CAP_ROOT | CAPER_CAP_HORN | CAPER_CAP_EYE | CAPER_CAP_MOUTH, 0},
        {CAPER_CAP_TENTACLE, 1.2f},
        {CAPER_CAP_TAIL | CAPER_CAP_EAR, 1},
        {CAPER_CAP_FIN, 0.5f},
        {CAPER_CAP_FOOT, 0.1f},
        {CAPER_CAP_WING, 0.3f},
        {CAPER_CAP_SPINE | CAPER_CAP_HEAD, 0.15f},
        {CAPER_CAP_LIMB | CAPER_CAP_GRASPER, 0.3f},
    };
    if (body->joint.kind == CAPER_JOINT_FIXED) {
        return 0;
    }
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (body->caps & table[i].cap) {
            return table[i].value;
        }
    }
    return 0.5f;
}

/// Longest way from the joint of a body down to the end of its sub-tree, in metres and in links.
typedef struct way {
    float length;
    int links;
} way;

static float own_length(const caper_body *body)
{
    return 2 * caper_vec3_length(body->box_center);
}

/// Ways below every body, from the tips up (children come after parents).
static void measure_ways(const caper_character *character, way *below)
{
    for (int i = 0; i < character->body_count; i++) {
        below[i].length = own_length(&character->bodies[i]);
        below[i].links = 1;
    }
    for (int i = character->body_count - 1; i > 0; i--) {
        int parent = character->bodies[i].parent;
        if (parent >= 0) {
            float offset = caper_vec3_length(character->skeleton.rest_local[i].position);
            way up = {below[i].length + offset, below[i].links + 1};
            if (up.length > below[parent].length) {
                below[parent] = up;
            }
        }
    }
}

/// The body where the chain of a body begins: its limb, or on the spine the body itself.
static int chain_start(const caper_character *character, int body)
{
    int base = character->bodies[body].base;
    return base >= 0 ? base : body;
}

static void prepare_links(caper_jiggle *jiggle, float looseness, const way *below)
{
    const caper_character *character = jiggle->character;
    for (int i = 0; i < character->body_count; i++) {
        const caper_body *body = &character->bodies[i];
        way chain = below[chain_start(character, i)];
        float length = caper_max(chain.length, 0.05f * character->size);
        float along = 1 - (float)below[i].links / (float)chain.links;
        float frequency = caper_min(STIFFNESS * sqrtf(GRAVITY / length), MAX_FREQUENCY);
        frequency *= 1 - TIP_SLOWNESS * caper_clamp(along, 0, 1);
        float bend = BEND * looseness * flexibility(body) / (float)chain.links;
        link *l = &jiggle->links[i];
        l->frequency = frequency;
        l->gain = bend * frequency * frequency / GRAVITY;
        l->mass = body->mass;
        l->loose = bend > 0 && i != character->root_body && body->parent >= 0 &&
                   own_length(body) > 1e-4f * character->size;
    }
}

// ------------------------------------------------------------------------------------ life

static size_t round_up(size_t size)
{
    return (size + 31) & ~(size_t)31;
}

caper_jiggle *caper_jiggle_create(const caper_character *character, const caper_jiggle_def *def,
                                  caper_error *error)
{
    caper_jiggle_def defaults = caper_jiggle_def_default();
    def = def ? def : &defaults;
    CAPER_ASSERT(character != NULL && def->cookie == CAPER_DEF_COOKIE);
    if (!character || def->cookie != CAPER_DEF_COOKIE || !(def->looseness >= 0) ||
        !(def->looseness <= 10) || !(def->max_angle >= 0) || !(def->max_angle <= CAPER_PI) ||
        !isfinite(def->gravity)) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "the looseness is not within 0..10, the largest angle not within 0..pi, or "
                        "the gravity not finite");
        return NULL;
    }
    size_t count = (size_t)character->body_count;
    size_t head = round_up(sizeof(caper_jiggle));
    size_t links = round_up(count * sizeof(link)), steps = round_up(count * sizeof(step));
    size_t bobs = round_up(count * sizeof(bob));
    size_t size = head + links + steps + bobs + round_up(count * sizeof(caper_transform));
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    way *below = caper_alloc(&allocator, count * sizeof(way), _Alignof(way));
    char *block = below ? caper_alloc_zero(&allocator, size, 32) : NULL;
    if (!block) {
        caper_free(&allocator, below, count * sizeof(way));
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for %zu bytes", size);
        return NULL;
    }
    caper_jiggle *jiggle = (caper_jiggle *)(void *)block;
    jiggle->character = character;
    jiggle->allocator = allocator;
    jiggle->size = size;
    jiggle->gravity = def->gravity;
    jiggle->max_angle = def->max_angle;
    jiggle->links = (link *)(void *)(block + head);
    jiggle->steps = (step *)(void *)(block + head + links);
    jiggle->bobs = (bob *)(void *)(block + head + links + steps);
    jiggle->world = (caper_transform *)(void *)(block + head + links + steps + bobs);
    measure_ways(character, below);
    prepare_links(jiggle, def->looseness, below);
    caper_free(&allocator, below, count * sizeof(way));
    return jiggle;
}

void caper_jiggle_destroy(caper_jiggle *jiggle)
{
    if (jiggle) {
        caper_allocator allocator = jiggle->allocator;
        caper_free(&allocator, jiggle, jiggle->size);
    }
}

void caper_jiggle_reset(caper_jiggle *jiggle)
{
    jiggle->placed = 0;
    memset(jiggle->bobs, 0, (size_t)jiggle->character->body_count * sizeof(bob));
}

// ------------------------------------------------------------------------------------ update

/// What a jump of velocity is multiplied by, where a frame takes `phase` = frequency x dt. Jumps of
/// a dt at every frame sum up to a dt xv / (1 - 2 fade cosine + fade^2); a / frequency^2 is right.
static float push_of(float phase)
{
    if (phase < 0.02f) {
        return 1; // to 4e-5, where the sum below is lost in rounding
    }
    phase = caper_min(phase, MAX_PHASE); // at half a swing the sum is zero
    float damped = sqrtf(1 - DAMPING * DAMPING), sine, cosine;
    caper_sincos(damped * phase, &sine, &cosine);
    float fade = caper_exp(-DAMPING * phase);
    return (1 - 2 * fade * cosine + fade * fade) * damped / (phase * fade * sine);
}

/// The spring x'' = -2 z w x' - w^2 x over dt, for a damping ratio z below 1.
static step solve_spring(float frequency, float dt)
{
    float damping = DAMPING * frequency;
    float damped = frequency * sqrtf(1 - DAMPING * DAMPING);
    float sine, cosine;
    caper_sincos(damped * dt, &sine, &cosine);
    float fade = caper_exp(-damping * dt);
    float s = sine / damped;
    step over;
    over.xx = fade * (cosine + damping * s);
    over.xv = fade * s;
    over.vx = -fade * frequency * frequency * s;
    over.vv = fade * (cosine - damping * s);
    over.push = push_of(frequency * dt);
    return over;
}

static void prepare_steps(caper_jiggle *jiggle, float dt)
{
    if (dt == jiggle->dt) {
        return;
    }
    for (int i = 0; i < jiggle->character->body_count; i++) {
        jiggle->steps[i] = solve_spring(jiggle->links[i].frequency, dt);
    }
    jiggle->dt = dt;
}

/// Move a bob's memory to its new place.
static void follow(bob *b, caper_vec3 place, float push, float dt)
{
    caper_vec3 velocity = caper_vec3_scale(caper_vec3_sub(place, b->place), 1 / dt);
    b->drift = caper_vec3_add_scaled(b->drift, caper_vec3_sub(b->velocity, velocity), push);
    b->velocity = velocity;
    b->place = place;
}

static void swing(bob *b, const link *l, step s, float gravity)
{
    caper_vec3 sag = caper_vec3_make(0, -gravity / (l->frequency * l->frequency), 0);
    caper_vec3 x = caper_vec3_sub(b->offset, sag), v = b->drift;
    b->offset =
        caper_vec3_add(sag, caper_vec3_add(caper_vec3_scale(x, s.xx), caper_vec3_scale(v, s.xv)));
    b->drift = caper_vec3_add(caper_vec3_scale(x, s.vx), caper_vec3_scale(v, s.vv));
}

/// The bend that a bob's offset makes, as a rotation vector in the body frame.
static caper_vec3 bend_of(const caper_jiggle *jiggle, int i)
{
    const caper_body *body = &jiggle->character->bodies[i];
    caper_vec3 along = caper_vec3_normalize(body->box_center);
    caper_vec3 offset = caper_quat_unrotate(jiggle->world[i].rotation, jiggle->bobs[i].offset);
    caper_vec3 turn = caper_vec3_scale(caper_vec3_cross(along, offset), jiggle->links[i].gain);
    if (body->joint.kind == CAPER_JOINT_HINGE) {
        turn = caper_vec3_scale(body->joint.axis, caper_vec3_dot(body->joint.axis, turn));
    }
    float limit = jiggle->max_angle, sq = caper_vec3_length_sq(turn);
    return limit > 0 ? caper_vec3_scale(turn, limit / sqrtf(limit * limit + sq))
                     : caper_vec3_zero();
}

/// Bend a body against its parent. Joint limits hold if the pose itself keeps them.
static void apply(const caper_jiggle *jiggle, int i, caper_pose *local)
{
    caper_vec3 turn = bend_of(jiggle, i);
    if (caper_vec3_length_sq(turn) < 1e-10f) {
        return;
    }
    // A rotation vector r as the quaternion (r/2, 1), normalized: right to |r|^3/12.
    caper_quat q =
        caper_quat_normalize(caper_quat_make(0.5f * turn.x, 0.5f * turn.y, 0.5f * turn.z, 1));
    const caper_joint *joint = &jiggle->character->bodies[i].joint;
    caper_quat posed = local->bodies[i].rotation;
    caper_quat bent = caper_quat_normalize(caper_quat_mul(posed, q));
    if (joint->kind == CAPER_JOINT_HINGE || joint->kind == CAPER_JOINT_BALL) {
        caper_quat rest = jiggle->character->skeleton.rest_local[i].rotation;
        if (caper_joint_measure(joint, rest, posed).excess <= 0) {
            bent = caper_joint_clamp(joint, rest, bent);
        }
    }
    local->bodies[i].rotation = bent;
}

static bool has_jumped(const caper_jiggle *jiggle)
{
    int root = jiggle->character->root_body;
    caper_vec3 place =
        caper_transform_mul_point(jiggle->world[root], jiggle->character->bodies[root].box_center);
    float moved = caper_vec3_distance(place, jiggle->bobs[root].place);
    return !(moved <= jiggle->character->size);
}

bool caper_jiggle_update(caper_jiggle *jiggle, const caper_transform *root, const uint8_t *has_ik,
                         float dt, caper_pose *local)
{
    const caper_character *character = jiggle->character;
    if (local->body_count != character->body_count || !caperi_is_step(dt) ||
        (root && !caperi_is_place(*root)) || !caperi_are_places(local->bodies, local->body_count)) {
        return false;
    }
    dt = caperi_step_of(dt);
    caper_pose world = {jiggle->world, NULL, character->body_count, 0};
    caper_pose posed = {local->bodies, NULL, character->body_count, 0};
    caper_pose_to_model(&character->skeleton, &posed, root, &world);
    if (jiggle->placed && has_jumped(jiggle)) {
        caper_jiggle_reset(jiggle);
    }
    if (dt > 0) {
        prepare_steps(jiggle, dt);
    }
    for (int i = 0; i < character->body_count; i++) {
        bob *b = &jiggle->bobs[i];
        caper_vec3 place =
            caper_transform_mul_point(jiggle->world[i], character->bodies[i].box_center);
        if (!jiggle->placed) {
            b->place = place;
        } else if (dt > 0) {
            follow(b, place, jiggle->steps[i].push, dt);
        }
        if (!jiggle->links[i].loose || (has_ik && has_ik[i])) {
            b->offset = b->drift = caper_vec3_zero();
            continue;
        }
        if (dt > 0 && jiggle->placed) {
            swing(b, &jiggle->links[i], jiggle->steps[i], jiggle->gravity);
        }
        apply(jiggle, i, local);
    }
    jiggle->placed = 1;
    return true;
}

double caper_jiggle_energy(const caper_jiggle *jiggle)
{
    double energy = 0;
    for (int i = 0; i < jiggle->character->body_count; i++) {
        const bob *b = &jiggle->bobs[i];
        const link *l = &jiggle->links[i];
        caper_vec3 sag = caper_vec3_make(0, -jiggle->gravity / (l->frequency * l->frequency), 0);
        double stretch = (double)caper_vec3_length_sq(caper_vec3_sub(b->offset, sag));
        double speed = (double)caper_vec3_length_sq(b->drift);
        double stiffness = (double)l->frequency * (double)l->frequency;
        energy += l->loose ? 0.5 * (double)l->mass * (speed + stiffness * stretch) : 0;
    }
    return energy;
}

// ------------------------------------------------------------------------------------ state

size_t caper_jiggle_save(const caper_jiggle *jiggle, void *out, size_t size)
{
    size_t bobs = (size_t)jiggle->character->body_count * sizeof(bob);
    size_t need = sizeof jiggle->placed + bobs;
    if (out && size >= need) {
        memcpy(out, &jiggle->placed, sizeof jiggle->placed);
        memcpy((char *)out + sizeof jiggle->placed, jiggle->bobs, bobs);
    }
    return need;
}

bool caper_jiggle_load(caper_jiggle *jiggle, const void *bytes, size_t size, caper_error *error)
{
    int32_t placed = -1;
    bool good = bytes && size == caper_jiggle_save(jiggle, NULL, 0);
    if (good) {
        memcpy(&placed, bytes, sizeof placed);
    }
    const char *bobs = (const char *)bytes + sizeof placed;
    for (size_t i = 0; good && i < size - sizeof placed; i += sizeof(float)) {
        float value;
        memcpy(&value, bobs + i, sizeof value);
        good = fabsf(value) <= CAPERI_FAR;
    }
    if (!good || (placed != 0 && placed != 1)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "jiggle", 0, 0,
                               "the state is of another character, or damaged");
    }
    jiggle->placed = placed;
    memcpy(jiggle->bobs, bobs, size - sizeof placed);
    return true;
}
