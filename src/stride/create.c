// SPDX-License-Identifier: MIT
//
// What a stride derives from the legs of its character ahead of time: where a leg begins to bend,
// where its knee is and which way that points, and the points of its sole. The knee is the joint
// that is farthest off the straight line at rest; legs of more parts fold (fold.c).
#include "stride/stride.h"

#include <math.h>
#include <string.h>

// Seconds at size 1.8 m: half-life of what is let go of. The plan goes on from where a foot is
// held, so that it is little, and has to be gone before the first edge that a swing passes.
#define RELEASES 0.025f
#define SHORT_BASE 0.18f  // of leg length: a first link that is shorter belongs to the hips
#define BENT 0.05f        // of leg length: a joint that far off the line from hip to foot is a knee
#define MOMENT 0.0166667f // seconds between moments to come, at size 1.8 m
#define TOLERANT 0.045f   // metres at size 1.8 m: a foot that stands is no higher above its floor
// Of leg length between the hips: a body as long follows a slope as it is, as legs of one end would
// fold and of the other stretch; walks (room gait) do the same.
#define FOLLOWS 0.5f
#define LIFTED 0.025f // metres at size 1.8 m: one that rose by that has left the ground
#define SHORTEST_MOMENT 0.008f
#define LONGEST_MOMENT 0.034f

const char *caper_stride_drive_name(caper_stride_drive drive)
{
    static const char *const names[] = {"auto", "always", "never"};
    return (unsigned)drive < CAPER_STRIDE_DRIVE_COUNT ? names[drive] : NULL;
}

const char *caper_stride_rule_name(caper_stride_rule rule)
{
    static const char *const names[] = {"feet", "plain", "lock"};
    return (unsigned)rule < CAPER_STRIDE_RULE_COUNT ? names[rule] : NULL;
}

const char *caper_stride_method_name(caper_stride_method method)
{
    static const char *const names[] = {"ahead", "rays", "none"};
    return (unsigned)method < CAPER_STRIDE_METHOD_COUNT ? names[method] : NULL;
}

const char *caper_stride_solver_name(caper_stride_solver solver)
{
    static const char *const names[] = {"limb", "spring", "ccd", "elias"};
    return (unsigned)solver < CAPER_STRIDE_SOLVER_COUNT ? names[solver] : NULL;
}

caper_stride_def caper_stride_def_default(void)
{
    caper_stride_def def;
    memset(&def, 0, sizeof def);
    def.climb = 0.28f;
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

// ---------------------------------------------------------------------------------------- legs

static float joint_distance(const caper_character *c, int a, int b)
{
    return caper_vec3_distance(c->rest_model[a].position, c->rest_model[b].position);
}

/// The bodies from the foot up to the hip; returns their number.
static int list_chain(const caper_character *c, const caper_leg *leg, int *chain, int capacity)
{
    int count = 0;
    for (int b = leg->foot; b >= 0 && count < capacity; b = c->bodies[b].parent) {
        chain[count++] = b;
        if (b == leg->hip) {
            break;
        }
    }
    return count;
}

/// Where the two parts of a leg begin.
static void find_parts(const caper_character *c, const caper_leg *leg, caperi_stride_leg *out)
{
    int chain[64], count = list_chain(c, leg, chain, CAPER_COUNT_OF(chain)), top = count - 1;
    while (top > 2 && joint_distance(c, chain[top], chain[top - 1]) < SHORT_BASE * leg->length &&
           c->bodies[chain[top - 1]].joint.kind != CAPER_JOINT_HINGE) {
        top--; // what bends about one axis alone cannot be aimed
    }
    int end = top > 3 ? 1 : 0; // a digit goes with its foot
    out->start = chain[top];
    out->middle = -1;
    out->end = chain[end];
    caper_vec3 hip = c->rest_model[chain[top]].position, foot = c->rest_model[out->end].position;
    caper_vec3 way = caper_vec3_normalize(caper_vec3_sub(foot, hip));
    float best = -1;
    for (int i = top - 1; i > end; i--) {
        caper_vec3 d = caper_vec3_sub(c->rest_model[chain[i]].position, hip);
        float along = caper_vec3_dot(d, way);
        float off = caper_vec3_length(caper_vec3_add_scaled(d, way, -along));
        // straight legs bend in their middle
        float half = 0.5f * caper_vec3_distance(hip, foot);
        float worth =
            off / leg->length + 0.05f * (1 - fabsf(along - half) / caper_max(half, 1e-6f));
        if (worth > best) {
            best = worth;
            out->middle = chain[i];
        }
    }
}

/// The axis about which the knee bends and the way it points.
static void find_bend(const caper_character *c, caperi_stride_leg *leg)
{
    const caper_transform *rest = c->rest_model;
    caper_vec3 a = rest[leg->start].position, b = rest[leg->middle].position,
               t = rest[leg->end].position;
    caper_vec3 u = caper_vec3_sub(b, a), l = caper_vec3_sub(t, b);
    caper_vec3 axis = caper_vec3_cross(u, l);
    caper_vec3 way = caper_vec3_normalize(caper_vec3_sub(t, a));
    caper_vec3 off = caper_vec3_add_scaled(u, way, -caper_vec3_dot(u, way));
    const caper_joint *joint = &c->bodies[leg->middle].joint;
    if (caper_vec3_length(off) < BENT * leg->length) {
        // nearly straight: a hinge says how it bends, else knees point forward
        caper_vec3 hinge = caper_quat_rotate(rest[leg->middle].rotation, joint->axis);
        bool says = joint->kind == CAPER_JOINT_HINGE && joint->max + joint->min != 0;
        axis = says ? caper_vec3_scale(hinge, joint->max + joint->min > 0 ? 1.0f : -1.0f)
                    : caper_vec3_make(1, 0, 0);
        off = caper_vec3_cross(axis, way);
        off = caper_vec3_neg(off);
    }
    axis = caper_vec3_normalize_or(axis, caper_vec3_make(1, 0, 0));
    leg->bend_axis = caper_quat_unrotate(rest[leg->start].rotation, axis);
    int parent = c->bodies[leg->start].parent;
    caper_quat frame = parent >= 0 ? rest[parent].rotation : caper_quat_identity();
    leg->aim = caper_quat_unrotate(frame, caper_vec3_normalize_or(off, caper_vec3_make(0, 0, 1)));
    leg->upper = caper_vec3_length(u);
    leg->lower = caper_vec3_length(l);
    leg->reach = leg->upper + leg->lower;
    leg->nearest = sqrtf(leg->upper * leg->upper + leg->lower * leg->lower +
                         2 * leg->upper * leg->lower * caper_cos(CAPERI_STRIDE_FOLDED));
    if (leg->upper < 1e-4f * leg->length || leg->lower < 1e-4f * leg->length) {
        leg->middle = -1;
    }
}

static int find_toe(const caper_character *c, int foot)
{
    for (int b = c->bodies[foot].child; b >= 0; b = c->bodies[b].sibling) {
        if (!(c->bodies[b].caps & CAPER_CAP_HELPER)) {
            return b;
        }
    }
    return -1;
}

/// The outer two of the points of toes at their front end, which is at `front`.
static void find_tips(const caper_character *c, caperi_stride_leg *leg, const caper_vec3 *toes,
                      float front)
{
    int ends[CAPERI_STRIDE_TIPS] = {-1, -1};
    for (int i = 0; i < leg->toe_count; i++) {
        if (toes[i].z > front - 0.02f * c->size) {
            ends[0] = ends[0] < 0 || toes[i].x < toes[ends[0]].x ? i : ends[0];
            ends[1] = ends[1] < 0 || toes[i].x > toes[ends[1]].x ? i : ends[1];
        }
    }
    leg->tip_count = ends[0] < 0 ? leg->toe_count > 0 : 1 + (ends[1] != ends[0]);
    for (int i = 0; i < leg->tip_count; i++) {
        leg->tips[i] = ends[i] < 0 ? 0 : ends[i];
    }
}

static void find_sole(const caper_character *c, caperi_stride_leg *leg)
{
    const caper_transform *rest = c->rest_model;
    caper_transform foot = rest[leg->foot];
    caper_vec3 all[2 * CAPER_MAX_CONTACTS] = {{0, 0, 0}}, low = {0, 1e30f, 0};
    leg->point_count = caper_body_sole_points(c, leg->foot, leg->points);
    leg->toe_count = leg->toe >= 0 ? caper_body_sole_points(c, leg->toe, leg->toes) : 0;
    int count = 0;
    for (int i = 0; i < leg->point_count; i++) {
        all[count++] = caper_transform_mul_point(foot, leg->points[i]);
    }
    for (int i = 0; i < leg->toe_count; i++) {
        all[count++] = caper_transform_mul_point(rest[leg->toe], leg->toes[i]);
    }
    caper_vec3 min = all[0], max = all[0];
    for (int i = 0; i < count; i++) {
        min = caper_vec3_min(min, all[i]);
        max = caper_vec3_max(max, all[i]);
        low.y = caper_min(low.y, all[i].y);
    }
    caper_vec3 center = caper_vec3_make(0.5f * (min.x + max.x), low.y, 0.5f * (min.z + max.z));
    leg->sole = caper_transform_unmul_point(foot, center);
    leg->rest_rotation = foot.rotation;
    leg->corner_count = count < CAPERI_CORNERS ? count : CAPERI_CORNERS;
    for (int i = 0; i < leg->corner_count; i++) {
        caper_vec3 flat = caper_vec3_make(all[i].x, low.y, all[i].z);
        leg->corners[i] = caper_quat_unrotate(foot.rotation, caper_vec3_sub(flat, center));
    }
    leg->toe_end = caper_vec3_make(0, 0, max.z - center.z);
    leg->heel_end = caper_vec3_make(0, 0, min.z - center.z);
    leg->toe_end = caper_quat_unrotate(foot.rotation, leg->toe_end);
    leg->heel_end = caper_quat_unrotate(foot.rotation, leg->heel_end);
    find_tips(c, leg, all + leg->point_count, max.z);
    leg->side = center.x > 1e-3f * c->size ? 1 : center.x < -1e-3f * c->size ? -1 : 0;
}

static void plan_legs(caper_stride *s)
{
    const caper_character *c = s->character;
    float front = -1e30f, rear = 1e30f, height = 0;
    for (int i = 0; i < s->leg_count; i++) {
        caperi_stride_leg *leg = &s->legs[i];
        leg->foot = c->legs[i].foot;
        leg->length = caper_max(c->legs[i].length, 1e-4f);
        leg->toe = find_toe(c, leg->foot);
        find_parts(c, &c->legs[i], leg);
        if (leg->middle >= 0) {
            find_bend(c, leg);
            caperi_fold_prepare(c, leg);
        }
        find_sole(c, leg);
        caper_vec3 hip = c->rest_model[leg->start].position;
        front = caper_max(front, hip.z);
        rear = caper_min(rear, hip.z);
        height += hip.y / (float)s->leg_count;
    }
    s->shortest = s->legs[0].length;
    for (int i = 1; i < s->leg_count; i++) {
        s->shortest = caper_min(s->shortest, s->legs[i].length);
    }
    s->span = front - rear;
    s->follows = caper_smoothstep(0, FOLLOWS, s->span / s->legs[0].length);
    s->pivot_z = 0.5f * (front + rear);
    s->pivot_y = height;
}

// -------------------------------------------------------------------------------------- making

static size_t round_up(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

static bool check_def(const caper_stride_def *def, caper_error *error)
{
    const caper_character *c = def->character;
    if (def->cookie != CAPER_DEF_COOKIE || !c) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "a stride needs caper_stride_def_default() and a character");
    }
    if (c->leg_count == 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, c->name, 0, 0,
                               "has no feet; expected at least one leg");
    }
    if (c->leg_count > CAPERI_STRIDE_LEGS) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, c->name, 0, 0,
                               "has %d legs; expected at most %d", c->leg_count,
                               CAPERI_STRIDE_LEGS);
    }
    bool choices = (unsigned)def->drive < CAPER_STRIDE_DRIVE_COUNT &&
                   (unsigned)def->rule < CAPER_STRIDE_RULE_COUNT &&
                   (unsigned)def->method < CAPER_STRIDE_METHOD_COUNT &&
                   (unsigned)def->solver < CAPER_STRIDE_SOLVER_COUNT;
    if (!choices || !caper_vec3_is_finite(def->direction) || !(fabsf(def->floor) < 1e6f) ||
        !(def->climb > 0 && def->climb <= 1)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, c->name, 0, 0,
                               "the def of a stride has a choice or a number out of its range");
    }
    return true;
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u; // FNV-1a
    }
    return hash;
}

static uint64_t hash_plan(const caper_stride *s)
{
    const caper_stride_def *d = &s->def;
    int32_t choices[] = {(int32_t)d->drive,  (int32_t)d->rule, (int32_t)d->method,
                         (int32_t)d->solver, d->keep_stride,   d->keep_pace,
                         s->leg_count};
    uint64_t hash = hash_bytes(1469598103934665603u, choices, sizeof choices);
    hash = hash_bytes(hash, &d->direction, sizeof d->direction);
    hash = hash_bytes(hash, &d->floor, sizeof d->floor);
    hash = hash_bytes(hash, &d->climb, sizeof d->climb);
    for (int i = 0; i < s->leg_count; i++) {
        const caperi_stride_leg *leg = &s->legs[i];
        float numbers[] = {leg->length, leg->reach, leg->lower, leg->sole.x, leg->sole.y};
        int32_t bodies[] = {leg->foot, leg->toe, leg->start, leg->middle, leg->end};
        hash = hash_bytes(hash_bytes(hash, numbers, sizeof numbers), bodies, sizeof bodies);
    }
    return hash;
}

caper_stride *caper_stride_create(const caper_stride_def *def, caper_error *error)
{
    if (!check_def(def, error)) {
        return NULL;
    }
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    size_t legs = (size_t)def->character->leg_count;
    size_t parts[] = {sizeof(caper_stride),
                      legs * sizeof(caperi_stride_leg),
                      legs * sizeof(caper_stride_foot),
                      legs * sizeof *((caper_stride *)NULL)->toes,
                      legs * sizeof *((caper_stride *)NULL)->points,
                      sizeof(caperi_stride_state),
                      legs * sizeof(caperi_stride_state_foot),
                      legs * sizeof(caper_stance),
                      CAPERI_STRIDE_MOMENTS * sizeof(caperi_glimpse),
                      CAPERI_STRIDE_MOMENTS * legs * sizeof(caperi_moment_leg)};
    char *at[CAPER_COUNT_OF(parts)];
    size_t size = 0;
    for (int i = 0; i < CAPER_COUNT_OF(parts); i++) {
        size += round_up(parts[i]);
    }
    char *memory = caper_alloc_zero(&allocator, size, 64);
    if (!memory) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a stride");
        return NULL;
    }
    char *next = memory;
    for (int i = 0; i < CAPER_COUNT_OF(parts); i++) {
        at[i] = next;
        next += round_up(parts[i]);
    }
    caper_stride *s = (caper_stride *)(void *)memory;
    s->def = *def;
    s->character = def->character;
    s->allocator = allocator;
    s->memory_size = size;
    s->leg_count = def->character->leg_count;
    s->legs = (caperi_stride_leg *)(void *)at[1];
    s->results = (caper_stride_foot *)(void *)at[2];
    s->toes = (caper_vec3(*)[CAPER_MAX_CONTACTS])(void *)at[3];
    s->points = (caper_vec3(*)[CAPERI_FOOT_POINTS])(void *)at[4];
    s->state = (caperi_stride_state *)(void *)at[5];
    s->feet = (caperi_stride_state_foot *)(void *)at[6];
    s->heads = (caper_stance *)(void *)at[7];
    s->moments = (caperi_glimpse *)(void *)at[8];
    s->moment_legs = (caperi_moment_leg *)(void *)at[9];
    s->state_size = (size_t)(next - at[5]);
    s->scale = s->character->size / CAPERI_REFERENCE_SIZE;
    float root = sqrtf(s->scale);
    s->step = caper_clamp(MOMENT * root, SHORTEST_MOMENT, LONGEST_MOMENT);
    s->stance = caper_stance_def_scaled(caper_stance_def_default(), s->character->size);
    // floors of captures are tilted and drift by centimetres; what swings is told by its speed
    s->stance.height = TOLERANT * s->scale;
    s->stance.rise = LIFTED * s->scale;
    s->latch = caper_latch_def_scaled(caper_latch_def_default(), s->character->size);
    s->latch.release_half_life = RELEASES * root;
    s->latch.max_yaw = 0; // the root turns with the feet
    plan_legs(s);
    s->state->plan = hash_plan(s);
    caper_stride_reset(s);
    return s;
}

void caper_stride_destroy(caper_stride *stride)
{
    if (stride) {
        caper_allocator allocator = stride->allocator;
        caper_free(&allocator, stride, stride->memory_size);
    }
}

const caper_character *caper_stride_character(const caper_stride *stride)
{
    return stride->character;
}

float caper_stride_pace(const caper_stride *stride)
{
    return 1 + stride->state->pace;
}

void caper_stride_turn(caper_stride *stride, float rate)
{
    if (fabsf(rate) < 1e6f) {
        stride->state->turn = rate;
    }
}

void caper_stride_reset(caper_stride *stride)
{
    caperi_stride_state *state = stride->state;
    uint64_t plan = state->plan;
    float turn = state->turn;
    memset(state, 0, stride->state_size);
    state->plan = plan;
    state->turn = turn;
    state->locked = state->head_locked = -1;
    state->level = state->head_level = stride->def.floor;
    state->report.lost = state->report.leaped = state->report.kneels = -1;
    state->report.shortest = state->report.longest = state->report.mean = 1;
    state->report.slowest = 1;
    state->heading = caper_vec3_normalize_or(stride->def.direction, caper_vec3_zero());
    for (int i = 0; i < stride->leg_count; i++) {
        stride->feet[i].seen.foot = caper_transform_identity();
        caperi_patch *patches[] = {&stride->feet[i].now, &stride->feet[i].next,
                                   &stride->feet[i].after};
        for (int k = 0; k < CAPER_COUNT_OF(patches); k++) {
            patches[k]->normal = caper_vec3_make(0, 1, 0);
            patches[k]->platform = -1;
        }
    }
}

caper_stride_report caper_stride_report_of(const caper_stride *stride)
{
    caper_stride_report report = stride->state->report;
    report.heading = stride->state->heading;
    return report;
}
