// SPDX-License-Identifier: MIT
//
// Which body follows which, chosen once by capability and position: feet step with the performer's
// feet, in two sets of which neighbors on a side and opposites in a row alternate (a dog trots, a
// spider walks on two tetrapods), unless neighbors have no room for a step; graspers and wings move
// with the hands; a body that has neither lifts its front feet when the hands are raised; without
// feet what is on the ground stands. Spine and heads turn as the performer's do. Names are not
// used.
#include "puppet/creature.h"

#include <math.h>
#include <string.h>

#define LEAST_LEG 0.4f // of a leg's path: hips lower than this step as if they were not
#define LOW 0.15f      // of height: what rests lower is on the ground
// Share of turns that a trunk on more than two legs takes over: of 0.2, 0.25 and 0.35 the first let
// most captures pass on the menagerie, for a long body swings its feet far out.
#define MANY_TRUNK 0.2f
#define STEP_OF_LEG 0.08f  // how much higher feet swing than the performer's, who skims the ground
#define STEP_OF_SIZE 0.03f // of size: and at least so much
#define MOST_STEP 0.3f     // of the leg: and at most
// Of the leg: about a person's step at 1.3 m/s (METRICS: strides of 1.44 to 2.07 legs). Neighbors
// that are nearer step together. With 1 a horse paces; with 0.6 fewer captures pass.
#define WIDEST_STEP 0.8f
#define STRAIGHT_LIMB 0.9f // of its length
#define LYING 0.6f         // of its length, seen from above
#define ARCH 0.5f          // radians that such a limb is arched at rest, so that it can bend
#define BARE_TRUNK 0.5f    // and one without legs

// ------------------------------------------------------------------------------------ parts

static bool has_part(const caperi_creature *c, int body)
{
    for (int i = 0; i < c->part_count; i++) {
        if (c->parts[i].body == body) {
            return true;
        }
    }
    return false;
}

static float limb_path(const caper_character *c, int body)
{
    float sum = 0;
    for (int i = body; c->bodies[i].base >= 0 && i != c->bodies[i].base; i = c->bodies[i].parent) {
        sum += caper_vec3_length(c->skeleton.rest_local[i].position);
    }
    return sum;
}

static float lowest_point(const caper_character *c, int body)
{
    caper_vec3 points[CAPER_MAX_CONTACTS];
    int count = caper_body_sole_points(c, body, points);
    float low = HUGE_VALF;
    for (int i = 0; i < count; i++) {
        low = caper_min(low, caper_transform_mul_point(c->rest_model[body], points[i]).y);
    }
    return low;
}

static caper_mode mode_of(bool ground, bool foot)
{
    caper_mode mode = {0};
    mode.position = mode.rotation = CAPER_FRAME_REST;
    mode.scale = CAPER_SCALE_LIMB;
    mode.ground = ground;
    mode.point = foot ? CAPER_POINT_SOLE : CAPER_POINT_CENTER;
    return mode;
}

/// All that hangs on a body, at rest.
static void measure_box(const caper_character *c, caperi_creature_part *p)
{
    caper_bounds bounds = caper_bounds_empty();
    for (int i = p->body; i < c->body_count; i++) {
        int up = i;
        while (up > p->body) {
            up = c->bodies[up].parent;
        }
        if (up != p->body || (c->bodies[i].caps & CAPER_CAP_HELPER)) {
            continue;
        }
        const caper_body *b = &c->bodies[i];
        caper_transform at = caper_transform_unmul(c->rest_model[p->body], c->rest_model[i]);
        for (int k = 0; k < 8; k++) {
            caper_vec3 h = caper_vec3_make(k & 1 ? b->box_half.x : -b->box_half.x,
                                           k & 2 ? b->box_half.y : -b->box_half.y,
                                           k & 4 ? b->box_half.z : -b->box_half.z);
            caper_vec3 corner = caper_vec3_add(b->box_center, h);
            bounds = caper_bounds_add_point(bounds, caper_transform_mul_point(at, corner));
        }
    }
    p->box_center = caper_bounds_center(bounds);
    p->box_half = caper_vec3_scale(caper_bounds_size(bounds), 0.5f);
}

static void add_part(caperi_creature *c, int body, bool foot, bool stands)
{
    const caper_character *character = c->character;
    if (c->part_count == CAPERI_MAX_PARTS || has_part(c, body) ||
        (character->bodies[body].caps & (CAPER_CAP_HELPER | CAPER_CAP_ROOT)) ||
        character->bodies[body].spine < 0) {
        return;
    }
    caperi_creature_part *p = &c->parts[c->part_count++];
    memset(p, 0, sizeof *p);
    p->body = (int16_t)body;
    p->base = (int16_t)character->bodies[body].base;
    p->carrier = (int16_t)character->bodies[body].spine;
    p->foot = foot;
    p->stands = stands;
    p->turns =
        !(character->bodies[body].caps & (CAPER_CAP_WING | CAPER_CAP_FIN | CAPER_CAP_TENTACLE));
    p->hand = -1;
    measure_box(character, p);
    p->reach = limb_path(character, body);
    caper_mode free = mode_of(false, foot), near = mode_of(true, foot);
    p->free = caperi_fit_make(&free, character, body);
    p->near = caperi_fit_make(&near, character, body);
    p->point = p->free.point;
    p->home = p->free.rest_point;
    int side = caperi_body_side(character, body);
    p->effector = (int16_t)(side >= 0 ? CAPER_LIMB_LEFT_ARM : CAPER_LIMB_RIGHT_ARM); // feet: later
    p->shared = !foot && side == 0;
    c->foot_count += foot;
    for (int i = 0; foot && i < character->bodies[body].contact_count; i++) {
        p->soles[p->sole_count++] = character->bodies[body].contacts[i];
    }
}

/// Bodies with these caps; `tips`: only where no child has them.
static void add_all(caperi_creature *c, caper_caps caps, bool tips, bool foot, bool low)
{
    caper_query query = {0};
    query.caps = caps;
    int16_t bodies[CAPER_MAX_BODIES];
    int count = caper_query_select(&query, c->character, bodies);
    for (int i = 0; i < count; i++) {
        bool tip = true;
        for (int k = c->character->bodies[bodies[i]].child; k >= 0;
             k = c->character->bodies[k].sibling) {
            tip = tip && !(c->character->bodies[k].caps & caps);
        }
        bool ground = lowest_point(c->character, bodies[i]) < LOW * c->character->height;
        if ((tip || !tips) && (ground || !low)) {
            add_part(c, bodies[i], foot, ground);
        }
    }
}

static void choose_parts(caperi_creature *c)
{
    add_all(c, CAPER_CAP_FOOT, false, true, false);
    for (int i = 0; i < c->part_count; i++) {
        c->parts[i].stands = true; // whatever its shape: it is a foot
    }
    if (c->part_count == 0) {
        add_all(c, CAPER_CAP_GRASPER, true, true, true);
        add_all(c, CAPER_CAP_TENTACLE, true, true, true);
    }
    add_all(c, CAPER_CAP_GRASPER, true, false, false);
    add_all(c, CAPER_CAP_WING, true, false, false);
    if (c->part_count == c->foot_count) {
        add_all(c, CAPER_CAP_FIN, true, false, false);
    }
    if (c->foot_count == 0) {
        add_all(c, CAPER_CAP_TENTACLE, true, true, false);
    }
}

/// Is there a foot of the same limb before it?
static bool has_branch_before(const caperi_creature *c, int part)
{
    for (int k = 0; k < part; k++) {
        if (c->parts[k].foot && c->parts[k].base >= 0 && c->parts[k].base == c->parts[part].base) {
            return true;
        }
    }
    return false;
}

/// Is a foot before another in the rows from the rear?
static bool is_behind(const caperi_creature *c, int k, int i)
{
    float z = c->parts[k].home.z, own = c->parts[i].home.z;
    return k != i && (z < own - 1e-4f || (z < own + 1e-4f && k < i));
}

/// Is a foot far enough from the next of its side, so that the two can step by turns? Where steps
/// are wider than rows are apart, feet that go by turns go through each other.
static bool has_room(const caperi_creature *c, int k)
{
    int side = caperi_body_side(c->character, c->parts[k].body), next = -1;
    for (int i = 0; i < c->part_count; i++) {
        const caperi_creature_part *p = &c->parts[i];
        bool row = p->foot && caperi_body_side(c->character, p->body) == side;
        row = row && !has_branch_before(c, i) && is_behind(c, k, i);
        next = row && (next < 0 || is_behind(c, i, next)) ? i : next;
    }
    return next < 0 || !c->parts[k].stands ||
           caper_vec3_distance(c->parts[k].home, c->parts[next].home) >= WIDEST_STEP * c->leg;
}

/// Feet of one side in rows from the rear alternate where they have room, and begin with the
/// performer's foot of that side.
static void choose_feet(caperi_creature *c)
{
    for (int i = 0; i < c->part_count; i++) {
        caperi_creature_part *p = &c->parts[i];
        int side = caperi_body_side(c->character, p->body), row = 0;
        for (int k = 0; k < c->part_count && p->foot; k++) {
            const caperi_creature_part *q = &c->parts[k];
            int other = caperi_body_side(c->character, q->body);
            bool counts = side == 0 ? other >= 0 : other == side; // the rows that it stands among
            bool same = q->base >= 0 && q->base == p->base; // branches of one limb step as one
            row += q->foot && is_behind(c, k, i) && counts && !same && !has_branch_before(c, k) &&
                   has_room(c, k);
        }
        if (p->foot) {
            int left = (side >= 0) == (row % 2 == 0);
            p->effector = left ? CAPER_LIMB_LEFT_LEG : CAPER_LIMB_RIGHT_LEG;
        }
    }
}

/// Without any hands, the foremost foot of each side follows the hand of that side when it rises;
/// never one of the last two.
static void choose_paws(caperi_creature *c)
{
    if (c->part_count > c->foot_count || c->foot_count < 3) {
        return;
    }
    for (int side = -1; side <= 1; side += 2) {
        caperi_creature_part *best = NULL;
        int count = 0;
        for (int i = 0; i < c->part_count; i++) {
            caperi_creature_part *p = &c->parts[i];
            if (p->foot && caperi_body_side(c->character, p->body) == side) {
                best = !best || p->home.z > best->home.z ? p : best;
                count++;
            }
        }
        if (best && count > 1) {
            best->hand = (int16_t)(side > 0 ? CAPER_LIMB_LEFT_ARM : CAPER_LIMB_RIGHT_ARM);
        }
    }
}

// ------------------------------------------------------------------------------------ scale

/// A leg is as long as its hip is high, as that of a person who stands is.
static float leg_length(const caperi_creature *c)
{
    float sum = 0;
    int count = 0;
    for (int i = 0; i < c->part_count; i++) {
        const caperi_creature_part *p = &c->parts[i];
        if (p->foot && p->stands && p->base >= 0) {
            float hip = c->character->rest_model[p->base].position.y - p->home.y;
            sum += caper_max(hip, LEAST_LEG * p->reach);
            count++;
        }
    }
    float leg = count > 0 ? sum / (float)count : 0;
    return leg > 1e-3f * c->character->size ? leg : 0.5f * c->character->size;
}

/// The middle of the feet that stand, on the sagittal plane: a long body turns about it.
static caper_vec3 center_of(const caperi_creature *c)
{
    float front = -HUGE_VALF, rear = HUGE_VALF;
    for (int i = 0; i < c->part_count; i++) {
        if (c->parts[i].foot && c->parts[i].stands) {
            front = caper_max(front, c->parts[i].home.z);
            rear = caper_min(rear, c->parts[i].home.z);
        }
    }
    return caper_vec3_make(0, 0, front >= rear ? 0.5f * (front + rear) : 0);
}

// ------------------------------------------------------------------------------------ arches

/// A limb of many bodies that lies straight on the ground has nowhere to bend to: its base pose
/// becomes an arch, whose foot is nearer.
static void arch_limb(caperi_creature *c, caperi_creature_part *p)
{
    const caper_character *character = c->character;
    const caper_transform *rest = character->rest_model;
    int count = 0;
    for (int i = p->body; i != p->base; i = character->bodies[i].parent) {
        count++;
    }
    caper_vec3 way = caper_vec3_sub(rest[p->body].position, rest[p->base].position);
    caper_vec3 axis = caper_vec3_cross(way, caper_vec3_make(0, 1, 0));
    if (count < 3 || caper_vec3_length(way) < STRAIGHT_LIMB * p->reach ||
        caper_vec3_length(axis) < LYING * p->reach) {
        return;
    }
    for (int i = p->body;; i = character->bodies[i].parent) {
        float angle = i == p->base ? ARCH : -2 * ARCH / (float)count;
        caper_quat turn = caper_quat_from_axis_angle(axis, angle);
        caper_quat own = caper_quat_mul(caper_quat_conj(rest[i].rotation),
                                        caper_quat_mul(turn, rest[i].rotation));
        c->still[i].rotation =
            caper_quat_normalize(caper_quat_mul(character->skeleton.rest_local[i].rotation, own));
        if (i == p->base) {
            break;
        }
    }
    caper_vec3 at = p->point;
    for (int i = p->body; i != p->carrier && i >= 0; i = character->bodies[i].parent) {
        at = caper_transform_mul_point(c->still[i], at);
    }
    at = caper_transform_mul_point(rest[p->carrier], at);
    p->home = caper_vec3_make(at.x, p->home.y, at.z);
}

static void choose_arches(caperi_creature *c)
{
    memcpy(c->still, c->character->skeleton.rest_local,
           (size_t)c->character->body_count * sizeof *c->still);
    for (int i = 0; i < c->part_count; i++) {
        if (c->parts[i].foot && c->parts[i].stands && c->parts[i].base >= 0) {
            arch_limb(c, &c->parts[i]);
        }
    }
}

// ------------------------------------------------------------------------------------ spine

static int spine_index(const caper_character *c, int body)
{
    for (int i = 0; i < c->spine_count; i++) {
        if (c->spine[i] == body) {
            return i;
        }
    }
    return 0;
}

static void choose_bends(caperi_creature *c)
{
    const caper_character *character = c->character;
    int root = spine_index(character, character->root_body), last = character->spine_count - 1;
    int feet = root, chest = -1;
    for (int i = 0; i < c->part_count; i++) {
        int at = spine_index(character, c->parts[i].carrier);
        feet = c->parts[i].foot && c->parts[i].stands && at > feet ? at : feet;
        chest = !c->parts[i].foot && at > chest ? at : chest;
    }
    chest = chest > root ? chest : feet > root ? feet : (root + last + 1) / 2;
    int full = chest > feet ? chest : last;
    for (int i = 0; i <= last; i++) {
        caperi_bend *b = &c->bends[character->spine[i]];
        b->chest = i <= root ? 0 : i >= chest ? 1 : (float)(i - root) / (float)(chest - root);
        b->head = i <= chest ? 0 : (float)(i - chest) / (float)(last - chest);
        float on = i <= feet ? 0 : i >= full ? 1 : (float)(i - feet) / (float)(full - feet);
        b->trunk = caper_lerp(c->trunk, 1, on);
    }
    const caper_transform *rest = character->rest_model;
    caper_vec3 way = caper_vec3_sub(rest[character->spine[last]].position,
                                    rest[character->spine[root]].position);
    c->upright = way.y > caper_max(fabsf(way.x), fabsf(way.z));
}

static void find_loose(caperi_creature *c)
{
    const caper_body *bodies = c->character->bodies;
    const caper_caps bend = CAPER_CAP_TAIL | CAPER_CAP_TENTACLE | CAPER_CAP_FIN | CAPER_CAP_LIMB |
                            CAPER_CAP_WING | CAPER_CAP_GRASPER;
    for (int i = 0; i < c->character->body_count; i++) {
        caper_caps caps = bodies[i].caps;
        if (!(caps & (CAPER_CAP_SPINE | CAPER_CAP_HELPER | CAPER_CAP_HEAD))) {
            c->loose[i] = caps & bend ? CAPER_SOLID_BENDS : CAPER_SOLID_STIFF;
        }
    }
    // feet and what carries them stay where the solver has put them; hands and arms may give way
    for (int k = 0; k < c->part_count; k++) {
        const caperi_creature_part *p = &c->parts[k];
        for (int i = p->body; i >= 0 && !(bodies[i].caps & CAPER_CAP_SPINE); i = bodies[i].parent) {
            bool soft = !p->foot || (bodies[i].caps & CAPER_CAP_TENTACLE);
            c->loose[i] = soft ? CAPER_SOLID_BENDS : CAPER_SOLID_LIMB;
        }
        for (int i = p->body + 1; i < c->character->body_count && p->foot; i++) {
            int up = bodies[i].parent;
            while (up > p->body) {
                up = bodies[up].parent;
            }
            c->loose[i] = up == p->body ? CAPER_SOLID_LIMB : c->loose[i];
        }
    }
}

bool caperi_creature_map(caperi_creature *c, const caper_puppet *stand_in, caper_error *error)
{
    const caper_character *character = c->character;
    choose_parts(c);
    c->leg = leg_length(c);
    choose_feet(c);
    choose_paws(c);
    choose_arches(c);
    if (c->part_count == 0 && character->spine_count < 2) {
        return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, character->name, 0, 0,
                               "has no feet, graspers, wings, fins, tentacles or spine, expected "
                               "something that can follow a performer");
    }
    int legs = 0;
    for (int i = 0; i < c->part_count; i++) {
        legs += c->parts[i].foot && c->parts[i].stands;
    }
    c->trunk = legs > 2 ? MANY_TRUNK : legs > 0 ? 1 : BARE_TRUNK;
    for (int i = 0; i < c->part_count; i++) {
        bool front = true; // of its side
        for (int k = 0; k < c->part_count; k++) {
            front =
                front && !(c->parts[k].foot && c->parts[k].home.z > c->parts[i].home.z + 1e-4f &&
                           caperi_body_side(character, c->parts[k].body) ==
                               caperi_body_side(character, c->parts[i].body));
        }
        c->parts[i].low = c->parts[i].foot && legs > 2 && !front;
    }
    c->center = center_of(c);
    c->lift = caper_min(caper_max(STEP_OF_LEG * c->leg, STEP_OF_SIZE * character->size),
                        MOST_STEP * c->leg);
    c->scale = c->scale > 0 ? c->scale : c->leg / stand_in->performer.leg;
    choose_bends(c);
    find_loose(c);
    for (int i = 0; i < c->character->body_count; i++) {
        c->bounds[i] = caperi_joint_bounds_make(&c->character->bodies[i].joint);
    }
    caperi_creature_measure_balance(c);
    caperi_creature_measure_latches(c, stand_in->def.latch);
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        bool foot = i < CAPER_LIMB_LEFT_ARM;
        caper_mode free = mode_of(false, foot), near = mode_of(true, foot);
        c->effectors[i] = stand_in->performer.limbs[i].tip;
        c->free[i] = caperi_fit_make(&free, c->relaxed, c->effectors[i]);
        c->near[i] = caperi_fit_make(&near, c->relaxed, c->effectors[i]);
        c->homes[i] = c->free[i].rest_point;
    }
    return true;
}
