// SPDX-License-Identifier: MIT
//
// A puppet: one performer on one character of other proportions (paper 001). A frame goes through
// the stages in the order of the paper: look (importance), pose by joint angles alone, plant; the
// actor then holds what stands; root, posture, limbs. History is only in the velocities of the
// performer's effectors and in what is followed smoothly; all of it is in caperi_puppet_state.
#include "puppet/creature.h"

#include "base/block.h"
#include "base/try.h"
#include "clip/clip.h"
#include "math/place.h"
#include "math/simd_quat.h"

#include <math.h>
#include <string.h>

#define TELEPORT 30.0f // m/s of the hips at size 1.8: a cut, not a motion
#define TREMOR 0.02f   // metres that they may be off within no time at all
// Most that the trunk is accelerated against the captured one. At 60 Hz, 54 m/s2 a metre of size
// are what the eye may see as a jump (docs/guide/quality.md: a hundredth of the size off its path).
#define MOST_SHIFT 30.0f        // m/s2 for each metre of size
#define MOST_TURN 40.0f         // rad/s2
#define MOST_FOOT_TURN 300.0f   // rad/s2 of the performer's own feet
#define LARGE_TRUNK 1.5f        // times the performer's, scaled
#define STEADY_HALF_LIFE 0.014f // seconds
#define MOST_STEADY 0.02f       // radians: what is more was no shiver
#define STRAIGHT_HALF_LIFE 0.3f // seconds

const char *caper_puppet_method_name(caper_puppet_method method)
{
    static const char *const names[] = {"importance", "angles", "effectors"};
    return (unsigned)method < CAPER_PUPPET_METHOD_COUNT ? names[method] : NULL;
}

caper_part caperi_effector_part(int index)
{
    static const caper_part parts[CAPER_EFFECTOR_COUNT] = {
        CAPER_PART_LEFT_FOOT,       CAPER_PART_RIGHT_FOOT,     CAPER_PART_LEFT_HAND,
        CAPER_PART_RIGHT_HAND,      CAPER_PART_HEAD,           CAPER_PART_LEFT_LOWER_LEG,
        CAPER_PART_RIGHT_LOWER_LEG, CAPER_PART_LEFT_LOWER_ARM, CAPER_PART_RIGHT_LOWER_ARM};
    return parts[index];
}

/// Parts to indices.
static uint32_t choose_effectors(caper_parts parts)
{
    uint32_t set = 0;
    for (int i = 0; i < CAPER_EFFECTOR_COUNT; i++) {
        set |= parts & CAPER_PART_BIT(caperi_effector_part(i)) ? CAPERI_EFFECTOR_BIT(i) : 0;
    }
    return set;
}

caper_puppet_def caper_puppet_def_default(void)
{
    caper_puppet_def def;
    memset(&def, 0, sizeof def);
    def.look_ahead = 0.15f;
    def.influence = 0.25f;
    def.touch = 0.12f;
    def.effectors = CAPER_EFFECTORS_LIMBS;
    def.prior = 0.02f;
    def.posture = 0.003f;
    def.stance = 1;
    def.estimate_root = true;
    def.plant = true;
    def.latch = caper_latch_def_default();
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

// ------------------------------------------------------------------------------------ creation

static bool in_range(float x, float low, float high)
{
    return x >= low && x <= high; // false for NaN
}

static bool check_def(const caper_puppet_def *def, caper_error *error)
{
    CAPER_TRY(in_range(def->scale, 0, 1e4f), error, CAPER_ERROR_INVALID, NULL, 0, 0,
              "scale is %g, expected 0 (by leg length) to 10000", (double)def->scale);
    CAPER_TRY(in_range(def->floor, -1e5f, 1e5f), error, CAPER_ERROR_INVALID, NULL, 0, 0,
              "floor is %g, expected metres", (double)def->floor);
    CAPER_TRY(in_range(def->look_ahead, 0, 10), error, CAPER_ERROR_INVALID, NULL, 0, 0,
              "look_ahead is %g, expected 0 to 10 seconds", (double)def->look_ahead);
    CAPER_TRY(in_range(def->influence, 1e-4f, 1e4f), error, CAPER_ERROR_INVALID, NULL, 0, 0,
              "influence is %g, expected 0.0001 to 10000 metres", (double)def->influence);
    CAPER_TRY(in_range(def->touch, 0, 1e4f), error, CAPER_ERROR_INVALID, NULL, 0, 0,
              "touch is %g, expected 0 to 10000 metres", (double)def->touch);
    CAPER_TRY(in_range(def->prior, 0, 1e3f) && in_range(def->posture, 1e-6f, 1e3f), error,
              CAPER_ERROR_INVALID, NULL, 0, 0,
              "prior is %g and posture %g, expected 0 to 1000 and 1e-6 to 1000", (double)def->prior,
              (double)def->posture);
    CAPER_TRY(in_range(def->stance, 0, 1), error, CAPER_ERROR_INVALID, NULL, 0, 0,
              "stance is %g, expected 0 to 1", (double)def->stance);
    CAPER_TRY((unsigned)def->method < CAPER_PUPPET_METHOD_COUNT, error, CAPER_ERROR_INVALID, NULL,
              0, 0, "method %d is not one of %d", (int)def->method, CAPER_PUPPET_METHOD_COUNT);
    CAPER_TRY(!(def->effectors & ~CAPER_EFFECTORS_ALL), error, CAPER_ERROR_INVALID, NULL, 0, 0,
              "effectors has other parts than hands, feet, head, knees and elbows");
    CAPER_TRY(def->influence_count >= 0 && def->influence_count <= CAPERI_PUPPET_INFLUENCES, error,
              CAPER_ERROR_LIMIT, NULL, 0, 0, "%d influences, expected at most %d",
              def->influence_count, CAPERI_PUPPET_INFLUENCES);
    CAPER_TRY(def->pair_count >= 0 && def->pair_count <= CAPERI_PUPPET_PAIRS, error,
              CAPER_ERROR_LIMIT, NULL, 0, 0, "%d pairs, expected at most %d", def->pair_count,
              CAPERI_PUPPET_PAIRS);
    for (int i = 0; i < def->pair_count; i++) {
        CAPER_TRY(def->pairs[i].target && caper_vec3_length(def->pairs[i].real) < 1e6f, error,
                  CAPER_ERROR_INVALID, NULL, 0, 0,
                  "pair %d has no target, or is more than 1000 km away", i);
    }
    for (int i = 0; i < def->influence_count; i++) {
        CAPER_TRY(in_range(def->influences[i].distance, 0, 1e4f), error, CAPER_ERROR_INVALID, NULL,
                  0, 0, "influence %d reaches %g, expected 0 to 10000 metres", i,
                  (double)def->influences[i].distance);
        CAPER_TRY(!(def->influences[i].effectors & ~CAPER_EFFECTORS_ALL), error,
                  CAPER_ERROR_INVALID, NULL, 0, 0,
                  "influence %d is about other parts than effectors", i);
    }
    CAPER_TRY(in_range(def->latch.release_half_life, 1e-4f, 1e3f) &&
                  in_range(def->latch.max_offset, 0, 1e4f),
              error, CAPER_ERROR_INVALID, NULL, 0, 0,
              "the latch has a half-life of %g s and an offset of %g m, expected more than 0",
              (double)def->latch.release_half_life, (double)def->latch.max_offset);
    return true;
}

/// The block of a puppet and its arrays.
static caper_puppet *allocate(const caper_puppet_def *def)
{
    int bodies = def->character->body_count, sources = def->performer->body_count;
    caperi_block block = {0};
    size_t head = CAPERI_BLOCK_ADD(&block, 1, caper_puppet);
    size_t follow = CAPERI_BLOCK_ADD(&block, bodies, caperi_follow);
    size_t moving = CAPERI_BLOCK_ADD(&block, bodies, int16_t);
    size_t group = CAPERI_BLOCK_ADD(&block, bodies, uint8_t);
    size_t solid = CAPERI_BLOCK_ADD(&block, bodies, uint8_t);
    size_t source = caperi_block_add(&block, (size_t)sources, sizeof(caper_transform), 32);
    size_t captured = caperi_block_add(&block, (size_t)bodies, sizeof(caper_transform), 32);
    size_t posed = caperi_block_add(&block, (size_t)bodies, sizeof(caper_transform), 32);
    size_t body = caperi_block_add(&block, (size_t)bodies, sizeof(caper_transform), 32);
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    caper_puppet *puppet = caperi_block_alloc(&block, &allocator);
    if (puppet) {
        puppet = caperi_block_at(puppet, head);
        puppet->follow = caperi_block_at(puppet, follow);
        puppet->moving = caperi_block_at(puppet, moving);
        puppet->group = caperi_block_at(puppet, group);
        puppet->solid = caperi_block_at(puppet, solid);
        puppet->source_model.bodies = caperi_block_at(puppet, source);
        puppet->source_model.body_count = sources;
        puppet->captured = caperi_block_at(puppet, captured);
        puppet->posed = caperi_block_at(puppet, posed);
        puppet->body = caperi_block_at(puppet, body);
        puppet->memory_size = block.size;
        puppet->allocator = allocator;
    }
    return puppet;
}

/// What may not be under the ground. Limbs have their own ways out.
static void find_solids(caper_puppet *puppet)
{
    const caper_character *c = puppet->person.character;
    for (int i = 0; i < c->body_count; i++) {
        puppet->solid[i] = (c->bodies[i].caps & CAPER_CAP_SPINE) != 0;
        puppet->tailed = puppet->tailed || (c->bodies[i].caps & CAPER_CAP_TAIL);
    }
}

/// From hips to chest.
static float trunk_of(const caper_person *person)
{
    const caper_transform *rest = person->character->rest_model;
    return caper_vec3_distance(rest[person->bodies[CAPER_PART_HIPS]].position,
                               rest[person->chest].position);
}

caper_puppet *caper_puppet_create(const caper_puppet_def *def, caper_error *error)
{
    CAPER_ASSERT(def->cookie == CAPER_DEF_COOKIE && def->performer && def->character);
    if (def->cookie != CAPER_DEF_COOKIE || !def->performer || !def->character) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "a puppet needs a def from its default, a performer and a character");
        return NULL;
    }
    caper_person performer, person;
    memset(&performer, 0, sizeof performer);
    memset(&person, 0, sizeof person);
    if (!check_def(def, error) ||
        !caper_person_find(def->performer, def->performer_map, &performer, error)) {
        return NULL;
    }
    if (!caper_person_find(def->character, def->character_map, &person, NULL)) {
        return caperi_creature_create(def, error);
    }
    caper_puppet *puppet = allocate(def);
    if (!puppet) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a puppet");
        return NULL;
    }
    puppet->def = *def;
    if (def->influence_count > 0) {
        memcpy(puppet->influences, def->influences,
               (size_t)def->influence_count * sizeof puppet->influences[0]);
    }
    puppet->def.influences = puppet->influences;
    if (def->pair_count > 0) {
        memcpy(puppet->pairs, def->pairs, (size_t)def->pair_count * sizeof puppet->pairs[0]);
    }
    puppet->def.pairs = puppet->pairs;
    puppet->performer = performer;
    puppet->person = person;
    puppet->effectors = choose_effectors(def->effectors | CAPER_EFFECTORS_LIMBS);
    puppet->scale = def->scale > 0 ? def->scale : person.leg / performer.leg;
    puppet->size = def->character->size / 1.8f;
    puppet->enlarges = trunk_of(&person) > LARGE_TRUNK * puppet->scale * trunk_of(&performer);
    puppet->ground = caperi_ground_make(puppet->def.world, 0);
    caperi_puppet_measure(puppet);
    caperi_puppet_measure_stance(puppet);
    caperi_puppet_measure_hinges(puppet);
    caperi_puppet_match(puppet);
    caperi_puppet_find_hulls(puppet);
    find_solids(puppet);
    return puppet;
}

void caper_puppet_destroy(caper_puppet *puppet)
{
    if (puppet) {
        caper_allocator allocator = puppet->allocator;
        caperi_creature_destroy(puppet->creature, &allocator);
        caper_free(&allocator, puppet, puppet->memory_size);
    }
}

void caperi_puppet_reset(caper_puppet *puppet)
{
    memset(&puppet->state, 0, sizeof puppet->state);
    if (puppet->creature) {
        memset(&puppet->creature->state, 0, sizeof puppet->creature->state);
    }
}

float caper_puppet_scale(const caper_puppet *puppet)
{
    return puppet->creature ? puppet->creature->scale : puppet->scale;
}

int caper_puppet_source(const caper_puppet *puppet, int body)
{
    if (puppet->creature) {
        return caperi_creature_source(puppet, body);
    }
    const caperi_follow *f = &puppet->follow[body];
    return f->share > 0.5f ? f->to : f->from;
}

const caper_puppet_report *caperi_puppet_last(const caper_puppet *puppet)
{
    return puppet->creature ? &puppet->creature->state.report : &puppet->state.report;
}

// ------------------------------------------------------------------------------------ a frame

static caper_vec3 middle_of(const caper_transform *bodies, int a, int b)
{
    return caper_vec3_lerp(bodies[a].position, bodies[b].position, 0.5f);
}

/// Captures shiver, which a trunk that is large for the puppet's legs shows enlarged. The small
/// turn by which a filter of constant velocity corrects a rotation; limbs keep theirs.
static caper_quat steady(caperi_turn_chase *f, caper_quat seen, bool started, float left, float dt)
{
    if (!started) {
        caperi_turn_chase_start(f, seen);
    }
    if (!(dt > 0)) {
        return caper_quat_identity();
    }
    caper_quat ahead = caperi_turn_a_little(f->value, caper_vec3_scale(f->velocity, dt));
    caper_vec3 off = caperi_small_turn(ahead, seen);
    f->velocity = caper_vec3_add_scaled(f->velocity, off, (1 - left) * (1 - left) / dt);
    caper_vec3 behind = caper_vec3_scale(off, -left * left);
    float size = caper_vec3_length(behind);
    behind = size > MOST_STEADY ? caper_vec3_scale(behind, MOST_STEADY / size) : behind;
    f->value = caperi_turn_a_little(seen, behind);
    return caperi_turn_a_little(caper_quat_identity(), behind);
}

/// All bodies of `from`, moved.
static void move_bodies(const caper_puppet *puppet, caper_transform *out,
                        const caper_transform *from, caper_vec3 offset)
{
    caperi_f4 way = caperi_f4_set(offset.x, offset.y, offset.z, 0);
    for (int i = 0; i < puppet->moving_count; i++) {
        int b = puppet->moving[i];
        caperi_f4 at = caperi_f4_add(caperi_f4_load(&from[b].position.x), way);
        caperi_f4_store(&out[b].rotation.x, caperi_f4_load(&from[b].rotation.x));
        caperi_f4_store(&out[b].position.x, at);
    }
}

/// The puppet by joint angles alone, its hips where the performer's are by scale.
static void pose_captured(caper_puppet *puppet, float dt)
{
    bool steadies = puppet->def.method == CAPER_PUPPET_IMPORTANCE && puppet->enlarges;
    float left = steadies ? caperi_decay_left(&puppet->steady_left, STEADY_HALF_LIFE, dt) : 0;
    caper_quat turns[2] = {caper_quat_identity(), caper_quat_identity()};
    const caper_character *c = puppet->person.character;
    const caper_transform *source = puppet->source_model.bodies;
    caper_transform *out = puppet->captured;
    const int16_t *parents = c->skeleton.parents;
    for (int i = 0; i < puppet->moving_count; i++) {
        int b = puppet->moving[i], up = parents[b];
        const caperi_follow *f = &puppet->follow[b];
        const caper_transform *rest = &c->skeleton.rest_local[b];
        if (f->from >= 0) {
            caperi_f4 from = caperi_f4_load(&source[f->from].rotation.x);
            caperi_f4 q = caperi_f4_quat_mul(from, caperi_f4_load_quat(&f->align_from));
            caperi_f4_store(&out[b].rotation.x, q);
            if (f->share > 0) {
                caper_quat r = caper_quat_mul(source[f->to].rotation, f->align_to);
                out[b].rotation = caper_quat_nlerp(out[b].rotation, r, f->share);
            }
        } else {
            out[b].rotation =
                up >= 0 ? caper_quat_mul(out[up].rotation, rest->rotation) : rest->rotation;
        }
        if (steadies && puppet->solid[b]) {
            int upper = puppet->group[b] != 0;
            if (b == puppet->waist || b == puppet->person.bodies[CAPER_PART_HIPS]) {
                turns[upper] = steady(&puppet->state.trunk[upper], out[b].rotation,
                                      puppet->state.started, left, dt);
            }
            out[b].rotation = caper_quat_mul(turns[upper], out[b].rotation);
        }
        caperi_f4 at = caperi_f4_zero();
        if (up >= 0) {
            at = caperi_f4_quat_rotate(caperi_f4_load(&out[up].rotation.x),
                                       caperi_f4_load(&rest->position.x));
            at = caperi_f4_add(at, caperi_f4_load(&out[up].position.x));
        }
        caperi_f4_store(&out[b].position.x, at);
    }
    const caper_limb *own = puppet->person.limbs, *other = puppet->performer.limbs;
    caper_vec3 hips =
        caperi_puppet_place(puppet, middle_of(source, other[0].start, other[1].start));
    caper_vec3 shift = caper_vec3_sub(hips, middle_of(out, own[0].start, own[1].start));
    move_bodies(puppet, out, out, shift);
}

/// How straight limbs are by joint angles, over some time.
static void follow_straightness(caper_puppet *puppet, float dt)
{
    float left = caperi_decay_left(&puppet->straight_left, STRAIGHT_HALF_LIFE, dt);
    left = puppet->state.started ? left : 0;
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        const caper_limb *l = &puppet->person.limbs[i];
        caper_vec3 start = puppet->captured[l->start].position;
        float now = caper_vec3_distance(start, puppet->captured[l->tip].position);
        float *straight = &puppet->state.effectors[i].straight;
        *straight = caper_lerp(now / (l->upper + l->lower), *straight, left);
    }
}

/// The captured pose with its root at a place, pelvis and upper body turned.
static void pose_trunk(caper_puppet *puppet, caper_vec3 root_at, const caper_quat turn[2])
{
    const caper_transform *from = puppet->captured;
    int root = puppet->person.bodies[CAPER_PART_HIPS], waist = puppet->waist;
    caper_vec3 way = caper_vec3_sub(from[waist].position, from[root].position);
    caper_vec3 at[2] = {root_at, caper_vec3_add(root_at, caper_quat_rotate(turn[0], way))};
    for (int i = 0; i < puppet->moving_count; i++) {
        int b = puppet->moving[i], upper = puppet->group[b];
        way = caper_vec3_sub(from[b].position, from[upper ? waist : root].position);
        caper_transform *out = &puppet->posed[b];
        out->rotation = caper_quat_normalize(caper_quat_mul(turn[upper], from[b].rotation));
        out->position = caper_vec3_add(at[upper], caper_quat_rotate(turn[upper], way));
    }
}

/// What root, posture and ground ask of the trunk is a move and two turns of the captured pose; the
/// trunk follows them smoothly, the turns first: what is then under the ground rises.
static void settle(caper_puppet *puppet, const caper_world_frame *frame, bool turned, float deepest,
                   float dt)
{
    caperi_puppet_state *state = &puppet->state;
    const caper_transform *from = puppet->captured, *to = puppet->posed;
    int root = puppet->person.bodies[CAPER_PART_HIPS];
    caper_vec3 wanted = to[root].position;
    caper_quat turn[2];
    bool turns = false;
    for (int i = 0; i < 2; i++) {
        int b = i ? puppet->waist : root;
        caper_vec3 asked = caper_vec3_zero();
        if (turned) {
            turn[i] = caper_quat_mul(to[b].rotation, caper_quat_conj(from[b].rotation));
            asked = caper_quat_log(turn[i]);
        }
        if (!state->started) {
            caperi_chase_start(&state->turns[i], asked);
        }
        asked = caperi_chase_update(&state->turns[i], asked, MOST_TURN, dt);
        bool any = caper_vec3_length_sq(asked) > 0;
        turn[i] = any ? caper_quat_exp(asked) : caper_quat_identity();
        turns = turns || turned || any;
    }
    if (turns) {
        pose_trunk(puppet, wanted, turn);
        deepest = caperi_puppet_trunk_depth(puppet, frame);
    }
    caper_vec3 shift = caper_vec3_sub(wanted, from[root].position);
    float floor = shift.y + deepest;
    shift.y = caper_max(shift.y, caper_max(floor, state->joint_floor));
    if (!state->started) {
        caperi_chase_start(&state->shift, shift);
        state->floor = floor;
    }
    float most = MOST_SHIFT * puppet->person.character->size;
    shift = caperi_chase_above(&state->shift, shift, state->floor, floor, most, dt);
    state->floor = floor;
    caper_vec3 more = caper_vec3_sub(caper_vec3_add(from[root].position, shift), wanted);
    move_bodies(puppet, puppet->posed, puppet->posed, more);
}

/// Root, posture, trunk out of the ground, limbs. Knees and elbows that are then under the ground
/// lift the trunk from the next frame on.
static void solve(caper_puppet *puppet, const caper_world_frame *frame, float dt)
{
    caper_puppet_report *report = &puppet->state.report;
    bool ours = puppet->def.method == CAPER_PUPPET_IMPORTANCE;
    bool angles = puppet->def.method == CAPER_PUPPET_ANGLES;
    caper_vec3 offset = caper_vec3_zero();
    if (ours && puppet->def.estimate_root) {
        caperi_puppet_root(puppet, dt, &offset);
    }
    move_bodies(puppet, puppet->posed, puppet->captured, offset);
    report->iterations = angles ? 0 : caperi_puppet_posture(puppet);
    if (ours) {
        float deepest = caperi_puppet_trunk_depth(puppet, frame);
        bool bent = caperi_puppet_bend(puppet, frame, deepest);
        settle(puppet, frame, bent || report->iterations > 0, deepest, dt);
    }
    memcpy(puppet->body, puppet->posed,
           (size_t)puppet->person.character->body_count * sizeof *puppet->body);
    caperi_puppet_limbs(puppet, frame, dt);
    int root = puppet->person.bodies[CAPER_PART_HIPS];
    report->offset = caper_vec3_sub(puppet->body[root].position, puppet->captured[root].position);
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        int start = puppet->person.limbs[i].start;
        puppet->state.effectors[i].shift =
            caper_vec3_sub(puppet->body[start].position, puppet->captured[start].position);
    }
    puppet->state.joint_floor = report->offset.y + caperi_puppet_joint_depth(puppet, frame);
    if (ours) {
        caperi_puppet_clear(puppet, frame, dt);
    }
}

/// Bodies in the world, of which those that are rigid on their parents are turned along, to local.
static void write_local(caper_puppet *puppet, caper_transform *bodies, caper_pose *local)
{
    const caper_skeleton *skeleton = &puppet->person.character->skeleton;
    memcpy(local->bodies, skeleton->rest_local,
           (size_t)skeleton->body_count * sizeof(caper_transform));
    for (int i = 0; i < puppet->moving_count; i++) {
        int b = puppet->moving[i], up = skeleton->parents[b];
        if (up < 0) {
            local->bodies[b] = bodies[b];
            local->bodies[b].rotation = caper_quat_normalize(bodies[b].rotation);
        } else if (puppet->follow[b].from < 0) {
            // rigid on its parent, which a limb may have turned
            bodies[b].rotation =
                caper_quat_mul(bodies[up].rotation, skeleton->rest_local[b].rotation);
        } else {
            caperi_f4 q = caperi_f4_quat_conj(caperi_f4_load(&bodies[up].rotation.x));
            q = caperi_f4_quat_mul(q, caperi_f4_load(&bodies[b].rotation.x));
            caperi_f4_store(&local->bodies[b].rotation.x, caperi_f4_quat_normalize(q));
        }
    }
}

static void write_report(caper_puppet *puppet)
{
    caper_puppet_report *report = &puppet->state.report;
    for (int i = 0; i < CAPER_EFFECTOR_COUNT; i++) {
        if (puppet->effectors & CAPERI_EFFECTOR_BIT(i)) {
            caper_effector_state *e = &report->effectors[i];
            int tip = puppet->contacts[i].tip;
            e->importance = puppet->sights[i].importance;
            e->touch = puppet->contacts[i].limb ? puppet->sights[i].touch : 0;
            e->cleared = puppet->contacts[i].limb ? puppet->sights[i].cleared : 0;
            e->planted = puppet->state.effectors[i].planted && puppet->state.effectors[i].holding;
            e->goal = puppet->sights[i].goal;
            e->position = puppet->body[tip].position;
            e->captured = caper_vec3_add(puppet->captured[tip].position, report->offset);
        }
    }
    report->frames++;
    report->total_iterations += (uint64_t)report->iterations;
}

/// A cut in the capture: what was before says nothing.
static void notice_cut(caper_puppet *puppet, float dt)
{
    caper_vec3 hips =
        puppet->source_model.bodies[puppet->performer.bodies[CAPER_PART_HIPS]].position;
    float most = TELEPORT * dt + TREMOR;
    puppet->cut = puppet->state.started && caper_vec3_distance(hips, puppet->state.hips) > most;
    if (puppet->cut) {
        caper_puppet_report report = puppet->state.report;
        caper_root space = puppet->state.space;
        caperi_puppet_reset(puppet);
        puppet->state.report = report;
        puppet->state.space = space;
    }
    puppet->state.hips = hips;
}

/// Captures of feet rest on few markers: they shiver and turn over between two frames, which no
/// foot does and which a long one would show enlarged.
static void steady_feet(caper_puppet *puppet, float dt)
{
    for (int i = CAPER_LIMB_LEFT_LEG; i <= CAPER_LIMB_RIGHT_LEG; i++) {
        caperi_turn_chase *chase = &puppet->state.effectors[i].source;
        const caperi_contact *k = &puppet->contacts[i];
        caper_transform *source = puppet->source_model.bodies;
        caper_quat seen = source[k->body].rotation;
        if (!puppet->state.started) {
            caperi_turn_chase_start(chase, seen);
        }
        source[k->body].rotation = caperi_turn_chase_update(chase, seen, MOST_FOOT_TURN, dt);
        if (k->source_toe >= 0) {
            caper_quat bent = caper_quat_mul(caper_quat_conj(seen), source[k->source_toe].rotation);
            source[k->source_toe].rotation = caper_quat_mul(source[k->body].rotation, bent);
        }
    }
}

// ------------------------------------------------------------------------------------ as a source

int caperi_puppet_contact_count(const caper_puppet *puppet)
{
    return puppet->creature ? puppet->creature->part_count : CAPERI_PUPPET_LIMBS;
}

int caperi_puppet_goal_count(const caper_puppet *puppet)
{
    return puppet->creature ? 2 * puppet->creature->part_count + 1 : 0;
}

const uint8_t *caperi_puppet_solid(const caper_puppet *puppet)
{
    return puppet->creature ? puppet->creature->loose : NULL;
}

/// The hips by joint angles alone.
static caper_transform find_hips(const caper_puppet *puppet)
{
    const caper_person *who = &puppet->person;
    int body = who->bodies[CAPER_PART_HIPS];
    const caper_transform *source = puppet->source_model.bodies, *rest = who->character->rest_model;
    const caperi_follow *f = &puppet->follow[body];
    caper_quat turned = rest[body].rotation;
    if (f->from >= 0) {
        turned = caper_quat_mul(source[f->from].rotation, f->align_from);
    }
    const caper_limb *own = who->limbs, *other = puppet->performer.limbs;
    caper_vec3 middle =
        caperi_puppet_place(puppet, middle_of(source, other[0].start, other[1].start));
    caper_vec3 way =
        caper_transform_unmul_point(rest[body], middle_of(rest, own[0].start, own[1].start));
    return caper_transform_make(turned, caper_vec3_sub(middle, caper_quat_rotate(turned, way)));
}

bool caperi_puppet_see(caper_puppet *puppet, const caper_pose *local, const caper_transform *root,
                       float dt, caper_root *at)
{
    const caper_skeleton *source = &puppet->performer.character->skeleton;
    CAPER_ASSERT(dt >= 0 && local->body_count == source->body_count);
    if (!caperi_is_step(dt) || !caperi_is_place(*root) || local->body_count != source->body_count) {
        return false;
    }
    caper_pose_to_model(source, local, root, &puppet->source_model);
    notice_cut(puppet, dt);
    if (puppet->def.method == CAPER_PUPPET_IMPORTANCE) {
        steady_feet(puppet, dt);
    }
    if (puppet->creature) {
        caperi_creature_root(puppet, dt, at);
        return true;
    }
    caper_transform rest =
        puppet->person.character->rest_model[puppet->person.bodies[CAPER_PART_HIPS]];
    caper_transform hips = find_hips(puppet);
    *at = caperi_root_under(rest, hips, hips.position.y, *at);
    return true;
}

int caperi_puppet_plan(caper_puppet *puppet, const caper_world_frame *frame, float dt,
                       caper_offer_contact *contacts)
{
    if (puppet->creature) {
        // a stand-in has a floor only, and the targets
        caperi_puppet_look(puppet, caperi_creature_frame(puppet, frame), dt);
        caperi_puppet_stand(puppet, puppet->creature->state.speed, dt);
        puppet->state.started = 1;
        write_report(puppet);
        return caperi_creature_specialize(puppet, frame, dt, contacts);
    }
    caperi_puppet_look(puppet, frame, dt);
    caperi_puppet_feel(puppet, dt);
    pose_captured(puppet, dt);
    follow_straightness(puppet, dt);
    caperi_puppet_plant(puppet, dt);
    return caperi_puppet_offer(puppet, contacts);
}

void caperi_puppet_sketch(caper_puppet *puppet, caper_pose *local)
{
    if (puppet->creature) {
        caperi_creature_sketch(puppet->creature, local);
    } else {
        write_local(puppet, puppet->captured, local);
    }
}

void caperi_puppet_pose(caper_puppet *puppet, caper_offer_contact *contacts,
                        const caper_world_frame *frame, float dt, caper_pose *local,
                        caper_goal *goals, int *goal_count)
{
    if (puppet->creature) {
        *goal_count = caperi_creature_pose(puppet->creature, contacts, frame, dt, local, goals);
        return;
    }
    caperi_puppet_take(puppet, contacts, dt);
    solve(puppet, frame, dt);
    puppet->state.started = 1;
    caperi_puppet_hinges(puppet);
    caperi_puppet_limits(puppet);
    write_local(puppet, puppet->body, local);
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        contacts[i].wish = puppet->body[puppet->contacts[i].tip];
        contacts[i].weight =
            puppet->contacts[i].foot ? 1 : contacts[i].hold; // free hands are posed
    }
    write_report(puppet);
    if (puppet->tailed && puppet->def.method == CAPER_PUPPET_IMPORTANCE) {
        caperi_puppet_tails(puppet, frame, local);
    }
}
