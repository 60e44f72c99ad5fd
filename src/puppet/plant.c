// SPDX-License-Identifier: MIT
//
// Where effectors should go: the performer's places, made fit for a body that really stands.
//
// Captures slide by some centimetres while they stand, hover and sink by as much, and the puppet's
// feet have other lengths. So: the lowest corner of a part is as far above the surface as the
// performer's lowest point; a foot near the ground lies flat by how near its heel and ball are; and
// what stands (near and slow, with hysteresis) is planted: its heel or ball, whichever stands,
// stays where it landed, by the contact latch along the surface, the heading with it, and its
// height is that of the surface. A foot that rolls from heel to toe changes the point it turns
// about without moving. When it leaves, all offsets fade by half-life. Hands that the performer
// puts where the puppet's arms do not reach, or far from where its own would be, land elsewhere.
#include "math/simd_quat.h"
#include "puppet/puppet.h"

#include <math.h>
#include <string.h>

// Tuned numbers; found by trial on the nine captures of test_puppet_clips.c, where no other
// origin is named. Lengths and speeds are those of the performer.
#define STAND_REACH 1.0f    // of the arm: a hand that is farther away cannot stand
#define LEAVE_REACH 1.03f   // of the arm: and one that stands lets go here
#define TOUCH_HEIGHT 0.025f // metres: heel and ball below it lie flat; that of a stance (quality)
#define FLAT_BY 3           // times that height: from here on heel or ball do not make a foot flat
#define NEAR_BY 8           // times that height: from here on a long foot keeps its pitch
#define OVERTURNED -0.85f   // cosine of the sole against the ground at which a foot is upside down
#define SLOW 0.5f           // m/s up to which a foot that is near the ground is made flat
#define FAST 2.0f           // m/s: and from which it is not
#define RUNS 0.2f           // of the speed of the hips: feet of runners that are slower stand
// A ball that rolls over its toes rises as the heel does, by what captures of walks show (07_01: by
// 1.2 cm until the toes leave, the heel by 6), and by no more than toes are long.
#define TOE_ROLL 0.25f        // of how much higher than the ball the heel is
#define TOE_MOST 0.03f        // metres
#define SETTLING 0.1f         // seconds from landing to rest; the shortest stance (quality)
#define DRIFT_HALF_LIFE 0.15f // seconds in which the floor goes to where feet land
#define MAX_DRIFT 0.1f        // of the leg: captured floors are not farther off
#define FLESH_HALF_LIFE 0.08f // seconds of standing on hands
#define MAX_FLESH 0.3f        // of the leg: more than a hand is missing in no capture
#define ALOFT 0.3f            // of the leg: feet that high are not in use
#define LEVEL_HALVINGS 12     // of a share of a turn: finer than can be seen
#define MOST_BLEND 40.0f      // m/s2 a metre of size, of a limb between two places; 54 are a pop
#define LEAST_WAY 0.01f     // of size: a way between the two places that is shorter takes no longer
#define LANDING_SPAN 0.5f   // of the arm: how far a hand goes for the performer's place
#define LANDING_REACH 0.95f // of the arm: how far from the shoulder it lands
#define LEAST_LANDING 0.1f  // of the arm: how far over the ground it may always go
#define MOST_LANDING 20.0f  // m/s2 for each metre of size, of the place where it lands
#define CERTAIN 0.9995f     // importance from which on what stands, stands
#define UNASKED 1e-4f       // importance below which nobody asks where a hand lands
#define LEAST_ASIDE 1e-12f  // squared sine: a foot that is on its side to the last bit stays so
#define OPPOSED 0.2f // 1 + cosine: directions nearer to opposite have no plain turn between them

/// 1 at or below the height of touch, 0 from some times that.
static float touch(float height, float scale, float times)
{
    float c = TOUCH_HEIGHT * scale;
    return 1 - caper_smoothstep(c, times * c, height);
}

static caper_vec3 along(caper_vec3 v, caper_vec3 normal)
{
    return caper_vec3_add_scaled(v, normal, -caper_vec3_dot(v, normal));
}

/// A share of the smallest turn between two unit vectors.
static caperi_f4 turn_by(caperi_f4 from, caperi_f4 to, float share)
{
    float w = 1 + caperi_f4_dot(from, to);
    if (w > OPPOSED) {
        float s = share / sqrtf(2 * w); // the length of (from x to, w)
        caperi_f4 last = caperi_f4_set(0, 0, 0, 1 - share + s * w);
        caperi_f4 turn = caperi_f4_scale(caperi_f4_cross(from, to), s);
        return caperi_f4_quat_normalize(caperi_f4_add(turn, last));
    }
    caper_quat full = caper_quat_between(caperi_f4_to_vec3(from), caperi_f4_to_vec3(to));
    caper_quat turn = caper_quat_nlerp(caper_quat_identity(), full, share);
    return caperi_f4_load_quat(&turn);
}

// ------------------------------------------------------------------------------------ standing

void caperi_puppet_measure_stance(caper_puppet *puppet)
{
    caper_stance_def def = caper_stance_def_default();
    float size = puppet->person.character->size;
    puppet->stance = caper_stance_def_scaled(def, size);
    caper_stance_def *own = &puppet->stance;
    // the performer's own measure or the puppet's, whichever is more: a small puppet moves slowly
    own->height = caper_max(own->height, def.height * puppet->scale);
    own->speed = caper_max(own->speed, def.speed * puppet->scale);
    own->rise = def.rise * puppet->scale;
    own->margin = def.margin * puppet->scale;
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        caper_latch_def *latch = &puppet->latches[i];
        *latch = caper_latch_def_scaled(puppet->def.latch, caper_max(size, 1.8f * puppet->scale));
        // a long foot that rolls has its ankle elsewhere: that is no drag
        latch->max_offset += 0.5f * puppet->contacts[i].excess;
        if (!puppet->contacts[i].foot) {
            latch->max_yaw = latch->step_time = 0; // a hand turns and goes as the performer's
            latch->slack = own->rise; // and how high it is is known less well: it has flesh
        }
    }
}

static float lowest(const caperi_sight *s)
{
    return caper_min(s->heights[0], s->heights[1]);
}

/// How high the ball of a foot is above its toes when it rolls over them: toes are bent, and the
/// ball is off the ground though the foot still stands.
static float toe_height(const caper_puppet *puppet, const caperi_sight *s)
{
    float heel = caper_max(s->heights[0] - s->heights[1], 0);
    float most = caper_clamp(s->heights[1], 0, TOE_MOST * puppet->scale);
    return caper_min(TOE_ROLL * heel, most);
}

/// Does it stand, and on which point?
static bool find_stance(const caper_stance_def *def, caperi_effector *e, const float *heights,
                        const caperi_sight *s, float dt)
{
    caper_stance_job job = {
        .heights = heights, .speeds = s->speeds, .point_count = CAPERI_EFFECTOR_POINTS, .dt = dt};
    return caper_stance_update(&e->stance, def, &job);
}

// ------------------------------------------------------------------------------------ feet

/// Level and flat by how near heel and ball are; not for a foot on its side or upside down.
static caper_quat flatten(const caper_puppet *puppet, const caperi_contact *k,
                          const caperi_sight *s, caper_quat rotation)
{
    caperi_f4 n = caperi_f4_vec(s->plane_normal), q = caperi_f4_load_quat(&rotation);
    caperi_f4 up = caperi_f4_vec(k->up);
    float upright = caperi_f4_dot(caperi_f4_quat_rotate(q, up), n);
    float sure = caper_smoothstep(OVERTURNED, 0, upright);
    if (sure <= 0) {
        return rotation;
    }
    float slow = SLOW * puppet->scale, fast = FAST * puppet->scale;
    float rear = touch(s->heights[0], puppet->scale, FLAT_BY);
    float front = touch(s->heights[1], puppet->scale, FLAT_BY);
    rear *= 1 - caper_smoothstep(slow, fast, s->speeds[0]);
    front *= 1 - caper_smoothstep(slow, fast, s->speeds[1]);
    float near = touch(lowest(s), puppet->scale, NEAR_BY);
    float rolls = sure * caper_max(rear, front);
    if (rolls > 0) {
        caperi_f4 side = caperi_f4_quat_rotate(q, caperi_f4_vec(k->side));
        caperi_f4 flat = caperi_f4_sub(side, caperi_f4_scale(n, caperi_f4_dot(side, n)));
        float length_sq = caperi_f4_dot(flat, flat);
        if (length_sq > LEAST_ASIDE) {
            flat = caperi_f4_scale(flat, 1 / sqrtf(length_sq));
            q = caperi_f4_quat_mul(turn_by(side, flat, rolls), q);
        }
    }
    // what rises is the heel, not the angle: a long foot would lift its leg off the ground
    float lies = rear * front, bent = (1 - lies) * (1 - k->pitch) * near;
    if (lies + bent > 0) {
        q = caperi_f4_quat_mul(turn_by(caperi_f4_quat_rotate(q, up), n, sure * (lies + bent)), q);
    }
    return caperi_f4_to_quat(caperi_f4_quat_normalize(q));
}

// ------------------------------------------------------------------------------------ places

/// How high the joint of a part is above its lowest corner, along a normal in its frame.
static float height_along(const caperi_contact *k, caper_vec3 n)
{
    float least = HUGE_VALF;
    for (int i = 0; i < 8; i++) {
        least = caper_min(least, caper_vec3_dot(n, k->corners[i]));
    }
    return -least;
}

caper_quat caperi_puppet_level(const caperi_contact *k, caper_quat rotation, caper_vec3 normal,
                               float most)
{
    caper_vec3 n = caper_quat_unrotate(rotation, normal);
    if (!(height_along(k, n) > most)) {
        return rotation;
    }
    // seen from the foot the normal goes over to its upside, in the plane of both
    caperi_f4 up = caperi_f4_vec(caper_quat_rotate(rotation, k->up)), to = caperi_f4_vec(normal);
    caper_quat full = caperi_f4_to_quat(turn_by(up, to, 1));
    float sine = sqrtf(full.x * full.x + full.y * full.y + full.z * full.z);
    caper_vec3 across = caper_vec3_normalize(along(k->up, n));
    float low = 0, high = 1;
    for (int i = 0; i < LEVEL_HALVINGS; i++) {
        float middle = 0.5f * (low + high);
        // half of a share of the turn, as turn_by takes it
        float s = middle * sine, c = 1 - middle + middle * full.w, per = 1 / (s * s + c * c);
        caper_vec3 part = caper_vec3_scale(n, (c * c - s * s) * per);
        part = caper_vec3_add_scaled(part, across, 2 * s * c * per);
        *(height_along(k, part) > most ? &low : &high) = middle;
    }
    caperi_f4 q = caperi_f4_quat_mul(turn_by(up, to, high), caperi_f4_load_quat(&rotation));
    return caperi_f4_to_quat(caperi_f4_quat_normalize(q));
}

/// How far the joint must move along the normal so that the lowest corner is at a height.
static float lift_to(const caperi_contact *k, const caperi_sight *s, caper_vec3 goal, float height)
{
    float joint = caper_vec3_dot(s->plane_normal, caper_vec3_sub(goal, s->plane_point));
    caper_vec3 n = caper_quat_unrotate(s->rotation, s->plane_normal);
    return height + height_along(k, n) - joint;
}

/// How far a foot or hand stands farther out than the performer's: as hips and shoulders do. To the
/// side of the foot, which does not turn while it stands; hands along the line of the shoulders.
/// Short limbs of a wide body would otherwise point inwards.
static caper_vec3 widen(const caper_puppet *puppet, int index, caper_vec3 normal)
{
    int pair = index & ~1; // left and right are neighbours
    const caper_limb *own = &puppet->person.limbs[pair], *other = &puppet->performer.limbs[pair];
    const caper_transform *a = puppet->captured, *b = puppet->source_model.bodies;
    caper_vec3 out = caper_vec3_sub(a[own[0].start].position, a[own[1].start].position);
    float width = caper_vec3_length(out);
    float source = caper_vec3_distance(b[other[0].start].position, b[other[1].start].position);
    float more = width - source * puppet->scale;
    if (!(more > 0) || puppet->def.stance <= 0) {
        return caper_vec3_zero();
    }
    const caperi_contact *k = &puppet->contacts[index];
    out =
        k->foot ? caper_quat_rotate(a[k->tip].rotation, k->side) : caper_vec3_scale(out, 1 / width);
    float side = index == pair ? 0.5f : -0.5f;
    return along(caper_vec3_scale(out, side * puppet->def.stance * more), normal);
}

/// A hand that does not reach its place does not stand there. (Feet hold on: the root follows
/// them.)
static bool in_reach(const caper_puppet *puppet, int index)
{
    const caper_limb *limb = &puppet->person.limbs[index];
    const caperi_effector *e = &puppet->state.effectors[index];
    if (!puppet->state.started || puppet->contacts[index].foot) {
        return true;
    }
    caper_vec3 start = caper_vec3_add(puppet->captured[limb->start].position, e->shift);
    caper_vec3 held = puppet->state.report.effectors[index].goal;
    caper_vec3 place = e->planted ? held : puppet->sights[index].goal;
    float share = e->planted ? LEAVE_REACH : STAND_REACH;
    return caper_vec3_distance(start, place) < share * (limb->upper + limb->lower);
}

/// Shorten a vector to a length.
static caper_vec3 within(caper_vec3 v, float most)
{
    float length = caper_vec3_length(v);
    return length > most ? caper_vec3_scale(v, most / length) : v;
}

/// How firmly the feet hold the root while a hand is about to land.
static float binding(const caper_puppet *puppet)
{
    float most = 0;
    for (int i = CAPER_LIMB_LEFT_LEG; i <= CAPER_LIMB_RIGHT_LEG; i++) {
        const caperi_effector *e = &puppet->state.effectors[i];
        most = caper_max(most, caper_max(caper_clamp(e->importance, 0, 1), e->hold));
    }
    return most;
}

/// Where a hand lands instead of at the performer's place: a puppet whose trunk or arms are longer
/// or shorter than its legs say has its hands elsewhere when it bends down. Not farther from where
/// joint angles put it than a share of the arm, and where the shoulder lets it reach the surface,
/// as far as feet hold the root: a free root goes where the hand is. Once it stands, it stays.
static caper_vec3 choose_landing(caper_puppet *puppet, int index, caper_vec3 grip, float dt)
{
    const caper_limb *limb = &puppet->person.limbs[index];
    const caperi_contact *k = &puppet->contacts[index];
    caperi_effector *e = &puppet->state.effectors[index];
    const caperi_sight *s = &puppet->sights[index];
    if (e->planted && e->holding) {
        return caper_vec3_add(grip, e->landing.value);
    }
    if (!(e->importance > UNASKED)) {
        e->landing_known = 0; // nobody asks
        return grip;
    }
    caper_vec3 n = s->plane_normal;
    float arm = limb->upper + limb->lower;
    caper_transform tip = puppet->captured[k->tip];
    caper_vec3 own = caper_vec3_add(caper_transform_mul_point(tip, k->grip), e->shift);
    caper_vec3 way = along(caper_vec3_sub(grip, own), n);
    caper_vec3 place = caper_vec3_add(own, within(way, LANDING_SPAN * arm));
    // the joint of the hand is about half a hand above the surface
    caper_vec3 start = caper_vec3_add(puppet->captured[limb->start].position, e->shift);
    float height = caper_vec3_dot(n, caper_vec3_sub(start, s->plane_point)) - k->radius_out * 0.5f;
    float reach = LANDING_REACH * arm;
    float most = sqrtf(
        caper_max(reach * reach - height * height, LEAST_LANDING * LEAST_LANDING * arm * arm));
    caper_vec3 lever = caper_quat_rotate(tip.rotation, k->grip);
    caper_vec3 from = along(caper_vec3_sub(caper_vec3_sub(place, lever), start), n);
    place = caper_vec3_add(caper_vec3_add(start, within(from, most)), lever);
    caper_vec3 wanted = along(caper_vec3_sub(place, grip), n);
    // a hand that is important for a target, high above the ground, is not about to land
    float range = puppet->def.influence * puppet->scale;
    float low = caper_min(s->heights[0], s->heights[1]);
    wanted = caper_vec3_scale(wanted, 1 - caper_smoothstep(range, 2 * range, low));
    wanted = caper_vec3_scale(wanted, binding(puppet));
    if (!e->landing_known) {
        caperi_chase_start(&e->landing, wanted);
        e->landing_known = 1;
    }
    float size = puppet->person.character->size;
    return caper_vec3_add(grip, caperi_chase_update(&e->landing, wanted, MOST_LANDING * size, dt));
}

/// Importance moves a limb from where joint angles have it to its goal and back: the farther that
/// is, the more time it takes.
static void ease_importance(caper_puppet *puppet, int index, float dt)
{
    caperi_effector *e = &puppet->state.effectors[index];
    caperi_sight *s = &puppet->sights[index];
    const caper_effector_state *last = &puppet->state.report.effectors[index];
    caper_vec3 wanted = caper_vec3_make(s->importance, 0, 0);
    if (!puppet->state.started) {
        caperi_chase_start(&e->weight, wanted);
    }
    float size = puppet->person.character->size,
          way = caper_vec3_distance(last->goal, last->captured);
    float most = MOST_BLEND * size / caper_max(way, LEAST_WAY * size);
    s->importance = caper_clamp(caperi_chase_update(&e->weight, wanted, most, dt).x, 0, 1);
}

static void plant(caper_puppet *puppet, int index, float dt)
{
    const caperi_contact *k = &puppet->contacts[index];
    caperi_effector *e = &puppet->state.effectors[index];
    caperi_sight *s = &puppet->sights[index];
    caper_vec3 grip = caperi_puppet_place(
        puppet, caperi_transform_point(&puppet->source_model.bodies[k->body], k->source_grip));
    grip = caper_vec3_add(grip, e->pairing);
    s->rotation = puppet->captured[k->tip].rotation;
    s->height = 0;
    if (k->limb && s->surface) {
        grip = caper_vec3_add(grip, widen(puppet, index, s->plane_normal));
    }
    if (!s->surface || puppet->def.method != CAPER_PUPPET_IMPORTANCE) {
        s->goal = caper_vec3_sub(grip, caper_quat_rotate(s->rotation, k->grip));
        e->planted = 0;
        memset(&e->stance, 0, sizeof e->stance);
        return;
    }
    if (k->limb && !k->foot) {
        grip = choose_landing(puppet, index, grip, dt);
        s->goal = caper_vec3_sub(grip, caper_quat_rotate(s->rotation, k->grip));
    }
    bool stands =
        puppet->def.plant && k->limb && find_stance(&puppet->stance, e, s->heights, s, dt);
    e->planted = stands && in_reach(puppet, index);
    if (k->foot) {
        s->rotation = flatten(puppet, k, s, s->rotation);
    }
    s->goal = caper_vec3_sub(grip, caper_quat_rotate(s->rotation, k->grip));

    // across the surface: as high as the performer, or as the target of his thing is above it
    float height = caper_max(lowest(s) + caper_vec3_dot(e->pairing, s->plane_normal), 0);
    float range = puppet->def.influence * puppet->scale;
    float near = 1 - caper_smoothstep(range, 2 * range, height);
    if (near > 0) {
        float lift = near * lift_to(k, s, s->goal, height);
        s->goal = caper_vec3_add_scaled(s->goal, s->plane_normal, lift);
    }
    s->height = near * height;
}

/// Captured floors are not level: over a walk feet come to stand centimetres higher or lower. Where
/// a foot comes to rest after it landed is the floor; where it is later may be the beginning of a
/// slow lift.
static void follow_floor(caper_puppet *puppet, float dt)
{
    caperi_puppet_state *state = &puppet->state;
    float limit = MAX_DRIFT * puppet->performer.leg;
    for (int i = CAPER_LIMB_LEFT_LEG; i <= CAPER_LIMB_RIGHT_LEG; i++) {
        const caper_stance *stance = &state->effectors[i].stance;
        if (state->effectors[i].planted && stance->since <= SETTLING) {
            float height = stance->mark[stance->pivot] / puppet->scale;
            state->landed = caper_clamp(state->drift + height, -limit, limit);
        }
    }
    float share = 1 - caperi_decay_left(&puppet->drift_left, DRIFT_HALF_LIFE, dt);
    float more = share * (state->landed - state->drift);
    state->drift += more;
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        caper_stance_shift(&state->effectors[i].stance, -more * puppet->scale);
    }
}

/// Captures have short hands: fingers and half a palm are missing, and a handstand hovers. Where
/// both feet are in the air and a slow hand is the lowest thing, there is flesh down to the ground.
static void find_flesh(caper_puppet *puppet, float dt)
{
    float leg = puppet->performer.leg * puppet->scale;
    const caperi_sight *s = puppet->sights;
    bool aloft = lowest(&s[CAPER_LIMB_LEFT_LEG]) > ALOFT * leg &&
                 lowest(&s[CAPER_LIMB_RIGHT_LEG]) > ALOFT * leg;
    float share = aloft ? 1 - caper_exp2(-dt / FLESH_HALF_LIFE) : 0;
    for (int i = CAPER_LIMB_LEFT_ARM; i <= CAPER_LIMB_RIGHT_ARM && aloft; i++) {
        caperi_effector *e = &puppet->state.effectors[i];
        float height = lowest(&s[i]), speed = caper_max(s[i].speeds[0], s[i].speeds[1]);
        bool carries = s[i].surface && height < MAX_FLESH * leg && speed < puppet->stance.speed;
        if (carries) {
            float more = share * height / puppet->scale;
            e->flesh = caper_clamp(e->flesh + more, 0, MAX_FLESH * puppet->performer.leg);
        }
    }
}

void caperi_puppet_plant(caper_puppet *puppet, float dt)
{
    for (int i = 0; i < CAPER_EFFECTOR_COUNT; i++) {
        if (puppet->effectors & CAPERI_EFFECTOR_BIT(i)) {
            plant(puppet, i, dt);
        }
    }
    if (puppet->def.plant && puppet->def.method == CAPER_PUPPET_IMPORTANCE) {
        follow_floor(puppet, dt);
        find_flesh(puppet, dt);
    }
}

void caperi_puppet_stand(caper_puppet *puppet, float pace, float dt)
{
    caper_stance_def def = puppet->stance;
    def.speed = caper_max(def.speed, RUNS * pace);
    if (!puppet->def.plant || puppet->def.method != CAPER_PUPPET_IMPORTANCE) {
        return;
    }
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        caperi_effector *e = &puppet->state.effectors[i];
        const caperi_sight *s = &puppet->sights[i];
        float heights[CAPERI_EFFECTOR_POINTS] = {s->heights[0], s->heights[1]};
        heights[1] -= puppet->contacts[i].foot ? toe_height(puppet, s) : 0;
        e->planted = e->holding = s->surface && find_stance(&def, e, heights, s, dt);
    }
    follow_floor(puppet, dt);
    find_flesh(puppet, dt);
}

// ------------------------------------------------------------------------------------ holding

int caperi_puppet_offer(const caper_puppet *puppet, caper_offer_contact *contacts)
{
    if (puppet->def.method != CAPER_PUPPET_IMPORTANCE) {
        return 0;
    }
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        const caperi_contact *k = &puppet->contacts[i];
        const caperi_effector *e = &puppet->state.effectors[i];
        const caperi_sight *s = &puppet->sights[i];
        caper_offer_contact *c = &contacts[i];
        memset(c, 0, sizeof *c);
        c->body = k->tip;
        c->stands = e->planted ? CAPER_STANDS_YES : CAPER_STANDS_NO;
        c->has_pivot = c->has_wish = true;
        c->pivot = k->points[e->stance.pivot];
        c->wish = caper_transform_make(s->rotation, s->goal);
        c->weight = s->importance;
        c->normal = s->surface ? s->plane_normal : caper_vec3_make(0, 1, 0);
        c->height = s->height;
        c->rest = caper_max(e->stance.mark[e->stance.pivot], 0);
        c->platform = s->surface ? s->platform : -1;
        c->latch = &puppet->latches[i];
    }
    return CAPERI_PUPPET_LIMBS;
}

void caperi_puppet_take(caper_puppet *puppet, const caper_offer_contact *contacts, float dt)
{
    bool ours = puppet->def.method == CAPER_PUPPET_IMPORTANCE;
    for (int i = 0; i < CAPER_EFFECTOR_COUNT && ours; i++) {
        caperi_effector *e = &puppet->state.effectors[i];
        caperi_sight *s = &puppet->sights[i];
        if (!(puppet->effectors & CAPERI_EFFECTOR_BIT(i)) || !s->surface) {
            continue;
        }
        if (puppet->contacts[i].limb) {
            e->hold = contacts[i].hold;
            e->holding = contacts[i].holds;
            s->goal = contacts[i].held.position;
            s->rotation = contacts[i].held.rotation;
            s->importance = caper_max(s->importance, e->hold);
        }
        ease_importance(puppet, i, dt);
        s->importance = s->importance > CERTAIN ? 1 : s->importance;
    }
}
