// SPDX-License-Identifier: MIT
//
// The pose of the stand-in, generalized and specialized onto the creature. What is far from things
// keeps its place relative to the part of the spine that carries it, in units of its limb (modes
// `rest` and `limb` of room `motion`); what is near keeps its place on the ground (feet: scaled
// steps; hands: mode `ground`); between, importance blends, as for people. Feet that stand are
// latched to the creature's own world.
//
// All is done in a space that goes with the performer: it follows his hips over the ground and
// turns with a smoothed heading, for hips that swing by ten degrees at every step would swing feet
// that are far ahead of them. A foot that stands does not move by this: its way in that space is
// the way of the space, scaled.
#include "puppet/creature.h"

#include <math.h>

#define HEADING_HALF_LIFE 0.12f
#define GROUND_HALF_LIFE 0.12f
#define RAISE_HALF_LIFE 0.05f
#define MAX_TURN 0.7f     // radians: a trunk that lies does not follow handstands
#define TURN_BACK 2.4f    // from here on turns fade, to be none at half a circle
#define RAISED_FROM 0.35f // of the arm: a hand that is higher than at rest lifts a front foot
#define RAISED 0.7f
#define MAX_DRAG 0.45f // of the leg: how far a planted foot may be behind
#define HEAD_SHARE 0.7f
#define TAIL_SHARE 0.3f // a tail balances: it does not go down as far as the body leans back
#define STEP_SLOW 0.05f // m/s of the performer: a foot that moves faster is on its way
#define STEP_FAST 0.4f
#define LOW_KICK 0.25f // of the leg: as high as one of many feet goes above the lower one

// ------------------------------------------------------------------------------------ seeing

static caper_quat turn_from_rest(const caperi_creature *c, caper_quat heading, int body)
{
    caper_quat now =
        caper_quat_mul(caper_quat_conj(heading), c->performer_model.bodies[body].rotation);
    return caper_quat_mul(now, caper_quat_conj(c->relaxed->rest_model[body].rotation));
}

/// By the way from right to left of the hips, which stays level when they pitch; the less it is
/// level, the less it says.
static float follow_heading(caperi_creature *c, int root, float dt)
{
    caper_quat turn = turn_from_rest(c, caper_quat_identity(), root);
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
                 HEADING_HALF_LIFE / caper_max(level * level, 0.05f), dt);
    return s->heading;
}

caperi_seen caperi_creature_see(caperi_creature *c, const caper_puppet *stand_in, float dt)
{
    const caper_person *who = &stand_in->performer;
    caperi_seen seen;
    caper_pose_to_model(&c->relaxed->skeleton, &c->stand_in, NULL, &c->performer_model);
    const caper_transform *now = c->performer_model.bodies;
    caper_quat heading = caper_quat_from_yaw(follow_heading(c, who->bodies[CAPER_PART_HIPS], dt));
    caper_vec3 rest = c->relaxed->rest_model[who->bodies[CAPER_PART_HIPS]].position;
    caper_vec3 at = caper_vec3_sub(now[who->bodies[CAPER_PART_HIPS]].position,
                                   caper_quat_rotate(heading, rest));
    seen.rise = at.y;
    seen.way = caper_transform_make(heading, caper_vec3_make(at.x, 0, at.z));
    seen.root = turn_from_rest(c, heading, who->bodies[CAPER_PART_HIPS]);
    seen.chest = turn_from_rest(c, heading, who->chest);
    seen.head = who->bodies[CAPER_PART_HEAD] >= 0
                    ? turn_from_rest(c, heading, who->bodies[CAPER_PART_HEAD])
                    : seen.chest;
    seen.carriers[0] = caper_transform_unmul(seen.way, now[who->bodies[CAPER_PART_HIPS]]);
    seen.carriers[1] = caper_transform_unmul(seen.way, now[who->chest]);
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        caper_transform t = caper_transform_unmul(seen.way, now[c->effectors[i]]);
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
        }
        model[i] = up >= 0 ? caper_transform_mul(model[up], local[i]) : local[i];
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

/// How far the lowest corner of a part's box is below its point.
static float drop_of(const caperi_creature_part *p, caper_quat rotation, caper_vec3 normal)
{
    caper_vec3 n = caper_vec3_abs(caper_quat_unrotate(rotation, normal));
    caper_vec3 middle = caper_quat_rotate(rotation, caper_vec3_sub(p->box_center, p->point));
    return caper_vec3_dot(n, p->box_half) - caper_vec3_dot(normal, middle);
}

/// How high the stand-in's foot or hand is above his floor.
static float height_of(const caperi_creature *c, const caper_puppet *stand_in, int effector)
{
    const caperi_contact *k = &stand_in->contacts[effector];
    caper_transform t = c->performer_model.bodies[k->tip];
    float least = HUGE_VALF;
    for (int i = 0; i < 8; i++) {
        least = caper_min(least, caper_transform_mul_point(t, k->corners[i]).y);
    }
    return caper_max(least, 0);
}

// ------------------------------------------------------------------------------------ standing

typedef struct stance {
    caper_transform way; // of the creature's space in its world
    const caper_world_frame *frame;
    float dt;
    caper_latch_def foot, hand;
} stance;

/// The platform under a point, or NULL.
static const caper_transform *platform_under(const caperi_creature *c, const stance *st,
                                             caper_vec3 at)
{
    if (!st->frame || st->frame->platform_count == 0) {
        return NULL;
    }
    caper_hit hit = caperi_creature_ground(c, st->frame, at);
    bool moves = hit.surface == CAPER_SURFACE_PLATFORM;
    return moves ? &st->frame->platforms[hit.index].box.transform : NULL;
}

/// Along the ground by the latch, across it by how high the performer is and what the part's own
/// shape needs. A foot that is left too far behind where it should be (a long body turns with a
/// performer who turns on the spot) makes a step of its own.
static void stand(caperi_creature *c, const caperi_creature_part *p, caperi_part_state *s,
                  const stance *st, caper_transform free, caper_vec3 near, float importance,
                  float height, bool planted, caper_transform *out)
{
    float w = caper_max(importance, s->latch.hold);
    caper_quat rest = c->character->rest_model[p->body].rotation;
    caper_vec3 at = caper_vec3_lerp(free.position, near, w), point = caper_vec3_zero();
    caper_vec3 world = caper_transform_mul_point(st->way, at);
    caper_latch_job job = {.pivot = &point, .stands = planted, .height = height, .dt = st->dt};
    job.wish.rotation = caper_quat_mul(st->way.rotation, rest);
    job.wish.position = caper_vec3_make(world.x, 0, world.z);
    job.rest = height; // the stand-in stands already
    job.normal = caper_vec3_make(0, 1, 0);
    job.surface = platform_under(c, st, world);
    caper_latch_update(&s->latch, p->foot ? &st->foot : &st->hand, &job);
    world.x = job.held.position.x;
    world.z = job.held.position.z;
    caper_hit ground = caperi_creature_ground(c, st->frame, world);
    caper_vec3 up = caper_transform_unmul_vector(st->way, ground.normal);
    caper_quat level = free.rotation;
    if (p->foot) {
        level = caper_quat_mul(caper_quat_conj(st->way.rotation), job.held.rotation);
        level = caper_quat_mul(caper_quat_between(caper_vec3_make(0, 1, 0), up), level);
    }
    out->rotation = caper_quat_nlerp(free.rotation, level, w);
    float drop = drop_of(p, out->rotation, up) / caper_max(up.y, 0.2f);
    float floor = ground.point.y + drop;
    float on = floor + height + job.held.position.y;
    world.y = caper_max(caper_lerp(world.y, on, w), floor);
    out->position = caper_transform_unmul_point(st->way, world);
}

/// How much a target matters more than the ground to a hand of the performer.
static float target_share(const caperi_creature *c, const caperi_seen *seen, int effector,
                          float height)
{
    caper_vec3 at = caper_transform_mul_point(seen->way, seen->effectors[effector].position);
    float least = HUGE_VALF;
    for (int i = 0; i < c->frame.target_count; i++) {
        least = caper_min(least, caper_vec3_distance(at, c->frame.targets[i].transform.position));
    }
    float near = caper_max(height, 1e-3f);
    return least < 2 * near ? 1 - caper_smoothstep(0.5f * near, 2 * near, least) : 0;
}

/// Where a hand is when what it is near to matters: over the ground as far as the limb goes, at a
/// target where the performer's hand is.
static caper_vec3 near_things(const caperi_creature *c, const caperi_creature_part *p,
                              const caperi_seen *seen, int effector, float height)
{
    caper_vec3 near = near_hand(c, p, seen, effector);
    float share = target_share(c, seen, effector, height);
    if (share > 0) {
        caper_vec3 there = caper_vec3_scale(seen->effectors[effector].position, c->scale);
        near = caper_vec3_lerp(near, there, share);
    }
    return near;
}

static void place_foot(caperi_creature *c, const caper_puppet *stand_in, const caperi_seen *seen,
                       const caper_transform general[CAPERI_PUPPET_LIMBS], const stance *st, int i)
{
    const caperi_creature_part *p = &c->parts[i];
    caperi_part_state *s = &c->state.parts[i];
    const caper_effector_state *e = &stand_in->state.report.effectors[p->effector];
    caper_transform free = free_place(c, p, general[p->effector]), out;
    caper_vec3 step = caper_vec3_sub(seen->effectors[p->effector].position, c->homes[p->effector]);
    caper_vec3 near = caper_vec3_add_scaled(p->home, step, c->scale);
    float importance = p->stands ? e->importance : 0;
    bool planted = p->stands && e->planted;
    float height = height_of(c, stand_in, p->effector) * c->scale;
    if (p->low) {
        float other = height_of(c, stand_in, 1 - p->effector) * c->scale;
        float low = caper_min(height, other), kick = (height - low) / (LOW_KICK * c->leg);
        height = low + (height - low) / sqrtf(1 + kick * kick);
        importance = p->stands;
    }
    const caper_vec3 *v = stand_in->state.effectors[p->effector].velocity;
    float speed = caper_vec3_length(caper_vec3_lerp(v[0], v[1], 0.5f));
    height += c->lift * caper_smoothstep(STEP_SLOW, STEP_FAST, speed);
    if (p->hand >= 0) {
        const caper_effector_state *hand = &stand_in->state.report.effectors[p->hand];
        float up = caper_smoothstep(RAISED_FROM, RAISED, general[p->hand].position.y);
        up = caper_max(up, hand->importance);
        s->raised = c->state.started ? caper_damp(s->raised, up, RAISE_HALF_LIFE, st->dt) : up;
        if (s->raised > 1e-3f) {
            caper_transform lift = free_place(c, p, general[p->hand]);
            caper_vec3 low = near_things(c, p, seen, p->hand, height_of(c, stand_in, p->hand));
            float r = s->raised;
            free.position = caper_vec3_lerp(free.position, lift.position, r);
            free.rotation = caper_quat_nlerp(free.rotation, lift.rotation, r);
            near = caper_vec3_lerp(near, low, r);
            importance = caper_lerp(importance, hand->importance, r);
            height = caper_lerp(height, height_of(c, stand_in, p->hand) * c->scale, r);
            planted = r > 0.5f ? hand->planted : planted && r < 0.1f;
        }
    }
    stand(c, p, s, st, free, near, importance, height, planted, &out);
    c->wanted[i] = out.position;
    c->turns[i] = out.rotation;
}

static void place_hand(caperi_creature *c, const caper_puppet *stand_in, const caperi_seen *seen,
                       const caper_transform general[CAPERI_PUPPET_LIMBS], const stance *st, int i)
{
    const caperi_creature_part *p = &c->parts[i];
    const caper_effector_state *e = &stand_in->state.report.effectors[p->effector];
    caper_transform out, both = general[p->effector];
    float importance = e->importance, height = height_of(c, stand_in, p->effector);
    caper_vec3 near = near_things(c, p, seen, p->effector, height);
    bool planted = e->planted;
    if (p->shared) {
        int right = CAPER_LIMB_RIGHT_ARM;
        const caper_effector_state *other = &stand_in->state.report.effectors[right];
        both = mean_of(both, general[right]);
        float other_height = height_of(c, stand_in, right);
        near = caper_vec3_lerp(near, near_things(c, p, seen, right, other_height), 0.5f);
        height = 0.5f * (height + other_height);
        importance = 0.5f * (importance + other->importance);
        planted = planted && other->planted;
    }
    caper_transform free = free_place(c, p, both);
    stand(c, p, &c->state.parts[i], st, free, near, importance, height * c->scale, planted, &out);
    c->wanted[i] = out.position;
    c->turns[i] = out.rotation;
}

/// How much higher the creature's feet have the ground than the performer's have it, which is flat.
static void follow_ground(caperi_creature *c, const stance *st)
{
    if (c->ground.flat && c->ground.point.y == 0 && c->ground.normal.y == 1) {
        return;
    }
    float sum = 0;
    int count = 0;
    for (int i = 0; i < c->part_count; i++) {
        if (c->parts[i].foot && c->parts[i].stands) {
            caper_vec3 at = caper_transform_mul_point(st->way, c->parts[i].home);
            sum += caperi_creature_ground(c, st->frame, at).point.y;
            count++;
        }
    }
    caper_vec3 here = caper_transform_mul_point(
        st->way, c->character->rest_model[c->character->root_body].position);
    float goal =
        count > 0 ? sum / (float)count : caperi_creature_ground(c, st->frame, here).point.y;
    caperi_creature_state *s = &c->state;
    if (!s->started) {
        s->ground = goal;
        s->ground_rate = 0;
    }
    caper_spring(&s->ground, &s->ground_rate, goal, 0, GROUND_HALF_LIFE, st->dt);
}

void caperi_creature_specialize(caperi_creature *c, const caper_puppet *stand_in,
                                const caperi_seen *seen, const caper_world_frame *frame, float dt)
{
    stance st = {.way = seen->way, .frame = frame, .dt = dt};
    st.way.position = caper_vec3_scale(st.way.position, c->scale);
    st.foot = st.hand = caper_latch_def_scaled(stand_in->def.latch, c->character->size);
    st.foot.max_offset = MAX_DRAG * c->leg;
    st.foot.max_yaw = CAPER_PI; // of many legs none turns on the spot
    st.foot.step_height = c->lift;
    st.hand.max_offset = 1e3f * c->leg; // goes where the performer's is
    st.hand.max_yaw = st.hand.step_time = 0;
    follow_ground(c, &st);
    pose_base(c, seen);
    caper_transform general[CAPERI_PUPPET_LIMBS];
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        general[i] = general_of(c, stand_in, seen, i);
    }
    for (int i = 0; i < c->part_count; i++) {
        (c->parts[i].foot ? place_foot : place_hand)(c, stand_in, seen, general, &st, i);
    }
}
