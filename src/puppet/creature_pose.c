// SPDX-License-Identifier: MIT
//
// The pose of the performer, generalized and specialized onto the creature. What is far from things
// keeps its place relative to the part of the spine that carries it, in units of its limb (modes
// `rest` and `limb` of room `motion`); what is near keeps its place on the ground (feet: scaled
// steps; hands: mode `ground`); between, importance blends, as for people.
//
// All is done in a space that goes with the performer: it follows his hips over the ground and
// turns with a smoothed heading, for hips that swing by ten degrees at every step would swing feet
// that are far ahead of them. A foot that stands does not move by this: its way in that space is
// the way of the space, scaled.
#include "math/simd_quat.h"
#include "puppet/creature.h"

#include <math.h>
#include <string.h>

// Tuned numbers; found by trial on the menagerie under the captures of test_puppet_creatures.c.
#define HEADING_HALF_LIFE 0.12f // seconds: hips swing at every step, which feet far ahead show
#define GROUND_HALF_LIFE 0.12f  // seconds in which the body follows the ground under its feet
#define RAISE_HALF_LIFE 0.05f // seconds in which a front foot goes over to the hand that it follows
#define LEAST_LEVEL 0.05f     // least share of the heading that hips on their side still say
#define MAX_TURN 0.7f         // radians: a trunk that lies does not follow handstands
#define TURN_BACK 2.4f        // radians: from here on turns fade, to be none at half a circle
#define RAISED_FROM 0.35f     // of the arm above rest: a hand begins to lift a front foot
#define RAISED 0.7f           // of the arm: and here it has lifted it
#define GRAVITY 9.81f         // m/s2
#define STANDS 0.02f // Froude number up to which he stands (METRICS: balance): his hands say what
#define RUNS 0.5f    // they do; and from which he runs (walks turn into runs there)
#define WALKS 0.08f  // and from which he walks: slower than any capture of a walk
#define HEAD_SHARE 0.7f // share of the performer's head turn that a head without a neck takes
#define TAIL_SHARE 0.3f // share of the lean that a tail takes: it balances
#define STEP_SLOW 0.05f // m/s of heel and ball of the performer: what is faster is on its way
#define STEP_FAST 0.8f  // m/s: and here it is lifted in full
#define SWINGS 0.5f     // of the speed of the hips: feet of runners that are slower may roll
// Of size, of the lower foot: as high as one that stands may be, and from where on both are in the
// air (METRICS: 2.5 and 5 cm of a person).
#define FLIES_FROM 0.014f
#define FLIES 0.028f
#define SPEED_HALF_LIFE 0.1f // seconds over which that speed is taken
#define LIFT_HALF_LIFE 0.02f // seconds in which it is lifted: speeds of captured feet tremble
#define MOST_PATH 54.0f // m/s2 a metre of size, of a part on its way: beyond it is a pop (quality)
#define LOW_KICK 0.25f  // of the leg: as high as one of many feet goes above the lower one
#define TAKEN 0.5f      // share of a hand from which on it decides whether the foot stands
#define UNTAKEN 0.1f    // share of a hand up to which the foot still stands by itself
#define FAINT 1e-3f     // share of a hand, or metres, below which it is nothing

// ------------------------------------------------------------------------------------ seeing

static caper_quat turn_from_rest(const caperi_creature *c, const caper_puppet *stand_in,
                                 caper_quat heading, int body)
{
    caper_quat now =
        caper_quat_mul(caper_quat_conj(heading), stand_in->source_model.bodies[body].rotation);
    return caper_quat_mul(now, caper_quat_conj(c->relaxed->rest_model[body].rotation));
}

/// By the way from right to left of the hips, which stays level when they pitch; the less it is
/// level, the less it says.
static void follow_heading(caperi_creature *c, const caper_puppet *stand_in, float dt)
{
    int hips = stand_in->performer.bodies[CAPER_PART_HIPS];
    caper_quat turn = turn_from_rest(c, stand_in, caper_quat_identity(), hips);
    caper_vec3 side = caper_quat_rotate(turn, caper_vec3_make(1, 0, 0));
    float level = side.x * side.x + side.z * side.z;
    float yaw = caper_atan2(-side.z, side.x);
    caperi_creature_state *s = &c->state;
    if (!s->started) {
        s->heading = yaw;
        s->heading_rate = 0;
    }
    float goal = s->heading + caper_wrap_angle(yaw - s->heading);
    caper_spring(&s->heading, &s->heading_rate, goal, 0,
                 HEADING_HALF_LIFE / caper_max(level * level, LEAST_LEVEL), dt);
}

/// A body of the performer on his floor.
static caper_transform placed(const caper_puppet *stand_in, int body)
{
    caper_transform t = stand_in->source_model.bodies[body];
    t.position = caperi_puppet_place(stand_in, t.position);
    return t;
}

/// The space that goes with the performer, in his measure; y is how far his hips have risen.
static caper_transform find_way(const caperi_creature *c, const caper_puppet *stand_in)
{
    int hips = stand_in->performer.bodies[CAPER_PART_HIPS];
    caper_quat heading = caper_quat_from_yaw(c->state.heading);
    caper_vec3 rest = caper_quat_rotate(heading, c->relaxed->rest_model[hips].position);
    return caper_transform_make(heading, caper_vec3_sub(placed(stand_in, hips).position, rest));
}

/// How fast the performer goes over the ground.
static void follow_speed(caperi_creature *c, caper_vec3 hips, float dt)
{
    caperi_creature_state *s = &c->state;
    hips.y = 0;
    if (s->started && dt > 0) {
        s->speed =
            caper_damp(s->speed, caper_vec3_distance(hips, s->hips) / dt, SPEED_HALF_LIFE, dt);
    }
    s->hips = hips;
}

/// The same space for the creature: the middle of its feet is where the performer is.
static caper_transform own_way(const caperi_creature *c, caper_transform way)
{
    caper_vec3 center = caper_quat_rotate(way.rotation, c->center);
    way.position = caper_vec3_sub(caper_vec3_scale(way.position, c->scale), center);
    return way;
}

void caperi_creature_root(caper_puppet *puppet, float dt, caper_root *at)
{
    caperi_creature *c = puppet->creature;
    follow_heading(c, puppet, dt);
    caper_transform way = find_way(c, puppet);
    follow_speed(c, way.position, dt);
    caper_vec3 here = own_way(c, way).position;
    at->x = here.x;
    at->z = here.z;
    at->yaw = c->state.heading;
    at->y = placed(puppet, puppet->performer.bodies[CAPER_PART_HIPS]).position.y * c->scale;
}

static caperi_seen see(const caperi_creature *c, const caper_puppet *stand_in)
{
    const caper_person *who = &stand_in->performer;
    int hips = who->bodies[CAPER_PART_HIPS], head = who->bodies[CAPER_PART_HEAD];
    caperi_seen seen;
    seen.way = find_way(c, stand_in);
    seen.rise = seen.way.position.y;
    seen.way.position.y = 0;
    caper_quat heading = seen.way.rotation;
    seen.root = turn_from_rest(c, stand_in, heading, hips);
    seen.chest = turn_from_rest(c, stand_in, heading, who->chest);
    seen.head = head >= 0 ? turn_from_rest(c, stand_in, heading, head) : seen.chest;
    seen.carriers[0] = caper_transform_unmul(seen.way, placed(stand_in, hips));
    seen.carriers[1] = caper_transform_unmul(seen.way, placed(stand_in, who->chest));
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        caper_transform t = caper_transform_unmul(seen.way, placed(stand_in, c->effectors[i]));
        t.position = caper_transform_mul_point(t, c->free[i].point);
        seen.effectors[i] = t;
    }
    return seen;
}

// ------------------------------------------------------------------------------------ trunk

/// A share of a turn; a trunk that lies goes only so far.
static caper_quat soften(caper_quat turn, float share, bool limit)
{
    caper_vec3 v = caper_quat_log(caper_quat_toward(turn, caper_quat_identity()));
    float angle = caper_quat_angle(turn, caper_quat_identity());
    if (share >= 1 && !limit) {
        return turn;
    }
    float k = share * (1 - caper_smoothstep(TURN_BACK, CAPER_PI, angle));
    if (limit) {
        float r = k * angle / MAX_TURN;
        k /= sqrtf(1 + r * r);
    }
    return caper_quat_exp(caper_vec3_scale(v, k));
}

static caper_quat turn_of(const caperi_creature *c, const caperi_seen *seen, int body)
{
    const caperi_bend *b = &c->bends[body];
    caper_quat turn = caper_quat_nlerp(seen->root, seen->chest, b->chest);
    turn = caper_quat_nlerp(turn, seen->head, b->head);
    return soften(turn, b->trunk, !c->upright && b->trunk < 1);
}

caper_quat caperi_creature_clamp(const caperi_creature *creature, int body, caper_quat local)
{
    caper_quat rest = creature->character->skeleton.rest_local[body].rotation;
    return caperi_joint_within(&creature->bounds[body], rest, local)
               ? local
               : caper_joint_clamp(&creature->character->bodies[body].joint, rest, local);
}

/// The whole body by turns, its root as high as the performer's, scaled.
static void pose_base(caperi_creature *c, const caperi_seen *seen)
{
    const caper_character *character = c->character;
    caper_transform *local = c->base.bodies, *model = c->model.bodies;
    for (int i = 0; i < character->body_count; i++) {
        int up = character->bodies[i].parent;
        local[i] = c->still[i];
        caper_caps caps = character->bodies[i].caps;
        bool tail =
            (caps & CAPER_CAP_TAIL) && up >= 0 && !(character->bodies[up].caps & CAPER_CAP_TAIL);
        if (tail || (caps & (CAPER_CAP_SPINE | CAPER_CAP_HEAD))) {
            caper_quat turn = caps & CAPER_CAP_SPINE ? turn_of(c, seen, i)
                              : tail                 ? soften(seen->root, TAIL_SHARE, true)
                                                     : soften(seen->head, HEAD_SHARE, !c->upright);
            caper_quat to = caper_quat_mul(turn, character->rest_model[i].rotation);
            caper_quat from = up >= 0 ? model[up].rotation : caper_quat_identity();
            local[i].rotation = caper_quat_normalize(caper_quat_mul(caper_quat_conj(from), to));
            if (i != character->root_body) {
                local[i].rotation = caperi_creature_clamp(c, i, local[i].rotation);
            }
        }
        model[i] = local[i];
        if (up >= 0) {
            caperi_transform_mul(&model[i], &model[up], &local[i]);
        }
    }
    int root = character->root_body;
    caper_vec3 shift = caper_vec3_sub(character->rest_model[root].position, model[root].position);
    shift.y += seen->rise * c->scale + c->state.ground;
    for (int i = 0; i < character->body_count; i++) {
        model[i].position = caper_vec3_add(model[i].position, shift);
    }
    local[0].position = caper_vec3_add(local[0].position, shift);
}

// ------------------------------------------------------------------------------------ parts

/// As if what carries it were at rest.
static caper_transform uncarry(caper_transform rest, caper_transform now, caper_transform t)
{
    return caper_transform_mul(rest, caper_transform_unmul(now, t));
}

static caper_transform general_of(const caperi_creature *c, const caper_puppet *stand_in,
                                  const caperi_seen *seen, int effector)
{
    bool hand = effector >= CAPER_LIMB_LEFT_ARM;
    int carrier = hand ? stand_in->performer.chest : stand_in->performer.bodies[CAPER_PART_HIPS];
    caper_place place = caper_place_make(c->relaxed, c->effectors[effector]);
    caper_transform t =
        uncarry(c->relaxed->rest_model[carrier], seen->carriers[hand], seen->effectors[effector]);
    return caperi_generalize(&c->free[effector], &place, t,
                             CAPER_KEY_POSITION | CAPER_KEY_ROTATION);
}

static caper_transform mean_of(caper_transform a, caper_transform b)
{
    return caper_transform_make(caper_quat_nlerp(a.rotation, b.rotation, 0.5f),
                                caper_vec3_lerp(a.position, b.position, 0.5f));
}

/// Where a part is when only its limb matters.
static caper_transform free_place(const caperi_creature *c, const caperi_creature_part *p,
                                  caper_transform general)
{
    caper_place place = caper_place_make(c->character, p->body);
    caper_transform t =
        caperi_specialize(&p->free, &place, general, CAPER_KEY_POSITION | CAPER_KEY_ROTATION);
    return caper_transform_mul(c->model.bodies[p->carrier],
                               caper_transform_unmul(c->character->rest_model[p->carrier], t));
}

/// Where a hand is when the ground matters.
static caper_vec3 near_hand(const caperi_creature *c, const caperi_creature_part *p,
                            const caperi_seen *seen, int effector)
{
    caper_place from = caper_place_make(c->relaxed, c->effectors[effector]);
    caper_place to = caper_place_make(c->character, p->body);
    caper_transform general =
        caperi_generalize(&c->near[effector], &from, seen->effectors[effector], CAPER_KEY_POSITION);
    return caperi_specialize(&p->near, &to, general, CAPER_KEY_POSITION).position;
}

/// How high the performer's foot or hand is above his floor.
static float height_of(const caper_puppet *stand_in, int effector)
{
    const float *heights = stand_in->sights[effector].heights;
    return caper_max(caper_min(heights[0], heights[1]), 0);
}

/// What a part does in a frame: where it is by its limb alone, and near things; and how much those
/// matter.
typedef struct wish {
    caper_transform free;
    caper_vec3 near;
    float importance, height;
    bool planted;
} wish;

/// How much a target matters more than the ground to a hand of the performer.
static float target_share(const caperi_creature *c, const caper_puppet *stand_in,
                          const caperi_seen *seen, int effector, float height)
{
    caper_vec3 at = caper_transform_mul_point(seen->way, seen->effectors[effector].position);
    float least = HUGE_VALF;
    for (int i = 0; i < c->frame.target_count; i++) {
        caper_target real = caperi_puppet_real_target(stand_in, &c->frame.targets[i]);
        least = caper_min(least, caper_vec3_distance(at, real.transform.position));
    }
    float near = caper_max(height, FAINT);
    return least < 2 * near ? 1 - caper_smoothstep(0.5f * near, 2 * near, least) : 0;
}

/// Where a hand is when what it is near to matters: over the ground as far as the limb goes, at a
/// target where the performer's hand is, or where that of his own thing is. `height`: of his hand
/// above the ground; that of the part then, in his measure.
static caper_vec3 near_things(const caperi_creature *c, const caper_puppet *stand_in,
                              const caperi_creature_part *p, const caperi_seen *seen, int effector,
                              float *height)
{
    caper_vec3 near = near_hand(c, p, seen, effector);
    float share = target_share(c, stand_in, seen, effector, *height);
    if (share > 0) {
        caper_vec3 pairing = stand_in->state.effectors[effector].pairing;
        *height += share * pairing.y;
        pairing = caper_transform_unmul_vector(seen->way, pairing);
        caper_vec3 there = caper_vec3_add(seen->effectors[effector].position, pairing);
        there = caper_vec3_add_scaled(c->center, there, c->scale);
        near = caper_vec3_lerp(near, there, share);
    }
    return near;
}

static wish place_foot(caperi_creature *c, const caper_puppet *stand_in, const caperi_seen *seen,
                       const caper_transform general[CAPERI_PUPPET_LIMBS], int i, float dt)
{
    const caperi_creature_part *p = &c->parts[i];
    caperi_part_state *s = &c->state.parts[i];
    const caper_effector_state *e = &stand_in->state.report.effectors[p->effector];
    caper_vec3 step = caper_vec3_sub(seen->effectors[p->effector].position, c->homes[p->effector]);
    wish w = {.free = free_place(c, p, general[p->effector])};
    w.near = caper_vec3_add_scaled(p->home, step, c->scale);
    w.importance = p->stands ? e->importance : 0;
    w.planted = p->stands && e->planted;
    w.height = height_of(stand_in, p->effector) * c->scale;
    if (p->low) {
        float other = height_of(stand_in, 1 - p->effector) * c->scale;
        float low = caper_min(w.height, other), kick = (w.height - low) / (LOW_KICK * c->leg);
        w.height = low + (w.height - low) / sqrtf(1 + kick * kick);
        w.importance = p->stands;
    }
    const caper_vec3 *v = stand_in->state.effectors[p->effector].velocity;
    // a foot that rolls stands on the slower of its points
    float speed = caper_min(caper_vec3_length(v[0]), caper_vec3_length(v[1]));
    float fast = caper_max(STEP_FAST, SWINGS * c->state.speed);
    float slow = 1 - caper_clamp((speed - STEP_SLOW) / (fast - STEP_SLOW), 0, 1);
    // it leaves at once: what is low would skate; but not while it stands
    float away = w.planted ? 0 : 1 - slow * slow * slow;
    // who flies needs no lift: it would keep feet up while he falls
    float clear = caper_min(height_of(stand_in, 0), height_of(stand_in, 1)) * c->scale;
    float size = c->character->size;
    away *= 1 - caper_smoothstep(FLIES_FROM * size, FLIES * size, clear);
    s->lifted = c->state.started ? s->lifted : away;
    caper_spring(&s->lifted, &s->lifted_rate, away, 0, LIFT_HALF_LIFE, dt);
    w.height += c->lift * caper_clamp(s->lifted, 0, 1);
    if (p->hand >= 0) {
        const caper_effector_state *hand = &stand_in->state.report.effectors[p->hand];
        float up = caper_smoothstep(RAISED_FROM, RAISED, general[p->hand].position.y);
        // who runs swings his arms and needs his feet
        float gait = c->state.speed * c->state.speed / (GRAVITY * stand_in->performer.leg);
        up *= 1 - caper_smoothstep(STANDS, RUNS, gait);
        up = caper_max(up, hand->importance);
        s->raised = c->state.started ? s->raised : up;
        caper_spring(&s->raised, &s->raised_rate, up, 0, RAISE_HALF_LIFE, dt);
        s->raised = caper_clamp(s->raised, 0, 1);
        if (s->raised > FAINT) {
            caper_transform lift = free_place(c, p, general[p->hand]);
            float height = height_of(stand_in, p->hand);
            caper_vec3 low = near_things(c, stand_in, p, seen, p->hand, &height);
            float r = s->raised;
            w.free.position = caper_vec3_lerp(w.free.position, lift.position, r);
            w.free.rotation = caper_quat_nlerp(w.free.rotation, lift.rotation, r);
            w.near = caper_vec3_lerp(w.near, low, r);
            w.importance = caper_lerp(w.importance, hand->importance, r);
            w.height = caper_lerp(w.height, height * c->scale, r);
            w.planted = r > TAKEN ? hand->planted : w.planted && r < UNTAKEN;
        }
    }
    return w;
}

static wish place_hand(const caperi_creature *c, const caper_puppet *stand_in,
                       const caperi_seen *seen, const caper_transform general[CAPERI_PUPPET_LIMBS],
                       int i)
{
    const caperi_creature_part *p = &c->parts[i];
    const caper_effector_state *e = &stand_in->state.report.effectors[p->effector];
    caper_transform both = general[p->effector];
    float height = height_of(stand_in, p->effector);
    wish w = {.importance = e->importance, .planted = e->planted};
    w.near = near_things(c, stand_in, p, seen, p->effector, &height);
    if (p->shared) {
        int right = CAPER_LIMB_RIGHT_ARM;
        const caper_effector_state *other = &stand_in->state.report.effectors[right];
        both = mean_of(both, general[right]);
        float other_height = height_of(stand_in, right);
        w.near =
            caper_vec3_lerp(w.near, near_things(c, stand_in, p, seen, right, &other_height), 0.5f);
        height = 0.5f * (height + other_height);
        w.importance = 0.5f * (w.importance + other->importance);
        w.planted = w.planted && other->planted;
    }
    w.free = free_place(c, p, both);
    w.height = height * c->scale;
    return w;
}

/// Where a part goes that is asked to be there: importance lets go at once, hands take feet over,
/// captured points jump, and what follows them is not thrown.
static caper_vec3 follow_path(caperi_creature *c, int i, caper_vec3 at, float floor, float dt)
{
    caperi_chase *path = &c->state.parts[i].path;
    caper_vec3 to = caper_transform_unmul_point(c->way, at);
    if (!c->state.started) {
        caperi_chase_start(path, to);
        return at;
    }
    to = caperi_chase_update(path, to, MOST_PATH * c->character->size, dt);
    at = caper_transform_mul_point(c->way, to);
    at.y = caper_max(at.y, floor);
    return at;
}

/// Across the ground a part is by how high the performer is and what its own shape needs.
static void offer(caperi_creature *c, int i, const caper_world_frame *frame, const wish *w,
                  float dt, caper_offer_contact *out)
{
    const caperi_creature_part *p = &c->parts[i];
    float weight = caper_max(w->importance, c->state.parts[i].hold);
    caper_vec3 at =
        caper_transform_mul_point(c->way, caper_vec3_lerp(w->free.position, w->near, weight));
    caper_hit ground = caperi_creature_ground(c, frame, at);
    caper_vec3 up = caper_transform_unmul_vector(c->way, ground.normal);
    caper_quat rotation = w->free.rotation;
    if (p->foot) {
        caper_quat level = caper_quat_between(caper_vec3_make(0, 1, 0), up);
        level = caper_quat_mul(level, c->character->rest_model[p->body].rotation);
        rotation = caper_quat_nlerp(rotation, level, weight);
    }
    float floor = ground.point.y + caperi_creature_drop(p, rotation, up);
    at.y = caper_max(caper_lerp(at.y, floor + w->height, weight), floor);
    at = follow_path(c, i, at, floor, dt);
    c->floors[i] = floor;
    c->weights[i] = weight;
    memset(out, 0, sizeof *out);
    out->body = p->body;
    out->stands = w->planted ? CAPER_STANDS_YES : CAPER_STANDS_NO;
    out->has_pivot = out->has_wish = true;
    out->pivot = p->point;
    out->wish.rotation = caper_quat_mul(c->way.rotation, rotation);
    out->wish.position = caper_vec3_sub(at, caper_quat_rotate(out->wish.rotation, p->point));
    out->weight = weight;
    out->normal = caper_vec3_make(0, 1, 0);
    out->height = out->rest = w->height; // the performer stands already
    out->platform = ground.surface == CAPER_SURFACE_PLATFORM ? ground.index : -1;
    out->latch = &p->latch;
}

/// How much higher the creature's feet have the ground than the performer's have it, which is flat.
static void follow_ground(caperi_creature *c, const caper_world_frame *frame, float dt)
{
    if (c->ground.flat && c->ground.point.y == 0 && c->ground.normal.y == 1) {
        return;
    }
    float sum = 0;
    int count = 0;
    for (int i = 0; i < c->part_count; i++) {
        if (c->parts[i].foot && c->parts[i].stands) {
            caper_vec3 at = caper_transform_mul_point(c->way, c->parts[i].home);
            sum += caperi_creature_ground(c, frame, at).point.y;
            count++;
        }
    }
    caper_vec3 here = caper_transform_mul_point(
        c->way, c->character->rest_model[c->character->root_body].position);
    float goal = count > 0 ? sum / (float)count : caperi_creature_ground(c, frame, here).point.y;
    caperi_creature_state *s = &c->state;
    if (!s->started) {
        s->ground = goal;
        s->ground_rate = 0;
    }
    caper_spring(&s->ground, &s->ground_rate, goal, 0, GROUND_HALF_LIFE, dt);
}

int caperi_creature_specialize(caper_puppet *puppet, const caper_world_frame *frame, float dt,
                               caper_offer_contact *contacts)
{
    caperi_creature *c = puppet->creature;
    caperi_seen seen = see(c, puppet);
    c->way = own_way(c, seen.way);
    follow_ground(c, frame, dt);
    pose_base(c, &seen);
    float gait = c->state.speed * c->state.speed / (GRAVITY * puppet->performer.leg);
    c->quiet = 1 - caper_smoothstep(STANDS, WALKS, gait);
    caper_transform general[CAPERI_PUPPET_LIMBS];
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        general[i] = general_of(c, puppet, &seen, i);
    }
    for (int i = 0; i < c->part_count; i++) {
        wish w = c->parts[i].foot ? place_foot(c, puppet, &seen, general, i, dt)
                                  : place_hand(c, puppet, &seen, general, i);
        offer(c, i, frame, &w, dt, &contacts[i]);
    }
    // the stand-in's measures, in the creature's world
    c->state.report = puppet->state.report;
    for (int i = 0; i < CAPER_EFFECTOR_COUNT; i++) {
        caper_effector_state *e = &c->state.report.effectors[i];
        e->distance *= c->scale;
        e->rate *= c->scale;
        e->goal = e->position = e->captured = caper_vec3_zero();
    }
    return c->part_count;
}
