// SPDX-License-Identifier: MIT
//
// Getting up without a clip, on any body: a source that is planned from how an actor lies. Feet are
// drawn in under the body one after the other while hands press against the ground, the trunk comes
// over the feet in a crouch, and the legs stretch. A body that lies on its face is pushed up first
// and turns upright afterwards; one that lies on its back sits up first. The body turns upright by
// the shortest way, so that a dog rolls off its side and a person sits up towards the feet, and
// heading follows from that. The servo and the help from outside (balance.c) follow it as far as
// they can.
#include "physics/physics.h"

#include <math.h>
#include <string.h>

// Seconds of a person with legs of this length; others by Froude.
#define RISE_LENGTH 2.6f
#define PERSON_LEG 0.9f
// Share of the height at rest at which the root body is in the crouch: thighs are level then, with
// heels down. Bodies on more legs fold them less.
#define CROUCH_TWO 0.45f
#define CROUCH_MANY 0.55f
// A trunk that stands upright at rest leans forward so far in it, radians, and its root stays so
// far behind the feet, share of the spine's length times the sine of that: the weight is over the
// feet.
#define LEAN 0.8f
#define BEHIND 0.5f
// Feet will stand so far from under the body towards where they lie, share.
#define DRAW_IN 0.4f
// A foot that is drawn in is lifted by this share of its leg.
#define LIFT 0.1f
// Hands that prop a sitting body stand behind it by this share of a leg, and wider than shoulders.
#define PROP_BEHIND 0.35f
#define PROP_WIDE 1.3f
// Who lies on the face or the back has the front turned up or down by more than this, as a sine.
#define FACE 0.5f

// When things happen, shares of the whole: from, to.
typedef struct span {
    float from, to;
} span;
#define FOOT_BEGINS 0.04f
#define FOOT_LASTS 0.3f
#define FOOT_AFTER 0.1f                      // a foot begins so long after its neighbor
static const span crouched = {0.55f, 0.95f}; // stays low until; stands at
static const span limbs = {0, 0.45f};        // to rest, but for what has a goal
static const span hands_on = {0.02f, 0.14f}, hands_off = {0.45f, 0.62f};
static const span yields = {0.6f, 0.9f}; // what is below shows: arms, head, tail

// How the root body gets from where it lies to the crouch.
typedef struct route {
    span turn, lift, shift;
} route;
static const route from_back = {{0, 0.42f}, {0.3f, 0.55f}, {0.3f, 0.55f}};
static const route from_face = {{0.25f, 0.55f}, {0.05f, 0.36f}, {0.05f, 0.5f}};
static const route from_side = {{0, 0.36f}, {0.2f, 0.5f}, {0, 0.45f}};

struct caper_rise {
    const caper_character *character;
    int body_count; // of the character, who may be gone when this is destroyed
    caper_allocator allocator;
    caper_pose from;        // as it lies, local, the top body in the frame it will stand in
    caper_pose now;         // scratch of look
    caper_transform *foot;  // per leg: as it lies, in that frame
    caper_vec3 *hand;       // per hand: where it presses
    int *hands, hand_count; // bodies that grasp and do not stand
    float *weights;         // per body, of this frame
    uint8_t *in_leg;        // per body
    caper_transform lies, crouches, stands; // root body in that frame
    const route *way;
    float seconds;
    bool planned;
};

static float along(span s, float u)
{
    return caper_smoothstep(s.from, s.to, u);
}

static float mean_leg(const caper_character *c)
{
    float sum = 0;
    for (int i = 0; i < c->leg_count; i++) {
        sum += c->legs[i].length;
    }
    return c->leg_count ? sum / (float)c->leg_count : 0.5f * c->height;
}

// Hands that press against the ground: those of a body that has no other legs to do so.
static int find_hands(const caper_character *c, int *out)
{
    int count = 0;
    for (int i = 0; i < c->body_count && c->leg_count <= 2; i++) {
        caper_caps caps = c->bodies[i].caps;
        if ((caps & CAPER_CAP_GRASPER) && !(caps & (CAPER_CAP_FOOT | CAPER_CAP_HEAD)) &&
            c->bodies[i].base >= 0) {
            if (out) {
                out[count] = i;
            }
            count++;
        }
    }
    return count;
}

caper_rise *caper_rise_create(const caper_character *character, const caper_allocator *allocator,
                              caper_error *error)
{
    caper_rise *r = caper_alloc_zero(allocator, sizeof *r, 16);
    bool good = r != NULL;
    if (good) {
        r->character = character;
        r->body_count = character->body_count;
        r->allocator = caper_allocator_resolve(allocator);
        r->hand_count = find_hands(character, NULL);
        size_t bodies = (size_t)character->body_count;
        r->from = caper_character_pose(character, allocator);
        r->now = caper_character_pose(character, allocator);
        r->foot = caper_alloc_zero(allocator, (bodies + 1) * sizeof *r->foot, 16);
        r->hand = caper_alloc_zero(allocator, (bodies + 1) * sizeof *r->hand, 16);
        r->hands = caper_alloc_zero(allocator, (bodies + 1) * sizeof *r->hands, 16);
        r->weights = caper_alloc_zero(allocator, (bodies + 1) * sizeof *r->weights, 16);
        r->in_leg = caper_alloc_zero(allocator, bodies + 1, 16);
        good = r->from.bodies && r->now.bodies && r->foot && r->hand && r->hands && r->weights &&
               r->in_leg;
    }
    if (!good) {
        caper_error_set(error, CAPER_ERROR_MEMORY, character->name, 0, 0, "no memory to get up");
        caper_rise_destroy(r);
        return NULL;
    }
    r->seconds = RISE_LENGTH * sqrtf(mean_leg(character) / PERSON_LEG);
    find_hands(character, r->hands);
    for (int i = 0; i < character->leg_count; i++) {
        int body = character->legs[i].foot;
        for (int k = 0; k < character->legs[i].body_count && body >= 0; k++) {
            r->in_leg[body] = 1;
            body = character->bodies[body].parent;
        }
    }
    return r;
}

void caper_rise_destroy(caper_rise *rise)
{
    if (!rise) {
        return;
    }
    caper_allocator a = rise->allocator;
    size_t bodies = (size_t)rise->body_count + 1;
    caper_pose_destroy(&rise->from, &a);
    caper_pose_destroy(&rise->now, &a);
    caper_free(&a, rise->foot, bodies * sizeof *rise->foot);
    caper_free(&a, rise->hand, bodies * sizeof *rise->hand);
    caper_free(&a, rise->hands, bodies * sizeof *rise->hands);
    caper_free(&a, rise->weights, bodies * sizeof *rise->weights);
    caper_free(&a, rise->in_leg, bodies);
    caper_free(&a, rise, sizeof *rise);
}

// --- planning ------------------------------------------------------------------------------------

// The turn that sets a body upright: the shortest; one that lies on its head rolls about its front.
static caper_quat upright(caper_quat turn)
{
    caper_vec3 y = caper_vec3_make(0, 1, 0);
    caper_vec3 up = caper_quat_rotate(turn, y);
    if (up.y > -0.95f) {
        return caper_quat_between(up, y);
    }
    caper_vec3 front = caper_quat_rotate(turn, caper_vec3_make(0, 0, 1));
    front.y = 0;
    return caper_quat_from_axis_angle(caper_vec3_normalize_or(front, caper_vec3_make(0, 0, 1)),
                                      CAPER_PI);
}

// Middle of the feet, or of all where nothing stands.
static caper_vec3 footing(const caper_character *c, const caper_transform *model)
{
    caper_vec3 sum = caper_vec3_zero();
    for (int i = 0; i < c->leg_count; i++) {
        sum = caper_vec3_add(sum, model[c->legs[i].foot].position);
    }
    return c->leg_count ? caper_vec3_scale(sum, 1 / (float)c->leg_count)
                        : model[c->root_body].position;
}

// Where it will stand: its feet between where they lie and under its weight.
static caper_root choose_place(const caper_character *c, const caper_actor *actor)
{
    const caper_pose *model = caper_actor_model(actor);
    caper_root root = caper_actor_root(actor);
    caper_transform world = caper_root_transform(root);
    caper_quat turn =
        caper_quat_mul(caper_quat_mul(world.rotation, model->bodies[c->root_body].rotation),
                       caper_quat_conj(c->rest_model[c->root_body].rotation));
    root.yaw = caper_quat_yaw(caper_quat_mul(upright(turn), turn));
    caper_vec3 weight = caper_character_center_of_mass(c, model);
    caper_vec3 at = caper_vec3_lerp(weight, footing(c, model->bodies), DRAW_IN);
    at = caper_transform_mul_point(world, at);
    caper_vec3 rest = caper_quat_rotate(caper_quat_from_yaw(root.yaw), footing(c, c->rest_model));
    root.x = at.x - rest.x;
    root.z = at.z - rest.z;
    return root;
}

static const route *choose_route(const caper_rise *r)
{
    const caper_character *c = r->character;
    caper_quat turn =
        caper_quat_mul(r->lies.rotation, caper_quat_conj(c->rest_model[c->root_body].rotation));
    float front = caper_quat_rotate(turn, caper_vec3_make(0, 0, 1)).y;
    if (c->leg_count > 2 || fabsf(front) < FACE) {
        return &from_side;
    }
    return front > 0 ? &from_back : &from_face;
}

static void plan_crouch(caper_rise *r)
{
    const caper_character *c = r->character;
    r->stands = r->crouches = c->rest_model[c->root_body];
    float height = r->stands.position.y;
    r->crouches.position.y = caper_max(height * (c->leg_count > 2 ? CROUCH_MANY : CROUCH_TWO),
                                       caper_min(r->lies.position.y, height));
    if (c->leg_count != 2 || c->spine_count < 2) {
        return;
    }
    caper_vec3 spine = caper_vec3_sub(c->rest_model[c->spine[c->spine_count - 1]].position,
                                      c->rest_model[c->spine[0]].position);
    float length = caper_vec3_length(spine);
    float up = length > 0 ? caper_max(spine.y / length, 0) : 0;
    float lean = LEAN * up * up;
    caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), lean);
    r->crouches.rotation = caper_quat_mul(turn, r->crouches.rotation);
    r->crouches.position.z -= BEHIND * caper_sin(lean) * length;
}

static void plan_hands(caper_rise *r, const caper_pose *model)
{
    const caper_character *c = r->character;
    float leg = mean_leg(c);
    for (int i = 0; i < r->hand_count; i++) {
        int base = c->bodies[r->hands[i]].base;
        caper_vec3 shoulder = model->bodies[base].position;
        float side = c->rest_model[base].position.x;
        caper_vec3 at = shoulder;
        if (r->way == &from_back) {
            at = r->lies.position;
            at.x += PROP_WIDE * side;
            at.z -= PROP_BEHIND * leg;
        } else {
            at.x += (PROP_WIDE - 1) * side;
        }
        const caper_vec3 half = c->bodies[r->hands[i]].box_half;
        at.y = caper_min(half.x, caper_min(half.y, half.z));
        r->hand[i] = at;
    }
}

// All of the plan follows from how it lies.
static void plan(caper_rise *r)
{
    const caper_character *c = r->character;
    caper_pose *model = &r->now;
    caper_pose_to_model(&c->skeleton, &r->from, NULL, model);
    r->lies = model->bodies[c->root_body];
    for (int i = 0; i < c->leg_count; i++) {
        r->foot[i] = model->bodies[c->legs[i].foot];
    }
    r->way = choose_route(r);
    plan_crouch(r);
    plan_hands(r, model);
    r->planned = true;
}

bool caper_rise_plan(caper_rise *rise, caper_actor *actor)
{
    const caper_character *c = rise->character;
    if (caper_actor_character(actor) != c) {
        return false;
    }
    caper_root root = choose_place(c, actor);
    caper_transform was = caper_root_transform(caper_actor_root(actor));
    caper_transform into = caper_transform_unmul(caper_root_transform(root), was);
    caper_pose_copy(&rise->from, caper_actor_local(actor));
    for (int i = 0; i < c->body_count; i++) {
        if (c->bodies[i].parent < 0) {
            rise->from.bodies[i] = caper_transform_mul(into, rise->from.bodies[i]);
        }
    }
    caper_actor_set_root(actor, root);
    plan(rise);
    return true;
}

// --- playing -------------------------------------------------------------------------------------

// The root body in the frame it will stand in.
static caper_transform root_at(const caper_rise *r, float u)
{
    float up = along(crouched, u);
    float turn = along(r->way->turn, u), lift = along(r->way->lift, u),
          shift = along(r->way->shift, u);
    caper_transform t;
    t.rotation = caper_quat_slerp(r->lies.rotation, r->crouches.rotation, turn);
    t.rotation = caper_quat_slerp(t.rotation, r->stands.rotation, up);
    t.position = caper_vec3_lerp(r->lies.position, r->crouches.position, shift);
    t.position.y = caper_lerp(r->lies.position.y, r->crouches.position.y, lift);
    t.position = caper_vec3_lerp(t.position, r->stands.position, up);
    return t;
}

// Limbs and spine on the way to rest, and the root body where it should be: what it hangs on in the
// file goes along.
static void pose_at(caper_rise *r, float u, caper_pose *out)
{
    const caper_character *c = r->character;
    float rest = along(limbs, u);
    for (int i = 0; i < c->body_count; i++) {
        out->bodies[i].rotation =
            caper_quat_nlerp(r->from.bodies[i].rotation, c->skeleton.rest_local[i].rotation, rest);
        out->bodies[i].position = c->skeleton.rest_local[i].position;
    }
    caper_transform below = caper_transform_identity(); // the root body seen from the top one
    int top = c->root_body;
    while (c->bodies[top].parent >= 0) {
        below = caper_transform_mul(out->bodies[top], below);
        top = c->bodies[top].parent;
    }
    out->bodies[top] = caper_transform_mul(root_at(r, u), caper_transform_inverse(below));
}

static caper_goal foot_goal(const caper_rise *r, int leg, float u)
{
    const caper_character *c = r->character;
    int foot = c->legs[leg].foot;
    span s = {FOOT_BEGINS + FOOT_AFTER * (float)(leg & 1), 0};
    s.to = s.from + FOOT_LASTS;
    float t = along(s, u);
    caper_transform from = r->foot[leg], to = c->rest_model[foot];
    if (c->leg_count > 2) { // legs go along with a body that rolls
        from = caper_transform_mul(root_at(r, u), caper_transform_unmul(r->lies, from));
    }
    caper_goal goal = caper_goal_default();
    goal.body = foot;
    goal.position = caper_vec3_lerp(from.position, to.position, t);
    goal.position.y += 4 * t * (1 - t) * LIFT * c->legs[leg].length;
    goal.position.y = caper_max(goal.position.y, caper_min(to.position.y, r->foot[leg].position.y));
    goal.rotation = caper_quat_nlerp(from.rotation, to.rotation, t);
    goal.position_weight = goal.rotation_weight = 1;
    return goal;
}

static bool look(void *self, const caper_source_input *input, caper_offer *offer)
{
    caper_rise *r = self;
    const caper_character *c = r->character;
    if (!r->planned) {
        return false;
    }
    float u = caper_clamp((float)input->time / r->seconds, 0, 1);
    pose_at(r, u, &offer->local);
    for (int i = 0; i < c->leg_count; i++) {
        offer->goals[offer->goal_count++] = foot_goal(r, i, u);
    }
    float press = along(hands_on, u) * (1 - along(hands_off, u));
    for (int i = 0; press > 0 && i < r->hand_count; i++) {
        caper_goal goal = caper_goal_default();
        goal.body = r->hands[i];
        goal.position = r->hand[i];
        goal.position_weight = press;
        offer->goals[offer->goal_count++] = goal;
    }
    float below = along(yields, u);
    for (int i = 0; i < c->body_count; i++) {
        r->weights[i] = c->bodies[i].base >= 0 && !r->in_leg[i] ? 1 - below : 1;
    }
    offer->weights = r->weights;
    offer->keeps_root = true;
    return true;
}

static void room(const void *self, caper_source_room *room)
{
    const caper_rise *r = self;
    room->goals = r->character->leg_count + r->hand_count;
    room->contacts = 0;
    room->pose = true;
}

static double duration(const void *self)
{
    return (double)((const caper_rise *)self)->seconds;
}

// --- state ---------------------------------------------------------------------------------------

// The saved state: this, and how it lies.
typedef struct record {
    uint32_t magic, version;
    int32_t body_count, planned;
} record;
#define MAGIC 0x53495243u // "CRIS"
#define VERSION 1
#define FARTHEST 1e6f // metres: a body that is farther off is damage

static size_t save(const void *self, void *out, size_t size)
{
    const caper_rise *r = self;
    record head = {MAGIC, VERSION, r->character->body_count, r->planned};
    size_t bodies = (size_t)head.body_count * sizeof *r->from.bodies;
    if (out && size >= sizeof head + bodies) {
        memcpy(out, &head, sizeof head);
        memcpy((char *)out + sizeof head, r->from.bodies, bodies);
    }
    return sizeof head + bodies;
}

static bool load(void *self, const void *bytes, size_t size, caper_error *error)
{
    (void)error; // the actor names the source
    caper_rise *r = self;
    record head;
    if (size != save(r, NULL, 0)) {
        return false;
    }
    memcpy(&head, bytes, sizeof head);
    bool good = head.magic == MAGIC && head.version == VERSION &&
                head.body_count == r->character->body_count &&
                (head.planned == 0 || head.planned == 1);
    const char *lies = (const char *)bytes + sizeof head;
    for (int i = 0; good && head.planned && i < head.body_count; i++) {
        caper_transform t;
        memcpy(&t, lies + (size_t)i * sizeof t, sizeof t);
        good = caper_transform_is_valid(t, 1e-3f) && caper_vec3_length(t.position) < FARTHEST;
    }
    if (good) {
        r->planned = false;
        if (head.planned) {
            memcpy(r->from.bodies, lies, size - sizeof head);
            plan(r);
        }
    }
    return good;
}

const caper_source_kind *caper_rise_kind(void)
{
    static const caper_source_kind kind = {.name = "rise",
                                           .look = look,
                                           .duration = duration,
                                           .room = room,
                                           .save = save,
                                           .load = load};
    return &kind;
}
